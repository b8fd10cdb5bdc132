//! Many battles over several threads, and something of each.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU32, Ordering};

use bevy::ecs::world::World;

use crate::battle::Opening;

/// How many battles, over how many threads.
pub(in crate::lab) struct Many<'a> {
    /// Makes a world in which the battle is mustered and not begun; each thread makes one.
    pub world: &'a (dyn Fn() -> World + Sync),
    /// How many.
    pub battles: u32,
    /// Threads.
    pub jobs: usize,
    /// Called after each battle with the number of those done.
    pub done: &'a (dyn Fn(u32) + Sync),
}

/// What is found of each battle by its number, from 1: in that order, the same on any number of threads. Those of which
/// nothing is found are left out.
pub(in crate::lab) fn of_each<T: Send>(
    many: &Many,
    find: impl Fn(&mut World, &Opening, u32) -> Option<T> + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicU32::new(1), AtomicU32::new(0));
    let gathered: Mutex<Vec<(u32, T)>> = Mutex::new(Vec::new());
    let worker = || {
        let mut world = (many.world)();
        let opening = Opening::take(&world);
        loop {
            let battle = next.fetch_add(1, Ordering::Relaxed);
            if battle > many.battles {
                return;
            }
            if let Some(found) = find(&mut world, &opening, battle) {
                gathered.lock().unwrap_or_else(PoisonError::into_inner).push((battle, found));
            }
            (many.done)(1 + done.fetch_add(1, Ordering::Relaxed));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..many.jobs.clamp(1, many.battles.max(1) as usize) {
            scope.spawn(worker);
        }
    });
    let mut found = gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(battle, _)| *battle);
    found.into_iter().map(|(_, found)| found).collect()
}
