//! Sandtable, a 2D miniatures battle simulator: unit bases stand on a measured table in inches, published
//! tabletop rulesets are played by the rules, and the ruler that is shown is the ruler that judges.
//!
//! # A battle from a scenario
//!
//! A scenario is a file's path or the name of a built-in battle. Rulesets are handed in, dice are chosen when the battle
//! begins, and whoever answers the questions is a [`players::Player`].
//!
//! ```
//! use sandtable::battle::View;
//! use sandtable::dice::Dice;
//! use sandtable::lab::play::{BUDGET, play};
//! use sandtable::players::Kind;
//! use sandtable::rules::RULESETS;
//! use sandtable::scenario;
//!
//! let mut battle = scenario::open(RULESETS, "armati/breakpoint").expect("its files have no flaw");
//! battle.begin(Dice::seeded(7)).expect("seeded dice never run out");
//! let mut north = Kind::Captain.make(&battle.ruleset, 1);
//! let mut south = Kind::Random.make(&battle.ruleset, 2);
//! let played = play(&mut battle.world, [&mut *north, &mut *south], BUDGET);
//! let ending = played.end.expect("it comes to an end");
//! println!("{:?} wins in turn {}: {}", ending.winner, played.turns, ending.why);
//! assert_eq!(View::umpire(&battle.world).ending(), Some(ending));
//! ```
//!
//! # A question answered
//!
//! Actions are written in one line of notation. The judge changes nothing, [`battle::submit`] is the only way to act, and
//! whatever was done can be taken back.
//!
//! ```
//! use sandtable::battle::setup::Step;
//! use sandtable::battle::{Ask, Measured, View, digest, judge, notation, offer, submit, undo};
//! use sandtable::dice::Dice;
//! use sandtable::ids::Side;
//! use sandtable::rules::RULESETS;
//! use sandtable::scenario;
//! use sandtable::table::Mil;
//!
//! let mut battle = scenario::open(RULESETS, "armati/first_battle").expect("its files have no flaw");
//! // In the midst of it: north moves in turn 3.
//! let step = Step { turn: 3, name: "first-move".into(), side: Some(Side::North) };
//! (battle.ruleset.stage)(&mut battle.world, &step).expect("there is such a step");
//! battle.begin(Dice::seeded(1)).expect("seeded dice never run out");
//! let world = &mut battle.world;
//!
//! let question = View::of(world, Side::North).question().expect("somebody is asked");
//! assert_eq!(question.key.0, "move");
//! let read = |line: &str, view: View| notation::read(line, &view.names()).expect("it can be read");
//!
//! // Too far: the refusal has the rule, what was measured, and the limit.
//! let far = read("hill-foot: ahead 6.1", View::of(world, Side::North));
//! let why = judge(world, &far).expect_err("heavy foot marches 6 inches");
//! assert_eq!(why.cite.0, "M1");
//! assert_eq!(why.measured, Some(Measured::Length(Mil(6100))));
//! assert_eq!(why.limit, Some(Measured::Length(Mil::inches(6))));
//!
//! // As far as it may: judged, done, and taken back.
//! let before = digest(world);
//! let march = read("hill-foot: ahead 6", View::of(world, Side::North));
//! assert!(judge(world, &march).is_ok());
//! submit(world, march).expect("what the judge accepts is accepted");
//! assert_ne!(digest(world), before);
//! assert!(undo(world));
//! assert_eq!(digest(world), before);
//!
//! // What else may be done: whole actions, each accepted as it stands.
//! for choice in offer(world, Side::North, &Ask::all()).choices {
//!     println!("{}", notation::write(&choice.action, &View::of(world, Side::North).names()));
//!     assert!(judge(world, &choice.action).is_ok());
//! }
//! ```
//!
//! # A batch
//!
//! The same seed gives the same battles, whatever the number of threads.
//!
//! ```
//! use sandtable::ids::Side;
//! use sandtable::lab::batch::{Maker, Order, run};
//! use sandtable::players::Kind;
//! use sandtable::rules::RULESETS;
//! use sandtable::scenario;
//!
//! let ruleset = scenario::open(RULESETS, "armati/breakpoint").expect("its files have no flaw").ruleset;
//! let muster = || scenario::open(RULESETS, "armati/breakpoint").map(|battle| battle.world);
//! let random: &Maker = &|seed| Kind::Random.make(&ruleset, seed);
//! let batch = |jobs| {
//!     let order = Order { first: 1, games: 6, seed: 1, jobs, players: [random, random], done: &|_| {}, begin_journal: None, watch: None };
//!     run(&muster, &order).expect("it can be mustered")
//! };
//! let (one, two) = (batch(1), batch(2));
//! assert_eq!(one.games, two.games);
//! let won = one.games.iter().filter(|game| game.winner() == Some(Side::North)).count();
//! println!("north won {won} of {}", one.games.len());
//! ```
//!
//! # Modules
//!
//! In reading order; each uses only those before it (a test holds them to it).

// The drill of `tests/it` serves tests in here too, and names this crate as others do.
#[cfg(test)]
extern crate self as sandtable;
#[cfg(test)]
#[path = "../tests/it/drill/mod.rs"]
mod drill;

pub mod ids;
pub mod cite;
pub mod nearest;
pub mod reads;
pub mod dice;
pub mod table;
pub mod battle;
pub mod rules;
pub mod scenario;
pub mod players;
pub mod lab;
pub mod picture;
#[cfg(feature = "gui")]
pub mod gui;
pub mod cli;
