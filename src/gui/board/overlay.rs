//! What is drawn over the pieces while one looks and orders: selection, path and ghost, refusals, threats, tape.
//! Every polygon comes from the ruling, the refusal or the ruleset: what is drawn is what the judge has measured.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, Painter, Pos2, Shape, Stroke};

use super::camera::Level;
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
    pub selected: Vec<Footprint>,
    /// Whether tabs stand behind what is selected, and no pips.
    pub tabs: bool,
    pub hovered: Vec<Footprint>,
    /// Who may act and has not.
    pub ready: Vec<Footprint>,
    pub ghost: Option<Ghost>,
    /// What is written and waits to be carried out, and what is opened and begins.
    pub orders: Vec<Written>,
    pub opened: Vec<Opened>,
    pub refused: Option<Drawn>,
    pub threats: Vec<Threat>,
    /// Arc of fire: outline, and the range of each band with what it does.
    pub arcs: Vec<Vec<Vec2>>,
    /// What the log line speaks of.
    pub told: Vec<Footprint>,
    /// Where two fronts fight.
    pub melees: Vec<Vec2>,
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
    // What is written behind a base lies over the frame round it.
    let behind = match (sight.level, overlays.tabs) {
        (Level::Far, _) => 0.0,
        (Level::Mid, true) => 19.0,
        (Level::Near, true) => 24.0,
        (_, false) => 9.0,
    };
    outline(painter, sight, &overlays.selected, 1.5, 3.6, behind);
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
    for print in &overlays.ready {
        corners(painter, sight, print, Stroke::new(1.2, veil(LEGAL, 0.75)), 3.0, 0.16);
    }
    outline(painter, sight, &overlays.hovered, 1.0, 0.0, 0.0);
    for print in &overlays.told {
        corners(painter, sight, print, Stroke::new(2.0, ink(INK)), 5.0, 0.3);
    }
    for at in &overlays.melees {
        let radius = (sight.camera.zoom * 0.7).clamp(7.0, 12.0);
        icon::blades(painter, sight.at(*at), radius, ink(crate::picture::palette::TAG), ink(INK));
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

/// An outline round what is selected or hovered, four pixels outside; what is written `behind` a base, logical pixels,
/// belongs to it.
fn outline(painter: &Painter, sight: &Sight, prints: &[Footprint], width: f32, border: f32, behind: f32) {
    let pips = behind / sight.camera.zoom;
    for print in joined(prints) {
        let print = Footprint::new(print.pose(), print.width(), print.depth() + pips);
        let ring = pen::grown(&sight.corners(&print), 4.0);
        let stroke = Stroke::new(width, ink(INK));
        if border > 0.0 {
            pen::bordered(painter, &ring, true, stroke, Dash::Solid, border);
        } else {
            pen::line(painter, &ring, true, stroke, Dash::Solid);
        }
    }
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
