//! Refusals of actions that are not said as their verb is: with other values, too many things, a word that is none of
//! those allowed. They tell what the verb takes, and are the same for every ruleset, which hands in its rule.

use super::action::{Action, Ref, Value};
use super::refusal::{Arg, Measured, Refusal};
use super::view::View;
use crate::cite::{Cite, Word, intern};
use crate::ids::UnitId;

/// What one value of an action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A length.
    Length,
    /// An angle.
    Angle,
    /// A whole number.
    Whole,
    /// Yes or no.
    Flag,
    /// One unit.
    Unit,
    /// Any number of things.
    Refs,
    /// A point of the table.
    Spot,
    /// A word that the rules know.
    Name,
    /// One of these words.
    OneOf(&'static [Word]),
    /// So many legs, least and most.
    Legs(usize, usize),
    /// Places of units or figures.
    Places,
}

/// One way of saying a verb: its values by their names.
pub type Saying = &'static [(Word, Takes)];

/// Refuses an action that none of the ways of saying its verb covers: the first value that is not what it should be, or the
/// values that the verb takes.
pub fn said_otherwise(cite: Cite, action: &Action, ways: &[Saying]) -> Refusal {
    let of_way = |way: &Saying| way.iter().map(|(name, _)| *name).collect::<Vec<Word>>();
    let same = ways
        .iter()
        .find(|way| way.len() == action.with.len() && of_way(way).iter().all(|name| action.value(*name).is_some()));
    let values = || same.into_iter().flat_map(|way| way.iter());
    let flaw =
        |(name, takes): &(Word, Takes)| action.value(*name).and_then(|value| wrong(cite, action, *name, *takes, value));
    if let Some(wrong) = values().find_map(flaw) {
        return wrong;
    }
    let all: Vec<Word> = ways.iter().map(|way| Word(intern(&listed(&of_way(way), "and")))).collect();
    let known = |name: &Word| ways.iter().any(|way| way.iter().any(|(of, _)| of == name));
    let strange = action.with.iter().map(|(name, _)| *name).find(|name| !known(name));
    let says = Word(if strange.is_some() { "said-with-more" } else { "said-otherwise" });
    let refusal = Refusal { of: action.who.clone(), ..Refusal::new(cite, says) }
        .word(Word("key"), Arg::Word(action.key))
        .word(Word("values"), Arg::Key(Word(intern(&listed(&all, "or")))));
    strange.into_iter().fold(refusal, |refusal, name| refusal.word(Word("value"), Arg::Key(name)))
}

/// Names in a row, the last after that word; without any: nothing more.
fn listed(names: &[Word], last: &str) -> String {
    match names {
        [] => "nothing more".to_owned(),
        [one] => one.0.to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(|name| name.0).collect();
            format!("{} {last} {}", first.join(", "), end.0)
        }
    }
}

/// What is wrong with a value, if anything is.
fn wrong(cite: Cite, action: &Action, name: Word, takes: Takes, value: &Value) -> Option<Refusal> {
    let refuse = |says: &'static str| {
        Refusal { of: action.who.clone(), ..Refusal::new(cite, Word(says)) }
            .word(Word("key"), Arg::Word(action.key))
            .word(Word("value"), Arg::Key(name))
    };
    match (takes, value) {
        (Takes::Length, Value::Length(_))
        | (Takes::Angle, Value::Angle(_))
        | (Takes::Whole, Value::Whole(_))
        | (Takes::Flag, Value::Flag(_))
        | (Takes::Refs, Value::Refs(_))
        | (Takes::Name, Value::Name(_))
        | (Takes::Places, Value::Places(_)) => None,
        (Takes::Unit | Takes::Spot, Value::Refs(of)) if of.len() != 1 => Some(names_one(cite, action, name, of.len())),
        (Takes::Unit, Value::Refs(of)) => match of[..] {
            [Ref::Unit(_)] => None,
            _ => Some(refuse("takes-unit")),
        },
        (Takes::Spot, Value::Refs(of)) => match of[..] {
            [Ref::Spot(..)] => None,
            _ => Some(refuse("takes-spot")),
        },
        (Takes::OneOf(words), Value::Name(word)) => {
            (!words.contains(word)).then(|| other_word(cite, action, name, *word, words))
        }
        (Takes::Legs(least, most), Value::Legs(legs)) => {
            let (count, low, high) = (legs.len() as i32, least as i32, most as i32);
            match count {
                _ if count < low => Some(refuse("too-few-legs").below(Measured::Count(count), Measured::Count(low))),
                _ if count > high => Some(refuse("too-many-legs").above(Measured::Count(count), Measured::Count(high))),
                _ => None,
            }
        }
        (takes, _) => Some(refuse(takes.sentence())),
    }
}

impl Takes {
    /// The sentence that tells what a value of another kind should be.
    fn sentence(self) -> &'static str {
        match self {
            Takes::Length => "takes-length",
            Takes::Angle => "takes-angle",
            Takes::Whole => "takes-whole",
            Takes::Flag => "takes-flag",
            Takes::Unit => "takes-unit",
            Takes::Refs => "takes-names",
            Takes::Spot => "takes-spot",
            Takes::Name | Takes::OneOf(_) => "takes-word",
            Takes::Legs(..) => "takes-legs",
            Takes::Places => "takes-places",
        }
    }
}

