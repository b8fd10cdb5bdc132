//! What the judge says: rulings with their odds, and refusals with their numbers.

use serde::Serialize;
use serde_json::Value as Json;

use super::{NamedPose, PoseOut, Wire, measured};
use crate::battle::{Action, Ask, Note, Odds, Ref, Refusal, Ruling, View};
use crate::cite::Tally;
use crate::ids::UnitId;
use crate::table::Pose;

/// Why something may not be done. Numbers that were not measured are null.
#[derive(Debug, Serialize)]
pub struct RefusalOut {
    pub rule: String,
    /// `in`, `deg` or `count`.
    pub unit: Option<&'static str>,
    pub measured: Option<Json>,
    pub limit: Option<Json>,
    /// What was to spare; negative when refused.
    pub margin: Option<Json>,
    pub message: String,
    /// Of whom it speaks.
    pub of: Vec<String>,
    pub also: Vec<RefusalOut>,
}

/// What would come of an action.
#[derive(Debug, Serialize)]
pub struct RulingOut {
    /// Where everyone would end.
    pub walk: Vec<NamedPose>,
    /// The poses on the way.
    pub path: Vec<PathOut>,
    pub measured: Vec<MeasuredOut>,
    pub notes: Vec<NoteOut>,
    pub odds: Vec<OddsOut>,
    /// What it leads to only if a roll succeeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<FollowOut>,
}

/// The question that comes next with some chance.
#[derive(Debug, Serialize)]
pub struct FollowOut {
    /// 0 to 1.
    pub chance: f32,
    pub then: &'static str,
    /// How many choices there would be.
    pub choices: usize,
    /// Whom a failure costs what they could still do.
    pub stakes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct PathOut {
    pub name: String,
    pub poses: Vec<PoseOut>,
}

#[derive(Debug, Serialize)]
pub struct MeasuredOut {
    pub name: &'static str,
    pub value: Json,
    pub unit: &'static str,
    pub cite: String,
}

#[derive(Debug, Serialize)]
pub struct NoteOut {
    pub cite: String,
    pub text: String,
}

#[derive(Debug, Serialize)]
pub struct OddsOut {
    pub by: String,
    pub at: String,
    pub outcomes: Vec<OutcomeOut>,
    /// The number of simulated trials; null when the odds are exact.
    pub simulated: Option<u32>,
    /// The sums of the acting unit and of its opponent.
    pub tally: [Vec<TermOut>; 2],
    pub notes: Vec<NoteOut>,
}

#[derive(Debug, Serialize)]
pub struct OutcomeOut {
    pub what: &'static str,
    pub cases: u64,
    pub of: u64,
    pub share: f64,
}

#[derive(Debug, Serialize)]
pub struct TermOut {
    pub what: &'static str,
    pub value: i32,
    pub cite: String,
}

impl Wire<'_> {
    /// A refusal with its numbers and its sentence.
    pub fn refusal(&self, refusal: &Refusal) -> RefusalOut {
        RefusalOut {
            rule: self.cite(refusal.cite),
            unit: refusal.measured.or(refusal.limit).map(|value| value.unit()),
            measured: refusal.measured.map(measured),
            limit: refusal.limit.map(measured),
            margin: refusal.margin.map(measured),
            message: self.narrator().refusal(refusal),
            of: self.named(&refusal.of),
            also: refusal.also.iter().map(|also| self.refusal(also)).collect(),
        }
    }

    /// The ruling of an action with its measured values, marks and odds, and what may follow from it.
    pub fn ruling(&self, action: &Action, ruling: &Ruling) -> RulingOut {
        let unit = |unit: &UnitId| self.name(Ref::Unit(*unit));
        let path = |(of, poses): &(UnitId, Vec<Pose>)| PathOut {
            name: unit(of),
            poses: poses.iter().map(|pose| PoseOut::from(*pose)).collect(),
        };
        RulingOut {
            walk: ruling.ends.iter().map(|(of, pose)| NamedPose { name: unit(of), pose: (*pose).into() }).collect(),
            path: ruling.path.iter().map(path).collect(),
            measured: ruling
                .measured
                .iter()
                .map(|(name, value, cite)| MeasuredOut {
                    name: name.0,
                    value: measured(*value),
                    unit: value.unit(),
                    cite: self.cite(*cite),
                })
                .collect(),
            notes: self.notes(&ruling.notes),
            odds: self.as_its_side(action).odds(action, ruling).iter().map(|odds| self.odds(odds)).collect(),
            follows: self.follows(action),
        }
    }

