//! A view of the battle with short methods for what the rules ask often.

use super::commander;
use super::data::{Class, tables};
use super::fatigue::Fatigue;
use super::state::{
    Acts, Before, Contact, Contacts, Fired, Flight, Formation, Halted, Passed, Phase, Run, Troop, Troops, UnderWay,
};
use super::switches::{Switch, Switches};
use super::troop::{Drill, TroopType};
use super::weather;
use crate::battle::View;
use crate::ids::{Side, UnitId};
use crate::table::measure::distance;
use crate::table::{BaseSize, Footprint, Mil, Placement, Pose};

/// A view with those methods.
#[derive(Clone, Copy)]
pub struct Battlefield<'w>(pub View<'w>, Others<'w>);

/// Which other units count when it is worked out where one may go.
#[derive(Clone, Copy, Debug)]
enum Others<'w> {
    All,
    /// All but these.
    Without(&'w [UnitId]),
    Nobody,
}

impl<'w> Battlefield<'w> {
    /// That view.
    pub fn of(view: View<'w>) -> Battlefield<'w> {
        Battlefield(view, Others::All)
    }

    /// The same table without those units, for where others may go (3.2).
    #[must_use]
    pub fn without<'s>(self, units: &'s [UnitId]) -> Battlefield<'s>
    where
        'w: 's,
    {
        Battlefield(self.0, Others::Without(units))
    }

