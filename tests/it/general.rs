//! The general: he leads a battle as he chose to, the same at every time, and leaves no trace of what he tried.

use sandtable::battle::{digest, undo};
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::lab::{BUDGET, play};
use sandtable::players::{General, Kind, Think};
use sandtable::rules::RULESETS;
use sandtable::scenario;

/// The last hour, north led by a general, to its end: its digest, and who won.
fn led() -> (String, Option<Side>) {
    let mut opened = scenario::open(RULESETS, "armati/breakpoint").unwrap();
    opened.begin(Dice::seeded(2)).unwrap();
    let begun = digest(&opened.world);
    let mut north = General::new(&opened.ruleset, 7, Think::Trials(18));
    let mut south = Kind::Captain.make(&opened.ruleset, 1);
    let played = play(&mut opened.world, [&mut north, &mut *south], BUDGET);
    let at_end = digest(&opened.world).to_string();
    while undo(&mut opened.world) {}
    assert_eq!(digest(&opened.world), begun, "every answer can be taken back");
    (at_end, played.end.ok().and_then(|end| end.winner))
}

#[test]
fn the_same_general_leads_the_same_battle() {
    let once = led();
    assert!(once.1.is_some());
    assert_eq!(once, led());
}

#[test]
fn what_he_tried_leaves_no_trace() {
    // What stands after six answers is what stands when they are given without having tried anything.
    let mut opened = scenario::open(RULESETS, "armati/breakpoint").unwrap();
    opened.begin(Dice::seeded(2)).unwrap();
    let mut general = General::new(&opened.ruleset, 7, Think::Trials(18));
    let mut south = Kind::Captain.make(&opened.ruleset, 1);
    play(&mut opened.world, [&mut general, &mut *south], 6);
    let journal = opened.world.resource::<sandtable::battle::Journal>();
    let answers: Vec<_> = journal.answers().map(|(_, action)| action.clone()).collect();
    let mut again = scenario::open(RULESETS, "armati/breakpoint").unwrap();
    again.begin(Dice::seeded(2)).unwrap();
    for action in answers {
        sandtable::battle::submit(&mut again.world, action).unwrap();
    }
    assert_eq!(digest(&opened.world), digest(&again.world));
}
