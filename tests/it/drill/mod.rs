//! The drill: a ruleset small enough to work by hand that asks of the seam what the five games ask. Orders are
//! written in secret for all units at once, obeying takes a roll of dice, marches are interrupted and cut short,
//! stands of a loose unit are placed one by one and judged as a whole, bases are lost one by one, and melees set off retreats and pursuits.
//!
//! Two armies of blocks and guards (three loose stands). Its book is in `book.rs`; the other files follow it.

mod act;
mod book;
mod dusk;
mod fight;
mod kernels;
mod losses;
mod march;
mod muster;
mod orders;
mod react;
mod reform;
mod ruleset;
pub mod state;
mod turn;

pub use ruleset::RULESET;

use sandtable::battle::{Action, Ref, View};
use sandtable::ids::{Side, UnitId};

/// The file of the drill's own battle.
pub const BATTLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/drill/battle.ron");

/// The units of a side that are still on the table, in roster order.
fn on_table(view: &View, side: Side) -> Vec<UnitId> {
    view.roster().of(side).filter(|unit| view.on_table(*unit)).collect()
}

/// The one unit that acts, when it is one of that side on the table.
fn one_unit(view: &View, side: Side, action: &Action) -> Option<UnitId> {
    match action.who[..] {
        [Ref::Unit(unit)] if view.side_of(unit) == side && view.on_table(unit) => Some(unit),
        _ => None,
    }
}
