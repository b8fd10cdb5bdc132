//! Elephants (16): under fire they may panic, and they trample whoever is in their way (D38).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::activation::go::{disordered, moved};
use super::battlefield::Battlefield;
use super::damage::{Test, Tested, damage};
use super::data::tables;
use super::going;
use super::loss::{self, Cause};
use super::path::hits;
use super::rout::{Fate, Rout};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth};
use crate::cite::{Cite, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::slide::{seat, to_table_edge};
use crate::table::{Cdeg, Footprint};

const PANIC: Cite = Cite("16");

/// A job: elephants that failed a test of cohesion under fire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Panic {
    pub unit: UnitId,
    /// The unit that shot at them.
    pub from: UnitId,
}

/// A job: elephants run into a unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trample {
    pub unit: UnitId,
    pub other: UnitId,
}

impl Job for Panic {
    const NAME: &'static str = "impetus.panic";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(panic, self, world)
    }
}

impl Job for Trample {
    const NAME: &'static str = "impetus.trample";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(trample, self, world)
    }
}

/// Where frightened elephants run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    Stay,
    /// Away from the shooter.
    Away,
    /// To the left of their facing.
    Left,
    Ahead,
}

/// Rolls what they do.
///
/// # Errors
///
/// When the die is not known yet.
pub fn flight(roll: &mut impl Roll, side: Side, unit: UnitId) -> Result<Flight, NeedDice> {
    let numbers = &tables().elephants;
    let face = roll.die(Die::d6(side, Some(unit), Word("panic")))?;
    Ok(match face {
        n if n <= numbers.stay => Flight::Stay,
        n if n <= numbers.away => Flight::Away,
        n if n <= numbers.left => Flight::Left,
        _ => Flight::Ahead,
    })
}

/// They stay, or turn and run their whole move.
pub fn panic(InRef(job): InRef<Panic>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    let mut roller = dice.roller();
    let flight = match flight(&mut roller, field.0.side_of(unit), unit) {
        Ok(flight) => flight,
        Err(need) => return Effects::need(need),
    };
    let start = field.print(unit);
    let says = match flight {
        Flight::Stay => Word("panic-stays"),
        Flight::Away => Word("panic-away"),
        Flight::Left => Word("panic-left"),
        Flight::Ahead => Word("panic-ahead"),
    };
    let told =
        Fact::new(PANIC, Narration::Said(says)).word(Word("who"), Arg::Of(Ref::Unit(unit))).dice(roller.rolled());
    let effects = Effects::pop().fact(told);
    match turned(field, unit, &start, job.from, flight) {
        Some(turned) => run(field, effects, unit, &start, &turned),
        None => effects,
    }
}

/// How they stand before they run; none: they stay, or have no room to turn.
fn turned(field: Battlefield, unit: UnitId, start: &Footprint, from: UnitId, flight: Flight) -> Option<Footprint> {
    let end = match flight {
        Flight::Stay => return None,
        Flight::Ahead => *start,
        Flight::Left => start.faced(Cdeg::degrees(-90)),
        Flight::Away => {
            let away = start.centre - field.0.hull(from)?.centre;
            let heading = Cdeg::measured(bevy::math::ops::atan2(away.x, away.y).to_degrees()).heading();
            start.faced(heading - start.heading)
        }
    };
    let clear = field.0.ground().holds(&end) && field.0.layout().overlapping(&end).all(|f| f.unit == unit);
    let open = field.0.ground().under(&end).all(|p| going::going(p) != super::data::Going::Closed);
    (clear && open).then_some(end)
}

/// Moves them their whole move, up to the first thing in their way; beyond the table's edge they are lost.
fn run(field: Battlefield, effects: Effects, unit: UnitId, start: &Footprint, turned: &Footprint) -> Effects {
    let short = tables().stop_short.mil();
    let wish = field.troop(unit).m;
    let along = turned.forward();
    let far = wish.to_inches() + short.to_inches();
    let hits = hits(field, turned, along, far, |f| f.unit != unit);
    let first = hits.first().map(|hit| (seat(hit.at, short), hit.unit));
    let closed = field.0.ground().pieces().iter().filter(|p| going::going(p) == super::data::Going::Closed);
    let closed = closed.filter_map(|p| p.passages(turned, along, far).first().map(|(at, _)| seat(*at, short))).min();
    let met = first.filter(|(at, _)| *at < wish && closed.is_none_or(|closed| *at <= closed));
    let way = met.map_or(wish, |(at, _)| at).min(closed.unwrap_or(wish));
    if to_table_edge(field.0.ground(), turned, along) < way.to_inches() - 0.010_5 {
        return effects.push(Rout { unit, how: Fate::Fled, cite: PANIC, chain: false });
    }
    let end = turned.ahead(way.to_inches());
    let effects =
        if end == *start { effects } else { effects.fact(moved(field, PANIC, &[(unit, vec![*start, *turned, end])])) };
    match met {
        Some((_, other)) => effects.push(Trample { unit, other }),
        None => effects,
    }
}

/// What trampling does to both: so many dice against each, and a test for each that is damaged.
#[derive(Clone, Debug)]
pub struct Crush {
    pub tests: [Test; 2],
}

impl Crush {
    /// The elephants' dice and the other's, then the tests in that order.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn roll(&self, dice: &mut impl Roll) -> Result<[Tested; 2], NeedDice> {
        let count = tables().elephants.dice;
        let [own, other] = &self.tests;
        let by_own = damage(dice, count, own.side, own.unit, Word("trample"))?;
        let by_other = damage(dice, count, other.side, other.unit, Word("trample"))?;
        Ok([own.roll(dice, by_other)?, other.roll(dice, by_own)?])
    }
}

/// Whoever is run into is disordered, and both are hurt; there is no melee.
pub fn trample(InRef(job): InRef<Trample>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.unit) || !field.0.on_table(job.other) {
        return Effects::pop();
    }
    let steady = field.kind(job.other).one_shot;
    let other = loss::test(field, job.other);
    let other = Test { disordered: other.disordered || !steady, ..other };
    let crush = Crush { tests: [loss::test(field, job.unit), other] };
    let mut roller = dice.roller();
    let tested = match crush.roll(&mut roller) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    let tell = Narration::Fought { a: Ref::Unit(job.unit), b: Ref::Unit(job.other) };
    let count = |n: i32| Arg::Measured(Measured::Count(n));
    let fact = Fact::new(PANIC, tell)
        .says(Word("tramples"))
        .word(Word("damage"), count(tested[1].damage))
        .word(Word("damage2"), count(tested[0].damage))
        .dice(roller.rolled());
    let mut effects = Effects::pop().fact(fact);
    if !steady && !field.disordered(job.other) {
        effects = effects.fact(disordered(job.other, PANIC));
    }
    for (test, tested) in crush.tests.iter().zip(&tested) {
        effects = loss::suffer(effects, test, tested, Cause::Fire);
    }
    effects
}
