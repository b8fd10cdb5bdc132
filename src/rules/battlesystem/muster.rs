//! From a battle's file to units: finds each type, reads how it stands and who commands it, and reports every error at its place.

use bevy::ecs::component::Component;
use bevy::ecs::world::World;

use super::armies::{self, ArmyList};
use super::battlefield::{base_size, open_gap, points};
use super::damage;
use super::data::{data, tables, troop_type};
use super::deploy::SetUp;
use super::sequence::Sequence;
use super::staff::{self, Staff};
use super::state::{GapDebt, Last, Officers, Points, Stance, Troop, Troops, Wounds};
use super::switches::Switches;
use super::troop::{Class, TroopType};
use crate::battle::setup::{Deploy, FieldReader, Flaw, Limit, Locus, Setup, UnitSetup};
use crate::battle::{self, Eyes, Muster, Seen, TurnLimit, install, state};
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Footprint, Mil, Place, Placement, Pose};

/// Where the file has a unit that its side places itself.
#[derive(Component, Clone, Copy, Debug)]
#[component(immutable)]
pub struct Listed(pub Place);

impl Seen for Listed {
    const BY: Eyes = Eyes::Side;
}

/// Figures of a unit at the start (3.1).
const FEWEST: i64 = 4;
const MOST: i64 = 48;
/// Figures of skirmishers at the start (3.1), and the most ranks in which they are set up (7.1).
const SKIRMISHERS: (i64, i64) = (2, 24);
const SKIRMISH_RANKS: u8 = 3;

/// What the ruleset's files say of a unit; the marker of a commander is no troop.
#[derive(Default)]
pub struct Own {
    troop: Option<Troop>,
    pose: Option<Pose>,
    stance: Stance,
    wounds: i32,
    debt: u8,
    lost: u8,
    last: Last,
    pub staff: Staff,
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
    let lists = armies::lists().of_sides(setup, &mut muster.flaws);
    let mut recruits = muster.recruits(|side, unit, fields| recruit(unit, lists.of(side), fields, switches));
    muster.no_fields_of_sides();
    muster.no_fields_of_commands();
    muster.check_places(&recruits, |recruit, piece| {
        let kind = data().terrain.iter().find(|kind| kind.name == piece.kind.0)?;
        let troop = recruit.own.troop.as_ref()?;
        let closed = troop.class == Class::Regular && !recruit.own.stance.open;
        let barred = kind.closed || (kind.open && closed) || (kind.foot_only && troop.kind.mounted);
        barred.then(|| format!("`{}` may not stand in {}", recruit.name, piece.kind.0.replace('-', " ")))
    });
    for side in Side::BOTH {
        let own =
            recruits.iter().filter(|recruit| recruit.side == side).filter_map(|recruit| recruit.own.troop.as_ref());
        let army = own.map(|troop| (troop.kind.name.as_str(), u16::from(troop.figures)));
        if let Some(Err(why)) = lists.of(side).map(|list| list.check(army)) {
            muster.flaws.push(Flaw::error(Locus::Side(side, "army".into()), why));
        }
    }
    let officers = staff::muster(&mut recruits, setup.table, &mut muster.flaws);
    if muster.is_flawed() {
        return muster.flaws;
    }
    let flaws = muster.enlist(world, &recruits);
    if !setup.is_limited {
        // Twelve rounds, unless a file says otherwise (13).
        world.insert_resource(TurnLimit(Limit { turns: tables().victory.rounds, ..setup.limit }));
    }
    world.insert_resource(Troops::new(recruits.iter().map(|recruit| recruit.own.troop.clone()).collect()));
    world.insert_resource(Officers(officers));
    let cost = |side: Side, of: fn(&Own, &Troop) -> u8| {
        let own = recruits.iter().filter(|recruit| recruit.side == side).map(|recruit| &recruit.own);
        let troops = own.filter_map(|own| Some((own, own.troop.as_ref()?)));
        troops.map(|(own, troop)| points(troop.kind, switches) * i32::from(of(own, troop))).sum::<i32>()
    };
    let of = Side::BOTH.map(|side| cost(side, |_, troop| troop.figures));
    let lost = Side::BOTH.map(|side| cost(side, |own, _| own.lost));
    world.insert_resource(Points { of, lost });
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<battle::Roster>().entity(unit);
        let own = &recruit.own;
        world.entity_mut(entity).insert((own.stance, Wounds(own.wounds), GapDebt(own.debt), own.last));
        if setup.deploy == Deploy::Free {
            if let Some(pose) = recruit.own.pose {
                world.entity_mut(entity).insert(Listed(pose.place()));
            }
        } else {
            state::station(world, unit, recruit.placement);
        }
    }
    world.insert_resource(switches);
    install::lay_out(world, Sequence { turn: 1, next: 0 });
    if setup.deploy == Deploy::Free {
        install::lay_out(world, SetUp::Begins);
    }
    flaws
}

