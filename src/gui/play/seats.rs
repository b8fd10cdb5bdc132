//! Who sits on each side of the table: persons, and players that think while the window goes on.

use std::time::Duration;

use bevy_egui::egui::Ui;

use crate::battle::setup::Setup;
use crate::gui::game::Turn;
use crate::gui::game::sitter::Sitter;
use crate::gui::language::translate_with;
use crate::gui::play::state::{Play, Seat};
use crate::gui::theme::Theme;
use crate::gui::widgets::segments;
use crate::ids::Side;

impl Sitter {
    /// Lets one of those who may sit there be chosen, in that width; tells who was, if it is another one.
    pub fn choose(
        self,
        ui: &mut Ui,
        theme: &Theme,
        setup: &Setup,
        side: Side,
        name: &str,
        width: f32,
    ) -> Option<Sitter> {
        // Plans share a cell: it has the one that is chosen, and a click on it takes the next.
        let is_plan = |sitter: &Sitter| matches!(sitter, Sitter::Plan(_));
        let (plans, mut all): (Vec<Sitter>, Vec<Sitter>) = Sitter::all(setup, side).into_iter().partition(is_plan);
        let nth = plans.iter().position(|plan| *plan == self);
        all.extend(plans.get(nth.unwrap_or(0)));
        let number = nth
            .filter(|_| plans.len() > 1)
            .map(|nth| translate_with("plan-of", &[("n", &(nth + 1)), ("of", &plans.len())]));
        let mut words: Vec<&str> = all.iter().map(|sitter| sitter.word()).collect();
        if let (Some(number), Some(last)) = (&number, words.last_mut()) {
            *last = number;
        }
        let about = self.plan(setup, side).map(|plan| match number {
            Some(_) => translate_with("plan-of-several", &[("plan", &plan)]),
            None => translate_with("the-plan", &[("plan", &plan)]),
        });
        let now = all.iter().position(|sitter| *sitter == self).unwrap_or(all.len());
        let taken = all.get(segments::clicked(ui, theme, name, &words, (now, about.as_deref()), width)?)?;
        let next = nth.filter(|_| *taken == self).and_then(|nth| plans.get((nth + 1) % plans.len()));
        next.or(Some(taken)).copied().filter(|taken| *taken != self)
    }
}

impl Play {
    /// Who sits where: north, south.
    pub fn sitters(&self) -> [Sitter; 2] {
        [0, 1].map(|i| match self.seats.at(Side::BOTH[i]) {
            Seat::Person => Sitter::Person,
            Seat::Player(mind) => Sitter::named(mind.name()),
        })
    }

    /// Somebody else sits down there, and the journal notes it.
    pub fn sit(&mut self, side: Side, sitter: Sitter) {
        if self.sitters()[side.index()] != sitter {
            self.let_go();
            self.seats.sit(side, sitter.seat(&self.game));
            self.game.seated(self.sitters().map(Sitter::name));
            if !self.any_person() {
                self.lay_down();
            }
            self.game.touch();
        }
    }

    /// Whether a person sits there.
    pub fn is_person(&self, side: Side) -> bool {
        matches!(self.seats.at(side), Seat::Person)
    }

    /// Whether a person answers the open question for that side: dice that are rolled by hand are told by people,
    /// whoever else sits there.
    pub fn in_person(&self, side: Side) -> bool {
        self.is_person(side) || self.game.asks_for_dice()
    }

    /// Players forget what they had planned.
    pub fn think_anew(&mut self) {
        let sitters = self.sitters();
        for (side, sitter) in Side::BOTH.into_iter().zip(sitters) {
            self.seats.sit(side, sitter.seat(&self.game));
        }
    }

    /// Lets players think and takes their answers; `wake` has the window drawn again. Tells how long one has been
    /// thinking.
    pub fn let_players_think(&mut self, wake: impl Fn() + Clone + Send + 'static) -> Option<Duration> {
        if self.umpire.is_on() {
            // Whatever is put right now, everybody thinks of it afterwards.
            return None;
        }
        let paused = self.seats.is_paused();
        if let Some(answer) = self.seats.answer(&self.game).filter(|_| self.back.past().is_none()) {
            self.submit(answer.action);
        }
        let Turn::Of { side, .. } = self.game.turn() else { return None };
        if self.in_person(side) || self.back.is_open() {
            return None;
        }
        let mind = self.seats.mind(side)?;
        if mind.is_lost() {
            self.sheets.tell(translate_with("player-lost", &[("who", &mind.name())]));
            self.sit(side, Sitter::Person);
            return None;
        }
        // What happened is seen to its end before the next thing happens. Whoever is seated in the menu begins when it is shut: till
        // then it may be thought better of.
        let waits = paused || self.look.motion().is_running() || self.sheets.menu();
        if mind.is_free() && !waits {
            mind.think(&self.game, side, wake);
        }
        mind.thinking()
    }

