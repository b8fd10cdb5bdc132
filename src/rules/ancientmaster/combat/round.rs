//! One round of an engagement (A10.2).

use std::cmp::Ordering;

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::after::After;
use super::attacks::{Stand, Supposed, attacks, stands};
use super::declare;
use super::engagements;
use super::kernel::{Round, Taker, round};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter, alter_one};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, NeedDice, Roll, Rolled};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::casualties::{Suffers, taken};
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::state::{Acts, Declared, Hits, NextRound, Phase};
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
pub fn round_of(field: Battlefield, units: &[UnitId]) -> Round {
    round_with(field, units, &Supposed::charges(&charges_of(field)))
}

/// The same, if that were so.
pub fn round_with(field: Battlefield, units: &[UnitId], supposed: &Supposed) -> Round {
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
    let takers = units.iter().map(|unit| {
        let hits = field.hits(*unit);
        let charging = i32::from(hits.charging);
        let per = field.troop(*unit).kind.hits;
        let cap = per * field.feet(*unit).len() as i32 - i32::from(hits.left) + charging;
        Taker { unit: *unit, side: field.0.side_of(*unit), cap, charging }
    });
    Round { blows: attacks(field, &all, &seconds, supposed), takers: takers.collect(), supports }
}

/// Who charged whom and has not fought since: the first round of a charge is the one that the charger fights next, even if
/// its engagement has been fought before (A10.4).
pub fn charges_of(field: Battlefield<'_>) -> impl Fn(UnitId, UnitId) -> bool {
    move |by, at| field.next_round(by).charges.contains(&at)
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
    // Whom an advance has brought into contact fights in an engagement of its own (A10.1).
    let advanced = units.iter().any(|unit| field.phase().next.contains(unit));
    if units.is_empty() || !both || job.round > most || advanced {
        return Effects::pop().fact(over(job, job.round > most && both && !advanced, &units));
    }
    if let Some(question) = declare::question(field, &units) {
        return Effects::stay().ask(question);
    }
    let set_up = round_of(field, &units);
    let mut roller = dice.roller();
    let fought = match round(&mut roller, &set_up) {
        Ok(fought) => fought,
        Err(need) => return Effects::need(need),
    };
    let (winner, difference) = fought.winner();
    // The losers take off their stands first; after a draw the side whose die is lower, at equal dice the active one (A10.2).
    let takes_off = match winner {
        Some(winner) => winner.other(),
        None => match lower_die(field, &mut roller, &units, |unit| fought.taken(&set_up.blows, unit)) {
            Ok(first) => first,
            Err(need) => return Effects::need(need),
        },
    };
    let mut rolled = roller.rolled();
    let mut effects = Effects::pop();
    for (blows, struck) in set_up.blows.iter().zip(&fought.struck) {
        // Its dice, and the saves against what of them hit: its own sum says how many it rolls, the other's what comes
        // through.
        let saves = if blows.attack.armour.is_some() { struck.hits } else { 0 };
        let own = shared(&mut rolled, usize::from(struck.dice + saves));
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
                .word(Word("dice"), Arg::Measured(Measured::Count(i32::from(struck.dice))))
                .word(Word("through"), Arg::Measured(Measured::Count(told.total())))
                .dice(own)
                .tally(blows.tally.clone())
                .tally(told),
        );
    }
    let says = if winner.is_some() { Word("round-won") } else { Word("round-drawn") };
    let mut result = Fact::new(RULE, Narration::Said(says))
        .word(Word("north"), Arg::Of(Ref::Side(Side::North)))
        .word(Word("south"), Arg::Of(Ref::Side(Side::South)))
        .dice(rolled)
        .tally(fought.sums[0].clone())
        .tally(fought.sums[1].clone());
    for unit in &units {
        // What led to this round has had its effect; whom it caught is kept for what follows the first round of its charge.
        result = result.change(alter(*unit, move |next: &mut NextRound| {
            let first = !next.charges.is_empty();
            let caught = if first { std::mem::take(&mut next.caught) } else { Vec::new() };
            *next = NextRound { open: next.open, charges: Vec::new(), caught, ..NextRound::default() };
        }));
        result = result.change(alter(*unit, |hits: &mut Hits| hits.charging = 0));
        if field.touches_enemy(*unit) {
            result = result.change(alter(*unit, |acts: &mut Acts| acts.fought = true));
        }
    }
    result = result.change(alter_one(|declared: &mut Declared| *declared = Declared::default()));
    let after = After { units: units.clone(), winner, difference, round: job.round };
    let mut suffering: Vec<UnitId> = units.clone();
    suffering.sort_by_key(|unit| (field.0.side_of(*unit) != takes_off, *unit));
    let effects = effects.fact(result).push(after);
    suffering.into_iter().rev().fold(effects, |effects, unit| {
        let hits = fought.taken(&set_up.blows, unit);
        if hits == 0 { effects } else { effects.push(Suffers { unit, hits, drives: false, volley: false }) }
    })
}

/// Who takes off stands first after a draw: a die each, the lower one; the active side where the dice are equal, or where it
/// makes no difference because one side at least has no choice.
fn lower_die(
    field: Battlefield,
    roll: &mut impl Roll,
    units: &[UnitId],
    hits: impl Fn(UnitId) -> u16,
) -> Result<Side, NeedDice> {
    let active = field.0.clock().side.unwrap_or(Side::North);
    let chooses = |unit: &UnitId| {
        let stands = field.feet(*unit).len();
        let (lost, _) = taken(field.hits(*unit).left, hits(*unit), field.troop(*unit).kind.hits, stands);
        lost > 0 && usize::from(lost) < stands
    };
    let both = Side::BOTH.iter().all(|side| units.iter().any(|of| field.0.side_of(*of) == *side && chooses(of)));
    if !both {
        return Ok(active);
    }
    let mut die = |side| roll.die(Die::d6(side, None, Word("takes-off-first")));
    let [north, south] = [die(Side::North)?, die(Side::South)?];
    Ok(match north.cmp(&south) {
        Ordering::Less => Side::North,
        Ordering::Greater => Side::South,
        Ordering::Equal => active,
    })
}

/// The first so many dice of those that were rolled.
fn shared(rolled: &mut Vec<Rolled>, count: usize) -> Vec<Rolled> {
    let (mut own, mut left) = (Vec::new(), count);
    while left > 0 && !rolled.is_empty() {
        let mut first = rolled.remove(0);
        let rest = first.faces.split_off(left.min(first.faces.len()));
        left -= first.faces.len();
        if !rest.is_empty() {
            rolled.insert(0, Rolled { faces: rest, ..first.clone() });
        }
        own.push(first);
    }
    own
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
