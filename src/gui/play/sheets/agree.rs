//! The agreement before a battle: one sheet with the rules in force, the turns, the dice and who plays, to which
//! every person at the table agrees before the first answer.

use bevy_egui::egui::{
    Align2, Area, Id, Key, Order, Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};

use crate::battle::InForce;
use crate::battle::setup::Deploy;
use crate::battle::texts::SwitchText;
use crate::dice::{Dice, Source};
use crate::gui::board::glyph::{self, Glyphs};
use crate::gui::game::sitter::Sitter;
use crate::gui::game::terms::Terms;
use crate::gui::game::{Game, Turn};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::compose;
use crate::gui::play::layout;
use crate::gui::play::look::table;
use crate::gui::play::sheets;
use crate::gui::play::state::{Agreement, Play};
use crate::gui::play::wants::Wants;
use crate::gui::text::{self, BODY, READING, SMALL, STRONG, TITLE};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{flag, icon, push, section, segments};
use crate::ids::Side;

/// The sides in the order in which they are asked: south sits on this side of the table.
const ORDER: [Side; 2] = [Side::South, Side::North];

impl Play {
    /// Has every person at the table agree before the battle begins. Players that are no persons take the rules as
    /// they are: where no person plays, nobody is asked.
    pub fn must_agree(&mut self) {
        let agreed = Side::BOTH.map(|side| !self.is_person(side));
        self.sheets.agreement = (agreed != [true; 2]).then_some(Agreement { agreed, terms: None });
    }

    /// The same of the battle of that name or path, whose terms may be changed until everybody has agreed.
    pub fn must_agree_on(&mut self, name: String, terms: Terms) {
        self.must_agree();
        if let Some(agreement) = &mut self.sheets.agreement {
            agreement.terms = Some((name, terms));
        }
    }

    /// Nobody is asked: the battle begins at once.
    pub fn begin_at_once(&mut self) {
        self.sheets.agreement = None;
        self.game.touch();
    }

    /// The sides that have still to agree.
    pub fn to_agree(&self) -> Vec<Side> {
        let Some(agreement) = &self.sheets.agreement else { return Vec::new() };
        ORDER.into_iter().filter(|side| !agreement.agreed[side.index()]).collect()
    }

    /// That side agrees; when all have, the battle begins.
    pub fn agree(&mut self, side: Side) {
        if let Some(agreement) = &mut self.sheets.agreement {
            agreement.agreed[side.index()] = true;
        }
        if self.to_agree().is_empty() {
            self.begin_at_once();
        }
    }
}

/// What is asked of the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Request {
    Agree(Side),
    Back,
    Rule(String),
    /// Other terms.
    Terms(Terms),
}

/// Shows the sheet over the table that it is about.
pub fn screen(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, whole: Rect, play: &mut Play) -> Option<Wants> {
    behind(ui, theme, glyphs, whole, play);
    let mut wants = None;
    let mut asked = show(ui, theme, whole, play);
    let pressed = |key: Key| ui.input(|i| i.num_presses(key));
    if let Some(id) = play.sheets.rule.clone() {
        // The uppermost sheet has the keys.
        match sheets::rule(ui, theme, whole, play, &id) {
            Some(sheets::Rule::Close) => play.sheets.rule = None,
            Some(sheets::Rule::Case(path)) => wants = Some(Wants::Case(path)),
            None => {}
        }
    } else if pressed(Key::Escape) > 0 {
        asked = Some(Request::Back);
    } else {
        play.to_agree().into_iter().take(pressed(Key::Enter)).for_each(|side| play.agree(side));
    }
    if pressed(Key::F12) > 0 {
        wants = Some(Wants::Picture);
    }
    match asked {
        Some(Request::Agree(side)) => play.agree(side),
        Some(Request::Back) => wants = Some(Wants::Back),
        Some(Request::Rule(id)) => play.sheets.rule = Some(id),
        Some(Request::Terms(terms)) => {
            let name = play.sheets.agreement.as_ref().and_then(|a| a.terms.as_ref()).map(|(name, _)| name.clone());
            wants = name.map(|name| Wants::Anew(name, terms));
        }
        None => {}
    }
    if play.sheets.agreement.is_none() {
        ui.ctx().request_repaint();
    }
    wants
}

