//! The journal of a refereed battle, as its file would have it, and the answers that stand.

use std::io;

use bevy::ecs::world::World;

use crate::battle::{Clock, Outcome};
use crate::scenario::journal::{Header, Line, on_one_line, told};

/// Every answer in order, those that were taken back included.
pub(super) struct Record {
    /// None when the battle was staged from a case: no scenario begins there, so no journal could be replayed.
    header: Option<Header>,
    lines: Vec<Line>,
    /// The answers that stand, in notation.
    stands: Vec<String>,
    /// Those that were taken back, the last one first to be done again.
    taken_back: Vec<String>,
    /// The turn whose digest comes next.
    turn: u32,
}

impl Record {
    /// The record of a battle that has just begun.
    pub fn new(header: Option<Header>, world: &World) -> Record {
        let turn = world.resource::<Clock>().turn;
        Record { header, lines: told(world), stands: Vec::new(), taken_back: Vec::new(), turn }
    }

    /// Adds an answer, and what came of it.
    pub fn done(&mut self, line: String, world: &World) {
        self.lines.push(Line::Do(line.clone()));
        self.lines.extend(told(world));
        self.stands.push(line);
        self.taken_back.clear();
        let clock = world.resource::<Clock>();
        if clock.turn != self.turn || world.resource::<Outcome>().0.is_some() {
            self.lines.push(Line::digest(world, self.turn));
        }
        self.turn = clock.turn;
    }

    /// Records that the last answer was taken back, and returns it.
    pub fn undone(&mut self, world: &World) -> Option<String> {
        let line = self.stands.pop()?;
        self.lines.push(Line::Undo);
        self.taken_back.push(line.clone());
        self.turn = world.resource::<Clock>().turn;
        Some(line)
    }

    /// Records that an answer was repeated, and returns it.
    pub fn redone(&mut self, world: &World) -> Option<String> {
        let line = self.taken_back.pop()?;
        self.lines.push(Line::Redo);
        self.stands.push(line.clone());
        self.turn = world.resource::<Clock>().turn;
        Some(line)
    }

    /// The answers that stand, in notation.
    pub fn stands(&self) -> &[String] {
        &self.stands
    }

    /// The lines of the journal's file; none for a battle that was staged from a case.
    ///
    /// # Errors
    /// When a value cannot be written.
    pub fn lines(&self) -> io::Result<Vec<String>> {
        let Some(header) = &self.header else { return Ok(Vec::new()) };
        std::iter::once(on_one_line(header)).chain(self.lines.iter().map(on_one_line)).collect()
    }
}
