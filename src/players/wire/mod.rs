//! A battle's values as other programs read and write them: names for whatever is spoken of, lengths in inches,
//! angles in degrees, cites with their ruleset.

mod offer;
mod state;
mod verdict;

use bevy::ecs::world::World;
use serde::Serialize;
use serde_json::{Number, Value as Json};

use crate::battle::names::NameTable;
use crate::battle::narrator::Narrator;
use crate::battle::notation::{self, read_ref};
use crate::battle::{Action, Fact, InPlay, Measured, Question, Ref, Ruleset, Value, View};
use crate::cite::{Cite, HOUSE, Word};
use crate::ids::Side;
use crate::nearest::nearest;
use crate::scenario::telling::Telling;
use crate::table::{Cdeg, Mil, Pose};

pub use offer::called;
pub use state::TerrainOut;
pub use verdict::RefusalOut;

/// Translates the values of one battle, as one side or the umpire sees it.
#[derive(Clone, Copy)]
pub struct Wire<'w> {
    world: &'w World,
    view: View<'w>,
    ruleset: Ruleset,
}

/// Where something stands.
#[derive(Debug, Serialize)]
pub struct PoseOut {
    pub x: f32,
    pub y: f32,
    pub heading: f32,
}

/// A unit's or a stand's pose under its name.
#[derive(Debug, Serialize)]
pub struct NamedPose {
    pub name: String,
    #[serde(flatten)]
    pub pose: PoseOut,
}

/// The open question.
#[derive(Debug, Serialize)]
pub struct QuestionOut {
    pub key: &'static str,
    /// `north`, `south`, `each`, `each in secret`.
    pub to: &'static str,
    /// The sides that have not answered.
    pub waiting: Vec<Side>,
    pub step: &'static str,
    /// Whose step it is, when it is one side's.
    pub side: Option<Side>,
    pub turn: u32,
    pub cite: String,
    /// Whom it is about.
    pub about: Vec<String>,
    /// What the asking rule has measured or counted.
    pub with: serde_json::Map<String, Json>,
}

impl<'w> Wire<'w> {
    /// What that side may see; none sees everything.
    pub fn new(world: &'w World, side: Option<Side>) -> Wire<'w> {
        let view = side.map_or(View::umpire(world), |side| View::of(world, side));
        Wire { world, view, ruleset: world.resource::<InPlay>().0 }
    }

    /// The view behind it.
    pub fn view(&self) -> View<'w> {
        self.view
    }

    /// The names of the battle.
    pub fn names(&self) -> NameTable<'w> {
        NameTable::new(self.world)
    }

    /// The action in notation.
    pub fn line(&self, action: &Action) -> String {
        notation::write(action, &self.names())
    }

    /// An action from notation.
    ///
    /// # Errors
    /// Where the line is wrong and why, in one sentence.
    pub fn action(&self, line: &str) -> Result<Action, String> {
        notation::read(line, &self.names()).map_err(|flaw| format!("action, {flaw}"))
    }

    /// The question that is open.
    pub fn question(&self, question: &Question) -> QuestionOut {
        use crate::battle::Recipients;
        let clock = self.view.clock();
        QuestionOut {
            key: question.key.0,
            to: match question.to {
                Recipients::One(side) => side.name(),
                Recipients::Each => "each",
                Recipients::EachInSecret => "each in secret",
                Recipients::EachInDrafts { .. } => "each in drafts",
            },
            waiting: question.waiting(),
            step: clock.step.0,
            side: clock.side,
            turn: clock.turn,
            cite: self.cite(question.cite),
            about: self.named(&question.about),
            with: question.with.iter().map(|(name, value)| (name.0.to_owned(), self.value(value))).collect(),
        }
    }

    /// A fact that was recorded.
    pub fn fact(&self, fact: &Fact) -> Telling {
        let mut telling = Telling::of(fact, self.names(), (self.ruleset.texts)());
        telling.cite = self.cite(fact.cite);
        for (term, of) in telling.tally.iter_mut().zip(fact.tally.iter().flat_map(|tally| &tally.0)) {
            term.cite = self.cite(of.cite);
        }
        telling
    }

    /// A cite with its ruleset; the house stands above them.
    fn cite(&self, cite: Cite) -> String {
        if cite == HOUSE { cite.0.to_owned() } else { format!("{}:{cite}", self.ruleset.name) }
    }

    fn narrator(&self) -> Narrator<'w> {
        Narrator::new((self.ruleset.texts)(), self.names())
    }

    fn name(&self, of: Ref) -> String {
        self.names().name(of)
    }

    fn named(&self, refs: &[Ref]) -> Vec<String> {
        refs.iter().map(|of| self.name(*of)).collect()
    }

    /// What has that name.
    ///
    /// # Errors
    /// That nothing has it, in one sentence.
    pub fn reference(&self, name: &str) -> Result<Ref, String> {
        read_ref(name, &self.names()).map_err(|flaw| flaw.message)
    }

    /// A value of an action. Paths, stops of members and parts are not values of params: they become `null`.
    fn value(&self, value: &Value) -> Json {
        match value {
            Value::Length(length) => inches(*length),
            Value::Angle(angle) => degrees(*angle),
            Value::Whole(number) => Json::from(*number),
            Value::Flag(on) => Json::from(*on),
            Value::Name(word) => Json::from(word.0),
            Value::Refs(refs) => Json::from(self.named(refs)),
            Value::Places(places) => {
                let out = |(of, place): &(Ref, crate::table::Place)| {
                    serde_json::json!({
                        "name": self.name(*of),
                        "x": inches(place.x),
                        "y": inches(place.y),
                        "heading": degrees(place.heading),
                    })
                };
                places.iter().map(out).collect()
            }
            Value::Legs(_) | Value::Short(_) | Value::Parts(_) => Json::Null,
        }
    }
}

impl From<Pose> for PoseOut {
    fn from(pose: Pose) -> PoseOut {
        PoseOut { x: pose.at.x, y: pose.at.y, heading: pose.heading.to_degrees() }
    }
}

/// A length in inches.
fn inches(length: Mil) -> Json {
    decimal(length.0, 1000)
}

/// An angle in degrees.
fn degrees(angle: Cdeg) -> Json {
    decimal(angle.0, 100)
}

fn measured(value: Measured) -> Json {
    match value {
        Measured::Length(length) => inches(length),
        Measured::Angle(angle) => degrees(angle),
        Measured::Count(count) => Json::from(count),
        Measured::Tenths(tenths) => decimal(tenths, 10),
    }
}

/// A whole number of `parts`ths, written as a whole number where it is one.
fn decimal(value: i32, parts: i32) -> Json {
    if value % parts == 0 {
        return Json::from(value / parts);
    }
    Number::from_f64(f64::from(value) / f64::from(parts)).map_or(Json::Null, Json::Number)
}

/// "; did you mean `x`?", when something is near.
pub(super) fn meant<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The one of those words that has this text.
fn word_among(text: &str, words: &[Word]) -> Result<Word, String> {
    let found = words.iter().find(|word| word.0 == text).copied();
    found.ok_or_else(|| format!("`{text}` is none of the names{}", meant(text, words.iter().map(|word| word.0))))
}
