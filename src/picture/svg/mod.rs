//! A scene as an SVG page: paper, rulers, cloth, terrain, bases, words.

mod tag;
mod canvas;
mod words;
mod place;
mod surface;
mod bases;
mod signs;
mod names;
mod overlays;
mod foot;
mod sheet;

use bevy::math::Vec2;

use self::bases::Casts;
use self::canvas::{Canvas, Softs};
use self::place::{Patch, Room};
use self::sheet::Parts;
pub use self::sheet::Sheet;
use self::surface::{CLIP, RULER_SOUTH, RULER_WEST};
use self::tag::{Tag, number};
use self::words::{Face, Hang, words};
use super::palette::DAYLIGHT;
use super::scene::{Overlay, OverlayShape, Scene, Tone};

const MARGIN: f32 = 16.0;
const HEADING: f32 = 44.0;

/// Where everything of a page lies.
struct Page {
    canvas: Canvas,
    wide: f32,
    high: f32,
    foot: Vec<Tag>,
}

fn page(scene: &Scene) -> Page {
    let table = scene.table.clamp(Vec2::splat(1.0), Vec2::splat(400.0));
    // Fifteen px an inch, the middle of the zoom at which ranks and plaques are drawn, for tables of usual width.
    let scale = (1180.0 / table.x).clamp(9.0, 15.0);
    let head = if scene.title.is_empty() && scene.subtitle.is_empty() { MARGIN } else { HEADING };
    let canvas = Canvas { scale, corner: Vec2::new(MARGIN + RULER_WEST, head), table };
    let size = canvas.size();
    let wide = canvas.corner.x + size.x + MARGIN;
    let foot_at = Vec2::new(MARGIN, head + size.y + RULER_SOUTH + 8.0);
    let (foot, foot_high) = foot::foot(scene, foot_at, wide - 2.0 * MARGIN);
    Page { canvas, wide, high: foot_at.y + foot_high + MARGIN, foot }
}

/// Where the units of a scene come to lie on its page, for whoever lays something over it.
#[derive(Clone, Debug)]
pub struct Outlines {
    /// The page's width and height, in its own units.
    pub page: Vec2,
    /// The corners of each base, in the order of the scene's units.
    pub units: Vec<Vec<[Vec2; 4]>>,
    /// The corners of a square about each token, in the order of the scene's tokens.
    pub tokens: Vec<[Vec2; 4]>,
}

/// Half the side of the square about a token.
const TOKEN: f32 = 12.0;

/// Where the units come to lie on the page that [`draw`] draws.
pub fn outlines(scene: &Scene) -> Outlines {
    let Page { canvas, wide, high, .. } = page(scene);
    let of = |unit: &super::scene::Unit| unit.bases.iter().map(|print| bases::corners(&canvas, print)).collect();
    let about = |at: Vec2| [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|c| at + Vec2::from(c) * TOKEN);
    Outlines {
        page: Vec2::new(wide, high),
        units: scene.units.iter().map(of).collect(),
        tokens: scene.tokens.iter().map(|token| about(canvas.at(token.at))).collect(),
    }
}

/// The page as the text of an SVG file. The same scene gives the same text.
pub fn draw(scene: &Scene) -> String {
    let laid = page(scene);
    let (mut softs, mut casts) = (Softs::default(), Casts::new());
    let body = body(scene, &laid, (&mut softs, &mut casts), &mut Parts::default());
    let defs = defs(scene, &laid.canvas, &softs, &casts);
    let page = framed(&laid)
        .with("xmlns", "http://www.w3.org/2000/svg")
        .holding([Tag::new("defs").holding(defs)])
        .holding(body);
    format!("{page}\n")
}

fn framed(Page { wide, high, .. }: &Page) -> Tag {
    Tag::new("svg")
        .num("width", *wide)
        .num("height", *high)
        .with("viewBox", format!("0 0 {} {}", number(*wide), number(*high)))
}

