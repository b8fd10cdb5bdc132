//! Dragging on the table: corners, bases, bodies, tokens, and what becomes of it when the hand lets go.

use super::*;
use bevy_egui::egui::Key;

use crate::battle::{Action, Measured, Param};
use crate::gui::game::sitter::Sitter;
use crate::gui::play::stage::{Stage, begun, teaching};
use crate::players::Kind;
use crate::rules::battles;
use crate::scenario::embedded;

#[test]
fn a_corner_dragged_back_is_a_wheel_to_its_side() {
    // From east of the pivot to south of it: a quarter turn clockwise.
    assert_eq!(turned_by(Vec2::X, Vec2::NEG_Y), Cdeg::degrees(90));
    assert_eq!(turned_by(Vec2::X, Vec2::Y), Cdeg::degrees(-90));
}

#[test]
fn a_corner_swings_all_that_wheels_about_its_other_end() {
    // Two of 4.8 in in line over x 10 to 19.6, the left one leads: about the right end by 30 degrees, and by the right.
    let of = Footprint::new(Pose::new(14.8, 20.0, 0.0), 9.6, 2.0);
    let lead = Footprint::new(Pose::new(12.4, 20.0, 0.0), 4.8, 2.0);
    for (right, pivot, held) in [(false, (19.6, 20.0), (10.0, 20.0)), (true, (10.0, 20.0), (19.6, 20.0))] {
        let (pivot, held) = (Vec2::from(pivot), Vec2::from(held));
        let angle = Cdeg::degrees(if right { 30 } else { -30 });
        let to = pivot + Vec2::from_angle(-angle.to_radians()).rotate(held - pivot);
        let grip = Grip::Corner(Corner { right, of, ended: false });
        let drag = Drag::new(UnitId(0), grip, held, lead);
        let (_, wished) = wish(&drag, to, to - held, false);
        let wished = wished.unwrap();
        assert_eq!(wished.heading.turn(), angle, "right {right}");
        let front = pivot + Vec2::from_angle(-angle.to_radians()).rotate(lead.front() - pivot);
        assert!(wished.front().distance(front) < 0.001, "{wished:?}");
    }
}

/// What is looked for, as soon as it is there: until then every question is answered.
fn awaited<T>(stage: &mut Stage, found: impl Fn(&mut Stage) -> Option<T>) -> T {
    loop {
        if let Some(found) = found(stage) {
            return found;
        }
        let now = stage.play.now();
        let next = now.offers.all.iter().find(|choice| choice.ends).or(now.offers.all.first());
        let next = next.expect("somebody is asked until it is there").action.clone();
        stage.play.submit(next);
        stage.rest();
    }
}

#[test]
fn who_wheels_instead_of_moving_is_wheeled_by_the_corner_and_moved_by_the_base() {
    let mut stage = Stage::of(begun(battles::GREAT, [Sitter::Person; 2]));
    let unit = awaited(&mut stage, |stage| {
        let now = stage.play.now();
        let view = stage.play.game.view_of(now.person?);
        let two = |unit: &UnitId| {
            let wheel = hand::for_drag(&view, &now.offers.all, *unit, false, None, hand::can_be_wheeled);
            let drag = hand::for_drag(&view, &now.offers.all, *unit, false, None, hand::can_be_dragged);
            wheel.zip(drag).is_some_and(|(wheel, drag)| wheel.action != drag.action)
        };
        now.ready.iter().copied().find(two)
    });
    stage.play.select(Some(unit));
    let body = stage.play.game.view().body_of(unit).unwrap();
    let prints: Vec<Footprint> = {
        let view = stage.play.game.view();
        view.bodies().get(body).units.iter().filter_map(|u| view.hull(*u)).collect()
    };
    let of = crate::gui::board::overlay::joined(&prints);
    let [of] = of[..] else { panic!("it stands in one line") };
    let [left, right, ..] = of.corners();
    grab(&mut stage.play, unit, right, Some(Corner { right: true, of, ended: false }), false);
    // Right end 1 in ahead: so far to the left about the left end.
    let to = right + of.forward();
    follow(&mut stage.play, to, None, Manner { fine: true, ..Manner::default() });
    let held = stage.play.hand.held().cloned().unwrap();
    let turned =
        held.action.legs().iter().find_map(|leg| if let Leg::Wheel(angle) = leg { Some(*angle) } else { None });
    assert_eq!(turned, Some(turned_by(right - left, to - left)), "{:?}", held.action);
    cancel(&mut stage.play);
    grab(&mut stage.play, unit, of.front(), None, false);
    follow(&mut stage.play, of.front() + of.forward(), None, Manner::default());
    let held = stage.play.hand.held().cloned().unwrap();
    assert!(held.action.legs().contains(&Leg::Ahead(Mil(1000))), "{:?}", held.action);
}

