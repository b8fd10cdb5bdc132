//! The start screen in a harness: real frames, pointer and keys, asked by what a screen reader is told and by what is painted.

use bevy_egui::egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, TouchPhase, Ui, UiBuilder, Vec2,
};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

use super::{StartScreen, show};
use crate::gui::options::Options;
use crate::gui::play::begin::Battle;
use crate::gui::play::stage::{Painted, painted};
use crate::gui::spoken::{self, Widget};
use crate::gui::{text, theme};

/// What is shown, and what is done with it.
pub struct Scene {
    pub options: Options,
    pub screen: StartScreen,
    /// What was to begin last.
    pub begun: Option<Battle>,
}

pub struct Stage {
    harness: Harness<'static, Scene>,
    widgets: Vec<Widget>,
    painted: Vec<Painted>,
}

impl Stage {
    /// In a window of that size, logical pixels.
    pub fn sized(screen: StartScreen, size: Vec2) -> Stage {
        let mut dressed = false;
        let show = move |ui: &mut Ui, scene: &mut Scene| {
            if !dressed {
                ui.ctx().set_fonts(text::fonts());
                theme::apply(ui.ctx());
                dressed = true;
                return;
            }
            // The harness leaves a margin; the window has none.
            let mut ui = ui.new_child(UiBuilder::new().max_rect(ui.ctx().content_rect()));
            ui.set_clip_rect(ui.ctx().content_rect());
            let begun = show(&mut ui, &mut scene.options, &mut scene.screen);
            scene.begun = begun.or(scene.begun.take());
        };
        let scene = Scene { options: Options::default(), screen, begun: None };
        let harness = Harness::builder().with_size(size).with_step_dt(1.0 / 60.0).build_ui_state(show, scene);
        let mut stage = Stage { harness, widgets: Vec::new(), painted: Vec::new() };
        stage.rest();
        stage
    }

    /// What is shown.
    pub fn scene(&mut self) -> &mut Scene {
        self.harness.state_mut()
    }

    /// Where the widget is that says so and nothing more, else one that begins so.
    pub fn widget(&self, says: &str) -> Option<Rect> {
        let exact = self.widgets.iter().find(|widget| widget.says == says);
        let found = exact.or_else(|| self.widgets.iter().find(|widget| widget.says.starts_with(says)));
        let [left, top, right, bottom] = found?.at;
        Some(Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom)))
    }

    /// The words of all widgets.
    pub fn words(&self) -> Vec<&str> {
        self.widgets.iter().map(|widget| widget.says.as_str()).collect()
    }

    pub fn click(&mut self, at: Pos2) {
        self.press(at);
        self.rest();
    }

    /// Two clicks in quick succession.
    pub fn click_twice(&mut self, at: Pos2) {
        self.press(at);
        self.press(at);
        self.rest();
    }

    fn press(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        self.harness.drag_at(at);
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.harness.event(Event::PointerButton { pos: at, button, pressed: false, modifiers });
    }

    /// Holds the pointer there until whatever is told of what lies under it is seen.
    pub fn rest_upon(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        (0..20).for_each(|_| self.rest());
    }

    /// A click on the widget that says so.
    pub fn click_on(&mut self, says: &str) {
        let at = self.widget(says).unwrap_or_else(|| panic!("no {says} among {:#?}", self.words()));
        self.click(at.center());
    }

    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.rest();
    }

    /// Turns the wheel at that point by so many lines, and lets what scrolls come to rest.
    pub fn scroll(&mut self, at: Pos2, lines: f32) {
        let (unit, delta) = (MouseWheelUnit::Line, Vec2::new(0.0, lines));
        let (phase, modifiers) = (TouchPhase::Move, Modifiers::NONE);
        self.harness.hover_at(at);
        self.harness.event(Event::MouseWheel { unit, delta, phase, modifiers });
        (0..3).for_each(|_| self.rest());
    }

    /// Scrolls at that point until those words are seen whole, or there is no more.
    pub fn seek(&mut self, words: &str, at: Pos2) -> bool {
        for _ in 0..40 {
            if self.painted.iter().any(|seen| seen.text.contains(words) && !seen.cut) {
                return true;
            }
            self.scroll(at, -0.5);
        }
        false
    }

    /// Words typed into the field that has been reached.
    pub fn write(&mut self, words: &str) {
        self.harness.event(Event::Text(words.to_owned()));
        self.rest();
    }

    /// The same in place of what stands there.
    pub fn write_over(&mut self, words: &str) {
        self.harness.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::A);
        self.write(words);
    }

    /// Frames in which nothing is done.
    pub fn rest(&mut self) {
        (0..4).for_each(|_| self.harness.step());
        let nodes = self.harness.root().children_recursive().map(|node| node.accesskit_node().data());
        self.widgets = spoken::widgets(nodes, 1.0);
        self.painted = painted(&self.harness.output().shapes);
    }

    /// All texts that are seen.
    pub fn painted(&self) -> &[Painted] {
        &self.painted
    }

    /// Those of them that are cut by an ellipsis.
    pub fn cut(&self) -> Vec<String> {
        self.painted.iter().filter(|seen| seen.cut).map(|seen| seen.text.clone()).collect()
    }
}
