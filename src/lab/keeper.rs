//! Writes the journal of a battle that is being played: each action as it is done, what came of it, and the digest of
//! each turn.

use std::io;
use std::path::Path;

use bevy::ecs::world::World;

use super::play::Watcher;
use super::replay::Replay;
use crate::battle::{Action, View, notation, submit};
use crate::scenario::journal::{Header, Line, Writer, told};

/// Writes a battle's journal after every action.
pub struct Keeper {
    writer: Writer,
    /// The turn of the battle after the last line.
    turn: u32,
    /// The action whose facts come next.
    answer: String,
    /// What kept the last lines from being written.
    trouble: Option<io::Error>,
}

impl Keeper {
    /// Begins the journal of a battle that has begun and in which no answer was given yet.
    ///
    /// # Errors
    ///
    /// When the file exists already or cannot be written.
    pub fn begin(path: &Path, header: &Header, world: &World) -> io::Result<Keeper> {
        let mut writer = Writer::begin(path, header)?;
        writer.append(&told(world))?;
        let turn = View::umpire(world).clock().turn;
        Ok(Keeper { writer, turn, answer: String::new(), trouble: None })
    }

    /// Writes the whole journal of a battle that was played: of one that has begun in that world, those answers are given to
    /// it. What was there under that path is replaced.
    ///
    /// # Errors
    ///
    /// When the file cannot be written, or an answer is refused.
    pub fn again(
        path: &Path,
        header: &Header,
        world: &mut World,
        seats: [&str; 2],
        answers: &[Action],
    ) -> io::Result<std::path::PathBuf> {
        match std::fs::remove_file(path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
        let mut keeper = Keeper::begin(path, header, world)?;
        keeper.seated(seats);
        for action in answers {
            keeper.before(world, action);
            submit(world, action.clone()).map_err(|refusal| io::Error::other(refusal.cite.0))?;
            keeper.after(world);
        }
        keeper.finish()
    }

    /// Begins the journal of such a battle in a folder, under a new name that begins so. What keeps it from being written
    /// now is its trouble; it is tried again with every answer, and then nothing is lacking.
    ///
    /// # Errors
    /// When the header cannot be written as RON.
    pub fn begin_in(folder: &Path, stem: &str, header: &Header, world: &World) -> io::Result<Keeper> {
        let writer = Writer::begin_in(folder, stem, header)?;
        let turn = View::umpire(world).clock().turn;
        let mut keeper = Keeper { writer, turn, answer: String::new(), trouble: None };
        keeper.append(&told(world));
        Ok(keeper)
    }

    /// Continues the journal of a battle that was replayed to the journal's end. Facts of the last action that are
    /// missing from the file are written again, so that the journal is complete.
    pub fn resume(mut writer: Writer, replay: &Replay) -> Keeper {
        let untold: Vec<Line> = replay.untold.iter().map(|fact| Line::Fact(Box::new(fact.clone()))).collect();
        let trouble = if untold.is_empty() { None } else { writer.append(&untold).err() };
        let turn = View::umpire(&replay.opened.world).clock().turn;
        Keeper { writer, turn, answer: String::new(), trouble }
    }

    /// Records that the last answer was taken back.
    pub fn undone(&mut self, world: &World) {
        self.turn = View::umpire(world).clock().turn;
        self.append(&[Line::Undo]);
    }

    /// Records that the answer last taken back was repeated.
    pub fn redone(&mut self, world: &World) {
        self.turn = View::umpire(world).clock().turn;
        self.append(&[Line::Redo]);
    }

    /// Records who answers for north and south from now on.
    pub fn seated(&mut self, [north, south]: [&str; 2]) {
        self.append(&[Line::Seats { north: north.to_owned(), south: south.to_owned() }]);
    }

    /// Records that the moment after so many answers was marked, or the mark removed.
    pub fn marked(&mut self, answers: usize, on: bool) {
        self.append(&[Line::Marked { answers, on }]);
    }

    /// Where the file is, once there is one.
    pub fn path(&self) -> Option<&Path> {
        self.writer.path()
    }

    /// Where the file is, or in which folder it is to be.
    pub fn place(&self) -> &Path {
        self.writer.place()
    }

    /// What kept the last answers from being written. They are held back, and written with the next.
    pub fn trouble(&self) -> Option<&io::Error> {
        self.trouble.as_ref()
    }

    /// Tries once more to write what is held back; what keeps it from being written is the trouble.
    pub fn retry(&mut self) {
        self.trouble = self.writer.write().err();
    }

    fn append(&mut self, lines: &[Line]) {
        self.trouble = self.writer.append(lines).err();
    }

    /// The path of the file, with everything in it.
    ///
    /// # Errors
    ///
    /// What keeps the last lines from being written.
    pub fn finish(mut self) -> io::Result<std::path::PathBuf> {
        self.writer.write()?;
        Ok(self.writer.place().to_path_buf())
    }
}

impl Watcher for Keeper {
    fn before(&mut self, world: &World, action: &Action) {
        self.answer = notation::write(action, &View::umpire(world).names());
    }

    fn after(&mut self, world: &World) {
        let mut lines = vec![Line::Do(std::mem::take(&mut self.answer))];
        lines.extend(told(world));
        let view = View::umpire(world);
        let turn = view.clock().turn;
        if turn != self.turn || view.ending().is_some() {
            lines.push(Line::digest(world, self.turn));
            self.turn = turn;
        }
        self.append(&lines);
    }
}
