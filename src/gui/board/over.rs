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
use crate::ids::{BodyId, UnitId};
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

/// The place of a general's disc.
fn disc(middle: Pos2) -> Rect {
    Rect::from_center_size(middle, egui::Vec2::splat(DISC))
}

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
    let tokens: Vec<Pos2> = scene.pieces.iter().filter_map(|p| p.token()).map(|at| sight.at(at)).collect();
    // No name is written where another's disc will lie.
    for middle in &tokens {
        places.take(disc(*middle));
    }
    for piece in &scene.pieces {
        let army = scene.of(piece.side);
        let prints = feet(piece.unit);
        for (n, print) in prints.iter().enumerate() {
            sign(painter, glyphs, sight, piece, army, print, n == 0, &tokens);
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

/// The glyph on the base: filling it from afar, else on a paper plaque, beside a general's disc that lies there. A unit whose
/// bases are counted has it on its tab.
#[expect(clippy::too_many_arguments, reason = "where and what to paint, and what lies there already")]
fn sign(
    painter: &Painter,
    glyphs: &mut Glyphs,
    sight: &Sight,
    piece: &Piece,
    army: &ArmyColour,
    print: &Footprint,
    first: bool,
    tokens: &[Pos2],
) {
    let middle = sight.at(print.centre);
    let half = Vec2::new(print.half_width, print.half_depth);
    if sight.level == Level::Far {
        let side = (half.min_element() * 2.0 * sight.camera.zoom - 5.0).clamp(5.0, 16.0);
        let rect = Rect::from_center_size(middle, egui::Vec2::splat(side));
        glyphs.paint(painter, rect, piece.glyph, (army.dark, army.tint));
        return;
    }
    if !first || piece.counts_bases {
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
    let at = clear_of(at, side, sight.along(print.right()), tokens);
    let rect = Rect::from_center_size(at, egui::Vec2::splat(side));
    painter.rect(rect, CornerRadius::same(2), ink(TAG), Stroke::new(1.0, ink(army.dark)), StrokeKind::Outside);
    glyphs.paint(painter, rect.shrink(1.0), piece.glyph, (INK, TAG));
}

/// The place of a sign, moved along its base until no general's disc lies on it.
fn clear_of(at: Pos2, side: f32, along: egui::Vec2, tokens: &[Pos2]) -> Pos2 {
    let reach = (DISC + side) / 2.0 + 2.0;
    let Some(token) = tokens.iter().find(|token| token.distance(at) < reach) else { return at };
    // Away from the disc, or to the right of one that lies in the middle.
    let off = (at - *token).dot(along);
    let to = if off < -0.5 { -reach } else { reach };
    at + along * (to - off)
}

/// What stands on the tab behind a unit whose bases are counted, from the left: its glyph, a pip for each base or their
/// number and how many are lost, and its badges. Always upright.
#[expect(clippy::too_many_arguments, reason = "where and what to paint")]
fn tab(
    painter: &Painter,
    glyphs: &mut Glyphs,
    piece: &Piece,
    army: &ArmyColour,
    rear: Pos2,
    back: egui::Vec2,
    near: bool,
    places: &mut Places,
) {
    const GAP: f32 = 4.0;
    // A longer row of pips would lie over whoever stands beside.
    const PIPS: u16 = 4;
    let (size, radius) = if near { (16.0, 3.6) } else { (13.0, 2.5) };
    let (left, of) = piece.strength.unwrap_or_default();
    let lost = of.saturating_sub(left);
    let number = |n: u16| text::width(painter.ctx(), &n.to_string(), SMALL_STRONG);
    let counted = if of > PIPS {
        number(left) + if lost > 0 { GAP + radius * 2.0 + 3.0 + number(lost) } else { 0.0 }
    } else {
        pips::width(of, radius)
    };
    let shown = piece.marks.len().min(BADGES);
    let more = piece.marks.len() - shown;
    let badges = shown as f32 * (size + 2.0) + if more > 0 { 14.0 } else { 0.0 };
    let width = size + GAP + counted + if shown > 0 { GAP } else { 0.0 } + badges;
    let reach = back.x.abs() * width / 2.0 + back.y.abs() * size / 2.0 + 3.5;
    let rect = Rect::from_center_size(rear + back * reach, egui::Vec2::new(width, size));
    let plaque = Rect::from_min_size(rect.min, egui::Vec2::splat(size));
    painter.rect(plaque, CornerRadius::same(2), ink(TAG), Stroke::new(1.0, ink(army.dark)), StrokeKind::Inside);
    glyphs.paint(painter, plaque.shrink(1.5), piece.glyph, (INK, TAG));
    let y = rect.center().y;
    let mut x = plaque.right() + GAP;
    if of > PIPS {
        let put = |x: f32, n: u16| {
            let at = Pos2::new(x + number(n) / 2.0, y);
            pen::words(painter, at, &n.to_string(), SMALL_STRONG, ink(army.dark));
        };
        put(x, left);
        if lost > 0 {
            let ring = x + number(left) + GAP + radius;
            pip(painter, Pos2::new(ring, y), radius, ink(army.dark), true);
            put(ring + radius + 3.0, lost);
        }
    } else {
        pips::paint(painter, Pos2::new(x, y), left, of, radius, ink(army.dark), false);
    }
    x += counted + GAP;
    for mark in piece.marks.iter().take(shown) {
        badge::paint(painter, glyphs, Pos2::new(x + size / 2.0, y), size, mark.mark, ink(INK), ink(TAG));
        x += size + 2.0;
    }
    if more > 0 {
        pen::words(painter, Pos2::new(x + 6.0, y), &format!("+{more}"), SMALL_STRONG, ink(INK));
    }
    places.take(rect);
}

/// No more badges than these are shown, the others counted.
const BADGES: usize = 2;

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
    if piece.counts_bases {
        tab(painter, glyphs, piece, army, rear, back, near, places);
        return;
    }
    // Where a number stands badges are put beside it.
    let mut taken = 0.0;
    if let Some((left, of)) = piece.strength {
        let middle = rear + back * (radius + 3.5);
        if of > pips::MOST {
            text::put_middle(painter, rear + back * 9.0, &left.to_string(), SMALL_STRONG, ink(army.dark), 40.0);
            taken = text::width(painter.ctx(), &left.to_string(), SMALL_STRONG) / 2.0 + 3.0;
        } else {
            let step = radius * 2.0 + 1.9;
            taken = step * f32::from(of) / 2.0 + 2.0;
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
    let shown = piece.marks.len().min(BADGES);
    let row = shown as f32 * (size + 2.0) + if piece.marks.len() > shown { 14.0 } else { 0.0 };
    let inner = print.half_width * sight.camera.zoom - row;
    let corner = corner + right * (taken - inner).max(0.0);
    for (n, mark) in piece.marks.iter().take(shown).enumerate() {
        let at = corner + back * (size / 2.0 + 2.5) - right * (size / 2.0 + n as f32 * (size + 2.0));
        badge::paint(painter, glyphs, at, size, mark.mark, ink(INK), ink(TAG));
        places.take(Rect::from_center_size(at, egui::Vec2::splat(size)));
    }
    if piece.marks.len() > shown {
        let at = corner + back * (size / 2.0 + 2.5) - right * (size * 2.5 + 6.0);
        pen::words(painter, at, &format!("+{}", piece.marks.len() - shown), SMALL_STRONG, ink(INK));
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
    let around = disc(middle);
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
        let prints = named_at(scene, body.body, feet);
        let Some(first) = prints.first() else { continue };
        let corners: Vec<Pos2> = prints.iter().flat_map(|p| sight.corners(p)).collect();
        let around = hull(&corners);
        let words = title(&body.name);
        let width = text::width(painter.ctx(), &words, BODY_NAME);
        if sight.level == Level::Far && width > around.width().max(around.height()) {
            continue;
        }
        let back = sight.along(-first.forward());
        // Beyond the frame of a selected body.
        let tabs = scene.pieces.iter().any(|p| p.body == Some(body.body) && p.counts_bases);
        let gap = match sight.level {
            Level::Far => 0.0,
            _ if tabs => 26.0,
            _ => 12.0,
        };
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

/// Those of a body where its name is written: all of them, or, where others stand among them, the first and those near it.
fn named_at(scene: &Scene, body: BodyId, feet: &dyn Fn(UnitId) -> Vec<Footprint>) -> Vec<Footprint> {
    const NEAR: f32 = 4.0;
    let own: Vec<Vec<Footprint>> =
        scene.pieces.iter().filter(|p| p.body == Some(body)).map(|p| feet(p.unit)).filter(|p| !p.is_empty()).collect();
    let (low, high) = own.iter().flatten().fold((Vec2::MAX, Vec2::MIN), |(low, high), print| {
        let reach = Vec2::splat(2.0 * print.half_depth);
        (low.min(print.centre - reach), high.max(print.centre + reach))
    });
    let among = |print: &Footprint| print.centre.cmpge(low).all() && print.centre.cmple(high).all();
    let others = scene.pieces.iter().filter(|piece| piece.body.is_some_and(|of| of != body));
    if !others.flat_map(|piece| piece.feet()).any(among) {
        return own.into_iter().flatten().collect();
    }
    let mut units = own.into_iter();
    let mut named = units.next().unwrap_or_default();
    let near = |named: &[Footprint], unit: &[Footprint]| {
        named.iter().any(|a| unit.iter().any(|b| a.centre.distance(b.centre) <= a.radius + b.radius + NEAR))
    };
    let mut left: Vec<Vec<Footprint>> = units.collect();
    while let Some(next) = left.iter().position(|unit| near(&named, unit)) {
        named.extend(left.swap_remove(next));
    }
    named
}

/// A name as it is written on the table.
pub fn title(name: &str) -> String {
    name.replace('-', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::board::scene::tests::{piece, scene};
    use crate::ids::Side;

    #[test]
    fn a_body_with_others_among_it_is_named_where_its_first_units_stand() {
        let of = |unit, body, x| Piece { body: Some(BodyId(body)), ..piece(unit, Side::North, x, 20.0, 0.0) };
        let named = |pieces: Vec<Piece>| {
            let scene = scene(pieces);
            let feet = |unit| scene.piece(unit).map_or_else(Vec::new, |piece| piece.feet().to_vec());
            let prints = named_at(&scene, BodyId(1), &feet);
            prints.iter().map(|print| print.centre.x.round() as i32).collect::<Vec<_>>()
        };
        let (first, beside, away) = (of(1, 1, 10.0), of(2, 1, 16.0), of(3, 1, 50.0));
        let all = [first.clone(), away.clone(), beside.clone()];
        let with = |other: Piece| all.iter().cloned().chain([other]).collect();
        assert_eq!(named(with(of(4, 2, 30.0))), [10, 16]);
        assert_eq!(named(with(of(4, 2, 62.0))), [10, 50, 16], "he stands beyond them");
    }

    #[test]
    fn a_sign_lies_beside_a_generals_disc_and_not_under_it() {
        let along = egui::Vec2::X;
        let at = Pos2::new(100.0, 100.0);
        assert_eq!(clear_of(at, 15.0, along, &[Pos2::new(160.0, 100.0)]), at, "none is near");
        for x in [100.0, 97.0, 106.0] {
            let token = Pos2::new(x, 100.0);
            let sign = clear_of(at, 15.0, along, &[token]);
            assert!(sign.distance(token) >= (DISC + 15.0) / 2.0, "{x}: {sign:?}");
        }
        // Where the disc lies on its right it goes to the left.
        assert!(clear_of(at, 15.0, along, &[Pos2::new(106.0, 100.0)]).x < at.x);
    }
}
