//! The command line from outside: exit status, help, wrong usage, the shape of what programs read.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

fn sandtable(line: &str) -> Command {
    let mut command = cargo_bin_cmd!("sandtable");
    command.args(line.split_whitespace());
    command
}

fn stdout(line: &str) -> String {
    let output = sandtable(line).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn stderr(line: &str, status: i32) -> String {
    let output = sandtable(line).assert().code(status).get_output().clone();
    assert!(output.stdout.is_empty(), "stdout: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

fn json(line: &str) -> Value {
    serde_json::from_str(&stdout(line)).unwrap()
}

#[test]
fn every_command_explains_itself() {
    let all = stdout("--help");
    for command in ["play", "sim", "study", "check", "cases", "rules", "replay", "report", "picture", "help"] {
        assert!(all.contains(&format!("\n  {command} ")), "{command} is missing from\n{all}");
        let long = stdout(&format!("{command} --help"));
        assert!(long.contains("Usage: sandtable ") && long.contains(command), "{long}");
        if command != "help" {
            assert_eq!(stdout(&format!("help {command}")), long);
        }
    }
    assert!(!all.contains("probe-display") && !all.contains("completions"));
}

#[test]
fn the_formats_are_a_topic_of_help() {
    let formats = stdout("help formats");
    for heading in ["NOTATION", "SCENARIO", "CASE", "JOURNAL", "REFEREE"] {
        assert!(formats.contains(&format!("\n{heading}: ")), "{heading}");
    }
    // It is a page of the documentation, shown without the signs of its form.
    assert!(!formats.contains("\n#") && !formats.contains("```"), "{formats}");
}

#[test]
fn each_kind_of_file_is_a_topic_of_help() {
    let topics = [
        ("scenario", "SCENARIO: ", "armati/zama"),
        ("army", "ARMY: ", "armies/armati/gauls"),
        ("map", "MAP: ", "maps/zama"),
        ("terrain", "TERRAIN: ", "rampart"),
        ("plan", "PLAN: ", "plans/armati/zama_horse_first"),
        ("studies", "STUDY: ", "studies/armati/raid"),
    ];
    for (topic, heading, has) in topics {
        let told = stdout(&format!("help {topic}"));
        assert!(told.starts_with(heading) && told.contains(has), "{topic}:\n{told}");
        assert!(!told.contains("\n#") && !told.contains("```"), "{told}");
    }
    assert_eq!(stdout("help battles"), stdout("help scenario"));
}

#[test]
fn a_file_that_comes_with_the_program_is_written_to_be_copied() {
    for (name, path) in [
        ("armati/zama", "scenarios/armati/zama.ron"),
        ("maps/zama", "scenarios/maps/zama.ron"),
        ("plans/armati/zama_horse_first.ron", "scenarios/plans/armati/zama_horse_first.ron"),
        ("armies/impetus/gauls", "assets/impetus/armies/gauls.ron"),
    ] {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        assert_eq!(stdout(&format!("help {name}")), std::fs::read_to_string(file).unwrap(), "{name}");
    }
    let told = stderr("help armies/armati/gaulls", 2);
    assert!(told.contains("did you mean `armies/armati/gauls`?"), "{told}");
}

#[test]
fn a_ruleset_tells_what_its_files_may_say() {
    for ruleset in sandtable::rules::RULESETS {
        let told = stdout(&format!("help {}", ruleset.name));
        for part in
            ["A BATTLE'S FILE MAY SAY", "ARMY LISTS: armies/*.ron", "TYPES: type: ", "TERRAIN: kind: ", "\n  woods"]
        {
            assert!(told.contains(part), "{}: {part} is missing", ruleset.name);
        }
        assert!(!told.contains("|---") && !told.contains("\n#"), "{}", ruleset.name);
    }
    let armati = stdout("help armati");
    assert!(armati.contains("\n\n  side `command`  "), "the first row stands as the others do:\n{armati}");
    assert!(armati.contains("heavy infantry; fv: (6, 2, 1), prot: 1") && armati.contains("\n  lance"), "{armati}");
}

#[test]
fn wrong_usage_is_status_2_and_names_what_was_meant() {
    assert!(stderr("simm", 2).contains("sim"));
    assert!(stderr("sim", 2).contains("SCENARIO"));
    assert!(stderr("sim armati/zama --games 0", 2).contains("--games"));
    assert!(stderr("sim armati/zama --jobs none", 2).contains("--jobs"));
    assert!(stderr("sim armati/zama --north randon", 2).contains("did you mean `random`?"));
    assert!(stderr("rules armatti", 2).starts_with("error: there is no ruleset `armatti`; did you mean `armati`?"));
    assert!(stderr("help simm", 2).starts_with("error: there is no command or topic `simm`; did you mean `sim`?"));
}

#[test]
fn a_scenario_that_is_not_there_is_told_in_one_line() {
    let told = stderr("sim armati/zamma", 1);
    assert!(told.starts_with("error: armati/zamma:1:1: ") && told.contains("did you mean `armati/zama`?"), "{told}");
    assert_eq!(told.lines().count(), 1);
}

#[test]
fn rules_lists_every_rule_of_the_data() {
    let rules = json("rules armati --format json");
    let rules = rules.as_array().unwrap();
    assert_eq!(rules.len(), (sandtable::rules::armati::RULESET.texts)().rules.len());
    for rule in rules {
        assert_eq!(rule["ruleset"], "armati");
        assert!(rule["id"].is_string() && rule["title"].is_string());
        assert_eq!(rule["implemented"].as_bool().unwrap(), !rule["cases"].as_array().unwrap().is_empty());
        assert!(["rule", "acceptance"].contains(&rule["kind"].as_str().unwrap()));
    }
    assert!(stdout("rules").starts_with("Armati (armati): "));
}

#[test]
fn sim_sums_up_and_its_hash_does_not_depend_on_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.csv");
    let line = "sim armati/first_battle --games 4 --seed 9 --north random --south random --format json";
    let one = json(&format!("{line} --jobs 1 --out {}", file.display()));
    let two = json(&format!("{line} --jobs 2"));
    for key in
        ["scenario", "ruleset", "seed", "games", "hash", "actions", "north", "south", "draws", "unfinished", "turns"]
    {
        assert!(!one[key].is_null(), "{key} is missing");
        assert_eq!(one[key], two[key], "{key}");
    }
    assert!(one["cpu_seconds"].is_f64() && one["wall_seconds"].is_f64());
    assert_eq!((one["scenario"].as_str(), one["games"].as_u64()), (Some("armati/first_battle"), Some(4)));
    assert_eq!(one["north"]["player"], "random");
    let ended = ["north", "south"].map(|side| one[side]["wins"].as_u64().unwrap()).iter().sum::<u64>();
    assert_eq!(ended + one["draws"].as_u64().unwrap(), 4);
    let rows = std::fs::read_to_string(&file).unwrap();
    assert!(rows.starts_with("game,seed,winner,why,turns,actions,digest\n1,"), "{rows}");
    assert_eq!(rows.lines().count(), 5);
}

#[test]
fn sim_takes_other_switches_and_keeps_them_in_its_journals() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let players = "--games 1 --seed 3 --north random --south random";
    let of = |more: &str| json(&format!("sim armati/zama --format json {players} {more}"));
    assert_eq!(of("--preset base --switch A16_general=on")["switches"], serde_json::json!(["A16_general"]));
    let all = of(&format!("--switch A16_general=off --journals {}", at("j")));
    let on = all["switches"].as_array().unwrap();
    assert!(on.len() > 3 && on.iter().all(|name| name != "A16_general"), "{all}");
    assert!(stdout(&format!("replay {}", at("j/0001.journal.ron"))).contains("everything is as the journal has it"));
    assert!(stderr("sim armati/zama --preset bsae", 2).contains("did you mean `base`?"));
    assert!(stderr("sim armati/zama --switch A16_genral=on", 2).contains("did you mean `A16_general`?"));
    assert!(stderr("sim armati/zama --switch A16_general", 2).contains("NAME=on or NAME=off"));
    assert!(stderr("sim armati/zama --turn 3", 2).contains("--turn goes with a journal"));
}

#[test]
fn sim_plays_on_from_any_turn_of_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j/0001.journal.ron").to_string_lossy().into_owned();
    let players = "--north random --south random";
    stdout(&format!("sim armati/first_battle --games 1 --seed 3 {players} --journals {}/j", folder.path().display()));
    let from = |turn: u32, jobs: u32| {
        json(&format!("sim {journal} --turn {turn} --games 4 --jobs {jobs} --format json {players}"))
    };
    let (early, late) = (from(1, 1), from(3, 1));
    assert_eq!((&early["turn"], &late["turn"]), (&serde_json::json!(1), &serde_json::json!(3)));
    assert!(early["hash"] != late["hash"] && late["hash"] == from(3, 2)["hash"]);
    assert!(late["actions"].as_u64() < early["actions"].as_u64(), "{early}\n{late}");
    assert!(stderr(&format!("sim {journal} --games 1"), 1).contains("the battle is over"));
    assert!(stderr(&format!("sim {journal} --turn 99"), 1).contains("before turn 99"));
    assert!(stderr(&format!("sim {journal} --turn 2 --preset base"), 2).contains("no --preset"));
    assert!(
        stderr(&format!("sim {journal} --turn 2 --journals {}", folder.path().display()), 2).contains("--journals")
    );
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    use std::process::{Command, Stdio};
    let program = assert_cmd::cargo::cargo_bin!("sandtable");
    let mut child = Command::new(program)
        .args(["rules", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn completions_and_the_manual_page_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&format!("completions {shell}")).contains("cases"), "{shell}");
    }
    assert!(stdout("man").contains("sandtable\\-sim"));
}

