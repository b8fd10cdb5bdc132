//! The random player: any choice of the offer with any values, so that batches of it walk through all that the
//! rules allow.

use bevy::math::Vec2;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::Player;
use crate::battle::{Action, Ask, Choice, Offer, Param, Range, Ref, Value, View};
use crate::cite::Word;
use crate::dice::below;
use crate::ids::Side;
use crate::table::{Cdeg, Mil, Place};

/// Lengths are drawn on 0.1 inch.
const LENGTH_GRID: i32 = 100;
/// Angles are drawn on 1 degree.
const ANGLE_GRID: i32 = 100;
/// How many random points in the box round an area are tried before its first corner is taken instead.
const THROWS: u32 = 1000;
/// The answer where nothing is offered. No judge accepts it, so the battle is seen to be stuck.
const NOTHING: Word = Word("nothing-offered");

/// Picks from the offer at random. Its random numbers are its own and never those of the battle's dice.
#[derive(Clone, Debug)]
pub struct Random {
    stream: Xoshiro256PlusPlus,
    /// How much likelier a choice is that does not end the question than one that does.
    eagerness: u64,
}

impl Random {
    /// A player to whom every choice is as likely as any other.
    pub fn new(seed: u64) -> Random {
        Random { stream: Xoshiro256PlusPlus::seed_from_u64(seed), eagerness: 1 }
    }

    /// A player for whom ending a question is nine times less likely, so that it does more in each turn. Where answers are
    /// drafted it ends the question like any other: drafts can be replaced for ever.
    pub fn eager(seed: u64) -> Random {
        Random { eagerness: 9, ..Random::new(seed) }
    }

    /// An answer out of an offer, with values drawn for all that may be varied, before it is made to fit. None when
    /// nothing is offered.
    pub fn draw(&mut self, offer: &Offer) -> Option<Action> {
        self.draw_by(offer, self.eagerness)
    }

    fn draw_by(&mut self, offer: &Offer, eagerness: u64) -> Option<Action> {
        let choice = self.choose(offer, eagerness)?;
        let mut action = choice.action.clone();
        for param in &choice.params {
            if let Some(value) = self.value(param, &action) {
                param.put(&mut action, value);
            }
        }
        Some(action)
    }

    fn choose<'o>(&mut self, offer: &'o Offer, eagerness: u64) -> Option<&'o Choice> {
        let weight = |choice: &Choice| if choice.ends { 1 } else { eagerness };
        let mut left = below(&mut self.stream, offer.choices.iter().map(weight).sum());
        offer.choices.iter().find(|choice| {
            let here = left < weight(choice);
            left = left.saturating_sub(weight(choice));
            here
        })
    }

    /// A value of the param: one of its stops half of the time, else anything within its range.
    fn value(&mut self, param: &Param, action: &Action) -> Option<Value> {
        if !param.stops.is_empty() && self.flip() {
            return Some(self.one_of(&param.stops)?.at.clone());
        }
        Some(match &param.range {
            Range::Length(low, high) => Value::Length(Mil(self.on_grid(low.0, high.0, LENGTH_GRID))),
            Range::Angle(low, high) => Value::Angle(Cdeg(self.on_grid(low.0, high.0, ANGLE_GRID))),
            Range::Whole(low, high) => Value::Whole(self.on_grid(*low, *high, 1)),
            Range::Flag => Value::Flag(self.flip()),
            Range::Name(names) => Value::Name(*self.one_of(names)?),
            Range::Pick { from, least, most } => Value::Refs(self.pick(from, *least, *most)),
            Range::Area(corners) => {
                let (x, y) = self.point(corners)?;
                moved_to(&param.get(action)?, x, y)?
            }
        })
    }

    /// A multiple of the grid within the range, or one of its ends, each equally likely.
    fn on_grid(&mut self, low: i32, high: i32, grid: i32) -> i32 {
        if high <= low {
            return low;
        }
        let first = low.div_euclid(grid) + 1;
        let last = (high - 1).div_euclid(grid);
        let inner = u64::try_from(last - first + 1).unwrap_or(0);
        match below(&mut self.stream, inner + 2) {
            0 => low,
            n if n <= inner => (first + n as i32 - 1) * grid,
            _ => high,
        }
    }

    /// A random number of members, then that many at random, in the order in which they are offered.
    fn pick(&mut self, from: &[Ref], least: u8, most: u8) -> Vec<Ref> {
        let most = usize::from(most).min(from.len());
        let least = usize::from(least).min(most);
        let mut wanted = least + self.index(most - least + 1);
        let mut picked = Vec::with_capacity(wanted);
        for (n, member) in from.iter().enumerate() {
            if self.index(from.len() - n) < wanted {
                picked.push(*member);
                wanted -= 1;
            }
        }
        picked
    }

    /// A random point of the polygon, on a grid of 1/1000 inch.
    fn point(&mut self, corners: &[(Mil, Mil)]) -> Option<(Mil, Mil)> {
        let (mut low, mut high) = (*corners.first()?, *corners.first()?);
        for (x, y) in corners {
            low = (low.0.min(*x), low.1.min(*y));
            high = (high.0.max(*x), high.1.max(*y));
        }
        for _ in 0..THROWS {
            let x = Mil(self.on_grid(low.0.0, high.0.0, 1));
            let y = Mil(self.on_grid(low.1.0, high.1.0, 1));
            if inside(corners, Vec2::new(x.0 as f32, y.0 as f32)) {
                return Some((x, y));
            }
        }
        corners.first().copied()
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.index(all.len())) }
    }

    fn index(&mut self, count: usize) -> usize {
        below(&mut self.stream, count as u64) as usize
    }

    fn flip(&mut self) -> bool {
        below(&mut self.stream, 2) == 0
    }
}

