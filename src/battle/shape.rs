//! What is wrong with the shape of an action, before any rule of the game is asked: who is named, which values it has,
//! by which legs it goes. Each refusal says what was found and what would be accepted, in the words that are written.

use std::collections::BTreeSet;

use super::action::{Action, Ref, Value};
use super::offer::{Range, name_of};
use super::refusal::{Arg, Measured, Refusal};
use super::view::View;
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::Leg;

/// What kind of value a verb takes under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A length.
    Length,
    /// An angle.
    Angle,
    /// A whole number.
    Whole,
    /// `yes` or `no`.
    Flag,
    /// Who or what is named, any number of them.
    Refs,
    /// The same, and just one.
    One,
    /// One unit.
    Unit,
    /// One stand of a unit.
    Stand,
    /// One point of the table.
    Spot,
    /// A word of the ruleset.
    Name,
    /// One of these words.
    OneOf(&'static [Word]),
    /// A path.
    Legs,
    /// A path of so many legs, least and most.
    SoManyLegs(usize, usize),
    /// Members of a body that stop earlier.
    Short,
    /// Places.
    Places,
    /// Actions that are judged as one.
    Parts,
}

/// One way of saying a verb: its values by their names.
pub type Saying = &'static [(Word, Takes)];

impl Takes {
    /// The kind of that value.
    pub fn of(value: &Value) -> Takes {
        match value {
            Value::Length(_) => Takes::Length,
            Value::Angle(_) => Takes::Angle,
            Value::Whole(_) => Takes::Whole,
            Value::Flag(_) => Takes::Flag,
            Value::Refs(_) => Takes::Refs,
            Value::Name(_) => Takes::Name,
            Value::Legs(_) => Takes::Legs,
            Value::Short(_) => Takes::Short,
            Value::Places(_) => Takes::Places,
            Value::Parts(_) => Takes::Parts,
        }
    }

    /// The kind of the values in that range.
    pub fn of_range(range: &Range) -> Takes {
        match range {
            Range::Length(..) => Takes::Length,
            Range::Angle(..) => Takes::Angle,
            Range::Whole(..) => Takes::Whole,
            Range::Flag => Takes::Flag,
            Range::Pick { .. } => Takes::Refs,
            Range::Name(_) => Takes::Name,
            Range::Area(_) => Takes::Places,
        }
    }

    /// Whether a value is of this kind, however many it names.
    fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (Takes::One, Value::Refs(_))
            | (Takes::OneOf(_), Value::Name(_))
            | (Takes::SoManyLegs(..), Value::Legs(_)) => true,
            (Takes::Unit, Value::Refs(refs)) => refs.iter().all(|of| matches!(of, Ref::Unit(_))),
            (Takes::Stand, Value::Refs(refs)) => refs.iter().all(|of| matches!(of, Ref::Base(..))),
            (Takes::Spot, Value::Refs(refs)) => refs.iter().all(|of| matches!(of, Ref::Spot(..))),
            _ => Takes::of(value) == self,
        }
    }

    /// Whether it names just one.
    fn is_one(self) -> bool {
        [Takes::One, Takes::Unit, Takes::Stand, Takes::Spot].contains(&self)
    }

    /// What people read for it.
    fn called(self) -> Word {
        Word(match self {
            Takes::Length => "a length",
            Takes::Angle => "an angle",
            Takes::Whole => "a whole number",
            Takes::Flag => "yes or no",
            Takes::Refs => "names of the table",
            Takes::One => "one name of the table",
            Takes::Unit => "one unit",
            Takes::Stand => "one stand",
            Takes::Spot => "one point of the table",
            Takes::Name | Takes::OneOf(_) => "one of its words",
            Takes::Legs | Takes::SoManyLegs(..) => "a path",
            Takes::Short => "names with a length each",
            Takes::Places => "names with a place each",
            Takes::Parts => "orders that belong together",
        })
    }
}

impl Refusal {
    /// That the verb is none of those that may be said now.
    pub fn other_verb(cite: Cite, key: Word, who: &[Ref], may: impl IntoIterator<Item = Word>) -> Refusal {
        about(cite, "other-verb", key, who).each(MAY, may.into_iter().map(Arg::Key))
    }

    /// That the verb is for others than those who are named.
    pub fn for_others(cite: Cite, key: Word, who: &[Ref], whom: impl IntoIterator<Item = Ref>) -> Refusal {
        let whom: BTreeSet<Ref> = whom.into_iter().collect();
        if whom.is_empty() {
            return about(cite, "for-nobody", key, who);
        }
        let more = (whom.len() > SHOWN).then_some(Arg::Key(Word("others")));
        let named = whom.into_iter().take(SHOWN).map(Arg::Of).chain(more);
        about(cite, "for-others", key, who).each(Word("whom"), named)
    }

