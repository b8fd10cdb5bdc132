//! What the hand holds, as the panel shows it: what of it can be varied, what it comes to, what the judge says.

use crate::battle::{Action, Choice, MOVE, Measured, Param, Range, Ref, Ruling, Value, View};
use crate::gui::game::hand::Held;
use crate::gui::game::offers::CONTACT;
use crate::gui::game::vary::{self, Vary, VaryKind};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::panel::Verdict;
use crate::gui::play::state::Grip;
use crate::gui::play::state::Play;
use crate::gui::words::{capital, cited, figures, measured, measures, rounded};
use crate::lab::chronicle::units_of;
use crate::table::Mil;

/// What of a choice can be varied: units to pick from with what each of them is.
pub fn varied(play: &Play, view: &View, choice: &Choice, action: &Action) -> Vec<Vary> {
    let narrator = play.game.narrator();
    let line = |of: &Ref| match units_of(view, *of).first() {
        Some(unit) => (play.game.ruleset().card)(view, *unit).line,
        None => String::new(),
    };
    let one = |param: &Param| {
        let mut vary = vary::vary(&narrator, param, action)?;
        if let (VaryKind::Pick { notes, .. }, Range::Pick { from, .. }) = (&mut vary.kind, &param.range) {
            *notes = from.iter().map(line).collect();
        }
        Some(vary)
    };
    choice.params.iter().filter_map(one).collect()
}

/// What the held action comes to, for its button: `10.2 of 15.0 in`.
pub fn value(play: &Play, held: &Held) -> String {
    let narrator = play.game.narrator();
    for param in &held.choice.params {
        if let (Range::Length(_, most), Some(Value::Length(now))) =
            (&param.range, vary::value(param, &held.spelt_out()))
        {
            return match &narrator.texts.unit {
                Some(unit) => translate_with("so-much-of", &[("n", &unit.of(now)), ("of", &unit.of(*most))]),
                None => translate_with("inches-of", &[("n", &figures(now)), ("of", &figures(*most))]),
            };
        }
    }
    let first =
        held.verdict.as_ref().ok().and_then(|r| r.measured.iter().find(|(_, m, _)| *m != Measured::Length(Mil::ZERO)));
    let unit = narrator.texts.unit.as_ref();
    first.map_or_else(String::new, |(word, value, _)| {
        format!("{} {}", narrator.texts.word(*word), measured(unit, *value))
    })
}

/// Whether it is a move that ends at an enemy.
pub fn charges(held: &Held) -> bool {
    let meets = |ruling: &Ruling| ruling.measured.iter().any(|(word, ..)| *word == CONTACT);
    held.action.key == MOVE && held.verdict.as_ref().is_ok_and(meets)
}

/// The judge's word on what the hand holds.
pub fn verdict(play: &Play, held: &Held) -> Verdict {
    let narrator = play.game.narrator();
    match (&held.verdict, held.cut.first()) {
        (Err(why), _) => Verdict::No(cited(narrator.refusal(why), why.cite)),
        (Ok(_), Some(why)) => {
            Verdict::Cut(translate_with("as-far-as-it-goes", &[("why", &cited(narrator.refusal(why), why.cite))]))
        }
        (Ok(ruling), None) => {
            let values = measures(&narrator, ruling, |value| rounded(narrator.texts.unit.as_ref(), value));
            let values = if values.is_empty() { translate("may-be-done").to_owned() } else { values };
            let key = match play.hand.drag() {
                Some(drag) if !matches!(drag.grip, Grip::Place | Grip::Single(_)) => "let-go-keeps-it",
                _ if play.is_advice() => "advice-enter-does-it",
                _ => "enter-does-it",
            };
            let mut words = translate_with(key, &[("what", &values)]);
            for note in &ruling.notes {
                words = format!("{} {}\n{words}", capital(&narrator.note(note)), note.cite);
            }
            Verdict::Yes(words)
        }
    }
}