/// The table, to be seen and not to be touched, unless somebody is to look away; the panels are still empty.
fn behind(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, whole: Rect, play: &mut Play) {
    if matches!(play.game.turn(), Turn::Of { secret: true, .. }) {
        // Nobody has placed anything yet, and where the battle's file has the armies is where neither need stand.
        play.look.whole_in = None;
        ui.painter().rect_filled(whole, 0.0, theme.sunk);
        return;
    }
    let areas = layout::areas(whole.size(), play.sheets.drawers).shifted(whole.min.to_vec2());
    ui.scope_builder(UiBuilder::new().disabled(), |ui| table::show(ui, glyphs, areas.table, play));
    for rect in [Some(areas.top), areas.panel, Some(areas.log), areas.score].into_iter().flatten() {
        ui.painter().rect_filled(rect, 0.0, theme.panel);
    }
}

const FOOT: f32 = 52.0;
const HEAD: f32 = 62.0;
const LINE: f32 = 24.0;

fn show(ui: &Ui, theme: &Theme, whole: Rect, play: &Play) -> Option<Request> {
    let known = play.sheets.agreement.as_ref().and_then(|a| a.terms.as_ref()).map(|(_, terms)| terms);
    let all = (play.game.ruleset().texts)().switches.len();
    let switches = if known.is_some() { all } else { in_force(&play.game).count() }.max(1) as f32;
    let mut terms = known.cloned();
    let stacked = if whole.width() < 640.0 { 2.0 * LINE + 24.0 } else { 0.0 };
    let high = HEAD + FOOT + 4.0 * LINE + 36.0 + stacked + switches * LINE;
    let size = Vec2::new(760.0_f32.min(whole.width() - 48.0), high.min(whole.height() - 48.0));
    let mut asked = None;
    let area = Area::new(Id::new("agreement")).order(Order::Middle).anchor(Align2::CENTER_CENTER, Vec2::ZERO);
    area.show(ui.ctx(), |ui| {
        section::card(theme).show(ui, |ui| {
            let (rect, _) = ui.allocate_exact_size(size, Sense::click_and_drag());
            head(ui, theme, rect, play);
            let top = rect.top() + HEAD;
            let body = Rect::from_min_max(Pos2::new(rect.left(), top), rect.max - Vec2::new(0.0, FOOT));
            ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
                ScrollArea::vertical().id_salt("terms").auto_shrink(false).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    self::terms(ui, theme, play, terms.as_mut());
                    section::divider(ui, theme);
                    asked = rules(ui, theme, &play.game, terms.as_mut()).map(Request::Rule);
                });
            });
            let foot = Rect::from_min_max(Pos2::new(rect.left(), rect.bottom() - FOOT), rect.max);
            asked = buttons(ui, theme, foot, play).or(asked.take());
        });
    });
    let changed = terms.filter(|terms| Some(terms) != known);
    asked.or(changed.map(Request::Terms))
}

fn head(ui: &mut Ui, theme: &Theme, rect: Rect, play: &Play) {
    let setup = play.game.setup();
    text::put(ui.painter(), rect.min + Vec2::new(0.0, 16.0), &setup.title, TITLE, theme.ink, rect.width());
    let words = translate("agree-on-the-rules");
    text::put(ui.painter(), rect.min + Vec2::new(0.0, 42.0), words, READING, theme.ink2, rect.width());
    ui.painter().hline(rect.x_range(), rect.top() + HEAD - 6.0, theme.divider());
}

