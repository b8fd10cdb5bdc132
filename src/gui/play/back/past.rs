//! Looking back over a battle: a bar with all its answers, turn by turn, to be gone through by hand or at a rate, and
//! to play on from.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bevy_egui::egui::{Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType};

use crate::battle::Action;
use crate::gui::game::Turn;
use crate::gui::language::{translate, translate_with};
use crate::gui::play::back::curve;
use crate::gui::play::state::motion::Motion;
use crate::gui::play::state::{Confirm, Past, Play, Remark};
use crate::gui::play::strip;
use crate::gui::text::{self, SMALL};
use crate::gui::theme::Theme;
use crate::gui::widgets::{push, sign};
use crate::lab::order;

/// How high the rail is, and what of its ends is no part of it.
const RAIL: f32 = 22.0;
const EDGE: f32 = 6.0;
/// How far from a sign the pointer still means it.
const NEAR: f32 = 7.0;

/// How long a moment is seen before the next one follows.
const MOMENT: Duration = Duration::from_millis(650);

/// What is asked of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    To(usize),
    Back,
    Forth,
    Run,
    PlayOn,
    /// Mark this moment, or take its mark away.
    Mark,
    /// To the next marked moment, or the one before.
    NextMark,
    MarkBefore,
    /// What if something else had been answered here.
    WhatIf,
    /// The chances over the rail, or no more.
    Curve,
    /// Luck and skill of the battle.
    Luck,
    Now,
}

impl Play {
    /// Opens the bar at the present moment, or shuts it.
    pub fn look_round(&mut self) {
        if self.back.is_open() {
            self.look_up();
        } else if self.game.length() > 0 && self.case().is_none() && !self.keeps_secret() {
            self.remember();
        }
    }

    /// While both answer in secret nobody looks back: what one has answered is told there. It is said.
    fn keeps_secret(&mut self) -> bool {
        let answers = matches!(self.game.turn(), Turn::Of { secret: true, .. });
        let secret = self.case().is_none() && answers && !self.lies_open();
        if secret {
            self.sheets.tell(translate("no-past-secret").to_owned());
        }
        secret
    }

    /// Notes all answers, while all of them stand.
    fn remember(&mut self) {
        let narrator = self.game.narrator();
        let written = |(_, action): &(_, Action)| order::in_words(&narrator, action);
        let entries = self.game.journal().entries().iter().skip(1);
        let told = entries.map(|e| (e.clock.turn, e.answer.as_ref().map(written).unwrap_or_default()));
        let answers = told.collect();
        let secret = self.chances_are_secret();
        self.back.open(answers, secret);
        self.lay_down();
        self.let_go();
    }

    /// Sees the moment after that journal entry; how it came to be moves on the table once more.
    pub fn look_at(&mut self, entry: usize) {
        if self.back.past().is_none() {
            if self.keeps_secret() {
                return;
            }
            self.remember();
        }
        let entry = entry.min(self.game.length());
        self.look.focus_on(None);
        self.game.look(entry.saturating_sub(1));
        let before = self.now().scene;
        self.game.look(entry);
        let after = self.now().scene;
        let told = self.game.journal().entries().get(entry).filter(|_| entry > 0);
        self.look.show_motion(Motion::of(&before, &after, told));
        self.look.show_entry(Some(entry));
    }

    /// Sees the present again.
    pub fn look_up(&mut self) {
        self.game.look_up();
        self.back.close();
        self.look.show_entry(None);
        self.look.stand_still();
    }

    /// Does what is asked of the bar.
    pub fn go_through(&mut self, asked: Request) {
        let (at, last) = (self.game.journal().depth(), self.game.length());
        if asked != Request::Run {
            self.back.run_since(None);
        }
        match asked {
            Request::To(answer) => self.look_at(answer),
            Request::Back => self.look_at(at.saturating_sub(1)),
            Request::Forth => self.look_at((at + 1).min(last)),
            Request::Now => self.look_up(),
            Request::Mark => self.game.mark(at),
            Request::WhatIf => self.turn_what_if(),
            Request::Curve => self.turn_curve(),
            Request::Luck => self.turn_luck(),
            Request::NextMark => {
                let next = self.game.marks().range(at + 1..).next().copied().filter(|mark| *mark <= last);
                next.into_iter().for_each(|mark| self.look_at(mark));
            }
            Request::MarkBefore => {
                let before = self.game.marks().range(..at).next_back().copied();
                before.into_iter().for_each(|mark| self.look_at(mark));
            }
            Request::PlayOn => {
                self.game.look_up();
                let stops = self.stops_before(at + 1);
                self.game.look(at);
                // As by the log's "back to here": of one answer it is not asked, as by undo.
                match last - at {
                    _ if stops => {}
                    gone @ 2.. if self.sheets.asks() => self.sheets.ask(Confirm::GoBack(gone, None)),
                    _ => self.play_on(),
                }
            }
            Request::Run => {
                self.back.turn_running();
                if at == last {
                    self.look_at(0);
                }
            }
        }
    }

