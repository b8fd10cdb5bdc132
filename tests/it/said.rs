//! What is refused because it is not said as it must be: the refusal has what was counted and what may be, or names what is
//! wrong.

use bevy::ecs::world::World;
use sandtable::battle::narrator::Narrator;
use sandtable::battle::{Action, Arg, LEGS, Measured, Ref, Refusal, Ruleset, Value, View, begin_again, judge, submit};
use sandtable::battle::{Ask, MOVE, Opening, offer};
use sandtable::cite::Word;
use sandtable::dice::Dice;
use sandtable::ids::{Side, UnitId};
use sandtable::players::{Player, Random};
use sandtable::rules::RULESETS;
use sandtable::table::{Cdeg, Leg, Mil};

use crate::conformance::{battle, fresh};

/// A battle at its first question of movement, with a unit that may march, and two enemies.
struct Moving {
    ruleset: &'static Ruleset,
    world: World,
    unit: UnitId,
    friend: UnitId,
    enemies: [UnitId; 2],
}

impl Moving {
    fn of(ruleset: &str) -> Moving {
        let ruleset = RULESETS.iter().find(|of| of.name == ruleset).expect("a ruleset");
        let mut world = fresh(ruleset, &battle(&format!("{ruleset}/first_battle", ruleset = ruleset.name)));
        let opening = Opening::take(&world);
        begin_again(&mut world, &opening, Dice::seeded(1)).expect("seeded dice never run out");
        let mut players = Side::BOTH.map(|side| Random::new(side.index() as u64));
        let asks = |world: &World| View::umpire(world).question().map(|question| question.key.0);
        while asks(&world) != Some("moves") {
            let side = View::umpire(&world).waiting()[0];
            let action = players[side.index()].answer(&View::of(&world, side), side);
            submit(&mut world, action).expect("what the random player answers is accepted");
        }
        let view = View::umpire(&world);
        let side = view.waiting()[0];
        let marches = |action: &Action| match (action.key, &action.who[..]) {
            (MOVE, [Ref::Unit(unit)]) => Some(*unit),
            _ => None,
        };
        let unit = offer(&world, side, &Ask::all()).choices.iter().find_map(|choice| marches(&choice.action));
        let unit = unit.expect("somebody marches");
        let of = |of: Side| view.roster().of(of).filter(|unit| view.on_table(*unit)).collect::<Vec<_>>();
        let friend = of(side).into_iter().find(|other| *other != unit).expect("a friend");
        let enemies = [of(side.other())[0], of(side.other())[1]];
        Moving { ruleset, world, unit, friend, enemies }
    }

    fn does(&self, verb: &'static str) -> Action {
        Action::new(Ref::Unit(self.unit), Word(verb))
    }

    fn refused(&self, action: &Action) -> Refusal {
        let why = judge(&self.world, action).expect_err("it is refused");
        let view = View::umpire(&self.world);
        let narrator = Narrator::new((self.ruleset.texts)(), view.names());
        assert!(narrator.open_in_refusal(&why).is_empty(), "{}", narrator.refusal(&why));
        why
    }

    /// The sentence, what was counted, and what may be.
    fn counted(&self, action: &Action) -> (&'static str, Option<i32>, Option<i32>) {
        let why = self.refused(action);
        let count = |of: Option<Measured>| of.map(Measured::raw);
        (why.says.0, count(why.measured), count(why.limit))
    }

    /// The sentence, and a word in it.
    fn word(&self, action: &Action, name: &str) -> (&'static str, &'static str) {
        let (says, words) = self.words(action, name);
        (says, words[0])
    }

    /// The sentence, and all words of one place in it.
    fn words(&self, action: &Action, name: &str) -> (&'static str, Vec<&'static str>) {
        let why = self.refused(action);
        let word = |(of, arg): &(Word, Arg)| match arg {
            Arg::Key(word) | Arg::Word(word) if of.0 == name => Some(word.0),
            _ => None,
        };
        let words: Vec<&str> = why.words.iter().filter_map(word).collect();
        assert!(!words.is_empty(), "{why:?} has no {name}");
        (why.says.0, words)
    }
}

fn units(of: &[UnitId]) -> Value {
    Value::Refs(of.iter().copied().map(Ref::Unit).collect())
}

fn legs(count: usize) -> Value {
    Value::Legs(vec![Leg::Ahead(Mil(1)); count])
}

const AT: Word = Word("at");

