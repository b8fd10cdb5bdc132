//! Routs (3, 15.9): a unit leaves the table, its VD is lost, and whoever stands behind it is shaken.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::charge::parted;
use super::contest;
use super::data::tables;
use super::loss::harmed;
use super::state::{Armies, Vbu};
use crate::battle::{Effects, Fact, Job, Narration, Ref, Truth, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::measure::side;
use crate::table::{Footprint, Placement};

const BEHIND: Cite = Cite("15.9");
const LOST: Cite = Cite("3");
const LARGE: Cite = Cite("4");
const DISMAYED: Cite = Cite("X2");

crate::word_enum! {
    /// What becomes of a unit that is routed.
    pub enum Fate {
        Broken = "broken",
        /// It was beaten with somebody behind it.
        Destroyed = "destroyed",
        /// Off the table.
        Fled = "fled",
        /// It strikes once.
        Spent = "spent",
        /// Artillery that was charged.
        Overrun = "overrun",
        /// Skirmishers that were charged.
        Dispersed = "dispersed",
        /// Skirmishers that did not get away.
        Caught = "caught",
        /// Its command has lost half of its value.
        CommandRouted = "command-routed",
        /// Its side found no place for it.
        LeftOut = "left-out",
    }
}

/// A job: a unit is routed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rout {
    pub unit: UnitId,
    pub how: Fate,
    pub cite: Cite,
    /// Whether it shakes the friend behind it, because it was routed in melee.
    pub chain: bool,
}

/// A job: the rear unit of a large unit is lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RearGone {
    pub unit: UnitId,
}

/// A job: an army has lost a general of a sort whose loss hurts all its units (X2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dismay {
    pub side: Side,
    pub loss: i32,
}

impl Job for Dismay {
    const NAME: &'static str = "impetus.dismay";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(dismay, self, world)
    }
}

impl Job for Rout {
    const NAME: &'static str = "impetus.rout";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rout, self, world)
    }
}

impl Job for RearGone {
    const NAME: &'static str = "impetus.rear-gone";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(rear_gone, self, world)
    }
}

/// Takes it off the table.
pub fn rout(InRef(job): InRef<Rout>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    // A unit that its side did not deploy was never on the table.
    if !field.0.on_table(job.unit) && field.vbu(job.unit).total() == 0 {
        return Effects::pop();
    }
    let shaken = if job.chain { behind(field, job.unit) } else { Vec::new() };
    let gone = Narration::Gone { of: Ref::Unit(job.unit), how: job.how.word() };
    let fact = Fact::new(job.cite, gone).change(put(job.unit, Placement::Off)).change(put(job.unit, Vbu::default()));
    let fact = parted(field, job.unit).into_iter().fold(fact, Fact::change);
    let constituents = if field.vbu(job.unit).rear > 0 { 2 } else { 1 };
    let mut effects = Effects::pop().fact(fact).fact(demoralised(field, job.unit, constituents, true));
    let side = field.0.side_of(job.unit);
    let army = field.army(side);
    let led = army.general == Some(job.unit) && !army.general_lost;
    if let Some(sort) = field.sort_of_general(side).filter(|sort| led && sort.dismay > 0) {
        effects = effects.push(Dismay { side, loss: sort.dismay });
    }
    for friend in shaken {
        effects = effects.fact(harmed(field, friend, tables().rout.loss, BEHIND));
        let left = field.vbu(friend);
        if left.rear > 0 && left.less(tables().rout.loss).rear == 0 {
            effects = effects.push(RearGone { unit: friend });
        }
        if left.less(tables().rout.loss).total() == 0 {
            effects = effects.push(Rout { unit: friend, how: Fate::Broken, cite: BEHIND, chain: false });
        }
    }
    effects
}

/// Every unit of the army loses VBU.
pub fn dismay(InRef(job): InRef<Dismay>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut effects = Effects::pop();
    for unit in field.side(job.side) {
        let (before, after) = (field.vbu(unit), field.vbu(unit).less(job.loss));
        let told =
            Narration::Counted { of: Ref::Unit(unit), what: Word("vbu"), from: before.total(), to: after.total() };
        effects = effects.fact(Fact::new(DISMAYED, told).says(Word("dismayed")).change(put::<Vbu>(unit, after)));
        if before.rear > 0 && after.rear == 0 {
            effects = effects.push(RearGone { unit });
        }
        if after.total() == 0 {
            effects = effects.push(Rout { unit, how: Fate::Broken, cite: DISMAYED, chain: false });
        }
    }
    effects
}

/// A large unit has lost its rear: it stands one deep, and its VD counts as lost (D7).
pub fn rear_gone(InRef(job): InRef<RearGone>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Placement::Block { pose, .. } = *field.0.placement(job.unit) else {
        return Effects::pop().fact(demoralised(field, job.unit, 1, false));
    };
    let told = Narration::Marked { of: Ref::Unit(job.unit), what: Word("deep"), on: false };
    let fact = Fact::new(LARGE, told).change(put(job.unit, Placement::block(pose, 1, 1)));
    Effects::pop().fact(fact).fact(demoralised(field, job.unit, 1, false))
}

/// The fact that an army has lost the VD of so many units, and perhaps its general.
fn demoralised(field: Battlefield, unit: UnitId, constituents: i32, leads: bool) -> Fact {
    let side = field.0.side_of(unit);
    let army = field.army(side);
    let vd = field.troop(unit).vd * constituents;
    let led = leads && army.general == Some(unit);
    let told = Narration::Counted { of: Ref::Side(side), what: Word("vd-lost"), from: army.lost, to: army.lost + vd };
    let says = if led && !army.general_lost { Word("vd-and-general-lost") } else { Word("vd-lost") };
    let fact = Fact::new(LOST, told).says(says).change(alter_one(move |armies: &mut Armies| {
        let army = armies.of_mut(side);
        army.lost += vd;
        army.general_lost |= led;
    }));
    match contest::after_loss(field, unit, vd, leads) {
        Some(command) => fact.change(command),
        None => fact,
    }
}

/// The friends directly behind a unit that is routed in melee (D44); skirmishers in front shake nobody.
fn behind(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    if field.kind(unit).skirmisher {
        return Vec::new();
    }
    let print = field.print(unit);
    let friends = field.side(field.0.side_of(unit)).filter(|u| *u != unit);
    friends.filter(|u| is_behind(&print, &field.print(*u))).collect()
}

/// Whether the other's front edge lies within reach of the rear edge, over at least half of the frontage.
fn is_behind(print: &Footprint, other: &Footprint) -> bool {
    let numbers = &tables().rout;
    let gap = -print.pose().local(other.front()).y - print.depth();
    let epsilon = tables().within.inches();
    let within = epsilon + 0.010_5;
    let [left, right] = other.edge(crate::table::Edge::Front).map(|end| side(print, end));
    let shared = left.max(right).min(print.half_width) - left.min(right).max(-print.half_width);
    let near = gap >= -within && gap <= numbers.behind.inches() + within;
    near && print.forward().dot(other.forward()) > 0.0 && shared + epsilon >= numbers.overlap * print.width()
}
