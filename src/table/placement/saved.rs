//! A placement as saves and digests have it. A full block without gaps stands there by its files and ranks, as it did
//! before blocks could be anything else; so old saves are read, and digests of battles with full blocks stay the same.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::Placement;
use crate::table::measures::Mil;
use crate::table::pose::Pose;
use crate::table::ranks::Ranks;

/// A digest counts variants by their place, so a new one comes last.
#[derive(Serialize, Deserialize)]
pub enum Saved {
    Off,
    /// Full ranks without gaps.
    Block {
        pose: Pose,
        files: u8,
        ranks: u8,
    },
    Loose(Vec<Pose>),
    Token(Vec2),
    /// Any other block.
    Bases {
        pose: Pose,
        files: u8,
        bases: u8,
        gap: Mil,
    },
}

impl From<Saved> for Placement {
    fn from(saved: Saved) -> Placement {
        match saved {
            Saved::Off => Placement::Off,
            Saved::Block { pose, files, ranks } => Placement::block(pose, files, ranks),
            Saved::Loose(poses) => Placement::Loose(poses),
            Saved::Token(at) => Placement::Token(at),
            Saved::Bases { pose, files, bases, gap } => Placement::Block { pose, files, bases, gap },
        }
    }
}

impl From<Placement> for Saved {
    fn from(placement: Placement) -> Saved {
        match placement {
            Placement::Off => Saved::Off,
            Placement::Block { pose, files, bases, gap } => {
                let block = Ranks { files, bases, gap, stand: 1 };
                let ranks = block.deep();
                if block == Ranks::full(files, ranks) {
                    Saved::Block { pose, files, ranks }
                } else {
                    Saved::Bases { pose, files, bases, gap }
                }
            }
            Placement::Loose(poses) => Saved::Loose(poses),
            Placement::Token(at) => Saved::Token(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_block_without_gaps_is_written_by_its_files_and_ranks() {
        let pose = Pose::new(1.0, 2.0, 0.0);
        let written = |placement: &Placement| ron::to_string(placement).unwrap();
        let full = written(&Placement::block(pose, 4, 2));
        assert!(full.starts_with("Block(pose:") && full.ends_with("files:4,ranks:2)"), "{full}");
        let others = [(4, 7, 0), (4, 8, 500), (4, 3, 0), (0, 0, 0)];
        let others = others.map(|(files, bases, gap)| Placement::Block { pose, files, bases, gap: Mil(gap) });
        for placement in others.into_iter().chain([Placement::block(pose, 1, 1), Placement::Loose(vec![pose])]) {
            assert_eq!(ron::from_str::<Placement>(&written(&placement)).unwrap(), placement);
        }
    }
}
