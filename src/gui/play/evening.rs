//! What two club players stumbled over in their first evening at one screen, in a window of 1280x800 with the text at 150 %.

use bevy::math::Vec2;
use bevy_egui::egui::{Key, Pos2};

use super::compose;
use super::stage::{Stage, answer, battle, begun, teaching};
use super::state::Play;
use crate::battle::Ref;
use crate::gui::game::offers::offers;
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::saves;
use crate::rules::RULESETS;
use crate::scenario::journal::{Chosen, DiceFrom};

const WIDTH: f32 = 853.0;

/// The first questions of the teaching battles, where somebody is to answer them.
fn at_questions(mut look: impl FnMut(&str, &mut Stage)) {
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), WIDTH, 533.0);
        for _ in 0..16 {
            stage.play.select(None);
            stage.rest();
            look(&battle, &mut stage);
            if !answer(&mut stage.play) {
                break;
            }
        }
    }
}

#[test]
fn an_offer_that_was_taken_by_its_letter_comes_in_sight() {
    let mut taken = 0;
    at_questions(|battle, stage| {
        stage.play.next_ready(false);
        stage.rest();
        let now = stage.play.now();
        let beyond = now.offers.listed.iter().find(|listed| {
            let hidden = stage.widget(&format!("offer {}", listed.label)).is_some_and(|at| at.right() > WIDTH + 40.0);
            hidden && listed.key.is_some()
        });
        let Some(offer) = beyond else { return };
        stage.key(Key::from_name(&offer.key.unwrap().to_string()).unwrap());
        (0..30).for_each(|_| stage.step());
        if stage.play.hand.held().is_none() {
            return;
        }
        taken += 1;
        let at = stage.widget(&format!("offer {}", offer.label)).unwrap();
        assert!(at.left() >= 0.0 && at.right() <= WIDTH, "{battle}: {} lies at {at:?}", offer.label);
    });
    assert!(taken >= 3, "{taken} offers lay beyond the edge");
}

#[test]
fn who_is_the_only_one_to_act_is_shown_with_all_that_he_may_do() {
    at_questions(|battle, stage| {
        let play: &Play = &stage.play;
        let (Some(side), false) = (play.person(), play.game.asks_for_dice()) else { return };
        let offers = offers(&play.game, side, None);
        let of_side = |who: &Ref| matches!(who, Ref::Side(_));
        let mut actors: Vec<_> = offers.all.iter().map(|choice| &choice.action.who).collect();
        actors.retain(|who| !who.iter().all(of_side));
        actors.dedup();
        if actors.len() == 1 {
            assert_eq!(offers.listed.len(), offers.all.len(), "{battle}: {}", offers.question);
        }
    });
}

#[test]
fn how_far_away_whoever_is_aimed_at_stands_is_no_price() {
    let mut told = 0;
    at_questions(|battle, stage| {
        stage.play.next_ready(false);
        let now = stage.play.now();
        let view = stage.play.game.view();
        for listed in &now.offers.listed {
            let bare = listed.value.split(' ').next().is_some_and(|number| number.parse::<f32>().is_ok());
            let aimed = listed.choice.action.with.iter().any(|(_, value)| match value {
                crate::battle::Value::Refs(refs) => refs.iter().any(|of| view.side_of_ref(*of) != now.person),
                _ => false,
            });
            if bare && aimed {
                told += 1;
                assert!(listed.value.ends_with(" away"), "{battle}: {}, {}", listed.label, listed.value);
            }
        }
    });
    assert!(told > 0, "nobody aims at anybody");
}

#[test]
fn the_windows_title_has_no_empty_part_before_the_first_step() {
    for name in teaching() {
        let game = saves::begun(RULESETS, &battle(&name), Chosen::default(), DiceFrom::Hand, None);
        let play = Play::new(game.ok().unwrap(), [Person; 2], 1);
        let title = compose::in_words(&play);
        assert!(!title.contains(": ,") && !title.contains(", ,"), "{title}");
    }
}

#[test]
fn dice_that_pass_together_say_by_which_sum() {
    let mut told = 0;
    for name in teaching() {
        let game = saves::begun(RULESETS, &battle(&name), Chosen::default(), DiceFrom::Hand, None);
        let mut play = Play::new(game.ok().unwrap(), [Person; 2], 1);
        for _ in 0..30 {
            super::stage::sit_down(&mut play);
            if let Some(throw) = play.throw() {
                told += usize::from(throw.odds().starts_with("A sum of "));
                play.submit(crate::battle::telling(play.person().unwrap(), &vec![3; throw.count]));
            } else if !answer(&mut play) {
                break;
            }
        }
    }
    assert!(told > 0, "nowhere two dice have to pass");
}

#[test]
fn a_click_just_beside_a_base_selects_it() {
    let mut selected = 0;
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), WIDTH, 533.0);
        let view = stage.play.game.view();
        let prints: Vec<_> = view.roster().ids().filter_map(|unit| Some((unit, view.hull(unit)?))).collect();
        for (unit, print) in prints {
            let edge = stage.on_screen(print.centre - print.forward() * print.half_depth);
            let way = (edge - stage.on_screen(print.centre)).normalized();
            let at = edge + way * 2.5;
            stage.play.select(None);
            stage.rest();
            if stage.play.now().scene.at(to_table(&stage, at), 11.0 / zoom(&stage)).is_some() {
                continue;
            }
            stage.click(at);
            selected += 1;
            assert!(stage.play.look.focus().is_some(), "{battle}: {unit:?}");
            stage.click(edge + way * 40.0);
        }
    }
    assert!(selected > 5, "{selected} were tried");
}

fn zoom(stage: &Stage) -> f32 {
    stage.play.look.camera().unwrap().zoom
}

fn to_table(stage: &Stage, at: Pos2) -> Vec2 {
    stage.play.look.camera().unwrap().to_table(stage.play.look.whole_in().unwrap(), at)
}
