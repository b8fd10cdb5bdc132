//! Makes the units of a battle's file: finds each line in its army list or type, and reports every error at its place.

use bevy::ecs::world::World;

use super::armies::{self, ArmyList, ListTroop};
use super::begun::{self, Begun};
use super::commands::Under;
use super::composition;
use super::data::{Going, Tag, U, UnitType, data, tables};
use super::discipline::Discipline;
use super::going;
use super::sequence::Sequence;
use super::set_up::SetUp;
use super::staff;
use super::state::{Armies, Army, Disordered, Listed, Troop, Troops, Vbu};
use super::switches::{Switch, Switches};
use crate::battle::setup::{Deploy, FieldReader, Flaw, Locus, Setup, UnitSetup};
use crate::battle::{self, InForce, Muster, Roster, SideLists, install, state};
use crate::cite::intern;
use crate::ids::{Side, UnitId};
use crate::table::{BaseSize, Placement};

/// What Impetus's files say of a unit.
struct Own {
    troop: Troop,
    vbu: Vbu,
    disordered: bool,
    begun: Begun,
    general: bool,
}

type Recruit = battle::Recruit<Own>;

/// A recruit with what matters for generals and commands.
fn as_man(recruit: &Recruit, unit: UnitId) -> staff::Man {
    staff::Man {
        unit,
        name: recruit.name.0,
        side: recruit.side,
        body: recruit.place.map_or(0, |(body, _)| body),
        general: recruit.own.general,
        may_lead: recruit.own.troop.leads,
        vd: recruit.own.troop.whole_vd(),
    }
}

/// Puts the units of a setup into the world and begins the turn sequence, or lists every flaw.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let kinds = data().terrain.iter().map(|kind| kind.name.as_str());
    let mut muster = match Muster::new(setup, &data().texts, kinds) {
        Ok(muster) => muster,
        Err(flaw) => return vec![flaw],
    };
    let lists = armies::lists().of_sides(setup, &mut muster.flaws);
    let in_force = muster.in_force.clone();
    let free = setup.deploy == Deploy::Free;
    if in_force.has(Switch::LaidTerrain.name()) && !free {
        let why = "terrain is laid before the sides deploy: `deploy: Free` is needed (5.2)";
        muster.flaws.push(Flaw::error(Locus::Switch(Switch::LaidTerrain.name().into()), why));
    }
    let recruits = muster.recruits(|side, unit, fields| recruit(&lists, side, unit, &in_force, fields));
    muster.check_places(&recruits, |_, piece| {
        let closed = going::going(piece) == Going::Closed;
        closed.then(|| format!("nobody may stand in {}", piece.kind.0.replace('-', " ")))
    });
    let staff = staff::staffs(setup, &in_force, &mut muster.flaws);
    let men: Vec<staff::Man> =
        recruits.iter().enumerate().map(|(i, recruit)| as_man(recruit, UnitId(i as u16))).collect();
    let (commands, under) = staff::commands(setup, &in_force, &men, &staff.sorts, &mut muster.flaws);
    let armies = armies_of(setup, &lists, &recruits, &mut muster.flaws);
    if muster.is_flawed() {
        return muster.flaws;
    }
    let mut flaws = muster.enlist(world, &recruits);
    world.insert_resource(Troops::new(recruits.iter().map(|recruit| Some(recruit.own.troop.clone())).collect()));
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<Roster>().entity(unit);
        world.entity_mut(entity).insert((
            recruit.own.vbu,
            Disordered(recruit.own.disordered),
            Under(under.get(i).copied().unwrap_or_default()),
        ));
        recruit.own.begun.give(world, unit);
        match recruit.placement.pose(recruit.base).filter(|_| free) {
            Some(pose) => {
                world.entity_mut(entity).insert(Listed(pose.place()));
            }
            None => state::station(world, unit, recruit.placement),
        }
    }
    world.insert_resource(armies);
    world.insert_resource(commands);
    world.insert_resource(staff.sorts);
    world.insert_resource(staff.structures);
    world.insert_resource(staff.destiny);
    world.insert_resource(Switches::named(&in_force));
    begun::contacts(setup, world, &mut flaws);
    install::lay_out(world, Sequence { turn: 1, next: 0 });
    if free {
        install::lay_out(world, SetUp::Begins);
    }
    flaws
}

