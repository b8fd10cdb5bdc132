//! Evades (6.6): skirmishers and light cavalry that a move would contact may move away first.

use super::follow;
use super::legs;
use super::release;
use super::straight::Straight;
use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fact, Handle, Handler, LEGS, Narration, Offer, Param, Question,
    Range, Ref, Value, alter, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::armati::ambush;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::divisions;
use crate::rules::armati::state::Acts;
use crate::table::{Cdeg, Footprint, Leg, Mil};

const EVADE_RULE: Cite = Cite("6.6");
/// The question's word, and the verb of getting away.
const EVADE: Word = Verb::Evade.word();

crate::verbs! {
    /// What a unit does before a charge.
    enum Verb {
        Evade = "evade",
        Stand = "stand",
    }
}
/// The heading of the charger.
const HEADING: Word = Word("heading");

/// `numidians-1: evade face right 180, ahead 15` or `numidians-1: stand`.
pub const HANDLER: Handler = Handler {
    key: EVADE,
    verbs: Verb::WORDS,
    offer,
    judge: |asking, action| legs::judge(Battlefield::of(asking.view), &offer(asking, &Ask::all()), action, by),
    fit: |asking, action| legs::fit(Battlefield::of(asking.view), &offer(asking, &Ask::all()), action, by),
    aim: legs::aim,
    enact,
};

/// Whether a unit may evade now. Its type must evade, and it must not be engaged, have evaded this turn, or have done
/// something that leaves it no other movement: a change of formation (A14.1a) or an extended wheel (B12.9). A unit that
/// has broken off may.
pub fn may(field: Battlefield, unit: UnitId) -> bool {
    let acts = field.acts(unit);
    let whole_turn = acts.spent && !acts.tried_break_off;
    field.kind(unit).evades && !field.engaged(unit) && !acts.evaded && !whole_turn
}

/// The question to its owner; `heading` is the charger's.
pub fn ask(field: Battlefield, unit: UnitId, heading: Cdeg) -> Question {
    Question::to(field.0.side_of(unit), HANDLER, EVADE_RULE)
        .about(Ref::Unit(unit))
        .with(HEADING, Value::Angle(heading.heading()))
}

/// The directions in which it may evade: straight ahead or straight to its rear, whichever makes the smaller angle with
/// the charger's heading; both on a tie. True means to the rear.
fn ways(field: Battlefield, unit: UnitId, charger: Cdeg) -> Vec<bool> {
    let ahead = field.print(unit).heading.between(charger);
    match ahead.cmp(&Cdeg::degrees(90)) {
        std::cmp::Ordering::Less => vec![false],
        std::cmp::Ordering::Equal => vec![false, true],
        std::cmp::Ordering::Greater => vec![true],
    }
}

/// The straight move of an evade. Skirmish infantry keep their heading; light cavalry turn to the way they go.
fn way(field: Battlefield<'_>, unit: UnitId, rear: bool) -> (Straight<'static, '_>, bool) {
    let print = field.print(unit);
    let backward = rear && field.kind(unit).skirmisher;
    let from = if rear && !backward { print.faced(Cdeg::HALF) } else { print };
    (Straight { field, unit, from, start: from, back: backward, hostile: false, mates: &[], ended: &[] }, backward)
}

/// The straight move that the legs of an evade describe.
fn by<'w>(field: Battlefield<'w>, unit: UnitId, legs: &[Leg]) -> Straight<'static, 'w> {
    way(field, unit, !matches!(legs, [Leg::Ahead(_)])).0
}

fn legs_of(rear: bool, backward: bool, distance: Mil) -> Vec<Leg> {
    match (rear, backward) {
        (true, true) => vec![Leg::Slide(Cdeg::HALF, distance)],
        (true, false) => vec![Leg::Face(Cdeg::HALF), Leg::Ahead(distance)],
        (false, _) => vec![Leg::Ahead(distance)],
    }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let (Some(Ref::Unit(unit)), Some(Value::Angle(charger))) =
        (asking.question.about.first(), asking.question.value(HEADING))
    else {
        return Offer::default();
    };
    let mut choices = Vec::new();
    for rear in ways(field, *unit, *charger) {
        let (way, backward) = way(field, *unit, rear);
        let reach = way.course(way.reach(field.allowance(*unit))).distance;
        let mut action = Action::new(Ref::Unit(*unit), EVADE);
        action.set(LEGS, Value::Legs(legs_of(rear, backward, reach)));
        let name = if backward { Word("slide") } else { Word("ahead") };
        let param = Param { handle: Handle::Ahead, ..Param::panel(name, Range::Length(Mil::ZERO, reach)) };
        choices.push(Choice { params: vec![param], ..Choice::ending(action, EVADE_RULE) });
    }
    choices.push(Choice::ending(Action::new(Ref::Unit(*unit), Verb::Stand.word()), EVADE_RULE));
    Offer { question: EVADE, choices: choices.into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit)] = action.who[..] else { return Effects::pop() };
    if Verb::of(action) != Some(Verb::Evade) {
        return Effects::pop();
    }
    let way = by(field, unit, action.legs());
    let end = way.at(way.course(legs::last_length(action.legs())).distance);
    let gone = alter(unit, |acts: &mut Acts| {
        acts.moved = true;
        acts.spent = true;
        acts.evaded = true;
    });
    let told = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![vec![field.print(unit).pose(), end.pose()]] };
    let mut fact = Fact::new(EVADE_RULE, told).says(Word("evades")).change(gone);
    if field.0.has_footprint(unit) {
        fact = fact.change(put(unit, field.0.placement_at(unit, end.pose())));
    }
    fact = follow::general(field, unit, &end, fact);
    let seen = ambush::met(field, field.0.side_of(unit), &[(unit, way.passed(&end))]);
    let mut effects = Effects::pop().fact(fact).facts(seen);
    if let Some(body) = field.division_of(unit) {
        let units = field.0.bodies().get(body).units.iter().copied().filter(|u| field.stands(*u));
        let left: Vec<(UnitId, Footprint)> = units.map(|u| (u, if u == unit { end } else { field.print(u) })).collect();
        effects = effects.facts(divisions::part(body, &left));
    }
    effects.facts(release::facts(field))
}
