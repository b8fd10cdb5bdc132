//! A battle of one's own from nothing to its end, as its owner fights it in the window: his army list beside it, his dice by
//! hand, chosen among the cards, agreed on, and played by keys.

use bevy_egui::egui::{Event, Key, Vec2};

use super::game::Turn;
use super::game::sitter::Sitter;
use super::play::begin::{self, Battle};
use super::play::stage::{Stage, sit_down};
use super::saves;
use super::start::StartScreen;
use super::start::stage::Stage as Start;
use crate::battle::{self, DICE, told_faces};
use crate::players::{Captain, Player};
use crate::rules::{RULESETS, battles};
use crate::scenario::{embedded, home};

/// Writes a file of one's own; the folders that lead to it are made.
fn write(folder: &std::path::Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Its ruleset is that of the teaching battle.
const BATTLE: &str = r#"(
    ruleset: "RULESET", title: "Two towns of mine", table: (48, 36), limit: (turns: 3, then: Wins(north)),
    sides: {
        north: (name: "Hill", army: "my-town", bodies: [
            (name: "hill-foot", controlled: true, units: [
                (name: "hill-foot-1", type: "townsmen", at: (20, 24), heading: 180),
                (name: "hill-foot-2", type: "townsmen", at: (24.8, 24), heading: 180)]),
            (name: "hill-horse", units: [(name: "hill-horse-1", type: "herdsmen", at: (36, 24), heading: 180)])]),
        south: (name: "River", army: "my-town", bodies: [
            (name: "river-foot", controlled: true, units: [
                (name: "river-foot-1", type: "townsmen", at: (20, 14), heading: 0),
                (name: "river-foot-2", type: "townsmen", at: (24.8, 14), heading: 0)])]),
    },
)"#;

const LIST: &str = r#"(
    name: "My town", source: "made up", scale: A1, command: (h: 3, l: 2, bp: 2, init: 4), ready: true,
    troops: [
        (name: "townsmen", type: "HI", title: "Men of the town", key: true, fv: (5, 1, 2), prot: 1, weapon: "spear",
            core: 4),
        (name: "herdsmen", type: "LC", title: "Herdsmen", fv: (2, 0, 1), prot: 1, weapon: "javelin", core: 1),
    ],
)"#;

/// The faces that come up on the table, one after the other.
struct Fists(u32);

impl Fists {
    fn next(&mut self, sides: u8) -> u8 {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (self.0 >> 16) as u8 % sides + 1
    }
}

/// Tells the dice that are asked for, face by face, and has them count.
fn roll(stage: &mut Stage, hand: &mut Fists) -> Vec<u8> {
    let throw = stage.play.throw().unwrap();
    let faces: Vec<u8> = (0..throw.count).map(|_| hand.next(throw.sides)).collect();
    let asked = stage.painted().iter().any(|seen| seen.text == throw.question().to_uppercase() && !seen.cut);
    assert!(asked, "no {} in {:?}", throw.question(), stage.words());
    for face in &faces {
        stage.key(Key::from_name(&face.to_string()).unwrap());
    }
    stage.key(Key::Enter);
    faces
}

/// Types what a captain would order, and means it.
fn order(stage: &mut Stage, captain: &mut Captain) {
    let side = stage.play.game.view().waiting()[0];
    let action = captain.answer(&stage.play.game.view_of(side), side);
    let (line, before) = (stage.play.written(&action), stage.play.game.journal().depth());
    stage.key(Key::Slash);
    stage.event(Event::Text(line.clone()));
    stage.step();
    stage.key(Key::Enter);
    if stage.play.sheets.to_confirm().is_some() {
        stage.key(Key::Y);
    }
    assert!(stage.play.game.journal().depth() > before, "{line} is not done: {:?}", stage.words());
}

#[test]
fn a_battle_of_ones_own_is_fought_from_its_card_to_its_end_with_dice_by_hand() {
    let (own, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let teaching = embedded::battles().into_iter().find(|name| name.ends_with(battles::TEACHING)).unwrap();
    let ruleset = teaching.split('/').next().unwrap();
    write(own.path(), "battles/mine.ron", &BATTLE.replace("RULESET", ruleset));
    write(own.path(), "battles/my-town.ron", LIST);
    home::of_test::set(own.path());

    // Its card is chosen, persons sit on both sides, and their dice are rolled by hand.
    let screen = StartScreen::new(RULESETS, Some(kept.path()));
    let mut start = Start::sized(screen, Vec2::new(1280.0, 800.0));
    for says in ["Two towns of mine, ", "Dice: by hand", "north: person", "south: person"] {
        start.click_on(says);
    }
    start.key(Key::B);
    let Some(Battle::Chosen(name, terms)) = start.scene().begun.take() else { panic!("nothing begins") };
    assert_eq!((name.as_str(), terms.dice_by_hand, terms.seats), ("battles/mine", true, [Sitter::Person; 2]));
    let begun = begin::begin(RULESETS, Battle::Chosen(name, terms), Some(kept.path()), None, 1);
    let play = begun.unwrap_or_else(|flaws| panic!("{flaws:?}"));

    // Both agree, and play to the end of the last turn.
    let mut stage = Stage::sized(play, 1280.0, 800.0);
    assert!(stage.shows("Two towns of mine") && stage.play.to_agree().len() == 2);
    (0..2).for_each(|_| stage.key(Key::Enter));
    assert!(stage.play.sheets.agreement().is_none());
    let horse = stage.unit("hill-horse-1");
    stage.play.select(Some(horse));
    stage.rest();
    assert!(stage.shows("Herdsmen"), "the list's own troop: {:?}", stage.painted());
    let mut captain = Captain::new(stage.play.game.ruleset());
    let (mut hand, mut rolled, mut orders) = (Fists(3), Vec::new(), 0);
    for _ in 0..300 {
        sit_down(&mut stage.play);
        match (stage.play.game.turn(), stage.play.throw()) {
            (Turn::Over, _) => break,
            (_, Some(_)) => rolled.push(roll(&mut stage, &mut hand)),
            (_, None) => {
                orders += 1;
                order(&mut stage, &mut captain);
            }
        }
    }
    assert!(orders > 10 && rolled.len() > 5, "{orders} orders and {rolled:?}");
    assert_eq!(stage.play.game.turn(), Turn::Over);
    sit_down(&mut stage.play);
    stage.rest();
    let ended = stage.play.now().ended.unwrap();
    assert!(stage.shows(&ended.head), "{} is not in {:?}", ended.head, stage.words());

    // The journal has every die that was told and takes the list along: without one's own files the battle is there.
    let answers = stage.play.game.journal().entries().iter().filter_map(|entry| Some(&entry.answer.as_ref()?.1));
    let told: Vec<Vec<u8>> = answers.filter(|action| action.key == DICE).map(told_faces).collect();
    assert_eq!(told, rolled);
    let digest = battle::digest(stage.play.game.world());
    stage.play.game.close();
    drop(own);
    let saved = saves::list(RULESETS, kept.path());
    assert_eq!((saved.len(), saved[0].over, &*saved[0].title), (1, true, "Two towns of mine"));
    let (again, ..) = saves::go_on(RULESETS, &saved[0].path).ok().unwrap();
    assert_eq!(battle::digest(again.world()), digest);
}
