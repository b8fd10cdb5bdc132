//! The battle as the captain sees it at one moment: plain values of every unit on the table.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::battle::{Odds, Row, View};
use crate::cite::Word;
use crate::ids::{BodyId, Side, UnitId};
use crate::table::{Cdeg, Footprint, Pose};

/// What the captain knows of one unit.
#[derive(Clone, Debug)]
pub struct Seen {
    pub unit: UnitId,
    pub side: Side,
    pub body: Option<BodyId>,
    pub print: Footprint,
    /// What losing it would cost its side.
    pub worth: f32,
    /// How much it can lose before it is gone.
    pub left: f32,
    /// How far it may charge; nil: it is in melee or cannot.
    pub charge: f32,
    /// How far it shoots; nil: it does not.
    pub range: f32,
}

/// Everything on the table.
pub struct Sight<'w> {
    pub view: View<'w>,
    pub row: Row,
    pub side: Side,
    pub units: Vec<Seen>,
    /// Whether the other side wins if nothing more happens: then this one must attack.
    pub must_attack: bool,
    duels: RefCell<BTreeMap<(UnitId, UnitId), f32>>,
}

impl<'w> Sight<'w> {
    /// What that side sees.
    pub fn of(view: &View<'w>, row: &Row, side: Side) -> Sight<'w> {
        let mut units = Vec::new();
        for unit in view.roster().ids() {
            let Some(print) = view.footprint(unit) else { continue };
            let reach = (row.reach)(view, unit);
            let card = (row.card)(view, unit);
            units.push(Seen {
                unit,
                side: view.side_of(unit),
                body: view.body_of(unit),
                print,
                worth: (row.worth)(view, unit),
                left: card.strength.map_or(1.0, |(left, _)| f32::from(left.max(1))),
                charge: reach.charge.to_inches(),
                range: reach.fire.iter().map(|(range, _)| range.to_inches()).fold(0.0, f32::max),
            });
        }
        let must_attack = (row.favoured)(view).is_some_and(|ahead| ahead != side);
        Sight { view: *view, row: *row, side, units, must_attack, duels: RefCell::default() }
    }

    /// The unit as seen.
    pub fn get(&self, unit: UnitId) -> Option<&Seen> {
        self.units.binary_search_by_key(&unit, |s| s.unit).ok().map(|i| &self.units[i])
    }

    /// Own units.
    pub fn own(&self) -> impl Iterator<Item = &Seen> {
        self.units.iter().filter(|s| s.side == self.side)
    }

    /// Enemy units.
    pub fn enemies(&self) -> impl Iterator<Item = &Seen> {
        self.units.iter().filter(|s| s.side != self.side)
    }

    /// What it would be worth to the attacker to come at the target's front from where both stand now; reckoned
    /// once a look for each pair.
    pub fn duel(&self, attacker: UnitId, target: UnitId) -> f32 {
        if let Some(known) = self.duels.borrow().get(&(attacker, target)) {
            return *known;
        }
        let value = self.front_to_front(attacker, target).map_or(0.0, |odds| self.value(&odds, attacker, target));
        self.duels.borrow_mut().insert((attacker, target), value);
        value
    }

    fn front_to_front(&self, attacker: UnitId, target: UnitId) -> Option<Odds> {
        let it = self.get(target)?.print;
        let from = Pose { at: it.front(), heading: (it.heading + Cdeg::HALF).heading() };
        (self.row.clash)(&self.view, attacker, target, from)
    }

    /// What these odds are worth to the attacker: what breaks at once, and how the fight would go on.
    pub fn value(&self, odds: &Odds, attacker: UnitId, target: UnitId) -> f32 {
        let (Some(me), Some(it)) = (self.get(attacker), self.get(target)) else { return 0.0 };
        let share = |what: &'static str| odds.share(Word(what)) as f32;
        let (win, lose) = (share("win"), share("lose"));
        let (breaks, broken) = (share("break"), share("broken"));
        // Later rounds: whoever wears the other down first.
        let (gain, harm) = (win / it.left, lose / me.left);
        let likely = if gain + harm > 0.0 { gain / (gain + harm) } else { 0.5 };
        let later = it.worth * likely - me.worth * (1.0 - likely);
        breaks * it.worth - broken * me.worth + (1.0 - breaks - broken).max(0.0) * 0.6 * later
    }
}
