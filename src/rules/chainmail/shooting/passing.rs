//! Fire at who passes (7.3): missile troops who have not moved shoot at half the way of who charges, or would be out of their
//! reach at its end; one volley each, at once, and all their shots are spent.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::ready::may_shoot;
use super::{Named, Rolls, Volleys};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Truth,
    Value, alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::sight::sighted_at;
use crate::rules::chainmail::verb::Verb;
use crate::table::{Footprint, Mil, Pose};

pub const KEY: Word = Word("pass-fire");
const AT: Word = Word("at");
const WHICH: Word = Word("which");
const RULE: Cite = Cite("C65");

/// Which units shoot at a mover who stands at half his way.
pub const HANDLER: Handler = Handler::plain(KEY, &[Verb::Shoot.word(), Verb::Done.word()], offer, enact);

/// A job: the mover stands at half his way, and those whom that concerns may shoot at him. `end`: where he would stand at
/// the end of a march; none for a charge, an attack, or one who shoots on the move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassFire {
    pub mover: UnitId,
    pub end: Option<Pose>,
}

impl Job for PassFire {
    const NAME: &'static str = "chainmail.pass-fire";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(pass_fire, self, world)
    }
}

/// Who may shoot at a mover while he is there, and cares to: he charges, or would end out of their reach.
pub fn concerned(field: Battlefield, mover: UnitId, there: &Footprint, end: Option<Pose>) -> Vec<UnitId> {
    let out_of_reach = |unit: UnitId| {
        end.is_none_or(|end| {
            let print = Footprint::new(end, there.width(), there.depth());
            sighted_at(field, unit, mover, &print).is_err()
        })
    };
    let may = |unit: &UnitId| {
        let acts = field.acts(*unit);
        acts.gone == Mil::ZERO
            && may_shoot(field, *unit).is_ok()
            && sighted_at(field, *unit, mover, there).is_ok()
            && out_of_reach(*unit)
    };
    field.enemies(mover).filter(may).collect()
}

fn waiting(field: Battlefield, mover: UnitId, end: Option<Pose>) -> Vec<UnitId> {
    let volleys: &Volleys = field.0.battle_state();
    let named = |unit: &UnitId| volleys.named.iter().any(|named| named.by == *unit);
    concerned(field, mover, &field.print(mover), end).into_iter().filter(|unit| !named(unit)).collect()
}

pub fn pass_fire(InRef(job): InRef<PassFire>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let side: Side = field.0.side_of(job.mover).other();
    let there = field.0.on_table(job.mover) && !field.engaged(job.mover);
    let volleys: &Volleys = field.0.battle_state();
    let waiting = if there { waiting(field, job.mover, job.end) } else { Vec::new() };
    if !volleys.closed && !waiting.is_empty() {
        let which = Value::Refs(waiting.into_iter().map(Ref::Unit).collect());
        let question = Question::to(side, HANDLER, RULE).about(Ref::Unit(job.mover)).with(WHICH, which);
        return Effects::stay().ask(question);
    }
    let effects = if volleys.named.is_empty() { Effects::pop() } else { Effects::become_job(Rolls { next: 0 }) };
    if !volleys.closed {
        return effects;
    }
    let over = Fact::new(RULE, Narration::Said(Word("no-more-fire"))).word(Word("who"), Arg::Of(Ref::Side(side)));
    effects.fact(over.change(alter_one(|volleys: &mut Volleys| volleys.closed = false)))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let which = match asking.question.value(WHICH) {
        Some(Value::Refs(which)) => which.as_slice(),
        _ => &[],
    };
    let mover = asking.question.about.first().copied();
    for unit in which.iter().copied().filter(|unit| ask.wants(*unit)) {
        let at = Value::Refs(mover.into_iter().collect());
        offer.choices.push(Choice::plain(Verb::Shoot.by(unit).with(AT, at), RULE));
    }
    offer.choices.push(Choice::ending(Verb::done(asking.side), RULE));
    offer
}

fn enact(_: &Answered, action: &Action) -> Effects {
    match (&action.who[..], action.unit(AT)) {
        ([Ref::Unit(by)], Some(at)) => {
            let by = *by;
            let told = Fact::new(RULE, Narration::Said(Word("will-shoot")))
                .word(Word("who"), Arg::Of(Ref::Unit(by)))
                .word(Word("whom"), Arg::Of(Ref::Unit(at)));
            let named = move |volleys: &mut Volleys| volleys.named.push(Named { by, at, passing: true });
            Effects::pop().fact(told.change(alter_one(named)))
        }
        _ => {
            let done = Fact::new(RULE, Narration::Said(Word("lets-pass")));
            Effects::pop().fact(done.change(alter_one(|volleys: &mut Volleys| volleys.closed = true)))
        }
    }
}
