//! The plan of where a side's units stand while it lies in the hand: taken up, shifted and turned by keys, and its
//! changes taken back one by one.

use bevy::math::Vec2;

use crate::battle::Action;
use crate::gui::game::Game;
use crate::gui::game::hand::Held;
use crate::gui::game::place;
use crate::gui::play::state::{Now, Play};
use crate::ids::Side;
use crate::table::Cdeg;

/// Takes the plan that lies open in hand.
pub fn take(play: &mut Play, now: &Now) {
    let first = now.offers.all.iter().find(|choice| place::is_plan(choice)).cloned();
    if let (None, Some(side), Some(first)) = (play.held_plan(), now.person, first) {
        let held = Held::take(&play.game, side, first);
        play.hold(held);
    }
}

/// An answer that was taken back and that is a plan lies in the hand again, as it was given: as soon as he whose it is
/// looks.
pub fn take_up(play: &mut Play) {
    let now = play.now();
    let open = now.plan.as_ref().map(|plan| &plan.action);
    let alike = |said: &Action| open.is_some_and(|plan| plan.who == said.who && plan.key == said.key);
    if let (Some(said), Some(side)) = (play.hand.taken_back().cloned().filter(alike), now.person) {
        play.hand.remember(None);
        take(play, &now);
        put_down(play, side, said);
    }
}

/// Has the plan in the hand be that one, on the way to where it is let go.
pub fn put_down(play: &mut Play, side: Side, plan: Action) {
    if let Some(mut held) = play.hand.take_held() {
        held.put_down(&play.game, side, plan);
        play.hold(held);
    }
}

/// How keys change the place of what is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nudge {
    /// On the table, inches.
    pub by: Vec2,
    /// To the right.
    pub turn: Cdeg,
    /// Without its mates.
    pub alone: bool,
}

/// Shifts or turns what is selected, and whom it takes with it.
pub fn nudge(play: &mut Play, now: &Now, nudge: Nudge) {
    let (Some(side), Some(unit), Some(plan)) = (now.person, play.look.focus(), &now.plan) else { return };
    let units = place::company(&play.game.view_of(side), &plan.action, unit, nudge.alone);
    let next = place::shifted(&plan.action, &units, nudge.by);
    let next = if nudge.turn == Cdeg::ZERO { next } else { place::turned(&next, &units, nudge.turn) };
    take(play, now);
    put_down(play, side, next);
    settle(play, &plan.action);
}

/// What changed in the plan since it was like that can be taken back as one.
pub fn settle(play: &mut Play, before: &Action) {
    play.hand.settle(before);
}

impl Play {
    /// The changes of a plan that lies in the hand go first, one by one. Whether there was one.
    pub fn steps_in_plan(&mut self, step: fn(&mut Held, &Game, Side) -> bool) -> bool {
        let Some(side) = self.person().filter(|_| self.held_plan().is_some()) else { return false };
        let Some(mut held) = self.hand.take_held() else { return false };
        let stepped = step(&mut held, &self.game, side);
        if stepped {
            self.hand.forget_refusal();
        }
        self.hold(held);
        stepped
    }