#[test]
fn chainmail_tells_what_is_wrong_with_an_order() {
    let moving = Moving::of("chainmail");
    let charge = |at: &[UnitId]| moving.does("charge").with(AT, units(at));
    assert_eq!(moving.counted(&charge(&moving.enemies)), ("number-named", Some(2), Some(1)));
    assert_eq!(moving.counted(&charge(&[])), ("number-named", Some(0), Some(1)));
    assert_eq!(moving.refused(&charge(&[moving.friend])).says.0, "no-enemy");
    let winding = charge(&moving.enemies[..1]).with(LEGS, legs(9));
    assert_eq!(moving.counted(&winding), ("too-many-legs", Some(9), Some(8)));
    assert_eq!(moving.counted(&moving.does("move").with(LEGS, legs(9))), ("too-many-legs", Some(9), Some(8)));
    assert_eq!(moving.counted(&moving.does("move").with(LEGS, legs(0))), ("too-few-legs", Some(0), Some(1)));
    assert_eq!(moving.word(&moving.does("move"), "given"), ("lacks-value", "legs"));
    let change = |to| moving.does("change").with(Word("to"), Value::Name(Word(to)));
    assert_eq!(moving.word(&change("wedge"), "word"), ("no-such-formation", "wedge"));
    let many = change("open").with(Word("files"), Value::Whole(3));
    assert_eq!(moving.word(&many, "word"), ("ranks-keep-files", "open"));
    assert_eq!(moving.word(&change("line").with(AT, units(&[])), "given"), ("takes-values", "at"));
    let forms = moving.does("move").with(LEGS, Value::Legs(vec![Leg::Form(Word("square"))]));
    assert_eq!(moving.word(&forms, "word"), ("forms-on-the-spot", "square"));
    assert_eq!(moving.word(&moving.does("cancel").with(AT, units(&[])), "given"), ("takes-nothing", "at"));
    assert_eq!(moving.refused(&moving.does("ride")).says.0, "no-commander");
}

#[test]
fn battlesystem_tells_what_is_wrong_with_an_order() {
    let moving = Moving::of("battlesystem");
    let (left, right) = (Word("left"), Word("right"));
    let charge = |at: &[UnitId]| moving.does("charge").with(AT, units(at));
    assert_eq!(moving.counted(&charge(&moving.enemies)), ("number-named", Some(2), Some(1)));
    assert_eq!(moving.refused(&charge(&[moving.friend])).says.0, "no-enemy");
    assert_eq!(moving.counted(&moving.does("move").with(LEGS, legs(5))), ("too-many-legs", Some(5), Some(4)));
    let front = |l, r| moving.does("frontage").with(left, Value::Whole(l)).with(right, Value::Whole(r));
    assert_eq!(moving.refused(&front(1, -1)).says.0, "ends-differ");
    assert_eq!(moving.counted(&front(0, 0)), ("front-unchanged", Some(0), Some(1)));
    let wrap = |l, wings| {
        let more = moving.does("wrap").with(left, Value::Whole(l)).with(right, Value::Whole(0));
        more.with(Word("wings"), Value::Name(Word(wings)))
    };
    assert_eq!(moving.words(&wrap(1, "middle"), "may"), ("may-be", vec!["left", "right", "both"]));
    assert_eq!(moving.counted(&wrap(-2, "both")), ("wraps-wider", Some(-2), Some(0)));
    let pivot = |figures: &[u8], corner| {
        let of = figures.iter().map(|figure| Ref::Base(moving.unit, *figure)).collect();
        let about = moving.does("pivot").with(Word("about"), Value::Refs(of));
        about.with(Word("corner"), Value::Name(Word(corner))).with(Word("angle"), Value::Angle(Cdeg(500)))
    };
    assert_eq!(moving.counted(&pivot(&[0, 1], "left")), ("number-named", Some(2), Some(1)));
    let ranks = View::umpire(&moving.world).placement(moving.unit).ranks();
    let (rear, front) = (i32::from(ranks.bases), i32::from(ranks.abreast()));
    let about_rear = moving.counted(&pivot(&[ranks.bases - 1], "left"));
    assert_eq!(about_rear, ("no-such-pivot", Some(rear), Some(front)), "the last of its figures stands in the rear");
    assert_eq!(moving.words(&pivot(&[0], "both"), "may"), ("may-be", vec!["left", "right"]));
    let turn = |of| moving.does("turn").with(Word("angle"), Value::Angle(Cdeg(9000))).with(Word("figures"), of);
    assert_eq!(moving.counted(&turn(Value::Refs(Vec::new()))), ("names-no-figure", Some(0), Some(1)));
    assert_eq!(moving.refused(&turn(units(&moving.enemies[..1]))).says.0, "no-figure-of-it");
    let forms = moving.does("move").with(LEGS, Value::Legs(vec![Leg::Form(Word("square"))]));
    assert_eq!(moving.word(&forms, "word"), ("no-such-formation", "square"));
    assert_eq!(moving.word(&moving.does("flee").with(AT, units(&[])), "given"), ("takes-nothing", "at"));
    let go = moving.does("go").with(Word("places"), Value::Places(Vec::new()));
    assert_eq!(moving.refused(&go).says.0, "figures-go-together");
}
