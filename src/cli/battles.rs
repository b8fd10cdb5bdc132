//! Many battles of a scenario from their beginning, as `calibrate` and `positions` are told of them.

use super::output::Trouble;
use super::player::{Seat, Who};
use super::sim::jobs;
use super::start::{Start, StartArgs};
use crate::ids::Side;

/// Which battles, and who plays them.
#[derive(Debug, clap::Args)]
pub struct Battles {
    #[command(flatten)]
    pub start: StartArgs,
    /// Who plays north: captain, plain-captain, random, or a plan's file
    #[arg(long, default_value = "captain", value_name = "PLAYER")]
    north: Who,
    /// Who plays south: captain, plain-captain, random, or a plan's file
    #[arg(long, default_value = "captain", value_name = "PLAYER")]
    south: Who,
    /// Where all dice and all the players' own choices come from
    #[arg(long, default_value = "1", value_name = "S")]
    pub seed: u64,
    /// How many threads, or `all` for as many as the machine runs at once
    #[arg(long, default_value = "all", value_name = "J", value_parser = jobs)]
    pub jobs: std::num::NonZeroUsize,
}

impl Battles {
    /// The scenario, and who plays north and south. A journal is none.
    pub fn open(&self) -> Result<(Start, [Seat; 2]), Trouble> {
        let start = self.start.open()?;
        if start.is_journal() {
            let why = "battles of a scenario begin at their beginning; those of a journal would not";
            return Err(Trouble::Usage(why.to_owned()));
        }
        let seats = [self.north.ready(&start.opened, Side::North)?, self.south.ready(&start.opened, Side::South)?];
        start.again()?;
        Ok((start, seats))
    }
}
