//! The combat phase (A10): engagements one after another, each round after round until nobody touches any more.

pub mod attacks;
mod after;
mod declare;
pub mod fall_back;
pub mod kernel;
mod pursuit;
pub mod reform;
mod retreats;
mod round;
pub mod winner;

pub use declare::{LEAD_HANDLER as LEAD, STRIKE_HANDLER as STRIKE, worth as worth_declared};
pub use fall_back::HANDLER as FALL_BACK;
pub use reform::HANDLER as REFORM;
pub use retreats::{HANDLER as RETREAT_ORDER, WAY_HANDLER as RETREAT_WAY};
pub use round::{charges_of, round_of, round_with};
pub use winner::HANDLER as WINNER;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::attacks::{Charges, Supposed};
use self::reform::Reforms;
use self::round::Fights;
use super::battlefield::Battlefield;
use super::state::Phase;
use super::support;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Then,
    Truth, alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::formation::groups;
use crate::table::measure::TOUCH;
use crate::table::whose;

pub const KEY: Word = Word("engagement");
const FIGHT: Word = Word("fight");
const RULE: Cite = Cite("A10.1");

/// Which engagement is fought next.
pub const HANDLER: Handler = Handler::plain(KEY, &[FIGHT], offer, enact);

/// A job: the combat phase of a side's turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Combat {
    pub side: Side,
}

impl Job for Combat {
    const NAME: &'static str = "ancientmaster.combat";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(combat, self, world)
    }
}

/// The engagements as they are now (A10.1): units that touch enemies or support friends, and are connected by that. Each
/// is in roster order.
pub fn engagements(field: Battlefield) -> Vec<Vec<UnitId>> {
    let units: Vec<UnitId> = field.units().filter(|unit| support::engaged(field, *unit)).collect();
    let links: Vec<Vec<UnitId>> = units.iter().map(|unit| links(field, *unit)).collect();
    let linked = |a: usize, b: usize| links[a].contains(&units[b]) || links[b].contains(&units[a]);
    groups(units.len(), linked).into_iter().map(|group| group.into_iter().map(|n| units[n]).collect()).collect()
}

/// Those by whom a unit belongs to an engagement: whom it touches and whom it supports.
fn links(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let supported = support::of_unit(field, unit).into_iter().map(|support| support.of.unit);
    field.contacts(unit).into_iter().chain(supported.filter(|of| *of != unit)).collect()
}

/// All of the engagement that a unit belongs to, in roster order; itself alone where it fights nobody.
pub fn engagement_of(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let mut found = vec![unit];
    let mut next = 0;
    while let Some(of) = found.get(next).copied() {
        let side = field.0.side_of(of);
        let beside = field.feet(of).iter().flat_map(|foot| field.0.layout().around(&foot.print, TOUCH.to_inches()));
        let friends = whose(beside.filter(|foot| field.0.side_of(foot.unit) == side));
        let supporters = friends.filter(|friend| *friend != of && links(field, *friend).contains(&of));
        for unit in links(field, of).into_iter().chain(supporters) {
            if !found.contains(&unit) {
                found.push(unit);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found
}

/// The engagements that are still to be fought in this phase.
fn pending(field: Battlefield) -> Vec<Vec<UnitId>> {
    let fought = &field.phase().fought;
    let fresh = |units: &Vec<UnitId>| units.iter().any(|unit| !fought.contains(unit));
    let both = |units: &Vec<UnitId>| Side::BOTH.iter().all(|side| units.iter().any(|u| field.0.side_of(*u) == *side));
    let all = engagements(field).into_iter().filter(|units| fresh(units) && both(units));
    // One who was in a fight that was left unresolved fights no more in this phase.
    all.filter(|units| units.iter().all(|unit| !fought.contains(unit))).collect()
}

pub fn combat(InRef(job): InRef<Combat>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let pending = pending(field);
    // An engagement that an advance has led to is fought next.
    let next = pending.iter().find(|units| units.iter().any(|unit| field.phase().next.contains(unit)));
    match (next, &pending[..]) {
        (_, []) => Effects::become_job(Reforms { side: job.side }),
        (Some(units), _) | (None, [units]) => Effects { then: Then::Stay, ..begins(units) },
        _ => Effects::stay().ask(Question::to(job.side, HANDLER, RULE)),
    }
}

/// What an answer to this question supposes of the next round, and of which unit; none for answers that bring no round.
pub fn supposed<'a>(question: &Question, action: &Action, charges: Charges<'a>) -> Option<(UnitId, Supposed<'a>)> {
    let plain = Supposed::charges(charges);
    match (question.key, action.key, &action.who[..]) {
        (KEY, FIGHT, [Ref::Unit(unit)]) => Some((*unit, plain)),
        _ => declare::supposed(question, action, plain),
    }
}

/// An engagement is fought.
fn begins(units: &[UnitId]) -> Effects {
    let told =
        Fact::new(RULE, Narration::Said(Word("engagement-begins"))).word(Word("who"), Arg::Of(Ref::Unit(units[0])));
    let own = units.to_vec();
    let told = told.change(alter_one(move |phase: &mut Phase| {
        phase.next.retain(|unit| !own.contains(unit));
        phase.falls = [None; 2];
    }));
    Effects::pop().fact(told).push(Fights { units: units.to_vec(), round: 1 })
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let own = |units: &Vec<UnitId>| units.iter().copied().find(|unit| field.0.side_of(*unit) == asking.side);
    let choices: Vec<Choice> = pending(field)
        .iter()
        .filter_map(own)
        .map(|unit| Choice::ending(Action::new(Ref::Unit(unit), FIGHT), RULE))
        .collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit)] = action.who[..] else { return Effects::pop() };
    pending(field).iter().find(|units| units.contains(&unit)).map_or_else(Effects::pop, |units| begins(units))
}
