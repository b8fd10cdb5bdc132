//! Questions of named choices: what the ruleset prefers, and shots by their odds.

use std::collections::BTreeMap;

use super::marches;
use super::sight::{Party, Sight};
use super::weigh::Scales;
use crate::battle::{Action, Choice, Offer, Range, Ref, Value};
use crate::cite::Word;
use crate::players::Ground;

/// Which choices to consider.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All choices of the question.
    All,
    /// Only those that neither march nor end the question: what may be done instead of marching.
    NotMarching,
}

/// The choice with the highest value, if it is better than ending the question, with that value.
pub fn best(sight: &Sight, offer: &Offer, which: Which) -> Option<(f32, Action)> {
    let mut best: Option<(f32, Action)> = None;
    let mut weighed = Weighed { sight, last: None };
    for choice in &offer.choices {
        if which == Which::NotMarching && (choice.ends || super::is_march(choice)) {
            continue;
        }
        for action in variants(choice) {
            let score = weighed.score(choice, &action);
            let enough = which == Which::All || score > 0.05;
            if enough && best.as_ref().is_none_or(|(b, _)| score > *b + 1e-4) {
                best = Some((score, action));
            }
        }
    }
    best
}

/// The sum of what each of those who could march together could do instead, standing still.
pub fn instead(sight: &Sight, offer: &Offer, who: &[Ref]) -> f32 {
    let mut weighed = Weighed { sight, last: None };
    let mut each: BTreeMap<&Ref, f32> = BTreeMap::new();
    for choice in offer.choices.iter().filter(|c| !c.ends && !super::is_march(c)) {
        let [doer] = &choice.action.who[..] else { continue };
        if !who.contains(doer) {
            continue;
        }
        let score = variants(choice).iter().map(|action| weighed.score(choice, action)).fold(0.0, f32::max);
        let best = each.entry(doer).or_default();
        *best = best.max(score);
    }
    each.values().sum()
}

/// The choice as it stands, and one action for each value that its params may pick or name.
fn variants(choice: &Choice) -> Vec<Action> {
    let mut all = vec![choice.action.clone()];
    for param in &choice.params {
        let values: Vec<Value> = match &param.range {
            Range::Pick { from, least: 0 | 1, .. } => from.iter().map(|r| Value::Refs(vec![*r])).collect(),
            Range::Name(names) => names.iter().map(|n| Value::Name(*n)).collect(),
            _ => param.stops.iter().map(|s| s.at.clone()).collect(),
        };
        for value in values {
            let mut action = choice.action.clone();
            param.put(&mut action, value);
            if !all.contains(&action) {
                all.push(action);
            }
        }
    }
    all
}

/// Values the choices of one question; choices of one unit share one [`Scales`].
struct Weighed<'a, 'w> {
    sight: &'a Sight<'w>,
    /// The scales used last, for whom, and the value of standing still on them.
    last: Option<(Party, Scales<'a, 'w>, f32)>,
}

impl Weighed<'_, '_> {
    /// What the ruleset prefers. Where it has no preference: the expected loss of a shot's target, or the value of
    /// going there.
    fn score(&mut self, choice: &Choice, action: &Action) -> f32 {
        let preference = (self.sight.ruleset.preference)(&self.sight.view, self.sight.side, action);
        if preference == 0.0 && !action.legs().is_empty() {
            return self.going(choice, action);
        }
        preference + shot(self.sight, action)
    }

    /// How much better it is to go as the action says than to stand still.
    fn going(&mut self, choice: &Choice, action: &Action) -> f32 {
        let who = &action.who;
        let march = marches::as_said(self.sight, choice, action);
        if self.last.as_ref().is_none_or(|(whose, ..)| whose[..] != who[..]) {
            let scales = Scales::new(self.sight, who);
            let still = scales.stand();
            self.last = Some((Party::from_slice(who), scales, still));
        }
        self.last.as_ref().map_or(0.0, |(_, scales, still)| scales.march(&march) - still)
    }
}

/// The reasons for a named choice.
pub fn grounds(sight: &Sight, offer: &Offer, taken: &Action) -> Vec<(Ground, f32)> {
    let preference = (sight.ruleset.preference)(&sight.view, sight.side, taken);
    let mut grounds = vec![(Ground::Sense, preference), (Ground::Shot, shot(sight, taken))];
    let same = |c: &&Choice| c.action.key == taken.key && c.action.who == taken.who;
    if let Some(choice) = offer.choices.iter().find(same)
        && preference == 0.0
        && !taken.legs().is_empty()
    {
        let march = marches::as_said(sight, choice, taken);
        grounds.extend(Scales::new(sight, &taken.who).grounds(&march, None));
    }
    grounds
}

fn shot(sight: &Sight, action: &Action) -> f32 {
    let ([Ref::Unit(shooter)], Some(target)) = (&action.who[..], action.unit(Word("at"))) else { return 0.0 };
    let (view, ruleset) = (&sight.view, &sight.ruleset);
    let Some(odds) = (ruleset.shot)(view, *shooter, target) else { return 0.0 };
    let left = f32::from((ruleset.strength)(view, target).max(1));
    0.1 + odds.share(Word("hit")) as f32 * (ruleset.unit_value)(view, target) / left
}
