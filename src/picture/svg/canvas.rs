//! From inches on the table to places on the page, and from plain shapes to SVG elements.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bevy::math::Vec2;

use super::super::shape::{Outline, Shape};
use super::tag::Tag;

/// Where the table lies on the page.
#[derive(Clone, Copy, Debug)]
pub struct Canvas {
    /// Page units (px) an inch.
    pub scale: f32,
    /// The table's north-west corner on the page.
    pub corner: Vec2,
    /// Size of the table, inches.
    pub table: Vec2,
}

/// The blurs that a page needs, by their reach in hundredths of a page unit.
#[derive(Debug, Default)]
pub struct Softs(BTreeSet<u32>);

impl Canvas {
    /// A point of the table on the page.
    pub fn at(&self, point: Vec2) -> Vec2 {
        self.corner + Vec2::new(point.x, self.table.y - point.y) * self.scale
    }

    /// The table's size on the page.
    pub fn size(&self) -> Vec2 {
        self.table * self.scale
    }

    /// Points of the table on the page.
    pub fn all(&self, points: &[Vec2]) -> Vec<Vec2> {
        points.iter().map(|&p| self.at(p)).collect()
    }

    /// A shape of the table on the page.
    pub fn shape(&self, shape: &Shape) -> Shape {
        let mut placed = shape.clone().placed(self.scale, Vec2::ZERO);
        // The outline is turned over with the page; widths only grow.
        placed.outline = match &shape.outline {
            Outline::Line(points) => Outline::Line(self.all(points)),
            Outline::Ring(points) => Outline::Ring(self.all(points)),
            Outline::Disc { at, radius } => Outline::Disc { at: self.at(*at), radius: radius * self.scale },
        };
        placed
    }
}

impl Softs {
    /// The filter for an edge that fades over that many page units.
    pub fn url(&mut self, feather: f32) -> String {
        let key = (feather * 100.0).round() as u32;
        self.0.insert(key);
        format!("url(#soft{key})")
    }

    /// The definitions of all filters that were asked for.
    pub fn defs(&self) -> impl Iterator<Item = Tag> + '_ {
        self.0.iter().map(|key| {
            // A Gaussian blur goes from one tenth to nine tenths over 2.56 of its deviations.
            let deviation = *key as f32 / 256.0;
            Tag::new("filter")
                .with("id", format!("soft{key}"))
                .with("color-interpolation-filters", "sRGB")
                .with("x", "-25%")
                .with("y", "-25%")
                .with("width", "150%")
                .with("height", "150%")
                .holding([Tag::new("feGaussianBlur").num("stdDeviation", deviation)])
        })
    }
}

/// The data of a path along points: from each to the next, which takes half of the room of their places. What is added up are
/// whole hundredths, so that the last point lies as true as the first.
pub fn path(points: &[Vec2], closed: bool) -> String {
    let mut data = String::with_capacity(points.len() * 8);
    // What is no number lies in the corner, as in every other value of a page.
    let whole = |v: f32| if v.is_finite() { (f64::from(v) * 100.0).round() as i64 } else { 0 };
    let hundredths = |at: &Vec2| [at.x, at.y].map(whole);
    let mut last = None;
    for (n, at) in points.iter().map(hundredths).enumerate() {
        match (n, last) {
            (0, _) => data.push('M'),
            (1, _) => data.push('l'),
            _ => {}
        }
        let from: [i64; 2] = last.unwrap_or_default();
        for (way, from) in at.into_iter().zip(from) {
            write_short(&mut data, way.saturating_sub(from));
        }
        last = Some(at);
    }
    if closed {
        data.push('Z');
    }
    data
}

/// Writes so many hundredths in as few letters as there can be, apart from the number before.
fn write_short(data: &mut String, hundredths: i64) {
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (hundredths < 0, data.ends_with(|c: char| c.is_ascii_digit())) {
        (true, _) => data.push('-'),
        (false, true) => data.push(' '),
        (false, false) => {}
    }
    // Writing to a string cannot fail.
    if whole > 0 || rest == 0 {
        let _ = write!(data, "{whole}");
    }
    match (rest / 10, rest % 10) {
        (0, 0) => {}
        (tenths, 0) => drop(write!(data, ".{tenths}")),
        (tenths, more) => drop(write!(data, ".{tenths}{more}")),
    }
}

