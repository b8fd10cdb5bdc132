//! What is written is read as a value of a type, with all that is wrong in it.

use serde::Deserialize;

use super::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Base {
    name: String,
    files: u8,
    size: (f32, f32),
    order: Order,
    #[serde(default)]
    more: Vec<Order>,
    #[serde(default)]
    gap: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
enum Order {
    Close,
    Open,
}

fn leaf(at: usize, text: &str) -> Written {
    Written { at, what: What::Leaf(text.to_owned()) }
}

fn items(at: usize, items: Vec<Written>) -> Written {
    Written { at, what: What::Items(items) }
}

/// A group at byte 1; the fields' names stand ten bytes before their values.
fn group(fields: Vec<(&str, Written)>) -> Written {
    let field = |(name, value): (&str, Written)| Field { name: name.to_owned(), at: value.at - 10, value };
    Written { at: 1, what: What::Fields(fields.into_iter().map(field).collect()) }
}

fn read(written: &Written) -> (Option<Base>, Vec<(usize, String)>) {
    let mut amiss = Vec::new();
    let read = written.read(&mut amiss);
    (read, amiss.into_iter().map(|amiss| (amiss.at, amiss.message)).collect())
}

#[test]
fn what_is_right_is_read() {
    let size = items(40, vec![leaf(41, "2"), leaf(42, "1.5")]);
    let more = items(60, vec![leaf(61, "Open")]);
    let fields = vec![
        ("name", leaf(20, "\"foot\"")),
        ("files", leaf(30, "4")),
        ("size", size),
        ("order", leaf(50, "Close")),
        ("more", more),
        ("gap", leaf(70, "0.5")),
    ];
    let expected = Base {
        name: "foot".to_owned(),
        files: 4,
        size: (2.0, 1.5),
        order: Order::Close,
        more: vec![Order::Open],
        gap: Some(0.5),
    };
    assert_eq!(read(&group(fields)), (Some(expected), Vec::new()));
}

#[test]
fn all_that_is_wrong_is_found_at_its_place() {
    let more = items(60, vec![leaf(61, "Open"), leaf(62, "Shut")]);
    let fields = vec![
        ("files", leaf(30, "400")),
        ("size", items(40, vec![leaf(41, "2")])),
        ("ordre", leaf(51, "Close")),
        ("more", more),
        ("weather", leaf(80, "3")),
    ];
    let (base, amiss) = read(&group(fields));
    assert!(base.is_some_and(|base| base.more[0] == Order::Open));
    let places: Vec<usize> = amiss.iter().map(|(at, _)| *at).collect();
    let told = |at: usize| amiss.iter().find(|found| found.0 == at).map(|found| found.1.as_str()).unwrap_or_default();
    // The order is there, misspelt; the name is not.
    assert_eq!((places.len(), told(1)), (6, "field `name` is missing"), "{amiss:?}");
    assert_eq!(told(41), "unknown field `ordre`; did you mean `order`?");
    assert!(amiss.iter().any(|(at, why)| (*at, why.as_str()) == (40, "expected 2 values `(…)`")), "{amiss:?}");
    assert!(told(62).contains("Shut"), "{amiss:?}");
    assert_eq!(told(30), "expected a whole number from 0 to 255, not `400`");
    assert_eq!(told(70), "unknown field `weather`; there are name, files, size, order, more, gap");
}

#[test]
fn a_value_is_read_to_its_end_or_told_with_what_would_be_one() {
    let with = |files: &str, gap: &str, order: &str, name: &str| {
        let size = items(40, vec![leaf(41, "2"), leaf(42, "1.5")]);
        let fields = vec![
            ("name", leaf(20, name)),
            ("files", leaf(30, files)),
            ("size", size),
            ("order", leaf(50, order)),
            ("gap", leaf(70, gap)),
        ];
        read(&group(fields))
    };
    let (read, amiss) = with("20.0", "2.25", "Open", "\"foot\"");
    assert_eq!((read.map(|base| (base.files, base.gap)), amiss), (Some((20, Some(2.25))), vec![]));
    let whole = |written: &str| (30, format!("expected a whole number from 0 to 255, not `{written}`"));
    for wrong in ["45.5", "20.", "20.01", "4 5", "-1", "256", "\"4\"", "four"] {
        assert_eq!(with(wrong, "2", "Open", "\"foot\"").1, [whole(wrong)]);
    }
    let (_, amiss) = with("1", "2.5.1", "Opn", "foot");
    let told = [
        (20, "expected a text in quotes, not `foot`"),
        (50, "`Opn` is none of Close, Open; did you mean `Open`?"),
        (70, "expected a number, not `2.5.1`"),
    ];
    let mut found: Vec<(usize, &str)> = amiss.iter().map(|(at, why)| (*at, why.as_str())).collect();
    found.sort_unstable();
    assert_eq!(found, told);
}
