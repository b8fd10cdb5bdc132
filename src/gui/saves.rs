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
            Some(winner) => translate_with("won-by", &[("side", winner)]),
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
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::battle::{Action, Ask, Ref};
    use crate::ids::Side;
    use crate::rules::RULESETS;

    fn name() -> String {
        crate::rules::battles::TEACHING.to_owned()
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
        let listed = list(RULESETS, folder.path());
        assert!(listed[0].over && listed[0].spoilt.is_none());
        assert!(listed[0].winner.is_some() && listed[0].stands().contains("won"), "{:?}", listed[0]);
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

    /// The journal of the first battle with so many answers, written anew with a line of it changed.
    fn spoilt(folder: &Path, answers: usize, change: impl Fn(&mut Vec<String>)) -> PathBuf {
        let mut game = begin_in(folder, Chosen::default(), DiceFrom::Seed(4));
        (0..answers).for_each(|_| answer(&mut game));
        let path = game.kept_in().unwrap().to_owned();
        drop(game);
        let mut lines: Vec<String> = std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
        change(&mut lines);
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        path
    }

    fn nth_answer(lines: &[String], n: usize) -> usize {
        lines.iter().enumerate().filter(|(_, line)| line.starts_with("Do(")).nth(n).unwrap().0
    }

    #[test]
    fn a_spoilt_journal_is_listed_with_why_and_goes_on_from_its_last_good_answer() {
        for broken in ["nonsense", "Do(\"nobody: hold\")"] {
            let folder = tempfile::tempdir().unwrap();
            let path = spoilt(folder.path(), 4, |lines| {
                let third = nth_answer(lines, 2);
                broken.clone_into(&mut lines[third]);
            });
            let before = std::fs::read(&path).unwrap();
            let listed = list(RULESETS, folder.path());
            // What is no line at all is seen at a glance, an answer that is refused only when it is played.
            assert_eq!(listed[0].spoilt.is_some(), broken == "nonsense");
            let (game, _, notice) = go_on_from_what_is_good(RULESETS, &path).ok().unwrap();
            assert_eq!(game.journal().entries().iter().filter(|entry| entry.answer.is_some()).count(), 2);
            assert!(notice.is_some_and(|told| told.contains("2")), "{broken}");
            let good = game.kept_in().unwrap().to_owned();
            assert_eq!(good.file_name().unwrap(), "first_battle-1-good-1.journal.ron");
            let there = battle::digest(game.world());
            drop(game);
            assert_eq!(std::fs::read(&path).unwrap(), before, "the old one stays as it is");
            assert_eq!(battle::digest(go_on(RULESETS, &good).ok().unwrap().0.world()), there);
        }
    }

    #[test]
    fn what_is_no_journal_is_listed_with_why_and_not_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("old.journal.ron"), "(journal: 1, rules").unwrap();
        let path =
            spoilt(folder.path(), 2, |lines| lines[0] = lines[0].replace("ruleset:\"armati\"", "ruleset:\"atlantis\""));
        let mut listed = list(RULESETS, folder.path());
        listed.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(listed.len(), 2);
        assert!(listed[0].spoilt.as_ref().is_some_and(|why| why.contains("atlantis")), "{:?}", listed[0]);
        assert_eq!((listed[1].title.as_str(), listed[1].spoilt.is_some()), ("old.journal.ron", true));
        assert!(go_on_from_what_is_good(RULESETS, &listed[1].path).is_err());
        drop(path);
        // One that is being played is no spoilt one.
        let game = {
            let mut game = begin_in(folder.path(), Chosen::default(), DiceFrom::Seed(4));
            answer(&mut game);
            game
        };
        let flaws = go_on_from_what_is_good(RULESETS, game.kept_in().unwrap()).err().unwrap();
        assert!(flaws[0].message.contains("elsewhere"));
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
        assert!(game.unkept().is_some_and(|why| why.contains("not kept")));
        // As soon as it can be written, nothing of it is lacking.
        std::fs::remove_file(&file).unwrap();
        answer(&mut game);
        assert!(game.trouble().is_some_and(|why| why.contains("kept again")));
        assert_eq!(game.unkept(), None);
        let there = battle::digest(game.world());
        drop(game);
        let saved = list(RULESETS, &file);
        assert_eq!((saved.len(), saved[0].answers), (1, 3));
        let (again, ..) = go_on(RULESETS, &saved[0].path).ok().unwrap();
        assert_eq!(battle::digest(again.world()), there);
    }

    #[test]
    fn times_are_told_as_people_tell_them() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(10_000_000);
        let before = |minutes: u64| ago(now - Duration::from_secs(minutes * 60), now);
        assert_eq!(before(0), "just now");
        assert_eq!(before(59), "59 minutes ago");
        assert_eq!(before(120), "2 hours ago");
        assert_eq!(before(2880), "2 days ago");
        let day = date(now);
        assert!(day.len() == 16 && day.starts_with("1970-04-2"), "{day}");
        // A clock that was set back is no reason to stop.
        assert_eq!(ago(now, now - Duration::from_secs(5)), "just now");
    }
}
