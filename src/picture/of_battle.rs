//! A battle as a scene: the only place where pictures meet the world, and it only looks.

use bevy::math::Vec2;

use super::palette::{ArmyColour, INDIGO, MADDER, Row as TrimRow};
use super::ranks::Order;
use super::scene::{Body, Overlay, OverlayShape, Scene, SideLook, Token, Tone, Unit};
use crate::battle::narrator::capital;
use crate::battle::setup::Setup;
use crate::battle::{Card, Fact, Mark, Narration, Ref, Ruleset, View};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::{Footprint, Mil, Placement, Pose, Shape, measure};

/// Paths shorter than this are not drawn, inches.
const SHORT: f32 = 0.3;

/// What stands on the table now, as that view sees it. `setup` is what the battle was mustered from: it knows the
/// terrain's outlines, the sides' names and their colours.
pub fn scene(view: &View, ruleset: &Ruleset, setup: &Setup) -> Scene {
    let texts = (ruleset.texts)();
    let mut scene = stage(view, setup, ruleset.card);
    scene.subtitle = subtitle(view, setup, &scene.sides, |word| texts.word(word));
    let scores = Side::BOTH.map(|side| (ruleset.score)(view, side));
    if scores.iter().all(|score| !score.label.is_empty() && score.of > 0) {
        let count = |side: Side| {
            let score = &scores[side.index()];
            format!("{} {} of {}", scene.sides[side.index()].name, score.lost, score.of)
        };
        let label = capital(&scores[0].label);
        scene.captions.push(format!("{label}: {}, {}", count(Side::North), count(Side::South)));
    }
    scene
}

/// What facts tell, drawn over the table: paths that were walked, shots, fights.
pub fn told<'a>(view: &View, facts: impl IntoIterator<Item = &'a Fact>) -> Vec<Overlay> {
    let mut overlays = Vec::new();
    for fact in facts {
        match &fact.narration {
            Narration::Moved { who, along } => {
                for (who, poses) in who.iter().zip(along) {
                    overlays.extend(view.side_of_ref(*who).and_then(|side| path(poses, side)));
                }
            }
            Narration::Shot { from, at } => {
                if let Some((from, at)) = between(view, *from, *at) {
                    overlays.push(Overlay { shape: OverlayShape::Arrow(vec![from, at]), tone: Tone::Plain });
                }
            }
            Narration::Fought { a, b } => {
                if let Some((a, b)) = between(view, *a, *b) {
                    overlays.push(Overlay { shape: OverlayShape::Melee((a + b) / 2.0), tone: Tone::Plain });
                }
            }
            _ => {}
        }
    }
    overlays
}

/// The marks of a refusal, a ruling or a fact, drawn over the table.
pub fn marks(view: &View, marks: &[Mark], tone: Tone) -> Vec<Overlay> {
    let mut overlays = Vec::new();
    let points = |line: &[(Mil, Mil)]| -> Vec<Vec2> { line.iter().map(|&at| spot(at)).collect() };
    for mark in marks {
        let shape = match mark {
            Mark::Line(line) => OverlayShape::Line(points(line)),
            Mark::Band(band) => OverlayShape::Area(points(band)),
            Mark::Arc { at, radius, from, to } => OverlayShape::Arc {
                at: spot(*at),
                radius: radius.to_inches(),
                from: from.to_degrees(),
                to: to.to_degrees(),
            },
            Mark::Gap(a, b) => match between(view, *a, *b) {
                Some((a, b)) => OverlayShape::Tape(a, b),
                None => continue,
            },
            Mark::Block { .. } => {
                let areas = blocks(view, mark).into_iter().map(|print| OverlayShape::Area(print.corners().to_vec()));
                overlays.extend(areas.map(|shape| Overlay { shape, tone }));
                continue;
            }
            Mark::Glow(who) => {
                let shapes = glow(view, *who);
                overlays.extend(shapes.into_iter().map(|shape| Overlay { shape, tone }));
                continue;
            }
        };
        overlays.push(Overlay { shape, tone });
    }
    overlays
}

