//! Dressing (7.3): how a unit takes up the block of its formation again, and how it opens when it must.

use bevy::math::Vec2;

use super::battlefield::{Battlefield, centre_of};
use super::body::Body;
use super::ground::clear;
use super::state::{Ragged, Stance};
use crate::battle::{Fact, Narration, Ref, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Cdeg, Mil, Placement, Pose};

const DRESSES: Cite = Cite("BS123");

/// By steps of so much, and by so much at most, a unit goes back to find room, inches.
const STEP: f32 = 0.5;
const STEPS: usize = 12;

/// The block of so many files with the middle of its front there.
pub fn block(field: Battlefield, body: &Body, pose: Pose, files: u8, open: bool) -> Body {
    let bases = body.placement.base_count() as u8;
    let files = files.min(bases).max(1);
    let placement = Placement::Block { pose, files, bases, gap: field.gap_of(open) };
    Body { placement, files, labels: Vec::new(), lead: 0, ..body.clone() }
}

/// The middle of the front of a block that grows by so many files to the left and to the right, or shrinks.
pub fn grown(body: &Body, left: i32, right: i32) -> Pose {
    let ranks = body.placement.ranks();
    if body.size.stand <= 1 || ranks.gap == Mil::ZERO {
        let pitch = body.size.width + ranks.gap.to_inches();
        return body.facing().shifted(0.0, (right - left) as f32 * pitch / 2.0);
    }
    let files = i32::from(ranks.abreast());
    let wide = |more: i32| body.size.frontage_apart((files + more).clamp(1, 255) as u8, ranks.gap);
    let more = wide(left + right) - wide(0);
    let share = (right - left) as f32 / (left + right).abs().max(1) as f32;
    body.facing().shifted(0.0, more.abs() * share / 2.0)
}

/// Whether its bases stand as its formation has them.
pub fn is_dressed(field: Battlefield, unit: UnitId) -> bool {
    let stance = field.stance(unit);
    match field.0.placement(unit) {
        Placement::Block { bases, gap, .. } => *bases < 2 || *gap == field.gap_of(stance.open),
        Placement::Loose(_) => field.skirmishes(unit),
        _ => true,
    }
}

/// The block that a unit takes up when it dresses with the middle of its front there; none where there is no room.
pub fn dressed(field: Battlefield, body: &Body, pose: Pose, open: bool) -> Option<Body> {
    let fits = |body: &Body| clear(field, body, false).is_ok();
    let fewest = body.files.div_ceil(2).max(1);
    let narrower = (fewest..=body.files).rev().map(|files| block(field, body, pose, files, open));
    let back = (1..=STEPS).map(|n| block(field, body, pose.shifted(-STEP * n as f32, 0.0), body.files, open));
    narrower.chain(back).find(fits)
}

/// The changes of a unit that stands so from now on.
pub fn placed(fact: Fact, body: &Body, stance: Stance) -> Fact {
    fact.change(put(body.unit, body.placement.clone()))
        .change(put(body.unit, Ragged(body.labels.clone())))
        .change(put(body.unit, standing(body, stance)))
}

/// How a unit stands that has come to stand so.
pub fn standing(body: &Body, stance: Stance) -> Stance {
    let loose = matches!(body.placement, Placement::Loose(_));
    let (faced, wrapped) = (stance.faced && loose, stance.wrapped && loose);
    Stance { files: body.files, lead: if loose { body.lead } else { 0 }, faced, wrapped, ..stance }
}

/// A unit dresses where it stands (BS123); none where it need not, or cannot.
pub fn dresses(field: Battlefield, unit: UnitId) -> Option<Fact> {
    if is_dressed(field, unit) {
        return None;
    }
    let stance = field.stance(unit);
    let to = dressed(field, &Body::of(field, unit), field.front(unit), stance.open)?;
    let (from, end) = (field.front(unit), to.facing());
    let moved = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![vec![from, end]] };
    Some(placed(Fact::new(DRESSES, moved).says(Word("dresses")).word(Word("who"), of(unit)), &to, stance))
}

/// A unit opens at once, free (BS22, BS24): about the middle of its front; in name only where it is in contact or has no room.
pub fn opened(field: Battlefield, unit: UnitId, fact: Fact, stance: Stance) -> Fact {
    let stance = Stance { open: true, ..stance };
    let body = Body::of(field, unit);
    let touches = !super::contact::contacts(field, unit).is_empty();
    let free = |body: &Body| clear(field, body, false).is_ok();
    let wider = || (1..=body.files).rev().map(|files| block(field, &body, field.front(unit), files, true)).find(free);
    match if touches || field.is_ragged(unit) { None } else { wider() } {
        Some(to) => placed(fact, &to, stance),
        None => fact.change(put(unit, stance)),
    }
}

/// The block about that middle, facing so: in which a unit runs.
pub fn about(field: Battlefield, body: &Body, middle: Vec2, heading: Cdeg, open: bool) -> Body {
    let to = block(field, body, Pose { at: middle, heading }, body.files, open);
    let off = centre_of(&to.bases()) - middle;
    block(field, body, Pose { at: middle - off, heading }, body.files, open)
}

fn of(unit: UnitId) -> crate::battle::Arg {
    crate::battle::Arg::Of(Ref::Unit(unit))
}

/// What a unit's gap prices are (BS7, BS9).
pub fn prices(debt: u8) -> Mil {
    Mil::inches(i32::from(debt))
}
