//! What the enemy may do during a move: charge a unit that enters his zone or shoot at it (X7), evade a charge (X6) or
//! counter-charge (X8). A move is carried out by jobs, each of which asks the units that may answer it.

pub mod bonus;
pub mod charged;
mod counter;
mod evade;
pub mod march;
pub mod ready;
pub mod strike;

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

pub use self::evade::{Evaders, RULE as EVADE};
pub use self::ready::{READY, Ready, may_stand_ready, stand_ready};
use super::battlefield::Battlefield;
use super::data::{U, tables};
use super::switches::Switch;
use crate::battle::{
    Action, Answered, Arg, Asking, Change, Choice, Effects, Fact, Narration, Offer, Ref, Value, alter_one, set,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::Mil;

/// The value that names whom an answer is about.
const AT: Word = Word("at");
/// The verb of letting an opportunity pass.
const HOLD: Word = Answer::Hold.word();
/// The number of faces of the die for distances.
const FACES: u8 = 6;

crate::verbs! {
    /// What a unit that is asked during a move of the enemy does.
    pub enum Answer {
        /// It lets the opportunity pass.
        Hold = "hold",
        Shoot = "shoot",
        Charge = "charge",
        /// It awaits the charge.
        Stand = "stand",
        Evade = "evade",
        CounterCharge = "counter-charge",
        /// Its counter-charge has come about.
        Meets = "meets",
    }
}

/// What the units that were asked during the present move have answered: (unit, mover, answer).
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answers(pub Vec<(UnitId, UnitId, Answer)>);

/// Whether moves are carried out step by step, since somebody may answer them.
pub fn is_played(field: Battlefield) -> bool {
    [Switch::Evade, Switch::Opportunity, Switch::ChargeBonus].into_iter().any(|switch| field.plays(switch))
}

/// How far a face of the die takes a unit: the full number of U if mounted, half of it rounded up on foot.
fn pace(mounted: bool, face: u8) -> Mil {
    let share = if mounted { 1 } else { tables().retreat.foot_share };
    U(face.div_ceil(share).into()).mil()
}

/// The offer of letting an opportunity pass or doing `does` to the unit that the question is about.
fn either(asking: &Asking, does: Answer) -> Offer {
    let mut offer = Offer { question: asking.question.key, ..Offer::default() };
    let cite = asking.question.cite;
    if let [who @ Ref::Unit(_), whom @ Ref::Unit(_)] = asking.question.about[..] {
        let at = |key| Action::new(who, key).with(AT, Value::Refs(vec![whom]));
        offer.choices.extend([Answer::Hold, does].map(|answer| Choice::ending(at(answer.word()), cite)));
    }
    offer
}

/// The fact of such an answer.
fn decided(asking: &Answered, action: &Action, does: Answer) -> Effects {
    let ([Ref::Unit(unit), Ref::Unit(mover)], Some(answer)) = (&asking.question.about[..], Answer::of(action)) else {
        return Effects::pop();
    };
    let (unit, mover) = (*unit, *mover);
    let says = if answer == does { Word("seizes") } else { Word("waits") };
    let told = Fact::new(asking.question.cite, Narration::Said(says)).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    Effects::pop().fact(told.change(answered(unit, mover, answer)))
}

/// What that unit has answered to that one.
fn answer(field: Battlefield, unit: UnitId, to: UnitId) -> Option<Answer> {
    let answers = &field.0.battle_state::<Answers>().0;
    answers.iter().find(|(who, whom, _)| (*who, *whom) == (unit, to)).map(|(.., what)| *what)
}

/// The answers with one more.
fn answered(unit: UnitId, to: UnitId, what: Answer) -> Change {
    alter_one(move |answers: &mut Answers| answers.0.push((unit, to, what)))
}

/// The fact that the move is over and its answers are forgotten; none if there were none.
fn forgotten(field: Battlefield, cite: Cite) -> Option<Fact> {
    let any = !field.0.battle_state::<Answers>().0.is_empty();
    any.then(|| Fact::new(cite, Narration::Said(Word("answers-over"))).change(set(Answers::default())))
}
