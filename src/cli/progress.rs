//! A progress bar on stderr, for work that takes over a second and only where somebody watches.

use std::io::{IsTerminal, stderr};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long work goes on before the bar comes up.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that comes up when the work takes long.
pub struct Progress {
    begun: Instant,
    all: u64,
    what: &'static str,
    watched: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Of so many pieces of work, called e.g. `battles`.
    pub fn new(all: u64, what: &'static str) -> Progress {
        Progress { begun: Instant::now(), all, what, watched: stderr().is_terminal(), bar: OnceLock::new() }
    }

    /// So many are done.
    pub fn done(&self, count: u64) {
        if !self.watched || self.begun.elapsed() < PATIENCE {
            return;
        }
        self.bar.get_or_init(|| self.bar()).set_position(count);
    }

    /// At least so many are done: the bar never goes back.
    pub fn at_least(&self, count: u64) {
        if self.watched && self.begun.elapsed() >= PATIENCE {
            let bar = self.bar.get_or_init(|| self.bar());
            bar.set_position(bar.position().max(count));
        }
    }

    /// What is told beside the count from now on.
    pub fn say(&self, what: String) {
        if let Some(bar) = self.bar.get() {
            bar.set_message(what);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    fn bar(&self) -> ProgressBar {
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, {eta} left");
        ProgressBar::new(self.all)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            .with_message(self.what)
    }
}
