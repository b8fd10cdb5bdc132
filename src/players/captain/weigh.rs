//! What a march is worth: the fights it brings, what it threatens and what threatens it, the line, the ground won.

use super::sight::{Seen, Sight};
use crate::battle::{Ref, Ruling};
use crate::ids::UnitId;
use crate::table::Footprint;
use crate::table::measure::{behind_front_line, distance, forward, side};

/// Of the worth of a unit: what being open to a charge in flank or rear costs.
const EXPOSED: f32 = 0.45;
/// Of the worth of an enemy: what standing ready to charge his flank or rear gains.
const POISED: f32 = 0.35;
/// Of a fight that the enemy may choose: he takes it only if it pays him.
const THEIR_CHOICE: f32 = 0.5;
/// Of a fight that one may choose next turn.
const OUR_CHOICE: f32 = 0.3;
/// Of the worth of an enemy: what standing ready on his flank would gain, were one there already.
const ROUND: f32 = 0.4;
/// How many degrees of turning cost a turn.
const TURN: f32 = 45.0;
/// How far sideways own units still count as neighbours in line, inches.
const NEIGHBOUR: f32 = 8.0;
/// How far a line may be out of dress before it costs something, inches.
const RAGGED: f32 = 2.0;

/// What it is worth to stand as one stands.
pub fn stand(sight: &Sight, who: Ref) -> f32 {
    let ends: Vec<(UnitId, Footprint)> = sight.own().filter(|s| is_of(s, who)).map(|s| (s.unit, s.print)).collect();
    places(sight, &ends)
}

/// What a march is worth by the judge's ruling.
pub fn march(sight: &Sight, ruling: &Ruling) -> f32 {
    let mut ends = Vec::new();
    for (unit, pose) in &ruling.ends {
        if let Some(seen) = sight.get(*unit) {
            ends.push((*unit, Footprint::new(*pose, seen.print.width(), seen.print.depth())));
        }
    }
    let mut worth = places(sight, &ends);
    for odds in &ruling.odds {
        if let (Ref::Unit(by), Ref::Unit(at)) = (odds.by, odds.at) {
            worth += sight.value(odds, by, at) - caution(sight);
        }
    }
    worth
}

/// What a fight must be worth before it is sought. Whoever holds the field can wait for a good one; whoever must
/// attack grows bolder as the turns go by.
fn caution(sight: &Sight) -> f32 {
    if sight.must_attack { 3.0 - 0.5 * sight.view.clock().turn as f32 } else { 2.5 }
}

/// Whether the unit is what is spoken of, or in it.
pub fn is_of(seen: &Seen, who: Ref) -> bool {
    match who {
        Ref::Unit(unit) => seen.unit == unit,
        Ref::Body(body) => seen.body == Some(body),
        _ => false,
    }
}

fn places(sight: &Sight, ends: &[(UnitId, Footprint)]) -> f32 {
    let mut worth = 0.0;
    for (unit, end) in ends {
        let Some(me) = sight.get(*unit) else { continue };
        worth += threats(sight, me, end) + chances(sight, me, end) + ground(sight, me, end);
        worth += line(sight, ends, me, end) + way_round(sight, me, end);
    }
    worth
}

/// Whether a unit that stands at `from` could charge something that stands at `to`: near enough, and not far
/// outside what it can reach straight ahead after a small wheel.
fn could_charge(from: &Footprint, charge: f32, to: &Footprint) -> bool {
    if charge <= 0.0 || distance(from, to) > charge {
        return false;
    }
    let (ahead, aside) = (forward(from, to.centre), side(from, to.centre));
    ahead > 0.0 && aside.abs() < from.half_width + to.radius * 0.7 + ahead * 0.2
}

/// What enemies could do to a unit that stands there.
fn threats(sight: &Sight, me: &Seen, end: &Footprint) -> f32 {
    let mut worst: f32 = 0.0;
    let mut sum = 0.0;
    for enemy in sight.enemies() {
        if !could_charge(&enemy.print, enemy.charge, end) {
            continue;
        }
        let loss = if behind_front_line(end, &enemy.print) {
            me.worth * EXPOSED * (enemy.worth / (enemy.worth + 4.0))
        } else {
            sight.duel(enemy.unit, me.unit).max(0.0) * THEIR_CHOICE
        };
        worst = worst.max(loss);
        sum += loss;
    }
    -(worst + 0.25 * (sum - worst))
}

