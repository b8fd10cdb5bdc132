//! The house's order, held by reading the sources: who may use whom, whose names stand where, how long a file may
//! be, what may not be written in it.

pub mod sources;

use sources::{Source, all};

/// The rooms in the order in which they may use each other: each only those in earlier lines. Rooms of one line do not
/// use each other, but for what [`ALLOWED`] lists.
const LAYERS: &[&[&str]] = &[
    &["ids", "cite", "nearest", "reads"],
    &["dice"],
    &["table"],
    &["battle"],
    &["rules"],
    &["scenario"],
    &["players", "lab", "picture"],
    &["gui", "cli"],
    &["main"],
];

/// Uses within a line: words and numbers of the language, and the laboratory's players.
const ALLOWED: &[(&str, &str)] =
    &[("cite", "ids"), ("reads", "ids"), ("lab", "players"), ("lab", "picture"), ("cli", "gui")];

/// The rooms in which no ruleset has a name.
const SHARED: &[&str] =
    &["battle", "table", "gui", "lab", "players", "picture", "dice", "ids", "cite", "nearest", "reads", "scenario"];

/// The rulesets, by name.
fn rulesets() -> impl Iterator<Item = &'static str> {
    sandtable::rules::RULESETS.iter().map(|ruleset| ruleset.name)
}

const LONGEST: usize = 450;

/// The methods of std's floats that give other bits on other machines.
const BANNED: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "exp", "exp2", "ln",
    "log", "log2", "log10", "powf", "powi", "hypot", "cbrt",
];

/// What measures shapes: the rulesets ask `table` for the answer instead.
const GEOMETRY: &[&str] =
    &["parry2d", ".half_extent(", ".perp_dot(", ".project_onto(", ".reject_from(", ".angle_to(", "signed_extent("];

fn none(flaws: &[String], what: &str) {
    assert!(flaws.is_empty(), "{what}:\n  {}", flaws.join("\n  "));
}

/// Every line of code of the library, outside of its tests, that is not as it must be.
fn flaws(find: impl Fn(&Source, &str) -> Option<String>) -> Vec<String> {
    let mut flaws = Vec::new();
    for source in all("src") {
        for (n, line) in source.code_lines() {
            flaws.extend(find(&source, line).map(|why| format!("{}:{n}: {why}", source.path)));
        }
    }
    flaws
}

fn row_of(room: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&room))
}

fn may_use(room: &str, used: &str) -> bool {
    match (row_of(room), row_of(used)) {
        _ if room == used || ALLOWED.contains(&(room, used)) => true,
        (Some(room), Some(used)) => used < room,
        _ => false,
    }
}

#[test]
fn every_room_uses_only_those_before_it() {
    let found = flaws(|source, line| {
        let room = source.room();
        let used =
            sources::rooms_used(line).into_iter().find(|used| row_of(used).is_some() && !may_use(&room, used))?;
        Some(format!("`{room}` uses `{used}`"))
    });
    none(&found, "rooms that use later ones");
    let unknown: Vec<String> =
        all("src").iter().map(Source::room).filter(|room| room != "lib" && row_of(room).is_none()).collect();
    none(&unknown, "rooms without a place in the order");
}

/// The houses whose floors lie in the order in which their `mod.rs` declares them: a floor uses only those declared
/// before it.
const FLOORS: &[&str] = &["gui", "gui/play"];

#[test]
fn every_floor_of_the_window_uses_only_those_below_it() {
    let mut found = Vec::new();
    for house in FLOORS {
        let floors = sources::floors(house);
        assert!(floors.len() >= 10, "{house}: {floors:?}");
        let height = |name: &str| floors.iter().position(|floor| floor == name);
        for source in all(&format!("src/{house}")) {
            let Some(own) = source.floor(house).filter(|own| height(own).is_some()) else { continue };
            for (n, used) in sources::floors_used(&source, house) {
                if used != own && height(&used) > height(own) {
                    found.push(format!("{}:{n}: `{own}` uses `{used}`", source.path));
                }
            }
        }
    }
    none(&found, "floors that use upper ones");
}

#[test]
fn rulesets_never_use_each_other() {
    let found = flaws(|source, line| {
        let own = source.ruleset()?;
        let other = rulesets().find(|name| *name != own && sources::names_ruleset(line, name))?;
        Some(format!("`{own}` uses `{other}`"))
    });
    none(&found, "rulesets that know of others");
}

