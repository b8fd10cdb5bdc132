//! What was reckoned in the background: nothing, as long as nobody asks.

use std::collections::BTreeMap;

use super::luck::Luck;
use crate::battle::{Action, Digest};
use crate::gui::game::rollouts::{First, News, Reckoner, Weighing};
use crate::ids::Side;
use crate::lab::analysis::{Key, chance};

/// So many choices are played on side by side.
pub const MOST: usize = 3;

/// What is reckoned, and who reckons it.
#[derive(Default)]
pub struct Rollouts {
    what_if: Option<WhatIf>,
    luck: Option<Luck>,
    /// The answers of the battle that was looked at last, and the rollouts that are known of it.
    actions: Vec<Action>,
    known: BTreeMap<Key, Vec<u8>>,
    curve: bool,
    reckoner: Option<(Work, Reckoner)>,
    /// Whether whoever is at work has told anything.
    heard: bool,
    /// Whoever was at work for that has come to nothing: he is not sent again.
    vain: Option<Work>,
}

/// What is reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    WhatIf,
    Luck,
    Curve,
}

/// Choices at one moment, and how the battles went that were played on from there with each of them first.
#[derive(Clone, Debug)]
pub struct WhatIf {
    /// The moment.
    pub digest: Digest,
    /// Who is asked there.
    pub side: Side,
    /// `Rome, turn 5: March`.
    pub heading: String,
    /// All that may be answered.
    pub offered: Vec<Offered>,
    /// Which of them are played on, by their places in that list; the first is what the others are held against.
    pub chosen: Vec<usize>,
    /// Which of them the captain would take; none as long as he considers it.
    pub captain: Option<usize>,
    /// On which of them the keys are.
    pub cursor: usize,
    /// How often each is to be played.
    pub battles: u32,
    /// Whether they are being played on.
    pub runs: bool,
}

/// Something that may be answered.
#[derive(Clone, Debug)]
pub struct Offered {
    pub action: Action,
    pub words: String,
    pub origin: Origin,
    /// Half battles that south won, of those that were played with it.
    pub halves: Vec<u8>,
}

/// Where a choice comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was answered.
    Given,
    /// The hand holds it.
    Held,
    /// It is another that may be answered.
    Other,
}

impl WhatIf {
    /// Chooses that one, or leaves it out again; where there is no more room it takes the place of the last one.
    pub fn turn(&mut self, at: usize) {
        if at >= self.offered.len() {
            return;
        }
        match self.chosen.iter().position(|chosen| *chosen == at) {
            Some(_) if self.chosen.len() == 1 => {}
            Some(n) => drop(self.chosen.remove(n)),
            None => {
                self.chosen.truncate(MOST - 1);
                self.chosen.push(at);
            }
        }
    }

    /// Whether it is of the same moment, with the same special choice.
    pub fn is_of(&self, other: &WhatIf) -> bool {
        let special = |what_if: &WhatIf| what_if.offered.first().map(|first| (first.action.clone(), first.origin));
        (self.digest, self.side) == (other.digest, other.side) && special(self) == special(other)
    }

    /// How many battles were played with each of those that are chosen.
    pub fn played(&self) -> u32 {
        let played = self.chosen.iter().map(|at| self.offered[*at].halves.len());
        played.min().unwrap_or_default() as u32
    }

    /// What a choice is held against where nobody says it: the next one of another kind, or the next one at all.
    fn otherwise(&self, than: usize) -> Option<usize> {
        let key = self.offered[than].action.key;
        let others = || (0..self.offered.len()).filter(|at| *at != than);
        others().find(|at| self.offered[*at].action.key != key).or_else(|| others().next())
    }

    /// The captain would take that: it is proposed, where nothing else was chosen yet; and where it was, what would be
    /// something else.
    fn advise(&mut self, action: Action, words: String) {
        let known = self.offered.iter().position(|offered| offered.action == action);
        let at = known.unwrap_or_else(|| {
            let after = self.offered.iter().filter(|offered| offered.origin != Origin::Other).count();
            self.chosen.iter_mut().filter(|chosen| **chosen >= after).for_each(|chosen| *chosen += 1);
            self.offered.insert(after, Offered { action, words, origin: Origin::Other, halves: Vec::new() });
            after
        });
        self.captain = Some(at);
        if self.chosen.len() <= 1 {
            let beside = if self.chosen.contains(&at) { self.otherwise(at) } else { Some(at) };
            self.chosen.extend(beside);
        }
        self.cursor = self.cursor.min(self.offered.len() - 1);
    }
}

