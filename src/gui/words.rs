//! Small ways of saying things.

use crate::battle::narrator::Narrator;
pub use crate::battle::narrator::capital;
use crate::battle::texts::{LengthUnit, to_part};
use crate::battle::{Measured, Ruling};
use crate::cite::{Cite, HOUSE};
use crate::gui::language::translate_with;
use crate::table::{Cdeg, Mil};

/// `9.0 in`; more digits only where there are any.
pub fn inches(length: Mil) -> String {
    translate_with("inches", &[("n", &figures(length))])
}

/// The same in the game's own unit where it has one: `22.5U`.
pub fn length(unit: Option<&LengthUnit>, length: Mil) -> String {
    unit.map_or_else(|| inches(length), |unit| unit.of(length))
}

/// `9.0`, with a true minus.
pub fn figures(length: Mil) -> String {
    let text = if length.0 % 100 == 0 { format!("{:.1}", f64::from(length.0) / 1000.0) } else { length.to_string() };
    text.replace('-', "\u{2212}")
}

/// A sentence with the rule behind it; what is the program's own ruling has no number to be looked up.
pub fn cited(sentence: String, cite: Cite) -> String {
    if cite == HOUSE { sentence } else { format!("{sentence} {cite}") }
}

/// The same on lines of their own.
pub fn cited_below(sentence: String, cite: Cite) -> Vec<String> {
    let rule = (cite != HOUSE).then(|| cite.0.to_owned());
    std::iter::once(sentence).chain(rule).collect()
}

/// `7.16° right`.
pub fn turn(angle: Cdeg) -> String {
    let size = Cdeg(angle.0.abs());
    match angle.0 {
        0 => "0°".to_owned(),
        c if c < 0 => translate_with("turn-left", &[("n", &size)]),
        _ => translate_with("turn-right", &[("n", &size)]),
    }
}

/// `7.16°`, to whichever side.
pub fn degrees(angle: Cdeg) -> String {
    format!("{angle}°")
}

/// What was measured, as a list: what is the same for many is told once, and no way at all not at all.
pub fn measures(narrator: &Narrator, ruling: &Ruling, value: impl Fn(Measured) -> String) -> String {
    let mut told: Vec<String> = Vec::new();
    for (word, measured, _) in ruling.measured.iter().filter(|(_, m, _)| *m != Measured::Length(Mil::ZERO)) {
        let one = format!("{} {}", narrator.texts.word(*word), value(*measured));
        if !told.contains(&one) {
            told.push(one);
        }
    }
    capital(&told.join(", "))
}

/// So many of the game's own unit, or inches.
pub fn many(unit: Option<&LengthUnit>, n: f32) -> Mil {
    unit.map_or_else(|| Mil::measured(n), |unit| unit.many(n))
}

/// The nearest tenth of the unit.
pub fn to_tenth(unit: Option<&LengthUnit>, length: Mil) -> Mil {
    to_part(unit, length, 10.0)
}

/// A measured value with its unit, lengths to a tenth of it: what is aimed at by it is worked out to more.
pub fn rounded(unit: Option<&LengthUnit>, value: Measured) -> String {
    match value {
        Measured::Length(length) => measured(unit, Measured::Length(to_tenth(unit, length))),
        _ => measured(unit, value),
    }
}

/// A limit as an offer tells it: to a tenth of the unit and never more than is allowed; what is less than a tenth to the last
/// figure.
pub fn at_most(unit: Option<&LengthUnit>, most: Mil) -> String {
    let tenth = many(unit, 0.1);
    let near = to_tenth(unit, most);
    let told = if near > most { Mil(near.0 - tenth.0) } else { near };
    length(unit, if most < tenth { most } else { told })
}

/// A distance on the table, to a tenth of the unit.
pub fn apart(unit: Option<&LengthUnit>, inches: f32) -> String {
    rounded(unit, Measured::Length(Mil::measured(inches)))
}

/// A measured value with its unit.
pub fn measured(unit: Option<&LengthUnit>, value: Measured) -> String {
    match value {
        Measured::Length(length) => self::length(unit, length),
        Measured::Angle(angle) => degrees(angle),
        Measured::Count(n) => n.to_string(),
        Measured::Tenths(_) => value.to_f64().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_one_digit_unless_they_need_more() {
        assert_eq!(inches(Mil(9000)), "9.0 in");
        assert_eq!(inches(Mil(13_843)), "13.843 in");
        assert_eq!(inches(Mil(-100)), "\u{2212}0.1 in");
        let u = LengthUnit { sign: "U", inches: 0.4 };
        assert_eq!((length(Some(&u), Mil(9000)), length(None, Mil(9000))), ("22.5U".into(), "9.0 in".into()));
        let far = Measured::Length(Mil(1529));
        assert_eq!((rounded(None, far), rounded(Some(&u), far)), ("1.5 in".into(), "3.8U".into()));
        assert_eq!((to_tenth(Some(&u), Mil(-2410)), to_tenth(None, Mil(5450))), (Mil(-2400), Mil(5500)));
        let limits = [15_367, 9_000, 11].map(|most| at_most(None, Mil(most)));
        assert_eq!(limits, ["15.3 in", "9.0 in", "0.011 in"], "never more than is allowed");
        assert_eq!([8_938, 2_400].map(|most| at_most(Some(&u), Mil(most))), ["22.3U", "6U"]);
        assert_eq!(turn(Cdeg(-716)), "7.16° left");
        assert_eq!(capital("hold fire"), "Hold fire");
    }
}