/// Plays the teaching battle in that folder, where there is no display.
fn play(folder: &std::path::Path, line: &str) -> assert_cmd::assert::Assert {
    sandtable(line).current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").assert()
}

#[test]
fn without_a_display_the_teaching_battle_is_played_kept_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let played = play(folder.path(), "").success().get_output().clone();
    let (told, missing) = (String::from_utf8(played.stdout).unwrap(), String::from_utf8(played.stderr).unwrap());
    assert!(missing.lines().count() == 1 && missing.contains("install"), "{missing}");
    assert!(told.contains("\nTurn 1\n") && told.contains("\njournal: first_battle.journal.ron\n"), "{told}");
    let png = std::fs::read(folder.path().join("first_battle.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n"));
    // A second battle goes over nothing.
    play(folder.path(), "play armati/first_battle").success();
    assert!(folder.path().join("first_battle-2.journal.ron").exists());
    let journal = folder.path().join("first_battle.journal.ron");
    let report = json(&format!("replay {} --format json", journal.display()));
    assert_eq!((&report["same"], &report["differs"]), (&Value::Bool(true), &Value::Null));
    assert!(report["turns"].as_array().unwrap().len() > 2);
    assert!(stdout(&format!("replay {}", journal.display())).contains("everything is as the journal has it"));
}

