//! From a battle's file to a world, as every ruleset does it: the ground, the switches, the units in the order of the
//! file, where they stand, their bodies. The ruleset reads its own fields and adds its own state.

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;
use bevy::math::Vec2;

use super::army_list::no_base;
use super::clock::TurnLimit;
use super::intent::ArmyIntents;
use super::roster::{Bodies, Body, Enlist, enlist};
use super::secret::Open;
use super::setup::{Deploy, FieldReader, Flaw, Locus, Setup, Severity, UnitSetup};
use super::switches::InForce;
use super::terrain_setup::FileTerrain;
use super::texts::Texts;
use crate::cite::{Word, intern};
use crate::ids::{Side, UnitId};
use crate::table::measure::{overlap, penetration};
use crate::table::{BaseSize, Footprint, Footprints, Ground, Mil, Piece, Placement};

/// A battle that is being mustered.
pub struct Muster<'s> {
    /// As its file has it.
    pub setup: &'s Setup,
    /// Its table.
    pub ground: Ground,
    /// The switches it is played with.
    pub in_force: InForce,
    /// All that is wrong with it.
    pub flaws: Vec<Flaw>,
}

/// A unit before it is enlisted.
#[derive(Clone, Debug)]
pub struct Recruit<T> {
    /// Its name in files and notation.
    pub name: Word,
    /// Whose it is.
    pub side: Side,
    /// Of one of its bases.
    pub base: BaseSize,
    /// Where the file has it; off the table when it has it nowhere.
    pub placement: Placement,
    /// The places of its body and of itself in the file's lists; none: it stands in no list, as a general's marker.
    pub place: Option<(usize, usize)>,
    /// What the ruleset has read of it.
    pub own: T,
}

impl<T> Recruit<T> {
    /// Whether it belongs to that body of that side, by the place of the body in the side's list.
    pub fn is_of(&self, side: Side, body: usize) -> bool {
        self.side == side && self.place.is_some_and(|(of, _)| of == body)
    }

    /// What its bases cover.
    pub fn prints(&self) -> Footprints {
        self.placement.footprints(self.base)
    }

    fn locus(&self, field: &str) -> Option<Locus> {
        self.place.map(|(body, unit)| Locus::Unit(self.side, body, unit, field.to_owned()))
    }
}

