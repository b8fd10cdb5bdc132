//! The value of where a unit comes to stand, apart from fights: nearer to the enemy as its wing's task has it, in line
//! with its neighbours, looking at the enemy, and out of the way of those who want to come on.

use bevy::math::Vec2;

use super::intent::Brief;
use super::sight::{SLOW, Seen, Sight};
use super::wings::Arm;
use crate::ids::UnitId;
use crate::table::measure::{distance, forward, side};
use crate::table::{Cdeg, Edge, Footprint};

/// How much an inch sideways to an enemy counts compared with an inch ahead, for who goes at him.
const ASIDE_TOO: f32 = 0.3;
/// Who wheels by so much in one move soon looks where it likes.
const QUICK: Cdeg = Cdeg(4500);
/// A fight worth less than this share of the unit's value is a bad one.
const BAD: f32 = -0.25;
/// Within so many moves of an enemy he could charge.
const STRIKING: f32 = 1.5;
/// The cost of standing in the way of a friend who wants to come on, in points, and how far ahead of him that is, in his
/// moves.
const IN_THE_WAY: f32 = 1.5;
const LANE: f32 = 1.5;
/// How much an enemy attracts against whom the unit would do badly, and a slight one.
const SLIGHT_PULL: f32 = 0.4;
/// How far apart sideways, from end to end, own units still count as neighbours in a line, inches on the scale where
/// foot moves six.
const NEIGHBOUR: f32 = 3.2;
/// How far apart in depth they do.
const ABREAST: f32 = 6.0;
/// How many degrees off its heading the middle of the enemy may be before a unit is penalised for looking elsewhere,
/// and the penalty for each further degree, as a share of the unit's value.
const ASIDE: f32 = 30.0;
const TURNED_AWAY: f32 = 0.0013;
/// The same for foot that shoots: whoever looks aside gives up about what a volley is worth.
const AIMS_ASIDE: f32 = 0.004;
/// By how much a line may be uneven before it is penalised, inches.
const RAGGED: f32 = 2.0;

/// The value of where a unit comes to stand: nearer to the enemy, as far as its wing's task drives it there, and nearer
/// to where friends fight.
pub fn ground(sight: &Sight, brief: &Brief, me: &Seen, end: &Footprint) -> f32 {
    let mut support = 0.0;
    if !me.is_slight() && me.charge > 0.0 && brief.support > 0.0 {
        let fights = sight.enemies().filter(|e| e.engaged && !e.is_slight());
        let way = nearest(end, fights, |_, way| way).map_or(0.0, |(way, _)| way);
        support = -way * brief.support / sight.scale;
    }
    if brief.drive <= 0.0 {
        return support;
    }
    let turned = |enemy: &Seen, way: f32| {
        let near = end.half_depth + enemy.print.radius;
        match sight.detour(me, end.centre, enemy.print.centre, near) {
            Some(round) => (round.length - near).max(way) + ASIDE_TOO * off_its_way(me, end, round.next),
            None => way + ASIDE_TOO * off_its_way(me, end, enemy.print.centre),
        }
    };
    let Some((way, enemy)) = nearest(end, sight.enemies(), turned) else { return support };
    // An enemy against whom the unit would do badly does not attract it; light troops attract less than the line of
    // battle.
    let bad = sight.gain(me, enemy, Edge::Front).unwrap_or(-1.0) < BAD * me.unit_value;
    let pull = if bad || enemy.is_slight() { SLIGHT_PULL } else { 1.0 };
    let drive = brief.drive / sight.scale * (1.0 + me.unit_value * 0.02);
    // Where no charge goes, nobody stops short of one: he comes on until he meets.
    let (strike, stand_off) = match sight.rounds(me).stops_charges(&sight.view, end.centre, enemy.print.centre) {
        true => (0.0, 0.0),
        false => (STRIKING * enemy.pace, brief.stand_off),
    };
    let last = (strike - way.max(stand_off)).max(0.0) / sight.scale * brief.strike * pull;
    support + last - (way - stand_off.max(strike)).max(0.0) * drive * pull
}

/// How far a place lies aside of the way ahead; all of its distance where it lies behind, for who can turn about soon. (Who
/// turns slowly does not turn for what he has passed: he would take no part for too long.)
fn off_its_way(me: &Seen, end: &Footprint, at: Vec2) -> f32 {
    if me.pivot >= QUICK && forward(end, at) < 0.0 { end.centre.distance(at) } else { side(end, at).abs() }
}

