//! A length that is typed figure by figure: `1` `2` is twelve where so much may be gone, `4` `.` `5` four and a half.

use super::table::Does;

/// So many figures behind the point.
const BEHIND: usize = 2;

/// The figures with what is typed now; a figure after which there would be more than `fits` allows begins anew. None for what
/// is no figure.
pub fn typed(before: &str, does: Does, fits: impl Fn(f32) -> bool) -> Option<String> {
    let behind = before.split_once('.').map(|(_, behind)| behind.len());
    match does {
        Does::Point if behind.is_some() => Some(before.to_owned()),
        Does::Point if before.is_empty() => Some("0.".to_owned()),
        Does::Point => Some(format!("{before}.")),
        // Alone the nought is ten, as the keys stand in a row.
        Does::Length(10) if before.is_empty() => Some("10".to_owned()),
        Does::Length(figure) => {
            let longer = format!("{before}{}", figure % 10);
            let goes_on = behind.is_none_or(|behind| behind < BEHIND) && fits(number(&longer));
            Some(if goes_on { longer } else { (figure % 10).to_string() })
        }
        _ => None,
    }
}

/// What they make.
pub fn number(typed: &str) -> f32 {
    typed.parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(keys: &[Does], most: f32) -> String {
        keys.iter().fold(String::new(), |typed_so_far, key| typed(&typed_so_far, *key, |n| n <= most).unwrap())
    }

    #[test]
    fn figures_make_a_number_as_long_as_so_much_may_be_gone() {
        use Does::{Length, Point};
        assert_eq!(all(&[Length(4), Point, Length(1)], 6.0), "4.1");
        assert_eq!(all(&[Length(1), Length(2)], 12.0), "12");
        assert_eq!(all(&[Length(1), Length(2)], 9.0), "2", "twelve is too far");
        assert_eq!(all(&[Point, Length(5)], 6.0), "0.5");
        assert_eq!(all(&[Length(4), Point, Point, Length(2), Length(5)], 6.0), "4.25");
        assert_eq!(all(&[Length(4), Point, Length(2), Length(5), Length(3)], 6.0), "3", "enough behind the point");
        assert_eq!([all(&[Length(10)], 6.0), all(&[Length(1), Length(10)], 12.0)], ["10", "10"]);
        assert_eq!(number("4."), 4.0);
        assert!(typed("4", Does::Next, |_| true).is_none());
    }
}
