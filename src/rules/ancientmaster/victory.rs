//! Withdrawal and victory (A14, W117, W142).

use super::battlefield::Battlefield;
use super::casualties::points_against;
use super::data::tables;
use super::state::{Destroyed, Length};
use super::switches::Switch;
use crate::battle::setup::Then;
use crate::battle::{Fact, TurnLimit};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};

const VICTORY: Cite = Cite("A14");

/// How many units an army loses before it withdraws: half of those that it had, rounded up.
pub fn break_point(units: u16) -> u16 {
    units.div_ceil(2)
}

/// Units that count as lost for the break point; halves where a switch says so.
fn halves_lost(field: Battlefield, side: Side) -> u16 {
    let worn = if field.plays(Switch::HalfStrengthBreaks) {
        field.side(side).filter(|unit| super::casualties::reduced(field, *unit)).count() as u16
    } else {
        0
    };
    field.army(side).lost * 2 + worn
}

/// Whether an army withdraws.
pub fn withdraws(field: Battlefield, side: Side) -> bool {
    let army = field.army(side);
    army.general_lost || halves_lost(field, side) >= 2 * break_point(army.units)
}

/// The end of the battle after a phase: one army withdraws, or both.
pub fn at_end_of_phase(field: Battlefield) -> Option<Fact> {
    let [north, south] = Side::BOTH.map(|side| withdraws(field, side));
    match (north, south) {
        (false, false) => None,
        (true, true) => Some(Fact::won(VICTORY, None, Word("both-withdraw"))),
        // Where the file names a winner for the last turn, and where points count, who withdraws alone has not won.
        (true, false) => Some(withdrawn(field, Side::North)),
        (false, true) => Some(withdrawn(field, Side::South)),
    }
}

/// A side that withdraws can at best draw (A14).
fn withdrawn(field: Battlefield, loser: Side) -> Fact {
    let limit = field.0.battle_state::<TurnLimit>();
    let by_points = limit.0.then == Then::Compare;
    let winner = if by_points && compared(field) != Some(loser.other()) { None } else { Some(loser.other()) };
    Fact::won(VICTORY, winner, Word("withdrawal"))
}

/// Who has more points by a tenth of the agreed size; none: a draw.
pub fn compared(field: Battlefield) -> Option<Side> {
    let points = |side: Side| points_against(field, side.other()) + gone(field, side.other());
    let difference = points(Side::North) - points(Side::South);
    let agreed = field.army(Side::North).agreed.max(field.army(Side::South).agreed);
    let enough = difference.abs() * 100 >= tables().victory.draw_percent * agreed;
    match difference {
        _ if !enough || difference == 0 => None,
        n if n > 0 => Some(Side::North),
        _ => Some(Side::South),
    }
}

/// What units and characters cost that are off the table when the battle is over: they count as destroyed (A13).
fn gone(field: Battlefield, side: Side) -> i32 {
    let away = |unit: &UnitId| !field.0.on_table(*unit) && !field.0.unit_state::<Destroyed>(*unit).0;
    let off = field.0.roster().of(side).filter(away);
    off.map(|unit| field.unit(unit).map_or_else(|| field.leader(unit).map_or(0, |of| of.points), |of| of.points)).sum()
}

/// The number of the last turn: the battle's file names it, or the die has (A4).
pub fn last_turn(field: Battlefield) -> u32 {
    match *field.0.battle_state::<Length>() {
        Length::Rolled(turns) => turns,
        Length::Named | Length::ToRoll => field.0.battle_state::<TurnLimit>().turns(),
    }
}

/// How many turns a battle has by its length die (A4, W78).
pub fn turns_by_die(face: u8) -> u32 {
    let lengths = &tables().setup.turns;
    lengths.iter().find(|(most, _)| face <= *most).or(lengths.last()).map_or(1, |(_, turns)| *turns)
}

/// The end of the battle after its last turn.
pub fn at_end_of_turn(field: Battlefield, turn: u32) -> Option<Fact> {
    (turn >= last_turn(field)).then(|| Fact::won(VICTORY, favoured(field), Word("turn-limit")))
}

/// Who would win if the last turn ended now.
pub fn favoured(field: Battlefield) -> Option<Side> {
    match field.0.battle_state::<TurnLimit>().0.then {
        Then::Wins(side) => Some(side),
        Then::Compare => compared(field),
    }
}

/// How near an army is to its withdrawal, 0 to 1.
pub fn danger(field: Battlefield, side: Side) -> f32 {
    let army = field.army(side);
    if army.general_lost {
        return 1.0;
    }
    let all = f32::from(2 * break_point(army.units).max(1));
    (f32::from(halves_lost(field, side)) / all).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_army_of_thirteen_breaks_at_seven() {
        assert_eq!([13, 12, 5, 1].map(break_point), [7, 6, 3, 1]);
    }

    #[test]
    fn the_length_die_names_six_to_eight_turns() {
        assert_eq!([1, 2, 3, 4, 5, 6].map(turns_by_die), [6, 6, 7, 7, 8, 8]);
    }
}
