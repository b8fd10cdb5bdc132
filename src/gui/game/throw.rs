//! Dice that somebody rolls by hand: how many, of what, what for, which of them count, and what is to be expected of them.

use std::convert::Infallible;

use super::Game;
use crate::battle::{
    DICE_COUNT, DICE_LEAST, DICE_MOST, DICE_PART, DICE_SETS, DICE_SIDES, DICE_SUM, DICE_WHY, Question, Value,
};
use crate::cite::Word;
use crate::dice::{Counting, Sets};
use crate::gui::language::translate_with;

/// The dice that are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// For whom.
    pub who: Option<String>,
    /// What for, as people read it.
    pub why: String,
    pub count: usize,
    pub sides: u8,
    /// Which faces count.
    pub counting: Counting,
    /// What the faces decide, where the ruleset tells it.
    pub decides: String,
    /// How the ruleset tells which faces count, where some do only in sets; empty where it does not.
    pub in_sets: String,
}

impl Throw {
    /// The dice that the open question asks for; none where it asks for something else.
    pub fn asked(game: &Game) -> Option<Throw> {
        let view = game.view();
        view.question().filter(|_| game.asks_for_dice()).map(|question| Throw::of(game, &question))
    }

    /// The dice that such a question asks for.
    pub fn of(game: &Game, question: &Question) -> Throw {
        let narrator = game.narrator();
        let whole = |name| match question.value(name) {
            Some(Value::Whole(n)) => u8::try_from(*n).ok(),
            _ => None,
        };
        let why = match question.value(DICE_WHY) {
            Some(Value::Name(word)) => *word,
            _ => Word("dice"),
        };
        let together = question.value(DICE_SUM).is_some();
        let counting = match (whole(DICE_LEAST), whole(DICE_MOST)) {
            (Some(least), _) if together => Counting::SumFrom(least),
            (None, Some(most)) if together => Counting::SumUpTo(most),
            (Some(least), _) => {
                whole(DICE_SETS).map_or(Counting::From(least), |of| Counting::InSets(Sets { least, of }))
            }
            (None, Some(most)) => Counting::UpTo(most),
            (None, None) => whole(DICE_PART).map_or(Counting::Sum, Counting::Part),
        };
        let count = whole(DICE_COUNT).unwrap_or(1);
        let in_sets = if count == 1 { "in-sets-of-one" } else { "in-sets" };
        Throw {
            in_sets: narrator.texts.words.get(in_sets).cloned().unwrap_or_default(),
            decides: narrator.texts.words.get(&format!("throw-of-{}", why.0)).cloned().unwrap_or_default(),
            who: question.about.first().map(|of| narrator.name(*of)),
            why: narrator.texts.word(why),
            count: count.into(),
            sides: whole(DICE_SIDES).unwrap_or(6),
            counting,
        }
    }

    /// `Roll 5 dice for hill-foot-1: melee`.
    pub fn question(&self) -> String {
        let dice = match (self.count, self.sides) {
            (1, 6) => translate_with("one-die", &[]),
            (n, 6) => translate_with("so-many-dice", &[("n", &n)]),
            (1, sides) => translate_with("one-die-of", &[("sides", &sides)]),
            (n, sides) => translate_with("so-many-dice-of", &[("n", &n), ("sides", &sides)]),
        };
        match &self.who {
            Some(who) => translate_with("roll-for", &[("dice", &dice), ("who", who), ("why", &self.why)]),
            None => translate_with("roll-dice", &[("dice", &dice), ("why", &self.why)]),
        }
    }

    /// Which faces count, and what is to be expected: `3 or more counts: 67 % of dice, 3.3 of 5 on average.`
    pub fn odds(&self) -> String {
        let expected = self.expected();
        if self.decides.is_empty() { expected } else { format!("{} {expected}", self.decides) }
    }

