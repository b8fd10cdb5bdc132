//! What a side has written so far where it answers one by one in secret: who has an order, which, where it would take him,
//! and who has none.

use super::Game;
use super::offers;
use crate::battle::{Action, Ask, Choice, Ruling, Value, View};
use crate::cite::{HOUSE, Word};
use crate::gui::board::orders::Sign;
use crate::gui::board::scene::Scene;
use crate::gui::words::figures;
use crate::ids::{Side, UnitId};
use crate::lab::chronicle::units_of;
use crate::table::{Leg, Mil, Pose, measure};

/// Who has an order and who has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sealed {
    /// In roster order: who has an order, and who could be given one.
    pub units: Vec<Ordered>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ordered {
    pub unit: UnitId,
    pub order: Option<Order>,
    /// Whether it counts among those who wait for an order: whoever fights has what to do, and a general goes along.
    pub counts: bool,
}

/// What is written for somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Its place among the drafts of the offers.
    pub at: usize,
    pub action: Action,
    pub sign: Sign,
    /// What its chip says: `march 9.0`.
    pub words: String,
    pub ruling: Ruling,
    /// Inches of its way.
    pub length: f32,
    /// Whom it names of the other side.
    pub target: Option<UnitId>,
    /// Where it would be when half of the time is over.
    pub half: Option<Pose>,
}

impl Sealed {
    /// The order of a unit.
    pub fn order(&self, unit: UnitId) -> Option<&Order> {
        self.units.iter().find(|of| of.unit == unit)?.order.as_ref()
    }

    /// How many have an order, of how many.
    pub fn count(&self) -> (usize, usize) {
        let counted = self.units.iter().filter(|of| of.counts);
        (counted.clone().filter(|of| of.order.is_some()).count(), counted.count())
    }

    /// Who waits for an order.
    pub fn waiting(&self) -> impl Iterator<Item = UnitId> {
        self.units.iter().filter(|of| of.counts && of.order.is_none()).map(|of| of.unit)
    }
}

/// What that side has written; none where it does not answer one by one.
pub fn sealed(game: &Game, side: Side, ready: &[UnitId], scene: &Scene) -> Option<Sealed> {
    let view = game.view_of(side);
    if !view.question().is_some_and(|question| question.is_drafted()) {
        return None;
    }
    let drafts = view.drafts(side);
    let of_unit = |unit: UnitId| -> Option<Ordered> {
        let at = drafts.iter().position(|draft| draft.who.iter().any(|who| units_of(&view, *who).contains(&unit)));
        let piece = scene.piece(unit);
        let waits = ready.contains(&unit);
        let fights = piece.is_some_and(|piece| piece.has("melee"));
        let order = at.and_then(|at| Some(order(game, &view, side, (unit, fights), at, drafts.get(at)?)));
        let stands = piece.is_some_and(|piece| !piece.feet().is_empty());
        let counts = stands && (order.is_some() || !fights);
        (waits || order.is_some()).then_some(Ordered { unit, order, counts })
    };
    Some(Sealed { units: view.roster().of(side).filter_map(of_unit).collect() })
}

