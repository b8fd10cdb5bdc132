//! What an action of a unit's move comes to: where it ends, what it costs, whom it meets (7.3 to 7.12).

use crate::battle::{Action, Measured, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::{Battlefield, centre_of};
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::data::{tables, terrain_kind};
use crate::rules::battlesystem::state::Stance;
use crate::rules::battlesystem::switches::Switch;
use crate::rules::battlesystem::{command, contact, dress, ground};
use crate::table::walk::{Met, Scene, walk};
use crate::table::{Cdeg, Foot, Leg, Mil, Pose, Wheel, turned};

pub const CHARGE: Word = Word("charge");
pub const FRONTAGE: Word = Word("frontage");
pub const WITHDRAW: Word = Word("withdraw");
pub const FLEE: Word = Word("flee");
pub const AT: Word = Word("at");
pub const BEARING: Word = Word("bearing");
pub const LEFT: Word = Word("left");
pub const RIGHT: Word = Word("right");
pub const OPEN: Word = Word("open");
pub const CLOSED: Word = Word("closed");

/// What a unit does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    Marches,
    Charges(UnitId),
    Withdraws,
    Flees,
}

/// A piece of a unit's move, worked out.
#[derive(Clone, Debug)]
pub struct Plan {
    pub what: What,
    pub body: Body,
    pub stance: Stance,
    pub price: Mil,
    /// It has touched an enemy.
    pub met: bool,
    pub grew: bool,
    pub shrank: bool,
    pub path: Vec<Pose>,
    pub cite: Cite,
}

fn refuse(says: &'static str, unit: UnitId, cite: &'static str) -> Refusal {
    Refusal::new(Cite(cite), Word(says)).of(Ref::Unit(unit))
}

/// Whether a unit may move in this step at all.
///
/// # Errors
/// Why it may not.
pub fn may_move(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let (round, stance) = (field.round(unit), field.stance(unit));
    if !field.0.on_table(unit) {
        return Err(refuse("off-table", unit, "BS122"));
    }
    if stance.routed {
        return Err(refuse("is-routed", unit, "BS95"));
    }
    if round.rallied {
        return Err(refuse("has-rallied", unit, "BS83"));
    }
    if round.done || (round.begun && field.phase().moving != Some(unit)) {
        return Err(refuse("move-over", unit, "BS122"));
    }
    Ok(())
}

/// Whether a unit that may move is bound by enemies whom it touches (BS28, BS29, BS70).
pub fn is_held(field: Battlefield, unit: UnitId) -> bool {
    field.round(unit).held || !contact::contacts(field, unit).is_empty()
}

/// Works an action of a unit out.
///
/// # Errors
/// The rule that forbids it.
pub fn plan(field: Battlefield, unit: UnitId, action: &Action) -> Result<Plan, Refusal> {
    may_move(field, unit)?;
    let held = is_held(field, unit);
    match action.key {
        WITHDRAW if action.with.is_empty() => return super::leave::withdrawal(field, unit),
        FLEE if action.with.is_empty() => return super::leave::flight(field, unit),
        _ => {}
    }
    if held {
        return Err(refuse("in-contact", unit, "BS28"));
    }
    if field.round(unit).shot_first {
        return Err(refuse("has-shot", unit, "BS108"));
    }
    let start = Plan {
        what: What::Marches,
        body: Body::of(field, unit),
        stance: field.stance(unit),
        price: Mil::ZERO,
        met: false,
        grew: false,
        shrank: false,
        path: vec![field.front(unit)],
        cite: Cite("BS33"),
    };
    match (action.key, &action.with[..]) {
        (crate::battle::MOVE, [(crate::battle::LEGS, Value::Legs(legs))]) if !legs.is_empty() && legs.len() <= 4 => {
            let mut plan = start;
            for leg in legs {
                plan = go(field, plan, *leg)?;
            }
            Ok(plan)
        }
        (FRONTAGE, [(LEFT, Value::Whole(left)), (RIGHT, Value::Whole(right))]) => frontage(field, start, *left, *right),
        (CHARGE, [(AT, Value::Refs(_)), (BEARING, Value::Angle(bearing))]) => {
            let target = action.unit(AT).ok_or_else(|| refuse("not-like-this", unit, "BS93"))?;
            charge(field, start, target, *bearing)
        }
        _ => Err(refuse("not-like-this", unit, "BS28")),
    }
}

