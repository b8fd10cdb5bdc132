//! Odds for people and players: melees and charges that have not been fought yet, shots, and how a fight would go.

use super::battlefield::Battlefield;
use super::contact::{Arc, in_contact};
use super::losses::killed;
use super::missile::{harm, may_shoot, shots};
use super::morale::{is_due, rating, steps, steps_with};
use super::strike::{Meeting, Strike, meeting, melee, with_sum};
use super::troop::Class;
use crate::battle::{Forecast, Odds, OddsOutcome, Ref, RoundOdds, View};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::table::{Edge, Mil, Pose};

/// How many ways there are to throw each sum of two dice, 2 to 12.
const WAYS: [u64; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
const ALL: u64 = 36;

fn sums() -> impl Iterator<Item = (i32, u64)> {
    (2..).zip(WAYS)
}

/// How two units would strike that meet front to edge.
fn blows(field: Battlefield, unit: UnitId, at: UnitId, arc: Arc, charges: bool) -> [Strike; 2] {
    let (own, other) = (field.stance(unit), field.stance(at));
    let front = |of: UnitId, stance: super::state::Stance| stance.files.min(field.figures(of)).max(1);
    let (mine, his) = (front(unit, own), front(at, other));
    let width = |of: UnitId, files: u8, open: bool| field.size(of).frontage_apart(files, field.gap_of(open));
    // Against a flank he shows his ranks.
    let face = if arc == Arc::Flank { field.figures(at).div_ceil(his) } else { his };
    let met = width(at, face, other.open).min(width(unit, mine, own.open));
    let touch = |of: UnitId, open: bool, files: u8| {
        let size = field.size(of);
        let stand = size.stand.max(1);
        let pitch = size.frontage_apart(stand, Mil::ZERO) + field.gap_of(open).to_inches();
        let pitch = pitch / f32::from(stand);
        ((met / pitch).ceil() as u8).clamp(1, files)
    };
    let attacks = |of: UnitId, stance: super::state::Stance, files: u8, front: bool| {
        if stance.routed {
            return 0;
        }
        let touching = touch(of, stance.open, files);
        if stance.open || !front {
            return i32::from(touching);
        }
        let mob = field.class(of) == Class::Mob;
        let behind = field.figures(of).saturating_sub(files);
        let reach = if mob { super::data::tables().mob.press } else { field.kind(of).reach };
        let rows: u8 = (0..reach).map(|row| behind.saturating_sub(row * files).min(touching)).sum();
        let laps = if mob { 0 } else { (files - touching).min(2) };
        i32::from(touching) + i32::from(laps) + i32::from(rows)
    };
    let set = field.kind(at).set && arc == Arc::Front && !other.routed;
    let struck = |by: Meeting, of, on| meeting(field, of, on, by);
    [
        struck(Meeting { attacks: attacks(unit, own, mine, true), arc, charges, charged: false, set: false }, unit, at),
        struck(
            Meeting {
                attacks: attacks(at, other, face, arc == Arc::Front),
                arc: Arc::Front,
                charges: false,
                charged: charges,
                set,
            },
            at,
            unit,
        ),
    ]
}

/// Whether it is a unit on the table, and no commander's marker.
fn fights(field: Battlefield, unit: UnitId) -> bool {
    field.0.on_table(unit) && field.is_troop(unit)
}

/// The arc that an edge is in.
fn arc_of(upon: Edge) -> Arc {
    match upon {
        Edge::Front => Arc::Front,
        Edge::Left | Edge::Right => Arc::Flank,
        Edge::Rear => Arc::Rear,
    }
}

fn of_strikes(field: Battlefield, unit: UnitId, at: UnitId, strikes: &[Strike; 2]) -> Odds {
    let (mut win, mut lose) = (0, 0);
    for (mine, ways) in sums() {
        for (his, his_ways) in sums() {
            let worth = |of: UnitId, damage: i32| damage * field.points_of(of) * 1000 / field.kind(of).fs16().max(1);
            let (deals, takes) =
                (worth(at, with_sum(&strikes[0], mine).damage), worth(unit, with_sum(&strikes[1], his).damage));
            win += if deals > takes { ways * his_ways } else { 0 };
            lose += if deals < takes { ways * his_ways } else { 0 };
        }
    }
    let outcome = |what, cases| OddsOutcome { what: Word(what), cases, of: ALL * ALL };
    Odds {
        by: Ref::Unit(unit),
        at: Ref::Unit(at),
        outcomes: vec![outcome("win", win), outcome("tie", ALL * ALL - win - lose), outcome("lose", lose)],
        tallies: [strikes[0].tally.clone(), strikes[1].tally.clone()],
        simulated: None,
        notes: Vec::new(),
    }
}

/// The odds that a charge does more than it suffers, in points.
pub fn charge(view: &View, unit: UnitId, at: UnitId) -> Option<Odds> {
    let field = Battlefield::of(*view);
    let (struck, by) = (field.bases(at).first().copied()?, field.bases(unit).first().copied()?);
    let arc = super::contact::arc(&struck, &by);
    Some(of_strikes(field, unit, at, &blows(field, unit, at, arc, true)))
}

pub fn melee_odds(view: &View, unit: UnitId, at: UnitId, _: Pose) -> Option<Odds> {
    let field = Battlefield::of(*view);
    if view.side_of(unit) == view.side_of(at) || !fights(field, unit) || !fights(field, at) {
        return None;
    }
    if in_contact(field, unit, at) {
        let strikes = [melee(field, unit, at), melee(field, at, unit)];
        return Some(of_strikes(field, unit, at, &strikes));
    }
    charge(view, unit, at)
}

/// The chance that a unit loses a step, and that it routs, of blows at it.
fn wears(field: Battlefield, unit: UnitId, strike: &Strike) -> (f32, f32, u8) {
    let stance = field.stance(unit);
    let (of, before, rating) = (field.troop(unit).figures, field.lost(unit), rating(field, unit, false).total());
    let fails = {
        let passing: u64 = (2..=rating.min(19)).map(|sum| if sum <= 11 { sum - 1 } else { 21 - sum } as u64).sum();
        1.0 - passing.max(1) as f32 / 100.0
    };
    let quarter = (f32::from(of) / 4.0).max(1.0);
    let closed = field.is_closed(unit);
    let (mut loses, mut routs, mut steps) = (0.0, 0.0, 1.0_f32);
    for (sum, ways) in sums() {
        let share = ways as f32 / ALL as f32;
        let (lost, _) = killed(field, unit, with_sum(strike, sum).damage);
        if lost == field.figures(unit) {
            routs += share;
            continue;
        }
        let due = is_due(of, before, before + lost);
        let out = if due { fails } else { 0.0 };
        if !closed || stance.routed {
            routs += share * out;
        }
        let part = (f32::from(lost) / quarter).min(1.0);
        loses += share * part * (1.0 - if closed { 0.0 } else { out })
            + if !closed { 0.0 } else { share * out * (1.0 - part) };
        steps = steps.max((f32::from(lost) / quarter).floor());
    }
    (loses, routs, steps as u8)
}

fn round_of(field: Battlefield, unit: UnitId, at: UnitId, strikes: &[Strike; 2]) -> RoundOdds {
    let (win, breaks, deals) = wears(field, at, &strikes[0]);
    let (lose, broken, takes) = wears(field, unit, &strikes[1]);
    RoundOdds { win, breaks, lose, broken, deals, takes }
}

pub fn forecast(view: &View, unit: UnitId, at: UnitId, upon: Edge) -> Option<Forecast> {
    let field = Battlefield::of(*view);
    if view.side_of(unit) == view.side_of(at) || !fights(field, unit) || !fights(field, at) {
        return None;
    }
    if in_contact(field, unit, at) {
        let strikes = [melee(field, unit, at), melee(field, at, unit)];
        let round = round_of(field, unit, at, &strikes);
        return Some(Forecast { first: round, later: round, slips: false });
    }
    let arc = arc_of(upon);
    let first = round_of(field, unit, at, &blows(field, unit, at, arc, true));
    let later = round_of(field, unit, at, &blows(field, unit, at, arc, false));
    Some(Forecast { first, later, slips: false })
}

pub fn shot(view: &View, unit: UnitId, at: UnitId) -> Option<Odds> {
    let field = Battlefield::of(*view);
    if view.side_of(unit) == view.side_of(at) || !fights(field, unit) || !fights(field, at) {
        return None;
    }
    let late = view.clock().step == super::sequence::TurnStep::Missile.word();
    may_shoot(field, unit, late).ok()?;
    let shots = shots(field, unit, at);
    if shots.is_empty() {
        return None;
    }
    let hits: u64 = sums()
        .filter(|(sum, _)| killed(field, at, harm(field, unit, at, &shots, *sum).0).0 > 0)
        .map(|(_, ways)| ways)
        .sum();
    let outcome = |what, cases| OddsOutcome { what: Word(what), cases, of: ALL };
    Some(Odds {
        by: Ref::Unit(unit),
        at: Ref::Unit(at),
        outcomes: vec![outcome("hit", hits), outcome("miss", ALL - hits)],
        tallies: [super::missile::total(field, unit, at), crate::cite::Tally::default()],
        simulated: None,
        notes: Vec::new(),
    })
}

/// How many figures of another unit a volley costs in the mean; what goes into its pool counts as part of a figure.
pub fn volley(field: Battlefield, unit: UnitId, at: UnitId) -> f32 {
    let (shots, each) = (shots(field, unit, at), field.kind(at).fs16().max(1));
    let most = i32::from(field.figures(at)) * each - field.wounds(at);
    let harms = sums().map(|(sum, ways)| ways as f32 * harm(field, unit, at, &shots, sum).0.min(most) as f32);
    harms.sum::<f32>() / (ALL as f32 * each as f32)
}

/// How much a unit can still lose: quarters of its figures, and its close order.
pub fn strength(view: &View, unit: UnitId) -> u8 {
    let field = Battlefield::of(*view);
    match () {
        () if !field.is_troop(unit) => 0,
        () if view.is_to_be_placed(unit) => steps_with(field, unit, 0),
        () if view.on_table(unit) => steps(field, unit),
        () => 0,
    }
}
