//! What the window says to people stands in its file of words, from which a user's own language is made: no sentence in
//! the code, no key that is not in the file, nothing in the file that is never said.

use std::collections::{BTreeMap, BTreeSet};

use sandtable::battle::sentence::{fill, places};
use sandtable::battle::{Arg, Journal, Narration, Opening, Ref};
use sandtable::rules::RULESETS;

use crate::conformance::{battle, fresh, play_out};
use crate::tidy::sources::{Source, all, root};

/// What may stand in the code though it reads like words: the program's name, and names of keys, fields and pictures.
const ALLOWED: &[&str] = &[
    "Sandtable",
    "Enter",
    "Esc",
    "Space",
    "Home",
    "Backspace",
    "Back",
    "Left",
    "Right",
    "go on",
    "find in the log",
    "find a battle",
    "find a rule",
];

/// What stands before a text that no person at the window reads.
const UNSEEN: &[&str] = &[
    "Id::new(",
    "Id::new((",
    "id_salt(",
    ".with(",
    ".with((",
    "error!(",
    "info!(",
    "eprintln!(",
    "unreachable!(",
    ".expect(",
    "custom(format!(",
];

/// Files whose texts are for the terminal: before there is a window, and of files of words themselves.
const TERMINAL: &[&str] = &["src/gui/probe.rs", "src/gui/language.rs", "src/gui/frame.rs"];

/// A text in the code, and what stands before it.
struct Literal<'a> {
    line: usize,
    before: &'a str,
    text: &'a str,
}

/// The texts of a file outside of comments, attributes and its own tests.
fn literals(source: &Source) -> Vec<Literal<'_>> {
    let code: BTreeSet<usize> = source.code_lines().map(|(n, _)| n).collect();
    let text = source.text.as_str();
    let bytes = text.as_bytes();
    let (mut at, mut line, mut found) = (0, 1, Vec::new());
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => line += 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            // A character, which may be a quote; a lifetime has no second mark so near.
            b'\'' if bytes.get(at + 1) == Some(&b'\\') && bytes.get(at + 3) == Some(&b'\'') => at += 3,
            b'\'' if bytes.get(at + 2) == Some(&b'\'') => at += 2,
            b'"' => {
                let start = at + 1;
                at = start;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let from = text[..start - 1].rfind('\n').map_or(0, |n| n + 1);
                let literal = Literal { line, before: text[..start - 1].trim_end(), text: &text[start..at] };
                if code.contains(&line) && !text[from..].trim_start().starts_with("#[") {
                    found.push(literal);
                }
                line += text[start..at].matches('\n').count();
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn window() -> Vec<Source> {
    all("src").into_iter().filter(|source| source.path.starts_with("src/gui/")).collect()
}

fn words() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join("assets/window/words.ron")).expect("the window has its words");
    ron::from_str(&text).expect("they are a list of keys with their words")
}

/// A text without its places.
fn bare(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |bare, part| bare + part.split_once('}').map_or("", |(_, rest)| rest))
}

/// Whether a text reads like something that is said to people.
fn is_said(text: &str) -> bool {
    let letters = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    let bare = bare(text);
    let bare = bare.trim().trim_end_matches(['.', ':', '?', ',']);
    if bare.contains(['/', '_', '-', '\\']) || bare.contains("::") || bare.starts_with("Ctrl") || bare.contains(".") {
        return bare.split(' ').filter(letters).count() > 2;
    }
    let words = bare.split([' ', ',', ':', '(']).filter(letters).count();
    let begins = bare.starts_with(|c: char| c.is_ascii_uppercase()) && bare.chars().any(|c| c.is_ascii_lowercase());
    words > 1 || (words == 1 && (begins || text.contains('{')))
}

/// Of two sentences under one key the later is told everywhere, also where the first was meant.
#[test]
fn no_sentence_of_the_window_has_the_key_of_another() {
    let file = std::fs::read_to_string(root().join("assets/window/words.ron")).unwrap();
    let mut keys: Vec<&str> = file
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix('"')?.split_once("\":").map(|(key, _)| key))
        .collect();
    keys.sort_unstable();
    let twice: Vec<&str> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    assert!(twice.is_empty() && keys.len() > 100, "{twice:?}");
}

#[test]
fn no_words_for_people_stand_in_the_code_of_the_window() {
    let mut found = Vec::new();
    for source in window().iter().filter(|source| !TERMINAL.contains(&source.path.as_str())) {
        for literal in literals(source) {
            let unseen = UNSEEN.iter().any(|before| literal.before.ends_with(before));
            if is_said(literal.text) && !unseen && !ALLOWED.contains(&literal.text) {
                found.push(format!("{}:{}: {:?}", source.path, literal.line, literal.text));
            }
        }
    }
    assert!(found.is_empty(), "words beside assets/window/words.ron:\n  {}", found.join("\n  "));
}

