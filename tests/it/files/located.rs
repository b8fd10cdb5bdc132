//! What a ruleset finds wrong comes to its line and column, whichever file it stands in.

use sandtable::battle::Ruleset;
use sandtable::battle::setup::{Flaw, Locus};
use sandtable::ids::Side;
use sandtable::scenario::{self, Draft, Shelf, Source};

use super::{PLAIN, listed};

const SCENARIO: &str = r#"(
    ruleset: "plain", title: "Located", table: (72, 48), preset: "base",
    terrain: [(name: "wood", kind: "woods", polygon: [(1, 1), (5, 1), (5, 5)])],
    switches: {"on": true},
    sides: {
        north: (army: "many", command: (h: 3), general: "x", bodies: [
            (name: "horse", held: true, units: [
                (name: "horse-1", type: "HC", at: (10, 40), heading: 180, form: "wide"),
            ]),
        ]),
        south: (bodies: []),
    },
)"#;

/// A ruleset that finds one flaw at every kind of place.
fn everywhere() -> Vec<(Flaw, &'static str)> {
    let at = |locus: Locus, place: &'static str| (Flaw::error(locus, "found"), place);
    let (north, south) = (Side::North, Side::South);
    let unit = |field: &str| Locus::Unit(north, 0, 0, field.to_owned());
    vec![
        at(Locus::Top("preset"), "2:66"),
        at(Locus::Top("deploy"), "1:1"),
        at(Locus::Switch("on".into()), "4:22"),
        at(Locus::Switch("off".into()), "4:15"),
        at(Locus::Side(north, "army".into()), "6:23"),
        at(Locus::Side(south, "army".into()), "11:9"),
        at(Locus::Command(north, "h".into()), "6:44"),
        at(Locus::Command(north, "bp".into()), "6:40"),
        at(Locus::Command(south, "bp".into()), "11:9"),
        at(Locus::Body(north, 0, String::new()), "7:13"),
        at(Locus::Body(north, 0, "held".into()), "7:35"),
        at(Locus::Body(north, 1, String::new()), "6:70"),
        at(unit(""), "8:17"),
        at(unit("type"), "8:41"),
        at(unit("at"), "8:51"),
        at(Locus::Unit(north, 0, 1, String::new()), "7:48"),
        at(Locus::Terrain(0), "3:15"),
        at(Locus::Terrain(1), "3:14"),
        // What is unknown is so at its name.
        (Flaw::error(unit("form"), "unknown field `form`"), "8:75"),
        (Flaw::error(unit("form"), "unknown field `hedding`"), "8:75"),
    ]
}

fn muster(ruleset: Ruleset, text: &str) -> Vec<scenario::FileFlaw> {
    let draft = Draft::read(Source::new("x.ron", text.to_owned()), &Shelf::embedded());
    match scenario::muster(&[ruleset], draft) {
        Ok(opened) => opened.warnings,
        Err(flaws) => flaws,
    }
}

#[test]
fn a_rulesets_flaws_come_to_the_line_and_column_of_what_they_are_about() {
    let ruleset = Ruleset { muster: |_, _| everywhere().into_iter().map(|(flaw, _)| flaw).collect(), ..PLAIN };
    let draft = Draft::read(Source::new("x.ron", SCENARIO.to_owned()), &Shelf::embedded());
    assert_eq!(draft.flaws, [], "{}", listed(&draft.flaws));
    for (flaw, place) in everywhere() {
        let found = draft.locate(&flaw).unwrap();
        assert_eq!(format!("{}:{}", found.line, found.column), place, "{flaw:?}");
    }
    let all = muster(ruleset, SCENARIO);
    assert!(all.iter().any(|f| f.message == "unknown field `hedding`; did you mean `heading`?"), "{}", listed(&all));
    assert!(all.is_sorted_by_key(|f| (f.line, f.column)));
}

#[test]
fn an_error_that_explains_a_rulesets_is_not_told_twice() {
    let about_unit = |field: &str| Flaw::error(Locus::Unit(Side::North, 0, 0, field.into()), "found");
    let broken = SCENARIO.replace("(10, 40)", "(10, NaN)");
    let draft = Draft::read(Source::new("x.ron", broken), &Shelf::embedded());
    assert_eq!(draft.flaws.len(), 1);
    assert_eq!(draft.locate(&about_unit("at")), None);
    assert_eq!(draft.locate(&about_unit("")), None);
    assert!(draft.locate(&about_unit("type")).is_some());
}

#[test]
fn a_heading_that_cannot_be_read_is_told_and_not_that_there_is_no_place() {
    let about_place = Flaw::error(Locus::Unit(Side::North, 0, 0, "at".into()), "expected `at`");
    for (heading, told) in [
        ("heading: 180.125,", "8:70: a heading has at most two decimals, not 180.125"),
        ("heading: \"south\",", "8:70: expected a number, not a text in quotes"),
        ("", "8:17: field `heading` is missing"),
    ] {
        let ruleset = Ruleset { muster: |setup, _| muster_of_place(setup), ..PLAIN };
        let flaws = muster(ruleset, &SCENARIO.replace("heading: 180,", heading));
        assert_eq!(listed(&flaws), format!("x.ron:{told}\n"));
    }
    let draft = Draft::read(Source::new("x.ron", SCENARIO.to_owned()), &Shelf::embedded());
    assert!(draft.locate(&about_place).is_some());
}

/// A ruleset that needs a place for each unit.
fn muster_of_place(setup: &sandtable::battle::setup::Setup) -> Vec<Flaw> {
    let placed = setup.sides[0].bodies[0].units[0].pose.is_some();
    let at = || Locus::Unit(Side::North, 0, 0, "at".into());
    if placed { Vec::new() } else { vec![Flaw::error(at(), "expected `at`: the battle is deployed by its file")] }
}

