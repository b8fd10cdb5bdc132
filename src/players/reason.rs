//! Why a player answers as it does, in numbers that can be shown: the reasons for and against the answer, compared with
//! doing nothing.

use serde::Serialize;

use super::captain::Duty;
use crate::battle::Intent;
use crate::ids::UnitId;

/// What a player had in mind with its last answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reason {
    /// The reasons: positive ones for the answer, negative ones against it, in the points of unit values.
    pub grounds: Vec<(Ground, f32)>,
    /// The enemy that it makes for.
    pub makes_for: Option<UnitId>,
    /// What the army wants, and what those are to do for it whom the answer orders to march.
    pub led: Option<(Intent, Duty)>,
}

/// One kind of reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// The fights that the answer brings.
    Fights,
    /// What the enemy could do next.
    Threats,
    /// What this side could do next, or later.
    Chances,
    /// Coming nearer to where the unit must go.
    Way,
    /// Keeping the line even.
    Line,
    /// The expected effect of a shot.
    Shot,
    /// What the ruleset itself prefers.
    Sense,
    /// What could be done if a roll succeeds, times its chance.
    Venture,
    /// What others could do no more if it fails.
    Stakes,
}

/// Reasons smaller than this are not told, points.
const SLIGHT: f32 = 0.05;

impl Reason {
    /// Sorts the reasons, the largest first, and leaves out slight ones.
    pub fn new(mut grounds: Vec<(Ground, f32)>, makes_for: Option<UnitId>) -> Reason {
        grounds.retain(|(_, worth)| worth.abs() >= SLIGHT);
        grounds.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        Reason { grounds, makes_for, led: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weightiest_comes_first_and_what_is_slight_is_left_out() {
        let weighed = vec![(Ground::Line, -0.04), (Ground::Threats, -2.0), (Ground::Fights, 3.0), (Ground::Way, 0.05)];
        let reason = Reason::new(weighed, None);
        assert_eq!(reason.grounds, [(Ground::Fights, 3.0), (Ground::Threats, -2.0), (Ground::Way, 0.05)]);
    }
}
