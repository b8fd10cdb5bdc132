//! Names for what actions and facts speak of: sides, bodies, units, terrain.

use std::borrow::Cow;

use bevy::ecs::world::World;

use super::action::Ref;
use super::install::InPlay;
use super::notation::{self, Kind, Names, Vocabulary};
use super::roster::{Bodies, Roster};
use super::texts::LengthUnit;
use crate::ids::{Side, TerrainId, UnitId};
use crate::table::Ground;

/// The names of one battle.
#[derive(Clone, Copy)]
pub struct NameTable<'w> {
    roster: &'w Roster,
    bodies: &'w Bodies,
    ground: &'w Ground,
    vocabulary: &'w Vocabulary,
    ruleset: Option<&'w InPlay>,
}

/// What a body is called that was called by a unit and has none any more.
pub const FORMER_GROUP: &str = "a former group";

impl<'w> NameTable<'w> {
    /// Of the battle in that world.
    pub fn new(world: &'w World) -> NameTable<'w> {
        NameTable {
            roster: world.resource(),
            bodies: world.resource(),
            ground: world.resource(),
            vocabulary: world.resource(),
            ruleset: world.get_resource(),
        }
    }

    /// The name, as notation writes it. A body that was called by a unit and has none any more has no name of its own; a number for
    /// what never existed.
    pub fn name(&self, of: Ref) -> String {
        let nameless = || match of {
            Ref::Body(body) if self.bodies.find(body).is_some() => FORMER_GROUP.to_owned(),
            _ => format!("{of:?}").to_lowercase(),
        };
        notation::name(of, self).unwrap_or_else(nameless)
    }

    /// The names of the units and bodies of a side, for completion.
    pub fn of_side(&self, side: Side) -> Vec<String> {
        let bodies = self.bodies.present().filter(|(_, b)| b.side == side).map(|(id, _)| self.name(Ref::Body(id)));
        bodies.chain(self.roster.of(side).map(|u| self.roster.name(u).to_owned())).collect()
    }
}

impl Names for NameTable<'_> {
    fn name_of(&self, of: Ref) -> Option<Cow<'_, str>> {
        match of {
            Ref::Side(side) => Some(Cow::Borrowed(side.name())),
            Ref::Unit(unit) => (unit.index() < self.roster.len()).then(|| Cow::Borrowed(self.roster.name(unit))),
            Ref::Body(body) => {
                let body = self.bodies.find(body)?;
                match body.name {
                    Some(name) => Some(Cow::Borrowed(name.0)),
                    None => body.units.first().map(|u| Cow::Owned(format!("{}+", self.roster.name(*u)))),
                }
            }
            Ref::Terrain(piece) => self.ground.piece(piece).map(|p| Cow::Borrowed(p.name.as_str())),
            Ref::Base(..) | Ref::Spot(..) => None,
        }
    }

    fn ref_of(&self, name: &str) -> Option<Ref> {
        if let Some(first) = name.strip_suffix('+') {
            let unit = self.roster.find(first)?;
            let (id, _) = self.bodies.present().find(|(_, b)| b.name.is_none() && b.units.first() == Some(&unit))?;
            return Some(Ref::Body(id));
        }
        match name {
            "north" => return Some(Ref::Side(Side::North)),
            "south" => return Some(Ref::Side(Side::South)),
            _ => {}
        }
        if let Some(unit) = self.roster.find(name) {
            return Some(Ref::Unit(unit));
        }
        if let Some((id, _)) = self.bodies.present().find(|(_, b)| b.name.is_some_and(|n| n.0 == name)) {
            return Some(Ref::Body(id));
        }
        let piece = (0..self.ground.pieces().len()).map(|i| TerrainId(i as u16));
        piece.into_iter().find(|p| self.ground.piece(*p).is_some_and(|p| p.name == name)).map(Ref::Terrain)
    }

    fn known(&self) -> Vec<String> {
        let units = self.roster.ids().map(|u: UnitId| self.roster.name(u).to_owned());
        let bodies = self.bodies.present().map(|(id, _)| self.name(Ref::Body(id)));
        Side::BOTH.iter().map(|s| s.name().to_owned()).chain(bodies).chain(units).collect()
    }

    fn kind_of(&self, value: &str) -> Option<Kind> {
        self.vocabulary.kind_of(value)
    }

    fn unit(&self) -> Option<LengthUnit> {
        self.ruleset.and_then(|ruleset| (ruleset.0.texts)().unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::roster::Body;
    use crate::cite::Word;
    use crate::ids::BodyId;

    #[test]
    fn a_body_without_units_is_called_by_its_name_or_a_former_group() {
        let mut world = World::new();
        let gone = |name| Body { name, side: Side::North, units: Vec::new() };
        world.insert_resource(Bodies::new(vec![gone(Some(Word("hastati"))), gone(None)]));
        world.init_resource::<Roster>();
        world.init_resource::<Ground>();
        world.init_resource::<Vocabulary>();
        let names = NameTable::new(&world);
        let told = [0, 1, 2].map(|n| names.name(Ref::Body(BodyId(n))));
        assert_eq!(told, ["hastati", "a former group", "body(bodyid(2))"]);
    }
}