#[test]
fn a_journal_that_was_changed_is_told_and_one_cut_short_is_played_on() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), "play").success();
    let journal = folder.path().join("first_battle.journal.ron");
    let whole = std::fs::read_to_string(&journal).unwrap();
    let digest = whole.lines().find(|l| l.starts_with("Digest(")).unwrap().to_owned();
    let other = folder.path().join("other.journal.ron");
    std::fs::write(&other, whole.replace(&digest, "Digest(turn:1,digest:\"0123456789abcdef\")")).unwrap();
    let told = sandtable(&format!("replay {}", other.display())).assert().code(1).get_output().stdout.clone();
    assert!(String::from_utf8(told).unwrap().contains("0123456789abcdef  now "));
    let first_turn = &whole[..whole.find(&digest).unwrap()];
    std::fs::write(&other, first_turn).unwrap();
    play(folder.path(), "play other.journal.ron").success();
    // The captain does again what it did: the battle ends as it did.
    assert_eq!(std::fs::read_to_string(&other).unwrap().lines().last(), whole.lines().last());
}

#[test]
fn pictures_are_drawn_of_scenarios_and_journals() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |line: &str| play(folder.path(), &format!("picture {line}"));
    draw("armati/first_battle -o a.svg").success();
    let svg = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..60]);
    play(folder.path(), "play").success();
    draw("first_battle.journal.ron --turn 2 -o b.svg").success();
    draw("first_battle.journal.ron --turn 3 -o c.svg").success();
    let [b, c] = ["b.svg", "c.svg"].map(|n| std::fs::read_to_string(folder.path().join(n)).unwrap());
    assert!(b != c && b.contains("Turn 2"));
    draw("armati/first_battle -o a.jpg").code(2);
    draw("armati/first_battle --turn 9 -o a.svg").code(2);
    draw("armati/first_battel -o a.svg").code(1);
}

