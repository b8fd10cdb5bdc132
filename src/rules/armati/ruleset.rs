//! Armati as a [`Ruleset`]: everything that the window, the players, the laboratory and the pictures know of it.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use smallvec::SmallVec;

use super::battlefield::Battlefield;
use super::data::{WheelRule, data};
use super::state::Troop;
use super::switches::Switch;
use super::{
    ambush, breakpoint, breakthrough, deploy, detach, fire, melee, movement, muster, odds, option, preference, rally,
    sequence, stage, state, support, terrain_setup, umpire, unit_value,
};
use crate::battle::{
    Card, CardValue, Handler, Measured, Reach, Refusal, Ruleset, Score, Stat, StateMark, View, Zone,
    register_battle_state, register_unit_state,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Edge, Footprint, Wheel};

const INIT: Word = Word("init");
const BREAK_DICE: Word = Word("break-dice");
const BREAK_CHANCE: Word = Word("break-chance");

/// Armati.
pub const RULESET: Ruleset = Ruleset {
    name: "armati",
    title: "Armati",
    version: 2,
    questions: QUESTIONS,
    install,
    muster: muster::muster,
    texts: || &data().texts,
    steps: |view| sequence::steps(Battlefield(*view)),
    card,
    unit_value,
    strength: |view, unit| Battlefield(*view).bp(unit),
    reach,
    melee_odds: odds::melee_odds,
    forecast: odds::forecast,
    shot: odds::shot,
    danger,
    last_turn: |view| Some(view.battle_state::<state::TurnLimit>().0.turns),
    favoured: preference::favoured,
    preference: preference::preference,
    score,
    line_of_fire,
    zones,
    hidden: |view, unit| ambush::placement(Battlefield(*view), unit),
    umpire: umpire::UMPIRE,
    stage: stage::stage,
    begins: stage::begins,
    card_values: VALUES,
    score_values: &[INIT, BREAK_DICE, BREAK_CHANCE],
};

/// Every question, in the order of the book.
const QUESTIONS: &[Handler] = &[
    terrain_setup::edge::HANDLER,
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
    register_unit_state::<state::Bp>(world);
    register_unit_state::<state::Fatigue>(world);
    register_unit_state::<state::Undressed>(world);
    register_unit_state::<state::Acts>(world);
    register_unit_state::<state::Contacts>(world);
    register_unit_state::<state::Panic>(world);
    register_battle_state::<state::Divisions>(world);
    register_battle_state::<state::Armies>(world);
    register_battle_state::<state::MoveOption>(world);
    register_battle_state::<state::Declared>(world);
    ambush::install(world);
    terrain_setup::install(world);
    deploy::install(world);
    movement::install(world);
}

