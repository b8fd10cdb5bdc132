//! Leaving a melee by one's own will: the fighting withdrawal (7.11) and flight (8.6).

use bevy::math::Vec2;

use super::plan::{Plan, What, may_move, refuse};
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::state::{Driven, Stance};
use crate::rules::battlesystem::troop::Class;
use crate::rules::battlesystem::{contact, dress, ground, run};
use crate::table::slide;
use crate::table::{Cdeg, Foot, Mil, turned};

fn begins(field: Battlefield, unit: UnitId, cite: &'static str) -> Result<Plan, Refusal> {
    may_move(field, unit)?;
    if field.round(unit).begun {
        return Err(refuse("whole-move", unit, cite));
    }
    if contact::contacts(field, unit).is_empty() {
        return Err(refuse("nobody-to-leave", unit, cite));
    }
    let driven = field.0.unit_state::<Driven>(unit).0;
    if driven.is_some_and(|enemy| contact::in_contact(field, unit, enemy)) {
        return Err(refuse("driven-on", unit, "BS117"));
    }
    Ok(Plan { what: What::Withdraws, cite: Cite("BS90"), ..Plan::of(field, unit) })
}

/// A withdrawal of three inches straight back (BS90).
///
/// # Errors
/// Why it may not.
pub fn withdrawal(field: Battlefield, unit: UnitId) -> Result<Plan, Refusal> {
    let mut plan = begins(field, unit, "BS90")?;
    let by = Mil::measured(tables().moves.withdrawal);
    let left = field.left(unit);
    if field.class(unit) == Class::Mob {
        return Err(refuse("mob-withdraws", unit, "BS90"));
    }
    // Skirmishers go directly away from those whom they touch, all alike.
    let away = run::away(field, unit, &contact::contacts(field, unit));
    let skirmishes = field.skirmishes(unit);
    let direction = if skirmishes { turned(Vec2::Y, away) } else { plan.body.direction(Cdeg::HALF) };
    plan.price = ground::price(field, &plan.body, direction, by);
    if plan.price > left {
        return Err(
            refuse("no-rate-to-withdraw", unit, "BS90").below(Measured::Length(left), Measured::Length(plan.price))
        );
    }
    if let Some((_, why)) = ground::limit(field, &plan.body, direction, by) {
        return Err(why);
    }
    let far = by.to_inches();
    let barred = plan.body.feet().iter().find_map(|print| {
        let meets = |foot: &&Foot| slide::meets(print, direction, &foot.print).is_some_and(|met| met.enter < far);
        let mut near = field.0.layout().along(Some(plan.body.side.other()), print, direction, far, 0.1);
        near.find(meets).map(|foot| foot.unit)
    });
    if let Some(enemy) = barred {
        return Err(refuse("no-way-back", unit, "BS90").word(Word("other"), Arg::Of(Ref::Unit(enemy))));
    }
    let columns = plan.body.columns();
    let stops = vec![crate::rules::battlesystem::body::Stop { by, met: None }; columns.len()];
    plan.body = plan.body.moved(&columns, &stops, direction);
    ground::clear(field, &plan.body, false)?;
    if skirmishes {
        plan.path.push(plan.body.facing());
        return Ok(plan);
    }
    if !plan.body.labels.is_empty() || !dress::is_dressed(field, unit) {
        let pose = field.front(unit).shifted(-by.to_inches(), 0.0);
        if let Some(dressed) = dress::dressed(field, &plan.body, pose, plan.stance.open) {
            plan.body = dressed;
        }
    }
    plan.path.push(plan.body.facing());
    Ok(plan)
}

/// A flight (BS106), as it would go without the blows of those whom it leaves.
///
/// # Errors
/// Why it may not.
pub fn flight(field: Battlefield, unit: UnitId) -> Result<Plan, Refusal> {
    let mut plan = begins(field, unit, "BS106")?;
    let from = contact::contacts(field, unit);
    let heading = run::away(field, unit, &from);
    let ran = run::way(field, unit, heading, field.left(unit), run::Through::Nobody);
    let Some(body) = ran.body.filter(|_| ran.whole) else { return Err(refuse("no-way-to-flee", unit, "BS106")) };
    plan.what = What::Flees;
    plan.stance = Stance { open: field.class(unit) != Class::Mob, files: body.files, ..plan.stance };
    plan.price = field.left(unit);
    plan.path.push(body.facing());
    plan.body = body;
    plan.cite = Cite("BS106");
    Ok(plan)
}
