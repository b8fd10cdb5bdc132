//! The door itself, on the drill: who is asked, what is sealed, what a hand or a script of dice does to it, how an
//! interrupted march and a chain of melees go on, and what ends a battle whose rules do not.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::door::{CONCEDE, OFFER_DRAW};
use sandtable::battle::setup::{Setup, Step};
use sandtable::battle::{
    Action, Agenda, Ask, Effects, Entry, Fact, Frame, Job, Journal, Measured, Narration, PLACES, Ref, Ruleset, UMPIRE,
    Value, View, begin, digest, fit, install, judge, offer, redo, submit, umpire, undo,
};
use sandtable::cite::{Cite, Word};
use sandtable::dice::{Dice, Scripted};
use sandtable::ids::{Side, UnitId};
use sandtable::table::{Cdeg, Leg, Mil, Place, Pose};
use serde::Serialize;

use crate::conformance::{battle, fresh};
use crate::drill::{BATTLE, RULESET};

const N_HORSE: UnitId = UnitId(0);
const N_GUARD: UnitId = UnitId(2);
const S_HORSE: UnitId = UnitId(3);

/// A battle that has begun with these faces and then the seed, if there is one.
fn begun(setup: &Setup, faces: &[u8], then: Option<u64>) -> World {
    let mut world = fresh(&RULESET, setup);
    let script: Vec<Scripted> = faces.iter().map(|die| Scripted { die: *die, why: None }).collect();
    *world.resource_mut::<Dice>() = Dice::scripted(&script, then);
    begin(&mut world).expect("nothing is rolled before the first question");
    world
}

/// The drill's battle: fronts at 17 and 11.
fn setup() -> Setup {
    battle(BATTLE)
}

/// The drill's battle with the fronts so many inches apart.
fn apart(inches: f32) -> Setup {
    let mut setup = setup();
    for unit in &mut setup.sides[1].bodies[0].units {
        unit.pose = unit.pose.map(|pose| Pose { at: bevy::math::Vec2::new(pose.at.x, 17.0 - inches), ..pose });
    }
    setup
}

fn orders(side: Side, by: [i32; 3]) -> Action {
    let first = side.index() as u16 * 3;
    let part = |(n, by): (u16, i32)| {
        let to = if by == 0 { Word("hold") } else { Word("march") };
        let part = Action::new(Ref::Unit(UnitId(first + n)), Word("order"));
        part.with(Word("to"), Value::Name(to)).with(Word("by"), Value::Length(Mil(by)))
    };
    let parts = (0..).zip(by).map(part).collect();
    Action::new(Ref::Side(side), Word("orders")).with(Word("parts"), Value::Parts(parts))
}

fn ahead(unit: UnitId, by: i32) -> Action {
    Action::along(Ref::Unit(unit), vec![Leg::Ahead(Mil(by))])
}

fn act(world: &mut World, action: Action) {
    submit(world, action.clone()).unwrap_or_else(|why| panic!("{action:?}: {why:?}"));
}

/// North marches with those lengths, south holds; north has the initiative with 6 against 1.
fn north_marches(world: &mut World, by: [i32; 3]) {
    act(world, orders(Side::North, by));
    act(world, orders(Side::South, [0; 3]));
}

fn question(world: &World) -> (&'static str, Vec<Side>) {
    let view = View::umpire(world);
    (view.question().map_or("none", |question| question.key.0), view.waiting())
}

fn front(world: &World, unit: UnitId) -> f32 {
    View::umpire(world).pose(unit).map_or(f32::NAN, |pose| pose.at.y)
}

fn last(world: &World) -> &Entry {
    world.resource::<Journal>().entries().last().expect("the opening stays")
}

fn tells(world: &World) -> Vec<&Narration> {
    last(world).facts().map(|fact: &Fact| &fact.narration).collect()
}

fn says<T>(answer: Result<T, sandtable::battle::Refusal>) -> &'static str {
    answer.err().map_or("accepted", |why| why.says.0)
}

