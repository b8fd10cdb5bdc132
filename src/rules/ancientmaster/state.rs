//! The ruleset's data of units and armies: the fixed troop of each unit, and all state that changes.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::terrain::Cover;
use super::troop::{CharacterType, MountType, Rank, Sort, Tag, TroopType};
use crate::battle::{Eyes, Seen, UnitState};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Place, Placement, Pose};

/// What a unit of stands is; it never changes (A2.2).
#[derive(Clone, Debug)]
pub struct Troop {
    pub kind: &'static TroopType,
    /// Its name in the army list.
    pub title: String,
    /// Names of drawings in the look.
    pub glyph: &'static str,
    pub figure: &'static str,
    pub attacks: i32,
    pub tags: Vec<Tag>,
    pub points: i32,
}

/// What a character is; it never changes (B1.5).
#[derive(Clone, Debug)]
pub struct Leader {
    pub kind: &'static CharacterType,
    pub mount: Option<&'static MountType>,
    pub title: String,
    pub points: i32,
}

/// What somebody of the roster is.
#[derive(Clone, Debug)]
pub enum Member {
    Unit(Troop),
    Character(Leader),
}

/// Everybody's, in roster order.
pub type Troops = crate::battle::Troops<Member>;

/// Hits that have not taken a stand yet, and what of them is told apart (A8, W9).
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Hits {
    /// Not yet enough for a stand.
    pub left: u8,
    /// Of those, hits of volleys of this turn.
    pub volley: u8,
    /// All hits that drive it back at the end of this shooting phase.
    pub drives: u8,
    /// The best cover of the stands that were shot at when it was last shot at.
    pub cover: Cover,
    /// Who shot at it this turn, and where the stand stood that was nearest then.
    pub by: Vec<(UnitId, Place)>,
    /// Hits of shots at it when it charged, which count in the first round of combat (A7.3).
    pub charging: u8,
}

/// How many stands it has lost in this battle.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Lost(pub u8);

/// Whether it is confused (A9.1).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Confused(pub bool);

/// The formations that it has taken up by an order (W36-W53). Line, column and phalanx are read from how it stands.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Formed {
    pub testudo: bool,
    pub shieldwall: bool,
}

/// What a unit or a character has done in this turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Acts {
    /// Orders that it was given in this phase.
    pub orders: u8,
    /// The character who gave them.
    pub by: Option<UnitId>,
    /// An order to it has failed, or it has blundered: it gets none any more.
    pub failed: bool,
    /// It has come back to the table's edge and moves no further this turn (A13).
    pub still: bool,
    /// It has moved by initiative.
    pub initiative: bool,
    pub charged: bool,
    /// It has done what the order that is carried out is spent on.
    pub acted: bool,
    /// It has moved by the order that is carried out, and not charged.
    pub moved: bool,
    /// Of chariot runners: they have gone farther by the order that is carried out than they go alone (W68).
    pub ran: bool,
    /// It has shot before it moved (W2).
    pub volley: bool,
    /// It has shot in the shooting phase, or held its fire.
    pub shot: bool,
    /// It has advanced in this combat phase.
    pub advanced: bool,
    /// Of a character: he has moved.
    pub rode: bool,
    /// It has touched an enemy in this combat phase.
    pub fought: bool,
}

/// A permanent penalty to every order, from blunders (A5.5).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Earlier(pub u8);

/// How a unit comes to the next round of its combat.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct NextRound {
    /// How far it retreated in the last round, 1/1000 inch.
    pub retreated: i32,
    /// Whether it pursues whom it has beaten.
    pub pursues: bool,
    /// Whether enemies pursue it.
    pub pursued: bool,
    /// Whether it stands in the open whatever covers it, because it charged, advanced, pursued or retreated (A3.1).
    pub open: bool,
    /// The enemies that it charged this turn in flank or rear, or in no order: foot may go after horse among them if it
    /// beats them in the first round (A10.8).
    pub caught: Vec<UnitId>,
    /// The enemies that it charged this turn: the bonus is for the first round only.
    pub charges: Vec<UnitId>,
}

/// The unit that a character has joined.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Joined(pub Option<UnitId>);

/// Where the file has a unit that its side deploys itself, and the unit that a character is with there.
#[derive(Component, Clone, Debug)]
pub struct Listed {
    pub placement: Placement,
    pub with: Option<UnitId>,
}

impl Seen for Listed {
    const BY: Eyes = Eyes::Side;
}

/// Where a unit is that has left the table and may come back (A13).
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Away(pub Vec<Pose>);

