//! Pursuits (15.7): who must, who may, how far, and the melee that it may lead to.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::fights::Fights;
use super::retreat::distance;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Measured, Narration, Offer,
    Question, Ref, Truth,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::activation::go::{disorder, moved};
use crate::rules::impetus::activation::plan::{Planned, on_ground};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge::{self, ContactsMade};
use crate::rules::impetus::data::{Pursues, tables};
use crate::rules::impetus::path::{Path, meets};
use crate::rules::impetus::rout::Rout;
use crate::table::{Cdeg, Footprint, Mil};

const MUST: Cite = Cite("I92");
const IMPETUOUS: Cite = Cite("I93");
const MAY: Cite = Cite("I94");
const STOPPED: Cite = Cite("I100");
/// The question's word.
const KEY: Word = Verb::Pursue.word();

crate::verbs! {
    /// What a winner does who is asked.
    pub enum Verb {
        Pursue = "pursue",
        /// Without first turning towards the beaten unit.
        Straight = "pursue-straight",
        Halt = "halt",
    }
}

/// A job: a winner may pursue.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pursue {
    pub unit: UnitId,
    pub after: UnitId,
}

/// A pursuit that is to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pursuit {
    pub unit: UnitId,
    pub after: UnitId,
    /// Whether it does not turn towards the beaten unit (D52).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub straight: bool,
}

impl Job for Pursue {
    const NAME: &'static str = "impetus.pursue";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(pursue, self, world)
    }
}

impl Job for Pursuit {
    const NAME: &'static str = "impetus.pursuit";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(pursuit, self, world)
    }
}

pub const HANDLER: Handler = Handler::plain(KEY, Verb::WORDS, offer, enact);

/// The rule by which a winner pursues, and whether it must; none: it does not.
fn follows(field: Battlefield, unit: UnitId) -> Option<(Cite, bool)> {
    let (kind, troop) = (field.kind(unit), field.troop(unit));
    match kind.pursues {
        Pursues::Never => None,
        Pursues::Must => Some((MUST, true)),
        Pursues::May if !kind.mounted && field.impetuous(unit) => Some((IMPETUOUS, true)),
        Pursues::May => (troop.i > 0).then_some((MAY, false)),
    }
}

/// Whether a pursuing unit may first turn towards the beaten one, which is then its owner's choice (D52).
fn may_turn(field: Battlefield, unit: UnitId, after: UnitId) -> bool {
    let start = field.print(unit);
    toward(field, unit, &start, after) != start
}

/// Decides whether the winner pursues. A unit held by another enemy does not. One that must is asked only when it may
/// turn first.
pub fn pursue(InRef(job): InRef<Pursue>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.unit) || field.engaged(job.unit) {
        return Effects::pop();
    }
    match follows(field, job.unit) {
        None => Effects::pop(),
        Some((_, true)) if !may_turn(field, job.unit, job.after) => {
            Effects::become_job(Pursuit { unit: job.unit, after: job.after, straight: false })
        }
        Some((cite, _)) => {
            let question = Question::to(field.0.side_of(job.unit), HANDLER, cite).about(Ref::Unit(job.unit));
            Effects::pop().ask(question.about(Ref::Unit(job.after)))
        }
    }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let [who @ Ref::Unit(unit), Ref::Unit(after)] = asking.question.about[..] else { return offer };
    let field = Battlefield::of(asking.view);
    let must = follows(field, unit).is_some_and(|(_, must)| must);
    let verbs = [(Verb::Halt, !must), (Verb::Pursue, true), (Verb::Straight, may_turn(field, unit, after))];
    for (verb, _) in verbs.into_iter().filter(|(_, is)| *is) {
        offer.choices.push(Choice::ending(Action::new(who, verb.word()), asking.question.cite));
    }
    offer
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    match (Verb::of(action), &asking.question.about[..]) {
        (Some(verb @ (Verb::Pursue | Verb::Straight)), [Ref::Unit(unit), Ref::Unit(after)]) => {
            Effects::pop().push(Pursuit { unit: *unit, after: *after, straight: verb == Verb::Straight })
        }
        _ => Effects::pop(),
    }
}

