//! The captain's judgement, in small positions where the right answer is plain.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use sandtable::battle::setup::{BodySetup, Deploy, Fields, Limit, Setup, SideSetup, Step, Then, UnitSetup};
use sandtable::battle::{self, Journal, MOVE, Ref, Roster, Ruleset, View};
use sandtable::cite::Word;
use sandtable::dice::Dice;
use sandtable::ids::{Side, UnitId};
use sandtable::lab::conduct::Conduct;
use sandtable::lab::{batch, play};
use sandtable::players::{Kind, Player};
use sandtable::rules::{RULESETS, armati, battlesystem, chainmail};
use sandtable::scenario;
use sandtable::table::{Cdeg, Pose, Shape, Terrain};

/// A position: every unit is a division of its own.
struct Position(Setup);

impl Position {
    fn new(then: Then) -> Position {
        let command = || fields(&[("h", "9"), ("l", "9"), ("bp", "3"), ("init", "5")]);
        let side = || SideSetup { command: command(), ..SideSetup::default() };
        Position(Setup {
            ruleset: "armati".into(),
            title: "judgement".into(),
            table: (72.0, 48.0),
            terrain: Vec::new(),
            preset: None,
            switches: Default::default(),
            limit: Limit { turns: 12, then },
            is_limited: true,
            sides: [side(), side()],
            deploy: Deploy::Fixed,
            history: String::new(),
            sources: Vec::new(),
        })
    }

    fn unit(mut self, side: Side, name: &str, kind: &str, at: (f32, f32, f32)) -> Position {
        let unit = UnitSetup {
            name: name.into(),
            kind: kind.into(),
            pose: Some(Pose::new(at.0, at.1, at.2)),
            fields: fields(&[("key", if kind == "SI" { "false" } else { "true" })]),
        };
        self.0.sides[side.index()].bodies.push(BodySetup { units: vec![unit], ..BodySetup::default() });
        self
    }

    /// With all advanced rules.
    fn with_all(mut self) -> Position {
        self.0.preset = Some("seed".into());
        self
    }

    /// At south's movement in turn 3, as the captain has left it.
    fn moved(self) -> World {
        let step = Step { turn: 3, name: "move".into(), side: Some(Side::South) };
        south_led(&armati::RULESET, &self.0, &step, "first-move")
    }
}

/// A position at the beginning of that step, as the captain of south has left it when he was asked nothing more in the step
/// `asked`.
fn south_led(ruleset: &Ruleset, setup: &Setup, step: &Step, asked: &'static str) -> World {
    let mut world = battle::world(ruleset);
    let flaws = (ruleset.muster)(setup, &mut world);
    assert!(flaws.iter().all(|f| f.severity != battle::setup::Severity::Error), "{flaws:?}");
    (ruleset.stage)(&mut world, step).unwrap();
    world.insert_resource(Dice::seeded(1));
    battle::begin(&mut world).unwrap();
    let mut captain = Kind::Captain.make(ruleset, 1);
    while View::umpire(&world).waiting() == [Side::South] && View::umpire(&world).clock().step == Word(asked) {
        let action = captain.answer(&View::of(&world, Side::South), Side::South);
        battle::submit(&mut world, action).unwrap();
    }
    world
}

/// A unit that stands somewhere: its side, name and type, its place and heading, and what its ruleset has of it.
type Stood<'a> = (Side, &'a str, &'a str, (f32, f32, f32), Fields);

/// A battle of another ruleset than Armati with those units, each of a body of its own, in which south must attack.
fn battle_of(ruleset: &Ruleset, units: &[Stood]) -> Setup {
    let mut setup = Position::new(Then::Wins(Side::North)).0;
    setup.ruleset = ruleset.name.into();
    setup.sides = Default::default();
    for (side, name, kind, (x, y, heading), fields) in units {
        let pose = Some(Pose::new(*x, *y, *heading));
        let unit = UnitSetup { name: (*name).into(), kind: (*kind).into(), pose, fields: fields.clone() };
        setup.sides[side.index()].bodies.push(BodySetup { units: vec![unit], ..BodySetup::default() });
    }
    setup
}

fn fields(list: &[(&str, &str)]) -> Fields {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    list.iter().map(|(name, value)| ((*name).to_owned(), options.from_str(value).unwrap())).collect()
}

fn id(world: &World, name: &str) -> UnitId {
    world.resource::<Roster>().find(name).unwrap()
}

/// Whether it is in melee.
fn fights(world: &World, name: &str) -> bool {
    let card = (armati::RULESET.card)(&View::umpire(world), id(world, name));
    card.stats.iter().any(|stat| stat.name == Word("engaged") && stat.value == "yes")
}

