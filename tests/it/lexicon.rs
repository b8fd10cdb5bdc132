//! The words of a ruleset are listed, and a misspelt one in a case is told.

use std::path::PathBuf;

use sandtable::battle::lexicon::Lexicon;
use sandtable::rules::RULESETS;
use sandtable::scenario;

/// A case of Armati with one line to do and one to follow, and what `check` says of it.
fn flaws(dice: &str, todo: &str, then: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("M1_x.ron");
    let text = format!(
        "(rule: \"armati:M1\", title: \"x\", scenario: \"armati/first_battle\", step: (turn: 3, name: \"fire\"),\n\
         dice: [{dice}],\ndo: [{todo}],\nthen: [{then}])"
    );
    std::fs::write(&path, text).unwrap();
    let checked = scenario::check(RULESETS, &[PathBuf::from(&path)]);
    checked.flaws.iter().map(|flaw| format!("{}: {}", flaw.line, flaw.message)).collect()
}

#[test]
fn a_misspelt_word_of_any_kind_is_told_with_the_nearest() {
    let act = "Act(\"north: done\")";
    assert_eq!(flaws("", act, "Asked(\"move\"), State(\"hill-foot-1\", \"bp\", 3)"), Vec::<String>::new());
    for (dice, todo, then, told) in [
        ("(die: 1, why: \"meele\")", act, "", "2: `armati` has no purpose of dice `meele`; did you mean `melee`?"),
        ("", "Act(\"north: dnoe\")", "", "3: `armati` has no verb `dnoe`; did you mean `done`?"),
        ("", "NotOffered(\"hill-foot-1: shot\")", "", "3: `armati` has no verb `shot`; did you mean `shoot`?"),
        ("", act, "Asked(\"moev\")", "4: `armati` has no question `moev`; did you mean `move`?"),
        (
            "",
            act,
            "State(\"hill-foot-1\", \"fatige\", 1)",
            "4: `armati` has no value of a card `fatige`; did you mean `fatigue`?",
        ),
        ("", act, "State(\"north\", \"lots\", 1)", "4: `armati` has no value of a side `lots`; did you mean `lost`?"),
        (
            "",
            act,
            "NoFact(tell: \"counted\", what: \"fatige\")",
            "4: `armati` has no word `fatige`; did you mean `fatigue`?",
        ),
        ("", act, "Fact(tell: \"gone\", how: \"brokn\")", "4: `armati` has no word `brokn`; did you mean `broken`?"),
        ("", act, "Either([Asked(\"moev\")], [])", "4: `armati` has no question `moev`; did you mean `move`?"),
    ] {
        assert_eq!(flaws(dice, todo, then), [told]);
    }
}

#[test]
fn of_a_word_that_is_near_none_all_are_told() {
    let act = "Act(\"north: done\")";
    for (todo, then, told, listed) in [
        ("Act(\"north: xylophone\")", "", "3: `armati` has no verb `xylophone`; there are ", "shoot"),
        ("Xylophone(1)", "", "3: `Xylophone` is no thing to do; there are Act, ", "NotOffered"),
        ("Refuse(\"north: done\", rule: \"Q999.9z\")", "", "3: `armati` has no rule `Q999.9z`; there are ", "3.1.1"),
        (act, "Asked(\"xylophone\")", "4: `armati` has no question `xylophone`; there are ", "move"),
        (act, "Fact(tell: \"xylophone\")", "4: no fact tells `xylophone`; there are began, ", "counted"),
        (
            act,
            "State(\"xylophone\", \"bp\", 1)",
            "4: nothing on the table is named `xylophone`; there are ",
            "hill-foot-1",
        ),
        (
            act,
            "State(\"north\", \"xylophone\", 1)",
            "4: `armati` has no value of a side `xylophone`; there are ",
            "lost",
        ),
    ] {
        let flaws = flaws("", todo, then);
        assert!(flaws.iter().any(|flaw| flaw.starts_with(told) && flaw.contains(listed)), "{flaws:#?}");
    }
}

#[test]
fn every_kind_of_word_is_listed_for_every_ruleset() {
    for ruleset in RULESETS {
        let lexicon = Lexicon::of(ruleset);
        assert!(lexicon.steps.len() > 3 && lexicon.questions.len() > 4 && lexicon.dice().len() > 4, "{}", ruleset.name);
        assert!(lexicon.card().len() > 10 && !lexicon.score().is_empty(), "{}", ruleset.name);
        assert!(
            lexicon.questions.iter().all(|(key, verbs)| !verbs.is_empty() && lexicon.is_word(key.0)),
            "{}",
            ruleset.name
        );
        let help = assert_cmd::Command::cargo_bin("sandtable").unwrap().args(["help", ruleset.name]).output().unwrap();
        let page = String::from_utf8(help.stdout).unwrap();
        assert!(help.status.success());
        let words = lexicon.verbs().into_iter().chain(lexicon.dice()).chain(lexicon.card()).chain(lexicon.keys());
        for word in words.filter(|word| *word != "umpire") {
            assert!(page.contains(word), "{}: {word} is not on the page", ruleset.name);
        }
    }
}
