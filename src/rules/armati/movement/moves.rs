//! The question of the Movement: which division moves next, and how. It is asked again until the side says that it is
//! done.

use super::march::March;
use super::marchers::Marchers;
use super::order::{ATTACH, COMPLEX, DONE, MarchOrder, Order, PIVOT, RIDE, SPLIT, decode, speaker};
use super::plan::{self, Plan, plan};
use super::{Mode, fitting, lines, long_wheel, release, ride, split};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, Effects, Fact, Handle, Handler, LEGS, Measured, Narration,
    Note, Offer, Param, Range, Ref, Refusal, Ruling, Value, alter, put,
};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, Side, UnitId};
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::formation;
use crate::rules::armati::melee::reroll;
use crate::rules::armati::odds;
use crate::rules::armati::state::Acts;
use crate::table::measure::overlap;
use crate::table::{Cdeg, Footprint, Leg, Mil, Wheel};

/// The question's word and rule.
pub const KEY: Word = Word("move");
const ABOUT: Word = Word("about-face");
pub const RULE: Cite = Cite("M1");

/// The straight part of a march.
pub const AHEAD: Word = Word("ahead");
/// The wheel of a march.
pub const WHEEL: Word = Word("wheel");
const PIVOTS: Cite = Cite("6.1");
const ABOUT_FACE: Cite = Cite("B12a.1");

/// The orders of a side in its Movement, and those of them that are listed separately when barred.
const VERBS: &[Word] = &[
    crate::battle::MOVE,
    COMPLEX,
    ABOUT,
    lines::LONG,
    formation::FORM,
    SPLIT,
    RIDE,
    ATTACH,
    PIVOT,
    ambush::SHOW,
    DONE,
];

pub const HANDLER: Handler =
    Handler { key: KEY, verbs: VERBS, offer, judge, fit: fitting::fit, aim: fitting::aim, enact };

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let side = asking.side;
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let lines = long_wheel::lines(field, side);
    for (body, of) in asking.view.bodies().present().filter(|(_, b)| b.side == side) {
        let who = speaker(&asking.view, body);
        let wanted = ask.wants(who)
            || ask.wants(Ref::Body(body))
            || of.units.iter().any(|u| !ask.who.is_empty() && ask.who.contains(&Ref::Unit(*u)));
        if wanted {
            let line = lines.iter().find(|line| line.contains(&body)).cloned().unwrap_or_default();
            let of_division = asking.view.keep("a division's marches", &(body, line.clone(), ask.barred), || {
                let mut offer = Offer::default();
                body_choices(field, (body, &line), &mut offer, ask.barred);
                formation::choices(field, &of.units, &mut offer, ask.barred);
                offer
            });
            offer.add(&of_division);
        }
    }
    let hidden = ambush::divisions(field, side).into_iter().filter(|body| ask.wants(speaker(&asking.view, *body)));
    offer.choices.extend(hidden.map(|body| ambush::choice(field, body)));
    lines::choices(field, &lines, ask, &mut offer);
    ride::choices(field, side, ask, &mut offer);
    if ask.wants(Ref::Side(side)) {
        offer.choices.push(Choice::ending(Action::new(Ref::Side(side), DONE), Cite("M5")));
    }
    offer
}

/// Whether a division has made its move this turn.
pub fn has_moved(field: Battlefield, body: BodyId) -> bool {
    let units = &field.0.bodies().get(body).units;
    units.iter().any(|u| field.stands(*u) && field.acts(*u).marched)
}

pub(super) fn moved_already(field: Battlefield, body: BodyId) -> Result<(), Refusal> {
    if !has_moved(field, body) {
        return Ok(());
    }
    let units = field.0.bodies().get(body).units.iter().filter(|u| field.stands(**u));
    let whole_turn = units.into_iter().find_map(|u| field.acts(*u).whole_turn);
    let (cite, says) = whole_turn.map_or((RULE, "moved-already"), |cite| (cite, "no-movement-left"));
    Err(Refusal::new(cite, Word(says)).of(speaker(&field.0, body)))
}

