//! Broken files with all that is wrong in each: the places were counted by hand in the file.

use sandtable::scenario;

use super::{listed, rulesets};

/// A file below `tests/broken`; its flaws in order: `line:column` and a piece of the message.
type Broken = (&'static str, &'static [(&'static str, &'static str)]);

const SCENARIOS: &[Broken] = &[
    ("unknown_field.ron", &[("3:5", "unknown field `weather`")]),
    ("misspelt_required.ron", &[("2:23", "unknown field `titel`; did you mean `title`?")]),
    ("misspelt_optional.ron", &[("3:5", "unknown field `hstory`; did you mean `history`?")]),
    ("missing_title.ron", &[("2:1", "field `title` is missing")]),
    ("missing_in_unit.ron", &[("5:13", "field `type` is missing")]),
    (
        "wrong_types.ron",
        &[
            ("2:30", "expected a text in quotes, not the number `42`"),
            ("5:41", "expected a number, not a text in quotes"),
            ("6:13", "expected a unit"),
            ("8:25", "expected a list `[ ]`, not the number `3`"),
            ("10:14", "expected a text in quotes, not a list"),
        ],
    ),
    ("nan.ron", &[("5:59", "`NaN` is not a finite number")]),
    ("infinite.ron", &[("5:41", "`inf` is not a finite"), ("5:46", "`-inf` is not a finite")]),
    ("overflowing.ron", &[("3:14", "`1e999` lies beyond ±10000")]),
    (
        "huge_numbers.ron",
        &[
            ("4:41", "`10001` lies beyond ±10000"),
            ("5:45", "`-10000.5` lies beyond ±10000"),
            ("5:77", "`99999` lies beyond ±10000"),
        ],
    ),
    ("hexadecimal.ron", &[("3:14", "expected a decimal number")]),
    (
        "duplicate_names.ron",
        &[
            ("6:20", "`horse-1` is already that of a unit at tests/broken/duplicate_names.ron:5"),
            ("9:20", "`horse` is already that of a body at tests/broken/duplicate_names.ron:4"),
        ],
    ),
    (
        "bad_names.ron",
        &[
            ("4:33", "`north` means something else in notation"),
            ("5:20", "`Horse` must begin with a small letter"),
            ("6:20", "`a_b` has `_` in it"),
            ("7:20", "this name is empty"),
            ("8:20", "is over 40 characters long"),
            ("10:20", "expected a text in quotes, \"horse-2\""),
            ("12:23", "`../secret.ron` must be a path below the folder of the scenarios, without `..`"),
        ],
    ),
    ("bad_colour.ron", &[("4:25", "`mader` is no army colour; did you mean `madder`?")]),
    ("bad_intent.ron", &[("4:43", "`AtackLeft` is none of Attack, Hold, AttackLeft, AttackRight")]),
    ("colours_of_one_row.ron", &[("5:25", "ochre and bone are of one row of colours")]),
    ("colours_hard_to_tell.ron", &[("5:25", "iron and madder are hard to tell apart")]),
    ("field_twice.ron", &[("3:18", "field `minutes` stands twice")]),
    ("unterminated_text.ron", &[("7:14", "this text has no closing quote")]),
    ("unterminated_comment.ron", &[("3:3", "this comment has no closing `*/`")]),
    ("never_closed.ron", &[("7:14", "this `[` is never closed")]),
    ("wrong_bracket.ron", &[("3:27", "`)` does not close the `[` of line 3, column 14")]),
    (
        "missing_comma.ron",
        &[
            ("2:22", "expected `,` or `)` before `title`"),
            ("2:50", "expected `,` or `)` before `48`"),
            ("3:14", "expected a number, not a text in quotes"),
        ],
    ),
    ("commas_too_many.ron", &[("2:22", "a comma too many"), ("3:15", "a comma too many")]),
    ("more_after_the_end.ron", &[("8:3", "the file should end before `)`")]),
    ("quoted_fields.ron", &[("1:1", "expected a scenario `(ruleset: …, title: …, sides: …)`, not a map `{ }`")]),
    ("quoted_field_names.ron", &[("2:23", "a field's name stands without quotes")]),
    ("no_value.ron", &[("3:14", "`minutes` has no value")]),
    ("no_such_map.ron", &[("2:45", "there is no map `maps/zamma.ron`; did you mean `maps/zama.ron`?")]),
    (
        "no_map_and_more.ron",
        &[
            ("2:46", "there is no map `maps/zamma.ron`; did you mean `maps/zama.ron`?"),
            ("2:88", "unknown switch `A99_none`"),
            ("5:40", "unknown troop type `x`"),
            ("9:71", "unknown field `wings`"),
        ],
    ),
    ("map_and_table.ron", &[("2:62", "a scenario has either a `map` or a `table`")]),
    ("no_map.ron", &[("1:1", "field `map` or `table` is missing"), ("1:37", "only a `map` can be scaled")]),
    ("map_outside.ron", &[("2:45", "must be a path below the folder of the scenarios")]),
    ("switches.ron", &[("3:36", "expected true or false, not the number `1`"), ("3:39", "expected a name and `:`")]),
    ("limit.ron", &[("3:20", "from 1 to 200, not 0"), ("3:34", "`noth` is none of `north` or `south`")]),
    (
        "limit_unknown.ron",
        &[
            ("3:20", "from 1 to 200, not 201"),
            ("3:31", "expected `Compare` or `Wins(north)`, not `Win(…)`"),
            ("3:43", "unknown field `after`"),
        ],
    ),
    ("quoted_word.ron", &[("3:13", "expected `Fixed` or `Free` without quotes")]),
    ("unknown_side.ron", &[("5:9", "unknown field `est`"), ("6:9", "unknown field `soth`; did you mean `south`?")]),
    ("unknown_ruleset.ron", &[("2:31", "there is no ruleset `plian`; did you mean `plain`?")]),
    ("tabs.ron", &[("3:12", "`NaN` is not a finite number")]),
    ("multibyte.ron", &[("2:53", "`NaN` is not a finite number")]),
    ("crlf.ron", &[("3:14", "`NaN` is not a finite number"), ("8:5", "unknown field `weather`")]),
    ("byte_order_mark.ron", &[("1:1", "byte order mark"), ("1:46", "`NaN` is not a finite number")]),
    ("not_utf8.ron", &[("1:1", "is not text in UTF-8")]),
    ("empty.ron", &[("1:1", "the file is empty")]),
    ("only_comments.ron", &[("1:1", "the file is empty")]),
    (
        "headings.ron",
        &[
            ("5:59", "a heading has at most two decimals, not 0.125"),
            ("6:59", "from -360 to 360, not 361"),
            ("7:36", "a unit without a place `at` has no heading"),
            ("8:13", "field `heading` is missing"),
        ],
    ),
    (
        "own_fields.ron",
        &[
            ("5:47", "expected a text in quotes, \"Wide\", not the word `Wide`"),
            ("5:57", "expected either names for all its values or for none"),
            ("5:75", "expected a value without a name before it, not `With(…)`"),
        ],
    ),
    ("nothing_given.ron", &[("2:30", "field `title` must have a value"), ("2:75", "expected one value in `Some( )`")]),
    (
        "empty_body.ron",
        &[("4:26", "a body has at least one unit"), ("5:38", "unknown field `unit`; did you mean `units`?")],
    ),
    ("no_scenario.ron", &[("1:1", "this is no file of a scenario, map, army, plan, study, case or journal")]),
    (
        "texts.ron",
        &[
            ("2:30", "must be one line without control characters"),
            ("3:11", "this text is empty"),
            ("3:22", "this text cannot be read"),
        ],
    ),
    ("attribute.ron", &[("1:1", "the only attribute that a file may have")]),
    ("strange_character.ron", &[("2:21", "`;` begins nothing here")]),
    ("lone_value.ron", &[("1:1", "field `ruleset` is missing"), ("2:5", "expected a field `name: value`")]),
    ("table.ron", &[("2:52", "from 6 to 600, not 5.9"), ("5:42", "`a` is already that of terrain at")]),
    (
        "several.ron",
        &[
            ("2:41", "unknown field `tabel`; did you mean `table`?"),
            ("2:67", "from 1 to 6000, not -1"),
            ("3:20", "from 1 to 200, not 4.5"),
            ("5:25", "`blue` is no army colour"),
            ("7:41", "expected a text in quotes, not the number `3`"),
            ("7:52", "`NaN` is not a finite number"),
            ("8:18", "unknown field `nmae`; did you mean `name`?"),
            ("12:29", "`first` is already that of a body at tests/broken/several.ron:6"),
            ("12:53", "expected a point `(x, y)`; it has another number of values"),
            ("15:13", "`Fre` is none of `Fixed` or `Free`; did you mean `Free`?"),
        ],
    ),
];

