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
        self.switches.get(name).copied().unwrap_or_else(|| texts.is_on(setup, name))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULESETS;

    #[test]
    fn a_battle_whose_file_names_no_preset_has_the_usual_switches() {
        let known = [
            ("armati", "A12_cavalry_depth", false),
            ("ancientmaster", "two_rounds", false),
            ("chainmail", "fatigue", true),
            ("chainmail", "prisoners", false),
            ("battlesystem", "missiles", true),
            ("battlesystem", "terrain", true),
            ("battlesystem", "secret_deployment", false),
        ];
        for (ruleset, switch, on) in known {
            let texts = (RULESETS.iter().find(|of| of.name == ruleset).unwrap().texts)();
            let terms = Terms::of([Sitter::Person; 2]);
            assert_eq!(terms.has(texts, &Setup::nothing(), switch), on, "{ruleset}: {switch}");
            let other = Terms { switches: [(switch.to_owned(), !on)].into(), ..terms };
            assert_eq!(other.has(texts, &Setup::nothing(), switch), !on, "{ruleset}: {switch} turned");
        }
        for ruleset in RULESETS {
            let texts = (ruleset.texts)();
            assert!(texts.presets.contains_key(&texts.usual), "{}: {}", ruleset.name, texts.usual);
        }
    }
}
