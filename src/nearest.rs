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

/// The most names that are listed.
const LISTED: usize = 60;

/// What follows a name that nothing has: the one that may have been meant, and all that there are.
pub fn instead<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known = once_each(known);
    match (nearest(name, known.iter().copied()), all(&known)) {
        (Some(near), Some(all)) if known.len() > 1 => format!("; did you mean `{near}`? There {all}"),
        (Some(near), _) => format!("; did you mean `{near}`?"),
        (None, Some(all)) => format!("; there {all}"),
        (None, None) => String::new(),
    }
}

/// What follows the name of a field, or a word or a name in a line of a case, that is not known: the one that may have been
/// meant, or all that there are where none is near. A slip needs no list.
pub fn field_instead<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known = once_each(known);
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => all(&known).map_or_else(String::new, |all| format!("; there {all}")),
    }
}

fn once_each<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut each: Vec<&str> = Vec::new();
    for name in names {
        if !each.contains(&name) {
            each.push(name);
        }
    }
    each
}

/// `are a, b and 3 more`; none where there is nothing.
fn all(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some(format!("is only `{one}`")),
        _ => {
            let more = match names.len().saturating_sub(LISTED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            Some(format!("are {}{more}", names[..names.len().min(LISTED)].join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_told_what_there_is() {
        let known = ["hastati", "triarii", "hastati", "velites"];
        let told = |name: &str| instead(name, known.into_iter());
        assert_eq!(told("hastatii"), "; did you mean `hastati`? There are hastati, triarii, velites");
        assert_eq!(told("elephants"), "; there are hastati, triarii, velites");
        assert_eq!(instead("x", ["abc"].into_iter()), "; there is only `abc`");
        assert_eq!(instead("abd", ["abc"].into_iter()), "; did you mean `abc`?");
        assert_eq!(instead("x", std::iter::empty()), "");
        assert_eq!(field_instead("hastatii", known.into_iter()), "; did you mean `hastati`?");
        assert_eq!(field_instead("elephants", known.into_iter()), "; there are hastati, triarii, velites");
        let many: Vec<String> = (0..LISTED + 3).map(|n| format!("number-{n}")).collect();
        let told = instead("x", many.iter().map(String::as_str));
        assert!(told.ends_with(&format!("number-{} and 3 more", LISTED - 1)), "{told}");
    }

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
