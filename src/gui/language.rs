//! What the window says to people: its words and sentences by their keys, as `assets/window/words.ron` has them in
//! English, or as a file of the user's has them in his language. What his file lacks is said in English.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use serde::de::DeserializeOwned;

use crate::battle::sentence::fill;
use crate::battle::texts::{self, OwnTexts};
use crate::battle::{Ruleset, Texts};
use crate::ids::Side;
use crate::nearest::nearest;

/// Words by their keys; `{name}` takes a value.
pub type Words = BTreeMap<String, String>;

/// The words that are built in.
static BUILT_IN: LazyLock<Words> = LazyLock::new(|| {
    // A test reads the file: it is as it must be.
    ron::from_str(include_str!("../../assets/window/words.ron")).expect("the window's words are read in a test")
});

/// The user's own.
static OWN: OnceLock<Words> = OnceLock::new();

/// The words of that key.
pub fn translate(key: &'static str) -> &'static str {
    OWN.get().and_then(|own| own.get(key)).or_else(|| BUILT_IN.get(key)).map_or(key, String::as_str)
}

/// The sentence of that key with values in its places; no place is left open.
pub fn translate_with(key: &'static str, values: &[(&str, &dyn Display)]) -> String {
    filled(translate(key), values)
}

fn filled(sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    fill(sentence, |name| values.iter().find(|(n, _)| *n == name).map(|(_, value)| value.to_string())).text
}

/// What people call that side of the table.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::North => translate("north"),
        Side::South => translate("south"),
    }
}

/// What a key on the keyboard is called.
pub fn key_name(key: &str) -> &str {
    match key {
        "Enter" => translate("key-enter"),
        "Esc" => translate("key-esc"),
        "Space" => translate("key-space"),
        "Home" => translate("key-home"),
        "Left" => translate("key-left"),
        "Right" => translate("key-right"),
        other => other,
    }
}

/// Speaks a language from here on, by the user's file for it in that folder; none: that of the environment. Once, and
/// before anything is said.
///
/// # Errors
/// Why the file cannot be read, or that there is none for a language that was asked for.
pub fn speak(known: &[Ruleset], folder: &Path, language: Option<&str>) -> Result<(), String> {
    let asked = language.map(str::to_owned).or_else(of_environment).unwrap_or_default();
    let window = file_of(folder, &asked, "");
    let mut rulesets = BTreeMap::new();
    for one in known {
        if let Some(path) = file_of(folder, &asked, &format!(".{}", one.name)) {
            rulesets.insert(one.name.to_owned(), read(&path)?);
        }
    }
    if let (None, true, Some(asked)) = (&window, rulesets.is_empty(), language) {
        return Err(format!("{}: no file for the language {asked}", folder.display()));
    }
    if let Some(path) = window {
        // Whoever sets it again speaks on as before.
        let _ = OWN.set(read(&path)?);
    }
    texts::speak(rulesets);
    Ok(())
}

/// The user's file for a language (`de_AT`, then `de`) in a folder of such files, of the window or, with `.name`, of a
/// ruleset; none where there is no such file.
fn file_of(folder: &Path, language: &str, of: &str) -> Option<PathBuf> {
    let whole = language.split(['.', '@']).next().unwrap_or_default();
    let names = [whole, whole.split(['_', '-']).next().unwrap_or_default()];
    let good = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    names.into_iter().filter(good).map(|name| folder.join(format!("{name}{of}.ron"))).find(|path| path.is_file())
}

/// The language that the environment asks for.
fn of_environment() -> Option<String> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set)
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))?;
    let spoilt = |why: ron::error::SpannedError| {
        format!("{}:{}:{}: {}", path.display(), why.span.start.line, why.span.start.col, why.code)
    };
    ron::from_str(&text).map_err(spoilt)
}

/// What a file of words lacks, and what in it is amiss: one line each.
///
/// # Errors
/// Why it cannot be read.
pub fn untranslated(known: &[Ruleset], path: &Path) -> Result<Vec<String>, String> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let of = name.rsplit_once('.').and_then(|(_, ruleset)| known.iter().find(|one| one.name == ruleset));
    match of {
        Some(one) => Ok(amiss_of((one.texts)(), &read(path)?)),
        None => Ok(amiss(&BUILT_IN, &read(path)?, "")),
    }
}

/// What a ruleset's file lacks, and what in it is amiss.
fn amiss_of(texts: &Texts, own: &OwnTexts) -> Vec<String> {
    let mut lines = amiss(&texts.sentences, &own.sentences, "sentence ");
    lines.extend(amiss(&texts.words, &own.words, "word "));
    let rules = texts.rules.iter().map(|rule| (&rule.id, &rule.title, &rule.text)).collect();
    lines.extend(amiss_entries(rules, &own.rules, "rule "));
    let switches = texts.switches.iter().map(|switch| (&switch.name, &switch.title, &switch.text)).collect();
    lines.extend(amiss_entries(switches, &own.switches, "switch "));
    lines
}

/// The same of what has a title and a text.
fn amiss_entries(
    known: Vec<(&String, &String, &String)>,
    own: &BTreeMap<String, (String, String)>,
    what: &str,
) -> Vec<String> {
    let lacks = known.iter().filter(|(key, ..)| !own.contains_key(*key));
    let lacks = lacks.map(|(key, title, text)| format!("lacks {what}{key:?}: ({title:?}, {text:?})"));
    let strange = own.keys().filter(|key| !known.iter().any(|(known, ..)| known == key));
    lacks.chain(strange.map(|key| format!("there is no {what}{key:?}"))).collect()
}

