//! What happened. How a fact is narrated is for people and the same for all rulesets; the changes it makes are the
//! ruleset's own.

use serde::Serialize;

use super::action::{Action, Ref};
use super::clock::{Ending, Outcome};
use super::refusal::{Arg, Mark};
use super::state::{Change, set};
use crate::cite::{Cite, Tally, Word};
use crate::dice::Rolled;
use crate::ids::Side;
use crate::table::Pose;

/// The state of units that their own side hides from the other.
pub const HIDDEN: Word = Word("hidden");
/// Why the battle is over, as its sentence names it.
pub const WHY: Word = Word("why");

/// The name of the value that tells whose a step of the turn is.
pub const WHOSE: Word = Word("whose");

/// One thing that happened. Recording it is the only way to change the game.
#[derive(Debug)]
pub struct Fact {
    /// The rule by which it happened.
    pub cite: Cite,
    /// What it tells people.
    pub narration: Narration,
    /// The sentence in the ruleset's data that tells it; none when the narration's own sentence is enough.
    pub says: Option<Word>,
    /// Values for the `{name}` places of that sentence.
    pub words: Vec<(Word, Arg)>,
    /// The dice that were rolled for it; recording the fact spends them.
    pub dice: Vec<Rolled>,
    /// The sums that were compared, one for each party.
    pub tally: Vec<Tally>,
    /// What to draw.
    pub marks: Vec<Mark>,
    /// What it changes, in order.
    pub changes: Vec<Change>,
}

/// The kinds of things that can have happened, as log, window and picture show them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Narration {
    /// A step or a turn began.
    Began(Word),
    /// A side is asked.
    Asked(Word),
    /// A side answered.
    Answered(Action),
    /// Units moved, each along these poses.
    Moved {
        /// The units, or stands of a loose unit.
        who: Vec<Ref>,
        /// Of each of them the poses that it went through, the first and the last among them.
        along: Vec<Vec<Pose>>,
    },
    /// One shot at another; whether it hit is told by the facts that follow.
    Shot {
        /// Who shot.
        from: Ref,
        /// At whom.
        at: Ref,
    },
    /// Two fought a round; their sums are the tallies.
    Fought {
        /// The attacker.
        a: Ref,
        /// The other one.
        b: Ref,
    },
    /// A number of a unit or a side changed.
    Counted {
        /// Whose number.
        of: Ref,
        /// The name of the number, as a card or a score has it.
        what: Word,
        /// What it was.
        from: i32,
        /// What it is now.
        to: i32,
    },
    /// A state of a unit or a side came or went.
    Marked {
        /// Whose state.
        of: Ref,
        /// The word of the state.
        what: Word,
        /// Whether it came.
        on: bool,
    },
    /// A unit left the table.
    Gone {
        /// The unit.
        of: Ref,
        /// The word for how: `broken`, `off`.
        how: Word,
    },
    /// Anything else, in the sentence of that word.
    Said(Word),
    /// The battle is over; nobody: a draw.
    Won(Option<Side>),
}

impl Fact {
    /// A fact that changes nothing.
    pub fn new(cite: Cite, narration: Narration) -> Fact {
        Fact {
            cite,
            narration,
            says: None,
            words: Vec::new(),
            dice: Vec::new(),
            tally: Vec::new(),
            marks: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The fact that a step of the turn begins, and whose it is where it is one side's.
    pub fn began(cite: Cite, step: Word, side: Option<Side>) -> Fact {
        let began = Fact::new(cite, Narration::Began(step));
        side.into_iter().fold(began, |began, side| began.word(WHOSE, Arg::Of(Ref::Side(side))))
    }

    /// The fact that the battle is over, for that reason, which its sentence may tell as `why`; no winner: a draw.
    pub fn won(cite: Cite, winner: Option<Side>, why: Word) -> Fact {
        let told = Fact::new(cite, Narration::Won(winner)).word(WHY, Arg::Word(why));
        told.change(set(Outcome(Some(Ending { winner, why }))))
    }

    /// Whether it says that units are no longer hidden.
    pub fn shows_the_hidden(&self) -> bool {
        matches!(self.narration, Narration::Marked { what, on: false, .. } if what == HIDDEN)
    }

    /// The same fact, told in the sentence of that word.
    #[must_use]
    pub fn says(mut self, sentence: Word) -> Fact {
        self.says = Some(sentence);
        self
    }

    /// The same fact with one more value for its sentence.
    #[must_use]
    pub fn word(mut self, name: Word, arg: Arg) -> Fact {
        self.words.push((name, arg));
        self
    }

    /// The same fact with one more change of state.
    #[must_use]
    pub fn change(mut self, change: Change) -> Fact {
        self.changes.push(change);
        self
    }

    /// The same fact with the dice that decided it.
    #[must_use]
    pub fn dice(mut self, dice: Vec<Rolled>) -> Fact {
        self.dice.extend(dice);
        self
    }

    /// The same fact with one more sum that was compared.
    #[must_use]
    pub fn tally(mut self, tally: Tally) -> Fact {
        self.tally.push(tally);
        self
    }

    /// The same fact with one more thing to draw.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Fact {
        self.marks.push(mark);
        self
    }
}
