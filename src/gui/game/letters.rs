//! The letters by which offers are taken: a verb has its own, the same wherever it is offered.

use super::offers::{Listed, leg_word};
use crate::battle::{Choice, MOVE, Ref, Texts};
use crate::cite::Word;

/// Letters that do something else.
pub const RESERVED: &str = "QEZYTVON";

/// The word by which every ruleset lets a side be done, and its letter.
const DONE: Word = Word("done");
const LETTER_OF_DONE: char = 'D';

/// The word under which people know a choice: its own name, or its verb; of a move that of its legs.
pub fn word(choice: &Choice) -> Word {
    match choice.called {
        Some(called) => called,
        None if choice.action.key == MOVE => leg_word(choice.action.legs()),
        None => choice.action.key,
    }
}

/// The letter of a word: that which the ruleset gives it, else the first of what people read for it that does nothing else.
fn own(texts: &Texts, word: Word) -> Option<char> {
    texts.letters.get(word.0).copied().or_else(|| letters(&texts.word(word)).find(|letter| !RESERVED.contains(*letter)))
}

/// The letters of some words, in capitals.
fn letters(words: &str) -> impl Iterator<Item = char> {
    words.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase())
}

/// Gives each offer its letter. The first offer of each verb has that of the verb; where two verbs of one list have the same,
/// the later one by the alphabet takes the next of its own that is free, so that it does not matter where in the list they
/// stand. Those by which a side ends what it is asked come first. What is offered by a verb besides, such as at another
/// target, and what takes a written order back, has what is left.
pub fn hand_out(texts: &Texts, listed: &mut [Listed], drafts: &mut [Listed]) {
    let mut taken: Vec<char> = RESERVED.chars().collect();
    // A hand that is used to it strikes it without a look: where nobody is done, it does nothing.
    if !listed.iter().any(|offer| word(&offer.choice) == DONE) {
        taken.push(LETTER_OF_DONE);
    }
    let mut first: Vec<(bool, Word, usize)> = Vec::new();
    for (at, offer) in listed.iter().enumerate() {
        let word = word(&offer.choice);
        if !first.iter().any(|(_, known, _)| *known == word) {
            let ends = offer.choice.ends && matches!(offer.choice.action.who[..], [Ref::Side(_)]);
            first.push((!ends, word, at));
        }
    }
    first.sort_by_key(|(ends, word, _)| (*ends, word.0));
    for (_, word, at) in &first {
        listed[*at].key = take(&mut taken, own(texts, *word).into_iter());
    }
    for (_, word, at) in &first {
        if listed[*at].key.is_none() {
            listed[*at].key = take(&mut taken, letters(&texts.word(*word)).chain('A'..='Z'));
        }
    }
    for offer in listed.iter_mut().chain(drafts).filter(|offer| offer.key.is_none()) {
        offer.key = take(&mut taken, letters(&offer.label).chain('A'..='Z'));
    }
}

