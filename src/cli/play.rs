//! `sandtable play`: the window; where there is none, the battle is played in the terminal.

use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bevy::ecs::world::World;

use super::load;
use super::log::Log;
use super::output::{Done, Out, Outcome, Trouble, out};
use super::picture::{self, PictureForm};
#[cfg(feature = "gui")]
use super::places::Folders;
use super::places::Places;
use crate::battle::{Action, InForce, View};
use crate::ids::Side;
use crate::lab::keeper::Keeper;
use crate::lab::replay::{Difference, replay};
use crate::lab::{BUDGET, Watcher, play_watched};
use crate::players::{Kind, Player};
use crate::rules::RULESETS;
use crate::scenario::Opened;
use crate::scenario::journal::{DiceFrom, Header, Writer};

/// The battle that is played when nobody names one.
const TEACHING: &str = "armati/first_battle";
/// More files of one name than anybody keeps in a folder.
const MOST_FILES: u32 = 10_000;

/// Open the window: choose a battle, or go on with one
///
/// Where there is no display or no graphics adapter, this says what is missing, plays the battle in the terminal
/// with the captain on both sides, and writes its journal and its picture into the working folder.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable play
  sandtable play armati/zama
  sandtable play armati/zama --screenshot zama.png")]
pub struct Play {
    /// A scenario or a journal; without it the window shows what there is
    #[arg(value_name = "SCENARIO|JOURNAL")]
    battle: Option<String>,
    /// Write the window's picture once it is up, and exit
    #[arg(long, value_name = "FILE.png")]
    screenshot: Option<PathBuf>,
    /// The seed of the dice of battles that are begun; without it they fall otherwise each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Tell on stdout, in lines of JSON, what the window shows and where: for programs that play it by mouse and keys
    #[cfg(feature = "gui")]
    #[arg(long)]
    tell: bool,
    /// Speak this language, by the file of its name in the folder `words` beside the options, e.g. `words/de.ron`;
    /// without it that of the environment, where there is such a file
    #[cfg(feature = "gui")]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// List what a file of words lacks of what the window says, and what in it is amiss, instead of playing
    #[cfg(feature = "gui")]
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["battle", "screenshot", "tell"])]
    untranslated: Option<PathBuf>,
}

impl Play {
    /// Plays.
    pub fn run(&self, places: &Places) -> Outcome {
        #[cfg(feature = "gui")]
        if let Some(file) = &self.untranslated {
            return untranslated(file);
        }
        let missing = match self.window(places) {
            Ok(code) if code == ExitCode::SUCCESS => return Ok(Done::Well),
            Ok(_) => return Err(Trouble::Failed("The window ended with an error.".to_owned())),
            Err(missing) => missing,
        };
        if self.screenshot.is_some() {
            return Err(Trouble::Failed(missing));
        }
        // Where nobody listens on stderr, the battle is played all the same.
        let _ = writeln!(stderr(), "{missing}");
        in_terminal(self.battle.as_deref().unwrap_or(TEACHING), self.seed.unwrap_or(load::USUAL_SEED))
    }

    /// Opens the window and stays until it is closed.
    ///
    /// # Errors
    /// Why there is none, in one sentence.
    #[cfg(feature = "gui")]
    fn window(&self, places: &Places) -> Result<ExitCode, String> {
        crate::gui::display_available()?;
        let places = places.folders();
        let within = |folder: fn(&Folders) -> &Path, name: &str| places.as_ref().map(|p| folder(p).join(name));
        if let Some(folder) = within(|p| &p.config, "words")
            && let Err(why) = crate::gui::speak(RULESETS, &folder, self.language.as_deref())
        {
            // What cannot be said in that language is said in English.
            let _ = writeln!(stderr(), "{why}");
        }
        Ok(crate::gui::run(
            RULESETS,
            crate::gui::Start {
                battle: self.battle.clone(),
                screenshot: self.screenshot.clone(),
                options: within(|p| &p.config, "options.ron"),
                saves: within(|p| &p.data, "battles"),
                pictures: within(|p| &p.data, "pictures"),
                seed: self.seed,
                tell: self.tell,
                size: None,
            },
        ))
    }

    /// There is none.
    #[cfg(not(feature = "gui"))]
    fn window(&self, _: &Places) -> Result<ExitCode, String> {
        Err("This build of sandtable has no window: build it with its usual features (cargo build --release) and, on \
             Debian, install the packages libvulkan1, mesa-vulkan-drivers and libxkbcommon-x11-0 to run it."
            .to_owned())
    }
}

/// Lists what a file of words lacks; it is good when it lacks nothing.
#[cfg(feature = "gui")]
fn untranslated(file: &Path) -> Outcome {
    let lines = crate::gui::untranslated(RULESETS, file).map_err(Trouble::Failed)?;
    let mut out = out();
    for line in &lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(if lines.is_empty() { Done::Well } else { Done::Bad })
}

