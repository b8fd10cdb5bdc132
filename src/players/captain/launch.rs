//! Places from which a unit could charge an enemy to advantage, and how long it takes to come there: beside and
//! behind him, before him where he is the weaker.

use super::lanes::Lane;
use super::sight::{Seen, Sight, upon};
use crate::ids::UnitId;
use crate::table::measure::{foremost, overlap};
use crate::table::{Cdeg, Edge, Footprint, Pose};

/// How far from the edge that is charged, in inches where foot goes six.
const FROM: [f32; 3] = [1.5, 4.5, 8.0];
/// How obliquely, in degrees.
const OBLIQUE: [i32; 3] = [0, -40, 40];
/// How far behind the enemy's front line one must stand to be sure to be behind it.
const BEHIND: f32 = 0.4;

/// A place from which to charge.
#[derive(Clone, Copy, Debug)]
pub struct Launch {
    pub pose: Pose,
    /// Whom it would be upon.
    pub target: UnitId,
    /// What the charge would be worth.
    pub gain: f32,
}

/// Every such place for a unit, whatever its body does now.
pub fn places(sight: &Sight, me: &Seen, mates: impl Fn(UnitId) -> bool + Copy, caution: f32) -> Vec<Launch> {
    let mut places = Vec::new();
    if me.charge <= 0.0 {
        return places;
    }
    for enemy in sight.enemies() {
        for edge in Edge::ALL {
            let gain = (sight.gain(me, enemy, edge).unwrap_or(0.0) - caution) * still_there(me, enemy);
            if gain <= 0.0 {
                continue;
            }
            for way in FROM.into_iter().map(|way| way * sight.scale).filter(|way| *way < me.charge) {
                for oblique in OBLIQUE {
                    let pose = before(me, &enemy.print, edge, way, Cdeg::degrees(oblique));
                    if is_good(sight, me, enemy, edge, pose, mates) {
                        places.push(Launch { pose, target: enemy.unit, gain });
                    }
                }
            }
        }
    }
    places
}

/// How likely the enemy will still stand like this when one comes: he who fights does, he who rides does not.
pub fn still_there(me: &Seen, enemy: &Seen) -> f32 {
    if enemy.engaged || enemy.charge <= 0.0 {
        1.0
    } else if enemy.charge < 0.8 * me.charge {
        0.75
    } else {
        0.4
    }
}

/// The pose so far from an edge that looks upon its middle; beside a flank so far back that one is behind the front
/// line all over.
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

fn is_good(sight: &Sight, me: &Seen, enemy: &Seen, edge: Edge, pose: Pose, mates: impl Fn(UnitId) -> bool) -> bool {
    let print = Footprint::new(pose, me.print.width(), me.print.depth());
    let it = &enemy.print;
    if edge != Edge::Front && upon(&it.ahead(-BEHIND), &print, &print) == Edge::Front {
        return false;
    }
    if !sight.view.ground().holds(&print) {
        return false;
    }
    let stands_on = sight.units.iter().any(|u| u.unit != me.unit && !mates(u.unit) && overlap(&u.print, &print));
    if stands_on {
        return false;
    }
    let lane = Lane { start: print, print, far: me.charge };
    lane.first(sight, me, mates).is_some_and(|(_, met)| met.unit == enemy.unit)
}
