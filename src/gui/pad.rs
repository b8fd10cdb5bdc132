//! The figures of the numeric pad: egui knows them for the figures above the letters, which mean inches here. They come
//! to it as function keys that no keyboard has.

use bevy::input::ButtonState;
use bevy::input::keyboard::{KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::egui::{Event, Key};
use bevy_egui::{EguiInput, EguiPreUpdateSet};

/// The pad's 1 to 9, as egui is told of them.
pub const FIGURES: [Key; 9] =
    [Key::F21, Key::F22, Key::F23, Key::F24, Key::F25, Key::F26, Key::F27, Key::F28, Key::F29];

/// The keys of the pad, and what egui takes them for by their place.
const PAD: [(KeyCode, Key); 9] = [
    (KeyCode::Numpad1, Key::Num1),
    (KeyCode::Numpad2, Key::Num2),
    (KeyCode::Numpad3, Key::Num3),
    (KeyCode::Numpad4, Key::Num4),
    (KeyCode::Numpad5, Key::Num5),
    (KeyCode::Numpad6, Key::Num6),
    (KeyCode::Numpad7, Key::Num7),
    (KeyCode::Numpad8, Key::Num8),
    (KeyCode::Numpad9, Key::Num9),
];

/// Adds it to the window's engine.
pub fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, tell.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass));
}

fn tell(mut struck: MessageReader<KeyboardInput>, mut inputs: Query<&mut EguiInput>) {
    let struck: Vec<(KeyCode, bool)> =
        struck.read().map(|key| (key.key_code, key.state == ButtonState::Pressed)).collect();
    for mut input in &mut inputs {
        rename(&mut input.events, &struck);
    }
}

/// Gives each figure of the pad that was struck or let go its own key.
fn rename(events: &mut [Event], struck: &[(KeyCode, bool)]) {
    for (code, down) in struck {
        let Some(figure) = PAD.iter().position(|(pad, _)| pad == code) else { continue };
        for event in events.iter_mut() {
            if let Event::Key { key, physical_key, pressed, .. } = event
                && *physical_key == Some(PAD[figure].1)
                && pressed == down
                && !FIGURES.contains(key)
            {
                *key = FIGURES[figure];
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::Modifiers;

    fn key(key: Key, physical: Key, pressed: bool) -> Event {
        Event::Key { key, physical_key: Some(physical), pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    #[test]
    fn a_figure_of_the_pad_is_none_of_those_above_the_letters() {
        // Without Num Lock the pad's 1 is the end of a line.
        let mut events =
            vec![key(Key::End, Key::Num1, true), key(Key::Num3, Key::Num3, true), key(Key::End, Key::Num1, false)];
        rename(&mut events, &[(KeyCode::Numpad1, true), (KeyCode::Digit3, true), (KeyCode::Numpad1, false)]);
        let keys: Vec<Key> =
            events.iter().filter_map(|e| if let Event::Key { key, .. } = e { Some(*key) } else { None }).collect();
        assert_eq!(keys, [Key::F21, Key::Num3, Key::F21]);
    }
}
