//! Runs one block of a case: first its actions, then its expectations.

use std::collections::BTreeSet;

use bevy::ecs::world::World;

use super::expect;
use crate::battle::lexicon::Lexicon;
use crate::battle::narrator::Narrator;
use crate::battle::{
    Action, Ask, InPlay, Journal, Measured, Odds, Opening, Refusal, View, begin_again, judge, notation, offer, submit,
};
use crate::dice::Dice;
use crate::nearest::nearest;
use crate::scenario::case::{Block, Chance, Do, USUAL_TOLERANCE, Why};

/// The tolerance for numbers from files, which have been rounded to whole thousandths or hundredths.
const ROUNDING: f64 = 1e-6;

/// An expectation that is not met.
pub(super) struct Failure {
    /// Line and column of the expectation in the file; none for the block as a whole.
    pub at: Option<(u32, u32)>,
    /// What was expected, and what was found instead, as a sentence.
    pub told: String,
}

/// Runs the block from the opening, and returns every failure.
pub(super) fn run(world: &mut World, opening: &Opening, block: &Block) -> Vec<Failure> {
    let whole = |told| Failure { at: None, told };
    if let Err(refusal) = begin_again(world, opening, Dice::scripted(&block.dice, None)) {
        return vec![whole(format!("the position does not begin: {}", told(world, &refusal)))];
    }
    let mut failures = Vec::new();
    for step in &block.todo {
        let done = match &step.what {
            Do::Act(line) => act(world, line),
            Do::Refuse { action, why } => refuse(world, action, why),
            Do::Bar { action, why } => bar(world, action, why),
            Do::NotOffered(action) => not_offered(world, action),
            Do::Odds { action, chances } => odds(world, action, chances),
        };
        let Err(told) = done else { continue };
        failures.push(Failure { at: Some((step.line, step.column)), told });
        if let Do::Act(_) = step.what {
            // Later expectations depend on the action that was not carried out: they would only repeat the failure.
            return failures;
        }
    }
    for expected in &block.then {
        if let Err(told) = expect::check(world, &expected.what) {
            failures.push(Failure { at: Some((expected.line, expected.column)), told });
        }
    }
    failures.extend(amiss(world).into_iter().map(whole));
    match world.resource::<Dice>().left_over() {
        0 => {}
        1 => failures.push(whole("the last of the scripted dice is left over".to_owned())),
        n => failures.push(whole(format!("{n} of the {} scripted dice are left over", block.dice.len()))),
    }
    failures
}

/// Faults of the program that the case brought to light: places of sentences without a value, words in no register.
fn amiss(world: &World) -> BTreeSet<String> {
    let view = View::umpire(world);
    let narrator = Narrator::new((view.battle_state::<InPlay>().0.texts)(), view.names());
    let lexicon = Lexicon::in_world(world);
    let mut amiss = BTreeSet::new();
    for fact in world.resource::<Journal>().entries().iter().flat_map(|entry| entry.facts()) {
        let open = narrator.open_in_fact(fact);
        amiss.extend(open.iter().map(|place| format!("nothing fills {{{place}}} of: {}", narrator.fact(fact))));
        let unknown = lexicon.unregistered(fact);
        amiss.extend(
            unknown.iter().map(|word| format!("the ruleset does not register {word}: {}", narrator.fact(fact))),
        );
    }
    amiss
}

fn act(world: &mut World, line: &str) -> Result<(), String> {
    let action = read(world, line)?;
    submit(world, action).map_err(|refusal| format!("`{line}` is refused by {}", told(world, &refusal)))
}

fn refuse(world: &World, line: &str, why: &Why) -> Result<(), String> {
    let action = read(world, line)?;
    match judge(world, &action) {
        Ok(_) => Err(format!("`{line}` is allowed; it must be refused{}", by(why))),
        Err(refusal) => reason(world, why, &refusal).map_err(|found| format!("`{line}` is refused, but {found}")),
    }
}

fn bar(world: &World, line: &str, why: &Why) -> Result<(), String> {
    let view = View::umpire(world);
    let (who, key) = notation::read_head(line, &view.names()).map_err(|flaw| format!("`{line}`: {flaw}"))?;
    let Some(side) = who.first().and_then(|who| view.side_of_ref(*who)) else {
        return Err(format!("`{line}`: nobody acts there"));
    };
    let barred = offer(world, side, &Ask::these(&who)).barred;
    let alike: Vec<&Refusal> =
        barred.iter().filter(|b| b.key == key && who.iter().all(|w| b.who.contains(w))).map(|b| &b.why).collect();
    let Some(first) = alike.first() else {
        let keys: Vec<&str> = barred.iter().map(|b| b.key.0).collect();
        return Err(format!("`{line}` is not barred{}; barred are: {}", by(why), listed(&keys)));
    };
    if alike.iter().any(|refusal| reason(world, why, refusal).is_ok()) {
        return Ok(());
    }
    reason(world, why, first).map_err(|found| format!("`{line}` is barred, but {found}"))
}

