//! Wrapping round an enemy (7.10): a unit in contact grows wider and wheels its overhanging ends inward, figure by figure.

use bevy::math::Vec2;

use super::plan::{LEFT, Plan, RIGHT, WINGS, What, otherwise, pays, refuse};
use crate::battle::{Action, Arg, Measured, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::{Body, Column};
use crate::rules::battlesystem::contact::{self, Touch};
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::switches::Switch;
use crate::rules::battlesystem::troop::Class;
use crate::rules::battlesystem::verb::{Ends, Verb};
use crate::rules::battlesystem::{dress, ground};
use crate::table::measure::{overlap, within};
use crate::table::slide::{self, seat};
use crate::table::swing::Swing;
use crate::table::{Cdeg, Edge, Footprint, Mil, Placement, Pose};

/// How far an end wheels at most.
const QUARTER: Cdeg = Cdeg(9000);
/// By so much a figure may reach over the enemy's end and not count as opposite to him, inches.
const HAIR: f32 = 0.001;

/// Works a wrap out: `left` and `right` figures more, and which ends wheel.
///
/// # Errors
/// The rule that forbids it.
pub fn planned(field: Battlefield, unit: UnitId, action: &Action) -> Result<Plan, Refusal> {
    let [(LEFT, Value::Whole(left)), (RIGHT, Value::Whole(right)), (WINGS, Value::Name(wings))] = action.with[..]
    else {
        return Err(otherwise(action));
    };
    let ends = match Ends::named(wings.0) {
        Some(Ends::Left) => [true, false],
        Some(Ends::Right) => [false, true],
        Some(Ends::Both) => [true, true],
        None => return Err(otherwise(action)),
    };
    if let Some(fewer) = [left, right].into_iter().find(|more| *more < 0) {
        return Err(refuse("wraps-wider", unit, "BS54").below(Measured::Count(fewer), Measured::Count(0)));
    }
    let mut plan = Plan { what: What::Wraps, cite: Cite("BS54"), ..Plan::of(field, unit) };
    let touches = may_wrap(field, unit)?;
    let fought: Vec<UnitId> = contact::contacts(field, unit);
    plan = in_line(field, plan, &touches)?;
    plan = wider(field, plan, &fought, left, right)?;
    wheels_in(field, plan, &fought, ends)
}

/// The touches with its front of a unit that may wrap.
fn may_wrap(field: Battlefield, unit: UnitId) -> Result<Vec<Touch>, Refusal> {
    if field.class(unit) != Class::Regular {
        return Err(refuse("no-wrap", unit, "BS53"));
    }
    let (round, stance) = (field.round(unit), field.stance(unit));
    let touches: Vec<Touch> = contact::touches(field, unit).into_iter().filter(|touch| touch.front).collect();
    if round.begun || round.met.is_some() || touches.is_empty() {
        return Err(refuse("nobody-to-wrap", unit, "BS53"));
    }
    if stance.wrapped {
        return Err(refuse("wraps-once", unit, "BS54"));
    }
    if stance.faced {
        return Err(refuse("is-partly-faced", unit, "BS40"));
    }
    Ok(touches)
}

/// A ragged unit first brings its files into line with the foremost that touches, at the price of the longest way.
fn in_line(field: Battlefield, mut plan: Plan, touches: &[Touch]) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let Placement::Loose(_) = plan.body.placement else { return Ok(plan) };
    let bases = plan.body.bases();
    let forward = plan.body.facing().forward();
    let columns = plan.body.columns();
    let front = |column: &Column| bases[usize::from(column.figures[0])];
    let along = |print: &Footprint| print.front().dot(forward);
    let touching = |column: &Column| touches.iter().find(|touch| touch.figure == column.figures[0]);
    let foremost = columns.iter().filter(|column| touching(column).is_some());
    let foremost = foremost.max_by(|a, b| along(&front(a)).total_cmp(&along(&front(b))));
    let Some(foremost) = foremost else { return Err(refuse("nobody-to-wrap", unit, "BS53")) };
    let (level, enemy) = (along(&front(foremost)), touching(foremost).map(|touch| touch.of));
    let mut longest = 0.0_f32;
    for column in &columns {
        let by = level - along(&front(column));
        let other = column
            .figures
            .iter()
            .any(|figure| touches.iter().any(|touch| touch.figure == *figure && Some(touch.of) != enemy));
        if by.abs() > HAIR && other {
            return Err(refuse("file-is-engaged", unit, "BS54"));
        }
        longest = longest.max(by.abs());
    }
    let price = Mil::up((longest - 0.000_5).max(0.0));
    plan.price = pays(field, &plan, price)?;
    let fronts: Vec<Vec2> = columns.iter().map(|column| front(column).front()).collect();
    let middle = fronts.iter().sum::<Vec2>() / fronts.len() as f32;
    let heading = plan.body.facing().heading;
    let at = middle + forward * (level - middle.dot(forward));
    let open = plan.stance.open && columns.len() > 1 && {
        let apart = (fronts[1] - fronts[0]).dot(plan.body.facing().right());
        apart > plan.body.size.width + HAIR
    };
    plan.body = dress::block(field, &plan.body, Pose { at, heading }, plan.body.files, open);
    Ok(plan)
}

