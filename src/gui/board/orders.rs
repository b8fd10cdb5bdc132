//! Orders that are written and not carried out yet: each with its way, where it is half-way, where it ends, and a chip
//! behind its unit that says what it is.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, Context, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind};

use super::camera::Level;
use super::over::Sight;
use super::overlay::GhostBase;
use super::pen::{self, Dash};
use super::tags::{Places, hull};
use crate::gui::text::{self, SMALL_STRONG};
use crate::gui::theme::{ink, veil};
use crate::ids::UnitId;
use crate::picture::palette::{INK, LEGAL, REFUSED, Rgb, TAG};
use crate::table::Footprint;

/// What an order is, at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    March,
    /// It goes to somebody.
    Charge,
    /// It names somebody and stays where it is.
    Shoot,
    Hold,
    /// It leaves whom it fights.
    Back,
    Form,
}

/// An order that is written.
#[derive(Clone, Debug)]
pub struct Written {
    pub unit: UnitId,
    pub sign: Sign,
    pub words: String,
    /// Where it would end, and by which ways; nothing of who has another order in hand.
    pub ends: Vec<GhostBase>,
    pub ways: Vec<Vec<Footprint>>,
    pub half: Option<Footprint>,
    /// From where to where an arrow points at whom it names, and what the tag at it says.
    pub arrow: Option<(Vec2, Vec2, String)>,
    /// The middle of its unit's rear edge, and the direction that leads away from it.
    pub rear: (Vec2, Vec2),
    /// Whether a tab lies behind its unit.
    pub behind_tab: bool,
    /// Units that stand near behind its unit.
    pub near: Vec<Footprint>,
}

/// An order of either side as it is opened: along which points it leads.
#[derive(Clone, Debug)]
pub struct Opened {
    pub points: Vec<Vec2>,
    pub army: Rgb,
    pub closes: bool,
}

/// The height of a chip, pixels, and that of its words' room beside the sign.
const CHIP: f32 = 18.0;
const SIGN: f32 = 16.0;
/// What lies between two chips, and to how many places one gives way.
const BETWEEN: f32 = 2.0;
const MOST_STEPS: usize = 5;

/// Paints ways, half-way marks and ends, under the pieces' names.
pub fn under(painter: &Painter, sight: &Sight, orders: &[Written]) {
    for order in orders {
        for way in &order.ways {
            for side in [0, 1] {
                let edge: Vec<Pos2> = way.iter().map(|print| sight.corners(print)[side]).collect();
                pen::line(painter, &edge, false, Stroke::new(1.0, ink(LEGAL)), Dash::Solid);
            }
        }
        for base in &order.ends {
            let ring = sight.corners(&base.print);
            painter.add(Shape::convex_polygon(ring.to_vec(), veil(base.army.tint, 0.5), Stroke::NONE));
            pen::bordered(painter, &ring, true, Stroke::new(1.2, ink(LEGAL)), Dash::Solid, 2.6);
            painter.line_segment([ring[0], ring[1]], Stroke::new(2.0, veil(base.army.dark, 0.6)));
        }
        if let Some((from, to, _)) = order.arrow.as_ref().filter(|_| order.sign == Sign::Charge) {
            arrow(painter, [sight.at(*from), sight.at(*to)], REFUSED, 3.4, 9.5);
        }
        if let Some((from, to, _)) = order.arrow.as_ref().filter(|_| order.sign == Sign::Shoot) {
            arrow(painter, [sight.at(*from), sight.at(*to)], INK, 1.6, 5.0);
        }
        if let Some(half) = &order.half {
            halfway(painter, sight, half, 4.0);
        }
    }
}

/// Paints the mark of where a unit is when half of the time is over: its front as a dashed line with a half filled disc.
pub fn halfway(painter: &Painter, sight: &Sight, print: &Footprint, radius: f32) {
    let [left, right, ..] = sight.corners(print);
    painter.line_segment([left, right], Stroke::new(2.6, Color32::from_white_alpha(225)));
    pen::line(painter, &[left, right], false, Stroke::new(1.2, ink(LEGAL)), pen::HIDDEN);
    let middle = left + (right - left) / 2.0;
    painter.circle(middle, radius, ink(TAG), Stroke::new(1.4, ink(LEGAL)));
    let (ahead, across) = (sight.along(print.forward()), sight.along(print.right()));
    let rim = (0..=10).map(|n| {
        let (sin, cos) = bevy::math::ops::sin_cos(n as f32 / 10.0 * std::f32::consts::PI);
        middle + across * (cos * radius) - ahead * (sin * radius)
    });
    painter.add(Shape::convex_polygon(rim.collect(), ink(LEGAL), Stroke::NONE));
}

