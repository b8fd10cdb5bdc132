//! Studies from outside: the command line, and that a battle of a study is the one that is played without it.

use assert_cmd::cargo::cargo_bin_cmd;
use sandtable::lab::batch::{self, game_seed};
use sandtable::lab::study::play::{Block, muster, play};
use sandtable::players::Kind;
use sandtable::rules::RULESETS;
use sandtable::scenario::Study;
use serde_json::Value;

const QUICK: &str = r#"(study: "Who draws better?", battle: "armati/first_battle", side: south,
    base: (north: "random", south: "random"),
    variants: [(name: "captain", south: "captain"), (name: "short", limit: (turns: 3, then: Wins(south)))],
    pairs: 100)"#;

fn run(args: &[&str], status: i32) -> (String, String) {
    let output = cargo_bin_cmd!("sandtable").args(args).assert().code(status).get_output().clone();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A folder with that study in it, and the file's path.
fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quick.ron");
    std::fs::write(&path, text).unwrap();
    let path = path.to_string_lossy().into_owned();
    (folder, path)
}

fn loaded(text: &str) -> Study {
    let (_folder, path) = file(text);
    Study::load(RULESETS, &path).unwrap()
}

#[test]
fn the_same_study_and_seed_give_the_same_answer_on_any_number_of_threads() {
    let (folder, path) = file(QUICK);
    let [page, table] = ["a.html", "a.csv"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    let line = ["study", &path, "--format", "json", "--jobs"];
    let (one, _) = run(&[&line[..], &["1", "--page", &page, "--out", &table]].concat(), 0);
    let (three, _) = run(&[&line[..], &["3"]].concat(), 0);
    assert_eq!(one, three);
    assert_ne!(one, run(&[&line[..], &["1", "--seed", "2"]].concat(), 0).0);
    let told: Value = serde_json::from_str(&one).unwrap();
    assert_eq!((told["correction"].as_str(), told["side"].as_str()), (Some("Bonferroni"), Some("south")));
    assert_eq!(told["variants"][0]["verdict"], "yes", "{told}");
    let low = told["variants"][0]["wins"]["interval"][0].as_f64().unwrap();
    assert!(low > 0.0, "{low}");
    let rows = std::fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count() as u64, told["battles"].as_u64().unwrap() + 1);
    assert!(rows.starts_with("arm,pair,swapped,seed,side,score,"), "{rows}");
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("captain: better") && html.matches("<svg").count() == 4 + 2 * 3, "{html}");
    // What it rests on, and nothing that another machine or another day would have otherwise.
    let by = format!("Played by sandtable {}, ruleset armati in version ", env!("CARGO_PKG_VERSION"));
    assert!(
        html.contains(&by) && html.contains("from seed 1; each answer that rolled dice was given 8 times"),
        "{html}"
    );
    assert!(html.contains("within 3 in a hundred of that") && html.contains("no date and no time in it"), "{html}");
    let elsewhere = html.matches("http").count() - html.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(elsewhere, 0, "the page needs something from elsewhere");
}

#[test]
fn a_study_says_in_words_what_it_found_and_what_it_would_take() {
    let (_folder, path) = file(QUICK);
    let (told, _) = run(&["study", &path, "--pairs", "20"], 0);
    assert!(told.contains("not sure yet") && told.contains("more pairs to be sure"), "{told}");
    assert!(told.contains("all of them together (Bonferroni)") && !told.contains("each end"), "{told}");
    let (told, _) = run(&["study", &path, "--pairs", "20", "--at-least", "0.05"], 0);
    assert!(told.contains("Of a difference each end holds so by itself"), "{told}");
}

#[test]
fn where_all_is_drawn_and_where_nothing_differs_the_study_says_why() {
    let side = |name: &str, y: u32, heading: u32| {
        let unit = |n: u32, x: u32| {
            format!("(name: \"{name}-{n}\", type: \"FP\", at: ({x}, {y}), heading: {heading}, general: {})", n == 1)
        };
        format!("(bodies: [(name: \"{name}\", units: [{}, {}])])", unit(1, 24), unit(2, 32))
    };
    let battle = format!(
        "(ruleset: \"impetus\", title: \"Far\", table: (60, 60), limit: (turns: 2, then: Compare), sides: {{north: {}, south: {}}})",
        side("n", 56, 180),
        side("s", 4, 0)
    );
    let wood = "terrain: [(name: \"wood\", kind: \"woods\", polygon: [(1, 1), (3, 1), (3, 3)])]";
    let (folder, path) = file(&format!(
        "(study: \"Far\", battle: \"far.ron\", side: south, variants: [(name: \"wood\", {wood})], pairs: 20)"
    ));
    std::fs::write(folder.path().join("far.ron"), battle).unwrap();
    let (told, _) = run(&["study", &path], 0);
    assert!(told.contains("base: 20 of 20 battles were draws. With `then: Compare`"), "{told}");
    assert!(told.contains("base: ended by: ") && told.contains(" 20 (20 drawn)."), "{told}");
    assert!(told.contains("wood: all 20 pairs went alike to their end"), "{told}");
}

