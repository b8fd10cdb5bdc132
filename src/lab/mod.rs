//! The laboratory: one battle between two players, many of them, and the cases that the rules are held to.

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
