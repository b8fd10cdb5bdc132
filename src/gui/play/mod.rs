//! The play screen: top bar, table, unit panel, log. In reading order: where everything lies; the parts that show what
//! they are given; a battle on the screen ([`state`]), part by part; what changes it and shows it; the screen.

pub mod layout;
pub mod wants;
pub mod top;
pub mod state;
pub mod log;
pub mod score;
pub mod seats;
pub mod eyes;
pub mod strip;
pub mod hint;
pub mod hand;
pub mod umpire;
pub mod panel;
pub mod gather;
pub mod look;
pub mod half;
pub mod mates;
pub mod orders;
pub mod asking;
pub mod rollouts;
pub mod back;
pub mod cases;
pub mod chances;
mod unit_lines;
pub mod compose;
pub mod keys;
pub mod sheets;
pub mod screen;
pub mod begin;
pub mod plugin;
#[cfg(test)]
pub mod stage;
#[cfg(test)]
mod dragged;
#[cfg(test)]
mod evening;
#[cfg(test)]
mod fits;
#[cfg(test)]
mod hasty;
#[cfg(test)]
mod lengths;
#[cfg(test)]
mod loose;
#[cfg(test)]
mod narrow;
#[cfg(test)]
mod painted;
#[cfg(test)]
mod promises;
#[cfg(test)]
mod storm;
#[cfg(test)]
mod stumbles;
#[cfg(test)]
mod tells;