#[test]
fn wrong_usage_and_wrong_files_are_told() {
    assert!(run(&["study"], 2).1.contains("STUDY"));
    assert!(run(&["study", "studies/armati/zamma"], 1).1.starts_with("error: "));
    let (_folder, path) = file(&QUICK.replace("random\")", "randon\")"));
    let (_, told) = run(&["study", &path], 1);
    assert!(told.contains("quick.ron:2:36: there is no player `randon`; did you mean `random`?"), "{told}");
    assert!(run(&["check", &path], 1).0.contains("randon"));
    for wrong in [["--error", "2"], ["--difference", "0"], ["--at-least", "two"], ["--pairs", "0"], ["--luck", "-1"]] {
        let (_, told) = run(&[&["study", &path][..], &wrong].concat(), 2);
        assert!(told.contains(wrong[0]), "{told}");
    }
}

/// What is played beside a battle to measure its luck leaves no trace in it: it ends as it does without.
#[test]
fn luck_is_measured_without_changing_the_battle() {
    let captains = |battle: &str| {
        format!(
            r#"(study: "x", battle: "{battle}", side: north, base: (north: "random", south: "random"),
            variants: [(name: "v", north: "captain", south: "captain")])"#
        )
    };
    for battle in ["armati/first_battle", "impetus/first_battle"] {
        let study = loaded(&captains(battle));
        let ruleset = RULESETS.iter().find(|ruleset| battle.starts_with(ruleset.name)).unwrap();
        let of = |luck: u32| {
            let block = Block {
                ruleset,
                arms: &study.arms,
                world: &|arm| muster(ruleset, &arm.setup),
                which: vec![0, 1],
                pairs: 1..=4,
                swap: false,
                side: study.side,
                seed: 7,
                luck,
                jobs: 2,
                done: &|| {},
            };
            play(&block)
        };
        let (without, with) = (of(0), of(3));
        let end = |row: &sandtable::lab::study::Row| (row.arm, row.pair, row.seed, row.digest, row.course.clone());
        assert_eq!(without.iter().map(end).collect::<Vec<_>>(), with.iter().map(end).collect::<Vec<_>>());
        assert!(without.iter().all(|row| row.luck == Default::default()));
        // Two who draw from what they may do need not meet.
        assert!(with.iter().filter(|row| row.arm == 1).all(|row| row.luck != Default::default()), "{battle}");

        let random = |seed| Kind::Random.make(ruleset, seed);
        let order = batch::Order {
            first: 1,
            games: 4,
            seed: 7,
            jobs: 1,
            players: [&random, &random],
            done: &|_| {},
            begin_journal: None,
            watch: None,
        };
        let muster = || Ok::<_, ()>(muster(ruleset, &study.arms[0].setup));
        let games = batch::run(&muster, &order).unwrap().games;
        for (game, row) in games.iter().zip(&with) {
            assert_eq!((game.seed, row.seed), (game_seed(7, row.pair), game.seed));
            assert_eq!((row.arm, row.digest, row.turns), (0, game.digest, game.turns));
        }
    }
}

/// The luck of dice is 0 in the mean, whoever plays: else taking it out would move the answer.
#[test]
fn luck_is_nothing_in_the_mean() {
    for battle in ["armati/first_battle", "impetus/first_battle"] {
        let study = loaded(
            &QUICK.replace("armati/first_battle", battle).replace("base: (north: \"random\", south: \"random\"),", ""),
        );
        let ruleset = RULESETS.iter().find(|ruleset| battle.starts_with(ruleset.name)).unwrap();
        let block = Block {
            ruleset,
            arms: &study.arms,
            world: &|arm| muster(ruleset, &arm.setup),
            which: vec![0],
            pairs: 1..=60,
            swap: false,
            side: study.side,
            seed: 11,
            luck: 2,
            jobs: 2,
            done: &|| {},
        };
        let rows = play(&block);
        for (n, of) in ["danger", "left", "chance"].into_iter().enumerate() {
            let luck: Vec<f64> = rows.iter().map(|row| row.luck[n]).collect();
            let count = luck.len() as f64;
            let mean = luck.iter().sum::<f64>() / count;
            let variance = luck.iter().map(|l| (l - mean) * (l - mean)).sum::<f64>() / count;
            assert!(variance > 1e-4, "{battle}: {of} varies by {variance}");
            // Four standard errors: by chance once in 16,000.
            assert!(mean.abs() < 4.0 * (variance / count).sqrt(), "{battle}: {of} is {mean} in the mean");
        }
    }
}

