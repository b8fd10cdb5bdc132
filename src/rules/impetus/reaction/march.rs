//! Carries out a move while enemies stand ready (X7): a unit that enters the zone of one of them may be charged there.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::Serialize;

use super::charged::Charge;
use super::ready::{Fire, RULE, Ready};
use super::strike::Strike;
use super::{Answer, answer, decided, either, forgotten};
use crate::battle::{Arg, Effects, Fact, Handler, Job, Narration, Question, Ref, Truth, put};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::rules::impetus::activation::go;
use crate::rules::impetus::activation::order::{MoveOrder, Way};
use crate::rules::impetus::activation::plan::{self, Plan, Planned};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::going;
use crate::rules::impetus::path::{Path, meets};
use crate::rules::impetus::switches::Switch;
use crate::rules::impetus::zone::{self, Zone};
use crate::table::measure::overlap;
use crate::table::{Footprint, Mil, slide, turned};

/// The question's word.
const KEY: Word = Word("opportunity");

/// A job: a move that was judged and is being carried out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct March {
    pub order: MoveOrder,
}

impl Job for March {
    const NAME: &'static str = "impetus.march";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(march, self, world)
    }
}

pub const HANDLER: Handler = Handler::plain(
    KEY,
    &[Answer::Charge.word(), super::HOLD],
    |asking, _| either(asking, Answer::Charge),
    |asking, action| decided(asking, action, Answer::Charge),
);

/// The points of a move at which an enemy may charge.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Point {
    /// Where it began.
    Start,
    /// After its turn or wheel and so much of the straight part.
    Along(Mil),
    /// At its end; for a move that was made in order to shoot.
    End,
}

/// A ready enemy, which unit it may charge, and where.
struct Chance {
    ready: UnitId,
    mover: UnitId,
    at: Point,
}

/// Asks the enemies that may charge, in the order in which the move reaches them; then the move goes on to its end or
/// to the charge.
pub fn march(InRef(job): InRef<March>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let zones = zone::zones(field, &job.order.units);
    let Ok(plan) = plan::way(field, &job.order, &zones) else { return Effects::pop() };
    for chance in chances(field, job, &plan, &zones) {
        match answer(field, chance.ready, chance.mover) {
            None => {
                let question = Question::to(field.0.side_of(chance.ready), HANDLER, RULE);
                let about = [chance.ready, chance.mover].into_iter().map(Ref::Unit);
                return Effects::stay().ask(about.fold(question, |question, who| question.about(who)));
            }
            Some(Answer::Charge) => return interrupted(field, job, &plan, &chance),
            Some(_) => {}
        }
    }
    let over = forgotten(field, RULE);
    if plan.units.iter().any(|p| !p.enemies.is_empty()) {
        return Effects::become_job(Charge::new(field, &job.order, &plan)).facts(over);
    }
    let effects = go::carried_out(Effects::pop(), field, &job.order, &plan, &go::Met::default());
    effects.push(Fire { movers: job.order.units.clone(), asked: Vec::new() }).facts(over)
}

/// The enemies that may charge one of the movers on its way, in the order in which they are reached.
fn chances(field: Battlefield, job: &March, plan: &Plan, zones: &[Zone]) -> Vec<Chance> {
    let mut chances = Vec::new();
    if !field.plays(Switch::Opportunity) {
        return chances;
    }
    for zone in zones.iter().filter(|zone| field.0.unit_state::<Ready>(zone.of).0) {
        for planned in &plan.units {
            let at = point(field, job, planned, zone);
            let may = |at: &Point| may_strike(field, job, planned, zone.of, *at) && may_halt(field, job, plan, *at);
            let Some(at) = at.filter(may) else { continue };
            chances.push(Chance { ready: zone.of, mover: planned.unit, at });
        }
    }
    let key = |c: &Chance| match c.at {
        Point::Start => (0, Mil::ZERO),
        Point::Along(way) => (1, way),
        Point::End => (2, Mil::ZERO),
    };
    chances.sort_by(|a, b| key(a).cmp(&key(b)).then((a.ready, a.mover).cmp(&(b.ready, b.mover))));
    chances
}

/// The direction of the straight part.
fn along(job: &March, planned: &Planned) -> Vec2 {
    match job.order.way {
        Way::Aside { angle, .. } => turned(planned.start.forward(), angle),
        Way::Ahead { .. } | Way::Turn { .. } | Way::About => planned.turned.forward(),
    }
}

