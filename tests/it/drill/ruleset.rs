//! The drill's [`Ruleset`].

use std::cmp::Ordering;

use sandtable::battle::notation::{Kind, vocabulary};
use sandtable::battle::{
    Card, CardValue, Count, Forecast, Odds, OddsOutcome, Reach, Ref, RoundOdds, Ruleset, Score, Stat, StateMark,
    Umpire, View, put,
};
use sandtable::cite::{Tally, Word};
use sandtable::dice::odds::every_case;
use sandtable::ids::UnitId;
use sandtable::table::{Edge, Mil, Pose};

use super::book::{self, COMMAND, LEAST_UNITS, MELEE, ONE_MARCH, ORDERS, REACTION, VOLLEY, ZONE};
use super::state::{self, Acted, Order, Strength, Task};
use super::turn::TurnStep;
use super::{act, dusk, fight, kernels, losses, muster, on_table, orders, react, reform, turn};

/// The drill, as everyone else sees it.
pub const RULESET: Ruleset = Ruleset {
    name: "drill",
    title: "The drill",
    version: 1,
    questions: &[
        orders::HANDLER,
        act::HANDLER,
        reform::HANDLER,
        react::HANDLER,
        fight::HANDLER,
        losses::HANDLER,
        dusk::HANDLER,
    ],
    install: |world| {
        vocabulary(world, &[("by", Kind::Length), ("to", Kind::Name), ("at", Kind::Refs)]);
        state::register(world);
    },
    muster: muster::muster,
    stage: muster::stage,
    texts: book::texts,
    steps: |_| TurnStep::WORDS,
    begins: || TurnStep::WORDS.to_vec(),
    card_values: &[CardValue::short("strength", "strength", "D8")],
    card,
    unit_value: |view, unit| f32::from(view.unit_state::<Strength>(unit).0),
    strength: |view, unit| view.unit_state::<Strength>(unit).0,
    reach: |view, unit| Reach {
        charge: view.unit_state::<Order>(unit).by.min(ONE_MARCH),
        fire: vec![(ZONE, format!("{VOLLEY} of 100"))],
        arc: view.hull(unit).map_or(Vec::new(), |p| p.strip(Edge::Front, ZONE.to_inches()).corners().into()),
        ..Reach::default()
    },
    pace: |_, _| ONE_MARCH,
    melee_odds,
    forecast,
    shot,
    danger: |view, side| {
        let (left, all) = (on_table(view, side).len(), view.roster().of(side).count());
        let spare = all.saturating_sub(LEAST_UNITS) + 1;
        ((all - left) as f32 / spare as f32).min(1.0)
    },
    follows: act::follows,
    umpire: Umpire {
        counts: |view, unit| {
            let now = i32::from(view.unit_state::<Strength>(unit).0);
            vec![Count { what: book::STRENGTH, now, least: 1, most: 3 }]
        },
        set: |_, unit, what, to| {
            let to = u8::try_from(to).ok().filter(|_| what == book::STRENGTH)?;
            Some(put(unit, Strength(to)))
        },
        lift: |_, _| Vec::new(),
    },
    favoured: turn::stronger,
    preference: |view, side, action| match action.key {
        react::SHOOT => 1.0,
        orders::ORDER => action.length(book::BY).map_or(0.0, Mil::to_inches),
        reform::KEY => reform::nearer(view, side, action),
        _ => 0.0,
    },
    score: |view, side| Score {
        label: "units lost".to_owned(),
        lost: (view.roster().of(side).count() - on_table(view, side).len()) as u16,
        of: view.roster().of(side).count() as u16,
        ..Score::default()
    },
    ..Ruleset::NOTHING
};

fn card(view: &View, unit: UnitId) -> Card {
    let kind = view.get::<state::Kind>(unit).map_or("", |kind| kind.name());
    let strength = view.unit_state::<Strength>(unit).0;
    let value = strength.to_string();
    let stat = Stat { name: book::STRENGTH, label: "strength".to_owned(), value, cite: MELEE, short: true };
    let order = view.unit_state::<Order>(unit);
    let mut marks = Vec::new();
    if view.unit_state::<Acted>(unit).0 {
        marks.push(StateMark { mark: "moved", label: "has acted".to_owned(), cite: COMMAND });
    }
    if order.to != Task::Untold {
        let label =
            if order.by.0 == 0 { order.to.word().to_string() } else { format!("{} {}", order.to.word(), order.by) };
        marks.push(StateMark { mark: "diamond", label, cite: ORDERS });
    }
    Card {
        kind: kind.to_owned(),
        glyph: if kind == "horse" { "hc" } else { "hi" },
        figure: if kind == "horse" { "hc" } else { "hi" },
        line: format!("{kind} of the drill"),
        stats: vec![stat],
        strength: Some((strength.into(), u16::from(strength.max(3)))),
        strength_word: "strength",
        marks,
    }
}

/// The odds of a melee: every case of the same kernel.
fn melee_odds(view: &View, attacker: UnitId, target: UnitId, _: Pose) -> Option<Odds> {
    let parties = [attacker, target].map(|unit| fight::party(view, unit));
    let cases = every_case(|dice| kernels::melee(dice, parties));
    let of = cases.iter().map(|case| case.weight).sum();
    let outcome = |what, order: Ordering| {
        let fits = |[a, b]: &[Tally; 2]| a.total().cmp(&b.total()) == order;
        let cases = cases.iter().filter(|case| fits(&case.outcome)).map(|case| case.weight).sum();
        OddsOutcome { what, cases, of }
    };
    let outcomes = vec![
        outcome(Word("win"), Ordering::Greater),
        outcome(Word("tie"), Ordering::Equal),
        outcome(Word("lose"), Ordering::Less),
    ];
    let mut tallies = cases.first()?.outcome.clone();
    for tally in &mut tallies {
        tally.0.retain(|term| term.what != Word("die"));
    }
    let (by, at) = (Ref::Unit(attacker), Ref::Unit(target));
    Some(Odds { by, at, outcomes, tallies, simulated: None, notes: Vec::new() })
}

/// A lost round costs one, every round alike.
fn forecast(view: &View, attacker: UnitId, target: UnitId, _: Edge) -> Option<Forecast> {
    let parties = [attacker, target].map(|unit| fight::party(view, unit));
    let cases = every_case(|dice| kernels::melee(dice, parties));
    let share = |order| cases.share(|[a, b]| a.total().cmp(&b.total()) == order) as f32;
    let round = RoundOdds {
        win: share(Ordering::Greater),
        lose: share(Ordering::Less),
        deals: 1,
        takes: 1,
        ..RoundOdds::default()
    };
    Some(Forecast { first: round, later: round, slips: false })
}

fn shot(view: &View, shooter: UnitId, target: UnitId) -> Option<Odds> {
    let hits = u64::from(VOLLEY);
    let outcome = |what, cases| OddsOutcome { what, cases, of: 100 };
    let near = view.layout().distance(shooter, target)? <= ZONE.to_inches();
    let enemies = view.side_of(shooter) != view.side_of(target);
    let shoots = view.get::<state::Kind>(shooter) != Some(&state::Kind::Guard);
    (near && enemies && shoots).then(|| Odds {
        by: Ref::Unit(shooter),
        at: Ref::Unit(target),
        outcomes: vec![outcome(Word("hit"), hits), outcome(Word("miss"), 100 - hits)],
        tallies: Default::default(),
        simulated: None,
        notes: vec![sandtable::battle::Note { cite: REACTION, says: Word("volley"), words: Vec::new() }],
    })
}
