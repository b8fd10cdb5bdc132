//! Changes of formation (7.3) and of frontage (7.8).

use super::plan::{Plan, Ranks, pays, refuse, third};
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::rules::battlesystem::battlefield::Battlefield;
use crate::rules::battlesystem::data::terrain_kind;
use crate::rules::battlesystem::state::Stance;
use crate::rules::battlesystem::switches::Switch;
use crate::rules::battlesystem::troop::Class;
use crate::rules::battlesystem::{command, dress, ground};
use crate::table::Mil;

/// A change of formation (BS20, BS21, BS23).
pub fn form(field: Battlefield, mut plan: Plan, word: Word) -> Result<Plan, Refusal> {
    let unit = plan.body.unit;
    let open = match Ranks::named(word.0) {
        Some(ranks) => ranks == Ranks::Open,
        None => return Err(refuse("no-such-formation", unit, "BS61").word(Word("word"), Arg::Key(word))),
    };
    if field.class(unit) != Class::Regular {
        return Err(refuse("no-other-formation", unit, "BS61"));
    }
    if open == plan.stance.open {
        return Err(refuse("has-that-formation", unit, "BS61"));
    }
    command::in_command(field, unit)?;
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS20"));
    }
    plan.price = pays(field, &plan, third(field.kind(unit).rate()))?;
    let pose = plan.body.facing();
    let narrower = (1..=plan.body.files).rev().map(|files| dress::block(field, &plan.body, pose, files, open));
    let was = field.stance(unit);
    // A closed unit may not stand where only open ones may.
    let barred =
        !open
            && plan.body.feet().iter().any(|print| {
                field.0.ground().under(print).any(|piece| {
                    field.plays(Switch::Terrain) && terrain_kind(piece.kind.0).is_some_and(|kind| kind.open)
                })
            });
    if barred {
        return Err(refuse("only-open", unit, "BS130"));
    }
    let found = narrower.into_iter().find(|body| ground::clear(field, body, false).is_ok());
    plan.body = found.ok_or_else(|| refuse("no-room-to-form", unit, "BS20"))?;
    plan.stance = Stance { open, files: plan.body.files, ..was };
    plan.path.push(plan.body.facing());
    plan.cite = Cite("BS23");
    Ok(plan)
}

/// A change of frontage (BS47, BS48, BS51, BS52).
pub fn frontage(field: Battlefield, mut plan: Plan, left: i32, right: i32) -> Result<Plan, Refusal> {
    let (unit, round) = (plan.body.unit, field.round(plan.body.unit));
    let by = left + right;
    if field.class(unit) != Class::Regular {
        let rule = if field.skirmishes(unit) { "BS46" } else { "BS50" };
        return Err(refuse("no-frontage", unit, rule));
    }
    if field.round(unit).forced {
        return Err(refuse("only-marches", unit, "BS92"));
    }
    let count = |more: i32| Arg::Measured(Measured::Count(more));
    if left.signum() * right.signum() < 0 {
        let apart = refuse("ends-differ", unit, "BS51").word(Word("left"), count(left));
        return Err(apart.word(Word("right"), count(right)));
    }
    if by == 0 {
        return Err(refuse("front-unchanged", unit, "BS51").below(Measured::Count(by), Measured::Count(1)));
    }
    if (by > 0 && round.shrank) || (by < 0 && round.grew) {
        return Err(refuse("grows-and-shrinks", unit, "BS51"));
    }
    if field.is_ragged(unit) {
        return Err(refuse("is-ragged", unit, "BS47"));
    }
    let ranks = plan.body.placement.ranks();
    let behind = i32::from(ranks.bases) - i32::from(ranks.abreast());
    let files = i32::from(ranks.abreast()) + by;
    if by > behind {
        return Err(refuse("too-few-behind", unit, "BS47").above(Measured::Count(by), Measured::Count(behind)));
    }
    if files < 1 {
        return Err(refuse("no-front", unit, "BS47").below(Measured::Count(files), Measured::Count(1)));
    }
    plan.price = pays(field, &plan, Mil::inches(by.abs()))?;
    let pose = dress::grown(&plan.body, left, right);
    plan.body = dress::block(field, &plan.body, pose, files as u8, ranks.gap > Mil::ZERO);
    ground::clear(field, &plan.body, true)?;
    if let Some(enemy) = ground::touched(field, plan.body.side, &plan.body.feet()) {
        return Err(refuse("would-touch", unit, "BS52").word(Word("other"), Arg::Of(Ref::Unit(enemy))));
    }
    plan.stance.files = plan.body.files;
    (plan.grew, plan.shrank) = (by > 0, by < 0);
    plan.path.push(plan.body.facing());
    plan.cite = Cite("BS48");
    Ok(plan)
}