const MAPS_AND_ARMIES: &[Broken] = &[
    ("maps/self_crossing.ron", &[("4:72", "from (20, 10) to (10, 20) meets the edge from (10, 10) to (20, 20)")]),
    (
        "maps/outlines.ron",
        &[
            ("4:48", "a polygon has at least three corners"),
            ("5:70", "this corner repeats the one before"),
            ("6:81", "the last corner repeats the first"),
            ("7:59", "meets the edge"),
            ("8:45", "a line has at least two points"),
        ],
    ),
    (
        "maps/kinds.ron",
        &[
            ("4:27", "`wood` is no kind of terrain; did you mean `woods`?"),
            ("5:27", "`lava` is no kind of terrain; there are gentle-hill, steep-hill, "),
        ],
    ),
    (
        "maps/shapes.ron",
        &[
            ("4:76", "a piece has either a `polygon` or a `line`"),
            ("5:9", "a `line` has a `width`"),
            ("6:9", "a piece has a `polygon` or a `line`"),
            ("7:77", "only a `line` has a width"),
            ("8:66", "from 0.05 to 100, not 0"),
            ("9:16", "`a` is already that of terrain at tests/broken/maps/shapes.ron:4"),
        ],
    ),
    (
        "maps/points.ron",
        &[
            ("4:61", "`NaN` is not a finite number"),
            ("4:67", "expected a point `(x, y)`, not the number `20`"),
            ("4:71", "it has another number of values"),
        ],
    ),
    ("maps/off_the_table.ron", &[("4:9", "`beyond` lies wholly off the table")]),
    (
        "maps/size.ron",
        &[("1:13", "from 6 to 600, not 601"), ("1:19", "unknown field `terain`; did you mean `terrain`?")],
    ),
    (
        "armies/troops.ron",
        &[
            ("4:18", "`NaN` is not a finite number"),
            ("6:46", "`1e6` lies beyond ±10000"),
            ("7:16", "the troop `one` stands twice"),
            ("8:10", "unknown field `nmae`; did you mean `name`?"),
            ("9:9", "field `type` is missing"),
        ],
    ),
    (
        "armies/armati.ron",
        &[
            ("2:61", "`A3` is none of"),
            ("3:14", "expected a breakpoint `bp` from 1 to 40, not 0"),
            ("3:24", "expected a whole number"),
            ("3:45", "unknown field `x`"),
            ("5:29", "unknown troop type `LK`; did you mean `LI`?"),
            ("6:53", "expected 3 values"),
            ("6:67", "from 0 to 3, not 4"),
            ("6:78", "unknown weapon `spaer`; did you mean `spear`?"),
            ("6:87", "unknown field `keey`; did you mean `key`?"),
            ("7:9", "field `title` is missing"),
            ("7:58", "expected a whole number"),
            ("7:92", "unknown troop of this list `on`; did you mean `one`?"),
            ("7:104", "expected a base (width, depth) of 0.2 to 24 in, not 0"),
            ("8:24", "unknown field `typ`; did you mean `type`?"),
            ("8:98", "unknown glyph `hj`"),
            ("9:59", "expected a whole number"),
            ("9:99", "expected a whole number"),
            ("11:14", "unknown code of terrain `GX`"),
            ("12:5", "unknown field `whole`"),
        ],
    ),
    (
        "armies/impetus.ron",
        &[
            ("2:46", "the troops' VD sum up to 5, of which half is 3, not to 9 and 5"),
            ("4:30", "unknown unit type `FPP`"),
            ("4:63", "from 1 to 9, not 10"),
            ("4:83", "`D`"),
            ("4:95", "`pike`"),
            ("5:98", "unknown weapon `JAB`"),
            ("7:14", "unknown troop of this list `hors`; did you mean `horse`?"),
        ],
    ),
    (
        "armies/ancientmaster.ron",
        &[
            ("2:47", "unknown field `sorce`"),
            ("3:17", "unknown character `G99`; did you mean `G9`?"),
            ("5:9", "field `title` is missing"),
            ("6:62", "expected a whole number"),
            ("6:73", "expected a whole number from"),
            ("9:45", "unknown troop type `HII`; did you mean `HI`?"),
            ("10:60", "did you mean `shieldwall`?"),
            ("10:82", "expected a whole number"),
            ("11:76", "2 is less than `min`, which is 6"),
            ("12:72", "unknown glyph `hj`"),
            ("12:86", "unknown figure `nag`"),
            ("13:16", "the troop `foot` stands twice"),
            ("14:39", "unknown field `typ`; did you mean `type`?"),
            ("14:67", "`70000` lies beyond ±10000"),
        ],
    ),
    (
        "armies/battlesystem.ron",
        &[
            ("4:31", "unknown troop type `pikemn`; did you mean `pikemen`?"),
            ("5:56", "4 is less than `least`, which is 9"),
            ("6:51", "expected a whole number from"),
            ("7:9", "field `most` is missing"),
            ("8:42", "unknown field `lest`; did you mean `least`?"),
            ("9:16", "the troop `crowd` stands twice"),
            ("10:9", "field `name` is missing"),
            ("10:39", "expected a whole number"),
            ("14:25", "unknown field `figure`; did you mean `figures`?"),
        ],
    ),
    ("armies/battlesystem_ready.ron", &[("4:12", "`pikemen` is no troop of the list Broken")]),
    (
        "armies/chainmail.ron",
        &[
            ("2:43", "unknown field `points`"),
            ("4:45", "unknown troop type `longbow`; did you mean `longbows`?"),
            ("5:70", "`Polearm` is none of"),
            ("6:71", "heavy foot are not given Stakes"),
            ("7:64", "expected true or false"),
            ("8:78", "8 is less than `least`, which is 9"),
            ("10:16", "the troop `foot` stands twice"),
            ("11:9", "field `title` is missing"),
            ("11:50", "`70000` lies beyond ±10000"),
        ],
    ),
    (
        "armies/nobody.ron",
        &[("1:1", "which ruleset reads this list? Name it, `ruleset: \"armati\"`, or put the file into a folder")],
    ),
    ("armies/strange.ron", &[("1:11", "there is no ruleset `armaty`; did you mean `armati`?")]),
    ("armies/none.ron", &[("1:8", "expected a text in quotes"), ("1:11", "did you mean `troops`?")]),
];

