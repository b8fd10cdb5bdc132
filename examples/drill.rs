//! Opens the window with a ruleset that it has never heard of: the drill of the tests, by its `Ruleset` alone.
//!
//! `cargo run --release --example drill [FILE.png]` plays it; with a file's name, the window's picture is written
//! there and the program ends.

#[path = "../tests/it/drill/mod.rs"]
mod drill;

use std::path::PathBuf;
use std::process::ExitCode;

use sandtable::battle::Ruleset;
use sandtable::gui::{PROBE, Start, display_available, probe_main, run};

const RULESETS: &[Ruleset] = &[drill::RULESET];

fn main() -> ExitCode {
    let typed = std::env::args().nth(1);
    if typed.as_deref() == Some(PROBE) {
        return probe_main();
    }
    if let Err(missing) = display_available() {
        eprintln!("{missing}");
        return ExitCode::FAILURE;
    }
    let battle = Some(drill::BATTLE.to_owned());
    run(RULESETS, Start { battle, screenshot: typed.map(PathBuf::from), ..Start::default() })
}
