//! Battles that were kept by earlier builds of the program play on under this one.

use sandtable::battle::{View, undo};
use sandtable::ids::Side;
use sandtable::lab::keeper::Keeper;
use sandtable::lab::play::{BUDGET, play_watched};
use sandtable::lab::replay::replay;
use sandtable::players::Kind;
use sandtable::rules::RULESETS;
use sandtable::scenario::journal::{DiceFrom, Line, Writer};
use sandtable::scenario::journal_file::{self, JournalFile};

use crate::tidy::sources::root;

/// A battle that was kept long ago, every pose told so far aside and every digest another.
fn aside(inches: f32) -> JournalFile {
    let path = root().join("tests/saves/armati-first_battle-whole.journal.ron");
    let mut journal = journal_file::load(&path).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
    for (_, line) in &mut journal.lines {
        match line {
            Line::Fact(fact) => fact.along.iter_mut().flat_map(|path| &mut path.poses).for_each(|at| at.x += inches),
            Line::Digest { digest, .. } => "0000000000000000".clone_into(digest),
            _ => {}
        }
    }
    journal
}

#[test]
fn a_battle_that_was_measured_less_exactly_is_the_same_and_one_that_went_otherwise_is_not() {
    let play =
        |inches: f32| replay(RULESETS, &aside(inches)).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
    let about = play(0.0015);
    assert!(about.same() && about.turns.len() > 3, "{:?}", about.differs);
    let other = play(0.005);
    assert!(!other.same());
    assert!(other.differs.is_some_and(|differs| differs.rule.is_some()));
}

#[test]
fn battles_that_were_kept_long_ago_play_as_they_were_kept() {
    let folder = root().join("tests/saves");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    paths.sort();
    assert!(paths.len() >= 6, "{paths:?}");
    let mut answers = 0;
    for path in paths {
        let journal = journal_file::load(&path).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
        let played = replay(RULESETS, &journal).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
        assert!(played.differs.is_none(), "{}: {:?}", path.display(), played.differs);
        answers += played.actions;
    }
    assert!(answers >= 150, "{answers}");
}

/// Each is gone on with in its own file, from its end, or from a little before where it is over, by two captains to the end;
/// and the file with both builds' answers in it is replayed as it stands.
#[test]
fn battles_that_were_kept_long_ago_are_gone_on_with_to_their_end() {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(root().join("tests/saves")).unwrap() {
        let old = entry.unwrap().path();
        if old.extension().is_none_or(|end| end != "ron") {
            continue;
        }
        let path = folder.path().join(old.file_name().unwrap());
        std::fs::copy(&old, &path).unwrap();
        let (writer, read) = Writer::resume(&path).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
        let replayed = replay(RULESETS, &read).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
        let before = replayed.actions;
        let mut keeper = Keeper::resume(writer, &replayed);
        let mut opened = replayed.opened;
        let world = &mut opened.world;
        let mut back = 0;
        while back < 6 && (back > 0 || View::umpire(world).ending().is_some()) && undo(world) {
            keeper.undone(world);
            back += 1;
        }
        // Where people roll, whoever is asked for the faces draws them.
        let by = if read.header.dice == DiceFrom::Hand { Kind::Random } else { Kind::Captain };
        let [mut north, mut south] = Side::BOTH.map(|_| by.make(&opened.ruleset, 7));
        keeper.seated([by.name(), by.name()]);
        let played = play_watched(world, [north.as_mut(), south.as_mut()], BUDGET, &mut keeper);
        assert!(played.end.is_ok() && played.actions > 0, "{}: {:?}", old.display(), played.end);
        keeper.finish().unwrap();
        let whole = journal_file::load(&path).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
        let again = replay(RULESETS, &whole).unwrap_or_else(|flaws| panic!("{}", super::listed(&flaws)));
        assert!(again.differs.is_none(), "{}: {:?}", old.display(), again.differs);
        assert_eq!(again.actions, before + played.actions as usize, "{}", old.display());
        assert!(View::umpire(&again.opened.world).ending().is_some(), "{}", old.display());
    }
}
