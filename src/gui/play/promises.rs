//! What the window promises of orders and of the log, held on whole battles: a charge is called one, one length is one number
//! wherever it is told, nobody reads notation, and every turn begins with its number.

use std::collections::BTreeSet;

use super::compose;
use super::layout::Class;
use super::look::drawn;
use super::panel::Verdict;
use super::panel::held;
use super::stage::{Stage, begun, teaching};
use super::state::Play;
use crate::battle::{Action, Arg, Choice, Handle, Measured, Range, Ref, Value};
use crate::gui::game::Turn;
use crate::gui::game::hand::Held;
use crate::gui::game::offers::{CONTACT, offers};
use crate::gui::game::place;
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::words;
use crate::ids::UnitId;
use crate::lab::chronicle::Kind;
use crate::lab::order;
use crate::players::{Kind as Who, Player};
use crate::table::{Footprint, Mil};

/// Plays that battle with such players on both sides, and looks at it before every answer, until told that this was enough.
fn played(battle: &str, who: Who, answers: usize, mut look: impl FnMut(&mut Play) -> bool) -> Play {
    let mut play = begun(battle, [Person; 2]);
    let mut players: [Box<dyn Player>; 2] = [1, 2].map(|seed| who.make(play.game.ruleset(), seed));
    for _ in 0..answers {
        if look(&mut play) {
            break;
        }
        let Turn::Of { side, .. } = play.game.turn() else { break };
        let action = players[side.index()].answer(&play.game.view_of(side), side);
        play.submit(action);
        if let Turn::Of { side, .. } = play.game.turn() {
            play.seats.look(Some(side));
        }
    }
    play
}

/// The stop at which that choice comes to blows, with the place of its value.
fn blows(choice: &Choice) -> Option<(usize, Value)> {
    let stop = |(n, param): (usize, &crate::battle::Param)| {
        param.stops.iter().find(|stop| stop.why == CONTACT).map(|stop| (n, stop.at.clone()))
    };
    choice.params.iter().enumerate().find_map(stop)
}

#[test]
fn a_charge_is_called_one_on_the_offer_and_on_the_button_of_what_is_held() {
    let mut tried = 0;
    for battle in teaching() {
        let mut found: Option<(UnitId, Choice)> = None;
        let play = played(&battle, Who::Captain, 200, |play| {
            let Some(side) = play.person() else { return false };
            let now = play.now();
            let charge = now.offers.all.iter().find(|choice| blows(choice).is_some());
            found = charge.and_then(|choice| match choice.action.who[..] {
                [Ref::Unit(unit), ..] => Some((unit, choice.clone())),
                [Ref::Body(body), ..] => {
                    Some((*play.game.view_of(side).bodies().get(body).units.first()?, choice.clone()))
                }
                _ => None,
            });
            found.is_some()
        });
        let Some((unit, choice)) = found else { continue };
        tried += 1;
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        stage.play.look.finish_motion();
        stage.play.select(Some(unit));
        stage.rest();
        let now = stage.play.now();
        let side = now.person.unwrap();
        let listed = now.offers.listed.iter().find(|listed| listed.choice.action == choice.action).unwrap();
        assert!(listed.label.ends_with(" or charge"), "{battle}: {}", listed.label);
        assert!(stage.widget(&format!("offer {}", listed.label)).is_some(), "{battle}: {:?}", stage.words());
        let mut held = Held::take(&stage.play.game, side, listed.choice.clone());
        let (param, at) = blows(&listed.choice).unwrap();
        held.put(&stage.play.game, side, param, at);
        assert!(held::charges(&held), "{battle}: {:?}", held.verdict);
        stage.play.hold(held);
        stage.rest();
        assert!(stage.widget("offer Charge").is_some(), "{battle}: {:?}", stage.words());
        assert!(stage.widget(&format!("offer {}", listed.label)).is_none(), "{battle}");
    }
    assert!(tried >= 2, "{tried} rulesets have moves that end at an enemy");
}

