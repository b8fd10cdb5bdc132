//! Armati: divisions that march straight, wheel little, and break all at once. The modules follow the headings of the
//! book.

pub mod data;
pub mod armies;
pub mod troop;
pub mod switches;
pub mod state;
pub mod battlefield;
pub mod going;
pub mod divisions;
pub mod footing;
pub mod formation;
pub mod bodies;
pub mod defeat;
pub mod breaking;
pub mod breakpoint;
pub mod command;
pub mod general_loss;
pub mod generals;
pub mod intro;
pub mod muster;
pub mod sequence;
pub mod ambush;
pub mod terrain_setup;
pub mod deploy;
pub mod detach;
pub mod fire;
pub mod option;
pub mod movement;
pub mod support;
pub mod melee;
pub mod breakthrough;
pub mod rally;
pub mod odds;
pub mod fighting;
pub mod stage;
mod begun;
mod umpire;
mod preference;
mod unit_value;
mod ruleset;
#[cfg(test)]
mod staged;

pub use ruleset::RULESET;
