//! A stage for tests: a battle on the whole play screen in the harness of `egui_kittest`, frame by frame with the input
//! that is given, and what it shows and says. No window, no renderer.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use bevy::math::Vec2;
use bevy_egui::egui::epaint::ClippedShape;
use bevy_egui::egui::{self, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Shape, Ui, UiBuilder};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

use crate::gui::board::glyph::Glyphs;
use crate::gui::game::Turn;
use crate::gui::game::sitter::Sitter;
use crate::gui::options::Options;
use crate::gui::options::Pace;
use crate::gui::play::screen;
use crate::gui::play::state::Play;
use crate::gui::play::wants::Wants;
use crate::gui::saves;
use crate::gui::spoken::{self, Widget};
use crate::ids::UnitId;
use crate::rules::{RULESETS, battles};
use crate::scenario::embedded;
use crate::scenario::journal::{Chosen, DiceFrom};

/// The play screen of one battle, shown by `egui_kittest`.
pub struct Stage {
    harness: Harness<'static, Scene>,
    widgets: Vec<Widget>,
    painted: Vec<Painted>,
}

/// A text that is seen.
#[derive(Clone, Debug)]
pub struct Painted {
    pub text: String,
    pub place: Rect,
    /// Whether it is cut with an ellipsis.
    pub cut: bool,
}

/// What is on the stage; a stage has all that it has.
pub struct Scene {
    pub play: Play,
    pub options: Options,
    glyphs: Glyphs,
    /// What was asked of the window last.
    pub wants: Option<Wants>,
}

impl Deref for Stage {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        self.harness.state()
    }
}

impl DerefMut for Stage {
    fn deref_mut(&mut self) -> &mut Scene {
        self.harness.state_mut()
    }
}

/// The built-in battle whose name ends so.
pub fn battle(end: &str) -> String {
    embedded::battles().into_iter().find(|name| name.ends_with(end)).unwrap()
}

/// The teaching battles of all rulesets.
pub fn teaching() -> Vec<String> {
    embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle")).collect()
}

/// That battle with those who play it, north and south, with dice from a seed, kept nowhere.
pub fn begun(end: &str, sitters: [Sitter; 2]) -> Play {
    let game = saves::begun(RULESETS, &battle(end), Chosen::default(), DiceFrom::Seed(1), None).ok().unwrap();
    Play::new(game, sitters, 1)
}

/// Answers with the first offer of all that does not end the question, and has whoever is asked next look; tells
/// whether the battle goes on.
pub fn answer(play: &mut Play) -> bool {
    let now = play.now();
    let goes_on = now.offers.all.iter().find(|choice| !choice.ends).or(now.offers.all.first());
    let Some(action) = goes_on.map(|choice| choice.action.clone()) else { return false };
    play.submit(action);
    if let Turn::Of { side, .. } = play.game.turn() {
        play.seats.look(Some(side));
    }
    play.game.turn() != Turn::Over
}

/// Both have seen what was opened, and whoever is asked in secret sits down.
pub fn sit_down(play: &mut Play) {
    if play.lies_open() {
        play.both_have_seen();
    }
    if let Some(side) = play.must_hand_over() {
        play.seats.look(Some(side));
    }
}

impl Stage {
    /// In a window of that size, logical pixels.
    pub fn sized(play: Play, width: f32, height: f32) -> Stage {
        let options = Options { pace: Pace::None, ..Options::default() };
        let scene = Scene { play, options, glyphs: Glyphs::default(), wants: None };
        let mut dressed = false;
        let show = move |ui: &mut Ui, scene: &mut Scene| {
            if !dressed {
                ui.ctx().set_fonts(crate::gui::text::fonts());
                crate::gui::theme::apply(ui.ctx());
                dressed = true;
                return;
            }
            // The harness leaves a margin; the window has none.
            let mut ui = ui.new_child(UiBuilder::new().max_rect(ui.ctx().content_rect()));
            ui.set_clip_rect(ui.ctx().content_rect());
            let Scene { play, options, glyphs, wants } = scene;
            let asked = screen::show(&mut ui, options, glyphs, play, || {});
            *wants = asked.or(wants.take());
        };
        let harness =
            Harness::builder().with_size((width, height)).with_step_dt(1.0 / 60.0).build_ui_state(show, scene);
        let mut stage = Stage { harness, widgets: Vec::new(), painted: Vec::new() };
        stage.rest();
        stage
    }

