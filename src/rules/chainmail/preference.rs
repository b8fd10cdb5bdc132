//! Chainmail's own preferences where a choice is a word and not a march, for the captain: in points of unit values.

use super::battlefield::Battlefield;
use super::data::tables;
use super::moves::charge::AT;
use super::moves::form::Formed;
use super::moves::plan::TO;
use super::shape::Shape;
use super::staged::touched_edge;
use super::verb::Verb;
use super::{engines, odds, ruleset, shooting};
use crate::battle::{Action, Ref, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::{Leg, Mil};

/// How much the choice is preferred.
pub fn preference(view: &View, _: Side, action: &Action) -> f32 {
    let field = Battlefield::of(*view);
    let Some(first) = action.who.first().copied() else { return 0.0 };
    let Ref::Unit(unit) = first else {
        // Who moves last sees what the other does.
        return if Verb::of(action) == Some(Verb::Last) { 0.3 } else { 0.0 };
    };
    let at = |worth: &dyn Fn(UnitId) -> f32| action.unit(AT).map_or(0.0, worth);
    match Verb::of(action) {
        Some(verb @ (Verb::Charge | Verb::Attack)) => at(&|at| fight(view, unit, at, verb == Verb::Charge)),
        Some(Verb::Change) => action.word(TO).map_or(0.0, |to| form(field, unit, to)),
        Some(Verb::Ride) => -3.0,
        Some(Verb::GoTo) => at(&|at| if field.flight(at).is_some() { ruleset::unit_value(view, at) } else { -2.0 }),
        Some(Verb::Cancel) => -1.0,
        Some(Verb::Retire) => -4.0,
        Some(Verb::FallBack) => 1.0,
        Some(Verb::Throw | Verb::Fire) => 0.2 + engines::expected(field, action),
        Some(Verb::Shoot) => 0.2 + at(&|at| volley(view, unit, at)),
        Some(Verb::Join) => at(&|at| fight(view, unit, at, false)),
        Some(Verb::Move) => match action.legs() {
            [Leg::Face(_)] => -0.8,
            [Leg::Slide(angle, _)] if angle.turn().0.abs() > 9000 => -1.5,
            [Leg::Slide(..)] => -0.5,
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// What a fight is worth: what the other would lose against what one would lose oneself.
fn fight(view: &View, unit: UnitId, at: UnitId, charges: bool) -> f32 {
    let field = Battlefield::of(*view);
    let upon = touched_edge(&field.print(unit), &field.print(at));
    let Some(forecast) = odds::forecast(view, unit, at, upon) else { return 0.0 };
    let round = if charges { forecast.first } else { forecast.later };
    let (own, other) = (ruleset::unit_value(view, unit), ruleset::unit_value(view, at));
    let harm = |steps: f32, breaks: f32, strength: u8| (steps / f32::from(strength.max(1)) + breaks).min(1.0);
    let deals = harm(round.win, round.breaks, odds::strength(view, at));
    let takes = harm(round.lose, round.broken, odds::strength(view, unit));
    let archers = if field.troop(unit).weapon.is_some_and(|weapon| !weapon.thrown) { -1.0 } else { 0.5 };
    deals * other - takes * own + archers - foregone(view, unit)
}

/// What the fire is worth that a unit gives up when it comes to grips: all its volleys of this turn at the best target.
fn foregone(view: &View, unit: UnitId) -> f32 {
    let field = Battlefield::of(*view);
    let best = shooting::targets(field, unit).into_iter().map(|at| volley(view, unit, at)).max_by(f32::total_cmp);
    let shots = field.troop(unit).weapon.map_or(0, |weapon| weapon.shots.0);
    best.unwrap_or(0.0) * f32::from(shots)
}

fn volley(view: &View, unit: UnitId, at: UnitId) -> f32 {
    let field = Battlefield::of(*view);
    let each = field.troop(at).each() / 10.0;
    shooting::mean_kills(field, unit, at) * each
}

/// Who fights hand to hand is better in line when the enemy is near, and in close order.
fn form(field: Battlefield, unit: UnitId, to: Word) -> f32 {
    let near = field.enemies(unit).map(|enemy| field.distance(unit, enemy)).min().unwrap_or(Mil::inches(99));
    let threatened = near < Mil(field.pace(unit).0 * 3);
    let now = field.formation(unit).shape;
    match Formed::named(to) {
        Some(Formed::Ranks { open }) => {
            if open {
                -2.0
            } else {
                1.0
            }
        }
        Some(Formed::Shape(Shape::Line)) if now == Shape::Column && !threatened => 0.2,
        Some(Formed::Shape(Shape::Line)) if near > *tables().control => 2.5,
        Some(Formed::Shape(Shape::Column)) => -2.0,
        _ => -2.5,
    }
}
