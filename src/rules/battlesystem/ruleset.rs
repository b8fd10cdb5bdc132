//! Battlesystem as a [`Ruleset`]: everything that the window, the players, the laboratory and the pictures know of it.

use bevy::ecs::world::World;

use super::battlefield::Battlefield;
use super::contact::contacts;
use super::data::data;
use super::ground_card::ground_card;
use super::{
    armies, command, damage, deploy, discipline, ground, melee, missile, moves, muster, odds, preference, rally, ride,
    sequence, stage, state, switches, victory,
};
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::{
    Access, Card, CardValue, Handler, Measured, Reach, Ruleset, Score, Stat, StateMark, View, army_list,
};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Mil, arc_area};

const POINTS: Word = Word("points");

/// Every question, in the order of the round.
const QUESTIONS: &[Handler] = &[
    deploy::HANDLER,
    rally::HANDLER,
    missile::HANDLER,
    moves::HANDLER,
    moves::FOLLOW,
    discipline::REROLL,
    discipline::MUST,
    melee::HANDLER,
];

/// Battlesystem.
pub const RULESET: Ruleset = Ruleset {
    name: "battlesystem",
    title: "Battlesystem",
    version: 1,
    questions: QUESTIONS,
    install,
    muster: muster::muster,
    army_list: army_list::flaws::<armies::ArmyList>,
    nouns: super::nouns::nouns,
    data: Some(super::data::FOLDER),
    stage: stage::stage,
    begins: stage::begins,
    card_values: VALUES,
    score_values: &[POINTS],
    texts: || &data().texts,
    steps: |_| sequence::TurnStep::WORDS,
    card,
    unit_value,
    strength: odds::strength,
    reach,
    pace: |view, unit| {
        let field = Battlefield::of(*view);
        if field.is_troop(unit) { field.kind(unit).rate() } else { Mil::ZERO }
    },
    ground: ground_card,
    access: |view, unit, piece| {
        let field = Battlefield::of(*view);
        Access::of(field.is_troop(unit) && ground::is_barred(field, unit, piece), ground::halts_charges(field, piece))
    },
    rides: |view, unit| {
        let field = Battlefield::of(*view);
        Some(field.is_troop(unit) && field.kind(unit).mounted)
    },
    melee_odds: odds::melee_odds,
    forecast: odds::forecast,
    shot: odds::shot,
    line_of_fire: |view, shooter, target| missile::line_of_fire(Battlefield::of(*view), shooter, target),
    judgement: || &data().judgement,
    danger: |view, side| victory::danger(Battlefield::of(*view), side),
    favoured: |view| victory::favoured(Battlefield::of(*view)),
    preference: preference::preference,
    command: command::rings,
    score,
    ..Ruleset::NOTHING
};

/// What a card may show.
const VALUES: &[CardValue] = &[
    CardValue::short("figures", "figures", "BS115"),
    CardValue::short("formation", "formation", "BS61"),
    CardValue::short("armour", "AC", "BS73"),
    CardValue::short("rating", "AR", "BS72"),
    CardValue::short("morale", "ML", "BS75"),
    CardValue::new("discipline", "DL", "BS75"),
    CardValue::new("start", "figures at the start", "BS115"),
    CardValue::new("men", "men", "BS71"),
    CardValue::new("files", "files", "BS45"),
    CardValue::new("die", "damage die", "BS74"),
    CardValue::new("strength", "figure strength, hit dice", "BS76"),
    CardValue::new("wounds", "wounds in the pool, hit dice", "BS104"),
    CardValue::new("gaps", "gaps to pay for", "BS7"),
    CardValue::new("rate", "movement rate", "BS87"),
    CardValue::new("spent", "inches spent", "BS63"),
    CardValue::new("command", "in command", "BS21"),
    CardValue::new("routed", "routed", "BS95"),
    CardValue::new("ragged", "ragged", "BS124"),
    CardValue::new("commanders", "commanders", "BS78"),
    CardValue::new("missile", "shoots with", "BS109"),
    CardValue::new("range", "range", "BS109"),
    CardValue::new("points", "points", "BS77"),
];

fn install(world: &mut World) {
    vocabulary(
        world,
        &[
            ("at", Kind::Refs),
            ("left", Kind::Whole),
            ("right", Kind::Whole),
            ("bearing", Kind::Angle),
            ("angle", Kind::Angle),
            ("about", Kind::Refs),
            ("corner", Kind::Name),
            ("figures", Kind::Refs),
            ("wings", Kind::Name),
            ("what", Kind::Name),
            ("to", Kind::Refs),
        ],
    );
    world.init_resource::<state::Troops>();
    world.init_resource::<switches::Switches>();
    deploy::install(world);
    state::register(world);
}

fn stat(name: &'static str, value: impl ToString) -> Stat {
    Stat::of(VALUES, name, value.to_string())
}

