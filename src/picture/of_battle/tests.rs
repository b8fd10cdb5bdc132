//! Two units, a general and a wood, put into a world by hand and looked at.

use bevy::ecs::world::World;

use super::*;
use crate::battle::setup::{Limit, SideSetup, Then};
use crate::battle::{Agenda, Bodies, Body as Party, Clock, Ending, Enlist, Outcome, StateMark, enlist};
use crate::cite::{Cite, HOUSE};
use crate::ids::{BodyId, TerrainId};
use crate::picture::palette::{OCHRE, PLUM};
use crate::table::{BaseSize, Cdeg, Ground, Layout, Ranks, Terrain};

const NORTH: UnitId = UnitId(0);
const SOUTH: UnitId = UnitId(1);
const GENERAL: UnitId = UnitId(2);
const GONE: UnitId = UnitId(3);

fn setup() -> Setup {
    let ring = [(60.0, 40.0), (64.0, 40.0), (64.0, 44.0), (60.0, 44.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
    Setup {
        ruleset: "none".to_owned(),
        title: "A meeting".to_owned(),
        table: (72.0, 48.0),
        terrain: vec![Terrain { name: "wood".to_owned(), kind: Word("woods"), shape: Shape::Polygon(ring) }],
        preset: None,
        switches: std::collections::BTreeMap::new(),
        limit: Limit { turns: 12, then: Then::Compare },
        is_limited: true,
        sides: [SideSetup { name: "Hill Town".to_owned(), ..SideSetup::default() }, SideSetup::default()],
        deploy: crate::battle::setup::Deploy::Fixed,
        history: String::new(),
        sources: Vec::new(),
    }
}

/// North's two-base block faces south's at six inches; a general stands by; one unit has left.
fn world() -> World {
    let mut world = World::new();
    let names = [("spears", Side::North), ("swords", Side::South), ("captain", Side::South), ("gone", Side::North)];
    let base = BaseSize::new(2.4, 1.8);
    enlist(&mut world, names.map(|(name, side)| Enlist { name: Word(name), side, base }).to_vec());
    let block = |y: f32, heading: f32| Placement::block(Pose::new(36.0, y, heading), 2, 1);
    let stands = [block(26.0, 180.0), block(20.0, 0.0), Placement::Token(Vec2::new(36.0, 10.0)), Placement::Off];
    for (n, placement) in stands.into_iter().enumerate() {
        let id = UnitId(n as u16);
        world.resource_mut::<Layout>().place(id, &placement);
        let entity = world.resource::<crate::battle::Roster>().entity(id);
        world.entity_mut(entity).insert(placement);
    }
    let party = |name, side, unit| Party { name, side, units: vec![unit] };
    world.insert_resource(Bodies::new(vec![
        party(Some(Word("hill-foot")), Side::North, NORTH),
        party(None, Side::South, SOUTH),
        party(Some(Word("staff")), Side::South, GENERAL),
        party(Some(Word("lost")), Side::North, GONE),
    ]));
    world.insert_resource(Clock { turn: 3, step: Word("first-move"), side: None });
    world.insert_resource(Ground::new(72.0, 48.0, &setup().terrain).unwrap());
    world.init_resource::<Outcome>();
    world.init_resource::<Agenda>();
    world
}

fn card(view: &View, unit: UnitId) -> Card {
    let marks = if unit == SOUTH { &["moved", "undressed"][..] } else { &[] };
    let mark = |&mark| StateMark { mark, label: String::new(), cite: HOUSE };
    Card {
        kind: "foot".to_owned(),
        glyph: if *view.placement(unit) == Placement::Off { "" } else { "hi" },
        figure: "hi",
        strength: Some((2, 3)),
        marks: marks.iter().map(mark).collect(),
        ..Card::default()
    }
}

#[test]
fn everything_on_the_table_comes_into_the_scene() {
    let world = world();
    let scene = stage(&View::umpire(&world), &setup(), card);
    assert_eq!((scene.title.as_str(), scene.table), ("A meeting", Vec2::new(72.0, 48.0)));
    let names: Vec<&str> = scene.units.iter().map(|u| u.name.as_str()).collect();
    assert_eq!(names, ["spears", "swords"], "who has left is not drawn");
    let north = &scene.units[0];
    assert_eq!((north.bases.len(), &north.ranks[..]), (1, &[Ranks::full(2, 1)][..]));
    assert_eq!((north.bases[0].front(), north.bases[0].width()), (Vec2::new(36.0, 26.0), 4.8));
    assert_eq!((scene.units[1].order, scene.units[1].left()), (Order::Undressed, 2.0 / 3.0));
    assert_eq!((scene.tokens.len(), scene.tokens[0].at), (1, Vec2::new(36.0, 10.0)));
    assert!(!scene.tokens[0].attached);
    let bodies: Vec<(&str, &[usize])> = scene.bodies.iter().map(|b| (b.name.as_str(), b.units.as_slice())).collect();
    assert_eq!(bodies, [("hill-foot", &[0][..]), ("swords", &[1][..])], "a body without a name takes its unit's");
    assert_eq!((scene.sides[0].name.as_str(), scene.sides[1].name.as_str()), ("Hill Town", "south"));
}

#[test]
fn a_general_on_the_base_of_a_unit_that_carries_his_mark_is_attached() {
    let mut world = world();
    let entity = world.resource::<crate::battle::Roster>().entity(GENERAL);
    let led = |view: &View, unit: UnitId| {
        let mark = StateMark { mark: "general", label: String::new(), cite: HOUSE };
        Card { marks: vec![mark], ..card(view, unit) }
    };
    // The swords stand from 18.2 to 20.
    for (y, on_base) in [(18.3, true), (18.0, false), (25.0, false)] {
        world.entity_mut(entity).insert(Placement::Token(Vec2::new(36.0, y)));
        let view = View::umpire(&world);
        assert_eq!(stage(&view, &setup(), led).tokens[0].attached, on_base, "at {y}");
        assert!(!stage(&view, &setup(), card).tokens[0].attached, "without the mark");
    }
}

#[test]
fn sides_without_colours_get_a_pair_that_can_be_told_apart() {
    let with = |north: &str, south: &str| {
        let mut setup = setup();
        setup.sides[0].colour = north.to_owned();
        setup.sides[1].colour = south.to_owned();
        colours(&setup)
    };
    assert_eq!(with("", ""), [INDIGO, MADDER]);
    assert_eq!(with("plum", "ochre"), [PLUM, OCHRE]);
    assert_eq!(with("plum", ""), [PLUM, MADDER]);
    assert_eq!(with("", "ochre"), [INDIGO, OCHRE]);
    assert_eq!(with("pink", "plum"), [MADDER, PLUM]);
}

#[test]
fn the_subtitle_says_when_it_is_and_how_it_ended() {
    let mut world = world();
    let setup = setup();
    let say = |world: &World| {
        let view = View::umpire(world);
        subtitle(&view, &setup, &stage(&view, &setup, card).sides, |word| word.0.replace('-', " "))
    };
    assert_eq!(say(&world), "Turn 3 of 12, first move");
    world.insert_resource(Outcome(Some(Ending { winner: Some(Side::North), why: Word("concede") })));
    assert_eq!(say(&world), "Turn 3 of 12: victory for Hill Town, concede");
    world.insert_resource(Outcome(None));
    world.insert_resource(Clock::default());
    assert_eq!(say(&world), "Before the first turn");
}

#[test]
fn captions_begin_with_a_capital() {
    assert_eq!(["keys lost", "élan", ""].map(capital), ["Keys lost", "Élan", ""]);
}

#[test]
fn marks_become_overlays_measured_on_the_table() {
    let world = world();
    let view = View::umpire(&world);
    let mil = |x: i32, y: i32| (Mil(x * 1000), Mil(y * 1000));
    let all = [
        Mark::Gap(Ref::Unit(NORTH), Ref::Unit(SOUTH)),
        Mark::Gap(Ref::Unit(GENERAL), Ref::Unit(SOUTH)),
        Mark::Gap(Ref::Unit(GONE), Ref::Unit(SOUTH)),
        Mark::Glow(Ref::Body(BodyId(0))),
        Mark::Glow(Ref::Terrain(TerrainId(0))),
        Mark::Arc { at: mil(1, 2), radius: Mil(3000), from: Cdeg::degrees(-30), to: Cdeg::degrees(30) },
        Mark::Line(vec![mil(0, 0), mil(4, 5)]),
    ];
    let found = marks(&view, &all, Tone::Refused);
    assert!(found.iter().all(|o| o.tone == Tone::Refused));
    let mut shapes = found.iter().map(|o| &o.shape);
    let mut gap = || match shapes.next() {
        Some(OverlayShape::Tape(a, b)) => a.distance(*b),
        other => panic!("no tape: {other:?}"),
    };
    assert!((gap() - 6.0).abs() < 1e-4);
    // The captain at y 10 is behind the rear edge of the swords, which is at 20 - 1.8.
    assert!((gap() - 8.2).abs() < 1e-4);
    // Nothing to measure to who has left; the rest follows.
    assert!(matches!(shapes.next(), Some(OverlayShape::Bracket(_))));
    assert!(matches!(shapes.next(), Some(OverlayShape::Area(ring)) if ring.len() == 4));
    assert!(matches!(shapes.next(), Some(OverlayShape::Arc { radius, from, .. }) if *radius == 3.0 && *from == -30.0));
    assert!(matches!(shapes.next(), Some(OverlayShape::Line(line)) if line[1] == Vec2::new(4.0, 5.0)));
    assert!(shapes.next().is_none());
}

#[test]
fn moves_shots_and_fights_are_told() {
    let world = world();
    let view = View::umpire(&world);
    let poses = |ys: &[f32]| ys.iter().map(|&y| Pose::new(36.0, y, 0.0)).collect::<Vec<_>>();
    let who = vec![Ref::Unit(SOUTH), Ref::Unit(NORTH)];
    let facts = [
        Fact::new(Cite("1"), Narration::Moved { who, along: vec![poses(&[14.0, 14.0, 20.0]), poses(&[26.1, 26.0])] }),
        Fact::new(Cite("1"), Narration::Shot { from: Ref::Unit(NORTH), at: Ref::Unit(SOUTH) }),
        Fact::new(Cite("1"), Narration::Fought { a: Ref::Unit(NORTH), b: Ref::Unit(SOUTH) }),
        Fact::new(Cite("1"), Narration::Said(Word("nothing"))),
    ];
    let found = told(&view, &facts);
    assert_eq!(found.len(), 3, "a tenth of an inch is no path");
    assert_eq!(found[0].tone, Tone::Of(Side::South));
    assert!(matches!(&found[0].shape, OverlayShape::Arrow(points) if points.len() == 2));
    assert!(matches!(&found[1].shape, OverlayShape::Arrow(points) if (points[0].y, points[1].y) == (26.0, 20.0)));
    assert!(matches!(found[2].shape, OverlayShape::Melee(at) if (at.y - 23.0).abs() < 1e-4));
}
