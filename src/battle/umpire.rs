//! The umpire: what players settle by talk at a real table. A unit is put where both players say that it stands, or a
//! count that was forgotten is set. No rule does this, so it is told under the program's name; it stands in the journal
//! like any answer and can be taken back like one. It is available only where the battle grants it: players that come
//! over a wire never have it.

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use super::action::{Action, PLACES, Ref, Value};
use super::fact::{Fact, Narration};
use super::install::InPlay;
use super::placing;
use super::refusal::{Arg, Measured, Refusal, Ruling};
use super::state::{Change, put};
use super::view::View;
use crate::cite::{HOUSE, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Foot, Place, Placement};

/// The umpire's verb: `south: umpire hastati-1=(30, 20, 0)`, `hastati-1: umpire bp=2`.
pub const UMPIRE: Word = Word("umpire");

/// What of a unit an umpire may set, as its ruleset has it.
#[derive(Clone, Copy)]
pub struct Umpire {
    /// Its counts.
    pub counts: fn(&View, UnitId) -> Vec<Count>,
    /// The change that sets one of them.
    pub set: fn(&View, UnitId, Word, i32) -> Option<Change>,
    /// What else changes when a unit is picked up and put elsewhere: it is no longer in contact with anybody.
    pub lift: fn(&View, UnitId) -> Vec<Change>,
}

impl Umpire {
    /// For a ruleset whose units can be put elsewhere but have no counts to set.
    pub const PLAIN: Umpire = Umpire { counts: |_, _| Vec::new(), set: |_, _, _, _| None, lift: |_, _| Vec::new() };
}

/// A count of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its name, as a card has it.
    pub what: Word,
    /// What it is now.
    pub now: i32,
    /// The least that may be set.
    pub least: i32,
    /// The most that may be set.
    pub most: i32,
}

/// Whether the battle grants an umpire. Not part of the battle's state: a replay must grant it anew.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Granted(bool);

/// Allows umpire actions in this battle.
pub fn grant(world: &mut World) {
    world.insert_resource(Granted(true));
}

/// What the umpire does, as the judge sees it: where the unit would stand.
pub(super) fn judge(world: &World, side: Side, action: &Action) -> Result<Ruling, Refusal> {
    facts(world, side, action)?;
    let ends = action.places().iter().filter_map(|(of, place)| match of {
        Ref::Unit(unit) => Some((*unit, place.pose())),
        _ => None,
    });
    Ok(Ruling { ends: ends.collect(), ..Ruling::default() })
}

/// The facts of an umpire's action.
///
/// # Errors
///
/// When the battle grants no umpire, or the action is impossible.
pub(super) fn facts(world: &World, side: Side, action: &Action) -> Result<Vec<Fact>, Refusal> {
    if !world.get_resource::<Granted>().is_some_and(|granted| granted.0) {
        return Err(Refusal::new(HOUSE, Word("no-umpire")));
    }
    let view = View::umpire(world);
    match (&action.who[..], &action.with[..]) {
        ([Ref::Side(_)], [(PLACES, Value::Places(places))]) => match places[..] {
            [(of, place)] => moved(&view, side, of, place).map(|fact| vec![fact]),
            _ => Err(Refusal::new(HOUSE, Word("umpire-one"))),
        },
        ([Ref::Unit(unit)], [(what, Value::Whole(to))]) => counted(&view, *unit, *what, *to).map(|fact| vec![fact]),
        _ => Err(Refusal::new(HOUSE, Word("umpire-what"))),
    }
}

/// Puts a unit elsewhere in its formation, or one base of a loose unit: on the table, and overlapping nobody.
fn moved(view: &View, side: Side, of: Ref, place: Place) -> Result<Fact, Refusal> {
    let none = || Refusal::new(HOUSE, Word("no-such")).of(of);
    let (unit, base) = match of {
        Ref::Unit(unit) => (unit, None),
        Ref::Base(unit, base) => (unit, Some(base)),
        _ => return Err(none()),
    };
    if view.side_of(unit) != side {
        return Err(none());
    }
    let size = view.roster().base(unit);
    let to = place.pose();
    let (from, placement) = match (view.placement(unit), base) {
        (Placement::Loose(poses), Some(base)) => {
            let mut poses = poses.clone();
            let pose = poses.get_mut(usize::from(base)).ok_or_else(none)?;
            (Some(std::mem::replace(pose, to)), Placement::Loose(poses))
        }
        (_, Some(_)) => return Err(Refusal::new(HOUSE, Word("umpire-block")).of(of)),
        (Placement::Token(_), None) => (view.pose(unit), Placement::Token(to.at)),
        (_, None) => (view.pose(unit), view.placement_at(unit, to)),
    };
    let from = from.ok_or_else(none)?;
    // Of a unit all bases are put down, and may lie on each other as they did; of one base, that one.
    let put_down = |n: usize| base.is_none_or(|base| usize::from(base) == n);
    let prints = placement.footprints(size);
    for (_, print) in prints.iter().enumerate().filter(|(n, _)| put_down(*n)) {
        if !view.ground().holds(print) {
            return Err(placing::off_table(view, unit, &print.corners(), HOUSE));
        }
        let is_lifted = |foot: &Foot| foot.unit == unit && base.is_none_or(|base| foot.base == base);
        if let Some(other) = view.layout().overlapping(print).find(|foot| !is_lifted(foot)) {
            let refusal = Refusal::new(HOUSE, Word("stands-there")).of(of);
            return Err(refusal.word(Word("other"), Arg::Of(Ref::Unit(other.unit))));
        }
    }
    let told = Narration::Moved { who: vec![of], along: vec![vec![from, to]] };
    let fact = Fact::new(HOUSE, told).says(Word("umpire-puts")).change(put(unit, placement));
    let ruleset = view.battle_state::<InPlay>().0;
    Ok((ruleset.umpire.lift)(view, unit).into_iter().fold(fact, Fact::change))
}

/// Sets a count, within the limits that the ruleset gives it.
fn counted(view: &View, unit: UnitId, what: Word, to: i32) -> Result<Fact, Refusal> {
    let umpire = view.battle_state::<InPlay>().0.umpire;
    if !view.on_table(unit) {
        return Err(Refusal::new(HOUSE, Word("no-such")).of(Ref::Unit(unit)));
    }
    let none = || Refusal::new(HOUSE, Word("umpire-what"));
    let count = (umpire.counts)(view, unit).into_iter().find(|count| count.what == what).ok_or_else(none)?;
    let out = || Refusal::new(HOUSE, Word("out-of-range")).of(Ref::Unit(unit)).word(Word("key"), Arg::Word(what));
    if to < count.least {
        return Err(out().below(Measured::Count(to), Measured::Count(count.least)));
    }
    if to > count.most {
        return Err(out().above(Measured::Count(to), Measured::Count(count.most)));
    }
    let change = (umpire.set)(view, unit, what, to).ok_or_else(none)?;
    let told = Narration::Counted { of: Ref::Unit(unit), what, from: count.now, to };
    Ok(Fact::new(HOUSE, told).says(Word("umpire-sets")).change(change))
}