/// The same, and refuses distances and angles for which a rule has left no movement.
fn may_still(field: Battlefield, body: BodyId, order: &MarchOrder) -> Result<(), Refusal> {
    moved_already(field, body).map_err(|why| {
        let turn = if order.wheel == Cdeg::ZERO && order.about { Cdeg::HALF } else { Cdeg(order.wheel.0.abs()) };
        let (asked, none, says) = match order.ahead.max(order.back) {
            Mil::ZERO => (Measured::Angle(turn), Measured::Angle(Cdeg::ZERO), "no-turn-left"),
            way => (Measured::Length(way), Measured::Length(Mil::ZERO), "no-way-left"),
        };
        if why.cite == RULE || asked == none { why } else { Refusal { says: Word(says), ..why.above(asked, none) } }
    })
}

fn body_choices(field: Battlefield, (body, line): (BodyId, &[BodyId]), offer: &mut Offer, barred: bool) {
    let who = speaker(&field.0, body);
    let halt = MarchOrder::halt(body);
    let mut bar = |key: Word, why: Refusal| {
        if barred {
            offer.barred.push(Barred { key, who: vec![who], why });
        }
    };
    if let Err(why) = moved_already(field, body) {
        bar(crate::battle::MOVE, why);
        return;
    }
    let marchers = Marchers::of(field, &halt);
    if marchers.units.is_empty() {
        return;
    }
    if let [unit] = marchers.units[..]
        && let Some(angle) = field.kind(unit).pivot
    {
        pivot_choice(field, unit, *angle, offer);
        return;
    }
    match marchers.plan(&halt) {
        Ok(still) => {
            march_choices(&marchers, (&halt, line), &still, offer);
            let about = MarchOrder { about: true, ..halt.clone() };
            let complex = MarchOrder { complex: true, wheel: Cdeg(1), ..halt.clone() };
            if barred {
                let tries = [(ABOUT, about), (COMPLEX, complex)];
                let tries = tries.into_iter().filter_map(|(key, order)| Some((key, marchers.plan(&order).err()?)));
                let found = tries.chain(lines::barred(&marchers, &halt));
                offer.barred.extend(found.map(|(key, why)| Barred { key, who: vec![who], why }));
            }
        }
        Err(why) => bar(crate::battle::MOVE, why),
    }
    split::choices(field, body, offer, barred);
}

