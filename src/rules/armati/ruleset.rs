//! Armati as a [`Ruleset`]: everything that the window, the players, the laboratory and the pictures know of it.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use smallvec::SmallVec;

use super::battlefield::Battlefield;
use super::data::{WheelRule, data};
use super::ground_card::ground_card;
use super::state::Troop;
use super::switches::Switch;
use super::{
    ambush, armies, breakpoint, breakthrough, deploy, detach, fire, going, melee, movement, muster, odds, option,
    preference, rally, sequence, stage, state, support, terrain_setup, umpire, unit_value,
};
use crate::battle::terrain_setup::edge;
use crate::battle::{
    Access, Card, CardValue, Handler, Measured, Reach, Refusal, Ruleset, Score, Stat, StateMark, View, Zone, army_list,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Edge, Footprint, Mil, Wheel, arc_area, round_area};

const INIT: Word = Word("init");
const BREAK_DICE: Word = Word("break-dice");
const BREAK_CHANCE: Word = Word("break-chance");

/// Armati.
pub const RULESET: Ruleset = Ruleset {
    name: "armati",
    title: "Armati",
    version: 3,
    questions: QUESTIONS,
    install,
    muster: muster::muster,
    army_list: army_list::flaws::<armies::ArmyList>,
    nouns: super::nouns::nouns,
    data: Some(super::data::FOLDER),
    texts: || &data().texts,
    steps: |view| sequence::steps(Battlefield::of(*view)),
    orders_bodies: true,
    card,
    unit_value,
    strength: |view, unit| Battlefield::of(*view).bp(unit),
    reach,
    pace: |view, unit| Battlefield::of(*view).try_troop(unit).map_or(Mil::ZERO, |troop| troop.allowance),
    ground: ground_card,
    access: |view, unit, piece| {
        let field = Battlefield::of(*view);
        Access::of(field.try_troop(unit).is_some() && !going::may_enter(field.kind(unit), piece.kind), false)
    },
    melee_odds: odds::melee_odds,
    forecast: odds::forecast,
    shot: odds::shot,
    judgement: || &data().judgement,
    danger,
    favoured: preference::favoured,
    preference: preference::preference,
    score,
    line_of_fire,
    zones,
    command: |_, _| Vec::new(),
    hidden: |view, unit| ambush::placement(Battlefield::of(*view), unit),
    umpire: umpire::UMPIRE,
    stage: stage::stage,
    begins: stage::begins,
    card_values: VALUES,
    score_values: &[INIT, BREAK_DICE, BREAK_CHANCE],
    ..Ruleset::NOTHING
};

/// Every question, in the order of the book.
const QUESTIONS: &[Handler] = &[
    edge::HANDLER,
    terrain_setup::place::HANDLER,
    deploy::HANDLER,
    option::CHOICE,
    option::MELEES_FROM,
    ambush::HANDLER,
    detach::HANDLER,
    movement::moves::HANDLER,
    movement::obligatory::HANDLER,
    movement::evade::HANDLER,
    movement::break_off::HANDLER,
    movement::press_on::HANDLER,
    fire::question::HANDLER,
    support::HANDLER,
    melee::opponent::HANDLER,
    melee::panic::HANDLER,
    melee::reroll::HANDLER,
    breakthrough::HANDLER,
    rally::HANDLER,
];

/// What a card may show.
const VALUES: &[CardValue] = &[
    CardValue::short("move", "move", "6.1"),
    CardValue::new("rerolls", "rerolls ordered", "A16.2a"),
    CardValue::short("type", "type", "2.2"),
    CardValue::short("front", "front", "7.3"),
    CardValue::short("flank", "flank", "7.3"),
    CardValue::short("special", "special", "7.3"),
    CardValue::short("prot", "armour", "F6"),
    CardValue::new("bp", "breakpoints", "8.1"),
    CardValue::new("bp0", "breakpoints at the start", "2.2"),
    CardValue::new("fatigue", "fatigue", "7.6"),
    CardValue::new("undressed", "undressed", "6.3"),
    CardValue::new("engaged", "in melee", "C7"),
    CardValue::new("deep", "deep", "1.intro"),
    CardValue::new("key", "key unit", "4.6"),
    CardValue::new("controlled", "controlled", "D3"),
    CardValue::new("released", "released", "4.3"),
    CardValue::new("division", "units in its division", "D1"),
    CardValue::new("hidden", "hidden", "3.1.4"),
    CardValue::new("general", "general attached", "G2"),
    CardValue::new("panicked", "panicked", "A17.1"),
    CardValue::new("missile", "shoots", "F10"),
];

