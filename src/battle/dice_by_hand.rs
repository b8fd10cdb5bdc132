//! Dice rolled by hand: when a job needs dice, people are asked for the faces that they rolled, for all that are thrown
//! together at once.

use bevy::ecs::world::World;

use super::action::{Action, Ref, Value};
use super::agenda::{Effects, Question, Recipients};
use super::fact::{Fact, Narration};
use super::install::{Asking, Handler};
use super::offer::{Ask, Choice, Offer, Param, Range};
use super::state::set;
use crate::cite::{HOUSE, Word};
use crate::dice::{Counting, Dice, NeedDice};
use crate::ids::Side;

/// The key of the question, and the verb of its answer.
pub const KEY: Word = Word("dice");
/// What the question says of the dice: how many faces each has, what they are for, how many there are, and from which face
/// one counts, where not every face does.
pub const SIDES: Word = Word("sides");
/// As [`SIDES`].
pub const WHY: Word = Word("why");
/// As [`SIDES`].
pub const COUNT: Word = Word("count");
/// As [`SIDES`].
pub const LEAST: Word = Word("least");
/// How many dice of the least face count as one, where they count in sets only, such as pairs.
pub const SETS: Word = Word("sets");
/// By what the number that a die shows is divided, and the outcome rounded up.
pub const PART: Word = Word("part");
/// Whether it is their sum that passes.
pub const SUM: Word = Word("sum");
/// The greatest face with which a die passes, where it must not show more.
pub const MOST: Word = Word("most");

/// The sentence of the fact that faces were told.
pub const TOLD: Word = Word("told-dice");

/// The names of the faces in an answer, in the order in which the dice were thrown. Of more dice than these the others are
/// asked for afterwards.
const FACES: [Word; 20] = [
    Word("face"),
    Word("face-2"),
    Word("face-3"),
    Word("face-4"),
    Word("face-5"),
    Word("face-6"),
    Word("face-7"),
    Word("face-8"),
    Word("face-9"),
    Word("face-10"),
    Word("face-11"),
    Word("face-12"),
    Word("face-13"),
    Word("face-14"),
    Word("face-15"),
    Word("face-16"),
    Word("face-17"),
    Word("face-18"),
    Word("face-19"),
    Word("face-20"),
];

/// `north: dice face=4`, `north: dice face=5, face-2=3`.
pub(super) const HANDLER: Handler = Handler::plain(KEY, &[KEY], offer, |_, _| Effects::pop());

/// The answer that tells those faces.
pub fn telling(side: Side, faces: &[u8]) -> Action {
    let said = FACES.into_iter().zip(faces);
    said.fold(Action::new(Ref::Side(side), KEY), |action, (name, face)| action.with(name, Value::Whole((*face).into())))
}

/// The question for dice that are not known.
pub(super) fn question(need: &NeedDice) -> Question {
    let by = need.die.by.unwrap_or(Side::North);
    let count = i32::from(need.count).clamp(1, FACES.len() as i32);
    let mut question = Question { to: Recipients::One(by), ..Question::to(by, HANDLER, HOUSE) }
        .with(SIDES, Value::Whole(i32::from(need.die.sides)))
        .with(WHY, Value::Name(need.die.why))
        .with(COUNT, Value::Whole(count));
    let whole = |face: u8| Value::Whole(face.into());
    question = match need.counting {
        Counting::Sum => question,
        Counting::Part(of) => question.with(PART, whole(of)),
        Counting::From(least) => question.with(LEAST, whole(least)),
        Counting::InSets(sets) => question.with(LEAST, whole(sets.least)).with(SETS, whole(sets.of)),
        Counting::UpTo(most) => question.with(MOST, whole(most)),
        Counting::SumUpTo(most) => question.with(MOST, whole(most)).with(SUM, Value::Flag(true)),
        Counting::SumFrom(least) => question.with(LEAST, whole(least)).with(SUM, Value::Flag(true)),
    };
    match need.die.who {
        Some(unit) => question.about(Ref::Unit(unit)),
        None => question,
    }
}

/// The fact that people entered faces that they rolled.
pub(super) fn told(world: &World, action: &Action) -> Fact {
    Fact::new(HOUSE, Narration::Said(TOLD)).change(set(world.resource::<Dice>().told(&faces(action))))
}

/// The faces that an answer tells, in the order in which the dice were thrown.
pub fn faces(action: &Action) -> Vec<u8> {
    FACES.iter().map_while(|name| action.whole(*name)).map(|face| u8::try_from(face).unwrap_or(1)).collect()
}

/// All dice at once; or the first of them, after which the others are asked for.
fn offer(asking: &Asking, _: &Ask) -> Offer {
    let whole = |name, otherwise| match asking.question.value(name) {
        Some(Value::Whole(n)) => *n,
        _ => otherwise,
    };
    let (sides, count) = (whole(SIDES, 6), usize::try_from(whole(COUNT, 1)).unwrap_or(1).clamp(1, FACES.len()));
    let of = |count: usize| {
        let params = FACES[..count].iter().map(|name| Param::panel(*name, Range::Whole(1, sides))).collect();
        Choice { params, ..Choice::ending(telling(asking.side, &vec![1; count]), HOUSE) }
    };
    Offer { question: KEY, choices: (1..=count).rev().map(of).collect::<Vec<_>>().into(), ..Offer::default() }
}
