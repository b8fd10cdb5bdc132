//! Bases: shadow, tint, edge, trim, front edge, and the figures that stand on them.

use std::collections::BTreeSet;

use bevy::math::Vec2;

use super::super::art::{Inks, MOUNTS};
use super::super::glyphs::figure;
use super::super::palette::{ArmyColour, INK, Rgb, Row, TAG};
use super::super::ranks::{Block, Order, Stand, bases as middles, ranks};
use super::super::scene::{Scene, Unit};
use super::canvas::{Canvas, Softs, elements, path};
use super::sheet::Parts;
use super::tag::{Tag, number};
use crate::ids::Side;
use crate::table::{Footprint, Ranks};

const SHADOW: Rgb = Rgb::of(0x2B2210);
/// How far a shadow falls, page units: to the south-east whatever the heading.
const FALL: Vec2 = Vec2::new(2.2, 3.0);

/// One drawing of a figure that the page defines once and uses often.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cast {
    figure: String,
    side: Side,
    mount: usize,
    tired: bool,
}

/// The figures that a page needs.
pub type Casts = BTreeSet<Cast>;

impl Cast {
    fn id(&self) -> String {
        let tired = if self.tired { "-tired" } else { "" };
        format!("{}-{}-{}{tired}", self.figure, self.side, self.mount)
    }

    /// Its definition, in page units about its middle, facing up.
    pub fn def(&self, scene: &Scene, scale: f32) -> Option<Tag> {
        let drawing = figure(&self.figure)?;
        let inks = Inks { mount: MOUNTS[self.mount % MOUNTS.len()], ..Inks::new(INK, TAG, scene.colour(self.side)) };
        let shapes = drawing.painted(&inks).map(|shape| {
            let shape = shape.placed(scale, Vec2::ZERO);
            if !self.tired {
                return shape;
            }
            shape.repainted(|&paint| super::super::shape::Paint { rgb: paint.rgb.mix(Rgb::BLACK, 0.15), ..paint })
        });
        Some(Tag::new("g").with("id", self.id()).holding(elements(shapes, &mut Softs::default())))
    }
}

/// The shadows of a unit's bases.
pub fn shadows(canvas: &Canvas, unit: &Unit, parts: &mut Parts) -> Vec<Tag> {
    let mut shadow = |print: &Footprint| {
        let (wide, deep) = (print.width() * canvas.scale, print.depth() * canvas.scale);
        let rect = |grown: f32, alpha: f32| {
            Tag::new("rect")
                .num("x", -wide / 2.0 - grown)
                .num("y", -grown)
                .num("width", wide + 2.0 * grown)
                .num("height", deep + 2.0 * grown)
                .num("rx", 0.9 + grown)
                .fill((SHADOW, alpha))
        };
        parts.placed(frame(canvas, print, FALL), vec![rect(1.3, 0.1), rect(0.0, 0.2)])
    };
    unit.bases.iter().map(&mut shadow).collect()
}

/// A unit's bases with their figures. `clear` is half the side of the plaque, page units, and the base it lies on.
pub fn bases(
    canvas: &Canvas,
    scene: &Scene,
    unit: &Unit,
    clear: (usize, f32),
    casts: &mut Casts,
    parts: &mut Parts,
) -> Vec<Tag> {
    let colour = scene.colour(unit.side);
    let block = unit.bases.len() == 1;
    let mut tags = Vec::new();
    for (n, print) in unit.bases.iter().enumerate() {
        let size = Vec2::new(print.width(), print.depth());
        let stood = unit.ranks_of(n);
        let mut drawn = counter(size * canvas.scale, colour, stood);
        drawn.extend(outlines(canvas, size, stood, colour));
        if unit.order == Order::Routing {
            drawn.push(ground(size * canvas.scale).with("fill", format!("url(#rout-{})", unit.side)));
        }
        // Two stands of one unit are not askew alike.
        let name = if n == 0 { unit.name.clone() } else { format!("{}/{n}", unit.name) };
        let stands = ranks(&Block {
            name: &name,
            figure: &unit.figure,
            size,
            ranks: stood,
            left: if block { unit.left() } else { 1.0 },
            order: unit.order,
            clear: (n == clear.0).then(|| Vec2::splat(clear.1 / canvas.scale)),
        });
        drawn.extend(figures(canvas, unit, size, &stands, colour, casts));
        tags.push(parts.placed(frame(canvas, print, Vec2::ZERO), drawn));
    }
    tags
}