#[test]
fn only_who_is_asked_may_answer() {
    let mut world = begun(&setup(), &[6, 1], Some(1));
    assert_eq!(question(&world), ("orders", vec![Side::North, Side::South]));
    act(&mut world, orders(Side::South, [0; 3]));
    assert_eq!(question(&world), ("orders", vec![Side::North]));
    assert_eq!(says(submit(&mut world, orders(Side::South, [0; 3]))), "not-asked");
    act(&mut world, orders(Side::North, [6000, 0, 0]));
    assert_eq!(question(&world), ("act", vec![Side::North]));
    assert!(offer(&world, Side::South, &Ask::all()).choices.is_empty());
    assert_eq!(says(judge(&world, &ahead(S_HORSE, 0))), "not-asked");
    let mut both = ahead(N_HORSE, 1000);
    both.who.push(Ref::Unit(S_HORSE));
    assert_eq!(says(judge(&world, &both)), "both-sides");
    assert_eq!(says(judge(&world, &ahead(UnitId(6), 1000))), "no-such");
    assert_eq!(says(judge(&world, &Action { who: Vec::new(), ..both })), "nobody-acts");
}

#[test]
fn a_sealed_answer_is_told_to_nobody_until_both_are_in() {
    let mut world = begun(&setup(), &[6, 1], None);
    let mine = orders(Side::South, [0, 6000, 6000]);
    act(&mut world, mine.clone());
    let answers = |view: View| view.question().map_or(0, |question| question.answers.len());
    assert_eq!(answers(View::of(&world, Side::North)), 0);
    assert_eq!(answers(View::of(&world, Side::South)), 4, "three orders and the seal");
    assert_eq!(answers(View::umpire(&world)), 4);
    assert!(tells(&world).is_empty());
    act(&mut world, orders(Side::North, [0; 3]));
    let answered = tells(&world).into_iter().filter_map(|tell| match tell {
        Narration::Answered(action) => Some(action.clone()),
        _ => None,
    });
    let answered: Vec<Action> = answered.collect();
    let lines = |orders: Action| {
        let seal = Action::new(orders.who[0], Word("seal"));
        orders.parts().iter().cloned().chain([seal]).collect::<Vec<_>>()
    };
    assert_eq!(answered, [lines(orders(Side::North, [0; 3])), lines(mine)].concat(), "both, north first");
}

#[test]
fn an_answer_to_each_is_open() {
    let mut world = fresh(&RULESET, &setup());
    (RULESET.stage)(&mut world, &Step { turn: 12, name: "dusk".to_owned(), side: None }).unwrap();
    begin(&mut world).unwrap();
    assert_eq!(question(&world), ("dusk", vec![Side::North, Side::South]));
    let on = |side| Action::new(Ref::Side(side), Word("on"));
    act(&mut world, on(Side::North));
    let answers = View::of(&world, Side::South).question().unwrap().answers;
    assert_eq!(answers, [(Side::North, on(Side::North))]);
    act(&mut world, on(Side::South));
    let clock = View::umpire(&world).clock();
    assert_eq!((clock.turn, question(&world).0), (13, "orders"), "both wanted one more turn");
    assert!(undo(&mut world));
    act(&mut world, Action::new(Ref::Side(Side::South), Word("rest")));
    let ending = View::umpire(&world).ending().expect("one side had enough");
    assert_eq!((ending.winner, ending.why), (None, Word("turn-limit")), "9 strength on both sides");
}

#[test]
fn a_draw_is_agreed_when_the_other_offers_it_too_and_lapses_when_it_acts() {
    let mut world = begun(&setup(), &[6, 1], Some(1));
    let draw = |side| Action::new(Ref::Side(side), OFFER_DRAW);
    act(&mut world, draw(Side::North));
    assert_eq!(question(&world).0, "orders", "the question stays open");
    act(&mut world, orders(Side::South, [0; 3]));
    act(&mut world, draw(Side::South));
    assert!(View::umpire(&world).ending().is_none(), "north's offer has lapsed");
    act(&mut world, draw(Side::North));
    assert_eq!(View::umpire(&world).ending().map(|ending| ending.winner), Some(None));
    assert_eq!(says(submit(&mut world, draw(Side::North))), "battle-over");
    assert!(undo(&mut world) && undo(&mut world));
    let concede = Action::new(Ref::Side(Side::South), CONCEDE);
    assert_eq!(says(judge(&world, &concede.clone().with(Word("by"), Value::Whole(1)))), "side-speaks");
    act(&mut world, concede);
    assert_eq!(View::umpire(&world).ending().map(|ending| ending.winner), Some(Some(Side::North)));
}

