//! Wounds, figures lost, where they are taken off, and what it costs to fill the gaps (7.4, 8.5).

use super::battlefield::Battlefield;
use super::body::Body;
use super::contact::touches;
use super::damage;
use super::dress;
use super::muster::square;
use super::state::{GapDebt, Points, Ragged, Round, Stance, Steps, Wounds};
use super::switches::Switch;
use super::troop::Class;
use crate::battle::{Arg, Fact, Measured, Narration, Ref, alter, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Footprints, Mil, Placement, Pose};

const POOL: Cite = Cite("BS104");
const REMOVAL: Cite = Cite("BS105");
const GONE: Word = Word("destroyed");

/// What a unit loses by so much damage: figures, and what stays in its pool.
pub fn killed(field: Battlefield, unit: UnitId, sixteenths: i32) -> (u8, i32) {
    let pool = field.wounds(unit) + sixteenths;
    let each = field.kind(unit).fs16().max(1);
    let figures = (pool / each).min(i32::from(field.figures(unit)));
    (figures as u8, pool - figures * each)
}

/// How a unit stands without so many figures, and how many step up into its front for a price (BS2, BS3, BS6, BS88).
/// `hit` are those who are taken first in open formation.
pub fn without(field: Battlefield, unit: UnitId, lost: u8, hit: &[u8]) -> (Body, u8) {
    let body = Body::of(field, unit);
    let stance = field.stance(unit);
    let hit = if field.plays(Switch::FromRear) && !field.skirmishes(unit) { &[] } else { hit };
    let left = (body.placement.base_count() as u8).saturating_sub(lost);
    if left == 0 {
        return (Body { placement: Placement::Off, labels: Vec::new(), ..body }, 0);
    }
    match body.placement.clone() {
        Placement::Loose(_) if field.skirmishes(unit) => (fewer(&body, lost, hit), 0),
        Placement::Block { pose, bases, gap, .. } if field.class(unit) == Class::Mob => {
            debug_assert!(bases > lost);
            let files = square(left);
            (Body { placement: Placement::Block { pose, files, bases: left, gap }, files, ..body }, 0)
        }
        Placement::Loose(poses) => {
            let engaged: Vec<u8> = touches(field, unit).iter().map(|touch| touch.figure).collect();
            (thinned(&body, poses, lost, (hit, &engaged), stance.open), 0)
        }
        Placement::Block { pose, files, bases, gap } if !stance.open || gap == Mil::ZERO => {
            let debt = if stance.open { stepping(files, bases, lost, hit) } else { 0 };
            let files = files.min(left);
            (Body { placement: Placement::Block { pose, files, bases: left, gap }, files, ..body }, debt)
        }
        Placement::Block { pose, files, bases, gap } => {
            let front = files.min(bases);
            let holes = front_holes(front, bases, lost, hit);
            let behind = bases - front;
            let rear_lost = lost - holes.len() as u8;
            let fillers = behind - rear_lost;
            if holes.len() as u8 <= fillers {
                let debt = holes.len() as u8;
                return (Body { placement: Placement::Block { pose, files, bases: left, gap }, ..body }, debt);
            }
            // No figure is left behind for the holes farthest from the middle: the line closes sideways.
            let middle = f32::from(front - 1) / 2.0;
            let mut open = holes;
            open.sort_by(|a, b| {
                (f32::from(*a) - middle).abs().total_cmp(&(f32::from(*b) - middle).abs()).then(a.cmp(b))
            });
            let stay: Vec<u8> = open.split_off(usize::from(fillers));
            let (run, from, to) = closed_up(front, &stay);
            let files = left;
            // The first of that run stands where it stood.
            let aside = |files: u8, n: u8| {
                let rank = Placement::Block { pose: Pose::default(), files, bases: files, gap };
                rank.bases(field.size(unit))[usize::from(n)].centre.x
            };
            let pose = Pose::shifted(pose, 0.0, aside(front, from) - aside(files, to));
            let debt = fillers + (left - run);
            (Body { placement: Placement::Block { pose, files, bases: left, gap }, files, ..body }, debt)
        }
        _ => (body, 0),
    }
}

/// Which places of the front are emptied: those that were hit first, then the rear ranks, then the front from the left.
fn front_holes(front: u8, bases: u8, lost: u8, hit: &[u8]) -> Vec<u8> {
    let order = hit.iter().copied().filter(|n| *n < bases);
    let rest = (front..bases).rev().chain(0..front);
    let mut taken: Vec<u8> = Vec::new();
    for n in order.chain(rest) {
        if taken.len() < usize::from(lost) && !taken.contains(&n) {
            taken.push(n);
        }
    }
    taken.retain(|n| *n < front);
    taken
}

