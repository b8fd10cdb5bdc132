//! The journal as lines of the log, and how the dice fell.

use super::Game;
use crate::battle::{Action, Entry, Refusal};
use crate::dice::{self, Luck, Rolled};
use crate::gui::board::glyph;
use crate::gui::language::translate_with;
use crate::gui::widgets::flag;
use crate::ids::Side;
use crate::lab::chronicle::{self, Kind};

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// `5.3`: turn and step.
    pub when: String,
    /// Whose doing it was.
    pub by: Vec<flag::Colours>,
    pub dice: Vec<LoggedDie>,
    pub text: String,
    /// The rule, shown at the right end.
    pub cite: String,
    pub kind: Kind,
    /// The journal entry that it tells of: one can go back to before it.
    pub entry: usize,
}

/// A die of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoggedDie {
    pub face: u8,
    pub sides: u8,
    pub colours: Option<flag::Colours>,
}

/// What decides the battle and how the dice fell, for the block beside the log.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreLine {
    pub of_side: Side,
    pub side: String,
    pub colours: flag::Colours,
    /// What is counted.
    pub label: String,
    pub lost: u16,
    pub of: u16,
    /// What the side is about to face, as people read it: `2 breakpoint dice when the turn ends: …`.
    pub faces: String,
    /// How the side's dice fell; none before the first.
    pub luck: Option<Luck>,
}

/// Every line, the oldest first, with the refusals that were met on the way: each after how many entries; and with what
/// the side that looks on has sealed and nobody has opened yet.
pub fn lines(game: &Game, viewer: Option<Side>, refusals: &[(usize, Side, Refusal)]) -> Vec<Line> {
    let (view, narrator) = (game.view(), game.narrator());
    let sealed = viewer.map_or_else(Vec::new, |side| sealed(game, side));
    let mut lines = Vec::new();
    let mut clock = (0, 0);
    for (n, entry) in game.journal().entries().iter().enumerate() {
        let told = chronicle::of_entry(&view, game.ruleset(), &narrator, n, entry, &mut clock);
        lines.extend(told.into_iter().map(|line| logged(game, line)));
        for (_, action) in sealed.iter().filter(|(entry, _)| *entry == n) {
            lines.push(logged(game, chronicle::of_sealed(&view, &narrator, n, action, clock)));
        }
        for (_, side, refusal) in refusals.iter().filter(|(after, ..)| *after == n + 1) {
            lines.push(refused(game, n, clock, *side, refusal));
        }
    }
    with_turns(chronicle::gather_idle_steps(lines, |line| line.kind, tell_passed))
}

/// No more steps than so many are named as passed.
const PASSED: usize = 3;

/// Tells in the heading of a step which steps before it were passed with nothing to do, so that nobody looks for them.
fn tell_passed(step: &mut Line, passed: Vec<Line>) {
    if passed.is_empty() {
        return;
    }
    let names: Vec<&str> = passed.iter().map(|line| line.text.trim_end_matches('.')).collect();
    let mut named = names[..names.len().min(PASSED)].join(", ");
    if names.len() > PASSED {
        named = translate_with("and-more", &[("names", &named), ("n", &(names.len() - PASSED))]);
    }
    step.text = translate_with("passed", &[("step", &step.text.trim_end_matches('.')), ("passed", &named)]);
}

/// What a side has sealed so far where it answers one by one: each with the entry of its answer.
fn sealed(game: &Game, side: Side) -> Vec<(usize, Action)> {
    let entries = game.journal().entries();
    let given =
        |draft: &Action| entries.iter().rposition(|entry| entry.answer.as_ref() == Some(&(side, draft.clone())));
    game.view_of(side).drafts(side).into_iter().filter_map(|draft| Some((given(&draft)?, draft))).collect()
}

