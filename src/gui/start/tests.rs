//! The start screen as a person uses it.

use super::*;
use crate::gui::play::begin::begin;
use crate::gui::widgets::bench;
use crate::rules::RULESETS;
use crate::rules::battles;
use bevy_egui::egui::{self, Event, Key, Modifiers};

/// A folder in which one battle is kept.
fn kept_one() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let begun = Battle::Chosen(crate::gui::play::stage::battle(battles::TEACHING), Terms::of(SEATS));
    let mut play = begin(RULESETS, begun, Some(folder.path()), Some(1), 1).ok().unwrap();
    let side = play.game.view().waiting()[0];
    let action = play.game.view_of(side).offer(&crate::battle::Ask::all()).choices[0].action.clone();
    play.game.submit(action).unwrap();
    folder
}

#[test]
fn no_key_acts_through_what_lies_over_the_battles() {
    let folder = kept_one();
    let keys = [Key::S, Key::N, Key::D, Key::P, Key::R, Key::B, Key::Enter, Key::ArrowRight, Key::ArrowDown];
    let flaw = FileFlaw {
        path: "mine.ron".into(),
        line: 1,
        column: 1,
        severity: crate::battle::setup::Severity::Error,
        message: "it ends too soon".into(),
    };
    for over in ["terms", "delete", "flaws", "nothing"] {
        let mut reached = 0;
        for key in keys {
            let mut screen = StartScreen::new(RULESETS, Some(folder.path()));
            match over {
                "terms" => screen.show_terms = true,
                "delete" => (screen.show_saved, screen.row) = (true, Some(kept::Row::Delete(0))),
                "flaws" => screen.flaws.push(flaw.clone()),
                _ => {}
            }
            let before = (screen.choice.clone(), screen.chosen, screen.only);
            let ctx = bench::context();
            let struck =
                Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
            let begun = bench::frame(&ctx, vec![struck], |ui| show(ui, &mut Options::default(), &mut screen));
            let same = begun.is_none() && before == (screen.choice.clone(), screen.chosen, screen.only);
            assert!(same || over == "nothing", "{key:?} reaches the battles through {over}");
            reached += usize::from(!same);
        }
        assert!(over != "nothing" || reached == keys.len(), "{reached} keys do something");
    }
}

/// The screen with a key struck and let go in a frame of its own.
fn strike(ctx: &egui::Context, screen: &mut StartScreen, key: Key, modifiers: Modifiers) -> Option<Battle> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    bench::frame(ctx, vec![event(true), event(false)], |ui| show(ui, &mut Options::default(), screen))
}

/// What is typed in a frame of its own.
fn type_in(ctx: &egui::Context, screen: &mut StartScreen, words: &str) {
    let typed = vec![Event::Text(words.to_owned())];
    bench::frame(ctx, typed, |ui| show(ui, &mut Options::default(), screen));
}

#[test]
fn keys_lead_to_the_fields_and_enter_does_what_is_typed_there() {
    let folder = kept_one();
    let (ctx, none) = (bench::context(), Modifiers::NONE);
    let mut screen = StartScreen::new(RULESETS, Some(folder.path()));
    screen.show_terms = true;
    assert!(strike(&ctx, &mut screen, Key::O, Modifiers::CTRL).is_none());
    type_in(&ctx, &mut screen, "my/battle.ron");
    assert_eq!(screen.open_file, "my/battle.ron");
    let opened = strike(&ctx, &mut screen, Key::Enter, none);
    assert!(matches!(opened, Some(Battle::File(path)) if path == "my/battle.ron"), "not the battle that was left last");
    screen.show_terms = false;
    strike(&ctx, &mut screen, Key::F, Modifiers::CTRL);
    let (chosen, choice) = (screen.chosen, screen.choice.clone());
    for key in [Key::B, Key::S, Key::ArrowRight, Key::D] {
        assert!(strike(&ctx, &mut screen, key, none).is_none());
    }
    type_in(&ctx, &mut screen, "zama");
    assert_eq!((screen.find.as_str(), &choice), ("zama", &screen.choice));
    assert_ne!(screen.chosen, chosen, "the first that is found");
    // Enter ends the typing; the next stroke is heard again.
    assert!(strike(&ctx, &mut screen, Key::Enter, none).is_none());
    assert!(matches!(strike(&ctx, &mut screen, Key::B, none), Some(Battle::Chosen(name, _)) if name.contains("zama")));
    assert!(strike(&ctx, &mut screen, Key::Enter, none).is_some(), "the battle that was left last");
}

