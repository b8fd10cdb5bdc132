//! What people leave out of an order that they type, and what is wrong in one that cannot be read, in plain words.

use std::collections::BTreeSet;

use crate::battle::notation::{LEG_WORDS, Names};
use crate::battle::{Action, Choice, MOVE, NotationError, Ref};
use crate::cite::Word;
use crate::gui::language::translate_with;
use crate::gui::play::state::{Now, Play};
use crate::lab::chronicle::units_of;
use crate::nearest::nearest;

/// Under which name an order says whom it is done to.
const AT: Word = Word("at");

/// The line with what goes without saying: who, where only one can be meant, the colon behind a name, and `at=` before whom
/// it is done to, who may be left out where only one can be meant.
pub fn in_full(play: &Play, now: &Now, typed: &str) -> String {
    let line = with_who(play, now, typed);
    with_whom(play, now, &line).unwrap_or(line)
}

fn with_whom(play: &Play, now: &Now, line: &str) -> Option<String> {
    let (who, order) = line.split_once(':')?;
    let mut words = order.split_whitespace();
    let (verb, whom) = (words.next()?, words.next());
    let who = who.trim();
    let like = |choice: &&Choice| choice.action.key.0 == verb && written_who(play, choice) == who;
    let mut offers = now.offers.all.iter().filter(like);
    let first = offers.next()?;
    match whom {
        Some(whom) => (words.next().is_none() && first.action.value(AT).is_some() && are_names(play, whom))
            .then(|| format!("{who}: {verb} at={whom}")),
        // How far a move goes is never left out: it would be as far as it can be.
        None => (offers.next().is_none() && first.action.key != MOVE).then(|| play.as_typed(&first.action)),
    }
}

fn with_who(play: &Play, now: &Now, typed: &str) -> String {
    let typed = in_small_letters(typed.trim());
    let (first, rest) = typed.split_once(' ').unwrap_or((&typed, ""));
    if typed.contains(':') {
        return typed;
    }
    if let Some(who) = meant(play, now, first) {
        return format!("{who}: {typed}");
    }
    if !rest.is_empty() && are_names(play, first) { format!("{first}: {rest}") } else { typed }
}

/// The line in small letters, as all names are; a length keeps its unit, `6U`.
fn in_small_letters(typed: &str) -> String {
    let mut before = ' ';
    let small = |c: char| {
        let is_unit = std::mem::replace(&mut before, c).is_ascii_digit();
        if is_unit { c } else { c.to_ascii_lowercase() }
    };
    typed.chars().map(small).collect()
}

/// Who is meant by an order that begins with its verb or its first leg: whoever is selected; else the only one of whom it is
/// on offer.
fn meant(play: &Play, now: &Now, first: &str) -> Option<String> {
    let is_leg = LEG_WORDS.contains(&first);
    let has_verb = |choice: &&Choice| choice.action.key.0 == first;
    if !is_leg && !now.offers.all.iter().any(|choice| has_verb(&choice)) {
        return None;
    }
    let view = play.game.view();
    let units: Vec<_> = play.look.focus().into_iter().chain(play.look.mates().iter().copied()).collect();
    let of_selected = |choice: &Choice| {
        let acting = choice.action.who.iter().flat_map(|who| units_of(&view, *who));
        acting.into_iter().any(|unit| units.contains(&unit))
    };
    if !units.is_empty() && (is_leg || now.offers.all.iter().filter(has_verb).any(of_selected)) {
        let names: Vec<&str> = units.iter().map(|unit| view.roster().name(*unit)).collect();
        return Some(names.join("+"));
    }
    let all: BTreeSet<String> =
        now.offers.all.iter().filter(has_verb).map(|choice| written_who(play, choice)).collect();
    if all.len() == 1 { all.into_iter().next() } else { None }
}

/// Who acts, as it is written.
fn written_who(play: &Play, choice: &Choice) -> String {
    play.as_typed(&choice.action).split(':').next().unwrap_or_default().to_owned()
}

/// Why nobody can be ordered by that name: it is that of a body, of which each unit is ordered by itself now.
pub fn is_of_body(play: &Play, now: &Now, action: &Action) -> Option<String> {
    let [who @ Ref::Body(_)] = action.who[..] else { return None };
    let view = play.game.view();
    let acts = |choice: &Choice, of: Ref| choice.action.who.contains(&of);
    if now.offers.all.iter().any(|choice| acts(choice, who)) {
        return None;
    }
    let units = units_of(&view, who).into_iter();
    let free: Vec<&str> = units
        .filter(|unit| now.offers.all.iter().any(|choice| acts(choice, Ref::Unit(*unit))))
        .map(|unit| view.roster().name(unit))
        .collect();
    let body = view.names().name(who);
    (!free.is_empty()).then(|| translate_with("unread-body", &[("body", &body), ("units", &free.join(", "))]))
}