/// An arrow in a white border, with a filled head at its end.
fn arrow(painter: &Painter, [from, to]: [Pos2; 2], rgb: Rgb, width: f32, half: f32) {
    let way = to - from;
    if way.length() < 2.0 {
        return;
    }
    let (along, across) = (way.normalized(), way.normalized().rot90());
    let neck = to - along * (half * 1.7).min(way.length());
    painter.line_segment([from, neck], Stroke::new(width * 2.3, Color32::from_white_alpha(225)));
    painter.line_segment([from, neck], Stroke::new(width, ink(rgb)));
    let head = vec![to, neck + across * half, neck - across * half];
    painter.add(Shape::convex_polygon(head, ink(rgb), Stroke::new(1.6, Color32::from_white_alpha(225))));
}

/// Paints the arrows of orders that are opened.
pub fn opened(painter: &Painter, sight: &Sight, orders: &[Opened]) {
    for order in orders {
        let points: Vec<Pos2> = order.points.iter().map(|at| sight.at(*at)).collect();
        let [.., last, end] = points[..] else { continue };
        let (width, half) = if order.closes { (3.4, 9.5) } else { (2.2, 7.0) };
        for pair in points[..points.len() - 1].windows(2) {
            painter.line_segment([pair[0], pair[1]], Stroke::new(width * 2.3, Color32::from_white_alpha(225)));
            painter.line_segment([pair[0], pair[1]], Stroke::new(width, ink(order.army)));
        }
        arrow(painter, [last, end], order.army, width, half);
    }
}

/// Where the chips of all orders lie: each behind its unit, and farther behind it where that is taken by one before it or hides
/// the middle of another unit, which would be clicked in vain.
pub fn places(ctx: &Context, sight: &Sight, orders: &[Written]) -> Vec<Rect> {
    let mut found: Vec<Rect> = Vec::with_capacity(orders.len());
    for order in orders {
        let near = chip(ctx, sight, order);
        let away = sight.along(order.rear.1);
        let step = match away.y.abs() >= away.x.abs() {
            true => egui::Vec2::new(0.0, away.y.signum() * (CHIP + BETWEEN)),
            false => egui::Vec2::new(away.x.signum() * (near.width() + BETWEEN), 0.0),
        };
        let middles: Vec<Rect> = order.near.iter().map(|print| middle(sight, print)).collect();
        let free = |rect: &Rect| !found.iter().chain(&middles).any(|other| other.intersects(*rect));
        let places = (0..MOST_STEPS).map(|n| near.translate(step * n as f32));
        let place = places.into_iter().find(free).unwrap_or(near);
        found.push(place);
    }
    found
}

/// What lies about the middle of a unit, half as wide and deep as it is.
fn middle(sight: &Sight, print: &Footprint) -> Rect {
    let inner = Footprint::new(print.pose(), print.width() / 2.0, print.depth() / 2.0);
    hull(&sight.corners(&inner.shifted(print.centre - inner.centre)))
}

/// Where the chip of an order lies, if no other lies there.
fn chip(ctx: &Context, sight: &Sight, order: &Written) -> Rect {
    let words = if sight.level == Level::Far { 0.0 } else { text::width(ctx, &order.words, SMALL_STRONG) + 11.0 };
    let size = egui::Vec2::new(SIGN + 8.0 + words, CHIP);
    let (at, away) = (sight.at(order.rear.0), sight.along(order.rear.1));
    let tab = match (sight.level, order.behind_tab) {
        (Level::Far, _) => 3.0,
        (Level::Mid, true) => 18.0,
        (Level::Near, true) => 22.0,
        (_, false) => 12.0,
    };
    let reach = away.x.abs() * size.x / 2.0 + away.y.abs() * size.y / 2.0;
    Rect::from_center_size(at + away * (tab + reach), size)
}

/// Keeps the places of the chips free of names and tags.
pub fn take_places(ctx: &Context, sight: &Sight, orders: &[Written], places: &mut Places) {
    for place in self::places(ctx, sight, orders) {
        places.write(place);
    }
    for order in orders {
        for base in &order.ends {
            places.take(hull(&sight.corners(&base.print)));
        }
    }
}

/// Paints the chips.
pub fn chips(painter: &Painter, sight: &Sight, orders: &[Written]) {
    for (order, rect) in orders.iter().zip(places(painter.ctx(), sight, orders)) {
        let rgb = colour(order.sign);
        let round = CornerRadius::same((CHIP / 2.0) as u8);
        painter.rect(rect, round, ink(TAG), Stroke::new(1.2, ink(rgb)), StrokeKind::Inside);
        sign(painter, Pos2::new(rect.left() + 4.0 + SIGN / 2.0, rect.center().y), order.sign, ink(rgb), ink(TAG));
        if sight.level != Level::Far {
            let at = Pos2::new(rect.left() + SIGN + 7.0, rect.center().y);
            text::put(painter, at, &order.words, SMALL_STRONG, ink(rgb), rect.width());
        }
    }
}

