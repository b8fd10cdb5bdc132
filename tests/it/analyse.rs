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

#[test]
fn luck_and_skill_are_the_result_in_battles_of_every_ruleset() {
    for battle in sandtable::rules::RULESETS.iter().map(|ruleset| ruleset.name) {
        let (folder, path) = played(&format!("{battle}/first_battle"));
        // Of a battle that is not over the chance now takes the place of the result: its first answers alone.
        let text = std::fs::read_to_string(path).unwrap();
        let cut = text.match_indices("\nDo(").nth(16).map(|(at, _)| at).expect("more than 16 answers");
        let short = folder.path().join("short.journal.ron").to_string_lossy().into_owned();
        std::fs::write(&short, &text[..=cut]).unwrap();
        let (told, _) = run(&["analyse", &short, "--by", "random", "--rollouts", "2", "--format", "json"], 0);
        let told: Value = serde_json::from_str(&told).unwrap();
        let halves = |of: &Value| (number(of) * 4.0).round() as i64;
        let of = |side: &str, what: &str| halves(&told[side][what][0]);
        let sum = halves(&told["start"]) + of("south", "luck") + of("south", "skill") - of("north", "skill");
        assert_eq!(sum, halves(&told["end"]), "{battle}");
        let answers = told["answers"].as_array().unwrap();
        assert!(told["over"] == false && answers.len() == 16, "{battle}: {}", answers.len());
        assert!(answers.iter().any(|answer| !answer["skill"].is_null()), "{battle}");
    }
}

#[test]
fn a_report_has_luck_and_skill_as_a_chapter_and_marks_what_stands_out() {
    let (folder, path) = played("armati/first_battle");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (plain, lucky, keep) = (at("a.html"), at("b.html"), at("kept"));
    run(&["report", &path, "-o", &plain], 0);
    run(&["report", &path, "-o", &lucky, "--luck", "--rollouts", "2", "--keep", &keep], 0);
    let [plain, lucky] = [plain, lucky].map(|path| std::fs::read_to_string(path).unwrap());
    assert!(!plain.contains("id=\"luck\"") && !plain.contains("class=\"mark\""));
    assert!(lucky.contains("href=\"#luck\"") && lucky.contains("id=\"luck\""), "no chapter");
    let (told, _) = run(&["analyse", &path, "--rollouts", "2", "--keep", &keep, "--format", "json"], 0);
    let told: Value = serde_json::from_str(&told).unwrap();
    let marked = told["answers"].as_array().unwrap().iter().filter(|a| !a["marks"].as_array().unwrap().is_empty());
    assert_eq!(lucky.matches("class=\"mark\"").count(), marked.count());
    assert!(lucky.contains("Without the luck it would be"));
    assert!(run(&["report", &path, "-o", &at("c.csv"), "--luck"], 2).1.contains("goes with a page"));
    assert!(run(&["report", &path, "-o", &at("c.html"), "--rollouts", "9"], 2).1.contains("--luck"));
}

#[test]
fn chances_are_held_against_results() {
    let folder = tempfile::tempdir().unwrap();
    let [page, table] = ["a.html", "a.csv"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    let line = ["calibrate", "armati/breakpoint", "--by", "random", "--north", "random", "--south", "random"];
    let rest = ["--positions", "40", "--rollouts", "4", "--format", "json"];
    let (one, _) = run(&[&line[..], &rest, &["--jobs", "1", "--page", &page, "--out", &table]].concat(), 0);
    assert_eq!(one, run(&[&line[..], &rest, &["--jobs", "3"]].concat(), 0).0);
    let told: Value = serde_json::from_str(&one).unwrap();
    let count = |groups: &str| told[groups].as_array().unwrap().iter().map(|g| g["positions"].as_u64().unwrap()).sum();
    let [rollouts, judged]: [u64; 2] = ["rollouts", "judged"].map(count);
    assert_eq!((told["positions"].as_u64(), rollouts, judged), (Some(40), 40, 40));
    assert!(number(&told["bias"][0]).abs() <= 4.0 * number(&told["bias"][1]), "{told}");
    assert_eq!(std::fs::read_to_string(&table).unwrap().lines().count(), 41);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("Foretold and won") && html.matches("<svg").count() == 1);
    let text = run(&[&line[..], &rest[..4], &["--jobs", "2"]].concat(), 0).0;
    assert!(text.contains("by rollouts") && text.contains("mean squared error"), "{text}");
    assert!(run(&["calibrate", "armati/breakpoint", "--rollouts", "5"], 2).1.contains("even number"));
}
