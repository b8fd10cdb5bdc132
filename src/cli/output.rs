//! How a command ends, and how it writes: results on stdout, troubles on stderr.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use serde::Serialize;

/// Standard output, buffered; it is flushed when the command hands it back or drops it.
pub type Out = BufWriter<StdoutLock<'static>>;

/// What a command comes to.
pub type Outcome = Result<Done, Trouble>;

/// It was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// And all is well: status 0.
    Well,
    /// And what was looked at is bad, as was told on stdout: status 1.
    Bad,
}

/// It was not done.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// What was typed makes no sense: status 2.
    #[error("{0}")]
    Usage(String),
    /// Something that it needs is bad or cannot be had: status 1. One clear line first, then more if there is more.
    #[error("{0}")]
    Failed(String),
    /// Whoever reads the output has stopped reading: no trouble at all.
    #[error("the output was closed")]
    Closed,
}

/// What the output looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON value.
    Json,
}

/// Standard output.
pub fn out() -> Out {
    BufWriter::new(io::stdout().lock())
}

/// Writes one JSON value and a line's end to standard output.
///
/// # Errors
/// When it cannot be written.
pub fn print_json(value: &impl Serialize) -> Result<(), Trouble> {
    let mut out = out();
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// The exit status of an outcome, once its trouble is told.
pub(super) fn status(outcome: Outcome) -> ExitCode {
    let (code, trouble) = match outcome {
        Ok(Done::Well) | Err(Trouble::Closed) => return ExitCode::SUCCESS,
        Ok(Done::Bad) => return ExitCode::FAILURE,
        Err(trouble @ Trouble::Failed(_)) => (1, trouble),
        Err(trouble @ Trouble::Usage(_)) => (2, trouble),
    };
    // When stderr is closed too, there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {trouble}");
    ExitCode::from(code)
}

impl Trouble {
    /// A file that could not be read or written.
    pub fn file(doing: &str, path: &std::path::Path, why: &io::Error) -> Trouble {
        Trouble::Failed(format!("cannot {doing} {}: {why}", path.display()))
    }
}

impl From<io::Error> for Trouble {
    fn from(why: io::Error) -> Trouble {
        match why.kind() {
            ErrorKind::BrokenPipe => Trouble::Closed,
            _ => Trouble::Failed(format!("cannot write the output: {why}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_no_trouble() {
        assert!(matches!(Trouble::from(io::Error::from(ErrorKind::BrokenPipe)), Trouble::Closed));
        assert!(matches!(Trouble::from(io::Error::from(ErrorKind::StorageFull)), Trouble::Failed(_)));
    }
}
