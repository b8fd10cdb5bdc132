//! Bases in ranks and files: how many stand where.

use super::measures::Mil;

/// So many bases in ranks of so many files; what is left over stands in the middle of the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// Bases side by side in a full rank.
    pub files: u8,
    /// All bases.
    pub bases: u8,
    /// Between neighbours, sideways and in depth.
    pub gap: Mil,
    /// How many of a rank touch each other before there is a gap.
    pub stand: u8,
}

impl Ranks {
    /// A single base.
    pub const ONE: Ranks = Ranks { files: 1, bases: 1, gap: Mil::ZERO, stand: 1 };

    /// Full ranks without gaps.
    pub fn full(files: u8, ranks: u8) -> Ranks {
        Ranks { files, bases: files.saturating_mul(ranks), ..Ranks::ONE }
    }

    /// How many stand side by side in the front rank, at least 1.
    pub fn abreast(self) -> u8 {
        self.files.min(self.bases).max(1)
    }

    /// How many ranks there are, the last one full or not; at least 1.
    pub fn deep(self) -> u8 {
        self.bases.div_ceil(self.abreast()).max(1)
    }

    /// How many stand in the last rank, at least 1.
    pub fn in_last(self) -> u8 {
        match self.bases % self.abreast() {
            0 => self.abreast(),
            some => some,
        }
    }

    /// Whether bases can be told apart by where they stand: there are gaps between them, or the last rank is not full.
    pub fn shows_bases(self) -> bool {
        self.gap != Mil::ZERO || self.in_last() != self.abreast()
    }
}

/// Of each base, rank by rank from the left front: its rank, its place in the rank, and how many stand in that rank.
pub fn places(files: u8, bases: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let files = usize::from(files.max(1));
    (0..bases).map(move |n| {
        let (rank, file) = (n / files, n % files);
        (rank, file, files.min(bases - rank * files))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_from_files_and_bases() {
        let of = |files, bases| {
            let ranks = Ranks { files, bases, ..Ranks::ONE };
            (ranks.abreast(), ranks.deep(), ranks.in_last())
        };
        assert_eq!(
            [of(6, 12), of(6, 8), of(6, 4), of(6, 0), of(0, 3)],
            [(6, 2, 6), (6, 2, 2), (4, 1, 4), (1, 1, 1), (1, 3, 1)]
        );
        assert_eq!(Ranks::full(4, 2).bases, 8);
        assert!(Ranks { gap: Mil(1), ..Ranks::ONE }.shows_bases() && !Ranks::full(4, 2).shows_bases());
    }
}
