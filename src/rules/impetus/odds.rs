//! The odds that the window shows and the captain uses: computed by the same functions that roll, over every case.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::battlefield::Battlefield;
use super::charge;
use super::damage::Test;
use super::damage::Tested;
use super::data::Tag;
use super::firing::{self, Shot};
use super::melee::opponent::opponents;
use super::melee::party::Party;
use super::melee::pilum::{Volley, thrown};
use super::melee::round::{Fighter, MeleeRound, Verdict};
use super::state::{Class, Contact};
use crate::battle::{Odds, OddsOutcome, Ref, View};
use crate::cite::{Tally, Word};
use crate::dice::odds::every_case;
use crate::ids::UnitId;
use crate::table::{Footprint, Pose};

/// The denominator of shares where pila make the cases too many to count one by one.
const FINE: f64 = (1u64 << 53) as f64;

/// The odds of a shot from where both stand now: `hit` does damage, `loss` costs VBU, `break` routs.
pub fn shot(view: &View, shooter: UnitId, at: UnitId) -> Option<Odds> {
    firing::possible(Battlefield::of(*view), shooter, at).map(|shot| of_shot(&shot))
}

/// The odds of a shot that was judged.
pub fn of_shot(shot: &Shot) -> Odds {
    let cases = every_case(|dice| shot.roll(dice));
    let outcomes = vec![
        OddsOutcome::of(Word("hit"), &cases, |t| t.damage > 0),
        OddsOutcome::of(Word("miss"), &cases, |t| t.damage == 0),
        OddsOutcome::of(Word("loss"), &cases, |t| t.loss > 0),
        OddsOutcome::of(Word("break"), &cases, |t| t.routed),
    ];
    let tallies = [shot.dice.clone(), shot.test.critical(0)];
    Odds {
        by: Ref::Unit(shot.unit),
        at: Ref::Unit(shot.at),
        outcomes,
        tallies,
        simulated: cases.simulated,
        notes: Vec::new(),
    }
}

/// The odds of a unit's present melee, with the enemy that it would fight.
pub fn standing(field: Battlefield, unit: UnitId) -> Option<Odds> {
    let enemy = opponents(field, unit, &[]).first().copied()?;
    let round = MeleeRound::standing(field, unit, enemy, &[], &[unit, enemy])?;
    Some(of_round(&round, (unit, enemy)))
}

/// The odds of the melee between the attacker and that target: the present one, or the one if it moved from where it is
/// now and made contact at that pose. `win`, `tie` and `lose` add up to all cases; `break` is the part of `win` in
/// which the target is routed, `broken` the part of `lose` in which the attacker is.
pub fn melee_odds(view: &View, attacker: UnitId, at: UnitId, from: Pose) -> Option<Odds> {
    let field = Battlefield::of(*view);
    let foes = view.on_table(attacker) && view.on_table(at) && view.side_of(attacker) != view.side_of(at);
    if !foes || field.kind(attacker).stays {
        return None;
    }
    if field.contacts(attacker).iter().any(|c| c.enemy == at) {
        let round = MeleeRound::standing(field, attacker, at, &[], &[attacker, at])?;
        return Some(of_round(&round, (attacker, at)));
    }
    if field.engaged(attacker) {
        return None;
    }
    let start = charge::began(field, attacker, &field.print(attacker));
    let end = Footprint::new(from, start.width(), start.depth());
    arriving(field, attacker, &start, &end, at, false)
}

/// The odds of a charge that ends there.
pub fn arriving(
    field: Battlefield,
    unit: UnitId,
    start: &Footprint,
    end: &Footprint,
    at: UnitId,
    disordered: bool,
) -> Option<Odds> {
    if charge::swept(field, unit, at).is_some() {
        let outcomes = ["win", "break"].map(|what| OddsOutcome { what: Word(what), cases: 1, of: 1 });
        let tallies = [Tally::default(), Tally::default()];
        let (by, at) = (Ref::Unit(unit), Ref::Unit(at));
        return Some(Odds { by, at, outcomes: outcomes.to_vec(), tallies, simulated: None, notes: Vec::new() });
    }
    let print = field.print(at);
    let class = charge::class(field, start, end, at);
    let contact = |enemy: UnitId, made: bool| Contact { enemy, class, made };
    let own = Party::new(field, unit, end, contact(at, true), &print, true);
    let staked = charge::staked(field, unit, class, at);
    let own = Party { disordered: own.disordered || disordered || staked, shieldwall: false, ..own };
    let other = Party::new(field, at, &print, contact(unit, false), end, false);
    let holds = charge::holds_order(field, at);
    let other = Party { disordered: other.disordered || (class == Class::Behind && !holds), ..other };
    let friends = field.contacts(at).iter().filter_map(|c| {
        let back = field.contacts(c.enemy).iter().find(|b| b.enemy == at)?;
        Some(Party::new(field, c.enemy, &field.print(c.enemy), *back, &print, false))
    });
    let supports: Vec<Party> = friends.collect();
    Some(with_pila(&own, &supports, &other, class))
}

