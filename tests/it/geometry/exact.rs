//! Geometry worked out in double precision and in closed form, without parry2d: what its answers are held against.

#![expect(clippy::disallowed_methods, reason = "the reference is std's own trigonometry")]

use std::f64::consts::TAU;

use bevy::math::{DVec2, Vec2};
use sandtable::table::Footprint;

/// A convex polygon.
#[derive(Clone, Debug)]
pub struct Exact(pub Vec<DVec2>);

impl Exact {
    /// A footprint, that many inches smaller on every side. Its sine and cosine are taken as the direction that they
    /// give.
    pub fn print(print: &Footprint, smaller: f64) -> Exact {
        let ahead = DVec2::new(print.sin.into(), print.cos.into()).normalize();
        let right = DVec2::new(ahead.y, -ahead.x);
        let half = |of: f32| (f64::from(of) - smaller).max(0.0);
        let (wide, deep) = (right * half(print.half_width), ahead * half(print.half_depth));
        let at = print.centre.as_dvec2();
        Exact(vec![at + deep - wide, at + deep + wide, at - deep + wide, at - deep - wide])
    }

    /// A convex piece of ground.
    pub fn ground(corners: &[Vec2]) -> Exact {
        Exact(corners.iter().map(|p| p.as_dvec2()).collect())
    }

    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + Clone {
        self.0.iter().copied().zip(self.0.iter().copied().cycle().skip(1))
    }

    fn axes<'a>(&'a self, other: &'a Exact) -> impl Iterator<Item = DVec2> + 'a {
        self.edges().chain(other.edges()).map(|(p, q)| (q - p).normalize_or_zero().perp()).filter(|n| *n != DVec2::ZERO)
    }

    /// The shadow on an axis, from low to high.
    pub fn shadow(&self, axis: DVec2) -> (f64, f64) {
        let at = self.0.iter().map(|p| p.dot(axis));
        (at.clone().fold(f64::INFINITY, f64::min), at.fold(f64::NEG_INFINITY, f64::max))
    }

    /// By separating axes: how deep they lie in each other; negative when apart.
    pub fn depth(&self, other: &Exact) -> f64 {
        let on = |axis: DVec2| {
            let ((a, b), (c, d)) = (self.shadow(axis), other.shadow(axis));
            (b - c).min(d - a)
        };
        self.axes(other).map(on).fold(f64::INFINITY, f64::min)
    }

    /// Of the nearest corner and edge.
    pub fn distance(&self, other: &Exact) -> f64 {
        if self.depth(other) >= 0.0 {
            return 0.0;
        }
        let gap = |points: &Exact, edges: &Exact| {
            let each = points.0.iter().flat_map(|p| edges.edges().map(move |edge| to_edge(*p, edge)));
            each.fold(f64::INFINITY, f64::min)
        };
        gap(self, other).min(gap(other, self))
    }

    /// The stretch of a slide on which they overlap by more than so much on every axis.
    pub fn slide(&self, along: DVec2, other: &Exact, deeper: f64) -> Option<(f64, f64)> {
        let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in self.axes(other) {
            let ((a, b), (c, d), speed) = (self.shadow(axis), other.shadow(axis), along.dot(axis));
            for (overlap, speed) in [(b - c - deeper, speed), (d - a - deeper, -speed)] {
                if speed > 1e-12 {
                    from = from.max(-overlap / speed);
                } else if speed < -1e-12 {
                    to = to.min(-overlap / speed);
                } else if overlap <= 0.0 {
                    return None;
                }
            }
        }
        (to > from).then_some((from, to))
    }

    /// When a slide first brings it so near: each corner against the other's border grown by the gap, both ways.
    pub fn approach(&self, along: DVec2, other: &Exact, gap: f64) -> Option<f64> {
        if self.distance(other) <= gap {
            return Some(0.0);
        }
        let forth = self.0.iter().filter_map(|p| ray(*p, along, other, gap));
        let back = other.0.iter().filter_map(|p| ray(*p, -along, self, gap));
        forth.chain(back).reduce(f64::min)
    }

    /// Turned about a point, to the right when positive.
    pub fn turned(&self, pivot: DVec2, angle: f64) -> Exact {
        let turn = DVec2::from_angle(-angle);
        Exact(self.0.iter().map(|p| pivot + turn.rotate(*p - pivot)).collect())
    }
}

