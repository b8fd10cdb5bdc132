//! The eight army colours: four with a plain trim line (row A), four with a beaded one (row B). A battle has one of
//! each row, so sides differ by pattern as well as by hue.

use super::Rgb;

/// One army's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmyColour {
    /// Lower case, as scenario files write it.
    pub name: &'static str,
    /// Whether its trim is plain or beaded.
    pub row: Row,
    /// Edges of bases, shields, flags.
    pub main: Rgb,
    /// Front edges, glyphs and words on tints.
    pub dark: Rgb,
    /// The ground of a base.
    pub tint: Rgb,
    /// The trim line inside the edge.
    pub trim: Rgb,
}

/// How an army's trim is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A plain line.
    A,
    /// A row of beads.
    B,
}

/// Mains nearer to each other than this (CIE76, the worst of normal and colour-blind eyes) are hard to tell apart.
pub const LEAST_APART: f32 = 45.0;

const fn colour(name: &'static str, row: Row, main: u32, dark: u32, tint: u32, trim: u32) -> ArmyColour {
    ArmyColour { name, row, main: Rgb::of(main), dark: Rgb::of(dark), tint: Rgb::of(tint), trim: Rgb::of(trim) }
}

/// Red.
pub const MADDER: ArmyColour = colour("madder", Row::A, 0xA32A22, 0x6B1712, 0xDDB49C, 0xF7EACB);
/// Yellow brown.
pub const OCHRE: ArmyColour = colour("ochre", Row::A, 0xC08A1E, 0x6B4708, 0xEAD8A4, 0xFFF6DC);
/// Orange brown.
pub const TERRACOTTA: ArmyColour = colour("terracotta", Row::A, 0xC2602F, 0x6F2F10, 0xEBC6A8, 0xFBEBD2);
/// Nearly white; the only one whose trim is darker than its main colour.
pub const BONE: ArmyColour = colour("bone", Row::A, 0xD8CFB8, 0x5A5140, 0xF0EADA, 0x7A6F58);
/// Blue.
pub const INDIGO: ArmyColour = colour("indigo", Row::B, 0x2B4C78, 0x172C49, 0xA9B6BC, 0xE6BC55);
/// Blue green.
pub const VERDIGRIS: ArmyColour = colour("verdigris", Row::B, 0x1B5558, 0x0C2E31, 0x9DB9B6, 0xEBD08A);
/// Violet.
pub const PLUM: ArmyColour = colour("plum", Row::B, 0x5A3560, 0x331B38, 0xBBA6B4, 0xEBCB8A);
/// Dark grey.
pub const IRON: ArmyColour = colour("iron", Row::B, 0x41454A, 0x1F2225, 0xAEB0AC, 0xE3D3A0);

impl ArmyColour {
    /// All eight, row A first.
    pub const ALL: [ArmyColour; 8] = [MADDER, OCHRE, TERRACOTTA, BONE, INDIGO, VERDIGRIS, PLUM, IRON];

    /// What the sides wear if a scenario names no colours.
    pub const DEFAULT: [ArmyColour; 2] = [MADDER, INDIGO];

    /// By its lower-case name.
    pub fn named(name: &str) -> Option<ArmyColour> {
        ArmyColour::ALL.into_iter().find(|c| c.name == name)
    }

    /// The cloth and shields of its figures: the main colour a little lighter, so that a figure stands out from the
    /// edges of its base.
    pub fn coat(self) -> Rgb {
        self.main.mix(Rgb::WHITE, 0.09)
    }

    /// The smallest CIE76 distance of the two mains over normal and colour-blind eyes; see [`LEAST_APART`].
    pub fn apart(self, other: ArmyColour) -> f32 {
        self.main.least_distance(other.main)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::{CLOTH, Vision};

    fn pairs() -> impl Iterator<Item = (ArmyColour, ArmyColour)> {
        let row = |r| ArmyColour::ALL.into_iter().filter(move |c| c.row == r);
        row(Row::A).flat_map(move |a| row(Row::B).map(move |b| (a, b)))
    }

    #[test]
    fn colours_are_found_by_name() {
        assert_eq!(ArmyColour::named("madder"), Some(MADDER));
        assert_eq!(ArmyColour::named("iron"), Some(IRON));
        assert_eq!(ArmyColour::named("Madder"), None);
        assert_eq!(ArmyColour::named("pink"), None);
        assert_ne!(ArmyColour::DEFAULT[0].row, ArmyColour::DEFAULT[1].row);
        assert_eq!(pairs().count(), 16);
    }

    #[test]
    fn one_of_each_row_can_be_told_apart_by_every_eye() {
        for (a, b) in pairs() {
            let apart = a.apart(b);
            let close = a == MADDER && (b == VERDIGRIS || b == IRON);
            assert_eq!(apart < LEAST_APART - 0.5, close, "{} and {}: {apart}", a.name, b.name);
            assert!(apart > 26.0, "{} and {}: {apart}", a.name, b.name);
            let tints = a.tint.least_distance(b.tint);
            assert!(tints >= 13.5, "tints of {} and {}: {tints}", a.name, b.name);
        }
    }

    #[test]
    fn the_default_pair_is_as_far_apart_as_promised() {
        for (vision, promised) in Vision::ALL.into_iter().zip([78.0, 70.0, 52.0]) {
            let found = MADDER.main.seen_by(vision).distance(INDIGO.main.seen_by(vision));
            assert!((found - promised).abs() < 1.0, "{vision:?}: {found}, not {promised}");
        }
    }

    #[test]
    fn dark_reads_on_tint_and_stands_out_from_the_cloth() {
        for c in ArmyColour::ALL {
            assert!(c.dark.contrast(c.tint) >= 4.5, "{}: {}", c.name, c.dark.contrast(c.tint));
            assert!(c.dark.contrast(CLOTH) >= 3.0, "{}: {}", c.name, c.dark.contrast(CLOTH));
        }
    }
}
