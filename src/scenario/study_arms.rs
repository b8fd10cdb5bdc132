//! The arms of a study with their battles, and what in them does not go with the battle or with each other.

use super::study::{Arm, BASE};
use super::study_change::{Change, Who};
use super::study_grid::{self, Contrast, Factor};
use super::tree::Node;
use crate::battle::setup::Setup;
use crate::ids::Side;

/// The arms with their battles, and what in them does not go with the battle.
pub(super) fn arms(
    root: Node,
    setup: &Setup,
    base: Option<(Node, Change)>,
    variants: Vec<Option<(Node, String, Change)>>,
) -> Vec<Arm> {
    let (node, base) = base.unwrap_or((root, Change::default()));
    let start = base.apply(setup);
    let mut arms = vec![arm(node, BASE.to_owned(), &base, &base, setup)];
    for (node, name, change) in variants.into_iter().flatten() {
        if change.is_nothing() {
            node.error("this variant changes nothing");
        }
        let whole = base.then(&change);
        arms.push(arm(node, name, &whole, &change, &start));
    }
    arms
}

/// The arms of a grid, and what is compared in it.
pub(super) fn of_grid(
    root: Node,
    setup: &Setup,
    base: Option<(Node, Change)>,
    factors: &[Factor],
) -> (Vec<Arm>, Vec<Contrast>) {
    let (node, base) = base.unwrap_or((root, Change::default()));
    let start = base.apply(setup);
    arm(node, BASE.to_owned(), &base, &base, setup);
    for (node, own) in study_grid::levels_of(factors) {
        arm(node, String::new(), &base.then(own), own, &start);
    }
    study_grid::grid(factors, &base, &start)
}

/// One arm: `change` is the whole of it, `own` what stands in its place of the file, for the battle `before`.
fn arm(node: Node, name: String, change: &Change, own: &Change, before: &Setup) -> Arm {
    let flaws = &node.tree.flaws;
    own.strangers(before).into_iter().for_each(|(part, why)| flaws.error(own.place(&part), why));
    let setup = own.apply(before);
    for (side, who) in Side::BOTH.into_iter().zip(&change.players) {
        if let Some(Who::Plan(plan, called)) = who
            && let Err(why) = plan.fits(&setup)
        {
            flaws.error(own.place(side.name()), format!("the plan {called} does not go with this: {why}"));
        }
    }
    Arm { name, change: Change { places: own.places.clone(), ..change.clone() }, setup }
}

/// That the players of every arm may sit on either side.
pub(super) fn seats(node: Node, arms: &[Arm]) {
    let plan = arms.iter().find(|arm| arm.change.players.iter().any(|who| matches!(who, Some(Who::Plan(..)))));
    if let Some(arm) = plan {
        node.key_error(format!("a plan is for one side: with that of `{}` the seats cannot be swapped", arm.name));
    }
    let (base, variants) = arms.split_first().map_or((None, arms), |(base, rest)| (Some(base), rest));
    let other = variants.iter().find(|arm| base.is_some_and(|base| !base.change.differs_in_players_alone(&arm.change)));
    if let Some(arm) = other {
        let name = &arm.name;
        node.key_error(format!("seats are swapped only to compare players, and `{name}` changes something else"));
    }
}