/// The odds of pila and the blows after them.
fn with_pila(own: &Party, supports: &[Party], other: &Party, class: Class) -> Odds {
    let pair = (own.unit, other.unit);
    let volley = |by: &Party, at: &Party| {
        let throws = class == Class::Frontal && by.troop.has(Tag::Pilum) && by.fresh;
        let dice = throws.then(|| thrown(by.contact.made, true, by.disordered)).flatten()?;
        (dice.total() > 0).then(|| Volley {
            by: by.unit,
            side: by.side,
            dice,
            test: Test { also: Tally::default(), ..at.test(false, by) },
        })
    };
    let volleys = [volley(own, other), volley(other, own)];
    let bare = MeleeRound::of((own, supports), (other, &[]));
    if volleys.iter().all(Option::is_none) {
        return of_round(&bare, pair);
    }
    let throws = every_case(|dice| {
        let mut tested = [Tested::default(), Tested::default()];
        for (volley, tested) in volleys.iter().zip(&mut tested) {
            if let Some(volley) = volley {
                *tested = volley.roll(dice)?;
            }
        }
        Ok(tested)
    });
    let all: u64 = throws.iter().map(|case| case.weight).sum();
    // Shares of win, tie, lose, break, broken.
    let mut shares = [0.0; 5];
    let mut known: Vec<(Tested, Tested, [f64; 5])> = Vec::new();
    for case in throws.iter() {
        let [at_other, at_own] = &case.outcome;
        let alike =
            |(a, b, _): &&(Tested, Tested, [f64; 5])| effect(a) == effect(at_other) && effect(b) == effect(at_own);
        let row = match known.iter().find(alike) {
            Some((.., row)) => *row,
            None => {
                let row = after_pila(own, supports, other, [at_other, at_own]);
                known.push((at_other.clone(), at_own.clone(), row));
                row
            }
        };
        let weight = case.weight as f64 / all as f64;
        shares.iter_mut().zip(row).for_each(|(sum, share)| *sum += share * weight);
    }
    let [win, _, lose, breaks, broken] = shares.map(|share| (share * FINE).round() as u64);
    let of = FINE as u64;
    let cases =
        [("win", win), ("tie", of.saturating_sub(win + lose)), ("lose", lose), ("break", breaks), ("broken", broken)];
    let outcomes = cases.map(|(what, cases)| OddsOutcome { what: Word(what), cases, of }).to_vec();
    let tallies = bare.fighters.map(|f| f.dice);
    Odds { by: Ref::Unit(pair.0), at: Ref::Unit(pair.1), outcomes, tallies, simulated: None, notes: Vec::new() }
}

/// What a volley changes of a unit.
fn effect(tested: &Tested) -> (bool, i32, bool) {
    (tested.roll.is_some(), tested.loss, tested.routed)
}

/// The shares of a round after these tests: win, tie, lose, break, broken.
fn after_pila(own: &Party, supports: &[Party], other: &Party, tested: [&Tested; 2]) -> [f64; 5] {
    let [at_other, at_own] = tested;
    match (at_own.routed, at_other.routed) {
        (true, true) => return [0.0, 1.0, 0.0, 0.0, 0.0],
        (true, false) => return [0.0, 0.0, 1.0, 0.0, 1.0],
        (false, true) => return [1.0, 0.0, 0.0, 1.0, 0.0],
        (false, false) => {}
    }
    let round = MeleeRound::of((&own.after(at_own), supports), (&other.after(at_other), &[]));
    let odds = of_round(&round, (own.unit, other.unit));
    ["win", "tie", "lose", "break", "broken"].map(|what| odds.share(Word(what)))
}

/// The odds of a round for its first fighter.
fn of_round(round: &MeleeRound, (by, at): (UnitId, UnitId)) -> Odds {
    let counted = counted(round);
    let outcomes = WORDS.iter().zip(counted.cases);
    let outcomes = outcomes.map(|(what, cases)| OddsOutcome { what: Word(what), cases, of: counted.of }).collect();
    let tallies = [round.fighters[0].dice.clone(), round.fighters[1].dice.clone()];
    let simulated = counted.simulated;
    Odds { by: Ref::Unit(by), at: Ref::Unit(at), outcomes, tallies, simulated, notes: Vec::new() }
}

