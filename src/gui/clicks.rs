//! The start screen as a hand with a mouse uses it: rows of battles that are kept.

use bevy_egui::egui::{Rect, Vec2};

use super::play::stage::battle;
use super::saves;
use super::start::StartScreen;
use super::start::stage::Stage;
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
fn seen(stage: &Stage, words: &str) -> Rect {
    let texts = stage.painted();
    texts.iter().find(|text| text.text.contains(words)).unwrap_or_else(|| panic!("{words} among {texts:#?}")).place
}

#[test]
fn a_row_tells_file_date_and_winner_and_is_renamed_and_deleted_by_clicks() {
    for size in [Vec2::new(1280.0, 800.0), Vec2::new(853.0, 533.0)] {
        let (folder, file, winner) = won();
        let written = std::fs::metadata(folder.path().join(&file)).unwrap().modified().unwrap();
        let mut stage = Stage::sized(StartScreen::new(RULESETS, Some(folder.path())), size);
        stage.click_on("Saved battles");
        let row = stage.widget("The first battle, ").unwrap_or_else(|| panic!("no row among {:?}", stage.words()));
        for words in [file.clone(), saves::date(written), format!("Victory for {winner}")] {
            assert!(row.expand(4.0).contains(seen(&stage, &words).center()), "{words} stands in its row");
        }
        // Who thinks better of it deletes nothing.
        stage.click_on("Delete");
        stage.click_on("Keep it");
        assert_eq!(names(&folder), std::slice::from_ref(&file));
        stage.click_on("Rename");
        stage.write_over("Rainy Sunday");
        stage.click_on("Rename");
        let [renamed] = &names(&folder)[..] else { panic!("one file") };
        assert!(renamed.starts_with("Rainy Sunday") && *renamed != file, "{renamed}");
        seen(&stage, renamed);
        stage.click_on("Delete");
        assert_eq!(names(&folder).len(), 1, "it is asked first");
        stage.click_on("Delete it");
        assert!(names(&folder).is_empty());
    }
}