/// Grows wider by so many figures on either side; with the enemy fought a corner may touch (BS56).
fn wider(field: Battlefield, mut plan: Plan, fought: &[UnitId], left: i32, right: i32) -> Result<Plan, Refusal> {
    let (unit, more) = (plan.body.unit, left + right);
    let fresh = |enemy: &UnitId| field.round(*enemy).came;
    let newly = !field.plays(Switch::FreshWrapFull) && fought.iter().any(fresh);
    if newly && field.plays(Switch::FreshWrapNever) {
        return Err(refuse("newly-touched-stays", unit, "BS30"));
    }
    if more > 0 && newly {
        return Err(refuse("newly-touched", unit, "BS30").above(Measured::Count(more), Measured::Count(0)));
    }
    let ranks = plan.body.placement.ranks();
    let behind = i32::from(ranks.bases) - i32::from(ranks.abreast());
    if more > behind {
        return Err(refuse("too-few-behind", unit, "BS47").above(Measured::Count(more), Measured::Count(behind)));
    }
    plan.price = pays(field, &plan, Mil::inches(more))?;
    let pose = dress::grown(&plan.body, left, right);
    let files = ranks.abreast() + more as u8;
    plan.body = dress::block(field, &plan.body, pose, files, ranks.gap > Mil::ZERO);
    ground::clear(field, &plan.body, true)?;
    if let Some(enemy) =
        ground::touched_all(field, plan.body.side, &plan.body.feet()).into_iter().find(|e| !fought.contains(e))
    {
        return Err(refuse("would-touch", unit, "BS52").word(Word("other"), Arg::Of(Ref::Unit(enemy))));
    }
    plan.grew = more > 0;
    Ok(plan)
}

/// One end that wheels: its files, its pivot and the enemy round whom it goes.
struct Wing {
    files: Vec<usize>,
    pivot: Vec2,
    right: bool,
    enemy: UnitId,
}

