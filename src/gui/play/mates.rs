//! An order for one unit, given to the others of its body too, where orders are written one by one: each does the same, or
//! what comes nearest to it.

use crate::battle::{Action, Ref};
use crate::gui::language::translate_with;
use crate::gui::play::state::{Now, Play};
use crate::ids::UnitId;

/// The orders of those of its body who wait for one too, like what the hand holds for one of them. Whoever could do nothing
/// of the kind has none.
fn orders(play: &Play, now: &Now) -> Vec<Action> {
    let (Some(side), Some(sealed)) = (now.person, &now.sealed) else { return Vec::new() };
    let view = play.game.view_of(side);
    let held = play.hand.held().filter(|held| held.verdict.is_ok());
    let of_one = held.and_then(|held| match held.action.who[..] {
        [Ref::Unit(unit)] => Some((unit, &held.action, view.bodies().get(view.body_of(unit)?))),
        _ => None,
    });
    let Some((unit, action, body)) = of_one else { return Vec::new() };
    let waiting: Vec<UnitId> = sealed.waiting().filter(|mate| *mate != unit && body.units.contains(mate)).collect();
    let like = |mate: UnitId| {
        let same = Action { who: vec![Ref::Unit(mate)], ..action.clone() };
        if view.judge(&same).is_ok() {
            return Some(same);
        }
        let fitted = view.fit(&same).ok()?.action;
        (fitted.who == same.who && fitted.key == same.key).then_some(fitted)
    };
    waiting.into_iter().filter_map(like).collect()
}

/// What the button says that gives the same order to the whole body; nothing where nobody waits for it.
pub fn words(play: &Play, now: &Now) -> String {
    // A hand that drags has not come to what it wants yet.
    if play.hand.drag().is_some() {
        return String::new();
    }
    let names = play.game.narrator();
    let mates: Vec<String> =
        orders(play, now).iter().flat_map(|order| &order.who).map(|mate| names.name(*mate)).collect();
    if mates.is_empty() { String::new() } else { translate_with("mates-too", &[("who", &mates.join(", "))]) }
}

impl Play {
    /// Does what the hand holds, and writes as much of it as may be for all of the body who wait for an order.
    pub fn order_body(&mut self) {
        let now = self.now();
        let mates = orders(self, &now);
        self.confirm();
        // A question whether it is meant comes first, and is about one alone.
        if self.sheets.to_confirm().is_none() {
            mates.into_iter().for_each(|order| self.submit(order));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;
    use bevy_egui::egui::{Key, Modifiers};

    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, begun};
    use crate::ids::UnitId;
    use crate::table::{Leg, Mil};

    /// The battle in which all move together, its first side writing; and a body of two with the way ahead of the first.
    fn writing(width: f32, height: f32) -> (Stage, [UnitId; 2], Vec2) {
        let mut stage = Stage::sized(begun("first_battle_simultaneous", [Person; 2]), width, height);
        let first = stage.play.must_hand_over();
        stage.play.seats.look(first);
        stage.rest();
        let view = stage.play.game.view();
        let side = stage.play.person().unwrap();
        let body =
            view.bodies().present().find(|(_, body)| body.units.len() == 2 && view.side_of(body.units[0]) == side);
        let units: [UnitId; 2] = body.unwrap().1.units[..].try_into().unwrap();
        let (sin, cos) = crate::table::turn(view.pose(units[0]).unwrap().heading);
        (stage, units, Vec2::new(sin, cos))
    }

    fn ahead(stage: &mut Stage, unit: UnitId) -> Option<Mil> {
        let sealed = stage.play.now().sealed?;
        let legs = sealed.order(unit)?.action.legs().to_vec();
        legs.iter().find_map(|leg| if let Leg::Ahead(far) = leg { Some(*far) } else { None })
    }

    #[test]
    fn one_drag_orders_a_whole_body_by_a_key_or_a_click_and_each_is_taken_back_by_itself() {
        for by_key in [true, false] {
            let (mut stage, [one, other], way) = writing(1280.0, 800.0);
            let from = stage.middle(one);
            stage.hold(from, from + way * 4.0);
            stage.drop_at(from + way * 4.0);
            assert!(stage.play.hand.held().is_some(), "it lies in the hand");
            let says = stage.words().into_iter().find(|words| words.starts_with("The same for")).map(str::to_owned);
            let says = says.expect("the panel offers it");
            match by_key {
                true => stage.key_with(Key::Enter, Modifiers::SHIFT),
                false => stage.click_on(&says),
            }
            let both = [one, other].map(|unit| ahead(&mut stage, unit));
            assert!(both[0] == both[1] && both[0].is_some_and(|far| far.0 >= 3500), "{both:?}");
            assert!(!stage.words().iter().any(|words| words.starts_with("The same for")));
            stage.key(Key::Z);
            assert_eq!([one, other].map(|unit| ahead(&mut stage, unit).is_some()), [true, false]);
        }
    }

    #[test]
    fn enter_orders_one_alone_and_whoever_has_an_order_keeps_it() {
        let (mut stage, [one, other], way) = writing(853.0, 533.0);
        for (unit, far) in [(one, 4.0), (other, 2.0)] {
            let from = stage.middle(unit);
            stage.hold(from, from + way * far);
            stage.drop_at(from + way * far);
            stage.key_with(Key::Enter, if unit == one { Modifiers::NONE } else { Modifiers::SHIFT });
        }
        let both = [one, other].map(|unit| ahead(&mut stage, unit).unwrap().0);
        assert!(both[0] > 3500 && both[1] < 2500, "{both:?}");
    }
}
