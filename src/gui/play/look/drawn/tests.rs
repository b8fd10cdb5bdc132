//! What is drawn over the pieces, asked of the play screen's parts.

use super::*;
use crate::cite::{Cite, Word};
use crate::gui::game::hand::Held;
use crate::gui::game::offers::BY;
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::play::stage::{answer, begun, teaching};

/// What is drawn over the pieces now.
fn drawn_now(play: &mut Play) -> Overlays {
    let now = play.now();
    overlays(play, &now, &|unit| now.scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec()), false)
}

#[test]
fn the_frame_is_round_the_selected_unit_alone_where_no_bodies_are_ordered() {
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        while play.now().plan.is_some() && answer(&mut play) {}
        let as_bodies = play.game.ruleset().orders_bodies;
        let units: Vec<UnitId> = play.now().scene.pieces.iter().map(|piece| piece.unit).collect();
        let mut more = 0;
        for unit in units {
            play.select(Some(unit));
            let own = play.now().scene.piece(unit).map_or(0, |piece| piece.feet().len());
            let framed = drawn_now(&mut play).selected.prints.len();
            more += usize::from(framed > own);
            assert!(framed == own || (as_bodies && framed > own), "{battle}: {framed} of {own}");
        }
        assert_eq!(more > 0, as_bodies, "{battle}");
    }
}

#[test]
fn the_offer_under_the_pointer_lights_the_stand_or_the_enemy_that_it_speaks_of() {
    let (mut stands, mut enemies) = (0, 0);
    let whom = |action: &crate::battle::Action| {
        let of = action.who.iter().find(|who| matches!(who, Ref::Base(..)));
        let named = |value: &Value| match value {
            Value::Refs(refs) => refs.first().copied(),
            _ => None,
        };
        of.copied().or_else(|| action.with.iter().find_map(|(_, value)| named(value)))
    };
    for battle in teaching() {
        let mut play = begun(&battle, [Person; 2]);
        for _ in 0..250 {
            for unit in play.now().ready.iter().copied().step_by(4) {
                play.select(Some(unit));
                let now = play.now();
                let feet = |unit| now.scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
                let listed = now.offers.listed.iter().enumerate();
                for (n, of) in listed.filter_map(|(n, listed)| Some((n, whom(&listed.choice.action)?))) {
                    play.look.point_at(Some(n));
                    let lit = drawn_now(&mut play).hovered.prints;
                    match of {
                        Ref::Base(unit, base) => {
                            stands += 1;
                            let print = feet(unit).get(usize::from(base)).copied().unwrap_or_else(|| feet(unit)[0]);
                            assert!(lit.contains(&print), "{battle}: {of:?}");
                        }
                        Ref::Unit(unit) => {
                            enemies += usize::from(!feet(unit).is_empty());
                            assert!(feet(unit).iter().all(|print| lit.contains(print)), "{battle}: {of:?}");
                        }
                        _ => {}
                    }
                    play.look.point_at(None);
                }
            }
            if !answer(&mut play) {
                break;
            }
        }
    }
    assert!(stands > 0 && enemies > 0, "{stands} {enemies}");
}

#[test]
fn the_rings_of_command_are_those_of_whoever_is_chosen_to_give_the_order() {
    let mut play = begun("ancientmaster/first_battle", [Person; 2]);
    let several =
        |choice: &&crate::battle::Choice| choice.action.unit(BY).is_some() && choice.params[0].stops.len() > 1;
    let choice = loop {
        let found = play.now().offers.all.iter().find(several).cloned();
        match found {
            Some(choice) => break choice,
            None => assert!(answer(&mut play), "nobody may be ordered by two"),
        }
    };
    let Ref::Unit(unit) = choice.action.who[0] else { panic!("{choice:?}") };
    let side = play.person().unwrap();
    let middle = |ring: &Vec<Vec2>| ring.iter().sum::<Vec2>() / ring.len() as f32;
    let drawn_about = |play: &mut Play| middle(&drawn_now(play).command[0].area);
    play.select(Some(unit));
    let givers: Vec<Value> = choice.params[0].stops.iter().map(|stop| stop.at.clone()).collect();
    for giver in givers {
        let mut held = Held::take(&play.game, side, choice.clone());
        held.put(&play.game, side, 0, giver);
        let by = held.action.unit(BY).unwrap();
        play.hold(held);
        let at = play.game.view().pose(by).unwrap().at;
        let about = drawn_about(&mut play);
        assert!(about.distance(at) < 0.5, "{by:?} stands at {at}, the rings about {about}");
    }
    // Before anything is held they are his whose order is offered.
    play.let_go();
    let at = play.game.view().pose(choice.action.unit(BY).unwrap()).unwrap().at;
    assert!(drawn_about(&mut play).distance(at) < 0.5);
}

#[test]
fn a_sum_is_written_as_people_write_it() {
    let sum = |values: &[i32]| {
        let add = |tally: Tally, value: &i32| tally.with(Word("term"), *value, Cite("7.3"));
        let texts = Texts { words: [("term".to_owned(), "pikes".to_owned())].into(), ..Texts::default() };
        sum_words(&texts, &values.iter().fold(Tally::default(), add))
    };
    assert_eq!(sum(&[6, -1, 5]), "6 pikes \u{2212} 1 pikes + 5 pikes");
    assert_eq!(sum(&[-2, 3]), "\u{2212}2 pikes + 3 pikes");
    assert_eq!(sum(&[6, -1, 5, 2]), "6 \u{2212} 1 + 5 + 2", "a long one in numbers alone");
}

#[test]
fn two_units_that_fight_along_one_line_have_one_sign() {
    let touch = |x: f32, y: f32, along: Vec2, length| Melee { middle: Vec2::new(x, y), along, length };
    let (first, next) = (touch(10.0, 20.0, Vec2::X, 1.0), touch(11.5, 20.1, -Vec2::X, 1.0));
    assert!(on_one_line(&first, &next));
    // From 9.5 to 12.
    let both = over_both(&first, &next);
    assert_eq!((both.middle, both.length), (Vec2::new(10.75, 20.0), 2.5));
    // A fight at the flank is another, and one behind the line as well.
    assert!(!on_one_line(&first, &touch(11.5, 20.5, Vec2::Y, 1.0)));
    assert!(!on_one_line(&first, &touch(11.5, 21.0, Vec2::X, 1.0)));
}
