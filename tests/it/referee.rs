//! `sandtable referee` as other programs meet it: what it answers, that bad lines change nothing, and that a player
//! who knows no rule comes to the end of a battle.

use std::path::Path;
use std::process::Command;

use sandtable::players::referee::Referee;
use sandtable::rules::RULESETS;
use serde_json::{Value as Json, json};

const BATTLE: &str = "armati/first_battle";

/// Asks and returns the whole answer.
fn ask(referee: &mut Referee, request: &Json) -> Json {
    let answer = referee.answer(&request.to_string());
    assert!(!answer.contains('\n'), "one line: {answer}");
    serde_json::from_str(&answer).unwrap()
}

fn ok(referee: &mut Referee, request: &Json) -> Json {
    let mut answer = ask(referee, request);
    assert!(answer["ok"].is_object(), "{request}\n{answer}");
    answer["ok"].take()
}

fn loaded(seed: u64) -> Referee {
    let mut referee = Referee::new(RULESETS);
    let load = ok(&mut referee, &json!({"cmd": "load", "scenario": BATTLE, "seed": seed}));
    assert_eq!((&load["ruleset"], &load["table"]), (&json!("armati"), &json!({"width": 72.0, "height": 48.0})));
    referee
}

fn digest(referee: &mut Referee) -> Json {
    ok(referee, &json!({"cmd": "state"}))["digest"].take()
}

/// The side that is asked, its choices, and what is barred.
fn offer(referee: &mut Referee) -> (Json, Vec<Json>) {
    let question = ok(referee, &json!({"cmd": "question"}));
    let side = question["waiting"][0].clone();
    let offer = ok(referee, &json!({"cmd": "offer", "side": side}));
    (side, offer["choices"].as_array().unwrap().clone())
}

/// Takes the first choice that moves a unit ahead, after all questions before the first move; its action.
fn until_someone_moves(referee: &mut Referee) -> String {
    for _ in 0..100 {
        let (_, choices) = offer(referee);
        let moves = |choice: &&Json| choice["params"].as_array().unwrap().iter().any(|p| p["name"] == "ahead");
        if let Some(choice) = choices.iter().find(moves) {
            return choice["action"].as_str().unwrap().to_owned();
        }
        ok(referee, &json!({"cmd": "submit", "action": choices[0]["action"]}));
    }
    panic!("nobody moves");
}

#[test]
fn every_bad_line_is_an_error_and_changes_nothing() {
    let mut referee = loaded(7);
    let action = until_someone_moves(&mut referee);
    let before = digest(&mut referee);
    let bad = [
        String::new(),
        "{".to_owned(),
        "[]".to_owned(),
        "null".to_owned(),
        "{}".to_owned(),
        "{\"cmd\":\"sbumit\"}".to_owned(),
        "{\"cmd\":\"submit\"}".to_owned(),
        "{\"cmd\":\"undo\",\"times\":3}".to_owned(),
        "{\"cmd\":\"state\",\"side\":\"east\"}".to_owned(),
        "{\"cmd\":\"submit\",\"action\":7}".to_owned(),
        "{\"cmd\":\"submit\",\"action\":\"\"}".to_owned(),
        "{\"cmd\":\"submit\",\"action\":\"nobody: ahead 3\"}".to_owned(),
        "{\"cmd\":\"submit\",\"action\":\"hill-foot: ahead 0.1234\"}".to_owned(),
        "{\"cmd\":\"offer\",\"units\":[\"nobody\"]}".to_owned(),
        "{\"cmd\":\"load\",\"scenario\":\"armati/first_bottle\"}".to_owned(),
        "{\"cmd\":\"load\",\"scenario\":\"armati/first_battle\",\"dice\":[0]}".to_owned(),
        "{\"cmd\":\"load\",\"scenario\":\"armati/first_battle\",\"seed\":-1}".to_owned(),
        json!({"cmd": "fit", "action": action, "with": {"ahaed": 3}}).to_string(),
        json!({"cmd": "fit", "action": action, "with": {"ahead": "far"}}).to_string(),
        json!({"cmd": "fit", "action": action, "with": {"ahead": 0.1234}}).to_string(),
        json!({"cmd": "fit", "action": action, "with": {"ahead": 1e99}}).to_string(),
        json!({"cmd": "redo"}).to_string(),
    ];
    for line in bad {
        let answer: Json = serde_json::from_str(&referee.answer(&line)).unwrap();
        assert!(answer["error"].is_string() && answer.as_object().unwrap().get("ok").is_none(), "{line}\n{answer}");
        assert_eq!(digest(&mut referee), before, "{line}");
    }
    let meant = ask(&mut referee, &json!({"cmd": "load", "scenario": "armati/first_bottle"}));
    assert!(meant["error"].as_str().unwrap().contains("did you mean `armati/first_battle`?"), "{meant}");
    let meant = ask(&mut referee, &json!({"cmd": "fit", "action": action, "with": {"ahaed": 3}}));
    assert!(meant["error"].as_str().unwrap().contains("did you mean `ahead`?"), "{meant}");
}

