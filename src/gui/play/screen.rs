//! The play screen as a whole: its parts in their places, and what is done with what they were asked.

use bevy_egui::egui::{FocusDirection, Pos2, Rect, Ui, UiBuilder, Vec2};

use crate::battle::{Action, Ref};
use crate::gui::board::glyph::Glyphs;
use crate::gui::game::{Turn, vary};
use crate::gui::language::translate;
use crate::gui::options::Options;
use crate::gui::play::back::past;
use crate::gui::play::cases;
use crate::gui::play::compose;
use crate::gui::play::hand::plan;
use crate::gui::play::hand::typed;
use crate::gui::play::keys::{self, when};
use crate::gui::play::layout::{self, Class};
use crate::gui::play::log;
use crate::gui::play::look::table;
use crate::gui::play::orders;
use crate::gui::play::panel::{self, Request, sheet};
use crate::gui::play::score;
use crate::gui::play::sheets;
use crate::gui::play::sheets::agree;
use crate::gui::play::sheets::book;
use crate::gui::play::sheets::confirm;
use crate::gui::play::sheets::keysheet;
use crate::gui::play::sheets::luck;
use crate::gui::play::sheets::menu::{self, Menu};
use crate::gui::play::sheets::opened;
use crate::gui::play::sheets::what_if;
use crate::gui::play::state::Confirm;
use crate::gui::play::state::{Now, Play};
use crate::gui::play::strip;
use crate::gui::play::top;
use crate::gui::play::umpire;
use crate::gui::play::unit_lines;
use crate::gui::play::wants::Wants;
use crate::gui::theme::Theme;
use crate::scenario::plan_shelf;

