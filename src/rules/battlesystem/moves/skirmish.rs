//! Skirmishers (7.5): each figure goes its own way, straight, in any direction and in as many pieces as it can pay for.

use bevy::math::Vec2;

use super::plan::{Plan, TOO_DEAR, refuse};
use super::turn::figure_of;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::body::Body;
use crate::rules::battlesystem::data::tables;
use crate::rules::battlesystem::ground;
use crate::table::measure::{distance, within};
use crate::table::slide;
use crate::table::{Cdeg, Footprint, Leg, Mil, Place, Placement, Pose, turned};

/// What each figure has spent in this round, in the order of its bases.
fn spent(field: Battlefield, plan: &Plan) -> Vec<Mil> {
    let mut steps = if plan.steps.is_empty() { field.steps(plan.body.unit).0 } else { plan.steps.clone() };
    steps.resize(plan.body.placement.base_count(), Mil::ZERO);
    steps
}

/// What the figure that has gone least has left of its rate.
pub fn most_left(field: Battlefield, unit: UnitId) -> Mil {
    let least = field.steps(unit).0.into_iter().min().unwrap_or(Mil::ZERO);
    field.kind(unit).rate() - least
}

/// One leg of all figures alike (BS10 to BS16, BS32): ahead as the first faces, aside in any direction, or a turn on the spot.
///
/// # Errors
/// The rule that forbids it.
pub fn go(field: Battlefield, plan: Plan, leg: Leg) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let heading = plan.body.facing().heading;
    let bases = plan.body.bases();
    let to: Vec<Footprint> = match leg {
        Leg::Ahead(by) => shifted(&bases, heading, by),
        Leg::Slide(angle, by) => shifted(&bases, (heading + angle).heading(), by),
        Leg::Face(angle) => bases.iter().map(|base| base.faced(angle)).collect(),
        Leg::Wheel(Cdeg::ZERO) => return Ok(plan),
        Leg::Wheel(_) => return Err(refuse("no-wheel", unit, "BS35")),
        Leg::Form(_) => return Err(refuse("no-other-formation", unit, "BS61")),
    };
    arrive(field, plan, to)
}

fn shifted(bases: &[Footprint], heading: Cdeg, by: Mil) -> Vec<Footprint> {
    let direction = turned(Vec2::Y, heading);
    bases.iter().map(|base| base.shifted(direction * by.to_inches())).collect()
}

/// Single figures go to their places, the others stay (BS15).
///
/// # Errors
/// The rule that forbids it.
pub fn places(field: Battlefield, plan: Plan, places: &[(Ref, Place)]) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let mut to: Vec<Footprint> = plan.body.bases().into_iter().collect();
    for (of, place) in places {
        let figure = figure_of(unit, *of, to.len() as u8, refuse("no-such-figure", unit, "BS15"))?;
        to[usize::from(figure)] = plan.body.size.base(place.pose());
    }
    arrive(field, plan, to)
}

/// Whether all figures may go straight to where they shall stand.
fn arrive(field: Battlefield, mut plan: Plan, to: Vec<Footprint>) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let from = plan.body.bases();
    let rate = field.kind(unit).rate();
    let mut steps = spent(field, &plan);
    for ((before, after), step) in from.iter().zip(&to).zip(&mut steps) {
        let price = walks(field, &plan.body, before, after)?;
        let total = Mil(step.0 + price.0);
        if total > rate {
            return Err(refuse(TOO_DEAR.0, unit, "BS63").above(Measured::Length(total), Measured::Length(rate)));
        }
        *step = total;
    }
    apart(unit, &from, &to)?;
    plan.body.placement = Placement::Loose(to.iter().map(Footprint::pose).collect());
    clear(field, &plan.body)?;
    let most = steps.iter().copied().max().unwrap_or(Mil::ZERO);
    plan.price = Mil((most.0 - field.round(unit).spent.0).max(0));
    plan.steps = steps;
    plan.cite = Cite("BS32");
    plan.path.push(plan.body.facing());
    Ok(plan)
}

/// What one figure's straight way costs.
///
/// # Errors
/// It would come within reach of an enemy (BS16), or something is in its way.
fn walks(field: Battlefield, body: &Body, before: &Footprint, after: &Footprint) -> Result<Mil, Refusal> {
    let way = after.centre - before.centre;
    let by = Mil::measured(way.length());
    if by == Mil::ZERO {
        return Ok(by);
    }
    let (direction, reach) = (way.normalize(), tables().reach);
    // It turns first, free.
    let start = before.faced(after.heading - before.heading);
    for foot in field.0.layout().along(Some(body.side.other()), &start, direction, way.length(), reach + 0.02) {
        let meets = slide::approaches(&start, direction, &foot.print, reach).is_some_and(|at| at <= way.length());
        if meets || within(after, &foot.print, Mil::measured(reach)) {
            let why =
                refuse("skirmisher-touches", body.unit, "BS16").word(Word("other"), Arg::Of(Ref::Unit(foot.unit)));
            let near = Mil::measured(distance(after, &foot.print));
            return Err(why.below(Measured::Length(near), Measured::Length(Mil::measured(reach))));
        }
    }
    let one = Body { placement: Placement::Loose(vec![start.pose()]), lead: 0, ..body.clone() };
    if let Some((_, why)) = ground::limit(field, &one, direction, by) {
        return Err(why);
    }
    Ok(ground::price(field, &one, direction, by))
}

/// Every base ends an inch or more from the others of its unit, or at least no nearer than it was (BS10).
fn apart(unit: UnitId, from: &[Footprint], to: &[Footprint]) -> Result<(), Refusal> {
    let least = Mil::measured(tables().skirmish.apart);
    for a in 0..to.len() {
        for b in 0..a {
            if to[a].centre.distance(to[b].centre) > least.to_inches() + to[a].radius + to[b].radius {
                continue;
            }
            let far = Mil::measured(distance(&to[a], &to[b]));
            let was = Mil::measured(distance(&from[a], &from[b]));
            if far < least && far < was {
                let why = refuse("too-near-each-other", unit, "BS10");
                return Err(why.below(Measured::Length(far), Measured::Length(least.min(was))));
            }
        }
    }
    Ok(())
}

/// They may end there: on the table, over nobody, on ground that they may enter.
fn clear(field: Battlefield, body: &Body) -> Result<(), Refusal> {
    ground::clear(field, body, true)
}

/// The way that they turn as they go.
pub fn towards(body: &Body, at: Vec2) -> Option<(Cdeg, Mil)> {
    let facing: Pose = body.facing();
    let bases = body.bases();
    let middle = bases.iter().map(|base| base.centre).sum::<Vec2>() / bases.len().max(1) as f32;
    let way = at - middle;
    let angle = (Cdeg::towards(way) - facing.heading).turn();
    (way.length() > 0.001).then(|| (angle, Mil::measured(way.length())))
}
