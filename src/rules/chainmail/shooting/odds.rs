//! The odds of a volley, exact: what each number of kills is of all cases of its dice.

use bevy::math::Vec2;

use super::ready::aimed;
use super::volley::{Planned, planned};
use crate::battle::Arg;
use crate::battle::{Measured, Note, Odds, OddsOutcome, Ref, Refusal, View};
use crate::cite::{Cite, Tally, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::fire::{groups, kills};
use crate::rules::chainmail::sight::Cover;

/// The chance of each number of kills, from none on.
pub fn spread(plan: &Planned) -> Vec<f64> {
    let mut chances = vec![1.0];
    if let Some((_, score)) = plan.single {
        let hit = f64::from(7 - i32::from(score.min(7))) / 6.0;
        for _ in 0..plan.firers {
            chances = added(&chances, &[(0, 1.0 - hit), (1, hit)]);
        }
    } else {
        for group in groups(plan.firers, plan.armour) {
            let of = |face: u8| kills(plan.armour, group, (face + plan.weapon.die).min(tables().top_face));
            let faces: Vec<(u16, f64)> = (1..=6).map(|face| (of(face), 1.0 / 6.0)).collect();
            chances = added(&chances, &faces);
        }
        if plan.cover != Cover::None {
            let mut halved = vec![0.0; chances.len() / 2 + 1];
            for (killed, chance) in chances.iter().enumerate() {
                halved[killed / 2] += chance;
            }
            chances = halved;
        }
    }
    if plan.opposed {
        // The higher of two dice, and not an equal one: 15 of 36.
        let ready = 15.0 / 36.0;
        chances.iter_mut().for_each(|chance| *chance *= ready);
        chances[0] += 1.0 - ready;
    }
    chances
}

fn added(chances: &[f64], more: &[(u16, f64)]) -> Vec<f64> {
    let most = more.iter().map(|(killed, _)| usize::from(*killed)).max().unwrap_or(0);
    let mut sum = vec![0.0; chances.len() + most];
    for (killed, chance) in chances.iter().enumerate() {
        for (also, part) in more {
            sum[killed + usize::from(*also)] += chance * part;
        }
    }
    sum
}

/// How many of a target fall in the mean by a volley now; none where it is not shot at.
pub fn mean_kills(field: Battlefield, unit: UnitId, at: UnitId) -> f32 {
    planned(field, unit, at).map_or(0.0, |plan| mean(&plan) as f32)
}

/// How many fall in the mean.
pub fn mean(plan: &Planned) -> f64 {
    spread(plan).iter().enumerate().map(|(killed, chance)| killed as f64 * chance).sum()
}

/// The odds of a shot from where both stand.
pub fn shot(view: &View, unit: UnitId, at: UnitId) -> Option<Odds> {
    let field = Battlefield::of(*view);
    aimed(field, unit, at).ok()?;
    let plan = planned(field, unit, at)?;
    Some(who_falls(unit, at, spread(&plan)[0], mean(&plan), Cite("C67")))
}

/// The odds that somebody of one unit falls to another, from the chance that nobody does, with how many fall on average.
pub fn who_falls(by: UnitId, at: UnitId, nobody: f64, mean: f64, cite: Cite) -> Odds {
    const OF: u64 = 1_000_000;
    let none = (nobody * OF as f64).round() as u64;
    let outcome = |what, cases| OddsOutcome { what: Word(what), cases, of: OF };
    let mean = Measured::mean(mean);
    Odds {
        by: Ref::Unit(by),
        at: Ref::Unit(at),
        outcomes: vec![outcome("hit", OF - none), outcome("miss", none)],
        tallies: [Tally::default(), Tally::default()],
        simulated: None,
        notes: vec![Note::new(cite, Word("fall-in-the-mean")).word(Word("measured"), Arg::Measured(mean))],
    }
}

/// The line along which a unit would shoot now.
///
/// # Errors
/// The rule that forbids it.
pub fn line_of_fire(field: Battlefield, unit: UnitId, at: UnitId) -> Result<[Vec2; 2], Refusal> {
    aimed(field, unit, at).map(|line| [line.from, line.to])
}
