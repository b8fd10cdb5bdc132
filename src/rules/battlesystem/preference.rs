//! Battlesystem's own preferences where a choice is a word and not a march, for the captain: in points of unit values.

use super::battlefield::Battlefield;
use super::moves::plan::{CHARGE, FLEE, FRONTAGE, WITHDRAW};
use super::{missile, odds, rally, ruleset};
use crate::battle::{Action, MOVE, Ref, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::{Edge, Leg};

/// How much the choice is preferred.
pub fn preference(view: &View, _: Side, action: &Action) -> f32 {
    let field = Battlefield::of(*view);
    let Some(Ref::Unit(unit)) = action.who.first().copied() else { return 0.0 };
    match action.key {
        rally::KEY => 1.0,
        missile::KEY => 0.2 + volley(view, action, unit),
        CHARGE => action.unit(Word("at")).map_or(0.0, |at| fight(view, unit, at)),
        // Nobody turns his back on a fight that he may win; flight costs a free blow.
        WITHDRAW => -0.5,
        FLEE => -4.0,
        FRONTAGE => -0.5,
        MOVE => match action.legs() {
            [Leg::Face(_)] => -1.5,
            [Leg::Form(word)] => form(field, unit, *word),
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// What a fight is worth: what the other would lose against what one would lose oneself.
fn fight(view: &View, unit: UnitId, at: UnitId) -> f32 {
    let Some(forecast) = odds::forecast(view, unit, at, Edge::Front) else { return 0.0 };
    let round = forecast.first;
    let (own, other) = (ruleset::unit_value(view, unit), ruleset::unit_value(view, at));
    let harm = |steps: f32, breaks: f32, strength: u8| (steps / f32::from(strength.max(1)) + breaks).min(1.0);
    let deals = harm(round.win * f32::from(round.deals.max(1)), round.breaks, odds::strength(view, at));
    let takes = harm(round.lose * f32::from(round.takes.max(1)), round.broken, odds::strength(view, unit));
    deals * other - takes * own + 0.5
}

fn volley(view: &View, action: &Action, unit: UnitId) -> f32 {
    let at = action.unit(Word("at"));
    let chance = at.and_then(|at| odds::shot(view, unit, at)).map_or(0.0, |odds| odds.share(Word("hit")) as f32);
    let field = Battlefield::of(*view);
    at.map_or(0.0, |at| chance * field.kind(at).points as f32 / 10.0)
}

/// Those who fight hand to hand are better closed.
fn form(field: Battlefield, unit: UnitId, word: Word) -> f32 {
    let opens = word == super::moves::plan::OPEN;
    if opens || field.kind(unit).missile.is_some() { -2.0 } else { 1.0 }
}
