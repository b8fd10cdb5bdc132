//! The start screen as a hand with a mouse uses it: rows of battles that are kept.

use bevy_egui::egui::{Rect, Vec2};

use super::play::stage::battle;
use super::saves;
use super::sizes::{Seen, Start};
use crate::battle::{Action, Ref, door};
use crate::rules::{RULESETS, battles};
use crate::scenario::journal::{Chosen, DiceFrom};

/// A folder with a battle that was conceded, its file's name, and who has won.
fn won() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let name = battle(battles::TEACHING);
    let mut game =
        saves::begun(RULESETS, &name, Chosen::default(), DiceFrom::Seed(1), Some(folder.path())).ok().unwrap();
    let side = game.view().waiting()[0];
    game.submit(Action::new(Ref::Side(side), door::CONCEDE)).unwrap();
    let winner = game.side_name(side.other()).to_owned();
    let file = game.kept_in().unwrap().file_name().unwrap().to_string_lossy().into_owned();
    (folder, file, winner)
}

fn names(folder: &tempfile::TempDir) -> Vec<String> {
    let files = std::fs::read_dir(folder.path()).unwrap().filter_map(Result::ok);
    files.map(|file| file.file_name().to_string_lossy().into_owned()).collect()
}

/// Where that stands, which is seen there.
fn seen(stage: &Start, words: &str) -> Rect {
    let texts = stage.painted();
    texts.iter().find(|text| text.text.contains(words)).unwrap_or_else(|| panic!("{words} among {texts:#?}")).place
}

#[test]
fn a_row_tells_file_date_and_winner_and_is_renamed_and_deleted_by_clicks() {
    for size in [Vec2::new(1280.0, 800.0), Vec2::new(853.0, 533.0)] {
        let (folder, file, winner) = won();
        let written = std::fs::metadata(folder.path().join(&file)).unwrap().modified().unwrap();
        let mut stage = Start::sized(folder.path(), size);
        stage.press("Saved battles");
        let row = stage.find("The first battle, ").unwrap_or_else(|| panic!("no row among {:?}", stage.words()));
        for words in [file.clone(), saves::date(written), format!("Victory for {winner}")] {
            assert!(row.expand(4.0).contains(seen(&stage, &words).center()), "{words} stands in its row");
        }
        // Who thinks better of it deletes nothing.
        stage.press("Delete");
        stage.press("Keep it");
        assert_eq!(names(&folder), std::slice::from_ref(&file));
        stage.press("Rename");
        stage.type_over("Rainy Sunday");
        stage.press("Rename");
        let [renamed] = &names(&folder)[..] else { panic!("one file") };
        assert!(renamed.starts_with("Rainy Sunday") && *renamed != file, "{renamed}");
        seen(&stage, renamed);
        stage.press("Delete");
        assert_eq!(names(&folder).len(), 1, "it is asked first");
        stage.press("Delete it");
        assert!(names(&folder).is_empty());
    }
}
