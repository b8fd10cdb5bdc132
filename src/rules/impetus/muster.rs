//! Makes the units of a battle's file: finds each line in its army list or type, and reports every error at its place.

use bevy::ecs::world::World;

use super::armies::{self, ArmyList, ListTroop};
use super::begun::{self, Begun};
use super::commands::Under;
use super::composition;
use super::data::{Tag, U, UnitType, data, tables};
use super::discipline::Discipline;
use super::sequence::Sequence;
use super::set_up::SetUp;
use super::staff;
use super::state::{Armies, Army, Disordered, Listed, Troop, TurnLimit, Vbu};
use super::switches::{Switch, Switches};
use crate::battle::setup::{Deploy, FieldReader, Flaw, Locus, Setup, Severity, SideSetup, UnitSetup, unknown};
use crate::battle::terrain_setup::FileTerrain;
use crate::battle::{Bodies, Body, Enlist, InForce, Roster, enlist, install, state};
use crate::cite::{Word, intern};
use crate::ids::{Side, UnitId};
use crate::nearest::nearest;
use crate::table::measure::overlap;
use crate::table::{BaseSize, Footprint, Ground, Placement};

/// A unit before it is enlisted.
struct Recruit {
    name: Word,
    side: Side,
    base: BaseSize,
    troop: Troop,
    vbu: Vbu,
    disordered: bool,
    begun: Begun,
    general: bool,
    placement: Placement,
    /// Its body and its place in it, by the file's lists.
    place: (usize, usize),
}

impl Recruit {
    fn as_man(&self, unit: UnitId) -> staff::Man {
        staff::Man {
            unit,
            name: self.name.0,
            side: self.side,
            body: self.place.0,
            general: self.general,
            may_lead: self.troop.leads,
            vd: self.vd(),
        }
    }

    /// Its demoralisation value, of both units if it is a large one.
    fn vd(&self) -> i32 {
        self.troop.vd * if self.troop.large { 2 } else { 1 }
    }
}

/// Puts the units of a setup into the world and begins the turn sequence, or lists every flaw.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let ground = match Ground::new(setup.table.0, setup.table.1, &setup.terrain) {
        Ok(ground) => ground,
        Err((piece, why)) => return vec![Flaw::error(Locus::Terrain(piece.index()), why.to_string())],
    };
    for (i, piece) in setup.terrain.iter().enumerate() {
        if data().terrain_kind(piece.kind.0).is_none() {
            let near = nearest(piece.kind.0, data().terrain.iter().map(|k| k.name.as_str()));
            flaws.push(Flaw::error(Locus::Terrain(i), unknown("kind of terrain", piece.kind.0, near)));
        }
    }
    let switches = InForce::of(setup, &data().texts, "core", &mut flaws);
    let free = setup.deploy == Deploy::Free;
    if switches.has(Switch::LaidTerrain.name()) && !free {
        let why = "terrain is laid before the sides deploy: `deploy: Free` is needed (5.2)";
        flaws.push(Flaw::error(Locus::Switch(Switch::LaidTerrain.name().into()), why));
    }
    let recruits = recruits(setup, &switches, &mut flaws);
    if !free {
        check_placed(&recruits, &mut flaws);
    }
    check_places(setup, &recruits, &ground, &mut flaws);
    let staff = staff::staffs(setup, &switches, &mut flaws);
    let men: Vec<staff::Man> =
        recruits.iter().enumerate().map(|(i, recruit)| recruit.as_man(UnitId(i as u16))).collect();
    let (commands, under) = staff::commands(setup, &switches, &men, &staff.sorts, &mut flaws);
    let armies = armies_of(setup, &recruits, &mut flaws);
    if flaws.iter().any(|f| f.severity == Severity::Error) {
        return flaws;
    }
    world.insert_resource(ground);
    world.insert_resource(FileTerrain { size: setup.table, terrain: setup.terrain.clone() });
    world.insert_resource(bodies(setup, &recruits));
    enlist(world, recruits.iter().map(|r| Enlist { name: r.name, side: r.side, base: r.base }).collect());
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<Roster>().entity(unit);
        world.entity_mut(entity).insert((
            recruit.troop,
            recruit.vbu,
            Disordered(recruit.disordered),
            Under(under.get(i).copied().unwrap_or_default()),
        ));
        recruit.begun.give(world, unit);
        match recruit.placement.pose().filter(|_| free) {
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
    world.insert_resource(Switches::named(&switches));
    world.insert_resource(switches);
    world.insert_resource(TurnLimit(setup.limit));
    begun::contacts(setup, world, &mut flaws);
    install::lay_out(world, Sequence { turn: 1, next: 0 });
    if free {
        install::lay_out(world, SetUp::Begins);
    }
    flaws
}

