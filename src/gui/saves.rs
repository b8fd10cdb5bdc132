//! The battles that are kept: each in its own journal, to which every answer is added as it is given, so that nothing
//! is lost however the window is closed. To go on is to play the journal anew up to its end.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::game::Game;
use super::game::sitter::Sitter;
use crate::battle::narrator::Narrator;
use crate::battle::{self, Ruleset, View};
use crate::gui::language::{self, translate, translate_with};
use crate::lab::keeper::Keeper;
use crate::lab::replay::{Difference, Replay, replay};
use crate::scenario::journal::{Chosen, DiceFrom, END, Header, Line, Writer};
use crate::scenario::journal_file::{self, JournalFile};
use crate::scenario::{FileFlaw, draft, muster};

/// A battle that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    pub path: PathBuf,
    /// The file's name.
    pub name: String,
    /// The battle's title; the file's name where that cannot be read.
    pub title: String,
    pub ruleset: String,
    /// When it was last written to.
    pub changed: SystemTime,
    pub answers: usize,
    pub turn: u32,
    pub over: bool,
    /// Whoever has won, where it is over and no draw.
    pub winner: Option<String>,
    /// What keeps it from being gone on with from its end.
    pub spoilt: Option<String>,
}

impl Saved {
    /// How it stands, in words: `turn 5`, or who has won.
    pub fn stands(&self) -> String {
        match &self.winner {
            Some(winner) => translate_with("wins", &[("side", winner)]),
            None if self.over => translate("over").to_owned(),
            None => translate_with("in-turn", &[("turn", &self.turn)]),
        }
    }
}

/// A battle as its journal ends, kept on in the same file; who sat where, north and south; and what was dropped.
///
/// # Errors
/// All that is wrong in the journal; or where it no longer plays as it was kept.
pub fn go_on(rulesets: &[Ruleset], path: &Path) -> Result<(Game, [Sitter; 2], Option<String>), Vec<FileFlaw>> {
    let (writer, read) = Writer::resume(path)?;
    let replayed = played(rulesets, &read)?;
    let notice = (!read.notices.is_empty()).then(|| translate_with("journal-torn", &[("n", &replayed.actions)]));
    let keeper = Keeper::resume(writer, &replayed);
    let marks = journal_file::marks(read.lines.iter().map(|(_, line)| line));
    Ok((Game::new(replayed.opened).kept_by(keeper).marked(marks), sitters(&read), notice))
}

/// The same; a journal that cannot be read or played to its end is gone on with from its last good answer, in a journal of
/// its own, and the old one stays as it is.
///
/// # Errors
/// As [`go_on`], where there is no good answer to go on from, or somebody else plays the battle.
pub fn go_on_from_what_is_good(
    rulesets: &[Ruleset],
    path: &Path,
) -> Result<(Game, [Sitter; 2], Option<String>), Vec<FileFlaw>> {
    let flaws = match go_on(rulesets, path) {
        Ok(gone_on) => return Ok(gone_on),
        Err(flaws) => flaws,
    };
    let Some((read, replayed)) = good_part(rulesets, path).filter(|(_, replayed)| replayed.actions > 0) else {
        return Err(flaws);
    };
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let stem = format!("{}-good", name.trim_end_matches(END));
    let written =
        Writer::begin_in(path.parent().unwrap_or(Path::new(".")), &stem, &read.header).and_then(|mut writer| {
            let lines: Vec<Line> = read.lines.iter().map(|(_, line)| line.clone()).collect();
            writer.append(&lines).map(|()| writer)
        });
    let writer = written.map_err(|why| vec![FileFlaw::whole(read.path.clone(), why.to_string())])?;
    let why = flaws.first().map(|flaw| format!("{}:{}: {}", name, flaw.line, flaw.message)).unwrap_or_default();
    let notice = translate_with("journal-good-part", &[("why", &why), ("n", &replayed.actions)]);
    let marks = journal_file::marks(read.lines.iter().map(|(_, line)| line));
    let sitters = sitters(&read);
    let keeper = Keeper::resume(writer, &replayed);
    Ok((Game::new(replayed.opened).kept_by(keeper).marked(marks), sitters, Some(notice)))
}

/// A spoilt journal up to its last good answer, and the battle there. None when it is not spoilt, or nothing is good.
fn good_part(rulesets: &[Ruleset], path: &Path) -> Option<(JournalFile, Replay)> {
    let (mut read, flaws) = journal_file::load_good(path).ok()?;
    let replayed = replay(rulesets, &read).ok()?;
    let Some(differs) = &replayed.differs else { return (!flaws.is_empty()).then_some((read, replayed)) };
    let is_answer = |line: &Line| matches!(line, Line::Do(_) | Line::Undo | Line::Redo);
    let last = read.lines.iter().rposition(|(number, line)| *number <= differs.line && is_answer(line))?;
    read.lines.truncate(last);
    let replayed = replay(rulesets, &read).ok()?;
    replayed.differs.is_none().then_some((read, replayed))
}

/// A journal played anew to its end.
///
/// # Errors
/// As [`go_on`].
pub fn played(rulesets: &[Ruleset], read: &JournalFile) -> Result<Replay, Vec<FileFlaw>> {
    let mut replayed = replay(rulesets, read)?;
    match replayed.differs.take() {
        None => Ok(replayed),
        Some(Difference { line, told, .. }) => {
            let told = translate_with("plays-otherwise", &[("told", &told)]);
            Err(vec![FileFlaw { line, ..FileFlaw::whole(read.path.clone(), told) }])
        }
    }
}

