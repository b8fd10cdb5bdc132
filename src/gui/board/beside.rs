//! What is written beside a base: pips or a number for what is left of the unit, a tab where its bases are counted, and the
//! badges of its states. What is left stands within the unit's own width; badges go where nothing is written yet.

use bevy_egui::egui::{Color32, Context, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use super::badge;
use super::camera::Level;
use super::glyph::Glyphs;
use super::leader;
use super::over::Sight;
use super::pen;
use super::scene::Piece;
use super::tags::Places;
use crate::gui::text::{self, SMALL_STRONG};
use crate::gui::theme::ink;
use crate::gui::widgets::pips;
use crate::picture::palette::{ArmyColour, CLOTH, INK, TAG};
use crate::table::Footprint;

/// What stands behind a unit, and how much room a frame leaves for it: the higher the later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behind {
    #[default]
    Nothing,
    Pips,
    Badges,
    Tab,
}

impl Behind {
    /// What stands behind a piece.
    pub fn of(piece: &Piece) -> Behind {
        match piece.strength {
            _ if piece.counts_bases => Behind::Tab,
            _ if !piece.marks.is_empty() => Behind::Badges,
            Some((_, of)) if of > pips::MOST => Behind::Badges,
            Some(_) => Behind::Pips,
            None => Behind::Nothing,
        }
    }

    /// How far it reaches behind the rear edge, logical pixels.
    pub fn depth(self, level: Level) -> f32 {
        match (level, self) {
            (Level::Far, _) | (_, Behind::Nothing) => 0.0,
            (Level::Mid, Behind::Pips) => 9.0,
            (Level::Near, Behind::Pips) => 11.0,
            (Level::Mid, Behind::Badges) => 15.0,
            (Level::Near, Behind::Badges) => 19.0,
            (Level::Mid, Behind::Tab) => 19.0,
            (Level::Near, Behind::Tab) => 24.0,
        }
    }
}

/// No more badges than these are shown, the others counted.
const BADGES: usize = 2;
/// A longer row of pips than this is a number on a tab.
const TAB_PIPS: u16 = 4;
/// What lies between the parts of a tab, between badges, and between pips.
const GAP: f32 = 4.0;
const APART: f32 = 2.0;
const PIPS_APART: f32 = 1.9;
/// A frame and its line reach no farther than this, logical pixels.
const FRAME: f32 = 5.0;
/// Smaller pips are not told apart.
const LEAST_PIP: f32 = 1.5;
/// How wide the number of further badges is.
const MORE: f32 = 14.0;

/// A rear edge on the screen.
#[derive(Clone, Copy)]
struct Rear {
    middle: Pos2,
    back: Vec2,
    right: Vec2,
    /// Half of its length, and the depth of the base, logical pixels.
    half: f32,
    depth: f32,
    near: bool,
}

impl Rear {
    fn of(sight: &Sight, print: &Footprint) -> Rear {
        Rear {
            middle: sight.at(print.centre - print.forward() * print.half_depth),
            back: sight.along(-print.forward()),
            right: sight.along(print.right()),
            half: print.half_width * sight.camera.zoom,
            depth: print.depth() * sight.camera.zoom,
            near: sight.level == Level::Near,
        }
    }

    /// The point so far along the edge from its middle, and so far behind it.
    fn at(&self, along: f32, behind: f32) -> Pos2 {
        self.middle + self.right * along + self.back * behind
    }

    /// How far what is as large as this and stands upright reaches along a direction, to either side.
    fn reach(size: Vec2, along: Vec2) -> f32 {
        (along.x.abs() * size.x + along.y.abs() * size.y) / 2.0
    }

