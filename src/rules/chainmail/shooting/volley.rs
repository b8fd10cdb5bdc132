//! One volley: what is known of it before the dice, the dice, and the sentence that tells it (7.1, 7.4, 8.3).

use super::ready::{firers, may_shoot};
use crate::battle::{Arg, Change, Fact, Measured, Narration, Ref, alter};
use crate::cite::{Cite, Tally, Word, intern};
use crate::dice::{Die, NeedDice, Roll, Rolled};
use crate::ids::{Side, UnitId};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::fire::{self, Moved, armour, groups};
use crate::rules::chainmail::numbers::{Armour, Weapon};
use crate::rules::chainmail::sight::{Cover, Sighted, cover, sighted, sighted_at};
use crate::rules::chainmail::state::Fired;
use crate::table::{Footprint, Mil};

/// A volley before its dice.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    pub by: UnitId,
    pub at: UnitId,
    pub side: Side,
    pub weapon: &'static Weapon,
    pub firers: u16,
    pub armour: &'static Armour,
    pub cover: Cover,
    pub over: bool,
    /// It must first beat a die of the target's.
    pub opposed: bool,
    /// How far it is, and the least face that kills, of arquebuses.
    pub single: Option<(Mil, u8)>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The two dice of who must be ready in time; none where nobody must.
    pub ready: Option<(u8, u8)>,
    pub killed: u16,
}

/// A unit's volley at another from where both stand.
pub fn planned(field: Battlefield, by: UnitId, at: UnitId) -> Option<Planned> {
    let line = sighted(field, by, at).ok()?;
    let opposed = may_shoot_opposed(field, by);
    of_line(field, by, at, &field.print(at), &line, opposed)
}

/// The same at a target that stands there.
pub fn planned_at(field: Battlefield, by: UnitId, at: UnitId, there: &Footprint) -> Option<Planned> {
    let line = sighted_at(field, by, at, there).ok()?;
    of_line(field, by, at, there, &line, false)
}

fn may_shoot_opposed(field: Battlefield, by: UnitId) -> bool {
    let weapon = field.troop(by).weapon;
    may_shoot(field, by).map_or_else(
        // All its volleys are named: what is asked of each is the same.
        |_| weapon.is_some_and(|weapon| fire::shots(weapon, super::moved(field, by)).1),
        |(_, opposed)| opposed,
    )
}

fn of_line(
    field: Battlefield,
    by: UnitId,
    at: UnitId,
    there: &Footprint,
    line: &Sighted,
    opposed: bool,
) -> Option<Planned> {
    let weapon = field.troop(by).weapon?;
    let group = armour(tables().armour(&field.kind(at).armour)?, line.over)?;
    let cover = if line.over { Cover::None } else { cover(field, at, there, line) };
    let single = (weapon.name == "arquebus").then(|| fire::arquebus(line.far)).flatten().map(|score| {
        let numbers = fighting();
        let stands = super::moved(field, by) == Moved::Not;
        let rests = stands && (field.troop(by).pavise || rests(field, by, line));
        let adds = if rests { numbers.rested } else { 0 }
            + match cover {
                Cover::None => 0,
                Cover::Half => numbers.half_cover,
                Cover::Overhead => numbers.overhead,
            };
        // A 1 always misses.
        (line.far, (i32::from(score) - adds).max(2) as u8)
    });
    let side = field.0.side_of(by);
    let firers = firers(field, by, line.edge);
    Some(Planned { by, at, side, weapon, firers, armour: group, cover, over: line.over, opposed, single })
}

/// Whether a unit rests its pieces on a rampart before it.
fn rests(field: Battlefield, by: UnitId, line: &Sighted) -> bool {
    crate::rules::chainmail::sight::behind_rampart(field, &field.print(by), line.to, line.from)
}

/// Rolls a volley.
///
/// # Errors
/// When a die is not known yet.
pub fn roll(dice: &mut impl Roll, plan: &Planned) -> Result<Struck, NeedDice> {
    let mut ready = None;
    if plan.opposed {
        let own = dice.die(Die::d6(plan.side, Some(plan.by), Word("ready")))?;
        let other = dice.die(Die::d6(plan.side.other(), Some(plan.at), Word("ready")))?;
        ready = Some((own, other));
        if own <= other {
            return Ok(Struck { ready, killed: 0 });
        }
    }
    let killed = match plan.single {
        Some((_, score)) => dice.pool(plan.firers, score, Die::d6(plan.side, Some(plan.by), Word("fire")))?,
        None => {
            let cover = plan.cover != Cover::None;
            fire::volley(dice, plan.weapon, plan.firers, plan.armour, cover, (plan.side, plan.by))?
        }
    };
    Ok(Struck { ready, killed })
}

/// The change by which a unit has spent a shot.
pub fn spent(unit: UnitId) -> Change {
    alter(unit, |fired: &mut Fired| fired.shots = fired.shots.saturating_add(1))
}

/// How a volley is told.
pub fn told(plan: &Planned, struck: &Struck, rolled: Vec<Rolled>) -> Fact {
    let in_time = struck.ready.is_none_or(|(own, other)| own > other);
    let covered = plan.cover != Cover::None;
    let says = match (in_time, plan.single.is_some(), plan.over, covered) {
        (false, ..) => "no-shot",
        (_, true, ..) => "shoots-singly",
        (_, _, true, _) => "shoots-over",
        (_, _, false, true) => "shoots-covered",
        _ if plan.weapon.thrown => "throws",
        _ => "shoots",
    };
    let sizes: Vec<String> = groups(plan.firers, plan.armour).iter().map(u16::to_string).collect();
    let count = |n: u16| Arg::Measured(Measured::Count(n.into()));
    let (far, score) = plan.single.unwrap_or((Mil::ZERO, 0));
    let cite = match (plan.single.is_some(), in_time) {
        (_, false) => "C58",
        (true, _) => "C77",
        _ => match plan.armour.name.as_str() {
            "unarmored" => "C67",
            "half" => "C68",
            _ => "C69",
        },
    };
    let reloads = plan.weapon.reloads && in_time;
    let mut fact = Fact::new(Cite(cite), Narration::Shot { from: Ref::Unit(plan.by), at: Ref::Unit(plan.at) })
        .says(Word(says))
        .word(Word("who"), Arg::Of(Ref::Unit(plan.by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(plan.at)))
        .word(Word("firers"), count(plan.firers))
        .word(Word("groups"), Arg::Key(Word(intern(&sizes.join(" + ")))))
        .word(Word("armour"), Arg::Word(Word(intern(&plan.armour.name))))
        .word(Word("killed"), count(struck.killed))
        .word(Word("score"), count(score.into()))
        .word(Word("measured"), Arg::Measured(Measured::Length(far)))
        .dice(rolled)
        .change(spent(plan.by));
    if plan.weapon.thrown {
        fact = fact.change(alter(plan.by, |fired: &mut Fired| fired.thrown = true));
    }
    if reloads {
        fact = fact.change(alter(plan.by, |fired: &mut Fired| fired.empty = true));
    }
    if let Some((own, other)) = struck.ready {
        let die = |face: u8| Tally::default().with(Word("die"), face.into(), Cite("C58"));
        fact = fact.tally(die(own)).tally(die(other));
    }
    fact
}
