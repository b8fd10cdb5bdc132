//! From a setup to a world: `strength` is a unit's only field.

use bevy::ecs::world::World;
use sandtable::battle::setup::{FieldReader, Flaw, Locus, Setup, Step, UnitSetup};
use sandtable::battle::{Agenda, Bodies, Body, Clock, Enlist, enlist, install, state};
use sandtable::cite::{Word, intern};
use sandtable::ids::{Side, UnitId};
use sandtable::table::{Ground, Placement};

use super::state::{Kind, LastTurn, Strength};
use super::turn::{Day, STEPS};

/// A unit that was read without a flaw.
struct Recruit {
    enlist: Enlist,
    kind: Kind,
    strength: u8,
    placement: Placement,
}

/// Reads the setup, then puts it into the world.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut units: Vec<Recruit> = Vec::new();
    let mut bodies = Bodies::default();
    for side in Side::BOTH {
        for (n, body) in setup.sides[side.index()].bodies.iter().enumerate() {
            let first = units.len();
            for (m, unit) in body.units.iter().enumerate() {
                let at = |field: String| Locus::Unit(side, n, m, field);
                match read(side, unit, &at, &mut flaws) {
                    Some(recruit) => units.push(recruit),
                    None => flaws.push(Flaw::error(at(String::new()), format!("`{}` cannot take part", unit.name))),
                }
            }
            let ids = (first..units.len()).map(|i| UnitId(i as u16)).collect();
            bodies.0.push(Body { name: body.name.as_deref().map(|name| Word(intern(name))), side, units: ids });
        }
    }
    let ground = Ground::new(setup.table.0, setup.table.1, &setup.terrain);
    if let Err((piece, flaw)) = &ground {
        flaws.push(Flaw::error(Locus::Terrain(piece.index()), flaw.to_string()));
    }
    let (Ok(ground), true) = (ground, flaws.is_empty()) else { return flaws };
    world.insert_resource(ground);
    world.insert_resource(bodies);
    world.insert_resource(LastTurn(setup.limit.turns));
    enlist(world, units.iter().map(|unit| unit.enlist.clone()).collect());
    let ids: Vec<_> = world.resource::<sandtable::battle::Roster>().entities().collect();
    for ((id, entity), unit) in ids.into_iter().zip(units) {
        world.entity_mut(entity).insert((unit.kind, Strength(unit.strength)));
        state::station(world, id, unit.placement);
    }
    install::lay_out(world, Day { step: 0, begun: false });
    Vec::new()
}

fn read(side: Side, unit: &UnitSetup, at: &dyn Fn(String) -> Locus, flaws: &mut Vec<Flaw>) -> Option<Recruit> {
    let mut fields = FieldReader::new(&unit.fields, at, flaws);
    let strength = fields.whole("strength", 1, 9).unwrap_or(3) as u8;
    fields.finish();
    let (kind, pose) = (Kind::named(&unit.kind)?, unit.pose?);
    let base = kind.base();
    let placement = match kind {
        Kind::Horse => Placement::Block { pose, files: 2, ranks: 1 },
        Kind::Foot => Placement::Block { pose, files: 4, ranks: 2 },
        Kind::Guard => Placement::Loose(base.slots(pose, 3, 3)),
    };
    let name = Word(intern(&unit.name));
    Some(Recruit { enlist: Enlist { name, side, base }, kind, strength, placement })
}

/// Puts a mustered world at the beginning of a step.
pub fn stage(world: &mut World, step: &Step) -> Result<(), String> {
    let n = STEPS.iter().position(|word| word.0 == step.name).ok_or(format!("there is no step `{}`", step.name))?;
    let turn = if n == 0 { step.turn.saturating_sub(1) } else { step.turn };
    *world.resource_mut::<Clock>() = Clock { turn, ..Clock::default() };
    *world.resource_mut::<Agenda>() = Agenda::default();
    if let Some(side) = step.side {
        let first = if step.name == "second-side" { side.other() } else { side };
        *world.resource_mut::<super::state::Command>() = super::state::Command { first: Some(first), over: false };
    }
    install::lay_out(world, Day { step: n, begun: false });
    Ok(())
}
