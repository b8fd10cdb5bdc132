//! The state of a battle, and the one way to change it. A change swaps its value with the one in the world and keeps
//! the old value, so taking it back is the same swap. A change either carries the whole new value ([`put`], [`set`]) or
//! computes it from the value that it finds ([`alter`], [`alter_one`]), once, when it is first applied. When several
//! facts of one run of a job change parts of the same value they must use the latter.

use std::any::{Any, TypeId};
use std::fmt::Debug;

use bevy::ecs::component::{Component, Immutable, Mutable};
use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;
use serde::Serialize;

use super::digest::Digester;
use super::kept;
use super::new_value::To;
use super::roster::Roster;
use crate::ids::UnitId;
use crate::reads;
use crate::table::Placement;

/// State that a [`kept_state!`](crate::kept_state) list registers with the world of a battle. Without it nothing can be state:
/// what a list lacks does not compile. Implemented by that list alone.
#[diagnostic::on_unimplemented(
    message = "no `kept_state!` list registers `{Self}`",
    note = "list it there; under `written_out` if its impl is written by hand"
)]
pub trait Registered {}

/// A component that is part of a unit's state in the battle: saved, hashed and undone.
pub trait UnitState:
    Registered + Component<Mutability = Immutable> + Clone + PartialEq + Debug + Serialize + Default
{
    /// Its name, unique, e.g. `drill.orders`.
    const NAME: &'static str;

    /// Called when a unit's value was replaced, to update what is derived from it.
    fn replaced(_world: &mut World, _unit: UnitId) {}

    /// For a value that names another unit, and is also read from there ([`View::that_name`](super::View::that_name)): that
    /// unit.
    fn names(&self) -> Option<UnitId> {
        None
    }
}

/// A resource that is part of the battle's state: saved, hashed and undone.
pub trait BattleState:
    Registered + Resource<Mutability = Mutable> + Clone + PartialEq + Debug + Serialize + Default
{
    /// Its name, unique, e.g. `battle.clock`.
    const NAME: &'static str;

    /// Called when the value was replaced, to update what is derived from it.
    fn replaced(_world: &mut World) {}

    /// For a value that is also read part by part ([`note_part`](crate::reads::note_part)): which of its numbered parts differ.
    fn parts_changed(_before: &Self, _now: &Self) -> Vec<u16> {
        Vec::new()
    }
}

/// One change of one state value. Made only by [`put`], [`set`], [`alter`] and [`alter_one`]; applied and taken back by
/// the journal.
#[derive(Debug)]
pub struct Change(Box<dyn Swap>);

/// Replaces a unit's value, whatever it was.
pub fn put<T: UnitState>(unit: UnitId, value: T) -> Change {
    Change(Box::new(OfUnit { unit, to: To::Value(value) }))
}

/// Replaces the battle's value, whatever it was.
pub fn set<T: BattleState>(value: T) -> Change {
    Change(Box::new(OfBattle { to: To::Value(value) }))
}

/// Changes a unit's value from what it is when the change is first applied, so that what earlier facts changed in it
/// stays.
pub fn alter<T: UnitState>(unit: UnitId, change: impl Fn(&mut T) + Send + Sync + 'static) -> Change {
    Change(Box::new(OfUnit { unit, to: To::Reckoned(Box::new(change)) }))
}

/// Changes the battle's value from what it is when the change is first applied, so that what earlier facts changed in
/// it stays.
pub fn alter_one<T: BattleState>(change: impl Fn(&mut T) + Send + Sync + 'static) -> Change {
    Change(Box::new(OfBattle { to: To::Reckoned(Box::new(change)) }))
}