    /// Where what is as large as this and stands upright lies over nothing that is written, or over as little as can be, and
    /// over as little as can be of units: behind the middle of the edge, else aside, farther behind, before the front, or at a
    /// flank.
    fn free(&self, size: Vec2, places: &Places) -> Rect {
        let (aside, behind) = (Rear::reach(size, self.right), Rear::reach(size, self.back));
        let near = behind + 3.5;
        // What does not stand where a frame leaves room for it stands outside of the frame.
        let beyond = self.half + aside + FRAME;
        let level = if self.near { Level::Near } else { Level::Mid };
        let row = (2.0 * behind + APART).max(Behind::Tab.depth(level) + FRAME - 3.5);
        let spots = [
            (0.0, near),
            (aside, near),
            (-aside, near),
            (0.0, near + row),
            (aside, near + row),
            (-aside, near + row),
            (0.0, near + 2.0 * row),
            (0.0, near + 3.0 * row),
            (0.0, -self.depth - behind - FRAME),
            // At a flank a neighbour in line may stand, whose it would seem to be.
            (beyond, -self.depth / 2.0),
            (-beyond, -self.depth / 2.0),
            (beyond, near),
            (-beyond, near),
        ];
        let place = |(along, behind): (f32, f32)| Rect::from_center_size(self.at(along, behind), size);
        // A little of a unit's corner is no reason to go elsewhere: what stands aslant takes more than it covers.
        let cost = |rect: &Rect| {
            let (written, anything) = places.lies_over(&[*rect]);
            (written, (anything / rect.area() * 4.0).floor())
        };
        let least = |a: &Rect, b: &Rect| {
            let ((written, anything), (other_written, other)) = (cost(a), cost(b));
            written.total_cmp(&other_written).then(anything.total_cmp(&other))
        };
        // Of equals the first.
        spots.map(place).into_iter().min_by(least).unwrap_or_else(|| place(spots[0]))
    }

    fn badge(&self) -> f32 {
        if self.near { 16.0 } else { 11.0 }
    }

    fn pip(&self) -> f32 {
        if self.near { 3.6 } else { 2.5 }
    }
}

/// How what is left of a unit is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Count {
    /// From the first pip to the next, and the size of each.
    Pips {
        first: Pos2,
        step: Vec2,
        radius: f32,
    },
    Number(Pos2),
    /// With pips, or else with numbers of those that stand and of those that are lost.
    Tab {
        pips: bool,
    },
}

/// What is written beside a unit, and where.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    count: Option<Count>,
    /// Where what is left is written.
    pub(super) rects: Vec<Rect>,
    pub(super) badges: Vec<Rect>,
    /// Where the number of further badges lies.
    more: Option<Rect>,
}

impl Beside {
    /// What is left of a unit: pips within its own width, a tab where nothing is written yet.
    pub fn counted(ctx: &Context, sight: &Sight, piece: &Piece, print: &Footprint, places: &Places) -> Beside {
        let rear = Rear::of(sight, print);
        if sight.level == Level::Far {
            return Beside::default();
        }
        if piece.counts_bases {
            return Beside::tab(ctx, &rear, piece, places);
        }
        let Some((left, of)) = piece.strength else { return Beside::default() };
        let room = (2.0 * rear.half + PIPS_APART) / f32::from(of.max(1));
        let radius = rear.pip().min((room - PIPS_APART) / 2.0);
        if of > pips::MOST || radius < LEAST_PIP {
            let size = Vec2::new(text::width(ctx, &left.to_string(), SMALL_STRONG), SMALL_STRONG.line() - 3.0);
            let at = rear.at(0.0, Rear::reach(size, rear.back) + 2.0);
            return Beside {
                count: Some(Count::Number(at)),
                rects: vec![Rect::from_center_size(at, size)],
                ..Beside::default()
            };
        }
        let step = rear.right * (radius * 2.0 + PIPS_APART);
        let first = rear.at(0.0, radius + 3.5) - step * (f32::from(of) - 1.0) / 2.0;
        let pip = |n: u16| Rect::from_center_size(first + step * f32::from(n), Vec2::splat(radius * 2.0));
        Beside {
            count: Some(Count::Pips { first, step, radius }),
            rects: (0..of).map(pip).collect(),
            ..Beside::default()
        }
    }

    /// The tab of a unit whose bases are counted, from the left: its glyph, a pip for each base or their number and how many
    /// are lost, and its badges where it has room for them. Always upright.
    fn tab(ctx: &Context, rear: &Rear, piece: &Piece, places: &Places) -> Beside {
        let size = if rear.near { 16.0 } else { 13.0 };
        let (left, of) = piece.strength.unwrap_or_default();
        let lost = of.saturating_sub(left);
        let number = |n: u16| text::width(ctx, &n.to_string(), SMALL_STRONG);
        let numbers = number(left) + if lost > 0 { GAP + rear.pip() * 2.0 + 3.0 + number(lost) } else { 0.0 };
        let row = pips::width(of, rear.pip());
        // Whoever stands beside it is beside its tab too, unless they stand above each other.
        let wide = 2.0 * rear.half / rear.right.x.abs().max(0.2);
        let with_pips = of <= TAB_PIPS && (size + GAP + row <= wide || row <= numbers);
        let width = size + GAP + if with_pips { row } else { numbers };
        let items = sizes(rear, piece);
        let badges: f32 = items.iter().map(|item| item.x + APART).sum::<f32>() + APART;
        let beside = !items.is_empty() && width + badges <= wide;
        let whole = Vec2::new(width + if beside { badges } else { 0.0 }, size);
        let rect = rear.free(whole, places);
        let core = Rect::from_min_size(rect.min, Vec2::new(width, size));
        let mut found = Beside { count: Some(Count::Tab { pips: with_pips }), rects: vec![core], ..Beside::default() };
        if beside {
            let mut x = core.right() + 2.0 * APART;
            let placed = items.iter().map(|item| {
                let here = Rect::from_center_size(Pos2::new(x + item.x / 2.0, core.center().y), *item);
                x += item.x + APART;
                here
            });
            let placed = placed.collect();
            found.put(piece, placed);
        }
        found
    }

