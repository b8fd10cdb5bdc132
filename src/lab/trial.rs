//! Battles played on from where one stands, which is left as it was: for rollouts, and for a
//! [`General`](crate::players::General) who chooses by them.

use bevy::ecs::world::World;
use xxhash_rust::xxh3::xxh3_64;

use super::play::{BUDGET, play};
use crate::battle::{InPlay, Intent, Journal, Question, Ruleset, View, undo};
use crate::dice::Dice;
use crate::ids::Side;
use crate::players::{Captain, Player, Trials};

/// What share of an outcome is victory or defeat; the rest is what each side has left.
const RESULT: f32 = 0.75;

/// Lets a battle go on with those dice, and takes back all that was done in it: world and dice are left as they were.
pub(in crate::lab) fn taken_back<T>(world: &mut World, dice: Dice, go_on: impl FnOnce(&mut World) -> T) -> T {
    let depth = world.resource::<Journal>().depth();
    let own = std::mem::replace(&mut *world.resource_mut::<Dice>(), dice);
    let found = go_on(world);
    while world.resource::<Journal>().depth() > depth && undo(world) {}
    *world.resource_mut::<Dice>() = own;
    found
}

/// The seed of the dice of rollout `n`: never that of the battle's own dice, so that nobody foresees them.
pub(in crate::lab) fn rollout_seed(seed: u64, n: u32) -> u64 {
    let mut bytes = [0; 19];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..12].copy_from_slice(&n.to_le_bytes());
    bytes[12..].copy_from_slice(b"rollout");
    xxh3_64(&bytes)
}

/// Trials of that side from where the battle in that world stands; each leaves it as it was.
pub struct FromHere<'w> {
    /// Where the battle stands.
    pub world: &'w mut World,
    /// Whose trials they are.
    pub side: Side,
}

impl FromHere<'_> {
    fn ruleset(&self) -> Ruleset {
        self.world.resource::<InPlay>().0
    }
}

/// Whether anything is hidden from that side, or sealed: battles that are played on would tell of it.
pub fn is_secret(world: &World, side: Side) -> bool {
    let (truth, seen) = (View::umpire(world), View::of(world, side));
    let sealed = truth.question().as_ref().is_some_and(Question::is_secret);
    let ruleset = world.resource::<InPlay>().0;
    let unseen = |unit| {
        let hidden = truth.hull(unit).is_some() && seen.hull(unit).is_none();
        hidden || (ruleset.hidden)(&truth, unit).is_some() && (ruleset.hidden)(&seen, unit).is_none()
    };
    sealed || truth.roster().ids().any(unseen)
}

/// What the units of a side on the table are worth together, in points of unit values.
fn left(view: &View, ruleset: &Ruleset, side: Side) -> f32 {
    let own = view.roster().ids().filter(|unit| view.side_of(*unit) == side && view.hull(*unit).is_some());
    own.map(|unit| (ruleset.unit_value)(view, unit)).sum()
}

impl Trials for FromHere<'_> {
    fn turn(&self) -> u32 {
        View::umpire(self.world).clock().turn
    }

    fn is_secret(&self) -> bool {
        is_secret(self.world, self.side)
    }

    fn outcome(&mut self, intent: Option<Intent>, number: u64) -> f32 {
        let (side, ruleset) = (self.side, self.ruleset());
        let mut players = Side::BOTH.map(|_| Captain::new(&ruleset));
        players[side.index()].intend(intent);
        let [mut north, mut south] = players;
        let both: [&mut dyn Player; 2] = [&mut north, &mut south];
        taken_back(self.world, Dice::seeded(rollout_seed(number, 0)), |world| {
            let winner = play(world, both, BUDGET).end.ok().and_then(|end| end.winner);
            let result = winner.map_or(0.5, |winner| f32::from(winner == side));
            let view = View::umpire(world);
            let [ours, theirs] = [side, side.other()].map(|side| left(&view, &ruleset, side));
            let all = ours + theirs;
            RESULT * result + (1.0 - RESULT) * if all > 0.0 { ours / all } else { 0.5 }
        })
    }
}
