//! How a unit stands on the table, and the footprints that follow from it.

mod saved;

use bevy::ecs::component::Component;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use super::footprint::Footprint;
use super::hull;
use super::measures::Mil;
use super::pose::Pose;
use super::ranks::{Ranks, places};

/// The size of one base of a unit, which never changes, and how much of the table a block of such bases takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseSize {
    /// Frontage of one base, inches.
    pub width: f32,
    /// Depth of one base, inches.
    pub depth: f32,
    /// What a last rank covers that is not full.
    pub last_rank: LastRank,
    /// How many bases of a rank touch each other before there is a gap, where a block has gaps: 1 unless bases stand together.
    #[serde(default = "alone", skip_serializing_if = "is_alone")]
    pub stand: u8,
}

fn alone() -> u8 {
    1
}

fn is_alone(stand: &u8) -> bool {
    *stand <= 1
}

/// What a block's last rank covers when it is not full. A ruleset chooses it with the size of its bases, because whoever
/// asks what a block covers has its placement and that size, and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LastRank {
    /// As much as a full one: the whole block is one rectangle.
    #[default]
    CountsAsFull,
    /// Only what its own bases cover, side by side in the middle: the full ranks are one rectangle and the last rank is
    /// another.
    AsItStands,
}

/// Where and how a unit stands. A full block without a gap is saved, and counted in a digest, by its files and ranks.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[component(immutable)]
#[serde(from = "saved::Saved", into = "saved::Saved")]
pub enum Placement {
    /// Not on the table.
    #[default]
    Off,
    /// So many bases in ranks of so many files, and a gap between neighbours, sideways and in depth; what is left over
    /// stands in the middle of the last rank. The pose is the middle of the front rank's front edge.
    Block {
        /// The middle of the front edge.
        pose: Pose,
        /// Bases side by side in a full rank.
        files: u8,
        /// All bases.
        bases: u8,
        /// Between neighbours, sideways and in depth.
        gap: Mil,
    },
    /// Each base by itself.
    Loose(Vec<Pose>),
    /// A point that blocks nothing.
    Token(Vec2),
}

/// The footprints of one unit: one for a block, or two where its last rank is a rectangle of its own.
pub type Footprints = SmallVec<[Footprint; 4]>;

impl Default for BaseSize {
    fn default() -> BaseSize {
        BaseSize::new(0.0, 0.0)
    }
}

impl BaseSize {
    /// Of a base of that frontage and depth, inches, of which every block is one rectangle.
    pub const fn new(width: f32, depth: f32) -> BaseSize {
        BaseSize { width, depth, last_rank: LastRank::CountsAsFull, stand: 1 }
    }

    /// The frontage of that many files without gaps.
    pub fn frontage(&self, files: u8) -> f32 {
        self.frontage_apart(files, Mil::ZERO)
    }

    /// The frontage of that many files with that gap between neighbours who do not stand together.
    pub fn frontage_apart(&self, files: u8, gap: Mil) -> f32 {
        across(self.width, gap, files, self.stand)
    }

    /// The footprint of one base.
    pub fn base(&self, pose: Pose) -> Footprint {
        Footprint::new(pose, self.width, self.depth)
    }

    /// The footprint of a full block without gaps.
    pub fn block(&self, pose: Pose, files: u8, ranks: u8) -> Footprint {
        self.rectangle(pose, files, ranks, Mil::ZERO)
    }

    /// Where bases without gaps stand in ranks of so many files, rank by rank from the left front: full ranks, then the
    /// remaining bases in the middle of the last rank.
    pub fn slots(&self, pose: Pose, files: u8, bases: usize) -> Vec<Pose> {
        self.slots_apart(pose, files, bases, Mil::ZERO)
    }