#[test]
fn whoever_asks_for_the_saved_battles_sees_them_and_escape_goes_back_step_by_step() {
    let folder = kept_one();
    let (ctx, none) = (bench::context(), Modifiers::NONE);
    let mut screen = StartScreen::new(RULESETS, Some(folder.path()));
    screen.flaws = vec![FileFlaw::whole("mine.ron", "it ends too soon")];
    strike(&ctx, &mut screen, Key::F3, none);
    assert!(screen.show_saved && screen.flaws.is_empty());
    screen.row = Some(kept::Row::Rename(0, "Rain".into()));
    strike(&ctx, &mut screen, Key::F3, none);
    assert!(!screen.show_saved && screen.row.is_none(), "no question is left where nobody sees it");
    strike(&ctx, &mut screen, Key::F3, none);
    screen.row = Some(kept::Row::Delete(0));
    strike(&ctx, &mut screen, Key::F9, none);
    let open = |screen: &StartScreen| [screen.show_keys, screen.row.is_some(), screen.show_saved];
    for left in [[true; 3], [false, true, true], [false, false, true], [false; 3]] {
        assert_eq!(open(&screen), left);
        strike(&ctx, &mut screen, Key::Escape, none);
    }
}

#[test]
fn a_name_is_given_by_enter_and_another_one_is_typed_where_it_is_taken() {
    let folder = kept_one();
    let screen = StartScreen::new(RULESETS, Some(folder.path()));
    let mut stage = stage::Stage::sized(screen, Vec2::new(1280.0, 800.0));
    stage.click_on("Saved battles");
    stage.click_on("Rename");
    stage.write("/elsewhere");
    stage.key(Key::Enter);
    let screen = &mut stage.scene().screen;
    assert!(screen.trouble.is_some());
    let Some(kept::Row::Rename(_, name)) = &mut screen.row else {
        panic!("it keeps its name, and is asked for another")
    };
    name.clear();
    stage.write("Rain");
    stage.key(Key::Enter);
    let scene = stage.scene();
    assert!(scene.begun.is_none(), "no battle is gone on with");
    assert!(
        scene.screen.row.is_none() && scene.screen.saved[0].name.starts_with("Rain."),
        "{:?}",
        scene.screen.saved[0]
    );
}

#[test]
fn a_widget_that_tab_has_reached_has_enter_and_the_arrows() {
    let folder = kept_one();
    let (ctx, none) = (bench::context(), Modifiers::NONE);
    let mut screen = StartScreen::new(RULESETS, Some(folder.path()));
    strike(&ctx, &mut screen, Key::Tab, none);
    assert!(ctx.memory(|m| m.focused()).is_some());
    let chosen = screen.chosen;
    strike(&ctx, &mut screen, Key::ArrowRight, none);
    assert_eq!(screen.chosen, chosen);
    strike(&ctx, &mut screen, Key::S, none);
    assert_ne!(screen.choice.seats, SEATS, "letters are heard all the same");
}

#[test]
fn where_ones_own_files_belong_is_said() {
    let told = Own::of(Path::new("/somewhere/own")).words;
    assert!(told.contains("/somewhere/own") && told.contains("battles 0") && !told.contains('{'), "{told}");
}

