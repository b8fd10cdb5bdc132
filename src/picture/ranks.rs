//! Where the figures of a unit stand on its bases: ranks and files from the footprint, gaps from losses and order.

use bevy::math::Vec2;

use super::chance::Chance;
use crate::table::{Ranks, places};

/// How well a unit keeps its ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Files and ranks are straight.
    #[default]
    Dressed,
    /// Files staggered.
    Undressed,
    /// Figures shifted and turned.
    Disordered,
    /// As disordered, and turned away.
    Routing,
}

/// What is known of a block of bases.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The unit's name: it decides who stands a little askew.
    pub name: &'a str,
    /// The drawing that stands on it, as in [`super::glyphs::figure`].
    pub figure: &'a str,
    /// Frontage and depth of the whole block, inches.
    pub size: Vec2,
    /// The bases that stand in it.
    pub ranks: Ranks,
    /// The share of the figures that still stands, 0 to 1.
    pub left: f32,
    /// How straight they stand.
    pub order: Order,
    /// Half the sides of a space in the middle that is kept free for a plaque, inches.
    pub clear: Option<Vec2>,
}

/// One figure's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// To the right of and ahead of the middle of the block, inches.
    pub at: Vec2,
    /// Degrees clockwise from the block's heading.
    pub turn: f32,
    /// How large the figure is drawn; 1 is life size.
    pub scale: f32,
    /// Which of [`super::art::MOUNTS`] it rides.
    pub mount: usize,
    /// Lost: only a faint mark is left on the base.
    pub fallen: bool,
}

/// How a kind of figure is set out on one base.
struct Drill {
    /// From file to file, inches.
    file: f32,
    /// From rank to rank, inches.
    rank: f32,
    /// What a figure covers at life size, inches.
    size: Vec2,
    /// How far a figure may stand from its place, inches.
    stray: f32,
    /// One model a base.
    single: bool,
}

fn drill(figure: &str) -> Drill {
    let foot = |file, stray| Drill { file, rank: 0.85, size: Vec2::new(0.44, 0.66), stray, single: false };
    let horse = |file| Drill { file, rank: 1.45, size: Vec2::new(0.5, 1.22), stray: 0.03, single: false };
    let model = |wide, deep| Drill { file: wide, rank: deep, size: Vec2::new(wide, deep), stray: 0.0, single: true };
    match figure {
        "hi" | "ph" => foot(0.44, 0.0),
        "wb" => foot(0.55, 0.09),
        "si" => foot(0.73, 0.1),
        "hc" | "kn" | "cat" => horse(0.72),
        "lc" | "cam" => Drill { stray: 0.1, ..horse(0.95) },
        "gen" => Drill { single: true, ..horse(0.95) },
        "hero" => model(0.7, 0.8),
        "el" => model(1.5, 2.2),
        "ch" | "sch" => model(1.25, 1.85),
        "art" => model(1.3, 1.6),
        "wag" => model(1.2, 1.9),
        _ => foot(0.55, 0.05),
    }
}

/// The places of all figures, front rank first; under the plaque there are none.
pub fn ranks(block: &Block) -> Vec<Stand> {
    let drill = drill(block.figure);
    let mut chance = Chance::of(block.name);
    let mut stands = Vec::new();
    let (middles, base) = bases(block.size, block.ranks);
    for middle in middles {
        stands.extend(on_base(&drill, middle, base, block.order, &mut chance));
    }
    fell(&mut stands, block.left);
    if let Some(clear) = block.clear.filter(|_| !drill.single) {
        let reach = clear + drill.size * 0.2;
        stands.retain(|stand| stand.at.abs().cmpgt(reach).any());
    }
    stands
}

