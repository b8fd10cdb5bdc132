//! Whom a unit fights (15.2): the enemy with the largest share of its front; equal shares are its owner's choice.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};

use crate::battle::{
    Action, Answered, Ask, Asking, Choice, Effects, Fact, Handler, Narration, Offer, Question, Ref, Value, set,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::data::tables;
use crate::table::measure::width_in_corridor;
use crate::table::{Mil, contact};

const WHO: Cite = Cite("15.2");
/// The question's word, and the verb of its answer.
pub const KEY: Word = Word("opponent");
const AT: Word = Word("at");

/// The opponent that the owner picked; none: not asked yet.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picked(pub Option<UnitId>);

pub const HANDLER: Handler = Handler::plain(KEY, &[KEY], offer, enact);

/// The enemies that a unit may choose its opponent from: those with the largest share of its front, except `but`.
pub fn opponents(field: Battlefield, unit: UnitId, but: &[UnitId]) -> Vec<UnitId> {
    let print = field.print(unit);
    let enemies: Vec<UnitId> = field.contacts(unit).iter().map(|c| c.enemy).filter(|e| !but.contains(e)).collect();
    let reach = tables().melee.share_reach.inches();
    let share = |e: &UnitId| width_in_corridor(&print, &field.print(*e), reach);
    let length = |e: &UnitId| contact(&print, &field.print(*e)).map_or(Mil::ZERO, |touch| Mil::measured(touch.length));
    let largest = |of: &dyn Fn(&UnitId) -> Mil| {
        let most = enemies.iter().map(of).max()?;
        let mut all: Vec<UnitId> = enemies.iter().copied().filter(|e| of(e) == most).collect();
        all.sort();
        Some((most, all))
    };
    match largest(&share) {
        Some((most, all)) if most > Mil::ZERO => all,
        Some(_) => largest(&length).map_or(Vec::new(), |(_, all)| all),
        None => Vec::new(),
    }
}

/// Asks a unit's owner which of these it fights.
pub fn question(field: Battlefield, unit: UnitId, among: &[UnitId]) -> Question {
    let among = among.iter().map(|u| Ref::Unit(*u)).collect();
    Question::to(field.0.side_of(unit), HANDLER, WHO).about(Ref::Unit(unit)).with(AT, Value::Refs(among))
}

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let mut offer = Offer { question: KEY, ..Offer::default() };
    let ([who @ Ref::Unit(_)], Some(Value::Refs(among))) = (&asking.question.about[..], asking.question.value(AT))
    else {
        return offer;
    };
    for enemy in among {
        let action = Action::new(*who, KEY).with(AT, Value::Refs(vec![*enemy]));
        offer.choices.push(Choice::ending(action, WHO));
    }
    offer
}

fn enact(_: &Answered, action: &Action) -> Effects {
    let picked = Fact::new(WHO, Narration::Said(Word("picked"))).change(set(Picked(action.unit(AT))));
    match action.who.first() {
        Some(who) => Effects::pop().fact(picked.word(Word("who"), crate::battle::Arg::Of(*who))),
        None => Effects::pop(),
    }
}
