//! Wheels: how far a body turns, what it sweeps over and what stops it (W1 to W4, 6.3, X3).

use smallvec::SmallVec;

use super::long_wheel;
use super::marchers::Marchers;
use super::order::{MarchOrder, speaker};
use super::straight::in_difficult;
use crate::battle::greatest::greatest;
use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::going;
use crate::table::formation::touch;
use crate::table::measure::overlap;
use crate::table::wheeling::{Wheeling, wheel_seat};
use crate::table::{Cdeg, Footprint, Mil, Wheel};

const STANDARD: Cite = Cite("M1");
const COMPLEX: Cite = Cite("6.3");
const SWEEP: Cite = Cite("W4");
const NO_CONTACT: Cite = Cite("B12.10");

/// A wheel as it would go.
#[derive(Clone, Debug)]
pub struct Turned {
    pub wheel: Wheel,
    /// How far it gets; positive to the right.
    pub angle: Cdeg,
    /// What that costs.
    pub price: Mil,
    /// The footprints after it, in the order of the units.
    pub prints: Vec<Footprint>,
    /// Contacts that it makes, (mover, enemy); they stop it.
    pub contacts: SmallVec<[(UnitId, UnitId); 2]>,
    /// Skirmishers that it passes over, with the angle at which each is met.
    pub disperses: SmallVec<[(Cdeg, UnitId); 2]>,
    /// Artillery that stops it and is removed (X4).
    pub overruns: SmallVec<[(UnitId, UnitId); 2]>,
    /// The enemy that stopped it short.
    pub stopped: Option<UnitId>,
    /// Whether it is an extended wheel (B12).
    pub long: bool,
}

impl Turned {
    /// Whether the wheel brings that unit into contact.
    pub fn touches(&self, unit: UnitId) -> bool {
        self.contacts.iter().chain(&self.overruns).any(|(u, _)| *u == unit)
    }
}

/// How much wheel the order allows.
pub fn limit(order: &MarchOrder) -> Mil {
    let numbers = &data().tables.movement;
    if order.complex { *numbers.complex_wheel } else { *numbers.wheel }
}

/// Wheels a body: the units with their footprints after any about-face.
///
/// # Errors
///
/// When the wheel is longer than its limit, or something is in its way.
pub fn turn(marchers: &Marchers, order: &MarchOrder, faced: &[Footprint]) -> Result<Turned, Refusal> {
    turn_when(marchers.field, order, (&marchers.units, faced), Some(marchers))
}

/// The same for a wheel that has already begun. An enemy that has come into its way since it was ordered, out of an
/// ambush or by evading, stops it instead of forbidding it.
///
/// # Errors
///
/// When something else is in its way.
pub fn turn_on(
    field: Battlefield,
    order: &MarchOrder,
    units: &[UnitId],
    prints: &[Footprint],
) -> Result<Turned, Refusal> {
    turn_when(field, order, (units, prints), None)
}

/// `asked`: whose wheel it would be; none for one that has begun.
fn turn_when(
    field: Battlefield,
    order: &MarchOrder,
    (units, prints): (&[UnitId], &[Footprint]),
    asked: Option<&Marchers>,
) -> Result<Turned, Refusal> {
    let begun = asked.is_none();
    let who = || speaker(&field.0, order.body);
    let Some(wished) = Wheeling::of(prints, order.wheel) else {
        return Err(Refusal::new(STANDARD, Word("moved-already")).of(who()));
    };
    let price = wished.price();
    let limit = limit(order);
    let long = long_wheel::is_long(field, order, price);
    if long && !begun {
        long_wheel::may(field, order, units, price)?;
    }
    if price > limit && !long {
        let cite = if order.complex { COMPLEX } else { STANDARD };
        return Err(Refusal::new(cite, Word("wheel-too-long"))
            .of(who())
            .above(Measured::Length(price), Measured::Length(limit)));
    }
    let mut turned = Turned {
        wheel: wished.wheel,
        angle: wished.angle,
        price,
        prints: Vec::new(),
        contacts: SmallVec::new(),
        disperses: SmallVec::new(),
        overruns: SmallVec::new(),
        stopped: None,
        long,
    };
    sweep_enemies(field, order, units, begun, &wished, &mut turned)?;
    let wheeling = wished.to(turned.angle);
    let sign = if order.wheel.0 < 0 { -1 } else { 1 };
    let sweep = || {
        (units.iter().enumerate()).try_for_each(|(n, unit)| {
            sweep_ground(field, *unit, n, &wheeling)?;
            sweep_friends(field, (units, prints), n, &wheeling)
        })
    };
    match asked {
        Some(marchers) => marchers.swept(order.about, Cdeg(turned.angle.0 * sign), sweep)?,
        None => sweep()?,
    }
    turned.prints = wheeling.ends();
    turned.disperses.retain(|(at, _)| *at <= turned.angle);
    turned.price = wheeling.price();
    turned.angle = Cdeg(turned.angle.0 * sign);
    Ok(turned)
}

