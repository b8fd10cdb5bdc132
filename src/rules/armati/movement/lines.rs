//! The offers of extended wheels (B12): for a division alone, and for a line of divisions as one body.

use super::marchers::Marchers;
use super::moves::{WHEEL, wheel_param};
use super::order::{MarchOrder, speaker};
use crate::battle::{Ask, Choice, Offer, Param, Range, Refusal};
use crate::cite::{Cite, Word};
use crate::ids::BodyId;
use crate::rules::armati::battlefield::Battlefield;
use crate::rules::armati::data::data;
use crate::rules::armati::switches::Switch;
use crate::table::{Cdeg, Footprint, Wheel};

/// The word under which an extended wheel is barred.
pub const LONG: Word = Word("long-wheel");

const ANGLE: Cite = Cite("B12.2");
const LINES: Cite = Cite("B12.1");

/// The smallest extended wheel of the order's divisions to that side: 1/100 degree more than costs 2 in. None when the
/// rule is not played, or when 2 in already allow the largest wheel.
pub fn just_long(field: Battlefield, halt: &MarchOrder, prints: &[Footprint], right: bool) -> Option<MarchOrder> {
    if !field.plays(Switch::LongWheel) {
        return None;
    }
    let numbers = &data().tables.movement;
    let standard = Wheel::of(prints, right)?.angle_for(*numbers.wheel, *numbers.long_wheel);
    let angle = Cdeg(standard.0 + 1);
    let signed = Cdeg(if right { angle.0 } else { -angle.0 });
    (angle <= *numbers.long_wheel).then(|| MarchOrder { wheel: signed, ..halt.clone() })
}

/// The wheels that an order's divisions may not begin, and why. Left and right are listed separately when only one is
/// barred.
pub fn barred(marchers: &Marchers, halt: &MarchOrder) -> Vec<(Word, Refusal)> {
    let (field, prints) = (marchers.field, &marchers.prints[..]);
    let short = |right| Some(MarchOrder { wheel: Cdeg(if right { 1 } else { -1 }), ..halt.clone() });
    let long = |right| just_long(field, halt, prints, right);
    let why = |order: Option<MarchOrder>| order.and_then(|order| marchers.plan(&order).err());
    [
        ([WHEEL, Word("wheel-right"), Word("wheel-left")], [true, false].map(|right| why(short(right)))),
        ([LONG, Word("long-wheel-right"), Word("long-wheel-left")], [true, false].map(|right| why(long(right)))),
    ]
    .into_iter()
    .flat_map(|([both, right, left], why)| match why {
        [Some(why), Some(_)] => vec![(both, why)],
        [to_right, to_left] => {
            to_right.map(|why| (right, why)).into_iter().chain(to_left.map(|why| (left, why))).collect()
        }
    })
    .collect()
}

/// Adds the extended wheel of a division or a line of divisions, if it may make one to either side. `line`: the line of
/// divisions that a division alone could join.
pub fn long_choice(marchers: &Marchers, halt: &MarchOrder, line: &[BodyId], offer: &mut Offer) {
    let (field, prints) = (marchers.field, &marchers.prints[..]);
    let first = [true, false].into_iter().filter_map(|right| just_long(field, halt, prints, right));
    let Some(order) = first.into_iter().find(|order| marchers.can(order)) else { return };
    let most = *data().tables.movement.long_wheel;
    let param = Param { range: Range::Angle(-most, most), ..wheel_param(prints, *data().tables.movement.wheel) };
    let joiners = line
        .iter()
        .copied()
        .filter(|body| order.line.is_empty() && *body != order.body)
        .map(|body| speaker(&field.0, body))
        .collect();
    let cite = if order.line.is_empty() { ANGLE } else { LINES };
    let choice =
        Choice { params: vec![param], joiners, called: Some(LONG), ..Choice::plain(order.action(&field.0), cite) };
    offer.choices.push(choice);
}

/// Adds the wheels of lines of divisions: of each line at its full length, and of the divisions that are asked for
/// together.
pub fn choices(field: Battlefield, whole: &[Vec<BodyId>], ask: &Ask, offer: &mut Offer) {
    let asked: Vec<BodyId> = ask.who.iter().filter_map(|who| super::order::spoken(&field.0, &[*who])).collect();
    let mut together = asked.clone();
    together.sort_unstable();
    together.dedup();
    let part = whole.iter().any(|line| together.len() > 1 && together.len() < line.len() && within(&together, line));
    let wanted = |line: &&Vec<BodyId>| ask.who.is_empty() || line.iter().any(|body| asked.contains(body));
    let lines = whole.iter().filter(wanted).chain(part.then_some(&together));
    for line in lines.filter_map(|line| line.split_first()) {
        let of_line = field.0.keep("a line's wheel", &(*line.0, line.1.to_vec()), || {
            let mut offer = Offer::default();
            let halt = MarchOrder { line: line.1.to_vec(), ..MarchOrder::halt(*line.0) };
            long_choice(&Marchers::of(field, &halt), &halt, &[], &mut offer);
            offer
        });
        offer.add(&of_line);
    }
}

fn within(some: &[BodyId], all: &[BodyId]) -> bool {
    some.iter().all(|body| all.contains(body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::Position;

    /// The wheels that are barred to heavy infantry with other divisions beside it, an inch farther ahead and so far
    /// to its right.
    fn barred_beside(right: &[f32]) -> Vec<&'static str> {
        let alone = Position::new().switch("B12_long_wheel").unit(North, "hoplites", "HI", (36.0, 30.0, 180.0), &[]);
        let beside = right
            .iter()
            .zip(["friends", "others"])
            .fold(alone, |position, (right, name)| position.unit(North, name, "HI", (36.0 - right, 29.0, 180.0), &[]));
        let staged = beside.unit(South, "enemy", "HI", (10.0, 4.0, 0.0), &[]).at("first-move", &[]).begin();
        let (field, unit) = (staged.field(), staged.id("hoplites"));
        let halt = MarchOrder::halt(field.0.body_of(unit).unwrap());
        let barred = barred(&Marchers::of(field, &halt), &halt);
        barred.into_iter().map(|(key, _)| key.0).collect()
    }

    #[test]
    fn a_wheel_that_is_barred_to_one_side_alone_says_to_which() {
        // Touching on the right: a wheel to the left would swing the rear into the friends, one to the right does not.
        assert_eq!(barred_beside(&[9.6]), Vec::<&str>::new());
        assert_eq!(barred_beside(&[4.8]), ["long-wheel-left"]);
        // And on the left it is the other way round.
        assert_eq!(barred_beside(&[-4.8]), ["long-wheel-right"]);
        assert_eq!(barred_beside(&[4.8, -4.8]), ["long-wheel"]);
    }
}
