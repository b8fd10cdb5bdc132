//! Looking back over a battle.

use std::time::Instant;

/// How far back one goes, and what is known of the whole battle while an earlier moment is seen.
#[derive(Clone, Debug, Default)]
pub struct Back {
    /// The bar for looking back, while it is open.
    pub past: Option<Past>,
    /// Whether undo stops at dice and at what was revealed.
    pub strict: bool,
}

/// What is known of the whole battle while an earlier moment is seen.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// For each answer, in which turn it was given and what it says.
    pub answers: Vec<(u32, String)>,
    /// Since when the moment has been seen that is seen now, where one follows the other by itself.
    pub running: Option<Instant>,
}
