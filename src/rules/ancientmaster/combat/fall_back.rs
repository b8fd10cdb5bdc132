//! Falling back (A10.7, A10.8, W110, W139): straight away from the enemies that are touched, by any length up to the side's
//! roll, as a block or formed anew about one of its stands.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::after::{centimetres, fall_back_roll};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Fitted, Handle, Handler, Job, Measured,
    Narration, Offer, Param, Question, Range, Ref, Refusal, Ruling, Takes, Truth, Value, alter_one, plain,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::command::rule_ends;
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::data::{Cm, tables};
use crate::rules::ancientmaster::forced::{confuse, direction};
use crate::rules::ancientmaster::formation::{Formation, drawn_about, formation, full_pace};
use crate::rules::ancientmaster::relocate::Relocation;
use crate::rules::ancientmaster::state::Phase;
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::terrain::{Cover, may_enter};
use crate::rules::ancientmaster::troop::Tag;
use crate::rules::ancientmaster::ways::{Going, Kind, on_road, ways};
use crate::table::measure::within;
use crate::table::{Cdeg, Foot, Footprint, Mil, Piece, Pose, slide};

pub const KEY: Word = Verb::Back.word();
const BY: Word = Word("go");
const ABOUT: Word = Word("about");
const INTO: Word = Word("into");
const TURN: Word = Word("turn");
const PIVOT: Word = Word("pivot");
const BEARING: Word = Word("bearing");
const DRAW: Word = Word("draw");
const RULE: Cite = Cite("A10.7");
/// Free ends are looked for at these steps, 1/1000 inch; before the first that is found, to the last thousandth.
const STEP: i32 = 20;

crate::verbs! {
    /// Whether a unit falls back.
    enum Verb {
        Back = "fall-back",
        Stand = "stand",
    }
}

/// How far a unit falls back.
pub const HANDLER: Handler = Handler {
    judge,
    fit,
    aim: |asking, choice, _| fit(asking, &choice.action),
    ..Handler::plain(KEY, Verb::WORDS, offer, enact)
};

/// A job: a unit falls back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FallsBack {
    pub unit: UnitId,
    pub bearing: Cdeg,
    /// Whether it must, after a draw.
    pub draw: bool,
}

impl Job for FallsBack {
    const NAME: &'static str = "ancientmaster.falls-back";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(falls_back, self, world)
    }
}

