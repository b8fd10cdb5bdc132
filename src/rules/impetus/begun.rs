//! A battle that has already begun: what its file says units have done this turn, their stances, and their contacts.

use bevy::ecs::world::World;

use super::battlefield::Battlefield;
use super::charge;
use super::reaction::Ready;
use super::state::{Acts, Class, Contact, Contacts, Deeds, Stance};
use super::switches::Switch;
use crate::battle::begun;
use crate::battle::setup::{FieldReader, Flaw, Setup};
use crate::battle::state::amend;
use crate::battle::{InForce, Roster, View};
use crate::ids::UnitId;

/// What a unit may have done in this turn; the words of the field `did`.
const DEEDS: &[&str] =
    &["activated", "moved", "shot", "will-move", "rallied", "fought", "rallied-other", "held-back", "turned"];

/// What a contact may count as (D19).
const COUNTS: &[&str] = &["frontal", "side", "behind"];

/// The state with which a unit begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Begun {
    acts: Acts,
    deeds: Deeds,
    stance: Stance,
    ready: Ready,
}

impl Begun {
    /// `did: ["activated", "shot"], ready: true, shieldwall: true, has_moved: true, more_moves: 1`. Whether war chariots
    /// are in motion is read elsewhere.
    pub fn read(fields: &mut FieldReader, switches: &InForce, in_motion: bool) -> Begun {
        fields.raw(begun::CONTACTS);
        let did = begun::did(fields, DEEDS);
        let has = |deed: &str| did.contains(&deed);
        let ready = fields.flag("ready").unwrap_or(false);
        if ready && !switches.has(Switch::Opportunity.name()) {
            let message = format!("standing ready means something with `{}` alone", Switch::Opportunity.name());
            fields.flaw("ready", message);
        }
        let shieldwall = fields.flag("shieldwall").unwrap_or(false);
        let has_moved = fields.flag("has_moved").unwrap_or(false) || has("moved");
        let more_moves = fields.whole("more_moves", 0, 20).map_or(0, |n| n as u8);
        let will_move = has("will-move");
        let acted = ["moved", "shot", "rallied", "fought"].into_iter().any(has) && !will_move;
        Begun {
            acts: Acts {
                activated: has("activated") || acted,
                moved: has("moved"),
                fired: has("shot"),
                rallied: has("rallied"),
                will_move,
                fought: has("fought"),
            },
            deeds: Deeds { rallied_other: has("rallied-other"), more_moves, held: has("held-back") },
            stance: Stance { shieldwall, has_moved, in_motion, turned: has("turned") },
            ready: Ready(ready),
        }
    }

    /// Gives this state to a unit of the world.
    pub fn give(self, world: &mut World, unit: UnitId) {
        let entity = world.resource::<Roster>().entity(unit);
        world.entity_mut(entity).insert((self.acts, self.deeds, self.stance, self.ready));
    }
}

/// Makes the contacts that the file lists between units in the world.
pub(super) fn contacts(setup: &Setup, world: &mut World, flaws: &mut Vec<Flaw>) {
    for made in begun::contacts(setup, world, COUNTS, flaws) {
        let class = match made.counts {
            Some(0) => Class::Frontal,
            Some(1) => Class::Side,
            Some(_) => Class::Behind,
            None => charge::class(Battlefield::of(View::umpire(world)), &made.start, &made.end, made.enemy),
        };
        add(world, made.unit, Contact { enemy: made.enemy, class, made: true });
        add(world, made.enemy, Contact { enemy: made.unit, class, made: false });
    }
}

fn add(world: &mut World, unit: UnitId, contact: Contact) {
    amend(world, unit, |contacts: &mut Contacts| {
        if contacts.with(contact.enemy).is_none() {
            contacts.0.push(contact);
        }
    });
}
