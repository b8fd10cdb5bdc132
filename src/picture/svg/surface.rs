//! The table itself: cloth, terrain, rulers, north arrow.

use bevy::math::Vec2;

use super::super::palette::{CLOTH, INK, RULER, RULER_FIGURE, RULER_TICK, Rgb};
use super::super::{Chance, cloth, ground};
use super::canvas::{Canvas, Softs, elements, path};
use super::tag::Tag;
use super::words::{Face, Hang, words};
use crate::table::Terrain;

/// The breadth of the ruler along the west edge, page units.
pub const RULER_WEST: f32 = 24.0;
/// The breadth of the ruler along the south edge, page units.
pub const RULER_SOUTH: f32 = 20.0;
/// The id of the clip that keeps everything on the table.
pub const CLIP: &str = "table";

const DARKER: Rgb = Rgb::of(0x6B5C2E);
const LIGHTER: Rgb = Rgb::of(0xF6F0D4);

/// What the cloth needs to be defined: its light and shade, its weave, and its border.
pub fn defs(canvas: &Canvas) -> Vec<Tag> {
    let fade = |id: &str, tone: Rgb| {
        let stop = |offset: &str, alpha: f32| {
            Tag::new("stop").with("offset", offset).with("stop-color", tone.to_string()).num("stop-opacity", alpha)
        };
        Tag::new("radialGradient").with("id", id).holding([stop("0", 1.0), stop("0.5", 0.55), stop("1", 0.0)])
    };
    let mut chance = Chance::of("weave");
    let specks = (0..260).map(|_| {
        let rgb = if chance.share() < 0.5 { DARKER } else { LIGHTER };
        let (x, y) = (chance.between(0.0, 95.0), chance.between(0.0, 95.0));
        let (wide, high) = (chance.between(0.6, 1.5), chance.between(0.5, 1.0));
        Tag::new("rect").num("x", x).num("y", y).num("width", wide).num("height", high).fill((rgb, 0.16))
    });
    let weave = pattern("weave", Vec2::splat(96.0)).holding(specks);
    let clip = Tag::new("clipPath").with("id", CLIP).holding([field(canvas)]);
    vec![fade("shade", DARKER), fade("light", LIGHTER), mottle(canvas), weave, clip]
}

/// Cloth and terrain.
pub fn table(canvas: &Canvas, terrain: &[Terrain], softs: &mut Softs) -> Vec<Tag> {
    let mut tags = vec![field(canvas).fill(CLOTH)];
    tags.push(field(canvas).with("fill", "url(#mottle)"));
    tags.push(field(canvas).with("fill", "url(#weave)"));
    let mut pieces: Vec<&Terrain> = terrain.iter().collect();
    pieces.sort_by_key(|piece| ground::order(piece));
    for piece in pieces {
        let shapes = ground::recipe(piece);
        tags.extend(elements(shapes.iter().map(|s| canvas.shape(s)), softs));
    }
    tags
}

/// Rulers along the west and south edges, the frame, and the arrow to the north.
pub fn rulers(canvas: &Canvas) -> Vec<Tag> {
    let (corner, size) = (canvas.corner, canvas.size());
    let foot = corner.y + size.y;
    let rect = |x: f32, y: f32, wide: f32, high: f32| {
        Tag::new("rect").num("x", x).num("y", y).num("width", wide).num("height", high)
    };
    let mut tags = vec![
        rect(corner.x - RULER_WEST, corner.y, RULER_WEST, size.y + RULER_SOUTH).fill(RULER),
        rect(corner.x, foot, size.x, RULER_SOUTH).fill(RULER),
    ];
    let mut ticks = String::new();
    let long = |inch: u32| match inch {
        n if n % 6 == 0 => 8.0,
        n if n % 3 == 0 => 6.0,
        _ => 4.0,
    };
    let mut figures = Vec::new();
    let figure = |text: &str, at: Vec2| words(text, at, 9.0, Face::Plain, Hang::Middle, RULER_FIGURE);
    for inch in 1..=canvas.table.x.max(0.0) as u32 {
        let at = canvas.at(Vec2::new(inch as f32, 0.0));
        ticks.push_str(&path(&[at, at + Vec2::new(0.0, long(inch))], false));
        // The last figure would stand out of the frame.
        if inch % 6 == 0 && canvas.table.x - inch as f32 > 0.6 {
            figures.push(figure(&inch.to_string(), at + Vec2::new(0.0, 17.0)));
        }
    }
    for inch in 1..=canvas.table.y.max(0.0) as u32 {
        let at = canvas.at(Vec2::new(0.0, inch as f32));
        ticks.push_str(&path(&[at, at - Vec2::new(long(inch), 0.0)], false));
        if inch % 6 == 0 && canvas.table.y - inch as f32 > 0.6 {
            let text = inch.to_string();
            figures.push(words(&text, at + Vec2::new(-10.0, 3.2), 9.0, Face::Plain, Hang::Right, RULER_FIGURE));
        }
    }
    tags.push(Tag::new("path").with("d", ticks).hollow().stroke(RULER_TICK, 0.8));
    tags.extend(figures);
    tags.push(figure("in", Vec2::new(corner.x - RULER_WEST / 2.0, foot + RULER_SOUTH / 2.0 + 3.0)));
    let frame = rect(corner.x - RULER_WEST, corner.y, size.x + RULER_WEST, size.y + RULER_SOUTH);
    tags.push(frame.hollow().stroke(RULER_TICK, 1.0));
    tags.push(field(canvas).hollow().stroke(RULER_FIGURE, 1.2));
    tags
}

