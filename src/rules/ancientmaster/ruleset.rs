//! Ancientmaster as a [`Ruleset`]: everything that the window, the players, the laboratory and the pictures know of it.

use bevy::ecs::world::World;

use super::battlefield::Battlefield;
use super::casualties::{points_against, reduced};
use super::data::{data, in_cm};
use super::formation::{Formation, formation, full_pace, in_phalanx, pace};
use super::ground_card::ground_card;
use super::support::engaged;
use super::troop::{Rank, Sort, Tag};
use super::{
    casualties, characters, charge, combat, command, deploy, drive_back, forced, forecast, muster, odds, preference,
    sequence, shooting, stage, state, switches, terrain, umpire, victory,
};
use crate::battle::notation::{Kind, vocabulary};
use crate::battle::{
    Access, Card, CardValue, Handler, Measured, Reach, Ruleset, Score, Stat, StateMark, View, army_list,
};
use crate::cite::Word;
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Edge, Mil, arc_area, round_area};

const POINTS: Word = Word("points");

/// Every question, in the order of the book.
const QUESTIONS: &[Handler] = &[
    deploy::HANDLER,
    command::HANDLER,
    command::MARCH,
    command::BLUNDER,
    characters::HANDLER,
    characters::JUMP_HANDLER,
    charge::SHOOT_AT_CHARGER,
    shooting::HANDLER,
    casualties::HANDLER,
    drive_back::HANDLER,
    drive_back::LINE_HANDLER,
    forced::WAY,
    combat::HANDLER,
    combat::STRIKE,
    combat::LEAD,
    combat::RETREAT_ORDER,
    combat::RETREAT_WAY,
    combat::WINNER,
    combat::FALL_BACK,
    combat::REFORM,
];

/// Ancientmaster.
pub const RULESET: Ruleset = Ruleset {
    name: "ancientmaster",
    title: "Ancientmaster",
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
    steps: |_| sequence::TurnStep::WORDS,
    card,
    unit_value,
    strength,
    reach,
    pace: |view, unit| match Battlefield::of(*view) {
        field if field.leader(unit).is_some() => Mil::ZERO,
        field => full_pace(field.troop(unit).sort()).pace(),
    },
    rides: |view, unit| {
        let field = Battlefield::of(*view);
        Some(field.leader(unit).is_none() && matches!(field.troop(unit).sort(), Sort::Cavalry | Sort::Chariot))
    },
    ground: ground_card,
    access: |view, unit, piece| {
        let field = Battlefield::of(*view);
        Access::of(field.leader(unit).is_none() && !terrain::may_enter(field.troop(unit).sort(), piece), false)
    },
    melee_odds: odds::melee_odds,
    odds: odds::of_action,
    forecast: forecast::forecast,
    shot: odds::shot,
    line_of_fire: |view, shooter, target| shooting::line_of_fire(Battlefield::of(*view), shooter, target),
    judgement: || &data().judgement,
    danger: |view, side| victory::danger(Battlefield::of(*view), side),
    favoured: |view| victory::favoured(Battlefield::of(*view)),
    preference: preference::preference,
    command: command::rings,
    follows: command::follows,
    umpire: umpire::UMPIRE,
    score,
    ..Ruleset::NOTHING
};

/// What a card may show.
const VALUES: &[CardValue] = &[
    CardValue::short("type", "type", "B1"),
    CardValue::short("attacks", "attacks", "A2.2"),
    CardValue::short("armour", "armour", "A2.2"),
    CardValue::short("pace", "pace", "A3"),
    CardValue::short("command", "command", "A2.2"),
    CardValue::new("shooting", "shoots", "A8.1"),
    CardValue::new("missile", "shoots with", "A8.1"),
    CardValue::new("range", "range", "A8.1"),
    CardValue::new("hits_per_stand", "hits a stand takes", "A2.2"),
    CardValue::new("hits", "hits", "A8.2"),
    CardValue::new("stands", "stands", "A2.1"),
    CardValue::new("lost", "stands lost", "A2.1"),
    CardValue::new("formation", "formation", "A2.3"),
    CardValue::new("phalanx", "in phalanx", "W19"),
    CardValue::new("testudo", "in testudo", "W38"),
    CardValue::new("shieldwall", "in shieldwall", "W49"),
    CardValue::new("confused", "confused", "A9.1"),
    CardValue::new("engaged", "engaged", "A1"),
    CardValue::new("orders", "orders this phase", "A5.3"),
    CardValue::new("minus", "harder to order by", "A5.5"),
    CardValue::new("with", "with", "A11"),
    CardValue::new("points", "points", "B1"),
];

