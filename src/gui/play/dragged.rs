//! What a hand on the table has dropped lies in the hand until it is confirmed, and more is added to it: a wheel by a corner
//! and a way ahead become one order.

use bevy::math::Vec2;
use bevy_egui::egui::Key;

use super::hand::corners;
use super::stage::{Stage, answer, begun, teaching};
use crate::battle::{Action, Choice, Handle, Range};
use crate::gui::board::overlay::joined;
use crate::gui::game::hand;
use crate::gui::game::scene::prints;
use crate::gui::game::sitter::Sitter::Person;
use crate::ids::UnitId;
use crate::lab::chronicle::units_of;
use crate::table::{Cdeg, Footprint, Leg, Mil};

/// Somebody who may wheel and go ahead in one order, and what moves with him, in one line.
fn wheels_and_goes(stage: &mut Stage, unit: UnitId) -> Option<(Choice, Footprint)> {
    let now = stage.play.now();
    let view = stage.play.game.view_of(now.person?);
    let choice = hand::for_drag(&view, &now.offers.all, unit, false, None, hand::can_be_wheeled)?.clone();
    let far = |param: &crate::battle::Param| {
        param.handle != Handle::Panel && matches!(param.range, Range::Length(_, most) if most >= Mil(2500))
    };
    let same = hand::for_drag(&view, &now.offers.all, unit, false, None, hand::can_be_dragged);
    if !choice.params.iter().any(far) || same.is_none_or(|same| same.action != choice.action) {
        return None;
    }
    let all: Vec<Footprint> =
        choice.action.who.iter().flat_map(|of| units_of(&view, *of)).flat_map(|unit| prints(&view, unit)).collect();
    match joined(&all)[..] {
        [one] => Some((choice, one)),
        _ => None,
    }
}

fn legs(action: &Action) -> (Cdeg, Mil) {
    let legs = action.legs().iter();
    legs.fold((Cdeg(0), Mil::ZERO), |(wheel, ahead), leg| match leg {
        Leg::Wheel(angle) => (Cdeg(wheel.0 + angle.0), ahead),
        Leg::Ahead(far) => (wheel, Mil(ahead.0 + far.0)),
        _ => (wheel, ahead),
    })
}

fn held(stage: &Stage) -> Option<(Cdeg, Mil)> {
    stage.play.hand.held().filter(|held| held.verdict.is_ok()).map(|held| legs(&held.action))
}

/// Draws the right end of the front forward by so much, and lets go.
fn wheel(stage: &mut Stage, of: &Footprint, by: f32) {
    let [_, right, ..] = of.corners();
    stage.hold(right, right + of.forward() * by);
    stage.drop_at(right + of.forward() * by);
}

/// Takes whoever would end there, or stands there, and draws him on.
fn ahead(stage: &mut Stage, unit: UnitId, by: f32) {
    let view = stage.play.game.view();
    let ends = stage.play.hand.held().and_then(|held| {
        let ruling = held.verdict.as_ref().ok()?;
        ruling.ends.iter().find(|(of, _)| *of == unit).map(|(_, pose)| *pose)
    });
    let pose = ends.or_else(|| view.pose(unit)).unwrap();
    let base = view.roster().base(unit).base(pose);
    let (from, to): (Vec2, Vec2) = (base.centre, base.centre + base.forward() * by);
    stage.hold(from, to);
    stage.drop_at(to);
}

/// The battle at a question where that is possible, and somebody for whom it is so by the hand.
fn found(battle: &str, mut tried: impl FnMut(&mut Stage, UnitId, &Footprint) -> bool) -> Option<()> {
    let mut stage = Stage::sized(begun(battle, [Person; 2]), 1280.0, 800.0);
    for _ in 0..60 {
        stage.play.look.finish_motion();
        stage.rest();
        for unit in stage.play.now().ready.iter().copied() {
            let Some((_, print)) = wheels_and_goes(&mut stage, unit) else { continue };
            stage.play.let_go();
            stage.play.select(Some(unit));
            stage.rest();
            if tried(&mut stage, unit, &print) {
                return Some(());
            }
        }
        if !answer(&mut stage.play) {
            break;
        }
    }
    None
}

#[test]
fn a_corner_that_is_dropped_stays_in_the_hand_and_a_way_ahead_is_added_to_the_wheel() {
    let mut tried = 0;
    for battle in teaching() {
        let all = found(&battle, |stage, unit, print| {
            let depth = stage.play.game.journal().depth();
            wheel(stage, print, 0.6);
            assert_eq!(stage.play.game.journal().depth(), depth, "{battle}: nothing is done yet");
            // Somebody stands in the way of this one.
            let Some((turned, Mil(0))) = held(stage).filter(|(turned, _)| turned.0 != 0) else { return false };
            ahead(stage, unit, 1.0);
            let Some((also, far)) = held(stage).filter(|(_, far)| far.0 > 0) else { return false };
            assert_eq!(also, turned, "{battle}: the wheel stays as it was");
            assert!((far.0 - 1000).abs() <= 150, "{battle}: {far}");
            stage.key(Key::Enter);
            assert_eq!(stage.play.game.journal().depth(), depth + 1, "{battle}: one order of both");
            let answers = stage.play.game.answered();
            assert_eq!(answers.last().map(|(_, action)| legs(action)), Some((turned, far)), "{battle}");
            true
        });
        tried += usize::from(all.is_some());
    }
    assert!(tried >= 2, "{tried} rulesets wheel and go in one order");
}

