//! One battle between two players, played to its end.

use bevy::ecs::world::World;

use super::trial;
use crate::battle::narrator::Narrator;
use crate::battle::{Action, Ending, InPlay, Refusal, View, notation, submit};
use crate::cite::Word;
use crate::ids::Side;
use crate::players::Player;

/// More answers than any battle needs. One that takes more is stopped and reported as unfinished.
pub const BUDGET: u64 = 200_000;

/// How a battle went.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// How it ended, or why it did not.
    pub end: Result<Ending, Halt>,
    /// The turn in which it ended.
    pub turns: u32,
    /// How many answers were accepted.
    pub actions: u64,
}

/// Why a battle was stopped before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// It could not be begun: its dice do not fit.
    Opening(Box<Refusal>),
    /// It took more answers than it was allowed.
    Budget,
    /// No question was open, and the battle had not ended.
    Silent,
    /// The agenda ran empty or jobs ran in a circle: the ruleset has a flaw.
    Rules(Word),
    /// Whoever watched had seen enough.
    Watched,
    /// A player's answer was refused: the player or the offer has a flaw.
    Refused(Box<(Action, Refusal)>),
}

impl Halt {
    /// The reason as one word, for tables.
    pub fn word(&self) -> &'static str {
        match self {
            Halt::Opening(_) => "opening",
            Halt::Budget => "budget",
            Halt::Silent => "silent",
            Halt::Rules(why) => why.0,
            Halt::Watched => "watched",
            Halt::Refused(_) => "refused",
        }
    }

    /// Why the battle was broken off, as a sentence for people. Units go by the names of that world.
    pub fn tell(&self, world: &World) -> String {
        let view = View::umpire(world);
        let texts = (view.battle_state::<InPlay>().0.texts)();
        let narrator = Narrator::new(texts, view.names());
        match self {
            Halt::Opening(refusal) => format!("it could not be begun: {}", narrator.refusal(refusal)),
            Halt::Budget => "it took more answers than any battle needs".to_owned(),
            Halt::Silent => "nobody was asked anything, and nobody had won".to_owned(),
            Halt::Watched => "it was looked at no further".to_owned(),
            Halt::Rules(why) => format!("the rules have a flaw: {why}"),
            Halt::Refused(refused) => {
                let (action, refusal) = &**refused;
                let line = notation::write(action, &narrator.names);
                format!("the answer `{line}` was refused by {}: {}", refusal.cite, narrator.refusal(refusal))
            }
        }
    }
}

/// Plays the battle in that world, from where it is, between north and south; stops it after `budget` answers.
pub fn play(world: &mut World, players: [&mut dyn Player; 2], budget: u64) -> Played {
    play_watched(world, players, budget, &mut Nobody)
}

/// A watcher that does nothing.
pub(super) struct Nobody;

impl Watcher for Nobody {
    fn before(&mut self, _: &World, _: &Action) {}

    fn after(&mut self, _: &World) {}
}

/// Is called as a battle is played.
pub trait Watcher {
    /// Called before this action is submitted; its names are still valid.
    fn before(&mut self, world: &World, action: &Action);

    /// Called after the answer was accepted.
    fn after(&mut self, world: &World);

    /// Whether the battle is looked at no further. Asked after each answer that did not end it.
    fn stops(&self, _: &World) -> bool {
        false
    }

    /// Submits the answer. A watcher may look at what else could have come of it, and must leave the world as
    /// submitting alone would.
    ///
    /// # Errors
    /// As [`submit`].
    fn submit(&mut self, world: &mut World, action: Action) -> Result<(), Refusal> {
        submit(world, action)
    }
}

