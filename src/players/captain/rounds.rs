//! The ways of a unit round the ground that it may not enter.

use std::cell::OnceCell;
use std::sync::Arc;

use bevy::math::Vec2;

use super::sight::Seen;
use crate::battle::{Access, Ruleset, View};
use crate::ids::TerrainId;
use crate::table::detour::{Detour, Detours, Goal};
use crate::table::{Footprint, Mil};

/// By how much the frontages differ for which ways round the same ground are kept apart.
const APART: Mil = Mil(500);
/// The frontage of a unit that would change its formation where it gets through in no other way.
const SLIM: Mil = Mil(200);

/// The ground that a unit may not enter, and how wide it is itself.
#[derive(Clone, Debug)]
pub struct Rounds {
    barred: Arc<Vec<TerrainId>>,
    /// The same for one who charges.
    halting: Arc<Vec<TerrainId>>,
    frontage: Mil,
    /// The ways round the barred ground, found when they are first asked for.
    ways: OnceCell<Arc<Detours>>,
}

impl Rounds {
    /// Of a unit as it is formed now.
    pub fn of(view: &View, ruleset: &Ruleset, unit: &Seen) -> Rounds {
        let [barred, halting] = [Access::Barred, Access::NoCharge].map(|from| {
            view.keep("captain's barred ground", &(unit.unit, from == Access::Barred), || {
                let pieces = view.ground().pieces().iter();
                pieces.filter(|piece| (ruleset.access)(view, unit.unit, piece) >= from).map(|piece| piece.id).collect()
            })
        });
        let frontage = Mil(Mil::measured(unit.print.width()).0 / APART.0 * APART.0).max(SLIM);
        Rounds { barred, halting, frontage, ways: OnceCell::new() }
    }

    /// How it comes from a place to another one if such ground lies between them; none if it gets there straight, or not at
    /// all. Who is no farther off than `near` inches is there.
    pub fn detour(&self, view: &View, from: Vec2, to: Vec2, near: f32) -> Option<Detour> {
        if self.barred.is_empty() {
            return None;
        }
        let ways = self.ways.get_or_init(|| self.ways(view, self.frontage));
        if ways.is_straight(view.ground(), from, to) {
            return None;
        }
        let near = Mil::measured(near);
        let way = |ways: &Detours, frontage: Mil| ways.way(view.ground(), from, &self.goal(view, frontage, to, near));
        let slim = || way(&self.ways(view, SLIM), SLIM);
        way(ways, self.frontage).or_else(slim).filter(|way| way.next != to)
    }

    /// How far straight ahead it may charge before the ground stops it, so many inches at most.
    pub fn clear(&self, view: &View, print: &Footprint, far: f32) -> f32 {
        let pieces = self.halting.iter().filter_map(|id| view.ground().piece(*id));
        let passages = pieces.flat_map(|piece| piece.passages(print, print.forward(), far));
        passages.fold(far, |least, (enter, _)| least.min(enter.max(0.0)))
    }

    /// Whether ground that stops charges lies between two places, or either stands on it.
    pub fn stops_charges(&self, view: &View, from: Vec2, to: Vec2) -> bool {
        let mut pieces = self.halting.iter().filter_map(|id| view.ground().piece(*id));
        pieces.any(|piece| !piece.run(from, to).is_empty())
    }

    /// How far straight ahead it may march before ground that it may not enter, so many inches at most. Ground that it stands
    /// in already does not stop it.
    pub fn open(&self, view: &View, print: &Footprint, far: f32) -> f32 {
        let pieces = self.barred.iter().filter_map(|id| view.ground().piece(*id)).filter(|piece| !piece.meets(print));
        let passages = pieces.flat_map(|piece| piece.passages(print, print.forward(), far));
        passages.fold(f32::INFINITY, |least, (enter, _)| least.min(enter.max(0.0)))
    }

    fn ways(&self, view: &View, frontage: Mil) -> Arc<Detours> {
        view.keep("captain's ways round", &(Arc::clone(&self.barred), frontage), || {
            Detours::new(view.ground(), &self.barred, frontage.to_inches())
        })
    }

    fn goal(&self, view: &View, frontage: Mil, to: Vec2, near: Mil) -> Arc<Goal> {
        let key = (Arc::clone(&self.barred), frontage, Mil::measured(to.x), Mil::measured(to.y), near);
        view.keep("captain's goal", &key, || self.ways(view, frontage).goal(view.ground(), to, near.to_inches()))
    }
}