#[test]
fn what_the_rules_forbid_is_refused_with_its_rule_and_changes_nothing() {
    let mut referee = loaded(7);
    let action = until_someone_moves(&mut referee);
    let before = digest(&mut referee);
    let (who, _) = action.split_once(':').unwrap();
    let far = format!("{who}: ahead 60");
    for cmd in ["judge", "submit"] {
        let answer = ask(&mut referee, &json!({"cmd": cmd, "action": far}));
        let refused = &answer["refused"];
        assert!(refused["rule"].as_str().is_some_and(|rule| rule.starts_with("armati:")), "{answer}");
        assert!(!refused["message"].as_str().unwrap().is_empty() && refused["also"].is_array(), "{answer}");
        assert_eq!(refused["unit"], "in");
        let [measured, limit, margin] = ["measured", "limit", "margin"].map(|name| refused[name].as_f64().unwrap());
        assert!((limit - measured - margin).abs() < 1e-9 && margin < 0.0, "{answer}");
        assert_eq!(digest(&mut referee), before);
    }
    // The house's own rulings name no ruleset, and have no numbers.
    let other = if offer(&mut referee).0 == "north" { "river-foot" } else { "hill-foot" };
    let answer = ask(&mut referee, &json!({"cmd": "submit", "action": format!("{other}: ahead 1")}));
    assert_eq!(answer["refused"]["rule"], "house");
    assert!(answer["refused"]["measured"].is_null() && answer["refused"]["unit"].is_null(), "{answer}");
}

