//! The terrain pieces that a side may lay: the free ones of its list, and those that its file buys within the list's
//! limits (3.1.1).

use std::collections::BTreeMap;

use crate::battle::SideLists;
use crate::battle::setup::{Deploy, FieldReader, Flaw, Locus, Setup};
use crate::cite::{Word, intern};
use crate::ids::Side;
use crate::rules::armati::armies::{ArmyList, Pieces};
use crate::rules::armati::data::{TerrainKind, data};

/// The field of a side that lists the pieces it buys: `terrain: {"GR": 1, "W": 1}`.
pub const FIELD: &str = "terrain";

/// The kinds of the pieces of both sides, north first, in the order in which the data lists kinds.
pub fn pieces(setup: &Setup, lists: &SideLists<ArmyList>, flaws: &mut Vec<Flaw>) -> [Vec<Word>; 2] {
    if setup.deploy == Deploy::Fixed {
        let why = "terrain is laid before the sides deploy: `deploy: Free` is needed (3.1.1)";
        flaws.push(Flaw::error(Locus::Switch("terrain_dice".into()), why));
    }
    Side::BOTH.map(|side| of_side(setup, side, lists, flaws))
}

/// The kinds of terrain that one side brings, one for each piece: those that its army list must have (`core`) and those
/// that its file buys. A kind without a code cannot be bought.
fn of_side(setup: &Setup, side: Side, lists: &SideLists<ArmyList>, flaws: &mut Vec<Flaw>) -> Vec<Word> {
    let force = &setup.sides[side.index()];
    let at = |field: String| Locus::Side(side, field);
    let mut fields = FieldReader::new(&force.fields, &at, flaws);
    // Read elsewhere; known here, so that it is not told as misspelt.
    fields.raw("general");
    let bought: BTreeMap<String, u8> =
        fields.take(FIELD, "the pieces of terrain that the side buys, e.g. {\"GR\": 1, \"W\": 1}").unwrap_or_default();
    let list = lists.of(side).and_then(|list| list.terrain.as_ref());
    let kinds = || data().terrain.iter().filter(|kind| kind.code.is_some());
    let is = |kind: &TerrainKind, code: &str| kind.code.as_deref() == Some(code);
    for code in bought.keys().filter(|code| !kinds().any(|kind| is(kind, code))) {
        fields.unknown(FIELD, "code of terrain", code, kinds().filter_map(|kind| kind.code.as_deref()));
    }
    if !lists.is_unknown(side) {
        for why in list.map_or_else(|| without_list(&bought), |list| beyond(list, &bought)) {
            fields.flaw(FIELD, why);
        }
    }
    let core = list.map(|list| &list.core);
    let count = |kind: &TerrainKind| count(core.into_iter().chain([&bought]), |code| is(kind, code));
    kinds().flat_map(|kind| std::iter::repeat_n(Word(intern(&kind.name)), count(kind))).collect()
}

/// How many pieces of the wanted codes there are in all these lists.
fn count<'l>(lists: impl Iterator<Item = &'l BTreeMap<String, u8>>, is_wanted: impl Fn(&str) -> bool) -> usize {
    lists.flatten().filter(|(code, _)| is_wanted(code)).map(|(_, n)| usize::from(*n)).sum()
}

fn without_list(bought: &BTreeMap<String, u8>) -> Vec<String> {
    let why = "the side names no army list that sells terrain (3.1.1)".to_owned();
    (!bought.is_empty()).then_some(why).into_iter().collect()
}

/// The pieces bought beyond the limits of a list. A list that sells `W/RG` sells that number of the two together.
fn beyond(list: &Pieces, bought: &BTreeMap<String, u8>) -> Vec<String> {
    let mut why = Vec::new();
    let all: u32 = bought.values().map(|n| u32::from(*n)).sum();
    if all > u32::from(list.most) {
        why.push(format!("{all} pieces bought: the list sells {} at most (3.1.1)", list.most));
    }
    for (sold, most) in &list.bonus {
        let count: u32 = sold.split('/').filter_map(|code| bought.get(code)).map(|n| u32::from(*n)).sum();
        if count > u32::from(*most) {
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
    fn as_many_as_a_file_can_name_are_counted() {
        let (core, bought) = (pieces(&[("GR", 1), ("W", 3)]), pieces(&[("GR", 255)]));
        assert_eq!(count([&core, &bought].into_iter(), |code| code == "GR"), 256);
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
        assert_eq!(beyond(&list, &pieces(&[("W", 255), ("RG", 255)])).len(), 2, "510 of 1, and 510 of 2 in all");
    }
}
