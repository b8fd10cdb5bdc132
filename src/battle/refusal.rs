//! What the judge says: a ruling (yes) or a refusal (no). Both are values; words are made only when shown.

use serde::{Deserialize, Serialize};

use super::action::Ref;
use super::view::View;
use crate::cite::{Cite, Word};
use crate::dice::odds::Spread;
use crate::ids::UnitId;
use crate::table::{Cdeg, Mil, Place, Placement, Pose};

/// A measured or printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measured {
    /// In thousandths of an inch.
    Length(Mil),
    /// In hundredths of a degree.
    Angle(Cdeg),
    /// A number of something.
    Count(i32),
    /// A mean, in tenths.
    Tenths(i32),
}

/// Something to put into a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arg {
    /// A name.
    Of(Ref),
    /// A measured value, in the unit of length of the ruleset.
    Measured(Measured),
    /// A word of the ruleset, as people read it.
    Word(Word),
    /// A word as files and programs write it.
    Key(Word),
}

/// Something to draw on the table, in 1/1000 inch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// Along these points.
    Line(Vec<(Mil, Mil)>),
    /// The ground within these corners.
    Band(Vec<(Mil, Mil)>),
    /// A part of a circle.
    Arc {
        /// Its centre.
        at: (Mil, Mil),
        /// Its radius.
        radius: Mil,
        /// The heading where it begins.
        from: Cdeg,
        /// The heading where it ends.
        to: Cdeg,
    },
    /// The gap between the two.
    Gap(Ref, Ref),
    /// That one is lit.
    Glow(Ref),
    /// A unit as it would stand with its front there, as [`Placement::Block`] has it.
    Block {
        /// Whose block.
        of: UnitId,
        /// Where.
        at: Place,
        /// Bases side by side in a full rank.
        files: u8,
        /// All bases.
        bases: u8,
        /// Between neighbouring bases.
        gap: Mil,
    },
}

/// Why something may not be done: the rule, what was measured, the limit, and what to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub cite: Cite,
    /// The sentence in the ruleset's data that tells it; its `{name}` places take `words`.
    pub says: Word,
    /// Who is refused.
    pub of: Vec<Ref>,
    /// What was measured.
    pub measured: Option<Measured>,
    /// What it had to keep to.
    pub limit: Option<Measured>,
    /// What was to spare: negative when refused, whichever way the rule runs.
    pub margin: Option<Measured>,
    /// What goes into its `{name}` places.
    pub words: Vec<(Word, Arg)>,
    /// What to draw.
    pub marks: Vec<Mark>,
    /// What else forbids it.
    pub also: Vec<Refusal>,
}

/// The sentence that something is not on offer.
pub(super) const NOT_OFFERED: Word = Word("not-offered");

impl Refusal {
    /// All lengths in its sentence.
    pub fn lengths(&self) -> impl Iterator<Item = Mil> {
        let words = self.words.iter().map(|(_, arg)| if let Arg::Measured(value) = arg { Some(*value) } else { None });
        let all = [self.measured, self.limit, self.margin].into_iter().chain(words);
        all.flatten().filter_map(|value| if let Measured::Length(length) = value { Some(length) } else { None })
    }
}

impl Mark {
    /// Those that show how units would stand: who, and how.
    pub fn block(&self) -> Option<(UnitId, Placement)> {
        match *self {
            Mark::Block { of, at, files, bases, gap } => {
                Some((of, Placement::Block { pose: at.pose(), files, bases, gap }))
            }
            _ => None,
        }
    }

    /// A unit as it would stand; none for one that stands as no block.
    pub fn of_block(of: UnitId, placement: &Placement) -> Option<Mark> {
        match *placement {
            Placement::Block { pose, files, bases, gap } => {
                Some(Mark::Block { of, at: pose.place(), files, bases, gap })
            }
            _ => None,
        }
    }
}

impl Refusal {
    /// A refusal with nothing measured.
    pub fn new(cite: Cite, says: Word) -> Refusal {
        Refusal {
            cite,
            says,
            of: Vec::new(),
            measured: None,
            limit: None,
            margin: None,
            words: Vec::new(),
            marks: Vec::new(),
            also: Vec::new(),
        }
    }

    /// That this verb or value is not on offer for those, by that rule.
    pub fn not_offered(cite: Cite, what: Word, who: &[Ref]) -> Refusal {
        let refusal = Refusal::new(cite, NOT_OFFERED).word(Word("key"), Arg::Word(what));
        Refusal { of: who.to_vec(), ..refusal }
    }

    /// Of whom it speaks.
    #[must_use]
    pub fn of(mut self, of: Ref) -> Refusal {
        self.of.push(of);
        self
    }

    /// Refused because the measured value is above the limit.
    #[must_use]
    pub fn above(mut self, measured: Measured, limit: Measured) -> Refusal {
        self.margin = Some(limit.minus(measured));
        self.measured = Some(measured);
        self.limit = Some(limit);
        self
    }

    /// Refused because the measured value is below the limit (or not beyond it).
    #[must_use]
    pub fn below(mut self, measured: Measured, limit: Measured) -> Refusal {
        self.margin = Some(measured.minus(limit));
        self.measured = Some(measured);
        self.limit = Some(limit);
        self
    }

    /// Something to draw with it.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Refusal {
        self.marks.push(mark);
        self
    }

    /// Something to put into its sentence.
    #[must_use]
    pub fn word(mut self, name: Word, arg: Arg) -> Refusal {
        self.words.push((name, arg));
        self
    }
}

