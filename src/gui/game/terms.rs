//! How a battle is to be fought, as it is chosen before it begins: who plays, whose dice, which switches, who deploys.

use std::collections::BTreeMap;

use super::sitter::Sitter;
use crate::battle::Texts;
use crate::battle::setup::{Deploy, Setup};
use crate::scenario::journal::{Chosen, DiceFrom};

/// What is chosen for a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// North, south.
    pub seats: [Sitter; 2],
    pub dice_by_hand: bool,
    pub deploy_by_hand: bool,
    /// Switches set otherwise than the scenario has them.
    pub switches: BTreeMap<String, bool>,
}

impl Terms {
    /// As the battle's file has everything, with these who play: north, south.
    pub fn of(seats: [Sitter; 2]) -> Terms {
        Terms { seats, dice_by_hand: false, deploy_by_hand: false, switches: BTreeMap::new() }
    }

    /// Whether a switch is on in that battle under these terms.
    pub fn has(&self, texts: &Texts, setup: &Setup, name: &str) -> bool {
        let preset = setup.preset.as_deref().and_then(|p| texts.presets.get(p));
        let usual = preset.is_some_and(|on| on.iter().any(|n| n == name));
        self.switches.get(name).or_else(|| setup.switches.get(name)).copied().unwrap_or(usual)
    }

    /// Whether the players may be left to deploy: the battle's file has the armies stand somewhere.
    pub fn may_deploy(&self, setup: &Setup) -> bool {
        self.deploy_by_hand || setup.deploy == Deploy::Fixed
    }

    /// What a journal keeps of them.
    pub fn chosen(&self) -> Chosen {
        Chosen { switches: self.switches.clone(), deploy_free: self.deploy_by_hand, ..Chosen::default() }
    }

    /// Where the dice come from, with that seed where the program throws them.
    pub fn dice(&self, seed: u64) -> DiceFrom {
        if self.dice_by_hand { DiceFrom::Hand } else { DiceFrom::Seed(seed) }
    }
}
