//! Arcs, distances and lines of sight (10.5).

use bevy::math::{Vec2, ops};

use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::going;
use crate::table::measure::{arc_distance, nearest_in_arc, nearest_points, range};
use crate::table::sight::{crossed, first_blocker};
use crate::table::{Cdeg, Edge, Footprint, Mil, Piece, turn};

/// The rule.
pub const RULE: Cite = Cite("10.5");
const ARC: Cite = Cite("I82");
/// What is said of a target that is not seen.
pub const UNSEEN: Word = Word("no-sight");

/// How a target is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineOfFire {
    /// Only over a unit that is in between: indirect.
    pub over: bool,
}

/// How far off a target is, when any part of it lies in the arc.
pub fn distance(field: Battlefield, unit: UnitId, at: UnitId) -> Option<Mil> {
    let (print, it) = (field.print(unit), field.print(at));
    if field.all_round(unit) {
        return Some(range(&print, &it));
    }
    arc_distance(&print, tables().firing.arc.0, &it)
}

/// How the target is seen; none: it is not.
pub fn line(field: Battlefield, unit: UnitId, at: UnitId) -> Option<LineOfFire> {
    seen(field, unit, at).map(|(line, _)| line)
}

/// The segment along which it is seen.
pub fn line_of_fire(field: Battlefield, unit: UnitId, at: UnitId) -> Option<[Vec2; 2]> {
    seen(field, unit, at).map(|(_, line_of_fire)| line_of_fire)
}

fn seen(field: Battlefield, unit: UnitId, at: UnitId) -> Option<(LineOfFire, [Vec2; 2])> {
    let nearest = nearest(field, unit, at)?;
    let along = |from: Vec2| {
        let to = aimed(field, unit, at, from, nearest.1);
        Some((segment(field, unit, at, from, to)?, [from, to]))
    };
    let lines: Vec<(LineOfFire, [Vec2; 2])> = eyes(field, unit, at).into_iter().filter_map(along).collect();
    lines.iter().find(|(line, _)| !line.over).or_else(|| lines.first()).copied()
}

/// The points from which a unit sees a target: both ends and the middle of its front edge. For one that shoots all
/// round, those of its edge nearest to the target, or of two edges that are equally near (D32).
fn eyes(field: Battlefield, unit: UnitId, at: UnitId) -> Vec<Vec2> {
    let (print, it) = (field.print(unit), field.print(at));
    let off = |edge: &Edge| range(&print.strip(*edge, 0.0), &it);
    let edges: Vec<Edge> = if field.all_round(unit) {
        let least = Edge::ALL.iter().map(off).min().unwrap_or_default();
        Edge::ALL.into_iter().filter(|edge| off(edge) == least).collect()
    } else {
        vec![Edge::Front]
    };
    let ends = edges.into_iter().map(|edge| print.edge(edge));
    ends.flat_map(|[left, right]| [left, left.midpoint(right), right]).collect()
}

/// The two nearest points of shooter and target, the target's in the arc.
fn nearest(field: Battlefield, unit: UnitId, at: UnitId) -> Option<(Vec2, Vec2)> {
    let (print, it) = (field.print(unit), field.print(at));
    if field.all_round(unit) {
        Some(nearest_points(&print, &it))
    } else {
        nearest_in_arc(&print, tables().firing.arc.0, &it)
    }
}

/// Where a line from that point ends on the target: at its nearest point, if that is in the arc.
fn aimed(field: Battlefield, unit: UnitId, at: UnitId, from: Vec2, nearest: Vec2) -> Vec2 {
    let to = field.print(at).nearest_to(from);
    if field.all_round(unit) || in_arc(&field.print(unit), to) { to } else { nearest }
}

/// The refusal of a target outside the arc, with the smallest angle between it and straight ahead, measured at the
/// front corner on its side.
pub fn out_of_arc(field: Battlefield, unit: UnitId, at: UnitId) -> Refusal {
    let pose = field.print(unit).pose();
    let half = field.print(unit).half_width;
    let off = |corner: Vec2| {
        let seen = pose.local(corner);
        Cdeg::measured(ops::atan2((seen.x.abs() - half).max(0.0), seen.y).to_degrees())
    };
    let least = field.print(at).corners().map(off).into_iter().min().unwrap_or_default();
    Refusal::new(ARC, Word("out-of-arc"))
        .of(Ref::Unit(unit))
        .above(Measured::Angle(least), Measured::Angle(tables().firing.arc.0))
        .word(Word("enemy"), Arg::Of(Ref::Unit(at)))
}

