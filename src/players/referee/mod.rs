//! The referee: a battle for other people's programs, one JSON object a line in, one line out. A line that is
//! wrong in any way is answered with an error and changes nothing.

mod advice;
mod game;
mod record;
mod request;

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;

use self::game::{Answer, Game};
use self::request::{Request, Wanted};
use super::wire::RefusalOut;
use crate::battle::Ruleset;
use crate::scenario::FileFlaw;

/// The longest line that is read, in bytes.
pub const LONGEST: usize = 1 << 20;

/// Answers requests. One battle is played at a time.
pub struct Referee {
    rulesets: &'static [Ruleset],
    game: Option<Game>,
}

/// Why a request is not carried out.
enum Fault {
    /// It makes no sense, or cannot be carried out at all.
    Error(String),
    /// The files of the battle are flawed.
    Flaws(Vec<FileFlaw>),
    /// The rules forbid it.
    Refused(Box<RefusalOut>),
}

impl Fault {
    fn error(message: &str) -> Fault {
        Fault::Error(message.to_owned())
    }
}

impl From<Vec<FileFlaw>> for Fault {
    fn from(flaws: Vec<FileFlaw>) -> Fault {
        Fault::Flaws(flaws)
    }
}

impl Referee {
    /// A referee for battles under these rulesets, with none begun.
    pub fn new(rulesets: &'static [Ruleset]) -> Referee {
        Referee { rulesets, game: None }
    }

    /// The answer to one line, without the line's end.
    pub fn answer(&mut self, line: &str) -> String {
        match self.request(line) {
            Ok(ok) => format!("{{\"ok\":{ok}}}"),
            Err(Fault::Refused(refusal)) => told(&Told::Refused { refused: &refusal }),
            Err(Fault::Error(error)) => told(&Told::Error { error: &error, flaws: &[] }),
            Err(Fault::Flaws(flaws)) => {
                let first = flaws.iter().find(|flaw| flaw.is_error()).or(flaws.first());
                let error = first.map_or_else(|| "the file cannot be used".to_owned(), ToString::to_string);
                told(&Told::Error { error: &error, flaws: &flaws })
            }
        }
    }

    fn request(&mut self, line: &str) -> Answer {
        if line.trim().is_empty() {
            return Err(Fault::error("an empty line asks nothing"));
        }
        let request = serde_json::from_str(line).map_err(|why| Fault::Error(format!("no request: {why}")))?;
        if let Request::Load { scenario, seed, dice, then, block } = request {
            let wanted = Wanted::of(seed, dice, then).map_err(Fault::Error)?;
            let (game, loaded) = Game::load(self.rulesets, &scenario, wanted, block)?;
            self.game = Some(game);
            return Ok(loaded);
        }
        let game = self.game.as_mut().ok_or_else(|| Fault::error("no battle is loaded"))?;
        match request {
            Request::Question { side } => game.question(side),
            Request::Offer { side, units, barred } => game.offer(side, &units, barred),
            Request::Fit { action, with, side } => game.fit(&action, &with, side),
            Request::Judge { action, side } => game.judge(&action, side),
            Request::Submit { action } => game.submit(&action),
            Request::State { side } => game.state(side),
            Request::Advise { player, side } => game.advise(&player, side),
            Request::Undo {} => game.undo(),
            Request::Redo {} => game.redo(),
            Request::Journal {} | Request::Load { .. } => game.journal(),
        }
    }
}

/// Answers every line of the input until it ends. Each answer is flushed before the next line is read.
///
/// # Errors
///
/// When the input cannot be read or the output not written.
pub fn serve(rulesets: &'static [Ruleset], mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut referee = Referee::new(rulesets);
    let mut line = Vec::new();
    while let Some(read) = next_line(&mut input, &mut line)? {
        let answer = match read {
            Ok(text) => referee.answer(text),
            Err(error) => told(&Told::Error { error: &error, flaws: &[] }),
        };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// The next line, or what is wrong with it; none at the end of input. A line that is too long is skipped.
fn next_line<'l>(input: &mut impl BufRead, line: &'l mut Vec<u8>) -> io::Result<Option<Result<&'l str, String>>> {
    line.clear();
    let mut most = input.take(LONGEST as u64 + 1);
    if most.read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") && line.len() > LONGEST {
        pass_over(input)?;
        return Ok(Some(Err(format!("the line is over {LONGEST} bytes long"))));
    }
    let text = std::str::from_utf8(line).map_err(|_| "the line is not text in UTF-8".to_owned());
    Ok(Some(text.map(|text| text.trim_end_matches(['\n', '\r']))))
}

/// Skips to the end of the line.
fn pass_over(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (used, done) = (end.map_or(buffer.len(), |at| at + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Refused {
        refused: &'a RefusalOut,
    },
    Error {
        error: &'a str,
        /// All flaws of a file.
        #[serde(skip_serializing_if = "<[FileFlaw]>::is_empty")]
        flaws: &'a [FileFlaw],
    },
}

fn told(what: &Told) -> String {
    // Only texts and numbers are written, so this cannot fail.
    serde_json::to_string(what).unwrap_or_else(|_| "{\"error\":\"the answer cannot be written\"}".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &[u8]) -> Vec<String> {
        let mut output = Vec::new();
        serve(&[], input, &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_line_has_one_answer() {
        let none = "{\"error\":\"no battle is loaded\"}";
        assert_eq!(answers(b"{\"cmd\":\"state\"}\n{\"cmd\":\"undo\"}\r\n{\"cmd\":\"journal\"}"), [none; 3]);
        let answers = answers(b"\n{\n\xff\n[]\n{\"cmd\":\"state\"}\n");
        assert_eq!(answers.len(), 5);
        assert!(answers[..4].iter().all(|answer| answer.starts_with("{\"error\":\"")), "{answers:?}");
        assert_eq!(answers[4], none);
    }

    #[test]
    fn a_line_of_the_longest_length_is_read_and_one_byte_more_is_passed_over() {
        let state = "{\"cmd\":\"state\"}";
        let long = |n: usize| format!("{state}{}\n{state}\n", " ".repeat(n - state.len()));
        let none = "{\"error\":\"no battle is loaded\"}";
        assert_eq!(answers(long(LONGEST).as_bytes()), [none; 2]);
        assert_eq!(
            answers(long(LONGEST + 1).as_bytes()),
            ["{\"error\":\"the line is over 1048576 bytes long\"}", none]
        );
        assert_eq!(answers(long(3 * LONGEST).as_bytes())[1], none);
        assert_eq!(answers(&vec![b'x'; LONGEST + 1]).len(), 1);
    }

    #[test]
    fn deep_nesting_is_an_error() {
        let deep =
            format!("{{\"cmd\":\"fit\",\"action\":\"a: b\",\"with\":{}{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(answers(deep.as_bytes())[0].contains("error"));
    }
}
