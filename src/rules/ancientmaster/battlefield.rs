//! A view of the battle with short methods for what the rules ask often.

use super::data::tables;
use super::state::{
    Acts, Armies, Army, Confused, Formed, Hits, Joined, Leader, Lost, Member, NextRound, Phase, Troop, Troops,
};
use super::switches::{Switch, Switches};
use super::troop::{Sort, Tag};
use crate::battle::View;
use crate::ids::{Side, UnitId};
use crate::table::measure::{TOUCH, distance, within};
use crate::table::{BaseSize, Foot, Footprint, Mil, Placement, Pose};
use bevy::math::Vec2;

/// A view with those methods.
#[derive(Clone, Copy)]
pub struct Battlefield<'w>(pub View<'w>, Fixed<'w>);

/// What never changes in a battle and is asked for again and again, looked up once.
#[derive(Clone, Copy)]
pub struct Fixed<'w> {
    troops: &'w Troops,
    switches: Switches,
}

impl<'w> Battlefield<'w> {
    /// That view.
    pub fn of(view: View<'w>) -> Battlefield<'w> {
        Battlefield(view, Fixed { troops: view.battle_state(), switches: *view.battle_state() })
    }

    /// What a unit of stands is; none for a character.
    pub fn unit(self, unit: UnitId) -> Option<&'w Troop> {
        match self.1.troops.of(unit)? {
            Member::Unit(troop) => Some(troop),
            Member::Character(_) => None,
        }
    }

