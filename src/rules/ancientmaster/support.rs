//! Who fights to its front and who supports it (A10.5, W30-W32, W98), and thereby who is engaged (A1).

use super::battlefield::Battlefield;
use super::data::tables;
use super::formation::in_phalanx;
use crate::ids::UnitId;
use crate::table::formation::{in_line, is_straight_column};
use crate::table::measure::{TOUCH, within};
use crate::table::{Edge, Foot, Footprint, Touched, contact};

/// How a stand is touched by an enemy's, in the order in which it must be struck (A10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Front,
    /// On a side or rear edge.
    Behind,
    /// At a front corner only.
    FrontCorner,
    /// At a rear corner only.
    RearCorner,
}

/// An edge is touched where more of it than this is, else a corner, inches.
fn edge_length() -> f32 {
    tables().measure.aside.inches()
}

/// Where an enemy's stand touches a stand; none when it does not.
pub fn place(stand: &Footprint, enemy: &Footprint) -> Option<Place> {
    let touch = contact(stand, enemy)?;
    let along = touch.length > edge_length();
    Some(match touch.of {
        Touched::Edge(Edge::Front) if along => Place::Front,
        Touched::Edge(_) if along => Place::Behind,
        Touched::Edge(Edge::Front) => Place::FrontCorner,
        // Only the corner of the other one lies on this edge: it is touched there all the same.
        Touched::Edge(_) if touch.length <= 0.05 => Place::Behind,
        touched if touched.includes(Edge::Front) => Place::FrontCorner,
        Touched::Edge(Edge::Left | Edge::Right) => corner_of_side(stand, touch.middle),
        _ => Place::RearCorner,
    })
}

/// A touch along a bit of a side edge that is no edge contact: which of the edge's corners it is at.
fn corner_of_side(stand: &Footprint, at: bevy::math::Vec2) -> Place {
    if stand.local(at).y > 0.0 { Place::FrontCorner } else { Place::RearCorner }
}

/// The enemy stands that touch a stand, each with where.
pub fn touches<'w>(field: Battlefield<'w>, foot: &Foot) -> Vec<(&'w Foot, Place)> {
    let touching = field.touched_by(field.0.side_of(foot.unit), &foot.print);
    touching.filter_map(|enemy| Some((enemy, place(&foot.print, &enemy.print)?))).collect()
}

/// Whether a stand fights to its front (A10.5): what it must strike touches its front edge or a front corner.
pub fn fights_to_front(field: Battlefield, foot: &Foot) -> bool {
    let first = touches(field, foot).into_iter().map(|(_, place)| place).min();
    matches!(first, Some(Place::Front | Place::FrontCorner))
}

/// Whether a stand stands exactly behind another, facing as it does.
pub fn behind(front: &Footprint, back: &Footprint) -> bool {
    let measure = &tables().measure;
    let apart = front.centre.distance(back.centre);
    apart < front.depth() + 0.2
        && is_straight_column(&[*front, *back], measure.facing.0, measure.aside.mil())
        && front.local(back.centre).y < 0.0
        && within(front, back, TOUCH)
}

/// Whether a stand stands exactly beside another, facing as it does.
pub fn beside(one: &Footprint, other: &Footprint) -> bool {
    let measure = &tables().measure;
    within(one, other, TOUCH) && in_line(one, other, measure.facing.0, measure.aside.mil())
}

/// Whether a unit's stands may support at all: infantry, not confused, and it has not shot before it moved (W6).
fn may_support(field: Battlefield, unit: UnitId) -> bool {
    field.troop(unit).on_foot() && !field.confused(unit) && !field.acts(unit).volley
}

/// A stand that lends its weight to another's fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support<'w> {
    pub stand: &'w Foot,
    pub of: &'w Foot,
    /// A second rank of a phalanx strikes instead of supporting (W30).
    pub strikes: bool,
}

/// The supports that a unit's stands give now (A10.5). Each stand is named once.
pub fn of_unit<'w>(field: Battlefield<'w>, unit: UnitId) -> Vec<Support<'w>> {
    let side = field.0.side_of(unit);
    if !may_support(field, unit) {
        return Vec::new();
    }
    let free: Vec<&Foot> =
        field.feet(unit).iter().filter(|foot| field.touched_by(side, &foot.print).next().is_none()).collect();
    let mut supports = Vec::new();
    let phalanx = in_phalanx(field, unit);
    for stand in free {
        let reach = stand.print.radius * 2.0 + 0.2;
        let near: Vec<&Foot> = field.0.layout().near_of(Some(side), stand.print.centre, reach).collect();
        let fighting = |of: &&&Foot| {
            field.unit(of.unit).is_some_and(|troop| troop.on_foot()) && (of.unit, of.base) != (stand.unit, stand.base)
        };
        let found = near.iter().filter(fighting).filter_map(|of| {
            let at_back = behind(&of.print, &stand.print);
            if !at_back && !beside(&of.print, &stand.print) {
                return None;
            }
            if fights_to_front(field, of) {
                let strikes = phalanx && at_back && of.unit == unit;
                return Some(Support { stand, of, strikes });
            }
            // The second rank of a phalanx counts as fighting (W32).
            second_rank(field, of).then_some(Support { stand, of, strikes: false })
        });
        // The second rank of a phalanx strikes, whomever else it stands beside (W30).
        let found: Vec<Support> = found.collect();
        supports.extend(found.iter().find(|support| support.strikes).or(found.first()).copied());
    }
    supports
}

/// Whether a stand is the second rank of a phalanx that fights (W30).
fn second_rank(field: Battlefield, foot: &Foot) -> bool {
    let unit = foot.unit;
    let side = field.0.side_of(unit);
    may_support(field, unit)
        && in_phalanx(field, unit)
        && field.touched_by(side, &foot.print).next().is_none()
        && field.feet(unit).iter().any(|front| behind(&front.print, &foot.print) && fights_to_front(field, front))
}

/// Whether a unit is engaged (A1): it touches an enemy, or supports one that does.
pub fn engaged(field: Battlefield, unit: UnitId) -> bool {
    *field.0.keep("who is engaged", &unit, || field.touches_enemy(unit) || !of_unit(field, unit).is_empty())
}
