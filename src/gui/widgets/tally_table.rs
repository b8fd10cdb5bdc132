//! A sum that explains itself: each term with whose it is, its value, what it is and the rule that says so.

use bevy_egui::egui::{Frame, Margin, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetType};

use super::named;
use crate::gui::language::translate_with;
use crate::gui::text::{self, BODY, SMALL, STRONG};
use crate::gui::theme::{RADIUS, Theme};

/// One term.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// `you`, `they`, or a unit's name; empty: as above.
    pub whose: String,
    pub value: i32,
    pub what: String,
    pub cite: String,
}

const LINE: f32 = 18.0;

/// Shows the table as a card over the whole width; tells which cite was clicked.
pub fn show(ui: &mut Ui, theme: &Theme, rows: &[Row]) -> Option<usize> {
    let frame = Frame::new()
        .fill(theme.raised)
        .stroke(theme.divider())
        .corner_radius(RADIUS)
        .inner_margin(Margin::symmetric(8, 4));
    frame.show(ui, |ui| lines(ui, theme, rows)).inner
}

/// The lines alone.
pub fn lines(ui: &mut Ui, theme: &Theme, rows: &[Row]) -> Option<usize> {
    let whose = rows.iter().map(|r| text::width(ui.ctx(), &r.whose, BODY)).fold(0.0_f32, f32::max).min(96.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut clicked = None;
    for (i, row) in rows.iter().enumerate() {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), LINE), Sense::hover());
        let painter = ui.painter();
        let y = rect.center().y;
        text::put(painter, Pos2::new(rect.left() + 2.0, y), &row.whose, BODY, theme.ink2, whose);
        let column = rect.left() + whose + if whose > 0.0 { 36.0 } else { 24.0 };
        text::put_right(
            painter,
            Pos2::new(column, y),
            &signed(row.value, i > 0 && row.whose.is_empty()),
            STRONG,
            theme.ink,
            40.0,
        );
        let cite = cite(ui, theme, rect, &row.cite, i);
        let room = cite.rect.left() - column - 18.0;
        text::put(ui.painter(), Pos2::new(column + 10.0, y), &row.what, BODY, theme.ink, room);
        named(&response, WidgetType::Label, &format!("{} {} {}, {}", row.whose, row.value, row.what, row.cite));
        if cite.clicked() {
            clicked = Some(i);
        }
    }
    clicked
}

/// The rule's number at the right end of the line.
fn cite(ui: &Ui, theme: &Theme, line: Rect, cite: &str, n: usize) -> Response {
    let width = text::width(ui.ctx(), cite, SMALL);
    let rect = Rect::from_min_max(Pos2::new(line.right() - width - 2.0, line.top()), line.right_bottom());
    let response = ui.interact(rect, ui.id().with(("cite", n, cite)), Sense::click());
    text::put_right(ui.painter(), line.right_center(), cite, SMALL, theme.accent, width + 2.0);
    if response.hovered() {
        text::underline(ui.painter(), Pos2::new(rect.left() + 2.0, line.center().y - 1.0), width, theme.accent);
    }
    named(&response, WidgetType::Link, &translate_with("spoken-rule", &[("rule", &cite)]));
    response
}

/// A value with a true minus; later terms with their sign.
pub fn signed(value: i32, sign: bool) -> String {
    match value {
        v if v < 0 => format!("\u{2212}{}", v.unsigned_abs()),
        v if sign && v > 0 => format!("+{v}"),
        v => v.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::widgets::bench;

    #[test]
    fn a_minus_is_a_minus_and_no_hyphen() {
        assert_eq!(signed(-1, true), "\u{2212}1");
        assert_eq!(signed(2, true), "+2");
        assert_eq!(signed(2, false), "2");
        assert_eq!(signed(0, true), "0");
    }

    #[test]
    fn a_click_on_a_cite_names_its_row() {
        let ctx = bench::context();
        let row = |what: &str, cite: &str| Row { whose: "you".into(), value: 4, what: what.into(), cite: cite.into() };
        let rows = [row("front value", "7.3"), row("fatigued", "7.8.5")];
        let show = |ui: &mut Ui| show(ui, &Theme::DAYLIGHT, &rows);
        assert_eq!(bench::click(&ctx, Pos2::new(374.0, 8.0 + 5.0 + LINE * 1.5), show), Some(1));
    }
}
