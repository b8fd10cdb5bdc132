//! Rolls of destiny (X16): up to three times in a battle a side may reroll one of its own failed rolls.

mod roll_sequence;
pub mod fate;
pub mod lost;

use self::fate::Throws;
use self::lost::LostInitiative;
use super::battlefield::Battlefield;
use super::state::Destiny;
use crate::battle::{
    Action, Answered, Arg, Asking, Effects, Fact, Handler, Measured, Narration, Odds, Question, Ref, reroll, set,
};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const DESTINY: Cite = Cite("X16");
/// What people read for the rolls that are left.
pub const LEFT: Word = Word("destiny");

/// The question whether a throw that failed stands.
pub const HANDLER: Handler =
    Handler { judge: |asking, action| reroll::judge(asking, action, || odds(asking)), ..reroll::handler(enact) };

/// How many rolls a side has left.
pub fn rolls_left(field: Battlefield, side: Side) -> u8 {
    field.0.battle_state::<Destiny>().0[side.index()]
}

/// Whether any side may still have a throw made again.
pub fn open(field: Battlefield) -> bool {
    rolls_of_both(field) > 0
}

/// The rolls that both have left.
fn rolls_of_both(field: Battlefield) -> u8 {
    Side::BOTH.into_iter().map(|side| rolls_left(field, side)).sum()
}

/// Asks a side whether its throw stands.
fn ask(side: Side, about: &[Ref]) -> Question {
    about.iter().fold(Question::to(side, HANDLER, DESTINY), |question, who| question.about(*who))
}

/// The odds of another throw, for the side that is asked.
fn odds(asking: &Asking) -> Vec<Odds> {
    let field = Battlefield::of(asking.view);
    let throws = field.0.job::<Throws>().and_then(|job| fate::odds(field, job, true));
    throws.or_else(|| field.0.job::<LostInitiative>().map(|job| lost::odds(field, job))).into_iter().collect()
}

/// How much better off a side is with a reroll than with the present roll, in shares of what is at stake; a rout counts
/// twice.
pub fn gain(field: Battlefield, side: Side) -> f32 {
    if let Some(job) = field.0.job::<Throws>()
        && let (Some(again), Some(stands)) = (fate::odds(field, job, true), fate::odds(field, job, false))
    {
        return fate::edge(&again, side, field) - fate::edge(&stands, side, field);
    }
    field.0.job::<LostInitiative>().map_or(0.0, |job| lost::odds(field, job).share(Word("win")) as f32)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    if !reroll::is_ordered(action) {
        return Effects::pop();
    }
    let mut destiny = *asking.view.battle_state::<Destiny>();
    let rolls = &mut destiny.0[asking.side.index()];
    let from = i32::from(*rolls);
    *rolls = rolls.saturating_sub(1);
    let to = i32::from(*rolls);
    let told = Narration::Counted { of: Ref::Side(asking.side), what: LEFT, from, to };
    let fact = Fact::new(DESTINY, told).says(Word("calls-on-destiny"));
    Effects::pop().fact(fact.word(Word("left"), Arg::Measured(Measured::Count(to))).change(set(destiny)))
}