fn install(world: &mut World) {
    state::register(world);
    world.init_resource::<state::Troops>();
    world.init_resource::<super::switches::Switches>();
    terrain_setup::install(world);
    deploy::install(world);
    movement::press_on::install(world);
}

/// A unit's labelled values.
fn card(view: &View, unit: UnitId) -> Card {
    let field = Battlefield::of(*view);
    match field.try_troop(unit) {
        Some(troop) => troop_card(field, unit, troop),
        None => general_card(field, unit),
    }
}

fn general_card(field: Battlefield, unit: UnitId) -> Card {
    let general = field.general(field.0.side_of(unit));
    let line = match (general.lost, general.with) {
        (true, _) => "lost".to_owned(),
        (false, Some(with)) => format!("attached to {}", field.0.roster().name(with)),
        (false, None) => "rides alone".to_owned(),
    };
    let allowance = *data().tables.general.r#move;
    let rerolls = general.rerolls.to_string();
    let stats = vec![Stat { cite: Cite("G1"), ..stat("move", allowance.to_string()) }, stat("rerolls", rerolls)];
    Card { kind: "general".into(), glyph: "gen", figure: "gen", line, stats, ..Card::default() }
}

fn stat(name: &'static str, value: String) -> Stat {
    Stat::of(VALUES, name, value)
}

fn flag(name: &'static str, is: bool) -> Stat {
    Stat::flag(VALUES, name, is)
}

fn troop_card(field: Battlefield, unit: UnitId, troop: &Troop) -> Card {
    let kind = troop.kind;
    let body = field.division_of(unit);
    let state = body.map(|b| field.division(b)).unwrap_or_default();
    let count = body.map_or(0, |b| field.0.bodies().get(b).units.len());
    let control = match (state.controlled, state.released) {
        (true, _) => "controlled",
        (false, true) => "uncontrolled, released",
        (false, false) => "uncontrolled",
    };
    let mut line = format!("{}, division of {count}, {control}", troop.title);
    if troop.key {
        line.push_str(", key");
    }
    let mut stats = vec![
        stat("type", kind.code.clone()),
        stat("front", troop.front.to_string()),
        stat("flank", troop.flank.to_string()),
        stat("special", troop.special.to_string()),
        stat("prot", format!("+{}", troop.prot)),
        stat("move", troop.allowance.to_string()),
        stat("bp", field.bp(unit).to_string()),
        stat("bp0", troop.bp0.to_string()),
        stat("fatigue", field.fatigue(unit).to_string()),
        flag("undressed", field.undressed(unit)),
        flag("engaged", field.engaged(unit)),
        flag("deep", field.deep(unit)),
        flag("key", troop.key),
        flag("controlled", state.controlled),
        flag("released", state.released),
        stat("division", count.to_string()),
        flag("hidden", ambush::is_hidden(field, unit)),
        flag("general", field.general_with(unit)),
        flag("panicked", field.panic(unit).by.is_some()),
    ];
    if let Some(weapon) = &troop.missile {
        stats.push(stat("missile", format!("{} to {} in", weapon.title, *weapon.range)));
    }
    Card {
        kind: kind.name.clone(),
        glyph: troop.glyph,
        figure: troop.figure,
        line,
        stats,
        strength: Some((u16::from(field.bp(unit)), u16::from(troop.bp0))),
        strength_word: "BP",
        marks: marks(field, unit, troop),
    }
}

fn marks(field: Battlefield, unit: UnitId, troop: &Troop) -> Vec<StateMark> {
    let acts = field.acts(unit);
    let fatigue = field.fatigue(unit);
    let worn = if field.fatigued(unit) { "fatigue" } else { "fatigue1" };
    let marks = [
        StateMark::when(field.general_with(unit), "general", "general attached", "G2"),
        StateMark::when(field.engaged(unit), "melee", "in melee", "C7"),
        StateMark::when(fatigue > 0, worn, format!("fatigue {fatigue} of {}", troop.bp0), "7.6"),
        StateMark::when(field.panic(unit).by.is_some(), "disordered", "panicked by chariots", "A17.1"),
        StateMark::when(field.undressed(unit), "undressed", "undressed", "6.3"),
        StateMark::when(acts.fired, "fired", "has shot", "F1"),
        StateMark::when(acts.moved, "moved", "has moved", "M1"),
    ];
    marks.into_iter().flatten().collect()
}

