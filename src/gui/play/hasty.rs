//! Hasty keys on the whole play screen: none of them loses a turn.

use bevy_egui::egui::{Event, Key, Modifiers};

use super::stage::{Stage, answer, begun, sit_down, teaching};
use super::state::{Confirm, Play};
use super::wants::Wants;
use crate::battle::{Action, Ref, door};
use crate::gui::game::hand::Held;
use crate::gui::game::offers::Listed;
use crate::gui::game::place;
use crate::gui::game::sitter::Sitter::Person;
use crate::gui::game::terms::Terms;
use crate::gui::language::translate;
use crate::gui::play::begin::{Battle, begin};
use crate::gui::saves;
use crate::rules::RULESETS;
use crate::rules::battles;
use crate::scenario::journal::{Chosen, DiceFrom};

/// A battle of each ruleset, and a great one.
fn battles() -> Vec<String> {
    teaching().into_iter().chain([battles::GREAT.to_owned()]).collect()
}

fn ends_it(listed: &Listed) -> bool {
    listed.choice.ends && listed.choice.action.who.iter().all(|who| matches!(who, Ref::Side(_)))
}

fn key_of(listed: &Listed) -> Key {
    Key::from_name(&listed.key.unwrap().to_string()).unwrap()
}

/// A battle in which somebody may act and his side may end that, and the letter that would.
fn at_done(battle: &str) -> Option<(Stage, Key)> {
    let mut stage = Stage::sized(begun(battle, [Person; 2]), 1280.0, 800.0);
    for _ in 0..60 {
        sit_down(&mut stage.play);
        let now = stage.play.now();
        let done = now.offers.listed.iter().find(|l| ends_it(l)).map(key_of);
        if let Some(key) = done.filter(|_| !now.ready.is_empty() && now.plan.is_none()) {
            return Some((stage, key));
        }
        let goes_on = now.offers.all.iter().find(|choice| !choice.ends).or(now.offers.all.first());
        let first = goes_on?.action.clone();
        stage.play.submit(first);
        let looks = match stage.play.game.turn() {
            crate::gui::game::Turn::Of { side, .. } => Some(side),
            crate::gui::game::Turn::Over => None,
        };
        stage.play.seats.look(looks);
        stage.rest();
    }
    None
}

fn depth(play: &Play) -> usize {
    play.game.journal().depth()
}

#[test]
fn six_hasty_strokes_of_done_end_no_step_and_enter_asks_who_could_still_act() {
    let mut tried = 0;
    for battle in battles() {
        let Some((mut stage, key)) = at_done(&battle) else { continue };
        tried += 1;
        let before = depth(&stage.play);
        (0..6).for_each(|_| stage.key(key));
        assert_eq!(depth(&stage.play), before, "{battle}");
        assert!(stage.play.hand.held().is_some(), "it lies in the hand");
        stage.key(Key::Enter);
        assert_eq!(depth(&stage.play), before, "{battle}");
        let Some(Confirm::Unfinished(names)) = stage.play.sheets.to_confirm().cloned() else {
            panic!("{battle}: nothing is asked, or {:?}", stage.play.sheets.to_confirm())
        };
        assert!(!names.is_empty() && stage.shows("could still act") && stage.shows(&names[0]), "{names:?}");
        // The letter is not heard through the question, and Enter struck again leaves all as it was.
        (0..6).for_each(|_| stage.key(key));
        assert_eq!(depth(&stage.play), before);
        for leaves in [Key::Escape, Key::Enter] {
            stage.key(leaves);
            assert!(stage.play.sheets.to_confirm().is_none() && depth(&stage.play) == before, "{battle}");
            stage.key(Key::Enter);
            assert!(stage.play.sheets.to_confirm().is_some(), "{battle}");
        }
        stage.key(Key::Y);
        assert_eq!(depth(&stage.play), before + 1, "{battle}");
    }
    assert!(tried >= 5, "{tried} battles have such a step");
}