fn install(world: &mut World) {
    let [at, by, from, first, pivot] = ["at", "by", "from", "first", "pivot"].map(|name| (name, Kind::Refs));
    let into = ("into", Kind::Name);
    let more = [into, ("go", Kind::Length), ("turn", Kind::Angle), ("to", Kind::Angle)];
    vocabulary(world, &[at, by, from, first, pivot]);
    vocabulary(world, &more);
    world.init_resource::<state::Troops>();
    world.init_resource::<switches::Switches>();
    state::register(world);
    deploy::install(world);
}

fn stat(name: &'static str, value: String) -> Stat {
    Stat::of(VALUES, name, value)
}

fn flag(name: &'static str, is: bool) -> Stat {
    Stat::flag(VALUES, name, is)
}

fn card(view: &View, unit: UnitId) -> Card {
    let field = Battlefield::of(*view);
    match field.leader(unit) {
        Some(_) => of_character(field, unit),
        None => of_unit(field, unit),
    }
}

fn of_character(field: Battlefield, unit: UnitId) -> Card {
    let Some(leader) = field.leader(unit) else { return Card::default() };
    let with = field.joined(unit).map_or("alone".to_owned(), |with| field.0.roster().name(with).to_string());
    let range = leader.kind.range.map_or("the whole table".to_owned(), |range| in_cm(range.mil()));
    let spent = field.phase().spent.contains(&unit);
    Card {
        kind: leader.title.clone(),
        glyph: crate::cite::intern(&leader.kind.glyph),
        figure: "gen",
        line: format!("{}, with: {with}", leader.title),
        stats: vec![
            stat("type", leader.kind.code.clone()),
            stat("command", leader.kind.command.to_string()),
            stat("attacks", format!("+{}", leader.attacks())),
            stat("range", range),
            stat("with", with),
            stat("points", leader.points.to_string()),
        ],
        marks: StateMark::when(spent, "done", "gives no more orders", "A5.2").into_iter().collect(),
        ..Card::default()
    }
}

fn of_unit(field: Battlefield, unit: UnitId) -> Card {
    let troop = field.troop(unit);
    let mut line = troop.title.clone();
    for tag in &troop.tags {
        if let Some(text) = data().tags.iter().find(|text| text.name == *tag) {
            line.push_str(", ");
            line.push_str(&text.title);
        }
    }
    let stands = field.feet(unit).len();
    let formed = field.formed(unit);
    let there = field.0.on_table(unit);
    let shape = if there { formation(&field.prints(unit)) } else { Formation::Irregular };
    let mut stats = vec![
        stat("type", troop.kind.code.clone()),
        stat("attacks", troop.attacks.to_string()),
        stat("armour", troop.kind.armour.map_or("none".to_owned(), |face| format!("{face}+"))),
        stat("pace", in_cm(if there { pace(field, unit) } else { full_pace(troop.sort()).pace() })),
        stat("hits_per_stand", troop.kind.hits.to_string()),
        stat("hits", field.hits(unit).left.to_string()),
        stat("stands", stands.to_string()),
        stat("lost", field.lost(unit).to_string()),
        stat("formation", shape.word().0.to_owned()),
        flag("confused", field.confused(unit)),
        flag("engaged", there && engaged(field, unit)),
        stat("orders", field.acts(unit).orders.to_string()),
        stat("minus", field.0.unit_state::<state::Earlier>(unit).0.to_string()),
        stat("points", troop.points.to_string()),
    ];
    if let Some(range) = troop.kind.range {
        stats.push(stat("missile", troop.kind.weapon.clone()));
        stats.push(stat("shooting", troop.kind.shooting.to_string()));
        stats.push(stat("range", in_cm(range.mil())));
    }
    for (tag, name, is) in [
        (Tag::Phalanx, "phalanx", there && in_phalanx(field, unit)),
        (Tag::Testudo, "testudo", formed.testudo),
        (Tag::Shieldwall, "shieldwall", formed.shieldwall),
    ] {
        if troop.has(tag) {
            stats.push(flag(name, is));
        }
    }
    Card {
        kind: troop.kind.name.clone(),
        glyph: troop.glyph,
        figure: troop.figure,
        line,
        stats,
        strength: Some((stands as u16, u16::from(troop.kind.stands))),
        strength_word: "stands",
        marks: marks(field, unit),
    }
}

