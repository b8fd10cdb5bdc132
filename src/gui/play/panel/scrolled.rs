//! The part of the panel that is scrolled: where it begins when something else is shown, and what stays under the pointer.

use bevy_egui::egui::{Id, Pos2, ScrollArea, Ui};

use super::Panel;

/// Whoever clicks again has moved the pointer no farther, points.
const STILL: f32 = 6.0;

/// What was shown when it was drawn last.
#[derive(Clone, Default, PartialEq)]
struct Shown {
    /// The question, and whose card it is.
    of: (String, String),
    /// How many throws of a chain were made before.
    thrown: usize,
    /// Which offer was in the hand.
    lit: Option<usize>,
    /// How far down what was seen reached, where it was scrolled, points.
    reached: f32,
    /// Where the pointer was pressed in it.
    pressed: Option<Pos2>,
}

/// Shows it with what is drawn by `rest`, which is told whether the offer in the hand is to be brought in sight.
///
/// Another question, or another unit, begins at its first offer, however far one has read before. An offer that was taken on
/// the table or by a key comes in sight. But as long as the pointer stays where it has clicked, nothing moves away from under it,
/// though less follows it now: a second click meets what the first has met.
pub fn show(ui: &mut Ui, panel: &Panel, rest: impl FnOnce(&mut Ui, bool)) {
    let id = Id::new("the panel's scrolled part");
    let before: Shown = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let room = ui.max_rect();
    let (pressed, at) = ui.input(|i| (i.pointer.primary_pressed(), i.pointer.latest_pos()));
    let here = at.filter(|at| pressed && room.contains(*at));
    let pressed = if pressed { here } else { before.pressed };
    let still = pressed.zip(at).is_some_and(|(pressed, at)| pressed.distance(at) <= STILL);
    let now = Shown {
        of: (panel.question.clone(), panel.head.name.clone()),
        thrown: panel.dice.as_ref().map_or(0, |told| told.thrown),
        lit: panel.vary_below,
        reached: 0.0,
        pressed: pressed.filter(|_| still),
    };
    let other = now.of != before.of || now.thrown != before.thrown;
    let taken = now.lit != before.lit && !still;
    let mut area = ScrollArea::vertical().id_salt("offers").auto_shrink(false);
    if other || (taken && now.lit.is_none()) {
        area = area.vertical_scroll_offset(0.0);
    }
    let shown = area.show(ui, |ui| {
        if still && !other {
            ui.set_min_height(before.reached);
        }
        rest(ui, taken && now.lit.is_some());
    });
    let offset = shown.state.offset.y;
    let reached = if offset > 0.0 { offset + shown.inner_rect.height() } else { 0.0 };
    ui.data_mut(|data| data.insert_temp(id, Shown { reached, ..now }));
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Pos2;

    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, begun, teaching};

    /// A low window with somebody selected, and the words of the first offer that is seen.
    fn first_offer(battle: &str) -> Option<(Stage, String)> {
        let mut stage = Stage::sized(begun(battle, [Person; 2]), 1000.0, 560.0);
        stage.play.next_ready(false);
        stage.rest();
        let now = stage.play.now();
        let says: Vec<String> = now.offers.listed.iter().map(|listed| format!("offer {}", listed.label)).collect();
        let first = says.into_iter().find(|says| stage.widget(says).is_some())?;
        Some((stage, first))
    }

    #[test]
    fn whoever_is_selected_begins_at_his_first_offer_and_what_is_let_go_leaves_no_empty_panel() {
        let mut tried = 0;
        for battle in teaching() {
            let Some((mut stage, first)) = first_offer(&battle) else { continue };
            let Some(at) = stage.widget(&first).map(|at| at.center()) else { continue };
            stage.scroll(at, -400.0);
            (0..10).for_each(|_| stage.rest());
            if stage.widget(&first).is_some_and(|here| here.center().distance(at) < 1.0) {
                continue;
            }
            tried += 1;
            // The pointer goes to the table, and somebody else is selected and the first one again.
            stage.hover(Pos2::new(300.0, 200.0));
            let unit = stage.play.look.focus();
            stage.play.select(None);
            stage.rest();
            stage.play.select(unit);
            stage.rest();
            stage.rest();
            let again = stage.widget(&first).map(|again| again.center());
            // The bar that scrolls may come and go, by which the list grows or narrows.
            assert!(again.is_some_and(|again| (again.y - at.y).abs() < 1.0), "{battle}: {at:?} {again:?}");
        }
        assert!(tried > 0, "no panel is so long");
    }
}
