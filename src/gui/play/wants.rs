//! What the play screen asks of the window around it.

use crate::gui::game::terms::Terms;

/// What the screen asks of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wants {
    /// To leave for the start screen, or a case for the battle that lies under it.
    Leave,
    /// Back to the choice of battles, with all that was chosen: the battle does not begin.
    Back,
    /// The battle of that name or path anew on other terms: nobody has agreed yet.
    Anew(String, Terms),
    /// A picture of the window.
    Picture,
    /// That case on the table.
    Case(String),
    /// Options were changed.
    Options,
}
