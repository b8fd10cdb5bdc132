//! The ruleset's data of units, divisions and armies: the fixed troop of each unit, and all state that changes.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::ambush::Hidden;
use super::data::{Class, TroopType, Weapon};
use super::movement::march::PressOn;
use super::option::Direction;
use crate::battle::{BattleState, Open};
use crate::cite::Cite;
use crate::ids::{BodyId, Side, UnitId};
use crate::table::{Edge, Mil};

/// What a unit is; it never changes. The general's marker has none.
#[derive(Clone, Debug)]
pub struct Troop {
    pub kind: &'static TroopType,
    /// Its name in the army list.
    pub title: String,
    /// Names of drawings in the look.
    pub glyph: &'static str,
    pub figure: &'static str,
    /// Fighting values: to the front in good going, when attacked in flank or rear, and in difficult ground.
    pub front: i32,
    pub flank: i32,
    pub special: i32,
    pub prot: i32,
    /// Its weapon, with the army list's own range if it has one.
    pub missile: Option<Weapon>,
    pub pike: bool,
    pub key: bool,
    /// Whether it is marked for obligatory charges.
    pub obligatory: bool,
    pub shield_wall: bool,
    pub schiltron: bool,
    /// Breakpoints at the start of the game, veteran included.
    pub bp0: u8,
    /// Its full allowance in clear ground.
    pub allowance: Mil,
}

/// The troops of all units; a general's marker has none.
pub type Troops = crate::battle::Troops<Troop>;

/// Breakpoints left.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Bp(pub u8);

/// Fatigue points (7.6).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Fatigue(pub u8);

/// Whether its ranks are out of dress (6.3, 7.8.4).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Undressed(pub bool);

/// What a unit has done this turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Acts {
    /// Allowance used in its own Movement.
    pub used: Mil,
    /// Whether it changed place or heading, in its own Movement or by an evade; if not, it is stationary.
    pub moved: bool,
    /// Whether its division has made its move, possibly without moving (M2). The unit may then not move again, even if
    /// the division fell apart in that move.
    pub marched: bool,
    /// Whether its Movement is over whatever allowance is left: after a wheel instead of moving, a complex wheel, a
    /// formation change, an evade or a break-off.
    pub spent: bool,
    pub evaded: bool,
    /// Whether it has tried to break off.
    pub tried_break_off: bool,
    pub fired: bool,
    pub fought: bool,
    /// Whether its front opponent broke this turn (8.3).
    pub broke_front: bool,
    /// Whether it was hit or touched, which releases its division, and that was not acted upon yet (4.3).
    pub hit: bool,
    /// Whether it has rallied, rested or dressed ranks (8.4).
    pub rallied: bool,
    /// The rule by which what it did was its whole movement this turn. Only the words of a refusal depend on it, so the
    /// digest leaves it out.
    #[serde(skip)]
    pub whole_turn: Option<Cite>,
}

/// The enemies that a unit is in contact with (C8), in the order in which the contacts were made.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Contacts(pub Vec<Contact>);

/// One contact, as one of the two units sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    pub enemy: UnitId,
    /// The edge of this unit that is touched.
    pub edge: Edge,
    /// What it counts as, by where the charger stood before its move (C3).
    pub counts: Counts,
    /// Whether this unit made the contact.
    pub made: bool,
    /// In how many melee steps the pair has been in contact (7.9 I6).
    pub rounds: u8,
}

/// What a contact counts as for the unit that was touched (C3); for the unit that made it always front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counts {
    Front,
    Flank,
    Rear,
}

impl Counts {
    /// Whether it counts as flank or rear.
    pub fn behind(self) -> bool {
        self != Counts::Front
    }
}

/// The effect of chariots on a unit (A17).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Panic {
    /// Whether it has met chariots before; it is then not tested again.
    pub tested: bool,
    /// The chariot that panicked it, while it does.
    pub by: Option<UnitId>,
}

