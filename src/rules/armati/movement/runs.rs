//! The straight moves of a march: how far each unit gets, and which enemies may evade it (M2, M6, 6.6).

use super::Mode;
use super::evade;
use super::march::March;
use super::plan;
use super::rear_zone;
use super::straight::{Course, Straight};
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::table::{Cdeg, Footprint, Mil};

/// One unit's straight move.
pub struct Run {
    pub unit: UnitId,
    pub from: Footprint,
    pub start: Footprint,
    pub course: Course,
    pub mates: Vec<UnitId>,
}

impl Run {
    /// Its way, behind units of its division that have ended theirs.
    pub fn way<'a, 'w>(
        &'a self,
        field: Battlefield<'w>,
        job: &March,
        ended: &'a [(UnitId, Footprint)],
    ) -> Straight<'a, 'w> {
        let back = job.order.back > Mil::ZERO;
        Straight {
            field,
            unit: self.unit,
            from: self.from,
            start: self.start,
            back,
            hostile: !back,
            mates: &self.mates,
            ended,
        }
    }
}

/// The straight moves of all units, those in front first.
pub fn of(field: Battlefield, job: &March) -> Vec<Run> {
    let mates = plan::units_of(field, &job.order);
    let back = job.order.back > Mil::ZERO;
    let mut order: Vec<usize> = (0..job.units.len()).filter(|i| field.stands(job.units[*i].0)).collect();
    let Some(first) = order.first() else { return Vec::new() };
    let along = field.print(job.units[*first].0).forward() * if back { -1.0 } else { 1.0 };
    let depth = |i: &usize| field.print(job.units[*i].0).centre.dot(along);
    order.sort_by(|a, b| depth(b).total_cmp(&depth(a)).then(a.cmp(b)));
    let allowance = plan::allowance(field, &mates);
    let moving: Vec<UnitId> = job.units.iter().map(|(u, _)| *u).collect();
    let mut ended: Vec<(UnitId, Footprint)> =
        mates.iter().filter(|m| !moving.contains(m)).map(|m| (*m, field.print(*m))).collect();
    let mut runs = Vec::new();
    for index in order {
        let unit = job.units[index].0;
        let from = field.print(unit);
        let mut run = Run { unit, from, start: job.start(field, unit), course: Course::still(), mates: mates.clone() };
        let halted = job.halted.contains(&unit) || field.engaged(unit);
        if !halted {
            let wish = if back { job.order.back } else { job.order.wish(unit) };
            let way = run.way(field, job, &ended);
            let reach = way.reach(job.mode.budget(field, unit, allowance, job.price));
            let stands = wish == Mil::ZERO && job.turned == Cdeg::ZERO && !job.order.about;
            if !stands {
                run.course = way.course(wish.min(reach));
            }
        }
        ended.push((unit, run.way(field, job, &[]).at(run.course.distance)));
        runs.push(run);
    }
    runs
}

/// The first enemy on the way that may evade and was not asked: after what distance, and the charger's heading.
pub fn first_evader(field: Battlefield, job: &March, runs: &[Run]) -> Option<(Mil, UnitId, Cdeg)> {
    if !job.mode.evadable() {
        return None;
    }
    let mut first: Option<(Mil, UnitId, Cdeg)> = None;
    for run in runs {
        let met = run.course.disperses.iter().copied();
        let touched = run.course.contacts.iter().map(|enemy| (run.course.distance, *enemy));
        for (at, enemy) in met.chain(touched) {
            if job.asked.contains(&enemy) || !evade::may(field, enemy) {
                continue;
            }
            if first.is_none_or(|(best, ..)| at < best) {
                first = Some((at, enemy, run.from.heading));
            }
        }
    }
    first
}

/// How much farther than ordered the unit that can go farthest could go. None if somebody is in contact or a wheel has
/// used up the movement.
pub fn could_press_on(field: Battlefield, job: &March, runs: &[Run]) -> Option<Mil> {
    if job.order.back > Mil::ZERO || job.mode != Mode::Move || runs.iter().any(|r| !r.course.contacts.is_empty()) {
        return None;
    }
    if runs.iter().any(|run| field.acts(run.unit).spent) {
        return None;
    }
    let mates = plan::units_of(field, &job.order);
    let allowance = plan::allowance(field, &mates);
    let left = runs.iter().filter(|r| !job.halted.contains(&r.unit) && !field.engaged(r.unit)).map(|run| {
        let way = run.way(field, job, &[]);
        let reach = way.reach(job.mode.budget(field, run.unit, allowance, job.price));
        rear_zone::way_free(&way).map_or(reach, |free| reach.min(free)) - job.order.ahead
    });
    left.min().filter(|left| *left > Mil::ZERO)
}
