//! What is drawn over the pieces while one looks and orders: selection, path and ghost, refusals, threats, tape.
//! Every polygon comes from the ruling, the refusal or the ruleset: what is drawn is what the judge has measured.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, Painter, Pos2, Rect, Shape, Stroke};

use super::beside::Behind;
use super::ghost;
use super::glyph::Glyphs;
use super::orders::{self, Opened, Written};
use super::over::Sight;
use super::pen::{self, Dash};
use super::sights::{self, Binding, LineOfFire};
use super::tags::{Places, Tag, hull};
use super::tape::{self, Tape};
use crate::battle::texts::LengthUnit;
use crate::gui::text::BODY;
use crate::gui::theme::{ink, veil};
use crate::gui::widgets::icon;
use crate::picture::palette::{ArmyColour, CUT, INK, LEGAL, REFUSED, Rgb, THREAT};
use crate::table::Footprint;

/// All that is drawn over the pieces.
#[derive(Clone, Debug, Default)]
pub struct Overlays {
    pub selected: Framed,
    pub hovered: Framed,
    /// Who may act and has not.
    pub ready: Vec<Framed>,
    pub ghost: Option<Ghost>,
    /// What is written and waits to be carried out, and what is opened and begins.
    pub orders: Vec<Written>,
    pub opened: Vec<Opened>,
    pub refused: Option<Drawn>,
    pub threats: Vec<Threat>,
    /// Arc of fire: outline, and the range of each band with what it does.
    pub arcs: Vec<Vec<Vec2>>,
    /// What the log line speaks of.
    pub told: Vec<Framed>,
    /// Where two bases fight.
    pub melees: Vec<Melee>,
    /// The selected unit's own charge reach.
    pub reach: Vec<Vec2>,
    /// The lines along which it would shoot, and the ground that binds it.
    pub lines_of_fire: Vec<LineOfFire>,
    pub bound: Vec<Binding>,
    /// Endless lines through its front and rear, and through its flanks.
    pub fronts: Vec<[Vec2; 2]>,
    pub flanks: Vec<[Vec2; 2]>,
    pub tape: Option<Tape>,
    /// The game's own unit, in which ways and tape are ticked.
    pub unit: Option<LengthUnit>,
    /// How far the selected unit is commanded.
    pub command: Vec<Ring>,
    pub tags: Vec<TableTag>,
}

/// Bases in a frame, and what stands behind them, which belongs to it.
#[derive(Clone, Debug, Default)]
pub struct Framed {
    pub prints: Vec<Footprint>,
    pub behind: Behind,
}

/// The length along which two bases fight.
#[derive(Clone, Copy, Debug)]
pub struct Melee {
    pub middle: Vec2,
    /// Its direction.
    pub along: Vec2,
    /// Inches.
    pub length: f32,
}

/// A distance from a commander.
#[derive(Clone, Debug)]
pub struct Ring {
    pub area: Vec<Vec2>,
    /// Whether command ends there.
    pub ends: bool,
}

/// Where what the hand holds would end.
#[derive(Clone, Debug, Default)]
pub struct Ghost {
    pub ends: Vec<GhostBase>,
    /// The poses on the way of each base, its own first.
    pub paths: Vec<Vec<Footprint>>,
    pub tone: Tone,
    /// Where it would end if nothing had cut it.
    pub wished: Vec<Footprint>,
    pub marks: Vec<DrawnMark>,
    /// Where it would be when half of the time is over, where all move together.
    pub halves: Vec<Footprint>,
}

/// A base of the ghost.
#[derive(Clone, Debug)]
pub struct GhostBase {
    pub print: Footprint,
    pub army: ArmyColour,
    pub glyph: &'static str,
}

/// What the judge says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Legal,
    Cut,
    Refused,
}

/// A refusal's drawing.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// Outlines of what was refused.
    pub outlines: Vec<Footprint>,
    pub marks: Vec<DrawnMark>,
    /// Who stands in the way.
    pub glow: Vec<Footprint>,
    /// Where the barred circle goes.
    pub at: Vec2,
}

/// A mark of a ruling or a refusal, in inches.
#[derive(Clone, Debug)]
pub enum DrawnMark {
    Line(Vec<Vec2>),
    Band(Vec<Vec2>),
    /// From here to there, with end strokes.
    Gap(Vec2, Vec2),
    Glow(Footprint),
}

