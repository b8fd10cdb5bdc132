//! A study that many machines play: its parts put together are what one machine plays, and what is not theirs is told.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

const STUDY: &str = r#"(study: "Javelins, or a short battle?", battle: "armati/first_battle", side: south,
    base: (north: "random", south: "random"),
    variants: [(name: "no-javelins", leave_out: ["river-javelins"]), (name: "short", limit: (turns: 3, then: Wins(south)))],
    pairs: 60)"#;

fn run(args: &[&str], status: i32) -> (String, String) {
    let output = cargo_bin_cmd!("sandtable").args(args).assert().code(status).get_output().clone();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A folder with a study in it.
struct Desk(tempfile::TempDir);

impl Desk {
    fn with(text: &str) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("s.ron"), text).unwrap();
        Desk(folder)
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn part(&self, part: &str, rest: &[&str], status: i32) -> (String, String) {
        let (study, parts) = (self.at("s.ron"), self.at("parts"));
        run(&[&["study", &study, "--shard", part, "--out", &parts, "--luck", "1"][..], rest].concat(), status)
    }

    fn merge(&self, rest: &[&str], status: i32) -> (String, String) {
        run(&[&["study", "--merge", &self.at("parts")][..], rest].concat(), status)
    }

    fn file(&self, part: &str) -> PathBuf {
        Path::new(&self.at("parts")).join(part)
    }
}

#[test]
fn parts_in_any_order_are_the_same_bytes_as_one_machine() {
    let desk = Desk::with(STUDY);
    let whole = |form: &str, page: &str, table: &str| {
        let [page, table] = [page, table].map(|name| desk.at(name));
        let line = ["study", &desk.at("s.ron"), "--luck", "1", "--page", &page, "--out", &table, "--format", form];
        run(&line, 0).0
    };
    let (json, text) = (whole("json", "a.html", "a.csv"), whole("text", "a.html", "a.csv"));
    // Parts of 8 and of 9 pairs, which do not end where the results are looked at; the last ones first.
    for part in (1..=7).rev() {
        let (told, _) = desk.part(&format!("{part}/7"), &["--jobs", if part == 3 { "1" } else { "2" }], 0);
        assert!(told.starts_with(&format!("part {part} of 7 is played: pairs ")), "{told}");
    }
    let [page, table] = ["b.html", "b.csv"].map(|name| desk.at(name));
    let (merged, _) = desk.merge(&["--page", &page, "--out", &table, "--format", "json"], 0);
    assert_eq!(merged, json);
    for (one, other) in [("a.html", "b.html"), ("a.csv", "b.csv")] {
        assert!(fs::read(desk.at(one)).unwrap() == fs::read(desk.at(other)).unwrap(), "{other} is not {one}");
    }
    let without_time =
        |text: &str| text.lines().filter(|line| !line.contains("; hash ")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_time(&desk.merge(&[], 0).0), without_time(&text));
    // Its file may have another name on another machine.
    fs::rename(desk.at("s.ron"), desk.at("t.ron")).unwrap();
    let (_, told) = desk.merge(&[], 1);
    assert!(told.contains("which cannot be read") && told.contains("sandtable study FILE --merge"), "{told}");
    let (named, _) = run(&["study", &desk.at("t.ron"), "--merge", &desk.at("parts"), "--format", "json"], 0);
    assert_eq!(named, json);
}

#[test]
fn a_part_that_is_there_is_kept_and_one_that_is_cut_off_is_played_again() {
    let desk = Desk::with(&STUDY.replace("pairs: 60", "pairs: 8"));
    desk.part("2/2", &[], 0);
    let file = desk.file("2-of-2.shard");
    let bytes = fs::read(&file).unwrap();
    assert!(desk.part("2/2", &[], 0).0.contains("is there already: pairs 5 to 8, 12 battles"));
    // A file that the disk lost the end of.
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let (_, told) = desk.merge(&[], 1);
    assert!(told.lines().count() == 1 && told.contains("2-of-2.shard:"), "{told}");
    assert!(desk.part("2/2", &[], 0).0.contains("is played"));
    assert!(fs::read(&file).unwrap() == bytes);
}

