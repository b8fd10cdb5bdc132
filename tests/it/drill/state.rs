//! What the drill keeps of units and of the battle.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use sandtable::battle::{BattleState, Eyes, Open, Seen, UnitState};
use sandtable::cite::Word;
use sandtable::ids::Side;
use sandtable::table::{BaseSize, Mil};
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

impl Seen for Strength {}

/// What a unit was told to do in this turn, and how far it may march.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Order {
    pub to: Word,
    pub by: Mil,
}

impl Seen for Order {}

/// Whether a unit has acted in this turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Acted(pub bool);

impl Seen for Acted {}

/// Whether a unit was hit in this turn and marches no more.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Shaken(pub bool);

impl Seen for Shaken {}

/// Who acts first in this turn, and whether the acts of the side whose step it is are over.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub first: Option<Side>,
    pub over: bool,
}

impl Open for Command {}

/// Whether both sides wanted one more turn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneMore(pub bool);

impl Open for OneMore {}

/// The last turn.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LastTurn(pub u32);

impl Open for LastTurn {}

impl Kind {
    /// The kind of that name.
    pub fn named(name: &str) -> Option<Kind> {
        [Kind::Horse, Kind::Foot, Kind::Guard].into_iter().find(|kind| kind.name() == name)
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
            Kind::Foot => BaseSize::new(1.0, 0.5),
            Kind::Guard => BaseSize::new(1.0, 1.0),
        }
    }
}

impl UnitState for Strength {
    const NAME: &'static str = "drill.strength";
}

impl UnitState for Order {
    const NAME: &'static str = "drill.order";
}

impl UnitState for Acted {
    const NAME: &'static str = "drill.acted";
}

impl UnitState for Shaken {
    const NAME: &'static str = "drill.shaken";
}

impl BattleState for Command {
    const NAME: &'static str = "drill.command";
}

impl BattleState for OneMore {
    const NAME: &'static str = "drill.one-more";
}
