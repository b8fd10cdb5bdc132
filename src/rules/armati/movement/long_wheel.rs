//! Wheels of more than 2 in (B12): who may make one, and the line of divisions that wheels as one body (W1).

use super::order::{MarchOrder, speaker};
use super::pins::{self, Pin};
use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::switches::Switch;
use crate::table::formation::{groups, in_line};
use crate::table::measure::range;
use crate::table::{Cdeg, Footprint, Mil};

const LINES: Cite = Cite("B12.1");
const ANGLE: Cite = Cite("B12.2");
const ENEMIES: Cite = Cite("B12.4");
const ALONE: Cite = Cite("B12.9");
const DRESS: Cite = Cite("6.3");

/// Whether a wheel that costs so much is an extended one. One of exactly 2 in is not (B12.14).
pub fn is_long(field: Battlefield, order: &MarchOrder, price: Mil) -> bool {
    field.plays(Switch::LongWheel) && !order.complex && price > *data().tables.movement.wheel
}

/// Checks that these units may make an extended wheel: its angle, no other movement, their ranks, the enemies.
///
/// # Errors
///
/// The rule that forbids it.
pub fn may(field: Battlefield, order: &MarchOrder, units: &[UnitId], price: Mil) -> Result<(), Refusal> {
    let numbers = &data().tables.movement;
    let who = speaker(&field.0, order.body);
    let angle = Cdeg(order.wheel.0.abs());
    if angle > *numbers.long_wheel {
        return Err(Refusal::new(ANGLE, Word("wheel-too-wide"))
            .of(who)
            .above(Measured::Angle(angle), Measured::Angle(*numbers.long_wheel)));
    }
    if order.about || order.ahead > Mil::ZERO {
        return Err(Refusal::new(ALONE, Word("long-wheel-alone"))
            .of(who)
            .above(Measured::Length(order.ahead), Measured::Length(Mil::ZERO))
            .word(Word("wheel"), Arg::Measured(Measured::Length(*numbers.wheel))));
    }
    if let Some(unit) = units.iter().find(|u| field.undressed(**u)) {
        return Err(Refusal::new(DRESS, Word("undressed-no-wheel"))
            .of(Ref::Unit(*unit))
            .above(Measured::Length(price), Measured::Length(*numbers.wheel))
            .word(Word("wheel"), Arg::Measured(Measured::Length(*numbers.wheel))));
    }
    match units.iter().find_map(|unit| near(field, *unit)) {
        Some(pin) => Err(refusal(field, pin)),
        None => Ok(()),
    }
}

/// The nearest enemy within 15 in that is capable of engaging the unit: straight ahead, or with the switch B12_omni in
/// any direction.
fn near(field: Battlefield, unit: UnitId) -> Option<Pin> {
    let clear = *data().tables.movement.long_wheel_clear;
    if !field.plays(Switch::Omni) {
        return pins::pin(field, unit, clear);
    }
    let print = field.print(unit);
    let able = field.enemies(unit).filter(|enemy| pins::capable(field, *enemy, unit));
    let away = able.map(|enemy| Pin { unit, enemy, ahead: range(&print, &field.print(enemy)) });
    away.filter(|pin| pin.ahead <= clear).min_by_key(|pin| (pin.ahead, pin.enemy))
}

fn refusal(field: Battlefield, pin: Pin) -> Refusal {
    let clear = *data().tables.movement.long_wheel_clear;
    let omni = field.plays(Switch::Omni);
    let says = if omni { Word("long-wheel-near") } else { Word("long-wheel-enemy") };
    let refusal = Refusal::new(ENEMIES, says)
        .of(Ref::Unit(pin.unit))
        .below(Measured::Length(pin.ahead), Measured::Length(clear))
        .word(Word("enemy"), Arg::Of(Ref::Unit(pin.enemy)))
        .word(Word("wheel"), Arg::Measured(Measured::Length(*data().tables.movement.wheel)));
    let refusal = if omni { refusal } else { refusal.mark(Mark::Band(pins::corridor(&field.print(pin.unit), clear))) };
    refusal.mark(Mark::Gap(Ref::Unit(pin.unit), Ref::Unit(pin.enemy)))
}

/// Checks that those divisions may wheel as one: controlled divisions that form a line, touching with fronts level
/// (W1).
///
/// # Errors
///
/// The rule that forbids it.
pub fn check_line(field: Battlefield, order: &MarchOrder) -> Result<(), Refusal> {
    if order.line.is_empty() {
        return Ok(());
    }
    let who = speaker(&field.0, order.body);
    if order.wheel == Cdeg::ZERO || order.about || order.complex || order.back > Mil::ZERO {
        return Err(Refusal::new(LINES, Word("line-wheels-only")).of(who));
    }
    let bodies: Vec<BodyId> = order.bodies().collect();
    let prints: Vec<Vec<Footprint>> = bodies.iter().map(|body| prints_of(field, *body)).collect();
    let joined = groups(bodies.len(), |a, b| adjacent(&prints[a], &prints[b]));
    match joined.get(1).and_then(|group| group.first()) {
        Some(apart) => Err(Refusal::new(LINES, Word("line-of-divisions"))
            .of(who)
            .word(Word("friend"), Arg::Of(speaker(&field.0, bodies[*apart])))),
        None => Ok(()),
    }
}

/// Whether two divisions are neighbours in one line: a unit of one and a unit of the other touch side by side with
/// fronts level.
fn adjacent(one: &[Footprint], other: &[Footprint]) -> bool {
    let numbers = &data().tables.division;
    one.iter().any(|a| other.iter().any(|b| in_line(a, b, *numbers.facing, *numbers.in_line)))
}

/// The footprints of a division's units on the table.
fn prints_of(field: Battlefield, body: BodyId) -> Vec<Footprint> {
    let units = &field.0.bodies().get(body).units;
    units.iter().filter(|u| field.stands(**u)).map(|u| field.print(*u)).collect()
}

/// The lines of two or more divisions of a side that could wheel as one, each at its full length.
pub fn lines(field: Battlefield, side: Side) -> Vec<Vec<BodyId>> {
    if !field.plays(Switch::LongWheel) {
        return Vec::new();
    }
    let able = |body: &BodyId| field.division(*body).controlled && !super::moves::has_moved(field, *body);
    let bodies = field.0.bodies().present().filter(|(_, of)| of.side == side).map(|(id, _)| id);
    let bodies: Vec<BodyId> = bodies.filter(able).collect();
    let prints: Vec<Vec<Footprint>> = bodies.iter().map(|body| prints_of(field, *body)).collect();
    let lines = groups(bodies.len(), |a, b| adjacent(&prints[a], &prints[b]));
    lines.into_iter().filter(|line| line.len() > 1).map(|line| line.into_iter().map(|i| bodies[i]).collect()).collect()
}