/// The unit for which the way is least, as `counted` counts it from the distance: never as less than that.
fn nearest<'s>(
    end: &Footprint,
    units: impl Iterator<Item = &'s Seen>,
    counted: impl Fn(&Seen, f32) -> f32,
) -> Option<(f32, &'s Seen)> {
    let mut best: Option<(f32, &Seen)> = None;
    for unit in units {
        let least = end.centre.distance(unit.print.centre) - end.radius - unit.print.radius;
        if best.is_some_and(|(best, _)| counted(unit, least) >= best) {
            continue;
        }
        let way = counted(unit, distance(end, &unit.print));
        if best.is_none_or(|(best, _)| way < best) {
            best = Some((way, unit));
        }
    }
    best
}

/// The penalty for facing away from the middle of the enemy's line; single stray enemies do not count. Who is fast, or may
/// turn as he charges, looks where he likes, but for foot that shoots: no turn of a charge brings its volleys back. It may as
/// well look at somebody within its range.
pub fn turned_away(sight: &Sight, me: &Seen, end: &Footprint) -> f32 {
    let shoots = me.range > 0.0 && sight.arm(me) == Arm::Foot;
    let looks_about = me.turn > Cdeg::ZERO || me.is_slight() || me.charge > SLOW * sight.scale;
    if looks_about && !shoots {
        return 0.0;
    }
    let Some(middle) = sight.middle else { return 0.0 };
    let middle = sight.detour(me, end.centre, middle, 0.0).map_or(middle, |round| round.next);
    let off = |place: Vec2| end.forward().angle_to(place - end.centre).abs().to_degrees();
    let in_range = |enemy: &&Seen| shoots && !enemy.engaged && distance(end, &enemy.print) <= me.range;
    let targets = sight.enemies().filter(in_range).map(|enemy| off(enemy.print.centre));
    let away = targets.fold(off(middle), f32::min);
    (away - ASIDE).max(0.0) * if shoots { AIMS_ASIDE } else { TURNED_AWAY } * me.unit_value
}

/// The penalty for standing in the way of friends who want to come on: how much of their way a unit covers.
pub fn in_the_way(sight: &Sight, ends: &[(UnitId, Footprint)], end: &Footprint) -> f32 {
    let comes = |friend: &&Seen| {
        let wants = sight.brief(friend.unit).is_some_and(|brief| !brief.gives_way && brief.drive > 0.0);
        wants && !friend.engaged && !ends.iter().any(|(unit, _)| *unit == friend.unit)
    };
    let mut cost: f32 = 0.0;
    for friend in sight.own().filter(comes) {
        let ahead = forward(&friend.print, end.centre);
        if ahead < 0.0 || ahead - end.half_depth > LANE * friend.pace {
            continue;
        }
        let covers = end.half_width + friend.print.half_width - side(&friend.print, end.centre).abs();
        cost += IN_THE_WAY * (covers / (2.0 * friend.print.half_width)).clamp(0.0, 1.0);
    }
    cost.min(2.0 * IN_THE_WAY)
}

/// The penalty for an uneven line: own units beside this one that are not part of the march should be neither left
/// behind nor outrun.
pub fn line(sight: &Sight, ends: &[(UnitId, Footprint)], me: &Seen, end: &Footprint) -> f32 {
    let mut cost = 0.0;
    for friend in sight.own() {
        if friend.unit == me.unit || ends.iter().any(|(u, _)| *u == friend.unit) || friend.engaged {
            continue;
        }
        if friend.print.heading.between(me.print.heading).0 > 3_000 || friend.is_slight() || me.is_slight() {
            continue;
        }
        // Another line keeps its own distance.
        if !sight.army().are_one(me.unit, friend.unit) {
            continue;
        }
        // A unit straight ahead or behind is no neighbour: a second line keeps its distance.
        let fronts = me.print.half_width + friend.print.half_width;
        let gap = side(&me.print, friend.print.centre).abs() - fronts;
        let abreast = (friend.print.centre - me.print.centre).dot(me.print.forward()).abs();
        if gap > NEIGHBOUR * sight.scale || gap < -fronts / 2.0 || abreast > ABREAST * sight.scale {
            continue;
        }
        let ahead = (end.centre - friend.print.centre).dot(friend.print.forward());
        cost += (ahead.abs() / sight.scale - RAGGED).max(0.0) * 0.12;
    }
    -cost
}
