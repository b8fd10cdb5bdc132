//! The curve over the rail of the past: the chance to win at its moments with a band of error, in the colours of both sides.

use bevy_egui::egui::{Color32, Mesh, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, epaint::PathShape};

use crate::gui::board::glyph;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::back::past;
use crate::gui::play::rollouts::curve::MORE;
use crate::gui::play::state::{Past, Play};
use crate::gui::text::{self, SMALL};
use crate::gui::theme::Theme;
use crate::gui::widgets::{flag, odds_bar, sign};
use crate::ids::Side;
use crate::lab::analysis::chance::Chance;

/// The line of words above it.
const WORDS: f32 = 18.0;
/// What lies between it and the rail.
const GAP: f32 = 4.0;
/// How much of a side's colour its part has.
const TINT: f32 = 0.4;
/// How far from a moment the pointer still means it.
const NEAR: f32 = 24.0;

/// A moment of the curve, as it lies on the screen.
struct Point {
    answers: usize,
    x: f32,
    chance: Chance,
}

/// Shows it in that rectangle; `place` tells where a moment lies on the rail. Tells which moment was clicked.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    play: &Play,
    past: &Past,
    place: impl Fn(usize) -> f32,
) -> Option<usize> {
    let (words, plot) = rect.split_top_bottom_at_y(rect.top() + WORDS);
    let plot = plot.with_max_y(plot.bottom() - GAP);
    ui.painter().rect_filled(plot, 2.0, theme.sunk);
    let point = |(answers, halves): (usize, &[u8])| Point {
        answers,
        x: place(answers),
        chance: Chance::of(halves, Side::South),
    };
    let points: Vec<Point> = play.rollouts.moments().map(point).collect();
    caption(ui, theme, words, play, &points);
    let y = |share: f64| plot.bottom() - plot.height() * share as f32;
    paint(ui, theme, plot, play, &points, y);
    let now = place(play.game.journal().depth());
    let room = plot.shrink(sign::WIDE / 2.0).y_range();
    let on_line = |x: f32| {
        let height = height_at(&points, x, plot.center().y, |point| y(point.chance.share));
        Pos2::new(x, room.clamp(height))
    };
    past::signs(ui, theme, play.remarks(), |answer| on_line(place(answer)));
    ui.painter().vline(now, plot.y_range(), Stroke::new(1.2, theme.accent));
    let response = ui.interact(plot, ui.id().with("curve"), Sense::click());
    let nearest = |x: f32| {
        let near = points.iter().filter(|point| (point.x - x).abs() < NEAR.max(plot.width() / 20.0));
        near.min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()))
    };
    let hovered = response.hover_pos().and_then(|at| nearest(at.x));
    if let Some(point) = hovered {
        ui.painter().circle(
            Pos2::new(point.x, y(point.chance.share)),
            4.5,
            theme.raised,
            Stroke::new(1.8, theme.accent),
        );
    }
    let told = hovered.or_else(|| nearest(now)).map(|point| told(play, past, point)).unwrap_or_default();
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Image, true, translate_with("spoken-curve", &[("told", &told)]))
    });
    let clicked = response.clicked();
    let to = hovered.filter(|_| clicked).map(|point| point.answers);
    let remark = response.hover_pos().and_then(|at| past::nearest(play.remarks(), at.x, &place));
    match (remark, hovered) {
        (Some(remark), _) => drop(response.on_hover_text_at_pointer(&remark.words)),
        (None, Some(_)) => drop(response.on_hover_text_at_pointer(told)),
        (None, None) => {}
    }
    to
}

/// How high the line is there.
fn height_at(points: &[Point], x: f32, without: f32, y: impl Fn(&Point) -> f32) -> f32 {
    let after = points.partition_point(|point| point.x < x);
    match (after.checked_sub(1).map(|before| &points[before]), points.get(after)) {
        (Some(a), Some(b)) => y(a) + (y(b) - y(a)) * (x - a.x) / (b.x - a.x).max(f32::EPSILON),
        (Some(only), None) | (None, Some(only)) => y(only),
        (None, None) => without,
    }
}