/// The outline of each base of a block that shows where its bases stand.
fn outlines(canvas: &Canvas, size: Vec2, stood: Ranks, colour: ArmyColour) -> Vec<Tag> {
    if !stood.shows_bases() {
        return Vec::new();
    }
    let (middles, base) = middles(size, stood);
    let outline = |middle: Vec2| {
        let half = base / 2.0;
        let local = |x: f32, y: f32| Vec2::new(middle.x + x, size.y / 2.0 - middle.y + y) * canvas.scale;
        path(&[local(-half.x, -half.y), local(half.x, -half.y), local(half.x, half.y), local(-half.x, half.y)], true)
    };
    let all: String = middles.into_iter().map(outline).collect();
    vec![Tag::new("path").with("d", all).hollow().stroke(colour.main, 0.8)]
}

/// The outline of a footprint on the page, front left first.
pub fn corners(canvas: &Canvas, print: &Footprint) -> [Vec2; 4] {
    print.corners().map(|p| canvas.at(p))
}

/// A base by itself, in page units about the middle of its front edge, facing up.
pub fn counter(size: Vec2, colour: ArmyColour, stood: Ranks) -> Vec<Tag> {
    let (wide, deep) = (size.x, size.y);
    // Where bases show by where they stand, they have outlines of their own.
    let (files, ranks) = if stood.shows_bases() { (1, 1) } else { (stood.abreast(), stood.deep()) };
    let mut tags = vec![ground(size).fill(colour.tint).stroke(colour.main, 1.5)];
    let trim = Tag::new("rect")
        .num("x", -wide / 2.0 + 2.0)
        .num("y", 2.0)
        .num("width", (wide - 4.0).max(0.0))
        .num("height", (deep - 4.0).max(0.0))
        .hollow()
        .stroke(colour.trim, 1.0);
    tags.push(match colour.row {
        Row::A => trim,
        Row::B => trim.dash(&[2.2, 2.2]),
    });
    let mut ticks = String::new();
    for n in 1..files {
        let x = wide * (f32::from(n) / f32::from(files) - 0.5);
        ticks.push_str(&path(&[Vec2::new(x, deep), Vec2::new(x, deep * 0.86)], false));
    }
    for n in 1..ranks {
        let y = deep * f32::from(n) / f32::from(ranks);
        for side in [-1.0, 1.0] {
            let x = wide / 2.0 * side;
            ticks.push_str(&path(&[Vec2::new(x, y), Vec2::new(x - side * wide.min(60.0) * 0.07, y)], false));
        }
    }
    if !ticks.is_empty() {
        tags.push(Tag::new("path").with("d", ticks).hollow().stroke(colour.main, 1.0));
    }
    let thick = if deep < 16.0 { 2.0 } else { 3.0 };
    tags.push(
        Tag::new("rect")
            .num("x", -wide / 2.0 - 0.75)
            .num("y", -0.75)
            .num("width", wide + 1.5)
            .num("height", thick)
            .fill(colour.dark),
    );
    if wide >= 16.0 {
        let notch = [Vec2::new(-3.6, -0.6), Vec2::new(0.0, -4.2), Vec2::new(3.6, -0.6)];
        tags.push(Tag::new("path").with("d", path(&notch, true)).fill(colour.dark));
    }
    tags
}

fn ground(size: Vec2) -> Tag {
    Tag::new("rect").num("x", -size.x / 2.0).num("y", 0.0).num("width", size.x).num("height", size.y).num("rx", 1.2)
}

