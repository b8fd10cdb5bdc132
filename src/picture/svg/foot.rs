//! Below the table: who is who, what the glyphs mean, and the captions.

use bevy::math::Vec2;

use super::super::palette::{ArmyColour, DAYLIGHT};
use super::super::scene::Scene;
use super::bases::counter;
use super::signs::plaque;
use super::tag::{Tag, number};
use super::words::{Face, Hang, width, words, wrapped};
use crate::ids::Side;

const SIZE: f32 = 13.0;
const LINE: f32 = 22.0;

/// The key and the captions from `at` down in a column of that width, and how high they are.
pub fn foot(scene: &Scene, at: Vec2, room: f32) -> (Vec<Tag>, f32) {
    let mut tags = Vec::new();
    let mut pen = at + Vec2::new(0.0, LINE * 0.75);
    for (sign, text, face) in key(scene) {
        let long = sign.room() + width(&text, SIZE, face) + 18.0;
        if pen.x > at.x && pen.x + long > at.x + room {
            pen = Vec2::new(at.x, pen.y + LINE);
        }
        tags.extend(sign.drawn(pen));
        tags.push(words(&text, pen + Vec2::new(sign.room(), 0.0), SIZE, face, Hang::Left, DAYLIGHT.ink));
        pen.x += long;
    }
    if pen.x > at.x {
        pen = Vec2::new(at.x, pen.y + LINE);
    }
    for caption in &scene.captions {
        for line in wrapped(caption, SIZE, Face::Plain, room) {
            tags.push(words(&line, pen, SIZE, Face::Plain, Hang::Left, DAYLIGHT.ink));
            pen.y += 19.0;
        }
    }
    (tags, pen.y - at.y - LINE * 0.5)
}

/// What stands before the words of a key.
enum Sign {
    Army(ArmyColour),
    Glyph(String, ArmyColour),
}

impl Sign {
    fn room(&self) -> f32 {
        match self {
            Sign::Army(_) => 38.0,
            Sign::Glyph(..) => 21.0,
        }
    }

    /// On a base line.
    fn drawn(&self, pen: Vec2) -> Vec<Tag> {
        match self {
            Sign::Army(colour) => {
                let place = format!("translate({} {})", number(pen.x + 15.5), number(pen.y - 11.0));
                let base = counter(Vec2::new(30.0, 14.0), *colour, crate::table::Ranks::ONE);
                vec![Tag::new("g").with("transform", place).holding(base)]
            }
            Sign::Glyph(name, colour) => plaque(pen + Vec2::new(8.0, -4.5), 16.0, name, *colour),
        }
    }
}

/// Both sides by name, then the kinds of troops in the order in which they are met.
fn key(scene: &Scene) -> Vec<(Sign, String, Face)> {
    let mut lines: Vec<(Sign, String, Face)> = Side::BOTH
        .into_iter()
        .filter(|side| !scene.sides[side.index()].name.is_empty())
        .map(|side| (Sign::Army(scene.colour(side)), scene.sides[side.index()].name.clone(), Face::Bold))
        .collect();
    let ink = ArmyColour { dark: DAYLIGHT.ink, ..ArmyColour::DEFAULT[0] };
    let mut met: Vec<(&str, &str)> = Vec::new();
    for unit in scene.units.iter().filter(|u| !u.kind.is_empty()) {
        let pair = (unit.glyph.as_str(), unit.kind.as_str());
        if !met.contains(&pair) {
            met.push(pair);
            lines.push((Sign::Glyph(unit.glyph.clone(), ink), unit.kind.clone(), Face::Plain));
        }
    }
    lines
}
