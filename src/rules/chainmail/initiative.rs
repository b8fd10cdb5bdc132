//! Initiative (3.1): a die each; who rolls higher says whether he moves first or last.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::state::Phase;
use crate::battle::roll_off::RollOff;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    set,
};
use crate::cite::{Cite, Word};

const INITIATIVE: Cite = Cite("C28");
pub const KEY: Word = Word("elect");
const FIRST: Word = Word("first");
pub const LAST: Word = Word("last");

const HIGHER_ELECTS: RollOff =
    RollOff { cite: INITIATIVE, why: Word("initiative"), won: Word("has-initiative"), again: Word("initiative-again") };

pub const HANDLER: Handler = Handler::plain(KEY, &[FIRST, LAST], offer, enact);

/// A job: a die each, and the question to who has rolled higher.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initiative;

impl Job for Initiative {
    const NAME: &'static str = "chainmail.initiative";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(initiative, self, world)
    }
}

pub fn initiative(InRef(_): InRef<Initiative>, dice: DiceHand) -> Effects {
    HIGHER_ELECTS.roll(dice, |side, told| Effects::pop().fact(told).ask(Question::to(side, HANDLER, INITIATIVE)))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choices = [FIRST, LAST].map(|key| Choice::ending(Action::new(Ref::Side(asking.side), key), INITIATIVE));
    Offer { question: KEY, choices: choices.to_vec().into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let first = if action.key == FIRST { asking.side } else { asking.side.other() };
    let fact = Fact::new(INITIATIVE, Narration::Said(Word("moves-first")))
        .word(Word("who"), Arg::Of(Ref::Side(first)))
        .change(set(Phase { first: Some(first), ..Phase::default() }));
    Effects::pop().fact(fact)
}
