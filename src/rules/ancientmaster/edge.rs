//! Leaving the table and coming back (A13, W116).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::casualties::destroyed;
use super::data::tables;
use super::forced::direction;
use super::muster::middle;
use super::state::{Acts, Armies, Away};
use super::terrain::may_enter;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one, put};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::table::measure::{overlap, within};
use crate::table::{Cdeg, Footprint, Placement, Pose, slide};

const RULE: Cite = Cite("A13");
/// Places along the edge are tried at these steps, inches.
const STEP: f32 = 0.1;

/// A job: a unit crosses the table's edge in that direction, or tries to come back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leaves {
    pub unit: UnitId,
    pub bearing: Cdeg,
    pub returns: bool,
}

/// A job: the units of a side that have left the table try to come back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returns {
    pub side: Side,
}

impl Job for Leaves {
    const NAME: &'static str = "ancientmaster.leaves";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(leaves, self, world)
    }
}

impl Job for Returns {
    const NAME: &'static str = "ancientmaster.returns";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(returns, self, world)
    }
}

/// What becomes of one who has left the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Destroyed,
    /// It tries again at the beginning of its side's next turn.
    Gone,
    /// It is back, and does not move further in this turn.
    Still,
    Back,
}

/// Rolls for one who has lost so many stands.
///
/// # Errors
/// When the die is not known yet.
pub fn fate(roll: &mut impl Roll, lost: u8, by: Side, who: UnitId) -> Result<(i32, Fate), NeedDice> {
    let edge = &tables().edge;
    let total = i32::from(roll.die(Die::d6(by, Some(who), Word("edge")))?) - i32::from(lost);
    let fate = match total {
        n if n <= edge.destroyed => Fate::Destroyed,
        n if n <= edge.gone => Fate::Gone,
        n if n <= edge.still => Fate::Still,
        _ => Fate::Back,
    };
    Ok((total, fate))
}

pub fn returns(InRef(job): InRef<Returns>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let away = |unit: &UnitId| field.0.get::<Away>(*unit).is_some_and(|away| !away.0.is_empty());
    let gone = field.0.roster().of(job.side).filter(away).collect::<Vec<_>>();
    let leave = |unit: UnitId| Leaves { unit, bearing: Cdeg::ZERO, returns: true };
    gone.into_iter().rev().fold(Effects::pop(), |effects, unit| effects.push(leave(unit)))
}

pub fn leaves(InRef(job): InRef<Leaves>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (unit, side) = (job.unit, field.0.side_of(job.unit));
    let poses = if job.returns {
        field.0.get::<Away>(unit).map_or(Vec::new(), |away| away.0.clone())
    } else {
        at_edge(field, unit, direction(job.bearing))
    };
    let mut roller = dice.roller();
    let (total, fate) = match fate(&mut roller, field.lost(unit), side, unit) {
        Ok(fate) => fate,
        Err(need) => return Effects::need(need),
    };
    let place = place(field, unit, &poses);
    let fate = if place.is_none() && matches!(fate, Fate::Still | Fate::Back) { Fate::Gone } else { fate };
    let says = match fate {
        Fate::Destroyed => Word("edge-destroyed"),
        Fate::Gone => Word("edge-gone"),
        Fate::Still => Word("edge-still"),
        Fate::Back => Word("edge-back"),
    };
    let told = Fact::new(RULE, Narration::Said(says))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .dice(roller.rolled())
        .tally(Tally::default().with(Word("die"), total, RULE));
    let effects = Effects::pop().fact(told);
    let leaders = with(field, unit);
    match (fate, place) {
        (Fate::Destroyed, _) => {
            let effects = destroyed(field, unit, RULE, Word("off"), effects);
            let gone = Narration::Counted { of: Ref::Unit(unit), what: super::casualties::STANDS, from: 0, to: 0 };
            effects.fact(Fact::new(RULE, gone).change(put(unit, Away::default())))
        }
        (Fate::Gone, _) | (_, None) => {
            let gone = Narration::Gone { of: Ref::Unit(unit), how: Word("off") };
            let mut fact = Fact::new(RULE, gone).change(put(unit, Away(poses))).change(put(unit, Placement::Off));
            for leader in leaders {
                fact = fact.change(put(leader, Placement::Off));
                if field.leader(leader).is_some_and(|leader| leader.is_general()) {
                    fact = fact.change(alter_one(move |armies: &mut Armies| armies.of_mut(side).general_lost = true));
                }
            }
            effects.fact(fact)
        }
        (_, Some(poses)) => {
            let size = field.size(unit);
            let prints: Vec<Footprint> = poses.iter().map(|pose| size.base(*pose)).collect();
            let who = (0..poses.len()).map(|n| Ref::Base(unit, n as u8)).collect();
            let along = poses.iter().map(|pose| vec![*pose]).collect();
            let mut fact = Fact::new(RULE, Narration::Moved { who, along })
                .says(Word("at-edge"))
                .word(Word("who"), Arg::Of(Ref::Unit(unit)))
                .change(put(unit, Placement::Loose(poses)))
                .change(put(unit, Away::default()));
            if let Some(at) = middle(&prints) {
                fact = leaders.into_iter().fold(fact, |fact, leader| fact.change(put(leader, Placement::Token(at))));
            }
            if fate == Fate::Still {
                fact = fact.change(alter(unit, |acts: &mut Acts| (acts.failed, acts.still) = (true, true)));
            }
            effects.fact(fact)
        }
    }
}