/// A unit: its `type` is a troop of the side's list, or a troop type itself.
fn recruit(
    unit: &UnitSetup,
    list: Option<&ArmyList>,
    fields: &mut FieldReader,
    switches: Switches,
) -> Option<(BaseSize, Placement, Own)> {
    let listed = list.and_then(|list| list.troops.iter().find(|entry| entry.name == unit.kind));
    let Some(kind) = troop_type(listed.map_or(&unit.kind, |entry| &entry.kind)) else {
        let of_list = list.into_iter().flat_map(|list| &list.troops).map(|entry| entry.name.as_str());
        let names = data().troops.types.iter().map(|kind| kind.name.as_str()).chain(of_list);
        fields.unknown("type", "troop type", &unit.kind, names);
        return None;
    };
    let class = class(kind, fields);
    let (fewest, most) = if class == Class::Skirmish { SKIRMISHERS } else { (FEWEST, MOST) };
    let figures = fields.whole("figures", fewest, most).unwrap_or(12) as u8;
    let lost = fields.whole("lost", 0, i64::from(figures) - 1).unwrap_or(0) as u8;
    let left = figures - lost;
    let files = fields.whole("files", 1, i64::from(left)).map(|files| files as u8);
    if class == Class::Mob && files.is_some_and(|files| files != square(left)) {
        fields.flaw("files", format!("a mob of {left} has {} files", square(left)));
    }
    let files = files.unwrap_or_else(|| if class == Class::Mob { square(left) } else { left.div_ceil(2) });
    if class == Class::Skirmish && left.div_ceil(files) > SKIRMISH_RANKS {
        fields.flaw("files", format!("skirmishers are set up in one to {SKIRMISH_RANKS} ranks"));
    }
    let open = class == Class::Skirmish || fields.text("formation").is_some_and(|formation| formation == "open");
    let routed = fields.flag("routed").unwrap_or(false);
    let opens = open || (routed && class == Class::Regular);
    let stance = Stance { open: opens, files, routed, out: routed, ..Stance::default() };
    let wounds = fields.whole("wounds", 0, i64::from(kind.fs16()) - 1).unwrap_or(0) as i32;
    let debt = fields.whole("gaps", 0, MOST).unwrap_or(0) as u8;
    let leads = !fields.flag("no_commander").unwrap_or(false) && class != Class::Skirmish;
    let usual = &tables().command.unit;
    let staff = staff::read(fields, leads.then_some((usual.cha, usual.level)));
    let placement =
        unit.pose.map_or(Placement::Off, |pose| stood(kind, class, (stance.open, files, left), pose, switches));
    let hates: Vec<String> = fields.take("hates", "names of troop types, as [\"guard\"]").unwrap_or_default();
    for hated in hates.iter().filter(|name| troop_type(name).is_none()) {
        fields.unknown("hates", "troop type", hated, data().troops.types.iter().map(|kind| kind.name.as_str()));
    }
    let last = Last {
        moved: fields.flag("moved_before").unwrap_or(false),
        forced: fields.flag("forced_before").unwrap_or(false),
    };
    let die = match fields.text("damage") {
        Some(odd) => damage::single(&odd).unwrap_or_else(|| {
            fields.flaw("damage", format!("`{odd}` is no damage, as `d8`, `2d4` or `d8+1`"));
            kind.die
        }),
        None => kind.die,
    };
    let troop = Troop { kind, figures, class, die, hates, deputies: staff.deputies };
    Some((
        base_size(kind, switches),
        placement,
        Own { troop: Some(troop), pose: unit.pose, stance, wounds, debt, lost, last, staff },
    ))
}

/// How a unit stands with the middle of its front there: open or closed, in so many files, with so many figures.
pub fn stood(
    kind: &TroopType,
    class: Class,
    (open, files, bases): (bool, u8, u8),
    pose: Pose,
    switches: Switches,
) -> Placement {
    let gap = match (class, open) {
        (Class::Skirmish, _) => Mil::measured(tables().skirmish.apart),
        (Class::Regular, true) => open_gap(switches),
        _ => Mil::ZERO,
    };
    let block = Placement::Block { pose, files, bases, gap };
    match class {
        Class::Skirmish => {
            let size = BaseSize { stand: 1, ..base_size(kind, switches) };
            Placement::Loose(block.bases(size).iter().map(Footprint::pose).collect())
        }
        _ => block,
    }
}

/// The files of a mob of so many: as near to a square as it can be (7.1).
pub fn square(figures: u8) -> u8 {
    (1..=figures).find(|files| u16::from(*files) * u16::from(*files) >= u16::from(figures)).unwrap_or(1)
}

/// The formations of units that are ordered so, as files name them.
pub fn formations(class: Class) -> &'static [&'static str] {
    match class {
        Class::Regular => &["closed", "open"],
        Class::Skirmish => &["skirmish"],
        Class::Mob => &["mob"],
    }
}

/// How a unit is ordered: as its formation says, or as its type is first of all.
fn class(kind: &TroopType, fields: &mut FieldReader) -> Class {
    let usual = kind.classes.first().copied().unwrap_or_default();
    let Some(formation) = fields.text("formation") else { return usual };
    let found = kind.classes.iter().copied().find(|class| formations(*class).contains(&formation.as_str()));
    found.unwrap_or_else(|| {
        let names = kind.classes.iter().flat_map(|class| formations(*class)).copied();
        fields.unknown("formation", "formation of that type", &formation, names);
        usual
    })
}