fn march_choices(marchers: &Marchers, (halt, line): (&MarchOrder, &[BodyId]), still: &Plan, offer: &mut Offer) {
    let (field, prints) = (marchers.field, &marchers.prints[..]);
    let who = speaker(&field.0, halt.body);
    let either = |order: &MarchOrder| {
        [1, -1].into_iter().any(|side| marchers.can(&MarchOrder { wheel: Cdeg(side), ..order.clone() }))
    };
    let wheels = either(halt);
    let instead = marchers.units.iter().any(|u| plan::instead_of_moving(field, *u));
    let march = |legs: Vec<Leg>, params: Vec<Param>| Choice { params, ..Choice::plain(Action::along(who, legs), RULE) };
    let ahead = ahead_param(marchers, halt, still);
    let wheel = |limit: Mil| wheel_param(prints, limit);
    if wheels && !instead {
        let params = vec![wheel(*data().tables.movement.wheel), ahead];
        let choice = march(vec![Leg::Wheel(Cdeg::ZERO), Leg::Ahead(Mil::ZERO)], params);
        offer.choices.push(Choice { called: Some(Word("move-with-wheel")), ..choice });
    } else {
        offer.choices.push(march(vec![Leg::Ahead(Mil::ZERO)], vec![ahead]));
        if wheels {
            let params = vec![wheel(*data().tables.movement.wheel)];
            offer.choices.push(march(vec![Leg::Wheel(Cdeg::ZERO)], params));
        }
    }
    if either(&MarchOrder { complex: true, ..halt.clone() }) {
        let params = vec![wheel(*data().tables.movement.complex_wheel)];
        let mut choice = march(vec![Leg::Wheel(Cdeg::ZERO)], params);
        choice.action.key = COMPLEX;
        choice.cite = Cite("6.3");
        offer.choices.push(choice);
    }
    lines::long_choice(marchers, halt, line, offer);
    let about = MarchOrder { about: true, ..halt.clone() };
    if marchers.kinds.iter().any(|kind| !kind.about_face) {
        if marchers.can(&about) {
            offer.choices.push(Choice { cite: ABOUT_FACE, ..march(vec![Leg::Face(Cdeg::HALF)], Vec::new()) });
        }
    } else if let Ok(turned) = marchers.plan(&about) {
        let ahead = ahead_param(marchers, &about, &turned);
        let mut legs = vec![Leg::Face(Cdeg::HALF)];
        let mut params = vec![ahead];
        if wheels {
            let faced: Vec<Footprint> = prints.iter().map(|p| p.faced(Cdeg::HALF)).collect();
            legs.push(Leg::Wheel(Cdeg::ZERO));
            params.insert(0, wheel_param(&faced, *data().tables.movement.wheel));
        }
        legs.push(Leg::Ahead(Mil::ZERO));
        offer.choices.push(Choice { cite: Cite("6.1"), ..march(legs, params) });
    }
    let back = MarchOrder { back: Mil(1), ..halt.clone() };
    if marchers.can(&back) {
        let range = Range::Length(Mil::ZERO, still.reach);
        let param = Param { handle: Handle::Bearing(Cdeg::HALF, Cdeg::HALF), ..Param::panel(Word("slide"), range) };
        let choice = march(vec![Leg::Slide(Cdeg::HALF, Mil::ZERO)], vec![param]);
        offer.choices.push(Choice { cite: Cite("M3"), ..choice });
    }
}

/// The param of the straight move: up to the farthest reach of any unit, with the distance of the first contact as a
/// stop.
fn ahead_param(marchers: &Marchers, order: &MarchOrder, still: &Plan) -> Param {
    let range = Range::Length(Mil::ZERO, still.reach);
    let mut param = Param { handle: Handle::Ahead, ..Param::panel(AHEAD, range) };
    let full = MarchOrder { ahead: still.reach, ..order.clone() };
    let Ok(far) = marchers.draft(&full) else { return param };
    let all = marchers.check(&full, &far).is_ok();
    let touch = match far.first_contact() {
        // Where the whole division may not go that far, it may still go as far as to the contact.
        Some(_) if !all => {
            let fitted = fitting::fit_march(marchers, &full).0;
            marchers.plan(&fitted).ok().and_then(|far| far.first_contact())
        }
        touch => touch,
    };
    let allowed =
        |at: Mil| if at == full.ahead { all } else { marchers.can(&MarchOrder { ahead: at, ..order.clone() }) };
    if let Some(at) = touch.filter(|at| allowed(*at)) {
        param = param.stop(Value::Length(at), Word("contact"));
    }
    if all {
        param = param.stop(Value::Length(full.ahead), Word("all"));
    }
    param
}

pub(super) fn wheel_param(prints: &[Footprint], limit: Mil) -> Param {
    let most = |right: bool| Wheel::of(prints, right).map_or(Cdeg::ZERO, |w| w.angle_for(limit, Cdeg::HALF));
    let (left, right) = (most(false), most(true));
    Param { handle: Handle::wheel(prints), ..Param::panel(WHEEL, Range::Angle(-left, right)) }
}

