//! The units of a march order, with what is asked of them march by march, looked up once: a division is offered some ten
//! marches, and a wish is fitted by trying more of them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use smallvec::SmallVec;

use super::order::MarchOrder;
use super::pins::{self, Pin};
use super::slow::Slow;
use super::straight::{Corridor, Straight};
use super::turning::{self, Turned};
use crate::battle::Refusal;
use crate::ids::{BodyId, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::TroopType;
use crate::table::{Cdeg, Footprint, Mil};

/// The units of an order's divisions that are on the table. Valid as long as nothing changes in the battle.
pub struct Marchers<'w> {
    pub field: Battlefield<'w>,
    pub units: Vec<UnitId>,
    /// Where they stand, in their order.
    pub prints: Vec<Footprint>,
    /// Their troop types.
    pub kinds: SmallVec<[&'static TroopType; 8]>,
    /// Those that may still move.
    pub movers: Vec<UnitId>,
    /// The allowance of the division: its slowest unit's (M2).
    pub allowance: Mil,
    pinned: OnceCell<Option<Pin>>,
    /// Whether the divisions that it is asked of may move: released or controlled.
    released: RefCell<SmallVec<[(BodyId, bool); 2]>>,
    /// The straight ways that were looked at, by unit.
    ways: RefCell<Vec<(usize, Known<'w>)>>,
    /// The last wheel that they could make.
    wheel: RefCell<Option<(WheelKey, Rc<Turned>)>>,
    /// Wheels that sweep over no friend and no closed ground: after an about-face or not, and how far.
    swept: RefCell<SmallVec<[(bool, Cdeg); 4]>>,
}

/// What is known of a straight way.
#[derive(Clone)]
struct Known<'w> {
    from: Footprint,
    back: bool,
    /// What it costs with so much left of the allowance.
    slow: Option<(Mil, Rc<Slow>)>,
    corridor: Option<Rc<Corridor<'w>>>,
}

/// All of an order on which its wheel depends: whether it goes ahead, but not how far.
#[derive(Clone, Copy, PartialEq)]
struct WheelKey {
    about: bool,
    wheel: Cdeg,
    complex: bool,
    goes_ahead: bool,
}

impl<'w> Marchers<'w> {
    /// Those of the order.
    pub fn of(field: Battlefield<'w>, order: &MarchOrder) -> Marchers<'w> {
        let units = super::plan::units_of(field, order);
        Marchers {
            field,
            prints: units.iter().map(|unit| field.print(*unit)).collect(),
            kinds: units.iter().map(|unit| field.kind(*unit)).collect(),
            movers: super::plan::movers(field, &units),
            allowance: super::plan::allowance(field, &units),
            units,
            pinned: OnceCell::new(),
            released: RefCell::default(),
            ways: RefCell::default(),
            wheel: RefCell::default(),
            swept: RefCell::default(),
        }
    }

    /// The first unit that is pinned, and by whom (P4).
    pub fn pinned(&self) -> Option<Pin> {
        *self.pinned.get_or_init(|| pins::any_pinned(self.field, &self.units))
    }

    /// Whether an uncontrolled division may move (4.3).
    pub fn released(&self, body: BodyId) -> bool {
        if let Some((_, released)) = self.released.borrow().iter().find(|(known, _)| *known == body) {
            return *released;
        }
        let released = super::release::is_released(self.field, body);
        self.released.borrow_mut().push((body, released));
        released
    }

    /// Does what checks that they sweep over no friend and no closed ground, if it was not done before for that wheel.
    ///
    /// # Errors
    ///
    /// What the check finds.
    pub fn swept(&self, about: bool, wheel: Cdeg, check: impl FnOnce() -> Result<(), Refusal>) -> Result<(), Refusal> {
        if self.swept.borrow().contains(&(about, wheel)) {
            return Ok(());
        }
        check()?;
        self.swept.borrow_mut().push((about, wheel));
        Ok(())
    }

    /// Where its wheel brings them, from where they stand after any about-face.
    ///
    /// # Errors
    ///
    /// As [`turning::turn`].
    pub fn turned(&self, order: &MarchOrder, faced: &[Footprint]) -> Result<Rc<Turned>, Refusal> {
        let MarchOrder { about, wheel, complex, .. } = *order;
        let key = WheelKey { about, wheel, complex, goes_ahead: order.ahead > Mil::ZERO };
        if let Some((known, turned)) = &*self.wheel.borrow()
            && *known == key
        {
            return Ok(Rc::clone(turned));
        }
        let turned = Rc::new(turning::turn(self, order, faced)?);
        *self.wheel.borrow_mut() = Some((key, Rc::clone(&turned)));
        Ok(turned)
    }

    /// What lies in the way of the unit at that place of the list, at least so far.
    pub fn corridor(&self, n: usize, way: &Straight<'_, 'w>, reach: Mil) -> Rc<Corridor<'w>> {
        self.known(n, way, |known| match &known.corridor {
            Some(corridor) if corridor.reach >= reach => Rc::clone(corridor),
            _ => Rc::clone(known.corridor.insert(Rc::new(way.corridor(reach)))),
        })
    }

    /// Where its way is slow, with so much left of the allowance.
    pub fn slow(&self, n: usize, way: &Straight<'_, 'w>, left: Mil) -> Rc<Slow> {
        self.known(n, way, |known| match &known.slow {
            Some((of, slow)) if *of == left => Rc::clone(slow),
            _ => Rc::clone(&known.slow.insert((left, Rc::new(way.slow(left)))).1),
        })
    }

    fn known<T>(&self, n: usize, way: &Straight<'_, 'w>, read: impl FnOnce(&mut Known<'w>) -> T) -> T {
        let mut ways = self.ways.borrow_mut();
        let found = ways.iter().position(|(of, known)| *of == n && known.back == way.back && known.from == way.from);
        let at = found.unwrap_or_else(|| {
            ways.push((n, Known { from: way.from, back: way.back, slow: None, corridor: None }));
            ways.len() - 1
        });
        read(&mut ways[at].1)
    }
}
