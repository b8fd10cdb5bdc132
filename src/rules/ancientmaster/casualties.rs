//! Hits and the stands that they take (A8.2, A10.2), and the end of a unit (A11, A14).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::tables;
use super::formation::one_body;
use super::state::{Armies, Destroyed, Hits, Joined, Lost, Phase};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handle, Handler, Job, Measured, Narration, Offer, Param,
    Question, Range, Ref, Truth, Value, Wish, alter, alter_one, plain, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Footprint, Placement};

pub const KEY: Word = Word("remove");
const AT: Word = Word("at");
const HITS: Cite = Cite("A8.2");
const CHARACTERS: Cite = Cite("A11");
/// Outstanding hits, as cards and facts call them.
pub const HITS_LEFT: Word = Word("hits");
/// Stands, as cards and facts call them.
pub const STANDS: Word = Word("stands");

/// Which stand a unit loses.
pub const HANDLER: Handler = Handler { aim, ..Handler::plain(KEY, &[KEY], offer, enact) };

/// A job: so many unsaved hits on a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suffers {
    pub unit: UnitId,
    pub hits: u16,
    /// Whether they drive it back at the end of the shooting phase.
    pub drives: bool,
    /// Whether they are of a volley, which an engaged unit is rid of after the shooting phase (A8.4).
    pub volley: bool,
}

/// A job: so many stands are to be taken off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    pub unit: UnitId,
    pub stands: u8,
}

impl Job for Suffers {
    const NAME: &'static str = "ancientmaster.suffers";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(suffers, self, world)
    }
}

impl Job for Losses {
    const NAME: &'static str = "ancientmaster.losses";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(losses, self, world)
    }
}

/// How many stands so many hits take of one with some outstanding, and how many are outstanding then. Hits beyond the last
/// stand are lost.
pub fn taken(left: u8, hits: u16, per: i32, stands: usize) -> (u8, u8) {
    let per = per.max(1) as u16;
    let all = u16::from(left) + hits;
    let lost = usize::from(all / per);
    if lost >= stands { (stands as u8, 0) } else { (lost as u8, (all % per) as u8) }
}

/// How many hits of volleys are outstanding after more of them, where stands have used up so many hits: the earliest first,
/// and those are of volleys (A8.4, W134).
fn volley_left(before: u8, more: u8, used: i32) -> u8 {
    (i32::from(before) + i32::from(more) - used).max(0) as u8
}

pub fn suffers(InRef(job): InRef<Suffers>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) || job.hits == 0 {
        return Effects::pop();
    }
    let before = field.hits(unit);
    let (stands, left) = taken(before.left, job.hits, field.troop(unit).kind.hits, field.feet(unit).len());
    let (hits, drives, volley) = (job.hits as u8, job.drives, job.volley);
    let used = i32::from(stands) * field.troop(unit).kind.hits;
    let told = Narration::Counted { of: Ref::Unit(unit), what: HITS_LEFT, from: before.left.into(), to: left.into() };
    let count = |n: i32| Arg::Measured(Measured::Count(n));
    let fact = Fact::new(HITS, told).says(Word(if stands == 0 { "suffers" } else { "suffers-stands" }));
    let fact = fact.word(Word("taken"), count(hits.into())).word(Word("left"), count(left.into()));
    let fact = fact.word(Word("off"), count(stands.into())).change(alter(unit, move |of: &mut Hits| {
        of.left = left;
        of.drives += if drives { hits } else { 0 };
        // A stand uses up the earliest hits first (A8.4).
        of.volley = volley_left(of.volley, if volley { hits } else { 0 }, used).min(left);
    }));
    let effects = Effects::pop().fact(fact);
    if stands == 0 { effects } else { effects.push(Losses { unit, stands }) }
}

/// The stands of which any may be taken, so that the others stay one body (A8.2).
fn removable(field: Battlefield, unit: UnitId) -> Vec<u8> {
    let prints = field.prints(unit);
    let whole = one_body(&prints);
    let without = |n: usize| -> Vec<Footprint> {
        prints.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, print)| *print).collect()
    };
    let may = (0..prints.len()).filter(|n| !whole || one_body(&without(*n)));
    may.map(|n| n as u8).collect()
}

pub fn losses(InRef(job): InRef<Losses>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let stands = field.feet(job.unit).len();
    if job.stands == 0 || stands == 0 {
        return Effects::pop();
    }
    if usize::from(job.stands) >= stands {
        return destroyed(field, job.unit, HITS, Word("destroyed"), Effects::pop());
    }
    let rest = Losses { stands: job.stands - 1, ..*job };
    match removable(field, job.unit)[..] {
        [only] => removed(field, job.unit, only, HITS, Effects::become_job(rest)),
        _ => Effects::become_job(rest)
            .ask(Question::to(field.0.side_of(job.unit), HANDLER, HITS).about(Ref::Unit(job.unit))),
    }
}