#[test]
fn undo_takes_the_dice_back_and_the_same_order_rolls_the_same() {
    let mut world = begun(&setup(), &[6, 1], Some(5));
    north_marches(&mut world, [6000, 6000, 0]);
    let before = digest(&world);
    act(&mut world, ahead(N_HORSE, 1000));
    let rolled = |world: &World| last(world).facts().flat_map(|fact| fact.dice.clone()).collect::<Vec<_>>();
    let (after, faces) = (digest(&world), rolled(&world));
    assert!(last(&world).rolled() && faces[0].faces.len() == 2);
    assert!(undo(&mut world));
    assert_eq!(digest(&world), before);
    assert!(redo(&mut world));
    assert_eq!(digest(&world), after);
    assert!(undo(&mut world));
    act(&mut world, ahead(UnitId(1), 1000));
    assert!(!redo(&mut world), "another way was taken");
    assert!(undo(&mut world));
    act(&mut world, ahead(N_HORSE, 1000));
    assert_eq!((digest(&world), rolled(&world)), (after, faces), "a roll is its unit's own");
}

#[test]
fn a_script_that_runs_out_or_does_not_fit_changes_nothing() {
    for (faces, why) in [(&[6, 1][..], "dice-run-out"), (&[6, 1, 3, 7][..], "die-does-not-fit")] {
        let mut world = begun(&setup(), faces, None);
        north_marches(&mut world, [6000, 0, 0]);
        act(&mut world, Action::new(Ref::Side(Side::South), OFFER_DRAW));
        assert!(undo(&mut world));
        let before = (digest(&world), world.resource::<Journal>().depth(), world.resource::<Journal>().ahead());
        assert!(judge(&world, &ahead(N_HORSE, 1000)).is_ok(), "the judge rolls nothing");
        assert_eq!(says(submit(&mut world, ahead(N_HORSE, 1000))), why);
        let journal = world.resource::<Journal>();
        assert_eq!((digest(&world), journal.depth(), journal.ahead()), before);
        assert!(redo(&mut world), "what was taken back can still be done again");
    }
}

#[test]
fn dice_by_hand_are_asked_for_one_by_one() {
    let mut world = fresh(&RULESET, &setup());
    *world.resource_mut::<Dice>() = Dice::by_hand();
    begin(&mut world).unwrap();
    north_marches(&mut world, [0; 3]);
    let die = |side: Side, face: i32| Action::new(Ref::Side(side), Word("dice")).with(Word("face"), Value::Whole(face));
    assert_eq!(question(&world), ("dice", vec![Side::North]));
    for (face, answer) in [(0, "out-of-range"), (7, "out-of-range"), (6, "accepted"), (1, "accepted")] {
        assert_eq!(says(judge(&world, &die(Side::North, face))), answer);
    }
    assert_eq!(says(judge(&world, &die(Side::South, 3))), "not-asked");
    act(&mut world, die(Side::North, 2));
    assert_eq!(question(&world), ("dice", vec![Side::South]), "south's die of the same roll");
    let between = digest(&world);
    act(&mut world, die(Side::South, 2));
    assert_eq!(question(&world), ("dice", vec![Side::North]), "equal dice are rolled again");
    let rolled: Vec<u8> = last(&world).facts().flat_map(|f| f.dice.iter().flat_map(|d| d.faces.clone())).collect();
    assert_eq!(rolled, [2, 2]);
    assert!(undo(&mut world));
    assert_eq!(digest(&world), between);
}

