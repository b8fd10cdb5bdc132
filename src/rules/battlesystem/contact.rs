//! Who touches whom and who strikes (8.1), and from where (8.4).

use super::battlefield::Battlefield;
use super::data::tables;
use super::troop::Class;
use crate::ids::UnitId;
use crate::table::measure::{intersection, within};
use crate::table::{Cdeg, Footprint, Mil};

/// A figure that touches an enemy figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    pub figure: u8,
    pub of: UnitId,
    pub base: u8,
    /// Along more than a corner.
    pub edge: bool,
    /// With the edge of its front.
    pub front: bool,
    pub length: f32,
}

/// From where a figure is struck (8.4), the better for it first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arc {
    Front,
    Flank,
    Rear,
}

/// Who of a unit strikes at an enemy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fighters {
    /// Figures that touch.
    pub touching: Vec<u8>,
    /// Figures that lap round.
    pub laps: u8,
    /// Attacks of the rows behind.
    pub rows: u8,
}

impl Fighters {
    pub fn attacks(&self) -> i32 {
        self.touching.len() as i32 + i32::from(self.laps) + i32::from(self.rows)
    }
}

fn reach() -> Mil {
    Mil::measured(tables().reach)
}

/// The enemy units that touch a unit, in roster order.
pub fn contacts(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let mut of: Vec<UnitId> = touches(field, unit).into_iter().map(|touch| touch.of).collect();
    of.sort_unstable();
    of.dedup();
    of
}

/// Whether two units touch.
pub fn in_contact(field: Battlefield, a: UnitId, b: UnitId) -> bool {
    near(field, a, b) && {
        let others = field.bases(b);
        field.bases(a).iter().any(|x| others.iter().any(|y| within(x, y, reach())))
    }
}

fn near(field: Battlefield, a: UnitId, b: UnitId) -> bool {
    match (field.0.hull(a), field.0.hull(b)) {
        (Some(x), Some(y)) => within(&x, &y, Mil(reach().0 + 10)),
        _ => false,
    }
}

/// Every pair of figures of a unit and of its enemies that touch, by figure.
pub fn touches(field: Battlefield, unit: UnitId) -> Vec<Touch> {
    let side = field.0.side_of(unit);
    let enemies: Vec<UnitId> = field.enemies(side).filter(|enemy| near(field, unit, *enemy)).collect();
    if enemies.is_empty() {
        return Vec::new();
    }
    let own = field.bases(unit);
    let mut found = Vec::new();
    for enemy in enemies {
        let others = field.bases(enemy);
        for (figure, print) in own.iter().enumerate() {
            for (base, other) in others.iter().enumerate() {
                if within(print, other, reach()) {
                    let (length, front) = along(print, other);
                    let edge = length > tables().reach;
                    found.push(Touch { figure: figure as u8, of: enemy, base: base as u8, edge, front, length });
                }
            }
        }
    }
    found.sort_by_key(|touch| (touch.figure, touch.of, touch.base));
    found
}

/// Along how much of its edge a base touches another, inches, and whether with its front.
fn along(print: &Footprint, other: &Footprint) -> (f32, bool) {
    let reach = tables().reach;
    let area = intersection(&print.grown(reach + 0.01), other);
    let points: Vec<_> = area.iter().map(|point| print.local(*point)).collect();
    let clipped = |of: fn(bevy::math::Vec2) -> f32, half: f32| {
        let ends = points.iter().map(|point| of(*point).clamp(-half, half));
        let (low, high) = ends.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        (high - low).max(0.0)
    };
    let (across, deep) = (clipped(|p| p.x, print.half_width), clipped(|p| p.y, print.half_depth));
    let ahead = points.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
    (across.max(deep), ahead > print.half_depth - reach && across > deep)
}

