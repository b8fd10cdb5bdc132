//! Luck and skill of a battle, as far as they are known: the answers that were weighed, and what of them stands out.

use std::collections::BTreeMap;

use crate::battle::Action;
use crate::gui::language::{translate, translate_with};
use crate::gui::words::capital;
use crate::lab::analysis::page;
use crate::lab::analysis::told::{Analysis, AnswerTold, Basis, Battle, Mark, tell};
use crate::lab::analysis::{BY, Found, Rollouts, SEED};

/// Luck and skill of a battle.
pub struct Luck {
    /// The answers of which they are.
    actions: Vec<Action>,
    battle: Battle,
    battles: u32,
    found: Rollouts,
    told: Analysis,
    remarks: BTreeMap<usize, Remark>,
    highlights: Vec<Highlight>,
    /// Whether answers are being weighed.
    pub runs: bool,
    /// On which of what stands out the keys are.
    pub cursor: usize,
}

/// What is remarked of an answer, in signs and in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub marks: Vec<Mark>,
    pub words: String,
}

/// An answer or a throw that stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Highlight {
    /// The number of the answer.
    pub number: usize,
    pub mark: Mark,
    /// What it gained for whoever gave the answer, with its standard error.
    pub gained: [f64; 2],
}

impl Luck {
    /// Of the battle with these answers, of which nothing is known yet; so many battles are played from a position.
    pub fn new(actions: Vec<Action>, battle: Battle, battles: u32) -> Luck {
        let found = Rollouts::default();
        let told = tell(&battle, &found, basis(battles));
        let (remarks, highlights) = (BTreeMap::new(), Vec::new());
        Luck { actions, battle, battles, found, told, remarks, highlights, runs: true, cursor: 0 }
    }

    /// Whether the battle with those answers began with these: then what is known holds of it.
    pub fn holds_of<'a>(&self, mut answers: impl Iterator<Item = &'a Action>) -> bool {
        self.actions.iter().all(|action| answers.next() == Some(action))
    }

    /// The battle has gone on to those answers: the rest of them is weighed.
    pub fn go_on(&mut self, actions: Vec<Action>, battle: Battle) {
        (self.actions, self.battle, self.runs) = (actions, battle, true);
        self.tell();
    }

    /// The answers.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// How many battles are played from a position.
    pub fn battles(&self) -> u32 {
        self.battles
    }

    /// What is to be found next: 0 is the beginning, `n` the `n`th answer.
    pub fn next(&self) -> usize {
        self.found.next()
    }

    /// How many answers are weighed, and how many there are.
    pub fn weighed(&self) -> (usize, usize) {
        (self.found.answers.len(), self.battle.length())
    }

    /// Whether all is known.
    pub fn is_whole(&self) -> bool {
        self.next() > self.battle.length()
    }

    /// What is known, told.
    pub fn told(&self) -> &Analysis {
        &self.told
    }

    /// What is remarked, by the number of the answer.
    pub fn remarks(&self) -> &BTreeMap<usize, Remark> {
        &self.remarks
    }

    /// What stands out: the answers that lost most first, then the throws that changed most.
    pub fn highlights(&self) -> &[Highlight] {
        &self.highlights
    }

    /// That answer, told.
    pub fn answer(&self, number: usize) -> Option<&AnswerTold> {
        self.told.answers.get(number.checked_sub(1)?)
    }

    /// Takes in what was found next.
    pub fn take(&mut self, found: Found) {
        self.found.push(found);
        self.tell();
        self.runs &= !self.is_whole();
    }

    fn tell(&mut self) {
        let on = self.highlights.get(self.cursor).map(|of| (of.number, is_throw(of.mark)));
        self.told = tell(&self.battle, &self.found, basis(self.battles));
        let marked = || self.told.answers.iter().filter(|answer| !answer.marks.is_empty());
        self.remarks = marked().map(|answer| (answer.number, remark(answer))).collect();
        let mut highlights: Vec<Highlight> = marked().flat_map(of_answer).collect();
        highlights.sort_by(|a, b| {
            let size = |of: &Highlight| if is_throw(of.mark) { -of.gained[0].abs() } else { of.gained[0] };
            is_throw(a.mark).cmp(&is_throw(b.mark)).then(size(a).total_cmp(&size(b))).then(a.number.cmp(&b.number))
        });
        self.highlights = highlights;
        // Whoever has gone from the first line stays on his own, though others come before it.
        let at = self.highlights.iter().position(|of| Some((of.number, is_throw(of.mark))) == on);
        self.cursor = at.filter(|_| self.cursor > 0).unwrap_or_default();
    }
}

fn basis(battles: u32) -> Basis {
    Basis { by: BY.name(), rollouts: battles, turns: None, seed: SEED }
}

fn of_answer(answer: &AnswerTold) -> Vec<Highlight> {
    let of = |mark: &Mark| {
        let gained = if is_throw(*mark) { answer.luck } else { answer.skill };
        gained.map(|gained| Highlight { number: answer.number, mark: *mark, gained })
    };
    answer.marks.iter().filter_map(of).collect()
}