    fn slots_apart(&self, pose: Pose, files: u8, bases: usize, apart: Mil) -> Vec<Pose> {
        let gap = apart.to_inches();
        let pitch = (self.width + gap, self.depth + gap);
        places(files, bases)
            .map(|(rank, file, in_rank)| {
                let right = if self.stand > 1 {
                    let gaps = file / usize::from(self.stand);
                    let from_left = (file as f32 + 0.5) * self.width + gaps as f32 * gap;
                    from_left - across(self.width, apart, in_rank as u8, self.stand) / 2.0
                } else {
                    (file as f32 - (in_rank as f32 - 1.0) / 2.0) * pitch.0
                };
                pose.shifted(-(rank as f32) * pitch.1, right)
            })
            .collect()
    }

    fn rectangle(&self, pose: Pose, files: u8, ranks: u8, gap: Mil) -> Footprint {
        Footprint::new(pose, across(self.width, gap, files, self.stand), across(self.depth, gap, ranks, 1))
    }

    /// The rectangles of a block, each with the bases that stand in it.
    fn parts(&self, pose: Pose, all: Ranks) -> SmallVec<[(Footprint, Ranks); 2]> {
        let stand = self.stand.max(1);
        let (gap, all) = (all.gap, Ranks { stand, ..all });
        let (files, deep, last) = (all.abreast(), all.deep(), all.in_last());
        if self.last_rank == LastRank::CountsAsFull || last == files {
            return smallvec![(self.rectangle(pose, files, deep, gap), all)];
        }
        let full = deep - 1;
        let behind = pose.shifted(-(self.depth + gap.to_inches()) * f32::from(full), 0.0);
        smallvec![
            (self.rectangle(pose, files, full, gap), Ranks { files, bases: files * full, gap, stand }),
            (self.rectangle(behind, last, 1, gap), Ranks { files: last, bases: last, gap, stand }),
        ]
    }
}

impl Placement {
    /// A full block without gaps.
    pub fn block(pose: Pose, files: u8, ranks: u8) -> Placement {
        let Ranks { files, bases, gap, .. } = Ranks::full(files, ranks);
        Placement::Block { pose, files, bases, gap }
    }

    /// The footprints: none when it is off the table or a token.
    pub fn footprints(&self, size: BaseSize) -> Footprints {
        match self {
            Placement::Off | Placement::Token(_) => Footprints::new(),
            Placement::Block { pose, .. } => {
                size.parts(*pose, self.ranks()).into_iter().map(|(print, _)| print).collect()
            }
            Placement::Loose(_) => self.bases(size),
        }
    }

    /// Each base by itself, a block's rank by rank from the left front, as [`Ref::Base`](crate::battle::Ref::Base)
    /// counts them.
    pub fn bases(&self, size: BaseSize) -> Footprints {
        match self {
            Placement::Off | Placement::Token(_) => Footprints::new(),
            Placement::Block { pose, files, bases, gap } => {
                let slots = size.slots_apart(*pose, *files, usize::from(*bases), *gap);
                slots.into_iter().map(|pose| size.base(pose)).collect()
            }
            Placement::Loose(poses) => poses.iter().map(|pose| size.base(*pose)).collect(),
        }
    }

    /// How many bases stand on the table.
    pub fn base_count(&self) -> usize {
        match self {
            Placement::Off | Placement::Token(_) => 0,
            Placement::Block { bases, .. } => usize::from(*bases),
            Placement::Loose(poses) => poses.len(),
        }
    }

    /// The ranks in which a block stands; of whatever else a single base.
    pub fn ranks(&self) -> Ranks {
        match *self {
            Placement::Block { files, bases, gap, .. } => Ranks { files, bases, gap, stand: 1 },
            _ => Ranks::ONE,
        }
    }

    /// The ranks of bases in each of [`Placement::footprints`].
    pub fn ranks_of_footprints(&self, size: BaseSize) -> Vec<Ranks> {
        match self {
            Placement::Off | Placement::Token(_) => Vec::new(),
            Placement::Block { pose, .. } => {
                size.parts(*pose, self.ranks()).into_iter().map(|(_, ranks)| ranks).collect()
            }
            Placement::Loose(poses) => vec![Ranks::ONE; poses.len()],
        }
    }