/// The refusal of a target that is not seen, with the line from the middle of the front or of the nearest edge, and
/// what blocks it.
pub fn unseen(field: Battlefield, unit: UnitId, at: UnitId) -> Refusal {
    let refusal = Refusal::new(RULE, UNSEEN).of(Ref::Unit(unit)).word(Word("enemy"), Arg::Of(Ref::Unit(at)));
    let Some((_, nearest)) = nearest(field, unit, at) else { return refusal };
    // The second of them is the middle of an edge.
    let from = eyes(field, unit, at).get(1).copied().unwrap_or_else(|| field.print(unit).front());
    let to = aimed(field, unit, at, from, nearest);
    let refusal = refusal.mark(Mark::Line([from, to].map(|p| (Mil::measured(p.x), Mil::measured(p.y))).to_vec()));
    let inside = |piece: &&Piece| field.0.ground().length_inside(from, to, |p| p.id == piece.id);
    let pieces = || field.0.ground().pieces().iter().filter(|p| inside(p) > tables().touch.inches());
    let named = |refusal: Refusal, piece: &Piece| refusal.word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id)));
    if let Some(hill) = pieces().find(|p| is_crest(field, unit, at, p)) {
        return named(refusal, hill);
    }
    let (hidden, limit) = (hidden(field, from, to), tables().firing.sight_depth.mil());
    let deep = pieces().filter(|p| going::kind(p).is_some_and(|k| k.hides));
    if hidden > limit + tables().within.mil()
        && let Some(piece) = deep.max_by(|a, b| inside(a).total_cmp(&inside(b)))
    {
        return named(refusal.above(Measured::Length(hidden), Measured::Length(limit)), piece);
    }
    match first_blocker(field.0.layout(), from, to, |foot| foot.unit != unit && foot.unit != at) {
        Some((foot, _)) => refusal.mark(Mark::Glow(Ref::Unit(foot.unit))),
        None => refusal,
    }
}

/// Whether a hill may hide one from the other: neither of the two is on it.
fn is_crest(field: Battlefield, unit: UnitId, at: UnitId, piece: &Piece) -> bool {
    let stands_on = piece.meets(&field.print(unit)) || piece.meets(&field.print(at));
    going::kind(piece).is_some_and(|k| k.hill) && !stands_on
}

/// The length of the line inside terrain that hides.
fn hidden(field: Battlefield, from: Vec2, to: Vec2) -> Mil {
    Mil::measured(field.0.ground().length_inside(from, to, |p| going::kind(p).is_some_and(|k| k.hides)))
}

/// Whether a point is ahead of the front, within the arc from the front corners.
fn in_arc(print: &Footprint, point: Vec2) -> bool {
    let at = print.pose().local(point);
    let (sin, cos) = turn(tables().firing.arc.0);
    at.y >= 0.0 && (at.x.abs() - print.half_width) * cos <= at.y * sin + tables().touch.inches()
}

/// Whether the line is clear, and whether it passes over a unit.
fn segment(field: Battlefield, unit: UnitId, at: UnitId, from: Vec2, to: Vec2) -> Option<LineOfFire> {
    let numbers = &tables().firing;
    let ground = field.0.ground();
    let (print, it) = (field.print(unit), field.print(at));
    let hill = |p: &&Piece| going::kind(p).is_some_and(|k| k.hill);
    let stands_on = |p: &Piece| p.meets(&print) || p.meets(&it);
    let mut crest = ground.pieces().iter().filter(|p| is_crest(field, unit, at, p));
    if crest.any(|p| ground.length_inside(from, to, |q| q.id == p.id) > tables().touch.inches()) {
        return None;
    }
    if hidden(field, from, to) > numbers.sight_depth.mil() + tables().within.mil() {
        return None;
    }
    let hills: Vec<&Piece> = ground.pieces().iter().filter(hill).filter(|p| stands_on(p)).collect();
    let length = from.distance(to);
    let between = crossed(field.0.layout(), from, to, |f| f.unit != unit && f.unit != at);
    let met: Vec<(UnitId, f32, f32)> = between.into_iter().map(|(f, a, b)| (f.unit, a, length - b)).collect();
    let clear_of = |unit: &UnitId, near: f32, far: f32| {
        let off_hill = hills.iter().all(|p| !p.meets(&field.print(*unit)));
        let clear = numbers.hill_clear.inches();
        !hills.is_empty() && off_hill && near > clear && far > clear
    };
    let blocking: Vec<&(UnitId, f32, f32)> = met.iter().filter(|(u, near, far)| !clear_of(u, *near, *far)).collect();
    match blocking[..] {
        [] => Some(LineOfFire { over: false }),
        [(_, near, far)] => {
            let clear = numbers.indirect_clear.inches();
            let within = tables().within.inches();
            let weapon = field.troop(unit).weapon?;
            let may = weapon.over || (weapon.bow && field.kind(unit).shoots_over);
            (may && *near + within >= clear && *far + within >= clear).then_some(LineOfFire { over: true })
        }
        _ => None,
    }
}
