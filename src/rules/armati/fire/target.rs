//! Whom a unit may shoot at (F1 to F5): range, arc, melee, what is in between, and the nearest first.

use bevy::math::{Vec2, ops};

use super::shot::Shot;
use crate::battle::{Arg, Mark, Measured, Ref, Refusal};
use crate::cite::{Cite, HOUSE, Word};
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::{Penetration, Sight, TerrainKind, Weapon, data};
use crate::rules::armati::footing;
use crate::rules::armati::switches::Switch;
use crate::table::measure::{behind_front_line, forward, in_corridor, nearest_in_arc, nearest_points, side};
use crate::table::{Cdeg, Footprint, Mil, Piece, sight};

const ONE_SHOT: Cite = Cite("F1");
const ARC: Cite = Cite("F2");
const NEAREST: Cite = Cite("F3");
const BETWEEN: Cite = Cite("F4");
const GROUND: Cite = Cite("F5");

/// A line of fire to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineOfFire {
    pub target: UnitId,
    /// From the shooter's front edge (from its whole footprint if it shoots all round) to the target's nearest part in
    /// the arc.
    pub distance: Mil,
    /// The middle of the shooter's front edge; the nearest point of one that shoots all round.
    pub from: Vec2,
    /// The nearest part of the target inside the arc.
    pub to: Vec2,
}

/// The weapon of a unit, if it may shoot at all now (F1, F4).
///
/// # Errors
///
/// Why it may not.
pub fn weapon(field: Battlefield<'_>, shooter: UnitId) -> Result<&Weapon, Refusal> {
    let who = Ref::Unit(shooter);
    if !field.stands(shooter) {
        return Err(Refusal::new(HOUSE, Word("no-such")).of(who));
    }
    let missile = field.troop(shooter).missile.as_ref();
    let weapon = missile.ok_or(Refusal::new(ONE_SHOT, Word("no-missiles")).of(who))?;
    if field.engaged(shooter) {
        return Err(Refusal::new(BETWEEN, Word("in-melee-no-fire")).of(who));
    }
    if field.acts(shooter).fired {
        return Err(Refusal::new(ONE_SHOT, Word("fired-already")).of(who));
    }
    Ok(weapon)
}

/// The nearest eligible targets of a unit in roster order, several if they are equally near (F3).
pub fn nearest(field: Battlefield, shooter: UnitId) -> Vec<LineOfFire> {
    let Ok(weapon) = weapon(field, shooter) else { return Vec::new() };
    let print = field.print(shooter);
    let side = field.0.side_of(shooter);
    let around = field.0.layout().around(&print, weapon.range.to_inches());
    let mut lines: Vec<LineOfFire> = around
        .filter(|foot| foot.side != side && field.stands(foot.unit) && !field.engaged(foot.unit))
        .filter_map(|foot| aim(field, shooter, foot.unit))
        .filter(|line| line.distance <= *weapon.range)
        .collect();
    lines.sort_by_key(|line| (line.distance, line.target));
    let mut near: Vec<LineOfFire> = Vec::new();
    for line in lines {
        if near.first().is_some_and(|first| first.distance < line.distance) {
            break;
        }
        if clear(field, shooter, &line).is_ok() {
            near.push(line);
        }
    }
    near
}

/// Checks that the unit may shoot at that target, and gives the line of fire.
///
/// # Errors
///
/// The first rule against it, with what was measured.
pub fn judge(field: Battlefield, shooter: UnitId, target: UnitId) -> Result<LineOfFire, Refusal> {
    let line = eligible(field, shooter, target)?;
    match nearest(field, shooter).first() {
        Some(first) if first.distance < line.distance => Err(Refusal::new(NEAREST, Word("not-nearest"))
            .of(Ref::Unit(shooter))
            .above(Measured::Length(line.distance), Measured::Length(first.distance))
            .word(Word("enemy"), Arg::Of(Ref::Unit(first.target)))
            .mark(Mark::Gap(Ref::Unit(shooter), Ref::Unit(first.target)))),
        _ => Ok(line),
    }
}

/// The shot along that line of fire.
pub fn shot(field: Battlefield, shooter: UnitId, weapon: &Weapon, line: &LineOfFire) -> Shot {
    let long = weapon.long.is_some_and(|limit| line.distance > *limit);
    Shot {
        by: field.0.side_of(shooter),
        shooter,
        target: line.target,
        long,
        prot: field.troop(line.target).prot,
        penetrates: match weapon.penetration {
            Penetration::Never => false,
            Penetration::Short => !long,
            Penetration::Always => true,
        },
        cover: footing::cover(field, &field.print(line.target)),
        surprise: field.plays(Switch::SurpriseFire)
            && behind_front_line(&field.print(line.target), &field.print(shooter)),
    }
}

/// Checks everything but whether another target is nearer (F3).
fn eligible(field: Battlefield, shooter: UnitId, target: UnitId) -> Result<LineOfFire, Refusal> {
    let weapon = weapon(field, shooter)?;
    let enemy = field.stands(target) && field.0.side_of(target) != field.0.side_of(shooter);
    if !enemy {
        return Err(Refusal::new(ONE_SHOT, Word("no-target")).of(Ref::Unit(shooter)));
    }
    if field.engaged(target) {
        return Err(Refusal::new(BETWEEN, Word("in-melee-no-fire")).of(Ref::Unit(target)));
    }
    let Some(line) = aim(field, shooter, target) else { return Err(out_of_arc(field, shooter, target)) };
    if line.distance > *weapon.range {
        return Err(Refusal::new(NEAREST, Word("out-of-reach"))
            .of(Ref::Unit(shooter))
            .above(Measured::Length(line.distance), Measured::Length(*weapon.range))
            .word(Word("enemy"), Arg::Of(Ref::Unit(target)))
            .mark(drawn(&line)));
    }
    clear(field, shooter, &line)?;
    Ok(line)
}