/// The overhanging ends wheel inward about the outer front corner of the last figure that overlaps the enemy.
fn wheels_in(field: Battlefield, mut plan: Plan, fought: &[UnitId], ends: [bool; 2]) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let before = field.bases(unit);
    let columns = plan.body.columns();
    let bases = plan.body.bases();
    let mut labels = vec![0; bases.len()];
    for (file, column) in (0..).zip(&columns) {
        for figure in &column.figures {
            labels[usize::from(*figure)] = file;
        }
    }
    let mut poses: Vec<Pose> = bases.iter().map(Footprint::pose).collect();
    let mut arcs = 0.0_f32;
    let mut wheeled: Vec<usize> = Vec::new();
    let origins = origins(&before, &bases, plan.body.files);
    for right in [false, true].into_iter().filter(|right| ends[usize::from(*right)]) {
        let wing = wing(field, &plan.body, &columns, fought, right)?;
        let figures: Vec<usize> =
            wing.files.iter().flat_map(|file| columns[*file].figures.iter().map(|n| usize::from(*n))).collect();
        let prints: Vec<Footprint> = figures.iter().map(|n| bases[*n]).collect();
        let (angle, shift) = closes(field, unit, &prints, &wing)?;
        let outer = |print: &Footprint| {
            print.edge(Edge::Front).into_iter().map(|corner| corner.distance(wing.pivot)).fold(0.0, f32::max)
        };
        // The outermost figure is one of the front.
        let fronts = wing.files.iter().map(|file| &bases[usize::from(columns[*file].figures[0])]);
        let radius = fronts.map(outer).fold(0.0, f32::max);
        let arc = radius * angle.to_radians().abs();
        arcs = if field.plays(Switch::DearerWing) { arc.max(arcs) } else { arcs + arc };
        for (n, print) in figures.iter().zip(&prints) {
            let way = origins[*n] + outer(print) * angle.to_radians().abs();
            let (way, rate) = (Mil::up((way - 0.000_5).max(0.0)), field.left(unit));
            if way > rate {
                let why = refuse("figure-goes-far", unit, "BS58");
                return Err(why.above(Measured::Length(way), Measured::Length(rate)));
            }
            poses[*n] = print.turned_about(wing.pivot, angle).shifted(shift).pose();
        }
        wheeled.extend(figures);
    }
    let price = Mil((Mil::up((arcs - 0.000_5).max(0.0)).0 + 9) / 10 * 10);
    plan.price = pays(field, &plan, price)?;
    let front = usize::from(plan.body.files).min(bases.len());
    let lead = (0..front).find(|n| !wheeled.contains(n)).unwrap_or(0) as u8;
    plan.body = Body { placement: Placement::Loose(poses), labels, lead, ..plan.body };
    ground::clear(field, &plan.body, true)?;
    let after = plan.body.bases();
    let pairs = (0..after.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    if pairs.into_iter().any(|(a, b)| overlap(&after[a], &after[b])) {
        return Err(refuse("no-room-to-wrap", unit, "BS54"));
    }
    plan.stance.files = plan.body.files;
    plan.stance.wrapped = true;
    plan.path.push(plan.body.facing());
    Ok(plan)
}

/// How far each figure of the wider block has come to its place: those of new files from the rear, from the outside in.
fn origins(before: &[Footprint], after: &[Footprint], files: u8) -> Vec<f32> {
    let mut left: Vec<usize> = (0..before.len()).collect();
    let mut ways = vec![0.0; after.len()];
    // The outermost first, so that nobody has to go round another.
    let mut order: Vec<usize> = (0..after.len()).collect();
    let middle = f32::from(files.saturating_sub(1)) / 2.0;
    let out = |n: &usize| if *n < usize::from(files) { (*n as f32 - middle).abs() } else { -1.0 };
    // Who keeps his place keeps it.
    order.retain(|n| {
        let stays = left.iter().position(|m| before[*m].centre.distance(after[*n].centre) < 0.01);
        stays.inspect(|at| _ = left.remove(*at)).is_none()
    });
    order.sort_by(|a, b| out(b).total_cmp(&out(a)));
    for n in order {
        let near = left.iter().enumerate().min_by(|(_, a), (_, b)| {
            let far = |m: usize| before[m].centre.distance(after[n].centre);
            far(**a).total_cmp(&far(**b))
        });
        if let Some((at, m)) = near.map(|(at, m)| (at, *m)) {
            ways[n] = before[m].centre.distance(after[n].centre);
            left.remove(at);
        }
    }
    ways
}

