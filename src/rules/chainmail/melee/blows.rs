//! The blows of a pairing (9.3, 9.4): which dice a unit's figures roll at one enemy, and which faces kill.

use super::Fights;
use super::parties::{aspect, strikers};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::commander;
use crate::rules::chainmail::prisoners;
use crate::rules::chainmail::sight::{behind_rampart, is_higher};
use crate::rules::chainmail::state::Contact;
use crate::rules::chainmail::strike::{Aspect, Blow, Pool};
use crate::table::Mil;

/// What one unit rolls at another: of figures opposite him and of such as wrap round his ends.
#[derive(Clone, Copy, Debug)]
pub struct Blows {
    pub unit: UnitId,
    pub at: UnitId,
    /// The figures that strike from opposite.
    pub men: u16,
    pub opposite: Pool,
    pub wrapping: Pool,
}

/// Of both units of a contact what they roll, who made it first.
pub fn of_contact(field: Battlefield, contacts: &[Contact], nth: usize) -> [Blows; 2] {
    let contact = &contacts[nth];
    let struck = aspect(field, contact);
    let side = |unit, at, aspect| {
        let (mut men, wrap) = strikers(field, contacts, nth, unit);
        // Who is struck in the rear, or runs, does not strike back there.
        if unit == contact.at && (struck == Aspect::Rear || field.flight(unit).is_some()) {
            men = 0;
        }
        // Who guards prisoners does not fight.
        men = men.saturating_sub(prisoners::guards(field, unit));
        let hearts = &field.0.battle_state::<Fights>().hearts;
        let shy = hearts.iter().any(|(of, takes)| *of == unit && !takes);
        if shy {
            men = 0;
        }
        let wrap = if shy || field.flight(unit).is_some() { 0 } else { wrap };
        let blow = blow(field, contact, unit, at);
        Blows {
            unit,
            at,
            men,
            opposite: Blow { men, aspect, ..blow }.pool(),
            wrapping: Blow { men: wrap, aspect: Aspect::Flank, ..blow }.pool(),
        }
    };
    [side(contact.by, contact.at, struck), side(contact.at, contact.by, Aspect::Front)]
}

/// What a unit rolls at another who leaves its melee: one round as in the rear (9.1).
pub fn at_leaver(field: Battlefield, by: UnitId, at: UnitId) -> Option<Pool> {
    let contacts = field.contacts();
    let nth = contacts.iter().position(|of| (of.by, of.at) == (by, at) || (of.by, of.at) == (at, by))?;
    let (men, _) = strikers(field, contacts, nth, by);
    Some(Blow { men, aspect: Aspect::Rear, ..blow(field, &contacts[nth], by, at) }.pool())
}

/// A blow of a unit at the other of a contact, without its figures and the side that is struck.
fn blow(field: Battlefield, contact: &Contact, unit: UnitId, at: UnitId) -> Blow {
    let (own, his) = (field.print(unit).centre, field.print(at).centre);
    let (acts, first) = (field.acts(unit), contact.rounds == 0);
    let stood = acts.gone == Mil::ZERO && acts.charged.is_none() && acts.attacked.is_none();
    let above = is_higher(field, his, own)
        || (contact.above && at == contact.at)
        || behind_rampart(field, &field.print(at), own, his);
    Blow {
        pole_arms: field.troop(unit).pole_arms,
        impetus: first && ((contact.by == unit && contact.impetus) || (contact.at == unit && contact.mutual)),
        standing: first && stood && contact.by != unit,
        tired: field.is_tired(unit),
        commander: led(field, unit),
        at_horse: field.kind(unit).at_horse && field.troop(unit).pole_arms && field.mounted(at),
        target_tired: field.is_tired(at),
        target_pikes: field.has_levelled_pikes(at),
        target_above: above,
        ..Blow::plain(field.class(unit), 0, field.class(at))
    }
}

/// Whether its commander is near enough to help a unit (12.3).
pub fn led(field: Battlefield, unit: UnitId) -> bool {
    commander::leads(field, unit)
}
