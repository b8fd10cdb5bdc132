//! Impetus as a [`Ruleset`]: everything that the window, the players, the laboratory and the pictures know of it.

use bevy::ecs::world::World;
use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::data::{Going, Tag, data, in_u, tables};
use super::ground_card::ground_card;
use super::state;
use super::switches::Switch;
use super::{
    activation, armies, command, contest, destiny, discipline, firing, going, melee, muster, odds, preference,
    reaction, sequence, set_up, stage, umpire, victory, zone,
};
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::{
    Access, Card, CardValue, Forecast, Handler, Measured, Reach, Ref, Refusal, Ruleset, Score, Stat, StateMark, View,
    Zone, army_list,
};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Edge, Footprint, Mil, Wheel, arc_area, round_area};

const VDT: Word = Word("vdt");

/// Every question, in the order of the book.
const QUESTIONS: &[Handler] = &[
    contest::HANDLER,
    set_up::land::USUAL,
    set_up::land::BY_DICE,
    set_up::change::HANDLER,
    set_up::deploy::HANDLER,
    activation::HANDLER,
    reaction::ready::HANDLER,
    reaction::strike::HANDLER,
    reaction::march::HANDLER,
    reaction::charged::HANDLER,
    melee::opponent::HANDLER,
    melee::retreat::HANDLER,
    melee::pursuit::HANDLER,
    destiny::HANDLER,
];

/// Impetus.
pub const RULESET: Ruleset = Ruleset {
    name: "impetus",
    title: "Impetus",
    version: 3,
    questions: QUESTIONS,
    install,
    muster: muster::muster,
    army_list: army_list::flaws::<armies::ArmyList>,
    nouns: super::nouns::nouns,
    data: Some(super::data::FOLDER),
    stage: stage::stage,
    begins: stage::begins,
    card_values: VALUES,
    score_values: &[VDT, destiny::LEFT],
    texts: || &data().texts,
    steps: |view| sequence::steps(Battlefield::of(*view)),
    card,
    unit_value,
    strength: |view, unit| u8::try_from(Battlefield::of(*view).vbu(unit).front).unwrap_or(0),
    reach,
    pace: |view, unit| Battlefield::of(*view).troop(unit).m,
    ground: ground_card,
    access: |_, _, piece| Access::of(going::going(piece) == Going::Closed, false),
    melee_odds: odds::melee_odds,
    forecast,
    shot: odds::shot,
    judgement: || &data().judgement,
    danger,
    favoured: |view| victory::favoured(Battlefield::of(*view)),
    preference: preference::preference,
    line_of_fire,
    zones,
    command: command::rings,
    umpire: umpire::UMPIRE,
    score,
    ..Ruleset::NOTHING
};

/// The line of fire of a shot (10.5).
fn line_of_fire(view: &View, shooter: UnitId, target: UnitId) -> Result<[Vec2; 2], Refusal> {
    let field = Battlefield::of(*view);
    // The reason why a target is not seen is computed only here: it is not needed when targets are searched for.
    let unseen = || firing::sight::unseen(field, shooter, target);
    match firing::judge(field, shooter, target, false) {
        Ok(_) => firing::sight::line_of_fire(field, shooter, target).ok_or_else(unseen),
        Err(why) if why.says == firing::sight::UNSEEN => Err(unseen()),
        Err(why) => Err(why),
    }
}

/// The zones of control of the enemies of a unit's group (8.2).
fn zones(view: &View, unit: UnitId) -> Vec<Zone> {
    let field = Battlefield::of(*view);
    let Some(print) = view.hull(unit) else { return Vec::new() };
    let zones = zone::zones(field, &[unit]);
    let holds = |zone: &zone::Zone| zone::holding(&[*zone], &print).next().is_some();
    let shown = |z: &zone::Zone| {
        let by = holds(z).then_some(z.of);
        Zone { of: z.of, area: z.area.corners().to_vec(), by, cite: Cite("8.2") }
    };
    zones.iter().map(shown).collect()
}

/// How the fight between the attacker and that target goes: the present one, or one straight from outside that edge.
fn forecast(view: &View, attacker: UnitId, target: UnitId, upon: Edge) -> Option<Forecast> {
    let field = Battlefield::of(*view);
    let (own, other) = (view.hull(attacker)?, view.hull(target)?);
    let foes = view.side_of(attacker) != view.side_of(target) && !field.kind(attacker).stays;
    if !foes {
        return None;
    }
    if field.engaged(attacker) {
        return odds::melee_odds(view, attacker, target, own.pose()).map(|odds| Forecast::at(&odds));
    }
    let end = Footprint::new(other.against(upon), own.width(), own.depth());
    let start = end.ahead(-field.troop(attacker).m.to_inches());
    odds::arriving(field, attacker, &start, &end, target, false).map(|odds| Forecast::at(&odds))
}

