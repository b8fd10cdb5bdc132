//! Breakpoint checks (experimental rule 15): an army at its breakpoint rolls dice instead of losing at once.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::data;
use super::defeat;
use super::state::Army;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Note, Ref, Truth};
use crate::cite::{Cite, Word};
use crate::dice::odds::{Spread, every_case};
use crate::dice::{Die, NeedDice, Roll};
use crate::ids::Side;

/// The word of a break check, and what its dice are rolled for.
pub const CHECK: Word = Word("break-check");
const SIXES: Word = Word("sixes");
const DICE: Word = Word("break-dice");

/// When the dice are rolled by which an army breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// At once when a key unit or a general is lost: any 6 loses the battle (A15.5a).
    AtOnce,
    /// At the end of the turn: the army with more sixes loses (A15.5d).
    AtEnd,
}

/// The dice of both armies that are rolled at one moment, north's number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    pub dice: [u8; 2],
    pub when: When,
    /// The rule that requires them.
    pub cite: Cite,
}

/// The result of the sixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    PlayOn,
    Breaks(Side),
    BothBreak,
}

/// How many dice an army rolls at the end of a turn (A15.4b): one when it has reached its breakpoint, one for each key
/// unit lost beyond it, and one for a lost general.
pub fn at_end(army: &Army) -> u8 {
    (army.keys_lost.saturating_add(1)).saturating_sub(army.bp).saturating_add(u8::from(army.general.lost))
}

impl Check {
    /// The check at the end of the turn, for both armies.
    pub fn at_end(armies: [&Army; 2]) -> Check {
        Check { dice: armies.map(at_end), when: When::AtEnd, cite: Cite("A15.2b") }
    }

    /// A check of one army at once, with so many dice.
    pub fn at_once(side: Side, dice: u8, cite: Cite) -> Check {
        let mut check = Check { dice: [0, 0], when: When::AtOnce, cite };
        check.dice[side.index()] = dice;
        check
    }

    /// Whether nobody has to roll.
    pub fn is_empty(&self) -> bool {
        self.dice == [0, 0]
    }

    /// How many sixes each army rolls, north first.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn roll(&self, dice: &mut impl Roll) -> Result<[u16; 2], NeedDice> {
        let mut sixes = [0; 2];
        for side in Side::BOTH {
            let count = self.dice[side.index()].into();
            sixes[side.index()] = dice.pool(count, data().tables.break_check.lost, Die::d6(side, None, CHECK))?;
        }
        Ok(sixes)
    }

    /// The result when north and south roll so many sixes.
    pub fn verdict(&self, sixes: [u16; 2]) -> Verdict {
        let [north, south] = sixes;
        match self.when {
            When::AtOnce => match (north > 0, south > 0) {
                (false, false) => Verdict::PlayOn,
                (true, false) => Verdict::Breaks(Side::North),
                (false, true) => Verdict::Breaks(Side::South),
                (true, true) => Verdict::BothBreak,
            },
            When::AtEnd => match north.cmp(&south) {
                std::cmp::Ordering::Less => Verdict::Breaks(Side::South),
                std::cmp::Ordering::Equal => Verdict::PlayOn,
                std::cmp::Ordering::Greater => Verdict::Breaks(Side::North),
            },
        }
    }

    /// Every result with its number of cases.
    pub fn odds(&self) -> Spread<Verdict> {
        every_case(|dice| Ok(self.verdict(self.roll(dice)?)))
    }

    /// The chance that the army loses the battle, as cases of all cases; in parts of 10,000 where there are too many
    /// cases to write.
    pub fn chance(&self, side: Side) -> (i32, i32) {
        let odds = self.odds();
        let loses =
            |verdict: &Verdict| matches!(verdict, Verdict::Breaks(s) if *s == side) || *verdict == Verdict::BothBreak;
        match odds.chance(loses) {
            (cases, of) if of <= i32::MAX as u64 => (cases as i32, of as i32),
            _ => ((odds.share(loses) * 10_000.0).round() as i32, 10_000),
        }
    }
}

/// A job: the step at the end of the turn (A15.2a).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BreakStep;

impl Job for BreakStep {
    const NAME: &'static str = "armati.break-step";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(step, self, world)
    }
}

/// A job: a check that is due. First its dice and its chance are announced, then it is rolled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checking {
    check: Check,
    told: bool,
}

impl Checking {
    /// That check, not announced yet.
    pub fn of(check: Check) -> Checking {
        Checking { check, told: false }
    }
}

impl Job for Checking {
    const NAME: &'static str = "armati.break-check";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(checking, self, world)
    }
}

fn step(InRef(_): InRef<BreakStep>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let check = Check::at_end(Side::BOTH.map(|side| field.army(side)));
    if check.is_empty() { Effects::pop() } else { Effects::become_job(Checking::of(check)) }
}

