//! Secrets: who may read a value through a view, and which units stand on the table unseen by the other side.
//!
//! What is secret is not in the other side's [`View`](super::View), so no handler and no player can tell it by
//! mistake. There are three kinds:
//!
//! * *Values.* A view is asked only for types that say who may read them: [`Seen`] for what units are and have,
//!   [`Open`] for what the whole battle has and for work that is under way. The dice, the journal and the agenda are
//!   neither. A value in which a side keeps where it has hidden units is read by that side alone ([`Eyes::Side`]).
//! * *Units on the table.* [`conceal`] takes a unit out of the other side's layout, and with it whatever is seen only of
//!   units that are seen; in the truth, and for its own side, it stands where it stands.
//! * *Answers.* A question that is asked in secret comes without the other side's sealed answer.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use super::kept;
use super::roster::Roster;
use crate::ids::{Side, UnitId};
use crate::table::{Layout, Placement};

/// Who may read a value of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Everybody at any time: what the army lists say.
    Everybody,
    /// Whoever sees the unit: of a concealed unit the other side knows no state.
    WhoSeesTheUnit,
    /// Its own side alone.
    Side,
}

/// A component of units that may be read through views. Those who may not read it get its default instead.
pub trait Seen: Component {
    /// Who may read it.
    const BY: Eyes = Eyes::WhoSeesTheUnit;
}

/// A value of the whole battle, or a job under way, that both sides may know of and that views therefore hand out.
pub trait Open {}

/// Whose eyes a view has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Looks {
    /// The umpire's: the whole truth.
    Umpire,
    Side(Side),
    /// Anybody's: only what both sides may see.
    Anybody,
}

impl Looks {
    /// The side whose eyes they are.
    pub(super) fn side(self) -> Option<Side> {
        match self {
            Looks::Side(side) => Some(side),
            Looks::Umpire | Looks::Anybody => None,
        }
    }

    /// Whether they see what only that side may see.
    pub(super) fn are_of(self, side: Side) -> bool {
        matches!(self, Looks::Umpire) || self == Looks::Side(side)
    }

    /// The same, restricted to what that side may see.
    pub(super) fn narrowed(self, side: Side) -> Looks {
        if self.are_of(side) { Looks::Side(side) } else { Looks::Anybody }
    }
}

/// The units on the table that the other side does not see, and layouts of the table without them. No layouts are
/// stored while nothing is concealed.
#[derive(Resource, Debug, Default)]
pub(super) struct Concealed {
    /// In roster order.
    units: Vec<(UnitId, Side)>,
    /// The table as north sees it, as south does, and as anybody may see it; none where that is the true layout.
    layouts: [Option<Layout>; 3],
}

/// Takes a unit that stands on the table out of the other side's sight, or back into it. To be called from
/// [`UnitState::replaced`](super::UnitState::replaced) of the value that hides it, and when it is mustered so.
pub fn conceal(world: &mut World, unit: UnitId, is: bool) {
    let side = world.resource::<Roster>().side(unit);
    let mut concealed = world.remove_resource::<Concealed>().unwrap_or_default();
    let changes = match (concealed.units.binary_search(&(unit, side)), is) {
        (Err(at), true) => {
            concealed.units.insert(at, (unit, side));
            true
        }
        (Ok(at), false) => {
            concealed.units.remove(at);
            true
        }
        (Ok(_), true) | (Err(_), false) => false,
    };
    if changes {
        concealed.draw(world.resource::<Layout>());
    }
    world.insert_resource(concealed);
    if changes {
        kept::forget(world);
    }
}

/// Updates the layouts of those who see a unit that has moved.
pub(super) fn place(world: &mut World, unit: UnitId, placement: &Placement) {
    let Some(mut concealed) = world.get_resource_mut::<Concealed>() else { return };
    if concealed.units.is_empty() {
        return;
    }
    for (looks, n) in LAYOUTS.into_iter().zip(0..) {
        let seen = if concealed.is_from(looks, unit) { &Placement::Off } else { placement };
        if let Some(layout) = &mut concealed.layouts[n] {
            layout.place(unit, seen);
        }
    }
}

/// Whose layouts those are, in their order.
const LAYOUTS: [Looks; 3] = [Looks::Side(Side::North), Looks::Side(Side::South), Looks::Anybody];

impl Concealed {
    /// Whether nobody is concealed.
    pub(super) fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Whether the unit is concealed from those eyes.
    pub(super) fn is_from(&self, looks: Looks, unit: UnitId) -> bool {
        self.units.iter().any(|(of, side)| *of == unit && !looks.are_of(*side))
    }

    /// The layout as those eyes see it; none: the true one.
    pub(super) fn layout(&self, looks: Looks) -> Option<&Layout> {
        let n = LAYOUTS.iter().position(|of| *of == looks)?;
        self.layouts[n].as_ref()
    }

    /// Makes those layouts that differ from the true one.
    fn draw(&mut self, truth: &Layout) {
        for (looks, n) in LAYOUTS.into_iter().zip(0..) {
            let unseen: Vec<UnitId> =
                self.units.iter().filter(|(_, side)| !looks.are_of(*side)).map(|(unit, _)| *unit).collect();
            self.layouts[n] = (!unseen.is_empty()).then(|| {
                let mut layout = truth.clone();
                unseen.iter().for_each(|unit| layout.place(*unit, &Placement::Off));
                layout
            });
        }
    }
}
