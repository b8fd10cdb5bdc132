//! Who fights whom in a round (9.2, 9.5, 9.6): the units of a melee, from where each is struck, and which figures strike.

use bevy::math::Vec2;

use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::contact_side::{Strikes, along_side, assigned};
use crate::rules::chainmail::ground::is_barred;
use crate::rules::chainmail::state::Contact;
use crate::rules::chainmail::strike::Aspect;
use crate::table::measure::overlap;
use crate::table::shadow::past;
use crate::table::{Edge, Footprint, Mil};

use super::Fights;

/// The contacts over which nobody has fought yet in this step, save of units that have had their three melees.
pub fn pending(field: Battlefield) -> Vec<Contact> {
    let fought = &field.0.battle_state::<Fights>().fought;
    let most = super::MOST_MELEES;
    let may = |contact: &&Contact| {
        !fought.contains(&(contact.by, contact.at))
            && field.acts(contact.by).melees < most
            && field.acts(contact.at).melees < most
    };
    field.contacts().iter().filter(may).copied().collect()
}

/// The melee to which a unit belongs: all who are joined to it by such contacts, in roster order.
pub fn joined(contacts: &[Contact], unit: UnitId) -> Vec<UnitId> {
    let mut units = vec![unit];
    loop {
        let more = contacts.iter().find_map(|contact| {
            let (by, at) = (units.contains(&contact.by), units.contains(&contact.at));
            match (by, at) {
                (true, false) => Some(contact.at),
                (false, true) => Some(contact.by),
                _ => None,
            }
        });
        match more {
            Some(unit) => units.push(unit),
            None => break,
        }
    }
    units.sort_unstable();
    units
}

/// From where a contact's attacked unit is struck in this round (9.5): a square has no flanks, who runs is struck as in the
/// rear, who changes his formation at least as in the flank; after the first round only who is engaged in front as well.
pub fn aspect(field: Battlefield, contact: &Contact) -> Aspect {
    let at = contact.at;
    if field.flight(at).is_some() {
        return Aspect::Rear;
    }
    if field.formation(at).shape.is_square() && field.under_way(at).0.is_none() {
        return Aspect::Front;
    }
    let is_other = |other: &&Contact| (other.by, other.at) != (contact.by, contact.at);
    let front = |other: &Contact| other.by == at || (other.at == at && other.aspect == Aspect::Front);
    let in_front = field.contacts().iter().filter(is_other).any(front);
    let struck = if contact.rounds > 0 && !in_front { Aspect::Front } else { contact.aspect };
    if struck == Aspect::Front && field.under_way(at).0.is_some() { Aspect::Flank } else { struck }
}

/// The edge with which a unit touches the other of a contact.
fn edge_of(contact: &Contact, unit: UnitId) -> Edge {
    if contact.by == unit { Edge::Front } else { contact.edge }
}

fn other_of(contact: &Contact, unit: UnitId) -> UnitId {
    if contact.by == unit { contact.at } else { contact.by }
}

/// The direction along an edge, to the right of who looks out over it.
fn to_right(print: &Footprint, edge: Edge) -> Vec2 {
    let out = print.outward(edge);
    Vec2::new(out.y, -out.x)
}

fn figures_at(field: Battlefield, unit: UnitId, edge: Edge) -> Vec<Footprint> {
    along_side(field.0.placement(unit), field.size(unit), edge)
}

/// Of each figure along an edge of a unit the contact, by its place among those, over which it would strike there.
fn over(field: Battlefield, contacts: &[Contact], unit: UnitId, edge: Edge) -> (Vec<Footprint>, Vec<Option<Strikes>>) {
    let own = figures_at(field, unit, edge);
    let touching: Vec<usize> = (0..contacts.len())
        .filter(|n| {
            let contact = &contacts[*n];
            (contact.by == unit || contact.at == unit) && edge_of(contact, unit) == edge
        })
        .collect();
    let enemies: Vec<Vec<Footprint>> = touching
        .iter()
        .map(|n| {
            let enemy = other_of(&contacts[*n], unit);
            figures_at(field, enemy, edge_of(&contacts[*n], enemy))
        })
        .collect();
    let right = to_right(&field.print(unit), edge);
    let strikes = assigned(&own, &enemies, right);
    let strikes = strikes.into_iter().map(|of| of.map(|of| Strikes { enemy: touching[of.enemy], ..of })).collect();
    (own, strikes)
}

