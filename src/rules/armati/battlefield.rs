//! A view of the battle with short methods for what Armati's rules ask often.

use super::command;
use super::data::TroopType;
use super::state::{
    Acts, Armies, Army, Bp, Contacts, Division, Divisions, Fatigue, General, MoveOption, Panic, Troop, Troops,
    Undressed,
};
use super::switches::{Switch, Switches};
use crate::battle::View;
use crate::ids::{BodyId, Side, UnitId};
use crate::table::{Footprint, Mil};

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

    /// The unit's troop; none for a general's marker.
    pub fn try_troop(self, unit: UnitId) -> Option<&'w Troop> {
        self.1.troops.of(unit)
    }

    /// The unit's troop.
    ///
    /// # Panics
    /// For a general's marker: callers go through [`Battlefield::units`] or have checked.
    pub fn troop(self, unit: UnitId) -> &'w Troop {
        self.1.troops.of(unit).expect("only fighting units are asked for their troop")
    }

    /// The unit's troop type.
    pub fn kind(self, unit: UnitId) -> &'static TroopType {
        self.troop(unit).kind
    }

    /// Every fighting unit on the table, in roster order.
    pub fn units(self) -> impl Iterator<Item = UnitId> + 'w {
        self.0.roster().ids().filter(move |u| self.stands(*u))
    }

    /// A side's fighting units on the table, in roster order.
    pub fn side(self, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        self.units().filter(move |u| self.0.side_of(*u) == side)
    }

    /// The fighting units on the table of the side against that unit.
    pub fn enemies(self, of: UnitId) -> impl Iterator<Item = UnitId> + 'w {
        self.side(self.0.side_of(of).other())
    }

    /// Whether it is a fighting unit on the table. A general's marker is not: it is a token without a footprint.
    pub fn stands(self, unit: UnitId) -> bool {
        self.0.has_footprint(unit)
    }

    /// The unit's footprint.
    ///
    /// # Panics
    /// When it is not on the table: callers have checked.
    pub fn print(self, unit: UnitId) -> Footprint {
        self.0.hull(unit).expect("only units on the table are asked for their footprint")
    }

    /// Its breakpoints.
    pub fn bp(self, unit: UnitId) -> u8 {
        self.0.unit_state::<Bp>(unit).0
    }

    /// Its fatigue points.
    pub fn fatigue(self, unit: UnitId) -> u8 {
        self.0.unit_state::<Fatigue>(unit).0
    }

    /// Whether it is fatigued: as many points as it had breakpoints at the start (7.6).
    pub fn fatigued(self, unit: UnitId) -> bool {
        self.fatigue(unit) >= self.troop(unit).bp0
    }

    /// Whether it is undressed.
    pub fn undressed(self, unit: UnitId) -> bool {
        self.0.unit_state::<Undressed>(unit).0
    }

    /// What it has done this turn.
    pub fn acts(self, unit: UnitId) -> Acts {
        self.0.unit_state::<Acts>(unit)
    }

    /// Whether it has met chariots, and whether it panics (A17).
    pub fn panic(self, unit: UnitId) -> Panic {
        self.0.unit_state::<Panic>(unit)
    }

    /// Its contacts.
    pub fn contacts(self, unit: UnitId) -> &'w [super::state::Contact] {
        self.0.get::<Contacts>(unit).map_or(&[], |c| &c.0)
    }

    /// Whether it is in melee (C7).
    pub fn engaged(self, unit: UnitId) -> bool {
        !self.contacts(unit).is_empty()
    }

    /// Whether it stands deep: one section behind the other.
    pub fn deep(self, unit: UnitId) -> bool {
        self.0.placement(unit).ranks().deep() > 1
    }

    /// Its full allowance in clear ground.
    pub fn allowance(self, unit: UnitId) -> Mil {
        self.troop(unit).allowance
    }

    /// The division it is in.
    pub fn division_of(self, unit: UnitId) -> Option<BodyId> {
        self.0.body_of(unit)
    }

    /// A division's state. A division that its general commands counts as controlled while he does (A16.1).
    pub fn division(self, body: BodyId) -> Division {
        let own = self.0.battle_part::<Divisions>(body.0).get(body);
        Division { controlled: own.controlled || command::commands(self, body), ..own }
    }

    /// Both armies.
    pub fn armies(self) -> &'w Armies {
        self.0.battle_state::<Armies>()
    }

    /// A side's army.
    pub fn army(self, side: Side) -> &'w Army {
        self.0.battle_part::<Armies>(side.index() as u16).of(side)
    }

    /// A side's general.
    pub fn general(self, side: Side) -> General {
        self.army(side).general
    }

    /// Whether the general is attached to that unit.
    pub fn general_with(self, unit: UnitId) -> bool {
        let general = self.general(self.0.side_of(unit));
        !general.lost && general.with == Some(unit)
    }

    /// Who moves first, and from which end melees are fought (3.2).
    pub fn option(self) -> MoveOption {
        *self.0.battle_state::<MoveOption>()
    }

    /// Whether the battle is played with that advanced rule.
    pub fn plays(self, switch: Switch) -> bool {
        self.1.switches.on(switch)
    }

    /// The first mover and the second mover. Before the move option is decided: by initiative, on a tie north first
    /// (3.2).
    pub fn order(self) -> [Side; 2] {
        let first = self.option().first.unwrap_or_else(|| self.by_initiative());
        [first, first.other()]
    }

    /// The side that acts first where nothing else orders them: the higher initiative, tie north (3.2).
    pub fn by_initiative(self) -> Side {
        let [north, south] = &self.armies().0;
        if south.init > north.init { Side::South } else { Side::North }
    }
}
