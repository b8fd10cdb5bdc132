//! What a march order would do: every unit's wheel and straight move, judged together (M1, M2, W2, W4, SP4).

use std::borrow::Cow;
use std::rc::Rc;

use smallvec::SmallVec;

use super::marchers::Marchers;
use super::order::{MarchOrder, speaker};
use super::pins;
use super::straight::{Course, Straight};
use super::turning::Turned;
use super::{long_wheel, rear_zone};
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::{WheelRule, data};
use crate::rules::armati::divisions;
use crate::rules::armati::switches::Switch;
use crate::table::{Cdeg, Footprint, Mil};

const ALLOWANCE: Cite = Cite("M1");
const TOGETHER: Cite = Cite("M2");
const STEP_BACK: Cite = Cite("M3");
const PER_TYPE: Cite = Cite("6.1");
const COMPLEX: Cite = Cite("6.3");
const ENGAGED: Cite = Cite("C7");
const IN_MELEE: Cite = Cite("SP4");
const CONTROL: Cite = Cite("4.3");
const ABOUT: Cite = Cite("B12a.1");
/// The rule by which an about-face of heavies is the whole move.
pub const ABOUT_ALONE: Cite = Cite("B12a.4");
/// The rule by which an extended wheel is the whole move.
pub const LONG_ALONE: Cite = Cite("B12.9");

/// A march as it would go if nobody evaded.
#[derive(Clone, Debug)]
pub struct Plan {
    pub units: Vec<Planned>,
    pub turned: Option<Rc<Turned>>,
    /// What the wheel costs.
    pub price: Mil,
    /// The allowance of the division: that of its slowest unit (M2).
    pub allowance: Mil,
    /// The farthest that any of its units could go after the wheel, given the terrain.
    pub reach: Mil,
    /// The rule by which its turn ends its move, if one does.
    pub ends_move: Option<Cite>,
}

impl Plan {
    /// The distance after which one of its units first comes into contact on its straight move; none if none does.
    pub fn first_contact(&self) -> Option<Mil> {
        let courses = self.units.iter().filter_map(|unit| unit.course.as_ref());
        courses.filter(|course| !course.contacts.is_empty()).map(|course| course.distance).min()
    }
}

/// What one unit of the division would do.
#[derive(Clone, Debug)]
pub struct Planned {
    pub unit: UnitId,
    pub start: Footprint,
    /// After about-face and wheel.
    pub turned: Footprint,
    /// Its straight move; none for a unit that stays because it is engaged, has no movement left, or was stopped by its
    /// wheel.
    pub course: Option<Course>,
    pub end: Footprint,
    /// What the straight move costs.
    pub cost: Mil,
}

/// The units of a march that may still move.
pub fn movers(field: Battlefield, units: &[UnitId]) -> Vec<UnitId> {
    units.iter().copied().filter(|u| field.stands(*u) && !field.engaged(*u) && !field.acts(*u).spent).collect()
}

/// The units of the order's division that are on the table.
pub fn units_of(field: Battlefield, order: &MarchOrder) -> Vec<UnitId> {
    let of = |body| field.0.bodies().get(body).units.iter().copied();
    order.bodies().flat_map(of).filter(|u| field.stands(*u)).collect()
}

/// The allowance of a division: its slowest unit's (M2).
pub fn allowance(field: Battlefield, units: &[UnitId]) -> Mil {
    units.iter().map(|u| field.allowance(*u)).min().unwrap_or_default()
}

/// Judges a march order and computes what it would do.
///
/// # Errors
///
/// The rule that forbids it.
pub fn plan(field: Battlefield, order: &MarchOrder) -> Result<Plan, Refusal> {
    Marchers::of(field, order).plan(order)
}

