//! The turn sequence (6), as the book prints it.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::activation;
use super::data::tables;
use super::field::Field;
use super::state::{Acts, Turn};
use super::victory;
use crate::battle::{Clock, Fact, Job, Pass, Question, Tell, View, put, set};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::Side;

const SEQUENCE: Cite = Cite("I30");
const INITIATIVE: Cite = Cite("I25");
const GENERAL: Cite = Cite("I26");

/// The steps of a turn.
pub const STEPS: &[Word] = &[Word("initiative"), Word("first-side"), Word("second-side"), Word("end")];

/// How far the turn has come; it lies at the bottom of the agenda for the whole battle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    pub turn: u32,
    /// The step that comes next; as many as there are steps: the turn is over.
    pub next: usize,
}

/// Who is first in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initiative;

/// A side's phase, in which it activates its units one after another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    pub side: Side,
}

impl Job for Sequence {
    const NAME: &'static str = "impetus.sequence";
}

impl Job for Initiative {
    const NAME: &'static str = "impetus.initiative";
}

impl Job for Phase {
    const NAME: &'static str = "impetus.phase";
}

/// The next step of the turn.
pub fn sequence(InRef(at): InRef<Sequence>, world: &World) -> Pass {
    let field = Field(View::umpire(world));
    let Some(step) = STEPS.get(at.next) else {
        return match victory::at_end_of_turn(field, at.turn) {
            Some(end) => Pass::stay().tell(end),
            None => Pass::become_job(Sequence { turn: at.turn + 1, next: 0 }),
        };
    };
    let side = mover(field, at.next);
    let clock = Clock { turn: at.turn, step: *step, side };
    let mut began = Fact::new(SEQUENCE, Tell::Began(*step)).change(set(clock));
    let first = if at.next == 0 { None } else { field.turn().first };
    began = began.change(set(Turn { first, over: false, active: Vec::new() }));
    if at.next == 0 {
        for unit in field.0.roster().ids().filter(|u| field.acts(*u) != Acts::default()) {
            began = began.change(put(unit, Acts::default()));
        }
    }
    let pass = Pass::become_job(Sequence { turn: at.turn, next: at.next + 1 }).tell(began);
    match (at.next, side) {
        (0, _) => pass.push(Initiative),
        (1 | 2, Some(side)) => pass.push(Phase { side }),
        _ => pass,
    }
}

/// Whose step it is, when it is one side's.
fn mover(field: Field, step: usize) -> Option<Side> {
    match step {
        1 => field.turn().first,
        2 => field.turn().first.map(Side::other),
        _ => None,
    }
}

/// What each side rolls, north first: two dice, and more while its general is on the field.
///
/// # Errors
/// When a die is not known yet.
pub fn roll(dice: &mut impl Roll, generals: [bool; 2]) -> Result<[Tally; 2], NeedDice> {
    let numbers = &tables().initiative;
    let mut tallies = [Tally::default(), Tally::default()];
    for ((side, general), tally) in Side::BOTH.into_iter().zip(generals).zip(&mut tallies) {
        for _ in 0..numbers.dice {
            let face = dice.die(Die::d6(side, None, Word("initiative")))?;
            tally.add(Word("die"), i32::from(face), INITIATIVE);
        }
        if general {
            tally.add(Word("general"), numbers.general, GENERAL);
        }
    }
    Ok(tallies)
}

/// The roll for initiative; equal totals are rolled again.
pub fn initiative(InRef(_): InRef<Initiative>, world: &World) -> Pass {
    let field = Field(View::umpire(world));
    let generals = Side::BOTH.map(|side| {
        let army = field.army(side);
        army.general.is_some() && !army.general_lost
    });
    let mut hand = field.0.hand();
    let tallies = match roll(&mut hand, generals) {
        Ok(tallies) => tallies,
        Err(need) => return Pass::need(need),
    };
    let [north, south] = tallies;
    let first = match north.total().cmp(&south.total()) {
        std::cmp::Ordering::Greater => Some(Side::North),
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
    };
    let says = match first {
        Some(Side::North) => Word("north-first"),
        Some(Side::South) => Word("south-first"),
        None => Word("again"),
    };
    let fact = Fact::new(INITIATIVE, Tell::Said(says)).dice(hand.rolled()).tally(north).tally(south);
    match first {
        None => Pass::stay().tell(fact),
        first => Pass::pop().tell(fact.change(set(Turn { first, ..field.turn().clone() }))),
    }
}

/// Asks the side whose phase it is until it is done or nobody is left.
pub fn phase(InRef(phase): InRef<Phase>, world: &World) -> Pass {
    let field = Field(View::umpire(world));
    if field.turn().over || !activation::may_go_on(field, phase.side) {
        return Pass::pop();
    }
    Pass::stay().ask(Question::to(phase.side, activation::KEY, activation::RULE))
}
