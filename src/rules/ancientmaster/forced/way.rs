//! Making way (A9.2, W97, W135): a friend in the path moves aside, or is pushed along, or stays where he is.

use bevy::math::Vec2;

use super::{Shaken, Slide, Why, bearing, direction, obstacles};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Choice, Effects, Fact, Handler, Narration, Offer, Question, Ref, Value,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::formation::pace;
use crate::table::{Footprint, Mil, slide};

pub const KEY: Word = Word("way");
const BEARING: Word = Word("bearing");
const FAR: Word = Word("far");
const PUSHED: Word = Word("pushed");
const RULE: Cite = Cite("A9.2");

crate::verbs! {
    /// What a friend in the way does.
    enum Verb {
        Left = "left",
        Right = "right",
        Back = "back",
        Refuse = "refuse",
    }
}

/// How a friend makes way.
pub const HANDLER: Handler = Handler::plain(KEY, Verb::WORDS, offer, enact);

/// The question to a friend in the way of a slide, whose mover still goes so far from where it comes to him; none when he
/// cannot make way.
pub fn question(field: Battlefield, job: &Slide, friend: UnitId, left: Mil) -> Option<Question> {
    let question = Question::to(field.0.side_of(friend), HANDLER, RULE)
        .about(Ref::Unit(friend))
        .about(Ref::Unit(job.unit))
        .with(BEARING, Value::Angle(job.bearing))
        .with(FAR, Value::Length(left))
        .with(PUSHED, Value::Refs(job.asked.iter().map(|unit| Ref::Unit(*unit)).collect()));
    let asked = Pushed::of(&question)?;
    (!ways(field, &asked).is_empty()).then_some(question)
}

/// What the question says.
struct Pushed {
    friend: UnitId,
    mover: UnitId,
    bearing: crate::table::Cdeg,
    far: Mil,
    pushed: Vec<UnitId>,
}

impl Pushed {
    fn of(question: &Question) -> Option<Pushed> {
        let [Ref::Unit(friend), Ref::Unit(mover)] = question.about[..] else { return None };
        let (Some(Value::Angle(bearing)), Some(Value::Length(far))) = (question.value(BEARING), question.value(FAR))
        else {
            return None;
        };
        let unit = |of: &Ref| if let Ref::Unit(unit) = of { Some(*unit) } else { None };
        let pushed = match question.value(PUSHED) {
            Some(Value::Refs(of)) => of.iter().filter_map(unit).collect(),
            _ => Vec::new(),
        };
        Some(Pushed { friend, mover, bearing: *bearing, far: *far, pushed })
    }
}

/// The forms that clear the path, each with the slide that it is.
fn ways(field: Battlefield, asked: &Pushed) -> Vec<(Verb, Slide)> {
    let onward = direction(asked.bearing);
    let most = pace(field, asked.friend);
    let slide = |direction: Vec2, far: Mil, why: Why| Slide {
        asked: [&asked.pushed[..], &[asked.mover]].concat(),
        ..Slide { bearing: bearing(direction), ..Slide::new(asked.friend, direction, far, why) }
    };
    let mut found = Vec::new();
    // Its own left and right, as it faces.
    let faces_on = field.prints(asked.friend).first().is_none_or(|print| print.forward().dot(onward) >= 0.0);
    let left = if faces_on { onward.perp() } else { -onward.perp() };
    for (verb, aside) in [(Verb::Left, left), (Verb::Right, -left)] {
        if let Some(far) = clears(field, asked, aside, most) {
            found.push((verb, slide(aside, far, Why::Aside)));
        }
    }
    if asked.far <= most {
        found.push((Verb::Back, slide(onward, asked.far, Why::Back)));
    }
    found.retain(|(_, slide)| is_open(field, slide));
    found
}

/// How far to that side a friend goes until no stand of the mover meets him, rounded up; none when that is beyond his
/// pace.
fn clears(field: Battlefield, asked: &Pushed, aside: Vec2, most: Mil) -> Option<Mil> {
    let onward = direction(asked.bearing);
    let movers = field.prints(asked.mover);
    let own = field.prints(asked.friend);
    // The mover goes on from where it meets him; what lies behind it does not count.
    let reach = field.0.ground().width + field.0.ground().depth;
    let meets = |far: i32| {
        let moved: Vec<Footprint> = own.iter().map(|print| print.shifted(aside * Mil(far).to_inches())).collect();
        movers.iter().any(|mover| moved.iter().any(|print| slide::blocks(mover, onward, print, reach)))
    };
    if meets(most.0) {
        return None;
    }
    let (mut bad, mut good) = (0, most.0);
    while good - bad > 1 {
        let middle = (good + bad) / 2;
        if meets(middle) { bad = middle } else { good = middle }
    }
    Some(Mil(good))
}

/// Whether nothing stops that slide but friends who may make way in turn.
fn is_open(field: Battlefield, slide: &Slide) -> bool {
    !matches!(obstacles::first(field, slide, false), Some(obstacles::Met::Stops { .. } | obstacles::Met::Edge))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let Some(asked) = Pushed::of(asking.question) else { return Offer::default() };
    let friend = Ref::Unit(asked.friend);
    let verbs = ways(Battlefield::of(asking.view), &asked).into_iter().map(|(verb, _)| verb);
    let choice = |verb: Verb| Choice::ending(Action::new(friend, verb.word()), RULE);
    let choices: Vec<Choice> = verbs.chain([Verb::Refuse]).map(choice).collect();
    Offer { question: KEY, choices: choices.into(), ..Offer::default() }
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let Some(asked) = Pushed::of(asking.question) else { return Effects::pop() };
    let field = Battlefield::of(asking.view);
    let chosen = ways(field, &asked).into_iter().find(|(verb, _)| Verb::of(action) == Some(*verb));
    let Some((_, slide)) = chosen else {
        let told =
            Fact::new(RULE, Narration::Said(Word("refuses-way"))).word(Word("who"), Arg::Of(Ref::Unit(asked.friend)));
        return Effects::pop().fact(told);
    };
    // Both who makes way and who forces him to are confused on a six (A9.1).
    Effects::pop()
        .push(Shaken { unit: asked.mover, cite: "A9.1" })
        .push(Shaken { unit: asked.friend, cite: "A9.1" })
        .push(slide)
}
