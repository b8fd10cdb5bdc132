//! Wheels about any figure of the front (7.6), and faces of all figures or of some (7.7).

use bevy::math::Vec2;

use super::plan::{ABOUT, Plan, half, otherwise, pays, refuse, third};
use crate::battle::{Action, Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::{Battlefield, centre_of};
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::switches::Switch;
use crate::rules::battlesystem::troop::Class;
use crate::rules::battlesystem::verb::Ends;
use crate::rules::battlesystem::{dress, ground};
use crate::table::measure::overlap;
use crate::table::swing::Swing;
use crate::table::{Cdeg, Edge, Footprint, Mil, Placement, Pose, turned};

/// By how much a wing may be shorter than the other and count as equal, inches.
const EQUAL: f32 = 0.001;

/// A wheel about the front corner of the end to which it turns (BS35 to BS37).
///
/// # Errors
/// The rule that forbids it.
pub fn wheel(field: Battlefield, plan: Plan, angle: Cdeg) -> Result<Plan, Refusal> {
    let Some(hull) = plan.body.placement.hull(plan.body.size) else {
        return Err(refuse("is-ragged", plan.body.unit, "BS37"));
    };
    let pivot = hull.edge(Edge::Front)[usize::from(angle > Cdeg::ZERO)];
    swung(field, plan, &hull, pivot, angle)
}

/// A wheel about a front corner of any figure of the front rank (BS36).
///
/// # Errors
/// The rule that forbids it.
pub fn about(
    field: Battlefield,
    plan: Plan,
    action: &Action,
    (of, corner, angle): (&[Ref], Word, Cdeg),
) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    if field.skirmishes(unit) {
        return Err(refuse("no-wheel", unit, "BS35"));
    }
    let front = plan.body.placement.ranks().abreast();
    let [of] = of else { return Err(Refusal::number_named(Cite("BS36"), ABOUT, of.len(), 1)) };
    let figure = figure_of(unit, *of, front, refuse("no-such-pivot", unit, "BS36"))?;
    let right = match Ends::named(corner.0) {
        Some(Ends::Left) => false,
        Some(Ends::Right) => true,
        Some(Ends::Both) | None => return Err(otherwise(action)),
    };
    let (Some(hull), false) = (plan.body.placement.hull(plan.body.size), field.is_ragged(unit)) else {
        return Err(refuse("is-ragged", unit, "BS37"));
    };
    let base = plan.body.bases()[usize::from(figure)];
    swung(field, plan, &hull, base.edge(Edge::Front)[usize::from(right)], angle)
}

/// The figure of a unit that is named, one of so many.
///
/// # Errors
/// It is none of the unit, or is beyond the last: as `beyond` says, with both numbers.
pub fn figure_of(unit: UnitId, of: Ref, figures: u8, beyond: Refusal) -> Result<u8, Refusal> {
    match of {
        Ref::Base(whose, figure) if whose == unit && figure < figures => Ok(figure),
        Ref::Base(whose, figure) if whose == unit => {
            Err(beyond.above(Measured::Count(i32::from(figure) + 1), Measured::Count(figures.into())))
        }
        other => {
            let strange = Refusal { says: Word("no-figure-of-it"), ..beyond };
            Err(strange.word(Word("other"), Arg::Of(other)))
        }
    }
}

/// A wheel about a point of the front: the longer wing goes forward, and pays the arc of its outermost corner (BS37). Whoever
/// meets an enemy has wheeled so far.
fn swung(field: Battlefield, mut plan: Plan, hull: &Footprint, pivot: Vec2, angle: Cdeg) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let most = Cdeg::degrees(tables().moves.wheel);
    if angle.0.abs() > most.0 {
        return Err(
            refuse("wheels-far", unit, "BS37").above(Measured::Angle(Cdeg(angle.0.abs())), Measured::Angle(most))
        );
    }
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS37"));
    }
    let wings = hull.edge(Edge::Front).map(|end| end.distance(pivot));
    let (forward, back) = if angle > Cdeg::ZERO { (wings[0], wings[1]) } else { (wings[1], wings[0]) };
    if forward < back - EQUAL {
        let why = refuse("shorter-wing", unit, "BS36");
        return Err(why.below(Measured::Length(Mil::measured(forward)), Measured::Length(Mil::measured(back))));
    }
    let feet = plan.body.feet();
    let (gone, meets) = swings(field, &plan.body, &feet, Swing { pivot, angle })?;
    let swing = Swing { pivot, angle: gone };
    let dear = dearest(field, &plan.body, &feet, swing);
    let crossed = crossed(field, &feet, swing);
    let radius = if field.plays(Switch::WheelByCentre) { middle_of_outer(&plan.body, forward) } else { forward };
    plan.price = pays(field, &plan, price(radius, gone, dear) + crossed)?;
    let pose = plan.body.facing();
    let at = pivot + turned(pose.at - pivot, gone);
    let to = Pose { at, heading: (pose.heading + gone).heading() };
    plan.body.placement = plan.body.placement.with_pose(to, plan.body.size);
    ground::clear(field, &plan.body, meets.is_some())?;
    if meets.is_some() {
        plan.met = Some(Cdeg::ZERO);
    }
    plan.cite = Cite("BS37");
    plan.path.push(to);
    Ok(plan)
}

