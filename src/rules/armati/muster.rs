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
use super::going;
use super::intro;
use super::sequence::Sequence;
use super::state::{Acts, Armies, Army, Bp, Division, Divisions, Fatigue, Troop, Troops, Undressed};
use super::switches::{Switch, Switches};
use super::terrain_setup::bought;
use super::troop;
use crate::battle::setup::{BodySetup, Deploy, FieldReader, Flaw, Locus, Setup, UnitSetup};
use crate::battle::{self, Bodies, Body, Muster, Roster, SideLists, install, state, terrain_setup};
use crate::ids::{BodyId, Side, UnitId};
use crate::table::{BaseSize, Footprint, Placement};

/// The field of a division that begins hidden.
const HIDDEN: &str = "hidden";

/// Puts the units of a setup into the world and begins the turn sequence, or lists every flaw.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let kinds = data().terrain.iter().map(|kind| kind.name.as_str());
    let mut muster = match Muster::new(setup, &data().texts, kinds) {
        Ok(muster) => muster,
        Err(flaw) => return vec![flaw],
    };
    let lists = armies::lists().of_sides(setup, &mut muster.flaws);
    let switches = Switches::of(&muster.in_force);
    let buys = switches.on(Switch::TerrainDice);
    let left = if buys { bought::pieces(setup, &lists, &mut muster.flaws) } else { Default::default() };
    let mut recruits = muster.recruits(|side, unit, fields| recruit(&lists, side, unit, switches, fields));
    for side in Side::BOTH {
        recruits.extend(generals::recruit(side, setup, &recruits, &mut muster.flaws));
    }
    if switches.on(Switch::IntroScale) {
        intro::close_up(&mut recruits);
    }
    muster.check_places(&recruits, |recruit, piece| {
        let troop = recruit.own.troop.as_ref().filter(|troop| !going::may_enter(troop.kind, piece.kind))?;
        Some(format!("{} may not stand in {}", troop.kind.name, piece.kind.0.replace('-', " ")))
    });
    let hidden = hidden(&mut muster, &recruits, switches);
    let divisions = divisions_of(&mut muster, &recruits);
    let armies = armies_of(&mut muster, &lists, &recruits, &divisions, switches);
    if muster.is_flawed() {
        return muster.flaws;
    }
    let mut flaws = muster.enlist(world, &recruits);
    world.insert_resource(terrain_setup::Laid { left, ..terrain_setup::Laid::default() });
    world.insert_resource(FreeDeployment(setup.deploy == Deploy::Free));
    world.insert_resource(Troops::new(recruits.iter().map(|recruit| recruit.own.troop.clone()).collect()));
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<Roster>().entity(unit);
        let own = recruit.own;
        if let Some(troop) = own.troop {
            let (files, ranks) = own.formation;
            let left = Bp(own.worn.left.map_or(troop.bp0, |left| left.min(troop.bp0)));
            world.entity_mut(entity).insert((left, FormationOnFile { files, ranks }));
            world.entity_mut(entity).insert((own.worn.fatigue, own.worn.undressed));
            world.entity_mut(entity).insert(own.worn.acts);
        }
        if hidden.contains(&unit) {
            world.entity_mut(entity).insert(Hidden(recruit.placement));
        } else {
            state::station(world, unit, recruit.placement);
        }
    }
    world.insert_resource(divisions);
    world.insert_resource(armies);
    world.insert_resource(switches);
    begun::contacts(setup, world, &mut flaws);
    install::lay_out(world, Sequence { turn: 0, next: 0 });
    flaws
}

/// A unit or a general's marker before it is enlisted.
pub(super) type Recruit = battle::Recruit<Own>;

