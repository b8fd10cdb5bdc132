//! Battles played on from where one stands, for a [`General`](crate::players::General) who chooses by them.

use bevy::ecs::world::World;

use super::play::{BUDGET, play};
use crate::battle::{InPlay, Journal, Question, Ruleset, View, undo};
use crate::dice::Dice;
use crate::ids::Side;
use crate::players::{Captain, Player, Trials};
use crate::scenario::Intent;

/// What share of an outcome is victory or defeat; the rest is what each side has left.
const RESULT: f32 = 0.75;

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

    /// What the units of a side on the table are worth together, in points of unit values.
    fn left(&self, side: Side) -> f32 {
        let (view, ruleset) = (View::umpire(self.world), self.ruleset());
        let own = view.roster().ids().filter(|unit| view.side_of(*unit) == side && view.hull(*unit).is_some());
        own.map(|unit| (ruleset.unit_value)(&view, unit)).sum()
    }
}

impl Trials for FromHere<'_> {
    fn turn(&self) -> u32 {
        View::umpire(self.world).clock().turn
    }

    fn is_secret(&self) -> bool {
        let (truth, seen) = (View::umpire(self.world), View::of(self.world, self.side));
        let sealed = truth.question().as_ref().is_some_and(Question::is_secret);
        let ruleset = self.ruleset();
        let unseen = |unit| {
            let hidden = truth.hull(unit).is_some() && seen.hull(unit).is_none();
            hidden || (ruleset.hidden)(&truth, unit).is_some() && (ruleset.hidden)(&seen, unit).is_none()
        };
        sealed || truth.roster().ids().any(unseen)
    }

    fn outcome(&mut self, intent: Option<Intent>, dice: u64) -> f32 {
        let depth = self.world.resource::<Journal>().depth();
        let own = std::mem::replace(&mut *self.world.resource_mut::<Dice>(), Dice::seeded(dice));
        let mut players = Side::BOTH.map(|_| Captain::new(&self.ruleset()));
        players[self.side.index()].intend(intent);
        let [mut north, mut south] = players;
        let both: [&mut dyn Player; 2] = [&mut north, &mut south];
        let winner = play(self.world, both, BUDGET).end.ok().and_then(|end| end.winner);
        let result = winner.map_or(0.5, |winner| f32::from(winner == self.side));
        let (ours, theirs) = (self.left(self.side), self.left(self.side.other()));
        while self.world.resource::<Journal>().depth() > depth && undo(self.world) {}
        *self.world.resource_mut::<Dice>() = own;
        let all = ours + theirs;
        RESULT * result + (1.0 - RESULT) * if all > 0.0 { ours / all } else { 0.5 }
    }
}
