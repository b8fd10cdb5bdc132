//! The Melee step (9.6): melee after melee one round, blows of all pairings, then casualties together, then the sum of 10.2.

mod blows;
mod close_up;
mod nerve;
mod parties;
mod sum;

pub use blows::{Blows, at_leaver, led, of_contact};
pub use close_up::ClosesUp;
pub use nerve::roll as roll_heart;
pub use parties::{joined, pending};

use bevy::ecs::resource::Resource;
use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::state::{Acts, Contact, Flight, Formation};
use super::strike::strike;
use super::switches::Switch;
use super::{rally, shape::Shape};
use crate::battle::{
    Arg, Change, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter, alter_one, put, set,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Die, Roll};
use crate::ids::UnitId;

/// A unit fights so many melees a turn at most (4.4).
pub const MOST_MELEES: u8 = 3;
const ROUND: Cite = Cite("C99");

/// What has been fought in this step, and what the melee under way has killed so far: it falls together.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fights {
    /// Contacts over which a round was fought.
    pub fought: Vec<(UnitId, UnitId)>,
    pub killed: Vec<(UnitId, u16)>,
    /// Who has had to take heart in the melee under way, and whether he has.
    pub hearts: Vec<(UnitId, bool)>,
}

impl Fights {
    /// How many of a unit have been killed so far.
    pub fn killed_of(&self, unit: UnitId) -> u16 {
        self.killed.iter().filter(|(of, _)| *of == unit).map(|(_, figures)| figures).sum()
    }
}

/// A job: the Melee step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Melees;

/// How far a round of a melee has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Units that are attacked in their flight may rally; others may tire.
    Begins,
    /// The blows over the contact of that place.
    Blows(usize),
    /// Casualties, the sum, and what comes of it.
    Sum,
}

/// A job: one round of the melee of those units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    pub units: Vec<UnitId>,
    pub stage: Stage,
}

impl Job for Melees {
    const NAME: &'static str = "chainmail.melees";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(melees, self, world)
    }
}

impl Job for Round {
    const NAME: &'static str = "chainmail.round";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(round, self, world)
    }
}

pub fn melees(InRef(_): InRef<Melees>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let contacts = pending(field);
    let first = field.first();
    let starts = field.side(first).find(|unit| contacts.iter().any(|of| of.by == *unit || of.at == *unit));
    if let Some(unit) = starts {
        return Effects::stay().push(Round { units: joined(&contacts, unit), stage: Stage::Begins });
    }
    let effects = Effects::become_job(ClosesUp { next: 0 });
    if *field.0.battle_state::<Fights>() == Fights::default() {
        return effects;
    }
    let over = Fact::new(ROUND, Narration::Said(Word("melees-over"))).change(set(Fights::default()));
    effects.fact(over)
}

/// The contacts of this melee over which nobody has fought yet.
fn own(field: Battlefield, units: &[UnitId]) -> Vec<Contact> {
    pending(field).into_iter().filter(|of| units.contains(&of.by) && units.contains(&of.at)).collect()
}

pub fn round(InRef(job): InRef<Round>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let go_on = |stage| Effects::become_job(Round { units: job.units.clone(), stage });
    let contacts = own(field, &job.units);
    match job.stage {
        Stage::Begins => {
            // One unit at a time: who is caught in flight dices for each attacker.
            let caught = contacts.iter().find(|of| {
                field.flight(of.at).is_some()
                    && of.rounds == 0
                    && !field.0.battle_state::<Caught>().0.contains(&(of.by, of.at))
            });
            if let Some(contact) = caught {
                return is_caught(field, contact, &dice);
            }
            let hearts = &field.0.battle_state::<Fights>().hearts;
            let waits = |unit: &&UnitId| !hearts.iter().any(|(of, _)| of == *unit);
            let timid =
                job.units.iter().filter(waits).find_map(|unit| Some((*unit, nerve::needs(field, &contacts, *unit)?)));
            if let Some((unit, needs)) = timid {
                return nerve::takes_heart(field, unit, needs, &dice);
            }
            let facts = job.units.iter().filter_map(|unit| tires(field, *unit)).collect::<Vec<_>>();
            let effects = go_on(Stage::Blows(0)).facts(facts);
            if field.0.battle_state::<Caught>().0.is_empty() {
                return effects;
            }
            let over = Fact::new(Cite("C111"), Narration::Said(Word("caught-over"))).change(set(Caught::default()));
            effects.fact(over)
        }
        Stage::Blows(next) => {
            if next >= contacts.len() {
                return go_on(Stage::Sum);
            }
            let mut both = of_contact(field, &contacts, next);
            // The dice of who moves first in the turn fall first.
            if field.0.side_of(both[0].unit) != field.first() {
                both.reverse();
            }
            let mut roller = dice.roller();
            let mut killed = [0, 0];
            for (n, blows) in both.iter().enumerate() {
                for pool in [blows.opposite, blows.wrapping] {
                    match strike(&mut roller, pool, field.0.side_of(blows.unit), blows.unit) {
                        Ok(kills) => killed[n] += kills,
                        Err(need) => return Effects::need(need),
                    }
                }
            }
            let mut fact = told(&both, killed).dice(roller.rolled());
            let falls = [(both[0].at, killed[0]), (both[1].at, killed[1])];
            fact = fact.change(alter_one(move |fights: &mut Fights| {
                fights.killed.extend(falls.into_iter().filter(|(_, figures)| *figures > 0));
            }));
            go_on(Stage::Blows(next + 1)).fact(fact)
        }
        Stage::Sum => sum::sum(field, &job.units, &contacts, &dice),
    }
}

