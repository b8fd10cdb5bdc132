//! A base as triangles, about the middle of its rectangle and facing up: tint, edge, trim, front edge and notch.
//! Lines keep their width on the screen, so a base is made anew when the table is zoomed.

use bevy::math::Vec2;

use super::camera::Level;
use super::mesh::{Triangles, paint};
use crate::picture::palette::{ArmyColour, Row};
use crate::picture::ranks;
use crate::picture::shape::{Outline, Shape};
use crate::table::Ranks;

/// What a base looks like, apart from where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseLook {
    /// Inches.
    pub half: Vec2,
    /// The bases that stand in it.
    pub ranks: Ranks,
    pub army: ArmyColour,
    pub level: Level,
    /// Logical pixels per inch.
    pub zoom: f32,
    /// Of how many steps how many are left: far away, losses are notches in the rear edge.
    pub strength: Option<(u16, u16)>,
    /// It lies hidden: at half its strength, and its edge is not drawn here.
    pub hidden: bool,
}

/// How strong what lies hidden is drawn.
pub const HIDDEN: f32 = 0.5;

/// The base.
pub fn base(look: &BaseLook) -> Triangles {
    let mut all = Triangles::default();
    let px = 1.0 / look.zoom;
    let half = look.half;
    let army = &look.army;
    all.shape(&Shape::filled(rectangle(half), army.tint));
    if look.level > Level::Far {
        trim(&mut all, look, px);
        single_bases(&mut all, look, px);
    }
    let edge = if look.level == Level::Near { 2.0 } else { 1.5 } * px;
    if !look.hidden {
        all.shape(&Shape::line(rectangle(half - edge / 2.0), army.main, edge));
    }
    front(&mut all, look, px);
    if look.level == Level::Far {
        losses(&mut all, look, px);
    }
    if look.hidden { all.faded(HIDDEN) } else { all }
}

/// The shadow: a solid core and a feather, to be laid a little off. What lies hidden casts none.
pub fn shadow(look: &BaseLook) -> Triangles {
    const FEATHER: f32 = 0.1;
    let mut all = Triangles::default();
    if look.hidden {
        return all;
    }
    let half = look.half;
    let ring = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)];
    all.fill(&ring.map(|c| c * half), paint(crate::picture::palette::Rgb::BLACK, 0.2), FEATHER);
    all
}

/// Where shadows fall, inches on the screen: to the right and down.
pub const SHADOW: Vec2 = Vec2::new(0.15, -0.20);

fn rectangle(half: Vec2) -> Outline {
    Outline::Ring(vec![-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)])
}

/// The trim inside the edge: a plain line, or beads.
fn trim(all: &mut Triangles, look: &BaseLook, px: f32) {
    let inset = look.half - 4.0 * px;
    if inset.min_element() <= 2.0 * px {
        return;
    }
    match look.army.row {
        Row::A => all.shape(&Shape::line(rectangle(inset), look.army.trim, 1.1 * px)),
        Row::B => {
            let mut bead = |at: Vec2| {
                let radius = 1.1 * px;
                all.shape(&Shape::filled(Outline::Ring(crate::picture::shape::disc(at, radius, 8)), look.army.trim));
            };
            let step = 5.5 * px;
            let row = |length: f32| (length * 2.0 / step).floor().max(1.0) as usize;
            let (across, along) = (row(inset.x), row(inset.y));
            for i in 0..=across {
                let x = -inset.x + inset.x * 2.0 * i as f32 / across as f32;
                bead(Vec2::new(x, inset.y));
                bead(Vec2::new(x, -inset.y));
            }
            for i in 1..along {
                let y = -inset.y + inset.y * 2.0 * i as f32 / along as f32;
                bead(Vec2::new(inset.x, y));
                bead(Vec2::new(-inset.x, y));
            }
        }
    }
}

/// The outline of each base of a block that shows where its bases stand.
fn single_bases(all: &mut Triangles, look: &BaseLook, px: f32) {
    if !look.ranks.shows_bases() {
        return;
    }
    let (middles, size) = ranks::bases(look.half * 2.0, look.ranks);
    let corners = |middle: Vec2| {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|(x, y)| middle + size * Vec2::new(x, y))
    };
    for middle in middles {
        all.shape(&Shape::line(Outline::Ring(corners(middle).to_vec()), look.army.main, px));
    }
}

/// The front edge and the notch outside its middle.
fn front(all: &mut Triangles, look: &BaseLook, px: f32) {
    let wide = if look.level == Level::Near { 4.0 } else { 3.0 } * px;
    let half = look.half;
    let bar =
        vec![Vec2::new(-half.x, half.y - wide), Vec2::new(half.x, half.y - wide), half, Vec2::new(-half.x, half.y)];
    all.shape(&Shape::filled(Outline::Ring(bar), look.army.dark));
    let notch = vec![Vec2::new(-3.5 * px, half.y), Vec2::new(3.5 * px, half.y), Vec2::new(0.0, half.y + 4.0 * px)];
    all.shape(&Shape::filled(Outline::Ring(notch), look.army.dark));
}

/// Far away: a notch cut in the rear edge for each step lost.
fn losses(all: &mut Triangles, look: &BaseLook, px: f32) {
    let Some((left, of)) = look.strength else { return };
    let lost = of.saturating_sub(left).min(8);
    for n in 0..lost {
        let x = (f32::from(n) - (f32::from(lost) - 1.0) / 2.0) * 5.0 * px;
        let notch = vec![
            Vec2::new(x - 1.5 * px, -look.half.y),
            Vec2::new(x + 1.5 * px, -look.half.y),
            Vec2::new(x + 1.5 * px, -look.half.y + 3.0 * px),
            Vec2::new(x - 1.5 * px, -look.half.y + 3.0 * px),
        ];
        all.shape(&Shape::filled(Outline::Ring(notch), look.army.dark));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(level: Level, army: ArmyColour) -> BaseLook {
        let half = Vec2::new(2.4, 0.9);
        BaseLook { half, ranks: Ranks::ONE, army, level, zoom: 12.0, strength: Some((1, 3)), hidden: false }
    }

    #[test]
    fn sides_differ_by_trim_and_far_away_by_notches_for_losses() {
        let [plain, beaded] = ArmyColour::DEFAULT;
        assert_ne!(base(&look(Level::Mid, plain)).len(), base(&look(Level::Mid, beaded)).len());
        let far = base(&look(Level::Far, plain)).len();
        let fresh = base(&BaseLook { strength: Some((3, 3)), ..look(Level::Far, plain) }).len();
        assert_eq!(far - fresh, 4, "two notches of two triangles");
    }

    #[test]
    fn bases_are_outlined_where_they_stand_apart_or_the_last_rank_is_not_full() {
        let drawn = |files, bases, gap| {
            let ranks = Ranks { files, bases, gap: crate::table::Mil(gap), stand: 1 };
            base(&BaseLook { ranks, ..look(Level::Near, ArmyColour::DEFAULT[0]) }).len()
        };
        assert_eq!(drawn(4, 8, 0), drawn(1, 1, 0));
        assert!(drawn(4, 7, 0) > drawn(4, 6, 0) && drawn(4, 8, 500) > drawn(4, 7, 0));
    }

    #[test]
    fn a_sliver_of_a_base_has_no_trim_but_is_drawn() {
        let sliver = BaseLook { half: Vec2::new(0.3, 0.2), ..look(Level::Mid, ArmyColour::DEFAULT[0]) };
        assert!(!base(&sliver).is_empty());
    }
}