/// The divisions' states, by body number.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divisions(pub Vec<Division>);

/// A division's state (4.2, 4.3); its units are listed in the body of the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    pub class: Class,
    pub controlled: bool,
    /// Whether it may move though it is uncontrolled (4.3).
    pub released: bool,
}

/// The two armies' states, north first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armies(pub [Army; 2]);

/// An army's state (4.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// How many controlled heavy and light divisions it may have.
    pub heavy: u8,
    pub light: u8,
    /// The army's breakpoint: it loses when it has lost so many key units.
    pub bp: u8,
    /// Initiative; splits lower it (SP1).
    pub init: i32,
    pub keys_lost: u8,
    pub general: General,
}

/// An army's general (4.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct General {
    /// His marker in the roster, when the army has a general.
    pub marker: Option<UnitId>,
    /// The unit that he is attached to.
    pub with: Option<UnitId>,
    /// The turn in which he attached, 0 before the first.
    pub since: u32,
    pub lost: bool,
    /// Whether he has moved in this turn's Movement.
    pub moved: bool,
    /// How many rerolls he has ordered in the game (A16.2).
    pub rerolls: u8,
}

/// Who moves first this turn, and in which direction melees are fought (3.2 steps 2 and 6).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveOption {
    pub winner: Option<Side>,
    pub first: Option<Side>,
    pub direction: Option<Direction>,
}

/// What the sides have declared in the present step; each pair is an own unit and an enemy.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// Who shoots at whom, (shooter, target) (F1).
    pub shots: Vec<(UnitId, UnitId)>,
    /// Which of several equally wide opponents a unit picks (7.1).
    pub opponents: Vec<(UnitId, UnitId)>,
    /// Which of several chariots contacts a unit (A17.3).
    pub chariots: Vec<(UnitId, UnitId)>,
}

crate::kept_state! {
    units {
        Bp = "armati.bp",
        Fatigue = "armati.fatigue",
        Undressed = "armati.undressed",
        Acts = "armati.acts",
        Contacts = "armati.contacts",
        Panic = "armati.panic",
    }
    battle {
        MoveOption = "armati.option",
        Declared = "armati.declared",
        PressOn = "armati.press-on",
    }
    written_out {
        units { Hidden }
        battle { Divisions, Armies }
    }
}

impl Open for Divisions {}

impl BattleState for Divisions {
    const NAME: &'static str = "armati.divisions";

    /// By body.
    fn parts_changed(before: &Divisions, now: &Divisions) -> Vec<u16> {
        let most = before.0.len().max(now.0.len());
        (0..most).filter(|n| before.0.get(*n) != now.0.get(*n)).map(|n| n as u16).collect()
    }
}

impl Open for Armies {}

impl BattleState for Armies {
    const NAME: &'static str = "armati.armies";

    /// By side.
    fn parts_changed(before: &Armies, now: &Armies) -> Vec<u16> {
        (0..2).filter(|side| before.0[*side] != now.0[*side]).map(|side| side as u16).collect()
    }
}

impl Contacts {
    /// The contact with that enemy.
    pub fn with(&self, enemy: UnitId) -> Option<&Contact> {
        self.0.iter().find(|c| c.enemy == enemy)
    }
}

impl Divisions {
    /// The state of a division.
    pub fn get(&self, body: BodyId) -> Division {
        self.0.get(body.index()).copied().unwrap_or_default()
    }

    /// The state of a division, to be changed.
    pub fn of_mut(&mut self, body: BodyId) -> &mut Division {
        if self.0.len() <= body.index() {
            self.0.resize(body.index() + 1, Division::default());
        }
        &mut self.0[body.index()]
    }
}

impl Armies {
    /// The state of a side's army.
    pub fn of(&self, side: Side) -> &Army {
        &self.0[side.index()]
    }

    /// The state of a side's army, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Army {
        &mut self.0[side.index()]
    }
}
