//! Sentences for people: of facts, refusals and notes. Made only when they are shown.

use super::action::Ref;
use super::fact::{Fact, Narration, WHOSE, WHY};
use super::names::NameTable;
use super::notation;
use super::refusal::{Arg, Measured, Note, Refusal};
use super::sentence::{Filled, fill};
use super::texts::Texts;
use crate::cite::Word;
use crate::ids::Side;
use crate::table::Mil;

/// Makes sentences for one battle.
#[derive(Clone, Copy)]
pub struct Narrator<'a> {
    /// The ruleset's sentences and words.
    pub texts: &'a Texts,
    /// What everything is called.
    pub names: NameTable<'a>,
    /// What people call north and south.
    sides: [&'a str; 2],
}

/// The program's own sentences, for facts and refusals that no ruleset's data has a sentence for.
const HOUSE: &[(&str, &str)] = &[
    ("battle-over", "The battle is over."),
    ("cannot-act", "{who} is nobody who is given orders."),
    ("both-sides", "One action is for one side: {who} is of the other."),
    ("base-of", "{base} {n} of {who}"),
    ("own-base", "its {base} {n}"),
    ("own-bases", "its {bases} {n}"),
    ("nobody-acts", "The action names nobody."),
    ("too-large", "{key}: the number is too large for any table."),
    ("no-such", "There is no {who} on the table."),
    ("nothing-asked", "Nothing is asked."),
    ("not-asked", "{who} is not asked now."),
    ("side-speaks", "{key} is said by a side, with nothing more."),
    ("nothing-of-that", "Nothing of that kind is on offer."),
    ("not-at-him", "{who} cannot be sent at {whom} now."),
    ("no-move-now", "{who} is not moved now. What it may: {may}."),
    ("not-offered", "{key} is not on offer for {who}."),
    ("other-values", "{key} is answered with other values than these."),
    ("other-verb", "{key} is no answer now. These are: {may}."),
    ("for-others", "{key} is for {whom}, not for {who}."),
    ("for-units", "{key} is for units of {whom} on the table, not for {who}."),
    ("for-nobody", "{key} is for nobody now."),
    ("places-own", "{who} is not placed: only those of {whom} are."),
    ("named-twice", "{who} is named twice."),
    ("number-named", "{key}: {measured} are named, {limit} may be."),
    ("may-be", "{key} may be {may}, and nothing else."),
    ("other-kind", "{key}: {given} is {kind}."),
    ("takes-values", "{key} takes {may}: it has no {given}."),
    ("takes-nothing", "{key} is said alone: it has no {given}."),
    ("said-twice", "{key}: {given} is said twice."),
    ("lacks-value", "{key} needs {given}=…, which is not said."),
    ("other-order", "{key} takes {may}, in this order."),
    ("no-path", "{who} is given no path: it has {limit} {limit|leg|legs} at least."),
    ("too-many-legs", "{key}: {measured} legs are more than {limit}."),
    ("too-few-legs", "{key}: {measured} legs are fewer than {limit}."),
    ("no-enemy", "{whom} is on the same side as {who}: an enemy is to be named."),
    ("enemy-gone", "{whom} is not on the table: {who} can name only an enemy who is."),
    ("not-to-choose", "{who} is not among those to choose from."),
    ("out-of-range", "{key}: {measured}, the limit is {limit}."),
    (
        "die-does-not-fit",
        "The scripted die does not fit: number {number} shows {face}, and {roller} rolls a die of {sides} for `{why}`.",
    ),
    (
        "die-for-another",
        "The scripted die does not fit: number {number} is for `{purpose}`, and {roller} rolls a die of {sides} for `{why}`.",
    ),
    ("dice-run-out", "The scripted dice have run out: {roller} rolls a die of {sides} for `{why}`."),
    ("no-shots-now", "Nobody shoots in this step of the turn."),
    ("shoots-no-more", "{who} shoots no more in this step."),
    ("no-missiles", "{who} has no missiles."),
    ("no-umpire", "Nobody is umpire here."),
    ("umpire-one", "The umpire puts one unit elsewhere at a time."),
    ("umpire-what", "The umpire puts a unit of a side elsewhere, or sets a count that the rules have."),
    ("umpire-block", "{who} stands in a block: the umpire moves it as a whole."),
    ("beyond-reach", "{other} is {measured} away: {who} goes {limit}."),
    ("no-way-upon", "{other} is {measured} away, but no such move of {who} ends upon it."),
    ("off-the-table", "{who} would stand off the table."),
    ("stands-there", "{who} would stand on {other}."),
    ("umpire-puts", "The umpire puts {who} elsewhere."),
    ("umpire-sets", "The umpire sets {who}: {what} {from} to {to}."),
    ("told-dice", "The die was rolled by hand."),
    ("concede", "Victory for {winner}: the other side concedes."),
    ("draw-agreed", "Both sides agree to a draw."),
    ("nothing-left", "The rules have nothing left to do after {job}: a draw."),
    ("runaway", "The rules went round in a ring at {job}: a draw."),
];

