//! The keyboard on the play screen.

use bevy::math::Vec2;
use bevy_egui::egui::{Event, Key, Modifiers, Ui};

use crate::battle::{Handle, Param, Value};
use crate::gui::game::hand::{self, Held};
use crate::gui::game::offers::Listed;
use crate::gui::game::vary;
use crate::gui::pad;
use crate::gui::play::back::past;
use crate::gui::play::hand::plan::{self, Nudge};
use crate::gui::play::hand::spot;
use crate::gui::play::panel::ENTRY;
use crate::gui::play::state::Aid;
use crate::gui::play::state::{Now, Play};
use crate::table::{Cdeg, Mil};

/// What keys ask for that is not the play screen's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Menu,
    Rules,
    /// A picture of the window.
    Picture,
}

/// Reads the keyboard. Letters are offers only while no field has the focus.
pub fn read(
    ui: &Ui,
    play: &mut Play,
    now: &Now,
    entry: bevy_egui::egui::Id,
    find: bevy_egui::egui::Id,
) -> Option<Request> {
    let typing = ui.ctx().text_edit_focused();
    let pressed = |key: Key| ui.input(|i| i.key_pressed(key));
    let with = |m: Modifiers, key: Key| ui.input_mut_if(m, key);
    if with(Modifiers::CTRL, Key::Z) {
        play.undo();
    }
    if with(Modifiers::CTRL, Key::Y) {
        play.redo();
    }
    if with(Modifiers::CTRL, Key::F) {
        ui.memory_mut(|m| m.request_focus(find));
    }
    let led =
        [(Key::F1, Request::Rules), (Key::F3, Request::Menu), (Key::F10, Request::Menu), (Key::F12, Request::Picture)];
    for (key, what) in led {
        if pressed(key) {
            return Some(what);
        }
    }
    if pressed(Key::F2) {
        play.sheets.drawers.panel = !play.sheets.drawers.panel;
    }
    if pressed(Key::F4) {
        play.sheets.drawers.log = !play.sheets.drawers.log;
    }
    if pressed(Key::F5) {
        play.ask_for_hint();
    }
    if pressed(Key::F6) {
        play.look_round();
    }
    if pressed(Key::F7) {
        play.guide();
    }
    if pressed(Key::F8) {
        play.turn_umpire();
    }
    if pressed(Key::F9) {
        play.sheets.keys = !play.sheets.keys;
    }
    if typing {
        return None;
    }
    if pressed(Key::Escape) {
        // The uppermost sheet goes first.
        let sheet = play.sheets.shut_uppermost();
        if !sheet && play.back.past.is_some() {
            play.look_up();
            return None;
        }
        if !sheet && play.hand.drag.is_none() && play.hand.carried.is_none() {
            match play.held_plan() {
                // A plan is not thrown away by the stroke that puts away what was said of it.
                Some(_) if play.hand.refusal.is_some() => play.hand.refusal = None,
                None if play.hand.held.is_some() || play.hand.refusal.is_some() => play.let_go(),
                _ => play.select(None),
            }
        }
    }
    if play.back.past.is_some() {
        through_the_past(play, &pressed);
        return None;
    }
    let lays = play.hand.held.as_ref().and_then(spot::at).is_some();
    if play.case.is_some() && !lays {
        if pressed(Key::ArrowRight) {
            play.next_step();
        }
        if let Some((block, taken)) = play.case.as_ref().map(|case| (case.block, case.taken))
            && pressed(Key::ArrowLeft)
        {
            play.back_to_step(block, taken.saturating_sub(1));
        }
    }
    if pressed(Key::Enter) {
        play.act();
    }
    if pressed(Key::Slash) {
        ui.memory_mut(|m| m.request_focus(entry));
        // The stroke leads to the field; it is not the first thing written there. What was struck after it is, however
        // much of it one frame brings.
        ui.input_mut(|i| i.events.retain(|event| !matches!(event, Event::Text(text) if text == "/")));
        if play.held_plan().is_none() {
            play.hand.typed.clear();
        }
        return None;
    }
    if pressed(Key::Questionmark) {
        play.sheets.reasons = !play.sheets.reasons;
    }
    if pressed(Key::Tab) {
        let back = ui.input(|i| i.modifiers.shift);
        play.next_ready(back);
    }
    if pressed(Key::Space) {
        if play.awaits_player() {
            play.pause();
        } else {
            play.look.motion.finish();
        }
    }
    for (aid, figure) in Aid::ALL.into_iter().zip(pad::FIGURES) {
        if pressed(figure) {
            play.look.aids.toggle(aid);
        }
    }
    single_letters(ui, play);
    if play.umpire.is_some() {
        play.steer_umpire(ui.input(|i| i.modifiers.shift), &pressed);
    } else if !play.game.asks_for_dice() {
        steer(ui, play, now);
    }
    letters(ui, play, now);
    None
}

