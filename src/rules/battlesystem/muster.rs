//! From a battle's file to units: finds each type, reads how it stands and who commands it, and reports every error at its place.

use bevy::ecs::world::World;

use super::battlefield::base_size;
use super::data::{data, tables, troop_type};
use super::numbers::Leader;
use super::sequence::Sequence;
use super::state::{GapDebt, Officer, Officers, Points, Role, Stance, Troop, Troops, Wounds};
use super::switches::Switches;
use crate::battle::setup::{Deploy, FieldReader, Flaw, Locus, Setup, UnitSetup};
use crate::battle::{self, Muster, install, state};
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Mil, Placement};

/// Figures of a unit at the start (3.1).
const FEWEST: i64 = 4;
const MOST: i64 = 48;

/// What the ruleset's files say of a unit.
pub struct Own {
    troop: Troop,
    stance: Stance,
    wounds: i32,
    debt: u8,
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
        world.entity_mut(entity).insert((recruit.own.stance, Wounds(recruit.own.wounds), GapDebt(recruit.own.debt)));
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
    let figures = fields.whole("figures", FEWEST, MOST).unwrap_or(12) as u8;
    let lost = fields.whole("lost", 0, i64::from(figures) - 1).unwrap_or(0) as u8;
    let left = figures - lost;
    let files = fields.whole("files", 1, i64::from(left)).unwrap_or_else(|| i64::from(left.div_ceil(2))) as u8;
    let formation = fields.text("formation");
    let open = match formation.as_deref() {
        None | Some("closed") => false,
        Some("open") => true,
        Some(other) => {
            fields.unknown("formation", "formation", other, ["closed", "open"].into_iter());
            false
        }
    };
    let routed = fields.flag("routed").unwrap_or(false);
    let stance = Stance { open: open || routed, files, routed, out: routed };
    let wounds = fields.whole("wounds", 0, i64::from(kind.fs16()) - 1).unwrap_or(0) as i32;
    let debt = fields.whole("gaps", 0, MOST).unwrap_or(0) as u8;
    let pair = "charisma and level, as (12, 4)";
    let usual = |of: &Leader| (of.cha, of.level);
    let without = fields.flag("no_commander").unwrap_or(false);
    let commander = fields.take("commander", pair).or_else(|| (!without).then(|| usual(&tables().command.unit)));
    let brigade = fields.take("brigade", pair);
    let army = fields.take("army", pair);
    let gap = if stance.open { Mil::measured(tables().gap) } else { Mil::ZERO };
    let placement = unit.pose.map_or(Placement::Off, |pose| Placement::Block { pose, files, bases: left, gap });
    let troop = Troop { kind, figures };
    Some((base_size(kind), placement, Own { troop, stance, wounds, debt, commander, brigade, army }))
}