#[test]
fn whoever_comes_back_finds_what_he_had_chosen() {
    let mut screen = StartScreen::new(RULESETS, None);
    screen.choose(3);
    screen.choice.seats = [Sitter::Person; 2];
    (screen.choice.dice_by_hand, screen.only) = (true, Some(screen.entries[3].ruleset.name));
    (screen.find, screen.open_file) = ("a".into(), "my/battle.ron".into());
    let before = (screen.choice.clone(), screen.chosen, screen.only, screen.find.clone(), screen.open_file.clone());
    screen.look_anew(None);
    let after = (screen.choice.clone(), screen.chosen, screen.only, screen.find.clone(), screen.open_file.clone());
    assert_eq!(before, after);
    // What was changed on the sheet of agreement, if it was this battle's.
    let other = Terms { dice_by_hand: false, ..Terms::of([Sitter::Captain; 2]) };
    screen.look_anew(Some(("another/battle".into(), other.clone())));
    assert_eq!(screen.choice, before.0);
    let name = screen.entries[3].name.clone();
    screen.look_anew(Some((name, other.clone())));
    assert_eq!((screen.choice, screen.chosen), (other, 3));
}

#[test]
fn cards_of_ones_own_battles_follow_their_files_and_what_is_chosen_stays() {
    let home = tempfile::tempdir().unwrap();
    let shipped = |title: &str| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/armati/first_battle.ron");
        std::fs::read_to_string(path).unwrap().replace("The first battle", title)
    };
    let write = |name: &str, text: &str| {
        let path = home.path().join("battles").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let ctx = bench::context();
    let mut screen = StartScreen::with_own(RULESETS, None, Some(home.path()));
    let built_in = screen.entries.len();
    screen.entries.iter_mut().for_each(|entry| entry.picture = Some(None));
    screen.choose(2);
    screen.choice.dice_by_hand = true;
    let kept = (screen.entries[2].name.clone(), screen.choice.clone());
    let stays = |screen: &StartScreen| (screen.entries[screen.chosen].name.clone(), screen.choice.clone());
    let own = |screen: &StartScreen| -> Vec<(String, String)> {
        let own = screen.entries.iter().filter(|entry| entry.own);
        own.map(|entry| (entry.name.clone(), entry.setup.title.clone())).collect()
    };
    // A frame after which the files have been looked at, as when the window is come back to.
    let look = |screen: &mut StartScreen| {
        let back = vec![Event::WindowFocused(true)];
        bench::frame(&ctx, back, |ui| show(ui, &mut Options::default(), screen));
    };
    write("mine.ron", &shipped("Rain on Sunday"));
    write("deeper/torn.ron", "(ruleset: ");
    look(&mut screen);
    let mine = |title: &str| ("battles/mine".to_owned(), title.to_owned());
    let torn = ("battles/deeper/torn".to_owned(), "deeper/torn".to_owned());
    assert_eq!(own(&screen).len(), 2, "{:?}", own(&screen));
    assert!(own(&screen).contains(&mine("Rain on Sunday")) && own(&screen).contains(&torn));
    assert_eq!(stays(&screen), kept);
    assert!(screen.own.as_ref().unwrap().words.contains("battles 2"));
    let pictures = screen.entries.iter().filter(|entry| !entry.own && entry.picture.is_some()).count();
    assert_eq!(pictures, built_in, "the pictures of the others are not drawn again");
    // Changed, with one's own battle chosen.
    screen.chosen = screen.entries.iter().position(|entry| entry.name == "battles/mine").unwrap();
    screen.choice.seats = [Sitter::Person; 2];
    let chosen = stays(&screen);
    write("mine.ron", &shipped("Sun on Monday, at last"));
    look(&mut screen);
    assert!(own(&screen).contains(&mine("Sun on Monday, at last")));
    assert_eq!(stays(&screen), chosen);
    // Mended.
    write("deeper/torn.ron", &shipped("Mended"));
    look(&mut screen);
    assert!(own(&screen).contains(&("battles/deeper/torn".to_owned(), "Mended".to_owned())));
    assert_eq!(stays(&screen), chosen);
    // Removed: another battle is chosen, and nothing of what was chosen for this one alone stays.
    screen.choice.switches.insert("some_switch".into(), true);
    std::fs::remove_file(home.path().join("battles/mine.ron")).unwrap();
    look(&mut screen);
    assert_eq!((own(&screen).len(), screen.choice.switches.len()), (1, 0));
    assert!(screen.entries.get(screen.chosen).is_some_and(|entry| entry.name != "battles/mine"));
}