/// Which enemy each touching figure fights (8.1): the one that it touches along the most, an edge before a corner, then the
/// one in its front, then the first of the roster.
pub fn opponents(field: Battlefield, unit: UnitId) -> Vec<Touch> {
    let mut best: Vec<Touch> = Vec::new();
    let (own, all) = (field.bases(unit), touches(field, unit));
    let ahead = |touch: &Touch| {
        let others = field.bases(touch.of);
        arc(&own[usize::from(touch.figure)], &others[usize::from(touch.base)]) == Arc::Front
    };
    for touch in all {
        match best.iter_mut().find(|of| of.figure == touch.figure) {
            None => best.push(touch),
            Some(of) => {
                let longer = touch.length > of.length + 0.01;
                let alike = (touch.length - of.length).abs() <= 0.01;
                let better = (touch.edge && !of.edge)
                    || (touch.edge == of.edge && (longer || (alike && ahead(&touch) && !ahead(of))));
                if better {
                    *of = touch;
                }
            }
        }
    }
    best
}

/// Who of a unit strikes at that enemy (BS97, BS98).
pub fn fighters(field: Battlefield, unit: UnitId, at: UnitId) -> Fighters {
    let all = opponents(field, unit);
    let own: Vec<&Touch> = all.iter().filter(|touch| touch.of == at).collect();
    let mut fighters = Fighters { touching: own.iter().map(|touch| touch.figure).collect(), ..Fighters::default() };
    let stance = field.stance(unit);
    if stance.open || stance.routed {
        return fighters;
    }
    let mob = field.class(unit) == Class::Mob;
    let bases = field.bases(unit);
    let front = usize::from(stance.files).min(bases.len());
    let with_front: Vec<usize> = own
        .iter()
        .filter(|touch| touch.edge && touch.front && usize::from(touch.figure) < front)
        .map(|touch| usize::from(touch.figure))
        .collect();
    let laps = |figure: usize| {
        figure < front && !with_front.contains(&figure) && !all.iter().any(|touch| usize::from(touch.figure) == figure)
    };
    let joined = |a: usize, b: usize| within(&bases[a], &bases[b], Mil(10));
    let beyond = |figure: &usize| {
        let left = figure.checked_sub(1);
        let right = Some(figure + 1);
        [left, right].into_iter().flatten().filter(|next| laps(*next) && joined(*figure, *next)).collect::<Vec<_>>()
    };
    let mut lapping: Vec<usize> = with_front.iter().flat_map(beyond).collect();
    lapping.sort_unstable();
    lapping.dedup();
    fighters.laps = if mob { 0 } else { lapping.len().min(2) as u8 };
    let width = front.max(1);
    let behind = bases.len().saturating_sub(front);
    for row in 0..usize::from(if mob { tables().mob.press } else { field.kind(unit).reach }) {
        let there = behind.saturating_sub(row * width).min(width);
        fighters.rows += there.min(with_front.len()) as u8;
    }
    fighters
}

/// In which arc of the struck figure another's centre lies: 45 and 135 degrees exactly are the better for the struck.
pub fn arc(struck: &Footprint, by: &Footprint) -> Arc {
    let angle = Cdeg((Cdeg::towards(by.centre - struck.centre) - struck.heading).turn().0.abs());
    match angle {
        angle if angle <= Cdeg::degrees(45) => Arc::Front,
        angle if angle <= Cdeg::degrees(135) => Arc::Flank,
        _ => Arc::Rear,
    }
}

/// The arc in which most of a unit's touching figures strike an enemy; on a tie the better for the struck (8.4).
pub fn strikes_from(field: Battlefield, unit: UnitId, at: UnitId) -> Arc {
    let (own, others) = (field.bases(unit), field.bases(at));
    let mut counts = [0; 3];
    for touch in opponents(field, unit).iter().filter(|touch| touch.of == at) {
        let arc = arc(&others[usize::from(touch.base)], &own[usize::from(touch.figure)]);
        counts[arc as usize] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    [Arc::Front, Arc::Flank, Arc::Rear].into_iter().find(|arc| counts[*arc as usize] == most).unwrap_or(Arc::Front)
}

/// Whether an enemy figure touches one of the unit's from its rear (10.1).
pub fn struck_in_rear(field: Battlefield, unit: UnitId) -> bool {
    let own = field.bases(unit);
    touches(field, unit).iter().any(|touch| {
        let others = field.bases(touch.of);
        arc(&own[usize::from(touch.figure)], &others[usize::from(touch.base)]) == Arc::Rear
    })
}
