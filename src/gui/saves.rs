//! The battles that are kept: each in its own journal, to which every answer is added as it is given, so that nothing
//! is lost however the window is closed. To go on is to play the journal anew up to its end.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy::ecs::world::World;

use super::game::Game;
use super::game::sitter::Sitter;
use crate::battle::narrator::Narrator;
use crate::battle::{self, Ruleset, View};
use crate::gui::language::{translate, translate_with};
use crate::lab::keeper::Keeper;
use crate::lab::replay::{Difference, Replay, replay};
use crate::scenario::journal::{Chosen, DiceFrom, Header, Line, Writer};
use crate::scenario::journal_file::{self, JournalFile};
use crate::scenario::{FileFlaw, draft, muster};

/// How the names of journals end.
const END: &str = ".journal.ron";
/// More battles of one name than anybody keeps.
const MOST: u32 = 100_000;

/// A battle that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    pub path: PathBuf,
    pub title: String,
    pub ruleset: String,
    /// When it was last written to.
    pub changed: SystemTime,
    pub answers: usize,
    pub turn: u32,
    pub over: bool,
}

/// Begins the journal of a battle that has begun, under a new name in that folder.
///
/// # Errors
/// Why the folder cannot be written.
pub fn begin(folder: &Path, header: &Header, world: &World) -> Result<Keeper, String> {
    let trouble = |path: &Path, why: std::io::Error| {
        translate_with("battle-not-kept", &[("file", &path.display()), ("why", &why)])
    };
    std::fs::create_dir_all(folder).map_err(|why| trouble(folder, why))?;
    let stem = Path::new(&header.scenario.path).file_stem().map_or("battle".into(), |s| s.to_string_lossy());
    for n in 1..MOST {
        let path = folder.join(format!("{stem}-{n}{END}"));
        match Keeper::begin(&path, header, world) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            other => return other.map_err(|why| trouble(&path, why)),
        }
    }
    Err(translate_with("too-many-kept", &[("file", &folder.display())]))
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

/// The battles that are kept in that folder, the latest first. What cannot be read is none.
pub fn list(rulesets: &[Ruleset], folder: &Path) -> Vec<Saved> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<Saved> = paths
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(END)))
        .filter_map(|path| saved(rulesets, path))
        .collect();
    found.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.path.cmp(&b.path)));
    found
}