#[test]
fn ones_own_files_are_looked_at_again_once_a_second() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("battles")).unwrap();
    let ctx = bench::context();
    let mut screen = StartScreen::with_own(RULESETS, None, Some(home.path()));
    let after = |screen: &mut StartScreen, seconds: f64| {
        let input = egui::RawInput { time: Some(seconds), ..egui::RawInput::default() };
        let _ = ctx.run_ui(input, |ui| screen.follow_own_files(ui));
        screen.entries.iter().filter(|entry| entry.own).count()
    };
    assert_eq!(after(&mut screen, 10.0), 0);
    std::fs::write(home.path().join("battles/torn.ron"), "(").unwrap();
    assert_eq!(after(&mut screen, 10.5), 0);
    assert_eq!(after(&mut screen, 11.0), 1);
}

#[test]
fn kept_battles_are_renamed_and_deleted_and_no_name_takes_anothers_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut names = Vec::new();
    for _ in 0..2 {
        let name = crate::gui::play::stage::battle(battles::TEACHING);
        let begun = Battle::Chosen(name, Terms::of(SEATS));
        let mut play = begin(RULESETS, begun, Some(folder.path()), Some(1), 1).ok().unwrap();
        let side = play.game.view().waiting()[0];
        let action = play.game.view_of(side).offer(&crate::battle::Ask::all()).choices[0].action.clone();
        play.game.submit(action).unwrap();
        names.push(play.game.kept_in().unwrap().file_name().unwrap().to_string_lossy().into_owned());
    }
    let mut screen = StartScreen::new(RULESETS, Some(folder.path()));
    let at = |screen: &StartScreen, name: &str| screen.saved.iter().position(|s| s.name == name);
    let first = at(&screen, &names[0]).unwrap();
    screen.row = Some(kept::Row::Rename(first, names[1].clone()));
    screen.rename(first);
    assert!(screen.trouble.is_some() && at(&screen, &names[0]).is_some(), "that name is taken");
    for wrong in ["", "../elsewhere", "a/b", ".hidden"] {
        screen.row = Some(kept::Row::Rename(first, wrong.into()));
        screen.rename(first);
        assert!(screen.trouble.is_some(), "{wrong}");
    }
    screen.row = Some(kept::Row::Rename(first, "Rainy Sunday".into()));
    screen.rename(first);
    let renamed = format!("Rainy Sunday{}", crate::scenario::journal::END);
    let there = at(&screen, &renamed).unwrap();
    assert!(screen.trouble.is_none() && at(&screen, &names[0]).is_none());
    screen.delete(there);
    assert_eq!(screen.saved.len(), 1);
    assert!(!folder.path().join(renamed).exists());
}

#[test]
fn what_begins_is_what_the_search_shows() {
    let mut screen = StartScreen::new(RULESETS, None);
    let last = screen.entries.len() - 1;
    screen.find = screen.entries[last].setup.title.to_lowercase();
    screen.keep_to_what_is_shown();
    assert!(screen.shown().contains(&screen.chosen) && screen.shown().contains(&last));
    let chosen = screen.chosen;
    screen.find.clear();
    screen.keep_to_what_is_shown();
    assert_eq!(screen.chosen, chosen, "whoever is seen stays chosen");
    screen.find = "no battle has such a name".into();
    screen.keep_to_what_is_shown();
    assert!(!screen.shown().contains(&screen.chosen), "Begin begins nothing then");
}

