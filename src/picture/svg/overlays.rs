//! What is drawn over the table: paths, zones, measured distances, ghosts. Line style says what it means before
//! colour does.

use bevy::math::{Vec2, ops};

use super::super::palette::{CUT, INK, LEGAL, REFUSED, Rgb, TAG, THREAT};
use super::super::scene::{Overlay, OverlayShape, Scene, Tone};
use super::bases::corners;
use super::canvas::{Canvas, path};
use super::place::{Patch, Room};
use super::signs::badge;
use super::tag::Tag;
use super::words::{Face, Hang, width, words};
use crate::table::Footprint;

/// Under a line that must be seen on bases.
const PALE: Rgb = Rgb::of(0xFBF3E6);

/// The hatches of refused and threatened ground, and of a base in rout.
pub fn defs(scene: &Scene) -> Vec<Tag> {
    let hatch = |id: String, pitch: f32, turn: f32, wide: f32, rgb: Rgb, alpha: f32| {
        Tag::new("pattern")
            .with("id", id)
            .num("width", pitch)
            .num("height", pitch)
            .with("patternUnits", "userSpaceOnUse")
            .with("patternTransform", format!("rotate({turn})"))
            .holding([Tag::new("rect").num("width", wide).num("height", pitch).fill((rgb, alpha))])
    };
    let mut tags = vec![
        hatch("refused".to_owned(), 5.0, -45.0, 1.3, REFUSED, 0.62),
        hatch("threat".to_owned(), 7.0, 45.0, 1.0, THREAT, 0.33),
    ];
    for side in crate::ids::Side::BOTH {
        tags.push(hatch(format!("rout-{side}"), 4.0, 45.0, 1.0, scene.colour(side).dark, 0.35));
    }
    tags
}

/// One overlay.
pub fn overlay(canvas: &Canvas, scene: &Scene, overlay: &Overlay) -> Vec<Tag> {
    let tone = overlay.tone;
    match &overlay.shape {
        OverlayShape::Line(points) => vec![line(&canvas.all(points), false, tone, scene)],
        OverlayShape::Area(points) => area(&canvas.all(points), tone, scene),
        OverlayShape::Arc { at, radius, from, to } => {
            vec![line(&canvas.all(&arc(*at, *radius, *from, *to)), false, tone, scene)]
        }
        OverlayShape::Arrow(points) => arrow(&canvas.all(points), tone, scene),
        OverlayShape::Tape(from, to) => tape(canvas, *from, *to, tone, scene),
        OverlayShape::Ghost(print) => ghost(canvas, print, tone, scene),
        OverlayShape::Bracket(print) => bracket(&corners(canvas, print), ink(tone, scene)),
        OverlayShape::Melee(at) => badge(canvas.at(*at), 16.0, "melee"),
    }
}

/// A tag with words: paper, an edge in its tone, tied to its point by a line.
pub fn tag(canvas: &Canvas, scene: &Scene, tag: &super::super::scene::Tag, room: &mut Room) -> Vec<Tag> {
    let at = canvas.at(tag.at);
    let rgb = ink(tag.tone, scene);
    let face = |n: usize| if n == 0 && tag.lines.len() > 1 { Face::Bold } else { Face::Plain };
    let long = tag.lines.iter().enumerate().map(|(n, l)| width(l, 12.0, face(n))).fold(0.0, f32::max);
    let size = Vec2::new(long + 14.0, tag.lines.len() as f32 * 16.0 + 7.0);
    let ways = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
    let wanted =
        [14.0, 34.0].map(|gap| ways.map(|(x, y)| Patch::about(at + (size / 2.0 + gap) * Vec2::new(x, y), size)));
    let Some(patch) = room.choose(&wanted.concat()) else { return Vec::new() };
    let rect = |by: Vec2| {
        let low = patch.low + by;
        Tag::new("rect").num("x", low.x).num("y", low.y).num("width", size.x).num("height", size.y).num("rx", 3.0)
    };
    let near = at.clamp(patch.low, patch.high);
    let mut tags = vec![
        Tag::new("path").with("d", path(&[at, near], false)).hollow().stroke(rgb, 1.0),
        rect(Vec2::new(2.0, 3.0)).fill((Rgb::BLACK, 0.1)),
        rect(Vec2::ZERO).fill(TAG).stroke(rgb, 1.3),
    ];
    for (n, text) in tag.lines.iter().enumerate() {
        let base = patch.low + Vec2::new(7.0, 16.0 * n as f32 + 15.5);
        let paint = if n == 0 { rgb } else { INK };
        tags.push(words(text, base, 12.0, face(n), Hang::Left, paint));
    }
    tags
}

