//! Melee (15): who fights, with how many dice, and what happens to both.

pub mod after;
pub mod round;
pub mod fights;
pub mod impetus;
pub mod opponent;
pub mod party;
pub mod pilum;
pub mod pursuit;
pub mod retreat;
pub mod shove;
