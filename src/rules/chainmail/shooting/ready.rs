//! Who may shoot, how often, at whom and with how many (7.1, 7.2).

use super::Volleys;
use crate::battle::shape::is_enemy;
use crate::battle::{Arg, Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::contact_side::along_side;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::fire::{Moved, shots};
use crate::rules::chainmail::shape::Shape;
use crate::rules::chainmail::sight::{Sighted, sighted};
use crate::rules::chainmail::weather;
use crate::table::{Edge, Mil};

fn refuse(says: &'static str, unit: UnitId, cite: &'static str) -> Refusal {
    Refusal::new(Cite(cite), Word(says)).of(Ref::Unit(unit))
}

/// How many volleys a unit may still name, and whether each must first beat a die of its target.
///
/// # Errors
/// Why it shoots at nobody.
pub fn may_shoot(field: Battlefield, unit: UnitId) -> Result<(u8, bool), Refusal> {
    if !field.0.on_table(unit) {
        return Err(refuse("off-table", unit, "C57"));
    }
    let Some(weapon) = field.troop(unit).weapon else { return Err(refuse("no-missiles", unit, "C57")) };
    if weapon.powder && weather::rains(field) {
        return Err(refuse("wet-powder", unit, "C122"));
    }
    let (acts, fired) = (field.acts(unit), field.fired(unit));
    if field.engaged(unit) {
        return Err(refuse("in-melee", unit, "C60"));
    }
    if acts.charged.is_some() || acts.attacked.is_some() {
        return Err(refuse("has-charged", unit, "C60"));
    }
    if field.flight(unit).is_some() {
        return Err(refuse("in-flight", unit, "C110"));
    }
    if field.is_halted(unit) {
        return Err(refuse("halted", unit, "C112"));
    }
    if field.under_way(unit).0.is_some() {
        return Err(refuse("changing", unit, "C2"));
    }
    if field.formation(unit).shape == Shape::Hedgehog {
        return Err(refuse("hedgehog-shoots-not", unit, "C47"));
    }
    if fired.empty {
        return Err(refuse("not-loaded", unit, "C59"));
    }
    let moved = moved(field, unit);
    let (all, opposed) = shots(weapon, moved);
    if all == 0 {
        let half = Mil(field.pace(unit).0 / 2);
        return Err(refuse("moved-far", unit, "C57").above(Measured::Length(acts.gone), Measured::Length(half)));
    }
    let named = field.0.battle_state::<Volleys>().named.iter().filter(|volley| volley.by == unit).count() as u8;
    let left = all.saturating_sub(fired.shots).saturating_sub(named);
    if left == 0 || (fired.thrown && weapon.thrown) {
        return Err(refuse("shots-spent", unit, "C57"));
    }
    Ok((left, opposed))
}

/// Which of its shots of this turn a unit would name next, and how many it has; none where it has only one, or shoots at nobody.
pub fn which_shot(field: Battlefield, unit: UnitId) -> Option<(u8, u8)> {
    let (left, _) = may_shoot(field, unit).ok()?;
    let (all, _) = shots(field.troop(unit).weapon?, moved(field, unit));
    (all > 1).then_some((all - left + 1, all))
}

/// How far a unit has moved, as fire counts it; a change of formation is more than half.
pub fn moved(field: Battlefield, unit: UnitId) -> Moved {
    let acts = field.acts(unit);
    if acts.formed { Moved::More } else { Moved::of(acts.gone, field.pace(unit)) }
}

/// The line along which a unit may shoot at a target now.
///
/// # Errors
/// The rule that forbids it.
pub fn aimed(field: Battlefield, unit: UnitId, target: UnitId) -> Result<Sighted, Refusal> {
    may_shoot(field, unit)?;
    is_enemy(&field.0, Cite("C57"), unit, target)?;
    if field.engaged(target) {
        let whom = Arg::Of(Ref::Unit(target));
        return Err(refuse("target-in-melee", unit, "C60").word(Word("whom"), whom));
    }
    sighted(field, unit, target)
}

/// At whom a unit may shoot now.
pub fn targets(field: Battlefield, unit: UnitId) -> Vec<UnitId> {
    if may_shoot(field, unit).is_err() {
        return Vec::new();
    }
    field.enemies(unit).filter(|target| aimed(field, unit, *target).is_ok()).collect()
}

/// How many figures of a unit shoot: its two front ranks; of a square those along that side (C46, C62).
pub fn firers(field: Battlefield, unit: UnitId, edge: Edge) -> u16 {
    let placement = field.0.placement(unit);
    if field.formation(unit).shape.is_square() {
        return along_side(placement, field.size(unit), edge).len() as u16;
    }
    u16::from(field.figures(unit)).min(fighting().ranks * u16::from(placement.ranks().abreast()))
}
