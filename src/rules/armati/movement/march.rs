//! A march under way: about-face, wheel, straight ahead. An enemy that may evade is asked before the wheel or the
//! straight move that would reach it begins (6.5, 6.6, 7.11).

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::Mode;
use super::order::{MarchOrder, speaker};
use super::plan::{ABOUT_ALONE, LONG_ALONE, instead_of_moving};
use super::turning;
use super::{arrive, evade, follow, runs, touch};
use crate::battle::{Arg, Effects, Fact, Job, Measured, Narration, Question, Truth, Value, alter, put};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::breaking::{Removal, Remove};
use crate::rules::armati::state::{Acts, Undressed};
use crate::table::{Cdeg, Footprint, Mil, Pose};

const WHEEL: Cite = Cite("W2");
const LONG_WHEEL: Cite = Cite("B12.2");
const ABOUT: Cite = Cite("6.1");
const ABOUT_OF_HEAVIES: Cite = Cite("B12a.2");
const DRESS: Cite = Cite("6.3");
const EVADE: Cite = Cite("6.6");

/// The question whether the mover goes on after an evade.
pub const PRESS_ON: Word = Word("press-on");
/// A wheel is searched for hidden enemies in steps of so many hundredths of a degree.
const SWEEP_STEP: i32 = 200;

/// The value for how much farther it may go.
pub const LEFT: Word = Word("left");

/// A job: a march that is under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct March {
    pub side: Side,
    pub order: MarchOrder,
    pub mode: Mode,
    /// The units that march, and the pose of each before the march.
    pub units: Vec<(UnitId, Pose)>,
    pub stage: Stage,
    /// How far it has wheeled so far.
    pub turned: Cdeg,
    /// What the wheel has cost.
    pub price: Mil,
    /// The enemies that were asked before this march whether they evade.
    pub asked: Vec<UnitId>,
    /// Whether somebody has evaded and the mover was not asked yet whether to press on.
    pub evaded: bool,
    /// The units whose march has ended early, by contact made in the wheel.
    pub halted: Vec<UnitId>,
}

/// Which part of the march comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    Face,
    Wheel,
    Straight,
}

/// How much farther the mover wants to go after an evade; none: not asked yet.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PressOn(pub Option<Mil>);

impl Job for March {
    const NAME: &'static str = "armati.march";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(march, self, world)
    }
}

impl March {
    /// The march of these units of the order's division, before it begins.
    pub fn new(field: Battlefield, side: Side, order: MarchOrder, mode: Mode, units: &[UnitId]) -> March {
        let poses = units.iter().filter_map(|u| Some((*u, field.0.pose(*u)?))).collect::<Vec<_>>();
        let stage = if order.about {
            Stage::Face
        } else if order.wheel != Cdeg::ZERO {
            Stage::Wheel
        } else {
            Stage::Straight
        };
        March {
            side,
            order,
            mode,
            units: poses,
            stage,
            turned: Cdeg::ZERO,
            price: Mil::ZERO,
            asked: Vec::new(),
            evaded: false,
            halted: Vec::new(),
        }
    }

    /// The same march with that unit noted as asked whether it evades.
    fn asking(&self, evader: UnitId) -> March {
        let mut next = self.clone();
        next.asked.push(evader);
        next.evaded = true;
        next
    }

    /// Its units that are still on the table.
    fn standing(&self, field: Battlefield) -> Vec<UnitId> {
        self.units.iter().map(|(u, _)| *u).filter(|u| field.stands(*u)).collect()
    }

    /// Where a unit stood before the march.
    pub fn start(&self, field: Battlefield, unit: UnitId) -> Footprint {
        let now = field.print(unit);
        let pose = self.units.iter().find(|(u, _)| *u == unit).map_or(now.pose(), |(_, p)| *p);
        Footprint::new(pose, now.width(), now.depth())
    }
}

fn march(InRef(job): InRef<March>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let seen = ambush::met(field, job.side, &passed(field, job));
    if !seen.is_empty() {
        return Effects::stay().facts(seen);
    }
    match job.stage {
        Stage::Face => face(field, job),
        Stage::Wheel => wheel(field, job),
        Stage::Straight => straight(field, job),
    }
}

