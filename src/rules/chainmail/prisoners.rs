//! Prisoners (10.6): when a unit surrenders each side rolls a die; some of its figures are taken and guarded, the rest are lost
//! from play. They get away when who guards them goes back, flees or is gone.

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::fighting::fighting;
use super::losses::gone;
use super::switches::Switch;
use crate::battle::{Arg, Change, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter_one};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::{Side, UnitId};

const RULE: Cite = Cite("C114");

/// Figures of a unit that were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prisoner {
    pub of: UnitId,
    /// Who guards them.
    pub by: UnitId,
    pub figures: u8,
    /// They have got away.
    pub escaped: bool,
}

/// All who were taken, in order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prisoners(pub Vec<Prisoner>);

/// A job: a unit surrenders to those who stand round it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Surrenders {
    pub unit: UnitId,
    pub takers: Vec<UnitId>,
}

impl Job for Surrenders {
    const NAME: &'static str = "chainmail.surrenders";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(surrenders, self, world)
    }
}

/// Who take whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Foot takes foot, horse takes horse, or both together take somebody: the winner's die.
    Alike,
    /// The winner's die less the loser's.
    FootTakesHorse,
    /// Both dice.
    HorseTakesFoot,
}

impl Takes {
    fn of(winners: &[bool], loser: bool) -> Takes {
        match (winners.iter().all(|mounted| *mounted), winners.iter().any(|mounted| *mounted), loser) {
            (true, _, false) => Takes::HorseTakesFoot,
            (_, false, true) => Takes::FootTakesHorse,
            _ => Takes::Alike,
        }
    }

    /// How many are taken by those two dice, of so many who are left.
    pub fn taken(self, winner: u8, loser: u8, left: u8) -> u8 {
        let figures = match self {
            Takes::Alike => winner,
            Takes::FootTakesHorse => winner.saturating_sub(loser),
            Takes::HorseTakesFoot => winner + loser,
        };
        figures.min(left)
    }
}

/// How many guards so many prisoners need.
pub fn guards_of(prisoners: u8) -> u8 {
    prisoners.div_ceil(fighting().guarded.max(1))
}

/// Prisoners that a unit guards.
pub fn held(field: Battlefield, unit: UnitId) -> u8 {
    let all = &field.0.battle_state::<Prisoners>().0;
    all.iter().filter(|of| of.by == unit && !of.escaped).map(|of| of.figures).fold(0, u8::saturating_add)
}

/// Its figures that guard them and do not fight.
pub fn guards(field: Battlefield, unit: UnitId) -> u16 {
    guards_of(held(field, unit)).into()
}

/// The change by which those whom a unit guards get away; none where it guards nobody.
pub fn escape(field: Battlefield, unit: UnitId) -> Option<Change> {
    let free = move |prisoners: &mut Prisoners| {
        prisoners.0.iter_mut().filter(|of| of.by == unit).for_each(|of| of.escaped = true);
    };
    (held(field, unit) > 0).then(|| alter_one(free))
}

/// Half points that a side has back because prisoners have got away: half of theirs.
pub fn back(field: Battlefield, side: Side) -> i64 {
    let all = &field.0.battle_state::<Prisoners>().0;
    let got_away = |of: &&Prisoner| of.escaped || !field.0.on_table(of.by);
    let own = all.iter().filter(|of| field.0.side_of(of.of) == side).filter(got_away);
    own.map(|of| i64::from(field.troop(of.of).half_points) * i64::from(of.figures) / 2).sum()
}

pub fn surrenders(InRef(job): InRef<Surrenders>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    let lost = gone(field, unit, Cite("C101"), Word("surrendered"));
    let lost = match escape(field, unit) {
        Some(change) => lost.change(change),
        None => lost,
    };
    let there = |taker: &&UnitId| field.0.on_table(**taker) && field.flight(**taker).is_none();
    let takers: Vec<UnitId> = job.takers.iter().filter(there).copied().collect();
    let takes = |taker: &UnitId| !field.kind(*taker).no_prisoners && !field.kind(*taker).is_machine();
    let Some(by) = takers.iter().copied().find(takes).filter(|_| field.plays(Switch::Prisoners)) else {
        return Effects::pop().fact(lost);
    };
    let side = field.0.side_of(by);
    let mut roller = dice.roller();
    let mut die = |side, unit| roller.die(Die::d6(side, Some(unit), Word("prisoners")));
    let faces = die(side, by).and_then(|winner| Ok((winner, die(side.other(), unit)?)));
    let (winner, loser) = match faces {
        Ok(faces) => faces,
        Err(need) => return Effects::need(need),
    };
    let mounted: Vec<bool> = takers.iter().map(|taker| field.mounted(*taker)).collect();
    let figures = Takes::of(&mounted, field.mounted(unit)).taken(winner, loser, field.figures(unit));
    let tally = |face: u8| Tally::default().with(Word("die"), face.into(), RULE);
    let fact = Fact::new(RULE, Narration::Said(Word("takes-prisoners")))
        .word(Word("who"), Arg::Of(Ref::Unit(by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(unit)))
        .word(Word("killed"), Arg::Measured(Measured::Count(figures.into())))
        .dice(roller.rolled())
        .tally(tally(winner))
        .tally(tally(loser));
    let fact = if figures == 0 {
        fact
    } else {
        let taken = Prisoner { of: unit, by, figures, escaped: false };
        fact.change(alter_one(move |prisoners: &mut Prisoners| prisoners.0.push(taken)))
    };
    Effects::pop().fact(fact).fact(lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C114: winner 5, loser 3: like takes like 5, foot takes horse 2, horse takes foot 8; no more than are left; 8 need 2 guards.
    #[test]
    fn prisoners_go_by_both_dice() {
        let of = |winner: &[bool], loser| Takes::of(winner, loser).taken(5, 3, 20);
        assert_eq!([of(&[false], false), of(&[true], true), of(&[true, false], false)], [5, 5, 5]);
        assert_eq!([of(&[false], true), of(&[true], false)], [2, 8]);
        assert_eq!(Takes::FootTakesHorse.taken(2, 5, 20), 0);
        assert_eq!(Takes::HorseTakesFoot.taken(5, 3, 6), 6);
        assert_eq!([1, 5, 6, 8, 10].map(guards_of), [1, 1, 2, 2, 2]);
    }
}
