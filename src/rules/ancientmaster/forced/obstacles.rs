//! What a unit that slides meets, and after how many inches.

use super::{Slide, Why};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::terrain::may_enter;
use crate::rules::ancientmaster::ways::on_road;
use crate::table::measure::{TOUCH, within};
use crate::table::straight::Way;
use crate::table::{Foot, Footprint, Mil, Piece, Pose};

/// What stops a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Enemy,
    Engaged,
    /// A friend who does not make way.
    Friend,
    Ground,
}

/// The first thing that a unit meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// A stand that an elephant has not trampled yet.
    Trampled {
        /// Where the elephant stands.
        stand: Pose,
        at: UnitId,
        base: u8,
        /// Where the other stands.
        there: Pose,
    },
    /// A friend who has not been asked to make way.
    Friend {
        friend: UnitId,
        at: f32,
    },
    Stops {
        at: f32,
        stop: Stop,
    },
    Edge,
}

/// What stands in the way of one stand: how far off it is met, and what it is.
fn meets(field: Battlefield, job: &Slide, way: &Way, other: &Foot) -> Option<(f32, Option<Stop>)> {
    let reach = job.far.to_inches();
    let enemy = field.0.side_of(other.unit) != field.0.side_of(job.unit);
    let retreats = job.why == Why::Retreat;
    let stop = if enemy {
        Some(Stop::Enemy)
    } else if engaged(field, other.unit) {
        Some(Stop::Engaged)
    } else if job.asked.contains(&other.unit) || !job.why.pushes() {
        Some(Stop::Friend)
    } else {
        None
    };
    let others = retreats && enemy && !job.fight.is_empty() && !job.fight.contains(&other.unit);
    let elsewhere = others && engaged(field, other.unit);
    let at = match stop {
        // To come to touch an enemy of another engagement destroys as well as crossing him does.
        Some(Stop::Enemy) if elsewhere => {
            way.approaches(&other.print, TOUCH.to_inches() / 2.0).filter(|at| *at <= reach)?
        }
        // A block stops short of enemies and combats; one who retreats may come to touch them, but not cross them.
        Some(Stop::Enemy | Stop::Engaged) if !retreats => short_of(way, &other.print, reach)?,
        Some(Stop::Friend) if job.why == Why::Blunder => short_of(way, &other.print, reach)?,
        _ => way.meets(&other.print).map(|met| met.enter).filter(|at| *at < reach - 0.001)?,
    };
    Some((at, stop))
}

/// How far a stand goes until it is as near as 1 cm to another in its way; 0 if it is nearer and would go on towards it.
fn short_of(way: &Way, other: &Footprint, reach: f32) -> Option<f32> {
    let gap = tables().drive_back.gap.inches();
    if within(&way.from, other, tables().drive_back.gap.gap()) {
        // Nearer already: only who goes towards it does not move.
        let towards = way.meets(other).is_some_and(|met| met.enter < reach + gap);
        return towards.then_some(0.0);
    }
    way.approaches(other, gap).filter(|at| *at < reach - 0.001)
}

/// How far off each piece of ground is that a stand may not enter and does not pass on a road.
fn closed(field: Battlefield, unit: UnitId, way: &Way, reach: f32) -> impl Iterator<Item = f32> {
    let sort = field.troop(unit).sort();
    let barred = move |piece: &Piece| !may_enter(sort, piece) && !on_road(field, way.from.centre);
    way.pieces(field.0.ground(), reach, barred).filter_map(move |piece| way.enters(piece, reach))
}

