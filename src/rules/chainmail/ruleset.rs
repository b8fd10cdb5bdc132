//! Chainmail as a [`Ruleset`]: everything that the window, the players, the laboratory and the pictures know of it.

use bevy::ecs::world::World;

use super::battlefield::Battlefield;
use super::data::{data, tables};
use super::ground_card::ground_card;
use super::{
    cards, commander, deploy, ending, engines, fall_back, ground, initiative, join, moves, muster, odds, preference,
    prisoners, sequence, shooting, stage, state, switches, terrain, together, weather,
};
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::terrain_setup::edge;
use crate::battle::{
    Access, Card, CardValue, Handler, Measured, Reach, Ruleset, Score, Stat, StateMark, View, army_list,
};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Mil, arc_area};

const POINTS: Word = Word("points");

/// Every question, in the order of the turn.
const QUESTIONS: &[Handler] = &[
    cards::lay::HANDLER,
    edge::HANDLER,
    deploy::HANDLER,
    initiative::HANDLER,
    moves::HANDLER,
    together::ORDERS,
    together::FIRE,
    fall_back::HANDLER,
    shooting::PASSING,
    engines::HANDLER,
    shooting::HANDLER,
    join::HANDLER,
];

/// Chainmail.
pub const RULESET: Ruleset = Ruleset {
    name: "chainmail",
    title: "Chainmail",
    version: 1,
    questions: QUESTIONS,
    install,
    muster: muster::muster,
    stage: stage::stage,
    begins: stage::begins,
    army_list: army_list::flaws::<super::armies::ArmyList>,
    nouns: super::nouns::nouns,
    data: Some(super::data::FOLDER),
    card_values: VALUES,
    score_values: &[POINTS],
    texts: || &data().texts,
    steps: sequence::words,
    card,
    unit_value,
    strength: odds::strength,
    preference: preference::preference,
    reach,
    pace: |view, unit| Battlefield::of(*view).pace(unit),
    rides: |view, unit| Some(Battlefield::of(*view).mounted(unit)),
    ground: ground_card,
    access: |view, unit, piece| {
        let field = Battlefield::of(*view);
        let charged = terrain::kind(piece).is_none_or(|kind| kind.charged_across(field.mounted(unit)));
        Access::of(ground::is_barred(field, unit, field.formation(unit).open, piece), !charged)
    },
    melee_odds: odds::melee_odds,
    forecast: odds::forecast,
    shot: shooting::shot,
    line_of_fire: |view, unit, at| shooting::line_of_fire(Battlefield::of(*view), unit, at),
    intended: together::intended,
    expected: together::expected,
    halfway: together::halfway,
    judgement: || &data().judgement,
    danger: |view, side| ending::danger(Battlefield::of(*view), side),
    favoured: |view| ending::favoured(Battlefield::of(*view)),
    score,
    ..Ruleset::NOTHING
};

/// What a card may show.
const VALUES: &[CardValue] = &[
    CardValue::short("figures", "figures", "C129"),
    CardValue::short("formation", "formation", "C45"),
    CardValue::short("class", "class", "C26"),
    CardValue::short("rating", "morale", "C26"),
    CardValue::new("men", "men they stand for", "C23"),
    CardValue::new("start", "figures at the start", "C108"),
    CardValue::new("files", "files", "C45"),
    CardValue::new("order", "order", "C33"),
    CardValue::new("move", "Move", "C24"),
    CardValue::new("charge", "Charge Move", "C24"),
    CardValue::new("left", "inches left", "C1"),
    CardValue::new("paid", "inches paid for a formation", "C2"),
    CardValue::new("owed", "inches owed for a formation", "C2"),
    CardValue::new("changing", "changing to", "C2"),
    CardValue::new("missile", "shoots with", "C24"),
    CardValue::new("range", "range", "C24"),
    CardValue::new("shots", "shots this turn", "C57"),
    CardValue::new("loaded", "loaded", "C59"),
    CardValue::new("pole-arms", "pole arms", "C89"),
    CardValue::new("tired", "tired", "C55"),
    CardValue::new("moves", "moves running", "C50"),
    CardValue::new("rounds", "rounds running", "C53"),
    CardValue::new("melee", "in melee", "C78"),
    CardValue::new("flight", "in flight", "C110"),
    CardValue::new("flight-turn", "turn of its flight", "C110"),
    CardValue::new("halted", "halted", "C112"),
    CardValue::new("charged", "charged this turn", "C41"),
    CardValue::new("loses", "figures lost until it checks", "C108"),
    CardValue::new("prisoners", "prisoners guarded", "C114"),
    CardValue::new("points", "points", "C27"),
];