    /// Whether undo, and whether redo, has anything to do in the plan that lies in the hand.
    pub fn plan_steps(&self) -> (bool, bool) {
        self.hand.held().filter(|_| self.held_plan().is_some()).map_or((false, false), Held::steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Range, Value};
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::hand::drag;
    use crate::gui::play::look::drawn;
    use crate::gui::play::stage::{self, Stage};
    use crate::gui::play::state::Aid;
    use crate::gui::saves;
    use crate::ids::UnitId;
    use crate::rules::{RULESETS, battles};
    use crate::scenario::journal::{Chosen, DiceFrom};
    use bevy_egui::egui::Key;

    /// A battle whose sides place their units by hand; the first of them looks.
    fn placed_by_hand(battle: &str) -> Play {
        let chosen = Chosen { deploy_free: true, ..Chosen::default() };
        let game = saves::begun(RULESETS, &stage::battle(battle), chosen, DiceFrom::Seed(1), None).ok().unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.seats.look(play.must_hand_over());
        play
    }

    fn plan_of(play: &mut Play) -> Action {
        play.now().plan.unwrap().action.clone()
    }

    #[test]
    fn units_are_placed_by_hand_and_the_enemy_is_not_seen_meanwhile() {
        let mut play = placed_by_hand(battles::TEACHING);
        let now = play.now();
        let first = now.person.unwrap();
        assert!(now.scene.pieces.iter().all(|piece| piece.side == first), "only one's own are seen");
        let plan = now.plan.clone().unwrap();
        let unit =
            place::units(&plan.action).find(|u| place::company(&play.game.view(), &plan.action, *u, false).len() == 1);
        let unit = unit.unwrap();
        let at = |play: &Play| place::place_of(play.held_plan().unwrap_or(&plan.action), unit).unwrap();
        let before = at(&play);
        let from = before.pose().at;
        drag::grab(&mut play, unit, from, None, false);
        drag::follow(&mut play, from + Vec2::new(0.0, 200.0), None, drag::Manner::default());
        assert!(play.hand.held().is_some_and(|held| held.verdict.is_err()), "off the table");
        drag::follow(&mut play, from + Vec2::new(0.04, 0.0), None, drag::Manner::default());
        assert_eq!((at(&play), play.hand.held().map(|held| held.verdict.is_ok())), (before, Some(true)));
        drag::drop(&mut play);
        assert!(play.held_plan().is_some(), "it is answered as a whole");
        play.act();
        assert_eq!(play.must_hand_over(), Some(first.other()));
    }

    /// A unit with mates that the plan's own list may draw up otherwise, and the place of that list among the params.
    fn redrawn(play: &mut Play) -> Option<(usize, UnitId)> {
        let now = play.now();
        let choice = now.offers.all.iter().find(|choice| place::is_plan(choice))?;
        let view = play.game.view_of(now.person?);
        choice.params.iter().enumerate().find_map(|(n, param)| {
            let Range::Pick { from, most: 2.., .. } = &param.range else { return None };
            let units =
                from.iter().filter_map(|of| if let crate::battle::Ref::Unit(unit) = of { Some(*unit) } else { None });
            let mut mates = units.filter(|unit| place::company(&view, &choice.action, *unit, false).len() == 2);
            mates.next().map(|unit| (n, unit))
        })
    }

    #[test]
    fn a_unit_that_is_drawn_up_otherwise_closes_up_with_its_mate_and_nobody_else_moves() {
        let mut seen = 0;
        for battle in [battles::GREAT, battles::FULL, battles::TEACHING] {
            let mut play = placed_by_hand(battle);
            let Some((param, unit)) = redrawn(&mut play) else { continue };
            seen += 1;
            let now = play.now();
            let (side, before) = (now.person.unwrap(), plan_of(&mut play));
            let files = |play: &mut Play| play.now().scene.piece(unit).map(|piece| piece.ranks_of(0).files);
            let stood = files(&mut play);
            take(&mut play, &now);
            let mut held = play.hand.take_held().unwrap();
            let mut named = match vary_value(&held, param) {
                Value::Refs(refs) => refs,
                _ => panic!("a list of units"),
            };
            let of = crate::battle::Ref::Unit(unit);
            if named.contains(&of) {
                named.retain(|other| *other != of)
            } else {
                named.push(of)
            }
            held.put(&play.game, side, param, Value::Refs(named));
            assert!(held.verdict.is_ok(), "{battle}: {:?}", held.verdict);
            play.hold(held);
            assert_ne!(files(&mut play), stood, "{battle}");
            let after = plan_of(&mut play);
            let company = place::company(&play.game.view_of(side), &before, unit, false);
            for other in place::units(&before).filter(|other| !company.contains(other)) {
                assert_eq!(place::place_of(&after, other), place::place_of(&before, other), "{battle}");
            }
            // Torn from its mate it is refused, and seen as it was wished all the same.
            let deep = files(&mut play);
            let at = place::place_of(&after, unit).unwrap().pose().at;
            drag::grab(&mut play, unit, at, None, true);
            let off = Vec2::new(0.0, if at.y < now.scene.table.y / 2.0 { -2.5 } else { 2.5 });
            drag::follow(&mut play, at + off, None, drag::Manner { fine: true, ..drag::Manner::default() });
            assert!(play.hand.held().is_some_and(|held| held.verdict.is_err()), "{battle}");
            assert_eq!(files(&mut play), deep, "{battle}");
            // Brought back nearly to where it was it is drawn into the line again.
            drag::follow(&mut play, at + off * 0.1, None, drag::Manner { near: 0.3, ..drag::Manner::default() });
            assert!(play.hand.held().is_some_and(|held| held.verdict.is_ok()), "{battle}");
            drag::drop(&mut play);
            assert!(place::place_of(&plan_of(&mut play), unit).unwrap().pose().at.distance(at) < 0.01, "{battle}");
        }
        assert!(seen > 0);
    }

    #[test]
    fn a_deployment_that_is_taken_back_lies_in_the_hand_again_and_a_captains_stays() {
        let mut play = placed_by_hand(battles::TEACHING);
        let captain = play.now().person.unwrap();
        let choice = play.now().offers.all[0].clone();
        play.submit(choice.action);
        play.sit(captain, Sitter::Captain);
        let unit = place::units(&plan_of(&mut play)).next().unwrap();
        let offered = plan_of(&mut play);
        play.select(Some(unit));
        let now = play.now();
        let back = if now.person == Some(Side::South) { Vec2::NEG_Y } else { Vec2::Y };
        nudge(&mut play, &now, Nudge { by: back * 0.5, ..Nudge::default() });
        let given = plan_of(&mut play);
        assert!(given != offered);
        play.act();
        assert!(play.game.journal().depth() >= 2 && play.held_plan().is_none());
        play.undo();
        assert_eq!((play.game.journal().depth(), plan_of(&mut play) == given), (1, true));
        let ahead = play.game.journal().ahead();
        play.undo();
        assert_eq!((play.game.journal().depth(), plan_of(&mut play) == given), (1, true), "nothing of his is left");
        play.redo();
        assert!(ahead > 0 && play.game.journal().depth() >= 2);
    }

    #[test]
    fn between_two_persons_it_lies_there_when_its_player_looks_and_nobody_looks_back_meanwhile() {
        let mut play = placed_by_hand(battles::TEACHING);
        let first = play.now().person.unwrap();
        let unit = place::units(&plan_of(&mut play)).next().unwrap();
        play.select(Some(unit));
        let now = play.now();
        let back = if first == Side::South { Vec2::NEG_Y } else { Vec2::Y };
        nudge(&mut play, &now, Nudge { by: back * 0.5, ..Nudge::default() });
        let given = plan_of(&mut play);
        play.act();
        assert_eq!(play.must_hand_over(), Some(first.other()));
        play.look_round();
        assert!(play.back.past().is_none() && play.sheets.take_notice().is_some());
        play.undo();
        assert_eq!((play.game.journal().depth(), play.must_hand_over()), (1, Some(first.other())), "it is asked first");
        play.take_answers_back();
        assert_eq!((play.game.journal().depth(), play.must_hand_over()), (0, Some(first)));
        play.seats.look(Some(first));
        take_up(&mut play);
        assert!(plan_of(&mut play) == given);
        // Over a plan that was changed since, nothing is given again.
        play.select(Some(unit));
        let now = play.now();
        nudge(&mut play, &now, Nudge { by: back * 0.5, ..Nudge::default() });
        play.redo();
        assert!(play.game.journal().depth() == 0 && plan_of(&mut play) != given);
        play.undo();
        play.redo();
        play.undo();
        assert!(plan_of(&mut play) == given);
    }

    #[test]
    fn nothing_shows_where_those_stand_who_are_placed_in_secret() {
        for battle in [battles::TEACHING, battles::TEACHING_BY_UNITS, battles::GREAT] {
            let mut play = placed_by_hand(battle);
            let unit = place::units(&plan_of(&mut play)).next().unwrap();
            play.select(Some(unit));
            Aid::ALL
                .into_iter()
                .filter(|aid| !play.look.aids().shows(*aid))
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|aid| play.look.toggle(aid));
            let now = play.now();
            let feet = |unit| now.scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
            let over = drawn::overlays(&play, &now, &feet, true);
            assert_eq!((over.threats.len(), over.tags.len()), (0, 0), "{battle}");
        }
    }

