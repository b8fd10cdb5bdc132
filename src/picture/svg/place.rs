//! Finds room for words: the first place that is free, else the one that covers least.

use bevy::math::Vec2;

/// An upright rectangle on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    pub low: Vec2,
    pub high: Vec2,
}

/// What is taken, and what must hold everything.
#[derive(Clone, Debug)]
pub struct Room {
    whole: Patch,
    taken: Vec<Patch>,
    /// Those that words take.
    words: Vec<Patch>,
}

impl Patch {
    /// About a middle.
    pub fn about(middle: Vec2, size: Vec2) -> Patch {
        Patch { low: middle - size / 2.0, high: middle + size / 2.0 }
    }

    /// Round points; none without points.
    pub fn round(points: impl IntoIterator<Item = Vec2>) -> Option<Patch> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let patch = Patch { low: first, high: first };
        Some(points.fold(patch, |patch, p| Patch { low: patch.low.min(p), high: patch.high.max(p) }))
    }

    /// Larger by that much on every side.
    #[must_use]
    pub fn grown(self, by: f32) -> Patch {
        Patch { low: self.low - by, high: self.high + by }
    }

    pub fn middle(self) -> Vec2 {
        (self.low + self.high) / 2.0
    }

    pub fn size(self) -> Vec2 {
        self.high - self.low
    }

    /// The area that both cover.
    pub fn shared(self, other: Patch) -> f32 {
        let over = (self.high.min(other.high) - self.low.max(other.low)).max(Vec2::ZERO);
        over.x * over.y
    }

    fn area(self) -> f32 {
        let size = self.size();
        size.x * size.y
    }
}

impl Room {
    /// An empty page.
    pub fn new(whole: Patch) -> Room {
        Room { whole, taken: Vec::new(), words: Vec::new() }
    }

    /// Marks a patch as taken.
    pub fn take(&mut self, patch: Patch) {
        self.taken.push(patch);
    }

    /// How much of what is taken a patch would cover; what would stand out of the page counts tenfold.
    pub fn cost(&self, patch: Patch) -> f32 {
        let over: f32 = self.taken.iter().map(|t| t.shared(patch)).sum();
        over + 10.0 * (patch.area() - patch.shared(self.whole))
    }

    /// Chooses a place for words, as [`Room::choose`] does, but never on other words: none where there is no other place.
    pub fn choose_for_words(&mut self, wanted: &[Patch]) -> Option<Patch> {
        let clear = |patch: &&Patch| self.words.iter().all(|words| words.shared(**patch) < 0.5);
        let wanted: Vec<Patch> = wanted.iter().filter(clear).copied().collect();
        let chosen = self.choose(&wanted)?;
        self.words.push(chosen);
        Some(chosen)
    }

    /// Chooses among patches, best first, and takes the one chosen: the first that is free, else the one that covers
    /// least; what would stand out of the page counts tenfold. `None` only when there is nothing to choose.
    pub fn choose(&mut self, wanted: &[Patch]) -> Option<Patch> {
        let costs: Vec<f32> = wanted.iter().map(|patch| self.cost(*patch)).collect();
        let free = costs.iter().position(|&c| c < 0.5);
        let best = free.or_else(|| (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b])))?;
        self.take(wanted[best]);
        Some(wanted[best])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, y: f32) -> Patch {
        Patch::about(Vec2::new(x, y), Vec2::new(10.0, 4.0))
    }

    #[test]
    fn the_first_free_place_is_taken_and_then_no_longer_free() {
        let mut room = Room::new(Patch { low: Vec2::ZERO, high: Vec2::splat(100.0) });
        room.take(at(20.0, 20.0));
        let wanted = [at(22.0, 21.0), at(50.0, 50.0), at(80.0, 80.0)];
        assert_eq!(room.choose(&wanted), Some(wanted[1]));
        assert_eq!(room.choose(&wanted), Some(wanted[2]));
        assert_eq!(room.choose(&[]), None);
    }

    #[test]
    fn with_none_free_the_least_covered_is_taken_and_the_page_is_kept() {
        let mut room = Room::new(Patch { low: Vec2::ZERO, high: Vec2::splat(100.0) });
        room.take(at(20.0, 20.0));
        // 1 by 4 covered, 5 by 4 covered, and one that stands out of the page by half.
        let wanted = [at(0.0, 50.0), at(25.0, 20.0), at(29.0, 20.0)];
        assert_eq!(room.choose(&wanted), Some(wanted[2]));
    }

    #[test]
    fn words_never_lie_on_words_though_they_may_lie_on_other_things() {
        let mut room = Room::new(Patch { low: Vec2::ZERO, high: Vec2::splat(100.0) });
        room.take(at(20.0, 20.0));
        assert_eq!(room.choose_for_words(&[at(20.0, 20.0)]), Some(at(20.0, 20.0)));
        assert_eq!(room.choose_for_words(&[at(29.0, 20.0)]), None);
        assert_eq!(room.choose_for_words(&[at(29.0, 20.0), at(30.0, 20.0)]), Some(at(30.0, 20.0)));
    }

    #[test]
    fn patches_round_points() {
        assert_eq!(Patch::round([]), None);
        let patch = Patch::round([Vec2::new(3.0, 1.0), Vec2::new(1.0, 5.0)]).unwrap().grown(1.0);
        assert_eq!((patch.low, patch.high), (Vec2::ZERO, Vec2::new(4.0, 6.0)));
    }
}
