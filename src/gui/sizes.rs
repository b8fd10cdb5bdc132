//! Every function is found at every size, by what a screen reader is told of it: the table is `docs/functions.md`. What is
//! said to be somewhere is seen there: it lies within the window and its words are painted.

use bevy_egui::egui::{Key, Modifiers, Pos2, Rect, Vec2};

use super::game::case::Shown;
use super::game::sitter::Sitter;
use super::game::terms::Terms;
use super::options::{LEAST, fitting};
use super::play::layout::{Class, class};
use super::play::stage::{Painted, Stage, answer, battle, begun, sit_down, teaching};
use super::play::state::{Confirm, Play};
use super::saves;
use super::start::StartScreen;
use super::start::stage::Stage as Start;
use crate::battle::{Action, Ask, Ref, door, telling};
use crate::ids::Side;
use crate::rules::{RULESETS, battles};
use crate::scenario::embedded;
use crate::scenario::journal::{Chosen, DiceFrom};

const WINDOWS: [[f32; 2]; 4] = [[1024.0, 768.0], [1280.0, 800.0], [1920.0, 1080.0], [3840.0, 2160.0]];
const SCALES: [f32; 3] = [1.0, 1.5, 3.0];
const IN_SIGHT: &str = "in sight";
const SCROLLING: &str = "scrolling";

/// A line of the table: the function, and where it is in a narrow and in a wide window.
struct Row {
    function: &'static str,
    at: [&'static str; 2],
}

fn cells() -> impl Iterator<Item = Vec<&'static str>> {
    let cells =
        |line: &'static str| -> Vec<&'static str> { line.trim_matches('|').split('|').map(str::trim).collect() };
    include_str!("../../docs/functions.md").lines().filter(|line| line.starts_with('|')).map(cells)
}

fn rows(screen: &str) -> Vec<Row> {
    cells().filter(|c| c[0] == screen).map(|c| Row { function: c[1], at: [c[2], c[3]] }).collect()
}

/// The sizes, logical pixels.
fn sizes() -> Vec<Vec2> {
    let size = |window: [f32; 2], scale| Vec2::from(window) / fitting(scale, window);
    WINDOWS.into_iter().flat_map(|window| SCALES.map(|scale| size(window, scale))).collect()
}

/// A screen that is looked at and touched.
trait Seen {
    fn find(&self, says: &str) -> Option<Rect>;
    fn painted(&self) -> &[Painted];
    fn click(&mut self, at: Pos2);
    fn scroll(&mut self, at: Pos2, lines: f32);
    fn key(&mut self, key: Key);
}

impl Seen for Stage {
    fn find(&self, says: &str) -> Option<Rect> {
        self.widget(says)
    }

    fn painted(&self) -> &[Painted] {
        Stage::painted(self)
    }

    fn click(&mut self, at: Pos2) {
        Stage::click(self, at);
    }

    fn scroll(&mut self, at: Pos2, lines: f32) {
        Stage::scroll(self, at, lines);
    }

    fn key(&mut self, key: Key) {
        Stage::key(self, key);
    }
}

/// Whether it is seen: it lies in the window, and words or a sign are painted where it is.
fn is_seen(stage: &impl Seen, whole: Rect, says: &str) -> bool {
    let Some(at) = stage.find(says).filter(|at| whole.contains_rect(*at)) else { return false };
    at.width() <= SIGN || stage.painted().iter().any(|text| at.expand(1.0).contains(text.place.center()))
}

/// A button that is no wider than this may have a sign and no words.
const SIGN: f32 = 40.0;

/// The same after the wheel was turned over it, as often as somebody would turn it.
fn is_reached(stage: &mut impl Seen, whole: Rect, says: &str) -> bool {
    for turn in 0..60 {
        if is_seen(stage, whole, says) {
            return true;
        }
        let Some(at) = stage.find(says) else { return false };
        // Where little is seen at once a whole turn goes past it.
        let lines = 2.0 / (1 + turn / 12) as f32;
        // What is not seen may lie beyond the part that scrolls: one turns the wheel over what is above or below it.
        let (below, by) = (at.center().y > whole.center().y, 30.0 * (turn % 6) as f32);
        let over = whole.shrink(44.0).clamp(at.center()) + Vec2::new(0.0, if below { -by } else { by });
        stage.scroll(over, if below { -lines } else { lines });
    }
    false
}