#[test]
fn one_may_say_that_it_is_not_to_be_asked_again() {
    let (mut stage, key) = at_done(battles::TEACHING).unwrap();
    let before = depth(&stage.play);
    stage.key(key);
    stage.key(Key::Enter);
    stage.click_on("Do it, and do not ask again");
    assert_eq!(depth(&stage.play), before + 1);
    assert!(!stage.options.ask_first && stage.wants == Some(Wants::Options));
    stage.play.undo();
    stage.rest();
    stage.key(key);
    stage.key(Key::Enter);
    assert_eq!(depth(&stage.play), before + 1, "nothing is asked any more");
}

#[test]
fn a_click_on_done_asks_too() {
    let (mut stage, _) = at_done(battles::TEACHING).unwrap();
    let (before, now) = (depth(&stage.play), stage.play.now());
    let label = now.offers.listed.iter().find(|l| ends_it(l)).unwrap().label.clone();
    (0..3).for_each(|_| stage.click_on(&format!("offer {label}")));
    assert_eq!(depth(&stage.play), before);
    assert!(matches!(stage.play.sheets.to_confirm(), Some(Confirm::Unfinished(_))));
}

#[test]
fn a_retreat_is_no_single_click() {
    use crate::gui::game::case::Shown;
    let path = crate::scenario::embedded::cases().into_iter().find(|path| path.ends_with("C78_retires.ron")).unwrap();
    let (game, shown) = Shown::open(RULESETS, &path).unwrap();
    let mut play = Play::new(game, [Person; 2], 1);
    play.lay_case(Some(shown));
    let mut stage = Stage::sized(play, 1280.0, 800.0);
    let unit = stage.play.game.view().roster().find("u").unwrap();
    stage.play.select(Some(unit));
    stage.rest();
    let before = depth(&stage.play);
    stage.click_on("offer Retreat from melee");
    assert_eq!(depth(&stage.play), before, "it is taken in hand");
    // None of ten dice shows 5 or 6 in 17342 of a million cases.
    assert!(stage.shows("98 %"), "{:?}", stage.words());
    stage.key(Key::Enter);
    assert_eq!(depth(&stage.play), before + 1);
}

#[test]
fn no_key_reaches_the_battle_through_a_sheet() {
    let (mut stage, key) = at_done(battles::TEACHING).unwrap();
    let before = depth(&stage.play);
    for opens in [Key::F1, Key::F9, Key::F10] {
        stage.key(opens);
        for struck in [key, key, Key::Enter, Key::Enter, Key::Z, Key::Num3, Key::ArrowUp, Key::Tab] {
            stage.key(struck);
        }
        assert_eq!(depth(&stage.play), before, "through {opens:?}");
        assert!(stage.play.hand.held().is_none() && stage.play.sheets.to_confirm().is_none(), "through {opens:?}");
        stage.key(opens);
        assert!(!stage.play.sheets.is_covering() && !stage.play.sheets.menu());
    }
}

#[test]
fn what_is_typed_while_a_sheet_is_open_orders_nothing() {
    let (mut stage, _) = at_done(battles::TEACHING).unwrap();
    let before = depth(&stage.play);
    stage.key(Key::F1);
    for letter in "done shoot".chars().filter_map(|c| Key::from_name(&c.to_uppercase().to_string())) {
        stage.key(letter);
    }
    stage.key(Key::Enter);
    assert_eq!(depth(&stage.play), before);
    assert!(stage.play.hand.held().is_none() && stage.play.look.focus().is_none());
}

/// How many of menu, keys, rulebook and question lie open.
fn open_sheets(play: &Play) -> usize {
    let sheets = &play.sheets;
    [sheets.menu(), sheets.keys(), sheets.book().is_some(), sheets.to_confirm().is_some()]
        .iter()
        .filter(|open| **open)
        .count()
}

