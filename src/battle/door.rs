//! The one way into a battle: what may be done, what the judge says of an action ([`judging`]), and the function that
//! does it.

use bevy::ecs::world::World;

use super::action::{Action, Ref};
use super::agenda::{Agenda, Effects, Frame, Question, Recipients, Then};
use super::clock::{Clock, DrawOffer, Ending, NOTHING_LEFT, Outcome, RUNAWAY};
use super::dice_by_hand;
use super::digest::{Digest, Digester};
use super::drafts;
use super::fact::{Fact, Narration};
use super::install::{Answered, Asking};
use super::journal;
use super::judging;
pub use super::judging::{CONCEDE, OFFER_DRAW};
use super::kept::{self, Kept};
use super::lost_update;
use super::offer::{Ask, Choice, Fitted, Offer, Wish};
use super::refusal::{Arg, Measured, Refusal, Ruling};
use super::state::{self, Snapshot, set};
use super::view::View;
use crate::cite::{HOUSE, Word};
use crate::dice::{Dice, NeedDice};
use crate::ids::Side;

const DICE_RUN_OUT: Word = Word("dice-run-out");
const DIE_DOES_NOT_FIT: Word = Word("die-does-not-fit");
const DIE_FOR_ANOTHER: Word = Word("die-for-another");

/// More runs of jobs than any battle needs between two questions. A ruleset that exceeds it is running in a circle, and
/// its battle is ended.
const MOST_PASSES: usize = 100_000;

/// Begins the battle that was mustered into the world: jobs run until the first question.
///
/// # Errors
///
/// When scripted dice run out or do not fit.
pub fn begin(world: &mut World) -> Result<(), Refusal> {
    kept::forget(world);
    journal::clear(world);
    journal::open(world, None);
    settle(world).map_err(|need| dice_trouble(&need))
}

/// Puts the world back into the state of `opening`, with other dice, and begins there. So one world can play many
/// games.
///
/// # Errors
///
/// As [`begin`].
pub fn begin_again(world: &mut World, opening: &Opening, dice: Dice) -> Result<(), Refusal> {
    opening.kept.give(world);
    world.resource_mut::<Agenda>().0.clone_from(&opening.agenda);
    *world.resource_mut::<Dice>() = dice;
    begin(world)
}

/// A battle as it was mustered, or at any question, from which it can be begun again.
pub struct Opening {
    kept: Snapshot,
    agenda: Vec<Frame>,
}

impl Opening {
    /// Copies the world's state and its agenda.
    pub fn take(world: &World) -> Opening {
        Opening { kept: Snapshot::take(world), agenda: world.resource::<Agenda>().0.clone() }
    }

    /// Puts the copy into a world of the same ruleset and roster. The journal starts empty.
    pub fn give(&self, world: &mut World) {
        self.kept.give(world);
        world.resource_mut::<Agenda>().0.clone_from(&self.agenda);
        journal::clear(world);
        journal::open(world, None);
    }
}

/// What that side may do now; nothing when it has no question to answer.
pub fn offer(world: &World, side: Side, ask: &Ask) -> Offer {
    judging::offer(&View::of(world, side), side, ask)
}

/// What the judge says of an action. Pure: no dice, no clock, nothing changes.
///
/// # Errors
/// The refusal, with the rule, what was measured and the limit.
pub fn judge(world: &World, action: &Action) -> Result<Ruling, Refusal> {
    judging::judge(&View::umpire(world), action)
}

/// The nearest acceptable action, and the rules that kept it from being the one asked for.
///
/// # Errors
///
/// When the action cannot answer the open question at all.
pub fn fit(world: &World, action: &Action) -> Result<Fitted, Refusal> {
    judging::fit(&View::umpire(world), action)
}

/// The action nearest to a wish: a dragged pose, a point, a target.
///
/// # Errors
///
/// When the choice does not belong to the open question.
pub fn aim(world: &World, choice: &Choice, wish: Wish) -> Result<Fitted, Refusal> {
    judging::aim(&View::umpire(world), choice, wish)
}

