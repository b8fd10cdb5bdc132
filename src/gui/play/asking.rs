//! Offers are taken in hand, and done when they are meant: what spends a turn unawares is asked about first.

use crate::battle::Ref;
use crate::gui::game::hand::Held;
use crate::gui::game::{Turn, offers, place};
use crate::gui::play::orders;
use crate::gui::play::state::{Confirm, Play};
use crate::gui::play::wants::Wants;
use crate::gui::words::capital;

impl Play {
    /// Takes the offer of that place in hand; tells whether it lay there already.
    pub fn take_in_hand(&mut self, at: usize) -> bool {
        let now = self.now();
        let (Some(side), Some(listed)) = (now.person, now.offers.listed.get(at)) else { return false };
        if self.hand.held().is_some_and(|h| h.choice.action == listed.choice.action) {
            return true;
        }
        self.hand.forget_refusal();
        self.hint.set_aside();
        let held = Held::take(&self.game, side, listed.choice.clone());
        self.hold(held);
        false
    }

    /// Takes the offer of that place in hand, or does it when it lies there already or there is nothing to think about.
    pub fn take(&mut self, at: usize) {
        if let Some(throw) = self.throw() {
            // Behind the faces stand that they are to count, and that one is to be taken back.
            match at.checked_sub(throw.sides.into()) {
                None => self.tell_face(at as u8 + 1),
                Some(0) => self.count_dice(),
                Some(_) => self.take_face_back(None),
            }
            return;
        }
        let again = self.take_in_hand(at);
        if again || self.hand.held().is_some_and(|held| !held.needs_thought()) {
            self.confirm();
        }
    }

    /// Does what the hand holds; asks first where that would spend what nobody meant to spend.
    pub fn confirm(&mut self) {
        if self.throw().is_some() {
            self.count_dice();
            return;
        }
        self.sheets.shut_question();
        match if self.sheets.asks() { self.doubt() } else { None } {
            Some(confirm) => self.sheets.ask(confirm),
            None => self.act(),
        }
    }

    /// Asks whether the battle is to be left, and tells what of it is not written after one more try.
    pub fn ask_to_leave(&mut self) {
        let unkept = self.game.unkept();
        self.sheets.ask(Confirm::Leave(unkept));
    }

    /// Leaves a battle that is over, or a case, at once, unless something of it is not written; any other is asked about.
    pub fn leave(&mut self) -> Option<Wants> {
        let over = self.game.turn() == Turn::Over;
        if self.case().is_some() || (over && self.game.unkept().is_none()) {
            return Some(Wants::Leave);
        }
        self.ask_to_leave();
        None
    }

    /// Whether the window may be closed: where something of the battle is not written that is told first, once.
    pub fn may_close(&mut self) -> bool {
        if matches!(self.sheets.to_confirm(), Some(Confirm::Leave(Some(_)))) || self.game.unkept().is_none() {
            return true;
        }
        self.ask_to_leave();
        false
    }

    /// What is to be asked before that is done which the hand holds.
    fn doubt(&mut self) -> Option<Confirm> {
        let held = self.hand.held().filter(|held| held.verdict.is_ok())?;
        // What the captain advises is not doubted: it would be asked about for ever.
        if self.game.asks_for_dice() || place::is_plan(&held.choice) || self.is_advice() {
            return None;
        }
        if held.moves_nobody(&self.game) {
            return Some(Confirm::Still);
        }
        let of_side = held.choice.action.who.iter().all(|who| matches!(who, Ref::Side(_)));
        if !(held.choice.ends && of_side) {
            return None;
        }
        let now = self.now();
        let (view, narrator) = (self.game.view(), self.game.narrator());
        if orders::are_moves(&now) {
            // Whoever has no order holds: only where an enemy may be upon him that is asked about.
            let names: Vec<String> =
                orders::in_reach(self, &now).into_iter().map(|of| capital(&narrator.name(Ref::Unit(of)))).collect();
            return (!names.is_empty()).then_some(Confirm::Unordered(names));
        }
        // A general who could still ride about is nobody who was forgotten.
        let (actors, _) = offers::actors_and_riders(&view, &now.offers, &now.ready);
        let names: Vec<String> = actors.into_iter().map(|of| capital(&narrator.name(of))).collect();
        (!names.is_empty()).then_some(Confirm::Unfinished(names))
    }
}
