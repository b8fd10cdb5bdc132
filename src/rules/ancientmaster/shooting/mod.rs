//! The shooting phase (A8): each unit with missiles shoots once, then those who were hit are driven back.

pub mod aim;
mod bolt;
pub mod kernel;
mod volley;

pub use aim::{line_of_fire, shot, stands_that_reach, targets};
pub use volley::Volley;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::kernel::{Attack, Struck};
use super::battlefield::Battlefield;
use super::drive_back::DriveBacks;
use super::state::{Acts, Phase};
use super::support::engaged;
use super::switches::Switch;
use super::troop::{Sort, Tag};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    Refusal, Ruling, Truth, Value, alter, alter_one, plain,
};
use crate::cite::{Cite, Tally, Word};
use crate::ids::{Side, UnitId};

pub const KEY: Word = Word("shoot");
const HOLD: Word = Word("hold");
const DONE: Word = Word("done");
const AT: Word = Word("at");
const WHO: Cite = Cite("A8.1");
const RESOLUTION: Cite = Cite("A8.2");

/// Who shoots next.
pub const HANDLER: Handler = Handler { judge, ..Handler::plain(KEY, &[KEY, HOLD, DONE], offer, enact) };

/// A job: the shooting of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shooting {
    pub side: Side,
}

impl Job for Shooting {
    const NAME: &'static str = "ancientmaster.shooting";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(shooting, self, world)
    }
}

/// The units of a side that may still shoot at somebody.
fn shooters(field: Battlefield, side: Side) -> Vec<UnitId> {
    field.side(side).filter(|unit| may_shoot(field, *unit).is_ok() && !targets(field, *unit).is_empty()).collect()
}

/// Whether a unit may shoot in this phase.
///
/// # Errors
/// The reason why not.
pub fn may_shoot(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |says: &'static str| Err(Refusal::new(WHO, Word(says)).of(Ref::Unit(unit)));
    let (troop, acts) = (field.troop(unit), field.acts(unit));
    if troop.kind.shooting == 0 {
        return refuse("no-missiles");
    }
    if acts.shot || acts.volley {
        return refuse("has-shot");
    }
    if engaged(field, unit) {
        return refuse("is-engaged");
    }
    Ok(())
}

pub fn shooting(InRef(job): InRef<Shooting>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if field.phase().over || shooters(field, job.side).is_empty() {
        return Effects::become_job(DriveBacks { side: job.side });
    }
    Effects::stay().ask(Question::to(job.side, HANDLER, WHO))
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        if let Err(why) = may_shoot(field, unit) {
            if ask.barred {
                offer.barred.push(Barred { key: KEY, who: vec![Ref::Unit(unit)], why });
            }
            continue;
        }
        let at = targets(field, unit);
        for target in &at {
            let at = Value::Refs(vec![Ref::Unit(*target)]);
            offer.choices.push(Choice::plain(Action::new(Ref::Unit(unit), KEY).with(AT, at), WHO));
        }
        if !at.is_empty() {
            offer.choices.push(Choice::plain(Action::new(Ref::Unit(unit), HOLD), WHO));
        }
    }
    offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), WHO));
    offer
}

/// What is offered, with the odds of the shot.
fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = plain::judge_offered(asking, action)?;
    if let ([Ref::Unit(unit)], Some(target)) = (&action.who[..], action.unit(AT)) {
        ruling.odds.extend(super::odds::shot(&asking.view, *unit, target));
    }
    Ok(ruling)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let [Ref::Unit(unit)] = action.who[..] else {
        let done = Narration::Said(Word("shooting-over"));
        let fact = Fact::new(WHO, done).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
        return Effects::pop().fact(fact.change(alter_one(|phase: &mut Phase| phase.over = true)));
    };
    match action.unit(AT) {
        Some(at) => Effects::pop().push(Volley { by: unit, at, early: false }),
        None => {
            let holds = Fact::new(WHO, Narration::Said(Word("holds-fire"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
            Effects::pop().fact(holds.change(alter(unit, |acts: &mut Acts| acts.shot = true)))
        }
    }
}

/// The dice of some stands of a unit against another that they shoot at; of a bolt those against that one.
pub fn attack_on(field: Battlefield, by: UnitId, stands: &[u8], at: UnitId) -> Attack {
    let bolt = field.has(by, Tag::Bolt).then(|| bolt::attacks(field, by, stands, at));
    let on = bolt.into_iter().flatten().map(|(attack, _)| attack).find(|attack| attack.at == at);
    on.unwrap_or_else(|| attack(field, by, stands, at, false))
}

/// The dice of some stands of a unit against another, each by the cover of the stand that it measures to. Who charges is
/// shot at as he stands now, wherever he was seen.
pub fn attack(field: Battlefield, by: UnitId, stands: &[u8], at: UnitId, charger: bool) -> Attack {
    let troop = field.troop(by);
    let mut dice = Vec::new();
    for foot in field.feet(by).iter().filter(|foot| stands.contains(&foot.base)) {
        let found = shot(field, foot, at);
        let open = super::cover::to_hit(super::terrain::Cover::Open);
        let hits_on = found.map_or(open, |shot| shot.hits_on);
        let hits_on = if charger { open } else { hits_on };
        kernel::add(&mut dice, troop.kind.shooting.max(0) as u16, hits_on);
    }
    let pierces = troop.has(Tag::Bolt) || troop.has(Tag::Stone);
    let armour = field.troop(at).kind.armour.filter(|_| !pierces);
    Attack { by: field.0.side_of(by), who: by, dice, at, armour, why: Word("shooting") }
}

/// The fact of a shot, without what follows from it.
pub fn told(cite: Cite, attack: &Attack, struck: Struck) -> Fact {
    let mut tally = Tally::default();
    tally.add(Word("hit"), i32::from(struck.hits), RESOLUTION);
    tally.add(Word("saved"), -i32::from(struck.saved), RESOLUTION);
    let shot = Narration::Shot { from: Ref::Unit(attack.who), at: Ref::Unit(attack.at) };
    Fact::new(cite, shot)
        .says(Word("shoots"))
        .word(Word("who"), Arg::Of(Ref::Unit(attack.who)))
        .word(Word("whom"), Arg::Of(Ref::Unit(attack.at)))
        .tally(tally)
}

/// Whether a unit may shoot before it moves (W2): a skirmisher that has not shot, before its first move of the turn.
pub fn may_volley(field: Battlefield, unit: UnitId, orders: u8) -> bool {
    let acts = field.acts(unit);
    let first = orders <= 1 || field.plays(Switch::VolleyAnyMove);
    field.has(unit, Tag::Skirmisher)
        && !acts.volley
        && !acts.shot
        && first
        && field.troop(unit).sort() != Sort::Artillery
        && !targets(field, unit).is_empty()
}
