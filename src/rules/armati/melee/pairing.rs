//! Who fights whom, and in which order (7.1).

use bevy::math::Vec2;

use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::option::Direction;
use crate::table::measure::{nearest_points, width_in_corridor};
use crate::table::{Edge, Mil};

/// A unit in contact, and the width inside its corridor of each enemy on its front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facing {
    pub unit: UnitId,
    pub front: Vec<(UnitId, Mil)>,
}

/// Which opponent every unit picks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picks {
    /// Unit and opponent, for each unit that picks one.
    Made(Vec<(UnitId, UnitId)>),
    /// The owner of this unit must first choose among these.
    Open(UnitId, Vec<UnitId>),
}

/// Every unit in contact, the side with the higher initiative first, in roster order.
pub fn facings(field: Battlefield) -> Vec<Facing> {
    let first = field.by_initiative();
    let engaged = [first, first.other()].into_iter().flat_map(|side| field.side(side)).filter(|u| field.engaged(*u));
    engaged
        .map(|unit| {
            let on_front = field.contacts(unit).iter().filter(|c| c.edge == Edge::Front);
            let own = field.print(unit);
            let wide = |enemy| (enemy, width_in_corridor(&own, &field.print(enemy), f32::INFINITY));
            Facing { unit, front: on_front.map(|c| wide(c.enemy)).collect() }
        })
        .collect()
}

/// Each unit picks the enemy on its front that is widest in its corridor. Among equally wide ones its owner chooses, as
/// in `declared`. If all of them have picked the unit anyway, the choice would change nothing and the first is taken.
pub fn picks(facings: &[Facing], declared: &[(UnitId, UnitId)]) -> Picks {
    let widest = |facing: &Facing| -> Vec<UnitId> {
        let most = facing.front.iter().map(|(_, width)| *width).max();
        facing.front.iter().filter(|(_, width)| Some(*width) == most).map(|(enemy, _)| *enemy).collect()
    };
    let chosen = |facing: &Facing| {
        let among = widest(facing);
        match among.as_slice() {
            [one] => Some(*one),
            _ => among.into_iter().find(|enemy| declared.contains(&(facing.unit, *enemy))),
        }
    };
    let sure: Vec<_> = facings.iter().filter_map(|f| Some((f.unit, chosen(f)?))).collect();
    let mut picks = Vec::new();
    for facing in facings.iter().filter(|f| !f.front.is_empty()) {
        match chosen(facing) {
            Some(enemy) => picks.push((facing.unit, enemy)),
            None => {
                let among = widest(facing);
                if !among.iter().all(|enemy| sure.contains(&(*enemy, facing.unit))) {
                    return Picks::Open(facing.unit, among);
                }
                picks.push((facing.unit, among[0]));
            }
        }
    }
    Picks::Made(picks)
}

/// The pairs in which at least one picked the other: each once, the lower number first, in order.
pub fn pairs(picks: &[(UnitId, UnitId)]) -> Vec<(UnitId, UnitId)> {
    let mut pairs: Vec<_> = picks.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    pairs.sort();
    pairs.dedup();
    pairs
}

/// The pairs in the order in which they fight: along the baseline of the side that chose the direction, by the
/// midpoints between the footprints' nearest points.
pub fn in_order(
    field: Battlefield,
    mut pairs: Vec<(UnitId, UnitId)>,
    by: Side,
    direction: Direction,
) -> Vec<(UnitId, UnitId)> {
    let east = |pair: &(UnitId, UnitId)| {
        let (a, b) = nearest_points(&field.print(pair.0), &field.print(pair.1));
        Mil::measured(Vec2::midpoint(a, b).x)
    };
    // South looks north, so its left is west.
    let eastward = (by == Side::South) == (direction == Direction::LeftToRight);
    pairs.sort_by_key(|pair| (if eastward { east(pair) } else { -east(pair) }, *pair));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: [UnitId; 5] = [UnitId(0), UnitId(1), UnitId(2), UnitId(3), UnitId(4)];

    fn facing(unit: UnitId, front: &[(UnitId, i32)]) -> Facing {
        Facing { unit, front: front.iter().map(|(enemy, mil)| (*enemy, Mil(*mil))).collect() }
    }

    #[test]
    fn the_widest_is_picked_and_either_pick_makes_a_melee() {
        // T16: U1 has E1 on 2.8 in and E2 on 2.0 in of its front; both pick U1.
        let facings =
            [facing(U[0], &[(U[1], 2800), (U[2], 2000)]), facing(U[1], &[(U[0], 2800)]), facing(U[2], &[(U[0], 2000)])];
        let Picks::Made(made) = picks(&facings, &[]) else { panic!("nobody is asked") };
        assert_eq!(made, [(U[0], U[1]), (U[1], U[0]), (U[2], U[0])]);
        assert_eq!(pairs(&made), [(U[0], U[1]), (U[0], U[2])]);
    }

    #[test]
    fn with_nobody_on_its_front_a_unit_picks_nobody() {
        let facings = [facing(U[0], &[]), facing(U[1], &[(U[0], 1000)])];
        assert_eq!(picks(&facings, &[]), Picks::Made(vec![(U[1], U[0])]));
    }

    #[test]
    fn the_owner_chooses_only_where_it_matters() {
        // Both of the equally wide enemies have picked the unit: two melees, whatever it says.
        let both =
            [facing(U[0], &[(U[1], 2400), (U[2], 2400)]), facing(U[1], &[(U[0], 2400)]), facing(U[2], &[(U[0], 2400)])];
        assert!(matches!(picks(&both, &[]), Picks::Made(_)));
        // One of them has picked another.
        let one = [
            facing(U[0], &[(U[1], 2400), (U[2], 2400)]),
            facing(U[1], &[(U[0], 2400)]),
            facing(U[2], &[(U[0], 2000), (U[3], 2800)]),
            facing(U[3], &[(U[2], 2800)]),
        ];
        assert_eq!(picks(&one, &[]), Picks::Open(U[0], vec![U[1], U[2]]));
        let Picks::Made(made) = picks(&one, &[(U[0], U[2])]) else { panic!("it has chosen") };
        assert!(made.contains(&(U[0], U[2])));
        assert_eq!(pairs(&made), [(U[0], U[1]), (U[0], U[2]), (U[2], U[3])]);
    }
}
