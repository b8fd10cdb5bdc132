//! Hand-made scenes: they read back as SVG, come out the same every time, and show what they should. With
//! `PICTURES=folder` in the environment they are also written there, to be looked at.

use super::*;
use crate::cite::Word;
use crate::ids::Side;
use crate::picture::palette::{INDIGO, MADDER, PLUM, TERRACOTTA};
use crate::picture::png;
use crate::picture::ranks::Order;
use crate::picture::scene::{Body, Overlay, SideLook, Tag as Note, Token, Tone, Unit};
use crate::table::{Footprint, Pose, Ranks, Shape, Terrain};

fn blob(name: &str, kind: &'static str, middle: (f32, f32), reach: (f32, f32)) -> Terrain {
    let mut chance = crate::picture::Chance::of(name);
    let corners = crate::picture::shape::disc(Vec2::ZERO, 1.0, 13);
    let ring = corners
        .into_iter()
        .map(|c| Vec2::new(middle.0, middle.1) + c * Vec2::new(reach.0, reach.1) * chance.between(0.82, 1.12));
    Terrain { name: name.to_owned(), kind: Word(kind), shape: Shape::Polygon(ring.collect()) }
}

fn run(name: &str, kind: &'static str, line: &[(f32, f32)], width: f32) -> Terrain {
    let line = line.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    Terrain { name: name.to_owned(), kind: Word(kind), shape: Shape::Strip { line, width } }
}

