//! What a side lays on the table, such as a piece of terrain: the hand holds an offer that is varied by one spot, and
//! carries it about by mouse or keys. Where it may not lie the judge says why, and it lies at the nearest place that is
//! accepted. It is done like any offer, when it lies where it should.

use bevy::math::Vec2;

use crate::battle::{Action, Choice, Handle, Mark, Param, Ref, Value};
use crate::gui::game::hand::Held;
use crate::gui::play::state::{Carried, Play};
use crate::table::Mil;

/// As near to its spot, inches, it is taken even where nothing shows what it covers.
const NEAR: f32 = 1.5;

/// The param of a choice that a hand varies by one spot.
fn param(choice: &Choice) -> Option<&Param> {
    choice.params.iter().find(|p| p.handle == Handle::Drag && spot_of(p, &choice.action).is_some())
}

fn spot_of(param: &Param, action: &Action) -> Option<Vec2> {
    match param.get(action)? {
        Value::Refs(refs) => match refs[..] {
            [Ref::Spot(x, y)] => Some(Vec2::new(x.to_inches(), y.to_inches())),
            _ => None,
        },
        _ => None,
    }
}

/// Whether it is laid on a spot.
pub fn is_laid(choice: &Choice) -> bool {
    param(choice).is_some()
}

/// Where what the hand holds is laid; none: it is nothing that is laid.
pub fn at(held: &Held) -> Option<Vec2> {
    spot_of(param(&held.choice)?, &held.action)
}

/// Whether that point lies on what the hand holds, as the judge draws it.
pub fn covers(held: &Held, point: Vec2) -> bool {
    let Some(spot) = at(held) else { return false };
    let marks = match &held.verdict {
        Ok(ruling) => &ruling.marks,
        Err(why) => &why.marks,
    };
    let covered = |mark: &Mark| match mark {
        Mark::Band(ring) => {
            let ring: Vec<Vec2> = ring.iter().map(|(x, y)| Vec2::new(x.to_inches(), y.to_inches())).collect();
            crate::picture::curve::inside(&ring, point)
        }
        _ => false,
    };
    spot.distance(point) <= NEAR || marks.iter().any(covered)
}

/// Takes hold of what lies there; tells whether there is something.
pub fn grab(play: &mut Play, from: Vec2) -> bool {
    let Some(held) = play.hand.held().filter(|held| covers(held, from)) else { return false };
    let Some(spot) = at(held) else { return false };
    play.hand.carry(Carried { action: held.action.clone(), grip: from - spot, wished: spot });
    play.hand.forget_refusal();
    true
}

/// Follows the pointer; on tenths of an inch, unless `fine`.
pub fn follow(play: &mut Play, to: Vec2, fine: bool) {
    let Some(mut carried) = play.hand.take_carried() else { return };
    carried.wished = round(to - carried.grip, fine);
    lay(play, &carried.action, carried.wished);
    play.hand.carry(carried);
}

/// Lays what the hand holds there.
pub fn put(play: &mut Play, to: Vec2, fine: bool) {
    if let Some(action) = play.hand.held().map(|held| held.action.clone()) {
        lay(play, &action, round(to, fine));
    }
}

/// Shifts what the hand holds; tells whether it is something that is laid.
pub fn shift(play: &mut Play, by: Vec2) -> bool {
    let Some((action, spot)) = play.hand.held().and_then(|held| Some((held.action.clone(), at(held)?))) else {
        return false;
    };
    lay(play, &action, spot + by);
    true
}

/// It lies again as it lay when it was taken.
pub fn cancel(play: &mut Play) {
    if let Some(carried) = play.hand.take_carried() {
        wish(play, carried.action);
    }
}

fn round(at: Vec2, fine: bool) -> Vec2 {
    if fine { at } else { (at * 10.0).round() / 10.0 }
}

/// Wishes it there, as large and as turned as in that action.
fn lay(play: &mut Play, action: &Action, to: Vec2) {
    let mut wished = action.clone();
    let param = play.hand.held().and_then(|held| param(&held.choice));
    if let Some(param) = param {
        param.put(&mut wished, Value::Refs(vec![Ref::Spot(Mil::measured(to.x), Mil::measured(to.y))]));
        wish(play, wished);
    }
}

fn wish(play: &mut Play, wished: Action) {
    let Some(side) = play.person() else { return };
    if let Some(mut held) = play.hand.take_held() {
        held.wish(&play.game, side, wished);
        play.hold(held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::case::Shown;
    use crate::gui::game::sitter::Sitter;
    use crate::rules::RULESETS;

    /// The case in which sides lay terrain, after the edge is chosen: south holds its steep hill.
    fn laying() -> Play {
        let path = crate::scenario::embedded::cases().into_iter().find(|p| p.ends_with("3.1.1_places.ron")).unwrap();
        let (game, shown) = Shown::open(RULESETS, &path).unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.lay_case(Some(shown));
        play.next_step();
        let laid = play.now().offers.listed.iter().position(|listed| is_laid(&listed.choice)).unwrap();
        play.take(laid);
        play
    }

    fn spot(play: &Play) -> Vec2 {
        at(play.hand.held().unwrap()).unwrap()
    }

    #[test]
    fn a_piece_is_dragged_to_where_it_is_laid_and_laid_by_enter() {
        let mut play = laying();
        let from = spot(&play);
        assert!(!grab(&mut play, from + Vec2::new(20.0, 0.0)), "it does not reach so far");
        // Taken an inch beside its middle it goes so far as the hand goes.
        assert!(grab(&mut play, from + Vec2::new(1.0, 0.0)));
        follow(&mut play, Vec2::new(11.04, 24.0), false);
        assert_eq!(spot(&play), Vec2::new(10.0, 24.0));
        assert!(play.hand.held().is_some_and(|held| held.verdict.is_ok() && held.cut.is_empty()));
        play.hand.take_carried();
        let pieces = play.game.view().ground().pieces().len();
        play.act();
        assert_eq!(play.game.view().ground().pieces().len(), pieces + 1);
    }

    #[test]
    fn where_it_may_not_lie_it_lies_as_near_as_it_may_and_the_rule_is_told() {
        let mut play = laying();
        let from = spot(&play);
        assert!(grab(&mut play, from));
        // Beyond the middle line: no part of it touches the own half.
        follow(&mut play, Vec2::new(10.0, 40.0), false);
        let held = play.hand.held().unwrap();
        assert_eq!((held.verdict.is_ok(), held.cut.len()), (true, 1));
        assert!(spot(&play).y < 28.0 && play.hand.carried().unwrap().wished.y == 40.0);
        cancel(&mut play);
        assert_eq!(spot(&play), from);
    }

    #[test]
    fn arrows_shift_it_and_its_size_and_turn_stay() {
        let mut play = laying();
        put(&mut play, Vec2::new(10.0, 20.0), false);
        let side = play.person().unwrap();
        let mut held = play.hand.take_held().unwrap();
        let size = held.choice.params.iter().position(|p| p.name.0 == "long").unwrap();
        held.put(&play.game, side, size, Value::Length(Mil(9000)));
        play.hold(held);
        assert!(shift(&mut play, Vec2::new(0.5, 0.0)));
        assert_eq!(spot(&play), Vec2::new(10.5, 20.0));
        let long = &play.hand.held().unwrap().choice.params[size];
        assert_eq!(long.get(&play.hand.held().unwrap().action), Some(Value::Length(Mil(9000))));
    }
}