    /// In a window of the usual size.
    pub fn of(play: Play) -> Stage {
        Stage::sized(play, 1280.0, 720.0)
    }

    /// Frames in which the events that wait come one after the other; a single one without any.
    pub fn step(&mut self) {
        self.harness.step();
        self.widgets =
            spoken::widgets(self.harness.root().children_recursive().map(|node| node.accesskit_node().data()), 1.0);
        self.painted = painted(&self.harness.output().shapes);
    }

    /// The window has another size from now on; nobody touches it.
    pub fn resize(&mut self, width: f32, height: f32) {
        self.harness.set_size(egui::Vec2::new(width, height));
    }

    /// Frames without input, until everything is where it belongs: a new sheet comes to its place in two.
    pub fn rest(&mut self) {
        (0..3).for_each(|_| self.step());
    }

    /// Frames without input until that is so of the battle, while somebody works in the background.
    pub fn until(&mut self, wanted: impl Fn(&Play) -> bool) {
        for _ in 0..30_000 {
            self.step();
            if wanted(&self.play) {
                self.rest();
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it never comes to that: {:?}", self.words());
    }

    /// A key struck and let go.
    pub fn key(&mut self, key: Key) {
        self.key_with(key, Modifiers::NONE);
    }

    /// A key struck and let go while others are held.
    pub fn key_with(&mut self, key: Key, modifiers: Modifiers) {
        self.harness.key_press_modifiers(modifiers, key);
        self.step();
        self.rest();
    }

    /// Letters as a keyboard writes them: of each comes the key and the text at once.
    pub fn write(&mut self, letters: &str) {
        for letter in letters.chars() {
            let name = if letter == '-' { "Minus".to_owned() } else { letter.to_ascii_uppercase().to_string() };
            let (key, modifiers) = (Key::from_name(&name).unwrap(), Modifiers::NONE);
            let struck = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
            self.harness.input_mut().events.extend([struck, Event::Text(letter.into())]);
            self.step();
        }
        self.rest();
    }

    /// Keys such as Shift are held from now on, or let go.
    pub fn hold_keys(&mut self, modifiers: Modifiers) {
        self.event(Event::ModifiersChanged(modifiers));
    }

    /// An event as the window tells it.
    pub fn event(&mut self, event: Event) {
        self.harness.event(event);
        self.step();
    }

    /// The pointer comes to a point of the window.
    pub fn hover(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        self.step();
    }

    /// A click at a point of the window.
    pub fn click(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        self.harness.drag_at(at);
        self.let_go(at);
    }

    /// A click on the widget whose words begin so.
    pub fn click_on(&mut self, says: &str) {
        let at = self.widget(says).unwrap_or_else(|| panic!("no `{says}` among {:#?}", self.words()));
        self.click(at.center());
    }

    /// Takes hold of a point of the table and brings it to another; the hand does not let go.
    pub fn hold(&mut self, from: Vec2, to: Vec2) {
        let [from, to] = [from, to].map(|at| self.on_screen(at));
        self.harness.hover_at(from);
        self.harness.drag_at(from);
        for share in [0.1, 0.5, 1.0] {
            self.harness.hover_at(from + (to - from) * share);
        }
        self.step();
    }

    /// The hand lets go at that point of the table.
    pub fn drop_at(&mut self, at: Vec2) {
        self.let_go(self.on_screen(at));
    }

    /// The button comes up there; the pointer stays.
    fn let_go(&mut self, pos: Pos2) {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.harness.event(Event::PointerButton { pos, button, pressed: false, modifiers });
        self.step();
        self.rest();
    }

    /// Turns the wheel over a point of the window.
    pub fn scroll(&mut self, at: Pos2, lines: f32) {
        let (unit, delta) = (MouseWheelUnit::Line, egui::Vec2::new(0.0, lines));
        let (phase, modifiers) = (egui::TouchPhase::Move, Modifiers::NONE);
        self.harness.hover_at(at);
        self.harness.event(Event::MouseWheel { unit, delta, phase, modifiers });
        self.step();
        (0..12).for_each(|_| self.step());
    }

    /// Where a point of the table is seen.
    pub fn on_screen(&self, at: Vec2) -> Pos2 {
        self.play.look.camera().unwrap().to_screen(self.play.look.whole_in().unwrap(), at)
    }

    /// The unit of that name.
    pub fn unit(&self, name: &str) -> UnitId {
        let view = self.play.game.view();
        view.roster().ids().find(|unit| view.roster().name(*unit) == name).unwrap()
    }

    /// The middle of a unit's base.
    pub fn middle(&self, unit: UnitId) -> Vec2 {
        self.play.game.view().hull(unit).unwrap().centre
    }

    /// The place of the widget whose words begin so.
    pub fn widget(&self, says: &str) -> Option<Rect> {
        let found = self.widgets.iter().find(|widget| widget.says.starts_with(says))?;
        let [left, top, right, bottom] = found.at;
        Some(Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom)))
    }

