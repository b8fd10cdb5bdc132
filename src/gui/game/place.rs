//! Units that a side places itself: the plan lies in the hand, where units and whole bodies are shifted and turned,
//! until it is answered as one.

use bevy::math::Vec2;

use super::snap;
use crate::battle::{Action, Choice, HIDDEN, Mark, PLACES, Ref, Refusal, UMPIRE, Value, View};
use crate::ids::{Side, UnitId};
use crate::lab::chronicle::units_of;
use crate::table::{Cdeg, Footprint, Mil, Place, Placement, Pose};

/// How a side would have its units stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub side: Side,
    pub action: Action,
    /// Those that would stand in another formation, as the judge has them.
    pub forms: Vec<(UnitId, Placement)>,
    /// What the judge draws to it: the zone in which they may stand.
    pub marks: Vec<Mark>,
    /// Whether the other side is not to be seen meanwhile.
    pub secret: bool,
}

impl Plan {
    /// How a unit stands while the plan is made; none: it is not seen.
    pub fn placement(&self, view: &View, unit: UnitId) -> Option<Placement> {
        if view.side_of(unit) != self.side {
            return (!self.secret).then(|| view.placement(unit).clone());
        }
        let formed = self.forms.iter().find(|(of, _)| *of == unit).map_or_else(|| view.placement(unit), |(_, s)| s);
        place_of(&self.action, unit).map(|place| placement_at(view, unit, formed, place.pose()))
    }

    /// What those units of a plan like this one cover, in the formations that this one gives them.
    fn prints(&self, view: &View, action: &Action, units: impl Iterator<Item = UnitId>) -> Vec<Footprint> {
        let like = Plan { action: action.clone(), ..self.clone() };
        let of = |unit| Some(like.placement(view, unit)?.footprints(view.roster().base(unit)).to_vec());
        units.filter_map(of).flatten().collect()
    }

    /// How far those units of a plan like this one are shifted that the hand shifts by so much: so that they come to
    /// stand in line with others whom they come as near as `reach`, inches. What is not shifted stays.
    pub fn drawn_to(&self, view: &View, action: &Action, moved: &[UnitId], by: Vec2, reach: f32) -> Vec2 {
        if by == Vec2::ZERO {
            return by;
        }
        let prints = self.prints(view, &shifted(action, moved, by), moved.iter().copied());
        let others = self.prints(view, action, units(action).filter(|unit| !moved.contains(unit)));
        by + snap::snapped(&prints, &others, reach)
    }

    /// Whether the plan hides that unit, or its body, from the other side.
    pub fn hides(&self, view: &View, unit: UnitId) -> bool {
        let body = view.body_of(unit).map(Ref::Body);
        let mates = view.body_of(unit).map(|body| view.bodies().get(body).units.clone()).unwrap_or_default();
        let of = |who: &Ref| {
            Some(*who) == body || matches!(who, Ref::Unit(other) if *other == unit || mates.contains(other))
        };
        matches!(self.action.value(HIDDEN), Some(Value::Refs(hidden)) if hidden.iter().any(of))
    }
}

/// Whether a choice is a side's plan of where its units stand.
pub fn is_plan(choice: &Choice) -> bool {
    let units = |(of, _): &(Ref, Place)| matches!(of, Ref::Unit(_));
    matches!(choice.action.who[..], [Ref::Side(_)])
        && choice.action.key != UMPIRE
        && !choice.action.places().is_empty()
        && choice.action.places().iter().all(units)
}

/// The units that a plan places.
pub fn units(action: &Action) -> impl Iterator<Item = UnitId> {
    action.places().iter().filter_map(|(of, _)| if let Ref::Unit(unit) = of { Some(*unit) } else { None })
}

/// Where a plan has that unit.
pub fn place_of(action: &Action, unit: UnitId) -> Option<Place> {
    action.places().iter().find(|(of, _)| *of == Ref::Unit(unit)).map(|(_, place)| *place)
}

/// The formations in which a refused plan would have its units stand, and what else the judge draws to it.
pub fn wished(why: Refusal) -> (Vec<(UnitId, Placement)>, Vec<Mark>) {
    let (blocks, marks): (Vec<Mark>, _) = why.marks.into_iter().partition(|mark| matches!(mark, Mark::Block { .. }));
    (blocks.iter().filter_map(Mark::block).collect(), marks)
}

/// Whether a plan that was closed up moves nobody but those whom a value of it now names or names no more, and their
/// mates; its values are those that were wished.
pub fn closes_up(view: &View, before: &Action, wished: &Action, closed: &Action) -> bool {
    let named = |action: &Action| -> Vec<Ref> {
        let values =
            action.with.iter().filter_map(|(_, value)| if let Value::Refs(refs) = value { Some(refs) } else { None });
        values.flatten().copied().collect()
    };
    let (old, new) = (named(before), named(wished));
    let changed = old.iter().filter(|of| !new.contains(of)).chain(new.iter().filter(|of| !old.contains(of)));
    let moves: Vec<UnitId> =
        changed.flat_map(|of| units_of(view, *of)).flat_map(|unit| company(view, before, unit, false)).collect();
    let stays = |(of, place): &(Ref, Place)| match of {
        Ref::Unit(unit) => moves.contains(unit) || place_of(wished, *unit) == Some(*place),
        _ => false,
    };
    let values = |action: &Action| action.with.iter().filter(|(key, _)| *key != PLACES).cloned().collect::<Vec<_>>();
    values(closed) == values(wished)
        && closed.places().len() == wished.places().len()
        && closed.places().iter().all(stays)
}

