//! How a fight would go, for players who ask often: each die that goes through is independent, so the hits of a side are
//! sums of binomials, and no case need be gone through one by one.

use super::battlefield::Battlefield;
use super::combat::kernel::Round;
use super::odds::meeting;
use crate::battle::{Forecast, RoundOdds, View};
use crate::ids::{Side, UnitId};
use crate::table::{Edge, Placement, Pose};

/// Faces of a die.
const FACES: f32 = 6.0;

/// How a fight of two units would go: the one under way, or one in which the first comes upon that edge of the other.
pub fn forecast(view: &View, attacker: UnitId, target: UnitId, upon: Edge) -> Option<Forecast> {
    *view.keep("a forecast", &(attacker, target, upon), || foreseen(view, attacker, target, upon))
}

fn foreseen(view: &View, attacker: UnitId, target: UnitId, upon: Edge) -> Option<Forecast> {
    let field = Battlefield::of(*view);
    if view.side_of(attacker) == view.side_of(target) {
        return None;
    }
    if field.contacts(attacker).contains(&target) {
        return fought(field, attacker, &field.poses(attacker), target, false);
    }
    let Placement::Loose(poses) = view.placement_at(attacker, view.hull(target)?.against(upon)) else {
        return None;
    };
    // Where it comes from does not matter, only how it is formed: so that is kept while it marches.
    let at = |pose: &Pose| [pose.at.x.to_bits(), pose.at.y.to_bits(), pose.heading.0 as u32];
    let key = (attacker, target, poses.iter().map(at).collect::<Vec<_>>());
    *view.keep("a forecast of a charge", &key, || fought(field, attacker, &poses, target, true))
}

/// How a fight goes of a unit whose stands stand so, upon which it has come or under way.
fn fought(field: Battlefield, attacker: UnitId, poses: &[Pose], target: UnitId, comes: bool) -> Option<Forecast> {
    let (own, other) = (field.unit(attacker)?, field.unit(target)?);
    let first = meeting(field, attacker, poses, &[target], comes);
    if first.blows.is_empty() {
        return None;
    }
    let later = meeting(field, attacker, poses, &[target], false);
    let side = field.0.side_of(attacker);
    let hits = (own.kind.hits, other.kind.hits);
    Some(Forecast { first: odds(&first, side, hits), later: odds(&later, side, hits), slips: false })
}

/// The chance of each number of hits of a side that go through.
fn through(round: &Round, side: Side) -> Vec<f32> {
    let mut chances = vec![1.0];
    for blows in round.blows.iter().filter(|blows| blows.attack.by == side) {
        let saves = blows.attack.armour.map_or(0.0, |face| (FACES + 1.0 - f32::from(face)) / FACES);
        for dice in &blows.attack.dice {
            let goes = (FACES + 1.0 - f32::from(dice.hits_on)) / FACES * (1.0 - saves);
            for _ in 0..dice.count {
                let mut next = vec![0.0; chances.len() + 1];
                for (n, chance) in chances.iter().enumerate() {
                    next[n] += chance * (1.0 - goes);
                    next[n + 1] += chance * goes;
                }
                chances = next;
            }
        }
    }
    chances
}

/// A round as the side sees it. Strength is counted in half stands; `hits` take a stand of its own and of the other's.
fn odds(round: &Round, side: Side, hits: (i32, i32)) -> RoundOdds {
    let (own, other) = (through(round, side), through(round, side.other()));
    let supports = [side, side.other()].map(|side| round.supports[side.index()]);
    let (mut win, mut lose) = (0.0, 0.0);
    for (n, a) in own.iter().enumerate() {
        for (m, b) in other.iter().enumerate() {
            let ahead = n as i32 + supports[0] - m as i32 - supports[1];
            win += if ahead > 0 { a * b } else { 0.0 };
            lose += if ahead < 0 { a * b } else { 0.0 };
        }
    }
    let mean = |chances: &[f32]| chances.iter().enumerate().map(|(n, chance)| n as f32 * chance).sum::<f32>();
    let halves = |mean: f32, per: i32| (mean * 2.0 / per.max(1) as f32).round().max(1.0) as u8;
    RoundOdds {
        win,
        lose,
        deals: halves(mean(&own), hits.1),
        takes: halves(mean(&other), hits.0),
        ..RoundOdds::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::{Tally, Word};
    use crate::dice::odds::every_case;
    use crate::rules::ancientmaster::combat::attacks::Blows;
    use crate::rules::ancientmaster::combat::kernel::{Taker, round};
    use crate::rules::ancientmaster::shooting::kernel::{Attack, Dice};

    /// G9: twelve dice against armour 6+, nine against 5+.
    fn g9() -> Round {
        let blows = |by, who, at, count, armour| {
            let dice = vec![Dice { count, hits_on: 4 }];
            let attack =
                Attack { by, who: UnitId(who), dice, at: UnitId(at), armour: Some(armour), why: Word("combat") };
            Blows { attack, tally: Tally::default(), last: 4 }
        };
        let taker = |unit, side| Taker { unit: UnitId(unit), side, cap: 99, charging: 0 };
        Round {
            blows: vec![blows(Side::North, 0, 1, 6, 6), blows(Side::South, 1, 0, 4, 5)],
            takers: vec![taker(0, Side::North), taker(1, Side::South)],
            supports: [0, 1],
        }
    }

    #[test]
    fn the_sums_of_binomials_are_the_kernel_gone_through_case_by_case() {
        let round_of = g9();
        let cases = every_case(|dice| round(dice, &round_of));
        let won = |side: Side| cases.share(|fought| fought.winner().0 == Some(side)) as f32;
        let quick = odds(&round_of, Side::North, (3, 3));
        assert!((quick.win - won(Side::North)).abs() < 1e-4, "{} {}", quick.win, won(Side::North));
        assert!((quick.lose - won(Side::South)).abs() < 1e-4, "{} {}", quick.lose, won(Side::South));
    }
}
