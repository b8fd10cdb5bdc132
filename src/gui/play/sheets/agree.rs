//! The agreement before a battle: one sheet with the rules in force, the turns, the dice and who plays, to which
//! every person at the table agrees before the first answer.

use bevy_egui::egui::{Align2, Area, Id, Key, Order, Pos2, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};

use crate::gui::board::glyph::Glyphs;
use crate::gui::game::Turn;
use crate::gui::game::terms::Terms;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::layout::{self, Class};
use crate::gui::play::look::table;
use crate::gui::play::sheets::{self, terms};
use crate::gui::play::state::{Agreement, Play};
use crate::gui::play::wants::Wants;
use crate::gui::text::{self, READING, TITLE};
use crate::gui::theme::Theme;
use crate::gui::widgets::{icon, meant, push, section};
use crate::ids::Side;

/// The sides in the order in which they are asked: south sits on this side of the table.
pub const ORDER: [Side; 2] = [Side::South, Side::North];

impl Play {
    /// Has every person at the table agree before the battle begins. Players that are no persons take the rules as
    /// they are: where no person plays, nobody is asked.
    pub fn must_agree(&mut self) {
        let agreed = Side::BOTH.map(|side| !self.is_person(side));
        self.sheets.lay_agreement((agreed != [true; 2]).then_some(Agreement { agreed, terms: None }));
    }

    /// The same of the battle of that name or path, whose terms may be changed until everybody has agreed.
    pub fn must_agree_on(&mut self, name: String, terms: Terms) {
        self.must_agree();
        self.sheets.lay_terms(name, terms);
    }

    /// Nobody is asked: the battle begins at once.
    pub fn begin_at_once(&mut self) {
        self.sheets.lay_agreement(None);
        self.game.touch();
    }

    /// The sides that have still to agree.
    pub fn to_agree(&self) -> Vec<Side> {
        let Some(agreement) = self.sheets.agreement() else { return Vec::new() };
        ORDER.into_iter().filter(|side| !agreement.agreed[side.index()]).collect()
    }

    /// That side agrees; when all have, the battle begins.
    pub fn agree(&mut self, side: Side) {
        self.sheets.agree(side);
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
    if let Some(id) = play.sheets.rule().map(str::to_owned) {
        // The uppermost sheet has the keys.
        match sheets::rule(ui, theme, whole, play, &id) {
            Some(sheets::Rule::Close) => play.sheets.shut_rule(),
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
        Some(Request::Rule(id)) => play.sheets.open_rule(id),
        Some(Request::Terms(terms)) => {
            let name = play.sheets.agreement().and_then(|a| a.terms.as_ref()).map(|(name, _)| name.clone());
            wants = name.map(|name| Wants::Anew(name, terms));
        }
        None => {}
    }
    if play.sheets.agreement().is_none() {
        ui.ctx().request_repaint();
    }
    wants
}

/// The table, to be seen and not to be touched, unless somebody is to look away; the panels are still empty.
fn behind(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, whole: Rect, play: &mut Play) {
    if matches!(play.game.turn(), Turn::Of { secret: true, .. }) {
        // Nobody has placed anything yet, and where the battle's file has the armies is where neither need stand.
        play.look.hide_table();
        ui.painter().rect_filled(whole, 0.0, theme.sunk);
        return;
    }
    let areas = layout::areas(whole.size(), play.drawers()).shifted(whole.min.to_vec2());
    ui.scope_builder(UiBuilder::new().disabled(), |ui| table::show(ui, glyphs, areas.table, play));
    for rect in [Some(areas.top), areas.panel, Some(areas.log), areas.score].into_iter().flatten() {
        ui.painter().rect_filled(rect, 0.0, theme.panel);
    }
}

const FOOT: f32 = 52.0;
const HEAD: f32 = 62.0;
pub const LINE: f32 = 24.0;
/// No switch has more to say than so many lines hold.
const FULL: usize = 6;

fn show(ui: &Ui, theme: &Theme, whole: Rect, play: &Play) -> Option<Request> {
    let known = play.sheets.agreement().and_then(|a| a.terms.as_ref()).map(|(_, terms)| terms);
    let wide = 760.0_f32.min(whole.width() - 48.0);
    let in_rows = |rows: usize| {
        let room = terms::Room { wide: wide - 8.0, open: known.is_some(), rows };
        terms::switches_height(ui, theme, &play.game, room)
    };
    let mut open = known.cloned();
    let stacked = if whole.width() < 640.0 { 2.0 * LINE + 24.0 } else { 0.0 };
    let rest = HEAD + FOOT + 4.0 * LINE + 36.0 + stacked;
    let most = whole.height() - 48.0;
    // Each switch in full, so that people know what they choose; where nothing is left to choose, a usual window shows all of
    // them at once.
    let usual = layout::areas(whole.size(), play.drawers()).class != Class::Narrow;
    let rows = if usual && known.is_none() && rest + in_rows(FULL) > most { 1 } else { FULL };
    let size = Vec2::new(wide, (rest + in_rows(rows)).min(most));
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
                    terms::show(ui, theme, play, open.as_mut());
                    section::divider(ui, theme);
                    asked = terms::rules(ui, theme, &play.game, rows, open.as_mut()).map(Request::Rule);
                });
            });
            let foot = Rect::from_min_max(Pos2::new(rect.left(), rect.bottom() - FOOT), rect.max);
            // Who begins by quick clicks has not agreed by one of them.
            let meant = meant::is_click_meant(ui, "agreement", &play.game.setup().title);
            asked = buttons(ui, theme, foot, play).filter(|_| meant).or(asked.take());
        });
    });
    let changed = open.filter(|terms| Some(terms) != known);
    asked.or(changed.map(Request::Terms))
}

