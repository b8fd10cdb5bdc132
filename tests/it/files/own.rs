//! People's own army lists, maps, plans and battles, beside a file and in their own folder.

use std::path::Path;

use bevy::ecs::world::World;
use sandtable::battle::Roster;
use sandtable::battle::setup::Severity;
use sandtable::rules::RULESETS;
use sandtable::scenario::journal::{DiceFrom, Header};
use sandtable::scenario::{self, Draft, FileFlaw, Opened};

use super::listed;

const LIST: &str = r#"(
    name: "Mine", source: "made up", scale: A1, command: (h: 3, l: 2, bp: 2, init: 4), ready: true,
    troops: [
        (name: "spears", type: "HI", title: "Spearmen", key: true, fv: (5, 1, 2), prot: 1, weapon: "spear", core: 4),
        (name: "riders", type: "LC", title: "Riders", fv: (2, 0, 1), prot: 1, weapon: "javelin", core: 1,
            base: (2, 1)),
    ],
)"#;

/// A battle of two units against one, of an army list of that name.
fn battle(army: &str, command: &str) -> String {
    format!(
        r#"(ruleset: "armati", title: "Mine", table: (48, 36),
    sides: {{
        north: (army: "{army}", {command} bodies: [
            (name: "foot", units: [
                (name: "foot-1", type: "spears", at: (20, 24), heading: 180),
                (name: "foot-2", type: "spears", at: (24.8, 24), heading: 180)]),
            (name: "horse", units: [(name: "horse-1", type: "riders", at: (36, 24), heading: 180)])]),
        south: (command: (h: 1, l: 1, bp: 1, init: 1), bodies: [
            (name: "others", units: [(name: "other-1", type: "HI", at: (24, 10), heading: 0, key: true)])]),
    }})"#
    )
}

/// Files in a folder of their own: what the battle comes to.
fn opened(files: &[(&str, &str)], open: &str) -> Result<Opened, Vec<FileFlaw>> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    scenario::open(RULESETS, folder.path().join(open).to_str().unwrap())
}

fn flaws(files: &[(&str, &str)], open: &str) -> Vec<String> {
    let name = |path: &str| Path::new(path).file_name().unwrap().to_string_lossy().into_owned();
    let found = opened(files, open).map_or_else(|flaws| flaws, |opened| opened.warnings);
    let told = |flaw: &FileFlaw| {
        let warning = if flaw.severity == Severity::Warning { "warning: " } else { "" };
        format!("{}:{}:{}: {warning}{}", name(&flaw.path), flaw.line, flaw.column, flaw.message)
    };
    found.iter().map(told).collect()
}

fn base(world: &World, unit: &str) -> (f32, f32) {
    let roster = world.resource::<Roster>();
    let base = roster.base(roster.find(unit).unwrap());
    (base.frontage(1), base.depth)
}

#[test]
fn a_list_of_ones_own_is_found_by_name_beside_the_file_and_by_its_path() {
    let bp = "command: (bp: 1),";
    for (list, army) in [
        ("armies/armati/mine.ron", "mine"),
        ("armies/mine.ron", "mine"),
        ("mine.ron", "mine"),
        ("lists/mine.ron", "lists/mine.ron"),
        ("lists/mine.ron", "lists/mine"),
        // Before the ruleset's own.
        ("armies/celtic.ron", "celtic"),
    ] {
        let opened = opened(&[(list, LIST), ("battle.ron", &battle(army, bp))], "battle.ron");
        let opened = opened.unwrap_or_else(|flaws| panic!("{army}: {}", listed(&flaws)));
        assert_eq!(opened.warnings, [], "{army}");
        assert_eq!(opened.lists.keys().collect::<Vec<_>>(), [army]);
    }
    let lacking = flaws(&[("battle.ron", &battle("lists/mine", bp))], "battle.ron");
    assert_eq!(lacking, ["battle.ron:3:23: there is no army list `lists/mine` beside this file"]);
    let outside = flaws(&[("battle.ron", &battle("../mine", bp))], "battle.ron");
    assert_eq!(outside.len(), 1, "{outside:?}");
    assert!(outside[0].contains("without `..`"), "{outside:?}");
}

#[test]
fn an_unknown_army_is_one_flaw() {
    let found = flaws(&[("battle.ron", &battle("celtik", ""))], "battle.ron");
    let [found] = &found[..] else { panic!("{found:?}") };
    assert!(found.starts_with("battle.ron:3:23: unknown army `celtik`; did you mean `celtic`? There are "), "{found}");
    assert!(found.contains(", gauls, hittite-empire, "), "{found}");
    for name in ["armati/zama", "impetus/zama", "impetus/telamon"] {
        let text = sandtable::scenario::embedded::file(&format!("{name}.ron")).unwrap();
        let text = text.replacen("army: \"", "army: \"zzz-", 1);
        let draft = Draft::read(scenario::Source::new("x.ron", text.to_owned()), &scenario::Shelf::embedded());
        let found = scenario::muster(RULESETS, draft).err().unwrap();
        assert_eq!(found.len(), 1, "{name}: {}", listed(&found));
    }
}

