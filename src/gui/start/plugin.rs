//! The start screen among the window's screens.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::StartScreen;
use crate::gui::desk::{self, Desk, Frame, NAME, Screen, Settings};
use crate::gui::play::begin;
use crate::gui::play::plugin::{BegunAnew, OnTable};
use crate::gui::shot;
use crate::gui::theme::Theme;

/// Adds the screen to the window's engine.
pub fn plugin(app: &mut App) {
    let shown = show.in_set(Frame::Screen).run_if(in_state(Screen::Start));
    app.add_systems(OnEnter(Screen::Start), lay_out).add_systems(EguiPrimaryContextPass, shown);
}

/// Whoever comes back finds what he had chosen, also on the table, and the battles as they are kept now.
fn lay_out(
    mut commands: Commands,
    desk: Res<Desk>,
    choice: Option<ResMut<StartScreen>>,
    begun_anew: Option<Res<BegunAnew>>,
) {
    commands.remove_resource::<BegunAnew>();
    match choice {
        Some(mut choice) => choice.look_anew(begun_anew.map(|begun| (begun.0.clone(), begun.1.clone()))),
        None => commands.insert_resource(StartScreen::new(desk.rulesets, desk.saves.as_deref())),
    }
}

#[expect(clippy::too_many_arguments, reason = "a system has what it reads and writes as its parameters")]
fn show(
    mut contexts: EguiContexts,
    mut choice: ResMut<StartScreen>,
    mut desk: ResMut<Desk>,
    mut settings: ResMut<Settings>,
    mut ready: ResMut<shot::Ready>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: Commands,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut ui = desk::paper(&ctx);
    ui.painter().rect_filled(ui.max_rect(), 0.0, Theme::new(settings.options.lamplight).panel);
    if let Some(battle) = super::show(&mut ui, &mut settings.options, &mut choice) {
        let ground = desk.next_ground();
        match begin::begin(desk.rulesets, battle, desk.saves.as_deref(), desk.seed, ground) {
            Ok(play) => {
                commands.insert_resource(OnTable::new(play));
                next.set(Screen::Play);
                ctx.request_repaint();
            }
            Err(flaws) => choice.flaws = flaws,
        }
    }
    ready.0 = choice.is_complete();
    desk::call(&mut window, NAME.to_owned());
    Ok(())
}