/// Whether those words and no others are seen somewhere.
fn is_told(stage: &impl Seen, whole: Rect, words: &str) -> bool {
    stage.painted().iter().any(|text| text.text == words && whole.contains(text.place.center()))
}

/// What of those functions cannot be reached in a window of that size.
fn lacking(screen: &str, size: Vec2, stage: &mut impl Seen) -> Vec<String> {
    lacking_of(rows(screen), size, stage)
}

/// The same of those rows.
fn lacking_of(rows: Vec<Row>, size: Vec2, stage: &mut impl Seen) -> Vec<String> {
    let wide = usize::from(class(size.x) != Class::Narrow);
    let whole = Rect::from_min_size(Pos2::ZERO, size).expand(0.5);
    let mut lacking = Vec::new();
    for row in rows {
        let (function, behind) = (row.function, row.at[wide]);
        if behind == IN_SIGHT {
            if !is_seen(stage, whole, function) {
                lacking.push(format!("{function} at {size}: {:?}", stage.find(function)));
            }
        } else if behind == SCROLLING {
            if !is_reached(stage, whole, function) {
                lacking.push(format!("{function} by scrolling at {size}: {:?}", stage.find(function)));
            }
        } else if let Some(key) = Key::from_name(behind) {
            // What has a key and no button is told on the sheet that it opens.
            stage.key(key);
            let mut told = is_told(stage, whole, function);
            for _ in 0..20 {
                if !told {
                    stage.scroll(whole.center(), -2.0);
                    told = is_told(stage, whole, function);
                }
            }
            if !told {
                lacking.push(format!("{function} by {behind} at {size}"));
            }
            stage.key(Key::Escape);
        } else {
            match stage.find(behind).filter(|_| is_seen(stage, whole, behind)) {
                Some(at) => stage.click(at.center()),
                None => lacking.push(format!("{behind} at {size}: {:?}", stage.find(behind))),
            }
            if !is_reached(stage, whole, function) {
                lacking.push(format!("{function} behind {behind} at {size}: {:?}", stage.find(function)));
            }
            stage.key(Key::Escape);
        }
    }
    lacking
}

/// A battle in which persons play, at the first question of south.
fn asked() -> Play {
    let mut play = begun(battles::TEACHING, [Sitter::Captain, Sitter::Person]);
    let side = play.game.view().waiting()[0];
    if !play.is_person(side) {
        let action = play.game.view_of(side).offer(&Ask::all()).choices[0].action.clone();
        play.submit(action);
    }
    play
}

/// A battle of two persons that has gone on for a while.
fn under_way(name: &str, answers: usize) -> Play {
    let mut play = begun(name, [Sitter::Person; 2]);
    for _ in 0..answers {
        sit_down(&mut play);
        answer(&mut play);
    }
    sit_down(&mut play);
    play
}

/// A battle whose dice are thrown by hand, at its first dice.
fn at_dice() -> Play {
    let game = saves::begun(RULESETS, &battle(battles::TEACHING), Chosen::default(), DiceFrom::Hand, None);
    let mut play = Play::new(game.ok().unwrap(), [Sitter::Person; 2], 1);
    for _ in 0..60 {
        sit_down(&mut play);
        match play.throw() {
            Some(throw) if throw.count > 1 => break,
            Some(_) => play.submit(telling(play.person().unwrap(), &[3])),
            None => {
                answer(&mut play);
            }
        }
    }
    play.tell_face(3);
    play
}