impl Measured {
    /// A mean, to a tenth.
    pub fn mean(value: f64) -> Measured {
        Measured::Tenths((value * 10.0).round() as i32)
    }

    /// The difference; of unlike kinds, that of their bare numbers.
    pub fn minus(self, other: Measured) -> Measured {
        match self {
            Measured::Length(a) => Measured::Length(Mil(a.0 - other.raw())),
            Measured::Angle(a) => Measured::Angle(Cdeg(a.0 - other.raw())),
            Measured::Count(a) => Measured::Count(a - other.raw()),
            Measured::Tenths(a) => Measured::Tenths(a - other.raw()),
        }
    }

    /// The bare whole number.
    pub fn raw(self) -> i32 {
        match self {
            Measured::Length(m) => m.0,
            Measured::Angle(a) => a.0,
            Measured::Count(n) | Measured::Tenths(n) => n,
        }
    }

    /// As a person reads it: inches, degrees, or a count.
    pub fn to_f64(self) -> f64 {
        match self {
            Measured::Length(m) => f64::from(m.0) / 1000.0,
            Measured::Angle(a) => f64::from(a.0) / 100.0,
            Measured::Count(n) => f64::from(n),
            Measured::Tenths(n) => f64::from(n) / 10.0,
        }
    }

    /// `in`, `deg` or `count`.
    pub fn unit(self) -> &'static str {
        match self {
            Measured::Length(_) => "in",
            Measured::Angle(_) => "deg",
            Measured::Count(_) | Measured::Tenths(_) => "count",
        }
    }
}

/// The judge's yes: where everyone would end, what was measured on the way, the odds of what would follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ruling {
    /// Where each unit that moves would end, if nothing interrupts it.
    pub ends: Vec<(UnitId, Pose)>,
    /// How those would stand that end in another formation than they have.
    pub forms: Vec<(UnitId, Placement)>,
    /// The poses on the way, by unit, for the ghost's path.
    pub path: Vec<(UnitId, Vec<Pose>)>,
    /// Named values: `ahead`, `left`, `wheel`, `contact`, with the rule of each.
    pub measured: Vec<(Word, Measured, Cite)>,
    /// What it would meet, or leave undone, and other notes.
    pub notes: Vec<Note>,
    /// What to draw beside the path.
    pub marks: Vec<Mark>,
    /// The odds of the fight or shot that would follow.
    pub odds: Vec<Odds>,
}

impl Ruling {
    /// How a unit would stand at that pose: in the formation that it has, or in a new one.
    pub fn placement(&self, view: &View, unit: UnitId, pose: Pose) -> Placement {
        let formed = self.forms.iter().find(|(of, _)| *of == unit).map(|(_, formed)| formed);
        formed.unwrap_or_else(|| view.placement(unit)).with_pose(pose, view.roster().base(unit))
    }

    /// Whether somebody would stand elsewhere, or in another formation, than he does.
    pub fn moves_somebody(&self, view: &View) -> bool {
        self.ends.iter().any(|(unit, pose)| self.placement(view, *unit, *pose) != *view.placement(*unit))
    }
}

/// A remark of the judge that refuses nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The rule.
    pub cite: Cite,
    /// The sentence in the ruleset's data.
    pub says: Word,
    /// What goes into its `{name}` places.
    pub words: Vec<(Word, Arg)>,
}

impl Note {
    /// A remark with nothing to put into its sentence.
    pub fn new(cite: Cite, says: Word) -> Note {
        Note { cite, says, words: Vec::new() }
    }

    /// Something to put into its sentence.
    #[must_use]
    pub fn word(mut self, name: Word, arg: Arg) -> Note {
        self.words.push((name, arg));
        self
    }

    /// A remark where that holds.
    pub fn when(holds: bool, cite: Cite, says: Word) -> Option<Note> {
        holds.then(|| Note::new(cite, says))
    }

    /// A length for its place of that name.
    #[must_use]
    pub fn length(self, name: Word, length: Mil) -> Note {
        self.word(name, Arg::Measured(Measured::Length(length)))
    }

    /// A whole number for its place of that name.
    #[must_use]
    pub fn count(self, name: Word, count: i32) -> Note {
        self.word(name, Arg::Measured(Measured::Count(count)))
    }
}

/// Exact odds of one roll or fight, with the sums of both parties.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Who acts, and upon whom.
    pub by: Ref,
    /// The target.
    pub at: Ref,
    /// Each outcome by its word (`win`, `tie`, `lose`, `hit`, `broken`): so many of so many cases.
    pub outcomes: Vec<Outcome>,
    /// The terms of each party.
    pub tallies: [crate::cite::Tally; 2],
    /// Exact, or from this many forks.
    pub simulated: Option<u32>,
    /// What follows, in the ruleset's words with cites.
    pub notes: Vec<Note>,
}

/// One outcome: `cases` of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What comes of it: `win`, `hit`.
    pub what: Word,
    /// In so many cases of the dice.
    pub cases: u64,
    /// Of so many.
    pub of: u64,
}

impl Outcome {
    /// The outcome that comes of the dice in those cases in which `is` holds.
    pub fn of<T>(what: Word, cases: &Spread<T>, is: impl Fn(&T) -> bool) -> Outcome {
        let (cases, of) = cases.chance(is);
        Outcome { what, cases, of }
    }

    /// As a share of one.
    pub fn share(self) -> f64 {
        self.cases as f64 / self.of as f64
    }
}

impl Odds {
    /// The share of that outcome; nil when it cannot happen.
    pub fn share(&self, what: Word) -> f64 {
        self.outcomes.iter().find(|o| o.what == what).map_or(0.0, |o| o.share())
    }
}
