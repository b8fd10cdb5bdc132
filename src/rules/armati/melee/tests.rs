//! The melee step on the table, with hand-worked positions.

use crate::battle::{Arg, Narration, Ref, Value};
use crate::cite::Word;
use crate::ids::Side::{North, South};
use crate::rules::armati::odds;
use crate::rules::armati::staged::{Position, Staged, says};
use crate::rules::armati::state::{Acts, Bp, Fatigue};
use crate::table::Pose;

/// South's U1, HI 6[2]1 with its front at (36, 20), facing north; other units far away on either side.
fn u1() -> Position {
    Position::new()
        .unit(South, "u1", "HI", (36.0, 20.0, 0.0), &[("fv", "(6, 2, 1)")])
        .unit(South, "s-far", "HI", (4.0, 4.0, 0.0), &[])
        .unit(North, "n-far", "HI", (4.0, 44.0, 180.0), &[])
}

/// With HC 4 on U1's right flank, facing west, and HI 5 on its front.
fn flanked(hc: &[(&str, &str)]) -> Position {
    u1().unit(North, "hi", "HI", (36.0, 20.0, 180.0), &[("fv", "(5, 2, 1)")]).unit(
        North,
        "hc",
        "HC",
        (38.4, 17.6, 270.0),
        hc,
    )
}

fn met(position: Position, dice: &[u8]) -> Staged {
    let staged = position.at("melee", dice);
    staged.contact("hi", (36.0, 26.0, 180.0), "u1").contact("hc", (44.4, 17.6, 270.0), "u1").begin()
}

fn gone(staged: &Staged, unit: &str) -> bool {
    !staged.field().stands(staged.id(unit))
}

#[test]
fn a_flanked_unit_uses_its_flank_value_twice_and_breaks() {
    // T3. Left to right from the south: the front melee (middle at x 36) before the flank melee (x 38.4).
    // HI 5 + 3 against 2 + 6: a tie. HC 4 + 1 against 2 + 2: broken. Rout path: nobody behind.
    let staged = met(flanked(&[]), &[3, 6, 1, 2]);
    assert_eq!(staged.asks(), "melee-direction");
    let staged = staged.act(says(North, "right-to-left"));
    let (u1, hi, hc) = (staged.id("u1"), staged.id("hi"), staged.id("hc"));
    assert_eq!(staged.fights(), [(hi, u1, 8, 8), (hc, u1, 5, 4)]);
    assert!(gone(&staged, "u1"));
    let told: Vec<_> = staged.facts().iter().filter_map(|f| f.says).collect();
    assert!(told.contains(&Word("broken-in-flank")));
}

#[test]
fn a_flanker_that_breaks_gives_the_front_value_back() {
    // T19: the flank melee first; HC with 1 breakpoint loses 4 + 1 to 2 + 6 and breaks; then 6 + 1 against 5 + 1.
    let staged = met(flanked(&[("bp", "1")]), &[1, 6, 1, 1]).act(says(North, "left-to-right"));
    let (u1, hi, hc) = (staged.id("u1"), staged.id("hi"), staged.id("hc"));
    assert_eq!(staged.fights(), [(u1, hc, 8, 5), (u1, hi, 7, 6)]);
    assert!(gone(&staged, "hc"));
    assert_eq!(staged.field().bp(hi), 3);
    assert_eq!(staged.field().fatigue(u1), 1, "one point for two melees");
}

#[test]
fn north_sees_left_and_right_the_other_way_round() {
    // From the north right to left is eastward: x 36 before x 38.4.
    let staged = met(flanked(&[]), &[3, 6, 1, 1]).act(says(North, "right-to-left"));
    assert_eq!(staged.fights()[0].0, staged.id("hi"));
    let staged = met(flanked(&[]), &[1, 3, 3, 6]).act(says(North, "left-to-right"));
    assert_eq!(staged.fights()[0].0, staged.id("hc"));
}

