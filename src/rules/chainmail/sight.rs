//! Arcs and lines of sight (7.2, 7.3): from where a unit shoots at another, how far that is, and whom it must shoot over.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::fighting::fighting;
use super::fire::{armour, range};
use super::terrain;
use super::weather;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::distance;
use crate::table::sight::crossed;
use crate::table::{Cdeg, Edge, Foot, Footprint, Mil, Piece};

/// A line along which a unit may shoot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighted {
    /// The middle of the edge from which it shoots.
    pub from: Vec2,
    /// The nearest point of the target.
    pub to: Vec2,
    pub far: Mil,
    /// Over others between.
    pub over: bool,
    /// The edge from which it shoots.
    pub edge: Edge,
}

fn refuse(says: &'static str, unit: UnitId, cite: &'static str) -> Refusal {
    Refusal::new(Cite(cite), Word(says)).of(Ref::Unit(unit))
}

/// The line along which a unit would shoot at a target where it stands.
///
/// # Errors
/// The rule that forbids it.
pub fn sighted(field: Battlefield, unit: UnitId, target: UnitId) -> Result<Sighted, Refusal> {
    sighted_at(field, unit, target, &field.print(target))
}

/// The same with the target there.
///
/// # Errors
/// The rule that forbids it.
pub fn sighted_at(field: Battlefield, unit: UnitId, target: UnitId, there: &Footprint) -> Result<Sighted, Refusal> {
    let whom = Arg::Of(Ref::Unit(target));
    let with = |refusal: Refusal| refusal.word(Word("whom"), whom);
    let Some(weapon) = field.troop(unit).weapon else { return Err(refuse("no-missiles", unit, "C57")) };
    let own = field.print(unit);
    let edge = if field.formation(unit).shape.is_square() { nearest_side(&own, there) } else { Edge::Front };
    let [a, b] = own.edge(edge);
    let from = (a + b) / 2.0;
    let to = there.nearest_to(from);
    let far = Mil::measured(from.distance(to));
    let reach = |over| {
        let limit = weather::reaches(field, weapon, range(weapon, over));
        let cite = if over { "C66" } else { "C65" };
        if far > limit {
            let why = with(refuse("shot-far", unit, cite));
            return Err(why.above(Measured::Length(far), Measured::Length(limit)));
        }
        Ok(())
    };
    reach(false)?;
    let aside = (Cdeg::towards(to - from) - Cdeg::towards(own.outward(edge))).turn();
    let numbers = fighting();
    let limit = match (field.mounted(unit), aside.0 < 0) {
        (true, true) => numbers.horse_left.0,
        (true, false) => numbers.horse_right.0,
        (false, _) => numbers.foot_arc.0,
    };
    if aside.0.abs() > limit.0 {
        let why = with(refuse("shot-aside", unit, "C61"));
        return Err(why.above(Measured::Angle(Cdeg(aside.0.abs())), Measured::Angle(limit)));
    }
    if ground_hides(field, unit, target, there, (from, to)) {
        return Err(with(refuse("no-sight", unit, "C63")));
    }
    let between = between(field, unit, target, there, (from, to));
    if between.is_empty() {
        return Ok(Sighted { from, to, far, over: false, edge });
    }
    if !weapon.indirect {
        return Err(with(refuse("no-sight", unit, "C63")));
    }
    let nearest = between.iter().map(|print| Mil::measured(distance(&own, print))).min().unwrap_or(far);
    if nearest <= *numbers.over {
        let why = with(refuse("no-way-over", unit, "C63"));
        return Err(why.below(Measured::Length(nearest), Measured::Length(*numbers.over)));
    }
    reach(true)?;
    if holds(field, there.centre, |kind| kind.canopy) {
        return Err(with(refuse("under-trees", unit, "C66")));
    }
    let group = super::data::tables().armour(&field.kind(target).armour);
    if group.and_then(|group| armour(group, true)).is_none() {
        return Err(with(refuse("arrow-proof", unit, "C66")));
    }
    Ok(Sighted { from, to, far, over: true, edge })
}

/// The side of a square whose middle is nearest to a target.
fn nearest_side(own: &Footprint, target: &Footprint) -> Edge {
    let far = |edge: &Edge| {
        let [a, b] = own.edge(*edge);
        let middle = (a + b) / 2.0;
        middle.distance_squared(target.nearest_to(middle))
    };
    Edge::ALL.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(Edge::Front)
}