/// Whether these are names of this battle, with `+` between them.
fn are_names(play: &Play, text: &str) -> bool {
    let (view, body) = (play.game.view(), text.ends_with('+'));
    let names = view.names();
    let whole = text.trim_end_matches('+');
    names.ref_of(text).is_some()
        || (!body && !whole.is_empty() && whole.split('+').all(|name| names.ref_of(name).is_some()))
}

/// Why that line, spelt in full, cannot be read.
pub fn what_is_wrong(play: &Play, now: &Now, typed: &str, error: NotationError) -> String {
    let (who, order) = typed.split_once(':').unwrap_or((typed, ""));
    if let Some(unknown) = who.split(['+', ' ']).map(str::trim).find(|name| !name.is_empty() && !are_names(play, name))
    {
        return nobody(play, unknown);
    }
    let verb = order.trim().split([' ', ',']).next().unwrap_or_default();
    if verb.is_empty() {
        return translate_with("unread-nothing", &[("who", &who.trim())]);
    }
    let known: BTreeSet<String> = now.offers.all.iter().flat_map(|choice| words_of(play, choice, who)).collect();
    if !LEG_WORDS.contains(&verb) && !known.contains(verb) && !known.is_empty() {
        let orders: Vec<&str> = known.iter().map(String::as_str).collect();
        return translate_with("unread-verb", &[("verb", &verb), ("who", &who.trim()), ("orders", &orders.join(", "))]);
    }
    match error.wanted {
        Some((wanted, Some(found))) => {
            translate_with("unread-found", &[("found", &found), ("wanted", &without_ticks(&wanted))])
        }
        Some((wanted, None)) => translate_with("unread-ends", &[("wanted", &without_ticks(&wanted))]),
        None => without_ticks(&error.message),
    }
}

/// The verb of that choice and its legs, when it is on offer to one of those people.
fn words_of(play: &Play, choice: &Choice, who: &str) -> Vec<String> {
    let written = play.as_typed(&choice.action);
    let Some((of, order)) = written.split_once(':') else { return Vec::new() };
    if !of.split('+').any(|name| who.split('+').any(|w| w.trim() == name)) {
        return Vec::new();
    }
    let firsts = order.split(',').filter_map(|part| part.split_whitespace().next());
    let words = firsts.enumerate().filter(|(n, word)| *n == 0 || LEG_WORDS.contains(word));
    words.map(|(_, word)| word.to_owned()).collect()
}

fn nobody(play: &Play, name: &str) -> String {
    let known = play.game.view().names().known();
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => translate_with("unread-nobody-but", &[("name", &name), ("near", &near)]),
        None => translate_with("unread-nobody", &[("name", &name)]),
    }
}

