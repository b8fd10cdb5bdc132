//! Battles that were kept by earlier builds of the program play on under this one.

use sandtable::lab::replay::replay;
use sandtable::rules::RULESETS;
use sandtable::scenario::journal::Line;
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
