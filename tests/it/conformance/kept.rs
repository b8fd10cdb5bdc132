//! What is kept is all there is: restored into a fresh world a battle goes on as it would have, and every answer
//! can be taken back and given again.

use bevy::ecs::world::World;
use sandtable::battle::setup::Setup;
use sandtable::battle::{Action, Ask, Digest, Journal, Opening, Ruleset, View, digest, offer, redo, submit, undo};
use sandtable::ids::Side;

use super::{At, fresh, is_secret};

/// The state in a world that never saw how it came about; it offers the same.
pub fn restore(ruleset: &Ruleset, setup: &Setup, world: &World, at: &At) -> World {
    let mut restored = fresh(ruleset, setup);
    Opening::take(world).give(&mut restored);
    assert_eq!(digest(&restored), digest(world), "{at}: restored");
    for side in View::umpire(world).waiting() {
        let offers = [world, &restored].map(|world| format!("{:?}", offer(world, side, &Ask::all())));
        assert_eq!(offers[0], offers[1], "{at}: offered to {side} after it was restored");
    }
    restored
}

/// The same answer in a restored world leads to the same.
pub fn follow(restored: &mut World, action: &Action, to: Digest, at: &At) {
    submit(restored, action.clone()).unwrap_or_else(|why| panic!("{at}: restored, {action:?} is refused: {why:?}"));
    assert_eq!(digest(restored), to, "{at}: restored, then {action:?}");
}

/// So many answers back and forth again, with the digests that there were.
pub fn back_and_forth(world: &mut World, past: &[Digest], steps: usize, at: &At) {
    let now = past.len() - 1;
    let steps = steps.min(now);
    for n in 1..=steps {
        assert!(undo(world), "{at}");
        assert_eq!(digest(world), past[now - n], "{at}: {n} back");
    }
    for n in (0..steps).rev() {
        assert!(redo(world), "{at}");
        assert_eq!(digest(world), past[now - n], "{at}: forth to {n} back");
    }
}

/// What the other side knows when one answers first in secret.
pub struct Hidden(Option<(Side, String)>);

impl Hidden {
    /// Before that side answers.
    pub fn before(world: &World, side: Side) -> Hidden {
        let first = is_secret(world) && View::umpire(world).waiting().len() == 2;
        Hidden(first.then(|| (side.other(), known_to(world, side.other()))))
    }

    /// The other side knows the same after the answer, and nothing was told.
    pub fn still(&self, world: &World, at: &At) {
        let Some((other, known)) = &self.0 else { return };
        assert_eq!(&known_to(world, *other), known, "{at}: {other} learns of a sealed answer");
        let told = world.resource::<Journal>().entries().last().map_or(0, |entry| entry.facts().count());
        assert_eq!(told, 0, "{at}: a sealed answer was told");
    }
}

fn known_to(world: &World, side: Side) -> String {
    let view = View::of(world, side);
    format!("{:?} {:?}", view.question(), view.offer(&Ask::all()))
}
