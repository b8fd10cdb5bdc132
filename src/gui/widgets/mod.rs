//! The window's own widgets: plain functions on data that paint from the theme and tell what was done to them.
//! Each names itself for assistive tools.

pub mod chip;
pub mod die;
pub mod field;
pub mod flag;
pub mod icon;
pub mod key_cap;
pub mod meant;
pub mod meter;
pub mod odds_bar;
pub mod offer_button;
pub mod pips;
pub mod push;
pub mod section;
pub mod segments;
pub mod sign;
pub mod stat_line;
pub mod step_strip;
pub mod tally_table;

use bevy_egui::egui::{Rect, Response, Ui, UiBuilder, WidgetInfo, WidgetType};

/// Gives a response the name by which assistive tools and tests know it.
fn named(response: &Response, kind: WidgetType, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(kind, response.enabled(), name));
}

/// Adds something in a rectangle that has been given room already: what is added next lies where it would have lain without.
pub fn within<T>(ui: &mut Ui, rect: Rect, salt: &str, add: impl FnOnce(&mut Ui) -> T) -> T {
    add(&mut ui.new_child(UiBuilder::new().max_rect(rect).id_salt(salt)))
}

#[cfg(test)]
pub(crate) mod bench {
    //! A bare egui to run a widget in: no window, no renderer.

    use bevy_egui::egui::{self, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Ui, Vec2};

    /// A context with the window's fonts and themes.
    pub fn context() -> egui::Context {
        let ctx = egui::Context::default();
        ctx.set_fonts(crate::gui::text::fonts());
        crate::gui::theme::apply(&ctx);
        frame(&ctx, Vec::new(), |_| ());
        ctx
    }

    /// One frame of 400 by 300.
    pub fn frame<R>(ctx: &egui::Context, events: Vec<Event>, mut show: impl FnMut(&mut Ui) -> R) -> R {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(400.0, 300.0))),
            events,
            ..RawInput::default()
        };
        let mut out = None;
        // Nothing is painted here, and so no texture is needed.
        ctx.run_ui(input, |ui| out = Some(show(ui))).textures_delta.clear();
        // egui runs the closure at least once in every frame.
        out.expect("the frame was run")
    }

    /// What `show` returns in the frame in which the pointer is let go at that point.
    pub fn click<R>(ctx: &egui::Context, at: Pos2, mut show: impl FnMut(&mut Ui) -> R) -> R {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        frame(ctx, vec![Event::PointerMoved(at)], &mut show);
        frame(ctx, vec![button(true)], &mut show);
        frame(ctx, vec![button(false)], &mut show)
    }
}