    /// Its rectangles: what is left, and badges.
    pub fn rects(&self) -> impl Iterator<Item = Rect> + '_ {
        self.rects.iter().chain(&self.badges).chain(&self.more).copied()
    }

    /// Puts its badges where nothing is written: behind the rear edge, beside pips or beyond them; on its own base; at a flank.
    pub fn put_badges(&mut self, sight: &Sight, piece: &Piece, print: &Footprint, places: &mut Places) {
        if sight.level == Level::Far || piece.marks.is_empty() || !self.badges.is_empty() {
            return;
        }
        let rear = Rear::of(sight, print);
        let items = sizes(&rear, piece);
        let candidates = self.candidates(&rear, &items);
        let cost = |rects: &Vec<Rect>| places.lies_over(rects);
        let best = candidates.iter().find(|rects| cost(rects) == (0.0, 0.0)).or_else(|| {
            candidates.iter().min_by(|a, b| {
                let ((written, anything), (other_written, other)) = (cost(a), cost(b));
                written.total_cmp(&other_written).then(anything.total_cmp(&other))
            })
        });
        if let Some(best) = best.cloned() {
            best.iter().for_each(|rect| places.write(*rect));
            self.put(piece, best);
        }
    }

    fn put(&mut self, piece: &Piece, rects: Vec<Rect>) {
        let shown = piece.marks.len().min(BADGES);
        self.more = rects.get(shown).copied();
        self.badges = rects.into_iter().take(shown).collect();
    }

    /// The places where its badges may go, the best first.
    fn candidates(&self, rear: &Rear, items: &[Vec2]) -> Vec<Vec<Rect>> {
        let size = rear.badge();
        let row: f32 = items.iter().map(|item| item.x + APART).sum();
        // How far what is left reaches along the edge and behind it.
        let (taken, deep) = match self.rects.is_empty() {
            true => (-rear.half, 0.0),
            false => {
                let far = |along: Vec2| {
                    self.rects
                        .iter()
                        .map(move |rect| (rect.center() - rear.middle).dot(along) + Rear::reach(rect.size(), along))
                };
                (far(rear.right).fold(0.0, f32::max) + APART, far(rear.back).fold(0.0, f32::max))
            }
        };
        let line = |side: f32, from: f32, inward: f32, behind: f32| {
            let mut along = from;
            let place = |item: &Vec2| {
                let at = rear.at(side * (along + inward * item.x / 2.0), behind);
                along += inward * (item.x + APART);
                Rect::from_center_size(at, *item)
            };
            items.iter().map(place).collect::<Vec<Rect>>()
        };
        let mut found = Vec::new();
        if taken + row <= rear.half + APART {
            found.extend([1.0, -1.0].map(|side| line(side, rear.half, -1.0, size / 2.0 + 2.5)));
        }
        // In rows that are no longer than the edge.
        let in_row = (((2.0 * rear.half + APART) / (size + APART)) as usize).clamp(1, items.len().max(1));
        let rows = items.chunks(in_row).enumerate().flat_map(|(n, row)| {
            let length = row.iter().map(|item| item.x + APART).sum::<f32>() - APART;
            let mut along = length / 2.0;
            let behind = deep + 1.5 + size / 2.0 + n as f32 * (size + APART);
            row.iter()
                .map(|item| {
                    let at = rear.at(along - item.x / 2.0, behind);
                    along -= item.x + APART;
                    Rect::from_center_size(at, *item)
                })
                .collect::<Vec<Rect>>()
        });
        found.push(rows.collect());
        for behind in [-rear.depth / 2.0, -(size / 2.0 + 1.0)] {
            found.extend([1.0, -1.0].map(|side| line(side, rear.half - APART, -1.0, behind)));
        }
        found.extend([1.0, -1.0].map(|side| line(side, rear.half + 3.0, 1.0, -rear.depth / 2.0)));
        found
    }

    /// Paints it.
    pub fn paint(
        &self,
        painter: &Painter,
        glyphs: &mut Glyphs,
        sight: &Sight,
        piece: &Piece,
        army: &ArmyColour,
        print: &Footprint,
    ) {
        if sight.level == Level::Far {
            if let Some(mark) = piece.marks.first() {
                let corner = sight.corners(print)[2];
                badge::paint(painter, glyphs, corner, 8.0, mark.mark, ink(INK), ink(TAG));
            }
            return;
        }
        let (left, of) = piece.strength.unwrap_or_default();
        let radius = if sight.level == Level::Near { 3.6 } else { 2.5 };
        match self.count {
            Some(Count::Pips { first, step, radius }) => {
                for n in 0..of {
                    // The lost ones lie on the side that is left on the screen, as figures on a page are read.
                    let lost = if step.x >= 0.0 { n < of.saturating_sub(left) } else { n >= left };
                    pip(painter, first + step * f32::from(n), radius, ink(army.dark), lost);
                }
            }
            Some(Count::Number(at)) => {
                text::put_middle(painter, at, &left.to_string(), SMALL_STRONG, ink(army.dark), 40.0);
            }
            Some(Count::Tab { pips }) => {
                let rect = self.rects.iter().copied().fold(Rect::NOTHING, Rect::union);
                let whole = self.rects().fold(Rect::NOTHING, Rect::union);
                if let Some((line, long)) = leader::shortest(whole, &[sight.corners(print)])
                    && long > leader::BESIDE
                {
                    leader::paint(painter, line, ink(army.dark));
                }
                tab(painter, glyphs, piece, army, rect, radius, pips);
            }
            None => {}
        }
        for (rect, mark) in self.badges.iter().zip(&piece.marks) {
            badge::paint(painter, glyphs, rect.center(), rect.height(), mark.mark, ink(INK), ink(TAG));
        }
        if let Some(rect) = self.more {
            let more = piece.marks.len().saturating_sub(self.badges.len());
            pen::words(painter, rect.center(), &format!("+{more}"), SMALL_STRONG, ink(INK));
        }
    }
}

