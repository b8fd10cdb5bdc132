//! The question whether something is meant that would spend a turn, or the battle.

use bevy_egui::egui::{Align2, Area, Event, Id, Key, Order, Sense, Ui, Vec2};

use super::card;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::{Confirm, Play};
use crate::gui::text::{self, CARD, READING};
use crate::gui::theme::Theme;
use crate::gui::widgets::{meant, push};
use crate::ids::Side;

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Yes,
    No,
    /// Yes, and it is not to be asked again.
    Never,
}

/// So many are named.
const MOST: usize = 6;
const WIDTH: f32 = 460.0;
const BUTTON: f32 = 30.0;

/// What is asked, and what follows from it; the words of the two answers.
fn words(play: &Play, confirm: &Confirm) -> [String; 4] {
    let said = |key: &'static str| translate(key).to_owned();
    match confirm {
        Confirm::Unfinished(names) | Confirm::Unordered(names) => {
            let more = names.len().saturating_sub(MOST);
            let mut told = names[..names.len() - more].join(", ");
            if more > 0 {
                told = translate_with("and-more", &[("names", &told), ("n", &more)]);
            }
            let written = matches!(confirm, Confirm::Unordered(_));
            let head = match (names.len(), written) {
                (1, false) => said("one-could-act"),
                (n, false) => translate_with("so-many-could-act", &[("n", &n)]),
                (1, true) => said("one-unordered"),
                (n, true) => translate_with("so-many-unordered", &[("n", &n)]),
            };
            [head, told, said(if written { "seal-it" } else { "end-it" }), said("back-to-it")]
        }
        Confirm::Still => [said("moves-nobody"), said("moves-nobody-why"), said("do-it"), said("back-to-it")],
        Confirm::Unseal(side, _) => {
            let name = |side: Side| play.game.side_name(side).to_owned();
            let [head, why] = ["ask-unseal", "unseal-why"]
                .map(|key| translate_with(key, &[("side", &name(*side)), ("other", &name(side.other()))]));
            [head, why, said("take-it-back"), said("back-to-it")]
        }
        Confirm::GoBack(gone, _) => {
            let why = translate_with("go-back-why", &[("n", gone)]);
            [said("ask-go-back"), why, said("take-them-back"), said("back-to-it")]
        }
        Confirm::Concede => {
            let side = play.person().map_or("", |side| play.game.side_name(side.other()));
            let why = translate_with("concede-why", &[("side", &side)]);
            [said("ask-concede"), why, said("concede"), said("keep-playing")]
        }
        Confirm::Leave(unkept) => {
            let kept = play.game.kept_in().is_some() || play.game.is_kept_soon();
            let why = match unkept {
                Some(why) => translate_with("leave-unkept", &[("why", why)]),
                None => said(if kept { "leave-kept" } else { "leave-lost" }),
            };
            [said("ask-leave"), why, said("leave-the-battle"), said("keep-playing")]
        }
    }
}

/// Keeps the pointer from all that lies below the question: nothing else is done before it is answered.
fn shield(ui: &Ui) {
    let whole = ui.ctx().content_rect();
    let area = Area::new(Id::new("shield")).order(Order::Foreground).fixed_pos(whole.min).constrain(false);
    // It is no button that a screen reader would name.
    let shown = area.show(ui.ctx(), |ui| ui.allocate_exact_size(whole.size(), Sense::CLICK | Sense::DRAG));
    ui.ctx().move_to_top(shown.response.layer_id);
}

/// Shows the question; tells what is answered. A key that is still held down answers nothing. Whoever is asked because he was
/// hasty strikes Enter again as hastily: that leaves all as it was, and a letter of its own means it.
pub fn show(ui: &Ui, theme: &Theme, play: &Play, confirm: &Confirm) -> Option<Reply> {
    let [head, why, yes, no] = words(play, confirm);
    let struck = |key: Key| {
        let is = |event: &Event| matches!(event, Event::Key { key: k, pressed: true, repeat: false, .. } if *k == key);
        ui.input(|i| i.events.iter().any(is))
    };
    let hasty =
        matches!(confirm, Confirm::Unfinished(_) | Confirm::Unordered(_) | Confirm::Still | Confirm::GoBack(..));
    let leaves = struck(Key::Escape) || struck(Key::Enter);
    let mut reply = struck(Key::Y).then_some(Reply::Yes).or(leaves.then_some(Reply::No));
    let meant = meant::is_click_meant(ui, "question", confirm);
    let width = WIDTH.min(ui.ctx().content_rect().width() - 48.0);
    let why = text::paragraph(ui.ctx(), &why, READING, theme.ink, width);
    let buttons = if hasty { BUTTON * 2.0 + 8.0 } else { BUTTON };
    let size = Vec2::new(width, 44.0 + why.size().y + 14.0 + buttons);
    shield(ui);
    card(ui, theme, "confirm", Align2::CENTER_CENTER, size, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing = Vec2::new(8.0, 8.0);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 30.0), Sense::hover());
        text::put(ui.painter(), rect.left_center(), &head, CARD, theme.ink, width);
        let (rect, _) = ui.allocate_exact_size(why.size() + Vec2::new(0.0, 6.0), Sense::hover());
        ui.painter().galley(rect.min, why, theme.ink);
        ui.horizontal(|ui| {
            let half = (width - 8.0) / 2.0;
            use push::Weight::{Main, Plain};
            let buttons = [(no.as_str(), "Enter", Main, Reply::No), (yes.as_str(), "Y", Plain, Reply::Yes)];
            for (label, key, weight, what) in buttons {
                let (rect, _) = ui.allocate_exact_size(Vec2::new(half, BUTTON), Sense::hover());
                if push::at(ui, theme, rect, label, key, weight, None).clicked() && meant {
                    reply = Some(what);
                }
            }
        });
        if hasty && push::wide(ui, theme, translate("never-ask"), "", BUTTON, push::Weight::Plain).clicked() && meant {
            reply = Some(Reply::Never);
        }
    });
    reply
}