    /// That the verb is for units of that side on the table, and not for who is named.
    pub fn for_units(cite: Cite, key: Word, who: Ref, side: Side) -> Refusal {
        about(cite, "for-units", key, &[who]).word(Word("whom"), Arg::Of(Ref::Side(side)))
    }

    /// That a side places its own alone.
    pub fn places_own(cite: Cite, who: Ref, side: Side) -> Refusal {
        Refusal::new(cite, Word("places-own")).of(who).word(Word("whom"), Arg::Of(Ref::Side(side)))
    }

    /// That somebody is named twice.
    pub fn named_twice(cite: Cite, of: Ref) -> Refusal {
        Refusal::new(cite, Word("named-twice")).of(of)
    }

    /// That so many are named where another number may be.
    pub fn number_named(cite: Cite, key: Word, named: usize, may: usize) -> Refusal {
        let [named, may] = [named, may].map(counted);
        let refusal = Refusal::new(cite, Word("number-named")).word(Word("key"), Arg::Key(key));
        if named.raw() > may.raw() { refusal.above(named, may) } else { refusal.below(named, may) }
    }

    /// That a value is none of those that it may be.
    pub fn may_be(cite: Cite, name: Word, may: impl IntoIterator<Item = Arg>) -> Refusal {
        let refusal = Refusal::new(cite, Word("may-be")).word(Word("key"), Arg::Key(name)).each(MAY, may);
        if refusal.words.len() > 1 { refusal } else { Refusal::new(cite, Word("nothing-of-that")) }
    }

    /// That a value is of another kind than those under its name.
    pub fn other_kind(cite: Cite, key: Word, name: Word, kind: Takes) -> Refusal {
        let refusal = about(cite, "other-kind", key, &[]).word(Word("given"), Arg::Key(name));
        refusal.word(Word("kind"), Arg::Key(kind.called()))
    }

    /// What is wrong with the values of an action whose verb needs some and may have others beside them.
    pub fn values(cite: Cite, action: &Action, needs: &[(Word, Takes)], may: &[(Word, Takes)]) -> Refusal {
        let all = || needs.iter().chain(may);
        let refuse = |says| about(cite, says, action.key, &action.who).each(MAY, all().map(|(n, _)| Arg::Key(*n)));
        let given = |says, name| refuse(says).word(Word("given"), Arg::Key(name));
        for (n, (name, value)) in action.with.iter().enumerate() {
            let Some((_, kind)) = all().find(|(known, _)| known == name) else {
                return given(if all().next().is_some() { "takes-values" } else { "takes-nothing" }, *name);
            };
            if action.with[..n].iter().any(|(before, _)| before == name) {
                return given("said-twice", *name);
            }
            match (*kind, value) {
                (_, Value::Refs(refs)) if kind.is_one() && refs.len() != 1 => {
                    return Refusal::number_named(cite, *name, refs.len(), 1);
                }
                _ if !kind.fits(value) => return Refusal::other_kind(cite, action.key, *name, *kind),
                (Takes::OneOf(words), Value::Name(word)) if !words.contains(word) => {
                    return Refusal::may_be(cite, *name, words.iter().map(|word| Arg::Key(*word)));
                }
                (Takes::SoManyLegs(least, most), Value::Legs(legs)) if !(least..=most).contains(&legs.len()) => {
                    let [count, least, most] = [legs.len(), least, most].map(counted);
                    return match legs.len() < least.raw() as usize {
                        true => about(cite, "too-few-legs", action.key, &action.who).below(count, least),
                        false => about(cite, "too-many-legs", action.key, &action.who).above(count, most),
                    };
                }
                _ => {}
            }
        }
        match needs.iter().find(|(name, _)| action.value(*name).is_none()) {
            Some((name, _)) => given("lacks-value", *name),
            None => refuse("other-order"),
        }
    }

    /// That there is no path where one is needed.
    pub fn no_path(cite: Cite, of: Ref) -> Refusal {
        Refusal::new(cite, Word("no-path")).of(of).below(Measured::Count(0), Measured::Count(1))
    }