/// Table, terrain, sides, units, bodies and tokens; no words but names.
fn stage(view: &View, setup: &Setup, card: fn(&View, UnitId) -> Card) -> Scene {
    let colours = colours(setup);
    let sides = Side::BOTH.map(|side| {
        let name = &setup.sides[side.index()].name;
        let name = if name.is_empty() { side.name() } else { name };
        SideLook { name: name.to_owned(), colour: colours[side.index()] }
    });
    let mut scene = Scene {
        title: setup.title.clone(),
        table: Vec2::new(setup.table.0, setup.table.1),
        terrain: view.ground().terrain().to_vec(),
        sides,
        ..Scene::default()
    };
    // Where each unit of the roster came to in the scene.
    let mut places: Vec<Option<usize>> = Vec::new();
    for id in view.roster().ids() {
        let (name, side) = (view.roster().name(id).to_owned(), view.side_of(id));
        let placement = view.placement(id);
        match placement {
            Placement::Off => {
                places.push(None);
                continue;
            }
            Placement::Token(at) => {
                let glyph = card(view, id).glyph.to_owned();
                scene.tokens.push(Token { name, side, at: *at, glyph, attached: false });
                places.push(None);
                continue;
            }
            Placement::Block { .. } | Placement::Loose(_) => {}
        }
        let card = card(view, id);
        let marks: Vec<String> = card.marks.iter().map(|m| m.mark.to_owned()).collect();
        places.push(Some(scene.units.len()));
        scene.units.push(Unit {
            name,
            side,
            bases: view.feet(id).iter().map(|foot| foot.print).collect(),
            ranks: placement.ranks_of_footprints(view.roster().base(id)),
            glyph: card.glyph.to_owned(),
            figure: card.figure.to_owned(),
            kind: card.kind,
            strength: card.strength,
            order: order(&marks),
            marks,
        });
    }
    for token in &mut scene.tokens {
        let led = |unit: &Unit| unit.side == token.side && unit.marks.iter().any(|mark| mark == "general");
        let mut leads = scene.units.iter().filter(|unit| led(unit)).flat_map(|unit| &unit.bases);
        token.attached = leads.any(|base| base.grown(0.05).holds(token.at));
    }
    for (_, body) in view.bodies().present() {
        let units: Vec<usize> = body.units.iter().filter_map(|u| places.get(u.index()).copied().flatten()).collect();
        let Some(&first) = units.first() else { continue };
        let name = body.name.map_or_else(|| scene.units[first].name.clone(), |name| name.0.to_owned());
        scene.bodies.push(Body { name, side: body.side, units });
    }
    scene
}

/// The turn and step, or how it ended.
fn subtitle(view: &View, setup: &Setup, sides: &[SideLook; 2], word: impl Fn(Word) -> String) -> String {
    let clock = view.clock();
    let turn = match clock.turn {
        0 => "Before the first turn".to_owned(),
        n => format!("Turn {n} of {}", setup.limit.turns),
    };
    match view.ending() {
        Some(ending) => match ending.winner {
            Some(side) => format!("{turn}: victory for {}, {}", sides[side.index()].name, word(ending.why)),
            None => format!("{turn}: a draw, {}", word(ending.why)),
        },
        None if clock.step.0.is_empty() => turn,
        None => format!("{turn}, {}", word(clock.step)),
    }
}

/// Each side's colours; a side without any takes those that differ most in pattern from the other's.
pub fn colours(setup: &Setup) -> [ArmyColour; 2] {
    let named = |side: Side| ArmyColour::named(&setup.sides[side.index()].colour);
    let beside = |other: ArmyColour| if other.row == TrimRow::A { INDIGO } else { MADDER };
    match (named(Side::North), named(Side::South)) {
        (Some(north), Some(south)) => [north, south],
        (Some(north), None) => [north, beside(north)],
        (None, Some(south)) => [beside(south), south],
        (None, None) => [INDIGO, MADDER],
    }
}

