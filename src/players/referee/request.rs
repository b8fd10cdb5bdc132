//! What a program may ask of the referee: one JSON object with its `cmd`.

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::battle::notation::read_word;
use crate::dice::Scripted;
use crate::ids::Side;
use crate::scenario::journal::DiceFrom;

/// The seed when none is named.
const USUAL_SEED: u64 = 1;
/// More dice than any battle rolls.
const MOST_DICE: usize = 1_000_000;

/// One request.
#[derive(Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Request {
    /// Another battle begins.
    Load {
        scenario: String,
        #[serde(default)]
        seed: Option<u64>,
        #[serde(default)]
        dice: Option<Vec<Face>>,
        #[serde(default)]
        then: Option<Then>,
        /// Of a case: which of its blocks has the dice, from 1.
        #[serde(default)]
        block: Option<usize>,
    },
    /// Which question is open.
    Question {
        #[serde(default)]
        side: Option<Side>,
    },
    /// What may be done.
    Offer {
        #[serde(default)]
        side: Option<Side>,
        #[serde(default)]
        units: Vec<String>,
        #[serde(default)]
        barred: bool,
    },
    /// The nearest acceptable action to one.
    Fit {
        action: String,
        #[serde(default)]
        with: Map<String, Json>,
        #[serde(default)]
        side: Option<Side>,
    },
    /// What the judge says of an action.
    Judge {
        action: String,
        #[serde(default)]
        side: Option<Side>,
    },
    /// To carry an action out.
    Submit {
        action: String,
    },
    /// The whole position.
    State {
        #[serde(default)]
        side: Option<Side>,
    },
    /// What one of the program's own players would answer now.
    Advise {
        player: String,
        #[serde(default)]
        side: Option<Side>,
    },
    Undo {},
    Redo {},
    Journal {},
}

/// A scripted die, which may say what it is rolled for.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(super) enum Face {
    Bare(u8),
    For { die: u8, why: String },
}

/// What supplies dice when the script has run out.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Then {
    Seed,
}

/// The dice that a battle is loaded with, as they were asked for.
#[derive(Debug, PartialEq)]
pub(super) struct Wanted {
    seed: Option<u64>,
    faces: Option<Vec<Scripted>>,
    /// Whether dice of the seed follow the script.
    then_seed: bool,
}

impl Wanted {
    /// The dice that a request asks for.
    ///
    /// # Errors
    ///
    /// What is wrong with them, in a sentence.
    pub fn of(seed: Option<u64>, faces: Option<Vec<Face>>, then: Option<Then>) -> Result<Wanted, String> {
        if faces.as_ref().is_some_and(|faces| faces.len() > MOST_DICE) {
            return Err(format!("more than {MOST_DICE} dice are no script"));
        }
        let faces = faces.map(|faces| faces.into_iter().map(scripted).collect::<Result<_, _>>()).transpose()?;
        Ok(Wanted { seed, faces, then_seed: matches!(then, Some(Then::Seed)) })
    }

    /// The dice for a scenario.
    pub fn dice(self) -> DiceFrom {
        let seed = self.seed.unwrap_or(USUAL_SEED);
        match self.faces {
            None => DiceFrom::Seed(seed),
            Some(faces) => DiceFrom::Script { faces, then: self.then_seed.then_some(seed) },
        }
    }

    /// The dice for a case that has its own script: that script, unless the request names other dice or a seed.
    pub fn of_case(self, own: &[Scripted]) -> DiceFrom {
        let own = (self.faces.is_none() && (self.seed.is_none() || self.then_seed)).then(|| own.to_vec());
        Wanted { faces: own.or(self.faces), ..self }.dice()
    }
}

fn scripted(face: Face) -> Result<Scripted, String> {
    let (die, why) = match face {
        Face::Bare(die) => (die, None),
        Face::For { die, why } => {
            let word = read_word(&why).ok_or_else(|| "a die's `why` is a word of small letters".to_owned())?;
            (die, Some(word))
        }
    };
    if !(1..=100).contains(&die) {
        return Err(format!("a die shows 1 to 100, not {die}"));
    }
    Ok(Scripted { die, why })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cite::Word;

    fn of(text: &str) -> Result<DiceFrom, String> {
        match serde_json::from_str(text).map_err(|e| e.to_string())? {
            Request::Load { seed, dice, then, .. } => Wanted::of(seed, dice, then).map(Wanted::dice),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn dice_are_seeded_or_scripted() {
        assert_eq!(of(r#"{"cmd":"load","scenario":"x"}"#), Ok(DiceFrom::Seed(1)));
        assert_eq!(of(r#"{"cmd":"load","scenario":"x","seed":7,"then":"seed"}"#), Ok(DiceFrom::Seed(7)));
        let faces = vec![Scripted { die: 6, why: None }, Scripted { die: 1, why: Some(Word("melee")) }];
        let load =
            |end: &str| of(&format!(r#"{{"cmd":"load","scenario":"x","dice":[6,{{"die":1,"why":"melee"}}]{end}}}"#));
        assert_eq!(load(""), Ok(DiceFrom::Script { faces: faces.clone(), then: None }));
        assert_eq!(load(r#","seed":7"#), Ok(DiceFrom::Script { faces: faces.clone(), then: None }));
        assert_eq!(load(r#","seed":7,"then":"seed""#), Ok(DiceFrom::Script { faces, then: Some(7) }));
    }

    #[test]
    fn bad_dice_are_told() {
        let load = |dice: &str| of(&format!(r#"{{"cmd":"load","scenario":"x","dice":{dice}}}"#));
        assert!(load("[0]").unwrap_err().contains("1 to 100"));
        assert!(load("[101]").unwrap_err().contains("1 to 100"));
        assert!(load("[300]").is_err());
        assert!(load(r#"[{"die":1,"why":"Melee!"}]"#).unwrap_err().contains("small letters"));
        assert!(load(r#"[{"die":1,"for":"melee"}]"#).is_err());
    }
}
