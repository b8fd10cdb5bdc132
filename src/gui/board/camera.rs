//! Which part of the table is seen, and how large: inches to logical pixels and back.

use bevy::math::Vec2;
use bevy_egui::egui::{Pos2, Rect};

/// The eye over the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the table in the middle of the view, inches.
    pub centre: Vec2,
    /// Logical pixels per inch.
    pub zoom: f32,
    /// South is up.
    pub turned: bool,
}

/// How much of each piece is drawn; it changes with the zoom, a little late so that it does not flicker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Under 9 pixels an inch: tint, front edge, glyph.
    Far,
    /// Under 22: trim, figures, plaque, pips, badges.
    Mid,
    /// All figures, names.
    Near,
}

/// No table is seen larger or smaller than this, pixels per inch.
const LEAST: f32 = 3.0;
const MOST: f32 = 120.0;
/// How far a level holds beyond its limit.
const LATE: f32 = 0.1;
/// The part of the view that may be bare ground beyond the table's edge.
const BARE: f32 = 0.12;
/// The part of the view that the whole table leaves free.
const MARGIN: f32 = 0.015;

impl Camera {
    /// The whole table in the view.
    pub fn whole(table: Vec2, view: Rect) -> Camera {
        let fit = (view.width() / table.x).min(view.height() / table.y) * (1.0 - 2.0 * MARGIN);
        Camera { centre: table / 2.0, zoom: fit.clamp(LEAST, MOST), turned: false }
    }

    /// +1 or, with the table turned, -1: the sign of east on the screen.
    fn sign(&self) -> f32 {
        if self.turned { -1.0 } else { 1.0 }
    }

    /// Where a point of the table is seen.
    pub fn to_screen(self, view: Rect, point: Vec2) -> Pos2 {
        let away = (point - self.centre) * self.zoom * self.sign();
        Pos2::new(view.center().x + away.x, view.center().y - away.y)
    }

    /// The point of the table that is seen there.
    pub fn to_table(self, view: Rect, at: Pos2) -> Vec2 {
        let away = Vec2::new(at.x - view.center().x, view.center().y - at.y);
        self.centre + away / (self.zoom * self.sign())
    }

    /// A direction on the table as one on the screen, pixels.
    pub fn direction(&self, along: Vec2) -> bevy_egui::egui::Vec2 {
        bevy_egui::egui::Vec2::new(along.x, -along.y) * self.zoom * self.sign()
    }

    /// Zooms so that the point under `at` stays where it is.
    pub fn zoom_at(&mut self, view: Rect, at: Pos2, factor: f32) {
        let held = self.to_table(view, at);
        self.zoom = (self.zoom * factor).clamp(LEAST, MOST);
        let now = self.to_table(view, at);
        self.centre += held - now;
    }

    /// Moves the table by pixels.
    pub fn pan(&mut self, by: bevy_egui::egui::Vec2) {
        self.centre -= Vec2::new(by.x, -by.y) / (self.zoom * self.sign());
    }

    /// Keeps the table in the view: a table that the view holds stays within it, of a larger one its edge comes no farther
    /// than a part of the view inward.
    pub fn hold(&mut self, table: Vec2, view: Rect) {
        let seen = Vec2::new(view.width(), view.height()) / self.zoom;
        let bare = seen.min(table) * BARE;
        let ends = [seen / 2.0, table - seen / 2.0];
        let (low, high) = (ends[0].min(ends[1]) - bare, ends[0].max(ends[1]) + bare);
        self.centre = self.centre.clamp(low, high);
    }

