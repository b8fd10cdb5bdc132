//! From a battle's file to units: finds each type and what it was given besides, reads how it stands, and reports every error
//! at its place.

use bevy::ecs::world::World;

use super::battlefield::{base_size, gap};
use super::data::{data, tables};
use super::sequence::Sequence;
use super::shape::{self, Shape, may_form};
use super::staged::{self, Staged};
use super::state::{Contacts, Formation, Troop, Troops, UnderWay};
use super::switches::Switches;
use super::terrain;
use super::troop::{Drill, Extra, TroopType};
use crate::battle::setup::{Deploy, FieldReader, Flaw, Locus, Setup, UnitSetup};
use crate::battle::{self, Muster, install, state};
use crate::ids::UnitId;
use crate::table::{BaseSize, Placement};

/// Figures of a unit (2.4).
const MOST: i64 = 60;

/// What the ruleset's files say of a unit.
pub struct Own {
    pub troop: Troop,
    pub formation: Formation,
    pub under_way: UnderWay,
    pub staged: Staged,
}

pub type Recruit = battle::Recruit<Own>;

/// Puts the units of a setup into the world and begins the sequence, or lists every flaw.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let kinds = data().terrain.iter().map(|kind| kind.name.as_str());
    let mut muster = match Muster::new(setup, &data().texts, "book", kinds) {
        Ok(muster) => muster,
        Err(flaw) => return vec![flaw],
    };
    let switches = Switches::named(&muster.in_force);
    let recruits = muster.recruits(|_, unit, fields| recruit(unit, fields));
    muster.check_places(&recruits, |recruit, piece| {
        let kind = terrain::kind(piece)?;
        let own = &recruit.own;
        let barred = kind.closed || (kind.open && !own.formation.open) || (kind.foot && own.troop.kind.mounted());
        barred.then(|| format!("`{}` may not stand in {}", recruit.name, kind.title))
    });
    if setup.deploy == Deploy::Free {
        let why = "the sides do not place units in Chainmail yet: the file must";
        muster.flaws.push(Flaw::error(Locus::Top("deploy"), why));
    }
    let contacts = staged::contacts(&recruits, &mut muster.flaws);
    if muster.is_flawed() {
        return muster.flaws;
    }
    let flaws = muster.enlist(world, &recruits);
    world.insert_resource(Troops::new(recruits.iter().map(|recruit| Some(recruit.own.troop.clone())).collect()));
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<battle::Roster>().entity(unit);
        let Own { formation, under_way, staged, .. } = recruit.own;
        world.entity_mut(entity).insert((formation, under_way));
        world.entity_mut(entity).insert(staged.values());
        state::station(world, unit, recruit.placement);
    }
    world.insert_resource(Contacts(contacts));
    world.insert_resource(switches);
    install::lay_out(world, Sequence { turn: 1, next: 0 });
    flaws
}

fn recruit(unit: &UnitSetup, fields: &mut FieldReader) -> Option<(BaseSize, Placement, Own)> {
    let Some(kind) = data().troop(&unit.kind) else {
        let names = data().types.iter().map(|kind| kind.id.as_str());
        fields.unknown("type", "troop type", &unit.kind, names);
        return None;
    };
    let figures = fields.whole("figures", 1, MOST).unwrap_or(20) as u8;
    let lost = fields.whole("lost", 0, i64::from(figures) - 1).unwrap_or(0) as u8;
    let left = figures - lost;
    let formation = fields.text("formation");
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
    let troop = equipped(kind, figures, fields);
    let under_way = staged::changing(fields, kind, formation, left);
    let staged = Staged::read(fields);
    let placement = unit.pose.map_or(Placement::Off, |pose| Placement::Block {
        pose,
        files: files.min(left).max(1),
        bases: left,
        gap: gap(open),
    });
    Some((base_size(kind), placement, Own { troop, formation, under_way, staged }))
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
fn equipped(kind: &'static TroopType, figures: u8, fields: &mut FieldReader) -> Troop {
    let prices = &tables().extras;
    let mut troop = Troop {
        kind,
        figures,
        drill: kind.drill,
        pole_arms: kind.pikes,
        weapon: kind.weapon(),
        pavise: false,
        stakes: false,
        half_points: (kind.points * 2.0).round() as i32,
    };
    if fields.flag("poorly_trained").unwrap_or(false) {
        troop.drill = if kind.mounted() { Drill::PoorHorse } else { Drill::Poor };
    }
    let mut given = |name: &'static str, extra: Extra, points: i32| {
        let is = fields.flag(name).unwrap_or(false);
        if is && !kind.extras.contains(&extra) {
            fields.flaw(name, format!("{} are not given that", kind.name));
        }
        if is {
            troop.half_points += 2 * points;
        }
        is
    };
    let pole_arms = given("pole_arm", Extra::PoleArm, prices.pole_arm);
    let bow = given("bow", Extra::Bow, prices.missile);
    let javelin = given("javelin", Extra::Javelin, prices.missile);
    let pavise = given("pavise", Extra::Pavise, prices.pavise);
    let stakes = given("stakes", Extra::Stakes, prices.stakes);
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
