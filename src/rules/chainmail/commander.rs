//! The army's commander (12.3): one figure, with a unit or by himself. He helps every unit near him, rallies a unit in flight that
//! he joins, and shares the fate of the unit that he is with.

use bevy::ecs::component::Component;
use bevy::math::{Vec2, ops};
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::tables;
use super::fighting::fighting;
use super::flight::rallied;
use super::losses::gone;
use super::moves::charge::AT;
use super::moves::plan::refuse;
use super::state::{Acts, Halted};
use super::terrain;
use super::verb::Verb;
use crate::battle::shape::{Takes, said_otherwise};
use crate::battle::{
    Action, Arg, Ask, Card, Change, Choice, Effects, Fact, Handle, Measured, Narration, Offer, PLACES, Param, Range,
    Ref, Refusal, Ruling, StateMark, Value, Wish, alter, placing, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Footprint, Mil, Place, Placement, Pose};

const RULE: Cite = Cite("C120");

/// With which unit a commander is; none: he is by himself where his marker stands, or lost.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Attends(pub Option<UnitId>);

/// Whether he is still in play: with a unit that is, or by himself on the table.
pub fn is_alive(field: Battlefield, commander: UnitId) -> bool {
    match field.0.unit_state::<Attends>(commander).0 {
        Some(unit) => field.0.on_table(unit),
        None => field.0.on_table(commander) || field.0.clock().turn == 0,
    }
}

/// The point at which he is: the middle of the front of his unit, or where his marker stands.
pub fn point(field: Battlefield, commander: UnitId) -> Option<Vec2> {
    match field.0.unit_state::<Attends>(commander).0 {
        Some(unit) => field.0.on_table(unit).then(|| field.front(unit).at),
        None => field.0.placement(commander).point(),
    }
}

/// A side's commanders that are in play.
pub fn of_side<'w>(field: Battlefield<'w>, side: Side) -> impl Iterator<Item = UnitId> + 'w {
    let alive = move |unit: &UnitId| field.kind(*unit).commander && is_alive(field, *unit);
    field.0.roster().of(side).filter(alive)
}

/// Who is with a unit.
pub fn with(field: Battlefield, unit: UnitId) -> Option<UnitId> {
    of_side(field, field.0.side_of(unit)).find(|of| field.0.unit_state::<Attends>(*of).0 == Some(unit))
}

/// Whether its commander is near enough to help a unit (C94).
pub fn leads(field: Battlefield, unit: UnitId) -> bool {
    let print = field.print(unit);
    let near = |at: Vec2| Mil::measured(print.nearest_to(at).distance(at)) <= *fighting().commander.near;
    of_side(field, field.0.side_of(unit)).any(|of| point(field, of).is_some_and(near))
}

/// Of those units, as they stand, the nearest to a point within an inch: whoever ends there is with it.
pub fn attended(at: Vec2, units: impl Iterator<Item = (UnitId, Footprint)>) -> Option<UnitId> {
    let far = |print: &Footprint| Mil::measured(print.nearest_to(at).distance(at));
    let near = units.map(|(unit, print)| (far(&print), unit)).filter(|(far, _)| *far <= *tables().control);
    near.min().map(|(_, unit)| unit)
}

/// His Move, alone or with whom he is.
pub fn pace(field: Battlefield, commander: UnitId) -> Mil {
    let numbers = &fighting().commander;
    if field.troop(commander).rides { *numbers.horse } else { *numbers.foot }
}

/// Whether an action is one of the commander, who is a token and no unit.
pub fn is_of_commander(field: Battlefield, action: &Action) -> bool {
    matches!(action.who[..], [Ref::Unit(unit)] if field.kind(unit).commander)
}

/// How far he may still go.
///
/// # Errors
/// He is lost, or not this side's.
fn left(field: Battlefield, side: Side, commander: UnitId) -> Result<Mil, Refusal> {
    if field.0.side_of(commander) != side || !field.kind(commander).commander {
        return Err(Refusal::not_offered(RULE, Verb::Ride.word(), &[Ref::Unit(commander)]));
    }
    if !is_alive(field, commander) {
        return Err(refuse("commander-lost", commander, RULE.0));
    }
    Ok(Mil((pace(field, commander).0 - field.acts(commander).gone.0).max(0)))
}

fn riding(commander: UnitId, to: Place) -> Action {
    Verb::Ride.by(Ref::Unit(commander)).with(PLACES, Value::Places(vec![(Ref::Unit(commander), to)]))
}

fn going(commander: UnitId, unit: UnitId) -> Action {
    Verb::GoTo.by(Ref::Unit(commander)).with(AT, Value::Refs(vec![Ref::Unit(unit)]))
}

