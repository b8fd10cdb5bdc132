//! Strokes and clicks, let into the window one after the other. Where frames are slow several of them come between two;
//! taken all at once, a click would lie where the pointer has gone meanwhile, and a key would be answered by a screen
//! that the key before it has just put away. So a frame takes no more than it can answer; the others wait.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::prelude::*;
use bevy::window::{CursorMoved, WindowEvent};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy_egui::input::EguiWantsInput;

/// Adds the queue before whatever else reads input.
pub fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, let_in.before(InputSystems));
}

/// What hands do, by kind and in the order in which it was done.
#[derive(SystemParam)]
struct Input<'w> {
    all: ResMut<'w, Messages<WindowEvent>>,
    moves: ResMut<'w, Messages<CursorMoved>>,
    buttons: ResMut<'w, Messages<MouseButtonInput>>,
    wheels: ResMut<'w, Messages<MouseWheel>>,
    keys: ResMut<'w, Messages<KeyboardInput>>,
}

impl Input<'_> {
    fn clear(&mut self) {
        self.moves.clear();
        self.buttons.clear();
        self.wheels.clear();
        self.keys.clear();
    }

    fn write(&mut self, event: WindowEvent) {
        match &event {
            WindowEvent::CursorMoved(message) => drop(self.moves.write(message.clone())),
            WindowEvent::MouseButtonInput(message) => drop(self.buttons.write(*message)),
            WindowEvent::MouseWheel(message) => drop(self.wheels.write(*message)),
            WindowEvent::KeyboardInput(message) => drop(self.keys.write(message.clone())),
            _ => {}
        }
        self.all.write(event);
    }
}

/// What waits to be let in, and how far the window's events were read.
#[derive(Default)]
struct Waiting {
    held: VecDeque<WindowEvent>,
    read: MessageCursor<WindowEvent>,
}

