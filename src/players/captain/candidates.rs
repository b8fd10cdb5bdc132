//! Marches worth a try: the stops that the offer names, shares of the way, and what leads to the nearest enemies.

use std::collections::VecDeque;

use super::is_march;
use super::sight::Sight;
use super::weigh::is_of;
use crate::battle::{Action, Choice, Offer, Param, Range, Ref, Value, View, Wish};
use crate::cite::Word;
use crate::table::measure::distance;
use crate::table::{Cdeg, Mil, Pose};

/// How many enemies a body looks at.
const TARGETS: usize = 3;

/// The bodies that may march, those nearest to the enemy first, so that who stands behind can follow.
pub fn sequence(sight: &Sight, offer: &Offer) -> VecDeque<Ref> {
    let mut bodies: Vec<(f32, Ref)> = Vec::new();
    for choice in offer.choices.iter().filter(|c| is_march(c)) {
        let Some(who) = choice.action.who.first().copied() else { continue };
        if bodies.iter().any(|(_, b)| *b == who) {
            continue;
        }
        let near = sight
            .own()
            .filter(|s| is_of(s, who))
            .flat_map(|s| sight.enemies().map(move |e| distance(&s.print, &e.print)));
        bodies.push((near.fold(f32::INFINITY, f32::min), who));
    }
    bodies.sort_by(|a, b| a.0.total_cmp(&b.0));
    bodies.into_iter().map(|(_, who)| who).collect()
}

/// What that body might do.
pub fn of(view: &View, sight: &Sight, offer: &Offer, who: Ref) -> Vec<Action> {
    let mut tries: Vec<Action> = Vec::new();
    let mut add = |action: Action| {
        if !tries.contains(&action) {
            tries.push(action);
        }
    };
    for choice in offer.choices.iter().filter(|c| is_march(c) && c.action.who.first() == Some(&who)) {
        for param in &choice.params {
            for stop in &param.stops {
                let mut action = choice.action.clone();
                param.put(&mut action, stop.at.clone());
                add(action);
            }
            if let Range::Length(low, high) = param.range {
                for part in [0.25, 0.5, 0.75, 1.0] {
                    let length = Mil::down(low.to_inches() + (high - low).to_inches() * part);
                    if let Some(action) = fitted(view, choice, param, Value::Length(length)) {
                        add(action);
                    }
                }
            }
        }
        for (wheel, ahead) in turns(choice) {
            let mut action = choice.action.clone();
            wheel.0.put(&mut action, Value::Angle(wheel.1));
            if let Some((param, length)) = ahead {
                param.put(&mut action, Value::Length(length));
            }
            if let Some(action) = view.fit(&action).ok().map(|f| f.action).filter(|a| a.who == choice.action.who) {
                add(action);
            }
        }
        if choice.params.iter().any(|p| matches!(p.range, Range::Angle(..))) {
            for action in toward_enemies(view, sight, choice, who) {
                add(action);
            }
        }
    }
    tries
}

/// A turn, and how far ahead after it.
type Turn<'c> = ((&'c Param, Cdeg), Option<(&'c Param, Mil)>);

/// The wheels that a choice knows, full and half to either side, each alone and with shares of the way.
fn turns(choice: &Choice) -> Vec<Turn<'_>> {
    let angle = choice.params.iter().find_map(|p| match p.range {
        Range::Angle(low, high) => Some((p, [low, Cdeg(low.0 / 2), Cdeg(high.0 / 2), high])),
        _ => None,
    });
    let Some((wheel, angles)) = angle else { return Vec::new() };
    let length = choice.params.iter().find_map(|p| match p.range {
        Range::Length(_, high) => Some((p, high)),
        _ => None,
    });
    let mut turns = Vec::new();
    for angle in angles {
        turns.push(((wheel, angle), None));
        if let Some((param, high)) = length {
            turns.extend([3, 2, 1].map(|part| ((wheel, angle), Some((param, Mil(high.0 / part))))));
        }
    }
    turns
}

fn fitted(view: &View, choice: &Choice, param: &Param, value: Value) -> Option<Action> {
    let mut action = choice.action.clone();
    param.put(&mut action, value);
    view.fit(&action).ok().map(|f| f.action).filter(|a| a.who == choice.action.who)
}

/// Marches that make for the enemies nearest to the body: into contact, toward the front, toward the flanks.
fn toward_enemies(view: &View, sight: &Sight, choice: &Choice, who: Ref) -> Vec<Action> {
    let Some(lead) = sight.own().find(|s| is_of(s, who)) else { return Vec::new() };
    let mut near: Vec<_> = sight.enemies().map(|e| (distance(&lead.print, &e.print), e)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut wishes = Vec::new();
    for (way, enemy) in near.into_iter().take(TARGETS) {
        if way <= lead.charge + 2.0 {
            wishes.push(Wish::Target(Ref::Unit(enemy.unit)));
        }
        wishes.push(Wish::Toward(enemy.print.centre));
        for (turn, aside) in [(27_000, 1.0), (9_000, -1.0)] {
            // Beside the enemy, level with his rear, facing his side.
            let it = enemy.print;
            let at = it.centre + it.right() * aside * (it.half_width + 3.0) - it.forward() * 2.0;
            wishes.push(Wish::Pose(Pose { at, heading: (it.heading + Cdeg(turn)).heading() }));
        }
    }
    let fit = |wish| view.aim(choice, wish).ok().map(|f| f.action);
    wishes.into_iter().filter_map(fit).filter(|a| a.who == choice.action.who && a.key != Word("done")).collect()
}
