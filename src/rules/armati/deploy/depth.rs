//! Formations in deployment: wide or deep, as the file has them or as the side chooses (1.1, A12).

use super::{Placed, units};
use crate::battle::{Eyes, Ref, Refusal, Seen};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::{Deep, TroopType};
use crate::rules::armati::divisions;
use crate::rules::armati::switches::{Switch, Switches};
use crate::table::measure::{forward, side as aside};
use crate::table::{Footprint, Mil, Place, Placement};

/// The value of a deployment that lists the units to stand deep; all others stand wide if they can.
pub const DEEP: Word = Word("deep");

const HEAVY_MOUNTED: Cite = Cite("A12.1");
const NOT_THESE: Cite = Cite("A12.2");

/// The rule that forbids units of that type to stand deep (one section behind the other), if one does.
pub fn forbids(kind: &TroopType, switches: Switches) -> Option<Cite> {
    match kind.deep {
        Deep::Always => None,
        Deep::WithA12 => (!switches.on(Switch::CavalryDepth)).then_some(HEAVY_MOUNTED),
        Deep::Never => Some(NOT_THESE),
    }
}

/// Files and ranks of a unit as its file has it.
pub fn on_file(field: Battlefield, unit: UnitId) -> (u8, u8) {
    match field.0.placement(unit) {
        block @ Placement::Block { .. } => (block.ranks().files, block.ranks().deep()),
        _ => field.0.get::<FormationOnFile>(unit).map_or((1, 1), |f| (f.files, f.ranks)),
    }
}

/// Files and ranks of a unit when the listed units stand deep; none: as its file has it.
pub fn drawn_up(field: Battlefield, unit: UnitId, deep: Option<&[Ref]>) -> (u8, u8) {
    let (files, ranks) = on_file(field, unit);
    match deep {
        None => (files, ranks),
        Some(deep) if deep.contains(&Ref::Unit(unit)) => (1, files * ranks),
        Some(_) => (files * ranks, 1),
    }
}

/// The files and ranks that the file gives a unit without a place.
#[derive(bevy::ecs::component::Component, Clone, Copy, Debug)]
#[component(immutable)]
pub struct FormationOnFile {
    pub files: u8,
    pub ranks: u8,
}

impl Seen for FormationOnFile {
    const BY: Eyes = Eyes::Side;
}

/// The units of a side that may stand deep.
pub fn able(field: Battlefield, side: Side) -> Vec<UnitId> {
    units(field, side).into_iter().filter(|unit| check(field, *unit).is_ok()).collect()
}

/// Checks that a unit may stand deep: by its type, and that it has two sections.
///
/// # Errors
///
/// The rule that forbids it.
pub fn check(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let (files, ranks) = on_file(field, unit);
    let by_type =
        field.try_troop(unit).map_or(Some(NOT_THESE), |t| forbids(t.kind, *field.0.battle_state::<Switches>()));
    match by_type.or((files * ranks < 2).then_some(NOT_THESE)) {
        Some(cite) => Err(Refusal::new(cite, Word("deep-not-allowed")).of(Ref::Unit(unit))),
        None => Ok(()),
    }
}

/// The same deployment with torn divisions closed up. When units become narrower or wider, a division may no longer
/// touch: it is then put into one line, its units in their order from left to right, about their common middle.
pub(super) fn dressed(field: Battlefield, all: &[Placed]) -> Vec<(UnitId, Place)> {
    let mut places: Vec<(UnitId, Place)> = all.iter().map(|p| (p.unit, p.print.pose().place())).collect();
    for (body, _) in field.0.bodies().present() {
        let prints: Vec<(UnitId, Footprint)> = of_body(field, body, all);
        let touching: Vec<Footprint> = prints.iter().map(|(_, print)| *print).collect();
        if prints.is_empty() || (divisions::contiguous(&touching) && !overlapping(&touching)) {
            continue;
        }
        for (unit, print) in in_line(&prints) {
            if let Some((_, place)) = places.iter_mut().find(|(of, _)| *of == unit) {
                *place = print.pose().place();
            }
        }
    }
    places
}

fn of_body(field: Battlefield, body: BodyId, all: &[Placed]) -> Vec<(UnitId, Footprint)> {
    let units = &field.0.bodies().get(body).units;
    all.iter().filter(|p| units.contains(&p.unit)).map(|p| (p.unit, p.print)).collect()
}

fn overlapping(prints: &[Footprint]) -> bool {
    (1..prints.len()).any(|n| prints[..n].iter().any(|other| crate::table::measure::overlap(other, &prints[n])))
}

/// Places them side by side, facing as the first of them does, fronts level with the foremost.
fn in_line(prints: &[(UnitId, Footprint)]) -> Vec<(UnitId, Footprint)> {
    let facing = prints[0].1;
    let mut order: Vec<&(UnitId, Footprint)> = prints.iter().collect();
    order.sort_by(|a, b| aside(&facing, a.1.centre).total_cmp(&aside(&facing, b.1.centre)));
    let ends =
        order.iter().map(|(_, p)| (aside(&facing, p.centre) - p.half_width, aside(&facing, p.centre) + p.half_width));
    let (left, right) = ends.fold((f32::INFINITY, f32::NEG_INFINITY), |(l, r), (a, b)| (l.min(a), r.max(b)));
    let level = order.iter().map(|(_, p)| forward(&facing, p.front())).fold(f32::NEG_INFINITY, f32::max);
    let width: f32 = order.iter().map(|(_, p)| p.width()).sum();
    let mut at = Mil::measured((left + right - width) / 2.0).to_inches();
    let mut line = Vec::new();
    for (unit, print) in order {
        let pose = facing.pose().shifted(level, at + print.half_width);
        line.push((*unit, Footprint::new(pose, print.width(), print.depth())));
        at += print.width();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Pose;

    #[test]
    fn a_division_closes_up_about_its_middle_when_its_units_are_narrower() {
        let at = |n: u16, x: f32, y: f32| (UnitId(n), Footprint::new(Pose::new(x, y, 0.0), 2.4, 3.6));
        // Three that stood 4.8 in wide at 20, 24.8 and 29.6: 12 in are left over, 3.6 on either side of 7.2.
        let line = in_line(&[at(0, 20.0, 10.0), at(2, 29.6, 10.0), at(1, 24.8, 9.0)]);
        let stood: Vec<(u16, f32, f32)> = line.iter().map(|(u, p)| (u.0, p.front().x, p.front().y)).collect();
        for ((unit, x, y), (want, at)) in stood.iter().zip([(0, 22.4), (1, 24.8), (2, 27.2)]) {
            assert!(*unit == want && (x - at).abs() < 1e-3 && (y - 10.0).abs() < 1e-3, "{stood:?}");
        }
    }

    #[test]
    fn to_the_north_left_and_right_are_the_other_way_round() {
        let at = |n: u16, x: f32| (UnitId(n), Footprint::new(Pose::new(x, 36.0, 180.0), 2.4, 3.6));
        let line = in_line(&[at(0, 20.0), at(1, 24.8)]);
        assert_eq!(line[0].0, UnitId(1), "the eastern one is on the left");
        assert!((line[0].1.front().x - 23.6).abs() < 1e-3 && (line[1].1.front().x - 21.2).abs() < 1e-3);
    }
}