fn pose(world: &World, name: &str) -> Pose {
    View::umpire(world).pose(id(world, name)).unwrap()
}

#[test]
fn horse_takes_an_open_flank() {
    // The foot faces south with its front at y 20; the horse stands to its left, all of it behind that line.
    let position = Position::new(Then::Compare).unit(Side::North, "enemy", "HI", (36.0, 20.0, 180.0)).unit(
        Side::South,
        "horse",
        "HC",
        (46.0, 22.9, 270.0),
    );
    assert!(fights(&position.moved(), "horse"));
}

#[test]
fn horse_does_not_ride_at_the_front_of_heavy_foot_nor_stop_before_it() {
    // 26 of 36 cases cost it a breakpoint, 6 break the foot: it may wait for better.
    let position = Position::new(Then::Compare).unit(Side::North, "enemy", "HI", (36.0, 30.0, 180.0)).unit(
        Side::South,
        "horse",
        "HC",
        (36.0, 18.0, 0.0),
    );
    let world = position.moved();
    assert!(!fights(&world, "horse"));
    let (horse, enemy) = (id(&world, "horse"), id(&world, "enemy"));
    let view = View::umpire(&world);
    let (horse, enemy) = (view.hull(horse).unwrap(), view.hull(enemy).unwrap());
    let ahead = sandtable::table::measure::corridor_distance(&enemy, &horse);
    assert!(ahead.is_none_or(|ahead| ahead > sandtable::table::Mil::inches(6)), "{ahead:?}");
}

#[test]
fn a_line_that_must_attack_does_not_walk_past_horse_on_its_flank() {
    // The horse covers y 20 to 24.8 and looks west. With the front of the foot at y 24.8 or beyond it stands behind
    // that front, and straight before it lies the flank.
    let position = Position::new(Then::Wins(Side::North))
        .unit(Side::North, "far", "HI", (30.0, 34.0, 180.0))
        .unit(Side::North, "horse", "HC", (44.0, 22.4, 270.0))
        .unit(Side::South, "foot", "HI", (30.0, 20.0, 0.0));
    let front = pose(&position.moved(), "foot").at.y;
    assert!(front < 24.8, "{front}");
}

#[test]
fn foot_that_faces_away_turns_about_where_it_may() {
    // The enemy is 20 in behind it: facing about takes one turn, wheels of 2 in eight.
    let position = Position::new(Then::Wins(Side::North))
        .with_all()
        .unit(Side::North, "enemy", "HI", (36.0, 40.0, 180.0))
        .unit(Side::South, "foot", "HI", (36.0, 18.2, 180.0));
    assert_eq!(pose(&position.moved(), "foot").heading, Cdeg::ZERO);
}

#[test]
fn foot_wheels_wide_toward_an_enemy_on_its_flank() {
    // 27 in to the right: 2 in of wheel turn it by 23.87 degrees.
    let position = Position::new(Then::Wins(Side::North))
        .with_all()
        .unit(Side::North, "enemy", "HI", (60.0, 24.0, 270.0))
        .unit(Side::South, "foot", "HI", (30.0, 24.0, 0.0));
    let heading = pose(&position.moved(), "foot").heading;
    assert!((Cdeg(2_388)..=Cdeg(9_000)).contains(&heading), "{heading}");
}

#[test]
fn who_holds_the_field_stands_and_who_must_attack_comes_on() {
    let front = |then| {
        let position = Position::new(then).unit(Side::North, "enemy", "HI", (36.0, 44.0, 180.0)).unit(
            Side::South,
            "foot",
            "HI",
            (36.0, 8.0, 0.0),
        );
        pose(&position.moved(), "foot").at.y
    };
    assert!((front(Then::Wins(Side::South)) - 8.0).abs() < 1e-3);
    assert!((front(Then::Wins(Side::North)) - 14.0).abs() < 1e-3);
}

/// A position of Battlesystem in which south must attack: a unit of each side, at those places, with a stream on the table
/// between two heights where one is named. South has moved in round 1 as the captain would.
fn south_moved(south: (f32, f32, f32), north: (&str, f32, f32, f32), stream: Option<(f32, f32)>) -> World {
    let ruleset = &battlesystem::RULESET;
    let dozen = || fields(&[("figures", "12"), ("files", "6")]);
    let (kind, x, y, heading) = north;
    let enemy = (Side::North, "enemy", kind, (x, y, heading), dozen());
    let mut setup = battle_of(ruleset, &[enemy, (Side::South, "foot", "heavy-infantry", south, dozen())]);
    if let Some((low, high)) = stream {
        let shape = Shape::Polygon([(0.0, low), (72.0, low), (72.0, high), (0.0, high)].map(Vec2::from).to_vec());
        setup.terrain.push(Terrain { name: "brook".into(), kind: Word("stream"), shape });
    }
    let step = Step { turn: 1, name: "move-first".into(), side: Some(Side::South) };
    south_led(ruleset, &setup, &step, "move-first")
}

