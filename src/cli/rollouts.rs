//! The rollouts of a battle that was played, as `analyse` and `report` ask for them: kept in a file as they come.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::load;
use super::output::Trouble;
use super::progress::Progress;
use super::sim::jobs;
use super::write;
use crate::battle::digest::Digester;
use crate::battle::narrator::Narrator;
use crate::battle::{Action, Digest, Journal, View, notation, umpire, undo};
use crate::ids::Side;
use crate::lab::analysis::told::{Analysis, Basis, Battle, tell};
use crate::lab::analysis::{self, Key, Order, Unfinished, Work};
use crate::lab::cut::Cut;
use crate::lab::judge::Judge;
use crate::lab::replay::{Replay, replay};
use crate::players::Kind;
use crate::rules::RULESETS;
use crate::scenario::journal::DiceFrom;
use crate::scenario::journal_file::JournalFile;

/// How rollouts are played.
#[derive(Debug, clap::Args)]
pub struct Rollouts {
    /// How many battles are played on from each position
    #[arg(long, default_value_t = analysis::ROLLOUTS, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub rollouts: u32,
    /// Who plays them: captain, plain-captain (makes no use of advanced rules) or random
    #[arg(long, default_value = analysis::BY.name(), value_name = "PLAYER", value_parser = kind)]
    pub by: Kind,
    /// Play each on for so many turns only, and then draw who wins by the judgement of the position at a glance: quicker, and
    /// only as good as that is (`sandtable calibrate --turns` tells how good)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub turns: Option<u32>,
    /// Where all their dice and choices come from
    #[arg(long, default_value_t = analysis::SEED, value_name = "S")]
    pub seed: u64,
    /// How many threads, or `all` for as many as the machine runs at once
    #[arg(long, default_value = "all", value_name = "J", value_parser = jobs)]
    pub jobs: NonZeroUsize,
    /// Keep the rollouts in this file as they come, and go on from those that are in it
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
}

/// What a file of rollouts begins with.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The version of the file's form; first, so that it is known by it.
    rollouts_form: u32,
    /// Of the battle, its answers and how the rollouts are played.
    fingerprint: Digest,
}

/// The rollouts from one position.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    answers: usize,
    given: bool,
    halves: Vec<u8>,
}

impl Rollouts {
    /// Tells luck from skill in the battle of that journal, which was played anew to its end.
    pub fn told(&self, journal: &JournalFile, replay: &Replay) -> Result<Analysis, Trouble> {
        let opened = &replay.opened;
        if journal.header.dice == DiceFrom::Hand {
            return Err(Trouble::Failed(format!("{}: {}", journal.path, analysis::BY_HAND)));
        }
        let actions: Vec<Action> =
            opened.world.resource::<Journal>().answers().map(|(_, action)| action.clone()).collect();
        if actions.is_empty() {
            return Err(Trouble::Failed(format!("{}: nothing was answered in it yet", journal.path)));
        }
        let header = Header { rollouts_form: 1, fingerprint: self.fingerprint(journal, &opened.world) };
        let known = self.keep.as_ref().map(|path| known(path, &header)).transpose()?.unwrap_or_default();
        let file = self.keep.as_ref().map(|path| begun(path, &header, &known)).transpose()?;
        let file = file.map(Mutex::new);
        let trouble: Mutex<Option<std::io::Error>> = Mutex::new(None);
        let keep = |key: Key, halves: &[u8]| {
            let Some(file) = &file else { return };
            let line = Kept { answers: key.answers, given: key.given, halves: halves.to_vec() };
            let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Err(why) = append(&mut file, &line) {
                trouble.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(why);
            }
        };
        let progress = Progress::new(actions.len() as u64 + 1, "answers");
        let done = AtomicU64::new(0);
        let judge = self.turns.map(|_| Judge::begin(&beginning(journal), &opened.ruleset, Side::South));
        let order = Order {
            ruleset: &opened.ruleset,
            actions: &actions,
            by: self.by,
            rollouts: self.rollouts,
            seed: self.seed,
            cut: judge.as_ref().zip(self.turns).map(|(judge, turns)| Cut { turns, judge }),
            known: &known,
            keep: &keep,
            stopped: &|| false,
        };
        let found = analysis::weigh(
            &order,
            &Work {
                world: &|| beginning(journal),
                jobs: self.jobs.get(),
                done: &|| progress.at_least(1 + done.fetch_add(1, Ordering::Relaxed)),
            },
        );
        progress.finish();
        let found = found.map_err(|unfinished| match unfinished {
            Unfinished::Refused(refusal) => {
                let narrator = Narrator::new((opened.ruleset.texts)(), View::umpire(&opened.world).names());
                let why = narrator.refusal(&refusal);
                Trouble::Failed(format!("{}: an answer is refused: {why}", journal.path))
            }
            Unfinished::Stopped => Trouble::Failed(format!("{}: it was stopped", journal.path)),
        })?;
        if let (Some(path), Some(why)) = (&self.keep, trouble.into_inner().unwrap_or_default()) {
            return Err(Trouble::file("write", path, &why));
        }
        let basis = Basis { by: self.by.name(), rollouts: self.rollouts, turns: self.turns, seed: self.seed };
        let battle = Battle::of(&opened.world, &opened.ruleset, &opened.setup);
        Ok(tell(&battle, &found, basis))
    }

