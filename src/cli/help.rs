//! `sandtable help [COMMAND|TOPIC]`: the same help as `--help`, and topics that belong to no command.

use std::io::Write;

use super::lexicon;
use super::output::{Done, Outcome, Trouble, out};
use super::page::{self, plain};
use super::places::Places;
use super::shipped::{self, Sort};
use crate::nearest::nearest;
use crate::rules::RULESETS;
use crate::scenario::home;

/// Shown below the list of commands.
pub const EXAMPLES: &str = "\
Examples:
  sandtable                                          the window: choose a battle and play it
  sandtable sim armati/zama --games 200              200 battles of Zama, captain against captain
  sandtable study studies/armati/raid                which variant of a battle is better, and by how much
  sandtable check my_battle.ron                      every flaw of a file, with line and column
  sandtable rules armati                             every rule, and whether it is implemented
  sandtable picture armati/zama -o zama.svg          the table as a picture
  sandtable help scenario                            how a battle is written; also army, map, terrain, plan, studies
  sandtable help armati                              what its files may say: fields, troop types, terrain, all words
  sandtable help armati/zama > my_battle.ron         a file that comes with the program, to be changed
  sandtable help formats                             all formats on one page, those of programs too
  sandtable help own                                 where your own battles and armies lie

Exit status: 0 done, 1 what was checked is bad or could not be done, 2 wrong usage.";

/// The page of the formats, in Markdown.
const FORMATS: &str = include_str!("../../docs/formats.md");

/// A topic that is a section of that page.
struct Topic {
    /// As it may be asked for; the first name is the one that is told.
    names: &'static [&'static str],
    /// How the heading of its section begins.
    heading: &'static str,
    /// The files of that kind that come with the program.
    files: Option<Sort>,
}

const TOPICS: [Topic; 11] = [
    Topic { names: &["scenario", "scenarios", "battle", "battles"], heading: "SCENARIO:", files: Some(Sort::Battles) },
    Topic { names: &["army", "armies", "list", "lists"], heading: "ARMY:", files: Some(Sort::Armies) },
    Topic { names: &["map", "maps"], heading: "MAP:", files: Some(Sort::Maps) },
    Topic { names: &["terrain"], heading: "TERRAIN:", files: None },
    Topic { names: &["plan", "plans"], heading: "PLAN:", files: Some(Sort::Plans) },
    // `study` is the command.
    Topic { names: &["studies"], heading: "STUDY:", files: Some(Sort::Studies) },
    Topic { names: &["notation"], heading: "NOTATION:", files: None },
    Topic { names: &["case"], heading: "CASE:", files: None },
    Topic { names: &["journal"], heading: "JOURNAL:", files: None },
    Topic { names: &["luck"], heading: "LUCK AND SKILL:", files: None },
    Topic { names: &["programs"], heading: "OTHER PROGRAMS", files: None },
];

/// Explain a command, a kind of file, or what a ruleset's files may say; or write a file that comes with the program
#[derive(Debug, clap::Args)]
pub struct Help {
    /// A command; `scenario`, `army`, `map`, `terrain`, `plan` or `studies`, each with a whole example; `own` (your own files);
    /// `formats` (everything about files and lines); a ruleset: its fields, troop types, terrain and words; or the name of a
    /// file that comes with the program, such as armati/zama, to be copied
    topic: Option<String>,
}

impl Help {
    /// Prints the help that was asked for.
    pub fn run(&self, mut command: clap::Command, places: &Places) -> Outcome {
        command.build();
        let text = match self.topic.as_deref() {
            None => command.render_help().to_string(),
            Some("formats") => plain(FORMATS),
            Some("own") => own(places),
            Some(asked) => match told(asked) {
                Some(text) => text,
                None => match command.find_subcommand_mut(asked) {
                    Some(sub) => sub.render_long_help().to_string(),
                    None => return Err(unknown(asked, &command)),
                },
            },
        };
        let mut out = out();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(Done::Well)
    }
}

/// What is told of a ruleset, of a topic, or as the text of a file.
fn told(asked: &str) -> Option<String> {
    if let Some(ruleset) = RULESETS.iter().find(|ruleset| ruleset.name == asked) {
        return Some(lexicon::page(ruleset));
    }
    let topic = TOPICS.iter().find(|topic| topic.names.contains(&asked));
    topic.map(of_topic).or_else(|| shipped::text(asked).map(str::to_owned))
}

/// A section of the page of formats, and the names of the files of its kind.
fn of_topic(topic: &Topic) -> String {
    let mut text = section(topic.heading);
    if let Some(sort) = topic.files {
        text.push_str("\nThese come with the program; `sandtable help NAME` writes the text of one, to be copied:\n\n");
        text.extend(shipped::names(sort).iter().map(|name| format!("  {name}\n")));
    }
    text
}

/// The section whose heading begins so.
fn section(heading: &str) -> String {
    let found = page::sections(FORMATS).find(|(head, _)| head.starts_with(heading));
    found.map(|(_, section)| plain(section)).unwrap_or_default()
}

/// Where people's own files lie, what is there, and how they are found.
fn own(places: &Places) -> String {
    let Some(folder) = places.own() else {
        return "This system has no folder for the data of programs: name one with --own FOLDER.\n".to_owned();
    };
    let there = if folder.is_dir() { "" } else { "  (not there yet: make it)" };
    let mut text = format!("Your own files lie in {}{there}\n\n", folder.display());
    for kind in ["battles", "armies", "maps", "plans"] {
        let names = home::names(kind);
        let told = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        text.push_str(&format!("  {kind:<8} {told}\n"));
    }
    text.push('\n');
    text.push_str(&section("YOUR OWN FOLDER"));
    text
}

/// That there is nothing of that name to be told.
fn unknown(asked: &str, command: &clap::Command) -> Trouble {
    let files: Vec<String> = Sort::ALL.into_iter().flat_map(shipped::names).collect();
    if asked.contains('/') {
        let near = nearest(asked, files.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Trouble::Usage(format!("no file that comes with the program is named `{asked}`{near}"));
    }
    let commands = command.get_subcommands().filter(|c| !c.is_hide_set()).map(clap::Command::get_name);
    let topics = TOPICS.iter().map(|topic| topic.names[0]);
    let known: Vec<&str> =
        commands.chain(topics).chain(["formats", "own"]).chain(RULESETS.iter().map(|ruleset| ruleset.name)).collect();
    let mut message = format!("there is no command or topic `{asked}`");
    match nearest(asked, known.iter().copied()) {
        Some(near) => message.push_str(&format!("; did you mean `{near}`?")),
        None => message.push_str(&format!("; there are {}", known.join(", "))),
    }
    Trouble::Usage(message)
}
