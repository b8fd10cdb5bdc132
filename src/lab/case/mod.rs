//! Runs cases: a staged position, scripted dice, actions, and expectations. A case is a test, a demonstration and a
//! picture at once.

mod block;
mod expect;
mod telling;
#[cfg(test)]
mod tests;

use bevy::ecs::world::World;
use serde::Serialize;

use crate::battle::{Opening, Ruleset};
use crate::scenario::{Case, FileFlaw};

/// What became of a case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Its file.
    pub path: String,
    /// The rule that it shows, e.g. `drill:2.1`; empty when the file does not say.
    pub rule: String,
    /// What it shows, as its file has it.
    pub title: String,
    /// Whether everything in it is as its file expects.
    pub ok: bool,
    /// Everything that is not as it must be, one a line, each with its place in the file.
    pub failures: Vec<String>,
}

/// Reads and runs the case of that path, under one of these rulesets.
pub fn run(rulesets: &[Ruleset], path: &str) -> Verdict {
    match Case::load(path) {
        Err(flaws) => Verdict::failed(path, lines(&flaws)),
        Ok(case) => {
            let verdict = match case.open(rulesets) {
                Err(flaws) => Verdict::failed(case.source.path(), lines(&flaws)),
                // What names a rule or a word that does not exist could never fail.
                Ok(mut opened) => match &case.check(&opened)[..] {
                    [] => {
                        let mut failures: Vec<String> = warned(&case, &opened.warnings).into_iter().collect();
                        failures.extend(blocks(&case, &mut opened.world));
                        Verdict::of(case.source.path(), failures)
                    }
                    flaws => Verdict::failed(case.source.path(), lines(flaws)),
                },
            };
            Verdict { rule: format!("{}:{}", case.ruleset, case.rule), title: case.title, ..verdict }
        }
    }
}

/// What the ruleset warns of in the battle, where the case says what that must be and it is something else.
fn warned(case: &Case, warnings: &[FileFlaw]) -> Option<String> {
    let told: Vec<&str> = warnings.iter().map(|flaw| flaw.message.as_str()).collect();
    let wanted = case.warns.as_ref().filter(|wanted| **wanted != told)?;
    Some(format!("{}: expected the warnings {wanted:?}, found {told:?}", case.source.path()))
}

/// Runs the blocks of a case, each from the staged position that the world stands in.
fn blocks(case: &Case, world: &mut World) -> Vec<String> {
    let opening = Opening::take(world);
    let mut failures = Vec::new();
    for (n, one) in case.blocks.iter().enumerate() {
        let which = match &one.title {
            _ if case.blocks.len() == 1 => String::new(),
            Some(title) => format!("{title}: "),
            None => format!("block {}: ", n + 1),
        };
        for failure in block::run(world, &opening, one) {
            let (line, column) = failure.at.unwrap_or((1, 1));
            failures.push(format!("{}:{line}:{column}: {which}{}", case.source.path(), failure.told));
        }
    }
    failures
}

fn lines(flaws: &[FileFlaw]) -> Vec<String> {
    flaws.iter().map(ToString::to_string).collect()
}

impl Verdict {
    fn of(path: &str, failures: Vec<String>) -> Verdict {
        let (path, rule, title) = (path.to_owned(), String::new(), String::new());
        Verdict { path, rule, title, ok: failures.is_empty(), failures }
    }

    fn failed(path: &str, failures: Vec<String>) -> Verdict {
        Verdict { ok: false, ..Verdict::of(path, failures) }
    }
}
