//! What is written on the pieces and at them: glyphs and plaques, what stands beside a base, generals, names of bodies.

use std::collections::BTreeMap;

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind};

use super::bases::BaseLook;
use super::beside::{Behind, Beside};
use super::camera::{Camera, Level};
use super::figures::plaque;
use super::glyph::Glyphs;
use super::leader;
use super::pen;
use super::scene::{BodyLabel, Piece, Scene, Stand};
use super::tags::{Places, hull, name_size};
use crate::gui::language::translate;
use crate::gui::text::{self, BODY_NAME, SMALL};
use crate::gui::theme::ink;
use crate::ids::{BodyId, UnitId};
use crate::picture::palette::{ArmyColour, INK, TAG};
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

/// Generals are discs of so many pixels; from afar as wide as so many inches, and never smaller than that: a disc hides no
/// more than it must of those with whom a general stands.
const DISC: f32 = 22.0;
const DISC_INCHES: f32 = 1.6;
const LEAST_DISC: f32 = 14.0;

/// The place of a general's disc.
fn disc(sight: &Sight, middle: Pos2) -> Rect {
    let wide = (sight.camera.zoom * DISC_INCHES).clamp(LEAST_DISC, DISC);
    Rect::from_center_size(middle, egui::Vec2::splat(wide))
}

/// Where the name of each body was written last: around all of it (0) or which of its units, and on which side of that. A
/// name stays there while there is room: one that changes its side whenever somebody moves is looked for each time.
#[derive(Clone, Debug, Default)]
pub struct Sides(BTreeMap<BodyId, (usize, usize)>);

