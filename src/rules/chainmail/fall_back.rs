//! Missile troops who refuse melee (7.3): charged or attacked by slower foot they may fall back before it.

use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Fitted, Handle, Handler, Narration, Offer, Param,
    Question, Range, Ref, Refusal, Ruling, Value, alter, plain, put,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::{Mil, Placement, Pose};

use super::battlefield::Battlefield;
use super::ground::{self, Going};
use super::state::{Acts, Fired};
use super::verb::Verb;

pub const KEY: Word = Word("refuse");
const BACK: Word = Word("back");
const RULE: Cite = Cite("C123");

pub const HANDLER: Handler =
    Handler { judge, fit, ..Handler::plain(KEY, &[Verb::FallBack.word(), Verb::Stand.word()], offer, enact) };

/// The question to the owner of a unit that is charged or attacked, if it may refuse.
pub fn asked(field: Battlefield, unit: UnitId, by: UnitId) -> Option<Question> {
    let weapon = field.troop(unit).weapon.filter(|weapon| !weapon.thrown)?;
    let free = !field.engaged(unit) && field.flight(unit).is_none() && !field.acts(unit).refused;
    let acts = field.acts(unit);
    let idle = acts.charged.is_none() && acts.attacked.is_none();
    let faster = field.pace(unit) > field.pace(by) && !field.mounted(by);
    let may = free && idle && faster && weapon.range.0 > Mil::ZERO && !field.is_halted(unit);
    if !may || farthest(field, unit, by) == Mil::ZERO {
        return None;
    }
    let side = field.0.side_of(unit);
    Some(Question::to(side, HANDLER, RULE).about(Ref::Unit(unit)).about(Ref::Unit(by)))
}

/// The direction away from an enemy: along the line from his centre to its own.
fn away(field: Battlefield, unit: UnitId, by: UnitId) -> bevy::math::Vec2 {
    (field.print(unit).centre - field.print(by).centre).normalize_or(-field.print(unit).forward())
}

/// It as it falls back.
fn going(field: Battlefield, unit: UnitId) -> Going {
    Going {
        unit,
        print: field.print(unit),
        open: field.formation(unit).open,
        files: field.0.placement(unit).ranks().abreast(),
        sideways: false,
        square: false,
        attacks: false,
    }
}

/// What ends its way back before so many inches: where, and the rule.
fn limit(field: Battlefield, unit: UnitId, by: UnitId, back: Mil) -> Option<(Mil, Refusal)> {
    ground::limit(field, &going(field, unit), away(field, unit, by), back, true)
}

/// The farthest of so many inches that it may fall back. Less may be refused: who goes through friends in open order, or over
/// a stream, may not stand in them.
fn way(field: Battlefield, unit: UnitId, by: UnitId, most: Mil) -> Mil {
    let mut far = most;
    while let Some((at, _)) = limit(field, unit, by, far) {
        far = at;
    }
    far
}

/// How far it may fall back.
fn farthest(field: Battlefield, unit: UnitId, by: UnitId) -> Mil {
    way(field, unit, by, field.pace(unit))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit), Ref::Unit(by)] = asking.question.about[..] else { return Offer::default() };
    let far = farthest(field, unit, by);
    let back = Param { handle: Handle::Panel, ..Param::panel(BACK, Range::Length(Mil::ZERO, far)) }
        .stop(Value::Length(far), Word("all"));
    let falls = Verb::FallBack.by(Ref::Unit(unit)).with(BACK, Value::Length(far));
    let choices = vec![
        Choice { params: vec![back], ..Choice::ending(falls, RULE) },
        Choice::ending(Verb::Stand.by(Ref::Unit(unit)), RULE),
    ];
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

/// How far an answer falls back, where it does.
fn falls(asking: &Asking, action: &Action) -> Option<(UnitId, UnitId, Mil)> {
    let [Ref::Unit(unit), Ref::Unit(by)] = asking.question.about[..] else { return None };
    Some((unit, by, back_by(action)?))
}

/// How far an answer falls back; none where it stands.
fn back_by(action: &Action) -> Option<Mil> {
    match Verb::of(action) {
        Some(Verb::FallBack) => action.length(BACK),
        _ => None,
    }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let ruling = plain::judge_offered(asking, action)?;
    let ended = falls(asking, action).and_then(|(unit, by, back)| limit(Battlefield::of(asking.view), unit, by, back));
    ended.map_or(Ok(ruling), |(_, why)| Err(why))
}

fn fit(asking: &Asking, action: &Action) -> Fitted {
    let mut fitted = plain::fit(&offer(asking, &Ask::all()), action);
    let field = Battlefield::of(asking.view);
    if let Some((unit, by, back)) = falls(asking, &fitted.action)
        && let Some((_, why)) = limit(field, unit, by, back)
    {
        fitted.action.set(BACK, Value::Length(way(field, unit, by, back)));
        fitted.cut.push(why);
    }
    fitted
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit), Ref::Unit(by)] = asking.question.about[..] else { return Effects::pop() };
    let who = Arg::Of(Ref::Unit(unit));
    let Some(back) = back_by(action) else {
        return Effects::pop().fact(Fact::new(RULE, Narration::Said(Word("stands"))).word(Word("who"), who));
    };
    let pose = field.front(unit);
    let to = Pose { at: pose.at + away(field, unit, by) * back.to_inches(), ..pose };
    let placement = match field.0.placement(unit).clone() {
        Placement::Block { files, bases, gap, .. } => Placement::Block { pose: to, files, bases, gap },
        other => other,
    };
    let moved = field.acts(unit).gone > Mil::ZERO;
    let narration = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![vec![pose, to]] };
    let fact =
        Fact::new(RULE, narration).says(Word("falls-back")).word(Word("who"), who).change(put(unit, placement)).change(
            alter(unit, move |acts: &mut Acts| {
                acts.refused = true;
                acts.over = true;
                acts.gone = Mil(acts.gone.0 + back.0);
            }),
        );
    // Who has moved already does not fire.
    let spent = u8::MAX;
    Effects::pop().fact(if moved {
        fact.change(alter(unit, move |fired: &mut Fired| fired.shots = spent))
    } else {
        fact
    })
}
