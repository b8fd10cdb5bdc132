//! A battle that has already begun: what a unit of the file has lost, suffered and done.

use bevy::ecs::world::World;

use super::state::{Acts, Confused, Earlier, Formed, Hits, Lost};
use super::troop::TroopType;
use crate::battle::setup::FieldReader;
use crate::battle::state::amend;
use crate::ids::UnitId;

/// What the file says of a unit that has already done something.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    pub lost: Lost,
    hits: u8,
    confused: bool,
    formed: Formed,
    acts: Acts,
    minus: u8,
}

/// What a unit may have done.
const DID: [&str; 7] = ["charged", "initiative", "volley", "shot", "advanced", "failed", "rode"];

impl Begun {
    /// Of a unit of stands.
    pub fn read(fields: &mut FieldReader, kind: &TroopType) -> Begun {
        let mut begun = Begun {
            lost: Lost(fields.whole("lost", 0, i64::from(kind.stands) - 1).unwrap_or(0) as u8),
            hits: fields.whole("hits", 0, i64::from(kind.hits) - 1).unwrap_or(0) as u8,
            confused: fields.flag("confused").unwrap_or(false),
            formed: Formed {
                testudo: fields.flag("testudo").unwrap_or(false),
                shieldwall: fields.flag("shieldwall").unwrap_or(false),
            },
            minus: fields.whole("minus", 0, 9).unwrap_or(0) as u8,
            acts: acts(fields),
        };
        begun.acts.orders = fields.whole("orders", 0, 9).unwrap_or(0) as u8;
        begun
    }

    /// Of a character.
    pub fn read_character(fields: &mut FieldReader) -> Begun {
        Begun { acts: acts(fields), ..Begun::default() }
    }

    /// Gives it to the unit.
    pub fn give(self, world: &mut World, unit: UnitId) {
        amend(world, unit, |lost: &mut Lost| *lost = self.lost);
        amend(world, unit, |hits: &mut Hits| hits.left = self.hits);
        amend(world, unit, |confused: &mut Confused| confused.0 = self.confused);
        amend(world, unit, |formed: &mut Formed| *formed = self.formed);
        amend(world, unit, |acts: &mut Acts| *acts = self.acts);
        amend(world, unit, |earlier: &mut Earlier| earlier.0 = self.minus);
    }
}

fn acts(fields: &mut FieldReader) -> Acts {
    let mut acts = Acts::default();
    let did: Vec<String> = fields.take("did", "a list of deeds in quotes").unwrap_or_default();
    for deed in &did {
        match deed.as_str() {
            "charged" => acts.charged = true,
            "initiative" => acts.initiative = true,
            "volley" => acts.volley = true,
            "shot" => acts.shot = true,
            "advanced" => acts.advanced = true,
            "failed" => acts.failed = true,
            "rode" => acts.rode = true,
            other => fields.unknown("did", "deed", other, DID.into_iter()),
        }
    }
    acts
}
