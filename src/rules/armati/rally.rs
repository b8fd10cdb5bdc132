//! Rally (8.4), step 8: units that were left in peace regain breakpoints, remove fatigue, or dress their ranks.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::data;
use super::fighting;
use super::movement::pins;
use super::state::{Acts, Bp, Fatigue, Undressed};
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Barred, Choice, DiceHand, Effects, Fact, Handler, Job, Measured, Narration,
    Offer, Question, Ref, Refusal, Truth, alter, put,
};
use crate::cite::{Cite, Word};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};

const RALLYING: Cite = Cite("8.4");

const KEY: Word = Word("rally");
/// The verb of rolling for a lost breakpoint.
const REGAIN: Word = Verb::Regain.word();
/// The verb of losing a point of fatigue.
const REST: Word = Verb::Rest.word();
/// The verb of dressing ranks.
const DRESS: Word = Verb::Dress.word();
const DONE: Word = Verb::Done.word();

crate::verbs! {
    /// What a unit does that rallies.
    enum Verb {
        Regain = "rally",
        Rest = "rest",
        Dress = "dress",
        Done = "done",
    }
}

/// A job: the step, with the number of sides that were asked; the first mover is asked first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RallyStep {
    asked: usize,
}

/// A job: a unit rolls to regain a breakpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Regain {
    unit: UnitId,
}

impl Job for RallyStep {
    const NAME: &'static str = "armati.rally";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(step, self, world)
    }
}

impl Job for Regain {
    const NAME: &'static str = "armati.regain";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(regain, self, world)
    }
}

pub const HANDLER: Handler = Handler::plain(KEY, Verb::WORDS, offer, enact);

/// Rolls whether a breakpoint is regained; an attached general makes it easier.
///
/// # Errors
///
/// When the die is not known yet.
pub fn roll(dice: &mut impl Roll, by: Side, unit: UnitId, general: bool) -> Result<bool, NeedDice> {
    let numbers = &data().tables.rally;
    let least = if general { numbers.regain_with_general } else { numbers.regain };
    Ok(dice.die(Die::d6(by, Some(unit), KEY))? >= least)
}

/// What a unit that may rally could gain, as verbs.
pub fn gains(field: Battlefield, unit: UnitId) -> impl Iterator<Item = Word> {
    let troop = field.troop(unit);
    let regain = (field.bp(unit) < troop.bp0).then_some(REGAIN);
    let rest = (field.fatigue(unit) > 0).then_some(REST);
    let dress = field.undressed(unit).then_some(DRESS);
    [regain, rest, dress].into_iter().flatten()
}

/// Checks that a unit may rally this turn.
///
/// # Errors
///
/// Why it may not.
pub fn may(field: Battlefield, unit: UnitId) -> Result<(), Refusal> {
    let not = |says| Err(Refusal::new(RALLYING, Word(says)).of(Ref::Unit(unit)));
    let acts = field.acts(unit);
    if field.engaged(unit) {
        return not("rally-engaged");
    }
    if acts.moved || acts.spent || acts.fired || acts.fought {
        return not("rally-active");
    }
    if acts.rallied {
        return not("rallied-already");
    }
    match pins::pinned(field, unit) {
        Some(pin) => {
            let limit = *data().tables.movement.pin;
            Err(Refusal::new(RALLYING, Word("rally-pinned"))
                .of(Ref::Unit(unit))
                .below(Measured::Length(pin.ahead), Measured::Length(limit))
                .word(Word("enemy"), Arg::Of(Ref::Unit(pin.enemy))))
        }
        None => Ok(()),
    }
}

fn step(InRef(step): InRef<RallyStep>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let Some(side) = field.order().get(step.asked).copied() else { return Effects::pop() };
    let next = Effects::become_job(RallyStep { asked: step.asked + 1 });
    if open(field, side).next().is_some() { next.ask(Question::to(side, HANDLER, RALLYING)) } else { next }
}

