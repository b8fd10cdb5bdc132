//! The turn sequence (3.2), as the book prints it.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::data;
use super::state::{Acts, Armies, MoveOption, TurnLimit};
use super::switches::Switch;
use super::{
    ambush, breakpoint, breakthrough, defeat, deploy, detach, fire, melee, movement, option, rally, support,
    terrain_setup,
};
use crate::battle::{Clock, Effects, Fact, Frame, Job, Narration, View, Work, alter_one, install, put, set};
use crate::cite::{Cite, Word};
use crate::ids::Side;

const SEQUENCE: Cite = Cite("3.2");

/// Deployment, before the first turn.
pub const DEPLOYMENT: Word = Word("deployment");

/// The steps of a turn with every rule in force. The job of the step under way is on the agenda above [`Sequence`].
pub const STEPS: &[Word] = &[
    Word("detach"),
    Word("fire"),
    Word("option"),
    Word("first-move"),
    Word("second-move"),
    Word("support"),
    Word("melee"),
    Word("breakthrough"),
    Word("rally"),
    Word("break-check"),
];

/// The steps of a turn of this battle: the last one exists only with breakpoint checks (A15.2a).
pub fn steps(field: Battlefield) -> &'static [Word] {
    if field.plays(Switch::BreakChecks) { STEPS } else { &STEPS[..STEPS.len() - 1] }
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

fn sequence(InRef(at): InRef<Sequence>, world: &World) -> Effects {
    let field = Battlefield(View::umpire(world));
    match (at.turn, steps(field).get(at.next)) {
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
            let clock = Clock { turn, step: *step, side };
            effects = effects.fact(Fact::new(SEQUENCE, Narration::Began(*step)).change(set(clock)));
            effects.push.push(Frame::Work(job_of(*step, side)));
            if step.0 == "fire" && field.plays(Switch::Ambush) {
                effects.push(ambush::Showing::default())
            } else {
                effects
            }
        }
    }
}

/// The job of a step.
fn job_of(step: Word, side: Option<Side>) -> Work {
    let side = side.unwrap_or(Side::North);
    match step.0 {
        "detach" => Work::new(detach::DetachStep::default()),
        "fire" => Work::new(fire::FireStep::default()),
        "option" => Work::new(option::OptionStep),
        "first-move" | "second-move" => Work::new(movement::Movement::of(side)),
        "support" => Work::new(support::SupportStep::default()),
        "melee" => Work::new(melee::MeleeStep::default()),
        "breakthrough" => Work::new(breakthrough::BreakthroughStep::default()),
        "break-check" => Work::new(breakpoint::BreakStep),
        _ => Work::new(rally::RallyStep::default()),
    }
}

/// Puts the job of a step on the agenda of a battle that is being staged.
pub fn lay_step(world: &mut World, step: Word, side: Option<Side>) {
    install::lay_work(world, job_of(step, side));
    if step.0 == "fire" && Battlefield(View::umpire(world)).plays(Switch::Ambush) {
        install::lay_work(world, Work::new(ambush::Showing::default()));
    }
}

/// Whose step it is, when it is one side's.
fn mover(field: Battlefield, step: Word) -> Option<Side> {
    match step.0 {
        "first-move" => Some(field.order()[0]),
        "second-move" => Some(field.order()[1]),
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

/// The last turn of a battle whose file gives no limit.
pub fn usual_limit() -> u32 {
    data().tables.table.turns
}
