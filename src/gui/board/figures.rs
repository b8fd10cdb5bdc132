//! The figures of a base as triangles, about the middle of its rectangle and facing up.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use bevy::math::{Rot2, Vec2};

use super::bases::{BaseLook, HIDDEN};
use super::camera::Level;
use super::mesh::Triangles;
use super::scene::Piece;
use crate::picture::art::{Inks, MOUNTS};
use crate::picture::glyphs;
use crate::picture::palette::Rgb;
use crate::picture::ranks::{Block, ranks};
use crate::picture::shape::{Outline, Paint, Shape};

/// The figures; none far away, none under the plaque in between.
pub fn figures(look: &BaseLook, piece: &Piece) -> Triangles {
    let mut all = Triangles::default();
    if look.level == Level::Far {
        return all;
    }
    let clear = (look.level == Level::Mid && !piece.counts_bases).then(|| Vec2::splat(plaque(look) / look.zoom / 2.0));
    let block = Block {
        name: &piece.name,
        figure: piece.figure,
        size: look.half * 2.0,
        ranks: look.ranks,
        left: look.strength.map_or(1.0, |(left, of)| f32::from(left) / f32::from(of.max(1))),
        order: piece.order(),
        clear,
    };
    let light = if piece.has("fatigue") { 0.72 } else { 1.0 };
    let mut stands = ranks(&block);
    // Who stands behind is drawn first: weapons reach over the rank in front.
    stands.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    for stand in stands {
        if stand.fallen {
            all.shape(&fallen(stand.at, stand.scale));
            continue;
        }
        let Some(model) = model(piece.figure, look, stand.mount) else { continue };
        // Drawings have y down.
        let turn = Rot2::degrees(-stand.turn);
        all.add(&model, light, |p| stand.at + turn * (Vec2::new(p.x, -p.y) * stand.scale));
    }
    if look.hidden { all.faded(HIDDEN) } else { all }
}

/// The side of the plaque that bears the glyph in the middle of a base, logical pixels: less on a shallow base.
pub fn plaque(look: &BaseLook) -> f32 {
    let depth = look.half.min_element() * 2.0 * look.zoom;
    let most = if look.level == Level::Near { 20.0 } else { 15.0 };
    (depth - 4.0).clamp(8.0, most)
}

/// The place of a lost figure: a faint oval.
fn fallen(at: Vec2, scale: f32) -> Shape {
    let oval = crate::picture::shape::disc(Vec2::ZERO, 0.17 * scale, 12);
    let oval = oval.into_iter().map(|p| at + Vec2::new(p.x, p.y * 0.6)).collect();
    Shape::filled(Outline::Ring(oval), Paint { rgb: Rgb::BLACK, alpha: 0.12 })
}

type Models = BTreeMap<(&'static str, &'static str, usize), Triangles>;

/// A figure in its army's colours on one of the mounts, made once.
fn model(figure: &'static str, look: &BaseLook, mount: usize) -> Option<Triangles> {
    static MODELS: LazyLock<Mutex<Models>> = LazyLock::new(Mutex::default);
    let mut models = MODELS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let key = (figure, look.army.name, mount % MOUNTS.len());
    if let Some(known) = models.get(&key) {
        return Some(known.clone());
    }
    let drawing = glyphs::figure(figure)?;
    let inks = Inks { mount: MOUNTS[key.2], ..Inks::new(Rgb::BLACK, Rgb::WHITE, look.army) };
    let mut model = Triangles::default();
    for shape in drawing.painted(&inks) {
        model.shape(&shape);
    }
    models.insert(key, model.clone());
    Some(model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::board::scene::tests::piece;
    use crate::ids::Side;
    use crate::picture::palette::ArmyColour;
    use crate::table::Ranks;

    fn look(level: Level, strength: (u16, u16)) -> BaseLook {
        BaseLook {
            half: Vec2::new(2.4, 0.9),
            ranks: Ranks::full(2, 1),
            army: ArmyColour::DEFAULT[0],
            level,
            zoom: 24.0,
            strength: Some(strength),
            hidden: false,
        }
    }

    #[test]
    fn losses_leave_and_nobody_is_seen_from_afar() {
        let unit = piece(1, Side::North, 0.0, 0.0, 0.0);
        let count = |level, strength| figures(&look(level, strength), &unit).len();
        assert_eq!(count(Level::Far, (3, 3)), 0);
        assert!(count(Level::Near, (3, 3)) > count(Level::Near, (1, 3)));
        assert!(count(Level::Mid, (3, 3)) < count(Level::Near, (3, 3)), "the plaque takes room");
    }

    #[test]
    fn an_unknown_figure_leaves_the_base_empty() {
        let unit = Piece { figure: "dragon", ..piece(1, Side::North, 0.0, 0.0, 0.0) };
        assert!(figures(&look(Level::Near, (3, 3)), &unit).is_empty());
    }
}
