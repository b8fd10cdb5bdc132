//! What units do by their own initiative (A5.1): who may, whom they may react to, and what is offered to them.

use super::{AT, CHARGE, EVADE, INITIATIVE, SHOOT};
use crate::battle::{Action, Choice, Choices, Param, Range, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::charge::{self, Cause};
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::evade::{self, GO, How};
use crate::rules::ancientmaster::formation::{Formation, formation, full_pace};
use crate::rules::ancientmaster::shooting;
use crate::rules::ancientmaster::sight::{Look, closest_seen, seen};
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::terrain::{Cover, may_enter};
use crate::rules::ancientmaster::troop::Tag;
use crate::table::measure::nearest_points;
use crate::table::route::{Barriers, route, token};
use crate::table::{Cdeg, Pose};

/// Whether a unit may move by initiative at all (A5.1).
pub fn may_act(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |says: &'static str| Err(Refusal::new(INITIATIVE, Word(says)).of(Ref::Unit(unit)));
    if field.phase().tried {
        return refuse("orders-begun");
    }
    if field.acts(unit).initiative {
        return refuse("moved-by-initiative");
    }
    if field.acts(unit).still {
        return refuse("came-back-late");
    }
    if field.confused(unit) {
        return refuse("is-confused");
    }
    if engaged(field, unit) {
        return refuse("is-engaged");
    }
    Ok(())
}

/// The enemies by whom a unit may be provoked: the closest that it sees near enough, and if all of these may be ignored,
/// the next closest too (A5.1).
pub fn provoked_by(field: Battlefield, unit: UnitId, look: Look) -> Vec<UnitId> {
    let reach = tables().command.initiative.range().to_inches();
    let mut by = closest_seen(field, unit, look, reach);
    if by.is_empty() || !by.iter().all(|enemy| may_ignore(field, unit, *enemy)) {
        return by;
    }
    let mut least = None;
    for (enemy, far) in
        seen(field, unit, look, reach).into_iter().filter(|(enemy, _)| !by.contains(enemy)).collect::<Vec<_>>()
    {
        if least.is_some_and(|least| far > least + 0.001) {
            break;
        }
        by.push(enemy);
        least = least.or_else(|| (!may_ignore(field, unit, enemy)).then_some(far));
    }
    by
}

/// Whether an enemy may be ignored (A5.1): he is fortified, or beyond ground that neither may enter and neither can round
/// within a full pace.
fn may_ignore(field: Battlefield, unit: UnitId, enemy: UnitId) -> bool {
    if cover::of_unit(field, enemy) == Cover::Fortified {
        return true;
    }
    let Some((own, other)) = field.nearest_stands(unit, enemy) else { return false };
    let sorts = [unit, enemy].map(|of| field.troop(of).sort());
    let mut barriers = Barriers::new(field.0.ground());
    for piece in field.0.ground().pieces().iter().filter(|piece| sorts.iter().all(|sort| !may_enter(*sort, piece))) {
        barriers.add_piece(piece);
    }
    let (from, to) = nearest_points(&own.print, &other.print);
    let reach = sorts.map(|sort| full_pace(sort).inches()).into_iter().fold(0.0, f32::max);
    let end = Pose { at: token(to).front(), heading: Cdeg::ZERO };
    route(&token(from), end, &barriers, reach).is_none()
}

/// By whom a unit is provoked to evade: all-round troops look all round.
pub fn evades_from(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    let look = if field.has(unit, Tag::AllRound) { Look::Evade } else { Look::Charge };
    provoked_by(field, unit, look)
}

/// What a unit may do by initiative.
pub fn by_initiative(field: Battlefield, unit: UnitId) -> Choices {
    let mut choices = Choices::default();
    let at = |key, target| Action::new(Ref::Unit(unit), key).with(AT, Value::Refs(vec![Ref::Unit(target)]));
    for target in provoked_by(field, unit, Look::Charge) {
        let reach = charge::reach(field, unit, Cause::Initiative);
        if charge::plan(field, unit, target, reach, Cause::Initiative).is_ok() {
            let charge = Choice::plain(at(CHARGE, target), INITIATIVE);
            choices.push(Choice { called: Some(Word("charge-by-initiative")), ..charge });
        }
    }
    let from = evades_from(field, unit);
    if evade::plan(field, unit, &from, How::default()).is_some() {
        evades(field, unit, &from, &mut choices);
        if shooting::may_volley(field, unit, 0) {
            for target in shooting::targets(field, unit) {
                let shoot = Choice::plain(at(SHOOT, target), Cite("W3"));
                choices.push(Choice { called: Some(Word("shoot-and-evade")), ..shoot });
            }
        }
    }
    choices
}

/// The evades of a unit: as it is away from the closest enemy, from each of those that are equally close, and formed anew.
fn evades(field: Battlefield, unit: UnitId, from: &[UnitId], choices: &mut Choices) {
    let evade = || Action::new(Ref::Unit(unit), EVADE);
    let mut add = |how: How, named: Action, called: Option<Word>, turns: bool| {
        let Some(plan) = evade::plan(field, unit, from, how) else { return };
        let least = tables().evade.least.mil();
        let go = Param::panel(GO, Range::Length(least.min(plan.far), plan.far));
        let go = go.stop(Value::Length(plan.far), Word("all"));
        let turn = Param::panel(evade::TURN, Range::Angle(-Cdeg::HALF, Cdeg::HALF));
        let params = if turns { vec![go, turn] } else { vec![go] };
        let mut action = named;
        action.with.insert(0, (GO, Value::Length(plan.far)));
        choices.push(Choice { params, called, ..Choice::plain(action, INITIATIVE) });
    };
    add(How::default(), evade(), Some(Word("evade-by-initiative")), false);
    let lines = evade::lines(field, unit, from);
    if lines.len() > 1 {
        for (_, of, _) in lines {
            let named = evade().with(evade::FROM, Value::Refs(vec![Ref::Base(of.0, of.1)]));
            add(How { from: Some(of), ..How::default() }, named, Some(evade::FROM), false);
        }
    }
    let now = formation(&field.prints(unit));
    for form in Formation::DRAWN_UP.into_iter().filter(|_| field.feet(unit).len() > 1) {
        let turn = if form == now { Cdeg::HALF } else { Cdeg::ZERO };
        let named = evade().with(evade::INTO, Value::Name(form.word())).with(evade::TURN, Value::Angle(turn));
        add(How { into: Some(form), turn, ..How::default() }, named, Some(form.word()), true);
    }
}
