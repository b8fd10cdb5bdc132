//! The lines of a battle as a table for programs, one line to a row.

use bevy::ecs::world::World;

use super::sides;
use crate::battle::View;
use crate::battle::setup::Setup;
use crate::lab::chronicle::{self, Kind};

/// `turn,step,entry,kind,side,units,dice,sums,rule,text`: sides by their names, lists separated by `;`. Dice are
/// written as `4/6`, sums as `front 6 + die 4 = 10`.
///
/// # Errors
///
/// Only errors of the CSV writer; writing to memory gives none.
pub fn csv(world: &World, setup: &Setup) -> Result<Vec<u8>, csv::Error> {
    let view = View::umpire(world);
    let names = sides(setup);
    let texts = (view.battle_state::<crate::battle::InPlay>().0.texts)();
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["turn", "step", "entry", "kind", "side", "units", "dice", "sums", "rule", "text"])?;
    for line in chronicle::lines(world, names) {
        let kind = match line.kind {
            Kind::Turn => "step",
            Kind::Move => "move",
            Kind::Fire => "fire",
            Kind::Melee => "melee",
            Kind::Refused => "refused",
            Kind::Other => "other",
        };
        let listed = |all: Vec<String>| all.join(";");
        let dice = line.dice.iter().flat_map(|d| d.faces.iter().map(|face| format!("{face}/{}", d.sides))).collect();
        let sums = line.sums.iter().map(|sum| {
            let terms =
                sum.signed().map(|(sign, t)| format!("{sign}{} {}", texts.word(t.what), t.value.unsigned_abs()));
            format!("{} = {}", terms.collect::<String>(), sum.total())
        });
        table.write_record([
            line.clock.0.to_string(),
            line.clock.1.to_string(),
            line.entry.to_string(),
            kind.to_owned(),
            listed(line.by.iter().map(|side| names[side.index()].to_owned()).collect()),
            listed(line.units.iter().map(|unit| view.roster().name(*unit).to_owned()).collect()),
            listed(dice),
            listed(sums.collect()),
            line.cite.to_owned(),
            line.text,
        ])?;
    }
    table.into_inner().map_err(|why| why.into_error().into())
}