    fn expected(&self) -> String {
        let (sides, count) = (f64::from(self.sides), self.count as f64);
        match self.counting {
            Counting::UpTo(most) => {
                let percent = format!("{:.0}", f64::from(most) / sides * 100.0);
                translate_with("die-that-passes", &[("most", &most), ("percent", &percent)])
            }
            Counting::SumUpTo(most) => {
                let percent = format!("{:.0}", self.share(|sum| sum <= most.into()) * 100.0);
                translate_with("sum-that-passes", &[("most", &most), ("percent", &percent)])
            }
            Counting::SumFrom(least) => {
                let percent = format!("{:.0}", self.share(|sum| sum >= least.into()) * 100.0);
                translate_with("sum-from-which-passes", &[("least", &least), ("percent", &percent)])
            }
            Counting::InSets(_) if !self.in_sets.is_empty() => self.in_sets.clone(),
            Counting::InSets(sets) => translate_with("dice-in-sets", &[("least", &sets.least)]),
            Counting::From(least) => {
                let share = (sides - f64::from(least) + 1.0).clamp(0.0, sides) / sides;
                let (percent, mean) = (format!("{:.0}", share * 100.0), format!("{:.1}", share * count));
                let values: [(&str, &dyn std::fmt::Display); 4] =
                    [("least", &least), ("percent", &percent), ("mean", &mean), ("n", &self.count)];
                translate_with("dice-that-count", &values)
            }
            Counting::Part(of) => {
                let shown = 1..=u32::from(self.sides);
                let mean = shown.map(|face| f64::from(face.div_ceil(of.max(1).into()))).sum::<f64>() / sides;
                translate_with("part-of-die", &[("of", &of), ("mean", &format!("{mean:.1}"))])
            }
            Counting::Sum => {
                translate_with("dice-on-average", &[("mean", &format!("{:.1}", count * (sides + 1.0) / 2.0))])
            }
        }
    }

    /// What those faces come to: `5, 3, 6, 1, 1: 3 of 5 count`, or their sum.
    pub fn sum(&self, faces: &[u8]) -> String {
        let told = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        match self.counting {
            Counting::UpTo(_) => told,
            Counting::Part(of) => {
                let part: u8 = faces.iter().map(|face| face.div_ceil(of.max(1))).sum();
                translate_with("die-in-part", &[("faces", &told), ("count", &part)])
            }
            Counting::InSets(sets) => {
                let Ok(shown) = sets.shown(self.sides, faces.iter().map(|face| Ok::<_, Infallible>(*face)));
                translate_with("faces-in-sets", &[("faces", &told), ("count", &sets.worth(&shown))])
            }
            Counting::From(least) => {
                let count = faces.iter().filter(|face| **face >= least).count();
                translate_with("faces-count", &[("faces", &told), ("count", &count), ("of", &faces.len())])
            }
            Counting::Sum | Counting::SumUpTo(_) | Counting::SumFrom(_) => {
                let sum: u32 = faces.iter().map(|face| u32::from(*face)).sum();
                let passes = match self.counting {
                    Counting::SumUpTo(most) => Some(sum <= most.into()),
                    Counting::SumFrom(least) => Some(sum >= least.into()),
                    _ => None,
                };
                let key = match passes.filter(|_| faces.len() >= self.count) {
                    Some(true) => "faces-sum-passes",
                    Some(false) => "faces-sum-fails",
                    None => "faces-sum",
                };
                match faces {
                    // One die alone is its own sum.
                    [_] if self.count == 1 => passes.map_or(told.clone(), |passes| passing(&told, passes)),
                    _ => translate_with(key, &[("faces", &told), ("sum", &sum)]),
                }
            }
        }
    }

    /// How many of all throws come to a sum that is so.
    fn share(&self, is: impl Fn(u32) -> bool) -> f64 {
        // How often each sum comes, beginning with nothing thrown.
        let mut sums = vec![1.0_f64];
        for _ in 0..self.count {
            let mut next = vec![0.0; sums.len() + usize::from(self.sides)];
            for (sum, often) in sums.iter().enumerate() {
                (1..=usize::from(self.sides)).for_each(|face| next[sum + face] += often / f64::from(self.sides));
            }
            sums = next;
        }
        sums.iter().zip(0..).filter(|(_, sum)| is(*sum)).map(|(often, _)| often).sum()
    }

    /// The same of a throw that is over: with whether a die passes that must not show more.
    pub fn came_to(&self, faces: &[u8]) -> String {
        match (self.counting, faces) {
            (Counting::UpTo(most), [face]) => passing(&face.to_string(), *face <= most),
            _ => self.sum(faces),
        }
    }

    /// The faces that were typed: `53611`, or apart where a die has more than nine; none where that is no throw.
    pub fn read(&self, typed: &str) -> Option<Vec<u8>> {
        let apart = |c: char| c.is_whitespace() || c == ',';
        let words = typed.split(apart).filter(|word| !word.is_empty());
        let faces: Vec<u8> = if self.sides <= 9 {
            words.flat_map(str::chars).map(|c| c.to_digit(10).map(|n| n as u8)).collect::<Option<_>>()?
        } else {
            words.map(|word| word.parse().ok()).collect::<Option<_>>()?
        };
        let fits = !faces.is_empty() && faces.len() <= self.count;
        (fits && faces.iter().all(|face| (1..=self.sides).contains(face))).then_some(faces)
    }
}

