//! Looking back over a battle.

use std::time::Instant;

/// How far back one goes, and what is known of the whole battle while an earlier moment is seen.
#[derive(Clone, Debug, Default)]
pub struct Back {
    past: Option<Past>,
    strict: bool,
}

/// What is known of the whole battle while an earlier moment is seen.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// For each answer, in which turn it was given and what it says.
    pub answers: Vec<(u32, String)>,
    /// Since when the moment has been seen that is seen now, where one follows the other by itself.
    pub running: Option<Instant>,
    /// Whether a side hid something as the battle stood when it was opened: battles that are played on would tell of it.
    pub secret: bool,
}

impl Back {
    /// What the bar for looking back knows, while it is open.
    pub fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// Whether the bar for looking back is open.
    pub fn is_open(&self) -> bool {
        self.past.is_some()
    }

    /// Opens the bar over those answers; whether a side hides something now.
    pub fn open(&mut self, answers: Vec<(u32, String)>, secret: bool) {
        self.past = Some(Past { answers, running: None, secret });
    }

    /// Shuts the bar.
    pub fn close(&mut self) {
        self.past = None;
    }

    /// One moment follows the other, and the one that is seen now has been seen since then; none: it stays.
    pub fn run_since(&mut self, since: Option<Instant>) {
        if let Some(past) = &mut self.past {
            past.running = since;
        }
    }

    /// One moment follows the other from now on, or stays.
    pub fn turn_running(&mut self) {
        let runs = self.past.as_ref().is_some_and(|past| past.running.is_some());
        self.run_since((!runs).then(Instant::now));
    }

    /// Whether undo stops at dice and at what was revealed.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Has undo stop there, or go on.
    pub fn be_strict(&mut self, strict: bool) {
        self.strict = strict;
    }
}
