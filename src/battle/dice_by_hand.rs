//! Dice rolled by hand: when a job needs a die, people are asked for the face they rolled.

use bevy::ecs::world::World;

use super::action::{Action, Ref, Value};
use super::agenda::{Effects, Question, Recipients};
use super::fact::{Fact, Narration};
use super::install::{Asking, Handler};
use super::offer::{Ask, Choice, Offer, Param, Range};
use super::state::set;
use crate::cite::{HOUSE, Word};
use crate::dice::{Dice, NeedDice};
use crate::ids::Side;

/// The key of the question, and the verb of its answer.
pub const KEY: Word = Word("dice");
const FACE: Word = Word("face");
const SIDES: Word = Word("sides");
const WHY: Word = Word("why");

/// `north: dice face=4`.
pub(super) const HANDLER: Handler = Handler::plain(KEY, &[KEY], offer, |_, _| Effects::pop());

/// The question for a die that is not known.
pub(super) fn question(need: &NeedDice) -> Question {
    let by = need.die.by.unwrap_or(Side::North);
    let question = Question { to: Recipients::One(by), ..Question::to(by, HANDLER, HOUSE) }
        .with(SIDES, Value::Whole(i32::from(need.die.sides)))
        .with(WHY, Value::Name(need.die.why));
    match need.die.who {
        Some(unit) => question.about(Ref::Unit(unit)),
        None => question,
    }
}

/// The fact that people entered a face that they rolled.
pub(super) fn told(world: &World, action: &Action) -> Fact {
    let face = action.whole(FACE).and_then(|f| u8::try_from(f).ok()).unwrap_or(1);
    Fact::new(HOUSE, Narration::Said(Word("told-dice"))).change(set(world.resource::<Dice>().told(&[face])))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let sides = match asking.question.value(SIDES) {
        Some(Value::Whole(sides)) => *sides,
        _ => 6,
    };
    let action = Action::new(Ref::Side(asking.side), KEY).with(FACE, Value::Whole(1));
    let params = vec![Param::panel(FACE, Range::Whole(1, sides))];
    let choice = Choice { params, ..Choice::ending(action, HOUSE) };
    Offer { question: KEY, choices: [choice].into(), barred: Vec::new() }
}