/// The bases that stand in ranks on a rectangle of that width and depth: their middles, as x to the right and y ahead of
/// the rectangle's middle, and the size of one of them. All in inches.
pub fn bases(size: Vec2, ranks: Ranks) -> (Vec<Vec2>, Vec2) {
    let gap = ranks.gap.to_inches();
    let abreast = ranks.abreast();
    let counts = Vec2::new(f32::from(abreast), f32::from(ranks.deep()));
    let stand = usize::from(ranks.stand.max(1));
    let gaps = |of: usize| (of.div_ceil(stand) - 1) as f32;
    let all_gaps = Vec2::new(gaps(usize::from(abreast)), counts.y - 1.0);
    let base = (size - all_gaps * gap) / counts;
    let middle = |(rank, file, in_rank): (usize, usize, usize)| {
        let aside = (f32::from(abreast) - in_rank as f32) / 2.0;
        let place = Vec2::new(file as f32 + aside, rank as f32);
        let before = Vec2::new((file / stand) as f32 + (all_gaps.x - gaps(in_rank)) / 2.0, rank as f32);
        let from_front_left = (place + 0.5) * base + before * gap;
        Vec2::new(from_front_left.x - size.x / 2.0, size.y / 2.0 - from_front_left.y)
    };
    (places(abreast, usize::from(ranks.bases.max(1))).map(middle).collect(), base)
}

fn on_base(drill: &Drill, middle: Vec2, base: Vec2, order: Order, chance: &mut Chance) -> Vec<Stand> {
    let scale = (base / drill.size).min_element().clamp(0.3, 1.0);
    let fit = |room: f32, step: f32| if drill.single { 1.0 } else { (room / (step * scale)).round().clamp(1.0, 40.0) };
    let files = fit(base.x - 0.25, drill.file);
    let deep = fit(base.y - 0.2, drill.rank);
    let file = (drill.file * scale).min(base.x / files);
    let rank = base.y / deep;
    let mut stands = Vec::new();
    for r in 0..deep as usize {
        for f in 0..files as usize {
            let right = (f as f32 - (files - 1.0) / 2.0) * file;
            // A little behind the middle of their rank: weapons reach forward.
            let back = (r as f32 + 0.5) * rank + 0.06 * scale;
            let mut at = middle + Vec2::new(right, base.y / 2.0 - back);
            at += Vec2::new(chance.about(drill.stray), chance.about(drill.stray)) * scale;
            let mut turn = chance.about(if drill.single { 2.0 } else { 5.0 });
            let mount = chance.index(super::art::MOUNTS.len());
            let (shift, swing) = (Vec2::new(chance.about(0.15), chance.about(0.15)), chance.about(48.0));
            match order {
                Order::Dressed => {}
                Order::Undressed => at.y -= if f % 2 == 1 { 0.13 } else { -0.04 },
                Order::Disordered | Order::Routing if drill.single => turn += swing / 4.0,
                Order::Disordered => (at, turn) = (at + shift, turn + swing),
                Order::Routing => (at, turn) = (at + shift, turn + swing + 180.0),
            }
            stands.push(Stand { at, turn, scale, mount, fallen: false });
        }
    }
    stands
}