/// Puts the origin in the middle of a footprint's front edge; y runs to its rear.
fn frame(canvas: &Canvas, print: &Footprint, by: Vec2) -> String {
    let at = canvas.at(print.front()) + by;
    let turn = print.heading.to_degrees();
    format!("translate({} {}) rotate({})", number(at.x), number(at.y), number(turn))
}

fn figures(
    canvas: &Canvas,
    unit: &Unit,
    size: Vec2,
    stands: &[Stand],
    colour: ArmyColour,
    casts: &mut Casts,
) -> Vec<Tag> {
    let local = |at: Vec2| Vec2::new(at.x, size.y / 2.0 - at.y) * canvas.scale;
    let mut tags = Vec::new();
    for stand in stands.iter().filter(|s| s.fallen) {
        let at = local(stand.at);
        let reach = canvas.scale * stand.scale;
        let oval = Tag::new("ellipse").num("cx", at.x).num("cy", at.y);
        tags.push(oval.num("rx", 0.13 * reach).num("ry", 0.08 * reach).fill((colour.main, 0.22)));
    }
    if figure(&unit.figure).is_none() {
        return tags;
    }
    let tired = unit.marks.iter().any(|mark| mark.starts_with("fatigue"));
    let mut stand_up = |name: &str, at: Vec2, turn: f32, scale: f32, mount: usize| {
        let cast = Cast { figure: name.to_owned(), side: unit.side, mount, tired };
        let mut place = format!("translate({} {})", number(at.x), number(at.y));
        if turn != 0.0 {
            place.push_str(&format!(" rotate({})", number(turn)));
        }
        if scale < 1.0 {
            place.push_str(&format!(" scale({})", number(scale)));
        }
        tags.push(Tag::new("use").with("href", format!("#{}", cast.id())).with("transform", place));
        casts.insert(cast);
    };
    for stand in stands.iter().filter(|s| !s.fallen) {
        // Only riders of horses come in several coats.
        let mount = if matches!(unit.figure.as_str(), "hc" | "kn" | "lc") { stand.mount } else { 0 };
        stand_up(&unit.figure, local(stand.at), stand.turn, stand.scale, mount);
    }
    if unit.marks.iter().any(|mark| mark == "general") {
        let scale = (size.y / 1.3).min(1.0);
        let at = local(Vec2::new((size.x * 0.25).min(0.9), 0.0));
        stand_up("std", at + Vec2::new(0.42, 0.16) * canvas.scale * scale, 0.0, scale, 0);
        stand_up("gen", at, 0.0, scale, 3);
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::{INDIGO, MADDER};

    fn drawn(colour: ArmyColour, (files, ranks): (u8, u8)) -> String {
        counter(Vec2::new(72.0, 27.0), colour, Ranks::full(files, ranks)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn row_b_has_beads_where_row_a_has_a_line() {
        assert!(!drawn(MADDER, (1, 1)).contains("dasharray"));
        assert!(drawn(INDIGO, (1, 1)).contains(r#"stroke-dasharray="2.2 2.2""#));
    }

    #[test]
    fn bases_of_a_block_are_told_apart() {
        assert!(!drawn(MADDER, (1, 1)).contains("M0 27"));
        assert!(drawn(MADDER, (2, 1)).contains("M0 27l0-3.78"), "a tick at the rear between two files");
        assert!(drawn(MADDER, (1, 2)).contains("M-36 13.5"), "and at the sides between two ranks");
    }

    #[test]
    fn a_cast_is_defined_once_for_all_who_look_alike() {
        let cast = Cast { figure: "hc".to_owned(), side: Side::North, mount: 2, tired: false };
        assert_eq!(cast.id(), "hc-north-2");
        let scene = Scene::default();
        let fresh = cast.def(&scene, 15.0).unwrap().to_string();
        let tired = Cast { tired: true, ..cast.clone() }.def(&scene, 15.0).unwrap().to_string();
        assert!(fresh.contains(&MADDER.coat().to_string()) && !tired.contains(&MADDER.coat().to_string()));
        assert!(Cast { figure: "dragon".to_owned(), ..cast }.def(&scene, 15.0).is_none());
    }
}
