//! Where everything on the play screen lies, by the window's logical size.

use bevy_egui::egui::{Pos2, Rect, Vec2};

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Under 900: the panel is a sheet at the foot, which opens, the log one line.
    Narrow,
    /// Under 1600.
    Normal,
    /// Under 2600.
    Wide,
    /// The log is a column on the left.
    VeryWide,
}

/// What lies open: in a narrow window one at a time, in others the log alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawers {
    pub panel: bool,
    pub log: bool,
    /// Nothing can be ordered: the sheet of a narrow window has no row of offers while it is not open.
    pub idle: bool,
}

impl Drawers {
    /// Opens the sheet of the unit, or folds it.
    pub fn turn_panel(&mut self) {
        *self = Drawers { panel: !self.panel, ..Drawers::default() };
    }

    /// Opens the log, or folds it.
    pub fn turn_log(&mut self) {
        *self = Drawers { log: !self.log, ..Drawers::default() };
    }

    /// Folds what lies open; tells whether there was anything.
    pub fn fold(&mut self) -> bool {
        let before = std::mem::take(self);
        before.panel || before.log
    }
}

/// The rectangles of the play screen, logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Areas {
    pub class: Class,
    pub top: Rect,
    /// The table's part, rulers included; nothing covers it.
    pub table: Rect,
    /// The unit panel; none while a narrow window's log is open in its place.
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
/// In a narrow window: one line of the log, in two rows where it is long, the panel's sheet at rest and open, the log while it is
/// open.
const TICKER: f32 = 42.0;
/// The same in a low window, where a long line is cut so that something of the table is left; and what is low.
const LOW_TICKER: f32 = 28.0;
const LOW: f32 = 480.0;
const SHEET: f32 = 108.0;
/// The sheet at rest without the row of offers.
const IDLE: f32 = 75.0;
const OPEN: f32 = 278.0;
const LOG: f32 = 226.0;
/// So much of the height below the top bar stays the table's.
const TABLES: f32 = 0.38;

/// Lays the screen out.
pub fn areas(size: Vec2, drawers: Drawers) -> Areas {
    let class = class(size.x);
    let whole = Rect::from_min_size(Pos2::ZERO, size);
    let (top, rest) = split_top(whole, if class == Class::Narrow { 40.0 } else { 44.0 });
    match class {
        Class::Narrow => narrow(class, top, rest, drawers),
        Class::Normal => {
            let (rest, panel) = split_right(rest, 316.0);
            let (table, log) = split_bottom(rest, log(rest, if size.y < 760.0 { 108.0 } else { 132.0 }, drawers));
            let (log, score) = split_right(log, SCORE);
            Areas { class, top, table, panel: Some(panel), log, score: Some(score) }
        }
        Class::Wide => {
            let (rest, panel) = split_right(rest, 372.0);
            let (table, log) = split_bottom(rest, log(rest, 176.0, drawers));
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

/// The height of a log below the table: at rest, or opened by `F4` over half of what they have together.
fn log(rest: Rect, at_rest: f32, drawers: Drawers) -> f32 {
    if drawers.log { (rest.height() / 2.0).max(at_rest) } else { at_rest }
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

/// A narrow window: the panel is a sheet at the foot of the table, which `F2` opens; below it one line of log, which `F4`
/// opens in the sheet's place.
fn narrow(class: Class, top: Rect, rest: Rect, drawers: Drawers) -> Areas {
    let most = rest.height() * (1.0 - TABLES);
    if drawers.log {
        let (table, log) = split_bottom(rest, LOG.min(most));
        let (log, score) = split_right(log, if log.width() < 2.0 * SCORE { 0.0 } else { SCORE });
        return Areas { class, top, table, panel: None, log, score: (score.width() > 0.0).then_some(score) };
    }
    let ticker = if rest.height() < LOW { LOW_TICKER } else { TICKER };
    let (rest, log) = split_bottom(rest, ticker);
    let sheet = match drawers {
        Drawers { panel: true, .. } => OPEN,
        Drawers { idle: true, .. } => IDLE,
        _ => SHEET,
    };
    let (table, panel) = split_bottom(rest, sheet.min(most - ticker));
    Areas { class, top, table, panel: Some(panel), log, score: None }
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
    fn the_log_is_opened_over_half_of_the_table_where_it_lies_below_it() {
        for (width, height) in [(1280.0, 720.0), (1280.0, 800.0), (1920.0, 1080.0)] {
            let at = |log: bool| areas(Vec2::new(width, height), Drawers { log, ..Drawers::default() });
            let (rest, open) = (at(false), at(true));
            assert!(open.log.height() > 330.0 && open.log.height() <= open.table.height() + 1.0, "{open:?}");
            assert_eq!((open.panel, open.top, open.table.top()), (rest.panel, rest.top, rest.table.top()));
            assert_eq!(open.table.bottom(), open.log.top());
        }
    }

    #[test]
    fn a_narrow_window_has_table_sheet_and_line_and_one_drawer_at_a_time() {
        for (width, height, line) in [(853.3, 533.3, 42.0), (640.0, 400.0, 28.0)] {
            let at = |drawers| areas(Vec2::new(width, height), drawers);
            let rest = at(Drawers::default());
            let mut drawers = Drawers::default();
            drawers.turn_panel();
            let open = at(drawers);
            drawers.turn_log();
            let log = at(drawers);
            assert_eq!(drawers, Drawers { log: true, ..Drawers::default() });
            assert_eq!((rest.panel.unwrap().height(), rest.log.height()), (108.0, line));
            assert!(open.panel.unwrap().height() > 180.0 && open.log == rest.log);
            let idle = at(Drawers { idle: true, ..Drawers::default() });
            assert_eq!(idle.table.height() - rest.table.height(), 33.0, "the table has what is not needed");
            assert_eq!(at(Drawers { panel: true, log: false, idle: true }), open, "whoever opens the card sees it");
            assert!(log.panel.is_none() && log.log.height() > 200.0);
            for areas in [rest, open, log] {
                let rects = [Some(areas.top), Some(areas.table), areas.panel, Some(areas.log), areas.score];
                let area: f32 = rects.into_iter().flatten().map(|r| r.area()).sum();
                assert!((area - width * height).abs() < 1.0, "everything is covered once");
                assert!(areas.table.height() > 100.0, "the fight stays in sight: {areas:?}");
            }
            assert!(drawers.fold() && !drawers.fold());
        }
    }
}
