//! What the graphics driver has not finished building cannot be drawn yet: until it has, the window is drawn again and
//! no picture of it is taken.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::RequestRedraw;

/// Whether anything that was to be drawn in the last frame was still being built. Both worlds of the engine hold it.
#[derive(Resource, Clone, Default)]
pub struct Building(Arc<AtomicBool>);

impl Building {
    /// Whether the last frame lacked something.
    pub fn goes_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Adds the watch to the window's engine, after its renderer.
pub fn plugin(app: &mut App) {
    let building = Building(Arc::new(AtomicBool::new(true)));
    app.insert_resource(building.clone()).add_systems(Last, draw_again);
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer.insert_resource(building).add_systems(Render, watch.in_set(RenderSystems::Cleanup));
    }
}

fn watch(pipelines: Res<PipelineCache>, building: Res<Building>) {
    building.0.store(pipelines.waiting_pipelines().next().is_some(), Ordering::Relaxed);
}

/// The frame after the one in which all was there is still needed to show it.
fn draw_again(building: Res<Building>, mut redraw: MessageWriter<RequestRedraw>, mut one_more: Local<bool>) {
    if building.goes_on() || *one_more {
        redraw.write(RequestRedraw);
    }
    *one_more = building.goes_on();
}