/// A unit type with its usual values, as a line.
fn bare(kind: &UnitType) -> ListTroop {
    ListTroop {
        name: kind.code.clone(),
        code: kind.code.clone(),
        title: kind.name.clone(),
        m: kind.usual.m,
        vbu: kind.usual.vbu,
        i: kind.usual.i,
        vd: kind.usual.vd,
        d: kind.usual.d,
        missile: kind.usual.missile.clone(),
        tags: Vec::new(),
        general: true,
        count: 0,
        base: None,
        glyph: None,
        figure: None,
    }
}

/// A unit, from the side's list or a bare type.
fn recruit(
    lists: &SideLists<ArmyList>,
    side: Side,
    unit: &UnitSetup,
    switches: &InForce,
    fields: &mut FieldReader,
) -> Option<(BaseSize, Placement, Own)> {
    let list = lists.of(side);
    let listed: Option<ListTroop> = list.and_then(|l| l.troops.iter().find(|t| t.name == unit.kind)).cloned();
    let Some(line) = listed.or_else(|| data().unit_type(&unit.kind).map(bare)) else {
        if lists.is_unknown(side) {
            return None;
        }
        let of_list = list.into_iter().flat_map(|l| l.troops.iter().map(|t| t.name.as_str()));
        let names = of_list.chain(data().types.iter().map(|t| t.code.as_str()));
        fields.unknown("type", "unit type", &unit.kind, names);
        return None;
    };
    let kind = data().unit_type(&line.code)?;
    let m: Option<f32> = fields.take("m", "a length in U");
    let vbu = fields.whole("vbu", 1, 9).map_or(line.vbu, |n| n as i32);
    let i = fields.whole("i", 0, 9).map_or(line.i, |n| n as i32);
    let vd = fields.whole("vd", 0, 9).map_or(line.vd, |n| n as i32);
    let letter = fields.text("d");
    let class = letter.as_deref().and_then(Discipline::named);
    if let (Some(letter), None) = (&letter, class) {
        fields.unknown("d", "class of discipline", letter, Discipline::names());
    }
    let missile = fields.text("missile").or(line.missile.clone()).filter(|m| m != "none");
    let tags = tags(fields).unwrap_or(line.tags.clone());
    let large = fields.flag("large").unwrap_or(false);
    let disordered = fields.flag("disordered").unwrap_or(false);
    let lost = fields.whole("lost", 0, i64::from(vbu) * if large { 2 } else { 1 } - 1).map_or(0, |n| n as i32);
    let in_motion = fields.flag("in_motion").unwrap_or(false);
    if in_motion && kind.chariot.is_none() {
        fields.flaw("in_motion", "only war chariots are in motion (8.5)");
    }
    let begun = Begun::read(fields, switches, in_motion);
    let general = fields.flag("general").unwrap_or(false);
    let weapon = missile.as_deref().and_then(|id| data().weapon(id));
    if let (Some(id), None) = (&missile, weapon) {
        fields.unknown("missile", "weapon", id, data().weapons.iter().map(|w| w.id.as_str()));
    }
    if let Some(m) = m.filter(|m| !(0.0..=50.0).contains(m)) {
        fields.flaw("m", format!("expected a length from 0 to 50 U, not {m}"));
    }
    if large && !tags.contains(&Tag::Large) {
        fields.flaw("large", format!("{} do not form large units (4)", line.title));
    }
    if general && !line.general {
        let why = format!(
            "the general may not be with {} (4): in the army list its line `{}` does not say `general: true`",
            line.title, line.name
        );
        fields.flaw("general", why);
    }
    let placement = match unit.pose {
        Some(pose) => Placement::block(pose, 1, if large && lost < vbu { 2 } else { 1 }),
        None => Placement::Off,
    };
    let full = Vbu { front: vbu, rear: if large { vbu } else { 0 } };
    let troop = Troop {
        kind,
        title: line.title.clone(),
        glyph: intern(line.glyph.as_deref().unwrap_or(&kind.glyph)),
        figure: intern(line.figure.as_deref().unwrap_or(&kind.figure)),
        m: m.map_or(line.m, U).mil(),
        vbu,
        i,
        vd,
        d: class.unwrap_or(line.d),
        weapon,
        tags,
        large,
        leads: line.general,
    };
    let (width, depth) = line.base.unwrap_or((tables().frontage.inches(), kind.depth.inches()));
    let base = BaseSize::new(width, depth);
    Some((base, placement, Own { troop, vbu: full.less(lost), disordered, begun, general }))
}

