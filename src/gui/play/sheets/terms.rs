//! The terms of a battle on the sheet of agreement: who plays, turns, dice, deployment and switches, told, or to choose.

use std::sync::Arc;

use bevy_egui::egui::{Galley, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use super::agree::{LINE, ORDER};
use crate::battle::InForce;
use crate::battle::setup::Deploy;
use crate::battle::texts::SwitchText;
use crate::dice::{Dice, Source};
use crate::gui::board::glyph;
use crate::gui::game::Game;
use crate::gui::game::sitter::Sitter;
use crate::gui::game::terms::Terms;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::compose;
use crate::gui::play::state::Play;
use crate::gui::text::{self, BODY, SMALL, STRONG};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{flag, section, segments, within};
use crate::ids::Side;

/// Who plays, and the terms that are no switches: side by side where there is room. Those that may still be changed are
/// words to choose from.
pub fn show(ui: &mut Ui, theme: &Theme, play: &Play, mut open: Option<&mut Terms>) {
    let terms = [
        (translate("agree-rules"), rules_words(&play.game)),
        (translate("agree-turns"), compose::limit_words(play)),
        (translate("dice"), dice_words(&play.game).to_owned()),
        (translate("agree-units"), deploy_words(play.game.setup().deploy).to_owned()),
    ];
    let whole = ui.available_width() - 8.0;
    let narrow = whole < 560.0;
    let left = if narrow { whole } else { whole * 0.46 };
    let rows = if narrow { ORDER.len() + terms.len() } else { terms.len() };
    let (rect, _) = ui.allocate_exact_size(Vec2::new(whole, LINE * rows as f32), Sense::hover());
    let line = |n: usize| rect.min + Vec2::new(0.0, LINE * (n as f32 + 0.5));
    for (n, side) in ORDER.into_iter().enumerate() {
        let row = Rect::from_min_size(line(n), Vec2::new(left - 16.0, 0.0));
        player(ui, theme, row, play, side, open.as_deref_mut());
    }
    for (n, (name, words)) in terms.iter().enumerate() {
        let (n, left) = if narrow { (n + ORDER.len(), 0.0) } else { (n, left) };
        let at = line(n) + Vec2::new(left, 0.0);
        text::put(ui.painter(), at, name, BODY, theme.ink2, 56.0);
        let from = at + Vec2::new(60.0, 0.0);
        if let Some(open) = open.as_deref_mut()
            && choice(ui, theme, from, name, play, open)
        {
            continue;
        }
        text::put(ui.painter(), from, words, BODY, theme.ink, rect.right() - from.x);
        let place = Rect::from_min_size(at - Vec2::new(0.0, LINE / 2.0), Vec2::new(rect.right() - at.x, LINE));
        let response = ui.interact(place, ui.id().with(name), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{name}: {words}")));
    }
}

/// The term of that name to choose, where it can be chosen.
fn choice(ui: &mut Ui, theme: &Theme, at: Pos2, name: &str, play: &Play, terms: &mut Terms) -> bool {
    let (on, words) = match name {
        _ if name == translate("dice") => (&mut terms.dice_by_hand, ["by-program", "by-hand"]),
        _ if name == translate("agree-units") && terms.may_deploy(play.game.setup()) => {
            (&mut terms.deploy_by_hand, ["ready", "by-hand"])
        }
        _ => return false,
    };
    let here = Rect::from_min_size(at - Vec2::new(0.0, 11.0), Vec2::new(180.0, 22.0));
    within(ui, here, name, |ui| {
        let words = words.map(translate);
        if let Some(i) = segments::show(ui, theme, name, &words, usize::from(*on), 180.0) {
            *on = i == 1;
        }
    });
    true
}

/// A side with its flag, whether it has agreed, and who plays it.
fn player(ui: &mut Ui, theme: &Theme, line: Rect, play: &Play, side: Side, open: Option<&mut Terms>) {
    let name = play.game.side_name(side);
    let (sitter, at) = (play.sitters()[side.index()], line.min);
    flag::paint(ui.painter(), at, &glyph::colours(&play.game.colours()[side.index()]));
    let words = match (sitter, play.to_agree().contains(&side)) {
        (Sitter::Captain, _) => translate("the-captain").to_owned(),
        (Sitter::General, _) => translate("the-general").to_owned(),
        (Sitter::Plan(name), _) => {
            let plan = sitter.plan(play.game.setup(), side).unwrap_or(name.0);
            translate_with("the-plan", &[("plan", &plan)])
        }
        (Sitter::Person, true) => translate("a-person").to_owned(),
        (Sitter::Person, false) => translate("a-person-agreed").to_owned(),
    };
    let used = text::put(ui.painter(), at + Vec2::new(22.0, 0.0), name, STRONG, theme.ink, line.width() * 0.5);
    let from = at + Vec2::new(22.0 + used + 10.0, 0.0);
    if let Some(terms) = open {
        let width = (line.right() - from.x).clamp(120.0, 190.0);
        let here = Rect::from_min_size(Pos2::new(line.right() - width, at.y - 11.0), Vec2::new(width, 22.0));
        let setup = play.game.setup();
        let other =
            within(ui, here, side.name(), |ui| terms.seats[side.index()].choose(ui, theme, setup, side, name, width));
        terms.seats[side.index()] = other.unwrap_or(terms.seats[side.index()]);
        return;
    }
    text::put(ui.painter(), from, &words, BODY, theme.ink, line.right() - from.x);
    let response = ui.interact(line.expand(LINE / 2.0), ui.id().with(side.name()), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{name}: {words}")));
}

/// Every switch that is on, its title and what it does; tells whose rule was asked for.
pub fn rules(ui: &mut Ui, theme: &Theme, game: &Game, rows: usize, mut open: Option<&mut Terms>) -> Option<String> {
    let texts = (game.ruleset().texts)();
    let count = in_force(game).count();
    let (head, key) = match open {
        Some(_) => (translate("switches"), "so-many-on"),
        None => (translate("switches-that-are-on"), "so-many-of"),
    };
    section::head(ui, theme, head, &translate_with(key, &[("n", &count), ("of", &texts.switches.len())]));
    if count == 0 && open.is_none() {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), LINE), Sense::hover());
        let words = translate("no-switch-on");
        text::put(ui.painter(), rect.left_center(), words, BODY, theme.ink, rect.width());
    }
    let mut asked = None;
    let shown: Vec<&SwitchText> =
        if open.is_some() { texts.switches.iter().collect() } else { in_force(game).collect() };
    for switch in shown {
        // Of many rules under one switch the first leads to the others.
        let rule = texts.rules.iter().find(|rule| rule.switch.as_deref() == Some(switch.name.as_str()));
        if one(ui, theme, game, switch, rule.map(|rule| rule.id.as_str()), rows, open.as_deref_mut()) {
            asked = rule.map(|rule| rule.id.clone());
        }
    }
    asked
}

