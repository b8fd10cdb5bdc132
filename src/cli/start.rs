//! From where the battles of a batch begin: a scenario with the switches that were asked for, or a turn of a journal.

use std::path::Path;

use bevy::ecs::world::World;

use super::load;
use super::output::Trouble;
use crate::battle::Texts;
use crate::lab::replay::{back_to, replay};
use crate::nearest::nearest;
use crate::rules::RULESETS;
use crate::scenario::check::Is;
use crate::scenario::journal::{Chosen, DiceFrom, Header};
use crate::scenario::journal_file::JournalFile;
use crate::scenario::{self, Opened};

/// What is played, as it was typed.
#[derive(Debug, clap::Args)]
pub struct StartArgs {
    /// A scenario: a file, or the name of a built-in one such as armati/zama; or a journal, to play on from there
    #[arg(value_name = "SCENARIO|JOURNAL")]
    pub scenario: String,
    /// The set of advanced rules to begin from, instead of the scenario's; its own switches stay
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// An advanced rule that is on or off, whatever the scenario has; may be given several times
    #[arg(long = "switch", value_name = "NAME=on|off", value_parser = switch)]
    switches: Vec<(String, bool)>,
    /// Of a journal: play on from the beginning of that turn, as it was when it was last begun, instead of from its end
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
}

/// From where each battle begins.
pub struct Start {
    /// The battle: mustered, or played to where the journal is gone on with.
    pub opened: Opened,
    chosen: Chosen,
    journal: Option<JournalFile>,
    /// The turn that was asked for.
    pub turn: Option<u32>,
}

impl StartArgs {
    /// Opens it.
    ///
    /// # Errors
    /// Every flaw of its files; what makes no sense together; or that the journal does not come so far.
    pub fn open(&self) -> Result<Start, Trouble> {
        let path = Path::new(&self.scenario);
        if load::is_journal(path) {
            return self.of_journal(path);
        }
        load::expect(path, Is::Scenario)?;
        if self.turn.is_some() {
            return Err(Trouble::Usage("--turn goes with a journal: a scenario begins at its first turn".to_owned()));
        }
        let chosen = Chosen {
            preset: self.preset.clone(),
            switches: self.switches.iter().cloned().collect(),
            ..Chosen::default()
        };
        let mut draft = scenario::draft(&self.scenario);
        if let Some(setup) = &mut draft.setup {
            if let Some(ruleset) = RULESETS.iter().find(|ruleset| ruleset.name == setup.ruleset) {
                known((ruleset.texts)(), &chosen)?;
            }
            chosen.put(setup);
        }
        let opened = scenario::muster(RULESETS, draft).map_err(|list| load::flaws(&list))?;
        load::warn(&opened.warnings);
        Ok(Start { opened, chosen, journal: None, turn: None })
    }

    fn of_journal(&self, path: &Path) -> Result<Start, Trouble> {
        if self.preset.is_some() || !self.switches.is_empty() {
            let why = "a journal is gone on with by the rules that it was begun with: no --preset, no --switch";
            return Err(Trouble::Usage(why.to_owned()));
        }
        let journal = load::journal(path)?;
        load::warn(&journal.notices);
        let opened = played(&journal, self.turn)?;
        Ok(Start { opened, chosen: Chosen::default(), journal: Some(journal), turn: self.turn })
    }
}

impl Start {
    /// One more world that stands there.
    ///
    /// # Errors
    /// None that opening it would not have had.
    pub fn again(&self) -> Result<World, Trouble> {
        match &self.journal {
            None => load::again(&self.opened.ruleset, &self.opened.setup),
            Some(journal) => Ok(played(journal, self.turn)?.world),
        }
    }

    /// Whether it is a journal that is gone on with.
    pub fn is_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// What the journal of a battle from here begins with.
    pub fn header(&self, seed: u64) -> Header {
        Header { chosen: self.chosen.clone(), ..Header::of(&self.opened, DiceFrom::Seed(seed)) }
    }
}

/// The battle of a journal where it is gone on with: at the beginning of that turn, or at its end.
pub(super) fn played(journal: &JournalFile, turn: Option<u32>) -> Result<Opened, Trouble> {
    let replay = replay(RULESETS, journal).map_err(|list| load::flaws(&list))?;
    let path = &journal.path;
    if let Some(differs) = &replay.differs {
        let told = format!("{path}:{}:1: the journal cannot be played on: {}", differs.line, differs.told);
        return Err(Trouble::Failed(told));
    }
    let mut opened = replay.opened;
    if let Some(turn) = turn {
        back_to(&mut opened.world, turn)
            .map_err(|last| Trouble::Failed(format!("{path}: the journal ends in turn {last}, before turn {turn}")))?;
    }
    if crate::battle::View::umpire(&opened.world).ending().is_some() {
        let why = format!("{path}: the battle is over: say with --turn from where to play on");
        return Err(Trouble::Failed(why));
    }
    Ok(opened)
}

/// `name=on` or `name=off`.
fn switch(text: &str) -> Result<(String, bool), String> {
    match text.split_once('=') {
        Some((name, "on")) => Ok((name.to_owned(), true)),
        Some((name, "off")) => Ok((name.to_owned(), false)),
        _ => Err("expected NAME=on or NAME=off".to_owned()),
    }
}

/// That the ruleset has the preset and the switches that were asked for.
fn known(texts: &Texts, chosen: &Chosen) -> Result<(), Trouble> {
    let unknown = |what: &str, name: &str, known: Vec<&str>| {
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known.join(", ")),
        };
        Err(Trouble::Usage(format!("there is no {what} `{name}`; {hint}")))
    };
    if let Some(preset) = chosen.preset.as_ref().filter(|name| !texts.presets.contains_key(*name)) {
        return unknown("preset", preset, texts.presets.keys().map(String::as_str).collect());
    }
    match chosen.switches.keys().find(|name| texts.switch(name).is_none()) {
        Some(name) => unknown("switch", name, texts.switches.iter().map(|s| s.name.as_str()).collect()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_is_on_or_off() {
        assert_eq!(switch("fords=on"), Ok(("fords".to_owned(), true)));
        assert_eq!(switch("fords=off"), Ok(("fords".to_owned(), false)));
        assert!(switch("fords").is_err() && switch("fords=yes").is_err());
    }
}