/// The sizes of the badges that are shown, and of the number of the others.
fn sizes(rear: &Rear, piece: &Piece) -> Vec<Vec2> {
    let shown = piece.marks.len().min(BADGES);
    let more = (piece.marks.len() > shown).then_some(Vec2::new(MORE, rear.badge()));
    std::iter::repeat_n(Vec2::splat(rear.badge()), shown).chain(more).collect()
}

/// Glyph and count of a tab.
fn tab(
    painter: &Painter,
    glyphs: &mut Glyphs,
    piece: &Piece,
    army: &ArmyColour,
    rect: Rect,
    radius: f32,
    with_pips: bool,
) {
    let (left, of) = piece.strength.unwrap_or_default();
    let lost = of.saturating_sub(left);
    let plaque = Rect::from_min_size(rect.min, Vec2::splat(rect.height()));
    painter.rect(plaque, CornerRadius::same(2), ink(TAG), Stroke::new(1.0, ink(army.dark)), StrokeKind::Inside);
    glyphs.paint(painter, plaque.shrink(1.5), piece.glyph, (INK, TAG));
    let y = rect.center().y;
    let x = plaque.right() + GAP;
    if with_pips {
        pips::paint(painter, Pos2::new(x, y), left, of, radius, ink(army.dark), false);
        return;
    }
    let number = |n: u16| text::width(painter.ctx(), &n.to_string(), SMALL_STRONG);
    let put = |x: f32, n: u16| {
        let at = Pos2::new(x + number(n) / 2.0, y);
        pen::words(painter, at, &n.to_string(), SMALL_STRONG, ink(army.dark));
    };
    put(x, left);
    if lost > 0 {
        let ring = x + number(left) + GAP + radius;
        pip(painter, Pos2::new(ring, y), radius, ink(army.dark), true);
        put(ring + radius + 3.0, lost);
    }
}

fn pip(painter: &Painter, at: Pos2, radius: f32, colour: Color32, lost: bool) {
    if lost {
        painter.circle(at, radius - 0.4, ink(CLOTH), Stroke::new(0.9, colour));
        let d = Vec2::new(radius, -radius) * 0.95;
        painter.line_segment([at - d, at + d], Stroke::new(0.9, colour));
    } else {
        painter.circle_filled(at, radius, colour);
    }
}