/// The program's own sentences, each with its word.
pub fn of_house() -> impl Iterator<Item = (&'static str, &'static str)> {
    HOUSE.iter().copied()
}

impl<'a> Narrator<'a> {
    /// Speaks in those words and names; the sides are called by their places at the table.
    pub fn new(texts: &'a Texts, names: NameTable<'a>) -> Narrator<'a> {
        Narrator { texts, names, sides: Side::BOTH.map(Side::name) }
    }

    /// The same narrator, calling the sides by those names: north, south.
    #[must_use]
    pub fn calling(self, sides: [&'a str; 2]) -> Narrator<'a> {
        Narrator { sides, ..self }
    }

    /// A fact in a sentence.
    pub fn fact(&self, fact: &Fact) -> String {
        self.said(fact).map_or_else(|| self.told(fact), |filled| filled.text)
    }

    /// The places of the fact's sentence for which there is no value.
    pub fn open_in_fact(&self, fact: &Fact) -> Vec<String> {
        self.said(fact).unwrap_or_default().open
    }

    /// The sentence of a fact that has one of its own.
    fn said(&self, fact: &Fact) -> Option<Filled> {
        let said = fact.says.or(if let Narration::Said(word) = fact.narration { Some(word) } else { None });
        said.and_then(|word| self.sentence(word)).map(|sentence| self.fill(sentence, |name| self.of_fact(fact, name)))
    }

    /// A fact in the program's own words.
    fn told(&self, fact: &Fact) -> String {
        let name = |of: &Ref| self.name(*of);
        match &fact.narration {
            Narration::Began(step) => {
                let whose = self.arg(&fact.words, WHOSE.0).map_or(String::new(), |side| format!(" ({side})"));
                format!("{}{whose}.", capital(&self.texts.word(*step)))
            }
            Narration::Asked(key) => format!("{}?", capital(&self.texts.word(*key))),
            Narration::Answered(action) => notation::write(action, &self.names),
            Narration::Moved { who, .. } => {
                let whole = by_units(who);
                let verb = if whole.len() == 1 { "moves" } else { "move" };
                format!("{} {verb}.", capital(&list(whole.iter().map(name))))
            }
            Narration::Shot { from, at } => format!("{} shoots at {}.", name(from), name(at)),
            Narration::Fought { a, b } => format!("{} fights {}.", name(a), name(b)),
            Narration::Counted { of, what, from, to } => {
                format!("{}: {} {from} to {to}.", name(of), self.texts.word(*what))
            }
            Narration::Marked { of, what, on } => {
                format!("{}: {}{}.", name(of), if *on { "" } else { "no longer " }, self.texts.word(*what))
            }
            Narration::Gone { of, how } => format!("{} is gone: {}.", name(of), self.texts.word(*how)),
            Narration::Said(word) => format!("{}.", capital(&self.texts.word(*word))),
            Narration::Won(winner) => {
                let won =
                    winner.map_or("a draw".to_owned(), |side| format!("victory for {}", self.sides[side.index()]));
                let why = self.arg(&fact.words, WHY.0).map_or(String::new(), |why| format!(": {why}"));
                format!("{}{why}.", capital(&won))
            }
        }
    }

    /// A refusal in a sentence: what was measured, the limit, what follows.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        self.refused(refusal).text
    }

    /// The places for which there is no value, in its own sentence and in those it includes.
    pub fn open_in_refusal(&self, refusal: &Refusal) -> Vec<String> {
        std::iter::once(refusal).chain(&refusal.also).flat_map(|refusal| self.refused(refusal).open).collect()
    }

    fn refused(&self, refusal: &Refusal) -> Filled {
        let Some(sentence) = self.sentence(refusal.says) else {
            let who = list(refusal.of.iter().map(|r| self.name(*r)));
            let text = self.texts.word(refusal.says);
            let text = if who.is_empty() { format!("{}.", capital(&text)) } else { format!("{who}: {text}.") };
            return Filled { text, open: Vec::new() };
        };
        // A sentence may name a limit among its words even where nothing was compared.
        let lengths: Vec<Mil> = refusal.lengths().collect();
        let short = self.texts.told_apart(&lengths);
        let told = |value: Measured| match value {
            Measured::Length(length) => {
                let short = lengths.iter().zip(&short).find(|(exact, _)| **exact == length);
                self.texts.length(short.map_or(length, |(_, short)| *short))
            }
            _ => self.measured(value),
        };
        let own = |name: &str| match name {
            "who" => Some(list(refusal.of.iter().map(|r| self.name(*r)))).filter(|who| !who.is_empty()),
            "measured" => refusal.measured.map(told),
            "limit" => refusal.limit.map(told),
            "margin" => refusal.margin.map(told),
            _ => None,
        };
        let worded = |arg: Arg| match arg {
            Arg::Measured(value) => told(value),
            _ => self.worded(arg),
        };
        // All that a refusal has for a place, in a row; without any, nothing.
        let args = |name: &str| {
            let all = refusal.words.iter().filter(|(n, _)| n.0 == name).map(|(_, arg)| worded(*arg));
            Some(list(all)).filter(|text| !text.is_empty())
        };
        self.fill(sentence, |name| own(name).or_else(|| args(name)))
    }

    /// A note in a sentence.
    pub fn note(&self, note: &Note) -> String {
        self.noted(note).text
    }

    /// The places of its sentence that nothing fills.
    pub fn open_in_note(&self, note: &Note) -> Vec<String> {
        self.noted(note).open
    }

    fn noted(&self, note: &Note) -> Filled {
        match self.sentence(note.says) {
            Some(sentence) => self.fill(sentence, |name| self.arg(&note.words, name)),
            None => Filled { text: format!("{}.", capital(&self.texts.word(note.says))), open: Vec::new() },
        }
    }

    /// The name of whatever it is.
    pub fn name(&self, of: Ref) -> String {
        match of {
            Ref::Side(side) => self.sides[side.index()].to_owned(),
            Ref::Base(unit, n) => {
                let values = [("n", (n + 1).to_string()), ("who", self.names.name(Ref::Unit(unit)))];
                self.phrase("base-of", &values).unwrap_or_default()
            }
            _ => self.names.name(of),
        }
    }

    /// Part of a sentence, with those values in its places; none where there are no words for it.
    pub fn phrase(&self, word: &str, values: &[(&str, String)]) -> Option<String> {
        let of_house = || HOUSE.iter().find(|(key, _)| *key == word).map(|(_, text)| *text);
        let text = self.texts.sentences.get(word).map(String::as_str).or_else(of_house)?;
        // What the ruleset calls a base.
        let noun = |word: &str, usual: &str| Some(self.texts.words.get(word).map_or(usual, String::as_str).to_owned());
        let value = |name: &str| match name {
            "base" => noun("one-base", "base"),
            "bases" => noun("more-bases", "bases"),
            _ => values.iter().find(|(place, _)| *place == name).map(|(_, value)| value.clone()),
        };
        Some(fill(text, value).text)
    }

    fn sentence(&self, word: Word) -> Option<&str> {
        self.texts.sentence(word).or_else(|| HOUSE.iter().find(|(key, _)| *key == word.0).map(|(_, text)| *text))
    }

    fn of_fact(&self, fact: &Fact, name: &str) -> Option<String> {
        let one = |of: &Ref| Some(self.name(*of));
        let face = |n: usize| fact.dice.iter().flat_map(|d| &d.faces).nth(n).map(ToString::to_string);
        let total = |n: usize| fact.tally.get(n).map(|t| t.total().to_string());
        match (name, &fact.narration) {
            ("die", _) => face(0),
            ("die2", _) => face(1),
            ("total", _) => total(0),
            ("total2", _) => total(1),
            ("who", Narration::Moved { who, .. }) => Some(list(by_units(who).iter().map(|r| self.name(*r)))),
            ("who", Narration::Counted { of, .. } | Narration::Marked { of, .. } | Narration::Gone { of, .. }) => {
                one(of)
            }
            ("who", Narration::Shot { from, .. }) => one(from),
            ("who", Narration::Fought { a, .. }) => one(a),
            ("whom", Narration::Shot { at, .. }) => one(at),
            ("whom", Narration::Fought { b, .. }) => one(b),
            ("from", Narration::Counted { from, .. }) => Some(from.to_string()),
            ("to", Narration::Counted { to, .. }) => Some(to.to_string()),
            ("lost", Narration::Counted { from, to, .. }) => Some((from - to).abs().to_string()),
            ("what", Narration::Counted { what, .. } | Narration::Marked { what, .. }) => Some(self.texts.word(*what)),
            ("how", Narration::Gone { how, .. }) => Some(self.texts.word(*how)),
            ("winner", Narration::Won(side)) => Some(side.map_or("nobody", |s| self.sides[s.index()]).to_owned()),
            _ => self.arg(&fact.words, name),
        }
    }

    fn arg(&self, words: &[(Word, Arg)], name: &str) -> Option<String> {
        words.iter().find(|(n, _)| n.0 == name).map(|(_, arg)| self.worded(*arg))
    }

    fn worded(&self, arg: Arg) -> String {
        match arg {
            Arg::Of(of) => self.name(of),
            Arg::Measured(m) => self.measured(m),
            Arg::Word(word) => self.texts.word(word),
            Arg::Key(word) => word.0.to_owned(),
        }
    }

    /// A measured value as people read it. Where the game counts in inches the sentence itself says so.
    fn measured(&self, value: Measured) -> String {
        match value {
            Measured::Length(m) => self.texts.length(m),
            Measured::Angle(a) => a.to_string(),
            Measured::Count(n) => n.to_string(),
            Measured::Tenths(_) => value.to_f64().to_string(),
        }
    }

    fn fill(&self, sentence: &str, value: impl Fn(&str) -> Option<String>) -> Filled {
        // An empty list is no value for a place.
        let filled = fill(sentence, |name| value(name).filter(|text| !text.is_empty()));
        Filled { text: capital(&filled.text), ..filled }
    }
}

/// Several bases of a unit are the unit.
fn by_units(who: &[Ref]) -> Vec<Ref> {
    let mut whole: Vec<Ref> = Vec::new();
    for of in who {
        let bases = |unit| who.iter().filter(|other| matches!(other, Ref::Base(of, _) if *of == unit)).count();
        let of = match *of {
            Ref::Base(unit, _) if bases(unit) > 1 => Ref::Unit(unit),
            other => other,
        };
        if !whole.contains(&of) {
            whole.push(of);
        }
    }
    whole
}

/// Names in a row, the last one after "and".
fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// With a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