/// What an enemy could do.
#[derive(Clone, Debug)]
pub struct Threat {
    pub area: Vec<Vec2>,
    pub label: String,
    pub from: Vec2,
}

/// A paper tag on the table.
#[derive(Clone, Debug)]
pub struct TableTag {
    pub at: Vec2,
    pub lines: Vec<String>,
    pub tone: TagTone,
    /// Where it had best lie as seen from there; zero: anywhere around.
    pub away: Vec2,
}

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagTone {
    Legal,
    Cut,
    Refused,
    Threat,
    /// That a rule says something of the table, and nothing of what the hand holds.
    Plain,
    /// Of an army, in its dark colour.
    Army(Rgb),
}

/// Paints what lies under the pieces' names: threats, arcs, paths.
pub fn under(painter: &Painter, sight: &Sight, overlays: &Overlays) {
    for threat in &overlays.threats {
        let area: Vec<Pos2> = threat.area.iter().map(|p| sight.at(*p)).collect();
        if area.len() > 2 {
            pen::fill(painter, &area, veil(THREAT, 0.07));
            pen::hatch(painter, &area, 7.0, true, Stroke::new(0.8, veil(THREAT, 0.33)));
            pen::line(painter, &area, true, Stroke::new(1.4, ink(THREAT)), pen::THREAT);
        }
    }
    for arc in &overlays.arcs {
        let area: Vec<Pos2> = arc.iter().map(|p| sight.at(*p)).collect();
        if area.len() > 2 {
            pen::fill(painter, &area, veil(INK, 0.06));
            pen::line(painter, &area, true, Stroke::new(1.2, ink(INK)), Dash::Solid);
        }
    }
    sights::ground(painter, sight, &overlays.bound);
    rings(painter, sight, &overlays.command);
    tape::lines(painter, sight, overlays);
    orders::under(painter, sight, &overlays.orders);
    if let Some(ghost) = &overlays.ghost {
        ghost::ways(painter, sight, ghost, overlays.unit.as_ref());
    }
    // What is written lies over frames and brackets.
    for framed in &overlays.ready {
        for print in &deepened(sight, framed) {
            corners(painter, sight, print, Stroke::new(1.2, veil(LEGAL, 0.75)), 3.0, 0.16);
        }
    }
    outline(painter, sight, &overlays.selected, 1.5, 3.6);
    outline(painter, sight, &overlays.hovered, 1.0, 0.0);
    for print in overlays.told.iter().flat_map(|framed| deepened(sight, framed)) {
        corners(painter, sight, &print, Stroke::new(2.0, ink(INK)), 5.0, 0.3);
    }
}

/// Rings of command: where it ends a line on a white one, the steps before it dotted.
fn rings(painter: &Painter, sight: &Sight, rings: &[Ring]) {
    for ring in rings {
        let area: Vec<Pos2> = ring.area.iter().map(|p| sight.at(*p)).collect();
        if ring.ends {
            pen::fill(painter, &area, veil(LEGAL, 0.05));
            pen::bordered(painter, &area, true, Stroke::new(1.6, ink(LEGAL)), Dash::Solid, 3.0);
        } else {
            pen::line(painter, &area, true, Stroke::new(1.0, ink(LEGAL)), Dash::Dotted(4.0));
        }
    }
}

/// Paints what lies over the pieces.
pub fn over(painter: &Painter, glyphs: &mut Glyphs, sight: &Sight, overlays: &Overlays, places: &mut Places) {
    for melee in &overlays.melees {
        let (at, radius) = blades(sight, melee, places);
        icon::blades(painter, at, radius, ink(crate::picture::palette::TAG), ink(INK));
        places.write(Rect::from_center_size(at, egui::Vec2::splat(radius * 2.0)));
    }
    orders::chips(painter, sight, &overlays.orders);
    orders::opened(painter, sight, &overlays.opened);
    if let Some(ghost) = &overlays.ghost {
        ghost::paint(painter, glyphs, sight, ghost);
    }
    if let Some(refused) = &overlays.refused {
        paint_refused(painter, sight, refused);
    }
    sights::holds(painter, sight, &overlays.bound);
    sights::lines_of_fire(painter, sight, &overlays.lines_of_fire);
    tape::paint(painter, sight, overlays);
    let ends = overlays.ghost.iter().flat_map(|ghost| &ghost.ends);
    for base in ends {
        places.take(hull(&sight.corners(&base.print)).expand(3.0));
    }
    for tag in &overlays.tags {
        paint_tag(painter, sight, tag, places);
    }
    for threat in overlays.threats.iter().filter(|t| !t.label.is_empty()) {
        paint_tag(
            painter,
            sight,
            &TableTag { at: threat.from, lines: vec![threat.label.clone()], tone: TagTone::Threat, away: Vec2::ZERO },
            places,
        );
    }
}

