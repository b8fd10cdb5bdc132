//! From a battle's file to units: finds each type, reads how it stands and who commands it, and reports every error at its place.

use bevy::ecs::world::World;

use super::battlefield::base_size;
use super::data::{data, tables, troop_type};
use super::numbers::Leader;
use super::sequence::Sequence;
use super::state::{GapDebt, Last, Officer, Officers, Points, Role, Stance, Troop, Troops, Wounds};
use super::switches::Switches;
use super::troop::{Class, TroopType};
use crate::battle::setup::{Deploy, FieldReader, Flaw, Locus, Setup, UnitSetup};
use crate::battle::{self, Muster, install, state};
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Mil, Placement};

/// Figures of a unit at the start (3.1).
const FEWEST: i64 = 4;
const MOST: i64 = 48;
/// Figures of skirmishers at the start (3.1), and the most ranks in which they are set up (7.1).
const SKIRMISHERS: (i64, i64) = (2, 24);
const SKIRMISH_RANKS: u8 = 3;

/// What the ruleset's files say of a unit.
pub struct Own {
    troop: Troop,
    stance: Stance,
    wounds: i32,
    debt: u8,
    last: Last,
    commander: Option<(u8, u8)>,
    brigade: Option<(u8, u8)>,
    army: Option<(u8, u8)>,
}

pub type Recruit = battle::Recruit<Own>;

/// Puts the units of a setup into the world and begins the sequence, or lists every flaw.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let kinds = data().terrain.iter().map(|kind| kind.name.as_str());
    let mut muster = match Muster::new(setup, &data().texts, "intermediate", kinds) {
        Ok(muster) => muster,
        Err(flaw) => return vec![flaw],
    };
    let switches = Switches::named(&muster.in_force);
    let recruits = muster.recruits(|_, unit, fields| recruit(unit, fields));
    muster.check_places(&recruits, |recruit, piece| {
        let kind = data().terrain.iter().find(|kind| kind.name == piece.kind.0)?;
        let barred = kind.closed || (kind.open && !recruit.own.stance.open);
        barred.then(|| format!("`{}` may not stand in {}", recruit.name, piece.kind.0.replace('-', " ")))
    });
    if setup.deploy == Deploy::Free {
        let why = "the sides do not place units in Battlesystem yet: the file must";
        muster.flaws.push(Flaw::error(Locus::Top("deploy"), why));
    }
    if muster.is_flawed() {
        return muster.flaws;
    }
    let flaws = muster.enlist(world, &recruits);
    world.insert_resource(Troops::new(recruits.iter().map(|recruit| Some(recruit.own.troop.clone())).collect()));
    world.insert_resource(Officers(officers(&recruits)));
    let points = |side: Side| {
        let own = recruits.iter().filter(|recruit| recruit.side == side);
        own.map(|recruit| recruit.own.troop.kind.points * i32::from(recruit.own.troop.figures)).sum()
    };
    world.insert_resource(Points { of: Side::BOTH.map(points), lost: [0; 2] });
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<battle::Roster>().entity(unit);
        let own = &recruit.own;
        world.entity_mut(entity).insert((own.stance, Wounds(own.wounds), GapDebt(own.debt), own.last));
        state::station(world, unit, recruit.placement);
    }
    world.insert_resource(switches);
    install::lay_out(world, Sequence { turn: 1, next: 0 });
    flaws
}

fn officers(recruits: &[Recruit]) -> Vec<Officer> {
    let mut all = Vec::new();
    for (i, recruit) in recruits.iter().enumerate() {
        let unit = UnitId(i as u16);
        let body = bodies_before(recruits, recruit);
        let mut add = |role, of: Option<(u8, u8)>| {
            if let Some((cha, level)) = of {
                let brigade = (role == Role::Brigade).then_some(body);
                all.push(Officer {
                    side: recruit.side,
                    role,
                    cha,
                    level,
                    with: unit,
                    own: unit,
                    body: brigade,
                    wounded: false,
                    lost: false,
                });
            }
        };
        add(Role::Unit, recruit.own.commander);
        add(Role::Brigade, recruit.own.brigade);
        add(Role::Army, recruit.own.army);
    }
    all
}

/// The number of a recruit's body: north's bodies come before south's.
fn bodies_before(recruits: &[Recruit], recruit: &Recruit) -> u16 {
    let mut seen: Vec<(Side, usize)> = Vec::new();
    for other in recruits {
        if let Some((body, _)) = other.place
            && !seen.contains(&(other.side, body))
        {
            seen.push((other.side, body));
        }
    }
    let own = recruit.place.map(|(body, _)| (recruit.side, body));
    seen.iter().position(|body| Some(*body) == own).unwrap_or(0) as u16
}

fn recruit(unit: &UnitSetup, fields: &mut FieldReader) -> Option<(BaseSize, Placement, Own)> {
    let Some(kind) = troop_type(&unit.kind) else {
        let names = data().troops.types.iter().map(|kind| kind.name.as_str());
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
    let pair = "charisma and level, as (12, 4)";
    let usual = |of: &Leader| (of.cha, of.level);
    let without = fields.flag("no_commander").unwrap_or(false);
    let leads = !without && class != Class::Skirmish;
    let commander = fields.take("commander", pair).or_else(|| leads.then(|| usual(&tables().command.unit)));
    let brigade = fields.take("brigade", pair);
    let army = fields.take("army", pair);
    let gap = match (class, stance.open) {
        (Class::Skirmish, _) => Mil::measured(tables().skirmish.apart),
        (_, true) => Mil::measured(tables().gap),
        (_, false) => Mil::ZERO,
    };
    let block = unit.pose.map(|pose| Placement::Block { pose, files, bases: left, gap });
    let apart =
        |block: Placement| Placement::Loose(block.bases(base_size(kind)).iter().map(|base| base.pose()).collect());
    let placement = match block {
        None => Placement::Off,
        Some(block) if class == Class::Skirmish => apart(block),
        Some(block) => block,
    };
    let hates: Vec<String> = fields.take("hates", "names of troop types, as [\"guard\"]").unwrap_or_default();
    for hated in hates.iter().filter(|name| troop_type(name).is_none()) {
        fields.unknown("hates", "troop type", hated, data().troops.types.iter().map(|kind| kind.name.as_str()));
    }
    let last = Last {
        moved: fields.flag("moved_before").unwrap_or(false),
        forced: fields.flag("forced_before").unwrap_or(false),
    };
    let troop = Troop { kind, figures, class, hates };
    Some((base_size(kind), placement, Own { troop, stance, wounds, debt, last, commander, brigade, army }))
}

/// The files of a mob of so many: as near to a square as it can be (7.1).
pub fn square(figures: u8) -> u8 {
    (1..=figures).find(|files| u16::from(*files) * u16::from(*files) >= u16::from(figures)).unwrap_or(1)
}

/// How a unit is ordered: as its formation says, or as its type is first of all.
fn class(kind: &TroopType, fields: &mut FieldReader) -> Class {
    let formations = |class: &Class| match class {
        Class::Regular => ["closed", "open"].as_slice(),
        Class::Skirmish => &["skirmish"],
        Class::Mob => &["mob"],
    };
    let usual = kind.classes.first().copied().unwrap_or_default();
    let Some(formation) = fields.text("formation") else { return usual };
    let found = kind.classes.iter().copied().find(|class| formations(class).contains(&formation.as_str()));
    found.unwrap_or_else(|| {
        let names = kind.classes.iter().flat_map(formations).copied();
        fields.unknown("formation", "formation of that type", &formation, names);
        usual
    })
}