/// Shapes in page units as elements. Neighbours that are stroked alike and cover nothing (hachures, blades of
/// grass) become one path.
pub fn elements(shapes: impl IntoIterator<Item = Shape>, softs: &mut Softs) -> Vec<Tag> {
    let mut done: Vec<Tag> = Vec::new();
    let mut open: Option<(Shape, String)> = None;
    for shape in shapes {
        if let Outline::Disc { at, radius } = shape.outline {
            done.extend(open.take().map(|(shape, data)| drawn(&shape, data, softs)));
            let circle = Tag::new("circle").num("cx", at.x).num("cy", at.y).num("r", radius);
            done.push(dressed(circle, &shape, softs));
            continue;
        }
        let data = path(&shape.outline.points(), shape.outline.closed());
        match &mut open {
            Some((like, all)) if alike(like, &shape) => all.push_str(&data),
            _ => done.extend(open.replace((shape, data)).map(|(shape, data)| drawn(&shape, data, softs))),
        }
    }
    done.extend(open.map(|(shape, data)| drawn(&shape, data, softs)));
    done
}

fn alike(a: &Shape, b: &Shape) -> bool {
    a.fill.is_none() && b.fill.is_none() && a.stroke == b.stroke && a.feather == b.feather
}

fn drawn(shape: &Shape, data: String, softs: &mut Softs) -> Tag {
    dressed(Tag::new("path").with("d", data), shape, softs)
}

fn dressed(tag: Tag, shape: &Shape, softs: &mut Softs) -> Tag {
    let mut tag = match shape.fill {
        Some(fill) => tag.fill(fill),
        None => tag.hollow(),
    };
    if let Some(stroke) = shape.stroke {
        tag = tag.stroke(stroke.paint, stroke.width).with("stroke-linejoin", "round");
        if stroke.round {
            tag = tag.with("stroke-linecap", "round");
        }
        if let Some((long, gap)) = stroke.dash {
            tag = tag.dash(&[long, gap]);
        }
    }
    if shape.feather > 0.0 {
        tag = tag.with("filter", softs.url(shape.feather));
    }
    tag
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::Rgb;

    #[test]
    fn a_path_is_written_short_and_ends_where_it_should() {
        let at = |points: &[(f32, f32)]| points.iter().map(|(x, y)| Vec2::new(*x, *y)).collect::<Vec<_>>();
        let line = at(&[(0.0, 27.0), (0.0, 23.22), (0.5, 23.2), (-10.0, 23.2)]);
        assert_eq!(path(&line, false), "M0 27l0-3.78 .5-.02-10.5 0");
        assert_eq!(path(&line[..1], true), "M0 27Z");
        // A hundred thirds of a hundredth are none, and none is lost.
        let thirds: Vec<Vec2> = (0..100).map(|n| Vec2::new(n as f32 / 300.0, 1.0)).collect();
        let told = path(&thirds, false);
        let ways = told.split_once('l').unwrap().1.split(' ').step_by(2).filter_map(|way| way.parse::<f32>().ok());
        assert!((ways.sum::<f32>() - 0.33).abs() < 1e-4, "{told}");
    }

    #[test]
    fn north_is_up() {
        let canvas = Canvas { scale: 10.0, corner: Vec2::new(20.0, 30.0), table: Vec2::new(72.0, 48.0) };
        assert_eq!(canvas.at(Vec2::new(0.0, 48.0)), Vec2::new(20.0, 30.0));
        assert_eq!(canvas.at(Vec2::new(72.0, 0.0)), Vec2::new(740.0, 510.0));
        assert_eq!(canvas.size(), Vec2::new(720.0, 480.0));
        let disc: Shape =
            Shape::filled(Outline::Disc { at: Vec2::ONE, radius: 2.0 }, Rgb::WHITE).edged(Rgb::BLACK, 0.1);
        let placed = canvas.shape(&disc);
        assert_eq!(placed.outline, Outline::Disc { at: Vec2::new(30.0, 500.0), radius: 20.0 });
        assert_eq!(placed.stroke.map(|s| s.width), Some(1.0));
    }

    #[test]
    fn hachures_become_one_path_and_discs_stay_apart() {
        let line = |x: f32| Shape::line(Outline::Line(vec![Vec2::new(x, 0.0), Vec2::new(x, 1.0)]), Rgb::BLACK, 1.0);
        let disc: Shape = Shape::filled(Outline::Disc { at: Vec2::ONE, radius: 2.0 }, Rgb::WHITE).soft(4.0);
        let mut softs = Softs::default();
        let found = elements([line(0.0), line(1.0), disc, line(2.0)], &mut softs);
        assert_eq!(found.len(), 3);
        assert!(found[0].to_string().contains("M0 0l0 1M1 0l0 1"), "{}", found[0]);
        assert!(found[1].to_string().contains("url(#soft400)"), "{}", found[1]);
        let defs: Vec<String> = softs.defs().map(|d| d.to_string()).collect();
        assert_eq!(defs.len(), 1);
        assert!(defs[0].contains(r#"id="soft400""#) && defs[0].contains(r#"stdDeviation="1.56""#), "{}", defs[0]);
    }
}
