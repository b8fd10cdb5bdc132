//! A lost roll for the initiative (X16): the loser may reroll his own dice.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{DESTINY, ask, rolls_left, rolls_of_both};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Odds, OddsOutcome, Open, Ref, Truth, set};
use crate::cite::Word;
use crate::dice::odds::every_case;
use crate::ids::Side;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::sequence::{self, Initiative, Thrown};
use crate::rules::impetus::state::Turn;

/// A job: what both have rolled, north first, and who is first by it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LostInitiative {
    pub thrown: [Thrown; 2],
    pub first: Side,
    /// How many rolls of destiny both sides had when the loser was asked.
    pub asked: Option<u8>,
}

impl Open for LostInitiative {}

impl Job for LostInitiative {
    const NAME: &'static str = "impetus.lost-initiative";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(lost, self, world)
    }
}

/// Asks whoever has lost the initiative whether he spends a roll of destiny on it. If he has, of which there are fewer rolls left
/// than when he was asked, he rolls again, and whoever has lost now is asked; else the initiative stands.
pub fn lost(InRef(job): InRef<LostInitiative>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let loser = job.first.other();
    match job.asked {
        None if rolls_left(field, loser) > 0 => {
            let next = LostInitiative { asked: Some(rolls_of_both(field)), ..job.clone() };
            Effects::become_job(next).ask(ask(loser, &[Ref::Side(loser)]))
        }
        Some(before) if rolls_of_both(field) < before => again(field, &dice, job, loser),
        _ => {
            let told = Narration::Marked { of: Ref::Side(job.first), what: Word("first"), on: true };
            let turn = Turn { first: Some(job.first), ..field.turn().clone() };
            Effects::pop().fact(Fact::new(sequence::INITIATIVE, told).says(Word("is-first")).change(set(turn)))
        }
    }
}

fn again(field: Battlefield, dice: &DiceHand, job: &LostInitiative, loser: Side) -> Effects {
    let mut roller = dice.roller();
    let thrown = match sequence::throw(&mut roller, loser, sequence::leader(field, loser)) {
        Ok(thrown) => thrown,
        Err(need) => return Effects::need(need),
    };
    let mut both = job.thrown.clone();
    both[loser.index()] = thrown.clone();
    let fact = Fact::new(DESTINY, Narration::Said(Word("initiative-again")))
        .word(Word("who"), Arg::Of(Ref::Side(loser)))
        .dice(roller.rolled())
        .tally(thrown.tally);
    match sequence::first(&both).0 {
        None => Effects::become_job(Initiative).fact(fact),
        Some(first) => Effects::become_job(LostInitiative { thrown: both, first, asked: None }).fact(fact),
    }
}

/// The odds of a reroll of the loser's dice.
pub fn odds(field: Battlefield, job: &LostInitiative) -> Odds {
    let loser = job.first.other();
    let leader = sequence::leader(field, loser);
    let cases = every_case(|dice| {
        let mut both = job.thrown.clone();
        both[loser.index()] = sequence::throw(dice, loser, leader)?;
        Ok(sequence::first(&both).0)
    });
    let outcome = |what, first: Option<Side>| {
        let (cases, of) = cases.chance(|found| *found == first);
        OddsOutcome { what: Word(what), cases, of }
    };
    let outcomes = vec![outcome("win", Some(loser)), outcome("tie", None), outcome("lose", Some(job.first))];
    let (by, at) = (Ref::Side(loser), Ref::Side(job.first));
    let tallies = [job.thrown[loser.index()].tally.clone(), job.thrown[job.first.index()].tally.clone()];
    Odds { by, at, outcomes, tallies, simulated: cases.simulated, notes: Vec::new() }
}
