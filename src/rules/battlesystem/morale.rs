//! Morale (10.1 to 10.3): when a unit checks, what is added, and what comes of a failure.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::command;
use super::contact::struck_in_rear;
use super::data::tables;
use super::dress;
use super::state::{Role, Round, Stance};
use super::switches::Switch;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::measure::forward;

const CHECK: Cite = Cite("BS113");
const MODIFIERS: Cite = Cite("BS114");
const FAILS: Cite = Cite("BS116");

/// A job: a unit checks its morale where its losses ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    pub unit: UnitId,
    /// Figures that it had lost before the event.
    pub before: u8,
    /// It checks whatever it has lost: routers pass through it, or its commander is lost.
    pub always: bool,
}

impl Job for Check {
    const NAME: &'static str = "battlesystem.check";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(check, self, world)
    }
}

/// Whether so many more losses ask for a check (BS115): a quarter, a half, or any figure beyond the half.
pub fn is_due(of: u8, before: u8, now: u8) -> bool {
    let (quarter, half) = (of.div_ceil(4), of.div_ceil(2));
    let crosses = |line: u8| before < line && now >= line;
    now > before && (crosses(quarter) || crosses(half) || now > half)
}

/// Rolls 2d10 against a rating: 2 always passes, 20 always fails (BS113).
///
/// # Errors
/// When a die is not known yet.
pub fn passes(
    roll: &mut impl Roll,
    side: Side,
    unit: UnitId,
    rating: i32,
    at_least: bool,
) -> Result<(bool, i32), NeedDice> {
    if !at_least {
        return tests(roll, side, unit, rating, Word("morale"));
    }
    // The other reading of the same dice (B1): 20 always passes, 2 always fails.
    let least = rating.clamp(3, 20);
    let sum = thrown(roll, side, unit, Word("morale"), Counting::sum_from(least))?;
    Ok((sum >= least, sum))
}

/// The same for that reason.
///
/// # Errors
/// When a die is not known yet.
pub fn tests(roll: &mut impl Roll, side: Side, unit: UnitId, rating: i32, why: Word) -> Result<(bool, i32), NeedDice> {
    // 2 always passes, 20 never does.
    let most = rating.clamp(2, 19);
    let sum = thrown(roll, side, unit, why, Counting::sum_up_to(most))?;
    Ok((sum <= most, sum))
}

/// What the two dice come to.
fn thrown(roll: &mut impl Roll, side: Side, unit: UnitId, why: Word, passes: Counting) -> Result<i32, NeedDice> {
    let die = Die { sides: 10, by: Some(side), who: Some(unit), why };
    roll.together(2, passes, die)?;
    Ok(i32::from(roll.die(die)?) + i32::from(roll.die(die)?))
}

/// A unit's morale as a sum (BS114). `rally`: whoever rallies is within a radius.
pub fn rating(field: Battlefield, unit: UnitId, rally: bool) -> Tally {
    let (mods, stance) = (&tables().morale, field.stance(unit));
    let mut tally = Tally::default().with(Word("morale"), field.kind(unit).ml, Cite("BS75"));
    let (of, lost) = (field.troop(unit).figures, field.lost(unit));
    if lost >= (u16::from(of) * 3).div_ceil(4) as u8 {
        tally.add(Word("three-quarters"), mods.three_quarters, MODIFIERS);
    } else if lost >= of.div_ceil(2) {
        tally.add(Word("half-lost"), mods.half, MODIFIERS);
    }
    if struck_in_rear(field, unit) {
        tally.add(Word("rear"), mods.rear, MODIFIERS);
    }
    if stance.out && !rally && !field.skirmishes(unit) {
        tally.add(Word("out-of-command"), mods.out_of_command, Cite("BS79"));
    }
    if command::has_lost_commander(field, unit) {
        tally.add(Word("commander-lost"), mods.commander_lost, MODIFIERS);
    }
    if field.is_closed(unit) {
        tally.add(Word("closed"), mods.closed, MODIFIERS);
    }
    if field.round(unit).failed_charge && !field.is_closed(unit) {
        tally.add(Word("charge-failed"), mods.charge_failed, Cite("BS132"));
    }
    if has_friend_behind(field, unit) {
        tally.add(Word("friend-behind"), mods.behind, MODIFIERS);
    }
    let heroes = &tables().heroes;
    if command::with(field, unit).iter().any(|(_, of)| of.role == Role::Hero && of.level >= heroes.level) {
        tally.add(Word("hero"), heroes.morale, Cite("BS128"));
    }
    let charisma = command::charisma(field, unit);
    if charisma != 0 {
        tally.add(Word("charisma"), charisma, Cite("BS80"));
    }
    tally
}

