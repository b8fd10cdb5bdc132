//! `sandtable referee`: a battle for other programs, over stdin and stdout.

use std::io::{stdin, stdout};

use super::output::{Done, Outcome};
use crate::players::referee;
use crate::rules::RULESETS;

/// Referee a battle over stdin and stdout, one JSON object a line
#[derive(Debug, clap::Args)]
pub struct Referee {}

impl Referee {
    /// Answers lines until the input ends.
    pub fn run(&self) -> Outcome {
        referee::serve(RULESETS, stdin().lock(), stdout().lock())?;
        Ok(Done::Well)
    }
}