/// Where the crossed blades of a fight lie, and how large: in its middle, or, where something is written there, beside that
/// along the length that fights, or else off it.
pub(super) fn blades(sight: &Sight, melee: &Melee, places: &Places) -> (Pos2, f32) {
    const STEPS: i32 = 6;
    let radius = (sight.camera.zoom * 0.7).clamp(7.0, 12.0);
    let (middle, along) = (sight.at(melee.middle), sight.along(melee.along));
    let most = melee.length * sight.camera.zoom / 2.0;
    let step = radius / 2.0;
    let aside = || (0..=STEPS).map(|n| n as f32 * step).take_while(|far| *far <= most.max(radius));
    let off = [0.0, radius, -radius, 2.0 * radius, -2.0 * radius];
    let spots = off.into_iter().flat_map(|off| {
        aside().flat_map(move |far| [far, -far]).map(move |far| middle + along * far + along.rot90() * off)
    });
    let cost = |at: &Pos2| places.lies_over(&[Rect::from_center_size(*at, egui::Vec2::splat(radius * 2.0))]).0;
    let spots: Vec<Pos2> = spots.collect();
    let free = spots.iter().find(|at| cost(at) <= 0.0);
    let least = || spots.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    (free.or_else(least).copied().unwrap_or(middle), radius)
}

/// What is framed, as one rectangle where it stands in one line, with what is written behind it.
pub(super) fn deepened(sight: &Sight, framed: &Framed) -> Vec<Footprint> {
    let behind = framed.behind.depth(sight.level) / sight.camera.zoom;
    let deep = |print: Footprint| Footprint::new(print.pose(), print.width(), print.depth() + behind);
    joined(&framed.prints).into_iter().map(deep).collect()
}

/// An outline round what is selected or hovered, four pixels outside.
fn outline(painter: &Painter, sight: &Sight, framed: &Framed, width: f32, border: f32) {
    for print in deepened(sight, framed) {
        let ring = ring(sight, &print);
        let stroke = Stroke::new(width, ink(INK));
        if border > 0.0 {
            pen::bordered(painter, &ring, true, stroke, Dash::Solid, border);
        } else {
            pen::line(painter, &ring, true, stroke, Dash::Solid);
        }
    }
}

/// The frame round a base.
pub(super) fn ring(sight: &Sight, print: &Footprint) -> Vec<Pos2> {
    pen::grown(&sight.corners(print), 4.0)
}

/// One rectangle for bases that stand in one line side by side; else each its own.
pub fn joined(prints: &[Footprint]) -> Vec<Footprint> {
    let Some(first) = prints.first() else { return Vec::new() };
    if prints.iter().any(|p| p.heading != first.heading) {
        return prints.to_vec();
    }
    let corners = prints.iter().flat_map(|p| p.corners()).map(|c| first.local(c));
    let (low, high) = corners.fold((Vec2::MAX, Vec2::MIN), |(low, high), c| (low.min(c), high.max(c)));
    let (size, middle) = (high - low, (low + high) / 2.0);
    let covered: f32 = prints.iter().map(|p| p.width() * p.depth()).sum();
    if covered < 0.85 * size.x * size.y {
        return prints.to_vec();
    }
    let front = first.centre + first.right() * middle.x + first.forward() * high.y;
    vec![Footprint::new(crate::table::Pose { at: front, heading: first.heading }, size.x, size.y)]
}

/// Brackets at the corners of a base.
fn corners(painter: &Painter, sight: &Sight, print: &Footprint, stroke: Stroke, by: f32, share: f32) {
    let ring = pen::grown(&sight.corners(print), by);
    for i in 0..4 {
        let (before, at, after) = (ring[(i + 3) % 4], ring[i], ring[(i + 1) % 4]);
        let arm = |to: Pos2| at + (to - at).normalized() * ((to - at).length() * share).min(14.0);
        painter.add(Shape::line(vec![arm(before), at, arm(after)], stroke));
    }
}

