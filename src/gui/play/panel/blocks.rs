//! Blocks of the unit panel: odds with the sums behind them, the text of a rule, orders that are sealed so far.

use bevy_egui::egui::{Sense, Ui, Vec2, WidgetInfo, WidgetType};

use crate::gui::game::ending::Losses;
use crate::gui::game::odds::OddsBlock;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::panel::{Panel, Request};
use crate::gui::text::{self, BODY, SMALL, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::offer_button::{self, OfferButton};
use crate::gui::widgets::{flag, icon, odds_bar, push, section, tally_table};

/// What the side has sealed so far; a click takes one back.
pub fn drafts(ui: &mut Ui, theme: &Theme, drafts: &[OfferButton]) -> Option<Request> {
    section::head(ui, theme, translate("sealed-so-far"), &drafts.len().to_string());
    let mut asked = None;
    for (n, draft) in drafts.iter().enumerate() {
        if offer_button::show(ui, theme, draft).clicked() {
            asked = Some(Request::TakeBack(n));
        }
    }
    asked
}

/// The button that gives the order in the hand to the others of the body too, where somebody waits for one; tells when
/// it is clicked.
pub fn mates(ui: &mut Ui, theme: &Theme, words: &str) -> bool {
    const HEIGHT: f32 = 28.0;
    !words.is_empty()
        && push::wide(ui, theme, words, translate("cap-shift-enter"), HEIGHT, push::Weight::Plain).clicked()
}

/// What may be when half of the time is over, where all move together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Half {
    pub head: String,
    /// What may be, and how near it is.
    pub lines: Vec<(String, String)>,
}

/// The same as a block of the panel.
pub fn half(ui: &mut Ui, theme: &Theme, half: &Half) {
    section::head(ui, theme, &half.head, translate("if-nobody-turns"));
    for (words, value) in &half.lines {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 19.0), Sense::hover());
        let used = text::put_right(ui.painter(), rect.right_center(), value, BODY, theme.ink2, rect.width() * 0.5);
        text::put(ui.painter(), rect.left_center(), words, BODY, theme.ink, rect.width() - used - 8.0);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{words}, {value}")));
    }
}

/// What is told of a battle that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// In which turn.
    pub turn: String,
    /// What it has cost both.
    pub losses: Vec<Losses>,
    /// What may be done now, and where it is kept.
    pub next: Vec<String>,
}

/// When it ended, and what it has cost both.
pub fn losses(ui: &mut Ui, theme: &Theme, end: &End) {
    section::head(ui, theme, translate("losses"), &end.turn);
    for losses in &end.losses {
        let [side, units, score] = [(&losses.side, STRONG), (&losses.units, BODY), (&losses.score, BODY)]
            .map(|(words, style)| text::paragraph(ui.ctx(), words, style, theme.ink, ui.available_width() - SIDE));
        let size = Vec2::new(ui.available_width(), side.size().y + units.size().y + score.size().y + 4.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        flag::paint(ui.painter(), rect.left_top() + Vec2::new(0.0, side.size().y / 2.0), &losses.colours);
        let mut at = rect.min + Vec2::new(SIDE, 0.0);
        for words in [side, units, score] {
            let below = at + Vec2::new(0.0, words.size().y);
            ui.painter().galley(at, words, theme.ink);
            at = below;
        }
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, losses.words()));
    }
}

/// What may be done once it is over.
pub fn what_now(ui: &mut Ui, theme: &Theme, end: &End) {
    section::divider(ui, theme);
    section::head(ui, theme, translate("what-now"), "");
    for line in &end.next {
        let words = text::paragraph(ui.ctx(), line, BODY, theme.ink, ui.available_width());
        let size = Vec2::new(ui.available_width(), words.size().y + 3.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, line));
    }
}

/// Left of the words of a side is its flag.
const SIDE: f32 = 24.0;

/// What is barred, with its reasons where they are unfolded.
pub fn barred(ui: &mut Ui, theme: &Theme, panel: &Panel, asked: &mut Vec<Request>) {
    if panel.reasons {
        for (i, offer) in panel.barred.iter().enumerate() {
            if offer_button::show(ui, theme, offer).clicked() {
                asked.push(Request::Barred(i));
            }
        }
    } else if !panel.barred.is_empty() {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 18.0), Sense::click());
        icon::barred(ui.painter(), rect.left_center() + Vec2::new(7.0, 0.0), 5.0, theme.ink2);
        let words = translate_with("more-barred", &[("n", &panel.barred.len())]);
        text::put(ui.painter(), rect.left_center() + Vec2::new(19.0, 0.0), &words, SMALL, theme.ink2, rect.width());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
        if response.clicked() {
            asked.push(Request::Reasons);
        }
    }
}

/// A rule with its number, which leads to the rulebook's page.
pub fn rule_text(ui: &mut Ui, theme: &Theme, [id, title, text]: &[String; 3]) -> Option<Request> {
    section::head(ui, theme, translate("the-rule"), id);
    let head = text::paragraph(ui.ctx(), title, STRONG, theme.ink, ui.available_width());
    let words = text::paragraph(ui.ctx(), text, BODY, theme.ink, ui.available_width() - 6.0);
    let size = Vec2::new(ui.available_width(), head.size().y + words.size().y + 6.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let below = rect.min + Vec2::new(0.0, head.size().y + 3.0);
    ui.painter().galley(rect.min, head, theme.ink);
    ui.painter().galley(below, words, theme.ink);
    response.widget_info(|| {
        WidgetInfo::labeled(
            WidgetType::Label,
            true,
            translate_with("spoken-rule-titled", &[("rule", &id), ("title", &title)]),
        )
    });
    response.clicked().then(|| Request::Rule(id.clone()))
}

/// Odds with their bar, their sums and what is to be said of them.
pub fn odds_block(ui: &mut Ui, theme: &Theme, odds: &OddsBlock, asked: &mut Vec<Request>) {
    section::head(ui, theme, &odds.head, &odds.remark);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 20.0), Sense::hover());
    text::put(ui.painter(), rect.left_center(), &odds.title, STRONG, theme.ink, rect.width());
    odds_bar::show(ui, theme, &odds.parts);
    if !odds.rows.is_empty() {
        let clicked = ui.push_id(&odds.title, |ui| tally_table::show(ui, theme, &odds.rows)).inner;
        if let Some(row) = clicked.and_then(|i| odds.rows.get(i)) {
            asked.push(Request::Rule(row.cite.clone()));
        }
    }
    for note in &odds.notes {
        let words = text::paragraph(ui.ctx(), note, BODY, theme.ink2, ui.available_width());
        let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), words.size().y), Sense::hover());
        ui.painter().galley(rect.min, words, theme.ink2);
    }
}

