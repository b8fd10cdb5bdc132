//! The start screen in a harness: real frames, pointer and keys, asked by what a screen reader is told and by what is painted.

use bevy_egui::egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, TouchPhase, Ui, UiBuilder, Vec2,
};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

use super::{StartScreen, show};
use crate::gui::options::Options;
use crate::gui::play::begin::Battle;
use crate::gui::play::stage::{Painted, collect};
use crate::gui::{spoken, text, theme};

/// What is shown, and what is done with it.
pub struct Scene {
    pub options: Options,
    pub screen: StartScreen,
    /// What was to begin last.
    pub begun: Option<Battle>,
}

pub struct Stage(Harness<'static, Scene>);

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
        let mut stage = Stage(Harness::builder().with_size(size).build_ui_state(show, scene));
        stage.rest();
        stage
    }

    /// What is shown.
    pub fn scene(&mut self) -> &mut Scene {
        self.0.state_mut()
    }

    /// Where the widget is that says so.
    pub fn widget(&self, says: &str) -> Option<Rect> {
        let nodes = self.0.root().children_recursive().map(|node| node.accesskit_node().data());
        let widgets = spoken::widgets(nodes, 1.0);
        let [left, top, right, bottom] = widgets.iter().find(|w| w.says.starts_with(says))?.at;
        Some(Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom)))
    }

    pub fn click(&mut self, at: Pos2) {
        self.0.hover_at(at);
        self.0.drag_at(at);
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.0.event(Event::PointerButton { pos: at, button, pressed: false, modifiers });
        self.rest();
    }

    /// A click on the widget that says so.
    pub fn click_on(&mut self, says: &str) {
        let at = self.widget(says).unwrap_or_else(|| panic!("no {says} among {:#?}", self.painted()));
        self.click(at.center());
    }

    pub fn key(&mut self, key: Key) {
        self.0.key_press(key);
        self.rest();
    }

    /// Scrolls at that point until those words are seen whole, or there is no more.
    pub fn seek(&mut self, words: &str, at: Pos2) -> bool {
        self.0.hover_at(at);
        for _ in 0..40 {
            if self.painted().iter().any(|seen| seen.text.contains(words) && !seen.cut) {
                return true;
            }
            let (unit, delta) = (MouseWheelUnit::Point, Vec2::new(0.0, -20.0));
            let (phase, modifiers) = (TouchPhase::Move, Modifiers::NONE);
            self.0.event(Event::MouseWheel { unit, delta, phase, modifiers });
            self.rest();
        }
        false
    }

    /// Words typed into the field that has been reached.
    pub fn write(&mut self, words: &str) {
        self.0.event(Event::Text(words.to_owned()));
        self.rest();
    }

    /// Frames in which nothing is done.
    pub fn rest(&mut self) {
        (0..3).for_each(|_| self.0.step());
    }

    /// All texts that are seen.
    pub fn painted(&self) -> Vec<Painted> {
        let mut painted = Vec::new();
        for clipped in &self.0.output().shapes {
            collect(&clipped.shape, clipped.clip_rect, &mut painted);
        }
        painted
    }

    /// Those of them that are cut by an ellipsis.
    pub fn cut(&self) -> Vec<String> {
        self.painted().into_iter().filter(|seen| seen.cut).map(|seen| seen.text).collect()
    }
}
