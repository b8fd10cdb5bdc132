//! Staged positions for the tests of steps: units on the table, contacts as moves would have made them, a step to
//! begin with, scripted dice.

use bevy::ecs::world::World;
use serde::Serialize;

use super::RULESET;
use super::battlefield::Battlefield;
use super::movement::touch::side_of_contact;
use super::sequence::{self, TurnStep};
use super::stage;
use super::state::{Contact, Contacts, Counts};
use crate::battle::data_folder::ron_options;
use crate::battle::setup::{BodySetup, Deploy, Fields, Limit, Setup, SideSetup, Step, Then, UnitSetup};
use crate::battle::state::amend;
use crate::battle::{
    self, Action, Ask, Effects, Fact, Fitted, Handler, Job, Journal, Narration, Offer, Question, Ref, Refusal, Roster,
    Value, View, install, plain,
};
use crate::cite::{HOUSE, Word, intern};
use crate::dice::{Dice, Scripted};
use crate::ids::{Side, UnitId};
use crate::table::{Edge, Footprint, Pose, Shape, Terrain};

/// A battle that is being staged, or is under way.
pub struct Staged {
    pub world: World,
}

/// A position: armies of breakpoint 9 and initiative 5, every unit a division of its own.
pub struct Position(Setup);

impl Position {
    pub fn new() -> Position {
        let side = || SideSetup {
            command: fields(&[("h", "9"), ("l", "9"), ("bp", "9"), ("init", "5")]),
            ..SideSetup::default()
        };
        Position(Setup {
            ruleset: "armati".into(),
            title: "staged".into(),
            table: (72.0, 48.0),
            terrain: Vec::new(),
            preset: None,
            switches: Default::default(),
            limit: Limit { turns: 20, then: Then::Compare },
            is_limited: true,
            sides: [side(), side()],
            deploy: Deploy::Fixed,
            history: String::new(),
            sources: Vec::new(),
        })
    }

    /// A unit of a bare type with these fields, e.g. `("fv", "(6, 2, 1)")`.
    pub fn unit(mut self, side: Side, name: &str, kind: &str, at: (f32, f32, f32), own: &[(&str, &str)]) -> Position {
        let unit = UnitSetup {
            name: name.into(),
            kind: kind.into(),
            pose: Some(Pose::new(at.0, at.1, at.2)),
            fields: fields(own),
        };
        let body = BodySetup { units: vec![unit], ..BodySetup::default() };
        self.0.sides[side.index()].bodies.push(body);
        self
    }

    /// The unit placed last joins the division of the unit before it.
    pub fn joined(mut self, side: Side) -> Position {
        let bodies = &mut self.0.sides[side.index()].bodies;
        let last = bodies.pop().unwrap();
        bodies.last_mut().unwrap().units.extend(last.units);
        self
    }

    /// With that switch on.
    pub fn switch(mut self, name: &str) -> Position {
        self.0.switches.insert(name.to_owned(), true);
        self
    }

    /// Makes that division of a side, by its index in the list, uncontrolled.
    pub fn uncontrolled(mut self, side: Side, body: usize) -> Position {
        self.0.sides[side.index()].bodies[body].fields.extend(fields(&[("controlled", "false")]));
        self
    }

    /// Sets a value of a side's command.
    pub fn command(mut self, side: Side, name: &str, value: &str) -> Position {
        self.0.sides[side.index()].command.extend(fields(&[(name, value)]));
        self
    }

    /// Lets that side win when the turn limit is reached.
    pub fn holds(mut self, side: Side) -> Position {
        self.0.limit.then = Then::Wins(side);
        self
    }

    /// Adds the side's general, attached to that unit.
    pub fn general(mut self, side: Side, name: &str, with: &str) -> Position {
        let general = format!("(name: \"{name}\", attached: \"{with}\")");
        self.0.sides[side.index()].fields.extend(fields(&[("general", &general)]));
        self
    }

    /// Adds a rectangle of terrain.
    pub fn terrain(mut self, kind: &str, low: (f32, f32), high: (f32, f32)) -> Position {
        let corners = [(low.0, low.1), (high.0, low.1), (high.0, high.1), (low.0, high.1)];
        let shape = Shape::Polygon(corners.into_iter().map(bevy::math::Vec2::from).collect());
        let name = format!("{kind}-{}", self.0.terrain.len());
        self.0.terrain.push(Terrain { name, kind: Word(intern(kind)), shape });
        self
    }

    /// Stages that step of turn 3 with these dice. After the step nothing more happens: the question `paused` is open.
    pub fn at(self, step: &str, dice: &[u8]) -> Staged {
        let mut world = install::world(&RULESET);
        let flaws = (RULESET.muster)(&self.0, &mut world);
        let bad: Vec<_> = flaws.iter().filter(|f| f.severity == battle::setup::Severity::Error).collect();
        assert!(bad.is_empty(), "{bad:?}");
        stage::stage(&mut world, &Step { turn: 3, name: step.into(), side: None }).unwrap();
        install::clear_out(&mut world);
        install::lay_out(&mut world, Pause);
        sequence::lay_step(&mut world, TurnStep::named(step).unwrap(), None);
        let faces: Vec<_> = dice.iter().map(|die| Scripted { die: *die, why: None }).collect();
        world.insert_resource(Dice::scripted(&faces, None));
        Staged { world }
    }
}