fn head(ui: &mut Ui, theme: &Theme, rect: Rect, play: &Play) {
    let setup = play.game.setup();
    text::put(ui.painter(), rect.min + Vec2::new(0.0, 16.0), &setup.title, TITLE, theme.ink, rect.width());
    let words = translate("agree-on-the-rules");
    text::put(ui.painter(), rect.min + Vec2::new(0.0, 42.0), words, READING, theme.ink2, rect.width());
    ui.painter().hline(rect.x_range(), rect.top() + HEAD - 6.0, theme.divider());
}

/// Back at the left end; at the right end whoever has still to agree, and who has.
fn buttons(ui: &mut Ui, theme: &Theme, rect: Rect, play: &Play) -> Option<Request> {
    ui.painter().hline(rect.x_range(), rect.top() + 4.0, theme.divider());
    let row = Rect::from_min_max(Pos2::new(rect.left(), rect.bottom() - 40.0), rect.max);
    let back =
        Rect::from_min_size(row.min, Vec2::new(push::width(ui.ctx(), translate("back"), "Esc", false) + 8.0, 40.0));
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
        let width = (push::width(ui.ctx(), &label, key, sign.is_some()) + 16.0).max(150.0);
        let here = Rect::from_min_size(Pos2::new(right - width, row.top()), Vec2::new(width, 40.0));
        let clicked = ui.push_id(side.name(), |ui| push::at(ui, theme, here, &label, key, weight, sign).clicked());
        if clicked.inner && waiting.contains(side) {
            asked = Some(Request::Agree(*side));
        }
        right = here.left() - 8.0;
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::compose;
    use crate::gui::play::sheets::terms::in_force;
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;
    use crate::scenario::embedded;

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
        assert!(stage.play.sheets.agreement().is_none() && !stage.shows("Both players agree"));
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
        assert!(stage.play.sheets.agreement().is_some());
        stage.key(Key::Enter);
        assert!(stage.play.sheets.agreement().is_none() && stage.play.person().is_some());
        assert!(!stage.play.now().offers.listed.is_empty());
    }

    #[test]
    fn enter_twice_is_enough_and_escape_goes_back_to_the_choice() {
        let mut stage = stage(battles::TEACHING_BY_UNITS, [PERSON, PERSON], 1280.0, 720.0);
        stage.key(Key::Enter);
        assert_eq!(stage.play.to_agree(), [Side::North], "south is asked first");
        stage.key(Key::Enter);
        assert!(stage.play.sheets.agreement().is_none() && stage.wants.is_none());
        let mut stage = self::stage(battles::TEACHING_BY_UNITS, [PERSON, CAPTAIN], 1280.0, 720.0);
        stage.key(Key::Escape);
        assert_eq!(stage.wants, Some(Wants::Back));
        assert_eq!(stage.play.game.journal().depth(), 0);
    }

    #[test]
    fn every_switch_of_every_ruleset_is_told_in_full() {
        for battle in embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle")) {
            for (width, height) in [(1280.0, 800.0), (853.0, 533.0)] {
                let mut play = begun(&battle, [PERSON, PERSON]);
                play.must_agree_on(battle.clone(), Terms::of([PERSON, PERSON]));
                let stage = Stage::sized(play, width, height);
                assert!(stage.shows("OPTIONAL RULES") && stage.cut().is_empty(), "{battle}: {:?}", stage.cut());
                let switches = &(stage.play.game.ruleset().texts)().switches;
                let told = |words: &str| switches.iter().any(|switch| switch.title == words || switch.text == words);
                let places: Vec<Rect> =
                    stage.painted().iter().filter(|seen| told(&seen.text)).map(|seen| seen.place.shrink(0.5)).collect();
                let over = |one: &Rect| places.iter().filter(|other| other.intersects(*one)).count() > 1;
                assert!(places.len() > 1 && !places.iter().any(over), "{battle}: {places:?}");
            }
        }
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
        assert!(stage.play.sheets.agreement().is_none());
    }

    #[test]
    fn where_no_person_plays_nobody_is_asked() {
        let mut play = begun(battles::TEACHING, [CAPTAIN, CAPTAIN]);
        play.must_agree();
        assert_eq!(play.sheets.agreement(), None);
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
            assert_eq!(stage.play.sheets.rule(), Some(rule.id.as_str()));
            assert!(stage.shows(&rule.text));
            // Its sheet lies above: Enter does not agree, and Escape closes it alone.
            stage.key(Key::Enter);
            stage.key(Key::Escape);
            assert_eq!((stage.play.to_agree().len(), stage.wants.is_none()), (2, true));
            assert_eq!(stage.play.sheets.rule(), None);
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
            stage.play.look.whole_in().is_none()
                && stage.shows("Thrown by hand")
                && stage.shows("The players place them.")
        );
        stage.key(Key::Enter);
        stage.key(Key::Enter);
        assert!(stage.play.must_hand_over().is_some() && stage.shows("look away."));
    }
}
