//! Charges and attacks, worked out (4.4, 9.1): the bends and the straight run, whom the front meets first, on what ground.

use bevy::math::Vec2;

use super::plan::{MOST_LEGS, Plan, go, may_act, refuse, turns};
use crate::battle::shape::{Saying, Takes, is_enemy, said_otherwise};
use crate::battle::{Action, Arg, LEGS, Measured, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::contact_side::aspect;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::ground::{self, front_of};
use crate::rules::chainmail::seating::seated;
use crate::rules::chainmail::strike::Aspect;
use crate::rules::chainmail::terrain;
use crate::rules::chainmail::verb::Verb;
use crate::table::measure::distance;
use crate::table::slide;
use crate::table::{Cdeg, Footprint, Leg, Mil};

pub const AT: Word = Word("at");

/// A charge or an attack up to where it ends.
#[derive(Clone, Debug)]
pub struct Course {
    /// Where and how it ends, what it has spent.
    pub plan: Plan,
    /// Whom its front has come within an inch of, in roster order.
    pub met: Vec<UnitId>,
    /// The legs that it has gone, the last run among them.
    pub gone: Vec<Leg>,
    /// Its last inches are uphill, or across a stream: whom it meets stands higher.
    pub below: bool,
}

/// The rule that ends a run before its time.
pub struct End {
    pub why: Refusal,
}

/// The rule of a charge, or of an attack.
fn rule(charges: bool) -> &'static str {
    if charges { "C40" } else { "C123" }
}

/// How a charge or an attack is said: at whom, and the legs before its last run.
pub const SAYINGS: &[Saying] = &[&[(AT, Takes::Unit)], &[(AT, Takes::Unit), (LEGS, Takes::SoManyLegs(0, MOST_LEGS))]];

/// The target and the legs before the last run of an action; none where it is no charge or attack.
pub fn ordered(action: &Action) -> Option<(UnitId, &[Leg])> {
    let known = |name: &Word| *name == AT || *name == LEGS;
    let fits = action.with.iter().all(|(name, value)| known(name) && matches!(value, Value::Refs(_) | Value::Legs(_)));
    let target = action.unit(AT)?;
    (fits && action.with.len() <= 2 && action.legs().len() <= MOST_LEGS).then_some((target, action.legs()))
}

/// Judges a charge or an attack when it is declared.
///
/// # Errors
/// The rule that forbids it.
pub fn declared(field: Battlefield, unit: UnitId, action: &Action) -> Result<(Course, UnitId), Refusal> {
    may_act(field, unit)?;
    let charges = Verb::of(action) == Some(Verb::Charge);
    let Some((target, legs)) = ordered(action) else {
        return Err(said_otherwise(Cite(rule(charges)), action, SAYINGS));
    };
    from(field, Plan::of(field, unit), charges, target, legs)
}

/// The same after what else the same order says (3.2).
///
/// # Errors
/// The rule that forbids it.
pub fn from(
    field: Battlefield,
    mut plan: Plan,
    charges: bool,
    target: UnitId,
    legs: &[Leg],
) -> Result<(Course, UnitId), Refusal> {
    let unit = plan.unit;
    let cite = rule(charges);
    is_enemy(&field.0, Cite(cite), unit, target)?;
    may(field, &plan, charges)?;
    if charges {
        bends(field, unit, legs)?;
    }
    if charges {
        plan.acts.charged = Some(target);
    } else {
        plan.acts.attacked = Some(target);
    }
    let from = plan.print.centre;
    let (course, end) = run(field, plan, legs, charges, None);
    if let Some(end) = end.filter(|_| course.met.is_empty()) {
        return Err(end.why);
    }
    if !course.met.contains(&target) {
        let whom = Arg::Of(Ref::Unit(target));
        if let Some(other) = course.met.first() {
            let why = refuse("other-first", unit, cite).word(Word("whom"), whom);
            return Err(why.word(Word("other"), Arg::Of(Ref::Unit(*other))));
        }
        return Err(far(field, &course, target, cite));
    }
    if charges {
        let seat = seated(field, unit, &course.plan.print, &course.met);
        if let Some(why) = no_charge(field, unit, &course.plan.print, &seat) {
            return Err(why);
        }
        let front = aspect(&field.print(target), from) == Aspect::Front;
        if front && field.mounted(unit) && has_stakes(field, target) {
            return Err(refuse("stakes", unit, "C131").word(Word("whom"), Arg::Of(Ref::Unit(target))));
        }
    }
    Ok((course, target))
}

