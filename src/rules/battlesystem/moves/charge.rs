//! Charges (7.12): straight at an enemy, to touch him.

use super::plan::{Plan, What, refuse};
use crate::battle::shape::is_enemy;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::{command, ground};
use crate::table::{Cdeg, Mil};

/// The bearing of a target off the way a unit faces: from the middle of its front to his nearest point (BS93).
pub fn bearing(field: Battlefield, body: &Body, target: UnitId) -> Cdeg {
    let front = body.facing();
    let near = field
        .bases(target)
        .iter()
        .map(|base| base.nearest_to(front.at))
        .min_by(|a, b| a.distance_squared(front.at).total_cmp(&b.distance_squared(front.at)));
    near.map_or(Cdeg::HALF, |point| (Cdeg::towards(point - front.at) - front.heading).turn())
}

/// A charge (BS92 to BS94): straight at an enemy within range and 45 degrees, to touch him.
pub fn charge(field: Battlefield, mut plan: Plan, target: UnitId, angle: Cdeg) -> Result<Plan, Refusal> {
    let (unit, round) = (plan.body.unit, field.round(plan.body.unit));
    is_enemy(&field.0, Cite("BS93"), unit, target)?;
    if round.begun {
        return Err(refuse("charge-first", unit, "BS93"));
    }
    if round.spares == Some(target) {
        return Err(refuse("spares-him", unit, "BS91"));
    }
    if field.skirmishes(unit) {
        return Err(refuse("no-charge", unit, "BS16"));
    }
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS93"));
    }
    command::in_command(field, unit)?;
    let (ahead, most) = (bearing(field, &plan.body, target), Cdeg::degrees(tables().moves.oblique));
    if ahead.0.abs() > most.0 {
        return Err(
            refuse("not-ahead", unit, "BS93").above(Measured::Angle(Cdeg(ahead.0.abs())), Measured::Angle(most))
        );
    }
    if angle.0.abs() > most.0 {
        return Err(
            refuse("too-slant", unit, "BS34").above(Measured::Angle(Cdeg(angle.0.abs())), Measured::Angle(most))
        );
    }
    let range = Mil(field.charge_of(unit).0 - round.spent.0);
    let far = Mil::measured(field.distance(unit, target));
    if far > range {
        return Err(refuse("beyond-charge", unit, "BS93").above(Measured::Length(far), Measured::Length(range)));
    }
    let direction = plan.body.direction(angle);
    let columns = plan.body.columns();
    let far = ground::farthest(field, &plan.body, direction, range);
    let mut stops = plan.body.advance(field, &columns, direction, far);
    let first = stops.iter().filter(|stop| stop.met.is_some()).min_by_key(|stop| stop.by).copied();
    let Some(first) = first.filter(|stop| stop.met == Some(target)) else {
        return Err(refuse("no-way-to", unit, "BS93").word(Word("whom"), Arg::Of(Ref::Unit(target))));
    };
    plan.body.pass_by(&columns, direction, &mut stops, first.by);
    let last = stops.iter().map(|stop| stop.by).max().unwrap_or(first.by);
    if let Some((_, why)) = ground::limit(field, &plan.body, direction, last) {
        return Err(why);
    }
    let reach = last.to_inches();
    let feet = plan.body.feet();
    let crossed = field.0.ground().pieces().iter().find(|piece| {
        ground::halts_charges(field, piece)
            && feet.iter().any(|print| piece.meets(print) || !piece.passages(print, direction, reach).is_empty())
    });
    if let Some(piece) = crossed {
        let over = refuse("no-ground-to-charge", unit, "BS130");
        return Err(over.word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id))));
    }
    plan.price = ground::price(field, &plan.body, direction, last);
    plan.body = plan.body.moved(&columns, &stops, direction);
    plan.what = What::Charges(target);
    plan.met = Some(angle);
    plan.path.push(plan.body.facing());
    plan.cite = Cite("BS94");
    Ok(plan)
}