fn recruits(setup: &Setup, switches: &InForce, flaws: &mut Vec<Flaw>) -> Vec<Recruit> {
    let mut recruits = Vec::new();
    for side in Side::BOTH {
        let force = &setup.sides[side.index()];
        let list = army_list(side, force, flaws);
        for (b, body) in force.bodies.iter().enumerate() {
            for (u, unit) in body.units.iter().enumerate() {
                let at = |field: String| Locus::Unit(side, b, u, field);
                recruits.extend(recruit(side, (b, u), unit, (list, switches), &at, flaws));
            }
        }
    }
    recruits
}

fn army_list<'l>(side: Side, force: &SideSetup, flaws: &mut Vec<Flaw>) -> Option<&'l ArmyList> {
    let name = force.army.as_deref()?;
    let list = armies::list(name);
    if list.is_none() {
        let near = nearest(name, armies::lists().iter().map(|l| l.key.as_str()));
        flaws.push(Flaw::error(Locus::Side(side, "army".into()), unknown("army", name, near)));
    }
    list
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
        glyph: None,
        figure: None,
    }
}

fn recruit(
    side: Side,
    place: (usize, usize),
    unit: &UnitSetup,
    (list, switches): (Option<&ArmyList>, &InForce),
    at: &dyn Fn(String) -> Locus,
    flaws: &mut Vec<Flaw>,
) -> Option<Recruit> {
    let listed: Option<ListTroop> = list.and_then(|l| l.troops.iter().find(|t| t.name == unit.kind)).cloned();
    let Some(line) = listed.or_else(|| data().unit_type(&unit.kind).map(bare)) else {
        let of_list = list.into_iter().flat_map(|l| l.troops.iter().map(|t| t.name.as_str()));
        let names = of_list.chain(data().types.iter().map(|t| t.code.as_str()));
        flaws.push(Flaw::error(at("type".into()), unknown("unit type", &unit.kind, nearest(&unit.kind, names))));
        return None;
    };
    let kind = data().unit_type(&line.code)?;
    let mut fields = FieldReader::new(&unit.fields, at, flaws);
    let m: Option<f32> = fields.take("m", "a length in U");
    let vbu = fields.whole("vbu", 1, 9).map_or(line.vbu, |n| n as i32);
    let i = fields.whole("i", 0, 9).map_or(line.i, |n| n as i32);
    let vd = fields.whole("vd", 0, 9).map_or(line.vd, |n| n as i32);
    let letter = fields.text("d");
    let class = letter.as_deref().and_then(Discipline::named);
    if let (Some(letter), None) = (&letter, class) {
        fields.flaw("d", unknown("class of discipline", letter, nearest(letter, Discipline::names())));
    }
    let missile = fields.text("missile").or(line.missile.clone()).filter(|m| m != "none");
    let tags = tags(&mut fields).unwrap_or(line.tags.clone());
    let large = fields.flag("large").unwrap_or(false);
    let disordered = fields.flag("disordered").unwrap_or(false);
    let lost = fields.whole("lost", 0, i64::from(vbu) * if large { 2 } else { 1 } - 1).map_or(0, |n| n as i32);
    let in_motion = fields.flag("in_motion").unwrap_or(false);
    if in_motion && kind.chariot.is_none() {
        fields.flaw("in_motion", "only war chariots are in motion (8.5)");
    }
    let begun = Begun::read(&mut fields, switches, in_motion);
    let general = fields.flag("general").unwrap_or(false);
    let weapon = missile.as_deref().and_then(|id| data().weapon(id));
    if let (Some(id), None) = (&missile, weapon) {
        let near = nearest(id, data().weapons.iter().map(|w| w.id.as_str()));
        fields.flaw("missile", unknown("weapon", id, near));
    }
    if let Some(m) = m.filter(|m| !(0.0..=50.0).contains(m)) {
        fields.flaw("m", format!("expected a length from 0 to 50 U, not {m}"));
    }
    if large && !tags.contains(&Tag::Large) {
        fields.flaw("large", format!("{} do not form large units (4)", line.title));
    }
    if general && !line.general {
        fields.flaw("general", format!("the general may not be with {} (4)", line.title));
    }
    fields.finish();
    let placement = match unit.pose {
        Some(pose) => Placement::Block { pose, files: 1, ranks: if large && lost < vbu { 2 } else { 1 } },
        None => Placement::Off,
    };
    let full = Vbu { front: vbu, rear: if large { vbu } else { 0 } };
    Some(Recruit {
        name: Word(intern(&unit.name)),
        side,
        base: BaseSize::new(tables().frontage.inches(), kind.depth.inches()),
        troop: Troop {
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
        },
        vbu: full.less(lost),
        disordered,
        begun,
        general,
        placement,
        place,
    })
}

