//! Who decides, and whose eyes look at the screen.

use crate::battle::{Entry, Revealed, View};
use crate::gui::game::Turn;
use crate::gui::play::state::Play;
use crate::ids::{Side, UnitId};

impl Play {
    /// The side whose eyes must be turned away before the other answers in secret.
    pub fn must_hand_over(&self) -> Option<Side> {
        let seen_by_both = self.back.is_open() || self.lies_open();
        self.next_in_secret().filter(|_| !self.look.motion().is_running() && !seen_by_both)
    }

    /// Whether what both have written in secret has just been opened and carried out: before one of them looks away for the
    /// next secret, both say that they have seen it.
    pub fn lies_open(&self) -> bool {
        let journal = self.game.journal();
        let opened = || matches!(journal.last().and_then(Entry::revealed), Some(Revealed::Answers(_)));
        let open = self.next_in_secret().is_some() && self.seats.seen() != Some(journal.depth()) && opened();
        open && !self.back.is_open()
    }

    /// Both have seen what lay open.
    pub fn both_have_seen(&mut self) {
        self.look.finish_motion();
        self.seats.have_seen(Some(self.game.journal().depth()));
    }

    /// The same; but what has just been opened is seen by both before the table is covered.
    fn next_in_secret(&self) -> Option<Side> {
        if self.game.looks_back() || self.case().is_some() {
            return None;
        }
        match self.game.turn() {
            Turn::Of { side, secret: true }
                if Side::BOTH.iter().all(|s| self.is_person(*s)) && self.seats.looking() != Some(side) =>
            {
                Some(side)
            }
            _ => None,
        }
    }

    /// The side of the person who decides now; nobody does while the past is seen, the rules are not agreed on, or the
    /// umpire's hand is on.
    pub fn person(&self) -> Option<Side> {
        match self.game.turn() {
            _ if self.game.looks_back() || self.sheets.agreement().is_some() || self.umpire.is_on() => None,
            Turn::Of { side, .. } if self.in_person(side) && self.next_in_secret().is_none() => Some(side),
            _ => None,
        }
    }

    /// The side for whom the table is drawn: the deciding person's, else that of a person who plays alone.
    pub fn viewer(&self) -> Option<Side> {
        let alone = Side::BOTH.into_iter().find(|s| self.is_person(*s) && !self.is_person(s.other()));
        self.person().or(alone)
    }

    /// The side whose hidden units are seen: that of a person whose enemy does not look at this screen; where both do,
    /// only while he asks to see them. A case is there to be seen.
    pub fn sees_hidden(&self) -> Option<Side> {
        let unwatched = |side: &Side| !self.is_person(side.other()) || self.case().is_some();
        self.viewer().filter(|side| unwatched(side) || self.look.aids().hidden)
    }

    /// What is shown: no secret but those of the side whose hidden units are seen.
    pub fn eyes(&self) -> View<'_> {
        self.game.shown_to(self.sees_hidden())
    }

    /// Whether a unit can be looked at: it is on the table, or lies hidden where its own side sees it.
    pub fn shows(&self, unit: UnitId) -> bool {
        let view = self.eyes();
        let lies =
            || self.sees_hidden() == Some(view.side_of(unit)) && (self.game.ruleset().hidden)(&view, unit).is_some();
        view.on_table(unit) || lies()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::case::Shown;
    use crate::gui::game::sitter::Sitter::{self, Captain, Person};
    use crate::gui::play::stage::Stage;
    use crate::gui::play::state::Aid;
    use crate::rules::RULESETS;

    /// South's light foot l1 lies hidden in a grove; north moves.
    fn ambush(sitters: [Sitter; 2]) -> Stage {
        let path =
            crate::scenario::embedded::cases().into_iter().find(|path| path.ends_with("3.1.4_seen.ron")).unwrap();
        let (game, _) = Shown::open(RULESETS, &path).unwrap();
        let mut play = Play::new(game, sitters, 1);
        play.seats.pause(true);
        Stage::sized(play, 1280.0, 800.0)
    }

    fn lies_there(stage: &mut Stage) -> bool {
        let l1 = stage.unit("l1");
        let piece = stage.play.now().scene.piece(l1).map(|piece| piece.hidden);
        assert_eq!((piece == Some(true), stage.play.shows(l1)), (piece.is_some(), piece.is_some()));
        assert_eq!(stage.shows("hidden"), piece.is_some(), "the word beside it");
        piece.is_some()
    }

    #[test]
    fn who_plays_alone_sees_his_own_hidden_units_and_his_enemy_does_not() {
        assert!(lies_there(&mut ambush([Captain, Person])));
        assert!(!lies_there(&mut ambush([Person, Captain])));
        assert!(!lies_there(&mut ambush([Captain, Captain])), "whoever only looks on is no side");
    }

    #[test]
    fn where_both_look_at_one_screen_it_is_seen_while_its_side_asks_for_it() {
        let mut stage = ambush([Person, Person]);
        stage.play.look.toggle(Aid::Hidden);
        stage.rest();
        assert!(!lies_there(&mut stage), "north decides: it is not his");
        let done = stage.play.now().offers.all.iter().find(|choice| choice.ends).unwrap().action.clone();
        stage.play.submit(done);
        stage.rest();
        assert!(!lies_there(&mut stage), "nobody has asked since");
        stage.key(crate::gui::pad::FIGURES[8]);
        assert!(lies_there(&mut stage));
    }

    #[test]
    fn a_hidden_unit_is_selected_and_its_card_read() {
        let mut stage = ambush([Captain, Person]);
        let l1 = stage.unit("l1");
        let middle = stage.play.now().scene.piece(l1).unwrap().feet()[0].centre;
        let at = stage.on_screen(middle);
        stage.click(at);
        assert_eq!(stage.play.look.focus(), Some(l1));
        assert!(stage.widget("L1, ").is_some(), "{:?}", stage.words());
    }

    #[test]
    fn a_case_shows_what_the_deciding_side_has_hidden() {
        let path =
            crate::scenario::embedded::cases().into_iter().find(|path| path.ends_with("3.1.4_fire.ron")).unwrap();
        let (game, shown) = Shown::open(RULESETS, &path).unwrap();
        let mut play = Play::new(game, [Person, Person], 1);
        play.lay_case(Some(shown));
        assert_eq!((play.person(), play.sees_hidden()), (Some(Side::South), Some(Side::South)));
    }
}