/// The lines with the turn said at the first step of each.
fn with_turns(mut lines: Vec<Line>) -> Vec<Line> {
    let mut last = String::new();
    for line in lines.iter_mut().filter(|line| line.kind == Kind::Turn) {
        let turn = line.when.split('.').next().unwrap_or_default();
        if turn != last && !turn.is_empty() {
            last = turn.to_owned();
            line.text = translate_with("turn-begins", &[("turn", &last), ("step", &line.text)]);
        }
    }
    lines
}

fn logged(game: &Game, line: chronicle::Line) -> Line {
    Line {
        when: line.when(),
        by: line.by.into_iter().map(|side| colours(game, side)).collect(),
        dice: line.dice.iter().flat_map(|rolled| dice(game, rolled)).collect(),
        text: line.text,
        cite: line.cite.to_owned(),
        kind: line.kind,
        entry: line.entry,
    }
}

fn refused(game: &Game, n: usize, clock: (u32, usize), side: Side, refusal: &Refusal) -> Line {
    Line {
        when: chronicle::when(clock),
        by: vec![colours(game, side)],
        dice: Vec::new(),
        text: game.narrator().refusal(refusal),
        cite: refusal.cite.0.to_owned(),
        kind: Kind::Refused,
        entry: n,
    }
}

fn colours(game: &Game, side: Side) -> flag::Colours {
    glyph::colours(&game.colours()[side.index()])
}

fn dice(game: &Game, rolled: &Rolled) -> Vec<LoggedDie> {
    let colours = rolled.by.map(|side| colours(game, side));
    rolled.faces.iter().map(|face| LoggedDie { face: *face, sides: rolled.sides, colours }).collect()
}

/// What decides the battle, and luck: how much more than expected each side's dice showed, over how many.
pub fn score(game: &Game) -> Vec<ScoreLine> {
    let view = game.view();
    let of = |side: Side| {
        let score = (game.ruleset().score)(&view, side);
        ScoreLine {
            of_side: side,
            side: game.side_name(side).to_owned(),
            colours: glyph::colours(&game.colours()[side.index()]),
            label: score.label,
            lost: score.lost,
            of: score.of,
            faces: score.faces.map_or_else(String::new, |note| game.narrator().note(&note)),
            luck: luck(game, side),
        }
    };
    [Side::South, Side::North].map(of).into()
}

fn luck(game: &Game, side: Side) -> Option<Luck> {
    let facts = game.journal().entries().iter().flat_map(Entry::facts);
    let texts = (game.ruleset().texts)();
    let own = facts.flat_map(|f| &f.dice).filter(|d| d.by == Some(side));
    dice::luck(own.filter_map(|rolled| texts.fortune(rolled.why).low().map(|low| (rolled, low))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(when: &str, kind: Kind, text: &str) -> Line {
        let (by, dice) = (Vec::new(), Vec::new());
        Line { when: when.into(), by, dice, text: text.into(), cite: String::new(), kind, entry: 0 }
    }

    #[test]
    fn a_step_that_was_passed_is_named_by_the_heading_after_it() {
        let step = |when, text| line(when, Kind::Turn, text);
        let told = |lines: Vec<Line>| -> Vec<String> {
            with_turns(chronicle::gather_idle_steps(lines, |line| line.kind, tell_passed))
                .into_iter()
                .map(|line| line.text)
                .collect()
        };
        let moves = || line("1.1", Kind::Move, "Ahead 3");
        let shooting_passed =
            vec![step("1.1", "Move"), moves(), step("1.2", "Shooting."), step("2.1", "Move"), moves()];
        assert_eq!(
            told(shooting_passed),
            ["Turn 1. Move", "Ahead 3", "Turn 2. Move. Nothing to do in Shooting.", "Ahead 3"]
        );
        let nothing_passed = vec![step("1.1", "Move"), moves(), step("1.2", "Shooting.")];
        assert_eq!(told(nothing_passed), ["Turn 1. Move", "Ahead 3", "Shooting."]);
        let many = ["A", "B", "C", "D", "E", "F"].map(|text| step("1.1", text)).into();
        assert_eq!(told(many), ["Turn 1. F. Nothing to do in A, B, C and 2 more."]);
    }
}
