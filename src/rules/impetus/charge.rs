//! Charges (8.3): which units may charge, what a contact counts as, and what it does.

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::{Tag, tables};
use super::going;
use super::rout::Fate;
use super::state::{Began, Class, Contact, Contacts, Disordered, Stance};
use super::switches::Switch;
use crate::battle::{Arg, Change, Fact, Narration, Ref, Refusal, alter};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::{TOUCH, behind_front_line, distance, within};
use crate::table::{Edge, Footprint, Touched};

const COMBINED: Cite = Cite("7");
const CONTACT: Cite = Cite("8.3");
const NO_IMPETUS: Cite = Cite("I102");
const OVERRUN: Cite = Cite("8.6");
const DISPERSED: Cite = Cite("X13");

/// Where a unit stood when its activation began; `start` is where its last move began. Whether a charge comes from
/// behind is judged from there (8.3), however many moves there were (X5). Pursuits are judged from where the pursuit
/// began.
pub fn began(field: Battlefield, unit: UnitId, start: &Footprint) -> Footprint {
    let kept = field.0.unit_state::<Began>(unit).0.filter(|_| field.is_active(unit));
    kept.map_or(*start, |pose| Footprint::new(pose, start.width(), start.depth()))
}

/// Checks that a unit that moves from `start` to touch these enemies at `end` may charge them (D17).
///
/// # Errors
///
/// When it has shot in this activation, or has no impetus and none of them may be charged without.
pub fn may_charge(
    field: Battlefield,
    unit: UnitId,
    (start, end): (&Footprint, &Footprint),
    enemies: &[UnitId],
) -> Result<(), Refusal> {
    let there: Vec<(UnitId, Footprint)> = enemies.iter().map(|enemy| (*enemy, field.print(*enemy))).collect();
    may_charge_at(field, unit, (start, end), &there)
}

/// The same for enemies who stand at given places instead of where they stand now.
///
/// # Errors
///
/// As [`may_charge`].
pub fn may_charge_at(
    field: Battlefield,
    unit: UnitId,
    (start, end): (&Footprint, &Footprint),
    enemies: &[(UnitId, Footprint)],
) -> Result<(), Refusal> {
    let kind = field.kind(unit);
    if kind.stays {
        return Err(Refusal::new(CONTACT, Word("never-charges")).of(Ref::Unit(unit)));
    }
    if field.acts(unit).fired && field.is_active(unit) {
        return Err(Refusal::new(COMBINED, Word("no-charge-after-fire")).of(Ref::Unit(unit)));
    }
    let allows = |(enemy, print): &(UnitId, Footprint)| {
        let it = field.kind(*enemy);
        (kind.skirmisher && it.skirmisher)
            || it.artillery
            || field.disordered(*enemy)
            || class_of(field, *enemy, (start, end), print) == Class::Behind
    };
    if field.troop(unit).i > 0 || enemies.iter().any(allows) {
        return Ok(());
    }
    let refusal = Refusal::new(NO_IMPETUS, Word("no-impetus")).of(Ref::Unit(unit));
    Err(match enemies.first() {
        Some((enemy, _)) => refusal.word(Word("enemy"), Arg::Of(Ref::Unit(*enemy))),
        None => refusal,
    })
}

/// Whether an enemy that is reached is removed at once, without a melee: the word for it, and the rule. Artillery is
/// overrun; skirmishers in the open are dispersed by formed troops where that is played.
pub fn swept(field: Battlefield, by: UnitId, enemy: UnitId) -> Option<(Fate, Cite)> {
    let it = field.kind(enemy);
    if it.artillery {
        return Some((Fate::Overrun, OVERRUN));
    }
    let formed = !field.kind(by).slips;
    let open = !going::in_bad(field, &field.print(enemy));
    let dispersed = it.skirmisher && !field.disordered(enemy) && formed && open;
    (field.plays(Switch::Dispersal) && dispersed).then_some((Fate::Dispersed, DISPERSED))
}

/// What the contact counts as for the enemy that is touched (D19).
pub fn class(field: Battlefield, start: &Footprint, end: &Footprint, enemy: UnitId) -> Class {
    class_of(field, enemy, (start, end), &field.print(enemy))
}

fn class_of(field: Battlefield, enemy: UnitId, (start, end): (&Footprint, &Footprint), it: &Footprint) -> Class {
    // Where cohesion is played out a schiltron has no flank and no rear either.
    let ring = field.plays(Switch::Cohesion) && field.troop(enemy).has(Tag::Schiltron);
    if field.kind(enemy).wagenburg || ring {
        return Class::Frontal;
    }
    let touched = touched(end, it);
    match (touched, behind_front_line(it, start)) {
        (Some(Touched::Edge(Edge::Front)), _) => Class::Frontal,
        (_, true) => Class::Behind,
        (Some(touched), false) if touched.includes(Edge::Front) => Class::Frontal,
        (_, false) => Class::Side,
    }
}

