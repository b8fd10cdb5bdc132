//! A player that is not a person, thinking on its own thread in its own copy of the battle, while the window goes
//! on.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use bevy::ecs::world::World;
use bevy::platform::cell::SyncCell;

use super::Game;
use crate::battle::{Action, Opening, View};
use crate::ids::Side;
use crate::lab::trial::FromHere;
use crate::players::{Player, Reason};

/// A player with a copy of the battle to think in; either is away while it thinks.
pub struct Mind {
    at_rest: Option<Head>,
    thinking: Option<Thinking>,
    name: String,
}

/// What it has come to, and why where it can say so.
#[derive(Clone, Debug)]
pub struct Answer {
    pub side: Side,
    pub action: Action,
    pub reason: Option<Reason>,
}

/// What goes to the thread and comes back.
type Head = (Box<World>, SyncCell<Box<dyn Player>>);

struct Thinking {
    back: SyncCell<Receiver<(Head, Action, Option<Reason>)>>,
    side: Side,
    revision: u64,
    since: Instant,
}

impl Mind {
    /// A player for that battle; nothing when the battle cannot be mustered once more.
    pub fn new(game: &Game, player: Box<dyn Player>) -> Option<Mind> {
        let world = super::muster(game.ruleset(), game.setup()).ok()?;
        let name = player.name().to_owned();
        Some(Mind { at_rest: Some((Box::new(world), SyncCell::new(player))), thinking: None, name })
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lets it think about the open question for that side; `wake` is called when it has an answer.
    pub fn think(&mut self, game: &Game, side: Side, wake: impl FnOnce() + Send + 'static) {
        let Some((mut world, mut player)) = self.at_rest.take() else { return };
        Opening::take(game.world()).give(&mut world);
        let (to, back) = channel();
        let back = SyncCell::new(back);
        self.thinking = Some(Thinking { back, side, revision: game.revision(), since: Instant::now() });
        std::thread::spawn(move || {
            player.get().ponder(&mut FromHere { world: &mut world, side });
            let action = player.get().answer(&View::of(&world, side), side);
            let reason = player.get().reason().cloned();
            // When nobody waits any more the window is closing.
            let _ = to.send(((world, player), action, reason));
            wake();
        });
    }

    /// How long it has been thinking, when it is.
    pub fn thinking(&self) -> Option<Duration> {
        self.thinking.as_ref().map(|t| t.since.elapsed())
    }

    /// Whether it can be asked to think.
    pub fn is_free(&self) -> bool {
        self.thinking.is_none()
    }

    /// Its answer, once it has one and it still fits the battle.
    pub fn answer(&mut self, game: &Game) -> Option<Answer> {
        let thinking = self.thinking.as_mut()?;
        match thinking.back.get().try_recv() {
            Ok((head, action, reason)) => {
                let wanted = thinking.revision == game.revision();
                let side = thinking.side;
                self.at_rest = Some(head);
                self.thinking = None;
                wanted.then_some(Answer { side, action, reason })
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                // The thread was lost: the mind is, too. People go on without it.
                self.thinking = None;
                None
            }
        }
    }

    /// Whether it can never think again.
    pub fn is_lost(&self) -> bool {
        self.at_rest.is_none() && self.thinking.is_none()
    }
}
