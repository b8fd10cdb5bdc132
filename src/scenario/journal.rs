//! The journal's file: a header, then one value a line, appended after every action. It is both the saved game and the
//! replay.
//!
//! The header contains the text of the scenario and of its map, so that the journal needs neither file. Facts are told
//! in names and numbers, so that they can be shown even when a later version of the ruleset would give others.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::flaw::FileFlaw;
use super::journal_file::{self, JournalFile};
use super::open::Opened;
use super::shelf::Shelf;
use super::source::Source;
use super::telling::{self, Telling, alike, placed, tellings};
use crate::battle::setup::{Deploy, Setup};
use crate::battle::{digest, digest_without_places};
use crate::dice::{Dice, Scripted};

/// The version of the file format.
pub const FORM: u32 = 1;

/// What a journal begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`FORM`]; first, so that a journal is known by it.
    pub journal: u32,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The ruleset's version when the battle was played.
    pub version: u32,
    /// The scenario's path and text.
    pub scenario: Text,
    /// The map's, when the scenario has one.
    #[serde(default)]
    pub map: Option<Text>,
    /// The army lists of people's own that the scenario asks for, by the names under which it does.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<String, Text>,
    /// Where its dice come from.
    pub dice: DiceFrom,
    /// What was chosen when the battle began.
    #[serde(default, skip_serializing_if = "Chosen::is_nothing")]
    pub chosen: Chosen,
}

/// What people chose differently from the scenario when the battle began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Chosen {
    /// The preset of switches to start from, instead of the scenario's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Switches set one by one, by name.
    pub switches: BTreeMap<String, bool>,
    /// Whether the sides place their units though the scenario gives them places.
    pub deploy_free: bool,
}

impl Chosen {
    fn is_nothing(&self) -> bool {
        *self == Chosen::default()
    }

    /// Applies the choices to a setup.
    pub fn put(&self, setup: &mut Setup) {
        if self.preset.is_some() {
            setup.preset.clone_from(&self.preset);
        }
        setup.switches.extend(self.switches.clone());
        if self.deploy_free {
            setup.deploy = Deploy::Free;
        }
    }
}

/// A file's text within the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Where it lay, as it was named.
    pub path: String,
    /// All of it.
    pub text: String,
}

/// Where the battle's dice come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum DiceFrom {
    /// Dice of this seed.
    Seed(u64),
    /// These faces; then dice of the seed, if there is one.
    Script {
        /// In the order in which they are rolled.
        faces: Vec<Scripted>,
        /// The seed of the dice after them.
        then: Option<u64>,
    },
    /// People roll dice; the faces are in their actions.
    Hand,
}

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Line {
    /// An action in notation.
    Do(String),
    /// The last action that was not taken back was taken back.
    Undo,
    /// The action last taken back was repeated.
    Redo,
    /// A fact that the action above led to.
    Fact(Box<Telling>),
    /// The state at the end of a turn and of the battle: its digest, exact to the last bit; and, so that another build
    /// that rounds otherwise can compare it too, the digest without poses and measured numbers, and where everybody
    /// stands. Journals from before November 2026 have only the first.
    Digest {
        /// The number of the turn that is over.
        turn: u32,
        /// Of the whole state, as hexadecimal digits.
        digest: String,
        /// Of the state without poses and measured numbers.
        #[serde(default)]
        counted: String,
        /// Where every unit stands: one pose for each of its bases.
        #[serde(default)]
        placed: Vec<telling::Path>,
    },
    /// Who answers for each side from now on, by a player's name; an empty name is a person.
    Seats {
        /// North's player.
        north: String,
        /// South's player.
        south: String,
    },
    /// The moment after so many answers was marked so that it can be found again, or the mark was removed.
    Marked {
        /// How many answers had been given, without those taken back.
        answers: usize,
        /// Whether it was marked; the mark was removed if not.
        on: bool,
    },
}

impl Line {
    /// The state after that turn.
    pub fn digest(world: &World, turn: u32) -> Line {
        let (digest, counted) = (digest(world).to_string(), digest_without_places(world).to_string());
        Line::Digest { turn, digest, counted, placed: placed(world) }
    }

    /// Whether two digests are the same but for rounding of poses: everything counted is equal, and everybody stands in
    /// about the same place. None where one of the two lines has not enough to compare, or is no digest.
    pub fn is_about(&self, other: &Line) -> Option<bool> {
        let Line::Digest { counted, placed, .. } = self else { return None };
        let Line::Digest { counted: its, placed: there, .. } = other else { return None };
        let known = !counted.is_empty() && !its.is_empty();
        known.then(|| counted == its && alike(placed, there, telling::Path::is_about))
    }
}

