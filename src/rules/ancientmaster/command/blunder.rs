//! Blunders (A5.5, W84, W127).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::march::Marching;
use super::runners;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    Truth, alter,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::charge::{self, Cause, Charge};
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::forced::{Slide, Why, free};
use crate::rules::ancientmaster::formation::{full_pace, in_phalanx};
use crate::rules::ancientmaster::relocate::away;
use crate::rules::ancientmaster::sight::{Look, closest_seen};
use crate::rules::ancientmaster::state::Earlier;
use crate::rules::ancientmaster::troop::Tag;
use crate::table::measure::range;
use crate::table::{Foot, Mil};

pub const KEY: Word = Word("blunder");
const RULE: Cite = Cite("A5.5");

/// Which unit of a brigade a blunder discourages for good.
pub const HANDLER: Handler = Handler::plain(KEY, &[KEY], offer, enact);

/// A job: units blunder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blunders {
    pub side: Side,
    pub who: Vec<UnitId>,
}

/// A job: a unit goes at the nearest enemy that it sees (a blunder of six).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoesAtEnemy {
    pub unit: UnitId,
}

impl Job for Blunders {
    const NAME: &'static str = "ancientmaster.blunders";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(blunders, self, world)
    }
}

impl Job for GoesAtEnemy {
    const NAME: &'static str = "ancientmaster.goes-at-enemy";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(goes, self, world)
    }
}

pub fn blunders(InRef(job): InRef<Blunders>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut roller = dice.roller();
    let face = match roller.die(Die::d6(job.side, job.who.first().copied(), Word("blunder"))) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let numbers = &tables().blunder;
    let (says, then) = match face {
        n if n <= numbers.penalty => ("blunder-penalty", 0),
        n if n <= numbers.away => ("blunder-away", 1),
        n if n <= numbers.half => ("blunder-half", 2),
        _ => ("blunder-charge", 3),
    };
    let told = Fact::new(RULE, Narration::Said(Word(says)))
        .word(Word("who"), Arg::Of(Ref::Unit(job.who[0])))
        .dice(roller.rolled())
        .tally(Tally::default().with(Word("die"), face.into(), RULE));
    let effects = Effects::pop().fact(told);
    match then {
        0 => match job.who[..] {
            [one] => effects.fact(discouraged(one)),
            _ => {
                let question = Question::to(job.side, HANDLER, RULE);
                effects.ask(job.who.iter().fold(question, |question, unit| question.about(Ref::Unit(*unit))))
            }
        },
        1 => away_from(field, &job.who).into_iter().fold(effects, Effects::push),
        2 => effects.push(Marching {
            side: job.side,
            who: job.who.clone(),
            half: true,
            runs: runners::keep_up(field, &job.who),
        }),
        _ => job.who.iter().rev().fold(effects, |effects, unit| effects.push(GoesAtEnemy { unit: *unit })),
    }
}

/// A penalty to every later order.
fn discouraged(unit: UnitId) -> Fact {
    let told = Narration::Said(Word("discouraged"));
    let fact = Fact::new(RULE, told).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    fact.change(alter(unit, |earlier: &mut Earlier| earlier.0 += 1))
}

/// The slides of units that go away from the closest enemy that any of them sees within its full pace: by as much as
/// makes every enemy that far, at the pace of the slowest at most.
fn away_from(field: Battlefield, who: &[UnitId]) -> Vec<Slide> {
    let full = |unit: UnitId| full_pace(field.troop(unit).sort()).pace();
    let seen = who.iter().flat_map(|unit| {
        let near = closest_seen(field, *unit, Look::Charge, full(*unit).to_inches());
        near.into_iter().filter_map(|enemy| field.nearest_stands(*unit, enemy))
    });
    let far = |pair: &(&Foot, &Foot)| range(&pair.0.print, &pair.1.print);
    let Some((stand, enemy)) = seen.min_by_key(far) else { return Vec::new() };
    let direction = away(&stand.print, &enemy.print);
    // Pikes slide half a pace at most (W23).
    let pace = |unit: UnitId| {
        let full = full_pace(field.troop(unit).sort());
        if field.has(unit, Tag::Phalanx) { full.half().pace() } else { full.pace() }
    };
    let most = who.iter().map(|unit| pace(*unit)).min().unwrap_or_default();
    // How far they go until no enemy is within the full pace of any of them.
    let enough = |go: Mil| {
        who.iter().all(|unit| {
            let pace = full(*unit);
            let feet = field.feet(*unit).iter().map(|foot| foot.print.shifted(direction * go.to_inches()));
            let side = field.0.side_of(*unit);
            feet.into_iter().all(|print| {
                field.enemy_feet(side, &print, pace.to_inches()).all(|enemy| range(&print, &enemy.print) >= pace)
            })
        })
    };
    let go = crate::battle::greatest::greatest(most.0, |go| !enough(Mil(go))) + 1;
    let go = Mil(go.min(most.0));
    // They go as one: what stops the first of them stops all.
    let slide = |unit: UnitId, go: Mil| Slide { with: who.to_vec(), ..Slide::new(unit, direction, go, Why::Blunder) };
    let go = who.iter().map(|unit| free(field, &slide(*unit, go))).min().unwrap_or_default();
    who.iter().map(|unit| slide(*unit, go)).collect()
}

pub fn goes(InRef(job): InRef<GoesAtEnemy>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let everywhere = field.0.ground().width + field.0.ground().depth;
    let Some(enemy) = closest_seen(field, unit, Look::Charge, everywhere).first().copied() else {
        return Effects::pop();
    };
    let pace = charge::reach(field, unit, Cause::Blunder);
    if charge::plan(field, unit, enemy, pace, Cause::Blunder).is_ok() {
        return Effects::pop().push(Charge { unit, target: enemy, cause: Cause::Blunder });
    }
    let Some((stand, other)) = field.nearest_stands(unit, enemy) else { return Effects::pop() };
    let towards = -away(&stand.print, &other.print);
    let pace = if field.has(unit, Tag::Phalanx) && !goes_in_phalanx(field, unit, towards) {
        full_pace(field.troop(unit).sort()).half().pace()
    } else {
        pace
    };
    Effects::pop().push(Slide::new(unit, towards, pace, Why::Blunder))
}

/// Whether pikes may go more than half a pace in that direction: in phalanx, ahead, and half as far aside at most (W23-W25).
fn goes_in_phalanx(field: Battlefield, unit: UnitId, towards: bevy::math::Vec2) -> bool {
    let heads = field.feet(unit).first().is_some_and(|head| {
        let (ahead, aside) = (towards.dot(head.print.forward()), towards.dot(head.print.right()).abs());
        aside <= ahead * tables().phalanx.aside
    });
    in_phalanx(field, unit) && heads
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choices: Vec<Choice> =
        asking.question.about.iter().map(|unit| Choice::ending(Action::new(*unit, KEY), RULE)).collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(_: &Answered, action: &Action) -> Effects {
    match action.who[..] {
        [Ref::Unit(unit)] => Effects::pop().fact(discouraged(unit)),
        _ => Effects::pop(),
    }
}
