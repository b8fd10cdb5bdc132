//! The results of a batch: a summary for programs, and a table of all battles.

use serde::Serialize;

use super::batch::{Batch, Game};
use super::conduct::Conduct;
use super::statistics::{self, Turns};
use crate::ids::Side;

/// The summary of a batch, as `--format json` writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// A scenario, or the journal that was played on from.
    pub scenario: String,
    /// The turn of the journal from which it was played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// By which it was played.
    pub ruleset: String,
    /// The switches in force.
    pub switches: Vec<String>,
    /// Of the batch.
    pub seed: u64,
    /// How many battles.
    pub games: usize,
    /// A hash of number, winner, turns and final digest of each battle.
    pub hash: String,
    /// Of all threads together.
    pub cpu_seconds: f64,
    /// From the first to the last.
    pub wall_seconds: f64,
    /// How many answers were accepted in all of them.
    pub actions: u64,
    /// How north fared.
    pub north: SideSummary,
    /// How south fared.
    pub south: SideSummary,
    /// Battles that nobody won.
    pub draws: usize,
    /// Battles that were stopped before their end.
    pub unfinished: usize,
    /// How many turns they took.
    pub turns: Turns,
}

/// A side of a batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideSummary {
    /// Who played it.
    pub player: String,
    /// How many battles it won.
    pub wins: u32,
    /// Wilson's 95 % interval of the share of battles won.
    pub interval: [f64; 2],
    /// How it led, in all battles together, if that was watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conduct: Option<Conduct>,
}

/// What was played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The name of the built-in battle, or its file's path.
    pub scenario: &'a str,
    /// The turn of the journal from which it was played on; none: from the battle's beginning.
    pub turn: Option<u32>,
    /// The ruleset's name.
    pub ruleset: &'a str,
    /// The switches in force.
    pub switches: &'a [String],
    /// The seed of the first game; each game after it has the next one.
    pub seed: u64,
    /// North, south.
    pub players: [&'a str; 2],
}

/// The summary of a batch.
pub fn summary(played: Played, batch: &Batch) -> Summary {
    let games = &batch.games;
    let side = |side: Side| {
        let wins = games.iter().filter(|g| g.winner() == Some(side)).count() as u32;
        let interval = statistics::wilson(wins, games.len() as u32);
        let led = games.iter().filter_map(|g| g.conduct.map(|both| both[side.index()]));
        let conduct = led.reduce(Conduct::and);
        SideSummary { player: played.players[side.index()].to_owned(), wins, interval, conduct }
    };
    Summary {
        scenario: played.scenario.to_owned(),
        turn: played.turn,
        ruleset: played.ruleset.to_owned(),
        switches: played.switches.to_vec(),
        seed: played.seed,
        games: games.len(),
        hash: statistics::hash(games).to_string(),
        cpu_seconds: batch.cpu_seconds,
        wall_seconds: batch.wall_seconds,
        actions: games.iter().map(|g| g.actions).sum(),
        north: side(Side::North),
        south: side(Side::South),
        draws: games.iter().filter(|g| g.end.as_ref().is_ok_and(|e| e.winner.is_none())).count(),
        unfinished: games.iter().filter(|g| g.end.is_err()).count(),
        turns: statistics::turns(games),
    }
}

/// The battles as a CSV table: `game,seed,winner,why,turns,actions,digest`. The winner of a draw is `draw`, of a
/// battle that was stopped `unfinished`.
///
/// # Errors
/// When the table cannot be written.
pub fn write_csv(games: &[Game], to: impl std::io::Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(to);
    table.write_record(["game", "seed", "winner", "why", "turns", "actions", "digest"])?;
    for game in games {
        let (winner, why) = match &game.end {
            Ok(end) => (end.winner.map_or("draw", Side::name), end.why.0),
            Err(stopped) => ("unfinished", &*stopped.word),
        };
        let (number, seed) = (game.number.to_string(), game.seed.to_string());
        let (turns, actions) = (game.turns.to_string(), game.actions.to_string());
        table.write_record([&number, &seed, winner, why, &turns, &actions, &game.digest.to_string()])?;
    }
    table.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Digest, Ending};
    use crate::cite::Word;
    use crate::lab::batch::Stopped;

    fn batch() -> Batch {
        let end = |winner| Ok(Ending { winner, why: Word("breakpoint") });
        let game = |number, end| Game {
            number,
            seed: 70 + u64::from(number),
            end,
            turns: 4,
            actions: 10,
            digest: Digest(255),
            conduct: None,
        };
        let games = vec![
            game(1, end(Some(Side::North))),
            game(2, end(None)),
            game(3, Err(Stopped { word: "budget".into(), told: String::new() })),
            game(4, end(Some(Side::North))),
        ];
        Batch { games, cpu_seconds: 1.0, wall_seconds: 0.5, trouble: None }
    }

    #[test]
    fn wins_draws_and_unfinished_battles_are_told_apart() {
        let (switches, players) = (["fords".to_owned()], ["captain", "random"]);
        let played = Played { scenario: "toy/race", turn: None, ruleset: "toy", switches: &switches, seed: 9, players };
        let summary = summary(played, &batch());
        assert_eq!((summary.north.wins, summary.south.wins, summary.draws, summary.unfinished), (2, 0, 1, 1));
        assert_eq!((summary.games, summary.actions), (4, 40));
        assert_eq!(summary.north.interval, statistics::wilson(2, 4));
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(json["turns"]["max"], 4);
        assert_eq!(json["south"]["player"], "random");
        assert_eq!(json["switches"], serde_json::json!(["fords"]));
    }

    #[test]
    fn the_table_has_a_row_a_battle() {
        let mut csv = Vec::new();
        write_csv(&batch().games, &mut csv).unwrap();
        let lines: Vec<&str> = std::str::from_utf8(&csv).unwrap().lines().collect();
        assert_eq!(lines[0], "game,seed,winner,why,turns,actions,digest");
        assert_eq!(lines[1], "1,71,north,breakpoint,4,10,00000000000000ff");
        assert_eq!(lines[2], "2,72,draw,breakpoint,4,10,00000000000000ff");
        assert_eq!(lines[3], "3,73,unfinished,budget,4,10,00000000000000ff");
    }
}
