//! The journal as lines of the log, and how the dice fell.

use super::Game;
use crate::battle::{Action, Entry, Fact, LEGS, Ref, Refusal, Tell, Value, notation};
use crate::dice::{self, Luck};
use crate::gui::board::glyph;
use crate::gui::play::log::{Kind, Line, LoggedDie, ScoreLine};
use crate::gui::widgets::flag;
use crate::ids::Side;
use crate::table::{Cdeg, Leg, Mil};

/// Every line, the oldest first, with the refusals that were met on the way: each after how many entries.
pub fn lines(game: &Game, refusals: &[(usize, Side, Refusal)]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut clock = (0, 0);
    for (n, entry) in game.journal().entries().iter().enumerate() {
        of_entry(game, n, entry, &mut clock, &mut lines);
        for (_, side, refusal) in refusals.iter().filter(|(after, ..)| *after == n + 1) {
            lines.push(refused(game, n, clock, *side, refusal));
        }
    }
    // A step in which nothing happened is not told.
    let silent = |pair: &[Line]| pair[0].kind == Kind::Turn && pair[1].kind == Kind::Turn;
    let keep: Vec<bool> = lines.windows(2).map(|pair| !silent(pair)).chain([true]).collect();
    let mut keep = keep.into_iter();
    lines.retain(|_| keep.next().unwrap_or(true));
    lines
}

fn of_entry(game: &Game, n: usize, entry: &Entry, clock: &mut (u32, usize), lines: &mut Vec<Line>) {
    let steps = (game.row().steps)(&game.view());
    if entry.answer.is_some() || n == 0 {
        *clock = (entry.clock.turn, steps.iter().position(|s| *s == entry.clock.step).map_or(0, |i| i + 1));
    }
    let mut kind = Kind::Other;
    let mut answered = false;
    for fact in entry.facts() {
        if let Tell::Began(step) = fact.tell
            && let Some(i) = steps.iter().position(|s| *s == step)
        {
            // The steps of a turn come in their order: an earlier one belongs to the next turn.
            if i < clock.1 || clock.0 == 0 {
                clock.0 += 1;
            }
            clock.1 = i + 1;
        }
        kind = kind_of(fact, kind);
        let silent = fact.says.is_none() && fact.dice.is_empty();
        match &fact.tell {
            Tell::Asked(_) => continue,
            // The order itself has told it.
            Tell::Moved { .. } if answered && silent => continue,
            Tell::Began(step) if !steps.contains(step) => continue,
            Tell::Answered(_) => answered = true,
            _ => {}
        }
        let cite = if fact.cite == crate::cite::HOUSE { "" } else { fact.cite.0 };
        lines.push(Line {
            when: when(*clock),
            by: by(game, fact),
            dice: dice(game, fact),
            text: super::words::capital(&text(game, fact)),
            cite: cite.to_owned(),
            kind,
            entry: n,
        });
    }
}

/// The sentence of a fact; a side that answers goes by its own name, and legs along which nobody goes are left out.
fn text(game: &Game, fact: &Fact) -> String {
    let Tell::Answered(action) = &fact.tell else { return game.teller().fact(fact) };
    if fact.says.is_some() {
        return game.teller().fact(fact);
    }
    let said = notation::write(&without_idle_legs(action), &game.view().names());
    match action.who[..] {
        [Ref::Side(side)] => match said.strip_prefix(side.name()) {
            Some(rest) => format!("{}{rest}", game.side_name(side)),
            None => said,
        },
        _ => said,
    }
}