fn paint_refused(painter: &Painter, sight: &Sight, refused: &Drawn) {
    for mark in &refused.marks {
        paint_mark(painter, sight, mark, REFUSED);
    }
    for print in &refused.glow {
        let ring = pen::grown(&sight.corners(print), 4.0);
        pen::bordered(painter, &ring, true, Stroke::new(1.7, ink(REFUSED)), pen::REFUSED, 3.6);
    }
    for print in &refused.outlines {
        pen::bordered(painter, &sight.corners(print), true, Stroke::new(1.7, ink(REFUSED)), pen::REFUSED, 3.6);
    }
    let at = sight.at(refused.at);
    painter.circle_filled(at, 10.0, Color32::from_white_alpha(235));
    icon::barred(painter, at, 8.5, ink(REFUSED));
}

/// A mark of a ruling or a refusal.
pub fn paint_mark(painter: &Painter, sight: &Sight, mark: &DrawnMark, rgb: Rgb) {
    let colour = ink(rgb);
    match mark {
        DrawnMark::Line(points) => {
            let points: Vec<Pos2> = points.iter().map(|p| sight.at(*p)).collect();
            pen::line(painter, &points, false, Stroke::new(1.2, colour), pen::CORRIDOR);
        }
        DrawnMark::Band(ring) => {
            let ring: Vec<Pos2> = ring.iter().map(|p| sight.at(*p)).collect();
            if ring.len() > 2 {
                pen::hatch(painter, &ring, 5.0, false, Stroke::new(0.9, veil(rgb, 0.55)));
                pen::line(painter, &ring, true, Stroke::new(1.2, colour), pen::CORRIDOR);
            }
        }
        DrawnMark::Gap(a, b) => tape::gap(painter, sight.at(*a), sight.at(*b), colour),
        DrawnMark::Glow(print) => {
            let ring = pen::grown(&sight.corners(print), 4.0);
            pen::bordered(painter, &ring, true, Stroke::new(1.5, colour), Dash::Solid, 3.6);
        }
    }
}

fn paint_tag(painter: &Painter, sight: &Sight, tag: &TableTag, places: &mut Places) {
    let rgb = match tag.tone {
        TagTone::Legal => LEGAL,
        TagTone::Cut => CUT,
        TagTone::Refused => REFUSED,
        TagTone::Threat => THREAT,
        TagTone::Plain => INK,
        TagTone::Army(dark) => dark,
    };
    if tag.tone == TagTone::Threat && tag.lines.len() < 2 {
        let words = tag.lines.join(", ");
        let around = hull(&[sight.at(tag.at)]).expand(8.0);
        let order = [egui::Vec2::Y, -egui::Vec2::Y, egui::Vec2::X, -egui::Vec2::X];
        places.name(painter, sight.view, around, &words, BODY, ink(THREAT), &order);
        return;
    }
    let second = ink(INK);
    let lines =
        tag.lines.iter().enumerate().map(|(i, l)| (l.clone(), if i == 0 { ink(rgb) } else { second })).collect();
    let barred = tag.tone == TagTone::Refused;
    let clear = (sight.camera.zoom * 1.2).clamp(8.0, 26.0);
    let away = if tag.away == Vec2::ZERO { egui::Vec2::ZERO } else { sight.along(tag.away) };
    places.tag(painter, sight.view, &Tag { at: sight.at(tag.at), lines, border: ink(rgb), barred, clear, away });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_side_by_side_are_outlined_as_one() {
        use crate::table::Pose;
        let print = |x: f32, y: f32, degrees: f32| Footprint::new(Pose::new(x, y, degrees), 4.0, 2.0);
        let line = joined(&[print(10.0, 20.0, 0.0), print(14.0, 20.0, 0.0)]);
        assert_eq!(line.len(), 1);
        assert!((line[0].width() - 8.0).abs() < 1e-4 && line[0].front().distance(Vec2::new(12.0, 20.0)) < 1e-4);
        assert_eq!(joined(&[print(10.0, 20.0, 0.0), print(24.0, 20.0, 0.0)]).len(), 2, "a gap");
        assert_eq!(joined(&[print(10.0, 20.0, 0.0), print(14.0, 20.0, 5.0)]).len(), 2, "turned");
    }
}
