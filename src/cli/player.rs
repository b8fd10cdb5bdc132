//! PLAYER on the command line.

use std::str::FromStr;

use crate::battle::Row;
use crate::nearest::nearest;
use crate::players::{Kind, Player};

/// Who answers for a side.
#[derive(Clone, Copy, Debug)]
pub struct Who(Kind);

impl Who {
    /// A player of this kind for battles under that ruleset.
    pub fn make(&self, row: &Row, seed: u64) -> Box<dyn Player> {
        self.0.make(row, seed)
    }

    /// As it was typed.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        if let Some(kind) = Kind::ALL.into_iter().find(|k| k.name() == text) {
            return Ok(Who(kind));
        }
        let names = Kind::ALL.map(Kind::name);
        Err(match nearest(text, names.into_iter()) {
            Some(near) => format!("there is no player `{text}`; did you mean `{near}`?"),
            None => format!("there is no player `{text}`; there are {}", names.join(", ")),
        })
    }
}
