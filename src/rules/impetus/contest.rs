//! The contest for the initiative between two commands (X1): each side names one, both generals roll, and the higher
//! activates his whole command.

use std::cmp::Ordering;

use bevy::ecs::system::{InRef, Res};
use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::commands::{Acting, Command, Commands, Named, sort_numbered};
use super::data::tables;
use super::rout::{Fate, Rout};
use super::sequence::Phase;
use super::switches::Switch;
use crate::battle::{
    Action, Answered, Arg, Ask, Asking, Change, Choice, Clock, DiceHand, Effects, Fact, Handler, Job, Narration, Offer,
    Question, Ref, Truth, Value, alter_one, set,
};
use crate::cite::{Cite, Tally, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};

/// The rule of commands.
pub const RULE: Cite = Cite("X1");
const SORTS: Cite = Cite("X2");
const GENERAL: Cite = Cite("I26");
const INITIATIVE: Cite = Cite("I25");
const BREAKS: Cite = Cite("X15");
/// The question's word, and the verb of its answer.
const KEY: Word = Verb::Name.word();
const AT: Word = Word("at");

crate::verbs! {
    /// What a side answers.
    enum Verb {
        Name = "name-command",
    }
}

/// A job: two commands contest the initiative, or the last side's command rolls alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contest;

/// A job: a command is routed, and all its units leave the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breaks {
    pub side: Side,
    pub number: u8,
}

/// A job: commands that have lost half of their value are routed at the end of a turn (X15).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BreakPoints;

impl Job for Contest {
    const NAME: &'static str = "impetus.contest";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(contest, self, world)
    }
}

impl Job for Breaks {
    const NAME: &'static str = "impetus.breaks";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(breaks, self, world)
    }
}

impl Job for BreakPoints {
    const NAME: &'static str = "impetus.break-points";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(break_points, self, world)
    }
}

pub const HANDLER: Handler = Handler::plain(KEY, Verb::WORDS, offer, enact);

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let commands = field.commands().of(asking.side);
    let choice = |n: u8| {
        let body = commands.get(usize::from(n))?.body;
        let action = Action::new(Ref::Side(asking.side), KEY).with(AT, Value::Refs(vec![Ref::Body(body)]));
        Some(Choice::ending(action, RULE))
    };
    let choices = field.waiting(asking.side).into_iter().filter_map(choice).collect();
    Offer { question: KEY, choices, ..Offer::default() }
}

/// Whether an answer names a command.
pub fn names(action: &Action) -> bool {
    Verb::of(action) == Some(Verb::Name)
}

/// The command that an answer names.
pub fn named_by(field: Battlefield, side: Side, action: &Action) -> Option<u8> {
    let Some(Value::Refs(at)) = action.value(AT) else { return None };
    let names = |n: &u8| field.commands().of(side).get(usize::from(*n)).is_some_and(|c| at[..] == [Ref::Body(c.body)]);
    field.waiting(side).into_iter().find(names)
}

fn enact(asking: &Answered, action: &Action) -> Effects {
    let named = named_by(Battlefield::of(asking.view), asking.side, action);
    let told = Fact::new(RULE, Narration::Said(Word("has-named"))).word(Word("who"), Arg::Of(Ref::Side(asking.side)));
    let at = asking.side.index();
    Effects::pop().fact(told.change(alter_one(move |all: &mut Named| all.0[at] = named)))
}

/// The roll of one command.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    pub side: Side,
    pub number: u8,
    pub tally: Tally,
    /// The sort that its general rises or drops to by a double.
    pub becomes: Option<u8>,
    /// Whether a double cost it the initiative and its turn.
    pub falters: bool,
    /// Whether its general, a coward, flees.
    pub flees: bool,
}

/// A command as it throws.
#[derive(Clone, Copy, Debug)]
pub struct Thrower<'a> {
    pub side: Side,
    pub number: u8,
    pub command: &'a Command,
    /// The unit that its general is with; none: it has lost him.
    pub general: Option<UnitId>,
    /// What he adds by his sort, and what the commander-in-chief adds; none: X2 is not played.
    pub heartened: Option<i32>,
}

