//! Questions of named choices: what the ruleset prefers, and shots by their odds.

use std::collections::BTreeMap;

use super::marches;
use super::sight::Sight;
use super::thoughts::Desk;
use super::weigh::Scales;
use crate::battle::{Action, Choice, Offer, Range, Ref, Value, View};
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
pub fn best(view: &View, desk: &Desk, offer: &Offer, which: Which) -> Option<(f32, Action)> {
    let mut best: Option<(f32, Action)> = None;
    for choice in &offer.choices {
        if which == Which::NotMarching && (choice.ends || super::is_march(choice)) {
            continue;
        }
        for action in variants(choice) {
            let score = score(view, desk, choice, &action);
            let enough = which == Which::All || score > 0.05;
            if enough && best.as_ref().is_none_or(|(b, _)| score > *b + 1e-4) {
                best = Some((score, action));
            }
        }
    }
    best
}

/// Whether a choice is something that one of those could do instead of marching.
pub fn is_instead(choice: &Choice, who: &[Ref]) -> bool {
    let [doer] = &choice.action.who[..] else { return false };
    who.contains(doer) && !choice.ends && !super::is_march(choice)
}

/// The sum of what each of those who could march together could do instead, standing still.
pub fn instead(view: &View, desk: &Desk, offer: &Offer, who: &[Ref]) -> f32 {
    let mut each: BTreeMap<&Ref, f32> = BTreeMap::new();
    for choice in offer.choices.iter().filter(|c| is_instead(c, who)) {
        let [doer] = &choice.action.who[..] else { continue };
        let most = variants(choice).iter().map(|action| score(view, desk, choice, action)).fold(0.0, f32::max);
        let best = each.entry(doer).or_default();
        *best = best.max(most);
    }
    each.values().sum()
}

/// The choice as it stands, and one action for each value that its params may pick or name.
pub fn variants(choice: &Choice) -> Vec<Action> {
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

/// What the ruleset prefers. Where it has no preference: the expected loss of a shot's target, or the value of going
/// there.
fn score(view: &View, desk: &Desk, choice: &Choice, action: &Action) -> f32 {
    let preference = (desk.sight.ruleset.preference)(view, desk.sight.side, action);
    if preference == 0.0 && !action.legs().is_empty() {
        // How much better it is to go as the action says than to stand still.
        let weighing = desk.scales(&action.who);
        return weighing.scales.march(&marches::as_said(desk.sight, choice, action)) - weighing.still;
    }
    preference + shot(desk.sight, action)
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
