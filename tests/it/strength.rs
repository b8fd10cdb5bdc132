//! How much a unit can still lose, as every ruleset tells it.

use bevy::ecs::world::World;
use sandtable::battle::setup::{Deploy, Setup};
use sandtable::battle::{View, begin, submit};
use sandtable::dice::Dice;
use sandtable::ids::UnitId;
use sandtable::players::{Player, Random};
use sandtable::rules::RULESETS;

use crate::conformance::{battle, fresh};

/// Whoever judges a battle takes what each unit has when it begins: where the sides place their own, nobody stands then.
#[test]
fn a_unit_that_is_still_to_be_placed_has_lost_nothing() {
    let mut seen = Vec::new();
    for ruleset in RULESETS {
        let free = Setup { deploy: Deploy::Free, ..battle(&format!("{}/first_battle", ruleset.name)) };
        let mut world = fresh(ruleset, &free);
        world.insert_resource(Dice::seeded(3));
        begin(&mut world).unwrap();
        let units: Vec<UnitId> = View::umpire(&world).roster().ids().collect();
        let strengths = |world: &World| -> Vec<u8> {
            let view = View::umpire(world);
            units.iter().map(|unit| (ruleset.strength)(&view, *unit)).collect()
        };
        let before = strengths(&world);
        if units.iter().any(|unit| View::umpire(&world).is_to_be_placed(*unit)) {
            seen.push(ruleset.name);
        }
        let mut players = [Random::new(1), Random::new(2)];
        while View::umpire(&world).clock().turn == 0 {
            let side = View::umpire(&world).waiting()[0];
            let action = players[side.index()].answer(&View::of(&world, side), side);
            submit(&mut world, action).unwrap();
        }
        let view = View::umpire(&world);
        for ((unit, before), after) in units.iter().zip(before).zip(strengths(&world)) {
            if view.on_table(*unit) {
                assert_eq!(before, after, "{}: {}", ruleset.name, view.roster().name(*unit));
            }
        }
    }
    // Armati's units stand where the file has them until their side moves them.
    assert_eq!(seen.len(), RULESETS.len() - 1, "{seen:?}");
}
