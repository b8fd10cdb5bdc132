//! What a computation reads of a battle: which units, which part of the table, which values. Whoever keeps a result
//! ([`battle::kept`](crate::battle::kept)) keeps this beside it, and computes anew when any of it has changed.
//!
//! The table's layout and the battle's views note every read here, on the thread that reads. Outside of [`record`] that
//! costs one look at a flag.

use std::any::TypeId;
use std::cell::{Cell, RefCell};

use bevy::math::Vec2;
use smallvec::SmallVec;

use crate::ids::{Side, UnitId};

/// What was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reads {
    /// Units whose place was asked for by name.
    placed: Units,
    /// Units whose value of that type was asked for.
    state: SmallVec<[(TypeId, Units); 4]>,
    /// The parts of the table that were searched for units of either side, north first.
    areas: [Areas; 2],
    /// Values of the whole battle.
    values: SmallVec<[TypeId; 8]>,
    /// Numbered parts of such values.
    parts: SmallVec<[(TypeId, u16); 4]>,
}

/// One thing that has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Changed {
    /// A unit stands elsewhere, or not at all.
    Placed(UnitId),
    /// This part of the table looks different: somebody stood there, or stands there now.
    Table {
        /// Whose unit that is.
        side: Side,
        /// The rectangle that it covers.
        cover: Area,
        /// The radius of the circle round that, inches.
        radius: f32,
    },
    /// Another value of a unit, by its type.
    State(UnitId, TypeId),
    /// A value of the whole battle.
    Value(TypeId),
    /// A numbered part of such a value, logged besides the value itself.
    Part(TypeId, u16),
}

/// A value of a unit that stands for whether it is on the table.
pub struct Presence;

/// A value of a unit that stands for which others have a value of that type that names it.
pub struct NamedBy<T>(std::marker::PhantomData<T>);

/// A rectangle of the table, turned as it may be, inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    centre: Vec2,
    /// The unit vector along two of its sides.
    along: Vec2,
    /// How far it reaches from its centre, across that direction and along it.
    half: Vec2,
}

/// Rectangles of the table, and the upright one round them all.
#[derive(Clone, Debug, Default, PartialEq)]
struct Areas {
    all: SmallVec<[Area; 4]>,
    low: Vec2,
    high: Vec2,
}

/// Farther than any table reaches, inches.
const EVERYWHERE: f32 = 1e6;
/// With more rectangles than this they count as the one round them all.
const MOST_AREAS: usize = 24;

/// A set of units; beyond the first 256 it knows only that there are some.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Units {
    bits: [u64; 4],
    beyond: bool,
}

impl Units {
    fn add(&mut self, unit: UnitId) {
        match self.bits.get_mut(unit.index() / 64) {
            Some(bits) => *bits |= 1 << (unit.index() % 64),
            None => self.beyond = true,
        }
    }

    fn has(&self, unit: UnitId) -> bool {
        self.bits.get(unit.index() / 64).map_or(self.beyond, |bits| bits & (1 << (unit.index() % 64)) != 0)
    }

    fn join(&mut self, other: &Units) {
        self.bits.iter_mut().zip(other.bits).for_each(|(own, its)| *own |= its);
        self.beyond |= other.beyond;
    }
}

impl Area {
    /// The rectangle that reaches from its centre so far along a unit direction and so far across it, either way.
    pub fn new(centre: Vec2, along: Vec2, half_along: f32, half_across: f32) -> Area {
        Area { centre, along, half: Vec2::new(half_across, half_along) }
    }

    /// The square whose sides are so far from a point.
    pub fn round(centre: Vec2, reach: f32) -> Area {
        Area::new(centre, Vec2::Y, reach, reach)
    }

    /// The upright rectangle between two corners.
    fn between(low: Vec2, high: Vec2) -> Area {
        Area::new((low + high) / 2.0, Vec2::Y, (high.y - low.y) / 2.0, (high.x - low.x) / 2.0)
    }

