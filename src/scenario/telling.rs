//! A fact in names and plain numbers, as journals keep it and other programs read it. It outlives the ruleset that
//! recorded it.

use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use crate::battle::fact::{Fact, Narration};
use crate::battle::names::NameTable;
use crate::battle::narrator::Narrator;
use crate::battle::notation;
use crate::battle::{InPlay, Journal, Ref, Texts, View};
use crate::dice::Rolled;
use crate::ids::Side;

/// A fact as it is told outside. What a telling does not have is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Telling {
    /// The rule's id.
    pub cite: String,
    /// One of [`TELLS`](super::case_file::TELLS).
    pub tell: String,
    /// Whom it is about: who is counted, marked, gone, shoots, or fights first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Who is shot at or fought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whom: Option<String>,
    /// The word of what began, is asked, counted, marked or said; the action that answered, in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
    /// How somebody is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// Who has won; nobody: a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Who moved, and along which poses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<Path>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Throw>,
    /// The terms of the sums that were compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tally: Vec<Term>,
    /// A sentence for people.
    pub text: String,
}

/// The poses of one that moved, from where it stood to where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    pub name: String,
    pub poses: Vec<At>,
}

/// Where the middle of a front edge is, in inches, and the heading in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    pub x: f32,
    pub y: f32,
    pub heading: f32,
}

/// Dice that were rolled together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// The side; nothing when nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    pub why: String,
    pub sides: u8,
    pub faces: Vec<u8>,
}

/// One term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Which of the fact's sums, from 0.
    pub sum: usize,
    pub what: String,
    pub value: i32,
    pub cite: String,
}

impl Telling {
    /// Whether it only says something, of which nothing comes: a battle is the same without it.
    pub fn is_talk(&self) -> bool {
        self.tell == "said" && self.dice.is_empty() && self.tally.is_empty()
    }

    /// Whether both tell the same, in whatever words: sentences may be put better without changing what happened.
    pub fn tells_as(&self, other: &Telling) -> bool {
        let bare = |telling: &Telling| Telling { text: String::new(), ..telling.clone() };
        bare(self) == bare(other)
    }

    /// Tells a fact of the battle whose names these are, in its ruleset's words.
    pub fn of(fact: &Fact, names: NameTable, texts: &Texts) -> Telling {
        let narrator = Narrator::new(texts, names);
        let mut telling = Telling { cite: fact.cite.0.to_owned(), text: narrator.fact(fact), ..Telling::default() };
        telling.dice = fact.dice.iter().map(throw).collect();
        let terms = fact.tally.iter().enumerate().flat_map(|(sum, tally)| tally.0.iter().map(move |t| (sum, t)));
        telling.tally = terms
            .map(|(sum, t)| Term { sum, what: t.what.0.to_owned(), value: t.value, cite: t.cite.0.to_owned() })
            .collect();
        telling.fill(&fact.narration, names);
        telling
    }

    fn fill(&mut self, tell: &Narration, names: NameTable) {
        let name = |of: &Ref| Some(names.name(*of));
        let (word, what) = match tell {
            Narration::Began(what) => ("began", Some(what.0.to_owned())),
            Narration::Recipients(what) => ("asked", Some(what.0.to_owned())),
            Narration::Said(what) => ("said", Some(what.0.to_owned())),
            Narration::Answered(action) => ("answered", Some(notation::write(action, &names))),
            Narration::Moved { who, along } => {
                let path = |(of, poses): (&Ref, &Vec<crate::table::Pose>)| {
                    let at = |p: &crate::table::Pose| At { x: p.at.x, y: p.at.y, heading: p.heading.to_degrees() };
                    Path { name: names.name(*of), poses: poses.iter().map(at).collect() }
                };
                self.along = who.iter().zip(along).map(path).collect();
                self.of = who.first().and_then(name);
                ("moved", None)
            }
            Narration::Shot { from, at } => {
                (self.of, self.whom) = (name(from), name(at));
                ("shot", None)
            }
            Narration::Fought { a, b } => {
                (self.of, self.whom) = (name(a), name(b));
                ("fought", None)
            }
            Narration::Counted { of, what, from, to } => {
                (self.of, self.from, self.to) = (name(of), Some(*from), Some(*to));
                ("counted", Some(what.0.to_owned()))
            }
            Narration::Marked { of, what, on } => {
                (self.of, self.on) = (name(of), Some(*on));
                ("marked", Some(what.0.to_owned()))
            }
            Narration::Gone { of, how } => {
                (self.of, self.how) = (name(of), Some(how.0.to_owned()));
                ("gone", None)
            }
            Narration::Won(winner) => {
                self.winner = winner.map(|side| side.name().to_owned());
                ("won", None)
            }
        };
        word.clone_into(&mut self.tell);
        self.what = what;
    }
}

fn throw(rolled: &Rolled) -> Throw {
    Throw { by: rolled.by, why: rolled.why.0.to_owned(), sides: rolled.sides, faces: rolled.faces.clone() }
}
/// What came of the last answer; before the first one, how the battle opened.
pub fn tellings(world: &World) -> Vec<Telling> {
    let view = View::umpire(world);
    let (names, texts) = (view.names(), (view.battle_state::<InPlay>().0.texts)());
    let last = world.resource::<Journal>().entries().last();
    last.into_iter().flat_map(|entry| entry.facts()).map(|fact| Telling::of(fact, names, texts)).collect()
}
