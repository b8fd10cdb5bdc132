//! The greatest amount that is allowed: of a length, an angle or a count that somebody wished for.

/// The greatest number up to `most` that is accepted, by bisection; 0 when none is. Where what is accepted has gaps it
/// is the end of one of the stretches.
pub fn greatest(most: i32, ok: impl Fn(i32) -> bool) -> i32 {
    if ok(most) {
        return most;
    }
    let (mut good, mut bad) = (0, most);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if ok(middle) { good = middle } else { bad = middle }
    }
    good
}

/// The same, quickly where `hint` or the number before it is the answer.
pub fn greatest_near(most: i32, hint: Option<i32>, ok: impl Fn(i32) -> bool) -> i32 {
    match hint {
        Some(hint) if (0..most).contains(&hint) => match (ok(hint), hint > 0) {
            (true, _) if !ok(hint + 1) => hint,
            (false, true) if ok(hint - 1) => hint - 1,
            _ => greatest(most, ok),
        },
        _ => greatest(most, ok),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_is_found_with_and_without_a_hint() {
        for limit in 0..40 {
            assert_eq!(greatest(30, |n| n <= limit), limit.min(30));
            for hint in [None, Some(-1), Some(0), Some(limit), Some(limit + 1), Some(7), Some(99)] {
                assert_eq!(greatest_near(30, hint, |n| n <= limit), limit.min(30), "{limit} {hint:?}");
            }
        }
        assert_eq!(greatest(30, |_| false), 0);
    }
}
