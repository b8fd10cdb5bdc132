//! `sandtable picture`: the table as a picture, without a window.

use std::path::{Path, PathBuf};

use bevy::ecs::world::World;

use super::load;
use super::output::{Done, Outcome, Trouble};
use super::write;
use crate::battle::setup::Setup;
use crate::battle::{Journal, Ruleset, View, undo};
use crate::picture::{draw, of_battle, png};

/// Pixels of a PNG for each unit of the page.
const ZOOM: f32 = 2.0;

/// Draw the table as it stands: a scenario, a journal or a case
///
/// A journal is drawn as it ends, or with --turn as that turn began; a case as it is staged.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandtable picture armati/zama -o zama.svg
  sandtable picture my_battle.journal --turn 4 -o turn4.png")]
pub struct Picture {
    /// A scenario, a journal or a case
    #[arg(value_name = "SCENARIO|JOURNAL|CASE")]
    input: String,
    /// As this turn of a journal began
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Where the picture goes: an SVG, or a PNG
    #[arg(short, long = "output", value_name = "FILE.svg|.png")]
    output: PathBuf,
}

impl Picture {
    /// Draws the picture and writes it.
    pub fn run(&self) -> Outcome {
        let form = form(&self.output)?;
        let mut table = load::position(&self.input)?;
        if let Some(turn) = self.turn {
            back_to(&mut table.world, turn)?;
        }
        save(&table.world, &table.ruleset, &table.setup, form, &self.output)?;
        Ok(Done::Well)
    }
}

/// What a picture's file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureForm {
    Svg,
    Png,
}

/// Draws the battle as it stands now, what either side has hidden too, and writes the picture.
///
/// # Errors
/// When the picture cannot be turned into pixels or the file cannot be written.
pub fn save(world: &World, ruleset: &Ruleset, setup: &Setup, form: PictureForm, path: &Path) -> Result<(), Trouble> {
    let page = draw(&of_battle::scene(&View::umpire(world), ruleset, setup));
    match form {
        PictureForm::Svg => write::file(path, page.as_bytes()),
        PictureForm::Png => {
            let pixels = png::png(&page, ZOOM).map_err(|flaw| Trouble::Failed(flaw.to_string()))?;
            write::file(path, &pixels)
        }
    }
}

/// The form that the file's name asks for.
fn form(path: &Path) -> Result<PictureForm, Trouble> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(PictureForm::Svg),
        Some("png") => Ok(PictureForm::Png),
        _ => Err(Trouble::Usage(format!("{}: a picture's name ends in .svg or .png", path.display()))),
    }
}

/// Takes answers back until none is left that was given in that turn or later.
fn back_to(world: &mut World, turn: u32) -> Result<(), Trouble> {
    let reached = View::umpire(world).clock().turn;
    if turn > reached {
        let message = format!("turn {turn} was not played: the battle stands in turn {reached}");
        return Err(Trouble::Usage(message));
    }
    // This answer was given in that turn or later, so the turn began before it.
    while world.resource::<Journal>().last().is_some_and(|entry| entry.clock.turn >= turn) {
        undo(world);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Action, Ref, Value, begin, submit};
    use crate::cite::Word;
    use crate::ids::Side;
    use crate::lab::toy;

    #[test]
    fn the_name_decides_the_form() {
        assert_eq!(form(Path::new("a.b/c.SVG")).unwrap(), PictureForm::Svg);
        assert_eq!(form(Path::new("c.png")).unwrap(), PictureForm::Png);
        assert!(form(Path::new("c.jpg")).is_err() && form(Path::new("png")).is_err());
    }

    #[test]
    fn a_turn_is_shown_as_it_began() {
        let mut world = toy::mustered();
        begin(&mut world).unwrap();
        let mut clocks = Vec::new();
        for side in [Side::North, Side::South, Side::North, Side::South] {
            clocks.push(View::umpire(&world).clock());
            let walk = Action::new(Ref::Side(side), Word("walk")).with(Word("by"), Value::Whole(0));
            submit(&mut world, walk).unwrap();
        }
        assert_eq!(View::umpire(&world).clock().turn, 3);
        assert!(back_to(&mut world, 4).is_err());
        back_to(&mut world, 3).unwrap();
        assert_eq!(View::umpire(&world).clock().turn, 3);
        back_to(&mut world, 2).unwrap();
        assert_eq!((View::umpire(&world).clock(), clocks[2].side), (clocks[2], Some(Side::North)));
        back_to(&mut world, 0).unwrap();
        assert_eq!(View::umpire(&world).clock(), clocks[0]);
    }
}