/// The effects that take one stand off.
pub fn removed(field: Battlefield, unit: UnitId, base: u8, cite: Cite, effects: Effects) -> Effects {
    let left: Vec<_> = field.poses(unit).into_iter().enumerate().filter(|(n, _)| *n != usize::from(base)).collect();
    let gone = Narration::Gone { of: Ref::Base(unit, base), how: Word("lost") };
    let poses: Vec<_> = left.into_iter().map(|(_, pose)| pose).collect();
    if poses.is_empty() {
        return destroyed(field, unit, cite, Word("destroyed"), effects);
    }
    let prints: Vec<Footprint> = poses.iter().map(|pose| field.size(unit).base(*pose)).collect();
    let mut fact = Fact::new(cite, gone)
        .says(Word("stand-lost"))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .change(put(unit, Placement::Loose(poses)))
        .change(alter(unit, |lost: &mut Lost| lost.0 += 1));
    if let Some(at) = super::muster::middle(&prints) {
        for leader in field.joined_to(unit) {
            fact = fact.change(put(leader, Placement::Token(at)));
        }
    }
    effects.fact(fact)
}

/// The effects of the end of a unit: it leaves the table for good, and its characters are slain (A11).
pub fn destroyed(field: Battlefield, unit: UnitId, cite: Cite, how: Word, effects: Effects) -> Effects {
    let side = field.0.side_of(unit);
    let lost = field.lost(unit);
    let all = field.troop(unit).kind.stands;
    let cost = field.troop(unit).points;
    let gone = Narration::Gone { of: Ref::Unit(unit), how };
    let fact = Fact::new(cite, gone)
        .change(put(unit, Placement::Off))
        .change(put(unit, Destroyed(true)))
        .change(alter(unit, move |of: &mut Lost| of.0 = all.max(lost)))
        .change(alter_one(move |armies: &mut Armies| {
            let army = armies.of_mut(side);
            army.lost += 1;
            army.points += cost;
        }))
        .change(alter_one(move |phase: &mut Phase| phase.pool.retain(|of| *of != unit)));
    let slain = field.joined_to(unit).into_iter().map(|leader| slain(field, leader));
    effects.fact(fact).facts(slain)
}

/// Whether a unit of three or more stands has come down to one (A14).
pub fn reduced(field: Battlefield, unit: UnitId) -> bool {
    field.troop(unit).kind.stands >= 3 && field.feet(unit).len() == 1
}

/// The fact that a character is slain; with a general his army withdraws.
pub fn slain(field: Battlefield, leader: UnitId) -> Fact {
    let side = field.0.side_of(leader);
    let (cost, general) = field.leader(leader).map_or((0, false), |of| (of.points, of.is_general()));
    let gone = Narration::Gone { of: Ref::Unit(leader), how: Word("slain") };
    Fact::new(CHARACTERS, gone)
        .change(put(leader, Placement::Off))
        .change(put(leader, Destroyed(true)))
        .change(put(leader, Joined(None)))
        .change(alter_one(move |armies: &mut Armies| {
            let army = armies.of_mut(side);
            army.points += cost;
            army.general_lost |= general;
        }))
}

fn loser(asking: &Asking) -> Option<UnitId> {
    if let [Ref::Unit(unit)] = asking.question.about[..] { Some(unit) } else { None }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let Some(unit) = loser(asking) else { return Offer::default() };
    let field = Battlefield::of(asking.view);
    let from: Vec<Ref> = removable(field, unit).into_iter().map(|n| Ref::Base(unit, n)).collect();
    let last = from.last().copied().into_iter().collect();
    let pick = Param { handle: Handle::Target, ..Param::panel(AT, Range::Pick { from, least: 1, most: 1 }) };
    let action = Action::new(Ref::Unit(unit), KEY).with(AT, Value::Refs(last));
    let choice = Choice { params: vec![pick], ..Choice::ending(action, HITS) };
    Offer { question: KEY, choices: [choice].into(), ..Offer::default() }
}

/// The stand that is pointed at.
fn aim(asking: &Asking, choice: &Choice, wish: Wish) -> crate::battle::Fitted {
    match wish {
        Wish::Target(of @ Ref::Base(..)) => {
            let mut action = choice.action.clone();
            action.set(AT, Value::Refs(vec![of]));
            (HANDLER.fit)(asking, &action)
        }
        _ => plain::as_it_stands(choice),
    }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let (Some(unit), [Ref::Base(_, base)]) = (loser(&asking.judged), action.refs(AT)) else { return Effects::pop() };
    removed(Battlefield::of(asking.view), unit, *base, HITS, Effects::pop())
}

/// The victory points that the enemy of a side has (A14): full cost of who is destroyed, half of a unit that has come
/// down to one stand, rounded up.
pub fn points_against(field: Battlefield, side: crate::ids::Side) -> i32 {
    let round = tables().victory.round_to.max(1);
    let half = |unit: UnitId| {
        let cost = field.troop(unit).points;
        (cost + 2 * round - 1) / (2 * round) * round
    };
    let worn: i32 = field.side(side).filter(|unit| reduced(field, *unit)).map(half).sum();
    field.army(side).points + worn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stand_uses_up_the_hits_of_volleys_first() {
        // W134: 2 of a volley and 2 of trampling, 3 a stand: 1 is left, and that is of trampling.
        assert_eq!(volley_left(2, 0, 3), 0);
        assert_eq!(volley_left(1, 0, 0), 1);
        assert_eq!(volley_left(2, 2, 3), 1);
    }

    #[test]
    fn hits_take_stands_and_are_never_more_than_the_last() {
        assert_eq!(taken(0, 2, 3, 3), (0, 2));
        assert_eq!(taken(2, 1, 3, 3), (1, 0));
        assert_eq!(taken(1, 5, 3, 1), (1, 0), "hits beyond the last stand are lost");
        assert_eq!(taken(2, 4, 3, 3), (2, 0));
    }
}
