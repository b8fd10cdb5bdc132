//! The same battle from the same seed: on one thread or many, in debug or release, on any machine.

use std::thread;

use sandtable::battle::setup::Setup;
use sandtable::battle::{Digest, Opening, Ruleset};

use crate::conformance::{battle, fresh, play_out};
use crate::drill;

/// A short battle of the drill under seed 7, in every profile and on every machine. It changes when the drill, its
/// dice or the digest do, and for no other reason.
const KNOWN: (u32, usize, Digest) = (12, 211, Digest(0x9481_4869_0d22_4c6a));

/// Battles of seeds 1 to `games`, by that many threads, each with a world of its own.
pub fn by_threads(ruleset: &Ruleset, setup: &Setup, games: u64, threads: u64) -> Vec<(u32, usize, Digest)> {
    let part = |first: u64| {
        let mut world = fresh(ruleset, setup);
        let opening = Opening::take(&world);
        let seeds = (first..=games).step_by(threads as usize);
        seeds.map(|seed| (seed, play_out(&mut world, &opening, seed))).collect::<Vec<_>>()
    };
    let mut played: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (1..=threads).map(|first| scope.spawn(move || part(first))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no battle panics")).collect()
    });
    played.sort_by_key(|(seed, _)| *seed);
    played.into_iter().map(|(_, end)| end).collect()
}

#[test]
fn one_thread_plays_what_many_play() {
    let one = by_threads(&drill::RULESET, &battle(drill::BATTLE), 24, 1);
    assert_eq!(one, by_threads(&drill::RULESET, &battle(drill::BATTLE), 24, 5));
    assert!(one.windows(2).any(|pair| pair[0] != pair[1]), "seeds make no difference");
}

#[test]
fn a_known_battle_has_its_known_digest() {
    let mut world = fresh(&drill::RULESET, &battle(drill::BATTLE));
    let opening = Opening::take(&world);
    assert_eq!(play_out(&mut world, &opening, 7), KNOWN);
}