fn pivot_choice(field: Battlefield, unit: UnitId, most: Cdeg, offer: &mut Offer) {
    if field.engaged(unit) || field.acts(unit).moved {
        return;
    }
    let mut action = Action::new(Ref::Unit(unit), PIVOT);
    action.set(LEGS, Value::Legs(vec![Leg::Face(Cdeg::ZERO)]));
    let param = Param { handle: Handle::Turn, ..Param::panel(Word("face"), Range::Angle(-most, most)) };
    offer.choices.push(Choice { params: vec![param], ..Choice::plain(action, PIVOTS) });
}

/// The same as [`judge`] for those who want to know only whether an order is accepted.
///
/// # Errors
///
/// As [`judge`].
pub fn verdict(asking: &Asking, action: &Action) -> Result<(), Refusal> {
    match decode(&asking.view, action) {
        Ok(Order::March(order)) => march(Battlefield::of(asking.view), &order).map(|_| ()),
        _ => judge(asking, action).map(|_| ()),
    }
}

/// Judges a march of divisions that may still move.
fn march(field: Battlefield, order: &MarchOrder) -> Result<Plan, Refusal> {
    may_march(field, order)?;
    plan(field, order)
}

/// Checks that these divisions may still march at all, however far and wherever to.
///
/// # Errors
///
/// When one of them has moved, or is artillery.
pub(super) fn may_march(field: Battlefield, order: &MarchOrder) -> Result<(), Refusal> {
    order.bodies().try_for_each(|body| may_still(field, body, order))?;
    not_artillery(field, order)
}

/// Judges an order of the Movement.
///
/// # Errors
///
/// The rule that forbids it.
pub fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let field = Battlefield::of(asking.view);
    match decode(&asking.view, action).map_err(|why| reroll::or_why(asking, action, why))? {
        Order::Done if action.who == [Ref::Side(asking.side)] => Ok(Ruling::default()),
        Order::Done => Err(Refusal::for_others(RULE, DONE, &action.who, [Ref::Side(asking.side)])),
        Order::March(order) => {
            let plan = march(field, &order)?;
            Ok(ruling(field, &order, &plan))
        }
        Order::Show { body } => ambush::check(field, asking.side, body).map(|()| Ruling::default()),
        Order::Form { unit, form } => formation::judge(field, unit, form),
        Order::Split { body, off } => split::judge(field, body, &off).map(|_| Ruling::default()),
        Order::Ride { to } => ride::judge_ride(field, asking.side, &action.who, to),
        Order::Attach { unit } => ride::judge_attach(field, asking.side, &action.who, unit),
        Order::Pivot { unit, angle } => judge_pivot(field, unit, angle),
    }
}

fn not_artillery(field: Battlefield, order: &MarchOrder) -> Result<(), Refusal> {
    let units = plan::units_of(field, order);
    match units.iter().find(|u| field.kind(**u).pivot.is_some()) {
        Some(unit) => Err(Refusal::new(PIVOTS, Word("only-pivots")).of(Ref::Unit(*unit))),
        None => Ok(()),
    }
}

fn judge_pivot(field: Battlefield, unit: UnitId, angle: Cdeg) -> Result<Ruling, Refusal> {
    let refuse = |says| Err(Refusal::new(PIVOTS, Word(says)).of(Ref::Unit(unit)));
    if !field.stands(unit) {
        return Err(Refusal::for_units(PIVOTS, PIVOT, Ref::Unit(unit), field.0.side_of(unit)));
    }
    let Some(most) = field.kind(unit).pivot else { return refuse("never-pivots") };
    if field.engaged(unit) || field.acts(unit).moved {
        return refuse("moved-already");
    }
    if angle.0.abs() > most.0.0 {
        let refusal =
            Refusal::new(PIVOTS, Word("out-of-range")).of(Ref::Unit(unit)).word(Word("key"), Arg::Word(PIVOT));
        return Err(refusal.above(Measured::Angle(Cdeg(angle.0.abs())), Measured::Angle(*most)));
    }
    let end = pivoted(field, unit, angle);
    if !field.0.ground().holds(&end) {
        return refuse("sweeps-edge");
    }
    let on_hidden = ambush::prints(field, field.0.side_of(unit)).any(|(_, print)| overlap(&end, &print));
    if on_hidden || field.0.layout().overlapping(&end).any(|f| f.unit != unit) {
        return refuse("pivot-blocked");
    }
    Ok(Ruling { ends: vec![(unit, end.pose())], ..Ruling::default() })
}

