//! Mobs (6.4): they do what they have been ordered to, stand, or go on as they went.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::plan::refuse;
use crate::battle::{Action, Arg, Effects, Fact, Job, Narration, Ref, Refusal, Truth, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::{Body, Stop};
use crate::rules::battlesystem::contact::contacts;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::state::{Last, Round};
use crate::rules::battlesystem::troop::Class;
use crate::rules::battlesystem::verb::Verb;
use crate::rules::battlesystem::{dress, ground};
use crate::table::slide::{self, seat};
use crate::table::{Cdeg, Leg, Mil};

const RULE: Cite = Cite("BS85");

crate::word_enum! {
    /// What a mob is ordered to do.
    pub enum Order {
        Advance = "advance",
        Charge = "charge",
        Forced = "forced-march",
        Wheel = "wheel",
    }
}

/// A job: a mob without an order keeps its last direction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drifts {
    pub unit: UnitId,
}

impl Job for Drifts {
    const NAME: &'static str = "battlesystem.drifts";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(drifts, self, world)
    }
}

/// Whether a unit that is no mob, or a mob with that order, may do so.
///
/// # Errors
/// It has no order, or another one.
pub fn may(field: Battlefield, unit: UnitId, action: &Action) -> Result<(), Refusal> {
    let charges = match Verb::of(action) {
        Some(Verb::Charge) => true,
        Some(Verb::Move) => false,
        _ => return Ok(()),
    };
    if field.class(unit) != Class::Mob {
        return Ok(());
    }
    // What no mob ever does is refused by its own rule.
    if action.legs().iter().any(|leg| matches!(leg, Leg::Face(_) | Leg::Form(_))) {
        return Ok(());
    }
    let Some(order) = field.round(unit).order else { return Err(refuse("no-order", unit, "BS85")) };
    let wheels = |leg: &Leg| matches!(leg, Leg::Wheel(angle) if *angle != Cdeg::ZERO);
    let fits = match (order, charges) {
        (Order::Charge, true) => true,
        (Order::Charge, false) | (_, true) => false,
        (Order::Wheel, _) => {
            let first = action.legs().first().is_some_and(wheels) && !field.round(unit).begun;
            action.legs().iter().filter(|leg| wheels(leg)).count() <= usize::from(first)
        }
        (Order::Advance | Order::Forced, _) => !action.legs().iter().any(wheels),
    };
    let stands = action.legs().iter().all(|leg| *leg == Leg::Ahead(Mil::ZERO)) && !charges;
    if fits || stands {
        Ok(())
    } else {
        Err(refuse("mob-ordered-otherwise", unit, "BS85").word(Word("order"), Arg::Word(order.word())))
    }
}

/// Whether a mob goes on by itself: it has no order, moved in the last round and touches nobody.
pub fn drifting(field: Battlefield, unit: UnitId) -> bool {
    let round = field.round(unit);
    field.class(unit) == Class::Mob
        && round.order.is_none()
        && !round.begun
        && !round.rallied
        && !field.stance(unit).routed
        && field.0.unit_state::<Last>(unit).moved
        && contacts(field, unit).is_empty()
}

/// How far a mob goes straight ahead by itself: to what costs more than one, to what it may not enter, and to a hair more than
/// contact with an enemy.
fn far(field: Battlefield, body: &Body) -> Mil {
    let direction = body.direction(Cdeg::ZERO);
    let rate = field.left(body.unit);
    let mut far = ground::limit(field, body, direction, rate).map_or(rate, |(at, _)| at);
    let halts = tables().mob.halts;
    for print in body.feet() {
        for foot in field.0.layout().along(Some(body.side.other()), &print, direction, far.to_inches(), halts + 0.02) {
            if let Some(at) = slide::approaches(&print, direction, &foot.print, halts) {
                far = far.min(seat(at.max(0.0), Mil::ZERO));
            }
        }
    }
    // An inch that costs more is not gone.
    let (mut least, mut most) = (0, far.0);
    while least < most {
        let middle = (least + most + 1) / 2;
        if ground::price(field, body, direction, Mil(middle)) <= ground::hundredths(Mil(middle)) {
            least = middle
        } else {
            most = middle - 1
        }
    }
    Mil(least)
}

pub fn drifts(InRef(job): InRef<Drifts>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let body = Body::of(field, unit);
    let by = far(field, &body);
    let columns = body.columns();
    let stops = vec![Stop { by, met: None }; columns.len()];
    let to = body.moved(&columns, &stops, body.direction(Cdeg::ZERO));
    let moved = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![vec![body.facing(), to.facing()]] };
    let fact = Fact::new(RULE, moved).says(Word("drifts")).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let fact = dress::placed(fact, &to, field.stance(unit));
    Effects::pop().fact(fact.change(alter(unit, move |round: &mut Round| {
        round.begun = true;
        round.done = true;
        round.spent = by;
    })))
}
