//! `sandtable analyse`: luck and skill of a battle that was played, apart.

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
use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use super::progress::Progress;
use super::sim::jobs;
use super::write;
use crate::battle::digest::Digester;
use crate::battle::narrator::Narrator;
use crate::battle::{Action, Digest, Journal, View, notation, umpire, undo};
use crate::lab::analysis::told::{Analysis, AnswerTold, Basis, SideTold, tell};
use crate::lab::analysis::{self, Key, Order, page};
use crate::lab::replay::{Replay, replay};
use crate::players::Kind;
use crate::rules::RULESETS;
use crate::scenario::journal::DiceFrom;
use crate::scenario::journal_file::{self, JournalFile};

/// Tell luck from skill in a battle that was played: what each throw changed, and what each answer lost
///
/// From each position so many battles are played on to their end by the captain on both sides, with the same seeds of dice
/// everywhere. The chance to win after a throw less that before it is luck; the chance of an answer less that of the
/// captain's answer is skill. The chance at the beginning, all luck and all skill together are the result, exactly.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable analyse zama.journal.ron
  sandtable analyse zama.journal.ron --page zama.html --keep zama.rollouts     # the same line again goes on where it was
  sandtable analyse zama.journal.ron --rollouts 100 --format json

Exit status: 0 when it was done, else 1.")]
pub struct Analyse {
    /// A journal
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// How many battles are played on from each position
    #[arg(long, default_value_t = analysis::ROLLOUTS, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    rollouts: u32,
    /// Who plays them: captain, plain-captain (makes no use of advanced rules) or random
    #[arg(long, default_value = "captain", value_name = "PLAYER", value_parser = kind)]
    by: Kind,
    /// Where all their dice and choices come from
    #[arg(long, default_value = "1", value_name = "S")]
    seed: u64,
    /// How many threads, or `all` for as many as the machine runs at once
    #[arg(long, default_value = "all", value_name = "J", value_parser = jobs)]
    jobs: NonZeroUsize,
    /// Keep the rollouts in this file as they come, and go on from those that are in it
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Write all of it as one page for a browser
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
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

impl Analyse {
    /// Plays the rollouts and tells what they say.
    pub fn run(&self) -> Outcome {
        let journal = journal_file::load(&self.journal).map_err(|list| load::flaws(&list))?;
        load::warn(&journal.notices);
        if journal.header.dice == DiceFrom::Hand {
            let why = "its dice were rolled by hand: what else they could have shown cannot be played";
            return Err(Trouble::Failed(format!("{}: {why}", journal.path)));
        }
        let Replay { opened, .. } = played(&journal)?;
        let actions: Vec<Action> =
            opened.world.resource::<Journal>().answers().map(|(_, action)| action.clone()).collect();
        if actions.is_empty() {
            return Err(Trouble::Failed(format!("{}: nothing was answered in it yet", journal.path)));
        }
        let header = Header { rollouts_form: 1, fingerprint: self.fingerprint(&journal, &opened.world) };
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
        let world = || beginning(&journal);
        let found = analysis::weigh(&Order {
            ruleset: &opened.ruleset,
            world: &world,
            actions: &actions,
            by: self.by,
            rollouts: self.rollouts,
            seed: self.seed,
            jobs: self.jobs.get(),
            known: &known,
            keep: &keep,
            done: &|| progress.at_least(1 + done.fetch_add(1, Ordering::Relaxed)),
        });
        progress.finish();
        let found = found.map_err(|refusal| {
            let narrator = Narrator::new((opened.ruleset.texts)(), View::umpire(&opened.world).names());
            Trouble::Failed(format!("{}: an answer is refused: {}", journal.path, narrator.refusal(&refusal)))
        })?;
        if let (Some(path), Some(why)) = (&self.keep, trouble.into_inner().unwrap_or_default()) {
            return Err(Trouble::file("write", path, &why));
        }
        let basis = Basis { by: self.by.name(), rollouts: self.rollouts, seed: self.seed };
        let analysis = tell(&opened.world, &opened.ruleset, &opened.setup, &found, basis);
        if let Some(path) = &self.page {
            let html = page::html(&analysis).map_err(|why| Trouble::Failed(why.to_string()))?;
            write::file(path, html.as_bytes())?;
        }
        match self.format {
            Format::Json => print_json(&analysis)?,
            Format::Text => print(&analysis)?,
        }
        Ok(Done::Well)
    }

    fn fingerprint(&self, journal: &JournalFile, world: &World) -> Digest {
        let view = View::umpire(world);
        let mut digester = Digester::default();
        digester.add(&(format!("{:?}", journal.header), self.by.name(), self.rollouts, self.seed));
        for (_, action) in world.resource::<Journal>().answers() {
            digester.add(&notation::write(action, &view.names()));
        }
        digester.finish()
    }
}

/// The battle of a journal, played to its end.
fn played(journal: &JournalFile) -> Result<Replay, Trouble> {
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
pub(super) fn kind(text: &str) -> Result<Kind, String> {
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

fn print(analysis: &Analysis) -> Result<(), Trouble> {
    let mut out = out();
    writeln!(out, "{}: luck and skill\n{}\n", analysis.title, page::headline(analysis))?;
    let sides = [&analysis.north, &analysis.south];
    let wide = sides.iter().map(|side| side.name.chars().count()).max().unwrap_or_default().max(6);
    writeln!(out, "{:wide$}  {:<15}  {:<15}  answers  other  doubtful  bad  blunders  fine", "side", "skill", "luck")?;
    for SideTold { name, skill, luck, answers, other, marks: [doubtful, bad, blunders, fine] } in sides {
        let (skill, luck) = (page::with_error(*skill), page::with_error(*luck));
        writeln!(
            out,
            "{name:wide$}  {skill:<15}  {luck:<15}  {answers:>7}  {other:>5}  {doubtful:>8}  {bad:>3}  {blunders:>8}  {fine:>4}"
        )?;
    }
    writeln!(out, "\n{}\n", page::sum(analysis))?;
    for answer in analysis.answers.iter().filter(|answer| !answer.marks.is_empty()) {
        print_answer(&mut out, answer)?;
    }
    writeln!(out, "{}", page::basis(analysis))?;
    out.flush()?;
    Ok(())
}

fn print_answer(out: &mut impl Write, answer: &AnswerTold) -> Result<(), Trouble> {
    let AnswerTold { when, side, told, chance, skill, instead, luck, marks, .. } = answer;
    let [before, after] = chance.map(page::hundredths);
    let marks: Vec<&str> = marks.iter().map(|mark| mark.word()).collect();
    writeln!(out, "{when:<5} {} ({}): {before} to {after}", marks.join(", "), side.name())?;
    writeln!(out, "      {told}")?;
    if let Some(skill) = skill {
        let instead = instead.as_deref().map_or_else(String::new, |instead| format!("; instead: {instead}"));
        writeln!(out, "      the answer {}{instead}", page::with_error(*skill))?;
    }
    if let Some(luck) = luck {
        writeln!(out, "      the dice {}", page::with_error(*luck))?;
    }
    writeln!(out)?;
    Ok(())
}