#[test]
fn a_token_dropped_on_a_friend_is_sent_to_him() {
    let mut stage = Stage::of(begun(battles::GREAT, [Sitter::Person; 2]));
    // The next of one's own whom a token may be sent to, where the rules allow it.
    let whom = |stage: &mut Stage| {
        let now = stage.play.now();
        let side = now.person?;
        let view = stage.play.game.view_of(side);
        let own = || view.roster().of(side).filter(|unit| view.on_table(*unit));
        let pairs = own().filter(|t| view.feet(*t).is_empty()).flat_map(|t| own().map(move |u| (t, u)));
        pairs.into_iter().find(|(token, unit)| {
            hand::for_target(&view, &now.offers.all, *token, Ref::Unit(*unit)).is_some_and(|choice| {
                let mut held = Held::take(&stage.play.game, side, choice.clone());
                held.send(&stage.play.game, side, Ref::Unit(*unit));
                held.verdict.is_ok() && held.action != held.choice.action
            })
        })
    };
    let (token, unit) = awaited(&mut stage, whom);
    let depth = stage.play.game.journal().depth();
    let from = stage.play.game.view().pose(token).unwrap().at;
    let to = stage.middle(unit);
    stage.hold(from, to);
    let held = stage.play.hand.held().map(|held| held.action.clone()).unwrap();
    assert!(stage.play.game.journal().depth() == depth, "nothing is done before the hand lets go");
    // Taken off him again it has its own way, and brought back it is sent once more.
    let bare = from + (to - from) * 0.1;
    stage.hover(stage.on_screen(bare));
    let rides = stage.play.hand.held().is_some_and(|held| hand::can_be_dragged(&held.choice));
    assert!(rides, "on bare ground it goes where the hand is");
    stage.hover(stage.on_screen(to));
    stage.drop_at(to);
    assert_eq!(stage.play.game.journal().depth(), depth, "it waits for the word");
    stage.key(Key::Enter);
    assert_eq!(stage.play.game.journal().depth(), depth + 1, "{held:?}");
    let written = stage.play.game.journal().answers().last().map(|(_, action)| action.clone());
    assert_eq!(written, Some(held));
    let whom = |action: &Action| action.with.iter().any(|(_, v)| *v == Value::Refs(vec![Ref::Unit(unit)]));
    assert!(written.is_some_and(|action| whom(&action)), "he is sent to the one upon whom he was dropped");
}