/// Who sat where when the journal ended: north, south. Nobody told: persons.
fn sitters(read: &JournalFile) -> [Sitter; 2] {
    let last = read.lines.iter().rev().find_map(|(_, line)| match line {
        Line::Seats { north, south } => Some([Sitter::named(north), Sitter::named(south)]),
        _ => None,
    });
    last.unwrap_or([Sitter::Person; 2])
}

/// Whether that is the name of a journal's file.
pub fn is_journal(name: &str) -> bool {
    let path = Path::new(name);
    path.is_file() && crate::scenario::read::read(path, "").is_ok_and(|source| journal_file::is_journal(source.text()))
}

/// The battles that are kept in that folder, the latest first, those that cannot be read among them.
pub fn list(rulesets: &[Ruleset], folder: &Path) -> Vec<Saved> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<Saved> = paths
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(END)))
        .map(|path| saved(rulesets, path))
        .collect();
    found.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.path.cmp(&b.path)));
    found
}

fn saved(rulesets: &[Ruleset], path: PathBuf) -> Saved {
    let changed = std::fs::metadata(&path).and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let lacking = Saved {
        title: name.clone(),
        path,
        name,
        ruleset: String::new(),
        changed,
        answers: 0,
        turn: 1,
        over: false,
        winner: None,
        spoilt: None,
    };
    let glance = match journal_file::glance(&lacking.path) {
        Ok(glance) => glance,
        Err(flaws) => {
            let why = flaws.first().map(|flaw| flaw.message.clone()).unwrap_or_default();
            return Saved { spoilt: Some(translate_with("journal-spoilt", &[("line", &1), ("why", &why)])), ..lacking };
        }
    };
    let read = Saved { answers: glance.answers, turn: glance.turn, over: glance.over, ..lacking };
    let Some(ruleset) = rulesets.iter().find(|ruleset| ruleset.name == glance.header.ruleset) else {
        let why = translate_with("no-such-ruleset", &[("ruleset", &glance.header.ruleset)]);
        return Saved { ruleset: glance.header.ruleset, spoilt: Some(why), ..read };
    };
    let read = Saved { ruleset: ruleset.title.to_owned(), ..read };
    let draft = glance.header.draft();
    let Some(setup) = draft.setup else {
        let why = draft.flaws.first().map(|flaw| flaw.message.clone()).unwrap_or_default();
        return Saved { spoilt: Some(translate_with("journal-spoilt", &[("line", &1), ("why", &why)])), ..read };
    };
    let winner = glance.winner.map(|side| {
        let name = &setup.sides[side.index()].name;
        if name.is_empty() { language::side(side).to_owned() } else { name.clone() }
    });
    let torn = |line: u32| translate_with("journal-torn-at", &[("line", &line)]);
    Saved { title: setup.title, winner, spoilt: glance.torn.map(torn), ..read }
}

/// Gives a journal another name in its folder; the same name again changes nothing.
///
/// # Errors
/// Why it keeps its name, in words.
pub fn rename(path: &Path, name: &str) -> Result<PathBuf, String> {
    let name = name.trim().trim_end_matches(END);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | ',' | '(' | ')');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        return Err(translate("no-file-name").to_owned());
    }
    let to = path.with_file_name(format!("{name}{END}"));
    if to == path {
        return Ok(to);
    }
    if to.exists() {
        return Err(translate_with("name-is-taken", &[("name", &name)]));
    }
    std::fs::rename(path, &to).map_err(|why| why.to_string())?;
    Ok(to)
}

/// Deletes a journal.
///
/// # Errors
/// Why it stays, in words.
pub fn delete(path: &Path) -> Result<(), String> {
    std::fs::remove_file(path).map_err(|why| why.to_string())
}

/// The day and the hour of that moment where the user is: `2026-11-23 20:41`.
pub fn date(moment: SystemTime) -> String {
    let there = jiff::Timestamp::try_from(moment).map(|at| at.to_zoned_datetime(jiff::tz::TimeZone::system()));
    there.map_or_else(|_| String::new(), |there| there.strftime("%Y-%m-%d %H:%M").to_string())
}

/// How long ago that was, as people say it.
pub fn ago(changed: SystemTime, now: SystemTime) -> String {
    let minutes = now.duration_since(changed).map_or(0, |d| d.as_secs() / 60);
    match minutes {
        0..2 => translate("just-now").to_owned(),
        2..100 => translate_with("minutes-ago", &[("n", &minutes)]),
        100..2880 => translate_with("hours-ago", &[("n", &((minutes + 30) / 60))]),
        _ => translate_with("days-ago", &[("n", &(minutes / 1440))]),
    }
}

/// A scenario with what was chosen for it, mustered and begun; kept in that folder, if there is one, as soon as
/// something is answered.
///
/// # Errors
/// All that is wrong in its files, and what keeps it from beginning.
pub fn begun(
    rulesets: &[Ruleset],
    name: &str,
    chosen: Chosen,
    dice: DiceFrom,
    folder: Option<&Path>,
) -> Result<Game, Vec<FileFlaw>> {
    let mut read = draft(name);
    if let Some(setup) = &mut read.setup {
        chosen.put(setup);
    }
    let mut opened = muster(rulesets, read)?;
    let header = Header { chosen, ..Header::of(&opened, dice) };
    if let Err(refusal) = opened.begin(header.dice.dice()) {
        let narrator = Narrator::new((opened.ruleset.texts)(), View::umpire(&opened.world).names());
        return Err(vec![FileFlaw::whole(header.scenario.path, narrator.refusal(&refusal))]);
    }
    // Whether somebody uses it is his own affair: the journal tells.
    battle::umpire::grant(&mut opened.world);
    let game = Game::new(opened);
    Ok(match folder {
        Some(folder) => game.kept_soon(folder.to_owned(), header),
        None => game,
    })
}

#[cfg(test)]
mod tests;
