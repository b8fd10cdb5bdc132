//! Which units should stand deep, judged by the odds of their likely fights: used for the ready-made deployments and
//! for the captain's preferences.

use super::{depth, zones};
use crate::battle::{Action, Ref};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::{Class, data};
use crate::rules::armati::melee::melee;
use crate::rules::armati::melee::party::Stand;
use crate::rules::armati::odds;
use crate::rules::armati::state::{Contact, Counts};
use crate::rules::armati::unit_value;
use crate::table::{Edge, Pose};

/// How many further rounds count as much as the first.
const LATER: f32 = 2.0;
/// By how many points a formation must be better than the one in the file to replace it.
const WORTH_WHILE: f32 = 0.25;
/// A unit farther than this from where the file has it counts as placed elsewhere, inches.
const FAR: f32 = 6.0;
/// The value of hiding a division, in points: the enemy does not see it.
const AMBUSH: f32 = 0.5;
/// The value of a deployment that is not allowed.
const NOT_ALLOWED: f32 = -1000.0;

/// The units of a side that should stand deep: those whose likely fights go better so; those that the file has deep and
/// that are not worse off; and, if the units do not fit side by side into their part of the zone, as many more as
/// needed, because behind the line they would not fight at all.
pub fn deep(field: Battlefield, side: Side) -> Vec<UnitId> {
    let gains: Vec<(UnitId, f32)> =
        depth::able(field, side).into_iter().map(|unit| (unit, gain(field, unit))).collect();
    let better = |(unit, gain): &(UnitId, f32)| {
        let (_, ranks) = depth::on_file(field, *unit);
        if ranks > 1 { *gain > -WORTH_WHILE } else { *gain > WORTH_WHILE }
    };
    let mut deep: Vec<UnitId> = gains.iter().filter(|of| better(of)).map(|(unit, _)| *unit).collect();
    let mut others: Vec<(UnitId, f32)> = gains.into_iter().filter(|(unit, _)| !deep.contains(unit)).collect();
    others.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let flank = data().tables.deployment.flank.to_inches();
    for (centre, room) in [(true, field.0.ground().width - 2.0 * flank), (false, 2.0 * flank)] {
        let heavy = |u: &UnitId| field.try_troop(*u).is_some_and(|t| t.kind.class == Class::Heavy);
        let there = |u: &UnitId| field.try_troop(*u).is_some_and(|t| zones::is_centre_only(t) == centre);
        let line: Vec<UnitId> = super::units(field, side).into_iter().filter(|u| heavy(u) && there(u)).collect();
        let width = |deep: &[UnitId]| line.iter().map(|unit| frontage(field, *unit, deep.contains(unit))).sum::<f32>();
        for (unit, _) in others.iter().filter(|(unit, _)| line.contains(unit)) {
            if width(&deep) <= room {
                break;
            }
            deep.push(*unit);
        }
    }
    deep.sort_unstable();
    deep
}

fn frontage(field: Battlefield, unit: UnitId, deep: bool) -> f32 {
    let (files, ranks) = depth::on_file(field, unit);
    let able = depth::check(field, unit).is_ok();
    field.0.roster().base(unit).frontage(if !able {
        files
    } else if deep {
        1
    } else {
        files * ranks
    })
}

/// The value of a deployment: what its deep units gain by standing deep, and a bonus if it is nearly the one of the
/// battle's file. A deployment that is not allowed has a value of -1000.
pub fn preference(field: Battlefield, side: Side, action: &Action) -> f32 {
    let deep = super::deep_of(action);
    let mut all = Vec::new();
    let mut off = 0.0;
    for (who, place) in action.places() {
        let Ref::Unit(unit) = who else { continue };
        let Some(placed) = super::placed(field, *unit, *place, deep) else { continue };
        let from = field.0.pose(*unit).map_or(FAR, |pose| pose.at.distance(place.pose().at));
        off += from.min(FAR) / FAR;
        all.push(placed);
    }
    if all.is_empty() || zones::check(field, side, &all).is_err() {
        return NOT_ALLOWED;
    }
    let hidden = super::hiding::of(action).unwrap_or_default();
    if super::hiding::check(field, side, &all, hidden).is_err() {
        return NOT_ALLOWED;
    }
    let is_deep = |unit: UnitId| depth::drawn_up(field, unit, deep).1 > 1;
    let gains: f32 = all.iter().filter(|p| is_deep(p.unit)).map(|p| gain(field, p.unit)).sum();
    gains - off / all.len() as f32 + AMBUSH * hidden.len() as f32
}

