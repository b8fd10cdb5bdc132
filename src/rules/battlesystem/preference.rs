//! Battlesystem's own preferences where a choice is a word and not a march, for the captain: in points of unit values.

use super::battlefield::Battlefield;
use super::contact::contacts;
use super::moves::mob::Order;
use super::moves::plan::{AT, Ranks, bearing_of};
use super::rally::WHAT;
use super::state::Last;
use super::verb::Verb;
use super::{missile, odds, ruleset};
use crate::battle::{Action, Ref, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Edge, Leg};

/// How much the choice is preferred.
pub fn preference(view: &View, _: Side, action: &Action) -> f32 {
    let field = Battlefield::of(*view);
    let Some(Ref::Unit(unit)) = action.who.first().copied() else { return 0.0 };
    let Some(verb) = Verb::of(action) else { return 0.0 };
    match verb {
        Verb::Rally => 1.0,
        Verb::Order => order(field, unit, action),
        Verb::Reroll => 0.5,
        // A commander does best where he is, with his unit.
        Verb::Ride => -3.0,
        Verb::Join => 2.0,
        // A volley of the first window costs the march of this round: friends who want to come on would stand behind.
        Verb::Shoot if missile::costs_the_march(view) && holds_up(field, unit) => -1.0,
        Verb::Shoot => 0.2 + volley(field, action, unit),
        Verb::Charge => action.unit(AT).map_or(0.0, |at| fight(view, unit, at)),
        // Nobody turns his back on a fight that he may win; flight costs a free blow.
        Verb::Withdraw => -0.5,
        Verb::Flee => -4.0,
        // Who wraps strikes with more and from the flank, and is open afterwards.
        Verb::Wrap => wrap(field, unit),
        Verb::Forced => hurry(field, unit),
        Verb::Frontage | Verb::Pivot | Verb::Turn => -0.5,
        Verb::Move => match action.legs() {
            [Leg::Face(_)] => faces(view, unit, action.legs()) - 1.5,
            [Leg::Form(word)] => form(field, unit, *word),
            legs => faces(view, unit, legs),
        },
        Verb::Go | Verb::Stay | Verb::Follow | Verb::Deploy | Verb::Done => 0.0,
    }
}

/// Nobody turns his flank or his back to an enemy who may come at him, and whoever has him there turns to him: by how much of the
/// unit's worth that is better or worse than to face as it does.
fn faces(view: &View, unit: UnitId, legs: &[Leg]) -> f32 {
    let field = Battlefield::of(*view);
    let angle = |leg: &Leg| if let Leg::Wheel(angle) | Leg::Face(angle) = leg { angle.0 } else { 0 };
    let turned: i32 = legs.iter().map(angle).sum();
    if turned == 0 || field.skirmishes(unit) {
        return 0.0;
    }
    let comes = |enemy: &UnitId| {
        !field.stance(*enemy).routed && field.distance(unit, *enemy) <= field.charge_of(*enemy).to_inches()
    };
    let enemies: Vec<Cdeg> =
        field.enemies(field.0.side_of(unit)).filter(comes).map(|enemy| bearing_of(field, unit, enemy)).collect();
    let exposed = |turned: Cdeg| {
        let share = |bearing: &Cdeg| match (*bearing - turned).turn().0.abs() {
            off if off > 9000 => 0.4,
            off if off > 6000 => 0.1,
            _ => 0.0,
        };
        enemies.iter().map(share).fold(0.0, f32::max)
    };
    (exposed(Cdeg::ZERO) - exposed(Cdeg(turned))) * ruleset::unit_value(view, unit)
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

/// A volley is worth the figures that it costs, at their price: a knight more than a peasant.
fn volley(field: Battlefield, action: &Action, unit: UnitId) -> f32 {
    action.unit(AT).map_or(0.0, |at| odds::volley(field, unit, at) * field.kind(at).points as f32 / 10.0)
}

/// Whether it stands in the way of a friend who has to come at the enemy, hand to hand, and would reach it in one march.
fn holds_up(field: Battlefield, unit: UnitId) -> bool {
    let side = field.0.side_of(unit);
    let must = super::victory::favoured(field) == Some(side.other());
    let comes_on = |friend: &UnitId| {
        *friend != unit
            && field.kind(*friend).missile.is_none()
            && !field.stance(*friend).routed
            && in_way(field, *friend, unit)
    };
    must && field.side(side).any(|friend| comes_on(&friend))
}

/// Whether a unit stands straight ahead of a friend, within his rate.
fn in_way(field: Battlefield, friend: UnitId, unit: UnitId) -> bool {
    let (side, far) = (field.0.side_of(friend), field.kind(friend).rate().to_inches());
    let bases = field.bases(friend);
    bases.iter().any(|print| {
        field.0.layout().in_way(Some(side), print, print.forward(), far, 0.1).any(|foot| foot.unit == unit)
    })
}

/// A wrap is worth the figures that it brings to blows, where the unit is not the one that is about to break.
fn wrap(field: Battlefield, unit: UnitId) -> f32 {
    let enemies = contacts(field, unit);
    let front = |unit: UnitId| i32::from(field.stance(unit).files.min(field.figures(unit)));
    let over = front(unit) - enemies.iter().map(|enemy| front(*enemy)).max().unwrap_or(0);
    over.clamp(0, 4) as f32 * 0.5 - if field.stance(unit).open { 0.0 } else { 0.6 }
}

/// Whoever is far from every enemy and has to come to him hurries; who shoots does not, for it would not shoot.
fn hurry(field: Battlefield, unit: UnitId) -> f32 {
    let side = field.0.side_of(unit);
    let far = field.enemies(side).map(|enemy| field.distance(unit, enemy)).fold(f32::INFINITY, f32::min);
    let must = super::victory::favoured(field) == Some(side.other());
    let room = far - field.forced_of(unit).to_inches() - 12.0;
    let again = field.0.unit_state::<Last>(unit).forced;
    if must && room > 0.0 && !again && field.kind(unit).missile.is_none() { 6.0 } else { -0.5 }
}

/// A mob charges whom it can reach, and else goes on.
fn order(field: Battlefield, unit: UnitId, action: &Action) -> f32 {
    let range = field.charge_of(unit).to_inches();
    let ahead = |enemy: UnitId| field.distance(unit, enemy) <= range && bearing_of(field, unit, enemy).0.abs() <= 4500;
    let near = field.enemies(field.0.side_of(unit)).any(ahead);
    match action.word(WHAT).and_then(|word| Order::named(word.0)) {
        Some(Order::Charge) if near => 2.0,
        Some(Order::Advance) => 1.0,
        _ => 0.0,
    }
}

/// Those who fight hand to hand are better closed.
fn form(field: Battlefield, unit: UnitId, word: Word) -> f32 {
    let opens = Ranks::named(word.0) == Some(Ranks::Open);
    if opens || field.kind(unit).missile.is_some() { -2.0 } else { 1.0 }
}
