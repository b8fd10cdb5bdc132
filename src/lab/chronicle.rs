//! The journal as lines for people: when, who, the dice, a sentence, the rule. The window's log and the report's page
//! are both made of them.

use bevy::ecs::world::World;

use crate::battle::narrator::{Narrator, capital};
use crate::battle::{
    Action, Arg, DICE, Entry, Fact, InPlay, Journal, Measured, Narration, Ref, Ruleset, TOLD_DICE, Texts, Value, View,
};
use crate::cite::{HOUSE, Tally};
use crate::dice::Rolled;
use crate::ids::{Side, UnitId};
use crate::lab::order;
use crate::table::{Cdeg, Leg, Mil};

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The turn, 0 before the first, and the index of its step, from 1.
    pub clock: (u32, usize),
    /// What it is about.
    pub kind: Kind,
    /// Which sides did it.
    pub by: Vec<Side>,
    /// Which units it is about.
    pub units: Vec<UnitId>,
    /// The dice that were rolled for it.
    pub dice: Vec<Rolled>,
    /// The sums that were compared.
    pub sums: Vec<Tally>,
    /// The sentence, as people read it.
    pub text: String,
    /// The rule behind it; empty where there is none.
    pub cite: &'static str,
    /// The journal entry that it belongs to.
    pub entry: usize,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Steps and turns.
    Turn,
    /// Orders to move, moves, and what came of them.
    Move,
    /// Shots, and what came of them.
    Fire,
    /// Fights, and what came of them.
    Melee,
    /// Something that the judge refused. The journal does not contain refusals; a window remembers them.
    Refused,
    /// None of these.
    Other,
}

impl Line {
    /// `5.3`: turn and step; nothing before the first turn.
    pub fn when(&self) -> String {
        when(self.clock)
    }
}

/// `5.3`: turn and step.
pub fn when((turn, step): (u32, usize)) -> String {
    if turn == 0 { String::new() } else { format!("{turn}.{step}") }
}

/// Every line of a battle's journal, the oldest first; `sides` are what people call north and south.
pub fn lines(world: &World, sides: [&str; 2]) -> Vec<Line> {
    let view = View::umpire(world);
    let ruleset = view.battle_state::<InPlay>().0;
    let narrator = Narrator::new((ruleset.texts)(), view.names()).calling(sides);
    let mut clock = (0, 0);
    let entries = world.resource::<Journal>().entries().iter().enumerate();
    let all = entries.flat_map(|(n, entry)| of_entry(&view, &ruleset, &narrator, n, entry, &mut clock));
    gather_idle_steps(all.collect(), |line| line.kind, |_, _| {})
}

/// The lines of one entry. `clock` is the turn and step before the entry, and is updated to those after it.
pub fn of_entry(
    view: &View,
    ruleset: &Ruleset,
    narrator: &Narrator,
    n: usize,
    entry: &Entry,
    clock: &mut (u32, usize),
) -> Vec<Line> {
    let steps = (ruleset.steps)(view);
    if entry.answer.is_some() || n == 0 {
        *clock = (entry.clock.turn, steps.iter().position(|s| *s == entry.clock.step).map_or(0, |i| i + 1));
    }
    let mut lines: Vec<Line> = Vec::new();
    let mut kind = Kind::Other;
    // The order, and the line that tells it.
    let mut order: Option<(&Action, usize)> = None;
    let mut in_other_words = false;
    for fact in entry.facts() {
        if let Narration::Began(step) = fact.narration
            && let Some(i) = steps.iter().position(|s| *s == step)
        {
            // The steps of a turn come in order: an earlier step than the last one belongs to the next turn.
            if i < clock.1 || clock.0 == 0 {
                clock.0 += 1;
            }
            clock.1 = i + 1;
        }
        kind = kind_of(fact, kind);
        match &fact.narration {
            Narration::Asked(_) => continue,
            // Faces that were told are seen in the line of the roll.
            Narration::Answered(action) if action.key == DICE => continue,
            Narration::Said(TOLD_DICE) => continue,
            Narration::Began(step) if !steps.contains(step) => continue,
            Narration::Answered(action) => order = Some((action, lines.len())),
            _ => {}
        }
        let cite = if fact.cite == HOUSE { "" } else { fact.cite.0 };
        let clock = *clock;
        let line = |fact: &Fact, kind, cite| Line { cite, ..line_of(view, narrator, fact, kind, (n, clock)) };
        if let Some((action, at)) = order
            && !matches!(fact.narration, Narration::Answered(_))
        {
            match echo(view, narrator.texts, fact, action) {
                Echo::Whole => {
                    if lines[at].cite.is_empty() {
                        lines[at].cite = cite;
                    }
                    continue;
                }
                // A second sentence would put the first out of its line, and one between them out of its order.
                Echo::InOtherWords if !in_other_words && at + 1 == lines.len() => {
                    lines[at] = line(fact, kind, cite);
                    in_other_words = true;
                    continue;
                }
                Echo::None | Echo::InOtherWords => {}
            }
        }
        lines.push(line(fact, kind, cite));
    }
    lines
}

