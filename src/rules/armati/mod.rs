//! Armati: divisions that march straight, wheel little, and break all at once. The modules follow the headings of the
//! book.

mod data;
mod numbers;
mod armies;
mod troop;
mod switches;
mod state;
mod battlefield;
mod going;
mod divisions;
mod footing;
mod formation;
mod bodies;
mod defeat;
mod breaking;
mod breakpoint;
mod command;
mod general_loss;
mod generals;
mod intro;
mod muster;
mod nouns;
mod sequence;
mod ambush;
mod terrain_setup;
mod deploy;
mod detach;
mod fire;
mod option;
mod movement;
mod support;
mod melee;
mod breakthrough;
mod rally;
mod odds;
mod fighting;
mod stage;
mod begun;
mod ground_card;
mod umpire;
mod preference;
mod unit_value;
mod ruleset;
#[cfg(test)]
mod staged;

pub use ambush::Hidden;
pub use ruleset::RULESET;