impl Rollouts {
    /// The choices at a moment, while somebody looks at them, or as they were left.
    pub fn what_if(&self) -> Option<&WhatIf> {
        self.what_if.as_ref()
    }

    /// The same, to be changed.
    pub fn what_if_mut(&mut self) -> Option<&mut WhatIf> {
        self.what_if.as_mut()
    }

    /// Looks at those choices.
    pub fn lay_what_if(&mut self, what_if: WhatIf) {
        self.rest();
        (self.what_if, self.vain) = (Some(what_if), None);
    }

    /// Luck and skill of the battle, as far as they are known.
    pub fn luck(&self) -> Option<&Luck> {
        self.luck.as_ref()
    }

    /// The same, to be changed.
    pub fn luck_mut(&mut self) -> Option<&mut Luck> {
        self.luck.as_mut()
    }

    /// They are to be known of that battle; none: they are forgotten.
    pub fn lay_luck(&mut self, luck: Option<Luck>) {
        if self.works() == Some(Work::Luck) {
            self.rest();
        }
        (self.luck, self.vain) = (luck, None);
    }

    /// What is still to be weighed, with what is known.
    pub fn weighing(&self) -> Option<Weighing> {
        let luck = self.luck.as_ref()?;
        let (actions, from, battles) = (luck.actions().to_vec(), luck.next(), luck.battles());
        Some(Weighing { actions, from, battles, known: self.known.clone() })
    }

    /// Whoever was at work in vain is sent again.
    pub fn try_again(&mut self) {
        self.vain = None;
    }

    /// Somebody is at work for that; nobody where it could not be begun.
    pub fn set_to_work(&mut self, work: Work, reckoner: Option<Reckoner>) {
        (self.reckoner, self.heard) = (reckoner.map(|reckoner| (work, reckoner)), false);
    }

    /// Nobody is at work any more.
    pub fn rest(&mut self) {
        self.reckoner = None;
    }

    /// Whether it is in vain to send somebody for that.
    pub fn is_vain(&self, work: Work) -> bool {
        self.vain == Some(work)
    }

    /// For what somebody is at work.
    pub fn works(&self) -> Option<Work> {
        self.reckoner.as_ref().map(|(work, _)| *work)
    }

    /// Whether the chances over the whole battle are wished for.
    pub fn curve(&self) -> bool {
        self.curve
    }

    /// They are wished for, or no more.
    pub fn turn_curve(&mut self) {
        (self.curve, self.vain) = (!self.curve, None);
    }

    /// It is of the battle with these answers: what is known of another is known of it as far as both went alike.
    pub fn be_of(&mut self, actions: Vec<Action>) {
        let alike = self.actions.iter().zip(&actions).take_while(|(a, b)| a == b).count();
        self.known.retain(|key, _| key.answers + usize::from(key.given) <= alike);
        self.actions = actions;
    }

    /// The moments of which the chances are known: after how many answers each, and the half battles that south won.
    pub fn moments(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.known.iter().filter(|(key, _)| !key.given).map(|(key, halves)| (key.answers, &halves[..]))
    }

    /// Whether somebody is at work.
    pub fn is_at_work(&self) -> bool {
        self.reckoner.as_ref().is_some_and(|(_, reckoner)| reckoner.is_at_work())
    }

    /// What is to be played for the choices.
    pub fn firsts(&self) -> Vec<First> {
        let Some(what_if) = &self.what_if else { return Vec::new() };
        let first = |at: &usize| {
            let Offered { action, halves, .. } = &what_if.offered[*at];
            // The captain's own choice is his to make: so the numbers are those that `analyse` has.
            let action = (what_if.captain != Some(*at)).then(|| action.clone());
            First { action, known: halves.len() as u32 }
        };
        what_if.chosen.iter().map(first).collect()
    }

