//! Why who has missiles may not shoot now: nothing that a person may try is without its reason.

use super::Game;
use super::offers::Refused;
use crate::battle::{Action, Ref, Refusal, View};
use crate::cite::{HOUSE, Word};
use crate::gui::words::capital;
use crate::ids::UnitId;
use crate::table::measure;

/// The verbs by which rulesets shoot.
const SHOOT: Word = Word("shoot");
const VERBS: [Word; 2] = [SHOOT, Word("volley")];

/// Whether an action is a shot.
pub fn is_shot(action: &Action) -> bool {
    VERBS.contains(&action.key)
}

/// The bar of a unit's shot, with why: nothing where it has no missiles, or sees nobody to shoot at. `asked` is whether
/// shots are asked for now.
pub fn barred(game: &Game, view: &View, unit: UnitId, asked: bool) -> Option<Refused> {
    let ruleset = game.ruleset();
    if (ruleset.reach)(view, unit).fire.is_empty() {
        return None;
    }
    let label = capital(&(ruleset.texts)().word(SHOOT));
    if !asked {
        return Some(Refused { label, why: Refusal::new(HOUSE, Word("no-shots-now")).of(Ref::Unit(unit)) });
    }
    let own = view.hull(unit)?;
    let enemies = view.roster().of(view.side_of(unit).other()).filter(|enemy| view.on_table(*enemy));
    let mut near: Vec<(f32, UnitId)> =
        enemies.filter_map(|enemy| Some((measure::distance(&own, &view.hull(enemy)?), enemy))).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Where a line is open to somebody, something else keeps the unit from shooting.
    let lines = || near.iter().map(|(_, enemy)| (ruleset.line_of_fire)(view, unit, *enemy));
    let why = if lines().any(|line| line.is_ok()) { None } else { lines().find_map(Result::err) };
    let why = why.unwrap_or_else(|| Refusal::new(HOUSE, Word("shoots-no-more")).of(Ref::Unit(unit)));
    Some(Refused { label, why })
}