/// Which edge or corner of an enemy a charger touches who ends there, by the book's exact rule: only a corner, however
/// small the angle between the edges, unless more than a graze of an edge is touched. None: nothing.
pub fn touched(end: &Footprint, it: &Footprint) -> Option<Touched> {
    if !within(end, it, TOUCH) {
        return None;
    }
    let touch = tables().touch.inches();
    // Two footprints first touch at a corner of one of them, even when they then stand side by side.
    let near = distance(end, it) + touch;
    let of = |own: &Footprint, other: &Footprint| {
        own.corners().into_iter().filter(move |p| other.nearest_to(*p).distance(*p) <= near).collect::<Vec<_>>()
    };
    let held: Vec<Vec2> = of(it, end).into_iter().chain(of(end, it)).map(|p| it.nearest_to(p)).collect();
    let corners = it.corners();
    let alone = (0..4).find(|n| held.iter().all(|p| p.distance(corners[*n]) <= touch));
    if let Some(n) = alone {
        // The first corner lies between the left edge and the front.
        return Some(Touched::Corner(Edge::ALL[(n + 3) % 4], Edge::ALL[n]));
    }
    let off = |edge: Edge| {
        let [a, _] = it.edge(edge);
        held.iter().map(|p| (*p - a).dot(it.outward(edge)).abs()).fold(0.0, f32::max)
    };
    Edge::ALL.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b))).map(Touched::Edge)
}

/// The contacts of one activation, (mover, enemy), and what they do.
#[derive(Default)]
pub struct ContactsMade {
    disordered: Vec<UnitId>,
    /// Who came upon whom, in the order in which the contacts were made.
    pub made: Vec<(UnitId, UnitId)>,
    /// Who, being charged, charged whom.
    counter_charges: Vec<(UnitId, UnitId)>,
}

impl ContactsMade {
    /// Adds a contact, and returns its fact.
    pub fn make(&mut self, field: Battlefield, unit: UnitId, class: Class, enemy: UnitId) -> Fact {
        self.made.push((unit, enemy));
        if class == Class::Behind && !holds_order(field, enemy) {
            self.disordered.push(enemy);
        }
        if staked(field, unit, class, enemy) {
            self.disordered.push(unit);
        }
        let says = match class {
            Class::Frontal => Word("charges"),
            Class::Side => Word("charges-side"),
            Class::Behind => Word("charges-behind"),
        };
        let (who, whom) = (Arg::Of(Ref::Unit(unit)), Arg::Of(Ref::Unit(enemy)));
        let fact = Fact::new(CONTACT, Narration::Said(says)).word(Word("who"), who).word(Word("whom"), whom);
        let contact = |own, enemy, made| {
            alter(own, move |contacts: &mut Contacts| {
                contacts.0.retain(|c| c.enemy != enemy);
                contacts.0.push(Contact { enemy, class, made });
            })
        };
        fact.change(contact(unit, enemy, true)).change(contact(enemy, unit, false))
    }

    /// Notes that the enemy of a contact charged as well: it counts as having made the contact too.
    pub fn counter_charged(&mut self, unit: UnitId, enemy: UnitId) {
        self.counter_charges.push((enemy, unit));
    }

    /// All contacts as (who made it, with whom), those of counter-charging units last.
    pub fn pairs(&self) -> Vec<(UnitId, UnitId)> {
        self.made.iter().chain(&self.counter_charges).copied().collect()
    }

    /// Adds what follows to the fact: who else has charged, who is disordered, whose chariots halt.
    pub fn record(&self, field: Battlefield, mut fact: Fact) -> Fact {
        for (unit, charger) in self.counter_charges.iter().copied() {
            fact = fact.change(alter(unit, move |contacts: &mut Contacts| {
                contacts.0.iter_mut().filter(|c| c.enemy == charger).for_each(|c| c.made = true);
            }));
        }
        for unit in self.disordered.iter().filter(|u| !field.disordered(**u)) {
            fact = fact.change(alter(*unit, |disordered: &mut Disordered| disordered.0 = true));
        }
        // War chariots that are charged come to a halt.
        for (_, enemy) in self.made.iter().filter(|(_, e)| field.stance(*e).in_motion) {
            fact = fact.change(alter(*enemy, |stance: &mut Stance| stance.in_motion = false));
        }
        fact
    }

    /// The facts that those touched in flank or rear are disordered.
    pub fn disorders(&self, field: Battlefield) -> Vec<Fact> {
        let told = |unit: &UnitId| {
            Fact::new(CONTACT, Narration::Marked { of: Ref::Unit(*unit), what: Word("disordered"), on: true })
        };
        self.disordered.iter().filter(|u| !field.disordered(**u)).map(told).collect()
    }
}

/// Whether stakes of archers who have not moved disorder a charger (14).
pub fn staked(field: Battlefield, unit: UnitId, class: Class, enemy: UnitId) -> bool {
    let kind = field.kind(unit);
    let stakes = field.troop(enemy).has(super::data::Tag::Stakes) && !field.stance(enemy).has_moved;
    kind.mounted && !kind.one_shot && class == Class::Frontal && stakes
}

/// Whether flank and rear contacts do not disorder it: scythed chariots, and a schiltron that is in order (16).
pub fn holds_order(field: Battlefield, unit: UnitId) -> bool {
    field.kind(unit).one_shot || (field.troop(unit).has(Tag::Schiltron) && !field.disordered(unit))
}

/// The changes that end all contacts of a unit: it retreats, is routed or moves away.
pub fn parted(field: Battlefield, unit: UnitId) -> Vec<Change> {
    let own = field.contacts(unit);
    let of_enemy = |enemy| alter(enemy, move |contacts: &mut Contacts| contacts.0.retain(|c| c.enemy != unit));
    let freed = own.iter().map(|contact| of_enemy(contact.enemy));
    freed.chain((!own.is_empty()).then(|| alter(unit, |contacts: &mut Contacts| contacts.0.clear()))).collect()
}