/// Whether some commander of a side may still go anywhere.
pub fn any_may(field: Battlefield, side: Side) -> bool {
    of_side(field, side).any(|of| left(field, side, of).is_ok_and(|left| left > Mil::ZERO))
}

/// What commanders of a side may do: those who are asked for, or with a unit that is.
pub fn choices(field: Battlefield, side: Side, ask: &Ask, offer: &mut Offer) {
    for commander in of_side(field, side) {
        let with = field.0.unit_state::<Attends>(commander).0;
        if !ask.wants(Ref::Unit(commander)) && !with.is_some_and(|unit| ask.wants(Ref::Unit(unit))) {
            continue;
        }
        let (Ok(left), Some(at)) = (left(field, side, commander), point(field, commander)) else { continue };
        if left > Mil::ZERO {
            offer.choices.extend(ride(field, side, commander, at, left));
        }
        let near: Vec<Ref> =
            field.side(side).filter(|unit| may_go_to(field, side, commander, *unit).is_ok()).map(Ref::Unit).collect();
        if let Some(Ref::Unit(first)) = near.first().copied() {
            let pick = Range::Pick { from: near, least: 1, most: 1 };
            let param = Param { handle: Handle::Target, ..Param::panel(AT, pick) };
            offer.choices.push(Choice { params: vec![param], ..Choice::plain(going(commander, first), RULE) });
        }
    }
}

/// A ride anywhere within his reach; offered is the nearest to where he is that he may make.
fn ride(field: Battlefield, side: Side, commander: UnitId, at: Vec2, left: Mil) -> Option<Choice> {
    let ground = field.0.ground();
    let corner = |part: f32, n: i32| {
        let angle = Cdeg::degrees(n * 15).to_radians();
        let point = at + Vec2::new(ops::sin(angle), ops::cos(angle)) * left.to_inches() * part;
        (Mil::measured(point.x.clamp(0.0, ground.width)), Mil::measured(point.y.clamp(0.0, ground.depth)))
    };
    let place = |(x, y): (Mil, Mil)| Place { x, y, heading: Cdeg::ZERO };
    let near = [0.25, 0.5, 0.95].into_iter().flat_map(|part| (0..24).map(move |n| place(corner(part, n))));
    let stand = near.into_iter().find(|to| may_ride(field, side, commander, *to).is_ok())?;
    let area = Range::Area((0..24).map(|n| corner(1.0, n)).collect());
    let param = Param { handle: Handle::Drag, ..Param::panel(PLACES, area) };
    Some(Choice { params: vec![param], ..Choice::plain(riding(commander, stand), RULE) })
}

/// The footprint of a point that goes along a way, as wide as an inch to either side: no enemy may be there.
fn passes(field: Battlefield, side: Side, from: Vec2, to: Vec2) -> Option<UnitId> {
    let control = *tables().control;
    let steps = (from.distance(to) / STEP).ceil().max(1.0) as usize;
    let far = |foot: &crate::table::Foot, at: Vec2| Mil::measured(foot.print.nearest_to(at).distance(at));
    let reach = from.distance(to) / 2.0 + control.to_inches() + 0.1;
    let near = field.0.layout().near_of(Some(side.other()), (from + to) / 2.0, reach);
    near.into_iter()
        .filter(|foot| {
            // Who begins so near goes away.
            let began = far(foot, from);
            let at = |n: usize| from + (to - from) * (n as f32 / steps as f32);
            (1..=steps).any(|n| far(foot, at(n)) <= control && (began > control || n == steps))
        })
        .map(|foot| foot.unit)
        .min()
}

/// How finely ways are looked at, inches.
const STEP: f32 = 0.25;

fn may_ride(field: Battlefield, side: Side, commander: UnitId, to: Place) -> Result<Ruling, Refusal> {
    let left = left(field, side, commander)?;
    let Some(from) = point(field, commander) else { return Err(refuse("commander-lost", commander, RULE.0)) };
    let end = to.pose().at;
    if to.heading != Cdeg::ZERO {
        let turned = refuse("rides-unturned", commander, RULE.0);
        return Err(turned.above(Measured::Angle(to.heading), Measured::Angle(Cdeg::ZERO)));
    }
    if !field.0.ground().has(end) {
        return Err(placing::off_table(&field.0, commander, &[end], RULE));
    }
    let way = Mil::measured(from.distance(end));
    if way > left {
        return Err(refuse("too-far", commander, RULE.0).above(Measured::Length(way), Measured::Length(left)));
    }
    if let Some(enemy) = passes(field, side, from, end) {
        return Err(refuse("too-near", commander, RULE.0).word(Word("other"), Arg::Of(Ref::Unit(enemy))));
    }
    let closed = |piece: &crate::table::Piece| terrain::kind(piece).is_some_and(|kind| kind.closed);
    if let Some(piece) = field
        .0
        .ground()
        .pieces()
        .iter()
        .filter(|piece| closed(piece))
        .find(|piece| piece.holds(end) || piece.run(from, end).iter().any(|(a, b)| b - a > 0.001))
    {
        return Err(refuse("may-not-enter", commander, "C135").word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id))));
    }
    let ends = vec![(commander, to.pose())];
    Ok(Ruling { ends, measured: vec![(Word("price"), Measured::Length(way), RULE)], ..Ruling::default() })
}

