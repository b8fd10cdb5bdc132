//! `sandtable analyse`: luck and skill of a battle that was played, apart.

use std::io::Write;
use std::path::PathBuf;

use super::load;
use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use super::rollouts::{Rollouts, played};
use super::write;
use crate::lab::analysis::page;
use crate::lab::analysis::told::{Analysis, AnswerTold, SideTold};

/// Tell luck from skill in a battle that was played: what each throw changed, and what each answer lost
///
/// From each position so many battles are played on to their end by the captain on both sides, with the same seeds of dice
/// everywhere. The chance to win after a throw less that before it is luck; the chance of an answer less that of the
/// captain's answer is skill. The chance at the beginning, all luck and all skill together are the result, exactly.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable analyse zama.journal.ron
  sandtable analyse zama.journal.ron --page zama.html --keep zama.rollouts     # the same line again goes on where it was
  sandtable analyse zama.journal.ron --rollouts 100 --format json

Exit status: 0 when it was done, else 1.")]
pub struct Analyse {
    /// A journal
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    #[command(flatten)]
    rollouts: Rollouts,
    /// Write all of it as one page for a browser
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// For people or for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Analyse {
    /// Plays the rollouts and tells what they say.
    pub fn run(&self) -> Outcome {
        let journal = load::journal(&self.journal)?;
        load::warn(&journal.notices);
        let analysis = self.rollouts.told(&journal, &played(&journal)?)?;
        if let Some(path) = &self.page {
            let html = page::html(&analysis).map_err(|why| Trouble::Failed(why.to_string()))?;
            write::file(path, html.as_bytes())?;
        }
        match self.format {
            Format::Json => print_json(&analysis)?,
            Format::Text => print(&analysis)?,
        }
        Ok(Done::Well)
    }
}

fn print(analysis: &Analysis) -> Result<(), Trouble> {
    let mut out = out();
    writeln!(out, "{}: luck and skill\n{}\n", analysis.title, page::headline(analysis))?;
    let sides = [&analysis.north, &analysis.south];
    let wide = sides.iter().map(|side| side.name.chars().count()).max().unwrap_or_default().max(6);
    writeln!(out, "{:wide$}  {:<15}  {:<15}  answers  other  doubtful  bad  blunders  fine", "side", "skill", "luck")?;
    for SideTold { name, skill, luck, answers, other, marks: [doubtful, bad, blunders, fine] } in sides {
        let (skill, luck) = (page::with_error(*skill), page::with_error(*luck));
        writeln!(
            out,
            "{name:wide$}  {skill:<15}  {luck:<15}  {answers:>7}  {other:>5}  {doubtful:>8}  {bad:>3}  {blunders:>8}  {fine:>4}"
        )?;
    }
    writeln!(out, "\n{}\n", page::sum(analysis))?;
    for answer in analysis.answers.iter().filter(|answer| !answer.marks.is_empty()) {
        print_answer(&mut out, answer)?;
    }
    writeln!(out, "{}", page::basis(analysis))?;
    out.flush()?;
    Ok(())
}

fn print_answer(out: &mut impl Write, answer: &AnswerTold) -> Result<(), Trouble> {
    let AnswerTold { when, side, told, chance, skill, instead, luck, marks, .. } = answer;
    let [before, after] = chance.map(page::hundredths);
    let marks: Vec<&str> = marks.iter().map(|mark| mark.word()).collect();
    writeln!(out, "{when:<5} {} ({}): {before} to {after}", marks.join(", "), side.name())?;
    writeln!(out, "      {told}")?;
    if let Some(skill) = skill {
        let instead = instead.as_deref().map_or_else(String::new, |instead| format!("; instead: {instead}"));
        writeln!(out, "      the answer {}{instead}", page::with_error(*skill))?;
    }
    if let Some(luck) = luck {
        writeln!(out, "      the dice {}", page::with_error(*luck))?;
    }
    writeln!(out)?;
    Ok(())
}
