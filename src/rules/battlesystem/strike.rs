//! Blows (8.2, 8.4): how many attacks, at which attack total, and what they do.

use super::battlefield::Battlefield;
use super::command;
use super::contact::{Arc, fighters, strikes_from};
use super::damage::damage;
use super::data::tables;
use super::obstacle::{defends, on_hill};
use super::state::{Officer, Role};
use super::switches::Switch;
use super::troop::Class;
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};

const TOTAL: Cite = Cite("BS99");
const MODIFIERS: Cite = Cite("BS102");

/// The blows of one unit at another.
#[derive(Clone, Debug)]
pub struct Strike {
    pub side: Side,
    pub who: UnitId,
    /// Attacks at the unit's own rating.
    pub attacks: i32,
    pub die: u8,
    /// Lances of a charge, or weapons set against one.
    pub doubled: bool,
    /// What the dice are added to: rating, armour, modifiers.
    pub tally: Tally,
    /// By how much the rating of each commander with the unit differs from its own.
    pub leaders: Vec<i32>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Struck {
    /// The whole sum.
    pub tally: Tally,
    /// Sixteenths of a hit die.
    pub damage: i32,
}

/// A commander's damage die (11).
const LEADER_DIE: u8 = 8;

/// Rolls 2d6 for a unit's blows and looks the damage up (BS99, BS100).
///
/// # Errors
/// When a die is not known yet.
pub fn roll(roll: &mut impl Roll, strike: &Strike) -> Result<Struck, NeedDice> {
    let die = Die::d6(strike.side, Some(strike.who), Word("attack"));
    roll.together(2, Counting::Sum, die)?;
    let sum = i32::from(roll.die(die)?) + i32::from(roll.die(die)?);
    Ok(with_sum(strike, sum))
}

/// What a sum of the dice does.
pub fn with_sum(strike: &Strike, sum: i32) -> Struck {
    let mut tally = Tally::default().with(Word("dice"), sum, TOTAL);
    tally.0.extend(strike.tally.0.iter().cloned());
    let total = tally.total();
    let own = strike.attacks * damage(total, strike.die) * if strike.doubled { 2 } else { 1 };
    let leaders: i32 = strike.leaders.iter().map(|more| damage(total + more, LEADER_DIE)).sum();
    Struck { tally, damage: own + if strike.attacks > 0 { leaders } else { 0 } }
}

/// The rating and armour of two units, as a sum.
fn rated(field: Battlefield, unit: UnitId, at: UnitId) -> Tally {
    let (own, other) = (field.kind(unit), field.kind(at));
    Tally::default().with(Word("rating"), own.ar(), TOTAL).with(Word("armour"), -other.ac, TOTAL)
}

/// Those who strike beside a unit (BS128): each commander and hero with it once, a hero of high level twice.
fn leaders(field: Battlefield, unit: UnitId) -> Vec<i32> {
    let own = field.kind(unit).ar();
    let heroes = &tables().heroes;
    let blows = |of: &Officer| if of.role == Role::Hero && of.level >= heroes.level { heroes.blows } else { 1 };
    let with = command::with(field, unit);
    with.iter().flat_map(|(_, of)| (0..blows(of)).map(|_| command::rating(of.level) - own)).collect()
}

/// What two units do to each other as they stand.
pub fn melee(field: Battlefield, unit: UnitId, at: UnitId) -> Strike {
    let attacks = if field.stance(unit).routed { 0 } else { fighters(field, unit, at).attacks() };
    meeting(
        field,
        unit,
        at,
        Meeting {
            attacks,
            arc: strikes_from(field, unit, at),
            charges: field.round(unit).charged == Some(at),
            charged: field.round(at).charged == Some(unit),
            set: is_set(field, unit, at),
        },
    )
}

/// How two units meet.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    pub attacks: i32,
    pub arc: Arc,
    /// It has charged the other this round.
    pub charges: bool,
    /// It was charged by the other this round.
    pub charged: bool,
    /// Its spears or pikes are set.
    pub set: bool,
}

/// Whether a unit's spears are set against an enemy: it has not moved this round, and he strikes its front (BS94).
fn is_set(field: Battlefield, unit: UnitId, by: UnitId) -> bool {
    field.kind(unit).set
        && !field.round(unit).begun
        && !field.round(unit).came
        && strikes_from(field, by, unit) == Arc::Front
}

/// The blows of one unit at another as they meet.
pub fn meeting(field: Battlefield, unit: UnitId, at: UnitId, how: Meeting) -> Strike {
    let (kind, mods, mods_of_mob) = (field.kind(unit), &tables().attack, tables().mob.attack);
    let mut tally = rated(field, unit, at);
    if how.charges && !field.plays(Switch::PlainCharge) {
        tally.add(Word("charge"), mods.charged, MODIFIERS);
    }
    if field.stance(at).routed {
        tally.add(Word("routed"), mods.routed, MODIFIERS);
    } else {
        match how.arc {
            Arc::Front => {}
            Arc::Flank => tally.add(Word("flank"), mods.flank, MODIFIERS),
            Arc::Rear => tally.add(Word("rear"), mods.rear, MODIFIERS),
        }
    }
    match (on_hill(field, unit, at), on_hill(field, at, unit)) {
        (true, false) => tally.add(Word("higher"), mods.higher, MODIFIERS),
        (false, true) => tally.add(Word("lower"), mods.lower, MODIFIERS),
        _ => {}
    }
    let obstacle = defends(field, at, unit);
    if obstacle != 0 {
        tally.add(Word("obstacle"), obstacle, MODIFIERS);
    }
    if field.stance(unit).out {
        tally.add(Word("out-of-command"), mods.out_of_command, Cite("BS79"));
    }
    if field.class(unit) == Class::Mob {
        tally.add(Word("mob"), mods_of_mob, MODIFIERS);
    }
    let doubled = (how.charges && kind.lance) || (how.charged && how.set);
    Strike {
        side: field.0.side_of(unit),
        who: unit,
        attacks: how.attacks,
        die: field.troop(unit).die,
        doubled,
        tally,
        leaders: leaders(field, unit),
    }
}

/// The free attack at one who leaves a melee (8.6): AT -4 and nothing else.
pub fn free(field: Battlefield, unit: UnitId, at: UnitId) -> Strike {
    let touching = fighters(field, unit, at).touching.len() as i32;
    let tally = rated(field, unit, at).with(Word("leaves"), tables().attack.routed, Cite("BS106"));
    Strike {
        side: field.0.side_of(unit),
        who: unit,
        attacks: touching,
        die: field.troop(unit).die,
        doubled: false,
        tally,
        leaders: Vec::new(),
    }
}
