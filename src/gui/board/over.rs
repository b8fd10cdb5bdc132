//! What is written on and beside the pieces: glyphs and plaques, pips, badges, generals, names of bodies.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind};

use super::badge;
use super::bases::BaseLook;
use super::camera::{Camera, Level};
use super::figures::plaque;
use super::glyph::Glyphs;
use super::pen;
use super::scene::{Piece, Scene, Stand};
use super::tags::{Places, hull};
use crate::gui::language::translate;
use crate::gui::text::{self, BODY_NAME, SMALL, SMALL_STRONG};
use crate::gui::theme::ink;
use crate::gui::widgets::pips;
use crate::ids::UnitId;
use crate::picture::palette::{ArmyColour, CLOTH, INK, TAG};
use crate::table::{Footprint, Ranks};

/// Where the eye is and how much it sees.
#[derive(Clone, Copy)]
pub struct Sight {
    pub camera: Camera,
    pub view: Rect,
    pub level: Level,
}

impl Sight {
    /// Where a point of the table is seen.
    pub fn at(&self, point: Vec2) -> Pos2 {
        self.camera.to_screen(self.view, point)
    }

    /// The corners of a base on the screen: front left, front right, rear right, rear left.
    pub fn corners(&self, print: &Footprint) -> [Pos2; 4] {
        print.corners().map(|c| self.at(c))
    }

    /// A direction of the table as a unit vector on the screen.
    pub fn along(&self, direction: Vec2) -> egui::Vec2 {
        self.camera.direction(direction).normalized()
    }
}

/// Generals are discs of this many pixels at any zoom.
const DISC: f32 = 22.0;

/// Paints all of it; `feet` gives where a piece's bases are drawn now.
pub fn paint(
    painter: &Painter,
    glyphs: &mut Glyphs,
    sight: &Sight,
    scene: &Scene,
    feet: &dyn Fn(UnitId) -> Vec<Footprint>,
    places: &mut Places,
    with_names: bool,
) {
    for piece in &scene.pieces {
        for print in feet(piece.unit) {
            places.take(hull(&sight.corners(&print)).expand(2.0));
        }
    }
    for piece in &scene.pieces {
        let army = scene.of(piece.side);
        let prints = feet(piece.unit);
        for (n, print) in prints.iter().enumerate() {
            sign(painter, glyphs, sight, piece, army, print, n == 0);
        }
        if piece.hidden {
            unseen(painter, sight, army, &prints);
        }
        if let Some(print) = crate::table::hull::round(&prints) {
            beside(painter, glyphs, sight, piece, army, &print, places);
        }
    }
    for piece in &scene.pieces {
        if let Stand::Token(at) = piece.stand {
            token(painter, glyphs, sight, piece, scene.of(piece.side), at, places);
        }
    }
    for piece in scene.pieces.iter().filter(|piece| piece.hidden) {
        hidden(painter, sight, scene.of(piece.side), &feet(piece.unit), places);
    }
    if with_names {
        names(painter, sight, scene, feet, places);
    }
}

/// The dashed edge of what lies hidden.
fn unseen(painter: &Painter, sight: &Sight, army: &ArmyColour, prints: &[Footprint]) {
    for print in prints {
        pen::line(painter, &sight.corners(print), true, Stroke::new(1.5, ink(army.main)), pen::HIDDEN);
    }
}

/// That it lies hidden, in a word beside it.
fn hidden(painter: &Painter, sight: &Sight, army: &ArmyColour, prints: &[Footprint], places: &mut Places) {
    let corners: Vec<Pos2> = prints.iter().flat_map(|print| sight.corners(print)).collect();
    if corners.is_empty() {
        return;
    }
    let order = [egui::Vec2::Y, -egui::Vec2::Y, egui::Vec2::X, -egui::Vec2::X];
    // It lies in woods more often than not: the word is read on paper.
    let size = egui::Vec2::new(text::width(painter.ctx(), translate("hidden"), SMALL) + 8.0, SMALL.line());
    let rect = places.find(sight.view, hull(&corners), size, 3.0, &order);
    painter.rect_filled(rect, CornerRadius::same(3), ink(TAG));
    text::put_middle(painter, rect.center(), translate("hidden"), SMALL, ink(army.dark), size.x);
    places.take(rect);
}

