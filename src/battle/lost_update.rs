//! Lost updates: two facts of one run of a job, of which the second would throw away what the first has changed.
//!
//! A run of a job makes all its facts from the state before it. When two of them bring a whole new value for the same
//! thing, the second knows nothing of the first. Debug builds check every run for that, release builds only in worlds
//! that are [`watch`]ed. It is a flaw of the ruleset, so it stops the program.

use std::collections::BTreeMap;
use std::fmt;

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use super::fact::Fact;
use super::roster::Roster;
use super::state::RegisteredState;
use crate::cite::Cite;
use crate::ids::UnitId;

/// A change that another fact of the same run would throw away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostUpdate {
    /// The name of the state value.
    pub name: &'static str,
    /// The unit whose value it is, none for the battle's.
    pub unit: Option<UnitId>,
    /// The rule of the fact whose change would be lost, and the rule of the fact that would overwrite it.
    pub rules: [Cite; 2],
}

/// Marks a world in which every run is checked in release builds too.
#[derive(Resource)]
struct Watched;

/// Checks every run of a job in this battle for lost updates, in release builds too.
pub fn watch(world: &mut World) {
    world.insert_resource(Watched);
}

/// The first change among these facts of one run of a job that a later one would throw away.
pub fn find(facts: &[Fact]) -> Option<LostUpdate> {
    let mut changed: BTreeMap<(&'static str, Option<UnitId>), Cite> = BTreeMap::new();
    for fact in facts {
        for change in &fact.changes {
            let (name, unit) = (change.name(), change.unit());
            let before = changed.insert((name, unit), fact.cite);
            if let Some(before) = before.filter(|_| !change.is_reckoned()) {
                return Some(LostUpdate { name, unit, rules: [before, fact.cite] });
            }
        }
    }
    None
}

/// Stops the program when one of these facts of one run of a job would throw away what another has changed, or changes a
/// unit's state that nobody registered, which no digest and no snapshot would have.
///
/// # Panics
/// With the value, the unit and both rules, in debug builds and in worlds that are watched.
pub(super) fn check(world: &World, facts: &[Fact]) {
    if !cfg!(debug_assertions) && !world.contains_resource::<Watched>() {
        return;
    }
    let registered = world.resource::<RegisteredState>();
    for change in facts.iter().flat_map(|fact| &fact.changes).filter(|change| change.unit().is_some()) {
        assert!(registered.has(change.name()), "{} is put and not registered", change.name());
    }
    if let Some(lost) = find(facts) {
        let whose = lost.unit.map_or("the battle", |unit| world.resource::<Roster>().name(unit));
        panic!("{lost} ({whose})");
    }
}

impl fmt::Display for LostUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LostUpdate { name, rules: [first, second], .. } = self;
        write!(f, "lost update: {name} is changed by {} and then set whole by {} of the same run", first.0, second.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fact::Narration;
    use super::super::roster::Bodies;
    use super::super::state::{Change, alter, alter_one, put, set};
    use super::*;
    use crate::cite::Word;
    use crate::table::Placement;

    fn fact(rule: &'static str, change: Change) -> Fact {
        Fact::new(Cite(rule), Narration::Said(Word("test"))).change(change)
    }

    fn off(unit: u16) -> Change {
        put(UnitId(unit), Placement::Off)
    }

    fn turned(unit: u16) -> Change {
        alter(UnitId(unit), |placement: &mut Placement| *placement = Placement::Off)
    }

    #[test]
    fn a_value_that_is_set_over_another_change_is_found() {
        let lost = LostUpdate { name: "battle.standing", unit: Some(UnitId(1)), rules: [Cite("1"), Cite("2")] };
        assert_eq!(find(&[fact("1", off(1)), fact("2", off(1))]), Some(lost));
        assert_eq!(find(&[fact("1", turned(1)), fact("2", off(1))]), Some(lost));
        assert_eq!(find(&[fact("1", off(1)).change(off(1))]).map(|lost| lost.rules), Some([Cite("1"), Cite("1")]));
        let both = [fact("1", alter_one(|_: &mut Bodies| {})), fact("2", set(Bodies::default()))];
        assert_eq!(find(&both).map(|lost| (lost.name, lost.unit)), Some(("battle.bodies", None)));
    }

    #[test]
    fn what_reckons_and_what_is_another_units_loses_nothing() {
        assert_eq!(find(&[fact("1", off(1)), fact("2", turned(1)), fact("3", turned(1))]), None);
        assert_eq!(find(&[fact("1", off(1)), fact("2", off(2)), fact("3", set(Bodies::default()))]), None);
    }
}