/// The width in which a switch is turned on or off, and what lies beside it.
const CHOICE: f32 = 84.0;
const BESIDE: f32 = 8.0;
/// What lies before a switch's title, behind its cite, and the most that a cite takes.
const LEFT: f32 = 4.0;
const RIGHT: f32 = 6.0;
const CITE: f32 = 60.0;
/// The most that the titles of switches take.
const NAMES: f32 = 224.0;

/// The room that switches have.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub wide: f32,
    /// Whether they may still be turned on or off.
    pub open: bool,
    /// In so many lines each is set, and cut where that is too little.
    pub rows: usize,
}

/// A switch's title and what it does, set beside each other.
struct Laid {
    title: Arc<Galley>,
    text: Arc<Galley>,
    /// Where the text begins.
    names: f32,
}

impl Laid {
    fn of(ui: &Ui, theme: &Theme, switch: &SwitchText, rule: Option<&str>, at: Room) -> Laid {
        let Room { wide, open, rows } = at;
        let wide = if open { wide - CHOICE - BESIDE } else { wide };
        let names = (wide * 0.3).min(NAMES);
        let cite = rule.map_or(0.0, |rule| text::width(ui.ctx(), rule, SMALL).min(CITE));
        let room = wide - names - RIGHT - cite - 10.0;
        let set = |words: &str, style, width| text::runs(ui.ctx(), &[(words, style, theme.ink)], width, rows);
        Laid { title: set(&switch.title, STRONG, names - 12.0), text: set(&switch.text, BODY, room), names }
    }

    fn height(&self) -> f32 {
        // Texts of several lines are told apart by the room between them.
        let air = if self.title.rows.len().max(self.text.rows.len()) > 1 { 8.0 } else { 5.0 };
        (self.title.size().y.max(self.text.size().y) + air).max(LINE)
    }

