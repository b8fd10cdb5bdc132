//! Writes the journal of a battle that is being played: each action as it is done, what came of it, and the digest of
//! each turn.

use std::io;
use std::path::Path;

use bevy::ecs::world::World;

use super::play::Watcher;
use super::replay::Replay;
use crate::battle::{Action, View, notation};
use crate::scenario::journal::{Header, Line, Writer, told};

/// Writes a battle's journal after every action.
pub struct Keeper {
    writer: Writer,
    /// The turn of the battle after the last line.
    turn: u32,
    /// The action whose facts come next.
    answer: String,
    /// The first error in writing.
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

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.writer.path()
    }

    /// The first error in writing; nothing is written after it.
    pub fn trouble(&self) -> Option<&io::Error> {
        self.trouble.as_ref()
    }

    fn append(&mut self, lines: &[Line]) {
        if self.trouble.is_none() {
            self.trouble = self.writer.append(lines).err();
        }
    }

    /// The path of the file.
    ///
    /// # Errors
    ///
    /// The first error in writing.
    pub fn finish(self) -> io::Result<std::path::PathBuf> {
        match self.trouble {
            Some(trouble) => Err(trouble),
            None => Ok(self.writer.path().to_path_buf()),
        }
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
