//! `--read`: the battles of a study that are worth reading, as pages and as journals.

use std::fs;
use std::path::Path;

use crate::battle::{Action, Journal, Opening, begin_again};
use crate::cli::output::Trouble;
use crate::cli::write;
use crate::dice::Dice;
use crate::lab::keeper::Keeper;
use crate::lab::page::{self, Origin};
use crate::lab::study::report::Summary;
use crate::lab::study::{Order, Studied, block, play};
use crate::scenario::study::Arm;

/// Plays the typical, the closest and the most contrary pair of each variant again, and writes each battle as a page into
/// that folder, and as a journal where there are words for it in one: that of the variant and that of what it is compared
/// with.
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
                let name = format!("{}-{which}-{}", plain(&variant.name), plain(&arm.name));
                let answers: Vec<Action> =
                    world.resource::<Journal>().answers().map(|(_, action)| action.clone()).collect();
                if let Some(seed) = seed {
                    let path = folder.join(format!("{name}.journal.ron"));
                    keep(order, arm, seed, &answers, &origin.players, &path)?;
                }
                let html = page::html(&mut world, order.ruleset, &arm.setup, &origin, None)
                    .map_err(|why| Trouble::Failed(why.to_string()))?;
                write::file(&folder.join(format!("{name}.html")), html.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// Writes the journal of that battle, where a journal can say how it began.
fn keep(
    order: &Order,
    arm: &Arm,
    seed: u64,
    answers: &[Action],
    [north, south]: &[String; 2],
    path: &Path,
) -> Result<(), Trouble> {
    let Some(header) = order.study.header(arm, order.ruleset, seed) else { return Ok(()) };
    let mut world = (order.world)(arm);
    let opening = Opening::take(&world);
    if begin_again(&mut world, &opening, Dice::seeded(seed)).is_err() {
        return Ok(());
    }
    let kept = Keeper::again(path, &header, &mut world, [north, south], answers);
    kept.map(|_| ()).map_err(|why| Trouble::file("write", path, &why))
}

/// A name that any file may have.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    name.chars().map(letter).collect()
}
