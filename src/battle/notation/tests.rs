//! Worked lines, and the law: whatever is written reads back equal.

use std::borrow::Cow;

use proptest::prelude::*;

use super::*;
use crate::battle::action::{LEGS, MOVE, PARTS, PLACES, STOPS, Value};
use crate::cite::intern;
use crate::ids::{BodyId, Side, TerrainId, UnitId};
use crate::table::{Cdeg, Leg, Mil, Place};

const UNITS: [&str; 6] = ["equites-1", "equites-2", "gauls-3", "hero-1", "spears", "spears--9"];
const BODIES: [&str; 3] = ["equites", "gauls-3+", "left"];
const TERRAIN: [&str; 1] = ["wood"];

/// A table of a few names. The second body has none of its own and goes by its first unit's.
struct Toy;

impl Names for Toy {
    fn name_of(&self, of: Ref) -> Option<Cow<'_, str>> {
        let name = match of {
            Ref::Side(side) => Some(&side.name()),
            Ref::Unit(unit) => UNITS.get(unit.index()),
            Ref::Body(body) => BODIES.get(body.index()),
            Ref::Terrain(piece) => TERRAIN.get(piece.index()),
            Ref::Base(..) | Ref::Spot(..) => None,
        };
        name.map(|name| Cow::Borrowed(*name))
    }

    fn ref_of(&self, name: &str) -> Option<Ref> {
        let find = |names: &[&str]| names.iter().position(|n| *n == name).map(|i| i as u16);
        let side = Side::BOTH.into_iter().find(|side| side.name() == name).map(Ref::Side);
        side.or_else(|| find(&UNITS).map(|i| Ref::Unit(UnitId(i))))
            .or_else(|| find(&BODIES).map(|i| Ref::Body(BodyId(i))))
            .or_else(|| find(&TERRAIN).map(|i| Ref::Terrain(TerrainId(i))))
    }

    fn known(&self) -> Vec<String> {
        ["north", "south"].iter().chain(&UNITS).chain(&BODIES).chain(&TERRAIN).map(|n| (*n).to_owned()).collect()
    }

    fn kind_of(&self, value: &str) -> Option<Kind> {
        let kinds = [
            ("left", Kind::Length),
            ("right", Kind::Length),
            ("angle", Kind::Angle),
            ("files", Kind::Whole),
            ("rally", Kind::Flag),
            ("to", Kind::Refs),
            ("goal", Kind::Name),
        ];
        kinds.into_iter().find(|(name, _)| *name == value).map(|(_, kind)| kind)
    }
}

fn unit(n: u16) -> Ref {
    Ref::Unit(UnitId(n))
}

/// Reads as that, and is written like that.
fn same(line: &str, action: &Action) {
    assert_eq!(read(line, &Toy).as_ref(), Ok(action), "{line}");
    assert_eq!(write(action, &Toy), line);
}

fn wrong(line: &str, column: usize, says: &str) {
    let error = read(line, &Toy).expect_err(line);
    assert!(error.column == column && error.message.contains(says), "{line}\n{error}");
}

#[test]
fn a_path_with_members_that_stop_earlier() {
    let equites = Ref::Body(BodyId(0));
    let action = Action::along(equites, vec![Leg::Wheel(Cdeg(690)), Leg::Ahead(Mil(9000))])
        .with(STOPS, Value::Short(vec![(unit(1), Mil(7500))]));
    same("equites: wheel right 6.9, ahead 9; equites-2 stops 7.5", &action);
    let both = action.clone();
    let mut both = Action { with: both.with[..1].to_vec(), ..both };
    both = both.with(STOPS, Value::Short(vec![(unit(0), Mil(0)), (unit(1), Mil(7500))]));
    same("equites: wheel right 6.9, ahead 9; equites-1 stops 0; equites-2 stops 7.5", &both);
}

