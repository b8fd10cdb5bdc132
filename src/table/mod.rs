//! Measured geometry in inches: what stands where, how far things are apart, what a path meets. There are no rules and
//! no turns here; a ruleset's numbers are passed in.
//!
//! In reading order: whole numbers and poses ([`Mil`], [`Cdeg`], [`Pose`], [`Leg`]); what stands where ([`Footprint`],
//! [`Placement`], [`Layout`]) and on what ([`Ground`]); the ruler ([`measure`], [`shadow`], [`segment`],
//! [`contact()`], [`sight`], [`formation`]); paths ([`slide`] straight, [`swing`] about a point, [`Wheel`], [`walk`], [`together`] of many at the same
//! time); and the way from a wish to a move ([`aim`], [`seating`], [`route`], [`detour`] over the whole table).
//!
//! Footprints are `f32` rectangles; the lengths and angles of actions are whole numbers. parry2d answers geometric
//! questions in `f64`, on its own shapes, which are made in one place; `docs/geometry.md` lists which query answers
//! what, how exactly, and what we compute ourselves. Where a path meets something is solved, not sampled; the result is
//! rounded once, down for what may be moved and up for what it costs. Everything is compared with one tolerance,
//! [`measure::TOUCH`]: things no farther apart touch, and so do things that overlap no deeper.

mod measures;
mod pose;
mod solid;
mod terrain;
mod trig;

mod clip;
mod footprint;
pub mod hull;
mod layout;
mod placement;
mod plain;
mod ranks;

mod convex;
mod ground;
mod outline;
pub mod segment;

mod arc;
mod contact;
pub mod formation;
pub mod measure;
pub mod shadow;
pub mod sight;

mod leg;
pub mod slide;
mod span;
pub mod straight;
pub mod swing;
pub mod together;
mod turn;
pub mod walk;
mod wheel;
pub mod wheeling;

pub mod aim;
pub mod detour;
pub mod route;
pub mod seating;

pub use arc::{arc_area, area_around, round_area};
pub use clip::Area;
pub use contact::{Contact, Touched, contact};
pub use convex::Convex;
pub use footprint::{Edge, Footprint, turned};
pub use ground::{Ground, Piece};
pub use layout::{Foot, Layout, circle_round, whose};
pub use measures::{Cdeg, Mil};
pub use outline::ShapeFlaw;
pub use placement::{BaseSize, Footprints, LastRank, Placement};
pub use pose::{Leg, Place, Pose, turn};
pub use ranks::{Ranks, places};
pub use span::{Meets, Passage, Stretches};
pub use terrain::{Shape, Terrain};
pub use wheel::Wheel;