impl Marchers<'_> {
    /// Judges a march order of these units and computes what it would do.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn plan(&self, order: &MarchOrder) -> Result<Plan, Refusal> {
        let plan = self.draft(order)?;
        self.check(order, &plan)?;
        Ok(plan)
    }

    /// Whether that order is accepted.
    pub fn can(&self, order: &MarchOrder) -> bool {
        let only_turns = order.ahead == Mil::ZERO && order.back == Mil::ZERO && order.stops.is_empty();
        // They stay together in a turn, so that only the strip at their rear is left to check, which is closed to few.
        if only_turns && order.wheel != Cdeg::ZERO && !self.units.iter().any(|u| rear_zone::applies(self.field, *u)) {
            return self.begin(order).is_ok();
        }
        self.plan(order).is_ok()
    }

    /// What a march order would do: whether it may be begun, how far each unit turns and goes, and what that costs.
    /// Whether they may stand where they end is left to [`Marchers::check`].
    ///
    /// # Errors
    ///
    /// The rule by which it may not be begun.
    pub fn draft(&self, order: &MarchOrder) -> Result<Plan, Refusal> {
        let Begun { faced, turned, left, ends_move } = self.begin(order)?;
        let price = turned.as_ref().map_or(Mil::ZERO, |t| t.price);
        let mut plan = Plan {
            units: Vec::with_capacity(self.units.len()),
            turned: turned.clone(),
            price,
            allowance: self.allowance,
            reach: Mil::ZERO,
            ends_move,
        };
        let prints = turned.as_ref().map_or(&faced[..], |turned| &turned.prints);
        self.go_straight(order, left, prints, &mut plan);
        Ok(plan)
    }

    /// The part of a march before its straight move: whether it may be begun, the about-face, the wheel.
    fn begin(&self, order: &MarchOrder) -> Result<Begun<'_>, Refusal> {
        let (field, units) = (self.field, &self.units[..]);
        self.may_move(order)?;
        long_wheel::check_line(field, order)?;
        let faced = if order.about {
            Cow::Owned(self.prints.iter().map(|print| print.faced(Cdeg::HALF)).collect())
        } else {
            Cow::Borrowed(&self.prints[..])
        };
        let turned = if order.wheel == Cdeg::ZERO {
            None
        } else {
            self.may_wheel(order)?;
            Some(self.turned(order, &faced)?)
        };
        let price = turned.as_ref().map_or(Mil::ZERO, |t| t.price);
        let long = turned.as_ref().is_some_and(|t| t.long);
        let about_only = order.about && self.kinds.iter().any(|kind| !kind.about_face);
        if about_only && (order.wheel != Cdeg::ZERO || order.ahead > Mil::ZERO) {
            return Err(Refusal::new(ABOUT_ALONE, Word("about-face-alone"))
                .of(speaker(&field.0, order.body))
                .above(Measured::Length(order.ahead), Measured::Length(Mil::ZERO)));
        }
        let instead = price > Mil::ZERO && units.iter().any(|u| instead_of_moving(field, *u));
        let ways = [(order.complex, COMPLEX), (long, LONG_ALONE), (about_only, ABOUT_ALONE), (instead, PER_TYPE)];
        let ends_move = ways.into_iter().find_map(|(is, cite)| is.then_some(cite));
        if ends_move.is_some() && order.ahead > Mil::ZERO {
            let cite = if order.complex { COMPLEX } else { PER_TYPE };
            return Err(Refusal::new(cite, Word("wheel-or-move"))
                .of(speaker(&field.0, order.body))
                .above(Measured::Length(order.ahead), Measured::Length(Mil::ZERO)));
        }
        let left = if ends_move.is_some() { Mil::ZERO } else { (self.allowance - price).max(Mil::ZERO) };
        Ok(Begun { faced, turned, left, ends_move })
    }

    /// Checks where everybody would end: how far the march goes, that the division stays together, the strip at its rear.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn check(&self, order: &MarchOrder, plan: &Plan) -> Result<(), Refusal> {
        let field = self.field;
        if order.ahead.max(order.back) > plan.reach {
            return Err(too_far(field, order, plan));
        }
        stays_together(field, order, plan)?;
        for one in plan.units.iter().filter(|one| rear_zone::applies(field, one.unit)) {
            let swung = plan.turned.iter().flat_map(|t| t.contacts.iter().chain(&t.overruns));
            let swung = swung.filter(|(unit, _)| *unit == one.unit).map(|(_, enemy)| *enemy);
            let swept = plan.turned.iter().flat_map(|t| t.disperses.iter().map(|(_, enemy)| *enemy));
            let met = one.course.iter().flat_map(Course::met);
            let met: SmallVec<[UnitId; 4]> = swung.chain(swept).chain(met).collect();
            rear_zone::check(field, one.unit, &one.start, &one.end, &met)?;
        }
        Ok(())
    }

    /// Checks that some unit of the division may move, and that all face about or step back together.
    fn may_move(&self, order: &MarchOrder) -> Result<(), Refusal> {
        let (field, units, movers) = (self.field, &self.units[..], &self.movers[..]);
        let who = || speaker(&field.0, order.body);
        if movers.is_empty() {
            let engaged = units.iter().any(|u| field.engaged(*u));
            let (cite, says) = if engaged { (ENGAGED, "engaged") } else { (ALLOWANCE, "moved-already") };
            return Err(Refusal::new(cite, Word(says)).of(who()));
        }
        let straight = !order.about && order.wheel == Cdeg::ZERO && order.back == Mil::ZERO;
        for body in order.bodies().filter(|body| !field.division(*body).controlled) {
            if !self.released(body) {
                return Err(Refusal::new(CONTROL, Word("not-released")).of(speaker(&field.0, body)));
            }
            if !straight {
                return Err(Refusal::new(CONTROL, Word("uncontrolled")).of(speaker(&field.0, body)));
            }
        }
        if movers.len() < units.len() && !straight {
            let busy = units.iter().find(|u| !movers.contains(u)).copied().unwrap_or(units[0]);
            return Err(Refusal::new(IN_MELEE, Word("mate-in-melee"))
                .of(who())
                .word(Word("friend"), Arg::Of(Ref::Unit(busy))));
        }
        if order.about {
            may_face_about(field, units)?;
        }
        if order.back > Mil::ZERO
            && let Some(unit) = units.iter().find(|u| !field.kind(**u).back_up)
        {
            return Err(Refusal::new(STEP_BACK, Word("no-backing")).of(Ref::Unit(*unit)));
        }
        if let Some((unit, _)) = order.stops.iter().find(|(u, _)| !units.contains(u)) {
            return Err(Refusal::new(TOGETHER, Word("not-in-division")).of(Ref::Unit(*unit)));
        }
        Ok(())
    }

    /// Checks that the division may wheel: pins (P3, P4), types, undressed ranks (6.3).
    fn may_wheel(&self, order: &MarchOrder) -> Result<(), Refusal> {
        let (field, units) = (self.field, &self.units[..]);
        if let Some(unit) = units.iter().find(|u| field.kind(**u).wheel == WheelRule::None) {
            return Err(Refusal::new(PER_TYPE, Word("no-wheel-type")).of(Ref::Unit(*unit)));
        }
        if let Some(pin) = self.pinned() {
            return Err(pins::refusal(pin, field));
        }
        if order.complex {
            if let Some(unit) = units.iter().find(|u| !field.kind(**u).complex_wheel) {
                return Err(Refusal::new(COMPLEX, Word("no-complex-wheel")).of(Ref::Unit(*unit)));
            }
            if let Some(unit) = units.iter().find(|u| field.undressed(**u)) {
                return Err(Refusal::new(COMPLEX, Word("undressed-no-wheel"))
                    .of(Ref::Unit(*unit))
                    .word(Word("wheel"), Arg::Measured(Measured::Length(*data().tables.movement.wheel))));
            }
        }
        Ok(())
    }

    /// Makes each unit's straight move, those in front first, so that one behind closes up to where its mate has ended
    /// (M6).
    fn go_straight(&self, order: &MarchOrder, left: Mil, prints: &[Footprint], plan: &mut Plan) {
        let (field, units) = (self.field, &self.units[..]);
        let back = order.back > Mil::ZERO;
        let along = prints.first().map_or(bevy::math::Vec2::Y, |p| p.forward()) * if back { -1.0 } else { 1.0 };
        let mut sequence: SmallVec<[usize; 8]> = (0..units.len()).collect();
        sequence.sort_by(|a, b| prints[*b].centre.dot(along).total_cmp(&prints[*a].centre.dot(along)).then(a.cmp(b)));
        let mut ended: SmallVec<[(UnitId, Footprint); 8]> = SmallVec::new();
        let planned = |n: usize| Planned {
            unit: units[n],
            start: self.prints[n],
            turned: prints[n],
            course: None,
            end: prints[n],
            cost: Mil::ZERO,
        };
        plan.units.extend((0..units.len()).map(planned));
        for n in sequence {
            let unit = units[n];
            let touched = plan.turned.as_ref().is_some_and(|t| t.touches(unit));
            let stays = !self.movers.contains(&unit) || touched;
            let way = Straight {
                field,
                unit,
                from: prints[n],
                start: self.prints[n],
                back,
                hostile: !back,
                mates: units,
                ended: &ended,
            };
            let one = &mut plan.units[n];
            if !stays {
                let slow = self.slow(n, &way, left);
                let reach = slow.reach(left);
                plan.reach = plan.reach.max(reach);
                let wish = if back { order.back } else { order.wish(unit) };
                // A unit that stays where it is comes into contact with nobody, however near (C8).
                let stands = wish == Mil::ZERO && plan.turned.is_none() && !order.about;
                let wish = wish.min(reach);
                let course = if stands { Course::still() } else { way.course_in(&self.corridor(n, &way, wish), wish) };
                one.end = way.at(course.distance);
                one.cost = slow.cost(course.distance);
                one.course = Some(course);
            }
            ended.push((unit, one.end));
        }
    }
}

