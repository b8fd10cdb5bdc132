//! A battle that is taken up in its midst: what its file says wrongly is told at its place.

use sandtable::rules::RULESETS;
use sandtable::scenario::{self, Draft, Shelf, Source};

/// What is wrong with a battle of two units that touch, with these fields of the southern one, its side and its
/// general.
fn flaws(ruleset: &str, unit: &str, side: &str) -> Vec<String> {
    let command = if ruleset == "armati" { "command: (h: 9, l: 9, bp: 9, init: 5)," } else { "" };
    let kind = if ruleset == "armati" { "HI" } else { "FP" };
    let text = format!(
        "(ruleset: \"{ruleset}\", title: \"x\", table: (72, 48), sides: {{\n\
         north: ({command} bodies: [(units: [(name: \"e\", type: \"{kind}\", at: (36, 20), heading: 180)])]),\n\
         south: ({command} {side} bodies: [(units: [(name: \"u\", type: \"{kind}\", at: (36, 20), heading: 0,\n\
         {unit})])]) }})"
    );
    let draft = Draft::read(Source::new("x.ron", text), &Shelf::embedded());
    let flaws = scenario::muster(RULESETS, draft).err().unwrap_or_default();
    flaws
        .iter()
        .filter(|flaw| flaw.is_error())
        .map(|flaw| format!("{}:{}: {}", flaw.line, flaw.column, flaw.message))
        .collect()
}

#[test]
fn what_is_right_is_taken_up() {
    let none = Vec::<String>::new();
    let contact = "contacts: [(enemy: \"e\", counts: \"flank\", rounds: 2, from: (36, 12, 0))]";
    assert_eq!(flaws("armati", &format!("did: [\"moved\", \"hit\"], used: 9, {contact}"), ""), none);
    assert_eq!(flaws("armati", "", "general: (name: \"g\", attached: \"u\", rerolls: 1, moved: true),"), none);
    assert_eq!(flaws("impetus", "did: [\"shot\"], has_moved: true, contacts: [(enemy: \"e\")]", ""), none);
    assert_eq!(flaws("impetus", "shieldwall: true", "lost: 7, general_lost: true,"), none);
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    for (ruleset, unit, side, told) in [
        (
            "armati",
            "did: [\"moevd\"]",
            "",
            "4:6: unknown deed `moevd`; did you mean `moved`? There are moved, marched, spent, evaded, tried-break-off, \
             shot, fought, broke-front, hit, rallied",
        ),
        ("armati", "did: \"moved\"", "", "4:6: expected a list of words in quotes"),
        ("armati", "used: 101", "", "4:7: expected a length from 0 to 100 in, not 101"),
        ("armati", "contacts: [(enemy: \"f\")]", "", "4:11: unknown enemy `f`; did you mean `e`?"),
        ("armati", "contacts: [(enemy: \"u\")]", "", "4:11: unknown enemy `u`; did you mean `e`?"),
        (
            "armati",
            "contacts: [(enemy: \"e\", counts: \"flnak\")]",
            "",
            "4:11: unknown side of contact `flnak`; did you mean `flank`? There are front, flank, rear",
        ),
        (
            "impetus",
            "contacts: [(enemy: \"e\", counts: \"flank\")]",
            "",
            "4:11: unknown side of contact `flank`; there are frontal, side, behind",
        ),
        ("impetus", "ready: true", "", "4:8: standing ready means something with `X7_opportunity` alone"),
        (
            "impetus",
            "did: [\"evaded\"]",
            "",
            "4:6: unknown deed `evaded`; there are activated, moved, shot, will-move, rallied, fought, \
             rallied-other, held-back, turned",
        ),
        ("impetus", "", "lost: -1,", "3:16: expected a whole number from 0 to 10000, not -1"),
        ("impetus", "", "general_lots: true,", "3:10: unknown field `general_lots`; did you mean `general_lost`?"),
    ] {
        assert_eq!(flaws(ruleset, unit, side), [told], "{unit} {side}");
    }
    let two =
        r#"contacts: [(enemy: "e")]), (name: "v", type: "FP", at: (46, 20), heading: 0, contacts: [(enemy: "e")]"#;
    let far = flaws("impetus", two, "");
    assert_eq!(far.len(), 1, "{far:?}");
    assert!(far[0].contains("`v` does not touch `e` where they stand"), "{far:?}");
    let used = flaws("armati", "", "general: (name: \"g\", attached: \"u\", rerolls: 2),");
    assert!(
        used.len() == 1 && used[0].contains("a general orders 1 rerolls in a game at most, not 2 (A16.2a)"),
        "{used:?}"
    );
}
