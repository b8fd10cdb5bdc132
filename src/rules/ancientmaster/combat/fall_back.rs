//! Falling back (A10.7, A10.8, W110, W139): straight away from the enemies that are touched, as a block, by any length up
//! to the side's roll.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::after::{centimetres, fall_back_roll};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, DiceHand, Effects, Fact, Handle, Handler, Job, Measured, Narration,
    Offer, Param, Question, Range, Ref, Truth, Value, alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::data::{Cm, tables};
use crate::rules::ancientmaster::forced::{confuse, direction};
use crate::rules::ancientmaster::formation::full_pace;
use crate::rules::ancientmaster::relocate::Relocation;
use crate::rules::ancientmaster::state::Phase;
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::terrain::{Cover, may_enter};
use crate::rules::ancientmaster::troop::Tag;
use crate::rules::ancientmaster::ways::on_road;
use crate::table::measure::within;
use crate::table::{Cdeg, Foot, Footprint, Mil, Piece, slide};

pub const KEY: Word = Word("fall-back");
const STAND: Word = Word("stand");
const BY: Word = Word("go");
const ABOUT: Word = Word("about");
const BEARING: Word = Word("bearing");
const DRAW: Word = Word("draw");
const RULE: Cite = Cite("A10.7");
/// Free ends are looked for at these steps, 1/1000 inch.
const STEP: i32 = 20;

/// How far a unit falls back.
pub const HANDLER: Handler = Handler::plain(KEY, &[KEY, STAND], offer, enact);

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
    !draw || (cover::of_unit(field, unit) > Cover::Open && !field.bout(unit).open)
}

/// The least and the most that a unit may fall back in that direction: as far as nothing is in its way, and if it can get
/// 1 cm clear of its enemies and of combats, so far at least (A10.7).
fn ends(field: Battlefield, unit: UnitId, bearing: Cdeg, far: Mil) -> Option<(Mil, Mil)> {
    let way = direction(bearing);
    let most = Mil(far.0.min(Mil::down(free(field, unit, way, far.to_inches())).0));
    if most <= Mil::ZERO {
        return None;
    }
    let least = (0..=most.0 / STEP).map(|n| Mil(n * STEP)).chain([most]).find(|go| is_clear(field, unit, bearing, *go));
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

/// Whether a unit that has gone so far is 1 cm clear of enemies and of combats.
fn is_clear(field: Battlefield, unit: UnitId, bearing: Cdeg, go: Mil) -> bool {
    let by = direction(bearing) * go.to_inches();
    let ends: Vec<Footprint> = field.prints(unit).iter().map(|print| print.shifted(by)).collect();
    let gap = tables().combat.gap.gap();
    let side = field.0.side_of(unit);
    ends.iter().all(|print| {
        let near = field.0.layout().around(print, gap.to_inches() + 0.1).filter(|other| other.unit != unit);
        near.filter(|other| within(print, &other.print, Mil(gap.0 - 1)))
            .all(|other| field.0.side_of(other.unit) == side && !engaged_but_for(field, other.unit, unit))
    })
}

/// Whether a friend is engaged without this unit's help.
fn engaged_but_for(field: Battlefield, friend: UnitId, unit: UnitId) -> bool {
    let _ = unit;
    engaged(field, friend)
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
        let about = action.with(ABOUT, Value::Flag(true));
        choices.push(Choice { params: vec![by], called: Some(ABOUT), ..Choice::ending(about, RULE) });
    }
    if may_stand(field, unit, draw) || choices.is_empty() {
        choices.push(Choice::ending(Action::new(of, STAND), RULE));
    }
    Offer { question: KEY, choices: choices.into(), barred: Vec::new() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit)] = action.who[..] else { return Effects::pop() };
    let (Some(by), Some(Value::Angle(bearing))) = (action.length(BY), asking.question.value(BEARING)) else {
        let told = Fact::new(RULE, Narration::Said(Word("stands"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
        return Effects::pop().fact(told.change(alter_one(move |phase: &mut Phase| phase.stood.push(unit))));
    };
    let mut slid = Relocation::slid(field, unit, direction(*bearing) * by.to_inches(), RULE, Word("falls-back"));
    if action.value(ABOUT).is_some() {
        let size = field.size(unit);
        for way in &mut slid.along {
            let end = way.last().copied();
            way.extend(end.map(|end| size.base(end).faced(Cdeg::HALF).pose()));
        }
    }
    let effects = slid.apply(field, Effects::pop());
    let effects = if slid.goes() {
        effects
    } else {
        effects.fact(Fact::new(RULE, Narration::Said(Word("stands"))).word(Word("who"), Arg::Of(Ref::Unit(unit))))
    };
    if is_clear(field, unit, *bearing, by) { effects } else { confuse(field, unit, Cite("A9.1"), effects) }
}
