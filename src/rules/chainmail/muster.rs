//! From a battle's file to units: finds each type and what it was given besides, reads how it stands, and reports every error
//! at its place.

use bevy::ecs::world::World;

use super::armies::{self, ArmyList};
use super::battlefield::{Battlefield, base_size, gap, in_crew};
use super::commander::{self, Attends};
use super::data::{data, tables};
use super::deploy::{Listed, SetUp};
use super::ending;
use super::sequence::Sequence;
use super::shape::{self, Shape, may_form};
use super::staged::{self, Staged};
use super::state::{Contacts, Formation, Troop, Troops, UnderWay};
use super::switches::{Switch, Switches};
use super::terrain;
use super::troop::{Drill, Extra, TroopType};
use crate::battle::setup::{Deploy, FieldReader, Flaw, Limit, Locus, Setup, UnitSetup};
use crate::battle::{self, Muster, TurnLimit, View, install, state};
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Placement};

/// Figures of a unit (2.4).
const MOST: i64 = 60;

/// What the ruleset's files say of a unit.
pub struct Own {
    pub troop: Troop,
    pub formation: Formation,
    pub under_way: UnderWay,
    pub staged: Staged,
    /// Where the file has it, for a side that places it itself.
    pub listed: Listed,
}

pub type Recruit = battle::Recruit<Own>;

/// Puts the units of a setup into the world and begins the sequence, or lists every flaw.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let kinds = data().terrain.iter().map(|kind| kind.name.as_str());
    let mut muster = match Muster::new(setup, &data().texts, kinds) {
        Ok(muster) => muster,
        Err(flaw) => return vec![flaw],
    };
    let switches = Switches::named(&muster.in_force);
    if switches.on(Switch::LaidTerrain) && setup.deploy != Deploy::Free {
        let why = "terrain is laid before the sides deploy: `deploy: Free` is needed (4.3)";
        muster.flaws.push(Flaw::error(Locus::Switch(Switch::LaidTerrain.name().into()), why));
    }
    let lists = armies::lists().of_sides(setup, &mut muster.flaws);
    let recruits = muster.recruits(|side, unit, fields| recruit(unit, lists.of(side), fields));
    muster.no_fields_of_sides();
    muster.check_places(&recruits, |recruit, piece| {
        let kind = terrain::kind(piece)?;
        let own = &recruit.own;
        let wheels = own.troop.kind.is_machine() && !kind.wheels;
        let barred =
            wheels || kind.closed || (kind.open && !own.formation.open) || (kind.foot && own.troop.kind.mounted());
        barred.then(|| format!("`{}` may not stand in {}", recruit.name, kind.title))
    });
    armies::check(setup, &lists, &recruits, &mut muster.flaws);
    let contacts = staged::contacts(&recruits, &mut muster.flaws);
    let attended = attended(&recruits, &mut muster.flaws);
    if muster.is_flawed() {
        return muster.flaws;
    }
    let flaws = muster.enlist(world, &recruits);
    world.insert_resource(Troops::new(recruits.iter().map(|recruit| Some(recruit.own.troop.clone())).collect()));
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<battle::Roster>().entity(unit);
        let Own { formation, under_way, staged, listed, .. } = recruit.own;
        world.entity_mut(entity).insert((formation, under_way));
        world.entity_mut(entity).insert(staged.values());
        if setup.deploy == Deploy::Free {
            world.entity_mut(entity).insert(listed);
        } else {
            let with = attended[i];
            world.entity_mut(entity).insert(Attends(with));
            state::station(world, unit, if with.is_some() { Placement::Off } else { recruit.placement });
        }
    }
    world.insert_resource(Contacts(contacts));
    world.insert_resource(switches);
    if !setup.is_limited {
        let field = Battlefield::of(View::umpire(world));
        let greater = Side::BOTH.map(|side| ending::army(field, side)).into_iter().max().unwrap_or_default();
        world.insert_resource(TurnLimit(Limit { turns: ending::last_turn(greater), ..setup.limit }));
    }
    install::lay_out(world, Sequence { turn: 1, next: 0 });
    if setup.deploy == Deploy::Free {
        install::lay_out(world, SetUp::Begins);
    }
    flaws
}