#[test]
fn one_sheet_lies_open_at_a_time_and_nothing_over_a_question() {
    let (mut stage, _) = at_done(battles::TEACHING).unwrap();
    for opens in [Key::F1, Key::F9, Key::F3, Key::F1, Key::F3, Key::F9] {
        stage.key(opens);
        assert_eq!(open_sheets(&stage.play), 1, "after {opens:?}");
    }
    stage.play.ask_to_leave();
    stage.rest();
    for opens in [Key::F1, Key::F3, Key::F9, Key::F10] {
        stage.key(opens);
        let confirms = matches!(stage.play.sheets.to_confirm(), Some(Confirm::Leave(_)));
        assert!(confirms && open_sheets(&stage.play) == 1, "after {opens:?}");
    }
    stage.click_on("Menu");
    assert_eq!(open_sheets(&stage.play), 1, "nor does the pointer reach anything below it");
    stage.key(Key::Escape);
    assert_eq!(open_sheets(&stage.play), 0);
    stage.click_on("Menu");
    assert!(stage.play.sheets.menu());
}

#[test]
fn what_is_barred_is_not_folded_below_a_question() {
    let (mut stage, _) = at_done(battles::TEACHING).unwrap();
    let unit = stage.play.now().ready.first().copied();
    stage.play.select(unit);
    stage.rest();
    let fold = stage.place_of("? hides these").unwrap_or_else(|| panic!("nothing is barred: {:?}", stage.words()));
    stage.play.sheets.ask(Confirm::Still);
    stage.rest();
    stage.click(fold.center());
    stage.key(Key::Questionmark);
    assert!(stage.play.sheets.reasons() && stage.play.sheets.to_confirm() == Some(&Confirm::Still));
    stage.key(Key::Escape);
    stage.click(fold.center());
    assert!(!stage.play.sheets.reasons());
}

#[test]
fn a_letter_twice_and_enter_spend_no_move_that_goes_nowhere() {
    let mut tried = 0;
    for battle in battles() {
        let Some((mut stage, _)) = at_done(&battle) else { continue };
        let Some(unit) = stage.play.now().ready.first().copied() else { continue };
        stage.play.select(Some(unit));
        stage.rest();
        let (before, now) = (depth(&stage.play), stage.play.now());
        let goes_nowhere = now.offers.listed.iter().filter(|l| l.key.is_some()).find(|listed| {
            let side = now.person.unwrap();
            let held = crate::gui::game::hand::Held::take(&stage.play.game, side, listed.choice.clone());
            held.moves_nobody(&stage.play.game)
        });
        let Some(key) = goes_nowhere.map(key_of) else { continue };
        tried += 1;
        stage.key(key);
        stage.key(key);
        assert_eq!(depth(&stage.play), before, "{battle}");
        stage.key(Key::Enter);
        assert_eq!(depth(&stage.play), before, "{battle}");
        assert_eq!(stage.play.sheets.to_confirm(), Some(&Confirm::Still));
        stage.key(Key::Escape);
        stage.key(Key::Num1);
        stage.key(Key::Enter);
        assert_eq!(depth(&stage.play), before + 1, "an inch is no question");
    }
    assert!(tried >= 2, "{tried} battles have such a move");
}

#[test]
fn to_concede_and_to_leave_are_asked_first() {
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 1280.0, 800.0);
    for (line, confirm) in [("Concede", Confirm::Concede), ("Leave the battle", Confirm::Leave(None))] {
        stage.key(Key::F10);
        stage.click_on(line);
        assert_eq!(stage.play.sheets.to_confirm(), Some(&confirm));
        stage.key(Key::Escape);
        assert!(stage.play.sheets.to_confirm().is_none() && stage.wants.is_none() && depth(&stage.play) == 0);
    }
    stage.key(Key::F10);
    stage.click_on("Leave the battle");
    stage.key(Key::Enter);
    assert!(stage.play.sheets.to_confirm().is_none() && stage.wants.is_none(), "a hasty key answers no");
    stage.key(Key::F10);
    stage.click_on("Leave the battle");
    stage.key(Key::Y);
    assert_eq!(stage.wants, Some(Wants::Leave));
}

