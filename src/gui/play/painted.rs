//! What is told stands painted on the whole screen: what dice are for, odds and their head, what a move aside is called, why
//! nobody moves, and whose plan an army has. And the wheel looks nearer and farther where the pointer is.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Key, Rect};

use super::begin::{Battle, begin};
use super::look::drawn;
use super::stage::{Stage, battle, begun, sit_down, teaching};
use super::state::Play;
use super::wants::Wants;
use crate::battle::telling;
use crate::battle::{Choice, Measured, Ref, Value};
use crate::cite::Word;
use crate::gui::game::Turn;
use crate::gui::game::hand::Held;
use crate::gui::game::letters;
use crate::gui::game::offers::{CONTACT, Listed, offers};
use crate::gui::game::sitter::Sitter::{self, Person};
use crate::gui::game::terms::Terms;
use crate::gui::saves;
use crate::gui::words::{capital, rounded};
use crate::ids::{Side, UnitId};
use crate::lab::order;
use crate::players::{Captain, Player};
use crate::rules::{RULESETS, battles};
use crate::scenario::journal::{Chosen, DiceFrom};
use crate::table::{Cdeg, Footprint, Leg, Mil};

/// The rulesets' teaching battles as a captain plays them for two persons, looked at before each of so many answers.
fn played(answers: usize, mut look: impl FnMut(&str, &mut Stage) -> bool) {
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1600.0, 1000.0);
        let mut captain = Captain::new(stage.play.game.ruleset());
        for _ in 0..answers {
            sit_down(&mut stage.play);
            if look(&battle, &mut stage) {
                break;
            }
            let Turn::Of { side, .. } = stage.play.game.turn() else { break };
            let action = captain.answer(&stage.play.game.view_of(side), side);
            stage.play.submit(action);
            stage.play.look.finish_motion();
        }
    }
}

#[test]
fn how_many_dice_are_rolled_for_whom_and_what_for_is_painted() {
    let sizes = [(1280.0, 800.0), (853.0, 533.0)];
    let (mut several, mut of_somebody) = (0, 0);
    for (battle, size) in teaching().into_iter().flat_map(|name| sizes.map(|size| (name.clone(), size))) {
        let game = saves::begun(RULESETS, &battle, Chosen::default(), DiceFrom::Hand, None).ok().unwrap();
        let mut stage = Stage::sized(Play::new(game, [Person; 2], 1), size.0, size.1);
        let mut captain = Captain::new(stage.play.game.ruleset());
        let mut known = Vec::new();
        for _ in 0..120 {
            sit_down(&mut stage.play);
            let Turn::Of { side, .. } = stage.play.game.turn() else { break };
            let Some(throw) = stage.play.throw() else {
                let action = captain.answer(&stage.play.game.view_of(side), side);
                stage.play.submit(action);
                continue;
            };
            let kind = (throw.why.clone(), throw.count > 1, throw.who.is_some());
            if !known.contains(&kind) {
                known.push(kind);
                stage.rest();
                let dice = match (throw.count, throw.sides) {
                    (1, 6) => "a die".to_owned(),
                    (1, sides) => format!("a die of {sides}"),
                    (n, 6) => format!("{n} dice"),
                    (n, sides) => format!("{n} dice of {sides}"),
                };
                let whose = throw.who.as_ref().map_or(String::new(), |who| format!(" for {who}"));
                let told = format!("Roll {dice}{whose}: {}", throw.why).to_uppercase();
                let seen = stage.painted().iter().find(|seen| seen.text.to_uppercase() == told);
                assert!(seen.is_some_and(|seen| !seen.cut), "{battle} {size:?}: no {told} in {:?}", stage.painted());
                several += usize::from(throw.count > 1);
                of_somebody += usize::from(throw.who.is_some());
            }
            stage.play.submit(telling(side, &vec![3; throw.count]));
        }
    }
    assert!(several > 5 && of_somebody > 5, "{several} with several dice, {of_somebody} for somebody");
}

/// Whether those words are painted, alone or with others.
fn seen(stage: &Stage, words: &str) -> bool {
    stage.painted().iter().any(|seen| seen.text.contains(words) && !seen.cut)
}