/// How far the middle of the outermost figure's base is from the pivot, whose front corner is so far (B5).
fn middle_of_outer(body: &Body, corner: f32) -> f32 {
    Vec2::new(corner - body.size.width / 2.0, body.size.depth / 2.0).length()
}

/// What an arc costs: rounded up once, to hundredths of an inch.
pub fn price(radius: f32, angle: Cdeg, dear: f32) -> Mil {
    let arc = radius * angle.to_radians().abs() * dear;
    Mil((Mil::up((arc - 0.000_5).max(0.0)).0 + 9) / 10 * 10)
}

/// What it costs to cross what a wheel comes upon, each once (12).
fn crossed(field: Battlefield, feet: &[Footprint], swing: Swing) -> Mil {
    let sweeps = |piece: &crate::table::Piece| {
        !feet.iter().any(|print| piece.meets(print))
            && feet.iter().any(|print| swing.enters(print, piece).is_some_and(|at| at < swing.reach()))
    };
    let pieces = field.0.ground().pieces().iter();
    Mil::measured(
        pieces
            .map(|piece| (piece, ground::cross(field, piece)))
            .filter(|(piece, cost)| *cost > 0.0 && sweeps(piece))
            .map(|(_, cost)| cost)
            .sum(),
    )
}

/// The dearest ground that a wheel sweeps, as a factor (12).
fn dearest(field: Battlefield, body: &Body, feet: &[Footprint], swing: Swing) -> f32 {
    let from = body.facing().at;
    let to = swing.pivot + turned(from - swing.pivot, swing.angle);
    let sweeps = |print: &Footprint, piece: &crate::table::Piece| {
        piece.meets(print) || swing.enters(print, piece).is_some_and(|at| at <= swing.reach())
    };
    let pieces = field.0.ground().pieces().iter().filter(|piece| feet.iter().any(|print| sweeps(print, piece)));
    pieces.map(|piece| ground::rate(field, body.unit, piece, (from, to))).fold(1.0, f32::max)
}

/// How far a swing of footprints goes: to where it would come over an enemy, or first within a hair of one whom it would only
/// graze.
///
/// # Errors
/// A friend, the table's edge or closed ground is in the way.
fn swings(
    field: Battlefield,
    body: &Body,
    feet: &[Footprint],
    swing: Swing,
) -> Result<(Cdeg, Option<UnitId>), Refusal> {
    let (unit, reach) = (body.unit, tables().reach);
    let mut over: Option<(f32, UnitId)> = None;
    let mut graze: Option<(f32, UnitId)> = None;
    let sooner = |best: &mut Option<(f32, UnitId)>, at: f32, other: UnitId| {
        if best.is_none_or(|(least, _)| at < least) {
            *best = Some((at, other));
        }
    };
    let near = |print: &Footprint| swing.way(print) + reach;
    for print in feet {
        for foot in field.0.layout().around(print, near(print)).filter(|foot| foot.unit != unit) {
            if foot.side == body.side {
                continue;
            }
            if let Some(touch) = swing.meets(print, &foot.print) {
                sooner(&mut over, touch.at, foot.unit);
            } else if let Some(at) = swing.approaches(print, &foot.print, reach) {
                sooner(&mut graze, at, foot.unit);
            }
        }
    }
    let met = over.or(graze);
    let most = met.map_or(swing.reach(), |(at, _)| at.min(swing.reach()));
    let whole = met.is_none_or(|(at, _)| at >= swing.reach());
    let size = if whole { swing.angle.0.abs() } else { (most.to_degrees() * 100.0).floor() as i32 };
    let gone = Cdeg(size * swing.angle.0.signum());
    let swing = Swing { angle: gone, ..swing };
    for print in feet {
        for foot in field.0.layout().around(print, near(print)) {
            let strange = foot.unit != unit && foot.side == body.side;
            if strange && swing.meets(print, &foot.print).is_some_and(|touch| touch.at < swing.reach() - 0.000_1) {
                let other = Arg::Of(Ref::Unit(foot.unit));
                return Err(refuse("friend-in-way", unit, "BS13").word(Word("other"), other));
            }
        }
        if swing.leaves_table(print, field.0.ground()).is_some() {
            return Err(refuse("edge", unit, "BS33"));
        }
        let barred = field.0.ground().pieces().iter().filter(|piece| ground::is_barred(field, unit, piece));
        for piece in barred {
            if swing.enters(print, piece).is_some_and(|at| at < swing.reach() - 0.000_1) {
                let of = Arg::Of(Ref::Terrain(piece.id));
                return Err(refuse("may-not-enter", unit, "BS130").word(Word("terrain"), of));
            }
        }
    }
    Ok((gone, met.filter(|_| !whole || most >= swing.reach() - 0.000_1).map(|(_, other)| other)))
}

