//! The value of a march: the fights it brings, what it threatens and what threatens it, the line, the ground gained.

use std::cell::OnceCell;
use std::sync::Arc;

use bevy::math::ops;
use smallvec::SmallVec;

use super::charge_paths::{self, ChargePaths};
use super::intent::Brief;
use super::launch::{self, Launches, Place, Target};
use super::marches::{Ends, March};
use super::orders::Task;
use super::position::{ground, in_the_way, line, turned_away};
use super::sight::{Party, SLACK, Seen, Sight, TOGETHER, upon};
use super::ways::{Gait, Ways};
use crate::battle::{Ref, Ruling};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::players::Ground;
use crate::table::measure::{distance, forward, overlap};
use crate::table::{Cdeg, Footprint, Mil, Wheel};

/// Factor for a fight that the enemy may choose to have.
const THEIR_CHOICE: f32 = 0.7;
/// The share that counts of what others could do to a unit whom a worse enemy threatens.
const ALSO: f32 = 0.25;
/// The value of standing where somebody can be shot at, in points.
const SHOOTS: f32 = 0.2;
/// Factor for a fight that this side may choose to have next turn.
const OUR_CHOICE: f32 = 0.5;
/// Factor for a charge that is prepared but not yet possible.
const MADE_FOR: f32 = 0.5;
/// The cost of failing a test on the way, as a share of the unit's value.
const SHAKEN: f32 = 0.08;
/// Factor for each further move that it takes to get into a position to charge.
const TURN_LATER: f32 = 0.7;
/// Its natural logarithm.
const LN_TURN_LATER: f32 = -0.356_674_94;
/// How many more moves are assumed where the nearest way is blocked.
const BLOCKED: f32 = 2.5;
/// The grid on which ways are computed, inches on the scale where foot moves six.
const CELL: f32 = 1.5;
/// Factor for a place that can be reached only by going round enemies.
const ROUND: f32 = 0.4;
/// Places up to so many moves away are examined more closely.
const NEAR: f32 = 2.0;

/// Values what one body may do.
pub struct Scales<'a, 'w> {
    sight: &'a Sight<'w>,
    who: Party,
    /// The paths along which each enemy could charge, as far as units outside the body leave them open.
    paths: Vec<(&'a Seen, ChargePaths)>,
    /// The targets that each unit of the body would like to charge.
    launches: SmallVec<[Launches<'a, 'w>; 6]>,
    /// How the body moves, if it can, and how many moves places take, reckoned when it is first asked for.
    gait: Option<Gait>,
    ways: OnceCell<Option<Arc<Ways>>>,
    /// What the body is ordered to do.
    task: Task,
    /// What its wing is to do.
    brief: Brief,
}

impl<'a, 'w> Scales<'a, 'w> {
    /// For a body or a single unit.
    pub fn new(sight: &'a Sight<'w>, who: &[Ref]) -> Scales<'a, 'w> {
        let menaces = sight.menaces().iter();
        let paths = menaces.map(|menace| (&sight.units[menace.enemy], menace.open(sight, who))).collect();
        let own: SmallVec<[&Seen; 6]> = sight.own().filter(|s| s.is_of(who)).collect();
        let brief = own.first().and_then(|me| sight.brief(me.unit)).cloned().unwrap_or(Brief::NONE);
        let launches = own.iter().map(|me| Launches::new(sight, me, who, brief.caution)).collect();
        let (who, gait) = (Party::from_slice(who), gait(&own, who.len() > 1, sight.scale));
        Scales { sight, who, paths, launches, gait, ways: OnceCell::new(), task: Task::Free, brief }
    }

    /// The same under an order.
    pub fn under(mut self, task: Task) -> Scales<'a, 'w> {
        for launches in &mut self.launches {
            launches.retain(|enemy| task.allows(enemy));
        }
        Scales { task, ..self }
    }

    fn ways(&self) -> Option<&Ways> {
        self.ways.get_or_init(|| self.gait.map(Ways::of)).as_deref()
    }

    /// The value of standing still, in points.
    pub fn stand(&self) -> f32 {
        let own = self.sight.own().filter(|s| s.is_of(&self.who));
        let ends: Ends = own.map(|s| (s.unit, s.print)).collect();
        self.places(&ends, &[])
    }

