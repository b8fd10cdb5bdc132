//! Where a charge ends (A7.2, W90, W130): the lead stand flush on the target's edge, the others in a straight battle line
//! beside it, and who is left over behind them.

use bevy::math::Vec2;

use crate::battle::{Arg, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::formation::{full_pace, in_phalanx, one_body, straight_column};
use crate::rules::ancientmaster::sight::{Look, line};
use crate::rules::ancientmaster::support::{Place, place};
use crate::rules::ancientmaster::terrain::{Cover, may_enter};
use crate::rules::ancientmaster::troop::{Sort, Tag};
use crate::rules::ancientmaster::ways::{self, Going, Kind, Ways};
use crate::rules::ancientmaster::zones::zone;
use crate::table::aim::displacement;
use crate::table::measure::{TOUCH, overlap, within};
use crate::table::seating::{against, next_to, room};
use crate::table::{Edge, Foot, Footprint, Mil, Pose, Touched, contact};

const CONDITIONS: Cite = Cite("A7.1");
const PLACES: Cite = Cite("A7.2");
const VOLLEYED: Cite = Cite("W5");
const HORSE: Cite = Cite("W34");
const FOOT: Cite = Cite("W35");

/// Why a unit charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Cause {
    Initiative,
    Order,
    /// By an order to a brigade in which chariot runners keep up with their chariots (W69).
    OrderBesideChariots,
    Blunder,
    Advance,
}

/// A charge as it would be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub unit: UnitId,
    pub target: UnitId,
    pub ways: Ways,
    pub ends: Vec<Pose>,
    /// Every enemy unit that is touched then, in roster order.
    pub touched: Vec<UnitId>,
}

/// The charge of a unit at a target, by the placement that is offered first.
///
/// # Errors
/// The rule that forbids it.
pub fn plan(field: Battlefield, unit: UnitId, target: UnitId, pace: Mil, cause: Cause) -> Result<Plan, Refusal> {
    (*field.0.keep("a charge", &(unit, target, pace, cause), || planned(field, unit, target, pace, cause))).clone()
}

fn planned(field: Battlefield, unit: UnitId, target: UnitId, pace: Mil, cause: Cause) -> Result<Plan, Refusal> {
    let refuse = |cite, says: &'static str| {
        let why = Refusal::new(cite, Word(says)).of(Ref::Unit(unit));
        Err(why.word(Word("whom"), Arg::Of(Ref::Unit(target))))
    };
    let troop = field.troop(unit);
    if troop.sort() == Sort::Artillery && cause != Cause::Order {
        return refuse(CONDITIONS, "engine-charges");
    }
    if field.acts(unit).volley {
        return refuse(VOLLEYED, "shot-before");
    }
    let far = field.distance(unit, target).map_or(f32::INFINITY, |far| far);
    if Mil::measured(far) > pace {
        return refuse(CONDITIONS, "out-of-reach");
    }
    let seen = seen_stands(field, unit, target);
    let Some(first) = seen.first() else { return refuse(CONDITIONS, "not-seen") };
    let prints = field.prints(unit);
    let upon = zone(&first.print, &prints);
    if in_phalanx(field, target) && upon == Edge::Front {
        if troop.sort() == Sort::Cavalry {
            return refuse(HORSE, "horse-phalanx");
        }
        if troop.on_foot() && matches!(cause, Cause::Initiative | Cause::Advance) {
            return refuse(FOOT, "foot-phalanx");
        }
    }
    let mut found = candidates(field, unit, target, &prints, &seen, upon, pace);
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.worth));
    for candidate in found {
        let going = [Going { unit, ends: candidate.ends.clone() }];
        let Ok(ways) = ways::ways(field, &going, |_| pace, Kind::Charge) else { continue };
        let touched = touched(field, unit, &candidate.ends);
        if !touched.contains(&target) || horse_on_phalanx(field, unit, target, &candidate.ends, &touched) {
            continue;
        }
        return Ok(Plan { unit, target, ways, ends: candidate.ends, touched });
    }
    refuse(PLACES, "no-place")
}

/// The stands of the target that are seen, the nearest to the unit first.
fn seen_stands<'w>(field: Battlefield<'w>, unit: UnitId, target: UnitId) -> Vec<&'w Foot> {
    let sees = |other: &&Foot| field.feet(unit).iter().any(|foot| line(field, foot, other, Look::Charge).is_some());
    let mut seen: Vec<&Foot> = field.feet(target).iter().filter(sees).collect();
    seen.sort_by(|a, b| near(field, unit, a).total_cmp(&near(field, unit, b)));
    seen
}

/// How near a stand is to the nearest of a unit.
fn near(field: Battlefield, unit: UnitId, stand: &Foot) -> f32 {
    let far = field.feet(unit).iter().map(|foot| crate::table::measure::distance(&foot.print, &stand.print));
    far.fold(f32::INFINITY, f32::min)
}