impl Staged {
    /// Gives the mover, which began its move at that pose, a contact where it stands.
    pub fn contact(mut self, mover: &str, from: (f32, f32, f32), enemy: &str) -> Staged {
        let (mover, enemy) = (self.id(mover), self.id(enemy));
        let field = self.field();
        let (end, it) = (field.print(mover), field.print(enemy));
        let start = Footprint::new(Pose::new(from.0, from.1, from.2), end.width(), end.depth());
        let (counts, edge) = side_of_contact(&start, &end, &it);
        let made = Contact { enemy, edge: Edge::Front, counts: Counts::Front, made: true, rounds: 0 };
        let met = Contact { enemy: mover, edge, counts, made: false, rounds: 0 };
        amend(&mut self.world, mover, |c: &mut Contacts| c.0.push(made));
        amend(&mut self.world, enemy, |c: &mut Contacts| c.0.push(met));
        self
    }

    /// Changes a state value of a unit before the battle begins.
    pub fn with<T: battle::UnitState>(mut self, unit: &str, value: T) -> Staged {
        let unit = self.id(unit);
        amend(&mut self.world, unit, |old: &mut T| *old = value);
        self
    }

    /// Begins: jobs run until the first question.
    pub fn begin(mut self) -> Staged {
        battle::begin(&mut self.world).unwrap_or_else(|why| panic!("{why:?}"));
        self
    }

    /// Submits an answer, which must be accepted.
    pub fn act(mut self, action: Action) -> Staged {
        battle::submit(&mut self.world, action).unwrap_or_else(|why| panic!("{why:?}"));
        self
    }

    /// The judge's refusal of an answer.
    pub fn refusal(&self, action: &Action) -> Refusal {
        battle::judge(&self.world, action).unwrap_err()
    }

    pub fn offer(&self, side: Side) -> Offer {
        battle::offer(&self.world, side, &Ask::all())
    }

    pub fn field(&self) -> Battlefield<'_> {
        Battlefield::of(View::umpire(&self.world))
    }

    pub fn id(&self, name: &str) -> UnitId {
        self.world.resource::<Roster>().find(name).unwrap()
    }

    /// The word of the open question.
    pub fn asks(&self) -> &'static str {
        self.field().0.question().map_or("", |q| q.key.0)
    }

    /// Every fact so far.
    pub fn facts(&self) -> Vec<&Fact> {
        self.world.resource::<Journal>().entries().iter().flat_map(|e| e.facts()).collect()
    }

    /// The melees that were fought: winner or maker, loser, and the two sums.
    pub fn fights(&self) -> Vec<(UnitId, UnitId, i32, i32)> {
        let fought = |fact: &&Fact| match fact.narration {
            Narration::Fought { a: Ref::Unit(a), b: Ref::Unit(b) } => {
                Some((a, b, fact.tally[0].total(), fact.tally[1].total()))
            }
            _ => None,
        };
        self.facts().iter().filter_map(fought).collect()
    }

    /// Scripted dice that were not used.
    pub fn dice_left(&self) -> usize {
        self.world.resource::<Dice>().left_over()
    }
}

/// A job below the step, so that the state after the step can be examined.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Pause;

impl Job for Pause {
    const NAME: &'static str = "test.pause";

    fn effects(&self, _: &mut World) -> Effects {
        Effects::stay().ask(Question::to(Side::North, HANDLER, HOUSE))
    }
}

const PAUSE: Word = Word("paused");

const HANDLER: Handler = Handler {
    key: PAUSE,
    verbs: &[],
    offer: |_, _| Offer::default(),
    judge: |_, _| Err(Refusal::new(HOUSE, PAUSE)),
    fit: |_, action| Fitted { action: action.clone(), cut: Vec::new() },
    aim: |_, choice, _| plain::as_it_stands(choice),
    enact: |_, _| Effects::pop(),
};

/// `who: verb`, of a side.
pub fn says(side: Side, verb: &'static str) -> Action {
    Action::new(Ref::Side(side), Word(verb))
}

/// `who: verb`, of a unit.
pub fn does(unit: UnitId, verb: &'static str) -> Action {
    Action::new(Ref::Unit(unit), Word(verb))
}

/// `who: shoot at=whom`.
pub fn shoots(unit: UnitId, at: UnitId) -> Action {
    does(unit, "shoot").with(Word("at"), Value::Refs(vec![Ref::Unit(at)]))
}

fn fields(list: &[(&str, &str)]) -> Fields {
    let options = ron_options();
    list.iter().map(|(name, value)| ((*name).to_owned(), options.from_str(value).unwrap())).collect()
}
