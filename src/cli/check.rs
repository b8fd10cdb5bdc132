//! `sandtable check`: all flaws of files.

use std::io::Write;
use std::path::PathBuf;

use super::output::{Done, Format, Outcome, Trouble, out, print_json};
use crate::rules::RULESETS;
use crate::scenario::{self, home};

/// List all flaws of scenario, map, army, plan, case and journal files
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Files, folders with files, `own` for your own folder, or built-in scenarios such as armati/zama
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How the flaws are listed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Check {
    /// Lists the flaws on stdout: one a line, or one JSON array.
    pub fn run(&self) -> Outcome {
        let own = |path: &PathBuf| match home::folder() {
            Some(folder) if path.as_os_str() == "own" && !path.exists() => folder.to_path_buf(),
            _ => path.clone(),
        };
        let paths: Vec<PathBuf> = self.paths.iter().map(own).collect();
        if let Some(none) = paths.iter().zip(&self.paths).find(|(path, said)| path != said && !path.exists()) {
            return Err(Trouble::Failed(format!(
                "There is no folder of your own yet: {} can be made.",
                none.0.display()
            )));
        }
        let checked = scenario::check(RULESETS, &paths);
        match self.format {
            Format::Json => print_json(&checked.flaws)?,
            Format::Text => {
                let mut out = out();
                for flaw in &checked.flaws {
                    writeln!(out, "{flaw}")?;
                }
                if checked.flaws.is_empty() {
                    let files =
                        if checked.files == 1 { "1 file".to_owned() } else { format!("{} files", checked.files) };
                    writeln!(out, "{files} checked, nothing wrong.")?;
                }
                out.flush()?;
            }
        }
        Ok(if checked.has_errors() { Done::Bad } else { Done::Well })
    }
}
