//! Why a player answers as it does, in numbers that can be shown: what speaks for the answer and what against it, as
//! against leaving things as they are.

use serde::Serialize;

use crate::ids::UnitId;

/// What a player had in mind with its last answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reason {
    /// What speaks for it, or, below nil, against it: in the ruleset's points of worth.
    pub grounds: Vec<(Ground, f32)>,
    /// The enemy that it makes for.
    pub makes_for: Option<UnitId>,
}

/// One thing that is weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// The fights that it brings.
    Fights,
    /// What the enemy could do then.
    Threats,
    /// What one could do then oneself, soon or later.
    Chances,
    /// Coming nearer to where one must be.
    Way,
    /// The dress of the line.
    Line,
    /// What a shot may be expected to do.
    Shot,
    /// The ruleset's own sense of play.
    Sense,
}

/// Less is not worth telling, points of worth.
const SLIGHT: f32 = 0.05;

impl Reason {
    /// What is weighed, the weightiest first, what is slight left out.
    pub fn new(mut grounds: Vec<(Ground, f32)>, makes_for: Option<UnitId>) -> Reason {
        grounds.retain(|(_, worth)| worth.abs() >= SLIGHT);
        grounds.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        Reason { grounds, makes_for }
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
