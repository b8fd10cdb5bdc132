//! What is reckoned in the background by battles that are played on: nothing that nobody asks for, and nothing that would tell
//! a secret. One thing is reckoned at a time: what somebody looks at goes before the rest.

pub mod curve;
pub mod luck;
pub mod what_if;

use crate::battle::View;
use crate::gui::play::state::{Play, Work};
use crate::ids::Side;
use crate::lab::order;
use crate::lab::trial;

impl Play {
    /// Whether a side hides something as the battle stands now, so that battles that are played on would tell of it. When
    /// it is over nothing is secret any more.
    pub fn chances_are_secret(&self) -> bool {
        match self.back.past() {
            Some(past) => past.secret,
            None => {
                let world = self.game.world();
                let over = View::umpire(world).ending().is_some();
                !over && Side::BOTH.into_iter().any(|side| trial::is_secret(world, side))
            }
        }
    }

    /// Has the background work for what is looked at, and takes in what it has found; `wake` has the window drawn again.
    pub fn reckon(&mut self, wake: impl Fn() + Send + Sync + 'static) {
        self.heed_answers();
        let narrator = self.game.narrator();
        self.rollouts.take_news(|action| order::in_words(&narrator, action));
        let wanted = match () {
            () if self.sheets.what_if() => Some(Work::WhatIf),
            () if self.rollouts.luck().is_some_and(|luck| luck.runs) => Some(Work::Luck),
            () if self.shows_curve() => Some(Work::Curve),
            () => None,
        };
        if self.rollouts.works() != wanted {
            self.rollouts.rest();
        }
        match wanted {
            _ if self.rollouts.is_at_work() => {}
            Some(Work::Luck) if self.rollouts.is_vain(Work::Luck) => self.stop_weighing(),
            Some(work) if self.rollouts.is_vain(work) => {}
            Some(Work::WhatIf) => self.reckon_what_if(wake),
            Some(Work::Luck) => self.reckon_luck(wake),
            Some(Work::Curve) => self.reckon_curve(wake),
            None => {}
        }
    }
}
