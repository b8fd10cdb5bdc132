//! After an evade the mover completes its move, or goes on straight up to its allowance (6.6).

use bevy::ecs::world::World;

use super::march::{LEFT, PRESS_ON, PressOn};
use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fact, Handle, Handler, Kind, Narration, Offer, Param, Range, Value,
    set, vocabulary,
};
use crate::cite::{Cite, Word};
use crate::table::Mil;

const EVADE: Cite = Cite("6.6");
const HOLD: Word = Word("hold");
const BY: Word = Word("by");

/// `body: hold` or `body: press-on by=4.5`.
pub const HANDLER: Handler = Handler::plain(PRESS_ON, &[HOLD, PRESS_ON], offer, enact);

/// Registers that `by` is a length even when it is whole.
pub fn install(world: &mut World) {
    vocabulary(world, &[(BY.0, Kind::Length)]);
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let left = match asking.question.value(LEFT) {
        Some(Value::Length(left)) => *left,
        _ => Mil::ZERO,
    };
    let choices = asking.question.about.iter().flat_map(|who| {
        let more = Action::new(*who, PRESS_ON).with(BY, Value::Length(left));
        let param = Param { handle: Handle::Ahead, ..Param::panel(BY, Range::Length(Mil::ZERO, left)) };
        [Choice::ending(Action::new(*who, HOLD), EVADE), Choice { params: vec![param], ..Choice::ending(more, EVADE) }]
    });
    Offer { question: PRESS_ON, choices: choices.collect(), ..Offer::default() }
}

fn enact(_: &Answered, action: &Action) -> Effects {
    let more = action.length(BY).unwrap_or(Mil::ZERO);
    Effects::pop().fact(Fact::new(EVADE, Narration::Said(PRESS_ON)).change(set(PressOn(Some(more)))))
}
