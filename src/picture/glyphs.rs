//! The drawings of the look by name: troop glyphs, state marks, and figures seen from above.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::art::{Drawing, sheet};

/// The side of the square that a glyph is drawn on.
pub const GLYPH_GRID: f32 = 16.0;
/// The side of the square that a state mark is drawn on.
pub const MARK_GRID: f32 = 12.0;

type Sheet = LazyLock<BTreeMap<String, Drawing>>;

static GLYPHS: Sheet = LazyLock::new(|| read(include_str!("../../assets/look/glyphs.svg"), 0.02));
static MARKS: Sheet = LazyLock::new(|| read(include_str!("../../assets/look/marks.svg"), 0.02));
static FIGURES: Sheet = LazyLock::new(|| read(include_str!("../../assets/look/figures.svg"), 0.003));

/// A troop glyph on the grid of [`GLYPH_GRID`], its corner at the origin: `hi`, `ph`, `wb`, …, in ink and ground.
pub fn glyph(name: &str) -> Option<&'static Drawing> {
    GLYPHS.get(name)
}

/// A state mark on the grid of [`MARK_GRID`], its corner at the origin: `fatigue`, `moved`, … in ink and ground. The
/// empty ones are `ring`, `square`, `diamond` and `triangle`.
pub fn mark(name: &str) -> Option<&'static Drawing> {
    MARKS.get(name)
}

/// A figure seen from above in inches, about the middle of its place and facing up, which is towards negative y.
pub fn figure(name: &str) -> Option<&'static Drawing> {
    FIGURES.get(name)
}

/// The names of all glyphs, in alphabetical order.
pub fn glyph_names() -> impl Iterator<Item = &'static str> {
    GLYPHS.keys().map(String::as_str)
}

/// The names of all state marks, in alphabetical order.
pub fn mark_names() -> impl Iterator<Item = &'static str> {
    MARKS.keys().map(String::as_str)
}

/// The names of all figures, in alphabetical order.
pub fn figure_names() -> impl Iterator<Item = &'static str> {
    FIGURES.keys().map(String::as_str)
}

/// Reads a sheet built into the program. One that does not read leaves its drawings out, which every place that
/// draws can bear; a test reads all three.
fn read(svg: &str, tolerance: f32) -> BTreeMap<String, Drawing> {
    sheet(svg, tolerance).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::picture::art::Role;

    fn roles(drawing: &Drawing) -> Vec<Role> {
        let tones = drawing.shapes.iter().flat_map(|s| s.fill.into_iter().chain(s.stroke.map(|s| s.paint)));
        tones.map(|t| t.role).collect()
    }

    #[test]
    fn all_drawings_are_there() {
        assert_eq!(glyph_names().count(), 19);
        assert_eq!(mark_names().count(), 15);
        assert_eq!(figure_names().count(), 19);
        for name in ["hi", "ph", "wb", "si", "hc", "el", "gen", "hero"] {
            assert!(glyph(name).is_some() && figure(name).is_some(), "{name}");
        }
        assert!(glyph("dragon").is_none());
    }

    #[test]
    fn glyphs_and_marks_stay_in_their_grid_and_in_two_colours() {
        for (names, grid) in
            [(GLYPHS.iter().collect::<Vec<_>>(), GLYPH_GRID), (MARKS.iter().collect::<Vec<_>>(), MARK_GRID)]
        {
            for (name, drawing) in names {
                let (low, high) = drawing.bounds();
                assert!(low.min_element() > -0.5 && high.max_element() < grid + 0.5, "{name}: {low} {high}");
                assert!(high.y - low.y > grid * 0.6, "{name} is too small");
                assert!(roles(drawing).iter().all(|r| matches!(r, Role::Ink | Role::Ground)), "{name}");
                assert!(roles(drawing).contains(&Role::Ink), "{name}");
            }
        }
    }

    #[test]
    fn figures_fit_their_bases_and_wear_their_army() {
        for (name, drawing) in FIGURES.iter() {
            let (low, high) = drawing.bounds();
            assert!(low.min_element() > -1.4 && high.max_element() < 1.4, "{name}: {low} {high}");
            assert!(low.cmplt(Vec2::ZERO).all() && high.cmpgt(Vec2::ZERO).all(), "{name} is off its middle");
            assert!(roles(drawing).contains(&Role::Coat) || roles(drawing).contains(&Role::Trim), "{name}");
            assert!(!roles(drawing).iter().any(|r| matches!(r, Role::Ink | Role::Ground)), "{name}");
        }
        assert!(roles(figure("hc").unwrap()).contains(&Role::Mount));
    }

    #[test]
    fn every_point_is_a_number() {
        for sheet in [&GLYPHS, &MARKS, &FIGURES] {
            for (name, drawing) in sheet.iter() {
                for shape in &drawing.shapes {
                    assert!(shape.outline.points().iter().all(|p| p.is_finite()), "{name}");
                    assert!(shape.outline.points().len() >= 2, "{name}");
                }
            }
        }
    }
}