/// The line of an answer that is sealed in that entry and not opened yet; `clock` is the turn and step of the entry.
pub fn of_sealed(view: &View, narrator: &Narrator, n: usize, action: &Action, clock: (u32, usize)) -> Line {
    let sealed = Fact::new(HOUSE, Narration::Answered(action.clone()));
    line_of(view, narrator, &sealed, kind_of(&sealed, Kind::Other), (n, clock))
}

/// The line of a fact by itself, without its rule.
fn line_of(view: &View, narrator: &Narrator, fact: &Fact, kind: Kind, (entry, clock): (usize, (u32, usize))) -> Line {
    Line {
        clock,
        kind,
        by: by(view, fact),
        units: spoken_of(view, &fact.narration),
        dice: fact.dice.clone(),
        sums: fact.tally.iter().filter(|sum| !sum.0.is_empty()).cloned().collect(),
        text: capital(&text(narrator, fact)),
        cite: "",
        entry,
    }
}

/// The lines without the headings of steps in which nothing happened. The heading that follows such steps may tell of them.
pub fn gather_idle_steps<L>(lines: Vec<L>, kind: impl Fn(&L) -> Kind, tell: impl Fn(&mut L, Vec<L>)) -> Vec<L> {
    let (mut kept, mut idle) = (Vec::new(), Vec::new());
    let mut lines = lines.into_iter().peekable();
    while let Some(mut line) = lines.next() {
        if kind(&line) == Kind::Turn {
            if lines.peek().is_some_and(|next| kind(next) == Kind::Turn) {
                idle.push(line);
                continue;
            }
            tell(&mut line, std::mem::take(&mut idle));
        }
        kept.push(line);
    }
    kept
}

/// The sentence of a fact; of an answer, the order in words.
fn text(narrator: &Narrator, fact: &Fact) -> String {
    match &fact.narration {
        Narration::Answered(action) if fact.says.is_none() => order::in_words(narrator, action),
        _ => narrator.fact(fact),
    }
}

/// What a fact adds to the order that it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Echo {
    /// Something of its own: it has a line.
    None,
    /// Nothing: the line of the order has said so already.
    Whole,
    /// The order in the words of its rule: its line stands for the order's.
    InOtherWords,
}

/// Whether a fact only says again what was ordered.
fn echo(view: &View, texts: &Texts, fact: &Fact, order: &Action) -> Echo {
    let all_ordered = |all: &[Ref]| all.iter().all(|of| is_ordered(view, *of, order));
    let bare = fact.dice.is_empty() && fact.tally.is_empty();
    let says = fact.says.or(if let Narration::Said(word) = fact.narration { Some(word) } else { None });
    let named = named_by(fact);
    match &fact.narration {
        // Whoever moves without a word of his rule moves as ordered: of a body each unit.
        Narration::Moved { .. } if fact.dice.is_empty() && says.is_none() => Echo::Whole,
        Narration::Marked { of, what, on: true } if bare && *what == order.key && all_ordered(&[*of]) => Echo::Whole,
        _ if bare && says.is_some_and(|word| texts.as_ordered.contains(word.0)) && all_ordered(&named) => {
            if measures_as_ordered(fact, order) {
                Echo::Whole
            } else {
                Echo::None
            }
        }
        Narration::Said(_) | Narration::Shot { .. } | Narration::Fought { .. } if tells_all_of(view, &named, order) => {
            Echo::InOtherWords
        }
        _ => Echo::None,
    }
}

/// Whether somebody is one of those who were ordered, or of them.
fn is_ordered(view: &View, of: Ref, order: &Action) -> bool {
    let ordered: Vec<UnitId> = order.who.iter().flat_map(|who| units_of(view, *who)).collect();
    let units = units_of(view, of);
    order.who.contains(&of) || (!units.is_empty() && units.iter().all(|unit| ordered.contains(unit)))
}

/// Whom a fact names, in its narration and in the words of its sentence.
fn named_by(fact: &Fact) -> Vec<Ref> {
    let mut named = match &fact.narration {
        Narration::Moved { who, .. } => who.clone(),
        Narration::Shot { from: a, at: b } | Narration::Fought { a, b } => vec![*a, *b],
        Narration::Counted { of, .. } | Narration::Marked { of, .. } | Narration::Gone { of, .. } => vec![*of],
        _ => Vec::new(),
    };
    named.extend(fact.words.iter().filter_map(|(_, arg)| if let Arg::Of(of) = arg { Some(*of) } else { None }));
    named
}

