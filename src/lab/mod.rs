//! The laboratory: plays one battle between two players or many of them, and runs the cases that test the rules.

pub mod play;
mod cpu;
pub mod batch;
pub mod statistics;
pub mod report;
pub mod case;
pub mod keeper;
pub mod replay;
pub mod chronicle;
pub mod page;
#[cfg(test)]
pub mod toy;

pub use play::{BUDGET, Halt, Played, Watcher, play, play_watched};