fn not_offered(world: &World, line: &str) -> Result<(), String> {
    let view = View::umpire(world);
    let told = |flaw| format!("`{line}`: {flaw}");
    let whole = notation::read(line, &view.names());
    let head = || notation::read_head(line, &view.names());
    let (who, key) =
        head().or_else(|flaw| whole.as_ref().map_or(Err(flaw), |a| Ok((a.who.clone(), a.key)))).map_err(told)?;
    let Some(side) = who.first().and_then(|who| view.side_of_ref(*who)) else {
        return Err(format!("`{line}`: nobody acts there"));
    };
    if !view.waiting().contains(&side) {
        return Err(format!("`{line}`: {} is not asked, and is offered nothing at all", side.name()));
    }
    if let (Err(_), Ok(action)) = (head(), &whole) {
        return match judge(world, action) {
            Ok(_) => Err(format!("`{line}` is allowed; it must not be")),
            Err(_) => Ok(()),
        };
    }
    let choices = offer(world, side, &Ask::these(&who)).choices;
    let alike = choices.iter().find(|c| c.action.key == key && who.iter().all(|w| c.action.who.contains(w)));
    match alike {
        Some(choice) => Err(format!("`{line}` is on offer: {}", notation::write(&choice.action, &view.names()))),
        None => Ok(()),
    }
}

fn odds(world: &World, line: &str, chances: &[(String, Chance)]) -> Result<(), String> {
    let action = read(world, line)?;
    let refused = |refusal| format!("`{line}` has no odds: it is refused by {}", told(world, &refusal));
    let found = View::umpire(world).odds(&action, &judge(world, &action).map_err(refused)?);
    let matches = |odds: &Odds| chances.iter().try_for_each(|(what, chance)| likely(odds, what, *chance));
    match found.iter().map(matches).reduce(Result::or) {
        Some(Ok(())) => Ok(()),
        Some(Err(found)) => Err(format!("`{line}`: {found}")),
        None => Err(format!("`{line}` has no odds")),
    }
}

fn likely(odds: &Odds, what: &str, chance: Chance) -> Result<(), String> {
    let (cases, of) = odds.outcomes.iter().find(|o| o.what.0 == what).map_or((0, 1), |o| (o.cases, o.of));
    let (same, wanted) = match chance {
        Chance::Exactly(n, all) => {
            (u128::from(cases) * u128::from(all) == u128::from(n) * u128::from(of), format!("{n}/{all}"))
        }
        Chance::About(share) => (near(share, cases as f64 / of as f64, USUAL_TOLERANCE), share.to_string()),
    };
    if same {
        return Ok(());
    }
    let all: Vec<String> = odds.outcomes.iter().map(|o| format!("{} {}/{}", o.what, o.cases, o.of)).collect();
    Err(format!("the odds of {what} are not {wanted}; there are: {}", listed(&all)))
}

/// Checks that the refusal names one of those rules, as its own or in its remarks, with those numbers.
fn reason(world: &World, why: &Why, refusal: &Refusal) -> Result<(), String> {
    let view = View::umpire(world);
    let open = Narrator::new((view.battle_state::<InPlay>().0.texts)(), view.names()).open_in_refusal(refusal);
    if !open.is_empty() {
        return Err(format!("its sentence has open places: {}", told(world, refusal)));
    }
    let by_rule = |r: &&Refusal| why.rules.is_empty() || why.rules.iter().any(|rule| rule == r.cite.0);
    let Some(found) = std::iter::once(refusal).chain(&refusal.also).find(by_rule) else {
        return Err(format!("by {}, not{}", told(world, refusal), by(why)));
    };
    let numbers = [
        ("measured", why.measured, found.measured),
        ("limit", why.limit, found.limit),
        ("margin", why.margin, found.margin),
    ];
    numbers.into_iter().try_for_each(|(what, wanted, found)| number(what, wanted, found, why.within))
}

fn by(why: &Why) -> String {
    if why.rules.is_empty() { String::new() } else { format!(" by {}", why.rules.join(" or ")) }
}

fn number(what: &str, wanted: Option<f64>, found: Option<Measured>, within: f64) -> Result<(), String> {
    match (wanted, found.map(Measured::to_f64)) {
        (None, _) => Ok(()),
        (Some(wanted), Some(found)) if near(wanted, found, within) => Ok(()),
        (Some(wanted), Some(found)) => Err(format!("its {what} is {found}, not {wanted}")),
        (Some(wanted), None) => Err(format!("it has no {what}, which must be {wanted}")),
    }
}

/// Whether a number is within the tolerance.
pub(super) fn near(wanted: f64, found: f64, within: f64) -> bool {
    (wanted - found).abs() <= within + ROUNDING
}

/// A refusal in one line: its rule, its sentence, what was measured.
fn told(world: &World, refusal: &Refusal) -> String {
    let view = View::umpire(world);
    let ruleset = view.battle_state::<InPlay>().0;
    let narrator = Narrator::new((ruleset.texts)(), view.names());
    let open = narrator.open_in_refusal(refusal);
    let open = if open.is_empty() { String::new() } else { format!("; nothing fills {}", open.join(", ")) };
    let numbers = match (refusal.measured, refusal.limit) {
        (Some(measured), Some(limit)) => {
            format!(" (measured {}, limit {} {})", measured.to_f64(), limit.to_f64(), limit.unit())
        }
        _ => String::new(),
    };
    let also: String = refusal.also.iter().map(|r| format!("; also {}", r.cite)).collect();
    format!("{}: {}{numbers}{also}{open}", refusal.cite, narrator.refusal(refusal))
}

/// A line of notation as an action of the battle.
fn read(world: &World, line: &str) -> Result<Action, String> {
    notation::read(line, &View::umpire(world).names()).map_err(|flaw| format!("`{line}`: {flaw}"))
}

/// The message for an unknown name.
pub(super) fn unknown(name: &str, known: &[String]) -> String {
    let hint =
        nearest(name, known.iter().map(String::as_str)).map_or(String::new(), |n| format!("; did you mean `{n}`?"));
    format!("there is no `{name}`{hint}")
}

/// Names separated by commas; `nothing` for none.
pub(super) fn listed<T: AsRef<str>>(names: &[T]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}
