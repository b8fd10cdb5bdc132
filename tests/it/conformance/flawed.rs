//! Conformance can fail: rulesets with one flaw each, which it must find. Each is the drill with one question more
//! at the beginning.

use bevy::ecs::system::{InRef, Local};
use sandtable::battle::setup::Setup;
use sandtable::battle::{
    Action, Asking, Choice, Effects, Fact, Fitted, Handler, Job, Narration, Offer, Outcome, Param, Question, Range,
    Ref, Refusal, Ruleset, Value, install, plain, put, set,
};
use sandtable::cite::{Cite, HOUSE, Word};
use sandtable::ids::{Side, UnitId};
use sandtable::table::{Mil, Placement, Pose};
use serde::Serialize;

use super::{battle, conform};
use crate::drill::{BATTLE, RULESET};

const KEY: Word = Word("flaw");
const BY: Word = Word("by");

/// Asks once, and then does what is wrong with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Prelude(bool);

impl Job for Prelude {
    const NAME: &'static str = "flawed.prelude";
}

const SOUND: Handler = Handler {
    key: KEY,
    verbs: &[KEY],
    offer: |asking, _| offered(asking, 3),
    judge: |asking, action| plain::judge(&offered(asking, 3), action),
    fit: |asking, action| plain::fit(&offered(asking, 3), action),
    aim: |_, choice, _| plain::as_it_stands(choice),
    enact: |_, _| Effects::pop(),
};

fn offered(asking: &Asking, most: i32) -> Offer {
    let action = Action::new(Ref::Side(asking.side), KEY).with(BY, Value::Length(Mil(0)));
    let by = Param::panel(BY, Range::Length(Mil(0), Mil(most))).stop(Value::Length(Mil(most)), Word("all"));
    let choice = Choice { params: vec![by], ..Choice::ending(action, HOUSE) };
    Offer { question: KEY, choices: vec![choice], barred: Vec::new() }
}

fn prelude(InRef(job): InRef<Prelude>) -> Effects {
    if job.0 { Effects::pop() } else { asked() }
}

fn asked() -> Effects {
    Effects::become_job(Prelude(true)).ask(Question::to(Side::North, KEY, HOUSE))
}

fn laid(setup: &Setup, world: &mut bevy::ecs::world::World) -> Vec<sandtable::battle::setup::Flaw> {
    let flaws = (RULESET.muster)(setup, world);
    install::lay_out(world, Prelude(false));
    flaws
}

macro_rules! flawed {
    ($(#[doc = $doc:literal] $name:ident, $message:literal: $system:expr, $handler:expr;)*) => {$(
        #[doc = $doc]
        #[test]
        #[should_panic(expected = $message)]
        fn $name() {
            let ruleset = Ruleset {
                install: |world| {
                    (RULESET.install)(world);
                    install::work::<Prelude, _>(world, $system);
                    install::question(world, $handler);
                },
                muster: laid,
                ..RULESET
            };
            conform(&ruleset, &[battle(BATTLE)], 60);
        }
    )*};
}

flawed! {
    /// Something is remembered that is not kept: a restored battle goes another way.
    unkept_state_is_found, "restored": |InRef(job): InRef<Prelude>, mut passes: Local<u32>| {
        *passes += 1;
        let said = Narration::Said(Word("one-more"));
        let ends = Outcome(Some(sandtable::battle::Ending { winner: None, why: Word("odd") }));
        let odd = passes.is_multiple_of(2) && job.0;
        Effects { facts: odd.then(|| Fact::new(HOUSE, said).change(set(ends))).into_iter().collect(), ..prelude(InRef(job)) }
    }, SOUND;
    /// Nothing is on offer.
    a_dead_end_is_found, "ends the question": prelude, Handler { offer: |_, _| Offer::default(), ..SOUND };
    /// A named value is refused.
    a_stop_that_is_refused_is_found, "at its stop": prelude, Handler { offer: |asking, _| offered(asking, 4), ..SOUND };
    /// The nearest action is refused.
    a_fit_that_is_refused_is_found, "is refused": prelude, Handler {
        fit: |asking, _| Fitted { action: Action::new(Ref::Side(asking.side), KEY).with(BY, Value::Length(Mil(4))), cut: Vec::new() },
        ..SOUND
    };
    /// What is aimed is refused.
    an_aim_that_is_refused_is_found, "aimed with": prelude, Handler {
        aim: |_, choice, _| Fitted { action: Action { with: Vec::new(), ..choice.action.clone() }, cut: Vec::new() },
        ..SOUND
    };
    /// A number that nobody is offered stops the program.
    a_judge_that_panics_is_found, "out of bounds": prelude, Handler {
        judge: |asking, action| {
            let known = [true; 4];
            let by = action.length(BY).map_or(0, |by| by.0.unsigned_abs() as usize);
            if known[by] { plain::judge(&offered(asking, 3), action) } else { Err(Refusal::new(HOUSE, KEY)) }
        },
        ..SOUND
    };
    /// Somebody ends up on somebody.
    an_overlap_is_found, "inches deep": prelude, Handler { enact: |_, _| Effects::pop().fact(placed(9.0, 18.0)), ..SOUND };
    /// Somebody ends up beside the table.
    a_base_off_the_table_is_found, "off the table": prelude, Handler {
        enact: |_, _| Effects::pop().fact(placed(8.0, 24.1)),
        ..SOUND
    };
    /// Two facts of one run of a job each say where a unit stands.
    a_lost_update_is_found, "lost update: battle.standing is changed by house and then set whole by house": prelude, Handler {
        enact: |_, _| Effects::pop().fact(placed(9.0, 18.0)).fact(placed(9.0, 18.0)),
        ..SOUND
    };
    /// A fact cites a rule that is in no book.
    an_unknown_cite_is_found, "not in the book": prelude, Handler {
        enact: |_, _| Effects::pop().fact(Fact::new(Cite("D99"), Narration::Said(KEY))),
        ..SOUND
    };
    /// The same question for ever.
    a_battle_without_an_end_is_found, "no end": |InRef(_): InRef<Prelude>| {
        Effects::stay().ask(Question::to(Side::North, KEY, HOUSE))
    }, SOUND;
}

fn placed(x: f32, y: f32) -> Fact {
    let placement = Placement::Block { pose: Pose::new(x, y, 0.0), files: 2, ranks: 1 };
    Fact::new(HOUSE, Narration::Said(KEY)).change(put(UnitId(1), placement))
}
