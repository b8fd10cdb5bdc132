//! The agenda: one stack of what is still to be done. On top is either a question, which a side must answer, or a job,
//! which the rules do by themselves.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;

use bevy::ecs::resource::Resource;
use bevy::ecs::system::{InRef, IntoSystem};
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::action::{Action, Ref, Value};
use super::digest::Digester;
use super::fact::Fact;
use super::install::{self, Handler};
use crate::cite::{Cite, Word};
use crate::dice::NeedDice;
use crate::ids::Side;

/// What is still to be done; the last frame is on top.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Agenda(pub(super) Vec<Frame>);

/// One thing to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// The rules go on with it.
    Work(Work),
    /// A side must answer it.
    Ask(Question),
}

/// A piece of the rules that is under way: what it is about and how far it has come.
///
/// Its `effects` names the system that runs it, so that no job on the agenda is without one: a job without `effects`
/// does not compile.
///
/// ```compile_fail,E0046
/// #[derive(Clone, PartialEq, Debug, serde::Serialize)]
/// struct March;
///
/// impl sandtable::battle::Job for March {
///     const NAME: &'static str = "example.march";
/// }
/// ```
pub trait Job: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static {
    /// Its name, unique, e.g. `drill.march`.
    const NAME: &'static str;

    /// Runs its system on it: `Effects::from_system(march, self, world)`.
    fn effects(&self, world: &mut World) -> Effects;
}

/// A job of any type.
#[derive(Debug)]
pub struct Work(Box<dyn AnyJob>);

/// A question to one side or to both. It carries its handler, so that there is always somebody to deal with the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// What is asked, e.g. `move`, `evade`.
    pub key: Word,
    /// What the ruleset says about it.
    #[serde(skip)]
    pub handler: Handler,
    /// The rule that asks.
    pub cite: Cite,
    /// Whom it is about.
    pub about: Vec<Ref>,
    /// What the asking rule has measured or counted, e.g. the number of faces of a die that a person must roll.
    pub with: Vec<(Word, Value)>,
    /// Whom it goes to.
    pub to: Recipients,
    /// The answers given so far, north's before south's; nothing is done with them until every side asked has answered.
    pub answers: Vec<(Side, Action)>,
}

/// Who must answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recipients {
    /// That side alone.
    One(Side),
    /// Both sides; each may see what the other has already answered.
    Each,
    /// Both sides; neither sees the other's answer until both have answered.
    EachInSecret,
    /// Both sides in secret, in several answers each, given and taken back one by one until the side answers with the
    /// verb `closes`: drafts ([`super::drafts`]).
    EachInDrafts {
        /// With which a side closes.
        closes: Word,
    },
}

/// What one run of a job returns: the facts that happened, and what becomes of the agenda.
#[derive(Debug, Default)]
pub struct Effects {
    /// What happened, in order.
    pub facts: Vec<Fact>,
    /// What becomes of the frame itself.
    pub then: Then,
    /// Frames to put on top of the agenda; the last one ends up uppermost.
    pub push: Vec<Frame>,
    /// Set when a die is not known yet: then none of these effects is applied, and the job runs again when the die is
    /// known.
    pub need: Option<NeedDice>,
}

/// What becomes of the frame whose job has run.
#[derive(Debug, Default)]
pub enum Then {
    /// It is done with.
    #[default]
    Pop,
    /// It stays as it is, and is run again when it lies on top again.
    Stay,
    /// It goes on as this.
    Become(Work),
}

impl Agenda {
    /// The frame on top.
    pub fn top(&self) -> Option<&Frame> {
        self.0.last()
    }

    /// The question on top, when there is one.
    pub fn question(&self) -> Option<&Question> {
        match self.0.last() {
            Some(Frame::Ask(q)) => Some(q),
            _ => None,
        }
    }

    /// All frames, the lowest first.
    pub fn frames(&self) -> &[Frame] {
        &self.0
    }

    /// The uppermost job of that kind.
    pub fn job<J: Job>(&self) -> Option<&J> {
        self.0.iter().rev().find_map(|f| match f {
            Frame::Work(w) => w.job::<J>(),
            Frame::Ask(_) => None,
        })
    }

    pub(super) fn digest(&self, digester: &mut Digester) {
        for frame in &self.0 {
            match frame {
                Frame::Work(w) => w.0.digest(digester),
                Frame::Ask(q) => digester.add(q),
            }
        }
    }
}

impl Question {
    /// A question to one side.
    pub fn to(side: Side, handler: Handler, cite: Cite) -> Question {
        Question::new(Recipients::One(side), handler, cite)
    }

    /// A question to both in secret.
    pub fn secret(handler: Handler, cite: Cite) -> Question {
        Question::new(Recipients::EachInSecret, handler, cite)
    }

    /// A question to both in secret, which each side answers draft by draft until it answers with the verb `closes`.
    pub fn drafted(handler: Handler, closes: Word, cite: Cite) -> Question {
        Question::new(Recipients::EachInDrafts { closes }, handler, cite)
    }

    fn new(to: Recipients, handler: Handler, cite: Cite) -> Question {
        Question { key: handler.key, handler, cite, about: Vec::new(), with: Vec::new(), to, answers: Vec::new() }
    }

    /// The same question, also about `who`.
    #[must_use]
    pub fn about(mut self, who: Ref) -> Question {
        self.about.push(who);
        self
    }

    /// The same question with one more value that the asking rule has measured or counted.
    #[must_use]
    pub fn with(mut self, name: Word, value: Value) -> Question {
        self.with.push((name, value));
        self
    }

