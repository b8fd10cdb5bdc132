//! The play screen: top bar, table, unit panel, log.

pub mod layout;
pub mod params;
pub mod top;
pub mod log;
pub mod rolled;
pub mod panel;
pub mod blocks;
pub mod motion;
pub mod seats;
pub mod state;
pub mod eyes;
pub mod strip;
pub mod cases;
pub mod past;
pub mod back;
pub mod hint;
pub mod aids;
pub mod drag;
pub mod plan;
pub mod spot;
pub mod drawn;
pub mod held;
pub mod compose;
pub mod typed;
pub mod keys;
pub mod table;
pub mod book;
pub mod keysheet;
pub mod sheets;
mod single;
pub mod agree;
pub mod umpire;
pub mod menu;
pub mod screen;
#[cfg(test)]
pub mod stage;