/// The files that overhang at an end.
fn wing(field: Battlefield, body: &Body, columns: &[Column], fought: &[UnitId], right: bool) -> Result<Wing, Refusal> {
    let facing = body.facing();
    let bases = body.bases();
    let aside = |point: Vec2| facing.local(point).x * if right { 1.0 } else { -1.0 };
    // Each end goes by the enemy touched nearest to it.
    let front = |column: &Column| bases[usize::from(column.figures[0])];
    let order: Vec<usize> = if right { (0..columns.len()).rev().collect() } else { (0..columns.len()).collect() };
    let reach = Mil::measured(tables().reach);
    let touched = |file: &usize| {
        let print = front(&columns[*file]);
        fought.iter().copied().find(|enemy| field.bases(*enemy).iter().any(|base| within(&print, base, reach)))
    };
    let enemy = order.iter().find_map(touched).ok_or_else(|| refuse("nobody-to-wrap", body.unit, "BS53"))?;
    let end = field.bases(enemy).iter().flat_map(Footprint::corners).map(aside).fold(f32::NEG_INFINITY, f32::max);
    let inner = |file: usize| {
        let print = front(&columns[file]);
        print.corners().into_iter().map(aside).fold(f32::INFINITY, f32::min)
    };
    let files: Vec<usize> = order.iter().copied().take_while(|file| inner(*file) >= end - HAIR).collect();
    let opposite = order.get(files.len()).copied();
    let Some(opposite) = opposite.filter(|_| !files.is_empty()) else {
        return Err(refuse("no-overhang", body.unit, "BS54"));
    };
    let pivot = front(&columns[opposite]).edge(Edge::Front)[usize::from(right)];
    Ok(Wing { files, pivot, right, enemy })
}

/// How far a wing turns, and by how much it closes up sideways to the enemy's side after a quarter turn (BS125).
fn closes(field: Battlefield, unit: UnitId, prints: &[Footprint], wing: &Wing) -> Result<(Cdeg, Vec2), Refusal> {
    let inward = if wing.right { -QUARTER } else { QUARTER };
    let whole = Swing { pivot: wing.pivot, angle: inward };
    let enemies: Vec<Footprint> = field.bases(wing.enemy).into_iter().collect();
    let stops = prints.iter().flat_map(|print| enemies.iter().filter_map(move |enemy| whole.meets(print, enemy)));
    let at = stops.map(|touch| touch.at).fold(whole.reach(), f32::min);
    let size = if at >= whole.reach() { QUARTER.0 } else { (at.to_degrees() * 100.0).floor() as i32 };
    let angle = Cdeg(size * inward.0.signum());
    let turned: Vec<Footprint> = prints.iter().map(|print| print.turned_about(wing.pivot, angle)).collect();
    let reach = Mil::measured(tables().reach);
    let touches =
        |prints: &[Footprint]| prints.iter().any(|print| enemies.iter().any(|enemy| within(print, enemy, reach)));
    if touches(&turned) {
        return Ok((angle, Vec2::ZERO));
    }
    let none = || refuse("wing-touches-nobody", unit, "BS125").word(Word("whom"), Arg::Of(Ref::Unit(wing.enemy)));
    let Some(direction) = turned.first().map(Footprint::forward).filter(|_| size == QUARTER.0) else {
        return Err(none());
    };
    let enters = turned.iter().flat_map(|print| {
        enemies.iter().filter_map(move |enemy| slide::meets(print, direction, enemy)).map(|met| met.enter)
    });
    let most = turned[0].width().min(turned[0].depth()).max(turned[0].width());
    let near = enters.fold(f32::INFINITY, f32::min);
    if near > most + 0.000_5 {
        let why = none();
        return Err(if near.is_finite() {
            why.above(Measured::Length(Mil::measured(near)), Measured::Length(Mil::measured(most)))
        } else {
            why
        });
    }
    Ok((angle, direction * seat(near, Mil::ZERO).to_inches()))
}

/// The wraps that are offered: with what overhangs, and with one and two figures more on either side.
pub fn offered(field: Battlefield, unit: UnitId) -> Option<Action> {
    if may_wrap(field, unit).is_err() {
        return None;
    }
    let most = i32::from(field.figures(unit)) - i32::from(field.stance(unit).files);
    let sizes = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 0), (0, 2), (2, 0)].into_iter().filter(|(l, r)| l + r <= most);
    let wings = [Ends::Both, Ends::Left, Ends::Right];
    let all = sizes.flat_map(|size| wings.map(|wing| (size, wing)));
    let action = |((left, right), wing): ((i32, i32), Ends)| {
        Verb::Wrap
            .by(Ref::Unit(unit))
            .with(LEFT, Value::Whole(left))
            .with(RIGHT, Value::Whole(right))
            .with(WINGS, Value::Name(wing.word()))
    };
    all.into_iter().map(action).find(|action| planned(field, unit, action).is_ok())
}