/// The glyph on the base: filling it from afar, else on a paper plaque.
fn sign(
    painter: &Painter,
    glyphs: &mut Glyphs,
    sight: &Sight,
    piece: &Piece,
    army: &ArmyColour,
    print: &Footprint,
    first: bool,
) {
    let middle = sight.at(print.centre);
    let half = Vec2::new(print.half_width, print.half_depth);
    if sight.level == Level::Far {
        let side = (half.min_element() * 2.0 * sight.camera.zoom - 5.0).clamp(5.0, 16.0);
        let rect = Rect::from_center_size(middle, egui::Vec2::splat(side));
        glyphs.paint(painter, rect, piece.glyph, (army.dark, army.tint));
        return;
    }
    if !first {
        return;
    }
    let look = BaseLook {
        half,
        ranks: Ranks::ONE,
        army: *army,
        level: sight.level,
        zoom: sight.camera.zoom,
        strength: None,
        hidden: false,
    };
    let side = plaque(&look);
    let at = if sight.level == Level::Near {
        let inset = side / 2.0 / sight.camera.zoom + 0.12;
        let corner = Vec2::new(-half.x + inset, -half.y + inset);
        sight.at(print.centre + print.right() * corner.x + print.forward() * corner.y)
    } else {
        middle
    };
    let rect = Rect::from_center_size(at, egui::Vec2::splat(side));
    painter.rect(rect, CornerRadius::same(2), ink(TAG), Stroke::new(1.0, ink(army.dark)), StrokeKind::Outside);
    glyphs.paint(painter, rect.shrink(1.0), piece.glyph, (INK, TAG));
}

/// Pips and badges outside the rear edge.
fn beside(
    painter: &Painter,
    glyphs: &mut Glyphs,
    sight: &Sight,
    piece: &Piece,
    army: &ArmyColour,
    print: &Footprint,
    places: &mut Places,
) {
    if sight.level == Level::Far {
        if let Some(mark) = piece.marks.first() {
            let corner = sight.corners(print)[2];
            badge::paint(painter, glyphs, corner, 8.0, mark.mark, ink(INK), ink(TAG));
        }
        return;
    }
    let near = sight.level == Level::Near;
    let radius = if near { 3.6 } else { 2.5 };
    let rear = sight.at(print.centre - print.forward() * print.half_depth);
    let back = sight.along(-print.forward());
    let right = sight.along(print.right());
    if let Some((left, of)) = piece.strength {
        let middle = rear + back * (radius + 3.5);
        if of > pips::MOST {
            text::put_middle(painter, rear + back * 9.0, &left.to_string(), SMALL_STRONG, ink(army.dark), 40.0);
        } else {
            let step = radius * 2.0 + 1.9;
            for n in 0..of {
                let at = middle + right * (f32::from(n) - (f32::from(of) - 1.0) / 2.0) * step;
                // The lost ones lie on the side that is left on the screen, as figures on a page are read.
                let lost = if right.x >= 0.0 { n < of.saturating_sub(left) } else { n >= left };
                pip(painter, at, radius, ink(army.dark), lost);
            }
        }
        let reach = egui::Vec2::splat(radius * 2.0 + 2.0);
        places.take(Rect::from_center_size(
            middle,
            reach + egui::Vec2::new(right.x.abs(), right.y.abs()) * radius * 2.5 * f32::from(of.min(8)),
        ));
    }
    let size = if near { 16.0 } else { 11.0 };
    let corner = sight.at(print.centre - print.forward() * print.half_depth + print.right() * print.half_width);
    let shown = if piece.marks.len() > 2 { 2 } else { piece.marks.len() };
    for (n, mark) in piece.marks.iter().take(shown).enumerate() {
        let at = corner + back * (size / 2.0 + 2.5) - right * (size / 2.0 + n as f32 * (size + 2.0));
        badge::paint(painter, glyphs, at, size, mark.mark, ink(INK), ink(TAG));
        places.take(Rect::from_center_size(at, egui::Vec2::splat(size)));
    }
    if piece.marks.len() > 2 {
        let at = corner + back * (size / 2.0 + 2.5) - right * (size * 2.5 + 6.0);
        pen::words(painter, at, &format!("+{}", piece.marks.len() - 2), SMALL_STRONG, ink(INK));
    }
}