/// Changes a unit's value in a battle that is being mustered or staged; no fact tells of it, and it cannot be taken back.
pub fn amend<T: UnitState>(world: &mut World, unit: UnitId, change: impl FnOnce(&mut T)) {
    let entity = world.resource::<Roster>().entity(unit);
    let mut value = world.get::<T>(entity).cloned().unwrap_or_default();
    change(&mut value);
    world.entity_mut(entity).insert(value);
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

    /// The name of the state value that it changes.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The value stored in the change: before it is applied the new one, afterwards the old one. None when it is of
    /// another type, and for a value that is still to be computed.
    pub fn value<T: 'static>(&self) -> Option<&T> {
        self.0.value()?.downcast_ref()
    }

    /// Whether its value is still to be computed from the one that it will find.
    pub fn is_reckoned(&self) -> bool {
        self.0.value().is_none()
    }
}

trait Swap: Debug + Send + Sync {
    fn swap(&mut self, world: &mut World);
    fn unit(&self) -> Option<UnitId>;
    fn name(&self) -> &'static str;
    fn value(&self) -> Option<&dyn Any>;
}

#[derive(Debug)]
struct OfUnit<T> {
    unit: UnitId,
    to: To<T>,
}

#[derive(Debug)]
struct OfBattle<T> {
    to: To<T>,
}

impl<T: UnitState> Swap for OfUnit<T> {
    fn swap(&mut self, world: &mut World) {
        let entity = world.resource::<Roster>().entity(self.unit);
        let mut unit = world.entity_mut(entity);
        let mut value = unit.get::<T>().cloned().unwrap_or_default();
        self.to.swap(&mut value);
        if self.to.is(&value) {
            return;
        }
        let now = value.names();
        unit.insert(value);
        if TypeId::of::<T>() != TypeId::of::<Placement>() {
            kept::state_changed::<T>(world, self.unit);
        }
        let before = if let To::Value(before) = &self.to { before.names() } else { None };
        for named in [before, now].into_iter().flatten().filter(|_| before != now) {
            kept::state_changed::<reads::NamedBy<T>>(world, named);
        }
        T::replaced(world, self.unit);
    }

    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn name(&self) -> &'static str {
        T::NAME
    }

    fn value(&self) -> Option<&dyn Any> {
        self.to.value()
    }
}

impl<T: BattleState> Swap for OfBattle<T> {
    fn swap(&mut self, world: &mut World) {
        self.to.swap(&mut *world.resource_mut::<T>());
        if self.to.is(world.resource::<T>()) {
            return;
        }
        kept::value_changed::<T>(world);
        if let To::Value(before) = &self.to {
            let parts = T::parts_changed(before, world.resource::<T>());
            kept::parts_changed::<T>(world, &parts);
        }
        T::replaced(world);
    }

    fn unit(&self) -> Option<UnitId> {
        None
    }

    fn name(&self) -> &'static str {
        T::NAME
    }

    fn value(&self) -> Option<&dyn Any> {
        self.to.value()
    }
}

/// All registered state, in the order of the names.
#[derive(Resource, Default)]
pub struct RegisteredState(Vec<Column>);

impl RegisteredState {
    /// Whether a value of that name is registered.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|column| column.name == name)
    }
}

#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    digest: fn(&World, &mut Digester),
    take: fn(&World) -> Box<dyn Any + Send + Sync>,
    give: fn(&mut World, &(dyn Any + Send + Sync)),
}

/// Puts a unit where it stands when the battle begins. Not for use in play: the journal does not record it.
pub fn station(world: &mut World, unit: UnitId, placement: Placement) {
    let mut change = put(unit, placement);
    change.swap(world);
}

/// Registers a state value of units.
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

/// Registers a state value of the whole battle, and puts its default into the world.
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

/// Feeds every state value that differs from its default into the digest.
pub(super) fn digest(world: &World, digester: &mut Digester) {
    for column in &world.resource::<RegisteredState>().0 {
        (column.digest)(world, digester);
    }
}

/// A copy of all state; it can be put into any world of the same ruleset and roster.
pub struct Snapshot(Vec<Box<dyn Any + Send + Sync>>);

impl Snapshot {
    /// Copies what is kept.
    pub fn take(world: &World) -> Snapshot {
        Snapshot(world.resource::<RegisteredState>().0.iter().map(|c| (c.take)(world)).collect())
    }