/// A unit standing there, in its formation; one that has stood nowhere, in a single base.
pub fn placement_at(view: &View, unit: UnitId, formed: &Placement, to: Pose) -> Placement {
    match formed {
        Placement::Off => Placement::block(to, 1, 1),
        Placement::Token(_) => Placement::Token(to.at),
        placement => placement.with_pose(to, view.roster().base(unit)),
    }
}

/// Who goes where that unit goes: its body, or, `alone`, itself.
pub fn company(view: &View, action: &Action, unit: UnitId, alone: bool) -> Vec<UnitId> {
    let body = view.body_of(unit).filter(|_| !alone);
    let mates = body.map_or_else(|| vec![unit], |body| view.bodies().get(body).units.clone());
    mates.into_iter().filter(|mate| place_of(action, *mate).is_some()).collect()
}

/// The plan with those units shifted by so much.
pub fn shifted(action: &Action, units: &[UnitId], by: Vec2) -> Action {
    let (x, y) = (Mil::measured(by.x), Mil::measured(by.y));
    replaced(action, units, |place| Place { x: place.x + x, y: place.y + y, ..place })
}

/// The plan with those units turned together about their common middle.
pub fn turned(action: &Action, units: &[UnitId], by: Cdeg) -> Action {
    let fronts: Vec<Vec2> = units.iter().filter_map(|u| place_of(action, *u)).map(|p| p.pose().at).collect();
    let middle = fronts.iter().sum::<Vec2>() / fronts.len().max(1) as f32;
    let (sin, cos) = crate::table::turn(by);
    replaced(action, units, |place| {
        let Pose { at, heading } = place.pose();
        let out = at - middle;
        let out = Vec2::new(out.x * cos + out.y * sin, out.y * cos - out.x * sin);
        Pose { at: middle + out, heading: (heading + by).heading() }.place()
    })
}

fn replaced(action: &Action, units: &[UnitId], to: impl Fn(Place) -> Place) -> Action {
    let moves = |of: &Ref| matches!(of, Ref::Unit(unit) if units.contains(unit));
    let places = action.places().iter();
    let places = places.map(|(of, place)| (*of, if moves(of) { to(*place) } else { *place })).collect();
    let mut action = action.clone();
    action.set(PLACES, Value::Places(places));
    action
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::{HOUSE, Word};

    fn plan() -> Choice {
        let at =
            |unit: u16, x: i32, y: i32| (Ref::Unit(UnitId(unit)), Place { x: Mil(x), y: Mil(y), heading: Cdeg::ZERO });
        let places = Value::Places(vec![at(1, 30_000, 12_000), at(2, 34_000, 12_000), at(3, 50_000, 11_000)]);
        Choice::ending(Action::new(Ref::Side(Side::South), Word("deploy")).with(PLACES, places), HOUSE)
    }

    #[test]
    fn a_body_is_shifted_as_one_and_the_others_stay() {
        let action = shifted(&plan().action, &[UnitId(1), UnitId(2)], Vec2::new(-2.5, 1.0));
        let at = |unit| place_of(&action, UnitId(unit)).map(|p| (p.x.0, p.y.0));
        assert_eq!([at(1), at(2), at(3)], [Some((27_500, 13_000)), Some((31_500, 13_000)), Some((50_000, 11_000))]);
    }

    #[test]
    fn a_quarter_turn_to_the_right_faces_east_and_puts_the_left_one_north() {
        let action = turned(&plan().action, &[UnitId(1), UnitId(2)], Cdeg::degrees(90));
        // Their middle is (32, 12); two inches to either side become two inches north and south.
        let at = |unit| place_of(&action, UnitId(unit)).map(|p| (p.x.0, p.y.0, p.heading));
        assert_eq!(at(1), Some((32_000, 14_000, Cdeg::degrees(90))));
        assert_eq!(at(2), Some((32_000, 10_000, Cdeg::degrees(90))));
    }

    #[test]
    fn only_a_sides_places_are_a_plan() {
        assert!(is_plan(&plan()));
        let mut ride = plan();
        ride.action.who = vec![Ref::Unit(UnitId(1))];
        assert!(!is_plan(&ride), "a unit that rides to a place makes no plan");
        let mut put = plan();
        put.action.key = UMPIRE;
        assert!(!is_plan(&put), "what an umpire puts right is no plan");
        let done = Choice::ending(Action::new(Ref::Side(Side::South), Word("done")), HOUSE);
        assert!(!is_plan(&done));
    }
}