/// A march whose straight move is still to come.
struct Begun<'m> {
    /// The units after any about-face.
    faced: Cow<'m, [Footprint]>,
    turned: Option<Rc<Turned>>,
    /// What is left of the allowance.
    left: Mil,
    /// The rule by which the turn ends the move, if one does.
    ends_move: Option<Cite>,
}

/// The refusal of a distance longer than what is left: of the allowance after the wheel, and in this terrain.
fn too_far(field: Battlefield, order: &MarchOrder, plan: &Plan) -> Refusal {
    let says = match (plan.reach == plan.allowance, plan.price > Mil::ZERO) {
        (true, _) => "too-far",
        (false, true) => "too-far-after-wheel",
        (false, false) => "too-far-over-ground",
    };
    let wish = order.ahead.max(order.back);
    Refusal::new(ALLOWANCE, Word(says))
        .of(speaker(&field.0, order.body))
        .above(Measured::Length(wish), Measured::Length(plan.reach))
        .word(Word("wheel"), Arg::Measured(Measured::Length(plan.price)))
        .word(Word("allowance"), Arg::Measured(Measured::Length(plan.allowance)))
}

/// Checks that all of them may face about: lights always, others by B12a when no enemy ahead pins them.
fn may_face_about(field: Battlefield, units: &[UnitId]) -> Result<(), Refusal> {
    let never = |u: &&UnitId| !field.kind(**u).about_face;
    let Some(unit) = units.iter().find(never) else { return Ok(()) };
    if !field.plays(Switch::AboutFace) {
        return Err(Refusal::new(PER_TYPE, Word("no-about-face")).of(Ref::Unit(*unit)));
    }
    match units.iter().filter(never).find_map(|u| pins::pinned(field, *u)) {
        Some(pin) => Err(Refusal { cite: ABOUT, says: Word("pinned-about-face"), ..pins::refusal(pin, field) }),
        None => Ok(()),
    }
}