fn pays(field: Battlefield, plan: &Plan, price: Mil) -> Result<Mil, Refusal> {
    let (left, total) = (field.left(plan.body.unit), Mil(plan.price.0 + price.0));
    if total > left {
        let why = refuse("too-dear", plan.body.unit, "BS63");
        return Err(why.above(Measured::Length(total), Measured::Length(left)));
    }
    Ok(total)
}

/// One leg more.
fn go(field: Battlefield, plan: Plan, leg: Leg) -> Result<Plan, Refusal> {
    if plan.met {
        return Ok(plan);
    }
    match leg {
        Leg::Ahead(by) => straight(field, plan, Cdeg::ZERO, by),
        Leg::Slide(angle, by) => straight(field, plan, angle, by),
        Leg::Wheel(Cdeg::ZERO) => Ok(plan),
        Leg::Wheel(angle) => wheel(field, plan, angle),
        Leg::Face(angle) => face(field, plan, angle),
        Leg::Form(word) => form(field, plan, word),
    }
}

/// Straight ahead or obliquely (BS33, BS34), each file until it touches an enemy.
fn straight(field: Battlefield, mut plan: Plan, angle: Cdeg, by: Mil) -> Result<Plan, Refusal> {
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
    let direction = plan.body.direction(angle);
    let price = ground::price(field, &plan.body, direction, by);
    plan.price = pays(field, &plan, price)?;
    if let Some((_, why)) = ground::limit(field, &plan.body, direction, by) {
        return Err(why);
    }
    let columns = plan.body.columns();
    let stops = plan.body.advance(field, &columns, direction, by);
    plan.met = stops.iter().any(|stop| stop.met.is_some());
    plan.body = plan.body.moved(&columns, &stops, direction);
    plan.path.push(plan.body.facing());
    if plan.met {
        plan.cite = Cite("BS25");
    }
    Ok(plan)
}

/// A wheel about the front corner of the end to which it turns (BS35 to BS37).
fn wheel(field: Battlefield, mut plan: Plan, angle: Cdeg) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let most = Cdeg::degrees(tables().moves.wheel);
    if angle.0.abs() > most.0 {
        return Err(
            refuse("wheels-far", unit, "BS37").above(Measured::Angle(Cdeg(angle.0.abs())), Measured::Angle(most))
        );
    }
    let (Some(hull), false) = (plan.body.placement.hull(plan.body.size), field.is_ragged(unit)) else {
        return Err(refuse("is-ragged", unit, "BS37"));
    };
    let Some(hinge) = Wheel::of(&[hull], angle > Cdeg::ZERO) else { return Err(refuse("is-ragged", unit, "BS37")) };
    plan.price = pays(field, &plan, Mil((hinge.price(angle).0 + 9) / 10 * 10))?;
    let feet: Vec<Foot> =
        (0..).zip(plan.body.feet()).map(|(base, print)| Foot { unit, base, side: plan.body.side, print }).collect();
    let scene = Scene { layout: field.0.layout(), ground: field.0.ground(), zones: &[] };
    let walked = walk(&scene, &feet[..1], &[Leg::Wheel(angle)]);
    for meeting in &walked.meetings {
        let why = match meeting.what {
            Met::Foot { unit: other, .. } if other == unit => continue,
            Met::Foot { unit: other, .. } if field.0.side_of(other) != plan.body.side => {
                refuse("wheel-meets", unit, "BS37").word(Word("other"), crate::battle::Arg::Of(Ref::Unit(other)))
            }
            Met::Foot { unit: other, .. } => {
                refuse("friend-in-way", unit, "BS13").word(Word("other"), crate::battle::Arg::Of(Ref::Unit(other)))
            }
            Met::TableEdge => refuse("edge", unit, "BS33"),
            _ => continue,
        };
        let (_, rest) = walked.split(meeting, Mil::ZERO);
        if !rest.is_empty() {
            return Err(why);
        }
    }
    let pose = plan.body.facing();
    let at = hinge.pivot + turned(pose.at - hinge.pivot, angle);
    let to = Pose { at, heading: (pose.heading + angle).heading() };
    plan.body.placement = plan.body.placement.with_pose(to, plan.body.size);
    ground::clear(field, &plan.body, false)?;
    plan.path.push(to);
    Ok(plan)
}

