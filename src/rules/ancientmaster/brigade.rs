//! Who may be given an order, and with whom (A5.2, A5.4).

use super::battlefield::Battlefield;
use super::data::tables;
use super::orders::Order;
use super::state::Earlier;
use super::support::engaged;
use super::switches::Switch;
use super::terrain::is_dense;
use super::troop::Tag;
use super::zones;
use crate::battle::{Measured, Ref, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::formation::groups;
use crate::table::measure::{TOUCH, range, within};
use crate::table::{Footprint, Mil};

const ORDER: Cite = Cite("A5.2");
const BRIGADE: Cite = Cite("A5.4");
/// Larger groups of touching units are not searched for every brigade in them.
const SEARCHED: usize = 64;

/// Whether a unit may be given an order now at all.
///
/// # Errors
/// The reason why not.
pub fn may_be_ordered(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let refuse = |says: &'static str| Err(Refusal::new(ORDER, Word(says)).of(Ref::Unit(unit)));
    let acts = field.acts(unit);
    if field.unit(unit).is_none() || !field.0.on_table(unit) {
        return refuse("off-table");
    }
    if acts.initiative {
        return refuse("moved-by-initiative");
    }
    if acts.failed {
        return refuse("has-failed");
    }
    if acts.charged {
        return refuse("has-charged");
    }
    if field.confused(unit) {
        return refuse("is-confused");
    }
    if field.plays(Switch::ThreeOrders) && acts.orders >= 3 {
        return refuse("three-orders");
    }
    let phase = field.phase();
    if acts.orders > 0 && !phase.pool.contains(&unit) {
        return refuse("orders-done");
    }
    if engaged(field, unit) {
        return refuse("is-engaged");
    }
    Ok(())
}

/// Whether two units touch.
pub fn touch(field: Battlefield, a: UnitId, b: UnitId) -> bool {
    let prints = field.prints(b);
    field.feet(a).iter().any(|foot| prints.iter().any(|other| within(&foot.print, other, TOUCH)))
}

/// Checks that units touch as one body.
///
/// # Errors
/// That they do not, with the smallest gap between those that touch the first of them and the others.
pub fn check_one_body(field: Battlefield, units: &[UnitId]) -> Result<(), Refusal> {
    let bodies = groups(units.len(), |a, b| touch(field, units[a], units[b]));
    let [first, others @ ..] = &bodies[..] else { return Ok(()) };
    if others.is_empty() {
        return Ok(());
    }
    let prints = |bodies: &[usize]| -> Vec<Footprint> { bodies.iter().flat_map(|n| field.prints(units[*n])).collect() };
    let (own, theirs) = (prints(first), prints(&others.concat()));
    let gap = own.iter().flat_map(|print| theirs.iter().map(|other| range(print, other))).min().unwrap_or_default();
    let why = Refusal::new(BRIGADE, Word("brigade-apart"));
    let why = units.iter().fold(why, |why, unit| why.of(Ref::Unit(*unit)));
    Err(why.above(Measured::Length(gap), Measured::Length(Mil::ZERO)))
}

/// The brigades of two to four units that may be ordered, touch as one and face alike, each in roster order. `may` are
/// the units that may be ordered.
pub fn brigades(field: Battlefield, may: &[UnitId]) -> Vec<Vec<UnitId>> {
    let most = usize::from(tables().command.brigade);
    let heading = |unit: &UnitId| field.feet(*unit).first().map(|foot| foot.print.heading);
    let joined: Vec<Vec<usize>> = (0..may.len())
        .map(|a| {
            let mate = |b: &usize| *b != a && heading(&may[a]) == heading(&may[*b]) && touch(field, may[a], may[*b]);
            (0..may.len()).filter(mate).collect()
        })
        .collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut grown: Vec<Vec<usize>> = (0..may.len()).map(|n| vec![n]).collect();
    for _ in 1..most {
        let mut next: Vec<Vec<usize>> = Vec::new();
        for set in &grown {
            for mate in set.iter().flat_map(|n| &joined[*n]).filter(|mate| !set.contains(mate)) {
                let mut larger = set.clone();
                larger.push(*mate);
                larger.sort_unstable();
                if !next.contains(&larger) && found.len() + next.len() < SEARCHED {
                    next.push(larger);
                }
            }
        }
        found.extend(next.iter().cloned());
        grown = next;
    }
    found.into_iter().map(|set| set.into_iter().map(|n| may[n]).collect()).collect()
}

/// Whether that set of units may be ordered together by somebody.
///
/// # Errors
/// The reason why not.
pub fn may_go_together(field: Battlefield, units: &[UnitId]) -> Result<(), Refusal> {
    let of = |why: Refusal| units.iter().fold(why, |why, unit| why.of(Ref::Unit(*unit)));
    for unit in units {
        may_be_ordered(field, *unit)?;
    }
    let most = i32::from(tables().command.brigade);
    if units.len() as i32 > most {
        let counted = (Measured::Count(units.len() as i32), Measured::Count(most));
        return Err(of(Refusal::new(BRIGADE, Word("brigade-large"))).above(counted.0, counted.1));
    }
    let again = |unit: &UnitId| field.acts(*unit).orders > 0;
    if units.iter().any(again) && !units.iter().all(again) {
        return Err(of(Refusal::new(BRIGADE, Word("brigade-mixed"))));
    }
    check_one_body(field, units)
}

/// Whether a character may order those units now.
///
/// # Errors
/// The reason why not: he is finished, another gives orders to them, or they are out of his range.
pub fn may_order(field: Battlefield, leader: UnitId, units: &[UnitId]) -> Result<Order, Refusal> {
    let refuse = |says: &'static str| Refusal::new(ORDER, Word(says)).of(Ref::Unit(leader));
    let Some(troop) = field.leader(leader).filter(|_| field.0.on_table(leader)) else {
        return Err(refuse("no-character"));
    };
    if field.phase().spent.contains(&leader) {
        return Err(refuse("orders-spent"));
    }
    if units.iter().any(|unit| field.acts(*unit).by.is_some_and(|by| by != leader)) {
        return Err(refuse("other-character"));
    }
    let order = order(field, leader, units);
    if let Some(range) = troop.kind.range.map(super::data::Cm::range).filter(|range| order.distance > *range) {
        return Err(refuse("beyond-command").above(Measured::Length(order.distance), Measured::Length(range)));
    }
    if !order.is_possible() {
        let least = Measured::Count(tables().command.least);
        return Err(refuse("hopeless").below(Measured::Count(order.target().total()), least));
    }
    Ok(order)
}

/// An order to those units, with all that makes it harder or easier (A5.3, W82).
pub fn order(field: Battlefield, leader: UnitId, units: &[UnitId]) -> Order {
    let far = units.iter().filter_map(|unit| field.distance_to_leader(leader, *unit)).fold(0.0, f32::max);
    let most = |of: &dyn Fn(UnitId) -> i32| units.iter().map(|unit| of(*unit)).max().unwrap_or(0);
    let round: Vec<_> = units.iter().map(|unit| round(field, *unit)).collect();
    let warbands = units.len() >= usize::from(tables().command.warbands);
    Order {
        command: field.leader(leader).map_or(0, |troop| troop.kind.command),
        distance: Mil::measured(far),
        given: most(&|unit| i32::from(field.acts(unit).orders)),
        enemy: round.iter().any(|of| of.enemy),
        dense: round.iter().any(|of| of.dense),
        lost: most(&|unit| i32::from(field.lost(unit))),
        earlier: most(&|unit| i32::from(field.0.unit_state::<Earlier>(unit).0)),
        warbands: warbands && units.iter().all(|unit| field.has(*unit, Tag::Warband)),
        exposed: round.iter().any(|of| of.exposed),
    }
}

/// What of a unit's surroundings makes an order to it harder.
#[derive(Clone, Copy)]
struct Round {
    enemy: bool,
    dense: bool,
    exposed: bool,
}

fn round(field: Battlefield, unit: UnitId) -> Round {
    *field.0.keep("what makes an order harder", &unit, || Round {
        enemy: !field.enemies_within(unit, tables().command.near.range()).is_empty(),
        dense: field.feet(unit).iter().any(|foot| is_dense(field.0.ground(), &foot.print)),
        exposed: field.plays(Switch::FlankExposed) && zones::is_exposed(field, unit),
    })
}

/// The characters who may order those units now, the best first: who has the best chance, and of equal ones who is not
/// the general, since nobody orders any more when he fails.
pub fn givers(field: Battlefield, side: Side, units: &[UnitId]) -> Vec<(UnitId, Order)> {
    let may = field.leaders(side).filter_map(|leader| Some((leader, may_order(field, leader, units).ok()?)));
    let mut givers: Vec<(UnitId, Order)> = may.collect();
    givers.sort_by_key(|(leader, order)| merit(field, *leader, order));
    givers
}

/// By what characters are told apart who may give the same order; the least is the best.
pub fn merit(field: Battlefield, leader: UnitId, order: &Order) -> (i32, bool, UnitId) {
    let general = field.leader(leader).is_some_and(|leader| leader.is_general());
    (-order.target().total(), general, leader)
}
