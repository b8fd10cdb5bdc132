//! Who shoots at whom (A8.1, W92, W132): the closest enemy that is seen, and from each stand the least covered of his
//! stands in its range.

use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::sight::{self, Look};
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::terrain::Cover;
use crate::rules::ancientmaster::troop::Tag;
use crate::rules::ancientmaster::zones::zone;
use crate::table::measure::{distance, nearest_points};
use crate::table::{Edge, Foot, Footprint, Mil};

const WHO: Cite = Cite("A8.1");

/// A stand that shoots at another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Which stand of the target it measures to.
    pub at: u8,
    pub cover: Cover,
    /// The face from which on it hits.
    pub hits_on: u8,
    pub line: [bevy::math::Vec2; 2],
}

/// From the front edge, or any edge of troops who shoot all round, to a stand.
fn range(field: Battlefield, foot: &Foot, other: &Footprint) -> Mil {
    let far = if field.has(foot.unit, Tag::AllRound) {
        distance(&foot.print, other)
    } else {
        // The front edge alone, as a stand without depth.
        let front = Footprint { half_depth: 0.001, ..foot.print.strip(Edge::Front, 0.002) };
        let (a, b) = nearest_points(&front, other);
        a.distance(b)
    };
    Mil::measured(far)
}

/// How a stand shoots at a unit: at the least covered of its stands that it sees in its range, of these at the nearest.
pub fn shot(field: Battlefield, foot: &Foot, target: UnitId) -> Option<Shot> {
    let reach = field.troop(foot.unit).kind.range?.range();
    let mut best: Option<(Shot, Mil)> = None;
    for other in field.feet(target) {
        let far = range(field, foot, &other.print);
        if far > reach {
            continue;
        }
        let Some(line) = sight::line(field, foot, other, Look::Shoot) else { continue };
        let cover = covered(field, other, &foot.print);
        let shot = Shot { at: other.base, cover: cover.0, hits_on: cover.1, line };
        if best.as_ref().is_none_or(|(known, near)| (shot.hits_on, far) < (known.hits_on, *near)) {
            best = Some((shot, far));
        }
    }
    best.map(|(shot, _)| shot)
}

/// The cover of a stand against a shooter, and the face that hits it: a testudo counts as defended (W45), and who
/// shoots over the front edge of a shieldwall needs one more (W52).
pub fn covered(field: Battlefield, stand: &Foot, from: &Footprint) -> (Cover, u8) {
    let mut cover = cover::against(field, stand.unit, &stand.print, from.centre, false);
    let formed = field.formed(stand.unit);
    if formed.testudo {
        cover = cover.max(Cover::Defended);
    }
    let plain = cover::to_hit(cover);
    let walled = formed.shieldwall && zone(&stand.print, std::slice::from_ref(from)) == Edge::Front;
    let hits_on = if walled { plain.max(tables().shooting.defended) } else { plain };
    (cover, hits_on)
}

/// The stands of a unit that reach and see another to shoot at.
pub fn stands_that_reach(field: Battlefield, unit: UnitId, target: UnitId) -> Vec<u8> {
    if field.unit(unit).is_none_or(|troop| troop.kind.shooting == 0) {
        return Vec::new();
    }
    field.feet(unit).iter().filter(|foot| shot(field, foot, target).is_some()).map(|foot| foot.base).collect()
}

/// Which stands of a unit shoot at which enemies, if it shoots at that one (A8.1): all that can at it, the others at the
/// closest that they can.
pub fn shared_out(field: Battlefield, unit: UnitId, at: UnitId) -> Vec<(UnitId, Vec<u8>)> {
    let mut shots = vec![(at, stands_that_reach(field, unit, at))];
    let rest: Vec<&Foot> = field.feet(unit).iter().filter(|foot| !shots[0].1.contains(&foot.base)).collect();
    for foot in rest {
        let others = candidates(field, unit);
        let near = others.into_iter().filter(|other| *other != at && shot(field, foot, *other).is_some());
        let far = |other: &UnitId| {
            field.feet(*other).iter().map(|o| distance(&foot.print, &o.print)).fold(f32::INFINITY, f32::min)
        };
        let Some(own) = near.min_by(|a, b| far(a).total_cmp(&far(b))) else { continue };
        match shots.iter_mut().find(|(of, _)| *of == own) {
            Some((_, stands)) => stands.push(foot.base),
            None => shots.push((own, vec![foot.base])),
        }
    }
    shots.retain(|(_, stands)| !stands.is_empty());
    shots
}

/// The enemies near enough to a unit to be shot at who are not engaged.
fn candidates(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let Some(range) = field.troop(unit).kind.range else { return Vec::new() };
    let near = field.enemies_within(unit, range.range());
    near.into_iter().filter(|enemy| !engaged(field, *enemy)).collect()
}

/// At whom a unit may shoot: the closest enemies that it sees in its range (A8.1).
pub fn targets(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let mut near: Vec<(UnitId, f32)> = candidates(field, unit)
        .into_iter()
        .filter(|enemy| !stands_that_reach(field, unit, *enemy).is_empty())
        .filter_map(|enemy| Some((enemy, field.distance(unit, enemy)?)))
        .collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let least = near.first().map_or(0.0, |(_, far)| *far);
    near.into_iter().take_while(|(_, far)| *far <= least + 0.001).map(|(enemy, _)| enemy).collect()
}

/// The line of a shot.
///
/// # Errors
/// The rule that forbids it.
pub fn line_of_fire(field: Battlefield, unit: UnitId, target: UnitId) -> Result<[bevy::math::Vec2; 2], Refusal> {
    let refuse = |says: &'static str| Refusal::new(WHO, Word(says)).of(Ref::Unit(unit));
    let (Some(troop), true) = (field.unit(unit), field.unit(target).is_some()) else {
        return Err(refuse("no-missiles"));
    };
    let Some(range) = troop.kind.range.filter(|_| troop.kind.shooting > 0) else { return Err(refuse("no-missiles")) };
    let whom = (Word("whom"), Arg::Of(Ref::Unit(target)));
    if let Some(line) = field.feet(unit).iter().find_map(|foot| shot(field, foot, target)).map(|shot| shot.line) {
        return Ok(line);
    }
    let far = Mil::measured(field.distance(unit, target).unwrap_or(0.0));
    if far > range.range() {
        let (far, limit) = (Measured::Length(far), Measured::Length(range.mil()));
        return Err(refuse("shot-far").word(whom.0, whom.1).above(far, limit));
    }
    Err(refuse("shot-blind").word(whom.0, whom.1))
}
