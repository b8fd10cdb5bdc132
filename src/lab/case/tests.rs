//! Cases of the toy race, worked by hand: each kind of failure is told, and what is right passes.

use super::run;
use crate::lab::toy;

const SETUP: &str = r#"setup: (ruleset: "toy", table: (48, 24), sides: {
    north: (bodies: [(units: [(name: "hare", type: "runner", at: (10, 12.5), heading: 90)])]),
    south: (bodies: [(units: [(name: "tortoise", type: "runner", at: (30, 12.5), heading: 0)])]) }),"#;

/// The failures of a case with these dice, deeds and expectations, without their places.
fn failures(body: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1_race.ron");
    std::fs::write(&path, format!("(rule: \"toy:1\", title: \"A race\", {SETUP}\n{body})")).unwrap();
    let path = path.to_string_lossy();
    let verdict = run(&[toy::ruleset()], &path);
    assert_eq!(verdict.ok, verdict.failures.is_empty());
    verdict.failures.iter().map(|f| f.strip_prefix(&*path).unwrap_or(f).to_owned()).collect()
}

fn one(body: &str) -> String {
    let found = failures(body);
    let [failure] = &found[..] else { panic!("one failure of {body}: {found:?}") };
    failure.clone()
}

#[test]
fn what_is_right_passes() {
    // North walks 2 and rolls 4, south walks 0 and rolls 1.
    let passed = failures(
        r#"step: (turn: 3, name: "lap", side: north), dice: [4, (die: 1, why: "run")],
           do: [Act("north: walk by=2"), Refuse("south: walk by=3", rule: "house", measured: 3, limit: 2, margin: -1),
                Act("south: walk by=0")],
           then: [Fact(tell: "counted", cite: "toy:1", of: "north", what: "come", from: 0, to: 6, dice: [4]),
                  NoFact(tell: "counted", of: "south", to: 2), NoFact(tell: "won"),
                  State("hare", "come", 6), State("south", "of", 20), Pose("hare", (10, 12.5, 90)),
                  Pose("hare", (10.2, 12.5, 89.9), within: 0.2), Asked("walk", to: north)]"#,
    );
    assert_eq!(passed, Vec::<String>::new());
}

#[test]
fn each_block_begins_from_the_staged_position() {
    let blocks = r#"blocks: [
        (title: "six", dice: [6], do: [Act("north: walk by=0")], then: [State("hare", "come", 6)]),
        (title: "one", dice: [1], do: [Act("north: walk by=0")], then: [State("hare", "come", 7)])]"#;
    let failure = one(blocks);
    assert!(failure.ends_with(": one: come of hare is 1, not 7"), "{failure}");
}

