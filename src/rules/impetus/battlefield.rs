//! A view of the battle with short methods for what Impetus's rules ask often.

use super::data::{General, Ranges, Structure, Tag, UnitType, tables};
use super::state::{
    Acts, Armies, Army, Contact, Contacts, Deeds, Disordered, Sorts, Stance, Structures, Troop, Troops, Turn, Vbu,
};
use super::switches::{Switch, Switches};
use bevy::math::Vec2;

use crate::battle::View;
use crate::ids::{Side, UnitId};
use crate::table::{Footprint, whose};

/// A view with those methods.
#[derive(Clone, Copy)]
pub struct Battlefield<'w>(pub View<'w>, Fixed<'w>);

/// What never changes in a battle and is asked for again and again, looked up once.
#[derive(Clone, Copy)]
struct Fixed<'w> {
    troops: &'w Troops,
    switches: Switches,
}

impl<'w> Battlefield<'w> {
    /// That view.
    pub fn of(view: View<'w>) -> Battlefield<'w> {
        Battlefield(view, Fixed { troops: view.battle_state(), switches: *view.battle_state() })
    }

    /// The unit's line.
    ///
    /// # Panics
    /// Never in a mustered battle: every unit has one.
    pub fn troop(self, unit: UnitId) -> &'w Troop {
        self.1.troops.of(unit).expect("every unit is mustered with its line")
    }

    /// The unit's type.
    pub fn kind(self, unit: UnitId) -> &'static UnitType {
        self.troop(unit).kind
    }

    /// Every unit on the table, in roster order.
    pub fn units(self) -> impl Iterator<Item = UnitId> + 'w {
        self.0.roster().ids().filter(move |u| self.0.on_table(*u))
    }

    /// A side's units on the table, in roster order.
    pub fn side(self, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        self.units().filter(move |u| self.0.side_of(*u) == side)
    }

    /// The units on the table of the side against that unit.
    pub fn enemies(self, of: UnitId) -> impl Iterator<Item = UnitId> + 'w {
        self.side(self.0.side_of(of).other())
    }

    /// The enemies of a side who may stand within so many inches of a footprint, in roster order, and some farther off.
    pub fn enemies_near(self, side: Side, print: &Footprint, reach: f32) -> impl Iterator<Item = UnitId> + use<'w> {
        let near = self.0.layout().along(Some(side.other()), print, Vec2::ZERO, 0.0, reach);
        whose(near)
    }

    /// The unit's footprint.
    ///
    /// # Panics
    /// When it is not on the table: callers have checked.
    pub fn print(self, unit: UnitId) -> Footprint {
        self.0.hull(unit).expect("only units on the table are asked for their footprint")
    }

    /// The VBU that it has left.
    pub fn vbu(self, unit: UnitId) -> Vbu {
        self.0.unit_state::<Vbu>(unit)
    }

    /// Whether it is disordered.
    pub fn disordered(self, unit: UnitId) -> bool {
        self.0.unit_state::<Disordered>(unit).0
    }

    /// What it has done this turn.
    pub fn acts(self, unit: UnitId) -> Acts {
        self.0.unit_state::<Acts>(unit)
    }

    /// What it has done this turn under modules of FULL.
    pub fn deeds(self, unit: UnitId) -> Deeds {
        self.0.unit_state::<Deeds>(unit)
    }

    /// Whether it is impetuous. Where X11 is played it no longer is when half of it is lost.
    pub fn impetuous(self, unit: UnitId) -> bool {
        let troop = self.troop(unit);
        let full = troop.vbu * if troop.large { 2 } else { 1 };
        let (share, of) = tables().full.impetuous_until;
        let spent = || (full - self.vbu(unit).total()) * of >= full * share;
        troop.has(Tag::Impetuous) && !troop.kind.stays && !(self.plays(Switch::Impetuous) && spent())
    }

    /// Whether it shoots all round instead of only ahead (10.5).
    pub fn all_round(self, unit: UnitId) -> bool {
        let troop = self.troop(unit);
        troop.kind.all_round && !troop.has(Tag::MountedXb)
    }

    /// Its stance: moved, in motion, turned.
    pub fn stance(self, unit: UnitId) -> Stance {
        self.0.unit_state::<Stance>(unit)
    }

    /// Its contacts.
    pub fn contacts(self, unit: UnitId) -> &'w [Contact] {
        self.0.get::<Contacts>(unit).map_or(&[], |c| &c.0)
    }

    /// Whether it is in melee.
    pub fn engaged(self, unit: UnitId) -> bool {
        !self.contacts(unit).is_empty()
    }

    /// Whether it has lost no VBU yet (3).
    pub fn fresh(self, unit: UnitId) -> bool {
        let troop = self.troop(unit);
        self.vbu(unit).total() == troop.vbu * if troop.large { 2 } else { 1 }
    }

    /// Whether it stands two deep.
    pub fn deep(self, unit: UnitId) -> bool {
        self.vbu(unit).rear > 0
    }

    /// Both armies.
    pub fn armies(self) -> &'w Armies {
        self.0.battle_state::<Armies>()
    }

    /// A side's army.
    pub fn army(self, side: Side) -> Army {
        *self.armies().of(side)
    }

    /// The sort of a side's general, where X2 is played; of several generals the commander-in-chief's.
    pub fn sort_of_general(self, side: Side) -> Option<&'static General> {
        let usual = || self.0.battle_state::<Sorts>().0[side.index()];
        let sort = || self.commands().of(side).first().map_or_else(usual, |chief| chief.sort());
        self.plays(Switch::Generals).then(sort)
    }

    /// Whether a general is with it: its side's or, where there are commands, its own command's.
    pub fn general_with(self, unit: UnitId) -> bool {
        self.general_over(unit) == Some(unit)
    }

    /// The unit with which the general is who commands this unit, while he is on the table.
    pub fn general_over(self, unit: UnitId) -> Option<UnitId> {
        if let Some((_, command)) = self.command_of(unit) {
            return self.leads(command);
        }
        let army = self.army(self.0.side_of(unit));
        army.general.filter(|general| !army.general_lost && self.0.on_table(*general))
    }

    /// The command structure of a side's army.
    pub fn structure(self, side: Side) -> &'static Structure {
        self.0.battle_state::<Structures>().0[side.index()]
    }

    /// How far the turn has come.
    pub fn turn(self) -> &'w Turn {
        self.0.battle_state::<Turn>()
    }

    /// Whether that unit's activation is under way.
    pub fn is_active(self, unit: UnitId) -> bool {
        self.0.battle_part::<Turn>(unit.0).active.contains(&unit)
    }

    /// Whether that switch is on.
    pub fn plays(self, switch: Switch) -> bool {
        self.1.switches.on(switch)
    }

    /// The bands of range in this battle.
    pub fn ranges(self) -> &'static Ranges {
        if self.plays(Switch::Ranges) { &tables().full.ranges } else { &tables().firing.ranges }
    }
}