#[test]
fn no_ruleset_has_a_name_in_the_shared_rooms() {
    let mut found = Vec::new();
    for source in all("src").iter().filter(|source| SHARED.contains(&source.room().as_str())) {
        for (n, line) in source.code_lines() {
            let code = sources::without_comment(line);
            if let Some(name) = rulesets().find(|name| sources::has_word(&code.to_lowercase(), name)) {
                found.push(format!("{}:{n}: `{name}`", source.path));
            }
        }
    }
    none(&found, "names of rulesets in shared rooms");
}

/// `unwrap`, `expect` and `panic!` may stand outside of tests only with a comment on the line, or directly before the
/// statement, that says why they cannot happen; or in a function whose documentation has a section of panics.
#[test]
fn what_may_panic_says_why_it_does_not() {
    let mut found = Vec::new();
    for source in all("src") {
        let lines = source.numbered();
        for (n, line) in source.code_lines() {
            let code = sources::without_comment(line);
            let panics = [".unwrap()", ".expect(", "panic!(", "unreachable!("].iter().any(|p| code.contains(p));
            if panics && !sources::explained(&lines, n) {
                found.push(format!("{}:{n}: {}", source.path, line.trim()));
            }
        }
    }
    none(&found, "panics without a reason");
}

/// The rulesets whose handlers read the verb of an action once, into an enum: words stand only at the edge.
const DECODING: &[&str] = &["ancientmaster", "armati", "battlesystem", "chainmail", "impetus"];

/// How a verb is compared with words instead.
const COMPARED: &[&str] = &[
    "action.key.0",
    "action.key ==",
    "action.key !=",
    "== action.key",
    "!= action.key",
    "contains(&action.key)",
    "match action.key",
    "match (action.key",
    "action.key) else",
];

#[test]
fn verbs_are_decoded_into_enums() {
    let found = flaws(|source, line| {
        source.ruleset().filter(|own| DECODING.contains(own))?;
        let code = sources::without_comment(line);
        COMPARED.iter().any(|how| code.contains(how)).then(|| line.trim().to_owned())
    });
    none(&found, "verbs that are compared with words");
}

/// Two jobs of one name would be one to the digest.
#[test]
fn every_job_has_a_name_of_its_own() {
    let sources = all("src");
    let mut names: Vec<&str> = Vec::new();
    for source in &sources {
        let lines = source.numbered();
        let jobs = lines.windows(2).filter(|pair| pair[0].starts_with("impl Job for "));
        names.extend(jobs.filter_map(|pair| pair[1].split('"').nth(1)));
    }
    assert!(names.len() >= 50, "{names:?}");
    names.sort_unstable();
    let twice: Vec<String> =
        names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].to_owned()).collect();
    none(&twice, "names of two jobs");
}

#[test]
fn nothing_is_left_for_later() {
    // Put together here, so that these lines do not find themselves.
    let words = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX")];
    let macros = [concat!("todo", "!("), concat!("unimple", "mented!(")];
    let mut found = Vec::new();
    for source in ["src", "tests", "benches", "examples"].into_iter().flat_map(all) {
        for (n, line) in source.numbered().iter().enumerate() {
            let word = words.iter().find(|word| sources::has_word(line, word));
            if let Some(word) = word.or(macros.iter().find(|name| line.contains(**name))) {
                found.push(format!("{}:{}: {word}", source.path, n + 1));
            }
        }
    }
    none(&found, "left for later");
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let mut found = Vec::new();
    for source in ["src", "tests", "benches", "examples"].into_iter().flat_map(all) {
        let lines = source.numbered().len();
        if lines > LONGEST {
            found.push(format!("{}: {lines} lines", source.path));
        }
        if !source.text.starts_with("//! ") {
            found.push(format!("{}: does not begin with `//!`", source.path));
        }
    }
    none(&found, "files");
}

#[test]
fn trigonometry_is_the_same_on_every_machine() {
    let found = flaws(|_, line| {
        let code = sources::without_comment(line);
        let method = BANNED.iter().find(|name| {
            code.contains(&format!("f32::{name}("))
                || code.contains(&format!("f64::{name}("))
                || code.contains(&format!(".{name}("))
        })?;
        Some(format!("`{method}`: use bevy::math::ops"))
    });
    none(&found, "std's functions");
}

