//! What an action leads to if the roll that it brings succeeds: the question that is asked then. What could be done is
//! asked of [`View::supposing`](super::View::supposing) that question, before anything is rolled.

use super::action::Ref;
use super::agenda::Question;

/// What follows from an action with some chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Follow {
    /// The probability that it comes to that question, more than 0 and at most 1.
    pub chance: f32,
    /// The question that comes next then. Its handler reads from the question itself whatever the roll would change.
    pub then: Question,
    /// Whom a failure costs what they could still do: units or bodies of the side that acts, without those who act.
    pub stakes: Vec<Ref>,
    /// Who tries it: after a failure he tries nothing more.
    pub by: Ref,
    /// Whether after his failure nobody else of his side tries anything either.
    pub ends_all: bool,
}