/// What Armati's files say of a unit or a general's marker.
pub(super) struct Own {
    /// None: the general's marker.
    pub troop: Option<Troop>,
    /// Its files and ranks.
    pub formation: (u8, u8),
    /// Whether the file has it deep: one section behind the other.
    pub deep: bool,
    pub worn: Worn,
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

/// A unit, from the side's list or a bare type.
fn recruit(
    lists: &SideLists<ArmyList>,
    side: Side,
    unit: &UnitSetup,
    switches: Switches,
    fields: &mut FieldReader,
) -> Option<(BaseSize, Placement, Own)> {
    let list = lists.of(side);
    let listed: Option<ListTroop> = list.and_then(|l| l.troops.iter().find(|t| t.name == unit.kind)).cloned();
    let bare = || data().troop_type(&unit.kind).map(troop::bare);
    let Some(mut entry) = listed.or_else(bare) else {
        if lists.is_unknown(side) {
            return None;
        }
        let of_list = list.into_iter().flat_map(|l| l.troops.iter().map(|t| t.name.as_str()));
        let names = of_list.chain(data().types.iter().map(|t| t.code.as_str()));
        fields.unknown("type", "troop type", &unit.kind, names);
        return None;
    };
    let kind = data().troop_type(&entry.code)?;
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
    let worn = Worn::read(fields);
    if entry.key && kind.never_key {
        fields.flaw("key", format!("{} never count as key units", kind.name));
    }
    for word in entry.weapon.split('/').filter(|w| data().words.iter().all(|known| known.word != *w)) {
        fields.unknown("weapon", "weapon", word, data().words.iter().map(|w| w.word.as_str()));
    }
    let deep = match fields.text("formation").as_deref() {
        None | Some("wide") => false,
        Some("deep") => true,
        Some(other) => {
            fields.unknown("formation", "formation", other, ["wide", "deep"].into_iter());
            false
        }
    };
    // At the Intro scale no unit is deep, even if the file was laid out so.
    let asked = deep && !switches.on(Switch::IntroScale);
    if let Some(cite) = depth::forbids(kind, switches).filter(|_| asked) {
        fields.flaw("formation", format!("{} may not stand deep ({cite})", kind.name));
    }
    let sections = if switches.on(Switch::IntroScale) { 1 } else { kind.sections };
    let (files, ranks) = if deep { (1, sections) } else { (sections, 1) };
    let mut troop = troop::resolve(kind, &entry, veteran);
    if let Some(bp) = bp {
        troop.bp0 = bp;
    }
    let (width, depth) = entry.base.unwrap_or(kind.section);
    let placement = unit.pose.map_or(Placement::Off, |pose| Placement::block(pose, files, ranks));
    let own = Own { troop: Some(troop), formation: (files, ranks), deep, worn };
    Some((BaseSize::new(width, depth), placement, own))
}

/// The units of divisions that begin hidden (`hidden: true`). Each must be wholly in woods or rough ground (3.1.4).
fn hidden(muster: &mut Muster, recruits: &[Recruit], switches: Switches) -> Vec<UnitId> {
    let mut hidden = Vec::new();
    let setup = muster.setup;
    for (side, b, body) in setup.bodies() {
        let at = |field: String| Locus::Body(side, b, field);
        let mut fields = FieldReader::new(&body.fields, &at, &mut muster.flaws);
        fields.raw("controlled");
        fields.raw("released");
        if !fields.flag(HIDDEN).unwrap_or(false) {
            continue;
        }
        if !switches.on(Switch::Ambush) || setup.deploy == Deploy::Free {
            fields
                .flaw(HIDDEN, "a division is hidden by its file with the switch `ambush` and `deploy: Fixed` (3.1.4)");
            continue;
        }
        for (i, recruit) in recruits.iter().enumerate().filter(|(_, r)| r.is_of(side, b)) {
            if !recruit.prints().first().is_some_and(|print| ambush::hides(&muster.ground, print)) {
                fields.flaw(HIDDEN, format!("`{}` does not lie wholly in woods or rough ground (3.1.4)", recruit.name));
            }
            hidden.push(UnitId(i as u16));
        }
    }
    hidden
}

/// The divisions' states; reports every violation of D1 and D2.
fn divisions_of(muster: &mut Muster, recruits: &[Recruit]) -> Divisions {
    let setup = muster.setup;
    let states = setup.bodies().map(|(side, b, body)| {
        let own: Vec<&Recruit> = recruits.iter().filter(|recruit| recruit.is_of(side, b)).collect();
        division(side, b, body, &own, &mut muster.flaws)
    });
    Divisions(states.collect())
}

fn division(side: Side, b: usize, body: &BodySetup, units: &[&Recruit], flaws: &mut Vec<Flaw>) -> Division {
    let at = |field: String| Locus::Body(side, b, field);
    let troops: Vec<&Troop> = units.iter().filter_map(|unit| unit.own.troop.as_ref()).collect();
    if let Some(message) = divisions::mixed(&troops) {
        flaws.push(Flaw::error(at(String::new()), message));
    }
    let stand = |unit: &&Recruit| Some((unit.name.0, unit.prints().first().copied()?));
    let standing: Vec<(&str, Footprint)> = units.iter().filter_map(stand).collect();
    // One that could not be read may be what joins the others.
    if standing.len() == body.units.len() {
        for (u, why) in divisions::apart(&standing) {
            flaws.push(Flaw::error(Locus::Unit(side, b, u, "at".to_owned()), why));
        }
    }
    let mut fields = FieldReader::new(&body.fields, &at, flaws);
    let controlled = fields.flag("controlled").unwrap_or(true);
    let released = fields.flag("released").unwrap_or(false) || controlled;
    fields.raw(HIDDEN);
    fields.finish();
    Division { class: troops.first().map_or(Class::None, |t| t.kind.class), controlled, released }
}

fn armies_of(
    muster: &mut Muster,
    lists: &SideLists<ArmyList>,
    recruits: &[Recruit],
    divisions: &Divisions,
    switches: Switches,
) -> Armies {
    let mut armies = Armies::default();
    let setup = muster.setup;
    let bodies = muster.bodies(recruits);
    let flaws = &mut muster.flaws;
    for side in Side::BOTH {
        let force = &setup.sides[side.index()];
        let list = lists.of(side);
        let listed = list.map(|l| l.command);
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
        if listed.is_none() && !lists.is_unknown(side) {
            for name in ["h", "l", "bp", "init"].into_iter().filter(|n| !force.command.contains_key(*n)) {
                fields.flaw(name, format!("expected `{name}` in the command: the side names no army list"));
            }
        }
        fields.finish();
        let army = Army { general: generals::of(side, force, recruits), ..army };
        ratings(side, &army, divisions, &bodies, flaws);
        let keys = recruits.iter().filter(|r| r.side == side && r.own.troop.as_ref().is_some_and(|t| t.key)).count();
        let left = usize::from(army.bp.saturating_sub(army.keys_lost));
        if left == 0 && !switches.on(Switch::BreakChecks) {
            let message =
                format!("an army of breakpoint {} that has lost {} has lost the game", army.bp, army.keys_lost);
            flaws.push(Flaw::error(Locus::Command(side, "lost".into()), message));
        }
        // Units of the file that could not be read may be key units.
        let of_file = force.bodies.iter().map(|body| body.units.len()).sum::<usize>();
        let whole = recruits.iter().filter(|r| r.side == side && r.place.is_some()).count() == of_file;
        if whole && keys < left {
            let message = format!(
                "the army breaks at {left} key units lost, and has only {keys}: write a lower `command: (bp: …)`, or mark \
                         units `key: true`"
            );
            flaws.push(Flaw::warning(Locus::Command(side, "bp".into()), message));
        } else if whole
            && !force.command.contains_key("bp")
            && let Some(message) = list.and_then(|list| of_a_part(list, keys))
        {
            flaws.push(Flaw::warning(Locus::Side(side, "army".into()), message));
        }
        armies.0[side.index()] = army;
    }
    armies
}

/// That the breakpoint of a whole list is too high for the part of it that is there: the battle's file should say its own.
fn of_a_part(list: &ArmyList, keys: usize) -> Option<String> {
    let whole: usize = list.troops.iter().filter(|troop| troop.key).map(|troop| usize::from(troop.core)).sum();
    let (bp, share) = (usize::from(list.command.bp), |n: usize| (n * keys).div_ceil(whole.max(1)).max(1));
    (keys < whole && share(bp) < bp).then(|| {
        format!(
            "the breakpoint {bp} is that of the whole list with its {whole} key units, and {keys} are here: write \
             `command: (bp: …)`, which would be {} in proportion",
            share(bp)
        )
    })
}

/// Checks D3: at most H heavy and L light divisions are controlled.
fn ratings(side: Side, army: &Army, divisions: &Divisions, bodies: &Bodies, flaws: &mut Vec<Flaw>) {
    for (class, rating, letter) in [(Class::Heavy, army.heavy, "h"), (Class::Light, army.light, "l")] {
        let of_class = |(i, _): &(BodyId, &Body)| {
            let state = divisions.get(*i);
            state.class == class && state.controlled
        };
        let count = bodies.present().filter(|(_, b)| b.side == side).filter(of_class).count();
        if count > usize::from(rating) {
            let kind = if class == Class::Heavy { "heavy" } else { "light" };
            let message = format!(
                "{count} controlled {kind} divisions, and the rating is {rating} (D3): write `command: ({letter}: {count})`, \
                 or make bodies `controlled: false`"
            );
            flaws.push(Flaw::error(Locus::Command(side, letter.into()), message));
        }
    }
}