/// What a card may show.
const VALUES: &[CardValue] = &[
    CardValue::short("type", "type", "2"),
    CardValue::short("m", "M", "3"),
    CardValue::short("vbu", "VBU", "3"),
    CardValue::short("i", "I", "3"),
    CardValue::short("vd", "VD", "3"),
    CardValue::new("d", "discipline", "X4"),
    CardValue::new("vbu0", "VBU at the start", "3"),
    CardValue::new("rear", "VBU of the rear unit", "4"),
    CardValue::new("fresh", "fresh", "3"),
    CardValue::new("disordered", "disordered", "12"),
    CardValue::new("melee", "in melee", "15.1"),
    CardValue::new("activated", "activated", "I27"),
    CardValue::new("general", "general", "4"),
    CardValue::new("shieldwall", "shieldwall", "16"),
    CardValue::new("in_motion", "in motion", "8.5"),
    CardValue::new("ready", "stands ready", "X7"),
    CardValue::new("missile", "shoots", "10.2"),
    CardValue::new("rallied_other", "its general has rallied a unit", "X3"),
    CardValue::new("more_moves", "more moves tried", "X5"),
    CardValue::new("impetuous", "impetuous", "X11"),
    CardValue::new("command", "command", "X1"),
    CardValue::new("sort", "general of the command", "X2"),
    CardValue::new("command_lost", "VD that the command has lost", "X15"),
    CardValue::new("command_vdt", "VDT of the command", "X15"),
];

fn install(world: &mut World) {
    vocabulary(world, &[("at", Kind::Refs), ("moves", Kind::Flag), ("halt", Kind::Flag)]);
    world.init_resource::<state::Troops>();
    world.init_resource::<super::switches::Switches>();
    state::register(world);
    set_up::install(world);
}

fn stat(name: &'static str, value: String) -> Stat {
    Stat::of(VALUES, name, value)
}

fn flag(name: &'static str, is: bool) -> Stat {
    Stat::flag(VALUES, name, is)
}

/// A unit's labelled values.
fn card(view: &View, unit: UnitId) -> Card {
    let field = Battlefield::of(*view);
    let troop = field.troop(unit);
    let vbu = field.vbu(unit);
    let full = troop.vbu * if troop.large { 2 } else { 1 };
    let mut line = troop.title.clone();
    for tag in &troop.tags {
        if let Some(text) = data().tags.iter().find(|t| t.name == *tag) {
            line.push_str(", ");
            line.push_str(&text.title);
        }
    }
    if troop.large {
        line.push_str(", large unit");
    }
    let acts = field.acts(unit);
    let mut stats = vec![
        stat("type", troop.kind.code.clone()),
        stat("m", in_u(troop.m)),
        stat("vbu", vbu.front.to_string()),
        stat("i", troop.i.to_string()),
        stat("vd", troop.vd.to_string()),
        Stat { short: discipline::is_asked_for(field), ..stat("d", troop.d.name().to_owned()) },
        stat("vbu0", troop.vbu.to_string()),
        stat("rear", vbu.rear.to_string()),
        flag("fresh", field.fresh(unit)),
        flag("disordered", field.disordered(unit)),
        flag("melee", field.engaged(unit)),
        flag("activated", acts.activated),
        flag("general", field.general_with(unit)),
        flag("shieldwall", field.stance(unit).shieldwall),
    ];
    if troop.kind.chariot.is_some() {
        stats.push(flag("in_motion", field.stance(unit).in_motion));
    }
    stats.extend(full_stats(field, unit));
    if field.plays(Switch::Opportunity) {
        stats.push(flag("ready", field.0.unit_state::<reaction::Ready>(unit).0));
    }
    if let Some(weapon) = troop.weapon {
        stats.push(stat("missile", weapon.title.clone()));
    }
    Card {
        kind: troop.kind.name.clone(),
        glyph: troop.glyph,
        figure: troop.figure,
        line,
        stats,
        strength: Some((vbu.total().clamp(0, full) as u16, full as u16)),
        strength_word: "VBU",
        marks: marks(field, unit),
    }
}

/// What the card says where modules of command are played.
fn full_stats(field: Battlefield, unit: UnitId) -> Vec<Stat> {
    let deeds = field.deeds(unit);
    let mut stats = Vec::new();
    if field.plays(Switch::Command) && field.general_with(unit) {
        stats.push(flag("rallied_other", deeds.rallied_other));
    }
    if field.plays(Switch::Actions) {
        stats.push(stat("more_moves", deeds.more_moves.to_string()));
    }
    if field.plays(Switch::Impetuous) && field.troop(unit).has(Tag::Impetuous) {
        stats.push(flag("impetuous", field.impetuous(unit)));
    }
    if let Some((number, command)) = field.command_of(unit) {
        let name = field.0.names().name(Ref::Body(command.body));
        stats.push(stat("command", name));
        let led = field.leadership(field.0.side_of(unit), number);
        let sort = led.map_or("none", |(sort, _)| sort.name.as_str());
        stats.push(stat("sort", sort.to_owned()));
        stats.push(stat("command_lost", command.lost.to_string()));
        stats.push(stat("command_vdt", command.vdt.to_string()));
    }
    stats
}

