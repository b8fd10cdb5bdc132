//! The colours of the table and of what is drawn over it: the same in daylight and lamplight.

use super::Rgb;

/// The cloth; its grain and mottle stay within 4 % of its lightness.
pub const CLOTH: Rgb = Rgb::of(0xCFC8A6);
/// Rulers along the edges.
pub const RULER: Rgb = Rgb::of(0xF3ECDA);
/// The ticks of rulers.
pub const RULER_TICK: Rgb = Rgb::of(0x6B6049);
/// The numbers of rulers.
pub const RULER_FIGURE: Rgb = Rgb::of(0x4A4233);
/// Lines and words on the cloth.
pub const INK: Rgb = Rgb::of(0x2A2520);
/// Tags and plaques.
pub const TAG: Rgb = Rgb::of(0xFBF6E8);
/// Behind words on the table, at [`HALO_SHARE`].
pub const HALO: Rgb = Rgb::of(0xE6DEC0);
/// How much of it covers what is behind, 0 to 1.
pub const HALO_SHARE: f32 = 0.85;

/// A hill's three tones, from its foot to its top.
pub const HILL: [Rgb; 3] = [Rgb::of(0xD3C08D), Rgb::of(0xDDCD9C), Rgb::of(0xE7DAB0)];
/// The strokes down a hill's slope.
pub const HACHURE: Rgb = Rgb::of(0x7A6330);

/// The ground between trees.
pub const WOODS_FLOOR: Rgb = Rgb::of(0x8C9560);
/// Tree crowns, one of these each.
pub const CROWNS: [Rgb; 4] = [Rgb::of(0x5F7138), Rgb::of(0x6B7B3F), Rgb::of(0x566832), Rgb::of(0x728246)];
/// The lit side of a crown.
pub const CROWN_LIGHT: Rgb = Rgb::of(0x8E9A5C);
/// The outline of woods.
pub const WOODS_EDGE: Rgb = Rgb::of(0x4C5A2C);

/// The floor of rough ground.
pub const ROUGH: Rgb = Rgb::of(0xBCAA78);
/// Tufts of grass in it.
pub const TUFT: Rgb = Rgb::of(0x6C6A34);
/// Stones in it.
pub const STONE: Rgb = Rgb::of(0x9A8A63);

/// A road between its edges.
pub const ROAD: Rgb = Rgb::of(0xDCCFA4);
/// Either side of a road.
pub const ROAD_EDGE: Rgb = Rgb::of(0x8B7A4C);
/// Rivers, lakes and streams.
pub const WATER: Rgb = Rgb::of(0xA9C0C2);
/// The bank.
pub const WATER_EDGE: Rgb = Rgb::of(0x5E7C86);
/// The ground between houses.
pub const BUILT_UP: Rgb = Rgb::of(0xCDBFA3);
/// Houses from above.
pub const ROOF: Rgb = Rgb::of(0xA9785A);
/// Fences and stakes.
pub const FENCE: Rgb = Rgb::of(0x6B4A2B);

/// What may be done: path, ghost.
pub const LEGAL: Rgb = Rgb::of(0x0B5560);
/// Beyond where a move is cut: lines only on cloth, words on tags.
pub const CUT: Rgb = Rgb::of(0x8A5A00);
/// What is refused: words on tags.
pub const REFUSED: Rgb = Rgb::of(0xA8200D);
/// What the enemy could do.
pub const THREAT: Rgb = Rgb::of(0x6A2C73);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::Vision;

    fn near(what: &str, found: f32, promised: f32) {
        assert!((found - promised).abs() < 0.06, "{what}: {found}, not {promised}");
    }

    #[test]
    fn contrasts_are_as_promised() {
        near("ink on cloth", INK.contrast(CLOTH), 9.0);
        near("figures on the ruler", RULER_FIGURE.contrast(RULER), 8.4);
        for (name, colour, on_cloth, on_tag) in [
            ("legal", LEGAL, 5.0, 7.8),
            ("cut", CUT, 3.5, 5.5),
            ("refused", REFUSED, 4.3, 6.8),
            ("threat", THREAT, 5.6, 8.8),
        ] {
            near(name, colour.contrast(CLOTH), on_cloth);
            near(name, colour.contrast(TAG), on_tag);
            assert!(colour.contrast(CLOTH) >= 3.0 && colour.contrast(TAG) >= 4.5, "{name}");
        }
        assert!(RULER_TICK.contrast(RULER) >= 3.0);
        assert!(INK.contrast(HALO) >= 4.5 && INK.contrast(TAG) >= 4.5);
    }

    #[test]
    fn overlays_differ_to_colour_blind_eyes_as_the_look_says() {
        for (what, a, b, promised) in [
            ("legal and refused", LEGAL, REFUSED, [90.0, 64.0, 45.0]),
            ("legal and cut", LEGAL, CUT, [70.0, 65.0, 57.0]),
            ("cut and refused", CUT, REFUSED, [40.0, 3.0, 16.0]),
            ("legal and threat", LEGAL, THREAT, [58.0, 12.0, 25.0]),
        ] {
            for (vision, promised) in Vision::ALL.into_iter().zip(promised) {
                let found = a.seen_by(vision).distance(b.seen_by(vision));
                assert!((found - promised).abs() < 1.0, "{what}, {vision:?}: {found}, not {promised}");
            }
        }
    }
}