#[test]
fn the_odds_say_who_breaks_and_what_the_enemy_does_and_no_side_is_a_subject() {
    let (mut ours, mut enemys, mut breaks) = (0, 0, 0);
    played(60, |battle, stage| {
        stage.play.next_ready(false);
        let now = stage.play.now();
        let Some(side) = now.person.filter(|_| now.plan.is_none()) else { return false };
        let choices = now.offers.all.clone();
        let charge = choices.iter().find_map(|choice| blows(&stage.play, side, choice));
        let Some(held) = charge else { return false };
        stage.play.hold(held);
        stage.rest();
        let now = stage.play.now();
        let panel = super::compose::panel(&stage.play, &now, super::layout::Class::Wide);
        let texts = (stage.play.game.ruleset().texts)();
        let known = |word: &str| texts.words.values().any(|known| known == word);
        let odds = panel.odds.iter().flat_map(|block| &block.parts).map(|part| (part, false));
        let threats = panel.threats.iter().flat_map(|threat| &threat.parts).map(|part| (part, true));
        for (part, threat) in odds.chain(threats).filter(|(part, _)| part.share > 0.0) {
            let (what, told) = (&part.what, part.told());
            assert!(seen(stage, &told), "{battle}: no `{told}` in {:?}", stage.painted());
            let verb = texts.word(Word("breaks"));
            let who = ["they", "you"].map(|who| format!("{who} {verb}"));
            match what.strip_prefix("enemy: ") {
                _ if who.contains(what) => {
                    assert!(!verb.ends_with('s'), "{battle}: {what}");
                    breaks += 1;
                }
                Some(word) if known(word) => enemys += 1,
                None if known(what) && !threat => ours += 1,
                _ => panic!("{battle}: {what}"),
            }
        }
        stage.play.let_go();
        false
    });
    assert!(ours > 10 && enemys > 0 && breaks > 0, "{ours}, {enemys}, {breaks}");
}

/// Such a choice in the hand, put where it comes to blows; none where it does not.
fn blows(play: &Play, side: Side, choice: &Choice) -> Option<Held> {
    let stop = |(n, param): (usize, &crate::battle::Param)| {
        param.stops.iter().find(|stop| stop.why == CONTACT).map(|stop| (n, stop.at.clone()))
    };
    let (n, at) = choice.params.iter().enumerate().find_map(stop)?;
    let mut held = Held::take(&play.game, side, choice.clone());
    held.put(&play.game, side, n, at);
    held.verdict.is_ok().then_some(held)
}

#[test]
fn the_odds_of_a_charge_are_headed_by_how_far_away_contact_is_made_to_a_tenth() {
    let mut told = 0;
    played(60, |battle, stage| {
        let now = stage.play.now();
        let Some(side) = now.person.filter(|_| now.plan.is_none()) else { return false };
        let choices = now.offers.all.clone();
        let charges: Vec<Held> = choices.iter().filter_map(|choice| blows(&stage.play, side, choice)).take(2).collect();
        for held in charges {
            let measured = held.verdict.as_ref().unwrap().measured.iter().find(|(word, ..)| *word == CONTACT);
            let far = measured.map(|(_, far, _)| *far);
            stage.play.hold(held);
            stage.rest();
            let heads: Vec<&str> = stage
                .painted()
                .iter()
                .map(|seen| seen.text.as_str())
                .filter(|text| text.starts_with("IF CONTACT"))
                .collect();
            if let (Some(Measured::Length(length)), [head, ..]) = (far, &heads[..])
                && *head != "IF CONTACT IS MADE"
            {
                let unit = (stage.play.game.ruleset().texts)().unit;
                let words = rounded(unit.as_ref(), Measured::Length(length));
                assert_eq!(*head, format!("IF CONTACT IS MADE AT {}", words.to_uppercase()), "{battle}: {length:?}");
                let digits =
                    head.split('.').nth(1).map_or(0, |part| part.chars().take_while(char::is_ascii_digit).count());
                assert!(digits <= 1, "{battle}: {head}");
                told += usize::from(length.0 % 100 != 0);
            }
            stage.play.let_go();
        }
        false
    });
    assert!(told > 0, "nobody charges over a length that has to be rounded");
}

