//! Where characters ride after the last order (A5.6, W85): to a unit, or to a place of their own, up to 60 cm by the shortest
//! way round enemies and closed ground.

use bevy::math::{Vec2, ops};

use super::{AT, RIDES, joins};
use crate::battle::shape::said_by;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handle, Handler, Measured, Narration, Offer,
    PLACES, Param, Range, Ref, Refusal, Ruling, Takes, Value, Wish, alter, placing, put,
};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::state::{Acts, Joined};
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::terrain::may_enter;
use crate::table::route::{Barriers, route, token};
use crate::table::{Cdeg, Mil, Place, Placement, Pose};

crate::verbs! {
    /// What a side's characters do.
    enum Verb {
        Ride = "ride",
        Join = "join",
        Stay = "stay",
        Done = "done",
    }
}

pub const KEY: Word = Verb::Ride.word();
const DONE: Word = Verb::Done.word();

/// Where a side's characters go.
pub const HANDLER: Handler = Handler { key: KEY, verbs: Verb::WORDS, offer, judge, fit, aim, enact };

/// The characters of a side that may still move.
pub fn riders(field: Battlefield<'_>, side: Side) -> impl Iterator<Item = UnitId> {
    field.leaders(side).filter(move |leader| !field.acts(*leader).rode)
}

/// What is in a character's way: enemies, and the ground that he may not enter.
fn barriers<'w>(field: Battlefield<'w>, leader: UnitId) -> Barriers<'w> {
    let side = field.0.side_of(leader);
    let mut barriers = Barriers::new(field.0.ground());
    for foot in field.0.layout().feet().iter().filter(|foot| field.0.side_of(foot.unit) != side) {
        barriers.add(&foot.print, 0.0);
    }
    let sort = field.leader(leader).map(|leader| leader.sort());
    for piece in field.0.ground().pieces().iter().filter(|piece| sort.is_some_and(|sort| !may_enter(sort, piece))) {
        barriers.add_piece(piece);
    }
    barriers
}

/// The shortest way of a character to a point, as far as it is no longer than his move.
fn way(from: Vec2, to: Vec2, barriers: &Barriers) -> Option<Mil> {
    let reach = tables().paces.character.pace();
    let end = Pose { at: token(to).front(), heading: Cdeg::ZERO };
    let found = route(&token(from), end, barriers, reach.to_inches() + 0.001)?;
    let length = Mil::up(found.length - 1e-4);
    (length <= reach).then_some(length)
}

/// The units that a character reaches (A5.6).
fn in_reach(field: Battlefield, leader: UnitId) -> Vec<UnitId> {
    let Some(at) = field.point(leader) else { return Vec::new() };
    let (reach, touch) = (tables().paces.character.inches(), tables().character.touch.inches());
    let barriers = barriers(field, leader);
    let rides = |unit: &UnitId| {
        let feet = field.feet(*unit).iter().map(|foot| foot.print.nearest_to(at));
        let Some(near) = feet.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at))) else { return false };
        let far = near.distance(at);
        if far <= touch {
            return true;
        }
        // He touches the unit when he is as near as his own base is wide.
        let to = near + (at - near).normalize_or_zero() * (touch - 0.01).min(far);
        far <= reach + touch && way(at, to, &barriers).is_some()
    };
    let own = field.side(field.0.side_of(leader)).filter(|unit| field.joined(leader) != Some(*unit));
    own.filter(|unit| field.has_room(*unit, leader)).filter(rides).collect()
}

/// The same, kept until something changes that it is made of.
fn reached(field: Battlefield, leader: UnitId) -> Vec<UnitId> {
    (*field.0.keep("who a character rides to", &leader, || in_reach(field, leader))).clone()
}