/// The facts of the last answer as lines; before the first answer, those of the opening.
pub fn told(world: &World) -> Vec<Line> {
    tellings(world).into_iter().map(|telling| Line::Fact(Box::new(telling))).collect()
}

impl Header {
    /// The header of a battle that begins with these dice.
    pub fn of(opened: &Opened, dice: DiceFrom) -> Header {
        Header {
            ruleset: opened.ruleset.name.to_owned(),
            version: opened.ruleset.version,
            dice,
            ..Header::of_files(&opened.files, &opened.lists)
        }
    }

    /// That of a battle of those files, the scenario's first, of which nothing else is known yet.
    pub(super) fn of_files(files: &[Source], lists: &BTreeMap<String, Source>) -> Header {
        let text = |source: &Source| Text { path: source.path().to_owned(), text: source.text().to_owned() };
        let mut files = files.iter().filter(|file| !file.path().is_empty()).map(text);
        let none = || Text { path: String::new(), text: String::new() };
        Header {
            journal: FORM,
            ruleset: String::new(),
            version: 0,
            scenario: files.next().unwrap_or_else(none),
            map: files.next(),
            lists: lists.iter().map(|(name, list)| (name.clone(), text(list))).collect(),
            dice: DiceFrom::Seed(0),
            chosen: Chosen::default(),
        }
    }

    /// The scenario in the journal, with the choices applied.
    pub fn draft(&self) -> Draft {
        let source = |text: &Text| Source::new(&*text.path, text.text.clone());
        let lists = self.lists.iter().map(|(name, text)| (name.clone(), source(text))).collect();
        let shelf = Shelf::carrying(self.map.as_ref().map(source), lists);
        let mut draft = Draft::read(source(&self.scenario), &shelf);
        if let Some(setup) = &mut draft.setup {
            self.chosen.put(setup);
        }
        draft
    }
}

impl DiceFrom {
    /// The dice to begin the battle with.
    pub fn dice(&self) -> Dice {
        match self {
            DiceFrom::Seed(seed) => Dice::seeded(*seed),
            DiceFrom::Script { faces, then } => Dice::scripted(faces, *then),
            DiceFrom::Hand => Dice::by_hand(),
        }
    }
}

/// Appends to a journal's file. Lines are handed to the operating system before a call returns, so a program that is
/// killed loses nothing. What cannot be written, on a full disk say, is held back and written with the next lines.
#[derive(Debug)]
pub struct Writer {
    to: To,
    /// What is still to be written.
    held: String,
}

/// Where a journal goes.
#[derive(Debug)]
enum To {
    /// To this file, whose first bytes, so many, are whole lines.
    File { path: PathBuf, file: File, whole: u64 },
    /// To a new file in this folder, as soon as one can be made; its name begins so.
    New { folder: PathBuf, stem: String },
}

/// How the names of journals end.
pub const END: &str = ".journal.ron";
/// More battles of one name than anybody keeps.
const MOST: u32 = 100_000;

impl Writer {
    /// Begins a journal in a new file.
    ///
    /// # Errors
    /// When there is a file already, or none can be written.
    pub fn begin(path: &Path, header: &Header) -> io::Result<Writer> {
        let mut writer = Writer { to: To::new_file(path)?, held: line_of(header)? };
        writer.write()?;
        Ok(writer)
    }

    /// Begins a journal in a folder, which need not be there, under a name that no file has: `zama-1.journal.ron`. Where
    /// that cannot be done now it is tried again with every line; until then all lines are held back.
    ///
    /// # Errors
    /// When the header cannot be written as RON.
    pub fn begin_in(folder: &Path, stem: &str, header: &Header) -> io::Result<Writer> {
        let to = To::New { folder: folder.to_path_buf(), stem: stem.to_owned() };
        Ok(Writer { to, held: line_of(header)? })
    }

