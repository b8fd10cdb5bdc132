//! A hand on the table: it takes hold of a unit or of a front corner, and every move of the pointer becomes a wish
//! that the battle aims for.

use bevy::math::Vec2;
use bevy_egui::egui::Pos2;

use crate::battle::{Ref, Ruling, View, Wish};
use crate::gui::board::camera::Camera;
use crate::gui::game::hand::{self, Held};
use crate::gui::game::place;
use crate::gui::play::hand::plan;
use crate::gui::play::hand::single;
use crate::gui::play::state::{Drag, Grip, Play};
use crate::ids::UnitId;
use crate::lab::chronicle::units_of;
use crate::table::{Cdeg, Footprint, Pose};

/// How near to a corner a handle is, pixels.
const HANDLE: f32 = 10.0;

/// The front corner under the pointer, when there is one: whether it is the right one.
pub fn corner(print: &Footprint, camera: &Camera, view: bevy_egui::egui::Rect, at: Pos2) -> Option<bool> {
    let [left, right, ..] = print.corners().map(|c| camera.to_screen(view, c));
    let near = |p: Pos2| p.distance(at) <= HANDLE;
    match (near(left), near(right)) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ => None,
    }
}

/// Takes hold of a unit at a point of the table; nothing when it may not act.
pub fn grab(play: &mut Play, unit: UnitId, from: Vec2, corner: Option<(bool, Footprint)>, alone: bool) {
    let now = play.now();
    let Some(side) = now.person else { return };
    let view = play.game.view_of(side);
    if view.side_of(unit) != side {
        return;
    }
    if let Some(plan) = now.plan.as_ref().filter(|plan| place::place_of(&plan.action, unit).is_some()) {
        let units = place::company(&view, &plan.action, unit, alone);
        let lead = lead(&view, unit, &[]);
        plan::take(play, &now);
        let plan = Some((plan.action.clone(), units));
        play.hand.drag =
            Some(Drag { unit, grip: Grip::Place, from, lead, over: None, sent: false, wished: None, plan });
        return;
    }
    if alone
        && corner.is_none()
        && let Some((held, base, lead)) = single::taken(play, &now, side, unit, from)
    {
        play.hand.refusal = None;
        play.hold(held);
        let grip = Grip::Single(base);
        play.hand.drag = Some(Drag { unit, grip, from, lead, over: None, sent: false, wished: None, plan: None });
        return;
    }
    let held = play.hand.held.as_ref().map(|h| &h.choice);
    let fits = if corner.is_some() { hand::can_be_wheeled } else { hand::can_be_dragged };
    let choice = hand::for_drag(&view, &now.offers.all, unit, alone, held, fits).cloned();
    let lead = lead(&view, unit, choice.as_ref().map(|c| c.action.who.as_slice()).unwrap_or_default());
    let is_token = view.feet(unit).is_empty();
    let grip = match (&choice, corner) {
        (None, _) => Grip::Aim,
        (Some(_), _) if is_token => Grip::Token,
        (Some(_), Some((right, of))) => Grip::Corner { right, of },
        (Some(_), None) => Grip::Base,
    };
    play.hand.refusal = None;
    if let Some(choice) = choice {
        let held = Held::take(&play.game, side, choice);
        play.hold(held);
    }
    play.hand.drag = Some(Drag { unit, grip, from, lead, over: None, sent: false, wished: None, plan: None });
}

/// Puts a token that the hand may ride about there; tells whether it holds one.
pub fn puts(play: &mut Play, to: Vec2) -> bool {
    let (Some(side), Some(mut held)) = (play.person(), play.hand.held.clone()) else { return false };
    let view = play.game.view_of(side);
    let token = |of: &Ref| matches!(of, Ref::Unit(unit) if view.feet(*unit).is_empty());
    if !held.choice.action.who.iter().any(token) || !hand::can_be_dragged(&held.choice) {
        return false;
    }
    held.aim(&play.game, side, Wish::Pose(Pose { at: to, heading: Cdeg::ZERO }), false);
    play.hold(held);
    true
}

/// Lets go without effect.
pub fn cancel(play: &mut Play) {
    let taken = play.hand.drag.take().and_then(|drag| drag.plan);
    match (taken, play.person()) {
        (Some((plan, _)), Some(side)) => plan::put_down(play, side, plan),
        _ => play.let_go(),
    }
}

/// How the keys that are held change a drag.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// The heading is held.
    pub square: bool,
    /// No round values.
    pub fine: bool,
    /// How near to others what is placed is drawn into their line, inches.
    pub near: f32,
}