    /// Takes in what was found; `words` tells an order.
    pub fn take_news(&mut self, words: impl Fn(&Action) -> String) {
        let Some((work, reckoner)) = &mut self.reckoner else { return };
        let news = reckoner.news();
        self.heard |= !news.is_empty();
        if !reckoner.is_at_work() {
            self.vain = Some(*work).filter(|_| !self.heard);
            self.reckoner = None;
        }
        for found in news {
            match (found, &mut self.what_if) {
                (News::Captain(action), Some(what_if)) => {
                    let words = words(&action);
                    what_if.advise(action, words);
                }
                (News::Battle(of, half), Some(what_if)) => {
                    if let Some(at) = what_if.chosen.get(of) {
                        what_if.offered[*at].halves.push(half);
                    }
                }
                (News::Captain(_) | News::Battle(..), None) => {}
                (News::Played(key, halves), _) => {
                    let known = self.known.entry(key).or_default();
                    if known.len() < halves.len() {
                        *known = halves;
                    }
                }
                (News::Found(found), _) => {
                    if let Some(luck) = &mut self.luck {
                        luck.take(found);
                    }
                }
                (News::Position(answers, halves), _) => {
                    self.known.entry(Key { answers, given: false }).or_default().extend(halves);
                }
            }
        }
    }
}

impl WhatIf {
    /// Those choices at that moment; what is special among them comes first and is chosen.
    pub fn new(digest: Digest, side: Side, heading: String, offered: Vec<Offered>) -> WhatIf {
        WhatIf {
            digest,
            side,
            heading,
            offered,
            chosen: vec![0],
            captain: None,
            cursor: 0,
            battles: chance::ROLLOUTS,
            runs: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Ref;
    use crate::cite::Word;

    fn offered(name: &'static str, origin: Origin) -> Offered {
        let action = Action::new(Ref::Side(Side::North), Word(name));
        Offered { action, words: name.to_owned(), origin, halves: Vec::new() }
    }

    fn four() -> WhatIf {
        let all = [("given", Origin::Given), ("a", Origin::Other), ("b", Origin::Other), ("c", Origin::Other)];
        let all = all.map(|(name, origin)| offered(name, origin)).to_vec();
        WhatIf::new(Digest(1), Side::North, String::new(), all)
    }

    #[test]
    fn one_at_least_and_three_at_most_are_chosen() {
        let mut what_if = four();
        what_if.turn(0);
        assert_eq!(what_if.chosen, [0], "one stays");
        what_if.turn(2);
        what_if.turn(3);
        assert_eq!(what_if.chosen, [0, 2, 3]);
        what_if.turn(1);
        assert_eq!(what_if.chosen, [0, 2, 1], "it takes the place of the last");
        what_if.turn(0);
        assert_eq!(what_if.chosen, [2, 1]);
        what_if.turn(9);
        assert_eq!(what_if.chosen, [2, 1]);
    }

    #[test]
    fn the_captains_choice_is_proposed_and_is_his_own_to_make() {
        let mut rollouts = Rollouts::default();
        let mut what_if = four();
        what_if.advise(offered("b", Origin::Other).action, String::new());
        assert_eq!((what_if.captain, &what_if.chosen[..]), (Some(2), &[0, 2][..]));
        rollouts.lay_what_if(what_if);
        let firsts = rollouts.firsts();
        assert!(firsts[0].action.is_some() && firsts[1].action.is_none());
        // What nobody offers as it stands is put before the others, and what was chosen stays chosen.
        let mut what_if = four();
        what_if.turn(3);
        what_if.advise(offered("his", Origin::Other).action, "his".to_owned());
        let words: Vec<&str> = what_if.chosen.iter().map(|at| what_if.offered[*at].words.as_str()).collect();
        assert_eq!((words, what_if.captain), (vec!["given", "c"], Some(1)));
        // Who answered as he would has it held against the next choice of another kind.
        let mut what_if = four();
        what_if.offered.insert(1, offered("given", Origin::Other));
        what_if.offered[1].action.who = vec![Ref::Side(Side::South)];
        what_if.advise(offered("given", Origin::Given).action, String::new());
        assert_eq!((what_if.captain, &what_if.chosen[..]), (Some(0), &[0, 2][..]));
    }
}