fn pip(painter: &Painter, at: Pos2, radius: f32, colour: Color32, lost: bool) {
    if lost {
        painter.circle(at, radius - 0.4, ink(CLOTH), Stroke::new(0.9, colour));
        let d = egui::Vec2::new(radius, -radius) * 0.95;
        painter.line_segment([at - d, at + d], Stroke::new(0.9, colour));
    } else {
        painter.circle_filled(at, radius, colour);
    }
}

/// A general: a disc with his glyph, his name beside it.
fn token(
    painter: &Painter,
    glyphs: &mut Glyphs,
    sight: &Sight,
    piece: &Piece,
    army: &ArmyColour,
    at: Vec2,
    places: &mut Places,
) {
    let middle = sight.at(at);
    painter.circle_filled(middle + egui::Vec2::new(2.0, 2.5), DISC / 2.0 + 1.0, Color32::from_black_alpha(40));
    painter.circle(middle, DISC / 2.0, ink(army.tint), Stroke::new(2.0, ink(army.dark)));
    let rect = Rect::from_center_size(middle, egui::Vec2::splat(DISC * 0.66));
    glyphs.paint(painter, rect, piece.glyph, (army.dark, army.tint));
    let around = Rect::from_center_size(middle, egui::Vec2::splat(DISC));
    places.take(around);
    if sight.level > Level::Far {
        let order = [egui::Vec2::X, -egui::Vec2::X, egui::Vec2::Y, -egui::Vec2::Y];
        let words = crate::gui::words::capital(&title(&piece.name));
        places.name(painter, sight.view, around, &words, BODY_NAME, ink(army.dark), &order);
    }
}

/// The names of bodies, behind them or beside them.
fn names(
    painter: &Painter,
    sight: &Sight,
    scene: &Scene,
    feet: &dyn Fn(UnitId) -> Vec<Footprint>,
    places: &mut Places,
) {
    for body in &scene.bodies {
        let army = scene.of(body.side);
        let prints: Vec<Footprint> =
            scene.pieces.iter().filter(|p| p.body == Some(body.body)).flat_map(|p| feet(p.unit)).collect();
        let Some(first) = prints.first() else { continue };
        let corners: Vec<Pos2> = prints.iter().flat_map(|p| sight.corners(p)).collect();
        let around = hull(&corners);
        let words = title(&body.name);
        let width = text::width(painter.ctx(), &words, BODY_NAME);
        if sight.level == Level::Far && width > around.width().max(around.height()) {
            continue;
        }
        let back = sight.along(-first.forward());
        let gap = if sight.level == Level::Far { 0.0 } else { 12.0 };
        let behind = if back.y.abs() >= back.x.abs() {
            egui::Vec2::new(0.0, back.y.signum())
        } else {
            egui::Vec2::new(back.x.signum(), 0.0)
        };
        let across = egui::Vec2::new(behind.y.abs(), behind.x.abs());
        let order = [behind, -across, across, -behind, behind - across, behind + across];
        places.name(painter, sight.view, around.expand(gap * 0.8), &words, BODY_NAME, ink(army.dark), &order);
    }
}

/// A name as it is written on the table.
pub fn title(name: &str) -> String {
    name.replace('-', " ")
}
