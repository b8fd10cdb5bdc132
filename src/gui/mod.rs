//! The window: views of a battle, and actions for its door. It knows no rule and no ruleset by name: only rulesets,
//! offers, cards, facts and texts.
//!
//! In reading order: whether there is a display at all ([`probe`]); the engine's frame, what keeps it drawn, type and
//! colours; [`widgets`]; the table as it is seen ([`board`]); a battle as the window holds it ([`game`]); the
//! screens ([`start`], [`play`]), the [`app`] that shows them, and what they cost ([`measure`]).

mod frame;
mod probe;
mod wake;
mod queue;
mod pad;
mod pipelines;
mod language;
mod shot;
mod text;
mod theme;
mod words;
mod options;
mod desk;
mod widgets;
mod board;
mod game;
mod saves;
mod play;
mod spoken;
mod start;
mod app;
#[cfg(test)]
mod sizes;
#[cfg(test)]
mod clicks;
#[cfg(test)]
mod from_nothing;
#[doc(hidden)]
pub mod measure;

pub use app::{Start, run};
pub use language::{speak, untranslated};
pub use probe::{PROBE, display_available, probe_main};
