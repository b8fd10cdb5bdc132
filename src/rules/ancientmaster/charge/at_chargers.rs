//! Shooting at chargers (A7.3, W91, W131): each charged unit with missiles may shoot, with the stands that touched no
//! enemy before, at one who was in its range and sight where he began the charge or where he ended it.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::close_up;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    Truth, Value, alter,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::casualties::Suffers;
use crate::rules::ancientmaster::shooting::kernel::Attack;
use crate::rules::ancientmaster::shooting::{self, kernel};
use crate::rules::ancientmaster::state::Hits;
use crate::rules::ancientmaster::support::touches;
use crate::rules::ancientmaster::troop::Tag;

pub const KEY: Word = Word("stand-and-shoot");
const AT: Word = Word("at");
/// The stands that may shoot.
const STANDS: Word = Word("stands");
const RULE: Cite = Cite("A7.3");

crate::verbs! {
    /// What a charged unit does.
    enum Verb {
        Shoot = "shoot",
        Hold = "hold",
    }
}

/// Whether a charged unit shoots at its charger.
pub const HANDLER: Handler = Handler::plain(KEY, Verb::WORDS, offer, enact);

/// A job: the units that were charged shoot, one after another: each with the stands that could reach the charger where
/// he began, and those that were busy with others before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShootsAtCharger {
    pub charger: UnitId,
    pub shots: Vec<(UnitId, Vec<u8>, Vec<u8>)>,
}

/// A job: a unit shoots at its charger with those stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChargerShot {
    pub charger: UnitId,
    pub by: UnitId,
    pub stands: Vec<u8>,
}

impl Job for ShootsAtCharger {
    const NAME: &'static str = "ancientmaster.shoots-at-charger";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(shoots, self, world)
    }
}

impl Job for ChargerShot {
    const NAME: &'static str = "ancientmaster.charger-shot";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(shot, self, world)
    }
}

/// A unit that is charged with its stands that reach the charger where he begins, and those that touch an enemy already.
pub fn before(field: Battlefield, charger: UnitId, of: UnitId) -> (UnitId, Vec<u8>, Vec<u8>) {
    (of, shooting::stands_that_reach(field, of, charger), touched_stands(field, of))
}

/// Whether a unit may shoot at a charger, who stands in `there` where his charge ends.
pub fn may_shoot(field: Battlefield, there: Battlefield, charger: UnitId, of: UnitId) -> bool {
    !stands(there, charger, &before(field, charger, of)).is_empty()
}

/// The stands of a unit that touch an enemy.
fn touched_stands(field: Battlefield, unit: UnitId) -> Vec<u8> {
    let feet = field.feet(unit).iter();
    feet.filter(|foot| !touches(field, foot).is_empty()).map(|foot| foot.base).collect()
}

/// The stands of a charged unit that may shoot.
fn stands(field: Battlefield, charger: UnitId, (of, begin, busy): &(UnitId, Vec<u8>, Vec<u8>)) -> Vec<u8> {
    if field.unit(*of).is_none_or(|troop| troop.kind.shooting == 0 || troop.has(Tag::Stone)) {
        return Vec::new();
    }
    let end = shooting::stands_that_reach(field, *of, charger);
    let all = field.feet(*of).iter().map(|foot| foot.base);
    all.filter(|n| (begin.contains(n) || end.contains(n)) && !busy.contains(n)).collect()
}

pub fn shoots(InRef(job): InRef<ShootsAtCharger>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.charger) {
        return Effects::pop();
    }
    let [first, rest @ ..] = &job.shots[..] else { return Effects::pop() };
    let others = Effects::become_job(ShootsAtCharger { charger: job.charger, shots: rest.to_vec() });
    let stands = stands(field, job.charger, first);
    if stands.is_empty() {
        return others;
    }
    let side = field.0.side_of(first.0);
    let stands = stands.into_iter().map(|n| Ref::Base(first.0, n)).collect();
    let question = Question::to(side, HANDLER, RULE).about(Ref::Unit(first.0)).about(Ref::Unit(job.charger));
    others.ask(question.with(STANDS, Value::Refs(stands)))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let [of @ Ref::Unit(_), charger @ Ref::Unit(_)] = asking.question.about[..] else { return Offer::default() };
    let shoot = Action::new(of, Verb::Shoot.word()).with(AT, Value::Refs(vec![charger]));
    let choices = [Choice::ending(shoot, RULE), Choice::ending(Action::new(of, Verb::Hold.word()), RULE)];
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    if let Some(shot) = asked(asking.question, action) {
        return Effects::pop().push(shot);
    }
    let [Ref::Unit(by), Ref::Unit(_)] = asking.question.about[..] else { return Effects::pop() };
    let holds = Fact::new(RULE, Narration::Said(Word("holds-fire"))).word(Word("who"), Arg::Of(Ref::Unit(by)));
    Effects::pop().fact(holds)
}

/// The shot that an answer to this question means; none for whoever holds his fire.
fn asked(question: &Question, action: &Action) -> Option<ChargerShot> {
    let [Ref::Unit(by), Ref::Unit(charger)] = question.about[..] else { return None };
    if question.key != KEY || Verb::of(action) != Some(Verb::Shoot) {
        return None;
    }
    let base = |of: &Ref| if let Ref::Base(_, n) = of { Some(*n) } else { None };
    let stands = match question.value(STANDS) {
        Some(Value::Refs(stands)) => stands.iter().filter_map(base).collect(),
        _ => Vec::new(),
    };
    Some(ChargerShot { charger, by, stands })
}

/// The attack of the shot that an answer to this question means.
pub fn attack(field: Battlefield, question: &Question, action: &Action) -> Option<Attack> {
    asked(question, action).map(|shot| shooting::attack(field, shot.by, &shot.stands, shot.charger, true))
}

pub fn shot(InRef(job): InRef<ChargerShot>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let attack = shooting::attack(field, job.by, &job.stands, job.charger, true);
    let mut roller = dice.roller();
    let struck = match kernel::strike(&mut roller, &attack) {
        Ok(struck) => struck,
        Err(need) => return Effects::need(need),
    };
    let through = struck.through();
    let fact = shooting::told(RULE, &attack, struck).dice(roller.rolled());
    // They count as struck in the first round, and drive nobody back.
    let fact = fact.change(alter(job.charger, move |hits: &mut Hits| hits.charging += through as u8));
    let suffers = Suffers { unit: job.charger, hits: through, drives: false, volley: false };
    Effects::pop().fact(fact).push(ClosesUp { unit: job.charger, charged: vec![job.by] }).push(suffers)
}

/// A job: a charger whose contact was shot away closes up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosesUp {
    pub unit: UnitId,
    pub charged: Vec<UnitId>,
}

impl Job for ClosesUp {
    const NAME: &'static str = "ancientmaster.closes-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(closes_up, self, world)
    }
}

pub fn closes_up(InRef(job): InRef<ClosesUp>, truth: Truth) -> Effects {
    close_up(Battlefield::of(truth.view()), job.unit, &job.charged, Effects::pop())
}
