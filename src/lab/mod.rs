//! The laboratory: plays one battle between two players or many of them, runs the cases that test
//! the rules, compares the arms of a study, tells luck from skill, and whether the chances that it tells come true.

pub mod play;
mod cpu;
pub mod batch;
pub mod statistics;
pub mod report;
pub mod case;
pub mod conduct;
pub mod keeper;
pub mod replay;
pub mod order;
pub mod chronicle;
pub mod page;
pub mod study;
pub mod analysis;
pub mod calibration;
pub mod trial;
pub mod judge;
pub mod glances;
mod many;
pub mod cut;
#[cfg(test)]
pub mod toy;

pub use play::{BUDGET, Halt, Played, Watcher, play, play_watched};