#[test]
fn what_the_captain_advises_is_not_asked_about_and_the_same_by_ones_own_key_is() {
    let mut tried = 0;
    for battle in battles() {
        let Some((mut stage, key)) = at_done(&battle) else { continue };
        tried += 1;
        let (before, now) = (depth(&stage.play), stage.play.now());
        let done = now.offers.listed.iter().find(|l| l.key.is_some_and(|letter| letter.to_string() == key.name()));
        let (side, choice) = (stage.play.person().unwrap(), done.unwrap().choice.clone());
        stage.play.hint.give(choice.action.clone());
        stage.key(key);
        stage.key(Key::Enter);
        assert!(matches!(stage.play.sheets.to_confirm(), Some(Confirm::Unfinished(_))), "{battle}: his own key");
        stage.key(Key::Escape);
        stage.play.hint.give(choice.action.clone());
        let held = Held::take(&stage.play.game, side, choice);
        stage.play.hold(held);
        stage.play.confirm();
        assert!(stage.play.sheets.to_confirm().is_none() && depth(&stage.play) > before, "{battle}: it was advised");
    }
    assert!(tried > 1, "{tried} battles have such a step");
}

#[test]
fn undo_lays_down_what_is_in_the_hand_before_it_takes_an_answer_back() {
    let mut tried = 0;
    for battle in teaching() {
        let mut stage = Stage::sized(begun(&battle, [Person; 2]), 1280.0, 800.0);
        for _ in 0..12 {
            stage.play.look.finish_motion();
            stage.rest();
            let now = stage.play.now();
            let varied = |l: &&Listed| !l.choice.ends && !l.choice.params.is_empty() && !place::is_plan(&l.choice);
            let before = depth(&stage.play);
            let at = now.offers.listed.iter().position(|l| varied(&l)).filter(|_| before > 0);
            if let Some(at) = at {
                stage.play.take(at);
                stage.rest();
                if stage.play.hand.held().is_some() && depth(&stage.play) == before {
                    tried += 1;
                    stage.key(Key::Z);
                    assert_eq!((stage.play.hand.held().is_none(), depth(&stage.play)), (true, before), "{battle}");
                    stage.key(Key::Z);
                    assert!(depth(&stage.play) < before, "{battle}");
                    break;
                }
            }
            if !answer(&mut stage.play) {
                break;
            }
        }
    }
    assert!(tried > 1, "{tried} battles lay something in the hand");
}

#[test]
fn the_second_of_two_quick_clicks_answers_no_question_that_the_first_has_opened() {
    let mut stage = Stage::sized(begun(battles::TEACHING, [Person; 2]), 1280.0, 800.0);
    stage.play.sheets.ask(Confirm::Still);
    stage.rest();
    let never = stage.widget(translate("never-ask")).unwrap().center();
    stage.key(Key::Escape);
    stage.hover(never);
    stage.play.sheets.ask(Confirm::Still);
    stage.step();
    (0..2).for_each(|_| stage.click(never));
    assert_eq!(stage.play.sheets.to_confirm(), Some(&Confirm::Still), "it lies under the pointer by chance");
    (0..60).for_each(|_| stage.step());
    stage.click(never);
    assert!(stage.play.sheets.to_confirm().is_none() && !stage.options.ask_first);
    assert_eq!(stage.play.sheets.notice(), Some(translate("asks-no-more")), "what follows from it is told");
}

#[test]
fn one_leaves_by_the_sheet_that_hides_the_table_and_is_asked_there_too() {
    let mut tried = 0;
    for battle in teaching() {
        let chosen = Chosen { deploy_free: true, ..Chosen::default() };
        let game = saves::begun(RULESETS, &battle, chosen, DiceFrom::Seed(1), None).ok().unwrap();
        let mut stage = Stage::sized(Play::new(game, [Person; 2], 1), 1280.0, 800.0);
        if stage.play.must_hand_over().is_none() {
            continue;
        }
        tried += 1;
        let before = depth(&stage.play);
        stage.key(Key::Escape);
        assert_eq!(stage.play.sheets.to_confirm(), Some(&Confirm::Leave(None)), "{battle}");
        assert!(stage.play.look.whole_in().is_none() && stage.wants.is_none(), "{battle}: the table stays hidden");
        stage.key(Key::Escape);
        assert!(
            stage.play.sheets.to_confirm().is_none() && stage.wants.is_none(),
            "{battle}: it was thought better of"
        );
        assert!(stage.play.must_hand_over().is_some() && depth(&stage.play) == before, "{battle}");
        stage.key(Key::Escape);
        stage.key(Key::Y);
        assert_eq!(stage.wants, Some(Wants::Leave), "{battle}");
    }
    assert!(tried >= 2, "{tried} battles are deployed in secret");
}