/// The units of a side that may rally and have something to gain by it.
fn open(field: Battlefield<'_>, side: Side) -> impl Iterator<Item = UnitId> {
    field.side(side).filter(move |unit| gains(field, *unit).next().is_some() && may(field, *unit).is_ok())
}

fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|u| fighting::wants(field, ask, *u)) {
        let who = Ref::Unit(unit);
        let verdict = may(field, unit);
        for verb in [REGAIN, REST, DRESS] {
            let gains = gains(field, unit).any(|v| v == verb);
            match &verdict {
                Ok(()) if gains => offer.choices.push(Choice::plain(Action::new(who, verb), RALLYING)),
                _ if !ask.barred => {}
                Ok(()) => offer.barred.push(Barred { key: verb, who: vec![who], why: no_gain(who, verb) }),
                Err(why) => offer.barred.push(Barred { key: verb, who: vec![who], why: why.clone() }),
            }
        }
    }
    if ask.wants(Ref::Side(asking.side)) {
        offer.choices.push(Choice::ending(Action::new(Ref::Side(asking.side), DONE), RALLYING));
    }
    offer
}

fn no_gain(who: Ref, verb: Word) -> Refusal {
    let says = match verb {
        REST => Word("rested-already"),
        DRESS => Word("dressed-already"),
        _ => Word("rally-full"),
    };
    Refusal::new(RALLYING, says).of(who)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let field = Battlefield::of(asking.view);
    let [Ref::Unit(unit)] = *action.who.as_slice() else { return Effects::pop() };
    let more = open(field, asking.side).any(|other| other != unit);
    let effects = if more { Effects::stay() } else { Effects::pop() };
    match Verb::of(action) {
        Some(Verb::Rest) => effects.fact(rest(field, unit)),
        Some(Verb::Dress) => effects.fact(dress(unit)),
        _ => effects.push(Regain { unit }),
    }
}

fn rest(field: Battlefield, unit: UnitId) -> Fact {
    let from = field.fatigue(unit);
    let to = from.saturating_sub(data().tables.rally.fatigue);
    let (of, what) = (Ref::Unit(unit), Word("fatigue"));
    let told = Narration::Counted { of, what, from: i32::from(from), to: i32::from(to) };
    let fact = Fact::new(RALLYING, told).says(Word("rests")).change(put(unit, Fatigue(to)));
    fact.change(rallied(unit))
}

fn dress(unit: UnitId) -> Fact {
    let told = Narration::Marked { of: Ref::Unit(unit), what: Word("undressed"), on: false };
    let fact = Fact::new(RALLYING, told).says(Word("becomes-dressed")).change(put(unit, Undressed(false)));
    fact.change(rallied(unit))
}

fn regain(InRef(job): InRef<Regain>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let mut roller = dice.roller();
    let regained = match roll(&mut roller, field.0.side_of(unit), unit, field.general_with(unit)) {
        Ok(regained) => regained,
        Err(need) => return Effects::need(need),
    };
    let fact = if regained {
        let from = field.bp(unit);
        let to = (from + data().tables.rally.bp).min(field.troop(unit).bp0);
        let (of, what) = (Ref::Unit(unit), Word("bp"));
        let told = Narration::Counted { of, what, from: i32::from(from), to: i32::from(to) };
        Fact::new(RALLYING, told).says(Word("rally-regains")).change(put(unit, Bp(to)))
    } else {
        Fact::new(RALLYING, Narration::Said(Word("rally-fails"))).word(Word("who"), Arg::Of(Ref::Unit(unit)))
    };
    Effects::pop().fact(fact.dice(roller.rolled()).change(rallied(unit)))
}