/// The only way to act: the action is judged and enacted, then jobs run until the next question or the end. Several
/// drafts in one action ([`drafts`]) are submitted line by line; each becomes an answer of its own in the journal.
///
/// # Errors
///
/// The judge's refusal; then nothing has changed.
pub fn submit(world: &mut World, action: Action) -> Result<(), Refusal> {
    // Whatever fits is accepted, so an action that was just fitted need not be judged again.
    if cfg!(debug_assertions) || !world.get_resource::<Kept>().is_some_and(|kept| kept.was_fitted(&action)) {
        judge(world, &action)?;
    }
    let side = judging::actor(&View::umpire(world), &action)?;
    let lines = drafts::lines(&View::umpire(world), action);
    let forgotten = journal::branch(world);
    for (n, line) in lines.into_iter().enumerate() {
        journal::open(world, Some((side, line.clone())));
        answer(world, side, line);
        if let Err(need) = settle(world) {
            (0..=n).for_each(|_| journal::abandon(world));
            journal::unbranch(world, forgotten);
            return Err(dice_trouble(&need));
        }
    }
    Ok(())
}

/// Takes the last answer back; false when there is none to take back.
pub fn undo(world: &mut World) -> bool {
    journal::undo(world)
}

/// Repeats the answer that was last taken back; false when there is none.
pub fn redo(world: &mut World) -> bool {
    journal::redo(world)
}

/// A digest of the turn, the agenda and all state of the battle.
pub fn digest(world: &World) -> Digest {
    digest_by(world, Digester::default())
}

/// The same over what is counted alone. Poses and measured numbers are left out: another build of the program may round
/// them differently.
pub fn digest_without_places(world: &World) -> Digest {
    digest_by(world, Digester::without_places())
}

fn digest_by(world: &World, mut digester: Digester) -> Digest {
    digester.add(&world.resource::<Clock>().turn);
    world.resource::<Agenda>().digest(&mut digester);
    state::digest(world, &mut digester);
    digester.finish()
}

/// Writes an accepted answer into the open entry.
fn answer(world: &mut World, side: Side, action: Action) {
    if judging::needs_no_question(&action) {
        journal::record(world, answered(&action));
        let facts = judging::facts_without_question(&View::umpire(world), side, &action).unwrap_or_default();
        lost_update::check(world, &facts);
        for fact in facts {
            journal::record(world, fact);
        }
        return;
    }
    if world.resource::<DrawOffer>().0 == Some(side.other()) {
        let lapsed = Narration::Marked { of: Ref::Side(side.other()), what: OFFER_DRAW, on: false };
        journal::record(world, Fact::new(HOUSE, lapsed).change(set(DrawOffer(None))));
    }
    let Some(question) = world.resource::<Agenda>().question().cloned() else { return };
    if question.key == dice_by_hand::KEY {
        journal::record(world, answered(&action));
        journal::record(world, dice_by_hand::told(world, &action));
        journal::pop(world);
        return;
    }
    if let Recipients::One(_) = question.to {
        journal::record(world, answered(&action));
        enact(world, &question, &[(side, action)]);
        return;
    }
    let mut sealed = question;
    drafts::seal(&View::umpire(world), &mut sealed, side, action);
    if !sealed.waiting().is_empty() {
        journal::become_frame(world, Frame::Ask(sealed));
        return;
    }
    let answers = sealed.answers.clone();
    for (_, action) in &answers {
        journal::record(world, answered(action));
    }
    enact(world, &sealed, &answers);
}

fn answered(action: &Action) -> Fact {
    Fact::new(HOUSE, Narration::Answered(action.clone()))
}

/// Lets the question's handler enact the answers. All are judged and worked out before any of them is recorded.
fn enact(world: &mut World, question: &Question, answers: &[(Side, Action)]) {
    let enacted = |(side, action): &(Side, Action)| {
        let side = *side;
        let judged = Asking { view: View::of(world, side), question: &question.seen_by(Some(side)), side };
        (question.handler.enact)(&Answered { view: View::umpire(world), question, side, judged }, action)
    };
    let effects: Vec<Effects> = answers.iter().map(enacted).collect();
    let mut whole = Effects::pop();
    for effects in effects {
        if let Then::Stay = effects.then {
            whole.then = Then::Stay;
        }
        whole.facts.extend(effects.facts);
        whole.push.extend(effects.push);
    }
    apply(world, whole);
}