#[test]
fn nobody_leaves_what_is_not_written_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    // Nothing can be kept in a folder that is a file.
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let battle = Battle::Chosen(super::stage::battle(battles::TEACHING), Terms::of([Person; 2]));
    let mut play = begin(RULESETS, battle, Some(&file), Some(1), 1).ok().unwrap();
    play.begin_at_once();
    let mut stage = Stage::sized(play, 1280.0, 800.0);
    let side = stage.play.game.view().waiting()[0];
    stage.play.submit(Action::new(Ref::Side(side), door::CONCEDE));
    stage.play.look.finish_motion();
    stage.rest();
    // The battle is over: by the bar at its end, by the menu, and by the window's frame.
    for way in ["bar", "menu", "frame"] {
        match way {
            "bar" => stage.click_on("Leave the battle"),
            "menu" => {
                stage.key(Key::F10);
                stage.click_on("Leave the battle");
            }
            _ => assert!(!stage.play.may_close()),
        }
        stage.rest();
        assert!(matches!(stage.play.sheets.to_confirm(), Some(Confirm::Leave(Some(_)))), "{way}");
        assert!(stage.shows("Its last answers are lost then."), "{way}: {:?}", stage.words());
        assert!(stage.wants.is_none(), "{way}");
        if way == "frame" {
            assert!(stage.play.may_close(), "who wants it twice goes");
        }
        stage.click_on("Keep playing");
    }
}

#[test]
fn a_key_that_is_held_down_answers_nothing() {
    let (mut stage, key) = at_done(battles::TEACHING).unwrap();
    let before = depth(&stage.play);
    stage.key(key);
    let modifiers = Modifiers::NONE;
    // It goes down once and is not let go: what comes after the first is the keyboard's repeating.
    for repeat in [false, true, true, true, true, true] {
        stage.event(Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat, modifiers });
    }
    assert_eq!(depth(&stage.play), before);
    assert!(matches!(stage.play.sheets.to_confirm(), Some(Confirm::Unfinished(_))), "the question waits");
}

#[test]
fn what_is_typed_is_asked_about_as_if_it_had_been_clicked() {
    let (mut stage, _) = at_done(battles::TEACHING).unwrap();
    let (before, side) = (depth(&stage.play), stage.play.person().unwrap());
    let done = stage.play.now().offers.listed.iter().find(|l| ends_it(l)).unwrap().choice.action.clone();
    for action in [done, Action::new(Ref::Side(side), door::CONCEDE)] {
        let line = stage.play.written(&action);
        stage.key(Key::Slash);
        stage.event(Event::Text(line.clone()));
        stage.rest();
        stage.key(Key::Enter);
        assert_eq!(depth(&stage.play), before, "{line}");
        assert!(stage.play.sheets.to_confirm().is_some(), "{line} is done without a question");
        stage.key(Key::Escape);
        stage.key(Key::Escape);
        assert!(stage.play.sheets.to_confirm().is_none() && depth(&stage.play) == before, "{line}");
    }
}

#[test]
fn what_cannot_be_read_is_corrected_where_it_stands_and_is_no_key() {
    let (mut stage, _) = at_done(battles::TEACHING).unwrap();
    stage.key(Key::Slash);
    stage.event(Event::Text("hel".into()));
    stage.rest();
    stage.key(Key::Enter);
    assert!(stage.play.hand.unread().is_some());
    stage.event(Event::Text("p".into()));
    stage.rest();
    assert_eq!(stage.play.hand.typed(), "help");
    stage.key(Key::Enter);
    assert!(stage.play.sheets.keys() && stage.play.hand.typed().is_empty(), "that opens the sheet of keys");
}
