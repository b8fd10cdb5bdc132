//! What was typed is read, done, and answered with an exit status.

use std::process::ExitCode;

use sandtable::cli;

fn main() -> ExitCode {
    cli::run(cli::parse())
}