    /// Whether a circle may reach into it: true of all that do, and of some that pass its corners.
    pub fn meets_circle(&self, centre: Vec2, radius: f32) -> bool {
        self.seen(centre).cmple(self.half + Vec2::splat(radius)).all()
    }

    /// Whether another one may reach into it: true of all that do, and of some that lie aslant beside its corners.
    pub fn meets(&self, other: &Area) -> bool {
        let (cos, sin) = (other.along.dot(self.along).abs(), other.along.perp_dot(self.along).abs());
        let across = cos * other.half.x + sin * other.half.y;
        let along = sin * other.half.x + cos * other.half.y;
        self.seen(other.centre).cmple(self.half + Vec2::new(across, along)).all()
    }

    /// Larger by so many inches on every side.
    #[must_use]
    pub fn grown(&self, by: f32) -> Area {
        Area { half: self.half + Vec2::splat(by), ..*self }
    }

    /// The change of a unit of that side that covers it, or did.
    pub fn changed(self, side: Side) -> Changed {
        Changed::Table { side, cover: self, radius: self.half.length() }
    }

    /// How far a point lies from its centre, across and along.
    fn seen(&self, point: Vec2) -> Vec2 {
        let to = point - self.centre;
        Vec2::new(to.perp_dot(self.along), to.dot(self.along)).abs()
    }

    /// Whether it holds all of another one that lies in the same direction; not known of others.
    fn holds(&self, other: &Area) -> bool {
        self.along == other.along && (self.seen(other.centre) + other.half).cmple(self.half).all()
    }

    /// The corners of the upright rectangle round it.
    fn corners(&self) -> (Vec2, Vec2) {
        let (along, across) = (self.along.abs() * self.half.y, self.along.perp().abs() * self.half.x);
        (self.centre - along - across, self.centre + along + across)
    }
}

impl Areas {
    fn add(&mut self, area: Area) {
        if self.all.iter().any(|known| known.holds(&area)) {
            return;
        }
        let (low, high) = area.corners();
        let first = self.all.is_empty();
        (self.low, self.high) = if first { (low, high) } else { (self.low.min(low), self.high.max(high)) };
        self.all.retain(|known| !area.holds(known));
        self.all.push(area);
        if self.all.len() > MOST_AREAS {
            self.all.clear();
            self.all.push(Area::between(self.low, self.high));
        }
    }

    fn meet(&self, cover: &Area, radius: f32) -> bool {
        let near = || {
            let (centre, room) = (cover.centre, Vec2::splat(radius));
            centre.cmpge(self.low - room).all() && centre.cmple(self.high + room).all()
        };
        !self.all.is_empty() && near() && self.all.iter().any(|area| area.meets(cover))
    }
}

impl Reads {
    /// Whether that change concerns anything that was read.
    pub fn concern(&self, changed: &Changed) -> bool {
        match *changed {
            Changed::Placed(unit) => self.placed.has(unit),
            Changed::State(unit, of) => self.state.iter().any(|(known, units)| *known == of && units.has(unit)),
            Changed::Value(of) => self.values.contains(&of),
            Changed::Part(of, part) => self.parts.contains(&(of, part)),
            Changed::Table { side, cover, radius } => self.areas[side.index()].meet(&cover, radius),
        }
    }

