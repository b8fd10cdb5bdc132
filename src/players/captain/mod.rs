//! The captain: a player that a club player would not laugh at. It knows no ruleset by name: only offers, the
//! judge's rulings and the ruleset's functions.
//!
//! It looks at the battle once per side and step ([`sight`]), thinks of marches worth a try for each body
//! ([`marches`]), and weighs where they would end ([`weigh`]); questions of named choices it answers by what
//! the ruleset prefers ([`named`]).

mod charge_paths;
mod launch;
mod marches;
mod named;
mod orders;
mod prospect;
mod sight;
mod ways;
mod weigh;

use std::collections::{BTreeMap, VecDeque};

pub use self::orders::{Orders, Task};

use self::marches::{Ends, March};
use self::sight::{Party, Sight};
use self::weigh::Scales;
use super::{Ground, Player, Reason};
use crate::battle::{Action, Ask, Choice, Offer, Ref, Ruleset, Ruling, Texts, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::Leg;

/// How much better than standing still a march must be.
const WORTH_WHILE: f32 = 0.05;
/// How many marches are laid before the judge.
const SHORT_LIST: usize = 12;

/// Of what those who could march together would gain each for himself, so much keeps them together: a line that
/// moves as one stays one.
const APART: f32 = 0.8;

/// What those who march would best do.
struct Thought {
    /// The first of their units.
    lead: UnitId,
    /// Whom they make for.
    aim: Option<UnitId>,
    /// The best march, and how much better it is than to stand; nothing when it is better to stand.
    march: Option<(f32, Action)>,
    /// What speaks for it, where that is to be told.
    grounds: Vec<(Ground, f32)>,
}

/// An AI that plans once per side and step and then carries its plan out, looking again before each order.
pub struct Captain {
    ruleset: Ruleset,
    /// Whether it makes no use of what advanced rules offer.
    plain: bool,
    /// Whether it notes why it answers as it does, which takes time.
    tells: bool,
    reason: Option<Reason>,
    /// The step that the plan is for, and the bodies that are still to be ordered, the most urgent first.
    plan: Option<(u32, Word, Side, VecDeque<Party>)>,
    /// The enemy that a body makes for, by its first unit, and the turn in which it did.
    aims: BTreeMap<UnitId, (u32, UnitId)>,
    /// How long the battle's distances are, from when nobody fought yet.
    scale: Option<f32>,
    /// What it must do, whatever it thinks.
    orders: Orders,
}

impl Captain {
    /// A captain for battles under that ruleset.
    pub fn new(ruleset: &Ruleset) -> Captain {
        Captain {
            ruleset: *ruleset,
            plain: false,
            tells: false,
            reason: None,
            plan: None,
            aims: BTreeMap::new(),
            scale: None,
            orders: Orders::default(),
        }
    }

    /// One that makes no use of what advanced rules offer, though they are in force: to measure what they are worth.
    pub fn plain(ruleset: &Ruleset) -> Captain {
        Captain { plain: true, ..Captain::new(ruleset) }
    }

    /// One that can say why it answers as it does.
    #[must_use]
    pub fn telling(self) -> Captain {
        Captain { tells: true, ..self }
    }

    /// Has it carry out standing orders.
    pub fn obey(&mut self, orders: Orders) {
        self.orders = orders;
    }

    /// What the battle looks like now.
    fn look<'w>(&mut self, view: &View<'w>, side: Side) -> Sight<'w> {
        let mut sight = Sight::of(view, &self.ruleset, side);
        sight.scale = *self.scale.get_or_insert(sight.scale);
        sight
    }

    /// What those who may march together would best do: the best marches as reckoned are laid before the judge.
    fn think(&self, view: &View, sight: &Sight, offer: &Offer, who: &[Ref]) -> Option<Thought> {
        if !offer.choices.iter().any(|c| is_march(c) && c.action.who == who) {
            return None;
        }
        let lead = sight.own().find(|s| s.is_of(who))?.unit;
        let turn = view.clock().turn;
        let task = self.orders.of(lead, turn).while_it_lasts(|enemy| sight.get(enemy).is_some());
        // Who has other orders than the rest is not taken along.
        let alike =
            sight.own().filter(|s| s.is_of(who)).all(|s| self.orders.of(s.unit, turn) == self.orders.of(lead, turn));
        if task == Task::Hold || (who.len() > 1 && !alike) {
            return None;
        }
        let aim = self.aims.get(&lead).filter(|(when, _)| turn <= *when + 1).map(|(_, target)| *target);
        let scales = Scales::new(sight, who, aim).under(task.clone());
        let still = scales.stand();
        let mut marches: Vec<(f32, March)> =
            marches::of(sight, offer, who, task.place()).into_iter().map(|m| (scales.march(&m), m)).collect();
        marches.retain(|(score, _)| *score > still + WORTH_WHILE);
        marches.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Option<(f32, Action)> = None;
        let mut grounds = Vec::new();
        let mut ends: Ends = sight.own().filter(|s| s.is_of(who)).map(|s| (s.unit, s.print)).collect();
        for (reckoned, march) in marches.iter().take(SHORT_LIST) {
            if best.as_ref().is_some_and(|(score, _)| score >= reckoned) {
                break;
            }
            let Some((action, ruling)) = accepted(view, &march.action) else { continue };
            let preference = (self.ruleset.preference)(view, sight.side, &action);
            let score = scales.tested(march, &ruling, still) + preference;
            if score > still + WORTH_WHILE && best.as_ref().is_none_or(|(b, _)| score > *b) {
                best = Some((score, action));
                ends = march.ends.clone();
                if self.tells {
                    grounds = scales.grounds(march, Some(&ruling));
                    grounds.push((Ground::Sense, preference));
                }
            }
        }
        // Who can do more where he stands, such as shoot or rally, is asked about that when all have marched.
        let march = best
            .map(|(score, action)| (score - still, action))
            .filter(|(gain, _)| *gain > named::instead(sight, offer, who));
        Some(Thought { lead, aim: scales.aim(&ends), march, grounds })
    }

    /// Orders for a question of marches: one body after another, each by the best that it can do.
    fn order(&mut self, view: &View, side: Side, offer: &Offer) -> Action {
        let sight = self.look(view, side);
        let clock = view.clock();
        let stale =
            self.plan.as_ref().is_none_or(|(turn, step, of, _)| (*turn, *step, *of) != (clock.turn, clock.step, side));
        if stale {
            self.plan = Some((clock.turn, clock.step, side, marches::sequence(&sight, offer)));
        }
        // What each of those would do who could march together, until it is his turn.
        let mut alone: BTreeMap<Ref, Option<Thought>> = BTreeMap::new();
        while let Some((.., queue)) = &mut self.plan {
            let Some(who) = queue.pop_front() else { break };
            let known = if let [one] = who[..] { alone.remove(&one) } else { None };
            let Some(thought) = known.unwrap_or_else(|| self.think(view, &sight, offer, &who)) else { continue };
            if let Some(aim) = thought.aim {
                self.aims.insert(thought.lead, (clock.turn, aim));
            }
            let Some((gain, action)) = thought.march else { continue };
            if who.len() > 1 {
                let each = who.iter().map(|one| (*one, self.think(view, &sight, offer, &[*one])));
                alone.extend(each);
                let gains = who.iter().filter_map(|one| Some(alone.get(one)?.as_ref()?.march.as_ref()?.0));
                if gain <= APART * gains.sum::<f32>() {
                    continue;
                }
            }
            if self.tells {
                self.reason = Some(Reason::new(thought.grounds, thought.aim));
            }
            // Whoever may march on after this is thought of again, before anybody else is.
            if let Some((.., queue)) = &mut self.plan {
                queue.push_front(who);
            }
            return action;
        }
        if let Some(best) = named::best(&sight, offer, named::Which::Placement) {
            self.note(&sight, offer, &best);
            return best;
        }
        ending(offer)
    }

    /// Notes why a named choice is taken.
    fn note(&mut self, sight: &Sight, offer: &Offer, taken: &Action) {
        if self.tells {
            self.reason = Some(Reason::new(named::grounds(sight, offer, taken), None));
        }
    }
}

