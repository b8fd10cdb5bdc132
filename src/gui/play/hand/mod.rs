//! The hand at work: it drags units and corners, lays pieces, shifts plans, types orders.

pub mod corners;
pub mod dice;
pub mod drag;
pub mod plan;
mod single;
mod spelt;
pub mod spot;
pub mod typed;