/// Follows the pointer to a point of the table.
pub fn follow(play: &mut Play, to: Vec2, over: Option<UnitId>, manner: Manner) {
    let now = play.now();
    let (Some(side), Some(mut drag)) = (now.person, play.hand.drag.take()) else { return };
    if let Some((plan, units)) = &drag.plan {
        let by = to - drag.from;
        let view = play.game.view_of(side);
        let by = match &now.plan {
            Some(open) if !manner.fine => open.drawn_to(&view, plan, units, (by * 10.0).round() / 10.0, manner.near),
            _ => by,
        };
        let plan = place::shifted(plan, units, by);
        plan::put_down(play, side, plan);
        play.hand.drag = Some(drag);
        return;
    }
    if let Grip::Single(base) = drag.grip {
        let wished = drag.lead.shifted(to - drag.from);
        if let Some(mut held) = play.hand.held.take() {
            held.aim_base(&play.game, side, Ref::Base(drag.unit, base), wished.pose());
            play.hold(held);
        }
        drag.wished = Some(wished);
        play.hand.drag = Some(drag);
        return;
    }
    let view = play.game.view_of(side);
    let enemy = over.filter(|unit| view.side_of(*unit) != side);
    drag.over = enemy;
    // What blocks nothing may be sent upon friends too: a general to the unit that he joins.
    let friend = over.filter(|unit| drag.grip == Grip::Token && *unit != drag.unit);
    let target = enemy.or(friend).map(Ref::Unit);
    let sent = target.and_then(|t| hand::for_target(&view, &now.offers.all, drag.unit, t).cloned().map(|c| (c, t)));
    if let Some((choice, target)) = sent {
        let mut held = Held::take(&play.game, side, choice);
        held.send(&play.game, side, target);
        (drag.sent, drag.wished) = (true, None);
        play.hold(held);
        play.hand.drag = Some(drag);
        return;
    }
    if drag.sent && !play.hand.held.as_ref().is_some_and(|held| hand::can_be_dragged(&held.choice)) {
        // It lies upon nobody any more: what the hand holds is its own way again.
        let own = hand::for_drag(&view, &now.offers.all, drag.unit, false, None, hand::can_be_dragged).cloned();
        let own = own.map(|choice| Held::take(&play.game, side, choice));
        play.hand.held = None;
        own.into_iter().for_each(|held| play.hold(held));
    }
    drag.sent = false;
    let by = to - drag.from;
    let (wish, wished) = wish(&drag, to, by, manner.square);
    let mut held = play.hand.held.take();
    if let Some(held) = &mut held
        && drag.grip != Grip::Aim
    {
        held.aim(&play.game, side, wish, manner.fine);
    }
    drag.wished = wished;
    if let Some(held) = held {
        play.hold(held);
    }
    play.hand.drag = Some(drag);
}

fn wish(drag: &Drag, to: Vec2, by: Vec2, square: bool) -> (Wish, Option<Footprint>) {
    let lead = &drag.lead;
    match drag.grip {
        Grip::Corner { right, of } => {
            // The held corner of all that wheels swings about the other one, and whoever leads goes with it.
            let [left_corner, right_corner, ..] = of.corners();
            let (pivot, held) = if right { (left_corner, right_corner) } else { (right_corner, left_corner) };
            let angle = turned_by(held - pivot, to - pivot);
            let turned = lead.turned_about(pivot, angle);
            (Wish::Pose(turned.pose()), Some(turned))
        }
        Grip::Token => (Wish::Pose(Pose { at: to, heading: Cdeg::ZERO }), None),
        Grip::Base | Grip::Aim | Grip::Place | Grip::Single(_) => {
            let wished = lead.shifted(by);
            let wish = if square { Wish::Pose(wished.pose()) } else { Wish::Toward(wished.front()) };
            (wish, Some(wished))
        }
    }
}

/// How far one direction is turned from another, positive to the right.
fn turned_by(from: Vec2, to: Vec2) -> Cdeg {
    let radians = to.angle_to(from);
    Cdeg::measured(radians.to_degrees()).turn()
}

