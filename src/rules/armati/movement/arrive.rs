//! The end of a march: contacts, dispersals, terrain, splits, releases (C8, X1, 6.3, D6, 4.3).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::march::{March, PressOn};
use super::order::speaker;
use super::plan::units_of;
use super::runs::Run;
use super::straight::Straight;
use super::{follow, release, touch};
use crate::battle::{Arg, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter, put, set};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::breaking::{Removal, Remove};
use crate::rules::armati::data::data;
use crate::rules::armati::divisions;
use crate::rules::armati::general_loss::Risk;
use crate::rules::armati::state::{Acts, Undressed};
use crate::table::measure::distance;
use crate::table::{Cdeg, Footprint, Mil, Pose};

const DRESS: Cite = Cite("6.3");

/// Ends the move of every unit: contacts, dispersals, terrain, splits, releases.
pub fn finish(field: Battlefield, job: &March, runs: &[Run]) -> Effects {
    let mut moves = Vec::new();
    let mut told = Vec::new();
    let mut effects = Effects::pop();
    let mut removed: Vec<(UnitId, Removal)> = Vec::new();
    for run in runs {
        let end = run.way(field, job, &[]).at(run.course.distance);
        moves.push((run.unit, end));
        for enemy in &run.course.contacts {
            told.push(touch::make(field, run.unit, &run.start, &end, *enemy));
        }
        removed.extend(run.course.disperses.iter().map(|(_, u)| (*u, Removal::Dispersed)));
        removed.extend(run.course.overruns.iter().map(|u| (*u, Removal::Overrun)));
    }
    let mut fact = march_told(field, job, runs, follow::moved(field, job.mode.cite(), &moves));
    if field.0.battle_state::<PressOn>().0.is_some() {
        fact = fact.change(set(PressOn(None)));
    }
    for run in runs {
        let way = run.way(field, job, &[]);
        let total = run.course.distance;
        let (price, cost) = (job.price, way.slow(total).cost(total));
        let did = total > Mil::ZERO || job.turned != Cdeg::ZERO || job.order.about;
        fact = fact.change(alter(run.unit, move |acts: &mut Acts| {
            acts.marched = true;
            if did {
                acts.moved = true;
                acts.used = acts.used.max(price) + cost;
            }
        }));
        if crosses_difficult(field, job, run, &way, total) && !field.undressed(run.unit) {
            fact = fact.change(put(run.unit, Undressed(true)));
            let undressed = Narration::Marked { of: Ref::Unit(run.unit), what: Word("undressed"), on: true };
            told.push(Fact::new(DRESS, undressed));
        }
    }
    effects = effects.fact(fact).facts(told);
    for body in job.order.bodies() {
        effects = effects.push(After { body });
    }
    if let Some(risk) = run_over(field, job.side.other(), runs, &moves) {
        effects = effects.push(risk);
    }
    removed.sort();
    removed.dedup();
    for (unit, how) in removed.into_iter().rev() {
        effects = effects.push(Remove { unit, how });
    }
    effects
}

/// The words of a straight move's fact: how far its units went, and which ones.
fn march_told(field: Battlefield, job: &March, runs: &[Run], fact: Fact) -> Fact {
    let mover = speaker(&field.0, job.order.body);
    let fact = fact.word(Word("mover"), Arg::Of(mover));
    let far = runs.iter().map(|run| run.course.distance).max().unwrap_or_default();
    let gone: Vec<&Run> = runs.iter().filter(|run| run.course.distance > Mil::ZERO).collect();
    if gone.is_empty() {
        let turned = job.turned != Cdeg::ZERO || job.order.about;
        return fact.says(if turned { Word("goes-no-farther") } else { Word("stands-fast") });
    }
    let together = gone.len() == runs.len() && gone.iter().all(|run| run.course.distance == far);
    let all = units_of(field, &job.order).len() == runs.len();
    let says = match (job.order.back > Mil::ZERO, together && all) {
        (true, _) => Word("goes-back"),
        (false, true) => Word("goes-ahead"),
        (false, false) => Word("some-go-ahead"),
    };
    fact.says(says).word(Word("length"), Arg::Measured(Measured::Length(far)))
}

/// Whether a heavy unit, of a type to which it matters, entered or left woods or rough ground on its way (6.3).
fn crosses_difficult(field: Battlefield, job: &March, run: &Run, way: &Straight, total: Mil) -> bool {
    if !field.kind(run.unit).undressed_by_terrain || (total == Mil::ZERO && job.turned == Cdeg::ZERO) {
        return false;
    }
    let difficult = |p: &Footprint| super::straight::in_difficult(field, p);
    let (before, after) = (difficult(&job.start(field, run.unit)), difficult(&way.at(total)));
    let passed = field.0.ground().pieces().iter().any(|piece| {
        let along = run.from.forward();
        crate::rules::armati::going::difficult(piece.kind)
            && piece.passages(&way.from, along, total.to_inches()).iter().any(|(from, to)| to > from)
    });
    before != after || (passed && !(before && after))
}

/// The risk to a free general whom a moving enemy has touched (G4); none if none was.
fn run_over(field: Battlefield, side: Side, runs: &[Run], ends: &[(UnitId, Footprint)]) -> Option<Risk> {
    let point = free_general(field, side)?;
    let hit = runs.iter().zip(ends).any(|(run, (_, end))| {
        let way = end.centre.distance(run.from.centre);
        crate::table::slide::meets(&run.from, run.from.forward(), &point).is_some_and(|m| m.enter <= way)
    });
    let ends: Vec<Footprint> = ends.iter().map(|(_, end)| *end).collect();
    if hit { Some(touched(side)) } else { run_over_at(field, side, &ends) }
}

/// The risk to a free general of that side who is touched where enemies end their move (G4).
pub fn run_over_at(field: Battlefield, side: Side, ends: &[Footprint]) -> Option<Risk> {
    let point = free_general(field, side)?;
    let touch = data().tables.measure.touch.to_inches();
    ends.iter().any(|end| distance(end, &point) <= touch).then(|| touched(side))
}

/// Where a general without a unit stands.
fn free_general(field: Battlefield, side: Side) -> Option<Footprint> {
    let general = field.general(side);
    let marker = general.marker.filter(|_| !general.lost && general.with.is_none())?;
    let at = field.0.placement(marker).point()?;
    Some(Footprint::new(Pose { at, heading: Cdeg::ZERO }, 0.0, 0.0))
}

fn touched(side: Side) -> Risk {
    Risk { side, least: data().tables.general.lost_when_touched }
}

/// A job after a march: the division may have fallen apart (D6, SP2), others may be released (4.3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct After {
    pub body: crate::ids::BodyId,
}

impl Job for After {
    const NAME: &'static str = "armati.after-march";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(after, self, world)
    }
}

/// Does what follows a march.
pub fn after(InRef(job): InRef<After>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let left: Vec<(UnitId, Footprint)> = field
        .0
        .bodies()
        .get(job.body)
        .units
        .iter()
        .filter(|u| field.stands(**u))
        .map(|u| (*u, field.print(*u)))
        .collect();
    Effects::pop().facts(divisions::part(job.body, &left)).facts(release::facts(field))
}
