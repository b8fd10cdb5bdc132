//! Initiative (3.1): a die each; who rolls higher says whether he moves first or last.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::state::Phase;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    set,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::Side;

const INITIATIVE: Cite = Cite("C28");
pub const KEY: Word = Word("elect");
const FIRST: Word = Word("first");
pub const LAST: Word = Word("last");

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

/// A die each, north's first.
///
/// # Errors
/// When a die is not known yet.
pub fn roll(dice: &mut impl Roll) -> Result<[u8; 2], NeedDice> {
    let die = |side| Die::d6(side, None, Word("initiative"));
    Ok([dice.die(die(Side::North))?, dice.die(die(Side::South))?])
}

/// Whose die is higher; nobody's on a tie.
pub fn winner([north, south]: [u8; 2]) -> Option<Side> {
    match north.cmp(&south) {
        std::cmp::Ordering::Greater => Some(Side::North),
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
    }
}

pub fn initiative(InRef(_): InRef<Initiative>, dice: DiceHand) -> Effects {
    let mut roller = dice.roller();
    let faces = match roll(&mut roller) {
        Ok(faces) => faces,
        Err(need) => return Effects::need(need),
    };
    let tally = |face: u8| Tally::default().with(Word("die"), face.into(), INITIATIVE);
    let winner = winner(faces);
    let says = if winner.is_some() { "has-initiative" } else { "initiative-again" };
    let told = Fact::new(INITIATIVE, Narration::Said(Word(says)))
        .word(Word("who"), Arg::Of(Ref::Side(winner.unwrap_or(Side::North))))
        .dice(roller.rolled())
        .tally(tally(faces[0]))
        .tally(tally(faces[1]));
    match winner {
        Some(side) => Effects::pop().fact(told).ask(Question::to(side, HANDLER, INITIATIVE)),
        None => Effects::stay().fact(told),
    }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choices = [FIRST, LAST].map(|key| Choice::ending(Action::new(Ref::Side(asking.side), key), INITIATIVE));
    Offer { question: KEY, choices: choices.to_vec().into(), barred: Vec::new() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let first = if action.key == FIRST { asking.side } else { asking.side.other() };
    let fact = Fact::new(INITIATIVE, Narration::Said(Word("moves-first")))
        .word(Word("who"), Arg::Of(Ref::Side(first)))
        .change(set(Phase { first: Some(first), ..Phase::default() }));
    Effects::pop().fact(fact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_die_elects() {
        assert_eq!([[4, 4], [5, 2], [1, 6]].map(winner), [None, Some(Side::North), Some(Side::South)]);
    }
}
