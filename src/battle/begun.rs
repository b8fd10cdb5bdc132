//! What a file says of a battle that has already begun: what units have done this turn, and who is in contact with
//! whom. What each word means is up to the ruleset.

use bevy::ecs::world::World;
use serde::Deserialize;

use super::roster::Roster;
use super::setup::{FieldReader, Flaw, Locus, Setup, implicit_some, unknown};
use crate::ids::{Side, UnitId};
use crate::table::{Footprint, Layout, Pose, contact};

/// The field of a unit that lists the contacts it has made.
pub const CONTACTS: &str = "contacts";
/// The field of a unit that lists what it has done this turn.
pub const DID: &str = "did";

/// How far straight ahead a unit is taken to have moved into a contact when the file does not say where it began,
/// inches.
const USUAL_MOVE: f32 = 6.0;

/// `(enemy: "gauls-1", counts: "flank", rounds: 1, from: (36, 12, 0))`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContactSetup {
    enemy: String,
    /// Which edge of the touched unit the contact counts as; none: worked out from where both units stand.
    #[serde(default, deserialize_with = "implicit_some")]
    counts: Option<String>,
    /// How many rounds were already fought.
    #[serde(default)]
    rounds: u8,
    /// Where the unit began the move in which it made the contact: x, y in inches and heading in degrees. None:
    /// straight behind where it stands now.
    #[serde(default, deserialize_with = "implicit_some")]
    from: Option<(f32, f32, f32)>,
}

/// A contact that exists when the battle is taken up.
#[derive(Clone, Debug)]
pub struct Begun {
    /// Who made it.
    pub unit: UnitId,
    /// Whom it touches.
    pub enemy: UnitId,
    /// What it counts as, as an index into the words that the ruleset knows.
    pub counts: Option<usize>,
    /// How many times it was fought already.
    pub rounds: u8,
    /// Where the unit began its move.
    pub start: Footprint,
    /// Where it stands.
    pub end: Footprint,
    /// Where the enemy stands.
    pub it: Footprint,
}

/// What a unit has done this turn: `did: ["moved", "shot"]`. Only the words in `known` are accepted.
pub fn did(fields: &mut FieldReader, known: &[&'static str]) -> Vec<&'static str> {
    let words: Vec<String> = fields.take(DID, "a list of words in quotes").unwrap_or_default();
    let mut done = Vec::new();
    for word in &words {
        match known.iter().find(|known| *known == word) {
            Some(word) => done.push(*word),
            None => fields.unknown(DID, "deed", word, known.iter().copied()),
        }
    }
    done
}

/// The contacts of a setup whose units stand in the world, in the order of the file: `contacts: [(enemy: "gauls-1")]`
/// of the unit that made them, with the words for what they may count as.
pub fn contacts(setup: &Setup, world: &World, counts: &[&'static str], flaws: &mut Vec<Flaw>) -> Vec<Begun> {
    let (roster, layout) = (world.resource::<Roster>(), world.resource::<Layout>());
    let mut begun = Vec::new();
    for side in Side::BOTH {
        for (b, body) in setup.sides[side.index()].bodies.iter().enumerate() {
            for (u, unit) in body.units.iter().enumerate() {
                let at = |field: String| Locus::Unit(side, b, u, field);
                let mut fields = FieldReader::new(&unit.fields, &at, flaws);
                let expected = "a list of contacts `(enemy: \"…\")`, with `counts`, `rounds` and `from` where needed";
                let made: Vec<ContactSetup> = fields.take(CONTACTS, expected).unwrap_or_default();
                let Some(id) = roster.find(&unit.name) else { continue };
                for made in made {
                    match one(roster, layout, id, &made, counts) {
                        Ok(contact) => begun.push(contact),
                        Err(why) => fields.flaw(CONTACTS, why),
                    }
                }
            }
        }
    }
    begun
}

fn one(
    roster: &Roster,
    layout: &Layout,
    unit: UnitId,
    made: &ContactSetup,
    counts: &[&'static str],
) -> Result<Begun, String> {
    let side = roster.side(unit);
    let enemies = || roster.of(side.other()).map(|enemy| roster.name(enemy));
    let Some(enemy) = roster.find(&made.enemy).filter(|enemy| roster.side(*enemy) != side) else {
        return Err(unknown("enemy", &made.enemy, enemies()));
    };
    let (Some(end), Some(it)) = (layout.hull(unit), layout.hull(enemy)) else {
        return Err(format!("`{}` and `{}` do not both stand on the table", roster.name(unit), made.enemy));
    };
    if contact(&end, &it).is_none() {
        return Err(format!("`{}` does not touch `{}` where they stand", roster.name(unit), made.enemy));
    }
    let of_word = |word: &String| {
        let at = counts.iter().position(|known| known == word);
        at.ok_or_else(|| unknown("side of contact", word, counts.iter().copied()))
    };
    let start = match made.from {
        Some((x, y, heading)) => Footprint::new(Pose::new(x, y, heading), end.width(), end.depth()),
        None => end.ahead(-USUAL_MOVE),
    };
    let counts = made.counts.as_ref().map(of_word).transpose()?;
    Ok(Begun { unit, enemy, counts, rounds: made.rounds, start, end, it })
}
