//! Where a deployment puts stands and characters, and whether they may stand there (A4): wholly in their zone, off ground
//! closed to them, in any formation.

use bevy::math::Vec2;

use super::SET_UP;
use crate::battle::{Action, Arg, Mark, Ref, Refusal, placing};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::formation::{Formation, drawn_up, one_body, stand_count, stands_overlap};
use crate::rules::ancientmaster::muster::middle;
use crate::rules::ancientmaster::state::Listed;
use crate::rules::ancientmaster::terrain::may_enter;
use crate::table::measure::overlap;
use crate::table::{Footprint, Mil, Place, Placement, Pose};

/// The values of a deployment that list who is in column and who in line; others are as their file has them.
pub const COLUMN: Word = Word("column");
pub const LINE: Word = Word("line");
/// The value that lists the characters who are with the unit that they touch.
pub const JOINED: Word = Word("joined");

/// Where somebody would stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Stands {
    pub unit: UnitId,
    pub placement: Placement,
    /// The unit that a character is with.
    pub with: Option<UnitId>,
}

/// How deep a side's zone is: the armies begin so far apart (A4, W78).
pub fn depth(field: Battlefield) -> Mil {
    Mil::measured(((field.0.ground().depth - tables().setup.apart.inches()) / 2.0).max(0.0))
}

/// The drawing of a side's zone.
pub fn zone(field: Battlefield, side: Side) -> Mark {
    placing::zone(&field.0, side, depth(field), Mil::ZERO)
}

/// Those of some units that may be in line or in column.
pub fn can_be_in(field: Battlefield, units: impl Iterator<Item = UnitId>) -> Vec<Ref> {
    units.filter(|unit| field.unit(*unit).is_some_and(|troop| troop.kind.stands > 1)).map(Ref::Unit).collect()
}

/// How a unit of stands is drawn up at a place: in that formation, or as its file has it.
pub fn drawn(field: Battlefield, unit: UnitId, place: Place, formation: Option<Formation>) -> Placement {
    let (size, pose) = (field.size(unit), place.pose());
    let listed = field.0.get::<Listed>(unit).map(|listed| &listed.placement).filter(|listed| listed.is_on());
    let stands = field.unit(unit).map_or(1, |troop| usize::from(troop.kind.stands) - usize::from(field.lost(unit)));
    match (formation, listed) {
        (None, Some(listed)) => listed.with_pose(pose, size),
        (formation, _) => Placement::Loose(drawn_up(size, formation.unwrap_or(Formation::Line), pose, stands)),
    }
}

/// Where an action puts a side's units, each at one place or stand by stand, and its characters.
///
/// # Errors
/// A refusal for who is nobody of that side's, or is placed twice, or for stands that are missing.
pub fn stands(field: Battlefield, side: Side, action: &Action) -> Result<Vec<Stands>, Refusal> {
    let refuse = |says: &'static str, who: Ref| Refusal::new(SET_UP, Word(says)).of(who);
    let mut placed: Vec<Stands> = Vec::new();
    let mut single: Vec<(UnitId, Vec<(u8, Pose)>)> = Vec::new();
    let mut known: Vec<Ref> = Vec::new();
    for (who, place) in action.places() {
        let others = || Refusal::places_own(SET_UP, *who, side);
        let (Ref::Unit(unit) | Ref::Base(unit, _)) = *who else { return Err(others()) };
        if field.0.side_of(unit) != side {
            return Err(others());
        }
        if known.contains(who) {
            return Err(refuse("placed-twice", *who));
        }
        known.push(*who);
        match *who {
            Ref::Base(_, base) => match single.iter_mut().find(|(of, _)| *of == unit) {
                Some((_, stands)) => stands.push((base, place.pose())),
                None => single.push((unit, vec![(base, place.pose())])),
            },
            _ if field.leader(unit).is_some() => {
                placed.push(Stands { unit, placement: Placement::Token(place.pose().at), with: None });
            }
            _ => {
                let named = [(COLUMN, Formation::Column), (LINE, Formation::Line)];
                let formation = named.into_iter().find(|(name, _)| action.refs(*name).contains(who));
                let placement = drawn(field, unit, *place, formation.map(|(_, formation)| formation));
                placed.push(Stands { unit, placement, with: None });
            }
        }
    }
    for (unit, mut stands) in single {
        stands.sort_by_key(|(base, _)| *base);
        let all = field.unit(unit).map_or(0, |troop| usize::from(troop.kind.stands) - usize::from(field.lost(unit)));
        let whole = stands.len() == all && stands.iter().enumerate().all(|(n, (base, _))| n == usize::from(*base));
        if stands.len() != all {
            return Err(stand_count(SET_UP, unit, stands.len(), all));
        }
        if !whole || placed.iter().any(|of| of.unit == unit) {
            return Err(refuse("placed-twice", Ref::Unit(unit)));
        }
        let poses = stands.into_iter().map(|(_, pose)| pose).collect();
        placed.push(Stands { unit, placement: Placement::Loose(poses), with: None });
    }
    for who in action.refs(JOINED) {
        let Ref::Unit(leader) = *who else { return Err(refuse("joins-nobody", *who)) };
        let at = placed.iter().find(|of| of.unit == leader && field.leader(leader).is_some());
        let at = at.and_then(|of| of.placement.point()).ok_or_else(|| refuse("joins-nobody", *who))?;
        let with = touched(field, side, at, &placed).ok_or_else(|| refuse("joins-nobody", *who))?;
        let others = placed.iter().filter(|of| of.with == Some(with)).count() + field.joined_to(with).len();
        if others >= tables().character.share {
            return Err(refuse("unit-has-two", Ref::Unit(with)));
        }
        let prints = prints_of(field, with, &placed);
        for of in placed.iter_mut().filter(|of| of.unit == leader) {
            of.with = Some(with);
            of.placement = Placement::Token(middle(&prints).unwrap_or(at));
        }
    }
    Ok(placed)
}