/// He goes to a unit: to the nearest point of it.
fn may_go_to(field: Battlefield, side: Side, commander: UnitId, unit: UnitId) -> Result<Mil, Refusal> {
    let left = left(field, side, commander)?;
    let with = field.0.unit_state::<Attends>(commander).0;
    let Some(from) = point(field, commander) else { return Err(refuse("commander-lost", commander, RULE.0)) };
    if with == Some(unit) || !field.side(side).any(|own| own == unit) {
        let says = if with == Some(unit) { "with-him-already" } else { "goes-to-own" };
        return Err(refuse(says, commander, RULE.0).word(Word("whom"), Arg::Of(Ref::Unit(unit))));
    }
    let to = field.print(unit).nearest_to(from);
    let way = Mil::measured(from.distance(to));
    if way > left {
        return Err(refuse("too-far", commander, RULE.0).above(Measured::Length(way), Measured::Length(left)));
    }
    // What is near the unit to which he goes is near to it anyway: his way to it is looked at, not its end.
    let before = to + (from - to).normalize_or_zero() * tables().control.to_inches();
    match passes(field, side, from, before).filter(|_| way > *tables().control) {
        Some(enemy) => Err(refuse("too-near", commander, RULE.0).word(Word("other"), Arg::Of(Ref::Unit(enemy)))),
        None => Ok(way),
    }
}

/// What the judge says of his action.
///
/// # Errors
/// The rule that forbids it.
pub fn judge(field: Battlefield, side: Side, action: &Action) -> Result<Ruling, Refusal> {
    let other = || Refusal::not_offered(RULE, action.key, &action.who);
    let [Ref::Unit(commander)] = action.who[..] else { return Err(other()) };
    match (Verb::of(action), &action.with[..]) {
        (Some(Verb::Ride), [(PLACES, Value::Places(places))]) => match places[..] {
            [(Ref::Unit(of), to)] if of == commander => may_ride(field, side, commander, to),
            [_] => Err(refuse("rides-himself", commander, RULE.0)),
            _ => Err(Refusal::number_named(RULE, PLACES, places.len(), 1)),
        },
        (Some(Verb::GoTo), [(AT, Value::Refs(of))]) if matches!(of[..], [Ref::Unit(_)]) => {
            let unit = action.unit(AT).ok_or_else(other)?;
            let way = may_go_to(field, side, commander, unit)?;
            Ok(Ruling { measured: vec![(Word("price"), Measured::Length(way), RULE)], ..Ruling::default() })
        }
        (Some(Verb::Ride), _) => Err(said_otherwise(RULE, action, &[&[(PLACES, Takes::Places)]])),
        (Some(Verb::GoTo), _) => Err(said_otherwise(RULE, action, &[&[(AT, Takes::Unit)]])),
        _ => Err(other()),
    }
}

/// The ride nearest to the wished one that is allowed.
pub fn fit(field: Battlefield, side: Side, action: &Action) -> Option<Action> {
    let [Ref::Unit(commander)] = action.who[..] else { return None };
    let left = left(field, side, commander).ok()?;
    let from = point(field, commander)?;
    let [(_, wish)] = action.places() else { return None };
    let (width, depth) = (field.0.ground().width, field.0.ground().depth);
    let wish = wish.pose().at;
    let wish = Vec2::new(wish.x.clamp(0.0, width), wish.y.clamp(0.0, depth));
    let full = ((left.to_inches() - 0.002) / from.distance(wish).max(0.001)).clamp(0.0, 1.0);
    let place = |part: f32| Pose { at: from + (wish - from) * full * part, heading: Cdeg::ZERO }.place();
    let parts = (0..=16).rev().map(|n| n as f32 / 16.0);
    parts.map(place).find(|to| may_ride(field, side, commander, *to).is_ok()).map(|to| riding(commander, to))
}