/// Whether the unit's type makes a standard wheel instead of a move (6.1).
pub fn instead_of_moving(field: Battlefield, unit: UnitId) -> bool {
    field.kind(unit).wheel == WheelRule::InsteadOf
}

/// Checks M2 and D6: units that were joined still are, except those that end in contact with an enemy.
fn stays_together(field: Battlefield, order: &MarchOrder, plan: &Plan) -> Result<(), Refusal> {
    let units = &plan.units;
    if units.len() < 2 || goes_as_one(units) {
        return Ok(());
    }
    let ends: Vec<Footprint> = units.iter().map(|u| u.end).collect();
    let groups = divisions::groups_of(&ends);
    if groups.len() == 1 {
        return Ok(());
    }
    let group = |i: usize| groups.iter().position(|g| g.contains(&i));
    let leaves = |i: usize| {
        units[i].course.as_ref().is_some_and(|c| !c.contacts.is_empty())
            || plan.turned.as_ref().is_some_and(|t| t.touches(units[i].unit))
    };
    for a in 0..units.len() {
        for b in a + 1..units.len() {
            let of_one = || field.division_of(units[a].unit) == field.division_of(units[b].unit);
            let mates = order.line.is_empty() || of_one();
            let before = mates && divisions::contiguous(&[units[a].start, units[b].start]);
            if !before || leaves(a) || leaves(b) || group(a) == group(b) {
                continue;
            }
            let ahead = |i: usize| units[i].course.as_ref().map_or(Mil::ZERO, |c| c.distance);
            let (first, last) = if ahead(a) > ahead(b) { (a, b) } else { (b, a) };
            let along = ends[last].pose().local(ends[first].front());
            let least = *data().tables.division.side_overlap;
            let limit = Mil::measured(ends[first].depth()) - least;
            return Err(Refusal::new(TOGETHER, Word("drag-of-division"))
                .of(Ref::Unit(units[first].unit))
                .above(Measured::Length(Mil::measured(along.y)), Measured::Length(limit))
                .word(Word("mate"), Arg::Of(Ref::Unit(units[last].unit)))
                .word(Word("body"), Arg::Of(speaker(&field.0, order.body))));
        }
    }
    Ok(())
}

/// Whether all of them turn alike and go equally far in the same direction: then they stand to each other as before.
fn goes_as_one(units: &[Planned]) -> bool {
    let ahead = |one: &Planned| one.course.as_ref().map_or(Mil::ZERO, |course| course.distance);
    let Some((first, rest)) = units.split_first() else { return true };
    rest.iter().all(|one| one.turned.heading == first.turned.heading && ahead(one) == ahead(first))
}
