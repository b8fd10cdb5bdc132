//! An order in words, as the log, the bar of the past and the report tell it: lengths in the game's own unit, and nothing
//! of it in notation.

use crate::battle::narrator::Narrator;
use crate::battle::{Action, DICE, LEGS, MOVE, PARTS, PLACES, Ref, Value, told_faces};
use crate::cite::Word;
use crate::ids::Side;
use crate::table::{Cdeg, Leg, Mil};

/// An order in words: `Rome: lay, hill, oval`, `hastati: wheel 7° left, ahead 9 in`, `principes: shoot gauls-1`.
pub fn in_words(narrator: &Narrator, action: &Action) -> String {
    match action.who[..] {
        [Ref::Side(side)] => answer(narrator, side, action),
        _ => of_units(narrator, &without_idle_legs(action)),
    }
}

/// An order to units: who, what, along which legs, with what.
fn of_units(narrator: &Narrator, action: &Action) -> String {
    let word = |word| narrator.texts.word(word);
    let mut said = Vec::new();
    let mut verb = if action.key == MOVE { String::new() } else { small(&word(action.key)) };
    let mut behind_it = false;
    for (name, value) in &action.with {
        match value {
            Value::Legs(legs) => said.extend(legs.iter().map(|leg| leg_in_words(narrator, *leg))),
            Value::Short(stops) => said.extend(stops.iter().map(|(who, far)| {
                let stops = word(Word("stops"));
                format!("{} {stops} {}", narrator.name(*who), far_in_words(narrator, *far))
            })),
            // Whom it is done to, or what becomes of it, stands behind the verb: one value alone.
            _ if said.is_empty() && !behind_it && !verb.is_empty() && is_of_the_verb(narrator, *name, value) => {
                let whom = said_value(narrator, &action.who, *name, value).map(|whom| format!(" {whom}"));
                behind_it = whom.is_some();
                verb.push_str(&whom.unwrap_or_default());
            }
            // Nobody orders nothing of something.
            Value::Whole(0) | Value::Angle(Cdeg(0)) => {}
            _ => said.extend(said_value(narrator, &action.who, *name, value)),
        }
    }
    if !verb.is_empty() {
        said.insert(0, verb);
    }
    if said.is_empty() {
        said.push(small(&word(action.key)));
    }
    let who: Vec<String> = action.who.iter().map(|of| narrator.name(*of)).collect();
    format!("{}: {}", who.join(", "), said.join(", "))
}

/// Whether a value stands behind the verb without a comma: whom it is done to, and a word that has a phrase of its own.
fn is_of_the_verb(narrator: &Narrator, name: Word, value: &Value) -> bool {
    match value {
        Value::Refs(_) => true,
        Value::Name(_) => phrase_of_value(narrator, name, value).is_some(),
        _ => false,
    }
}

/// A leg of a way: `ahead 6U`, `wheel 7.16° left`, `slide 45° right 3 in`.
fn leg_in_words(narrator: &Narrator, leg: Leg) -> String {
    let word = |word| narrator.texts.word(Word(word));
    if let Some(own) = phrase_of_leg(narrator, leg) {
        return own;
    }
    match leg {
        Leg::Ahead(far) => format!("{} {}", word("ahead"), far_in_words(narrator, far)),
        Leg::Slide(way, far) if way.0.abs() == Cdeg::HALF.0 => format!("back {}", far_in_words(narrator, far)),
        Leg::Slide(way, far) => format!("{} {} {}", word("slide"), turn_in_words(way), far_in_words(narrator, far)),
        Leg::Wheel(angle) => format!("{} {}", word("wheel"), turn_in_words(angle)),
        Leg::Face(angle) => format!("{} {}", word("face"), turn_in_words(angle)),
        Leg::Form(into) => format!("{} {}", word("form"), narrator.texts.word(into)),
    }
}

/// A leg at right angles or straight back in the ruleset's own phrase for it, `leg-slide-left`: `step left 2 in`.
fn phrase_of_leg(narrator: &Narrator, leg: Leg) -> Option<String> {
    let (kind, way, far) = match leg {
        Leg::Slide(way, far) => ("slide", way, far_in_words(narrator, far)),
        Leg::Face(way) => ("face", way, String::new()),
        _ => return None,
    };
    let side = match way.0 {
        n if n.abs() == Cdeg::HALF.0 => "back",
        n if n == Cdeg::QUARTER.0 => "right",
        n if n == -Cdeg::QUARTER.0 => "left",
        _ => return None,
    };
    narrator.phrase(&format!("leg-{kind}-{side}"), &[("value", far)])
}