impl Thrower<'_> {
    /// Two dice and what its general adds.
    ///
    /// # Errors
    /// When a die is not known yet.
    pub fn throw(&self, dice: &mut impl Roll) -> Result<Thrown, NeedDice> {
        let mut tally = Tally::default();
        let mut faces = Vec::new();
        let die = Die::d6(self.side, self.general, Word("initiative"));
        dice.together(tables().initiative.dice.into(), Counting::Sum, die)?;
        for _ in 0..tables().initiative.dice {
            let face = dice.die(die)?;
            tally.add(Word("die"), i32::from(face), INITIATIVE);
            faces.push(face);
        }
        let (side, number) = (self.side, self.number);
        let mut thrown = Thrown { side, number, tally, becomes: None, falters: false, flees: false };
        if self.general.is_none() {
            return Ok(thrown);
        }
        let Some(heartened) = self.heartened else {
            thrown.tally.add(Word("general"), tables().initiative.general, GENERAL);
            return Ok(thrown);
        };
        let sort = self.command.sort();
        thrown.tally.add(Word("general"), sort.initiative, SORTS);
        if heartened != 0 {
            thrown.tally.add(Word("commander-in-chief"), heartened, SORTS);
        }
        let numbers = &tables().full.doubles;
        let double = faces.windows(2).all(|pair| pair[0] == pair[1]).then(|| faces.first().copied()).flatten();
        let next = match double {
            Some(face) if face == numbers.drops => sort.below.as_deref(),
            Some(face) if face == numbers.rises => sort.above.as_deref(),
            _ => None,
        };
        thrown.becomes = next.and_then(sort_numbered);
        let rises = double == Some(numbers.rises) && thrown.becomes.is_some();
        thrown.falters = sort.falters && double.is_some() && !rises;
        let even = faces.iter().map(|face| u32::from(*face)).sum::<u32>().is_multiple_of(2);
        thrown.flees = sort.flees && self.command.alarmed && even;
        Ok(thrown)
    }
}

/// Rolls for the commands that were named, or for the one that is left.
pub fn contest(InRef(_): InRef<Contest>, truth: Truth, named: Res<Named>, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let open = Side::BOTH.map(|side| field.waiting(side));
    let said = named.0;
    let asked = |side: &Side| open[side.index()].len() > 1 && said[side.index()].is_none();
    match Side::BOTH.into_iter().filter(asked).collect::<Vec<Side>>()[..] {
        [] => {}
        [one] => return Effects::stay().ask(Question::to(one, HANDLER, RULE)),
        _ => return Effects::stay().ask(Question::secret(HANDLER, RULE)),
    }
    let mut roller = dice.roller();
    let mut thrown = Vec::new();
    for side in Side::BOTH {
        let Some(number) = said[side.index()].or_else(|| open[side.index()].first().copied()) else { continue };
        let Some(command) = field.commands().of(side).get(usize::from(number)) else { continue };
        let heartened = field.leadership(side, usize::from(number)).map(|(_, heartened)| heartened);
        let thrower = Thrower { side, number, command, general: field.leads(command), heartened };
        match thrower.throw(&mut roller) {
            Ok(one) => thrown.push(one),
            Err(need) => return Effects::need(need),
        }
    }
    match settled(&thrown) {
        Settled::Again => {
            let told = told(field, &thrown, None, "commands-again", roller.rolled());
            follow_up(field, &thrown, Effects::stay().fact(told))
        }
        Settled::Nobody => {
            let says = if thrown.len() == 1 { "command-alone-falters" } else { "both-commands-falter" };
            follow_up(field, &thrown, Effects::pop().fact(told(field, &thrown, None, says, roller.rolled())))
        }
        Settled::First(side, number) => {
            let others = thrown.iter().filter(|t| t.side != side).collect::<Vec<_>>();
            let says = match others[..] {
                [] => "command-alone",
                [other] if other.falters => "command-first-by-double",
                [other] if other.flees => "command-first-by-flight",
                _ => "command-first",
            };
            let winner = Some((side, number));
            let effects = Effects::become_job(Phase { side }).fact(told(field, &thrown, winner, says, roller.rolled()));
            follow_up(field, &thrown, effects)
        }
    }
}

