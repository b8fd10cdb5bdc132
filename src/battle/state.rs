//! What a battle keeps, and the one way to change it: a kept value is replaced whole, and the value that was
//! there is kept in its stead, so that taking a change back is the same swap.

use std::any::Any;
use std::fmt::Debug;

use bevy::ecs::component::{Component, Immutable, Mutable};
use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;
use serde::Serialize;

use super::digest::Digester;
use super::roster::Roster;
use crate::ids::UnitId;
use crate::table::Placement;

/// State of a unit that belongs to the battle.
pub trait UnitState: Component<Mutability = Immutable> + Clone + PartialEq + Debug + Serialize + Default {
    /// Its name, unique, e.g. `drill.orders`.
    const NAME: &'static str;

    /// Called when a unit's value was replaced, to bring what is derived from it up to date.
    fn replaced(_world: &mut World, _unit: UnitId) {}
}

/// State of the whole battle, one value.
pub trait BattleState: Resource<Mutability = Mutable> + Clone + PartialEq + Debug + Serialize + Default {
    /// Its name, unique, e.g. `battle.clock`.
    const NAME: &'static str;

    /// Called when the value was replaced, to bring what is derived from it up to date.
    fn replaced(_world: &mut World) {}
}

/// One change of one kept value. Made only by [`put`] and [`set`]; applied and taken back by the journal.
#[derive(Debug)]
pub struct Change(Box<dyn Swap>);

/// A unit's kept value becomes this.
pub fn put<T: UnitState>(unit: UnitId, value: T) -> Change {
    Change(Box::new(Put { unit, value }))
}

/// The battle's kept value becomes this.
pub fn set<T: BattleState>(value: T) -> Change {
    Change(Box::new(Set { value }))
}

impl Change {
    /// Swaps the value with the world's.
    pub(super) fn swap(&mut self, world: &mut World) {
        self.0.swap(world);
    }

    /// The unit whose value it is, none for the battle's.
    pub fn unit(&self) -> Option<UnitId> {
        self.0.unit()
    }

    /// The value that waits here: before the change is applied the new one, afterwards the old one.
    pub fn value<T: 'static>(&self) -> Option<&T> {
        self.0.value().downcast_ref()
    }
}

trait Swap: Debug + Send + Sync {
    fn swap(&mut self, world: &mut World);
    fn unit(&self) -> Option<UnitId>;
    fn value(&self) -> &dyn Any;
}

#[derive(Debug)]
struct Put<T> {
    unit: UnitId,
    value: T,
}

#[derive(Debug)]
struct Set<T> {
    value: T,
}

impl<T: UnitState> Swap for Put<T> {
    fn swap(&mut self, world: &mut World) {
        let entity = world.resource::<Roster>().entity(self.unit);
        let mut unit = world.entity_mut(entity);
        let old = unit.get::<T>().cloned().unwrap_or_default();
        unit.insert(std::mem::replace(&mut self.value, old));
        T::replaced(world, self.unit);
    }

    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn value(&self) -> &dyn Any {
        &self.value
    }
}

impl<T: BattleState> Swap for Set<T> {
    fn swap(&mut self, world: &mut World) {
        std::mem::swap(&mut self.value, &mut *world.resource_mut::<T>());
        T::replaced(world);
    }

    fn unit(&self) -> Option<UnitId> {
        None
    }

    fn value(&self) -> &dyn Any {
        &self.value
    }
}

/// All that is kept, in the order of the names.
#[derive(Resource, Default)]
pub struct RegisteredState(Vec<Column>);

#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    digest: fn(&World, &mut Digester),
    take: fn(&World) -> Box<dyn Any + Send + Sync>,
    give: fn(&mut World, &(dyn Any + Send + Sync)),
}

/// Puts a unit where it stands when the battle begins; not for use in play.
pub fn station(world: &mut World, unit: UnitId, placement: Placement) {
    let mut change = put(unit, placement);
    change.swap(world);
}

/// Registers a kept value of units.
pub fn register_unit_state<T: UnitState>(world: &mut World) {
    add(
        world,
        Column {
            name: T::NAME,
            digest: |world, digester| {
                for (id, entity) in world.resource::<Roster>().entities() {
                    if let Some(value) = world.get::<T>(entity)
                        && *value != T::default()
                    {
                        digester.add(&(T::NAME, id, value));
                    }
                }
            },
            take: |world| {
                let roster = world.resource::<Roster>();
                let values = roster.entities().map(|(_, e)| world.get::<T>(e).cloned().unwrap_or_default());
                Box::new(values.collect::<Vec<T>>())
            },
            give: |world, values| {
                let Some(values) = values.downcast_ref::<Vec<T>>() else { return };
                let units: Vec<_> = world.resource::<Roster>().entities().collect();
                for ((id, entity), value) in units.into_iter().zip(values) {
                    if world.get::<T>(entity) != Some(value) {
                        world.entity_mut(entity).insert(value.clone());
                        T::replaced(world, id);
                    }
                }
            },
        },
    );
}

/// Registers a kept value of the whole battle, and puts its default into the world.
pub fn register_battle_state<T: BattleState>(world: &mut World) {
    world.init_resource::<T>();
    add(
        world,
        Column {
            name: T::NAME,
            digest: |world, digester| {
                let value = world.resource::<T>();
                if *value != T::default() {
                    digester.add(&(T::NAME, value));
                }
            },
            take: |world| Box::new(world.resource::<T>().clone()),
            give: |world, value| {
                let Some(value) = value.downcast_ref::<T>() else { return };
                if world.resource::<T>() != value {
                    *world.resource_mut::<T>() = value.clone();
                    T::replaced(world);
                }
            },
        },
    );
}

fn add(world: &mut World, column: Column) {
    let mut keeps = world.resource_mut::<RegisteredState>();
    debug_assert!(keeps.0.iter().all(|c| c.name != column.name), "kept twice: {}", column.name);
    keeps.0.push(column);
    keeps.0.sort_by_key(|c| c.name);
}

/// Feeds every kept value that differs from its default.
pub(super) fn digest(world: &World, digester: &mut Digester) {
    for column in &world.resource::<RegisteredState>().0 {
        (column.digest)(world, digester);
    }
}

/// A copy of all that is kept; it can be given to any world of the same ruleset and roster.
pub struct Snapshot(Vec<Box<dyn Any + Send + Sync>>);

impl Snapshot {
    /// Copies what is kept.
    pub fn take(world: &World) -> Snapshot {
        Snapshot(world.resource::<RegisteredState>().0.iter().map(|c| (c.take)(world)).collect())
    }

    /// Puts the copy in place of what the world keeps.
    pub fn give(&self, world: &mut World) {
        let columns = world.resource::<RegisteredState>().0.clone();
        for (column, value) in columns.iter().zip(&self.0) {
            (column.give)(world, value.as_ref());
        }
    }
}