/// The keys of the bar for looking back.
fn through_the_past(play: &mut Play, pressed: &impl Fn(Key) -> bool) {
    let keys = [
        (Key::ArrowLeft, past::Request::Back),
        (Key::ArrowRight, past::Request::Forth),
        (Key::Z, past::Request::Back),
        (Key::Y, past::Request::Forth),
        (Key::Space, past::Request::Run),
        (Key::Home, past::Request::To(0)),
        (Key::Enter, past::Request::PlayOn),
        (Key::B, past::Request::Mark),
        (Key::PageUp, past::Request::MarkBefore),
        (Key::PageDown, past::Request::NextMark),
    ];
    if let Some((_, asked)) = keys.into_iter().find(|(key, _)| pressed(*key)) {
        play.go_through(asked);
    }
}

fn single_letters(ui: &Ui, play: &mut Play) {
    let plain = |key: Key| ui.input(|i| i.modifiers.is_none() && i.key_pressed(key));
    if plain(Key::Z) {
        play.undo();
    }
    if plain(Key::Y) {
        play.redo();
    }
    if plain(Key::N) {
        play.next_ready(false);
    }
    if plain(Key::T) {
        play.look.aids.toggle(Aid::Tape);
    }
    if plain(Key::O) {
        play.look.aids.toggle(Aid::Threats);
    }
    if plain(Key::V) {
        play.look.turn();
    }
    if plain(Key::Home) {
        play.look.camera = None;
    }
    if plain(Key::Plus) || plain(Key::Equals) {
        play.look.zoom(1.25);
    }
    if plain(Key::Minus) {
        play.look.zoom(0.8);
    }
}

/// Arrows and digits: exact lengths; Q and E: exact turns.
fn steer(ui: &Ui, play: &mut Play, now: &Now) {
    let Some(side) = now.person else { return };
    let shift = ui.input(|i| i.modifiers.shift);
    let pressed = |key: Key| ui.input(|i| i.key_pressed(key));
    if now.plan.is_some() {
        place(ui, play, now, &pressed);
        return;
    }
    if lay(play, shift, &pressed) {
        return;
    }
    let mut change: Option<Change> = None;
    if pressed(Key::ArrowUp) {
        change = Some(Change::Longer(if shift { 100 } else { 500 }));
    }
    if pressed(Key::ArrowDown) {
        change = Some(Change::Longer(if shift { -100 } else { -500 }));
    }
    if pressed(Key::E) {
        change = Some(Change::Turned(if shift { 10 } else { 100 }));
    }
    if pressed(Key::Q) {
        change = Some(Change::Turned(if shift { -10 } else { -100 }));
    }
    for (n, key) in DIGITS.into_iter().enumerate() {
        if pressed(key) {
            change = Some(Change::Exactly(if n == 0 { 10_000 } else { n as i32 * 1000 }));
        }
    }
    let Some(change) = change else { return };
    if play.hand.held.is_none() {
        let Some(unit) = play.look.focus else { return };
        let view = play.game.view_of(side);
        let turns = matches!(change, Change::Turned(_));
        let wheel =
            turns.then(|| hand::for_drag(&view, &now.offers.all, unit, false, None, hand::can_be_wheeled)).flatten();
        let choice =
            wheel.or_else(|| hand::for_drag(&view, &now.offers.all, unit, false, None, hand::can_be_dragged)).cloned();
        let Some(choice) = choice else { return };
        let held = Held::take(&play.game, side, choice);
        play.hold(held);
    }
    let Some(mut held) = play.hand.held.take() else { return };
    if let Some((at, value)) = changed(&held, change) {
        held.put(&play.game, side, at, value);
    }
    play.hold(held);
}

