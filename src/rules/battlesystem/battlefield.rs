//! A view of the battle with short methods for what the rules ask often.

use bevy::math::Vec2;

use super::data::{data, tables};
use super::state::{GapDebt, Officers, Phase, Points, Ragged, Round, Stance, Steps, Troop, Troops, Wounds};
use super::switches::{Switch, Switches};
use super::troop::{Class, TroopType};
use crate::battle::View;
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::measure::distance;
use crate::table::{BaseSize, Footprint, Footprints, LastRank, Mil, Placement, Pose};

/// A view with those methods.
#[derive(Clone, Copy)]
pub struct Battlefield<'w>(pub View<'w>);

impl<'w> Battlefield<'w> {
    /// That view.
    pub fn of(view: View<'w>) -> Battlefield<'w> {
        Battlefield(view)
    }

    /// What a unit is.
    ///
    /// # Panics
    /// For a commander's marker: callers go through [`Battlefield::side`] or have asked.
    pub fn troop(self, unit: UnitId) -> &'w Troop {
        self.0.battle_state::<Troops>().of(unit).expect("a troop, and no marker")
    }

    /// Whether it is a unit, and no commander's marker.
    pub fn is_troop(self, unit: UnitId) -> bool {
        self.0.battle_state::<Troops>().of(unit).is_some()
    }

