//! No place of a sentence is left open: each is one that every telling fills, or is given a value where it is said.

use std::collections::BTreeSet;

use sandtable::battle::Texts;
use sandtable::battle::narrator;
use sandtable::battle::sentence::{fill, places};
use sandtable::rules::RULESETS;

use crate::tidy::sources::{Source, all};

/// What refusals and facts fill by themselves, where they have it.
const ALWAYS: [&str; 16] = [
    "who", "measured", "limit", "margin", "whom", "what", "from", "to", "lost", "how", "die", "die2", "total",
    "total2", "winner", "why",
];

/// The sentences of a ruleset and of the house.
fn sentences(texts: &'static Texts) -> Vec<(&'static str, &'static str)> {
    let own = texts.sentences.iter().map(|(word, text)| (word.as_str(), text.as_str()));
    own.chain(narrator::of_house()).collect()
}

/// The sources in which a ruleset's sentences are said: its own, and those of the shared rooms.
fn sources(ruleset: &str) -> Vec<Source> {
    all("src").into_iter().filter(|s| s.ruleset() == Some(ruleset) || s.path.starts_with("src/battle/")).collect()
}

#[test]
fn every_place_of_every_sentence_is_given_where_it_is_said() {
    let mut open = BTreeSet::new();
    for ruleset in RULESETS {
        let sources = sources(ruleset.name);
        for (word, text) in sentences((ruleset.texts)()) {
            let key = format!("\"{word}\"");
            let says = |source: &&Source| source.path != "src/battle/narrator.rs" && source.text.contains(&key);
            let saying: Vec<&Source> = sources.iter().filter(says).collect();
            for place in places(text).filter(|place| !ALWAYS.contains(place)) {
                let given = format!("Word(\"{place}\")");
                // A sentence that is chosen by the length of what it says is given its places where that is known.
                let near = |source: &&Source| saying.iter().any(|s| folder(&s.path) == folder(&source.path));
                if !saying.is_empty() && !sources.iter().filter(near).any(|s| s.text.contains(&given)) {
                    open.insert(format!("{}: {word}: {{{place}}}", ruleset.name));
                }
            }
        }
    }
    assert!(open.is_empty(), "places that nobody fills:\n  {}", open.into_iter().collect::<Vec<_>>().join("\n  "));
}

/// Sentences of the house that a ruleset may say in its own words: they mean the same, and tell more.
const SAID_MORE_FULLY: [&str; 2] = ["no-missiles", "off-the-table"];

/// A ruleset's sentence goes before the house's of the same word, so another meaning would be told in its place.
#[test]
fn no_ruleset_says_something_else_by_a_word_of_the_house() {
    let mut taken = Vec::new();
    for ruleset in RULESETS {
        let own = &(ruleset.texts)().sentences;
        let house = narrator::of_house().filter(|(word, _)| own.contains_key(*word) && !SAID_MORE_FULLY.contains(word));
        taken.extend(house.map(|(word, _)| format!("{}: {word}", ruleset.name)));
    }
    assert!(taken.is_empty(), "{taken:?}");
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[test]
fn what_the_log_leaves_out_after_an_order_is_a_sentence() {
    for ruleset in RULESETS {
        let texts = (ruleset.texts)();
        for word in &texts.as_ordered {
            assert!(texts.sentences.contains_key(word), "{}: {word}", ruleset.name);
        }
    }
}

#[test]
fn no_brace_is_ever_shown() {
    for ruleset in RULESETS {
        for (word, text) in sentences((ruleset.texts)()) {
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{}: {word}", ruleset.name);
            let bare = fill(text, |_| None);
            assert!(!bare.text.contains(['{', '}']), "{}: {word}: {}", ruleset.name, bare.text);
            assert_eq!(bare.open, places(text).collect::<Vec<_>>(), "{}: {word}", ruleset.name);
        }
    }
}
