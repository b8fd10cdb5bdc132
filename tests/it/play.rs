//! Every ruleset is played at random and held to what the door promises.

use std::collections::BTreeSet;

use sandtable::battle::setup::{Deploy, Setup};
use sandtable::battle::{Journal, Narration, Opening, Ruleset};
use sandtable::cite::Word;
use sandtable::rules::{RULESETS, ancientmaster, armati, battlesystem, chainmail, impetus};
use sandtable::scenario::embedded;
use sandtable::table::{Shape, Terrain};

use crate::conformance::{battle, conform, fresh, play_out};
use crate::drill;

/// Holds a ruleset to the door's promises in so many games of each setup, where the long search is asked for by
/// `SANDTABLE_LONG=1`, as CI does in a command of its own. Otherwise in one game of each, the seed another for each.
fn conforms(ruleset: &Ruleset, setups: &[Setup], games: u64) {
    let long = std::env::var("SANDTABLE_LONG").is_ok_and(|asked| asked == "1");
    for (setup, n) in setups.iter().zip(0..) {
        let seed = 1 + n % games;
        conform(ruleset, setup, if long { 1..=games } else { seed..=seed });
    }
}

/// The built-in battles of a ruleset.
fn battles(ruleset: &str) -> Vec<Setup> {
    let names = embedded::battles().into_iter().filter(|name| name.split('/').next() == Some(ruleset));
    let setups = names.map(|name| battle(&name));
    let setups: Vec<Setup> = setups.collect();
    assert!(!setups.is_empty(), "no battle of {ruleset}");
    setups
}

#[test]
fn every_ruleset_is_held_to_it_in_all_of_its_battles() {
    let tests = include_str!("play.rs");
    for name in RULESETS.iter().map(|ruleset| ruleset.name) {
        let line = format!("conforms(&{name}::RULESET, &battles(\"{name}\"), ");
        assert!(tests.contains(&line), "there is no `{line}`");
    }
}

#[test]
fn armati_conforms() {
    conforms(&armati::RULESET, &battles("armati"), 4);
}

/// The same battles with every advanced rule that can be played.
#[test]
fn armati_conforms_with_its_advanced_rules() {
    let with_all = |setup: Setup| Setup { preset: Some("seed".into()), ..setup };
    let setups: Vec<Setup> = battles("armati").into_iter().map(with_all).collect();
    conforms(&armati::RULESET, &setups, 4);
}

/// And one that both sides deploy in secret.
#[test]
fn armati_conforms_where_the_sides_deploy() {
    let free = Setup { preset: Some("seed".into()), deploy: Deploy::Free, ..battle("armati/first_battle") };
    conforms(&armati::RULESET, &[free], 4);
}

/// And all others so, on whatever ground they are.
#[test]
fn armati_conforms_where_the_sides_deploy_on_any_ground() {
    let free = |setup: Setup| Setup { deploy: Deploy::Free, ..setup };
    conforms(&armati::RULESET, &battles("armati").into_iter().map(free).collect::<Vec<_>>(), 1);
}

/// And one for which they lay the terrain first.
#[test]
fn armati_conforms_where_the_sides_lay_terrain() {
    let mut setup = Setup { deploy: Deploy::Free, ..battle("armati/first_battle") };
    setup.switches.insert("terrain_dice".into(), true);
    for (side, list) in setup.sides.iter_mut().zip(["polybian-roman", "gauls"]) {
        side.army = Some(list.into());
        side.fields.insert("terrain".into(), ron::from_str("{\"GR\": 1}").expect("one gentle rise"));
    }
    conforms(&armati::RULESET, &[setup], 3);
}

/// And one in which they lie in ambush.
#[test]
fn armati_conforms_with_ambushes() {
    conforms(&armati::RULESET, &[ambushes()], 6);
}

/// A battle in which both sides deploy with divisions in ambush.
pub fn ambushes() -> Setup {
    let mut free = Setup { deploy: Deploy::Free, preset: Some("seed".into()), ..battle("armati/first_battle") };
    free.switches.insert("ambush".into(), true);
    // Woods all over both zones, but for the heavy foot's way: whoever stands there may hide.
    let woods = |low: f32, high: f32| {
        let corners = [(1.0, low), (71.0, low), (71.0, high), (1.0, high)].map(bevy::math::Vec2::from);
        Shape::Polygon(corners.to_vec())
    };
    for (name, low, high) in [("north-woods", 36.0, 47.0), ("south-woods", 1.0, 12.0)] {
        free.terrain.push(Terrain { name: name.into(), kind: Word("woods"), shape: woods(low, high) });
    }
    free
}