/// A screen of the table by its name: the battle, and what is done to open it.
type Laid = (&'static str, fn() -> Play, fn(&mut Stage));

/// A battle in which both write orders in secret; they have sealed so many times.
fn in_secret(sealed: usize) -> Play {
    let mut play = begun("first_battle_simultaneous", [Sitter::Person; 2]);
    for _ in 0..sealed {
        sit_down(&mut play);
        let done = play.now().offers.all.iter().find(|choice| choice.ends).unwrap().action.clone();
        play.submit(done);
    }
    if sealed == 0 {
        sit_down(&mut play);
    }
    play
}

/// The screens of the table with what is on them.
const STAGES: &[Laid] = &[
    ("play", asked, |_| {}),
    (
        "selected",
        || {
            let mut play = begun(battles::TEACHING_BY_UNITS, [Sitter::Person; 2]);
            for _ in 0..40 {
                play.next_ready(false);
                if !play.now().offers.barred.is_empty() || !answer(&mut play) {
                    break;
                }
            }
            play
        },
        |_| {},
    ),
    (
        "agreement",
        || {
            let mut play = begun(battles::TEACHING, [Sitter::Person; 2]);
            play.must_agree_on(battle(battles::TEACHING), Terms::of([Sitter::Person; 2]));
            play
        },
        |_| {},
    ),
    (
        "hand-over",
        || {
            let chosen = Chosen { deploy_free: true, ..Chosen::default() };
            let game = saves::begun(RULESETS, &battle(battles::TEACHING), chosen, DiceFrom::Seed(1), None);
            Play::new(game.ok().unwrap(), [Sitter::Person; 2], 1)
        },
        |_| {},
    ),
    (
        "deployment",
        || {
            let chosen = Chosen { deploy_free: true, ..Chosen::default() };
            let game = saves::begun(RULESETS, &battle(battles::TEACHING), chosen, DiceFrom::Seed(1), None);
            let mut play = Play::new(game.ok().unwrap(), [Sitter::Person; 2], 1);
            sit_down(&mut play);
            play
        },
        |_| {},
    ),
    ("written", || in_secret(0), |_| {}),
    ("opened", || in_secret(2), |_| {}),
    ("question", asked, |stage| {
        stage.play.sheets.ask(Confirm::Still);
        stage.rest();
    }),
    ("rulebook", asked, |stage| {
        stage.key(Key::F1);
    }),
    ("rule", asked, |stage| {
        let id = (stage.play.game.ruleset().texts)().rules[0].id.clone();
        stage.play.sheets.open_rule(id);
        stage.rest();
    }),
    ("dice", at_dice, |_| {}),
    (
        "past",
        || under_way(battles::TEACHING_BY_UNITS, 6),
        |stage| {
            stage.key(Key::F6);
            stage.key(Key::ArrowLeft);
        },
    ),
    (
        "luck",
        || under_way(battles::TEACHING_BY_UNITS, 6),
        |stage| {
            stage.key(Key::F6);
            stage.key(Key::L);
        },
    ),
    (
        "what if",
        || under_way(battles::TEACHING_BY_UNITS, 6),
        |stage| {
            stage.key_with(Key::W, Modifiers::CTRL);
        },
    ),
    (
        "umpire",
        || begun(battles::TEACHING, [Sitter::Person; 2]),
        |stage| {
            stage.key(Key::F8);
            let unit = stage.play.game.view().roster().of(Side::South).next();
            stage.play.select(unit);
            stage.rest();
        },
    ),
    (
        "case",
        || {
            let (game, shown) = Shown::open(RULESETS, &embedded::cases().remove(0)).unwrap();
            let mut play = Play::new(game, [Sitter::Person; 2], 1);
            play.lay_case(Some(shown));
            play
        },
        |_| {},
    ),
    ("captains", || begun(battles::TEACHING, [Sitter::Captain; 2]), |_| {}),
    (
        "over",
        || {
            let mut play = begun(battles::TEACHING, [Sitter::Person; 2]);
            let side = play.person().unwrap();
            play.submit(Action::new(Ref::Side(side), door::CONCEDE));
            play
        },
        |stage| {
            stage.play.look.finish_motion();
            stage.rest();
        },
    ),
    (
        "notice",
        || {
            let mut play = asked();
            play.sheets.tell("Something went wrong.".into());
            play
        },
        |_| {},
    ),
];

#[test]
fn every_function_of_a_battle_is_in_sight_or_one_named_click_away() {
    for size in sizes() {
        for (screen, play, open) in STAGES {
            assert!(!rows(screen).is_empty(), "the table has nothing of {screen}");
            let mut stage = Stage::sized(play(), size.x, size.y);
            open(&mut stage);
            let lacking = lacking(screen, size, &mut stage);
            assert!(lacking.is_empty(), "{screen}: {lacking:#?} among {:#?}", stage.words());
        }
    }
}

/// Functions that have the name of something of one ruleset: of a rule, a kind of log line, a switch, a plan.
const OF_ONE: [&str; 7] =
    ["rule G2", "melee", "fire", "moves", "switch Deep pikes", "Deep pikes: on", "River Town: plan"];

#[test]
fn what_every_ruleset_has_alike_is_in_sight_or_one_named_click_away_in_each() {
    // The least window, and a usual one.
    for size in [Vec2::from(LEAST), Vec2::new(1280.0, 800.0)] {
        for name in teaching().into_iter().filter(|name| !name.ends_with(battles::TEACHING)) {
            for screen in ["play", "agreement", "over"] {
                let mut play = begun(&name, [Sitter::Person; 2]);
                match screen {
                    "agreement" => play.must_agree_on(name.clone(), Terms::of([Sitter::Person; 2])),
                    "over" => {
                        let side = play.person().unwrap();
                        play.submit(Action::new(Ref::Side(side), door::CONCEDE));
                    }
                    _ => sit_down(&mut play),
                }
                let mut stage = Stage::sized(play, size.x, size.y);
                let alike: Vec<Row> = rows(screen).into_iter().filter(|row| !OF_ONE.contains(&row.function)).collect();
                assert!(!alike.is_empty());
                let lacking = lacking_of(alike, size, &mut stage);
                assert!(lacking.is_empty(), "{name}, {screen}: {lacking:#?} among {:#?}", stage.words());
            }
        }
    }
}

#[test]
fn every_screen_of_the_table_is_looked_at() {
    let known: Vec<&str> = STAGES.iter().map(|(screen, ..)| *screen).chain(STARTS.iter().map(|(s, _)| *s)).collect();
    for cells in cells().skip(2) {
        assert!(known.contains(&cells[0]), "nobody looks at {}", cells[0]);
    }
    assert!(cells().count() > 100, "{} lines", cells().count());
}

impl Seen for Start {
    fn find(&self, says: &str) -> Option<Rect> {
        self.widget(says)
    }

    fn painted(&self) -> &[Painted] {
        Start::painted(self)
    }

    fn click(&mut self, at: Pos2) {
        Start::click(self, at);
    }

    fn scroll(&mut self, at: Pos2, lines: f32) {
        Start::scroll(self, at, lines);
    }

    fn key(&mut self, key: Key) {
        Start::key(self, key);
    }
}

/// A screen by its name, and what is done to open it.
type Opened = (&'static str, fn(&mut Start));

/// The start screen with what lies open on it.
const STARTS: &[Opened] = &[
    ("start", |_| {}),
    ("saved", |stage| stage.key(Key::F3)),
    ("flaws", |stage| {
        let path = "no/such_battle.ron".to_owned();
        stage.scene().screen.flaws = vec![crate::scenario::FileFlaw::whole(path, "there is none".to_owned())];
        stage.rest();
    }),
];

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
        for (screen, open) in STARTS {
            let mut stage = Start::sized(StartScreen::new(RULESETS, Some(folder.path())), size);
            open(&mut stage);
            let lacking = lacking(screen, size, &mut stage);
            assert!(lacking.is_empty(), "{screen}: {lacking:#?}");
        }
    }
}
