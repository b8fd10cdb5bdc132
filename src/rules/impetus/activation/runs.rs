//! The straight part of a move (8.1, 8.3): how far each unit goes, and whom it runs into.

use super::order::stops_in_charge;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::charge;
use crate::rules::impetus::path::{Path, TOO_NEAR};
use crate::table::{Footprint, Mil};

const GROUP_CHARGE: Cite = Cite("I98");

/// The straight way of one of the units that move together.
pub fn path<'a, 'w>(field: Battlefield<'w>, units: &'a [UnitId], n: usize, from: &Footprint) -> Path<'a, 'w> {
    Path { field, unit: units[n], from: *from, along: from.forward(), mates: units, ended: &[] }
}

/// The units' indices, the unit farthest ahead first.
pub fn foremost_first(prints: &[Footprint]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..prints.len()).collect();
    let along = prints.first().map_or(bevy::math::Vec2::Y, Footprint::forward);
    order.sort_by(|a, b| prints[*b].centre.dot(along).total_cmp(&prints[*a].centre.dot(along)).then(a.cmp(b)));
    order
}

/// How far each unit may go of what was ordered. Only a unit that runs into an enemy may go farther than the reach of a
/// move (X8).
pub fn lengths(field: Battlefield, units: &[UnitId], prints: &[Footprint], ahead: Mil, reach: Mil) -> Vec<Mil> {
    let charges = |n: usize| ahead <= reach || path(field, units, n, &prints[n]).meeting(ahead).is_some();
    (0..units.len()).map(|n| if charges(n) { ahead } else { reach }).collect()
}

/// Shortens the ways of units that stop though others of their group go on into contact (D47).
///
/// # Errors
///
/// When the group charges nobody, or a unit would stop before contact is made or beyond where all go.
pub fn stop(
    field: Battlefield,
    units: &[UnitId],
    prints: &[Footprint],
    lengths: &mut [Mil],
    stops: &[(UnitId, Mil)],
) -> Result<(), Refusal> {
    if stops.is_empty() {
        return Ok(());
    }
    let met = (0..units.len()).filter_map(|n| path(field, units, n, &prints[n]).meeting(lengths[n]));
    let first = met.map(|met| met.at).min();
    for (unit, at) in stops {
        let refusal = |says| Refusal::new(GROUP_CHARGE, Word(says)).of(Ref::Unit(*unit));
        let Some(first) = first else { return Err(stops_in_charge(*unit)) };
        let whole = units.iter().zip(&mut *lengths).find(|(u, _)| *u == unit).map(|(_, length)| length);
        let Some(length) = whole else { return Err(stops_in_charge(*unit)) };
        if *at < first {
            return Err(refusal("stops-early").below(Measured::Length(*at), Measured::Length(first)));
        }
        if *at > *length {
            return Err(refusal("too-far").above(Measured::Length(*at), Measured::Length(*length)));
        }
        *length = *at;
    }
    Ok(())
}

/// How far each goes straight, and whom it charges, in the order of the units.
pub type Runs = Vec<(Mil, Vec<UnitId>)>;

/// The straight part: all units together, and when that brings one into contact each by itself (D47).
pub fn runs(
    field: Battlefield,
    units: &[UnitId],
    prints: (&[Footprint], &[Footprint]),
    lengths: &[Mil],
) -> Result<Runs, Refusal> {
    let path = |n: usize| path(field, units, n, &prints.1[n]);
    let charges = |n: usize| lengths[n] > Mil::ZERO && path(n).meeting(lengths[n]).is_some();
    if !(0..units.len()).any(charges) {
        for (n, length) in lengths.iter().enumerate() {
            free(&path(n), *length)?;
        }
        return Ok(lengths.iter().map(|length| (*length, Vec::new())).collect());
    }
    let mut runs: Runs = vec![(Mil::ZERO, Vec::new()); units.len()];
    let mut ended = Vec::new();
    for n in foremost_first(prints.1) {
        let path = Path { ended: &ended, ..path(n) };
        runs[n] = run(&path, &prints.0[n], lengths[n], units.len() > 1)?;
        ended.push((units[n], path.at(runs[n].0)));
    }
    if units.len() > 1
        && let Some(unit) = units.iter().find(|u| field.troop(**u).i == 0)
    {
        return Err(Refusal::new(Cite("I102"), Word("no-impetus-in-group")).of(Ref::Unit(*unit)));
    }
    Ok(runs)
}

/// A straight move that keeps clear of everything.
///
/// # Errors
/// When something is in its way.
pub fn free(path: &Path, ahead: Mil) -> Result<(), Refusal> {
    // Whoever stays where he is stands where he stood.
    if ahead == Mil::ZERO {
        return Ok(());
    }
    let who = Ref::Unit(path.unit);
    for stop in path.stops(ahead) {
        if stop.hinders(ahead) {
            let refusal = match stop.again {
                Some(again) => Refusal::new(stop.cite, Word("friend-to-clear")).word(Word("clear"), length(again)),
                None => Refusal::new(stop.cite, stop.says),
            };
            let refusal = refusal.of(who).above(Measured::Length(ahead), Measured::Length(stop.before));
            return Err(match stop.words() {
                Some((name, arg)) => refusal.word(name, arg),
                None => refusal,
            });
        }
    }
    match path.nearness(ahead) {
        Some((limit, enemy)) => Err(Refusal::new(TOO_NEAR, Word("too-near"))
            .of(who)
            .above(Measured::Length(ahead), Measured::Length(limit))
            .word(Word("enemy"), Arg::Of(Ref::Unit(enemy)))),
        None => Ok(()),
    }
}

fn length(length: Mil) -> Arg {
    Arg::Measured(Measured::Length(length))
}

/// One unit's own way: into contact, or as far as ordered. A unit of a group stops short of what is in its way.
fn run(path: &Path, start: &Footprint, ahead: Mil, grouped: bool) -> Result<(Mil, Vec<UnitId>), Refusal> {
    let blocked = |way: Mil| path.stops(way).iter().any(|stop| stop.hinders(way));
    if let Some(meeting) = path.meeting(ahead).filter(|m| !blocked(m.at)) {
        let began = charge::began(path.field, path.unit, start);
        charge::may_charge(path.field, path.unit, (&began, &path.at(meeting.at)), &meeting.enemies)?;
        return Ok((meeting.at, meeting.enemies));
    }
    if !grouped {
        free(path, ahead)?;
        return Ok((ahead, Vec::new()));
    }
    let stops = path.stops(ahead);
    let limit = stops.iter().filter(|s| s.hinders(ahead)).map(|s| s.before).fold(ahead, Mil::min);
    let limit = path.nearness(limit).map_or(limit, |(near, _)| near.min(limit));
    let blocked = stops.iter().any(|s| s.hinders(limit));
    Ok((if blocked { Mil::ZERO } else { limit }, Vec::new()))
}