/// Whether it is destroyed or slain.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Destroyed(pub bool);

/// How far the command phase or the fights of a combat phase have come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Whether an order has been tried: then there is no more initiative.
    pub tried: bool,
    /// The characters who give no more orders.
    pub spent: Vec<UnitId>,
    /// Who gives orders now.
    pub giver: Option<UnitId>,
    /// Those of the last order that may still be ordered again, as a whole or in parts.
    pub pool: Vec<UnitId>,
    /// Whom the last order went to.
    pub part: Vec<UnitId>,
    /// Whether the side whose phase it is has ended it.
    pub over: bool,
    /// Whether what the order is carried out by is ended.
    pub halted: bool,
    /// Units whose fight is over in this combat phase.
    pub fought: Vec<UnitId>,
    /// Units that have advanced: their fight is the next.
    pub next: Vec<UnitId>,
    /// Who retreats next by his owner's choice (A10.6).
    pub retreats: Option<UnitId>,
    /// Who has re-formed at the end of the combat phase, or stays as he is.
    pub reformed: Vec<UnitId>,
    /// Who stands after a draw by his owner's choice (A10.7).
    pub stood: Vec<UnitId>,
    /// How far each side may fall back in the present engagement, centimetres, north's first.
    pub falls: [Option<i32>; 2],
}

/// Who has the first turn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct First(pub Option<Side>);

/// Which turn is the last (A4).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Length {
    /// The one that the battle's file names.
    #[default]
    Named,
    /// It names none, and the die is still to be rolled.
    ToRoll,
    /// The die has named it.
    Rolled(u32),
}

/// What has been declared before a round is rolled for (A10.3, A10.4).
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// Whom a stand strikes that could strike at several.
    pub strikes: Vec<(UnitId, u8, UnitId)>,
    /// Which stand of a unit has the bonus of its character.
    pub bonus: Vec<(UnitId, u8)>,
    /// In which direction a unit retreats that might go in several (A10.6).
    pub ways: Vec<(UnitId, Cdeg)>,
}

/// The two armies, north first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armies(pub [Army; 2]);

/// What an army had at first and has lost (A14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// Units at the start.
    pub units: u16,
    /// Units destroyed.
    pub lost: u16,
    /// Whether its general is slain or away.
    pub general_lost: bool,
    /// Victory points that the enemy has for it, halves of units reduced to one stand apart.
    pub points: i32,
    /// The size that was agreed on.
    pub agreed: i32,
    /// Whether the battle's file names that size: where it does not, the armies are those of the battle, whatever the
    /// lists have.
    pub is_agreed: bool,
}

crate::kept_state! {
    units {
        Hits = "ancientmaster.hits",
        Lost = "ancientmaster.lost",
        Confused = "ancientmaster.confused",
        Formed = "ancientmaster.formed",
        Acts = "ancientmaster.acts",
        Earlier = "ancientmaster.earlier",
        NextRound = "ancientmaster.bout",
        Away = "ancientmaster.away",
        Destroyed = "ancientmaster.destroyed",
    }
    battle {
        Phase = "ancientmaster.phase",
        First = "ancientmaster.first",
        Length = "ancientmaster.length",
        Declared = "ancientmaster.declared",
        Armies = "ancientmaster.armies",
    }
    written_out { units { Joined } battle {} }
}

impl Seen for Joined {}

impl UnitState for Joined {
    const NAME: &'static str = "ancientmaster.joined";

    /// The characters with a unit are asked for more often than the unit of a character.
    fn names(&self) -> Option<UnitId> {
        self.0
    }
}

impl Troop {
    /// Whether it has that tag.
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// What it is for paces, terrain and the form of its stands.
    pub fn sort(&self) -> Sort {
        self.kind.sort
    }

    /// Whether it is infantry.
    pub fn on_foot(&self) -> bool {
        self.kind.sort == Sort::Infantry
    }
}

impl Leader {
    /// Whether he is the general.
    pub fn is_general(&self) -> bool {
        self.kind.rank == Rank::General
    }

    /// What he adds to the attacks of one stand.
    pub fn attacks(&self) -> i32 {
        self.kind.attacks + self.mount.map_or(0, |mount| mount.attacks)
    }

    /// How he goes through terrain (A5.6).
    pub fn sort(&self) -> Sort {
        self.mount.map_or(Sort::Infantry, |mount| mount.sort)
    }
}

impl Armies {
    /// A side's army.
    pub fn of(&self, side: Side) -> &Army {
        &self.0[side.index()]
    }

    /// A side's army, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Army {
        &mut self.0[side.index()]
    }
}
