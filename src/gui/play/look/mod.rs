//! The table as it is looked at: what is drawn on it, what helps to see.

pub mod aids;
pub mod drawn;
pub mod ground;
pub mod orders;
pub mod table;
