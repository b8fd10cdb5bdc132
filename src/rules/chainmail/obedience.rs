//! Feudal knights (11.3): where an enemy is in reach of a charge they charge, whatever they are told, unless a die shows 6; if
//! they see friends charge or fight no die helps.

use bevy::ecs::component::Component;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::Class;
use super::fighting::fighting;
use super::moves::charge::{AT, declared};
use super::moves::offers::charge_at;
use super::sight::sighted;
use super::troop::Drill;
use super::verb::Verb;
use crate::battle::{Action, Arg, Change, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Refusal, Truth, put};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::{Side, UnitId};

const RULE: Cite = Cite("C117");

crate::word_enum! {
    /// What knights do in this turn.
    #[derive(Default)]
    pub enum Temper {
        /// Nobody was in reach when their side began to move.
        #[default]
        Calm = "calm",
        /// Their die has left it to their owner.
        Free = "free",
        /// They charge.
        Bound = "bound",
    }
}

/// What a unit of knights does in this turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Obeys(pub Temper);

/// A job: the dice of a side's knights when its movement begins, from that place in their order on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obedience {
    pub side: Side,
    pub after: Option<UnitId>,
}

impl Job for Obedience {
    const NAME: &'static str = "chainmail.obedience";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(obedience, self, world)
    }
}

pub fn obedience(InRef(job): InRef<Obedience>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let waits = |unit: &UnitId| job.after.is_none_or(|after| *unit > after);
    let next = field.side(job.side).filter(waits).find(|unit| prey(field, *unit).is_some());
    let Some(unit) = next else { return Effects::pop() };
    let effects = Effects::become_job(Obedience { after: Some(unit), ..*job });
    let said =
        |says: &'static str| Fact::new(RULE, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let sees = |friend: UnitId| friend != unit && in_sight(field, unit, friend);
    let hot = |friend: &UnitId| field.engaged(*friend) || field.acts(*friend).charged.is_some();
    if field.side(job.side).filter(hot).any(sees) {
        return effects.fact(said("follows-friends").change(put(unit, Obeys(Temper::Bound))));
    }
    let mut roller = dice.roller();
    let face = match roller.die(Die::d6(job.side, Some(unit), Word("obedience"))) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let needs = fighting().obeys;
    let obeys = face >= needs;
    let temper = if obeys { Temper::Free } else { Temper::Bound };
    let fact = said(if obeys { "obeys" } else { "wants-to-charge" })
        .word(Word("limit"), Arg::Measured(Measured::Count(needs.into())))
        .dice(roller.rolled())
        .tally(Tally::default().with(Word("die"), face.into(), RULE));
    effects.fact(fact.change(put(unit, Obeys(temper))))
}

fn in_sight(field: Battlefield, unit: UnitId, friend: UnitId) -> bool {
    field.distance(unit, friend) <= *fighting().near
}

/// Whether a unit is bound to charge.
pub fn is_bound(field: Battlefield, unit: UnitId) -> bool {
    field.kind(unit).unruly && field.0.unit_state::<Obeys>(unit).0 == Temper::Bound && !field.acts(unit).begun
}

/// The charge that a unit of knights would make, if one is legal: at the nearest of the best kind that it reaches.
pub fn prey(field: Battlefield, unit: UnitId) -> Option<Action> {
    if !field.kind(unit).unruly || field.acts(unit).begun || field.engaged(unit) {
        return None;
    }
    let mut enemies: Vec<UnitId> = field.enemies(unit).collect();
    enemies.sort_by_key(|enemy| (rank(field, unit, *enemy), field.distance(unit, *enemy), *enemy));
    enemies.into_iter().find_map(|enemy| charge_at(field, unit, enemy))
}

/// How knights prefer an enemy, the best first.
fn rank(field: Battlefield, unit: UnitId, enemy: UnitId) -> u8 {
    let (kind, troop) = (field.kind(enemy), field.troop(enemy));
    let shoots = troop.weapon.is_some_and(|weapon| !weapon.thrown);
    let armoured = Class::named("AF") == Some(kind.class());
    let heavy = Class::named("HF") == Some(kind.class()) && kind.drill != Drill::Poor;
    match () {
        () if kind.unruly => 0,
        () if kind.mounted() => 1,
        () if kind.wagon => 2,
        () if kind.engine.is_some() => 5,
        () if shoots && sighted(field, enemy, unit).is_ok() => 2,
        () if troop.pole_arms => 8,
        () if armoured => 3,
        () if shoots => 4,
        () if heavy => 6,
        () => 7,
    }
}

/// Whether an order of a bound unit is what it is bound to: a charge at whom it would choose.
///
/// # Errors
/// When it is anything else.
pub fn check(field: Battlefield, unit: UnitId, order: &Action) -> Result<(), Refusal> {
    if !is_bound(field, unit) {
        return Ok(());
    }
    let wanted = prey(field, unit).and_then(|prey| prey.unit(AT));
    match (Verb::of(order), wanted) {
        (Some(Verb::Charge), Some(prey)) if order.unit(AT) == Some(prey) => Ok(()),
        (_, Some(prey)) => {
            let bound = Refusal::new(RULE, Word("bound-to-charge-him")).of(Ref::Unit(unit));
            Err(bound.word(Word("whom"), Arg::Of(Ref::Unit(prey))))
        }
        (_, None) => Err(Refusal::new(RULE, Word("bound-to-charge")).of(Ref::Unit(unit))),
    }
}

/// The charge that a bound unit of a side makes by itself when its movement ends.
pub fn rushes(field: Battlefield, side: Side) -> Option<(UnitId, Action)> {
    let bound = field.side(side).filter(|unit| is_bound(field, *unit));
    bound.into_iter().find_map(|unit| {
        let order = prey(field, unit)?;
        declared(field, unit, &order).is_ok().then_some((unit, order))
    })
}

/// Knights whom their die has left free are bound when they see a friend charge.
pub fn carried_along(field: Battlefield, charger: UnitId) -> Vec<Change> {
    let side = field.0.side_of(charger);
    let free = |unit: &UnitId| {
        *unit != charger
            && field.kind(*unit).unruly
            && field.0.unit_state::<Obeys>(*unit).0 == Temper::Free
            && !field.acts(*unit).begun
            && in_sight(field, *unit, charger)
    };
    field.side(side).filter(free).map(|unit| put(unit, Obeys(Temper::Bound))).collect()
}