const CASES: &[Broken] = &[
    (
        "cases/7.3_words.ron",
        &[
            ("4:18", "from 0 to 200, not -1"),
            ("4:28", "`Move` must begin with a small letter"),
            ("4:42", "`est` is none of `north` or `south`"),
            ("5:15", "from 1 to 100, not 0"),
            ("5:18", "from 1 to 100, not 101"),
            ("5:32", "unknown field `wy`; did you mean `why`?"),
            ("5:46", "field `die` is missing"),
            ("8:9", "`Refues` is no thing to do; did you mean `Refuse`?"),
            ("9:57", "expected a number, not a text in quotes"),
            ("9:62", "unknown field `limmit`; did you mean `limit`?"),
            ("10:9", "expected `Refuse("),
            ("11:13", "`u1 hold` does not say who acts"),
            ("12:38", "expected a chance as \"10/36\""),
            ("12:53", "from 0 to 1, not 1.5"),
            ("13:9", "expected a chance for at least one outcome"),
            ("14:9", "expected one of Act, Refuse, Bar, NotOffered, Odds, not the word `hold`"),
            ("17:20", "no fact tells `countd`; did you mean `counted`?"),
            ("17:56", "expected a whole number"),
            ("18:20", "`other` is another ruleset than the case's `plain`"),
            ("18:37", "expected true or false"),
            ("19:20", "expected a place `(x, y, heading)`"),
            ("20:31", "a heading has at most two decimals"),
            ("20:47", "from 0 to 10, not 11"),
            ("21:27", "expected a number, not a list"),
            ("22:9", "expected `Over(winner: south)`"),
            ("23:9", "expected `Asked("),
            ("24:9", "expected `Fact("),
            ("25:9", "`Nothing` is no expectation"),
        ],
    ),
    (
        "cases/7.3_nothing.ron",
        &[
            ("1:1", "field `do` is missing"),
            ("1:8", "expected a rule `ruleset:id`"),
            ("1:42", "no built-in scenario `armati/zamma`; did you mean `armati/zama`?"),
        ],
    ),
    (
        "cases/7.4_name.ron",
        &[("2:11", "is named `7.3_<what>.ron`, not `7.4_name.ron`"), ("3:5", "either a `scenario` or a `setup`")],
    ),
    (
        "cases/7.3_setup.ron",
        &[
            ("4:67", "`NaN` is not a finite number"),
            ("5:17", "unknown field `bodys`; did you mean `bodies`?"),
            ("8:24", "expected an action in notation"),
            ("8:30", "unknown field `than`; did you mean `then`?"),
            ("8:41", "expected a block"),
        ],
    ),
    ("cases/7.3_ruleset.ron", &[("2:11", "the rule is one of `plain`, but the battle is one of `armati`")]),
];