    /// One rectangle round the whole unit, as [`hull::round`] draws it; none when it covers nothing.
    pub fn hull(&self, size: BaseSize) -> Option<Footprint> {
        match self {
            Placement::Block { pose, .. } => {
                let ranks = self.ranks();
                Some(size.rectangle(*pose, ranks.abreast(), ranks.deep(), ranks.gap))
            }
            other => hull::round(&other.footprints(size)),
        }
    }

    /// Whether it is on the table, as bases or as a token.
    pub fn is_on(&self) -> bool {
        *self != Placement::Off
    }

    /// The middle of the front edge, and where it faces: of a loose unit, of its hull.
    pub fn pose(&self, size: BaseSize) -> Option<Pose> {
        match self {
            Placement::Block { pose, .. } => Some(*pose),
            Placement::Loose(_) => self.hull(size).map(|hull| hull.pose()),
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

    /// The same unit elsewhere, so that its [`pose`](Placement::pose) is that: a block in its formation, a loose unit
    /// with all its bases where they are to each other. Other placements stay as they are.
    #[must_use]
    pub fn with_pose(&self, to: Pose, size: BaseSize) -> Placement {
        match (self, self.pose(size)) {
            (Placement::Loose(poses), Some(from)) => {
                Placement::Loose(poses.iter().map(|pose| pose.carried(from, to)).collect())
            }
            _ => self.as_block_at(to),
        }
    }

    fn as_block_at(&self, to: Pose) -> Placement {
        match self {
            Placement::Block { files, bases, gap, .. } => {
                Placement::Block { pose: to, files: *files, bases: *bases, gap: *gap }
            }
            other => other.clone(),
        }
    }

    /// The same unit with its footprints moved to these, in their order.
    #[must_use]
    pub fn at(&self, moved: &[Footprint]) -> Placement {
        match (self, moved) {
            (Placement::Block { .. }, [one, ..]) => self.as_block_at(one.pose()),
            (Placement::Loose(_), moved) => Placement::Loose(moved.iter().map(Footprint::pose).collect()),
            _ => self.clone(),
        }
    }
}

/// What so many cover side by side, with a gap after each `stand` of them.
fn across(one: f32, gap: Mil, count: u8, stand: u8) -> f32 {
    let count = count.max(1);
    let gaps = if stand > 1 { count.div_ceil(stand) - 1 } else { count - 1 };
    one * f32::from(count) + gap.to_inches() * f32::from(gaps)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIGURE: BaseSize = BaseSize::new(0.5, 0.5);

    fn block(files: u8, bases: u8, gap: i32) -> Placement {
        Placement::Block { pose: Pose::new(20.0, 20.0, 0.0), files, bases, gap: Mil(gap) }
    }

    fn sides(print: &Footprint) -> (f32, f32) {
        (print.width(), print.depth())
    }

    #[test]
    fn a_block_is_one_rectangle_with_its_gaps() {
        let [print] = block(6, 12, 500).footprints(FIGURE)[..] else { panic!("one rectangle") };
        assert_eq!(sides(&print), (5.5, 1.5));
        assert_eq!(sides(&FIGURE.block(Pose::default(), 6, 2)), (3.0, 1.0));
    }

    #[test]
    fn bases_that_stand_together_have_their_gap_beside_them() {
        let size = BaseSize { stand: 3, ..FIGURE };
        let block = block(6, 10, 1000);
        let [print] =
            Placement::Block { pose: Pose::default(), files: 6, bases: 6, gap: Mil(1000) }.footprints(size)[..]
        else {
            panic!("one rectangle")
        };
        assert_eq!(sides(&print), (4.0, 0.5));
        let at: Vec<f32> = block.bases(size).iter().map(|base| base.centre.x - 20.0).collect();
        assert_eq!(at[..6], [-1.75, -1.25, -0.75, 0.75, 1.25, 1.75]);
        assert_eq!(at[6..], [-1.25, -0.75, -0.25, 1.25], "three and one behind");
    }

    #[test]
    fn a_last_rank_that_is_not_full_counts_as_full_or_as_it_stands() {
        let eight = block(3, 8, 100);
        let [whole] = eight.footprints(FIGURE)[..] else { panic!("one rectangle") };
        let own = BaseSize { last_rank: LastRank::AsItStands, ..FIGURE };
        let [full, last] = eight.footprints(own)[..] else { panic!("two rectangles") };
        assert!((whole.width() - 1.7).abs() < 1e-6 && (whole.depth() - 1.7).abs() < 1e-6, "{whole:?}");
        assert!((full.depth() - 1.1).abs() < 1e-6 && (last.width() - 1.1).abs() < 1e-6, "{full:?} {last:?}");
        assert!(last.front().distance(Vec2::new(20.0, 18.8)) < 1e-5, "behind its gap, in the middle: {last:?}");
        assert_eq!(eight.hull(own), Some(whole));
        assert_eq!(eight.ranks_of_footprints(own).iter().map(|ranks| ranks.bases).collect::<Vec<_>>(), [6, 2]);
        assert_eq!(block(3, 9, 100).footprints(own).len(), 1, "a full one is one rectangle in any case");
        assert_eq!(sides(&block(6, 2, 0).footprints(own)[0]), (1.0, 0.5), "a front rank is as wide as its bases");
    }

    #[test]
    fn every_base_lies_in_a_rectangle_of_its_block() {
        let own = BaseSize { last_rank: LastRank::AsItStands, ..FIGURE };
        for (files, bases, gap) in [(1, 1, 0), (3, 8, 0), (3, 8, 500), (5, 4, 250), (7, 48, 100)] {
            let block = block(files, bases, gap);
            let prints = block.bases(own);
            assert_eq!((prints.len(), block.base_count()), (usize::from(bases), usize::from(bases)));
            for base in prints {
                let holds = |print: &Footprint| base.corners().iter().all(|c| print.grown(1e-4).holds(*c));
                assert!(block.footprints(own).iter().any(holds), "{files} {bases} {gap} {base:?}");
            }
        }
    }

    #[test]
    fn what_is_left_over_stands_in_the_middle_of_the_last_rank() {
        let slots = BaseSize::new(1.0, 1.0).slots(Pose::new(10.0, 10.0, 0.0), 3, 5);
        let at: Vec<Vec2> = slots.iter().map(|p| p.at).collect();
        assert_eq!(at[..3], [Vec2::new(9.0, 10.0), Vec2::new(10.0, 10.0), Vec2::new(11.0, 10.0)]);
        assert_eq!(at[3..], [Vec2::new(9.5, 9.0), Vec2::new(10.5, 9.0)]);
    }

    #[test]
    fn a_loose_unit_goes_as_one_by_the_front_middle_of_its_hull() {
        let size = BaseSize::new(1.0, 0.5);
        let from = [Pose::new(10.0, 10.0, 0.0), Pose::new(11.5, 9.0, 0.0), Pose::new(9.0, 8.0, 90.0)];
        let loose = Placement::Loose(from.to_vec());
        let to = Pose::new(30.0, 20.0, 90.0);
        let moved = loose.with_pose(to, size);
        let there = moved.pose(size).unwrap();
        assert!(there.at.distance(to.at) < 1e-4 && there.heading == to.heading, "{there:?}");
        let Placement::Loose(poses) = &moved else { panic!("it stays loose") };
        for (n, pose) in poses.iter().enumerate() {
            assert_eq!(pose.heading, (from[n].heading + to.heading).heading());
            let apart = |poses: &[Pose]| poses[n].at.distance(poses[0].at);
            assert!((apart(poses) - apart(&from)).abs() < 1e-4, "{n}");
        }
    }

    #[test]
    fn tokens_and_units_off_the_table_cover_nothing() {
        let size = BaseSize::new(1.0, 1.0);
        assert!(Placement::Off.footprints(size).is_empty());
        assert!(Placement::Token(Vec2::ONE).footprints(size).is_empty());
        assert!(Placement::Token(Vec2::ONE).is_on() && !Placement::Off.is_on());
    }
}