/// What losing the unit would cost, in points: its cost; for a key unit more, the nearer its army is to its breakpoint;
/// and the risk to its general.
fn unit_value(view: &View, unit: UnitId) -> f32 {
    unit_value::with_general(Battlefield::of(*view), unit)
}

fn reach(view: &View, unit: UnitId) -> Reach {
    let field = Battlefield::of(*view);
    let (Some(troop), Some(print)) = (field.try_troop(unit), view.hull(unit)) else { return Reach::default() };
    let mut reach = Reach { passed: troop.kind.skirmisher, ..Reach::default() };
    if field.engaged(unit) {
        return reach;
    }
    reach.charge = troop.allowance;
    (reach.turn, reach.pivot) = turns(field, unit);
    reach.area = print.strip(Edge::Front, troop.allowance.to_inches()).corners().to_vec();
    if let Some(weapon) = &troop.missile {
        if let Some(long) = weapon.long {
            reach.fire.push((*long, "short range".into()));
        }
        let far = if weapon.long.is_some() { "long range, firer -1" } else { "range" };
        reach.fire.push((*weapon.range, far.into()));
        let (range, arc) = (weapon.range.to_inches(), *data().tables.fire.arc);
        reach.arc = if troop.kind.all_round_fire { round_area(&print, range) } else { arc_area(&print, range, arc) };
    }
    reach
}

/// How far a unit's division may wheel and still go on, and how far it may wheel at all.
fn turns(field: Battlefield, unit: UnitId) -> (Cdeg, Cdeg) {
    let Some(body) = field.division_of(unit).filter(|b| field.division(*b).controlled) else {
        return (Cdeg::ZERO, Cdeg::ZERO);
    };
    let units = field.0.bodies().get(body).units.iter().copied().filter(|u| field.stands(*u));
    let mates: SmallVec<[UnitId; 8]> = units.collect();
    let prints: SmallVec<[Footprint; 8]> = mates.iter().map(|u| field.print(*u)).collect();
    let wheels = |rule| mates.iter().all(|u| field.kind(*u).wheel == rule);
    let can = !mates.iter().any(|u| field.engaged(*u) || field.kind(*u).wheel == WheelRule::None);
    let wheel = Wheel::of(&prints, true).filter(|_| can);
    let pivot = wheel.map_or(Cdeg::ZERO, |w| w.angle_for(*data().tables.movement.wheel, Cdeg::HALF));
    // Extended wheels are not counted: near the enemy, where it matters, they are forbidden (B12.4).
    (if wheels(WheelRule::Then) { pivot } else { Cdeg::ZERO }, pivot)
}

/// The line of fire of a shot (F2 to F5).
fn line_of_fire(view: &View, shooter: UnitId, target: UnitId) -> Result<[Vec2; 2], Refusal> {
    fire::target::judge(Battlefield::of(*view), shooter, target).map(|line| [line.from, line.to])
}

/// The corridor ahead of a unit in which an enemy pins it (P1).
fn zones(view: &View, unit: UnitId) -> Vec<Zone> {
    let field = Battlefield::of(*view);
    let Some(print) = view.hull(unit).filter(|_| field.try_troop(unit).is_some()) else { return Vec::new() };
    let reach = data().tables.movement.pin.to_inches();
    let area = print.strip(Edge::Front, reach).corners().to_vec();
    vec![Zone { of: unit, area, by: movement::pins::pinned(field, unit).map(|pin| pin.enemy), cite: Cite("P1") }]
}

fn danger(view: &View, side: Side) -> f32 {
    let army = Battlefield::of(*view).army(side);
    (f32::from(army.keys_lost) / f32::from(army.bp.max(1))).min(1.0)
}

fn score(view: &View, side: Side) -> Score {
    let army = Battlefield::of(*view).army(side);
    let mut also = vec![(INIT, Measured::Count(army.init))];
    let mut faces = None;
    if Battlefield::of(*view).plays(Switch::BreakChecks) {
        also.push((BREAK_DICE, Measured::Count(breakpoint::at_end(army).into())));
        let check = breakpoint::Check::at_end(Side::BOTH.map(|side| Battlefield::of(*view).army(side)));
        if !check.is_empty() {
            let (cases, of) = check.chance(side);
            let share = (i64::from(cases) * 100 + i64::from(of) / 2) / i64::from(of.max(1));
            also.push((BREAK_CHANCE, Measured::Count(share as i32)));
            faces = breakpoint::would_roll(&check, side);
        }
    }
    Score { label: "key units lost".into(), lost: army.keys_lost.into(), of: army.bp.into(), also, faces }
}
