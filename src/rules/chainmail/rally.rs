//! Rallying from retreat and rout (10.5).

use super::data::tables;

/// What the Rally step does with a unit in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rally {
    /// It has rallied without a die.
    Rallied,
    /// It stays in flight without a die.
    Waits,
    /// It rallies on that face or a higher one.
    Needs(u8),
    /// It is removed.
    Removed,
}

/// What the Rally step does with a unit in that turn of its flight, 1 the turn after it first ran; `alone`: nobody attacked
/// it this turn.
pub fn step(turn: u8, alone: bool) -> Rally {
    let numbers = tables();
    if turn >= numbers.flight_removed {
        return Rally::Removed;
    }
    match numbers.rally.get(usize::from(turn.max(1)) - 1).copied().flatten() {
        Some(needs) => Rally::Needs(needs),
        None if alone => Rally::Rallied,
        None => Rally::Waits,
    }
}

/// Whether a unit that is attacked in flight rallies at once, by its die.
pub fn when_attacked(face: u8) -> bool {
    face <= tables().flight_attacked
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C110, C111.
    #[test]
    fn it_is_harder_in_each_turn() {
        assert_eq!([step(1, true), step(1, false)], [Rally::Rallied, Rally::Waits]);
        assert_eq!([step(2, true), step(2, false)], [Rally::Needs(3); 2]);
        assert_eq!([step(3, true), step(4, true)], [Rally::Needs(6), Rally::Removed]);
        assert!(when_attacked(1) && when_attacked(2) && !when_attacked(3));
    }
}
