//! What a unit is told to reach, held against what it is offered.

use sandtable::battle::notation::write;
use sandtable::battle::{Ask, Ref, STOPS, Value, View, begin, offer, submit};
use sandtable::cite::Word;
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::players::{Player, Random};
use sandtable::rules::RULESETS;
use sandtable::scenario::{Case, Shelf, Source};
use sandtable::table::measure::distance;

use crate::conformance::{battle, fresh};

/// Whoever comes within an inch of an enemy is in contact (C40), so a charge goes an inch farther than the Charge Move.
#[test]
fn who_is_offered_a_charge_in_chainmail_reaches_as_far() {
    let ruleset = RULESETS.iter().find(|ruleset| ruleset.name == "chainmail").unwrap();
    let mut farthest = f32::MIN;
    for seed in 1..=12 {
        let mut world = fresh(ruleset, &battle("chainmail/first_battle"));
        world.insert_resource(Dice::seeded(seed));
        begin(&mut world).unwrap();
        let mut players = Side::BOTH.map(|side| Random::new(2 * seed + side.index() as u64));
        while let Some(side) = View::umpire(&world).waiting().first().copied() {
            let view = View::umpire(&world);
            if view.ending().is_some() || view.clock().turn > 6 {
                break;
            }
            for choice in offer(&world, side, &Ask::all()).choices.iter() {
                let target = choice.action.with.iter().find_map(|(_, value)| match value {
                    Value::Refs(refs) => refs.first().copied(),
                    _ => None,
                });
                let ([Ref::Unit(unit)], Some(Ref::Unit(at)), Word("charge")) =
                    (&choice.action.who[..], target, choice.action.key)
                else {
                    continue;
                };
                let (Some(own), Some(enemy)) = (view.hull(*unit), view.hull(at)) else { continue };
                let beyond = distance(&own, &enemy) - (ruleset.reach)(&view, *unit).charge.to_inches();
                assert!(beyond < 0.02, "seed {seed}: {} charges {beyond} beyond its reach", view.roster().name(*unit));
                farthest = farthest.max(beyond);
            }
            let action = players[side.index()].answer(&View::of(&world, side), side);
            submit(&mut world, action).unwrap();
        }
    }
    assert!(farthest > -1.0, "no charge needed the last inch: {farthest}");
}

/// Who meets nobody in a group's charge may stop (I98). Where there is no such charge straight ahead, it is offered after the
/// least wheel, which the case works out; with the second enemy 0.07 inches farther aside the group has no inches
/// left for him once it has wheeled so far that he lies in its way.
#[test]
fn who_may_stop_in_a_groups_charge_is_offered_it_after_the_least_wheel() {
    const CASE: &str = "scenarios/cases/impetus/I98_may_stop_after_a_wheel.ron";
    let text = std::fs::read_to_string(CASE).unwrap();
    let offered = |text: &str| {
        let case = Case::read(Source::new(CASE.to_owned(), text.to_owned()), &Shelf::embedded());
        let mut world = case.open(RULESETS).unwrap().world;
        world.insert_resource(Dice::seeded(1));
        begin(&mut world).unwrap();
        let choices = offer(&world, Side::South, &Ask::all()).choices;
        let stops = choices.iter().filter(|choice| choice.action.value(STOPS).is_some());
        stops.map(|choice| write(&choice.action, &View::umpire(&world).names())).collect::<Vec<_>>()
    };
    assert_eq!(offered(&text), ["a+b+c: wheel right 1, ahead 1.599; b stops 1.032"]);
    let aside = text.replace("at: (45.6,", "at: (45.67,");
    assert!(aside != text && offered(&aside).is_empty());
}
