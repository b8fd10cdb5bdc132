//! Paper tags and names on the table: each goes to the first free place around what it speaks of.

use bevy_egui::egui::{Color32, Context, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use crate::gui::text::{self, Type};
use crate::gui::theme::{SHADOW, Theme, ink};
use crate::gui::widgets::icon;
use crate::picture::palette::TAG;

/// Words on a piece of paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// What it speaks of.
    pub at: Pos2,
    /// The first is set bold when there are several.
    pub lines: Vec<(String, Color32)>,
    pub border: Color32,
    /// With the barred circle.
    pub barred: bool,
    /// Kept clear of what it speaks of by this many pixels.
    pub clear: f32,
    /// The direction in which it had best lie; zero: any.
    pub away: Vec2,
}

/// What lies where on the screen already: bases and all that is written, and what is written by itself, over which nothing
/// else is written.
#[derive(Clone, Debug, Default)]
pub struct Places {
    taken: Squares,
    written: Squares,
}

/// Rectangles by squares of the screen, so that only what is near is looked at. What lies beyond the last square counts to it.
#[derive(Clone, Debug)]
struct Squares(Vec<Vec<Rect>>);

/// The room between a name and what is written beside it, logical pixels.
const APART: f32 = 8.0;
/// The room between a name and what it is the name of.
const NAME_GAP: f32 = 5.0;
/// The part of a name's room that may be taken already.
const OVERLAP: f32 = 0.06;

/// A line is looked at by pieces of that length, logical pixels.
const STEP: f32 = 1.5;

/// So many times farther a tag looks for a free place.
const RINGS: usize = 5;

/// Side of a square, logical pixels.
const SQUARE: f32 = 96.0;
/// Squares along each side: more than the widest screen has.
const SQUARES: usize = 48;

impl Default for Squares {
    fn default() -> Squares {
        Squares(vec![Vec::new(); SQUARES * SQUARES])
    }
}

/// The square in which a point lies, across and down.
fn square(at: Pos2) -> (usize, usize) {
    // A number that is too small or too large, or none, becomes the nearest that there is.
    let clamped = |v: f32| ((v / SQUARE) as usize).min(SQUARES - 1);
    (clamped(at.x), clamped(at.y))
}

/// The eight places around a point, the best first: direction and alignment.
const AROUND: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, -1.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(-1.0, -1.0),
    Vec2::new(1.0, 1.0),
    Vec2::new(-1.0, 1.0),
];

/// The places, those first that lie in that direction.
fn places(away: Vec2) -> [Vec2; 8] {
    let mut places = AROUND;
    if away == Vec2::ZERO {
        return places;
    }
    places.sort_by(|a, b| b.normalized().dot(away).total_cmp(&a.normalized().dot(away)));
    places
}

impl Squares {
    fn take(&mut self, rect: Rect) {
        let ((left, top), (right, bottom)) = (square(rect.min), square(rect.max));
        for y in top..=bottom {
            for x in left..=right {
                self.0[y * SQUARES + x].push(rect);
            }
        }
    }

    /// Whether a point is taken.
    fn holds(&self, at: Pos2) -> bool {
        let (x, y) = square(at);
        self.0[y * SQUARES + x].iter().any(|taken| taken.contains(at))
    }

    /// How much of a rectangle is taken, places that overlap each other counted each.
    fn covered(&self, rect: Rect) -> f32 {
        let ((left, top), (right, bottom)) = (square(rect.min), square(rect.max));
        let mut covered = 0.0;
        for y in top..=bottom {
            for x in left..=right {
                for taken in &self.0[y * SQUARES + x] {
                    // Of what lies in several squares only the first of both counts.
                    if square(taken.min.max(rect.min)) == (x, y) {
                        covered += area(taken.intersect(rect));
                    }
                }
            }
        }
        covered
    }
}

impl Places {
    /// Takes a place.
    pub fn take(&mut self, rect: Rect) {
        self.taken.take(rect);
    }

    /// Takes a place for what is written there.
    pub fn write(&mut self, rect: Rect) {
        self.taken.take(rect);
        self.written.take(rect);
    }