/// On the drill of the tests, whose orders are sealed one by one and whose guards are called on by a roll.
#[cfg(test)]
mod tests {
    use bevy_egui::egui::Key;

    use crate::battle::notation::read;
    use crate::battle::{TAKE_BACK, digest};
    use crate::drill;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::Stage;
    use crate::gui::play::state::Play;
    use crate::gui::saves;
    use crate::ids::Side;
    use crate::scenario::journal::{Chosen, DiceFrom};

    fn begun() -> Stage {
        let (chosen, dice) = (Chosen::default(), DiceFrom::Seed(1));
        let game = saves::begun(&[drill::RULESET], drill::BATTLE, chosen, dice, None).ok().unwrap();
        let mut stage = Stage::sized(Play::new(game, [Sitter::Person; 2], 1), 1280.0, 900.0);
        stage.play.seats.look(Some(Side::North));
        stage.rest();
        stage
    }

    fn say(stage: &mut Stage, line: &str) {
        let action = read(line, &stage.play.game.view().names()).unwrap();
        stage.play.submit(action);
        stage.rest();
    }

    fn sealed(stage: &Stage) -> Vec<String> {
        let view = stage.play.game.view();
        view.drafts(Side::North).iter().map(|draft| stage.play.written(draft)).collect()
    }

    #[test]
    fn orders_are_listed_as_they_are_sealed_and_each_is_taken_back_by_a_click_or_its_key() {
        let mut stage = begun();
        assert!(!stage.shows("SEALED SO FAR") && stage.shows("0 of 3 ordered"), "{:?}", stage.words());
        let empty = digest(stage.play.game.world());
        say(&mut stage, "n-horse: order to=march, by=6");
        say(&mut stage, "n-foot: order to=brace, by=0");
        assert!(stage.shows("2 of 3 ordered"));
        assert!(stage.widget("N foot: brace").is_some(), "{:?}", stage.words());
        assert_eq!(stage.play.must_hand_over(), None, "north goes on writing");
        assert!(stage.play.now().offers.listed.iter().all(|listed| listed.choice.action.key != TAKE_BACK));
        let n_horse = stage.unit("n-horse");
        assert!(!stage.play.now().ready.contains(&n_horse), "it has its order");
        // The first click selects, the second takes back what is written; of the selected one the panel has it too.
        stage.click_on("N horse: march");
        assert_eq!((stage.play.look.focus(), sealed(&stage).len()), (Some(n_horse), 2));
        assert!(stage.shows("SEALED SO FAR") && stage.shows("again: take back"));
        stage.click_on("N horse: march");
        assert_eq!(sealed(&stage), ["n-foot: order to=brace, by=0"]);
        stage.click_on("N foot: brace");
        let key = stage.play.now().offers.drafts[0].key.unwrap();
        stage.key(Key::from_name(&key.to_string()).unwrap());
        assert_eq!(digest(stage.play.game.world()), empty);
        // Undo goes back over each of them.
        stage.key(Key::Z);
        assert_eq!(sealed(&stage), ["n-foot: order to=brace, by=0"]);
    }

    #[test]
    fn the_eyes_turn_away_only_when_the_side_has_closed() {
        let mut stage = begun();
        let all = "north: orders { n-horse: order to=march, by=6 | n-guard: order to=march, by=4 }";
        say(&mut stage, "n-foot: order to=hold, by=0");
        assert_eq!(stage.play.seats.looking(), Some(Side::North));
        say(&mut stage, all);
        assert_eq!((stage.play.seats.looking(), stage.play.must_hand_over()), (None, Some(Side::South)));
        assert_eq!(stage.play.game.journal().depth(), 4, "each line is an answer of its own");
        assert_eq!(sealed(&stage).len(), 3);
    }

    #[test]
    fn what_an_offer_leads_to_is_told_while_the_pointer_is_over_it() {
        let mut stage = begun();
        say(&mut stage, "north: orders { n-guard: order to=march, by=4 | n-horse: order to=march, by=6 }");
        stage.play.seats.look(Some(Side::South));
        say(&mut stage, "south: seal");
        stage.rest();
        assert!(!stage.shows("ITS ROLL"));
        let call = stage.widget("offer n-guard: Call").unwrap_or_else(|| panic!("{:?}", stage.words())).center();
        stage.hover(call);
        stage.rest();
        assert!(stage.shows("ITS ROLL") && stage.shows("succeeds 83"), "30 of 36");
        assert!(stage.shows("If it succeeds, Reform: Halt") && stage.shows("nothing more of n-horse"));
        let march = stage.widget("offer n-horse: Move").unwrap().center();
        stage.hover(march);
        stage.rest();
        assert!(!stage.shows("ITS ROLL"), "nothing has to succeed first");
    }
}