/// How far short of its target it stays.
fn far(field: Battlefield, course: &Course, target: UnitId, cite: &'static str) -> Refusal {
    let unit = course.plan.unit;
    let whom = Arg::Of(Ref::Unit(target));
    let why = refuse("out-of-reach", unit, cite).word(Word("whom"), whom);
    let print = &course.plan.print;
    let control = tables().control;
    let straight = slide::approaches(&front_of(print), print.forward(), &field.print(target), control.to_inches());
    let gone = course.plan.acts.gone.0 - field.acts(unit).gone.0;
    // Straight on it would come within reach of him; who goes by is told how far aside he stays.
    let needs = match straight {
        Some(at) => Mil(gone + Mil::measured(at + control.to_inches()).0),
        None => Mil(gone + Mil::measured(distance(print, &field.print(target))).0),
    };
    let reach = Mil(gone + control.0.0);
    why.above(Measured::Length(needs.max(Mil(reach.0 + 1))), Measured::Length(reach))
}

/// Whether a unit may charge or attack at all now.
fn may(field: Battlefield, plan: &Plan, charges: bool) -> Result<(), Refusal> {
    let unit = plan.unit;
    if field.engaged(unit) {
        return Err(refuse("in-melee", unit, "C20"));
    }
    if field.kind(unit).is_machine() {
        return Err(refuse("machine", unit, "C73"));
    }
    if plan.under_way.0.is_some() {
        return Err(refuse("changing", unit, "C44"));
    }
    if plan.formation.shape.is_square() {
        return Err(refuse("no-charge-in-square", unit, "C46"));
    }
    if charges {
        let acts = field.acts(unit);
        if acts.formed {
            return Err(refuse("no-charge-formed", unit, "C44"));
        }
        if acts.begun {
            return Err(refuse("charge-first", unit, "C41"));
        }
        if field.before(unit).charged {
            return Err(refuse("charged-before", unit, "C41"));
        }
    }
    Ok(())
}

/// The bends of a charge: foot turns before its run, horse by 45 degrees in all (C42).
fn bends(field: Battlefield, unit: UnitId, legs: &[Leg]) -> Result<(), Refusal> {
    let mut sum = 0;
    let mut running = false;
    for leg in legs {
        match leg {
            Leg::Face(angle) if field.mounted(unit) || !running => sum += angle.turn().0.abs(),
            Leg::Ahead(by) if *by >= Mil::ZERO => running |= *by > Mil::ZERO,
            _ => return Err(refuse("charge-bends", unit, "C42")),
        }
    }
    let most = tables().curve.0;
    if field.mounted(unit) && sum > most.0 {
        return Err(refuse("bends-far", unit, "C42").above(Measured::Angle(Cdeg(sum)), Measured::Angle(most)));
    }
    Ok(())
}

/// Whether a unit stands behind stakes of its own (4.2): since a turn in which it did not move.
pub fn has_stakes(field: Battlefield, unit: UnitId) -> bool {
    let acts = field.acts(unit);
    field.troop(unit).stakes && field.before(unit).stood && acts.gone == Mil::ZERO && field.flight(unit).is_none()
}