/// Whether a character may ride to that place, and how.
fn to_place(field: Battlefield, leader: UnitId, to: Place) -> Result<Ruling, Refusal> {
    let refuse = |says| Refusal::new(RIDES, Word(says)).of(Ref::Unit(leader));
    let (Some(from), end) = (field.point(leader), to.pose().at) else { return Err(refuse("off-table")) };
    if to.heading != Cdeg::ZERO {
        let (measured, limit) = (Measured::Angle(to.heading), Measured::Angle(Cdeg::ZERO));
        let refusal = refuse("faces-nowhere");
        return Err(if to.heading > Cdeg::ZERO {
            refusal.above(measured, limit)
        } else {
            refusal.below(measured, limit)
        });
    }
    if !field.0.ground().has(end) {
        return Err(placing::off_table(&field.0, leader, &[end], RIDES));
    }
    let touch = tables().character.touch.inches();
    let spot = token(end);
    let mut near = field.enemy_feet(field.0.side_of(leader), &spot, touch + 0.1);
    if let Some(enemy) = near.find(|foot| foot.print.nearest_to(end).distance(end) <= touch) {
        return Err(refuse("rides-at-enemy").word(Word("enemy"), Arg::Of(Ref::Unit(enemy.unit))));
    }
    if from.distance(end) <= 0.0005 {
        return Ok(Ruling { ends: vec![(leader, to.pose())], ..Ruling::default() });
    }
    let straight = Mil::measured(from.distance(end));
    let limit = tables().paces.character.pace();
    if straight > limit {
        return Err(refuse("rides-far").above(Measured::Length(straight), Measured::Length(limit)));
    }
    let gone = way(from, end, &barriers(field, leader)).ok_or_else(|| refuse("rides-no-way"))?;
    let measured = vec![(KEY, Measured::Length(gone), RIDES)];
    Ok(Ruling { ends: vec![(leader, to.pose())], measured, ..Ruling::default() })
}

fn riding(leader: UnitId, to: Place) -> Action {
    Action::new(Ref::Unit(leader), KEY).with(PLACES, Value::Places(vec![(Ref::Unit(leader), to)]))
}

fn place(at: Vec2) -> Place {
    Pose { at, heading: Cdeg::ZERO }.place()
}

/// The place nearest to a wished one, straight towards it, to which he may ride.
fn towards(field: Battlefield, leader: UnitId, wish: Vec2) -> Option<Place> {
    const PARTS: i32 = 16;
    let from = field.point(leader)?;
    let (width, depth) = (field.0.ground().width, field.0.ground().depth);
    let wish = Vec2::new(wish.x.clamp(0.0, width), wish.y.clamp(0.0, depth));
    let reach = tables().paces.character.inches() - 0.002;
    let full = (reach / from.distance(wish).max(0.001)).min(1.0);
    let parts = (0..=PARTS).rev().map(|n| place(from + (wish - from) * full * n as f32 / PARTS as f32));
    let mut tries = parts.chain(around(field, from, reach / 8.0).into_iter().map(|(x, y)| place(point((x, y)))));
    tries.find(|to| to_place(field, leader, *to).is_ok())
}

fn point((x, y): (Mil, Mil)) -> Vec2 {
    Vec2::new(x.to_inches(), y.to_inches())
}

/// A circle of points on the table.
fn around(field: Battlefield, at: Vec2, reach: f32) -> Vec<(Mil, Mil)> {
    let ground = field.0.ground();
    let corner = |n: i32| {
        let angle = Cdeg::degrees(n * 15).to_radians();
        let point = at + Vec2::new(ops::sin(angle), ops::cos(angle)) * reach;
        (Mil::measured(point.x.clamp(0.0, ground.width)), Mil::measured(point.y.clamp(0.0, ground.depth)))
    };
    (0..24).map(corner).collect()
}

