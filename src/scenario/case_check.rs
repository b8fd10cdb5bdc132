//! Checks what can only be checked against a case's battle: that its rules exist in the ruleset, that its actions are
//! valid notation, that its names are on the table.

use std::borrow::Cow;

use super::case::{At, Case, Do, Expect, FactLike, Stands};
use super::flaw::FileFlaw;
use super::open::Opened;
use crate::battle::lexicon::Lexicon;
use crate::battle::notation::{self, Kind, Names};
use crate::battle::setup::Severity;
use crate::battle::written::short;
use crate::battle::{Bodies, NameTable, Ref, Roster, Texts};
use crate::cite::{HOUSE, Word};
use crate::ids::BodyId;
use crate::nearest::field_instead;

/// The errors of a case against the battle that it stages.
pub(super) fn flaws(case: &Case, opened: &Opened) -> Vec<FileFlaw> {
    let names = AnyTime { now: NameTable::new(&opened.world), opened };
    let lexicon = Lexicon::in_world(&opened.world);
    let mut check = Check { case, names, texts: (opened.ruleset.texts)(), lexicon, flaws: Vec::new() };
    check.rule(case.rule_place(), &case.rule);
    for block in &case.blocks {
        for (die, place) in block.dice.iter().zip(&block.dice_at) {
            if let Some(why) = die.why {
                let known = check.lexicon.dice();
                check.word(*place, why.0, "purpose of dice", &known);
            }
        }
        block.todo.iter().for_each(|entry| check.todo(entry));
        block.then.iter().for_each(|entry| check.then(entry));
    }
    check.flaws
}

struct Check<'a> {
    case: &'a Case,
    names: AnyTime<'a>,
    texts: &'static Texts,
    lexicon: Lexicon,
    flaws: Vec<FileFlaw>,
}

type Place = (u32, u32);

impl Check<'_> {
    fn todo(&mut self, entry: &At<Do>) {
        let place = (entry.line, entry.column);
        let read = |action: &str| notation::read(action, &self.names).map(drop);
        let part = |action: &str| read(action).or(notation::read_head(action, &self.names).map(drop));
        let (action, read, why) = match &entry.what {
            Do::Act(action) | Do::Odds { action, .. } => (action, read(action), None),
            Do::Refuse { action, why } => (action, read(action), Some(why)),
            // An action that is barred or not offered may leave out its values.
            Do::Bar { action, why } => (action, part(action), Some(why)),
            Do::NotOffered(action) => (action, part(action), None),
        };
        if let Err(why) = read {
            self.error(place, format!("`{}`, {why}", short(action)));
        } else if let Some(verb) = self.verb(action) {
            let mut known = self.lexicon.verbs();
            // All that a side drafts may stand in one line, under the key of the question.
            if notation::read(action, &self.names).is_ok_and(|action| !action.parts().is_empty()) {
                known.extend(self.lexicon.keys());
            }
            if matches!(entry.what, Do::Bar { .. }) {
                known.extend(self.lexicon.words());
            }
            self.word(place, verb.0, "verb", &known);
        }
        if let Do::Odds { chances, .. } = &entry.what {
            chances.iter().for_each(|(outcome, _)| self.any_word(place, outcome, "outcome"));
        }
        why.iter().flat_map(|why| &why.rules).for_each(|rule| self.rule(place, rule));
    }

    fn then(&mut self, entry: &At<Expect>) {
        self.expectation((entry.line, entry.column), &entry.what);
    }

    fn expectation(&mut self, place: Place, expect: &Expect) {
        match expect {
            Expect::Fact(fact) | Expect::NoFact(fact) => self.fact(place, fact),
            Expect::Pose(Stands { of, .. }) => self.name(place, of.split_once("--").map_or(of, |(unit, _)| unit)),
            Expect::State { of, what, .. } => {
                self.name(place, of);
                let side = matches!(self.names.ref_of(of), Some(Ref::Side(_)));
                let known = if side { self.lexicon.score() } else { self.lexicon.card() };
                self.word(place, what, if side { "value of a side" } else { "value of a card" }, &known);
            }
            Expect::Either(lists) => lists.iter().flatten().for_each(|expect| self.expectation(place, expect)),
            Expect::Over { why, .. } => {
                why.iter().for_each(|why| self.any_word(place, why, "reason"));
            }
            Expect::Asked { key, .. } => {
                let known = self.lexicon.keys();
                self.word(place, key, "question", &known);
            }
        }
    }

    fn fact(&mut self, place: Place, fact: &FactLike) {
        for name in [&fact.of, &fact.whom].into_iter().flatten() {
            self.name(place, name);
        }
        if let Some(cite) = &fact.cite {
            self.rule(place, cite);
        }
        for word in [&fact.what, &fact.how].into_iter().flatten() {
            self.any_word(place, word, "word");
        }
    }

    /// The verb of a line, whole or not.
    fn verb(&self, line: &str) -> Option<Word> {
        let whole = notation::read(line, &self.names).map(|action| action.key);
        whole.or_else(|_| notation::read_head(line, &self.names).map(|(_, key)| key)).ok()
    }

    /// Checks that a word is one of these.
    fn word(&mut self, place: Place, word: &str, what: &str, known: &[&str]) {
        if !known.contains(&word) {
            let ruleset = &self.case.ruleset;
            let instead = field_instead(word, known.iter().copied());
            self.error(place, format!("`{ruleset}` has no {what} `{word}`{instead}"));
        }
    }

    /// Checks that a word is one that facts and odds may have.
    fn any_word(&mut self, place: Place, word: &str, what: &str) {
        if !self.lexicon.is_word(word) {
            let known = self.lexicon.words();
            self.word(place, word, what, &known);
        }
    }

    fn name(&mut self, place: Place, name: &str) {
        if self.names.ref_of(name).is_none() {
            let known = self.names.known();
            let instead = field_instead(name, known.iter().map(String::as_str));
            self.error(place, format!("nothing on the table is named `{name}`{instead}"));
        }
    }

    fn rule(&mut self, place: Place, id: &str) {
        let known = self.texts.rules.iter().map(|rule| rule.id.as_str());
        if id != HOUSE.0 && known.clone().all(|known| known != id) {
            let ruleset = &self.case.ruleset;
            self.error(place, format!("`{ruleset}` has no rule `{id}`{}", field_instead(id, known)));
        }
    }

    fn error(&mut self, (line, column): Place, message: String) {
        let path = self.case.source.path().to_owned();
        self.flaws.push(FileFlaw { path, line, column, severity: Severity::Error, message });
    }
}

/// The names of a battle at any time: a group may split off a body and then has the name of its first unit.
struct AnyTime<'a> {
    now: NameTable<'a>,
    opened: &'a Opened,
}

impl Names for AnyTime<'_> {
    fn name_of(&self, of: Ref) -> Option<Cow<'_, str>> {
        self.now.name_of(of)
    }

    fn ref_of(&self, name: &str) -> Option<Ref> {
        let split = || {
            let unit = self.opened.world.resource::<Roster>().find(name.strip_suffix('+')?)?;
            Some(Ref::Body(self.opened.world.resource::<Bodies>().of(unit).unwrap_or(BodyId(0))))
        };
        self.now.ref_of(name).or_else(split)
    }

    fn known(&self) -> Vec<String> {
        self.now.known()
    }

    fn kind_of(&self, value: &str) -> Option<Kind> {
        self.now.kind_of(value)
    }
}
