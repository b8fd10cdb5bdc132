//! Marches straight ahead and obliquely (7.5), file by file (7.9).

use super::plan::{Plan, pays, refuse};
use crate::battle::{Measured, Refusal};
use crate::cite::Cite;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::ground;
use crate::rules::battlesystem::switches::Switch;
use crate::rules::battlesystem::troop::Class;
use crate::table::{Cdeg, Mil, Pose};

/// Straight ahead or obliquely (BS33, BS34), each file until it touches an enemy.
///
/// # Errors
/// The rule that forbids it.
pub fn straight(field: Battlefield, mut plan: Plan, angle: Cdeg, by: Mil) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let most = Cdeg::degrees(tables().moves.oblique);
    if angle.0.abs() > most.0 {
        return Err(
            refuse("too-slant", unit, "BS34").above(Measured::Angle(Cdeg(angle.0.abs())), Measured::Angle(most))
        );
    }
    if by < Mil::ZERO {
        return Err(refuse("backward", unit, "BS33").below(Measured::Length(by), Measured::Length(Mil::ZERO)));
    }
    if angle != Cdeg::ZERO && field.class(unit) == Class::Mob {
        return Err(refuse("mob-goes-ahead", unit, "BS85"));
    }
    if angle != Cdeg::ZERO && field.plays(Switch::ObliqueTurns) && plan.met.is_none() && !field.is_ragged(unit) {
        return turned(field, plan, angle, by);
    }
    let direction = plan.body.direction(angle);
    pays(field, &plan, ground::price(field, &plan.body, direction, by))?;
    let columns = plan.body.columns();
    let stops = plan.body.advance(field, &columns, direction, by);
    if let Some((_, why)) = ground::limit_of_files(field, &plan.body, &columns, &stops, direction) {
        return Err(why);
    }
    // What nobody goes is not paid for.
    let gone = stops.iter().map(|stop| stop.by).max().unwrap_or(by);
    plan.price = pays(field, &plan, ground::price(field, &plan.body, direction, gone))?;
    if stops.iter().any(|stop| stop.met.is_some()) {
        plan.met = Some(angle);
    }
    plan.body = plan.body.moved(&columns, &stops, direction);
    plan.path.push(plan.body.facing());
    if plan.met.is_some() {
        plan.cite = Cite("BS25");
    }
    Ok(plan)
}

/// The reading by which a unit faces as it goes (B4): it turns about the middle of its front, free, and goes straight ahead.
fn turned(field: Battlefield, mut plan: Plan, angle: Cdeg, by: Mil) -> Result<Plan, Refusal> {
    let pose = plan.body.facing();
    let to = Pose { heading: (pose.heading + angle).heading(), ..pose };
    plan.body.placement = plan.body.placement.with_pose(to, plan.body.size);
    ground::clear(field, &plan.body, false)?;
    plan.path.push(to);
    straight(field, plan, Cdeg::ZERO, by)
}
