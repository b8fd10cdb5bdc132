//! Charges and attacks as they are carried out, in the order of the book (4.4): missile troops fall back, fire at half of the
//! way, contact, weapons thrown, charge checks; who has failed runs, and the charger goes on; else it is seated.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::charged::ChargeCheck;
use super::commander;
use super::contact_side::aspect;
use super::fall_back;
use super::moves::charge::{self, Course};
use super::moves::plan::Plan;
use super::seating::{before_front, edge_met, seated};
use super::shooting::passing::{PassFire, concerned};
use super::shooting::thrown::{Throws, may_throw};
use super::state::{Acts, Contact, Contacts};
use super::strike::Aspect;
use crate::battle::{Arg, Effects, Fact, Job, Narration, Ref, Truth, alter, alter_one, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::nearest_points;
use crate::table::{Leg, Mil};

/// How far a charge or an attack has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Missile troops may fall back.
    Refuse,
    /// At half of the way it is shot at.
    Half,
    /// It runs on to whom it meets.
    Rest,
    /// Weapons are thrown at it.
    Thrown,
    /// The charged check, one after the other.
    Checks,
    /// It is seated, or goes on.
    Ends,
}

/// A job: a charge, an attack, or the way on of a charger who has beaten his enemy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assault {
    pub unit: UnitId,
    pub charges: bool,
    /// Whom it named; a charger who goes on names nobody.
    pub target: Option<UnitId>,
    /// What it still goes before its last straight run.
    pub legs: Vec<Leg>,
    pub stage: Stage,
    /// Its centre when it began (9.5).
    pub from: Vec2,
    /// Whom its front has met, and who of them has still to check.
    pub met: Vec<UnitId>,
    pub waiting: Vec<UnitId>,
    /// Whom it meets stands higher.
    pub below: bool,
}

impl Job for Assault {
    const NAME: &'static str = "chainmail.assault";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(assault, self, world)
    }
}

/// The way on of a charger who has won before melee, or in its first round (C43): the balance of his charge, straight on as he
/// last ran. None where nothing is left or he may not.
pub fn goes_on(field: Battlefield, unit: UnitId) -> Option<Assault> {
    let acts = field.acts(unit);
    acts.charged?;
    let left = field.left(unit);
    let most = super::data::tables().melees_a_turn;
    if left == Mil::ZERO || acts.melees >= most || !field.0.on_table(unit) || field.flight(unit).is_some() {
        return None;
    }
    Some(Assault {
        unit,
        charges: true,
        target: None,
        legs: Vec::new(),
        stage: Stage::Rest,
        from: field.print(unit).centre,
        met: Vec::new(),
        waiting: Vec::new(),
        below: false,
    })
}

/// A job: a charger who has won in the first round goes on, if nobody whom he touched stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoesOn {
    pub unit: UnitId,
}

impl Job for GoesOn {
    const NAME: &'static str = "chainmail.goes-on";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(on, self, world)
    }
}

pub fn on(InRef(job): InRef<GoesOn>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    if !field.0.on_table(job.unit) || field.engaged(job.unit) {
        return Effects::pop();
    }
    match goes_on(field, job.unit) {
        Some(on) => Effects::become_job(on),
        None => Effects::pop(),
    }
}

pub fn assault(InRef(job): InRef<Assault>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    if !field.0.on_table(unit) || field.flight(unit).is_some() {
        return Effects::pop();
    }
    let next = |stage| Assault { stage, ..job.clone() };
    match job.stage {
        Stage::Refuse => {
            let effects = Effects::become_job(next(Stage::Half));
            match job.target.and_then(|target| fall_back::asked(field, target, unit)) {
                Some(question) => effects.ask(question),
                None => effects,
            }
        }
        Stage::Half => half(field, job),
        Stage::Rest => rest(field, job),
        Stage::Thrown => {
            let from = |by: &UnitId| aspect(&field.print(*by), job.from);
            let throws = job.met.iter().map(|by| Throws { by: *by, at: unit, aspect: from(by) });
            let throws: Vec<Throws> = throws.filter(|throws| may_throw(field, throws)).collect();
            throws.into_iter().rev().fold(Effects::become_job(next(Stage::Checks)), Effects::push)
        }
        Stage::Checks => {
            let Some((who, later)) = job.waiting.split_first() else { return Effects::become_job(next(Stage::Ends)) };
            let effects = Effects::become_job(Assault { waiting: later.to_vec(), ..job.clone() });
            if !job.charges {
                return effects;
            }
            effects.push(ChargeCheck { by: unit, at: *who, aspect: aspect(&field.print(*who), job.from) })
        }
        Stage::Ends => ends(field, job),
    }
}

