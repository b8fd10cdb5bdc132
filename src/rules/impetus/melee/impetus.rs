//! The impetus bonus (14): who has it, and what takes it away.

use super::party::Party;
use crate::cite::Word;
use crate::rules::impetus::data::Tag;
use crate::rules::impetus::state::Class;

/// The dice that impetus adds.
///
/// # Errors
///
/// The word of the reason why it adds none.
pub fn impetus(party: &Party, enemy: &Party, bad: bool) -> Result<i32, Word> {
    let troop = party.troop;
    if troop.kind.elephants {
        return if enemy.troop.kind.skirmisher { Err(Word("against-skirmishers")) } else { Ok(troop.i) };
    }
    if troop.kind.one_shot {
        return Ok(troop.i);
    }
    if !party.charged || troop.i == 0 {
        return Err(Word("did-not-charge"));
    }
    if !party.fresh {
        return Err(Word("worn"));
    }
    let mounted = troop.kind.mounted;
    let frontal = party.contact.class == Class::Frontal;
    let other = enemy.troop;
    let cancels = [
        (!mounted && other.kind.mounted, "foot-against-mounted"),
        (mounted && frontal && other.has(Tag::Pikes), "against-pikes"),
        (mounted && frontal && other.has(Tag::LongSpear) && !enemy.disordered, "against-long-spears"),
        (frontal && enemy.shieldwall, "against-shieldwall"),
        (mounted && frontal && other.has(Tag::Pavise), "against-pavise"),
        (mounted && frontal && other.has(Tag::Stakes) && !enemy.has_moved, "against-stakes"),
        (mounted && !troop.has(Tag::Camels) && other.has(Tag::Camels), "against-camels"),
        (party.is_warband() && frontal && other.has(Tag::Auxilia), "against-auxilia"),
        (bad && !keeps_in_bad_going(party, enemy), "bad-going"),
    ];
    match cancels.into_iter().find(|(is, _)| *is) {
        Some((_, why)) => Err(Word(why)),
        None => Ok(troop.i),
    }
}

/// Impetuous light foot keeps its impetus in bad going, but not against other light foot or skirmishers.
fn keeps_in_bad_going(party: &Party, enemy: &Party) -> bool {
    let light = |p: &Party| !p.troop.kind.mounted && !p.troop.kind.difficult;
    party.is_warband() && light(party) && (!light(enemy) || enemy.is_warband())
}