    /// Whether that value of the whole battle was read.
    pub fn has_value<T: 'static>(&self) -> bool {
        self.values.contains(&TypeId::of::<T>())
    }

    /// Adds what another computation has read.
    pub fn join(&mut self, other: &Reads) {
        self.placed.join(&other.placed);
        other.state.iter().for_each(|(of, units)| self.of_type(*of).join(units));
        for (own, its) in self.areas.iter_mut().zip(&other.areas) {
            its.all.iter().for_each(|area| own.add(*area));
        }
        other.values.iter().for_each(|of| self.add_value(*of));
        other.parts.iter().for_each(|part| self.add_part(*part));
    }

    fn add_part(&mut self, part: (TypeId, u16)) {
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    /// The units whose value of that type was asked for.
    fn of_type(&mut self, of: TypeId) -> &mut Units {
        let at = self.state.iter().position(|(known, _)| *known == of).unwrap_or_else(|| {
            self.state.push((of, Units::default()));
            self.state.len() - 1
        });
        &mut self.state[at].1
    }

    fn add_value(&mut self, of: TypeId) {
        if !self.values.contains(&of) {
            self.values.push(of);
        }
    }
}

thread_local! {
    /// What is being recorded on this thread, the innermost computation last.
    static RECORDS: RefCell<Vec<Reads>> = const { RefCell::new(Vec::new()) };
    /// Whether anything is.
    static RECORDING: Cell<bool> = const { Cell::new(false) };
}

/// Runs a computation and tells what it has read. A computation within another one is part of it.
pub fn record<T>(compute: impl FnOnce() -> T) -> (T, Box<Reads>) {
    let open = Open::new();
    let result = compute();
    (result, open.close())
}

/// A record that is open, until it is closed or a panic drops it.
struct Open;

impl Open {
    fn new() -> Open {
        RECORDS.with_borrow_mut(|records| records.push(Reads::default()));
        RECORDING.set(true);
        Open
    }

    fn close(self) -> Box<Reads> {
        let last = RECORDS.with_borrow_mut(|records| records.last_mut().map(std::mem::take));
        let reads = Box::new(last.unwrap_or_default());
        drop(self);
        note_all(&reads);
        reads
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        RECORDS.with_borrow_mut(|records| {
            records.pop();
            RECORDING.set(!records.is_empty());
        });
    }
}

fn note(write: impl FnOnce(&mut Reads)) {
    if RECORDING.get() {
        RECORDS.with_borrow_mut(|records| records.last_mut().map(write));
    }
}

/// Notes that where a unit stands was read.
pub fn note_place(unit: UnitId) {
    note(|reads| reads.placed.add(unit));
}

/// Notes that a unit's value of that type was read.
pub fn note_state<T: 'static>(unit: UnitId) {
    note(|reads| reads.of_type(TypeId::of::<T>()).add(unit));
}

/// Notes that a value of the whole battle was read.
pub fn note_value<T: 'static>() {
    note(|reads| reads.add_value(TypeId::of::<T>()));
}

/// Notes that only that numbered part of a value of the whole battle was read.
pub fn note_part<T: 'static>(part: u16) {
    note(|reads| reads.add_part((TypeId::of::<T>(), part)));
}

/// Notes that a rectangle of the table was searched for units of that side, or of both.
pub fn note_area(side: Option<Side>, area: Area) {
    note(|reads| {
        for of in Side::BOTH.into_iter().filter(|of| side.is_none_or(|side| side == *of)) {
            reads.areas[of.index()].add(area);
        }
    });
}

/// Notes that the whole table was searched.
pub fn note_table() {
    note_area(None, Area::round(Vec2::ZERO, EVERYWHERE));
}

