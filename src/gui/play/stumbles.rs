//! What people stumbled over in the window, held on the whole play screen so that nobody does again.

use bevy_egui::egui::{Event, Key, Modifiers};

use super::compose;
use super::layout::Class;
use super::look::drawn;
use super::stage::{Stage, answer, begun, teaching};
use super::state::Play;
use crate::battle::notation::read_typed;
use crate::battle::{Action, MOVE, Ref, Value, door};
use crate::gui::game::offers::{self, Offers};
use crate::gui::game::sitter::Sitter::{Captain, Person};
use crate::gui::game::{Turn, place, shots};
use crate::gui::words::capital;
use crate::ids::UnitId;
use crate::rules::battles;
use crate::table::{Footprint, Leg};

/// What is offered at each of the first questions of a battle, with whose unit is selected, once for each unit.
fn at_questions(battle: &str, mut look: impl FnMut(&Play, UnitId, &Offers)) {
    let mut play = begun(battle, [Person; 2]);
    for _ in 0..30 {
        if let (Some(side), false) = (play.person(), play.game.asks_for_dice()) {
            let view = play.game.view();
            for unit in view.roster().of(side).filter(|unit| view.on_table(*unit)) {
                look(&play, unit, &offers::offers(&play.game, side, Some(unit)));
            }
        }
        if !answer(&mut play) {
            return;
        }
    }
}

#[test]
fn tab_completes_a_name_and_the_caret_stays_in_the_line() {
    let mut stage = Stage::of(begun(battles::TEACHING, [Person; 2]));
    let view = stage.play.game.view();
    let side = view.waiting()[0];
    let name =
        view.roster().of(side).find(|unit| view.hull(*unit).is_some()).map(|unit| view.roster().name(unit)).unwrap();
    let (name, begins) = (name.to_owned(), name[..name.len() - 2].to_owned());
    stage.key(Key::Slash);
    stage.event(Event::Text(begins));
    stage.rest();
    stage.key(Key::Tab);
    let done = stage.play.hand.typed().to_owned();
    assert!(name.starts_with(&done) || done.starts_with(&name), "{done} of {name}");
    stage.event(Event::Text(": x".into()));
    stage.rest();
    assert_eq!(stage.play.hand.typed(), format!("{done}: x"), "one types on behind the name");
    assert!(stage.play.look.focus().is_none(), "no unit is selected meanwhile");
}

#[test]
fn the_log_follows_what_happens() {
    for battle in [battles::TEACHING, battles::TEACHING_BY_UNITS] {
        let mut stage = Stage::sized(begun(battle, [Person; 2]), 1280.0, 800.0);
        for n in 0..25 {
            if n > 15
                && let Some(log) = stage.play.now().lines.last().and_then(|last| stage.place_of(&last.text))
            {
                // Who has scrolled back, and is not reading there, sees what is new too.
                stage.scroll(log.center(), 8.0);
                stage.hover(bevy_egui::egui::Pos2::new(20.0, 20.0));
            }
            if !answer(&mut stage.play) {
                break;
            }
            stage.rest();
            let last = stage.play.now().lines.last().unwrap().text.clone();
            let seen = stage.words().iter().any(|words| words.ends_with(&last));
            assert!(seen, "{battle}: {last} is not among {:?}", stage.words());
        }
    }
}

#[test]
fn the_key_that_finds_leads_into_the_log_and_its_head_covers_nothing() {
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 1280.0, 800.0);
    stage.key_with(Key::F, Modifiers::CTRL);
    stage.event(Event::Text("horse".into()));
    stage.rest();
    assert_eq!(stage.play.log.filter().find, "horse");
    // In a narrow window it opens the log, and the key of the line for orders folds it.
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 853.0, 533.0);
    stage.key_with(Key::F, Modifiers::CTRL);
    stage.event(Event::Text("foot".into()));
    stage.rest();
    assert!(stage.play.log.filter().find == "foot" && stage.play.sheets.drawers().log);
    stage.key(Key::Escape);
    stage.key(Key::Slash);
    stage.event(Event::Text("x".into()));
    stage.rest();
    assert!(stage.play.hand.typed() == "x" && !stage.play.sheets.drawers().log);
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 640.0, 400.0);
    stage.key(Key::F4);
    let folds = stage.widget("Fold").unwrap();
    for word in ["all", "moves", "fire", "melee", "refused"] {
        let seen = stage.place_of(word);
        assert!(seen.is_none_or(|at| !folds.contains(at.center())), "{word} lies at {seen:?} over {folds:?}");
    }
    stage.click(folds.center());
    assert!(!stage.play.sheets.drawers().log);
}