fn install(world: &mut World) {
    let values = [
        ("at", Kind::Refs),
        ("to", Kind::Name),
        ("files", Kind::Whole),
        ("back", Kind::Length),
        ("which", Kind::Refs),
        ("turned", Kind::Angle),
        ("colour", Kind::Name),
        ("cancel", Kind::Flag),
    ];
    vocabulary(world, &values);
    world.init_resource::<state::Troops>();
    world.init_resource::<switches::Switches>();
    deploy::install(world);
    state::register(world);
}

fn stat(name: &'static str, value: impl ToString) -> Stat {
    Stat::of(VALUES, name, value.to_string())
}

/// Half points as people read them.
fn points(halves: i64) -> String {
    if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

fn card(view: &View, unit: UnitId) -> Card {
    let field = Battlefield::of(*view);
    if field.kind(unit).commander {
        let alive = i32::from(field.figures(unit));
        let stats = vec![
            stat("figures", alive),
            stat("move", field.pace(unit)),
            stat("left", Mil((field.pace(unit) - field.acts(unit).gone).0.max(0))),
            stat("points", points(i64::from(field.troop(unit).half_points) * i64::from(alive))),
        ];
        return Card { stats, ..commander::card(field, unit) };
    }
    let (troop, formation) = (field.troop(unit), field.formation(unit));
    let (kind, figures, acts) = (troop.kind, field.figures(unit), field.acts(unit));
    let flight = field.flight(unit);
    let fatigue = field.fatigue(unit);
    let order = if formation.open { "open" } else { "close" };
    let shape = if flight.is_some() { "disordered" } else { formation.shape.word().0 };
    let first = u16::from(troop.figures);
    let passed = field.passed(unit);
    let threshold = super::excess_losses::threshold(kind.loss, first) * if passed { 2 } else { 1 };
    let mut stats = vec![
        stat("figures", figures),
        stat("formation", shape),
        stat("class", &kind.class),
        stat("rating", kind.rating),
        stat("men", u32::from(figures) * tables().men),
        stat("start", troop.figures),
        stat("files", view.placement(unit).ranks().abreast()),
        stat("order", order),
        stat("move", field.pace(unit)),
        stat("charge", field.charge_pace(unit)),
        stat("left", field.left(unit)),
        Stat::flag(VALUES, "pole-arms", troop.pole_arms),
        Stat::flag(VALUES, "tired", field.is_tired(unit)),
        stat("moves", fatigue.moves),
        stat("rounds", fatigue.rounds),
        Stat::flag(VALUES, "melee", field.engaged(unit)),
        Stat::flag(VALUES, "halted", field.is_halted(unit)),
        Stat::flag(VALUES, "charged", acts.charged.is_some()),
        stat("loses", threshold.saturating_sub(field.lost(unit).into())),
        stat(
            "points",
            points(if kind.is_machine() { troop.whole() } else { i64::from(troop.half_points) * i64::from(figures) }),
        ),
    ];
    if field.plays(switches::Switch::Prisoners) {
        stats.push(stat("prisoners", prisoners::held(field, unit)));
    }
    if let Some(changing) = field.under_way(unit).0 {
        stats.push(stat("changing", changing.to.word().0));
        stats.push(stat("paid", changing.paid));
        stats.push(stat("owed", changing.price - changing.paid));
    }
    if let Some(weapon) = troop.weapon {
        stats.push(stat("missile", &weapon.title));
        stats.push(stat("range", weather::reaches(field, weapon, *weapon.range)));
        stats.push(stat("shots", field.fired(unit).shots));
        stats.push(Stat::flag(VALUES, "loaded", !field.fired(unit).empty));
    }
    if kind.engine.is_some() {
        stats.push(Stat::flag(VALUES, "loaded", view.unit_state::<engines::Loading>(unit).0 == 0));
    }
    stats.push(stat("flight", flight.map_or("no", |run| if run.rout { "rout" } else { "retreat" })));
    if let Some(run) = flight {
        stats.push(stat("flight-turn", run.turn));
    }
    let there = view.on_table(unit);
    let marks = [
        StateMark::when(there && field.engaged(unit), "melee", "in melee", "C78"),
        StateMark::when(flight.is_some(), "triangle", "in flight", "C110"),
        StateMark::when(field.is_tired(unit), "fatigue", "tired", "C55"),
        StateMark::when(field.under_way(unit).0.is_some(), "ring", "changing formation", "C2"),
        StateMark::when(field.fired(unit).shots > 0, "fired", "has shot", "C57"),
        StateMark::when(acts.over || acts.gone.0 > 0, "moved", "has moved", "C28"),
    ];
    Card {
        kind: kind.name.clone(),
        glyph: crate::cite::intern(&kind.glyph),
        figure: crate::cite::intern(kind.figure()),
        line: format!("{}, {shape}, {order} order", kind.name),
        stats,
        strength: Some((figures.into(), first)),
        strength_word: "figures",
        marks: marks.into_iter().chain([commander::mark(field, unit)]).flatten().collect(),
    }
}

/// The points of its figures that are left, in fives; a unit in flight is worth a part of it.
pub fn unit_value(view: &View, unit: UnitId) -> f32 {
    let field = Battlefield::of(*view);
    let points = field.troop(unit).each() / 2.0 * f32::from(field.figures(unit)) / 5.0;
    points * if field.flight(unit).is_some() { 0.4 } else { 1.0 }
}

fn reach(view: &View, unit: UnitId) -> Reach {
    let field = Battlefield::of(*view);
    let mut reach = Reach::default();
    let Some(hull) = view.hull(unit).filter(|_| field.flight(unit).is_none() && !field.engaged(unit)) else {
        return reach;
    };
    let kind = field.kind(unit);
    if kind.commander || kind.is_machine() {
        return reach;
    }
    // Whoever comes within an inch is in contact (C40).
    let far = Mil(field.charge_pace(unit).0 + tables().control.0.0);
    (reach.charge, reach.turn, reach.pivot) = (far, Cdeg::degrees(45), Cdeg::HALF);
    reach.passed = field.formation(unit).open;
    reach.area = arc_area(&hull, reach.charge.to_inches(), Cdeg::degrees(45));
    if field.plays(switches::Switch::Simultaneous) {
        reach.half = arc_area(&hull, field.charge_pace(unit).to_inches() / 2.0, Cdeg::degrees(45));
    }
    if let Some(weapon) = field.troop(unit).weapon {
        let range = weather::reaches(field, weapon, *weapon.range);
        reach.fire.push((range, "a volley".to_owned()));
        reach.arc = arc_area(&hull, range.to_inches(), Cdeg::degrees(45));
    }
    reach
}

fn score(view: &View, side: Side) -> Score {
    let field = Battlefield::of(*view);
    let whole = ending::army(field, side);
    let least = |halves: i64| (halves / 2).clamp(0, i64::from(u16::MAX)) as u16;
    Score {
        label: "points lost".into(),
        lost: least(ending::given(field, side)),
        of: least(whole / 2),
        also: vec![(POINTS, Measured::Count((whole / 2) as i32))],
        faces: None,
    }
}