/// Runs jobs until a question is on top of the agenda or the battle has ended.
fn settle(world: &mut World) -> Result<(), NeedDice> {
    let mut last = "";
    for _ in 0..MOST_PASSES {
        if world.resource::<Outcome>().0.is_some() {
            return Ok(());
        }
        let top = world.resource_mut::<Agenda>().0.pop();
        let work = match top {
            Some(Frame::Work(work)) => work,
            Some(ask) => {
                world.resource_mut::<Agenda>().0.push(ask);
                return Ok(());
            }
            None => return end(world, NOTHING_LEFT, last),
        };
        last = work.name();
        let effects = work.effects(world);
        world.resource_mut::<Agenda>().0.push(Frame::Work(work));
        if let Some(need) = effects.need {
            if !matches!(world.resource::<Dice>().source(), crate::dice::Source::ByHand(_)) {
                return Err(need);
            }
            journal::push(world, Frame::Ask(dice_by_hand::question(&need)));
            return Ok(());
        }
        apply(world, effects);
    }
    end(world, RUNAWAY, last)
}

/// Ends a battle whose ruleset has a flaw: the agenda ran empty, or jobs ran in a circle. It is a draw, and the fact
/// names the job that ran last, if any ran since the last answer.
fn end(world: &mut World, why: Word, last: &'static str) -> Result<(), NeedDice> {
    let last = Arg::Word(Word(if last.is_empty() { "no job" } else { last }));
    let ending = Ending { winner: None, why };
    let told = Fact::new(HOUSE, Narration::Won(None)).says(why).word(Word("job"), last);
    journal::record(world, told.change(set(Outcome(Some(ending)))));
    Ok(())
}

/// Records the effects that the job or answer on top returned.
fn apply(world: &mut World, effects: Effects) {
    lost_update::check(world, &effects.facts);
    for fact in effects.facts {
        journal::record(world, fact);
        if world.resource::<Outcome>().0.is_some() {
            return;
        }
    }
    match effects.then {
        Then::Pop => journal::pop(world),
        Then::Stay => {}
        Then::Become(work) => journal::become_work(world, work),
    }
    for frame in effects.push {
        journal::push(world, frame);
    }
}

/// Which scripted die does not fit, or that there is none left, and what is asked.
fn dice_trouble(need: &NeedDice) -> Refusal {
    let count = |n: usize| Arg::Measured(Measured::Count(i32::try_from(n).unwrap_or(i32::MAX)));
    let die = need.die;
    let refusal = match need.misfit {
        None => Refusal::new(HOUSE, DICE_RUN_OUT),
        Some(misfit) => {
            let told = match misfit.why.filter(|why| *why != die.why) {
                Some(purpose) => Refusal::new(HOUSE, DIE_FOR_ANOTHER).word(Word("purpose"), Arg::Key(purpose)),
                None => Refusal::new(HOUSE, DIE_DOES_NOT_FIT).word(Word("face"), count(misfit.face.into())),
            };
            told.word(Word("number"), count(misfit.number))
        }
    };
    let who = die.who.map(Ref::Unit).or(die.by.map(Ref::Side));
    let refusal = refusal.word(Word("why"), Arg::Key(die.why)).word(Word("sides"), count(die.sides.into()));
    refusal.word(Word("roller"), who.map_or(Arg::Word(Word("nobody")), Arg::Of))
}

/// Whether a refusal says that scripted dice are the trouble, and not the action.
pub fn is_dice_trouble(refusal: &Refusal) -> bool {
    refusal.cite == HOUSE && [DICE_RUN_OUT, DIE_DOES_NOT_FIT, DIE_FOR_ANOTHER].contains(&refusal.says)
}
