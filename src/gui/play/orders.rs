//! The strip of written orders at the foot of the table: how many have one, a card for each who can have one, and what is
//! said before they are sealed.

use bevy_egui::egui::{
    Pos2, Rect, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};

use crate::battle::Ref;
use crate::gui::board::glyph::{self, Glyphs};
use crate::gui::board::orders::{self, Sign};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::layout::{Areas, Class};
use crate::gui::play::look::aids::touches;
use crate::gui::play::state::{Now, Play};
use crate::gui::text::{self, LABEL, SMALL, SMALL_STRONG, STRONG};
use crate::gui::theme::{RADIUS, Theme};
use crate::gui::widgets::flag;
use crate::gui::words::capital;
use crate::ids::UnitId;

/// What the strip shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// How many have an order, of how many.
    pub count: (usize, usize),
    pub cards: Vec<Card>,
}

/// One who has an order, or could have one.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub unit: UnitId,
    pub name: String,
    pub glyph: &'static str,
    pub colours: flag::Colours,
    pub order: Option<(Sign, String)>,
    /// The unit is selected.
    pub selected: bool,
    /// An order for it lies in the hand.
    pub in_hand: bool,
}

/// A card's size, and what lies between cards.
const CARD: Vec2 = Vec2::new(157.0, 29.0);
const GAP: f32 = 4.0;
const MARGIN: f32 = 12.0;
const HEAD: f32 = 28.0;
/// The part of the foot that the log keeps, and no less than so much.
const LOG: f32 = 0.31;
const LEAST: f32 = 260.0;

/// The strip; none where orders are not written one by one.
pub fn compose(play: &Play, now: &Now) -> Option<Strip> {
    let sealed = now.sealed.as_ref()?;
    let held = play.hand.held().map(|held| &held.action.who);
    let cards = sealed.units.iter().filter(|of| of.counts || of.order.is_some()).filter_map(|of| {
        let piece = now.scene.piece(of.unit)?;
        Some(Card {
            unit: of.unit,
            name: capital(&piece.name.replace('-', " ")),
            glyph: piece.glyph,
            colours: glyph::colours(now.scene.of(piece.side)),
            order: of.order.as_ref().map(|order| (order.sign, order.words.clone())),
            selected: play.look.focus() == Some(of.unit),
            in_hand: held.is_some_and(|who| who.contains(&Ref::Unit(of.unit))),
        })
    });
    Some(Strip { count: sealed.count(), cards: cards.collect() })
}

/// Where the strip lies, and where the log is beside it; none in a narrow window.
pub fn split(areas: &Areas) -> Option<(Rect, Rect)> {
    match areas.class {
        Class::Narrow => None,
        Class::VeryWide => Some((areas.score?, areas.log)),
        Class::Normal | Class::Wide => {
            let foot = areas.score.map_or(areas.log, |score| areas.log.union(score));
            let x = foot.right() - (foot.width() * LOG).max(LEAST);
            let strip = Rect::from_min_max(foot.min, Pos2::new(x, foot.bottom()));
            Some((strip, Rect::from_min_max(Pos2::new(x, foot.top()), foot.max)))
        }
    }
}

/// Shows the strip; tells whose card is clicked.
pub fn show(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, rect: Rect, strip: &Strip) -> Option<UnitId> {
    ui.painter().rect_filled(rect, 0.0, theme.panel);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, theme.divider());
    ui.painter().vline(rect.right() - 0.5, rect.top() + 12.0..=rect.bottom() - 12.0, theme.divider());
    head(ui, theme, Rect::from_min_size(rect.min, Vec2::new(rect.width(), HEAD)), strip);
    let body = Rect::from_min_max(rect.min + Vec2::new(MARGIN, HEAD + 2.0), rect.max - Vec2::new(MARGIN, 2.0));
    let columns = (((body.width() + GAP) / (CARD.x + GAP)).floor() as usize).max(1);
    let width = (body.width() + GAP) / columns as f32 - GAP;
    let mut clicked = None;
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ui.spacing_mut().item_spacing = Vec2::new(GAP, GAP);
        ScrollArea::vertical().id_salt("orders").auto_shrink(false).show(ui, |ui| {
            for row in strip.cards.chunks(columns) {
                ui.horizontal(|ui| {
                    for of in row {
                        if card(ui, theme, glyphs, Vec2::new(width, CARD.y), of) {
                            clicked = Some(of.unit);
                        }
                    }
                });
            }
        });
    });
    clicked
}

