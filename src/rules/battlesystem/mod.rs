//! Battlesystem, first edition: units of figures that are lost one by one from a pool of hit dice, in closed and open
//! formation, held together by commanders. The modules follow the headings of the book.

mod armies;
mod battlefield;
mod body;
mod command;
mod contact;
mod damage;
mod danger;
mod data;
mod deploy;
mod discipline;
mod dress;
mod ground;
mod ground_card;
mod losses;
mod melee;
mod missile;
mod morale;
mod moves;
mod muster;
mod nouns;
mod numbers;
mod obstacle;
mod odds;
mod preference;
mod rally;
mod ride;
mod rout;
mod ruleset;
mod run;
mod sequence;
mod sight;
mod staff;
mod stage;
mod state;
mod strike;
mod switches;
mod troop;
mod verb;
mod victory;

pub use ruleset::RULESET;