    /// How much of those rectangles lies over what is written, and over anything at all.
    pub fn lies_over(&self, rects: &[Rect]) -> (f32, f32) {
        let over = |squares: &Squares| rects.iter().map(|rect| squares.covered(*rect)).sum();
        (over(&self.written), over(&self.taken))
    }

    /// How much of a rectangle is taken.
    fn covered(&self, rect: Rect) -> f32 {
        self.taken.covered(rect)
    }

    /// The first free place of that size beside a rectangle, inside `view`; `order` is the directions in which it is looked
    /// for, the best first. If none is free, the one that overlaps least.
    pub fn find(&self, view: Rect, around: Rect, size: Vec2, gap: f32, order: &[Vec2]) -> Rect {
        let place = |direction: Vec2| beside(view, around, size, gap, direction);
        let overlap = |rect: Rect| self.covered(rect) + area(around.intersect(rect));
        let mut best = (f32::MAX, place(order.first().copied().unwrap_or(AROUND[0])));
        for direction in order {
            let rect = place(*direction);
            let cost = overlap(rect);
            if cost <= 0.0 {
                return rect;
            }
            if cost < best.0 {
                best = (cost, rect);
            }
        }
        best.1
    }

    /// The same, but farther away where all places close by are taken: a leader line shows what it speaks of.
    fn find_apart(&self, view: Rect, around: Rect, size: Vec2, order: &[Vec2]) -> Rect {
        let cost = |rect: Rect| self.covered(rect) + area(around.intersect(rect));
        let ring = |n: usize| self.find(view, around, size, 6.0 + n as f32 * size.y * 0.75, order);
        let mut best = ring(0);
        for rect in (1..RINGS).map(ring) {
            if cost(best) <= 0.0 {
                break;
            }
            if cost(rect) < cost(best) {
                best = rect;
            }
        }
        best
    }

    /// Paints a tag at the first free place, with a leader line when it stands apart.
    pub fn tag(&mut self, painter: &Painter, view: Rect, tag: &Tag) -> Rect {
        let styles = |i: usize| if i == 0 && tag.lines.len() > 1 { text::STRONG } else { text::BODY };
        let galleys: Vec<_> = tag
            .lines
            .iter()
            .enumerate()
            .map(|(i, (words, ink))| text::runs(painter.ctx(), &[(words, styles(i), *ink)], 250.0, 3))
            .collect();
        let left = if tag.barred { 26.0 } else { 8.0 };
        let width = galleys.iter().map(|g| g.size().x).fold(0.0, f32::max) + left + 9.0;
        let height = galleys.iter().map(|g| g.size().y).sum::<f32>() + 6.0;
        let around = Rect::from_center_size(tag.at, Vec2::splat(tag.clear * 2.0));
        let rect = self.find_apart(view.shrink(4.0), around, Vec2::new(width, height), &places(tag.away));
        let nearest = rect.clamp(tag.at);
        if nearest.distance(tag.at) > 1.0 {
            for seen in self.below_writing(tag.at, nearest) {
                painter.line_segment(seen, Stroke::new(1.2, tag.border));
            }
        }
        painter.add(SHADOW.as_shape(rect, CornerRadius::same(4)));
        painter.rect(rect, CornerRadius::same(4), ink(TAG), Stroke::new(1.5, tag.border), StrokeKind::Inside);
        if tag.barred {
            icon::barred(painter, rect.left_top() + Vec2::new(14.0, 13.0), 6.0, tag.border);
        }
        // Letters sit in the upper part of their line.
        let mut at = rect.min + Vec2::new(left, 4.0);
        for galley in galleys {
            let size = galley.size();
            painter.galley(at, galley, Theme::DAYLIGHT.ink);
            at.y += size.y;
        }
        self.write(rect);
        rect
    }

