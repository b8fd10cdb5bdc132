//! Sealed orders one by one. Both sides answer such a question ([`Recipients::EachInDrafts`]) in secret, each by as
//! many drafts as it likes, until it closes. A later draft for the same units replaces the earlier one, and each is taken
//! back by itself: by an action of its own, `horse-1: take-back`, which the door adds to every offer of such a question,
//! or by undo, for each draft is an answer of its own in the journal. When both sides have closed, the handler enacts the
//! drafts one after another, north's first.
//!
//! The handler offers each draft that may be given, and the word that closes; in an offer for everybody it leaves out
//! who has a draft already. It judges a draft with those before it ([`Question::drafts`]), and must accept the closing
//! word whatever was drafted: what one draft needs of another that may be taken back is looked after when they are
//! enacted.
//!
//! In files and typed lines `north: orders { horse-1: charge ahead 17 | foot-1: hold }` stands for its parts and the
//! closing word. It is read as these single lines ([`lines`]), and never written.

use super::action::{Action, PARTS, Ref, Value};
use super::agenda::{Question, Recipients};
use super::install::Asking;
use super::judging;
use super::offer::{Ask, Choice};
use super::refusal::{Refusal, Ruling};
use super::view::View;
use crate::cite::{HOUSE, Word};
use crate::ids::{Side, UnitId};

/// The verb that takes a draft back: by whom the draft was for.
pub const TAKE_BACK: Word = Word("take-back");

impl Question {
    /// Whether its answers are drafted: given one by one, replaced and taken back, until the side closes it.
    pub fn is_drafted(&self) -> bool {
        matches!(self.to, Recipients::EachInDrafts { .. })
    }

    /// What a side has drafted so far, in the order in which it was given; nothing where answers are not drafted.
    pub fn drafts(&self, side: Side) -> impl Iterator<Item = &Action> {
        let drafted = self.is_drafted();
        let of = self.answers.iter().filter(move |(of, action)| drafted && *of == side && !self.is_closed_by(action));
        of.map(|(_, action)| action)
    }
}

/// The actions that one line stands for: the parts and the closing word, where a side gives all its drafts at once; else
/// the action itself.
pub fn lines(view: &View, action: Action) -> Vec<Action> {
    view.on_top().and_then(|question| composed(question, &action)).unwrap_or_else(|| vec![action])
}

/// The parts of an action that gives all drafts of a side at once, and the closing word.
fn composed(question: &Question, action: &Action) -> Option<Vec<Action>> {
    let Recipients::EachInDrafts { closes } = question.to else { return None };
    let ([Ref::Side(side)], [(PARTS, Value::Parts(parts))]) = (&action.who[..], &action.with[..]) else { return None };
    let close = Action::new(Ref::Side(*side), closes);
    (action.key == question.key).then(|| parts.iter().cloned().chain([close]).collect())
}

/// What the judge says of taking a draft back, or of several drafts in one action; none of any other action.
pub(super) fn judge(asking: &Asking, action: &Action) -> Option<Result<Ruling, Refusal>> {
    let Asking { view, question, side } = *asking;
    let Recipients::EachInDrafts { .. } = question.to else { return None };
    if action.key == TAKE_BACK {
        let is_there = action.with.is_empty() && question.drafts(side).any(|draft| draft.who == action.who);
        return Some(if is_there {
            Ok(Ruling::default())
        } else if action.with.is_empty() {
            let ordered = question.drafts(side).flat_map(|draft| draft.who.iter().copied());
            Err(Refusal::for_others(HOUSE, TAKE_BACK, &action.who, ordered))
        } else {
            Err(Refusal::values(HOUSE, action, &[], &[]))
        });
    }
    let lines = composed(question, action)?;
    let mut so_far = question.clone();
    for line in lines {
        // A part that is composed itself would be read as more lines than it is one.
        let nested = composed(question, &line).map(|_| Refusal::values(HOUSE, &line, &[], &[]));
        let judged = nested.map_or_else(|| judging::judge(&view.supposing(&so_far), &line), Err);
        if let Err(why) = judged {
            return Some(Err(why));
        }
        seal(&view, &mut so_far, side, line);
    }
    Some(Ok(Ruling::default()))
}

/// The choices that take a side's drafts back, of those who are asked for.
pub(super) fn taking_back(question: &Question, side: Side, ask: &Ask) -> Vec<Choice> {
    let wanted = question.drafts(side).filter(|draft| draft.who.iter().any(|who| ask.wants(*who)));
    let back = wanted.map(|draft| Action { key: TAKE_BACK, who: draft.who.clone(), with: Vec::new() });
    back.map(|action| Choice::plain(action, question.cite)).collect()
}

/// Seals an accepted answer. A draft takes the place of those for the same units.
pub(super) fn seal(view: &View, question: &mut Question, side: Side, action: Action) {
    if !question.is_closed_by(&action) {
        question.answers.retain(|(of, draft)| *of != side || !share_somebody(view, draft, &action));
    }
    if !question.is_drafted() || action.key != TAKE_BACK {
        question.answers.push((side, action));
        question.answers.sort_by_key(|(side, _)| *side);
    }
}

/// Whether somebody acts in both.
fn share_somebody(view: &View, one: &Action, other: &Action) -> bool {
    let [units, others] = [one, other].map(|action| units(view, action));
    one.who.iter().any(|who| other.who.contains(who)) || units.iter().any(|unit| others.contains(unit))
}

/// The units that act, those of bodies with them.
fn units(view: &View, action: &Action) -> Vec<UnitId> {
    let mut units = Vec::new();
    for who in &action.who {
        match who {
            Ref::Unit(unit) | Ref::Base(unit, _) => units.push(*unit),
            Ref::Body(body) => units.extend(view.bodies().find(*body).into_iter().flat_map(|body| &body.units)),
            Ref::Side(_) | Ref::Terrain(_) | Ref::Spot(..) => {}
        }
    }
    units
}
