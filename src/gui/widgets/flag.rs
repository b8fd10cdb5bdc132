//! A side's flag: its colour, and a plain or beaded bar, so that colour alone never tells the sides apart.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

/// The colours of a flag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colours {
    pub main: Color32,
    pub dark: Color32,
    pub tint: Color32,
    pub trim: Color32,
    /// The trim is beaded, not a plain line.
    pub beaded: bool,
}

/// Paints a pole with a pennant, about 14 by 13, its left edge's middle at that point.
pub fn paint(painter: &Painter, at: Pos2, colours: &Colours) {
    paint_in(painter, at, colours.main, colours.trim, colours.beaded);
}

/// The same in white on the side's own colour, for a chip that is filled with it.
pub fn paint_on_main(painter: &Painter, at: Pos2, colours: &Colours, ink: Color32) {
    paint_in(painter, at, ink, colours.main, colours.beaded);
}

fn paint_in(painter: &Painter, at: Pos2, main: Color32, trim: Color32, beaded: bool) {
    let top = at - Vec2::new(0.0, 6.5);
    painter.line_segment([top, at + Vec2::new(0.0, 6.5)], Stroke::new(1.6, main));
    let cloth = Rect::from_min_size(top + Vec2::new(0.8, 0.5), Vec2::new(12.0, 7.5));
    let notch = Pos2::new(cloth.right() - 2.5, cloth.center().y);
    // Two convex halves: the swallow tail is not convex.
    let half = |y: f32| vec![cloth.left_center(), Pos2::new(cloth.left(), y), Pos2::new(cloth.right(), y), notch];
    painter.add(Shape::convex_polygon(half(cloth.top()), main, Stroke::NONE));
    painter.add(Shape::convex_polygon(half(cloth.bottom()), main, Stroke::NONE));
    let y = cloth.center().y;
    if beaded {
        for x in [2.5, 5.0, 7.5] {
            painter.circle_filled(Pos2::new(cloth.left() + x, y), 0.9, trim);
        }
    } else {
        painter.hline(cloth.left() + 1.5..=notch.x - 1.0, y, Stroke::new(1.3, trim));
    }
}
