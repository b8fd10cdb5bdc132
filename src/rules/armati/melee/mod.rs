//! Melee (section 7), step 6: who fights whom and in which order, then the melees one after the other, then fatigue.

mod impetus;
pub mod opponent;
pub mod pairing;
pub mod panic;
#[cfg(test)]
mod parties;
pub mod party;
pub mod reroll;
pub mod round;
#[cfg(test)]
mod tests;
mod value;

pub use value::value;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::pairing::Picks;
use self::party::{Party, Stand};
use self::round::{Harm, Melee, Round};
use super::battlefield::Battlefield;
use super::breaking::{self, Break, Removal, Remove};
use super::data::data;
use super::general_loss::Risk;
use super::option::{Direction, MELEES_FROM};
use super::state::{Acts, Contacts, Declared, Fatigue};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Mark, Narration, Question, Ref, Truth, Value, alter, put, set};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

const PAIRING: Cite = Cite("7.1");
const RESULT: Cite = Cite("7.4");
const FATIGUE: Cite = Cite("7.6");
const ROUNDS: Cite = Cite("I6");

/// The step: the melees in their order once they are known, and which one is next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeleeStep {
    melees: Option<Vec<(UnitId, UnitId)>>,
    next: usize,
}

impl Job for MeleeStep {
    const NAME: &'static str = "armati.melee";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(step, self, world)
    }
}

/// The melee of two units as they stand.
pub fn melee(field: Battlefield, a: (UnitId, &Stand), b: (UnitId, &Stand)) -> Melee {
    let parties = [Party::new(field, a.0, a.1, b.0, b.1), Party::new(field, b.0, b.1, a.0, a.1)];
    let untested = panic::untested(field, &parties);
    Melee { parties, first_round: a.1.rounds(b.0) == 0, untested }
}

fn step(InRef(step): InRef<MeleeStep>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(melees) = &step.melees else { return begin(field, &dice) };
    let still = |(a, b): &(UnitId, UnitId)| field.contacts(*a).iter().any(|c| c.enemy == *b);
    match melees.iter().enumerate().skip(step.next).find(|(_, pair)| still(pair)) {
        Some((n, (a, b))) => {
            let next = Effects::become_job(MeleeStep { next: n + 1, ..step.clone() });
            fight(field, &dice, next, *a, *b)
        }
        None => finish(field),
    }
}

/// First chariots panic whom they meet (A17); then the units are paired and the melees ordered, when the sides have
/// said what is theirs to say.
fn begin(field: Battlefield, dice: &DiceHand) -> Effects {
    if let Some(effects) = panic::before_melees(field, dice) {
        return effects;
    }
    let picks = match pairing::picks(&pairing::facings(field), &field.0.battle_state::<Declared>().opponents) {
        Picks::Made(picks) => picks,
        Picks::Open(unit, among) => {
            let among = among.into_iter().map(Ref::Unit).collect();
            let question = Question::to(field.0.side_of(unit), opponent::HANDLER, PAIRING);
            return Effects::stay().ask(question.about(Ref::Unit(unit)).with(opponent::AMONG, Value::Refs(among)));
        }
    };
    let pairs = pairing::pairs(&picks);
    let option = field.option();
    let winner = option.winner.unwrap_or_else(|| field.by_initiative());
    // With fewer than two melees the direction decides nothing.
    if pairs.len() > 1 && option.direction.is_none() {
        return Effects::stay().ask(Question::to(winner, MELEES_FROM, PAIRING));
    }
    let melees = pairing::in_order(field, pairs, winner, option.direction.unwrap_or(Direction::LeftToRight));
    Effects::become_job(MeleeStep { melees: Some(melees), next: 0 })
}

/// One melee: a round is rolled, and its result applies at once, unless a general may have it rolled again.
fn fight(field: Battlefield, dice: &DiceHand, next: Effects, a: UnitId, b: UnitId) -> Effects {
    let made = field.contacts(b).iter().any(|c| c.enemy == a && c.made);
    let pair = if made { (b, a) } else { (a, b) };
    if reroll::open(field, pair) {
        return next.push(reroll::MeleeRound { pair, thrown: None });
    }
    let mut roller = dice.roller();
    let round = match reroll::of(field, pair).roll(&mut roller) {
        Ok(round) => round,
        Err(need) => return Effects::need(need),
    };
    let says = if round.lost.is_some() { Word("wins-melee") } else { Word("tied-melee") };
    let fact = result(pair, &round, says).dice(roller.rolled());
    suffer(field, next.fact(fact), pair, &round)
}

