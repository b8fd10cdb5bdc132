//! The commands into which an army is divided (X1): their units, their generals, their losses.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::{General, tables};
use super::switches::Switch;
use crate::battle::{BattleState, Eyes, Seen};
use crate::ids::{BodyId, Side, UnitId};

/// The most commands of an army.
pub const MOST: usize = 4;

/// The commands of both armies, north's first; in each army the commander-in-chief's is first. Empty where X1 is not
/// played.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commands(pub [Vec<Command>; 2]);

/// One command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The body whose name it has.
    pub body: BodyId,
    /// The unit that its general is with.
    pub general: Option<UnitId>,
    pub general_lost: bool,
    /// The sort of its general, as an index into the table of sorts.
    pub sort: u8,
    /// It has acted in this turn, or has lost its turn.
    pub done: bool,
    /// The sum of its units' VD at the start, and how much of it is routed.
    pub vdt: i32,
    pub lost: i32,
    /// Whether a friendly command has been routed since its general last rolled.
    pub alarmed: bool,
}

/// The command whose turn it is to act.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acting(pub Option<(Side, u8)>);

/// The command that each side has named, north's first.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named(pub [Option<u8>; 2]);

/// The index of a unit's command in its army. It never changes.
#[derive(Component, Clone, Copy, Debug)]
#[component(immutable)]
pub struct Under(pub u8);

impl Seen for Under {
    const BY: Eyes = Eyes::Everybody;
}

impl BattleState for Named {
    const NAME: &'static str = "impetus.named";
}

impl Commands {
    /// Those of a side.
    pub fn of(&self, side: Side) -> &[Command] {
        &self.0[side.index()]
    }

    /// Whether there are any: X1 is played.
    pub fn any(&self) -> bool {
        self.0.iter().any(|commands| !commands.is_empty())
    }

    /// Changes each command.
    pub fn each(&mut self, mut change: impl FnMut(Side, usize, &mut Command)) {
        for side in Side::BOTH {
            for (n, command) in self.0[side.index()].iter_mut().enumerate() {
                change(side, n, command);
            }
        }
    }
}

impl Command {
    /// The sort of its general.
    pub fn sort(&self) -> &'static General {
        let sorts = &tables().full.generals;
        // The index was found in the table, so it is in range.
        sorts.get(usize::from(self.sort)).unwrap_or(&sorts[0])
    }
}

/// The number of the sort of that name.
pub fn sort_numbered(name: &str) -> Option<u8> {
    let at = tables().full.generals.iter().position(|sort| sort.name == name)?;
    u8::try_from(at).ok()
}

impl<'w> Battlefield<'w> {
    /// All commands.
    pub fn commands(self) -> &'w Commands {
        self.0.battle_state::<Commands>()
    }

    /// The command that a unit is in, by its number; none where X1 is not played.
    pub fn command_of(self, unit: UnitId) -> Option<(usize, &'w Command)> {
        let number = usize::from(self.0.get::<Under>(unit)?.0);
        Some((number, self.commands().of(self.0.side_of(unit)).get(number)?))
    }

    /// The units of a command that are on the table.
    pub fn in_command(self, side: Side, number: usize) -> impl Iterator<Item = UnitId> + 'w {
        self.side(side).filter(move |unit| self.command_of(*unit).is_some_and(|(n, _)| n == number))
    }

    /// Whether its side may give a unit orders now: where X1 is played, only to the acting command.
    pub fn under_orders(self, unit: UnitId) -> bool {
        let acting = self.0.battle_state::<Acting>().0;
        self.command_of(unit).is_none_or(|(n, _)| {
            acting.is_some_and(|(side, acts)| side == self.0.side_of(unit) && usize::from(acts) == n)
        })
    }

    /// The commands of a side that may still act in this turn.
    pub fn waiting(self, side: Side) -> Vec<u8> {
        let waits = |(n, command): &(usize, &Command)| !command.done && self.in_command(side, *n).next().is_some();
        self.commands().of(side).iter().enumerate().filter(waits).filter_map(|(n, _)| u8::try_from(n).ok()).collect()
    }

    /// The unit that the general of a command is with, while he is on the table.
    pub fn leads(self, command: &Command) -> Option<UnitId> {
        command.general.filter(|general| !command.general_lost && self.0.on_table(*general))
    }

    /// What a general adds to his command's roll for the initiative: by his own sort, and what the commander-in-chief
    /// adds to the other commands.
    pub fn leadership(self, side: Side, number: usize) -> Option<(&'static General, i32)> {
        let commands = self.commands().of(side);
        let command = commands.get(number)?;
        self.leads(command)?;
        let chief = commands.first().filter(|chief| number > 0 && self.leads(chief).is_some());
        let heartens = chief.map_or(0, |chief| chief.sort().heartens);
        self.plays(Switch::Generals).then(|| (command.sort(), heartens))
    }
}
