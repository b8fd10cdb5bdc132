//! The captain: a player that a club player would not laugh at. It knows no ruleset by name, only offers, the judge's
//! rulings and the ruleset's functions.
//!
//! From the top: the units that belong together are wings and lines ([`wings`]); the army's intent gives each of them a
//! task ([`intent`]); and each body is ordered for its wing's task. The battle as it stands is gathered at each question
//! ([`sight`]); marches worth trying are collected for a body ([`marches`]) and valued by where they would end ([`weigh`],
//! [`position`]). Questions with named choices it answers by the ruleset's preferences ([`named`]), actions that a roll may
//! spoil by what they could lead to ([`ventures`]).
//!
//! It remembers nothing from one question to the next: an answer follows from the view and the standing orders alone. So
//! advice, a battle that was undone or resumed, and the captain who has led it from the beginning give the same action.

mod charge_paths;
mod intent;
mod launch;
mod marches;
mod named;
mod orders;
mod position;
mod prospect;
mod rounds;
mod sectors;
mod sight;
mod thoughts;
mod ventures;
mod ways;
mod weigh;
mod wings;

use std::rc::Rc;

pub use self::intent::Duty;
pub use self::orders::{Orders, Task};
pub use self::wings::battle_lines;

use self::marches::{Ends, March};
use self::sight::Sight;
use self::thoughts::{Desk, Weighing};
use self::weigh::Scales;
use super::{Ground, Player, Reason};
use crate::battle::{Action, Ask, Choice, Intent, Offer, Ref, Ruleset, Ruling, Texts, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::Leg;

/// How much better than standing still a march must be, in points of unit values.
const WORTH_WHILE: f32 = 0.05;
/// How many of the best marches are shown to the judge.
const SHORT_LIST: usize = 12;

/// A group marches together if that gains at least this share of what its members would gain separately. Below 1, so
/// that lines stay together.
const APART: f32 = 0.8;

/// The best that a body could do now.
#[derive(Debug)]
struct Thought {
    /// The enemy that it makes for.
    aim: Option<UnitId>,
    /// The best march, and how much better it is than standing still; none when standing still is better.
    march: Option<(f32, Action)>,
    /// The reasons for it, in the cases where they are to be told.
    grounds: Vec<(Ground, f32)>,
}

/// A player whose answer follows from what its side sees of the battle, and from standing orders.
pub struct Captain {
    ruleset: Ruleset,
    /// Whether it does not use what advanced rules offer.
    plain: bool,
    /// Whether it records why it answers as it does, which takes time.
    tells: bool,
    reason: Option<Reason>,
    /// The orders that bind it, whatever it thinks.
    orders: Orders,
    /// What the army is to want; none: what follows from the position.
    intent: Option<Intent>,
}

impl Captain {
    /// A captain for battles under that ruleset.
    pub fn new(ruleset: &Ruleset) -> Captain {
        Captain { ruleset: *ruleset, plain: false, tells: false, reason: None, orders: Orders::default(), intent: None }
    }

    /// A captain that does not use what advanced rules offer even when they are in force: to measure what they are
    /// worth.
    pub fn plain(ruleset: &Ruleset) -> Captain {
        Captain { plain: true, ..Captain::new(ruleset) }
    }

    /// The same captain, able to say why it answers as it does.
    #[must_use]
    pub fn telling(self) -> Captain {
        Captain { tells: true, ..self }
    }

    /// Makes it carry out standing orders.
    pub fn obey(&mut self, orders: Orders) {
        self.orders = orders;
    }

    /// Gives the army an intent; with none it follows from the position at each question.
    pub fn intend(&mut self, intent: Option<Intent>) {
        self.intent = intent;
    }

    /// The battle as that side sees it, with what its army wants.
    fn sight<'w>(&self, view: &View<'w>, side: Side) -> Sight<'w> {
        let ordered = self.orders.intent(view.clock().turn);
        Sight::of(view, &self.ruleset, side).meaning(ordered.or(self.intent))
    }

    /// The best that those who may march together could do; thought once for one position and the same choices.
    fn think(&self, view: &View, desk: &Desk, offer: &Offer, who: &[Ref]) -> Option<Rc<Thought>> {
        let concerns = |choice: &&Choice| choice.action.who == who || named::is_instead(choice, who);
        let may: Vec<&Choice> = offer.choices.iter().filter(concerns).collect();
        if !may.iter().any(|c| is_march(c) && c.action.who == who) {
            return None;
        }
        desk.thought(who, &may, || self.think_anew(view, desk, offer, who))
    }

    /// The best candidate marches are shown to the judge, whose ruling decides.
    fn think_anew(&self, view: &View, desk: &Desk, offer: &Offer, who: &[Ref]) -> Option<Thought> {
        let sight = desk.sight;
        let lead = sight.own().find(|s| s.is_of(who))?.unit;
        let turn = view.clock().turn;
        let task = self.orders.of(lead, turn).while_it_lasts(|enemy| sight.get(enemy).is_some());
        // A unit with other orders than the rest does not march with them.
        let alike =
            sight.own().filter(|s| s.is_of(who)).all(|s| self.orders.of(s.unit, turn) == self.orders.of(lead, turn));
        if task == Task::Hold || (who.len() > 1 && !alike) {
            return None;
        }
        // Who is to stand where it is, and could reach nobody and be reached by nobody soon, stands.
        if task == Task::Free && sight.may_rest(who) {
            return None;
        }
        let weighing = match &task {
            Task::Free => desk.scales(who),
            task => {
                let scales = Scales::new(sight, who).under(task.clone());
                let still = scales.stand();
                Rc::new(Weighing { scales, still })
            }
        };
        let (scales, still) = (&weighing.scales, weighing.still);
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
            let Some((action, ruling)) = accepted(view, &march.action).filter(|(_, ruling)| moves(view, ruling)) else {
                continue;
            };
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
        // If standing still lets them do something better, such as shoot or rally, they are asked about it after all
        // others have marched.
        let march = best
            .map(|(score, action)| (score - still, action))
            .filter(|(gain, _)| *gain > named::instead(view, desk, offer, who));
        let aim = if self.tells { scales.aim(&ends) } else { None };
        Some(Thought { aim, march, grounds })
    }

    /// Answers a question of marches: orders one body after another, each with its best march.
    fn order(&mut self, view: &View, side: Side, offer: &Offer) -> Action {
        let sight = self.sight(view, side);
        let desk = Desk::new(&sight);
        for who in marches::sequence(&sight, offer) {
            let Some(thought) = self.think(view, &desk, offer, &who) else { continue };
            let Some((gain, action)) = &thought.march else { continue };
            if who.len() > 1 {
                let alone = who.iter().filter_map(|one| self.think(view, &desk, offer, &[*one]));
                let gains = alone.filter_map(|thought| Some(thought.march.as_ref()?.0));
                // Where whoever goes alone binds the others, no more than one of them gains what he could alone.
                let most = if offer.bound { gains.fold(0.0, f32::max) } else { gains.sum() };
                if *gain <= APART * most {
                    continue;
                }
            }
            if self.tells {
                let lead = sight.own().find(|own| own.is_of(&who)).and_then(|own| sight.brief(own.unit));
                let led = lead.map(|brief| (sight.intent(), brief.duty));
                self.reason = Some(Reason { led, ..Reason::new(thought.grounds.clone(), thought.aim) });
            }
            return action.clone();
        }
        self.choose(view, &desk, offer, named::Which::NotMarching).unwrap_or_else(|| ending(offer))
    }

    /// The best of the named choices and the ventures, if any is worth while.
    fn choose(&mut self, view: &View, desk: &Desk, offer: &Offer, which: named::Which) -> Option<Action> {
        let mut others = offer.clone();
        let venture = self.venture(view, desk, &mut others);
        let best = named::best(view, desk, &others, which);
        match (venture, best) {
            (Some(venture), best) if best.as_ref().is_none_or(|(score, sure)| venture.goes_before(*score, sure)) => {
                if self.tells {
                    self.reason = Some(Reason::new(venture.grounds, None));
                }
                Some(venture.action)
            }
            (_, Some((_, best))) => {
                self.note(desk.sight, &others, &best);
                Some(best)
            }
            (_, None) => None,
        }
    }

    /// Records why a named choice is taken.
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
        // What it has drafted stands, so that it comes to an end.
        let drafted = view.drafts(side);
        if !drafted.is_empty() {
            let again = |choice: &Choice| drafted.iter().any(|draft| draft.who == choice.action.who);
            offer.choices.retain(|choice| choice.ends || !again(choice));
        }
        if offer.choices.iter().any(|c| is_march(c) && !c.ends) {
            return self.order(view, side, &offer);
        }
        let sight = self.sight(view, side);
        self.choose(view, &Desk::new(&sight), &offer, named::Which::All).unwrap_or_else(|| ending(&offer))
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    fn name(&self) -> &'static str {
        if self.plain { "plain-captain" } else { "captain" }
    }
}

