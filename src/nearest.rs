//! "Did you mean": the known name nearest to one that is unknown.

/// The known name with the fewest letters to change, when they are few enough for it to be meant: a third of the
/// longer word, at least one. Ties go to the name that comes first.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let far = |other: &str| distance(name, other);
    let enough = |other: &str, d: usize| d <= (name.chars().count().max(other.chars().count()) / 3).max(1);
    known.map(|k| (far(k), k)).filter(|(d, k)| enough(k, *d)).min_by_key(|(d, _)| *d).map(|(_, k)| k.to_owned())
}

/// Letters to insert, drop, change, or swap with their neighbour to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        rows[i][0] = i;
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
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
        assert_eq!(distance("abcd", "acbd"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