fn to_edge(p: DVec2, (q, r): (DVec2, DVec2)) -> f64 {
    let along = r - q;
    let part = ((p - q).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    p.distance(q + along * part)
}

/// The first point of a ray so near to a polygon that it does not begin at.
fn ray(from: DVec2, along: DVec2, to: &Exact, gap: f64) -> Option<f64> {
    let middle = to.0.iter().sum::<DVec2>() / to.0.len() as f64;
    let mut first: Option<f64> = None;
    let mut found = |at: f64| first = Some(first.map_or(at, |f: f64| f.min(at)));
    for (p, q) in to.edges() {
        let edge = (q - p).normalize_or_zero();
        let out = if edge.perp().dot(middle - p) > 0.0 { -edge.perp() } else { edge.perp() };
        let (height, speed) = ((from - p).dot(out) - gap, along.dot(out));
        if height > 0.0 && speed < 0.0 {
            let at = height / -speed;
            let foot = (from + along * at - p).dot(edge);
            if (0.0..=p.distance(q)).contains(&foot) {
                found(at);
            }
        }
        let (ahead, aside) = ((p - from).dot(along), (p - from).perp_dot(along));
        let rest = gap * gap - aside * aside;
        if rest >= 0.0 && ahead - rest.sqrt() > 0.0 {
            found(ahead - rest.sqrt());
        }
    }
    first
}

/// A turn of a polygon about a point by so many radians, to the right when positive, and every angle at which something
/// can begin or end.
pub struct Turning<'a> {
    pub mover: &'a Exact,
    pub pivot: DVec2,
    pub angle: f64,
}

impl Turning<'_> {
    fn at(&self, angle: f64) -> Exact {
        self.mover.turned(self.pivot, angle * self.angle.signum())
    }

    /// The angles at which a corner of one crosses a line of the other's border moved outwards by `out`, or comes to
    /// lie `out` from its corner, and those of the turn's ends, in order.
    fn events(&self, other: &Exact, out: f64) -> Vec<f64> {
        let mut angles = vec![0.0, self.angle.abs()];
        for (points, edges, moving) in [(self.mover, other, true), (other, self.mover, false)] {
            for point in points.0.iter().map(|p| *p - self.pivot) {
                for (p, q) in edges.edges() {
                    let normal = (q - p).normalize_or_zero().perp();
                    for out in [out, -out] {
                        let level = normal.dot(p - self.pivot) + out;
                        let rest = point.length_squared() - level * level;
                        if rest >= -1e-12 {
                            for half in [rest.max(0.0).sqrt(), -rest.max(0.0).sqrt()] {
                                angles.push(self.between(point, normal * level + normal.perp() * half, moving));
                            }
                        }
                    }
                    let (apart, radius) = ((p - self.pivot).length(), point.length());
                    if out > 0.0 && apart > 0.0 && apart <= radius + out && apart >= (radius - out).abs() {
                        let along = (radius * radius - out * out + apart * apart) / (2.0 * apart);
                        let aside = (radius * radius - along * along).max(0.0).sqrt();
                        let to = (p - self.pivot) / apart;
                        for aside in [aside, -aside] {
                            angles.push(self.between(point, to * along + to.perp() * aside, moving));
                        }
                    }
                }
            }
        }
        angles.retain(|at| *at <= self.angle.abs());
        angles.sort_by(f64::total_cmp);
        angles
    }

    /// How far one direction turns into the other, in the way of the turn, 0 to a whole turn.
    fn between(&self, point: DVec2, there: DVec2, moving: bool) -> f64 {
        let (from, to) = if moving { (point, there) } else { (there, point) };
        let right = to.perp_dot(from).atan2(to.dot(from)) * self.angle.signum();
        if right.abs() < 1e-12 { 0.0 } else { right.rem_euclid(TAU) }
    }

    /// Where the overlap began that first goes deeper than so much: what is no deeper than a hair is none.
    pub fn touch(&self, other: &Exact, deeper: f64, hair: f64) -> Option<f64> {
        let depth = |pair: &[f64]| self.at(f64::midpoint(pair[0], pair[1])).depth(other);
        let mut events = self.events(other, deeper);
        events.extend(self.events(other, hair));
        events.extend(self.events(other, 0.0));
        events.sort_by(f64::total_cmp);
        let deep = events.windows(2).position(|pair| pair[1] > pair[0] && depth(pair) > deeper)?;
        let began = (0..deep).rev().find(|n| events[n + 1] > events[*n] && depth(&events[*n..n + 2]) <= hair);
        let began = began.map_or(0, |n| n + 1);
        // The touch itself lies the hair before.
        let at = |n: usize| self.at(f64::midpoint(events[n], events[n + 1])).depth(other) > 0.0;
        let sooner = (0..began).rev().take_while(|n| events[*n + 1] <= events[*n] || at(*n)).last().unwrap_or(began);
        let arm = self.mover.0.iter().map(|p| p.distance(self.pivot)).fold(0.0, f64::max);
        Some(if (events[began] - events[sooner]) * arm <= 0.002 { events[sooner] } else { events[began] })
    }

    /// When the gap first becomes smaller than that.
    pub fn approach(&self, other: &Exact, gap: f64) -> Option<f64> {
        let mut events = self.events(other, gap);
        events.extend(self.events(other, 0.0));
        events.sort_by(f64::total_cmp);
        let near = |pair: &&[f64]| pair[1] > pair[0] && self.at(f64::midpoint(pair[0], pair[1])).distance(other) < gap;
        events.windows(2).find(near).map(|pair| pair[0])
    }
}