/// The result of the rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    First(Side, u8),
    Again,
    Nobody,
}

fn settled(thrown: &[Thrown]) -> Settled {
    let able: Vec<&Thrown> = thrown.iter().filter(|t| !t.falters && !t.flees).collect();
    match able[..] {
        [] => Settled::Nobody,
        [one] => Settled::First(one.side, one.number),
        [a, b, ..] => match a.tally.total().cmp(&b.tally.total()) {
            Ordering::Greater => Settled::First(a.side, a.number),
            Ordering::Less => Settled::First(b.side, b.number),
            Ordering::Equal => Settled::Again,
        },
    }
}

/// The fact of the rolls: which command acts, whose general rose or dropped, who has lost its turn.
fn told(
    field: Battlefield,
    thrown: &[Thrown],
    winner: Option<(Side, u8)>,
    says: &'static str,
    dice: Vec<crate::dice::Rolled>,
) -> Fact {
    let of = |t: &Thrown| field.commands().of(t.side).get(usize::from(t.number)).map(|c| Arg::Of(Ref::Body(c.body)));
    let wins = |t: &&Thrown| winner == Some((t.side, t.number));
    // The winner is told first; where nobody wins, north.
    let first = thrown.iter().find(wins).or_else(|| thrown.first());
    let rest = thrown.iter().filter(|t| first != Some(*t));
    let mut fact = Fact::new(RULE, Narration::Said(Word(says))).dice(dice);
    for (t, name) in first.into_iter().chain(rest).zip(["who", "whom"]) {
        fact = fact.tally(t.tally.clone());
        if let Some(body) = of(t) {
            fact = fact.word(Word(name), body);
        }
    }
    let again = says == "commands-again";
    for t in thrown {
        let (side, number, becomes) = (t.side, usize::from(t.number), t.becomes);
        let done = wins(&t) || t.falters || t.flees;
        fact = fact.change(alter_one(move |commands: &mut Commands| {
            let Some(command) = commands.0[side.index()].get_mut(number) else { return };
            command.sort = becomes.unwrap_or(command.sort);
            command.alarmed = false;
            command.done |= done;
        }));
    }
    if again {
        return fact;
    }
    let clock = Clock { side: winner.map(|(side, _)| side), ..field.0.clock() };
    let fact = fact.change(set(Acting(winner))).change(set(clock));
    fact.change(set(Named::default()))
}

/// Adds that generals have risen or dropped, and the rout of commands whose general has fled.
fn follow_up(field: Battlefield, thrown: &[Thrown], mut effects: Effects) -> Effects {
    for t in thrown {
        let Some(command) = field.commands().of(t.side).get(usize::from(t.number)) else { continue };
        if t.flees {
            effects = effects.push(Breaks { side: t.side, number: t.number });
        }
        let Some(sort) = t.becomes.and_then(|n| tables().full.generals.get(usize::from(n))) else { continue };
        let says = if sort.initiative > command.sort().initiative { "general-rises" } else { "general-drops" };
        let fact = Fact::new(RULE, Narration::Said(Word(says))).word(Word("who"), Arg::Of(Ref::Body(command.body)));
        effects = effects.fact(fact.word(Word("sort"), Arg::Word(Word(&sort.name))));
    }
    effects
}

/// Routs every unit of the command, and alarms the generals of its army's others.
pub fn breaks(InRef(job): InRef<Breaks>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let number = usize::from(job.number);
    let Some(command) = field.commands().of(job.side).get(number) else { return Effects::pop() };
    let broken = job.side;
    let alarm = alter_one(move |commands: &mut Commands| {
        commands.each(|side, n, other| other.alarmed |= side == broken && n != number);
    });
    let told =
        Fact::new(BREAKS, Narration::Said(Word("command-broken"))).word(Word("who"), Arg::Of(Ref::Body(command.body)));
    let units: Vec<UnitId> = field.in_command(job.side, number).collect();
    let rout = |unit: &UnitId| Rout { unit: *unit, how: Fate::CommandRouted, cite: BREAKS, chain: false };
    units.iter().rev().map(rout).fold(Effects::pop().fact(told.change(alarm)), Effects::push)
}