#[test]
fn orders_are_judged_as_a_whole() {
    let world = begun(&setup(), &[], None);
    assert!(judge(&world, &orders(Side::North, [6000, 6000, 0])).is_ok(), "12 inches in all");
    let much = orders(Side::North, [6000, 6000, 1]);
    let why = judge(&world, &much).unwrap_err();
    let inches = |n| Some(Measured::Length(Mil(n)));
    assert_eq!(
        (why.cite, why.measured, why.limit, why.margin),
        (Cite("D2"), inches(12_001), inches(12_000), inches(-1))
    );
    let one = judge(&world, &orders(Side::North, [6001, 0, 0])).unwrap_err();
    assert_eq!((one.says, one.margin), (Word("far"), inches(-1)));
}

#[test]
fn a_march_is_interrupted_and_what_is_left_of_it_waits() {
    // Fronts at 17 and 9: three inches before south's is 12, which is reached after 5 inches of 6.
    let mut world = begun(&apart(8.0), &[6, 1, 4, 5, 41], None);
    north_marches(&mut world, [6000, 0, 0]);
    act(&mut world, ahead(N_HORSE, 6000));
    assert_eq!(question(&world), ("react", vec![Side::South]));
    assert_eq!(front(&world, N_HORSE), 12.0);
    let frames = world.resource::<Agenda>().frames();
    let names = frames.iter().map(|frame| match frame {
        Frame::Work(work) => work.name(),
        Frame::Ask(question) => question.key.0,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["drill.day", "drill.march", "react"]);
    let volley = Action::new(Ref::Unit(S_HORSE), Word("volley"));
    let volley = volley.with(Word("at"), Value::Refs(vec![Ref::Unit(N_HORSE)]));
    act(&mut world, volley.clone());
    assert_eq!(front(&world, N_HORSE), 11.0, "41 of a hundred misses, and the last inch is marched");
    assert_eq!(question(&world).0, "orders", "nobody else may act, the next turn has begun");

    let mut world = begun(&apart(8.0), &[6, 1, 4, 5, 40], None);
    north_marches(&mut world, [6000, 0, 0]);
    act(&mut world, ahead(N_HORSE, 6000));
    act(&mut world, volley);
    assert_eq!(front(&world, N_HORSE), 12.0, "40 hits and ends the march");
    let counted = Narration::Counted { of: Ref::Unit(N_HORSE), what: Word("strength"), from: 3, to: 2 };
    assert!(tells(&world).contains(&&counted));
}

#[test]
fn a_roll_of_ten_is_not_obeyed_and_ends_the_acts_of_the_side() {
    for (dice, obeyed) in [([4, 5], true), ([4, 6], false)] {
        let mut world = begun(&setup(), &[6, 1, dice[0], dice[1]], None);
        north_marches(&mut world, [6000, 6000, 0]);
        act(&mut world, ahead(N_HORSE, 1000));
        assert_eq!(front(&world, N_HORSE), if obeyed { 16.0 } else { 17.0 });
        assert_eq!(question(&world).0, if obeyed { "act" } else { "orders" });
    }
}

#[test]
fn a_melee_sets_off_a_retreat_a_pursuit_and_the_next_melee() {
    // Fronts at 17 and 11, six inches apart. North comes to 3 + 2 and 3 + 2 against 3 + 1 and 2 + 10.
    let mut world = begun(&setup(), &[6, 1, 1, 1, 2, 1, 2, 10], None);
    north_marches(&mut world, [6000, 0, 0]);
    act(&mut world, ahead(N_HORSE, 6000));
    assert_eq!((question(&world).0, front(&world, N_HORSE)), ("react", 14.0));
    act(&mut world, Action::new(Ref::Unit(S_HORSE), Word("stand")));
    assert_eq!((front(&world, N_HORSE), front(&world, S_HORSE)), (11.0, 9.0), "beaten back two inches");
    assert_eq!(question(&world), ("pursue", vec![Side::North]));
    let all = last(&world).facts().find(|fact| matches!(fact.narration, Narration::Fought { .. })).unwrap();
    assert_eq!(all.tally.iter().map(|tally| tally.total()).collect::<Vec<_>>(), [5, 4]);
    let follow = Action::new(Ref::Unit(N_HORSE), Word("pursue")).with(Word("by"), Value::Length(Mil(2000)));
    let before = digest(&world);
    act(&mut world, follow.clone());
    assert_eq!(question(&world), ("pursue", vec![Side::South]), "5 against 12: now south may follow");
    assert_eq!((front(&world, N_HORSE), front(&world, S_HORSE)), (11.0, 9.0), "9, and then back to 11");
    assert!(undo(&mut world));
    assert_eq!(digest(&world), before);
    let short = Action::new(Ref::Unit(N_HORSE), Word("pursue")).with(Word("by"), Value::Length(Mil(1999)));
    act(&mut world, short);
    assert_eq!((question(&world).0, front(&world, N_HORSE)), ("orders", 9.001), "an inch's thousandth short");
}

#[test]
fn stands_are_placed_one_by_one_and_judged_together() {
    let mut world = begun(&setup(), &[6, 1, 4, 5], Some(1));
    north_marches(&mut world, [0, 0, 4000]);
    act(&mut world, Action::new(Ref::Unit(N_GUARD), Word("call")));
    assert_eq!(question(&world), ("reform", vec![Side::North]));
    let at = |n: u8, x: i32, y: i32| (Ref::Base(N_GUARD, n), Place { x: Mil(x), y: Mil(y), heading: Cdeg::HALF });
    let reform = |places: [(Ref, Place); 3]| {
        Action::new(Ref::Unit(N_GUARD), Word("reform")).with(Word("places"), Value::Places(places.to_vec()))
    };
    // They stand at 17, 16 and 15, facing south: the first is the easternmost.
    assert!(judge(&world, &reform([at(0, 17_000, 13_000), at(1, 16_000, 13_000), at(2, 15_000, 13_000)])).is_ok());
    let far = judge(&world, &reform([at(0, 17_000, 12_999), at(1, 16_000, 13_000), at(2, 15_000, 13_000)]));
    assert_eq!(far.unwrap_err().margin, Some(Measured::Length(Mil(-1))));
    let apart = |x| says(judge(&world, &reform([at(0, 17_000, 15_000), at(1, 16_000, 15_000), at(2, x, 15_000)])));
    assert_eq!((apart(14_990), apart(14_989)), ("accepted", "apart"), "a hundredth of an inch is touching");
    assert_eq!((apart(15_010), apart(15_011)), ("accepted", "overlaps"), "or overlapping");
    let wished = reform([at(0, 17_000, 9_000), at(1, 16_000, 9_000), at(2, 15_000, 9_000)]);
    let fitted = fit(&world, &wished).unwrap();
    assert_eq!(
        fitted.action,
        reform([at(0, 17_000, 13_000), at(1, 16_000, 13_000), at(2, 15_000, 13_000)]),
        "half way"
    );
}

/// A job that never comes to an end.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Ring;

impl Job for Ring {
    const NAME: &'static str = "door.ring";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(|InRef(_): InRef<Ring>| Effects::stay(), self, world)
    }
}

