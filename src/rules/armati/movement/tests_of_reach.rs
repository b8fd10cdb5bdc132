//! What is said of a move that is too long: how much of the allowance is left, and why not all of it (M1, 6.4).

use crate::battle::narrator::Narrator;
use crate::battle::{Action, Ref};
use crate::ids::Side::{North, South};
use crate::rules::armati::ruleset::RULESET;
use crate::rules::armati::staged::Position;
use crate::table::{Cdeg, Leg, Mil};

/// What the judge says against these legs of a unit that stands at (36, 30), facing south, with rough ground from
/// y = 30 on.
fn said(kind: &str, rough: bool, legs: &[Leg]) -> String {
    let position = Position::new().unit(North, "mover", kind, (36.0, 30.0, 180.0), &[]).unit(
        South,
        "others",
        "HI",
        (10.0, 4.0, 0.0),
        &[],
    );
    let position = if rough { position.terrain("rough", (20.0, 10.0), (50.0, 30.0)) } else { position };
    let staged = position.at("first-move", &[]).begin();
    let why = staged.refusal(&Action::along(Ref::Unit(staged.id("mover")), legs.to_vec()));
    assert_eq!(why.cite.0, "M1");
    Narrator::new((RULESET.texts)(), staged.field().0.names()).refusal(&why)
}

#[test]
fn an_allowance_is_no_more_than_what_is_left_of_it() {
    assert_eq!(said("HC", false, &[Leg::Ahead(Mil(15_100))]), "15.1 in: the allowance is 15 in.");
    // 23.87 degrees over 4.8 in are 2 in.
    assert_eq!(
        said("HC", false, &[Leg::Wheel(Cdeg(2387)), Leg::Ahead(Mil(13_300))]),
        "13.3 in after a wheel of 2 in: of an allowance of 15 in 13 are left."
    );
    // At half rate all the way.
    assert_eq!(said("HI", true, &[Leg::Ahead(Mil(4000))]), "4 in: over this ground an allowance of 6 in goes 3 in.");
}