/// A unit's labelled values.
fn card(view: &View, unit: UnitId) -> Card {
    let field = Battlefield(*view);
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
        stat("undressed", yes(field.undressed(unit))),
        stat("engaged", yes(field.engaged(unit))),
        stat("deep", yes(field.deep(unit))),
        stat("key", yes(troop.key)),
        stat("controlled", yes(state.controlled)),
        stat("released", yes(state.released)),
        stat("division", count.to_string()),
        stat("hidden", yes(ambush::is_hidden(field, unit))),
        stat("general", yes(field.general_with(unit))),
        stat("panicked", yes(field.panic(unit).by.is_some())),
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

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn marks(field: Battlefield, unit: UnitId, troop: &Troop) -> Vec<StateMark> {
    let acts = field.acts(unit);
    let fatigue = field.fatigue(unit);
    let mut marks = Vec::new();
    let mut add = |is: bool, mark: &'static str, label: String, cite: &'static str| {
        if is {
            marks.push(StateMark { mark, label, cite: Cite(cite) });
        }
    };
    add(field.general_with(unit), "general", "general attached".into(), "G2");
    add(field.engaged(unit), "melee", "in melee".into(), "C7");
    let worn = if field.fatigued(unit) { "fatigue" } else { "fatigue1" };
    add(fatigue > 0, worn, format!("fatigue {fatigue} of {}", troop.bp0), "7.6");
    add(field.panic(unit).by.is_some(), "disordered", "panicked by chariots".into(), "A17.1");
    add(field.undressed(unit), "undressed", "undressed".into(), "6.3");
    add(acts.fired, "fired", "has shot".into(), "F1");
    add(acts.moved, "moved", "has moved".into(), "M1");
    marks
}

/// What losing the unit would cost, in points: its cost; for a key unit more, the nearer its army is to its breakpoint;
/// and the risk to its general.
fn unit_value(view: &View, unit: UnitId) -> f32 {
    unit_value::with_general(Battlefield(*view), unit)
}

fn reach(view: &View, unit: UnitId) -> Reach {
    let field = Battlefield(*view);
    let (Some(troop), Some(print)) = (field.try_troop(unit), view.footprint(unit)) else { return Reach::default() };
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
        reach.arc = fire_area(&print, weapon.range.to_inches(), troop.kind.all_round_fire);
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

/// The area that a unit can shoot at: ahead and up to 45 degrees to either side, or all round.
fn fire_area(print: &Footprint, range: f32, all_round: bool) -> Vec<Vec2> {
    let arc = *data().tables.fire.arc;
    let pose = print.pose();
    let ray = |from: Vec2, angle: Cdeg| {
        let (sin, cos) = crate::table::turn(pose.heading + angle);
        from + Vec2::new(sin, cos) * range
    };
    if all_round {
        return (0..24).map(|n| ray(print.centre, Cdeg::degrees(n * 15))).collect();
    }
    let [left, right] = print.edge(Edge::Front);
    let mut area = vec![left];
    area.extend((0..=4).map(|n| ray(left, Cdeg(-arc.0 + arc.0 * n / 4))));
    area.extend((0..=4).map(|n| ray(right, Cdeg(arc.0 * n / 4))));
    area.push(right);
    area
}

/// The line of fire of a shot (F2 to F5).
fn line_of_fire(view: &View, shooter: UnitId, target: UnitId) -> Result<[Vec2; 2], Refusal> {
    fire::target::judge(Battlefield(*view), shooter, target).map(|line| [line.from, line.to])
}

/// The corridor ahead of a unit in which an enemy pins it (P1).
fn zones(view: &View, unit: UnitId) -> Vec<Zone> {
    let field = Battlefield(*view);
    let Some(print) = view.footprint(unit).filter(|_| field.try_troop(unit).is_some()) else { return Vec::new() };
    let reach = data().tables.movement.pin.to_inches();
    let area = print.strip(Edge::Front, reach).corners().to_vec();
    vec![Zone { of: unit, area, by: movement::pins::pinned(field, unit).map(|pin| pin.enemy), cite: Cite("P1") }]
}

fn danger(view: &View, side: Side) -> f32 {
    let army = Battlefield(*view).army(side);
    (f32::from(army.keys_lost) / f32::from(army.bp.max(1))).min(1.0)
}

fn score(view: &View, side: Side) -> Score {
    let army = Battlefield(*view).army(side);
    let mut also = vec![(INIT, Measured::Count(army.init))];
    let mut faces = None;
    if Battlefield(*view).plays(Switch::BreakChecks) {
        also.push((BREAK_DICE, Measured::Count(breakpoint::at_end(army).into())));
        let check = breakpoint::Check::at_end(Side::BOTH.map(|side| Battlefield(*view).army(side)));
        if !check.is_empty() {
            let (cases, of) = check.chance(side);
            let share = (i64::from(cases) * 100 + i64::from(of) / 2) / i64::from(of.max(1));
            also.push((BREAK_CHANCE, Measured::Count(share as i32)));
            faces = breakpoint::would_roll(&check, side);
        }
    }
    Score { label: "key units lost".into(), lost: army.keys_lost.into(), of: army.bp.into(), also, faces }
}
