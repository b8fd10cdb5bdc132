//! Results that are kept until something changes that they were made of. [`View::keep`](super::View::keep) computes a
//! result once and records what it reads ([`crate::reads`]); the journal's changes are logged here, by undo, redo and
//! the umpire's hand too, and a kept result that one of them concerns is computed anew.

use std::any::{Any, TypeId};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use super::action::Action;
use super::agenda::Agenda;
use super::roster::Roster;
use super::secret::Looks;
use crate::ids::UnitId;
use crate::reads::{self, Area, Changed, Presence, Reads};

/// With more changes logged than this everything kept is thrown away, so that the log stays short.
const MOST_CHANGES: usize = 1 << 14;

/// What is kept of a battle, and what has changed in it. It is no part of the battle's state: without it everything is
/// the same, only slower.
#[derive(Resource, Default)]
pub(super) struct Kept {
    log: Vec<Changed>,
    /// Who is on the table, as far as it has been logged.
    present: Vec<Option<bool>>,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    by_key: HashMap<u64, Vec<Result>, BuildHasherDefault<DefaultHasher>>,
    /// The action that was last fitted, and how many changes were logged then.
    fitted: Option<(Action, usize)>,
    shares: BTreeMap<&'static str, Share>,
}

/// One result that is kept.
struct Result {
    key: Box<dyn Any + Send + Sync>,
    result: Arc<dyn Any + Send + Sync>,
    reads: Box<Reads>,
    /// How many changes were logged when it was last found unchanged.
    checked: usize,
}

/// How often a kept result was asked for, and how often it was still good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How often it was asked for.
    pub asked: u64,
    /// How often it did not have to be computed.
    pub kept: u64,
}

thread_local! {
    /// Whether results are computed afresh on this thread.
    static AFRESH: Cell<bool> = const { Cell::new(false) };
}

/// Runs a computation in which nothing that was kept is used, and nothing is kept.
pub fn afresh<T>(compute: impl FnOnce() -> T) -> T {
    struct Back(bool);
    impl Drop for Back {
        fn drop(&mut self) {
            AFRESH.set(self.0);
        }
    }
    let _back = Back(AFRESH.replace(true));
    compute()
}

/// How often results of each kind were asked for in this world, and how often they had been kept.
pub fn shares(world: &World) -> BTreeMap<&'static str, Share> {
    world.get_resource::<Kept>().map(|kept| kept.results().shares.clone()).unwrap_or_default()
}

impl Kept {
    /// The result of that kind and key, if nothing has changed that it was made of; else it is computed and kept. Where a
    /// question is supposed, that holds only for what does not read which question it is.
    pub fn result<K, T>(
        &self,
        kind: &'static str,
        (looks, supposed): (Looks, bool),
        key: &K,
        make: impl FnOnce() -> T,
    ) -> Arc<T>
    where
        K: Hash + Eq + Clone + Send + Sync + 'static,
        T: Send + Sync + 'static,
    {
        if AFRESH.get() {
            return Arc::new(make());
        }
        let hash = BuildHasherDefault::<DefaultHasher>::new().hash_one((kind, looks, TypeId::of::<T>(), key));
        let now = self.log.len();
        {
            let mut results = self.results();
            let found = results.by_key.get_mut(&hash).and_then(|all| Result::find(all, key));
            let holds = |result: &&mut Result| !supposed || !result.reads.has_value::<Agenda>();
            let kept = found.filter(holds).and_then(|result| {
                let good = self.log[result.checked..].iter().all(|change| !result.reads.concern(change));
                result.checked = if good { now } else { result.checked };
                good.then(|| Arc::clone(&result.result).downcast::<T>().ok()).flatten().inspect(|_| {
                    reads::note_all(&result.reads);
                })
            });
            let share = results.shares.entry(kind).or_default();
            share.asked += 1;
            if let Some(kept) = kept {
                share.kept += 1;
                return kept;
            }
        }
        let (result, reads) = reads::record(make);
        let result = Arc::new(result);
        if supposed && reads.has_value::<Agenda>() {
            return result;
        }
        let mut results = self.results();
        let all = results.by_key.entry(hash).or_default();
        let kept = Result { key: Box::new(key.clone()), result: result.clone(), reads, checked: now };
        match Result::find(all, key) {
            Some(old) => *old = kept,
            None => all.push(kept),
        }
        result
    }

    /// Notes that this action is accepted now.
    pub fn note_fitted(&self, action: &Action) {
        self.results().fitted = Some((action.clone(), self.log.len()));
    }

    /// Whether this action is the one that was last fitted, and nothing has changed since.
    pub fn was_fitted(&self, action: &Action) -> bool {
        self.results().fitted.as_ref().is_some_and(|(fitted, then)| *then == self.log.len() && fitted == action)
    }

    /// The results; whoever panicked while computing has not touched them.
    fn results(&self) -> std::sync::MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&mut self, change: Changed) {
        self.log.push(change);
        if self.log.len() > MOST_CHANGES {
            self.forget();
        }
    }

    /// Whether the unit was put on the table or taken off it; also when it is not known where it was. Who covered something
    /// was on it.
    fn came_or_went(&mut self, unit: UnitId, covered: bool, is_on: bool) -> bool {
        if self.present.len() <= unit.index() {
            self.present.resize(unit.index() + 1, None);
        }
        let was = self.present[unit.index()].replace(is_on);
        was.or(covered.then_some(true)) != Some(is_on)
    }

    fn forget(&mut self) {
        self.log.clear();
        self.present.clear();
        let results = self.results.get_mut().unwrap_or_else(PoisonError::into_inner);
        results.by_key.clear();
        results.fitted = None;
    }
}

impl Result {
    fn find<'r, K: Eq + 'static>(all: &'r mut [Result], key: &K) -> Option<&'r mut Result> {
        all.iter_mut().find(|result| result.key.downcast_ref::<K>() == Some(key))
    }
}

/// Throws away everything that was kept, because the world was given another state.
pub(super) fn forget(world: &mut World) {
    if let Some(mut kept) = world.get_resource_mut::<Kept>() {
        kept.forget();
    }
}

fn note(world: &mut World, change: Changed) {
    if let Some(mut kept) = world.get_resource_mut::<Kept>() {
        kept.note(change);
    }
}

/// Logs that a unit stands elsewhere: it covered one rectangle and covers the other; none: it covers nothing.
pub(super) fn placed(world: &mut World, unit: UnitId, covers: [Option<Area>; 2], is_on: bool) {
    let side = world.resource::<Roster>().side(unit);
    let Some(mut kept) = world.get_resource_mut::<Kept>() else { return };
    if kept.came_or_went(unit, covers[0].is_some(), is_on) {
        kept.note(Changed::State(unit, TypeId::of::<Presence>()));
    }
    kept.note(Changed::Placed(unit));
    for cover in covers.into_iter().flatten() {
        kept.note(cover.changed(side));
    }
}

/// Logs that some other state of a unit has changed.
pub(super) fn state_changed<T: 'static>(world: &mut World, unit: UnitId) {
    note(world, Changed::State(unit, TypeId::of::<T>()));
}

/// Logs that a value of the whole battle has changed.
pub(super) fn value_changed<T: 'static>(world: &mut World) {
    note(world, Changed::Value(TypeId::of::<T>()));
}

/// Logs that numbered parts of a value of the whole battle have changed.
pub(super) fn parts_changed<T: 'static>(world: &mut World, parts: &[u16]) {
    for part in parts {
        note(world, Changed::Part(TypeId::of::<T>(), *part));
    }
}
