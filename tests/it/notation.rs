//! Every action that a built-in battle offers or that is answered in it has one line, which reads back equal.

use sandtable::battle::notation::{read, write};
use sandtable::battle::{Ask, View, offer, submit};
use sandtable::dice::Dice;
use sandtable::players::{Player, Random};
use sandtable::rules::RULESETS;
use sandtable::scenario;

/// More answers than a battle at random needs.
const MOST: usize = 50_000;

#[test]
fn whatever_is_offered_or_answered_reads_back_equal() {
    for name in scenario::embedded::battles() {
        let mut opened = scenario::open(RULESETS, &name).unwrap_or_else(|flaws| panic!("{name}: {flaws:?}"));
        opened.begin(Dice::seeded(5)).unwrap();
        let world = &mut opened.world;
        let mut player = Random::new(5);
        for _ in 0..MOST {
            let view = View::umpire(world);
            let Some(side) = view.waiting().first().copied().filter(|_| view.ending().is_none()) else { break };
            let names = view.names();
            let offered = offer(world, side, &Ask::all()).choices.into_iter().map(|choice| choice.action);
            let answer = player.answer(&View::of(world, side), side);
            for action in offered.chain([answer.clone()]) {
                let line = write(&action, &names);
                assert_eq!(read(&line, &names), Ok(action), "{name}: {line}");
            }
            submit(world, answer).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
        }
        assert!(View::umpire(world).ending().is_some(), "{name} does not end");
    }
}
