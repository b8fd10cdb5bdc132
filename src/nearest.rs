//! "Did you mean": the known name nearest to one that is unknown.

/// More letters of a name than these say nothing of what was meant.
const LETTERS: usize = 64;

/// The known name with the fewest letters to insert, drop, change or swap with their neighbour, when they are few enough
/// for it to be meant: a third of the longer word, at least one. Ties go to the name that comes first.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let begin = |name: &str| name.chars().take(LETTERS).collect::<String>();
    let own = begin(name);
    let far = |other: &str| strsim::osa_distance(&own, &begin(other));
    let enough = |other: &str, d: usize| d <= (name.chars().count().max(other.chars().count()) / 3).max(1);
    known.map(|k| (far(k), k)).filter(|(d, k)| enough(k, *d)).min_by_key(|(d, _)| *d).map(|(_, k)| k.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_nonsense_finds_none() {
        let known = ["hastati", "triarii", "velites"];
        assert_eq!(nearest("hastatii", known.into_iter()).as_deref(), Some("hastati"));
        assert_eq!(nearest("velties", known.into_iter()).as_deref(), Some("velites"));
        assert_eq!(nearest("elephants", known.into_iter()), None);
        // Two neighbours that are swapped are one change, two letters of two are too many.
        assert_eq!(nearest("abdc", ["abcd"].into_iter()).as_deref(), Some("abcd"));
        assert_eq!((nearest("ba", ["ab"].into_iter()), nearest("xy", ["ab"].into_iter())), (Some("ab".into()), None));
        assert_eq!(nearest("", ["abc"].into_iter()), None);
    }
}
