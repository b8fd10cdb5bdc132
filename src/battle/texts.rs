//! What people read: rule texts, sentences and words, from a ruleset's data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde::Deserialize;

use super::data_folder::ron_options;
use super::setup::Setup;
use crate::cite::{Cite, Word};
use crate::table::Mil;

/// Everything that people read of a ruleset.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// Every rule.
    pub rules: Vec<RuleText>,
    /// Every switch.
    pub switches: Vec<SwitchText>,
    /// The switches that each preset turns on.
    pub presets: BTreeMap<String, Vec<String>>,
    /// The preset of a battle whose file names none.
    pub usual: String,
    /// Sentences of facts, refusals and notes, by their word; `{name}` takes a value.
    pub sentences: BTreeMap<String, String>,
    /// What people read for a word.
    pub words: BTreeMap<String, String>,
    /// The unit in which the game counts lengths; none: the inch.
    pub unit: Option<LengthUnit>,
    /// Which faces are good luck for whoever rolls, by what the dice are for; where nothing is said, high ones.
    pub fortune: BTreeMap<String, Fortune>,
    /// Sentences that say no more than the order that they follow: a log that has told the order leaves them out.
    pub as_ordered: BTreeSet<String>,
    /// The letters by which verbs, and choices with a name of their own, are taken, where that is not the first of their words.
    pub letters: BTreeMap<String, char>,
}

/// Which faces of a die are good luck for who rolls it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Fortune {
    /// The high faces are the lucky ones.
    #[default]
    High,
    /// The low faces are the lucky ones.
    Low,
    /// The face only decides between things that are neither good nor bad: a river, a direction.
    Neither,
}

impl Fortune {
    /// Whether low faces are the good ones; none where no face is good.
    pub fn low(self) -> Option<bool> {
        match self {
            Fortune::High => Some(false),
            Fortune::Low => Some(true),
            Fortune::Neither => None,
        }
    }
}

/// `rules.ron` of a ruleset.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Every rule.
    pub rules: Vec<RuleText>,
    /// Every switch.
    #[serde(default)]
    pub switches: Vec<SwitchText>,
    /// Sets of switches by name.
    #[serde(default)]
    pub presets: BTreeMap<String, Vec<String>>,
    /// That of them which a battle has whose file names none.
    #[serde(default)]
    pub usual: String,
}

/// `words.ron` of a ruleset.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordFile {
    /// Sentences by their keys, with `{name}` places.
    pub sentences: BTreeMap<String, String>,
    /// What people read for a word.
    pub words: BTreeMap<String, String>,
    /// What dice are rolled for, and which faces are lucky.
    #[serde(default)]
    pub fortune: BTreeMap<String, Fortune>,
    /// Sentences that say no more than the order that they follow: a log that has told the order leaves them out.
    #[serde(default)]
    pub as_ordered: BTreeSet<String>,
    /// The letters by which verbs, and choices with a name of their own, are taken, where that is not the first of their words.
    #[serde(default)]
    pub letters: BTreeMap<String, char>,
}

/// A unit of length that is not the inch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthUnit {
    /// What stands behind its numbers.
    pub sign: &'static str,
    /// How many inches it has.
    pub inches: f32,
}

impl LengthUnit {
    /// So many of it.
    pub fn many(&self, n: f32) -> Mil {
        Mil::measured(n * self.inches)
    }

    /// `20.5U`, to hundredths.
    pub fn of(&self, length: Mil) -> String {
        let text = format!("{:.2}", f64::from(length.0) / f64::from(self.inches) / 1000.0);
        let text = text.trim_end_matches('0').trim_end_matches('.').replace('-', "\u{2212}");
        format!("{text}{}", self.sign)
    }

    /// `20.5U (8.2 in)`: the game's own number as it is, the inches beside it to a tenth.
    pub fn told(&self, length: Mil) -> String {
        let inches = format!("{:.1}", f64::from(length.0) / 1000.0).replace('-', "\u{2212}");
        format!("{} ({inches} in)", self.of(length))
    }
}

/// A length to the nearest of so many parts of the unit, or of the inch.
pub fn to_part(unit: Option<&LengthUnit>, length: Mil, parts: f32) -> Mil {
    let inches = unit.map_or(1.0, |unit| unit.inches);
    Mil::measured((length.to_inches() / inches * parts).round() / parts * inches)
}