#[test]
fn what_begins_is_agreed_on_first_and_what_is_gone_on_with_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let name = crate::gui::play::stage::battle(battles::TEACHING);
    let begun = |battle| begin(RULESETS, battle, Some(folder.path()), Some(1), 1).ok().unwrap();
    let mut play = begun(Battle::Chosen(name.clone(), Terms::of(SEATS)));
    assert_eq!(play.to_agree().len(), 1, "the captain is not asked");
    let both = Terms::of([Sitter::Person; 2]);
    assert_eq!(begun(Battle::Chosen(name.clone(), both)).to_agree().len(), 2);
    let none = Terms::of([Sitter::Captain; 2]);
    assert!(begun(Battle::Chosen(name.clone(), none)).sheets.agreement().is_none());
    assert_eq!(begun(Battle::File(name)).to_agree().len(), 2, "a file by its name begins a battle too");
    let side = play.game.view().waiting()[0];
    let action = play.game.view_of(side).offer(&crate::battle::Ask::all()).choices[0].action.clone();
    play.game.submit(action).unwrap();
    let path = play.game.kept_in().unwrap().to_string_lossy().into_owned();
    drop(play);
    assert!(begun(Battle::File(path)).sheets.agreement().is_none());
}

#[test]
fn a_battle_of_ones_own_that_cannot_be_laid_out_says_so_on_its_card() {
    let mut screen = StartScreen::new(RULESETS, None);
    let entry = &mut screen.entries[0];
    let before = entry.blurb.clone();
    for (own, picture, told) in [(true, None, false), (false, Some(None), false), (true, Some(None), true)] {
        (entry.own, entry.picture) = (own, picture);
        entry.tell_if_unmustered();
        assert_eq!(entry.blurb != before, told);
    }
    assert_eq!(entry.blurb, translate("own-flawed"));
}

#[test]
fn a_battle_begins_by_a_double_click_on_its_card() {
    let mut stage = stage::Stage::sized(StartScreen::new(RULESETS, None), Vec2::new(1280.0, 800.0));
    let (title, name) = {
        let entry = &stage.scene().screen.entries[1];
        (format!("{}, {}", entry.setup.title, entry.ruleset.title), entry.name.clone())
    };
    let at = stage.widget(&title).unwrap().center();
    stage.click(at);
    assert!(stage.scene().begun.is_none() && stage.scene().screen.chosen == 1, "the first click chooses it");
    stage.click_twice(at);
    assert!(matches!(&stage.scene().begun, Some(Battle::Chosen(begun, _)) if *begun == name));
}

#[test]
fn where_ones_own_files_belong_is_seen_in_a_narrow_window_too() {
    let home = tempfile::tempdir().unwrap();
    let screen = StartScreen::with_own(RULESETS, None, Some(home.path()));
    let stage = stage::Stage::sized(screen, Vec2::new(853.0, 533.0));
    let seen = stage.painted().iter().any(|text| text.text.contains("Your own files belong in") && !text.cut);
    assert!(seen, "{:?}", stage.words());
}

#[test]
fn a_search_among_the_battles_of_one_ruleset_says_how_many_others_have_it() {
    let mut screen = StartScreen::new(RULESETS, None);
    let [first, second] = [RULESETS[0].name, RULESETS[1].name];
    let other = screen.entries.iter().find(|entry| entry.ruleset.name == second).unwrap();
    (screen.find, screen.only) = (other.name.clone(), Some(first));
    assert!(screen.shown().is_empty());
    let told = screen.none_found();
    assert!(told.contains(RULESETS[0].title) && told.ends_with("All: 1."), "{told}");
    screen.find = "no such battle".to_owned();
    assert_eq!(screen.none_found(), translate("no-battle-found"));
}

#[test]
fn where_text_gives_way_is_said_in_the_smallest_window() {
    let size = Vec2::from(crate::gui::options::LEAST);
    let mut stage = stage::Stage::sized(StartScreen::new(RULESETS, None), size);
    stage.scene().options.scale = 3.0;
    stage.rest();
    let says = "300 %, 100 % fits here";
    assert!(stage.seek(says, Pos2::new(60.0, size.y - 60.0)), "{:?}", stage.painted());
    let seen = stage.painted().iter().find(|seen| seen.text == says).unwrap();
    assert!(Rect::from_min_size(Pos2::ZERO, size).contains_rect(seen.place), "{seen:?}");
}
