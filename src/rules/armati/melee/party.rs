//! The two units of a melee as plain values, and how those are read from the table.

use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::{Class, TroopType};
use crate::rules::armati::footing;
use crate::rules::armati::state::Contact;
use crate::rules::armati::switches::Switch;
use crate::table::{Edge, Footprint, Mil};

/// One of the two units, with all that matters against the other.
#[derive(Clone, Debug)]
pub struct Party {
    pub unit: UnitId,
    pub side: Side,
    pub kind: &'static TroopType,
    /// Fighting values.
    pub front: i32,
    pub flank: i32,
    pub special: i32,
    pub frontage: Mil,
    pub deep: bool,
    /// Whether it has not moved this turn (7.8).
    pub stationary: bool,
    /// Whether it is partly in woods or rough ground.
    pub difficult: bool,
    /// Whether it came up a steep hill (I3).
    pub climbing: bool,
    /// Whether it stands in terrain that the opponent is not in, or uphill of him (7.8.2).
    pub better_ground: bool,
    /// Whether the opponent made the contact.
    pub contacted: bool,
    /// Whether the opponent is on its flank or rear.
    pub struck_here: bool,
    /// What kind of enemies, of all its opponents, are on its flank or rear.
    pub struck: Struck,
    pub general: bool,
    pub undressed: bool,
    pub fatigued: bool,
    pub shield_wall: bool,
    /// Whether chariots have panicked it, and whether this opponent did (A17).
    pub panicked: bool,
    pub panicked_here: bool,
    /// Whether it is armed with pikes.
    pub pike: bool,
    /// Whether it counts as pikes in depth, with no enemy on its flanks or rear (A13).
    pub pikes_in_depth: bool,
}

/// What kind of enemies a unit has on its flank or rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Struck {
    Nobody,
    /// Light enemies only.
    Lights,
    /// At least one heavy enemy.
    Heavies,
}

/// Where a unit stands in a fight and whom it touches, as it is now or as it would be.
#[derive(Clone, Debug)]
pub struct Stand {
    pub print: Footprint,
    pub deep: bool,
    pub moved: bool,
    pub contacts: Vec<Contact>,
}

impl Stand {
    /// As it is now.
    pub fn of(field: Battlefield, unit: UnitId) -> Stand {
        Stand {
            print: field.print(unit),
            deep: field.deep(unit),
            moved: field.acts(unit).moved,
            contacts: field.contacts(unit).to_vec(),
        }
    }

    fn with(&self, enemy: UnitId) -> Option<&Contact> {
        self.contacts.iter().find(|c| c.enemy == enemy)
    }

    /// Whether every enemy in contact is on its front edge.
    fn only_front(&self) -> bool {
        self.contacts.iter().all(|c| c.edge == Edge::Front)
    }

    /// How many melee steps it has been in contact with that enemy.
    pub fn rounds(&self, enemy: UnitId) -> u8 {
        self.with(enemy).map_or(0, |c| c.rounds)
    }
}

impl Party {
    /// The unit `unit` as a party against that opponent.
    pub fn new(field: Battlefield, unit: UnitId, stand: &Stand, opponent: UnitId, against: &Stand) -> Party {
        let troop = field.troop(unit);
        // A stationary schiltron has no flank and no rear (7.8.6).
        let all_round = troop.schiltron && stand.deep && !stand.moved;
        let struck_by = |contact: &Contact| match field.kind(contact.enemy).class {
            _ if all_round || !contact.counts.behind() => Struck::Nobody,
            Class::Heavy => Struck::Heavies,
            Class::Light | Class::None => Struck::Lights,
        };
        let here = stand.with(opponent);
        let panic = field.panic(unit);
        Party {
            unit,
            side: field.0.side_of(unit),
            kind: troop.kind,
            front: troop.front,
            flank: troop.flank,
            special: troop.special,
            frontage: Mil::measured(stand.print.width()),
            deep: stand.deep,
            stationary: !stand.moved,
            difficult: footing::difficult(field, &stand.print),
            climbing: stand.moved && footing::climbing(field, &stand.print),
            better_ground: footing::advantage(field, &stand.print, &against.print),
            contacted: here.is_some_and(|c| !c.made),
            struck_here: here.is_some_and(|c| struck_by(c) > Struck::Nobody),
            struck: stand.contacts.iter().map(struck_by).max().unwrap_or(Struck::Nobody),
            general: field.general_with(unit),
            undressed: field.undressed(unit),
            fatigued: field.fatigued(unit),
            shield_wall: troop.shield_wall,
            panicked: panic.by.is_some(),
            panicked_here: panic.by == Some(opponent),
            pike: troop.pike,
            pikes_in_depth: field.plays(Switch::DeepPikes) && troop.pike && stand.deep && stand.only_front(),
        }
    }

    /// Whether it is heavy infantry that stands deep (I5).
    pub fn deep_infantry(&self) -> bool {
        self.kind.hi_family && self.deep
    }
}
