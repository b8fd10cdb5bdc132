//! Conformance can fail: rulesets with one flaw each, which it must find. Each is the drill with one question more
//! at the beginning. A job that nothing takes on and a question without a handler are none of them: they do not compile.

use bevy::ecs::component::Component;
use bevy::ecs::system::{InRef, Local};
use bevy::ecs::world::World;
use sandtable::battle::setup::Setup;
use sandtable::battle::{
    Action, Asking, Choice, Effects, Fact, Fitted, Handler, Job, Narration, Offer, Outcome, Param, Question, Range,
    Ref, Refusal, Registered, Ruleset, UnitState, Value, install, plain, put, set,
};
use sandtable::cite::{Cite, HOUSE, Word};
use sandtable::ids::{Side, UnitId};
use sandtable::table::{Mil, Placement, Pose};
use serde::Serialize;

use super::{battle, conform};
use crate::drill::{BATTLE, RULESET};

const KEY: Word = Word("flaw");
const BY: Word = Word("by");

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
    Offer { question: KEY, choices: [choice].into(), ..Offer::default() }
}

/// The drill's questions, and that one.
fn listed(handler: Handler) -> &'static [Handler] {
    RULESET.questions.iter().copied().chain([handler]).collect::<Vec<_>>().leak()
}

/// A test that conformance fails with those words on the drill with a job before it, `Prelude`, taken on by that system
/// and asking a question with that handler.
macro_rules! flawed {
    ($(#[doc = $doc:literal] $name:ident, $message:literal: $system:expr, $handler:expr;)*) => {$(
        #[doc = $doc]
        #[test]
        #[should_panic(expected = $message)]
        fn $name() {
            const HANDLER: Handler = $handler;

            /// Whether it has asked.
            #[derive(Clone, Debug, PartialEq, Serialize)]
            struct Prelude(bool);

            impl Job for Prelude {
                const NAME: &'static str = "flawed.prelude";

                fn effects(&self, world: &mut World) -> Effects {
                    Effects::from_system($system, self, world)
                }
            }

            fn asks_once(InRef(job): InRef<Prelude>) -> Effects {
                let asked = || Effects::become_job(Prelude(true)).ask(Question::to(Side::North, HANDLER, HOUSE));
                if job.0 { Effects::pop() } else { asked() }
            }
            // Some flaws do without it.
            let _ = asks_once;

            let muster = |setup: &Setup, world: &mut World| {
                let flaws = (RULESET.muster)(setup, world);
                install::lay_out(world, Prelude(false));
                flaws
            };
            conform(&Ruleset { muster, questions: listed(HANDLER), ..RULESET }, &battle(BATTLE), 1..=60);
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
        Effects { facts: odd.then(|| Fact::new(HOUSE, said).change(set(ends))).into_iter().collect(), ..asks_once(InRef(job)) }
    }, SOUND;
    /// Nothing is on offer.
    a_dead_end_is_found, "ends the question": asks_once, Handler { offer: |_, _| Offer::default(), ..SOUND };
    /// A named value is refused.
    a_stop_that_is_refused_is_found, "at its stop": asks_once, Handler { offer: |asking, _| offered(asking, 4), ..SOUND };
    /// The nearest action is refused.
    a_fit_that_is_refused_is_found, "is refused": asks_once, Handler {
        fit: |asking, _| Fitted { action: Action::new(Ref::Side(asking.side), KEY).with(BY, Value::Length(Mil(4))), cut: Vec::new() },
        ..SOUND
    };
    /// What is aimed is refused.
    an_aim_that_is_refused_is_found, "aimed with": asks_once, Handler {
        aim: |_, choice, _| Fitted { action: Action { with: Vec::new(), ..choice.action.clone() }, cut: Vec::new() },
        ..SOUND
    };
    /// A number that nobody is offered stops the program.
    a_judge_that_panics_is_found, "out of bounds": asks_once, Handler {
        judge: |asking, action| {
            let known = [true; 4];
            let by = action.length(BY).map_or(0, |by| by.0.unsigned_abs() as usize);
            if known[by] { plain::judge(&offered(asking, 3), action) } else { Err(Refusal::new(HOUSE, KEY)) }
        },
        ..SOUND
    };
    /// Somebody ends up on somebody.
    an_overlap_is_found, "inches deep": asks_once, Handler { enact: |_, _| Effects::pop().fact(placed(9.0, 18.0)), ..SOUND };
    /// Somebody ends up beside the table.
    a_base_off_the_table_is_found, "off the table": asks_once, Handler {
        enact: |_, _| Effects::pop().fact(placed(8.0, 24.1)),
        ..SOUND
    };
    /// Two facts of one run of a job each say where a unit stands.
    a_lost_update_is_found, "lost update: battle.standing is changed by house and then set whole by house": asks_once, Handler {
        enact: |_, _| Effects::pop().fact(placed(9.0, 18.0)).fact(placed(9.0, 18.0)),
        ..SOUND
    };
    /// A fact cites a rule that is in no book.
    an_unknown_cite_is_found, "not in the book": asks_once, Handler {
        enact: |_, _| Effects::pop().fact(Fact::new(Cite("D99"), Narration::Said(KEY))),
        ..SOUND
    };
    /// The same question for ever.
    a_battle_without_an_end_is_found, "no end": |InRef(_): InRef<Prelude>| {
        Effects::stay().ask(Question::to(Side::North, HANDLER, HOUSE))
    }, SOUND;
    /// A job that never comes to an end.
    a_ring_is_found, "in a ring at flawed.prelude": |InRef(job): InRef<Prelude>| {
        if job.0 { Effects::stay() } else { asks_once(InRef(job)) }
    }, SOUND;
    /// A value of a unit that is put and was never registered.
    state_that_nobody_registered_is_found, "flawed.unregistered is put and not registered": asks_once, Handler {
        enact: |_, _| Effects::pop().fact(Fact::new(HOUSE, Narration::Said(KEY)).change(put(UnitId(1), Unregistered))),
        ..SOUND
    };
}

/// The whole turn sequence of a ruleset that stops: whether it has asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Stops(bool);

impl Job for Stops {
    const NAME: &'static str = "flawed.stops";

    fn effects(&self, _: &mut World) -> Effects {
        if self.0 {
            return Effects::pop();
        }
        Effects::become_job(Stops(true)).ask(Question::to(Side::North, SOUND, HOUSE))
    }
}

/// Everything is off the agenda and nobody has won.
#[test]
#[should_panic(expected = "nothing left to do after flawed.stops")]
fn a_battle_that_stops_is_found() {
    let muster = |setup: &Setup, world: &mut World| {
        let flaws = (RULESET.muster)(setup, world);
        install::clear_out(world);
        install::lay_out(world, Stops(false));
        flaws
    };
    conform(&Ruleset { muster, questions: listed(SOUND), ..RULESET }, &battle(BATTLE), 1..=1);
}

/// A value of units that says it is registered, and that no ruleset registers.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize)]
#[component(immutable)]
struct Unregistered;

impl Registered for Unregistered {}

impl UnitState for Unregistered {
    const NAME: &'static str = "flawed.unregistered";
}

fn placed(x: f32, y: f32) -> Fact {
    let placement = Placement::block(Pose::new(x, y, 0.0), 2, 1);
    Fact::new(HOUSE, Narration::Said(KEY)).change(put(UnitId(1), placement))
}
