//! A case on the play screen: its bar, and what its steps do on the table.

use bevy_egui::egui::{Pos2, Rect, Ui, Vec2};

use crate::battle::{Action, Choice, Ref, Refusal, View};
use crate::cite::HOUSE;
use crate::gui::game::case::Step;
use crate::gui::game::hand::Held;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::state::Play;
use crate::gui::play::strip;
use crate::gui::text::{self, BODY, STRONG};
use crate::gui::theme::Theme;
use crate::gui::widgets::chip;
use crate::ids::UnitId;

/// What is asked of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Back,
    Next,
    Block(usize),
    Close,
}

impl Play {
    /// Takes the next step of the case.
    pub fn next_step(&mut self) {
        let Some(step) = self.case().and_then(|case| case.next(&self.game)) else { return };
        match step {
            Step::Act(action) => {
                self.look.focus_on(None);
                self.submit(action);
            }
            Step::Refused(why) => {
                self.let_go();
                self.look.focus_on(whom(&self.game.view(), &why));
                self.hand.refuse(why, Vec::new());
            }
            Step::Odds(action) => self.hold_up(action),
            Step::Amiss(why) => self.sheets.tell(translate_with("case-amiss", &[("why", &why)])),
        }
        if let Some(mut case) = self.take_case() {
            case.taken += 1;
            self.lay_case(Some(case));
        }
    }

    /// Holds an action up to be seen, odds and all.
    fn hold_up(&mut self, action: Action) {
        let Some(side) = self.person() else { return };
        let unit = action.who.iter().find_map(|who| if let Ref::Unit(unit) = who { Some(*unit) } else { None });
        self.select(unit);
        let verdict = self.game.view_of(side).judge(&action);
        self.hold(Held::judged(Choice::plain(action.clone(), HOUSE), action, verdict));
    }

    /// Puts the case back to that step of its block.
    pub fn back_to_step(&mut self, block: usize, steps: usize) {
        let Some(mut case) = self.take_case() else { return };
        (case.block, case.taken) = (block, 0);
        case.begin(&mut self.game);
        self.let_go();
        self.look.focus_on(None);
        self.log.forget();
        self.lay_case(Some(case));
        for _ in 0..steps {
            self.next_step();
        }
        self.look.finish_motion();
    }
}

/// The unit of which a refusal speaks first.
fn whom(view: &View, why: &Refusal) -> Option<UnitId> {
    why.of.iter().find_map(|of| match of {
        Ref::Unit(unit) => Some(*unit),
        Ref::Body(body) => view.bodies().get(*body).units.first().copied(),
        _ => None,
    })
}

/// Shows the bar of the case at the foot of the table.
pub fn show(ui: &mut Ui, theme: &Theme, table: Rect, play: &Play) -> Option<Request> {
    let case = play.case()?;
    let inner = strip::ground(ui, theme, table, play);
    let mut asked = None;
    let buttons = [
        (translate("back"), "Left", case.taken > 0, Request::Back),
        (translate("next"), "Right", case.taken < case.steps(), Request::Next),
        (translate("leave"), "", true, Request::Close),
    ];
    let left = strip::buttons(ui, theme, inner, &buttons, &mut asked);
    let title = case.case.blocks.get(case.block).and_then(|block| block.title.as_deref());
    let title = title.unwrap_or(&case.case.title);
    strip::caption(ui, theme, inner, left, &translate_with("case-of", &[("rule", &case.case.rule), ("title", &title)]));
    let y = inner.bottom() - 12.0;
    let mut x = inner.left();
    if case.case.blocks.len() > 1 {
        for block in 0..case.case.blocks.len() {
            let rect = Rect::from_min_size(Pos2::new(x, y - 12.0), Vec2::new(28.0, 24.0));
            ui.scope_builder(bevy_egui::egui::UiBuilder::new().max_rect(rect).id_salt(block), |ui| {
                if chip::choice(ui, theme, &(block + 1).to_string(), None, block == case.block).clicked() {
                    asked = Some(Request::Block(block));
                }
            });
            x += 34.0;
        }
        x += 6.0;
    }
    let steps = translate_with("case-step", &[("n", &case.taken), ("of", &case.steps())]);
    x += text::put(ui.painter(), Pos2::new(x, y), &steps, STRONG, theme.ink, 110.0) + 12.0;
    let room = inner.right() - x;
    let (words, ink) = match (case.taken.checked_sub(1), play.hand.refusal()) {
        (None, _) => (translate("case-staged").to_owned(), theme.ink2),
        (Some(n), Some((why, _))) => {
            let why = play.game.narrator().refusal(why);
            (translate_with("case-refused", &[("order", &case.words(n)), ("why", &why)]), theme.bad)
        }
        (Some(n), None) => (case.words(n).to_owned(), theme.ink),
    };
    text::put(ui.painter(), Pos2::new(x, y), &words, BODY, ink, room);
    asked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::case::Shown;
    use crate::gui::game::sitter::Sitter;
    use crate::rules::RULESETS;

    #[test]
    fn a_case_goes_forth_and_back_step_by_step() {
        let path = crate::scenario::embedded::cases().into_iter().find(|p| p.ends_with("7.10_who.ron"));
        let path = path.or_else(|| crate::scenario::embedded::cases().into_iter().next()).unwrap();
        let (game, shown) = Shown::open(RULESETS, &path).unwrap();
        let steps = shown.steps();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        play.lay_case(Some(shown));
        let begin = crate::battle::digest(play.game.world());
        for _ in 0..steps {
            play.next_step();
        }
        assert_eq!(play.case().map(|case| case.taken), Some(steps));
        assert!(play.sheets.notice().is_none());
        play.back_to_step(0, 0);
        assert_eq!(crate::battle::digest(play.game.world()), begin);
        assert!(play.hand.refusal().is_none() && play.hand.held().is_none());
    }
}