/// How many have an order: in words and as cells.
fn head(ui: &mut Ui, theme: &Theme, rect: Rect, strip: &Strip) {
    let (n, of) = strip.count;
    let y = rect.center().y + 1.0;
    let mut x = rect.left() + MARGIN;
    x += text::put(ui.painter(), Pos2::new(x, y), &translate("orders").to_uppercase(), LABEL, theme.ink2, 80.0) + 12.0;
    let words = counted(strip.count);
    let response = ui.interact(rect, ui.id().with("how many orders"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words.as_str()));
    x += text::put(ui.painter(), Pos2::new(x, y), &words, STRONG, theme.ink, 160.0) + 14.0;
    let cells = of as f32 * 14.0;
    if x + cells < rect.right() - MARGIN {
        for cell in 0..of {
            let at = Rect::from_min_size(Pos2::new(x + cell as f32 * 14.0, y - 5.5), Vec2::new(12.0, 11.0));
            let fill = if cell < n { theme.accent } else { theme.raised };
            ui.painter().rect(at, 2.0, fill, Stroke::new(1.0, theme.accent), StrokeKind::Inside);
        }
        x += cells + 10.0;
    }
    let next = translate("next-without");
    if n < of && x + text::width(ui.ctx(), next, SMALL) < rect.right() - MARGIN {
        text::put(ui.painter(), Pos2::new(x, y), next, SMALL, theme.ink2, rect.right() - x);
    }
}

/// `7 of 12 ordered`.
pub fn counted((n, of): (usize, usize)) -> String {
    translate_with("so-many-ordered", &[("n", &n), ("of", &of)])
}

fn card(ui: &mut Ui, theme: &Theme, glyphs: &mut Glyphs, size: Vec2, of: &Card) -> bool {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let painter = ui.painter();
    let (fill, border) = match (of.selected, response.hovered()) {
        (true, _) => (theme.accent_ground, Stroke::new(1.5, theme.accent)),
        (false, true) => (theme.hover, Stroke::new(1.0, theme.accent)),
        (false, false) if of.order.is_some() => (theme.raised, theme.border()),
        (false, false) => (theme.panel, Stroke::NONE),
    };
    painter.rect(rect, RADIUS, fill, border, StrokeKind::Inside);
    if of.order.is_none() && border == Stroke::NONE {
        let r = rect.shrink(0.5);
        let ring = [r.left_top(), r.right_top(), r.right_bottom(), r.left_bottom(), r.left_top()];
        painter.extend(Shape::dashed_line(&ring, theme.border(), 3.0, 3.0));
    }
    let tile = Rect::from_min_size(rect.min + Vec2::new(5.0, 5.0), Vec2::splat(19.0));
    glyph::tile(painter, glyphs, tile, of.glyph, &of.colours);
    let words = match (&of.order, of.in_hand) {
        // Touched a second time, the order is taken back.
        (Some(_), false) if of.selected => translate("again-takes-back"),
        (Some((_, words)), _) => words.as_str(),
        (None, true) => translate("being-written"),
        (None, false) => translate("no-order"),
    };
    let left = tile.right() + 6.0;
    let room = rect.right() - left - 22.0;
    text::put(painter, Pos2::new(left, rect.top() + 9.5), &of.name, SMALL_STRONG, theme.ink, room);
    let said = match &of.order {
        Some((sign, _)) if *sign == Sign::Charge => theme.bad,
        _ => theme.ink2,
    };
    text::put(painter, Pos2::new(left, rect.top() + 21.0), words, SMALL, said, room);
    if let Some((sign, _)) = &of.order {
        let rgb = if *sign == Sign::Charge { theme.bad } else { theme.accent };
        orders::sign(painter, Pos2::new(rect.right() - 13.0, rect.center().y), *sign, rgb, theme.raised);
    }
    let told = of.order.as_ref().map_or(translate("no-order"), |(_, words)| words.as_str());
    let spoken = translate_with("spoken-order-of", &[("who", &of.name), ("order", &told)]);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken.as_str()));
    response.clicked()
}

/// Whether it is moves that are written, and not who shoots at whom.
pub fn are_moves(now: &Now) -> bool {
    now.sealed.is_some() && now.offers.all.iter().any(|choice| !choice.action.legs().is_empty())
}

/// Who has no order to move and stands within an enemy's charge.
pub fn in_reach(play: &Play, now: &Now) -> Vec<UnitId> {
    let (Some(side), Some(sealed)) = (now.person.filter(|_| are_moves(now)), &now.sealed) else { return Vec::new() };
    let view = play.eyes();
    let seen = view.roster().of(side.other()).filter(|u| view.on_table(*u) && now.scene.piece(*u).is_some());
    let areas: Vec<Vec<bevy::math::Vec2>> = seen.map(|enemy| (play.game.ruleset().reach)(&view, enemy).area).collect();
    let waits = |unit: &UnitId| {
        let hull = view.hull(*unit);
        hull.is_some_and(|print| areas.iter().any(|area| area.len() > 2 && touches(area, &print)))
    };
    sealed.waiting().filter(waits).collect()
}

/// What the button says that seals the orders.
pub fn seal(now: &Now) -> Option<String> {
    let waiting = now.sealed.as_ref()?.waiting().count();
    Some(match waiting {
        0 => translate("seal-all").to_owned(),
        n => translate_with("seal-without", &[("n", &n)]),
    })
}

