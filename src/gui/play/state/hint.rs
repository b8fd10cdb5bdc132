//! An adviser beside the battle.

use crate::battle::Action;
use crate::gui::game::mind::Mind;
use crate::players::Reason;

/// An adviser and whether he is asked.
#[derive(Default)]
pub struct Hint {
    pub mind: Option<Box<Mind>>,
    pub wanted: bool,
    /// What the hand holds is his advice.
    pub given: Option<Action>,
    /// Why he advises it.
    pub reason: Option<Reason>,
    /// He is asked of every question, and the rule is shown beside his advice.
    pub guides: bool,
    /// The moment for which he was asked last as a guide.
    pub guided: u64,
}
