//! Units whose bases stand by themselves, in the window: a drag takes all of them along, what is said of them lies beside all
//! of them, and with Alt one base is placed while the others stay in the hand.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use bevy_egui::egui::{Key, Modifiers, Rect};

use super::look::drawn;
use super::stage::{Stage, battle, sit_down};
use super::state::Play;
use crate::battle::notation::read;
use crate::battle::setup::{Flaw, Setup};
use crate::battle::{Ref, Ruleset, View, state};
use crate::drill;
use crate::gui::board::tags::hull;
use crate::gui::game::hand;
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::saves;
use crate::ids::{Side, UnitId};
use crate::rules::{RULESETS, battles};
use crate::scenario::journal::{Chosen, DiceFrom};
use crate::table::{Footprint, Place, Placement};

/// Rulesets in which the first unit of south that a block holds together stands in two bases by itself, one behind the other.
fn rulesets() -> Vec<Ruleset> {
    RULESETS.iter().map(|ruleset| Ruleset { muster: loosened, ..*ruleset }).collect()
}

fn loosened(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let Some(of) = RULESETS.iter().find(|ruleset| ruleset.name == setup.ruleset) else { return Vec::new() };
    let flaws = (of.muster)(setup, world);
    let view = View::umpire(world);
    let loose = view.roster().of(Side::South).find_map(|unit| {
        let (pose, size) = (view.pose(unit).filter(|_| view.hull(unit).is_some())?, view.roster().base(unit));
        Some((unit, Placement::Loose(vec![pose, pose.shifted(-size.depth, 0.0)])))
    });
    if let Some((unit, placement)) = loose {
        state::station(world, unit, placement);
    }
    flaws
}

fn is_loose(view: &View, unit: UnitId) -> bool {
    matches!(view.placement(unit), Placement::Loose(_))
}

/// A battle with a loose unit that is to be moved ahead by a hand, and that unit.
fn marching() -> (Stage, UnitId) {
    let game =
        saves::begun(&rulesets(), &battle(battles::TEACHING_BY_UNITS), Chosen::default(), DiceFrom::Seed(1), None);
    let mut stage = Stage::sized(Play::new(game.ok().unwrap(), [Person; 2], 1), 1280.0, 800.0);
    for _ in 0..80 {
        let now = stage.play.now();
        let view = stage.play.game.view();
        let loose = view.roster().ids().find(|unit| is_loose(&view, *unit)).expect("it stands loose");
        let choice = hand::for_drag(&view, &now.offers.all, loose, true, None, hand::can_be_dragged);
        if now.ready.contains(&loose) && choice.is_some() {
            stage.play.look.finish_motion();
            stage.play.select(Some(loose));
            stage.rest();
            return (stage, loose);
        }
        let done = now.offers.all.iter().find(|choice| choice.ends).or(now.offers.all.first()).unwrap().action.clone();
        stage.play.submit(done);
        if let crate::gui::game::Turn::Of { side, .. } = stage.play.game.turn() {
            stage.play.seats.look(Some(side));
        }
        stage.rest();
    }
    panic!("nobody who stands loose is ever asked");
}

fn prints(stage: &Stage, unit: UnitId) -> Vec<Footprint> {
    stage.play.game.view().feet(unit).iter().map(|foot| foot.print).collect()
}

#[test]
fn a_drag_takes_all_bases_along_whichever_is_taken() {
    for base in [0, 1] {
        let (mut stage, unit) = marching();
        let before = prints(&stage, unit);
        assert_eq!(before.len(), 2, "two bases by themselves");
        let by = before[0].forward() * 2.0;
        stage.hold(before[base].centre, before[base].centre + by);
        stage.drop_at(before[base].centre + by);
        let held = stage.play.hand.held().expect("it stays in the hand");
        let ruling = held.verdict.as_ref().unwrap_or_else(|why| panic!("base {base}: {why:?}"));
        let view = stage.play.game.view();
        let (_, pose) = ruling.ends.iter().find(|(of, _)| *of == unit).expect("it goes somewhere");
        let ends = ruling.placement(&view, unit, *pose).footprints(view.roster().base(unit)).to_vec();
        assert_eq!(ends.len(), 2, "base {base}");
        for (from, to) in before.iter().zip(&ends) {
            assert!((to.centre - from.centre - by).length() < 0.2, "base {base}: {from:?} to {to:?}");
        }
        stage.key(Key::Enter);
        stage.play.look.finish_motion();
        for (from, to) in before.iter().zip(&prints(&stage, unit)) {
            assert!((to.centre - from.centre - by).length() < 0.2, "base {base}: {from:?} to {to:?}");
        }
    }
}