/// The characters with a unit, on the table or off it.
fn with(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let side = field.0.side_of(unit);
    field.0.roster().of(side).filter(|of| field.leader(*of).is_some() && field.joined(*of) == Some(unit)).collect()
}

/// Where a unit is when it begins to cross the edge, wholly on the table.
fn at_edge(field: Battlefield, unit: UnitId, direction: Vec2) -> Vec<Pose> {
    let edge = |print: &Footprint| slide::to_table_edge(field.0.ground(), print, direction);
    let far = field.prints(unit).iter().map(edge).fold(f32::INFINITY, f32::min);
    let far = if far.is_finite() { (far - 0.002).max(0.0) } else { 0.0 };
    field.poses(unit).into_iter().map(|pose| Pose { at: pose.at + direction * far, ..pose }).collect()
}

/// The free place nearest to those poses along the edge, 20 cm to either side at most; none when there is none.
fn place(field: Battlefield, unit: UnitId, poses: &[Pose]) -> Option<Vec<Pose>> {
    let first = poses.first()?;
    let ground = field.0.ground();
    let (x, y) = (first.at.x.min(ground.width - first.at.x), first.at.y.min(ground.depth - first.at.y));
    let along = if x < y { Vec2::Y } else { Vec2::X };
    let steps = (tables().edge.along.inches() / STEP) as i32;
    let shifted = |n: i32| -> Vec<Pose> {
        poses.iter().map(|pose| Pose { at: pose.at + along * (n as f32 * STEP), ..*pose }).collect()
    };
    (0..=steps).flat_map(|n| [n, -n]).map(shifted).find(|poses| free(field, unit, poses))
}

fn free(field: Battlefield, unit: UnitId, poses: &[Pose]) -> bool {
    let (side, size, sort) = (field.0.side_of(unit), field.size(unit), field.troop(unit).sort());
    let gap = tables().combat.gap.gap();
    poses.iter().map(|pose| size.base(*pose)).all(|print| {
        let others = field.0.layout().around(&print, 1.0).filter(|foot| foot.unit != unit);
        let mut others = others.map(|foot| {
            let enemy = field.0.side_of(foot.unit) != side && within(&print, &foot.print, gap);
            enemy || overlap(&print, &foot.print)
        });
        let closed = field.0.ground().under(&print).any(|piece| !may_enter(sort, piece));
        field.0.ground().holds(&print) && !closed && !others.any(|in_the_way| in_the_way)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::odds::every_case;

    #[test]
    fn one_stand_lost_and_a_three_is_gone() {
        // G22: 3 - 1 = 2.
        let cases = every_case(|dice| fate(dice, 1, Side::North, UnitId(0)));
        let of = |fate| cases.chance(|(_, of)| *of == fate);
        assert_eq!([Fate::Destroyed, Fate::Gone, Fate::Still, Fate::Back].map(of), [(1, 6), (2, 6), (2, 6), (1, 6)]);
    }
}
