//! Sentences with places: `{who} may not enter {terrain}.` People never see an open place: where there is no value a
//! plain word is put in, and the place is reported to whoever maintains the sentences.

/// A sentence whose places are filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// What people read.
    pub text: String,
    /// The places for which there was no value.
    pub open: Vec<String>,
}

/// Puts values into the places of a sentence.
pub fn fill(sentence: &str, mut value: impl FnMut(&str) -> Option<String>) -> Filled {
    let mut filled = Filled { text: String::with_capacity(sentence.len() + 32), open: Vec::new() };
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        filled.text.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            rest = after;
            break;
        };
        match value(name) {
            Some(value) => filled.text.push_str(&value),
            None => {
                filled.text.push_str(&plainly(name));
                filled.open.push(name.to_owned());
            }
        }
        rest = after;
    }
    filled.text.push_str(rest);
    filled
}

/// The places of a sentence, in order.
pub fn places(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// What is put into a place that has no value.
fn plainly(place: &str) -> String {
    match place {
        "who" | "whom" => "somebody".to_owned(),
        "key" | "what" => "this".to_owned(),
        other => format!("the {}", other.replace(['-', '_'], " ").replace(['{', '}'], "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_is_left() {
        let value = |name: &str| match name {
            "who" => Some("equites-1".to_owned()),
            _ => None,
        };
        let filled = fill("{who} may not pass {friend} or {near-enemy}: {key}.", value);
        assert_eq!(filled.text, "equites-1 may not pass the friend or the near enemy: this.");
        assert_eq!(filled.open, ["friend", "near-enemy", "key"]);
        assert_eq!(fill("{who} stops{", value), Filled { text: "equites-1 stops".to_owned(), open: Vec::new() });
        assert_eq!(places("{a} to {b}, {").collect::<Vec<_>>(), ["a", "b"]);
    }
}
