//! The names of bodies and tokens on the table, where they cover nothing; where there is no room for one it is left out,
//! since two names over each other are none.

use bevy::math::Vec2;

use super::super::scene::Scene;
use super::canvas::Canvas;
use super::place::{Patch, Room};
use super::signs::whole;
use super::tag::Tag;
use super::words::{Face, like_names, width};

const SIZE: f32 = 12.0;
const HIGH: f32 = 13.0;

/// All names, each in the first free place about its owner.
pub fn names(canvas: &Canvas, scene: &Scene, room: &mut Room) -> Vec<Tag> {
    let mut tags = Vec::new();
    for token in &scene.tokens {
        let at = canvas.at(token.at);
        // An attached general is named about the base that he rides with.
        let base = || scene.units.iter().flat_map(|u| &u.bases).find(|base| base.holds(token.at));
        let riding = token.attached.then(base).flatten();
        let patch = match riding.and_then(|base| Patch::round(base.corners().map(|c| canvas.at(c)))) {
            Some(patch) => patch,
            None => Patch::about(at, Vec2::splat(22.0)),
        };
        let side = if riding.is_some() { Vec2::Y } else { Vec2::X };
        tags.extend(name(&token.name, scene.colour(token.side).dark, &beside(patch, side), room));
    }
    for body in &scene.bodies {
        let units = body.units.iter().filter_map(|&n| scene.units.get(n));
        let prints: Vec<_> = units.filter_map(whole).collect();
        let Some(patch) = Patch::round(prints.iter().flat_map(|p| p.corners()).map(|c| canvas.at(c))) else { continue };
        let ahead = prints.iter().map(|p| p.forward()).sum::<Vec2>();
        let behind = Vec2::new(-ahead.x, ahead.y);
        tags.extend(name(&body.name, scene.colour(body.side).dark, &beside(patch, behind), room));
    }
    // What all names have in common is said once.
    if tags.is_empty() { tags } else { vec![like_names(Tag::new("g").num("font-size", SIZE)).holding(tags)] }
}

/// The eight places about a patch, those towards `side` (a direction on the page) first.
fn beside(patch: Patch, side: Vec2) -> Vec<(Vec2, Vec2)> {
    let (middle, half) = (patch.middle(), patch.size() / 2.0);
    // Directions with the distance kept: pips and badges lie above and below.
    let ways: [(f32, f32); 8] =
        [(0.0, 1.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let mut places: Vec<(Vec2, Vec2)> = ways
        .iter()
        .map(|&(x, y)| {
            let way = Vec2::new(x, y);
            (middle + half * way, way)
        })
        .collect();
    let side = side.normalize_or_zero();
    // Straight behind, then to either side, then ahead, then the corners.
    let rank = |way: Vec2| if way.x != 0.0 && way.y != 0.0 { 3.0 } else { 1.0 - way.dot(side) };
    places.sort_by(|a, b| rank(a.1).total_cmp(&rank(b.1)));
    places
}

fn name(text: &str, dark: super::super::palette::Rgb, places: &[(Vec2, Vec2)], room: &mut Room) -> Option<Tag> {
    if text.is_empty() {
        return None;
    }
    let size = Vec2::new(width(text, SIZE, Face::Name) + 2.0, HIGH);
    let near = |gap: Vec2| places.iter().map(move |&(edge, way)| Patch::about(edge + (size / 2.0 + gap) * way, size));
    let gaps = [(7.0, 4.0), (12.0, 12.0), (26.0, 24.0), (40.0, 38.0), (56.0, 52.0)];
    let wanted: Vec<Patch> = gaps.into_iter().flat_map(|gap| near(Vec2::from(gap))).collect();
    let patch = room.choose_for_words(&wanted)?;
    let base = patch.middle() + Vec2::new(0.0, SIZE * 0.32);
    Some(Tag::new("text").num("x", base.x).num("y", base.y).fill(dark).saying(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_behind_its_body_if_there_is_room() {
        let patch = Patch { low: Vec2::new(100.0, 100.0), high: Vec2::new(200.0, 130.0) };
        let up = beside(patch, Vec2::new(0.0, -1.0));
        assert_eq!(up[0], (Vec2::new(150.0, 100.0), Vec2::new(0.0, -1.0)));
        assert_eq!(beside(patch, Vec2::new(0.0, 1.0))[0].0, Vec2::new(150.0, 130.0));
        assert_eq!(beside(patch, Vec2::X)[0].0, Vec2::new(200.0, 115.0));
        assert_eq!(up.len(), 8);
    }
}