/// What is said below that button: who stands within a charge and has no order.
pub fn warning(play: &Play, now: &Now) -> String {
    let view = play.eyes();
    match in_reach(play, now)[..] {
        [] => String::new(),
        [one] => translate_with("one-in-reach", &[("who", &capital(view.roster().name(one)))]),
        ref many => translate_with("many-in-reach", &[("n", &many.len())]),
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Key;

    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::play::stage::{Stage, begun};

    /// The battle in which all move together, its first side writing.
    fn writing(width: f32, height: f32) -> Stage {
        let mut stage = Stage::sized(begun("first_battle_simultaneous", [Sitter::Person; 2]), width, height);
        let first = stage.play.must_hand_over();
        stage.play.seats.look(first);
        stage.rest();
        stage
    }

    #[test]
    fn an_army_is_ordered_by_two_keys_a_unit_and_sealed_by_two() {
        let mut stage = writing(1280.0, 800.0);
        let first = stage.play.person().unwrap();
        assert!(stage.shows("0 of 4 ordered"));
        for n in 1..=4 {
            stage.key(Key::Tab);
            let held = stage.play.hand.held().map(|held| held.choice.action.who.clone());
            assert_eq!(
                held,
                stage.play.look.focus().map(|unit| vec![Ref::Unit(unit)]),
                "the usual order is in the hand"
            );
            stage.key(Key::Enter);
            assert!(stage.shows(&counted((n, 4))), "{:?}", stage.words());
        }
        // The order of the selected unit is taken back by a key, and given again.
        stage.key(Key::Backspace);
        assert!(stage.shows("3 of 4 ordered") && stage.shows("Seal orders (1 without)"));
        stage.key(Key::Z);
        assert!(stage.shows("4 of 4 ordered"));
        stage.key(Key::D);
        stage.key(Key::Enter);
        assert_eq!(stage.play.must_hand_over(), Some(first.other()), "nobody is asked whether he means it");
    }

    #[test]
    fn what_is_written_stays_on_the_table_with_its_half_way_mark() {
        let mut stage = writing(1280.0, 800.0);
        stage.key(Key::Tab);
        stage.key(Key::Enter);
        stage.key(Key::Escape);
        let now = stage.play.now();
        let written = crate::gui::play::look::orders::written(&stage.play, &now, &stage.play.eyes());
        let [order] = &written[..] else { panic!("{written:?}") };
        let (half, end) = (order.half.unwrap().front(), order.ends[0].print.front());
        let from = order.rear.0;
        assert!(order.sign == Sign::March && from.distance(half) < from.distance(end));
        // A touch of its chip selects it, a second one takes it back.
        let unit = now.sealed.as_ref().unwrap().units.iter().find(|of| of.order.is_some()).unwrap().unit;
        stage.play.select(None);
        stage.play.touch_order(unit);
        assert_eq!((stage.play.look.focus(), now.sealed.as_ref().unwrap().count().0), (Some(unit), 1));
        stage.play.touch_order(unit);
        assert_eq!(stage.play.now().sealed.unwrap().count().0, 0);
    }

    #[test]
    fn the_log_tells_what_is_written_to_him_who_writes_and_to_nobody_else() {
        let mut stage = writing(1280.0, 800.0);
        let said = |stage: &mut Stage| stage.play.now().lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
        let before = said(&mut stage).len();
        stage.key(Key::Tab);
        let unit = stage.play.look.focus().unwrap();
        stage.key(Key::Enter);
        let name = capital(stage.play.game.view().roster().name(unit));
        let lines = said(&mut stage);
        assert!(lines.len() == before + 1 && lines[before].starts_with(&name), "{lines:?}");
        // It is taken back, and goes; given again and sealed, the other side is told nothing of it.
        stage.play.select(Some(unit));
        stage.key(Key::Backspace);
        assert_eq!(said(&mut stage).len(), before);
        stage.key(Key::Z);
        stage.key(Key::D);
        stage.key(Key::Enter);
        if stage.play.sheets.to_confirm().is_some() {
            stage.key(Key::Enter);
        }
        let other = stage.play.must_hand_over();
        assert!(other.is_some());
        stage.play.seats.look(other);
        assert!(!said(&mut stage).iter().any(|line| line.starts_with(&name)));
    }

    #[test]
    fn who_has_no_order_within_a_charge_is_asked_about_once() {
        let mut stage = writing(1280.0, 800.0);
        stage.key(Key::D);
        stage.key(Key::Enter);
        let now = stage.play.now();
        let near = !in_reach(&stage.play, &now).is_empty();
        assert_eq!((stage.play.sheets.to_confirm().is_some(), stage.play.person().is_some()), (near, near));
    }

    #[test]
    fn a_charge_is_red_and_whatever_else_is_legal() {
        assert_ne!(orders::colour(Sign::Charge), orders::colour(Sign::March));
        assert_eq!(counted((7, 12)), "7 of 12 ordered");
    }
}