/// The files that read the keyboard themselves: the tables' readers, and what has a stroke of its own while it is open.
const READS_KEYS: &[&str] = &[
    "src/gui/app.rs",
    "src/gui/pad.rs",
    "src/gui/play/keys/mod.rs",
    "src/gui/play/look/table.rs",
    "src/gui/play/panel/mod.rs",
    "src/gui/play/sheets/agree.rs",
    "src/gui/play/sheets/confirm.rs",
    "src/gui/play/sheets/mod.rs",
    "src/gui/start/keys.rs",
];

/// How egui is asked for a stroke.
const KEY_READING: &[&str] = &[
    "key_pressed(",
    "num_presses(",
    "consume_key(",
    "consume_shortcut(",
    "key_down(",
    "key_released(",
    "keys_down",
    "Event::Key ",
];

#[test]
fn the_keyboard_is_read_by_the_table_of_keys() {
    let mut found = Vec::new();
    let mut readers = Vec::new();
    for source in all("src/gui") {
        let reads = |line: &str| KEY_READING.iter().any(|reading| sources::without_comment(line).contains(reading));
        for (n, line) in source.code_lines().filter(|(_, line)| reads(line)) {
            readers.push(source.path.clone());
            if !READS_KEYS.contains(&source.path.as_str()) {
                found.push(format!("{}:{n}: {}", source.path, line.trim()));
            }
        }
    }
    none(&found, "keys that are read past the table of keys");
    let idle = READS_KEYS.iter().filter(|path| !readers.iter().any(|reader| reader == *path));
    none(&idle.map(ToString::to_string).collect::<Vec<_>>(), "files that read no key any more");
}

#[test]
fn rulesets_ask_the_table_for_their_geometry() {
    let found = flaws(|source, line| {
        let code = sources::without_comment(line);
        let own = GEOMETRY.iter().find(|own| source.path.starts_with("src/rules/") && code.contains(**own))?;
        Some(format!("`{own}`: what shapes meet, cover and cross stands in src/table, and in docs/geometry.md"))
    });
    none(&found, "geometry of a ruleset's own");
}

#[test]
fn pictures_are_simulated_with_the_numbers_of_the_palette() {
    let read = |path: &str| std::fs::read_to_string(sources::root().join(path)).expect("the file is there");
    let (script, palette) = (read("tests/seen_by.sh"), read("src/picture/palette/rgb.rs"));
    let seen = script.lines().filter(|line| line.starts_with("see "));
    let numbers: Vec<&str> = seen.flat_map(|line| line.split(['\'', ' '])).filter(|word| word.contains('.')).collect();
    assert_eq!(numbers.len(), 18);
    let others: Vec<String> = numbers.iter().filter(|n| !palette.contains(**n)).map(ToString::to_string).collect();
    none(&others, "numbers that the palette does not have");
}

#[test]
fn clippy_bans_what_is_banned_here() {
    let lints = std::fs::read_to_string(sources::root().join(".clippy.toml")).expect("the lints' settings");
    let missing = BANNED.iter().flat_map(|name| ["f32", "f64"].map(|float| format!("\"{float}::{name}\"")));
    let missing: Vec<String> = missing.filter(|path| !lints.contains(path.as_str())).collect();
    none(&missing, "not in .clippy.toml");
}

#[test]
fn the_tests_that_hold_the_window_mended_exist() {
    let page = std::fs::read_to_string(sources::root().join("docs/window.md")).unwrap();
    let all: Vec<_> = sources::all("src").into_iter().chain(sources::all("tests")).collect();
    let is_test = |name: &str| all.iter().any(|source| source.text.contains(&format!("fn {name}()")));
    let named = page.split('`').skip(1).step_by(2).filter_map(|code| code.rsplit_once("::")).map(|(_, name)| name);
    // A name of a test is a sentence; `*` stands for all of a module, and other code has no `_` or is a type.
    let tests: Vec<&str> = named.filter(|name| name.matches('_').count() >= 3).collect();
    assert!(tests.len() > 100, "{} tests", tests.len());
    let gone: Vec<String> = tests.iter().filter(|name| !is_test(name)).map(|name| (*name).to_owned()).collect();
    none(&gone, "tests that docs/window.md names and that are not there");
}