#[test]
fn a_battle_becomes_one_page_that_needs_nothing_else_and_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    stdout(&format!("sim armati/first_battle --games 1 --seed 3 --journals {}", at("j")));
    let journal = format!("{}/0001.journal.ron", at("j"));
    stdout(&format!("report {journal} -o {}", at("a.html")));
    stdout(&format!("report {journal} -o {}", at("a.csv")));
    let page = std::fs::read_to_string(at("a.html")).unwrap();
    let played: Value = json(&format!("replay {journal} --format json"));
    let turns = played["turns"].as_array().unwrap().len();
    assert_eq!(page.matches("<section class=\"turn").count(), turns + 1, "each turn and what was before it");
    for outside in ["http://", "https://", "src=\"/", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // What its pictures share is drawn once, and every use of it is the use of something.
    let room = page.len() / (turns + 1);
    assert!(room < 60_000, "{room} bytes a turn");
    for used in page.split("href=\"#p").skip(1).filter_map(|rest| rest.split_once('"')) {
        assert!(page.contains(&format!("<g id=\"p{}\">", used.0)), "{}", used.0);
    }
    assert_eq!(page.matches("<td>captain</td>").count(), 2, "who played");
    assert!(!page.contains("<ol></ol>"), "a list of nothing is an empty box");
    // The caption of each picture is that of the turn in whose section it stands; the last picture tells who has won.
    let captions = |section: &str| -> Vec<String> {
        let ends =
            section.split("The end of turn ").skip(1).filter_map(|rest| Some(rest.split_once(" of ")?.0.to_owned()));
        ends.collect()
    };
    for turn in 0..=turns {
        let section = page.split_once(&format!("<h2 id=\"t{turn}\"")).unwrap_or_else(|| panic!("no turn {turn}")).1;
        let section = section.split("<h2").next().unwrap();
        assert!(section.contains("<section class=\"turn"), "{turn}");
        assert_eq!(section.contains("Before the first turn</text>"), turn == 0, "{turn}");
        let own = if (1..turns).contains(&turn) { vec![turn.to_string()] } else { Vec::new() };
        assert_eq!(captions(section), own, "in the section of turn {turn}");
    }
    // Every line that lights units has them on a picture, and every rule that is linked stands at the end.
    for units in page.split("<li data-kind").skip(1).filter_map(|li| li.split_once("data-u=\"")?.1.split_once('"')) {
        for unit in units.0.split(' ').filter(|_| units.0.len() < 40) {
            assert!(page.contains(&format!("<polygon data-u=\"{unit}\"")), "unit {unit}");
        }
    }
    for rule in page.split("href=\"#r-").skip(1).filter_map(|rest| rest.split_once('"')) {
        assert!(page.contains(&format!("<dt id=\"r-{}\"", rule.0)), "{}", rule.0);
    }
    let table = std::fs::read_to_string(at("a.csv")).unwrap();
    assert!(table.starts_with("turn,step,entry,kind,side,units,dice,sums,rule,text\n"));
    assert_eq!(table.lines().count() - 1, page.matches("<li").count(), "a row a line");
    let told = stderr(&format!("report {journal} -o {}", at("a.txt")), 2);
    assert!(told.contains(".html or .csv"), "{told}");
}

#[test]
fn the_page_of_a_great_battle_of_sixteen_turns_stays_below_a_megabyte() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    // Random players are quick, and their battles are as long.
    let long = std::env::var("SANDTABLE_LONG").is_ok_and(|asked| asked == "1");
    let players = if long { "" } else { "--north random --south random " };
    stdout(&format!("sim armati/zama --games 1 --seed 3 {players}--journals {}", at("j")));
    stdout(&format!("report {}/0001.journal.ron -o {}", at("j"), at("a.html")));
    let page = std::fs::read_to_string(at("a.html")).unwrap();
    let parts: Vec<&str> = page.split("<section class=\"turn").collect();
    // What is drawn once, and a turn; what comes before the first turn is one too.
    let (once, turns) = (parts[0].len(), parts.len() - 1);
    let a_turn = (page.len() - once) / turns;
    assert!(turns > 4, "{turns} turns tell enough");
    assert!(once + 17 * a_turn < 1_000_000, "{once} bytes once and {a_turn} a turn");
}

