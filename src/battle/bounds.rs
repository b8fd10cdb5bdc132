//! A limit on the numbers in an action. One with a larger number is refused before any rule sees it, so that no rule
//! has to guard its arithmetic against overflow.

use super::action::{Action, Ref, Value};
use super::refusal::{Arg, Refusal};
use crate::cite::{HOUSE, Word};
use crate::table::{Leg, Place};

/// The largest absolute value of a number in an action, in its own unit: 1,000 inches, 10,000 degrees, or a million.
const LARGEST: u32 = 1_000_000;

/// Checks that no number of the action is too large.
///
/// # Errors
///
/// A refusal that names the value with a number that is too large.
pub(super) fn check(action: &Action) -> Result<(), Refusal> {
    let too_large = |name: Word| Refusal::new(HOUSE, Word("too-large")).word(Word("key"), Arg::Word(name));
    if !action.who.iter().all(|of| is_near(*of)) {
        return Err(too_large(action.key));
    }
    for (name, value) in &action.with {
        let fits = match value {
            Value::Length(length) => fits(length.0),
            Value::Angle(angle) => fits(angle.0),
            Value::Whole(n) => fits(*n),
            Value::Flag(_) | Value::Name(_) => true,
            Value::Refs(refs) => refs.iter().all(|of| is_near(*of)),
            Value::Legs(legs) => legs.iter().all(|leg| is_walkable(*leg)),
            Value::Short(stops) => stops.iter().all(|(of, length)| is_near(*of) && fits(length.0)),
            Value::Places(places) => places.iter().all(|(of, place)| is_near(*of) && is_there(*place)),
            Value::Parts(parts) => {
                parts.iter().try_for_each(check)?;
                true
            }
        };
        if !fits {
            return Err(too_large(*name));
        }
    }
    Ok(())
}

fn fits(number: i32) -> bool {
    number.unsigned_abs() <= LARGEST
}

fn is_near(of: Ref) -> bool {
    match of {
        Ref::Spot(x, y) => fits(x.0) && fits(y.0),
        Ref::Side(_) | Ref::Body(_) | Ref::Unit(_) | Ref::Base(..) | Ref::Terrain(_) => true,
    }
}

fn is_walkable(leg: Leg) -> bool {
    match leg {
        Leg::Ahead(length) => fits(length.0),
        Leg::Slide(angle, length) => fits(angle.0) && fits(length.0),
        Leg::Wheel(angle) | Leg::Face(angle) => fits(angle.0),
        Leg::Form(_) => true,
    }
}

fn is_there(place: Place) -> bool {
    fits(place.x.0) && fits(place.y.0) && fits(place.heading.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::action::PARTS;
    use crate::ids::{Side, UnitId};
    use crate::table::{Cdeg, Mil};

    const ONE: Ref = Ref::Unit(UnitId(0));

    #[test]
    fn a_million_is_the_largest_number_either_way() {
        let ahead = |n: i32| check(&Action::along(ONE, vec![Leg::Ahead(Mil(n))])).is_ok();
        assert!(ahead(1_000_000) && ahead(-1_000_000));
        assert!(!ahead(1_000_001) && !ahead(-1_000_001) && !ahead(i32::MIN) && !ahead(i32::MAX));
    }

    #[test]
    fn every_number_of_every_part_is_looked_at() {
        let far = Value::Refs(vec![Ref::Spot(Mil(0), Mil(i32::MIN))]);
        let place = Place { x: Mil(0), y: Mil(0), heading: Cdeg(i32::MAX) };
        let values = [
            Value::Length(Mil(i32::MIN)),
            Value::Angle(Cdeg(i32::MIN)),
            Value::Whole(i32::MIN),
            far,
            Value::Legs(vec![Leg::Slide(Cdeg(0), Mil(i32::MIN))]),
            Value::Legs(vec![Leg::Slide(Cdeg(i32::MIN), Mil(0))]),
            Value::Legs(vec![Leg::Wheel(Cdeg(i32::MIN))]),
            Value::Short(vec![(ONE, Mil(i32::MAX))]),
            Value::Places(vec![(ONE, place)]),
        ];
        for value in values {
            let part = Action::new(ONE, Word("go")).with(Word("by"), value.clone());
            let whole = Action::new(Ref::Side(Side::North), Word("all")).with(PARTS, Value::Parts(vec![part]));
            let why = check(&whole).expect_err("a number too large");
            assert_eq!((why.says, &why.words[..]), (Word("too-large"), &[(Word("key"), Arg::Word(Word("by")))][..]));
        }
    }
}