#[test]
fn missing_and_foreign_parts_are_told_in_one_clear_line() {
    let desk = Desk::with(&STUDY.replace("pairs: 60", "pairs: 12"));
    let one_line = |told: &str, says: &str| assert!(told.lines().count() == 1 && told.contains(says), "{told}");
    fs::create_dir(desk.at("parts")).unwrap();
    one_line(&desk.merge(&[], 1).1, "there are no shards");
    desk.part("2/4", &[], 0);
    one_line(&desk.merge(&[], 1).1, "shards 1, 3, 4 of 4 are missing");
    desk.part("1/4", &[], 0);
    desk.part("4/4", &[], 0);
    one_line(&desk.merge(&[], 1).1, "shard 3 of 4 is missing");
    // The first look is after 20 pairs or all of them: nothing can be said before the gap.
    let (told, _) = desk.merge(&["--so-far"], 0);
    assert!(told.contains("0 battles put together, 3 of 4 parts") && told.contains("not sure yet"), "{told}");

    one_line(&desk.part("3/4", &["--seed", "2"], 0).0, "is played");
    one_line(&desk.merge(&[], 1).1, "3-of-4.shard is a shard of another study: its seed is 2, and that of ");
    one_line(&desk.part("3/4", &[], 1).1, "another seed or another rule");
    fs::remove_file(desk.file("3-of-4.shard")).unwrap();
    one_line(&desk.part("3/4", &["--pairs", "16"], 0).0, "is played");
    one_line(&desk.merge(&[], 1).1, "its number of pairs is 16");
    fs::remove_file(desk.file("3-of-4.shard")).unwrap();
    // Battles that were played by another plan, or by other rules.
    fs::write(desk.at("s.ron"), STUDY.replace("pairs: 60", "pairs: 12").replace("turns: 3", "turns: 4")).unwrap();
    desk.part("3/4", &[], 0);
    one_line(&desk.merge(&[], 1).1, "is a shard of another study: its battles are not those of");
    fs::write(desk.at("s.ron"), STUDY.replace("pairs: 60", "pairs: 12")).unwrap();
    fs::write(desk.file("3-of-4.shard"), "nonsense\n").unwrap();
    one_line(&desk.merge(&[], 1).1, "3-of-4.shard:1: this is no shard: ");
    // The same part twice is one; with other battles it is not.
    fs::remove_file(desk.file("3-of-4.shard")).unwrap();
    desk.part("3/4", &[], 0);
    fs::copy(desk.file("3-of-4.shard"), desk.file("copy.shard")).unwrap();
    let (told, _) = desk.merge(&["--format", "json"], 0);
    assert_eq!(serde_json::from_str::<Value>(&told).unwrap()["battles"], 36);
    let other = fs::read_to_string(desk.file("copy.shard")).unwrap().replacen("\"why\":\"", "\"why\":\"not-", 1);
    fs::write(desk.file("copy.shard"), other).unwrap();
    one_line(&desk.merge(&[], 1).1, "are both shard 3, and differ");
}

#[test]
fn it_stops_when_sure_and_needs_no_later_part() {
    let desk = Desk::with(
        &STUDY
            .replace("(name: \"no-javelins\", leave_out: [\"river-javelins\"]), ", "")
            .replace("pairs: 60", "pairs: 1000"),
    );
    let line = ["study", &desk.at("s.ron"), "--luck", "0", "--format", "json"];
    let whole = run(&line, 0).0;
    let battles = serde_json::from_str::<Value>(&whole).unwrap()["battles"].as_u64().unwrap();
    assert!(battles < 400, "{battles}");
    let parts = battles.div_ceil(2).div_ceil(20);
    for part in 1..=parts {
        let (study, out) = (desk.at("s.ron"), desk.at("parts"));
        run(&["study", &study, "--shard", &format!("{part}/50"), "--out", &out, "--luck", "0"], 0);
        let (told, _) = desk.merge(&["--so-far", "--format", "json"], 0);
        let told: Value = serde_json::from_str(&told).unwrap();
        let sure = told["variants"][0]["verdict"] != "open";
        assert_eq!(sure, part == parts, "{told}");
    }
    assert_eq!(desk.merge(&["--format", "json"], 0).0, whole);
}

#[test]
fn wrong_usage_is_told() {
    let desk = Desk::with(STUDY);
    let study = desk.at("s.ron");
    for wrong in [&["--shard", "3/2"][..], &["--shard", "1/2"], &["--so-far"], &["--merge", "x", "--seed", "2"]] {
        run(&[&["study", &study][..], wrong].concat(), 2);
    }
    let (_, told) = desk.part("1/61", &[], 2);
    assert!(told.contains("60 pairs make no more than 60 parts, and not 61"), "{told}");
    assert!(run(&["study", "--merge", &desk.at("nowhere")], 1).1.starts_with("error: cannot read "));
}