    /// Replaces the world's state by the copy.
    pub fn give(&self, world: &mut World) {
        let columns = world.resource::<RegisteredState>().0.clone();
        for (column, value) in columns.iter().zip(&self.0) {
            (column.give)(world, value.as_ref());
        }
        kept::forget(world);
    }
}

#[cfg(test)]
mod tests {
    use super::super::roster::{Enlist, enlist};
    use super::*;
    use crate::cite::Word;
    use crate::ids::Side;
    use crate::table::BaseSize;

    #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
    #[component(immutable)]
    struct Losses(u8);

    #[derive(Resource, Clone, Debug, Default, PartialEq, Serialize)]
    struct Named([Option<u8>; 2]);

    crate::kept_state! {
        units { Losses = "test.losses" }
        battle {}
        written_out { units {} battle { Named } }
    }

    impl BattleState for Named {
        const NAME: &'static str = "test.named";
    }

    const UNIT: UnitId = UnitId(0);

    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<RegisteredState>();
        let base = BaseSize::new(1.0, 1.0);
        enlist(&mut world, vec![Enlist { name: Word("u"), side: Side::North, base }]);
        register(&mut world);
        world
    }

    fn losses(world: &World) -> u8 {
        world.get::<Losses>(world.resource::<Roster>().entity(UNIT)).map_or(0, |losses| losses.0)
    }

    #[test]
    fn changes_that_reckon_do_not_lose_each_other() {
        let mut world = world();
        let mut changes = [1, 2].map(|more| alter(UNIT, move |losses: &mut Losses| losses.0 += more));
        changes.iter_mut().for_each(|change| change.swap(&mut world));
        assert_eq!(losses(&world), 3);
        let mut names = [0, 1].map(|side| alter_one(move |named: &mut Named| named.0[side] = Some(7)));
        names.iter_mut().for_each(|change| change.swap(&mut world));
        assert_eq!(*world.resource::<Named>(), Named([Some(7), Some(7)]));
    }

    #[test]
    fn a_change_to_the_same_value_changes_nothing() {
        #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
        #[component(immutable)]
        struct Watched(u8);
        #[derive(Resource, Default)]
        struct Replaced(u32);
        impl Registered for Watched {}
        impl UnitState for Watched {
            const NAME: &'static str = "test.watched";
            fn replaced(world: &mut World, _: UnitId) {
                world.resource_mut::<Replaced>().0 += 1;
            }
        }
        let mut world = world();
        world.init_resource::<Replaced>();
        let mut changes = [put(UNIT, Watched(1)), put(UNIT, Watched(1)), alter(UNIT, |w: &mut Watched| w.0 = 1)];
        changes.iter_mut().for_each(|change| change.swap(&mut world));
        assert_eq!(world.resource::<Replaced>().0, 1);
        changes.iter_mut().rev().for_each(|change| change.swap(&mut world));
        let entity = world.resource::<Roster>().entity(UNIT);
        assert_eq!((world.get::<Watched>(entity), world.resource::<Replaced>().0), (Some(&Watched(0)), 2));
    }

    #[test]
    fn they_reckon_once_and_are_swaps_ever_after() {
        let mut world = world();
        put(UNIT, Losses(4)).swap(&mut world);
        let mut change = alter(UNIT, |losses: &mut Losses| losses.0 += 1);
        assert!(change.is_reckoned() && change.value::<Losses>().is_none());
        change.swap(&mut world);
        assert_eq!((losses(&world), change.value()), (5, Some(&Losses(4))), "the old value waits");
        change.swap(&mut world);
        assert_eq!((losses(&world), change.value()), (4, Some(&Losses(5))), "taken back, the new one");
        put(UNIT, Losses(9)).swap(&mut world);
        change.swap(&mut world);
        assert_eq!(losses(&world), 5, "it is not reckoned again");
    }
}