/// A figure along an edge of a unit.
struct Striker {
    base: Footprint,
    /// The contact over which it strikes, by its place.
    over: Option<usize>,
    /// Whether nobody is opposite it, at this edge and at the others.
    idle: bool,
}

/// The sides of a unit, from what a figure has to its left.
const FROM_THE_LEFT: [Edge; 4] = [Edge::Left, Edge::Front, Edge::Rear, Edge::Right];

/// Of each figure along an edge of a unit the contact over which it strikes there: a figure at a corner, which lies opposite
/// enemies at both sides, strikes the one that it overlaps more, of equals the one to its left; nobody strikes over a side that
/// is struck in the rear.
fn strikes_over(field: Battlefield, contacts: &[Contact], unit: UnitId, edge: Edge) -> Vec<Striker> {
    let (own, mine) = over(field, contacts, unit, edge);
    let place = |edge: Edge| FROM_THE_LEFT.iter().position(|of| *of == edge);
    let others: Vec<(Footprint, Strikes, Edge)> = FROM_THE_LEFT
        .into_iter()
        .filter(|other| *other != edge)
        .flat_map(|other| {
            let (bases, strikes) = over(field, contacts, unit, other);
            bases.into_iter().zip(strikes).filter_map(move |(base, of)| Some((base, of?, other)))
        })
        .filter(|(_, of, _)| {
            let contact = &contacts[of.enemy];
            contact.by == unit || aspect(field, contact) != Aspect::Rear
        })
        .collect();
    let striker = |(base, of): (Footprint, Option<Strikes>)| {
        let elsewhere = || others.iter().filter(|(other, ..)| other.centre.distance(base.centre) < 0.01);
        let rather = |of: &Strikes| elsewhere().any(|(_, at, side)| (at.gap, place(*side)) < (of.gap, place(edge)));
        let over = of.filter(|of| !rather(of)).map(|of| of.enemy);
        Striker { over, idle: of.is_none() && elsewhere().next().is_none(), base }
    };
    own.into_iter().zip(mine).map(striker).collect()
}

/// How many figures of a unit strike over a contact, and how many that overlap wrap round its end and strike the flank (9.2).
pub fn strikers(field: Battlefield, contacts: &[Contact], nth: usize, unit: UnitId) -> (u16, u16) {
    let contact = &contacts[nth];
    let own = strikes_over(field, contacts, unit, edge_of(contact, unit));
    let opposite = own.iter().filter(|striker| striker.over == Some(nth)).count() as u16;
    (opposite, wrapping(field, contact, unit, &own))
}

/// How many overlapping figures wrap, from the second round on: at most one for each rank of the enemy at each end, not at a
/// square, and not round an end that somebody else or ground closes.
fn wrapping(field: Battlefield, contact: &Contact, unit: UnitId, own: &[Striker]) -> u16 {
    let enemy = other_of(contact, unit);
    let (edge, his) = (edge_of(contact, unit), edge_of(contact, enemy));
    let fronts = edge == Edge::Front && his == Edge::Front;
    if contact.rounds == 0 || !fronts || field.formation(enemy).shape.is_square() {
        return 0;
    }
    let (own_print, his_print) = (field.print(unit), field.print(enemy));
    let right = to_right(&own_print, edge);
    let ranks = u16::from(field.0.placement(enemy).ranks().deep());
    // Our right is his left.
    [(1.0, Edge::Left), (-1.0, Edge::Right)]
        .into_iter()
        .map(|(way, end)| {
            let beyond = |base: &Footprint| Mil::measured(past(&his_print, right * way, base.centre)) > Mil::ZERO;
            let idle = own.iter().filter(|striker| striker.idle && beyond(&striker.base)).count();
            if is_closed(field, unit, enemy, end) { 0 } else { ranks.min(idle as u16) }
        })
        .sum()
}

/// Whether another unit, ground or the table's edge closes an end of an enemy against who would wrap round it.
fn is_closed(field: Battlefield, unit: UnitId, enemy: UnitId, end: Edge) -> bool {
    let room = field.print(enemy).strip(end, field.size(unit).width).grown(-0.05);
    let ground = field.0.ground();
    let open = field.formation(unit).open;
    !ground.holds(&room)
        || ground.under(&room).any(|piece| is_barred(field, unit, open, piece))
        || field
            .0
            .layout()
            .along(None, &room, Vec2::ZERO, 0.0, 0.0)
            .any(|foot| foot.unit != unit && foot.unit != enemy && overlap(&room, &foot.print))
}
