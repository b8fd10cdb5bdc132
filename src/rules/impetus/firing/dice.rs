//! How many dice a shot has (10.2, 10.4).

use super::sight::{LineOfFire, distance};
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Tally, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::{Cells, Tag, Weapon, tables};
use crate::rules::impetus::switches::Switch;
use crate::rules::impetus::{going, group};
use crate::table::measure::{foremost, nearest_points};
use crate::table::{Footprint, Mil};

const DICE: Cite = Cite("I31");
const BANDS: Cite = Cite("I32");
const OWN_RANGE: Cite = Cite("I52");
const LEAST_RANGE: Cite = Cite("I53");
const MOVED: Cite = Cite("I54");
const DISORDERED: Cite = Cite("I55");
const INDIRECT: Cite = Cite("I56");
const ELUSIVE: Cite = Cite("I57");
const WOOD_EDGE: Cite = Cite("I58");
const WAGENBURG: Cite = Cite("I59");
const CHARIOT: Cite = Cite("I61");
const DEPTH: Cite = Cite("I62");
const PAVISE: Cite = Cite("16");
const POINT_BLANK: Cite = Cite("X9");

/// The farthest that a unit's weapon reaches; 0 without one.
pub fn reach(field: Battlefield, unit: UnitId) -> Mil {
    let Some(weapon) = field.troop(unit).weapon else { return Mil::ZERO };
    let ranges = field.ranges();
    let bands = [(ranges.short, weapon.short), (ranges.long, weapon.long), (ranges.extreme, weapon.extreme)];
    let shoots = |cells: &Cells| cells.foot.is_some() || cells.mounted.is_some();
    let far = bands.iter().filter(|(_, cells)| shoots(cells)).map(|(range, _)| range.mil()).max().unwrap_or_default();
    weapon.most.map_or(far, |most| most.mil().min(far))
}

/// The number in the firing table for a weapon at that distance. For a column it depends on whether its first unit is
/// foot or mounted.
///
/// # Errors
///
/// When the table allows no shot, or the weapon does not reach.
pub fn cell(field: Battlefield, unit: UnitId, at: UnitId, distance: Mil) -> Result<i32, Refusal> {
    let refuse = |cite, says: &'static str| {
        Refusal::new(cite, Word(says)).of(Ref::Unit(unit)).word(Word("enemy"), Arg::Of(Ref::Unit(at)))
    };
    let Some(weapon) = field.troop(unit).weapon else { return Err(refuse(DICE, "shoots-nothing")) };
    let (ranges, within) = (field.ranges(), tables().within.mil());
    let measured = Measured::Length(distance);
    if let Some(most) = weapon.most.map(|m| m.mil())
        && distance > most + within
    {
        return Err(refuse(OWN_RANGE, "out-of-range-of").above(measured, Measured::Length(most)));
    }
    if let Some(least) = weapon.least.map(|m| m.mil())
        && distance + within < least
    {
        return Err(refuse(LEAST_RANGE, "too-near-to-shoot").below(measured, Measured::Length(least)));
    }
    let bands = [(ranges.short, weapon.short), (ranges.long, weapon.long), (ranges.extreme, weapon.extreme)];
    let Some((_, cells)) = bands.iter().find(|(range, _)| distance <= range.mil() + within) else {
        return Err(refuse(BANDS, "out-of-range-of").above(measured, Measured::Length(ranges.extreme.mil())));
    };
    let mounted = field.kind(at).mounted;
    let column = |cells: &Cells| if mounted { cells.mounted } else { cells.foot };
    if let Some(cell) = column(cells) {
        return Ok(cell);
    }
    let reach = bands.iter().filter(|(_, cells)| column(cells).is_some()).map(|(range, _)| range.mil()).max();
    let reach = reach.unwrap_or_default();
    Err(refuse(BANDS, "out-of-range-of").above(measured, Measured::Length(reach)))
}