/// Whether a point is in ground of that sort.
pub fn holds(field: Battlefield, point: Vec2, of: impl Fn(&terrain::TerrainKind) -> bool) -> bool {
    field.0.ground().at(point).any(|piece| terrain::kind(piece).is_some_and(&of))
}

/// Whether a unit that stands there is higher than who stands at that point (4.2): on a hill that the other is not on.
pub fn is_higher(field: Battlefield, unit: Vec2, than: Vec2) -> bool {
    let hill = |piece: &&Piece| terrain::kind(piece).is_some_and(|kind| kind.hill);
    field.0.ground().at(unit).filter(hill).any(|piece| !piece.holds(than))
}

/// Whether the ground hides a target: woods in depth, houses, hills between, a gully.
fn ground_hides(field: Battlefield, unit: UnitId, target: UnitId, there: &Footprint, (from, to): (Vec2, Vec2)) -> bool {
    const NOTHING: f32 = 0.005;
    let ground = field.0.ground();
    let own = field.print(unit).centre;
    let through = |of: &dyn Fn(&Piece, &terrain::TerrainKind) -> bool| {
        ground.length_inside(from, to, |piece| terrain::kind(piece).is_some_and(|kind| of(piece, kind)))
    };
    let deep = ground.pieces().iter().filter_map(|piece| terrain::kind(piece)?.deep).min();
    let woods = deep.is_some_and(|deep| through(&|_, kind| kind.deep.is_some()) > deep.to_inches() + 0.000_5);
    let houses = through(&|_, kind| kind.blind) > NOTHING;
    let hills = through(&|piece, kind| kind.hill && !piece.holds(own) && !piece.holds(there.centre)) > NOTHING;
    let gully = !field.mounted(target)
        && field
            .0
            .ground()
            .at(there.centre)
            .filter_map(terrain::kind)
            .any(|kind| kind.hides.is_some_and(|hides| Mil::measured(from.distance(to)) > *hides));
    woods || houses || hills || gully
}

/// The formed units that a line runs through.
fn between(
    field: Battlefield,
    unit: UnitId,
    target: UnitId,
    there: &Footprint,
    (from, to): (Vec2, Vec2),
) -> Vec<Footprint> {
    let own = field.print(unit);
    let high = fighting().high.to_inches();
    let blocks = |foot: &Foot| {
        let other = foot.unit;
        if other == unit || other == target || field.flight(other).is_some() || field.formation(other).open {
            return false;
        }
        let below = |end: &Footprint, opposite: &Footprint| {
            is_higher(field, end.centre, foot.print.centre) && distance(&foot.print, opposite) > high + 0.000_5
        };
        // Lower than who shoots and far from his target, or lower than the target and far from him.
        !below(&own, there) && !below(there, &own)
    };
    crossed(field.0.layout(), from, to, blocks).into_iter().map(|(foot, ..)| foot.print).collect()
}

/// What covers a target from what comes along a line (7.4): the ground in which its centre is, a rampart before it, or its
/// pavises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Nothing.
    None,
    /// Something.
    Half,
    /// Houses.
    Overhead,
}

/// The cover of a target that stands there.
pub fn cover(field: Battlefield, target: UnitId, there: &Footprint, line: &Sighted) -> Cover {
    if holds(field, there.centre, |kind| kind.cover && kind.blind) {
        return Cover::Overhead;
    }
    let troop = field.troop(target);
    let before = there.local(line.from).y > there.half_depth;
    let stands = field.acts(target).gone == Mil::ZERO && field.flight(target).is_none();
    let is = holds(field, there.centre, |kind| kind.cover)
        || behind_rampart(field, there, line.from, line.to)
        || (troop.pavise && stands && before);
    if is { Cover::Half } else { Cover::None }
}

/// Whether a unit stands behind a rampart that the line to it crosses, no farther off than it helps.
pub fn behind_rampart(field: Battlefield, there: &Footprint, from: Vec2, to: Vec2) -> bool {
    field.0.ground().pieces().iter().any(|piece| {
        terrain::kind(piece).and_then(|kind| kind.behind).is_some_and(|behind| {
            let within = piece.meets(&there.grown(behind.to_inches() + 0.000_5));
            within && !piece.holds(there.centre) && piece.run(from, to).iter().any(|(a, b)| b - a > 0.005)
        })
    })
}
