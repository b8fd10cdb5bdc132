//! The two lines below the row of offers of a narrow window.

use bevy_egui::egui::{Color32, Pos2, Rect, Ui};

use super::{Panel, Verdict};
use crate::gui::language::translate;
use crate::gui::text::{self, BODY};
use crate::gui::theme::Theme;

/// So many lines have room below the row of offers.
const SAID: usize = 2;

/// What came of the last answer: as much of it as there is room for, the last of it in any case.
fn rolled_in_short(ui: &Ui, panel: &Panel, width: f32) -> String {
    // Of several rolls what was rolled is told; of a single one what came of it too.
    let each: Vec<String> = match &panel.rolled[..] {
        [one] => vec![std::iter::once(&one.text).chain(&one.follows).cloned().collect::<Vec<_>>().join(" ")],
        all => all.iter().map(|rolled| rolled.text.clone()).collect(),
    };
    let told = |from: usize| {
        let before = if from > 0 { translate("rolled-before") } else { "" };
        let parts = [panel.gone.as_str(), before].into_iter().chain(each[from..].iter().map(String::as_str));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let last = each.len() - 1;
    let fits = |words: &String| !text::runs(ui.ctx(), &[(words, BODY, Color32::BLACK)], width, SAID).elided;
    (0..last).map(told).find(fits).unwrap_or_else(|| told(last))
}

/// What the judge says of what the hand holds; else what is to be done, or what was rolled.
pub fn show(ui: &Ui, theme: &Theme, rect: Rect, panel: &Panel) {
    let odds = panel.odds.first().map(|odds| {
        let parts: Vec<String> = odds.parts.iter().map(|part| part.told()).collect();
        format!("{}: {}", odds.head, parts.join(", "))
    });
    let (words, ink) = match (&panel.verdict, odds) {
        (Some(Verdict::No(words)), _) => (words.clone(), theme.bad),
        (Some(Verdict::Cut(words)), _) => (words.clone(), theme.warn),
        (Some(Verdict::Yes(words)), odds) => {
            (odds.map_or(words.clone(), |odds| format!("{words} {odds}")), theme.accent)
        }
        (None, Some(odds)) => (odds, theme.ink),
        (None, None) if !panel.warning.is_empty() => (panel.warning.clone(), theme.warn),
        (None, None) if !panel.hint.is_empty() => {
            // Of dice that are thrown one after the other the last throw is told besides.
            let before = panel.dice.as_ref().and_then(|told| told.before.last());
            let before = before.map_or_else(String::new, |before| format!("{}. ", before.trim_end_matches('.')));
            (format!("{before}{}", panel.hint), theme.accent)
        }
        (None, None) => match panel.rolled.last() {
            Some(_) => (rolled_in_short(ui, panel, rect.width()), theme.ink),
            None if !panel.gone.is_empty() => (panel.gone.clone(), theme.ink),
            None => (at_rest(panel), theme.ink2),
        },
    };
    let galley = text::runs(ui.ctx(), &[(&words, BODY, ink)], rect.width(), SAID);
    let at = Pos2::new(rect.left(), rect.top() - 2.0);
    ui.painter().galley(at, galley, ink);
}

/// What is to be done next: how one orders whoever is selected, else what the rule says of the question.
fn at_rest(panel: &Panel) -> String {
    if !panel.orders.is_empty() {
        return panel.orders.clone();
    }
    let rules: Vec<String> = panel.rules.iter().map(|[_, title, text]| format!("{title}: {text}")).collect();
    if rules.is_empty() { panel.question.clone() } else { rules.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::play::panel::rolled::Rolled;
    use crate::gui::widgets::bench;

    fn told(rolls: &[&str], gone: &str) -> String {
        let rolled = |text: &&str| Rolled {
            text: (*text).to_owned(),
            dice: Vec::new(),
            rows: Vec::new(),
            follows: vec!["A loss.".to_owned()],
        };
        let panel = Panel { rolled: rolls.iter().map(rolled).collect(), gone: gone.to_owned(), ..Panel::default() };
        let ctx = bench::context();
        let mut told = String::new();
        bench::frame(&ctx, Vec::new(), |ui| told = rolled_in_short(ui, &panel, 800.0));
        told
    }

    #[test]
    fn as_much_is_told_of_the_last_answer_as_two_lines_hold_and_where_the_rest_is() {
        assert_eq!(told(&["One.", "Two."], ""), "One. Two.");
        assert_eq!(told(&["One."], "Gone: a."), "Gone: a. One. A loss.");
        let long = "long ".repeat(80);
        let short = told(&[&long, "Two.", "Three."], "");
        assert_eq!(short, format!("{} Two. Three.", translate("rolled-before")));
        assert!(told(&["One.", &long], "").ends_with(&long), "the last in any case");
    }
}
