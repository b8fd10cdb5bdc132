//! The second of two quick clicks at one place: it means what the first has meant, whatever lies there by now.

use bevy_egui::egui::{PointerButton, Pos2, Ui};

use super::Request;
use crate::battle::Action;
use crate::gui::play::state::{Now, Play};

/// Two clicks at one place are no farther apart, points.
const SAME: f32 = 6.0;

/// A click on an offer: where, and what was offered there.
#[derive(Clone)]
struct Clicked {
    at: Pos2,
    action: Action,
}

/// Has the second click do the offer that the first has taken in hand, and nothing where that one has done it: another
/// question may be asked meanwhile, or the rule of another offer lie there.
pub fn meant(ui: &Ui, play: &Play, now: &Now, asked: Vec<Request>) -> Vec<Request> {
    // Faces of dice are told as quickly as one clicks.
    if play.throw().is_some() {
        return asked;
    }
    let (again, struck, at) = ui.input(|i| {
        let primary = PointerButton::Primary;
        let again = i.pointer.button_double_clicked(primary) || i.pointer.button_triple_clicked(primary);
        (again, i.pointer.primary_clicked(), i.pointer.interact_pos())
    });
    let id = ui.id().with("clicked-offer");
    let first = ui.data(|data| data.get_temp::<Clicked>(id));
    if let (true, Some(at), Some(first)) = (again, at, first)
        && first.at.distance(at) <= SAME
    {
        let listed = || now.offers.listed.iter().position(|listed| listed.choice.action == first.action);
        let held = play.hand.held().is_some_and(|held| held.choice.action == first.action);
        return held.then(listed).flatten().map(Request::Offer).into_iter().collect();
    }
    let clicked = asked.iter().find_map(|request| match request {
        Request::Offer(offer) => {
            Some(Clicked { at: at?, action: now.offers.listed.get(*offer)?.choice.action.clone() })
        }
        _ => None,
    });
    match clicked {
        Some(clicked) => {
            ui.data_mut(|data| data.insert_temp(id, clicked));
        }
        // A click on anything else is no first one: a second after it means nothing of an offer that was clicked long ago.
        None if struck => {
            ui.data_mut(|data| data.remove::<Clicked>(id));
        }
        None => {}
    }
    asked
}

#[cfg(test)]
mod tests {
    use crate::gui::game::offers;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, answer, begun, teaching};

    #[test]
    fn an_offer_that_is_clicked_stays_under_the_pointer() {
        let mut tried = 0;
        for battle in teaching() {
            let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1000.0, 560.0);
            for _ in 0..10 {
                let now = stage.play.now();
                let varied = |l: &&offers::Listed| !l.choice.ends && !l.choice.params.is_empty();
                let says: Vec<String> =
                    now.offers.listed.iter().filter(varied).map(|l| format!("offer {}", l.label)).collect();
                let first = says.first().and_then(|says| stage.widget(says));
                if let (Some(first), true) = (first, says.len() > 6) {
                    stage.scroll(first.center(), -60.0);
                    // The wheel goes on for a moment.
                    (0..10).for_each(|_| stage.rest());
                    let seen = says.iter().rev().find_map(|says| Some((says, stage.widget(says)?)));
                    let Some((says, at)) = seen.filter(|(_, at)| at.top() > 100.0 && at.bottom() < 450.0) else {
                        break;
                    };
                    let depth = stage.play.game.journal().depth();
                    stage.click(at.center());
                    if stage.play.game.journal().depth() == depth {
                        tried += 1;
                        let after = stage.widget(says).map(|after| after.center());
                        assert!(
                            after.is_some_and(|after| after.distance(at.center()) < 1.0),
                            "{battle}: {says} {at:?} {after:?}"
                        );
                    }
                    break;
                }
                if !answer(&mut stage.play) {
                    break;
                }
                stage.rest();
            }
        }
        assert!(tried >= 1, "{tried} battles have such an offer");
    }

    #[test]
    fn the_second_of_two_quick_clicks_does_what_the_first_has_taken_in_hand_and_nothing_else() {
        let mut done = 0;
        for battle in teaching() {
            let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1280.0, 800.0);
            stage.play.next_ready(false);
            stage.rest();
            let now = stage.play.now();
            let plain = now.offers.listed.iter().find(|l| !l.choice.ends && l.choice.params.is_empty());
            let Some(says) = plain.map(|l| format!("offer {}", l.label)) else { continue };
            let at = stage.widget(&says).unwrap().center();
            let before = stage.play.game.journal().depth();
            (0..3).for_each(|_| stage.click(at));
            let after = stage.play.game.journal().depth();
            assert!(after <= before + 1, "{battle}: three quick clicks on `{says}` give {} answers", after - before);
            assert!(stage.play.sheets.rule().is_none(), "{battle}: a rule was opened");
            done += after - before;
        }
        assert!(done > 0, "nothing was done by any click");
    }
}
