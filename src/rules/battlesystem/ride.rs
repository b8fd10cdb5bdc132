//! Commanders and heroes by themselves (3.2): they ride, leave and join units, and get away from enemies who come near.

use bevy::math::{Vec2, ops};

use super::battlefield::Battlefield;
use super::command::point;
use super::data::{tables, terrain_kind};
use super::state::{Officer, Officers, Role};
use super::verb::Verb;
use crate::battle::shape::{Takes, said_otherwise};
use crate::battle::{
    Action, Arg, Ask, Choice, Effects, Fact, Handle, Measured, Narration, Offer, PLACES, Param, Range, Ref, Refusal,
    Ruling, Value, alter_one, placing, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::sight::run_through;
use crate::table::{Cdeg, Mil, Place, Placement, Pose};

pub const TO: Word = Word("to");
const ALONE: Cite = Cite("BS120");

/// The commander or hero whose marker that is, with his place in the list.
pub fn of_marker(field: Battlefield, marker: UnitId) -> Option<(usize, Officer)> {
    // Who has taken over from a lost one has his marker.
    let all = field.officers().0.iter().enumerate().rev();
    all.map(|(n, of)| (n, *of)).find(|(_, of)| of.marker == Some(marker))
}

/// How far he may move in a round.
fn rate(field: Battlefield, officer: &Officer) -> Mil {
    let command = &tables().command;
    Mil::measured(if field.kind(officer.own).mounted { command.horse } else { command.foot })
}

/// How far he may still ride.
///
/// # Errors
/// He is lost, or nowhere.
fn left(field: Battlefield, side: Side, marker: UnitId) -> Result<(usize, Officer, Mil), Refusal> {
    let other = || Refusal::new(ALONE, Word("no-commander")).of(Ref::Unit(marker));
    let (n, officer) = of_marker(field, marker).filter(|(_, of)| of.side == side).ok_or_else(other)?;
    if officer.lost || (officer.alone.is_none() && !field.0.on_table(officer.with)) {
        return Err(Refusal::new(ALONE, Word("commander-lost")).of(Ref::Unit(marker)));
    }
    Ok((n, officer, Mil(rate(field, &officer).0 - officer.spent.0)))
}

/// Whether a side has somebody who is alone and may still go on.
pub fn any_alone(field: Battlefield, side: Side) -> bool {
    let goes = |of: &&Officer| of.side == side && !of.lost && of.alone.is_some() && rate(field, of) > of.spent;
    field.officers().0.iter().any(|of| goes(&of))
}

/// Whether an action is one of a commander, not of a unit: he rides, alone or to join a unit.
pub fn is_of_commander(action: &Action) -> bool {
    matches!(Verb::of(action), Some(Verb::Ride | Verb::Join))
}

fn riding(marker: UnitId, to: Place) -> Action {
    Verb::Ride.by(Ref::Unit(marker)).with(PLACES, Value::Places(vec![(Ref::Unit(marker), to)]))
}

/// What commanders of a side may do: those who are asked for, or with a unit that is.
pub fn choices(field: Battlefield, side: Side, ask: &Ask, offer: &mut Offer) {
    for officer in field.officers().0.iter().filter(|of| of.side == side && !of.lost) {
        let Some(marker) = officer.marker else { continue };
        let with = officer.alone.is_none() && ask.wants(Ref::Unit(officer.with));
        if !with && !ask.wants(Ref::Unit(marker)) {
            continue;
        }
        let Ok((_, _, left)) = self::left(field, side, marker) else { continue };
        let at = point(field, officer);
        if left > Mil::ZERO {
            offer.choices.extend(ride(field, side, marker, at, left));
        }
        let near: Vec<Ref> =
            field.side(side).filter(|unit| judge_join(field, side, marker, *unit).is_ok()).map(Ref::Unit).collect();
        if let Some(first) = near.first() {
            let join = Verb::Join.by(Ref::Unit(marker)).with(TO, Value::Refs(vec![*first]));
            let pick = Range::Pick { from: near, least: 1, most: 1 };
            let param = Param { handle: Handle::Target, ..Param::panel(TO, pick) };
            offer.choices.push(Choice { params: vec![param], ..Choice::plain(join, ALONE) });
        }
    }
}

/// A ride anywhere within his reach: first offered a step towards the middle of the table that he may make.
fn ride(field: Battlefield, side: Side, marker: UnitId, at: Vec2, left: Mil) -> Option<Choice> {
    let ground = field.0.ground();
    let corner = |part: f32, n: i32| {
        let angle = Cdeg::degrees(n * 15).to_radians();
        let point = at + Vec2::new(ops::sin(angle), ops::cos(angle)) * left.to_inches() * part;
        (Mil::measured(point.x.clamp(0.0, ground.width)), Mil::measured(point.y.clamp(0.0, ground.depth)))
    };
    let place = |(x, y): (Mil, Mil)| Place { x, y, heading: Cdeg::ZERO };
    let near = [0.0, 0.25, 0.5, 0.95].into_iter().flat_map(|part| (0..24).map(move |n| place(corner(part, n))));
    let stand = near.into_iter().find(|to| judge_ride(field, side, marker, *to).is_ok())?;
    let param =
        Param { handle: Handle::Drag, ..Param::panel(PLACES, Range::Area((0..24).map(|n| corner(1.0, n)).collect())) };
    Some(Choice { params: vec![param], ..Choice::plain(riding(marker, stand), ALONE) })
}

/// The nearest enemy base to a point: how far it is, and whose.
fn nearest_enemy(field: Battlefield, side: Side, at: Vec2) -> Option<(Mil, UnitId)> {
    let far = |unit: UnitId| {
        field.bases(unit).iter().map(|base| base.nearest_to(at).distance(at)).fold(f32::INFINITY, f32::min)
    };
    field.enemies(side).map(|unit| (Mil::measured(far(unit)), unit)).min_by_key(|(far, _)| *far)
}

fn judge_ride(field: Battlefield, side: Side, marker: UnitId, to: Place) -> Result<Ruling, Refusal> {
    let (_, officer, left) = left(field, side, marker)?;
    let (from, end) = (point(field, &officer), to.pose().at);
    let refuse = |says| Refusal::new(ALONE, Word(says)).of(Ref::Unit(marker));
    if to.heading != Cdeg::ZERO {
        return Err(refuse("rides-unturned").above(Measured::Angle(to.heading), Measured::Angle(Cdeg::ZERO)));
    }
    if !field.0.ground().has(end) {
        return Err(placing::off_table(&field.0, marker, &[end], ALONE));
    }
    let way = Mil::measured(from.distance(end));
    if way > left {
        return Err(refuse("rides-far").above(Measured::Length(way), Measured::Length(left)));
    }
    let near = field.0.layout().near_of(Some(side.other()), (from + end) / 2.0, way.to_inches() / 2.0 + 0.1);
    let mut over = near.filter(|foot| foot.print.holds(end) || run_through(&foot.print, from, end).is_some());
    if let Some(foot) = over.next() {
        return Err(refuse("rides-over").word(Word("other"), Arg::Of(Ref::Unit(foot.unit))));
    }
    let closed = |piece: &crate::table::Piece| terrain_kind(piece.kind.0).is_some_and(|kind| kind.closed);
    if field.0.ground().length_inside(from, end, closed) > 0.001 || field.0.ground().at(end).any(closed) {
        return Err(refuse("rides-into"));
    }
    let least = Mil::measured(tables().command.alone);
    if let Some((far, enemy)) = nearest_enemy(field, side, end).filter(|(far, _)| *far <= least) {
        let why = refuse("ends-near").word(Word("other"), Arg::Of(Ref::Unit(enemy)));
        return Err(why.below(Measured::Length(far), Measured::Length(least)));
    }
    let ends = vec![(marker, to.pose())];
    Ok(Ruling { ends, measured: vec![(Verb::Ride.word(), Measured::Length(way), ALONE)], ..Ruling::default() })
}

/// He joins a unit a figure of which is close to him.
fn judge_join(field: Battlefield, side: Side, marker: UnitId, unit: UnitId) -> Result<(), Refusal> {
    let (_, officer, _) = left(field, side, marker)?;
    let refuse = |says| Refusal::new(ALONE, Word(says)).of(Ref::Unit(marker));
    if officer.alone.is_none() || !field.side(side).any(|own| own == unit) {
        let says = if officer.alone.is_none() { "joins-alone" } else { "joins-own" };
        return Err(refuse(says).word(Word("whom"), Arg::Of(Ref::Unit(unit))));
    }
    let from = point(field, &officer);
    let bases = field.bases(unit);
    let far = bases.iter().map(|base| base.nearest_to(from).distance(from)).fold(f32::INFINITY, f32::min);
    let (far, most) = (Mil::measured(far), Mil::measured(tables().command.joins));
    if far > most {
        return Err(refuse("joins-far").above(Measured::Length(far), Measured::Length(most)));
    }
    has_room(field, &officer, unit).then_some(()).ok_or_else(|| refuse("one-hero"))
}

/// There is at most one hero with a unit (11).
fn has_room(field: Battlefield, officer: &Officer, unit: UnitId) -> bool {
    officer.role != Role::Hero || !super::command::with(field, unit).iter().any(|(_, of)| of.role == Role::Hero)
}

/// What the judge says of a commander's action.
///
/// # Errors
/// The rule that forbids it.
pub fn judge(field: Battlefield, side: Side, action: &Action) -> Result<Ruling, Refusal> {
    let other = || Refusal::not_offered(ALONE, action.key, &action.who);
    let [Ref::Unit(marker)] = action.who[..] else { return Err(other()) };
    match (Verb::of(action), &action.with[..]) {
        (Some(Verb::Ride), [(PLACES, Value::Places(places))]) => match places[..] {
            [(Ref::Unit(of), to)] if of == marker => judge_ride(field, side, marker, to),
            [_] => Err(Refusal::new(ALONE, Word("rides-himself")).of(Ref::Unit(marker))),
            _ => Err(Refusal::number_named(ALONE, PLACES, places.len(), 1)),
        },
        (Some(Verb::Join), [(TO, Value::Refs(of))]) => match of[..] {
            [Ref::Unit(unit)] => judge_join(field, side, marker, unit).map(|()| Ruling::default()),
            _ => Err(said_otherwise(ALONE, action, &[&[(TO, Takes::Unit)]])),
        },
        (Some(Verb::Ride), _) => Err(said_otherwise(ALONE, action, &[&[(PLACES, Takes::Places)]])),
        (Some(Verb::Join), _) => Err(said_otherwise(ALONE, action, &[&[(TO, Takes::Unit)]])),
        _ => Err(other()),
    }
}

/// The ride nearest to the wished one that is allowed.
pub fn fit(field: Battlefield, side: Side, action: &Action) -> Option<Action> {
    let [Ref::Unit(marker)] = action.who[..] else { return None };
    let (_, officer, left) = left(field, side, marker).ok()?;
    let [(_, wish)] = action.places() else { return None };
    let from = point(field, &officer);
    let (width, depth) = (field.0.ground().width, field.0.ground().depth);
    let wish = wish.pose().at;
    let wish = Vec2::new(wish.x.clamp(0.0, width), wish.y.clamp(0.0, depth));
    let full = ((left.to_inches() - 0.002) / from.distance(wish).max(0.001)).min(1.0);
    let place = |part: f32| Pose { at: from + (wish - from) * full * part, heading: Cdeg::ZERO }.place();
    let parts = (0..=16).rev().map(|n| n as f32 / 16.0);
    parts.map(place).find(|to| judge_ride(field, side, marker, *to).is_ok()).map(|to| riding(marker, to))
}

/// What follows from a commander's action that was accepted.
pub fn enact(field: Battlefield, action: &Action) -> Effects {
    let [Ref::Unit(marker)] = action.who[..] else { return Effects::pop() };
    let Some((n, officer)) = of_marker(field, marker) else { return Effects::pop() };
    if let Some(unit) = action.unit(TO) {
        return Effects::pop().fact(joins((n, marker), unit, "commander-joins"));
    }
    let [(_, to)] = action.places() else { return Effects::pop() };
    let from = Pose { at: point(field, &officer), heading: Cdeg::ZERO };
    let (end, way) = (to.pose(), Mil::measured(from.at.distance(to.pose().at)));
    let told = Narration::Moved { who: vec![Ref::Unit(marker)], along: vec![vec![from, end]] };
    let at = (to.x, to.y);
    let fact = Fact::new(ALONE, told)
        .says(Word("commander-rides"))
        .word(Word("who"), Arg::Of(Ref::Unit(marker)))
        .change(put(marker, Placement::Token(end.at)));
    Effects::pop().fact(fact.change(alter_one(move |officers: &mut Officers| {
        let of = &mut officers.0[n];
        of.alone = Some(at);
        of.spent = Mil(of.spent.0 + way.0);
    })))
}

/// He is with that unit from now on.
fn joins((n, marker): (usize, UnitId), unit: UnitId, says: &'static str) -> Fact {
    Fact::new(ALONE, Narration::Said(Word(says)))
        .word(Word("who"), Arg::Of(Ref::Unit(marker)))
        .word(Word("whom"), Arg::Of(Ref::Unit(unit)))
        .change(put(marker, Placement::Off))
        .change(alter_one(move |officers: &mut Officers| {
            let of = &mut officers.0[n];
            (of.with, of.alone) = (unit, None);
        }))
}

/// Who is alone and too near to an enemy gets away to the nearest own unit within his move, or is taken (BS120). None: nobody
/// is.
pub fn escapes(field: Battlefield) -> Option<Effects> {
    let least = Mil::measured(tables().command.alone);
    let all = field.officers().0.iter().enumerate();
    let in_danger = |of: &Officer| {
        !of.lost
            && of.alone.is_some()
            && nearest_enemy(field, of.side, point(field, of)).is_some_and(|(far, _)| far <= least)
    };
    let (n, officer) = all.map(|(n, of)| (n, *of)).find(|(_, of)| in_danger(of))?;
    let from = point(field, &officer);
    let far = |unit: UnitId| {
        let bases = field.bases(unit);
        Mil::measured(bases.iter().map(|base| base.nearest_to(from).distance(from)).fold(f32::INFINITY, f32::min))
    };
    let stands =
        field.side(officer.side).filter(|unit| !field.stance(*unit).routed && has_room(field, &officer, *unit));
    let refuge = stands
        .map(|unit| (far(unit), unit))
        .filter(|(far, _)| *far <= rate(field, &officer))
        .min_by_key(|(far, _)| *far);
    let marker = officer.marker.unwrap_or(officer.own);
    if let Some((_, unit)) = refuge {
        return Some(Effects::stay().fact(joins((n, marker), unit, "commander-escapes-to")));
    }
    let taken = Fact::new(ALONE, Narration::Said(Word("taken")))
        .word(Word("who"), Arg::Of(Ref::Unit(marker)))
        .change(put(marker, Placement::Off))
        .change(alter_one(move |officers: &mut Officers| officers.0[n].lost = true));
    let effects = Effects::stay().fact(taken);
    Some(if officer.role == Role::Unit && field.0.on_table(officer.own) {
        let unit = officer.own;
        effects
            .push(super::rout::Routs)
            .push(super::morale::Check { unit, before: u8::MAX, always: true })
            .push(super::danger::Bereft { unit })
    } else {
        effects
    })
}
