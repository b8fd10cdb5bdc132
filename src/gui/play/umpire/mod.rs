//! The umpire's hand on the table: what two people settle by talk is put right by them. A unit goes where it is
//! dropped, a count is what it is set to; the door judges both, tells them in the log and takes them back like answers.

mod shown;
#[cfg(test)]
mod tests;

use bevy::math::Vec2;

pub use self::shown::{Request, counts, point, show};
use crate::battle::{self, Action, Choice, Count, Measured, PLACES, Ref, UMPIRE, Value};
use crate::cite::HOUSE;
use crate::gui::game::hand::Held;
use crate::gui::game::{Turn, place};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::{Lifted, Play};
use crate::gui::words::{capital, rounded};
use crate::ids::UnitId;
use crate::table::{Cdeg, Footprint, Mil, Place};

/// A count that can be set, as the unit panel shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountLine {
    pub label: String,
    pub now: i32,
    pub least: i32,
    pub most: i32,
}

impl Play {
    /// Switches the umpire's hand on or off; where there can be none, says why.
    pub fn turn_umpire(&mut self) {
        if self.umpire.is_on() {
            self.lay_down();
            return;
        }
        match self.no_umpire() {
            Some(why) => self.sheets.tell(why.to_owned()),
            None => {
                self.let_go();
                self.umpire.take_up();
                self.game.touch();
            }
        }
    }

    /// The umpire's hand is off again.
    pub fn lay_down(&mut self) {
        if self.umpire.is_on() {
            self.let_go();
            self.umpire.lay_down();
            self.game.touch();
        }
    }

