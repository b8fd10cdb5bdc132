//! More moves in one activation (X5): a unit or group that has moved may try to move again, each time by a test of
//! discipline. Light troops need no test for the first.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::Serialize;

use super::go;
use super::order::MoveOrder;
use super::plan::{Plan, Planned, plan, zones_of};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Refusal, Truth, alter, set};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::discipline::{self, Test};
use crate::rules::impetus::state::{Deeds, Turn};
use crate::rules::impetus::switches::Switch;
use crate::rules::impetus::zone::Zone;
use crate::table::measure::overlap;
use crate::table::slide;

/// The rule of more moves.
pub const RULE: Cite = Cite("X5");
const ONCE: Cite = Cite("I27");

/// A job: units try to move again, and the die is to be rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MovesOn {
    pub order: MoveOrder,
}

impl Job for MovesOn {
    const NAME: &'static str = "impetus.moves-on";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(moves_on, self, world)
    }
}

/// Checks that these units, whose activation is under way, may move once more.
///
/// # Errors
///
/// When X5 is not played, they are not all the active units, or one of them has done something that ends its moves.
pub fn may(field: Battlefield, units: &[UnitId]) -> Result<(), Refusal> {
    let refuse = |cite, says, unit: UnitId| Err(Refusal::new(cite, Word(says)).of(Ref::Unit(unit)));
    for unit in units {
        let acts = field.acts(*unit);
        if !field.plays(Switch::Actions) || !field.is_active(*unit) || !acts.moved {
            return refuse(ONCE, "activated-already", *unit);
        }
        if acts.fired || acts.fought || acts.rallied {
            return refuse(RULE, "no-more-after", *unit);
        }
        if field.kind(*unit).stays {
            return refuse(RULE, "never-moves-on", *unit);
        }
        let (more, most) = (i32::from(field.deeds(*unit).more_moves), tables().full.more_moves.most);
        if more >= most {
            let refusal = Refusal::new(RULE, Word("moved-on-enough")).of(Ref::Unit(*unit));
            return Err(refusal.above(Measured::Count(more + 1), Measured::Count(most)));
        }
    }
    match field.turn().active.iter().find(|unit| !units.contains(unit)) {
        Some(left) => refuse(RULE, "moves-on-together", *left),
        None => Ok(()),
    }
}

/// Whether a unit may move again together with all active units.
pub fn goes_on(field: Battlefield, unit: UnitId) -> bool {
    field.is_active(unit) && may(field, &field.turn().active).is_ok()
}

/// The test before a move, if it is a further move and needs one.
pub fn test(field: Battlefield, order: &MoveOrder, plan: &Plan) -> Option<Test> {
    may(field, &order.units).ok()?;
    let more = order.units.iter().map(|unit| i32::from(field.deeds(*unit).more_moves)).max().unwrap_or_default();
    let light = order.units.iter().all(|unit| field.kind(*unit).slips);
    let zones = zones_of(field, order);
    let spared = light && more < tables().full.more_moves.free && !plan.units.iter().any(|p| enters(p, &zones));
    if spared { None } else { discipline::of_all(field, &order.units, more) }
}

/// Whether a unit would enter a zone of control in which it does not stand yet.
fn enters(planned: &Planned, zones: &[Zone]) -> bool {
    let (from, to) = (&planned.turned, &planned.end);
    let way = to.centre - from.centre;
    let crosses = |area| {
        let passage = slide::passage(from, way.normalize_or_zero(), area);
        passage.map(|p| p.over).is_some_and(|(enter, leave)| leave > 0.0 && enter < way.length())
    };
    let new = zones.iter().filter(|zone| !overlap(&planned.start, &zone.area));
    new.into_iter().any(|zone| overlap(from, &zone.area) || overlap(to, &zone.area) || crosses(&zone.area))
}

/// Enacts a further move that was judged: directly, or after its test.
pub fn go_on(field: Battlefield, order: &MoveOrder, plan: &Plan) -> Effects {
    match test(field, order, plan) {
        Some(_) => Effects::pop().push(MovesOn { order: order.clone() }),
        None => {
            let told = Fact::new(RULE, Narration::Said(Word("moves-on")));
            let told = told.word(Word("who"), Arg::Of(Ref::Unit(order.units[0])));
            begun(counted(order, told), go::go(field, order, plan))
        }
    }
}

/// Rolls the test. If passed they move on; if failed they are disordered and their activation ends.
pub fn moves_on(InRef(job): InRef<MovesOn>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let order = &job.order;
    let Ok(plan) = plan(field, order) else { return Effects::pop() };
    let Some(test) = test(field, order, &plan) else { return Effects::pop() };
    let mut roller = dice.roller();
    let tested = match test.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    let told = counted(order, test.told(tested, roller.rolled()));
    if tested.passed {
        return begun(told, go::go(field, order, &plan));
    }
    let over = Turn { active: Vec::new(), ..field.turn().clone() };
    Effects::pop().fact(told.change(set(over))).facts(discipline::broken(field, &order.units))
}

/// The effects with that fact put first.
fn begun(first: Fact, mut effects: Effects) -> Effects {
    effects.facts.insert(0, first);
    effects
}

/// Adds to the fact that each of the units has made one more move.
fn counted(order: &MoveOrder, fact: Fact) -> Fact {
    order.units.iter().fold(fact, |fact, unit| fact.change(alter(*unit, |deeds: &mut Deeds| deeds.more_moves += 1)))
}