/// The same, with a watcher.
pub fn play_watched(
    world: &mut World,
    players: [&mut dyn Player; 2],
    budget: u64,
    watcher: &mut dyn Watcher,
) -> Played {
    let [north, south] = players;
    let mut actions = 0;
    let end = loop {
        let view = View::umpire(world);
        if let Some(ending) = view.ending() {
            break if ending.is_flaw() { Err(Halt::Rules(ending.why)) } else { Ok(ending) };
        }
        if actions > 0 && watcher.stops(world) {
            break Err(Halt::Watched);
        }
        if actions == budget {
            break Err(Halt::Budget);
        }
        let Some(side) = view.waiting().first().copied() else {
            break Err(Halt::Silent);
        };
        let player: &mut dyn Player = match side {
            Side::North => &mut *north,
            Side::South => &mut *south,
        };
        player.ponder(&mut trial::FromHere { world, side });
        let action = player.answer(&View::of(world, side), side);
        watcher.before(world, &action);
        if let Err(refusal) = watcher.submit(world, action.clone()) {
            break Err(Halt::Refused(Box::new((action, refusal))));
        }
        actions += 1;
        watcher.after(world);
    };
    Played { end, turns: View::umpire(world).clock().turn, actions }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Opening, Ref, begin_again};
    use crate::dice::{Dice, Scripted};
    use crate::lab::toy;
    use crate::players::Random;

    /// Answers always the same.
    struct Says(Action);

    impl Player for Says {
        fn answer(&mut self, _: &View, _: Side) -> Action {
            self.0.clone()
        }

        fn name(&self) -> &str {
            "says"
        }
    }

    fn walks(side: Side, by: i32) -> Says {
        Says(Action::new(Ref::Side(side), Word("walk")).with(Word("by"), crate::battle::Value::Whole(by)))
    }

    fn race(faces: &[u8]) -> World {
        let mut world = toy::mustered();
        let opening = Opening::take(&world);
        let script: Vec<Scripted> = faces.iter().map(|&die| Scripted { die, why: None }).collect();
        begin_again(&mut world, &opening, Dice::scripted(&script, None)).unwrap();
        world
    }

    #[test]
    fn a_battle_is_played_to_its_end() {
        // North walks 2 and rolls 6 a turn: 8, 16, 24. South answers twice in between and never a third time.
        let mut world = race(&[6, 1, 6, 1, 6]);
        let played = play(&mut world, [&mut walks(Side::North, 2), &mut walks(Side::South, 0)], BUDGET);
        assert_eq!(played.end, Ok(Ending { winner: Some(Side::North), why: Word("home") }));
        assert_eq!((played.turns, played.actions), (3, 5));
    }

    #[test]
    fn a_battle_stops_at_its_budget_and_at_a_refusal() {
        let mut world = race(&[6, 1, 6, 1, 6]);
        let played = play(&mut world, [&mut walks(Side::North, 2), &mut walks(Side::South, 0)], 4);
        assert_eq!((played.end, played.actions), (Err(Halt::Budget), 4));
        let mut world = race(&[6, 1]);
        let played = play(&mut world, [&mut walks(Side::North, 2), &mut walks(Side::South, 3)], BUDGET);
        assert!(matches!(played.end, Err(Halt::Refused(_))), "{played:?}");
        assert_eq!(played.actions, 1);
    }

    #[test]
    fn rules_that_have_nothing_left_to_do_are_no_end() {
        let mut world = toy::mustered();
        crate::battle::install::clear_out(&mut world);
        crate::battle::begin(&mut world).unwrap();
        let played = play(&mut world, [&mut Random::new(1), &mut Random::new(2)], BUDGET);
        assert_eq!(played.end, Err(Halt::Rules(Word("nothing-left"))));
    }

    #[test]
    fn the_same_seeds_play_the_same_battle() {
        let play_once = |seed| {
            let mut world = toy::mustered();
            let opening = Opening::take(&world);
            begin_again(&mut world, &opening, Dice::seeded(seed)).unwrap();
            let played = play(&mut world, [&mut Random::new(1), &mut Random::new(2)], BUDGET);
            (played, crate::battle::digest(&world))
        };
        assert_eq!(play_once(7), play_once(7));
        assert_ne!(play_once(7).1, play_once(8).1);
    }
}
