//! Lengths as people type, step and read them: in the game's own unit, where it has one.

use bevy_egui::egui::Key;

use super::compose;
use super::keys::table::strides;
use super::layout::Class;
use super::stage::{Stage, answer, begun, teaching};
use super::state::Play;
use crate::battle::notation::read_typed;
use crate::battle::{Measured, Range, Value};
use crate::gui::game::case::Shown;
use crate::gui::game::hand::Held;
use crate::gui::game::offers::offers;
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::words;
use crate::ids::UnitId;
use crate::rules::RULESETS;
use crate::scenario::embedded;
use crate::table::{Leg, Mil};

/// How far ahead it is in the hand.
fn ahead(stage: &Stage) -> Option<Mil> {
    let far = |leg: &Leg| if let Leg::Ahead(far) = leg { Some(*far) } else { None };
    stage.play.hand.held()?.action.legs().iter().find_map(far)
}

#[test]
fn lengths_are_typed_stepped_and_told_in_the_games_own_unit() {
    let mut in_own = 0;
    for battle in embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle")) {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1280.0, 800.0);
        let unit = (stage.play.game.ruleset().texts)().unit;
        let dragged = |stage: &mut Stage| -> bool {
            stage.play.next_ready(false);
            stage.rest();
            stage.key(Key::Num2);
            ahead(stage).is_some()
        };
        while !dragged(&mut stage) && stage.play.game.journal().depth() < 30 {
            stage.key(Key::Escape);
            if !answer(&mut stage.play) {
                break;
            }
            stage.rest();
        }
        let Some(two) = ahead(&stage) else { continue };
        assert_eq!(two, words::many(unit.as_ref(), 2.0), "{battle}");
        let [step, _] = strides(unit.as_ref());
        stage.key(Key::ArrowUp);
        assert_eq!(ahead(&stage), Some(words::to_tenth(unit.as_ref(), Mil(two.0 + step.0))), "{battle}");
        if let Some(unit) = unit {
            in_own += 1;
            let typed = stage.play.hand.typed().to_owned();
            assert!(typed.ends_with(&format!("ahead 3{}", unit.sign.trim())), "{battle}: {typed}");
            stage.key(Key::F9);
            let told = format!("{} more, less; with Shift {}", unit.of(step), unit.of(unit.many(0.1)));
            assert!(stage.shows(&told) && stage.shows(&format!("so many {}, ten", unit.sign.trim())));
        }
    }
    assert!(in_own >= 1, "a ruleset has a unit of its own");
}

#[test]
fn the_card_of_whoever_shoots_says_with_what_and_how_far() {
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        while play.now().plan.is_some() && answer(&mut play) {}
        let view = play.game.view();
        let fire = |unit: &UnitId| (play.game.ruleset().reach)(&view, *unit).fire;
        let shooters: Vec<UnitId> =
            view.roster().ids().filter(|unit| view.on_table(*unit) && !fire(unit).is_empty()).collect();
        assert!(!shooters.is_empty(), "{battle}: nobody shoots");
        let length_unit = (play.game.ruleset().texts)().unit;
        for unit in shooters {
            let view = play.game.view();
            let far = (play.game.ruleset().reach)(&view, unit).fire.iter().map(|(far, _)| *far).max().unwrap();
            play.select(Some(unit));
            let now = play.now();
            let line = compose::panel(&play, &now, Class::Normal).head.line;
            let told = format!(" to {}", words::length(length_unit.as_ref(), far));
            let weapon = line.strip_suffix(&told).and_then(|line| line.rsplit(", ").next()).unwrap_or_default();
            assert!(!weapon.is_empty() && weapon != "shoots", "{battle}: {line}");
        }
    }
}

#[test]
fn a_phalanx_that_turns_a_little_is_told_the_way_that_counts() {
    let path = embedded::cases().into_iter().find(|path| path.ends_with("W24_turn.ron")).unwrap();
    let (game, shown) = Shown::open(RULESETS, &path).unwrap();
    let mut play = Play::new(game, [Person; 2], 1);
    play.lay_case(Some(shown));
    let read = |play: &Play, words: &str| read_typed(words, &play.game.view().names()).unwrap();
    let order = read(&play, "p: order by=g");
    play.submit(order);
    // Straight ahead the whole pace; turned by a degree its outer corner goes farther than the middle of its front.
    for words in ["p: wheel right 0, ahead 20", "p: wheel right 0.9, ahead 19.95"] {
        let ruling = play.game.view().judge(&read(&play, words)).unwrap();
        let told: Vec<Measured> = ruling.measured.iter().map(|(_, far, _)| *far).collect();
        assert!(matches!(told[..], [Measured::Length(far)] if (7860..=7874).contains(&far.0)), "{words}: {told:?}");
    }
    let why = play.game.view().judge(&read(&play, "p: ahead 20.1")).unwrap_err();
    assert_eq!(why.limit, Some(Measured::Length(Mil(7874))));
}

#[test]
fn an_offer_says_no_more_than_is_accepted() {
    let mut less = 0;
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        let length_unit = (play.game.ruleset().texts)().unit;
        for _ in 0..25 {
            let now = play.now();
            let (Some(side), None) = (now.person, &now.plan) else {
                if answer(&mut play) {
                    continue;
                }
                break;
            };
            for unit in now.ready.iter().copied().take(6) {
                for listed in offers(&play.game, side, Some(unit)).listed {
                    let choice = &listed.choice;
                    let Some((at, most)) = choice.params.iter().enumerate().find_map(|(at, param)| match param.range {
                        Range::Length(_, most) => Some((at, most)),
                        _ => None,
                    }) else {
                        continue;
                    };
                    let mut held = Held::take(&play.game, side, choice.clone());
                    held.put(&play.game, side, at, Value::Length(most));
                    let Some(Value::Length(far)) = choice.params[at].get(&held.action) else { continue };
                    let told = words::at_most(length_unit.as_ref(), far);
                    less += usize::from(far < most);
                    let same = held.action.who == choice.action.who && held.action.key == choice.action.key;
                    // Who can only turn is told how far he turns.
                    let says = far == Mil::ZERO
                        || !listed.value.starts_with("up to")
                        || listed.value.ends_with(&format!(" {told}"));
                    assert!(!same || says, "{battle}: {} {} and not {told}", listed.label, listed.value);
                }
            }
            if !answer(&mut play) {
                break;
            }
        }
    }
    assert!(less > 0, "nobody is hindered");
}

#[test]
fn who_goes_aside_is_not_told_to_go_ahead() {
    let mut aside = 0;
    for battle in embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle")) {
        let mut play = begun(&battle, [Person; 2]);
        for _ in 0..30 {
            let now = play.now();
            let Some(side) = now.person else { break };
            for choice in now.offers.all.iter().filter(|choice| matches!(choice.action.legs(), [Leg::Slide(..)])) {
                let mut held = Held::take(&play.game, side, choice.clone());
                held.put(&play.game, side, 0, Value::Length(Mil(400)));
                let Ok(ruling) = &held.verdict else { continue };
                aside += 1;
                assert!(ruling.measured.iter().all(|(word, ..)| word.0 != "ahead"), "{battle}: {ruling:?}");
            }
            if !answer(&mut play) {
                break;
            }
        }
    }
    assert!(aside > 0, "somebody goes aside");
}