fn rallied(unit: UnitId) -> crate::battle::Change {
    alter(unit, |acts: &mut Acts| acts.rallied = true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Value;
    use crate::dice::odds::every_case;
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::{Position, Staged, does, says};

    /// South's U1, worn in every way, and an enemy so far ahead of it.
    fn worn(ahead: f32, dice: &[u8]) -> Staged {
        let position = Position::new().unit(South, "u1", "HI", (36.0, 20.0, 0.0), &[]).unit(
            North,
            "enemy",
            "HI",
            (36.0, 20.0 + ahead, 180.0),
            &[],
        );
        position.at("rally", dice).with("u1", Bp(3)).with("u1", Fatigue(1)).with("u1", Undressed(true))
    }

    #[test]
    fn a_six_regains_and_the_general_makes_it_a_five() {
        let cases = |general| {
            let all = every_case(|dice| roll(dice, South, UnitId(0), general));
            all.iter().filter(|c| c.outcome).map(|c| c.weight).sum::<u64>()
        };
        assert_eq!((cases(false), cases(true)), (1, 2));
    }

    #[test]
    fn a_unit_does_one_of_three() {
        let unit = |staged: &Staged| staged.id("u1");
        let choices = |staged: &Staged| staged.offer(South).choices.iter().map(|c| c.action.key.0).collect::<Vec<_>>();
        let staged = worn(6.1, &[]).begin();
        assert_eq!(choices(&staged), ["rally", "rest", "dress", "done"]);
        let u1 = unit(&staged);
        let rested = staged.act(does(u1, "rest"));
        assert_eq!((rested.field().fatigue(u1), rested.field().bp(u1), rested.asks()), (0, 3, "paused"));
        let dressed = worn(6.1, &[]).begin().act(does(u1, "dress"));
        assert!(!dressed.field().undressed(u1));
        let regained = worn(6.1, &[6]).begin().act(does(u1, "rally"));
        assert_eq!((regained.field().bp(u1), regained.dice_left()), (4, 0));
        assert_eq!(worn(6.1, &[5]).begin().act(does(u1, "rally")).field().bp(u1), 3);
        assert_eq!(worn(6.1, &[]).begin().act(says(South, "done")).field().fatigue(u1), 1);
    }

    #[test]
    fn a_pinned_unit_does_not_rally() {
        assert_eq!(worn(6.0, &[]).begin().asks(), "paused");
        let staged = worn(6.0, &[]);
        let refusal = may(staged.field(), staged.id("u1")).unwrap_err();
        assert_eq!((refusal.says.0, refusal.limit.map(Measured::raw)), ("rally-pinned", Some(6000)));
    }

    #[test]
    fn nor_one_that_was_busy() {
        let busy = |acts: Acts| {
            let staged = worn(10.0, &[]).with("u1", acts);
            may(staged.field(), staged.id("u1")).map_err(|r| r.says.0)
        };
        assert_eq!(busy(Acts::default()), Ok(()));
        for acts in [
            Acts { moved: true, ..Acts::default() },
            Acts { fired: true, ..Acts::default() },
            Acts { fought: true, ..Acts::default() },
        ] {
            assert_eq!(busy(acts), Err("rally-active"));
        }
        assert_eq!(busy(Acts { rallied: true, ..Acts::default() }), Err("rallied-already"));
        let met = worn(0.0, &[]).contact("enemy", (36.0, 26.0, 180.0), "u1");
        assert_eq!(may(met.field(), met.id("u1")).unwrap_err().says.0, "rally-engaged");
    }

    #[test]
    fn what_is_not_worn_off_is_barred_with_the_reason() {
        let position = Position::new().unit(South, "u1", "HI", (36.0, 20.0, 0.0), &[]).unit(
            North,
            "enemy",
            "HI",
            (36.0, 40.0, 180.0),
            &[],
        );
        let staged = position.at("rally", &[]).with("u1", Fatigue(2)).begin();
        let u1 = staged.id("u1");
        assert_eq!(staged.refusal(&does(u1, "rally")).says.0, "rally-full");
        assert_eq!(staged.refusal(&does(u1, "dress")).says.0, "dressed-already");
        let odd = does(u1, "rest").with(Word("at"), Value::Whole(1));
        assert_eq!(staged.refusal(&odd).says.0, "takes-nothing");
    }
}