#[test]
fn another_question_lets_go_of_whoever_cannot_answer_it() {
    for battle in [battles::TEACHING, battles::TEACHING_BY_UNITS] {
        let mut play = begun(battle, [Person; 2]);
        let (mut before, mut turned) = (None, 0);
        for _ in 0..60 {
            let view = play.game.view();
            let Some(side) = play.person() else { break };
            let asked = (side, view.question().unwrap().key, view.clock().step);
            if before.is_some_and(|last| last != asked) {
                let focus = play.look.focus();
                turned += usize::from(focus.is_none());
                assert!(focus.is_none_or(|unit| play.now().ready.contains(&unit)), "{battle}: {asked:?}");
            }
            before = Some(asked);
            play.next_ready(false);
            if !answer(&mut play) {
                break;
            }
        }
        assert!(turned > 0, "{battle}: nobody was let go");
    }
}

#[test]
fn a_hand_reaches_the_base_below_a_general_who_may_not_be_moved() {
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 853.0, 533.0);
    for _ in 0..20 {
        let now = stage.play.now();
        let view = stage.play.game.view();
        let own = |unit: &UnitId| Some(view.side_of(*unit)) == now.person;
        let token = view.roster().ids().filter(own).find(|unit| view.on_table(*unit) && view.feet(*unit).is_empty());
        let at = token.and_then(|token| view.pose(token)).map(|pose| pose.at).unwrap();
        let below = now.scene.base_at(at).map(|(unit, _)| unit);
        if let (Some(token), Some(below)) = (token, below.filter(|unit| now.ready.contains(unit))) {
            let (sin, cos) = crate::table::turn(view.pose(below).unwrap().heading);
            assert!(!now.ready.contains(&token));
            // One click selects the general, another the base below him.
            stage.click(stage.on_screen(at));
            assert_eq!(stage.play.look.focus(), Some(token));
            stage.click(stage.on_screen(at));
            assert_eq!(stage.play.look.focus(), Some(below));
            stage.play.select(None);
            stage.hold(at, at + bevy::math::Vec2::new(sin, cos) * 3.0);
            assert!(stage.play.hand.drag().is_some() && stage.play.hand.held().is_some(), "the base is taken");
            return;
        }
        answer(&mut stage.play);
        stage.rest();
    }
    panic!("no base that may move lies below a general");
}

#[test]
fn what_ends_a_step_stays_in_sight_in_a_narrow_window() {
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), 853.0, 533.0);
        for _ in 0..25 {
            let now = stage.play.now();
            let mut ends = now.offers.listed.iter().filter(|listed| listed.choice.ends);
            if let (Some(one), None, true) = (ends.next(), ends.next(), now.offers.listed.len() > 1) {
                let says = format!("offer {}", one.label);
                let at = stage.widget(&says).unwrap_or_else(|| panic!("{battle}: no {says} in {:?}", stage.words()));
                assert!(at.right() <= 853.0 && at.height() < 32.0, "{battle}: {says} lies at {at:?}");
                let whole = stage.place_of(&one.label).is_some_and(|seen| at.contains_rect(seen.shrink(1.0)));
                assert!(whole, "{battle}: {says} is cut");
            }
            if !answer(&mut stage.play) {
                break;
            }
            stage.rest();
        }
    }
}

#[test]
fn every_offer_of_a_narrow_window_is_reached_by_wheel_or_sign_or_seen_on_the_open_card() {
    let mut many = 0;
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), 853.0, 533.0);
        for _ in 0..10 {
            stage.play.next_ready(false);
            stage.rest();
            let now = stage.play.now();
            let offers: Vec<String> = now.offers.listed.iter().map(|l| format!("offer {}", l.label)).collect();
            let first = offers.first().and_then(|says| stage.widget(says));
            if let (Some(at), true) = (first, offers.len() > 8) {
                many += 1;
                stage.click_on("More may be done: scroll on");
                let on = stage.widget(&offers[0]);
                assert!(
                    stage.play.hand.held().is_none(),
                    "{battle}: the sign that more follow takes what lies under it"
                );
                assert!(on.is_none_or(|on| on.left() < at.left()), "{battle}: the sign moves nothing");
                stage.click_on("More may be done: scroll back");
                assert_eq!(stage.widget(&offers[0]), Some(at), "{battle}");
                stage.scroll(at.center(), -4.0);
                let after = stage.widget(&offers[0]);
                assert!(after.is_none_or(|after| after.left() < at.left()), "{battle}: the wheel moves nothing");
                stage.key(Key::F2);
                let lacking: Vec<&String> = offers.iter().filter(|says| stage.widget(says).is_none()).collect();
                assert!(lacking.is_empty(), "{battle}: {lacking:?}");
                break;
            }
            if !answer(&mut stage.play) {
                break;
            }
        }
    }
    assert!(many >= 2, "{many} battles offer so much");
}

