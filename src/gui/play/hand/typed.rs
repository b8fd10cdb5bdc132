//! Orders that are typed: judged while they are typed, completed with a key, done with another.

use crate::battle::door::CONCEDE;
use crate::battle::notation::Names;
use crate::battle::{Action, Choice, Ref, UMPIRE, notation};
use crate::cite::HOUSE;
use crate::gui::game::hand::{self, Held};
use crate::gui::language::{translate, translate_with};
use crate::gui::play::hand::spelt;
use crate::gui::play::state::{Confirm, Now, Play};
use crate::gui::words::capital;
use crate::ids::Side;
use crate::lab::chronicle::units_of;
use crate::lab::order::without_idle_legs;

/// Judges what is typed so far, when it is a whole order: its ghost is seen before it is done.
pub fn judge(play: &mut Play) {
    play.hand.forget_refusal();
    play.hand.forget_unread();
    let Some(side) = play.person() else { return };
    if let Some(throw) = play.throw() {
        play.hand.tell(throw.read(play.hand.typed()).unwrap_or_default());
        return;
    }
    let Ok(action) = read(play) else {
        // A plan is not lost by a line that nobody can read yet.
        play.hand.keep_plan();
        return;
    };
    let now = play.now();
    let like = hand::choice_of(&now.offers.all, &action).cloned();
    let choice = like.unwrap_or_else(|| Choice::plain(action.clone(), HOUSE));
    let verdict = play.game.view_of(side).judge(&action);
    play.hold_unwritten(Held::judged(choice, action, verdict));
}

/// Does what is typed. An advice that has come into the line in this moment was not read yet.
pub fn enter(play: &mut Play) {
    if play.is_advice() && play.hint.is_fresh() {
        return;
    }
    if let Some(faces) = play.throw().and_then(|throw| throw.read(play.hand.typed())) {
        play.hand.tell(faces);
        play.count_dice();
        return;
    }
    if let Some(throw) = play.throw().filter(|_| play.hand.typed().chars().all(|c| c.is_ascii_digit() || c == ' ')) {
        let wanted = [("n", &throw.count as &dyn std::fmt::Display), ("sides", &throw.sides)];
        play.hand.cannot_read(translate_with("unread-dice", &wanted));
        return;
    }
    if HELPS.contains(&play.hand.typed().trim()) {
        play.hand.take_typed();
        play.sheets.turn_keys();
        return;
    }
    match read(play) {
        Ok(action) if action.key == CONCEDE => play.sheets.ask(Confirm::Concede),
        Ok(action) => {
            // It is asked about as if it had been taken in hand otherwise.
            judge(play);
            match play.hand.held().is_some_and(|held| held.action == action) {
                true => play.confirm(),
                false => play.submit(action),
            }
        }
        Err(why) => {
            let why = capital(&why);
            let told = match example(play) {
                Some(order) => translate_with("unread-example", &[("why", &why), ("order", &order)]),
                None => why,
            };
            play.hand.cannot_read(told);
        }
    }
}

/// What people type who do not know what to type: it opens the sheet of keys.
const HELPS: [&str; 2] = ["help", "?"];

/// How an order is written that could be given now: to whom is selected, where that can be.
fn example(play: &mut Play) -> Option<String> {
    let now = play.now();
    let of_selected = |choice: &&Choice| {
        let view = play.game.view();
        let units = choice.action.who.iter().flat_map(|of| units_of(&view, *of));
        play.look.focus().is_some_and(|unit| units.into_iter().any(|of| of == unit))
    };
    let choice = now.offers.all.iter().find(of_selected).or(now.offers.all.first())?;
    // A wheel by nothing is left out where it can be.
    let short = without_idle_legs(&choice.action);
    let allowed = play.person().is_some_and(|side| play.game.view_of(side).judge(&short).is_ok());
    Some(play.as_typed(if allowed { &short } else { &choice.action }))
}

/// The order that is typed; else why there is none, as people read it.
fn read(play: &mut Play) -> Result<Action, String> {
    let now = play.now();
    let typed = spelt::in_full(play, &now, play.hand.typed());
    let view = play.game.view();
    let read = notation::read_typed(&typed, &view.names());
    let action = read.map_err(|error| spelt::what_is_wrong(play, &now, &typed, error))?;
    if let Some(why) = spelt::is_of_body(play, &now, &action) {
        return Err(why);
    }
    // The umpire's hand is taken up first, so that nobody puts a base elsewhere by the way.
    if action.key == UMPIRE && !play.umpire.is_on() { Err(translate("umpire-first").to_owned()) } else { Ok(action) }
}

