//! What a list says about numbers and points (A4, B2, W124): a scenario's own forces count, so this only warns.

use super::armies::{ArmyList, Entry};
use super::muster::{Recruit, points_of};
use super::state::Armies;
use crate::battle::SideLists;
use crate::battle::setup::{Flaw, Locus, Setup};
use crate::ids::Side;

/// For how many points a list's numbers hold once.
const PER: i32 = 1000;

/// Warns of armies that are not what their list allows for the agreed size. A battle that agrees on none has the armies
/// of its history.
pub fn warn(setup: &Setup, lists: &SideLists<ArmyList>, recruits: &[Recruit], armies: &Armies, flaws: &mut Vec<Flaw>) {
    for side in Side::BOTH {
        let Some(list) = lists.of(side) else { continue };
        let army = armies.of(side);
        if !army.is_agreed {
            continue;
        }
        let agreed = army.agreed;
        let times = (agreed / PER).max(1) as u16;
        let own = || recruits.iter().filter(|recruit| recruit.side == side);
        let at = Locus::Side(side, "bodies".into());
        let count = |entry: &Entry| {
            let of_entry = |r: &&Recruit| {
                r.place
                    .is_some_and(|(body, unit)| setup.sides[side.index()].bodies[body].units[unit].kind == entry.name)
            };
            own().filter(of_entry).count() as u16
        };
        let mut told = |entry: &Entry, times: u16| {
            let (count, min, max) = (count(entry), entry.min * times, entry.max.map(|max| max * times));
            if count < min {
                flaws.push(Flaw::warning(at.clone(), format!("{count} `{}`: the list has {min} at least", entry.name)));
            }
            if let Some(max) = max.filter(|max| count > *max) {
                flaws.push(Flaw::warning(at.clone(), format!("{count} `{}`: the list has {max} at most", entry.name)));
            }
        };
        list.troops.iter().for_each(|entry| told(entry, times));
        for entry in &list.characters {
            // There is one general, however large the army is.
            told(entry, if entry.min == 1 { 1 } else { times });
        }
        let cost: i32 = own().map(|recruit| points_of(&recruit.own.member)).sum();
        if cost > agreed {
            flaws.push(Flaw::warning(at, format!("{cost} points: {agreed} are agreed on")));
        }
    }
}