    /// The words of all widgets.
    pub fn words(&self) -> Vec<&str> {
        self.widgets.iter().map(|widget| widget.says.as_str()).collect()
    }

    /// Whether text with those words is painted where it is seen.
    pub fn shows(&self, words: &str) -> bool {
        self.place_of(words).is_some()
    }

    /// The texts that are seen and cut by an ellipsis.
    pub fn cut(&self) -> Vec<&str> {
        self.painted.iter().filter(|seen| seen.cut).map(|seen| seen.text.as_str()).collect()
    }

    /// Where that text is painted.
    pub fn place_of(&self, words: &str) -> Option<Rect> {
        self.painted.iter().find(|seen| seen.text.contains(words)).map(|seen| seen.place)
    }

    /// All texts that are seen.
    pub fn painted(&self) -> &[Painted] {
        &self.painted
    }
}

/// The texts that are seen of these shapes.
pub fn painted(shapes: &[ClippedShape]) -> Vec<Painted> {
    let mut found = Vec::new();
    shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &mut found));
    found
}

/// The texts of a shape that lie within what is seen of it.
pub fn collect(shape: &Shape, clip: Rect, found: &mut Vec<Painted>) {
    match shape {
        Shape::Text(text) => {
            let place = text.visual_bounding_rect();
            if place.is_positive() && clip.contains(place.center()) {
                let (words, cut) = (text.galley.job.text.clone(), text.galley.elided);
                found.push(Painted { text: words, place, cut });
            }
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, found)),
        _ => {}
    }
}

#[test]
fn the_whole_screen_is_shown_and_a_key_does_what_it_says() {
    let mut stage = Stage::of(begun(battles::TEACHING, [Sitter::Person; 2]));
    assert!(stage.shows("The first battle") && stage.widget("Undo").is_some(), "{:?}", stage.words());
    stage.key(Key::F9);
    assert!(stage.play.sheets.keys() && stage.shows("put units right"));
    stage.click_on("Close");
    assert!(!stage.play.sheets.keys());
}

#[test]
fn a_unit_is_selected_by_a_click_and_an_offer_done_by_its_letter() {
    let mut stage = Stage::of(begun(battles::TEACHING_BY_UNITS, [Sitter::Person; 2]));
    let now = stage.play.now();
    let (label, key) = now.offers.listed.iter().find_map(|l| Some((l.label.clone(), l.key?))).unwrap();
    assert!(stage.shows(&label), "{label} is among {:?}", stage.words());
    stage.key(Key::from_name(&key.to_string()).unwrap());
    // Enter does what the letter has taken in hand; where that is asked about, a letter means it.
    for means in [Key::Enter, Key::Y] {
        if stage.play.game.journal().depth() == 0 {
            stage.key(means);
        }
    }
    assert_eq!(stage.play.game.journal().depth(), 1, "{label}");
    stage.key(Key::Z);
    assert_eq!(stage.play.game.journal().depth(), 0);
}

#[test]
fn every_option_of_the_menu_can_be_reached_and_is_kept_in_the_options() {
    let mut stage = Stage::sized(begun(battles::TEACHING, [Sitter::Person; 2]), 1280.0, 800.0);
    stage.key(Key::F3);
    assert!(stage.shows("Undo stops at dice: off") && stage.shows("s hand: off"));
    stage.click_on("Undo stops at dice");
    assert!(stage.options.strict_undo && stage.play.back.is_strict() && stage.shows("Undo stops at dice: on"));
    assert_eq!(stage.wants, Some(Wants::Options));
}