/// Lets go: what the judge accepts is done; what it does not springs back and leaves its drawing.
pub fn drop(play: &mut Play) {
    let Some(drag) = play.hand.drag.take() else { return };
    if let Some((before, _)) = drag.plan {
        // A plan stays in the hand until it is answered as a whole.
        plan::settle(play, &before);
        return;
    }
    let Some(held) = &play.hand.held else { return };
    let stays = |ruling| stays(&play.game.view(), ruling);
    let still = !drag.sent && (held.action == held.choice.action || held.verdict.as_ref().is_ok_and(stays));
    match (&held.verdict, held.cut.first()) {
        (Err(why), _) => {
            let why = why.clone();
            play.hand.held = None;
            play.refuse(why, drag.wished.into_iter().collect());
        }
        // The other bases are to be placed too: it stays in the hand until it is done.
        (Ok(_), _) if matches!(drag.grip, Grip::Single(_)) => {}
        (Ok(_), Some(why)) if still => {
            let why = why.clone();
            play.hand.held = None;
            play.refuse(why, drag.wished.into_iter().collect());
        }
        (Ok(_), _) if still && drag.grip != Grip::Aim => play.let_go(),
        (Ok(_), _) => play.act(),
    }
}

/// Whether everybody would end where he stands.
fn stays(view: &View, ruling: &Ruling) -> bool {
    const NEAR: f32 = 1e-3;
    let same = |(unit, end): &(UnitId, Pose)| {
        view.pose(*unit).is_some_and(|now| now.heading == end.heading && now.at.distance(end.at) < NEAR)
    };
    !ruling.ends.is_empty() && ruling.ends.iter().all(same)
}

/// The first of what moves with a unit: the unit that the battle aims by.
fn lead(view: &View, unit: UnitId, who: &[Ref]) -> Footprint {
    let first = who.first().and_then(|of| units_of(view, *of).first().copied()).unwrap_or(unit);
    view.hull(first).or_else(|| view.hull(unit)).unwrap_or_else(|| {
        let at = view.pose(unit).unwrap_or_default();
        Footprint::new(at, 0.0, 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Action;
    use crate::battle::Value;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;
    use crate::table::{Leg, Mil};

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
            let grip = Grip::Corner { right, of };
            let drag =
                Drag { unit: UnitId(0), grip, from: held, lead, over: None, sent: false, wished: None, plan: None };
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
        grab(&mut stage.play, unit, right, Some((true, of)), false);
        // Right end 1 in ahead: so far to the left about the left end.
        let to = right + of.forward();
        follow(&mut stage.play, to, None, Manner { fine: true, ..Manner::default() });
        let held = stage.play.hand.held.clone().unwrap();
        let turned =
            held.action.legs().iter().find_map(|leg| if let Leg::Wheel(angle) = leg { Some(*angle) } else { None });
        assert_eq!(turned, Some(turned_by(right - left, to - left)), "{:?}", held.action);
        cancel(&mut stage.play);
        grab(&mut stage.play, unit, of.front(), None, false);
        follow(&mut stage.play, of.front() + of.forward(), None, Manner::default());
        let held = stage.play.hand.held.clone().unwrap();
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
        let held = stage.play.hand.held.as_ref().map(|held| held.action.clone()).unwrap();
        assert!(stage.play.game.journal().depth() == depth, "nothing is done before the hand lets go");
        // Taken off him again it has its own way, and brought back it is sent once more.
        let bare = from + (to - from) * 0.1;
        stage.hover(stage.on_screen(bare));
        let rides = stage.play.hand.held.as_ref().is_some_and(|held| hand::can_be_dragged(&held.choice));
        assert!(rides, "on bare ground it goes where the hand is");
        stage.hover(stage.on_screen(to));
        stage.drop_at(to);
        assert_eq!(stage.play.game.journal().depth(), depth + 1, "{held:?}");
        let written = stage.play.game.journal().answers().last().map(|(_, action)| action.clone());
        assert_eq!(written, Some(held));
        let whom = |action: &Action| action.with.iter().any(|(_, v)| *v == Value::Refs(vec![Ref::Unit(unit)]));
        assert!(written.is_some_and(|action| whom(&action)), "he is sent to the one upon whom he was dropped");
    }

    #[test]
    fn the_corner_under_the_pointer_is_found_within_ten_pixels() {
        let view = bevy_egui::egui::Rect::from_min_size(Pos2::ZERO, bevy_egui::egui::Vec2::new(800.0, 600.0));
        let camera = Camera { centre: Vec2::new(36.0, 20.0), zoom: 10.0, turned: false };
        let print = Footprint::new(Pose::new(36.0, 20.0, 0.0), 4.0, 2.0);
        // The front right corner is two inches east of the middle.
        let right = Pos2::new(420.0, 300.0);
        assert_eq!(corner(&print, &camera, view, right + bevy_egui::egui::Vec2::new(9.0, 0.0)), Some(true));
        assert_eq!(corner(&print, &camera, view, right + bevy_egui::egui::Vec2::new(11.0, 0.0)), None);
        assert_eq!(corner(&print, &camera, view, Pos2::new(380.0, 300.0)), Some(false));
    }
}
