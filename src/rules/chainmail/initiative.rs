//! Initiative (3.1): a die each; who rolls higher says whether he moves first or last.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::state::Phase;
use super::verb::Verb;
use crate::battle::roll_off::RollOff;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    set,
};
use crate::cite::{Cite, Word};

const INITIATIVE: Cite = Cite("C28");
pub const KEY: Word = Word("elect");

const HIGHER_ELECTS: RollOff =
    RollOff { cite: INITIATIVE, why: Word("initiative"), won: Word("has-initiative"), again: Word("initiative-again") };

pub const HANDLER: Handler = Handler::plain(KEY, &[Verb::First.word(), Verb::Last.word()], offer, enact);

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
    let choices = [Verb::First, Verb::Last].map(|verb| Choice::ending(verb.by(Ref::Side(asking.side)), INITIATIVE));
    Offer { question: KEY, choices: choices.to_vec().into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let first = match Verb::of(action) {
        Some(Verb::First) => asking.side,
        _ => asking.side.other(),
    };
    let fact = Fact::new(INITIATIVE, Narration::Said(Word("moves-first")))
        .word(Word("who"), Arg::Of(Ref::Side(first)))
        .change(set(Phase { first: Some(first), ..Phase::default() }));
    Effects::pop().fact(fact)
}