/// `7.16° left`: of a turn the words for left and right are no ruleset's, in which they may name something else.
fn turn_in_words(angle: Cdeg) -> String {
    match angle.0 {
        0 => "0°".to_owned(),
        n => format!("{}° {}", Cdeg(n.abs()), if n < 0 { "left" } else { "right" }),
    }
}

/// A length in the game's own unit where it has one, else in inches.
fn far_in_words(narrator: &Narrator, far: Mil) -> String {
    narrator.texts.unit.as_ref().map_or_else(|| format!("{far} in"), |unit| unit.of(far))
}

/// A side's answer: `Rome: lay, hill, oval, width 12U`. Places are left out: they can be seen on the table.
fn answer(narrator: &Narrator, side: Side, action: &Action) -> String {
    let mut words = vec![small(&narrator.texts.word(action.key))];
    if action.key == DICE {
        let faces: Vec<String> = told_faces(action).iter().map(u8::to_string).collect();
        return format!("{}: {} {}", narrator.name(Ref::Side(side)), words.concat(), faces.join(", "));
    }
    let shown = action.with.iter().filter(|(name, _)| ![PLACES, LEGS].contains(name));
    for (name, value) in shown {
        words.extend(said_value(narrator, &action.who, *name, value));
    }
    format!("{}: {}", narrator.name(Ref::Side(side)), words.join(", "))
}

/// A value in the ruleset's own phrase for it, `order-files`: `5 files wide`; of less than nothing, `order-left-less`: `2 fewer on
/// the left`.
fn phrase_of_value(narrator: &Narrator, name: Word, value: &Value) -> Option<String> {
    let (less, place, told) = match value {
        Value::Whole(n) => (*n < 0, "n", n.abs().to_string()),
        Value::Length(length) => (false, "value", far_in_words(narrator, *length)),
        Value::Angle(angle) => (false, "value", turn_in_words(*angle)),
        Value::Name(word) => (false, "value", narrator.texts.word(*word)),
        _ => return None,
    };
    narrator.phrase(&format!("order-{}{}", name.0, if less { "-less" } else { "" }), &[(place, told)])
}

/// Bases of the unit that acts by their numbers alone: `its bases 1, 5`.
fn own_bases(narrator: &Narrator, who: &[Ref], refs: &[Ref]) -> Option<String> {
    let [Ref::Unit(acts)] = who else { return None };
    let number = |of: &Ref| match of {
        Ref::Base(unit, n) if unit == acts => Some((n + 1).to_string()),
        _ => None,
    };
    let numbers: Vec<String> = refs.iter().map(number).collect::<Option<_>>()?;
    let word = if numbers.len() == 1 { "own-base" } else { "own-bases" };
    (!numbers.is_empty()).then(|| narrator.phrase(word, &[("n", numbers.join(", "))])).flatten()
}

/// A value of an answer of those in words; none for a flag that is off.
fn said_value(narrator: &Narrator, who: &[Ref], name: Word, value: &Value) -> Option<String> {
    if let Some(phrase) = phrase_of_value(narrator, name, value) {
        return Some(phrase);
    }
    let named = |value: String| Some(format!("{} {value}", narrator.texts.word(name)));
    match value {
        Value::Name(word) => Some(narrator.texts.word(*word)),
        Value::Flag(on) => on.then(|| narrator.texts.word(name)),
        Value::Whole(n) => named(n.to_string()),
        Value::Length(length) => named(far_in_words(narrator, *length)),
        Value::Angle(angle) => named(turn_in_words(*angle)),
        Value::Refs(refs) => {
            if let Some(own) = own_bases(narrator, who, refs) {
                return Some(own);
            }
            let named: Vec<String> =
                refs.iter().filter(|of| !matches!(of, Ref::Spot(..))).map(|of| narrator.name(*of)).collect();
            (!named.is_empty()).then(|| named.join(", "))
        }
        Value::Parts(parts) if name == PARTS => {
            let parts: Vec<String> = parts.iter().map(|part| in_words(narrator, part)).collect();
            Some(parts.join("; "))
        }
        _ => None,
    }
}

/// Behind a colon, with a small letter at its beginning.
fn small(word: &str) -> String {
    let mut letters = word.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    first + letters.as_str()
}