/// In which colour a sign is drawn.
pub fn colour(sign: Sign) -> Rgb {
    if sign == Sign::Charge { REFUSED } else { LEGAL }
}

/// The diamond that says what an order is, about that point.
pub fn sign(painter: &Painter, at: Pos2, sign: Sign, ink: Color32, ground: Color32) {
    let p = |x: f32, y: f32| at + egui::Vec2::new(x, y);
    let diamond = vec![p(0.0, -7.0), p(7.0, 0.0), p(0.0, 7.0), p(-7.0, 0.0)];
    let fill = if sign == Sign::Charge { ink } else { ground };
    painter.add(Shape::convex_polygon(diamond, fill, Stroke::new(1.3, ink)));
    let stroke = Stroke::new(1.4, ink);
    match sign {
        Sign::March => {
            painter.line(vec![p(-2.6, -0.4), p(0.0, -3.2), p(2.6, -0.4)], stroke);
            painter.line_segment([p(0.0, -3.0), p(0.0, 3.4)], stroke);
        }
        Sign::Charge => {
            let head = vec![p(0.0, -4.4), p(3.6, 1.0), p(-3.6, 1.0)];
            painter.add(Shape::convex_polygon(head, ground, Stroke::NONE));
            painter.line_segment([p(0.0, 0.0), p(0.0, 3.6)], Stroke::new(1.6, ground));
        }
        Sign::Shoot => {
            painter.circle_stroke(at, 2.6, Stroke::new(1.2, ink));
            painter.line_segment([p(0.0, -4.4), p(0.0, 4.4)], Stroke::new(1.0, ink));
            painter.line_segment([p(-4.4, 0.0), p(4.4, 0.0)], Stroke::new(1.0, ink));
        }
        Sign::Hold => {
            painter.line_segment([p(-3.4, -1.5), p(3.4, -1.5)], stroke);
            painter.line_segment([p(-3.4, 1.5), p(3.4, 1.5)], stroke);
        }
        Sign::Back => {
            painter.line(vec![p(-2.6, 0.4), p(0.0, 3.2), p(2.6, 0.4)], stroke);
            painter.line_segment([p(0.0, 3.0), p(0.0, -3.4)], stroke);
        }
        Sign::Form => {
            for (x, y) in [(-2.6, -1.4), (0.0, -1.4), (2.6, -1.4), (-2.6, 1.6), (0.0, 1.6), (2.6, 1.6)] {
                painter.circle_filled(p(x, y), 0.9, ink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::board::camera::Camera;

    fn order(x: f32) -> Written {
        Written {
            unit: UnitId(0),
            sign: Sign::March,
            words: "march 9.0".to_owned(),
            ends: Vec::new(),
            ways: Vec::new(),
            half: None,
            arrow: None,
            rear: (Vec2::new(x, 10.0), Vec2::NEG_Y),
            behind_tab: true,
            near: Vec::new(),
        }
    }

    #[test]
    fn a_chip_gives_way_to_those_before_it_and_stays_behind_its_unit() {
        let view = Rect::from_min_size(Pos2::ZERO, egui::Vec2::new(800.0, 600.0));
        let camera = Camera::whole(Vec2::new(72.0, 48.0), view);
        let sight = Sight { camera, view, level: Level::Near };
        let ctx = crate::gui::widgets::bench::context();
        // Narrow units side by side; the last stands far from them.
        let orders = [order(20.0), order(21.0), order(22.0), order(60.0)];
        let places = places(&ctx, &sight, &orders);
        for (n, place) in places.iter().enumerate() {
            assert!(!places[..n].iter().any(|other| other.intersects(*place)), "{places:?}");
        }
        assert!(places[1].top() > places[0].top() && places[2].top() > places[1].top());
        assert_eq!(places[3].top(), places[0].top());
    }

    #[test]
    fn a_chip_leaves_the_middle_of_another_unit_free() {
        let view = Rect::from_min_size(Pos2::ZERO, egui::Vec2::new(800.0, 600.0));
        let camera = Camera::whole(Vec2::new(72.0, 48.0), view);
        let sight = Sight { camera, view, level: Level::Near };
        let ctx = crate::gui::widgets::bench::context();
        let alone = places(&ctx, &sight, &[order(20.0)])[0];
        // Somebody faces east where the chip would lie.
        let mut behind = order(20.0);
        behind.near = vec![Footprint::new(crate::table::Pose::new(20.75, 7.0, 90.0), 1.5, 1.5)];
        let middle = middle(&sight, &behind.near[0]);
        assert!(middle.contains(sight.at(behind.near[0].centre)) && middle.intersects(alone));
        let place = places(&ctx, &sight, &[behind])[0];
        assert!(!place.intersects(middle) && place.top() > alone.top() && place.left() == alone.left());
    }
}