/// What was thrown: the winner first, as the sentence has it; on a tie the one that made the contact.
fn result((a, b): (UnitId, UnitId), round: &Round, says: Word) -> Fact {
    let [of_a, of_b] = round.tallies.clone();
    let (first, second, [sum, other]) = match round.lost {
        Some((0, _)) => (b, a, [of_b, of_a]),
        _ => (a, b, [of_a, of_b]),
    };
    let mut fact = Fact::new(RESULT, Narration::Fought { a: Ref::Unit(first), b: Ref::Unit(second) })
        .says(says)
        .tally(sum)
        .tally(other)
        .mark(Mark::Gap(Ref::Unit(first), Ref::Unit(second)));
    for unit in [a, b] {
        fact = fact.change(alter(unit, |acts: &mut Acts| acts.fought = true));
    }
    fact
}

/// What a round does to those who fought it: the loser suffers, and scythed chariots are spent.
fn suffer(field: Battlefield, mut effects: Effects, (a, b): (UnitId, UnitId), round: &Round) -> Effects {
    for unit in [a, b].into_iter().filter(|unit| field.kind(*unit).removed_after_melee) {
        effects = effects.push(Remove { unit, how: Removal::Spent });
    }
    match round.lost {
        Some((0, harm)) => harmed(field, effects, a, b, harm),
        Some((_, harm)) => harmed(field, effects, b, a, harm),
        None => effects,
    }
}

/// What the loser of a round suffers, and the risk to his general (G4).
fn harmed(field: Battlefield, effects: Effects, loser: UnitId, winner: UnitId, harm: Harm) -> Effects {
    let broken = |why, cite| Break { unit: loser, why: Word(why), cite: Cite(cite), enemy: Some(winner) };
    let (loss, says, cite) = match harm {
        Harm::Loss(loss) => (loss, "loses-bp", "7.4"),
        Harm::Depth(loss) => (loss, "depth-holds", "I5"),
        Harm::Impetus => return effects.push(broken("broken-by-impetus", "I1")),
        Harm::Flanked => return effects.push(broken("broken-in-flank", "7.4")),
    };
    let facts = breaking::lose_bp(field, loser, loss, Cite(cite)).into_iter();
    let effects =
        effects.facts(facts.map(|fact| fact.says(Word(says)).word(Word("enemy"), Arg::Of(Ref::Unit(winner)))));
    if harm.breaks(field.bp(loser)) {
        return effects.push(broken("broken", "8.1"));
    }
    if field.general_with(loser) {
        let least = data().tables.general.lost_when_hurt;
        return effects.push(Risk { side: field.0.side_of(loser), least });
    }
    effects
}

/// Whoever fought takes fatigue, once; every pair still in contact has had a round of it, fought or not.
fn finish(field: Battlefield) -> Effects {
    let mut effects = Effects::pop();
    for unit in field.units().filter(|u| field.acts(*u).fought) {
        let from = field.fatigue(unit);
        let to = from.saturating_add(data().tables.melee.fatigue);
        let (of, what) = (Ref::Unit(unit), Word("fatigue"));
        let told = Narration::Counted { of, what, from: i32::from(from), to: i32::from(to) };
        effects = effects.fact(Fact::new(FATIGUE, told).says(Word("takes-fatigue")).change(put(unit, Fatigue(to))));
    }
    effects = effects.facts(panic::over(field));
    let mut over = Fact::new(ROUNDS, Narration::Said(Word("melees-over")));
    for unit in field.units().filter(|u| field.engaged(*u)) {
        over = over.change(alter(unit, |contacts: &mut Contacts| {
            contacts.0.iter_mut().for_each(|contact| contact.rounds = contact.rounds.saturating_add(1));
        }));
    }
    if *field.0.battle_state::<Declared>() != Declared::default() {
        over = over.change(set(Declared::default()));
    }
    if over.changes.is_empty() { effects } else { effects.fact(over) }
}
