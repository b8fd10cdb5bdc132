//! The keyboard on the play screen, read by the [`table`] of keys.

pub mod figures;
pub mod table;
pub mod when;
mod word;

use bevy::math::Vec2;
use bevy_egui::egui::{Event, Id, Key, Modifiers, Ui};

use self::table::Does;
use self::when::When;
use self::word::{Struck, Word};

use crate::battle::texts::LengthUnit;
use crate::battle::{Handle, Param, Value};
use crate::gui::game::hand::{self, Held};
use crate::gui::game::offers::Listed;
use crate::gui::game::{Turn, vary};
use crate::gui::play::back::luck;
use crate::gui::play::hand::drag;
use crate::gui::play::hand::plan::{self, Nudge};
use crate::gui::play::hand::spot;
use crate::gui::play::panel::ENTRY;
use crate::gui::play::rollouts::what_if;
use crate::gui::play::state::{Aid, Figures, Play};
use crate::gui::widgets::field;
use crate::gui::words::{many, to_tenth};
use crate::table::{Cdeg, Mil};

/// What keys ask for that is not the play screen's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Menu,
    Rules,
    /// A picture of the window.
    Picture,
    /// Away from a battle that is over.
    Leave,
}

/// Reads the keyboard, stroke by stroke: what was struck first may decide who hears the next one.
pub fn read(ui: &Ui, play: &mut Play, entry: Id, find: Id) -> Option<Request> {
    let typing = ui.ctx().text_edit_focused();
    let mut asked = None;
    // A stroke that leads to a field is followed by what is typed there; what it writes itself is none of that.
    let mut leads_away = false;
    let mut written: Option<String> = None;
    let mut word = Word::heard(ui);
    let struck_now = Struck::now(ui);
    let mut heard = |event: &Event| -> bool {
        if let Event::Text(text) = event {
            return !typing && (!leads_away || written.take_if(|of| of == text).is_some());
        }
        let Event::Key { key, pressed: true, modifiers, repeat, .. } = event else { return false };
        if leads_away {
            return false;
        }
        // Nobody has to wait until all has moved.
        let moved = play.look.motion().is_running();
        play.look.finish_motion();
        let moment = When::now(play, typing);
        let meant = table::meant(*key, *modifiers, moment);
        // Letters turn nobody's plan into an order; one that the first of them has taken in hand is none of his yet.
        let may_begin = play.held_plan().is_none() || word.has_begun(struck_now);
        if !*repeat && may_begin && word.hears((*key, *modifiers), meant, moment, struck_now) {
            word.undo_strokes(play);
            write(ui, play, entry, word.letters());
            written = word.letters().chars().last().map(String::from);
            word = Word::default();
            leads_away = true;
            return true;
        }
        let Some(does) = meant else {
            return table::LETTERS.has(moment) && modifiers.is_none() && letter(play, *key);
        };
        // A key that is held down goes on where it steers, and does nothing twice.
        let steers =
            matches!(does, Does::Arrow(_) | Does::Turn(_) | Does::Zoom(_) | Does::Next | Does::GoThroughPast(_))
                || matches!(does, Does::Line(_));
        if *repeat && !steers {
            return true;
        }
        // Whoever is led away from a field types there no more: it may be gone in the next moment.
        if typing && !matches!(does, Does::Find | Does::Picture) {
            ui.memory_mut(|m| m.focused().into_iter().for_each(|field| m.surrender_focus(field)));
        }
        match does {
            Does::Type => {
                match play.held_plan() {
                    Some(_) => lead_to(ui, play, entry, false),
                    None => write(ui, play, entry, ""),
                }
                written = Some("/".into());
                leads_away = true;
            }
            Does::Find => {
                lead_to(ui, play, find, true);
                leads_away = true;
            }
            Does::Rules => asked = Some(Request::Rules),
            Does::Menu => asked = Some(Request::Menu),
            Does::Picture => asked = Some(Request::Picture),
            // The stroke that ends what moves does not say that it was seen.
            Does::Do if play.lies_open() && moved => {}
            Does::LetGo if may_leave(play) && !moved => asked = Some(Request::Leave),
            _ => obey(play, does, *modifiers),
        }
        // The window opens what was asked for before anything else is heard.
        leads_away |= asked.is_some();
        true
    };
    let struck = ui.input(|i| i.events.clone());
    let kept: Vec<bool> = struck.iter().map(|event| !heard(event)).collect();
    word.keep(ui);
    ui.input_mut(|i| {
        let mut kept = kept.into_iter();
        i.events.retain(|_| kept.next().unwrap_or(true));
    });
    asked
}

/// Leads to a field, that of the log or the one for orders: it hears what is typed from now on.
fn lead_to(ui: &Ui, play: &mut Play, led: Id, log: bool) {
    play.sheets.make_room_for(log);
    field::lead_to(ui, led);
}