/// The unit turned about its centre.
fn pivoted(field: Battlefield, unit: UnitId, angle: Cdeg) -> Footprint {
    let print = field.print(unit);
    print.turned_about(print.centre, angle)
}

/// The ruling for a march: where all units would end, what it measures, and the odds of what follows.
fn ruling(field: Battlefield, order: &MarchOrder, plan: &Plan) -> Ruling {
    let mut ruling = Ruling::default();
    let mut farthest = Mil::ZERO;
    let mut cost = Mil::ZERO;
    for unit in &plan.units {
        ruling.ends.push((unit.unit, unit.end.pose()));
        ruling.path.push((unit.unit, vec![unit.start.pose(), unit.turned.pose(), unit.end.pose()]));
        let Some(course) = &unit.course else { continue };
        farthest = farthest.max(course.distance);
        cost = cost.max(unit.cost);
        for enemy in &course.contacts {
            ruling.measured.push((Word("contact"), Measured::Length(course.distance), Cite("C1")));
            ruling.odds.extend(odds::melee_odds(&field.0, unit.unit, *enemy, unit.end.pose()));
        }
    }
    if let Some(turned) = &plan.turned {
        ruling.measured.push((WHEEL, Measured::Length(plan.price), Cite("W2")));
        for (unit, enemy) in &turned.contacts {
            let end = plan.units.iter().find(|u| u.unit == *unit).map(|u| u.end.pose());
            ruling.odds.extend(end.and_then(|end| odds::melee_odds(&field.0, *unit, *enemy, end)));
        }
    }
    let went = if order.back > Mil::ZERO { Word("back") } else { AHEAD };
    ruling.measured.push((went, Measured::Length(farthest), RULE));
    match plan.ends_move {
        Some(cite) => ruling.notes.push(Note::new(cite, Word("no-more-movement"))),
        None => {
            let left = (plan.allowance - plan.price - cost).max(Mil::ZERO);
            ruling.measured.push((Word("left"), Measured::Length(left), Cite("M2")));
        }
    }
    ruling
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let side: Side = asking.side;
    match decode(&asking.view, action) {
        Ok(Order::March(order)) => {
            let units = plan::movers(field, &plan::units_of(field, &order));
            Effects::stay().push(March::new(field, side, order, Mode::Move, &units))
        }
        Ok(Order::Show { body }) => Effects::stay().fact(ambush::show(field, body, None)).facts(release::facts(field)),
        Ok(Order::Form { unit, form }) => formation::enact(asking, unit, form),
        Ok(Order::Split { body, off }) => Effects::stay().facts(split::facts(field, body, &off)),
        Ok(Order::Ride { to }) => Effects::stay().facts(ride::facts(field, side, to)),
        Ok(Order::Attach { unit }) => Effects::stay().facts(ride::attach_facts(field, side, unit)),
        Ok(Order::Pivot { unit, angle }) => {
            let end = pivoted(field, unit, angle);
            let along = vec![vec![field.print(unit).pose(), end.pose()]];
            let told = Narration::Moved { who: vec![Ref::Unit(unit)], along };
            let mut fact = Fact::new(PIVOTS, told).change(alter(unit, |acts: &mut Acts| {
                acts.moved = true;
                acts.spent = true;
            }));
            if field.0.has_footprint(unit) {
                fact = fact.change(put(unit, field.0.placement_at(unit, end.pose())));
            }
            Effects::stay().fact(fact)
        }
        Ok(Order::Done) | Err(_) => Effects::pop().facts(release::facts(field)),
    }
}