fn amiss(known: &Words, own: &Words, what: &str) -> Vec<String> {
    let lacks = known.iter().filter(|(key, _)| !own.contains_key(*key));
    let lacks = lacks.map(|(key, text)| format!("lacks {what}{key:?}: {text:?}"));
    let strange = own.keys().filter(|key| !known.contains_key(*key)).map(|key| {
        let near = nearest(key, known.keys().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("; {near:?} is"));
        format!("{what}{key:?} is no key{near}")
    });
    let places = own.iter().filter_map(|(key, text)| {
        let (theirs, ours) = (places(text), places(known.get(key)?));
        let unknown = theirs.into_iter().find(|place| !ours.contains(place))?;
        Some(format!("{what}{key:?}: nothing is put in {{{unknown}}}; there are {}", listed(&ours)))
    });
    lacks.chain(strange).chain(places).collect()
}

fn listed(places: &[&str]) -> String {
    if places.is_empty() {
        return "no places".to_owned();
    }
    places.iter().map(|place| format!("{{{place}}}")).collect::<Vec<_>>().join(" ")
}

/// The names of the places in a sentence.
fn places(sentence: &str) -> Vec<&str> {
    sentence.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(pairs: &[(&str, &str)]) -> Words {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn values_go_into_their_places_and_none_is_left_open() {
        assert_eq!(filled("{side} wins", &[("side", &"Rome")]), "Rome wins");
        assert_eq!(filled("{n} of {of} {what}", &[("of", &3), ("n", &2)]), "2 of 3 this");
        assert_eq!(filled("no place", &[("n", &1)]), "no place");
        assert_eq!(filled("an open {place", &[("place", &1)]), "an open place");
    }

    #[test]
    fn every_word_that_is_built_in_reads_as_it_stands() {
        assert_eq!(translate_with("turn-of", &[("turn", &5), ("limit", &20)]), "Turn 5 of 20");
        assert_eq!((translate("undo"), translate("no such key")), ("Undo", "no such key"));
        for (key, text) in BUILT_IN.iter() {
            assert!(
                !text.trim().is_empty() && !text.contains('!') && text.matches('{').count() == places(text).len(),
                "{key}"
            );
        }
    }

    #[test]
    fn what_a_file_lacks_and_what_in_it_is_amiss_is_listed() {
        assert_eq!(amiss(&BUILT_IN, &BUILT_IN, ""), Vec::<String>::new());
        let mut own = BUILT_IN.clone();
        own.remove("undo");
        own.insert("undoo".to_owned(), "Zur\u{fc}ck".to_owned());
        own.insert("wins".to_owned(), "{seite} siegt".to_owned());
        let told = amiss(&BUILT_IN, &own, "");
        assert_eq!(told.len(), 3, "{told:?}");
        assert_eq!(told[0], r#"lacks "undo": "Undo""#);
        assert_eq!(told[1], r#""undoo" is no key; "undo" is"#);
        assert_eq!(told[2], r#""wins": nothing is put in {seite}; there are {side}"#);
        assert!(amiss(&BUILT_IN, &words(&[]), "").len() == BUILT_IN.len());
    }

    #[test]
    fn a_rulesets_own_words_are_a_file_without_flaw_and_what_they_lack_is_listed() {
        for one in crate::rules::RULESETS {
            let texts = (one.texts)();
            let mut own = OwnTexts {
                sentences: texts.sentences.clone(),
                words: texts.words.clone(),
                rules: texts.rules.iter().map(|r| (r.id.clone(), (r.title.clone(), r.text.clone()))).collect(),
                switches: texts.switches.iter().map(|s| (s.name.clone(), (s.title.clone(), s.text.clone()))).collect(),
                ..OwnTexts::default()
            };
            assert_eq!(amiss_of(texts, &own), Vec::<String>::new(), "{}", one.name);
            let rule = texts.rules[0].id.clone();
            own.rules.insert(rule.clone(), ("Titel".into(), "Wortlaut".into()));
            own.rules.insert("no such".into(), (String::new(), String::new()));
            let (key, _) = own.words.pop_first().unwrap();
            let told = amiss_of(texts, &own);
            assert!(told.len() == 2 && told[0].contains(&key) && told[1].contains("no such"), "{told:?}");
            let said = texts.clone().said_as(&own);
            assert_eq!((said.rules[0].text.as_str(), said.rules.len()), ("Wortlaut", texts.rules.len()));
            assert_eq!(said.words, texts.words, "what is lacking stays as it is");
        }
    }

    #[test]
    fn a_language_is_found_by_its_country_or_without() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("de.ron"), r#"{"undo": "Zurück"}"#).unwrap();
        let found = |language: &str| file_of(folder.path(), language, "").map(|p| p.file_name().unwrap().to_owned());
        assert_eq!(found("de_AT.UTF-8"), Some("de.ron".into()));
        assert_eq!(found("de"), Some("de.ron".into()));
        std::fs::write(folder.path().join("de_AT.ron"), "{}").unwrap();
        assert_eq!(found("de_AT.UTF-8"), Some("de_AT.ron".into()));
        assert_eq!((found("C.UTF-8"), found(""), found("../de")), (None, None, None));
        assert!(speak(&[], folder.path(), Some("fr")).unwrap_err().contains("no file for the language fr"));
        std::fs::write(folder.path().join("fr.ron"), "{\n    \"undo\": 5,\n}").unwrap();
        let spoilt = untranslated(&[], &folder.path().join("fr.ron")).unwrap_err();
        assert!(spoilt.contains("fr.ron:2:"), "with its line: {spoilt}");
    }
}
