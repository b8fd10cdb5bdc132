//! Makes the units of a battle's file: finds each troop in its army list, checks divisions and ratings (4.2), and
//! reports every error at its place.

use bevy::ecs::world::World;

use super::ambush::{self, Hidden};
use super::armies::{self, ArmyList, ListTroop};
use super::begun;
use super::data::{Class, data};
use super::deploy::FreeDeployment;
use super::deploy::depth::{self, FormationOnFile};
use super::divisions;
use super::generals;
use super::intro;
use super::sequence::Sequence;
use super::state::{Acts, Armies, Army, Bp, Division, Divisions, Fatigue, GeneralMarker, Troop, TurnLimit, Undressed};
use super::switches::{Switch, Switches};
use super::terrain_setup::bought;
use super::troop;
use crate::battle::setup::{BodySetup, Deploy, FieldReader, Flaw, Locus, Setup, SideSetup, UnitSetup, unknown};
use crate::battle::{Bodies, Body, Enlist, InForce, Roster, enlist, install, state, terrain_setup};
use crate::cite::{Word, intern};
use crate::ids::{BodyId, Side, UnitId};
use crate::nearest::nearest;
use crate::table::measure::overlap;
use crate::table::{BaseSize, Footprint, Ground, Placement};

/// The field of a division that begins hidden.
const HIDDEN: &str = "hidden";

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
    let in_force = InForce::of(setup, &data().texts, "base", &mut flaws);
    let switches = Switches::of(&in_force);
    let left = if switches.on(Switch::TerrainDice) { bought::pieces(setup, &mut flaws) } else { Default::default() };
    let mut recruits = recruits(setup, switches, &mut flaws);
    if switches.on(Switch::IntroScale) {
        intro::close_up(&mut recruits);
    }
    check_places(setup, &recruits, &ground, &mut flaws);
    let hidden = hidden(setup, &recruits, &ground, switches, &mut flaws);
    let (bodies, states) = bodies(setup, &recruits, &mut flaws);
    let armies = armies_of(setup, &recruits, &states, &bodies, switches, &mut flaws);
    if flaws.iter().any(|f| f.severity == crate::battle::setup::Severity::Error) {
        return flaws;
    }
    world.insert_resource(ground);
    world.insert_resource(terrain_setup::FileTerrain { size: setup.table, terrain: setup.terrain.clone() });
    world.insert_resource(terrain_setup::Laid { left, ..terrain_setup::Laid::default() });
    world.insert_resource(FreeDeployment(setup.deploy == Deploy::Free));
    enlist(world, recruits.iter().map(|r| Enlist { name: r.name, side: r.side, base: r.base }).collect());
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<Roster>().entity(unit);
        match recruit.troop {
            Some(troop) => {
                let (files, ranks) = recruit.formation;
                let left = Bp(recruit.worn.left.map_or(troop.bp0, |left| left.min(troop.bp0)));
                world.entity_mut(entity).insert((left, troop, FormationOnFile { files, ranks }));
                world.entity_mut(entity).insert((recruit.worn.fatigue, recruit.worn.undressed));
                world.entity_mut(entity).insert(recruit.worn.acts);
            }
            None => {
                world.entity_mut(entity).insert(GeneralMarker(recruit.side));
            }
        }
        if hidden.contains(&unit) {
            world.entity_mut(entity).insert(Hidden(recruit.placement));
        } else {
            state::station(world, unit, recruit.placement);
        }
    }
    world.insert_resource(bodies);
    world.insert_resource(Divisions(states));
    world.insert_resource(armies);
    world.insert_resource(in_force);
    world.insert_resource(switches);
    world.insert_resource(TurnLimit(setup.limit));
    begun::contacts(setup, world, &mut flaws);
    install::lay_out(world, Sequence { turn: 0, next: 0 });
    flaws
}

/// A unit's troop and formation.
struct Enrolled {
    troop: Troop,
    files: u8,
    ranks: u8,
    deep: bool,
    worn: Worn,
}

/// The losses of a unit in a battle that has already begun.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worn {
    /// Breakpoints left; none: all.
    left: Option<u8>,
    fatigue: Fatigue,
    undressed: Undressed,
    acts: Acts,
}

impl Worn {
    fn read(fields: &mut FieldReader) -> Worn {
        Worn {
            left: fields.whole("bp_left", 1, 5).map(|left| left as u8),
            fatigue: Fatigue(fields.whole("fatigue", 0, 20).map_or(0, |points| points as u8)),
            undressed: Undressed(fields.flag("undressed").unwrap_or(false)),
            acts: begun::acts(fields),
        }
    }
}