/// Leads to the field for orders, in which that stands.
fn write(ui: &Ui, play: &mut Play, entry: Id, words: &str) {
    lead_to(ui, play, entry, false);
    play.hand.write(words.to_owned());
}

/// Does what a key does on the screen itself.
fn obey(play: &mut Play, does: Does, held: Modifiers) {
    match does {
        Does::Do if play.is_advice() && play.hint.is_fresh() => {}
        Does::Do if play.lies_open() => play.both_have_seen(),
        Does::Do if held.shift => play.order_body(),
        Does::Do => play.confirm(),
        Does::LetGo => let_go(play),
        Does::Arrow(_) | Does::Length(_) | Does::Point | Does::Turn(_) => steer(play, does, held),
        Does::FaceBack => play.take_face_back(None),
        Does::OrderBack => play.take_back_selected(),
        Does::Next => play.next_ready(held.shift),
        Does::Reasons => play.sheets.turn_reasons(),
        Does::Hint => {
            play.sheets.shut_menu();
            play.ask_for_hint();
        }
        Does::Guide => play.guide(),
        Does::Umpire => {
            play.sheets.shut_menu();
            play.turn_umpire();
        }
        Does::Undo => play.undo(),
        Does::Redo => play.redo(),
        Does::LookBack => {
            play.sheets.shut_menu();
            play.look_round();
        }
        Does::GoThroughPast(asked) => play.go_through(asked),
        Does::Curve => play.turn_curve(),
        Does::WhatIf => play.turn_what_if(),
        Does::Choose(asked) => play.choose(asked),
        Does::Luck => play.turn_luck(),
        Does::Weigh(asked) => play.weigh(asked),
        Does::Line(true) if play.sheets.weighs() => play.weigh(luck::Ask::After),
        Does::Line(false) if play.sheets.weighs() => play.weigh(luck::Ask::Before),
        Does::Line(true) => play.choose(what_if::Ask::After),
        Does::Line(false) => play.choose(what_if::Ask::Before),
        Does::Pause if play.awaits_player() => play.pause(),
        Does::Pause => play.look.finish_motion(),
        Does::Aid(aid) => play.look.toggle(aid),
        Does::TurnTable => play.look.turn(),
        Does::Zoom(factor) => play.look.zoom(factor),
        Does::Whole => play.look.see_whole(),
        Does::Panel => play.sheets.turn_panel(),
        Does::Log => play.sheets.turn_log(),
        Does::Keys => play.sheets.turn_keys(),
        // They are the window's, lead to a field, or are another screen's.
        Does::Type | Does::Find | Does::Rules | Does::Menu | Does::Picture | Does::Start(_) => {}
    }
}

/// Whether the battle is over, and nothing is left to be let go or shut.
fn may_leave(play: &Play) -> bool {
    let bare = !play.sheets.is_covering() && !play.sheets.menu() && play.sheets.notice().is_none();
    let bare = bare && !play.sheets.has_drawer_out();
    let empty = play.hand.drag().is_none() && play.hand.held().is_none() && play.look.focus().is_none();
    let seen = play.case().is_none() && play.back.past().is_none() && !play.back.is_open();
    play.game.turn() == Turn::Over && bare && empty && seen
}

/// The uppermost sheet is shut; else the past; else the hand lets go, of what it holds before whom it has selected.
fn let_go(play: &mut Play) {
    if play.sheets.shut_uppermost() {
        return;
    }
    if play.back.is_open() {
        play.look_up();
        return;
    }
    if play.look.aids().tape {
        // A tape that lies on the table makes every drag measure: it goes first.
        play.look.toggle(Aid::Tape);
        return;
    }
    if play.hand.drag().is_none() && play.hand.carried().is_none() {
        match play.held_plan() {
            // A plan is not thrown away by the stroke that puts away what was said of it.
            Some(_) if play.hand.refusal().is_some() => play.hand.forget_refusal(),
            None if play.hand.held().is_some() || play.hand.refusal().is_some() => play.let_go(),
            _ => play.select(None),
        }
    }
}