/// Runs the legs and then straight on, up to a contact, to what ends it, to `most` inches or to the end of its allowance.
pub fn run(
    field: Battlefield,
    mut plan: Plan,
    legs: &[Leg],
    charges: bool,
    most: Option<Mil>,
) -> (Course, Option<End>) {
    let mut gone = Vec::new();
    let unit = plan.unit;
    let done = |plan: Plan, met, gone, below, end| (Course { plan, met, gone, below }, end);
    for leg in legs {
        let result = match *leg {
            Leg::Ahead(by) => match straight(field, &mut plan, by, charges, true) {
                Straight { met, went, below, end } if !met.is_empty() || end.is_some() => {
                    gone.push(Leg::Ahead(went));
                    return done(plan, met, gone, below, end);
                }
                _ => Ok(()),
            },
            Leg::Face(angle) => bend(field, &mut plan, angle, charges),
            other => go(field, &mut plan, other),
        };
        if let Err(why) = result {
            return done(plan, Vec::new(), gone, false, Some(End { why }));
        }
        gone.push(*leg);
    }
    let far = farthest(field, &plan, charges);
    let far = most.map_or(far, |most| far.min(most));
    let Straight { met, went, below, end } = straight(field, &mut plan, far, charges, false);
    gone.push(Leg::Ahead(went));
    debug_assert_eq!(plan.unit, unit);
    done(plan, met, gone, below, end)
}

/// How far the last run goes with all that is left.
fn farthest(field: Battlefield, plan: &Plan, charges: bool) -> Mil {
    let left = allowed(field, plan, charges);
    if charges { left } else { ground::farthest(field, &plan.going(false, true), plan.print.forward(), left) }
}

/// One leg before the last run, and where it is cut short as far as it goes: whether it is whole.
pub fn goes(field: Battlefield, plan: &mut Plan, leg: Leg, charges: bool) -> bool {
    match leg {
        Leg::Ahead(by) => straight(field, plan, by, charges, true).end.is_none(),
        Leg::Face(angle) => bend(field, plan, angle, charges).is_ok(),
        other => go(field, plan, other).is_ok(),
    }
}

/// The last run, with all that is left.
pub fn runs_on(field: Battlefield, plan: &mut Plan, charges: bool) {
    let far = farthest(field, plan, charges);
    straight(field, plan, far, charges, false);
}

/// What is left for a charge or an attack.
fn allowed(field: Battlefield, plan: &Plan, charges: bool) -> Mil {
    let whole = if charges { field.charge_pace(plan.unit) } else { field.pace(plan.unit) };
    Mil((whole.0 - plan.acts.spent.0).max(0))
}

/// A bend: of horse in a charge free.
fn bend(field: Battlefield, plan: &mut Plan, angle: Cdeg, charges: bool) -> Result<(), Refusal> {
    if !charges {
        return go(field, plan, Leg::Face(angle));
    }
    let to = plan.print.faced(angle);
    room_to_turn(field, plan.unit, plan.formation.open, &to)?;
    if !field.mounted(plan.unit) {
        let whole = field.charge_pace(plan.unit);
        let spent = plan.acts.spent;
        turns(field, plan, angle)?;
        if plan.acts.spent > whole {
            plan.acts.spent = spent;
            return Err(refuse("too-dear", plan.unit, "C42"));
        }
    }
    plan.stands(to);
    Ok(())
}

/// A charger turns where it overlaps nobody; enemies may be near.
pub fn room_to_turn(field: Battlefield, unit: UnitId, open: bool, to: &Footprint) -> Result<(), Refusal> {
    ground::stands_free(field, unit, open, to)
}

struct Straight {
    met: Vec<UnitId>,
    went: Mil,
    below: bool,
    end: Option<End>,
}

