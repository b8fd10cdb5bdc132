//! Detaching generals (G2), step 0 of the turn.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::command;
use super::melee::reroll;
use super::state::Armies;
use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Refusal,
    Ruling, Truth, alter_one, plain,
};
use crate::cite::{Cite, Word};

const DETACHING: Cite = Cite("G2");
/// The question's word, and the verb with which a general leaves his unit.
const DETACH: Word = Verb::Detach.word();

crate::verbs! {
    /// What a side says of its general.
    enum Verb {
        Detach = "detach",
        Stay = "stay",
    }
}

/// A job: the step, with the number of sides that were asked; the higher initiative is asked first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DetachStep {
    asked: usize,
}

impl Job for DetachStep {
    const NAME: &'static str = "armati.detach";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(detach, self, world)
    }
}

pub const HANDLER: Handler = Handler { judge, ..Handler::plain(DETACH, Verb::WORDS, offer, enact) };

fn detach(InRef(step): InRef<DetachStep>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let first = field.by_initiative();
    let Some(side) = [first, first.other()].get(step.asked).copied() else {
        return Effects::pop()
            .facts([first, first.other()].into_iter().filter_map(|side| command::begins(field, side)));
    };
    let next = Effects::become_job(DetachStep { asked: step.asked + 1 });
    let general = field.general(side);
    match (general.marker, general.with) {
        (Some(marker), Some(_)) if !general.lost => {
            next.ask(Question::to(side, HANDLER, DETACHING).about(Ref::Unit(marker)))
        }
        _ => next,
    }
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let choice = |verb: Verb| Choice::ending(Action::new(Ref::Side(asking.side), verb.word()), DETACHING);
    let barred = reroll::barred(asking, ask).into_iter().collect();
    Offer { question: DETACH, choices: [Verb::Stay, Verb::Detach].map(choice).into(), barred, ..Offer::default() }
}

fn detaches(action: &Action) -> bool {
    Verb::of(action) == Some(Verb::Detach)
}

/// A general who detaches gets the remark what that means for his division.
fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = plain::judge_offered(asking, action)?;
    let field = Battlefield::of(asking.view);
    if let Some(unit) = field.general(asking.side).with.filter(|_| detaches(action)) {
        ruling.notes.push(command::would_leave(field, asking.side, unit));
    }
    Ok(ruling)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let side = asking.side;
    let Some(marker) = field.general(side).marker.filter(|_| detaches(action)) else { return Effects::pop() };
    let told = Narration::Marked { of: Ref::Unit(marker), what: Word("general-attached"), on: false };
    let fact = Fact::new(DETACHING, told).says(Word("general-detaches"));
    let left = command::leaves(field, side, false);
    let alone = alter_one(move |armies: &mut Armies| armies.of_mut(side).general.with = None);
    Effects::pop().fact(fact.change(alone)).facts(left)
}

#[cfg(test)]
mod tests {
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::{Position, Staged, says};

    fn led() -> Staged {
        let position = Position::new()
            .command(South, "init", "6")
            .unit(North, "n", "HI", (36.0, 40.0, 180.0), &[])
            .unit(South, "s", "HI", (36.0, 10.0, 0.0), &[])
            .general(North, "hannibal", "n")
            .general(South, "scipio", "s");
        position.at("detach", &[]).begin()
    }

    #[test]
    fn the_higher_initiative_is_asked_first() {
        let staged = led();
        assert!(staged.offer(North).choices.is_empty());
        let staged = staged.act(says(South, "detach"));
        assert_eq!(staged.field().general(South).with, None);
        assert!(staged.field().0.on_table(staged.id("scipio")));
        let staged = staged.act(says(North, "stay"));
        assert_eq!((staged.field().general(North).with, staged.asks()), (Some(staged.id("n")), "paused"));
    }

    #[test]
    fn generals_who_ride_alone_are_not_asked_for() {
        let position = Position::new().unit(North, "n", "HI", (36.0, 40.0, 180.0), &[]).unit(
            South,
            "s",
            "HI",
            (36.0, 10.0, 0.0),
            &[],
        );
        assert_eq!(position.at("detach", &[]).begin().asks(), "paused");
    }
}