/// What a unit that stands there could do to enemies next.
fn chances(sight: &Sight, me: &Seen, end: &Footprint) -> f32 {
    let mut best: f32 = 0.0;
    let mut shoots: f32 = 0.0;
    for enemy in sight.enemies() {
        if could_charge(end, me.charge, &enemy.print) {
            let gain = if behind_front_line(&enemy.print, end) {
                enemy.worth * POISED * (me.worth / (me.worth + 4.0))
            } else {
                sight.duel(me.unit, enemy.unit).max(0.0) * OUR_CHOICE
            };
            best = best.max(gain);
        }
        if me.range > 0.0 && shoots == 0.0 {
            let near = distance(end, &enemy.print);
            if near <= me.range && forward(end, enemy.print.centre) > 0.0 {
                shoots = 0.4;
            }
        }
    }
    best + shoots
}

/// How near a unit is, in turns, to standing ready beside or behind an enemy: what falls on flank or rear breaks
/// what a frontal fight only wears down. Whoever is as fast as the enemy or faster looks for it.
fn way_round(sight: &Sight, me: &Seen, end: &Footprint) -> f32 {
    if me.charge <= 0.0 || me.worth < 5.0 {
        return 0.0;
    }
    let mut best: f32 = 0.0;
    for enemy in sight.enemies().filter(|e| e.worth >= 5.0 && e.charge <= me.charge) {
        let it = &enemy.print;
        let held = if enemy.charge <= 0.0 { 1.3 } else { 1.0 };
        for out in [it.right(), -it.right(), -it.forward()] {
            // A place from which a short charge ends on that edge.
            let place = it.centre + out * (it.radius + 3.0);
            let way = place - end.front();
            let turn = |from: bevy::math::Vec2, to: bevy::math::Vec2| {
                let to = to.normalize_or_zero();
                bevy::math::ops::acos(from.dot(to).clamp(-1.0, 1.0)).to_degrees()
            };
            let turning = if way.length() > 3.0 {
                turn(end.forward(), way) + turn(way.normalize_or_zero(), -out)
            } else {
                turn(end.forward(), -out)
            };
            // A standard wheel turns a unit by some 24 degrees and half a move is lost to the detour.
            let turns = way.length() / me.charge + turning / TURN;
            best = best.max(enemy.worth * held * ROUND * bevy::math::ops::powf(0.7, turns));
        }
    }
    best * (me.worth / (me.worth + 8.0))
}

/// How near the enemy a unit has come: worth something to the side that must attack, and a little to the other.
fn ground(sight: &Sight, me: &Seen, end: &Footprint) -> f32 {
    let weight = if sight.must_attack { 0.22 } else { 0.04 };
    let near = sight
        .enemies()
        .map(|enemy| {
            // A fight that would go badly draws nobody on; light troops draw less than the line of battle.
            let pull = if sight.duel(me.unit, enemy.unit) < -0.25 * me.worth { 0.4 } else { 1.0 };
            let aside = side(end, enemy.print.centre).abs();
            (distance(end, &enemy.print) + 0.3 * aside, pull)
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    near.map_or(0.0, |(way, pull)| -way * weight * pull * (1.0 + me.worth * 0.02))
}

/// A line that keeps its dress: own units beside this one that are not of the march should not be left behind or
/// outrun.
fn line(sight: &Sight, ends: &[(UnitId, Footprint)], me: &Seen, end: &Footprint) -> f32 {
    let mut cost = 0.0;
    for friend in sight.own() {
        if friend.unit == me.unit || ends.iter().any(|(u, _)| *u == friend.unit) || friend.charge <= 0.0 {
            continue;
        }
        if friend.print.heading.between(me.print.heading).0 > 3_000 || friend.worth < 5.0 || me.worth < 5.0 {
            continue;
        }
        let beside = side(&me.print, friend.print.centre).abs();
        let abreast = forward(&me.print, friend.print.front()).abs();
        if beside > NEIGHBOUR || abreast > 6.0 {
            continue;
        }
        let ahead = forward(&friend.print, end.front());
        cost += (ahead.abs() - RAGGED).max(0.0) * 0.12;
    }
    -cost
}