/// Where a character is of most use by himself: behind the middle of the own units that he can ride to, by half a step of
/// command.
fn station(field: Battlefield, leader: UnitId) -> Option<Vec2> {
    let at = field.point(leader)?;
    let reach = tables().paces.character.inches();
    let own: Vec<Vec2> =
        field.side(field.0.side_of(leader)).filter_map(|unit| Some(field.0.hull(unit)?.centre)).collect();
    let near: Vec<Vec2> = own.iter().copied().filter(|of| of.distance(at) <= reach).collect();
    let of = if near.is_empty() { own } else { near };
    let behind = if field.0.side_of(leader) == Side::South { -Vec2::Y } else { Vec2::Y };
    // Side by side with the others of his side.
    let all: Vec<UnitId> = field.leaders(field.0.side_of(leader)).collect();
    let place = all.iter().position(|of| *of == leader).unwrap_or(0) as f32 - (all.len() as f32 - 1.0) / 2.0;
    let aside = Vec2::X * place * 3.0 * tables().character.touch.inches();
    let step = behind * tables().command.step.half().inches() + aside;
    (!of.is_empty()).then(|| of.iter().sum::<Vec2>() / of.len() as f32 + step)
}

/// The ride to a place of his own that is offered first.
fn alone(field: Battlefield, leader: UnitId) -> Option<Action> {
    let found = field.0.keep("where a character rides alone", &leader, || {
        towards(field, leader, station(field, leader)?).map(|to| riding(leader, to))
    });
    (*found).clone()
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for leader in riders(field, asking.side).filter(|leader| ask.wants(Ref::Unit(*leader))) {
        for unit in reached(field, leader) {
            let join = Action::new(Ref::Unit(leader), Verb::Join.word()).with(AT, Value::Refs(vec![Ref::Unit(unit)]));
            offer.choices.push(Choice::plain(join, RIDES));
        }
        if let (Some(ride), Some(at)) = (alone(field, leader), field.point(leader)) {
            let area = Range::Area(around(field, at, tables().paces.character.inches()));
            let param = Param { handle: Handle::Drag, ..Param::panel(PLACES, area) };
            offer.choices.push(Choice { params: vec![param], ..Choice::plain(ride, RIDES) });
        }
        offer.choices.push(Choice::plain(Action::new(Ref::Unit(leader), Verb::Stay.word()), RIDES));
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RIDES));
    offer
}

/// An answer as the rules understand it.
enum Answer {
    Done,
    Stays(UnitId),
    Joins(UnitId, UnitId),
    Rides(UnitId, Place, Box<Ruling>),
}

fn read(asking: &Asking, action: &Action) -> Result<Answer, Refusal> {
    let field = Battlefield::of(asking.view);
    let Some(verb) = Verb::of(action) else {
        return Err(Refusal::other_verb(RIDES, action.key, &action.who, Verb::WORDS.iter().copied()));
    };
    let askew = |needs: &[(Word, Takes)]| Err(Refusal::values(RIDES, action, needs, &[]));
    if verb == Verb::Done {
        said_by(RIDES, action, DONE, asking.side)?;
        return if action.with.is_empty() { Ok(Answer::Done) } else { askew(&[]) };
    }
    let rider = match action.who[..] {
        [Ref::Unit(leader)] => riders(field, asking.side).find(|of| *of == leader),
        _ => None,
    };
    let Some(leader) = rider else {
        if action.who.len() > 1 {
            return Err(Refusal::number_named(RIDES, action.key, action.who.len(), 1));
        }
        return Err(Refusal::for_others(RIDES, action.key, &action.who, riders(field, asking.side).map(Ref::Unit)));
    };
    match (verb, &action.with[..]) {
        (Verb::Done, _) => Ok(Answer::Done),
        (Verb::Stay, []) => Ok(Answer::Stays(leader)),
        (Verb::Stay, _) => askew(&[]),
        (Verb::Join, with) => match (with, action.unit(AT)) {
            ([(AT, _)], Some(unit)) => {
                let reached = reached(field, leader);
                if reached.contains(&unit) {
                    return Ok(Answer::Joins(leader, unit));
                }
                Err(Refusal::may_be(RIDES, AT, reached.into_iter().map(|of| Arg::Of(Ref::Unit(of)))))
            }
            _ => askew(&[(AT, Takes::Unit)]),
        },
        (Verb::Ride, [(PLACES, Value::Places(places))]) => match places[..] {
            [(Ref::Unit(of), to)] if of == leader => {
                to_place(field, leader, to).map(|ruling| Answer::Rides(leader, to, Box::new(ruling)))
            }
            [(of, _)] => Err(Refusal::for_others(RIDES, PLACES, &[of], [Ref::Unit(leader)])),
            _ => Err(Refusal::number_named(RIDES, PLACES, places.len(), 1)),
        },
        (Verb::Ride, _) => askew(&[(PLACES, Takes::Places)]),
    }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    match read(asking, action)? {
        Answer::Rides(.., ruling) => Ok(*ruling),
        Answer::Done | Answer::Stays(_) | Answer::Joins(..) => Ok(Ruling::default()),
    }
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match read(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => vec![why],
    };
    let field = Battlefield::of(asking.view);
    let near = || {
        let [Ref::Unit(leader)] = action.who[..] else { return None };
        let rider = riders(field, asking.side).any(|of| of == leader);
        let [(_, wish), ..] = action.places() else { return None };
        let to = towards(field, leader, wish.pose().at).filter(|_| rider && Verb::of(action) == Some(Verb::Ride))?;
        Some(riding(leader, to))
    };
    let done = || Action::new(Ref::Side(asking.side), DONE);
    Fitted { action: near().unwrap_or_else(done), cut: why }
}

fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let mut action = choice.action.clone();
    match (Verb::of(&action), wish) {
        (Some(Verb::Join), Wish::Target(of @ Ref::Unit(_))) => action.set(AT, Value::Refs(vec![of])),
        (Some(Verb::Ride), Wish::Pose(Pose { at, .. }) | Wish::Toward(at)) => {
            let who = action.who[0];
            action.set(PLACES, Value::Places(vec![(who, place(at))]));
        }
        _ => {}
    }
    fit(asking, &action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let rode = |leader: UnitId| alter(leader, |acts: &mut Acts| acts.rode = true);
    let said = |says, who: Ref| Fact::new(RIDES, Narration::Said(Word(says))).word(Word("who"), Arg::Of(who));
    match read(&asking.judged, action) {
        Ok(Answer::Joins(leader, unit)) => Effects::pop().fact(joins(field, leader, unit, RIDES).change(rode(leader))),
        Ok(Answer::Stays(leader)) => Effects::pop().fact(said("stays", Ref::Unit(leader)).change(rode(leader))),
        Ok(Answer::Rides(leader, to, _)) => {
            let from = Pose { at: field.point(leader).unwrap_or_default(), heading: Cdeg::ZERO };
            let who = vec![Ref::Unit(leader)];
            let told = Fact::new(RIDES, Narration::Moved { who, along: vec![vec![from, to.pose()]] })
                .says(Word("rides"))
                .word(Word("who"), Arg::Of(Ref::Unit(leader)))
                .change(put(leader, Placement::Token(to.pose().at)))
                .change(rode(leader));
            let told = if field.joined(leader).is_some() { told.change(put(leader, Joined(None))) } else { told };
            Effects::pop().fact(told)
        }
        Ok(Answer::Done) | Err(_) => {
            let told = said("rides-over", Ref::Side(asking.side));
            Effects::pop().fact(riders(field, asking.side).fold(told, |told, leader| told.change(rode(leader))))
        }
    }
}

/// How much a ride to a place of his own is preferred: a character follows the units that he orders, a general gets out of a
/// fight, and nobody else leaves one.
pub fn worth(field: Battlefield, leader: UnitId, action: &Action) -> f32 {
    let [(_, to)] = action.places() else { return 0.0 };
    let general = field.leader(leader).is_some_and(|leader| leader.is_general());
    match field.joined(leader) {
        Some(unit) if engaged(field, unit) => return if general { 1.0 } else { -0.6 },
        // With his army's life in his own, a general commands from behind it.
        Some(_) => return if general { 0.2 } else { -0.1 },
        None => {}
    }
    let (Some(from), Some(station)) = (field.point(leader), station(field, leader)) else { return 0.0 };
    let nearer = from.distance(station) - to.pose().at.distance(station);
    // Each step of command nearer to his units is worth half a penalty.
    (nearer / tables().command.step.inches() * 0.3).clamp(-0.3, 0.6)
}
