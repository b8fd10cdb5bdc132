//! Which side of a unit is attacked (9.5), and which of its figures stand along a side and strike there (9.2).

use bevy::math::Vec2;

use super::data::tables;
use super::strike::Aspect;
use crate::table::shadow::gap_along;
use crate::table::{BaseSize, Edge, Footprint, Mil, Placement, places};

/// From where a unit is struck by an attacker whose centre was there when he began his move: in front of the line through
/// its front edge or on it, behind the line through its rear edge, or between them.
pub fn aspect(defender: &Footprint, began: Vec2) -> Aspect {
    let ahead = Mil::measured(defender.local(began).y);
    let half = Mil::measured(defender.half_depth);
    match ahead {
        ahead if ahead >= half => Aspect::Front,
        ahead if ahead < -half => Aspect::Rear,
        _ => Aspect::Flank,
    }
}

/// The figures along that side: the front rank, the outermost of every rank, or the last rank as many as there are.
pub fn along_side(placement: &Placement, size: BaseSize, edge: Edge) -> Vec<Footprint> {
    let ranks = placement.ranks();
    let last = usize::from(ranks.deep()) - 1;
    let stands = |(rank, file, in_rank): (usize, usize, usize)| match edge {
        Edge::Front => rank == 0,
        Edge::Right => file + 1 == in_rank,
        Edge::Rear => rank == last,
        Edge::Left => file == 0,
    };
    let bases = placement.bases(size);
    let slots = places(ranks.files, bases.len());
    slots.zip(&bases).filter(|(slot, _)| stands(*slot)).map(|(_, base)| *base).collect()
}

/// The enemy that a figure strikes over a side, and how far he is aside of it: negative by as much as it overlaps him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strikes {
    /// His place among those given.
    pub enemy: usize,
    /// How far aside.
    pub gap: Mil,
}

/// Of each of a unit's figures along a touched side the enemy that it strikes, each of whom is given by his own figures along the
/// side that he touches with; `right` is the direction along the touched edge, to the right of who strikes. It is one whose base
/// is at most an inch aside of the figure's own, of several the one that it overlaps more, of equals the one to its left.
pub fn assigned(own: &[Footprint], enemies: &[Vec<Footprint>], right: Vec2) -> Vec<Option<Strikes>> {
    let strikes = |figure: &Footprint| {
        let to = |bases: &Vec<Footprint>| {
            let (gap, left) = bases.iter().map(|base| aside(figure, base, right)).min()?;
            // Of one whom it overlaps, all that it overlaps counts.
            let over = bases.iter().map(|base| aside(figure, base, right).0.min(Mil::ZERO).0).sum();
            Some((if gap < Mil::ZERO { Mil(over) } else { gap }, left))
        };
        let in_reach = enemies.iter().enumerate().filter_map(|(n, bases)| {
            let (gap, left) = to(bases)?;
            (gap <= tables().control.0).then_some((gap, left, n))
        });
        in_reach.min().map(|(gap, _, enemy)| Strikes { enemy, gap })
    };
    own.iter().map(strikes).collect()
}

/// How far a base is aside of another, negative by as much as their shadows on the edge overlap; and where it is along it.
fn aside(of: &Footprint, base: &Footprint, right: Vec2) -> (Mil, Mil) {
    let along = base.centre.dot(right) - of.centre.dot(right);
    (Mil::measured(gap_along(of, base, right)), Mil::measured(along))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::chainmail::shape::{Shape, files};
    use crate::table::Pose;

    /// How many strike at each of the enemies.
    fn strikers(own: &[Footprint], enemies: &[Vec<Footprint>], right: Vec2) -> Vec<u16> {
        let mut strike = vec![0; enemies.len()];
        for strikes in assigned(own, enemies, right).into_iter().flatten() {
            strike[strikes.enemy] += 1;
        }
        strike
    }

    fn size() -> BaseSize {
        let (width, depth) = tables().foot_base;
        BaseSize::new(width, depth)
    }

    fn unit(pose: Pose, files: u8, bases: u8) -> Placement {
        Placement::Block { pose, files, bases, gap: Mil::ZERO }
    }

    /// C97: 20 heavy foot in line, 1.50" deep, front at (30, 20) facing north.
    #[test]
    fn sides_go_by_the_lines_through_front_and_rear() {
        let foot = unit(Pose::new(30.0, 20.0, 0.0), 10, 20).hull(size()).unwrap();
        let from = |x, y| aspect(&foot, Vec2::new(x, y));
        assert_eq!(
            [from(30.0, 20.1), from(45.0, 20.0), from(45.0, 19.9)],
            [Aspect::Front, Aspect::Front, Aspect::Flank]
        );
        assert_eq!([from(45.0, 18.5), from(30.0, 18.4)], [Aspect::Flank, Aspect::Rear]);
    }

    /// C80: 14 files against 6, centred; the ninth of a side would be 1.50" aside.
    #[test]
    fn figures_within_an_inch_aside_strike() {
        let wide = unit(Pose::new(30.0, 20.0, 0.0), 14, 28);
        let narrow = unit(Pose::new(30.0, 20.0, 180.0), 6, 12);
        let [own, enemy] = [&wide, &narrow].map(|unit| along_side(unit, size(), Edge::Front));
        assert_eq!((own.len(), enemy.len()), (14, 6));
        assert_eq!(strikers(&own, std::slice::from_ref(&enemy), Vec2::X), [10]);
        assert_eq!(strikers(&enemy, &[own], Vec2::NEG_X), [6]);
    }

    /// C136, and a last rank that is not full: 18 in 4 files have 2 behind.
    #[test]
    fn a_column_has_a_figure_of_every_rank_on_its_side() {
        let column = |figures| unit(Pose::new(30.0, 20.0, 0.0), files(Shape::Column, 20), figures);
        let count = |figures, edge| along_side(&column(figures), size(), edge).len();
        assert_eq!([count(20, Edge::Left), count(20, Edge::Right), count(20, Edge::Front)], [5, 5, 4]);
        assert_eq!([count(18, Edge::Rear), count(18, Edge::Left)], [2, 5]);
    }

    /// Two enemies side by side before eight files: a figure between them strikes whom it overlaps more.
    #[test]
    fn each_figure_strikes_one_enemy() {
        let own = along_side(&unit(Pose::new(30.0, 20.0, 0.0), 8, 16), size(), Edge::Front);
        // Our bases begin at x 27, each 0.75 wide; the left enemy ends at x 29.5, the right one begins there.
        let left = along_side(&unit(Pose::new(28.0, 20.0, 180.0), 4, 8), size(), Edge::Front);
        let right = along_side(&unit(Pose::new(31.0, 20.0, 180.0), 4, 8), size(), Edge::Front);
        // The fourth base, 29.25 to 30, lies 0.25 before the left enemy and 0.5 before the right one.
        assert_eq!(strikers(&own, &[left, right], Vec2::X), [3, 5]);
    }
}
