//! A fact in names and plain numbers, for journals and other programs. It can be read even when the ruleset has
//! changed.

use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::battle::fact::{Fact, Narration};
use crate::battle::names::{FORMER_GROUP, NameTable};
use crate::battle::narrator::Narrator;
use crate::battle::notation;
use crate::battle::{InPlay, Journal, Ref, Texts, View};
use crate::dice::Rolled;
use crate::ids::Side;
use crate::table::{Placement, Pose};

/// A fact as others see it. Fields that do not apply are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Telling {
    /// The rule's id.
    pub cite: String,
    /// One of [`TELLS`](super::case_file::TELLS).
    pub tell: String,
    /// The unit or side that it is about: the one that is counted, marked, gone, shoots or fights first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The other one: the one that is shot at or fought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whom: Option<String>,
    /// The word of what began, is asked, counted, marked or said; for an answer the action in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// What a number was that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i32>,
    /// What it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// Whether a mark came; it went if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
    /// How a unit left the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// Who has won; none for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Which units moved, and the poses on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<Path>,
    /// The dice that were rolled for it, by what they were rolled for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Throw>,
    /// The terms of the sums that were compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tally: Vec<Term>,
    /// A sentence for people.
    pub text: String,
}

/// The poses of a unit that moved, from where it was to where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// The unit's name, or that of one of its bases.
    pub name: String,
    /// Every pose that it went through.
    pub poses: Vec<At>,
}

/// The middle of a front edge in inches, and the heading in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// From the west edge of the table.
    pub x: f32,
    /// From the south edge of the table.
    pub y: f32,
    /// 0 is north, 90 east.
    pub heading: f32,
}

/// The largest difference in x and in y, inches, by which two builds of the program may place the same thing.
const PLACED: f32 = 0.002;

/// The largest difference of headings, degrees.
const TURNED: f32 = 0.02;

impl At {
    /// The pose in these units.
    pub fn of(pose: &Pose) -> At {
        At { x: pose.at.x, y: pose.at.y, heading: pose.heading.to_degrees() }
    }

    /// Whether both are the same place but for rounding: no farther apart than 0.002 inches each way and 0.02 degrees.
    pub fn is_about(&self, other: &At) -> bool {
        // The limits themselves are within; no f32 equals them exactly.
        const HAIR: f32 = 0.000_01;
        let apart = Vec2::new(self.x, self.y).distance(Vec2::new(other.x, other.y));
        let turned = (self.heading - other.heading).rem_euclid(360.0);
        apart <= PLACED + HAIR && turned.min(360.0 - turned) <= TURNED + HAIR
    }
}

impl Path {
    /// Whether both are the same path but for rounding.
    pub fn is_about(&self, other: &Path) -> bool {
        self.name == other.name && alike(&self.poses, &other.poses, At::is_about)
    }
}

/// Whether two lists have the same length and equal entries by `alike`.
pub(super) fn alike<T>(some: &[T], others: &[T], alike: impl Fn(&T, &T) -> bool) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(a, b)| alike(a, b))
}

/// Dice that were rolled together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// The side that rolled; none when it is nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// The word for what they were rolled for.
    pub why: String,
    /// How many faces each die has.
    pub sides: u8,
    /// What they showed, in order.
    pub faces: Vec<u8>,
}

/// One term of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The index of the fact's sum that it belongs to.
    pub sum: usize,
    /// The word for what it is.
    pub what: String,
    /// How much it adds.
    pub value: i32,
    /// The rule's id.
    pub cite: String,
}

impl Telling {
    /// Whether it is only a remark: the battle goes the same without it.
    pub fn is_talk(&self) -> bool {
        self.tell == "said" && self.dice.is_empty() && self.tally.is_empty()
    }

    /// Whether both tell the same event but for rounding of poses. Sentences are not compared and lengths only roughly,
    /// because better wording and more exact measuring do not change what happened.
    pub fn tells_as(&self, other: &Telling) -> bool {
        // Earlier builds told a body without a name by its number.
        let name = |of: &Option<String>| {
            of.clone().map(|name| if name.starts_with("body(bodyid(") { FORMER_GROUP.to_owned() } else { name })
        };
        let bare = |telling: &Telling| Telling {
            text: String::new(),
            along: Vec::new(),
            of: name(&telling.of),
            whom: name(&telling.whom),
            ..telling.clone()
        };
        alike(&self.along, &other.along, Path::is_about) && bare(self) == bare(other)
    }

    /// The telling of a fact, with these names and its ruleset's words.
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
            Narration::Asked(what) => ("asked", Some(what.0.to_owned())),
            Narration::Said(what) => ("said", Some(what.0.to_owned())),
            Narration::Answered(action) => ("answered", Some(notation::write(action, &names))),
            Narration::Moved { who, along } => {
                let path = |(of, poses): (&Ref, &Vec<Pose>)| Path {
                    name: names.name(*of),
                    poses: poses.iter().map(At::of).collect(),
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

/// Where every unit on the table stands, in roster order: a block by one pose, a loose unit by each base's, a token by a
/// point without a heading.
pub fn placed(world: &World) -> Vec<Path> {
    let view = View::umpire(world);
    let poses = |placement: &Placement| match placement {
        Placement::Off => Vec::new(),
        Placement::Block { pose, .. } => vec![At::of(pose)],
        Placement::Loose(poses) => poses.iter().map(At::of).collect(),
        Placement::Token(at) => vec![At { x: at.x, y: at.y, heading: 0.0 }],
    };
    let roster = view.roster();
    let paths =
        roster.ids().map(|unit| Path { name: roster.name(unit).to_owned(), poses: poses(view.placement(unit)) });
    paths.filter(|path| !path.poses.is_empty()).collect()
}

/// The facts of the last answer; before the first answer, those of the opening.
pub fn tellings(world: &World) -> Vec<Telling> {
    let view = View::umpire(world);
    let (names, texts) = (view.names(), (view.battle_state::<InPlay>().0.texts)());
    let last = world.resource::<Journal>().entries().last();
    last.into_iter().flat_map(|entry| entry.facts()).map(|fact| Telling::of(fact, names, texts)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_an_earlier_build_told_by_its_number_is_the_same() {
        let of = |name: &str| Telling { cite: "SP2".to_owned(), of: Some(name.to_owned()), ..Telling::default() };
        assert!(of(FORMER_GROUP).tells_as(&of("body(bodyid(20))")));
        assert!(!of(FORMER_GROUP).tells_as(&of("hastati")));
        assert!(!of("hastati").tells_as(&of("body(bodyid(20))")));
    }
}