fn marks(field: Battlefield, unit: UnitId) -> Vec<StateMark> {
    let acts = field.acts(unit);
    let marks = [
        StateMark::when(field.general_with(unit), "general", "general", "4"),
        StateMark::when(field.engaged(unit), "melee", "in melee", "15.1"),
        StateMark::when(field.disordered(unit), "disordered", "disordered", "12"),
        StateMark::when(acts.fired, "fired", "has shot", "10.1"),
        StateMark::when(field.0.unit_state::<reaction::Ready>(unit).0, "triangle", "stands ready", "X7"),
        StateMark::when(acts.activated, "done", "activated", "I27"),
    ];
    marks.into_iter().flatten().collect()
}

/// What losing the unit would cost: mainly its VD, and its general.
pub fn unit_value(view: &View, unit: UnitId) -> f32 {
    let field = Battlefield::of(*view);
    let troop = field.troop(unit);
    let constituents = if field.vbu(unit).rear > 0 { 2.0 } else { 1.0 };
    let army = field.army(view.side_of(unit));
    let (share, of) = tables().victory.beaten;
    let left = (army.vdt * share - army.lost * of).max(1) as f32 / of as f32;
    let vd = troop.vd as f32 * constituents;
    let general = if field.general_with(unit) { 5.0 } else { 0.0 };
    let command = 3.0 * rest_at_stake(field, unit, vd);
    vd * 3.0 + field.vbu(unit).total() as f32 + troop.i as f32 * 0.5 + general + 4.0 * vd / left + command
}

/// How much VD of its command's other units depends on a unit with that VD, where commands break: more, the nearer its
/// loss brings the command to its break point.
fn rest_at_stake(field: Battlefield, unit: UnitId, vd: f32) -> f32 {
    let Some((_, command)) = field.command_of(unit).filter(|_| contest::they_break(field)) else { return 0.0 };
    let (share, of) = tables().victory.beaten;
    let left = (command.vdt * share) as f32 / of as f32 - command.lost as f32;
    let part = vd / left.max(vd).max(1.0);
    part * part * ((command.vdt - command.lost) as f32 - vd).max(0.0)
}

fn reach(view: &View, unit: UnitId) -> Reach {
    let field = Battlefield::of(*view);
    let (troop, Some(print)) = (field.troop(unit), view.hull(unit)) else { return Reach::default() };
    let mut reach = Reach { passed: troop.kind.skirmisher, ..Reach::default() };
    if field.engaged(unit) {
        return reach;
    }
    if troop.i > 0 && !troop.kind.stays {
        // The charge die adds at least what its lowest face adds.
        reach.charge = troop.m + reaction::bonus::of_face(field, unit, 1);
        // A unit that wheels before a charge is disordered, so the wheel before a charge (`turn`) is given as 0.
        let most = tables().movement.wheel.0;
        reach.pivot = Wheel::of(&[print], true).map_or(Cdeg::ZERO, |wheel| wheel.angle_for(troop.m, most));
        reach.area = print.strip(Edge::Front, reach.charge.to_inches()).corners().to_vec();
    }
    if let Some(weapon) = troop.weapon {
        let ranges = field.ranges();
        for (range, cells, band) in [
            (ranges.short, weapon.short, "short"),
            (ranges.long, weapon.long, "long"),
            (ranges.extreme, weapon.extreme, "extreme"),
        ] {
            if cells.foot.is_none() && cells.mounted.is_none() {
                continue;
            }
            let range = weapon.most.map_or(range.mil(), |most| most.mil().min(range.mil()));
            let cell = |n: Option<i32>| n.map_or("no".to_owned(), |n| format!("{n:+}"));
            let text = format!("{band}: {} at foot, {} at mounted", cell(cells.foot), cell(cells.mounted));
            reach.fire.push((range, text));
        }
        let farthest = reach.fire.iter().map(|(range, _)| *range).max().unwrap_or(Mil::ZERO);
        let (range, arc) = (farthest.to_inches(), tables().firing.arc.0);
        reach.arc = if field.all_round(unit) { round_area(&print, range) } else { arc_area(&print, range, arc) };
    }
    reach
}

fn danger(view: &View, side: Side) -> f32 {
    let army = Battlefield::of(*view).army(side);
    let (share, of) = tables().victory.beaten;
    ((army.lost * of) as f32 / (army.vdt * share).max(1) as f32).min(1.0)
}

fn score(view: &View, side: Side) -> Score {
    let army = Battlefield::of(*view).army(side);
    let (share, of) = tables().victory.beaten;
    let beaten = (army.vdt * share + of - 1) / of.max(1);
    let mut also = vec![(VDT, Measured::Count(army.vdt))];
    if Battlefield::of(*view).plays(Switch::Destiny) {
        also.push((destiny::LEFT, Measured::Count(destiny::rolls_left(Battlefield::of(*view), side).into())));
    }
    Score { label: "VD lost".into(), lost: army.lost.max(0) as u16, of: beaten.max(0) as u16, also, faces: None }
}
