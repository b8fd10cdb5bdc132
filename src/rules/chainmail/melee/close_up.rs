//! At the end of the Melee step (9.1): gaps that losses have opened are closed, or end the melee.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Arg, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter_one, put};
use crate::cite::{Cite, Word};
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::data::tables;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::flight::shifted;
use crate::rules::chainmail::ground::is_barred;
use crate::rules::chainmail::state::{Contact, Contacts};
use crate::table::slide;
use crate::table::{Foot, Mil};

const RULE: Cite = Cite("C78");

/// A job: the contacts from that place on are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosesUp {
    pub next: usize,
}

impl Job for ClosesUp {
    const NAME: &'static str = "chainmail.closes-up";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(closes_up, self, world)
    }
}

/// Two that are no farther apart touch.
const TOUCH: Mil = Mil(20);

pub fn closes_up(InRef(job): InRef<ClosesUp>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(contact) = field.contacts().get(job.next).copied() else { return Effects::pop() };
    let (by, at) = (contact.by, contact.at);
    let gap = field.distance(by, at);
    let next = Effects::become_job(ClosesUp { next: job.next + 1 });
    if gap <= TOUCH {
        return next;
    }
    if let Some(far) = clear_ahead(field, &contact) {
        let step = field.print(by).forward() * far.to_inches();
        let print = field.print(by);
        let along = vec![vec![print.pose(), print.shifted(step).pose()]];
        let moved = Narration::Moved { who: vec![Ref::Unit(by)], along };
        let fact = Fact::new(RULE, moved).says(Word("closes-up")).word(Word("who"), Arg::Of(Ref::Unit(by)));
        return next.fact(fact.change(put(by, shifted(field, by, step))));
    }
    if gap <= *tables().control {
        return next;
    }
    let ends = Fact::new(RULE, Narration::Said(Word("melee-ends")))
        .word(Word("who"), Arg::Of(Ref::Unit(by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(at)))
        .word(Word("measured"), Arg::Measured(Measured::Length(gap)));
    let parts = alter_one(move |contacts: &mut Contacts| contacts.0.retain(|of| (of.by, of.at) != (by, at)));
    // The next contact takes this one's place.
    Effects::stay().fact(ends.change(parts))
}

/// How far who made a contact goes straight ahead to touch again, if he can.
fn clear_ahead(field: Battlefield, contact: &Contact) -> Option<Mil> {
    let (by, print) = (contact.by, field.print(contact.by));
    let direction = print.forward();
    let met = slide::meets(&print, direction, &field.print(contact.at))?;
    let far = slide::seat(met.enter, Mil::ZERO);
    if far > *fighting().closes_up || far == Mil::ZERO {
        return None;
    }
    let reach = far.to_inches();
    let blocks = |foot: &Foot| foot.unit != by && foot.unit != contact.at;
    let free = slide::hits(field.0.layout(), &print, direction, reach, blocks).is_empty();
    let ground = field.0.ground();
    let open = field.formation(by).open;
    let barred = ground
        .pieces()
        .iter()
        .any(|piece| is_barred(field, by, open, piece) && !piece.passages(&print, direction, reach).is_empty());
    // Who touches others already stays with them.
    let others = field.contacts().iter().filter(|of| of.by == by && of.at != contact.at);
    let held = others.into_iter().any(|of| field.distance(by, of.at) <= TOUCH);
    (free && !barred && !held).then_some(far)
}
