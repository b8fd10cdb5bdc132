//! Small signs, drawn as shapes and never as characters.

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2};

/// A circle with a bar: not allowed.
pub fn barred(painter: &Painter, at: Pos2, radius: f32, ink: Color32) {
    let stroke = Stroke::new((radius * 0.26).max(1.2), ink);
    painter.circle_stroke(at, radius, stroke);
    let d = Vec2::splat(radius * 0.7);
    painter.line_segment([at - d, at + d], stroke);
}

/// A hook that turns back (or, mirrored, forth): undo and redo.
pub fn hook(painter: &Painter, at: Pos2, back: bool, ink: Color32) {
    let stroke = Stroke::new(1.6, ink);
    let side = if back { 1.0 } else { -1.0 };
    let p = |x: f32, y: f32| at + Vec2::new(x * side, y);
    painter.line(vec![p(-2.0, -5.5), p(-5.5, -2.0), p(-2.0, 1.5)], stroke);
    let bend = (0..=8).map(|i| {
        let (sin, cos) = bevy::math::ops::sin_cos(std::f32::consts::PI * (i as f32 / 8.0 - 0.5));
        p(2.0 + cos * 3.4, 1.4 + sin * 3.4)
    });
    let shaft = std::iter::once(p(-5.0, -2.0)).chain(bend).chain(std::iter::once(p(-1.0, 4.8)));
    painter.line(shaft.collect(), stroke);
}

/// Three bars: a menu.
pub fn menu(painter: &Painter, at: Pos2, ink: Color32) {
    for y in [-5.0, 0.0, 5.0] {
        painter.hline(at.x - 7.5..=at.x + 7.5, at.y + y, Stroke::new(1.8, ink));
    }
}

/// A glass to look through: find something.
pub fn loupe(painter: &Painter, at: Pos2, ink: Color32) {
    let glass = at - Vec2::splat(1.5);
    painter.circle_stroke(glass, 4.5, Stroke::new(1.6, ink));
    painter.line_segment([glass + Vec2::splat(3.4), at + Vec2::splat(5.5)], Stroke::new(2.0, ink));
}

/// A closed lock of that height.
pub fn lock(painter: &Painter, at: Pos2, height: f32, ink: Color32) {
    let (half, low) = (height * 0.36, height * 0.5);
    let body = bevy_egui::egui::Rect::from_min_max(at + Vec2::new(-half, -height * 0.06), at + Vec2::new(half, low));
    painter.rect_filled(body, height * 0.1, ink);
    let bow = (0..=10).map(|n| {
        let (sin, cos) = bevy::math::ops::sin_cos(n as f32 / 10.0 * std::f32::consts::PI);
        at + Vec2::new(cos * half * 0.66, -height * 0.2 - sin * height * 0.28)
    });
    let left = std::iter::once(at + Vec2::new(half * 0.66, -height * 0.04));
    let right = std::iter::once(at + Vec2::new(-half * 0.66, -height * 0.04));
    painter.line(left.chain(bow).chain(right).collect(), Stroke::new((height * 0.12).max(1.4), ink));
}

/// A disc with a point that way: there is more where it points.
pub fn more(painter: &Painter, at: Pos2, way: Vec2, ink: Color32, ground: Color32) {
    const RADIUS: f32 = 9.0;
    painter.circle(at, RADIUS, ground, Stroke::new(1.2, ink));
    let across = Vec2::new(-way.y, way.x);
    let (tip, foot) = (at + way * (RADIUS * 0.55), at - way * (RADIUS * 0.3));
    let half = across * (RADIUS * 0.55);
    painter.add(Shape::convex_polygon(vec![tip, foot + half, foot - half], ink, Stroke::NONE));
}

/// A tick.
pub fn tick(painter: &Painter, at: Pos2, size: f32, ink: Color32) {
    let p = |x: f32, y: f32| at + Vec2::new(x, y) * size;
    painter.line(vec![p(-0.5, 0.02), p(-0.12, 0.4), p(0.5, -0.38)], Stroke::new((size * 0.2).max(1.6), ink));
}

/// Two crossed blades in a paper disc: a melee.
pub fn blades(painter: &Painter, at: Pos2, radius: f32, ground: Color32, ink: Color32) {
    painter.circle(at, radius, ground, Stroke::new(1.4, ink));
    let stroke = Stroke::new((radius * 0.17).max(1.2), ink);
    for side in [-1.0, 1.0] {
        let p = |x: f32, y: f32| at + Vec2::new(x * side, y) * radius;
        painter.line_segment([p(-0.52, -0.55), p(0.5, 0.5)], stroke);
        painter.line_segment([p(0.14, 0.5), p(0.52, 0.16)], stroke);
    }
}

/// A north arrow that points along `up` on the screen, of that radius.
pub fn compass(painter: &Painter, at: Pos2, up: Vec2, radius: f32, ink: Color32, ground: Color32) {
    let across = Vec2::new(-up.y, up.x);
    let tip = at + up * radius;
    let notch = at - up * (radius * 0.5);
    let half = |side: f32| vec![tip, at - up * radius + across * (radius * 0.5 * side), notch];
    painter.add(Shape::convex_polygon(half(1.0), ground, Stroke::new(0.8, ink)));
    painter.add(Shape::convex_polygon(half(-1.0), ink, Stroke::new(0.8, ink)));
}