/// Draws whoever may wheel and go ahead an inch ahead; tells how far he goes then.
fn gone(stage: &mut Stage, unit: UnitId) -> Option<Mil> {
    ahead(stage, unit, 1.0);
    let (_, far) = held(stage).filter(|(turned, far)| turned.0 == 0 && far.0 > 0)?;
    Some(far)
}

#[test]
fn a_way_ahead_stays_as_it_was_when_a_corner_is_drawn_and_comes_back_with_the_corner() {
    let mut lacking = Vec::new();
    for battle in teaching() {
        let all = found(&battle, |stage, unit, print| {
            let depth = stage.play.game.journal().depth();
            let Some(far) = gone(stage, unit) else { return false };
            let [_, corner, ..] = print.corners();
            // Much too far, and back to a little.
            stage.hold(corner, corner + print.forward() * print.width());
            stage.hover(stage.on_screen(corner + print.forward() * 0.6));
            stage.drop_at(corner + print.forward() * 0.6);
            let Some((turned, still)) = held(stage).filter(|(turned, _)| turned.0 != 0) else { return false };
            if !stage.play.hand.held().unwrap().cut.is_empty() {
                return false;
            }
            assert_eq!(still, far, "{battle}: the way stays as it was");
            stage.key(Key::Enter);
            assert_eq!(stage.play.game.journal().depth(), depth + 1, "{battle}: one order of both");
            let answers = stage.play.game.answered();
            assert_eq!(answers.last().map(|(_, action)| legs(action)), Some((turned, far)), "{battle}");
            true
        });
        lacking.extend(all.is_none().then_some(battle));
    }
    assert!(lacking.is_empty(), "nobody wheels and goes in one order: {lacking:?}");
}

#[test]
fn a_corner_of_where_it_would_end_wheels_it_there_and_more_is_drawn_from_there() {
    let (mut lacking, mut added) = (Vec::new(), 0);
    for battle in teaching() {
        let all = found(&battle, |stage, unit, _| {
            let depth = stage.play.game.journal().depth();
            let Some(far) = gone(stage, unit) else { return false };
            let now = stage.play.now();
            let ends = corners::of(&stage.play, &now, unit);
            let [(print, true), (_, false)] = ends[..] else { panic!("{battle}: {ends:?}") };
            wheel(stage, &print, 0.5);
            let Some((turned, still)) = held(stage).filter(|(turned, _)| turned.0 < 0) else { return false };
            if !stage.play.hand.held().unwrap().cut.is_empty() {
                return false;
            }
            assert_eq!(still, far, "{battle}: the way stays as it was");
            let last = |stage: &Stage| stage.play.hand.held().unwrap().action.legs().last().copied();
            let after = last(stage) == Some(Leg::Wheel(turned));
            ahead(stage, unit, 0.5);
            let Some((also, farther)) = held(stage).filter(|(_, farther)| *farther > far) else { return false };
            if after {
                assert!(also == turned && last(stage) == Some(Leg::Ahead(Mil(farther.0 - far.0))), "{battle}");
                added += 1;
            }
            let whole = stage.play.hand.held().unwrap().action.clone();
            stage.key(Key::Enter);
            assert_eq!(stage.play.game.journal().depth(), depth + 1, "{battle}");
            let answers = stage.play.game.answered();
            assert_eq!(answers.last().map(|(_, action)| action.clone()), Some(whole), "{battle}: one order of it all");
            true
        });
        lacking.extend(all.is_none().then_some(battle));
    }
    assert!(lacking.is_empty(), "nobody wheels where he would end: {lacking:?}");
    assert!(added >= 3, "{added} rulesets let a wheel follow a way in one order");
}

#[test]
fn a_key_turns_who_was_drawn_ahead_and_his_way_stays() {
    for battle in teaching() {
        let all = found(&battle, |stage, unit, _| {
            let Some(far) = gone(stage, unit) else { return false };
            stage.key(Key::E);
            let Some((turned, still)) = held(stage).filter(|(turned, _)| turned.0 != 0) else { return false };
            assert_eq!((turned, still), (Cdeg::degrees(1), far), "{battle}");
            true
        });
        assert!(all.is_some(), "{battle}: nobody is turned by a key");
    }
}