#[test]
fn every_turn_begins_with_its_number_in_the_log() {
    for battle in teaching() {
        let mut play = played(&battle, Who::Captain, 2000, |play| play.game.view().clock().turn >= 3);
        let lines = play.now().lines;
        for turn in 1..=3 {
            let words = format!("Turn {turn}. ");
            let begins: Vec<&str> =
                lines.iter().map(|line| &*line.text).filter(|text| text.starts_with(&words)).collect();
            assert_eq!(begins.len(), 1, "{battle}: {begins:?}");
        }
        let mut stage = Stage::sized(play, 1280.0, 800.0);
        stage.play.look.finish_motion();
        stage.rest();
        assert!(stage.words().iter().any(|said| said.contains("Turn 3. ")), "{battle}: {:?}", stage.words());
    }
}

/// What of a line stands in it as people type it and nobody says it.
fn notation(text: &str) -> Option<&'static str> {
    const LEGS: [&str; 4] = ["ahead", "slide", "wheel", "face"];
    let words: Vec<&str> = text.split([' ', ',']).collect();
    let bare = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let turned = |pair: &[&str]| ["left", "right"].contains(&pair[0]) && bare(pair[1]);
    let leg = |three: &[&str]| LEGS.contains(&three[0].to_lowercase().as_str()) && turned(&three[1..]);
    match () {
        () if text.contains('=') => Some("="),
        () if text.contains(['{', '}', '|']) => Some("a brace or a stroke"),
        () if words.windows(3).any(leg) => Some("a leg"),
        () => None,
    }
}

#[test]
fn the_log_tells_no_order_in_notation() {
    assert_eq!(notation("a: slide left 90 2.4"), Some("a leg"));
    assert_eq!(notation("a: slide 90° left 2.4 in, ahead 3U"), None);
    for battle in teaching() {
        let (mut orders, mut written) = (0, Vec::new());
        let mut play = played(&battle, Who::Random, 300, |play| {
            written.extend(play.game.journal().last().and_then(|entry| entry.answer.clone()).map(|(_, action)| {
                let line = play.written(&action);
                line.split_once(": ").map_or(String::new(), |(_, what)| what.to_owned())
            }));
            false
        });
        for line in play.now().lines.iter() {
            orders += usize::from(line.kind == Kind::Move);
            assert_eq!(notation(&line.text), None, "{battle}: {}", line.text);
            // What has numbers or names of values in it is nowhere told as it is typed.
            let typed = written.iter().find(|what| what.contains(['=', '|']) && line.text.contains(*what));
            assert_eq!(typed, None, "{battle}: {}", line.text);
        }
        assert!(orders > 20, "{battle}: {orders} orders are told");
    }
}

/// The numbers in a text, as people read them.
fn numbers(text: &str) -> Vec<f32> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    parts.filter_map(|part| part.trim_end_matches('.').parse().ok()).collect()
}

/// Whether that number is among those of a text.
fn tells(text: &str, n: f32) -> bool {
    numbers(text).iter().any(|other| (other - n).abs() < 1e-3)
}

/// The place of the length by which a choice goes, and half of the way up to its greatest, on a tenth of the game's unit.
fn half(play: &Play, choice: &Choice) -> Option<(usize, Mil)> {
    let unit = (play.game.ruleset().texts)().unit;
    let length = |(n, param): (usize, &crate::battle::Param)| match param.range {
        Range::Length(low, high) if param.handle != Handle::Target && high > low => {
            let middle = words::to_tenth(unit.as_ref(), Mil((low.0 + high.0) / 2));
            (middle > low && middle < high).then_some((n, middle))
        }
        _ => None,
    };
    choice.params.iter().enumerate().find_map(length)
}

