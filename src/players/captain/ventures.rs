//! Ventures: actions that lead to another question only if a roll succeeds. What one brings is the best that could be done
//! then, thought about in the battle in which that question is supposed, times its chance. Whoever tries goes on until he
//! fails, so what is tried first and by whom decides what can still be tried: that is tried now with which all that could
//! be tried brings most ([`Plan`]).

use smallvec::SmallVec;

use super::thoughts::Desk;
use super::{Captain, marches, named};
use crate::battle::{Action, Ask, Choice, Follow, Offer, Ref, View};
use crate::players::Ground;

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
    /// What it is made of.
    pub grounds: Vec<(Ground, f32)>,
    /// What everybody's ventures bring, each by itself.
    all: Vec<(Vec<Ref>, f32)>,
}

impl Weighed {
    /// Whether it comes before something that needs no luck, of that value. What needs none comes first, since whoever
    /// fails may end it, unless those who would do it have a better venture.
    pub fn goes_before(&self, score: f32, sure: &Action) -> bool {
        let own = self.all.iter().filter(|(who, _)| who.iter().any(|who| sure.who.contains(who)));
        score <= super::WORTH_WHILE || own.into_iter().any(|(_, brings)| *brings > score)
    }
}

impl Captain {
    /// Takes the ventures out of an offer: the choices that lead on only if a roll succeeds. Gives the one to try first, with
    /// what it brings on average in points of unit values; none where no venture brings anything. `desk` has what the
    /// captain has thought about this position.
    pub(super) fn venture(&self, view: &View, desk: &Desk, offer: &mut Offer) -> Option<Weighed> {
        let mut ventures: Vec<Venture> = Vec::new();
        let mut others: Vec<Choice> = Vec::new();
        for choice in &offer.choices {
            let before = ventures.len();
            for action in named::variants(choice) {
                let Some(follow) = (self.ruleset.follows)(view, &action) else { continue };
                // Whoever gives the order: what can be done then is the same.
                let known = ventures.iter().find(|venture| venture.follow.then == follow.then);
                let gain = known
                    .map(|venture| venture.gain)
                    .unwrap_or_else(|| self.best_gain(&view.supposing(&follow.then), desk));
                ventures.push(Venture { action, follow, gain });
            }
            if ventures.len() == before {
                others.push(choice.clone());
            }
        }
        offer.choices = others.into_iter().collect();
        let tries = Tries::of(ventures.iter().map(Try::of).collect());
        let first = Plan::best_first(&tries)?;
        let (venture, brings) = (&ventures[first], tries.all[first].brings());
        // The same if it could not fail: what that adds is what others could do no more.
        let mut certain = tries.clone();
        (certain.all[first].chance, certain.all[first].gain) = (1.0, brings);
        let lost = Plan::of(&tries, Some(first)).brings() - Plan::of(&certain, Some(first)).brings();
        let grounds = vec![(Ground::Venture, brings), (Ground::Stakes, lost.min(0.0))];
        let all = tries.all.iter().map(|it| (it.who.to_vec(), it.brings())).collect();
        Some(Weighed { action: venture.action.clone(), grounds, all })
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
}

/// A venture in numbers.
#[derive(Clone, Debug)]
struct Try<'a> {
    who: &'a [Ref],
    by: Ref,
    chance: f32,
    gain: f32,
    ends_all: bool,
}

impl<'a> Try<'a> {
    fn of(venture: &'a Venture) -> Try<'a> {
        let Follow { chance, by, ends_all, .. } = venture.follow;
        Try { who: &venture.action.who, by, chance, gain: venture.gain, ends_all }
    }

    /// What it brings on average.
    fn brings(&self) -> f32 {
        self.chance * self.gain
    }

    /// Of what one and the same tries until he fails, that is best tried first which brings most for its risk.
    fn rank(&self) -> f32 {
        self.brings() / (1.0 - self.chance).max(1e-3)
    }
}

/// All that could be tried.
#[derive(Clone)]
struct Tries<'a> {
    all: Vec<Try<'a>>,
    /// For each, all that any of the same would do, itself among them.
    same: Vec<SmallVec<[usize; 16]>>,
}

