//! Impetus's own preferences where a choice is a word and not a march, for the captain. All values are in points of
//! unit values.

use super::activation::order::{AT, MOVES, Order, Verb, Way, decode};
use super::activation::plan::plan;
use super::activation::rush;
use super::battlefield::Battlefield;
use super::charge;
use super::contest;
use super::discipline;
use super::melee::{pursuit, retreat};
use super::reaction::{Answer, charged};
use super::{destiny, odds, ruleset, set_up, victory};
use crate::battle::{Action, Odds, Ref, TurnLimit, Value, View, reroll};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::Mil;
use crate::table::measure::distance;

/// A unit with an enemy this near is cautious, inches.
const NEAR: f32 = 4.0;

/// The cost of disorder, as a share of the unit's value.
const DISORDER: f32 = 0.2;
/// The cost of an activation in which a unit only turns.
const TURNING: f32 = 0.4;
/// By how much more a side that must attack values a fight in the last turn.
const EAGER: f32 = 5.0;

/// The value of a roll of destiny at the beginning of the battle.
const KEPT: f32 = 5.0;

/// How much the choice is preferred, in points.
pub fn preference(view: &View, side: Side, action: &Action) -> f32 {
    let field = Battlefield::of(*view);
    if contest::names(action) {
        return nearness(field, side, action);
    }
    if reroll::is_ordered(action) {
        return again(field, side);
    }
    if let Some(preference) = set_up::preference(field, side, action) {
        return preference;
    }
    let Some(Ref::Unit(unit)) = action.who.first().copied() else { return 0.0 };
    if let Some(verb) = Verb::of(action) {
        return order(field, side, verb, (unit, action));
    }
    if let Some(given) = Answer::of(action) {
        return answer(field, given, unit, action);
    }
    match (pursuit::Verb::of(action), retreat::Verb::of(action)) {
        (Some(pursuit::Verb::Pursue), _) => follow(field, side, unit),
        // A unit that does not turn mostly misses the beaten one.
        (Some(pursuit::Verb::Straight), _) => follow(field, side, unit) - 0.1,
        (_, Some(retreat::Verb::PassThrough)) => 0.1,
        _ => 0.0,
    }
}

/// What an order of a side's phase is worth to the unit that is named first.
fn order(field: Battlefield, side: Side, verb: Verb, (unit, action): (UnitId, &Action)) -> f32 {
    let view = &field.0;
    match verb {
        Verb::Move => -toil(field, side, action),
        Verb::Shoot if action.value(MOVES) == Some(&Value::Flag(true)) => -0.4,
        Verb::Shoot => 0.1,
        Verb::Rally => 1.0 + field.troop(unit).vd as f32 * 0.3,
        Verb::RallyOther => {
            let chance = |other: UnitId| f32::from(discipline::of(field, other, 0).faces()) / 6.0;
            action.unit(AT).map_or(0.0, |other| (0.6 + field.troop(other).vd as f32 * 0.3) * chance(other))
        }
        Verb::Rush => rushes(field, unit),
        Verb::Shieldwall => {
            if enemy_near(field, unit) {
                0.8
            } else {
                0.0
            }
        }
        Verb::Fight => {
            let eager = EAGER * haste(field, side);
            odds::standing(field, unit).map_or(0.0, |odds| 0.06 + eager + edge(&odds) * ruleset::unit_value(view, unit))
        }
        Verb::Ready => {
            if enemy_near(field, unit) {
                0.15
            } else {
                0.0
            }
        }
        Verb::Done => 0.0,
    }
}

/// What an answer to the enemy's move is worth.
fn answer(field: Battlefield, given: Answer, unit: UnitId, action: &Action) -> f32 {
    let view = &field.0;
    match given {
        Answer::Evade => {
            let odds = charged::prospect(field, unit);
            odds.map_or(0.0, |odds| edge(&odds) * ruleset::unit_value(view, unit) * 0.5 - 0.2)
        }
        Answer::CounterCharge => meets(field, unit),
        Answer::Charge => {
            let odds = action.unit(AT).and_then(|at| odds::melee_odds(view, unit, at, field.print(unit).pose()));
            odds.map_or(0.0, |odds| 0.2 + edge(&odds) * ruleset::unit_value(view, unit) * 0.5)
        }
        Answer::Hold | Answer::Shoot | Answer::Stand | Answer::Meets => 0.0,
    }
}

