//! What the ruleset keeps: what each unit is, and all that changes.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::commander::Attends;
use super::engines::{Loading, Named};
use super::fatigue::Fatigue;
use super::flight::Carried;
use super::melee::{Caught, Fights};
use super::numbers::Weapon;
use super::obedience::Obeys;
use super::prisoners::Prisoners;
use super::shape::Shape;
use super::shooting::Volleys;
use super::strike::Aspect;
use super::together::{Movement, Written};
use super::troop::{Drill, TroopType};
use super::weather::Weather;
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Edge, Mil};

/// What a unit is; it never changes.
#[derive(Clone, Debug)]
pub struct Troop {
    pub kind: &'static TroopType,
    /// Figures at the start of the battle.
    pub figures: u8,
    /// What formations and facings cost it.
    pub drill: Drill,
    /// Pikes, halberds and the like.
    pub pole_arms: bool,
    /// Its missile weapon, of its type or given to it.
    pub weapon: Option<&'static Weapon>,
    pub pavise: bool,
    pub stakes: bool,
    /// A commander who is mounted.
    pub rides: bool,
    /// Points of a figure with all that it was given, in halves.
    pub half_points: i32,
}

impl Troop {
    /// A unit of that type without anything besides.
    pub fn plain(kind: &'static TroopType, figures: u8) -> Troop {
        Troop {
            kind,
            figures,
            drill: kind.drill,
            pole_arms: kind.pikes,
            weapon: kind.weapon(),
            pavise: false,
            stakes: false,
            rides: false,
            half_points: (kind.points * 2.0).round() as i32,
        }
    }

    /// What all its figures cost, in half points; a machine has one price.
    pub fn whole(&self) -> i64 {
        let each = if self.kind.is_machine() { 1 } else { self.figures };
        i64::from(self.half_points) * i64::from(each)
    }

    /// How many it counts for in an army list: its figures, or one machine.
    pub fn counted(&self) -> u16 {
        if self.kind.is_machine() { 1 } else { self.figures.into() }
    }

    /// What one of its figures is worth, in half points.
    pub fn each(&self) -> f32 {
        self.whole() as f32 / f32::from(self.figures.max(1))
    }
}

/// Everybody's, in roster order.
pub type Troops = crate::battle::Troops<Troop>;

/// In which formation a unit stands; its files and ranks are those of its placement.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Formation {
    pub shape: Shape,
    /// In open order; else close.
    pub open: bool,
}

/// A change of formation that is being paid (5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changing {
    pub to: Shape,
    pub files: u8,
    pub price: Mil,
    pub paid: Mil,
}

/// The change of formation under way, if there is one.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct UnderWay(pub Option<Changing>);

/// What a unit has done in this turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Acts {
    /// What of its allowance is spent.
    pub spent: Mil,
    /// What of that was spent sideways.
    pub sideways: Mil,
    /// Inches gone along its path, whatever the ground cost.
    pub gone: Mil,
    /// Some of that was uphill.
    pub uphill: bool,
    /// Some of its way was not along a road (4.2).
    pub off_road: bool,
    /// It has been given an order.
    pub begun: bool,
    /// It is given no more.
    pub over: bool,
    /// Its free turn of this game turn is used (5.4).
    pub aligned: bool,
    /// It has paid for a change of formation or of order.
    pub formed: bool,
    /// What of that was spent on facings and formations (6).
    pub turning: Mil,
    /// Whom it charged.
    pub charged: Option<UnitId>,
    /// Whom it attacked without charging.
    pub attacked: Option<UnitId>,
    /// The heading of its charge before it was seated: it goes on so if it has won.
    pub heading: Option<Cdeg>,
    /// It has fallen back before a charge (7.3).
    pub refused: bool,
    /// Rounds of melee that it has fought.
    pub melees: u8,
    /// Somebody has attacked it in its flight.
    pub caught: bool,
    /// It has run.
    pub ran: bool,
}

/// What of the turn before still counts.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Before {
    /// It charged (4.4).
    pub charged: bool,
    /// It did not move (4.2: stakes).
    pub stood: bool,
}

/// What it has shot (7.1).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Fired {
    /// Shots of this turn.
    pub shots: u8,
    /// It has thrown in this turn.
    pub thrown: bool,
    /// It must reload.
    pub empty: bool,
}

/// A flight (10.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// It runs one and a half Moves: a rout or a failed check; else a retreat, one.
    pub rout: bool,
    /// 0 in the turn in which it first ran, 1 in the next.
    pub turn: u8,
}

/// Whether a unit is in flight: it is disordered until it rallies.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Flight(pub Option<Run>);

/// For how many turns, this one included, a unit in order neither moves nor fires: it rallies friends who ran into it (10.5),
/// or has rallied itself.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Halted(pub u8);

/// It marched straight ahead in the turn before, by a written order (3.2).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct MarchedOn(pub bool);

/// It has passed its check for excess losses (10.4).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Passed(pub bool);

/// One unit's front at an enemy (9.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// Whose front made the contact.
    pub by: UnitId,
    /// Whom it touches.
    pub at: UnitId,
    /// The edge of his that it touches.
    pub edge: Edge,
    /// From where he is struck (9.5).
    pub aspect: Aspect,
    /// It was made by a charge.
    pub charge: bool,
    /// The charge came with impetus (9.4).
    pub impetus: bool,
    /// He was charged or attacked, and not merely stood within an inch.
    pub named: bool,
    /// He stands higher while the contact lasts (4.2).
    pub above: bool,
    /// Rounds fought.
    pub rounds: u8,
    /// The centre of its front when it began its move.
    pub from: Vec2,
    /// He had charged too, and his front met the other's (3.2).
    #[serde(default, skip_serializing_if = "is_no")]
    pub mutual: bool,
}

impl Contact {
    /// The other of the two, if that unit is one of them.
    pub fn other(&self, unit: UnitId) -> Option<UnitId> {
        match unit {
            unit if unit == self.by => Some(self.at),
            unit if unit == self.at => Some(self.by),
            _ => None,
        }
    }
}

fn is_no(is: &bool) -> bool {
    !is
}

/// All contacts, in the order in which they were made.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contacts(pub Vec<Contact>);

/// How far a step has come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Who moves first in this turn.
    pub first: Option<Side>,
    /// The side whose movement it is gives no more orders.
    pub over: bool,
    /// The unit that was given the last order.
    pub moving: Option<UnitId>,
}

crate::kept_state! {
    units {
        Formation = "chainmail.formation",
        UnderWay = "chainmail.under-way",
        Acts = "chainmail.acts",
        Before = "chainmail.before",
        Fired = "chainmail.fired",
        Flight = "chainmail.flight",
        Halted = "chainmail.halted",
        Passed = "chainmail.passed",
        MarchedOn = "chainmail.marched-on",
        Fatigue = "chainmail.fatigue",
        Obeys = "chainmail.obeys",
        Attends = "chainmail.attends",
        Loading = "chainmail.loading",
    }
    battle {
        Contacts = "chainmail.contacts",
        Phase = "chainmail.phase",
        Volleys = "chainmail.volleys",
        Named = "chainmail.aims",
        Weather = "chainmail.weather",
        Prisoners = "chainmail.prisoners",
        Fights = "chainmail.fights",
        Caught = "chainmail.caught",
        Carried = "chainmail.carried",
        Written = "chainmail.written",
        Movement = "chainmail.movement",
    }
}