    /// That a path has other legs than a move has, in that ruleset's own sentence, which says what a move is and has a
    /// place for those of the path.
    pub fn legs(cite: Cite, says: Word, of: Ref, (place, legs): (Word, &[Leg])) -> Refusal {
        if legs.is_empty() {
            return Refusal::no_path(cite, of);
        }
        // Of a path that is longer than any move the first legs show what it is.
        let shown = legs.iter().take(SHOWN).map(|leg| (place, Arg::Key(name_of(*leg))));
        Refusal { words: shown.collect(), ..Refusal::new(cite, says).of(of) }
    }

    /// Several to put into one place of its sentence, each once.
    #[must_use]
    pub fn each(mut self, name: Word, args: impl IntoIterator<Item = Arg>) -> Refusal {
        for arg in args {
            if !self.words.contains(&(name, arg)) {
                self.words.push((name, arg));
            }
        }
        self
    }
}

/// Checks that a side says that verb, whatever its values.
///
/// # Errors
/// What would be said instead, or who says it.
pub fn said_by(cite: Cite, action: &Action, key: Word, side: Side) -> Result<(), Refusal> {
    if action.key != key {
        return Err(Refusal::other_verb(cite, action.key, &action.who, [key]));
    }
    let own = [Ref::Side(side)];
    if action.who == own { Ok(()) } else { Err(Refusal::for_others(cite, key, &action.who, own)) }
}

/// The units that an action names: of that side, on the table, each once.
///
/// # Errors
/// The first that is another, or is named again.
pub fn units(view: &View, side: Side, action: &Action, cite: Cite) -> Result<Vec<UnitId>, Refusal> {
    let mut units = Vec::with_capacity(action.who.len());
    for who in &action.who {
        match *who {
            Ref::Unit(unit) if units.contains(&unit) => return Err(Refusal::named_twice(cite, *who)),
            Ref::Unit(unit) if view.side_of(unit) == side && view.on_table(unit) => units.push(unit),
            _ => return Err(Refusal::for_units(cite, action.key, *who, side)),
        }
    }
    if units.is_empty() { Err(Refusal::number_named(cite, action.key, 0, 1)) } else { Ok(units) }
}

/// Refuses an action that none of the ways of saying its verb covers: by the way that has the same values, else by the one that has
/// most of them.
pub fn said_otherwise(cite: Cite, action: &Action, ways: &[Saying]) -> Refusal {
    let given = |way: &&Saying| way.iter().filter(|(name, _)| action.value(*name).is_some()).count();
    let same = ways.iter().find(|way| way.len() == action.with.len() && given(way) == way.len());
    // Of those that have as many of them the first is the usual one.
    let nearest = || ways.iter().rev().max_by_key(given);
    Refusal::values(cite, action, same.or_else(nearest).copied().unwrap_or_default(), &[])
}

/// Checks that somebody is an enemy of a unit and on the table, as who is charged or shot at must be.
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

/// The place for what would be accepted.
const MAY: Word = Word("may");
/// So many are named in a refusal, and the rest is left out.
const SHOWN: usize = 6;

fn counted(n: usize) -> Measured {
    Measured::Count(i32::try_from(n).unwrap_or(i32::MAX))
}

