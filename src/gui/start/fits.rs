//! Whatever is to be read on the start screen has room, in every window in which text of its size finds room.

use std::time::SystemTime;

use bevy_egui::egui::{Key, Vec2};

use super::stage::Stage;
use super::*;
use crate::gui::play::begin::begin;
use crate::gui::play::stage::{answer, teaching};
use crate::rules::{RULESETS, battles};
use crate::scenario::journal::END;

/// Logical pixels: the usual windows at 100, 130 and 150 %, the least, and some between.
const SIZES: [[f32; 2]; 9] = [
    [1280.0, 800.0],
    [1024.0, 768.0],
    [1920.0, 1080.0],
    [853.0, 533.0],
    [683.0, 512.0],
    [640.0, 400.0],
    [910.0, 600.0],
    [985.0, 615.0],
    [760.0, 500.0],
];

/// A folder with kept battles of every ruleset, and one that cannot be read.
fn kept() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in teaching() {
        let begun = Battle::Chosen(name, Terms::of([Sitter::Person; 2]));
        let mut play = begin(RULESETS, begun, Some(folder.path()), Some(1), 1).ok().unwrap();
        play.begin_at_once();
        answer(&mut play);
    }
    std::fs::write(folder.path().join(format!("Rain on a Sunday, torn{END}")), "{\"sandtable\": ").unwrap();
    folder
}

/// With the teaching battle chosen.
fn screen(folder: &Path) -> StartScreen {
    let mut screen = StartScreen::new(RULESETS, Some(folder));
    screen.chosen = screen.entries.iter().position(|e| e.name.ends_with(battles::TEACHING)).unwrap();
    screen
}

/// The texts that are cut, but for what a card is about: that is told to whoever points at it.
fn cut(stage: &mut Stage) -> Vec<String> {
    stage.rest();
    let cut = stage.cut();
    let is_about = |text: &String| stage.scene().screen.entries.iter().any(|entry| entry.blurb == *text);
    let about: Vec<bool> = cut.iter().map(is_about).collect();
    cut.into_iter().zip(about).filter(|(_, about)| !about).map(|(text, _)| text).collect()
}

