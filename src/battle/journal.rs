//! The journal: what was answered and what came of it, in order. It alone writes the game, and unwinds it.

use bevy::ecs::resource::Resource;
use bevy::ecs::world::{Mut, World};

use super::action::Action;
use super::agenda::{Agenda, Frame, Question, Work};
use super::clock::Clock;
use super::dice_by_hand;
use super::fact::Fact;
use super::kept;
use super::state::set;
use crate::cite::Word;
use crate::dice::Dice;
use crate::ids::Side;

/// Everything that was done since the battle was set up.
#[derive(Resource, Debug, Default)]
pub struct Journal {
    past: Vec<Entry>,
    future: Vec<Entry>,
}

/// One answer and what came of it. The first entry has none: it is how the battle opened.
#[derive(Debug)]
pub struct Entry {
    /// Who answered what.
    pub answer: Option<(Side, Action)>,
    /// The turn and step in which it was answered.
    pub clock: Clock,
    done: Vec<Done>,
}

/// Something secret that was opened.
#[derive(Clone, Copy, Debug)]
pub enum Revealed<'a> {
    /// What both sides have answered to the question of that word.
    Answers(Word),
    /// Units that lay hidden, as that fact tells.
    Unit(&'a Fact),
}

#[derive(Debug)]
enum Done {
    Fact(Fact),
    Pushed(Option<Frame>),
    Popped(Option<Frame>),
    Became(Frame),
}

impl Journal {
    /// The entries that stand, the opening first.
    pub fn entries(&self) -> &[Entry] {
        &self.past
    }

    /// How many answers can be taken back.
    pub fn depth(&self) -> usize {
        self.past.len().saturating_sub(1)
    }

    /// How many that were taken back can be done again.
    pub fn ahead(&self) -> usize {
        self.future.len()
    }

    /// The answer that undo would take back.
    pub fn last(&self) -> Option<&Entry> {
        self.past.last().filter(|e| e.answer.is_some())
    }

    /// Those that were taken back, the one that would be done again first.
    pub fn taken_back(&self) -> impl Iterator<Item = &Entry> {
        self.future.iter().rev()
    }

    /// The answers that stand, in order: the save game.
    pub fn answers(&self) -> impl Iterator<Item = &(Side, Action)> {
        self.past.iter().filter_map(|e| e.answer.as_ref())
    }
}

impl Entry {
    /// What happened, in order.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = &Fact> {
        self.done.iter().filter_map(|d| match d {
            Done::Fact(fact) => Some(fact),
            _ => None,
        })
    }

    /// The question for dice that were rolled by hand, where it was one that was answered.
    pub fn dice_asked(&self) -> Option<&Question> {
        self.done.iter().find_map(|done| match done {
            Done::Popped(Some(Frame::Ask(question))) if question.key == dice_by_hand::KEY => Some(question),
            _ => None,
        })
    }

    /// Whether a die was rolled.
    pub fn rolled(&self) -> bool {
        self.facts().any(|f| !f.dice.is_empty())
    }

    /// What secret the last entry opened, if any. Undoing that entry makes it secret again.
    pub fn revealed(&self) -> Option<Revealed<'_>> {
        let unsealed = self.done.iter().find_map(|done| match done {
            Done::Popped(Some(Frame::Ask(question))) if question.is_secret() => Some(question.key),
            _ => None,
        });
        let shown = self.facts().find(|fact| fact.shows_the_hidden());
        unsealed.map(Revealed::Answers).or(shown.map(Revealed::Unit))
    }
}

/// Opens an entry; everything that is recorded goes into it until the next one is opened.
pub(super) fn open(world: &mut World, answer: Option<(Side, Action)>) {
    let clock = *world.resource::<Clock>();
    world.resource_mut::<Journal>().past.push(Entry { answer, clock, done: Vec::new() });
}

/// Forgets the answers that were taken back, because another answer is given instead.
pub(super) fn branch(world: &mut World) -> Vec<Forgotten> {
    std::mem::take(&mut world.resource_mut::<Journal>().future).into_iter().map(Forgotten).collect()
}