/// A facing of the whole unit (BS38 to BS43): files become ranks in a face to a side.
fn face(field: Battlefield, mut plan: Plan, angle: Cdeg) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let turn = angle.turn().0.abs();
    let about = turn == Cdeg::HALF.0;
    if !about && turn != Cdeg::HALF.0 / 2 {
        return Err(refuse("no-such-face", unit, "BS39"));
    }
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS38"));
    }
    let rate = field.kind(unit).rate();
    plan.price = pays(field, &plan, if about { half(rate) } else { third(rate) })?;
    let ranks = plan.body.placement.ranks();
    let files = if about { ranks.abreast() } else { ranks.deep() };
    let middle = centre_of(&plan.body.bases());
    let turned = Body { files, ..plan.body.clone() };
    let heading = (plan.body.facing().heading + angle).heading();
    plan.body = dress::about(field, &turned, middle, heading, ranks.gap > Mil::ZERO);
    ground::clear(field, &plan.body, false)?;
    plan.stance.files = plan.body.files;
    plan.path.push(plan.body.facing());
    plan.cite = Cite(if about { "BS42" } else { "BS40" });
    Ok(plan)
}

/// A third of a rate (BS87).
pub fn third(rate: Mil) -> Mil {
    Mil((rate.0 + 2) / 3)
}

/// Half a rate (BS87).
pub fn half(rate: Mil) -> Mil {
    Mil((rate.0 + 1) / 2)
}

/// A change of formation (BS20, BS21, BS23).
fn form(field: Battlefield, mut plan: Plan, word: Word) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let open = match word {
        OPEN => true,
        CLOSED => false,
        _ => return Err(refuse("no-such-formation", unit, "BS61")),
    };
    if open == plan.stance.open {
        return Err(refuse("has-that-formation", unit, "BS61"));
    }
    command::in_command(field, unit)?;
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS20"));
    }
    plan.price = pays(field, &plan, third(field.kind(unit).rate()))?;
    let pose = plan.body.facing();
    let narrower = (1..=plan.body.files).rev().map(|files| dress::block(field, &plan.body, pose, files, open));
    let was = field.stance(unit);
    // A closed unit may not stand where only open ones may.
    let barred =
        !open
            && plan.body.feet().iter().any(|print| {
                field.0.ground().under(print).any(|piece| {
                    field.plays(Switch::Terrain) && terrain_kind(piece.kind.0).is_some_and(|kind| kind.open)
                })
            });
    if barred {
        return Err(refuse("only-open", unit, "BS130"));
    }
    let found = narrower.into_iter().find(|body| ground::clear(field, body, false).is_ok());
    plan.body = found.ok_or_else(|| refuse("no-room-to-form", unit, "BS20"))?;
    plan.stance = Stance { open, files: plan.body.files, ..was };
    plan.path.push(plan.body.facing());
    plan.cite = Cite("BS23");
    Ok(plan)
}

/// A change of frontage (BS47, BS48, BS51, BS52).
fn frontage(field: Battlefield, mut plan: Plan, left: i32, right: i32) -> Result<Plan, Refusal> {
    let (unit, round) = (plan.body.unit, field.round(plan.body.unit));
    let by = left + right;
    if left.signum() * right.signum() < 0 || by == 0 {
        return Err(refuse("grows-and-shrinks", unit, "BS51"));
    }
    if (by > 0 && round.shrank) || (by < 0 && round.grew) {
        return Err(refuse("grows-and-shrinks", unit, "BS51"));
    }
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS47"));
    }
    let ranks = plan.body.placement.ranks();
    let behind = i32::from(ranks.bases) - i32::from(ranks.abreast());
    let files = i32::from(ranks.abreast()) + by;
    if by > behind {
        return Err(refuse("too-few-behind", unit, "BS47").above(Measured::Count(by), Measured::Count(behind)));
    }
    if files < 1 {
        return Err(refuse("no-front", unit, "BS47").below(Measured::Count(files), Measured::Count(1)));
    }
    plan.price = pays(field, &plan, Mil::inches(by.abs()))?;
    let pitch = plan.body.size.width + ranks.gap.to_inches();
    let pose = plan.body.facing().shifted(0.0, (right - left) as f32 * pitch / 2.0);
    plan.body = dress::block(field, &plan.body, pose, files as u8, ranks.gap > Mil::ZERO);
    ground::clear(field, &plan.body, false)?;
    plan.stance.files = plan.body.files;
    (plan.grew, plan.shrank) = (by > 0, by < 0);
    plan.path.push(plan.body.facing());
    plan.cite = Cite("BS48");
    Ok(plan)
}