impl Player for Captain {
    fn answer(&mut self, view: &View, side: Side) -> Action {
        self.reason = self.tells.then(Reason::default);
        let mut offer = view.offer(&Ask::all());
        if self.plain {
            forgo_advanced((self.ruleset.texts)(), &mut offer);
        }
        if offer.choices.iter().any(|c| is_march(c) && !c.ends) {
            return self.order(view, side, &offer);
        }
        let sight = self.look(view, side);
        let Some(best) = named::best(&sight, &offer, named::Which::All) else { return ending(&offer) };
        self.note(&sight, &offer, &best);
        best
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    fn name(&self) -> &'static str {
        if self.plain { "plain-captain" } else { "captain" }
    }
}

/// Takes out of an offer what a rule with a switch allows, unless that is all there is.
fn forgo_advanced(texts: &Texts, offer: &mut Offer) {
    let is_advanced = |choice: &Choice| texts.rule(choice.cite).is_some_and(|rule| rule.switch.is_some());
    if !offer.choices.iter().all(is_advanced) {
        offer.choices.retain(|choice| !is_advanced(choice));
    } else if let Some(first) = offer.choices.iter().position(|choice| choice.ends) {
        // Where there is nothing else, what comes first changes least.
        offer.choices = vec![offer.choices.swap_remove(first)];
    }
}

/// The action as the judge accepts it, or the nearest that he does, and his ruling.
fn accepted(view: &View, action: &Action) -> Option<(Action, Ruling)> {
    if let Ok(ruling) = view.judge(action) {
        return Some((action.clone(), ruling));
    }
    let fitted = view.fit(action).ok()?.action;
    if fitted.who != action.who {
        return None;
    }
    let ruling = view.judge(&fitted).ok()?;
    Some((fitted, ruling))
}

/// Whether a choice moves somebody along a path. A change of formation is no march: the ruleset says what it is worth.
fn is_march(choice: &Choice) -> bool {
    let forms = |leg: &Leg| matches!(leg, Leg::Form(_));
    choice.action.key == crate::battle::MOVE && !choice.action.legs().iter().any(forms)
}

/// The first choice that ends the question; else the first of all; else, when nothing is offered, a draw.
fn ending(offer: &Offer) -> Action {
    let choices = &offer.choices;
    let choice = choices.iter().find(|c| c.ends).or_else(|| choices.first());
    choice.map_or_else(|| Action::new(Ref::Side(Side::North), Word("offer-draw")), |c| c.action.clone())
}