impl<'s> Muster<'s> {
    /// Reads what every battle has. `kinds` are the kinds of terrain
    /// that the ruleset knows.
    ///
    /// # Errors
    ///
    /// The flaw of a piece of terrain that is no shape: then nothing else can be checked.
    pub fn new<'k>(
        setup: &'s Setup,
        texts: &Texts,
        kinds: impl Iterator<Item = &'k str> + Clone,
    ) -> Result<Muster<'s>, Flaw> {
        let ground = Ground::new(setup.table.0, setup.table.1, &setup.terrain)
            .map_err(|(piece, why)| Flaw::error(Locus::Terrain(piece.index()), why.to_string()))?;
        let mut flaws = Vec::new();
        for (i, piece) in setup.terrain.iter().enumerate() {
            if kinds.clone().all(|kind| kind != piece.kind.0) {
                flaws.push(Flaw::unknown(Locus::Terrain(i), "kind of terrain", piece.kind.0, kinds.clone()));
            }
        }
        let in_force = InForce::of(setup, texts, &mut flaws);
        Ok(Muster { setup, ground, in_force, flaws })
    }

    /// The units of both sides, in the order of the file. `read` takes a unit's own fields and returns its base, how it
    /// stands and what else the ruleset has of it; none, with a flaw, when it is nothing that there is. Fields that it
    /// did not take are reported.
    pub fn recruits<T>(
        &mut self,
        mut read: impl FnMut(Side, &UnitSetup, &mut FieldReader) -> Option<(BaseSize, Placement, T)>,
    ) -> Vec<Recruit<T>> {
        let mut recruits = Vec::new();
        let setup = self.setup;
        for (side, b, body) in setup.bodies() {
            for (u, unit) in body.units.iter().enumerate() {
                let at = |field: String| Locus::Unit(side, b, u, field);
                let mut fields = FieldReader::new(&unit.fields, &at, &mut self.flaws);
                if let Some((usual, placement, own)) = read(side, unit, &mut fields) {
                    let base = own_base(&mut fields).unwrap_or(usual);
                    fields.finish();
                    let name = Word(intern(&unit.name));
                    recruits.push(Recruit { name, side, base, placement, place: Some((b, u)), own });
                }
            }
        }
        recruits
    }

    /// Reports every field of a side or a body that is not everybody's: for a ruleset that has none of its own there.
    pub fn no_fields_of_sides(&mut self) {
        let setup = self.setup;
        for side in Side::BOTH {
            let at = |field: String| Locus::Side(side, field);
            FieldReader::new(&setup.sides[side.index()].fields, &at, &mut self.flaws).finish();
        }
        for (side, b, body) in setup.bodies() {
            let at = |field: String| Locus::Body(side, b, field);
            FieldReader::new(&body.fields, &at, &mut self.flaws).finish();
        }
    }

    /// The same of the sides' `command`.
    pub fn no_fields_of_commands(&mut self) {
        for side in Side::BOTH {
            let at = |field: String| Locus::Command(side, field);
            FieldReader::new(&self.setup.sides[side.index()].command, &at, &mut self.flaws).finish();
        }
    }

    /// Reports units of the file's lists that have no place though the file deploys them, stand off the table, overlap,
    /// or stand on a piece of terrain on which they may not: then `barred` says why, for people.
    pub fn check_places<T>(&mut self, recruits: &[Recruit<T>], barred: impl Fn(&Recruit<T>, &Piece) -> Option<String>) {
        let (width, depth) = self.setup.table;
        let prints: Vec<Footprints> = recruits.iter().map(Recruit::prints).collect();
        for (i, recruit) in recruits.iter().enumerate() {
            let Some(at) = recruit.locus("at") else { continue };
            let mut flaw = |message: String| self.flaws.push(Flaw::error(at.clone(), message));
            if recruit.placement == Placement::Off && self.setup.deploy == Deploy::Fixed {
                flaw("expected `at`: the battle is deployed by its file".to_owned());
            }
            let own = &prints[i];
            if !own.iter().all(|print| self.ground.holds(print)) {
                let off = own.iter().map(|print| beyond(print, (width, depth))).fold(0.0, f32::max);
                let off = Mil::measured(off).max(Mil(1));
                flaw(format!("`{}` stands {off} in off the table of {width} x {depth} in", recruit.name));
            }
            let overlapped = (0..i).filter(|n| recruits[*n].place.is_some()).filter_map(|n| {
                let deep = deepest(own, &prints[n])?;
                Some(format!("`{}` by {} in", recruits[n].name, Mil::measured(deep)))
            });
            let overlapped: Vec<String> = overlapped.collect();
            if !overlapped.is_empty() {
                flaw(format!("`{}` overlaps {}", recruit.name, overlapped.join(" and ")));
            }
            let mut under: Vec<&Piece> = own.iter().flat_map(|print| self.ground.under(print)).collect();
            under.sort_by_key(|piece| piece.id);
            under.dedup_by_key(|piece| piece.id);
            under.into_iter().filter_map(|piece| barred(recruit, piece)).for_each(flaw);
        }
    }

    /// The bodies of the file, with those recruits that belong to them.
    pub fn bodies<T>(&self, recruits: &[Recruit<T>]) -> Bodies {
        let units = |side, b| {
            let own = recruits.iter().enumerate().filter(move |(_, recruit)| recruit.is_of(side, b));
            own.map(|(i, _)| UnitId(i as u16)).collect()
        };
        let named = |name: &String| Word(intern(name));
        let bodies = self.setup.bodies().map(|(side, b, body)| {
            let name = body.name.as_ref().map(named);
            Body { name, side, units: units(side, b) }
        });
        Bodies::new(bodies.collect())
    }

    /// Whether something is so wrong that the battle cannot begin.
    pub fn is_flawed(&self) -> bool {
        self.flaws.iter().any(|flaw| flaw.severity == Severity::Error)
    }

    /// Puts what every battle has into the world: the ground, the switches, the turn limit, what the armies want, the units in the order of
    /// `recruits`, not yet on the table, and their bodies. Returns the warnings.
    pub fn enlist<T>(self, world: &mut World, recruits: &[Recruit<T>]) -> Vec<Flaw> {
        world.insert_resource(self.bodies(recruits));
        world.insert_resource(FileTerrain { size: self.setup.table, terrain: self.setup.terrain.clone() });
        world.insert_resource(TurnLimit(self.setup.limit));
        world.insert_resource(ArmyIntents(Side::BOTH.map(|side| self.setup.sides[side.index()].intent)));
        world.insert_resource(self.ground);
        world.insert_resource(self.in_force);
        enlist(world, recruits.iter().map(|r| Enlist { name: r.name, side: r.side, base: r.base }).collect());
        self.flaws
    }
}

/// A unit's field `base`, width and depth in inches: whoever has miniatures on bases of his own says so.
fn own_base(fields: &mut FieldReader) -> Option<BaseSize> {
    let sizes: (f32, f32) = fields.take("base", "a base (width, depth) in inches")?;
    match no_base(sizes) {
        Some(why) => {
            fields.flaw("base", why);
            None
        }
        None => Some(BaseSize::new(sizes.0, sizes.1)),
    }
}

/// How far a footprint reaches beyond a table of that size, inches.
fn beyond(print: &Footprint, (width, depth): (f32, f32)) -> f32 {
    let over =
        |corner: Vec2| [-corner.x, -corner.y, corner.x - width, corner.y - depth].into_iter().fold(0.0, f32::max);
    print.corners().map(over).into_iter().fold(0.0, f32::max)
}

/// By how much two units overlap where they do so most, inches; none where they do not.
fn deepest(unit: &[Footprint], other: &[Footprint]) -> Option<f32> {
    let pairs = unit.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| overlap(a, b)).map(|(a, b)| penetration(a, b)).reduce(f32::max)
}

/// What the units of a battle are, in roster order: what the army lists say, so everybody knows it. It never changes.
#[derive(Resource, Clone, Debug)]
pub struct Troops<T: Send + Sync + 'static>(Vec<Option<T>>);

impl<T: Send + Sync + 'static> Open for Troops<T> {}

impl<T: Send + Sync + 'static> Default for Troops<T> {
    fn default() -> Troops<T> {
        Troops(Vec::new())
    }
}

impl<T: Send + Sync + 'static> Troops<T> {
    /// These, in the order of the roster.
    pub fn new(troops: Vec<Option<T>>) -> Troops<T> {
        Troops(troops)
    }

    /// That unit's; none for one that is no troop, as a general's marker.
    pub fn of(&self, unit: UnitId) -> Option<&T> {
        self.0.get(unit.index())?.as_ref()
    }
}