/// Shows the screen; what it draws on and with.
pub fn show(
    ui: &mut Ui,
    options: &mut Options,
    glyphs: &mut Glyphs,
    play: &mut Play,
    wake: impl Fn() + Clone + Send + Sync + 'static,
) -> Option<Wants> {
    let theme = Theme::new(options.lamplight);
    let whole = ui.max_rect();
    // Tab leads from unit to unit and completes orders; it does not lead from button to button, where Enter would
    // press what nobody looks at.
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    play.look.set_pace(options.pace);
    play.back.be_strict(options.strict_undo);
    play.sheets.ask_first(options.ask_first);
    if play.sheets.agreement().is_some() {
        return agree::screen(ui, &theme, glyphs, whole, play);
    }
    play.let_adviser_think(wake.clone());
    play.reckon(wake.clone());
    let thinking = play.let_players_think(wake);
    if let Some(again) = play.run_past() {
        ui.ctx().request_repaint_after(again);
    }
    if let Some(side) = play.must_hand_over() {
        play.look.hide_table();
        let asked = sheets::hand_over(ui, &theme, whole, play, side);
        // Its keys are not heard through a question that lies over it.
        if play.sheets.to_confirm().is_some() {
            return answered(ui, &theme, play, options);
        }
        match asked {
            Some(sheets::HandOver::Sit) => {
                play.seats.look(Some(side));
                plan::take_up(play);
            }
            Some(sheets::HandOver::Undo) => play.undo(),
            Some(sheets::HandOver::Leave) => play.ask_to_leave(),
            None => {}
        }
        return None;
    }
    let areas = layout::areas(whole.size(), play.drawers()).shifted(whole.min.to_vec2());
    play.sheets.be_narrow(areas.class == Class::Narrow, log::finds_when_opened(ui.ctx(), areas.log, areas.class));
    let panel_id = ui.id().with("panel");
    let log_id = ui.id().with("log");
    let mut wants = None;
    let asked = keys::read(ui, play, keys::entry_id(panel_id), log_id.with(log::FIND));
    match asked {
        Some(keys::Request::Menu) => turn_menu(play),
        Some(keys::Request::Rules) => play.sheets.turn_book(),
        Some(keys::Request::Picture) => wants = Some(Wants::Picture),
        Some(keys::Request::Leave) => wants = play.leave(),
        None => {}
    }
    // A key may have opened a drawer.
    let areas = layout::areas(whole.size(), play.drawers()).shifted(whole.min.to_vec2());
    if play.must_hand_over().is_some() {
        // A key has answered: the next one is not to see even one picture.
        ui.ctx().request_repaint();
        return None;
    }
    let room = strip::beside(play, areas.table);
    if room != areas.table {
        let below = Rect::from_min_max(Pos2::new(areas.table.left(), room.bottom()), areas.table.max);
        ui.painter().rect_filled(below, 0.0, theme.panel);
    }
    table::show(ui, glyphs, room, play);
    let asked = play.back.past().and_then(|past| past::show(ui, &theme, areas.table, play, past));
    if let Some(asked) = asked {
        play.go_through(asked);
    }
    if play.lies_open() {
        match opened::show(ui, &theme, areas.table, play) {
            Some(opened::Request::Seen) => play.both_have_seen(),
            Some(opened::Request::LookBack) => play.look_round(),
            None => {}
        }
    }
    match umpire::show(ui, &theme, areas.table, play) {
        Some(umpire::Request::Undo) => play.undo(),
        Some(umpire::Request::Done) => play.lay_down(),
        None => {}
    }
    match cases::show(ui, &theme, areas.table, play) {
        Some(cases::Request::Next) => play.next_step(),
        Some(cases::Request::Block(block)) => play.back_to_step(block, 0),
        Some(cases::Request::Close) => wants = Some(Wants::Leave),
        Some(cases::Request::Back) => {
            if let Some((block, taken)) = play.case().map(|case| (case.block, case.taken)) {
                play.back_to_step(block, taken.saturating_sub(1));
            }
        }
        None => {}
    }
    let now = play.now();
    let shown = compose::top(play, &now, thinking);
    if let Some(asked) = top::show(ui, &theme, areas.top, areas.class, &shown) {
        of_top(play, asked);
    }
    let strip = orders::compose(play, &now).zip(orders::split(&areas));
    let areas = match &strip {
        Some((_, (_, log))) => layout::Areas { log: *log, score: None, ..areas },
        None => areas,
    };
    if let Some((strip, (rect, _))) = &strip {
        let asked = ui.push_id("orders", |ui| orders::show(ui, &theme, glyphs, *rect, strip));
        if let Some(unit) = asked.inner {
            play.touch_order(unit);
        }
    }
    let (lines, mut filter) = (now.lines.clone(), play.log.filter().clone());
    let asked = ui.scope_builder(UiBuilder::new().max_rect(areas.log).id(log_id), |ui| {
        let moment = play.game.looks_back().then(|| play.game.journal().depth());
        let told = log::Told { lines: &lines, moment, remarks: play.remarks() };
        log::show(ui, &theme, areas.log, areas.class, &told, &mut filter)
    });
    play.log.find(filter);
    if let Some(asked) = asked.inner {
        of_log(play, asked);
    }
    if let Some(rect) = areas.score {
        score::show(ui, &theme, rect, &now.score);
    }
    if let Some(rect) = areas.panel {
        let asked = unit_panel(ui, &theme, glyphs, rect, areas.class, play, &now, panel_id);
        play.look.point_at(None);
        let entered = asked.contains(&Request::Enter);
        asked.into_iter().for_each(|asked| of_panel(play, &now, asked));
        // What cannot be read is corrected where it stands, and what is typed on is no key.
        if entered && play.hand.unread().is_some() {
            ui.memory_mut(|memory| memory.request_focus(keys::entry_id(panel_id)));
        }
    }
    if let Some(words) = play.sheets.notice().map(str::to_owned)
        && sheets::notice(
            ui,
            &theme,
            Rect::from_min_size(areas.table.min, Vec2::new(areas.table.width(), 34.0)),
            &words,
        )
    {
        play.sheets.take_notice();
    }
    if play.sheets.what_if()
        && let Some(asked) = what_if::show(ui, &theme, whole, play)
    {
        play.choose(asked);
    }
    if play.sheets.luck()
        && let Some(asked) = luck::show(ui, &theme, whole, play)
    {
        play.weigh(asked);
    }
    if let Some(mut book) = play.sheets.book().cloned() {
        let ruleset = *play.game.ruleset();
        let asked = book::show(ui, &theme, whole, ruleset.title, (ruleset.texts)(), &mut book);
        play.sheets.keep_book((asked != Some(book::Request::Close)).then_some(book));
        if let Some(book::Request::Rule(id)) = asked {
            play.sheets.open_rule(id);
        }
    }
    if let Some(id) = play.sheets.rule().map(str::to_owned) {
        match sheets::rule(ui, &theme, whole, play, &id) {
            Some(sheets::Rule::Close) => play.sheets.shut_rule(),
            Some(sheets::Rule::Case(path)) => wants = Some(Wants::Case(path)),
            None => {}
        }
    }
    let unit = (play.game.ruleset().texts)().unit.as_ref();
    if play.sheets.keys() && keysheet::show(ui, &theme, whole, when::PLAY, unit) {
        play.sheets.shut_keys();
    }
    if play.sheets.menu()
        && let Some(asked) = menu::show(ui, &theme, whole, play, options)
    {
        wants = of_menu(play, options, asked);
    }
    wants = answered(ui, &theme, play, options).or(wants);
    if play.game.turn() == Turn::Over
        && !play.look.motion().is_running()
        && play.case().is_none()
        && play.back.past().is_none()
        && let Some(ended) = &now.ended
    {
        match sheets::end(ui, &theme, areas.table, play, ended) {
            Some(sheets::End::Leave) => wants = play.leave(),
            Some(sheets::End::LookBack) => play.look_round(),
            Some(sheets::End::Luck) => play.turn_luck(),
            None => {}
        }
    }
    wants
}