#[test]
fn two_enemies_on_one_front_make_two_melees_and_one_fatigue() {
    // T16: E1 at x 34 has 2.8 in of U1's front (33.6 to 36.4), E2 at x 38.8 has 2.0 (36.4 to 38.4).
    let position =
        u1().unit(North, "e1", "HI", (34.0, 20.0, 180.0), &[]).unit(North, "e2", "HI", (38.8, 20.0, 180.0), &[]);
    let staged = position.at("melee", &[4, 4, 4, 4]);
    let staged = staged.contact("e1", (34.0, 26.0, 180.0), "u1").contact("e2", (38.8, 26.0, 180.0), "u1").begin();
    let staged = staged.act(says(North, "left-to-right"));
    assert_eq!(staged.fights().len(), 2);
    let field = staged.field();
    assert_eq!(["u1", "e1", "e2"].map(|u| field.fatigue(staged.id(u))), [1, 1, 1]);
    assert_eq!(field.contacts(staged.id("u1")).iter().map(|c| c.rounds).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn a_single_melee_needs_no_direction() {
    let position = u1().unit(North, "hi", "HI", (36.0, 20.0, 180.0), &[]);
    let staged = position.at("melee", &[4, 4]).contact("hi", (36.0, 26.0, 180.0), "u1").begin();
    assert_eq!(staged.fights().len(), 1);
}

#[test]
fn the_battle_ends_in_the_middle_of_the_step() {
    // T10 with two melees of three left: breakpoint 1, the first key unit breaks in the first of three.
    let mut position = Position::new().command(South, "bp", "1");
    for (n, x) in [(1, 10.0), (2, 30.0), (3, 50.0)] {
        let key = if n == 1 { "true" } else { "false" };
        position = position.unit(South, &format!("s{n}"), "HI", (x, 20.0, 0.0), &[("key", key), ("bp", "1")]).unit(
            North,
            &format!("n{n}"),
            "HI",
            (x, 20.0, 180.0),
            &[],
        );
    }
    let mut staged = position.at("melee", &[6, 1]);
    for (n, x) in [(1, 10.0), (2, 30.0), (3, 50.0)] {
        staged = staged.contact(&format!("n{n}"), (x, 26.0, 180.0), &format!("s{n}"));
    }
    let staged = staged.begin().act(says(North, "right-to-left"));
    assert_eq!(staged.fights().len(), 1);
    let ending = staged.field().0.ending().unwrap();
    assert_eq!((ending.winner, ending.why.0), (Some(North), "breakpoint"));
    assert_eq!(staged.dice_left(), 0);
}

#[test]
fn a_veteran_is_fatigued_after_its_fourth_turn_of_melee() {
    // T8: veteran HC with 3 points fights its fourth turn without the -1.
    let position = u1().unit(North, "hc", "HC", (36.0, 20.0, 180.0), &[("veteran", "true")]);
    let staged = position.at("melee", &[4, 2]).contact("hc", (36.0, 30.0, 180.0), "u1").with("hc", Fatigue(3)).begin();
    let hc = staged.id("hc");
    assert_eq!(staged.fights(), [(hc, staged.id("u1"), 8, 8)]);
    assert_eq!((staged.field().fatigue(hc), staged.field().fatigued(hc)), (4, true));
}

#[test]
fn impetus_counts_once() {
    // T5 on the table: WB 5 + 6 against HI 6 + 1.
    let wb = || u1().unit(North, "wb", "WB", (36.0, 20.0, 180.0), &[("fv", "(5, 1, 3)")]);
    let staged = wb().at("melee", &[6, 1]).contact("wb", (36.0, 28.0, 180.0), "u1").begin();
    assert!(gone(&staged, "u1"));
    assert!(staged.field().acts(staged.id("wb")).broke_front);
    let mut second = wb().at("melee", &[6, 1]).contact("wb", (36.0, 28.0, 180.0), "u1");
    for (unit, enemy) in [("u1", "wb"), ("wb", "u1")] {
        let enemy = second.id(enemy);
        let mut contacts = super::super::state::Contacts(second.field().contacts(second.id(unit)).to_vec());
        contacts.0.iter_mut().filter(|c| c.enemy == enemy).for_each(|c| c.rounds = 1);
        second = second.with(unit, contacts);
    }
    let second = second.begin();
    assert_eq!(second.field().bp(second.id("u1")), 3);
}

#[test]
fn friends_behind_a_broken_unit_are_tested() {
    let behind = |y: f32, dice: &[u8]| {
        let position =
            u1().unit(North, "wb", "WB", (36.0, 20.0, 180.0), &[]).unit(South, "second", "HI", (36.0, y, 0.0), &[]);
        position.at("melee", dice).contact("wb", (36.0, 28.0, 180.0), "u1").begin()
    };
    // U1's rear edge is at y 18.2.
    let carried = behind(15.2, &[6, 1, 2]);
    let second = carried.id("second");
    assert_eq!((carried.field().bp(second), carried.field().undressed(second)), (3, true));
    let holds = behind(15.2, &[6, 1, 3]);
    assert_eq!((holds.field().bp(second), holds.field().undressed(second)), (4, false));
    let clear = behind(15.1, &[6, 1]);
    assert_eq!(clear.dice_left(), 0);
    assert_eq!(clear.field().bp(second), 4);
}

#[test]
fn a_unit_broken_by_a_rout_makes_a_path_of_its_own() {
    let position = u1()
        .unit(North, "wb", "WB", (36.0, 20.0, 180.0), &[])
        .unit(South, "second", "HI", (36.0, 16.0, 0.0), &[])
        .unit(South, "third", "HI", (36.0, 12.0, 0.0), &[]);
    let staged = position.at("melee", &[6, 1, 1, 6]).contact("wb", (36.0, 28.0, 180.0), "u1");
    let staged = staged.with("second", Bp(1)).begin();
    assert!(gone(&staged, "second") && !gone(&staged, "third"));
    assert_eq!(staged.dice_left(), 0);
}

#[test]
fn a_division_torn_apart_becomes_two() {
    let position = Position::new()
        .unit(South, "left", "HI", (31.2, 20.0, 0.0), &[])
        .unit(South, "u1", "HI", (36.0, 20.0, 0.0), &[])
        .joined(South)
        .unit(South, "right", "HI", (40.8, 20.0, 0.0), &[])
        .joined(South)
        .unit(North, "wb", "WB", (36.0, 20.0, 180.0), &[])
        .unit(North, "n-far", "HI", (4.0, 44.0, 180.0), &[]);
    let staged = position.at("melee", &[6, 1]).contact("wb", (36.0, 28.0, 180.0), "u1").begin();
    assert!(gone(&staged, "u1"));
    let field = staged.field();
    let of = |unit| field.division_of(staged.id(unit)).unwrap();
    assert_ne!(of("left"), of("right"));
    assert!(field.division(of("right")).controlled);
    assert_eq!(field.army(South).init, 5, "at no cost");
}

#[test]
fn the_general_risks_his_life_with_his_unit() {
    let led =
        || u1().unit(North, "hi", "HI", (36.0, 20.0, 180.0), &[("fv", "(6, 2, 1)")]).general(South, "scipio", "u1");
    let fought = |dice: &[u8]| led().at("melee", dice).contact("hi", (36.0, 26.0, 180.0), "u1").begin();
    // 6 + 5 against 6 + 1 + 1: U1 loses a breakpoint.
    let safe = fought(&[5, 1, 5]);
    let (u1, scipio) = (safe.id("u1"), safe.id("scipio"));
    assert_eq!(safe.fights(), [(safe.id("hi"), u1, 11, 8)]);
    assert!(safe.field().general_with(u1));
    let lost = fought(&[5, 1, 6]);
    assert!(lost.field().general(South).lost);
    assert_eq!(lost.field().army(South).keys_lost, 1);
    assert!(!lost.field().0.on_table(scipio));
}

#[test]
fn the_general_of_a_broken_unit_goes_to_the_nearest_friend() {
    let position = || {
        u1().unit(North, "wb", "WB", (36.0, 20.0, 180.0), &[])
            .unit(South, "near", "LI", (50.0, 20.0, 0.0), &[])
            .general(South, "scipio", "u1")
    };
    // WB 5 + 6 against 6 + 1 + 1.
    let fought = |dice: &[u8]| position().at("melee", dice).contact("wb", (36.0, 28.0, 180.0), "u1").begin();
    let saved = fought(&[6, 1, 4]);
    assert!(saved.field().general_with(saved.id("near")));
    let lost = fought(&[6, 1, 5]);
    assert!(lost.field().general(South).lost);
}

#[test]
fn scythed_chariots_are_gone_after_their_first_melee() {
    let position = u1().unit(North, "scythes", "SCH", (36.0, 20.0, 180.0), &[("fv", "(5, 0, 0)")]);
    // A tie: 5 + 3 against 6 + 2.
    let staged = position.at("melee", &[3, 2]).contact("scythes", (36.0, 28.0, 180.0), "u1").begin();
    assert!(gone(&staged, "scythes") && !gone(&staged, "u1"));
    assert_eq!(staged.field().fatigue(staged.id("u1")), 1);
    assert!(!staged.field().acts(staged.id("u1")).broke_front, "it was removed, not broken");
}

#[test]
fn the_owner_chooses_between_equally_wide_opponents() {
    // E1 and E2 have 2.4 in of U1's front each; E2 also faces U2, which has more of its front.
    let position = Position::new()
        .unit(South, "u1", "HI", (36.0, 20.0, 0.0), &[])
        .unit(South, "u2", "HI", (40.8, 20.0, 0.0), &[])
        .unit(North, "e1", "HI", (33.6, 20.0, 180.0), &[])
        .unit(North, "e2", "LI", (38.4, 20.0, 180.0), &[])
        .unit(North, "far", "HI", (4.0, 44.0, 180.0), &[]);
    let staged = position.at("melee", &[]);
    let staged = staged.contact("u1", (36.0, 14.0, 0.0), "e1").contact("u1", (36.0, 14.0, 0.0), "e2");
    let staged = staged.contact("u2", (40.8, 14.0, 0.0), "e2").begin();
    // E2 is as wide to both of its opponents too; north, first on a tie of initiative, is asked for it.
    assert_eq!(staged.asks(), "pick-opponent");
    let (u1, u2, e1, e2) = (staged.id("u1"), staged.id("u2"), staged.id("e1"), staged.id("e2"));
    let fight = |unit, at| super::super::staged::does(unit, "fight").with(Word("at"), Value::Refs(vec![Ref::Unit(at)]));
    assert_eq!(staged.offer(North).choices.len(), 2);
    let staged = staged.act(fight(e2, u2));
    // U1 has E1, which has picked it, and E2, which has not.
    let refusal = staged.refusal(&fight(u1, u2));
    let may: Vec<Arg> = refusal.words.iter().filter(|(name, _)| name.0 == "may").map(|(_, arg)| *arg).collect();
    assert_eq!(refusal.says.0, "may-be");
    assert_eq!(may, [e1, e2].map(|enemy| Arg::Of(Ref::Unit(enemy))));
    let mut staged = staged.act(fight(u1, e1));
    assert_eq!(staged.asks(), "melee-direction");
    assert!(crate::battle::undo(&mut staged.world));
    assert_eq!(staged.asks(), "pick-opponent");
}

#[test]
fn broken_elephants_run_over_friend_and_foe() {
    // South's elephants are beaten by WB; a 3 sends them out of their left edge, x 34.8, 6 in wide open.
    let position = Position::new()
        .unit(South, "el", "EL", (36.0, 20.0, 0.0), &[("bp", "1")])
        .unit(North, "wb", "WB", (36.0, 20.0, 180.0), &[])
        .unit(South, "friend", "HI", (32.0, 18.9, 0.0), &[])
        .unit(North, "foe", "HI", (27.1, 18.9, 0.0), &[])
        .unit(North, "velites", "SI", (26.0, 24.0, 0.0), &[])
        .unit(South, "s-far", "HI", (4.0, 4.0, 0.0), &[]);
    let staged = position.at("melee", &[6, 1, 3, 3, 4]).contact("wb", (36.0, 28.0, 180.0), "el").begin();
    assert!(gone(&staged, "el"));
    let field = staged.field();
    // Friend, 0.4 in off, fails on 3; the foe behind it, 5.3 in off, holds with 4.
    assert_eq!((field.bp(staged.id("friend")), field.undressed(staged.id("friend"))), (3, true));
    assert_eq!(field.bp(staged.id("foe")), 4);
    assert_eq!(staged.dice_left(), 0);
}

#[test]
fn the_odds_are_those_of_the_melee_that_follows() {
    let position = u1().unit(North, "wb", "WB", (36.0, 28.0, 180.0), &[("fv", "(5, 1, 3)")]);
    let staged = position.at("melee", &[]).with("wb", Acts::default());
    let view = staged.field().0;
    let (u1, wb) = (staged.id("u1"), staged.id("wb"));
    let odds = odds::melee_odds(&view, wb, u1, Pose::new(36.0, 20.0, 180.0)).unwrap();
    let cases: Vec<_> = odds.outcomes.iter().map(|o| (o.what.0, o.cases, o.of)).collect();
    assert_eq!(cases, [("win", 10, 36), ("tie", 5, 36), ("lose", 21, 36), ("break", 10, 36)]);
    assert_eq!(odds.tallies.each_ref().map(crate::cite::Tally::total), [5, 6]);
    assert_eq!(odds.notes.len(), 1);
    assert!(odds::melee_odds(&view, wb, staged.id("n-far"), Pose::new(36.0, 20.0, 180.0)).is_none());
}

#[test]
fn nothing_is_fought_where_nobody_is_in_contact() {
    let staged = u1().at("melee", &[]).begin();
    assert!(staged.facts().iter().all(|f| !matches!(f.narration, Narration::Fought { .. })));
}
