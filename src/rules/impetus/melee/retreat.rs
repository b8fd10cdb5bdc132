//! Retreats (15.6): a die's distance straight back, friends passed through or pushed along.

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::shove::Shove;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Measured, Narration, Offer,
    Question, Ref, Truth, Value, set,
};
use crate::cite::{Cite, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::activation::go::{disorder, moved};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge::parted;
use crate::rules::impetus::data::{U, tables};
use crate::rules::impetus::elephants::Trample;
use crate::rules::impetus::rout::{Fate, Rout};
use crate::table::Mil;
use crate::table::slide::to_table_edge;

const MUST: Cite = Cite("I89");
const MOUNTED: Cite = Cite("I90");
const FOOT: Cite = Cite("I91");
const BLOCKED: Cite = Cite("I99");
const FRIENDS: Cite = Cite("15.6");
const WITHDRAWS: Cite = Cite("X12");
const EDGE: Cite = Cite("15.6");
/// The question's word: whether a friend in the way is passed through or pushed.
pub const KEY: Word = Word("give-way");
const AT: Word = Word("at");

crate::verbs! {
    /// What becomes of a friend in the way.
    pub enum Verb {
        PassThrough = "pass-through",
        Push = "push-back",
    }
}

/// A job: a beaten unit retreats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Retreat {
    pub unit: UnitId,
    /// How far, by the die; none: not rolled yet.
    pub way: Option<Mil>,
    /// Whether it withdraws from foot by choice (X12): farther, and ending disordered.
    pub withdraws: bool,
}

/// What the owner has decided about friends in the way of the present retreat.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GiveWay {
    pub passed: Vec<UnitId>,
    pub pushed: Vec<UnitId>,
}

impl Job for Retreat {
    const NAME: &'static str = "impetus.retreat";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(retreat, self, world)
    }
}

pub const HANDLER: Handler = Handler::plain(KEY, Verb::WORDS, offer, enact);

/// How far a unit retreats or pursues: a die, and half of it, rounded up, on foot.
///
/// # Errors
/// When the die is not known yet.
pub fn distance(roll: &mut impl Roll, side: Side, unit: UnitId, mounted: bool, why: Word) -> Result<U, NeedDice> {
    let share = if mounted { 1 } else { tables().retreat.foot_share };
    Ok(U(roll.part(Die::d6(side, Some(unit), why), share)?.into()))
}

/// Rolls the die, asks about friends in the way, then moves.
pub fn retreat(InRef(job): InRef<Retreat>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    let Some(way) = job.way else { return rolled(field, &dice, job) };
    let along = -field.print(unit).forward();
    let settled = field.0.battle_state::<GiveWay>();
    let shove = Shove { field, unit, along, passed: &settled.passed, tramples: field.kind(unit).elephants };
    let known = [&settled.passed[..], &settled.pushed[..]].concat();
    if let Some(friend) = shove.passable(way, &known) {
        let question = Question::to(field.0.side_of(unit), HANDLER, FRIENDS).about(Ref::Unit(unit));
        return Effects::stay().ask(question.with(AT, Value::Refs(vec![Ref::Unit(friend)])));
    }
    let effects = go(field, job, way, &shove);
    if job.withdraws { effects.facts(disorder(field, unit, WITHDRAWS)) } else { effects }
}

/// Whether a unit has room behind it to withdraw of its own will.
pub fn may_withdraw(field: Battlefield, unit: UnitId) -> bool {
    let along = -field.print(unit).forward();
    let shove = Shove { field, unit, along, passed: &[], tramples: false };
    let least = tables().full.withdrawal.mil();
    to_table_edge(field.0.ground(), &field.print(unit), along) >= least.to_inches() && shove.room(least).way >= least
}