/// Completes the name that is being typed; a second time goes on to the next one that fits.
pub fn complete(play: &mut Play) {
    let Some(side) = play.person() else { return };
    let now = play.now();
    let names = who_can_be_named(play, &now, side);
    // Behind a colon a whole order fits better than a name.
    let order = suggestions(play, &now).into_iter().next().filter(|_| play.hand.typed().contains(':'));
    if let Some(done) = order.or_else(|| completed(play.hand.typed(), &names)) {
        play.hand.write(done);
        judge(play);
    }
}

/// The names of a side's units, and of the bodies that are ordered as a whole now.
fn who_can_be_named(play: &Play, now: &Now, side: Side) -> Vec<String> {
    let names = play.game.view().names().of_side(side);
    let acts = |of: Ref| now.offers.all.iter().any(|choice| choice.action.who.contains(&of));
    let view = play.game.view();
    let can = |name: &String| match view.names().ref_of(name) {
        Some(body @ Ref::Body(_)) => acts(body),
        _ => true,
    };
    names.into_iter().filter(can).collect()
}

/// As many orders are suggested.
const MOST: usize = 4;

/// The orders on offer that begin with what is typed, as they stand.
pub fn suggestions(play: &Play, now: &Now) -> Vec<String> {
    if play.hand.typed().trim().is_empty() || play.held_plan().is_some() {
        return Vec::new();
    }
    let written = now.offers.all.iter().map(|choice| play.as_typed(&choice.action));
    beginning(written, play.hand.typed().trim_start())
}

fn beginning(orders: impl Iterator<Item = String>, typed: &str) -> Vec<String> {
    orders.filter(|order| order.starts_with(typed) && order != typed).take(MOST).collect()
}

/// Takes the suggested order of that place.
pub fn take(play: &mut Play, now: &Now, at: usize) {
    if let Some(order) = suggestions(play, now).into_iter().nth(at) {
        play.hand.write(order);
        judge(play);
    }
}

/// The text with its last word completed to the next of the names that fits.
fn completed(text: &str, names: &[String]) -> Option<String> {
    let start = text.rfind([' ', ',', '=', '&', '+', ':']).map_or(0, |i| i + 1);
    let (before, word) = text.split_at(start);
    if let Some(at) = names.iter().position(|n| n == word) {
        // A whole name: the next one with the same beginning, its figures left off.
        let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let next = names.iter().cycle().skip(at + 1).take(names.len()).find(|n| n.starts_with(stem))?;
        return Some(format!("{before}{next}"));
    }
    let fits = names.iter().find(|n| n.starts_with(word))?;
    Some(format!("{before}{fits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_begin_with_what_is_typed_are_suggested() {
        let orders = || ["hastati: ahead 0", "hastati: wheel right 0", "north: done"].map(str::to_owned).into_iter();
        assert_eq!(beginning(orders(), "has").len(), 2);
        assert_eq!(beginning(orders(), "hastati: w"), ["hastati: wheel right 0"]);
        assert!(beginning(orders(), "north: done").is_empty(), "it is whole");
    }

    #[test]
    fn an_order_that_cannot_be_read_is_told_with_one_that_can() {
        use crate::gui::game::sitter::Sitter::Person;
        let mut play = crate::gui::play::stage::begun(crate::rules::battles::TEACHING_BY_UNITS, [Person; 2]);
        play.look.focus_on(play.game.view().roster().ids().next());
        play.hand.write("hast".into());
        assert!(read(&mut play).is_err(), "a name that is being typed is no leg");
        enter(&mut play);
        let (told, order) = (play.hand.unread().unwrap().to_owned(), example(&mut play).unwrap());
        assert!(told.ends_with(&order), "{told}");
        play.hand.write(order);
        assert!(read(&mut play).is_ok(), "it can be given so");
    }

    #[test]
    fn a_beginning_becomes_a_name_and_a_name_the_next() {
        let names = ["laelius", "laelius-1", "laelius-2", "hastati"].map(str::to_owned);
        assert_eq!(completed("ha", &names).as_deref(), Some("hastati"));
        assert_eq!(completed("hastati: shoot at=lae", &names).as_deref(), Some("hastati: shoot at=laelius"));
        assert_eq!(completed("laelius-1", &names).as_deref(), Some("laelius-2"));
        assert_eq!(completed("gauls", &names), None);
    }
}
