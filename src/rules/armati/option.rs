//! The move option (3.2, steps 2 and 6): who moves first, and in which direction the melees are fought.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::melee::reroll;
use super::state::MoveOption;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref,
    Truth, alter_one, set,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::Side;

const SEQUENCE: Cite = Cite("3.2");
const MELEES: Cite = Cite("7.1");

const OPTION: Word = Word("option");

crate::verbs! {
    /// Whether a side moves first or second.
    pub enum Turn {
        First = "first",
        Second = "second",
    }
}

const DIRECTION: Word = Word("melee-direction");

crate::verbs! {
    /// In which direction the melees are fought, as seen from the own baseline.
    pub enum Direction {
        LeftToRight = "left-to-right",
        RightToLeft = "right-to-left",
    }
}

/// A job: the step. Both sides roll until one is higher; that side is asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OptionStep;

impl Job for OptionStep {
    const NAME: &'static str = "armati.option";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(option, self, world)
    }
}

/// One throw for the move option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// North's sum and south's.
    pub tallies: [Tally; 2],
    /// The side with the higher sum; none on a tie.
    pub winner: Option<Side>,
}

/// Both roll a die and add their initiative, north first.
///
/// # Errors
/// When a die is not known yet.
pub fn throw(dice: &mut impl Roll, init: [i32; 2]) -> Result<Throw, NeedDice> {
    let mut tallies = init.map(|init| Tally::default().with(Word("initiative"), init, SEQUENCE));
    for side in Side::BOTH {
        let face = dice.die(Die::d6(side, None, OPTION))?;
        tallies[side.index()].add(Word("die"), i32::from(face), SEQUENCE);
    }
    let winner = match tallies[0].total().cmp(&tallies[1].total()) {
        std::cmp::Ordering::Less => Some(Side::South),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::North),
    };
    Ok(Throw { tallies, winner })
}

fn option(InRef(_): InRef<OptionStep>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut roller = dice.roller();
    let throw = match throw(&mut roller, Side::BOTH.map(|side| field.army(side).init)) {
        Ok(throw) => throw,
        Err(need) => return Effects::need(need),
    };
    let [north, south] = throw.tallies;
    let Some(winner) = throw.winner else {
        // The side that the first sum belongs to.
        let first = Arg::Of(Ref::Side(Side::North));
        let tied =
            Fact::new(SEQUENCE, Narration::Said(Word("option-tied"))).word(Word("who"), first).dice(roller.rolled());
        return Effects::stay().fact(tied.tally(north).tally(south));
    };
    // The winner's sum comes first, as in the sentence.
    let [higher, lower] = if winner == Side::North { [north, south] } else { [south, north] };
    let won = Fact::new(SEQUENCE, Narration::Said(Word("option-won")))
        .word(Word("who"), Arg::Of(Ref::Side(winner)))
        .dice(roller.rolled())
        .tally(higher)
        .tally(lower)
        .change(set(MoveOption { winner: Some(winner), ..MoveOption::default() }));
    Effects::pop().fact(won).ask(Question::to(winner, CHOICE, SEQUENCE))
}

/// The question who moves first.
pub const CHOICE: Handler = Handler::plain(OPTION, Turn::WORDS, offer_option, enact_option);

/// The question for the direction of the melees, asked at the melee step.
pub const MELEES_FROM: Handler = Handler::plain(DIRECTION, Direction::WORDS, offer_direction, enact_direction);

fn either(asking: &Asking, ask: &Ask, cite: Cite, choices: &[Word]) -> Offer {
    let choice = |key: &Word| Choice::ending(Action::new(Ref::Side(asking.side), *key), cite);
    Offer {
        question: asking.question.key,
        choices: choices.iter().map(choice).collect(),
        barred: reroll::barred(asking, ask).into_iter().collect(),
        ..Offer::default()
    }
}

fn offer_option(asking: &Asking, ask: &Ask) -> Offer {
    either(asking, ask, SEQUENCE, Turn::WORDS)
}

fn offer_direction(asking: &Asking, ask: &Ask) -> Offer {
    either(asking, ask, MELEES, Direction::WORDS)
}

fn enact_option(asking: &Answered, action: &Action) -> Effects {
    let (first, says) = match Turn::of(action) {
        Some(Turn::First) => (asking.side, Word("moves-first")),
        Some(Turn::Second) | None => (asking.side.other(), Word("moves-second")),
    };
    let told = Narration::Marked { of: Ref::Side(asking.side), what: action.key, on: true };
    Effects::pop().fact(
        Fact::new(SEQUENCE, told)
            .says(says)
            .change(alter_one(move |option: &mut MoveOption| option.first = Some(first))),
    )
}

fn enact_direction(asking: &Answered, action: &Action) -> Effects {
    let direction = Direction::of(action);
    let told = Fact::new(MELEES, Narration::Said(Word("direction")))
        .word(Word("who"), Arg::Of(Ref::Side(asking.side)))
        .word(Word("what"), Arg::Word(action.key));
    Effects::pop().fact(told.change(alter_one(move |option: &mut MoveOption| option.direction = direction)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::{Position, says};

    #[test]
    fn two_points_of_initiative_are_worth_20_cases_of_36() {
        // T1: 5 against 7.
        let cases = every_case(|dice| throw(dice, [5, 7]));
        let of = |winner| cases.iter().filter(|c| c.outcome.winner == winner).map(|c| c.weight).sum::<u64>();
        assert_eq!((of(Some(North)), of(None), of(Some(South))), (6, 4, 26));
    }

    #[test]
    fn a_tie_is_rolled_again_and_the_winner_says_who_moves_first() {
        let position = Position::new()
            .command(North, "init", "7")
            .unit(North, "n", "HI", (36.0, 40.0, 180.0), &[])
            .unit(South, "s", "HI", (36.0, 10.0, 0.0), &[]);
        // North first: 7 + 2 against 5 + 4, then 7 + 1 against 5 + 6.
        let staged = position.at("option", &[2, 4, 1, 6]).begin();
        assert_eq!((staged.asks(), staged.dice_left()), ("option", 0));
        assert_eq!(staged.field().option().winner, Some(South));
        assert!(staged.offer(North).choices.is_empty());
        let staged = staged.act(says(South, "second"));
        assert_eq!(staged.field().order(), [North, South]);
    }
}