fn remark(answer: &AnswerTold) -> Remark {
    let of = |highlight: &Highlight| {
        let (mark, gained) = (capital(word(highlight.mark)), number(highlight.gained));
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("mark", &mark), ("gained", &gained), ("instead", &answer.instead.as_deref().unwrap_or_default())];
        match highlight.mark {
            Mark::Lucky | Mark::Unlucky => translate_with("remark-throw", &values),
            _ => translate_with("remark-answer", &values),
        }
    };
    let all = of_answer(answer);
    Remark { marks: answer.marks.clone(), words: all.iter().map(of).collect::<Vec<_>>().join("\n") }
}

/// Whether it is said of dice, and not of an answer.
pub fn is_throw(mark: Mark) -> bool {
    matches!(mark, Mark::Lucky | Mark::Unlucky)
}

/// As people read it.
pub fn word(mark: Mark) -> &'static str {
    translate(match mark {
        Mark::Doubtful => "mark-doubtful",
        Mark::Bad => "mark-bad",
        Mark::Blunder => "mark-blunder",
        Mark::Fine => "mark-fine",
        Mark::Lucky => "mark-lucky",
        Mark::Unlucky => "mark-unlucky",
    })
}

/// What was gained, in hundredths with its sign and its standard error.
pub fn number(gained: [f64; 2]) -> String {
    with_minus(&page::with_error(gained))
}

/// What was gained, in hundredths with its sign.
pub fn signed(share: f64) -> String {
    with_minus(&page::signed(share))
}

fn with_minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Ref;
    use crate::cite::Word;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::begun;
    use crate::ids::Side;
    use crate::lab::analysis::Weighed;
    use crate::rules::battles;

    /// The battle after three answers, of which these are weighed: how often of a hundred times south won when each was
    /// given, and after its dice; and whose they were.
    fn luck(weighed: &[[u8; 2]]) -> (Luck, Vec<Side>) {
        let mut play = begun(battles::TEACHING, [Sitter::Person; 2]);
        for _ in 0..3 {
            let choice = play.now().offers.all[0].clone();
            play.submit(choice.action);
        }
        let game = &play.game;
        let (sides, actions) = game.answered().cloned().unzip();
        let battle = Battle::of(game.world(), game.ruleset(), game.setup());
        let mut luck = Luck::new(actions, battle, 100);
        luck.take(Found::Start(halves(50)));
        weighed.iter().for_each(|[given, after]| luck.take(answer(*given, Some(*after))));
        (luck, sides)
    }

    fn halves(won: u8) -> Vec<u8> {
        (0..100).map(|n| if n < won { 2 } else { 0 }).collect()
    }

    fn answer(given: u8, after: Option<u8>) -> Found {
        let instead = Some("hold".to_owned());
        Found::Answer(Weighed { instead, umpire: false, given: Some(halves(given)), after: after.map(halves) })
    }

    #[test]
    fn the_worst_answer_comes_first_and_then_the_greatest_throw() {
        let (mut luck, sides) = luck(&[[50, 50], [90, 20]]);
        assert_eq!((luck.weighed(), luck.next(), luck.is_whole()), ((2, 3), 3, false));
        let told = |luck: &Luck| luck.highlights().iter().map(|of| (of.number, is_throw(of.mark))).collect::<Vec<_>>();
        assert_eq!(told(&luck), [(2, false), (2, true)]);
        let words = &luck.remarks()[&2].words;
        let signs = if sides[1] == Side::South { ["+40.0", "\u{2212}70.0"] } else { ["\u{2212}40.0", "+70.0"] };
        assert!(signs.iter().all(|sign| words.contains(sign)) && words.contains("hold"), "{words}");
        assert!(!luck.remarks().contains_key(&1), "nothing stands out there");
        // Whoever stands on a line stays on it, though another comes before it.
        luck.cursor = 1;
        luck.take(answer(if sides[2] == Side::South { 0 } else { 100 }, None));
        assert!(luck.is_whole() && !luck.runs);
        assert_eq!((told(&luck).len(), luck.cursor, told(&luck)[2]), (3, 2, (2, true)));
    }

    #[test]
    fn it_holds_of_what_the_battle_went_on_to_and_of_no_other() {
        let (mut luck, _) = luck(&[[50, 50], [50, 50], [50, 50]]);
        let actions = luck.actions().to_vec();
        let other = Action::new(Ref::Side(Side::North), Word("other"));
        assert!(luck.holds_of(actions.iter()) && luck.holds_of(actions.iter().chain([&other])));
        assert!(!luck.holds_of(actions[..2].iter()));
        assert!(!luck.holds_of(actions[..2].iter().chain([&other])));
        assert!(luck.is_whole());
        let mut play = begun(battles::TEACHING, [Sitter::Person; 2]);
        for action in &actions {
            play.submit(action.clone());
        }
        let next = play.now().offers.all[0].clone();
        play.submit(next.action);
        let game = &play.game;
        let longer = game.answered().map(|(_, action)| action.clone()).collect();
        luck.go_on(longer, Battle::of(game.world(), game.ruleset(), game.setup()));
        assert_eq!((luck.weighed(), luck.next(), luck.runs), ((3, 4), 4, true));
    }
}
