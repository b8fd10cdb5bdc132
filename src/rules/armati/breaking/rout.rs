//! The path of a broken unit, and the tests of the units that it runs into (8.2).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{Break, lose_bp};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Mark, Narration, Ref, Truth, put};
use crate::cite::{Cite, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::state::Undressed;
use crate::table::measure::{corridor_distance, width_in_corridor};
use crate::table::{Cdeg, Edge, Footprint, Mil, Pose};

const ROUTED_INTO: Cite = Cite("8.2");

/// A job: a broken unit runs from where it stood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rout {
    unit: UnitId,
    pose: Pose,
    /// Frontage and depth, inches.
    size: (f32, f32),
}

/// A job: the units in a rout path test one after the other, the nearest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tests {
    /// A test fails on a die of this or less.
    worst: u8,
    /// Those who have not tested yet.
    left: Vec<UnitId>,
}

impl Job for Rout {
    const NAME: &'static str = "armati.rout";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rout, self, world)
    }
}

impl Job for Tests {
    const NAME: &'static str = "armati.rout-tests";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(tests, self, world)
    }
}

impl Rout {
    /// The rout of a unit that breaks where it stands now.
    pub fn of(unit: UnitId, print: &Footprint) -> Rout {
        Rout { unit, pose: print.pose(), size: (print.width(), print.depth()) }
    }
}

/// Rolls out of which edge elephants run.
///
/// # Errors
///
/// When the die is not known yet.
pub fn roll_edge(dice: &mut impl Roll, by: Side, unit: UnitId) -> Result<Edge, NeedDice> {
    let face = dice.die(Die::d6(by, Some(unit), Word("elephant")))?;
    let way = data().tables.broken.elephant_way.get(usize::from(face) - 1);
    Ok(way.copied().unwrap_or(Edge::Rear))
}

/// Rolls whether a unit that is run into is carried along.
///
/// # Errors
///
/// When the die is not known yet.
pub fn carried(dice: &mut impl Roll, by: Side, unit: UnitId, worst: u8) -> Result<bool, NeedDice> {
    Ok(dice.die(Die::d6(by, Some(unit), Word("rout")))? <= worst)
}

/// How far ahead of a footprint another one is met in a path of that length; none if the path does not touch it.
/// Whatever is no wider in the path than a graze (M6) is missed, so a neighbour in line is not run into.
pub fn in_path(from: &Footprint, long: Mil, other: &Footprint) -> Option<Mil> {
    let ahead = corridor_distance(from, other)?;
    let wide = width_in_corridor(from, other, f32::INFINITY);
    (ahead <= long && wide > *data().tables.measure.graze).then_some(ahead)
}

/// The same rectangle, facing out of one of its edges.
pub fn looking(print: &Footprint, edge: Edge) -> Footprint {
    let (turn, across) = match edge {
        Edge::Front => (0, false),
        Edge::Right => (90, true),
        Edge::Rear => (180, false),
        Edge::Left => (270, true),
    };
    let [from, to] = print.edge(edge);
    let pose = Pose { at: (from + to) / 2.0, heading: (print.heading + Cdeg::degrees(turn)).heading() };
    let (width, depth) = (print.width(), print.depth());
    if across { Footprint::new(pose, depth, width) } else { Footprint::new(pose, width, depth) }
}

/// The broken unit runs out of its rear edge, elephants out of one that a die tells: whoever is in its
/// path will test whether it is carried along.
fn rout(InRef(job): InRef<Rout>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let numbers = &data().tables.broken;
    let stood = Footprint::new(job.pose, job.size.0, job.size.1);
    let side = field.0.side_of(job.unit);
    if !field.kind(job.unit).rampages {
        let left = touched(field, &looking(&stood, Edge::Rear), *numbers.path, Some(side));
        return start_tests(Tests { worst: numbers.worst, left });
    }
    let mut roller = dice.roller();
    let edge = match roll_edge(&mut roller, side, job.unit) {
        Ok(edge) => edge,
        Err(need) => return Effects::need(need),
    };
    let fact = Fact::new(ROUTED_INTO, Narration::Said(Word("elephants-run")))
        .word(Word("who"), Arg::Of(Ref::Unit(job.unit)))
        .dice(roller.rolled())
        .mark(band(&stood.strip(edge, numbers.elephant_path.to_inches())));
    let left = touched(field, &looking(&stood, edge), *numbers.elephant_path, None);
    start_tests(Tests { worst: numbers.elephant_worst, left }).fact(fact)
}