#[test]
fn every_leg() {
    let legs = vec![
        Leg::Ahead(Mil(-50)),
        Leg::Slide(Cdeg(-9000), Mil(2000)),
        Leg::Slide(Cdeg::HALF, Mil(1)),
        Leg::Wheel(Cdeg(0)),
        Leg::Face(Cdeg::HALF),
        Leg::Form(Word("wide")),
    ];
    let line = "gauls-3: ahead -0.05, slide left 90 2, slide right 180 0.001, wheel right 0, face right 180, form wide";
    same(line, &Action::along(unit(2), legs));
}

#[test]
fn a_verb_with_values_of_every_kind() {
    let shoot = Action::new(unit(0), Word("shoot")).with(Word("at"), Value::Refs(vec![unit(2)]));
    same("equites-1: shoot at=gauls-3", &shoot);
    let order = Action::new(unit(3), Word("order"))
        .with(Word("to"), Value::Refs(vec![Ref::Body(BodyId(0)), Ref::Body(BodyId(1)), Ref::Spot(Mil(0), Mil(12_500))]))
        .with(Word("files"), Value::Whole(-4))
        .with(Word("left"), Value::Length(Mil(9000)))
        .with(Word("angle"), Value::Angle(Cdeg(-12_00)))
        .with(Word("rally"), Value::Flag(true))
        .with(Word("goal"), Value::Name(Word("wood")));
    same("hero-1: order to=equites&gauls-3+&(0, 12.5), files=-4, left=9, angle=-12, rally=yes, goal=wood", &order);
    same("south: done", &Action::new(Ref::Side(Side::South), Word("done")));
    let evade =
        Action { key: Word("evade"), ..Action::along(unit(2), vec![Leg::Face(Cdeg::HALF), Leg::Ahead(Mil(15_000))]) };
    same("gauls-3: evade face right 180, ahead 15", &evade);
}

#[test]
fn values_that_no_vocabulary_tells_of() {
    let action = Action::new(unit(0), MOVE)
        .with(Word("by"), Value::Length(Mil(4000)))
        .with(Word("at"), Value::Length(Mil(4250)))
        .with(Word("count"), Value::Whole(4))
        .with(Word("how"), Value::Name(Word("gladly")))
        .with(Word("whom"), Value::Refs(vec![Ref::Terrain(TerrainId(0))]))
        .with(Word("none-of"), Value::Refs(Vec::new()))
        .with(Word("loud"), Value::Flag(false));
    same("equites-1: by=4.0, at=4.25, count=4, how=gladly, whom=wood, none-of=none, loud=no", &action);
}

#[test]
fn places_of_units_and_stands() {
    let place = |x, heading| Place { x: Mil(x), y: Mil(12_000), heading: Cdeg(heading) };
    let stand = |n| Ref::Base(UnitId(4), n);
    let places = vec![(unit(3), place(1500, 0)), (stand(1), place(-20, 18_050)), (Ref::Body(BodyId(1)), place(0, 5))];
    let action = Action::new(Ref::Side(Side::North), Word("deploy")).with(PLACES, Value::Places(places));
    same("north: deploy hero-1=(1.5, 12, 0), spears--2=(-0.02, 12, 180.5), gauls-3+=(0, 12, 0.05)", &action);
    // A unit whose own name looks like a stand's is meant before the stand.
    assert_eq!(read("spears--9: hold", &Toy).unwrap().who, [unit(5)]);
    assert_eq!(read("spears--8+hero-1: hold", &Toy).unwrap().who, [stand(7), unit(3)]);
    wrong("spears--0: hold", 1, "nothing here is called");
    wrong("spears--257: hold", 1, "nothing here is called");
    assert_eq!(read("spears--256: hold", &Toy).unwrap().who, [stand(255)]);
}