    /// Its type.
    pub fn kind(self, unit: UnitId) -> &'static TroopType {
        self.troop(unit).kind
    }

    /// How it is ordered: as a regular unit, skirmishers or a mob.
    pub fn class(self, unit: UnitId) -> Class {
        self.troop(unit).class
    }

    /// Whether it skirmishes.
    pub fn skirmishes(self, unit: UnitId) -> bool {
        self.class(unit) == Class::Skirmish
    }

    /// Whether it is in closed formation.
    pub fn is_closed(self, unit: UnitId) -> bool {
        self.class(unit) == Class::Regular && !self.stance(unit).open
    }

    /// The word of its formation.
    pub fn formation(self, unit: UnitId) -> Word {
        match self.class(unit) {
            Class::Regular if self.stance(unit).open => Word("open"),
            Class::Regular => Word("closed"),
            Class::Skirmish => Word("skirmish"),
            Class::Mob => Word("mob"),
        }
    }

    /// A side's units on the table, in roster order.
    pub fn side(self, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        self.0.roster().of(side).filter(move |unit| self.0.on_table(*unit) && self.is_troop(*unit))
    }

    pub fn stance(self, unit: UnitId) -> Stance {
        self.0.unit_state(unit)
    }

    pub fn round(self, unit: UnitId) -> Round {
        self.0.unit_state(unit)
    }

    pub fn debt(self, unit: UnitId) -> u8 {
        self.0.unit_state::<GapDebt>(unit).0
    }

    pub fn wounds(self, unit: UnitId) -> i32 {
        self.0.unit_state::<Wounds>(unit).0
    }

    pub fn ragged(self, unit: UnitId) -> Ragged {
        self.0.unit_state(unit)
    }

    pub fn steps(self, unit: UnitId) -> Steps {
        self.0.unit_state(unit)
    }

    pub fn phase(self) -> &'w Phase {
        self.0.battle_state()
    }

    pub fn officers(self) -> &'w Officers {
        self.0.battle_state()
    }

    pub fn points(self) -> Points {
        *self.0.battle_state::<Points>()
    }

    /// Whether that switch is on.
    pub fn plays(self, switch: Switch) -> bool {
        self.0.battle_state::<Switches>().on(switch)
    }

    /// The size of its bases.
    pub fn size(self, unit: UnitId) -> BaseSize {
        self.0.roster().base(unit)
    }

    /// Its figures' bases, in their order.
    pub fn bases(self, unit: UnitId) -> Footprints {
        self.0.placement(unit).bases(self.size(unit))
    }

    /// How many figures it has left.
    pub fn figures(self, unit: UnitId) -> u8 {
        self.0.placement(unit).base_count() as u8
    }

    /// Figures that it has lost.
    pub fn lost(self, unit: UnitId) -> u8 {
        self.troop(unit).figures.saturating_sub(self.figures(unit))
    }

    /// Whether its bases stand as no block, though they should.
    pub fn is_ragged(self, unit: UnitId) -> bool {
        matches!(self.0.placement(unit), Placement::Loose(_)) && !self.skirmishes(unit)
    }

    /// The mean of its base centres.
    pub fn middle(self, unit: UnitId) -> Vec2 {
        let bases = self.bases(unit);
        let sum: Vec2 = bases.iter().map(|base| base.centre).sum();
        sum / bases.len().max(1) as f32
    }

    /// Where it faces and the middle of its front: of a ragged unit, of its front-rank figures.
    pub fn front(self, unit: UnitId) -> Pose {
        match self.0.placement(unit) {
            Placement::Loose(poses) if self.skirmishes(unit) && !poses.is_empty() => {
                // Skirmishers have no front: the mean of all of theirs.
                let at = poses.iter().map(|pose| pose.at).sum::<Vec2>() / poses.len() as f32;
                Pose { at, heading: poses[0].heading }
            }
            Placement::Loose(poses) if !poses.is_empty() => {
                let stance = self.stance(unit);
                let heading = poses[usize::from(stance.lead).min(poses.len() - 1)].heading;
                let files = usize::from(stance.files).clamp(1, poses.len());
                // Of those that face as the unit does: the wings of a wrap do not count.
                let ahead: Vec<Vec2> = poses[..files].iter().filter(|p| p.heading == heading).map(|p| p.at).collect();
                Pose { at: ahead.iter().sum::<Vec2>() / ahead.len().max(1) as f32, heading }
            }
            _ => self.0.pose(unit).unwrap_or_default(),
        }
    }

    /// The gap between bases of its formation.
    pub fn gap_of(self, open: bool) -> Mil {
        if open { open_gap(*self.0.battle_state::<Switches>()) } else { Mil::ZERO }
    }

    /// How far a unit charges (7.12).
    pub fn charge_of(self, unit: UnitId) -> Mil {
        if self.plays(Switch::PlainCharge) { self.kind(unit).rate() } else { self.kind(unit).charge() }
    }

    /// How far a unit goes by a forced march (7.12).
    pub fn forced_of(self, unit: UnitId) -> Mil {
        if self.plays(Switch::HardMarch) { Mil(self.kind(unit).rate().0 * 2) } else { self.kind(unit).forced() }
    }

    /// What a figure of a unit costs (13).
    pub fn points_of(self, unit: UnitId) -> i32 {
        points(self.kind(unit), *self.0.battle_state::<Switches>())
    }

    /// The shortest distance between two units, from base to base, inches.
    pub fn distance(self, a: UnitId, b: UnitId) -> f32 {
        if let Some(far) = self.0.layout().distance(a, b).filter(|far| *far > 2.0) {
            return far;
        }
        let (a, b) = (self.bases(a), self.bases(b));
        a.iter().flat_map(|x| b.iter().map(move |y| distance(x, y))).fold(f32::INFINITY, f32::min)
    }

    /// The enemies of a side on the table, in roster order.
    pub fn enemies(self, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        self.side(side.other())
    }

    /// Side A of this round, north before the first is known.
    pub fn first(self) -> Side {
        self.phase().first.unwrap_or(Side::North)
    }

    /// What of its rate is left in this Movement Phase.
    pub fn left(self, unit: UnitId) -> Mil {
        let round = self.round(unit);
        let rate = if round.forced { self.forced_of(unit) } else { self.kind(unit).rate() };
        Mil((rate.0 - round.spent.0).max(0))
    }
}

/// The gap between bases, or stands, of open formation.
pub fn open_gap(switches: Switches) -> Mil {
    let tables = tables();
    Mil::measured(if switches.on(Switch::Stands) { tables.stands.gap } else { tables.gap })
}

/// What a figure costs.
pub fn points(kind: &TroopType, switches: Switches) -> i32 {
    if switches.on(Switch::Experience) { kind.experience() } else { kind.points }
}

/// The size of the figures' bases of a type, and how many stand together in open formation.
pub fn base_size(kind: &TroopType, switches: Switches) -> BaseSize {
    let troops = &data().troops;
    let (width, depth) = match (kind.large, kind.mounted) {
        (true, _) => troops.large,
        (_, true) => troops.horse,
        (_, false) => troops.foot,
    };
    let stand = if switches.on(Switch::Stands) { tables().stands.figures } else { 1 };
    BaseSize { last_rank: LastRank::AsItStands, stand, ..BaseSize::new(width, depth) }
}

/// The middle of some bases.
pub fn centre_of(bases: &[Footprint]) -> Vec2 {
    bases.iter().map(|base| base.centre).sum::<Vec2>() / bases.len().max(1) as f32
}