/// Where a move enters a zone, or starts moving in it; none when it does not.
fn point(field: Battlefield, job: &March, planned: &Planned, zone: &Zone) -> Option<Point> {
    if planned.start == planned.end {
        return None;
    }
    let in_zone = |print: &Footprint| overlap(print, &zone.area);
    let shoots = planned.enemies.is_empty()
        && in_zone(&planned.end)
        && field.troop(planned.unit).weapon.is_some()
        && !field.acts(planned.unit).fired;
    if shoots {
        return Some(Point::End);
    }
    if in_zone(&planned.start) {
        return Some(Point::Start);
    }
    if in_zone(&planned.turned) {
        return Some(Point::Along(Mil::ZERO));
    }
    let (from, _) = slide::passage(&planned.turned, along(job, planned), &zone.area)?.over;
    let at = Mil::up(from + zone::TO_THE_LIMIT).min(planned.gone);
    (from >= 0.0 && from <= planned.gone.to_inches()).then_some(Point::Along(at))
}

/// Where a mover is at that point.
fn stands(job: &March, planned: &Planned, at: Point) -> Footprint {
    match at {
        Point::Start => planned.start,
        Point::Along(way) => planned.turned.shifted(along(job, planned) * way.min(planned.gone).to_inches()),
        Point::End => planned.end,
    }
}

/// Whether the ready unit reaches the mover at that point straight ahead, and may charge it.
fn may_strike(field: Battlefield, job: &March, planned: &Planned, ready: UnitId, at: Point) -> bool {
    let (print, it) = (field.print(ready), stands(job, planned, at));
    let path = Path { field, unit: ready, from: print, along: print.forward(), mates: &job.order.units, ended: &[] };
    let graze = tables().touch.inches();
    let Some(met) = meets(&print, print.forward(), &it).filter(|met| met.width > graze) else { return false };
    let way = slide::seat(met.enter, Mil::ZERO);
    let reach = going::reach(field, ready, &print, print.forward(), field.troop(ready).m);
    let free = path.stops(way).iter().all(|stop| !stop.forbids(way)) && path.meeting(way).is_none();
    let end = path.at(way);
    way <= reach && free && charge::may_charge_at(field, ready, (&print, &end), &[(planned.unit, it)]).is_ok()
}

/// Whether all movers can stop there: not on friends that they are passing through.
fn may_halt(field: Battlefield, job: &March, plan: &Plan, at: Point) -> bool {
    let clear = |planned: &Planned| {
        let print = stands(job, planned, at);
        field.0.layout().overlapping(&print).all(|foot| job.order.units.contains(&foot.unit))
    };
    at == Point::End || plan.units.iter().all(clear)
}

/// Stops the movers where the enemy charges one of them, which ends their move.
fn interrupted(field: Battlefield, job: &March, plan: &Plan, chance: &Chance) -> Effects {
    let mut cut = plan.clone();
    for planned in &mut cut.units {
        let end = stands(job, planned, chance.at);
        if chance.at == Point::Start {
            planned.turned = planned.start;
        }
        planned.gone = match chance.at {
            Point::Start => Mil::ZERO,
            Point::Along(way) => way.min(planned.gone),
            Point::End => planned.gone,
        };
        let wheel = (planned.turned.heading - planned.start.heading).turn();
        planned.end = end;
        // A mover that was itself charging that enemy meets him; all others are charged.
        planned.enemies.clear();
        if chance.at != Point::End {
            let aside = matches!(job.order.way, Way::Aside { .. });
            let planned_disorder = planned.disorder.filter(|_| aside && planned.gone > Mil::ZERO);
            planned.disorder =
                planned_disorder.or_else(|| plan::disorder(field, &job.order.units, planned, wheel, None));
        }
    }
    if chance.at != Point::End {
        cut.displaced.clear();
    }
    let charging = plan.units.iter().any(|p| p.unit == chance.mover && p.enemies.contains(&chance.ready));
    let told = Fact::new(RULE, Narration::Said(Word("takes-opportunity")))
        .word(Word("who"), Arg::Of(Ref::Unit(chance.ready)))
        .word(Word("whom"), Arg::Of(Ref::Unit(chance.mover)))
        .change(put(chance.ready, Ready(false)));
    let moved = go::carried_out(Effects::pop().fact(told), field, &job.order, &cut, &go::Met::default());
    let strike = Strike {
        unit: chance.ready,
        at: chance.mover,
        movers: job.order.units.clone(),
        meets: charging,
        shoots: chance.at == Point::End,
    };
    moved.facts(forgotten(field, RULE)).push(strike)
}
