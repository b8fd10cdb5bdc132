//! The head of the log: which lines are shown, and the field that finds some of them.

use bevy_egui::egui::scroll_area::ScrollArea;
use bevy_egui::egui::{Context, Pos2, Rect, Sense, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType};

use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::Filter;
use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::{chip, field, icon, push};
use crate::lab::chronicle::Kind;

/// The id of the field that finds, for the key that leads to it.
pub const FIND: &str = "find in the log";

/// Under which name it is remembered that the log is opened for the field.
const SOON: &str = "find-soon";

const FILTERS: [(&str, Option<Kind>); 5] = [
    ("log-all", None),
    ("log-moves", Some(Kind::Move)),
    ("log-fire", Some(Kind::Fire)),
    ("log-melee", Some(Kind::Melee)),
    ("log-refused", Some(Kind::Refused)),
];

/// The height of a row of it.
const ROW: f32 = 30.0;
/// From its left end to the first filter, the word before it, and from one to the next.
const LEFT: f32 = 16.0;
const WORD: f32 = 32.0;
const GAP: f32 = 6.0;
/// The field that finds is no narrower than this, and no wider than that; the button in its place.
const LEAST: f32 = 110.0;
const MOST: f32 = 152.0;
const SIGN: f32 = 26.0;

/// Where the field that finds is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// Beside the filters.
    Beside,
    /// Below them.
    Below,
    /// In the opened log, to which a button leads.
    Opened,
}

impl Finds {
    /// In a head of that width; only a high log has room below the filters.
    pub fn of(ctx: &Context, width: f32, high: bool) -> Finds {
        match width - LEFT - WORD - GAP - filters_width(ctx) - GAP - 8.0 >= LEAST {
            true => Finds::Beside,
            false if high => Finds::Below,
            false => Finds::Opened,
        }
    }

    /// How high the head is then.
    pub fn height(self) -> f32 {
        if self == Finds::Below { 2.0 * ROW - 2.0 } else { ROW }
    }
}

/// How wide the filters are, whichever of them is chosen.
fn filters_width(ctx: &Context) -> f32 {
    let wide = |word: &'static str| {
        text::width(ctx, translate(word), STRONG).max(text::width(ctx, translate(word), BODY)) + 24.0
    };
    FILTERS.iter().map(|(word, _)| wide(word) + GAP).sum::<f32>() - GAP
}

/// Shows it in a rectangle of its height, and `row` is so much of its first row as is free. Tells whether the log is to be
/// opened for the field.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, row: Rect, finds: Finds, filter: &mut Filter) -> bool {
    let mut inner = Rect::from_min_max(row.min + Vec2::new(LEFT, 3.0), row.max - Vec2::new(8.0, 0.0));
    let mut opens = false;
    if finds == Finds::Opened {
        let here = Rect::from_min_size(Pos2::new(inner.right() - SIGN, row.top() + 4.0), Vec2::new(SIGN, 22.0));
        let response = push::at(ui, theme, here, "", "", push::Weight::Plain, Some(icon::loupe));
        let spoken = translate_with("spoken-button", &[("button", &translate("find-in-the-log")), ("key", &"Ctrl F")]);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
        if response.clicked() {
            ui.data_mut(|data| data.insert_temp(ui.id().with(SOON), true));
            opens = true;
        }
        inner.max.x = here.left() - GAP;
    }
    let chips = filters(ui, theme, inner, filter);
    // The field has its id from the log itself, by which the key finds it.
    let here = match finds {
        Finds::Opened => return opens,
        Finds::Beside => {
            let left = inner.left() + chips + GAP;
            Rect::from_min_size(Pos2::new(left, row.top() + 4.5), Vec2::new((inner.right() - left).min(MOST), 22.0))
        }
        Finds::Below => {
            let wide = (rect.width() - LEFT - 8.0).min(2.0 * MOST);
            Rect::from_min_size(Pos2::new(rect.left() + LEFT, rect.top() + ROW + 2.0), Vec2::new(wide, 22.0))
        }
    };
    // The words go before the key that leads there.
    let key = if here.width() < MOST - 2.0 { "" } else { "Ctrl F" };
    // Whoever has opened the log for the field types there, as soon as it is there.
    if ui.data_mut(|data| data.remove_temp::<bool>(ui.id().with(SOON))).is_some() {
        ui.memory_mut(|m| m.request_focus(ui.id().with(FIND)));
    }
    field::show(ui, theme, here, FIND, &mut filter.find, translate("find-in-the-log"), key);
    opens
}

/// Shows the filters, and tells how wide they are with the word before them, which goes first where there is little room.
fn filters(ui: &mut Ui, theme: &Theme, inner: Rect, filter: &mut Filter) -> f32 {
    let chips = ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        // Where there is no room for all of them they are drawn sideways, and cover nothing; nor does the bar that shows it.
        ui.spacing_mut().scroll = bevy_egui::egui::style::ScrollStyle::floating();
        let row = ScrollArea::horizontal().id_salt("filters").auto_shrink(false).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                if inner.width() >= WORD + GAP + filters_width(ui.ctx()) {
                    let (head, _) = ui.allocate_exact_size(Vec2::new(WORD, 25.0), Sense::hover());
                    let words = translate("log").to_uppercase();
                    text::put(ui.painter(), head.left_center(), &words, text::LABEL, theme.ink2, WORD);
                }
                for (word, kind) in FILTERS {
                    if chip::choice(ui, theme, translate(word), None, filter.kind == kind).clicked() {
                        filter.kind = kind;
                    }
                }
            });
        });
        row.content_size.x
    });
    chips.inner
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, Key, Modifiers};

    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, begun};
    use crate::rules::battles;

    #[test]
    fn where_the_field_has_no_room_beside_the_filters_a_button_and_the_key_open_the_log_with_it_below_them() {
        for by_key in [true, false] {
            let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 1024.0, 768.0);
            assert!(!stage.shows("find in the log") && !stage.play.sheets.drawers().log);
            if by_key {
                stage.key_with(Key::F, Modifiers::CTRL);
            } else {
                stage.click_on("find in the log");
            }
            stage.event(Event::Text("foot".into()));
            stage.rest();
            assert!(stage.play.log.filter().find == "foot" && stage.play.sheets.drawers().log, "{by_key}");
            let field = stage.widget("find in the log").unwrap();
            for word in ["all", "moves", "fire", "melee", "refused"] {
                assert!(stage.place_of(word).is_some_and(|at| at.bottom() <= field.top()), "{word} over {field:?}");
            }
            stage.key(Key::Escape);
            stage.key(Key::F4);
            assert!(!stage.play.sheets.drawers().log);
        }
        let stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 3840.0, 2160.0);
        assert!(stage.shows("find in the log"), "in a very wide window it is below them at once");
    }
}