/// Rolls the die, turns towards the beaten unit, and moves.
pub fn pursuit(InRef(job): InRef<Pursuit>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    let mut roller = dice.roller();
    let mounted = field.kind(unit).mounted;
    let wish = match distance(&mut roller, field.0.side_of(unit), unit, mounted, Word("pursuit")) {
        Ok(way) => way.mil(),
        Err(need) => return Effects::need(need),
    };
    let cite = follows(field, unit).map_or(MAY, |(cite, _)| cite);
    let rolled = Fact::new(cite, Narration::Said(Word("pursues")))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("way"), Arg::Measured(Measured::Length(wish)))
        .dice(roller.rolled());
    let mut effects = Effects::pop().fact(rolled);
    let start = field.print(unit);
    let turned = if job.straight { start } else { toward(field, unit, &start, job.after) };
    let path = Path { field, unit, from: turned, along: turned.forward(), mates: &[], ended: &[] };
    let (gone, enemies) = way(&path, wish);
    let end = path.at(gone);
    if turned == start && gone == Mil::ZERO && enemies.is_empty() {
        return effects.fact(
            Fact::new(STOPPED, Narration::Said(Word("stands-fast"))).word(Word("who"), Arg::Of(Ref::Unit(unit))),
        );
    }
    let along = if turned == start { vec![start, end] } else { vec![start, turned, end] };
    effects = effects.fact(moved(field, cite, &[(unit, along)]).says(Word("follows")));
    let planned = Planned { unit, start, pivot: None, turned, end, gone, enemies, disorder: None };
    effects =
        effects.facts(on_ground(field, &[unit], &planned, Cdeg::ZERO).and_then(|cite| disorder(field, unit, cite)));
    let mut contacts = ContactsMade::default();
    let mut told = Vec::new();
    for enemy in &planned.enemies {
        if let Some((how, cite)) = charge::swept(field, unit, *enemy) {
            effects = effects.push(Rout { unit: *enemy, how, cite, chain: false });
        } else {
            told.push(contacts.make(field, unit, charge::class(field, &start, &end, *enemy), *enemy));
        }
    }
    if let Some(last) = told.pop() {
        told.push(contacts.record(field, last));
        let disorders = contacts.disorders(field);
        effects = effects.facts(told).facts(disorders);
        effects = effects.push(Fights { left: vec![unit], fresh: contacts.made, paired: Vec::new() });
    }
    effects
}

/// How far it goes, and whom it comes upon.
fn way(path: &Path, wish: Mil) -> (Mil, Vec<UnitId>) {
    let stops = path.stops(wish);
    let free = |way: Mil| stops.iter().all(|stop| !stop.forbids(way));
    if let Some(meeting) = path.meeting(wish).filter(|m| free(m.at)) {
        return (meeting.at, meeting.enemies);
    }
    let first = stops.iter().filter(|s| s.forbids(wish)).map(|s| s.before).fold(wish, Mil::min);
    if free(first) { (first, Vec::new()) } else { (Mil::ZERO, Vec::new()) }
}

/// The unit pivoted about the middle of its front by the smallest angle that brings the beaten unit into its path;
/// unturned when there is no such angle or no room (D52).
fn toward(field: Battlefield, unit: UnitId, start: &Footprint, after: UnitId) -> Footprint {
    if !field.0.on_table(after) {
        return *start;
    }
    let it = field.print(after);
    let most = tables().pursuit.pivot.0.0;
    let graze = tables().touch.inches();
    let turned = |cdeg: i32| start.turned_about(start.front(), Cdeg(cdeg));
    let ahead = |print: &Footprint| meets(print, print.forward(), &it).is_some_and(|met| met.width > graze);
    if ahead(start) {
        return *start;
    }
    let sign = if start.pose().local(it.centre).x < 0.0 { -1 } else { 1 };
    let Some(coarse) = (1..=most / 100).map(|degrees| degrees * 100).find(|a| ahead(&turned(a * sign))) else {
        return *start;
    };
    let least = (coarse - 99..=coarse).find(|a| ahead(&turned(a * sign))).unwrap_or(coarse);
    let end = turned(least * sign);
    let clear = field.0.ground().holds(&end) && field.0.layout().overlapping(&end).all(|f| f.unit == unit);
    let open = !field
        .0
        .ground()
        .under(&end)
        .any(|p| crate::rules::impetus::going::going(p) == crate::rules::impetus::data::Going::Closed);
    if clear && open { end } else { *start }
}