#[test]
fn chainmail_conforms() {
    conforms(&chainmail::RULESET, &battles("chainmail"), 12);
}

/// The same battles with orders in secret, carried out together.
#[test]
fn chainmail_conforms_where_all_move_together() {
    let together = |mut setup: Setup| {
        setup.switches.insert("simultaneous".into(), true);
        setup
    };
    let setups: Vec<Setup> = battles("chainmail").into_iter().map(together).collect();
    conforms(&chainmail::RULESET, &setups, 2);
}

#[test]
fn battlesystem_conforms() {
    conforms(&battlesystem::RULESET, &battles("battlesystem"), 12);
}

/// The same battles with both sides' own deployment, one after the other or in secret, and without missiles and ground.
#[test]
fn battlesystem_conforms_where_the_sides_deploy() {
    for (secret, preset) in [(false, "basic"), (true, "intermediate")] {
        let free = |mut setup: Setup| {
            setup.switches.insert("secret_deployment".into(), secret);
            Setup { deploy: Deploy::Free, preset: Some(preset.into()), ..setup }
        };
        let setups: Vec<Setup> = battles("battlesystem").into_iter().map(free).collect();
        conforms(&battlesystem::RULESET, &setups, 2);
    }
}

#[test]
fn impetus_conforms() {
    conforms(&impetus::RULESET, &battles("impetus"), 12);
}

/// The same battles with every module of the profile FULL.
#[test]
fn impetus_conforms_with_its_modules() {
    let full = |setup: Setup| Setup { preset: Some("full".into()), ..setup };
    let setups: Vec<Setup> = battles("impetus").into_iter().map(full).collect();
    conforms(&impetus::RULESET, &setups, 3);
}

/// The same battles with both sides' own deployment, one after the other or in secret; few of them find room for all.
#[test]
fn impetus_conforms_where_the_sides_deploy() {
    for secret in [false, true] {
        let free = |mut setup: Setup| {
            setup.switches.insert("secret_deployment".into(), secret);
            Setup { deploy: Deploy::Free, ..setup }
        };
        let setups: Vec<Setup> = battles("impetus").into_iter().map(free).collect();
        conforms(&impetus::RULESET, &setups, 2);
    }
}

/// And a battle of commands with each of the modules of command alone.
#[test]
fn impetus_conforms_with_each_module_of_command() {
    for module in ["X1_commands", "X3_command", "X5_actions", "X11_impetuous"] {
        let mut setup = Setup { preset: Some("core".into()), ..battle("impetus/telamon") };
        for side in &mut setup.sides {
            side.command.clear();
        }
        setup.switches.insert(module.into(), true);
        conforms(&impetus::RULESET, &[setup], 2);
    }
}

#[test]
fn ancientmaster_conforms() {
    conforms(&ancientmaster::RULESET, &battles("ancientmaster"), 4);
}

#[test]
fn the_drill_conforms() {
    let supposed = conform(&drill::RULESET, &battle(drill::BATTLE), 1..=100);
    assert!(supposed > 100, "guards obey, {supposed} times");
}

/// Otherwise its conformance would say little about the seam.
#[test]
fn random_battles_of_the_drill_come_to_everything_in_its_book() {
    let mut world = fresh(&drill::RULESET, &battle(drill::BATTLE));
    let opening = Opening::take(&world);
    let (mut cites, mut verbs, mut ends) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for seed in 1..=200 {
        play_out(&mut world, &opening, seed);
        let facts = || world.resource::<Journal>().entries().iter().flat_map(|entry| entry.facts());
        cites.extend(facts().map(|fact| fact.cite.0));
        for fact in facts() {
            match &fact.narration {
                Narration::Answered(action) => drop(verbs.insert(action.key.0)),
                Narration::Won(winner) => drop(ends.insert(*winner)),
                _ => {}
            }
        }
    }
    let book: BTreeSet<&str> = (drill::RULESET.texts)().rules.iter().map(|rule| rule.id.as_str()).collect();
    assert!(book.is_subset(&cites), "never: {:?}", book.difference(&cites));
    let all = [
        "call",
        "done",
        "fall-back",
        "halt",
        "lose",
        "move",
        "on",
        "order",
        "pursue",
        "reform",
        "rest",
        "seal",
        "stand",
        "volley",
    ];
    assert_eq!(verbs.into_iter().collect::<Vec<_>>(), all);
    assert_eq!(ends.len(), 3, "north wins, south wins, nobody wins");
}