    /// Lets one moment follow the other, where that is wanted; tells when to look again.
    pub fn run_past(&mut self) -> Option<Duration> {
        let since = self.back.past()?.running?;
        if self.look.motion().is_running() {
            // A moment is seen from when all stands.
            self.back.run_since(Some(Instant::now()));
            return Some(MOMENT);
        }
        if since.elapsed() < MOMENT {
            return Some(MOMENT - since.elapsed());
        }
        let (at, last) = (self.game.journal().depth(), self.game.length());
        if at < last {
            self.look_at(at + 1);
        }
        self.back.run_since((at + 1 < last).then(Instant::now));
        Some(MOMENT)
    }
}

/// Shows the bar at the foot of the table.
pub fn show(ui: &mut Ui, theme: &Theme, table: Rect, play: &Play, past: &Past) -> Option<Request> {
    let (at, last) = (play.game.journal().depth(), play.game.length());
    let inner = strip::ground(ui, theme, table, play);
    let (turn, said) = match at.checked_sub(1).and_then(|n| past.answers.get(n)) {
        Some((turn, said)) => (*turn, said.as_str()),
        None => (0, translate("the-beginning")),
    };
    let mut asked = None;
    let run = if past.running.is_some() { translate("stop") } else { translate("play") };
    let seen = at < last;
    let mark = if play.game.marks().contains(&at) { translate("unmark") } else { translate("mark") };
    let buttons = |play_on: &'static str, luck: &'static str| {
        [
            (translate("back"), "Left", at > 0, Request::Back),
            (run, "Space", last > 0, Request::Run),
            (translate("forth"), "Right", seen, Request::Forth),
            (translate(play_on), "Enter", seen, Request::PlayOn),
            (mark, "B", true, Request::Mark),
            (translate("what-if"), "Ctrl W", true, Request::WhatIf),
            (translate("chances"), "C", true, Request::Curve),
            (translate(luck), "L", true, Request::Luck),
            (translate("now"), "Esc", true, Request::Now),
        ]
    };
    let mut shown = buttons("play-on", "luck-and-skill");
    // Where there is too little room for whole names there is enough for short ones.
    if shown.iter().map(|(label, ..)| push::width(ui.ctx(), label, "", false) + 6.0).sum::<f32>() > inner.width() {
        shown = buttons("play-on-short", "luck-short");
    }
    let left = strip::buttons(ui, theme, inner, &shown, &mut asked);
    let key = if turn == 0 { "answer-of" } else { "answer-of-turn" };
    let words = translate_with(key, &[("turn", &turn), ("n", &at), ("of", &last), ("said", &said)]);
    strip::caption(ui, theme, inner, left, &words);
    let clicked = play.shows_curve().then(|| {
        let rect = Rect::from_min_max(
            Pos2::new(inner.left(), inner.bottom() - RAIL - strip::CURVE),
            Pos2::new(inner.right(), inner.bottom() - RAIL),
        );
        curve::show(ui, theme, rect, play, past, |answer| place(inner, last, answer))
    });
    let remarks = play.remarks();
    let to = rail(ui, theme, inner, (past, play.game.marks(), remarks), at, last);
    to.or(clicked.flatten()).map(Request::To).or(asked)
}

/// Where the moment after so many answers lies on the rail.
fn place(inner: Rect, last: usize, answer: usize) -> f32 {
    inner.left() + EDGE + (inner.width() - 2.0 * EDGE) * answer as f32 / last.max(1) as f32
}

