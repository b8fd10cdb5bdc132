//! How a battle comes onto the play screen: by its name with its terms, by its file, or from its journal.

use std::path::{Path, PathBuf};

use rand::TryRng;

use super::state::Play;
use crate::battle::Ruleset;
use crate::gui::game::Game;
use crate::gui::game::sitter::Sitter;
use crate::gui::game::terms::Terms;
use crate::gui::saves;
use crate::scenario::{FileFlaw, plan_shelf};

/// A battle that is to begin.
pub enum Battle {
    /// One of the list by its name, with how it is to be fought.
    Chosen(String, Terms),
    /// A scenario or a journal by its path, or a built-in battle by its name.
    File(String),
}

/// Begins a battle as it was chosen, or goes on with one; it is kept in that folder. `seed` is that of its dice, where
/// they are to be known; `ground` the number of its ground.
///
/// # Errors
/// All that keeps it from beginning.
pub fn begin(
    rulesets: &[Ruleset],
    battle: Battle,
    folder: Option<&Path>,
    seed: Option<u64>,
    ground: u64,
) -> Result<Play, Vec<FileFlaw>> {
    let seed = seed.unwrap_or_else(any_seed);
    match battle {
        Battle::File(name) if saves::is_journal(&name) => {
            let (game, sitters, notice) = saves::go_on_from_what_is_good(rulesets, &PathBuf::from(name))?;
            let mut play = Play::new(game, sitters, ground);
            play.sheets.tell_if(notice);
            Ok(play)
        }
        Battle::File(name) => to_agree_on(rulesets, name, Terms::of([Sitter::Person; 2]), folder, seed, ground),
        Battle::Chosen(name, terms) => to_agree_on(rulesets, name, terms, folder, seed, ground),
    }
}

/// A new battle, on whose terms nobody has agreed yet.
fn to_agree_on(
    rulesets: &[Ruleset],
    name: String,
    terms: Terms,
    folder: Option<&Path>,
    seed: u64,
    ground: u64,
) -> Result<Play, Vec<FileFlaw>> {
    plan_shelf::follow();
    let mut game: Game = saves::begun(rulesets, &name, terms.chosen(), terms.dice(seed), folder)?;
    game.seated(terms.seats.map(Sitter::name));
    let mut play = Play::new(game, terms.seats, ground);
    play.must_agree_on(name, terms);
    Ok(play)
}

/// Another seed for each battle that is begun here.
fn any_seed() -> u64 {
    // A system without a source of randomness plays the same battle each time rather than none.
    rand::rngs::SysRng.try_next_u64().unwrap_or_default()
}
