//! When the window is drawn again: on input, when egui asks for it, now or later, and else not at all.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::egui::{Event, Modifiers};
use bevy_egui::{EguiContext, EguiInput, EguiPreUpdateSet};

/// Nothing is asked for: the window sleeps this long at most.
const SLEEP: Duration = Duration::from_secs(60);

/// When egui next wants to be drawn without being touched.
#[derive(Resource, Clone, Default)]
struct Next(Arc<Mutex<Option<Instant>>>);

/// Adds the waking to the window's engine.
pub fn plugin(app: &mut App) {
    app.init_resource::<Next>()
        .insert_resource(settings(SLEEP))
        .add_systems(PreUpdate, listen.after(EguiPreUpdateSet::InitContexts).before(EguiPreUpdateSet::BeginPass))
        .add_systems(PreUpdate, hush.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass))
        .add_systems(Last, sleep);
}

fn settings(wait: Duration) -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive_low_power(wait),
        unfocused_mode: UpdateMode::reactive_low_power(wait),
    }
}

/// Every new context tells when it wants to be drawn, from whatever thread asks it.
fn listen(
    mut contexts: Query<&mut EguiContext, Added<EguiContext>>,
    next: Res<Next>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    let Some(proxy) = proxy else { return };
    for mut context in &mut contexts {
        let (next, proxy) = (next.0.clone(), (**proxy).clone());
        context.get_mut().set_request_repaint_callback(move |info| {
            if info.delay.is_zero() {
                // When the loop is gone there is nothing left to draw.
                let _ = proxy.send_event(WinitUserEvent::WakeUp);
            } else if let Some(at) = Instant::now().checked_add(info.delay) {
                let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                *next = Some(next.map_or(at, |known| known.min(at)));
            }
        });
    }
}

/// The bridge to egui tells of the modifier keys in every frame, changed or not; egui takes that for input and asks
/// for one more frame, for ever. Only changes are let through.
fn hush(mut inputs: Query<&mut EguiInput>, mut known: Local<Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            Event::ModifiersChanged(now) => std::mem::replace(&mut *known, *now) != *now,
            _ => true,
        });
    }
}

/// Sleeps until then.
fn sleep(next: Res<Next>, mut winit: ResMut<WinitSettings>) {
    let mut next = next.0.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let wait = match *next {
        Some(at) if at > now => at - now,
        Some(_) => {
            *next = None;
            Duration::from_millis(1)
        }
        None => SLEEP,
    };
    let wished = UpdateMode::reactive_low_power(wait.min(SLEEP));
    if winit.focused_mode != wished {
        *winit = settings(wait.min(SLEEP));
    }
}