/// Whether what a fact measures is what was ordered, or nothing.
fn measures_as_ordered(fact: &Fact, order: &Action) -> bool {
    let ordered = |measured: Measured| {
        order.legs().iter().any(|leg| match (measured, *leg) {
            (Measured::Length(far), Leg::Ahead(ordered) | Leg::Slide(_, ordered)) => far.0.abs() == ordered.0.abs(),
            (Measured::Angle(angle), Leg::Wheel(ordered) | Leg::Face(ordered)) => angle.0.abs() == ordered.0.abs(),
            _ => false,
        })
    };
    let nothing = |measured: Measured| {
        matches!(measured, Measured::Length(Mil::ZERO) | Measured::Angle(Cdeg::ZERO) | Measured::Count(0))
    };
    let mut measures =
        fact.words.iter().filter_map(|(_, arg)| if let Arg::Measured(m) = arg { Some(*m) } else { None });
    measures.all(|measured| nothing(measured) || ordered(measured))
}

/// Whether a sentence that names those tells of everybody of whom the order told, and the order told nothing else: its line
/// stands for the order's.
fn tells_all_of(view: &View, named: &[Ref], order: &Action) -> bool {
    let is_named = |of: &Ref| named.contains(of);
    named.iter().any(|of| is_ordered(view, *of, order))
        && order.with.iter().all(|(_, value)| match value {
            Value::Refs(refs) => refs.iter().all(is_named),
            Value::Flag(on) => !on,
            Value::Whole(n) => *n == 0,
            _ => false,
        })
}

/// What a fact is about. Counts and marks belong to the fact before them.
fn kind_of(fact: &Fact, before: Kind) -> Kind {
    match &fact.narration {
        Narration::Began(_) => Kind::Turn,
        Narration::Moved { .. } => Kind::Move,
        Narration::Shot { .. } => Kind::Fire,
        Narration::Fought { .. } => Kind::Melee,
        Narration::Answered(action) if action.key == crate::battle::MOVE => Kind::Move,
        Narration::Counted { .. } | Narration::Marked { .. } | Narration::Gone { .. } if before != Kind::Turn => before,
        _ => Kind::Other,
    }
}

/// Which sides did it: those who rolled, else those whom the fact is about.
fn by(view: &View, fact: &Fact) -> Vec<Side> {
    let mut sides: Vec<Side> = fact.dice.iter().filter_map(|d| d.by).collect();
    if sides.is_empty() {
        let of = |r: &Ref| view.side_of_ref(*r);
        sides = match &fact.narration {
            Narration::Answered(action) => action.who.first().and_then(of).into_iter().collect(),
            Narration::Moved { who, .. } => who.first().and_then(of).into_iter().collect(),
            Narration::Shot { from: r, .. }
            | Narration::Counted { of: r, .. }
            | Narration::Marked { of: r, .. }
            | Narration::Gone { of: r, .. } => of(r).into_iter().collect(),
            Narration::Fought { a, b } => of(a).into_iter().chain(of(b)).collect(),
            Narration::Won(side) => side.iter().copied().collect(),
            Narration::Began(_) | Narration::Asked(_) | Narration::Said(_) => Vec::new(),
        };
    }
    sides.dedup();
    sides
}

/// The units that a narration names.
pub fn spoken_of(view: &View, tell: &Narration) -> Vec<UnitId> {
    let of = |r: &Ref| units_of(view, *r);
    match tell {
        Narration::Answered(action) => action.who.iter().flat_map(of).collect(),
        Narration::Moved { who, .. } => who.iter().flat_map(of).collect(),
        Narration::Shot { from: a, at: b } | Narration::Fought { a, b } => of(a).into_iter().chain(of(b)).collect(),
        Narration::Counted { of: r, .. } | Narration::Marked { of: r, .. } | Narration::Gone { of: r, .. } => of(r),
        Narration::Began(_) | Narration::Asked(_) | Narration::Said(_) | Narration::Won(_) => Vec::new(),
    }
}

/// The units that a reference means: one, or all of a body.
pub fn units_of(view: &View, of: Ref) -> Vec<UnitId> {
    match of {
        Ref::Unit(unit) | Ref::Base(unit, _) => vec![unit],
        Ref::Body(body) => view.bodies().find(body).map(|b| b.units.clone()).unwrap_or_default(),
        Ref::Side(_) | Ref::Terrain(_) | Ref::Spot(..) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_steps_in_which_nothing_happened_are_left_out() {
        let kinds = vec![Kind::Turn, Kind::Turn, Kind::Move, Kind::Turn];
        assert_eq!(gather_idle_steps(kinds, |kind| *kind, |_, _| {}), [Kind::Turn, Kind::Move, Kind::Turn]);
    }
}
