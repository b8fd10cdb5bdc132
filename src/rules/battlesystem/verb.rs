//! What a side answers, by its verb: the words stand here, and everywhere else the verbs are matched.

use crate::battle::{Action, Ref};
use crate::ids::Side;

crate::verbs! {
    /// What an answer does.
    pub enum Verb {
        Move = "move",
        Charge = "charge",
        Frontage = "frontage",
        /// A wheel about another figure than that at the end.
        Pivot = "pivot",
        /// Some figures face another way.
        Turn = "turn",
        /// Single figures of skirmishers go to their places.
        Go = "go",
        Forced = "forced-march",
        Wrap = "wrap",
        Withdraw = "withdraw",
        Flee = "flee",
        /// A commander rides to a place.
        Ride = "ride",
        /// A commander joins a unit.
        Join = "join",
        Stay = "stay",
        Follow = "follow",
        Shoot = "shoot",
        Rally = "rally",
        /// A mob is ordered to do something.
        Order = "order",
        /// A failed roll is thrown again.
        Reroll = "reroll",
        Deploy = "deploy",
        Done = "done",
    }
}

impl Verb {
    /// That a side has no more to say.
    pub fn done(side: Side) -> Action {
        Verb::Done.by(Ref::Side(side))
    }
}

crate::word_enum! {
    /// An end of a unit's front, or both.
    pub enum Ends {
        Left = "left",
        Right = "right",
        Both = "both",
    }
}

#[cfg(test)]
mod tests {
    use super::Verb;
    use crate::battle::{MOVE, reroll};

    #[test]
    fn verbs_of_the_house_have_its_words() {
        assert_eq!([Verb::Move.word(), Verb::Reroll.word()], [MOVE, reroll::KEY]);
    }
}
