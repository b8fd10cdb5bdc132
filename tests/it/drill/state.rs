//! What the drill keeps of units and of the battle.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use sandtable::battle::{Eyes, Seen};
use sandtable::ids::Side;
use sandtable::table::{BaseSize, LastRank, Mil};
use serde::{Deserialize, Serialize};

/// What a unit is; it never changes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(immutable)]
pub enum Kind {
    Horse,
    Foot,
    /// Three loose stands.
    Guard,
}

impl Seen for Kind {
    const BY: Eyes = Eyes::Everybody;
}

/// What is left of a unit.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Strength(pub u8);

sandtable::word_enum! {
    /// What a unit may be told to do.
    #[derive(Default)]
    pub enum Task {
        /// It has not been told.
        #[default]
        Untold = "",
        Hold = "hold",
        Brace = "brace",
        March = "march",
    }
}

impl Task {
    /// What is written in orders.
    pub const ORDERS: [Task; 3] = [Task::Hold, Task::Brace, Task::March];
}

/// What a unit was told to do in this turn, and how far it may march.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Order {
    pub to: Task,
    pub by: Mil,
}

/// Whether a unit has acted in this turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Acted(pub bool);

/// Whether a unit was hit in this turn and marches no more.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Shaken(pub bool);

/// Who acts first in this turn, and whether the acts of the side whose step it is are over.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub first: Option<Side>,
    pub over: bool,
}

/// Whether both sides wanted one more turn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneMore(pub bool);

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Horse, Kind::Foot, Kind::Guard];

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Horse => "horse",
            Kind::Foot => "foot",
            Kind::Guard => "guard",
        }
    }

    pub fn base(self) -> BaseSize {
        match self {
            Kind::Horse => BaseSize::new(1.5, 1.5),
            Kind::Foot => BaseSize { last_rank: LastRank::AsItStands, ..BaseSize::new(1.0, 0.5) },
            Kind::Guard => BaseSize::new(1.0, 1.0),
        }
    }
}

sandtable::kept_state! {
    units {
        Strength = "drill.strength",
        Order = "drill.order",
        Acted = "drill.acted",
        Shaken = "drill.shaken",
    }
    battle { Command = "drill.command", OneMore = "drill.one-more" }
}
