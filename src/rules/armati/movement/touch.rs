//! Contacts (C3, C4, C8): what a charger touches, and as what that counts.

use std::collections::BTreeMap;

use crate::battle::{Fact, Narration, Ref, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::state::{Acts, Contact, Contacts, Counts};
use crate::table::measure::behind_front_line;
use crate::table::{Edge, Footprint, Touched, contact};

const SIDE: Cite = Cite("C3");

/// Contacts that are being made in one run of a job, gathered so that one unit may be touched several times.
#[derive(Default)]
pub struct Touches(BTreeMap<UnitId, Contacts>);

impl Touches {
    /// The mover, which stood at `start` before its move and ends it at `end`, has touched the enemy: the fact
    /// that tells it.
    pub fn make(
        &mut self,
        field: Battlefield,
        mover: UnitId,
        start: &Footprint,
        end: &Footprint,
        enemy: UnitId,
    ) -> Fact {
        let it = field.print(enemy);
        let (counts, edge) = side_of_contact(start, end, &it);
        self.add(field, mover, Contact { enemy, edge: Edge::Front, counts: Counts::Front, made: true, rounds: 0 });
        self.add(field, enemy, Contact { enemy: mover, edge, counts, made: false, rounds: 0 });
        let what = match counts {
            Counts::Front => Word("contacts-front"),
            Counts::Flank => Word("contacts-flank"),
            Counts::Rear => Word("contacts-rear"),
        };
        Fact::new(SIDE, Narration::Marked { of: Ref::Unit(mover), what, on: true })
            .says(what)
            .word(Word("enemy"), crate::battle::Arg::Of(Ref::Unit(enemy)))
    }

    fn add(&mut self, field: Battlefield, unit: UnitId, contact: Contact) {
        let list = self.0.entry(unit).or_insert_with(|| Contacts(field.contacts(unit).to_vec()));
        if list.with(contact.enemy).is_none() {
            list.0.push(contact);
        }
    }

    /// Puts the contacts into a fact; whoever is touched is hit in the sense of 4.3.
    pub fn record(self, field: Battlefield, mut fact: Fact) -> Fact {
        for (unit, contacts) in self.0 {
            let touched = contacts.0.iter().any(|c| !c.made);
            fact = fact.change(put(unit, contacts));
            if touched && !field.acts(unit).hit && !field.acts(unit).moved {
                fact = fact.change(put(unit, Acts { hit: true, ..field.acts(unit) }));
            }
        }
        fact
    }

    /// Whether nobody was touched.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// As what a contact counts for the one who is touched, and the edge at which he is (C3): only a charger who
/// stood entirely behind his Front Line before the move touches him in flank or rear.
pub fn side_of_contact(start: &Footprint, end: &Footprint, it: &Footprint) -> (Counts, Edge) {
    let touched = contact(end, it).map_or(Touched::Edge(Edge::Front), |c| c.other);
    let edge = match touched {
        Touched::Edge(edge) => edge,
        Touched::Corner(a, b) => [a, b].into_iter().find(|e| matches!(e, Edge::Left | Edge::Right)).unwrap_or(a),
    };
    if !behind_front_line(it, start) {
        // At a front corner the front is touched too.
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