#[test]
fn parts_are_actions() {
    let parts = vec![
        Action { key: Word("charge"), ..Action::along(unit(0), vec![Leg::Ahead(Mil(17_000))]) },
        Action::along(unit(4), vec![Leg::Form(Word("line"))]),
    ];
    let orders = Action::new(Ref::Side(Side::North), Word("orders")).with(PARTS, Value::Parts(parts));
    same("north: orders { equites-1: charge ahead 17 | spears: form line }", &orders);
    same("north: move { }", &Action::new(Ref::Side(Side::North), MOVE).with(PARTS, Value::Parts(Vec::new())));
}

#[test]
fn several_who_act_and_bodies_without_a_name() {
    let groups = Ref::Body(BodyId(1));
    same("gauls-3+: ahead 9", &Action::along(groups, vec![Leg::Ahead(Mil(9000))]));
    let three = Action { who: vec![groups, unit(0), Ref::Body(BodyId(0))], ..Action::new(groups, Word("hold")) };
    same("gauls-3++equites-1+equites: hold", &three);
    wrong("hero-1+: hold", 1, "nothing here is called `hero-1+`");
}

#[test]
fn what_is_not_shortest_is_read_too() {
    let action = Action::along(unit(0), vec![Leg::Ahead(Mil(9500)), Leg::Wheel(Cdeg(-5))]);
    assert_eq!(read("  equites-1 :move  ahead 09.500 ,wheel left 0.05 ", &Toy), Ok(action));
    let empty = Action::new(unit(0), MOVE);
    same("equites-1:", &empty);
    same("equites-1: legs=none", &Action::along(unit(0), Vec::new()));
    same(
        "equites-1: places=none, stops=none",
        &empty.with(PLACES, Value::Places(vec![])).with(STOPS, Value::Short(vec![])),
    );
}

#[test]
fn decimals_are_never_rounded() {
    assert_eq!(read("spears: ahead 0.125", &Toy).unwrap().legs(), [Leg::Ahead(Mil(125))]);
    wrong("spears: ahead 0.1250", 15, "at most 3 decimals");
    assert_eq!(read("spears: wheel left 0.12", &Toy).unwrap().legs(), [Leg::Wheel(Cdeg(-12))]);
    wrong("spears: wheel left 0.125", 20, "at most 2 decimals");
    wrong("spears: files=4.0", 15, "`files` takes a whole number");
    wrong("spears: hero-1=(1, 2, 0.125)", 23, "at most 2 decimals");
    assert_eq!(read("spears: ahead 2147483.647", &Toy).unwrap().legs(), [Leg::Ahead(Mil(i32::MAX))]);
    wrong("spears: ahead 2147483.648", 15, "too large");
    assert_eq!(read("spears: ahead -2147483.648", &Toy).unwrap().legs(), [Leg::Ahead(Mil(i32::MIN))]);
    wrong("spears: ahead 99999999999999999999999", 15, "too large");
}

/// The same table in a game of lengths of four tenths of an inch.
struct InUnits;

impl Names for InUnits {
    fn name_of(&self, of: Ref) -> Option<Cow<'_, str>> {
        Toy.name_of(of).map(|name| Cow::Owned(name.into_owned()))
    }

    fn ref_of(&self, name: &str) -> Option<Ref> {
        Toy.ref_of(name)
    }

    fn known(&self) -> Vec<String> {
        Toy.known()
    }

    fn kind_of(&self, value: &str) -> Option<Kind> {
        Toy.kind_of(value)
    }

    fn unit(&self) -> Option<LengthUnit> {
        Some(LengthUnit { sign: " U", inches: 0.4 })
    }
}