/// One citable rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// As cites have it: `7.3`.
    pub id: String,
    /// As people call it.
    pub title: String,
    /// In our own words.
    pub text: String,
    /// Where it is from.
    pub source: Source,
    /// Whether it is a clause or a worked position.
    #[serde(default)]
    pub kind: Kind,
    /// The switch that turns it on.
    #[serde(default)]
    pub switch: Option<String>,
    /// Whether some of it is our own ruling.
    #[serde(default)]
    pub ruling: bool,
}

/// Where a rule's content comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Source {
    /// Given as certain, whatever a book says.
    Seed,
    /// Published sources.
    Book,
    /// Remembered, and not found in print.
    Memory,
    /// Our own ruling.
    Design,
}

/// A rule of the book, or a worked position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Kind {
    /// A clause of the book.
    #[default]
    Rule,
    /// A position that was worked out with the rules.
    Acceptance,
}

/// An advanced or optional rule that can be turned on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwitchText {
    /// In scenarios and on the command line.
    pub name: String,
    /// As people call it.
    pub title: String,
    /// What it does.
    pub text: String,
    /// The switch without which it does nothing.
    #[serde(default)]
    pub needs: Option<String>,
}

/// What a user's file lets a ruleset say in another language. A ruleset's own `words.ron` has the same form and can be
/// the start of one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnTexts {
    /// Sentences by their keys, with `{name}` places.
    pub sentences: BTreeMap<String, String>,
    /// What people read for a word.
    pub words: BTreeMap<String, String>,
    /// Titles and texts of rules by their numbers.
    pub rules: BTreeMap<String, (String, String)>,
    /// Titles and texts of switches by their names.
    pub switches: BTreeMap<String, (String, String)>,
    /// Not a matter of language: read and ignored.
    pub fortune: BTreeMap<String, Fortune>,
}

/// The user's own, by ruleset.
static OWN: OnceLock<BTreeMap<String, OwnTexts>> = OnceLock::new();

/// Makes rulesets use the user's texts from now on. To be called once, before anything asks a ruleset for its texts.
pub fn speak(own: BTreeMap<String, OwnTexts>) {
    // A second call changes nothing.
    let _ = OWN.set(own);
}

impl Texts {
    /// The same texts with what the user's file for that ruleset replaces.
    #[must_use]
    pub fn spoken(self, ruleset: &str) -> Texts {
        match OWN.get().and_then(|own| own.get(ruleset)) {
            Some(own) => self.said_as(own),
            None => self,
        }
    }

    /// The same texts in other words; what those do not have stays as it is.
    #[must_use]
    pub fn said_as(mut self, own: &OwnTexts) -> Texts {
        let known = |known: &BTreeMap<String, String>, own: &BTreeMap<String, String>| -> Vec<(String, String)> {
            own.iter().filter(|(key, _)| known.contains_key(*key)).map(|(k, v)| (k.clone(), v.clone())).collect()
        };
        let (sentences, words) = (known(&self.sentences, &own.sentences), known(&self.words, &own.words));
        self.sentences.extend(sentences);
        self.words.extend(words);
        for rule in &mut self.rules {
            if let Some((title, text)) = own.rules.get(&rule.id) {
                (rule.title, rule.text) = (title.clone(), text.clone());
            }
        }
        for switch in &mut self.switches {
            if let Some((title, text)) = own.switches.get(&switch.name) {
                (switch.title, switch.text) = (title.clone(), text.clone());
            }
        }
        self
    }

    /// Reads the two files of a ruleset.
    ///
    /// # Errors
    ///
    /// The line of the first thing in them that is wrong.
    pub fn read(rules: &str, words: &str) -> Result<Texts, ron::error::SpannedError> {
        let options = ron_options();
        let rules: RuleFile = options.from_str(rules)?;
        let words: WordFile = options.from_str(words)?;
        Ok(Texts {
            rules: rules.rules,
            switches: rules.switches,
            presets: rules.presets,
            usual: rules.usual,
            sentences: words.sentences,
            words: words.words,
            unit: None,
            fortune: words.fortune,
            as_ordered: words.as_ordered,
            letters: words.letters,
        })
    }