fn order(marks: &[String]) -> Order {
    let has = |name: &str| marks.iter().any(|mark| mark == name);
    if has("routing") {
        Order::Routing
    } else if has("disordered") {
        Order::Disordered
    } else if has("undressed") {
        Order::Undressed
    } else {
        Order::Dressed
    }
}

fn spot((x, y): (Mil, Mil)) -> Vec2 {
    Vec2::new(x.to_inches(), y.to_inches())
}

fn path(poses: &[Pose], side: Side) -> Option<Overlay> {
    let mut points: Vec<Vec2> = poses.iter().map(|p| p.at).collect();
    points.dedup_by(|a, b| a.distance(*b) < 0.01);
    let long: f32 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    (long >= SHORT).then_some(Overlay { shape: OverlayShape::Arrow(points), tone: Tone::Of(side) })
}

/// What a unit would cover that a mark shows.
fn blocks(view: &View, mark: &Mark) -> Vec<Footprint> {
    mark.block().map_or_else(Vec::new, |(of, placement)| placement.footprints(view.roster().base(of)).to_vec())
}

/// The footprints of whatever stands on the table by that name.
fn prints(view: &View, who: Ref) -> Vec<Footprint> {
    let of = |unit: UnitId| view.feet(unit).iter().map(|foot| foot.print);
    let known = |unit: UnitId| unit.index() < view.roster().len();
    match who {
        Ref::Unit(unit) if known(unit) => of(unit).collect(),
        Ref::Base(unit, base) if known(unit) => {
            let bases = view.placement(unit).bases(view.roster().base(unit));
            bases.into_iter().skip(usize::from(base)).take(1).collect()
        }
        Ref::Body(body) => {
            let units = view.bodies().find(body).map(|b| b.units.as_slice()).unwrap_or_default();
            units.iter().flat_map(|&unit| of(unit)).collect()
        }
        _ => Vec::new(),
    }
}

/// The nearest points of two that are spoken of.
fn between(view: &View, a: Ref, b: Ref) -> Option<(Vec2, Vec2)> {
    let point = |who: Ref| match who {
        Ref::Spot(x, y) => Some(spot((x, y))),
        Ref::Terrain(piece) => view.ground().piece(piece).map(|p| p.centroid),
        Ref::Unit(unit) if unit.index() < view.roster().len() => match view.placement(unit) {
            Placement::Token(at) => Some(*at),
            _ => None,
        },
        _ => None,
    };
    let (ours, theirs) = (prints(view, a), prints(view, b));
    match (point(a), point(b)) {
        (Some(a), Some(b)) => Some((a, b)),
        (Some(a), None) => nearest(theirs.iter().map(|p| (a, p.nearest_to(a)))),
        (None, Some(b)) => nearest(ours.iter().map(|p| (p.nearest_to(b), b))),
        (None, None) => nearest(ours.iter().flat_map(|a| theirs.iter().map(|b| measure::nearest_points(a, b)))),
    }
}

fn nearest(pairs: impl Iterator<Item = (Vec2, Vec2)>) -> Option<(Vec2, Vec2)> {
    pairs.min_by(|a, b| a.0.distance_squared(a.1).total_cmp(&b.0.distance_squared(b.1)))
}

fn glow(view: &View, who: Ref) -> Vec<OverlayShape> {
    match who {
        Ref::Terrain(piece) => match view.ground().terrain().get(piece.index()).map(|t| &t.shape) {
            Some(Shape::Polygon(ring)) => vec![OverlayShape::Area(ring.clone())],
            Some(Shape::Strip { line, .. }) => vec![OverlayShape::Line(line.clone())],
            None => Vec::new(),
        },
        Ref::Spot(x, y) => vec![OverlayShape::Arc { at: spot((x, y)), radius: 0.4, from: 0.0, to: 360.0 }],
        _ => prints(view, who).into_iter().map(OverlayShape::Bracket).collect(),
    }
}

#[cfg(test)]
mod tests;