impl<'a> Tries<'a> {
    fn of(all: Vec<Try<'a>>) -> Tries<'a> {
        let share = |one: &Try, other: &Try| other.who.iter().any(|who| one.who.contains(who));
        let with = |one| (0..all.len()).filter(|other| share(one, &all[*other])).collect();
        let same = all.iter().map(with).collect();
        Tries { all, same }
    }
}

/// What is tried in which sequence: whoever tries tries one thing after another until he fails or leaves the rest to
/// others, and those whose failure ends all come last.
struct Plan<'t, 'a> {
    tries: &'t Tries<'a>,
    /// Who tries, one after the other, and what each would try, the best first.
    sequence: Vec<(Ref, Vec<usize>)>,
}

impl<'t, 'a> Plan<'t, 'a> {
    /// How many things one and the same is thought to try.
    const MOST: usize = 8;

    /// Which of the tries comes first in the sequence that brings most; none if none brings anything.
    fn best_first(tries: &Tries) -> Option<usize> {
        let all = Plan::of(tries, None).sequence;
        let worth = all.into_iter().flat_map(|(_, own)| own).filter(|n| tries.all[*n].brings() > super::WORTH_WHILE);
        let weighed = worth.map(|n| (Plan::of(tries, Some(n)).brings(), n));
        weighed.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, first)| first)
    }

    /// The sequence that begins with that one.
    fn of(tries: &'t Tries<'a>, first: Option<usize>) -> Plan<'t, 'a> {
        let all = &tries.all;
        let mut givers: Vec<(bool, bool, Ref)> = Vec::new();
        for it in all {
            let starts = first.is_some_and(|first| all[first].by == it.by);
            if !givers.iter().any(|(.., by)| *by == it.by) {
                givers.push((!starts, it.ends_all, it.by));
            }
        }
        givers.sort_by_key(|(later, ends_all, _)| (*later, *ends_all));
        let own = |giver: Ref| {
            let mut own: Vec<usize> = (0..all.len()).filter(|n| all[*n].by == giver && all[*n].gain > 0.0).collect();
            own.sort_by(|a, b| all[*b].rank().total_cmp(&all[*a].rank()));
            own.sort_by_key(|n| Some(*n) != first);
            own.truncate(Plan::MOST);
            own
        };
        Plan { tries, sequence: givers.into_iter().map(|(.., by)| (by, own(by))).collect() }
    }

    /// What all of it brings on average, in points of unit values, if each leaves to others what they do better.
    fn brings(mut self) -> f32 {
        let mut best = self.sum();
        for n in 0..self.sequence.len().saturating_sub(1) {
            let all = self.sequence[n].1.clone();
            let mut most = all.len();
            for many in (1..all.len()).rev() {
                self.sequence[n].1.truncate(many);
                let sum = self.sum();
                if sum > best {
                    (best, most) = (sum, many);
                }
            }
            self.sequence[n].1 = all[..most].to_vec();
        }
        best
    }

    /// What all of it brings on average as it stands.
    fn sum(&self) -> f32 {
        let Tries { all, same } = self.tries;
        // How likely each has not been tried by then, and how likely anybody may still try.
        let mut open: Vec<f32> = vec![1.0; all.len()];
        let (mut going, mut brings) = (1.0, 0.0);
        for (_, own) in &self.sequence {
            let mut reached = going;
            let ends_all = own.first().is_some_and(|n| all[*n].ends_all);
            for n in own {
                let it = &all[*n];
                let tried = reached * open[*n];
                brings += tried * it.brings();
                reached -= tried * (1.0 - it.chance);
                // Where his failure ends all, whoever comes after him comes only if he has tried all of it.
                let gone = if ends_all { 1.0 } else { tried };
                for other in &same[*n] {
                    open[*other] = (open[*other] - gone).max(0.0);
                }
            }
            if ends_all {
                going = reached;
            }
        }
        brings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::UnitId;

    const HERO: Ref = Ref::Unit(UnitId(8));
    const GENERAL: Ref = Ref::Unit(UnitId(9));
    const FOOT: [Ref; 1] = [Ref::Unit(UnitId(1))];
    const HORSE: [Ref; 1] = [Ref::Unit(UnitId(2))];

    fn tries(who: &[Ref], by: Ref, chance: f32, gain: f32) -> Try<'_> {
        Try { who, by, chance, gain, ends_all: by == GENERAL }
    }

    #[test]
    fn what_one_tries_until_he_fails_is_worth_its_chances_one_after_the_other() {
        // 0.5 of 4, and then in half of the cases 0.5 of 2.
        let alone = Tries::of(vec![tries(&FOOT, HERO, 0.5, 4.0), tries(&HORSE, HERO, 0.5, 2.0)]);
        assert_eq!(Plan::of(&alone, Some(0)).brings(), 2.0 + 0.5 * 1.0);
        assert_eq!(Plan::of(&alone, Some(1)).brings(), 1.0 + 0.5 * 2.0);
        assert_eq!(Plan::best_first(&alone), Some(0));
    }

    #[test]
    fn he_whose_failure_ends_all_comes_last() {
        let all = |hero: f32| {
            let [general, hero] = [(GENERAL, 0.75), (HERO, hero)];
            let both = |(by, chance)| [tries(&FOOT, by, chance, 4.0), tries(&HORSE, by, chance, 4.0)];
            Tries::of([general, hero].map(both).concat())
        };
        // The general first: 3, and in three quarters of the cases 3 more. The hero first: 2.5, and he leaves the other to
        // the general, 3.
        let good = all(0.625);
        assert_eq!(Plan::of(&good, Some(0)).brings(), 3.0 + 0.75 * 3.0);
        assert_eq!(Plan::of(&good, Some(2)).brings(), 2.5 + 3.0);
        assert_eq!(Plan::best_first(&good), Some(2));
        // With a chance of a half he brings 2 + 3, and the general alone more.
        let poor = all(0.5);
        assert_eq!(Plan::of(&poor, Some(2)).brings(), 5.0);
        assert_eq!(Plan::best_first(&poor), Some(0));
    }

    #[test]
    fn the_hero_takes_what_the_general_is_needed_least_for() {
        let all = Tries::of(vec![
            tries(&FOOT, GENERAL, 0.75, 8.0),
            tries(&HORSE, GENERAL, 0.5, 1.0),
            tries(&FOOT, HERO, 0.25, 8.0),
            tries(&HORSE, HERO, 0.5, 1.0),
        ]);
        assert_eq!(Plan::best_first(&all), Some(3));
    }

    #[test]
    fn what_needs_no_roll_comes_first_unless_the_same_have_a_better_venture() {
        let action = |who: &[Ref; 1]| Action { who: who.to_vec(), ..Action::new(who[0], crate::battle::MOVE) };
        let all = vec![(FOOT.to_vec(), 2.0), (HORSE.to_vec(), 5.0)];
        let weighed = Weighed { action: action(&HORSE), grounds: Vec::new(), all };
        assert!(!weighed.goes_before(3.0, &action(&FOOT)), "the foot has none so good");
        assert!(weighed.goes_before(1.9, &action(&FOOT)) && weighed.goes_before(4.9, &action(&HORSE)));
        assert!(!weighed.goes_before(5.0, &action(&HORSE)));
        assert!(weighed.goes_before(super::super::WORTH_WHILE, &action(&FOOT)), "what is worth nothing waits");
    }

    #[test]
    fn what_brings_nothing_is_not_tried() {
        assert_eq!(Plan::best_first(&Tries::of(vec![tries(&FOOT, HERO, 1.0, 0.0)])), None);
        assert_eq!(Plan::best_first(&Tries::of(Vec::new())), None);
    }
}