/// Arrows as they are seen on the table: where they lead to.
const ARROWS: [(Key, Vec2); 4] =
    [(Key::ArrowUp, Vec2::Y), (Key::ArrowDown, Vec2::NEG_Y), (Key::ArrowLeft, Vec2::NEG_X), (Key::ArrowRight, Vec2::X)];

/// How far an arrow shifts, inches.
fn step(play: &Play, shift: bool) -> f32 {
    let turned = play.look.camera.is_some_and(|camera| camera.turned);
    let inches = if shift { 0.1 } else { 0.5 };
    if turned { -inches } else { inches }
}

/// Arrows shift what is being laid; tells whether they did.
fn lay(play: &mut Play, shift: bool, pressed: &impl Fn(Key) -> bool) -> bool {
    let by: Vec2 = ARROWS.into_iter().filter(|(key, _)| pressed(*key)).map(|(_, way)| way).sum();
    by != Vec2::ZERO && spot::shift(play, by * step(play, shift))
}

/// Arrows shift what a plan places, as it is seen; Q and E turn it; with Alt one unit alone.
fn place(ui: &Ui, play: &mut Play, now: &Now, pressed: &impl Fn(Key) -> bool) {
    let Modifiers { shift, alt, .. } = ui.input(|i| i.modifiers);
    let by: Vec2 = ARROWS.into_iter().filter(|(key, _)| pressed(*key)).map(|(_, way)| way).sum();
    let angle = Cdeg(if shift { 10 } else { 100 });
    let turn = match (pressed(Key::E), pressed(Key::Q)) {
        (true, false) => angle,
        (false, true) => -angle,
        _ => Cdeg::ZERO,
    };
    if by != Vec2::ZERO || turn != Cdeg::ZERO {
        plan::nudge(play, now, Nudge { by: by * step(play, shift), turn, alone: alt });
    }
}

const DIGITS: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// A key's change, in 1/1000 inch or 1/100 degree.
#[derive(Clone, Copy, Debug)]
enum Change {
    Longer(i32),
    Exactly(i32),
    Turned(i32),
}

/// Which param a key changes, and its new value.
fn changed(held: &Held, change: Change) -> Option<(usize, Value)> {
    let wanted = |param: &Param| match change {
        Change::Longer(_) | Change::Exactly(_) => matches!(param.range, crate::battle::Range::Length(..)),
        Change::Turned(_) => {
            matches!(param.range, crate::battle::Range::Angle(..)) && !matches!(param.handle, Handle::Panel)
        }
    };
    let at = held.choice.params.iter().position(wanted)?;
    let param = &held.choice.params[at];
    let value = match (vary::value(param, &held.action)?, change, &param.range) {
        (Value::Length(now), Change::Longer(by), crate::battle::Range::Length(low, high)) => {
            Value::Length(Mil(now.0 + by).max(*low).min(*high))
        }
        (Value::Length(_), Change::Exactly(to), crate::battle::Range::Length(low, high)) => {
            Value::Length(Mil(to).max(*low).min(*high))
        }
        (Value::Angle(now), Change::Turned(by), crate::battle::Range::Angle(low, high)) => {
            Value::Angle(Cdeg(now.0 + by).max(*low).min(*high))
        }
        _ => return None,
    };
    Some((at, value))
}

/// The letters on the buttons.
fn letters(ui: &Ui, play: &mut Play, now: &Now) {
    let struck = |listed: &Listed| {
        let key = listed.key.and_then(|c| Key::from_name(&c.to_string()));
        key.is_some_and(|key| ui.input(|i| i.modifiers.is_none() && i.key_pressed(key)))
    };
    if let Some(at) = now.offers.listed.iter().position(struck) {
        play.take(at);
    } else if let Some(at) = now.offers.drafts.iter().position(struck) {
        play.take_back(at);
    }
}

/// Consumes a key with modifiers through a shared `Ui`.
trait Consume {
    fn input_mut_if(&self, modifiers: Modifiers, key: Key) -> bool;
}

impl Consume for Ui {
    fn input_mut_if(&self, modifiers: Modifiers, key: Key) -> bool {
        self.ctx().input_mut(|i| i.consume_key(modifiers, key))
    }
}

/// The id of the field for orders, as the panel makes it.
pub fn entry_id(panel: bevy_egui::egui::Id) -> bevy_egui::egui::Id {
    panel.with(ENTRY)
}