/// Paints all of it; `feet` gives where a piece's bases are drawn now.
#[expect(clippy::too_many_arguments, reason = "where and what to paint, and what lies there already")]
pub fn paint(
    painter: &Painter,
    glyphs: &mut Glyphs,
    sight: &Sight,
    scene: &Scene,
    feet: &dyn Fn(UnitId) -> Vec<Footprint>,
    places: &mut Places,
    sides: &mut Sides,
    with_names: bool,
) {
    for piece in &scene.pieces {
        for print in feet(piece.unit) {
            places.take(hull(&sight.corners(&print)).expand(2.0));
        }
    }
    let tokens = tokens(sight, scene);
    let written = lay(painter.ctx(), sight, scene, feet, places);
    for (piece, beside) in scene.pieces.iter().zip(&written) {
        let army = scene.of(piece.side);
        let prints = feet(piece.unit);
        for (n, print) in prints.iter().enumerate() {
            sign(painter, glyphs, sight, piece, army, print, n == 0, &tokens);
        }
        if piece.hidden {
            unseen(painter, sight, army, &prints);
        }
        if let Some(print) = crate::table::hull::round(&prints) {
            beside.paint(painter, glyphs, sight, piece, army, &print);
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
        for (body, rect, line) in names(painter.ctx(), sight, scene, feet, places, sides) {
            if let Some(line) = line {
                leader::paint(painter, line, ink(scene.of(body.side).dark));
            }
            pen::words(painter, rect.center(), &title(&body.name), BODY_NAME, ink(scene.of(body.side).dark));
        }
    }
}

/// Where the discs of generals lie.
fn tokens(sight: &Sight, scene: &Scene) -> Vec<Rect> {
    scene.pieces.iter().filter_map(|p| p.token()).map(|at| disc(sight, sight.at(at))).collect()
}

/// What is written beside each of the pieces. First all that has one place takes it: generals' discs, signs, what is left of
/// units; then badges go where that leaves room.
fn lay(
    ctx: &egui::Context,
    sight: &Sight,
    scene: &Scene,
    feet: &dyn Fn(UnitId) -> Vec<Footprint>,
    places: &mut Places,
) -> Vec<Beside> {
    let tokens = tokens(sight, scene);
    tokens.iter().for_each(|disc| places.write(*disc));
    let stands: Vec<Option<Footprint>> =
        scene.pieces.iter().map(|piece| crate::table::hull::round(&feet(piece.unit))).collect();
    let mut all: Vec<Beside> = Vec::with_capacity(stands.len());
    for (piece, print) in scene.pieces.iter().zip(&stands) {
        if sight.level > Level::Far
            && let Some(first) = feet(piece.unit).first()
            && !piece.counts_bases
        {
            places.write(plate(sight, piece, scene.of(piece.side), first, &tokens));
        }
        let counted = print.as_ref().map(|print| Beside::counted(ctx, sight, piece, print, places)).unwrap_or_default();
        counted.rects().for_each(|rect| places.write(rect));
        all.push(counted);
    }
    for ((piece, print), beside) in scene.pieces.iter().zip(&stands).zip(&mut all) {
        if let Some(print) = print {
            beside.put_badges(sight, piece, print, places);
        }
    }
    all
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
    tokens: &[Rect],
) {
    if sight.level == Level::Far {
        glyphs.paint(painter, from_afar(sight, print, tokens), piece.glyph, (army.dark, army.tint));
        return;
    }
    if !first || piece.counts_bases {
        return;
    }
    let rect = plate(sight, piece, army, print, tokens);
    painter.rect(rect, CornerRadius::same(2), ink(TAG), Stroke::new(1.0, ink(army.dark)), StrokeKind::Outside);
    glyphs.paint(painter, rect.shrink(1.0), piece.glyph, (INK, TAG));
}

/// Where a sign lies that is seen from afar: in the middle of its base, beside a general's disc as far as the base goes.
fn from_afar(sight: &Sight, print: &Footprint, tokens: &[Rect]) -> Rect {
    let zoom = sight.camera.zoom;
    let side = (print.half_width.min(print.half_depth) * 2.0 * zoom - 5.0).clamp(5.0, 16.0);
    let (middle, along) = (sight.at(print.centre), sight.along(print.right()));
    let wanted = (clear_of(middle, side, along, tokens) - middle).dot(along);
    let most = (print.half_width * zoom - side / 2.0).max(0.0);
    Rect::from_center_size(middle + along * wanted.clamp(-most, most), egui::Vec2::splat(side))
}

/// Where the plaque of a sign lies.
fn plate(sight: &Sight, piece: &Piece, army: &ArmyColour, print: &Footprint, tokens: &[Rect]) -> Rect {
    let half = Vec2::new(print.half_width, print.half_depth);
    let look = BaseLook {
        half,
        ranks: Ranks::ONE,
        army: *army,
        level: sight.level,
        zoom: sight.camera.zoom,
        strength: None,
        hidden: piece.hidden,
    };
    let side = plaque(&look);
    let at = if sight.level == Level::Near {
        let inset = side / 2.0 / sight.camera.zoom + 0.12;
        let corner = Vec2::new(-half.x + inset, -half.y + inset);
        sight.at(print.centre + print.right() * corner.x + print.forward() * corner.y)
    } else {
        sight.at(print.centre)
    };
    let at = clear_of(at, side, sight.along(print.right()), tokens);
    Rect::from_center_size(at, egui::Vec2::splat(side))
}

/// The place of a sign, moved along its base until no general's disc lies on it.
fn clear_of(at: Pos2, side: f32, along: egui::Vec2, tokens: &[Rect]) -> Pos2 {
    let reach = |token: &Rect| (token.width() + side) / 2.0 + 2.0;
    let Some(token) = tokens.iter().find(|token| token.center().distance(at) < reach(token)) else { return at };
    let reach = reach(token);
    // Away from the disc, or to the right of one that lies in the middle.
    let off = (at - token.center()).dot(along);
    let to = if off < -0.5 { -reach } else { reach };
    at + along * (to - off)
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
    let around = disc(sight, sight.at(at));
    let (middle, radius) = (around.center(), around.width() / 2.0);
    painter.circle_filled(middle + egui::Vec2::new(2.0, 2.5), radius + 1.0, Color32::from_black_alpha(40));
    painter.circle(middle, radius, ink(army.tint), Stroke::new(2.0, ink(army.dark)));
    let rect = Rect::from_center_size(middle, egui::Vec2::splat(around.width() * 0.66));
    glyphs.paint(painter, rect, piece.glyph, (army.dark, army.tint));
    if sight.level > Level::Far {
        let order = [egui::Vec2::X, -egui::Vec2::X, egui::Vec2::Y, -egui::Vec2::Y];
        let words = crate::gui::words::capital(&title(&piece.name));
        places.name(painter, sight.view, around, &words, BODY_NAME, ink(army.dark), &order);
    }
}

/// A name, where it goes, and the line that leads to whom it names where it does not stand beside him.
type Name<'s> = (&'s BodyLabel, Rect, Option<[Pos2; 2]>);