    /// The enemy that the body makes for when it ends there.
    pub fn aim(&self, ends: &[(UnitId, Footprint)]) -> Option<UnitId> {
        let ways = self.ways()?;
        let launches = self.launches.first()?;
        let (_, end) = ends.first()?;
        let mut best: Option<(f32, UnitId)> = None;
        for target in launches.targets() {
            if best.is_some_and(|(score, _)| score >= target.gain) {
                break;
            }
            let score = target.gain
                * self.soonest(launches, target, f32::INFINITY, |place, below| ways.moves(end, place.pose, below));
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, target.enemy.unit));
            }
        }
        best.filter(|(score, _)| *score > 0.0).map(|(_, target)| target)
    }

    /// The value of a march as computed from the offer.
    pub fn march(&self, march: &March) -> f32 {
        self.places(&march.ends, &march.meets) + self.swept(&march.sweeps)
    }

    /// The value of a march by the judge's ruling.
    pub fn ruled(&self, march: &March, ruling: &Ruling) -> f32 {
        let (ends, meets) = self.as_ruled(ruling);
        self.places(&ends, &meets) + self.swept(&march.sweeps)
    }

    /// The reasons for and against a march compared with standing still; by the judge's ruling where there is one.
    pub fn grounds(&self, march: &March, ruling: Option<&Ruling>) -> Vec<(Ground, f32)> {
        const NAMES: [Ground; 4] = [Ground::Fights, Ground::Chances, Ground::Way, Ground::Line];
        let own = self.sight.own().filter(|s| s.is_of(&self.who));
        let still: Ends = own.map(|s| (s.unit, s.print)).collect();
        let (ends, meets) = match ruling {
            Some(ruling) => self.as_ruled(ruling),
            None => (march.ends.clone(), march.meets.to_vec()),
        };
        let mut sums = [0.0; 4];
        for (unit, end) in &ends {
            self.parts(*unit, end, &ends, &meets).iter().zip(&mut sums).for_each(|(part, sum)| *sum += part);
        }
        for (unit, end) in &still {
            self.parts(*unit, end, &still, &[]).iter().zip(&mut sums).for_each(|(part, sum)| *sum -= part);
        }
        sums[0] += self.swept(&march.sweeps);
        let threats = self.threats(&ends, &meets) - self.threats(&still, &[]);
        NAMES.into_iter().zip(sums).chain([(Ground::Threats, threats)]).collect()
    }

    /// Where the ruling has the body end, and who meets whom there.
    fn as_ruled(&self, ruling: &Ruling) -> (Ends, Vec<(UnitId, UnitId)>) {
        let mut ends = Ends::new();
        for (unit, pose) in &ruling.ends {
            let view = &self.sight.view;
            let placement = ruling.placement(view, *unit, *pose);
            if let Some(print) = self.sight.get(*unit).and_then(|_| placement.hull(view.roster().base(*unit))) {
                ends.push((*unit, print));
            }
        }
        let mut meets = Vec::new();
        for odds in &ruling.odds {
            // Odds of something that a unit does by itself, such as a test, belong to no fight.
            if let (Ref::Unit(by), Ref::Unit(at)) = (odds.by, odds.at)
                && by != at
            {
                meets.push((by, at));
            }
        }
        (ends, meets)
    }

    /// The same when a test must be passed first: if it fails, the body stands still and is shaken.
    pub fn tested(&self, march: &March, ruling: &Ruling, still: f32) -> f32 {
        let score = self.ruled(march, ruling);
        let test = ruling.odds.iter().find(|odds| odds.by == odds.at);
        let fails = test.map_or(0.0, |odds| odds.share(Word("fail")) as f32);
        let shaken: f32 =
            march.ends.iter().filter_map(|(unit, _)| self.sight.get(*unit)).map(|s| SHAKEN * s.unit_value).sum();
        score + fails * (still - shaken - score)
    }

    fn swept(&self, sweeps: &[UnitId]) -> f32 {
        // Enemies who may evade mostly do, so they count less.
        sweeps.iter().filter_map(|u| self.sight.get(*u)).map(|s| s.unit_value * 0.4).sum()
    }

    fn places(&self, ends: &[(UnitId, Footprint)], meets: &[(UnitId, UnitId)]) -> f32 {
        let parts = ends.iter().map(|(unit, end)| self.parts(*unit, end, ends, meets).into_iter().sum::<f32>());
        parts.sum::<f32>() + self.threats(ends, meets)
    }

    /// The value of fights, chances, ground and line for one unit.
    pub fn parts(
        &self,
        unit: UnitId,
        end: &Footprint,
        ends: &[(UnitId, Footprint)],
        meets: &[(UnitId, UnitId)],
    ) -> [f32; 4] {
        let sight = self.sight;
        let Some(me) = sight.get(unit) else { return [0.0; 4] };
        let fights = meets.iter().filter(|(own, _)| *own == unit).filter_map(|(_, enemy)| sight.get(*enemy));
        let fights: f32 =
            fights.map(|enemy| fight(sight, me, enemy, end) - self.brief.caution + self.task.blows(enemy.unit)).sum();
        let busy = me.engaged || meets.iter().any(|(own, _)| *own == unit);
        if busy {
            return [fights, 0.0, 0.0, 0.0];
        }
        let ground = self.task.ground(sight, me, end).unwrap_or_else(|| ground(sight, &self.brief, me, end));
        let lane = if self.brief.gives_way { in_the_way(sight, ends, end) } else { 0.0 };
        let line = line(sight, ends, me, end) - turned_away(sight, me, end) - lane;
        [fights, self.chances(me, end), ground, line]
    }

    /// What enemies could do to units that stand there. An enemy charges one of them, so he counts where he does most; of
    /// several who could charge one unit, the worst counts whole and the others in part.
    fn threats(&self, ends: &[(UnitId, Footprint)], meets: &[(UnitId, UnitId)]) -> f32 {
        let mut worst: SmallVec<[f32; 6]> = SmallVec::from_elem(0.0, ends.len());
        let mut sum = worst.clone();
        for (enemy, paths) in &self.paths {
            if meets.iter().any(|(_, met)| *met == enemy.unit) {
                continue;
            }
            let mut most: (f32, usize) = (0.0, 0);
            for (n, (unit, end)) in ends.iter().enumerate() {
                let reach = enemy.charge + enemy.print.width() + enemy.print.radius + end.radius;
                let Some(me) = self.sight.get(*unit) else { continue };
                if enemy.print.centre.distance_squared(end.centre) > reach * reach {
                    continue;
                }
                let busy = me.engaged || meets.iter().any(|(own, _)| own == unit);
                let more = if busy && !me.engaged { TOGETHER * me.unit_value } else { 0.0 };
                for path in paths {
                    let Some(at) = path.meets(end) else { continue };
                    let loss = self.sight.gain(enemy, me, path.upon(end, at)).unwrap_or(0.0) + more;
                    if loss > most.0 {
                        most = (loss, n);
                    }
                }
            }
            // Nobody of the body stands on the table, or none of it is in his reach.
            if most.0 <= 0.0 {
                continue;
            }
            let loss = most.0 * THEIR_CHOICE;
            worst[most.1] = worst[most.1].max(loss);
            sum[most.1] += loss;
        }
        -worst.iter().zip(&sum).map(|(worst, sum)| worst + ALSO * (sum - worst)).sum::<f32>()
    }

    /// What a unit that stands there could do to enemies, next turn or later.
    fn chances(&self, me: &Seen, end: &Footprint) -> f32 {
        let sight = self.sight;
        if self.brief.waits {
            return shoots(sight, me, end);
        }
        let (ours, later) = (OUR_CHOICE, TURN_LATER);
        let mut best = self.charge(me, end, &self.about(end, me.charge + 2.0 * end.radius)) * ours;
        let launches = self.launches.iter().find(|l| l.unit() == me.unit).filter(|l| !l.targets().is_empty());
        // The targets begin with the greatest: if that one does not promise more, none does.
        let promising =
            |launches: &&Launches| launches.targets().iter().any(|t| t.gain * ours.max(MADE_FOR) * later > best);
        let Some((launches, ways)) = launches.filter(promising).and_then(|l| Some((l, self.ways()?))) else {
            return best + shoots(sight, me, end);
        };
        let is_near = |target: &Target, place: &Place| {
            ways.moves(end, place.pose, NEAR).is_some() && launches.is_good(target, place)
        };
        let from = end.front();
        let at_least = |target: &Target| ways.at_least(launches.nearest_place(target, from));
        let has_near =
            |target: &Target| at_least(target) < NEAR && launches.places(target).any(|place| is_near(target, place));
        let mut worthy = launches.targets().iter().take_while(|target| target.gain * ours * later > best);
        if ways.gait().goes_on && worthy.any(has_near) {
            // Whoever could be met or stand in the way within this move and the next.
            let by = self.about(end, 2.0 * me.charge + 2.0 * me.print.width() + end.radius);
            let hopes = self.hopes(me, &by);
            for next in ways.next(end.pose()) {
                if !hopes.iter().any(|(_, most)| most * ours * later > best) {
                    break;
                }
                let print = Footprint::new(next, end.width(), end.depth());
                let mut hopes = hopes.iter().filter(|(_, most)| most * ours * later > best);
                if hopes.any(|(enemy, _)| in_reach(me, &print, enemy)) && self.is_free(me, &print, &by) {
                    best = best.max(self.charge(me, &print, &by) * ours * later);
                }
            }
        }
        for target in launches.targets() {
            // Every place is at least one move away.
            let made_for = target.gain * MADE_FOR;
            if made_for * later <= best {
                break;
            }
            let below = no_later(made_for, best);
            if at_least(target) >= below {
                continue;
            }
            // The near places were examined and found unusable: somebody must be in the way.
            let moves = |place: &Place, below: f32| {
                let moves = match ways.moves(end, place.pose, below)? {
                    near if near < NEAR && ways.gait().goes_on => near + BLOCKED,
                    moves => moves.max(1.0),
                };
                // A way round only adds to it, and is found last, since that takes longest.
                let may_be = moves < below + SLACK && launches.is_good(target, place);
                let moves = may_be.then(|| moves + self.round(me, end, place))?;
                (moves < below).then_some(moves)
            };
            best = best.max(made_for * self.soonest(launches, target, below, moves));
        }
        best + shoots(sight, me, end)
    }

    /// How many moves more it takes to a place because of ground that the unit may not enter.
    fn round(&self, me: &Seen, end: &Footprint, place: &Place) -> f32 {
        let round = self.sight.detour(me, end.centre, place.pose.at, 0.0);
        round.map_or(0.0, |round| (round.length - end.centre.distance(place.pose.at)) / me.charge)
    }

    /// How much of a chance is left, by the number of moves to the best place for it; less where the way leads round
    /// enemies. Places that take `below` moves or more are left out; `moves` tells how many moves a place takes if that is
    /// less than so many.
    fn soonest(
        &self,
        launches: &Launches,
        target: &Target,
        below: f32,
        moves: impl Fn(&Place, f32) -> Option<f32>,
    ) -> f32 {
        let (mut least, mut round) = (f32::INFINITY, f32::INFINITY);
        for place in launches.places(target) {
            let Some(moves) = moves(place, least.min(below)).filter(|_| launches.is_good(target, place)) else {
                continue;
            };
            if !launches.is_barred(place) {
                least = moves;
            } else {
                round = round.min(moves);
            }
        }
        let straight = if least < f32::INFINITY { ops::powf(TURN_LATER, least) } else { 0.0 };
        if round < least { straight.max(ROUND * ops::powf(TURN_LATER, round)) } else { straight }
    }

    /// Everybody who stands within so many inches.
    fn about(&self, end: &Footprint, reach: f32) -> SmallVec<[&'a Seen; 16]> {
        let is_by = |other: &&Seen| other.print.centre.distance(end.centre) <= reach + other.print.radius;
        self.sight.units.iter().filter(is_by).collect()
    }

    /// Whether no unit of another body stands there.
    fn is_free(&self, me: &Seen, print: &Footprint, by: &[&Seen]) -> bool {
        let others = by.iter().filter(|u| u.unit != me.unit && !u.is_of(&self.who));
        self.sight.view.ground().holds(print) && !others.into_iter().any(|u| overlap(&u.print, print))
    }

    /// The enemies among those whom a unit may charge, with the most that it could gain.
    fn hopes(&self, me: &Seen, by: &[&'a Seen]) -> SmallVec<[(&'a Seen, f32); 8]> {
        let foes = by.iter().filter(|enemy| enemy.side != me.side && self.task.allows(enemy.unit));
        let most = |enemy: &Seen| (self.sight.most(me, enemy) - self.brief.caution) * launch::still_there(me, enemy);
        foes.map(|enemy| (*enemy, most(enemy))).collect()
    }

    /// The value of the best charge of a unit that stands there.
    fn charge(&self, me: &Seen, from: &Footprint, by: &[&Seen]) -> f32 {
        let sight = self.sight;
        let mut best: f32 = 0.0;
        if !by.iter().any(|e| e.side != me.side && in_reach(me, from, e)) {
            return best;
        }
        for path in charge_paths::open(&sight.view, &sight.rounds(me), me, from) {
            let Some((at, enemy)) = path.first(by, me, &self.who) else { continue };
            if enemy.side != me.side && self.task.allows(enemy.unit) {
                let gain = sight.gain(me, enemy, path.upon(&enemy.print, at)).unwrap_or(0.0);
                best = best.max((gain - self.brief.caution) * launch::still_there(me, enemy));
            }
        }
        best
    }
}

