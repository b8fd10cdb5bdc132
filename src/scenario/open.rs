//! From the name of a scenario to a battle that can begin: read, mustered by its ruleset, with every flaw at its
//! line and column.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::ecs::world::World;

use super::army;
use super::battle::About;
use super::draft::Draft;
use super::embedded;
use super::flaw::{self, FileFlaw};
use super::home;
use super::paths::shown;
use super::read;
use super::shelf::{Shelf, no_scenario};
use super::source::Source;
use crate::battle::setup::Setup;
use crate::battle::{self, Refusal, Ruleset};
use crate::dice::Dice;
use crate::nearest::instead;

/// A battle that was mustered and has not begun.
pub struct Opened {
    /// The battle.
    pub world: World,
    /// By which it is played.
    pub ruleset: Ruleset,
    /// What the files say.
    pub setup: Setup,
    /// What they tell people of it.
    pub about: About,
    /// The scenario's text under its name, and its map's: a journal takes them along.
    pub files: Vec<Source>,
    /// The army lists of people's own that it asks for, by the names under which it does; a journal takes them along too.
    pub lists: BTreeMap<String, Source>,
    /// What is odd in the files and keeps nothing from beginning.
    pub warnings: Vec<FileFlaw>,
}

impl Opened {
    /// Begins the battle with these dice: jobs run until the first question.
    ///
    /// # Errors
    ///
    /// When scripted dice run out or do not fit.
    pub fn begin(&mut self, dice: Dice) -> Result<(), Refusal> {
        self.world.insert_resource(dice);
        battle::begin(&mut self.world)
    }
}

/// Reads a scenario: a file where the name is the path of one, else one of people's
/// own in their folder, else a built-in one such as `armati/zama`.
pub fn draft(name: &str) -> Draft {
    match find(name) {
        Ok((source, shelf)) => Draft::read(source, &shelf),
        Err(flaw) => Draft::flawed(vec![flaw]),
    }
}

/// Reads a scenario as [`draft`] does.
///
/// # Errors
/// Every flaw of its files that can be found without its ruleset.
pub fn load(name: &str) -> Result<Draft, Vec<FileFlaw>> {
    let draft = draft(name);
    if draft.has_errors() || draft.setup.is_none() { Err(draft.flaws) } else { Ok(draft) }
}

/// Reads a scenario and musters it under its ruleset, one of the rulesets.
///
/// # Errors
/// Every flaw of its files, the ruleset's own among them.
pub fn open(rulesets: &[Ruleset], name: &str) -> Result<Opened, Vec<FileFlaw>> {
    muster(rulesets, draft(name))
}

/// Musters a scenario that was read, under its ruleset.
///
/// # Errors
/// As [`open`].
pub fn muster(rulesets: &[Ruleset], mut draft: Draft) -> Result<Opened, Vec<FileFlaw>> {
    let world = try_muster(rulesets, &mut draft);
    match (world, draft.setup) {
        (Some((world, ruleset)), Some(setup)) if !draft.flaws.iter().any(FileFlaw::is_error) => {
            let files = draft.files.into_iter().filter(|f| !f.path().is_empty()).collect();
            Ok(Opened { world, ruleset, setup, about: draft.about, files, lists: draft.lists, warnings: draft.flaws })
        }
        _ => Err(draft.flaws),
    }
}

/// Musters what could be read, and adds what the ruleset finds wrong to the flaws.
fn try_muster(rulesets: &[Ruleset], draft: &mut Draft) -> Option<(World, Ruleset)> {
    let setup = draft.setup.as_ref()?;
    let Some(ruleset) = rulesets.iter().find(|ruleset| ruleset.name == setup.ruleset) else {
        let hint = instead(&setup.ruleset, rulesets.iter().map(|ruleset| ruleset.name));
        let spot = draft.places.find(&crate::battle::setup::Locus::Top("ruleset"));
        let message = format!("there is no ruleset `{}`{hint}", setup.ruleset);
        draft.flaws.push(draft.files[spot.file].flaw(spot.value, crate::battle::setup::Severity::Error, &message));
        flaw::sort(&mut draft.flaws);
        return None;
    };
    let lists: Vec<FileFlaw> = draft.lists.values().flat_map(|list| army::flaws(list, Some(ruleset))).collect();
    let mut world = battle::world(ruleset);
    let found = (ruleset.muster)(setup, &mut world);
    let located: Vec<_> = found.iter().filter_map(|f| draft.locate(f)).collect();
    draft.flaws.extend(located);
    draft.flaws.extend(lists);
    flaw::sort(&mut draft.flaws);
    Some((world, *ruleset))
}

fn find(name: &str) -> Result<(Source, Shelf), FileFlaw> {
    let path = Path::new(name);
    let built_in = name.strip_prefix("scenarios/").unwrap_or(name);
    let built_in = if built_in.ends_with(".ron") { built_in.to_owned() } else { format!("{built_in}.ron") };
    let text = embedded::file(&built_in);
    // A folder of that name does not hide a built-in battle.
    let own = home::find("battles", name);
    let path = own.as_deref().filter(|_| !path.is_file()).unwrap_or(path);
    if path.is_file() || (path.exists() && text.is_none()) {
        return Ok((read::read(path, &shown(path))?, Shelf::beside(path)));
    }
    match text {
        Some(text) => Ok((Source::new(format!("scenarios/{built_in}"), text.to_owned()), Shelf::embedded())),
        None => Err(FileFlaw::whole(name, no_scenario(name))),
    }
}
