//! Losses (D13): foot loses bases from its last rank, and by and by files; a guard loses the stand that its side picks.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fact, Handle, Handler, Job, Narration, Offer, Param, Question,
    Range, Ref, Truth, Value, View, Wish, plain, put,
};
use sandtable::cite::Word;
use sandtable::ids::UnitId;
use sandtable::table::Placement;
use serde::Serialize;

use super::book::{AT, BASES, FOOT_LOSES, LOSSES};
use super::state::{Kind, Strength};

pub const KEY: Word = Word("lose");

pub const HANDLER: Handler = Handler { aim, ..Handler::plain(KEY, &[KEY], offer, enact) };

/// A unit that has lost strength, but not its last, loses bases.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Losses {
    pub who: UnitId,
}

impl Job for Losses {
    const NAME: &'static str = "drill.losses";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(losses, self, world)
    }
}

/// The effects that take a unit one strength, and what it loses besides before anything else happens.
pub fn with_loss(view: &View, effects: Effects, who: UnitId) -> Effects {
    if view.unit_state::<Strength>(who).0 > 1 { effects.push(Losses { who }) } else { effects }
}

pub fn losses(InRef(job): InRef<Losses>, truth: Truth) -> Effects {
    let view = truth.view();
    let is_foot = view.get::<Kind>(job.who) == Some(&Kind::Foot);
    match *view.placement(job.who) {
        Placement::Block { pose, files, bases, gap } if is_foot && bases > 1 => {
            let left = bases.saturating_sub(FOOT_LOSES).max(1);
            let told = Narration::Counted { of: Ref::Unit(job.who), what: BASES, from: bases.into(), to: left.into() };
            let stands = Placement::Block { pose, files: files.min(left), bases: left, gap };
            Effects::pop().fact(Fact::new(LOSSES, told).change(put(job.who, stands)))
        }
        Placement::Loose(ref poses) if poses.len() > 1 => {
            let side = view.side_of(job.who);
            Effects::pop().ask(Question::to(side, HANDLER, LOSSES).about(Ref::Unit(job.who)))
        }
        _ => Effects::pop(),
    }
}

/// The unit that loses a stand.
fn loser(asking: &Asking) -> Option<UnitId> {
    if let [Ref::Unit(unit)] = asking.question.about[..] { Some(unit) } else { None }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let Some(unit) = loser(asking) else { return Offer::default() };
    let from: Vec<Ref> = (0..).take(asking.view.feet(unit).len()).map(|n| Ref::Base(unit, n)).collect();
    let last = from.last().copied().into_iter().collect();
    let pick = Param { handle: Handle::Target, ..Param::panel(AT, Range::Pick { from, least: 1, most: 1 }) };
    let action = Action::new(Ref::Unit(unit), KEY).with(AT, Value::Refs(last));
    let choice = Choice { params: vec![pick], ..Choice::ending(action, LOSSES) };
    Offer { question: KEY, choices: [choice].into(), ..Offer::default() }
}

/// The stand that is pointed at.
fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> sandtable::battle::Fitted {
    match wish {
        Wish::Target(of @ Ref::Base(..)) => {
            let mut action = choice.action.clone();
            action.set(AT, Value::Refs(vec![of]));
            (HANDLER.fit)(asking, &action)
        }
        _ => plain::as_it_stands(choice),
    }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let (Some(unit), Some(Value::Refs(picked))) = (loser(&asking.judged), action.value(AT)) else {
        return Effects::pop();
    };
    let (Placement::Loose(poses), [of @ Ref::Base(_, lost)]) = (asking.view.placement(unit), &picked[..]) else {
        return Effects::pop();
    };
    let stays = |(n, pose): (usize, &_)| (n != usize::from(*lost)).then_some(*pose);
    let left = poses.iter().enumerate().filter_map(stays).collect();
    let gone = Narration::Gone { of: *of, how: Word("lost") };
    Effects::pop().fact(Fact::new(LOSSES, gone).change(put(unit, Placement::Loose(left))))
}