#[test]
fn a_narrow_window_says_what_is_to_be_done_next() {
    let (mut drags, mut takes) = (0, 0);
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        for _ in 0..12 {
            let nobody = play.now();
            let panel = compose::panel(&play, &nobody, Class::Narrow);
            let asked = !panel.rules.is_empty() || nobody.plan.is_some() || play.game.asks_for_dice();
            assert!(asked && panel.orders.is_empty(), "{battle}: {} says nothing", panel.question);
            play.next_ready(false);
            let now = play.now();
            let orders = compose::panel(&play, &now, Class::Narrow).orders;
            drags += usize::from(orders.starts_with("Drag"));
            takes += usize::from(orders.starts_with("Choose"));
            play.select(None);
            if !answer(&mut play) {
                break;
            }
        }
    }
    assert!(drags > 0 && takes > 0, "{drags} and {takes}");
}

#[test]
fn the_umpire_puts_a_unit_elsewhere_by_numbers() {
    for battle in teaching() {
        let mut stage = Stage::of(begun(&battle, [Person; 2]));
        stage.key(Key::F8);
        let view = stage.play.game.view();
        let Some(unit) = view.roster().ids().find(|unit| view.hull(*unit).is_some()) else { continue };
        let (from, middle) = (view.pose(unit).unwrap(), stage.middle(unit));
        stage.click(stage.on_screen(middle));
        // The line as it was written says where it stands; with another number it goes there.
        for by in [0, 1500] {
            let typed = stage.play.hand.typed().to_owned();
            let mut order = read_typed(&typed, &stage.play.game.view().names()).unwrap();
            let Some((_, Value::Places(places))) = order.with.first_mut() else { panic!("{battle}: {typed}") };
            assert_eq!(places[0].1, from.place(), "{battle}: {typed} says where it stands");
            places[0].1.y.0 += by;
            if by == 0 {
                continue;
            }
            let line = stage.play.as_typed(&order);
            stage.play.hand.write(line.clone());
            super::hand::typed::judge(&mut stage.play);
            super::hand::typed::enter(&mut stage.play);
            let to = stage.play.game.view().pose(unit).unwrap();
            let way = to.at - from.at;
            assert!((way.y - 1.5).abs() < 1e-3 && way.x.abs() < 1e-3, "{battle}: {from:?} to {to:?} by {line}");
        }
    }
}

#[test]
fn victory_leaves_the_deciding_fight_in_sight() {
    for (width, height) in [(1280.0, 800.0), (640.0, 400.0)] {
        let mut play = begun(battles::TEACHING, [Person; 2]);
        let side = play.person().unwrap();
        play.submit(Action::new(Ref::Side(side), door::CONCEDE));
        let mut stage = Stage::sized(play, width, height);
        let table = stage.play.look.whole_in().unwrap();
        for says in ["Leave the battle", "Look back"] {
            let found = stage.widget(says);
            let at = found.unwrap_or_else(|| panic!("{width} by {height}: no {says} in {:?}", stage.words()));
            assert!(!table.contains(at.center()), "{says} lies beside the table");
        }
        assert!(table.height() > 100.0, "{width} by {height}: {table:?}");
        stage.click_on("Look back");
        assert!(stage.play.back.is_open());
    }
}

#[test]
fn whoever_has_missiles_may_shoot_or_is_told_why_not() {
    for battle in teaching() {
        let (mut told, mut seen) = (0, 0);
        at_questions(&battle, |play, unit, offers| {
            let shoots = !(play.game.ruleset().reach)(&play.game.view(), unit).fire.is_empty();
            if !shoots || offers.all.iter().any(place::is_plan) || offers.all.is_empty() {
                return;
            }
            seen += 1;
            let label = capital(&(play.game.ruleset().texts)().word(crate::cite::Word("shoot")));
            let own = |action: &Action| {
                action.who.iter().any(|who| matches!(who, Ref::Unit(of) | Ref::Base(of, _) if *of == unit))
            };
            let offered = offers.all.iter().any(|c| shots::is_shot(&c.action) && own(&c.action));
            let bars: Vec<_> = offers.barred.iter().filter(|barred| barred.label == label).collect();
            assert!(offered || !bars.is_empty(), "{battle}: {unit:?} neither shoots nor is told why not");
            for bar in bars {
                told += 1;
                let why = play.game.narrator().refusal(&bar.why);
                assert!(!why.is_empty() && !why.contains(['{', '}']), "{battle}: {why}");
            }
        });
        assert!(seen == 0 || told > 0, "{battle}: {seen} were looked at");
    }
}