fn marks(field: Battlefield, unit: UnitId) -> Vec<StateMark> {
    let (acts, formed, hits) = (field.acts(unit), field.formed(unit), field.hits(unit));
    let there = field.0.on_table(unit);
    let marks = [
        StateMark::when(there && engaged(field, unit), "melee", "engaged", "A1"),
        StateMark::when(field.confused(unit), "triangle", "confused", "A9.1"),
        StateMark::when(formed.testudo, "square", "in testudo", "W38"),
        StateMark::when(formed.shieldwall, "ring", "in shieldwall", "W49"),
        StateMark::when(hits.left > 0, "fatigue", format!("hits: {}", hits.left), "A8.2"),
        StateMark::when(acts.shot || acts.volley, "fired", "has shot", "A8.1"),
        StateMark::when(acts.initiative, "moved", "moved by initiative", "A5.1"),
        StateMark::when(acts.failed, "done", "gets no more orders", "A5.2"),
    ];
    marks.into_iter().flatten().collect()
}

/// What losing it would cost: its points, in tens, more the nearer its army is to its break point.
fn unit_value(view: &View, unit: UnitId) -> f32 {
    let field = Battlefield::of(*view);
    let side = view.side_of(unit);
    let army = field.army(side);
    let left = f32::from(victory::break_point(army.units).saturating_sub(army.lost).max(1));
    match (field.unit(unit), field.leader(unit)) {
        (Some(troop), _) => {
            let share = field.feet(unit).len() as f32 / f32::from(troop.kind.stands.max(1));
            let general = field.joined_to(unit).iter().any(|of| field.leader(*of).is_some_and(|l| l.is_general()));
            let worn = if reduced(field, unit) { 0.5 } else { 1.0 };
            troop.points as f32 / 10.0 * worn * (0.5 + share / 2.0) + 8.0 / left + if general { 12.0 } else { 0.0 }
        }
        (None, Some(leader)) => match leader.kind.rank {
            Rank::General => 20.0,
            _ => leader.points as f32 / 10.0,
        },
        (None, None) => 0.0,
    }
}

/// Half stands that are left, one less where hits are outstanding.
fn strength(view: &View, unit: UnitId) -> u8 {
    let field = Battlefield::of(*view);
    let stands = match field.unit(unit) {
        Some(troop) if view.is_to_be_placed(unit) => troop.kind.stands.saturating_sub(field.lost(unit)),
        _ => field.feet(unit).len() as u8,
    };
    (2 * stands).saturating_sub(u8::from(field.hits(unit).left > 0))
}

fn reach(view: &View, unit: UnitId) -> Reach {
    let field = Battlefield::of(*view);
    let (Some(troop), Some(hull)) = (field.unit(unit), view.hull(unit)) else { return Reach::default() };
    let mut reach = Reach::default();
    if engaged(field, unit) {
        return reach;
    }
    reach.charge = charge::reach(field, unit, charge::Cause::Order);
    (reach.turn, reach.pivot) = (Cdeg::degrees(60), Cdeg::HALF);
    reach.area = hull.strip(Edge::Front, reach.charge.to_inches()).corners().to_vec();
    if let Some(range) = troop.kind.range {
        let far = range.inches();
        reach.fire.push((range.mil(), format!("{} dice a stand", troop.kind.shooting)));
        reach.arc =
            if troop.has(Tag::AllRound) { round_area(&hull, far) } else { arc_area(&hull, far, Cdeg::degrees(90)) };
    }
    reach
}

fn score(view: &View, side: Side) -> Score {
    let field = Battlefield::of(*view);
    let army = field.army(side);
    Score {
        label: "units lost".into(),
        lost: army.lost,
        of: victory::break_point(army.units),
        also: vec![(POINTS, Measured::Count(points_against(field, side.other())))],
        faces: None,
    }
}