#[test]
fn lengths_are_inches_or_of_the_games_own_unit() {
    let six = read("spears: ahead 6U", &InUnits).unwrap();
    assert_eq!(six.legs(), [Leg::Ahead(Mil(2400))]);
    assert_eq!(read("spears: ahead 2.4in", &InUnits).unwrap(), six);
    assert_eq!(read("spears: ahead 2.4", &InUnits).unwrap(), six);
    assert_eq!(read("spears: hold by=5U", &InUnits).unwrap().value(Word("by")), Some(&Value::Length(Mil(2000))));
    assert_eq!(write_as_typed(&six, &InUnits), "spears: ahead 6U");
    assert_eq!(
        (write_as_typed(&six, &Toy), write(&six, &InUnits)),
        ("spears: ahead 2.4".into(), "spears: ahead 2.4".into())
    );
    // A sign may stand apart; what a person types without one is in the game's own unit, where it has one.
    assert_eq!(read("spears: ahead 6 U", &InUnits).unwrap(), six);
    assert_eq!(read("spears: ahead 2.4 in, wheel left 6", &InUnits).unwrap().legs()[0], six.legs()[0]);
    assert_eq!(read_typed("spears: ahead 6", &InUnits).unwrap(), six);
    assert_eq!(read_typed("spears: ahead 2.4in", &InUnits).unwrap(), six);
    assert_eq!(read_typed("spears: ahead 2.4", &Toy).unwrap(), six);
    // What would not read back equal stays in inches, with their sign.
    let odd = read("spears: slide left 90 1.529", &InUnits).unwrap();
    assert_eq!(write_as_typed(&odd, &InUnits), "spears: slide left 90 1.529in");
    assert_eq!(read_typed("spears: slide left 90 1.529in", &InUnits).unwrap(), odd);
    // So do places and points.
    let placed = read("spears: place spears=(2.4, 1.529, 90), at=(4, 0.4)", &InUnits).unwrap();
    let typed = write_as_typed(&placed, &InUnits);
    assert_eq!(typed, "spears: place spears=(6U, 1.529in, 90), at=(10U, 1U)");
    assert_eq!(read_typed(&typed, &InUnits).unwrap(), placed);
    let says = |line: &str, names: &dyn Names| read(line, names).unwrap_err().to_string();
    assert_eq!(says("spears: ahead 6cm", &InUnits), "column 16: `cm` is no unit of length here: there is `in` and `U`");
    assert_eq!(says("spears: ahead 6U", &Toy), "column 16: `U` is no unit of length here: there is `in`");
    wrong("spears: wheel left 6in", 21, "`in`: no length stands here");
}

#[test]
fn errors_say_where_and_what() {
    wrong("equite-1: ahead 9", 1, "nothing here is called `equite-1`; did you mean `equites-1`?");
    wrong("equites-1: ahead", 17, "expected a length, but the line ends");
    wrong("equites-1: ahead x", 18, "expected a length, found `x`");
    wrong("equites-1: whel right 6.9", 23, "expected `=` after `right` (did you mean `wheel`?), found `6.9`");
    wrong("equites-1: wheel up 6.9", 18, "expected `left` or `right`, found `up`");
    wrong("equites-1: wheel left -6.9", 23, "never negative");
    wrong("equites-1: form 4", 17, "expected the word of a formation, found `4`");
    wrong("equites-1 ahead 9", 11, "expected `+` or `:`, found `ahead`");
    wrong("", 1, "expected the name of a side, a body or a unit, but the line ends");
    wrong("equites-1: ahead 9, ", 21, "expected a leg or a value, but the line ends");
    wrong("equites-1: ahead 9 wheel", 20, "expected `,`, `;` or the end of the line, found `wheel`");
    wrong("equites-1: hold at=", 20, "expected a number, a word, a name or `(`");
    wrong("equites-1: hold to=gauls-4", 20, "did you mean `gauls-3`?");
    wrong("equites-1: hold files=2, files=3", 26, "`files` stands here twice");
    wrong("equites-1: hold rally=2", 23, "`rally` takes `yes` or `no`");
    wrong("equites-1: hold legs=2", 22, "`legs` takes no number");
    wrong("equites-1: hold; equites-2 9", 28, "expected `stops`, found `9`");
    wrong("north: orders { hero-1: hold hero-1: hold }", 36, "expected");
    wrong("é: hold", 1, "expected the name");
    wrong("hero-1: hold é", 14, "found `é`");
    wrong("north: orders { hero-1: hold | hero-2: hold }", 32, "`hero-2`; did you mean `hero-1`?");
    wrong("equites-1: ahead 9\nahead 9", 19, "the end of the line, found `\\n`");
}

