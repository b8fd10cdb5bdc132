//! The terrain pieces that a side may lay: the free ones of its list, and those that its file buys within the list's
//! limits (3.1.1).

use std::collections::BTreeMap;

use crate::battle::setup::{Deploy, FieldReader, Flaw, Locus, Setup};
use crate::cite::{Word, intern};
use crate::ids::Side;
use crate::nearest::nearest;
use crate::rules::armati::armies::{self, Pieces};
use crate::rules::armati::data::{TerrainKind, data};

/// The field of a side that lists the pieces it buys: `terrain: {"GR": 1, "W": 1}`.
pub const FIELD: &str = "terrain";

/// The kinds of the pieces of both sides, north first, in the order in which the data lists kinds.
pub fn pieces(setup: &Setup, flaws: &mut Vec<Flaw>) -> [Vec<Word>; 2] {
    if setup.deploy == Deploy::Fixed {
        let why = "terrain is laid before the sides deploy: `deploy: Free` is needed (3.1.1)";
        flaws.push(Flaw::error(Locus::Switch("terrain_dice".into()), why));
    }
    Side::BOTH.map(|side| of(setup, side, flaws))
}

fn of(setup: &Setup, side: Side, flaws: &mut Vec<Flaw>) -> Vec<Word> {
    let force = &setup.sides[side.index()];
    let at = |field: String| Locus::Side(side, field);
    let mut fields = FieldReader::new(&force.fields, &at, flaws);
    fields.raw("general");
    let bought: BTreeMap<String, u8> =
        fields.take(FIELD, "the pieces of terrain that the side buys, e.g. {\"GR\": 1, \"W\": 1}").unwrap_or_default();
    let list = force.army.as_deref().and_then(armies::list).and_then(|list| list.terrain.as_ref());
    let kinds = || data().terrain.iter().filter(|kind| kind.code.is_some());
    let is = |kind: &TerrainKind, code: &str| kind.code.as_deref() == Some(code);
    for code in bought.keys().filter(|code| !kinds().any(|kind| is(kind, code))) {
        let near = nearest(code, kinds().filter_map(|kind| kind.code.as_deref()));
        fields.flaw(FIELD, crate::battle::setup::unknown("code of terrain", code, near));
    }
    for why in list.map_or_else(|| without_list(&bought), |list| beyond(list, &bought)) {
        fields.flaw(FIELD, why);
    }
    let count = |kind: &TerrainKind| {
        let of = |pieces: &BTreeMap<String, u8>| {
            pieces.iter().filter(|(code, _)| is(kind, code)).map(|(_, n)| *n).sum::<u8>()
        };
        usize::from(list.map_or(0, |list| of(&list.core)) + of(&bought))
    };
    kinds().flat_map(|kind| std::iter::repeat_n(Word(intern(&kind.name)), count(kind))).collect()
}

fn without_list(bought: &BTreeMap<String, u8>) -> Vec<String> {
    let why = "the side names no army list that sells terrain (3.1.1)".to_owned();
    (!bought.is_empty()).then_some(why).into_iter().collect()
}

/// The pieces bought beyond the limits of a list. A list that sells `W/RG` sells that number of the two together.
fn beyond(list: &Pieces, bought: &BTreeMap<String, u8>) -> Vec<String> {
    let mut why = Vec::new();
    let all: u8 = bought.values().sum();
    if all > list.most {
        why.push(format!("{all} pieces bought: the list sells {} at most (3.1.1)", list.most));
    }
    for (sold, most) in &list.bonus {
        let count: u8 = sold.split('/').filter_map(|code| bought.get(code)).sum();
        if count > *most {
            why.push(format!("{count} pieces of {sold} bought: the list sells {most} (3.1.1)"));
        }
    }
    for code in bought.keys().filter(|code| !list.bonus.keys().any(|sold| sold.split('/').any(|c| c == code.as_str())))
    {
        why.push(format!("the list sells no {code} (3.1.1)"));
    }
    why
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(list: &[(&str, u8)]) -> BTreeMap<String, u8> {
        list.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect()
    }

    #[test]
    fn a_list_sells_so_many_of_each_and_so_many_in_all() {
        let list = Pieces { core: pieces(&[("GR", 1)]), bonus: pieces(&[("GR", 2), ("W/RG", 1)]), most: 2 };
        assert!(beyond(&list, &pieces(&[("GR", 1), ("RG", 1)])).is_empty());
        assert_eq!(beyond(&list, &pieces(&[("GR", 3)])).len(), 2, "3 of 2, and 3 of 2 in all");
        assert_eq!(
            beyond(&list, &pieces(&[("W", 1), ("RG", 1)])),
            ["2 pieces of W/RG bought: the list sells 1 (3.1.1)"]
        );
        assert_eq!(beyond(&list, &pieces(&[("SH", 1)])), ["the list sells no SH (3.1.1)"]);
    }
}