fn tags(fields: &mut FieldReader) -> Option<Vec<Tag>> {
    let names: Vec<String> = fields.take("tags", "a list of tags in quotes")?;
    let mut tags = Vec::new();
    for name in &names {
        match Tag::named(name) {
            Some(tag) => tags.push(tag),
            None => fields.flaw("tags", unknown("tag", name, nearest(name, Tag::names()))),
        }
    }
    Some(tags)
}

/// All units have their places, where the file deploys them.
fn check_placed(recruits: &[Recruit], flaws: &mut Vec<Flaw>) {
    for recruit in recruits.iter().filter(|r| r.placement == Placement::Off) {
        let (b, u) = recruit.place;
        let at = Locus::Unit(recruit.side, b, u, "at".into());
        flaws.push(Flaw::error(at, "expected `at`: the battle is deployed by its file"));
    }
}

/// Reports units that are off the table, overlap, or are on terrain that nobody may enter.
fn check_places(setup: &Setup, recruits: &[Recruit], ground: &Ground, flaws: &mut Vec<Flaw>) {
    let print = |r: &Recruit| -> Option<Footprint> { r.placement.footprints(r.base).first().copied() };
    let stands: Vec<(&Recruit, Footprint)> = recruits.iter().filter_map(|r| Some((r, print(r)?))).collect();
    for (i, (recruit, foot)) in stands.iter().enumerate() {
        let (b, u) = recruit.place;
        let at = || Locus::Unit(recruit.side, b, u, "at".into());
        if !ground.holds(foot) {
            let (w, d) = setup.table;
            flaws.push(Flaw::error(at(), format!("`{}` stands off the table of {w} x {d} in", recruit.name)));
        }
        if let Some((other, _)) = stands[..i].iter().find(|(_, print)| overlap(foot, print)) {
            flaws.push(Flaw::error(at(), format!("`{}` overlaps `{}`", recruit.name, other.name)));
        }
        for piece in ground.under(foot).filter(|p| super::going::going(p) == super::data::Going::Closed) {
            let message = format!("nobody may stand in {}", piece.kind.0.replace('-', " "));
            flaws.push(Flaw::error(at(), message));
        }
    }
}

/// The bodies of the file: commands, which groups of their own form from (4).
fn bodies(setup: &Setup, recruits: &[Recruit]) -> Bodies {
    let mut bodies = Vec::new();
    for side in Side::BOTH {
        for (b, body) in setup.sides[side.index()].bodies.iter().enumerate() {
            let of_body = |(_, r): &(usize, &Recruit)| r.side == side && r.place.0 == b;
            let units = recruits.iter().enumerate().filter(of_body).map(|(i, _)| UnitId(i as u16)).collect();
            bodies.push(Body { name: body.name.as_deref().map(|n| Word(intern(n))), side, units });
        }
    }
    Bodies(bodies)
}

/// The army is one that its list makes.
fn check_listed(side: Side, force: &SideSetup, flaws: &mut Vec<Flaw>) {
    let Some(list) = force.army.as_deref().and_then(armies::list) else {
        let message = "an army that is `listed` names its list: `army`";
        flaws.push(Flaw::error(Locus::Side(side, "listed".into()), message));
        return;
    };
    let mut counts = composition::Counts::new();
    for unit in force.bodies.iter().flat_map(|body| &body.units) {
        let large = unit.fields.get("large").is_some_and(|large| *large == ron::Value::Bool(true));
        *counts.entry(&unit.kind).or_insert(0) += if large { 2 } else { 1 };
    }
    if let Err(why) = composition::check(list, &counts) {
        flaws.push(Flaw::error(Locus::Side(side, "bodies".into()), why));
    }
}

/// Each army's demoralisation value and general.
fn armies_of(setup: &Setup, recruits: &[Recruit], flaws: &mut Vec<Flaw>) -> Armies {
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
            check_listed(side, force, flaws);
        }
        let own = || recruits.iter().enumerate().filter(|(_, r)| r.side == side);
        let mut generals = own().filter(|(_, r)| r.general);
        let general = generals.next().map(|(i, _)| UnitId(i as u16));
        for (_, second) in generals {
            let (b, u) = second.place;
            flaws.push(Flaw::error(Locus::Unit(side, b, u, "general".into()), "an army has one general (4)"));
        }
        // Units lost before the file's battle begins are not in the file, so their value is added.
        let vdt = own().map(|(_, r)| r.vd()).sum::<i32>() + lost;
        if vdt == 0 && own().next().is_some() {
            let message = "the army's demoralisation value is nil: it would be beaten at once";
            flaws.push(Flaw::warning(Locus::Side(side, "bodies".into()), message));
        }
        armies.0[side.index()] = Army { vdt, general, lost, general_lost };
    }
    armies
}
