//! Every ruleset is played at random and held to what the door promises.

use std::collections::BTreeSet;

use sandtable::battle::setup::{Deploy, Setup};
use sandtable::battle::{Journal, Opening, Tell};
use sandtable::rules::{armati, impetus};
use sandtable::scenario::embedded;

use crate::conformance::{battle, conform, fresh, play_out};
use crate::drill;

/// The built-in battles of a ruleset.
fn battles(ruleset: &str) -> Vec<Setup> {
    let names = embedded::battles().into_iter().filter(|name| name.split('/').next() == Some(ruleset));
    let setups = names.map(|name| battle(&name));
    let setups: Vec<Setup> = setups.collect();
    assert!(!setups.is_empty(), "no battle of {ruleset}");
    setups
}

#[test]
fn armati_conforms() {
    conform(&armati::ROW, &battles("armati"), 4);
}

/// The same battles with every advanced rule that can be played.
#[test]
fn armati_conforms_with_its_advanced_rules() {
    let with_all = |setup: Setup| Setup { preset: Some("seed".into()), ..setup };
    let setups: Vec<Setup> = battles("armati").into_iter().map(with_all).collect();
    conform(&armati::ROW, &setups, 4);
}

/// And one that both sides deploy in secret.
#[test]
fn armati_conforms_where_the_sides_deploy() {
    let free = Setup { preset: Some("seed".into()), deploy: Deploy::Free, ..battle("armati/first_battle") };
    conform(&armati::ROW, &[free], 4);
}

#[test]
fn impetus_conforms() {
    conform(&impetus::ROW, &battles("impetus"), 12);
}

#[test]
fn the_drill_conforms() {
    conform(&drill::ROW, &[battle(drill::BATTLE)], 100);
}

/// Otherwise its conformance would say little about the seam.
#[test]
fn random_battles_of_the_drill_come_to_everything_in_its_book() {
    let mut world = fresh(&drill::ROW, &battle(drill::BATTLE));
    let opening = Opening::take(&world);
    let (mut cites, mut verbs, mut ends) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for seed in 1..=200 {
        play_out(&mut world, &opening, seed);
        let facts = || world.resource::<Journal>().entries().iter().flat_map(|entry| entry.facts());
        cites.extend(facts().map(|fact| fact.cite.0));
        for fact in facts() {
            match &fact.tell {
                Tell::Answered(action) => drop(verbs.insert(action.key.0)),
                Tell::Won(winner) => drop(ends.insert(*winner)),
                _ => {}
            }
        }
    }
    let book: BTreeSet<&str> = (drill::ROW.texts)().rules.iter().map(|rule| rule.id.as_str()).collect();
    assert!(book.is_subset(&cites), "never: {:?}", book.difference(&cites));
    let all = ["done", "fall-back", "halt", "move", "on", "orders", "pursue", "reform", "rest", "stand", "volley"];
    assert_eq!(verbs.into_iter().collect::<Vec<_>>(), all);
    assert_eq!(ends.len(), 3, "north wins, south wins, nobody wins");
}
