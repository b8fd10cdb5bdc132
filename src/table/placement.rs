//! How a unit stands on the table, and the footprints that follow from it.

use bevy::ecs::component::Component;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::footprint::Footprint;
use super::pose::Pose;

/// The size of one base of a unit, which never changes, and the gap between bases of a block. Inches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BaseSize {
    /// Frontage of one base.
    pub width: f32,
    /// Depth of one base.
    pub depth: f32,
    /// Gap between neighbouring bases of a block, sideways and in depth.
    pub gap: f32,
}

/// Where and how a unit stands.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(immutable)]
pub enum Placement {
    /// Not on the table.
    #[default]
    Off,
    /// Files and ranks of bases that are measured as one rectangle; the pose is the middle of the front rank's front
    /// edge.
    Block { pose: Pose, files: u8, ranks: u8 },
    /// Each base by itself.
    Loose(Vec<Pose>),
    /// A point that blocks nothing.
    Token(Vec2),
}

/// The footprints of one unit: one for a block.
pub type Footprints = SmallVec<[Footprint; 4]>;

impl BaseSize {
    /// Without a gap between bases.
    pub fn new(width: f32, depth: f32) -> BaseSize {
        BaseSize { width, depth, gap: 0.0 }
    }

    /// The frontage of that many files.
    pub fn frontage(&self, files: u8) -> f32 {
        across(self.width, self.gap, files)
    }

    /// The depth of that many ranks.
    pub fn depth_of(&self, ranks: u8) -> f32 {
        across(self.depth, self.gap, ranks)
    }

    /// The footprint of one base.
    pub fn base(&self, pose: Pose) -> Footprint {
        Footprint::new(pose, self.width, self.depth)
    }

    /// The footprint of a block.
    pub fn block(&self, pose: Pose, files: u8, ranks: u8) -> Footprint {
        Footprint::new(pose, self.frontage(files), self.depth_of(ranks))
    }

    /// Where the bases of a block stand, rank by rank from the left front: full ranks, then the remaining bases in the
    /// middle of the last rank.
    pub fn slots(&self, pose: Pose, files: u8, bases: usize) -> Vec<Pose> {
        let files = usize::from(files.max(1));
        let pitch = (self.width + self.gap, self.depth + self.gap);
        (0..bases)
            .map(|n| {
                let (rank, file) = (n / files, n % files);
                let in_rank = files.min(bases - rank * files);
                let right = (file as f32 - (in_rank as f32 - 1.0) / 2.0) * pitch.0;
                pose.shifted(-(rank as f32) * pitch.1, right)
            })
            .collect()
    }
}

impl Placement {
    /// The footprints: none when it is off the table or a token.
    pub fn footprints(&self, size: BaseSize) -> Footprints {
        match self {
            Placement::Off | Placement::Token(_) => Footprints::new(),
            Placement::Block { pose, files, ranks } => Footprints::from_slice(&[size.block(*pose, *files, *ranks)]),
            Placement::Loose(poses) => poses.iter().map(|pose| size.base(*pose)).collect(),
        }
    }

    /// Whether it is on the table, as bases or as a token.
    pub fn is_on(&self) -> bool {
        *self != Placement::Off
    }

    /// The pose of a block, or of the first base of a loose unit.
    pub fn pose(&self) -> Option<Pose> {
        match self {
            Placement::Block { pose, .. } => Some(*pose),
            Placement::Loose(poses) => poses.first().copied(),
            Placement::Off | Placement::Token(_) => None,
        }
    }

    /// The point that stands for the whole unit: of a block the middle of its front edge, of a loose unit the mean of
    /// its bases' front middles, of a token itself.
    pub fn point(&self) -> Option<Vec2> {
        match self {
            Placement::Off => None,
            Placement::Block { pose, .. } => Some(pose.at),
            Placement::Loose(poses) if poses.is_empty() => None,
            Placement::Loose(poses) => Some(poses.iter().map(|p| p.at).sum::<Vec2>() / poses.len() as f32),
            Placement::Token(at) => Some(*at),
        }
    }

    /// A block in the same formation elsewhere. Other placements stay as they are.
    #[must_use]
    pub fn with_pose(&self, to: Pose) -> Placement {
        match self {
            Placement::Block { files, ranks, .. } => Placement::Block { pose: to, files: *files, ranks: *ranks },
            other => other.clone(),
        }
    }

    /// The same unit with its footprints moved to these, in their order.
    #[must_use]
    pub fn at(&self, moved: &[Footprint]) -> Placement {
        match (self, moved) {
            (Placement::Block { .. }, [one, ..]) => self.with_pose(one.pose()),
            (Placement::Loose(_), moved) => Placement::Loose(moved.iter().map(Footprint::pose).collect()),
            _ => self.clone(),
        }
    }
}

fn across(one: f32, gap: f32, count: u8) -> f32 {
    let count = f32::from(count.max(1));
    one * count + gap * (count - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_one_rectangle_with_its_gaps() {
        let figure = BaseSize { width: 0.5, depth: 0.5, gap: 0.5 };
        let open = Placement::Block { pose: Pose::new(20.0, 20.0, 0.0), files: 6, ranks: 2 };
        let [print] = open.footprints(figure)[..] else { panic!("one rectangle") };
        assert_eq!((print.width(), print.depth()), (5.5, 1.5));
        let closed = BaseSize { gap: 0.0, ..figure };
        assert_eq!((closed.frontage(6), closed.depth_of(2)), (3.0, 1.0));
    }

    #[test]
    fn what_is_left_over_stands_in_the_middle_of_the_last_rank() {
        let slots = BaseSize::new(1.0, 1.0).slots(Pose::new(10.0, 10.0, 0.0), 3, 5);
        let at: Vec<Vec2> = slots.iter().map(|p| p.at).collect();
        assert_eq!(at[..3], [Vec2::new(9.0, 10.0), Vec2::new(10.0, 10.0), Vec2::new(11.0, 10.0)]);
        assert_eq!(at[3..], [Vec2::new(9.5, 9.0), Vec2::new(10.5, 9.0)]);
    }

    #[test]
    fn tokens_and_units_off_the_table_cover_nothing() {
        let size = BaseSize::new(1.0, 1.0);
        assert!(Placement::Off.footprints(size).is_empty());
        assert!(Placement::Token(Vec2::ONE).footprints(size).is_empty());
        assert!(Placement::Token(Vec2::ONE).is_on() && !Placement::Off.is_on());
    }
}
