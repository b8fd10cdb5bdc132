//! Seating (9.1): who has made contact with his front is shifted by the shortest way until it touches, and turned about the
//! point of touch until it lies along the edge that it touches, by 45 degrees at most and where there is room.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::tables;
use super::ground::{front_of, is_barred};
use crate::ids::UnitId;
use crate::table::measure::{nearest_points, overlap, within};
use crate::table::{Cdeg, Edge, Footprint};

/// Where a unit comes to stand that has made contact with those, as it stands.
pub fn seated(field: Battlefield, unit: UnitId, print: &Footprint, met: &[UnitId]) -> Footprint {
    let front = front_of(print);
    let near = |of: &UnitId| {
        let other = field.print(*of);
        let (own, his) = nearest_points(&front, &other);
        (own.distance(his), other, his - own, his)
    };
    let Some((far, other, mut shift, point)) = met.iter().map(near).min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return *print;
    };
    // Head on: straight ahead.
    let ahead = print.forward();
    if (shift.dot(ahead) - far).abs() < 0.002 {
        shift = ahead * far;
    }
    let touching = print.shifted(shift);
    if !free(field, unit, &touching) {
        return *print;
    }
    let edge = edge_met(&touching, &other, point);
    let flush = (heading_at(&other, edge) - print.heading).turn();
    if flush.0.abs() > tables().curve.0.0 {
        return touching;
    }
    let turned = level(&touching.turned_about(point, flush), &other, edge);
    if free(field, unit, &turned) { turned } else { touching }
}

/// The heading of a front that lies along an edge.
fn heading_at(other: &Footprint, edge: Edge) -> Cdeg {
    (other.heading + Cdeg::degrees(90 * edge as i32) + Cdeg::HALF).heading()
}

/// Removes what rounding leaves of a gap or an overlap between a front and the edge along which it lies.
fn level(print: &Footprint, other: &Footprint, edge: Edge) -> Footprint {
    let out = other.outward(edge);
    let [a, _] = other.edge(edge);
    print.shifted(out * (a - print.front()).dot(out))
}

/// The edge of an enemy that is touched there: at a corner the one that faces the mover more squarely, of equals the front.
pub fn edge_met(print: &Footprint, other: &Footprint, point: Vec2) -> Edge {
    let off = |edge: &Edge| {
        let [a, b] = other.edge(*edge);
        let along = (b - a).normalize_or_zero();
        let t = (point - a).dot(along).clamp(0.0, a.distance(b));
        point.distance(a + along * t)
    };
    let squarely = |edge: &Edge| -print.forward().dot(other.outward(*edge));
    let touched = Edge::ALL.into_iter().filter(|edge| off(edge) < 0.01);
    touched
        .reduce(|best, edge| {
            let (a, b) = (squarely(&best), squarely(&edge));
            if b > a + 0.000_1 { edge } else { best }
        })
        .unwrap_or(Edge::Front)
}

/// Whether there is room for a unit to stand so.
fn free(field: Battlefield, unit: UnitId, print: &Footprint) -> bool {
    let open = field.formation(unit).open;
    let others = field.0.layout().along(None, print, Vec2::ZERO, 0.0, 0.0);
    field.0.ground().holds(print)
        && !others.into_iter().any(|foot| foot.unit != unit && overlap(print, &foot.print))
        && !field.0.ground().under(print).any(|piece| is_barred(field, unit, open, piece))
}

/// The enemies within an inch of a front, in roster order.
pub fn before_front(field: Battlefield, unit: UnitId, print: &Footprint) -> Vec<UnitId> {
    let side = field.0.side_of(unit).other();
    let front = front_of(print);
    let control = *tables().control;
    let near = field.0.layout().along(Some(side), print, Vec2::ZERO, 0.0, control.to_inches() + 0.1);
    let mut found: Vec<UnitId> =
        near.filter(|foot| within(&front, &foot.print, control)).map(|foot| foot.unit).collect();
    found.sort_unstable();
    found.dedup();
    found
}
