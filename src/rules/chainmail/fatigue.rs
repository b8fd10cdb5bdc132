//! Fatigue (6): what a unit has done in turns running, and when that tires it.

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};

use super::data::tables;

/// What counts toward fatigue.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable)]
pub struct Fatigue {
    /// Turns running with a move.
    pub moves: u8,
    /// How many of them there were when it charged into the melee in which it is.
    pub charged: Option<u8>,
    /// Rounds of melee running.
    pub rounds: u8,
    /// Whether it is tired, until it rests.
    pub tired: bool,
}

/// What a unit has done in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Whether it moved or attacked.
    pub moved: bool,
    /// Whether some of that was uphill.
    pub uphill: bool,
    /// Whether it fought.
    pub fought: bool,
    /// It is hot: what it gains counts twice.
    pub hot: bool,
}

impl Fatigue {
    /// When it declares a charge.
    #[must_use]
    pub fn charges(self) -> Fatigue {
        Fatigue { charged: Some(self.moves), ..self }
    }

    /// Before a round: two moves and a charge tire it before the first, one move and a charge before the second. `pikes`:
    /// Swiss and Landsknechte count double.
    #[must_use]
    pub fn before_round(self, pikes: bool) -> Fatigue {
        let (numbers, times) = (&tables().fatigue, times(pikes));
        let ran = |turns: u8| self.charged.is_some_and(|moves| moves >= turns * times);
        let before = (numbers.rounds_after_charge * times).saturating_sub(1);
        let by_moves = ran(numbers.before_charge);
        let by_rounds = ran(numbers.before_rounds) && self.rounds >= before;
        Fatigue { tired: self.tired || by_moves || by_rounds, ..self }
    }

    /// After a round: three running tire it; in heat each counts twice.
    #[must_use]
    pub fn after_round(self, pikes: bool, hot: bool) -> Fatigue {
        let rounds = self.rounds.saturating_add(if hot { tables().fatigue.heat } else { 1 });
        Fatigue { rounds, tired: self.tired || rounds >= tables().fatigue.rounds * times(pikes), ..self }
    }

    /// At the end of a turn: five moves running tire it, and a turn with neither move nor melee restores it.
    #[must_use]
    pub fn after_turn(self, turn: Turn, pikes: bool) -> Fatigue {
        if !turn.moved && !turn.fought {
            return Fatigue::default();
        }
        let numbers = &tables().fatigue;
        let counts = if turn.uphill { numbers.uphill } else { 1 };
        let counts = if turn.hot { counts * numbers.heat } else { counts };
        let moves = if !turn.moved { 0 } else { self.moves.saturating_add(counts) };
        let rounds = if turn.fought { self.rounds } else { 0 };
        let tired = self.tired || moves >= numbers.moves * times(pikes);
        let charged = self.charged.filter(|_| turn.fought);
        Fatigue { moves, charged, rounds, tired }
    }
}

fn times(pikes: bool) -> u8 {
    if pikes { tables().fatigue.drilled } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVED: Turn = Turn { moved: true, uphill: false, fought: false, hot: false };

    fn after_moves(turns: usize, pikes: bool) -> Fatigue {
        (0..turns).fold(Fatigue::default(), |fatigue, _| fatigue.after_turn(MOVED, pikes))
    }

    /// C50, C54.
    #[test]
    fn five_moves_tire() {
        assert!(!after_moves(4, false).tired && after_moves(5, false).tired);
        assert!(!after_moves(9, true).tired && after_moves(10, true).tired);
        let heat =
            (0..3).map(|n| (0..n).fold(Fatigue::default(), |f, _| f.after_turn(Turn { hot: true, ..MOVED }, false)));
        assert_eq!(heat.map(|f| f.moves).collect::<Vec<_>>(), [0, 2, 4]);
        let uphill = Turn { uphill: true, ..MOVED };
        let climbed = (0..2).fold(Fatigue::default(), |f, _| f.after_turn(uphill, false));
        assert!(!climbed.tired && climbed.after_turn(uphill, false).tired);
    }

    /// C51 and golden 7.
    #[test]
    fn two_moves_a_charge_and_a_melee_tire_before_the_first_round() {
        let charge = |turns, pikes| after_moves(turns, pikes).charges().before_round(pikes).tired;
        assert!(!charge(1, false) && charge(2, false));
        assert!(!charge(3, true) && charge(4, true));
        assert!(!after_moves(2, false).before_round(false).tired, "an attack is no charge");
    }

    /// C52: one move, a charge and two rounds.
    #[test]
    fn one_move_a_charge_and_a_round_tire_before_the_second() {
        let first = after_moves(1, false).charges().before_round(false).after_round(false, false);
        assert!(!first.tired);
        let next = first.after_turn(Turn { moved: true, uphill: false, fought: true, hot: false }, false);
        assert!(next.before_round(false).tired);
        // Without a move before the charge its own turn does not count for this.
        let fresh = after_moves(0, false).charges().before_round(false).after_round(false, false);
        let next = fresh.after_turn(Turn { moved: true, uphill: false, fought: true, hot: false }, false);
        assert!(!next.before_round(false).tired);
    }

    /// C53, C56.
    #[test]
    fn three_rounds_tire_and_a_turn_of_rest_restores() {
        let fought = Turn { moved: false, uphill: false, fought: true, hot: false };
        let rounds = |n: usize, pikes| {
            (0..n).fold(Fatigue::default(), |f, _| {
                f.before_round(pikes).after_round(pikes, false).after_turn(fought, pikes)
            })
        };
        assert!(!rounds(2, false).tired && rounds(3, false).tired);
        assert!(!rounds(5, true).tired && rounds(6, true).tired);
        assert_eq!(rounds(3, false).after_turn(Turn::default(), false), Fatigue::default());
    }
}
