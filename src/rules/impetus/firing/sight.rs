//! Arcs, distances and lines of sight (10.5).

use bevy::math::Vec2;

use crate::ids::UnitId;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::field::Field;
use crate::rules::impetus::going;
use crate::table::measure::{arc_distance, nearest_in_arc, nearest_points, range};
use crate::table::sight::run_through;
use crate::table::{Edge, Footprint, Mil, Piece, turn};

/// How a target is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Only over a unit that stands between: indirect.
    pub over: bool,
}

/// How far off a target is, when any part of it lies in the arc.
pub fn distance(field: Field, unit: UnitId, at: UnitId) -> Option<Mil> {
    let (print, it) = (field.print(unit), field.print(at));
    if field.kind(unit).all_round {
        return Some(range(&print, &it));
    }
    arc_distance(&print, tables().firing.arc.0, &it)
}

/// How the target is seen; none: not at all.
pub fn line(field: Field, unit: UnitId, at: UnitId) -> Option<Line> {
    seen(field, unit, at).map(|(line, _)| line)
}

/// The segment along which it is seen.
pub fn lane(field: Field, unit: UnitId, at: UnitId) -> Option<[Vec2; 2]> {
    seen(field, unit, at).map(|(_, lane)| lane)
}

fn seen(field: Field, unit: UnitId, at: UnitId) -> Option<(Line, [Vec2; 2])> {
    let (print, it) = (field.print(unit), field.print(at));
    let all_round = field.kind(unit).all_round;
    let nearest =
        if all_round { nearest_points(&print, &it) } else { nearest_in_arc(&print, tables().firing.arc.0, &it)? };
    let [left, right] = print.edge(Edge::Front);
    let mut from = vec![left, print.front(), right];
    if all_round {
        from.push(nearest.0);
    }
    let target = |from: Vec2| {
        let to = it.nearest_to(from);
        if all_round || in_arc(&print, to) { to } else { nearest.1 }
    };
    let along = |from: Vec2| Some((segment(field, unit, at, from, target(from))?, [from, target(from)]));
    let lines: Vec<(Line, [Vec2; 2])> = from.into_iter().filter_map(along).collect();
    lines.iter().find(|(line, _)| !line.over).or_else(|| lines.first()).copied()
}

/// Whether a point lies before the front, no farther aside than the arc opens from the corners.
fn in_arc(print: &Footprint, point: Vec2) -> bool {
    let at = print.pose().local(point);
    let (sin, cos) = turn(tables().firing.arc.0);
    at.y >= 0.0 && (at.x.abs() - print.half_width) * cos <= at.y * sin + tables().touch.inches()
}

/// Whether one of the three lines is clear, and whether it goes over a unit.
fn segment(field: Field, unit: UnitId, at: UnitId, from: Vec2, to: Vec2) -> Option<Line> {
    let numbers = &tables().firing;
    let ground = field.0.ground();
    let (print, it) = (field.print(unit), field.print(at));
    let hill = |p: &&Piece| going::kind(p).is_some_and(|k| k.hill);
    let stands_on = |p: &Piece| p.meets(&print) || p.meets(&it);
    let crest = ground.pieces().iter().filter(hill).filter(|p| !stands_on(p));
    if crest.into_iter().any(|p| ground.length_inside(from, to, |q| q.id == p.id) > tables().touch.inches()) {
        return None;
    }
    let hidden = ground.length_inside(from, to, |p| going::kind(p).is_some_and(|k| k.hides));
    if Mil::measured(hidden) > numbers.sight_depth.mil() + tables().within.mil() {
        return None;
    }
    let hills: Vec<&Piece> = ground.pieces().iter().filter(hill).filter(|p| stands_on(p)).collect();
    let length = from.distance(to);
    let between = field.0.layout().feet().iter().filter(|f| f.unit != unit && f.unit != at);
    let met: Vec<(UnitId, f32, f32)> =
        between.filter_map(|f| run_through(&f.print, from, to).map(|(a, b)| (f.unit, a, length - b))).collect();
    let clear_of = |unit: &UnitId, near: f32, far: f32| {
        let off_hill = hills.iter().all(|p| !p.meets(&field.print(*unit)));
        let clear = numbers.hill_clear.inches();
        !hills.is_empty() && off_hill && near > clear && far > clear
    };
    let blocking: Vec<&(UnitId, f32, f32)> = met.iter().filter(|(u, near, far)| !clear_of(u, *near, *far)).collect();
    match blocking[..] {
        [] => Some(Line { over: false }),
        [(_, near, far)] => {
            let clear = numbers.indirect_clear.inches();
            let within = tables().within.inches();
            let weapon = field.troop(unit).weapon?;
            let may = weapon.over || (weapon.bow && field.kind(unit).shoots_over);
            (may && *near + within >= clear && *far + within >= clear).then_some(Line { over: true })
        }
        _ => None,
    }
}
