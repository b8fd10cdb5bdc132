//! What holds in every position: nobody stands on anybody or off the table, the layout is what the standings say,
//! and everything that is told can be read and cited.

use bevy::ecs::world::World;
use sandtable::battle::lexicon::Lexicon;
use sandtable::battle::narrator::Narrator;
use sandtable::battle::{Journal, Odds, Refusal, Ruleset, View};
use sandtable::cite::{Cite, HOUSE};
use sandtable::ids::Side;
use sandtable::picture::glyphs;
use sandtable::table::measure::penetration;

use super::At;

/// The depth of what only touches, and the noise of positions that were reached by other sums than they were judged.
const TOUCHING: f32 = 0.010_5 + 0.000_1;

/// Holds a position to it, and the facts that led there.
pub fn check(ruleset: &Ruleset, world: &World, at: &At) {
    let view = View::umpire(world);
    for unit in view.roster().ids() {
        let prints = view.placement(unit).footprints(view.roster().base(unit));
        let laid: Vec<_> = view.feet(unit).iter().map(|foot| foot.print).collect();
        assert_eq!(&prints[..], &laid[..], "{at}: the layout of {}", view.roster().name(unit));
        let hull = view.hull(unit);
        let held = laid
            .iter()
            .flat_map(|print| print.corners())
            .all(|corner| hull.is_some_and(|hull| hull.grown(1e-3).holds(corner)));
        assert!(held, "{at}: the hull of {} is {hull:?}, its bases are {laid:?}", view.roster().name(unit));
        for (n, print) in laid.iter().enumerate() {
            assert!(view.ground().holds(print), "{at}: {} stands off the table: {print:?}", view.roster().name(unit));
            let me = (unit, n as u8);
            let others = view.layout().overlapping(print).filter(|foot| (foot.unit, foot.base) != me);
            let mut depths = others.map(|foot| (foot.unit, penetration(print, &foot.print)));
            if let Some((other, deep)) = depths.find(|(_, deep)| *deep > TOUCHING) {
                let [name, under] = [unit, other].map(|unit| view.roster().name(unit));
                let narrator = Narrator::new((ruleset.texts)(), view.names());
                let told: Vec<String> = world
                    .resource::<Journal>()
                    .entries()
                    .last()
                    .into_iter()
                    .flat_map(|entry| entry.facts())
                    .map(|fact| narrator.fact(fact))
                    .collect();
                let next = view.question().map_or("none", |q| q.key.0);
                panic!("{at}: {name} stands {deep} inches deep in {under}; asked now: {next}; told: {told:#?}");
            }
        }
        let card = (ruleset.card)(&view, unit);
        assert!(card.strength.is_none_or(|(left, all)| left <= all), "{at}: {card:?}");
        assert!((ruleset.unit_value)(&view, unit) >= 0.0, "{at}: the worth of {}", view.roster().name(unit));
        for cite in card.stats.iter().map(|stat| stat.cite).chain(card.marks.iter().map(|mark| mark.cite)) {
            assert!(is_listed(ruleset, cite), "{at}: {cite} on the card is not in the book");
        }
        if view.on_table(unit) {
            let drawn = glyphs::glyph(card.glyph).is_some() && glyphs::figure(card.figure).is_some();
            assert!(drawn, "{at}: no drawing is called {} or {}", card.glyph, card.figure);
        }
        for mark in &card.marks {
            assert!(glyphs::mark(mark.mark).is_some(), "{at}: no mark is called {}", mark.mark);
        }
        let _ = (ruleset.reach)(&view, unit);
    }
    for side in Side::BOTH {
        let danger = (ruleset.danger)(&view, side);
        assert!((0.0..=1.0).contains(&danger), "{at}: the danger of {side} is {danger}");
        let _ = (ruleset.score)(&view, side);
    }
    told(ruleset, world, at);
}

/// The facts of the last answer.
fn told(ruleset: &Ruleset, world: &World, at: &At) {
    let view = View::umpire(world);
    let narrator = Narrator::new((ruleset.texts)(), view.names());
    let lexicon = Lexicon::in_world(world);
    for fact in world.resource::<Journal>().entries().last().into_iter().flat_map(|entry| entry.facts()) {
        let text = narrator.fact(fact);
        let open = narrator.open_in_fact(fact);
        assert!(
            !text.is_empty() && open.is_empty(),
            "{at}: {:?} is told as {text:?}: {open:?} is open",
            fact.narration
        );
        let unknown = lexicon.unregistered(fact);
        assert!(unknown.is_empty(), "{at}: no register has {unknown:?}: {text}");
        let terms = fact.tally.iter().flat_map(|tally| &tally.0).map(|term| term.cite);
        for cite in std::iter::once(fact.cite).chain(terms) {
            assert!(is_listed(ruleset, cite), "{at}: {cite} of {:?} is not in the book", fact.narration);
        }
        for roll in &fact.dice {
            let fair = roll.faces.iter().all(|face| (1..=roll.sides).contains(face));
            assert!(fair && !roll.faces.is_empty(), "{at}: {roll:?}");
        }
    }
    if let Some(question) = view.question() {
        assert!(is_listed(ruleset, question.cite), "{at}: {} of `{}` is not in the book", question.cite, question.key);
    }
}

/// Whether a rule stands in the ruleset's data; the house's own need not.
pub fn is_listed(ruleset: &Ruleset, cite: Cite) -> bool {
    cite == HOUSE || (ruleset.texts)().rule(cite).is_some()
}

/// Odds are of one number of cases, and a fight is won, tied or lost in all of them; what comes of that, such as a
/// break, is counted beside.
pub fn odds(odds: &Odds, at: &At) {
    let of = odds.outcomes.first().map_or(0, |outcome| outcome.of);
    let sound = odds.outcomes.iter().all(|outcome| outcome.of == of && outcome.cases <= of);
    assert!(of > 0 && sound, "{at}: {:?} are not of the same cases", odds.outcomes);
    let cases = |words: &[&str]| {
        let of_these = odds.outcomes.iter().filter(|outcome| words.contains(&outcome.what.0));
        of_these.map(|outcome| outcome.cases).sum::<u64>()
    };
    let fight = cases(&["win", "tie", "lose"]);
    assert!(fight == 0 || fight == of, "{at}: {:?} do not come to all cases", odds.outcomes);
}

/// A refusal in words.
pub fn refusal(ruleset: &Ruleset, world: &World, why: &Refusal) -> String {
    let narrator = Narrator::new((ruleset.texts)(), View::umpire(world).names());
    let open = narrator.open_in_refusal(why);
    assert!(open.is_empty(), "{why:?} is told as {}: {open:?} is open", narrator.refusal(why));
    format!("{} ({}; measured {:?}, limit {:?})", narrator.refusal(why), why.cite, why.measured, why.limit)
}
