//! Divisions: which units may be in one (D2), what holds one together (D1), and what happens when it falls apart (SP2).

use super::data::{Class, data};
use super::state::{Divisions, Troop};
use crate::battle::{Bodies, Fact, Narration, Ref, alter_one};
use crate::cite::{Cite, Word};
use crate::ids::{BodyId, UnitId};
use crate::table::Footprint;
use crate::table::formation::{groups, joined};
use crate::table::measure::{TOUCH, distance, overlap, range};

const INVOLUNTARY: Cite = Cite("SP2");

/// Whether two units of a division are joined as D1 requires: facing alike, touching, far enough along their edges.
fn together(a: &Footprint, b: &Footprint) -> bool {
    let numbers = &data().tables.division;
    joined(a, b, *numbers.facing, *numbers.side_overlap)
}

/// The connected groups of these footprints, as lists of indices, in order.
pub fn groups_of(prints: &[Footprint]) -> Vec<Vec<usize>> {
    groups(prints.len(), |a, b| together(&prints[a], &prints[b]))
}

/// Whether these footprints are connected as one division.
pub fn contiguous(prints: &[Footprint]) -> bool {
    prints.len() < 2 || groups_of(prints).len() == 1
}

/// What keeps these units from being one division (D1): of each group but the first the unit that stands nearest to one
/// before it, by its place, and what is amiss between the two. Overlaps are told elsewhere.
pub fn apart(units: &[(&str, Footprint)]) -> Vec<(usize, String)> {
    let prints: Vec<Footprint> = units.iter().map(|(_, print)| *print).collect();
    let groups = groups_of(&prints);
    let found = groups.iter().enumerate().skip(1).filter_map(|(n, group)| {
        let before = || groups[..n].iter().flatten().copied();
        let pairs = group.iter().flat_map(|u| before().map(move |v| (*u, v)));
        let far = |&(u, v): &(usize, usize)| distance(&prints[u], &prints[v]);
        let (u, v) = pairs.min_by(|a, b| far(a).total_cmp(&far(b)))?;
        Some((u, unjoined((units[u].0, &prints[u]), (units[v].0, &prints[v]))?))
    });
    found.collect()
}

/// What is amiss between the two; none when they overlap.
fn unjoined((name, print): (&str, &Footprint), (other, beside): (&str, &Footprint)) -> Option<String> {
    let numbers = &data().tables.division;
    let gap = range(print, beside);
    let turned = print.heading.between(beside.heading);
    if overlap(print, beside) {
        return None;
    }
    Some(if gap > TOUCH {
        format!("`{name}` stands {gap} in from `{other}`: the units of a division must touch each other in line (D1)")
    } else if turned > *numbers.facing {
        let most = *numbers.facing;
        format!("`{name}` is turned {turned}° from `{other}`: in a division all face alike within {most}° (D1)")
    } else {
        let least = *numbers.side_overlap;
        format!("`{name}` and `{other}` touch along less than {least} in of their sides or half of a front (D1)")
    })
}

/// Why these troops may not be in one division (D2); none if they may.
pub fn mixed(troops: &[&Troop]) -> Option<String> {
    let first = troops.first()?;
    if troops.len() > 1 && troops.iter().any(|t| t.kind.class == Class::None) {
        return Some("each artillery unit is a division of its own (D2)".to_owned());
    }
    if let Some(other) = troops.iter().find(|t| t.kind.class != first.kind.class) {
        return Some(format!(
            "{} and {} in one division: heavy or light, not both (D2)",
            first.kind.name, other.kind.name
        ));
    }
    let other = troops.iter().find(|t| t.kind.foot != first.kind.foot)?;
    Some(format!("{} and {} in one division: all foot or all mounted (D2)", first.kind.name, other.kind.name))
}

/// The fact of an involuntary split. If the listed units, all that is left of the body, are not connected, each group
/// becomes a division of its own at no cost, with the parent's control (SP2, SP3).
pub fn part(body: BodyId, left: &[(UnitId, Footprint)]) -> Option<Fact> {
    let prints: Vec<Footprint> = left.iter().map(|(_, p)| *p).collect();
    let groups = groups_of(&prints);
    if groups.len() < 2 {
        return None;
    }
    let units: Vec<Vec<UnitId>> = groups.iter().map(|g| g.iter().map(|i| left[*i].0).collect()).collect();
    let told = Narration::Marked { of: Ref::Body(body), what: Word("parted"), on: true };
    Some(parted(Fact::new(INVOLUNTARY, told).says(Word("parted")), body, units))
}

/// Adds to the fact that the body splits into those groups: the first keeps the body's number, each of the others
/// becomes a new division with the same state.
pub fn parted(fact: Fact, body: BodyId, groups: Vec<Vec<UnitId>>) -> Fact {
    let new = groups.len().saturating_sub(1);
    let bodies = alter_one(move |bodies: &mut Bodies| bodies.part(body, &groups));
    let divisions = alter_one(move |divisions: &mut Divisions| {
        let parent = divisions.get(body);
        divisions.0.extend(std::iter::repeat_n(parent, new));
    });
    fact.change(bodies).change(divisions)
}
