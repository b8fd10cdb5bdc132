//! Files: their schemas, all their errors at once with line and column, and the way from a scenario to a world.
//!
//! In reading order: [`read`] (any file, safely), the tree of its values, the records and names in them; then the
//! schemas: a map, the two forces, a [`battle`]; [`open`] (from a name to a battle); a [`case`], a [`plan`] and the
//! [`intent`] of an army, a [`study`], a [`journal`]; last [`check`].

pub mod source;
pub mod flaw;
pub mod read;
mod lex;
mod builder;
mod tree;
mod value;
mod own;
mod record;
pub mod names;
mod polygon;
pub mod land;
mod places;
mod force;
mod paths;
pub mod embedded;
pub mod home;
pub mod shelf;
pub mod battle;
pub mod draft;
pub mod open;
mod case_do;
mod case_then;
mod case_check;
pub mod case_file;
pub mod case;
pub mod telling;
pub mod plan;
pub mod plan_shelf;
pub mod plan_write;
pub mod study_change;
mod study_apply;
mod study_arms;
mod study_begins;
pub mod study_grid;
pub mod study;
pub mod journal;
pub mod journal_file;
pub mod write;
mod army;
pub mod check;

pub use battle::About;
pub use case::Case;
pub use check::{check, is_case};
pub use draft::Draft;
pub use flaw::FileFlaw;

pub use open::{Opened, draft, load, muster, open};
pub use plan::Plan;
pub use shelf::Shelf;
pub use source::Source;
pub use study::Study;