/// How many step up in a unit that is open in name only.
fn stepping(files: u8, bases: u8, lost: u8, hit: &[u8]) -> u8 {
    let front = files.min(bases);
    let holes = front_holes(front, bases, lost, hit).len() as u8;
    holes.min((bases - front).saturating_sub(lost - holes))
}

/// Of a single rank with holes: how long the longest unbroken run is, the place where it begins, and the place that this is when
/// the others have closed up to it (BS88).
fn closed_up(front: u8, holes: &[u8]) -> (u8, u8, u8) {
    let stands: Vec<bool> = (0..front).map(|n| !holes.contains(&n)).collect();
    let (mut best, mut from, mut run) = (0u8, 0u8, 0u8);
    for n in 0..front {
        run = if stands[usize::from(n)] { run + 1 } else { 0 };
        if run > best {
            (best, from) = (run, n + 1 - run);
        }
    }
    let left_of = stands[..usize::from(from)].iter().filter(|is| **is).count() as u8;
    (best, from, left_of)
}

/// Which of a skirmishing unit's figures fall: those who were hit, then the nearest to them.
fn fallen(bases: &Footprints, lost: u8, hit: &[u8]) -> Vec<u8> {
    let mut order: Vec<u8> = hit.iter().copied().filter(|n| usize::from(*n) < bases.len()).collect();
    let far = |n: u8| {
        let at = bases[usize::from(n)].centre;
        hit.iter()
            .filter_map(|h| bases.get(usize::from(*h)))
            .map(|h| h.centre.distance(at))
            .fold(f32::INFINITY, f32::min)
    };
    let mut rest: Vec<u8> = (0..bases.len() as u8).filter(|n| !order.contains(n)).collect();
    rest.sort_by(|a, b| far(*a).total_cmp(&far(*b)));
    order.extend(rest);
    order.truncate(usize::from(lost));
    order
}

/// Skirmishers without so many figures: nobody steps up (BS14).
fn fewer(body: &Body, lost: u8, hit: &[u8]) -> Body {
    let bases = body.bases();
    let fallen = fallen(&bases, lost, hit);
    let left = (0..).zip(&bases).filter(|(n, _)| !fallen.contains(n)).map(|(_, base)| base.pose());
    let placement = Placement::Loose(left.collect());
    let files = body.files.min(placement.base_count() as u8);
    Body { placement, files, labels: Vec::new(), lead: 0, ..body.clone() }
}

/// What the figures that are left of a skirmishing unit have spent.
fn left_over(field: Battlefield, unit: UnitId, lost: u8, hit: &[u8]) -> Steps {
    let Steps(steps) = field.steps(unit);
    let fallen = if steps.is_empty() { Vec::new() } else { fallen(&field.bases(unit), lost, hit) };
    Steps((0..).zip(steps).filter(|(n, _)| !fallen.contains(n)).map(|(_, step)| step).collect())
}

/// A ragged unit without so many figures: closed from the rear of its longest file, of several one that touches nobody, open from
/// the files that were hit.
fn thinned(body: &Body, mut poses: Vec<Pose>, lost: u8, (hit, engaged): (&[u8], &[u8]), open: bool) -> Body {
    let mut labels = body.labels.clone();
    labels.resize(poses.len(), 0);
    let mut wanted: Vec<u8> =
        if open { hit.iter().filter_map(|n| labels.get(usize::from(*n)).copied()).collect() } else { Vec::new() };
    wanted.reverse();
    let fights: Vec<u8> = engaged.iter().filter_map(|n| labels.get(usize::from(*n)).copied()).collect();
    for _ in 0..lost {
        let longest = || {
            let count = |file: u8| labels.iter().filter(|of| **of == file).count();
            (0..body.files).rev().max_by_key(|file| (count(*file), !fights.contains(file))).unwrap_or(0)
        };
        let file = wanted.pop().filter(|file| labels.contains(file)).unwrap_or_else(longest);
        if let Some(rear) = labels.iter().rposition(|of| *of == file) {
            labels.remove(rear);
            poses.remove(rear);
        }
    }
    // Files that are gone close the count; those that are left keep their order.
    let mut files: Vec<u8> = labels.clone();
    files.sort_unstable();
    files.dedup();
    let labels: Vec<u8> = labels.iter().map(|of| files.iter().position(|f| f == of).unwrap_or(0) as u8).collect();
    let heading = body.facing().heading;
    let lead = poses.iter().position(|pose| pose.heading == heading).unwrap_or(0) as u8;
    Body { placement: Placement::Loose(poses), labels, files: files.len() as u8, lead, ..body.clone() }
}