/// The areas that the next part of the march would pass over: enemies hidden near them are seen before it is made
/// (3.1.4).
fn passed(field: Battlefield, job: &March) -> Vec<(UnitId, Footprint)> {
    if ambush::prints(field, job.side.other()).next().is_none() {
        return Vec::new();
    }
    match job.stage {
        Stage::Face => Vec::new(),
        Stage::Wheel => {
            let units = job.standing(field);
            let prints: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
            let Ok(turned) = turning::turn_on(field, &job.order, &units, &prints) else { return Vec::new() };
            // Steps small enough that no unit is missed between two of them.
            let steps = turned.angle.0.abs() / SWEEP_STEP + 1;
            let at = |n: i32| Cdeg((i64::from(turned.angle.0) * i64::from(n) / i64::from(steps)) as i32);
            let hidden: Vec<Footprint> = ambush::prints(field, job.side.other()).map(|(_, print)| print).collect();
            let swept = |n: i32| {
                units.iter().zip(&prints).map(|(u, p)| (*u, turned.wheel.turned(p, at(n)))).collect::<Vec<_>>()
            };
            let sees = |areas: &Vec<(UnitId, Footprint)>| {
                let areas: Vec<Footprint> = areas.iter().map(|(_, print)| *print).collect();
                hidden.iter().any(|print| ambush::is_seen(print, &areas))
            };
            // The wheel is searched step by step, so an enemy farther on is seen only if the wheel still gets that far.
            (0..=steps).map(swept).find(sees).unwrap_or_default()
        }
        Stage::Straight => {
            let gone = |run: &runs::Run| {
                let way = run.way(field, job, &[]);
                (run.unit, way.passed(&way.at(run.course.distance)))
            };
            runs::of(field, job).iter().map(gone).collect()
        }
    }
}

/// Turns all units about in place.
fn face(field: Battlefield, job: &March) -> Effects {
    let next = if job.order.wheel == Cdeg::ZERO { Stage::Straight } else { Stage::Wheel };
    let moves: Vec<(UnitId, Footprint)> =
        job.standing(field).into_iter().map(|u| (u, field.print(u).faced(Cdeg::HALF))).collect();
    let heavies = moves.iter().any(|(u, _)| !field.kind(*u).about_face);
    let cite = if heavies { ABOUT_OF_HEAVIES } else { ABOUT };
    let mut fact = said(field, job, follow::moved(field, cite, &moves), "faces-about");
    for (unit, _) in moves.iter().filter(|_| heavies) {
        // They may make no other movement and no support charge.
        fact = fact.change(alter(*unit, |acts: &mut Acts| {
            acts.moved = true;
            acts.spent = true;
            acts.whole_turn = Some(ABOUT_ALONE);
        }));
    }
    Effects::become_job(March { stage: next, ..job.clone() }).fact(fact)
}