/// Who plays, and the terms that are no switches: side by side where there is room. Those that may still be changed are
/// words to choose from.
fn terms(ui: &mut Ui, theme: &Theme, play: &Play, mut open: Option<&mut Terms>) {
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
    ui.scope_builder(UiBuilder::new().max_rect(here).id_salt(name), |ui| {
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
        let other = ui.scope_builder(UiBuilder::new().max_rect(here).id_salt(side.name()), |ui| {
            terms.seats[side.index()].choose(ui, theme, setup, side, name, width)
        });
        terms.seats[side.index()] = other.inner.unwrap_or(terms.seats[side.index()]);
        return;
    }
    text::put(ui.painter(), from, &words, BODY, theme.ink, line.right() - from.x);
    let response = ui.interact(line.expand(LINE / 2.0), ui.id().with(side.name()), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{name}: {words}")));
}

/// Every switch that is on, its title and what it does; tells whose rule was asked for.
fn rules(ui: &mut Ui, theme: &Theme, game: &Game, mut open: Option<&mut Terms>) -> Option<String> {
    let texts = (game.ruleset().texts)();
    let count = in_force(game).count();
    section::head(
        ui,
        theme,
        translate("switches-that-are-on"),
        &translate_with("so-many-of", &[("n", &count), ("of", &texts.switches.len())]),
    );
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
        if one(ui, theme, game, switch, rule.map(|rule| rule.id.as_str()), open.as_deref_mut()) {
            asked = rule.map(|rule| rule.id.clone());
        }
    }
    asked
}

fn one(
    ui: &mut Ui,
    theme: &Theme,
    game: &Game,
    switch: &SwitchText,
    rule: Option<&str>,
    open: Option<&mut Terms>,
) -> bool {
    let sense = if rule.is_some() { Sense::click() } else { Sense::hover() };
    let (whole, _) = ui.allocate_exact_size(Vec2::new(ui.available_width() - 8.0, LINE), Sense::hover());
    let mut rect = whole;
    if let Some(terms) = open {
        let here = Rect::from_min_size(Pos2::new(whole.right() - 84.0, whole.center().y - 11.0), Vec2::new(84.0, 22.0));
        let on = terms.has((game.ruleset().texts)(), game.setup(), &switch.name);
        ui.scope_builder(UiBuilder::new().max_rect(here).id_salt(&switch.name), |ui| {
            let words = [translate("off"), translate("on")];
            if segments::show(ui, theme, &switch.title, &words, usize::from(on), 84.0).is_some() {
                terms.switches.insert(switch.name.clone(), !on);
            }
        });
        rect.max.x = here.left() - 8.0;
    }
    let response = ui.interact(rect, ui.id().with(("switch", &switch.name)), sense);
    if response.hovered() && rule.is_some() {
        ui.painter().rect_filled(rect, RADIUS, theme.hover);
    }
    let (y, right) = (rect.center().y, rect.right() - 6.0);
    let names = (rect.width() * 0.3).min(224.0);
    text::put(ui.painter(), Pos2::new(rect.left() + 4.0, y), &switch.title, STRONG, theme.ink, names - 12.0);
    let cite = text::put_right(ui.painter(), Pos2::new(right, y), rule.unwrap_or(""), SMALL, theme.accent, 60.0);
    let from = rect.left() + names;
    text::put(ui.painter(), Pos2::new(from, y), &switch.text, BODY, theme.ink, right - cite - 10.0 - from);
    let kind = if rule.is_some() { WidgetType::Button } else { WidgetType::Label };
    response.widget_info(|| {
        let said = translate_with("spoken-switch", &[("switch", &switch.title), ("text", &switch.text)]);
        WidgetInfo::labeled(kind, true, said)
    });
    let clicked = response.clicked();
    response.on_hover_text(&switch.text);
    clicked
}

/// Back at the left end; at the right end whoever has still to agree, and who has.
fn buttons(ui: &mut Ui, theme: &Theme, rect: Rect, play: &Play) -> Option<Request> {
    ui.painter().hline(rect.x_range(), rect.top() + 4.0, theme.divider());
    let row = Rect::from_min_max(Pos2::new(rect.left(), rect.bottom() - 40.0), rect.max);
    let back = Rect::from_min_size(row.min, Vec2::new(push::width(ui, translate("back"), "Esc", false) + 8.0, 40.0));
    let mut asked = None;
    if push::at(ui, theme, back, translate("back"), "Esc", push::Weight::Plain, None).clicked() {
        asked = Some(Request::Back);
    }
    let waiting = play.to_agree();
    let persons: Vec<Side> = ORDER.into_iter().filter(|side| play.is_person(*side)).collect();
    let mut right = row.right();
    for side in persons.iter().rev() {
        let next = waiting.first() == Some(side);
        let label = match &persons[..] {
            [_] => translate("both-agree").to_owned(),
            _ if waiting.contains(side) => translate_with("agrees", &[("side", &play.game.side_name(*side))]),
            _ => translate_with("has-agreed", &[("side", &play.game.side_name(*side))]),
        };
        let (key, weight, sign): (_, _, Option<push::Sign>) = match (next, waiting.contains(side)) {
            (true, _) => ("Enter", push::Weight::Main, None),
            (false, true) => ("", push::Weight::Plain, None),
            (false, false) => ("", push::Weight::Off, Some(|painter, at, ink| icon::tick(painter, at, 10.0, ink))),
        };
        let width = (push::width(ui, &label, key, sign.is_some()) + 16.0).max(150.0);
        let here = Rect::from_min_size(Pos2::new(right - width, row.top()), Vec2::new(width, 40.0));
        let clicked = ui.push_id(side.name(), |ui| push::at(ui, theme, here, &label, key, weight, sign).clicked());
        if clicked.inner && waiting.contains(side) {
            asked = Some(Request::Agree(*side));
        }
        right = here.left() - 8.0;
    }
    asked
}

/// The switches that are on.
fn in_force(game: &Game) -> impl Iterator<Item = &SwitchText> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;

    const CAPTAIN: Sitter = Sitter::Captain;
    const PERSON: Sitter = Sitter::Person;

    fn stage(battle: &str, sitters: [Sitter; 2], width: f32, height: f32) -> Stage {
        let mut play = begun(battle, sitters);
        play.must_agree();
        Stage::sized(play, width, height)
    }

    #[test]
    fn one_person_agrees_for_both_and_before_that_nothing_is_offered() {
        let mut stage = stage(battles::TEACHING, [CAPTAIN, PERSON], 1280.0, 720.0);
        assert_eq!(stage.play.to_agree(), [Side::South]);
        assert!(stage.shows("Both players agree") && stage.play.person().is_none());
        assert!(stage.play.now().offers.listed.is_empty());
        stage.key(Key::Enter);
        assert!(stage.play.sheets.agreement.is_none() && !stage.shows("Both players agree"));
    }

    #[test]
    fn two_persons_agree_one_after_the_other_each_by_his_own_button_or_with_enter() {
        let mut stage = stage(battles::TEACHING, [PERSON, PERSON], 1280.0, 720.0);
        let name = |side| stage.play.game.side_name(side).to_owned();
        let [north, south] = Side::BOTH.map(name);
        stage.click_on(&format!("{north}: agree"));
        assert_eq!(stage.play.to_agree(), [Side::South]);
        assert!(stage.shows(&format!("{north}: agreed")) && stage.shows(&format!("{south}: agree")));
        // Once more changes nothing.
        stage.click_on(&format!("{north}: agreed"));
        assert!(stage.play.sheets.agreement.is_some());
        stage.key(Key::Enter);
        assert!(stage.play.sheets.agreement.is_none() && stage.play.person().is_some());
        assert!(!stage.play.now().offers.listed.is_empty());
    }

    #[test]
    fn enter_twice_is_enough_and_escape_goes_back_to_the_choice() {
        let mut stage = stage(battles::TEACHING_BY_UNITS, [PERSON, PERSON], 1280.0, 720.0);
        stage.key(Key::Enter);
        assert_eq!(stage.play.to_agree(), [Side::North], "south is asked first");
        stage.key(Key::Enter);
        assert!(stage.play.sheets.agreement.is_none() && stage.wants.is_none());
        let mut stage = self::stage(battles::TEACHING_BY_UNITS, [PERSON, CAPTAIN], 1280.0, 720.0);
        stage.key(Key::Escape);
        assert_eq!(stage.wants, Some(Wants::Back));
        assert_eq!(stage.play.game.journal().depth(), 0);
    }

    #[test]
    fn terms_are_changed_on_the_sheet_until_everybody_has_agreed() {
        let mut play = begun(battles::TEACHING, [CAPTAIN, PERSON]);
        play.must_agree_on("a/path.ron".into(), Terms::of([CAPTAIN, PERSON]));
        let mut stage = Stage::sized(play, 1280.0, 720.0);
        let asked = |stage: &mut Stage, says: &str| {
            stage.click_on(says);
            match stage.wants.take() {
                Some(Wants::Anew(name, terms)) if name == "a/path.ron" => terms,
                other => panic!("{says}: {other:?}"),
            }
        };
        let none = Terms::of([CAPTAIN, PERSON]);
        assert_eq!(asked(&mut stage, "Dice: by hand"), Terms { dice_by_hand: true, ..none.clone() });
        assert_eq!(asked(&mut stage, "Units: by hand"), Terms { deploy_by_hand: true, ..none.clone() });
        let switch = (stage.play.game.ruleset().texts)().switches[0].clone();
        let terms = asked(&mut stage, &format!("{}: on", switch.title));
        assert_eq!(terms.switches, [(switch.name, true)].into());
        let north = stage.play.game.side_name(Side::North).to_owned();
        assert_eq!(asked(&mut stage, &format!("{north}: person")).seats, [PERSON; 2]);
        stage.key(Key::Enter);
        assert!(stage.play.sheets.agreement.is_none());
    }

    #[test]
    fn where_no_person_plays_nobody_is_asked() {
        let mut play = begun(battles::TEACHING, [CAPTAIN, CAPTAIN]);
        play.must_agree();
        assert_eq!(play.sheets.agreement, None);
    }

    /// Telamon is fought under all fifteen switches of its ruleset: the longest sheet there is.
    #[test]
    fn every_switch_is_told_and_reached_and_opens_its_rule() {
        for (width, height) in [(1280.0, 720.0), (640.0, 360.0)] {
            let mut stage = stage(battles::FULL, [PERSON, PERSON], width, height);
            let texts = (stage.play.game.ruleset().texts)();
            assert_eq!(in_force(&stage.play.game).count(), 15);
            let last = in_force(&stage.play.game).last().unwrap().clone();
            let says = format!("switch {}", last.title);
            let whole = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
            for _ in 0..20 {
                if stage.shows(&last.title) {
                    break;
                }
                assert!(height < 720.0, "a usual window shows all at once");
                stage.scroll(whole.center(), -4.0);
            }
            let names = Side::BOTH.map(|side| format!("{}: agree", stage.play.game.side_name(side)));
            for words in [&names[0], &names[1], "Back", &says] {
                let place = stage.widget(words).unwrap();
                assert!(whole.contains_rect(place), "{words} at {place:?} of {width} by {height}");
            }
            stage.click_on(&says);
            let rule = texts.rules.iter().find(|r| r.switch.as_ref() == Some(&last.name)).unwrap();
            assert_eq!(stage.play.sheets.rule.as_deref(), Some(rule.id.as_str()));
            assert!(stage.shows(&rule.text));
            // Its sheet lies above: Enter does not agree, and Escape closes it alone.
            stage.key(Key::Enter);
            stage.key(Key::Escape);
            assert_eq!((stage.play.to_agree().len(), stage.wants.is_none()), (2, true));
            assert_eq!(stage.play.sheets.rule, None);
        }
    }

    #[test]
    fn preset_turns_and_dice_are_told_as_they_are() {
        let stage = stage(battles::FULL, [PERSON, CAPTAIN], 1280.0, 720.0);
        let limit = compose::limit_words(&stage.play);
        for words in [battles::FULL_PRESET, &limit, "The program throws them.", "15 of 17", "the captain"] {
            assert!(stage.shows(words), "{words}");
        }
        let stage = self::stage(battles::TEACHING, [PERSON, CAPTAIN], 1280.0, 720.0);
        assert!(stage.shows(battles::BASE_PRESET) && stage.shows("None: the base game alone."));
    }

    /// The first question of a battle that is deployed in secret is seen by neither while both sit there.
    #[test]
    fn the_table_is_hidden_where_somebody_is_to_look_away() {
        use crate::gui::saves;
        use crate::scenario::journal::{Chosen, DiceFrom};
        let chosen = Chosen { deploy_free: true, ..Chosen::default() };
        let name = crate::gui::play::stage::battle(battles::TEACHING);
        let game = saves::begun(crate::rules::RULESETS, &name, chosen, DiceFrom::Hand, None).ok().unwrap();
        let mut play = Play::new(game, [PERSON; 2], 1);
        play.must_agree();
        let mut stage = Stage::of(play);
        assert!(
            stage.play.look.whole_in.is_none()
                && stage.shows("Thrown by hand")
                && stage.shows("The players place them.")
        );
        stage.key(Key::Enter);
        stage.key(Key::Enter);
        assert!(stage.play.must_hand_over().is_some() && stage.shows("looks away."));
    }
}
