//! The turn sequence (6), as the book prints it.

use std::cmp::Ordering;
use std::sync::LazyLock;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::activation;
use super::battlefield::Battlefield;
use super::commands::{Acting, Commands};
use super::contest::{self, BreakPoints, Contest};
use super::data::tables;
use super::destiny;
use super::destiny::lost::LostInitiative;
use super::reaction::Evaders;
use super::state::{Acts, Began, Deeds, Turn};
use super::victory;
use crate::battle::{Arg, Clock, DiceHand, Effects, Fact, Job, Narration, Question, Ref, Truth, alter_one, put, set};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::Side;

const SEQUENCE: Cite = Cite("I30");
/// The rule of the roll for initiative.
pub const INITIATIVE: Cite = Cite("I25");
const GENERAL: Cite = Cite("I26");
const SORTS: Cite = Cite("X2");

crate::word_enum! {
    /// The steps that turns have.
    pub enum TurnStep {
        Initiative = "initiative",
        FirstSide = "first-side",
        SecondSide = "second-side",
        /// Where armies are split into commands there is a contest for each of them instead (X1).
        Contest1 = "contest-1",
        Contest2 = "contest-2",
        Contest3 = "contest-3",
        Contest4 = "contest-4",
        Contest5 = "contest-5",
        Contest6 = "contest-6",
        Contest7 = "contest-7",
        Contest8 = "contest-8",
        End = "end",
    }
}

/// The steps of a turn, where no army is split into commands.
const UNDIVIDED: &[TurnStep] = &[TurnStep::Initiative, TurnStep::FirstSide, TurnStep::SecondSide, TurnStep::End];

/// The contests of a turn with the most commands.
const CONTESTS: &[TurnStep] = &[
    TurnStep::Contest1,
    TurnStep::Contest2,
    TurnStep::Contest3,
    TurnStep::Contest4,
    TurnStep::Contest5,
    TurnStep::Contest6,
    TurnStep::Contest7,
    TurnStep::Contest8,
];

/// The words of the steps of a turn of this battle.
pub fn steps(field: Battlefield) -> &'static [Word] {
    let commands = field.commands();
    steps_of(if commands.any() { commands.0.iter().map(Vec::len).sum() } else { 0 })
}

/// The words of the steps of a turn in a battle with so many commands in total.
fn steps_of(commands: usize) -> &'static [Word] {
    static STEPS: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| {
        let undivided = UNDIVIDED.iter().map(|step| step.word()).collect();
        let of = |n: usize| CONTESTS[..n].iter().chain([&TurnStep::End]).map(|step| step.word()).collect();
        [undivided].into_iter().chain((1..=CONTESTS.len()).map(of)).collect()
    });
    STEPS.get(commands).or_else(|| STEPS.last()).map_or(&[], |steps| steps)
}

/// A job at the bottom of the agenda for the whole battle: how far the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    pub turn: u32,
    /// The index of the step that comes next; the number of steps when the turn is over.
    pub next: usize,
}

/// A job: rolls who is first in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Initiative;

/// A job: a side's phase, in which it activates its units one after another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    pub side: Side,
}

impl Job for Sequence {
    const NAME: &'static str = "impetus.sequence";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(sequence, self, world)
    }
}

impl Job for Initiative {
    const NAME: &'static str = "impetus.initiative";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(initiative, self, world)
    }
}

impl Job for Phase {
    const NAME: &'static str = "impetus.phase";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(phase, self, world)
    }
}

/// The next step of the turn.
pub fn sequence(InRef(at): InRef<Sequence>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let steps = steps(field);
    let Some(step) = steps.get(at.next).and_then(|step| TurnStep::named(step.0)) else {
        return match victory::at_end_of_turn(field, at.turn) {
            Some(end) => Effects::stay().fact(end),
            None => Effects::become_job(Sequence { turn: at.turn + 1, next: 0 }),
        };
    };
    let contests = field.commands().any();
    let last = step == TurnStep::End;
    if contests && at.next > 0 && !last && Side::BOTH.into_iter().all(|side| field.waiting(side).is_empty()) {
        return Effects::become_job(Sequence { turn: at.turn, next: steps.len() - 1 });
    }
    let side = mover(field, step);
    let clock = Clock { turn: at.turn, step: step.word(), side };
    let mut began = Fact::new(SEQUENCE, Narration::Began(step.word())).change(set(clock));
    let first = if at.next == 0 { None } else { field.turn().first };
    began = began.change(set(Turn { first, over: false, active: Vec::new() }));
    if !field.0.battle_state::<Evaders>().0.is_empty() {
        began = began.change(set(Evaders::default()));
    }
    if at.next == 0 {
        for unit in field.0.roster().ids().filter(|u| field.acts(*u) != Acts::default()) {
            began = began.change(put(unit, Acts::default()));
        }
        for unit in field.0.roster().ids().filter(|u| field.deeds(*u) != Deeds::default()) {
            began = began.change(put(unit, Deeds::default()));
        }
        for unit in field.0.roster().ids().filter(|u| field.0.unit_state::<Began>(*u) != Began::default()) {
            began = began.change(put(unit, Began::default()));
        }
    }
    if contests {
        began = began.change(set(Acting::default()));
        if at.next == 0 {
            began =
                began.change(alter_one(|commands: &mut Commands| commands.each(|_, _, command| command.done = false)));
        }
    }
    let effects = Effects::become_job(Sequence { turn: at.turn, next: at.next + 1 }).fact(began);
    match (step, side) {
        (TurnStep::End, _) if contest::they_break(field) => effects.push(BreakPoints),
        (TurnStep::End, _) => effects,
        (TurnStep::Initiative, _) => effects.push(Initiative),
        (TurnStep::FirstSide | TurnStep::SecondSide, Some(side)) => effects.push(Phase { side }),
        (TurnStep::FirstSide | TurnStep::SecondSide, None) => effects,
        _ => effects.push(Contest),
    }
}