/// What stands between ticks in the language of files stands between quotation marks for people.
fn without_ticks(text: &str) -> String {
    let mut opens = false;
    let quote = |c: char| match c {
        '`' => {
            opens = !opens;
            if opens { '“' } else { '”' }
        }
        other => other,
    };
    text.chars().map(quote).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Ref;
    use crate::battle::notation::read_typed;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{self, begun, sit_down, teaching};
    use crate::ids::UnitId;
    use crate::rules::battles::TEACHING_BY_UNITS;

    fn told(play: &mut Play, typed: &str) -> String {
        let now = play.now();
        let whole = in_full(play, &now, typed);
        match read_typed(&whole, &play.game.view().names()) {
            Ok(_) => whole,
            Err(error) => what_is_wrong(play, &now, &whole, error),
        }
    }

    #[test]
    fn an_order_without_a_name_is_said_of_whoever_is_selected() {
        let mut play = begun(TEACHING_BY_UNITS, [Person; 2]);
        let unit = play.game.view().roster().ids().next().unwrap();
        let name = play.game.view().roster().name(unit).to_owned();
        assert!(told(&mut play, "ahead 1").contains("Nobody"), "of nobody");
        assert_eq!(
            told(&mut play, &format!("{name} ahead 1")),
            format!("{name}: ahead 1"),
            "the colon goes without saying"
        );
        assert_eq!(told(&mut play, &format!(" {} Ahead 1", name.to_uppercase())), format!("{name}: ahead 1"));
        assert_eq!(told(&mut play, &format!("{name} Ahead 1U")), format!("{name}: ahead 1U"), "a unit of length stays");
        let now = play.now();
        let bare = format!("{name}: move");
        assert_eq!(in_full(&play, &now, &bare), bare, "how far it goes is not left out");
        play.look.focus_on(Some(unit));
        let now = play.now();
        let whole = in_full(&play, &now, "ahead 1");
        let read = read_typed(&whole, &play.game.view().names()).map(|action| action.who);
        assert_eq!(read, Ok(vec![Ref::Unit(unit)]));
    }

    #[test]
    fn what_only_one_can_do_needs_no_name() {
        let mut play = begun(TEACHING_BY_UNITS, [Person; 2]);
        let now = play.now();
        let ends = now.offers.all.iter().find(|choice| choice.ends).unwrap().action.clone();
        assert_eq!(told(&mut play, ends.key.0), play.as_typed(&ends));
    }

    /// The battle at the first question at which an order names an enemy, and that order as it is typed.
    fn at_one_who_is_sent(battle: &str) -> Option<(Play, String)> {
        let mut play = begun(battle, [Person; 2]);
        for _ in 0..200 {
            sit_down(&mut play);
            let now = play.now();
            let sent = now.offers.all.iter().find(|choice| {
                matches!(choice.action.who[..], [Ref::Unit(_)])
                    && choice.action.with.len() == 1
                    && choice.action.value(AT).is_some()
            });
            if let Some(choice) = sent {
                let written = play.as_typed(&choice.action);
                return Some((play, written));
            }
            let next = now.offers.all.iter().find(|choice| !choice.ends).or(now.offers.all.first())?.action.clone();
            play.submit(next);
        }
        None
    }

    #[test]
    fn whom_it_is_done_to_is_named_without_at_and_left_out_where_there_is_one_alone() {
        let mut tried = 0;
        for battle in teaching() {
            let Some((mut play, written)) = at_one_who_is_sent(&battle) else { continue };
            tried += 1;
            assert_eq!(told(&mut play, &written.replace("at=", "")), written, "{battle}");
            let now = play.now();
            let (before, _) = written.split_once(" at=").unwrap();
            let like = |choice: &&Choice| play.as_typed(&choice.action).starts_with(&format!("{before} "));
            let alone = now.offers.all.iter().filter(like).count() == 1;
            assert_eq!(in_full(&play, &now, before) == written, alone, "{battle}: {before}");
        }
        assert!(tried >= 2, "{tried} battles have such an order");
    }

    #[test]
    fn a_body_whose_units_are_ordered_one_by_one_is_told_to_be_one() {
        let mut tried = 0;
        for battle in teaching() {
            let mut play = begun(&battle, [Person; 2]);
            for _ in 0..3 {
                sit_down(&mut play);
                let now = play.now();
                let view = play.game.view();
                let free = |unit: UnitId| now.offers.all.iter().any(|choice| choice.action.who == [Ref::Unit(unit)]);
                let bodies = view.bodies().present().map(|(id, body)| (Ref::Body(id), body.units.clone()));
                for (body, units) in bodies.filter(|(_, units)| units.iter().any(|unit| free(*unit))) {
                    let ordered = now.offers.all.iter().any(|choice| choice.action.who.contains(&body));
                    let told = is_of_body(&play, &now, &Action::new(body, Word("move")));
                    tried += usize::from(told.is_some());
                    assert_eq!(told.is_none(), ordered, "{battle}: {told:?}");
                    let named = |told: &String| units.iter().any(|unit| told.contains(view.roster().name(*unit)));
                    assert!(told.iter().all(named), "{battle}: {told:?}");
                }
                stage::answer(&mut play);
            }
        }
        assert!(tried >= 2, "{tried} bodies");
    }

    #[test]
    fn what_is_wrong_is_told_of_what_was_typed() {
        let mut play = begun(TEACHING_BY_UNITS, [Person; 2]);
        let now = play.now();
        let of_unit = |choice: &&Choice| matches!(choice.action.who[..], [Ref::Unit(_)]);
        let who = written_who(&play, now.offers.all.iter().find(of_unit).unwrap());
        let mut says = |typed: &str, parts: &[&str]| {
            let told = told(&mut play, typed);
            assert!(parts.iter().all(|part| told.contains(part)), "{typed}: {told}");
            assert!(!told.contains('`') && !told.contains("column"), "{told}");
        };
        says("help", &["Nobody", "“help”"]);
        says(&format!("{who}x: ahead 1"), &[&format!("“{who}x”"), &format!("“{who}”")]);
        says(&who, &[&who]);
        says(&format!("{who}: fly 3"), &["“fly”", &who, "ahead"]);
        says(&format!("{who}: wheel 20"), &["20", "left"]);
        says(&format!("{who}: ahead four"), &["four", "length"]);
        says(&format!("{who}: ahead"), &["length"]);
    }
}
