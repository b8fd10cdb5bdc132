//! Glyphs as small pictures: each is drawn once for each size and pair of colours, and kept.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    self, Color32, ColorImage, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, TextureHandle, TextureOptions,
    Vec2,
};
use resvg::tiny_skia::{self, FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Transform};

use crate::gui::theme::ink;
use crate::gui::widgets::flag;
use crate::picture::art::{Drawing, Inks};
use crate::picture::glyphs::{self, GLYPH_GRID, MARK_GRID};
use crate::picture::palette::{ArmyColour, Rgb};
use crate::picture::shape::{Outline, Shape};

/// The pictures that were needed so far.
#[derive(Default)]
pub struct Glyphs(BTreeMap<Key, Option<TextureHandle>>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    name: &'static str,
    mark: bool,
    /// Device pixels.
    size: u32,
    ink: Rgb,
    ground: Rgb,
}

impl Glyphs {
    /// Paints a troop's glyph in that square; nothing when there is no such glyph.
    pub fn paint(&mut self, painter: &Painter, rect: Rect, name: &'static str, inks: (Rgb, Rgb)) {
        self.put(painter, rect, name, false, inks);
    }

    /// Paints a state's badge in that square; tells whether there is one.
    pub fn mark(&mut self, painter: &Painter, rect: Rect, name: &'static str, inks: (Rgb, Rgb)) -> bool {
        self.put(painter, rect, name, true, inks)
    }

    fn put(&mut self, painter: &Painter, rect: Rect, name: &'static str, mark: bool, inks: (Rgb, Rgb)) -> bool {
        let size = (rect.width() * painter.pixels_per_point()).round().clamp(4.0, 256.0) as u32;
        let key = Key { name, mark, size, ink: inks.0, ground: inks.1 };
        let texture = self.0.entry(key.clone()).or_insert_with(|| load(painter.ctx(), &key));
        let Some(texture) = texture else { return false };
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        // On whole device pixels, else it is blurred.
        let snap = |v: f32| (v * painter.pixels_per_point()).round() / painter.pixels_per_point();
        let at = Pos2::new(snap(rect.left()), snap(rect.top()));
        let side = size as f32 / painter.pixels_per_point();
        painter.image(texture.id(), Rect::from_min_size(at, Vec2::splat(side)), whole, Color32::WHITE);
        true
    }
}

/// A glyph on a piece of its base, as the unit panel shows it.
pub fn tile(painter: &Painter, glyphs: &mut Glyphs, rect: Rect, name: &'static str, colours: &flag::Colours) {
    painter.rect(rect, CornerRadius::same(2), colours.tint, Stroke::new(1.5, colours.main), StrokeKind::Inside);
    let front = Rect::from_min_size(rect.min, Vec2::new(rect.width(), 4.0));
    painter.rect_filled(front, 0.0, colours.dark);
    let inner = Rect::from_center_size(rect.center() + Vec2::new(0.0, 2.0), Vec2::splat(rect.width() * 0.7));
    let rgb = |c: Color32| Rgb(c.r(), c.g(), c.b());
    glyphs.paint(painter, inner, name, (rgb(colours.dark), rgb(colours.tint)));
}

/// The colours of an army as the widgets take them.
pub fn colours(army: &ArmyColour) -> flag::Colours {
    flag::Colours {
        main: ink(army.main),
        dark: ink(army.dark),
        tint: ink(army.tint),
        trim: ink(army.trim),
        beaded: army.row == crate::picture::palette::Row::B,
    }
}

fn load(ctx: &egui::Context, key: &Key) -> Option<TextureHandle> {
    let (drawing, grid) =
        if key.mark { (glyphs::mark(key.name)?, MARK_GRID) } else { (glyphs::glyph(key.name)?, GLYPH_GRID) };
    let inks = Inks::new(key.ink, key.ground, ArmyColour::DEFAULT[0]);
    let image = raster(drawing, &inks, key.size, grid)?;
    let name = format!("{} {} {}", key.name, key.size, key.ink);
    Some(ctx.load_texture(name, image, TextureOptions::LINEAR))
}

/// Draws a drawing of that grid into a square picture.
fn raster(drawing: &Drawing, inks: &Inks, size: u32, grid: f32) -> Option<ColorImage> {
    let mut pixmap = Pixmap::new(size, size)?;
    let scale = Transform::from_scale(size as f32 / grid, size as f32 / grid);
    for shape in drawing.painted(inks) {
        draw(&mut pixmap, &shape, scale);
    }
    let pixels =
        pixmap.pixels().iter().map(|p| Color32::from_rgba_premultiplied(p.red(), p.green(), p.blue(), p.alpha()));
    Some(ColorImage::new([size as usize, size as usize], pixels.collect()))
}

/// Draws a shape into a picture, in that place.
pub fn draw(pixmap: &mut Pixmap, shape: &Shape, scale: Transform) {
    let Some(path) = path(&shape.outline) else { return };
    let paint = |p: crate::picture::shape::Paint| {
        let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
        paint.set_color_rgba8(p.rgb.0, p.rgb.1, p.rgb.2, (p.alpha.clamp(0.0, 1.0) * 255.0) as u8);
        paint
    };
    if let Some(fill) = shape.fill {
        pixmap.fill_path(&path, &paint(fill), FillRule::Winding, scale, None);
    }
    if let Some(stroke) = &shape.stroke {
        let line_cap = if stroke.round { LineCap::Round } else { LineCap::Butt };
        let pen = tiny_skia::Stroke {
            width: stroke.width,
            line_cap,
            line_join: LineJoin::Round,
            ..tiny_skia::Stroke::default()
        };
        pixmap.stroke_path(&path, &paint(stroke.paint), &pen, scale, None);
    }
}

fn path(outline: &Outline) -> Option<tiny_skia::Path> {
    let points = outline.points();
    let mut path = PathBuilder::new();
    let mut rest = points.iter();
    let first = rest.next()?;
    path.move_to(first.x, first.y);
    for point in rest {
        path.line_to(point.x, point.y);
    }
    if outline.closed() {
        path.close();
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_fills_its_square_with_ink_on_nothing() {
        let drawing = glyphs::glyph("hi").expect("the glyph is built in");
        let inks = Inks::new(Rgb(1, 2, 3), Rgb(250, 250, 250), ArmyColour::DEFAULT[0]);
        let image = raster(drawing, &inks, 32, GLYPH_GRID).expect("32 pixels are a picture");
        assert_eq!(image.size, [32, 32]);
        assert!(image.pixels.iter().any(|p| *p == Color32::from_rgb(1, 2, 3)));
        assert_eq!(image.pixels[0], Color32::TRANSPARENT);
    }
}