/// Starts the tests of the units in a rout path, if there are any.
fn start_tests(tests: Tests) -> Effects {
    if tests.left.is_empty() { Effects::pop() } else { Effects::become_job(tests) }
}

/// The massed units that a path touches, of one side or (none) of both, nearest first.
fn touched(field: Battlefield, from: &Footprint, long: Mil, of: Option<Side>) -> Vec<UnitId> {
    let near = field.0.layout().around(from, long.to_inches());
    let may =
        near.filter(|f| of.is_none_or(|side| f.side == side) && field.stands(f.unit) && field.kind(f.unit).massed);
    let mut touched: Vec<_> = may.filter_map(|f| Some((in_path(from, long, &f.print)?, f.unit))).collect();
    touched.sort();
    touched.into_iter().map(|(_, unit)| unit).collect()
}

fn tests(InRef(job): InRef<Tests>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some((unit, left)) = job.left.split_first() else { return Effects::pop() };
    let unit = *unit;
    let next = start_tests(Tests { worst: job.worst, left: left.to_vec() });
    if !field.stands(unit) {
        return next;
    }
    let mut roller = dice.roller();
    let carried = match carried(&mut roller, field.0.side_of(unit), unit, job.worst) {
        Ok(carried) => carried,
        Err(need) => return Effects::need(need),
    };
    if !carried {
        let holds = Fact::new(ROUTED_INTO, Narration::Said(Word("rout-holds")));
        return next.fact(holds.word(Word("who"), Arg::Of(Ref::Unit(unit))).dice(roller.rolled()));
    }
    let loss = data().tables.broken.loss;
    let facts = lose_bp(field, unit, loss, ROUTED_INTO).into_iter();
    let rolled = roller.rolled();
    let next = next
        .facts(facts.map(|fact| fact.says(Word("rout-fails")).dice(rolled.clone()).change(put(unit, Undressed(true)))));
    if field.bp(unit) > loss {
        return next;
    }
    next.push(Break { unit, why: Word("broken"), cite: Cite("8.1"), enemy: None })
}

fn band(strip: &Footprint) -> Mark {
    Mark::Band(strip.corners().map(|c| (Mil::measured(c.x), Mil::measured(c.y))).to_vec())
}

#[cfg(test)]
mod tests_of_paths {
    use super::*;

    fn at(x: f32, y: f32, heading: f32) -> Footprint {
        Footprint::new(Pose::new(x, y, heading), 4.8, 1.8)
    }

    fn behind(other: &Footprint) -> Option<Mil> {
        // U1 of the fixtures: rear edge at y 18.2, x 33.6 to 38.4.
        in_path(&looking(&at(36.0, 20.0, 0.0), Edge::Rear), Mil::inches(3), other)
    }

    #[test]
    fn a_path_reaches_3_in_behind_the_rear_edge() {
        assert_eq!(behind(&at(36.0, 15.2, 0.0)), Some(Mil::inches(3)));
        assert_eq!(behind(&at(36.0, 15.199, 0.0)), None);
        assert_eq!(behind(&at(36.0, 18.2, 0.0)), Some(Mil::ZERO), "one that touches the rear edge");
    }

    #[test]
    fn neighbours_in_line_are_not_run_into() {
        assert_eq!(behind(&at(40.8, 20.0, 0.0)), None);
        assert_eq!(behind(&at(40.8, 17.0, 0.0)), None, "0 in of width in the path");
        assert_eq!(behind(&at(40.78, 17.0, 0.0)), Some(Mil(1200)), "0.02 in");
    }

    #[test]
    fn elephants_run_out_of_each_of_their_edges() {
        let elephants = Footprint::new(Pose::new(36.0, 20.0, 0.0), 2.4, 2.4);
        let right = looking(&elephants, Edge::Right);
        assert!(right.front().distance(bevy::math::Vec2::new(37.2, 18.8)) < 0.001);
        assert_eq!(right.heading, Cdeg::degrees(90));
        // Rear edge at x 43.2: 6 in from the right edge at 37.2.
        assert_eq!(in_path(&right, Mil::inches(6), &at(43.2 + 1.8, 18.8, 90.0)), Some(Mil::inches(6)));
        assert_eq!(in_path(&right, Mil::inches(6), &at(43.21 + 1.8, 18.8, 90.0)), None);
        assert_eq!(looking(&elephants, Edge::Left).heading, Cdeg::degrees(270));
    }
}