    /// Continues a journal: returns its lines, and cuts off an incomplete last line.
    ///
    /// # Errors
    ///
    /// The flaws of the file, or why it cannot be written.
    pub fn resume(path: &Path) -> Result<(Writer, JournalFile), Vec<FileFlaw>> {
        let read = journal_file::load(path)?;
        let file = File::options().append(true).open(path);
        if file.as_ref().is_ok_and(is_taken) {
            return Err(vec![FileFlaw::whole(read.path, TAKEN)]);
        }
        let cut = file.and_then(|file| file.set_len(read.whole).map(|()| file));
        let file = cut.map_err(|why| vec![FileFlaw::whole(read.path.clone(), format!("cannot be written: {why}"))])?;
        let held = if read.ended { String::new() } else { "\n".to_owned() };
        let mut writer = Writer { to: To::File { path: path.to_path_buf(), file, whole: read.whole }, held };
        let ended = writer.write();
        ended.map_err(|why| vec![FileFlaw::whole(read.path.clone(), format!("cannot be written: {why}"))])?;
        Ok((writer, read))
    }

    /// Where the file is, once there is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.to {
            To::File { path, .. } => Some(path),
            To::New { .. } => None,
        }
    }

    /// Where the file is, or in which folder it is to be.
    pub fn place(&self) -> &Path {
        match &self.to {
            To::File { path, .. } => path,
            To::New { folder, .. } => folder,
        }
    }

    /// Whether something is held back.
    pub fn holds(&self) -> bool {
        !self.held.is_empty()
    }

    /// Appends lines in one piece, after all that was held back.
    ///
    /// # Errors
    /// When the disk is full, or the file is gone: then all of it is held back, and written with the next lines.
    pub fn append(&mut self, lines: &[Line]) -> io::Result<()> {
        for line in lines {
            self.held.push_str(&line_of(line)?);
        }
        self.write()
    }

    /// Writes what is held back.
    ///
    /// # Errors
    /// As [`Writer::append`].
    pub fn write(&mut self) -> io::Result<()> {
        if self.held.is_empty() {
            return Ok(());
        }
        if let To::New { folder, stem } = &self.to {
            self.to = To::new_in(folder, stem)?;
        }
        let To::File { file, whole, .. } = &mut self.to else { return Ok(()) };
        // A write that failed may have left a piece of a line.
        file.set_len(*whole)?;
        if let Err(why) = put(file, self.held.as_bytes()) {
            // If that fails too, it is done before the next writing.
            let _ = file.set_len(*whole);
            return Err(why);
        }
        *whole += self.held.len() as u64;
        self.held.clear();
        Ok(())
    }
}

/// Writes all of that at the end of a file, or a piece of it and why no more.
#[cfg(not(test))]
fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    io::Write::write_all(file, bytes)
}

#[cfg(test)]
use disk::put;

impl To {
    fn new_file(path: &Path) -> io::Result<To> {
        let file = File::options().append(true).create_new(true).open(path)?;
        if is_taken(&file) {
            return Err(io::Error::other(TAKEN));
        }
        Ok(To::File { path: path.to_path_buf(), file, whole: 0 })
    }

    fn new_in(folder: &Path, stem: &str) -> io::Result<To> {
        std::fs::create_dir_all(folder)?;
        for n in 1..MOST {
            match To::new_file(&folder.join(format!("{stem}-{n}{END}"))) {
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
                other => return other,
            }
        }
        Err(io::Error::other(format!("there are {MOST} battles of the name {stem}")))
    }
}

/// A header or a line with its end.
fn line_of(value: &impl Serialize) -> io::Result<String> {
    on_one_line(value).map(|line| line + "\n")
}

const TAKEN: &str = "this battle is being played elsewhere, and two would spoil its journal";

/// Whether another process is writing that file; if not, it is locked for us until it is closed. Where files cannot be
/// locked the answer is no.
fn is_taken(file: &File) -> bool {
    matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock))
}

/// A header or a line as it stands in the file, without the line's end: RON escapes those in texts.
///
/// # Errors
/// When the value cannot be written as RON.
pub fn on_one_line(value: &impl Serialize) -> io::Result<String> {
    let line = journal_file::options().to_string(value).map_err(io::Error::other)?;
    debug_assert!(!line.contains('\n'), "a journal's value takes one line");
    Ok(line)
}

/// A disk for tests that has room for so many bytes and no more.
#[cfg(test)]
pub mod disk {
    use std::cell::Cell;
    use std::fs::File;
    use std::io::{self, Write};

    thread_local! {
        /// The room on this test's disk; none: as much as there is.
        pub static ROOM: Cell<Option<usize>> = const { Cell::new(None) };
    }

    /// Writes as much as there is room for.
    pub(super) fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
        let Some(room) = ROOM.get() else { return file.write_all(bytes) };
        let part = &bytes[..room.min(bytes.len())];
        ROOM.set(Some(room - part.len()));
        file.write_all(part)?;
        if part.len() < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}
