//! The turn sequence (3.2), as the book prints it.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::state::{Acts, Armies, MoveOption};
use super::switches::Switch;
use super::{
    ambush, breakpoint, breakthrough, defeat, deploy, detach, fire, melee, movement, option, rally, support,
    terrain_setup,
};
use crate::battle::{
    Clock, Effects, Fact, Frame, Job, Narration, Truth, TurnLimit, View, Work, alter_one, install, put, set,
};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const SEQUENCE: Cite = Cite("3.2");

/// Deployment, before the first turn.
pub const DEPLOYMENT: Word = Word("deployment");

crate::word_enum! {
    /// The steps of a turn with every rule in force. The job of the step under way is on the agenda above [`Sequence`].
    pub enum TurnStep {
        Detach = "detach",
        Fire = "fire",
        MoveOption = "option",
        FirstMove = "first-move",
        SecondMove = "second-move",
        Support = "support",
        Melee = "melee",
        Breakthrough = "breakthrough",
        Rally = "rally",
        BreakCheck = "break-check",
    }
}

/// How many of the steps a turn of this battle has: the last one exists only with breakpoint checks (A15.2a).
fn count(field: Battlefield) -> usize {
    TurnStep::ALL.len() - usize::from(!field.plays(Switch::BreakChecks))
}

/// The words of the steps of a turn of this battle.
pub fn steps(field: Battlefield) -> &'static [Word] {
    &TurnStep::WORDS[..count(field)]
}

/// A job at the bottom of the agenda for the whole battle: how far the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequence {
    /// 0: deployment.
    pub turn: u32,
    /// The index of the step that comes next; the number of steps when the turn is over.
    pub next: usize,
}

impl Job for Sequence {
    const NAME: &'static str = "armati.sequence";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(sequence, self, world)
    }
}

fn sequence(InRef(at): InRef<Sequence>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    match (at.turn, TurnStep::ALL[..count(field)].get(at.next)) {
        (0, _) => {
            let clock = Clock { turn: 0, step: DEPLOYMENT, side: None };
            let began = Fact::new(SEQUENCE, Narration::Began(DEPLOYMENT)).change(set(clock));
            let effects = Effects::become_job(Sequence { turn: 1, next: 0 }).fact(began).push(deploy::Deployment::Asks);
            if field.plays(Switch::TerrainDice) { effects.push(terrain_setup::Laying::Dice) } else { effects }
        }
        (turn, None) => match defeat::at_limit(field, turn, *field.0.battle_state::<TurnLimit>()) {
            Some(end) => Effects::stay().fact(end),
            None => Effects::become_job(Sequence { turn: turn + 1, next: 0 }),
        },
        (turn, Some(step)) => {
            let next = Sequence { turn, next: at.next + 1 };
            let mut effects = Effects::become_job(next);
            if at.next == 0 {
                effects = effects.fact(new_turn(field));
            }
            let side = mover(field, *step);
            let clock = Clock { turn, step: step.word(), side };
            effects = effects.fact(Fact::new(SEQUENCE, Narration::Began(step.word())).change(set(clock)));
            effects.push.push(Frame::Work(job_of(*step, side)));
            if *step == TurnStep::Fire && field.plays(Switch::Ambush) {
                effects.push(ambush::Showing::default())
            } else {
                effects
            }
        }
    }
}

/// The job of a step.
fn job_of(step: TurnStep, side: Option<Side>) -> Work {
    let side = side.unwrap_or(Side::North);
    match step {
        TurnStep::Detach => Work::new(detach::DetachStep::default()),
        TurnStep::Fire => Work::new(fire::FireStep::default()),
        TurnStep::MoveOption => Work::new(option::OptionStep),
        TurnStep::FirstMove | TurnStep::SecondMove => Work::new(movement::Movement::of(side)),
        TurnStep::Support => Work::new(support::SupportStep::default()),
        TurnStep::Melee => Work::new(melee::MeleeStep::default()),
        TurnStep::Breakthrough => Work::new(breakthrough::BreakthroughStep::default()),
        TurnStep::BreakCheck => Work::new(breakpoint::BreakStep),
        TurnStep::Rally => Work::new(rally::RallyStep::default()),
    }
}

/// Puts the job of a step on the agenda of a battle that is being staged.
pub fn lay_step(world: &mut World, step: TurnStep, side: Option<Side>) {
    install::lay_work(world, job_of(step, side));
    if step == TurnStep::Fire && Battlefield::of(View::umpire(world)).plays(Switch::Ambush) {
        install::lay_work(world, Work::new(ambush::Showing::default()));
    }
}

/// Whose step it is, when it is one side's.
fn mover(field: Battlefield, step: TurnStep) -> Option<Side> {
    match step {
        TurnStep::FirstMove => Some(field.order()[0]),
        TurnStep::SecondMove => Some(field.order()[1]),
        _ => None,
    }
}

/// Begins a turn: clears what units did last turn, and who moved first.
fn new_turn(field: Battlefield) -> Fact {
    let mut fact = Fact::new(SEQUENCE, Narration::Began(Word("turn"))).change(set(MoveOption::default()));
    for unit in field.0.roster().ids() {
        if field.acts(unit) != Acts::default() {
            fact = fact.change(put(unit, Acts::default()));
        }
    }
    fact.change(alter_one(|armies: &mut Armies| armies.0.iter_mut().for_each(|army| army.general.moved = false)))
}
