//! Places from which a unit could charge an enemy with advantage, and how long it takes to get there: places beside and
//! behind the enemy, and before him where he is the weaker one.

use std::cell::OnceCell;
use std::f32::consts::SQRT_2;

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::charge_paths::ChargePath;
use super::sight::{Party, SLACK, Seen, Sight, upon};
use super::wings::Arm;
use crate::battle::Ref;
use crate::ids::UnitId;
use crate::table::measure::{foremost, overlap};
use crate::table::sight::run_through;
use crate::table::{Cdeg, Edge, Footprint, Pose};

/// How far from the charged edge such places are, inches on the scale where foot moves six.
const FROM: [f32; 3] = [1.5, 4.5, 8.0];
/// How obliquely to the edge the charge is, degrees.
const OBLIQUE: [i32; 3] = [0, -40, 40];
/// How many moves ahead horse looks for enemies to charge, and everybody else.
const RIDES: f32 = 4.0;
const WALKS: f32 = 5.0;
/// How far behind the enemy's front line a unit must stand to be sure to be behind it, inches.
const BEHIND: f32 = 0.4;

/// Whom a unit would like to charge, and from where. Places are worked out only when they are asked for, because most
/// targets promise less than one already found.
pub struct Launches<'a, 'w> {
    sight: &'a Sight<'w>,
    me: &'a Seen,
    /// What the unit moves with.
    who: Party,
    targets: Vec<Target<'a>>,
}

/// An edge of an enemy that it is worth charging.
pub struct Target<'a> {
    pub enemy: &'a Seen,
    /// What the charge would gain, in points of unit values.
    pub gain: f32,
    edge: Edge,
    places: OnceCell<Places>,
}

/// The places to charge one target from, and a circle round all of them: its middle and radius, inches.
struct Places {
    all: SmallVec<[Place; 9]>,
    middle: Vec2,
    radius: f32,
}

/// A place to charge from. Whether it is usable is worked out once, when it is first asked.
pub struct Place {
    pub pose: Pose,
    is_good: OnceCell<bool>,
    /// Whether enemies stand in the way to it from where the unit stands.
    is_barred: OnceCell<bool>,
}

impl<'a, 'w> Launches<'a, 'w> {
    /// The targets of one unit, whatever the rest of its body does, the greatest gain first.
    pub fn new(sight: &'a Sight<'w>, me: &'a Seen, who: &[Ref], caution: f32) -> Launches<'a, 'w> {
        let mut targets = Vec::new();
        let moves = if sight.arm(me) == Arm::Horse { RIDES } else { WALKS };
        let soon = |enemy: &&Seen| {
            let reach = moves * me.pace + me.print.radius + enemy.print.radius;
            me.charge > 0.0 && enemy.print.centre.distance_squared(me.print.centre) < reach * reach
        };
        for enemy in sight.enemies().filter(soon) {
            for edge in Edge::ALL {
                let gain = (sight.gain(me, enemy, edge).unwrap_or(0.0) - caution) * still_there(me, enemy);
                if gain > 0.0 {
                    targets.push(Target { enemy, gain, edge, places: OnceCell::new() });
                }
            }
        }
        targets.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        Launches { sight, me, who: Party::from_slice(who), targets }
    }

    /// The unit whose targets these are.
    pub fn unit(&self) -> UnitId {
        self.me.unit
    }

    /// Leaves only enemies who may be charged.
    pub fn retain(&mut self, allowed: impl Fn(UnitId) -> bool) {
        self.targets.retain(|target| allowed(target.enemy.unit));
    }

    /// Whom it would charge, the greatest gain first.
    pub fn targets(&self) -> &[Target<'a>] {
        &self.targets
    }

