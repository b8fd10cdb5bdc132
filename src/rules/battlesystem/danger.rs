//! Danger to commanders (11): killed, wounded, or unhurt; and what becomes of those whose unit is gone (3.2).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::command;
use super::data::tables;
use super::morale::Check;
use super::state::{Officers, Role, Round};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one, put};
use crate::cite::{Cite, Word};
use crate::dice::{Die, Roll};
use crate::ids::UnitId;
use crate::table::{Place, Placement, Pose};

const RISK: Cite = Cite("BS129");

/// A job: the commanders with a unit are in danger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Danger {
    pub unit: UnitId,
    /// The whole unit is gone: where it last stood.
    pub lost_at: Option<Place>,
    /// A check for its losses follows anyway: one event, one check (10.2).
    pub checks: bool,
}

/// A job: command is tested because a commander is lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bereft {
    pub unit: UnitId,
}

impl Job for Danger {
    const NAME: &'static str = "battlesystem.danger";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(danger, self, world)
    }
}

impl Job for Bereft {
    const NAME: &'static str = "battlesystem.bereft";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(bereft, self, world)
    }
}

/// Where the middle of a unit is, for whoever was with it and goes on alone.
pub fn last_stood(field: Battlefield, unit: UnitId) -> Place {
    Pose { at: field.middle(unit), ..Pose::default() }.place()
}

pub fn danger(InRef(job): InRef<Danger>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (unit, risk) = (job.unit, &tables().risk);
    let side = field.0.side_of(unit);
    let mut roller = dice.roller();
    let mut effects = Effects::pop();
    let die = Die { sides: risk.die, by: Some(side), who: Some(unit), why: Word("danger") };
    let officers = command::with(field, unit);
    let mut faces = Vec::new();
    for _ in &officers {
        match roller.die(die) {
            Ok(face) => faces.push(face),
            Err(need) => return Effects::need(need),
        }
    }
    let mut rolled = roller.rolled();
    let mut bereft = Vec::new();
    for ((place, officer), face) in officers.into_iter().zip(faces) {
        let fatal = if job.lost_at.is_some() { face <= risk.destroyed } else { face <= risk.killed };
        let hurt = job.lost_at.is_none() && face == risk.wounded;
        let killed = fatal || (hurt && officer.wounded);
        // Who lives on when his unit is gone is alone; if an enemy is near he gets away at once (3.2).
        let alone = job.lost_at.filter(|_| !killed).map(|place| (place.x, place.y));
        let says = match (killed, hurt, alone) {
            (true, ..) => "commander-killed",
            (_, true, _) => "commander-wounded",
            (.., Some(_)) => "commander-goes-on",
            _ => "commander-unhurt",
        };
        // The dice of all are told with the first.
        let own = std::mem::take(&mut rolled);
        let fact = Fact::new(RISK, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Unit(unit))).dice(own);
        let token = alone
            .zip(officer.marker)
            .map(|((x, y), marker)| put(marker, Placement::Token(bevy::math::Vec2::new(x.to_inches(), y.to_inches()))));
        let fact = token.into_iter().fold(fact, Fact::change);
        effects = effects.fact(fact.change(alter_one(move |officers: &mut Officers| {
            let of = &mut officers.0[usize::from(place)];
            of.lost |= killed;
            of.wounded |= hurt;
            of.alone = alone.or(of.alone);
        })));
        if killed && officer.role == Role::Unit && job.lost_at.is_none() {
            bereft.push(officer.own);
        }
    }
    if let Some(last) = effects.facts.pop() {
        effects = effects.fact(last.change(alter(unit, |round: &mut Round| round.risked = true)));
    }
    bereft.into_iter().fold(effects, |effects, unit| {
        let effects = if job.checks { effects } else { effects.push(Check { unit, before: u8::MAX, always: true }) };
        effects.push(Bereft { unit })
    })
}

pub fn bereft(InRef(job): InRef<Bereft>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.unit) {
        return Effects::pop();
    }
    Effects::pop().facts(command::tested(field, job.unit))
}