    /// The parts of a line that are seen where it passes below all that is written.
    fn below_writing(&self, from: Pos2, to: Pos2) -> Vec<[Pos2; 2]> {
        let steps = ((to - from).length() / STEP).ceil().max(1.0) as usize;
        let at = |n: usize| from.lerp(to, n as f32 / steps as f32);
        let mut seen: Vec<[Pos2; 2]> = Vec::new();
        let mut goes_on = false;
        for n in 0..steps {
            let free = !self.written.holds(at(n).lerp(at(n + 1), 0.5));
            match seen.last_mut() {
                Some(line) if free && goes_on => line[1] = at(n + 1),
                _ if free => seen.push([at(n), at(n + 1)]),
                _ => {}
            }
            goes_on = free;
        }
        seen
    }

    /// Writes a name beside a rectangle, at the first of those places that is free; where all are taken it is left
    /// out: a name that lies on others tells nothing.
    #[expect(clippy::too_many_arguments, reason = "where and what to write, and how")]
    pub fn name(
        &mut self,
        painter: &Painter,
        view: Rect,
        around: Rect,
        words: &str,
        style: Type,
        colour: Color32,
        order: &[Vec2],
    ) {
        let size = name_size(painter.ctx(), words, style);
        if let Some((rect, _)) = self.place_of_name(view, around, size, order, |_| true) {
            super::pen::words(painter, rect.center(), words, style, colour);
            self.write(rect);
        }
    }

    /// The first of those places for a name that is free and fits, and which of them it is; none where there is no such.
    pub fn place_of_name(
        &self,
        view: Rect,
        around: Rect,
        size: Vec2,
        order: &[Vec2],
        fits: impl Fn(Rect) -> bool,
    ) -> Option<(Rect, usize)> {
        if !view.intersects(around) {
            return None;
        }
        let cost = |rect: &Rect| self.covered(*rect) + area(around.intersect(*rect));
        let places = || order.iter().map(|way| beside(view, around, size, NAME_GAP, *way));
        let all = || places().zip(0..).filter(|(rect, _)| fits(*rect));
        let free = all().find(|(rect, _)| cost(rect) <= 0.0);
        let least = || all().min_by(|(a, _), (b, _)| cost(a).total_cmp(&cost(b)));
        free.or_else(least).filter(|(rect, _)| self.covered(*rect) <= rect.area() * OVERLAP)
    }

    /// That place for a name, if it is free.
    pub fn same_place_of_name(&self, view: Rect, around: Rect, size: Vec2, way: Vec2) -> Option<Rect> {
        let rect = beside(view, around, size, NAME_GAP, way);
        let free = self.covered(rect) + area(around.intersect(rect)) <= 0.0;
        (view.intersects(around) && free).then_some(rect)
    }
}

/// The room of a name; two names side by side are read as two.
pub fn name_size(ctx: &Context, words: &str, style: Type) -> Vec2 {
    Vec2::new(text::width(ctx, words, style) + APART, style.line())
}

/// The place of that size beside a rectangle in that direction, inside `view`.
fn beside(view: Rect, around: Rect, size: Vec2, gap: f32, direction: Vec2) -> Rect {
    let reach = (around.size() + size) / 2.0 + Vec2::splat(gap);
    push_inside(Rect::from_center_size(around.center() + direction * reach, size), view)
}

fn area(rect: Rect) -> f32 {
    if rect.is_positive() { rect.area() } else { 0.0 }
}

/// Moved as little as needed to lie inside.
fn push_inside(rect: Rect, view: Rect) -> Rect {
    let x = (view.left() - rect.left()).max(0.0) + (view.right() - rect.right()).min(0.0);
    let y = (view.top() - rect.top()).max(0.0) + (view.bottom() - rect.bottom()).min(0.0);
    rect.translate(Vec2::new(x, y))
}