fn ink(tone: Tone, scene: &Scene) -> Rgb {
    match tone {
        Tone::Plain => INK,
        Tone::Legal => LEGAL,
        Tone::Cut => CUT,
        Tone::Refused => REFUSED,
        Tone::Threat => THREAT,
        Tone::Of(side) => scene.colour(side).dark,
    }
}

fn line(points: &[Vec2], closed: bool, tone: Tone, scene: &Scene) -> Tag {
    let (wide, dash): (f32, &[f32]) = match tone {
        Tone::Plain => (1.0, &[]),
        Tone::Legal => (1.5, &[]),
        Tone::Cut => (1.5, &[8.0, 3.0, 2.0, 3.0]),
        Tone::Refused => (1.2, &[6.0, 3.0]),
        Tone::Threat => (1.4, &[1.5, 3.0]),
        Tone::Of(_) => (1.4, &[3.0, 3.0]),
    };
    let tag = Tag::new("path").with("d", path(points, closed)).hollow().stroke(ink(tone, scene), wide);
    let tag = tag.with("stroke-linejoin", "round");
    if dash.is_empty() { tag } else { tag.dash(dash) }
}

fn area(points: &[Vec2], tone: Tone, scene: &Scene) -> Vec<Tag> {
    let whole = || Tag::new("path").with("d", path(points, true));
    let flat = |alpha: f32| whole().fill((ink(tone, scene), alpha));
    let mut tags = match tone {
        Tone::Plain => vec![flat(0.05)],
        Tone::Legal => vec![flat(0.13)],
        Tone::Cut => Vec::new(),
        Tone::Refused => vec![whole().fill((PALE, 0.5)), whole().with("fill", "url(#refused)")],
        Tone::Threat => vec![flat(0.07), whole().with("fill", "url(#threat)")],
        Tone::Of(_) => vec![flat(0.1)],
    };
    tags.push(line(points, true, tone, scene));
    tags
}

fn arrow(points: &[Vec2], tone: Tone, scene: &Scene) -> Vec<Tag> {
    let [.., before, tip] = points else { return Vec::new() };
    let way = (*tip - *before).normalize_or_zero();
    let neck = *tip - way * 8.0;
    let head = [*tip, neck + way.perp() * 3.8, neck - way.perp() * 3.8];
    let mut shaft = points.to_vec();
    if let Some(last) = shaft.last_mut() {
        *last = neck;
    }
    vec![line(&shaft, false, tone, scene), Tag::new("path").with("d", path(&head, true)).fill(ink(tone, scene))]
}

fn tape(canvas: &Canvas, from: Vec2, to: Vec2, tone: Tone, scene: &Scene) -> Vec<Tag> {
    let long = from.distance(to);
    let way = (to - from).normalize_or_zero();
    let across = Vec2::new(way.y, way.x);
    let mut data = path(&[canvas.at(from), canvas.at(to)], false);
    let whole = long.clamp(0.0, 200.0) as u32;
    let inches = (0..=whole).map(|n| (n as f32, if n == 0 { 5.0 } else { 2.6 })).chain([(long, 5.0)]);
    for (inch, reach) in inches {
        let at = canvas.at(from + way * inch);
        data.push_str(&path(&[at + across * reach, at - across * reach], false));
    }
    vec![Tag::new("path").with("d", data).hollow().stroke(ink(tone, scene), 1.6)]
}