/// The action without legs of length 0, unless it has no others.
pub fn without_idle_legs(action: &Action) -> Action {
    let idle = |leg: &Leg| match leg {
        Leg::Ahead(length) | Leg::Slide(_, length) => *length == Mil::ZERO,
        Leg::Wheel(angle) | Leg::Face(angle) => *angle == Cdeg::ZERO,
        Leg::Form(_) => false,
    };
    let legs: Vec<Leg> = action.legs().iter().filter(|leg| !idle(leg)).copied().collect();
    let mut action = action.clone();
    if legs.len() < action.legs().len() {
        let still = || action.legs().iter().find(|leg| matches!(leg, Leg::Ahead(_))).copied();
        let legs = if legs.is_empty() { still().into_iter().collect() } else { legs };
        if !legs.is_empty() {
            action.set(LEGS, Value::Legs(legs));
        }
    }
    action
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::View;
    use crate::battle::notation::{Names, read};
    use crate::ids::UnitId;
    use crate::rules::RULESETS;
    use crate::scenario::open;

    #[test]
    fn values_are_told_in_the_rulesets_own_phrases() {
        let told = |battle: &str, line: &str| {
            let opened = open(RULESETS, battle).ok().unwrap();
            let names = View::umpire(&opened.world).names();
            let narrator = Narrator::new((opened.ruleset.texts)(), names);
            in_words(&narrator, &read(line, &names).unwrap())
        };
        let chainmail = |line| told("chainmail/first_battle", line);
        assert_eq!(
            chainmail("river-horse-1: change to=line, files=5"),
            "river-horse-1: change formation to line, 5 files wide"
        );
        assert_eq!(
            chainmail("river-horse-1: change to=line, files=1"),
            "river-horse-1: change formation to line, 1 file wide"
        );
        assert_eq!(chainmail("river-horse-1: slide left 90 2"), "river-horse-1: step left 2 in");
        assert_eq!(chainmail("river-horse-1: slide right 180 2"), "river-horse-1: step back 2 in");
        assert_eq!(chainmail("river-horse-1: face right 180"), "river-horse-1: about face");
        assert_eq!(chainmail("river-horse-1: face right 160"), "river-horse-1: face 160° right");
        assert_eq!(told("armati/first_battle", "river-horse-1: slide right 180 2"), "river-horse-1: back 2 in");
        let battlesystem = |line| told("battlesystem/first_battle", line);
        let fewer = "river-spears-1: frontage, 2 figures fewer on the left, 1 figure more on the right";
        assert_eq!(battlesystem("river-spears-1: frontage left=-2, right=1"), fewer);
        let about = "hill-bows-1: wheel about its figure 1, its left corner, 40° left";
        assert_eq!(battlesystem("hill-bows-1: pivot about=hill-bows-1--1, corner=left, angle=-40"), about);
        let some = "hill-bows-1: face some, 90° right, its figures 1, 5";
        assert_eq!(battlesystem("hill-bows-1: turn angle=90, figures=hill-bows-1--1&hill-bows-1--5"), some);
        // Of another unit the unit is told too.
        assert_eq!(narrated_base(), "stand 2 of hill-foot-1");
        assert_eq!(battlesystem("north: dice face=4, face-2=2"), "north: dice 4, 2");
        let evade = "river-foot-3: evade, 4.57 cm, into line";
        assert_eq!(told("ancientmaster/first_battle", "river-foot-3: evade go=1.8, into=line"), evade);
    }

    fn narrated_base() -> String {
        let opened = open(RULESETS, "ancientmaster/first_battle").ok().unwrap();
        let names = View::umpire(&opened.world).names();
        let narrator = Narrator::new((opened.ruleset.texts)(), names);
        let Some(Ref::Unit(unit)) = names.ref_of("hill-foot-1") else { panic!("it stands there") };
        narrator.name(Ref::Base(unit, 1))
    }

    #[test]
    fn a_wheel_of_nothing_is_not_told_and_standing_still_is() {
        let of = |legs: &[Leg]| without_idle_legs(&Action::along(Ref::Unit(UnitId(0)), legs.to_vec())).legs().to_vec();
        let (wheel, ahead) = (Leg::Wheel(Cdeg(0)), Leg::Ahead(Mil(4000)));
        assert_eq!(of(&[wheel, ahead]), [ahead]);
        assert_eq!(of(&[Leg::Wheel(Cdeg(716)), ahead]), [Leg::Wheel(Cdeg(716)), ahead]);
        assert_eq!(of(&[wheel, Leg::Ahead(Mil(0))]), [Leg::Ahead(Mil(0))]);
    }
}
