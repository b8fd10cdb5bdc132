//! Leaving a melee by one's own will: the fighting withdrawal (7.11) and flight (8.6).

use super::plan::{Plan, What, may_move};
use crate::battle::{Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::state::Stance;
use crate::rules::battlesystem::{contact, dress, ground, run};
use crate::table::slide;
use crate::table::{Cdeg, Mil};

fn refuse(says: &'static str, unit: UnitId, cite: &'static str) -> Refusal {
    Refusal::new(Cite(cite), Word(says)).of(Ref::Unit(unit))
}

fn begins(field: Battlefield, unit: UnitId, cite: &'static str) -> Result<Plan, Refusal> {
    may_move(field, unit)?;
    if field.round(unit).begun {
        return Err(refuse("whole-move", unit, cite));
    }
    if contact::contacts(field, unit).is_empty() {
        return Err(refuse("nobody-to-leave", unit, cite));
    }
    Ok(Plan {
        what: What::Withdraws,
        body: Body::of(field, unit),
        stance: field.stance(unit),
        price: Mil::ZERO,
        met: false,
        grew: false,
        shrank: false,
        path: vec![field.front(unit)],
        cite: Cite("BS90"),
    })
}

/// A withdrawal of three inches straight back (BS90).
///
/// # Errors
/// Why it may not.
pub fn withdrawal(field: Battlefield, unit: UnitId) -> Result<Plan, Refusal> {
    let mut plan = begins(field, unit, "BS90")?;
    let by = Mil::measured(tables().moves.withdrawal);
    let left = field.left(unit);
    let direction = plan.body.direction(Cdeg::HALF);
    plan.price = ground::price(field, &plan.body, direction, by);
    if plan.price > left {
        return Err(
            refuse("no-rate-to-withdraw", unit, "BS90").below(Measured::Length(left), Measured::Length(plan.price))
        );
    }
    if let Some((_, why)) = ground::limit(field, &plan.body, direction, by) {
        return Err(why);
    }
    let blocked = plan.body.feet().iter().any(|print| {
        let near = field.0.layout().along(Some(plan.body.side.other()), print, direction, by.to_inches(), 0.1);
        let far = by.to_inches();
        near.filter_map(|foot| slide::meets(print, direction, &foot.print)).any(|met| met.enter < far)
    });
    if blocked {
        return Err(refuse("no-way-back", unit, "BS90"));
    }
    let columns = plan.body.columns();
    let stops = vec![crate::rules::battlesystem::body::Stop { by, met: None }; columns.len()];
    plan.body = plan.body.moved(&columns, &stops, direction);
    ground::clear(field, &plan.body, false).map_err(|_| refuse("no-way-back", unit, "BS90"))?;
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
    plan.stance = Stance { open: true, files: body.files, ..plan.stance };
    plan.price = field.left(unit);
    plan.path.push(body.facing());
    plan.body = body;
    plan.cite = Cite("BS106");
    Ok(plan)
}