    /// Whether not all of it is seen.
    fn is_cut(&self) -> bool {
        self.title.elided || self.text.elided
    }
}

/// How high the switches are in that room, their heading left out.
pub fn switches_height(ui: &Ui, theme: &Theme, game: &Game, at: Room) -> f32 {
    let texts = (game.ruleset().texts)();
    let shown: Vec<&SwitchText> = if at.open { texts.switches.iter().collect() } else { in_force(game).collect() };
    let height = |switch: &&SwitchText| {
        let rule = texts.rules.iter().find(|rule| rule.switch.as_deref() == Some(switch.name.as_str()));
        Laid::of(ui, theme, switch, rule.map(|rule| rule.id.as_str()), at).height()
    };
    shown.iter().map(height).sum::<f32>().max(LINE)
}

fn one(
    ui: &mut Ui,
    theme: &Theme,
    game: &Game,
    switch: &SwitchText,
    rule: Option<&str>,
    rows: usize,
    open: Option<&mut Terms>,
) -> bool {
    let sense = if rule.is_some() { Sense::click() } else { Sense::hover() };
    let wide = ui.available_width() - 8.0;
    let laid = Laid::of(ui, theme, switch, rule, Room { wide, open: open.is_some(), rows });
    let (whole, _) = ui.allocate_exact_size(Vec2::new(wide, laid.height()), Sense::hover());
    let mut rect = whole;
    if let Some(terms) = open {
        let here =
            Rect::from_min_size(Pos2::new(whole.right() - CHOICE, whole.center().y - 11.0), Vec2::new(CHOICE, 22.0));
        let on = terms.has((game.ruleset().texts)(), game.setup(), &switch.name);
        within(ui, here, &switch.name, |ui| {
            let words = [translate("off"), translate("on")];
            if segments::show(ui, theme, &switch.title, &words, usize::from(on), CHOICE).is_some() {
                terms.switches.insert(switch.name.clone(), !on);
            }
        });
        rect.max.x = here.left() - BESIDE;
    }
    let response = ui.interact(rect, ui.id().with(("switch", &switch.name)), sense);
    if response.hovered() && rule.is_some() {
        ui.painter().rect_filled(rect, RADIUS, theme.hover);
    }
    let (y, right, cut) = (rect.center().y, rect.right() - RIGHT, laid.is_cut());
    text::put_right(ui.painter(), Pos2::new(right, y), rule.unwrap_or(""), SMALL, theme.accent, CITE);
    for (x, words) in [(LEFT, laid.title), (laid.names, laid.text)] {
        ui.painter().galley(Pos2::new(rect.left() + x, y - words.size().y / 2.0), words, theme.ink);
    }
    let kind = if rule.is_some() { WidgetType::Button } else { WidgetType::Label };
    response.widget_info(|| {
        let said = translate_with("spoken-switch", &[("switch", &switch.title), ("text", &switch.text)]);
        WidgetInfo::labeled(kind, true, said)
    });
    let clicked = response.clicked();
    if cut {
        response.on_hover_text(&switch.text);
    }
    clicked
}

/// The switches that are on.
pub fn in_force(game: &Game) -> impl Iterator<Item = &SwitchText> {
    game.view().battle_state::<InForce>().texts((game.ruleset().texts)())
}

/// The ruleset and the preset of its switches.
fn rules_words(game: &Game) -> String {
    let preset = game.view().battle_state::<InForce>().preset((game.ruleset().texts)());
    let title = game.ruleset().title;
    match (preset, game.setup().preset.as_deref()) {
        (Some(preset), _) => translate_with("preset", &[("ruleset", &title), ("preset", &preset)]),
        (None, Some(preset)) => translate_with("preset-changed", &[("ruleset", &title), ("preset", &preset)]),
        (None, None) => translate_with("no-preset", &[("ruleset", &title)]),
    }
}

fn dice_words(game: &Game) -> &'static str {
    match game.world().resource::<Dice>().source() {
        Source::Seeded(_) => translate("dice-by-program"),
        Source::ByHand(_) => translate("dice-by-hand"),
        Source::Scripted { .. } => translate("dice-scripted"),
    }
}

fn deploy_words(deploy: Deploy) -> &'static str {
    match deploy {
        Deploy::Fixed => translate("deploy-fixed"),
        Deploy::Free => translate("deploy-free"),
    }
}
