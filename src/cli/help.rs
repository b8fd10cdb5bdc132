//! `sandtable help [COMMAND|TOPIC]`: the same help as `--help`, and topics that belong to no command.

use std::io::Write;

use super::lexicon;
use super::output::{Done, Outcome, Trouble, out};
use super::places::Places;
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
  sandtable help formats                             scenario, case, notation and referee formats
  sandtable help own                                 where your own battles and armies lie
  sandtable help armati                              every verb, step, die and value that a case may name

Exit status: 0 done, 1 what was checked is bad or could not be done, 2 wrong usage.";

/// The page of the formats, in Markdown.
const FORMATS: &str = include_str!("../../docs/formats.md");

/// Explain a command, the formats of files and lines, or the words of a ruleset
#[derive(Debug, clap::Args)]
pub struct Help {
    /// A command, `formats`, `own` (your own files), or a ruleset: its verbs, steps, dice, card values and words
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
            Some(topic) if RULESETS.iter().any(|ruleset| ruleset.name == topic) => {
                RULESETS.iter().find(|ruleset| ruleset.name == topic).map(lexicon::page).unwrap_or_default()
            }
            Some(topic) => match command.find_subcommand_mut(topic) {
                Some(sub) => sub.render_long_help().to_string(),
                None => return Err(unknown(topic, &command)),
            },
        };
        let mut out = out();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(Done::Well)
    }
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
    let section = FORMATS.split("\n## ").find(|section| section.starts_with("YOUR OWN FOLDER")).unwrap_or_default();
    text.push('\n');
    text.push_str(&plain(section.trim_end()));
    text
}

/// A page as a terminal shows it: without the signs of headings and the fences of examples.
fn plain(markdown: &str) -> String {
    let text = markdown.lines().filter(|line| !line.starts_with("```"));
    text.flat_map(|line| [line.trim_start_matches("## ").trim_start_matches("# "), "\n"]).collect()
}

fn unknown(topic: &str, command: &clap::Command) -> Trouble {
    let commands = command.get_subcommands().filter(|c| !c.is_hide_set()).map(clap::Command::get_name);
    let topics: Vec<&str> =
        commands.chain(["formats", "own"]).chain(RULESETS.iter().map(|ruleset| ruleset.name)).collect();
    let mut message = format!("there is no command or topic `{topic}`");
    match nearest(topic, topics.iter().copied()) {
        Some(near) => message.push_str(&format!("; did you mean `{near}`?")),
        None => message.push_str(&format!("; there are {}", topics.join(", "))),
    }
    Trouble::Usage(message)
}