/// Arrows and digits: exact lengths; Q and E: exact turns. In a case arrows go from step to step.
fn steer(play: &mut Play, does: Does, held: Modifiers) {
    let lays = play.hand.held().and_then(spot::at).is_some();
    if let (Some((block, taken)), false, Does::Arrow(way)) =
        (play.case().map(|case| (case.block, case.taken)), lays, does)
        && way.x != 0.0
    {
        if way.x > 0.0 {
            play.next_step();
        } else {
            play.back_to_step(block, taken.saturating_sub(1));
        }
        return;
    }
    let way = if let Does::Arrow(way) = does { way } else { Vec2::ZERO };
    let angle = Cdeg(if held.shift { 10 } else { 100 });
    let turn = match does {
        Does::Turn(true) => angle,
        Does::Turn(false) => -angle,
        _ => Cdeg::ZERO,
    };
    if play.umpire.is_on() {
        play.steer_umpire(way * step(play, held.shift), turn);
        return;
    }
    let now = play.now();
    let Some(side) = now.person else { return };
    if now.plan.is_some() {
        if way != Vec2::ZERO || turn != Cdeg::ZERO {
            plan::nudge(play, &now, Nudge { by: way * step(play, held.shift), turn, alone: held.alt });
        }
        return;
    }
    let by = way * step(play, held.shift);
    if way != Vec2::ZERO && (spot::shift(play, by) || drag::rides(play, by)) {
        return;
    }
    let unit = (play.game.ruleset().texts)().unit;
    let change = match does {
        Does::Arrow(way) if way.y != 0.0 => {
            let [step, tenth] = table::strides(unit.as_ref());
            Change::Longer(Mil(if held.shift { tenth } else { step }.0 * way.y as i32))
        }
        Does::Length(_) | Does::Point => Change::Exactly(Mil::ZERO),
        Does::Turn(_) => Change::Turned(turn.0),
        _ => return,
    };
    if play.hand.held().is_none() {
        let Some(unit) = play.look.focus() else { return };
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
    let Some(mut held) = play.hand.take_held() else { return };
    let before = play.hand.figures().filter(|of| of.made == held.action).map_or("", |of| &of.typed);
    let fits = |n: f32| longest(&held).is_some_and(|most| many(unit.as_ref(), n) <= most);
    let typed = figures::typed(before, does, fits);
    let change = typed.as_ref().map_or(change, |typed| Change::Exactly(many(unit.as_ref(), figures::number(typed))));
    if let Some((at, value)) = changed(&held, change, unit.as_ref()) {
        held.put(&play.game, side, at, value);
    }
    play.hand.type_figures(typed.map(|typed| Figures { typed, made: held.action.clone() }));
    play.hold(held);
}

/// How far the order may be said to go at most, if a length of it may be said.
fn longest(held: &Held) -> Option<Mil> {
    held.choice.params.iter().find_map(|param| match param.range {
        crate::battle::Range::Length(_, most) => Some(most),
        _ => None,
    })
}

/// How far an arrow shifts, inches.
fn step(play: &Play, shift: bool) -> f32 {
    let turned = play.look.camera().is_some_and(|camera| camera.turned);
    let inches = if shift { 0.1 } else { 0.5 };
    if turned { -inches } else { inches }
}

/// A key's change; of angles in 1/100 degree.
#[derive(Clone, Copy, Debug)]
enum Change {
    Longer(Mil),
    Exactly(Mil),
    Turned(i32),
}

/// Which param a key changes, and its new value.
fn changed(held: &Held, change: Change, unit: Option<&LengthUnit>) -> Option<(usize, Value)> {
    let wanted = |param: &Param| match change {
        Change::Longer(_) | Change::Exactly(_) => matches!(param.range, crate::battle::Range::Length(..)),
        Change::Turned(_) => {
            matches!(param.range, crate::battle::Range::Angle(..)) && !matches!(param.handle, Handle::Panel)
        }
    };
    let at = held.choice.params.iter().position(wanted)?;
    let param = &held.choice.params[at];
    let value = match (vary::value(param, &held.spelt_out())?, change, &param.range) {
        (Value::Length(now), Change::Longer(by), crate::battle::Range::Length(low, high)) => {
            Value::Length(to_tenth(unit, Mil(now.0 + by.0)).max(*low).min(*high))
        }
        (Value::Length(_), Change::Exactly(to), crate::battle::Range::Length(low, high)) => {
            Value::Length(to.max(*low).min(*high))
        }
        (Value::Angle(now), Change::Turned(by), crate::battle::Range::Angle(low, high)) => {
            Value::Angle(Cdeg(now.0 + by).max(*low).min(*high))
        }
        _ => return None,
    };
    Some((at, value))
}

/// The letters on the buttons take in hand; a face of a die that somebody rolls by hand is told by its figure. Tells
/// whether there is such a button.
fn letter(play: &mut Play, key: Key) -> bool {
    let now = play.now();
    let struck = |listed: &Listed| listed.key.and_then(|c| Key::from_name(&c.to_string())) == Some(key);
    if let Some(at) = now.offers.listed.iter().position(struck) {
        if play.game.asks_for_dice() {
            play.take(at);
        } else {
            play.take_in_hand(at);
        }
    } else if let Some(at) = now.offers.drafts.iter().position(struck) {
        play.take_back(at);
    } else {
        return false;
    }
    true
}

/// The id of the field for orders, as the panel makes it.
pub fn entry_id(panel: bevy_egui::egui::Id) -> bevy_egui::egui::Id {
    panel.with(ENTRY)
}