/// The line of fire to the nearest part of a target inside the arc, whatever is in between (F2, F3).
fn aim(field: Battlefield, shooter: UnitId, target: UnitId) -> Option<LineOfFire> {
    let (own, other) = (field.print(shooter), field.print(target));
    if field.kind(shooter).all_round_fire {
        let (from, to) = nearest_points(&own, &other);
        return Some(LineOfFire { target, distance: Mil::measured(from.distance(to)), from, to });
    }
    let (edge, nearest) = nearest_in_arc(&own, *data().tables.fire.arc, &other)?;
    let distance = edge.distance(nearest);
    let to = straight_ahead(&own, &other, distance).unwrap_or(nearest);
    Some(LineOfFire { target, distance: Mil::measured(distance), from: own.front(), to })
}

/// If an edge of the target is parallel to the front edge, all its points are equally near: then the middle of the part
/// straight ahead is taken.
fn straight_ahead(own: &Footprint, other: &Footprint, distance: f32) -> Option<Vec2> {
    // Less than half of the 1/1000 inch to which lengths are rounded.
    const SAME: f32 = 0.000_4;
    let ahead = in_corridor(own, other);
    let nearest = || ahead.iter().copied().filter(|p| forward(own, *p) <= distance + SAME);
    let leftmost = nearest().min_by(|a, b| side(own, *a).total_cmp(&side(own, *b)))?;
    let rightmost = nearest().max_by(|a, b| side(own, *a).total_cmp(&side(own, *b)))?;
    Some((leftmost + rightmost) / 2.0)
}

/// Checks that nothing blocks the line of fire (F4, F5).
fn clear(field: Battlefield, shooter: UnitId, line: &LineOfFire) -> Result<(), Refusal> {
    let ground = field.0.ground();
    let on_hill = |point: Vec2| ground.at(point).any(|p| is(p, |k| k.sight == Sight::Crest));
    let over = field.kind(shooter).fires_over || on_hill(line.from) || on_hill(line.to);
    if !over {
        let own = field.0.side_of(shooter);
        let skirmisher = |unit| field.try_troop(unit).is_some_and(|t| t.kind.skirmisher);
        let blocker = sight::first_blocker(field.0.layout(), line.from, line.to, |foot| {
            foot.unit != shooter && foot.unit != line.target && !(foot.side == own && skirmisher(foot.unit))
        });
        if let Some((foot, _)) = blocker {
            return Err(Refusal::new(BETWEEN, Word("line-blocked"))
                .of(Ref::Unit(shooter))
                .word(Word("friend"), Arg::Of(Ref::Unit(foot.unit)))
                .mark(drawn(line))
                .mark(Mark::Glow(Ref::Unit(foot.unit))));
        }
    }
    let between =
        |piece: &&Piece| is(piece, |k| k.sight == Sight::Crest) && !piece.holds(line.from) && !piece.holds(line.to);
    if let Some(hill) = ground.pieces().iter().filter(between).find(|p| inside(p, line) > Mil::ZERO) {
        return Err(Refusal::new(GROUND, Word("hill-blocks"))
            .of(Ref::Unit(shooter))
            .word(Word("terrain"), Arg::Of(Ref::Terrain(hill.id)))
            .mark(drawn(line)));
    }
    let deep = |piece: &Piece| is(piece, |k| k.sight == Sight::Depth);
    let length = Mil::measured(ground.length_inside(line.from, line.to, deep));
    let limit = *data().tables.fire.depth;
    if length <= limit {
        return Ok(());
    }
    let through = ground.pieces().iter().filter(|p| deep(p)).max_by_key(|p| inside(p, line));
    let refusal = Refusal::new(GROUND, Word("sight-blocked"))
        .of(Ref::Unit(shooter))
        .above(Measured::Length(length), Measured::Length(limit))
        .mark(drawn(line));
    Err(through.map_or(refusal.clone(), |p| refusal.word(Word("terrain"), Arg::Of(Ref::Terrain(p.id)))))
}

fn out_of_arc(field: Battlefield, shooter: UnitId, target: UnitId) -> Refusal {
    let print = field.print(shooter);
    let spread = *data().tables.fire.arc;
    let off = field.print(target).corners().map(|corner| bearing(&print, corner));
    let nearest = off.into_iter().min().unwrap_or(Cdeg::HALF);
    let refusal = Refusal::new(ARC, Word("out-of-arc")).of(Ref::Unit(shooter));
    // A target across the front line may have corners on both sides of the arc but none in it.
    let refusal =
        if nearest > spread { refusal.above(Measured::Angle(nearest), Measured::Angle(spread)) } else { refusal };
    refusal.word(Word("enemy"), Arg::Of(Ref::Unit(target))).mark(Mark::Gap(Ref::Unit(shooter), Ref::Unit(target)))
}

/// How far a point is outside straight ahead, as an angle from the front corner on its side.
fn bearing(of: &Footprint, point: Vec2) -> Cdeg {
    let aside = (side(of, point).abs() - of.half_width).max(0.0);
    Cdeg::measured(ops::atan2(aside, forward(of, point)).to_degrees())
}

fn inside(piece: &Piece, line: &LineOfFire) -> Mil {
    Mil::measured(piece.run(line.from, line.to).iter().map(|(from, to)| to - from).sum())
}

fn is(piece: &Piece, test: impl Fn(&TerrainKind) -> bool) -> bool {
    footing::kind(piece).is_some_and(test)
}

/// The drawing of the line of fire.
pub fn drawn(line: &LineOfFire) -> Mark {
    Mark::Line([line.from, line.to].map(|p| (Mil::measured(p.x), Mil::measured(p.y))).to_vec())
}
