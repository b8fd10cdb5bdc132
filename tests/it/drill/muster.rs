//! From a setup to a world: `strength` is a unit's only field.

use bevy::ecs::world::World;
use sandtable::battle::setup::{FieldReader, Flaw, Setup, Step, UnitSetup};
use sandtable::battle::{Agenda, Clock, Muster, Roster, install, state};
use sandtable::ids::UnitId;
use sandtable::table::{BaseSize, Placement};

use super::book::texts;
use super::state::{Kind, Strength};
use super::turn::{Day, TurnStep};

/// Reads the setup, then puts it into the world.
pub fn muster(setup: &Setup, world: &mut World) -> Vec<Flaw> {
    let mut muster = match Muster::new(setup, texts(), ["woods", "rough"].into_iter()) {
        Ok(muster) => muster,
        Err(flaw) => return vec![flaw],
    };
    let recruits = muster.recruits(|_, unit, fields| recruit(unit, fields));
    muster.check_places(&recruits, |_, _| None);
    if muster.is_flawed() {
        return muster.flaws;
    }
    let flaws = muster.enlist(world, &recruits);
    for (i, recruit) in recruits.into_iter().enumerate() {
        let unit = UnitId(i as u16);
        let entity = world.resource::<Roster>().entity(unit);
        world.entity_mut(entity).insert(recruit.own);
        state::station(world, unit, recruit.placement);
    }
    install::lay_out(world, Day { step: 0, begun: false });
    flaws
}

/// A unit's base, how it stands, what it is and its strength.
fn recruit(unit: &UnitSetup, fields: &mut FieldReader) -> Option<(BaseSize, Placement, (Kind, Strength))> {
    let Some(kind) = Kind::named(&unit.kind) else {
        fields.unknown("type", "kind of unit", &unit.kind, Kind::ALL.iter().map(|kind| kind.name()));
        return None;
    };
    let strength = fields.whole("strength", 1, 9).unwrap_or(3) as u8;
    let base = kind.base();
    let placement = unit.pose.map_or(Placement::Off, |pose| match kind {
        Kind::Horse => Placement::block(pose, 2, 1),
        Kind::Foot => Placement::block(pose, 4, 2),
        Kind::Guard => Placement::Loose(base.slots(pose, 3, 3)),
    });
    Some((base, placement, (kind, Strength(strength))))
}

/// Puts a mustered world at the beginning of a step.
pub fn stage(world: &mut World, step: &Step) -> Result<(), String> {
    let n = step.find(TurnStep::WORDS)?;
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