    /// Why nobody is umpire now.
    pub fn no_umpire(&self) -> Option<&'static str> {
        match self.game.turn() {
            _ if self.case().is_some() => Some(translate("no-umpire-in-case")),
            _ if !self.any_person() => Some(translate("no-umpire-no-person")),
            _ if self.game.looks_back() => Some(translate("no-umpire-in-past")),
            Turn::Over => Some(translate("no-umpire-over")),
            Turn::Of { secret: true, .. } => Some(translate("no-umpire-secret")),
            Turn::Of { .. } => None,
        }
    }

    /// The unit that the umpire's hand holds goes back to where it stands.
    pub fn put_away(&mut self) {
        self.umpire.put_away();
    }

    /// Takes a unit up; with the pointer at that point of the table, or to be shifted with keys.
    fn lift(&mut self, unit: UnitId, pointer: Option<Vec2>) {
        self.let_go();
        self.select(Some(unit));
        let Some(pose) = self.game.view().pose(unit) else { return };
        let place = pose.place();
        let lifted = Lifted { unit, from: place, to: place, grip: pointer.map(|at| pose.at - at) };
        self.umpire.lift(lifted);
    }

    fn lifted(&self) -> Option<&Lifted> {
        self.umpire.lifted()
    }

    /// Holds the unit there, with what the judge says of it.
    fn carry(&mut self, to: Place) {
        let Some(lifted) = self.umpire.lifted() else { return };
        if lifted.to == to && self.hand.held().is_some() {
            return;
        }
        let unit = lifted.unit;
        self.umpire.carry(to);
        let side = self.game.view().side_of(unit);
        let action = Action::new(Ref::Side(side), UMPIRE).with(PLACES, Value::Places(vec![(Ref::Unit(unit), to)]));
        let verdict = battle::judge(self.game.world(), &action);
        self.hold(Held::judged(Choice::plain(action.clone(), HOUSE), action, verdict));
    }

    /// Lets it go: where the judge accepts it, it stands there; else it goes back, and the refusal is drawn.
    fn put_down(&mut self) {
        let Some(lifted) = self.lifted().cloned() else { return };
        let wished = self.lifted_prints();
        match self.hand.take_held() {
            Some(held) if lifted.from != lifted.to => match held.verdict {
                Ok(_) => self.submit(held.action),
                Err(why) => {
                    self.let_go();
                    self.refuse(why, wished);
                }
            },
            _ => self.let_go(),
        }
    }

    /// Where the unit that the hand holds would stand.
    pub fn lifted_prints(&self) -> Vec<Footprint> {
        let Some(lifted) = self.lifted() else { return Vec::new() };
        let view = self.game.view();
        let placement = place::placement_at(&view, lifted.unit, view.placement(lifted.unit), lifted.to.pose());
        placement.footprints(view.roster().base(lifted.unit)).to_vec()
    }

    /// From where and to where the unit goes that the umpire's hand holds, in numbers; of one that is only selected, where it
    /// stands.
    pub fn places_in_words(&self) -> Option<String> {
        let unit = (self.game.ruleset().texts)().unit;
        let at = |place: &Place| {
            let [x, y] = [place.x, place.y].map(|v| rounded(unit.as_ref(), Measured::Length(v)));
            translate_with("place-at", &[("x", &x), ("y", &y), ("heading", &place.heading)])
        };
        let name = |unit| capital(&self.game.narrator().name(Ref::Unit(unit)));
        if let Some(lifted) = self.lifted() {
            let values: [(&str, &dyn std::fmt::Display); 3] =
                [("who", &name(lifted.unit)), ("from", &at(&lifted.from)), ("to", &at(&lifted.to))];
            return Some(translate_with("umpire-from-to", &values));
        }
        let unit = self.look.focus()?;
        let place = self.game.view().pose(unit)?.place();
        Some(translate_with("umpire-at", &[("who", &name(unit)), ("at", &at(&place))]))
    }

    /// Writes where the selected unit stands into the line for orders, to be changed there by numbers.
    fn write_place(&mut self) {
        let Some(unit) = self.look.focus().filter(|_| self.lifted().is_none()) else { return };
        let Some(place) = self.game.view().pose(unit).map(|pose| pose.place()) else { return };
        let side = self.game.view().side_of(unit);
        let places = Value::Places(vec![(Ref::Unit(unit), place)]);
        self.hand.write(self.as_typed(&Action::new(Ref::Side(side), UMPIRE).with(PLACES, places)));
    }

    /// The way from where a token stands, which has no base, to where the hand holds it.
    pub fn lifted_way(&self) -> Option<[Vec2; 2]> {
        let lifted = self.lifted().filter(|lifted| self.game.view().feet(lifted.unit).is_empty())?;
        Some([lifted.from, lifted.to].map(|place| place.pose().at))
    }

    /// The counts of the selected unit that an umpire may set.
    fn counts(&self) -> Vec<Count> {
        let view = self.game.view();
        let unit = self.look.focus().filter(|unit| self.umpire.is_on() && view.on_table(*unit));
        unit.map(|unit| (self.game.ruleset().umpire.counts)(&view, unit)).unwrap_or_default()
    }

    /// The same as the unit panel shows them.
    pub fn count_lines(&self) -> Vec<CountLine> {
        let texts = (self.game.ruleset().texts)();
        let line = |count: Count| {
            let Count { what, now, least, most } = count;
            CountLine { label: capital(&texts.word(what)), now, least, most }
        };
        self.counts().into_iter().map(line).collect()
    }

    /// Sets the count of that place.
    pub fn set_count(&mut self, at: usize, to: i32) {
        let (Some(unit), Some(count)) = (self.look.focus(), self.counts().get(at).copied()) else { return };
        self.submit(Action::new(Ref::Unit(unit), UMPIRE).with(count.what, Value::Whole(to)));
    }

    /// Shifts the selected unit so far, inches, and turns it to the right.
    pub fn steer_umpire(&mut self, by: Vec2, turn: Cdeg) {
        if self.lifted().is_none()
            && let Some(unit) = self.look.focus()
        {
            self.lift(unit, None);
        }
        let Some(to) = self.lifted().map(|lifted| lifted.to) else { return };
        self.carry(Place {
            x: Mil(to.x.0 + Mil::measured(by.x).0),
            y: Mil(to.y.0 + Mil::measured(by.y).0),
            heading: Cdeg(to.heading.0 + turn.0).heading(),
        });
    }
}