const JOURNALS: &[Broken] = &[
    ("journals/header.journal", &[("1:12", "rules")]),
    ("journals/form.journal", &[("1:1", "this journal has form 2, this program reads form 1")]),
    ("journals/middle.journal", &[("3:1", "Don"), ("4:3", "this `(` is never closed")]),
    ("journals/torn.journal", &[("3:1", "the last line is torn and was dropped")]),
    ("journals/scenario.journal", &[("1:1", "x.ron:1:44: expected a number from 6 to 600, not 5")]),
];

fn every_flaw_of(files: &[Broken]) {
    let mut wrong = String::new();
    for (name, expected) in files {
        let path = format!("tests/broken/{name}");
        let flaws = scenario::check(&rulesets(), &[path.clone().into()]).flaws;
        let as_expected = flaws.len() == expected.len()
            && flaws.iter().zip(*expected).all(|(flaw, (place, piece))| {
                flaw.path == path && format!("{}:{}", flaw.line, flaw.column) == *place && flaw.message.contains(piece)
            });
        if !as_expected {
            wrong += &format!("{name}: expected {expected:#?}, found\n{}", listed(&flaws));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn broken_scenarios_tell_all_that_is_wrong() {
    every_flaw_of(SCENARIOS);
}

#[test]
fn broken_maps_and_armies_tell_all_that_is_wrong() {
    every_flaw_of(MAPS_AND_ARMIES);
}

#[test]
fn broken_cases_tell_all_that_is_wrong() {
    every_flaw_of(CASES);
}

#[test]
fn broken_journals_tell_all_that_is_wrong() {
    every_flaw_of(JOURNALS);
}

#[test]
fn every_broken_file_is_in_a_table() {
    let tables = [SCENARIOS, MAPS_AND_ARMIES, CASES, JOURNALS].concat();
    let count = scenario::check(&rulesets(), &["tests/broken".into()]).files;
    assert_eq!(count, tables.len());
    assert!(count >= 40);
}
