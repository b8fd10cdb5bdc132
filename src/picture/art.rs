//! Reads the sheets of drawings: ordinary SVG files, in which a few colours stand for roles and each named group is
//! one drawing. What comes out are plain shapes, flattened to points.

use std::collections::BTreeMap;

use bevy::math::Vec2;
use resvg::tiny_skia::{PathSegment, Transform};
use resvg::usvg::{self, Group, Node};

use super::flatten;
use super::palette::{ArmyColour, Rgb};
use super::shape::{Outline, Paint, Shape, Stroke};

/// One drawing: shapes from the lowest to the highest, x to the right, y down, as on the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// In the order in which they are painted.
    pub shapes: Vec<Shape<Tone>>,
}

/// A paint of a drawing before its roles are filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// What it stands for.
    pub role: Role,
    /// 0 is not seen, 1 covers.
    pub alpha: f32,
}

/// What a colour stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Of a glyph or mark.
    Ink,
    /// What lies under a glyph or mark.
    Ground,
    /// An army's cloth and shields: its main colour, a little lighter.
    Coat,
    /// An army's dark colour.
    Dark,
    /// An army's trim colour.
    Trim,
    /// The coat of the animal ridden.
    Mount,
    /// The same in every army.
    Fixed(Rgb),
}

/// What the roles of a drawing are painted with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inks {
    /// Outlines and details.
    pub ink: Rgb,
    /// What shows behind the drawing, for what is cut out of it.
    pub ground: Rgb,
    /// The colours of whose unit it is.
    pub army: ArmyColour,
    /// The coat of horses and other mounts.
    pub mount: Rgb,
}

/// The coats of horses: as drawn, chestnut, dark bay, dun.
pub const MOUNTS: [Rgb; 4] = [Rgb::of(0x6A4329), Rgb::of(0x86592F), Rgb::of(0x4A3222), Rgb::of(0x9A7A55)];

impl Inks {
    /// A glyph or mark in that ink on that ground; an army's figures on a bay mount.
    pub fn new(ink: Rgb, ground: Rgb, army: ArmyColour) -> Inks {
        Inks { ink, ground, army, mount: MOUNTS[0] }
    }

    fn paint(&self, tone: Tone) -> Paint {
        let rgb = match tone.role {
            Role::Ink => self.ink,
            Role::Ground => self.ground,
            Role::Coat => self.army.coat(),
            Role::Dark => self.army.dark,
            Role::Trim => self.army.trim,
            Role::Mount => self.mount,
            Role::Fixed(rgb) => rgb,
        };
        Paint::new(rgb, tone.alpha)
    }
}

impl Drawing {
    /// Its shapes with their roles filled.
    pub fn painted<'a>(&'a self, inks: &'a Inks) -> impl Iterator<Item = Shape> + 'a {
        self.shapes.iter().map(|shape| shape.repainted(|&tone| inks.paint(tone)))
    }

    /// The corners of the box round all its points, strokes not counted.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let mut bounds = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for shape in &self.shapes {
            for &point in shape.outline.points().iter() {
                bounds = (bounds.0.min(point), bounds.1.max(point));
            }
        }
        bounds
    }
}

/// Reads a sheet: each named group at its top is a drawing, its origin where the group was moved to. Curves are
/// flattened to `tolerance`, in the units of the sheet.
///
/// # Errors
/// What is wrong with the file, in the words of the SVG reader.
pub fn sheet(svg: &str, tolerance: f32) -> Result<BTreeMap<String, Drawing>, usvg::Error> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let mut drawings = BTreeMap::new();
    let mut open: Vec<&Group> = vec![tree.root()];
    while let Some(group) = open.pop() {
        for node in group.children() {
            let Node::Group(inner) = node else { continue };
            if inner.id().is_empty() {
                open.push(inner);
                continue;
            }
            let home = inner.abs_transform().invert().unwrap_or_default();
            let mut drawing = Drawing::default();
            gather(inner, home, 1.0, tolerance, &mut drawing.shapes);
            drawings.insert(inner.id().to_owned(), drawing);
        }
    }
    Ok(drawings)
}

