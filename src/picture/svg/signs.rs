//! What is written on and about a unit: the plaque with its glyph, pips for its strength, badges for its state; and
//! the discs of generals.

use bevy::math::Vec2;

use super::super::art::{Drawing, Inks};
use super::super::glyphs::{GLYPH_GRID, MARK_GRID, glyph, mark};
use super::super::palette::{ArmyColour, INK, Rgb, Row, TAG};
use super::super::scene::{Scene, Token, Unit};
use super::canvas::{Canvas, Softs, elements, path};
use super::place::{Patch, Room};
use super::sheet::Parts;
use super::tag::Tag;
use super::words::{Face, Hang, haloed, words};
use crate::table::{Footprint, hull};

/// The side of a badge, page units.
pub const BADGE: f32 = 11.0;
const PIP: f32 = 2.5;
const PIP_STEP: f32 = 6.25;
/// From this many on, a count is written.
const COUNTED: u16 = 9;

/// A drawing of a grid's size, fitted into a square about a middle.
pub fn stamp(drawing: &Drawing, grid: f32, middle: Vec2, side: f32, inks: &Inks) -> Vec<Tag> {
    let shapes = drawing.painted(inks).map(|s| s.placed(side / grid, middle - side / 2.0));
    elements(shapes, &mut Softs::default())
}

/// Where a unit's plaque lies and how large it is: on the base nearest to the unit's middle, in that base's middle,
/// or for a single model in the rear corner that is to the left on the page. Gives the base's place in the unit, the
/// plaque's middle, and its side.
pub fn plaque_place(canvas: &Canvas, unit: &Unit) -> Option<(usize, Vec2, f32)> {
    let count = unit.bases.len().max(1) as f32;
    let middle = unit.bases.iter().map(|b| b.centre).sum::<Vec2>() / count;
    let (n, print) = unit
        .bases
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| a.centre.distance_squared(middle).total_cmp(&b.centre.distance_squared(middle)))?;
    let room = print.width().min(print.depth()) * canvas.scale;
    let single =
        matches!(unit.figure.as_str(), "el" | "ch" | "sch" | "art" | "wag" | "gen") && unit.ranks_of(0).abreast() == 1;
    if !single {
        return Some((n, canvas.at(print.centre), (room - 3.0).clamp(9.0, 17.0)));
    }
    let side = (room * 0.45).clamp(9.0, 15.0);
    let inset = |x: f32| {
        let local = Vec2::new((print.half_width - 0.1) * x, -(print.half_depth - 0.1)) * canvas.scale;
        let local = local - Vec2::new(x, -1.0) * side / 2.0;
        canvas.at(print.centre + (print.right() * local.x + print.forward() * local.y) / canvas.scale)
    };
    let (left, right) = (inset(-1.0), inset(1.0));
    Some((n, if left.x <= right.x { left } else { right }, side))
}

/// The paper plaque with a glyph; a glyph that the look does not have is left out.
pub fn plaque(middle: Vec2, side: f32, name: &str, colour: ArmyColour) -> Vec<Tag> {
    let paper = Tag::new("rect")
        .num("x", middle.x - side / 2.0)
        .num("y", middle.y - side / 2.0)
        .num("width", side)
        .num("height", side)
        .num("rx", side * 0.14)
        .fill(TAG)
        .stroke(colour.dark, 0.9);
    let mut tags = vec![paper];
    if let Some(drawing) = glyph(name) {
        let inks = Inks::new(colour.dark, TAG, colour);
        tags.extend(stamp(drawing, GLYPH_GRID, middle, side - (side * 0.22).max(2.0), &inks));
    }
    tags
}

/// Something beside a unit.
enum Beside<'u> {
    /// How many are left, in figures.
    Count(u16),
    /// One of those who are left, or of the lost.
    Pip(bool),
    /// A state.
    Badge(&'u str),
    /// How many states there are besides.
    More(usize),
}