    /// Whether the open question is for a player that is no person.
    pub fn awaits_player(&self) -> bool {
        self.back.past().is_none()
            && !self.umpire.is_on()
            && matches!(self.game.turn(), Turn::Of { side, .. } if !self.in_person(side))
    }

    /// Players that are no persons wait, or go on.
    pub fn pause(&mut self) {
        if self.awaits_player() {
            self.seats.turn_pause();
        }
    }

    /// Whether a player that is no person is at work.
    pub fn is_anybody_thinking(&self) -> bool {
        self.seats.is_anybody_thinking()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Word;
    use crate::gui::play::stage::begun;
    use crate::gui::widgets::bench;
    use crate::ids::Side::{North, South};
    use crate::rules::battles;

    const SCIPIO: Sitter = Sitter::Plan(Word(battles::PLAN));

    #[test]
    fn several_plans_share_a_cell_and_a_click_on_it_takes_the_next() {
        let play = begun(battles::TEACHING, [Sitter::Captain; 2]);
        let setup = play.game.setup();
        let plans: Vec<Sitter> =
            Sitter::all(setup, North).into_iter().filter(|sitter| matches!(sitter, Sitter::Plan(_))).collect();
        let ctx = bench::context();
        let at = bevy_egui::egui::Pos2::new(190.0, 16.0);
        let click = |sitter: Sitter| {
            bench::click(&ctx, at, |ui| sitter.choose(ui, &Theme::DAYLIGHT, setup, North, "north", 200.0))
        };
        assert!(plans.len() > 2);
        assert_eq!([click(Sitter::Captain), click(plans[0])], [Some(plans[0]), Some(plans[1])]);
        assert_eq!(click(plans[plans.len() - 1]), Some(plans[0]), "round and round");
    }

    #[test]
    fn a_plan_may_sit_on_the_side_that_it_was_made_for() {
        let play = begun(battles::GREAT, [Sitter::Captain, SCIPIO]);
        let setup = play.game.setup();
        assert_eq!(Sitter::all(setup, South), [Sitter::Person, Sitter::Captain, Sitter::General, SCIPIO]);
        assert_eq!(Sitter::all(setup, North), [Sitter::Person, Sitter::Captain, Sitter::General]);
        assert_eq!(SCIPIO.plan(setup, South), Some("As Scipio had it"));
        assert_eq!(play.sitters(), [Sitter::Captain, SCIPIO]);
        let round = |n| (0..n).fold(Sitter::Person, |sitter: Sitter, _| sitter.next(setup, South));
        assert_eq!([round(1), round(2)], [Sitter::Captain, Sitter::General]);
        assert_eq!([round(3), round(4)], [SCIPIO, Sitter::Person]);
    }

    #[test]
    fn whoever_is_seated_in_the_menu_begins_when_it_is_shut() {
        let mut play = begun(battles::TEACHING, [Sitter::Captain; 2]);
        play.sheets.turn_menu();
        assert!(play.let_players_think(|| ()).is_none() && !play.is_anybody_thinking());
        play.sheets.turn_menu();
        play.let_players_think(|| ());
        assert!(play.is_anybody_thinking() || play.game.journal().depth() > 0);
    }

    #[test]
    fn whoever_sits_is_known_by_his_name_again() {
        for sitter in [Sitter::Person, Sitter::Captain, Sitter::General, SCIPIO] {
            assert_eq!(Sitter::named(sitter.name()), sitter);
        }
    }

    #[test]
    fn where_a_plan_is_no_more_or_of_another_battle_a_person_sits() {
        let none = Sitter::Plan(Word(battles::NO_PLAN));
        assert_eq!(begun(battles::GREAT, [none, SCIPIO]).sitters(), [Sitter::Person, SCIPIO]);
        assert_eq!(begun(battles::TEACHING, [Sitter::Person, SCIPIO]).sitters(), [Sitter::Person; 2]);
    }
}
