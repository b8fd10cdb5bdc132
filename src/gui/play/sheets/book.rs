//! The rulebook over the play screen: every rule of the ruleset by its number and title, each to be opened.

use bevy_egui::egui::{Align2, Area, Id, Order, Pos2, Rect, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use crate::battle::Texts;
use crate::battle::texts::RuleText;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::Book;
use crate::gui::text::{self, BODY, CARD, SMALL};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::{field, push, section};

/// What was asked of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    Close,
    /// Open this rule.
    Rule(String),
}

const LINE: f32 = 24.0;

/// Shows the book over the middle of the window.
pub fn show(ui: &Ui, theme: &Theme, whole: Rect, title: &str, texts: &Texts, book: &mut Book) -> Option<Request> {
    let size = Vec2::new(560.0_f32.min(whole.width() - 60.0), 520.0_f32.min(whole.height() - 90.0));
    let mut asked = None;
    let area = Area::new(Id::new("rulebook")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, Vec2::ZERO);
    let shown = area.show(ui.ctx(), |ui| {
        section::card(theme).show(ui, |ui| {
            ui.set_width(size.x);
            let (head, _) = ui.allocate_exact_size(Vec2::new(size.x, 30.0), Sense::hover());
            let close = Rect::from_min_size(head.right_top() - Vec2::new(92.0, 0.0), Vec2::new(92.0, 28.0));
            let find = Rect::from_min_size(close.left_top() - Vec2::new(220.0, 0.0), Vec2::new(212.0, 28.0));
            let words = translate_with("rules-of", &[("ruleset", &title), ("n", &texts.rules.len())]);
            text::put(ui.painter(), head.left_center(), &words, CARD, theme.ink, find.left() - head.left() - 8.0);
            field::show(ui, theme, find, "find a rule", &mut book.find, translate("find-a-rule"), "");
            if push::at(ui, theme, close, translate("close"), "F1", push::Weight::Plain, None).clicked() {
                asked = Some(Request::Close);
            }
            section::divider(ui, theme);
            let found = found(texts, &book.find);
            let area = ScrollArea::vertical().id_salt("rules").max_height(size.y).auto_shrink(false);
            area.show_rows(ui, LINE, found.len(), |ui, range| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for rule in &found[range] {
                    if line(ui, theme, rule) {
                        asked = Some(Request::Rule(rule.id.clone()));
                    }
                }
            });
        });
    });
    let beside = section::clicked_beside(ui, Id::new("beside the rulebook"), shown.response.rect);
    asked.or(beside.then_some(Request::Close))
}

/// The rules that have those words in their number, title or text.
fn found<'a>(texts: &'a Texts, find: &str) -> Vec<&'a RuleText> {
    let find = find.trim().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&find);
    texts.rules.iter().filter(|r| find.is_empty() || has(&r.id) || has(&r.title) || has(&r.text)).collect()
}

fn line(ui: &mut Ui, theme: &Theme, rule: &RuleText) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width() - 8.0, LINE), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, theme.hover);
    }
    let y = rect.center().y;
    text::put(ui.painter(), Pos2::new(rect.left() + 6.0, y), &rule.id, SMALL, theme.accent, 62.0);
    let width = rect.width() - 76.0;
    text::put(ui.painter(), Pos2::new(rect.left() + 72.0, y), &rule.title, BODY, theme.ink, width);
    let spoken = translate_with("spoken-rule-titled", &[("rule", &rule.id), ("title", &rule.title)]);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
    response.clicked()
}
