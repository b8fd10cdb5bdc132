//! The general's reroll (A16.2): once a game both dice of his own melee are rolled again, before anything follows from
//! the first throw.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::party::Stand;
use super::round::{Melee, loser};
use super::{melee, result, suffer};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, DiceHand, Effects, Fact, Handler, Job, Measured, Narration, Note, Open,
    Question, Ref, Refusal, Ruling, Truth, alter_one, reroll,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::odds;
use crate::rules::armati::state::Armies;
use crate::rules::armati::switches::Switch;

/// The key of the question, and the verb that orders another throw.
pub const KEY: Word = reroll::KEY;

const REROLL: Cite = Cite("A16.2a");
const ONCE: Cite = Cite("A16.2c");
const HIS_OWN: Cite = Cite("A16.2d");

pub const HANDLER: Handler = Handler { judge, ..reroll::handler(enact) };

/// A job: a melee in which a general may order a reroll. First the unit that made the contact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeleeRound {
    pub pair: (UnitId, UnitId),
    /// The last throw.
    pub thrown: Option<Thrown>,
}

impl Open for MeleeRound {}

/// A throw of both dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    pub faces: [i32; 2],
    /// How many rerolls both generals had ordered in the game before it.
    rerolls: u8,
    /// How many of those who may order one have been asked since then.
    asked: u8,
}

impl Job for MeleeRound {
    const NAME: &'static str = "armati.bout";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(round, self, world)
    }
}

/// The melee as it is now.
pub fn of(field: Battlefield, (a, b): (UnitId, UnitId)) -> Melee {
    melee(field, (a, &Stand::of(field, a)), (b, &Stand::of(field, b)))
}

/// Whether a side's general is in this melee and may still order a reroll.
fn may(field: Battlefield, side: Side, pair: (UnitId, UnitId)) -> bool {
    let general = field.general(side);
    let here = [pair.0, pair.1].into_iter().any(|unit| field.general_with(unit) && field.0.side_of(unit) == side);
    field.plays(Switch::General) && here && general.rerolls < data().tables.general.rerolls
}

/// Why a side's general may not order a reroll outside the question for one; none when the rule is not played.
pub fn refusal(field: Battlefield, side: Side) -> Option<Refusal> {
    let general = field.general(side);
    let who = Ref::Unit(general.marker.filter(|_| field.plays(Switch::General))?);
    let most = data().tables.general.rerolls;
    let count = |n: u8| Measured::Count(i32::from(n));
    Some(if general.rerolls >= most {
        Refusal::new(ONCE, Word("reroll-used")).of(who).above(count(general.rerolls + 1), count(most))
    } else if general.lost || !general.with.is_some_and(|unit| field.engaged(unit)) {
        Refusal::new(HIS_OWN, Word("reroll-elsewhere")).of(who)
    } else {
        Refusal::new(REROLL, Word("reroll-not-yet")).of(who)
    })
}

/// The refusal of another question for an action that it does not know: if that is a reroll, why there is none; else
/// `why`.
pub fn or_why(asking: &Asking, action: &Action, why: Refusal) -> Refusal {
    let orders = reroll::is_ordered(action) && action.who == [Ref::Side(asking.side)];
    refusal(Battlefield::of(asking.view), asking.side).filter(|_| orders).unwrap_or(why)
}

/// The barred reroll that another question lists.
pub fn barred(asking: &Asking, ask: &Ask) -> Option<Barred> {
    let who = Ref::Side(asking.side);
    let why = refusal(Battlefield::of(asking.view), asking.side).filter(|_| ask.barred && ask.wants(who))?;
    Some(Barred { key: KEY, who: vec![who], why })
}

/// Whether anyone may still order a reroll of the melee.
pub fn open(field: Battlefield, pair: (UnitId, UnitId)) -> bool {
    Side::BOTH.into_iter().any(|side| may(field, side, pair))
}

/// Who may order another throw, in this order: the side that is losing first; after a tie the winner of the move
/// option.
fn askers(field: Battlefield, pair: (UnitId, UnitId), sums: [i32; 2]) -> impl Iterator<Item = Side> {
    let losing = loser(sums).map(|party| field.0.side_of([pair.0, pair.1][party]));
    let first = losing.or(field.option().winner).unwrap_or_else(|| field.by_initiative());
    [first, first.other()].into_iter().filter(move |side| may(field, *side, pair))
}

fn rerolls(field: Battlefield) -> u8 {
    Side::BOTH.into_iter().map(|side| field.general(side).rerolls).sum()
}

pub(super) fn round(InRef(job): InRef<MeleeRound>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let pair = job.pair;
    let melee = of(field, pair);
    // The dice are rolled again after a reroll was ordered: the number of rerolls has then changed.
    let Some(thrown) = job.thrown.filter(|thrown| thrown.rerolls == rerolls(field)) else {
        let mut roller = dice.roller();
        let faces = match melee.faces(&mut roller) {
            Ok(faces) => faces,
            Err(need) => return Effects::need(need),
        };
        let round = melee.round(faces);
        let says = if round.lost.is_some() { Word("leads-melee") } else { Word("tied-melee") };
        let fact = result(pair, &round, says).dice(roller.rolled());
        let thrown = Thrown { faces, rerolls: rerolls(field), asked: 0 };
        return Effects::become_job(MeleeRound { thrown: Some(thrown), ..*job }).fact(fact);
    };
    let round = melee.round(thrown.faces);
    let sums = round.tallies.each_ref().map(|tally| tally.total());
    match askers(field, pair, sums).nth(thrown.asked.into()) {
        Some(side) => {
            let thrown = Thrown { asked: thrown.asked + 1, ..thrown };
            let question = Question::to(side, HANDLER, REROLL).about(Ref::Unit(pair.0)).about(Ref::Unit(pair.1));
            Effects::become_job(MeleeRound { thrown: Some(thrown), ..*job }).ask(question)
        }
        None => suffer(field, Effects::pop(), pair, &round),
    }
}

/// A reroll comes with the odds of the new throw for the side that orders it, and the remark that it is the last one.
fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let marker = Battlefield::of(asking.view).general(asking.side).marker.filter(|_| reroll::is_ordered(action));
    let once = marker.map(|who| Note::new(REROLL, Word("once-a-game")).word(Word("who"), Arg::Of(Ref::Unit(who))));
    let ruling = reroll::judge(asking, action, || {
        let [Ref::Unit(a), Ref::Unit(b)] = asking.question.about[..] else { return Vec::new() };
        let (own, other) = if asking.view.side_of(a) == asking.side { (a, b) } else { (b, a) };
        let from = asking.view.pose(own).unwrap_or_default();
        odds::melee_odds(&asking.view, own, other, from).into_iter().collect()
    })?;
    Ok(Ruling { notes: once.into_iter().collect(), ..ruling })
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let side = asking.side;
    let general = field.general(side);
    let Some(marker) = general.marker.filter(|_| reroll::is_ordered(action)) else { return Effects::pop() };
    let from = general.rerolls;
    let (of, what) = (Ref::Unit(marker), Word("rerolls"));
    let told = Narration::Counted { of, what, from: i32::from(from), to: i32::from(from) + 1 };
    let after = alter_one(move |armies: &mut Armies| armies.of_mut(side).general.rerolls += 1);
    let fact = Fact::new(REROLL, told).says(Word("rerolled")).word(Word("who"), Arg::Of(of));
    Effects::pop().fact(fact.change(after))
}
