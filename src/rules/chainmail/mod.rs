//! Chainmail at 20 men a figure: figures in ranks and files, lost one by one. Its data and its kernels stand; nothing moves
//! yet, so it is not in [`RULESETS`](super::RULESETS). The modules follow the headings of the book.

pub mod after_melee;
pub mod charge_check;
pub mod contact_side;
pub mod data;
pub mod excess_losses;
pub mod facing;
pub mod fatigue;
pub mod fire;
pub mod numbers;
pub mod rally;
pub mod shape;
pub mod strike;
pub mod troop;
pub mod victory;
