//! A battle that has already begun: what its file says units have done this turn, and their contacts.

use bevy::ecs::world::World;

use super::movement::touch::side_of_contact;
use super::state::{Acts, Contact, Contacts, Counts};
use crate::battle::begun;
use crate::battle::setup::{FieldReader, Flaw, Setup};
use crate::battle::state::amend;
use crate::ids::UnitId;
use crate::table::{Edge, Mil};

/// What a unit may have done this turn: the words that the field `did` accepts.
const DEEDS: &[&str] =
    &["moved", "marched", "spent", "evaded", "tried-break-off", "shot", "fought", "broke-front", "hit", "rallied"];

/// What a contact may count as (C3).
const COUNTS: &[&str] = &["front", "flank", "rear"];

/// `did: ["moved", "shot"], used: 9`: the allowance that it has used, in inches.
pub(super) fn acts(fields: &mut FieldReader) -> Acts {
    fields.raw(begun::CONTACTS);
    let did = begun::did(fields, DEEDS);
    let used: Option<f32> = fields.take("used", "a length in inches");
    if let Some(used) = used.filter(|used| !(0.0..=100.0).contains(used)) {
        fields.flaw("used", format!("expected a length from 0 to 100 in, not {used}"));
    }
    let has = |deed: &str| did.contains(&deed);
    let moved = has("moved") || has("evaded") || used.is_some_and(|used| used > 0.0);
    Acts {
        used: used.map_or(Mil::ZERO, |used| Mil::measured(used.clamp(0.0, 100.0))),
        moved,
        marched: has("marched") || moved,
        spent: has("spent") || has("evaded"),
        evaded: has("evaded"),
        tried_break_off: has("tried-break-off"),
        fired: has("shot"),
        fought: has("fought"),
        broke_front: has("broke-front"),
        hit: has("hit"),
        rallied: has("rallied"),
        ..Acts::default()
    }
}

/// Makes the contacts that the file lists between units in the world.
pub(super) fn contacts(setup: &Setup, world: &mut World, flaws: &mut Vec<Flaw>) {
    for made in begun::contacts(setup, world, COUNTS, flaws) {
        let (counts, edge) = side_of_contact(&made.start, &made.end, &made.it);
        let counts = match made.counts {
            Some(0) => Counts::Front,
            Some(1) => Counts::Flank,
            Some(_) => Counts::Rear,
            None => counts,
        };
        let (unit, enemy, rounds) = (made.unit, made.enemy, made.rounds);
        add(world, unit, Contact { enemy, edge: Edge::Front, counts: Counts::Front, made: true, rounds });
        add(world, enemy, Contact { enemy: unit, edge, counts, made: false, rounds });
    }
}

fn add(world: &mut World, unit: UnitId, contact: Contact) {
    amend(world, unit, |contacts: &mut Contacts| {
        if contacts.with(contact.enemy).is_none() {
            contacts.0.push(contact);
        }
    });
}