/// The whole sum of a shot.
pub fn tally(field: Battlefield, unit: UnitId, at: UnitId, cell: i32, moved: bool, line: LineOfFire) -> Tally {
    let numbers = &tables().firing;
    let mut tally = Tally::default().with(Word("vbu"), field.vbu(unit).front, DICE).with(Word("table"), cell, DICE);
    let mut add = |is: bool, what: &'static str, value: i32, cite: Cite| {
        if is {
            tally.add(Word(what), value, cite);
        }
    };
    let artillery = field.troop(unit).weapon.is_some_and(|w| w.artillery);
    let it = field.kind(at);
    let ranges = field.ranges();
    add(point_blank(field, unit, at), "point-blank", ranges.point_blank_more, POINT_BLANK);
    add(moved, "moving", ranges.moved, if field.plays(Switch::Ranges) { POINT_BLANK } else { MOVED });
    add(field.disordered(unit), "disordered", numbers.disordered, DISORDERED);
    add(line.over, "indirect", numbers.indirect, INDIRECT);
    add(it.elusive, "elusive", numbers.elusive, ELUSIVE);
    add(in_wood_edge(field, unit, at), "wood-edge", numbers.wood_edge, WOOD_EDGE);
    add(it.wagenburg && !artillery, "wagenburg", numbers.wagenburg, WAGENBURG);
    let stands = it.chariot.is_some() && !field.stance(at).in_motion;
    add(stands, "stationary-chariot", numbers.stationary_chariot, CHARIOT);
    add(behind_pavise(field, unit, at), "pavise", numbers.pavise, PAVISE);
    add(artillery && is_deep(field, at), "depth", numbers.artillery_at_depth, DEPTH);
    tally
}

/// Whether a target is at point-blank range, where the shot is better than at short range; only for weapons that reach
/// farther.
fn point_blank(field: Battlefield, unit: UnitId, at: UnitId) -> bool {
    let near = field.ranges().point_blank.mil();
    let reaches = |w: &Weapon| w.most.is_none_or(|most| most.mil() > near);
    field.plays(Switch::Ranges)
        && field.troop(unit).weapon.is_some_and(reaches)
        && distance(field, unit, at).is_some_and(|way| way <= near + tables().within.mil())
}

/// Whether a target in the edge of a wood is visible through it (D23).
fn in_wood_edge(field: Battlefield, unit: UnitId, at: UnitId) -> bool {
    let it = field.print(at);
    let (from, to) = nearest_points(&field.print(unit), &it);
    let hides = |p: &crate::table::Piece| going::kind(p).is_some_and(|k| k.hides);
    let inside = field.0.ground().under(&it).any(hides);
    // The line ends at the target's nearest point; the wood may begin slightly beyond it.
    let beyond = to + (it.centre - to).normalize_or_zero() * tables().touch.inches();
    inside && (field.0.ground().length_inside(from, to, hides) > 0.0 || field.0.ground().at(beyond).any(hides))
}

fn behind_pavise(field: Battlefield, unit: UnitId, at: UnitId) -> bool {
    field.troop(at).has(Tag::Pavise) && foremost(&field.print(at), &field.print(unit)).0 > Mil::ZERO
}

/// Whether the target is deep against artillery: two-deep pikes, a group in column, or a wagenburg (D30).
fn is_deep(field: Battlefield, at: UnitId) -> bool {
    (field.troop(at).has(Tag::Pikes) && field.deep(at)) || field.kind(at).wagenburg || in_column(field, at)
}

fn in_column(field: Battlefield, at: UnitId) -> bool {
    let friends: Vec<(UnitId, Footprint)> = field.side(field.0.side_of(at)).map(|u| (u, field.print(u))).collect();
    let file = |a: &Footprint, b: &Footprint| group::behind(a, b) || group::behind(b, a);
    let beside = |a: &Footprint, b: &Footprint| {
        a.heading.between(b.heading) <= tables().group.facing.0 && (group::beside(a, b) || group::beside(b, a))
    };
    let chains = crate::table::formation::groups(friends.len(), |a, b| file(&friends[a].1, &friends[b].1));
    let Some(chain) = chains.into_iter().find(|c| c.iter().any(|n| friends[*n].0 == at)) else { return false };
    let alone = |n: &usize| !friends.iter().any(|(u, other)| *u != friends[*n].0 && beside(&friends[*n].1, other));
    chain.len() > 1 && chain.iter().all(alone)
}