    /// The value of that name.
    pub fn value(&self, name: Word) -> Option<&Value> {
        self.with.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// The question as that side may know it: without the other side's sealed answer. For nobody, without any sealed
    /// answer.
    pub(super) fn seen_by(&self, side: Option<Side>) -> Cow<'_, Question> {
        let is_open = |of: Side| !self.is_secret() || Some(of) == side;
        if self.answers.iter().all(|(of, _)| is_open(*of)) {
            return Cow::Borrowed(self);
        }
        let mut seen = self.clone();
        seen.answers.retain(|(of, _)| is_open(*of));
        Cow::Owned(seen)
    }

    /// Whether neither side may see what the other has answered.
    pub fn is_secret(&self) -> bool {
        matches!(self.to, Recipients::EachInSecret | Recipients::EachInDrafts { .. })
    }

    /// Whether that action is the last that a side answers to it.
    pub fn is_closed_by(&self, action: &Action) -> bool {
        match self.to {
            Recipients::One(_) | Recipients::Each | Recipients::EachInSecret => true,
            Recipients::EachInDrafts { closes } => action.key == closes,
        }
    }

    /// The sides that have not answered yet, or have not closed their drafts.
    pub fn waiting(&self) -> Vec<Side> {
        let closed = |side: &Side| self.answers.iter().any(|(of, action)| of == side && self.is_closed_by(action));
        match self.to {
            Recipients::One(side) => vec![side],
            Recipients::Each | Recipients::EachInSecret | Recipients::EachInDrafts { .. } => {
                Side::BOTH.into_iter().filter(|side| !closed(side)).collect()
            }
        }
    }
}

impl Work {
    /// Wraps that job.
    pub fn new(job: impl Job) -> Work {
        Work(Box::new(job))
    }

    /// The job, if it is of that type.
    pub fn job<J: Job>(&self) -> Option<&J> {
        self.0.any().downcast_ref()
    }

    /// The job's name.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Runs the job's system on it.
    pub(super) fn effects(&self, world: &mut World) -> Effects {
        self.0.effects(world)
    }
}

impl Clone for Work {
    fn clone(&self) -> Work {
        Work(self.0.copy())
    }
}

impl PartialEq for Work {
    fn eq(&self, other: &Work) -> bool {
        self.0.same(other.0.any())
    }
}

trait AnyJob: Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn copy(&self) -> Box<dyn AnyJob>;
    fn same(&self, other: &dyn Any) -> bool;
    fn any(&self) -> &dyn Any;
    fn effects(&self, world: &mut World) -> Effects;
    fn digest(&self, digester: &mut Digester);
}

impl<J: Job> AnyJob for J {
    fn name(&self) -> &'static str {
        J::NAME
    }

    fn copy(&self) -> Box<dyn AnyJob> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<J>() == Some(self)
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn effects(&self, world: &mut World) -> Effects {
        Job::effects(self, world)
    }

    fn digest(&self, digester: &mut Digester) {
        digester.add(&(J::NAME, self));
    }
}

impl Effects {
    /// What that system returns for a job. It is set up in the world when it is first run there.
    ///
    /// # Panics
    /// When a resource that the system reads is not in the world.
    pub fn from_system<J: Job, M, S>(system: S, job: &J, world: &mut World) -> Effects
    where
        S: IntoSystem<InRef<'static, J>, Effects, M> + 'static,
    {
        let id = install::system_id(world, system);
        match world.run_system_with(id, job) {
            Ok(effects) => effects,
            Err(missing) => panic!("{} cannot run: {missing}", J::NAME),
        }
    }

    /// The frame is finished and leaves the agenda.
    pub fn pop() -> Effects {
        Effects::default()
    }

    /// The frame stays as it is.
    pub fn stay() -> Effects {
        Effects { then: Then::Stay, ..Effects::default() }
    }

    /// The job on top is replaced by this one.
    pub fn become_job(job: impl Job) -> Effects {
        Effects { then: Then::Become(Work::new(job)), ..Effects::default() }
    }

    /// The job must know these dice before it can go on.
    pub fn need(need: NeedDice) -> Effects {
        Effects { then: Then::Stay, need: Some(need), ..Effects::default() }
    }

    /// The same effects, and this happened.
    #[must_use]
    pub fn fact(mut self, fact: Fact) -> Effects {
        self.facts.push(fact);
        self
    }

    /// The same effects, and all this happened.
    #[must_use]
    pub fn facts(mut self, facts: impl IntoIterator<Item = Fact>) -> Effects {
        self.facts.extend(facts);
        self
    }

    /// The same effects, and this job is to be done before the frame goes on.
    #[must_use]
    pub fn push(mut self, job: impl Job) -> Effects {
        self.push.push(Frame::Work(Work::new(job)));
        self
    }

    /// The same effects, and this question is to be answered before the frame goes on.
    #[must_use]
    pub fn ask(mut self, question: Question) -> Effects {
        self.push.push(Frame::Ask(question));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::HOUSE;

    #[test]
    fn a_sealed_answer_is_seen_by_its_own_side_alone_and_an_open_one_by_both() {
        let handler = super::super::dice_by_hand::HANDLER;
        let answers = Side::BOTH.map(|side| (side, Action::new(Ref::Side(side), handler.key))).to_vec();
        let secret = Question { answers, ..Question::secret(handler, HOUSE) };
        let seen =
            |question: &Question, side| question.seen_by(side).answers.iter().map(|(of, _)| *of).collect::<Vec<_>>();
        assert_eq!(seen(&secret, Some(Side::North)), [Side::North]);
        assert_eq!(seen(&secret, Some(Side::South)), [Side::South]);
        assert!(seen(&secret, None).is_empty());
        let open = Question { to: Recipients::Each, ..secret };
        assert_eq!(seen(&open, None), Side::BOTH);
        assert!(
            matches!(open.seen_by(Some(Side::North)), Cow::Borrowed(_)),
            "nothing is copied where nothing is sealed"
        );
    }
}