#[test]
fn whatever_a_unit_may_do_is_offered_with_it_also_what_it_does_with_others() {
    let mut several = 0;
    for battle in teaching() {
        at_questions(&battle, |play, unit, offers| {
            let of = Ref::Unit(unit);
            for choice in offers.all.iter().filter(|choice| choice.action.who.contains(&of)) {
                several += usize::from(choice.action.who.len() > 1);
                let listed = offers.listed.iter().any(|listed| listed.choice.action == choice.action);
                assert!(listed, "{battle}: {} is not offered", play.written(&choice.action));
            }
        });
    }
    assert!(several > 0, "nobody is ordered together with others");
}

#[test]
fn who_faces_is_told_whither_and_no_farther() {
    let mut told = 0;
    for battle in teaching() {
        at_questions(&battle, |_, _, offers| {
            for listed in &offers.listed {
                if let [Leg::Face(way)] = listed.choice.action.legs() {
                    let turn = format!("{}°", crate::table::Cdeg(way.0.abs()));
                    // A choice with a name of its own, such as "Right face", says it by that.
                    let named = listed.choice.called.is_some() || listed.choice.action.key != MOVE;
                    assert!(
                        named || listed.label.contains(&turn) || listed.label.contains("about"),
                        "{battle}: {}",
                        listed.label
                    );
                    assert!(!listed.value.contains('°'), "{battle}: {} {}", listed.label, listed.value);
                    told += 1;
                }
            }
        });
    }
    assert!(told > 0);
}

#[test]
fn who_may_act_is_counted_as_he_acts() {
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        for _ in 0..20 {
            let now = play.now();
            let actors = offers::actors(&play.game.view(), &now.offers, &now.ready);
            // Nobody who acts is left out, and Tab comes to each of them once.
            let mut met: Vec<Ref> = Vec::new();
            for _ in 0..actors.len() {
                play.next_ready(false);
                let unit = play.look.focus().expect("somebody who may act");
                met.push(offers::actor(&play.game.view(), &now.offers, unit));
            }
            met.sort_unstable_by_key(|of| format!("{of:?}"));
            let mut all = actors.clone();
            all.sort_unstable_by_key(|of| format!("{of:?}"));
            assert_eq!(met, all, "{battle}");
            let alone = now.offers.all.iter().flat_map(|c| &c.action.who).any(|who| matches!(who, Ref::Body(_)));
            if !alone {
                assert_eq!(actors.len(), now.ready.len(), "{battle}: units are ordered, units are counted");
            }
            play.select(None);
            if !answer(&mut play) {
                break;
            }
        }
    }
}

#[test]
fn how_far_the_selected_unit_is_commanded_is_drawn() {
    let mut drawn_in = 0;
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        while play.now().plan.is_some() {
            answer(&mut play);
        }
        let view = play.game.view();
        let rings = |unit: &UnitId| !(play.game.ruleset().command)(&view, *unit).is_empty();
        let Some(unit) = view.roster().ids().filter(|unit| view.on_table(*unit)).find(rings) else { continue };
        drawn_in += 1;
        play.select(Some(unit));
        let now = play.now();
        let none = |_: UnitId| Vec::<Footprint>::new();
        let over = drawn::overlays(&play, &now, &none, false);
        assert!(!over.command.is_empty() && over.tags.len() >= over.command.len(), "{battle}");
        let ring = over.command.last().unwrap();
        let at = play.game.view().pose(unit).unwrap().at;
        assert!(crate::picture::curve::inside(&ring.area, at), "{battle}: he stands within it");
        play.select(None);
        let now = play.now();
        assert!(drawn::overlays(&play, &now, &none, false).command.is_empty());
    }
    assert!(drawn_in >= 2, "two rulesets have commanders with a radius");
}

#[test]
fn what_is_told_of_an_order_is_told_once() {
    for battle in teaching() {
        let mut stage = Stage::of(begun(&battle, [Captain; 2]));
        for _ in 0..2000 {
            if stage.play.game.journal().depth() >= 40 || stage.play.game.turn() == Turn::Over {
                break;
            }
            stage.step();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let lines = stage.play.now().lines;
        assert!(lines.len() > 20, "{battle}: {} lines", lines.len());
        for pair in lines.windows(2).filter(|pair| pair[0].entry == pair[1].entry) {
            let [first, second] = [&pair[0].text, &pair[1].text].map(|text| text.to_lowercase());
            let who = first.split(':').next().unwrap_or_default();
            let again = [format!("{who} moves."), format!("{who} is activated."), format!("{who}: done.")];
            assert!(!again.contains(&second), "{battle}: {first} / {second}");
        }
        for line in lines.iter() {
            let odd = ["and 0 more", "left the field", "left to go", "To the right", "{", "}", "--1,"];
            let place = line.text.contains('°').then_some(odd).into_iter().flatten();
            let always = ["and 0 more", "{", "}", "--1,"];
            let found = place.chain(always).find(|words| line.text.contains(words));
            assert_eq!(found, None, "{battle}: {}", line.text);
        }
    }
}