fn card(view: &View, unit: UnitId) -> Card {
    let field = Battlefield::of(*view);
    if !field.is_troop(unit) {
        return marker_card(field, unit);
    }
    let (troop, stance) = (field.troop(unit), field.stance(unit));
    let (kind, figures) = (troop.kind, field.figures(unit));
    let formation = field.formation(unit);
    let leaders: Vec<String> = command::with(field, unit)
        .into_iter()
        .map(|(_, of)| {
            let role = role(&of);
            match of.role {
                state::Role::Hero => format!("{role} of level {}", of.level),
                _ => format!("{role} to {} in", command::radius(&of)),
            }
        })
        .collect();
    let mut stats = vec![
        stat("figures", figures),
        stat("formation", formation.0),
        stat("armour", kind.ac),
        stat("rating", kind.ar()),
        stat("morale", kind.ml),
        stat("discipline", kind.dl),
        stat("start", troop.figures),
        stat("men", i32::from(kind.ratio) * i32::from(figures)),
        stat("files", stance.files),
        stat("die", format!("d{}", troop.die)),
        stat("strength", damage::told(kind.fs16())),
        stat("wounds", damage::told(field.wounds(unit))),
        stat("gaps", field.debt(unit)),
        stat("rate", kind.rate()),
        stat("spent", field.round(unit).spent),
        Stat::flag(VALUES, "command", !stance.out),
        Stat::flag(VALUES, "routed", stance.routed),
        Stat::flag(VALUES, "ragged", field.is_ragged(unit)),
        stat("points", field.points_of(unit) * i32::from(figures)),
    ];
    if !leaders.is_empty() {
        stats.push(stat("commanders", leaders.join(", ")));
    }
    if let Some(of) = kind.missile {
        stats.push(stat("missile", of.weapon.0));
        stats.push(stat("range", format!("{} / {} / {}", of.ranges.0, of.ranges.1, of.ranges.2)));
    }
    let there = view.on_table(unit);
    let round = field.round(unit);
    let general = command::with(field, unit).iter().any(|(_, of)| of.role == state::Role::Army);
    let marks = [
        StateMark::when(there && !contacts(field, unit).is_empty(), "melee", "in melee", "BS28"),
        StateMark::when(stance.routed, "triangle", "routed", "BS95"),
        StateMark::when(stance.out && !stance.routed, "ring", "out of command", "BS22"),
        StateMark::when(
            field.wounds(unit) > 0,
            "fatigue",
            format!("wounds: {}", damage::told(field.wounds(unit))),
            "BS104",
        ),
        StateMark::when(round.shot_first, "fired", "has shot", "BS108"),
        StateMark::when(round.done, "moved", "has moved", "BS122"),
        StateMark::when(general, "general", "army commander", "BS78"),
    ];
    Card {
        kind: kind.title.clone(),
        glyph: crate::cite::intern(&kind.glyph),
        figure: crate::cite::intern(&kind.figure),
        line: format!("{}, {}", kind.title, formation.0),
        stats,
        strength: Some((figures.into(), troop.figures.into())),
        strength_word: "figures",
        marks: marks.into_iter().flatten().collect(),
    }
}

fn role(of: &state::Officer) -> &'static str {
    match of.role {
        state::Role::Unit => "unit commander",
        state::Role::Brigade => "brigade commander",
        state::Role::Army => "army commander",
        state::Role::Hero => "hero",
    }
}

/// What a commander's marker shows.
fn marker_card(field: Battlefield, unit: UnitId) -> Card {
    let Some((_, of)) = ride::of_marker(field, unit) else { return Card::default() };
    let whom = match (of.lost, of.alone) {
        (true, _) => "lost".to_owned(),
        (_, Some(_)) => "alone".to_owned(),
        _ => format!("with {}", field.0.roster().name(of.with)),
    };
    let stats = vec![stat("commanders", format!("to {} in", command::radius(&of))), stat("spent", of.spent)];
    let (glyph, line) = (if of.role == state::Role::Hero { "hero" } else { "gen" }, format!("{}, {whom}", role(&of)));
    Card { kind: role(&of).into(), glyph, figure: glyph, line, stats, ..Card::default() }
}

/// The points of its figures that are left, in tens; a routed unit is worth a part of it.
pub fn unit_value(view: &View, unit: UnitId) -> f32 {
    let field = Battlefield::of(*view);
    if !field.is_troop(unit) {
        return 0.0;
    }
    let points = field.points_of(unit) as f32 * f32::from(field.figures(unit)) / 10.0;
    let general = command::with(field, unit).iter().any(|(_, of)| of.role == state::Role::Army);
    points * if field.stance(unit).routed { 0.4 } else { 1.0 } + if general { 4.0 } else { 0.0 }
}

fn reach(view: &View, unit: UnitId) -> Reach {
    let field = Battlefield::of(*view);
    let mut reach = Reach::default();
    let Some(hull) = view.hull(unit).filter(|_| !field.stance(unit).routed) else { return reach };
    if !contacts(field, unit).is_empty() {
        return reach;
    }
    let kind = field.kind(unit);
    let slant = Cdeg::degrees(super::data::tables().moves.oblique);
    (reach.charge, reach.turn, reach.pivot) = (field.charge_of(unit), Cdeg::ZERO, Cdeg::degrees(60));
    reach.area = arc_area(&hull, field.charge_of(unit).to_inches(), slant);
    if let Some(missile) = kind.missile {
        let bands = [missile.ranges.0, missile.ranges.1, missile.ranges.2];
        for (far, add) in bands.into_iter().zip(["no modifier", "AT +2", "AT +5"]) {
            reach.fire.push((Mil::measured(far), add.to_owned()));
        }
        reach.arc = arc_area(&hull, missile.ranges.2, slant);
    }
    reach
}

fn score(view: &View, side: Side) -> Score {
    let field = Battlefield::of(*view);
    let of = field.points().of[side.index()] * super::data::tables().victory.percent / 100;
    let lost = victory::lost(field, side);
    Score {
        label: "points lost".into(),
        lost: lost.clamp(0, i32::from(u16::MAX)) as u16,
        of: of.clamp(0, i32::from(u16::MAX)) as u16,
        also: vec![(POINTS, Measured::Count(field.points().of[side.index()]))],
        faces: None,
    }
}
