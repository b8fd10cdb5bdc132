//! After the blows of a round (10.2): casualties come off together, the sum is made, and the lower side reacts.

use super::{Fights, led};
use crate::battle::{Arg, DiceHand, Effects, Fact, Measured, Narration, Ref, alter, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::after_melee::{Fought, Party, Verdict, judge};
use crate::rules::chainmail::assault::GoesOn;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::flight::{Flees, GoesBack, How};
use crate::rules::chainmail::losses::suffer;
use crate::rules::chainmail::numbers::Reaction;
use crate::rules::chainmail::prisoners::Surrenders;
use crate::rules::chainmail::state::{Acts, Contact, Contacts, UnderWay};
use crate::rules::chainmail::switches::Switch;
use crate::rules::chainmail::weather;

const ROUND: Cite = Cite("C99");

/// Casualties, the sum and its reaction.
pub fn sum(field: Battlefield, units: &[UnitId], contacts: &[Contact], dice: &DiceHand) -> Effects {
    let fights: &Fights = field.0.battle_state();
    let left = |unit: UnitId| field.figures(unit) - fights.killed_of(unit).min(field.figures(unit).into()) as u8;
    let stood = |side: Side| units.iter().copied().filter(move |unit| field.0.side_of(*unit) == side);
    let party = |side: Side| Party {
        // Who is struck in his flight is no part of the sum.
        units: stood(side)
            .filter(|unit| field.flight(*unit).is_none())
            .map(|unit| Fought {
                began: field.figures(unit).into(),
                left: left(unit).into(),
                rating: field.kind(unit).rating,
                tired: field.is_tired(unit),
            })
            .collect(),
        commander: stood(side).any(|unit| led(field, unit)),
    };
    let parties = Side::BOTH.map(party);
    let alive = Side::BOTH.map(|side| stood(side).any(|unit| field.flight(unit).is_none() && left(unit) > 0));
    let mut roller = dice.roller();
    let verdict = if alive == [true, true] {
        match judge(&mut roller, [&parties[0], &parties[1]], field.plays(Switch::BySize)) {
            Ok(verdict) => Some(verdict),
            Err(need) => return Effects::need(need),
        }
    } else {
        None
    };
    let mut effects = Effects::pop().facts(falls(field, units, contacts));
    if let Some(verdict) = &verdict {
        effects = effects.fact(told(field, units, verdict).dice(roller.rolled()));
    }
    let beaten = verdict.as_ref().and_then(|verdict| verdict.lower);
    let reaction = verdict.as_ref().map_or(Reaction::FightsOn, |verdict| verdict.reaction);
    let enemies = |side: Side| -> Vec<UnitId> { stood(side.other()).filter(|unit| left(*unit) > 0).collect() };
    let mut leaves: Vec<UnitId> = beaten.into_iter().flat_map(stood).filter(|unit| left(*unit) > 0).collect();
    leaves.retain(|unit| field.flight(*unit).is_none());
    // Who is farthest from the enemy goes first: its job is pushed last.
    let far = |unit: &UnitId| {
        let near = enemies(field.0.side_of(*unit)).into_iter().map(|enemy| field.distance(*unit, enemy)).min();
        (std::cmp::Reverse(near), *unit)
    };
    leaves.sort_by_key(far);
    let mut won: Vec<UnitId> = Vec::new();
    if reaction != Reaction::FightsOn || verdict.is_none() {
        let lost = beaten.or(match alive {
            [false, true] => Some(Side::North),
            [true, false] => Some(Side::South),
            _ => None,
        });
        won.extend(lost.into_iter().flat_map(|side| stood(side.other())).filter(|unit| left(*unit) > 0));
    }
    // Charges that have won in their first round go on when the beaten have left.
    let charges = |of: &Contact, unit| (of.by == unit && of.charge) || (of.at == unit && of.mutual);
    let charged = |unit: &UnitId| contacts.iter().any(|of| of.rounds == 0 && charges(of, *unit));
    for unit in won.iter().copied().filter(charged).rev() {
        effects = effects.push(GoesOn { unit });
    }
    // Who was struck in flight and is left runs again; whoever struck him has won.
    for unit in units.iter().copied().filter(|unit| field.flight(*unit).is_some() && left(*unit) > 0) {
        let rout = field.flight(unit).is_some_and(|run| run.rout);
        effects =
            effects.push(Flees { unit, rout, enemies: enemies(field.0.side_of(unit)), charger: None, begins: true });
    }
    for unit in leaves.into_iter().rev() {
        let enemies = enemies(field.0.side_of(unit));
        effects = match reaction {
            Reaction::FightsOn => effects,
            Reaction::BackHalf => effects.push(GoesBack { unit, how: How::BackHalf, enemies }),
            Reaction::Back => effects.push(GoesBack { unit, how: How::Back, enemies }),
            Reaction::Retreat => effects.push(Flees { unit, rout: false, enemies, charger: None, begins: true }),
            Reaction::Rout => effects.push(Flees { unit, rout: true, enemies, charger: None, begins: true }),
            Reaction::Surrender => effects.push(Surrenders { unit, takers: enemies }),
        };
    }
    effects
}

/// The casualties of a round, all together, and what the round counts for those who fought.
fn falls(field: Battlefield, units: &[UnitId], contacts: &[Contact]) -> Vec<Fact> {
    let fights: &Fights = field.0.battle_state();
    let mut facts = Vec::new();
    for unit in units.iter().copied() {
        facts.extend(suffer(field, unit, fights.killed_of(unit)));
    }
    let over: Vec<(UnitId, UnitId)> = contacts.iter().map(|of| (of.by, of.at)).collect();
    let fought = over.clone();
    let mut round = Fact::new(ROUND, Narration::Said(Word("round-over")))
        .word(Word("who"), Arg::Of(Ref::Unit(units[0])))
        .change(alter_one(move |fights: &mut Fights| {
            fights.killed.clear();
            fights.hearts.clear();
            fights.fought.extend(&fought);
        }))
        .change(alter_one(move |contacts: &mut Contacts| {
            for of in contacts.0.iter_mut().filter(|of| over.contains(&(of.by, of.at))) {
                of.rounds = of.rounds.saturating_add(1);
            }
        }));
    for unit in units.iter().copied() {
        round = round.change(alter(unit, |acts: &mut Acts| acts.melees = acts.melees.saturating_add(1)));
        let (old, pikes) = (field.fatigue(unit), field.kind(unit).pikes);
        let before = if field.plays(Switch::Fatigue) { old.before_round(pikes) } else { old };
        round = round.change(put(unit, before.after_round(pikes, weather::is_hot(field))));
        let lives = fights.killed_of(unit) < field.figures(unit).into();
        if lives && field.under_way(unit).0.is_some() {
            round = round.change(put(unit, UnderWay(None)));
        }
    }
    facts.push(round);
    facts
}

/// How the sum is told: the lower side's before the other's, each by its unit's name where that is one.
fn told(field: Battlefield, units: &[UnitId], verdict: &Verdict) -> Fact {
    let says = match verdict.reaction {
        Reaction::FightsOn => "fights-on",
        Reaction::BackHalf => "goes-back-half",
        Reaction::Back => "goes-back",
        Reaction::Retreat => "retreats",
        Reaction::Rout => "routs",
        Reaction::Surrender => "surrenders",
    };
    let lower = verdict.lower.unwrap_or(Side::North);
    let of = |side: Side| {
        let mut own = units.iter().filter(|unit| field.0.side_of(**unit) == side);
        match (own.next(), own.next()) {
            (Some(unit), None) => Ref::Unit(*unit),
            _ => Ref::Side(side),
        }
    };
    let [first, second] = [lower, lower.other()].map(|side| verdict.tallies[side.index()].clone());
    Fact::new(Cite("C101"), Narration::Said(Word(says)))
        .word(Word("who"), Arg::Of(of(lower)))
        .word(Word("whom"), Arg::Of(of(lower.other())))
        .word(Word("reading"), Arg::Word(verdict.reading.word()))
        .word(Word("measured"), Arg::Measured(Measured::Count(verdict.difference)))
        .tally(first)
        .tally(second)
}
