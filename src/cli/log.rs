//! What happened, as lines of text: a heading for each turn, then step by step.

use std::io::{self, Write};

use bevy::ecs::world::World;

use crate::battle::narrator::Narrator;
use crate::battle::{Clock, Entry, Fact, InPlay, Journal, Narration, View};

/// Tells entries of a journal, one after another.
#[derive(Debug, Default)]
pub struct Log {
    /// The turn of the last heading.
    turn: Option<u32>,
}

impl Log {
    /// Writes what came of the last answer.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn last(&mut self, world: &World, out: &mut impl Write) -> io::Result<()> {
        match world.resource::<Journal>().entries().last() {
            Some(entry) => self.entry(world, entry, *world.resource::<Clock>(), out),
            None => Ok(()),
        }
    }

    /// Writes one entry, after which the battle stood at that clock.
    fn entry(&mut self, world: &World, entry: &Entry, after: Clock, out: &mut impl Write) -> io::Result<()> {
        let facts: Vec<&Fact> = entry.facts().collect();
        // An applied change keeps the clock that was there before, so the next one's is what this one set.
        let set_by = |n: usize| facts[n + 1..].iter().find_map(|fact| clock_before(fact)).unwrap_or(after);
        let narrator =
            Narrator::new((View::umpire(world).battle_state::<InPlay>().0.texts)(), View::umpire(world).names());
        for (n, fact) in facts.iter().enumerate() {
            let told = narrator.fact(fact);
            match (&fact.narration, clock_before(fact).map(|_| set_by(n))) {
                (Narration::Began(_), Some(clock)) => {
                    if self.turn != Some(clock.turn) && clock.turn > 0 {
                        writeln!(out, "\nTurn {}", clock.turn)?;
                    }
                    self.turn = Some(clock.turn);
                    // Where a step names its side by itself, it is not told twice.
                    let side = clock.side.filter(|_| fact.words.is_empty());
                    let side = side.map_or_else(String::new, |side| format!(" ({side})"));
                    writeln!(out, "  {}{side}", told.trim_end_matches('.'))?;
                }
                // The beginning of a turn is told by its heading.
                (Narration::Began(_), None) => {}
                (Narration::Answered(_), _) => writeln!(out, "    > {told}")?,
                _ => writeln!(out, "      {told}")?,
            }
        }
        Ok(())
    }
}

fn clock_before(fact: &Fact) -> Option<Clock> {
    fact.changes.iter().find_map(|change| change.value::<Clock>().copied())
}