/// The rail with a line where each turn begins, a flag at each moment that is marked and signs at answers that stand out;
/// tells where it was taken to.
fn rail(
    ui: &mut Ui,
    theme: &Theme,
    inner: Rect,
    (past, marks, remarks): (&Past, &BTreeSet<usize>, &BTreeMap<usize, Remark>),
    at: usize,
    last: usize,
) -> Option<usize> {
    let rail = Rect::from_min_max(Pos2::new(inner.left(), inner.bottom() - RAIL), inner.max);
    let response = ui.interact(rail, ui.id().with("past"), Sense::click_and_drag());
    let y = rail.top() + 8.0;
    let place = |answer: usize| place(inner, last, answer);
    let painter = ui.painter();
    painter.hline(rail.left()..=rail.right(), y, (3.0, theme.line2));
    painter.hline(rail.left()..=place(at), y, (3.0, theme.accent));
    let mut before = 0;
    let mut free = f32::MIN;
    for (n, (turn, _)) in past.answers.iter().enumerate() {
        if *turn != before {
            before = *turn;
            painter.vline(place(n), y - 5.0..=y + 5.0, (1.5, theme.ink2));
            let words = turn.to_string();
            if place(n) > free {
                text::put_middle(painter, Pos2::new(place(n), y + 10.0), &words, SMALL, theme.ink2, 30.0);
                free = place(n) + 16.0;
            }
        }
    }
    for mark in marks.range(..=last) {
        let foot = Pos2::new(place(*mark), y);
        let tip = foot - Vec2::new(0.0, 13.0);
        painter.vline(foot.x, tip.y..=y, (1.5, theme.accent));
        let cloth = vec![tip, tip + Vec2::new(9.0, 3.5), tip + Vec2::new(0.0, 7.0)];
        painter.add(Shape::convex_polygon(cloth, theme.accent, Stroke::NONE));
    }
    signs(ui, theme, remarks, |answer| Pos2::new(place(answer), y));
    ui.painter().circle(Pos2::new(place(at), y), 6.5, theme.raised, (1.8, theme.accent));
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Slider, true, translate_with("spoken-answer-of", &[("n", &at), ("of", &last)]))
    });
    let to = response.interact_pointer_pos();
    if let Some(remark) = response.hover_pos().and_then(|at| nearest(remarks, at.x, place)) {
        response.on_hover_text_at_pointer(&remark.words);
    }
    let to = to?;
    let share = ((to.x - rail.left() - EDGE) / (rail.width() - 2.0 * EDGE)).clamp(0.0, 1.0);
    let answer = (share * last.max(1) as f32).round() as usize;
    (answer != at).then_some(answer)
}

/// The signs of answers that stand out, each where it lies: of several at one answer the first is uppermost.
pub fn signs(ui: &Ui, theme: &Theme, remarks: &BTreeMap<usize, Remark>, place: impl Fn(usize) -> Pos2) {
    for (answer, remark) in remarks {
        for mark in remark.marks.iter().rev() {
            sign::paint(ui.painter(), theme, place(*answer), *mark);
        }
    }
}

/// What is remarked where the pointer is.
pub fn nearest(remarks: &BTreeMap<usize, Remark>, x: f32, place: impl Fn(usize) -> f32) -> Option<&Remark> {
    let off = |answer: usize| (place(answer) - x).abs();
    let near = remarks.iter().filter(|(answer, _)| off(**answer) < NEAR);
    near.min_by(|(a, _), (b, _)| off(**a).total_cmp(&off(**b))).map(|(_, remark)| remark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter;
    use crate::gui::saves;
    use crate::ids::Side;
    use crate::rules::RULESETS;
    use crate::scenario::journal::{Chosen, DiceFrom};

    fn battle(answers: usize) -> Play {
        let name = crate::rules::battles::TEACHING;
        let game = saves::begun(RULESETS, name, Chosen::default(), DiceFrom::Seed(1), None).unwrap();
        let mut play = Play::new(game, [Sitter::Person; 2], 1);
        for _ in 0..answers {
            let choice = play.now().offers.all[0].clone();
            play.submit(choice.action);
        }
        play
    }

    #[test]
    fn nobody_decides_while_the_past_is_seen_and_its_lines_stay_in_the_log() {
        let mut play = battle(6);
        let lines = play.now().lines.len();
        play.look_at(2);
        assert_eq!((play.person(), play.game.journal().depth()), (None::<Side>, 2));
        assert_eq!(play.now().lines.len(), lines);
        play.go_through(Request::Now);
        assert!(play.person().is_some() && play.back.past().is_none());
    }

    #[test]
    fn one_may_play_on_from_an_earlier_moment() {
        let mut play = battle(6);
        play.go_through(Request::To(3));
        play.go_through(Request::Back);
        play.go_through(Request::PlayOn);
        assert_eq!((play.sheets.to_confirm(), play.game.length()), (Some(&Confirm::GoBack(4, None)), 6), "it is asked");
        play.play_on();
        assert_eq!((play.game.length(), play.game.journal().ahead()), (2, 4));
        assert!(play.person().is_some());
    }

    #[test]
    fn one_goes_from_mark_to_mark() {
        let mut play = battle(6);
        play.go_through(Request::To(2));
        play.go_through(Request::Mark);
        play.go_through(Request::To(5));
        play.go_through(Request::Mark);
        play.go_through(Request::MarkBefore);
        assert_eq!(play.game.journal().depth(), 2);
        play.go_through(Request::MarkBefore);
        assert_eq!(play.game.journal().depth(), 2, "there is none before it");
        play.go_through(Request::NextMark);
        assert_eq!(play.game.journal().depth(), 5);
    }

    #[test]
    fn the_bar_begins_anew_at_the_end() {
        let mut play = battle(4);
        play.look_round();
        play.go_through(Request::Run);
        assert_eq!(play.game.journal().depth(), 0);
        play.go_through(Request::Forth);
        assert_eq!((play.game.journal().depth(), play.run_past()), (1, None));
    }
}
