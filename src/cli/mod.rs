//! The command line: what was typed becomes what is meant. One file a command; a command returns its [`Outcome`],
//! and here alone that becomes an exit status and a line on stderr.

mod analyse;
mod battles;
mod calibrate;
mod cases;
mod check;
mod extras;
mod help;
mod lexicon;
mod load;
mod log;
mod output;
mod page;
mod picture;
mod places;
mod play;
mod player;
mod positions;
mod progress;
mod referee;
mod replay;
mod report;
pub(crate) mod rollouts;
mod rules;
mod shipped;
mod sim;
mod start;
mod study;
mod write;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use output::{Done, Format, Out, Outcome, Trouble, print_json};

/// Everything that can be typed.
#[derive(Debug, Parser)]
#[command(
    name = "sandtable",
    version,
    about = "A 2D miniatures battle simulator: published rulesets played by the book, every ruling explained",
    after_help = help::EXAMPLES,
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub struct Args {
    #[command(flatten)]
    places: places::Places,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Play),
    Sim(sim::Sim),
    Study(study::Studies),
    Analyse(analyse::Analyse),
    Calibrate(calibrate::Calibrate),
    Positions(positions::Positions),
    Check(check::Check),
    Cases(cases::Cases),
    Rules(rules::Rules),
    Replay(replay::Replays),
    Report(report::Reports),
    Picture(picture::Picture),
    Referee(referee::Referee),
    Help(help::Help),
    #[command(hide = true)]
    Completions(extras::Completions),
    #[command(hide = true)]
    Man,
    /// The window's child, which finds out whether one can be opened
    #[cfg(feature = "gui")]
    #[command(hide = true, name = crate::gui::PROBE)]
    ProbeDisplay,
}

/// What was typed. Wrong usage ends the program with status 2, `--help` and `--version` with 0.
pub fn parse() -> Args {
    Args::parse()
}

/// The same of a given line, the program's name first.
///
/// # Errors
/// What is wrong with the line, as it would be shown.
pub fn parse_from(line: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Args, String> {
    Args::try_parse_from(line).map_err(|e| e.to_string())
}

/// Does what was typed: 0 done, 1 what was checked is bad or could not be done, 2 wrong usage. What went wrong
/// stands on stderr, one clear line first.
pub fn run(args: Args) -> ExitCode {
    args.places.settle();
    let outcome = match args.command {
        None => play::Play::default().run(&args.places),
        Some(Command::Play(play)) => play.run(&args.places),
        Some(Command::Sim(sim)) => sim.run(),
        Some(Command::Study(study)) => study.run(),
        Some(Command::Analyse(analyse)) => analyse.run(),
        Some(Command::Calibrate(calibrate)) => calibrate.run(),
        Some(Command::Positions(positions)) => positions.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Cases(cases)) => cases.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Replay(replay)) => replay.run(),
        Some(Command::Report(report)) => report.run(),
        Some(Command::Picture(picture)) => picture.run(),
        Some(Command::Referee(referee)) => referee.run(),
        Some(Command::Help(help)) => help.run(Args::command(), &args.places),
        Some(Command::Completions(completions)) => completions.run(Args::command()),
        Some(Command::Man) => extras::man(Args::command()),
        #[cfg(feature = "gui")]
        Some(Command::ProbeDisplay) => return crate::gui::probe_main(),
    };
    output::status(outcome)
}
