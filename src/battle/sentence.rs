//! Sentences with places: `{who} may not enter {terrain}.` People never see an open place: where there is no value a
//! plain word is put in, and the place is reported to whoever maintains the sentences. What follows a number is written
//! `{n} {n|figure|figures}`: the first where the number is one.

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
        let (name, forms) = parts(name);
        match (value(name), forms) {
            (Some(value), None) => filled.text.push_str(&value),
            (Some(value), Some((one, many))) => filled.text.push_str(if value == "1" { one } else { many }),
            (None, forms) => {
                filled.text.push_str(&forms.map_or_else(|| plainly(name), |(_, many)| many.to_owned()));
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
    sentence.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(place, _)| parts(place).0))
}

/// The name of a place, and where it is what follows a number, its words for one and for many.
fn parts(place: &str) -> (&str, Option<(&str, &str)>) {
    place
        .split_once('|')
        .map_or((place, None), |(name, forms)| (name, Some(forms.split_once('|').unwrap_or((forms, forms)))))
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
        assert_eq!(places("{a} to {b}, {a|die|dice} {").collect::<Vec<_>>(), ["a", "b", "a"]);
    }

    #[test]
    fn what_follows_a_number_agrees_with_it() {
        let told = |n: &str| fill("{n} {n|die|dice}, {n|is|are}", |_| Some(n.to_owned())).text;
        assert_eq!([told("0"), told("1"), told("2")], ["0 dice, are", "1 die, is", "2 dice, are"]);
        let open = fill("{n|figure|figures}", |_| None);
        assert_eq!((open.text.as_str(), &open.open[..]), ("figures", &["n".to_owned()][..]));
    }
}