pub fn falls_back(InRef(job): InRef<FallsBack>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let (unit, side) = (job.unit, field.0.side_of(job.unit));
    if !field.0.on_table(unit) {
        return Effects::pop();
    }
    if field.phase().falls[side.index()].is_none() {
        // The first of its side rolls for all of them (A10.8).
        let mut roller = dice.roller();
        let sum = match fall_back_roll(&mut roller, side) {
            Ok(sum) => sum,
            Err(need) => return Effects::need(need),
        };
        let told = Fact::new(Cite("A10.8"), Narration::Said(Word("fall-back-roll")))
            .word(Word("who"), Arg::Of(Ref::Side(side)))
            .word(Word("way"), Arg::Measured(Measured::Length(Cm(sum as f32).mil())))
            .dice(roller.rolled())
            .change(alter_one(move |phase: &mut Phase| phase.falls[side.index()] = Some(sum)));
        return Effects::stay().fact(told);
    }
    let far = reach(field, unit);
    if ends(field, unit, job.bearing, far).is_none() && !may_stand(field, unit, job.draw) {
        // No legal place: it stays, and is confused (A10.8).
        let told =
            Fact::new(RULE, Narration::Said(Word("nowhere-to-fall-back"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        return confuse(field, unit, Cite("A9.1"), Effects::pop().fact(told));
    }
    let question = Question::to(side, HANDLER, RULE).about(Ref::Unit(unit));
    Effects::pop().ask(question.with(BEARING, Value::Angle(job.bearing)).with(DRAW, Value::Flag(job.draw)))
}

/// How far a unit may fall back by its side's roll. One who is trained in the phalanx goes half a pace at most (W23).
fn reach(field: Battlefield, unit: UnitId) -> Mil {
    let rolled = field.phase().falls[field.0.side_of(unit).index()].unwrap_or(0);
    let far = centimetres(rolled);
    let half = full_pace(field.troop(unit).sort()).half().pace();
    if field.has(unit, Tag::Phalanx) { far.min(half) } else { far }
}

/// Who is covered may stand instead (A10.7), and a winner always.
fn may_stand(field: Battlefield, unit: UnitId, draw: bool) -> bool {
    !draw || (cover::of_unit(field, unit) > Cover::Open && !field.next_round(unit).open)
}

/// The least and the most that a unit may fall back in that direction: as far as nothing is in its way, and if it can get
/// 1 cm clear of its enemies and of combats, so far at least (A10.7).
fn ends(field: Battlefield, unit: UnitId, bearing: Cdeg, far: Mil) -> Option<(Mil, Mil)> {
    let way = direction(bearing);
    let most = Mil(far.0.min(Mil::down(free(field, unit, way, far.to_inches())).0));
    if most <= Mil::ZERO {
        return None;
    }
    let clear = |go: &Mil| is_clear(field, unit, bearing, *go);
    let rough = (0..=most.0 / STEP).map(|n| Mil(n * STEP)).chain([most]).find(clear);
    let least = rough.and_then(|rough| ((rough.0 - STEP + 1).max(0)..=rough.0).map(Mil).find(clear));
    Some((least.unwrap_or(Mil::ZERO), most))
}

/// How far a block goes before anything is in its way.
fn free(field: Battlefield, unit: UnitId, way: bevy::math::Vec2, reach: f32) -> f32 {
    let sort = field.troop(unit).sort();
    let mut most = reach;
    for foot in field.feet(unit) {
        let other = |other: &Foot| other.unit != unit;
        if let Some(hit) = slide::hits(field.0.layout(), &foot.print, way, most, other).first() {
            most = most.min(hit.at);
        }
        most = most.min(slide::to_table_edge(field.0.ground(), &foot.print, way) - 0.002);
        let closed = |piece: &&Piece| !may_enter(sort, piece) && !on_road(field, foot.print.centre);
        for piece in field.0.ground().pieces().iter().filter(closed) {
            if let Some((enter, _)) = piece.passages(&foot.print, way, most).first() {
                most = most.min(enter - 0.001);
            }
        }
    }
    most.max(0.0)
}

/// Whether a unit that has gone so far as a block is 1 cm clear of enemies and of combats.
fn is_clear(field: Battlefield, unit: UnitId, bearing: Cdeg, go: Mil) -> bool {
    let by = direction(bearing) * go.to_inches();
    let ends: Vec<Footprint> = field.prints(unit).iter().map(|print| print.shifted(by)).collect();
    are_clear(field, unit, &ends)
}

/// Whether stands of a unit there are 1 cm clear of enemies and of combats.
fn are_clear(field: Battlefield, unit: UnitId, ends: &[Footprint]) -> bool {
    let gap = tables().combat.gap.gap();
    let side = field.0.side_of(unit);
    ends.iter().all(|print| {
        let near = field.0.layout().around(print, gap.to_inches() + 0.1).filter(|other| other.unit != unit);
        near.filter(|other| within(print, &other.print, Mil(gap.0 - 1)))
            .all(|other| field.0.side_of(other.unit) == side && !engaged(field, other.unit))
    })
}

/// How a unit falls back: the ways of its stands, and whether it is clear then.
struct Fall {
    along: Vec<Vec<Pose>>,
    clear: bool,
}

/// The fall back that an action says; none: it stands.
fn read(asking: &Asking, action: &Action) -> Result<Option<Fall>, Refusal> {
    let field = Battlefield::of(asking.view);
    let ([of @ Ref::Unit(unit)], Some(Value::Angle(bearing))) =
        (&asking.question.about[..], asking.question.value(BEARING))
    else {
        return Err(Refusal::not_offered(RULE, action.key, &action.who));
    };
    if action.who != [*of] {
        return Err(Refusal::for_others(RULE, action.key, &action.who, [*of]));
    }
    let Some(verb) = Verb::of(action) else {
        return Err(Refusal::other_verb(RULE, action.key, &action.who, Verb::WORDS.iter().copied()));
    };
    let (unit, bearing) = (*unit, *bearing);
    let draw = matches!(asking.question.value(DRAW), Some(Value::Flag(true)));
    let far = reach(field, unit);
    let range = ends(field, unit, bearing, far);
    let refuse = |says| Refusal::new(RULE, Word(says)).of(*of);
    match (verb, action.length(BY), range) {
        (Verb::Stand, ..) if !action.with.is_empty() => Err(Refusal::values(RULE, action, &[], &[])),
        (Verb::Stand, _, Some((least, most))) if !may_stand(field, unit, draw) => {
            let length = |length| Arg::Measured(Measured::Length(length));
            Err(refuse("must-fall-back").word(Word("least"), length(least)).word(Word("most"), length(most)))
        }
        (Verb::Stand, ..) => Ok(None),
        (Verb::Back, None, _) => Err(How::refusal(action)),
        (Verb::Back, Some(_), None) => Err(refuse("nowhere-to-fall-back")),
        (Verb::Back, Some(by), Some((least, most))) => {
            if by < least {
                return Err(refuse("falls-back-clear").below(Measured::Length(by), Measured::Length(least)));
            }
            if by > most {
                return Err(refuse("falls-back-so-far").above(Measured::Length(by), Measured::Length(most)));
            }
            let size = field.size(unit);
            let slid = direction(bearing) * by.to_inches();
            let prints: Vec<Footprint> = field.prints(unit).iter().map(|print| print.shifted(slid)).collect();
            match (&action.with[..], How::of(action)) {
                ([_], _) => Ok(Some(as_block(field, unit, &prints, Cdeg::ZERO))),
                ([_, (ABOUT, Value::Flag(true))], _) => Ok(Some(as_block(field, unit, &prints, Cdeg::HALF))),
                (_, Some(how)) => {
                    let needs = least > Mil::ZERO;
                    let formed = |pivot: usize| {
                        let ends =
                            drawn_about(size, &field.prints(unit), how.into, (pivot, prints[pivot].faced(how.turn)));
                        let goes = [Going { unit, ends }];
                        let found = ways(field, &goes, |_| far, Kind::Charge).ok()?;
                        let ends: Vec<Footprint> = goes[0].ends.iter().map(|pose| size.base(*pose)).collect();
                        let fall =
                            Fall { along: found.along.into_iter().next()?.1, clear: are_clear(field, unit, &ends) };
                        (fall.clear || !needs).then_some(fall)
                    };
                    let mut pivots = how.pivot.map_or(0..prints.len(), |pivot| pivot..(pivot + 1).min(prints.len()));
                    pivots.find_map(formed).map(Some).ok_or_else(|| Refusal::new(RULE, Word("no-way")).of(*of))
                }
                _ => Err(How::refusal(action)),
            }
        }
    }
}

/// As a block straight away, and turned about or not.
fn as_block(field: Battlefield, unit: UnitId, prints: &[Footprint], turn: Cdeg) -> Fall {
    let way = |(from, to): (Pose, &Footprint)| {
        let mut way = vec![from, to.pose()];
        way.extend((turn != Cdeg::ZERO).then(|| to.faced(turn).pose()));
        way
    };
    let along = field.poses(unit).into_iter().zip(prints).map(way).collect();
    Fall { along, clear: are_clear(field, unit, prints) }
}

/// How it is formed anew: into what, turned how, about which of its stands.
struct How {
    into: Formation,
    turn: Cdeg,
    pivot: Option<usize>,
}

impl How {
    /// What is wrong with an action that says no fall back.
    fn refusal(action: &Action) -> Refusal {
        let may = [(ABOUT, Takes::Flag), (INTO, Takes::Name), (TURN, Takes::Angle), (PIVOT, Takes::Stand)];
        let turn = Param::panel(TURN, Range::Angle(-Cdeg::HALF, Cdeg::HALF));
        for (name, value) in &action.with {
            let wrong = match (*name, value) {
                (ABOUT, Value::Flag(false)) => Some(Refusal::may_be(RULE, ABOUT, [Arg::Key(Word("yes"))])),
                (INTO, Value::Name(word)) => Formation::ordered(RULE, INTO, *word).err(),
                (TURN, Value::Angle(_)) => plain::within(&turn, value).err(),
                (PIVOT, Value::Refs(refs)) => match refs[..] {
                    [of @ Ref::Base(unit, _)] if action.who != [Ref::Unit(unit)] => {
                        Some(Refusal::for_others(RULE, PIVOT, &[of], action.who.iter().copied()))
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some(wrong) = wrong {
                return wrong;
            }
        }
        Refusal::values(RULE, action, &[(BY, Takes::Length)], &may)
    }

    /// What an action says, if it says nothing else.
    fn of(action: &Action) -> Option<How> {
        let into = Formation::named(action.word(INTO)?.0).filter(|form| Formation::DRAWN_UP.contains(form))?;
        let turn = match action.value(TURN) {
            Some(Value::Angle(turn)) if (-Cdeg::HALF..=Cdeg::HALF).contains(turn) => *turn,
            None => Cdeg::ZERO,
            _ => return None,
        };
        let pivot = match (action.refs(PIVOT), &action.who[..]) {
            ([Ref::Base(of, base)], [Ref::Unit(unit)]) if of == unit => Some(usize::from(*base)),
            ([], _) => None,
            _ => return None,
        };
        let known = |(name, _): &(Word, Value)| [BY, INTO, TURN, PIVOT].contains(name);
        action.with.iter().all(known).then_some(How { into, turn, pivot })
    }
}

fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    let mut ruling = Ruling::default();
    if let (Some(fall), [Ref::Unit(unit)]) = (read(asking, action)?, &action.who[..]) {
        let ends: Vec<Pose> = fall.along.iter().filter_map(|way| way.last().copied()).collect();
        rule_ends(Battlefield::of(asking.view), *unit, &ends, &mut ruling);
    }
    Ok(ruling)
}

/// The same without what is said of it last, until it is accepted; else the first that is offered.
fn fit(asking: &Asking, action: &Action) -> Fitted {
    let why = match judge(asking, action) {
        Ok(_) => return Fitted { action: action.clone(), cut: Vec::new() },
        Err(why) => why,
    };
    let plain = plain::fit(&offer(asking, &Ask::all()), action).action;
    let first = || offer(asking, &Ask::all()).choices.into_iter().next().map(|choice| choice.action);
    let found = if judge(asking, &plain).is_ok() { Some(plain) } else { first() };
    Fitted { action: found.unwrap_or_else(|| action.clone()), cut: vec![why] }
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let [of @ Ref::Unit(unit)] = asking.question.about[..] else { return Offer::default() };
    let draw = matches!(asking.question.value(DRAW), Some(Value::Flag(true)));
    let Some(Value::Angle(bearing)) = asking.question.value(BEARING) else { return Offer::default() };
    let mut choices = Vec::new();
    if let Some((least, most)) = ends(field, unit, *bearing, reach(field, unit)) {
        let by = Param { handle: Handle::Panel, ..Param::panel(BY, Range::Length(least, most)) }
            .stop(Value::Length(least), Word("least"))
            .stop(Value::Length(most), Word("all"));
        let action = Action::new(of, KEY).with(BY, Value::Length(least));
        choices.push(Choice { params: vec![by.clone()], ..Choice::ending(action.clone(), RULE) });
        // Its facing is free: turned about, its stands are where they were as a block (A10.8, W139).
        let about = action.clone().with(ABOUT, Value::Flag(true));
        choices.push(Choice { params: vec![by.clone()], called: Some(ABOUT), ..Choice::ending(about, RULE) });
        let now = formation(&field.prints(unit));
        let several = field.feet(unit).len() > 1;
        for form in Formation::DRAWN_UP.into_iter().filter(|form| several && *form != now) {
            let formed = Action::new(of, KEY).with(BY, Value::Length(most)).with(INTO, Value::Name(form.word()));
            let formed = formed.with(TURN, Value::Angle(Cdeg::ZERO));
            if judge(asking, &formed).is_ok() {
                let by = Param { handle: Handle::Panel, ..Param::panel(BY, Range::Length(least, most)) };
                let turn = Param::panel(TURN, Range::Angle(-Cdeg::HALF, Cdeg::HALF));
                let choice = Choice::ending(formed, RULE);
                choices.push(Choice { params: vec![by, turn], called: Some(form.called()[0]), ..choice });
            }
        }
    }
    if may_stand(field, unit, draw) || choices.is_empty() {
        choices.push(Choice::ending(Action::new(of, Verb::Stand.word()), RULE));
    }
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit)] = action.who[..] else { return Effects::pop() };
    let stands = || Fact::new(RULE, Narration::Said(Word("stands"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let Ok(Some(Fall { along, clear })) = read(&asking.judged, action) else {
        return Effects::pop().fact(stands().change(alter_one(move |phase: &mut Phase| phase.stood.push(unit))));
    };
    let says = Word("falls-back");
    let back = Relocation { unit, along, cite: RULE, says, leaves: false, charges: false };
    let effects = back.apply(field, Effects::pop());
    let effects = if back.goes() { effects } else { effects.fact(stands()) };
    if clear { effects } else { confuse(field, unit, Cite("A9.1"), effects) }
}
