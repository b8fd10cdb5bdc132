//! Reactions (D6): the side that is approached stands, falls back or volleys, while the march waits.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::{
    Action, Answered, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Param, Range, Ref,
    Truth, Value, put,
};
use sandtable::cite::Word;
use sandtable::ids::UnitId;
use sandtable::table::{Cdeg, Leg, Mil, Placement};
use serde::Serialize;

use super::book::{AT, BY, FALL_BACK, REACTION};
use super::state::{Shaken, Strength};
use super::{kernels, losses, march, turn};

pub const KEY: Word = Word("react");
const STAND: Word = Word("stand");
const BACK: Word = Word("fall-back");
pub const SHOOT: Word = Word("volley");

pub const HANDLER: Handler = Handler::plain(KEY, &[STAND, BACK, SHOOT], offer, enact);

/// A volley that is to be rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Volley {
    pub by: UnitId,
    pub at: UnitId,
}

impl Job for Volley {
    const NAME: &'static str = "drill.volley";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(volley, self, world)
    }
}

/// Who marches and who reacts.
fn parties(asking: &Asking) -> Option<(UnitId, UnitId)> {
    match asking.question.about[..] {
        [Ref::Unit(mover), Ref::Unit(reactor)] => Some((mover, reactor)),
        _ => None,
    }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let Some((mover, reactor)) = parties(asking) else { return Offer::default() };
    let act = |key| Action::new(Ref::Unit(reactor), key);
    let volley = act(SHOOT).with(AT, Value::Refs(vec![Ref::Unit(mover)]));
    let mut choices = vec![Choice::ending(act(STAND), REACTION), Choice::ending(volley, REACTION)];
    let room = march::room_behind(&asking.view, reactor, FALL_BACK);
    if room > Mil::ZERO {
        let by = Param::panel(BY, Range::Length(Mil::ZERO, room)).stop(Value::Length(room), Word("all"));
        let back = act(BACK).with(BY, Value::Length(Mil::ZERO));
        choices.push(Choice { params: vec![by], ..Choice::ending(back, REACTION) });
    }
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let Some((mover, reactor)) = parties(&asking.judged) else { return Effects::pop() };
    match action.key {
        SHOOT => Effects::pop().push(Volley { by: reactor, at: mover }),
        BACK => {
            let legs = [Leg::Slide(Cdeg::HALF, action.length(BY).unwrap_or_default())];
            Effects::pop().facts(march::moved(&asking.view, reactor, &legs, REACTION))
        }
        _ => Effects::pop(),
    }
}

/// A hit costs strength and ends the march.
pub fn volley(InRef(job): InRef<Volley>, truth: Truth, dice: DiceHand) -> Effects {
    let view = truth.view();
    let mut roller = dice.roller();
    let hit = match kernels::volley(&mut roller, view.side_of(job.by), job.by) {
        Ok(hit) => hit,
        Err(need) => return Effects::need(need),
    };
    let tell = Narration::Shot { from: Ref::Unit(job.by), at: Ref::Unit(job.at) };
    let shot = Fact::new(REACTION, tell).says(Word("shoots")).dice(roller.rolled());
    if !hit {
        return Effects::pop().fact(shot);
    }
    let lost = turn::loss(&view, job.at, REACTION).change(put(job.at, Shaken(true)));
    let last = view.unit_state::<Strength>(job.at).0 <= 1;
    let gone = last.then(|| {
        let gone = Narration::Gone { of: Ref::Unit(job.at), how: Word("shot") };
        Fact::new(REACTION, gone).change(put(job.at, Placement::Off))
    });
    losses::with_loss(&view, Effects::pop().fact(shot).fact(lost).facts(gone), job.at)
}