/// The stands of a unit that is placed now or stands already.
fn prints_of(field: Battlefield, unit: UnitId, placed: &[Stands]) -> Vec<Footprint> {
    match placed.iter().find(|of| of.unit == unit) {
        Some(of) => of.placement.footprints(field.size(unit)).to_vec(),
        None => field.prints(unit),
    }
}

/// The unit of a side that a character's point touches, the nearest.
fn touched(field: Battlefield, side: Side, at: Vec2, placed: &[Stands]) -> Option<UnitId> {
    let touch = tables().character.touch.inches();
    let own = field.0.roster().of(side).filter(|unit| field.unit(*unit).is_some());
    let far = |unit: UnitId| {
        prints_of(field, unit, placed).iter().map(|print| print.nearest_to(at).distance(at)).reduce(f32::min)
    };
    let near = own.filter_map(|unit| Some((unit, far(unit)?))).filter(|(_, far)| *far <= touch);
    near.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|(unit, _)| unit)
}

/// Checks where a side's stands and characters would stand.
///
/// # Errors
/// The first violation.
pub fn check(field: Battlefield, side: Side, placed: &[Stands]) -> Result<(), Refusal> {
    let own: Vec<UnitId> = placed.iter().map(|of| of.unit).collect();
    let mut stand: Vec<(UnitId, Footprint)> = Vec::new();
    let there = field.0.layout().feet().iter().filter(|foot| !own.contains(&foot.unit));
    stand.extend(there.map(|foot| (foot.unit, foot.print)));
    for of in placed {
        let unit = of.unit;
        if let Placement::Token(at) = of.placement {
            if !field.0.ground().has(at) {
                return Err(placing::off_table(&field.0, unit, &[at], SET_UP));
            }
            placing::check_zone(&field.0, unit, &[at], depth(field), SET_UP)?;
            let sort = field.leader(unit).map(|leader| leader.sort());
            if let Some(piece) = field.0.ground().at(at).find(|piece| sort.is_some_and(|sort| !may_enter(sort, piece)))
            {
                return Err(closed(unit, Ref::Terrain(piece.id)));
            }
            continue;
        }
        let prints = of.placement.footprints(field.size(unit)).to_vec();
        if !one_body(&prints) {
            return Err(Refusal::new(SET_UP, Word("apart")).of(Ref::Unit(unit)));
        }
        for (n, print) in prints.iter().enumerate() {
            fits(field, side, unit, print)?;
            let over = |other: &Footprint| overlap(print, other);
            if let Some(other) = prints[..n].iter().position(over) {
                return Err(stands_overlap(SET_UP, unit, n, other));
            }
            if let Some((other, _)) = stand.iter().find(|(_, other)| over(other)) {
                let why = Refusal::new(SET_UP, Word("overlaps")).of(Ref::Unit(unit));
                return Err(why.word(Word("other"), Arg::Of(Ref::Unit(*other))));
            }
        }
        stand.extend(prints.into_iter().map(|print| (unit, print)));
    }
    Ok(())
}

fn closed(unit: UnitId, piece: Ref) -> Refusal {
    Refusal::new(SET_UP, Word("may-not-stand")).of(Ref::Unit(unit)).word(Word("terrain"), Arg::Of(piece))
}

fn fits(field: Battlefield, side: Side, unit: UnitId, print: &Footprint) -> Result<(), Refusal> {
    let corners = print.corners();
    debug_assert_eq!(field.0.side_of(unit), side, "a side places its own");
    if !field.0.ground().holds(print) {
        return Err(placing::off_table(&field.0, unit, &corners, SET_UP));
    }
    placing::check_zone(&field.0, unit, &corners, depth(field), SET_UP)?;
    let sort = field.troop(unit).sort();
    match field.0.ground().under(print).find(|piece| !may_enter(sort, piece)) {
        Some(piece) => Err(closed(unit, Ref::Terrain(piece.id))),
        None => Ok(()),
    }
}