fn saved(rulesets: &[Ruleset], path: PathBuf) -> Option<Saved> {
    let changed = std::fs::metadata(&path).and_then(|m| m.modified()).ok()?;
    let glance = journal_file::glance(&path).ok()?;
    let ruleset = rulesets.iter().find(|ruleset| ruleset.name == glance.header.ruleset)?;
    let title = glance.header.draft().setup.map(|setup| setup.title)?;
    let (answers, turn, over) = (glance.answers, glance.turn, glance.over);
    Some(Saved { path, title, ruleset: ruleset.title.to_owned(), changed, answers, turn, over })
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
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::battle::{Action, Ask, Ref};
    use crate::ids::Side;
    use crate::rules::RULESETS;

    fn name() -> String {
        crate::scenario::embedded::battles().into_iter().find(|n| n.ends_with("/first_battle")).unwrap()
    }

    /// Answers as the first choice stands.
    fn answer(game: &mut Game) {
        let side = game.view().waiting()[0];
        let action = game.view_of(side).offer(&Ask::all()).choices[0].action.clone();
        game.submit(action).unwrap();
    }

    /// The first battle, kept in that folder.
    fn begin_in(folder: &Path, chosen: Chosen, dice: DiceFrom) -> Game {
        begun(RULESETS, &name(), chosen, dice, Some(folder)).ok().unwrap()
    }

    #[test]
    fn a_battle_whose_window_is_gone_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = begin_in(folder.path(), Chosen::default(), DiceFrom::Seed(4));
        game.seated(["captain", ""]);
        // A battle that is only looked at leaves no journal.
        assert!(game.kept_in().is_none() && list(RULESETS, folder.path()).is_empty());
        (0..6).for_each(|_| answer(&mut game));
        assert!(game.undo() && game.undo() && game.redo());
        answer(&mut game);
        let there = battle::digest(game.world());
        let path = game.kept_in().unwrap().to_owned();
        assert_eq!(path.file_name().unwrap(), "first_battle-1.journal.ron");
        // While it is open nobody else goes on with it.
        assert!(go_on(RULESETS, &path).err().unwrap()[0].message.contains("elsewhere"));
        drop(game);

        let saved = list(RULESETS, folder.path());
        assert_eq!(saved.len(), 1);
        assert_eq!((saved[0].answers, saved[0].over, saved[0].title.as_str()), (6, false, "The first battle"));
        let (mut game, sitters, notice) = go_on(RULESETS, &path).ok().unwrap();
        assert_eq!(battle::digest(game.world()), there);
        assert_eq!((sitters, notice), ([Sitter::Captain, Sitter::Person], None));
        game.submit(Action::new(Ref::Side(Side::North), battle::door::CONCEDE)).unwrap();
        drop(game);
        assert!(list(RULESETS, folder.path())[0].over);
    }

    #[test]
    fn what_was_chosen_for_a_battle_is_chosen_when_it_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let chosen = Chosen { deploy_free: true, ..Chosen::default() };
        let mut game = begin_in(folder.path(), chosen, DiceFrom::Hand);
        answer(&mut game);
        let (there, path) = (battle::digest(game.world()), game.kept_in().unwrap().to_owned());
        drop(game);
        let (again, ..) = go_on(RULESETS, &path).ok().unwrap();
        assert_eq!(battle::digest(again.world()), there);
        // A second battle never goes over the first.
        let mut second = begin_in(folder.path(), Chosen::default(), DiceFrom::Seed(1));
        answer(&mut second);
        assert_eq!(second.kept_in().unwrap().file_name().unwrap(), "first_battle-2.journal.ron");
    }

    #[test]
    fn a_spoilt_journal_is_told_by_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = begin_in(folder.path(), Chosen::default(), DiceFrom::Seed(4));
        answer(&mut game);
        let path = game.kept_in().unwrap().to_owned();
        drop(game);
        let text = std::fs::read_to_string(&path).unwrap();
        let action = text.lines().position(|l| l.starts_with("Do(")).unwrap();
        let spoilt: Vec<&str> =
            text.lines().enumerate().map(|(n, l)| if n == action { "Do(\"nobody: hold\")" } else { l }).collect();
        std::fs::write(&path, spoilt.join("\n") + "\n").unwrap();
        let flaws = go_on(RULESETS, &path).err().unwrap();
        assert_eq!((flaws[0].line as usize, flaws.len()), (action + 1, 1), "{}", flaws[0]);
        assert!(flaws[0].message.contains("no longer plays"));
    }

    #[test]
    fn where_nothing_can_be_written_the_battle_is_played_all_the_same_and_it_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut game = begin_in(&file, Chosen::default(), DiceFrom::Seed(4));
        answer(&mut game);
        assert!(game.kept_in().is_none());
        assert!(game.trouble().is_some_and(|why| why.contains("not kept")));
        answer(&mut game);
        assert_eq!(game.trouble(), None);
    }

    #[test]
    fn times_are_told_as_people_tell_them() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(10_000_000);
        let before = |minutes: u64| ago(now - Duration::from_secs(minutes * 60), now);
        assert_eq!(before(0), "just now");
        assert_eq!(before(59), "59 minutes ago");
        assert_eq!(before(120), "2 hours ago");
        assert_eq!(before(2880), "2 days ago");
        // A clock that was set back is no reason to stop.
        assert_eq!(ago(now, now - Duration::from_secs(5)), "just now");
    }
}
