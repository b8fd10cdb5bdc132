//! What every ruleset is held to, by one line: random legal play to an end, and at its questions everything that
//! the door promises. A failure names the battle, its seed and the question, so it can be played again.

mod draw;
mod flawed;
mod kept;
mod nonsense;
mod offers;
mod position;
mod supposed;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use bevy::ecs::world::World;
use sandtable::battle::narrator::Narrator;
use sandtable::battle::setup::Setup;
use sandtable::battle::{
    Action, Ask, Digest, Journal, Narration, Opening, Ruleset, View, begin_again, digest, judge, lost_update, offer,
    redo, submit, undo, world,
};
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::players::{Player, Random};
use sandtable::scenario;

use draw::Draw;
use supposed::Supposed;

/// More answers than any battle may take.
const BUDGET: usize = 5_000;
/// One question in so many is looked at closely, and the first of each kind in a battle.
const CLOSELY: usize = 8;

/// Plays random battles of a setup, one with each of those seeds, and holds the ruleset to the door's promises. Returns
/// how many questions came that had been supposed.
pub fn conform(ruleset: &Ruleset, setup: &Setup, seeds: RangeInclusive<u64>) -> usize {
    let mut world = fresh(ruleset, setup);
    let opening = Opening::take(&world);
    seeds.map(|seed| Game { ruleset, setup, seed }.play(&mut world, &opening)).sum()
}

/// A battle by its file's path or its built-in name.
pub fn battle(name: &str) -> Setup {
    let draft = scenario::draft(name);
    draft.setup.filter(|_| draft.flaws.is_empty()).unwrap_or_else(|| panic!("{name}: {:?}", draft.flaws))
}

/// A world of that ruleset with that setup mustered, not begun.
pub fn fresh(ruleset: &Ruleset, setup: &Setup) -> World {
    let mut world = world(ruleset);
    lost_update::watch(&mut world);
    let flaws = (ruleset.muster)(setup, &mut world);
    assert!(flaws.is_empty(), "{}: {flaws:?}", setup.title);
    world
}

/// Plays one battle with random players and says how it ended: its turn, how many answers it took, its digest.
pub fn play_out(world: &mut World, opening: &Opening, seed: u64) -> (u32, usize, Digest) {
    begin_again(world, opening, Dice::seeded(seed)).expect("seeded dice never run out");
    let mut players = players(seed);
    let mut answers = 0;
    while let Some(side) = View::umpire(world).waiting().first().copied() {
        if View::umpire(world).ending().is_some() {
            break;
        }
        let action = players[side.index()].answer(&View::of(world, side), side);
        submit(world, action).expect("what the random player answers is accepted");
        answers += 1;
    }
    (View::umpire(world).clock().turn, answers, digest(world))
}

/// Random players for a battle; in those of even seeds they end questions nine times more rarely.
fn players(seed: u64) -> [Random; 2] {
    Side::BOTH.map(|side| {
        let stream = seed * 2 + side.index() as u64;
        if seed.is_multiple_of(2) { Random::eager(stream) } else { Random::new(stream) }
    })
}

/// One battle that is played.
struct Game<'a> {
    ruleset: &'a Ruleset,
    setup: &'a Setup,
    seed: u64,
}

/// Where a battle stands, for failures.
struct At<'a> {
    game: &'a Game<'a>,
    answers: usize,
    question: &'static str,
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Game { ruleset, setup, seed } = self.game;
        write!(f, "{} \"{}\" seed {seed}, answer {}, `{}`", ruleset.name, setup.title, self.answers, self.question)
    }
}

