//! Armati's own preferences where a choice is a word and not a march, for the captain. All values are in points of unit
//! values.

use super::battlefield::Battlefield;
use super::formation::form::Form;
use super::melee::reroll;
use super::melee::round::loser;
use super::movement::order;
use super::odds;
use super::unit_value;
use super::{ambush, defeat, deploy};
use crate::battle::{Action, Odds, Ref, TurnLimit, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::measure::{corridor_distance, distance};
use crate::table::{Cdeg, Leg, Mil};

/// The value of a general's only reroll at the beginning of a battle.
const KEPT: f32 = 5.0;
/// The cost of moving a general from one unit to another.
const MOVED_ABOUT: f32 = 0.3;

/// The factor for what a formation gains in a fight while nobody is fighting yet.
const PATIENCE: f32 = 0.4;
/// Enemies farther away than this are not ambushed yet, inches.
const SPRINGS: f32 = 9.0;
/// The cost of an about-face for each unit.
const ABOUT: f32 = 0.5;
/// The value of a turn in which a unit does nothing else.
const A_TURN: f32 = 0.3;

crate::verbs! {
    /// The verbs of which one may be better than another.
    enum Verb {
        Deploy = "deploy",
        Volley = "volley",
        First = "first",
        Second = "second",
        LeftToRight = "left-to-right",
        RightToLeft = "right-to-left",
        Evade = "evade",
        Detach = "detach",
        Attach = "attach",
        Reroll = "reroll",
        Panic = "panic",
        Split = "split",
        Regain = "rally",
        Rest = "rest",
        Dress = "dress",
        Show = "show",
        Move = "move",
        BreakOff = "break-off",
    }
}

/// Who would win if the last turn ended now.
pub fn favoured(view: &View) -> Option<Side> {
    let ruled = view.battle_state::<TurnLimit>().winner();
    ruled.or_else(|| defeat::smaller_share(Battlefield::of(*view).armies()))
}

/// How much the choice is preferred, in points.
pub fn preference(view: &View, side: Side, action: &Action) -> f32 {
    let field = Battlefield::of(*view);
    let unit = match action.who[..] {
        [Ref::Unit(unit)] => Some(unit),
        _ => None,
    };
    let Some(verb) = Verb::of(action) else { return 0.0 };
    match (verb, unit) {
        (Verb::Deploy, _) => deploy::advice::preference(field, side, action),
        (Verb::Volley, _) => 100.0,
        (Verb::First, _) => readiness(field, side),
        (Verb::Second, _) => readiness(field, side.other()) * 0.5,
        (Verb::LeftToRight, _) => better_on_the_left(field, side),
        (Verb::RightToLeft, _) => -better_on_the_left(field, side),
        (Verb::Evade, Some(unit)) => evade(field, unit, action),
        (Verb::Detach, _) => elsewhere(field, side),
        (Verb::Attach, _) => action.unit(order::TO).map_or(0.0, |to| place(field, to)),
        (Verb::Reroll, _) => again(field, side),
        (Verb::Panic, Some(chariot)) => action.unit(Word("at")).map_or(0.0, |at| panic(field, chariot, at)),
        (Verb::Split, _) => split(field, action),
        (Verb::Regain, Some(unit)) => 0.3 + if field.troop(unit).key { 0.5 } else { 0.0 },
        (Verb::Rest, Some(unit)) => {
            let near_tired = field.fatigue(unit) + 1 >= field.troop(unit).bp0;
            if near_tired { 0.9 } else { 0.2 }
        }
        (Verb::Dress, Some(_)) => 0.7,
        (Verb::Show, _) => out_of_hiding(field, side, action),
        _ if matches!(action.legs(), [Leg::Form(_)]) => unit.map_or(0.0, |unit| formation(field, unit, action)),
        (Verb::Move, _) => -turning_about(field, action),
        (Verb::BreakOff, _) => unit.map_or(0.0, |unit| breaking_off(field, unit)),
        _ => 0.0,
    }
}

/// The total value of the charges that a side could make now.
fn readiness(field: Battlefield, side: Side) -> f32 {
    let mut sum = 0.0;
    for unit in field.side(side).filter(|u| !field.engaged(*u)) {
        let print = field.print(unit);
        let ahead = |e: &UnitId| corridor_distance(&print, &field.print(*e)).filter(|d| *d <= field.allowance(unit));
        let near = field.enemies(unit).filter_map(|e| ahead(&e).map(|d| (d, e))).min();
        if let Some((_, enemy)) = near {
            let it = field.print(enemy);
            let from = crate::table::Pose { at: it.front(), heading: (it.heading + Cdeg::HALF).heading() };
            sum += odds::melee_odds(&field.0, unit, enemy, from).map_or(0.0, |o| edge(&o));
        }
    }
    sum
}

/// By how much winning a fight is likelier than losing it; breaking at once counts three times.
fn edge(odds: &Odds) -> f32 {
    let share = |what| odds.share(Word(what)) as f32;
    share("win") - share("lose") + 2.0 * (share("break") - share("broken"))
}

/// The odds of a melee that is under way.
fn melee_odds_here(field: Battlefield, unit: UnitId, enemy: UnitId) -> Option<Odds> {
    odds::melee_odds(&field.0, unit, enemy, field.print(unit).pose())
}

/// How much more of the likely wins are on the left, as that side sees the table: those should be fought first.
fn better_on_the_left(field: Battlefield, side: Side) -> f32 {
    let middle = field.0.ground().width / 2.0;
    let sign = if side == Side::South { 1.0 } else { -1.0 };
    let mut sum = 0.0;
    for unit in field.side(side) {
        for contact in field.contacts(unit) {
            let left = (middle - field.print(unit).centre.x) * sign;
            sum += melee_odds_here(field, unit, contact.enemy).map_or(0.0, |o| edge(&o)) * left * 0.02;
        }
    }
    sum
}

fn evade(field: Battlefield, unit: UnitId, action: &Action) -> f32 {
    let way = match action.legs().last() {
        Some(Leg::Ahead(way) | Leg::Slide(_, way)) => *way,
        _ => Mil::ZERO,
    };
    // Units that cannot get away may as well stand; skirmishers in cover fight.
    let covered = super::movement::straight::in_difficult(field, &field.print(unit));
    if way < Mil::inches(2) || (covered && field.kind(unit).skirmisher) { -0.5 } else { 1.0 }
}

/// How much better another place is for the general: with another unit in reach, or alone.
fn elsewhere(field: Battlefield, side: Side) -> f32 {
    let Some(with) = field.general(side).with else { return 0.0 };
    let ride = crate::rules::armati::data::data().tables.general.r#move.to_inches();
    let print = field.print(with);
    let others = field.side(side).filter(|u| *u != with && distance(&print, &field.print(*u)) <= ride);
    let best = others.map(|u| place(field, u)).fold(0.0, f32::max);
    best - place(field, with) - MOVED_ABOUT
}

/// The value of having the general with that unit: in its melees, and for its division.
fn place(field: Battlefield, unit: UnitId) -> f32 {
    unit_value::post(field, unit) + unit_value::command(field, unit)
}

/// How much better another throw would be than the present one, less the value of keeping the reroll, which falls
/// towards the end of the battle.
fn again(field: Battlefield, side: Side) -> f32 {
    let Some(reroll::MeleeRound { pair, thrown: Some(thrown) }) = field.0.job() else { return 0.0 };
    let melee = reroll::of(field, *pair);
    let Some(own) = melee.parties.iter().position(|party| party.side == side) else { return 0.0 };
    let sums = melee.round(thrown.faces).tallies.map(|tally| tally.total());
    let as_it_is = unit_value::of_round(field, &melee, own, loser(sums));
    let turns = field.0.battle_state::<TurnLimit>().turns().max(1);
    let left = turns.saturating_sub(field.0.clock().turn) as f32 / turns as f32;
    unit_value::of_throw(field, &melee, own) - as_it_is - KEPT * left
}

/// What that chariot gains if the infantry panics because of it.
fn panic(field: Battlefield, chariot: UnitId, infantry: UnitId) -> f32 {
    let melee = reroll::of(field, (chariot, infantry));
    let throw = |panics| unit_value::of_throw(field, &melee.tested(panics), 0);
    throw(true) - throw(false)
}

/// Units are split off only if they have nobody before them and an enemy in reach to turn against.
fn split(field: Battlefield, action: &Action) -> f32 {
    let off: Vec<UnitId> =
        action.refs(order::OFF).iter().filter_map(|r| if let Ref::Unit(u) = r { Some(*u) } else { None }).collect();
    let idle = off.iter().all(|u| {
        let print = field.print(*u);
        field.enemies(*u).all(|e| corridor_distance(&print, &field.print(e)).is_none_or(|d| d > Mil::inches(12)))
    });
    let near = off.iter().any(|u| field.enemies(*u).any(|e| distance(&field.print(*u), &field.print(e)) < 8.0));
    if idle && near { 0.4 } else { -1.0 }
}

/// An ambush is revealed when an enemy is about to pass it or to move into it.
fn out_of_hiding(field: Battlefield, side: Side, action: &Action) -> f32 {
    let body = order::spoken(&field.0, &action.who);
    let own = ambush::prints(field, side).filter(|(unit, _)| field.division_of(*unit) == body);
    let near = own.flat_map(|(unit, print)| {
        field
            .side(side.other())
            .map(move |enemy| (distance(&print, &field.print(enemy)), field.allowance(unit).to_inches().min(SPRINGS)))
    });
    if near.into_iter().any(|(away, reach)| away <= reach) { 1.0 } else { -1.0 }
}

/// A unit changes its formation if the other one is better in its likely fights.
fn formation(field: Battlefield, unit: UnitId, action: &Action) -> f32 {
    let deep =
        action.legs().iter().any(|leg| matches!(leg, Leg::Form(word) if Form::of(*word).is_some_and(Form::is_deep)));
    let gain = deploy::advice::gain(field, unit);
    (if deep { gain } else { -gain }) * PATIENCE - A_TURN
}

/// What turning about costs a division: it turns its back on what it faced, and must turn again later.
fn turning_about(field: Battlefield, action: &Action) -> f32 {
    let about = action.legs().iter().any(|leg| matches!(leg, Leg::Face(angle) if angle.heading() == Cdeg::HALF));
    let turns = action.who.iter().filter_map(|who| order::spoken(&field.0, &[*who]));
    if about { turns.map(|body| ABOUT * field.0.bodies().get(body).units.len() as f32).sum() } else { 0.0 }
}

fn breaking_off(field: Battlefield, unit: UnitId) -> f32 {
    let worst = field.contacts(unit).iter().filter_map(|c| melee_odds_here(field, unit, c.enemy)).map(|o| edge(&o));
    let worst = worst.fold(f32::INFINITY, f32::min);
    if worst.is_finite() && !field.fatigued(unit) { -worst * 2.0 - 0.5 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::{Position, Staged, says};

    /// HI 6 with the general against HI of that value, in contact, with both dice as thrown.
    fn thrown(foe: &str, dice: &[u8]) -> Staged {
        let key = |fv: &'static str| [("fv", fv), ("key", "true")];
        let foe: &'static str = crate::cite::intern(foe);
        let position = Position::new()
            .switch("A16_general")
            .unit(South, "u1", "HI", (36.0, 20.0, 0.0), &key("(6, 2, 1)"))
            .unit(North, "foe", "HI", (36.0, 20.0, 180.0), &key(foe))
            .general(South, "scipio", "u1");
        position.at("melee", dice).contact("foe", (36.0, 26.0, 180.0), "u1").begin()
    }

    fn wants(staged: &Staged) -> bool {
        assert_eq!(staged.asks(), "reroll");
        preference(&staged.field().0, South, &says(South, "reroll")) > 0.0
    }

    #[test]
    fn a_reroll_is_spent_on_a_lost_round_that_may_well_be_won() {
        // The foe rolls first: 6 + 6 against 6 + 1 + 1.
        assert!(wants(&thrown("(6, 2, 1)", &[6, 1])));
    }

    #[test]
    fn it_is_not_spent_on_a_round_that_is_won_or_tied() {
        assert!(!wants(&thrown("(6, 2, 1)", &[1, 6])));
        assert!(!wants(&thrown("(6, 2, 1)", &[3, 2])));
    }

    #[test]
    fn nor_where_the_next_throw_is_as_good_as_lost() {
        // 12 against 6 + 1: 35 cases of 36 lose.
        assert!(!wants(&thrown("(12, 2, 1)", &[6, 1])));
    }

    #[test]
    fn a_general_is_drawn_to_units_that_wait_for_orders() {
        let position = |switch: &str| {
            let position = Position::new()
                .unit(South, "idle", "HI", (36.0, 10.0, 0.0), &[("key", "true")])
                .unit(South, "led", "HI", (12.0, 10.0, 0.0), &[("key", "true")])
                .unit(North, "far", "HI", (36.0, 44.0, 180.0), &[])
                .uncontrolled(South, 0);
            let position = if switch.is_empty() { position } else { position.switch(switch) };
            let staged = position.at("melee", &[]);
            place(staged.field(), staged.id("idle")) - place(staged.field(), staged.id("led"))
        };
        assert!(position("A16_general") > 0.0);
        assert!(position("").abs() < 1e-6);
    }
}