fn rolled(field: Battlefield, dice: &DiceHand, job: &Retreat) -> Effects {
    let unit = job.unit;
    let mut roller = dice.roller();
    let mounted = field.kind(unit).mounted;
    let way = match distance(&mut roller, field.0.side_of(unit), unit, mounted, Word("retreat")) {
        Ok(way) if job.withdraws => way.mil() + tables().full.withdrawal.mil(),
        Ok(way) => way.mil(),
        Err(need) => return Effects::need(need),
    };
    let (cite, says) = match (job.withdraws, mounted) {
        (true, _) => (WITHDRAWS, "withdraws"),
        (false, true) => (MOUNTED, "retreats"),
        (false, false) => (FOOT, "retreats"),
    };
    let told = Fact::new(cite, Narration::Said(Word(says)))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("way"), Arg::Measured(Measured::Length(way)))
        .dice(roller.rolled());
    Effects::become_job(Retreat { way: Some(way), ..*job })
        .fact(parted(field, unit).into_iter().fold(told, Fact::change))
}

fn go(field: Battlefield, job: &Retreat, way: Mil, shove: &Shove) -> Effects {
    let unit = job.unit;
    let print = field.print(unit);
    let edge = to_table_edge(field.0.ground(), &print, shove.along);
    // A unit that withdraws stops at the edge of the table; a beaten one leaves the table.
    let way = if job.withdraws { way.min(Mil::down(edge)) } else { way };
    let room = shove.room(way);
    let settled = |effects: Effects| {
        let empty = *field.0.battle_state::<GiveWay>() == GiveWay::default();
        let forget = || Fact::new(MUST, Narration::Said(Word("gives-way"))).change(set(GiveWay::default()));
        if empty { effects } else { effects.fact(forget().word(Word("who"), Arg::Of(Ref::Unit(unit)))) }
    };
    let mut effects = settled(Effects::pop());
    match room.friend {
        Some(friend) if shove.tramples => effects = effects.push(Trample { unit, other: friend }),
        Some(friend) => effects = effects.facts(disorder(field, friend, FRIENDS)),
        None => {}
    }
    if room.way < tables().retreat.least.mil() {
        return effects.push(Rout { unit, how: Fate::Destroyed, cite: BLOCKED, chain: false });
    }
    if edge < room.way.to_inches() - 0.010_5 {
        return effects.push(Rout { unit, how: Fate::Fled, cite: EDGE, chain: false });
    }
    // Those farthest along are moved first, so that nobody is moved onto a friend.
    for (friend, by) in shove.pushed(room.way).into_iter().rev() {
        let start = field.print(friend);
        let end = start.shifted(shove.along * by.to_inches());
        effects = effects.fact(moved(field, FRIENDS, &[(friend, vec![start, end])]).says(Word("pushed-back")));
    }
    effects = effects.facts(shove.passed.iter().filter_map(|friend| disorder(field, *friend, FRIENDS)));
    let end = print.shifted(shove.along * room.way.to_inches());
    effects.fact(moved(field, MUST, &[(unit, vec![print, end])]).says(Word("falls-back")))
}

fn about(asking: &Asking) -> Option<(UnitId, UnitId)> {
    match (&asking.question.about[..], asking.question.value(AT)) {
        ([Ref::Unit(unit)], Some(Value::Refs(friends))) => match friends[..] {
            [Ref::Unit(friend)] => Some((*unit, friend)),
            _ => None,
        },
        _ => None,
    }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    if let Some((unit, friend)) = about(asking) {
        for verb in Verb::WORDS {
            let action = Action::new(Ref::Unit(unit), *verb).with(AT, Value::Refs(vec![Ref::Unit(friend)]));
            offer.choices.push(Choice::ending(action, FRIENDS));
        }
    }
    offer
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let Some((unit, friend)) = about(&asking.judged) else { return Effects::pop() };
    let mut settled = asking.view.battle_state::<GiveWay>().clone();
    let says = if Verb::of(action) == Some(Verb::PassThrough) {
        settled.passed.push(friend);
        Word("passes-through")
    } else {
        settled.pushed.push(friend);
        Word("pushes")
    };
    let fact = Fact::new(FRIENDS, Narration::Said(says)).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    Effects::pop().fact(fact.word(Word("friend"), Arg::Of(Ref::Unit(friend))).change(set(settled)))
}