/// The bearing of a target off the way a unit faces: from the middle of its front to his nearest point (BS93).
pub fn bearing(field: Battlefield, body: &Body, target: UnitId) -> Cdeg {
    let front = body.facing();
    let near = field
        .bases(target)
        .iter()
        .map(|base| base.nearest_to(front.at))
        .min_by(|a, b| a.distance_squared(front.at).total_cmp(&b.distance_squared(front.at)));
    near.map_or(Cdeg::HALF, |point| (Cdeg::towards(point - front.at) - front.heading).turn())
}

/// A charge (BS92 to BS94): straight at an enemy within range and 45 degrees, to touch him.
fn charge(field: Battlefield, mut plan: Plan, target: UnitId, angle: Cdeg) -> Result<Plan, Refusal> {
    let (unit, round) = (plan.body.unit, field.round(plan.body.unit));
    if !field.0.on_table(target) || field.0.side_of(target) == plan.body.side {
        return Err(refuse("not-like-this", unit, "BS93"));
    }
    if round.begun {
        return Err(refuse("charge-first", unit, "BS93"));
    }
    if round.spares == Some(target) {
        return Err(refuse("spares-him", unit, "BS91"));
    }
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS93"));
    }
    command::in_command(field, unit)?;
    let (ahead, most) = (bearing(field, &plan.body, target), Cdeg::degrees(tables().moves.oblique));
    if ahead.0.abs() > most.0 {
        return Err(
            refuse("not-ahead", unit, "BS93").above(Measured::Angle(Cdeg(ahead.0.abs())), Measured::Angle(most))
        );
    }
    if angle.0.abs() > most.0 {
        return Err(
            refuse("too-slant", unit, "BS34").above(Measured::Angle(Cdeg(angle.0.abs())), Measured::Angle(most))
        );
    }
    let range = Mil(field.kind(unit).charge().0 - round.spent.0);
    let far = Mil::measured(field.distance(unit, target));
    if far > range {
        return Err(refuse("out-of-range", unit, "BS93").above(Measured::Length(far), Measured::Length(range)));
    }
    let direction = plan.body.direction(angle);
    let columns = plan.body.columns();
    let far = ground::farthest(field, &plan.body, direction, range);
    let mut stops = plan.body.advance(field, &columns, direction, far);
    let first = stops.iter().filter(|stop| stop.met.is_some()).min_by_key(|stop| stop.by).copied();
    let Some(first) = first.filter(|stop| stop.met == Some(target)) else {
        return Err(refuse("no-way-to", unit, "BS93").word(Word("whom"), crate::battle::Arg::Of(Ref::Unit(target))));
    };
    for stop in stops.iter_mut().filter(|stop| stop.met.is_none()) {
        stop.by = stop.by.min(first.by);
    }
    let last = stops.iter().map(|stop| stop.by).max().unwrap_or(first.by);
    if let Some((_, why)) = ground::limit(field, &plan.body, direction, last) {
        return Err(why);
    }
    let reach = last.to_inches();
    let crosses = plan.body.feet().into_iter().any(|print| {
        field.0.ground().pieces().iter().any(|piece| {
            let halts = terrain_kind(piece.kind.0).is_some_and(|kind| !kind.charge);
            halts
                && field.plays(Switch::Terrain)
                && (piece.meets(&print) || !piece.passages(&print, direction, reach).is_empty())
        })
    });
    if crosses {
        return Err(refuse("no-ground-to-charge", unit, "BS130"));
    }
    plan.price = ground::price(field, &plan.body, direction, last);
    plan.body = plan.body.moved(&columns, &stops, direction);
    plan.what = What::Charges(target);
    plan.met = true;
    plan.path.push(plan.body.facing());
    plan.cite = Cite("BS94");
    Ok(plan)
}