/// Whose chance it is, and what it rests on.
fn caption(ui: &Ui, theme: &Theme, words: Rect, play: &Play, points: &[Point]) {
    let painter = ui.painter();
    let mut x = words.left() + 2.0;
    for (side, key) in [(Side::North, "side-above"), (Side::South, "side-below")] {
        flag::paint(painter, Pos2::new(x, words.center().y), &glyph::colours(&play.game.colours()[side.index()]));
        let name = translate_with(key, &[("side", &play.game.side_name(side))]);
        x += 18.0 + text::put(painter, Pos2::new(x + 18.0, words.center().y), &name, SMALL, theme.ink, 150.0) + 14.0;
    }
    let least = points.iter().map(|point| point.chance.battles).min().unwrap_or_default();
    let rests = if points.is_empty() {
        translate("curve-begins").to_owned()
    } else {
        translate_with("curve-rests-on", &[("n", &least), ("more", &MORE), ("moments", &points.len())])
    };
    text::put_right(painter, Pos2::new(words.right(), words.center().y), &rests, SMALL, theme.ink2, words.right() - x);
}

fn paint(ui: &Ui, theme: &Theme, plot: Rect, play: &Play, points: &[Point], y: impl Fn(f64) -> f32) {
    let painter = ui.painter();
    let [north, south] = Side::BOTH.map(|side| glyph::colours(&play.game.colours()[side.index()]).main);
    let lower = |point: &Point| Pos2::new(point.x, y(point.chance.interval[0]));
    let upper = |point: &Point| Pos2::new(point.x, y(point.chance.interval[1]));
    let middle = |point: &Point| Pos2::new(point.x, y(point.chance.share));
    let foot = |point: &Point| Pos2::new(point.x, plot.bottom());
    let top = |point: &Point| Pos2::new(point.x, plot.top());
    // Mixed with the ground and not laid over it: the engine blends what is half transparent to grey.
    let tinted = |colour: Color32| theme.sunk.lerp_to_gamma(colour, TINT);
    painter.add(between(points, foot, middle, tinted(south)));
    painter.add(between(points, middle, top, tinted(north)));
    painter.add(between(points, lower, upper, theme.ink.gamma_multiply(0.16)));
    let half = plot.center().y;
    painter.extend(Shape::dashed_line(
        &[Pos2::new(plot.left(), half), Pos2::new(plot.right(), half)],
        Stroke::new(1.0, theme.ink2),
        4.0,
        4.0,
    ));
    let line: Vec<Pos2> = points.iter().map(middle).collect();
    // Few moments are seen each by itself.
    let apart = points.len() < 2 || plot.width() / points.len() as f32 > 14.0;
    for at in line.iter().filter(|_| apart) {
        painter.circle_filled(*at, 2.4, theme.ink);
    }
    painter.add(PathShape::line(line, Stroke::new(1.8, theme.ink)));
}

/// What lies between two lines.
fn between(points: &[Point], low: impl Fn(&Point) -> Pos2, high: impl Fn(&Point) -> Pos2, fill: Color32) -> Shape {
    // The engine takes no mesh without a triangle.
    if points.len() < 2 {
        return Shape::Noop;
    }
    let mut mesh = Mesh::default();
    for (n, point) in points.iter().enumerate() {
        mesh.colored_vertex(low(point), fill);
        mesh.colored_vertex(high(point), fill);
        if n > 0 {
            let at = 2 * n as u32;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    Shape::mesh(mesh)
}

/// `Turn 5, 120 of 230: Rome 63 % ± 18, Carthage 37 %, by 24 battles`.
fn told(play: &Play, past: &Past, point: &Point) -> String {
    let turn = point.answers.checked_sub(1).and_then(|n| past.answers.get(n)).map_or(0, |(turn, _)| *turn);
    let [north, south] = Side::BOTH.map(|side| play.game.side_name(side));
    let Chance { share, battles, .. } = point.chance;
    let error = format!("{:.0}", point.chance.error() * 100.0);
    translate_with(
        if turn == 0 { "chance-before-turns" } else { "chance-in-turn" },
        &[
            ("turn", &turn),
            ("n", &point.answers),
            ("of", &play.game.length()),
            ("south", &south),
            ("chance", &odds_bar::percent(share)),
            ("error", &error),
            ("north", &north),
            ("rest", &odds_bar::percent(1.0 - share)),
            ("battles", &battles),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_lies_on_the_line_between_two_moments() {
        let at =
            |x: f32, share: f64| Point { answers: 0, x, chance: Chance { share, interval: [0.0, 1.0], battles: 24 } };
        let points = [at(10.0, 0.0), at(20.0, 1.0)];
        let found = [5.0, 10.0, 12.0, 20.0, 30.0].map(|x| height_at(&points, x, 9.0, |of| of.chance.share as f32));
        assert_eq!(found, [0.0, 0.0, 0.2, 1.0, 1.0]);
        assert_eq!(height_at(&[], 5.0, 9.0, |_| 0.0), 9.0);
    }
}
