//! The captain: a player that a club player would not laugh at. It knows no ruleset by name: only offers, the
//! judge's rulings and the row's functions.
//!
//! It looks at the battle once per side and step ([`sight`]), thinks of marches worth a try for each body
//! ([`candidates`]), and weighs where they would end ([`weigh`]); questions of named choices it answers by what
//! the row leans to ([`named`]).

mod candidates;
mod named;
mod sight;
mod weigh;

use std::collections::VecDeque;

use self::sight::Sight;
use super::Player;
use crate::battle::{Action, Ask, Choice, Offer, Ref, Row, View};
use crate::cite::Word;
use crate::ids::Side;

/// An AI that plans once per side and step and then carries its plan out, looking again before each order.
pub struct Captain {
    row: Row,
    /// The step that the plan is for, and the bodies that are still to be ordered, the most urgent first.
    plan: Option<(u32, Word, Side, VecDeque<Ref>)>,
}

impl Captain {
    /// A captain for battles under that ruleset.
    pub fn new(row: &Row) -> Captain {
        Captain { row: *row, plan: None }
    }

    /// Orders for a question of marches: one body after another, each by the best that it can do.
    fn order(&mut self, view: &View, side: Side, offer: &Offer) -> Action {
        let sight = Sight::of(view, &self.row, side);
        let clock = view.clock();
        let stale =
            self.plan.as_ref().is_none_or(|(turn, step, of, _)| (*turn, *step, *of) != (clock.turn, clock.step, side));
        if stale {
            self.plan = Some((clock.turn, clock.step, side, self::candidates::sequence(&sight, offer)));
        }
        while let Some((.., queue)) = &mut self.plan {
            let Some(who) = queue.pop_front() else { break };
            if let Some(best) = best_of(view, &sight, offer, who) {
                return best;
            }
        }
        if let Some(best) = named::best(view, &self.row, side, offer, named::Which::Standing) {
            return best;
        }
        ending(offer)
    }
}

impl Player for Captain {
    fn answer(&mut self, view: &View, side: Side) -> Action {
        let offer = view.offer(&Ask::all());
        if offer.choices.iter().any(|c| is_march(c) && !c.ends) {
            return self.order(view, side, &offer);
        }
        named::best(view, &self.row, side, &offer, named::Which::All).unwrap_or_else(|| ending(&offer))
    }

    fn name(&self) -> &'static str {
        "captain"
    }
}

/// The best march of a body, when it is better than standing still.
fn best_of(view: &View, sight: &Sight, offer: &Offer, who: Ref) -> Option<Action> {
    let still = weigh::stand(sight, who);
    let mut best: Option<(f32, Action)> = None;
    for action in candidates::of(view, sight, offer, who) {
        let Ok(ruling) = view.judge(&action) else { continue };
        let worth = weigh::march(sight, &ruling);
        if worth > still + 0.05 && best.as_ref().is_none_or(|(b, _)| worth > *b) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action)
}

/// Whether a choice moves somebody along a path.
fn is_march(choice: &Choice) -> bool {
    choice.action.key == crate::battle::MOVE
}

/// The first choice that ends the question; else the first of all; else, when nothing is offered, a draw.
fn ending(offer: &Offer) -> Action {
    let choices = &offer.choices;
    let choice = choices.iter().find(|c| c.ends).or_else(|| choices.first());
    choice.map_or_else(|| Action::new(Ref::Side(Side::North), Word("offer-draw")), |c| c.action.clone())
}