#[test]
fn what_is_wrong_in_a_list_is_told_in_its_file_and_once() {
    let list = LIST.replace("\"LC\"", "\"LD\"").replace("core: 4", "cord: 4");
    let found = flaws(&[("mine.ron", &list), ("battle.ron", &battle("mine", ""))], "battle.ron");
    let [field, kind] = &found[..] else { panic!("{found:?}") };
    assert_eq!(field, "mine.ron:4:109: unknown field `cord`; did you mean `core`?");
    let told = "mine.ron:5:32: unknown troop type `LD`; did you mean `LI`? There are HI, PH, ";
    assert!(kind.starts_with(told), "{kind}");
    let found = flaws(&[("mine.ron", "(name: \"Mine\""), ("battle.ron", &battle("armies/../mine", ""))], "battle.ron");
    assert_eq!(found.len(), 1, "{found:?}");
    let torn = flaws(&[("mine.ron", "(name: \"Mine\""), ("battle.ron", &battle("mine", ""))], "battle.ron");
    assert_eq!(torn, ["mine.ron:1:1: this `(` is never closed"]);
}

#[test]
fn the_breakpoint_of_a_whole_list_is_not_that_of_half_of_it_without_a_warning() {
    let of = |command: &str| flaws(&[("mine.ron", LIST), ("battle.ron", &battle("mine", command))], "battle.ron");
    let told = of("");
    assert_eq!(told.len(), 1, "{told:?}");
    let expected = "battle.ron:3:23: warning: the breakpoint 2 is that of the whole list with its 4 key units, and 2 are \
                    here: write `command: (bp: …)`, which would be 1 in proportion";
    assert_eq!(told[0], expected);
    // Said by the file itself, it is meant.
    assert!(of("command: (bp: 2),").is_empty());
}

#[test]
fn bases_of_ones_own_are_those_of_the_list_or_of_the_unit() {
    let text = battle("mine", "command: (bp: 1),").replace("type: \"HI\", at", "type: \"HI\", base: (3, 1.5), at");
    let opened = opened(&[("mine.ron", LIST), ("battle.ron", &text)], "battle.ron").ok().unwrap();
    assert_eq!(base(&opened.world, "horse-1"), (2.0, 1.0));
    assert_eq!(base(&opened.world, "other-1"), (3.0, 1.5));
    let wrong = text.replace("(3, 1.5)", "(3, 0.1)");
    let found = flaws(&[("mine.ron", LIST), ("battle.ron", &wrong)], "battle.ron");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("expected a base (width, depth) of 0.2 to 24 in, not 0.1"), "{found:?}");
}

/// The teaching battle of each ruleset with its text.
fn teaching() -> impl Iterator<Item = (String, String)> {
    let names = scenario::embedded::battles().into_iter().filter(|name| name.ends_with("/first_battle"));
    names
        .map(|name| (scenario::embedded::file(&format!("{name}.ron")).unwrap(), name))
        .map(|(text, name)| (name, text.into()))
}

/// What that text comes to, with the maps that come with the program.
fn read(text: &str) -> Result<Opened, Vec<FileFlaw>> {
    scenario::muster(
        RULESETS,
        Draft::read(scenario::Source::new("x.ron", text.to_owned()), &scenario::Shelf::embedded()),
    )
}

/// The names of the units in that text of a battle.
fn units(text: &str) -> Vec<&str> {
    let named = text.split("(name: \"").skip(1).filter_map(|rest| rest.split_once('"'));
    named.filter(|(_, rest)| rest.starts_with(", type: ")).map(|(name, _)| name).collect()
}

#[test]
fn a_unit_of_every_ruleset_may_have_a_base_of_its_own() {
    for (name, text) in teaching() {
        let own = units(&text).into_iter().find_map(|unit| {
            let named = format!("(name: \"{unit}\",");
            let opened = read(&text.replace(&named, &format!("{named} base: (1.1, 0.9),"))).ok()?;
            Some(base(&opened.world, unit))
        });
        assert_eq!(own, Some((1.1, 0.9)), "{name}");
        let unit = units(&text)[0];
        let named = format!("(name: \"{unit}\",");
        let wrong = read(&text.replace(&named, &format!("{named} base: (1.1, 0.1),"))).err().unwrap();
        let told = wrong.iter().filter(|flaw| flaw.message.contains("of 0.2 to 24 in, not 0.1")).count();
        assert_eq!(told, 1, "{name}: {}", listed(&wrong));
    }
}

/// Where a unit's place begins in that text, with how far east it is.
fn east(text: &str, unit: &str) -> (usize, f32) {
    let named = text.find(&format!("(name: \"{unit}\",")).unwrap();
    let at = named + text[named..].find("at: (").unwrap() + "at: (".len();
    (at, text[at..].split(',').next().unwrap().parse().unwrap())
}

