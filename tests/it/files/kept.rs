//! A battle kept in a journal's file: its answers in notation bring it back, its facts can be told without it.

use sandtable::battle::{self, Journal, NameTable, View, notation};
use sandtable::ids::Side;
use sandtable::players::{Player, Random};
use sandtable::rules::RULESETS;
use sandtable::scenario::journal::{DiceFrom, Header, Line, Writer};
use sandtable::scenario::journal_file;
use sandtable::scenario::telling::Telling;
use sandtable::scenario::{self, Draft, Opened, Shelf, Source};

fn facts(opened: &Opened) -> Vec<Line> {
    let journal = opened.world.resource::<Journal>();
    let names = NameTable::new(&opened.world);
    let tell = |fact| Line::Fact(Box::new(Telling::of(fact, names, (opened.ruleset.texts)())));
    journal.entries().last().into_iter().flat_map(|entry| entry.facts()).map(tell).collect()
}

fn digest(opened: &Opened) -> Line {
    let turn = View::umpire(&opened.world).clock().turn;
    Line::digest(&opened.world, turn)
}

#[test]
fn a_battle_comes_back_from_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    let name = "armati/first_battle";
    let mut opened = scenario::open(RULESETS, name).ok().unwrap();
    let header = Header::of(&opened, DiceFrom::Seed(7));
    assert!(header.map.is_some());
    let mut writer = Writer::begin(&path, &header).unwrap();
    opened.begin(header.dice.dice()).unwrap();
    writer.append(&facts(&opened)).unwrap();

    let mut player = Random::new(3);
    let mut answers = 0;
    while let Some(side) = asked(&opened).filter(|_| answers < 60) {
        let action = player.answer(&View::of(&opened.world, side), side);
        let line = notation::write(&action, &NameTable::new(&opened.world));
        battle::submit(&mut opened.world, action).unwrap();
        let mut lines = vec![Line::Do(line)];
        lines.extend(facts(&opened));
        lines.push(digest(&opened));
        writer.append(&lines).unwrap();
        answers += 1;
    }
    assert!(answers > 20, "{answers}");

    let read = journal_file::load(&path).unwrap();
    assert_eq!((&read.header, read.notices.len()), (&header, 0));
    let mut again = scenario::muster(RULESETS, read.header.draft()).ok().unwrap();
    again.begin(read.header.dice.dice()).unwrap();
    let mut told = facts(&again);
    for (number, line) in &read.lines {
        match line {
            Line::Do(text) => {
                assert!(told.is_empty(), "line {number}");
                let action = notation::read(text, &NameTable::new(&again.world)).unwrap();
                battle::submit(&mut again.world, action).unwrap();
                told = facts(&again);
            }
            Line::Fact(_) => assert_eq!(*line, told.remove(0), "line {number}"),
            Line::Digest { .. } => assert_eq!(*line, digest(&again), "line {number}"),
            Line::Undo | Line::Redo => panic!("nothing was taken back"),
            Line::Seats { .. } => panic!("nobody changed seats"),
            Line::Marked { .. } => panic!("nobody marked a moment"),
        }
    }
    assert_eq!(battle::digest(&again.world), battle::digest(&opened.world));
}

fn asked(opened: &Opened) -> Option<Side> {
    View::umpire(&opened.world).waiting().first().copied()
}

#[test]
fn a_fact_is_told_in_names_and_numbers_alone() {
    let name = "armati/first_battle";
    let mut opened = scenario::open(RULESETS, name).ok().unwrap();
    opened.begin(DiceFrom::Seed(7).dice()).unwrap();
    for line in facts(&opened) {
        let Line::Fact(telling) = line else { panic!("only facts are told") };
        assert!(scenario::case_file::TELLS.contains(&telling.tell.as_str()));
        let json = serde_json::to_value(&telling).unwrap();
        assert!(json["text"].as_str().is_some_and(|text| !text.is_empty() && !text.contains('{')), "{json}");
        assert_eq!(serde_json::from_value::<Telling>(json).unwrap(), *telling);
    }
}

#[test]
fn a_path_that_exists_comes_before_what_is_built_in() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("own")).unwrap();
    std::fs::create_dir_all(at("maps")).unwrap();
    let text = "(ruleset: \"plain\", title: \"Own\", map: \"maps/zama.ron\",
         sides: { north: (bodies: []), south: (bodies: []) })";
    std::fs::write(at("own/battle.ron"), text).unwrap();
    let size = || scenario::load(at("own/battle.ron").to_str().unwrap()).unwrap().setup.unwrap().table;
    // Without a map of its own it takes the one that is built in.
    assert_eq!(size(), (72.0, 48.0));
    std::fs::write(at("maps/zama.ron"), "(size: (40, 30), terrain: [])").unwrap();
    assert_eq!(size(), (40.0, 30.0));
    // What is built in never looks beside the program.
    let draft = Draft::read(Source::new("x", text.to_owned()), &Shelf::embedded());
    assert_eq!(draft.setup.unwrap().table, (72.0, 48.0));
}

#[test]
fn a_name_that_is_nothing_is_told_with_the_nearest() {
    let flaws = scenario::load("maps/zamma").unwrap_err();
    assert!(flaws[0].to_string().starts_with("maps/zamma:1:1: there is no file and no built-in scenario"));
    let battles = scenario::embedded::battles();
    let slip = battles[0].replacen('a', "aa", 1);
    let told = scenario::load(&slip).unwrap_err()[0].message.clone();
    assert!(told.ends_with(&format!("; did you mean `{}`? There are {}", battles[0], battles.join(", "))), "{told}");
}