fn ghost(canvas: &Canvas, print: &Footprint, tone: Tone, scene: &Scene) -> Vec<Tag> {
    let outline = corners(canvas, print);
    let whole = || Tag::new("path").with("d", path(&outline, true)).with("stroke-linejoin", "round");
    let rgb = ink(tone, scene);
    let edge = whole().hollow().stroke(rgb, 2.0);
    let edge = if tone == Tone::Refused { edge.dash(&[7.0, 4.0]) } else { edge };
    let front = path(&outline[..2], false);
    vec![
        whole().fill((TAG, 0.35)).stroke((PALE, 0.9), 4.0),
        edge,
        Tag::new("path").with("d", front).hollow().stroke(rgb, 4.0),
    ]
}

/// Brackets outside the four corners.
fn bracket(outline: &[Vec2; 4], rgb: Rgb) -> Vec<Tag> {
    let middle = outline.iter().sum::<Vec2>() / 4.0;
    let out = |n: usize| {
        let to = |other: usize| (outline[other % 4] - outline[n]).normalize_or_zero();
        let (next, before) = (to(n + 1), to(n + 3));
        let corner = outline[n] - (next + before) * 4.0;
        debug_assert!(corner.distance(middle) >= outline[n].distance(middle));
        path(&[corner + next * 9.0, corner, corner + before * 9.0], false)
    };
    let data: String = (0..4).map(out).collect();
    let brackets = |rgb: Rgb, wide: f32| Tag::new("path").with("d", data.clone()).hollow().stroke(rgb, wide);
    vec![brackets(PALE, 4.0), brackets(rgb, 2.0)]
}

/// Points along an arc, degrees clockwise from north, a piece every three degrees.
fn arc(at: Vec2, radius: f32, from: f32, to: f32) -> Vec<Vec2> {
    let pieces = ((to - from).abs() / 3.0).ceil().clamp(1.0, 240.0);
    (0..=pieces as u32)
        .map(|n| {
            let angle = (from + (to - from) * n as f32 / pieces).to_radians();
            at + Vec2::new(ops::sin(angle), ops::cos(angle)) * radius
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_runs_clockwise_from_north() {
        let points = arc(Vec2::new(10.0, 10.0), 5.0, 0.0, 90.0);
        assert_eq!(points.len(), 31);
        assert!(points[0].distance(Vec2::new(10.0, 15.0)) < 1e-4);
        assert!(points[30].distance(Vec2::new(15.0, 10.0)) < 1e-4);
    }

    #[test]
    fn a_tape_has_a_tick_for_every_inch() {
        let canvas = Canvas { scale: 10.0, corner: Vec2::ZERO, table: Vec2::splat(20.0) };
        let drawn = tape(&canvas, Vec2::new(2.0, 5.0), Vec2::new(6.5, 5.0), Tone::Plain, &Scene::default());
        // The tape, its ticks at 0, 1, 2, 3 and 4 inches, and its end.
        assert_eq!(drawn[0].to_string().matches('M').count(), 7);
    }

    #[test]
    fn tones_differ_by_line_and_not_by_colour_alone() {
        let scene = Scene::default();
        let style = |tone: Tone| {
            let text = line(&[Vec2::ZERO, Vec2::X], false, tone, &scene).to_string();
            text.split("stroke-dasharray=").nth(1).map(|s| s.split(' ').take(2).collect::<String>())
        };
        let styles = [Tone::Legal, Tone::Cut, Tone::Refused, Tone::Threat].map(style);
        for (n, a) in styles.iter().enumerate() {
            assert!(styles[n + 1..].iter().all(|b| a != b), "{a:?}");
        }
    }
}
