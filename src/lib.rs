//! Sandtable, a 2D miniatures battle simulator: unit bases stand on a measured table in inches, published
//! tabletop rulesets are played by the rules, and the ruler that is shown is the ruler that judges.
//!
//! Modules in reading order; each uses only those before it (a test holds them to it).

pub mod ids;
pub mod cite;
pub mod nearest;
pub mod dice;
pub mod table;
pub mod battle;
pub mod rules;
pub mod scenario;
pub mod players;
pub mod lab;
pub mod picture;
#[cfg(feature = "gui")]
pub mod gui;
pub mod cli;