#[test]
fn whoever_stands_on_another_or_off_the_table_is_told_by_how_much_in_every_ruleset() {
    for (name, text) in teaching() {
        let [first, second] = [0, 1].map(|n| units(&text)[n]);
        let put = |x: f32| {
            let (at, _) = east(&text, first);
            let rest = text[at..].split_once(',').unwrap().1;
            let found =
                read(&format!("{}{x},{rest}", &text[..at])).map_or_else(|flaws| flaws, |opened| opened.warnings);
            found.into_iter().map(|flaw| flaw.message).collect::<Vec<_>>()
        };
        let over = |by: f32| {
            let begins = format!("`{second}` overlaps `{first}` by ");
            let told = put(east(&text, second).1 - by);
            told.iter().find_map(|told| told.strip_prefix(&begins)?.strip_suffix(" in")?.parse::<f32>().ok())
        };
        // From the side the first comes upon the second by a little, and a tenth of an inch farther by that much more.
        let (by, little) = (0..150)
            .map(|tenths| 15.0 - tenths as f32 * 0.1)
            .find_map(|by| Some((by, over(by)?)))
            .unwrap_or_else(|| panic!("{name}: {first} never stands on {second}"));
        let more = over(by - 0.1).unwrap();
        assert!(little < 0.11 && (more - little - 0.1).abs() < 0.002, "{name}: {little} and {more}");
        let off = |x: f32| {
            let (begins, ends) = (format!("`{first}` stands "), " in off the table of 72 x 48 in");
            let told = put(x);
            let by = told.iter().find_map(|told| told.strip_prefix(&begins)?.strip_suffix(ends)?.parse::<f32>().ok());
            by.unwrap_or_else(|| panic!("{name}: {told:?}"))
        };
        assert!((off(-20.0) - off(-10.0) - 10.0).abs() < 0.002, "{name}: {} and {}", off(-20.0), off(-10.0));
    }
}

#[test]
fn units_that_do_not_stand_as_they_should_are_told_with_whom_and_by_how_much() {
    let of = |from: &str, to: &str| {
        let text = battle("mine", "command: (bp: 1),").replace(from, to);
        flaws(&[("mine.ron", LIST), ("battle.ron", &text)], "battle.ron")
    };
    let second = "(24.8, 24), heading: 180";
    let line = |told: &str| vec![format!("battle.ron:6:54: {told}")];
    assert_eq!(
        of(second, "(25.3, 24), heading: 180"),
        line("`foot-2` stands 0.5 in from `foot-1`: the units of a division must touch each other in line (D1)")
    );
    assert_eq!(of(second, "(24.81, 24), heading: 180"), Vec::<String>::new());
    assert_eq!(
        of(second, "(24.8, 22.25), heading: 180"),
        line("`foot-2` and `foot-1` touch along less than 0.1 in of their sides or half of a front (D1)")
    );
    assert_eq!(of(second, "(24.4, 24), heading: 180"), line("`foot-2` overlaps `foot-1` by 0.4 in"));
    let off = of("(36, 24)", "(47.5, 24)");
    assert_eq!(off, ["battle.ron:7:75: `horse-1` stands 1.5 in off the table of 48 x 36 in"]);
}

#[test]
fn a_journal_takes_the_lists_along() {
    let files = [("mine.ron", LIST), ("battle.ron", &battle("mine", "command: (bp: 1),"))];
    let opened = opened(&files, "battle.ron").ok().unwrap();
    let header = Header::of(&opened, DiceFrom::Seed(1));
    let line = sandtable::scenario::journal::on_one_line(&header).unwrap();
    let journal = sandtable::scenario::journal_file::parse(&scenario::Source::new("j", line + "\n")).unwrap();
    assert_eq!(journal.header, header);
    // The folder is gone.
    let again = scenario::muster(RULESETS, journal.header.draft()).unwrap_or_else(|flaws| panic!("{}", listed(&flaws)));
    assert_eq!(base(&again.world, "horse-1"), (2.0, 1.0));
}

#[test]
fn a_unit_is_of_a_troop_of_ones_own_list_where_units_have_figures() {
    for (ruleset, kind, has) in
        [("battlesystem", "guard", ""), ("chainmail", "heavy-foot", r#"title: "Mine", core: true,"#)]
    {
        let list = format!(r#"(name: "Mine", troops: [(name: "my-own", {has} type: "{kind}", most: 40)])"#);
        let told = |of: &str| {
            let text = format!(
                r#"(ruleset: "{ruleset}", title: "Mine", table: (48, 36), sides: {{
                    north: (bodies: [(name: "n", units: [
                        (name: "n-1", type: "{kind}", at: (24, 30), heading: 180, figures: 12)])]),
                    south: (army: "mine", bodies: [(name: "s", units: [
                        (name: "s-1", type: "{of}", at: (24, 10), heading: 0, figures: 12)])]),
                }})"#
            );
            flaws(&[("armies/mine.ron", &list), ("battle.ron", &text)], "battle.ron")
        };
        assert_eq!(told("my-own"), [""; 0], "{ruleset}");
        assert_eq!(told(kind), [""; 0], "{ruleset}: the type itself");
        let unknown = told("my-pwn");
        assert!(unknown[0].contains("did you mean `my-own`?"), "{ruleset}: {unknown:?}");
    }
}
