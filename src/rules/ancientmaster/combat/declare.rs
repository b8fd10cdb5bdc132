//! What owners declare before a round is rolled for, the active side first: whom a stand strikes that touches several alike
//! (A10.3), and which stand has the bonus of its unit's character (A10.4). What comes to the same is not asked.

use super::attacks::{Blow, Stand, Supposed, blow, stands, targets};
use super::round::charges_of;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Narration, Offer, Question, Ref, Value, View,
    alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::state::Declared;

const STRIKE: Word = Word("strike");
const LEAD: Word = Word("lead");
const AT: Word = Word("at");
const WHOM: Cite = Cite("A10.3");
const BONUS: Cite = Cite("A10.4");

/// Whom a stand strikes.
pub const STRIKE_HANDLER: Handler = Handler::plain(STRIKE, &[STRIKE], offer_targets, enact_target);
/// Which stand has the bonus of the character with its unit.
pub const LEAD_HANDLER: Handler = Handler::plain(LEAD, &[LEAD], offer_bonus, enact_bonus);

/// The next thing that somebody must declare; none: the dice may fall.
pub fn question(field: Battlefield, units: &[UnitId]) -> Option<Question> {
    let all = stands(field, units);
    let declared = field.0.battle_state::<Declared>();
    let active = field.0.clock().side.unwrap_or(Side::North);
    let of_side = |side: Side| -> Option<Question> {
        let own = || all.iter().filter(|stand| stand.side == side);
        let undecided = |stand: &&Stand| {
            let known = declared.strikes.iter().any(|(unit, base, _)| (*unit, *base) == (stand.unit, stand.base));
            !known && several(&units_of(&targets(stand, &all)))
        };
        if let Some(stand) = own().find(undecided) {
            let about = Ref::Base(stand.unit, stand.base);
            let whom = units_of(&targets(stand, &all)).into_iter().map(Ref::Unit).collect();
            return Some(Question::to(side, STRIKE_HANDLER, WHOM).about(about).with(AT, Value::Refs(whom)));
        }
        let unit = units.iter().copied().filter(|unit| field.0.side_of(*unit) == side).find(|unit| {
            let known = declared.bonus.iter().any(|(of, _)| of == unit);
            !known && several(&kinds(field, *unit, &all))
        })?;
        let fighting = own().filter(|stand| stand.unit == unit && !targets(stand, &all).is_empty());
        let question = Question::to(side, LEAD_HANDLER, BONUS);
        Some(fighting.fold(question, |question, stand| question.about(Ref::Base(unit, stand.base))))
    };
    of_side(active).or_else(|| of_side(active.other()))
}

fn several<T>(of: &[T]) -> bool {
    of.len() > 1
}

/// The units of some stands, each once.
fn units_of(stands: &[&Stand]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = stands.iter().map(|stand| stand.unit).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// How the fighting stands of a unit with a character differ in what one more die does: whom it strikes, from which face on,
/// and whether the stand has less than no dice without it.
fn kinds(field: Battlefield, unit: UnitId, all: &[Stand]) -> Vec<(UnitId, u8, i32)> {
    let bonus = field.joined_to(unit).iter().filter_map(|of| field.leader(*of)).map(|of| of.attacks()).max();
    if bonus.unwrap_or(0) <= 0 {
        return Vec::new();
    }
    let charges = charges_of(field);
    let own = all.iter().filter(|stand| stand.unit == unit);
    let blows = own.filter_map(|stand| blow(field, stand, None, all, &charges));
    let kind = |Blow { enemy, hits_on, tally, .. }: Blow| (enemy, hits_on, tally.total().min(0));
    let mut kinds: Vec<(UnitId, u8, i32)> = blows.map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn offer_targets(asking: &Asking, _: &Ask) -> Offer {
    let ([of], Some(Value::Refs(whom))) = (&asking.question.about[..], asking.question.value(AT)) else {
        return Offer::default();
    };
    let at = |enemy: &Ref| Choice::ending(Action::new(*of, STRIKE).with(AT, Value::Refs(vec![*enemy])), WHOM);
    let choices: Vec<Choice> = whom.iter().map(at).collect();
    Offer { question: STRIKE, choices: choices.into(), ..Offer::default() }
}

fn enact_target(_: &Answered, action: &Action) -> Effects {
    let ([of @ Ref::Base(unit, base)], Some(enemy)) = (&action.who[..], action.unit(AT)) else {
        return Effects::pop();
    };
    let (unit, base) = (*unit, *base);
    let told = Fact::new(WHOM, Narration::Said(Word("declares")))
        .word(Word("who"), Arg::Of(*of))
        .word(Word("whom"), Arg::Of(Ref::Unit(enemy)));
    Effects::pop()
        .fact(told.change(alter_one(move |declared: &mut Declared| declared.strikes.push((unit, base, enemy)))))
}

fn offer_bonus(asking: &Asking, _: &Ask) -> Offer {
    let stands = asking.question.about.iter();
    let choices: Vec<Choice> = stands.map(|of| Choice::ending(Action::new(*of, LEAD), BONUS)).collect();
    Offer { question: LEAD, choices: choices.into(), ..Offer::default() }
}

fn enact_bonus(_: &Answered, action: &Action) -> Effects {
    let [of @ Ref::Base(unit, base)] = action.who[..] else { return Effects::pop() };
    let told = Fact::new(BONUS, Narration::Said(Word("leads"))).word(Word("who"), Arg::Of(of));
    Effects::pop().fact(told.change(alter_one(move |declared: &mut Declared| declared.bonus.push((unit, base)))))
}

/// The next round as it would be after an answer to one of these questions, and whose it is.
pub fn supposed<'a>(question: &Question, action: &Action, known: Supposed<'a>) -> Option<(UnitId, Supposed<'a>)> {
    let [Ref::Base(unit, base)] = action.who[..] else { return None };
    match (question.key, action.key) {
        (STRIKE, STRIKE) => Some((unit, Supposed { strikes: Some((unit, base, action.unit(AT)?)), ..known })),
        (LEAD, LEAD) => Some((unit, Supposed { leads: Some((unit, base)), ..known })),
        _ => None,
    }
}

/// What a declaration brings on average: the hits of one more die that go through, and more against who is near to losing a
/// stand.
pub fn worth(view: &View, action: &Action) -> f32 {
    let field = Battlefield::of(*view);
    let [Ref::Base(unit, base)] = action.who[..] else { return 0.0 };
    let Some(units) = super::engagements(field).into_iter().find(|of| of.contains(&unit)) else { return 0.0 };
    let all = stands(field, &units);
    let Some(stand) = all.iter().find(|stand| (stand.unit, stand.base) == (unit, base)) else { return 0.0 };
    let Some(blow) = blow(field, stand, action.unit(AT), &all, &charges_of(field)) else { return 0.0 };
    let troop = field.troop(blow.enemy);
    let saved = troop.kind.armour.map_or(0.0, |face| (7.0 - f32::from(face)) / 6.0);
    let through = (7.0 - f32::from(blow.hits_on)) / 6.0 * (1.0 - saved);
    let near = f32::from(field.hits(blow.enemy).left) / troop.kind.hits.max(1) as f32;
    through * (1.0 + near / 2.0)
}