/// The first of those letters that is free, which is taken.
fn take(taken: &mut Vec<char>, mut wanted: impl Iterator<Item = char>) -> Option<char> {
    let letter = wanted.find(|letter| !taken.contains(letter))?;
    taken.push(letter);
    Some(letter)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::battle::lexicon::Lexicon;
    use crate::battle::{Action, Choice, Param};
    use crate::cite::HOUSE;
    use crate::gui::game::hand::Held;
    use crate::gui::game::offers;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{begun, sit_down, teaching};
    use crate::gui::play::state::Play;
    use crate::ids::Side;
    use crate::rules::RULESETS;

    fn listed(label: &'static str) -> Listed {
        let choice = Choice::plain(Action::new(Ref::Side(Side::North), Word(label)), HOUSE);
        Listed { choice, label: label.into(), value: String::new(), key: None, follows: None }
    }

    fn letters_of(texts: &Texts, labels: &[&'static str]) -> BTreeMap<&'static str, Option<char>> {
        let mut all: Vec<Listed> = labels.iter().copied().map(listed).collect();
        hand_out(texts, &mut all, &mut []);
        labels.iter().copied().zip(all.iter().map(|offer| offer.key)).collect()
    }

    #[test]
    fn letters_are_the_verbs_own_and_never_taken_twice_or_from_other_keys() {
        let texts = Texts { letters: BTreeMap::from([("tent".into(), 'K')]), ..Texts::default() };
        let mut labels = ["move", "move back", "charge", "option", "tent", "evade"];
        let keys = letters_of(&texts, &labels);
        // O is for odds, so `option` takes its P; E and V are keys too; `move` has its M before `move back`; `tent` is given K.
        let wanted = [('M', 0), ('B', 1), ('C', 2), ('P', 3), ('K', 4), ('A', 5)];
        assert!(wanted.iter().all(|(key, at)| keys[labels[*at]] == Some(*key)), "{keys:?}");
        labels.reverse();
        assert_eq!(letters_of(&texts, &labels), keys, "it does not matter where they stand");
    }

    #[test]
    fn of_several_offers_of_one_verb_the_first_has_its_letter() {
        let texts = Texts::default();
        let mut all = vec![listed("charge"), listed("charge"), listed("halt")];
        hand_out(&texts, &mut all, &mut []);
        assert_eq!(all.iter().filter_map(|offer| offer.key).collect::<Vec<_>>(), ['C', 'A', 'H']);
    }

    #[test]
    fn a_letter_that_a_ruleset_gives_is_free_and_of_one_of_its_words() {
        for ruleset in RULESETS {
            let lexicon = Lexicon::of(ruleset);
            for (word, letter) in &(ruleset.texts)().letters {
                assert!(
                    letter.is_ascii_uppercase() && !RESERVED.contains(*letter),
                    "{}: {word} {letter}",
                    ruleset.name
                );
                assert!(lexicon.is_word(word), "{}: {word} is no word", ruleset.name);
            }
        }
    }

    /// What an offer means where it is made use of: a move that can come to blows does.
    fn meant(play: &Play, side: Side, choice: &Choice) -> Action {
        let mut held = Held::take(&play.game, side, choice.clone());
        let blows =
            |param: &Param| param.stops.iter().find(|stop| stop.why == offers::CONTACT).map(|stop| stop.at.clone());
        let stop = choice.params.iter().enumerate().find_map(|(at, param)| Some((at, blows(param)?)));
        if let Some((at, value)) = stop {
            held.put(&play.game, side, at, value);
        }
        if held.verdict.is_ok() { held.action } else { choice.action.clone() }
    }

    #[test]
    fn a_verb_has_the_same_letter_through_a_whole_battle_whoever_is_selected() {
        let mut wrong: BTreeSet<String> = BTreeSet::new();
        for battle in teaching() {
            let mut known: BTreeMap<&'static str, char> = BTreeMap::new();
            let mut play = begun(&battle, [Person; 2]);
            let mut chance: u64 = 0x9e37_79b9_7f4a_7c15;
            for _ in 0..ANSWERS {
                sit_down(&mut play);
                let Some(side) = play.person() else { break };
                let now = play.now();
                let some = now.ready.iter().step_by(now.ready.len().div_ceil(3).max(1)).map(|unit| Some(*unit));
                for unit in some.chain([None]) {
                    let mut met: Vec<Word> = Vec::new();
                    for offer in offers::offers(&play.game, side, unit).listed {
                        let word = word(&offer.choice);
                        if met.contains(&word) {
                            continue;
                        }
                        met.push(word);
                        let Some(key) = offer.key else { panic!("{battle}: `{}` has no letter", word.0) };
                        let before = *known.entry(word.0).or_insert(key);
                        if before != key {
                            wrong.insert(format!("{battle}: `{}` has {before} and {key}", word.0));
                        }
                    }
                }
                chance ^= chance << 13;
                chance ^= chance >> 7;
                chance ^= chance << 17;
                let goes_on: Vec<&Choice> = now.offers.all.iter().filter(|choice| !choice.ends).collect();
                let all: Vec<&Choice> = now.offers.all.iter().collect();
                let among = if goes_on.is_empty() || chance.is_multiple_of(4) { all } else { goes_on };
                let Some(next) = among.get((chance / 16 % among.len().max(1) as u64) as usize) else { break };
                let next = meant(&play, side, next);
                play.submit(next);
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// So many answers of each battle are looked at.
    const ANSWERS: usize = 300;
}
