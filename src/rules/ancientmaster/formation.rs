//! Formations (A2.3), read from how the stands stand, and the paces that follow from them (A3). Nothing is declared:
//! a unit is in line, in column or in no order, whenever it is asked.

use super::battlefield::Battlefield;
use super::cover;
use super::data::{Cm, tables};
use super::terrain::Cover;
use super::troop::{Sort, Tag};
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::aim::{assigned, displacement};
use crate::table::formation::{column, is_line, is_one_body, is_straight_column};
use crate::table::{BaseSize, Footprint, Mil, Pose};

crate::word_enum! {
    /// How a unit stands.
    pub enum Formation {
        Line = "line",
        Column = "column",
        Irregular = "irregular",
    }
}

impl Formation {
    /// What an order can put a unit into.
    pub const DRAWN_UP: [Formation; 2] = [Formation::Line, Formation::Column];

    /// What an order to draw up so is called, and one to draw up so on a stand.
    pub fn called(self) -> [Word; 2] {
        match self {
            Formation::Column => [Word("form-column"), Word("form-column-on")],
            Formation::Line | Formation::Irregular => [Word("form-line"), Word("form-line-on")],
        }
    }

    /// The one of that word, which an action has under that name.
    ///
    /// # Errors
    /// When a unit is not drawn up so: with the formations that there are.
    pub fn ordered(cite: Cite, name: Word, word: Word) -> Result<Formation, Refusal> {
        let found = Formation::named(word.0).filter(|form| Formation::DRAWN_UP.contains(form));
        let all = || Formation::DRAWN_UP.map(|form| Arg::Key(form.word()));
        found.ok_or_else(|| Refusal::may_be(cite, name, all()))
    }

    /// How many stands are abreast in it.
    pub fn files(self, stands: usize) -> u8 {
        match self {
            Formation::Column => 1,
            Formation::Line | Formation::Irregular => stands as u8,
        }
    }
}

/// That a stand would stand on another of its own unit.
pub fn stands_overlap(cite: Cite, unit: UnitId, stand: usize, other: usize) -> Refusal {
    let of = |n: usize| Arg::Of(Ref::Base(unit, n as u8));
    let refusal = Refusal::new(cite, Word("stands-overlap")).of(Ref::Unit(unit));
    refusal.word(Word("stand"), of(stand)).word(Word("other"), of(other))
}

/// That a unit has another number of stands than are placed.
pub fn stand_count(cite: Cite, unit: UnitId, placed: usize, has: usize) -> Refusal {
    let [placed, has] = [placed, has].map(|n| Measured::Count(i32::try_from(n).unwrap_or(i32::MAX)));
    let refusal = Refusal::new(cite, Word("stand-count")).of(Ref::Unit(unit));
    if placed.raw() > has.raw() { refusal.above(placed, has) } else { refusal.below(placed, has) }
}

/// How stands are formed. One alone is in line.
pub fn formation(prints: &[Footprint]) -> Formation {
    let measure = &tables().measure;
    if is_line(prints, measure.facing.0, measure.aside.mil()) {
        Formation::Line
    } else if column(prints).is_some() {
        Formation::Column
    } else {
        Formation::Irregular
    }
}

/// Whether stands form a straight column: at least two, facing alike, one behind the other (A2.3).
pub fn straight_column(prints: &[Footprint]) -> bool {
    let measure = &tables().measure;
    prints.len() > 1 && is_straight_column(prints, measure.facing.0, measure.aside.mil())
}

/// Whether a unit is in phalanx (W19): trained in it, and in a straight column.
pub fn in_phalanx(field: Battlefield, unit: UnitId) -> bool {
    field.has(unit, Tag::Phalanx) && straight_column(&field.prints(unit))
}

/// The full pace of troops of that sort (A3).
pub fn full_pace(sort: Sort) -> Cm {
    let paces = &tables().paces;
    match sort {
        Sort::Infantry => paces.infantry,
        Sort::Cavalry => paces.cavalry,
        Sort::Chariot => paces.chariot,
        Sort::Monster => paces.monster,
        Sort::Artillery => paces.artillery,
    }
}

/// How far a unit goes in its formation (A2.3): half as far in no order, or from where it is fortified.
pub fn pace(field: Battlefield, unit: UnitId) -> Mil {
    pace_as(field, unit, field.troop(unit).sort())
}

/// The same, at the pace of troops of another sort.
pub fn pace_as(field: Battlefield, unit: UnitId, sort: Sort) -> Mil {
    let full = full_pace(sort);
    let slow =
        formation(&field.prints(unit)) == Formation::Irregular || cover::of_unit(field, unit) == Cover::Fortified;
    if slow { full.half().pace() } else { full.pace() }
}

/// Where stands go that are drawn up with the middle of their front there, in the order of the stands' numbers as they
/// are in the formation: from the left, or from the head.
pub fn drawn_up(size: BaseSize, formation: Formation, front: Pose, stands: usize) -> Vec<Pose> {
    size.slots(front, formation.files(stands), stands)
}

