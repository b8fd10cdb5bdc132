//! What an action of a unit's move comes to: where it ends, what it costs, whom it meets (7.3 to 7.12).

use super::charge::charge;
use super::form::{form, frontage};
use super::march::straight;
use super::turn::{about, face, partly, wheel};
use super::{forced, leave, mob, skirmish, wrap};
use crate::battle::shape::{Saying, Takes, said_otherwise};
use crate::battle::{Action, LEGS, Measured, PLACES, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::contact;
use crate::rules::battlesystem::state::Stance;
use crate::rules::battlesystem::verb::{Ends, Verb};
use crate::table::{Cdeg, Leg, Mil, Pose};

pub const AT: Word = Word("at");
pub const BEARING: Word = Word("bearing");
/// By how many figures an end of the front grows.
pub const LEFT: Word = Ends::Left.word();
pub const RIGHT: Word = Ends::Right.word();
pub const WINGS: Word = Word("wings");
pub const ABOUT: Word = Word("about");
pub const CORNER: Word = Word("corner");
pub const ANGLE: Word = Word("angle");
pub const FIGURES: Word = Word("figures");
/// The sentence of a way that is more than what is left of the rate.
pub const TOO_DEAR: Word = Word("too-dear");

/// So many legs has a move at most.
pub const MOST_LEGS: usize = 4;
/// The verbs by which a unit leaves a melee.
pub const LEAVES: [Verb; 2] = [Verb::Withdraw, Verb::Flee];

crate::word_enum! {
    /// How the figures of a unit stand.
    pub enum Ranks {
        Open = "open",
        Closed = "closed",
    }
}

/// What a unit does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    Marches,
    Charges(UnitId),
    Withdraws,
    Flees,
    /// It wraps round those whom it touches.
    Wraps,
    /// It declares a forced march.
    Forces,
    /// It comes on because it has failed its discipline, and reaches nobody.
    Drives,
}

/// A piece of a unit's move, worked out.
#[derive(Clone, Debug)]
pub struct Plan {
    pub what: What,
    pub body: Body,
    pub stance: Stance,
    pub price: Mil,
    /// How far off straight ahead it has touched an enemy.
    pub met: Option<Cdeg>,
    pub grew: bool,
    pub shrank: bool,
    pub path: Vec<Pose>,
    /// Of skirmishers, what each figure has spent of its rate.
    pub steps: Vec<Mil>,
    pub cite: Cite,
}

impl Plan {
    /// A unit that stands as it does.
    pub fn of(field: Battlefield, unit: UnitId) -> Plan {
        Plan {
            what: What::Marches,
            body: Body::of(field, unit),
            stance: field.stance(unit),
            price: Mil::ZERO,
            met: None,
            grew: false,
            shrank: false,
            path: vec![field.front(unit)],
            steps: Vec::new(),
            cite: Cite("BS33"),
        }
    }
}

pub fn refuse(says: &'static str, unit: UnitId, cite: &'static str) -> Refusal {
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
    let rate = field.kind(unit).rate();
    if round.done && !round.begun && round.spent > rate {
        let why = refuse("gaps-too-dear", unit, "BS9");
        return Err(why.above(Measured::Length(round.spent), Measured::Length(rate)));
    }
    if round.rallied {
        return Err(refuse("has-rallied", unit, "BS83"));
    }
    if round.done || (round.begun && field.phase().moving != Some(unit)) {
        return Err(refuse("move-over", unit, "BS122"));
    }
    Ok(())
}

/// The bearing of a target off the way a unit faces (BS93).
pub fn bearing_of(field: Battlefield, unit: UnitId, target: UnitId) -> Cdeg {
    super::charge::bearing(field, &Body::of(field, unit), target)
}

/// Whether a unit that may move is bound by enemies whom it touches (BS28, BS29, BS70): by those who were there before its move.
pub fn is_held(field: Battlefield, unit: UnitId) -> bool {
    field.round(unit).met.is_none() && !contact::contacts(field, unit).is_empty()
}

/// Works an action of a unit out.
///
/// # Errors
/// The rule that forbids it.
pub fn plan(field: Battlefield, unit: UnitId, action: &Action) -> Result<Plan, Refusal> {
    let verb = Verb::of(action);
    if field.stance(unit).routed
        && (verb == Some(Verb::Frontage) || action.legs().iter().any(|leg| matches!(leg, Leg::Form(_))))
    {
        return Err(refuse("is-routed", unit, "BS67"));
    }
    may_move(field, unit)?;
    match verb {
        Some(Verb::Withdraw) if action.with.is_empty() => return leave::withdrawal(field, unit),
        Some(Verb::Flee) if action.with.is_empty() => return leave::flight(field, unit),
        Some(Verb::Withdraw | Verb::Flee) => return Err(otherwise(action)),
        Some(Verb::Wrap) => return wrap::planned(field, unit, action),
        _ => {}
    }
    if is_held(field, unit) {
        return Err(refuse("in-contact", unit, "BS28"));
    }
    if field.round(unit).shot_first {
        return Err(refuse("has-shot", unit, "BS108"));
    }
    mob::may(field, unit, action)?;
    let start = Plan { met: field.round(unit).met, ..Plan::of(field, unit) };
    if start.met.is_some() && verb != Some(Verb::Move) {
        return Err(refuse("goes-straight-on", unit, "BS27"));
    }
    match (verb, &action.with[..]) {
        (Some(Verb::Move), [(LEGS, Value::Legs(legs))]) if !legs.is_empty() && legs.len() <= MOST_LEGS => {
            let mut plan = start;
            for leg in legs {
                plan = go(field, plan, *leg)?;
            }
            Ok(plan)
        }
        (Some(Verb::Go), _) if !field.skirmishes(unit) => Err(refuse("figures-go-together", unit, "BS15")),
        (Some(Verb::Go), [(PLACES, Value::Places(places))]) => skirmish::places(field, start, places),
        (Some(Verb::Forced), []) => forced::declared(field, start),
        (
            Some(Verb::Pivot),
            [(ABOUT, Value::Refs(of)), (CORNER, Value::Name(corner)), (ANGLE, Value::Angle(angle))],
        ) => about(field, start, action, (of, *corner, *angle)),
        (Some(Verb::Turn), [(ANGLE, Value::Angle(angle)), (FIGURES, Value::Refs(of))]) => {
            partly(field, start, *angle, of)
        }
        (Some(Verb::Frontage), [(LEFT, Value::Whole(left)), (RIGHT, Value::Whole(right))]) => {
            frontage(field, start, *left, *right)
        }
        (Some(Verb::Charge), with) => {
            let Some((target, bearing)) = charged(action, with) else { return Err(otherwise(action)) };
            // Whoever says no bearing goes straight at the nearest part of him.
            let bearing = bearing.unwrap_or_else(|| super::charge::bearing(field, &start.body, target));
            charge(field, start, target, bearing)
        }
        _ => Err(otherwise(action)),
    }
}

