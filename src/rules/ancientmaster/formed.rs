//! Who may form a testudo or a shieldwall by an order (W36, W38, W46, W47).

use super::battlefield::Battlefield;
use super::cover;
use super::formation::straight_column;
use super::relocate::IN_TESTUDO;
use super::terrain::{Cover, is_dense};
use super::troop::Tag;
use crate::battle::{Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;

/// Whether a unit may take it up where it stands.
///
/// # Errors
/// The reason why not.
pub fn may_form(field: Battlefield, unit: UnitId, what: Word) -> Result<(), Refusal> {
    let refuse = |says: &'static str, cite| Err(Refusal::new(Cite(cite), Word(says)).of(Ref::Unit(unit)));
    let testudo = what == IN_TESTUDO;
    let tag = if testudo { Tag::Testudo } else { Tag::Shieldwall };
    if !field.has(unit, tag) {
        return if testudo { refuse("no-testudo", "W36") } else { refuse("no-shieldwall", "W47") };
    }
    let formed = field.formed(unit);
    if if testudo { formed.testudo } else { formed.shieldwall } {
        return if testudo { refuse("in-testudo", "W38") } else { refuse("in-shieldwall", "W48") };
    }
    let prints = field.prints(unit);
    let dense = prints.iter().any(|print| is_dense(field.0.ground(), print));
    let cover = cover::of_unit(field, unit);
    if testudo {
        if !straight_column(&prints) {
            return refuse("testudo-column", "W38");
        }
        if dense || cover == Cover::Fortified {
            return refuse("testudo-ground", "W46");
        }
    } else if dense || cover == Cover::Fortified || prints.iter().any(|print| cover::is_at_obstacle(field, print)) {
        return refuse("shieldwall-ground", "W47");
    }
    Ok(())
}