/// Where stands end that are drawn up about one of them, which comes to stand there: it takes the slot from which the
/// longest way of the others is shortest, and each of these the place nearest to it.
pub fn drawn_about(
    size: BaseSize,
    prints: &[Footprint],
    form: Formation,
    (pivot, turned): (usize, Footprint),
) -> Vec<Pose> {
    let others: Vec<usize> = (0..prints.len()).filter(|n| *n != pivot).collect();
    let from: Vec<Footprint> = others.iter().map(|n| prints[*n]).collect();
    let drawn = drawn_up(size, form, turned.pose(), prints.len());
    let in_slot = |slot: usize| {
        let by = turned.centre - size.base(drawn[slot]).centre;
        let slots = drawn.iter().enumerate().filter(|(n, _)| *n != slot);
        let to: Vec<Footprint> = slots.map(|(_, pose)| size.base(*pose).shifted(by)).collect();
        let taken: Vec<Footprint> = assigned(&from, &to).into_iter().map(|place| to[place]).collect();
        let longest = from.iter().zip(&taken).map(|(a, b)| displacement(a, b)).fold(0.0, f32::max);
        (Mil::measured(longest), taken)
    };
    let best = (0..drawn.len()).map(in_slot).min_by_key(|(longest, _)| *longest);
    let mut ends: Vec<Pose> = prints.iter().map(Footprint::pose).collect();
    ends[pivot] = turned.pose();
    for (n, place) in others.iter().zip(best.map(|(_, taken)| taken).unwrap_or_default()) {
        ends[*n] = place.pose();
    }
    ends
}

/// Stands that form a line or a straight column, set exactly beside and behind each other, so that rounding never adds
/// up; others as they are.
pub fn squared(size: BaseSize, poses: &[Pose]) -> Vec<Pose> {
    let prints: Vec<Footprint> = poses.iter().map(|pose| size.base(*pose)).collect();
    let alike = poses.iter().all(|pose| pose.heading == poses[0].heading);
    let kind = match formation(&prints) {
        _ if !alike || poses.len() < 2 => return poses.to_vec(),
        Formation::Column if !straight_column(&prints) => return poses.to_vec(),
        Formation::Irregular => return poses.to_vec(),
        kind => kind,
    };
    let first = poses[0];
    let middle = poses
        .iter()
        .map(|pose| first.local(pose.at))
        .fold((0.0, f32::NEG_INFINITY), |(x, y), at| (x + at.x / poses.len() as f32, y.max(at.y)));
    let slots = drawn_up(size, kind, first.shifted(middle.1, middle.0), poses.len());
    // Each stand takes the slot nearest to it.
    let near =
        |pose: &Pose| slots.iter().copied().min_by(|a, b| a.at.distance(pose.at).total_cmp(&b.at.distance(pose.at)));
    let squared: Vec<Pose> = poses.iter().filter_map(near).collect();
    let moved = squared.iter().zip(poses).map(|(a, b)| a.at.distance(b.at)).fold(0.0, f32::max);
    if moved < 0.005 { squared } else { poses.to_vec() }
}

/// Whether stands form one body (A2.1).
pub fn one_body(prints: &[Footprint]) -> bool {
    is_one_body(prints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ancientmaster::battlefield::stand_size;

    fn prints(of: &[(f32, f32, f32)]) -> Vec<Footprint> {
        let size = stand_size(Sort::Infantry);
        of.iter().map(|(x, y, h)| size.base(Pose::new(Cm(*x).inches() + 20.0, Cm(*y).inches() + 20.0, *h))).collect()
    }

    #[test]
    fn footprints_of_line_and_column_are_those_of_the_book() {
        // W71: infantry in line 12 x 2 cm, in column 4 x 6; cavalry in line 6 x 4.
        let hull = |sort, formation: Formation| {
            let size = stand_size(sort);
            let poses = drawn_up(size, formation, Pose::new(20.0, 20.0, 0.0), 3);
            let hull = crate::table::Placement::Loose(poses).hull(size).unwrap();
            [hull.width(), hull.depth()].map(|inches| (inches / tables().inches_per_cm * 100.0).round() / 100.0)
        };
        assert_eq!(hull(Sort::Infantry, Formation::Line), [12.0, 2.0]);
        assert_eq!(hull(Sort::Infantry, Formation::Column), [4.0, 6.0]);
        assert_eq!(hull(Sort::Cavalry, Formation::Line), [6.0, 4.0]);
    }

    #[test]
    fn a_formation_is_read_from_how_the_stands_stand() {
        assert_eq!(formation(&prints(&[(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (8.0, 0.0, 0.0)])), Formation::Line);
        assert_eq!(formation(&prints(&[(0.0, 0.0, 0.0)])), Formation::Line, "one alone");
        // 0.19 cm and 0.21 cm out of line (A2.3, within 0.2).
        assert_eq!(formation(&prints(&[(0.0, 0.0, 0.0), (4.0, 0.19, 0.0)])), Formation::Line);
        assert_eq!(formation(&prints(&[(0.0, 0.0, 0.0), (4.0, 0.23, 0.0)])), Formation::Irregular);
        let straight = prints(&[(0.0, 0.0, 0.0), (0.0, -2.0, 0.0), (0.1, -4.0, 0.0)]);
        assert!(formation(&straight) == Formation::Column && straight_column(&straight));
        let bent = prints(&[(0.0, 0.0, 0.0), (1.0, -2.0, 0.0), (0.0, -4.0, 0.0)]);
        assert!(formation(&bent) == Formation::Column && !straight_column(&bent));
    }

    #[test]
    fn squaring_moves_nobody_far() {
        let size = stand_size(Sort::Infantry);
        let line = drawn_up(size, Formation::Line, Pose::new(20.0, 20.0, 33.0), 3);
        let mut askew = line.clone();
        askew[1].at.x += 0.002;
        let squared = squared(size, &askew);
        assert!(squared.iter().zip(&line).all(|(a, b)| a.at.distance(b.at) < 0.002), "{squared:?}");
    }
}