fn tags(fields: &mut FieldReader) -> Option<Vec<Tag>> {
    let names: Vec<String> = fields.take("tags", "a list of tags in quotes")?;
    let mut tags = Vec::new();
    for name in &names {
        match Tag::named(name) {
            Some(tag) => tags.push(tag),
            None => fields.unknown("tags", "tag", name, Tag::names()),
        }
    }
    Some(tags)
}

/// The army is one that its list makes.
fn check_listed(setup: &Setup, side: Side, lists: &SideLists<ArmyList>, flaws: &mut Vec<Flaw>) {
    if lists.is_unknown(side) {
        return;
    }
    let Some(list) = lists.of(side) else {
        let message = "an army that is `listed` names its list: `army`";
        flaws.push(Flaw::error(Locus::Side(side, "listed".into()), message));
        return;
    };
    let mut counts = composition::Counts::new();
    for unit in setup.sides[side.index()].bodies.iter().flat_map(|body| &body.units) {
        let large = unit.fields.get("large").is_some_and(|large| *large == ron::Value::Bool(true));
        *counts.entry(&unit.kind).or_insert(0) += if large { 2 } else { 1 };
    }
    if let Err(why) = composition::check(list, &counts) {
        flaws.push(Flaw::error(Locus::Side(side, "bodies".into()), why));
    }
}

/// Each army's demoralisation value and general.
fn armies_of(setup: &Setup, lists: &SideLists<ArmyList>, recruits: &[Recruit], flaws: &mut Vec<Flaw>) -> Armies {
    let mut armies = Armies::default();
    for side in Side::BOTH {
        let force = &setup.sides[side.index()];
        let at = |field: String| Locus::Side(side, field);
        let mut fields = FieldReader::new(&force.fields, &at, flaws);
        let listed = fields.flag("listed").unwrap_or(false);
        let lost = fields.whole("lost", 0, 10_000).map_or(0, |vd| vd as i32);
        let general_lost = fields.flag("general_lost").unwrap_or(false);
        fields.finish();
        if listed {
            check_listed(setup, side, lists, flaws);
        }
        let own = || recruits.iter().enumerate().filter(|(_, r)| r.side == side);
        let mut generals = own().filter(|(_, r)| r.own.general);
        let general = generals.next().map(|(i, _)| UnitId(i as u16));
        for (_, second) in generals {
            let Some((b, u)) = second.place else { continue };
            flaws.push(Flaw::error(Locus::Unit(side, b, u, "general".into()), "an army has one general (4)"));
        }
        // Units lost before the file's battle begins are not in the file, so their value is added.
        let vdt = own().map(|(_, r)| r.own.troop.whole_vd()).sum::<i32>() + lost;
        if vdt == 0 && own().next().is_some() {
            let message = "the army's demoralisation value is nil: it would be beaten at once";
            flaws.push(Flaw::warning(Locus::Side(side, "bodies".into()), message));
        }
        armies.0[side.index()] = Army { vdt, general, lost, general_lost };
    }
    armies
}