impl Beside<'_> {
    /// The patch of the page that it takes about its place.
    fn patch(&self, place: Vec2) -> Patch {
        let size = match self {
            Beside::Count(_) => Vec2::new(16.0, 12.0),
            Beside::Pip(_) => Vec2::splat(PIP * 2.0),
            Beside::Badge(_) | Beside::More(_) => Vec2::splat(BADGE),
        };
        Patch::about(place, size)
    }

    fn tags(&self, place: Vec2, dark: Rgb, parts: &mut Parts) -> Vec<Tag> {
        let figures = |text: &str, size: f32, ink| {
            vec![haloed(text, place + Vec2::new(0.0, size * 0.35), size, Face::Bold, Hang::Middle, ink)]
        };
        match self {
            Beside::Count(left) => figures(&left.to_string(), 10.5, dark),
            Beside::Pip(left) => parts.about(place, |at| pip(at, *left, dark)),
            Beside::Badge(name) => parts.about(place, |at| badge(at, BADGE, name)),
            Beside::More(n) => figures(&format!("+{n}"), 9.5, INK),
        }
    }
}

/// Pips and badges behind a unit's rear edge, or before its front where they would lie on others there and not here; what they
/// take of the page is taken.
pub fn wear(canvas: &Canvas, scene: &Scene, unit: &Unit, parts: &mut Parts, room: &mut Room) -> Vec<Tag> {
    let Some(whole) = whole(unit) else { return Vec::new() };
    let laid = [1.0, -1.0].map(|way| beside(canvas, unit, &whole, way));
    let cost = |all: &[(Beside, Vec2)]| all.iter().map(|(sign, place)| room.cost(sign.patch(*place))).sum::<f32>();
    let [rear, front] = laid.each_ref().map(|all| cost(all));
    let [behind, before] = laid;
    // What rounding makes of the same is no reason to change sides.
    let all = if front + 1.0 < rear { before } else { behind };
    all.iter().for_each(|(sign, place)| room.take(sign.patch(*place)));
    let dark = scene.colour(unit.side).dark;
    all.iter().flat_map(|(sign, place)| sign.tags(*place, dark, parts)).collect()
}

/// All that is beside a unit, with its place on the page; `way` 1 behind its rear edge, -1 before its front.
fn beside<'u>(canvas: &Canvas, unit: &'u Unit, whole: &Footprint, way: f32) -> Vec<(Beside<'u>, Vec2)> {
    let at = |right: f32, away: f32| {
        let edge = canvas.at(whole.centre - whole.forward() * whole.half_depth * way);
        let turned = |v: Vec2| Vec2::new(v.x, -v.y);
        edge + turned(whole.right()) * right - turned(whole.forward()) * away * way
    };
    let mut all = Vec::new();
    let (mut reach, mut next) = (0.0, 6.0);
    if let Some((left, of)) = unit.strength {
        if of >= COUNTED {
            // Figures stand upright, however the unit stands.
            (reach, next) = (13.0, 20.0);
            all.push((Beside::Count(left), at(0.0, 7.0)));
        } else {
            (reach, next) = (f32::from(of) * PIP_STEP / 2.0, 15.0);
            let place = |n: u16| at((f32::from(n) - (f32::from(of) - 1.0) / 2.0) * PIP_STEP, 4.6);
            all.extend((0..of).map(|n| (Beside::Pip(n < left), place(n))));
        }
    }
    let half = whole.half_width * canvas.scale;
    // Three badges at most; of more, two and how many there are beside them.
    let shown = if unit.marks.len() > 3 { 2 } else { unit.marks.len() };
    let slots = unit.marks.len().clamp(1, 3);
    let first = half - BADGE / 2.0 - 1.5;
    // Where pips and badges would lie upon each other, badges go one row back.
    let crowded = first - (slots - 1) as f32 * (BADGE + 1.0) - BADGE / 2.0 < reach;
    let away = if crowded && reach > 0.0 { next } else { 6.0 };
    let place = |n: usize| at(first - n as f32 * (BADGE + 1.0), away);
    all.extend(unit.marks.iter().take(shown).enumerate().map(|(n, name)| (Beside::Badge(name), place(n))));
    if unit.marks.len() > shown {
        all.push((Beside::More(unit.marks.len() - shown), place(shown)));
    }
    all
}