    /// The places from which to charge that target, without those known to be unusable.
    pub fn places<'t>(&self, target: &'t Target) -> impl Iterator<Item = &'t Place> {
        self.all_places(target).all.iter().filter(|place| place.is_good.get() != Some(&false))
    }

    /// No place from which to charge that target is nearer to a point than this, inches.
    pub fn nearest_place(&self, target: &Target, from: Vec2) -> f32 {
        let places = self.all_places(target);
        places.middle.distance(from) - places.radius
    }

    fn all_places<'t>(&self, target: &'t Target) -> &'t Places {
        target.places.get_or_init(|| {
            let ways = FROM.into_iter().map(|way| way * self.sight.scale).filter(|way| *way < self.me.charge);
            let pose = |way, oblique| before(self.me, &target.enemy.print, target.edge, way, Cdeg::degrees(oblique));
            let poses = ways.flat_map(|way| OBLIQUE.map(|oblique| pose(way, oblique)));
            let place = |pose| Place { pose, is_good: OnceCell::new(), is_barred: OnceCell::new() };
            let all: SmallVec<[Place; 9]> = poses.map(place).collect();
            let middle = all.iter().map(|place| place.pose.at).sum::<Vec2>() / all.len().max(1) as f32;
            let radius = all.iter().map(|place| place.pose.at.distance(middle)).fold(0.0, f32::max) + SLACK;
            Places { all, middle, radius }
        })
    }

    /// Whether enemies stand in the way to a place, or soon would.
    pub fn is_barred(&self, place: &Place) -> bool {
        let (from, to) = (self.me.print.front(), place.pose.at);
        let (way, length) = (to - from, from.distance_squared(to).max(f32::EPSILON));
        *place.is_barred.get_or_init(|| {
            let mut enemies = self.sight.enemies().filter(|e| !e.is_slight());
            enemies.any(|e| {
                // Most are far from the way; those need no closer look.
                let part = ((e.print.centre - from).dot(way) / length).clamp(0.0, 1.0);
                let reach = e.print.radius + 1.0 + 1.5 * SQRT_2;
                e.print.centre.distance_squared(from + way * part) <= reach * reach
                    && run_through(&e.print.ahead(1.0).grown(1.5), from, to).is_some()
            })
        })
    }

    /// Whether the unit could stand there and would hit the intended edge of the target, not its front by mistake.
    pub fn is_good(&self, target: &Target, place: &Place) -> bool {
        *place.is_good.get_or_init(|| {
            let (sight, me) = (self.sight, self.me);
            let print = Footprint::new(place.pose, me.print.width(), me.print.depth());
            let it = &target.enemy.print;
            if target.edge != Edge::Front && upon(&it.ahead(-BEHIND), &print, &print) == Edge::Front {
                return false;
            }
            let stands_on = |u: &Seen| u.unit != me.unit && !u.is_of(&self.who) && overlap(&u.print, &print);
            if !sight.view.ground().holds(&print) || sight.units.iter().any(stands_on) {
                return false;
            }
            let path = ChargePath { start: print, print, far: sight.rounds(me).clear(&sight.view, &print, me.charge) };
            path.is_first(sight, me, &self.who, target.enemy)
        })
    }
}

/// How likely the enemy will still stand there when the unit arrives: high for an enemy in melee, low for a mounted
/// one.
pub fn still_there(me: &Seen, enemy: &Seen) -> f32 {
    if enemy.engaged || enemy.charge <= 0.0 {
        1.0
    } else if enemy.charge < 0.8 * me.charge {
        0.75
    } else {
        0.4
    }
}

/// The pose at that distance from an edge, looking at the edge's middle. Beside a flank it is moved so far back that
/// all of the unit is behind the enemy's front line.
fn before(me: &Seen, it: &Footprint, edge: Edge, way: f32, oblique: Cdeg) -> Pose {
    let [a, b] = it.edge(edge);
    let out = crate::table::turned(it.outward(edge), oblique);
    let quarters = Edge::ALL.iter().position(|e| *e == edge).unwrap_or(0) as i32;
    let heading = it.heading + Cdeg::HALF + Cdeg::degrees(90 * quarters) + oblique;
    let pose = Pose { at: (a + b) / 2.0 + out * way, heading: heading.heading() };
    if edge == Edge::Front {
        return pose;
    }
    let print = Footprint::new(pose, me.print.width(), me.print.depth());
    let over = foremost(it, &print).0.to_inches() + BEHIND;
    Pose { at: pose.at - it.forward() * over.max(0.0), ..pose }
}