#[test]
fn who_is_dropped_on_an_enemy_waits_for_the_word() {
    let mut tried = 0;
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Sitter::Person; 2]), 1280.0, 800.0);
        let sent = |stage: &mut Stage| {
            let now = stage.play.now();
            let side = now.person?;
            let view = stage.play.game.view_of(side);
            let enemies = || view.roster().of(side.other()).filter(|enemy| view.hull(*enemy).is_some());
            let own = now.ready.iter().filter(|unit| view.hull(**unit).is_some());
            let pairs = own.flat_map(|unit| enemies().map(move |enemy| (*unit, enemy)));
            pairs.into_iter().find(|(unit, enemy)| {
                hand::for_target(&view, &now.offers.all, *unit, Ref::Unit(*enemy)).is_some_and(|choice| {
                    let mut held = Held::take(&stage.play.game, side, choice.clone());
                    held.send(&stage.play.game, side, Ref::Unit(*enemy));
                    held.verdict.is_ok()
                })
            })
        };
        let mut captains = [(); 2].map(|()| Kind::Captain.make(stage.play.game.ruleset(), 1));
        let found = (0..150).find_map(|_| {
            let found = sent(&mut stage);
            if found.is_none() {
                let side = stage.play.game.view().waiting().first().copied()?;
                let view = stage.play.game.view_of(side);
                let action = captains[side.index()].answer(&view, side);
                stage.play.submit(action);
                stage.rest();
            }
            found
        });
        let Some((unit, enemy)) = found else { continue };
        tried += 1;
        let (from, to) = (stage.middle(unit), stage.middle(enemy));
        let depth = stage.play.game.journal().depth();
        stage.hold(from, to);
        stage.drop_at(to);
        assert_eq!(stage.play.game.journal().depth(), depth, "{battle}: nothing is done yet");
        assert!(stage.play.hand.held().is_some_and(|held| held.verdict.is_ok()), "{battle}: it lies in the hand");
        stage.key(Key::Enter);
        assert!(stage.play.game.journal().depth() > depth, "{battle}");
    }
    assert!(tried > 1, "enemies come near");
}

/// A battle in which somebody may go straight ahead at least 4 in: the unit, and where its front is.
fn marching(battle: &str) -> Option<(Stage, UnitId, Footprint)> {
    let mut stage = Stage::of(begun(battle, [Sitter::Person; 2]));
    for _ in 0..60 {
        let now = stage.play.now();
        let view = stage.play.game.view_of(now.person?);
        let far = |unit: &UnitId| {
            let choice = hand::for_drag(&view, &now.offers.all, *unit, false, None, hand::can_be_dragged);
            let long = |p: &Param| matches!(p.range, crate::battle::Range::Length(_, most) if most >= Mil(4000));
            choice.is_some_and(|choice| choice.params.iter().any(long)) && view.hull(*unit).is_some()
        };
        if let Some(unit) = now.ready.iter().copied().find(far) {
            let print = view.hull(unit)?;
            stage.play.select(Some(unit));
            stage.rest();
            return Some((stage, unit, print));
        }
        let next = now.offers.all.iter().find(|choice| choice.ends).or(now.offers.all.first())?.action.clone();
        stage.play.submit(next);
        stage.rest();
    }
    None
}

fn ahead(action: &Action) -> i32 {
    action.legs().iter().find_map(|leg| if let Leg::Ahead(far) = leg { Some(far.0) } else { None }).unwrap_or_default()
}

#[test]
fn what_is_dropped_stays_in_the_hand_goes_on_from_where_it_would_end_and_is_done_when_confirmed() {
    let mut tried = 0;
    for battle in [battles::TEACHING, battles::TEACHING_BY_UNITS] {
        let Some((mut stage, unit, print)) = marching(battle) else { continue };
        tried += 1;
        let depth = stage.play.game.journal().depth();
        let by = print.forward() * 1.0;
        grab(&mut stage.play, unit, print.centre, None, false);
        follow(&mut stage.play, print.centre + by, None, Manner::default());
        drop(&mut stage.play);
        assert_eq!(stage.play.game.journal().depth(), depth, "{battle}: nothing is done yet");
        let first = stage.play.hand.held().cloned().expect("it stays in the hand").action;
        assert_eq!(ahead(&first), 1000, "{battle}: {first:?}");
        // Taken at its ghost, an inch ahead, it goes one more.
        let ghost = print.centre + by + print.forward() * (print.half_depth - 0.05);
        assert_eq!(ghost_at(&stage.play, ghost), Some(unit), "{battle}");
        grab(&mut stage.play, unit, ghost, None, false);
        follow(&mut stage.play, ghost + by, None, Manner::default());
        drop(&mut stage.play);
        let second = stage.play.hand.held().cloned().expect("it stays in the hand").action;
        assert_eq!(ahead(&second), 2000, "{battle}: {second:?}");
        stage.key(bevy_egui::egui::Key::Enter);
        assert_eq!(stage.play.game.journal().depth(), depth + 1, "{battle}");
    }
    assert_eq!(tried, 2, "both have somebody who marches");
}