impl Game<'_> {
    fn play(&self, world: &mut World, opening: &Opening) -> usize {
        let mut draw = Draw::new(self.seed);
        let mut players = players(self.seed);
        begin_again(world, opening, Dice::seeded(self.seed)).expect("seeded dice never run out");
        let mut past = vec![digest(world)];
        let mut known: Vec<Action> = Vec::new();
        let mut asked = BTreeSet::new();
        let mut shadow: Option<World> = None;
        let mut came = 0;
        let from = draw.below(200);
        while View::umpire(world).ending().is_none() {
            let question = View::umpire(world).question().map_or("none", |q| q.key.0);
            let at = At { game: self, answers: past.len() - 1, question };
            assert!(past.len() <= BUDGET, "{at}: the battle comes to no end");
            let waiting = View::umpire(world).waiting();
            assert!(!waiting.is_empty(), "{at}: nobody is asked and nobody has won");
            let closely = draw.below(CLOSELY) == 0 || asked.insert(question);
            for side in Side::BOTH {
                if waiting.contains(&side) {
                    known.extend(offers::check(self.ruleset, world, side, &mut draw, closely, &at));
                    if closely {
                        supposed::check(self.ruleset, world, side, &at);
                    }
                } else {
                    assert!(offer(world, side, &Ask::all()).choices.is_empty(), "{at}: {side} is not asked");
                }
            }
            let side = waiting[draw.below(waiting.len())];
            if closely {
                nonsense::check(world, &known, &mut draw, &at);
                nonsense::check_placement(world, &at);
                known.drain(..known.len().saturating_sub(60));
            }
            if past.len() - 1 == from {
                let mut restored = fresh(self.ruleset, self.setup);
                Opening::take(world).give(&mut restored);
                shadow = Some(restored);
            }
            let mut restored = closely.then(|| kept::restore(self.ruleset, self.setup, world, &at));
            let action = players[side.index()].answer(&View::of(world, side), side);
            let hidden = kept::Hidden::before(world, side);
            let supposed = Supposed::of(self.ruleset, world, side, &action, &at);
            if let Err(why) = submit(world, action.clone()) {
                panic!("{at}: {action:?} is refused: {}", position::refusal(self.ruleset, world, &why));
            }
            hidden.still(world, &at);
            came += usize::from(supposed.is_some_and(|supposed| supposed.came(world, &at)));
            past.push(digest(world));
            let now = past[past.len() - 1];
            for other in restored.iter_mut().chain(&mut shadow) {
                kept::follow(other, &action, now, &at);
            }
            position::check(self.ruleset, world, &at);
            if closely {
                kept::back_and_forth(world, &past, draw.below(20), &at);
            }
        }
        self.ended(world, past.len() - 1);
        self.over(world, opening, &past);
        came
    }

    /// It was a rule that ended the battle, and no flaw of the ruleset.
    fn ended(&self, world: &World, answers: usize) {
        let at = At { game: self, answers, question: "over" };
        let view = View::umpire(world);
        let mut facts = world.resource::<Journal>().entries().iter().flat_map(|entry| entry.facts());
        let won = facts.rfind(|fact| matches!(fact.narration, Narration::Won(_)));
        let told = won.map(|fact| Narrator::new((self.ruleset.texts)(), view.names()).fact(fact));
        assert!(view.ending().is_some_and(|ending| !ending.is_flaw()), "{at}: {told:?}");
    }

    /// After the end nothing is asked or accepted; all of it can be taken back and done again, and its answers
    /// alone, through notation, give the same battle.
    fn over(&self, world: &mut World, opening: &Opening, past: &[Digest]) {
        let at = At { game: self, answers: past.len() - 1, question: "over" };
        let answers: Vec<Action> = world.resource::<Journal>().answers().map(|(_, action)| action.clone()).collect();
        assert_eq!(answers.len(), past.len() - 1, "{at}: the journal has every answer");
        for action in answers.iter().take(1) {
            assert!(judge(world, action).is_err() && submit(world, action.clone()).is_err(), "{at}");
        }
        for side in Side::BOTH {
            assert!(offer(world, side, &Ask::all()).choices.is_empty(), "{at}");
        }
        for digest_then in past.iter().rev().skip(1) {
            assert!(undo(world), "{at}");
            assert_eq!(digest(world), *digest_then, "{at}: taken back");
        }
        assert!(!undo(world), "{at}: the opening stays");
        for digest_then in &past[1..] {
            assert!(redo(world), "{at}");
            assert_eq!(digest(world), *digest_then, "{at}: done again");
        }
        assert!(!redo(world), "{at}");
        let mut again = fresh(self.ruleset, self.setup);
        begin_again(&mut again, opening, Dice::seeded(self.seed)).expect("seeded dice never run out");
        for (action, digest_then) in answers.iter().zip(&past[1..]) {
            let read = offers::written(&again, action, &at);
            submit(&mut again, read).unwrap_or_else(|why| panic!("{at}: replayed {action:?}: {why:?}"));
            assert_eq!(digest(&again), *digest_then, "{at}: replayed {action:?}");
        }
    }
}

/// Whether the open question is to be answered in secret.
fn is_secret(world: &World) -> bool {
    View::umpire(world).question().is_some_and(|question| question.is_secret())
}