#[test]
fn who_goes_aside_is_said_to_by_one_word_on_the_offer_in_the_tag_and_in_the_log() {
    let (mut tried, mut known) = (0, Vec::new());
    played(60, |battle, stage| {
        let now = stage.play.now();
        let Some(side) = now.person.filter(|_| now.plan.is_none() && !stage.play.game.asks_for_dice()) else {
            return false;
        };
        for unit in now.ready.iter().copied().take(3) {
            stage.play.select(Some(unit));
            let now = stage.play.now();
            let texts = (stage.play.game.ruleset().texts)();
            let word = texts.word(Word("slide"));
            let aside = |listed: &&Listed| match listed.choice.action.legs() {
                [Leg::Slide(way, _)] => way.0.abs() != Cdeg::HALF.0 && listed.choice.called.is_none(),
                _ => false,
            };
            for listed in now.offers.listed.iter().filter(aside) {
                let label = &listed.label;
                assert!(label.starts_with(&capital(&word)), "{battle}: {label}");
                let mut held = Held::take(&stage.play.game, side, listed.choice.clone());
                held.put(&stage.play.game, side, 0, Value::Length(Mil(400)));
                let far = held.verdict.as_ref().ok().and_then(|ruling| ruling.measured.first()).map(|(_, far, _)| *far);
                if !matches!(far, Some(Measured::Length(far)) if far > Mil::ZERO) {
                    continue;
                }
                let log = order::in_words(&stage.play.game.narrator(), &held.action);
                assert!(log.contains(&label.to_lowercase()), "{battle}: {label} and {log}");
                if !known.contains(label) {
                    known.push(label.clone());
                    stage.rest();
                    assert!(stage.widget(&format!("offer {label}")).is_some(), "{battle}: {:?}", stage.words());
                    assert!(seen(stage, label), "{battle}: {label} is not in {:?}", stage.painted());
                }
                stage.play.hold(held);
                let now = stage.play.now();
                let none = |_: UnitId| Vec::<Footprint>::new();
                let tags = drawn::overlays(&stage.play, &now, &none, false).tags;
                let lines: Vec<String> = tags.into_iter().flat_map(|tag| tag.lines).collect();
                let first = format!("{} ", capital(&word));
                assert!(lines.iter().any(|line| line.starts_with(&first)), "{battle}: {first} in {lines:?}");
                assert!(!lines.iter().any(|line| line.starts_with("Left ")), "{battle}: {lines:?}");
                tried += 1;
                stage.play.let_go();
            }
        }
        false
    });
    assert!(tried > 2, "{tried} go aside");
}

#[test]
fn whoever_draws_one_who_may_do_something_but_move_is_told_what() {
    let mut told = 0;
    played(60, |battle, stage| {
        let now = stage.play.now();
        let Some(side) = now.person.filter(|_| now.plan.is_none() && !stage.play.game.asks_for_dice()) else {
            return false;
        };
        let unit = now.ready.iter().copied().find(|unit| {
            let of = offers(&stage.play.game, side, Some(*unit));
            let may = of.listed.iter().filter(|listed| listed.choice.action.who.contains(&Ref::Unit(*unit)));
            let stands = !stage.play.eyes().feet(*unit).is_empty();
            let mut moves = of.listed.iter().map(|listed| listed.choice.action.key);
            stands && !moves.any(|key| key == crate::battle::MOVE) && of.barred.is_empty() && may.count() > 0
        });
        let Some(unit) = unit else { return false };
        stage.play.select(None);
        stage.rest();
        let (from, name) = (stage.middle(unit), stage.play.game.view().roster().name(unit).to_owned());
        stage.hold(from, from + Vec2::new(3.0, 2.0));
        stage.drop_at(from + Vec2::new(3.0, 2.0));
        let says = format!("{} is not moved now. What it may: ", capital(&name));
        let found = stage.painted().iter().find(|seen| seen.text.contains(&says));
        let found = found.unwrap_or_else(|| panic!("{battle}: no {says} in {:?}", stage.painted()));
        let listed = found.text.split_once(&says).unwrap().1;
        let texts = (stage.play.game.ruleset().texts)();
        let of = offers(&stage.play.game, side, Some(unit));
        let may = of.listed.iter().filter(|listed| listed.choice.action.who.contains(&Ref::Unit(unit)));
        for word in may.map(|offer| texts.word(letters::word(&offer.choice))) {
            assert!(listed.contains(&word), "{battle}: {word} is not in {listed}");
        }
        told += 1;
        true
    });
    assert!(told > 0, "everybody moves always");
}