/// A battle to be played on, and where it is kept.
struct Table {
    opened: Opened,
    keeper: Keeper,
    picture: PathBuf,
}

/// A battle as it begins, with a new journal.
fn begin(name: &str, seed: u64) -> Result<Table, Trouble> {
    let mut opened = load::open(name)?;
    let header = Header::of(&opened, DiceFrom::Seed(seed));
    // Seeded dice never run out.
    opened.begin(header.dice.dice()).map_err(|refusal| Trouble::Failed(refusal.says.to_string()))?;
    let stem = Path::new(name).file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let [journal, picture] = free_names(stem.trim_end_matches(".ron"));
    let keeper = Keeper::begin(&journal, &header, &opened.world);
    let mut keeper = keeper.map_err(|why| Trouble::file("write", &journal, &why))?;
    keeper.seated([Kind::Captain.name(); 2]);
    Ok(Table { opened, keeper, picture })
}

/// A battle as its journal ends, which goes on in the same file.
fn resume(journal: &Path) -> Result<Table, Trouble> {
    let (writer, read) = Writer::resume(journal).map_err(|list| load::flaws(&list))?;
    load::warn(&read.notices);
    let replayed = replay(RULESETS, &read).map_err(|list| load::flaws(&list))?;
    if let Some(Difference { line, told, .. }) = replayed.differs {
        return Err(Trouble::Failed(format!("{}:{line}:1: this no longer plays as it was kept: {told}", read.path)));
    }
    let stem = journal.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let [_, picture] = free_names(stem.trim_end_matches(".ron").trim_end_matches(".journal"));
    Ok(Table { keeper: Keeper::resume(writer, &replayed), opened: replayed.opened, picture })
}

/// Plays a battle with the captain on both sides, tells it, and writes its journal and picture.
fn in_terminal(name: &str, seed: u64) -> Outcome {
    let path = Path::new(name);
    let Table { mut opened, keeper, picture } = if load::is_journal(path) { resume(path)? } else { begin(name, seed)? };
    let mut told = Told { log: Log::default(), out: out(), keeper, closed: None };
    writeln!(told.out, "{}", opened.setup.title)?;
    let in_force = opened.world.resource::<InForce>().told((opened.ruleset.texts)());
    writeln!(told.out, "advanced rules in force: {in_force}")?;
    told.tell(&opened.world);
    let [mut north, mut south] = Side::BOTH.map(|_| Kind::Captain.make(&opened.ruleset, load::USUAL_SEED));
    let players: [&mut dyn Player; 2] = [north.as_mut(), south.as_mut()];
    let played = play_watched(&mut opened.world, players, BUDGET, &mut told);
    let Told { mut out, keeper, closed, .. } = told;
    let journal = keeper.finish().map_err(|why| Trouble::Failed(format!("cannot write the journal: {why}")))?;
    picture::save(&opened.world, &opened.ruleset, &opened.setup, PictureForm::Png, &picture)?;
    if let Some(why) = closed {
        return Err(why.into());
    }
    if let Err(halt) = played.end {
        return Err(Trouble::Failed(format!("the battle did not finish: {}", halt.tell(&opened.world))));
    }
    let turns = View::umpire(&opened.world).clock().turn;
    writeln!(out, "\n{turns} turns, {} answers", played.actions)?;
    writeln!(out, "journal: {}\npicture: {}", journal.display(), picture.display())?;
    out.flush()?;
    Ok(Done::Well)
}

/// Tells the battle while it is kept.
struct Told {
    log: Log,
    out: Out,
    keeper: Keeper,
    /// Why nothing is told any more.
    closed: Option<std::io::Error>,
}

impl Told {
    fn tell(&mut self, world: &World) {
        if self.closed.is_none() {
            self.closed = self.log.last(world, &mut self.out).err();
        }
    }
}

impl Watcher for Told {
    fn before(&mut self, world: &World, action: &Action) {
        self.keeper.before(world, action);
    }

    fn after(&mut self, world: &World) {
        self.keeper.after(world);
        self.tell(world);
    }
}

/// Names for a journal and a picture in the working folder that nothing has yet.
fn free_names(stem: &str) -> [PathBuf; 2] {
    let stem = if stem.is_empty() { "battle" } else { stem };
    let names = |n: u32| {
        let stem = if n == 1 { stem.to_owned() } else { format!("{stem}-{n}") };
        [PathBuf::from(format!("{stem}.journal.ron")), PathBuf::from(format!("{stem}.png"))]
    };
    let free = (1..MOST_FILES).map(names).find(|names| names.iter().all(|path| !path.exists()));
    free.unwrap_or_else(|| names(MOST_FILES))
}