/// The order of a unit, of which it is told whether it fights.
fn order(game: &Game, view: &View, side: Side, (unit, fights): (UnitId, bool), at: usize, action: &Action) -> Order {
    let ruling = view.judge(action).unwrap_or_default();
    let target = names(view, side, action);
    let moves = ruling.ends.iter().any(|(of, end)| view.pose(*of).is_some_and(|now| now.place() != end.place()));
    let forms = ruling.forms.iter().any(|(of, placement)| view.placement(*of) != placement);
    let way = gone(action);
    let sign = match (target, moves) {
        (Some(_), true) => Sign::Charge,
        (Some(_), false) => Sign::Shoot,
        (None, true) if forms && way.unwrap_or_default() == 0.0 => Sign::Form,
        (None, true) => Sign::March,
        (None, false) if forms => Sign::Form,
        // Who fights stays where he is without being told; what he is told is to leave.
        (None, false) if fights => Sign::Back,
        (None, false) => Sign::Hold,
    };
    let ways = ruling.path.iter().filter(|(of, _)| *of == unit).flat_map(|(_, poses)| poses.windows(2));
    let length: f32 = ways.map(|pair| pair[0].at.distance(pair[1].at)).sum();
    let far = way.unwrap_or(length);
    let choice = Choice { called: called(view, action), ..Choice::plain(action.clone(), HOUSE) };
    let label = lower(&offers::label(&game.narrator(), &choice, &action.who));
    let words = if sign == Sign::March && far > 0.0 { format!("{label} {}", inches(game, far)) } else { label };
    let half = (game.ruleset().halfway)(view, action).filter(|(of, _)| *of == unit && moves).map(|(_, pose)| pose);
    Order { at, action: action.clone(), sign, words, ruling, length, target, half }
}

/// What people call the choice that an action was made of, where it has a name of its own.
fn called(view: &View, action: &Action) -> Option<Word> {
    let choices = view.offer(&Ask::these(&action.who)).choices;
    choices.iter().find(|choice| choice.makes(action))?.called
}

/// How far its legs lead ahead and aside, inches, as its params say it: a wheel has a length of its own beside that.
fn gone(action: &Action) -> Option<f32> {
    let leg = |leg: &Leg| if let Leg::Ahead(by) | Leg::Slide(_, by) = leg { Some(by.to_inches()) } else { None };
    let legs: Vec<f32> = action.legs().iter().filter_map(leg).collect();
    (!legs.is_empty()).then(|| legs.iter().sum())
}

/// The first unit of the other side that an action names.
fn names(view: &View, side: Side, action: &Action) -> Option<UnitId> {
    let refs =
        action.with.iter().filter_map(|(_, value)| if let Value::Refs(refs) = value { Some(refs) } else { None });
    let foes = refs.flatten().filter(|of| view.side_of_ref(**of) == Some(side.other()));
    foes.flat_map(|of| units_of(view, *of)).next()
}

/// A length to a tenth of an inch, or in the game's own unit.
fn inches(game: &Game, length: f32) -> String {
    match (game.ruleset().texts)().unit {
        Some(unit) => unit.of(Mil::measured(length)),
        None => figures(Mil((length * 10.0).round() as i32 * 100)),
    }
}

/// As it stands within a sentence.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Who waits for an order first, nearest the enemy before others, then all else who may act.
pub fn nearest_first(view: &View, side: Side, sealed: &Sealed, ready: &mut [UnitId]) {
    let waiting: Vec<UnitId> = sealed.waiting().collect();
    let far = |unit: UnitId| -> f32 {
        let Some(own) = view.hull(unit) else { return f32::INFINITY };
        let enemies = view.roster().of(side.other()).filter_map(|enemy| view.hull(enemy));
        enemies.map(|enemy| measure::distance(&own, &enemy)).fold(f32::INFINITY, f32::min)
    };
    let mut keyed: Vec<(bool, f32, UnitId)> = ready.iter().map(|u| (!waiting.contains(u), far(*u), *u)).collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (place, (.., unit)) in ready.iter_mut().zip(keyed) {
        *place = unit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_as_long_as_its_params_say_whatever_is_wheeled_before() {
        let of = crate::battle::Ref::Unit(UnitId(0));
        let legs = vec![Leg::Wheel(crate::table::Cdeg(2000)), Leg::Ahead(Mil(3500))];
        assert_eq!(gone(&Action::along(of, legs)), Some(3.5));
        assert_eq!(gone(&Action::new(of, crate::cite::Word("hold"))), None);
    }

    #[test]
    fn words_within_a_sentence_begin_small() {
        assert_eq!((lower("March on").as_str(), lower("")), ("march on", String::new()));
    }
}