/// Whether a friend who neither skirmishes nor is routed stands within six inches behind, of one who does not skirmish either.
fn has_friend_behind(field: Battlefield, unit: UnitId) -> bool {
    let Some(hull) = field.0.hull(unit).filter(|_| !field.skirmishes(unit)) else { return false };
    let behind = |other: UnitId| forward(&hull, field.middle(other)) < -hull.depth();
    let stands = |other: &UnitId| *other != unit && !field.stance(*other).routed && !field.skirmishes(*other);
    let friends = field.side(field.0.side_of(unit)).filter(stands);
    friends.into_iter().any(|other| behind(other) && field.distance(unit, other) <= tables().morale.near)
}

pub fn check(InRef(job): InRef<Check>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (unit, stance) = (job.unit, field.stance(job.unit));
    let due = job.always || is_due(field.troop(unit).figures, job.before, field.lost(unit));
    if !field.0.on_table(unit) || stance.routed || field.round(unit).breaks || !due {
        return Effects::pop();
    }
    let side = field.0.side_of(unit);
    let tally = rating(field, unit, false);
    let mut roller = dice.roller();
    let (passed, sum) = match passes(&mut roller, side, unit, tally.total(), field.plays(Switch::AtLeast)) {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let closed = field.is_closed(unit);
    let says = match (passed, closed) {
        (true, _) => "holds",
        (false, true) => "opens",
        (false, false) => "breaks",
    };
    let fact = Fact::new(if passed { CHECK } else { FAILS }, Narration::Said(Word(says)))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .dice(roller.rolled())
        .tally(Tally::default().with(Word("dice"), sum, CHECK))
        .tally(tally);
    Effects::pop().fact(match (passed, closed) {
        (true, _) => fact,
        (false, true) => dress::opened(field, unit, fact, stance),
        (false, false) => fact.change(alter(unit, |round: &mut Round| round.breaks = true)),
    })
}

/// Whether a unit keeps its place in a fight: what forecasts count.
pub fn steps(field: Battlefield, unit: UnitId) -> u8 {
    steps_with(field, unit, field.lost(unit))
}

/// The same if it had lost so many figures.
pub fn steps_with(field: Battlefield, unit: UnitId, lost: u8) -> u8 {
    let (of, stance): (u8, Stance) = (field.troop(unit).figures, field.stance(unit));
    if stance.routed {
        return 1;
    }
    let left = of.saturating_sub(lost);
    let quarters = (u16::from(left) * 4).div_ceil(u16::from(of.max(1))) as u8;
    quarters.max(1) + u8::from(field.is_closed(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_check_at_the_third_the_sixth_and_every_one_after() {
        let due = |before, now| is_due(12, before, now);
        assert!(!due(0, 2) && due(0, 3) && !due(3, 5) && due(5, 6) && due(6, 7) && due(0, 6) && !due(6, 6));
        assert!(is_due(10, 2, 3) && !is_due(10, 3, 4) && is_due(10, 4, 5));
    }

    #[test]
    fn chances_to_pass_are_those_of_the_book() {
        let chance = |rating| {
            let cases = crate::dice::odds::every_case(|dice| passes(dice, Side::North, UnitId(0), rating, false));
            (cases.share(|(passed, _)| *passed) * 100.0).round() as i32
        };
        assert_eq!([8, 9, 10, 11, 12, 13, 14].map(chance), [28, 36, 45, 55, 64, 72, 79]);
        assert_eq!((chance(0), chance(30)), (1, 99));
    }
}