/// A name begins so far behind what stands behind its body, beside the usual room of a name: there runs the frame of the
/// selected one. And so far from its bases at least.
const FRAME: f32 = 2.0;
const LEAST: f32 = 9.6;

/// Where the names of bodies go: where they stood before, if there is room. Else behind them or beside them where nobody of
/// another body is nearer, around all of it or around one of its units; else wherever there is room around all of it.
fn names<'s>(
    ctx: &egui::Context,
    sight: &Sight,
    scene: &'s Scene,
    feet: &dyn Fn(UnitId) -> Vec<Footprint>,
    places: &mut Places,
    sides: &mut Sides,
) -> Vec<Name<'s>> {
    let mut found = Vec::new();
    let seen = |prints: &[Footprint]| hull(&prints.iter().flat_map(|p| sight.corners(p)).collect::<Vec<Pos2>>());
    let stands: Vec<(Option<BodyId>, Rect)> =
        scene.pieces.iter().flat_map(|p| feet(p.unit).into_iter().map(|print| (p.body, seen(&[print])))).collect();
    for body in &scene.bodies {
        let prints = named_at(scene, body.body, feet);
        let Some(first) = prints.first() else { continue };
        let around = seen(&prints);
        let back = sight.along(-first.forward());
        // Beyond the frame that it has when it is selected.
        let own_pieces = scene.pieces.iter().filter(|p| p.body == Some(body.body));
        let deepest = own_pieces.map(|p| Behind::of(p).depth(sight.level)).fold(0.0, f32::max);
        let gap = if sight.level == Level::Far { 0.0 } else { (deepest + FRAME).max(LEAST) };
        let behind = if back.y.abs() >= back.x.abs() {
            egui::Vec2::new(0.0, back.y.signum())
        } else {
            egui::Vec2::new(back.x.signum(), 0.0)
        };
        let across = egui::Vec2::new(behind.y.abs(), behind.x.abs());
        let order = [behind, -across, across, -behind, behind - across, behind + across];
        let size = name_size(ctx, &title(&body.name), BODY_NAME);
        let nearest = |rect: Rect, own: bool| {
            let of = stands.iter().filter(|(of, _)| (*of == Some(body.body)) == own);
            of.map(|(_, stand)| apart(rect, *stand)).fold(f32::INFINITY, f32::min)
        };
        let own = |rect: Rect| nearest(rect, true) <= nearest(rect, false);
        let units = scene.pieces.iter().filter(|p| p.body == Some(body.body)).map(|p| seen(&feet(p.unit)));
        let all: Vec<Rect> = std::iter::once(around).chain(units).map(|around| around.expand(gap)).collect();
        let same = sides.0.get(&body.body).and_then(|(of, way)| {
            let rect = places.same_place_of_name(sight.view, *all.get(*of)?, size, *order.get(*way)?)?;
            own(rect).then_some((rect, *of, *way))
        });
        let place = || {
            let mut all = all.iter().enumerate();
            all.find_map(|(of, around)| {
                let (rect, way) = places.place_of_name(sight.view, *around, size, &order, own)?;
                Some((rect, of, way))
            })
        };
        let any = || {
            let (rect, way) = places.place_of_name(sight.view, all[0], size, &order, |_| true)?;
            Some((rect, 0, way))
        };
        if let Some((rect, of, way)) = same.or_else(place).or_else(any) {
            sides.0.insert(body.body, (of, way));
            places.write(rect);
            let outlines: Vec<[Pos2; 4]> = prints.iter().map(|print| sight.corners(print)).collect();
            let led = leader::shortest(rect, &outlines).filter(|(_, long)| *long > leader::BESIDE + gap || !own(rect));
            found.push((body, rect, led.map(|(line, _)| line)));
        }
    }
    found
}

/// How far two rectangles are from each other.
fn apart(a: Rect, b: Rect) -> f32 {
    let gap = |a: egui::Rangef, b: egui::Rangef| (a.min - b.max).max(b.min - a.max).max(0.0);
    egui::Vec2::new(gap(a.x_range(), b.x_range()), gap(a.y_range(), b.y_range())).length()
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
mod tests;