impl Player for Random {
    fn answer(&mut self, view: &View, side: Side) -> Action {
        let offer = view.offer(&Ask::all());
        let drafted = view.question().is_some_and(|question| question.is_drafted());
        let eagerness = if drafted { 1 } else { self.eagerness };
        let Some(action) = self.draw_by(&offer, eagerness) else { return Action::new(Ref::Side(side), NOTHING) };
        // If there is no nearest action either, the judge is given this one and says why it is refused.
        view.fit(&action).map_or(action, |fitted| fitted.action)
    }

    fn name(&self) -> &str {
        "random"
    }
}

/// The same value moved to another point: places keep their order, distances and headings.
pub(super) fn moved_to(value: &Value, x: Mil, y: Mil) -> Option<Value> {
    match value {
        Value::Places(places) => {
            let (_, first) = places.first()?;
            let (dx, dy) = (x - first.x, y - first.y);
            let shift = |p: &Place| Place { x: p.x + dx, y: p.y + dy, heading: p.heading };
            Some(Value::Places(places.iter().map(|(of, place)| (*of, shift(place))).collect()))
        }
        Value::Refs(_) => Some(Value::Refs(vec![Ref::Spot(x, y)])),
        _ => None,
    }
}

/// Whether the point lies within the corners, by counting the edges that a line from it to the east crosses.
fn inside(corners: &[(Mil, Mil)], point: Vec2) -> bool {
    let corner = |n: usize| Vec2::new(corners[n].0.0 as f32, corners[n].1.0 as f32);
    let mut within = false;
    for n in 0..corners.len() {
        let (a, b) = (corner(n), corner((n + 1) % corners.len()));
        if (a.y > point.y) != (b.y > point.y) && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) {
            within = !within;
        }
    }
    within
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Stop;
    use crate::cite::HOUSE;
    use crate::ids::UnitId;

    fn param(range: Range) -> Param {
        Param::panel(Word("x"), range)
    }

    fn draws(range: Range, count: usize) -> Vec<Value> {
        let mut player = Random::new(3);
        let action = Action::new(Ref::Side(Side::North), Word("x"));
        (0..count).filter_map(|_| player.value(&param(range.clone()), &action)).collect()
    }

    #[test]
    fn lengths_lie_on_tenths_with_both_ends() {
        let mut seen: Vec<i32> = draws(Range::Length(Mil(-150), Mil(230)), 2000)
            .into_iter()
            .map(|v| if let Value::Length(l) = v { l.0 } else { panic!("{v:?}") })
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [-150, -100, 0, 100, 200, 230]);
    }

    #[test]
    fn a_range_of_one_value_gives_it() {
        assert_eq!(draws(Range::Angle(Cdeg(716), Cdeg(716)), 1), [Value::Angle(Cdeg(716))]);
        let mut both = draws(Range::Whole(2, 3), 100);
        both.sort_unstable_by_key(|v| if let Value::Whole(n) = v { *n } else { 0 });
        both.dedup();
        assert_eq!(both, [Value::Whole(2), Value::Whole(3)]);
    }

    #[test]
    fn every_size_of_a_pick_is_as_likely_and_every_member() {
        let from: Vec<Ref> = (0..4).map(|n| Ref::Unit(UnitId(n))).collect();
        let (mut sizes, mut members) = ([0; 5], [0; 4]);
        for value in draws(Range::Pick { from: from.clone(), least: 1, most: 3 }, 6000) {
            let Value::Refs(refs) = value else { panic!("refs") };
            sizes[refs.len()] += 1;
            assert!(refs.is_sorted() && refs.windows(2).all(|w| w[0] != w[1]));
            for (n, count) in members.iter_mut().enumerate() {
                *count += usize::from(refs.contains(&from[n]));
            }
        }
        // 2000 of each size; 5 standard deviations of a binomial with n = 6000, p = 1/3 are 183.
        assert_eq!((sizes[0], sizes[4]), (0, 0));
        assert!(sizes[1..4].iter().all(|&n: &i32| n.abs_diff(2000) < 183), "{sizes:?}");
        // Each member is in 1/4, 2/4 and 3/4 of the picks of the three sizes: 3000; 5 standard deviations are 194.
        assert!(members.iter().all(|n| n.abs_diff(3000) < 194), "{members:?}");
    }

    #[test]
    fn stops_are_taken_half_of_the_time() {
        let mut player = Random::new(11);
        let stop = Stop { at: Value::Length(Mil(8400)), why: Word("contact"), mark: None };
        let param = Param { stops: vec![stop], ..param(Range::Length(Mil(0), Mil(15_000))) };
        let action = Action::new(Ref::Side(Side::North), Word("x"));
        let stopped = (0..4000).filter(|_| player.value(&param, &action) == Some(Value::Length(Mil(8400)))).count();
        // Half, and of the other half one in 151: 2013; 5 standard deviations of a binomial are 158.
        assert!(stopped.abs_diff(2013) < 158, "{stopped}");
    }

    #[test]
    fn points_lie_in_the_area_and_places_keep_their_shape() {
        // An L: the upper right quarter of the box is outside.
        let corners = [(0, 0), (10, 0), (10, 5), (5, 5), (5, 10), (0, 10)].map(|(x, y)| (Mil(x * 1000), Mil(y * 1000)));
        let at = |x, y| Place { x: Mil(x), y: Mil(y), heading: Cdeg(9000) };
        let (one, two) = (Ref::Unit(UnitId(0)), Ref::Unit(UnitId(1)));
        let action = Action::new(one, Word("deploy"))
            .with(Word("x"), Value::Places(vec![(one, at(1000, 1000)), (two, at(3000, 1500))]));
        let mut player = Random::new(5);
        let mut corner = false;
        for _ in 0..500 {
            let Some(Value::Places(p)) = player.value(&param(Range::Area(corners.to_vec())), &action) else {
                panic!("places")
            };
            let (a, b) = (p[0].1, p[1].1);
            assert!(a.x.0 <= 5000 || a.y.0 <= 5000, "{a:?} lies in the missing quarter");
            assert_eq!((b.x - a.x, b.y - a.y, b.heading), (Mil(2000), Mil(500), Cdeg(9000)));
            corner |= a.x.0 > 5000;
        }
        assert!(corner, "no point in one arm of the area");
    }

    #[test]
    fn an_eager_player_ends_nine_times_more_rarely() {
        let action = Action::new(Ref::Side(Side::North), Word("x"));
        let choices = vec![Choice::plain(action.clone(), HOUSE), Choice::ending(action, HOUSE)];
        let offer = Offer { choices: choices.into(), ..Offer::default() };
        let ends = |mut player: Random| {
            let eagerness = player.eagerness;
            (0..10_000).filter(|_| player.choose(&offer, eagerness).is_some_and(|c| c.ends)).count()
        };
        // 5 standard deviations of a binomial with n = 10,000 are 250 for p = 1/2 and 150 for p = 1/10.
        assert!(ends(Random::new(1)).abs_diff(5000) < 250);
        assert!(ends(Random::eager(1)).abs_diff(1000) < 150);
    }
}
