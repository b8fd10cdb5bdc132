//! Impetus, the profile CORE: units of one base are activated one by one, charge, test their cohesion, retreat and
//! pursue. The modules follow the headings of the book.

pub mod activation;
pub mod armies;
pub mod charge;
pub mod command;
pub mod commands;
pub mod composition;
pub mod contest;
pub mod damage;
pub mod data;
mod destiny;
pub mod discipline;
pub mod elephants;
pub mod battlefield;
pub mod firing;
pub mod going;
pub mod group;
mod begun;
mod umpire;
mod preference;
pub mod loss;
pub mod melee;
pub mod muster;
pub mod numbers;
pub mod odds;
pub mod path;
pub mod risk;
pub mod rout;
pub mod reaction;
mod ruleset;
pub mod sequence;
mod set_up;
pub mod staff;
pub mod stage;
pub mod state;
pub mod switches;
pub mod victory;
pub mod zone;

pub use ruleset::RULESET;
