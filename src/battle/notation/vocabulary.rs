//! Which kind of value a name stands for. A number or a word alone does not show it: 6 may be inches, degrees or a
//! count.

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

/// What a value of an action may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Inches, at most 3 decimals.
    Length,
    /// Degrees, at most 2 decimals; negative is left.
    Angle,
    /// A whole number.
    Whole,
    /// `yes` or `no`.
    Flag,
    /// Sides, bodies, units, stands, terrain, points of the table.
    Refs,
    /// A word of the ruleset.
    Name,
}

/// The values of a ruleset's actions, by name.
#[derive(Resource, Clone, Debug, Default)]
pub struct Vocabulary(Vec<(&'static str, Kind)>);

impl Vocabulary {
    /// All of them.
    pub fn all(&self) -> &[(&'static str, Kind)] {
        &self.0
    }

    /// The kind of the values of that name.
    pub fn kind_of(&self, name: &str) -> Option<Kind> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// Registers which kinds the values of a ruleset's actions have; for `install`. Angles need an entry, and so do words
/// that could be mistaken for names on the table. Whole numbers do not, nor lengths that are never whole.
pub fn vocabulary(world: &mut World, values: &[(&'static str, Kind)]) {
    let mut known = world.get_resource_or_init::<Vocabulary>();
    for (name, kind) in values {
        let before = known.kind_of(name);
        debug_assert!(before.is_none_or(|before| before == *kind), "`{name}` has two kinds");
        if before.is_none() {
            known.0.push((name, *kind));
        }
    }
}
