//! The general's own move (G1, G2): he moves by himself, or attaches to a unit.

use bevy::math::{Vec2, ops};

use super::order::{ATTACH, RIDE, TO};
use crate::battle::placing;
use crate::battle::{
    Action, Arg, Ask, Barred, Choice, Fact, Handle, Measured, Narration, Note, Offer, PLACES, Param, Range, Ref,
    Refusal, Ruling, Value, alter_one, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::command;
use crate::rules::armati::data::data;
use crate::rules::armati::state::{Armies, General};
use crate::table::sight::run_through;
use crate::table::{Cdeg, Mil, Place, Placement, Pose, whose};

const RIDES: Cite = Cite("G1");
const ATTACHES: Cite = Cite("G2");

/// His marker and its place, if he is free to move.
fn free(field: Battlefield, side: Side) -> Result<(UnitId, Vec2), Refusal> {
    let general = field.general(side);
    let refuse = |says| Refusal::new(RIDES, Word(says)).of(Ref::Side(side));
    let marker = general.marker.filter(|_| !general.lost).ok_or_else(|| refuse("no-general"))?;
    if general.with.is_some() {
        return Err(Refusal::new(ATTACHES, Word("general-goes-along")).of(Ref::Side(side)));
    }
    if general.moved {
        return Err(Refusal::new(RIDES, Word("moved-already")).of(Ref::Unit(marker)));
    }
    let at = field.0.placement(marker).point().ok_or_else(|| refuse("no-general"))?;
    Ok((marker, at))
}

/// A ride to that place as an action.
pub fn action(field: Battlefield, side: Side, to: Place) -> Action {
    let who = field.general(side).marker.map_or(Ref::Side(side), Ref::Unit);
    Action::new(who, RIDE).with(PLACES, Value::Places(vec![(who, to)]))
}

/// What the general may do.
pub fn choices(field: Battlefield, side: Side, ask: &Ask, offer: &mut Offer) {
    if !field.general(side).marker.is_some_and(|marker| ask.wants(Ref::Unit(marker))) {
        return;
    }
    let rides = field.0.keep("a general's rides", &(side, ask.barred), || {
        let mut offer = Offer::default();
        rides(field, side, ask.barred, &mut offer);
        offer
    });
    offer.add(&rides);
}

fn rides(field: Battlefield, side: Side, barred: bool, offer: &mut Offer) {
    let (marker, at) = match free(field, side) {
        Ok(free) => free,
        Err(why) => {
            let marker = field.general(side).marker.filter(|_| barred);
            offer.barred.extend(marker.map(|unit| Barred { key: RIDE, who: vec![Ref::Unit(unit)], why }));
            return;
        }
    };
    let around = area(field, at);
    let here = Pose { at, heading: Cdeg::ZERO }.place();
    // He cannot stay where enemies have moved over him, but he may still leave.
    let out = around.iter().map(|(x, y)| Place { x: *x, y: *y, heading: Cdeg::ZERO });
    let stand = std::iter::once(here).chain(out).find(|p| judge_ride(field, side, &[Ref::Unit(marker)], *p).is_ok());
    if let Some(stand) = stand {
        let param = Param { handle: Handle::Drag, ..Param::panel(PLACES, Range::Area(around)) };
        offer.choices.push(Choice { params: vec![param], ..Choice::plain(action(field, side, stand), RIDES) });
    }
    let reach = data().tables.general.r#move.to_inches();
    let near: Vec<Ref> = whose(field.0.layout().near_of(Some(side), at, reach))
        .filter(|u| judge_attach(field, side, &[Ref::Unit(marker)], *u).is_ok())
        .map(Ref::Unit)
        .collect();
    if let Some(first) = near.first() {
        let attach = Action::new(Ref::Unit(marker), ATTACH).with(TO, Value::Refs(vec![*first]));
        let pick = Range::Pick { from: near, least: 1, most: 1 };
        let param = Param { handle: Handle::Target, ..Param::panel(TO, pick) };
        offer.choices.push(Choice { params: vec![param], ..Choice::plain(attach, ATTACHES) });
    }
}

/// The part of the table that he can reach, as a polygon.
fn area(field: Battlefield, at: Vec2) -> Vec<(Mil, Mil)> {
    let reach = data().tables.general.r#move.to_inches();
    let ground = field.0.ground();
    let corner = |n: i32| {
        let angle = Cdeg::degrees(n * 15).to_radians();
        let point = at + Vec2::new(ops::sin(angle), ops::cos(angle)) * reach;
        (Mil::measured(point.x.clamp(0.0, ground.width)), Mil::measured(point.y.clamp(0.0, ground.depth)))
    };
    (0..24).map(corner).collect()
}

/// Checks that he may move to that place.
///
/// # Errors
///
/// When it is too far, off the table, through an enemy, or when he may not move.
pub fn judge_ride(field: Battlefield, side: Side, who: &[Ref], to: Place) -> Result<Ruling, Refusal> {
    let (marker, at) = free(field, side)?;
    let refuse = |says| Refusal::new(RIDES, Word(says)).of(Ref::Unit(marker));
    if who != [Ref::Unit(marker)] {
        return Err(Refusal::for_others(RIDES, RIDE, who, [Ref::Unit(marker)]));
    }
    if to.heading != Cdeg::ZERO {
        let (measured, limit) = (Measured::Angle(to.heading), Measured::Angle(Cdeg::ZERO));
        let refusal = refuse("general-faces-nowhere");
        return Err(if to.heading > Cdeg::ZERO {
            refusal.above(measured, limit)
        } else {
            refusal.below(measured, limit)
        });
    }
    let end = to.pose().at;
    if !field.0.ground().has(end) {
        return Err(placing::off_table(&field.0, marker, &[end], RIDES));
    }
    let way = Mil::measured(at.distance(end));
    let limit = *data().tables.general.r#move;
    if way > limit {
        return Err(refuse("general-too-far").above(Measured::Length(way), Measured::Length(limit)));
    }
    if let Some(enemy) = enemy_between(field, side, at, end) {
        return Err(refuse("general-through-enemy")
            .of(Ref::Unit(enemy))
            .word(Word("enemy"), Arg::Of(Ref::Unit(enemy))));
    }
    // Ending his move on a unit does not attach him to it: that is another order.
    let upon = field.side(side).find(|unit| field.print(*unit).holds(end));
    let note = |unit| Note::new(ATTACHES, Word("rides-alone-upon")).word(Word("friend"), Arg::Of(Ref::Unit(unit)));
    Ok(Ruling {
        ends: vec![(marker, to.pose())],
        measured: vec![(RIDE, Measured::Length(way), RIDES)],
        notes: upon.map(note).into_iter().collect(),
        ..Ruling::default()
    })
}

fn enemy_between(field: Battlefield, side: Side, from: Vec2, to: Vec2) -> Option<UnitId> {
    let near = field.0.layout().near_of(Some(side.other()), (from + to) / 2.0, from.distance(to) / 2.0);
    let mut between = near.filter(|foot| foot.print.holds(to) || run_through(&foot.print, from, to).is_some());
    between.next().map(|foot| foot.unit)
}

/// Checks that he may attach to that unit: a friend that he can reach.
///
/// # Errors
///
/// When it is too far, behind an enemy, or when he may not move.
pub fn judge_attach(field: Battlefield, side: Side, who: &[Ref], unit: UnitId) -> Result<Ruling, Refusal> {
    let (marker, at) = free(field, side)?;
    let refuse = |says| Refusal::new(ATTACHES, Word(says)).of(Ref::Unit(unit));
    if who != [Ref::Unit(marker)] {
        return Err(Refusal::for_others(ATTACHES, ATTACH, who, [Ref::Unit(marker)]));
    }
    if !field.stands(unit) || field.0.side_of(unit) != side {
        return Err(Refusal::for_units(ATTACHES, TO, Ref::Unit(unit), side));
    }
    let to = field.print(unit).nearest_to(at);
    let way = Mil::measured(at.distance(to));
    let limit = *data().tables.general.r#move;
    if way > limit {
        return Err(refuse("general-too-far").above(Measured::Length(way), Measured::Length(limit)));
    }
    if let Some(enemy) = enemy_between(field, side, at, to) {
        return Err(refuse("general-through-enemy")
            .of(Ref::Unit(enemy))
            .word(Word("enemy"), Arg::Of(Ref::Unit(enemy))));
    }
    let end = Pose { at: field.print(unit).centre, heading: Cdeg::ZERO };
    Ok(Ruling {
        ends: vec![(marker, end)],
        measured: vec![(RIDE, Measured::Length(way), ATTACHES)],
        notes: vec![command::would_take(field, side, unit)],
        ..Ruling::default()
    })
}

/// The move nearest to a wished place that is allowed.
pub fn fit(field: Battlefield, side: Side, to: Place) -> Option<Action> {
    let (marker, at) = free(field, side).ok()?;
    let who = [Ref::Unit(marker)];
    let wish = to.pose().at;
    let (width, depth) = (field.0.ground().width, field.0.ground().depth);
    let wish = Vec2::new(wish.x.clamp(0.0, width), wish.y.clamp(0.0, depth));
    let reach = data().tables.general.r#move.to_inches() - 0.002;
    let way = wish - at;
    let full = (reach / way.length().max(0.001)).min(1.0);
    // Tries ever shorter moves in that direction; the last one is no move at all.
    let place = |part: f32| Pose { at: at + way * full * part, heading: Cdeg::ZERO }.place();
    let parts = (0..=16).rev().map(|n| n as f32 / 16.0);
    parts.map(place).find(|p| judge_ride(field, side, &who, *p).is_ok()).map(|p| action(field, side, p))
}

/// The facts of his move.
pub fn facts(field: Battlefield, side: Side, to: Place) -> Vec<Fact> {
    let general = field.general(side);
    let Some(marker) = general.marker else { return Vec::new() };
    let from = field.0.pose(marker).unwrap_or_default();
    let told = Narration::Moved { who: vec![Ref::Unit(marker)], along: vec![vec![from, to.pose()]] };
    let after = alter_one(move |armies: &mut Armies| armies.of_mut(side).general.moved = true);
    vec![Fact::new(RIDES, told).change(put(marker, Placement::Token(to.pose().at))).change(after)]
}

/// The facts of his attaching to that unit.
pub fn attach_facts(field: Battlefield, side: Side, unit: UnitId) -> Vec<Fact> {
    let general = field.general(side);
    let Some(marker) = general.marker else { return Vec::new() };
    let since = field.0.clock().turn;
    let after = alter_one(move |armies: &mut Armies| {
        let general = &mut armies.of_mut(side).general;
        *general = General { with: Some(unit), since, moved: true, ..*general };
    });
    let at = field.print(unit).centre;
    let told = Narration::Marked { of: Ref::Unit(marker), what: Word("general-attached"), on: true };
    let fact = Fact::new(ATTACHES, told).says(Word("general-attaches")).word(Word("friend"), Arg::Of(Ref::Unit(unit)));
    let attached = fact.change(put(marker, Placement::Token(at))).change(after);
    std::iter::once(attached).chain(command::takes(field, side, unit)).collect()
}