/// A facing of the whole unit (BS38 to BS43): files become ranks in a face to a side.
///
/// # Errors
/// The rule that forbids it.
pub fn face(field: Battlefield, plan: Plan, angle: Cdeg) -> Result<Plan, Refusal> {
    if plan.stance.faced {
        let all: Vec<Ref> = (0..plan.body.placement.base_count() as u8).map(|n| Ref::Base(plan.body.unit, n)).collect();
        return partly(field, plan, angle, &all);
    }
    let (mut plan, about) = pays_face(field, plan, angle)?;
    if field.is_ragged(plan.body.unit) {
        return Err(refuse("is-ragged", plan.body.unit, "BS38"));
    }
    let ranks = plan.body.placement.ranks();
    let files = if about { ranks.abreast() } else { ranks.deep() };
    let middle = centre_of(&plan.body.bases());
    let turned = Body { files, ..plan.body.clone() };
    let heading = (plan.body.facing().heading + angle).heading();
    plan.body = dress::about(field, &turned, middle, heading, ranks.gap > Mil::ZERO);
    ground::clear(field, &plan.body, false)?;
    plan.stance.files = plan.body.files;
    plan.path.push(plan.body.facing());
    Ok(plan)
}

/// The price of a face, for however many figures (BS41, BS43, BS64), and whether it is about.
fn pays_face(field: Battlefield, mut plan: Plan, angle: Cdeg) -> Result<(Plan, bool), Refusal> {
    let unit = plan.body.unit;
    if field.class(unit) != Class::Regular {
        return Err(refuse("no-face", unit, "BS38"));
    }
    let turn = angle.turn().0.abs();
    let about = turn == Cdeg::HALF.0;
    if !about && turn != Cdeg::HALF.0 / 2 {
        return Err(refuse("no-such-face", unit, "BS39").word(Word("angle"), Arg::Measured(Measured::Angle(angle))));
    }
    if field.round(unit).forced {
        return Err(refuse("only-marches", unit, "BS92"));
    }
    let rate = field.kind(unit).rate();
    plan.price = pays(field, &plan, if about { half(rate) } else { third(rate) })?;
    plan.cite = Cite(if about { "BS42" } else { "BS40" });
    Ok((plan, about))
}

/// Some figures face another way (BS40, BS42), each about its own middle. Where all face alike again they are a block.
///
/// # Errors
/// The rule that forbids it.
pub fn partly(field: Battlefield, plan: Plan, angle: Cdeg, of: &[Ref]) -> Result<Plan, Refusal> {
    let (mut plan, _) = pays_face(field, plan, angle)?;
    let unit = plan.body.unit;
    if field.is_ragged(unit) && !plan.stance.faced {
        return Err(refuse("is-ragged", unit, "BS38"));
    }
    let columns = plan.body.columns();
    let mut bases = plan.body.bases();
    let mut named: Vec<usize> = Vec::new();
    for base in of {
        let figure = figure_of(unit, *base, bases.len() as u8, refuse("no-such-figure", unit, "BS40"))?;
        named.push(usize::from(figure));
    }
    named.sort_unstable();
    named.dedup();
    if named.is_empty() {
        return Err(refuse("names-no-figure", unit, "BS40").below(Measured::Count(0), Measured::Count(1)));
    }
    for figure in named {
        bases[figure] = bases[figure].faced(angle);
    }
    let pairs = (0..bases.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    if pairs.into_iter().any(|(a, b)| overlap(&bases[a], &bases[b])) {
        return Err(refuse("no-room-to-face", unit, "BS40"));
    }
    let was = plan.body.facing().heading;
    let heading = bases[0].heading;
    if bases.iter().all(|base| base.heading == heading) {
        plan.body = together(field, &plan.body, &bases, heading);
        plan.stance.faced = false;
    } else {
        let mut labels = vec![0; bases.len()];
        for (file, column) in (0..).zip(&columns) {
            for figure in &column.figures {
                labels[usize::from(*figure)] = file;
            }
        }
        let front = usize::from(plan.body.files).min(bases.len());
        let lead = (0..front).find(|n| bases[*n].heading == was).unwrap_or(0) as u8;
        let placement = Placement::Loose(bases.iter().map(Footprint::pose).collect());
        plan.body = Body { placement, labels, lead, ..plan.body };
        plan.stance.faced = true;
    }
    ground::clear(field, &plan.body, false)?;
    plan.stance.files = plan.body.files;
    plan.path.push(plan.body.facing());
    Ok(plan)
}

/// The block of figures who face alike again: as many files as its fullest rank has, about its middle.
fn together(field: Battlefield, body: &Body, bases: &[Footprint], heading: Cdeg) -> Body {
    let forward = Pose { at: Vec2::ZERO, heading }.forward();
    let along = |base: &Footprint| base.centre.dot(forward);
    let abreast = |of: &Footprint| bases.iter().filter(|base| (along(base) - along(of)).abs() < 0.1).count();
    let files = bases.iter().map(abreast).max().unwrap_or(1) as u8;
    let open = field.stance(body.unit).open;
    dress::about(field, &Body { files, ..body.clone() }, centre_of(bases), heading, open)
}