fn gather(group: &Group, home: Transform, alpha: f32, tolerance: f32, shapes: &mut Vec<Shape<Tone>>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => gather(inner, home, alpha * inner.opacity().get(), tolerance, shapes),
            Node::Path(path) => {
                // `abs_transform` goes to the sheet's pixels, `home` from there to the drawing's own units.
                let place = home.pre_concat(path.abs_transform());
                let scale = place.get_scale().0;
                let fill = path.fill().and_then(|f| tone(f.paint(), alpha * f.opacity().get()));
                let stroke = path.stroke().and_then(|s| {
                    Some(Stroke {
                        paint: tone(s.paint(), alpha * s.opacity().get())?,
                        width: s.width().get() * scale,
                        round: s.linecap() == usvg::LineCap::Round,
                        dash: None,
                    })
                });
                for outline in outlines(path.data(), place, tolerance) {
                    shapes.push(Shape { outline, fill, stroke, feather: 0.0 });
                }
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
}

fn tone(paint: &usvg::Paint, alpha: f32) -> Option<Tone> {
    let usvg::Paint::Color(colour) = paint else { return None };
    let role = match Rgb(colour.red, colour.green, colour.blue) {
        Rgb(0x2A, 0x25, 0x20) => Role::Ink,
        Rgb(0xFC, 0xF9, 0xF1) | Rgb(0xFB, 0xF6, 0xE8) => Role::Ground,
        Rgb(0xB2, 0x3A, 0x2E) => Role::Coat,
        Rgb(0x6B, 0x17, 0x12) => Role::Dark,
        Rgb(0xF7, 0xEA, 0xCB) => Role::Trim,
        Rgb(0x6A, 0x43, 0x29) => Role::Mount,
        other => Role::Fixed(other),
    };
    Some(Tone { role, alpha })
}

/// The parts of a path, each flattened; a part with one point is nothing.
fn outlines(path: &resvg::tiny_skia::Path, place: Transform, tolerance: f32) -> Vec<Outline> {
    let at = |point: resvg::tiny_skia::Point| {
        let mut point = point;
        place.map_point(&mut point);
        Vec2::new(point.x, point.y)
    };
    let mut found = Vec::new();
    let mut points: Vec<Vec2> = Vec::new();
    let finish = |points: &mut Vec<Vec2>, closed: bool, found: &mut Vec<Outline>| {
        let mut part = std::mem::take(points);
        part.dedup_by(|a, b| a.distance_squared(*b) < 1e-10);
        if closed && part.len() > 2 && part[0].distance_squared(part[part.len() - 1]) < 1e-10 {
            part.pop();
        }
        match part.len() {
            0 | 1 => {}
            _ if closed => found.push(Outline::Ring(part)),
            _ => found.push(Outline::Line(part)),
        }
    };
    for segment in path.segments() {
        let from = points.last().copied().unwrap_or_default();
        match segment {
            PathSegment::MoveTo(to) => {
                finish(&mut points, false, &mut found);
                points.push(at(to));
            }
            PathSegment::LineTo(to) => points.push(at(to)),
            PathSegment::QuadTo(bend, to) => flatten::quadratic(&mut points, from, at(bend), at(to), tolerance),
            PathSegment::CubicTo(first, second, to) => {
                flatten::cubic(&mut points, from, at(first), at(second), at(to), tolerance);
            }
            PathSegment::Close => finish(&mut points, true, &mut found),
        }
    }
    finish(&mut points, false, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 40 20">
        <rect width="40" height="20" fill="#FFFFFF"/>
        <g id="box" transform="translate(2 2)"><path d="M0 0H4V4H0Z" fill="#2A2520" stroke="#FCF9F1" stroke-width=".5"/>
          <g transform="translate(10 0) scale(2)"><path d="M0 0H1" stroke="#B23A2E" stroke-width=".1" opacity=".5"/></g></g>
        <g id="two" transform="translate(22 2)"><path d="M0 0H1M3 0Q4 2 5 0Z" fill="none" stroke="#123456"
          stroke-linecap="round"/></g></svg>"##;

    #[test]
    fn drawings_come_out_in_their_own_units_with_roles() {
        let drawings = sheet(TWO, 0.01).unwrap();
        assert_eq!(drawings.keys().collect::<Vec<_>>(), ["box", "two"]);
        let shapes = &drawings["box"].shapes;
        assert_eq!(shapes.len(), 2);
        let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(|(x, y)| Vec2::new(x, y));
        assert!(shapes[0].outline.points().iter().zip(corners).all(|(p, c)| p.distance(c) < 1e-4));
        assert!(shapes[0].outline.closed());
        assert_eq!(shapes[0].fill.unwrap(), Tone { role: Role::Ink, alpha: 1.0 });
        assert_eq!(shapes[0].stroke.unwrap().paint.role, Role::Ground);
        assert!((shapes[0].stroke.unwrap().width - 0.5).abs() < 1e-5);

        let scaled = shapes[1].stroke.unwrap();
        assert_eq!(scaled.paint.role, Role::Coat);
        assert!((scaled.paint.alpha - 0.5).abs() < 0.01 && (scaled.width - 0.2).abs() < 1e-5);
        assert!(shapes[1].outline.points()[1].distance(Vec2::new(12.0, 0.0)) < 1e-4);
    }

    #[test]
    fn a_path_of_two_parts_is_two_shapes() {
        let shapes = &sheet(TWO, 0.01).unwrap()["two"].shapes;
        assert_eq!(shapes.len(), 2);
        assert!(!shapes[0].outline.closed() && shapes[1].outline.closed());
        assert!(shapes.iter().all(|s| s.fill.is_none() && s.stroke.unwrap().round));
        assert_eq!(shapes[0].stroke.unwrap().paint.role, Role::Fixed(Rgb(0x12, 0x34, 0x56)));
        let lowest = shapes[1].outline.points().iter().map(|p| p.y).fold(0.0, f32::max);
        assert!((lowest - 1.0).abs() < 0.02, "half of the bend's height: {lowest}");
    }

    #[test]
    fn a_broken_sheet_is_refused() {
        assert!(sheet("<svg", 0.01).is_err());
    }

    #[test]
    fn roles_take_the_inks_given() {
        let drawings = sheet(TWO, 0.01).unwrap();
        let [madder, indigo] = ArmyColour::DEFAULT;
        let inks = Inks::new(Rgb(1, 2, 3), Rgb(4, 5, 6), indigo);
        let painted: Vec<Shape> = drawings["box"].painted(&inks).collect();
        assert_eq!(painted[0].fill.unwrap().rgb, Rgb(1, 2, 3));
        assert_eq!(painted[0].stroke.unwrap().paint.rgb, Rgb(4, 5, 6));
        assert_eq!(painted[1].stroke.unwrap().paint.rgb, indigo.coat());
        assert_ne!(indigo.coat(), madder.coat());
    }
}
