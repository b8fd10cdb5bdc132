//! A charge at an opportunity (X7): straight ahead at a unit that has entered the zone. A unit that came to shoot may
//! do so first.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::ready::RULE;
use super::{AT, Answer, HOLD, answer, answered, forgotten};
use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Truth, Value,
    alter, plain,
};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::rules::impetus::activation::go::{disorder, moved};
use crate::rules::impetus::activation::order::SHOOT;
use crate::rules::impetus::activation::plan::{Planned, on_ground};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge::{self, ContactsMade};
use crate::rules::impetus::firing::{self, Shooting};
use crate::rules::impetus::going;
use crate::rules::impetus::melee::fights::Fights;
use crate::rules::impetus::path::{Meeting, Path};
use crate::rules::impetus::rout::Rout;
use crate::rules::impetus::state::Acts;
use crate::table::{Cdeg, Footprint};

/// The question whether who is about to be charged shoots first.
const KEY: Word = Word("shoot-first");

/// A job: a unit that stood ready charges one that has moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strike {
    /// Who charges.
    pub unit: UnitId,
    /// Who is charged: it has moved into the charger's zone.
    pub at: UnitId,
    /// The enemies whose move brought it about: the unit that is charged, and all who moved with it.
    pub movers: Vec<UnitId>,
    /// Whether the mover was itself charging the unit that now charges it: then both have charged.
    pub meets: bool,
    /// Whether the mover moved in order to shoot, and may do so first.
    pub shoots: bool,
}

impl Job for Strike {
    const NAME: &'static str = "impetus.strike";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(strike, self, world)
    }
}

pub const HANDLER: Handler = Handler {
    judge: |asking, action| {
        let ruling = plain::judge_offered(asking, action)?;
        let shot = match (Answer::of(action), &action.who[..], action.unit(AT)) {
            (Some(Answer::Shoot), [Ref::Unit(unit)], Some(at)) => {
                firing::possible(Battlefield::of(asking.view), *unit, at)
            }
            _ => None,
        };
        let odds = shot.iter().map(crate::rules::impetus::odds::of_shot).collect();
        Ok(crate::battle::Ruling { odds, ..ruling })
    },
    ..Handler::plain(KEY, &[SHOOT, HOLD], offer, enact)
};

/// Asks whether the charged unit shoots first, where it may and its owner has not answered; then makes the charge.
pub fn strike(InRef(job): InRef<Strike>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let both = field.0.on_table(job.unit) && field.0.on_table(job.at);
    if both && job.shoots && answer(field, job.at, job.unit).is_none() {
        let may = firing::targets(field, job.at, false).is_ok_and(|targets| !targets.is_empty());
        if may {
            let question = Question::to(field.0.side_of(job.at), HANDLER, RULE).about(Ref::Unit(job.at));
            return Effects::stay().ask(question.about(Ref::Unit(job.unit)));
        }
    }
    let forgotten = forgotten(field, RULE);
    match both.then(|| charge_ahead(field, job)).flatten() {
        Some((end, contact)) => charged(field, job, end, &contact, forgotten),
        None => Effects::pop().facts(forgotten),
    }
}

/// Where a charge straight ahead ends and whom it meets there; none where it does not reach the unit that it is for, may
/// not stand there, or the charger is disordered.
fn charge_ahead(field: Battlefield, job: &Strike) -> Option<(Footprint, Meeting)> {
    let print = field.print(job.unit);
    let path = Path { field, unit: job.unit, from: print, along: print.forward(), mates: &[], ended: &[] };
    let reach = going::reach(field, job.unit, &print, print.forward(), field.troop(job.unit).m);
    let contact = path.meeting(reach).filter(|contact| contact.enemies.contains(&job.at))?;
    let barred = path.stops(contact.at).iter().any(|stop| stop.forbids(contact.at));
    (!barred && !field.disordered(job.unit)).then(|| (path.at(contact.at), contact))
}

/// The charge to where it ends, what the ground does to the charger, and the fights with all whom it meets; skirmishers
/// among them are swept away without one.
fn charged(field: Battlefield, job: &Strike, end: Footprint, contact: &Meeting, forgotten: Option<Fact>) -> Effects {
    let (unit, start) = (job.unit, field.print(job.unit));
    let mut told = moved(field, RULE, &[(unit, vec![start, end])]).says(Word("strikes"));
    for mover in job.movers.iter().filter(|mover| field.0.on_table(**mover)) {
        told = told.change(alter(*mover, |acts: &mut Acts| acts.fought = true));
    }
    let gone = contact.at;
    let planned = Planned { unit, start, pivot: None, turned: start, end, gone, enemies: Vec::new(), disorder: None };
    let by_ground = on_ground(field, &[unit], &planned, Cdeg::ZERO).and_then(|cite| disorder(field, unit, cite));
    let mut effects = Effects::pop().facts(forgotten).fact(told).facts(by_ground);
    let mut contacts = ContactsMade::default();
    let mut facts = Vec::new();
    for enemy in &contact.enemies {
        if let Some((how, cite)) = charge::swept(field, unit, *enemy) {
            effects = effects.push(Rout { unit: *enemy, how, cite, chain: false });
            continue;
        }
        let class = charge::class(field, &start, &end, *enemy);
        facts.push(contacts.make(field, unit, class, *enemy));
        if job.meets && *enemy == job.at {
            contacts.counter_charged(unit, *enemy);
        }
    }
    if let Some(last) = facts.pop() {
        facts.push(contacts.record(field, last));
        effects = effects.facts(facts).facts(contacts.disorders(field));
        effects = effects.push(Fights { left: vec![unit], fresh: contacts.pairs(), paired: Vec::new() });
    }
    effects
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    if let [who @ Ref::Unit(unit), Ref::Unit(_)] = asking.question.about[..] {
        offer.choices.push(Choice::ending(Action::new(who, HOLD), RULE));
        for at in firing::targets(Battlefield::of(asking.view), unit, false).unwrap_or_default() {
            let action = Action::new(who, SHOOT).with(AT, Value::Refs(vec![Ref::Unit(at)]));
            offer.choices.push(Choice::ending(action, RULE));
        }
    }
    offer
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let [Ref::Unit(unit), Ref::Unit(by)] = asking.question.about[..] else { return Effects::pop() };
    let shot = action.unit(AT).filter(|_| Answer::of(action) == Some(Answer::Shoot));
    let told = Fact::new(RULE, Narration::Said(if shot.is_some() { Word("shoots-first") } else { Word("waits") }))
        .word(Word("who"), crate::battle::Arg::Of(Ref::Unit(unit)))
        .change(answered(unit, by, if shot.is_some() { Answer::Shoot } else { Answer::Hold }));
    match shot {
        Some(at) => {
            let fired = alter(unit, |acts: &mut Acts| acts.fired = true);
            Effects::pop().fact(told.change(fired)).push(Shooting { unit, at, ready: false })
        }
        None => Effects::pop().fact(told),
    }
}
