//! Luck and skill from outside: `sandtable analyse` on a battle that was played.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

fn run(args: &[&str], status: i32) -> (String, String) {
    let output = cargo_bin_cmd!("sandtable").args(args).assert().code(status).get_output().clone();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A folder with the journal of a battle between two who draw their answers, and the journal's path.
fn played(battle: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().to_string_lossy().into_owned();
    run(&["sim", battle, "--games", "1", "--north", "random", "--south", "random", "--journals", &at], 0);
    let path = folder.path().join("0001.journal.ron").to_string_lossy().into_owned();
    (folder, path)
}

fn number(of: &Value) -> f64 {
    of.as_f64().unwrap()
}

#[test]
fn luck_and_skill_are_the_result_and_a_second_start_goes_on() {
    let (folder, path) = played("armati/first_battle");
    let [keep, page] = ["kept", "a.html"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    let line = ["analyse", &path, "--by", "random", "--rollouts", "3", "--format", "json"];
    let (one, _) = run(&[&line[..], &["--jobs", "1", "--keep", &keep, "--page", &page]].concat(), 0);
    let told: Value = serde_json::from_str(&one).unwrap();
    let [start, end, without] = ["start", "end", "without_luck"].map(|name| number(&told[name]));
    let of = |side: &str, what: &str| number(&told[side][what][0]);
    let sum = start + of("south", "luck") + of("south", "skill") - of("north", "skill");
    assert!((sum - end).abs() < 1e-9, "{sum} is not {end}");
    assert!((without + of("south", "luck") - end).abs() < 1e-9);
    assert!(told["over"] == true && (end == 0.0 || end == 1.0 || end == 0.5), "{end}");
    let answers = told["answers"].as_array().unwrap();
    let mut chance = start;
    for answer in answers {
        assert_eq!(number(&answer["chance"][0]), chance, "{answer}");
        chance = number(&answer["chance"][1]);
        assert_eq!(answer["skill"].is_null(), answer["instead"].is_null(), "{answer}");
    }
    assert_eq!(chance, end);
    assert!(answers.iter().any(|answer| !answer["luck"].is_null()) && answers.len() > 20);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("What this rests on") && html.matches("<svg").count() == 1, "{html}");

    assert_eq!(run(&[&line[..], &["--jobs", "3"]].concat(), 0).0, one);
    // The program was killed while it wrote: what is whole is taken, the rest played.
    let kept = std::fs::read(&keep).unwrap();
    std::fs::write(&keep, &kept[..kept.len() * 2 / 3]).unwrap();
    assert_eq!(run(&[&line[..], &["--keep", &keep]].concat(), 0).0, one);
    let again = std::fs::read_to_string(&keep).unwrap();
    assert_eq!(again.lines().count(), String::from_utf8(kept).unwrap().lines().count());
    let (_, told) = run(&[&line[..], &["--seed", "2", "--keep", &keep]].concat(), 1);
    assert!(told.contains("has no rollouts of this battle") && told.lines().count() == 1, "{told}");
    let text = run(&[&line[..5], &["4", "--jobs", "2"]].concat(), 0).0;
    assert!(text.contains("by the dice") && text.contains("the share of 4 battles"), "{text}");
}

#[test]
fn wrong_usage_and_wrong_files_are_told() {
    assert!(run(&["analyse"], 2).1.contains("JOURNAL"));
    assert!(run(&["analyse", "nowhere.journal.ron"], 1).1.starts_with("error: "));
    assert!(run(&["analyse", "x", "--by", "captian"], 2).1.contains("there is no player `captian`"));
    assert!(run(&["analyse", "x", "--rollouts", "1"], 2).1.contains("--rollouts"));
}