/// The arrow to the north, in the north-east corner.
pub fn north(canvas: &Canvas) -> Vec<Tag> {
    let at = canvas.at(canvas.table) + Vec2::new(-20.0, 26.0);
    let half = |tip: f32| path(&[at + Vec2::new(0.0, tip), at + Vec2::new(4.5, 0.0), at + Vec2::new(-4.5, 0.0)], true);
    vec![
        Tag::new("path").with("d", half(-16.0)).fill(RULER_FIGURE),
        Tag::new("path").with("d", half(16.0)).hollow().stroke(RULER_FIGURE, 1.0),
        words("N", at + Vec2::new(-12.5, -7.5), 11.0, Face::Title, Hang::Middle, INK),
    ]
}

fn field(canvas: &Canvas) -> Tag {
    let (corner, size) = (canvas.corner, canvas.size());
    Tag::new("rect").num("x", corner.x).num("y", corner.y).num("width", size.x).num("height", size.y)
}

/// Size of the piece of cloth whose light and shade is repeated over the table, inches.
const SWATCH: Vec2 = Vec2::new(41.0, 31.0);

/// The light and shade of the cloth as a pattern: soft spots where the mottle is strongest. A spot that runs over a
/// border comes in again at the other side, so that no seam shows.
fn mottle(canvas: &Canvas) -> Tag {
    let mut chance = Chance::of("mottle");
    let step = 2.6;
    let mut spots = Vec::new();
    for row in 0..(SWATCH.y / step) as u32 {
        for column in 0..(SWATCH.x / step) as u32 {
            let at = Vec2::new(column as f32, row as f32) * step + Vec2::new(chance.about(1.0), chance.about(1.0));
            let (value, reach) = (cloth::mottle(at), step * Vec2::new(1.25, 1.0) * chance.between(1.1, 1.6));
            if value.abs() < 0.12 {
                continue;
            }
            let shifts = [-1.0, 0.0, 1.0].map(|x| [-1.0, 0.0, 1.0].map(|y| Vec2::new(x, y) * SWATCH));
            for middle in shifts.into_iter().flatten().map(|shift| at + shift) {
                if (middle + reach).cmple(Vec2::ZERO).any() || (middle - reach).cmpge(SWATCH).any() {
                    continue;
                }
                let (middle, reach) = (middle * canvas.scale, reach * canvas.scale);
                let spot = Tag::new("ellipse").num("cx", middle.x).num("cy", middle.y);
                let fill = if value < 0.0 { "url(#shade)" } else { "url(#light)" };
                let spot = spot.num("rx", reach.x).num("ry", reach.y).with("fill", fill);
                // As a fill's own opacity: that of the whole would be a layer of its own, and slow.
                spots.push(spot.num("fill-opacity", value.abs() * 0.13));
            }
        }
    }
    pattern("mottle", SWATCH * canvas.scale).holding(spots)
}

fn pattern(id: &str, size: Vec2) -> Tag {
    let pattern = Tag::new("pattern").with("id", id).with("patternUnits", "userSpaceOnUse");
    pattern.num("width", size.x).num("height", size.y)
}