    /// What a unit of stands is.
    ///
    /// # Panics
    /// When it is a character: callers have checked.
    pub fn troop(self, unit: UnitId) -> &'w Troop {
        self.unit(unit).expect("only units of stands are asked for their troop")
    }

    /// What a character is; none for a unit of stands.
    pub fn leader(self, unit: UnitId) -> Option<&'w Leader> {
        match self.1.troops.of(unit)? {
            Member::Character(leader) => Some(leader),
            Member::Unit(_) => None,
        }
    }

    /// Whether it has that tag.
    pub fn has(self, unit: UnitId, tag: Tag) -> bool {
        self.unit(unit).is_some_and(|troop| troop.has(tag))
    }

    /// Every unit of stands on the table, in roster order.
    pub fn units(self) -> impl Iterator<Item = UnitId> + 'w {
        self.0.roster().ids().filter(move |unit| self.unit(*unit).is_some() && self.0.on_table(*unit))
    }

    /// A side's units of stands on the table, in roster order.
    pub fn side(self, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        self.units().filter(move |unit| self.0.side_of(*unit) == side)
    }

    /// A side's characters who are not slain, in roster order.
    pub fn leaders(self, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        self.0.roster().of(side).filter(move |unit| self.leader(*unit).is_some() && self.0.on_table(*unit))
    }

    /// The stands of a unit.
    pub fn feet(self, unit: UnitId) -> &'w [Foot] {
        self.0.feet(unit)
    }

    /// The footprints of a unit's stands.
    pub fn prints(self, unit: UnitId) -> Vec<Footprint> {
        self.feet(unit).iter().map(|foot| foot.print).collect()
    }

    /// The poses of a unit's stands.
    pub fn poses(self, unit: UnitId) -> Vec<Pose> {
        self.feet(unit).iter().map(|foot| foot.print.pose()).collect()
    }

    /// The size of a unit's stands.
    pub fn size(self, unit: UnitId) -> BaseSize {
        self.0.roster().base(unit)
    }

    /// The stands of the enemies of a side, no farther than so many inches from a footprint, and some farther.
    pub fn enemy_feet(self, side: Side, print: &Footprint, reach: f32) -> impl Iterator<Item = &'w Foot> + use<'w> {
        self.0.layout().along(Some(side.other()), print, Vec2::ZERO, 0.0, reach).collect::<Vec<_>>().into_iter()
    }

    /// The shortest distance between two units, inches.
    pub fn distance(self, a: UnitId, b: UnitId) -> Option<f32> {
        self.0.layout().distance(a, b)
    }

    /// The enemies within a distance of a unit (A1), in roster order.
    pub fn enemies_within(self, unit: UnitId, limit: Mil) -> Vec<UnitId> {
        let side = self.0.side_of(unit);
        let reach = limit.to_inches() + 0.1;
        let near = |foot: &Foot| {
            let enemies = self.enemy_feet(side, &foot.print, reach);
            enemies.filter(|other| within(&foot.print, &other.print, limit)).map(|other| other.unit).collect::<Vec<_>>()
        };
        let mut found: Vec<UnitId> = self.feet(unit).iter().flat_map(near).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a unit touches an enemy unit (A1).
    pub fn touches_enemy(self, unit: UnitId) -> bool {
        let side = self.0.side_of(unit);
        self.feet(unit).iter().any(|foot| self.touched_by(side, &foot.print).next().is_some())
    }

    /// The enemy stands that touch a stand of a side.
    pub fn touched_by(self, side: Side, print: &Footprint) -> impl Iterator<Item = &'w Foot> + use<'w> {
        let print = *print;
        self.enemy_feet(side, &print, 0.1).filter(move |other| within(&print, &other.print, TOUCH))
    }

    /// The enemy units that touch a unit, in roster order.
    pub fn contacts(self, unit: UnitId) -> Vec<UnitId> {
        self.enemies_within(unit, TOUCH)
    }

    /// Whether it has lost stands, and how many.
    pub fn lost(self, unit: UnitId) -> u8 {
        self.0.unit_state::<Lost>(unit).0
    }

    /// Whether it is confused.
    pub fn confused(self, unit: UnitId) -> bool {
        self.0.unit_state::<Confused>(unit).0
    }

    /// What it has taken up by an order.
    pub fn formed(self, unit: UnitId) -> Formed {
        self.0.unit_state::<Formed>(unit)
    }

    /// Its hits.
    pub fn hits(self, unit: UnitId) -> Hits {
        self.0.unit_state::<Hits>(unit)
    }

    /// What it has done this turn.
    pub fn acts(self, unit: UnitId) -> Acts {
        self.0.unit_state::<Acts>(unit)
    }

    /// How it comes to its next round of combat.
    pub fn next_round(self, unit: UnitId) -> NextRound {
        self.0.unit_state::<NextRound>(unit)
    }

    /// The unit that a character has joined.
    pub fn joined(self, leader: UnitId) -> Option<UnitId> {
        self.0.unit_state::<Joined>(leader).0
    }

    /// The characters with a unit, in roster order.
    pub fn joined_to(self, unit: UnitId) -> Vec<UnitId> {
        self.0.that_name::<Joined>(unit, self.leaders(self.0.side_of(unit)))
    }

    /// Whether that character may join that unit: no more than two share one (A11).
    pub fn has_room(self, unit: UnitId, leader: UnitId) -> bool {
        self.joined_to(unit).into_iter().filter(|of| *of != leader).count() < tables().character.share
    }

    /// How far the phase has come.
    pub fn phase(self) -> &'w Phase {
        self.0.battle_state::<Phase>()
    }

    /// A side's army.
    pub fn army(self, side: Side) -> Army {
        *self.0.battle_state::<Armies>().of(side)
    }

    /// Whether that switch is on.
    pub fn plays(self, switch: Switch) -> bool {
        self.1.switches.on(switch)
    }

    /// The point of a character (A1): where he stands, or the middle of the unit that he has joined.
    pub fn point(self, leader: UnitId) -> Option<Vec2> {
        match self.0.placement(leader) {
            Placement::Token(at) => Some(*at),
            _ => None,
        }
    }

    /// From a character to a unit, inches: from his point, or from any stand of the unit that he has joined (A1, W120).
    pub fn distance_to_leader(self, leader: UnitId, to: UnitId) -> Option<f32> {
        match self.joined(leader) {
            Some(with) if with == to => Some(0.0),
            Some(with) => self.distance(with, to),
            None => {
                let at = self.point(leader)?;
                self.feet(to).iter().map(|foot| foot.print.nearest_to(at).distance(at)).reduce(f32::min)
            }
        }
    }

    /// The pair of stands of two units that are nearest to each other; at the same distance the first of each.
    pub fn nearest_stands(self, a: UnitId, b: UnitId) -> Option<(&'w Foot, &'w Foot)> {
        let mut best: Option<(&Foot, &Foot, f32)> = None;
        for foot in self.feet(a) {
            for other in self.feet(b) {
                let far = distance(&foot.print, &other.print);
                if best.is_none_or(|(.., least)| far < least - 1e-4) {
                    best = Some((foot, other, far));
                }
            }
        }
        best.map(|(foot, other, _)| (foot, other))
    }
}

/// The size of the stands of that sort (A2.1).
pub fn stand_size(sort: Sort) -> BaseSize {
    let stand = &tables().stand;
    let (long, short) = (stand.long.inches(), stand.short.inches());
    match sort {
        Sort::Infantry => BaseSize::new(long, short),
        _ => BaseSize::new(short, long),
    }
}
