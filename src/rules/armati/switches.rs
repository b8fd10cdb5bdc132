//! The switches: advanced and optional rules that a battle may be played with (section 10), and variants of the base
//! game.

use crate::battle::{Arg, InForce, Refusal, Texts};
use crate::cite::{Cite, Word};

crate::battle::switch_set! {
    /// Heavy cavalry may stand deep, one section behind the other.
    CavalryDepth "A12_cavalry_depth",
    /// Pikes in depth against other heavy infantry.
    DeepPikes "A13_deep_pikes",
    /// Units change between wide and deep in play.
    FormationChange "A14_formation_change",
    /// An army at its breakpoint rolls dice.
    BreakChecks "A15_break_checks",
    /// The general commands uncontrolled divisions and may have a melee rolled again.
    General "A16_general",
    /// Chariots panic massed infantry.
    ChariotPanic "A17_chariot_panic",
    /// Heavy camelry panics infantry as chariots do.
    Camels "A17_camels",
    /// Wheels of up to 90 degrees.
    LongWheel "B12_long_wheel",
    /// Enemies in any direction forbid a long wheel, not only those ahead.
    Omni "B12_omni",
    /// Heavies face about.
    AboutFace "B12a_about_face",
    /// Fire from behind the target's front line.
    SurpriseFire "B13_surprise_fire",
    /// Light cavalry is not massed.
    LightCavalryNotMassed "lc_not_massed",
    /// A general may forbid an obligatory charge.
    VetoObligatory "veto_obligatory",
    /// Terrain is bought with points and placed by dice.
    TerrainDice "terrain_dice",
    /// Units begin hidden.
    Ambush "ambush",
    /// Every unit is one section.
    IntroScale "intro_scale",
}

/// The switches whose rules can be played. A battle that names another is told that there is none of that name.
pub const PLAYABLE: &[Switch] = &[
    Switch::CavalryDepth,
    Switch::DeepPikes,
    Switch::FormationChange,
    Switch::BreakChecks,
    Switch::General,
    Switch::ChariotPanic,
    Switch::Camels,
    Switch::LongWheel,
    Switch::Omni,
    Switch::AboutFace,
    Switch::SurpriseFire,
    Switch::TerrainDice,
    Switch::Ambush,
    Switch::IntroScale,
];

impl Switches {
    /// The switches in force. At the Intro scale those about depth are off (1.intro).
    pub fn of(in_force: &InForce) -> Switches {
        let switches = Switches::named(in_force);
        let of_depth = [Switch::CavalryDepth, Switch::DeepPikes, Switch::FormationChange];
        if switches.on(Switch::IntroScale) { switches.without(&of_depth) } else { switches }
    }
}

/// The refusal by that rule of something for which a switch is off.
pub fn off(cite: Cite, switch: Switch) -> Refusal {
    Refusal::new(cite, Word("switched-off")).word(Word("switch"), Arg::Word(Word(switch.name())))
}

/// The texts, restricted in the list and in the presets to switches that can be played.
pub fn playable(mut texts: Texts) -> Texts {
    let is = |name: &str| PLAYABLE.iter().any(|switch| switch.name() == name);
    texts.switches.retain(|switch| is(&switch.name));
    texts.presets.values_mut().for_each(|names| names.retain(|name| is(name)));
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::armati::data::data;

    #[test]
    fn the_data_describes_every_switch_that_can_be_played_and_belongs_rules_to_no_other() {
        let texts = &data().texts;
        let described: Vec<&str> = texts.switches.iter().map(|s| s.name.as_str()).collect();
        let playable: Vec<&str> = PLAYABLE.iter().map(|s| s.name()).collect();
        assert!(playable.iter().all(|name| described.contains(name)), "{playable:?} {described:?}");
        for rule in &texts.rules {
            let known = |name: &String| Switch::ALL.iter().any(|s| s.name() == name);
            assert!(rule.switch.iter().all(known), "{}: {:?}", rule.id, rule.switch);
        }
    }

    #[test]
    fn the_preset_of_the_two_documents_has_their_nine_rules() {
        let ours = |name: &str| data().texts.presets[name].iter().map(|n| n.split('_').next().unwrap_or(n)).collect();
        let seed: Vec<&str> = ours("seed");
        assert_eq!(seed, ["A12", "A13", "A14", "A15", "A16", "A17", "B12", "B12a", "B13"]);
        assert!(!data().texts.presets["seed"].iter().any(|n| n == Switch::Camels.name() || n == Switch::Omni.name()));
        let base: Vec<&str> = ours("base");
        assert!(base.is_empty());
    }

    #[test]
    fn a_set_has_what_is_in_force_and_nothing_else() {
        let set = Switches::of(&InForce(vec![Switch::Ambush.name().into(), Switch::DeepPikes.name().into()]));
        let on: Vec<Switch> = Switch::ALL.iter().copied().filter(|s| set.on(*s)).collect();
        assert_eq!(on, [Switch::DeepPikes, Switch::Ambush]);
    }

    #[test]
    fn at_the_intro_scale_nothing_of_depth_is_in_force() {
        let names = Switch::ALL.iter().map(|s| s.name().to_owned()).collect();
        let set = Switches::of(&InForce(names));
        let off: Vec<Switch> = Switch::ALL.iter().copied().filter(|s| !set.on(*s)).collect();
        assert_eq!(off, [Switch::CavalryDepth, Switch::DeepPikes, Switch::FormationChange]);
    }
}