#[test]
fn words_lines_and_depth_are_bounded() {
    let verb = "a".repeat(40);
    assert!(read(&format!("hero-1: {verb}"), &Toy).is_ok());
    wrong(&format!("hero-1: {verb}a"), 9, "over 40 characters");
    let nested = |depth: usize| format!("{}hero-1: hold{}", "north: o { ".repeat(depth), " }".repeat(depth));
    assert!(read(&nested(64), &Toy).is_ok());
    wrong(&nested(65), 65 * 11, "64 deep");
    let long = |n: usize| format!("hero-1: hold{}", " ".repeat(n - 12));
    assert!(read(&long(LONGEST_LINE), &Toy).is_ok());
    wrong(&long(LONGEST_LINE + 1), 1, "over 65536 bytes");
}

#[test]
fn a_head_is_who_and_a_verb() {
    assert_eq!(read_head("equites-2: form", &Toy), Ok((vec![unit(1)], Word("form"))));
    assert_eq!(read_head("gauls-3+ : hold", &Toy), Ok((vec![Ref::Body(BodyId(1))], Word("hold"))));
    assert_eq!(read_head("equites-2: form wide", &Toy).unwrap_err().column, 17);
    assert_eq!(read_head("equites-2:", &Toy).unwrap_err().column, 11);
}

#[test]
fn one_name_or_point_alone() {
    assert_eq!(read_ref("gauls-3+", &Toy), Ok(Ref::Body(BodyId(1))));
    assert_eq!(read_ref("spears--2", &Toy), Ok(Ref::Base(UnitId(4), 1)));
    assert_eq!(read_ref("(1.5, -2)", &Toy), Ok(Ref::Spot(Mil(1500), Mil(-2000))));
    assert_eq!(read_ref("hero-1&gauls-3", &Toy).unwrap_err().column, 7);
    assert_eq!(
        read_ref("hero-2", &Toy).unwrap_err().message,
        "nothing here is called `hero-2`; did you mean `hero-1`?"
    );
    assert_eq!(read_word("press-on"), Some(Word("press-on")));
    assert_eq!([read_word(""), read_word("-on"), read_word("On"), read_word(&"a".repeat(41))], [None; 4]);
}

fn any_mil() -> impl Strategy<Value = Mil> {
    prop_oneof![any::<i32>(), -20_000..20_000, (-40..40).prop_map(|n| n * 500)].prop_map(Mil)
}

fn any_cdeg() -> impl Strategy<Value = Cdeg> {
    prop_oneof![any::<i32>(), -36_000..36_000, (-4..5).prop_map(|n| n * 9000)].prop_map(Cdeg)
}

fn any_word() -> impl Strategy<Value = Word> {
    "x[a-z0-9-]{0,39}".prop_map(|text| Word(intern(&text)))
}

fn any_actor() -> impl Strategy<Value = Ref> {
    prop_oneof![
        prop_oneof![Just(Side::North), Just(Side::South)].prop_map(Ref::Side),
        (0..3u16).prop_map(|n| Ref::Body(BodyId(n))),
        (0..6u16).prop_map(unit),
        (0..4u16, 0..8u8).prop_map(|(u, n)| Ref::Base(UnitId(u), n)),
        Just(Ref::Terrain(TerrainId(0))),
    ]
}

fn any_ref() -> impl Strategy<Value = Ref> {
    prop_oneof![4 => any_actor(), 1 => (any_mil(), any_mil()).prop_map(|(x, y)| Ref::Spot(x, y))]
}