/// The action that a drag or a click on somebody comes to.
pub fn aim(field: Battlefield, side: Side, choice: &Choice, wish: Wish) -> Option<Action> {
    let [Ref::Unit(commander)] = choice.action.who[..] else { return None };
    let ride = |at| riding(commander, Pose { at, heading: Cdeg::ZERO }.place());
    match (Verb::of(&choice.action), wish) {
        (Some(Verb::Ride), Wish::Pose(pose)) => Some(ride(pose.at)),
        (Some(Verb::Ride), Wish::Toward(at)) => Some(ride(at)),
        (Some(Verb::GoTo), Wish::Target(Ref::Unit(unit))) => {
            may_go_to(field, side, commander, unit).is_ok().then(|| going(commander, unit))
        }
        _ => None,
    }
}

/// What follows from his action that was accepted.
pub fn enact(field: Battlefield, side: Side, action: &Action) -> Effects {
    let [Ref::Unit(commander)] = action.who[..] else { return Effects::pop() };
    let Some(from) = point(field, commander) else { return Effects::pop() };
    let (end, to) = match (action.unit(AT), action.places()) {
        (Some(unit), _) => (field.print(unit).nearest_to(from), Some(unit)),
        (None, [(_, place)]) => {
            let at = place.pose().at;
            (at, attended(at, field.side(side).map(|unit| (unit, field.print(unit)))))
        }
        _ => return Effects::pop(),
    };
    let way = Mil::measured(from.distance(end));
    let pose = |at| Pose { at, heading: Cdeg::ZERO };
    let moved = Narration::Moved { who: vec![Ref::Unit(commander)], along: vec![vec![pose(from), pose(end)]] };
    let mut fact = Fact::new(RULE, moved)
        .says(Word(if to.is_some() { "commander-joins" } else { "commander-rides" }))
        .word(Word("who"), Arg::Of(Ref::Unit(commander)))
        .change(put(commander, if to.is_some() { Placement::Off } else { Placement::Token(end) }))
        .change(put(commander, Attends(to)))
        .change(alter(commander, move |acts: &mut Acts| acts.gone = Mil(acts.gone.0 + way.0)));
    let Some(unit) = to else { return Effects::pop().fact(fact) };
    fact = fact.word(Word("whom"), Arg::Of(Ref::Unit(unit)));
    let effects = Effects::pop().fact(fact);
    if field.flight(unit).is_none() {
        return effects;
    }
    let rallies = Fact::new(RULE, Narration::Said(Word("rallies-to"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let rallies = rallies.word(Word("whom"), Arg::Of(Ref::Unit(commander))).change(put(unit, Halted(1)));
    effects.fact(rallied(field, unit).into_iter().fold(rallies, |fact: Fact, change: Change| fact.change(change)))
}

/// Enemy commanders by themselves within an inch of whom a move comes: they are taken.
pub fn taken(field: Battlefield, mover: UnitId, path: &[Pose]) -> Vec<Fact> {
    let side = field.0.side_of(mover).other();
    let alone = of_side(field, side).filter(|of| field.0.on_table(*of));
    let own = field.print(mover);
    let control = *tables().control;
    let near = |at: Vec2, pose: Pose| {
        let print = Footprint::new(pose, own.width(), own.depth());
        Mil::measured(print.nearest_to(at).distance(at)) <= control
    };
    let comes = |at: Vec2| {
        path.windows(2).any(|two| {
            let steps = (two[0].at.distance(two[1].at) / STEP).ceil().max(1.0) as usize;
            let along = |n: usize| two[0].at + (two[1].at - two[0].at) * (n as f32 / steps as f32);
            (0..=steps).any(|n| near(at, Pose { at: along(n), heading: two[1].heading }))
        })
    };
    let lost = alone.filter(|of| point(field, *of).is_some_and(comes));
    lost.map(|of| gone(field, of, RULE, Word("taken"))).collect()
}

/// The mark of a unit with which its commander is.
pub fn mark(field: Battlefield, unit: UnitId) -> Option<StateMark> {
    StateMark::when(with(field, unit).is_some(), "general", "commander", "C120")
}

/// A line for people about where he is.
pub fn card(field: Battlefield, commander: UnitId) -> Card {
    let kind = field.kind(commander);
    let alive = is_alive(field, commander);
    let line = match field.0.unit_state::<Attends>(commander).0 {
        _ if !alive => "lost".to_owned(),
        Some(unit) => format!("{}, with {}", kind.name, field.0.roster().name(unit)),
        None => format!("{}, by himself", kind.name),
    };
    Card {
        kind: kind.name.clone(),
        glyph: crate::cite::intern(&kind.glyph),
        figure: crate::cite::intern(kind.figure()),
        line,
        strength: Some((u16::from(alive), 1)),
        strength_word: "figures",
        ..Card::default()
    }
}