/// Whether a command has lost so much that it breaks.
pub fn is_broken(command: &Command) -> bool {
    let (share, of) = tables().victory.beaten;
    command.vdt > 0 && command.lost * of >= command.vdt * share
}

/// The commands that break at the end of a turn.
pub fn break_points(InRef(_): InRef<BreakPoints>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let mut effects = Effects::pop();
    for side in Side::BOTH.into_iter().rev() {
        for (n, command) in field.commands().of(side).iter().enumerate().rev() {
            if is_broken(command) && field.in_command(side, n).next().is_some() {
                effects = effects.push(Breaks { side, number: u8::try_from(n).unwrap_or_default() });
            }
        }
    }
    effects
}

/// Whether commands break in this battle.
pub fn they_break(field: Battlefield) -> bool {
    field.plays(Switch::BreakPoints) && field.commands().any()
}

/// The change by which a unit's command has lost so much VD, and perhaps its general; none where there are no commands.
pub fn after_loss(field: Battlefield, unit: UnitId, vd: i32, leads: bool) -> Option<Change> {
    let (number, _) = field.command_of(unit)?;
    let side = field.0.side_of(unit);
    Some(alter_one(move |commands: &mut Commands| {
        let Some(command) = commands.0[side.index()].get_mut(number) else { return };
        command.lost += vd;
        command.general_lost |= leads && command.general == Some(unit);
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Scripted;
    use crate::ids::BodyId;

    fn command(sort: &str) -> Command {
        let sort = sort_numbered(sort).unwrap();
        Command {
            body: BodyId(0),
            general: Some(UnitId(0)),
            general_lost: false,
            sort,
            done: false,
            vdt: 24,
            lost: 0,
            alarmed: false,
        }
    }

    fn throws(command: &Command, faces: [u8; 2]) -> Thrown {
        let (side, general) = (Side::North, command.general);
        let thrower = Thrower { side, number: 0, command, general, heartened: Some(0) };
        let dice = crate::dice::Dice::scripted(&faces.map(|die| Scripted { die, why: None }), None);
        thrower.throw(&mut dice.roller(1, Word("contest-1"))).unwrap()
    }

    fn becomes(thrown: &Thrown) -> Option<&'static str> {
        thrown.becomes.map(|n| tables().full.generals[usize::from(n)].name.as_str())
    }

    #[test]
    fn doubles_of_one_and_six_change_a_general_by_one_sort() {
        let after = |sort, faces| becomes(&throws(&command(sort), faces));
        assert_eq!([after("expert", [1, 1]), after("expert", [6, 6])], [Some("fair"), Some("genius")]);
        assert_eq!([after("genius", [6, 6]), after("incompetent", [1, 1])], [None, None]);
        assert_eq!([after("fair", [4, 4]), after("fair", [1, 6])], [None, None]);
    }

    #[test]
    fn the_incompetent_falter_on_doubles_that_do_not_raise_them() {
        let falters = |sort, faces| throws(&command(sort), faces).falters;
        assert!(falters("incompetent", [1, 1]) && falters("cowardly", [5, 5]));
        assert!(!falters("incompetent", [6, 6]) && !falters("incompetent", [5, 6]) && !falters("poor", [5, 5]));
    }

    #[test]
    fn only_an_alarmed_coward_runs_and_only_on_an_even_sum() {
        let alarmed = |sort| Command { alarmed: true, ..command(sort) };
        assert!(throws(&alarmed("cowardly"), [2, 4]).flees && throws(&alarmed("cowardly"), [1, 3]).flees);
        assert!(!throws(&alarmed("cowardly"), [2, 5]).flees && !throws(&command("cowardly"), [2, 4]).flees);
        assert!(!throws(&alarmed("incompetent"), [2, 4]).flees);
    }

    #[test]
    fn a_command_breaks_at_half_of_its_value() {
        let broken = |lost| is_broken(&Command { lost, ..command("fair") });
        assert!(!broken(11) && broken(12));
        assert!(!is_broken(&Command { vdt: 0, ..command("fair") }), "a command worth nothing is not broken by nothing");
    }
}
