//! The ruleset's own sense of play for choices whose effect is not seen on the table, in points of unit values.

use super::battlefield::Battlefield;
use super::characters::{self, ride};
use super::charge::{self, Cause, at_chargers};
use super::combat::{self, fall_back, reform, winner};
use super::command::{self, march};
use super::forced::way;
use super::formation::{Formation, formation, full_pace};
use super::odds;
use super::troop::Sort;
use crate::battle::{Action, Ref, Value, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::measure::{TOUCH, within};
use crate::table::{Footprint, Leg, Mil, whose};

crate::verbs! {
    /// The verbs of which one may be better than another.
    enum Verb {
        Deploy = "deploy",
        Move = "move",
        Charge = "charge",
        Advance = "advance",
        Evade = "evade",
        Volley = "volley",
        Testudo = "testudo",
        Shieldwall = "shieldwall",
        Pursue = "pursue",
        Stand = "stand",
        Back = "back",
        Left = "left",
        Right = "right",
        Shoot = "shoot",
        Join = "join",
        Ride = "ride",
        FallBack = "fall-back",
        Reform = "reform",
    }
}

/// How much better a choice is than others.
pub fn preference(view: &View, _: Side, action: &Action) -> f32 {
    let field = Battlefield::of(*view);
    let verb = Verb::of(action);
    if verb == Some(Verb::Deploy) {
        return super::deploy::preference(field, action);
    }
    if let [Ref::Base(..)] = action.who[..] {
        return combat::worth_declared(view, action);
    }
    let forms = action.legs().iter().any(|leg| matches!(leg, Leg::Form(_)));
    if verb == Some(Verb::Move) && !action.legs().is_empty() && !forms {
        return line_worth(field, action);
    }
    let [Ref::Unit(unit)] = action.who[..] else { return 0.0 };
    let Some(verb) = verb else { return 0.0 };
    let question = view.question().map(|question| question.key);
    match (question, verb) {
        (_, Verb::Charge) => charge_worth(field, unit, Cause::Order, action),
        (_, Verb::Advance) => charge_worth(field, unit, Cause::Advance, action),
        (Some(command::KEY), Verb::Evade) => evade_worth(field, unit),
        (_, Verb::Volley) => 0.4,
        (Some(march::KEY), Verb::Testudo | Verb::Shieldwall) => wall_worth(field, unit),
        (Some(winner::KEY), Verb::Pursue) => 2.0,
        (Some(winner::KEY), Verb::Stand) => 0.5,
        (Some(way::KEY), Verb::Back) => 1.0,
        (Some(way::KEY), Verb::Left | Verb::Right) => 0.8,
        (Some(at_chargers::KEY), Verb::Shoot) => 1.0,
        (Some(ride::KEY), Verb::Join) => ride_worth(field, unit, action),
        (Some(ride::KEY), Verb::Ride) => characters::worth(field, unit, action),
        (Some(fall_back::KEY), Verb::FallBack) => 0.5,
        (Some(reform::KEY), Verb::Reform) => reform_worth(field, unit, action),
        _ => 0.0,
    }
}

/// A unit beside others who face as it does can be ordered with them by one roll (A5.4): what a march adds to that, or takes
/// from it. Those of its brigade who have not moved yet may come up again.
fn line_worth(field: Battlefield, action: &Action) -> f32 {
    const BESIDE: f32 = 0.5;
    let ends =
        super::legs::units(action).and_then(|who| Some((super::legs::ends(field, &who, action.legs()).ok()?, who)));
    let Some((going, who)) = ends else { return 0.0 };
    let later = field.0.question().map(|question| question.about).unwrap_or_default();
    let counts = |friend: UnitId| !who.contains(&friend) && !later.contains(&Ref::Unit(friend));
    let beside = |unit: UnitId, prints: &[Footprint]| -> i32 {
        let side = field.0.side_of(unit);
        let near = prints.iter().flat_map(|print| {
            let near = field.0.layout().around(print, TOUCH.to_inches() + 0.1);
            near.filter(move |foot| foot.print.heading == print.heading && within(&foot.print, print, TOUCH))
        });
        let mut friends: Vec<UnitId> = whose(near.filter(|foot| field.0.side_of(foot.unit) == side)).collect();
        friends.retain(|friend| counts(*friend));
        friends.sort_unstable();
        friends.dedup();
        friends.len() as i32
    };
    let more: i32 = going
        .iter()
        .map(|of| {
            let size = field.size(of.unit);
            let then: Vec<Footprint> = of.ends.iter().map(|pose| size.base(*pose)).collect();
            beside(of.unit, &then) - beside(of.unit, &field.prints(of.unit))
        })
        .sum();
    more.clamp(-2, 2) as f32 * BESIDE
}

/// What a charge brings on average: how much likelier it is to win the first round than to lose it.
fn charge_worth(field: Battlefield, unit: UnitId, cause: Cause, action: &Action) -> f32 {
    let Some(target) = action.unit(Word("at")) else { return 0.0 };
    let reach = charge::reach(field, unit, cause);
    let Ok(plan) = charge::plan(field, unit, target, reach, cause) else { return 0.0 };
    let set_up = odds::meeting(field, unit, &plan.ends, &plan.touched, cause != Cause::Advance);
    let mean = |own: bool| -> f32 {
        let of = set_up.blows.iter().filter(|blows| (blows.attack.who == unit) == own);
        of.map(|blows| {
            let saves = blows.attack.armour.map_or(0.0, |face| (7.0 - f32::from(face)) / 6.0);
            let dice =
                blows.attack.dice.iter().map(|dice| f32::from(dice.count) * (7.0 - f32::from(dice.hits_on)) / 6.0);
            dice.sum::<f32>() * (1.0 - saves)
        })
        .sum()
    };
    // A hit is worth about a ninth of a unit.
    (mean(true) - mean(false)) * 1.2
}

/// A testudo or a shieldwall costs the order that would have moved the unit: it pays where enemies may come upon it, or
/// shoot at it, before its next order.
fn wall_worth(field: Battlefield, unit: UnitId) -> f32 {
    let near = Mil(full_pace(Sort::Cavalry).pace().0 + full_pace(Sort::Infantry).pace().0);
    if field.enemies_within(unit, near).is_empty() { -1.0 } else { 0.2 }
}

/// Skirmishers leave whoever would ride them down.
fn evade_worth(field: Battlefield, unit: UnitId) -> f32 {
    let light = field.has(unit, super::troop::Tag::Skirmisher);
    if light { 0.3 } else { -0.5 }
}

/// A character goes to a unit that is engaged and adds to it, if he is not the general.
fn ride_worth(field: Battlefield, leader: UnitId, action: &Action) -> f32 {
    let Some(unit) = action.unit(Word("at")) else { return 0.0 };
    let general = field.leader(leader).is_some_and(|leader| leader.is_general());
    let with = field.joined(leader).is_some_and(|with| super::support::engaged(field, with));
    // Only the best bonus of a unit counts, and all who are with it die with it.
    let attacks = |of: UnitId| field.leader(of).map_or(0, |leader| leader.attacks());
    let adds = field.joined_to(unit).into_iter().all(|of| attacks(of) < attacks(leader));
    match (super::support::engaged(field, unit), general) {
        (true, false) if !with && adds => 0.6,
        (true, _) => -1.0,
        (false, true) => -0.3,
        (false, false) => -0.1,
    }
}

/// A unit in no order goes into line again, and faces as it did; others stay as they are.
fn reform_worth(field: Battlefield, unit: UnitId, action: &Action) -> f32 {
    let disordered = formation(&field.prints(unit)) == Formation::Irregular;
    let line = matches!(action.value(Word("into")), Some(Value::Name(form)) if *form == Formation::Line.word());
    if disordered && line { 0.5 } else { -0.5 }
}