#[test]
fn no_word_of_the_start_screen_is_cut() {
    let folder = kept();
    let mut all = Vec::new();
    for size in SIZES {
        let mut stage = Stage::sized(screen(folder.path()), Vec2::from(size));
        let mut look = |stage: &mut Stage, what: &str| {
            all.extend(cut(stage).into_iter().map(|text| format!("{what} at {size:?}: {text}")));
        };
        look(&mut stage, "cards");
        stage.scene().screen.turn_terms();
        look(&mut stage, "terms");
        stage.scene().screen.turn_keys();
        look(&mut stage, "keys");
        stage.scene().screen.turn_saved();
        look(&mut stage, "saved battles");
        stage.scene().screen.row = Some(kept::Row::Rename(0, "Rain".into()));
        look(&mut stage, "a new name");
        stage.scene().screen.row = Some(kept::Row::Delete(0));
        look(&mut stage, "a question");
        stage.scene().screen.turn_saved();
        stage.scene().screen.flaws = vec![FileFlaw::whole("mine.ron", "it ends too soon")];
        look(&mut stage, "flaws");
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn every_battle_is_named_whole_on_its_card_and_where_it_is_chosen() {
    for size in [[1280.0, 800.0], [853.0, 533.0], [640.0, 400.0]] {
        let mut stage = Stage::sized(StartScreen::new(RULESETS, None), Vec2::from(size));
        let mut all = Vec::new();
        for at in 0..stage.scene().screen.entries.len() {
            let screen = &mut stage.scene().screen;
            screen.find = screen.entries[at].name.clone();
            screen.choose(at);
            all.extend(cut(&mut stage));
        }
        assert!(all.is_empty(), "{size:?}: {all:#?}");
    }
}

#[test]
fn what_a_battle_is_about_is_told_over_its_own_card_alone() {
    let mut stage = Stage::sized(StartScreen::new(RULESETS, None), Vec2::new(853.0, 533.0));
    for at in [0, 1] {
        let says = stage.scene().screen.entries[at].setup.title.clone();
        let blurb = stage.scene().screen.entries[at].blurb.clone();
        let card = stage.widget(&format!("{says}, ")).unwrap_or_else(|| panic!("{:#?}", stage.words()));
        stage.rest_upon(card.center());
        let told = stage.painted().iter().find(|seen| seen.text == blurb).map(|seen| seen.place);
        let told = told.unwrap_or_else(|| panic!("nothing is told of {says}"));
        assert!(card.expand(0.5).contains_rect(told), "{told:?} on {card:?}");
    }
}

/// A battle that is over, with the longest words of each kind.
fn over() -> Saved {
    Saved {
        path: "/kept/callinicum_towards_evening-12.journal.ron".into(),
        name: format!("callinicum_towards_evening-12{END}"),
        title: "Callinicum, 531: towards evening".into(),
        ruleset: "Ancientmaster".into(),
        changed: SystemTime::UNIX_EPOCH,
        answers: 1143,
        turn: 20,
        over: true,
        winner: Some("Eastern Romans".into()),
        spoilt: None,
    }
}

/// Scrolls through the list of saved battles until those words are seen whole, and tells where.
fn seek(stage: &mut Stage, words: &str) -> Pos2 {
    let inside = stage.widget("Close").unwrap().left_bottom() + Vec2::new(-20.0, 40.0);
    assert!(stage.seek(words, inside), "{words} among {:#?}", stage.painted());
    stage.painted().iter().find(|seen| seen.text.contains(words)).unwrap().place.center()
}

#[test]
fn a_saved_battle_is_read_and_gone_on_with_renamed_and_deleted_at_every_size() {
    for size in SIZES {
        let folder = kept();
        let mut screen = screen(folder.path());
        let spoilt = screen.saved.iter().find(|saved| saved.spoilt.is_some()).unwrap().clone();
        screen.saved.retain(|saved| saved.spoilt.is_none());
        screen.saved.insert(0, over());
        let mut stage = Stage::sized(screen, Vec2::from(size));
        stage.click_on("Saved battles");
        let over = over();
        let when = saves::date(over.changed);
        for words in [&when, over.title.as_str(), "Victory for Eastern Romans", "1143 answers", over.name.as_str()] {
            // In the lowest windows a row is scrolled through.
            seek(&mut stage, words);
        }
        // The row is the battle.
        let name = seek(&mut stage, &over.name);
        stage.click(name);
        assert!(matches!(&stage.scene().begun, Some(Battle::File(path)) if path.ends_with(&over.name)), "{size:?}");
        stage.scene().begun = None;
        // What cannot be read says why, and can be thrown away.
        stage.scene().screen.saved = vec![spoilt];
        stage.rest();
        seek(&mut stage, "cannot be read");
        let press = |stage: &mut Stage, button: &str| {
            let at = seek(stage, button);
            stage.click(at);
        };
        press(&mut stage, "Delete");
        press(&mut stage, "Keep it");
        assert!(stage.scene().screen.row.is_none());
        press(&mut stage, "Rename");
        stage.write(", mended");
        stage.key(Key::Enter);
        let kept = folder.path().join(format!("Rain on a Sunday, torn, mended{END}"));
        assert!(kept.exists() && stage.scene().screen.row.is_none(), "{size:?}: {:?}", stage.scene().screen.trouble);
        let at = stage.scene().screen.saved.iter().position(|saved| saved.spoilt.is_some()).unwrap();
        stage.scene().screen.saved.swap(0, at);
        stage.rest();
        press(&mut stage, "Delete");
        press(&mut stage, "Delete it");
        assert!(!kept.exists() && stage.scene().begun.is_none(), "{size:?}");
    }
}

#[test]
fn the_terms_card_is_shut_by_a_click_beside_it_and_by_none_in_it() {
    let folder = kept();
    for (size, button) in [([1280.0, 800.0], "Optional:"), ([853.0, 533.0], "Dice, deployment")] {
        let mut stage = Stage::sized(screen(folder.path()), Vec2::from(size));
        let open = |stage: &mut Stage| stage.scene().screen.show_terms;
        stage.click_on(button);
        assert!(open(&mut stage), "the click that opens it does not shut it");
        stage.click_on("Deep pikes: on");
        assert!(open(&mut stage) && stage.scene().screen.choice.switches.len() == 1);
        let beside = stage.painted().iter().find(|seen| seen.text == translate("choose-a-battle")).unwrap().place;
        stage.click(beside.center());
        assert!(!open(&mut stage), "{size:?}");
        stage.click_on(button);
        stage.click_on(button);
        assert!(!open(&mut stage), "the button shuts it too");
        stage.click_on(button);
        stage.click_on("Close");
        assert!(!open(&mut stage));
    }
}

#[test]
fn options_lie_within_their_column() {
    for size in SIZES {
        let mut stage = Stage::sized(StartScreen::new(RULESETS, None), Vec2::from(size));
        let edge = column(size[0]);
        // Where the column is longer than the window they are below.
        (0..20).for_each(|_| stage.scroll(Pos2::new(edge / 2.0, 300.0), -3.0));
        stage.rest();
        let of = |name, word| format!("{}: {}", translate(name), translate(word));
        for says in ["+".to_owned(), of("panels", "by-lamplight"), of("movement", "no-movement")] {
            let seen = stage.widget(&says).unwrap_or_else(|| panic!("{size:?}: no {says} in {:?}", stage.words()));
            assert!(seen.right() < edge - 8.0, "{size:?}: {says} ends at {} of {edge}", seen.right());
        }
    }
}
