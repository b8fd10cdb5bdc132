//! The umpire's hand, tried on the whole play screen.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Key};

use crate::battle::digest;
use crate::gui::game::case::Shown;
use crate::gui::game::sitter::Sitter;
use crate::gui::play::stage::{Stage, begun, teaching};
use crate::gui::play::state::Play;
use crate::gui::saves;
use crate::ids::{Side, UnitId};
use crate::lab::chronicle::Kind;
use crate::rules::RULESETS;
use crate::rules::battles;
use crate::table::Cdeg;

/// The teaching battle with the umpire's hand on, and a unit of each side.
fn stage() -> (Stage, UnitId, UnitId) {
    let mut stage = Stage::of(begun(battles::TEACHING, [Sitter::Person; 2]));
    stage.key(Key::F8);
    let view = stage.play.game.view();
    let first = |side| view.roster().of(side).find(|unit| view.hull(*unit).is_some()).unwrap();
    let (north, south) = (first(Side::North), first(Side::South));
    (stage, north, south)
}

#[test]
fn a_unit_is_put_where_it_is_dropped_told_in_the_log_and_taken_back() {
    let (mut stage, north, _) = stage();
    assert!(stage.shows("s hand is on") && stage.play.now().offers.listed.is_empty());
    let (before, from) = (digest(stage.play.game.world()), stage.middle(north));
    stage.hold(from, from + Vec2::new(0.0, -3.0));
    let ghost = stage.play.lifted_prints();
    assert!(stage.play.hand.held().is_some_and(|held| held.verdict.is_ok()));
    assert!((ghost[0].centre.y - (from.y - 3.0)).abs() < 0.11, "the ghost is where the pointer is: {ghost:?}");
    stage.drop_at(from + Vec2::new(0.0, -3.0));
    let there = stage.middle(north);
    assert!((there.x - from.x).abs() < 0.06 && (there.y - from.y + 3.0).abs() < 0.11, "{from} to {there}");
    assert_eq!(stage.play.game.journal().depth(), 1);
    let told = stage.play.now().lines.iter().rev().find(|line| line.kind == Kind::Move).cloned().unwrap();
    assert!(told.text.starts_with("The umpire puts ") && told.cite.is_empty(), "{told:?}");
    stage.click_on("Undo");
    assert_eq!(digest(stage.play.game.world()), before);
    stage.click_on("Done");
    assert!(!stage.play.umpire.is_on() && stage.play.person().is_some());
}

#[test]
fn where_somebody_stands_or_off_the_table_it_springs_back_and_the_refusal_is_drawn() {
    let (mut stage, north, south) = stage();
    let (from, other) = (stage.middle(north), stage.middle(south));
    stage.hold(from, other);
    stage.drop_at(other);
    assert_eq!((stage.play.game.journal().depth(), stage.middle(north)), (0, from));
    let (why, wished) = stage.play.hand.refusal().cloned().unwrap();
    assert_eq!((why.says.0, wished.len()), ("stands-there", 1));
    assert!(stage.shows("would stand on"));
    stage.key(Key::Escape);
    assert!(stage.play.hand.refusal().is_none() && stage.play.umpire.is_on());
}

#[test]
fn keys_turn_and_shift_the_selected_unit_until_enter_puts_it_there() {
    let (mut stage, north, _) = stage();
    let at = stage.on_screen(stage.middle(north));
    stage.click(at);
    assert_eq!(stage.play.look.focus(), Some(north));
    let was = stage.play.game.view().pose(north).unwrap().place();
    stage.key(Key::E);
    stage.key(Key::E);
    // Clear of its mates, whom it would stand on where it turns among them.
    assert!(stage.play.hand.held().is_some_and(|held| held.verdict.is_err()));
    (0..6).for_each(|_| stage.key(Key::ArrowDown));
    stage.key_with(Key::ArrowRight, egui::Modifiers::SHIFT);
    assert_eq!(stage.play.game.journal().depth(), 0, "it is only held");
    stage.key(Key::Enter);
    let is = stage.play.game.view().pose(north).unwrap().place();
    let turned = Cdeg(is.heading.0 - was.heading.0).turn();
    assert_eq!((is.x.0 - was.x.0, is.y.0 - was.y.0, turned), (100, -3000, Cdeg(200)));
}

/// The numbers in what is told, as people read them.
fn numbers(words: &str) -> Vec<f32> {
    let parts = words.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    parts.filter_map(|part| part.trim_end_matches('.').parse().ok()).collect()
}

