//! Resolves a shot, a volley of pila or a round of melee roll by roll (X16): after each failed roll its owner is asked
//! whether it stands before the next one is made.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::roll_sequence::RollSequence;
use super::{DESTINY, ask, rolls_left, rolls_of_both};
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Odds, OddsOutcome, Open, Ref, Truth};
use crate::cite::{Cite, Tally, Word};
use crate::dice::odds::every_case;
use crate::ids::{Side, UnitId};
use crate::rules::impetus::battlefield::Battlefield;
use crate::rules::impetus::damage::{Test, Tested};
use crate::rules::impetus::firing::{self, Shooting};
use crate::rules::impetus::melee::fights::{self, Melee};
use crate::rules::impetus::melee::pilum;
use crate::rules::impetus::melee::round::Verdict;

const TESTS: Cite = Cite("I72");

/// What strikes, and is rolled for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Struck {
    Shot(Shooting),
    Pila(Melee),
    Blows(Melee),
}

/// A shot, a throw of pila or a round of melee, as far as its dice have been thrown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Throws {
    pub of: Struck,
    /// The damage of each attack; empty: not rolled yet.
    points: Vec<i32>,
    /// The die of each test so far; none where there was no damage.
    faces: Vec<Option<u8>>,
    /// The rolls whose owners have let them stand, by index: the attacks, then the tests.
    stands: Vec<usize>,
    /// The roll that its owner is asked about, and how many rolls of destiny both sides had left before.
    asked: Option<(usize, u8)>,
}

impl Open for Throws {}

impl Throws {
    /// The job before anything is rolled.
    pub fn new(of: Struck) -> Throws {
        Throws { of, points: Vec::new(), faces: Vec::new(), stands: Vec::new(), asked: None }
    }

    fn place_of_test(&self, n: usize) -> usize {
        self.points.len() + n
    }
}

impl Job for Throws {
    const NAME: &'static str = "impetus.throws";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(throws, self, world)
    }
}

/// Makes the next roll, or asks about the last one; when all stand, does what follows.
pub fn throws(InRef(job): InRef<Throws>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(rolls) = RollSequence::of(field, &job.of) else { return Effects::pop() };
    if let Some((place, before)) = job.asked {
        return settle(&dice, job, &rolls, place, rolls_of_both(field) < before);
    }
    if job.points.len() < rolls.attacks.len() {
        return attack(field, &dice, job, &rolls);
    }
    let failed = |n: &usize| rolls.failed(*n, &job.points) && !job.stands.contains(n);
    if job.faces.is_empty()
        && let Some(n) = (0..rolls.attacks.len()).find(|n| failed(n) && rolls_left(field, rolls.attacks[*n].side) > 0)
    {
        return question(field, job, n, rolls.attacks[n].side, rolls.attacks[n].unit);
    }
    if let (Some(n), Some(Some(face))) = (job.faces.len().checked_sub(1), job.faces.last()) {
        let (test, attack) = &rolls.tests[n];
        let place = job.place_of_test(n);
        let failed = test.shows(*face, job.points[*attack]).failed;
        if failed && !job.stands.contains(&place) && rolls_left(field, test.side) > 0 {
            return question(field, job, place, test.side, test.unit);
        }
    }
    match job.faces.len() {
        n if n < rolls.tests.len() => test(&dice, job, &rolls, n),
        _ => finish(field, job, &rolls),
    }
}

fn question(field: Battlefield, job: &Throws, place: usize, side: Side, unit: UnitId) -> Effects {
    let next = Throws { asked: Some((place, rolls_of_both(field))), ..job.clone() };
    Effects::become_job(next).ask(ask(side, &[Ref::Unit(unit)]))
}

/// Acts on the owner's answer: the roll stands, or is made again.
fn settle(dice: &DiceHand, job: &Throws, rolls: &RollSequence, place: usize, again: bool) -> Effects {
    let mut next = Throws { asked: None, ..job.clone() };
    if !again {
        next.stands.push(place);
        return Effects::become_job(next);
    }
    if place >= next.points.len() {
        next.faces.pop();
        return Effects::become_job(next);
    }
    let mut roller = dice.roller();
    let points = match rolls.attack(place, &mut roller) {
        Ok(points) => points,
        Err(need) => return Effects::need(need),
    };
    next.points[place] = points;
    // The damages are compared again, so nothing stands any more.
    next.stands.clear();
    let fact = Fact::new(DESTINY, Narration::Said(Word("rolls-again")))
        .word(Word("who"), Arg::Of(Ref::Unit(rolls.attacks[place].unit)))
        .word(Word("damage"), count(points))
        .dice(roller.rolled());
    Effects::become_job(next).fact(fact)
}

/// All attacks are rolled at once.
fn attack(field: Battlefield, dice: &DiceHand, job: &Throws, rolls: &RollSequence) -> Effects {
    let mut roller = dice.roller();
    let mut points = Vec::new();
    for n in 0..rolls.attacks.len() {
        match rolls.attack(n, &mut roller) {
            Ok(damage) => points.push(damage),
            Err(need) => return Effects::need(need),
        }
    }
    let facts = match &job.of {
        Struck::Shot(shot) => vec![firing::told(field, shot, points[0])],
        Struck::Pila(melee) => pilum::told(field, melee, &points),
        Struck::Blows(_) => rolls.round.iter().map(|round| fights::told(round, [points[0], points[1]])).collect(),
    };
    let mut effects = Effects::become_job(Throws { points, ..job.clone() });
    // The dice are shown with the first of the facts.
    let mut rolled = Some(roller.rolled());
    for fact in facts {
        effects = effects.fact(fact.dice(rolled.take().unwrap_or_default()));
    }
    effects
}