/// A kind of troops: glyph, figure, words, size of a base, bases side by side, strength.
type Kind = (&'static str, &'static str, &'static str, (f32, f32), u8, u16);

const LEGION: Kind = ("hi", "hi", "heavy infantry", (2.4, 1.8), 2, 4);
const WARBAND: Kind = ("wb", "wb", "warband", (2.4, 1.8), 2, 3);
const PIKES: Kind = ("ph", "ph", "phalanx", (2.4, 1.8), 2, 4);
const LIGHT: Kind = ("li", "li", "light infantry", (2.4, 1.2), 2, 3);
const SKIRMISHERS: Kind = ("si", "si", "skirmishers", (2.4, 1.2), 1, 1);
const HORSE: Kind = ("hc", "hc", "heavy cavalry", (2.4, 1.8), 2, 3);
const KNIGHTS: Kind = ("kn", "kn", "knights", (2.4, 1.8), 2, 3);
const LIGHT_HORSE: Kind = ("lc", "lc", "light cavalry", (2.4, 1.8), 2, 2);
const ELEPHANT: Kind = ("el", "el", "elephants", (2.4, 2.4), 1, 3);
const CHARIOTS: Kind = ("ch", "ch", "chariots", (2.4, 1.8), 2, 3);

fn unit(name: &str, side: Side, kind: Kind, at: (f32, f32, f32), lost: u16, marks: &[&str]) -> Unit {
    let (glyph, figure, words, base, files, strength) = kind;
    let print = Footprint::new(Pose::new(at.0, at.1, at.2), base.0 * f32::from(files), base.1);
    let order = match marks {
        marks if marks.contains(&"routing") => Order::Routing,
        marks if marks.contains(&"disordered") => Order::Disordered,
        marks if marks.contains(&"undressed") => Order::Undressed,
        _ => Order::Dressed,
    };
    Unit {
        name: name.to_owned(),
        side,
        bases: vec![print],
        ranks: vec![Ranks::full(files, 1)],
        glyph: glyph.to_owned(),
        figure: figure.to_owned(),
        kind: words.to_owned(),
        strength: Some((strength - lost, strength)),
        marks: marks.iter().map(|&m| m.to_owned()).collect(),
        order,
    }
}

/// Adds a body: each unit's kind, place, losses and marks.
/// What it is, where it stands, its losses, its marks.
type Stood<'a> = (Kind, (f32, f32, f32), u16, &'a [&'a str]);

fn body(scene: &mut Scene, name: &str, side: Side, units: &[Stood]) {
    let first = scene.units.len();
    for (n, &(kind, at, lost, marks)) in units.iter().enumerate() {
        scene.units.push(unit(&format!("{name}-{}", n + 1), side, kind, at, lost, marks));
    }
    scene.bodies.push(Body { name: name.to_owned(), side, units: (first..scene.units.len()).collect() });
}

fn empty(
    north: (&str, crate::picture::palette::ArmyColour),
    south: (&str, crate::picture::palette::ArmyColour),
) -> Scene {
    let look = |(name, colour): (&str, _)| SideLook { name: name.to_owned(), colour };
    Scene { table: Vec2::new(72.0, 48.0), sides: [look(north), look(south)], ..Scene::default() }
}

/// Two lines of battle with everything that a table can show.
fn plain_of_battle() -> Scene {
    let mut scene = empty(("Carthage", INDIGO), ("Rome", MADDER));
    scene.title = "Zama, 202 BC".to_owned();
    scene.subtitle = "Turn 5 of 20, first move".to_owned();
    scene.terrain = vec![
        blob("north-wood", "woods", (5.0, 42.0), (5.5, 4.0)),
        blob("scrub", "rough", (20.0, 41.5), (5.0, 2.4)),
        blob("east-hill", "gentle-hill", (58.0, 39.0), (7.0, 5.2)),
        blob("west-hill", "gentle-hill", (15.0, 8.5), (7.0, 3.4)),
        blob("south-wood", "woods", (63.0, 9.5), (5.0, 4.2)),
        run("road", "road", &[(56.0, 0.0), (57.5, 6.0), (62.0, 12.0), (68.0, 16.0), (72.0, 17.0)], 0.8),
    ];
    let (n, s) = (Side::North, Side::South);
    body(
        &mut scene,
        "Africans",
        n,
        &[
            (LEGION, (33.0, 40.0, 180.0), 0, &[]),
            (LEGION, (37.8, 40.0, 180.0), 0, &[]),
            (LEGION, (42.6, 40.0, 180.0), 0, &[]),
        ],
    );
    body(
        &mut scene,
        "Gauls",
        n,
        &[
            (WARBAND, (28.0, 34.6, 180.0), 0, &[]),
            (WARBAND, (32.8, 34.6, 180.0), 1, &["disordered"]),
            (LIGHT, (41.0, 34.6, 180.0), 0, &[]),
        ],
    );
    body(
        &mut scene,
        "Punic horse",
        n,
        &[(HORSE, (8.0, 32.0, 180.0), 1, &["fatigue"]), (HORSE, (12.8, 32.0, 180.0), 0, &["fatigue1"])],
    );
    body(
        &mut scene,
        "elephants",
        n,
        &[
            (ELEPHANT, (27.0, 28.0, 180.0), 0, &[]),
            (ELEPHANT, (32.2, 26.0, 180.0), 0, &[]),
            (ELEPHANT, (41.0, 27.5, 180.0), 1, &[]),
            (SKIRMISHERS, (45.0, 28.0, 180.0), 0, &[]),
            (SKIRMISHERS, (48.5, 29.0, 180.0), 0, &["fired"]),
        ],
    );
    body(
        &mut scene,
        "Punic light horse",
        n,
        &[(LIGHT_HORSE, (52.0, 23.8, 180.0), 1, &["fatigue1"]), (LIGHT_HORSE, (56.8, 23.8, 180.0), 0, &["disordered"])],
    );
    body(
        &mut scene,
        "masinissa",
        s,
        &[
            (LIGHT_HORSE, (51.0, 23.8, 0.0), 0, &["fatigue1", "melee", "charged", "done"]),
            (LIGHT_HORSE, (55.8, 23.8, 0.0), 1, &["fatigue1"]),
        ],
    );
    body(&mut scene, "laelius", s, &[(HORSE, (8.0, 17.0, 0.0), 1, &["fatigue1"]), (HORSE, (12.8, 17.0, 0.0), 0, &[])]);
    body(
        &mut scene,
        "hastati",
        s,
        &[
            (LEGION, (28.0, 20.9, 0.0), 0, &[]),
            (LEGION, (32.8, 20.9, 0.0), 1, &["general"]),
            (LEGION, (37.6, 20.9, 0.0), 0, &["undressed"]),
            (LEGION, (42.4, 20.9, 0.0), 3, &[]),
        ],
    );
    body(
        &mut scene,
        "velites",
        s,
        &[(SKIRMISHERS, (26.0, 17.0, 0.0), 0, &["moved"]), (SKIRMISHERS, (47.0, 18.0, 0.0), 0, &[])],
    );
    body(
        &mut scene,
        "principes",
        s,
        &[
            (LEGION, (31.0, 15.4, 0.0), 0, &[]),
            (LEGION, (35.8, 15.4, 0.0), 0, &[]),
            (LEGION, (40.6, 15.4, 0.0), 0, &[]),
        ],
    );
    body(&mut scene, "triarii", s, &[(PIKES, (33.4, 9.8, 0.0), 0, &[]), (PIKES, (38.2, 9.8, 0.0), 0, &[])]);
    scene.tokens = vec![
        Token {
            name: "Hannibal".to_owned(),
            side: n,
            at: Vec2::new(43.0, 44.5),
            glyph: "gen".to_owned(),
            attached: false,
        },
        Token {
            name: "Scipio".to_owned(),
            side: s,
            at: Vec2::new(43.5, 10.2),
            glyph: "gen".to_owned(),
            attached: false,
        },
    ];
    scene.overlays = vec![
        Overlay { shape: OverlayShape::Arrow(vec![Vec2::new(10.4, 17.0), Vec2::new(10.8, 26.0)]), tone: Tone::Of(s) },
        Overlay { shape: OverlayShape::Ghost(Footprint::new(Pose::new(11.0, 27.0, 7.0), 9.6, 1.8)), tone: Tone::Legal },
        Overlay {
            shape: OverlayShape::Area(
                [(29.8, 20.9), (34.6, 20.9), (34.6, 26.9), (29.8, 26.9)].map(|(x, y)| Vec2::new(x, y)).to_vec(),
            ),
            tone: Tone::Refused,
        },
        Overlay { shape: OverlayShape::Tape(Vec2::new(46.0, 26.8), Vec2::new(46.6, 18.0)), tone: Tone::Plain },
        Overlay { shape: OverlayShape::Melee(Vec2::new(53.4, 23.8)), tone: Tone::Plain },
        Overlay { shape: OverlayShape::Bracket(scene.units[17].bases[0]), tone: Tone::Plain },
    ];
    scene.tags = vec![
        Note {
            at: Vec2::new(32.2, 23.6),
            lines: vec!["4.2 in ahead: closer than 6 in".to_owned(), "may not wheel".to_owned()],
            tone: Tone::Refused,
        },
        Note { at: Vec2::new(11.0, 25.0), lines: vec!["ahead 9.0 in, 4.8 left".to_owned()], tone: Tone::Legal },
    ];
    scene.captions = vec!["Masinissa holds the Punic light horse while Laelius goes for the other wing.".to_owned()];
    scene
}

/// Every kind of ground, and troops on small, deep and loose bases.
fn rough_country() -> Scene {
    let mut scene = empty(("Woodland & Sons", PLUM), ("River <Folk>", TERRACOTTA));
    scene.table = Vec2::new(60.0, 40.0);
    scene.title = "All kinds of ground".to_owned();
    scene.terrain = vec![
        blob("tarn", "water", (10.0, 31.0), (6.0, 4.2)),
        blob("fen", "marsh", (24.0, 32.0), (5.0, 4.0)),
        blob("crag", "steep-hill", (41.0, 31.0), (6.5, 5.0)),
        blob("thorp", "built-up", (54.0, 10.0), (4.4, 5.4)),
        blob("heath", "rough", (9.0, 9.0), (5.4, 4.0)),
        Terrain {
            name: "copse".to_owned(),
            kind: Word("woods"),
            shape: Shape::Polygon(
                [(20.0, 6.0), (28.0, 6.0), (28.0, 12.0), (20.0, 12.0)].map(|(x, y)| Vec2::new(x, y)).to_vec(),
            ),
        },
        run("beck", "stream", &[(0.0, 22.0), (8.0, 20.0), (16.0, 22.5), (26.0, 20.0), (38.0, 21.5), (60.0, 18.0)], 1.0),
        run("lane", "road", &[(36.0, 0.0), (35.0, 9.0), (38.0, 20.0), (33.0, 30.0), (34.0, 40.0)], 1.0),
        run("hedge", "fence", &[(42.0, 4.0), (47.0, 6.0), (48.0, 12.0)], 0.4),
    ];
    let (n, s) = (Side::North, Side::South);
    body(&mut scene, "knights", n, &[(KNIGHTS, (50.0, 34.0, 200.0), 0, &["charged"])]);
    body(&mut scene, "chariots", n, &[(CHARIOTS, (22.0, 26.0, 170.0), 1, &["wrapped", "moved"])]);
    body(&mut scene, "broken", s, &[(LEGION, (44.0, 14.0, 30.0), 2, &["routing"])]);
    let loose = |name: &str, side, at: (f32, f32), kind: (&str, &str, &str), bases: Vec<Footprint>| {
        let mut unit = unit(name, side, LEGION, (at.0, at.1, 0.0), 0, &[]);
        (unit.glyph, unit.figure, unit.kind) = (kind.0.to_owned(), kind.1.to_owned(), kind.2.to_owned());
        (unit.bases, unit.ranks, unit.strength) = (bases, Vec::new(), Some((11, 12)));
        unit
    };
    let single = |x: f32, y: f32, turn: f32| Footprint::new(Pose::new(x, y, turn), 0.75, 0.75);
    let row = (0..6).flat_map(|f| (0..2).map(move |r| (f as f32 * 0.8, r as f32 * -0.8)));
    let stands = row.map(|(x, y)| single(14.0 + x, 15.0 + y, 10.0)).collect();
    scene.units.push(loose("archers", s, (14.0, 15.0), ("bow", "bow", "archers"), stands));
    let stands = [(30.0, 15.0, 0.0), (31.6, 15.2, 5.0), (33.2, 15.0, 355.0)]
        .map(|(x, y, h)| Footprint::new(Pose::new(x, y, h), 1.57, 0.79));
    scene.units.push(loose("spears", s, (30.0, 15.0), ("lhi", "li", "spearmen"), stands.to_vec()));
    scene.tokens = vec![Token {
        name: "Ötzi 10".to_owned(),
        side: s,
        at: Vec2::new(1.0, 1.0),
        glyph: "hero".to_owned(),
        attached: false,
    }];
    scene
}

fn look_at(scene: &Scene, name: &str) {
    if let Some(folder) = std::env::var_os("PICTURES") {
        let folder = std::path::PathBuf::from(folder);
        let page = draw(scene);
        std::fs::write(folder.join(format!("{name}.svg")), &page).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), png::png(&page, 1.5).unwrap()).unwrap();
    }
}

