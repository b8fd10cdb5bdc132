//! The picture of a battle's table, small: cloth, terrain, and each base as a bar of its side's colour.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, ColorImage, TextureHandle, TextureOptions};
use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::list::Entry;
use crate::battle::View;
use crate::battle::setup::Setup;
use crate::gui::board::glyph::draw;
use crate::gui::game;
use crate::picture::ground;
use crate::picture::palette::{ArmyColour, CLOTH, Rgb};
use crate::picture::shape::{Outline, Shape};
use crate::table::{Footprint, Terrain};

/// Device pixels across; cards are never wider at a scale of 100 %.
const WIDE: u32 = 560;

/// The picture as the window's texture; nothing when the battle cannot be mustered.
pub fn texture(ctx: &egui::Context, entry: &Entry) -> Option<TextureHandle> {
    let world = game::muster(&entry.ruleset, &entry.setup).ok()?;
    of_view(ctx, &entry.name, &entry.setup, &View::umpire(&world))
}

/// The picture of a battle as it stands.
pub fn of_view(ctx: &egui::Context, name: &str, setup: &Setup, view: &View) -> Option<TextureHandle> {
    let colours = game::colours(setup);
    let bases: Vec<(Footprint, ArmyColour)> = view
        .roster()
        .ids()
        .flat_map(|unit| view.feet(unit).iter().map(move |foot| (foot.print, unit)))
        .map(|(print, unit)| (print, colours[view.side_of(unit).index()]))
        .collect();
    let table = Vec2::new(setup.table.0, setup.table.1);
    let image = picture(table, view.ground().terrain(), &bases)?;
    Some(ctx.load_texture(name, image, TextureOptions::LINEAR))
}

fn picture(table: Vec2, terrain: &[Terrain], bases: &[(Footprint, ArmyColour)]) -> Option<ColorImage> {
    let scale = WIDE as f32 / table.x.max(1.0);
    let tall = ((table.y * scale).round() as u32).clamp(1, WIDE * 2);
    let mut pixmap = Pixmap::new(WIDE, tall)?;
    let Rgb(red, green, blue) = CLOTH;
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    // North is up: the table's y runs against the picture's.
    let place = Transform::from_row(scale, 0.0, 0.0, -scale, 0.0, table.y * scale);
    let mut order: Vec<&Terrain> = terrain.iter().collect();
    order.sort_by_key(|piece| ground::order(piece));
    for shape in order.into_iter().flat_map(ground::recipe) {
        draw(&mut pixmap, &shape, place);
    }
    for (print, army) in bases {
        let [fl, fr, rr, rl] = print.corners();
        let edge = 1.6 / scale;
        draw(&mut pixmap, &Shape::filled(Outline::Ring(vec![fl, fr, rr, rl]), army.main).edged(army.dark, edge), place);
        let back = -print.forward() * (print.depth() * 0.25).min(0.5);
        draw(&mut pixmap, &Shape::filled(Outline::Ring(vec![fl, fr, fr + back, fl + back]), army.dark), place);
    }
    let pixels =
        pixmap.pixels().iter().map(|p| Color32::from_rgba_premultiplied(p.red(), p.green(), p.blue(), p.alpha()));
    Some(ColorImage::new([WIDE as usize, tall as usize], pixels.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    #[test]
    fn north_is_up_and_the_front_is_dark() {
        let base = Footprint::new(Pose::new(36.0, 40.0, 180.0), 10.0, 4.0);
        let image = picture(Vec2::new(72.0, 48.0), &[], &[(base, ArmyColour::DEFAULT[0])]).expect("a picture");
        let scale = WIDE as f32 / 72.0;
        let at = |x: f32, y: f32| image[((x * scale) as usize, ((48.0 - y) * scale) as usize)];
        let rgb = |c: Rgb| Color32::from_rgb(c.0, c.1, c.2);
        // It faces south, so the front is its southern edge, at y 40.
        assert_eq!(at(36.0, 40.2), rgb(ArmyColour::DEFAULT[0].dark));
        assert_eq!(at(36.0, 43.0), rgb(ArmyColour::DEFAULT[0].main));
        assert_eq!(at(36.0, 10.0), rgb(CLOTH));
    }
}