/// Asks the enemies that may evade the wheel, then makes it.
fn wheel(field: Battlefield, job: &March) -> Effects {
    let units = job.standing(field);
    let prints: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
    let straight = March { stage: Stage::Straight, ..job.clone() };
    // An evader may have come to stand where it forbids the wheel: then there is none.
    let turned = turning::turn_on(field, &job.order, &units, &prints);
    let Some(turned) = turned.ok().filter(|turned| turned.angle != Cdeg::ZERO) else {
        return Effects::become_job(straight);
    };
    if let Some((_, evader, heading)) = first_evader_in_sweep(field, job, &turned, &units, &prints) {
        return Effects::become_job(job.asking(evader)).ask(evade::ask(field, evader, heading));
    }
    let moves: Vec<_> = units.iter().copied().zip(turned.prints.iter().copied()).collect();
    let mut told = Vec::new();
    for (unit, enemy) in &turned.contacts {
        let end = moves.iter().find(|(u, _)| u == unit).map_or(field.print(*unit), |(_, p)| *p);
        told.push(touch::make(field, *unit, &job.start(field, *unit), &end, *enemy));
    }
    let mut next = straight;
    next.turned = turned.angle;
    next.price = turned.price;
    next.halted = turned.contacts.iter().chain(&turned.overruns).map(|(u, _)| *u).collect();
    let says = match (turned.angle < Cdeg::ZERO, job.order.line.is_empty()) {
        (true, true) => "wheels-left",
        (false, true) => "wheels-right",
        (true, false) => "line-wheels-left",
        (false, false) => "line-wheels-right",
    };
    let cite = if turned.long { LONG_WHEEL } else { WHEEL };
    let mut fact = said(field, job, follow::moved(field, cite, &moves), says)
        .word(Word("angle"), Arg::Measured(Measured::Angle(Cdeg(turned.angle.0.abs()))));
    for (unit, _) in &moves {
        let (price, long) = (next.price, turned.long);
        let spent = spent_by_wheel(field, job, *unit, long);
        fact = fact.change(alter(*unit, move |acts: &mut Acts| {
            acts.used = price;
            acts.moved = true;
            acts.spent |= spent;
            acts.whole_turn = long.then_some(LONG_ALONE);
        }));
        if job.order.complex {
            fact = fact.change(put(*unit, Undressed(true)));
        }
    }
    let mut effects = Effects::become_job(next).fact(fact).facts(told);
    if job.order.complex {
        let undressed = Narration::Marked { of: speaker(&field.0, job.order.body), what: Word("undressed"), on: true };
        effects = effects.fact(Fact::new(DRESS, undressed));
    }
    for (_, enemy) in &turned.disperses {
        effects = effects.push(Remove { unit: *enemy, how: Removal::Dispersed });
    }
    for (_, enemy) in &turned.overruns {
        effects = effects.push(Remove { unit: *enemy, how: Removal::Overrun });
    }
    effects
}

/// A fact of the march, told of the whole division.
fn said(field: Battlefield, job: &March, fact: Fact, says: &'static str) -> Fact {
    fact.says(Word(says)).word(Word("mover"), Arg::Of(speaker(&field.0, job.order.body)))
}

/// Whether the wheel leaves the unit no other movement.
fn spent_by_wheel(field: Battlefield, job: &March, unit: UnitId, long: bool) -> bool {
    job.order.complex || long || instead_of_moving(field, unit)
}

/// The first enemy in the wheel's sweep that may evade and was not asked: the angle just before it is touched, and the
/// heading there of the unit that would touch it.
fn first_evader_in_sweep(
    field: Battlefield,
    job: &March,
    turned: &turning::Turned,
    units: &[UnitId],
    prints: &[Footprint],
) -> Option<(Cdeg, UnitId, Cdeg)> {
    let swing = turned.wheel.swing(turned.angle);
    let mut first: Option<(Cdeg, UnitId, Cdeg)> = None;
    for enemy in field.enemies(*units.first()?) {
        if job.asked.contains(&enemy) || !evade::may(field, enemy) {
            continue;
        }
        let it = field.print(enemy);
        for print in prints {
            if let Some(touch) = swing.meets(print, &it) {
                let at = crate::table::wheeling::wheel_seat(touch.at);
                let heading = print.heading + turned.wheel.swing(at).angle;
                if first.is_none_or(|(best, ..)| at < best) {
                    first = Some((at, enemy, heading));
                }
            }
        }
    }
    first
}

/// Asks the enemies that may evade the straight move, then makes it.
fn straight(field: Battlefield, job: &March) -> Effects {
    let runs = runs::of(field, job);
    if let Some((_, evader, heading)) = runs::first_evader(field, job, &runs) {
        return Effects::become_job(job.asking(evader)).ask(evade::ask(field, evader, heading));
    }
    match (job.evaded, field.0.battle_state::<PressOn>().0) {
        (true, None) => {
            if let Some(left) = runs::could_press_on(field, job, &runs) {
                let question = Question::to(job.side, super::press_on::HANDLER, EVADE)
                    .about(speaker(&field.0, job.order.body))
                    .with(LEFT, Value::Length(left));
                return Effects::stay().ask(question);
            }
        }
        (true, Some(more)) => {
            let mut next = job.clone();
            next.evaded = false;
            next.order.ahead = next.order.ahead + more;
            next.order.stops.clear();
            return Effects::become_job(next);
        }
        (false, _) => {}
    }
    arrive::finish(field, job, &runs)
}
