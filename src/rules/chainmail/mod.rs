//! Chainmail at 20 men a figure: figures in ranks and files, lost one by one; move and counter-move. The modules follow the
//! headings of the book.

pub mod after_melee;
mod assault;
pub mod armies;
mod battlefield;
pub mod charge_check;
mod charged;
pub mod contact_side;
pub mod data;
mod ending;
pub mod excess_losses;
pub mod facing;
mod fall_back;
pub mod fatigue;
mod fighting;
pub mod fire;
mod flight;
mod ground;
mod initiative;
mod loss_checks;
mod losses;
mod melee;
mod moves;
mod muster;
pub mod numbers;
mod odds;
mod preference;
pub mod rally;
mod ruleset;
mod seating;
mod sequence;
pub mod shape;
mod shooting;
mod sight;
mod stage;
mod staged;
mod state;
pub mod strike;
mod switches;
pub mod terrain;
pub mod troop;
mod turn_end;
mod turn_over;
pub mod victory;

pub use ruleset::RULESET;
