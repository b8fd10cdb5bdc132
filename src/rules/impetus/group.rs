//! Groups (4): units that stand edge to edge and move as one.

use super::activation::{again, rush};
use super::battlefield::Battlefield;
use super::data::tables;
use crate::ids::{Side, UnitId};
use crate::table::Footprint;
use crate::table::formation::groups;

/// Whether two footprints stand side edge to side edge, or one behind the other, as units of a group do (D46).
pub fn adjoin(a: &Footprint, b: &Footprint) -> bool {
    // Most pairs stand much too far apart.
    let far = 2.0 * (a.radius + b.radius) + tables().group.gap.inches() + tables().group.corner.inches();
    if a.centre.distance_squared(b.centre) > far * far {
        return false;
    }
    faces_alike(a, b) && (beside(a, b) || behind(a, b) || behind(b, a))
}

/// Whether two footprints face the same way, within the angle that a group's units may differ by (4).
fn faces_alike(a: &Footprint, b: &Footprint) -> bool {
    a.heading.between(b.heading) <= tables().group.facing.0
}

/// Whether `b` stands at either side of `a`, front corners level.
pub fn beside(a: &Footprint, b: &Footprint) -> bool {
    let at = a.pose().local(b.front());
    let gap = at.x.abs() - a.half_width - b.half_width;
    near(gap, tables().group.gap.inches()) && near(at.y, tables().group.corner.inches())
}

/// Whether `b` stands directly behind `a`, corners matching.
pub fn behind(a: &Footprint, b: &Footprint) -> bool {
    let at = a.pose().local(b.front());
    let corner = tables().group.corner.inches();
    let corners = near(at.x + b.half_width - a.half_width, corner) && near(at.x - b.half_width + a.half_width, corner);
    faces_alike(a, b) && near(at.y + a.depth(), tables().group.gap.inches()) && corners
}

fn near(value: f32, limit: f32) -> bool {
    // Positions are sums of whole thousandths and of lengths that are rounded.
    const ROUNDING: f32 = 0.002;
    value.abs() <= limit + ROUNDING
}

/// Whether these units are one group.
pub fn is_group(field: Battlefield, units: &[UnitId]) -> bool {
    let prints: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
    groups(prints.len(), |a, b| adjoin(&prints[a], &prints[b])).len() == 1
}

/// Whether they are one group one unit wide.
pub fn is_column(field: Battlefield, units: &[UnitId]) -> bool {
    let prints: Vec<Footprint> = units.iter().map(|u| field.print(*u)).collect();
    let wide = |n: usize| (0..n).any(|m| beside(&prints[n], &prints[m]) || beside(&prints[m], &prints[n]));
    is_group(field, units) && !(0..prints.len()).any(wide)
}

/// The groups, of two or more, that a side's units form where they stand: units that may still be activated and are not
/// in melee.
pub fn standing(field: Battlefield, side: Side) -> Vec<Vec<UnitId>> {
    let goes_on = |u: &UnitId| {
        let acts = field.acts(*u);
        let shot = acts.fired && acts.will_move && !acts.moved && field.is_active(*u);
        shot || again::goes_on(field, *u)
    };
    let may = |u: &UnitId| (!field.acts(*u).activated || goes_on(u)) && !field.engaged(*u);
    let free: Vec<UnitId> =
        field.side(side).filter(|u| may(u) && field.under_orders(*u) && !field.kind(*u).one_shot).collect();
    let prints: Vec<Footprint> = free.iter().map(|u| field.print(*u)).collect();
    // A unit that has moved may go on only with those with which it moved.
    let alike = |a: UnitId, b: UnitId| field.acts(a).moved == field.acts(b).moved && !rush::goes_apart(field, a, b);
    let found = groups(prints.len(), |a, b| adjoin(&prints[a], &prints[b]) && alike(free[a], free[b]));
    found.into_iter().filter(|g| g.len() > 1).map(|g| g.into_iter().map(|n| free[n]).collect()).collect()
}