    /// What the side sees that acts.
    fn as_its_side(&self, action: &Action) -> View<'_> {
        let side = action.who.iter().find_map(|who| self.view.side_of_ref(*who));
        side.map_or(self.view, |side| self.view.seen_by(side))
    }

    fn follows(&self, action: &Action) -> Option<FollowOut> {
        let view = self.as_its_side(action);
        let follow = (self.ruleset.follows)(&view, action)?;
        let choices = view.supposing(&follow.then).offer(&Ask::all()).choices.len();
        let stakes = self.named(&follow.stakes);
        Some(FollowOut { chance: follow.chance, then: follow.then.key.0, choices, stakes })
    }

    fn odds(&self, odds: &Odds) -> OddsOut {
        let outcomes = odds.outcomes.iter();
        let outcomes = outcomes.map(|o| OutcomeOut { what: o.what.0, cases: o.cases, of: o.of, share: o.share() });
        OddsOut {
            by: self.name(odds.by),
            at: self.name(odds.at),
            outcomes: outcomes.collect(),
            simulated: odds.simulated,
            tally: odds.tallies.each_ref().map(|tally| self.terms(tally)),
            notes: self.notes(&odds.notes),
        }
    }

    fn terms(&self, tally: &Tally) -> Vec<TermOut> {
        let term = |t: &crate::cite::Term| TermOut { what: t.what.0, value: t.value, cite: self.cite(t.cite) };
        tally.0.iter().map(term).collect()
    }

    fn notes(&self, notes: &[Note]) -> Vec<NoteOut> {
        notes.iter().map(|note| NoteOut { cite: self.cite(note.cite), text: self.narrator().note(note) }).collect()
    }
}

/// On the drill of the tests, whose orders are sealed one by one and whose guards are called on by a roll.
#[cfg(test)]
mod tests {
    use bevy::ecs::world::World;

    use super::*;
    use crate::battle::notation::read;
    use crate::battle::{View, begin, submit};
    use crate::dice::{Dice, Scripted};
    use crate::drill;
    use crate::ids::Side;

    fn say(world: &mut World, line: &str) {
        let action = read(line, &View::umpire(world).names()).unwrap();
        submit(world, action).unwrap();
    }

    #[test]
    fn a_side_is_told_of_its_own_drafts_alone_and_what_an_action_may_lead_to() {
        let mut opened = crate::scenario::open(&[drill::RULESET], drill::BATTLE).unwrap();
        let world = &mut opened.world;
        world.insert_resource(Dice::scripted(&[6, 1].map(|die| Scripted { die, why: None }), None));
        begin(world).unwrap();
        say(world, "n-guard: order to=march, by=4");
        say(world, "n-horse: order to=march, by=6");
        let drafts = |side| Wire::new(world, side).state().drafts;
        let north = ["n-guard: order to=march, by=4", "n-horse: order to=march, by=6"];
        assert_eq!(
            (drafts(Some(Side::North)), drafts(None)),
            (north.map(str::to_owned).to_vec(), drafts(Some(Side::North)))
        );
        assert!(drafts(Some(Side::South)).is_empty());
        let to = |world: &World| Wire::new(world, None).question(&View::umpire(world).question().unwrap()).to;
        assert_eq!(to(world), "each in drafts");

        say(world, "north: seal");
        say(world, "south: seal");
        let wire = Wire::new(world, Some(Side::North));
        let call = wire.action("n-guard: call").unwrap();
        let told = wire.ruling(&call, &wire.view().judge(&call).unwrap()).follows.unwrap();
        assert_eq!((told.then, told.choices, told.stakes), ("reform", 4, vec!["n-horse".to_owned()]));
        assert!((told.chance - 30.0 / 36.0).abs() < 1e-6);
        let march = wire.action("n-horse: ahead 1").unwrap();
        assert!(wire.ruling(&march, &wire.view().judge(&march).unwrap()).follows.is_none());
    }
}
