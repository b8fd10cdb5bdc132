//! Release of uncontrolled divisions (4.3).

use bevy::math::Vec2;

use crate::battle::{Arg, Fact, Measured, Narration, Ref, alter_one};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::state::Divisions;
use crate::table::formation::touch;
use crate::table::measure::{foremost, within};
use crate::table::{Footprint, Mil};

const CONTROL: Cite = Cite("4.3");

/// Whether an uncontrolled division may move: it was released, or is released by its present situation.
pub fn is_released(field: Battlefield, body: BodyId) -> bool {
    field.division(body).released || reason(field, body).is_some()
}

/// Why a division is released, and by which unit.
struct Reason {
    says: Word,
    by: Option<UnitId>,
}

/// What releases a division that was not released yet, if anything.
fn reason(field: Battlefield, body: BodyId) -> Option<Reason> {
    let units = field.0.bodies().get(body).units.iter().copied().filter(|u| field.stands(*u));
    let mut released = None;
    for unit in units {
        if let Some(contact) = field.contacts(unit).first() {
            return Some(Reason { says: Word("released-by-contact"), by: Some(contact.enemy) });
        }
        if field.acts(unit).hit {
            return Some(Reason { says: Word("released-by-fire"), by: None });
        }
        if let Some(enemy) = enemy_ahead(field, unit) {
            released = Some(Reason { says: Word("released-by-enemy"), by: Some(enemy) });
        } else if released.is_none() {
            let friend = friend_moved(field, unit);
            released = friend.map(|f| Reason { says: Word("released-by-friend"), by: Some(f) });
        }
    }
    released
}

/// A massed enemy within 15 in, in a straight line, that is partly ahead of the unit's Front Line.
fn enemy_ahead(field: Battlefield, unit: UnitId) -> Option<UnitId> {
    let print = field.print(unit);
    let limit = *data().tables.division.release;
    let enemy = Some(field.0.side_of(unit).other());
    let mut near = field.0.layout().along(enemy, &print, Vec2::ZERO, 0.0, limit.to_inches());
    let ahead = |it: &Footprint| within(&print, it, limit) && foremost(&print, it).0 > Mil::ZERO;
    near.find(|foot| field.kind(foot.unit).massed && ahead(&foot.print)).map(|foot| foot.unit)
}

/// A friend that touched it and has moved forward in the same Movement.
fn friend_moved(field: Battlefield, unit: UnitId) -> Option<UnitId> {
    let print = field.print(unit);
    field.side(field.0.side_of(unit)).find(|&friend| {
        let acts = field.acts(friend);
        if friend == unit || !acts.moved || acts.used == Mil::ZERO || acts.evaded {
            return false;
        }
        // Where the friend stood before it went straight ahead.
        let before = field.print(friend).shifted(-field.print(friend).forward() * acts.used.to_inches());
        field.division_of(friend) != field.division_of(unit) && touch(&before, &print)
    })
}

/// The facts that release divisions of either side now.
pub fn facts(field: Battlefield) -> Vec<Fact> {
    let divisions = field.0.battle_state::<Divisions>();
    let mut facts = Vec::new();
    for (body, _) in field.0.bodies().present() {
        let division = divisions.get(body);
        if division.controlled || division.released {
            continue;
        }
        if let Some(why) = reason(field, body) {
            let told = Narration::Marked { of: Ref::Body(body), what: Word("released"), on: true };
            let mut fact = Fact::new(CONTROL, told)
                .says(why.says)
                .change(alter_one(move |divisions: &mut Divisions| divisions.of_mut(body).released = true));
            fact = fact.word(Word("limit"), Arg::Measured(Measured::Length(*data().tables.division.release)));
            if let Some(by) = why.by {
                let by = Arg::Of(Ref::Unit(by));
                fact = fact.word(Word("enemy"), by).word(Word("friend"), by);
            }
            facts.push(fact);
        }
    }
    facts
}
