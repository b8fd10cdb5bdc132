//! What the units of a side may do in its phase.

use super::order::{AT, DONE, FIGHT, MOVES, MoveOrder, RALLY, RALLY_OTHER, RUSH, SHIELDWALL, SHOOT, Way};
use super::plan::plan;
use super::ways::{STRAIGHT, Ways};
use super::{ACTIONS, KEY, RULE, may_fight, may_form, may_rally, rush};
use crate::battle::{Action, Ask, Asking, Barred, Choice, MOVE, Offer, Ref, Refusal, Value};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::reaction::{self, READY};
use crate::rules::impetus::switches::Switch;
use crate::rules::impetus::{command, contest};
use crate::rules::impetus::{firing, group};
use crate::table::{Cdeg, measure};

const GROUP: Cite = Cite("4");
const ABOUT: Cite = Cite("7");
const FIRE: Cite = Cite("10.1");

/// The directions of an oblique, sideways or rear move that are offered; the judge accepts slightly different angles.
const WAYS: [Cdeg; 5] = [Cdeg(-4_500), Cdeg(4_500), Cdeg(-9_000), Cdeg(9_000), Cdeg::HALF];

/// Everything that a side may do, or only what the given units may do.
pub fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let groups = group::standing(field, asking.side);
    let named: Vec<UnitId> =
        ask.who.iter().filter_map(|r| if let Ref::Unit(u) = r { Some(*u) } else { None }).collect();
    for unit in field.side(asking.side).filter(|u| wants(field, ask, *u)) {
        if !field.under_orders(unit) {
            let why = || Refusal::new(contest::RULE, Word("other-command")).of(Ref::Unit(unit));
            let bar = |key: &Word| Barred { key: *key, who: vec![Ref::Unit(unit)], why: why() };
            offer.barred.extend([MOVE, SHOOT, RALLY, FIGHT].iter().filter(|_| ask.barred).map(bar));
            continue;
        }
        let mates: &[UnitId] = groups.iter().find(|g| g.contains(&unit)).map_or(&[], |g| g);
        let of_unit = asking.view.keep("a unit's activation", &(unit, mates.to_vec(), ask.barred), || {
            let mut offer = Offer::default();
            unit_choices(field, unit, mates, &mut offer, ask.barred);
            offer
        });
        offer.add(&of_unit);
    }
    if named.len() > 1
        && named.iter().all(|u| field.0.side_of(*u) == asking.side && field.0.on_table(*u) && field.under_orders(*u))
    {
        group_choice(field, &named, &mut offer, ask.barred);
    } else {
        for units in groups.iter().filter(|g| g.iter().any(|u| wants(field, ask, *u))) {
            let of_group = asking.view.keep("a group's activation", units, || {
                let mut offer = Offer::default();
                group_choice(field, units, &mut offer, false);
                offer
            });
            offer.add(&of_group);
        }
    }
    if ask.wants(Ref::Side(asking.side)) {
        offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RULE));
    }
    offer
}

fn wants(field: Battlefield, ask: &Ask, unit: UnitId) -> bool {
    ask.wants(Ref::Unit(unit)) || field.0.body_of(unit).is_some_and(|body| ask.who.contains(&Ref::Body(body)))
}

/// Why a unit that may shoot finds nobody to shoot at: what keeps it from the nearest enemy.
fn nobody_to_shoot_at(field: Battlefield, unit: UnitId) -> Option<Refusal> {
    let own = field.print(unit);
    let there = field.enemies(unit).filter(|enemy| field.0.on_table(*enemy));
    let far = |enemy: &UnitId| measure::distance(&own, &field.print(*enemy));
    let nearest = there.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    firing::judge(field, unit, nearest, false).err()
}