/// The course from where the unit stands now.
fn course(field: Battlefield, job: &Assault, most: Option<Mil>) -> Course {
    let mut plan = Plan::of(field, job.unit);
    plan.acts.begun = true;
    // Who goes on turns back free to the heading of his charge.
    if let Some(heading) = plan.acts.heading.filter(|_| job.target.is_none()) {
        let to = plan.print.faced((heading - plan.print.heading).turn());
        if charge::room_to_turn(field, job.unit, plan.formation.open, &to).is_ok() {
            plan.stands(to);
        }
    }
    charge::run(field, plan, &job.legs, job.charges, most).0
}

/// Half of the way that it is about to run: those who may shoot at it there do.
fn half(field: Battlefield, job: &Assault) -> Effects {
    let unit = job.unit;
    let rest = Effects::become_job(Assault { stage: Stage::Rest, ..job.clone() });
    let whole = course(field, job, None);
    let way = Mil(whole.plan.acts.gone.0 - field.acts(unit).gone.0);
    let (first, legs) = halved(&whole.gone, Mil(way.0 / 2));
    let mut plan = Plan::of(field, unit);
    plan.acts.begun = true;
    let (there, _) = charge::run(field, plan, &first, job.charges, Some(Mil::ZERO));
    if !there.met.is_empty() || concerned(field, unit, &there.plan.print, None).is_empty() {
        return rest;
    }
    let fact = moved(&there, "half-way", "C65");
    Effects::become_job(Assault { stage: Stage::Rest, legs, ..job.clone() })
        .fact(fact)
        .facts(commander::taken(field, unit, &there.plan.path))
        .push(PassFire { mover: unit, end: None })
}

/// The legs of so many inches, and what comes after them before the last run, which is the last of the legs.
fn halved(legs: &[Leg], inches: Mil) -> (Vec<Leg>, Vec<Leg>) {
    let (mut first, mut left) = (Vec::new(), inches.0);
    for (n, leg) in legs.iter().enumerate() {
        let last = n + 1 == legs.len();
        match *leg {
            Leg::Ahead(by) if by.0 > left => {
                first.push(Leg::Ahead(Mil(left)));
                let mut rest = vec![Leg::Ahead(Mil(by.0 - left))];
                rest.extend(&legs[n + 1..legs.len().max(n + 2) - 1]);
                return (first, if last { Vec::new() } else { rest });
            }
            Leg::Ahead(by) => left -= by.0,
            _ => {}
        }
        first.push(*leg);
    }
    (first, Vec::new())
}

/// It runs on, and meets somebody or nobody.
fn rest(field: Battlefield, job: &Assault) -> Effects {
    let course = course(field, job, None);
    let runs_on = job.target.is_none();
    if runs_on && course.met.is_empty() && course.plan.acts.gone == field.acts(job.unit).gone {
        return Effects::pop();
    }
    let says = match (runs_on, job.charges, course.met.is_empty()) {
        (true, _, _) => "goes-on",
        (_, true, false) => "charges",
        (_, true, true) => "charges-nobody",
        (_, false, false) => "attacks",
        (_, false, true) => "attacks-nobody",
    };
    let fact = moved(&course, says, if job.charges { "C40" } else { "C123" });
    let taken = commander::taken(field, job.unit, &course.plan.path);
    if course.met.is_empty() {
        return Effects::pop().fact(fact).facts(taken);
    }
    let met = course.met.clone();
    let next = Assault {
        stage: Stage::Thrown,
        legs: Vec::new(),
        waiting: met.clone(),
        met,
        below: course.below,
        ..job.clone()
    };
    Effects::become_job(next).fact(fact).facts(taken)
}

