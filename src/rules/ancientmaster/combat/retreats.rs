//! The losers of a round retreat one unit at a time, in their owner's order (A10.6).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Job, Narration, Offer, Question, Ref, Truth,
    alter_one,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::forced::Slide;
use crate::rules::ancientmaster::state::Phase;
use crate::table::slide;

const KEY: Word = Word("retreat-order");
const RULE: Cite = Cite("A10.6");

/// Who retreats next.
pub const HANDLER: Handler = Handler::plain(KEY, &[KEY], offer, enact);

/// A job: units retreat, one after another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Retreats {
    pub going: Vec<Slide>,
}

impl Job for Retreats {
    const NAME: &'static str = "ancientmaster.retreats";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(retreats, self, world)
    }
}

pub fn retreats(InRef(job): InRef<Retreats>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
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
            Effects::become_job(Retreats { going: rest }).push((*slide).clone())
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
    Offer { question: KEY, choices: choices.into(), barred: Vec::new() }
}

fn enact(_: &Answered, action: &Action) -> Effects {
    let [Ref::Unit(unit)] = action.who[..] else { return Effects::pop() };
    Effects::pop().fact(named(unit))
}

fn named(unit: UnitId) -> Fact {
    let told = Narration::Said(Word("retreats-next"));
    let told = Fact::new(RULE, told).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    told.change(alter_one(move |phase: &mut Phase| phase.retreats = Some(unit)))
}