/// After so many moves a charge of that value, made for, is worth less than the best that is known.
fn no_later(made_for: f32, best: f32) -> f32 {
    // By a hair more, so that rounding leaves nothing out.
    if best > 0.0 { ops::ln(best / made_for) / LN_TURN_LATER + 0.01 } else { f32::INFINITY }
}

/// Whether an enemy may be in reach of a charge from there.
fn in_reach(me: &Seen, from: &Footprint, enemy: &Seen) -> bool {
    let reach = me.charge + from.radius + enemy.print.radius;
    enemy.print.centre.distance_squared(from.centre) < reach * reach
}

/// How a body moves, or several bodies together.
fn gait(units: &[&Seen], together: bool, scale: f32) -> Option<Gait> {
    let first = units.first()?;
    let prints: SmallVec<[Footprint; 6]> = units.iter().map(|u| u.print).collect();
    let wheel = Wheel::of(&prints, true)?;
    let front = Mil::measured(wheel.radius);
    let ahead = units.iter().map(|u| u.charge).fold(f32::INFINITY, f32::min);
    // A wide front turns by less in one move than a single unit.
    let pivot = if together { wheel.angle_for(Mil::measured(ahead), first.pivot) } else { first.pivot };
    let moves = ahead > 0.0 && units.iter().all(|u| !u.engaged);
    let goes_on = first.turn > Cdeg::ZERO;
    let cell = Mil::measured(CELL * scale);
    moves.then(|| Gait { ahead: Mil::measured(ahead), pivot, goes_on, front, cell })
}

/// The value of standing where the unit has somebody to shoot at.
fn shoots(sight: &Sight, me: &Seen, end: &Footprint) -> f32 {
    let near = |e: &Seen| {
        // Circles round the two decide most cases.
        let reach = me.range + end.radius + e.print.radius + SLACK;
        end.centre.distance_squared(e.print.centre) <= reach * reach
            && forward(end, e.print.centre) > 0.0
            && distance(end, &e.print) <= me.range
    };
    if me.range > 0.0 && sight.enemies().any(near) { SHOOTS } else { 0.0 }
}

/// The value of hitting that enemy.
fn fight(sight: &Sight, me: &Seen, enemy: &Seen, end: &Footprint) -> f32 {
    let edge = upon(&enemy.print, &me.print, end);
    sight.gain(me, enemy, edge).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_fades_by_the_logarithm_of_a_move() {
        // By less than what `no_later` adds.
        assert!((LN_TURN_LATER - ops::ln(TURN_LATER)).abs() < 1e-6);
    }
}