/// Refuses a value that names another number of things than one.
pub fn names_one(cite: Cite, action: &Action, value: Word, named: usize) -> Refusal {
    let refusal = Refusal { of: action.who.clone(), ..Refusal::new(cite, Word("names-one")) }
        .word(Word("key"), Arg::Word(action.key))
        .word(Word("value"), Arg::Key(value));
    let (named, one) = (Measured::Count(named as i32), Measured::Count(1));
    if named.raw() < 1 { refusal.below(named, one) } else { refusal.above(named, one) }
}

/// Refuses a word that is none of those allowed.
fn other_word(cite: Cite, action: &Action, value: Word, word: Word, allowed: &[Word]) -> Refusal {
    Refusal { of: action.who.clone(), ..Refusal::new(cite, Word("other-word")) }
        .word(Word("key"), Arg::Word(action.key))
        .word(Word("value"), Arg::Key(value))
        .word(Word("word"), Arg::Key(word))
        .word(Word("values"), Arg::Key(Word(intern(&listed(allowed, "or")))))
}

/// Whether somebody is an enemy of a unit and on the table, as who is charged or shot at must be.
///
/// # Errors
/// That he is of the same side, or gone.
pub fn is_enemy(view: &View, cite: Cite, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let refuse = |says: &'static str| {
        Err(Refusal::new(cite, Word(says)).of(Ref::Unit(unit)).word(Word("whom"), Arg::Of(Ref::Unit(target))))
    };
    if view.side_of(target) == view.side_of(unit) {
        return refuse("no-enemy");
    }
    if !view.on_table(target) {
        return refuse("enemy-gone");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Side;
    use crate::table::{Cdeg, Leg, Mil};

    const CITE: Cite = Cite("R1");
    const AT: Word = Word("at");
    const LEGS: Word = Word("legs");
    const WING: Word = Word("wing");
    const FLANKS: &[Word] = &[Word("left"), Word("right")];
    const WAYS: &[Saying] =
        &[&[(AT, Takes::Unit)], &[(AT, Takes::Unit), (LEGS, Takes::Legs(1, 2))], &[(WING, Takes::OneOf(FLANKS))]];

    fn charge() -> Action {
        Action::new(Ref::Unit(UnitId(3)), Word("charge"))
    }

    fn word(refusal: &Refusal, name: &str) -> &'static str {
        match refusal.words.iter().find(|(of, _)| of.0 == name) {
            Some((_, Arg::Key(word) | Arg::Word(word))) => word.0,
            other => panic!("{name}: {other:?}"),
        }
    }

    fn units(n: u16) -> Value {
        Value::Refs((0..n).map(|n| Ref::Unit(UnitId(n))).collect())
    }

    #[test]
    fn how_many_are_named_and_how_many_may_be() {
        let two = said_otherwise(CITE, &charge().with(AT, units(2)), WAYS);
        assert_eq!((two.says.0, two.measured, two.limit), ("names-one", count(2), count(1)));
        let none = said_otherwise(CITE, &charge().with(AT, units(0)), WAYS);
        assert_eq!((none.says.0, none.measured, none.limit), ("names-one", count(0), count(1)));
        assert_eq!(none.margin, count(-1));
    }

    fn count(n: i32) -> Option<Measured> {
        Some(Measured::Count(n))
    }

    #[test]
    fn legs_are_counted() {
        let legs = |n| Value::Legs(vec![Leg::Ahead(Mil(1000)); n]);
        let said = |n| said_otherwise(CITE, &charge().with(AT, units(1)).with(LEGS, legs(n)), WAYS);
        assert_eq!((said(3).says.0, said(3).measured, said(3).limit), ("too-many-legs", count(3), count(2)));
        assert_eq!((said(0).says.0, said(0).measured, said(0).limit), ("too-few-legs", count(0), count(1)));
    }

    #[test]
    fn another_word_is_told_those_that_are_allowed() {
        let refused = said_otherwise(CITE, &charge().with(WING, Value::Name(Word("both"))), WAYS);
        assert_eq!(
            (refused.says.0, word(&refused, "values"), word(&refused, "word")),
            ("other-word", "left or right", "both")
        );
    }

    #[test]
    fn a_value_of_another_kind_is_told_what_it_is() {
        let angle = said_otherwise(CITE, &charge().with(AT, Value::Angle(Cdeg(100))), WAYS);
        assert_eq!((angle.says.0, word(&angle, "value")), ("takes-unit", "at"));
        let side = said_otherwise(CITE, &charge().with(AT, Value::Refs(vec![Ref::Side(Side::North)])), WAYS);
        assert_eq!(side.says.0, "takes-unit");
    }

    #[test]
    fn other_values_are_told_those_that_the_verb_takes() {
        let bare = said_otherwise(CITE, &charge(), WAYS);
        assert_eq!(bare.says.0, "said-otherwise");
        assert_eq!((word(&bare, "values"), &bare.of[..]), ("at, at and legs or wing", &[Ref::Unit(UnitId(3))][..]));
        let more = said_otherwise(CITE, &charge().with(AT, units(1)).with(Word("odd"), units(1)), WAYS);
        assert_eq!((more.says.0, word(&more, "value")), ("said-with-more", "odd"));
        let nothing = said_otherwise(CITE, &charge().with(AT, units(1)), &[&[]]);
        assert_eq!((nothing.says.0, word(&nothing, "values")), ("said-with-more", "nothing more"));
    }
}
