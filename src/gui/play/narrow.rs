//! The sheet at the foot of a narrow window, on the whole play screen: its row of offers, and where orders are typed.

use bevy_egui::egui::{Key, Pos2};

use super::stage::{Stage, answer, begun, sit_down, teaching};
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::language::translate;
use crate::ids::UnitId;
use crate::rules::battles;

const SIZES: [(f32, f32); 2] = [(853.0, 533.0), (1280.0, 800.0)];

/// A battle in which somebody has more offers than the row holds, and who has.
fn with_many_offers(battle: &str) -> Option<(Stage, UnitId)> {
    let mut stage = Stage::sized(begun(battle, [Person; 2]), SIZES[0].0, SIZES[0].1);
    for _ in 0..30 {
        sit_down(&mut stage.play);
        for unit in stage.play.now().ready.to_vec() {
            stage.play.select(Some(unit));
            stage.rest();
            if stage.widget(translate("more-offers")).is_some() {
                return Some((stage, unit));
            }
        }
        if !answer(&mut stage.play) {
            break;
        }
        stage.play.look.finish_motion();
    }
    None
}

#[test]
fn the_signs_of_more_offers_lie_over_no_key_of_one() {
    let mut tried = 0;
    for battle in teaching() {
        let Some((mut stage, _)) = with_many_offers(&battle) else { continue };
        tried += 1;
        for sign in ["more-offers", "offers-before"] {
            let sign = stage.widget(translate(sign)).unwrap_or_else(|| panic!("{battle}: no {sign}"));
            let keys = stage.painted().iter().filter(|seen| seen.text.chars().count() == 1);
            let over: Vec<_> = keys.filter(|seen| seen.place.intersects(sign)).collect();
            assert!(over.is_empty(), "{battle}: {over:?}");
            // Where there are offers at both ends there are two signs.
            stage.click(sign.center());
        }
    }
    assert!(tried >= 2, "{tried} battles have a unit with so many");
}

#[test]
fn whoever_is_selected_again_is_seen_from_his_first_offer_on() {
    let mut tried = 0;
    for battle in teaching() {
        let Some((mut stage, unit)) = with_many_offers(&battle) else { continue };
        tried += 1;
        stage.click_on(translate("more-offers"));
        assert!(stage.widget(translate("offers-before")).is_some(), "{battle}");
        stage.play.select(None);
        stage.rest();
        stage.play.select(Some(unit));
        stage.rest();
        assert!(stage.widget(translate("offers-before")).is_none(), "{battle}");
    }
    assert!(tried >= 2, "{tried} battles have a unit with so many");
}

#[test]
fn of_an_earlier_moment_no_order_can_be_typed() {
    for (width, height) in SIZES {
        let mut play = begun(battles::TEACHING, [Person; 2]);
        assert!((0..4).all(|_| answer(&mut play)));
        let mut stage = Stage::sized(play, width, height);
        sit_down(&mut stage.play);
        stage.rest();
        let field = translate("spoken-order-field");
        assert!(stage.widget(field).is_some(), "{width}");
        stage.key(Key::F6);
        stage.key(Key::ArrowLeft);
        assert!(stage.play.game.looks_back() && stage.widget(field).is_none(), "{width}: {:?}", stage.words());
        stage.key(Key::Escape);
        assert!(stage.widget(field).is_some(), "{width}");
    }
}

#[test]
fn a_click_beside_a_sheet_shuts_it() {
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 1280.0, 800.0);
    let beside = Pos2::new(6.0, 400.0);
    for opens in [Key::F1, Key::F9] {
        stage.key(opens);
        assert!(stage.play.sheets.is_covering(), "{opens:?}");
        stage.click(Pos2::new(640.0, 400.0));
        assert!(stage.play.sheets.is_covering(), "{opens:?}: a click in it does not");
        stage.key(Key::Escape);
        stage.key(opens);
        stage.click(beside);
        assert!(!stage.play.sheets.is_covering(), "{opens:?}");
    }
    let id = (stage.play.game.ruleset().texts)().rules[0].id.clone();
    stage.play.sheets.open_rule(id);
    stage.rest();
    assert!(stage.play.sheets.is_covering());
    stage.click(beside);
    assert!(!stage.play.sheets.is_covering(), "the rule's card too");
}

#[test]
fn what_is_left_of_whoever_is_ordered_alone_stands_beside_his_name() {
    let mut tried = 0;
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1280.0 / 1.5, 800.0 / 1.5);
        for _ in 0..20 {
            sit_down(&mut stage.play);
            let ready = stage.play.now().ready.to_vec();
            let game = &stage.play.game;
            let alone = |unit: &UnitId| stage.play.eyes().body_of(*unit).is_some();
            if let Some(unit) = ready.iter().copied().find(alone) {
                let left = (game.ruleset().card)(&stage.play.eyes(), unit).strength;
                let name = game.view().roster().name(unit).replace('-', " ");
                stage.play.select(Some(unit));
                stage.rest();
                let head = stage.words().into_iter().find(|says| says.to_lowercase().starts_with(&format!("{name}, ")));
                if let (Some((left, of)), Some(head)) = (left, head) {
                    tried += 1;
                    assert!(head.contains(&format!("{left} of {of}")), "{battle}: {head}");
                    break;
                }
            }
            answer(&mut stage.play);
        }
    }
    assert!(tried >= 2, "{tried} battles have somebody who is ordered alone");
}