/// A unit suffers so much: its pool grows, figures are taken off and others step up. `settle`: no price is asked for it (10.3).
pub fn suffer(field: Battlefield, unit: UnitId, sixteenths: i32, hit: &[u8], free: bool) -> (Vec<Fact>, u8) {
    let (lost, pool) = killed(field, unit, sixteenths);
    if sixteenths == 0 {
        return (Vec::new(), 0);
    }
    let figures = field.figures(unit);
    let wounds = Narration::Counted { of: Ref::Unit(unit), what: Word("wounds"), from: field.wounds(unit), to: pool };
    let pooled = Fact::new(POOL, wounds)
        .says(Word("pooled"))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("damage"), words(sixteenths))
        .word(Word("fallen"), Arg::Measured(Measured::Count(lost.into())))
        .word(Word("pool"), words(if lost == figures { 0 } else { pool }))
        .change(put(unit, Wounds(if lost == figures { 0 } else { pool })));
    if lost == 0 {
        return (vec![pooled], 0);
    }
    let (body, debt) = without(field, unit, lost, hit);
    let counted = Narration::Counted {
        of: Ref::Unit(unit),
        what: Word("figures"),
        from: figures.into(),
        to: (figures - lost).into(),
    };
    let steps = left_over(field, unit, lost, hit);
    let points = field.points_of(unit) * i32::from(lost);
    let side = field.0.side_of(unit).index();
    let mut told = Fact::new(REMOVAL, counted)
        .change(put(unit, body.placement.clone()))
        .change(put(unit, Ragged(body.labels.clone())))
        .change(put(unit, steps))
        .change(alter(unit, move |stance: &mut Stance| *stance = dress::standing(&body, *stance)))
        .change(alter_one(move |lost: &mut Points| lost.lost[side] += points));
    if debt > 0 && !free && field.plays(Switch::GapsAtOnce) {
        let (price, rate) = (dress::prices(debt), field.kind(unit).rate());
        told = told.change(alter(unit, move |round: &mut Round| {
            round.spent = Mil(round.spent.0 + price.0);
            round.done |= round.spent > rate;
        }));
    } else if debt > 0 && !free {
        told = told.change(alter(unit, move |owes: &mut GapDebt| owes.0 += debt));
    }
    let mut facts = vec![pooled, told];
    if lost == figures {
        facts.push(Fact::new(REMOVAL, Narration::Gone { of: Ref::Unit(unit), how: GONE }));
    }
    (facts, lost)
}

/// A whole unit is lost with all its figures: off the table, or surrendered.
pub fn gone(field: Battlefield, unit: UnitId, cite: Cite, how: Word) -> Fact {
    let points = field.points_of(unit) * i32::from(field.figures(unit));
    let side = field.0.side_of(unit).index();
    Fact::new(cite, Narration::Gone { of: Ref::Unit(unit), how })
        .change(put(unit, Placement::Off))
        .change(put(unit, Ragged::default()))
        .change(alter_one(move |lost: &mut Points| lost.lost[side] += points))
}

/// The price of gaps is paid (BS7, BS9).
pub fn pays(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let debt = field.debt(unit);
    if debt == 0 {
        return None;
    }
    let (price, rate) = (dress::prices(debt), field.kind(unit).rate());
    let counted = Narration::Counted { of: Ref::Unit(unit), what: Word("gaps"), from: debt.into(), to: 0 };
    let over = price > rate;
    let paid = Fact::new(if over { Cite("BS9") } else { Cite("BS7") }, counted).change(put(unit, GapDebt(0)));
    Some(paid.change(alter(unit, move |round: &mut Round| {
        round.spent = Mil(round.spent.0 + price.0);
        round.done |= over;
    })))
}

/// Damage as a sentence has it.
pub fn words(sixteenths: i32) -> Arg {
    Arg::Key(Word(crate::cite::intern(&damage::told(sixteenths))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_of_six_without_its_middle_two_closes_to_the_left_pair() {
        // Places 0 and 1 stay, 4 and 5 come to 2 and 3. Without 0 the five from 1 on stay, as the first of them.
        assert_eq!(closed_up(6, &[2, 3]), (2, 0, 0));
        assert_eq!(closed_up(6, &[0]), (5, 1, 0));
        assert_eq!(closed_up(6, &[1]), (4, 2, 1));
    }

    #[test]
    fn three_of_the_front_are_filled_from_behind() {
        assert_eq!(front_holes(6, 12, 3, &[1, 2, 3]), [1, 2, 3]);
        assert_eq!(stepping(6, 12, 3, &[1, 2, 3]), 3);
        assert_eq!(stepping(6, 8, 4, &[0, 1, 2, 3]), 2, "two are left behind for four gaps");
    }
}