#[test]
fn flaws_of_terrain_stand_in_the_map() {
    let text = SCENARIO.replace("table: (72, 48)", "map: \"maps/zama.ron\"");
    let start = text.find("    terrain").unwrap();
    let end = start + text[start..].find('\n').unwrap() + 1;
    let text = text[..start].to_owned() + &text[end..];
    let ruleset = Ruleset { muster: |_, _| vec![Flaw::warning(Locus::Terrain(0), "odd")], ..PLAIN };
    let flaws = muster(ruleset, &text);
    assert_eq!(listed(&flaws), "scenarios/maps/zama.ron:5:9: warning: odd\n");
}

#[test]
fn a_map_is_scaled_with_its_terrain() {
    let of = |scale: &str| {
        let text = format!(
            "(ruleset: \"plain\", title: \"x\", map: \"maps/first_battle.ron\", {scale}
              sides: {{ north: (bodies: []), south: (bodies: []) }})"
        );
        scenario::muster(&[PLAIN], Draft::read(Source::new("x.ron", text), &Shelf::embedded())).ok().unwrap().setup
    };
    let (one, half) = (of(""), of("scale: 0.5,"));
    assert_eq!((one.table, half.table), ((72.0, 48.0), (36.0, 24.0)));
    let first = |setup: &sandtable::battle::setup::Setup| match &setup.terrain[0].shape {
        sandtable::table::Shape::Polygon(points) => points[0],
        sandtable::table::Shape::Strip { line, .. } => line[0],
    };
    assert_eq!(first(&half), first(&one) * 0.5);
}

#[test]
fn a_case_changes_its_battles_switches_in_its_own_file() {
    let text = "(rule: \"plain:1\", title: \"x\", scenario: \"own/battle\",\n switches: {\"on\": false},\n do: [Act(\"a: b\")])";
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("own")).unwrap();
    std::fs::create_dir_all(folder.path().join("cases/plain")).unwrap();
    std::fs::write(folder.path().join("own/battle.ron"), SCENARIO).unwrap();
    let path = folder.path().join("cases/plain/1_x.ron");
    std::fs::write(&path, text).unwrap();
    let case = scenario::Case::load(path.to_str().unwrap()).unwrap();
    assert!(!case.draft.setup.as_ref().unwrap().switches["on"]);
    let found = case.draft.locate(&Flaw::error(Locus::Switch("on".into()), "odd")).unwrap();
    assert_eq!((found.path.ends_with("1_x.ron"), found.line, found.column), (true, 2, 19));
    // The battle's own places are still those of its file.
    let found = case.draft.locate(&Flaw::error(Locus::Top("preset"), "odd")).unwrap();
    assert_eq!((found.path.ends_with("battle.ron"), found.line, found.column), (true, 2, 66));
}

#[test]
fn what_a_case_names_must_be_in_its_battle() {
    let text = r#"(
    rule: "plain:B1", title: "x",
    scenario: "first/battle",
    do: [
        Act("river-foot: ahead 3"),
        Act("river-foott: ahead 3"),
        Refuse("river-foot-1+: wheel sideways 3", rule: "plain:house"),
        Bar("river-horse-1: form", rule: "B1"),
    ],
    then: [
        Pose("river-foot-4", (1, 2, 0)),
        Fact(tell: "moved", of: "river-horse-1"),
        NoFact(of: "hill-hors", cite: "B2"),
    ],
)"#;
    let name = sandtable::rules::RULESETS[0].name;
    let text = text.replace("first/battle", &format!("{name}/first_battle")).replace("plain", name);
    let text = text.replace("B1", &(sandtable::rules::RULESETS[0].texts)().rules[0].id);
    let source = Source::new("x.ron", text);
    let flaws = scenario::check::of_source(sandtable::rules::RULESETS, source, &Shelf::embedded(), true);
    let expected = [
        ("6:9", "river-foott"),
        ("7:9", "column"),
        ("11:9", "`river-foot-4`; did you mean `river-foot-"),
        ("13:9", "`hill-hors`; did you mean `hill-horse"),
        ("13:9", "has no rule `B2`"),
    ];
    assert_eq!(flaws.len(), expected.len(), "{}", listed(&flaws));
    for (flaw, (place, piece)) in flaws.iter().zip(expected) {
        assert_eq!(format!("{}:{}", flaw.line, flaw.column), place, "{flaw}");
        assert!(flaw.message.contains(piece), "{flaw}");
    }
}

#[test]
fn every_stand_of_a_loose_unit_must_be_on_the_table_and_clear_of_others() {
    let flaws = |from: &str, to: &str| {
        let file = std::fs::read_to_string(crate::drill::BATTLE).expect("the drill's battle");
        let text = file.replace(from, to);
        let found = muster(crate::drill::RULESET, &text);
        found.into_iter().map(|flaw| flaw.message).collect::<Vec<_>>()
    };
    assert_eq!(flaws("at: (16, 11)", "at: (16, 11)"), [""; 0]);
    assert_eq!(flaws("at: (16, 11)", "at: (16, 0.5)"), ["`s-guard` stands 0.5 in off the table of 24 x 24 in"]);
    // Four bases of an inch beside three: half an inch of the last stand is in the way.
    assert_eq!(flaws("at: (12, 11)", "at: (13, 11)"), ["`s-guard` overlaps `s-foot` by 0.5 in"]);
    assert_eq!(
        flaws("type: \"guard\", at: (16, 11)", "type: \"gard\", at: (16, 11)"),
        ["unknown kind of unit `gard`; did you mean `guard`? There are horse, foot, guard"]
    );
    assert_eq!(flaws(", at: (16, 11), heading: 0", ""), ["expected `at`: the battle is deployed by its file"]);
}
