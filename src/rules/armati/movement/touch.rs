//! Contacts (C3, C4, C8): what a charger touches, and what the contact counts as.

use crate::battle::{Change, Fact, Narration, Ref, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::state::{Acts, Contact, Contacts, Counts};
use crate::table::measure::behind_front_line;
use crate::table::{Edge, Footprint, Touched, contact};

const SIDE: Cite = Cite("C3");

/// The fact that the mover, which stood at `start` before its move and ends at `end`, has touched the enemy. For the
/// release of divisions (4.3) the enemy is hit.
pub fn make(field: Battlefield, mover: UnitId, start: &Footprint, end: &Footprint, enemy: UnitId) -> Fact {
    let it = field.print(enemy);
    let (counts, edge) = side_of_contact(start, end, &it);
    let what = match counts {
        Counts::Front => Word("contacts-front"),
        Counts::Flank => Word("contacts-flank"),
        Counts::Rear => Word("contacts-rear"),
    };
    let own = Contact { enemy, edge: Edge::Front, counts: Counts::Front, made: true, rounds: 0 };
    let fact = Fact::new(SIDE, Narration::Marked { of: Ref::Unit(mover), what, on: true })
        .says(what)
        .word(Word("enemy"), crate::battle::Arg::Of(Ref::Unit(enemy)))
        .change(contact_with(mover, own))
        .change(contact_with(enemy, Contact { enemy: mover, edge, counts, made: false, rounds: 0 }));
    if field.acts(enemy).moved { fact } else { fact.change(alter(enemy, |acts: &mut Acts| acts.hit = true)) }
}

/// Adds one contact to a unit, unless it has it already.
fn contact_with(unit: UnitId, contact: Contact) -> Change {
    alter(unit, move |contacts: &mut Contacts| {
        if contacts.with(contact.enemy).is_none() {
            contacts.0.push(contact);
        }
    })
}

/// Removes all contacts of a unit, its own and those of others with it.
pub fn parted(field: Battlefield, unit: UnitId) -> Vec<Change> {
    let own = field.contacts(unit);
    let of_enemy = |enemy| alter(enemy, move |contacts: &mut Contacts| contacts.0.retain(|c| c.enemy != unit));
    let freed = own.iter().map(|contact| of_enemy(contact.enemy));
    freed.chain((!own.is_empty()).then(|| alter(unit, |contacts: &mut Contacts| contacts.0.clear()))).collect()
}

/// What a contact counts as for the unit that is touched, and which of its edges is touched (C3). It is a flank or rear
/// contact only if the charger stood entirely behind the unit's Front Line before the move.
pub fn side_of_contact(start: &Footprint, end: &Footprint, it: &Footprint) -> (Counts, Edge) {
    let touched = contact(end, it).map_or(Touched::Edge(Edge::Front), |c| c.other);
    let edge = match touched {
        Touched::Edge(edge) => edge,
        Touched::Corner(a, b) => [a, b].into_iter().find(|e| matches!(e, Edge::Left | Edge::Right)).unwrap_or(a),
    };
    if !behind_front_line(it, start) {
        // A touch at a front corner touches the front too.
        let edge = if touched.includes(Edge::Front) { Edge::Front } else { edge };
        return (Counts::Front, edge);
    }
    let counts = match edge {
        Edge::Front => Counts::Front,
        Edge::Left | Edge::Right => Counts::Flank,
        Edge::Rear => Counts::Rear,
    };
    (counts, edge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    /// U1 of the fixtures: heavy infantry, wide, front middle at (36, 20), facing north.
    fn u1() -> Footprint {
        Footprint::new(Pose::new(36.0, 20.0, 0.0), 4.8, 1.8)
    }

    fn horse(x: f32, y: f32, heading: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, heading), 4.8, 1.8)
    }

    #[test]
    fn a_charger_from_behind_the_front_line_strikes_the_flank() {
        // Facing west with its front on U1's right edge, x = 38.4; it began 6 in farther east, all below y = 20.
        let (start, end) = (horse(44.4, 17.6, 270.0), horse(38.4, 17.6, 270.0));
        assert_eq!(side_of_contact(&start, &end, &u1()), (Counts::Flank, Edge::Right));
    }

    #[test]
    fn one_that_began_with_a_corner_ahead_of_the_line_strikes_the_front() {
        // Its northern corner stood at y = 20.1.
        let (start, end) = (horse(44.4, 17.7, 270.0), horse(38.4, 17.7, 270.0));
        assert_eq!(side_of_contact(&start, &end, &u1()), (Counts::Front, Edge::Right));
    }

    #[test]
    fn from_the_rear_it_is_the_rear() {
        let (start, end) = (horse(36.0, 10.0, 0.0), horse(36.0, 18.2, 0.0));
        assert_eq!(side_of_contact(&start, &end, &u1()), (Counts::Rear, Edge::Rear));
    }
}
