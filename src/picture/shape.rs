//! Plain coloured shapes: what recipes and drawings are made of, and what both the SVG writer and the window paint.

use std::borrow::Cow;

use bevy::math::{Vec2, ops};

use super::palette::Rgb;

/// A colour and how much it covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// The colour.
    pub rgb: Rgb,
    /// 0 is not seen, 1 covers.
    pub alpha: f32,
}

/// A line's paint and measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke<P = Paint> {
    /// What it is drawn with.
    pub paint: P,
    /// In the units of the shape.
    pub width: f32,
    /// Whether its ends are round; else they are cut square.
    pub round: bool,
    /// Lengths of stroke and gap, in the units of the shape.
    pub dash: Option<(f32, f32)>,
}

/// Where a shape runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// From the first point to the last.
    Line(Vec<Vec2>),
    /// A closed ring, not crossing itself; the last point is joined to the first.
    Ring(Vec<Vec2>),
    /// A full circle.
    Disc {
        /// Its middle.
        at: Vec2,
        /// In the units of the shape.
        radius: f32,
    },
}

/// One shape: filled, stroked, or both, the stroke over the fill.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape<P = Paint> {
    /// Where it runs.
    pub outline: Outline,
    /// What it is filled with; none: nothing.
    pub fill: Option<P>,
    /// How its outline is drawn; none: not at all.
    pub stroke: Option<Stroke<P>>,
    /// How far its edge fades out: half inside the outline, half outside. 0 is sharp.
    pub feather: f32,
}

impl Paint {
    /// That colour, covering by that share.
    pub fn new(rgb: Rgb, alpha: f32) -> Paint {
        Paint { rgb, alpha }
    }
}

impl From<Rgb> for Paint {
    fn from(rgb: Rgb) -> Paint {
        Paint { rgb, alpha: 1.0 }
    }
}

impl Outline {
    /// The points along it; a disc as a polygon of 16 corners.
    pub fn points(&self) -> Cow<'_, [Vec2]> {
        match self {
            Outline::Line(points) | Outline::Ring(points) => Cow::Borrowed(points),
            Outline::Disc { at, radius } => Cow::Owned(disc(*at, *radius, 16)),
        }
    }

    /// Whether it encloses something.
    pub fn closed(&self) -> bool {
        !matches!(self, Outline::Line(_))
    }

    /// Moved and scaled: each point times `scale`, then plus `by`.
    #[must_use]
    pub fn placed(&self, scale: f32, by: Vec2) -> Outline {
        let place = |points: &[Vec2]| points.iter().map(|&p| p * scale + by).collect();
        match self {
            Outline::Line(points) => Outline::Line(place(points)),
            Outline::Ring(points) => Outline::Ring(place(points)),
            Outline::Disc { at, radius } => Outline::Disc { at: *at * scale + by, radius: radius * scale },
        }
    }
}

impl<P> Shape<P> {
    /// A filled shape with a sharp edge.
    pub fn filled(outline: Outline, fill: impl Into<P>) -> Shape<P> {
        Shape { outline, fill: Some(fill.into()), stroke: None, feather: 0.0 }
    }

    /// A line of that width with square ends, not filled.
    pub fn line(outline: Outline, paint: impl Into<P>, width: f32) -> Shape<P> {
        Shape { outline, fill: None, stroke: None, feather: 0.0 }.edged(paint, width)
    }

    /// With an edge of that width.
    #[must_use]
    pub fn edged(mut self, paint: impl Into<P>, width: f32) -> Shape<P> {
        self.stroke = Some(Stroke { paint: paint.into(), width, round: false, dash: None });
        self
    }

    /// With its stroke, if it has one, cut into dashes.
    #[must_use]
    pub fn dashed(mut self, long: f32, gap: f32) -> Shape<P> {
        if let Some(stroke) = &mut self.stroke {
            stroke.dash = Some((long, gap));
        }
        self
    }

    /// With an edge that fades out over that length.
    #[must_use]
    pub fn soft(mut self, feather: f32) -> Shape<P> {
        self.feather = feather;
        self
    }

    /// With other paints.
    pub fn repainted<Q>(&self, paint: impl Fn(&P) -> Q) -> Shape<Q> {
        Shape {
            outline: self.outline.clone(),
            fill: self.fill.as_ref().map(&paint),
            stroke: self.stroke.as_ref().map(|s| Stroke {
                paint: paint(&s.paint),
                width: s.width,
                round: s.round,
                dash: s.dash,
            }),
            feather: self.feather,
        }
    }

    /// Moved and scaled, strokes and feathers with it.
    #[must_use]
    pub fn placed(mut self, scale: f32, by: Vec2) -> Shape<P> {
        self.outline = self.outline.placed(scale, by);
        if let Some(stroke) = &mut self.stroke {
            stroke.width *= scale;
            stroke.dash = stroke.dash.map(|(long, gap)| (long * scale, gap * scale));
        }
        self.feather *= scale;
        self
    }
}

/// A regular polygon in place of a circle, its first corner to the east.
pub fn disc(at: Vec2, radius: f32, corners: usize) -> Vec<Vec2> {
    let step = std::f32::consts::TAU / corners.max(3) as f32;
    (0..corners.max(3))
        .map(|n| {
            let angle = n as f32 * step;
            at + Vec2::new(ops::cos(angle), ops::sin(angle)) * radius
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placing_scales_lines_with_their_points() {
        let line: Shape = Shape::line(Outline::Line(vec![Vec2::ZERO, Vec2::new(1.0, 2.0)]), Rgb::BLACK, 0.5);
        let placed = line.dashed(3.0, 1.0).soft(0.25).placed(2.0, Vec2::new(10.0, 0.0));
        assert_eq!(placed.outline.points().as_ref(), [Vec2::new(10.0, 0.0), Vec2::new(12.0, 4.0)]);
        let stroke = placed.stroke.unwrap();
        assert_eq!((stroke.width, stroke.dash, placed.feather), (1.0, Some((6.0, 2.0)), 0.5));
        assert!(!placed.outline.closed());
    }

    #[test]
    fn a_disc_is_a_polygon_on_its_circle() {
        let at = Vec2::new(3.0, 4.0);
        let round = Outline::Disc { at, radius: 2.0 };
        assert_eq!(round.points().len(), 16);
        assert!(round.points().iter().all(|p| (p.distance(at) - 2.0).abs() < 1e-5));
        assert!(round.points()[0].distance(Vec2::new(5.0, 4.0)) < 1e-5);
        assert!(round.points()[4].distance(Vec2::new(3.0, 6.0)) < 1e-5);
    }
}