#[test]
fn what_is_said_is_in_the_file_and_what_is_in_the_file_is_said() {
    let (words, mut known, mut missing) = (words(), BTreeSet::new(), Vec::new());
    for source in &window() {
        for literal in literals(source) {
            let said = ["translate(", "translate_with("].iter().any(|name| literal.before.ends_with(name));
            if said && !words.contains_key(literal.text) {
                missing.push(format!("{}:{}: {:?}", source.path, literal.line, literal.text));
            }
            known.insert(literal.text.to_owned());
        }
    }
    assert!(missing.is_empty(), "keys without words:\n  {}", missing.join("\n  "));
    let silent: Vec<&String> = words.keys().filter(|key| !known.contains(*key)).collect();
    assert!(silent.is_empty(), "words that nobody says: {silent:?}");
}

/// A side's name may be one or many, Rome or the Gauls: no verb hangs on it.
#[test]
fn no_sentence_has_a_verb_that_hangs_on_the_name_of_a_side() {
    let own = sandtable::battle::narrator::of_house().map(|(key, text)| (key.to_owned(), text.to_owned()));
    let said: Vec<(String, String)> = words().into_iter().chain(own).collect();
    let hangs = |text: &str| {
        let after = ["{side} ", "{winner} "].iter().flat_map(|place| text.split(place).skip(1));
        after.filter_map(|rest| rest.split([' ', '.', ',']).next()).any(|word| word.len() > 1 && word.ends_with('s'))
    };
    assert!(hangs("Then {side} answers.") && !hangs("Victory for {side} at last."));
    let wrong: Vec<&String> = said.iter().filter(|(_, text)| hangs(text)).map(|(key, _)| key).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Nor in what rulesets tell: battles are played at random, and each place of a sentence that was filled with a side is looked at.
#[test]
fn no_fact_has_a_verb_that_hangs_on_the_name_of_a_side() {
    let hangs = |text: &str, place: &str| {
        let place = format!("{{{place}}} ");
        let after = text.split(&place).skip(1).filter_map(|rest| rest.split([' ', '.', ',']).next());
        after.filter(|word| !word.starts_with('{')).any(|word| word.len() > 1 && word.ends_with('s'))
    };
    assert!(hangs("{who} has {n}.", "who") && !hangs("First to move: {who}, {n}.", "who"));
    let mut wrong = BTreeSet::new();
    for ruleset in RULESETS {
        let texts = (ruleset.texts)();
        let mut world = fresh(ruleset, &battle(&format!("{}/first_battle", ruleset.name)));
        let opening = Opening::take(&world);
        for seed in 1..=3 {
            play_out(&mut world, &opening, seed);
            for fact in world.resource::<Journal>().entries().iter().flat_map(|entry| entry.facts()) {
                let said = fact.says.or(if let Narration::Said(word) = fact.narration { Some(word) } else { None });
                let Some(text) = said.and_then(|word| texts.sentence(word)) else { continue };
                let mut sides: Vec<&str> = fact
                    .words
                    .iter()
                    .filter(|(_, arg)| matches!(arg, Arg::Of(Ref::Side(_))))
                    .map(|(n, _)| n.0)
                    .collect();
                if matches!(
                    fact.narration,
                    Narration::Counted { of: Ref::Side(_), .. } | Narration::Marked { of: Ref::Side(_), .. }
                ) {
                    sides.push("who");
                }
                if sides.iter().any(|place| hangs(text, place)) {
                    wrong.insert((ruleset.name, text.to_owned()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A sentence with an open place would reach people with a plain word in it.
#[test]
fn every_place_of_what_is_said_is_given_where_it_is_said() {
    let (words, mut open) = (words(), Vec::new());
    for source in &window() {
        for literal in literals(source) {
            let Some(sentence) = words.get(literal.text) else { continue };
            for place in places(sentence) {
                // A key that is chosen first is given its places where it is said.
                if !source.text.contains(&format!("(\"{place}\",")) {
                    open.push(format!("{}:{}: {}: {{{place}}}", source.path, literal.line, literal.text));
                }
            }
            let bare = literal.before.ends_with("translate(") && places(sentence).next().is_some();
            if bare {
                open.push(format!("{}:{}: {} is said without values", source.path, literal.line, literal.text));
            }
        }
    }
    assert!(open.is_empty(), "places that nobody fills:\n  {}", open.join("\n  "));
    for (key, sentence) in &words {
        let filled = fill(sentence, |_| None);
        assert!(!filled.text.contains(['{', '}']), "{key}: {}", filled.text);
    }
}

#[test]
fn texts_are_found_in_code_and_told_from_ids() {
    let text = "//! x\nlet a = translate(\"one\"); // \"two\"\nlet b = ('\"', \"a b\\\" c\");\n#[a = \"three\"]\n";
    let source = Source { path: "src/gui/x.rs".into(), text: text.into(), is_tests: false };
    let found: Vec<(usize, &str)> = literals(&source).iter().map(|l| (l.line, l.text)).collect();
    assert_eq!(found, [(2, "one"), (3, "a b\\\" c")]);
    assert!(is_said("Offer a draw") && is_said("Undo") && is_said("{:.1} in") && is_said("two words"));
    assert!(!is_said("offers") && !is_said("{} - {NAME}") && !is_said("sandtable-{n}.png") && !is_said("F2  F4"));
}