#[test]
fn shooters_who_make_way_for_friends_do_not_look_away() {
    // The crossbows stand before knights and foot who want to come on, and their enemies are north of them. A wheel of 152
    // degrees about one end would leave the lane as a pace aside does, and leave nobody to shoot at.
    let block = |figures: &str, files: &str| fields(&[("figures", figures), ("files", files)]);
    let units = [
        (Side::North, "levies", "levies", (38.375, 33.0, 180.0), block("24", "8")),
        (Side::North, "huscarls", "huscarls", (45.375, 33.0, 180.0), block("20", "10")),
        (Side::South, "crossbows", "crossbows", (39.0, 17.5, 0.0), block("12", "6")),
        (Side::South, "foot", "heavy-foot", (36.0, 14.0, 0.0), block("16", "8")),
        (Side::South, "knights", "norman-knights", (39.5, 9.0, 0.0), block("10", "5")),
    ];
    let ruleset = &chainmail::RULESET;
    let step = Step { turn: 1, name: "move-last".into(), side: Some(Side::South) };
    let world = south_led(ruleset, &battle_of(ruleset, &units), &step, "move-last");
    let crossbows = pose(&world, "crossbows");
    assert!(crossbows.heading.turn().0.abs() <= 4_500, "{crossbows:?}");
    assert!(crossbows.at.distance(Vec2::new(39.0, 17.5)) > 1.0, "it makes way: {crossbows:?}");
}

#[test]
fn who_looks_away_faces_and_marches_in_one_go() {
    // A rate of 9: a face about costs 4.5, and 4.5 are left to go. A face alone brings nobody nearer.
    let foot = pose(&south_moved((20.0, 20.0, 270.0), ("heavy-infantry", 56.0, 20.0, 270.0), None), "foot");
    assert_eq!(foot.heading, Cdeg(9000));
    assert!(foot.at.x > 24.0, "{foot:?}");
    // Aside a face costs 3, and 6 are left.
    let foot = pose(&south_moved((20.0, 10.0, 90.0), ("heavy-infantry", 20.0, 46.0, 180.0), None), "foot");
    assert_eq!(foot.heading, Cdeg::ZERO);
    assert!(foot.at.y > 15.0, "{foot:?}");
}

#[test]
fn where_no_charge_goes_nobody_stops_short_of_one() {
    // Knights 24 in ahead could charge the foot soon: in the open it edges aside, and over a stream it goes on for its whole 9.
    let place = |stream| pose(&south_moved((36.0, 12.0, 0.0), ("knights", 36.0, 36.0, 180.0), stream), "foot").at;
    let (open, over) = (place(None), place(Some((23.0, 25.0))));
    assert!(over.distance(Vec2::new(36.0, 21.0)) < 1e-3, "{over}");
    assert!((open.x - 36.0).abs() > 1.0 && open.y < 20.0, "{open}");
}

/// That battle between captains up to the beginning of a turn.
fn until(battle: &str, turn: u32) -> World {
    let mut opened = scenario::open(RULESETS, battle).unwrap();
    opened.begin(Dice::seeded(1)).unwrap();
    let ruleset: Ruleset = opened.ruleset;
    while View::umpire(&opened.world).clock().turn < turn {
        let [mut north, mut south] = Side::BOTH.map(|_| Kind::Captain.make(&ruleset, 1));
        play(&mut opened.world, [&mut *north, &mut *south], 1);
    }
    opened.world
}

/// Of the marches that a side ordered so far, of how many each.
fn marches(world: &World, side: Side) -> Vec<usize> {
    let answers = world.resource::<Journal>().answers();
    let marches = answers.filter(|(by, action)| *by == side && action.key == MOVE);
    marches.map(|(_, action)| action.who.len()).collect()
}

#[test]
fn the_lines_of_zama_march_as_lines() {
    let world = until("impetus/zama", 2);
    assert!(marches(&world, Side::South).iter().any(|of| *of >= 3), "{:?}", marches(&world, Side::South));
}

#[test]
fn bows_on_their_hill_shoot_rather_than_walk() {
    let world = until("impetus/crecy", 8);
    let bows = ["prince-bows", "northampton-bows", "left-bows", "right-bows"].map(|name| Ref::Unit(id(&world, name)));
    let count = |key: Word| {
        let answers = world.resource::<Journal>().answers();
        answers.filter(|(_, action)| action.key == key && action.who.iter().any(|who| bows.contains(who))).count()
    };
    let (shots, walks) = (count(Word("shoot")), count(MOVE));
    assert!(shots >= 10 && shots > 2 * walks, "{shots} shots, {walks} marches");
}

