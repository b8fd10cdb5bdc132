//! One round of an engagement (A10.2).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::after::After;
use super::attacks::{Stand, attacks, stands};
use super::engagements;
use super::kernel::{Round, Taker, round};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one};
use crate::cite::{Cite, Tally, Word};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::casualties::Suffers;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::state::{Acts, Bout, Hits, Phase};
use crate::rules::ancientmaster::support;
use crate::rules::ancientmaster::switches::Switch;

const RULE: Cite = Cite("A10.2");
const CAP: Cite = Cite("A10.1");

/// A job: an engagement of those units is fought on. Who belongs to it is worked out anew before each round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fights {
    pub units: Vec<UnitId>,
    pub round: u8,
}

impl Job for Fights {
    const NAME: &'static str = "ancientmaster.fights";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(fights, self, world)
    }
}

/// Everything that a round of an engagement rolls for.
pub fn round_of(field: Battlefield, units: &[UnitId], first: bool) -> Round {
    let all = stands(field, units);
    let mut seconds: Vec<(Stand, Stand)> = Vec::new();
    let mut supports = [0; 2];
    for unit in units {
        for support in support::of_unit(field, *unit) {
            if support.strikes {
                let find = |foot: &crate::table::Foot| {
                    all.iter().find(|stand| (stand.unit, stand.base) == (foot.unit, foot.base)).copied()
                };
                seconds.extend(find(support.stand).zip(find(support.of)));
            } else {
                supports[field.0.side_of(*unit).index()] += 1;
            }
        }
    }
    let charges = |by: UnitId, at: UnitId| first && field.bout(by).charges.contains(&at);
    let takers = units.iter().map(|unit| {
        let hits = field.hits(*unit);
        let charging = if first { i32::from(hits.charging) } else { 0 };
        let per = field.troop(*unit).kind.hits;
        let cap = per * field.feet(*unit).len() as i32 - i32::from(hits.left) + charging;
        Taker { unit: *unit, side: field.0.side_of(*unit), cap, charging }
    });
    Round { blows: attacks(field, &all, &seconds, &charges), takers: takers.collect(), supports }
}

pub fn fights(InRef(job): InRef<Fights>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let connected = engagements(field).into_iter().filter(|of| of.iter().any(|unit| job.units.contains(unit)));
    let units: Vec<UnitId> = {
        // Who is active rolls first, each side in the order of its units (D3).
        let active = field.0.clock().side;
        let mut units: Vec<UnitId> = connected.flatten().collect();
        units.sort_unstable_by_key(|unit| (Some(field.0.side_of(*unit)) != active, *unit));
        units
    };
    let both = Side::BOTH.iter().all(|side| units.iter().any(|unit| field.0.side_of(*unit) == *side));
    let most = if field.plays(Switch::TwoRounds) { 2 } else { tables().combat.rounds };
    if units.is_empty() || !both || job.round > most {
        return Effects::pop().fact(over(job, job.round > most && both, &units));
    }
    let set_up = round_of(field, &units, job.round == 1);
    let mut roller = dice.roller();
    let fought = match round(&mut roller, &set_up) {
        Ok(fought) => fought,
        Err(need) => return Effects::need(need),
    };
    let mut rolled = roller.rolled();
    let (winner, difference) = fought.winner();
    let mut effects = Effects::pop();
    for (blows, struck) in set_up.blows.iter().zip(&fought.struck) {
        let own: Vec<_> = {
            let of =
                |roll: &crate::dice::Rolled| roll.who == Some(blows.attack.who) || roll.who == Some(blows.attack.at);
            let n = rolled.iter().position(|roll| !of(roll)).unwrap_or(rolled.len());
            rolled.drain(..n.max(usize::from(!rolled.is_empty()))).collect()
        };
        let tell = Narration::Fought { a: Ref::Unit(blows.attack.who), b: Ref::Unit(blows.attack.at) };
        let told = Tally::default().with(Word("hit"), i32::from(struck.hits), RULE).with(
            Word("saved"),
            -i32::from(struck.saved),
            RULE,
        );
        effects = effects.fact(
            Fact::new(RULE, tell)
                .says(Word("strikes"))
                .word(Word("who"), Arg::Of(Ref::Unit(blows.attack.who)))
                .word(Word("whom"), Arg::Of(Ref::Unit(blows.attack.at)))
                .word(Word("dice"), Arg::Measured(crate::battle::Measured::Count(i32::from(struck.dice))))
                .dice(own)
                .tally(told)
                .tally(blows.tally.clone()),
        );
    }
    let says = if winner.is_some() { Word("round-won") } else { Word("round-drawn") };
    let mut result = Fact::new(RULE, Narration::Said(says))
        .word(Word("north"), Arg::Of(Ref::Side(Side::North)))
        .word(Word("south"), Arg::Of(Ref::Side(Side::South)))
        .dice(rolled)
        .tally(fought.sums[0].clone())
        .tally(fought.sums[1].clone());
    let first = job.round == 1;
    for unit in &units {
        // What led to this round has had its effect.
        result = result.change(alter(*unit, move |bout: &mut Bout| {
            let caught = if first { std::mem::take(&mut bout.caught) } else { Vec::new() };
            *bout = Bout { open: bout.open, charges: Vec::new(), caught, ..Bout::default() };
        }));
        result = result.change(alter(*unit, |hits: &mut Hits| hits.charging = 0));
        if field.touches_enemy(*unit) {
            result = result.change(alter(*unit, |acts: &mut Acts| acts.fought = true));
        }
    }
    let after = After { units: units.clone(), winner, difference, round: job.round };
    // The losers take off their stands first (A10.2).
    let loser = winner.map(Side::other);
    let mut suffering: Vec<UnitId> = units.clone();
    suffering.sort_by_key(|unit| (Some(field.0.side_of(*unit)) != loser, *unit));
    let effects = effects.fact(result).push(after);
    suffering.into_iter().rev().fold(effects, |effects, unit| {
        let hits = fought.taken(&set_up.blows, unit);
        if hits == 0 { effects } else { effects.push(Suffers { unit, hits, drives: false, volley: false }) }
    })
}

/// The engagement is over, or left as it stands until the next combat phase.
pub fn over(job: &Fights, unresolved: bool, units: &[UnitId]) -> Fact {
    let says = if unresolved { Word("engagement-unresolved") } else { Word("engagement-over") };
    let done: Vec<UnitId> = job.units.iter().chain(units).copied().collect();
    let (first, cite) = (job.units[0], if unresolved { CAP } else { RULE });
    Fact::new(cite, Narration::Said(says)).word(Word("who"), Arg::Of(Ref::Unit(first))).change(alter_one(
        move |phase: &mut Phase| {
            if unresolved {
                phase.fought.extend(done.iter().copied());
            }
        },
    ))
}