fn checking(InRef(job): InRef<Checking>, dice: DiceHand) -> Effects {
    let check = &job.check;
    if !job.told {
        let next = Effects::become_job(Checking { told: true, check: *check });
        return next.facts(due(check).map(|side| announced(check, side)));
    }
    let mut roller = dice.roller();
    let sixes = match check.roll(&mut roller) {
        Ok(sixes) => sixes,
        Err(need) => return Effects::need(need),
    };
    let rolled = roller.rolled();
    let mut effects = Effects::pop();
    for side in due(check) {
        let (to, says) = match sixes[side.index()] {
            0 => (0, Word("break-check-held")),
            1 => (1, Word("break-check-six")),
            n => (i32::from(n), Word("break-check-sixes")),
        };
        let told = Narration::Counted { of: Ref::Side(side), what: SIXES, from: 0, to };
        let own = rolled.iter().filter(|r| r.by == Some(side)).cloned().collect();
        effects = effects.fact(with_chance(Fact::new(check.cite, told).says(says).dice(own), check, side));
    }
    match check.verdict(sixes) {
        Verdict::PlayOn if sixes[0] > 0 => {
            effects.fact(Fact::new(Cite("A15.5c"), Narration::Said(Word("equal-sixes"))).says(Word("equal-sixes")))
        }
        Verdict::PlayOn => effects,
        Verdict::Breaks(side) => effects.fact(defeat::by_dice(Some(side), check.when)),
        Verdict::BothBreak => effects.fact(defeat::by_dice(None, check.when)),
    }
}

/// The sides that must roll.
fn due(check: &Check) -> impl Iterator<Item = Side> {
    let dice = check.dice;
    Side::BOTH.into_iter().filter(move |side| dice[side.index()] > 0)
}

/// The fact that announces a side's check: how many dice, and how likely it loses by them.
fn announced(check: &Check, side: Side) -> Fact {
    let dice = i32::from(check.dice[side.index()]);
    let says = if dice == 1 { Word("break-check-die") } else { Word("break-check") };
    let told = Narration::Counted { of: Ref::Side(side), what: DICE, from: 0, to: dice };
    with_chance(Fact::new(check.cite, told).says(says), check, side)
}

/// A remark before anything is rolled: how many dice the side would roll, and how likely it would lose; none if it
/// would roll none.
pub fn would_roll(check: &Check, side: Side) -> Option<Note> {
    let dice = i32::from(check.dice[side.index()]);
    let (cases, of) = check.chance(side);
    let number = |n| Arg::Measured(Measured::Count(n));
    let says = if dice == 1 { Word("would-check-die") } else { Word("would-check") };
    let note = Note::new(check.cite, says).word(Word("dice"), number(dice));
    (dice > 0).then(|| note.word(Word("cases"), number(cases)).word(Word("of"), number(of)))
}

/// The fact with the chance that the side loses by the check.
fn with_chance(fact: Fact, check: &Check, side: Side) -> Fact {
    let (cases, of) = check.chance(side);
    let number = |n| Arg::Measured(Measured::Count(n));
    fact.word(Word("cases"), number(cases)).word(Word("of"), number(of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::armati::state::General;

    fn army(keys_lost: u8, bp: u8, lost: bool) -> Army {
        Army { keys_lost, bp, general: General { lost, ..General::default() }, ..Army::default() }
    }

    #[test]
    fn an_army_rolls_one_die_from_its_breakpoint_on_and_one_for_its_general() {
        let dice = |lost| [3, 4, 5, 6].map(|keys| at_end(&army(keys, 4, lost)));
        assert_eq!(dice(false), [0, 1, 2, 3]);
        assert_eq!(dice(true), [1, 2, 3, 4]);
    }

    #[test]
    fn any_six_at_once_loses_and_one_of_each_is_a_draw() {
        let check = Check { dice: [2, 1], when: When::AtOnce, cite: Cite("A15.4a") };
        assert_eq!(check.verdict([0, 0]), Verdict::PlayOn);
        assert_eq!(check.verdict([1, 0]), Verdict::Breaks(Side::North));
        assert_eq!(check.verdict([0, 1]), Verdict::Breaks(Side::South));
        assert_eq!(check.verdict([2, 1]), Verdict::BothBreak, "however many");
    }

    #[test]
    fn at_the_end_more_sixes_lose() {
        let check = Check { dice: [3, 2], when: When::AtEnd, cite: Cite("A15.2b") };
        assert_eq!(check.verdict([0, 0]), Verdict::PlayOn);
        assert_eq!(check.verdict([2, 2]), Verdict::PlayOn);
        assert_eq!(check.verdict([2, 1]), Verdict::Breaks(Side::North));
        assert_eq!(check.verdict([0, 1]), Verdict::Breaks(Side::South));
    }

    #[test]
    fn the_chance_is_that_of_every_case() {
        // 16.7, 30.6 and 42.1 per cent of the rule: 1 of 6, 11 of 36, 91 of 216.
        let alone = |n| Check { dice: [n, 0], when: When::AtEnd, cite: Cite("A15.2b") }.chance(Side::North);
        assert_eq!([1, 2, 3].map(alone), [(1, 6), (11, 36), (91, 216)]);
        // 2 dice against 1. Of north's 36, 10 have one six and 1 has two: one beats south's 5 cases without, two beat
        // all 6, 10 * 5 + 1 * 6 = 56 of 216. South's one six beats north's 25 cases without.
        let both = Check { dice: [2, 1], when: When::AtEnd, cite: Cite("A15.2b") };
        assert_eq!(both.chance(Side::North), (56, 216));
        assert_eq!(both.chance(Side::South), (25, 216));
        let many = alone(20);
        assert_eq!(many.1, 10_000, "6^20 cases are not written: {many:?}");
        assert!((f64::from(many.0) / 10_000.0 - 0.9739).abs() < 1e-4, "1 - (5/6)^20, {many:?}");
    }
}
