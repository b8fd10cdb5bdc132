//! A unit comes to stand elsewhere: the one place that moves stands. Whoever has joined it goes with it or is left behind,
//! formations that a move ends are ended (W44, W51), and lone characters of the enemy who are touched must jump (A11).

use bevy::math::Vec2;

use super::battlefield::Battlefield;
use super::characters::Jump;
use super::cover;
use super::data::tables;
use super::formation::{squared, straight_column};
use super::muster::middle;
use super::state::{Formed, Joined};
use super::terrain::{Cover, is_dense};
use crate::battle::{Arg, Effects, Fact, Narration, Note, Ref, put};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::table::measure::nearest_points;
use crate::table::route::token;
use crate::table::{Footprint, Placement, Pose, slide};

const CHARACTERS: Cite = Cite("A5.6");
const TESTUDO: Cite = Cite("W44");
const SHIELDWALL: Cite = Cite("W51");
/// The word of the state of standing in a testudo.
pub const IN_TESTUDO: Word = Word("testudo");
/// The word of the state of standing in a shieldwall.
pub const IN_SHIELDWALL: Word = Word("shieldwall");

/// A unit that comes to stand elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Relocation {
    pub unit: UnitId,
    /// The poses on the way of each stand, the last of which is where it stands then.
    pub along: Vec<Vec<Pose>>,
    pub cite: Cite,
    /// The sentence that tells it.
    pub says: Word,
    /// Whether characters with it stay where they are (A5.6).
    pub leaves: bool,
    /// Whether a testudo is given up, because it charges (W40).
    pub charges: bool,
}

/// Who would be left behind by a unit that goes by an order or by initiative (A5.6): whoever gives it is told before.
pub fn left_behind(field: Battlefield, unit: UnitId) -> impl Iterator<Item = Note> {
    let note = |leader| Note::new(CHARACTERS, Word("would-stay-behind")).word(Word("who"), Arg::Of(Ref::Unit(leader)));
    field.joined_to(unit).into_iter().map(note)
}

impl Relocation {
    /// A unit that slides as a block by that vector.
    pub fn slid(field: Battlefield, unit: UnitId, by: Vec2, cite: Cite, says: Word) -> Relocation {
        let slid = |pose: Pose| vec![pose, Pose { at: pose.at + by, ..pose }];
        let along = field.poses(unit).into_iter().map(slid).collect();
        Relocation { unit, along, cite, says, leaves: false, charges: false }
    }

    /// Where its stands end.
    pub fn ends(&self) -> Vec<Pose> {
        self.along.iter().filter_map(|way| way.last().copied()).collect()
    }

    /// Whether any stand goes anywhere.
    pub fn goes(&self) -> bool {
        self.along.iter().any(|way| way.first() != way.last())
    }

    /// The same effects, and the unit stands there; whatever follows at once is told and pushed.
    pub fn apply(&self, field: Battlefield, effects: Effects) -> Effects {
        if !self.goes() {
            return effects;
        }
        let unit = self.unit;
        let size = field.size(unit);
        let ends = squared(size, &self.ends());
        let prints: Vec<Footprint> = ends.iter().map(|pose| size.base(*pose)).collect();
        let who = (0..ends.len()).map(|n| Ref::Base(unit, n as u8)).collect();
        let told = Narration::Moved { who, along: self.along.clone() };
        let mut moved = Fact::new(self.cite, told)
            .says(self.says)
            .word(Word("who"), Arg::Of(Ref::Unit(unit)))
            .change(put(unit, Placement::Loose(ends)));
        let mut left = Vec::new();
        for leader in field.joined_to(unit) {
            if self.leaves {
                let stays = Narration::Said(Word("left-behind"));
                let fact = Fact::new(CHARACTERS, stays).word(Word("who"), Arg::Of(Ref::Unit(leader)));
                left.push(fact.change(put(leader, Joined(None))));
            } else if let Some(at) = middle(&prints) {
                moved = moved.change(put(leader, Placement::Token(at)));
            }
        }
        let effects = effects.fact(moved).facts(left).facts(self.unformed(field, &prints));
        self.touched(field, &prints).into_iter().fold(effects, |effects, leader| effects.push(Jump { leader }))
    }

    /// The formations that end with the move.
    fn unformed(&self, field: Battlefield, prints: &[Footprint]) -> Option<Fact> {
        let formed = field.formed(self.unit);
        let on = |print: &Footprint| is_dense(field.0.ground(), print);
        let stays_testudo = !self.charges && straight_column(prints) && !prints.iter().any(on) && {
            let ahead =
                |print: &Footprint| cover::against(field, self.unit, print, print.front() + print.forward(), false);
            prints.iter().all(|print| ahead(print) < Cover::Fortified)
        };
        let now = Formed { testudo: formed.testudo && stays_testudo, shieldwall: false };
        let (what, cite) = match formed {
            _ if formed == now => return None,
            Formed { shieldwall: true, .. } => (IN_SHIELDWALL, SHIELDWALL),
            _ => (IN_TESTUDO, TESTUDO),
        };
        let told = Narration::Marked { of: Ref::Unit(self.unit), what, on: false };
        Some(Fact::new(cite, told).change(put(self.unit, now)))
    }

    /// The lone characters of the enemy whom a stand comes to touch on its way or at its end (A11).
    fn touched(&self, field: Battlefield, prints: &[Footprint]) -> Vec<UnitId> {
        let reach = tables().character.touch.inches();
        let size = field.size(self.unit);
        let lone = field.leaders(field.0.side_of(self.unit).other()).filter(|leader| field.joined(*leader).is_none());
        let touches = |at: Vec2| {
            let ends = prints.iter().any(|print| print.nearest_to(at).distance(at) <= reach);
            let spot = token(at).grown(reach - 0.05);
            let passes = |way: &Vec<Pose>| {
                way.windows(2).any(|pair| {
                    let by = pair[1].at - pair[0].at;
                    let from = size.base(pair[0]);
                    by.length() > 0.0
                        && slide::meets(&from, by.normalize(), &spot).is_some_and(|met| met.enter <= by.length())
                })
            };
            ends || self.along.iter().any(passes)
        };
        lone.filter(|leader| field.point(*leader).is_some_and(touches)).collect()
    }
}

/// The direction straight away from one footprint, of another (A6.4, A8.3): along the line through their nearest points,
/// square to edges that lie parallel; a unit vector.
pub fn away(of: &Footprint, from: &Footprint) -> Vec2 {
    let (near, far) = nearest_points(of, from);
    let line = near - far;
    // At contact there is no line: then away from the middle, square to the edge that is touched.
    if line.length() > 0.02 { line.normalize() } else { out_of_touched(of, from) }
}

fn out_of_touched(of: &Footprint, from: &Footprint) -> Vec2 {
    match crate::table::contact(from, of).map(|touch| touch.of) {
        Some(crate::table::Touched::Edge(edge)) => from.outward(edge),
        _ => (of.centre - from.centre).normalize_or(Vec2::Y),
    }
}