#[test]
fn who_is_drawn_as_far_as_he_is_offered_to_go_stays_in_the_hand() {
    let mut tried = 0;
    for battle in embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle")) {
        let Some((mut stage, unit, print)) = marching(&battle) else { continue };
        stage.play.let_go();
        let now = stage.play.now();
        let view = stage.play.game.view_of(now.person.unwrap());
        let choice = hand::for_drag(&view, &now.offers.all, unit, false, None, hand::can_be_dragged).unwrap();
        let most = ahead(&choice.action);
        if most == 0 {
            continue;
        }
        tried += 1;
        grab(&mut stage.play, unit, print.centre, None, false);
        let to = print.centre + print.forward() * Mil(most).to_inches();
        follow(&mut stage.play, to, None, Manner { fine: true, ..Manner::default() });
        drop(&mut stage.play);
        let held = stage.play.hand.held().cloned().unwrap_or_else(|| panic!("{battle}: it was let go"));
        assert!(ahead(&held.action) >= most - 2, "{battle}: {:?}", held.action);
        // Taken and drawn nowhere it is let go.
        stage.play.let_go();
        grab(&mut stage.play, unit, print.centre, None, false);
        drop(&mut stage.play);
        assert!(stage.play.hand.held().is_none(), "{battle}");
    }
    assert!(tried > 0, "somebody is offered to go");
}

#[test]
fn a_base_drawn_nearly_straight_goes_straight_and_with_shift_wherever_it_is_drawn() {
    for battle in [battles::TEACHING, battles::TEACHING_BY_UNITS] {
        let (mut stage, unit, print) = marching(battle).unwrap();
        // How far aside it is wished to go.
        let mut aside = |by: f32, manner: Manner| {
            stage.play.let_go();
            grab(&mut stage.play, unit, print.centre, None, false);
            let from = stage.play.hand.drag().unwrap().lead;
            let to = print.centre + print.forward() * 2.0 + print.right() * by;
            follow(&mut stage.play, to, None, manner);
            let wished = stage.play.hand.drag().unwrap().wished.unwrap();
            cancel(&mut stage.play);
            (wished.front() - from.front()).dot(print.right())
        };
        let near = Manner { near: 0.3, ..Manner::default() };
        assert!(aside(0.29, near).abs() < 1e-3, "{battle}");
        assert!((aside(0.31, near) - 0.31).abs() < 1e-3, "{battle}");
        assert!((aside(0.29, Manner { fine: true, ..near }) - 0.29).abs() < 1e-3, "{battle}: no round values");
        assert!(aside(1.5, Manner { square: true, ..near }).abs() < 1e-3, "{battle}");
    }
}

#[test]
fn a_drag_takes_the_body_along_and_with_alt_the_unit_alone() {
    let (mut stage, _, _) = marching(battles::TEACHING_BY_UNITS).unwrap();
    let now = stage.play.now();
    let view = stage.play.game.view_of(now.person.unwrap());
    // Somebody whose mates may join in his move.
    let joined = |unit: &UnitId| {
        let choice = hand::for_drag(&view, &now.offers.all, *unit, false, None, hand::can_be_dragged)?.clone();
        let who = hand::with_body(&view, choice, *unit).action.who.len();
        (who > 1).then_some((*unit, who))
    };
    let (unit, who) = now.ready.iter().find_map(joined).expect("a group stands in line");
    let print = view.hull(unit).unwrap();
    grab(&mut stage.play, unit, print.centre, None, false);
    assert_eq!(stage.play.hand.held().unwrap().action.who.len(), who);
    cancel(&mut stage.play);
    grab(&mut stage.play, unit, print.centre, None, true);
    assert_eq!(stage.play.hand.held().unwrap().action.who.len(), 1);
}

