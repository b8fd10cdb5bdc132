//! What a battle's file says of those who command an army: its general's sort (X2), its command structure (X3).

use super::data::{General, Structure, tables};
use super::state::{Sorts, Structures};
use super::switches::Switch;
use crate::battle::InForce;
use crate::battle::setup::{FieldReader, Flaw, Locus, Setup, unknown};
use crate::ids::Side;
use crate::nearest::nearest;

/// What each side's `command` says, where that is played: `general: "expert", structure: "good"`.
pub fn staffs(setup: &Setup, switches: &InForce, flaws: &mut Vec<Flaw>) -> (Sorts, Structures) {
    let full = &tables().full;
    let staffs = Side::BOTH.map(|side| {
        let at = |field: String| Locus::Command(side, field);
        let mut fields = FieldReader::new(&setup.sides[side.index()].command, &at, flaws);
        let sorts = full.generals.iter().map(|sort| sort.name.as_str());
        let sort = named(&mut fields, switches, (Switch::Generals, "general", "sort of general"), sorts);
        let structures = full.structures.iter().map(|structure| structure.name.as_str());
        let structure = named(&mut fields, switches, (Switch::Command, "structure", "command structure"), structures);
        fields.finish();
        (sort.as_deref().map_or_else(usual_sort, sort_named), structure_named(structure.as_deref()))
    });
    (Sorts(staffs.map(|(sort, _)| sort)), Structures(staffs.map(|(_, structure)| structure)))
}

/// One name of a list, which means something with a switch alone.
fn named<'n>(
    fields: &mut FieldReader,
    switches: &InForce,
    (switch, field, what): (Switch, &'static str, &str),
    known: impl Iterator<Item = &'n str> + Clone,
) -> Option<String> {
    let name: String = fields.take(field, &format!("a {what} in quotes"))?;
    if !switches.has(switch.name()) {
        fields.flaw(field, format!("the {what} means something with `{}` alone", switch.name()));
    } else if !known.clone().any(|n| n == name) {
        fields.flaw(field, unknown(what, &name, nearest(&name, known)));
    }
    Some(name)
}

fn sort_named(name: &str) -> &'static General {
    tables().full.generals.iter().find(|sort| sort.name == name).unwrap_or_else(usual_sort)
}

/// The sort of a general of whom nothing is said.
fn usual_sort() -> &'static General {
    let full = &tables().full;
    // A test sees that the usual one is listed.
    full.generals.iter().find(|sort| sort.name == full.usual_general).unwrap_or(&full.generals[0])
}

fn structure_named(name: Option<&str>) -> &'static Structure {
    let full = &tables().full;
    let named = |name: &str| full.structures.iter().find(|structure| structure.name == name);
    // A test sees that the usual one is listed.
    name.and_then(named).or_else(|| named(&full.usual_structure)).unwrap_or(&full.structures[0])
}