/// The action without the legs along which nobody goes, unless it has no others.
fn without_idle_legs(action: &Action) -> Action {
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

fn refused(game: &Game, n: usize, clock: (u32, usize), side: Side, refusal: &Refusal) -> Line {
    Line {
        when: when(clock),
        by: vec![glyph::colours(&game.colours()[side.index()])],
        dice: Vec::new(),
        text: game.teller().refusal(refusal),
        cite: refusal.cite.0.to_owned(),
        kind: Kind::Refused,
        entry: n,
    }
}

/// `5.3`: turn and step.
fn when((turn, step): (u32, usize)) -> String {
    if turn == 0 { String::new() } else { format!("{turn}.{step}") }
}

/// What a fact tells of; counts and marks belong to what came before them.
fn kind_of(fact: &Fact, before: Kind) -> Kind {
    match &fact.tell {
        Tell::Began(_) => Kind::Turn,
        Tell::Moved { .. } => Kind::Move,
        Tell::Shot { .. } => Kind::Fire,
        Tell::Fought { .. } => Kind::Melee,
        Tell::Answered(action) if action.key == crate::battle::MOVE => Kind::Move,
        Tell::Counted { .. } | Tell::Marked { .. } | Tell::Gone { .. } if before != Kind::Turn => before,
        _ => Kind::Other,
    }
}

/// Whose doing it was: who rolled, else who is spoken of.
fn by(game: &Game, fact: &Fact) -> Vec<flag::Colours> {
    let view = game.view();
    let mut sides: Vec<Side> = fact.dice.iter().filter_map(|d| d.by).collect();
    if sides.is_empty() {
        let of = |r: &Ref| view.side_of_ref(*r);
        sides = match &fact.tell {
            Tell::Answered(action) => action.who.first().and_then(of).into_iter().collect(),
            Tell::Moved { who, .. } => who.first().and_then(of).into_iter().collect(),
            Tell::Shot { from: r, .. }
            | Tell::Counted { of: r, .. }
            | Tell::Marked { of: r, .. }
            | Tell::Gone { of: r, .. } => of(r).into_iter().collect(),
            Tell::Fought { a, b } => of(a).into_iter().chain(of(b)).collect(),
            Tell::Won(side) => side.iter().copied().collect(),
            Tell::Began(_) | Tell::Asked(_) | Tell::Said(_) => Vec::new(),
        };
    }
    sides.dedup();
    sides.into_iter().map(|side| glyph::colours(&game.colours()[side.index()])).collect()
}

fn dice(game: &Game, fact: &Fact) -> Vec<LoggedDie> {
    let one = |rolled: &crate::dice::Rolled| -> Vec<LoggedDie> {
        let colours = rolled.by.map(|side| glyph::colours(&game.colours()[side.index()]));
        rolled.faces.iter().map(|face| LoggedDie { face: *face, sides: rolled.sides, colours }).collect()
    };
    fact.dice.iter().flat_map(one).collect()
}

/// What decides the battle, and luck: how much more than expected each side's dice showed, over how many.
pub fn score(game: &Game) -> Vec<ScoreLine> {
    let view = game.view();
    let of = |side: Side| {
        let score = (game.row().score)(&view, side);
        ScoreLine {
            side: game.side_name(side).to_owned(),
            colours: glyph::colours(&game.colours()[side.index()]),
            label: score.label,
            lost: score.lost,
            of: score.of,
            luck: luck(game, side),
        }
    };
    [Side::South, Side::North].map(of).into()
}

fn luck(game: &Game, side: Side) -> Option<Luck> {
    let facts = game.journal().entries().iter().flat_map(Entry::facts);
    dice::luck(facts.flat_map(|f| &f.dice).filter(|d| d.by == Some(side)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::UnitId;

    #[test]
    fn a_wheel_of_nothing_is_not_told_and_standing_still_is() {
        let of = |legs: &[Leg]| without_idle_legs(&Action::along(Ref::Unit(UnitId(0)), legs.to_vec())).legs().to_vec();
        let (wheel, ahead) = (Leg::Wheel(Cdeg(0)), Leg::Ahead(Mil(4000)));
        assert_eq!(of(&[wheel, ahead]), [ahead]);
        assert_eq!(of(&[Leg::Wheel(Cdeg(716)), ahead]), [Leg::Wheel(Cdeg(716)), ahead]);
        assert_eq!(of(&[wheel, Leg::Ahead(Mil(0))]), [Leg::Ahead(Mil(0))]);
    }
}