/// Brings back what [`branch`] forgot.
pub(super) fn unbranch(world: &mut World, forgotten: Vec<Forgotten>) {
    world.resource_mut::<Journal>().future = forgotten.into_iter().map(|f| f.0).collect();
}

/// An entry that was taken back.
pub(super) struct Forgotten(Entry);

/// Records a fact: takes its dice out of the supply and applies its changes.
pub(super) fn record(world: &mut World, mut fact: Fact) {
    if !fact.dice.is_empty() {
        let clock = *world.resource::<Clock>();
        fact.changes.push(set(world.resource::<Dice>().spend(clock.turn, clock.step, &fact.dice)));
    }
    write(world, Done::Fact(fact));
}

/// Puts a frame on top of the agenda.
pub(super) fn push(world: &mut World, frame: Frame) {
    write(world, Done::Pushed(Some(frame)));
}

/// Takes the top frame off the agenda.
pub(super) fn pop(world: &mut World) {
    write(world, Done::Popped(None));
}

/// Replaces the top frame of the agenda.
pub(super) fn become_frame(world: &mut World, frame: Frame) {
    write(world, Done::Became(frame));
}

/// Replaces the job on top of the agenda.
pub(super) fn become_work(world: &mut World, work: Work) {
    become_frame(world, Frame::Work(work));
}

/// Takes back the last answer and everything that came of it. The opening cannot be taken back.
pub(super) fn undo(world: &mut World) -> bool {
    let mut journal = world.resource_mut::<Journal>();
    if journal.depth() == 0 {
        return false;
    }
    let Some(entry) = journal.past.pop() else { return false };
    let entry = back(world, entry);
    world.resource_mut::<Journal>().future.push(entry);
    true
}

/// Repeats the answer that was last taken back.
pub(super) fn redo(world: &mut World) -> bool {
    let Some(mut entry) = world.resource_mut::<Journal>().future.pop() else { return false };
    for done in &mut entry.done {
        forward(world, done);
    }
    world.resource_mut::<Journal>().past.push(entry);
    true
}

/// Undoes the open entry for good: it cannot be redone.
pub(super) fn abandon(world: &mut World) {
    if let Some(entry) = world.resource_mut::<Journal>().past.pop() {
        back(world, entry);
    }
}

/// Empties the journal, because the world was given another state.
pub(super) fn clear(world: &mut World) {
    *world.resource_mut::<Journal>() = Journal::default();
}

fn write(world: &mut World, mut done: Done) {
    forward(world, &mut done);
    if let Some(entry) = world.resource_mut::<Journal>().past.last_mut() {
        entry.done.push(done);
    }
}

fn back(world: &mut World, mut entry: Entry) -> Entry {
    for done in entry.done.iter_mut().rev() {
        match done {
            Done::Fact(fact) => fact.changes.iter_mut().rev().for_each(|c| c.swap(world)),
            Done::Pushed(frame) => *frame = agenda(world).0.pop(),
            Done::Popped(frame) => agenda(world).0.extend(frame.take()),
            Done::Became(frame) => swap_top(world, frame),
        }
    }
    entry
}

fn forward(world: &mut World, done: &mut Done) {
    match done {
        Done::Fact(fact) => fact.changes.iter_mut().for_each(|c| c.swap(world)),
        Done::Pushed(frame) => agenda(world).0.extend(frame.take()),
        Done::Popped(frame) => *frame = agenda(world).0.pop(),
        Done::Became(frame) => swap_top(world, frame),
    }
}

fn swap_top(world: &mut World, frame: &mut Frame) {
    if let Some(top) = agenda(world).0.last_mut() {
        std::mem::swap(top, frame);
    }
}

/// The agenda, to be changed.
fn agenda(world: &mut World) -> Mut<'_, Agenda> {
    kept::value_changed::<Agenda>(world);
    world.resource_mut::<Agenda>()
}
