//! Ambush (3.1.4): divisions hidden in woods or rough ground until an enemy comes near or they show themselves. In the
//! table's state a hidden unit is off the table; where it really stands is stored separately.

use bevy::ecs::component::Component;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::data;
use super::going;
use super::movement::order::{DONE, speaker};
use super::switches::Switch;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Eyes, Fact, HIDDEN, Handler, Job, Measured, Narration, Offer,
    Question, Ref, Refusal, Seen, Truth, UnitState, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, Side, UnitId};
use crate::table::measure::range;
use crate::table::{Footprint, Ground, Placement};

/// The rule.
pub const RULE: Cite = Cite("3.1.4");
/// The verb of showing a hidden division, and the key of the question before the fire step in which a side may do so.
pub const SHOW: Word = Verb::Show.word();
const KEY: Word = Word("ambush");

crate::verbs! {
    /// What a side says of those that it has hidden.
    enum Verb {
        Show = "show",
        Done = "done",
    }
}

/// Where a hidden unit stands; `Off` when it is not hidden.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Hidden(pub Placement);

/// Only its own side may read where it stands.
impl Seen for Hidden {
    const BY: Eyes = Eyes::Side;
}

impl UnitState for Hidden {
    const NAME: &'static str = "armati.hidden";
}

/// The question to one side before it shoots: it may show hidden divisions, so that they can shoot with the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Showing {
    asked: usize,
}

impl Job for Showing {
    const NAME: &'static str = "armati.ambush";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(showing, self, world)
    }
}

pub const HANDLER: Handler = Handler::plain(KEY, Verb::WORDS, offer, enact);

/// The hidden units of a side, with where they stand.
pub fn prints(field: Battlefield<'_>, side: Side) -> impl Iterator<Item = (UnitId, Footprint)> + '_ {
    let units = field.plays(Switch::Ambush).then(|| field.0.roster().of(side));
    units.into_iter().flatten().filter_map(move |unit| Some((unit, print(field, unit)?)))
}

/// Whether the unit is hidden.
pub fn is_hidden(field: Battlefield, unit: UnitId) -> bool {
    print(field, unit).is_some()
}

/// Where a hidden unit stands.
pub fn placement(field: Battlefield, unit: UnitId) -> Option<Placement> {
    field.0.get::<Hidden>(unit).map(|hidden| hidden.0.clone()).filter(Placement::is_on)
}

fn print(field: Battlefield, unit: UnitId) -> Option<Footprint> {
    let hidden = field.0.get::<Hidden>(unit)?;
    hidden.0.footprints(field.0.roster().base(unit)).first().copied()
}

/// The hidden divisions of a side.
pub fn divisions(field: Battlefield, side: Side) -> Vec<BodyId> {
    let mut bodies: Vec<BodyId> = prints(field, side).filter_map(|(unit, _)| field.division_of(unit)).collect();
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}

/// Whether terrain hides a unit that stands there: it must be wholly in one piece of woods or rough ground.
pub fn hides(ground: &Ground, print: &Footprint) -> bool {
    ground.under(print).any(|piece| going::difficult(piece.kind) && piece.covers(print))
}

/// Whether an enemy that passes over those areas comes near enough to the unit to see it.
pub fn is_seen(print: &Footprint, passed: &[Footprint]) -> bool {
    passed.iter().any(|area| range(area, print) <= *data().tables.deployment.ambush_reveal)
}

/// The facts that show hidden divisions of the side opposed to `mover` when units of `mover` pass over those areas.
pub fn met(field: Battlefield, mover: Side, passed: &[(UnitId, Footprint)]) -> Vec<Fact> {
    let areas: Vec<Footprint> = passed.iter().map(|(_, area)| *area).collect();
    let hidden: Vec<(UnitId, Footprint)> = prints(field, mover.other()).collect();
    let seen = hidden.iter().filter(|(_, print)| is_seen(print, &areas));
    let mut bodies: Vec<BodyId> = seen.filter_map(|(unit, _)| field.division_of(*unit)).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let by = passed.first().map(|(unit, _)| *unit);
    bodies.into_iter().map(|body| show(field, body, by)).collect()
}

/// The fact that a division comes out of hiding: seen by that enemy, or (none) of its own will.
pub fn show(field: Battlefield, body: BodyId, by: Option<UnitId>) -> Fact {
    let who = speaker(&field.0, body);
    let told = Narration::Marked { of: who, what: HIDDEN, on: false };
    let limit = Measured::Length(*data().tables.deployment.ambush_reveal);
    let mut fact = Fact::new(RULE, told)
        .says(if by.is_some() { Word("ambush-revealed") } else { Word("ambush-shown") })
        .word(Word("limit"), Arg::Measured(limit));
    if let Some(enemy) = by {
        fact = fact.word(Word("enemy"), Arg::Of(Ref::Unit(enemy)));
    }
    for unit in &field.0.bodies().get(body).units {
        let Some(hidden) = field.0.get::<Hidden>(*unit).filter(|hidden| hidden.0.is_on()) else { continue };
        fact = fact.change(put(*unit, hidden.0.clone())).change(put(*unit, Hidden::default()));
    }
    fact
}

/// Showing a division, as an action: `thicket: show`.
pub fn choice(field: Battlefield, body: BodyId) -> Choice {
    Choice::plain(Action::new(speaker(&field.0, body), SHOW), RULE)
}

/// Checks that the division may show itself.
///
/// # Errors
///
/// When it is not hidden.
pub fn check(field: Battlefield, side: Side, body: BodyId) -> Result<(), Refusal> {
    if divisions(field, side).contains(&body) {
        return Ok(());
    }
    Err(Refusal::new(RULE, Word("not-hidden")).of(speaker(&field.0, body)))
}

fn showing(InRef(job): InRef<Showing>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let first = field.by_initiative();
    let Some(side) = [first, first.other()].get(job.asked).copied() else { return Effects::pop() };
    let next = Effects::become_job(Showing { asked: job.asked + 1 });
    let shoots = |unit: UnitId| field.try_troop(unit).is_some_and(|troop| troop.missile.is_some());
    let any = prints(field, side).any(|(unit, _)| shoots(unit));
    if any { next.ask(Question::to(side, HANDLER, RULE)) } else { next }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut choices: Vec<Choice> = divisions(field, asking.side).into_iter().map(|body| choice(field, body)).collect();
    choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE));
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    match super::movement::order::spoken(&field.0, &action.who) {
        Some(body) if Verb::of(action) == Some(Verb::Show) => Effects::stay().fact(show(field, body, None)),
        _ => Effects::pop(),
    }
}
