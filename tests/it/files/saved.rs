//! Battles that were kept by earlier builds of the program play on under this one.

use sandtable::lab::replay::replay;
use sandtable::rules::RULESETS;
use sandtable::scenario::journal_file;

use crate::tidy::sources::root;

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