/// The first thing that the unit meets, by distance; at the same distance the first stand's (W61).
pub fn first(field: Battlefield, job: &Slide, tramples: bool) -> Option<Met> {
    let (direction, reach) = (job.direction(), job.far.to_inches());
    let mut best: Option<(f32, Met)> = None;
    let mut see = |at: f32, met: Met| {
        if best.is_none_or(|(least, _)| at < least - 1e-4) {
            best = Some((at, met));
            return true;
        }
        false
    };
    // Who stops it, and whom it still has to trample: he is trampled before he stops it (W61).
    let mut stopped_by: Option<UnitId> = None;
    let mut tramples_yet: Vec<(f32, UnitId, Met)> = Vec::new();
    for foot in field.feet(job.unit) {
        let way = Way::new(foot.print, direction);
        let near: Vec<&Foot> = field.0.layout().along(None, &foot.print, direction, reach, 0.5).collect();
        for other in near.into_iter().filter(|other| other.unit != job.unit && !job.with.contains(&other.unit)) {
            if tramples
                && !job.trampled.contains(&(foot.print.pose(), other.print.pose()))
                && let Some(met) = way.meets(&other.print).filter(|met| met.enter < reach)
            {
                // It comes before anything else that this stand does there.
                let (stand, there) = (foot.print.pose(), other.print.pose());
                let trampled = Met::Trampled { stand, at: other.unit, base: other.base, there };
                if see(met.enter - 0.01, trampled) {
                    stopped_by = None;
                }
                tramples_yet.push((met.enter, other.unit, trampled));
                continue;
            }
            if let Some((at, stop)) = meets(field, job, &way, other)
                && see(at, stop.map_or(Met::Friend { friend: other.unit, at }, |stop| Met::Stops { at, stop }))
            {
                stopped_by = stop.is_some().then_some(other.unit);
            }
        }
        let edge = way.to_table_edge(field.0.ground());
        // A blunder stops short of the edge too (A5.5).
        let edge = if job.why == Why::Blunder { (edge - tables().drive_back.gap.inches()).max(0.0) } else { edge };
        if edge < reach - 0.0105 {
            let stays = matches!(job.why, Why::Aside | Why::Back | Why::Blunder);
            if see(edge, if stays { Met::Stops { at: edge, stop: Stop::Ground } } else { Met::Edge }) {
                stopped_by = None;
            }
        }
        for enter in closed(field, job.unit, &way, reach) {
            let short = if job.why == Why::Blunder { tables().drive_back.gap.inches() } else { 0.0 };
            let at = (enter - short - 0.001).max(0.0);
            if see(at, Met::Stops { at, stop: Stop::Ground }) {
                stopped_by = None;
            }
        }
    }
    let first = |of: UnitId| {
        let own = tramples_yet.iter().filter(|(_, unit, _)| *unit == of);
        own.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(.., met)| *met)
    };
    stopped_by.and_then(first).or(best.map(|(_, met)| met))
}

/// How far a unit slides before anything stops it; all of its way if nothing does.
pub fn free(field: Battlefield, job: &Slide) -> Mil {
    match first(field, job, false) {
        Some(Met::Stops { at, .. } | Met::Friend { at, .. }) => Mil::down(at.max(0.0)).min(job.far),
        Some(Met::Edge) => Mil::ZERO,
        _ => job.far,
    }
}

/// A stand of one who retreats that would have to cross what does not make way, the first that meets it.
pub fn blocked_stand(field: Battlefield, job: &Slide) -> Option<u8> {
    let (direction, reach) = (job.direction(), job.far.to_inches());
    let mut best: Option<(f32, u8)> = None;
    for foot in field.feet(job.unit) {
        let way = Way::new(foot.print, direction);
        let near: Vec<&Foot> = field.0.layout().along(None, &foot.print, direction, reach, 0.0).collect();
        let others = near.into_iter().filter(|other| other.unit != job.unit && !job.with.contains(&other.unit));
        let stopped = others.filter_map(|other| {
            let (at, stop) = meets(field, job, &way, other)?;
            stop.map(|_| at)
        });
        if let Some(at) = stopped.chain(closed(field, job.unit, &way, reach)).reduce(f32::min)
            && best.is_none_or(|(least, _)| at < least - 1e-4)
        {
            best = Some((at, foot.base));
        }
    }
    best.map(|(_, base)| base)
}
