//! The rulesets: one folder and one row each. Rulesets never use each other.

pub mod armati;
pub mod impetus;

use crate::battle::Row;

/// Every ruleset's row, in the order in which people are told of them.
pub const ROWS: &[Row] = &[armati::ROW, impetus::ROW];