/// The outcomes of a fight, in their order.
const WORDS: [&str; 5] = ["win", "tie", "lose", "break", "broken"];

/// How often a round comes to each outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    cases: [u64; 5],
    of: u64,
    simulated: Option<u32>,
}

/// Everything that a round's odds depend on: both sides' dice, their tests with all modifiers, whether they retreat.
type Key = [(i32, (i32, i32), i32, [bool; 6]); 2];

fn key(round: &MeleeRound) -> Key {
    round.fighters.each_ref().map(|Fighter { unit: _, side: _, dice, test, stays }| {
        // Destructured field by field, so that a new field of a test cannot be forgotten here: a cache that ignored it
        // would give odds that depend on who asked first.
        let Test { unit: _, side: _, vbu, disordered, general, shieldwall, flanked, steady, also } = test;
        let flags = [*disordered, *general, *shieldwall, *flanked, *steady, *stays];
        (dice.total(), (vbu.front, vbu.rear), also.total(), flags)
    })
}

/// The same few rounds are asked for again and again, so the counts are cached.
fn counted(round: &MeleeRound) -> Counted {
    const MOST: usize = 50_000;
    static KNOWN: Mutex<BTreeMap<Key, Counted>> = Mutex::new(BTreeMap::new());
    let key = key(round);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(counted) = known().get(&key) {
        return *counted;
    }
    let counted = count(round);
    let mut known = known();
    if known.len() < MOST {
        known.insert(key, counted);
    }
    counted
}

/// Every case of a round.
fn count(round: &MeleeRound) -> Counted {
    let cases = every_case(|dice| round.roll(dice).map(|tested| round.outcome(&tested)));
    let loses = |v: &Verdict, n: usize| match v {
        Verdict::Routed(m) => *m == n,
        Verdict::Retreats(m) => *m == n && !round.fighters[n].stays,
        Verdict::BothRouted | Verdict::Draw => false,
    };
    let chance = |is: &dyn Fn(&Verdict) -> bool| cases.chance(is);
    let (win, of) = chance(&|v| loses(v, 1));
    let tie = chance(&|v| !loses(v, 0) && !loses(v, 1)).0;
    let lose = chance(&|v| loses(v, 0)).0;
    let breaks = chance(&|v| *v == Verdict::Routed(1)).0;
    let broken = chance(&|v| *v == Verdict::Routed(0)).0;
    Counted { cases: [win, tie, lose, breaks, broken], of, simulated: cases.simulated }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Cite;
    use crate::ids::Side;
    use crate::rules::impetus::state::Vbu;

    fn fighter(dice: i32) -> Fighter {
        let (unit, side, vbu) = (UnitId(0), Side::North, Vbu { front: 4, rear: 0 });
        let dice = Tally::default().with(Word("vbu"), dice, Cite("15.4"));
        let [disordered, general, shieldwall, flanked, steady] = [false; 5];
        let test = Test { unit, side, vbu, disordered, general, shieldwall, flanked, steady, also: Tally::default() };
        Fighter { unit, side, dice, test, stays: false }
    }

    #[test]
    fn what_is_remembered_of_one_bout_is_not_told_of_another() {
        let changes: [fn(&mut Fighter); 10] = [
            |f| f.dice.add(Word("general"), 1, Cite("15.4")),
            |f| f.test.vbu.front = 5,
            |f| f.test.vbu.rear = 3,
            |f| f.test.disordered = true,
            |f| f.test.general = true,
            |f| f.test.shieldwall = true,
            |f| f.test.flanked = true,
            |f| (f.test.disordered, f.test.steady) = (true, true),
            |f| f.test.also.add(Word("steadier"), 1, Cite("X10")),
            |f| f.stays = true,
        ];
        let plain = MeleeRound { fighters: [fighter(4), fighter(3)] };
        assert_eq!(counted(&plain), count(&plain));
        for (n, change) in changes.iter().enumerate() {
            for which in 0..2 {
                let mut round = plain.clone();
                change(&mut round.fighters[which]);
                assert_ne!(key(&round), key(&plain), "change {n} of fighter {which}");
                assert_eq!(counted(&round), count(&round), "change {n} of fighter {which}");
            }
        }
        let mut steadier = plain.clone();
        steadier.fighters[0].test.also.add(Word("steadier"), 1, Cite("X10"));
        assert!(counted(&steadier).cases[4] < counted(&plain).cases[4], "who tests better is broken less often");
    }
}
