//! What a single leg of a walk meets.

use super::contact::contact;
use super::footprint::{Edge, Footprint, turned};
use super::ground::Piece;
use super::layout::Foot;
use super::measure::{self, TOUCHING};
use super::measures::Cdeg;
use super::straight::Way;
use super::walk::{Meeting, Met, Scene};
use super::wheel::Wheel;
use super::wheeling::Wheeling;

/// Walks one leg of a path and adds what it meets to a list. Distances are counted from the leg's start.
pub(super) struct LegWalk<'a> {
    pub scene: &'a Scene<'a>,
    pub movers: &'a [Foot],
    /// The movers before the leg.
    pub before: &'a [Footprint],
    pub leg: usize,
    /// Inches along the path before it.
    pub along: f32,
    pub meetings: &'a mut Vec<Meeting>,
}

impl LegWalk<'_> {
    /// Walks a straight leg in a direction relative to each mover's heading; returns its length.
    pub fn slide(&mut self, angle: Cdeg, by: f32) -> f32 {
        let reach = by.abs();
        let (scene, movers) = (self.scene, self.movers);
        for (n, print) in self.before.iter().enumerate() {
            let direction = turned(print.forward(), angle) * if by < 0.0 { -1.0 } else { 1.0 };
            let forward = direction.dot(print.forward()) > 0.0;
            let way = Way::new(*print, direction);
            for met in way.obstacles(scene.layout, None, reach, |foot| is_strange(movers, foot)) {
                let there = print.shifted(direction * met.at);
                let front = forward && front_touches(&there, &met.foot.print);
                let what = Met::Foot { unit: met.foot.unit, base: met.foot.base, front, width: met.width };
                self.meet(n, met.at, met.at, what);
            }
            for (zone, area) in scene.zones.iter().enumerate() {
                let entered = way.meets(area).map(|met| met.enter);
                if let Some(at) = entered.filter(|at| *at <= reach && !measure::overlap(print, area)) {
                    self.meet(n, at, at, Met::Zone(zone));
                }
            }
            for piece in scene.ground.pieces() {
                for (enter, leave) in piece.passages(print, direction, reach) {
                    if enter > 0.0 || !piece.meets(print) {
                        self.meet(n, enter, enter, Met::Enter(piece.id));
                    }
                    if leave <= reach {
                        self.meet(n, leave, leave, Met::Leave(piece.id));
                    }
                }
            }
            let edge = way.to_table_edge(scene.ground);
            if edge < reach - TOUCHING {
                self.meet(n, edge, edge, Met::TableEdge);
            }
        }
        reach
    }

    /// Walks a wheel of the body; returns its length, and what it turned about.
    pub fn wheel(&mut self, angle: Cdeg) -> (f32, Option<Wheel>) {
        let Some(wheeling) = Wheeling::of(self.before, angle) else { return (0.0, None) };
        let (wheel, scene) = (wheeling.wheel, self.scene);
        for (n, print) in self.before.iter().enumerate() {
            for foot in wheeling.near(n, scene.layout, None, 0.0).filter(|foot| is_strange(self.movers, foot)) {
                if let Some(touch) = wheeling.meets(n, &foot.print) {
                    let what = Met::Foot { unit: foot.unit, base: foot.base, front: touch.front, width: 0.0 };
                    self.meet(n, touch.at, touch.at * wheel.radius, what);
                }
            }
            for (zone, area) in scene.zones.iter().enumerate() {
                if let Some(touch) = wheeling.meets(n, area).filter(|_| !measure::overlap(print, area)) {
                    self.meet(n, touch.at, touch.at * wheel.radius, Met::Zone(zone));
                }
            }
            let end = wheeling.end(n);
            for piece in scene.ground.pieces() {
                let was_on = piece.meets(print);
                let entered = if was_on { None } else { wheeling.enters(n, piece) };
                if let Some(at) = entered {
                    self.meet(n, at, at * wheel.radius, Met::Enter(piece.id));
                }
                if (was_on || entered.is_some()) && !piece.meets(&end) {
                    self.meet(n, wheeling.angle.to_radians(), wheel.arc(angle), Met::Leave(piece.id));
                }
            }
            if let Some(at) = wheeling.leaves_table(n, scene.ground) {
                self.meet(n, at, at * wheel.radius, Met::TableEdge);
            }
        }
        (wheel.arc(angle), Some(wheel))
    }

    /// Walks a turn in place: only where it ends is looked at.
    pub fn face(&mut self, angle: Cdeg) {
        let scene = self.scene;
        for (n, print) in self.before.iter().enumerate() {
            let after = print.faced(angle);
            for foot in scene.layout.overlapping(&after).filter(|foot| is_strange(self.movers, foot)) {
                self.meet(n, 0.0, 0.0, Met::Foot { unit: foot.unit, base: foot.base, front: false, width: 0.0 });
            }
            for (zone, area) in scene.zones.iter().enumerate() {
                if measure::overlap(&after, area) && !measure::overlap(print, area) {
                    self.meet(n, 0.0, 0.0, Met::Zone(zone));
                }
            }
            for piece in scene.ground.pieces() {
                if let Some(what) = changed(piece, print, &after) {
                    self.meet(n, 0.0, 0.0, what);
                }
            }
            if !scene.ground.holds(&after) {
                self.meet(n, 0.0, 0.0, Met::TableEdge);
            }
        }
    }

    fn meet(&mut self, mover: usize, into: f32, length: f32, what: Met) {
        self.meetings.push(Meeting { leg: self.leg, along: self.along + length, into, mover, what });
    }
}

/// Whether a mover that has slid until it touches a footprint touches it with its front edge or a front corner.
fn front_touches(there: &Footprint, met: &Footprint) -> bool {
    contact(there, met).is_some_and(|touch| touch.of.includes(Edge::Front))
}

fn is_strange(movers: &[Foot], foot: &Foot) -> bool {
    movers.iter().all(|mover| mover.unit != foot.unit)
}

fn changed(piece: &Piece, before: &Footprint, after: &Footprint) -> Option<Met> {
    match (piece.meets(before), piece.meets(after)) {
        (false, true) => Some(Met::Enter(piece.id)),
        (true, false) => Some(Met::Leave(piece.id)),
        _ => None,
    }
}
