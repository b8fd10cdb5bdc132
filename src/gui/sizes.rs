//! Every function is found at every size, by what a screen reader is told of it: the table is `docs/functions.md`.

use bevy_egui::egui::{Key, Pos2, Rect, Vec2};

use super::game::sitter::Sitter;
use super::options::fitting;
use super::play::layout::{Class, class};
use super::play::stage::{Stage, battle, begun};
use super::saves;
use super::start::StartScreen;
use super::start::stage::Stage as Start;
use crate::battle::Ask;
use crate::rules::{RULESETS, battles};
use crate::scenario::journal::{Chosen, DiceFrom};

const WINDOWS: [[f32; 2]; 4] = [[1024.0, 768.0], [1280.0, 800.0], [1920.0, 1080.0], [3840.0, 2160.0]];
const SCALES: [f32; 3] = [1.0, 1.5, 3.0];
const IN_SIGHT: &str = "in sight";

/// A line of the table: the function, and where it is in a narrow and in a wide window.
struct Row {
    function: &'static str,
    at: [&'static str; 2],
}

fn rows(screen: &str) -> Vec<Row> {
    let cells =
        |line: &'static str| -> Vec<&'static str> { line.trim_matches('|').split('|').map(str::trim).collect() };
    let rows = include_str!("../../docs/functions.md").lines().filter(|line| line.starts_with('|')).map(cells);
    rows.filter(|c| c[0] == screen).map(|c| Row { function: c[1], at: [c[2], c[3]] }).collect()
}

/// The sizes, logical pixels.
fn sizes() -> Vec<Vec2> {
    let size = |window: [f32; 2], scale| Vec2::from(window) / fitting(scale, window);
    WINDOWS.into_iter().flat_map(|window| SCALES.map(|scale| size(window, scale))).collect()
}

/// What of those functions cannot be reached in a window of that size.
fn lacking<S>(
    screen: &str,
    size: Vec2,
    stage: &mut S,
    find: fn(&S, &str) -> Option<Rect>,
    click: fn(&mut S, Pos2),
    shut: fn(&mut S),
) -> Vec<String> {
    let wide = usize::from(class(size.x) != Class::Narrow);
    let whole = Rect::from_min_size(Pos2::ZERO, size).expand(0.5);
    let mut lacking = Vec::new();
    for row in rows(screen) {
        let behind = row.at[wide];
        if behind == IN_SIGHT {
            match find(stage, row.function) {
                Some(at) if whole.contains_rect(at) => {}
                found => lacking.push(format!("{} at {size}: {found:?}", row.function)),
            }
            continue;
        }
        match find(stage, behind).filter(|at| whole.contains_rect(*at)) {
            Some(at) => click(stage, at.center()),
            None => lacking.push(format!("{behind} at {size}")),
        }
        if find(stage, row.function).is_none() {
            lacking.push(format!("{} behind {behind} at {size}", row.function));
        }
        shut(stage);
    }
    lacking
}

#[test]
fn every_function_of_a_battle_is_in_sight_or_one_named_click_away() {
    assert!(rows("play").len() > 20);
    for size in sizes() {
        let mut stage = Stage::sized(begun(battles::TEACHING, [Sitter::Captain, Sitter::Person]), size.x, size.y);
        let side = stage.play.game.view().waiting()[0];
        if !stage.play.is_person(side) {
            let action = stage.play.game.view_of(side).offer(&Ask::all()).choices[0].action.clone();
            stage.play.submit(action);
            stage.rest();
        }
        let shut = |stage: &mut Stage| stage.key(Key::Escape);
        let lacking = lacking("play", size, &mut stage, Stage::widget, Stage::click, shut);
        assert!(lacking.is_empty(), "{lacking:#?} among {:#?}", stage.words());
    }
}

#[test]
fn every_function_of_the_start_screen_is_in_sight_or_one_named_click_away() {
    let folder = tempfile::tempdir().unwrap();
    let name = battle(battles::TEACHING);
    let mut game =
        saves::begun(RULESETS, &name, Chosen::default(), DiceFrom::Seed(1), Some(folder.path())).ok().unwrap();
    let side = game.view().waiting()[0];
    let action = game.view_of(side).offer(&Ask::all()).choices[0].action.clone();
    game.submit(action).unwrap();
    drop(game);
    for size in sizes() {
        let mut stage = Start::sized(StartScreen::new(RULESETS, Some(folder.path())), size);
        let lacking = lacking("start", size, &mut stage, Start::widget, Start::click, Start::shut);
        assert!(lacking.is_empty(), "{lacking:#?}");
    }
}