#[test]
fn what_is_said_of_a_loose_unit_lies_beside_all_its_bases() {
    let (mut stage, unit) = marching();
    let before = prints(&stage, unit);
    stage.hold(before[1].centre, before[1].centre + before[0].forward() * 2.0);
    stage.rest();
    let now = stage.play.now();
    let feet = |unit: UnitId| now.scene.piece(unit).map(|piece| piece.feet().to_vec()).unwrap_or_default();
    let over = drawn::overlays(&stage.play, &now, &feet, false);
    let ghost = over.ghost.expect("where it would end");
    let drawn = |of: &Footprint, by: f32| {
        ghost.ends.iter().any(|base| (base.print.centre - of.centre - of.forward() * by).length() < 0.2)
    };
    assert!(before.iter().all(|base| drawn(base, 2.0)), "where both bases would be is drawn");
    assert_eq!(over.selected.prints.len(), 2, "and both are selected");
    let on_screen = |print: &Footprint| hull(&print.corners().map(|corner| stage.on_screen(corner)));
    let bases: Vec<Rect> = ghost.ends.iter().map(|base| on_screen(&base.print).shrink(1.0)).collect();
    let lines: Vec<String> = over.tags.into_iter().flat_map(|tag| tag.lines).collect();
    let mut seen = 0;
    for line in &lines {
        let Some(place) = stage.place_of(line) else { continue };
        seen += 1;
        for base in &bases {
            assert!(!base.intersects(place), "`{line}` at {place:?} lies on {base:?}");
        }
    }
    assert!(seen > 0, "{lines:?}");
}

/// The drill at the question where the stands of north's guard go, as it asks when the guard obeys; none where the dice have
/// it that it does not.
fn at_reform(seed: u64) -> Option<(Stage, UnitId)> {
    let dice = DiceFrom::Seed(seed);
    let game = saves::begun(&[drill::RULESET], drill::BATTLE, Chosen::default(), dice, None).ok().unwrap();
    let mut play = Play::new(game, [Person; 2], 1);
    play.seats.look(Some(Side::North));
    let say = |play: &mut Play, line: &str| {
        let action = read(line, &play.game.view().names()).unwrap_or_else(|why| panic!("{line}: {why}"));
        play.submit(action);
    };
    say(&mut play, "north: orders { n-guard: order to=march, by=4 | n-horse: order to=march, by=6 }");
    play.seats.look(Some(Side::South));
    say(&mut play, "south: seal");
    sit_down(&mut play);
    play.seats.look(Some(Side::North));
    if play.game.view().waiting() != [Side::North] {
        return None;
    }
    say(&mut play, "n-guard: call");
    let unit = play.game.view().roster().find("n-guard")?;
    play.game.view().question().filter(|question| question.key.0 == "reform")?;
    sit_down(&mut play);
    let mut stage = Stage::sized(play, 1280.0, 800.0);
    stage.play.look.finish_motion();
    stage.play.select(Some(unit));
    stage.rest();
    Some((stage, unit))
}

/// The middles of the bases as the hand would place them.
fn placed(stage: &Stage) -> Vec<Vec2> {
    let (held, view) = (stage.play.hand.held().expect("it stays in the hand"), stage.play.game.view());
    let middle = |(of, place): &(Ref, Place)| match of {
        Ref::Base(unit, _) => view.roster().base(*unit).base(place.pose()).centre,
        _ => panic!("{of:?} is no base"),
    };
    held.action.places().iter().map(middle).collect()
}

#[test]
fn with_alt_one_stand_is_placed_and_the_others_stay_in_the_hand() {
    let (mut stage, unit) = (1..20).find_map(at_reform).expect("a guard obeys");
    let before: Vec<Vec2> = prints(&stage, unit).iter().map(|print| print.centre).collect();
    assert_eq!(before.len(), 3, "a guard of three stands");
    let depth = stage.play.game.journal().depth();
    let forward = prints(&stage, unit)[2].forward();
    stage.hold_keys(Modifiers::ALT);
    let by = forward * 1.0;
    stage.hold(before[2], before[2] + by);
    stage.drop_at(before[2] + by);
    let first = placed(&stage);
    assert_eq!(stage.play.game.journal().depth(), depth, "nothing is done yet");
    for n in [0, 1] {
        assert!((first[n] - before[n]).length() < 0.01, "stand {n} stays: {} to {}", before[n], first[n]);
    }
    assert!((first[2] - before[2] - by).length() < 0.15, "{} to {}", before[2], first[2]);
    // Another one is added to it, and the first keeps the place that it was given.
    stage.hold(before[0], before[0] + by * 0.5);
    stage.drop_at(before[0] + by * 0.5);
    let second = placed(&stage);
    assert!((second[0] - before[0] - by * 0.5).length() < 0.15, "{} to {}", before[0], second[0]);
    assert!((second[1] - before[1]).length() < 0.01 && (second[2] - first[2]).length() < 0.01, "{first:?}, {second:?}");
    stage.hold_keys(Modifiers::NONE);
    stage.key(Key::Enter);
    assert_eq!(stage.play.game.journal().depth(), depth + 1);
    stage.play.look.finish_motion();
    for (now, wished) in prints(&stage, unit).iter().zip(&second) {
        assert!((now.centre - *wished).length() < 0.01, "{} and {wished}", now.centre);
    }
}