/// What standing deep instead of wide gains a unit, in points, on average over the enemy's heavy units.
pub fn gain(field: Battlefield, unit: UnitId) -> f32 {
    let heavy = |u: &UnitId| field.try_troop(*u).is_some_and(|t| t.kind.class == Class::Heavy);
    let enemies: Vec<UnitId> = super::units(field, field.0.side_of(unit).other()).into_iter().filter(heavy).collect();
    let of = |deep: bool| enemies.iter().map(|enemy| fight(field, unit, deep, *enemy)).sum::<f32>();
    if enemies.is_empty() { 0.0 } else { (of(true) - of(false)) / enemies.len() as f32 }
}

/// The value of a few rounds front against front, on open ground, both units having moved.
fn fight(field: Battlefield, unit: UnitId, deep: bool, enemy: UnitId) -> f32 {
    // Outside the table there is no terrain.
    let (here, there) = (Pose::new(-100.0, -100.0, 0.0), Pose::new(-100.0, -100.0, 180.0));
    let stand = |of: UnitId, other: UnitId, pose: Pose, (files, ranks): (u8, u8)| Stand {
        print: field.0.roster().base(of).block(pose, files, ranks),
        deep: ranks > 1,
        moved: true,
        contacts: vec![Contact { enemy: other, edge: Edge::Front, counts: Counts::Front, made: false, rounds: 0 }],
    };
    let (files, ranks) = depth::on_file(field, unit);
    let own = if deep { (1, files * ranks) } else { (files * ranks, 1) };
    let own = stand(unit, enemy, here, own);
    let other = stand(enemy, unit, there, depth::on_file(field, enemy));
    let forecast = odds::rounds(&melee(field, (unit, &own), (enemy, &other)), false);
    let cost = |of: UnitId, lost: u8| unit_value::of_unit(field, of) * f32::from(lost) / f32::from(field.bp(of).max(1));
    let of = |blows: &crate::battle::RoundOdds| {
        let won = blows.win * cost(enemy, blows.deals) + blows.breaks * unit_value::of_unit(field, enemy);
        let lost = blows.lose * cost(unit, blows.takes) + blows.broken * unit_value::of_unit(field, unit);
        won - lost
    };
    of(&forecast.first) + of(&forecast.later) * LATER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::Position;

    /// So many heavy foot of south in divisions of two, against one of north.
    fn foot(count: usize) -> Vec<UnitId> {
        let mut position = Position::new().unit(North, "enemy", "HI", (36.0, 40.0, 180.0), &[]);
        for n in 0..count {
            let at = (4.0 + 4.8 * (n % 12) as f32, 12.0 - 2.0 * (n / 12) as f32, 0.0);
            position = position.unit(South, &format!("foot-{n}"), "HI", at, &[]);
            if n % 2 == 1 {
                position = position.joined(South);
            }
        }
        deep(position.at("melee", &[]).field(), South)
    }

    #[test]
    fn those_go_deep_for_whom_there_is_no_room_in_the_line() {
        // The centre is 42 in wide: 8 units take 38.4. 12 take 57.6; each that goes deep saves 2.4, so 7 must.
        assert_eq!(foot(8).len(), 0);
        assert_eq!(foot(12).len(), 7);
    }

    #[test]
    fn front_against_front_the_wider_is_better_off() {
        let position = Position::new().unit(North, "enemy", "HI", (36.0, 40.0, 180.0), &[]).unit(
            South,
            "foot",
            "HI",
            (36.0, 12.0, 0.0),
            &[],
        );
        let staged = position.at("melee", &[]);
        assert!(gain(staged.field(), staged.id("foot")) < 0.0);
    }
}