/// What a move costs its units: one that ends disordered must later rally instead of moving, or fights with fewer dice;
/// one that only turns has not come nearer.
fn toil(field: Battlefield, side: Side, action: &Action) -> f32 {
    let Ok(Order::Move(order)) = decode(&field.0, side, action) else { return 0.0 };
    let Ok(plan) = plan(field, &order) else { return 0.0 };
    let newly = plan.units.iter().filter(|p| p.disorder.is_some() && !field.disordered(p.unit));
    let disorder: f32 = newly.map(|p| DISORDER * ruleset::unit_value(&field.0, p.unit)).sum();
    let turns = matches!(order.way, Way::About | Way::Ahead { ahead: Mil::ZERO, .. });
    disorder + if turns { TURNING * plan.units.len() as f32 } else { 0.0 }
}

/// How much of the battle is over, 0 to 1, for a side that loses if nothing more happens; 0 for one that may wait.
fn haste(field: Battlefield, side: Side) -> f32 {
    if victory::favoured(field) == Some(side.other()) {
        field.0.clock().turn as f32 / field.0.battle_state::<TurnLimit>().turns().max(1) as f32
    } else {
        0.0
    }
}

/// How much better a reroll would be than the present roll, less the value of keeping the roll of destiny, which falls
/// towards the end of the battle.
fn again(field: Battlefield, side: Side) -> f32 {
    let turns = field.0.battle_state::<TurnLimit>().turns().max(1);
    let left = turns.saturating_sub(field.0.clock().turn) as f32 / turns as f32;
    destiny::gain(field, side) - KEPT * left
}

/// By how much winning a fight is likelier than losing it; a rout counts twice.
fn edge(odds: &Odds) -> f32 {
    let share = |what| odds.share(Word(what)) as f32;
    share("win") - share("lose") + share("break") - share("broken")
}

/// The value of a counter-charge: the dice of the unit's impetus, less the cost of failing its test.
fn meets(field: Battlefield, unit: UnitId) -> f32 {
    let chance = if field.kind(unit).mounted { 1.0 } else { f32::from(discipline::of(field, unit, 0).faces()) / 6.0 };
    0.3 * field.troop(unit).i as f32 * chance - 0.6 * (1.0 - chance)
}

fn enemy_near(field: Battlefield, unit: UnitId) -> bool {
    let print = field.print(unit);
    field.enemies(unit).any(|e| distance(&print, &field.print(e)) <= NEAR)
}

/// The nearer a command is to the enemy, the sooner it should be named.
fn nearness(field: Battlefield, side: Side, action: &Action) -> f32 {
    let Some(number) = contest::named_by(field, side, action) else { return 0.0 };
    let units = field.in_command(side, usize::from(number)).map(|unit| field.print(unit));
    let gaps = units.flat_map(|own| field.side(side.other()).map(move |enemy| distance(&own, &field.print(enemy))));
    1.0 / (1.0 + gaps.fold(f32::INFINITY, f32::min))
}

/// The value of a rush: that of the fight it leads to. Without a fight 0, since the test may still hold the unit back.
fn rushes(field: Battlefield, unit: UnitId) -> f32 {
    let Ok(plan) = rush::may_rush(field, unit) else { return 0.0 };
    let fights = plan.units.iter().flat_map(|p| p.enemies.iter().map(move |enemy| (p, *enemy)));
    let odds = fights.filter_map(|(p, enemy)| {
        odds::arriving(field, p.unit, &charge::began(field, p.unit, &p.start), &p.end, enemy, p.disorder.is_some())
    });
    odds.map(|odds| edge(&odds)).sum::<f32>() * ruleset::unit_value(&field.0, unit)
}

/// A fresh unit pursues; a worn one only when no fresh unit is there to do it.
fn follow(field: Battlefield, side: Side, unit: UnitId) -> f32 {
    let print = field.print(unit);
    let before = |e: &UnitId| crate::table::measure::corridor_distance(&print, &field.print(*e));
    let waiting = field.side(side.other()).filter(|e| before(e).is_some_and(|d| d.to_inches() <= NEAR));
    let fresh = waiting.filter(|e| field.fresh(*e) && !field.disordered(*e)).count() as f32;
    if field.fresh(unit) { 0.6 - 0.2 * fresh } else { 0.2 - 0.4 * fresh }
}