#[test]
fn a_drop_on_an_enemy_out_of_reach_is_refused_with_its_measure() {
    let mut tried = 0;
    for battle in [battles::TEACHING, battles::TEACHING_BY_UNITS] {
        let Some((mut stage, unit, print)) = marching(battle) else { continue };
        let view = stage.play.game.view();
        let side = view.side_of(unit);
        let far = |other: &UnitId| view.hull(*other).map_or(0.0, |p| p.centre.distance(print.centre));
        let others = view.roster().of(side.other()).filter(|other| view.on_table(*other));
        let Some(enemy) = others.max_by(|a, b| far(a).total_cmp(&far(b))).filter(|e| far(e) > 20.0) else { continue };
        let to = view.hull(enemy).unwrap().centre;
        tried += 1;
        let depth = stage.play.game.journal().depth();
        grab(&mut stage.play, unit, print.centre, None, false);
        follow(&mut stage.play, to, Some(enemy), Manner::default());
        drop(&mut stage.play);
        assert_eq!(stage.play.game.journal().depth(), depth, "{battle}");
        let (why, _) = stage.play.hand.refusal().cloned().expect("it is refused");
        let told = stage.play.game.narrator().refusal(&why);
        assert!(told.chars().any(|c| c.is_ascii_digit()), "{battle}: {told}");
        assert!(stage.play.hand.held().is_none(), "and nobody goes anywhere");
    }
    assert!(tried > 0);
}

#[test]
fn a_drop_on_an_enemy_close_beside_does_not_say_that_he_is_too_far_away() {
    let (mut stage, unit, print) = marching(battles::TEACHING_BY_UNITS).unwrap();
    let view = stage.play.game.view();
    let side = view.side_of(unit);
    let enemy = view.roster().of(side.other()).find(|other| view.hull(*other).is_some()).unwrap();
    let from = stage.middle(enemy);
    // Two inches from its flank, somewhat behind its front.
    let beside = print.centre - print.right() * (print.half_width + 2.0 + view.hull(enemy).unwrap().radius);
    stage.key(Key::F8);
    stage.hold(from, beside);
    stage.drop_at(beside);
    stage.click_on("Done");
    assert!(stage.middle(enemy).distance(beside) < 0.3, "the umpire has put it there");
    grab(&mut stage.play, unit, print.centre, None, true);
    let to = stage.middle(enemy);
    follow(&mut stage.play, to, Some(enemy), Manner::default());
    drop(&mut stage.play);
    let (why, _) = stage.play.hand.refusal().cloned().expect("it cannot come upon it");
    let told = stage.play.game.narrator().refusal(&why);
    if let (Some(Measured::Length(far)), Some(Measured::Length(most))) = (why.measured, why.limit) {
        assert!(far > most || !told.contains(" goes "), "{told}");
    }
}

#[test]
fn whoever_rides_is_shifted_by_the_arrows_in_every_ruleset_that_has_such() {
    let mut ridden = 0;
    for battle in embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle")) {
        let mut stage = Stage::sized(begun(&battle, [Sitter::Person; 2]), 1280.0, 800.0);
        for _ in 0..12 {
            let now = stage.play.now();
            let Some(side) = now.person else { break };
            let view = stage.play.game.view_of(side);
            let rides = now.offers.all.iter().find_map(|choice| match choice.action.who[..] {
                [Ref::Unit(token)] if view.feet(token).is_empty() && hand::can_be_dragged(choice) => {
                    Some((token, choice.clone()))
                }
                _ => None,
            });
            if let Some((token, choice)) = rides {
                ridden += 1;
                stage.play.select(Some(token));
                let held = Held::take(&stage.play.game, side, choice);
                let from = held.verdict.as_ref().expect("as it is offered").ends[0].1.at;
                stage.play.hold(held);
                (0..4).for_each(|_| stage.key(Key::ArrowLeft));
                let held = stage.play.hand.held().expect("it stays in the hand");
                let end = held.verdict.as_ref().expect("he may ride there").ends[0].1.at;
                let by = if stage.play.look.camera().is_some_and(|camera| camera.turned) { 2.0 } else { -2.0 };
                assert!((end - from - Vec2::new(by, 0.0)).length() < 0.3, "{battle}: {from} to {end}");
                break;
            }
            let next = now.offers.all.iter().find(|choice| choice.ends).or(now.offers.all.first());
            let next = next.unwrap().action.clone();
            stage.play.submit(next);
            stage.rest();
        }
    }
    assert!(ridden >= 2, "{ridden} rulesets have somebody who rides");
}
