//! Hidden commands for packagers: shell completions and the manual page.

use std::io::Write;

use super::output::{Done, Outcome, out};

/// Write a completion script for a shell.
#[derive(Debug, clap::Args)]
pub struct Completions {
    shell: clap_complete::Shell,
}

impl Completions {
    /// Writes the script to stdout.
    pub fn run(&self, mut command: clap::Command) -> Outcome {
        // The generator panics where it cannot write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "sandtable", &mut script);
        let mut out = out();
        out.write_all(&script)?;
        out.flush()?;
        Ok(Done::Well)
    }
}

/// Writes the manual page of the program and of each command to stdout.
pub fn man(command: clap::Command) -> Outcome {
    let mut command = command;
    command.build();
    let mut out = out();
    clap_mangen::Man::new(command.clone()).render(&mut out)?;
    for sub in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        clap_mangen::Man::new(sub.clone()).render(&mut out)?;
    }
    out.flush()?;
    Ok(Done::Well)
}