/// One way to place the stands, and how good it is: whether it keeps the column of a phalanx, front edge on the target, on
/// others, shortness of the lead's way, corners, row. Lengths are compared to a hundredth of an inch: what is less is rounding.
struct Candidate {
    ends: Vec<Pose>,
    worth: [i32; 6],
}

fn candidates(
    field: Battlefield,
    unit: UnitId,
    target: UnitId,
    prints: &[Footprint],
    seen: &[&Foot],
    upon: Edge,
    pace: Mil,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut nearest = f32::INFINITY;
    for stand in seen.iter().filter(|stand| zone(&stand.print, prints) == upon) {
        let far = near(field, unit, stand);
        if !found.is_empty() && far > nearest + TOUCH.to_inches() {
            break;
        }
        let Some(aside) = aside(field, unit, &stand.print, upon) else { continue };
        let front = against(&stand.print, upon, aside);
        for lead in 0..prints.len() {
            placements(field, unit, target, prints, lead, front, pace, &mut found);
        }
        nearest = nearest.min(far);
    }
    let in_zone = || seen.iter().filter(|stand| zone(&stand.print, prints) == upon);
    if found.is_empty() && in_zone().all(|stand| is_covered(field, unit, &stand.print, upon)) {
        // The target is pinned by friends on all of that edge: then corner to corner is enough.
        for stand in in_zone() {
            for front in at_corners(field, unit, &stand.print, upon) {
                for lead in 0..prints.len() {
                    placements(field, unit, target, prints, lead, front, pace, &mut found);
                }
            }
        }
    }
    found
}

/// Whether friends of a unit that would charge touch that edge of a stand.
fn is_covered(field: Battlefield, unit: UnitId, stand: &Footprint, upon: Edge) -> bool {
    let side = field.0.side_of(unit);
    let friends = field.0.layout().around(stand, TOUCH.to_inches());
    friends
        .filter(|foot| foot.unit != unit && field.0.side_of(foot.unit) == side)
        .any(|foot| contact(stand, &foot.print).is_some_and(|touch| touch.of == Touched::Edge(upon)))
}

/// The free places at the corners of that edge, where the front of a stand of the unit just touches it.
fn at_corners(field: Battlefield, unit: UnitId, stand: &Footprint, upon: Edge) -> Vec<Pose> {
    let size = field.size(unit);
    let [from, to] = stand.edge(upon);
    let most = (from.distance(to) + size.width) / 2.0;
    let places = [-most, most].map(|shift| against(stand, upon, shift));
    places.into_iter().filter(|front| stands_free(field, unit, &size.base(*front))).collect()
}