#[test]
fn rules_that_go_round_in_a_ring_or_have_nothing_to_do_end_in_a_draw() {
    let ring = Ruleset {
        muster: |_, world| {
            install::lay_out(world, Ring);
            Vec::new()
        },
        ..RULESET
    };
    let mut world = fresh(&ring, &setup());
    begin(&mut world).unwrap();
    let ending = View::umpire(&world).ending().expect("the guard ends it");
    assert_eq!((ending.winner, ending.why, ending.is_flaw()), (None, Word("runaway"), true));
    let mut world = fresh(&Ruleset { muster: |_, _| Vec::new(), ..RULESET }, &setup());
    begin(&mut world).unwrap();
    assert_eq!(View::umpire(&world).ending().map(|ending| ending.why), Some(Word("nothing-left")));
}

#[test]
fn the_umpires_hand_is_granted_by_the_battle_and_stands_in_the_journal() {
    let mut world = begun(&setup(), &[], Some(1));
    let to = |unit: UnitId, x: i32, y: i32| {
        let place = Place { x: Mil(x), y: Mil(y), heading: Cdeg::degrees(90) };
        Action::new(Ref::Side(Side::North), UMPIRE).with(PLACES, Value::Places(vec![(Ref::Unit(unit), place)]))
    };
    let count = |to: i32| Action::new(Ref::Unit(N_HORSE), UMPIRE).with(Word("strength"), Value::Whole(to));
    let says = |world: &World, action: &Action| judge(world, action).map(|_| ()).map_err(|why| why.says.0);
    assert_eq!(says(&world, &to(N_HORSE, 10_000, 21_000)), Err("no-umpire"));
    umpire::grant(&mut world);
    let before = digest(&world);
    let other = View::umpire(&world).pose(N_GUARD).expect("the guard stands").place();
    assert_eq!(says(&world, &to(N_HORSE, other.x.0, other.y.0)), Err("stands-there"));
    assert_eq!(says(&world, &to(N_HORSE, 100, 21_000)), Err("off-the-table"));
    assert_eq!(says(&world, &to(S_HORSE, 10_000, 21_000)), Err("no-such"), "a unit of the other side");
    assert_eq!([0, 1, 3, 4].map(|n| says(&world, &count(n)).is_ok()), [false, true, true, false]);
    let ends = judge(&world, &to(N_HORSE, 10_000, 21_000)).expect("it is free there").ends;
    assert_eq!(ends, [(N_HORSE, Pose::new(10.0, 21.0, 90.0))]);
    submit(&mut world, to(N_HORSE, 10_000, 21_000)).expect("it is free there");
    assert_eq!(View::umpire(&world).pose(N_HORSE), Some(Pose::new(10.0, 21.0, 90.0)));
    submit(&mut world, count(1)).expect("it can have so many");
    let entry = world.resource::<Journal>().last().expect("it was answered");
    let told = entry.facts().find(|fact| matches!(fact.narration, Narration::Counted { .. })).expect("it is told");
    assert_eq!(told.cite, sandtable::cite::HOUSE);
    assert!(undo(&mut world) && undo(&mut world));
    assert_eq!(digest(&world), before);
    assert!(redo(&mut world) && redo(&mut world));
    assert_eq!(View::umpire(&world).pose(N_HORSE), Some(Pose::new(10.0, 21.0, 90.0)));
}