/// A rectangle about a set of screen points.
pub fn hull(points: &[Pos2]) -> Rect {
    points.iter().fold(Rect::NOTHING, |rect, p| rect.union(Rect::from_min_max(*p, *p)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(400.0, 300.0) };

    #[test]
    fn a_tag_goes_right_and_elsewhere_when_that_is_taken() {
        let mut places = Places::default();
        let around = Rect::from_center_size(Pos2::new(200.0, 150.0), Vec2::splat(20.0));
        let size = Vec2::new(60.0, 20.0);
        let first = places.find(VIEW, around, size, 6.0, &AROUND);
        assert_eq!(first.left(), 216.0);
        places.take(first);
        let second = places.find(VIEW, around, size, 6.0, &AROUND);
        assert_eq!(second.right(), 184.0);
        assert!(!second.intersects(first));
    }

    #[test]
    fn a_tag_goes_where_it_had_best_lie() {
        assert_eq!(places(Vec2::ZERO), AROUND);
        assert_eq!(places(Vec2::new(0.0, 1.0))[0], Vec2::new(0.0, 1.0));
        assert_eq!(places(Vec2::new(0.0, -1.0))[0], Vec2::new(0.0, -1.0));
        assert!(places(Vec2::new(0.0, 1.0))[1..3].iter().all(|p| p.y > 0.0));
    }

    #[test]
    fn many_tags_of_one_fight_lie_over_none_of_each_other() {
        let mut places = Places::default();
        let size = Vec2::new(70.0, 34.0);
        for n in 0..10 {
            let around = Rect::from_center_size(Pos2::new(180.0 + 8.0 * n as f32, 150.0), Vec2::splat(20.0));
            let rect = places.find_apart(VIEW, around, size, &AROUND);
            assert!(places.covered(rect) <= 0.0 && VIEW.contains_rect(rect), "the tag {n} lies at {rect:?}");
            places.take(rect);
        }
    }

    #[test]
    fn a_line_passes_below_what_is_written() {
        let mut places = Places::default();
        let [from, to] = [Pos2::new(100.0, 100.0), Pos2::new(200.0, 100.0)];
        assert_eq!(places.below_writing(from, to), [[from, to]]);
        let pips = Rect::from_center_size(Pos2::new(150.0, 100.0), Vec2::new(30.0, 8.0));
        places.write(pips);
        let seen = places.below_writing(from, to);
        let [[start, before], [behind, end]] = seen[..] else { panic!("{seen:?}") };
        assert_eq!((start, end), (from, to));
        assert!((before.x - pips.left()).abs() <= STEP && (behind.x - pips.right()).abs() <= STEP, "{seen:?}");
        // A base that it leaves is no writing.
        places.take(Rect::from_center_size(from, Vec2::splat(20.0)));
        assert_eq!(places.below_writing(from, to), seen);
    }

    #[test]
    fn nothing_leaves_the_view() {
        let places = Places::default();
        for corner in [VIEW.left_top(), VIEW.right_top(), VIEW.left_bottom(), VIEW.right_bottom()] {
            let around = Rect::from_center_size(corner, Vec2::splat(10.0));
            assert!(VIEW.contains_rect(places.find(VIEW, around, Vec2::new(80.0, 30.0), 6.0, &AROUND)));
        }
    }

    #[test]
    fn what_is_taken_counts_once_wherever_it_lies() {
        let mut places = Places::default();
        // Over four squares, over the edge of the screen, and beyond the last square.
        places.take(Rect::from_min_max(Pos2::new(50.0, 50.0), Pos2::new(150.0, 150.0)));
        places.take(Rect::from_min_max(Pos2::new(-50.0, -50.0), Pos2::new(10.0, 10.0)));
        places.take(Rect::from_min_max(Pos2::new(9000.0, 9000.0), Pos2::new(9010.0, 9010.0)));
        let covered =
            |x: f32, y: f32, size: f32| places.covered(Rect::from_min_size(Pos2::new(x, y), Vec2::splat(size)));
        assert_eq!(covered(0.0, 0.0, 200.0), 100.0 * 100.0 + 10.0 * 10.0);
        assert_eq!(covered(60.0, 60.0, 40.0), 40.0 * 40.0);
        assert_eq!(covered(-60.0, -60.0, 70.0), 60.0 * 60.0);
        assert_eq!((covered(8995.0, 8995.0, 10.0), covered(300.0, 300.0, 50.0)), (25.0, 0.0));
    }

    #[test]
    fn where_all_is_taken_it_still_gets_a_place() {
        let mut places = Places::default();
        places.take(VIEW);
        let around = Rect::from_center_size(VIEW.center(), Vec2::splat(10.0));
        assert!(VIEW.contains_rect(places.find(VIEW, around, Vec2::new(80.0, 30.0), 6.0, &AROUND)));
    }
}