/// At whom a charge goes, and in which direction if it says so; none where it is not said as a charge is.
fn charged(action: &Action, with: &[(Word, Value)]) -> Option<(UnitId, Option<Cdeg>)> {
    match with {
        [(AT, Value::Refs(_)), (BEARING, Value::Angle(bearing))] => Some((action.unit(AT)?, Some(*bearing))),
        [(AT, Value::Refs(_))] => Some((action.unit(AT)?, None)),
        _ => None,
    }
}

/// Refuses what is no piece of a move, or is not said as it is.
pub fn otherwise(action: &Action) -> Refusal {
    const WHOM: (Word, Takes) = (AT, Takes::Unit);
    const CORNERS: &[Word] = &[LEFT, RIGHT];
    const MORE: [(Word, Takes); 2] = [(LEFT, Takes::Whole), (RIGHT, Takes::Whole)];
    let (cite, ways): (Cite, &[Saying]) = match Verb::of(action) {
        Some(Verb::Move) => (Cite("BS28"), &[&[(LEGS, Takes::SoManyLegs(1, MOST_LEGS))]]),
        Some(Verb::Go) => (Cite("BS15"), &[&[(PLACES, Takes::Places)]]),
        Some(Verb::Forced) => (Cite("BS92"), &[&[]]),
        Some(Verb::Pivot) => {
            (Cite("BS36"), &[&[(ABOUT, Takes::Refs), (CORNER, Takes::OneOf(CORNERS)), (ANGLE, Takes::Angle)]])
        }
        Some(Verb::Turn) => (Cite("BS40"), &[&[(ANGLE, Takes::Angle), (FIGURES, Takes::Refs)]]),
        Some(Verb::Frontage) => (Cite("BS48"), &[&MORE]),
        Some(Verb::Charge) => (Cite("BS93"), &[&[WHOM, (BEARING, Takes::Angle)], &[WHOM]]),
        Some(Verb::Withdraw) => (Cite("BS90"), &[&[]]),
        Some(Verb::Flee) => (Cite("BS106"), &[&[]]),
        Some(Verb::Wrap) => (Cite("BS54"), &[&[MORE[0], MORE[1], (WINGS, Takes::OneOf(Ends::WORDS))]]),
        _ => return Refusal::not_offered(Cite("BS28"), action.key, &action.who),
    };
    said_otherwise(cite, action, ways)
}

/// What a piece more costs altogether.
///
/// # Errors
/// When that is more than what is left (BS63).
pub fn pays(field: Battlefield, plan: &Plan, price: Mil) -> Result<Mil, Refusal> {
    let (left, total) = (field.left(plan.body.unit), Mil(plan.price.0 + price.0));
    if total > left {
        let why = refuse(TOO_DEAR.0, plan.body.unit, "BS63");
        return Err(why.above(Measured::Length(total), Measured::Length(left)));
    }
    Ok(total)
}

/// One leg more. After a contact the rest of the unit goes straight on (BS27), and figures that are partly faced go nowhere.
fn go(field: Battlefield, plan: Plan, leg: Leg) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let on = match leg {
        Leg::Ahead(_) => Some(Cdeg::ZERO),
        Leg::Slide(angle, _) => Some(angle),
        _ => None,
    };
    if plan.met.is_some() && plan.met != on {
        return Err(refuse("goes-straight-on", unit, "BS27"));
    }
    if field.skirmishes(unit) {
        return skirmish::go(field, plan, leg);
    }
    if plan.stance.faced && !matches!(leg, Leg::Face(_)) {
        return Err(refuse("is-partly-faced", unit, "BS40"));
    }
    if field.round(unit).forced && !matches!(leg, Leg::Ahead(_) | Leg::Slide(..) | Leg::Wheel(_)) {
        return Err(refuse("only-marches", unit, "BS92"));
    }
    let plan = match leg {
        Leg::Ahead(by) => straight(field, plan, Cdeg::ZERO, by),
        Leg::Slide(angle, by) => straight(field, plan, angle, by),
        Leg::Wheel(Cdeg::ZERO) => Ok(plan),
        Leg::Wheel(angle) => wheel(field, plan, angle),
        Leg::Face(angle) => face(field, plan, angle),
        Leg::Form(word) => form(field, plan, word),
    }?;
    forced::keeps_away(field, &plan)?;
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
