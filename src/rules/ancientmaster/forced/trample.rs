//! Elephants that are driven back or retreat into a stand trample it before anything else happens (W60-W65).

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Narration, Ref, Truth};
use crate::cite::{Cite, Tally, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::casualties::Suffers;
use crate::rules::ancientmaster::cover;
use crate::rules::ancientmaster::data::tables;
use crate::rules::ancientmaster::shooting::kernel::{Attack, Dice, strike};
use crate::table::Pose;

const TRAMPLE: Cite = Cite("W62");

/// A job: an elephant tramples a stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trample {
    pub by: UnitId,
    /// Where it stands.
    pub from: Pose,
    pub at: UnitId,
    pub base: u8,
}

impl Job for Trample {
    const NAME: &'static str = "ancientmaster.trample";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(trample, self, world)
    }
}

pub fn trample(InRef(job): InRef<Trample>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let stand = field.feet(job.at).get(usize::from(job.base));
    let Some(stand) = stand else { return Effects::pop() };
    let from = field.size(job.by).base(job.from).centre;
    let cover = cover::against(field, job.at, &stand.print, from, true);
    // A shieldwall's front edge makes it harder, as for any attack over it (W52, W62).
    let walled = field.formed(job.at).shieldwall && stand.print.local(from).y > stand.print.half_depth;
    let plain = cover::to_hit(cover);
    let hits_on = if walled { plain.max(tables().shooting.defended) } else { plain };
    let dice_of = vec![Dice { count: tables().elephants.dice, hits_on }];
    let armour = field.troop(job.at).kind.armour;
    let by_side = field.0.side_of(job.by);
    let attack = Attack { by: by_side, who: job.by, dice: dice_of, at: job.at, armour, why: Word("trample") };
    let mut roller = dice.roller();
    let struck = match strike(&mut roller, &attack) {
        Ok(struck) => struck,
        Err(need) => return Effects::need(need),
    };
    let mut tally = Tally::default();
    tally.add(Word("hit"), i32::from(struck.hits), TRAMPLE);
    tally.add(Word("saved"), -i32::from(struck.saved), TRAMPLE);
    let told = Fact::new(TRAMPLE, Narration::Said(Word("tramples")))
        .word(Word("who"), Arg::Of(Ref::Unit(job.by)))
        .word(Word("whom"), Arg::Of(Ref::Unit(job.at)))
        .dice(roller.rolled())
        .tally(tally);
    // They take stands, and add no dice to a drive back (W64, W65).
    Effects::pop().fact(told).push(Suffers { unit: job.at, hits: struck.through(), drives: false, volley: false })
}