fn about(cite: Cite, says: &'static str, key: Word, who: &[Ref]) -> Refusal {
    Refusal { of: who.to_vec(), ..Refusal::new(cite, Word(says)).word(Word("key"), Arg::Key(key)) }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::world::World;

    use super::*;
    use crate::battle::narrator::Narrator;
    use crate::battle::notation::Vocabulary;
    use crate::battle::texts::Texts;
    use crate::battle::{Bodies, NameTable, Roster};
    use crate::table::{Cdeg, Ground, Mil};

    const AT: Word = Word("at");
    const FAST: Word = Word("fast");
    const RULE: Cite = Cite("7");
    const SIDE: Ref = Ref::Side(Side::South);

    fn told(refusal: &Refusal) -> String {
        let texts = Texts::default();
        let mut world = World::new();
        world.init_resource::<Roster>();
        world.init_resource::<Bodies>();
        world.init_resource::<Vocabulary>();
        world.init_resource::<Ground>();
        let narrator = Narrator::new(&texts, NameTable::new(&world));
        assert!(narrator.open_in_refusal(refusal).is_empty(), "{refusal:?}");
        narrator.refusal(refusal)
    }

    #[test]
    fn what_is_wrong_with_values_is_said_with_what_would_be_right() {
        let wrong = |action: &Action| {
            let refusal = Refusal::values(RULE, action, &[(AT, Takes::One)], &[(FAST, Takes::Flag)]);
            assert_eq!(refusal.cite, RULE);
            told(&refusal)
        };
        let shoot = || Action::new(SIDE, Word("shoot"));
        let at = |n| Value::Refs(vec![SIDE; n]);
        assert_eq!(wrong(&shoot()), "Shoot needs at=…, which is not said.");
        assert_eq!(wrong(&shoot().with(AT, at(2))), "At: 2 are named, 1 may be.");
        assert_eq!(wrong(&shoot().with(AT, Value::Whole(3))), "Shoot: at is one name of the table.");
        assert_eq!(wrong(&shoot().with(Word("by"), at(1))), "Shoot takes at and fast: it has no by.");
        assert_eq!(wrong(&shoot().with(AT, at(1)).with(AT, at(1))), "Shoot: at is said twice.");
        let turned = shoot().with(FAST, Value::Flag(true)).with(AT, at(1));
        assert_eq!(wrong(&turned), "Shoot takes at and fast, in this order.");
        assert_eq!(told(&Refusal::values(RULE, &turned, &[], &[])), "Shoot is said alone: it has no fast.");
    }

    #[test]
    fn of_several_ways_to_say_a_verb_the_nearest_is_told() {
        const LEGS: Word = Word("legs");
        const WING: Word = Word("wing");
        const WINGS: &[Word] = &[Word("left"), Word("right")];
        const WAYS: &[Saying] = &[
            &[(AT, Takes::Unit)],
            &[(AT, Takes::Unit), (LEGS, Takes::SoManyLegs(1, 2))],
            &[(WING, Takes::OneOf(WINGS))],
        ];
        let wrong = |action: &Action| told(&said_otherwise(RULE, action, WAYS));
        let charge = || Action::new(SIDE, Word("charge"));
        let at = |n| Value::Refs(vec![Ref::Unit(UnitId(0)); n]);
        let legs = |n| charge().with(AT, at(1)).with(LEGS, Value::Legs(vec![Leg::Ahead(Mil(1000)); n]));
        assert_eq!(wrong(&charge()), "Charge needs at=…, which is not said.");
        assert_eq!(wrong(&charge().with(AT, at(2))), "At: 2 are named, 1 may be.");
        assert_eq!(wrong(&charge().with(AT, at(0))), "At: 0 are named, 1 may be.");
        assert_eq!(wrong(&charge().with(AT, Value::Refs(vec![SIDE]))), "Charge: at is one unit.");
        assert_eq!(wrong(&legs(3)), "Charge: 3 legs are more than 2.");
        assert_eq!(wrong(&legs(0)), "Charge: 0 legs are fewer than 1.");
        for n in [1, 2] {
            assert_eq!(wrong(&legs(n)), "Charge takes at and legs, in this order.", "nothing is wrong with its values");
        }
        let wing = |word| charge().with(WING, Value::Name(Word(word)));
        assert_eq!(wrong(&wing("both")), "Wing may be left and right, and nothing else.");
        assert_eq!(wrong(&wing("left").with(AT, at(1))), "Charge takes at: it has no wing.");
    }

    #[test]
    fn who_else_may_what_else_may_be_said_and_which_legs_there_are() {
        let north = [Ref::Side(Side::North)];
        assert_eq!(told(&Refusal::for_others(RULE, FAST, &north, [SIDE, SIDE])), "Fast is for south, not for north.");
        assert_eq!(told(&Refusal::for_others(RULE, FAST, &north, [])), "Fast is for nobody now.");
        let verbs = [Word("go"), Word("stay"), Word("go")];
        assert_eq!(
            told(&Refusal::other_verb(RULE, FAST, &north, verbs)),
            "Fast is no answer now. These are: go and stay."
        );
        assert_eq!(told(&Refusal::may_be(RULE, AT, [Arg::Of(SIDE)])), "At may be south, and nothing else.");
        let none = Refusal::number_named(RULE, FAST, 0, 1);
        assert_eq!((told(&none).as_str(), none.margin), ("Fast: 0 are named, 1 may be.", Some(Measured::Count(-1))));
        let path = [Leg::Ahead(Mil(1)), Leg::Wheel(Cdeg(1)), Leg::Ahead(Mil(2))];
        let refusal = Refusal::legs(RULE, Word("leg-order"), SIDE, (Word("legs"), &path));
        assert_eq!(refusal.words.len(), 3);
        assert_eq!(
            told(&Refusal::legs(RULE, Word("leg-order"), SIDE, (Word("legs"), &[]))),
            "South is given no path: it has 1 leg at least."
        );
    }
}
