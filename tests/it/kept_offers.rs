//! What is offered is the same whether it was kept from an earlier question or is computed afresh: in every shipped
//! battle, in those with every advanced rule, and after answers were taken back.

use sandtable::battle::setup::Setup;
use sandtable::battle::{Ask, Opening, Ruleset, View, begin_again, kept, redo, submit, undo};
use sandtable::dice::Dice;
use sandtable::ids::Side;
use sandtable::players::{Player, Random};
use sandtable::rules::RULESETS;
use sandtable::scenario::embedded;

use crate::conformance::{battle, fresh};
use crate::drill;

/// So many answers of each battle; all of them where the long search is asked for.
const ANSWERS: usize = 120;
/// After so many answers some are taken back and given again.
const BACK_EVERY: usize = 17;

/// Plays a battle at random and compares every offer with one that is computed afresh. Returns how often something was
/// kept.
fn compares(name: &str, ruleset: &Ruleset, setup: &Setup) -> u64 {
    let long = std::env::var("SANDTABLE_LONG").is_ok_and(|asked| asked == "1");
    let mut world = fresh(ruleset, setup);
    let opening = Opening::take(&world);
    begin_again(&mut world, &opening, Dice::seeded(5)).unwrap();
    let mut players = Side::BOTH.map(|side| Random::eager(side.index() as u64));
    for n in 0..if long { usize::MAX } else { ANSWERS } {
        let Some(side) = View::umpire(&world).waiting().first().copied() else { break };
        if View::umpire(&world).ending().is_some() {
            break;
        }
        let at = format!("{name}, answer {n}, {side}");
        let view = View::of(&world, side);
        for ask in [Ask::all(), Ask { barred: true, ..Ask::all() }] {
            let (now, anew) = (view.offer(&ask), kept::afresh(|| view.offer(&ask)));
            assert_eq!(format!("{now:#?}"), format!("{anew:#?}"), "{at}");
        }
        let action = players[side.index()].answer(&view, side);
        submit(&mut world, action).unwrap_or_else(|why| panic!("{at}: {why:?}"));
        if n % BACK_EVERY == BACK_EVERY - 1 {
            let back = (0..4).filter(|_| undo(&mut world)).count();
            for _ in 0..back {
                if let Some(side) = View::umpire(&world).waiting().first().copied() {
                    let view = View::of(&world, side);
                    let (now, anew) = (view.offer(&Ask::all()), kept::afresh(|| view.offer(&Ask::all())));
                    assert_eq!(format!("{now:#?}"), format!("{anew:#?}"), "{at}, taken back");
                }
                redo(&mut world);
            }
        }
    }
    kept::shares(&world).values().map(|share| share.kept).sum()
}

#[test]
fn what_is_kept_is_what_would_be_offered_afresh() {
    let with_all = |setup: Setup, ruleset: &str| {
        let preset = match ruleset {
            "armati" => "seed",
            "ancientmaster" => "later",
            "battlesystem" => "intermediate",
            "chainmail" => "club",
            _ => "full",
        };
        Setup { preset: Some(preset.into()), ..setup }
    };
    for name in embedded::battles() {
        let ruleset = name.split('/').next().unwrap_or_default();
        let of = RULESETS.iter().find(|known| known.name == ruleset).unwrap();
        let used = compares(&name, of, &battle(&name));
        assert!(used > 0, "{name}: nothing was kept");
        compares(&format!("{name} with every advanced rule"), of, &with_all(battle(&name), ruleset));
    }
    compares("the drill", &drill::RULESET, &battle(drill::BATTLE));
}