#[test]
fn one_length_is_one_number_on_button_verdict_tag_line_and_log() {
    for battle in teaching() {
        let (mut wrong, mut tried) = (Vec::new(), 0);
        let mut seen = Vec::new();
        played(&battle, Who::Captain, 120, |play| {
            let Some(side) = play.person().filter(|_| !play.game.asks_for_dice()) else { return false };
            let own = play.game.ruleset().texts;
            let of_unit = own().unit.as_ref().map_or(1.0, |unit| unit.inches);
            let question = play.game.view().question().map(|question| question.key);
            let all = offers(&play.game, side, None).all;
            for choice in all.into_iter().filter(|choice| !place::is_plan(choice)) {
                let Some((param, middle)) = half(play, &choice) else { continue };
                // Each kind of offer of each question a few times.
                let name = choice.params[param].name;
                let kind = (question, choice.action.key, name);
                if seen.iter().filter(|known| **known == kind).count() >= 3 {
                    continue;
                }
                let focus =
                    choice.action.who.iter().flat_map(|of| crate::lab::chronicle::units_of(&play.game.view(), *of));
                let focus = focus.collect::<Vec<_>>().first().copied();
                play.select(focus);
                let mut held = Held::take(&play.game, side, choice.clone());
                held.put(&play.game, side, param, Value::Length(middle));
                if held.verdict.is_err()
                    || crate::gui::game::vary::value(&choice.params[param], &held.action) != Some(Value::Length(middle))
                {
                    continue;
                }
                seen.push(kind);
                tried += 1;
                play.hold(held.clone());
                let now = play.now();
                let n = (middle.to_inches() / of_unit * 10.0).round() / 10.0;
                let button = held::value(play, &held);
                let panel = compose::panel(play, &now, Class::Wide);
                let (Some(Verdict::Yes(verdict)) | Some(Verdict::Cut(verdict))) = &panel.verdict else { continue };
                let line = play.hand.typed().to_owned();
                let none = |_: UnitId| Vec::<Footprint>::new();
                let tags: Vec<String> =
                    drawn::overlays(play, &now, &none, false).tags.into_iter().flat_map(|tag| tag.lines).collect();
                let log = order::in_words(&play.game.narrator(), &held.action);
                // A measure that is a length is told alike in the panel and on the table, to a tenth.
                let mut told = vec![("button", &button, n), ("line", &line, n), ("log", &log, n)];
                let tags = tags.join(" / ");
                let lengths =
                    held.verdict.iter().flat_map(|ruling| &ruling.measured).filter_map(
                        |(_, measured, _)| match measured {
                            Measured::Length(length) if *length != Mil::ZERO => Some(*length),
                            _ => None,
                        },
                    );
                for length in lengths {
                    let n = (length.to_inches() / of_unit * 10.0).round() / 10.0;
                    told.extend([("verdict", verdict, n), ("tag", &tags, n)]);
                }
                for (place, words, n) in told.into_iter().filter(|(_, words, n)| !tells(words, *n)) {
                    wrong.push(format!("{place} of {line} ({n}): {words}"));
                }
                play.let_go();
                play.select(None);
            }
            false
        });
        assert!(tried > 0, "{battle}: nobody goes anywhere");
        assert!(wrong.is_empty(), "{battle}: {wrong:#?}");
    }
}

#[test]
fn a_window_of_another_size_is_laid_out_anew_though_nobody_touches_it() {
    let mut stage = Stage::sized(begun(crate::rules::battles::TEACHING, [Person; 2]), 1280.0, 800.0);
    for (width, height) in [(853.0, 533.0), (1000.0, 700.0), (1920.0, 1080.0)] {
        let before = stage.play.look.whole_in().unwrap();
        stage.resize(width, height);
        stage.rest();
        let (menu, table) = (stage.widget("Menu").unwrap(), stage.play.look.whole_in().unwrap());
        assert!(menu.right() <= width && menu.right() > width - 60.0, "{width}: the menu lies at {menu:?}");
        assert!(table != before && table.right() <= width && table.bottom() <= height, "{width}: {table:?}");
        // The whole table is seen in it, as it was before.
        let size = stage.play.now().scene.table;
        for corner in [bevy::math::Vec2::ZERO, size] {
            assert!(table.expand(1.0).contains(stage.on_screen(corner)), "{width}: {corner}");
        }
        let last = stage.words().iter().any(|said| said.starts_with("order in notation"));
        assert!(last, "{width}: {:?}", stage.words());
    }
}