    /// A length as a sentence has it: the game's own unit first and inches beside, or the bare number of inches.
    pub fn length(&self, length: Mil) -> String {
        self.unit.as_ref().map_or_else(|| length.to_string(), |unit| unit.told(length))
    }

    /// Those lengths to a tenth of the game's own unit, or of the inch; to more digits where two that differ would be told
    /// as one, or something as nothing. A number of quarters is printed somewhere, and stays.
    pub fn told_apart(&self, lengths: &[Mil]) -> Vec<Mil> {
        let unit = self.unit.as_ref();
        let short = |length: Mil, parts: f32| {
            let quarters = to_part(unit, length, 4.0);
            if quarters == length { length } else { to_part(unit, length, parts) }
        };
        let told = |parts: f32| lengths.iter().map(|length| short(*length, parts)).collect::<Vec<_>>();
        let tells_apart = |told: &Vec<Mil>| {
            let pairs = || lengths.iter().zip(told);
            pairs().all(|(a, told_a)| {
                (*a == Mil::ZERO) == (*told_a == Mil::ZERO) && pairs().all(|(b, told_b)| (a == b) == (told_a == told_b))
            })
        };
        [10.0, 100.0].into_iter().map(told).find(tells_apart).unwrap_or_else(|| lengths.to_vec())
    }

    /// The rule of that cite.
    pub fn rule(&self, cite: Cite) -> Option<&RuleText> {
        self.rules.iter().find(|r| r.id == cite.0)
    }

    /// Whether a setup turns that switch on: by itself, by its preset, or by the usual one if it names none.
    pub fn is_on(&self, setup: &Setup, switch: &str) -> bool {
        let preset = self.presets.get(setup.preset.as_ref().unwrap_or(&self.usual));
        let usually = || preset.is_some_and(|on| on.iter().any(|name| name == switch));
        setup.switches.get(switch).copied().unwrap_or_else(usually)
    }

    /// The switch of that name.
    pub fn switch(&self, name: &str) -> Option<&SwitchText> {
        self.switches.iter().find(|s| s.name == name)
    }

    /// What people read for a word; the word itself, with spaces for hyphens, when the data has none.
    pub fn word(&self, word: Word) -> String {
        self.words.get(word.0).cloned().unwrap_or_else(|| word.0.replace('-', " "))
    }

    /// Which faces of dice for that are good luck.
    pub fn fortune(&self, why: Word) -> Fortune {
        self.fortune.get(why.0).copied().unwrap_or_default()
    }

    /// The sentence of a word, with its places still open.
    pub fn sentence(&self, word: Word) -> Option<&str> {
        self.sentences.get(word.0).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_that_differ_are_told_apart_in_as_few_digits_as_do() {
        let (inches, texts) =
            (Texts::default(), |sign, inches| Texts { unit: Some(LengthUnit { sign, inches }), ..Texts::default() });
        let told = |texts: &Texts, lengths: [i32; 3]| {
            let told = texts.told_apart(&lengths.map(Mil)).into_iter().map(|length| texts.length(length));
            told.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(told(&inches, [10_634, 9_000, -1_634]), "10.6, 9, -1.6");
        assert_eq!(told(&inches, [9_043, 9_000, -43]), "9.04, 9, -0.04", "something is not nothing");
        assert_eq!(told(&inches, [9_003, 9_000, -3]), "9.003, 9, -0.003", "the last thousandth decides");
        assert_eq!(told(&inches, [4_217, 2_250, 0]), "4.2, 2.25, 0", "a printed number stays");
        // 8.612 in are 21.53U; 20U are 8 in.
        assert_eq!(told(&texts("U", 0.4), [8_613, 8_000, 0]), "21.5U (8.6 in), 20U (8.0 in), 0U (0.0 in)");
        // 20 cm are 7.874 in, and 8 in 20.32 cm.
        let cm = texts(" cm", 1.0 / 2.54);
        assert_eq!(told(&cm, [8_001, 7_874, 0]), "20.3 cm (8.0 in), 20 cm (7.9 in), 0 cm (0.0 in)");
    }
}
