//! The units of a battle by number and name, and the bodies in which they move.

use bevy::ecs::entity::Entity;
use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::state::BattleState;
use crate::cite::Word;
use crate::ids::{BodyId, Side, UnitId};
use crate::reads;
use crate::table::{BaseSize, Layout};

/// All units, in the order in which the battle's file lists them. It never changes during a battle: units that
/// leave the table stay in it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Roster(Vec<Recruit>);

/// A unit as the roster knows it.
#[derive(Clone, Debug)]
pub struct Recruit {
    /// Its name in files and notation, unique.
    pub name: Word,
    /// Whose it is.
    pub side: Side,
    /// Of one of its bases.
    pub base: BaseSize,
    entity: Entity,
}

/// A unit to be enlisted.
#[derive(Clone, Debug)]
pub struct Enlist {
    /// Its name in files and notation, unique.
    pub name: Word,
    /// Whose it is.
    pub side: Side,
    /// The size of one of its bases.
    pub base: BaseSize,
}

/// Marks a unit's entity.
#[derive(bevy::ecs::component::Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(immutable)]
pub struct Enlisted(pub UnitId);

/// Spawns the units of a battle, once, in roster order.
pub fn enlist(world: &mut World, units: Vec<Enlist>) {
    let recruits = units
        .into_iter()
        .enumerate()
        .map(|(i, unit)| {
            let id = UnitId(u16::try_from(i).unwrap_or(u16::MAX));
            let entity = world.spawn(Enlisted(id)).id();
            Recruit { name: unit.name, side: unit.side, base: unit.base, entity }
        })
        .collect::<Vec<_>>();
    let roster = Roster(recruits);
    world.insert_resource(Layout::new(roster.0.iter().map(|r| (r.side, r.base))));
    world.insert_resource(roster);
}

impl Roster {
    /// How many units there are, gone ones included.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every unit, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        (0..self.0.len()).map(|i| UnitId(i as u16))
    }

    /// The units of a side, in order.
    pub fn of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.side(*id) == side)
    }

    /// Every unit with its entity, in order.
    pub fn entities(&self) -> impl Iterator<Item = (UnitId, Entity)> + '_ {
        self.ids().zip(self.0.iter().map(|r| r.entity))
    }

    /// The unit's entity in the battle's world.
    pub fn entity(&self, unit: UnitId) -> Entity {
        self.0[unit.index()].entity
    }

    /// The unit's side.
    pub fn side(&self, unit: UnitId) -> Side {
        self.0[unit.index()].side
    }

    /// The unit's name.
    pub fn name(&self, unit: UnitId) -> &'static str {
        self.0[unit.index()].name.0
    }

    /// The size of one of its bases.
    pub fn base(&self, unit: UnitId) -> BaseSize {
        self.0[unit.index()].base
    }

    /// The unit of that name.
    pub fn find(&self, name: &str) -> Option<UnitId> {
        self.ids().find(|id| self.name(*id) == name)
    }
}

/// Bodies of units that move together. When a body splits, one group keeps its number and the others are appended, so a
/// number never comes to mean another body.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bodies(Vec<Body>);

/// One body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Its own name; a group that split off has none and is called by its first unit.
    pub name: Option<Word>,
    /// Whose it is.
    pub side: Side,
    /// Those still in it, in roster order; empty when all are gone.
    pub units: Vec<UnitId>,
}

impl BattleState for Bodies {
    const NAME: &'static str = "battle.bodies";

    fn parts_changed(before: &Bodies, now: &Bodies) -> Vec<u16> {
        let most = before.0.len().max(now.0.len());
        (0..most).filter(|n| before.0.get(*n) != now.0.get(*n)).map(|n| n as u16).collect()
    }
}

impl Bodies {
    /// These bodies, in the order of their numbers.
    pub fn new(bodies: Vec<Body>) -> Bodies {
        Bodies(bodies)
    }

    /// How many there are, with those that have no units left.
    pub fn len(&self) -> usize {
        reads::note_value::<Bodies>();
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every body that still has units, in order.
    pub fn present(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        reads::note_value::<Bodies>();
        self.0.iter().enumerate().filter(|(_, b)| !b.units.is_empty()).map(|(i, b)| (BodyId(i as u16), b))
    }

    /// The body of that number.
    pub fn get(&self, body: BodyId) -> &Body {
        reads::note_part::<Bodies>(body.0);
        &self.0[body.index()]
    }

    /// The same, if there is a body of that number.
    pub fn find(&self, body: BodyId) -> Option<&Body> {
        reads::note_part::<Bodies>(body.0);
        self.0.get(body.index())
    }

    /// The body that the unit is in.
    pub fn of(&self, unit: UnitId) -> Option<BodyId> {
        let found = self.0.iter().position(|b| b.units.contains(&unit)).map(|i| BodyId(i as u16));
        match found {
            // A body is also changed when it loses a unit to another one.
            Some(body) => reads::note_part::<Bodies>(body.0),
            None => reads::note_value::<Bodies>(),
        }
        found
    }

    /// Takes the unit out of its body.
    pub fn remove(&mut self, unit: UnitId) {
        for body in &mut self.0 {
            body.units.retain(|u| *u != unit);
        }
    }

    /// Parts that body into groups. The first keeps the body's number and name; the others are appended in their order.
    pub fn part(&mut self, body: BodyId, groups: &[Vec<UnitId>]) {
        let Some((first, others)) = groups.split_first() else { return };
        let side = self.get(body).side;
        self.0[body.index()].units.clone_from(first);
        self.0.extend(others.iter().map(|units| Body { name: None, side, units: units.clone() }));
    }
}