#[expect(clippy::too_many_arguments, reason = "the panel is drawn from the whole of what is looked at")]
fn unit_panel(
    ui: &mut Ui,
    theme: &Theme,
    glyphs: &mut Glyphs,
    rect: Rect,
    class: Class,
    play: &mut Play,
    now: &Now,
    id: bevy_egui::egui::Id,
) -> Vec<Request> {
    let shown = compose::panel(play, now, class);
    let drawers = play.drawers();
    let mut words = play.hand.take_typed();
    let asked = ui.scope_builder(UiBuilder::new().max_rect(rect).id(id), |ui| {
        if class == Class::Narrow {
            sheet::show(ui, theme, glyphs, rect, &shown, &mut words, drawers)
        } else {
            panel::show(ui, theme, glyphs, rect, &shown, &mut words)
        }
    });
    play.hand.write(words);
    panel::again::meant(ui, play, now, asked.inner)
}

/// Asks what is to be asked first, and does what is answered.
fn answered(ui: &Ui, theme: &Theme, play: &mut Play, options: &mut Options) -> Option<Wants> {
    let to_confirm = play.sheets.to_confirm().cloned()?;
    let reply = confirm::show(ui, theme, play, &to_confirm)?;
    play.sheets.shut_question();
    let mut wants = None;
    if reply == confirm::Reply::Never {
        options.ask_first = false;
        wants = Some(Wants::Options);
        play.sheets.tell(translate("asks-no-more").to_owned());
    }
    match to_confirm {
        _ if reply == confirm::Reply::No => {}
        Confirm::Unfinished(_) | Confirm::Unordered(_) | Confirm::Still => play.act(),
        Confirm::Unseal(_, None) => play.take_answers_back(),
        Confirm::Unseal(_, Some(entry)) => play.take_back_to(entry),
        Confirm::GoBack(_, None) => play.play_on(),
        Confirm::GoBack(_, Some(entry)) => play.take_back_to(entry),
        Confirm::Leave(_) => wants = Some(Wants::Leave),
        Confirm::Concede => {
            if let Some(side) = play.person() {
                play.submit(Action::new(Ref::Side(side), crate::battle::door::CONCEDE));
            }
        }
    }
    wants
}

fn of_top(play: &mut Play, asked: top::Request) {
    match asked {
        top::Request::Undo => play.undo(),
        top::Request::Redo => play.redo(),
        top::Request::Menu => turn_menu(play),
        top::Request::Pause => play.pause(),
    }
}

fn of_log(play: &mut Play, asked: log::Request) {
    match asked {
        log::Request::Drawer => play.sheets.turn_log(),
        log::Request::BackTo(entry) => play.back_to(entry),
        log::Request::Rule(id) => play.sheets.open_rule(id),
        log::Request::Show(entry) if play.look.shown() == Some(entry) => play.look_up(),
        log::Request::Show(entry) => play.look_at(entry),
    }
}

