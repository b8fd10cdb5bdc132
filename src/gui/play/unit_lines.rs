//! The lines of units in the panel: those of the selected body; or, where nobody is selected and nobody's offers are shown, all
//! who may act.

use super::state::{Now, Play};
use crate::battle::{Card, Ref, View};
use crate::gui::board::glyph;
use crate::gui::language::translate_with;
use crate::gui::play::panel::UnitLine;
use crate::ids::UnitId;

/// A line for each of those units, one of them selected.
pub fn of(play: &Play, view: &View, units: &[UnitId], selected: Option<UnitId>) -> Vec<UnitLine> {
    let game = &play.game;
    let line = |unit: &UnitId| -> UnitLine {
        let card: Card = (game.ruleset().card)(view, *unit);
        let told = |(left, of): (u16, u16)| {
            let strength = translate_with("strength", &[("left", &left), ("of", &of), ("what", &card.strength_word)]);
            strength.trim_end().to_owned()
        };
        UnitLine {
            name: view.roster().name(*unit).to_owned(),
            strength: card.strength,
            strength_words: card.strength.map_or_else(String::new, told),
            marks: card.marks.iter().map(|m| (m.mark, m.label.clone())).collect(),
            ink: glyph::colours(&game.colours()[view.side_of(*unit).index()]),
            selected: selected == Some(*unit),
        }
    };
    units.iter().map(line).collect()
}

/// Those who are listed while nobody is selected, so that a question of many is not read as one of nobody.
pub fn who_may_act(play: &Play, now: &Now) -> Vec<UnitId> {
    let shown = now.offers.listed.iter().any(|l| l.choice.action.who.iter().any(|who| !matches!(who, Ref::Side(_))));
    if now.person.is_none() || now.plan.is_some() || shown || play.look.focus().is_some() {
        return Vec::new();
    }
    now.ready.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, answer, begun, teaching};

    #[test]
    fn where_nobodys_offers_are_shown_all_who_may_act_are_named_and_taken_by_a_click() {
        let mut tried = 0;
        for battle in teaching() {
            let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1280.0, 800.0);
            for _ in 0..30 {
                stage.play.look.finish_motion();
                stage.rest();
                let now = stage.play.now();
                let may = who_may_act(&stage.play, &now);
                if let Some(unit) = may.first().copied().filter(|_| may.len() > 1) {
                    tried += 1;
                    let name = stage.play.game.view().roster().name(unit).to_owned();
                    let line = stage.words().into_iter().find(|says| says.starts_with(&name)).map(str::to_owned);
                    stage.click_on(&line.unwrap_or_else(|| panic!("{battle}: no {name} in {:?}", stage.words())));
                    assert_eq!(stage.play.look.focus(), Some(unit), "{battle}");
                    break;
                }
                if !answer(&mut stage.play) {
                    break;
                }
            }
        }
        assert!(tried > 1, "{tried} battles ask so many");
    }
}