#[test]
fn whoever_a_unit_leaves_behind_is_told_before_it_goes() {
    let mut play = begun("ancientmaster/zama", [Person; 2]);
    let mut players: [Box<dyn Player>; 2] = [1, 2].map(|seed| Who::Random.make(play.game.ruleset(), seed));
    let (mut left, mut told_before) = (0, 0);
    for _ in 0..400 {
        let Turn::Of { side, .. } = play.game.turn() else { break };
        let action = players[side.index()].answer(&play.game.view_of(side), side);
        let ruling = play.game.view_of(side).judge(&action).unwrap();
        let narrator = play.game.narrator();
        let notes: Vec<String> = ruling.notes.iter().map(|note| narrator.note(note)).collect();
        let entry = play.game.journal().depth() + 1;
        play.submit(action);
        let lines = play.now().lines;
        for line in lines.iter().filter(|line| line.entry == entry) {
            let Some(who) = line.text.strip_suffix(" stays behind.") else { continue };
            left += 1;
            let told = notes.iter().any(|note| note.to_lowercase().starts_with(&who.to_lowercase()));
            told_before += usize::from(told);
        }
    }
    assert!(left > 0 && told_before == left, "{told_before} of {left}");
}

#[test]
fn whose_move_an_order_to_another_ends_is_told_before_it_is_given() {
    let mut play = begun("chainmail/first_battle", [Person; 2]);
    let mut players: [Box<dyn Player>; 2] = [3, 4].map(|seed| Who::Random.make(play.game.ruleset(), seed));
    let unit_of = |action: &Action| if let [Ref::Unit(unit)] = action.who[..] { Some(unit) } else { None };
    let may_be_ordered = |play: &mut Play| -> BTreeSet<UnitId> {
        play.now().offers.all.iter().filter_map(|choice| unit_of(&choice.action)).collect()
    };
    let (mut told, mut ended) = (0, 0);
    for _ in 0..400 {
        let Turn::Of { side, .. } = play.game.turn() else { break };
        play.seats.look(Some(side));
        let before = may_be_ordered(&mut play);
        let action = players[side.index()].answer(&play.game.view_of(side), side);
        let ruling = play.game.view_of(side).judge(&action).unwrap();
        let words = ruling.notes.iter().filter(|note| note.says.0 == "would-end-its-move").flat_map(|note| &note.words);
        let whose = words.map(|(_, arg)| arg).find_map(|arg| if let Arg::Of(of) = arg { Some(*of) } else { None });
        let step = play.game.view().clock().step;
        play.submit(action.clone());
        if play.game.view().clock().step != step || play.person() != Some(side) {
            continue;
        }
        let after = may_be_ordered(&mut play);
        // Whoever has moved himself may be at the end of his own Move.
        let lost: Vec<Ref> = before
            .difference(&after)
            .filter(|unit| Some(**unit) != unit_of(&action) && play.game.view().on_table(**unit))
            .map(|unit| Ref::Unit(*unit))
            .collect();
        told += usize::from(whose.is_some());
        ended += lost.len();
        assert!(whose.is_none_or(|whose| lost.contains(&whose)), "{action:?}: {whose:?} is told, {lost:?} lost it");
        assert!(lost.len() <= usize::from(whose.is_some()), "{action:?}: {lost:?} lost it, {whose:?} is told");
    }
    assert!(told > 3, "{told} told, {ended} ended");
}