#[test]
fn what_is_offered_fits_is_judged_and_is_done() {
    let mut referee = loaded(3);
    for turn in 0..60 {
        let (_, choices) = offer(&mut referee);
        for choice in &choices {
            ok(&mut referee, &json!({"cmd": "judge", "action": choice["action"]}));
            let same = ok(&mut referee, &json!({"cmd": "fit", "action": choice["action"]}));
            assert_eq!((&same["action"], &same["cut"]), (&choice["action"], &json!([])));
            for param in choice["params"].as_array().unwrap() {
                let ends = param["range"].as_array().into_iter().flatten();
                for value in ends.chain(param["stops"].as_array().unwrap().iter().map(|stop| &stop["at"])) {
                    let with = json!({ param["name"].as_str().unwrap(): value });
                    let fitted = ok(&mut referee, &json!({"cmd": "fit", "action": choice["action"], "with": with}));
                    ok(&mut referee, &json!({"cmd": "judge", "action": fitted["action"]}));
                }
            }
        }
        let before = digest(&mut referee);
        let action = &choices[turn % choices.len()]["action"];
        let done = ok(&mut referee, &json!({"cmd": "submit", "action": action}));
        let after = digest(&mut referee);
        assert_eq!(done["digest"], after);
        let undone = ok(&mut referee, &json!({"cmd": "undo"}));
        assert_eq!((&undone["digest"], &undone["undone"]), (&before, action));
        let redone = ok(&mut referee, &json!({"cmd": "redo"}));
        assert_eq!((&redone["digest"], &redone["undone"]), (&after, action));
        if ok(&mut referee, &json!({"cmd": "question"}))["over"].is_object() {
            break;
        }
    }
    let journal = ok(&mut referee, &json!({"cmd": "journal"}));
    let lines: Vec<&str> = journal["lines"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
    assert!(lines[0].starts_with("(journal:"), "{}", lines[0]);
    let text = lines.join("\n") + "\n";
    let read = sandtable::scenario::journal_file::parse(&sandtable::scenario::Source::new("journal", text)).unwrap();
    assert_eq!(read.lines.len() + 1, lines.len());
    // What was taken back and done again along the way is judged anew like the rest.
    let file = tempfile::Builder::new().suffix(".journal.ron").tempfile().unwrap();
    std::fs::write(file.path(), lines.join("\n") + "\n").unwrap();
    let replayed =
        assert_cmd::Command::cargo_bin("sandtable").unwrap().arg("replay").arg(file.path()).output().unwrap();
    let told = String::from_utf8(replayed.stdout).unwrap();
    assert!(replayed.status.success() && told.contains("everything is as the journal has it"), "{told}");
    // The same answers give the same battle.
    let mut again = loaded(3);
    for action in journal["actions"].as_array().unwrap() {
        ok(&mut again, &json!({"cmd": "submit", "action": action}));
    }
    assert_eq!(digest(&mut again), digest(&mut referee));
}

#[test]
fn the_state_names_everyone_and_a_side_may_be_meant() {
    let mut referee = loaded(7);
    let state = ok(&mut referee, &json!({"cmd": "state"}));
    let foot = state["units"].as_array().unwrap().iter().find(|unit| unit["name"] == "hill-foot-1").unwrap();
    let [x, y, heading, width, depth] =
        ["x", "y", "heading", "width", "depth"].map(|name| foot[name].as_f64().unwrap());
    assert!((x - 31.2).abs() < 1e-5 && (y - 35.0).abs() < 1e-5, "{foot}");
    assert!(heading == 180.0 && width > depth && depth > 0.0, "{foot}");
    assert_eq!((&foot["side"], &foot["on_table"]), (&json!("north"), &json!(true)));
    let stats = foot["card"]["stats"].as_array().unwrap();
    assert!(stats.iter().any(|stat| stat["name"] == "front" && stat["value"] == "6" && stat["cite"] == "armati:7.3"));
    let body = state["bodies"].as_array().unwrap().iter().find(|body| body["name"] == "river-foot").unwrap();
    assert_eq!(body["units"], json!(["river-foot-1", "river-foot-2", "river-foot-3"]));
    let of_south = ok(&mut referee, &json!({"cmd": "state", "side": "south"}));
    assert_eq!(of_south["units"].as_array().unwrap().len(), state["units"].as_array().unwrap().len());
}

/// What one side seals in secret changes nothing that the other side is told, the digest included.
#[test]
fn nothing_tells_of_an_order_that_the_other_side_has_sealed() {
    let mut referee = Referee::new(RULESETS);
    let battle = "chainmail/first_battle_simultaneous";
    ok(&mut referee, &json!({"cmd": "load", "scenario": battle, "seed": 7}));
    let mut sealed = 0;
    for _ in 0..60 {
        let question = ok(&mut referee, &json!({"cmd": "question"}));
        let waiting = question["waiting"].as_array().unwrap().clone();
        let Some(side) = waiting.first().cloned() else { break };
        let offer = ok(&mut referee, &json!({"cmd": "offer", "side": side}));
        let other = if side == "north" { "south" } else { "north" };
        let seen = |referee: &mut Referee| ok(referee, &json!({"cmd": "state", "side": other}));
        let both = waiting.len() == 2;
        let before = seen(&mut referee);
        ok(&mut referee, &json!({"cmd": "submit", "action": offer["choices"][0]["action"]}));
        let still = ok(&mut referee, &json!({"cmd": "question"}));
        if both && still["key"] == question["key"] && still["turn"] == question["turn"] {
            assert_eq!(seen(&mut referee), before);
            sealed += 1;
        }
    }
    assert!(sealed > 2, "{sealed} orders are written in secret");
}

#[test]
fn scripted_dice_that_run_out_are_an_error_that_changes_nothing() {
    let mut scripted = Referee::new(RULESETS);
    ok(&mut scripted, &json!({"cmd": "load", "scenario": BATTLE, "dice": []}));
    let mut followed = Referee::new(RULESETS);
    ok(&mut followed, &json!({"cmd": "load", "scenario": BATTLE, "dice": [], "then": "seed", "seed": 7}));
    let mut seeded = loaded(7);
    for _ in 0..1000 {
        let (_, choices) = offer(&mut scripted);
        let submit = json!({"cmd": "submit", "action": choices[choices.len() - 1]["action"]});
        let before = digest(&mut scripted);
        let answer = ask(&mut scripted, &submit);
        // A script that a seed follows goes on as the seed alone does.
        let facts = [&mut followed, &mut seeded].map(|referee| ok(referee, &submit)["facts"].take());
        assert_eq!(facts[0], facts[1]);
        let rolled = facts[0].as_array().unwrap().iter().any(|fact| fact["dice"].is_array());
        if rolled {
            assert!(answer["error"].as_str().is_some_and(|error| error.contains("run out")), "{answer}");
            assert_eq!(digest(&mut scripted), before);
            return;
        }
        assert_eq!(answer["ok"]["facts"], facts[0]);
    }
    panic!("no die is ever rolled");
}

#[test]
fn advice_is_what_that_player_would_answer() {
    let mut referee = loaded(7);
    let before = digest(&mut referee);
    let advise = json!({"cmd": "advise", "player": "captain"});
    let advice = ok(&mut referee, &advise);
    assert_eq!((ok(&mut referee, &advise), digest(&mut referee)), (advice.clone(), before));
    assert!(advice["why"].is_array() && advice["side"].is_string(), "{advice}");
    let wrong = ask(&mut referee, &json!({"cmd": "advise", "player": "captian"}));
    assert!(wrong["error"].as_str().unwrap().contains("did you mean `captain`?"), "{wrong}");
    let other = if advice["side"] == "north" { "south" } else { "north" };
    let both = ok(&mut referee, &json!({"cmd": "question"}))["waiting"].as_array().unwrap().len() == 2;
    let answer = ask(&mut referee, &json!({"cmd": "advise", "player": "captain", "side": other}));
    assert_eq!(answer["ok"].is_object(), both, "{answer}");
}

#[test]
fn who_follows_the_captains_advice_throughout_plays_his_battle() {
    use sandtable::lab::{BUDGET, play};
    let seed = 11;
    let mut opened = sandtable::scenario::open(RULESETS, BATTLE).unwrap();
    opened.begin(sandtable::dice::Dice::seeded(seed)).unwrap();
    let [mut north, mut south] = [(); 2].map(|()| sandtable::players::Captain::new(&opened.ruleset));
    play(&mut opened.world, [&mut north, &mut south], BUDGET).end.unwrap();
    let mut referee = loaded(seed);
    while !ok(&mut referee, &json!({"cmd": "question"}))["over"].is_object() {
        let side = ok(&mut referee, &json!({"cmd": "question"}))["waiting"][0].take();
        let advice = ok(&mut referee, &json!({"cmd": "advise", "player": "captain", "side": side}));
        ok(&mut referee, &json!({"cmd": "submit", "action": advice["action"]}));
    }
    assert_eq!(digest(&mut referee), json!(sandtable::battle::digest(&opened.world)));
}

#[test]
fn a_case_is_loaded_with_its_own_dice() {
    use sandtable::scenario::case::{Case, Do};
    let mut played = 0;
    for path in sandtable::scenario::embedded::cases() {
        let case = Case::load(&path).unwrap();
        let Some((number, block)) = case.blocks.iter().enumerate().find(|(n, block)| *n > 0 && !block.dice.is_empty())
        else {
            continue;
        };
        let mut referee = Referee::new(RULESETS);
        ok(&mut referee, &json!({"cmd": "load", "scenario": path, "block": number + 1}));
        for entry in &block.todo {
            if let Do::Act(action) = &entry.what {
                ok(&mut referee, &json!({"cmd": "submit", "action": action}));
            }
        }
        played += 1;
        if played == 40 {
            break;
        }
    }
    assert!(played > 10, "{played} cases have a second block with dice");
    let mut referee = Referee::new(RULESETS);
    let path = &sandtable::scenario::embedded::cases()[0];
    let none = ask(&mut referee, &json!({"cmd": "load", "scenario": path, "block": 99}));
    assert!(none["error"].as_str().unwrap().starts_with("the case has no block 99"), "{none}");
    let none = ask(&mut referee, &json!({"cmd": "load", "scenario": BATTLE, "block": 1}));
    assert_eq!(none["error"], "only a case has blocks");
}

#[test]
fn conceding_ends_it() {
    let mut referee = loaded(7);
    let (side, _) = offer(&mut referee);
    let offer = ok(&mut referee, &json!({"cmd": "offer", "side": side}));
    let concede = offer["standing"][0].as_str().unwrap().to_owned();
    let done = ok(&mut referee, &json!({"cmd": "submit", "action": concede}));
    let won = done["facts"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(won["tell"], "won");
    let over = ok(&mut referee, &json!({"cmd": "question"}));
    assert_eq!(over["over"]["why"], "concede");
    assert_ne!(over["over"]["winner"], side);
    assert!(ask(&mut referee, &json!({"cmd": "offer"}))["error"].is_string());
    ok(&mut referee, &json!({"cmd": "undo"}));
    assert!(ok(&mut referee, &json!({"cmd": "question"}))["key"].is_string());
}

#[test]
fn a_program_that_knows_no_rule_plays_to_the_end() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not installed");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee_player.py");
    for seed in ["1", "2"] {
        let played =
            Command::new("python3").arg(&script).args([env!("CARGO_BIN_EXE_sandtable"), BATTLE, seed]).output();
        let played = played.unwrap();
        let (out, err) = (String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&played.stderr));
        assert!(played.status.success(), "seed {seed}\n{out}{err}");
        assert!(out.contains(" wins ("), "{out}");
    }
}