/// The fact of a run.
fn moved(course: &Course, says: &'static str, cite: &'static str) -> Fact {
    let plan = &course.plan;
    let unit = plan.unit;
    let path = if plan.path.len() > 1 { plan.path.clone() } else { vec![plan.path[0]; 2] };
    let narration = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![path] };
    let acts = Acts { over: true, heading: Some(plan.print.heading), ..plan.acts };
    Fact::new(Cite(cite), narration)
        .says(Word(says))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .change(put(unit, plan.placement.clone()))
        .change(alter(unit, move |of: &mut Acts| *of = Acts { charged: of.charged, attacked: of.attacked, ..acts }))
}

/// All who were met have run or stand: it goes on, or is seated at those who stand.
fn ends(field: Battlefield, job: &Assault) -> Effects {
    let unit = job.unit;
    let print = field.print(unit);
    let stands: Vec<UnitId> = before_front(field, unit, &print);
    let named: Vec<UnitId> = job.met.iter().copied().filter(|met| stands.contains(met)).collect();
    if named.is_empty() {
        return match goes_on(field, unit).filter(|_| job.charges) {
            Some(on) => Effects::become_job(on),
            None => Effects::pop(),
        };
    }
    let meeting = Meeting {
        unit,
        from: job.from,
        charges: job.charges,
        below: job.below,
        named: &named,
        frontal: &[],
        mutual: &[],
    };
    Effects::pop().fact(seats(field, &meeting))
}

/// A contact that a unit has made with its front.
pub struct Meeting<'a> {
    pub unit: UnitId,
    /// Its centre when it began (9.5).
    pub from: Vec2,
    pub charges: bool,
    /// Whom it meets stands higher.
    pub below: bool,
    /// Whom it has met, who of them has met it with his own front in the same moment, and who of these charged.
    pub named: &'a [UnitId],
    pub frontal: &'a [UnitId],
    pub mutual: &'a [UnitId],
}

/// It is brought up to them and is in contact with all before its front (9.1).
pub fn seats(field: Battlefield, meeting: &Meeting) -> Fact {
    let (unit, named) = (meeting.unit, meeting.named);
    let print = field.print(unit);
    let seat = seated(field, unit, &print, named);
    let placement = match field.0.placement(unit).clone() {
        crate::table::Placement::Block { files, bases, gap, .. } => {
            crate::table::Placement::Block { pose: seat.pose(), files, bases, gap }
        }
        other => other,
    };
    let before: Vec<UnitId> = before_front(field, unit, &seat);
    // Whoever has come upon it with his own front is in that contact already.
    let touches = |at: &&UnitId| !field.contacts().iter().any(|of| of.by == **at && of.at == unit);
    let contacts: Vec<Contact> = before
        .iter()
        .filter(touches)
        .map(|at| {
            let other = field.print(*at);
            let mutual = meeting.mutual.contains(at);
            let (_, point) = nearest_points(&super::ground::front_of(&seat), &other);
            Contact {
                by: unit,
                at: *at,
                edge: edge_met(&seat, &other, point),
                aspect: if meeting.frontal.contains(at) { Aspect::Front } else { aspect(&other, meeting.from) },
                charge: meeting.charges,
                impetus: meeting.charges,
                named: named.contains(at),
                above: meeting.below,
                rounds: 0,
                from: meeting.from,
                mutual,
            }
        })
        .collect();
    let along = vec![vec![print.pose(), seat.pose()]];
    Fact::new(Cite("C125"), Narration::Moved { who: vec![Ref::Unit(unit)], along })
        .says(Word("in-contact"))
        .word(Word("who"), Arg::Of(Ref::Unit(unit)))
        .word(Word("whom"), Arg::Of(Ref::Unit(named[0])))
        .change(put(unit, placement))
        .change(alter_one(move |all: &mut Contacts| {
            all.0.retain(|of| of.by != unit || !contacts.iter().any(|new| new.at == of.at));
            all.0.extend(contacts.iter().copied());
        }))
}