#[test]
fn ones_own_files_are_found_by_name_in_ones_own_folder() {
    let folder = tempfile::tempdir().unwrap();
    let root = crate::tidy::sources::root();
    let shipped = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let battle = shipped("scenarios/armati/first_battle.ron").replace("maps/first_battle.ron", "maps/mine.ron");
    let plan = shipped("scenarios/plans/armati/first_battle_horse_first.ron");
    write("battles/punic/mine.ron", &battle);
    write("maps/mine.ron", &shipped("scenarios/maps/first_battle.ron"));
    write("plans/mine.ron", &plan.replace("armati/first_battle", "punic/mine"));
    write("armies/armati/mine.ron", &shipped("assets/armati/armies/celtic.ron"));
    let own = folder.path().display();
    let told = stdout(&format!("help own --own {own}"));
    for line in ["battles  punic/mine", "armies   armati/mine", "maps     mine", "plans    mine"] {
        assert!(told.contains(line), "{line} is missing from\n{told}");
    }
    assert!(told.contains(&own.to_string()), "{told}");
    assert!(stdout(&format!("check own --own {own}")).contains("4 files checked, nothing wrong."));
    let sim = format!("sim punic/mine --own {own} --south plans/mine --games 1 --seed 3 --jobs 1 --format json");
    let played = json(&sim);
    let like =
        json("sim armati/first_battle --south plans/armati/first_battle_horse_first --games 1 --seed 3 --format json");
    assert_eq!(played["hash"], like["hash"]);
    // A battle whose troops stand in a list of that folder, and one that has the same list beside it.
    let troops = shipped("assets/armati/armies/celtic.ron");
    let (first, rest) = troops.split_once("(name: \"").unwrap();
    let (name, _) = rest.split_once('"').unwrap();
    let (_, rest) = rest.split_once('"').unwrap();
    write("armies/armati/towns.ron", &format!("{first}(name: \"town-{name}\"{rest}"));
    let listed = battle.replace("name: \"Hill Town\"", "name: \"Hill Town\", army: \"towns\"").replacen(
        "name: \"hill-foot-1\", type: \"HI\"",
        &format!("name: \"hill-foot-1\", type: \"town-{name}\""),
        1,
    );
    write("battles/punic/listed.ron", &listed);
    let played = json(&format!("sim punic/listed --own {own} --games 1 --seed 3 --jobs 1 --format json"));
    assert_eq!(played["games"], 1, "{played}");
    assert_ne!(played["hash"], like["hash"]);
    // A list of one's own is meant where its name is misspelt.
    write("battles/punic/misspelt.ron", &battle.replace("name: \"Hill Town\"", "name: \"Hill Town\", army: \"minne\""));
    let told = stderr(&format!("picture punic/misspelt --own {own} -o x.svg"), 1);
    assert!(told.contains("unknown army `minne`; did you mean `mine`?"), "{told}");
    // Where the folder is not, neither are they.
    stderr("picture punic/mine -o x.svg --own no-such-folder", 1);
}

#[cfg(feature = "gui")]
#[test]
fn a_file_of_words_is_held_against_what_the_window_says() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        format!("play --untranslated {}", path.display())
    };
    const WINS: &str = "\"wins\": \"Victory for {side}\"";
    let whole = std::fs::read_to_string(crate::tidy::sources::root().join("assets/window/words.ron")).unwrap();
    assert_eq!(stdout(&write("en.ron", &whole)), "");
    let line =
        write("de.ron", &whole.replace("    \"undo\": \"Undo\",\n", "").replace(WINS, "\"wins\": \"Sieg: {seite}\""));
    let lacking = sandtable(&line).assert().code(1).get_output().stdout.clone();
    let lacking = String::from_utf8(lacking).unwrap();
    assert_eq!(lacking, "lacks \"undo\": \"Undo\"\n\"wins\": nothing is put in {seite}; there are {side}\n");
    assert!(stderr(&write("bad.ron", "{ undo }"), 1).contains("bad.ron:1:"));
}
