//! What an order of a unit comes to, worked out before anything moves (4.1): where it ends, how it stands, what it costs.

use super::charge::AT;
use super::form;
use crate::battle::shape::{Saying, Takes, said_otherwise};
use crate::battle::{Action, Arg, LEGS, Measured, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::facing;
use crate::rules::chainmail::ground::{self, Going, cost, cost_of};
use crate::rules::chainmail::shape::Shape;
use crate::rules::chainmail::state::{Acts, Formation, UnderWay};
use crate::rules::chainmail::switches::Switch;
use crate::rules::chainmail::terrain;
use crate::rules::chainmail::verb::Verb;
use crate::table::measure::{overlap, within};
use crate::table::{Cdeg, Footprint, Leg, Mil, Placement, Pose, Wheel, turned};

pub const TO: Word = Word("to");
pub const FILES: Word = Word("files");

/// So many legs has a way at most.
pub const MOST_LEGS: usize = 8;

/// An order worked out.
#[derive(Clone, Debug)]
pub struct Plan {
    pub unit: UnitId,
    pub print: Footprint,
    pub placement: Placement,
    pub formation: Formation,
    pub under_way: UnderWay,
    pub acts: Acts,
    pub path: Vec<Pose>,
    pub cite: Cite,
    pub says: Word,
}

pub fn refuse(says: &'static str, unit: UnitId, cite: &'static str) -> Refusal {
    Refusal::new(Cite(cite), Word(says)).of(Ref::Unit(unit))
}

/// Whether a unit may be given an order in this step at all.
///
/// # Errors
/// Why it may not.
pub fn may_act(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    if !field.0.on_table(unit) {
        return Err(refuse("off-table", unit, "C28"));
    }
    if field.flight(unit).is_some() {
        return Err(refuse("in-flight", unit, "C110"));
    }
    if field.is_halted(unit) {
        return Err(refuse("halted", unit, "C112"));
    }
    let acts = field.acts(unit);
    if acts.over || acts.refused || (acts.begun && field.phase().moving != Some(unit)) {
        return Err(refuse("move-over", unit, "C28"));
    }
    Ok(())
}

impl Plan {
    /// A unit as it stands.
    pub fn of(field: Battlefield, unit: UnitId) -> Plan {
        Plan {
            unit,
            print: field.print(unit),
            placement: field.0.placement(unit).clone(),
            formation: field.formation(unit),
            under_way: field.under_way(unit),
            acts: Acts { begun: true, ..field.acts(unit) },
            path: vec![field.front(unit)],
            cite: Cite("C31"),
            says: Word("moves"),
        }
    }

    /// What is left of its allowance, with the bonus of a road along which it has gone and where it stands.
    pub fn left(&self, field: Battlefield) -> Mil {
        let charges = self.acts.charged.is_some();
        let road = !charges && !self.acts.off_road && self.is_on_road(field, &self.print);
        let bonus = if road { field.road(self.unit).0 } else { 0 };
        Mil((field.allowance(self.unit).0 + bonus - self.acts.spent.0).max(0))
    }

    /// What is left of its allowance without the bonus of a road.
    pub fn left_off_road(&self, field: Battlefield) -> Mil {
        Mil((field.allowance(self.unit).0 - self.acts.spent.0).max(0))
    }

    /// Whether it goes along a road there: in column, the middles of its front and rear edges on it (C25).
    pub fn is_on_road(&self, field: Battlefield, print: &Footprint) -> bool {
        let machine = field.kind(self.unit).is_machine();
        if (self.formation.shape != Shape::Column && !machine) || field.road(self.unit) <= Mil::ZERO {
            return false;
        }
        let rear = print.centre * 2.0 - print.front();
        let on = |point| {
            let files = self.placement.ranks().abreast();
            field.0.ground().at(point).any(|piece| {
                terrain::kind(piece).is_some_and(|kind| kind.road && kind.bridge.is_none_or(|most| files <= most))
            })
        };
        on(print.front()) && on(rear)
    }

    /// How it goes from here.
    pub fn going(&self, sideways: bool, attacks: bool) -> Going {
        Going {
            unit: self.unit,
            print: self.print,
            open: self.formation.open,
            files: self.placement.ranks().abreast(),
            sideways,
            square: self.formation.shape.is_square(),
            attacks,
        }
    }

    /// It will stand there at the end of a leg: off a road the bonus is gone.
    fn heads_for(&mut self, field: Battlefield, end: &Footprint) {
        self.acts.off_road |= !self.is_on_road(field, &self.print) || !self.is_on_road(field, end);
    }

    /// It pays so much.
    ///
    /// # Errors
    /// When that is more than is left.
    pub fn pays(&mut self, field: Battlefield, price: Mil, cite: &'static str) -> Result<(), Refusal> {
        let left = self.left(field);
        if price > left {
            let why = refuse("too-dear", self.unit, cite);
            return Err(why.above(Measured::Length(price), Measured::Length(left)));
        }
        self.acts.spent = Mil(self.acts.spent.0 + price.0);
        Ok(())
    }

    /// It stands there.
    pub fn stands(&mut self, print: Footprint) {
        self.print = print;
        self.placement = with_pose(&self.placement, print.pose());
        self.path.push(print.pose());
    }
}

fn with_pose(placement: &Placement, to: Pose) -> Placement {
    match *placement {
        Placement::Block { files, bases, gap, .. } => Placement::Block { pose: to, files, bases, gap },
        ref other => other.clone(),
    }
}

/// Works an order out that makes no contact.
///
/// # Errors
/// The rule that forbids it.
pub fn plan(field: Battlefield, unit: UnitId, action: &Action) -> Result<Plan, Refusal> {
    may_act(field, unit)?;
    if field.engaged(unit) {
        return Err(refuse("in-melee", unit, "C20"));
    }
    let verb = Verb::of(action);
    if verb == Some(Verb::Change) && field.kind(unit).is_machine() {
        return Err(refuse("machine", unit, "C73"));
    }
    let mut plan = Plan::of(field, unit);
    match (verb, &action.with[..]) {
        (Some(Verb::Move), [(LEGS, Value::Legs(legs))]) if !legs.is_empty() && legs.len() <= MOST_LEGS => {
            for leg in legs {
                go(field, &mut plan, *leg)?;
            }
            Ok(plan)
        }
        (Some(Verb::Change), [(TO, Value::Name(to))]) => form::form(field, plan, *to, None),
        (Some(Verb::Change), [(TO, Value::Name(to)), (FILES, Value::Whole(files))]) => {
            form::form(field, plan, *to, Some(*files))
        }
        (Some(Verb::Cancel), []) => form::cancel(plan),
        _ => Err(otherwise(unit, action)),
    }
}

/// Refuses what is no order of this kind, or is not said as it is.
fn otherwise(unit: UnitId, action: &Action) -> Refusal {
    let ways: &[Saying] = match Verb::of(action) {
        Some(Verb::Move) => &[&[(LEGS, Takes::SoManyLegs(1, MOST_LEGS))]],
        Some(Verb::Change) => &[&[(TO, Takes::Name)], &[(TO, Takes::Name), (FILES, Takes::Whole)]],
        Some(Verb::Cancel | Verb::Retire) => &[&[]],
        Some(Verb::Shoot) => &[&[(AT, Takes::Unit)]],
        Some(Verb::Ride | Verb::GoTo) => return refuse("no-commander", unit, "C120"),
        _ => return Refusal::not_offered(Cite("C31"), action.key, &action.who),
    };
    said_otherwise(Cite("C31"), action, ways)
}

/// One leg more.
///
/// # Errors
/// The rule that forbids it.
pub fn go(field: Battlefield, plan: &mut Plan, leg: Leg) -> Result<(), Refusal> {
    let unit = plan.unit;
    match leg {
        Leg::Ahead(by) => straight(field, plan, Cdeg::ZERO, by),
        Leg::Slide(angle, by) => straight(field, plan, angle, by),
        Leg::Wheel(Cdeg::ZERO) | Leg::Face(Cdeg::ZERO) => Ok(()),
        Leg::Wheel(_) | Leg::Face(_) if plan.under_way.0.is_some() => Err(refuse("changing", unit, "C2")),
        Leg::Wheel(angle) => wheel(field, plan, angle),
        Leg::Face(angle) => face(field, plan, angle),
        // In the middle of a way only where it is written.
        Leg::Form(to) if field.plays(Switch::Simultaneous) => {
            *plan = form::form(field, plan.clone(), to, None)?;
            Ok(())
        }
        Leg::Form(to) => Err(refuse("forms-on-the-spot", unit, "C31").word(Word("word"), Arg::Word(to))),
    }
}

/// Straight ahead, or in any other direction for twice the price and for half of the Move at most (C31).
fn straight(field: Battlefield, plan: &mut Plan, angle: Cdeg, by: Mil) -> Result<(), Refusal> {
    let unit = plan.unit;
    if by < Mil::ZERO {
        return Err(refuse("backward", unit, "C31").below(Measured::Length(by), Measured::Length(Mil::ZERO)));
    }
    let angle = angle.turn();
    let sideways = angle != Cdeg::ZERO;
    let going = plan.going(sideways, false);
    let direction = turned(plan.print.forward(), angle);
    if let Some((_, why)) = ground::limit(field, &going, direction, by, true) {
        return Err(why);
    }
    let price = ground::price(field, &going, direction, by);
    let end = plan.print.shifted(direction * by.to_inches());
    plan.heads_for(field, &end);
    if price.inches > plan.left(field) {
        let most = ground::farthest(field, &going, direction, plan.left(field));
        let why = refuse("too-far", unit, "C31");
        return Err(why.above(Measured::Length(by), Measured::Length(most)));
    }
    if sideways {
        let half = Mil(field.pace(unit).0 / 2);
        let aside = Mil(plan.acts.sideways.0 + price.inches.0);
        if aside > half {
            return Err(refuse("too-far-aside", unit, "C31").above(Measured::Length(aside), Measured::Length(half)));
        }
        plan.acts.sideways = aside;
    }
    plan.pays(field, price.inches, "C31")?;
    plan.acts.gone = Mil(plan.acts.gone.0 + by.0);
    plan.acts.uphill |= price.uphill;
    plan.stands(end);
    Ok(())
}

/// A wheel about a front corner (C48).
fn wheel(field: Battlefield, plan: &mut Plan, angle: Cdeg) -> Result<(), Refusal> {
    let unit = plan.unit;
    let most = Cdeg::HALF;
    if angle.0.abs() > most.0 {
        return Err(refuse("turns-far", unit, "C48").above(Measured::Angle(Cdeg(angle.0.abs())), Measured::Angle(most)));
    }
    let Some(hinge) = Wheel::of(&[plan.print], angle > Cdeg::ZERO) else {
        return Err(refuse("off-table", unit, "C48"));
    };
    let to = hinge.turned(&plan.print, Cdeg(angle.0.abs()));
    let swing = hinge.swing(angle);
    let side = field.0.side_of(unit);
    let reach = hinge.radius + plan.print.depth() + 2.0;
    let mut dear = 1;
    let others = field.0.layout().near(hinge.pivot, reach);
    for foot in others.filter(|foot| foot.unit != unit && field.counts(foot.unit)) {
        let other = Arg::Of(Ref::Unit(foot.unit));
        if foot.side == side {
            let passed = ground::may_pass(field, foot.unit) && !overlap(&to, &foot.print);
            if !passed && swing.meets(&plan.print, &foot.print).is_some() {
                return Err(refuse("friend-in-way", unit, "C31").word(Word("other"), other));
            }
        } else {
            let control = *crate::rules::chainmail::data::tables().control;
            let near = within(&plan.print, &foot.print, control) || within(&to, &foot.print, control);
            if near || swing.approaches(&plan.print, &foot.print, control.to_inches()).is_some() {
                return Err(refuse("too-near", unit, "C124").word(Word("other"), other));
            }
        }
    }
    if swing.leaves_table(&plan.print, field.0.ground()).is_some() {
        return Err(refuse("edge", unit, "C124"));
    }
    for piece in field.0.ground().pieces() {
        let Some(kind) = terrain::kind(piece) else { continue };
        let touches = piece.meets(&plan.print) || swing.enters(&plan.print, piece).is_some();
        if !touches {
            continue;
        }
        let of = Arg::Of(Ref::Terrain(piece.id));
        if ground::is_barred(field, unit, plan.formation.open, piece) || kind.cross.is_some() || kind.whole {
            return Err(refuse("may-not-enter", unit, "C33").word(Word("terrain"), of));
        }
        let climbs = kind.hill
            && piece.holds(to.centre)
            && to.centre.distance(piece.centroid) < plan.print.centre.distance(piece.centroid);
        plan.acts.uphill |= climbs;
        if !kind.hill || climbs {
            dear = dear.max(kind.per_inch(field.mounted(unit)));
        }
    }
    plan.heads_for(field, &to);
    let arc = hinge.arc(angle);
    let times = if plan.formation.shape.is_square() { 2 } else { 1 };
    plan.pays(field, cost(arc * (dear * times) as f32), "C48")?;
    plan.acts.gone = Mil(plan.acts.gone.0 + cost(arc).0);
    plan.cite = Cite("C48");
    plan.stands(to);
    Ok(())
}

/// A turn of the whole block on its centre (C8 to C12, C49).
fn face(field: Battlefield, plan: &mut Plan, angle: Cdeg) -> Result<(), Refusal> {
    let unit = plan.unit;
    let angle = angle.turn();
    let to = plan.print.faced(angle);
    ground::clear(field, unit, plan.formation.open, &to)?;
    turns(field, plan, angle)?;
    plan.cite = Cite("C8");
    plan.stands(to);
    Ok(())
}

/// What a turn on the spot costs: nothing for the first small one of the turn.
///
/// # Errors
/// When it is more than is left.
pub fn turns(field: Battlefield, plan: &mut Plan, angle: Cdeg) -> Result<(), Refusal> {
    if facing::is_free(angle) && !plan.acts.aligned {
        plan.acts.aligned = true;
        return Ok(());
    }
    let price = cost_of(facing::price(angle, field.pace(plan.unit), field.drill(plan.unit)));
    plan.pays(field, price, "C8")?;
    plan.acts.turning = Mil(plan.acts.turning.0 + price.0);
    Ok(())
}
