//! The frame of every window the program opens: which engine plugins run, and what the window is.

use bevy::app::PluginGroupBuilder;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::window::{PresentMode, WindowResolution};

/// The window's first size, logical pixels.
pub const SIZE: (u32, u32) = (1280, 800);
/// The smallest size that still shows every action, logical pixels.
const LEAST: (f32, f32) = (420.0, 240.0);

/// The engine's plugins with that window. Frames are drawn where they are made: a table that is redrawn on demand
/// gains nothing from drawing one frame while the next is made, and would show every click a frame late. A window that
/// is to be closed is asked first.
pub fn plugins(window: Window) -> PluginGroupBuilder {
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() })
        .set(LogPlugin { filter: "error,wgpu_hal=off,bevy_egui=error".to_owned(), ..default() })
        .disable::<PipelinedRenderingPlugin>()
}

/// The window, resizable, with that title.
pub fn window(title: &str) -> Window {
    Window {
        title: title.to_owned(),
        name: Some("sandtable".to_owned()),
        resolution: WindowResolution::new(SIZE.0, SIZE.1),
        resize_constraints: WindowResizeConstraints { min_width: LEAST.0, min_height: LEAST.1, ..default() },
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}
