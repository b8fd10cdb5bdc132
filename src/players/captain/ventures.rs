//! Ventures: actions that lead to another question only if a roll succeeds. What one is worth is the best that could be
//! done then, thought about in the battle in which that question is supposed, times its chance; less what a failure
//! would cost of what others could still do.

use std::collections::BTreeMap;

use super::thoughts::Desk;
use super::{Captain, marches, named};
use crate::battle::{Action, Ask, Choice, Follow, Offer, Ref, View};
use crate::players::Ground;

/// How much of what others could still do counts as lost when a venture fails, since they might fail as well.
const SPOILED: f32 = 0.5;

/// A choice that leads to another question if a roll succeeds.
struct Venture {
    action: Action,
    follow: Follow,
    /// The best that could be done then.
    gain: f32,
}

/// A venture as it was weighed.
pub struct Weighed {
    pub action: Action,
    /// Its value, in points of unit values.
    pub value: f32,
    /// What it is made of.
    pub grounds: Vec<(Ground, f32)>,
}

impl Captain {
    /// Takes the ventures out of an offer: the choices that lead on only if a roll succeeds. Each is worth what could be
    /// done then, times its chance, less what a failure would cost of what others can still do. The best of them, in
    /// points of unit values; none where the offer has none. `desk` has what the captain has thought about this position.
    pub(super) fn venture(&self, view: &View, desk: &Desk, offer: &mut Offer) -> Option<Weighed> {
        let mut ventures: Vec<Venture> = Vec::new();
        for choice in &offer.choices {
            let Some(follow) = (self.ruleset.follows)(view, &choice.action) else { continue };
            // Whoever gives the order: what can be done then is the same.
            let known = ventures.iter().find(|venture| venture.follow.then == follow.then).map(|venture| venture.gain);
            let gain = known.unwrap_or_else(|| self.best_gain(&view.supposing(&follow.then), desk));
            ventures.push(Venture { action: choice.action.clone(), follow, gain });
        }
        if ventures.is_empty() {
            return None;
        }
        let is_venture = |choice: &Choice| ventures.iter().any(|venture| venture.action == choice.action);
        let all = offer.clone();
        offer.choices.retain(|choice| !is_venture(choice));
        // What somebody could still do is the same whichever venture puts it at stake.
        let mut known: BTreeMap<Ref, f32> = BTreeMap::new();
        let weighed = ventures.iter().map(|venture| {
            let mut at_stake = 0.0;
            for who in &venture.follow.stakes {
                at_stake += *known.entry(*who).or_insert_with(|| self.could_do(view, desk, &all, &ventures, *who));
            }
            let [gain, loss] = expected(venture.follow.chance, venture.gain, at_stake);
            let grounds = vec![(Ground::Venture, gain), (Ground::Stakes, loss)];
            Weighed { action: venture.action.clone(), value: gain + loss, grounds }
        });
        weighed.reduce(|best, other| if other.value > best.value { other } else { best })
    }

    /// How much better than nothing the best answer to the question of that view is, in points of unit values.
    fn best_gain(&self, view: &View, desk: &Desk) -> f32 {
        if !view.waiting().contains(&desk.sight.side) {
            return 0.0;
        }
        let then = self.sight(view, desk.sight.side);
        if desk.sight.is_same(&then) { self.best_then(view, desk) } else { self.best_then(view, &Desk::new(&then)) }
    }

    fn best_then(&self, view: &View, desk: &Desk) -> f32 {
        let offer = view.offer(&Ask::all());
        let marching = offer.choices.iter().any(|choice| super::is_march(choice) && !choice.ends);
        let who = if marching { marches::sequence(desk.sight, &offer) } else { Default::default() };
        let gains = who.iter().filter_map(|who| Some(self.think(view, desk, &offer, who)?.march.as_ref()?.0));
        let which = if marching { named::Which::NotMarching } else { named::Which::All };
        let named = named::best(view, desk, &offer, which).map_or(0.0, |(score, _)| score);
        gains.fold(named, f32::max)
    }

    /// The most that one who is at stake could still do: a venture of his own, or a march.
    fn could_do(&self, view: &View, desk: &Desk, offer: &Offer, ventures: &[Venture], who: Ref) -> f32 {
        let own = ventures.iter().filter(|venture| venture.action.who.contains(&who));
        let ventured = own.map(|venture| venture.follow.chance * venture.gain).fold(0.0, f32::max);
        let march = self.think(view, desk, offer, &[who]);
        march.and_then(|thought| Some(thought.march.as_ref()?.0)).map_or(ventured, |gain| ventured.max(gain))
    }
}

/// What a venture of that chance gains on average, and what it costs on average: the latter is negative.
fn expected(chance: f32, gain: f32, at_stake: f32) -> [f32; 2] {
    [chance * gain, -(1.0 - chance) * SPOILED * at_stake]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_venture_is_worth_its_chance_of_the_gain_less_the_risk_of_half_of_what_is_at_stake() {
        // 30 in 36 for 3 points, and 6 in 36 that others lose 4.
        let [gain, loss] = expected(30.0 / 36.0, 3.0, 4.0);
        assert!((gain - 2.5).abs() < 1e-6 && (loss + 2.0 / 6.0).abs() < 1e-6, "{gain} {loss}");
        assert_eq!(expected(1.0, 3.0, 9.0), [3.0, 0.0], "what is certain risks nothing");
    }
}
