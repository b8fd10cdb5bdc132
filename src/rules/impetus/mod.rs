//! Impetus, the profile CORE: units of one base are activated one by one, charge, test their cohesion, retreat and
//! pursue. The modules follow the headings of the book.

mod activation;
mod armies;
mod charge;
mod command;
mod commands;
mod composition;
mod contest;
mod damage;
mod data;
mod destiny;
mod discipline;
mod elephants;
mod battlefield;
mod firing;
mod going;
mod group;
mod begun;
mod ground_card;
mod umpire;
mod preference;
mod loss;
mod melee;
mod muster;
mod nouns;
mod numbers;
mod odds;
mod path;
mod risk;
mod rout;
mod reaction;
mod ruleset;
mod sequence;
mod set_up;
mod staff;
mod stage;
mod state;
mod switches;
mod victory;
mod zone;

pub use ruleset::RULESET;