/// A state mark; a state without a drawing of its own is a ring with its first letter.
pub fn badge(middle: Vec2, side: f32, name: &str) -> Vec<Tag> {
    let inks = Inks::new(INK, TAG, ArmyColour::DEFAULT[0]);
    if let Some(drawing) = mark(name) {
        return stamp(drawing, MARK_GRID, middle, side, &inks);
    }
    let mut tags = mark("ring").map(|ring| stamp(ring, MARK_GRID, middle, side, &inks)).unwrap_or_default();
    let letter: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
    tags.push(words(&letter, middle + Vec2::new(0.0, side * 0.27), side * 0.72, Face::Bold, Hang::Middle, INK));
    tags
}

/// One pip: filled when left, a ring with a slash when lost.
pub fn pip(at: Vec2, left: bool, dark: Rgb) -> Vec<Tag> {
    let disc = Tag::new("circle").num("cx", at.x).num("cy", at.y);
    if left {
        return vec![disc.num("r", PIP).fill(dark).stroke(TAG, 0.7)];
    }
    let slash = path(&[at + Vec2::new(-2.5, 2.5), at + Vec2::new(2.5, -2.5)], false);
    vec![disc.num("r", 2.2).fill(TAG).stroke(dark, 1.1), Tag::new("path").with("d", slash).hollow().stroke(dark, 1.1)]
}

/// The disc of a general about that place.
pub fn disc(scene: &Scene, token: &Token, at: Vec2) -> Vec<Tag> {
    let colour = scene.colour(token.side);
    let circle = |at: Vec2, radius: f32| Tag::new("circle").num("cx", at.x).num("cy", at.y).num("r", radius);
    let trim = circle(at, 8.8).hollow().stroke(colour.trim, 1.0);
    let mut tags = vec![
        circle(at + Vec2::new(1.8, 2.6), 12.0).fill((Rgb::of(0x2B2210), 0.22)),
        circle(at, 11.0).fill(colour.tint).stroke(colour.dark, 2.0),
        if colour.row == Row::B { trim.dash(&[2.2, 2.2]) } else { trim },
    ];
    if let Some(drawing) = glyph(&token.glyph).or_else(|| glyph("gen")) {
        tags.extend(stamp(drawing, GLYPH_GRID, at, 13.5, &Inks::new(colour.dark, colour.tint, colour)));
    }
    tags
}

/// One rectangle round all of a unit's bases.
pub fn whole(unit: &Unit) -> Option<Footprint> {
    hull::round(&unit.bases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pips_tell_left_from_lost_by_shape() {
        let (left, lost) = (pip(Vec2::ZERO, true, INK), pip(Vec2::ZERO, false, INK));
        assert_eq!((left.len(), lost.len()), (1, 2));
        assert!(left[0].to_string().contains(&format!(r#"fill="{INK}""#)));
        assert!(lost[0].to_string().contains(&format!(r#"fill="{TAG}""#)) && lost[1].to_string().contains("M-2.5 2.5"));
    }

    #[test]
    fn a_state_without_a_drawing_shows_its_letter() {
        let known: String = badge(Vec2::ZERO, 11.0, "moved").iter().map(ToString::to_string).collect();
        assert!(!known.contains("<text"));
        let unknown: String = badge(Vec2::ZERO, 11.0, "wrapped").iter().map(ToString::to_string).collect();
        assert!(unknown.contains("W") && unknown.contains("<text"), "{unknown}");
    }
}
