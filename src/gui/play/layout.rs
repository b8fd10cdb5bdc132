//! Where everything on the play screen lies, by the window's logical size.

use bevy_egui::egui::{Pos2, Rect, Vec2};

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Under 900: the panel is a drawer, the log one line.
    Narrow,
    /// Under 1600.
    Normal,
    /// Under 2600.
    Wide,
    /// The log is a column on the left.
    VeryWide,
}

/// What lies open in a narrow window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawers {
    pub panel: bool,
    pub log: bool,
}

/// The rectangles of the play screen, logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Areas {
    pub class: Class,
    pub top: Rect,
    /// The table's part, rulers included; nothing covers it but a narrow window's drawer.
    pub table: Rect,
    /// The unit panel; none while its drawer is shut.
    pub panel: Option<Rect>,
    pub log: Rect,
    /// What is lost and luck: beside the log, or, where there is room for neither, nowhere.
    pub score: Option<Rect>,
}

impl Areas {
    /// The same, elsewhere in the window.
    #[must_use]
    pub fn shifted(self, by: Vec2) -> Areas {
        Areas {
            top: self.top.translate(by),
            table: self.table.translate(by),
            panel: self.panel.map(|rect| rect.translate(by)),
            log: self.log.translate(by),
            score: self.score.map(|rect| rect.translate(by)),
            ..self
        }
    }
}

/// The width of the score block beside the log.
const SCORE: f32 = 300.0;
/// One line of the log with its margins.
const LOG_LINE: f32 = 32.0;

/// Lays the screen out.
pub fn areas(size: Vec2, drawers: Drawers) -> Areas {
    let class = class(size.x);
    let whole = Rect::from_min_size(Pos2::ZERO, size);
    let (top, rest) = split_top(whole, if class == Class::Narrow { 40.0 } else { 44.0 });
    match class {
        Class::Narrow => narrow(class, top, rest, drawers),
        Class::Normal => {
            let (rest, panel) = split_right(rest, 316.0);
            let (table, log) = split_bottom(rest, if size.y < 760.0 { 108.0 } else { 132.0 });
            let (log, score) = split_right(log, SCORE);
            Areas { class, top, table, panel: Some(panel), log, score: Some(score) }
        }
        Class::Wide => {
            let (rest, panel) = split_right(rest, 372.0);
            let (table, log) = split_bottom(rest, 176.0);
            let (log, score) = split_right(log, SCORE);
            Areas { class, top, table, panel: Some(panel), log, score: Some(score) }
        }
        Class::VeryWide => {
            let (rest, panel) = split_right(rest, 420.0);
            let (column, table) = split_left(rest, 380.0);
            let (log, score) = split_bottom(column, 176.0);
            Areas { class, top, table, panel: Some(panel), log, score: Some(score) }
        }
    }
}

/// The class of a logical width.
pub fn class(width: f32) -> Class {
    match width {
        w if w < 900.0 => Class::Narrow,
        w if w < 1600.0 => Class::Normal,
        w if w < 2600.0 => Class::Wide,
        _ => Class::VeryWide,
    }
}

/// A narrow window: one line of log, which `F4` opens over the table; the panel slides over it with `F2`.
fn narrow(class: Class, top: Rect, rest: Rect, drawers: Drawers) -> Areas {
    let (table, line) = split_bottom(rest, LOG_LINE);
    let log = if drawers.log { split_bottom(rest, (rest.height() * 0.7).max(LOG_LINE)).1 } else { line };
    let panel = drawers.panel.then(|| split_right(table, 316.0_f32.min(table.width())).1);
    Areas { class, top, table, panel, log, score: None }
}

fn split_top(rect: Rect, height: f32) -> (Rect, Rect) {
    let y = rect.top() + height.min(rect.height());
    (Rect::from_min_max(rect.min, Pos2::new(rect.right(), y)), Rect::from_min_max(Pos2::new(rect.left(), y), rect.max))
}

fn split_bottom(rect: Rect, height: f32) -> (Rect, Rect) {
    split_top(rect, rect.height() - height.min(rect.height()))
}

fn split_left(rect: Rect, width: f32) -> (Rect, Rect) {
    let x = rect.left() + width.min(rect.width());
    (Rect::from_min_max(rect.min, Pos2::new(x, rect.bottom())), Rect::from_min_max(Pos2::new(x, rect.top()), rect.max))
}

fn split_right(rect: Rect, width: f32) -> (Rect, Rect) {
    split_left(rect, rect.width() - width.min(rect.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(width: f32, height: f32) -> (Class, Vec2) {
        let areas = areas(Vec2::new(width, height), Drawers::default());
        (areas.class, areas.table.size())
    }

    #[test]
    fn the_sizes_of_the_look() {
        assert_eq!(table(1280.0, 720.0), (Class::Normal, Vec2::new(964.0, 568.0)));
        assert_eq!(table(1280.0, 800.0), (Class::Normal, Vec2::new(964.0, 624.0)));
        assert_eq!(table(1920.0, 1080.0), (Class::Wide, Vec2::new(1548.0, 860.0)));
        assert_eq!(table(3840.0, 2160.0).0, Class::VeryWide);
        assert_eq!(table(640.0, 360.0).0, Class::Narrow);
    }

    #[test]
    fn classes_change_exactly_at_their_limits() {
        assert_eq!(class(899.9), Class::Narrow);
        assert_eq!(class(900.0), Class::Normal);
        assert_eq!(class(1599.9), Class::Normal);
        assert_eq!(class(1600.0), Class::Wide);
        assert_eq!(class(2600.0), Class::VeryWide);
        let log = |height: f32| areas(Vec2::new(1280.0, height), Drawers::default()).log.height();
        assert_eq!(log(759.9), 108.0);
        assert_eq!(log(760.0), 132.0);
    }

    #[test]
    fn nothing_overlaps_unless_it_is_a_drawer() {
        for (width, height) in [(1280.0, 720.0), (1920.0, 1080.0), (3840.0, 2160.0), (1000.0, 400.0)] {
            let a = areas(Vec2::new(width, height), Drawers::default());
            let rects = [Some(a.top), Some(a.table), a.panel, Some(a.log), a.score];
            let rects: Vec<Rect> = rects.into_iter().flatten().collect();
            let area: f32 = rects.iter().map(|r| r.area()).sum();
            assert!((area - width * height).abs() < 1.0, "{width} by {height} is covered once");
        }
    }

    #[test]
    fn a_tiny_window_still_has_all_three() {
        for drawers in [Drawers { panel: true, log: false }, Drawers { panel: false, log: true }] {
            let a = areas(Vec2::new(427.0, 240.0), drawers);
            assert!(a.table.height() > 100.0 && a.log.height() >= 32.0);
            assert_eq!(a.panel.is_some(), drawers.panel);
            if let Some(panel) = a.panel {
                assert!(panel.width() <= 427.0 && panel.bottom() <= a.log.top());
            }
        }
    }
}