    fn vary_value(held: &Held, param: usize) -> Value {
        crate::gui::game::vary::value(&held.choice.params[param], &held.action).unwrap()
    }

    #[test]
    fn the_changes_of_a_plan_are_taken_back_one_by_one_and_escape_takes_none() {
        let mut stage = Stage::of(placed_by_hand(battles::TEACHING));
        let first = plan_of(&mut stage.play);
        let unit = place::units(&first).next().unwrap();
        stage.play.select(Some(unit));
        stage.key(Key::ArrowLeft);
        let second = plan_of(&mut stage.play);
        stage.key(Key::E);
        let third = plan_of(&mut stage.play);
        assert!(first != second && second != third);
        stage.key(Key::Escape);
        assert_eq!((plan_of(&mut stage.play) == third, stage.play.look.focus()), (true, None));
        stage.key(Key::Z);
        assert!(plan_of(&mut stage.play) == second);
        stage.key(Key::Z);
        assert!(plan_of(&mut stage.play) == first && stage.play.plan_steps() == (false, true));
        stage.key(Key::Y);
        stage.key(Key::Y);
        assert!(plan_of(&mut stage.play) == third && stage.play.plan_steps() == (true, false));
        stage.key(Key::Z);
        // A new change has nothing that could be made again after it.
        stage.play.select(Some(unit));
        stage.key(Key::ArrowRight);
        assert_eq!((plan_of(&mut stage.play) == first, stage.play.plan_steps()), (true, (true, false)));
    }

    #[test]
    fn what_is_said_of_a_refused_plan_goes_before_the_plan_does() {
        let mut stage = Stage::of(placed_by_hand(battles::TEACHING));
        let unit = place::units(&plan_of(&mut stage.play)).next().unwrap();
        stage.play.select(Some(unit));
        (0..60).for_each(|_| stage.key(Key::ArrowLeft));
        let off = plan_of(&mut stage.play);
        stage.key(Key::Enter);
        assert!(stage.play.hand.refusal().is_some());
        stage.key(Key::Escape);
        assert!(stage.play.hand.refusal().is_none() && plan_of(&mut stage.play) == off);
    }
}
