//! Journals listed, gone on with, renamed and deleted.

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
    assert!(listed[0].winner.is_some() && listed[0].stands().contains("Victory"), "{:?}", listed[0]);

    // What is taken back and done again is over again; what is taken back alone is not.
    for (redone, over) in [(true, true), (false, false)] {
        let (mut game, ..) = go_on(RULESETS, &path).ok().unwrap();
        game.undo();
        if redone {
            game.redo();
        }
        drop(game);
        let listed = list(RULESETS, folder.path());
        assert_eq!((listed[0].over, listed[0].winner.is_some()), (over, over), "{:?}", listed[0]);
    }
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
fn a_disk_that_fills_up_in_the_midst_of_a_line_keeps_whole_lines_and_the_rest_as_soon_as_there_is_room() {
    use crate::scenario::journal::disk::ROOM;
    let folder = tempfile::tempdir().unwrap();
    let mut game = begin_in(folder.path(), Chosen::default(), DiceFrom::Seed(4));
    (0..2).for_each(|_| answer(&mut game));
    let path = game.kept_in().unwrap().to_owned();
    let (two, there) = (std::fs::read(&path).unwrap(), battle::digest(game.world()));
    // A piece of the next answer's first line finds room, then less.
    for room in [7, 3] {
        ROOM.set(Some(room));
        answer(&mut game);
        assert!(game.unkept().is_some_and(|why| why.contains("not kept")), "it is said");
        assert_eq!(ROOM.get(), Some(0), "the disk is full");
        assert!(std::fs::read(&path).unwrap() == two, "no piece of a line stays in the file");
    }
    assert!(game.trouble().is_some_and(|why| why.contains("not kept")));
    // Whoever goes on with a copy of what is there has all but the answers that found no room.
    let copy = folder.path().join(format!("copy{END}"));
    std::fs::copy(&path, &copy).unwrap();
    let (again, _, notice) = go_on(RULESETS, &copy).ok().unwrap();
    assert_eq!((battle::digest(again.world()), notice), (there, None));
    ROOM.set(None);
    answer(&mut game);
    assert!(game.trouble().is_some_and(|why| why.contains("kept again")) && game.unkept().is_none());
    assert!(std::fs::read(&path).unwrap().starts_with(&two));
    let there = battle::digest(game.world());
    drop(game);
    let saved = list(RULESETS, folder.path()).into_iter().find(|saved| saved.path == path).unwrap();
    assert_eq!((saved.answers, saved.spoilt), (5, None));
    let (again, ..) = go_on(RULESETS, &path).ok().unwrap();
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