#[test]
fn a_study_goes_on_from_a_turn_of_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let line = ["sim", "armati/first_battle", "--games", "1", "--north", "random", "--south", "random", "--journals"];
    run(&[&line[..], &[&at("j")]].concat(), 0);
    let study = |rest: &str| {
        let text = format!(
            r#"(study: "From here", from: "j/0001.journal.ron", turn: 2, side: north, base: (north: "random", south: "random"),
            variants: [(name: "captain", north: "captain"{rest})], pairs: 20)"#
        );
        std::fs::write(at("s.ron"), text).unwrap();
        at("s.ron")
    };
    let (told, _) = run(&["study", &study(""), "--format", "json"], 0);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["battles"], 40);
    assert_eq!(told["arms"][0]["course"][0]["turn"], 2, "nothing is played before the second turn: {told}");
    let (_, told) = run(&["study", &study(r#", leave_out: ["hill-javelins"]"#)], 1);
    assert!(told.contains("only players may differ"), "{told}");
    assert!(run(&["check", &study("")], 0).0.contains("nothing wrong"));
}

#[test]
fn a_grid_tells_what_each_factor_does_and_what_they_do_together() {
    let grid = r#"(study: "Both?", battle: "armati/first_battle", side: south, base: (north: "random", south: "random"),
        factors: [
            (name: "head", levels: [(name: "by-chance"), (name: "captain", south: "captain")]),
            (name: "javelins", levels: [(name: "with"), (name: "without", leave_out: ["river-javelins"])]),
        ], pairs: 60)"#;
    let (_folder, path) = file(grid);
    let told: Value = serde_json::from_str(&run(&["study", &path, "--format", "json"], 0).0).unwrap();
    let names = |of: &str| -> Vec<&str> {
        told[of].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
    };
    let (text, page) = (
        run(&["study", &path, "--pairs", "20", "--luck", "0", "--page", &format!("{path}.html")], 0).0,
        format!("{path}.html"),
    );
    let html = std::fs::read_to_string(page).unwrap();
    assert!(text.contains("base: the first level of each factor.") && html.contains("the first level of each factor"));
    assert!(!html.contains("Most against the rest") && html.contains("<b>base</b> ended by: "), "{html}");
    assert_eq!(names("arms"), ["base", "by-chance + without", "captain + with", "captain + without"]);
    assert_eq!(names("variants"), ["head: captain", "javelins: without", "head: captain and javelins: without"]);
    assert_eq!(told["variants"][0]["verdict"], "yes", "{told}");
    let wrong = [
        ("levels: [(name: \"with\"), ", "levels: [", "at least two levels"),
        ("factors: [", "variants: [(name: \"a\", south: \"captain\")], factors: [", "either `variants` or `factors`"),
        ("\"river-javelins\"", "\"river-javelin\"", "did you mean `river-javelins`?"),
    ];
    for (was, is, why) in wrong {
        let (_folder, path) = file(&grid.replace(was, is));
        let (_, told) = run(&["study", &path], 1);
        assert!(told.contains(why), "{told}");
    }
}

/// What is found is a plan that can be read, and other battles than those of the search say how good it is.
#[test]
fn a_plan_is_searched_for_and_the_battles_worth_reading_are_written() {
    let text = r#"(study: "Better?", battle: "armati/first_battle", side: south, base: (north: "random"),
        variants: [(name: "plan", south: "plans/armati/first_battle_horse_first")], pairs: 4)"#;
    let (folder, path) = file(text);
    let [plan, battles] = ["found.ron", "battles"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    let line = ["study", &path, "--search", &plan, "--candidates", "3", "--luck", "0", "--read", &battles];
    let (told, _) = run(&line, 0);
    assert!(told.contains("3 plans,    12 battles each") && told.contains("2 plans,    24 battles each"), "{told}");
    let written: Vec<_> = std::fs::read_dir(&battles).unwrap().map(|entry| entry.unwrap().path()).collect();
    let pages = written.iter().filter(|path| path.extension().is_some_and(|end| end == "html")).count();
    // Only players differ, so that each battle has its journal too.
    let journals: Vec<_> = written.iter().filter(|path| path.extension().is_some_and(|end| end == "ron")).collect();
    assert_eq!((journals.len(), written.len()), (pages, 2 * pages));
    for path in journals.iter().take(2) {
        run(&["replay", &path.to_string_lossy()], 0);
    }
    if std::fs::exists(&plan).unwrap() {
        assert!(run(&["check", &plan], 0).0.contains("nothing wrong"));
        assert!(told.contains("found against plan"), "{told}");
        assert_eq!(pages, 2 * 3 * 2, "{told}");
    } else {
        assert_eq!(pages, 3 * 2, "{told}");
    }
    let (_folder, path) = file(QUICK);
    assert!(run(&["study", &path, "--search", &plan], 1).1.contains("has a plan for south that could be varied"));
}
