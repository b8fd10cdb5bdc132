//! Finds facts by how they are narrated.

use bevy::ecs::world::World;

use crate::battle::{Fact, InPlay, Journal, View};
use crate::ids::Side;
use crate::scenario::case::FactLike;
use crate::scenario::telling::Telling;

/// How many of the facts that come close are shown.
const SHOWN: usize = 4;

/// Checks that such a fact was recorded.
///
/// # Errors
///
/// That there is none, and the facts that come closest.
pub fn some(world: &World, like: &FactLike) -> Result<(), String> {
    let told: Vec<Telling> = tellings(world).collect();
    if told.iter().any(|telling| matches(telling, like)) {
        return Ok(());
    }
    let wanted = describe(like);
    let close = closest(&told, like);
    let first = close.len().saturating_sub(SHOWN);
    let shown = close[first..].iter().map(|telling| show(telling)).collect::<Vec<_>>().join(" | ");
    match close.len() {
        0 => Err(format!("no fact ({wanted}); there is none of its kind")),
        n if n > SHOWN => Err(format!("no fact ({wanted}); the last {SHOWN} of {n} like it: {shown}")),
        _ => Err(format!("no fact ({wanted}); like it: {shown}")),
    }
}

/// Checks that no such fact was recorded.
///
/// # Errors
///
/// The fact that was.
pub fn none(world: &World, like: &FactLike) -> Result<(), String> {
    match tellings(world).find(|telling| matches(telling, like)) {
        Some(found) => Err(format!("there must be no fact ({}); there is: {}", describe(like), show(&found))),
        None => Ok(()),
    }
}

/// The facts that have most in common with the wanted one: kind, rule and subject, or two of them, or the kind alone.
fn closest<'t>(told: &'t [Telling], wanted: &FactLike) -> Vec<&'t Telling> {
    let FactLike { tell, cite, of, .. } = wanted;
    let common = [(cite, of), (&None, of), (cite, &None), (&None, &None)];
    let alike = common.map(|(cite, of)| FactLike {
        tell: tell.clone(),
        cite: cite.clone(),
        of: of.clone(),
        ..FactLike::default()
    });
    let found = alike.iter().map(|like| told.iter().filter(|telling| matches(telling, like)).collect());
    found.into_iter().find(|found: &Vec<&Telling>| !found.is_empty()).unwrap_or_default()
}

fn tellings(world: &World) -> impl Iterator<Item = Telling> {
    let view = View::umpire(world);
    let (names, texts) = (view.names(), (view.battle_state::<InPlay>().0.texts)());
    facts(world).map(move |fact| Telling::of(fact, names, texts))
}

fn facts(world: &World) -> impl Iterator<Item = &Fact> {
    world.resource::<Journal>().entries().iter().flat_map(|entry| entry.facts())
}

fn matches(telling: &Telling, like: &FactLike) -> bool {
    let text = |wanted: &Option<String>, found: &Option<String>| wanted.is_none() || wanted == found;
    let of = |name: &String| telling.of.as_ref() == Some(name) || telling.along.iter().any(|path| path.name == *name);
    like.tell.as_deref().is_none_or(|tell| tell == telling.tell)
        && like.cite.as_deref().is_none_or(|rule| rule == telling.cite)
        && like.of.as_ref().is_none_or(of)
        && text(&like.whom, &telling.whom)
        && text(&like.what, &telling.what)
        && text(&like.how, &telling.how)
        && like.from.is_none_or(|from| telling.from == Some(from))
        && like.to.is_none_or(|to| telling.to == Some(to))
        && like.on.is_none_or(|on| telling.on == Some(on))
        && like.winner.is_none_or(|winner| telling.tell == "won" && telling.winner.as_deref() == winner.map(Side::name))
        && like.dice.as_ref().is_none_or(|dice| *dice == faces(telling))
        && like.totals.as_ref().is_none_or(|wanted| *wanted == totals(telling))
}

/// All faces of its dice, in order.
fn faces(telling: &Telling) -> Vec<u8> {
    telling.dice.iter().flat_map(|throw| throw.faces.iter().copied()).collect()
}

/// The totals of its sums, in order.
fn totals(telling: &Telling) -> Vec<i32> {
    let mut totals = Vec::new();
    for term in &telling.tally {
        totals.resize(totals.len().max(term.sum + 1), 0);
        totals[term.sum] += term.value;
    }
    totals
}

/// The wanted fact, in the notation of cases.
fn describe(like: &FactLike) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut add = |name: &str, value: Option<String>| parts.extend(value.map(|v| format!("{name}: {v}")));
    add("tell", like.tell.clone());
    add("cite", like.cite.clone());
    add("of", like.of.clone());
    add("whom", like.whom.clone());
    add("what", like.what.clone());
    add("how", like.how.clone());
    add("from", like.from.map(|n| n.to_string()));
    add("to", like.to.map(|n| n.to_string()));
    add("on", like.on.map(|on| on.to_string()));
    add("winner", like.winner.map(|w| w.map_or("nobody", Side::name).to_owned()));
    add("dice", like.dice.as_ref().map(|d| format!("{d:?}")));
    add("totals", like.totals.as_ref().map(|t| format!("{t:?}")));
    parts.join(", ")
}

/// A fact in the notation of cases, and its sentence.
fn show(telling: &Telling) -> String {
    let winner = Side::BOTH.into_iter().find(|side| telling.winner.as_deref() == Some(side.name()));
    let movers = telling.along.iter().map(|path| path.name.as_str()).collect::<Vec<_>>().join(", ");
    let like = FactLike {
        tell: Some(telling.tell.clone()),
        cite: Some(telling.cite.clone()),
        of: if movers.is_empty() { telling.of.clone() } else { Some(movers) },
        whom: telling.whom.clone(),
        what: telling.what.clone(),
        how: telling.how.clone(),
        from: telling.from,
        to: telling.to,
        on: telling.on,
        winner: (telling.tell == "won").then_some(winner),
        dice: Some(faces(telling)).filter(|faces| !faces.is_empty()),
        totals: Some(totals(telling)).filter(|totals| !totals.is_empty()),
    };
    format!("({}) {}", describe(&like), telling.text)
}