    fn fingerprint(&self, journal: &JournalFile, world: &World) -> Digest {
        let view = View::umpire(world);
        let mut digester = Digester::default();
        digester.add(&(format!("{:?}", journal.header), self.by.name(), self.rollouts, self.seed));
        if let Some(turns) = self.turns {
            digester.add(&turns);
        }
        for (_, action) in world.resource::<Journal>().answers() {
            digester.add(&notation::write(action, &view.names()));
        }
        digester.finish()
    }
}

/// The battle of a journal, played to its end.
pub fn played(journal: &JournalFile) -> Result<Replay, Trouble> {
    let replay = replay(RULESETS, journal).map_err(|list| load::flaws(&list))?;
    match &replay.differs {
        None => Ok(replay),
        Some(differs) => {
            let told = format!("{}:{}:1: {}", journal.path, differs.line, differs.told);
            Err(Trouble::Failed(format!("{told}\nthe journal cannot be played to its end by these rules")))
        }
    }
}

/// The battle of a journal that was played without trouble before, at its beginning.
fn beginning(journal: &JournalFile) -> World {
    let mut world = match replay(RULESETS, journal) {
        Ok(replay) => replay.opened.world,
        Err(_) => World::new(),
    };
    // That gives back the dice too.
    while undo(&mut world) {}
    umpire::grant(&mut world);
    world
}

/// One of the players that need no file.
pub fn kind(text: &str) -> Result<Kind, String> {
    let names = Kind::ALL.map(Kind::name);
    let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| format!("there is no player `{text}`; there are {}", names.join(", ")))
}

/// The rollouts in that file; none where there is no file. A last line that was cut off is left out.
fn known(path: &Path, header: &Header) -> Result<BTreeMap<Key, Vec<u8>>, Trouble> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(why) => return Err(Trouble::file("read", path, &why)),
    };
    let mut lines = text.lines();
    let first: Option<Header> = lines.next().and_then(|line| serde_json::from_str(line).ok());
    if first.as_ref() != Some(header) {
        let why = "has no rollouts of this battle that were played so: name another file";
        return Err(Trouble::Failed(format!("{} {why}", path.display())));
    }
    let kept = lines.filter_map(|line| serde_json::from_str::<Kept>(line).ok());
    Ok(kept.map(|kept| (Key { answers: kept.answers, given: kept.given }, kept.halves)).collect())
}

/// That file with those rollouts, to be gone on with.
fn begun(path: &Path, header: &Header, known: &BTreeMap<Key, Vec<u8>>) -> Result<File, Trouble> {
    let failed = |why: serde_json::Error| Trouble::Failed(why.to_string());
    let mut text = serde_json::to_vec(header).map_err(failed)?;
    text.push(b'\n');
    for (key, halves) in known {
        let kept = Kept { answers: key.answers, given: key.given, halves: halves.clone() };
        serde_json::to_writer(&mut text, &kept).map_err(failed)?;
        text.push(b'\n');
    }
    write::file(path, &text)?;
    OpenOptions::new().append(true).open(path).map_err(|why| Trouble::file("write", path, &why))
}

fn append(file: &mut File, line: &Kept) -> std::io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    file.write_all(&bytes)
}
