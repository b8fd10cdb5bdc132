//! A unit shoots (A8.2): in its shooting phase, or as skirmishers before they move (W2).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::kernel::Attack;
use super::{aim, attack, bolt, kernel, told};
use crate::battle::{DiceHand, Effects, Job, Truth, alter};
use crate::cite::Cite;
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::casualties::Suffers;
use crate::rules::ancientmaster::state::{Acts, Hits};
use crate::rules::ancientmaster::support::engaged;
use crate::rules::ancientmaster::terrain::Cover;
use crate::rules::ancientmaster::troop::Tag;
use crate::table::{Foot, Place};

const SHOOTING: Cite = Cite("A8.2");
const VOLLEY: Cite = Cite("W2");

/// A job: a unit shoots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volley {
    pub by: UnitId,
    pub at: UnitId,
    /// Whether it does so before it moves.
    pub early: bool,
}

impl Job for Volley {
    const NAME: &'static str = "ancientmaster.volley";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(volley, self, world)
    }
}

pub fn volley(InRef(job): InRef<Volley>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let cite = if job.early { VOLLEY } else { SHOOTING };
    let (by, early) = (job.by, job.early);
    let mut roller = dice.roller();
    let mut effects = Effects::pop();
    let mut suffering = Vec::new();
    for (n, (attack, cover)) in attacks(field, by, job.at).into_iter().enumerate() {
        let at = attack.at;
        let struck = match kernel::strike(&mut roller, &attack) {
            Ok(struck) => struck,
            Err(need) => return Effects::need(need),
        };
        let from = nearest_stand(field, by, at);
        let mut fact = told(cite, &attack, struck).dice(roller.rolled());
        if n == 0 {
            fact = fact.change(alter(by, move |acts: &mut Acts| {
                acts.shot |= !early;
                acts.volley |= early;
            }));
        }
        fact = fact.change(alter(at, move |hits: &mut Hits| {
            hits.cover = cover;
            hits.by.extend(from.map(|place| (by, place)));
        }));
        effects = effects.fact(fact);
        // Who is engaged is hit by a bolt only: he is not driven back, and keeps the hits (A12).
        let free = !engaged(field, at);
        suffering.push(Suffers { unit: at, hits: struck.through(), drives: free, volley: free });
    }
    // The first target suffers first.
    suffering.into_iter().rev().fold(effects, Effects::push)
}

/// The attacks of a unit that shoots at that one, the target first, each with the best cover of the stands that it is
/// measured to: of a bolt one against each unit that it goes through.
fn attacks(field: Battlefield, by: UnitId, at: UnitId) -> Vec<(Attack, Cover)> {
    let shots = aim::shared_out(field, by, at).into_iter();
    if field.has(by, Tag::Bolt) {
        return shots.flat_map(|(at, stands)| bolt::attacks(field, by, &stands, at)).collect();
    }
    shots.map(|(at, stands)| (attack(field, by, &stands, at, false), best_cover(field, by, &stands, at))).collect()
}

/// The best cover of the stands that are measured to (A8.3).
fn best_cover(field: Battlefield, by: UnitId, stands: &[u8], at: UnitId) -> Cover {
    let shooting = field.feet(by).iter().filter(|foot| stands.contains(&foot.base));
    shooting.filter_map(|foot| aim::shot(field, foot, at)).map(|shot| shot.cover).max().unwrap_or_default()
}

/// Where the stand of the shooter stands that is nearest to the target.
fn nearest_stand(field: Battlefield, by: UnitId, at: UnitId) -> Option<Place> {
    let stand: Option<&Foot> = field.nearest_stands(by, at).map(|(stand, _)| stand);
    stand.map(|foot| foot.print.pose().place())
}
