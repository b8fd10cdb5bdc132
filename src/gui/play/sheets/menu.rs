//! The menu under its button: what is seen, the window, the battle and who plays it. In a wide window in two columns,
//! so that all of it is seen at once; in a low one it scrolls.

use bevy_egui::egui::{Align2, Area, Id, Order, Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

use crate::battle::InForce;
use crate::gui::game::sitter::Sitter;
use crate::gui::language::{translate, translate_with};
use crate::gui::options::{self, Options};
use crate::gui::play::compose;
use crate::gui::play::state::Aid;
use crate::gui::play::state::Play;
use crate::gui::text::{self, SMALL};
use crate::gui::theme::Theme;
use crate::gui::widgets::{push, section};
use crate::ids::Side;

/// What can be asked of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    Aid(Aid),
    Turn,
    Whole,
    Lamplight,
    Larger,
    Smaller,
    Rules,
    Keys,
    Hint,
    Guide,
    Past,
    WhatIf,
    Luck,
    Strict,
    AskFirst,
    Umpire,
    OfferDraw,
    Concede,
    Sit(Side, Sitter),
    Leave,
    /// Nothing more: it is shut.
    Shut,
}

/// The width of a column.
const COLUMN: f32 = 236.0;
/// Between the columns.
const GAP: f32 = 20.0;
/// Below the top bar, and at the foot of the window.
const TOP: f32 = 48.0;
const FOOT: f32 = 12.0;
/// The card's own margin, twice.
const MARGIN: f32 = 24.0;

/// One line: its words, its key, what it asks.
type Entry = (String, &'static str, Menu);

/// Shows the menu in that window.
pub fn show(ui: &Ui, theme: &Theme, whole: Rect, play: &Play, options: &Options) -> Option<Menu> {
    let mut asked = None;
    let two = whole.width() > COLUMN * 2.0 + GAP + MARGIN + 24.0;
    let width = if two { COLUMN * 2.0 + GAP } else { COLUMN };
    let most = whole.height() - TOP - FOOT - MARGIN;
    // How high all of it is becomes known when it is drawn; it is as high as that a frame later.
    let known = Id::new("height of the menu");
    let before: f32 = ui.data(|data| data.get_temp(known)).unwrap_or(most);
    let area = Area::new(Id::new("menu")).order(Order::Foreground).anchor(Align2::RIGHT_TOP, Vec2::new(-12.0, TOP));
    let shown = area.show(ui.ctx(), |ui| {
        section::card(theme).show(ui, |ui| {
            let rect = Rect::from_min_size(ui.cursor().min, Vec2::new(width, before.min(most)));
            ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
                let all = ScrollArea::vertical().id_salt("menu").auto_shrink(false).show(ui, |ui| {
                    ui.spacing_mut().item_spacing = Vec2::new(8.0, 3.0);
                    if two {
                        columns(ui, theme, play, options, &mut asked)
                    } else {
                        column(ui, theme, play, options, &mut asked)
                    }
                });
                let height = all.content_size.y;
                if (height - before).abs() > 0.5 {
                    ui.data_mut(|data| data.insert_temp(known, height));
                    ui.ctx().request_repaint();
                }
            });
            ui.expand_to_include_rect(rect);
        });
    });
    // A click anywhere below the bar, whose own button turns it.
    let beside = |at: Pos2| at.y > whole.top() + TOP - 8.0 && !shown.response.rect.contains(at);
    let clicked = ui.input(|i| i.pointer.primary_clicked().then(|| i.pointer.interact_pos()).flatten());
    asked.or(clicked.filter(|at| beside(*at)).map(|_| Menu::Shut))
}

/// All of it below each other.
fn column(ui: &mut Ui, theme: &Theme, play: &Play, options: &Options, asked: &mut Option<Menu>) {
    // The bar that scrolls has its room.
    ui.set_width(COLUMN - 10.0);
    let leaves = leave(ui, theme);
    let first = seen(ui, theme, play, options);
    *asked = battle(ui, theme, play, options).or(first).or(leaves);
}