#[test]
fn from_where_to_where_a_unit_goes_is_told_in_the_games_own_lengths() {
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Sitter::Person; 2]), 1280.0, 800.0);
        stage.key(Key::F8);
        let view = stage.play.game.view();
        let unit = view.roster().ids().find(|unit| view.hull(*unit).is_some()).unwrap();
        let of_unit = (stage.play.game.ruleset().texts)().unit.as_ref().map_or(1.0, |unit| unit.inches);
        let tenths = |inches: f32| (inches / of_unit * 10.0).round() / 10.0;
        stage.play.select(Some(unit));
        stage.rest();
        let from = stage.play.game.view().pose(unit).unwrap().place();
        for key in [Key::ArrowLeft, Key::ArrowUp, Key::ArrowUp, Key::E] {
            stage.key(key);
        }
        let to = stage.play.umpire.lifted().expect("it is held").to;
        assert_ne!((from.x, from.y, from.heading), (to.x, to.y, to.heading), "{battle}");
        let words = stage.play.places_in_words().unwrap();
        assert!(stage.shows(&words), "{battle}: `{words}` is told");
        let (_, places) = words.split_once(": from ").unwrap_or_else(|| panic!("{battle}: {words}"));
        let expected =
            [from, to].map(|at| [tenths(at.x.to_inches()), tenths(at.y.to_inches()), at.heading.to_degrees()]);
        let told = numbers(places);
        assert_eq!(told.len(), 6, "{battle}: {places}");
        for (told, expected) in told.iter().zip(expected.as_flattened()) {
            assert!((told - expected).abs() < 0.051, "{battle}: {places} for {expected:?}");
        }
    }
}

#[test]
fn a_drag_that_is_broken_off_leaves_everything_as_it_was() {
    let (mut stage, north, _) = stage();
    let from = stage.middle(north);
    stage.hold(from, from + Vec2::new(2.0, -3.0));
    stage.key(Key::Escape);
    stage.drop_at(from + Vec2::new(2.0, -3.0));
    assert_eq!((stage.play.game.journal().depth(), stage.middle(north)), (0, from));
}

#[test]
fn counts_are_set_step_by_step_within_their_limits() {
    let (mut stage, _, south) = stage();
    stage.play.select(Some(south));
    stage.rest();
    let lines = stage.play.count_lines();
    let first = lines[0].clone();
    assert_eq!((first.now, first.least), (first.most, 1), "fresh, and never down to nothing");
    assert!(stage.shows("THE UMPIRE SETS") && stage.shows(&first.label));
    stage.click_on(&format!("{} to {}", first.label, first.now + 1));
    assert_eq!(
        (stage.play.game.journal().depth(), stage.play.hand.refusal().is_none()),
        (0, true),
        "more than there were"
    );
    stage.click_on(&format!("{} to {}", first.label, first.now - 1));
    assert_eq!((stage.play.count_lines()[0].now, stage.play.game.journal().depth()), (first.now - 1, 1));
    let told = stage.play.now().lines.last().unwrap().text.clone();
    assert!(told.starts_with("The umpire sets "), "{told}");
    stage.key(Key::Z);
    assert_eq!(stage.play.count_lines()[0].now, first.now);
}

#[test]
fn nobody_is_umpire_of_a_case_nor_where_no_person_sits() {
    let path = crate::scenario::embedded::cases().remove(0);
    let (game, shown) = Shown::open(RULESETS, &path).unwrap();
    let mut play = Play::new(game, [Sitter::Person; 2], 1);
    play.lay_case(Some(shown));
    let mut stage = Stage::of(play);
    stage.key(Key::F8);
    assert!(!stage.play.umpire.is_on() && stage.shows("A case of the rulebook stays as it is"));
    let mut stage = Stage::of(begun(battles::TEACHING, [Sitter::Captain; 2]));
    stage.play.seats.pause(true);
    stage.key(Key::F8);
    assert!(!stage.play.umpire.is_on() && stage.shows("No person sits at this table"));
}

#[test]
fn captains_wait_while_the_hand_is_on_and_go_on_when_it_is_off() {
    let mut play = begun(battles::TEACHING, [Sitter::Captain, Sitter::Person]);
    play.turn_umpire();
    let mut stage = Stage::of(play);
    let frames = |stage: &mut Stage| {
        for _ in 0..200 {
            stage.step();
            if stage.play.game.journal().depth() > 0 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    };
    frames(&mut stage);
    assert_eq!(stage.play.game.journal().depth(), 0);
    stage.key(Key::F8);
    frames(&mut stage);
    assert_eq!(stage.play.game.journal().depth(), 1);
}

#[test]
fn a_battle_that_is_gone_on_with_grants_it_too() {
    let folder = tempfile::tempdir().unwrap();
    let name = crate::gui::play::stage::battle(battles::TEACHING);
    let (chosen, dice) = (Default::default(), crate::scenario::journal::DiceFrom::Seed(1));
    let game = saves::begun(RULESETS, &name, chosen, dice, Some(folder.path())).ok().unwrap();
    let mut play = Play::new(game, [Sitter::Person; 2], 1);
    play.turn_umpire();
    let unit = play.game.view().roster().of(Side::South).next().unwrap();
    play.select(Some(unit));
    let set = |play: &mut Play| {
        let to = play.counts()[0].now - 1;
        play.set_count(0, to);
        assert_eq!(play.counts()[0].now, to, "{:?}", play.hand.refusal());
    };
    set(&mut play);
    play.undo();
    play.redo();
    set(&mut play);
    let path = play.game.kept_in().unwrap().to_owned();
    drop(play);
    let (game, sitters, _) = saves::go_on(RULESETS, &path).ok().unwrap();
    let mut play = Play::new(game, sitters, 1);
    play.turn_umpire();
    play.select(Some(unit));
    play.undo();
    set(&mut play);
}
