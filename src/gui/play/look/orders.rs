//! The orders that are written, as marks on the table, and the chips by which they are taken back.

use bevy::math::Vec2;
use bevy_egui::egui::{Context, Pos2};

use crate::battle::{Action, View};
use crate::gui::board::orders::{self, Opened, Sign, Written};
use crate::gui::board::over::Sight;
use crate::gui::board::overlay::{GhostBase, Overlays, TableTag, TagTone, Threat};
use crate::gui::board::scene::{Piece, Scene};
use crate::gui::game::sealed::Order;
use crate::gui::language::translate_with;
use crate::gui::play::look::aids::touches;
use crate::gui::play::state::{Now, Play};
use crate::gui::words::{apart, capital};
use crate::ids::UnitId;
use crate::table::{Footprint, Mil};

/// All that is written, as it is drawn.
pub fn written(play: &Play, now: &Now, view: &View) -> Vec<Written> {
    let Some(sealed) = &now.sealed else { return Vec::new() };
    let held = play.hand.held().map(|held| &held.action);
    let of = sealed.units.iter().filter_map(|of| Some((now.scene.piece(of.unit)?, of.order.as_ref()?)));
    of.filter_map(|(piece, order)| mark(play, &now.scene, view, piece, order, held)).collect()
}

fn mark(
    play: &Play,
    scene: &Scene,
    view: &View,
    piece: &Piece,
    order: &Order,
    held: Option<&Action>,
) -> Option<Written> {
    let unit = piece.unit;
    let stands = crate::table::hull::round(piece.feet());
    let rear = match stands {
        Some(print) => (print.centre - print.forward() * print.half_depth, -print.forward()),
        None => (piece.token()?, Vec2::NEG_Y),
    };
    let mut written = Written {
        unit,
        sign: order.sign,
        words: order.words.clone(),
        ends: Vec::new(),
        ways: Vec::new(),
        half: None,
        arrow: None,
        rear,
        behind_tab: piece.counts_bases,
        near: scene
            .pieces
            .iter()
            .filter(|other| other.unit != unit)
            .filter_map(|other| stands_near(other, rear.0))
            .collect(),
    };
    // Another order for the same unit lies in the hand: this one is not in its way.
    if held.is_some_and(|held| held.who == order.action.who) {
        return Some(written);
    }
    let army = *scene.of(piece.side);
    let mut front = view.pose(unit).map(|pose| pose.at);
    if !matches!(order.sign, Sign::Hold | Sign::Back | Sign::Shoot) {
        for (of, pose) in &order.ruling.ends {
            let at = order.ruling.placement(view, *of, *pose);
            let prints = at.footprints(view.roster().base(*of)).to_vec();
            written.ends.extend(prints.into_iter().map(|print| GhostBase { print, army, glyph: piece.glyph }));
        }
    }
    if let Some(print) = stands {
        let at = |pose: &crate::table::Pose| Footprint::new(*pose, print.width(), print.depth());
        written.ways = order.ruling.path.iter().map(|(_, poses)| poses.iter().map(at).collect()).collect();
        written.half = order.half.as_ref().map(at);
    }
    if let Some(target) = order.target.and_then(|target| view.hull(target)) {
        if order.sign == Sign::Charge {
            // Where its last straight run begins.
            front = order.ruling.path.iter().filter_map(|(_, poses)| poses.iter().rev().nth(1)).map(|p| p.at).next();
        }
        let from = front?;
        let to = written.ends.first().map_or_else(|| target.nearest_to(from), |end| end.print.front());
        let unit = (play.game.ruleset().texts)().unit;
        let far = if order.sign == Sign::Charge { apart(unit.as_ref(), order.length) } else { String::new() };
        written.arrow = Some((from, to, far));
    }
    Some(written)
}

/// Where a piece stands, if that is near to a place.
fn stands_near(piece: &Piece, place: Vec2) -> Option<Footprint> {
    const NEAR: f32 = 16.0;
    crate::table::hull::round(piece.feet()).filter(|print| print.centre.distance(place) < NEAR)
}

/// The tags that say how far those go who charge.
pub fn tags(written: &[Written]) -> impl Iterator<Item = TableTag> {
    let far =
        written.iter().filter_map(|order| Some((order, order.arrow.as_ref().filter(|(.., far)| !far.is_empty())?)));
    far.map(|(order, (from, to, far))| {
        let away = (*to - *from).perp().normalize_or_zero();
        let tone = order.ends.first().map_or(TagTone::Plain, |end| TagTone::Army(end.army.dark));
        TableTag { at: from.lerp(*to, 0.5), lines: vec![far.clone()], tone, away }
    })
}