fn let_in(
    mut input: Input,
    mut waiting: Local<Waiting>,
    wants: Option<Res<EguiWantsInput>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    let Waiting { held, read } = &mut *waiting;
    let new: Vec<WindowEvent> = read.read(&input.all).cloned().collect();
    if new.is_empty() && held.is_empty() {
        return;
    }
    input.all.clear();
    input.clear();
    for event in new {
        match event {
            event if !is_by_hand(&event) => input.write(event),
            // A key that is held down strikes again only when it was answered.
            event if held.iter().any(|waits| is_again(waits, &event)) => {}
            event => held.push_back(event),
        }
    }
    for event in frame(held, wants.is_some_and(|wants| wants.wants_keyboard_input())) {
        input.write(event);
    }
    read.clear(&input.all);
    if !held.is_empty()
        && let Some(proxy) = proxy
    {
        // When the loop is gone there is nobody left to answer.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    }
}

fn is_by_hand(event: &WindowEvent) -> bool {
    use WindowEvent as Is;
    matches!(event, Is::CursorMoved(_) | Is::MouseButtonInput(_) | Is::MouseWheel(_) | Is::KeyboardInput(_))
}

fn is_again(waits: &WindowEvent, event: &WindowEvent) -> bool {
    match (waits, event) {
        (WindowEvent::KeyboardInput(waits), WindowEvent::KeyboardInput(event)) => {
            event.repeat && waits.key_code == event.key_code && waits.state == event.state
        }
        _ => false,
    }
}

/// What the next frame takes: all up to and with the first stroke. While somebody types, a stroke is what ends the
/// typing. What is held down with a letter, such as Ctrl, is held down for the whole frame: it goes down before the letter, and
/// comes up in the next frame.
fn frame(held: &mut VecDeque<WindowEvent>, typing: bool) -> Vec<WindowEvent> {
    let mut taken = Vec::new();
    while let Some(event) = held.front() {
        // A button goes down or up where the frame before has seen the pointer.
        let moved = taken.iter().any(|before| matches!(before, WindowEvent::CursorMoved(_)));
        if moved && matches!(event, WindowEvent::MouseButtonInput(_)) {
            break;
        }
        if holds(event) && taken.iter().any(types) {
            break;
        }
        let ends = is_stroke(event, typing);
        taken.extend(held.pop_front());
        if ends {
            // Pressed and let go in one place it is a click, which two slow frames would make a long press.
            let lets_go = |event: &WindowEvent| matches!(event, WindowEvent::MouseButtonInput(_)) && !is_press(event);
            if taken.last().is_some_and(is_press) && held.front().is_some_and(lets_go) {
                taken.extend(held.pop_front());
            }
            break;
        }
    }
    taken
}

fn is_press(event: &WindowEvent) -> bool {
    matches!(event, WindowEvent::MouseButtonInput(button) if button.state.is_pressed())
}

fn is_stroke(event: &WindowEvent, typing: bool) -> bool {
    match event {
        WindowEvent::MouseButtonInput(_) => true,
        WindowEvent::KeyboardInput(key) if !key.state.is_pressed() || is_modifier(&key.logical_key) => false,
        WindowEvent::KeyboardInput(key) if typing => matches!(key.logical_key, Key::Enter | Key::Escape | Key::Tab),
        WindowEvent::KeyboardInput(_) => true,
        _ => false,
    }
}

/// Whether a key that does nothing by itself goes down or comes up.
fn holds(event: &WindowEvent) -> bool {
    matches!(event, WindowEvent::KeyboardInput(key) if is_modifier(&key.logical_key))
}

/// Whether any other key goes down.
fn types(event: &WindowEvent) -> bool {
    matches!(event, WindowEvent::KeyboardInput(key) if key.state.is_pressed() && !is_modifier(&key.logical_key))
}

/// A key that does nothing by itself.
fn is_modifier(key: &Key) -> bool {
    matches!(key, Key::Shift | Key::Control | Key::Alt | Key::AltGraph | Key::Super | Key::Meta | Key::CapsLock)
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState::{self, Pressed, Released};
    use bevy::input::keyboard::KeyCode;
    use bevy::window::WindowResized;

    use super::*;

    const WINDOW: Entity = Entity::PLACEHOLDER;

    fn to(x: f32) -> WindowEvent {
        WindowEvent::CursorMoved(CursorMoved { window: WINDOW, position: Vec2::new(x, 0.0), delta: None })
    }

    fn button(state: ButtonState) -> WindowEvent {
        WindowEvent::MouseButtonInput(MouseButtonInput { button: MouseButton::Left, state, window: WINDOW })
    }

    fn stroke(key_code: KeyCode, logical_key: Key, state: ButtonState, repeat: bool) -> WindowEvent {
        WindowEvent::KeyboardInput(KeyboardInput { key_code, logical_key, state, text: None, repeat, window: WINDOW })
    }

    fn letter(key_code: KeyCode, letter: &str) -> WindowEvent {
        stroke(key_code, Key::Character(letter.into()), Pressed, false)
    }

    fn frames(events: Vec<WindowEvent>, typing: bool) -> Vec<usize> {
        let mut held: VecDeque<_> = events.into();
        std::iter::from_fn(|| (!held.is_empty()).then(|| frame(&mut held, typing).len())).collect()
    }

    #[test]
    fn a_drag_that_came_all_at_once_is_a_drag_all_the_same() {
        let events = vec![to(1.0), button(Pressed), to(2.0), to(3.0), button(Released), to(4.0)];
        assert_eq!(frames(events, false), [1, 1, 2, 1, 1]);
    }

    #[test]
    fn a_click_is_not_drawn_out() {
        let events = vec![to(1.0), button(Pressed), button(Released), button(Pressed), button(Released), to(2.0)];
        assert_eq!(frames(events, false), [1, 2, 2, 1]);
    }

    #[test]
    fn each_stroke_has_a_frame_and_typing_ends_with_enter() {
        let events = || {
            let (a, b) = (letter(KeyCode::KeyA, "a"), letter(KeyCode::KeyB, "b"));
            let shift = stroke(KeyCode::ShiftLeft, Key::Shift, Pressed, false);
            let enter = stroke(KeyCode::Enter, Key::Enter, Pressed, false);
            let up = stroke(KeyCode::Enter, Key::Enter, Released, false);
            vec![shift, a, b, enter, up, button(Pressed)]
        };
        assert_eq!(frames(events(), false), [2, 1, 1, 2]);
        assert_eq!(frames(events(), true), [4, 2]);
    }

    #[test]
    fn what_is_held_down_with_a_letter_is_held_for_its_whole_frame() {
        let a = || letter(KeyCode::KeyA, "a");
        let ctrl = |state| stroke(KeyCode::ControlLeft, Key::Control, state, false);
        let up = || stroke(KeyCode::KeyA, Key::Character("a".into()), Released, false);
        // All of Ctrl A comes between two frames: the letter is not read by a frame in which Ctrl is up again.
        let events = vec![ctrl(Pressed), a(), up(), ctrl(Released), a(), ctrl(Pressed), a()];
        assert_eq!(frames(events, true), [3, 2, 2]);
    }

    /// What reached those who read keys and what reached those who read all, in this frame.
    #[derive(Resource, Default, Debug, PartialEq)]
    struct Seen {
        keys: Vec<KeyCode>,
        others: usize,
    }

    fn see(mut keys: MessageReader<KeyboardInput>, mut all: MessageReader<WindowEvent>, mut seen: ResMut<Seen>) {
        seen.keys = keys.read().map(|key| key.key_code).collect();
        seen.others = all.read().filter(|event| !is_by_hand(event)).count();
    }

    fn app() -> App {
        let mut app = App::new();
        app.add_message::<WindowEvent>().add_message::<CursorMoved>().add_message::<MouseButtonInput>();
        app.add_message::<MouseWheel>().add_message::<KeyboardInput>();
        app.init_resource::<Seen>().add_plugins(plugin).add_systems(Update, see);
        app
    }

    /// Brings events as the desktop does, and looks at the frames that follow.
    fn come(app: &mut App, events: Vec<WindowEvent>, frames: usize) -> Vec<Vec<KeyCode>> {
        for event in events {
            if let WindowEvent::KeyboardInput(key) = &event {
                app.world_mut().write_message(key.clone());
            }
            app.world_mut().write_message(event);
        }
        let seen = |app: &mut App| {
            app.update();
            app.world().resource::<Seen>().keys.clone()
        };
        (0..frames).map(|_| seen(app)).collect()
    }

    #[test]
    fn all_readers_see_each_stroke_once_and_in_order() {
        let mut app = app();
        let keys = vec![letter(KeyCode::KeyZ, "z"), letter(KeyCode::KeyY, "y"), letter(KeyCode::KeyN, "n")];
        assert_eq!(come(&mut app, keys, 4), [vec![KeyCode::KeyZ], vec![KeyCode::KeyY], vec![KeyCode::KeyN], vec![]]);
        assert_eq!(come(&mut app, vec![letter(KeyCode::KeyQ, "q")], 2), [vec![KeyCode::KeyQ], vec![]]);
    }

    #[test]
    fn what_no_hand_does_waits_for_nobody() {
        let mut app = app();
        let size = WindowEvent::WindowResized(WindowResized { window: WINDOW, width: 900.0, height: 600.0 });
        come(&mut app, vec![letter(KeyCode::KeyZ, "z"), letter(KeyCode::KeyY, "y"), size], 1);
        assert_eq!(*app.world().resource::<Seen>(), Seen { keys: vec![KeyCode::KeyZ], others: 1 });
        come(&mut app, vec![], 1);
        assert_eq!(*app.world().resource::<Seen>(), Seen { keys: vec![KeyCode::KeyY], others: 0 });
    }

    #[test]
    fn a_key_that_is_held_down_does_not_pile_up() {
        let mut app = app();
        let again = || stroke(KeyCode::ArrowUp, Key::ArrowUp, Pressed, true);
        let keys = vec![again(), again(), again(), letter(KeyCode::KeyZ, "z"), again()];
        assert_eq!(come(&mut app, keys, 3), [vec![KeyCode::ArrowUp], vec![KeyCode::KeyZ], vec![]]);
    }
}