#[test]
fn the_menu_says_where_text_gives_way_in_the_smallest_window() {
    let [width, height] = crate::gui::options::LEAST;
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), width, height);
    stage.options.scale = 3.0;
    stage.key(Key::F3);
    let whole = Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::new(width, height));
    let says = "300 %, 100 % fits here";
    for _ in 0..20 {
        if stage.shows(says) {
            break;
        }
        stage.scroll(whole.center(), -2.0);
    }
    let seen = stage.painted().iter().find(|seen| seen.text.contains(says));
    let seen = seen.unwrap_or_else(|| panic!("no {says} in {:?}", stage.painted()));
    assert!(!seen.cut && whole.contains_rect(seen.place), "{seen:?}");
}

#[test]
fn a_plan_is_chosen_on_the_agreement_sheet_by_clicks_and_sits_there() {
    let name = battle(battles::TEACHING);
    let terms = Terms::of([Sitter::Captain, Person]);
    let plans: Vec<Sitter> = {
        let play = begun(battles::TEACHING, terms.seats);
        let all = Sitter::all(play.game.setup(), Side::North);
        all.into_iter().filter(|sitter| matches!(sitter, Sitter::Plan(_))).collect()
    };
    assert!(plans.len() > 1);
    let mut play = begin(RULESETS, Battle::Chosen(name.clone(), terms), None, Some(1), 1).ok().unwrap();
    let mut clicked = plans[0].word().to_owned();
    for (nth, plan) in plans.iter().take(2).enumerate() {
        let mut stage = Stage::sized(play, 1280.0, 720.0);
        let north = stage.play.game.side_name(Side::North).to_owned();
        stage.click_on(&format!("{north}: {clicked}"));
        let Some(Wants::Anew(same, terms)) = stage.wants.take() else { panic!("{:?}", stage.words()) };
        assert_eq!((&same, terms.seats), (&name, [*plan, Person]));
        // The window begins the battle anew with them, and the cell says which plan of how many it is.
        play = begin(RULESETS, Battle::Chosen(same, terms), None, Some(1), 1).ok().unwrap();
        assert_eq!(play.sitters(), [*plan, Person]);
        clicked = format!("{}/{}", nth + 1, plans.len());
    }
    let mut stage = Stage::sized(play, 1280.0, 720.0);
    assert!(stage.shows(&clicked), "no {clicked} in {:?}", stage.words());
    stage.key(Key::Enter);
    assert!(stage.play.sheets.agreement().is_none());
    assert_eq!(stage.play.sitters(), [plans[1], Person]);
    assert!(stage.play.is_anybody_thinking() || !stage.play.is_person(Side::North));
}

#[test]
fn the_wheel_looks_nearer_where_the_pointer_is_and_never_loses_the_table() {
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 1280.0, 800.0);
    let camera = |stage: &Stage| stage.play.look.camera().unwrap();
    let area = stage.play.look.whole_in().unwrap();
    let size = stage.play.now().scene.table;
    let point = size * Vec2::new(0.4, 0.6);
    let at = stage.on_screen(point);
    for _ in 0..4 {
        let before = camera(&stage).zoom;
        stage.scroll(at, 3.0);
        assert!(camera(&stage).zoom > before * 1.05, "nearer");
        assert!(stage.on_screen(point).distance(at) < 1.0, "{:?} and not {at:?}", stage.on_screen(point));
    }
    // Nearer at one corner and farther at the other, more often than anybody would: the table fills the view, or is whole.
    for corner in [Vec2::ZERO, size, Vec2::new(size.x, 0.0)] {
        for (lines, at) in [(6.0, corner), (-9.0, size - corner), (-9.0, size - corner)] {
            let at = area.shrink(4.0).clamp(stage.on_screen(at));
            stage.scroll(at, lines);
        }
        (0..4).for_each(|_| stage.scroll(area.shrink(4.0).clamp(stage.on_screen(size - corner)), -9.0));
        let seen = Rect::from_two_pos(stage.on_screen(Vec2::ZERO), stage.on_screen(size));
        let shown = seen.intersect(area);
        let most = area.size().min(seen.size()) * 0.7;
        assert!(shown.width() > most.x && shown.height() > most.y, "{seen:?} in {area:?}");
    }
}
