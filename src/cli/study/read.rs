//! `--read`: the battles of a study that are worth reading, as pages.

use std::fs;
use std::path::Path;

use crate::cli::output::Trouble;
use crate::cli::write;
use crate::lab::page::{self, Origin};
use crate::lab::study::report::Summary;
use crate::lab::study::{Order, Studied, block, play};

/// Plays the typical, the closest and the most contrary pair of each variant again, and writes each battle as a page into
/// that folder: that of the variant and that of what it is compared with.
pub fn write(order: &Order, studied: &Studied, summary: &Summary, folder: &Path) -> Result<(), Trouble> {
    fs::create_dir_all(folder).map_err(|why| Trouble::file("make", folder, &why))?;
    for (contrast, variant) in order.study.contrasts.iter().zip(&summary.variants) {
        let (Some(arms), Some(read)) = (contrast.pair(), variant.read) else { continue };
        for (which, pair) in [("typical", read.typical), ("closest", read.closest), ("upset", read.upset)] {
            for n in arms {
                let arm = &order.study.arms[n];
                let mut world = play::again(&block(order, vec![n], pair..=pair), n, pair);
                let seed = studied.rows.iter().find(|row| (row.arm, row.pair) == (n, pair)).map(|row| row.seed);
                let origin = Origin {
                    path: format!("{}, {}, pair {pair}", summary.study, arm.name),
                    players: summary.arms[n].players.clone(),
                    dice: seed.map_or_else(String::new, |seed| format!("seed {seed}")),
                };
                let html = page::html(&mut world, order.ruleset, &arm.setup, &origin);
                let name = format!("{}-{which}-{}.html", plain(&variant.name), plain(&arm.name));
                write::file(&folder.join(name), html.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// A name that any file may have.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    name.chars().map(letter).collect()
}
