//! A game small enough to work by hand, for the laboratory's own tests: two sides run a race. In each turn north
//! and then south says how far it walks (0 to 2) and rolls a die to it; who first has 20 wins.

use bevy::ecs::resource::Resource;
use bevy::ecs::system::{InRef, Res};
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::battle::setup::{Deploy, Limit, Setup, SideSetup, Step, Then};
use crate::battle::{
    Action, Ask, Asking, Card, CardValue, Choice, Clock, Effects, Enlist, Fact, Handler, Job, Narration, Offer, Param,
    Question, Range, Ref, Ruleset, Score, Stat, Texts, Value, enlist, install, set,
};
use crate::cite::{Cite, Word};
use crate::dice::{Dice, Die, Roll};
use crate::ids::Side;
use crate::table::{BaseSize, Placement, Pose};

/// How far both have come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Race([i32; 2]);

/// The turn sequence: whose turn it is next.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Lap(Side);

/// A side walks and rolls.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Run(Side, i32);

crate::kept_state! {
    units {}
    battle { Race = "toy.race" }
}

impl Job for Lap {
    const NAME: &'static str = "toy.lap";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(lap, self, world)
    }
}

impl Job for Run {
    const NAME: &'static str = "toy.run";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(run, self, world)
    }
}

const WALK: Word = Word("walk");
const BY: Word = Word("by");
const RULE: Cite = Cite("1");
const VALUES: &[CardValue] = &[CardValue::short("come", "come", "1")];

/// The ruleset of the race.
pub fn ruleset() -> Ruleset {
    Ruleset {
        name: "toy",
        title: "The race",
        version: 1,
        questions: &[HANDLER],
        install: register,
        muster: |_, world| {
            let runner = |side: Side, name| Enlist { name: Word(name), side, base: BaseSize::new(1.0, 1.0) };
            enlist(world, vec![runner(Side::North, "hare"), runner(Side::South, "tortoise")]);
            let placement = Placement::block(Pose::new(10.0, 12.5, 90.0), 1, 1);
            crate::battle::state::station(world, crate::ids::UnitId(0), placement);
            install::lay_out(world, Lap(Side::North));
            Vec::new()
        },
        stage: |world, step: &Step| {
            step.find(&[Word("lap")])?;
            *world.resource_mut::<Clock>() = Clock { turn: step.turn, ..Clock::default() };
            *world.resource_mut::<crate::battle::Agenda>() = crate::battle::Agenda::default();
            install::lay_out(world, Lap(step.side.unwrap_or(Side::North)));
            Ok(())
        },
        texts: || {
            static TEXTS: std::sync::LazyLock<Texts> = std::sync::LazyLock::new(texts);
            &TEXTS
        },
        begins: || vec![Word("lap")],
        card_values: VALUES,
        card: |view, unit| {
            let value = view.battle_state::<Race>().0[view.side_of(unit).index()].to_string();
            let stat = Stat { name: Word("come"), label: "come".to_owned(), value, cite: RULE, short: true };
            Card { stats: vec![stat], ..Card::default() }
        },
        score: |_, _| Score { of: 20, ..Score::default() },
        ..Ruleset::NOTHING
    }
}

/// A rule that is played and one that is not, and the race's words.
fn texts() -> Texts {
    let rule = |id: &str| format!("(id: \"{id}\", title: \"A rule\", text: \"As it is played.\", source: Design)");
    let words = r#"(sentences: {}, words: {"come": "come", "home": "home", "tired": "tired", "lap": "lap", "hit": "hit"},
        fortune: {"run": High, "limp": High})"#;
    Texts::read(&format!("(rules: [{}, {}])", rule("1"), rule("2")), words).unwrap()
}

/// A race to be mustered.
pub fn setup() -> Setup {
    Setup {
        ruleset: "toy".to_owned(),
        title: "A race".to_owned(),
        table: (48.0, 24.0),
        terrain: Vec::new(),
        preset: None,
        switches: std::collections::BTreeMap::new(),
        limit: Limit { turns: 20, then: Then::Compare },
        is_limited: true,
        sides: [SideSetup::default(), SideSetup::default()],
        deploy: Deploy::Fixed,
        history: String::new(),
        sources: Vec::new(),
    }
}

/// A mustered race, not begun.
pub fn mustered() -> World {
    let mut world = crate::battle::world(&ruleset());
    assert_eq!((ruleset().muster)(&setup(), &mut world), []);
    assert_eq!(
        crate::battle::View::umpire(&world).pose(crate::ids::UnitId(0)).map(|p| p.at),
        Some(Vec2::new(10.0, 12.5))
    );
    world
}

const HANDLER: Handler = Handler::plain(WALK, &[WALK, Word("rest")], offer, |asking, action| {
    Effects::pop().push(Run(asking.side, action.whole(BY).unwrap_or(0)))
});

fn offer(asking: &Asking, _: &Ask) -> Offer {
    let action = Action::new(Ref::Side(asking.side), WALK).with(BY, Value::Whole(0));
    let params = vec![Param::panel(BY, Range::Whole(0, 2))];
    Offer { question: WALK, choices: [Choice { params, ..Choice::ending(action, RULE) }].into(), ..Offer::default() }
}

fn lap(InRef(Lap(side)): InRef<Lap>, race: Res<Race>, clock: Res<Clock>) -> Effects {
    if let Some(winner) = Side::BOTH.into_iter().find(|s| race.0[s.index()] >= 20) {
        return Effects::pop().fact(Fact::won(RULE, Some(winner), Word("home")));
    }
    let turn = clock.turn + u32::from(*side == Side::North);
    let began = Clock { turn, step: Word("lap"), side: Some(*side) };
    Effects::become_job(Lap(side.other()))
        .fact(Fact::new(RULE, Narration::Began(Word("lap"))).change(set(began)))
        .ask(Question::to(*side, HANDLER, RULE))
}

fn run(InRef(Run(side, by)): InRef<Run>, race: Res<Race>, clock: Res<Clock>, dice: Res<Dice>) -> Effects {
    let mut roller = dice.roller(clock.turn, clock.step);
    let face = match roller.die(Die::d6(*side, None, Word("run"))) {
        Ok(face) => i32::from(face),
        Err(need) => return Effects::need(need),
    };
    let mut after = race.clone();
    let from = after.0[side.index()];
    after.0[side.index()] += face + by;
    let to = after.0[side.index()];
    let counted = Narration::Counted { of: Ref::Side(*side), what: Word("come"), from, to };
    Effects::pop().fact(Fact::new(RULE, counted).dice(roller.rolled()).change(set(after)))
}
