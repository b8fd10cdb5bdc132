//! The ruleset's data of units and armies: the fixed troop of each unit, and all state that changes.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::commands::{Acting, Commands, Named};
use super::data::{General, Structure, Tag, UnitType, Weapon};
use super::discipline::Discipline;
use super::melee::opponent::Picked;
use super::melee::retreat::GiveWay;
use super::reaction::{Answers, Evaders, Ready};
use crate::battle::{BattleState, Eyes, Open, Seen};
use crate::ids::{Side, UnitId};
use crate::table::{Mil, Place, Pose};

/// What a unit is; it never changes (3).
#[derive(Clone, Debug)]
pub struct Troop {
    pub kind: &'static UnitType,
    /// Its name in the army list.
    pub title: String,
    /// Names of drawings in the look.
    pub glyph: &'static str,
    pub figure: &'static str,
    /// Its move (M of the book).
    pub m: Mil,
    pub vbu: i32,
    pub i: i32,
    pub vd: i32,
    pub d: Discipline,
    pub weapon: Option<&'static Weapon>,
    pub tags: Vec<Tag>,
    /// A large unit: two deep (4).
    pub large: bool,
    /// The general may be with it (4).
    pub leads: bool,
}

/// The troops of all units.
pub type Troops = crate::battle::Troops<Troop>;

/// The VBU left: of the front unit, and of the one behind it in a large unit (4).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Vbu {
    pub front: i32,
    pub rear: i32,
}

/// Whether it is disordered (12).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Disordered(pub bool);

/// What a unit has done this turn (7).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Acts {
    pub activated: bool,
    pub moved: bool,
    pub fired: bool,
    pub rallied: bool,
    /// It shot first and said that it would move (D28).
    pub will_move: bool,
    /// It fought, charged, rushed or faced about, after which it does nothing more.
    pub fought: bool,
}

/// What a unit has done this turn under modules of the profile FULL.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Deeds {
    /// Whether the general with it has rallied a unit (X3).
    pub rallied_other: bool,
    /// How often it has tried to move on (X5).
    pub more_moves: u8,
    /// Whether it is impetuous and has tested to be held back (X11).
    pub held: bool,
}

/// Where a unit stood when the activation began in which it has moved, stored where more moves may follow (X5): flank
/// charges are judged from there.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Began(pub Option<Pose>);

/// How a unit stands, apart from its pose.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Stance {
    pub shieldwall: bool,
    /// It has moved since it was deployed.
    pub has_moved: bool,
    /// Whether its war chariots have not halted (8.5).
    pub in_motion: bool,
    /// Whether its war chariots have turned since they last moved straight.
    pub turned: bool,
}

/// The enemies with which a unit is in contact, in the order in which the contacts were made (D45).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Contacts(pub Vec<Contact>);

/// One contact, as one of the two units sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    pub enemy: UnitId,
    /// What it counts as for the unit that was touched.
    pub class: Class,
    /// Whether this unit made it.
    pub made: bool,
}

/// What a contact counts as for the unit that was touched (D19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    Frontal,
    /// Counts as frontal, but the touched unit's weapons do not help against it.
    Side,
    /// Flank or rear.
    Behind,
}

/// The two armies, north first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armies(pub [Army; 2]);

/// An army's demoralisation and its general (5, 17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// The sum of its units' VD at the start.
    pub vdt: i32,
    /// How much of that is routed.
    pub lost: i32,
    /// The unit that its general is with.
    pub general: Option<UnitId>,
    pub general_lost: bool,
}

/// The rolls of destiny that each army has left, north first (X16).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destiny(pub [u8; 2]);

/// The sort of each army's general, north first (X2). It never changes.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Sorts(pub [&'static General; 2]);

impl Open for Sorts {}

/// The command structure of each army, north first (X3). It never changes.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Structures(pub [&'static Structure; 2]);

impl Open for Structures {}

/// How far the turn has come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Who won the initiative.
    pub first: Option<Side>,
    /// Whether the side whose phase it is has ended it.
    pub over: bool,
    /// Whose activation is under way.
    pub active: Vec<UnitId>,
}

/// Where the file has a unit that its side deploys itself.
#[derive(Component, Clone, Copy, Debug)]
#[component(immutable)]
pub struct Listed(pub Place);

impl Seen for Listed {
    const BY: Eyes = Eyes::Side;
}

/// Who attacks, when dice have said it (5.1).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attacker(pub Option<Side>);

crate::kept_state! {
    units {
        Vbu = "impetus.vbu",
        Disordered = "impetus.disordered",
        Acts = "impetus.acts",
        Deeds = "impetus.deeds",
        Began = "impetus.began",
        Stance = "impetus.stance",
        Contacts = "impetus.contacts",
        Ready = "impetus.ready",
    }
    battle {
        Armies = "impetus.armies",
        Attacker = "impetus.attacker",
        Commands = "impetus.commands",
        Acting = "impetus.acting",
        Destiny = "impetus.destiny",
        Picked = "impetus.picked",
        GiveWay = "impetus.give-way",
        Answers = "impetus.answers",
        Evaders = "impetus.evaders",
    }
    written_out {
        units {}
        battle { Turn, Named }
    }
}

impl Open for Turn {}

impl BattleState for Turn {
    const NAME: &'static str = "impetus.turn";

    /// By unit: whether it is active.
    fn parts_changed(before: &Turn, now: &Turn) -> Vec<u16> {
        let only = |some: &Turn, other: &Turn| {
            some.active.iter().filter(|unit| !other.active.contains(unit)).map(|unit| unit.0).collect::<Vec<_>>()
        };
        [only(before, now), only(now, before)].concat()
    }
}

impl Troop {
    /// Whether it has that tag.
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// Its demoralisation value, of both units if it is a large one.
    pub fn whole_vd(&self) -> i32 {
        self.vd * if self.large { 2 } else { 1 }
    }
}

impl Vbu {
    /// What is left after a loss: it is taken from the rear first, and the rest from the front (D7).
    #[must_use]
    pub fn less(self, loss: i32) -> Vbu {
        let rear = self.rear.min(loss);
        Vbu { front: (self.front - (loss - rear)).max(0), rear: self.rear - rear }
    }

    /// Both together.
    pub fn total(self) -> i32 {
        self.front + self.rear
    }
}

impl Contacts {
    /// The contact with that enemy.
    pub fn with(&self, enemy: UnitId) -> Option<&Contact> {
        self.0.iter().find(|c| c.enemy == enemy)
    }
}

impl Contact {
    /// Whether the unit whose contact it is may use its own weapons in it.
    pub fn to_the_front(self) -> bool {
        self.made || self.class == Class::Frontal
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