    /// The same ground with nobody else on it, for where a unit may go.
    #[must_use]
    pub fn alone(self) -> Battlefield<'w> {
        Battlefield(self.0, Others::Nobody)
    }

    /// Whether a unit counts when it is worked out where another may go.
    pub fn counts(self, unit: UnitId) -> bool {
        match self.1 {
            Others::All => true,
            Others::Without(units) => !units.contains(&unit),
            Others::Nobody => false,
        }
    }

    /// What a unit is.
    ///
    /// # Panics
    /// Never: muster gives every unit of the roster a troop.
    pub fn troop(self, unit: UnitId) -> &'w Troop {
        self.0.battle_state::<Troops>().of(unit).expect("every unit of the roster is a troop")
    }

    /// Its type.
    pub fn kind(self, unit: UnitId) -> &'static TroopType {
        self.troop(unit).kind
    }

    /// What it fights and is struck as.
    pub fn class(self, unit: UnitId) -> Class {
        self.kind(unit).class()
    }

    pub fn drill(self, unit: UnitId) -> Drill {
        self.troop(unit).drill
    }

    pub fn mounted(self, unit: UnitId) -> bool {
        self.kind(unit).mounted()
    }

    /// A side's units on the table, in roster order; its commander is none.
    pub fn side(self, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        self.0.roster().of(side).filter(move |unit| self.0.on_table(*unit) && !self.kind(*unit).commander)
    }

    /// The enemies of a unit on the table, in roster order.
    pub fn enemies(self, unit: UnitId) -> impl Iterator<Item = UnitId> + 'w {
        self.side(self.0.side_of(unit).other())
    }

    pub fn formation(self, unit: UnitId) -> Formation {
        self.0.unit_state(unit)
    }

    pub fn under_way(self, unit: UnitId) -> UnderWay {
        self.0.unit_state(unit)
    }

    pub fn acts(self, unit: UnitId) -> Acts {
        self.0.unit_state(unit)
    }

    pub fn before(self, unit: UnitId) -> Before {
        self.0.unit_state(unit)
    }

    pub fn fired(self, unit: UnitId) -> Fired {
        self.0.unit_state(unit)
    }

    /// Its flight, if it is in one.
    pub fn flight(self, unit: UnitId) -> Option<Run> {
        self.0.unit_state::<Flight>(unit).0
    }

    /// Whether it neither moves nor fires in this turn though it is in order.
    pub fn is_halted(self, unit: UnitId) -> bool {
        self.0.unit_state::<Halted>(unit).0 > 0
    }

    pub fn passed(self, unit: UnitId) -> bool {
        self.0.unit_state::<Passed>(unit).0
    }

    pub fn fatigue(self, unit: UnitId) -> Fatigue {
        self.0.unit_state(unit)
    }

    /// Whether it is tired.
    pub fn is_tired(self, unit: UnitId) -> bool {
        self.plays(Switch::Fatigue) && self.fatigue(unit).tired
    }

    pub fn phase(self) -> &'w Phase {
        self.0.battle_state()
    }

    /// Every contact, in the order in which they were made.
    pub fn contacts(self) -> &'w [Contact] {
        &self.0.battle_state::<Contacts>().0
    }

    /// Whether it is in melee.
    pub fn engaged(self, unit: UnitId) -> bool {
        self.contacts().iter().any(|contact| contact.by == unit || contact.at == unit)
    }

    /// Whether that switch is on.
    pub fn plays(self, switch: Switch) -> bool {
        self.0.battle_state::<Switches>().on(switch)
    }

    /// The size of its bases.
    pub fn size(self, unit: UnitId) -> BaseSize {
        self.0.roster().base(unit)
    }

    /// How many figures it has left on the table.
    pub fn figures(self, unit: UnitId) -> u8 {
        if self.kind(unit).commander {
            return u8::from(commander::is_alive(self, unit));
        }
        // Before they are placed all are there.
        if self.0.is_to_be_placed(unit) {
            return self.troop(unit).figures;
        }
        self.0.placement(unit).base_count() as u8
    }

    /// Figures that it has lost.
    pub fn lost(self, unit: UnitId) -> u8 {
        self.troop(unit).figures.saturating_sub(self.figures(unit))
    }

    /// What it covers: the rectangle of all its files and ranks. Units off the table cover a point far away.
    pub fn print(self, unit: UnitId) -> Footprint {
        self.0.hull(unit).unwrap_or(Footprint::new(Pose::new(-900.0, -900.0, 0.0), 0.0, 0.0))
    }

    /// Where its front stands.
    pub fn front(self, unit: UnitId) -> Pose {
        self.0.pose(unit).unwrap_or_default()
    }

    /// The shortest distance between two units.
    pub fn distance(self, a: UnitId, b: UnitId) -> Mil {
        Mil::measured(distance(&self.print(a), &self.print(b)))
    }

    /// Who moves first in this turn; north before it is known.
    pub fn first(self) -> Side {
        self.phase().first.unwrap_or(Side::North)
    }

    /// Its normal Move.
    pub fn pace(self, unit: UnitId) -> Mil {
        let dry = if self.kind(unit).commander { commander::pace(self, unit) } else { *self.kind(unit).move_ };
        weather::in_mud(self, dry)
    }

    /// Its Charge Move.
    pub fn charge_pace(self, unit: UnitId) -> Mil {
        weather::in_mud(self, *self.kind(unit).charge)
    }

    /// What a road adds to its Move.
    pub fn road(self, unit: UnitId) -> Mil {
        weather::in_mud(self, *self.kind(unit).road)
    }

    /// What it may spend in a turn: its Charge Move if it has charged, else its Move.
    pub fn allowance(self, unit: UnitId) -> Mil {
        if self.acts(unit).charged.is_some() { self.charge_pace(unit) } else { self.pace(unit) }
    }

    /// What is left of that.
    pub fn left(self, unit: UnitId) -> Mil {
        Mil((self.allowance(unit).0 - self.acts(unit).spent.0).max(0))
    }

    /// Whether it is a formed body in close order with pole arms (9.4).
    pub fn has_levelled_pikes(self, unit: UnitId) -> bool {
        self.troop(unit).pole_arms && !self.formation(unit).open && self.flight(unit).is_none()
    }

    /// How a unit would stand that had so many files.
    pub fn in_files(self, unit: UnitId, pose: Pose, files: u8, open: bool) -> Placement {
        in_ranks(pose, files, self.figures(unit), open)
    }
}

/// Between the figures of a unit.
pub fn gap(open: bool) -> Mil {
    if open { *tables().open_gap } else { Mil::ZERO }
}

/// So many figures in so many files.
pub fn in_ranks(pose: Pose, files: u8, figures: u8, open: bool) -> Placement {
    let bases = figures.max(1);
    Placement::Block { pose, files: files.clamp(1, bases), bases, gap: gap(open) }
}

/// A machine with so many of its crew: side by side on the whole of its base.
pub fn in_crew(pose: Pose, crew: u8) -> Placement {
    let bases = crew.max(1);
    let whole = Mil::measured(tables().engine_base.0).0;
    let own = whole / i32::from(tables().crew);
    let gap = if bases > 1 { (whole - own * i32::from(bases)) / (i32::from(bases) - 1) } else { 0 };
    Placement::Block { pose, files: bases, bases, gap: Mil(gap) }
}

/// The size of the figures' bases of a type.
pub fn base_size(kind: &TroopType) -> BaseSize {
    if kind.is_machine() {
        // Its crew side by side, each with its part of the base.
        let (width, depth) = tables().engine_base;
        return BaseSize::new(width / f32::from(tables().crew), depth);
    }
    let (width, depth) = if kind.mounted() { tables().horse_base } else { tables().foot_base };
    BaseSize::new(width, depth)
}
