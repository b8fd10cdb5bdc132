//! Ready-made deployments: as the file lists them, mirrored, and drawn up in line.

use super::depth::{self, drawn_up};
use super::{advice, placed, units, zones};
use crate::battle::Ref;
use crate::ids::{Side, UnitId};
use crate::rules::armati::data::data;
use crate::rules::armati::field::Field;
use crate::table::{Cdeg, Mil, Place};

/// Gap between divisions of a line, inches.
const GAP: Mil = Mil(300);
/// Depth kept for each line of a deployment in several lines, inches: the deepest formation and a gap.
const LINE: Mil = Mil(3_900);

/// A deployment: where each unit goes, and which stand deep.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub places: Vec<(UnitId, Place)>,
    pub deep: Vec<UnitId>,
}

/// The deployments to choose from; some may not be legal.
pub fn plans(field: Field, side: Side) -> Vec<Plan> {
    let mut plans = Vec::new();
    let all = units(field, side);
    let is_deep = |unit: &UnitId| depth::on_file(field, *unit).1 > 1;
    let on_file: Vec<UnitId> = all.iter().copied().filter(is_deep).collect();
    let listed: Vec<(UnitId, Place)> = all.iter().filter_map(|u| Some((*u, field.0.pose(*u)?.place()))).collect();
    let advised = advice::deep(field, side);
    if listed.len() == all.len() {
        let mut dressed = None;
        let width = Mil::measured(field.0.ground().width);
        let mirror = |p: &Place| Place { x: width - p.x, heading: (-p.heading).heading(), ..*p };
        let mirrored = listed.iter().map(|(u, p)| (*u, mirror(p))).collect();
        if advised != on_file {
            let deep: Vec<Ref> = advised.iter().map(|unit| Ref::Unit(*unit)).collect();
            let all: Vec<_> = listed.iter().filter_map(|(u, at)| placed(field, *u, *at, Some(&deep))).collect();
            dressed = Some(Plan { places: depth::dressed(field, &all), deep: advised.clone() });
        }
        plans.extend([listed, mirrored].map(|places| Plan { places, deep: on_file.clone() }));
        plans.extend(dressed);
    }
    plans.push(Plan { places: in_line(field, side, &on_file), deep: on_file.clone() });
    if advised != on_file {
        plans.push(Plan { places: in_line(field, side, &advised), deep: advised });
    }
    plans
}

/// The divisions side by side: what may stand only in the centre in the middle, the others at the wings; when the
/// front is full a second line behind the first, and so on.
fn in_line(field: Field, side: Side, deep: &[UnitId]) -> Vec<(UnitId, Place)> {
    let ground = field.0.ground();
    let bodies = field.0.bodies();
    let (mut centre, mut wings): (Vec<&[UnitId]>, Vec<&[UnitId]>) = (Vec::new(), Vec::new());
    for (_, body) in bodies.standing().filter(|(_, b)| b.side == side) {
        let here = Place { x: Mil::ZERO, y: Mil::ZERO, heading: Cdeg::ZERO };
        let middle = body.units.iter().filter_map(|u| placed(field, *u, here, None)).any(|p| zones::centre_only(&p));
        if middle { centre.push(&body.units) } else { wings.push(&body.units) }
    }
    let depth = data().tables.deployment.depth.to_inches();
    let flank = data().tables.deployment.flank.to_inches();
    let deep = deep.iter().map(|unit| Ref::Unit(*unit)).collect();
    let mut lines = Lines { field, side, deep, front: Mil::measured(depth), places: Vec::new() };
    let middle = (flank, ground.width - flank);
    let rest = lines.fill(&centre, middle);
    lines.beside(&wings, ground.width);
    if !rest.is_empty() {
        lines.front = lines.front - LINE;
        lines.fill(&rest, middle);
    }
    lines.places
}

struct Lines<'w> {
    field: Field<'w>,
    side: Side,
    /// Who stands deep.
    deep: Vec<Ref>,
    /// How far the line's front stands from the own edge.
    front: Mil,
    places: Vec<(UnitId, Place)>,
}

impl Lines<'_> {
    /// The frontage of a division drawn up side by side.
    fn frontage(&self, body: &[UnitId]) -> f32 {
        body.iter().map(|u| self.width(*u)).sum()
    }

    fn width(&self, unit: UnitId) -> f32 {
        let (files, _) = drawn_up(self.field, unit, Some(&self.deep));
        self.field.0.roster().base(unit).frontage(files)
    }

    /// Puts as many divisions as find room between two lines into the middle between them; the others are left.
    fn fill<'b>(&mut self, bodies: &[&'b [UnitId]], (from, to): (f32, f32)) -> Vec<&'b [UnitId]> {
        let (mut taken, mut width) = (0, 0.0);
        for body in bodies {
            let more = self.frontage(body) + if taken > 0 { GAP.to_inches() } else { 0.0 };
            if width + more > to - from {
                break;
            }
            width += more;
            taken += 1;
        }
        let mut x = (from + to - width) / 2.0;
        for body in &bodies[..taken] {
            x = self.put(body, x) + GAP.to_inches();
        }
        bodies[taken..].to_vec()
    }

    /// Puts divisions by turns to the left and to the right of what stands there, then behind.
    fn beside(&mut self, bodies: &[&[UnitId]], table: f32) {
        let first = self.front;
        let edges = self.places.iter().map(|(u, p)| {
            let half = self.width(*u) / 2.0;
            (p.x.to_inches() - half, p.x.to_inches() + half)
        });
        let span = edges.fold((table / 2.0, table / 2.0), |(l, r), (a, b)| (l.min(a), r.max(b)));
        let (mut left, mut right) = span;
        for (n, body) in bodies.iter().enumerate() {
            let width = self.frontage(body);
            let fits_left = left - GAP.to_inches() - width >= 0.0;
            let fits_right = right + GAP.to_inches() + width <= table;
            if !fits_left && !fits_right {
                // The wings are full: go on in a line behind, from the middle.
                self.front = self.front - LINE;
                (left, right) = (table / 2.0, table / 2.0);
            }
            let go_left = if fits_left && fits_right { n % 2 == 0 } else { !fits_right };
            if go_left {
                left -= GAP.to_inches() + width;
                self.put(body, left);
            } else {
                right = self.put(body, right + GAP.to_inches());
            }
        }
        self.front = first;
    }

    /// Draws a division up from that x to the right; returns where it ends. Left is west for both sides.
    fn put(&mut self, body: &[UnitId], x: f32) -> f32 {
        let mut at = Mil::up(x);
        for unit in body {
            let width = Mil::measured(self.width(*unit));
            let middle = at + Mil(width.0 / 2);
            let depth = Mil::measured(self.field.0.ground().depth);
            let (y, heading) = match self.side {
                Side::South => (self.front, Cdeg::ZERO),
                Side::North => (depth - self.front, Cdeg::HALF),
            };
            self.places.push((*unit, Place { x: middle, y, heading }));
            at = at + width;
        }
        at.to_inches()
    }
}