/// Takes choices that an optional rule allows out of an offer, unless nothing would be left.
fn forgo_advanced(texts: &Texts, offer: &mut Offer) {
    let is_advanced = |choice: &Choice| texts.rule(choice.cite).is_some_and(|rule| rule.switch.is_some());
    if !offer.choices.iter().all(is_advanced) {
        offer.choices.retain(|choice| !is_advanced(choice));
    } else {
        // If nothing would be left, the first choice that ends the question is kept, as it changes least.
        let first = offer.choices.iter().find(|choice| choice.ends).cloned();
        if let Some(first) = first {
            offer.choices = [first].into();
        }
    }
}

/// The action, or the nearest one that the judge accepts, with its ruling.
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

/// Whether anybody stands elsewhere by a ruling, or meets somebody.
fn moves(view: &View, ruling: &Ruling) -> bool {
    !ruling.odds.is_empty() || ruling.moves_somebody(view)
}

/// Whether a choice moves somebody along a path. A change of formation does not count: the ruleset says how good it is.
fn is_march(choice: &Choice) -> bool {
    let forms = |leg: &Leg| matches!(leg, Leg::Form(_));
    choice.action.key == crate::battle::MOVE && !choice.action.legs().iter().any(forms)
}

/// The first choice that ends the question; else the first of all; when nothing is offered, the offer of a draw.
fn ending(offer: &Offer) -> Action {
    let choices = &offer.choices;
    let choice = choices.iter().find(|c| c.ends).or_else(|| choices.first());
    choice.map_or_else(|| Action::new(Ref::Side(Side::North), Word("offer-draw")), |c| c.action.clone())
}
