//! Marches (D4): a path walked up to the first thing that some rule listens to; the rest stays on the agenda, and
//! after the interrupt it goes on as it was ordered, cut short where it must be (D7).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use sandtable::battle::{Arg, Effects, Fact, Job, Narration, Question, Ref, Truth, View, put};
use sandtable::cite::{Cite, Word};
use sandtable::ids::UnitId;
use sandtable::table::walk::{Met, Scene, walk};
use sandtable::table::{Cdeg, Edge, Foot, Footprint, Leg, Mil, Placement};
use serde::Serialize;

use super::book::{CUT_SHORT, MARCH, REACTION, ZONE};
use super::fight::Melee;
use super::state::{Kind, Shaken};
use super::{on_table, react};

/// A march that is under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct March {
    pub who: UnitId,
    /// What is still to be walked.
    pub rest: Vec<Leg>,
    /// Who has reacted to it already.
    pub provoked: Vec<UnitId>,
}

impl Job for March {
    const NAME: &'static str = "drill.march";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(march, self, world)
    }
}

pub fn march(InRef(job): InRef<March>, truth: Truth) -> Effects {
    let view = truth.view();
    let legs = real(&job.rest);
    if legs.is_empty() || !view.on_table(job.who) {
        return Effects::pop();
    }
    if view.unit_state::<Shaken>(job.who).0 {
        return Effects::pop().fact(cut_short(job.who));
    }
    let enemies = on_table(&view, view.side_of(job.who).other());
    let wary: Vec<UnitId> = enemies.into_iter().filter(|enemy| is_wary(&view, job, *enemy)).collect();
    let zone = |unit: &UnitId| view.hull(*unit).map(|print| print.strip(Edge::Front, ZONE.to_inches()));
    let zones: Vec<Footprint> = wary.iter().filter_map(zone).collect();
    let scene = Scene { layout: view.layout(), ground: view.ground(), zones: &zones };
    let walk = walk(&scene, view.feet(job.who), &legs);
    for meeting in &walk.meetings {
        let (done, rest) = walk.split(meeting, Mil::ZERO);
        let so_far = || moved(&view, job.who, &done, MARCH);
        match meeting.what {
            Met::Zone(n) => {
                let enemy = wary[n];
                let mut provoked = job.provoked.clone();
                provoked.push(enemy);
                let question = Question::to(view.side_of(enemy), react::HANDLER, REACTION);
                return Effects::become_job(March { who: job.who, rest, provoked })
                    .facts(so_far())
                    .ask(question.about(Ref::Unit(job.who)).about(Ref::Unit(enemy)));
            }
            Met::Foot { unit: other, .. } if view.side_of(other) != view.side_of(job.who) => {
                return Effects::pop().facts(so_far()).push(Melee { attacker: job.who, defender: other });
            }
            Met::Foot { .. } | Met::TableEdge if !rest.is_empty() => {
                return Effects::pop().facts(so_far()).fact(cut_short(job.who));
            }
            Met::Foot { .. } | Met::TableEdge | Met::Enter(_) | Met::Leave(_) => {}
        }
    }
    Effects::pop().facts(moved(&view, job.who, &legs, MARCH))
}

fn cut_short(who: UnitId) -> Fact {
    let says = Word("cut-short");
    Fact::new(CUT_SHORT, Narration::Said(says)).word(Word("who"), Arg::Of(Ref::Unit(who)))
}

/// Whether an enemy would react if its zone were entered.
fn is_wary(view: &View, job: &March, enemy: UnitId) -> bool {
    view.get::<Kind>(enemy) != Some(&Kind::Guard) && !job.provoked.contains(&enemy)
}

/// The legs that lead somewhere.
pub fn real(legs: &[Leg]) -> Vec<Leg> {
    let leads = |leg: &&Leg| !matches!(leg, Leg::Ahead(Mil::ZERO) | Leg::Slide(_, Mil::ZERO) | Leg::Wheel(Cdeg::ZERO));
    legs.iter().filter(leads).copied().collect()
}

/// The fact that a unit moved along those legs; none when they lead nowhere.
pub fn moved(view: &View, unit: UnitId, legs: &[Leg], cite: Cite) -> Option<Fact> {
    let legs = real(legs);
    let feet: &[Foot] = view.feet(unit);
    let walk = walk(&Scene { layout: view.layout(), ground: view.ground(), zones: &[] }, feet, &legs);
    let after: Placement = view.placement(unit).at(walk.end()?);
    let first = |prints: &[Footprint]| prints.first().map(Footprint::pose);
    let start = walk.stretches.first().and_then(|stretch| first(&stretch.before));
    let along = start.into_iter().chain(walk.stretches.iter().filter_map(|stretch| first(&stretch.after))).collect();
    let tell = Narration::Moved { who: vec![Ref::Unit(unit)], along: vec![along] };
    Some(Fact::new(cite, tell).change(put(unit, after)))
}

/// How far a unit can go straight back, facing kept, no farther than `most`.
pub fn room_behind(view: &View, unit: UnitId, most: Mil) -> Mil {
    let scene = Scene { layout: view.layout(), ground: view.ground(), zones: &[] };
    let walk = walk(&scene, view.feet(unit), &[Leg::Slide(Cdeg::HALF, most)]);
    let stops = |met: &Met| matches!(met, Met::Foot { .. } | Met::TableEdge);
    match walk.meetings.iter().find(|meeting| stops(&meeting.what)) {
        Some(meeting) => sandtable::table::slide::seat(meeting.into, Mil::ZERO).min(most),
        None => most,
    }
}