/// A unit or general's marker before it is enlisted.
pub(super) struct Recruit {
    pub name: Word,
    pub side: Side,
    pub base: BaseSize,
    /// None: the general's marker.
    pub troop: Option<Troop>,
    pub placement: Placement,
    /// Its files and ranks.
    pub formation: (u8, u8),
    /// The indices of its body and of itself in the file's lists.
    pub place: Option<(usize, usize)>,
    /// Whether the file has it deep: one section behind the other.
    pub deep: bool,
    pub worn: Worn,
}

fn recruits(setup: &Setup, switches: Switches, flaws: &mut Vec<Flaw>) -> Vec<Recruit> {
    let mut recruits = Vec::new();
    for side in Side::BOTH {
        let force = &setup.sides[side.index()];
        let list = army_list(side, force, flaws);
        for (b, body) in force.bodies.iter().enumerate() {
            for (u, unit) in body.units.iter().enumerate() {
                let at = |field: String| Locus::Unit(side, b, u, field);
                if let Some(Enrolled { troop, files, ranks, deep, worn }) = troop_of(unit, list, switches, &at, flaws) {
                    let (width, depth) = troop.kind.section;
                    let placement = match (unit.pose, setup.deploy) {
                        (Some(pose), _) => Placement::Block { pose, files, ranks },
                        (None, Deploy::Free) => Placement::Off,
                        (None, Deploy::Fixed) => {
                            flaws.push(Flaw::error(
                                at("at".into()),
                                "expected `at`: the battle is deployed by its file",
                            ));
                            Placement::Off
                        }
                    };
                    recruits.push(Recruit {
                        name: Word(intern(&unit.name)),
                        side,
                        base: BaseSize::new(width, depth),
                        troop: Some(troop),
                        placement,
                        formation: (files, ranks),
                        place: Some((b, u)),
                        deep,
                        worn,
                    });
                }
            }
        }
    }
    for side in Side::BOTH {
        recruits.extend(generals::recruit(side, &setup.sides[side.index()], &recruits, setup.table, flaws));
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

/// The troop of a unit, from the side's list or a bare type; with its formation and its losses.
fn troop_of(
    unit: &UnitSetup,
    list: Option<&ArmyList>,
    switches: Switches,
    at: &dyn Fn(String) -> Locus,
    flaws: &mut Vec<Flaw>,
) -> Option<Enrolled> {
    let listed: Option<ListTroop> = list.and_then(|l| l.troops.iter().find(|t| t.name == unit.kind)).cloned();
    let bare = || data().troop_type(&unit.kind).map(troop::bare);
    let Some(mut entry) = listed.or_else(bare) else {
        let of_list = list.into_iter().flat_map(|l| l.troops.iter().map(|t| t.name.as_str()));
        let names = of_list.chain(data().types.iter().map(|t| t.code.as_str()));
        let message = unknown("troop type", &unit.kind, nearest(&unit.kind, names));
        flaws.push(Flaw::error(at("type".into()), message));
        return None;
    };
    let kind = data().troop_type(&entry.code)?;
    let mut fields = FieldReader::new(&unit.fields, at, flaws);
    if let Some((front, flank, special)) = fields.take("fv", "three values: (front, flank, special)") {
        entry.fv = (front, flank, special);
    }
    if let Some(prot) = fields.whole("prot", 0, 3) {
        entry.prot = prot as u8;
    }
    if let Some(weapon) = fields.text("weapon") {
        entry.weapon = weapon;
    }
    if let Some(key) = fields.flag("key") {
        entry.key = key;
    }
    if let Some(obligatory) = fields.flag("obligatory") {
        entry.obligatory = obligatory;
    }
    if let Some(shield_wall) = fields.flag("shield_wall") {
        entry.shield_wall = shield_wall;
    }
    if let Some(schiltron) = fields.flag("schiltron") {
        entry.schiltron = schiltron;
    }
    let veteran = fields.flag("veteran").unwrap_or(false);
    let bp = fields.whole("bp", 1, 5).map(|bp| bp as u8);
    let worn = Worn::read(&mut fields);
    if entry.key && kind.never_key {
        fields.flaw("key", format!("{} never count as key units", kind.name));
    }
    for word in entry.weapon.split('/').filter(|w| data().words.iter().all(|known| known.word != *w)) {
        let near = nearest(word, data().words.iter().map(|w| w.word.as_str()));
        fields.flaw("weapon", unknown("weapon", word, near));
    }
    let deep = match fields.text("formation").as_deref() {
        None | Some("wide") => false,
        Some("deep") => true,
        Some(other) => {
            let near = nearest(other, ["wide", "deep"].into_iter());
            fields.flaw("formation", unknown("formation", other, near));
            false
        }
    };
    // At the Intro scale no unit is deep, even if the file was laid out so.
    let asked = deep && !switches.on(Switch::IntroScale);
    if let Some(cite) = depth::forbids(kind, switches).filter(|_| asked) {
        fields.flaw("formation", format!("{} may not stand deep ({cite})", kind.name));
    }
    fields.finish();
    let sections = if switches.on(Switch::IntroScale) { 1 } else { kind.sections };
    let (files, ranks) = if deep { (1, sections) } else { (sections, 1) };
    let mut troop = troop::resolve(kind, &entry, veteran);
    if let Some(bp) = bp {
        troop.bp0 = bp;
    }
    Some(Enrolled { troop, files, ranks, deep, worn })
}

/// The units of divisions that begin hidden (`hidden: true`). Each must be wholly in woods or rough ground (3.1.4).
fn hidden(
    setup: &Setup,
    recruits: &[Recruit],
    ground: &Ground,
    switches: Switches,
    flaws: &mut Vec<Flaw>,
) -> Vec<UnitId> {
    let mut hidden = Vec::new();
    for side in Side::BOTH {
        for (b, body) in setup.sides[side.index()].bodies.iter().enumerate() {
            let at = |field: String| Locus::Body(side, b, field);
            let mut fields = FieldReader::new(&body.fields, &at, flaws);
            fields.raw("controlled");
            fields.raw("released");
            if !fields.flag(HIDDEN).unwrap_or(false) {
                continue;
            }
            if !switches.on(Switch::Ambush) || setup.deploy == Deploy::Free {
                fields.flaw(
                    HIDDEN,
                    "a division is hidden by its file with the switch `ambush` and `deploy: Fixed` (3.1.4)",
                );
                continue;
            }
            let of_body = |r: &Recruit| r.side == side && r.place.is_some_and(|(of, _)| of == b);
            for (i, recruit) in recruits.iter().enumerate().filter(|(_, r)| of_body(r)) {
                let print = recruit.placement.footprints(recruit.base).first().copied();
                if !print.is_some_and(|print| ambush::hides(ground, &print)) {
                    fields.flaw(
                        HIDDEN,
                        format!("`{}` does not lie wholly in woods or rough ground (3.1.4)", recruit.name),
                    );
                }
                hidden.push(UnitId(i as u16));
            }
        }
    }
    hidden
}

/// Reports units that are off the table, overlap, or are on terrain that they may not enter.
fn check_places(setup: &Setup, recruits: &[Recruit], ground: &Ground, flaws: &mut Vec<Flaw>) {
    let print = |r: &Recruit| -> Option<Footprint> { r.placement.footprints(r.base).first().copied() };
    let stands: Vec<(&Recruit, Footprint, (usize, usize))> =
        recruits.iter().filter_map(|r| Some((r, print(r)?, r.place?))).collect();
    for (i, (recruit, foot, (b, u))) in stands.iter().enumerate() {
        let at = || Locus::Unit(recruit.side, *b, *u, "at".into());
        if !ground.holds(foot) {
            let (w, d) = setup.table;
            flaws.push(Flaw::error(at(), format!("`{}` stands off the table of {w} x {d} in", recruit.name)));
        }
        if let Some((other, ..)) = stands[..i].iter().find(|(_, print, _)| overlap(foot, print)) {
            flaws.push(Flaw::error(at(), format!("`{}` overlaps `{}`", recruit.name, other.name)));
        }
        let Some(troop) = &recruit.troop else { continue };
        for piece in ground.under(foot).filter(|p| !super::going::may_enter(troop.kind, p.kind)) {
            let message = format!("{} may not stand in {}", troop.kind.name, piece.kind.0.replace('-', " "));
            flaws.push(Flaw::error(at(), message));
        }
    }
}

/// The divisions with their states; reports every violation of D1 to D3.
fn bodies(setup: &Setup, recruits: &[Recruit], flaws: &mut Vec<Flaw>) -> (Bodies, Vec<Division>) {
    let mut bodies = Vec::new();
    let mut states = Vec::new();
    for side in Side::BOTH {
        for (b, body) in setup.sides[side.index()].bodies.iter().enumerate() {
            let of_body = |(i, r): (usize, &Recruit)| {
                (r.side == side && r.place.is_some_and(|(of, _)| of == b)).then_some(UnitId(i as u16))
            };
            let units: Vec<UnitId> = recruits.iter().enumerate().filter_map(of_body).collect();
            states.push(division(side, b, body, &units, recruits, flaws));
            bodies.push(Body { name: body.name.as_deref().map(|n| Word(intern(n))), side, units });
        }
    }
    (Bodies(bodies), states)
}

fn division(
    side: Side,
    b: usize,
    body: &BodySetup,
    units: &[UnitId],
    recruits: &[Recruit],
    flaws: &mut Vec<Flaw>,
) -> Division {
    let at = |field: String| Locus::Body(side, b, field);
    let troops: Vec<&Troop> = units.iter().filter_map(|u| recruits[u.index()].troop.as_ref()).collect();
    if let Some(message) = divisions::mixed(&troops) {
        flaws.push(Flaw::error(at(String::new()), message));
    }
    let prints: Vec<Footprint> = units
        .iter()
        .filter_map(|u| recruits[u.index()].placement.footprints(recruits[u.index()].base).first().copied())
        .collect();
    if prints.len() == units.len() && divisions::groups_of(&prints).len() > 1 {
        flaws.push(Flaw::error(at(String::new()), "the units of a division must touch each other in line (D1)"));
    }
    let mut fields = FieldReader::new(&body.fields, &at, flaws);
    let controlled = fields.flag("controlled").unwrap_or(true);
    let released = fields.flag("released").unwrap_or(false) || controlled;
    fields.raw(HIDDEN);
    fields.finish();
    Division { class: troops.first().map_or(Class::None, |t| t.kind.class), controlled, released }
}

fn armies_of(
    setup: &Setup,
    recruits: &[Recruit],
    states: &[Division],
    bodies: &Bodies,
    switches: Switches,
    flaws: &mut Vec<Flaw>,
) -> Armies {
    let mut armies = Armies::default();
    for side in Side::BOTH {
        let force = &setup.sides[side.index()];
        let listed = force.army.as_deref().and_then(armies::list).map(|l| l.command);
        let at = |field: String| Locus::Command(side, field);
        let mut fields = FieldReader::new(&force.command, &at, flaws);
        let army = Army {
            heavy: fields.whole("h", 0, 20).map_or(listed.map_or(0, |c| c.h), |n| n as u8),
            light: fields.whole("l", 0, 20).map_or(listed.map_or(0, |c| c.l), |n| n as u8),
            bp: fields.whole("bp", 1, 40).map_or(listed.map_or(1, |c| c.bp), |n| n as u8),
            init: fields.whole("init", 0, 20).map_or(listed.map_or(0, |c| c.init), |n| n as i32),
            keys_lost: fields.whole("lost", 0, 40).map_or(0, |n| n as u8),
            ..Army::default()
        };
        if listed.is_none() {
            for name in ["h", "l", "bp", "init"].into_iter().filter(|n| !force.command.contains_key(*n)) {
                fields.flaw(name, format!("expected `{name}` in the command: the side names no army list"));
            }
        }
        fields.finish();
        let army = Army { general: generals::of(side, &setup.sides[side.index()], recruits), ..army };
        ratings(side, &army, states, bodies, flaws);
        let keys = recruits.iter().filter(|r| r.side == side && r.troop.as_ref().is_some_and(|t| t.key)).count();
        let left = usize::from(army.bp.saturating_sub(army.keys_lost));
        if left == 0 && !switches.on(Switch::BreakChecks) {
            let message =
                format!("an army of breakpoint {} that has lost {} has lost the game", army.bp, army.keys_lost);
            flaws.push(Flaw::error(Locus::Command(side, "lost".into()), message));
        }
        if keys < left {
            let message = format!("the army breaks at {left} key units lost, and has only {keys}");
            flaws.push(Flaw::warning(Locus::Command(side, "bp".into()), message));
        }
        armies.0[side.index()] = army;
    }
    armies
}

/// Checks D3: at most H heavy and L light divisions are controlled.
fn ratings(side: Side, army: &Army, states: &[Division], bodies: &Bodies, flaws: &mut Vec<Flaw>) {
    for (class, rating, letter) in [(Class::Heavy, army.heavy, "h"), (Class::Light, army.light, "l")] {
        let of_class = |(i, _): &(BodyId, &Body)| {
            let state = states[i.index()];
            state.class == class && state.controlled
        };
        let count = bodies.present().filter(|(_, b)| b.side == side).filter(of_class).count();
        if count > usize::from(rating) {
            let kind = if class == Class::Heavy { "heavy" } else { "light" };
            let message = format!("{count} controlled {kind} divisions, and the rating is {rating} (D3)");
            flaws.push(Flaw::error(Locus::Command(side, letter.into()), message));
        }
    }
}
