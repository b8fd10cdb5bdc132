//! The journal as lines for people: when, who, the dice, a sentence, the rule. The window's log and the report's page
//! are both made of them.

use bevy::ecs::world::World;

use crate::battle::narrator::{Narrator, capital};
use crate::battle::{
    Action, Entry, Fact, InPlay, Journal, LEGS, Narration, PARTS, PLACES, Ref, Ruleset, Value, View, notation,
};
use crate::cite::{HOUSE, Tally, Word};
use crate::dice::Rolled;
use crate::ids::{Side, UnitId};
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
    without_idle_steps(all.collect(), |line| line.kind)
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
    let mut lines = Vec::new();
    let mut kind = Kind::Other;
    let mut answered = false;
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
        let silent = fact.says.is_none() && fact.dice.is_empty();
        match &fact.narration {
            Narration::Asked(_) => continue,
            // The line of the order itself has said so already.
            Narration::Moved { .. } if answered && silent => continue,
            Narration::Began(step) if !steps.contains(step) => continue,
            Narration::Answered(_) => answered = true,
            _ => {}
        }
        lines.push(Line {
            clock: *clock,
            kind,
            by: by(view, fact),
            units: spoken_of(view, &fact.narration),
            dice: fact.dice.clone(),
            sums: fact.tally.iter().filter(|sum| !sum.0.is_empty()).cloned().collect(),
            text: capital(&text(narrator, fact)),
            cite: if fact.cite == HOUSE { "" } else { fact.cite.0 },
            entry: n,
        });
    }
    lines
}

/// The lines without the headings of steps in which nothing happened.
pub fn without_idle_steps<L>(lines: Vec<L>, kind: impl Fn(&L) -> Kind) -> Vec<L> {
    let idle = |pair: &[L]| kind(&pair[0]) == Kind::Turn && kind(&pair[1]) == Kind::Turn;
    let keep: Vec<bool> = lines.windows(2).map(|pair| !idle(pair)).chain([true]).collect();
    lines.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(line, _)| line).collect()
}

/// The sentence of a fact. A side's answer is told in words, an order to units in the notation in which it can be
/// typed, without legs of length 0.
fn text(narrator: &Narrator, fact: &Fact) -> String {
    match &fact.narration {
        Narration::Answered(action) if fact.says.is_none() => answered(narrator, action),
        _ => narrator.fact(fact),
    }
}

/// An answer: of a side in words, of units in notation.
pub fn answered(narrator: &Narrator, action: &Action) -> String {
    match action.who[..] {
        [Ref::Side(side)] => answer(narrator, side, action),
        _ => notation::write(&without_idle_legs(action), &narrator.names),
    }
}

/// A side's answer: `Rome: lay, hill, oval, width 12U`. Places are left out: they can be seen on the table.
fn answer(narrator: &Narrator, side: Side, action: &Action) -> String {
    let mut words = vec![narrator.texts.word(action.key)];
    let shown = action.with.iter().filter(|(name, _)| ![PLACES, LEGS].contains(name));
    for (name, value) in shown {
        words.extend(said(narrator, *name, value));
    }
    format!("{}: {}", narrator.name(Ref::Side(side)), words.join(", "))
}

/// A value of a side's answer in words; none for a flag that is off.
fn said(narrator: &Narrator, name: Word, value: &Value) -> Option<String> {
    let named = |value: String| Some(format!("{} {value}", narrator.texts.word(name)));
    match value {
        Value::Name(word) => Some(narrator.texts.word(*word)),
        Value::Flag(on) => on.then(|| narrator.texts.word(name)),
        Value::Whole(n) => named(n.to_string()),
        Value::Length(length) => match &narrator.texts.unit {
            Some(unit) => named(unit.told(*length)),
            None => named(format!("{length} in")),
        },
        Value::Angle(angle) => named(format!("{angle}°")),
        Value::Refs(refs) => {
            let named: Vec<String> =
                refs.iter().filter(|of| !matches!(of, Ref::Spot(..))).map(|of| narrator.name(*of)).collect();
            (!named.is_empty()).then(|| named.join(", "))
        }
        Value::Parts(parts) if name == PARTS => {
            let parts: Vec<String> = parts.iter().map(|part| notation::write(part, &narrator.names)).collect();
            Some(parts.join("; "))
        }
        _ => None,
    }
}

/// The action without legs of length 0, unless it has no others.
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
    fn a_wheel_of_nothing_is_not_told_and_standing_still_is() {
        let of = |legs: &[Leg]| without_idle_legs(&Action::along(Ref::Unit(UnitId(0)), legs.to_vec())).legs().to_vec();
        let (wheel, ahead) = (Leg::Wheel(Cdeg(0)), Leg::Ahead(Mil(4000)));
        assert_eq!(of(&[wheel, ahead]), [ahead]);
        assert_eq!(of(&[Leg::Wheel(Cdeg(716)), ahead]), [Leg::Wheel(Cdeg(716)), ahead]);
        assert_eq!(of(&[wheel, Leg::Ahead(Mil(0))]), [Leg::Ahead(Mil(0))]);
    }

    #[test]
    fn headings_of_steps_in_which_nothing_happened_are_left_out() {
        let kinds = vec![Kind::Turn, Kind::Turn, Kind::Move, Kind::Turn];
        assert_eq!(without_idle_steps(kinds, |kind| *kind), [Kind::Turn, Kind::Move, Kind::Turn]);
    }
}