/// Straight on for so many inches, or to whom the front meets, or to what ends it.
fn straight(field: Battlefield, plan: &mut Plan, by: Mil, charges: bool, exact: bool) -> Straight {
    let (unit, print, direction) = (plan.unit, plan.print, plan.print.forward());
    let (at, mut met) = meets(field, unit, &print, by);
    let going = plan.going(false, true);
    let mut went = at.unwrap_or(by);
    let mut end = None;
    if let Some((stop, why)) = ground::limit(field, &going, direction, went, false) {
        (went, end) = (stop, Some(End { why }));
        met.clear();
    }
    if charges
        && let Some((stop, why)) = barred(field, unit, &print, direction, went)
        && stop < went
    {
        (went, end) = (stop, Some(End { why }));
        met.clear();
    }
    let price = if charges { ground::cost_of(went) } else { ground::price(field, &going, direction, went).inches };
    let left = allowed(field, plan, charges);
    if price > left && exact {
        let why = refuse("too-far", unit, "C123").above(Measured::Length(price), Measured::Length(left));
        return Straight { met: Vec::new(), went: Mil::ZERO, below: false, end: Some(End { why }) };
    }
    let crossed = field.0.ground().pieces().iter().any(|piece| {
        let water = terrain::kind(piece).is_some_and(|kind| kind.cross.is_some());
        water
            && piece
                .passages(&print, direction, went.to_inches())
                .iter()
                .any(|(_, leave)| *leave >= went.to_inches() - 4.0)
    });
    let climbs = ground::climbs_at_end(field, &print, direction, went.to_inches());
    plan.acts.uphill |= climbs;
    plan.acts.spent = Mil(plan.acts.spent.0 + price.0.min(left.0));
    plan.acts.gone = Mil(plan.acts.gone.0 + went.0);
    plan.stands(print.shifted(direction * went.to_inches()));
    Straight { met, went, below: climbs || (crossed && !charges), end }
}

/// After how many inches straight on a front comes within an inch of enemies, and of whom, within so many.
fn meets(field: Battlefield, unit: UnitId, print: &Footprint, by: Mil) -> (Option<Mil>, Vec<UnitId>) {
    let (front, direction, control) = (front_of(print), print.forward(), tables().control.to_inches());
    let side = field.0.side_of(unit).other();
    let near = field.0.layout().along(Some(side), print, direction, by.to_inches(), control + 0.1);
    let near = near.filter(|foot| field.counts(foot.unit));
    let each = near.filter_map(|foot| {
        let at = slide::approaches(&front, direction, &foot.print, control)?;
        Some((Mil::measured(at), foot.unit))
    });
    let all: Vec<(Mil, UnitId)> = each.filter(|(at, _)| at.0 <= by.0 + 4).collect();
    let Some(first) = all.iter().map(|(at, _)| *at).min() else { return (None, Vec::new()) };
    let mut met: Vec<UnitId> = all.iter().filter(|(at, _)| at.0 <= first.0 + 5).map(|(_, unit)| *unit).collect();
    met.sort_unstable();
    met.dedup();
    (Some(first), met)
}

/// Where a charge comes upon ground that no charge crosses (4.2).
fn barred(field: Battlefield, unit: UnitId, print: &Footprint, direction: Vec2, by: Mil) -> Option<(Mil, Refusal)> {
    let (far, mounted) = (by.to_inches(), field.mounted(unit));
    let mut best: Option<(Mil, Refusal)> = None;
    for piece in field.0.ground().pieces() {
        let Some(kind) = terrain::kind(piece) else { continue };
        let until = (piece.centroid - print.centre).dot(direction);
        let uphill = kind.hill && kind.charged_across(mounted);
        let mut spans = piece.passages(print, direction, far).to_vec();
        if piece.meets(print) && spans.is_empty() {
            spans.push((0.0, 0.001));
        }
        for (enter, leave) in spans {
            let bars = !kind.charged_across(mounted) || (uphill && enter.max(0.0) < leave.min(until) - 0.001);
            let at = slide::seat(enter.max(0.0), Mil::ZERO);
            if bars && best.as_ref().is_none_or(|(least, _)| at < *least) {
                let cite = if kind.hill { "C32" } else { "C35" };
                let why =
                    refuse("no-ground-to-charge", unit, cite).word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id)));
                best = Some((at, why.above(Measured::Length(by.max(Mil(at.0 + 1))), Measured::Length(at))));
            }
        }
    }
    best
}

/// Whether a charge that ends there and is seated so stands on ground that no charge crosses.
fn no_charge(field: Battlefield, unit: UnitId, end: &Footprint, seat: &Footprint) -> Option<Refusal> {
    let shift = seat.centre - end.centre;
    let far = shift.length();
    let direction = if far > 0.001 { shift / far } else { end.forward() };
    barred(field, unit, end, direction, Mil::measured(far)).map(|(_, why)| why)
}