/// Whose step it is, when it is one side's.
fn mover(field: Battlefield, step: TurnStep) -> Option<Side> {
    match step {
        TurnStep::FirstSide => field.turn().first,
        TurnStep::SecondSide => field.turn().first.map(Side::other),
        _ => None,
    }
}

/// What each side rolls, north first: two dice, and what its general adds while he is on the field.
///
/// # Errors
/// When a die is not known yet.
pub fn roll(dice: &mut impl Roll, generals: [Option<Leader>; 2]) -> Result<[Thrown; 2], NeedDice> {
    let [north, south] = generals;
    Ok([throw(dice, Side::North, north)?, throw(dice, Side::South, south)?])
}

/// What one side rolls.
///
/// # Errors
/// When a die is not known yet.
pub fn throw(dice: &mut impl Roll, side: Side, general: Option<Leader>) -> Result<Thrown, NeedDice> {
    let (tally, faces) = throw_dice(dice, side, tables().initiative.dice, Word("initiative"), INITIATIVE)?;
    let mut thrown = Thrown { tally, falters: false };
    if let Some(general) = general {
        thrown.tally.add(Word("general"), general.adds, general.cite);
        thrown.falters = general.falters && faces.windows(2).all(|pair| pair[0] == pair[1]);
    }
    Ok(thrown)
}

/// So many dice of a side that are added up, and their faces.
///
/// # Errors
/// When a die is not known yet.
pub fn throw_dice(
    dice: &mut impl Roll,
    side: Side,
    count: u8,
    why: Word,
    cite: Cite,
) -> Result<(Tally, Vec<u8>), NeedDice> {
    let mut tally = Tally::default();
    let mut faces = Vec::new();
    let die = Die::d6(side, None, why);
    dice.together(count.into(), Counting::Sum, die)?;
    for _ in 0..count {
        let face = dice.die(die)?;
        tally.add(Word("die"), i32::from(face), cite);
        faces.push(face);
    }
    Ok((tally, faces))
}

/// What a general adds to the roll for the initiative.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    pub adds: i32,
    /// Whether a double makes him lose it.
    pub falters: bool,
    pub cite: Cite,
}

/// What a side has rolled for the initiative.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thrown {
    pub tally: Tally,
    /// Whether its general has lost it by a double.
    pub falters: bool,
}

/// What its general adds for a side; none when he is not on the table.
pub fn leader(field: Battlefield, side: Side) -> Option<Leader> {
    let army = field.army(side);
    let leads = army.general.is_some() && !army.general_lost;
    leads.then(|| match field.sort_of_general(side) {
        Some(sort) => Leader { adds: sort.initiative, falters: sort.falters, cite: SORTS },
        None => Leader { adds: tables().initiative.general, falters: false, cite: GENERAL },
    })
}

/// The roll for initiative; equal totals are rolled again.
pub fn initiative(InRef(_): InRef<Initiative>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut roller = dice.roller();
    let thrown = match roll(&mut roller, Side::BOTH.map(|side| leader(field, side))) {
        Ok(thrown) => thrown,
        Err(need) => return Effects::need(need),
    };
    let (first, cite, says) = first(&thrown);
    let [north, south] = thrown.clone().map(|thrown| thrown.tally);
    let fact = Fact::new(cite, Narration::Said(Word(says)))
        .word(Word("north"), Arg::Of(Ref::Side(Side::North)))
        .word(Word("south"), Arg::Of(Ref::Side(Side::South)))
        .dice(roller.rolled())
        .tally(north)
        .tally(south);
    match first {
        None => Effects::stay().fact(fact),
        Some(first) if destiny::rolls_left(field, first.other()) > 0 => {
            Effects::become_job(LostInitiative { thrown, first, asked: None }).fact(fact)
        }
        first => Effects::pop().fact(fact.change(set(Turn { first, ..field.turn().clone() }))),
    }
}

/// Which side is first by what both have rolled, north's first; the rule, and the sentence for it.
pub fn first([north, south]: &[Thrown; 2]) -> (Option<Side>, Cite, &'static str) {
    match (north.falters, south.falters, north.tally.total().cmp(&south.tally.total())) {
        (true, false, _) => (Some(Side::South), SORTS, "north-falters"),
        (false, true, _) => (Some(Side::North), SORTS, "south-falters"),
        (_, _, Ordering::Greater) => (Some(Side::North), INITIATIVE, "north-first"),
        (_, _, Ordering::Less) => (Some(Side::South), INITIATIVE, "south-first"),
        (_, _, Ordering::Equal) => (None, INITIATIVE, "again"),
    }
}

/// Asks the side whose phase it is until it is done or nobody is left.
pub fn phase(InRef(phase): InRef<Phase>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if field.turn().over || !activation::may_go_on(field, phase.side) {
        return Effects::pop();
    }
    Effects::stay().ask(Question::to(phase.side, activation::HANDLER, activation::RULE))
}
