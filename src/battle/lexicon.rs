//! The words of a ruleset by their purpose: what a case, a program or a typed action may say. No word is written here.
//! Verbs come from the questions that they answer, what dice are rolled for from the ruleset's `fortune` data, a card's
//! values from the ruleset's list of them, and all others from the ruleset's sentences and words.

use bevy::ecs::world::World;

use super::door::{CONCEDE, OFFER_DRAW};
use super::drafts::TAKE_BACK;
use super::fact::{Fact, Narration};
use super::install::{InPlay, world};
use super::narrator;
use super::notation::{Kind, Vocabulary};
use super::ruleset::{CardValue, Ruleset};
use super::texts::Texts;
use super::umpire::UMPIRE;
use crate::cite::Word;

/// The words of a ruleset.
pub struct Lexicon {
    /// The steps at which a case may begin.
    pub steps: Vec<Word>,
    /// Each question with the verbs that answer it.
    pub questions: Vec<(Word, &'static [Word])>,
    /// The values of actions whose kind notation must be told.
    pub values: Vec<(&'static str, Kind)>,
    /// What a card may show of a unit.
    pub card: &'static [CardValue],
    /// What a side's score may have besides `lost` and `of`.
    pub score: &'static [Word],
    /// What people read: words, sentences, the purposes of dice.
    pub texts: &'static Texts,
}

/// Verbs that may be used whatever question is open, and the one that takes a draft back, of whatever question.
const ALWAYS: [Word; 4] = [CONCEDE, OFFER_DRAW, UMPIRE, TAKE_BACK];

/// The values that every side's score has.
pub const SCORE: [&str; 2] = ["lost", "of"];

impl Lexicon {
    /// The words of a ruleset: it is installed into an empty world to ask it.
    pub fn of(ruleset: &Ruleset) -> Lexicon {
        Lexicon::in_world(&world(ruleset))
    }

    /// Of the ruleset of that battle.
    pub fn in_world(world: &World) -> Lexicon {
        let ruleset = world.resource::<InPlay>().0;
        Lexicon {
            steps: (ruleset.begins)(),
            questions: ruleset.questions.iter().map(|h| (h.key, h.verbs)).collect(),
            values: world.resource::<Vocabulary>().all().to_vec(),
            card: ruleset.card_values,
            score: ruleset.score_values,
            texts: (ruleset.texts)(),
        }
    }

    /// All verbs, each once.
    pub fn verbs(&self) -> Vec<&'static str> {
        let mut verbs: Vec<&str> =
            self.questions.iter().flat_map(|(_, verbs)| *verbs).chain(&ALWAYS).map(|w| w.0).collect();
        verbs.sort_unstable();
        verbs.dedup();
        verbs
    }

    /// The keys of all questions.
    pub fn keys(&self) -> Vec<&'static str> {
        self.questions.iter().map(|(key, _)| key.0).collect()
    }

    /// What dice are rolled for.
    pub fn dice(&self) -> Vec<&'static str> {
        self.texts.fortune.keys().map(String::as_str).collect()
    }

    /// The values under which a unit's card may be asked.
    pub fn card(&self) -> Vec<&'static str> {
        self.card.iter().map(|value| value.name.0).collect()
    }

    /// The values under which a side may be asked.
    pub fn score(&self) -> Vec<&'static str> {
        SCORE.into_iter().chain(self.score.iter().map(|word| word.0)).collect()
    }

    /// Everything that a fact may count, mark or say, how somebody may be gone, and what odds have for outcomes.
    pub fn words(&self) -> Vec<&'static str> {
        let data = self.texts.words.keys().chain(self.texts.sentences.keys()).map(String::as_str);
        let house = narrator::of_house().map(|(word, _)| word);
        let steps = self.steps.iter().map(|step| step.0);
        data.chain(house).chain(steps).chain(self.keys()).chain(self.verbs()).chain(self.score()).collect()
    }

    /// Whether that is one of them.
    pub fn is_word(&self, word: &str) -> bool {
        self.texts.words.contains_key(word) || self.texts.sentences.contains_key(word) || self.words().contains(&word)
    }

    /// The words of a fact that are in no register, each with what it is for.
    pub fn unregistered(&self, fact: &Fact) -> Vec<String> {
        let said = match &fact.narration {
            Narration::Began(word) | Narration::Asked(word) | Narration::Said(word) => vec![*word],
            Narration::Counted { what, .. } | Narration::Marked { what, .. } => vec![*what],
            Narration::Gone { how, .. } => vec![*how],
            Narration::Answered(action) if !self.verbs().contains(&action.key.0) => vec![action.key],
            Narration::Answered(_) => Vec::new(),
            Narration::Moved { .. } | Narration::Shot { .. } | Narration::Fought { .. } | Narration::Won(_) => {
                Vec::new()
            }
        };
        let said = said.into_iter().chain(fact.says).filter(|word| !self.is_word(word.0));
        let dice = fact.dice.iter().map(|dice| dice.why).filter(|why| !self.texts.fortune.contains_key(why.0));
        let said = said.map(|word| format!("the word `{word}`"));
        said.chain(dice.map(|why| format!("a die for `{why}`"))).collect()
    }
}
