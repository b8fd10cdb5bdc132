//! Terrain set-up by dice (3.1.1): before they deploy both sides roll, the higher chooses its edge, and they lay their
//! pieces of terrain in turn.

pub mod bought;
pub mod piece;
pub mod place;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use self::piece::RULE;
use super::battlefield::Battlefield;
use crate::battle::terrain_setup::{self, Laid, edge};
use crate::battle::{Arg, Asking, DiceHand, Effects, Fact, Job, Narration, Question, Ref, Truth, alter_one};
use crate::cite::{Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::Side;

/// A job: the step before deployment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Laying {
    /// Both roll for the edge, and for who lays terrain first.
    Dice,
    /// That side lays a piece.
    Turn(Side),
}

impl Job for Laying {
    const NAME: &'static str = "armati.laying";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(laying, self, world)
    }
}

/// Registers the state of the set-up.
pub fn install(world: &mut World) {
    terrain_setup::install(world);
}

fn laying(InRef(job): InRef<Laying>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    match job {
        Laying::Dice => roll_off(field, &dice),
        Laying::Turn(side) => turn(field, *side),
    }
}

/// Both roll, north first; no winner on a tie.
///
/// # Errors
///
/// When a die is not known yet.
fn throw(dice: &mut impl Roll) -> Result<([Tally; 2], Option<Side>), NeedDice> {
    let mut tallies = [Tally::default(), Tally::default()];
    for side in Side::BOTH {
        let face = dice.die(Die::d6(side, None, Word("terrain")))?;
        tallies[side.index()].add(Word("die"), i32::from(face), RULE);
    }
    let winner = match tallies[0].total().cmp(&tallies[1].total()) {
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::North),
    };
    Ok((tallies, winner))
}

fn roll_off(field: Battlefield, dice: &DiceHand) -> Effects {
    let mut roller = dice.roller();
    let ([north, south], winner) = match throw(&mut roller) {
        Ok(throw) => throw,
        Err(need) => return Effects::need(need),
    };
    let Some(winner) = winner else {
        let tied = Fact::new(RULE, Narration::Said(Word("edge-tied"))).dice(roller.rolled());
        return Effects::stay().fact(tied.tally(north).tally(south));
    };
    let [higher, lower] = if winner == Side::North { [north, south] } else { [south, north] };
    let won = Fact::new(RULE, Narration::Said(Word("edge-won")))
        .word(Word("who"), Arg::Of(Ref::Side(winner)))
        .dice(roller.rolled())
        .tally(higher)
        .tally(lower);
    let effects = Effects::become_job(Laying::Turn(winner)).fact(won);
    let bare = field.0.battle_state::<Laid>().left.iter().all(Vec::is_empty);
    let none = Fact::new(RULE, Narration::Said(Word("no-terrain-to-lay")));
    let effects = if bare { effects.fact(none) } else { effects };
    effects.ask(Question::to(winner, edge::HANDLER, RULE))
}

/// The kinds that the side has left, each once.
fn kinds_left(asking: &Asking) -> Vec<Word> {
    let mut kinds = asking.view.battle_state::<Laid>().left[asking.side.index()].clone();
    kinds.dedup();
    kinds
}

/// Lets the side lay a piece, or the other side, or ends the set-up. A piece that fits nowhere is left out.
fn turn(field: Battlefield, side: Side) -> Effects {
    let laid = field.0.battle_state::<Laid>();
    let kinds = |side: Side| &laid.left[side.index()];
    if kinds(side).is_empty() {
        return if kinds(side.other()).is_empty() {
            Effects::pop()
        } else {
            Effects::become_job(Laying::Turn(side.other()))
        };
    }
    let question = Question::to(side, place::HANDLER, RULE);
    let asking = Asking { view: field.0, question: &question, side };
    if let Some(kind) = kinds(side).iter().copied().find(|kind| piece::LAYING.room(&asking, *kind).is_none()) {
        let told = Fact::new(RULE, Narration::Said(Word("terrain-left-out")))
            .word(Word("side"), Arg::Of(Ref::Side(side)))
            .word(Word("kind"), Arg::Word(kind));
        return Effects::stay().fact(told.change(alter_one(move |laid: &mut Laid| laid.take(side, kind))));
    }
    Effects::become_job(Laying::Turn(side.other())).ask(question)
}