    /// The level of detail, given the one that was drawn last.
    pub fn level(&self, last: Option<Level>) -> Level {
        let above = |limit: f32, was_above: bool| {
            let limit = if was_above { limit * (1.0 - LATE) } else { limit };
            self.zoom >= limit
        };
        let was = |level: Level| last.is_some_and(|l| l >= level);
        match (above(9.0, was(Level::Mid)), above(22.0, was(Level::Near))) {
            (_, true) => Level::Near,
            (true, false) => Level::Mid,
            (false, false) => Level::Far,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: Pos2::new(22.0, 44.0), max: Pos2::new(964.0, 650.0) };

    fn camera() -> Camera {
        Camera { centre: Vec2::new(36.0, 24.0), zoom: 10.0, turned: false }
    }

    #[test]
    fn the_middle_is_the_centre_and_north_is_up() {
        let middle = camera().to_screen(VIEW, Vec2::new(36.0, 24.0));
        assert_eq!(middle, VIEW.center());
        assert_eq!(camera().to_screen(VIEW, Vec2::new(37.0, 26.0)), middle + bevy_egui::egui::Vec2::new(10.0, -20.0));
        let turned = Camera { turned: true, ..camera() };
        assert_eq!(turned.to_screen(VIEW, Vec2::new(37.0, 26.0)), middle + bevy_egui::egui::Vec2::new(-10.0, 20.0));
    }

    #[test]
    fn there_and_back_again() {
        for turned in [false, true] {
            let camera = Camera { turned, ..camera() };
            let point = Vec2::new(12.25, 41.5);
            assert!(camera.to_table(VIEW, camera.to_screen(VIEW, point)).distance(point) < 1e-4);
        }
    }

    #[test]
    fn zooming_holds_the_point_under_the_pointer() {
        for turned in [false, true] {
            let mut camera = Camera { turned, ..camera() };
            let at = Pos2::new(100.0, 600.0);
            let held = camera.to_table(VIEW, at);
            camera.zoom_at(VIEW, at, 1.7);
            assert!((camera.zoom - 17.0).abs() < 1e-4);
            assert!(camera.to_table(VIEW, at).distance(held) < 1e-3);
        }
    }

    #[test]
    fn however_one_zooms_at_its_edges_the_table_stays_in_the_view() {
        let table = Vec2::new(72.0, 48.0);
        for turned in [false, true] {
            let mut camera = Camera { turned, ..Camera::whole(table, VIEW) };
            for (n, factor) in [1.5, 1.5, 1.5, 0.5, 0.5, 0.5, 0.5, 2.0, 2.0, 0.25].into_iter().enumerate() {
                let at = if n % 2 == 0 { VIEW.left_top() } else { VIEW.right_bottom() };
                camera.zoom_at(VIEW, at, factor);
                camera.hold(table, VIEW);
                let ends = [camera.to_screen(VIEW, Vec2::ZERO), camera.to_screen(VIEW, table)];
                let shown = Rect::from_two_pos(ends[0], ends[1]).intersect(VIEW);
                let most = Vec2::new(VIEW.width(), VIEW.height()).min(table * camera.zoom);
                assert!(shown.width() > most.x * 0.7 && shown.height() > most.y * 0.7, "{camera:?} {shown:?}");
            }
        }
    }

    #[test]
    fn the_whole_table_is_seen() {
        let table = Vec2::new(72.0, 48.0);
        let whole = Camera::whole(table, VIEW);
        for corner in [Vec2::ZERO, table, Vec2::new(0.0, 48.0), Vec2::new(72.0, 0.0)] {
            assert!(VIEW.contains(whole.to_screen(VIEW, corner)));
        }
    }

    #[test]
    fn panning_follows_the_hand() {
        for turned in [false, true] {
            let mut camera = Camera { turned, ..camera() };
            let at = camera.to_screen(VIEW, Vec2::new(30.0, 20.0));
            camera.pan(bevy_egui::egui::Vec2::new(25.0, -40.0));
            let now = camera.to_screen(VIEW, Vec2::new(30.0, 20.0));
            assert!((now - at - bevy_egui::egui::Vec2::new(25.0, -40.0)).length() < 1e-3);
        }
    }

    #[test]
    fn levels_change_late_on_the_way_out() {
        let level = |zoom: f32, last| Camera { zoom, ..camera() }.level(last);
        assert_eq!(level(8.9, None), Level::Far);
        assert_eq!(level(9.0, Some(Level::Far)), Level::Mid);
        assert_eq!(level(8.2, Some(Level::Mid)), Level::Mid);
        assert_eq!(level(8.0, Some(Level::Mid)), Level::Far);
        assert_eq!(level(22.0, Some(Level::Mid)), Level::Near);
        assert_eq!(level(20.0, Some(Level::Near)), Level::Near);
        assert_eq!(level(19.7, Some(Level::Near)), Level::Mid);
    }
}