/// Notes all that another computation has read, because its result is used.
pub fn note_all(reads: &Reads) {
    note(|own| own.join(reads));
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: UnitId = UnitId(1);
    const FAR: UnitId = UnitId(300);

    fn state<T: 'static>(unit: UnitId) -> Changed {
        Changed::State(unit, TypeId::of::<T>())
    }

    #[test]
    fn what_was_read_is_concerned_and_nothing_else() {
        let (_, reads) = record(|| {
            note_place(ONE);
            note_value::<u8>();
            note_area(Some(Side::North), Area::round(Vec2::splat(10.0), 2.0));
        });
        assert!(reads.concern(&Changed::Placed(ONE)) && !reads.concern(&Changed::Placed(UnitId(2))));
        assert!(!reads.concern(&state::<u8>(ONE)));
        assert!(
            reads.concern(&Changed::Value(TypeId::of::<u8>())) && !reads.concern(&Changed::Value(TypeId::of::<u16>()))
        );
        let table = |side, x: f32| Area::round(Vec2::new(x, 10.0), 1.0).changed(side);
        // The search ends at x 12, the square reaches 1 beyond its middle.
        assert!(reads.concern(&table(Side::North, 13.0)) && !reads.concern(&table(Side::North, 13.1)));
        assert!(!reads.concern(&table(Side::South, 10.0)), "nobody of the south was looked for");
    }

    #[test]
    fn a_rectangle_that_lies_aslant_is_not_the_upright_one_round_it() {
        // From (10, 10) 5 inches either way to the north-east, 1 inch across.
        let way = Area::new(Vec2::splat(10.0), Vec2::ONE.normalize(), 5.0, 1.0);
        let (_, reads) = record(|| note_area(None, way));
        let alike = |x, y| Area::new(Vec2::new(x, y), Vec2::ONE.normalize(), 0.5, 0.5).changed(Side::South);
        let touched = |x, y| reads.concern(&alike(x, y));
        assert!(touched(13.8, 13.8) && !touched(14.0, 14.0), "5 inches are 3.54 north and 3.54 east, with 0.5 3.89");
        assert!(touched(9.0, 11.0) && !touched(8.5, 11.5), "1.41 and 2.12 across");
        // An upright square of that size reaches 0.71 along and across.
        let upright = |x, y| reads.concern(&Area::round(Vec2::new(x, y), 0.5).changed(Side::South));
        assert!(upright(14.0, 14.0) && !upright(14.1, 14.1) && upright(8.8, 11.2) && !upright(8.7, 11.3));
    }

    #[test]
    fn one_search_within_another_is_not_noted_and_too_many_are_one() {
        let mut areas = Areas::default();
        areas.add(Area::round(Vec2::ZERO, 3.0));
        areas.add(Area::round(Vec2::ONE, 1.0));
        areas.add(Area::round(Vec2::ZERO, 4.0));
        assert_eq!(areas.all[..], [Area::round(Vec2::ZERO, 4.0)]);
        for n in 0..MOST_AREAS {
            areas.add(Area::round(Vec2::new(10.0 * n as f32, 20.0), 1.0));
        }
        assert_eq!(areas.all.len(), 1, "they have become the one round them all");
        let meet = |x, y| areas.meet(&Area::round(Vec2::new(x, y), 0.5), 0.71);
        assert!(meet(55.0, 10.0), "which holds what lay between them");
        assert!(!meet(0.0, -4.6) && !meet(0.0, 21.6));
    }

    #[test]
    fn a_computation_within_another_is_part_of_it() {
        let ((_, inner), outer) = record(|| {
            note_state::<u8>(ONE);
            record(|| note_state::<u16>(FAR))
        });
        assert!(!inner.concern(&state::<u8>(ONE)) && inner.concern(&state::<u16>(FAR)));
        assert!(outer.concern(&state::<u8>(ONE)) && outer.concern(&state::<u16>(FAR)));
        assert!(!outer.concern(&state::<u16>(ONE)), "another value of the unit");
        note_state::<u8>(ONE);
        assert_eq!(*record(|| ()).1, Reads::default(), "what was noted outside belongs to nobody");
    }

    #[test]
    fn a_panic_closes_its_record() {
        let caught = std::panic::catch_unwind(|| record(|| -> () { panic!("on purpose") }));
        assert!(caught.is_err() && !RECORDING.get());
    }

    #[test]
    fn the_whole_table_is_concerned_by_any_move() {
        let (_, reads) = record(note_table);
        assert!(reads.concern(&Area::round(Vec2::new(-50.0, 900.0), 0.0).changed(Side::South)));
    }
}