#[test]
fn the_umpire_moves_a_loose_unit_as_one_and_each_of_its_bases_by_itself() {
    let mut world = begun(&setup(), &[], Some(1));
    umpire::grant(&mut world);
    let put = |of: Ref, x: i32, y: i32| {
        let place = Place { x: Mil(x), y: Mil(y), heading: Cdeg::HALF };
        Action::new(Ref::Side(Side::North), UMPIRE).with(PLACES, Value::Places(vec![(of, place)]))
    };
    let east = |world: &World| -> Vec<f32> {
        View::umpire(world).feet(N_GUARD).iter().map(|foot| foot.print.front().x).collect()
    };
    // Three stands of an inch, facing south: the left one is the one in the east.
    assert_eq!(east(&world), [17.0, 16.0, 15.0]);
    submit(&mut world, put(Ref::Unit(N_GUARD), 14_000, 21_000)).expect("it is free there");
    assert_eq!(east(&world), [15.0, 14.0, 13.0]);
    let says = |world: &World, action: &Action| judge(world, action).map(|_| ()).map_err(|why| why.says.0);
    let stand = |n: u8| Ref::Base(N_GUARD, n);
    assert_eq!(says(&world, &put(stand(0), 13_500, 21_000)), Err("stands-there"), "on another stand of its own");
    assert_eq!(says(&world, &put(stand(3), 9_000, 21_000)), Err("no-such"));
    assert_eq!(says(&world, &put(Ref::Base(N_HORSE, 0), 9_000, 21_000)), Err("umpire-block"));
    submit(&mut world, put(stand(0), 15_500, 21_000)).expect("it is free there");
    assert_eq!(east(&world), [15.5, 14.0, 13.0]);
    let hull = View::umpire(&world).hull(N_GUARD).expect("it stands");
    assert_eq!((hull.width(), hull.depth(), hull.front()), (3.5, 1.0, bevy::math::Vec2::new(14.25, 21.0)));
}