fn unit_choices(field: Battlefield, unit: UnitId, mates: &[UnitId], offer: &mut Offer, barred: bool) {
    let who = Ref::Unit(unit);
    let plain = |key: Word, cite: Cite| Choice::plain(Action::new(who, key), cite);
    let mut bar = |key: Word, why: Refusal| {
        if barred {
            offer.barred.push(Barred { key, who: vec![who], why });
        }
    };
    let still = MoveOrder::still(field, &[unit]);
    let mut choices = Vec::new();
    match plan(field, &still) {
        Ok(plan) => {
            let joiners = mates.iter().filter(|u| **u != unit).map(|u| Ref::Unit(*u)).collect();
            let ways = Ways::of(field, &still, &plan);
            choices.push(Choice { joiners, ..ways.march() });
            choices.extend(WAYS.iter().filter_map(|angle| ways.aside(*angle)));
            choices.extend(ways.turns());
            let about = still.with(Way::About);
            if super::plan::plan(field, &about).is_ok() {
                choices.push(Choice::plain(about.action(), ABOUT));
            }
        }
        Err(why) => bar(MOVE, why),
    }
    match rush::may_rush(field, unit) {
        Ok(_) => choices.push(plain(RUSH, rush::RULE)),
        Err(why) if rush::strains(field, unit) => bar(RUSH, why),
        Err(_) => {}
    }
    match firing::targets(field, unit, false) {
        Ok(targets) => {
            let mut shots: Vec<(UnitId, bool)> = targets.into_iter().map(|at| (at, false)).collect();
            if !field.acts(unit).activated {
                let moving = firing::targets(field, unit, true).unwrap_or_default();
                shots.extend(moving.into_iter().map(|at| (at, true)));
            }
            shots.sort();
            if barred
                && shots.is_empty()
                && let Some(why) = nobody_to_shoot_at(field, unit)
            {
                bar(SHOOT, why);
            }
            for (at, moves) in shots {
                if firing::judge(field, unit, at, moves).is_ok() {
                    let at = Value::Refs(vec![Ref::Unit(at)]);
                    let action = Action::new(who, SHOOT).with(AT, at).with(MOVES, Value::Flag(moves));
                    let called = moves.then_some(Word("shoot-and-move"));
                    choices.push(Choice { called, ..Choice::plain(action, FIRE) });
                }
            }
        }
        Err(why) => bar(SHOOT, why),
    }
    match may_rally(field, unit) {
        Ok(()) => choices.push(plain(RALLY, Cite("12"))),
        Err(why) => bar(RALLY, why),
    }
    for other in command::may_be_rallied(field, unit) {
        let action = Action::new(who, RALLY_OTHER).with(AT, Value::Refs(vec![Ref::Unit(other)]));
        choices.push(Choice::plain(action, command::RULE));
    }
    match may_fight(field, unit) {
        Ok(()) => choices.push(plain(FIGHT, Cite("15.1"))),
        Err(why) => bar(FIGHT, why),
    }
    match may_form(field, unit) {
        Ok(()) => choices.push(plain(SHIELDWALL, ACTIONS)),
        Err(why) => bar(SHIELDWALL, why),
    }
    match reaction::may_stand_ready(field, unit) {
        Ok(()) => choices.push(plain(READY, Cite("X7"))),
        Err(why) if field.plays(Switch::Opportunity) => bar(READY, why),
        Err(_) => {}
    }
    offer.choices.extend(choices);
}

fn group_choice(field: Battlefield, units: &[UnitId], offer: &mut Offer, barred: bool) {
    let still = MoveOrder::still(field, units);
    match plan(field, &still) {
        Ok(plan) => {
            let ways = Ways::of(field, &still, &plan);
            let choice = ways.march();
            let cite = if choice.cite == STRAIGHT { GROUP } else { choice.cite };
            offer.choices.push(Choice { cite, ..choice });
            offer.choices.extend(ways.stopping());
        }
        Err(why) if barred => {
            let who = units.iter().map(|u| Ref::Unit(*u)).collect();
            offer.barred.push(Barred { key: MOVE, who, why });
        }
        Err(_) => {}
    }
}
