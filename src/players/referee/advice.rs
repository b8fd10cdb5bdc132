//! Advice: what one of the program's own players would answer now.

use bevy::ecs::world::World;
use serde::Serialize;

use super::Fault;
use crate::battle::{self, Digest, InPlay, Ref, View};
use crate::ids::Side;
use crate::players::wire::{self, Wire};
use crate::players::{Duty, Ground, Kind, Player, Reason};

/// The advisers of one battle. Each is kept until an answer is taken back, so that one who is asked at every question
/// plays as it would by itself.
#[derive(Default)]
pub(super) struct Advisers(Vec<Adviser>);

struct Adviser {
    kind: Kind,
    side: Side,
    player: Box<dyn Player>,
    /// Its last advice, and the position that it was for: asked again there, it says the same.
    said: Option<(Digest, Advice)>,
}

/// What it would answer, and why.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Advice {
    action: String,
    side: Side,
    why: Vec<Weighed>,
    /// The enemy that the action makes for.
    makes_for: Option<String>,
    /// What the army wants, as a plan's file has it.
    intent: Option<&'static str>,
    /// What the line that is ordered to march is to do for it.
    duty: Option<Duty>,
}

/// One reason, in points of unit values; negative when it speaks against the action.
#[derive(Clone, Debug, Serialize)]
struct Weighed {
    what: Ground,
    value: f32,
}

impl Advisers {
    /// What the program's own player of that kind (captain, plain-captain, random) would answer for a side that is asked.
    /// Asked again in the same position it says the same.
    ///
    /// # Errors
    /// When there is no such kind of player.
    pub fn ask(&mut self, world: &World, name: &str, side: Side) -> Result<Advice, Fault> {
        let kind = kind(name)?;
        let at = self.0.iter().position(|known| known.kind == kind && known.side == side).unwrap_or_else(|| {
            let player = kind.telling(&world.resource::<InPlay>().0, side.index() as u64);
            self.0.push(Adviser { kind, side, player, said: None });
            self.0.len() - 1
        });
        let adviser = &mut self.0[at];
        let now = battle::digest(world);
        if let Some((then, said)) = &adviser.said
            && *then == now
        {
            return Ok(said.clone());
        }
        let wire = Wire::new(world, Some(side));
        let action = adviser.player.answer(&wire.view(), side);
        let reason = adviser.player.reason().cloned().unwrap_or_default();
        let advice = Advice {
            action: wire.line(&action),
            side,
            why: weighed(&reason),
            intent: reason.led.map(|(intent, _)| intent.word()),
            duty: reason.led.map(|(_, duty)| duty),
            makes_for: reason.makes_for.map(|unit| wire.names().name(Ref::Unit(unit))),
        };
        adviser.said = Some((now, advice.clone()));
        Ok(advice)
    }

    /// Forgets everything, because answers were taken back.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

fn weighed(reason: &Reason) -> Vec<Weighed> {
    reason.grounds.iter().map(|(what, value)| Weighed { what: *what, value: *value }).collect()
}

/// Who can be asked for advice. A general plays the battle on, which an adviser cannot.
const ADVISERS: [Kind; 3] = [Kind::Captain, Kind::PlainCaptain, Kind::Random];

fn kind(name: &str) -> Result<Kind, Fault> {
    ADVISERS.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let names = ADVISERS.map(Kind::name);
        let meant = wire::meant(name, names.into_iter());
        Fault::Error(format!("there is no player `{name}`{meant}; there are {}", names.join(", ")))
    })
}

/// The side to answer for: the given one or, if none is given, the one that is asked.
///
/// # Errors
///
/// When that side is not asked.
pub(super) fn asked(view: &View, side: Side) -> Result<Side, Fault> {
    if view.ending().is_none() && view.waiting().contains(&side) {
        return Ok(side);
    }
    Err(Fault::Error(format!("{} is not asked now", side.name())))
}