fn told(both: &[Blows; 2], killed: [u16; 2]) -> Fact {
    let count = |n: u16| Arg::Measured(Measured::Count(n.into()));
    let (a, b) = (Ref::Unit(both[0].unit), Ref::Unit(both[1].unit));
    let wraps = both.iter().any(|blows| blows.wrapping.dice > 0);
    let cite = if wraps { Cite("C81") } else { Cite("C80") };
    let mut fact = Fact::new(cite, Narration::Fought { a, b })
        .says(Word(if wraps { "fights-wrapping" } else { "fights" }))
        .word(Word("who"), Arg::Of(a))
        .word(Word("whom"), Arg::Of(b));
    let places = [
        [Word("men"), Word("dice"), Word("score"), Word("wrap"), Word("wrapscore"), Word("killed")],
        [Word("men2"), Word("dice2"), Word("score2"), Word("wrap2"), Word("wrapscore2"), Word("killed2")],
    ];
    for (words, (blows, killed)) in places.into_iter().zip(both.iter().zip(killed)) {
        let (opposite, wrapping) = (blows.opposite, blows.wrapping);
        let counts = [blows.men, opposite.dice, opposite.score.into(), wrapping.dice, wrapping.score.into(), killed];
        for (word, n) in words.into_iter().zip(counts) {
            fact = fact.word(word, count(n));
        }
    }
    fact
}

/// A unit that tires before the round (6).
fn tires(field: Battlefield, unit: UnitId) -> Option<Fact> {
    let old = field.fatigue(unit);
    let new = old.before_round(field.kind(unit).pikes);
    if new == old || !field.plays(Switch::Fatigue) {
        return None;
    }
    let cite = if old.rounds == 0 { "C51" } else { "C52" };
    let marked = Narration::Marked { of: Ref::Unit(unit), what: Word("tired"), on: true };
    Some(Fact::new(Cite(cite), marked).change(put(unit, new)))
}

/// For which contacts a unit in flight has diced already in this melee.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caught(pub Vec<(UnitId, UnitId)>);

/// A unit that is attacked in its flight dices once for each attacker (10.5): it turns to fight, or will run again.
fn is_caught(field: Battlefield, contact: &Contact, dice: &DiceHand) -> Effects {
    let (unit, by) = (contact.at, contact.by);
    let mut roller = dice.roller();
    let face = match roller.die(Die::d6(field.0.side_of(unit), Some(unit), Word("attacked"))) {
        Ok(face) => face,
        Err(need) => return Effects::need(need),
    };
    let rallies = rally::when_attacked(face);
    let mut fact =
        Fact::new(Cite("C111"), Narration::Said(Word(if rallies { "rallies-attacked" } else { "runs-again" })))
            .word(Word("who"), Arg::Of(Ref::Unit(unit)))
            .word(Word("limit"), Arg::Measured(Measured::Count(super::data::tables().flight_attacked.into())))
            .dice(roller.rolled())
            .tally(Tally::default().with(Word("die"), face.into(), Cite("C111")))
            .change(alter_one(move |caught: &mut Caught| caught.0.push((by, unit))));
    let changes: Vec<Change> = if rallies {
        vec![
            put(unit, Flight(None)),
            put(unit, Formation { shape: Shape::Column, open: false }),
            alter_one(move |contacts: &mut super::state::Contacts| {
                for of in contacts.0.iter_mut().filter(|of| of.at == unit) {
                    of.aspect = super::strike::Aspect::Front;
                }
            }),
        ]
    } else {
        vec![alter(unit, |acts: &mut Acts| acts.caught = true)]
    };
    for change in changes {
        fact = fact.change(change);
    }
    Effects::stay().fact(fact)
}
