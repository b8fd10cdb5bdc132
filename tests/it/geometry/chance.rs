//! Numbers and footprints at random, the same in every run.

use bevy::math::Vec2;
use sandtable::table::{Cdeg, Footprint, Pose};

/// Random numbers by Steele's splitmix, so that the pairs never change.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: i32) -> i32 {
        (self.next() % count as u64) as i32
    }

    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    pub fn heading(&mut self) -> Cdeg {
        Cdeg(self.below(36_000))
    }

    pub fn size(&mut self) -> (f32, f32) {
        (self.within(0.4, 5.0), self.within(0.4, 3.0))
    }

    pub fn print(&mut self) -> Footprint {
        let (width, depth) = self.size();
        let at = Vec2::new(self.within(30.0, 42.0), self.within(15.0, 27.0));
        Footprint::new(Pose { at, heading: self.heading() }, width, depth)
    }

    /// As people place things: tenths of an inch, eighths of a turn.
    pub fn on_grid(&mut self) -> Footprint {
        let mut tenths = |from: i32, count: i32| (from + self.below(count)) as f32 / 10.0;
        let at = Vec2::new(tenths(300, 120), tenths(150, 120));
        let (width, depth) = (tenths(4, 46), tenths(4, 26));
        Footprint::new(Pose { at, heading: Cdeg(4500 * self.below(8)) }, width, depth)
    }
}
