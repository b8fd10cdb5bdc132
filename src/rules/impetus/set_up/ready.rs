//! Ready-made deployments: the file's, the file's mirrored, and lines.

use super::zones;
use crate::battle::placing::{self, LineUp};
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::tables;
use crate::rules::impetus::state::Listed;
use crate::table::{Footprint, Mil, Place};

/// How many units of a body stay together when a line is drawn up.
const TOGETHER: usize = 4;
/// The gap between them and the next.
const GAP: Mil = Mil(400);
/// The depth set aside for a line of battle: the deepest mounted unit and a gap.
const LINE: Mil = Mil(2_600);
/// The depth set aside for skirmishers in front of it.
const SCREEN: Mil = Mil(1_200);

type Group = Vec<UnitId>;

/// The deployments to choose from, each with the place of each unit that finds one; some may not be legal.
pub fn plans(field: Battlefield, side: Side) -> Vec<Vec<(UnitId, Place)>> {
    let all: Vec<UnitId> = field.0.roster().of(side).collect();
    let listed: Vec<(UnitId, Place)> = all.iter().filter_map(|u| Some((*u, field.0.get::<Listed>(*u)?.0))).collect();
    let mut plans = Vec::new();
    if listed.len() == all.len() {
        let mirrored = placing::mirrored(&field.0, &listed);
        plans.extend([listed, mirrored]);
    }
    plans.extend([false, true].map(|screened| in_line(field, side, screened)));
    plans.dedup();
    plans
}

/// The units of a side that `are` accepts, by bodies, each body in groups that stay together.
fn groups(field: Battlefield, side: Side, are: impl Fn(UnitId) -> bool) -> Vec<Group> {
    let bodies = field.0.bodies().present().filter(|(_, body)| body.side == side);
    let chosen = bodies.map(|(_, body)| body.units.iter().copied().filter(|u| are(*u)).collect::<Group>());
    chosen.flat_map(|units| units.chunks(TOGETHER).map(<[UnitId]>::to_vec).collect::<Vec<_>>()).collect()
}

/// The foot in the middle and the mounted at the wings; what does not fit goes into lines behind. The skirmishers stand
/// beside the foot or, if `screened`, in front of all. Units that fit nowhere are left out.
fn in_line(field: Battlefield, side: Side, screened: bool) -> Vec<(UnitId, Place)> {
    let table = field.0.ground().width;
    let aside = tables().deployment.side.mil();
    let span = (aside.to_inches(), table - aside.to_inches());
    let width = |unit: UnitId| field.0.roster().base(unit).frontage(1);
    let light = |unit: UnitId| field.kind(unit).skirmisher;
    let mounted = |unit: UnitId| field.kind(unit).mounted;
    let screen = groups(field, side, light);
    let (front, places) = (zones::depth(field), Vec::new());
    let mut lines = LineUp { view: field.0, side, width: &width, gap: GAP, line: LINE, aside, front, places };
    let mut waiting = groups(field, side, |u| !light(u) && !mounted(u));
    waiting.extend(groups(field, side, mounted));
    if screened && !screen.is_empty() {
        let rest = lines.fill(&slices(&screen), span).len();
        waiting.extend(screen[screen.len() - rest..].to_vec());
        lines.front = lines.front - SCREEN;
    } else {
        waiting.extend(screen);
    }
    while !waiting.is_empty() && lines.front > Mil::ZERO {
        let (line, rest) = one_line(&lines, waiting, span.1 - span.0);
        lines.fill(&slices(&wings_out(line, &mounted)), span);
        lines.front = lines.front - LINE;
        waiting = rest;
    }
    allowed_places(field, lines.places)
}

fn slices(groups: &[Group]) -> Vec<&[UnitId]> {
    groups.iter().map(Vec::as_slice).collect()
}

/// As many groups as fit side by side, and the rest.
fn one_line(lines: &LineUp, groups: Vec<Group>, room: f32) -> (Vec<Group>, Vec<Group>) {
    let (mut line, mut rest, mut taken) = (Vec::new(), Vec::new(), 0.0);
    for group in groups {
        let more = lines.frontage(&group) + if line.is_empty() { 0.0 } else { GAP.to_inches() };
        if taken + more <= room {
            taken += more;
            line.push(group);
        } else {
            rest.push(group);
        }
    }
    (line, rest)
}

/// The same line with the mounted groups alternately at its left and right end.
fn wings_out(line: Vec<Group>, mounted: &impl Fn(UnitId) -> bool) -> Vec<Group> {
    let (riders, foot): (Vec<Group>, Vec<Group>) = line.into_iter().partition(|g| g.iter().all(|u| mounted(*u)));
    let halves = riders.into_iter().enumerate().partition::<Vec<_>, _>(|(n, _)| n % 2 == 0);
    let bare = |half: Vec<(usize, Group)>| half.into_iter().map(|(_, group)| group);
    bare(halves.0).chain(foot).chain(bare(halves.1)).collect()
}

/// Those of the places that are allowed together with the ones before them.
fn allowed_places(field: Battlefield, places: Vec<(UnitId, Place)>) -> Vec<(UnitId, Place)> {
    let mut stand: Vec<(UnitId, Footprint)> = Vec::new();
    let mut kept = Vec::new();
    for (unit, place) in places {
        stand.push((unit, super::deploy::print(field, unit, place)));
        if zones::check(field, &stand).is_ok() {
            kept.push((unit, place));
        } else {
            stand.pop();
        }
    }
    kept
}