/// Rolls the next cohesion test; whoever took no damage makes none.
fn test(dice: &DiceHand, job: &Throws, rolls: &RollSequence, n: usize) -> Effects {
    let (test, attack) = &rolls.tests[n];
    let mut next = job.clone();
    if job.points[*attack] <= 0 {
        next.faces.push(None);
        return Effects::become_job(next);
    }
    let mut roller = dice.roller();
    let tested = match test.roll(&mut roller, job.points[*attack]) {
        Ok(tested) => tested,
        Err(need) => return Effects::need(need),
    };
    next.faces.push(tested.roll);
    let face = tested.roll.map_or(0, i32::from);
    let fact = Fact::new(TESTS, Narration::Said(Word("tests-cohesion")))
        .word(Word("who"), Arg::Of(Ref::Unit(test.unit)))
        .word(Word("roll"), count(face))
        .word(Word("critical"), count(tested.critical.total()))
        .tally(tested.critical)
        .dice(roller.rolled());
    Effects::become_job(next).fact(fact)
}

/// What the attack does, once nobody may roll anything again: the results of all cohesion tests go to the rules of the
/// shot, the pila or the round of melee that caused them.
fn finish(field: Battlefield, job: &Throws, rolls: &RollSequence) -> Effects {
    let shown = |((test, attack), face): (&(Test, usize), &Option<u8>)| {
        let damage = job.points[*attack];
        face.map_or(Tested { damage, ..Tested::default() }, |face| test.shows(face, damage))
    };
    let tested: Vec<Tested> = rolls.tests.iter().zip(&job.faces).map(shown).collect();
    match (&job.of, &tested[..], &rolls.round) {
        (Struck::Shot(shot), [tested], _) => firing::struck(field, shot, tested, Effects::pop()),
        (Struck::Blows(_), [a, b], Some(round)) => fights::struck(field, round, &[a.clone(), b.clone()], Vec::new()),
        (Struck::Pila(melee), tested, _) => pilum::struck(field, melee, tested),
        _ => Effects::pop(),
    }
}

/// The odds of what follows if the roll that its owner is asked about is made again, or if it stands; the unit that
/// rolled comes first.
pub fn odds(field: Battlefield, job: &Throws, again: bool) -> Option<Odds> {
    let rolls = RollSequence::of(field, &job.of)?;
    let (place, _) = job.asked?;
    let mut points: Vec<Option<i32>> = job.points.iter().copied().map(Some).collect();
    let mut faces = job.faces.clone();
    let of_test = place.checked_sub(points.len());
    match of_test {
        Some(n) if again => faces[n] = None,
        None if again => points[place] = None,
        _ => {}
    }
    let cases = every_case(|dice| rolls.resume(dice, &points, &faces));
    let outcome = |what, holds: &dyn Fn(&Vec<Tested>) -> bool| {
        let (cases, of) = cases.chance(holds);
        OddsOutcome { what: Word(what), cases, of }
    };
    let (by, at) = match of_test {
        Some(n) => (rolls.tests[n].0.unit, rolls.attacks[rolls.tests[n].1].unit),
        None => {
            let (test, _) = rolls.tests.iter().find(|(_, by)| *by == place)?;
            (rolls.attacks[place].unit, test.unit)
        }
    };
    let outcomes = match (&rolls.round, of_test) {
        (Some(round), _) => {
            let own = round.fighters.iter().position(|f| f.unit == by)?;
            let verdict = |t: &Vec<Tested>| round.outcome(&[t[0].clone(), t[1].clone()]);
            let loses = |v: Verdict, n: usize| v == Verdict::Routed(n) || v == Verdict::Retreats(n);
            let is = |t: &Vec<Tested>, n: usize| loses(verdict(t), n);
            vec![
                outcome("win", &|t| is(t, 1 - own)),
                outcome("tie", &|t| !is(t, own) && !is(t, 1 - own)),
                outcome("lose", &|t| is(t, own)),
                outcome("break", &|t| verdict(t) == Verdict::Routed(1 - own)),
                outcome("broken", &|t| verdict(t) == Verdict::Routed(own)),
            ]
        }
        (None, Some(n)) => vec![
            outcome("holds", &|t| !t[n].failed),
            outcome("fails", &|t| t[n].failed),
            outcome("broken", &|t| t[n].routed),
        ],
        (None, None) => vec![
            outcome("hit", &|t| t[place].damage > 0),
            outcome("miss", &|t| t[place].damage == 0),
            outcome("loss", &|t| t[place].loss > 0),
            outcome("break", &|t| t[place].routed),
        ],
    };
    let (by, at) = (Ref::Unit(by), Ref::Unit(at));
    let simulated = cases.simulated;
    Some(Odds { by, at, outcomes, tallies: [Tally::default(), Tally::default()], simulated, notes: Vec::new() })
}

/// How good these odds are for the side that rolled, in points of unit values.
pub fn edge(odds: &Odds, side: Side, field: Battlefield) -> f32 {
    let share = |what| odds.share(Word(what)) as f32;
    let unit_value = |of: Ref| match of {
        Ref::Unit(unit) if field.0.on_table(unit) => crate::rules::impetus::ruleset::unit_value(&field.0, unit),
        _ => 0.0,
    };
    debug_assert!(field.0.side_of_ref(odds.by) == Some(side), "who threw is asked");
    let gains = share("win") + share("break") + share("hit") * 0.2 + share("loss") * 0.4;
    let loses = share("lose") + share("broken") + share("fails") * 0.4;
    gains * unit_value(odds.at) * 0.5 - loses * unit_value(odds.by) * 0.5
}

fn count(n: i32) -> Arg {
    Arg::Measured(Measured::Count(n))
}