/// Checks that the unit at that place sweeps over no friend. Past one whom it may pass, or who stands beside the body, it
/// may turn if it does not end on him.
fn sweep_friends(
    field: Battlefield,
    (units, prints): (&[UnitId], &[Footprint]),
    n: usize,
    wheeling: &Wheeling,
) -> Result<(), Refusal> {
    let (unit, side) = (units[n], field.0.side_of(units[n]));
    let blocked_by = |friend: UnitId| {
        let refusal = Refusal::new(SWEEP, Word("sweeps-friend")).of(Ref::Unit(unit));
        Err(refusal.word(Word("friend"), Arg::Of(Ref::Unit(friend))))
    };
    if let Some((friend, _)) = ambush::prints(field, side).find(|(_, hidden)| wheeling.meets(n, hidden).is_some()) {
        return blocked_by(friend);
    }
    let end = wheeling.end(n);
    for foot in wheeling.near(n, field.0.layout(), Some(side), 0.0).filter(|foot| !units.contains(&foot.unit)) {
        let passes = field.kind(unit).skirmisher || field.kind(foot.unit).skirmisher;
        let beside = || prints.iter().any(|p| touch(p, &foot.print));
        let blocked =
            if passes || beside() { overlap(&end, &foot.print) } else { wheeling.meets(n, &foot.print).is_some() };
        if blocked {
            return blocked_by(foot.unit);
        }
    }
    Ok(())
}

/// What the sweep meets of the enemy: it passes over skirmishers and stops at others.
fn sweep_enemies(
    field: Battlefield,
    order: &MarchOrder,
    units: &[UnitId],
    begun: bool,
    wheeling: &Wheeling,
    turned: &mut Turned,
) -> Result<(), Refusal> {
    let clear = data().tables.movement.sweep_clear.to_inches();
    let mut stops: Vec<(Cdeg, UnitId, UnitId, Stops)> = Vec::new();
    let mut too_near: Option<(Cdeg, UnitId, UnitId)> = None;
    for (n, unit) in units.iter().enumerate() {
        let me = field.kind(*unit);
        let enemy = field.0.side_of(*unit).other();
        for foot in wheeling.near(n, field.0.layout(), Some(enemy), clear) {
            let it = field.kind(foot.unit);
            let swept = it.skirmisher && me.massed && !in_difficult(field, &foot.print);
            if swept {
                if let Some(touch) = wheeling.meets(n, &foot.print) {
                    turned.disperses.push((wheel_seat(touch.at), foot.unit));
                }
                continue;
            }
            if order.complex || turned.long {
                let near = wheeling.approaches(n, &foot.print, clear);
                if it.skirmisher || begun {
                    // In woods or rough ground skirmishers are not dispersed: it stops short of them (B12.11), and of
                    // enemies that were not there when it began.
                    stops.extend(near.map(|at| (wheel_seat(at), *unit, foot.unit, Stops::Short)));
                    continue;
                }
                let near = near.map(|at| (wheel_seat(at), *unit, foot.unit));
                too_near = [too_near, near].into_iter().flatten().min_by_key(|(at, ..)| *at);
                continue;
            }
            let Some(touch) = wheeling.meets(n, &foot.print) else { continue };
            let charges = touch.front && (!me.skirmisher || it.skirmishers_may_charge || it.artillery || it.skirmisher);
            if charges {
                let overrun = it.removed_when_touched && !me.skirmisher && !me.artillery;
                let kind = if overrun { Stops::Overrun } else { Stops::Contact };
                stops.push((wheel_seat(touch.at), *unit, foot.unit, kind));
            } else {
                // As far as could have been ordered without meeting him.
                let clear_of_him = |angle| wheeling.to(Cdeg(angle)).meets(n, &foot.print).is_none();
                stops.push((Cdeg(greatest(wheeling.angle.0, clear_of_him)), *unit, foot.unit, Stops::Short));
            }
        }
    }
    let first = stops.iter().map(|(at, ..)| *at).min();
    if let Some((at, unit, enemy)) = too_near
        && first.is_none_or(|first| at < first)
    {
        let cite = if turned.long { NO_CONTACT } else { SWEEP };
        return Err(Refusal::new(cite, Word("sweeps-enemy"))
            .of(Ref::Unit(unit))
            .above(Measured::Angle(turned.angle), Measured::Angle(at))
            .word(Word("enemy"), Arg::Of(Ref::Unit(enemy)))
            .word(Word("clear"), Arg::Measured(Measured::Length(*data().tables.movement.sweep_clear)))
            .mark(Mark::Glow(Ref::Unit(enemy))));
    }
    let Some(first) = first else { return Ok(()) };
    turned.angle = first;
    for (_, unit, enemy, how) in stops.into_iter().filter(|(at, ..)| *at == first) {
        match how {
            Stops::Contact => turned.contacts.push((unit, enemy)),
            Stops::Overrun => turned.overruns.push((unit, enemy)),
            Stops::Short => turned.stopped = Some(enemy),
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Stops {
    Contact,
    Overrun,
    Short,
}

/// Checks that the sweep stays on the table and off terrain that the unit may not enter.
fn sweep_ground(field: Battlefield, unit: UnitId, n: usize, wheeling: &Wheeling) -> Result<(), Refusal> {
    let ground = field.0.ground();
    if wheeling.leaves_table(n, ground).is_some() {
        return Err(Refusal::new(SWEEP, Word("sweeps-edge")).of(Ref::Unit(unit)));
    }
    for piece in wheeling.pieces(n, ground, |piece| !going::may_enter(field.kind(unit), piece.kind)) {
        if wheeling.enters(n, piece).is_some() {
            return Err(Refusal::new(SWEEP, Word("sweeps-ground"))
                .of(Ref::Unit(unit))
                .word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id))));
        }
    }
    Ok(())
}