/// The unit whose chip lies under a point of the screen.
pub fn chip_at(ctx: &Context, sight: &Sight, play: &Play, now: &Now, at: Pos2) -> Option<UnitId> {
    let written = written(play, now, &play.eyes());
    let places = orders::places(ctx, sight, &written);
    written.iter().zip(places).rev().find(|(_, place)| place.contains(at)).map(|(order, _)| order.unit)
}

/// Where a unit would be when half of the time is over, by what the hand holds.
pub fn half_of_held(play: &Play, view: &View) -> Option<(UnitId, Footprint)> {
    let held = play.hand.held().filter(|held| held.verdict.is_ok())?;
    let (unit, pose) = (play.game.ruleset().halfway)(view, &held.action)?;
    let print = view.hull(unit)?;
    (pose.place() != print.pose().place()).then(|| (unit, Footprint::new(pose, print.width(), print.depth())))
}

/// As near as this to what an enemy's charge may have covered, inches, it is worth a word.
pub const NEAR: f32 = 3.0;

/// The enemies whose charges could have come near to a footprint when half of the time is over, the nearest first: with the
/// ground that they could have covered, and how far that is from it.
pub fn could_meet(play: &Play, now: &Now, view: &View, print: &Footprint) -> Vec<(UnitId, Vec<Vec2>, Mil, f32)> {
    let Some(side) = now.person else { return Vec::new() };
    let seen = |unit: &UnitId| view.on_table(*unit) && now.scene.piece(*unit).is_some();
    let mut found: Vec<(UnitId, Vec<Vec2>, Mil, f32)> = Vec::new();
    for enemy in view.roster().of(side.other()).filter(seen) {
        let reach = (play.game.ruleset().reach)(view, enemy);
        if reach.half.len() < 3 || reach.charge == Mil::ZERO {
            continue;
        }
        let far = between(&reach.half, print);
        if far <= NEAR {
            found.push((enemy, reach.half, reach.charge, far));
        }
    }
    found.sort_by(|a, b| a.3.total_cmp(&b.3));
    found
}

/// How far a polygon is from a footprint; 0 where it covers some of it.
fn between(area: &[Vec2], print: &Footprint) -> f32 {
    if touches(area, print) {
        return 0.0;
    }
    let corners = print.corners();
    let edges = (0..area.len()).map(|n| (area[n], area[(n + 1) % area.len()]));
    let to_edge = |(a, b): (Vec2, Vec2)| {
        let along = b - a;
        let on = |p: Vec2| a + along * ((p - a).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
        let from_corner = corners.iter().map(|corner| corner.distance(on(*corner))).fold(f32::INFINITY, f32::min);
        from_corner.min(print.nearest_to(a).distance(a))
    };
    edges.map(to_edge).fold(f32::INFINITY, f32::min)
}

/// The half-way mark of what the hand holds, and the enemy who could have come nearest to it by then.
pub fn at_the_half(play: &Play, now: &Now, view: &View, over: &mut Overlays) {
    let Some((_, print)) = half_of_held(play, view) else { return };
    if let Some(ghost) = &mut over.ghost {
        ghost.halves.push(print);
    }
    let Some((enemy, area, charge, far)) = could_meet(play, now, view, &print).into_iter().next() else { return };
    let unit = (play.game.ruleset().texts)().unit;
    let name = capital(&view.names().name(crate::battle::Ref::Unit(enemy)));
    let half = apart(unit.as_ref(), charge.to_inches() / 2.0);
    let head = match far {
        0.0 => translate_with("at-the-half-met", &[("who", &name)]),
        far => translate_with("at-the-half-apart", &[("far", &apart(unit.as_ref(), far))]),
    };
    let line = translate_with("half-a-charge", &[("who", &name), ("far", &half)]);
    over.tags.push(TableTag { at: print.front(), lines: vec![head, line], tone: TagTone::Threat, away: Vec2::ZERO });
    let from = view.hull(enemy).map_or(print.front(), |hull| hull.front());
    over.threats.push(Threat { area, label: String::new(), from });
}

/// The arrows of the orders that are opened now.
pub fn opened(play: &Play, scene: &Scene) -> Vec<Opened> {
    let arrows = play.look.motion().arrows();
    arrows
        .iter()
        .map(|of| Opened { points: of.points.clone(), army: scene.of(of.side).dark, closes: of.closes })
        .collect()
}