#[test]
fn the_same_position_is_answered_alike() {
    let position = || {
        Position::new(Then::Wins(Side::North))
            .unit(Side::North, "enemy", "HI", (36.0, 34.0, 180.0))
            .unit(Side::North, "javelins", "SI", (46.0, 30.0, 180.0))
            .unit(Side::South, "foot", "HI", (36.0, 14.0, 0.0))
            .unit(Side::South, "horse", "HC", (52.0, 14.0, 0.0))
    };
    assert_eq!(battle::digest(&position().moved()), battle::digest(&position().moved()));
}

#[test]
fn a_line_that_lets_the_enemy_come_keeps_its_ridge() {
    let world = until("chainmail/hastings", 2);
    assert_eq!(marches(&world, Side::North), [0; 0], "England stands");
    assert!(!marches(&world, Side::South).is_empty(), "Normandy, who must attack, comes on");
}

/// Asks at every question of a battle a captain who has led it so far and one who sees it for the first time.
fn newcomers_agree(battle: &str, answers: usize) {
    let mut opened = scenario::open(RULESETS, battle).unwrap();
    opened.begin(Dice::seeded(3)).unwrap();
    let ruleset: Ruleset = opened.ruleset;
    let mut leaders = Side::BOTH.map(|_| Kind::Captain.make(&ruleset, 1));
    for _ in 0..answers {
        let umpire = View::umpire(&opened.world);
        let Some(side) = umpire.waiting().first().copied().filter(|_| umpire.ending().is_none()) else { break };
        let view = View::of(&opened.world, side);
        let action = leaders[side.index()].answer(&view, side);
        let advice = Kind::Captain.telling(&ruleset, 2).answer(&view, side);
        assert_eq!(action, advice, "{battle}, turn {}", view.clock().turn);
        battle::submit(&mut opened.world, action).unwrap();
    }
}

#[test]
fn who_is_asked_in_the_midst_of_a_battle_answers_as_if_he_had_led_it() {
    for ruleset in RULESETS {
        newcomers_agree(&format!("{}/first_battle", ruleset.name), 150);
    }
    newcomers_agree("armati/zama", 150);
    newcomers_agree("chainmail/first_battle_simultaneous", 100);
}

/// One that answers as a captain, and never marches.
struct Stands(Box<dyn Player>);

impl Player for Stands {
    fn answer(&mut self, view: &View, side: Side) -> battle::Action {
        let action = self.0.answer(view, side);
        let offer = view.offer(&battle::Ask::all());
        let end = offer.choices.iter().find(|choice| choice.ends).filter(|_| action.key == MOVE);
        end.map_or(action, |choice| choice.action.clone())
    }

    fn name(&self) -> &str {
        "stands"
    }
}

/// How north and south lead in three battles of that name: captains, or north one who never marches.
fn conduct(battle: &str, north_stands: bool) -> [Conduct; 2] {
    let ruleset = scenario::open(RULESETS, battle).unwrap().ruleset;
    let muster = || scenario::open(RULESETS, battle).map(|opened| opened.world);
    let captain: &batch::Maker = &|seed| Kind::Captain.make(&ruleset, seed);
    let stands: &batch::Maker = &|seed| Box::new(Stands(Kind::Captain.make(&ruleset, seed)));
    let of = |watch| {
        let players = [if north_stands { stands } else { captain }, captain];
        let order =
            batch::Order { first: 1, games: 3, seed: 4, jobs: 2, players, done: &|_| {}, begin_journal: None, watch };
        batch::run(&muster, &order).unwrap().games
    };
    let (plain, watched) = (of(None), of(Some(&ruleset)));
    let digests = |games: &[batch::Game]| games.iter().map(|game| game.digest).collect::<Vec<_>>();
    assert_eq!(digests(&plain), digests(&watched), "who is watched plays as who is not");
    assert!(plain.iter().all(|game| game.conduct.is_none()));
    let led = watched.iter().filter_map(|game| game.conduct);
    led.reduce(|sum, both| [sum[0].and(both[0]), sum[1].and(both[1])]).unwrap()
}

#[test]
fn who_stands_idle_and_who_goes_in_are_told_apart() {
    let led = conduct("armati/first_battle", false);
    assert!(led.iter().all(|side| side.idle.of > 0 && side.only_turns.of > side.only_turns.count), "{led:?}");
    let [stood, came] = conduct("armati/first_battle", true);
    assert_eq!((stood.only_turns.of, stood.poor_charges.of), (0, 0), "north did not march");
    assert!(came.only_turns.of > 0 && came.poor_charges.of > 0 && stood.idle.of > 0, "{came:?}");
}
