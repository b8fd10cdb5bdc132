//! What a side answers, by its verb: the words stand here, and everywhere else the verbs are matched.

use crate::battle::{Action, Asking, Ref};
use crate::ids::Side;

crate::verbs! {
    /// What an answer does.
    pub enum Verb {
        Move = "move",
        Charge = "charge",
        Attack = "attack",
        Change = "change",
        Cancel = "cancel",
        Retire = "retire",
        Hold = "hold",
        Shoot = "shoot",
        /// A commander rides to a place.
        Ride = "ride",
        /// A commander goes to a unit.
        GoTo = "go-to",
        /// A stone is thrown at a point.
        Throw = "bombard",
        /// A ball is fired along a line.
        Fire = "cannonade",
        Join = "join",
        FallBack = "fall-back",
        Stand = "stand",
        First = "first",
        Last = "last",
        Pass = "pass",
        Done = "done",
    }
}

impl Verb {
    /// That a side has no more to say.
    pub fn done(side: Side) -> Action {
        Verb::Done.by(Ref::Side(side))
    }

    /// Whether an action says that the side that is asked has no more to say.
    pub fn is_done(asking: &Asking, action: &Action) -> bool {
        *action == Verb::done(asking.side)
    }
}

#[cfg(test)]
mod tests {
    use super::Verb;
    use crate::battle::{MOVE, Ref};
    use crate::ids::Side;

    #[test]
    fn the_verb_of_a_march_is_that_of_the_notation() {
        assert_eq!(Verb::Move.word(), MOVE);
        assert_eq!(Verb::of(&Verb::Charge.by(Ref::Side(Side::North))), Some(Verb::Charge));
    }
}
