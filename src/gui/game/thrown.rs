//! A chain of dice that are rolled by hand: what was thrown since something else was answered last, and how the number of
//! dice of the next throw is come to.

use super::throw::Throw;
use super::{Game, odds};
use crate::battle::{DICE_WHY, Entry, Odds, Ref, Value, View, told_faces};
use crate::cite::{Tally, Word};
use crate::dice::Counting;
use crate::gui::language::translate_with;
use crate::gui::widgets::tally_table::Row;
use crate::gui::words::capital;
use crate::ids::UnitId;
use crate::table;

/// What rulesets throw the dice of a fight for, and those of a shot.
const FIGHTS: [Word; 2] = [Word("melee"), Word("combat")];
const SHOTS: [Word; 2] = [Word("fire"), Word("shooting")];

/// Dice that were rolled by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// For whom: a unit, else the side that threw.
    pub who: String,
    pub throw: Throw,
    pub faces: Vec<u8>,
}

impl Thrown {
    /// `Melee, hill-foot-1: 5, 3, 6, 1, 1: 3 of 5 count.`
    pub fn words(&self) -> String {
        let (why, came) = (capital(&self.throw.why), self.throw.came_to(&self.faces));
        translate_with("thrown", &[("why", &why), ("who", &self.who), ("came", &came)])
    }
}

/// Where the last chain of throws begins among those entries: after all of them, where the last answer was none.
pub fn begins(entries: &[Entry]) -> usize {
    entries.iter().rposition(|entry| entry.dice_asked().is_none()).map_or(0, |before| before + 1)
}

/// What was thrown by hand since something else was answered last, in order.
pub fn so_far(game: &Game) -> Vec<Thrown> {
    let entries = game.journal().entries();
    let thrown = |entry: &Entry| {
        let (side, told) = entry.answer.as_ref()?;
        let throw = Throw::of(game, entry.dice_asked()?);
        let who = throw.who.clone().unwrap_or_else(|| game.side_name(*side).to_owned());
        Some(Thrown { who, throw, faces: told_faces(told) })
    };
    entries[begins(entries)..].iter().filter_map(thrown).collect()
}

/// The sum that makes the number of dice that are asked for, each term with its rule: that of a fight or a shot from where
/// all stand, or of an answer that has led to it. Nothing where no sum makes just that number, or several do.
pub fn made_of(game: &Game) -> Vec<Row> {
    let Some(throw) = Throw::asked(game) else { return Vec::new() };
    let sum = || {
        let view = game.shown_to(None);
        let question = view.question()?;
        let (Some(Ref::Unit(unit)), Some(Value::Name(why))) = (question.about.first(), question.value(DICE_WHY)) else {
            return None;
        };
        let counts = matches!(throw.counting, Counting::From(_) | Counting::InSets(_));
        let fits = |tally: &Tally| i32::try_from(throw.count).is_ok_and(|count| count == tally.total());
        let mut stands = match why {
            why if !counts || !(FIGHTS.contains(why) || SHOTS.contains(why)) => return None,
            why => standing(game, &view, *unit, FIGHTS.contains(why)),
        };
        stands.retain(fits);
        stands.dedup();
        match &stands[..] {
            [one] => Some(one.clone()),
            [] => game.foreseen().filter_map(|odds| own(odds, *unit)).find(|tally| fits(tally)).cloned(),
            _ => None,
        }
    };
    let whose = translate_with("so-many-dice", &[("n", &throw.count)]);
    sum().map_or_else(Vec::new, |sum| odds::rows(game, &sum, &whose))
}

/// The sums of that unit against each enemy whom it touches, or could shoot at.
fn standing(game: &Game, view: &View, unit: UnitId, fights: bool) -> Vec<Tally> {
    let ruleset = game.ruleset();
    let enemies = view.roster().of(view.side_of(unit).other()).filter(|enemy| view.on_table(*enemy));
    let touches = |enemy: UnitId| {
        let feet = view.feet(unit);
        feet.iter().any(|own| view.feet(enemy).iter().any(|foot| table::contact(&own.print, &foot.print).is_some()))
    };
    let odds = |enemy: UnitId| match view.pose(unit) {
        Some(from) if fights && touches(enemy) => (ruleset.melee_odds)(view, unit, enemy, from),
        Some(_) if !fights => (ruleset.shot)(view, unit, enemy),
        _ => None,
    };
    enemies.filter_map(odds).map(|odds| odds.tallies[0].clone()).collect()
}

/// The sum of that unit among odds.
fn own(odds: &Odds, unit: UnitId) -> Option<&Tally> {
    [odds.by, odds.at].iter().position(|of| *of == Ref::Unit(unit)).map(|at| &odds.tallies[at])
}