/// Everything on a page, and the filters and figures that it needs.
fn body(scene: &Scene, laid: &Page, (softs, casts): (&mut Softs, &mut Casts), parts: &mut Parts) -> Vec<Tag> {
    let Page { canvas, wide, high, foot } = laid;
    let clipped = |tags: Vec<Tag>| Tag::new("g").with("clip-path", format!("url(#{CLIP})")).holding(tags);
    let table = vec![clipped(surface::table(canvas, &scene.terrain, softs))];
    let ground = [table, surface::rulers(canvas), surface::north(canvas)].concat();
    [
        vec![Tag::new("rect").num("width", *wide).num("height", *high).fill(DAYLIGHT.panel)],
        heading(scene, *wide),
        parts.part(ground),
        vec![clipped(on_table(canvas, scene, casts, parts))],
        parts.each(foot),
    ]
    .concat()
}

fn defs(scene: &Scene, canvas: &Canvas, softs: &Softs, casts: &Casts) -> Vec<Tag> {
    let mut defs = surface::defs(canvas);
    defs.extend(overlays::defs(scene));
    defs.extend(softs.defs());
    defs.extend(casts.iter().filter_map(|cast| cast.def(scene, canvas.scale)));
    defs
}

fn heading(scene: &Scene, wide: f32) -> Vec<Tag> {
    let mut tags = Vec::new();
    if !scene.title.is_empty() {
        tags.push(words(&scene.title, Vec2::new(MARGIN, 30.0), 25.0, Face::Title, Hang::Left, DAYLIGHT.ink));
    }
    if !scene.subtitle.is_empty() {
        let at = Vec2::new(wide - MARGIN, 29.0);
        tags.push(words(&scene.subtitle, at, 13.0, Face::Plain, Hang::Right, DAYLIGHT.ink2));
    }
    tags
}

/// Everything that stands or lies on the table, in drawing order.
fn on_table(canvas: &Canvas, scene: &Scene, casts: &mut Casts, parts: &mut Parts) -> Vec<Tag> {
    let size = canvas.size();
    let mut room = Room::new(Patch { low: canvas.corner, high: canvas.corner + size }.grown(-3.0));
    room.take(Patch::about(canvas.at(canvas.table) + Vec2::new(-24.0, 24.0), Vec2::new(44.0, 40.0)));

    let zones = scene.overlays.iter().filter(|o| lies_below(o));
    let mut tags: Vec<Tag> = zones.flat_map(|o| overlays::overlay(canvas, scene, o)).collect();
    tags.extend(scene.units.iter().flat_map(|unit| bases::shadows(canvas, unit, parts)));
    let (mut plaques, mut wear): (Vec<Tag>, Vec<Tag>) = (Vec::new(), Vec::new());
    for unit in &scene.units {
        let Some((base, middle, side)) = signs::plaque_place(canvas, unit) else { continue };
        tags.extend(bases::bases(canvas, scene, unit, (base, side / 2.0), casts, parts));
        let colour = scene.colour(unit.side);
        plaques.extend(parts.about(middle, |at| signs::plaque(at, side, &unit.glyph, colour)));
        let prints = unit.bases.iter().filter_map(|print| Patch::round(bases::corners(canvas, print)));
        prints.for_each(|print| room.take(print.grown(2.0)));
    }
    for token in scene.tokens.iter().filter(|t| !t.attached) {
        room.take(Patch::about(canvas.at(token.at), Vec2::splat(24.0)));
    }
    // Once it is known where everybody stands.
    wear.extend(scene.units.iter().flat_map(|unit| signs::wear(canvas, scene, unit, parts, &mut room)));
    tags.extend(plaques);
    tags.extend(wear);
    for token in scene.tokens.iter().filter(|t| !t.attached) {
        tags.extend(parts.about(canvas.at(token.at), |at| signs::disc(scene, token, at)));
    }
    let above = scene.overlays.iter().filter(|o| !lies_below(o));
    tags.extend(above.flat_map(|o| overlays::overlay(canvas, scene, o)));
    let notes: Vec<Tag> = scene.tags.iter().flat_map(|tag| overlays::tag(canvas, scene, tag, &mut room)).collect();
    tags.extend(names::names(canvas, scene, &mut room));
    tags.extend(notes);
    tags
}

/// Ground and the paths that were walked lie below the bases, everything else above them.
fn lies_below(overlay: &Overlay) -> bool {
    match overlay.shape {
        OverlayShape::Area(_) => true,
        OverlayShape::Arrow(_) => matches!(overlay.tone, Tone::Of(_)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