/// In two columns.
fn columns(ui: &mut Ui, theme: &Theme, play: &Play, options: &Options, asked: &mut Option<Menu>) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(GAP, 3.0);
        let width = COLUMN - 4.0;
        ui.vertical(|ui| {
            ui.set_width(width);
            *asked = seen(ui, theme, play, options);
        });
        ui.vertical(|ui| {
            ui.set_width(width);
            let leaves = leave(ui, theme);
            *asked = battle(ui, theme, play, options).or(leaves).or(*asked);
        });
    });
}

/// The way out stands first, so that it is in sight in every window.
fn leave(ui: &mut Ui, theme: &Theme) -> Option<Menu> {
    let left = push::wide(ui, theme, translate("leave-the-battle"), "", 30.0, push::Weight::Main).clicked();
    ui.add_space(4.0);
    left.then_some(Menu::Leave)
}

/// What is seen, and how large.
fn seen(ui: &mut Ui, theme: &Theme, play: &Play, options: &Options) -> Option<Menu> {
    let aid = |aid: Aid| (on(play.look.aids().shows(aid), aid.words()), aid.key(), Menu::Aid(aid));
    let both = Side::BOTH.into_iter().all(|side| play.is_person(side));
    let mut see: Vec<Entry> = Aid::ALL.into_iter().filter(|a| *a != Aid::Hidden || both).map(aid).collect();
    see.push((translate("turn-the-table").to_owned(), "V", Menu::Turn));
    see.push((translate("whole-table").to_owned(), "Home", Menu::Whole));
    let scale = options::size_words(options.scale, ui.ctx().zoom_factor());
    let window = vec![
        (on(options.lamplight, translate("lamplight")), "", Menu::Lamplight),
        (translate_with("larger", &[("now", &scale)]), "Ctrl +", Menu::Larger),
        (translate("smaller").to_owned(), "Ctrl \u{2212}", Menu::Smaller),
    ];
    let first = part(ui, theme, translate("see"), &see);
    part(ui, theme, translate("window"), &window).or(first)
}

/// The battle, who plays it, and what holds in it.
fn battle(ui: &mut Ui, theme: &Theme, play: &Play, options: &Options) -> Option<Menu> {
    let entries: Vec<Entry> = vec![
        (translate("rulebook").to_owned(), "F1", Menu::Rules),
        (translate("keys").to_owned(), "F9", Menu::Keys),
        (translate("ask-the-captain").to_owned(), "F5", Menu::Hint),
        (on(play.hint.guides(), translate("be-guided")), "F7", Menu::Guide),
        (translate("look-back").to_owned(), "F6", Menu::Past),
        (translate("what-if").to_owned(), "Ctrl W", Menu::WhatIf),
        (translate("luck-and-skill").to_owned(), "L", Menu::Luck),
        (on(options.strict_undo, translate("undo-stops-at-dice")), "", Menu::Strict),
        (on(options.ask_first, translate("ask-first")), "", Menu::AskFirst),
        (on(play.umpire.is_on(), translate("umpires-hand")), "F8", Menu::Umpire),
        (translate("offer-a-draw").to_owned(), "", Menu::OfferDraw),
        (translate("concede").to_owned(), "", Menu::Concede),
    ];
    let mut asked = part(ui, theme, translate("battle"), &entries);
    asked = seats(ui, theme, play).or(asked);
    for words in [compose::limit_words(play), kept_words(play), rules_words(play)] {
        let words = text::paragraph(ui.ctx(), &words, SMALL, theme.ink2, ui.available_width());
        let (rect, _) = ui.allocate_exact_size(words.size(), Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink2);
    }
    asked
}

fn part(ui: &mut Ui, theme: &Theme, head: &str, entries: &[Entry]) -> Option<Menu> {
    section::head(ui, theme, head, "");
    let mut asked = None;
    for (label, key, what) in entries {
        if push::wide(ui, theme, label, key, 26.0, push::Weight::Plain).clicked() {
            asked = Some(*what);
        }
    }
    asked
}