fn of_panel(play: &mut Play, now: &Now, asked: Request) {
    match asked {
        Request::Offer(at) => play.take(at),
        Request::Over(at) => play.look.point_at(Some(at)),
        Request::TakeBack(at) => play.take_back(at),
        Request::Face(at) => play.take_face_back(Some(at)),
        Request::Barred(at) => {
            let shown = compose::panel(play, now, Class::Normal).barred;
            let label = shown.get(at).map(|b| b.label.as_str());
            if let Some(barred) = now.offers.barred.iter().find(|b| Some(b.label.as_str()) == label) {
                play.hand.put_away();
                play.hand.refuse(barred.why.clone(), Vec::new());
            }
        }
        Request::Card => play.sheets.turn_panel(),
        Request::Reasons => play.sheets.turn_reasons(),
        Request::Unit(at) => {
            let view = play.game.view();
            let mates = play.look.focus().and_then(|u| view.body_of(u)).map(|b| view.bodies().get(b).units.clone());
            let units = mates.unwrap_or_else(|| unit_lines::who_may_act(play, now));
            if let Some(unit) = units.get(at).copied() {
                play.select(Some(unit));
            }
        }
        Request::Rule(id) => play.sheets.open_rule(id),
        Request::Vary(at, put) => {
            let Some(side) = now.person else { return };
            plan::take(play, now);
            let Some(mut held) = play.hand.take_held() else { return };
            // The panel leaves out what it cannot vary; its places are among the others.
            let narrator = play.game.narrator();
            let params: Vec<usize> = (0..held.choice.params.len())
                .filter(|i| vary::vary(&narrator, &held.choice.params[*i], &held.spelt_out()).is_some())
                .collect();
            if let Some(param) = params.get(at).copied()
                && let Some(value) = vary::taken(&held.choice.params[param], &put)
            {
                held.put(&play.game, side, param, value);
            }
            play.hold(held);
        }
        Request::Mates => play.order_body(),
        Request::Typed => typed::judge(play),
        Request::Enter => typed::enter(play),
        Request::Complete => typed::complete(play),
        Request::Count(at, to) => play.set_count(at, to),
        Request::Suggested(at) => typed::take(play, now, at),
    }
}

/// Opens the menu, which has people's own plans as they are now, or shuts it.
fn turn_menu(play: &mut Play) {
    plan_shelf::follow();
    play.sheets.turn_menu();
}

fn of_menu(play: &mut Play, options: &mut Options, asked: Menu) -> Option<Wants> {
    let translate = |play: &mut Play, key| {
        if let Some(side) = play.person() {
            play.sheets.shut_menu();
            play.submit(Action::new(Ref::Side(side), key));
        }
    };
    match asked {
        Menu::Shut => play.sheets.shut_menu(),
        Menu::Rules => {
            play.sheets.shut_menu();
            play.sheets.turn_book();
        }
        Menu::Sit(side, sitter) => play.sit(side, sitter),
        Menu::Concede => {
            play.sheets.shut_menu();
            if play.person().is_some() {
                play.sheets.ask(Confirm::Concede);
            }
        }
        Menu::OfferDraw => translate(play, crate::battle::door::OFFER_DRAW),
        Menu::Turn => {
            play.look.turn();
        }
        Menu::Whole => play.look.see_whole(),
        Menu::Hint => {
            play.sheets.shut_menu();
            play.ask_for_hint();
        }
        Menu::Guide => play.guide(),
        Menu::Umpire => {
            play.sheets.shut_menu();
            play.turn_umpire();
        }
        Menu::Strict => {
            options.strict_undo = !options.strict_undo;
            return Some(Wants::Options);
        }
        Menu::AskFirst => {
            options.ask_first = !options.ask_first;
            return Some(Wants::Options);
        }
        Menu::Past => {
            play.sheets.shut_menu();
            play.look_round();
        }
        Menu::WhatIf => play.turn_what_if(),
        Menu::Luck => play.turn_luck(),
        Menu::Keys => {
            play.sheets.shut_menu();
            play.sheets.open_keys();
        }
        Menu::Aid(aid) => play.look.toggle(aid),
        Menu::Lamplight => {
            options.lamplight = !options.lamplight;
            return Some(Wants::Options);
        }
        Menu::Larger => {
            options.step(1);
            return Some(Wants::Options);
        }
        Menu::Smaller => {
            options.step(-1);
            return Some(Wants::Options);
        }
        Menu::Leave => {
            play.sheets.shut_menu();
            return play.leave();
        }
    }
    None
}
