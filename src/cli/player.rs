//! PLAYER on the command line.

use std::str::FromStr;

use super::load;
use super::output::Trouble;
use crate::battle::Ruleset;
use crate::ids::Side;
use crate::nearest::nearest;
use crate::players::{General, Kind, Planned, Player, Think};
use crate::scenario::{Opened, Plan};

/// Who answers for a side, as it was typed.
#[derive(Clone, Debug)]
pub enum Who {
    Kind(Kind),
    /// A captain under standing orders: the plan's file, or the name of a built-in one.
    Plan(String),
}

/// Who answers for a side, ready to play.
pub enum Seat {
    Kind(Kind),
    /// A general who thinks so much in a turn.
    General(Think),
    Plan(Plan, String),
}

impl Who {
    /// Ready to play that side of a battle.
    ///
    /// # Errors
    /// Every flaw of a plan's file; or that it is for the other side, or for another battle with other names.
    pub fn ready(&self, battle: &Opened, side: Side) -> Result<Seat, Trouble> {
        let name = match self {
            Who::Kind(kind) => return Ok(Seat::Kind(*kind)),
            Who::Plan(name) => name,
        };
        let plan = Plan::load(name).map_err(|list| load::flaws(&list))?;
        if plan.side != side {
            let (is, asked) = (plan.side.name(), side.name());
            return Err(Trouble::Failed(format!("the plan {name} is for {is}: it cannot play {asked}")));
        }
        let misfit = |why| Trouble::Failed(format!("the plan {name} was made for {}: {why}", plan.battle));
        plan.fits(&battle.setup).map_err(misfit)?;
        Ok(Seat::Plan(plan, name.clone()))
    }
}

impl Seat {
    /// The same, a general thinking so much in a turn.
    #[must_use]
    pub fn thinking(self, think: Think) -> Seat {
        if matches!(self, Seat::Kind(Kind::General)) { Seat::General(think) } else { self }
    }

    /// A player for a battle under that ruleset.
    pub fn make(&self, ruleset: &Ruleset, seed: u64) -> Box<dyn Player> {
        match self {
            Seat::Kind(kind) => kind.make(ruleset, seed),
            Seat::General(think) => Box::new(General::new(ruleset, seed, *think)),
            Seat::Plan(plan, name) => Box::new(Planned::new(ruleset, plan, name)),
        }
    }

    /// As it was typed.
    pub fn name(&self) -> &str {
        match self {
            Seat::Kind(kind) => kind.name(),
            Seat::General(_) => Kind::General.name(),
            Seat::Plan(_, name) => name,
        }
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        if let Some(kind) = Kind::ALL.into_iter().find(|k| k.name() == text) {
            return Ok(Who::Kind(kind));
        }
        if text.contains(['/', '\\']) || text.ends_with(".ron") {
            return Ok(Who::Plan(text.to_owned()));
        }
        let names = Kind::ALL.map(Kind::name);
        Err(match nearest(text, names.into_iter()) {
            Some(near) => format!("there is no player `{text}`; did you mean `{near}`?"),
            None => format!("there is no player `{text}`; there are {}, or a plan's file", names.join(", ")),
        })
    }
}