#[test]
fn an_action_that_is_refused_ends_its_block() {
    let failure =
        one(r#"dice: [1], do: [Act("north: walk by=3"), Act("north: walk by=1")], then: [Over(winner: south)]"#);
    assert!(
        failure.contains("`north: walk by=3` is refused by house: ") && failure.contains("measured 3, limit 2"),
        "{failure}"
    );
    let failure = one(r#"do: [Act("nroth: walk by=1")]"#);
    assert!(failure.contains("nroth"), "{failure}");
}

#[test]
fn dice_must_be_enough_fit_and_be_used() {
    let act = r#"do: [Act("north: walk by=0")]"#;
    assert!(one(act).contains("dice have run out"), "{}", one(act));
    let high = one(&format!("dice: [7], {act}"));
    assert!(high.contains("does not fit: number 1 shows 7, and north rolls a die of 6 for `run`."), "{high}");
    let other = one(&format!(r#"dice: [(die: 3, why: "limp")], {act}"#));
    assert!(other.contains("number 1 is for `limp`, and north rolls a die of 6 for `run`."), "{other}");
    assert!(one(&format!("dice: [3, 4, 5], {act}")).ends_with("2 of the 3 scripted dice are left over"));
    assert!(one(&format!("dice: [3, 4], {act}")).ends_with("the last of the scripted dice is left over"));
}

#[test]
fn a_refusal_is_held_to_its_rule_and_numbers() {
    let refuse = |why: &str| one(&format!("do: [Refuse(\"north: walk by=3\", {why})]"));
    assert!(refuse(r#"rule: "2""#).contains("is refused, but by house: "));
    assert!(refuse("measured: 4").contains("its measured is 3, not 4"));
    assert!(refuse("limit: 2.01").contains("its limit is 2, not 2.01"));
    assert_eq!(failures(r#"do: [Refuse("north: walk by=3", limit: 2.01, within: 0.01)]"#), Vec::<String>::new());
    assert_eq!(failures(r#"do: [Refuse("north: walk by=3", limit: 2.001)]"#), Vec::<String>::new());
    assert!(one(r#"do: [Refuse("north: walk by=2", rule: "2")]"#).contains("is allowed; it must be refused by 2"));
    assert!(one(r#"do: [Bar("north: walk", rule: "2")]"#).contains("is not barred by 2; barred are: nothing"));
    assert!(one(r#"do: [Odds("north: walk by=2", hit: "1/6")]"#).contains("has no odds"));
}

#[test]
fn expectations_tell_what_was_found_instead() {
    let then = |then: &str| one(&format!("dice: [5], do: [Act(\"north: walk by=1\")], then: [{then}]"));
    assert!(
        then(r#"Fact(tell: "counted", of: "north", to: 5)"#).contains("like it: (tell: counted, cite: 1, of: north")
    );
    assert!(then(r#"Fact(tell: "gone")"#).contains("there is none of its kind"));
    assert!(then(r#"NoFact(tell: "counted", to: 6)"#).contains("there must be no fact"));
    assert!(then(r#"State("hare", "speed", 6)"#).contains("`toy` has no value of a card `speed`"));
    assert!(
        then(r#"State("harre", "come", 6)"#).contains("nothing on the table is named `harre`; did you mean `hare`?")
    );
    assert!(then(r#"State("hare", "come", 6.01)"#).contains("come of hare is 6, not 6.01"));
    assert!(then(r#"Pose("hare", (10, 12.5, 91))"#).contains("hare stands at (10, 12.5, 90), not at (10, 12.5, 91)"));
    assert!(then(r#"Pose("tortoise", (10, 12.5, 91))"#).contains("tortoise is not on the table"));
    assert!(then("Over(winner: north)").contains("the battle is not over; it must be won by north"));
    assert!(then(r#"Asked("walk", to: north)"#).contains("`walk` is asked of south, not `walk` of north"));
}

#[test]
fn the_end_is_held_to_its_winner_and_reason() {
    let race = |then: &str| {
        let laps = r#"Act("north: walk by=2"), Act("south: walk by=0")"#;
        format!("dice: [6, 1, 6, 1, 6], do: [{laps}, {laps}, Act(\"north: walk by=2\")], then: [{then}]")
    };
    assert_eq!(failures(&race(r#"Over(winner: north, why: "home")"#)), Vec::<String>::new());
    assert!(one(&race("Over(winner: south)")).contains("the battle is won by north, not won by south"));
    assert!(one(&race("Over(winner: None)")).contains("won by north, not drawn"));
    assert!(one(&race(r#"Over(winner: north, why: "tired")"#)).contains("over by home, not by tired"));
    assert!(one(&race(r#"Asked("walk")"#)).contains("nothing is asked, and not `walk`"));
}

#[test]
fn what_could_never_fail_is_a_flaw() {
    let none = one(r#"do: [Refuse("north: walk by=3", rule: "2a")]"#);
    assert!(none.contains("`toy` has no rule `2a`; did you mean `2`?"), "{none}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("7_race.ron");
    std::fs::write(&path, format!("(rule: \"toy:7\", title: \"A race\", {SETUP} do: [Act(\"north: walk by=0\")])"))
        .unwrap();
    let verdict = run(&[toy::ruleset()], &path.to_string_lossy());
    assert!(!verdict.ok && verdict.failures[0].contains("`toy` has no rule `7`"), "{verdict:?}");
}

#[test]
fn one_of_several_rules_will_do() {
    let refuse = |rules: &str| failures(&format!("do: [Refuse(\"north: walk by=3\", rule: {rules})]"));
    assert_eq!(refuse(r#"["1", "house"]"#), Vec::<String>::new());
    assert!(
        refuse(r#"["1", "2"]"#)[0].contains("but by house: ")
            && refuse(r#"["1", "2"]"#)[0].ends_with(", not by 1 or 2")
    );
}

#[test]
fn what_is_not_offered_is_told_from_what_is() {
    assert_eq!(failures(r#"do: [NotOffered("north: rest"), NotOffered("north: walk by=3")]"#), Vec::<String>::new());
    assert!(one(r#"do: [NotOffered("north: walk")]"#).contains("is on offer: north: walk by=0"));
    assert!(one(r#"do: [NotOffered("north: walk by=2")]"#).contains("is allowed; it must not be"));
    assert!(one(r#"do: [NotOffered("south: rest")]"#).contains("south is not asked"));
}

#[test]
fn one_of_two_outcomes_will_do() {
    let either =
        |lists: &str| failures(&format!("dice: [5], do: [Act(\"north: walk by=1\")], then: [Either({lists})]"));
    let (right, wrong) = (r#"[State("hare", "come", 6), NoFact(tell: "won")]"#, r#"[State("hare", "come", 7)]"#);
    assert_eq!(either(&format!("{wrong}, {right}")), Vec::<String>::new());
    assert_eq!(either(&format!("{right}, {wrong}")), Vec::<String>::new());
    let neither = either(&format!("{wrong}, [Asked(\"walk\", to: north)]"));
    assert!(
        neither[0].contains("neither of 2 holds: come of hare is 6, not 7 | or `walk` is asked of south"),
        "{neither:?}"
    );
    assert!(either(right)[0].contains("two lists of expectations or more"));
}

#[test]
fn a_place_has_tolerances_of_its_own_a_size_and_bases() {
    let pose = |pose: &str| failures(&format!("dice: [1], do: [Act(\"north: walk by=0\")], then: [Pose({pose})]"));
    let none = Vec::<String>::new();
    assert_eq!(pose(r#""hare", (10.2, 12.5, 89), within: 0.2, degrees: 1, size: (1, 1)"#), none);
    assert!(pose(r#""hare", (10.2, 12.5, 88), within: 0.2, degrees: 1"#)[0].contains("stands at (10, 12.5, 90)"));
    assert!(pose(r#""hare", (10.2, 12.5, 89), degrees: 1"#)[0].contains("stands at (10, 12.5, 90)"));
    assert!(pose(r#""hare", (10, 12.5, 90), size: (1, 2)"#)[0].contains("hare is 1 x 1 in, not 1 x 2 in"));
    assert_eq!(pose(r#""hare--1", (10, 12.5, 90), size: (1, 1)"#), none);
    assert!(pose(r#""hare--2", (10, 12.5, 90)"#)[0].contains("there is no hare--2: the unit has 1 bases"));
}

#[test]
fn flaws_of_the_file_fail_the_case() {
    assert!(one("dice: [1").starts_with(':'));
    let failure = one(r#"step: (turn: 1, name: "dinner"), do: [Act("north: walk by=2")]"#);
    assert!(failure.contains("there is no step `dinner`"), "{failure}");
    let verdict = run(&[toy::ruleset()], "no/such/case.ron");
    assert!(!verdict.ok && verdict.failures[0].starts_with("no/such/case.ron:1:1: "), "{verdict:?}");
}