fn any_leg() -> impl Strategy<Value = Leg> {
    prop_oneof![
        any_mil().prop_map(Leg::Ahead),
        (any_cdeg(), any_mil()).prop_map(|(way, by)| Leg::Slide(way, by)),
        any_cdeg().prop_map(Leg::Wheel),
        any_cdeg().prop_map(Leg::Face),
        any_word().prop_map(Leg::Form),
    ]
}

fn any_place() -> impl Strategy<Value = (Ref, Place)> {
    (any_actor(), any_mil(), any_mil(), any_cdeg()).prop_map(|(of, x, y, heading)| (of, Place { x, y, heading }))
}

/// One value under a name of its kind: those of the vocabulary, and names that it does not have.
fn any_value() -> impl Strategy<Value = (Word, Value)> {
    let refs = || proptest::collection::vec(any_ref(), 0..4).prop_map(Value::Refs);
    let named = |name: &'static str| move |value: Value| (Word(name), value);
    prop_oneof![
        (any_word(), any_mil().prop_map(Value::Length)),
        (any_word(), any::<i32>().prop_map(Value::Whole)),
        (any_word(), any::<bool>().prop_map(Value::Flag)),
        (any_word(), any_word().prop_map(Value::Name)),
        (any_word(), refs()),
        any_mil().prop_map(Value::Length).prop_map(named("left")),
        any_cdeg().prop_map(Value::Angle).prop_map(named("angle")),
        any::<i32>().prop_map(Value::Whole).prop_map(named("files")),
        refs().prop_map(named("to")),
        prop_oneof![any_word(), Just(Word("yes")), Just(Word("none")), Just(Word("equites"))]
            .prop_map(Value::Name)
            .prop_map(named("goal")),
        proptest::collection::vec(any_leg(), 0..4).prop_map(Value::Legs).prop_map(named(LEGS.0)),
        proptest::collection::vec(any_place(), 0..4).prop_map(Value::Places).prop_map(named(PLACES.0)),
    ]
}

fn any_action() -> impl Strategy<Value = Action> {
    let who = proptest::collection::vec(any_actor(), 1..4);
    let key = prop_oneof![any_word(), Just(MOVE)];
    let stops = proptest::collection::vec((any_actor(), any_mil()), 0..3);
    let simple = (who, key, proptest::collection::vec(any_value(), 0..5), stops);
    let simple = simple.prop_map(|(who, key, with, stops)| {
        let mut action = Action { key, who, with: Vec::new() };
        with.into_iter().for_each(|(name, value)| action.set(name, value));
        if !stops.is_empty() {
            action.set(STOPS, Value::Short(stops));
        }
        action
    });
    simple.prop_recursive(3, 16, 4, |inner| {
        let who = proptest::collection::vec(any_actor(), 1..3);
        (who, any_word(), proptest::collection::vec(inner, 0..4)).prop_map(|(who, key, parts)| Action {
            key,
            who,
            with: vec![(PARTS, Value::Parts(parts))],
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_written_reads_back_equal(action in any_action()) {
        let line = write(&action, &Toy);
        prop_assert_eq!(read(&line, &Toy), Ok(action), "{}", line);
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,80}") {
        let _ = (read(&text, &Toy), read_head(&text, &Toy));
    }

    #[test]
    fn no_spoilt_line_makes_it_panic(action in any_action(), cut in any::<prop::sample::Index>(), add in "[a-z0-9 +:=,;|{}()&.-]{0,6}") {
        let line = write(&action, &Toy);
        let at = cut.index(line.len() + 1);
        let _ = read(&format!("{}{add}{}", &line[..at], line.get(at + 1..).unwrap_or("")), &Toy);
    }

    #[test]
    fn what_is_read_is_written_in_its_shortest_form(action in any_action()) {
        let line = write(&action, &Toy);
        let again = write(&read(&line, &Toy).unwrap(), &Toy);
        prop_assert_eq!(line, again);
    }
}