/// Lets figures fall until only that share stands: the last rank first, its outer files first.
fn fell(stands: &mut [Stand], left: f32) {
    let standing = (stands.len() as f32 * left.clamp(0.0, 1.0)).round() as usize;
    let standing = if left > 0.0 { standing.max(1) } else { 0 };
    let mut places: Vec<usize> = (0..stands.len()).collect();
    // Ranks are told apart by a third of an inch, which no stray figure crosses.
    let rank = |stand: &Stand| (stand.at.y * 3.0).round() as i32;
    places.sort_by(|&a, &b| {
        let (a, b) = (&stands[a], &stands[b]);
        rank(a).cmp(&rank(b)).then(b.at.x.abs().total_cmp(&a.at.x.abs()))
    });
    let lost = stands.len().saturating_sub(standing);
    for &place in &places[..lost] {
        stands[place].fallen = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Mil;

    fn section(figure: &'static str, wide: f32, deep: f32) -> Block<'static> {
        Block {
            name: "u1",
            figure,
            size: Vec2::new(wide, deep),
            ranks: Ranks::ONE,
            left: 1.0,
            order: Order::Dressed,
            clear: None,
        }
    }

    #[test]
    fn bases_stand_apart_and_an_unfull_last_rank_in_the_middle() {
        let (middles, base) = bases(Vec2::new(5.0, 2.0), Ranks { files: 3, bases: 5, gap: Mil(1000), stand: 1 });
        assert_eq!(base, Vec2::new(1.0, 0.5));
        let at = |x, y| Vec2::new(x, y);
        assert_eq!(middles, [at(-2.0, 0.75), at(0.0, 0.75), at(2.0, 0.75), at(-1.0, -0.75), at(1.0, -0.75)]);
    }

    #[test]
    fn sections_hold_the_figures_of_the_look() {
        for (figure, deep, count) in [
            ("hi", 1.8, 10),
            ("ph", 1.8, 10),
            ("wb", 1.8, 8),
            ("li", 1.2, 4),
            ("bow", 1.2, 4),
            ("si", 1.2, 3),
            ("hc", 1.8, 3),
            ("kn", 1.8, 3),
            ("lc", 1.8, 2),
            ("el", 2.4, 1),
            ("ch", 1.8, 1),
            ("art", 1.8, 1),
            ("wag", 2.4, 1),
        ] {
            assert_eq!(ranks(&section(figure, 2.4, deep)).len(), count, "{figure}");
        }
        let two = Block { ranks: Ranks::full(2, 1), ..section("hi", 4.8, 1.8) };
        assert_eq!(ranks(&two).len(), 20);
        assert_eq!(ranks(&section("hi", 0.75, 0.75)).len(), 1, "a figure of its own base");
    }

    #[test]
    fn everyone_stands_on_the_base() {
        for figure in ["hi", "wb", "si", "hc", "lc", "el", "ch", "hero", "li"] {
            for (wide, deep) in [(2.4, 1.8), (2.4, 1.2), (1.57, 0.79), (0.79, 1.57), (0.75, 0.75)] {
                for order in [Order::Dressed, Order::Undressed, Order::Disordered, Order::Routing] {
                    let block = Block { order, ..section(figure, wide, deep) };
                    for stand in ranks(&block) {
                        let held = stand.at.abs().cmple(block.size / 2.0 + 0.01).all();
                        assert!(held, "{figure} on {wide} by {deep}, {order:?}: {}", stand.at);
                        assert!(stand.scale > 0.0 && stand.scale <= 1.0);
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_rank_falls_first_and_its_ends_before_its_middle() {
        // Two ranks of five; three quarters of ten, rounded, are eight: the two ends of the rear rank are gone.
        let stands = ranks(&Block { left: 0.75, ..section("hi", 2.4, 1.8) });
        let fallen: Vec<&Stand> = stands.iter().filter(|s| s.fallen).collect();
        assert_eq!(fallen.len(), 2);
        assert!(fallen.iter().all(|s| s.at.y < 0.0 && s.at.x.abs() > 0.8));
        let last = ranks(&Block { left: 0.01, ..section("hi", 2.4, 1.8) });
        assert_eq!(last.iter().filter(|s| !s.fallen).count(), 1, "someone stands while the unit does");
        assert!(ranks(&Block { left: 0.0, ..section("hi", 2.4, 1.8) }).iter().all(|s| s.fallen));
    }

    #[test]
    fn disorder_follows_the_name_alone() {
        let wild = Block { order: Order::Disordered, ..section("hi", 2.4, 1.8) };
        assert_eq!(ranks(&wild), ranks(&wild));
        assert_ne!(ranks(&wild), ranks(&Block { name: "u2", ..wild }));
        let dressed = ranks(&section("hi", 2.4, 1.8));
        let turned = |stands: &[Stand]| stands.iter().map(|s| s.turn.abs()).fold(0.0, f32::max);
        assert!(turned(&dressed) <= 5.0 && turned(&ranks(&wild)) > 20.0);
        for (before, after) in dressed.iter().zip(ranks(&wild)) {
            assert!(before.at.distance(after.at) < 0.22);
        }
    }

    #[test]
    fn no_figure_stands_under_the_plaque() {
        let clear = Vec2::splat(0.5);
        let stands = ranks(&Block { clear: Some(clear), ranks: Ranks::full(2, 1), ..section("hi", 4.8, 1.8) });
        assert!(stands.len() < 20 && stands.len() >= 12, "{}", stands.len());
        assert!(stands.iter().all(|s| s.at.x.abs() > 0.5 || s.at.y.abs() > 0.5));
        assert_eq!(ranks(&Block { clear: Some(clear), ..section("el", 2.4, 2.4) }).len(), 1, "the elephant stays");
    }
}
