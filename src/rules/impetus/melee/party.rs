//! A unit as it fights, and its dice (15.3).

use super::impetus::impetus;
use crate::cite::{Cite, Tally, Word};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::damage::{Test, Tested};
use crate::rules::impetus::data::{Tag, tables};
use crate::rules::impetus::going;
use crate::rules::impetus::state::{Contact, Troop, Vbu};
use crate::rules::impetus::switches::Switch;
use crate::table::Footprint;

const DICE: Cite = Cite("I3");
const SUPPORT: Cite = Cite("I4");
const PIKES_MOUNTED: Cite = Cite("I5");
const PIKES_FOOT: Cite = Cite("I6");
const DISORDERED: Cite = Cite("I7");
const HILL: Cite = Cite("I8");
const BAD_GOING: Cite = Cite("I9");
const DEPTH: Cite = Cite("15.3");
const SHIELDWALL: Cite = Cite("16");
const LEAST: Cite = Cite("15.3");
const FIRM: Cite = Cite("X10");

/// A unit as it fights against an enemy main unit.
#[derive(Clone, Debug)]
pub struct Party<'w> {
    pub unit: UnitId,
    pub side: Side,
    pub troop: &'w Troop,
    pub left: Vbu,
    pub fresh: bool,
    pub disordered: bool,
    pub general: bool,
    pub shieldwall: bool,
    pub has_moved: bool,
    /// Its contact with the enemy main unit.
    pub contact: Contact,
    /// Whether it charged or pursued into that contact in this activation.
    pub charged: bool,
    /// Whether any part of it is in broken or difficult ground.
    pub bad: bool,
    /// Whether all of it is.
    pub within_bad: bool,
    /// Whether it defends a hill against the enemy main unit.
    pub hill: bool,
    /// Whether it has the bonus for standing firm against mounted.
    pub firm: bool,
}

impl<'w> Party<'w> {
    /// A unit where it stands, or would stand, against an enemy main unit.
    pub fn new(
        field: Battlefield<'w>,
        unit: UnitId,
        print: &Footprint,
        contact: Contact,
        enemy: &Footprint,
        charged: bool,
    ) -> Party<'w> {
        let stance = field.stance(unit);
        Party {
            unit,
            side: field.0.side_of(unit),
            troop: field.troop(unit),
            left: field.vbu(unit),
            fresh: field.fresh(unit),
            disordered: field.disordered(unit),
            general: field.general_with(unit),
            shieldwall: stance.shieldwall,
            has_moved: stance.has_moved,
            contact,
            charged,
            bad: going::in_bad(field, print),
            within_bad: going::within_bad(field, print),
            hill: !contact.made && defends_hill(field, print, enemy),
            firm: field.plays(Switch::Cohesion) && field.kind(unit).heavy_foot,
        }
    }

    /// Its dice, before they are halved if it is a support.
    pub fn tally(&self, enemy: &Party, bad: bool) -> Tally {
        let numbers = &tables().melee;
        let mut tally = Tally::default().with(Word("vbu"), self.left.front, DICE);
        if let Ok(bonus) = impetus(self, enemy, bad) {
            tally.add(Word("impetus"), bonus, DICE);
        }
        let (front, deep) = (self.contact.to_the_front(), self.left.rear > 0);
        let pikes = self.troop.has(Tag::Pikes);
        let mut add = |is: bool, what: &'static str, value: i32, cite: Cite| {
            if is {
                tally.add(Word(what), value, cite);
            }
        };
        let mounted = enemy.troop.kind.mounted;
        add(pikes && deep && front && mounted, "pikes-in-depth", numbers.pikes_mounted, PIKES_MOUNTED);
        add(pikes && deep && front && !mounted, "pikes-in-depth", numbers.pikes_foot, PIKES_FOOT);
        add(deep && self.is_warband(), "warband-in-depth", numbers.warband_deep, DEPTH);
        add(deep && front && self.troop.has(Tag::LongSpear), "spears-in-depth", numbers.spear_deep, DEPTH);
        add(self.disordered, "disordered", numbers.disordered, DISORDERED);
        add(self.hill, "hill", numbers.hill, HILL);
        let minds = self.troop.kind.mounted || pikes;
        add(minds && (self.bad || enemy.within_bad), "bad-going", numbers.bad_going, BAD_GOING);
        add(self.shieldwall, "shieldwall", numbers.shieldwall, SHIELDWALL);
        tally
    }

    /// The same unit after a test of cohesion: with its losses, and disordered if it is.
    #[must_use]
    pub fn after(&self, tested: &Tested) -> Party<'w> {
        let tests = tested.roll.is_some() && !self.troop.kind.one_shot;
        let left = self.left.less(tested.loss);
        Party { left, fresh: self.fresh && left == self.left, disordered: self.disordered || tests, ..self.clone() }
    }

    /// Its cohesion test against that enemy.
    pub fn test(&self, flanked: bool, enemy: &Party) -> Test {
        let mut also = Tally::default();
        if self.firm && enemy.troop.kind.mounted {
            also.add(Word("heavy-foot"), tables().full.cohesion.heavy_foot, FIRM);
        }
        Test {
            also,
            unit: self.unit,
            side: self.side,
            vbu: self.left,
            disordered: self.disordered,
            general: self.general,
            shieldwall: self.shieldwall,
            flanked,
            steady: self.troop.kind.one_shot,
        }
    }

    /// Impetuous light foot.
    pub fn is_warband(&self) -> bool {
        !self.troop.kind.mounted && self.troop.has(Tag::Impetuous)
    }
}

/// Whether a unit defends a hill: the middle of its front is on the hill, and the unit's own middle is nearer to the
/// hill's centre than the enemy's. Units front to front have the same front middles, which therefore cannot decide (I8
/// against D25).
fn defends_hill(field: Battlefield, print: &Footprint, enemy: &Footprint) -> bool {
    let on = field.0.ground().at(print.front()).filter(|p| going::kind(p).is_some_and(|k| k.hill));
    on.into_iter().any(|p| print.centre.distance(p.centroid) + 0.001 < enemy.centre.distance(p.centroid))
}

/// The dice of one side: its main unit's, and half of each support's.
pub fn side_dice(main: &Party, supports: &[Party], enemy: &Party) -> Tally {
    let numbers = &tables().melee;
    let bad = main.bad || enemy.bad;
    let mut tally = main.tally(enemy, bad);
    let total = tally.total();
    if total < numbers.least {
        tally.add(Word("at-least"), numbers.least - total, LEAST);
    }
    for support in supports {
        let whole = support.tally(enemy, bad).total();
        let share = numbers.support_share;
        tally.add(Word("support"), ((whole + share - 1).div_euclid(share)).max(0), SUPPORT);
    }
    tally
}