fn recruit(unit: &UnitSetup, list: Option<&ArmyList>, fields: &mut FieldReader) -> Option<(BaseSize, Placement, Own)> {
    let line = list.and_then(|list| list.troop(&unit.kind));
    let kind = line.map_or(unit.kind.as_str(), |line| line.kind.as_str());
    let Some(kind) = data().troop(kind) else {
        let of_list = list.into_iter().flat_map(|list| &list.troops).map(|line| line.name.as_str());
        let names = data().types.iter().map(|kind| kind.id.as_str()).chain(of_list);
        fields.unknown("type", "troop type", &unit.kind, names);
        return None;
    };
    if kind.commander {
        return Some(leader(kind, unit, fields));
    }
    let machine = kind.is_machine();
    let figures = if machine {
        fields.whole("crew", 1, tables().crew.into()).unwrap_or(tables().crew.into()) as u8
    } else {
        fields.whole("figures", 1, MOST).unwrap_or(20) as u8
    };
    let lost = fields.whole("lost", 0, i64::from(figures) - 1).unwrap_or(0) as u8;
    let left = figures - lost;
    let formation = fields.text("formation");
    if machine && formation.is_some() {
        fields.flaw("formation", format!("{} stand in no formation", kind.name));
    }
    let shape = of_shape(fields, "formation", formation, kind, left).unwrap_or_default();
    let files = fields.whole("files", 1, i64::from(left)).unwrap_or_else(|| shape::files(shape, left).into()) as u8;
    let order = fields.text("order");
    let open = match order.as_deref() {
        None | Some("close") => false,
        Some("open") => true,
        Some(other) => {
            fields.unknown("order", "order", other, ["close", "open"].into_iter());
            false
        }
    };
    if open && shape.is_square() {
        fields.flaw("order", "squares and hedgehogs are always in close order");
    }
    let formation = Formation { shape, open };
    let troop = equipped(kind, figures, line.map_or(&[], |line| &line.extras), fields);
    let under_way = staged::changing(fields, kind, formation, left);
    let staged = Staged::read(fields);
    let files = if machine { left } else { files.min(left).max(1) };
    let listed = Listed { place: unit.pose.map(|pose| pose.place()), files };
    let stands = |pose| {
        if machine { in_crew(pose, left) } else { Placement::Block { pose, files, bases: left, gap: gap(open) } }
    };
    let placement = unit.pose.map_or(Placement::Off, stands);
    Some((base_size(kind), placement, Own { troop, formation, under_way, staged, listed }))
}

/// An army's commander: a point, with the unit within an inch of which he stands.
fn leader(kind: &'static TroopType, unit: &UnitSetup, fields: &mut FieldReader) -> (BaseSize, Placement, Own) {
    let troop = Troop { rides: fields.flag("mounted").unwrap_or(false), ..Troop::plain(kind, 1) };
    let own = Own {
        troop,
        formation: Formation::default(),
        under_way: UnderWay(None),
        staged: Staged::default(),
        listed: Listed { place: unit.pose.map(|pose| pose.place()), files: 1 },
    };
    (BaseSize::new(0.0, 0.0), unit.pose.map_or(Placement::Off, |pose| Placement::Token(pose.at)), own)
}

/// Of each recruit who is a commander the unit with which he begins, and a flaw for a second commander of a side.
fn attended(recruits: &[Recruit], flaws: &mut Vec<Flaw>) -> Vec<Option<UnitId>> {
    let mut led = Vec::new();
    let of = |recruit: &Recruit| {
        let at = recruit.placement.point().filter(|_| recruit.own.troop.kind.commander)?;
        if led.contains(&recruit.side) {
            let (body, place) = recruit.place?;
            let at = Locus::Unit(recruit.side, body, place, "type".into());
            flaws.push(Flaw::error(at, "a side has one commander"));
        }
        led.push(recruit.side);
        let units = recruits.iter().enumerate().filter(|(_, other)| other.side == recruit.side);
        commander::attended(
            at,
            units.filter_map(|(n, other)| Some((UnitId(n as u16), other.placement.hull(other.base)?))),
        )
    };
    recruits.iter().map(of).collect()
}

/// The formation of that word, if so many figures of the type may take it.
pub fn of_shape(
    fields: &mut FieldReader,
    field: &str,
    word: Option<String>,
    kind: &TroopType,
    figures: u8,
) -> Option<Shape> {
    let word = word?;
    let Some(shape) = Shape::named(&word) else {
        fields.unknown(field, "formation", &word, Shape::WORDS.iter().map(|word| word.0));
        return None;
    };
    if !may_form(shape, figures, kind.mounted(), kind.pikes) {
        fields.flaw(field, format!("{figures} {} cannot form a {word}", kind.name));
    }
    Some(shape)
}

/// A unit of that type with what its file gives it besides (2.4).
fn equipped(kind: &'static TroopType, figures: u8, has: &[Extra], fields: &mut FieldReader) -> Troop {
    let prices = &tables().extras;
    let mut troop = Troop::plain(kind, figures);
    if fields.flag("poorly_trained").unwrap_or(false) {
        troop.drill = if kind.mounted() { Drill::PoorHorse } else { Drill::Poor };
    }
    let mut given = |extra: Extra, points: i32| {
        let name = extra.field();
        let is = fields.flag(name).unwrap_or(false) || has.contains(&extra);
        if is && !kind.extras.contains(&extra) {
            fields.flaw(name, format!("{} are not given {}", kind.name, name.replace('_', " ")));
        }
        if is {
            troop.half_points += 2 * points;
        }
        is
    };
    let pole_arms = given(Extra::PoleArm, prices.pole_arm);
    let bow = given(Extra::Bow, prices.missile);
    let javelin = given(Extra::Javelin, prices.missile);
    let pavise = given(Extra::Pavise, prices.pavise);
    let stakes = given(Extra::Stakes, prices.stakes);
    if bow && javelin {
        fields.flaw("javelin", "a unit has one missile weapon");
    }
    troop.pole_arms |= pole_arms;
    (troop.pavise, troop.stakes) = (pavise, stakes);
    let name = match (bow, javelin) {
        (true, _) if kind.class().row().weight == Some(0) => Some(&prices.light_horse_bow),
        (true, _) => Some(&prices.bow),
        (_, true) => Some(&prices.javelin),
        _ => None,
    };
    troop.weapon = name.and_then(|name| tables().weapon(name)).or(troop.weapon);
    troop
}
