//! What the ruleset keeps: what each unit is, and all that changes.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::moves::mob::Order;
use super::troop::{Class, TroopType};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Mil};

/// What a unit is; it never changes.
#[derive(Clone, Debug)]
pub struct Troop {
    pub kind: &'static TroopType,
    /// Figures at the start.
    pub figures: u8,
    pub class: Class,
    /// Its damage die: of its type, or what odd damage comes to (2.4).
    pub die: u8,
    /// Types that it hates besides those that its own type does.
    pub hates: Vec<String>,
    /// Charisma and level of who takes over from its own commander, the brigade's and the army's.
    pub deputies: [Option<(u8, u8)>; 3],
}

/// Everybody's, in roster order.
pub type Troops = crate::battle::Troops<Troop>;

/// How a unit stands: its formation, and whether it holds.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Stance {
    /// In open formation; else closed. In name only where its bases stand otherwise (7.3).
    pub open: bool,
    /// Figures along the front.
    pub files: u8,
    pub routed: bool,
    /// It is out of command.
    pub out: bool,
    /// Of a unit whose figures face differently, the number of one who faces as the unit does.
    #[serde(default)]
    pub lead: u8,
    /// Only some of its figures have turned (7.7).
    #[serde(default)]
    pub faced: bool,
    /// It has wrapped round an enemy (7.10).
    #[serde(default)]
    pub wrapped: bool,
}

/// Of each figure of a ragged unit the file that it is of, from the left (7.9).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Ragged(pub Vec<u8>);

/// Of each figure of a skirmishing unit what it has spent of its rate in this round (7.5).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Steps(pub Vec<Mil>);

/// What a unit did in the last round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Last {
    pub moved: bool,
    /// A forced march.
    pub forced: bool,
}

/// The enemy at whom a unit comes on that has failed its discipline (10.4).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Driven(pub Option<UnitId>);

/// The pool of wounds (8.5), in sixteenths of a hit die.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Wounds(pub i32);

/// Enemies upon whom it has come in a move of its own, while the fight lasts (8.4).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Upon(pub Vec<UnitId>);

/// Figures that have stepped up, for which it has still to pay (7.4).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct GapDebt(pub u8);

/// What a unit has done in this round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Round {
    /// What of its rate is spent.
    pub spent: Mil,
    /// Its move has begun.
    pub begun: bool,
    /// It moves no more.
    pub done: bool,
    /// How far off straight ahead it met an enemy in its move: the rest of it goes straight on (7.9).
    #[serde(default)]
    pub met: Option<Cdeg>,
    pub grew: bool,
    pub shrank: bool,
    /// It makes a forced march (7.12).
    #[serde(default)]
    pub forced: bool,
    /// It has wrapped round an enemy in this round.
    #[serde(default)]
    pub wraps: bool,
    /// What a mob has been ordered to do (6.4).
    #[serde(default)]
    pub order: Option<Order>,
    /// It has rolled for its discipline (10.4).
    #[serde(default)]
    pub tested: bool,
    /// It was driven to a charge that reached nobody.
    #[serde(default)]
    pub failed_charge: bool,
    /// Whom it charged, for the melee of this round.
    pub charged: Option<UnitId>,
    /// It came into contact by its own move this round: it rolls first.
    pub came: bool,
    /// It shot in the window before the moves: it does not move.
    pub shot_first: bool,
    /// It has shot in this window.
    pub shot: bool,
    /// It has shot in this round.
    #[serde(default)]
    pub fired: bool,
    /// It has shot in the last round.
    #[serde(default)]
    pub loads: bool,
    /// It withdrew or fled.
    pub withdrew: bool,
    pub rallied: bool,
    /// It has run this round.
    pub ran: bool,
    /// Routers have passed through it, and it has checked for that.
    #[serde(default)]
    pub jostled: bool,
    /// It has failed a check and routs as soon as the checks are done.
    pub breaks: bool,
    /// Its commander has been in danger in this event (11).
    pub risked: bool,
    /// An enemy that stayed when that one withdrew may not charge it.
    pub spares: Option<UnitId>,
}

/// A commander: a point that is with a unit (3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Officer {
    pub side: Side,
    pub role: Role,
    pub cha: u8,
    pub level: u8,
    /// The unit that he is with, and that he commands if he is its own.
    pub with: UnitId,
    /// The unit whose own commander he is.
    pub own: UnitId,
    /// The body whose units he commands besides, of a brigade.
    pub body: Option<u16>,
    pub wounded: bool,
    pub lost: bool,
    /// Where he is by himself; none: with his unit.
    pub alone: Option<(Mil, Mil)>,
    /// What of his move is spent in this round.
    pub spent: Mil,
    /// The unit of the roster that stands for him on the table while he is alone.
    pub marker: Option<UnitId>,
}

/// Whom a commander serves for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    Unit,
    Brigade,
    Army,
    /// Nobody: he has no radius.
    Hero,
}

/// All commanders, in the order of their units.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Officers(pub Vec<Officer>);

/// How far a step has come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Side A of this round.
    pub first: Option<Side>,
    /// The side whose turn it is in the step has no more to do in it.
    pub over: bool,
    /// The unit whose move has begun last.
    pub moving: Option<UnitId>,
    /// Commanders, by their place, who have rallied.
    pub rallied: Vec<u8>,
    /// Units that have had their attempt to rally.
    pub tried: Vec<UnitId>,
    /// Commanders, by their place, who have ordered another throw for discipline.
    #[serde(default)]
    pub rerolled: Vec<u8>,
    /// The unit whose failed throw is let stand.
    #[serde(default)]
    pub stands: Option<UnitId>,
    /// Skirmishers who have seen a friend rout beside them, and check.
    #[serde(default)]
    pub seen: Vec<UnitId>,
    /// Skirmishers who have checked because they are in a melee: who, with whom.
    #[serde(default)]
    pub checked: Vec<(UnitId, UnitId)>,
    /// Melees that have been fought: Side A's unit and the other's.
    pub fought: Vec<(UnitId, UnitId)>,
    /// Damage of the volleys of this window, in sixteenths: at whom, by whom.
    pub volleys: Vec<(UnitId, UnitId, i32)>,
}

/// Points at the start, and points lost for good, north's first (13).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    pub of: [i32; 2],
    pub lost: [i32; 2],
}

crate::kept_state! {
    units {
        Stance = "battlesystem.stance",
        Ragged = "battlesystem.ragged",
        Steps = "battlesystem.steps",
        Last = "battlesystem.last",
        Driven = "battlesystem.driven",
        Wounds = "battlesystem.wounds",
        Upon = "battlesystem.upon",
        GapDebt = "battlesystem.gap-debt",
        Round = "battlesystem.round",
    }
    battle {
        Officers = "battlesystem.officers",
        Phase = "battlesystem.phase",
        Points = "battlesystem.points",
    }
}