#[test]
fn scenes_read_back_as_svg_without_a_flaw() {
    for (scene, name) in [(plain_of_battle(), "plain"), (rough_country(), "rough"), (Scene::default(), "empty")] {
        let page = draw(&scene);
        let tree = png::read(&page).unwrap();
        assert!(tree.size().width() > 40.0 && tree.size().height() > 40.0, "{name}");
        let values = page.split('"').skip(1).step_by(2).flat_map(|value| value.split([' ', 'M', 'L', ',', '(', ')']));
        assert!(values.clone().count() > 50, "{name}");
        assert!(!values.clone().any(|v| v.contains("inf") || v.contains("NaN")), "{name} holds what is no number");
        look_at(&scene, name);
    }
}

#[test]
fn a_scene_gives_the_same_page_every_time() {
    assert_eq!(draw(&plain_of_battle()), draw(&plain_of_battle()));
    assert_eq!(draw(&rough_country()), draw(&rough_country()));
}

#[test]
fn names_titles_and_captions_are_on_the_page() {
    let page = draw(&plain_of_battle());
    for words in [
        "Zama, 202 BC",
        "Turn 5 of 20",
        "Hannibal",
        "hastati",
        "Punic light horse",
        "elephants",
        "Rome",
        "may not wheel",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(draw(&rough_country()).contains("River &lt;Folk&gt;"));
}

#[test]
fn what_a_page_refers_to_it_defines() {
    for scene in [plain_of_battle(), rough_country()] {
        let page = draw(&scene);
        let uses = page.split("href=\"#").skip(1).chain(page.split("url(#").skip(1));
        let mut seen = 0;
        for name in uses.filter_map(|rest| rest.split(['"', ')']).next()) {
            assert!(page.contains(&format!("id=\"{name}\"")), "{name} is used and not defined");
            seen += 1;
        }
        assert!(seen > 30);
    }
}

#[test]
fn losses_and_states_show() {
    let mut scene = empty(("", INDIGO), ("", MADDER));
    let count = |scene: &Scene, what: &str| draw(scene).matches(what).count();
    scene.units.push(unit("u1", Side::South, LEGION, (36.0, 20.0, 0.0), 0, &[]));
    let (whole, figures) = (draw(&scene), count(&scene, "href=\"#hi-south"));
    scene.units[0] = unit("u1", Side::South, LEGION, (36.0, 20.0, 0.0), 2, &[]);
    assert!(count(&scene, "href=\"#hi-south") < figures, "half of the figures are gone");
    assert_ne!(draw(&scene), whole);
    scene.units[0] = unit("u1", Side::South, LEGION, (36.0, 20.0, 0.0), 0, &["fatigue"]);
    assert_eq!(count(&scene, "href=\"#hi-south-0-tired"), figures);
}

#[test]
fn an_attached_general_has_a_figure_and_no_disc() {
    let mut scene = empty(("", INDIGO), ("", MADDER));
    let general = |attached| Token {
        name: "Scipio".to_owned(),
        side: Side::South,
        at: Vec2::new(36.0, 19.0),
        glyph: "gen".to_owned(),
        attached,
    };
    scene.units.push(unit("u1", Side::South, LEGION, (36.0, 20.0, 0.0), 0, &["general"]));
    scene.tokens.push(general(false));
    let apart = draw(&scene);
    scene.tokens[0] = general(true);
    let attached = draw(&scene);
    assert!(apart.contains("r=\"11\"") && !attached.contains("r=\"11\""), "the disc");
    assert!(attached.contains("href=\"#gen-south-3\"") && attached.contains("Scipio"));
}

#[test]
fn the_cloth_shows_through_and_the_army_is_where_it_stands() {
    let mut scene = empty(("", INDIGO), ("", MADDER));
    scene.units.push(unit("u1", Side::South, LEGION, (36.0, 20.0, 0.0), 0, &[]));
    let page = draw(&scene);
    let bytes = png::png(&page, 1.0).unwrap();
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap();
    let at = |x: f32, y: f32| {
        // A table of 72 by 48 without a heading: its corner is at (40, 16), 15 px an inch.
        let pixel = pixmap.pixel((40.0 + x * 15.0) as u32, (16.0 + (48.0 - y) * 15.0) as u32).unwrap();
        crate::picture::palette::Rgb(pixel.red(), pixel.green(), pixel.blue())
    };
    let cloth = at(60.0, 30.0);
    assert!(cloth.distance(crate::picture::palette::CLOTH) < 8.0, "{cloth}");
    let front = at(34.0, 19.95);
    assert!(front.distance(MADDER.dark) < 12.0, "the front edge is dark: {front}");
    assert!(at(36.0, 21.5).distance(crate::picture::palette::CLOTH) < 12.0, "nothing stands before it");
}

#[test]
fn pips_lie_before_the_front_where_another_stands_close_behind() {
    let mut scene = rough_country();
    // Their rear edges lie at y 19.2 and at 17.1.
    scene.units = vec![
        unit("first", Side::South, LEGION, (30.0, 21.0, 0.0), 1, &["moved"]),
        unit("second", Side::South, LEGION, (30.0, 18.9, 0.0), 1, &["moved"]),
    ];
    let canvas = page(&scene).canvas;
    let mut room = Room::new(Patch { low: canvas.corner, high: canvas.corner + canvas.size() });
    for unit in &scene.units {
        room.take(Patch::round(bases::corners(&canvas, &unit.bases[0])).unwrap());
    }
    let just =
        |y: f32, off: f32| Patch::about(canvas.at(Vec2::new(30.0, y)) + Vec2::new(0.0, off), Vec2::new(20.0, 2.0));
    let (before, behind) = (just(21.0, -4.6), just(17.1, 4.6));
    assert!(room.cost(just(19.2, 4.6)) > 0.0, "behind the first stands the second");
    assert_eq!([before, behind].map(|patch| room.cost(patch)), [0.0, 0.0]);
    for unit in &scene.units {
        assert!(!signs::wear(&canvas, &scene, unit, &mut Parts::default(), &mut room).is_empty());
    }
    // The first's before its front, the second's behind it.
    assert!([before, behind].into_iter().all(|patch| room.cost(patch) > 0.0));
}