/// How far from the middle of that edge there is room for the front of a stand of the unit, as little as possible and
/// with enough of the edge (A7.2).
fn aside(field: Battlefield, unit: UnitId, stand: &Footprint, upon: Edge) -> Option<f32> {
    let size = field.size(unit);
    let [from, to] = stand.edge(upon);
    let most = (from.distance(to) + size.width) / 2.0 - tables().charge.least.inches();
    let print = size.base(against(stand, upon, 0.0));
    let along = Vec2::new(stand.outward(upon).y, -stand.outward(upon).x);
    let others = field.0.layout().around(&print, most + 0.5).filter(|foot| foot.unit != unit);
    let others: Vec<Footprint> = others.map(|foot| foot.print).collect();
    let stretches = room(&print, along, (-most, most), others.iter());
    let fits = |shift: &f32| stands_free(field, unit, &print.shifted(along * *shift));
    let shifts = stretches.iter().flat_map(|(low, high)| [0.0_f32.clamp(*low, *high), *low, *high]);
    shifts.filter(fits).min_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// Whether a stand of the unit may stand there: on the table, on ground that it may enter, on nobody of others.
fn stands_free(field: Battlefield, unit: UnitId, print: &Footprint) -> bool {
    let sort = field.troop(unit).sort();
    let closed = |at: &crate::table::Piece| !may_enter(sort, at) && !ways::on_road(field, print.centre);
    let fortified = || {
        let others = field.enemy_feet(field.0.side_of(unit), print, 0.1).filter(|o| within(print, &o.print, TOUCH));
        let mut covers = others.map(|other| cover::against(field, other.unit, &other.print, print.centre, true));
        covers.any(|cover| cover == Cover::Fortified)
    };
    field.0.ground().holds(print)
        && !field.0.ground().under(print).any(closed)
        && !field.0.layout().around(print, 0.0).any(|foot| foot.unit != unit && overlap(print, &foot.print))
        && (sort == Sort::Infantry || !fortified())
}

#[allow(clippy::too_many_arguments, reason = "a charge has as many things to look at")]
fn placements(
    field: Battlefield,
    unit: UnitId,
    target: UnitId,
    prints: &[Footprint],
    lead: usize,
    front: Pose,
    pace: Mil,
    found: &mut Vec<Candidate>,
) {
    let size = field.size(unit);
    let head = size.base(front);
    let way = displacement(&prints[lead], &head);
    if Mil::up(way - 1e-4) > pace && !field.has(unit, Tag::Phalanx) {
        return;
    }
    let beside = |n: i32| front.shifted(0.0, n as f32 * size.width);
    let behind = |of: Pose| next_to(&size.base(of), Edge::Rear, size.width, size.depth);
    let short = |n: i32| beside(n).shifted(-size.depth / 2.0, 0.0);
    let others: Vec<usize> = (0..prints.len()).filter(|n| *n != lead).collect();
    let shapes: Vec<Vec<Pose>> = match others.len() {
        0 => vec![vec![]],
        1 => vec![vec![beside(-1)], vec![beside(1)], vec![behind(front)], vec![short(-1)], vec![short(1)]],
        _ => vec![
            vec![beside(-1), beside(1)],
            vec![beside(-1), beside(-2)],
            vec![beside(1), beside(2)],
            vec![beside(-1), behind(front)],
            vec![beside(1), behind(front)],
            vec![beside(-1), behind(beside(-1))],
            vec![beside(1), behind(beside(1))],
            vec![beside(-1), short(1)],
            vec![beside(1), short(-1)],
            vec![behind(front), behind(behind(front))],
            vec![short(-1), short(1)],
        ],
    };
    let stays = field.has(unit, Tag::Phalanx) && straight_column(prints);
    for (n, shape) in shapes.iter().enumerate() {
        if !shape.iter().all(|pose| stands_free(field, unit, &size.base(*pose))) {
            continue;
        }
        let Some(places) = shared_out(prints, &others, shape, &size) else { continue };
        let mut ends = vec![front; prints.len()];
        for (stand, place) in others.iter().zip(places) {
            ends[*stand] = place;
        }
        let to: Vec<Footprint> = ends.iter().map(|pose| size.base(*pose)).collect();
        if !one_body(&to) {
            continue;
        }
        let [on_target, on_others, corners] = contacts(field, unit, target, &to);
        let row = shape.iter().filter(|pose| (front.local(pose.at).y).abs() < 0.01).count() as f32;
        // A phalanx may stay in column instead (W28), which takes it its full pace.
        let column = stays && others.len() == 2 && n == 9 && lead == 0;
        let full = Mil::up(way - 1e-4) > full_pace(field.troop(unit).sort()).half().pace();
        let hundredths = |inches: f32| (inches * 100.0).round() as i32;
        let [on_target, on_others, way] = [on_target, on_others, -way].map(hundredths);
        let worth = [i32::from(column && full), on_target, on_others, way, corners as i32, row as i32];
        found.push(Candidate { ends, worth });
    }
}

/// The places for the other stands, so that the longest of their ways is as short as can be.
fn shared_out(
    prints: &[Footprint],
    others: &[usize],
    shape: &[Pose],
    size: &crate::table::BaseSize,
) -> Option<Vec<Pose>> {
    let way = |stand: usize, pose: Pose| displacement(&prints[stand], &size.base(pose));
    Some(match (others, shape) {
        ([], _) => Vec::new(),
        ([_], [place]) => vec![*place],
        ([a, b], [p, q]) => {
            let (straight, crossed) = (way(*a, *p).max(way(*b, *q)), way(*a, *q).max(way(*b, *p)));
            if straight <= crossed { vec![*p, *q] } else { vec![*q, *p] }
        }
        _ => return None,
    })
}

/// How much front edge meets the target, how much other enemies, and at how many corners the target is met, inches.
fn contacts(field: Battlefield, unit: UnitId, target: UnitId, to: &[Footprint]) -> [f32; 3] {
    let side = field.0.side_of(unit);
    let mut sums = [0.0; 3];
    for print in to {
        for enemy in field.touched_by(side, print) {
            let Some(touch) = contact(print, &enemy.print) else { continue };
            match (place(print, &enemy.print), enemy.unit == target) {
                (Some(Place::Front), true) => sums[0] += touch.length,
                (Some(Place::Front), false) => sums[1] += touch.length,
                (Some(_), true) => sums[2] += 1.0,
                _ => {}
            }
        }
    }
    sums
}

/// The enemy units that stands there touch.
pub fn touched(field: Battlefield, unit: UnitId, ends: &[Pose]) -> Vec<UnitId> {
    let (side, size) = (field.0.side_of(unit), field.size(unit));
    let of = |pose: &Pose| field.touched_by(side, &size.base(*pose)).map(|foot| foot.unit).collect::<Vec<_>>();
    let mut touched: Vec<UnitId> = ends.iter().flat_map(of).collect();
    touched.sort_unstable();
    touched.dedup();
    touched
}

/// Whether horse would take edge contact with the front of another phalanx (W34).
fn horse_on_phalanx(field: Battlefield, unit: UnitId, target: UnitId, ends: &[Pose], touched: &[UnitId]) -> bool {
    if field.troop(unit).sort() != Sort::Cavalry {
        return false;
    }
    let size = field.size(unit);
    let fronts = touched.iter().filter(|other| **other != target && in_phalanx(field, **other));
    fronts
        .flat_map(|other| field.feet(*other))
        .any(|foot| ends.iter().any(|pose| place(&foot.print, &size.base(*pose)) == Some(Place::Front)))
}
