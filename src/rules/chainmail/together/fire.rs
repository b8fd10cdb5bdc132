//! Targets named in secret by both (3.2): at the pause, and in the missile step. A unit with two shots names one target for
//! both or two.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{in_secret, pause};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, Effects, Fact, Fitted, Handler, Job, Measured, Narration,
    Offer, Param, Range, Ref, Refusal, Ruling, Truth, Value, alter_one, plain,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::sequence::TurnStep;
use crate::rules::chainmail::shooting::{self, Named, Rolls, Shooting, Volleys, may_shoot, targets};
use crate::rules::chainmail::verb::Verb;

pub const KEY: Word = Word("aims");
const AT: Word = Word("at");
const NAMED: Cite = Cite("C130");

pub const HANDLER: Handler =
    Handler { judge, fit, ..Handler::plain(KEY, &[Verb::Shoot.word(), Verb::Done.word()], offer, enact) };

/// A job: the missile step. Where both sides have somebody to shoot they name targets in secret.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FiresTogether {
    pub asked: bool,
}

impl Job for FiresTogether {
    const NAME: &'static str = "chainmail.fires-together";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(fires_together, self, world)
    }
}

pub fn fires_together(InRef(job): InRef<FiresTogether>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if job.asked {
        return Effects::become_job(Rolls { next: 0 });
    }
    let can = Side::BOTH.map(|side| field.side(side).any(|unit| !targets(field, unit).is_empty()));
    match in_secret(can, HANDLER, NAMED).filter(|_| can == [true, true]) {
        Some(question) => Effects::become_job(FiresTogether { asked: true }).ask(question),
        // Nothing is to be hidden from who shoots at nobody.
        None => Effects::become_job(Shooting { last: false }),
    }
}

fn is_pause(field: Battlefield) -> bool {
    field.0.clock().step == TurnStep::Pause.word()
}

/// At whom a unit may shoot in this step, and how many volleys it has.
fn aims(field: Battlefield, unit: UnitId) -> (Vec<UnitId>, u8) {
    if is_pause(field) {
        return (pause::targets(field, unit), 1);
    }
    (targets(field, unit), may_shoot(field, unit).map_or(0, |(shots, _)| shots))
}

fn at(targets: &[UnitId]) -> Value {
    Value::Refs(targets.iter().map(|target| Ref::Unit(*target)).collect())
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        let who = Ref::Unit(unit);
        if ask.who.is_empty() && asking.question.drafts(asking.side).any(|draft| draft.who == [who]) {
            continue;
        }
        if ask.barred
            && field.troop(unit).weapon.is_some()
            && let Err(why) = may_shoot(field, unit)
        {
            offer.barred.push(Barred { key: Verb::Shoot.word(), who: vec![who], why });
        }
        let (targets, shots) = aims(field, unit);
        for target in &targets {
            offer.choices.push(Choice::plain(Verb::Shoot.by(who).with(AT, at(&[*target])), NAMED));
        }
        if let ([one, two, ..], true) = (&targets[..], shots >= 2) {
            let from = targets.iter().map(|target| Ref::Unit(*target)).collect();
            let both = Verb::Shoot.by(who).with(AT, at(&[*one, *two]));
            let param = Param::panel(AT, Range::Pick { from, least: 2, most: 2 });
            offer.choices.push(Choice {
                params: vec![param],
                called: Some(Word("two-targets")),
                ..Choice::plain(both, NAMED)
            });
        }
    }
    offer.choices.push(Choice::ending(Verb::done(asking.side), NAMED));
    offer
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    if let ([Ref::Unit(unit)], Some(target)) = (&action.who[..], action.unit(AT))
        && Verb::of(action) == Some(Verb::Shoot)
        && asking.view.side_of(*unit) == asking.side
    {
        // Says by which rule it may not.
        if is_pause(field) { pause::may(field, *unit, target)? } else { shooting::aims_at(field, *unit, target)? }
    }
    // Who is named already may be named otherwise.
    let own = Ask { who: action.who.clone(), barred: true };
    let mut ruling = plain::judge(&offer(asking, &own), action)?;
    for target in action.refs(AT) {
        if let ([Ref::Unit(unit)], Ref::Unit(target)) = (&action.who[..], target) {
            ruling.odds.extend(shooting::shot(&asking.view, *unit, *target));
        }
    }
    Ok(ruling)
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    if judge(asking, action).is_ok() {
        return Fitted { action: action.clone(), cut: Vec::new() };
    }
    plain::fit(&offer(asking, &Ask { who: action.who.clone(), barred: true }), action)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    if Verb::of(action) != Some(Verb::Done) {
        return Effects::pop();
    }
    let field = Battlefield::of(asking.view);
    let mut named: Vec<Named> = Vec::new();
    for draft in asking.question.drafts(asking.side) {
        let ([Ref::Unit(by)], targets) = (&draft.who[..], draft.refs(AT)) else { continue };
        let (_, shots) = aims(field, *by);
        let passing = is_pause(field) && pause::stands(field, *by);
        let each = if targets.len() == 1 { shots } else { 1 };
        for target in targets {
            if let Ref::Unit(at) = target {
                named.extend((0..each).map(|_| Named { by: *by, at: *at, passing }));
            }
        }
    }
    named.sort_by_key(|named| named.by);
    let count = Arg::Measured(Measured::Count(named.len() as i32));
    let told = Fact::new(NAMED, Narration::Said(Word("volleys-opened")))
        .word(Word("who"), Arg::Of(Ref::Side(asking.side)))
        .word(Word("measured"), count);
    let change = alter_one(move |volleys: &mut Volleys| volleys.named.extend(named.iter().copied()));
    Effects::pop().fact(told.change(change))
}
