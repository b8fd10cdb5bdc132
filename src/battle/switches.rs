//! Switches: the advanced and optional rules that a battle is played with, as its file chooses them.

use bevy::ecs::resource::Resource;

use super::secret::Open;
use super::setup::{Flaw, Locus, Setup};
use super::texts::{SwitchText, Texts};

/// The switches in force, by name, in the order in which the ruleset lists them. They never change in a battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct InForce(pub Vec<String>);

impl Open for InForce {}

impl InForce {
    /// The switches that a setup turns on: those of its preset, or of the usual one if it names none, and those
    /// that it sets one by one ([`Texts::is_on`]). A preset or switch that the ruleset does not have is a flaw; a switch without effect is
    /// a warning.
    pub fn of(setup: &Setup, texts: &Texts, flaws: &mut Vec<Flaw>) -> InForce {
        let preset = setup.preset.as_ref().unwrap_or(&texts.usual);
        if !texts.presets.contains_key(preset) {
            let presets = texts.presets.keys().map(String::as_str);
            flaws.push(Flaw::unknown(Locus::Top("preset"), "preset", preset, presets));
        }
        for name in setup.switches.keys().filter(|name| texts.switch(name).is_none()) {
            let switches = texts.switches.iter().map(|s| s.name.as_str());
            flaws.push(Flaw::unknown(Locus::Switch(name.clone()), "switch", name, switches));
        }
        let is_on = |name: &str| texts.is_on(setup, name);
        for switch in texts.switches.iter().filter(|s| is_on(&s.name)) {
            if let Some(needed) = switch.needs.as_deref().filter(|needed| !is_on(needed)) {
                let at = if setup.switches.contains_key(&switch.name) {
                    Locus::Switch(switch.name.clone())
                } else {
                    Locus::Top("preset")
                };
                flaws.push(Flaw::warning(at, format!("`{}` does nothing without `{needed}`", switch.name)));
            }
        }
        InForce(texts.switches.iter().map(|s| &s.name).filter(|name| is_on(name)).cloned().collect())
    }

    /// Whether that switch is on.
    pub fn has(&self, switch: &str) -> bool {
        self.0.iter().any(|s| s == switch)
    }

    /// Those that are on, with what they do.
    pub fn texts<'t>(&self, texts: &'t Texts) -> impl Iterator<Item = &'t SwitchText> {
        self.0.iter().filter_map(|name| texts.switch(name))
    }

    /// The preset that turns on just these.
    pub fn preset<'t>(&self, texts: &'t Texts) -> Option<&'t str> {
        let same = |on: &Vec<String>| on.len() == self.0.len() && on.iter().all(|name| self.has(name));
        texts.presets.iter().find(|(_, on)| same(on)).map(|(name, _)| name.as_str())
    }

    /// The titles of those that are on, as people read them.
    pub fn told(&self, texts: &Texts) -> String {
        let titles: Vec<&str> = self.texts(texts).map(|switch| switch.title.as_str()).collect();
        if titles.is_empty() { "none".to_owned() } else { titles.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::setup::{Deploy, Limit, Severity, Then};

    fn texts() -> Texts {
        let switches = "switches: [(name: \"fords\", title: \"Fords\", text: \"x\"), (name: \"floods\", title: \"Floods\", \
                        text: \"x\", needs: \"fords\"), (name: \"night\", title: \"Night\", text: \"x\")]";
        let rules = format!(
            "(rules: [], {switches}, presets: {{\"plain\": [], \"all\": [\"night\", \"fords\"]}}, usual: \"plain\")"
        );
        Texts::read(&rules, "(sentences: {}, words: {})").unwrap()
    }

    fn of(preset: Option<&str>, switches: &[(&str, bool)]) -> (Vec<String>, Vec<Flaw>) {
        let setup = Setup {
            ruleset: String::new(),
            title: String::new(),
            table: (72.0, 48.0),
            terrain: Vec::new(),
            preset: preset.map(str::to_owned),
            switches: switches.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect(),
            limit: Limit { turns: 20, then: Then::Compare },
            is_limited: true,
            sides: Default::default(),
            deploy: Deploy::Fixed,
            history: String::new(),
            sources: Vec::new(),
        };
        let mut flaws = Vec::new();
        let on = InForce::of(&setup, &texts(), &mut flaws);
        (on.0, flaws)
    }

    #[test]
    fn a_preset_is_changed_switch_by_switch() {
        assert_eq!(of(None, &[]), (vec![], vec![]));
        assert_eq!(of(Some("all"), &[]).0, ["fords", "night"], "in the order of the list");
        assert_eq!(of(Some("all"), &[("night", false), ("floods", true)]).0, ["fords", "floods"]);
    }

    #[test]
    fn a_wrong_name_is_told_with_the_nearest() {
        let (on, flaws) = of(Some("al"), &[("ford", true), ("floods", false)]);
        assert!(on.is_empty());
        let told: Vec<_> = flaws.iter().map(|f| (f.at.clone(), f.message.as_str())).collect();
        assert_eq!(
            told,
            [
                (Locus::Top("preset"), "unknown preset `al`; did you mean `all`? There are all, plain"),
                (
                    Locus::Switch("ford".into()),
                    "unknown switch `ford`; did you mean `fords`? There are fords, floods, night"
                ),
            ]
        );
    }

    #[test]
    fn a_switch_that_does_nothing_without_another_is_warned_of_without_it() {
        let (_, flaws) = of(None, &[("floods", true)]);
        let [flaw] = flaws.as_slice() else { panic!("{flaws:?}") };
        assert_eq!(
            (flaw.severity, flaw.message.as_str()),
            (Severity::Warning, "`floods` does nothing without `fords`")
        );
        assert_eq!(of(None, &[("floods", true), ("fords", true)]).1, []);
    }

    #[test]
    fn the_preset_with_just_these_switches_is_found_in_whatever_order() {
        let on = |names: &[&str]| InForce(names.iter().map(|n| (*n).to_owned()).collect());
        assert_eq!(on(&[]).preset(&texts()), Some("plain"));
        assert_eq!(on(&["fords", "night"]).preset(&texts()), Some("all"));
        assert_eq!(on(&["fords", "floods"]).preset(&texts()), None);
    }

    #[test]
    fn people_read_the_titles() {
        assert_eq!(InForce::default().told(&texts()), "none");
        assert_eq!(InForce(vec!["fords".into(), "night".into()]).told(&texts()), "Fords, Night");
    }
}
