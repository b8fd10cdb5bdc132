//! The names that files may use under a ruleset, of troop types, weapons and the like, with what each means.

/// Names of one sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nouns {
    /// What they name, and in which field: `weapons, weapon: "…"`.
    pub what: &'static str,
    /// Each with what it means.
    pub names: Vec<(String, String)>,
}

impl Nouns {
    /// Names of that sort.
    pub fn new(what: &'static str, names: impl Iterator<Item = (String, String)>) -> Nouns {
        Nouns { what, names: names.collect() }
    }
}
