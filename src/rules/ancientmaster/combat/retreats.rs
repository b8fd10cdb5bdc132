//! The losers of a round retreat one unit at a time, in their owner's order (A10.6).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Truth,
    Value, alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::forced::Slide;
use crate::rules::ancientmaster::state::{Declared, Phase};
use crate::table::{Cdeg, slide};

const KEY: Word = Word("retreat-order");
const WAY: Word = Word("retreat-way");
const WAYS: Word = Word("ways");
const TO: Word = Word("to");
const RULE: Cite = Cite("A10.6");

/// Who retreats next.
pub const HANDLER: Handler = Handler::plain(KEY, &[KEY], offer, enact);

/// In which of several directions a unit retreats (W138).
pub const WAY_HANDLER: Handler = Handler::plain(WAY, &[WAY], offer_ways, enact_way);

/// A job: units retreat, one after another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Retreats {
    pub going: Vec<Slide>,
    /// Those who may go in several directions, with these.
    pub torn: Vec<(UnitId, Vec<Cdeg>)>,
}

impl Job for Retreats {
    const NAME: &'static str = "ancientmaster.retreats";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(retreats, self, world)
    }
}

pub fn retreats(InRef(job): InRef<Retreats>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let chosen = &field.0.battle_state::<Declared>().ways;
    let of = |unit: UnitId| chosen.iter().find(|(of, _)| *of == unit).map(|(_, way)| *way);
    let undecided = |(unit, _): &&(UnitId, Vec<Cdeg>)| field.0.on_table(*unit) && of(*unit).is_none();
    if let Some((unit, ways)) = job.torn.iter().find(undecided) {
        let way = |to: &Cdeg| Action::new(Ref::Unit(*unit), WAY).with(TO, Value::Angle(*to));
        let question = Question::to(field.0.side_of(*unit), WAY_HANDLER, RULE).about(Ref::Unit(*unit));
        return Effects::stay().ask(question.with(WAYS, Value::Parts(ways.iter().map(way).collect())));
    }
    if !job.torn.is_empty() {
        let turned = |slide: &Slide| Slide { bearing: of(slide.unit).unwrap_or(slide.bearing), ..slide.clone() };
        let going = job.going.iter().map(turned).collect();
        return Effects::become_job(Retreats { going, torn: Vec::new() });
    }
    let named = field.phase().retreats;
    let going: Vec<&Slide> = job.going.iter().filter(|slide| field.0.on_table(slide.unit)).collect();
    // Who is in nobody's way, and in whose way nobody is, may go when he likes: that comes to the same.
    let free = |slide: &&&Slide| {
        let others = going.iter().filter(|other| other.unit != slide.unit);
        others.into_iter().all(|other| !in_way(field, slide, other) && !in_way(field, other, slide))
    };
    let next = going.iter().find(|slide| Some(slide.unit) == named).or_else(|| going.iter().find(free));
    match (next, &going[..]) {
        (_, []) => Effects::pop(),
        (Some(slide), _) | (None, [slide]) => {
            let rest = job.going.iter().filter(|other| other.unit != slide.unit).cloned().collect();
            Effects::become_job(Retreats { going: rest, torn: Vec::new() }).push((*slide).clone())
        }
        _ => {
            // The farthest along the retreat is offered first: he is in nobody's way.
            let mut order = going.clone();
            order.sort_by_key(|slide| going.iter().filter(|other| in_way(field, slide, other)).count());
            let side = field.0.side_of(order[0].unit);
            let question = Question::to(side, HANDLER, RULE);
            Effects::stay().ask(order.iter().fold(question, |question, slide| question.about(Ref::Unit(slide.unit))))
        }
    }
}

/// Whether another unit stands in the way of a retreat.
fn in_way(field: Battlefield, slide: &Slide, other: &Slide) -> bool {
    let (direction, reach) = (slide.direction(), slide.far.to_inches());
    let feet = field.feet(slide.unit);
    slide.unit != other.unit
        && feet
            .iter()
            .any(|foot| field.feet(other.unit).iter().any(|of| slide::blocks(&foot.print, direction, &of.print, reach)))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let choices: Vec<Choice> =
        asking.question.about.iter().map(|unit| Choice::ending(Action::new(*unit, KEY), RULE)).collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(_: &Answered, action: &Action) -> Effects {
    let [Ref::Unit(unit)] = action.who[..] else { return Effects::pop() };
    Effects::pop().fact(named(unit))
}

fn offer_ways(asking: &Asking, _: &Ask) -> Offer {
    let Some(Value::Parts(ways)) = asking.question.value(WAYS) else { return Offer::default() };
    let choices: Vec<Choice> = ways.iter().map(|way| Choice::ending(way.clone(), RULE)).collect();
    Offer { question: WAY, choices: choices.into(), ..Offer::default() }
}

fn enact_way(_: &Answered, action: &Action) -> Effects {
    let ([of @ Ref::Unit(unit)], Some(Value::Angle(to))) = (&action.who[..], action.value(TO)) else {
        return Effects::pop();
    };
    let (unit, to) = (*unit, *to);
    let told = Fact::new(RULE, Narration::Said(Word("retreats-that-way"))).word(Word("who"), Arg::Of(*of));
    Effects::pop().fact(told.change(alter_one(move |declared: &mut Declared| declared.ways.push((unit, to)))))
}

fn named(unit: UnitId) -> Fact {
    let told = Narration::Said(Word("retreats-next"));
    let told = Fact::new(RULE, told).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    told.change(alter_one(move |phase: &mut Phase| phase.retreats = Some(unit)))
}