/// Who sits where, to be changed at any time.
fn seats(ui: &mut Ui, theme: &Theme, play: &Play) -> Option<Menu> {
    let mut asked = None;
    for side in [Side::South, Side::North] {
        let name = play.game.side_name(side);
        // Names stand above, so that every word of who may sit there is whole.
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 16.0), Sense::hover());
        text::put(ui.painter(), rect.left_center(), name, SMALL, theme.ink2, rect.width());
        let (now, width) = (play.sitters()[side.index()], ui.available_width());
        if let Some(other) = now.choose(ui, theme, play.game.setup(), side, name, width) {
            asked = Some(Menu::Sit(side, other));
        }
    }
    asked
}

/// Which advanced rules it is played with.
fn rules_words(play: &Play) -> String {
    let rules = play.game.view().battle_state::<InForce>().told((play.game.ruleset().texts)());
    translate_with("rules-in-force", &[("rules", &rules)])
}

/// Where the battle is kept.
fn kept_words(play: &Play) -> String {
    match play.game.kept_in().and_then(|path| path.file_name()) {
        Some(name) => translate_with("kept-in", &[("file", &name.to_string_lossy())]),
        None if play.game.is_kept_soon() => translate("kept-soon").to_owned(),
        None => translate("not-kept").to_owned(),
    }
}

fn on(on: bool, words: &str) -> String {
    translate_with(if on { "is-on" } else { "is-off" }, &[("what", &words)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter::{Captain, Person};
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;
    use bevy_egui::egui::Key;

    fn open(width: f32, height: f32) -> Stage {
        let mut stage = Stage::sized(begun(battles::TEACHING, [Captain, Person]), width, height);
        stage.key(Key::F10);
        stage
    }

    #[test]
    fn all_of_it_is_seen_at_once() {
        for (width, height) in [(1280.0, 800.0), (1280.0, 720.0)] {
            let stage = open(width, height);
            let first = stage.widget(&on(false, Aid::Threats.words())).unwrap();
            let last = stage.place_of("Optional rules in force").unwrap();
            assert!(first.top() > TOP && last.bottom() < height - FOOT, "{first:?} {last:?} in {width} by {height}");
            for words in
                ["Lines of fire: off", "Zones that bind: off", "Tape: off", "Smaller", "Concede", "Leave the battle"]
            {
                assert!(stage.shows(words), "{words} in {width} by {height}");
            }
        }
    }

    #[test]
    fn a_click_beside_it_shuts_it() {
        let mut stage = open(1280.0, 800.0);
        stage.click(Pos2::new(200.0, 300.0));
        assert!(!stage.play.sheets.menu() && !stage.shows("Enemy charge reach"));
        stage.click_on("Menu");
        assert!(stage.play.sheets.menu(), "its button turns it");
        stage.click_on("Menu");
        assert!(!stage.play.sheets.menu());
    }

    #[test]
    fn in_a_low_window_it_scrolls() {
        let mut stage = open(640.0, 360.0);
        assert!(stage.shows("Enemy charge reach") && !stage.shows("Optional rules in force"));
        let inside = stage.place_of("Enemy charge reach").unwrap().center();
        for _ in 0..6 {
            stage.scroll(inside, -20.0);
        }
        assert!(!stage.shows("Enemy charge reach") && stage.shows("Optional rules in force"));
    }

    #[test]
    fn a_click_switches_what_is_seen() {
        let mut stage = open(1280.0, 800.0);
        stage.click_on("Lines of fire");
        assert!(stage.play.look.aids().fire && stage.shows("Lines of fire: on"));
        stage.key(crate::gui::pad::FIGURES[4]);
        assert!(stage.play.look.aids().zones && stage.shows("Zones that bind: on"));
        assert!(!stage.shows("Own hidden units"), "nobody else looks at this screen");
    }
}