/// What was thrown, and that it passes or not: `4: passes.`
fn passing(face: &str, passes: bool) -> String {
    translate_with(if passes { "face-passes" } else { "face-fails" }, &[("face", &face)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn five(counting: Counting, sides: u8) -> Throw {
        let (who, why) = (Some("hill-foot-1".into()), "melee".into());
        Throw { who, why, count: 5, sides, counting, in_sets: String::new(), decides: String::new() }
    }

    #[test]
    fn a_throw_says_how_many_what_for_which_count_and_what_they_come_to() {
        let throw = five(Counting::From(3), 6);
        assert_eq!(throw.question(), "Roll 5 dice for hill-foot-1: melee");
        assert_eq!(throw.odds(), "3 or more counts: 67 % of dice, 3.3 of 5 on average.");
        assert_eq!(throw.sum(&[5, 3, 6, 1, 1]), "5, 3, 6, 1, 1: 3 of 5 count.");
        let sets = five(Counting::InSets(Sets { least: 5, of: 2 }), 6);
        assert_eq!(sets.odds(), "5 or more counts, some of it only in pairs or other sets.");
        assert_eq!(sets.sum(&[5, 3, 6]), "5, 3, 6: together 1.");
        assert_eq!(sets.sum(&[5, 5, 6, 5, 1]), "5, 5, 6, 5, 1: together 2.");
        let told = Throw { in_sets: "Each 6, and each pair of 5s.".into(), ..sets };
        assert_eq!(told.odds(), "Each 6, and each pair of 5s.", "the ruleset knows how");
        let test = Throw { count: 1, ..five(Counting::UpTo(3), 6) };
        assert_eq!((test.odds(), test.sum(&[4])), ("3 or less passes: 50 %.".into(), "4".into()));
        assert_eq!([3, 4].map(|face| test.came_to(&[face])), ["3: passes.", "4: does not pass."]);
        assert_eq!(throw.came_to(&[5, 3, 6, 1, 1]), throw.sum(&[5, 3, 6, 1, 1]));
        let order = Throw { count: 2, ..five(Counting::SumUpTo(9), 6) };
        assert_eq!(order.odds(), "A sum of 9 or less passes: 83 %.");
        assert_eq!(order.sum(&[6]), "6: the sum is 6.");
        assert_eq!(order.sum(&[6, 3]), "6, 3: the sum is 9, which passes.");
        assert_eq!(order.sum(&[6, 4]), "6, 4: the sum is 10, which does not pass.");
        // The last order of a general: one die, and what it shows is all there is.
        let one = Throw { count: 1, ..five(Counting::SumUpTo(3), 6) };
        assert_eq!([3, 4].map(|face| one.sum(&[face])), ["3: passes.", "4: does not pass."]);
        let half = Throw { counting: Counting::Part(2), ..one.clone() };
        assert_eq!(half.odds(), "Divided by 2 and rounded up: 2.0 on average.");
        assert_eq!([4, 5].map(|face| half.came_to(&[face])), ["4: comes to 2.", "5: comes to 3."]);
        assert_eq!(Throw { counting: Counting::Sum, ..one }.sum(&[4]), "4");
        let check = Throw { count: 2, ..five(Counting::SumFrom(8), 6) };
        assert_eq!(check.odds(), "A sum of 8 or more passes: 42 %.");
        assert_eq!(check.came_to(&[4, 4]), "4, 4: the sum is 8, which passes.");
        let told = Throw { decides: "The higher die begins.".into(), ..throw.clone() };
        assert_eq!(told.odds(), format!("The higher die begins. {}", throw.odds()));
        let sum = Throw { count: 2, who: None, ..five(Counting::Sum, 10) };
        assert_eq!(sum.question(), "Roll 2 dice of 10: melee");
        assert_eq!((sum.odds(), sum.sum(&[10, 7])), ("On average 11.0.".into(), "10, 7: the sum is 17.".into()));
    }

    #[test]
    fn what_a_throw_decides_is_told_of_dice_that_there_are() {
        for ruleset in crate::rules::RULESETS {
            let texts = (ruleset.texts)();
            let told = texts.words.keys().filter_map(|word| word.strip_prefix("throw-of-"));
            for why in told {
                assert!(texts.fortune.contains_key(why), "{}: no dice are for {why}", ruleset.name);
            }
        }
    }

    #[test]
    fn faces_are_typed_together_or_apart_and_nothing_else_is_a_throw() {
        let throw = five(Counting::From(3), 6);
        assert_eq!(throw.read("53611"), Some(vec![5, 3, 6, 1, 1]));
        assert_eq!(throw.read(" 5, 3 6"), Some(vec![5, 3, 6]));
        for wrong in ["", "57", "536111", "5a", "0", "north: dice face=5"] {
            assert_eq!(throw.read(wrong), None, "{wrong}");
        }
        assert_eq!(five(Counting::Sum, 10).read("10 1 7"), Some(vec![10, 1, 7]));
        assert_eq!(five(Counting::Sum, 10).read("1017"), None);
    }
}
