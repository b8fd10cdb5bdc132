//! The value of units and generals in points, and where a general is of most use: for the captain.

use super::battlefield::Battlefield;
use super::command;
use super::data::data;
use super::melee::melee;
use super::melee::party::Stand;
use super::melee::round::{Harm, Melee, loser};
use super::movement::release;
use super::odds::coming_upon;
use super::preference::favoured;
use super::switches::Switch;
use crate::dice::odds::every_case;
use crate::ids::{Side, UnitId};
use crate::table::Edge;
use crate::table::measure::{behind_front_line, distance};

/// The value of any key unit in addition to its points.
const KEY: f32 = 10.0;
/// The additional value of the last key unit that an army can lose.
const LAST_KEY: f32 = 20.0;
/// The factor for what the general would do in a melee that has not begun.
const NOT_YET: f32 = 0.4;
/// By how much more a lost general counts than a lost key unit.
const PRUDENCE: f32 = 2.0;
/// What each unit of a division gains when the general commands it, and when it could not move without him.
const LED: f32 = 0.25;
const ROUSED: f32 = 0.6;
/// With so few key units left to lose, the general counts for a large part of them.
const FEW: u8 = 3;
/// With so few he counts for half of them.
const VERY_FEW: u8 = 2;
/// The penalty in that case for having him with any unit.
const STAYS_OUT: f32 = 1.0;
/// A unit with no enemy within this distance is at peace, inches.
const PEACE: f32 = 12.0;

/// What one more lost key unit costs a side; the nearer its army is to its breakpoint, the more.
pub fn of_key(field: Battlefield, side: Side) -> f32 {
    let army = field.army(side);
    KEY + LAST_KEY / f32::from(army.bp.saturating_sub(army.keys_lost).max(1))
}

/// What losing its general costs a side: as much as a key unit (G5). With breakpoint checks, as much as the last key
/// unit: a die at once and one more each turn (A15.3).
pub fn of_general(field: Battlefield, side: Side) -> f32 {
    if field.plays(Switch::BreakChecks) { KEY + LAST_KEY } else { of_key(field, side) }
}

/// What losing the unit costs apart from a general: its points, and the value of a key unit.
pub fn of_unit(field: Battlefield, unit: UnitId) -> f32 {
    let Some(troop) = field.try_troop(unit) else { return 0.0 };
    let costs = &data().costs;
    let code = &troop.kind.code;
    let base = costs.base.get(code).copied().unwrap_or(2) + troop.front + troop.prot;
    let points = costs.fixed.get(code).copied().unwrap_or(base) as f32;
    points + if troop.key { of_key(field, field.0.side_of(unit)) } else { 0.0 }
}

/// The same including the risk to its general: each breakpoint lost, and then the break, may cost him.
pub fn with_general(field: Battlefield, unit: UnitId) -> f32 {
    let own = of_unit(field, unit);
    if !field.general_with(unit) {
        return own;
    }
    let numbers = &data().tables.general;
    let mut lives = 1.0 - one_in_six(numbers.lost_when_broken);
    for _ in 1..field.bp(unit) {
        lives *= 1.0 - one_in_six(numbers.lost_when_hurt);
    }
    own + (1.0 - lives) * of_general(field, field.0.side_of(unit))
}

/// The value of having the general with that unit in the next melees: what he adds to its die, less the risk to him.
pub fn post(field: Battlefield, unit: UnitId) -> f32 {
    let print = field.print(unit);
    let near = |enemy: &UnitId| distance(&print, &field.print(*enemy));
    let danger = field.enemies(unit).any(|enemy| near(&enemy) <= PEACE);
    if danger && stays_out(field, field.0.side_of(unit)) {
        return -STAYS_OUT;
    }
    if !field.troop(unit).key {
        return -0.2;
    }
    if field.engaged(unit) {
        let own = Stand::of(field, unit);
        let stand = |enemy| (enemy, Stand::of(field, enemy));
        let foes = field.contacts(unit).iter().map(|c| stand(c.enemy));
        return foes.map(|(enemy, other)| help(field, &melee(field, (unit, &own), (enemy, &other)))).sum();
    }
    // With foot he is not in the way of units that want to ride round the enemy.
    let mut unit_value = if field.kind(unit).foot { 0.25 } else { -0.1 };
    for enemy in field.enemies(unit).filter(|e| near(e) <= PEACE && !field.engaged(*e) && field.kind(*e).massed) {
        let reach = field.allowance(enemy).to_inches().max(field.allowance(unit).to_inches());
        if near(&enemy) > reach {
            continue;
        }
        let upon = if behind_front_line(&print, &field.print(enemy)) { Edge::Right } else { Edge::Front };
        if let Some((other, own)) = coming_upon(field, enemy, unit, upon) {
            unit_value += help(field, &melee(field, (unit, &own), (enemy, &other))) * NOT_YET;
        }
    }
    unit_value
}

/// Whether a side's general should keep out of every fight, because the side can lose so few more key units: at most
/// `FEW`, or at most `VERY_FEW` where it does not win by waiting.
fn stays_out(field: Battlefield, side: Side) -> bool {
    let army = field.army(side);
    let few = if favoured(&field.0) == Some(side) { FEW } else { VERY_FEW };
    army.bp.saturating_sub(army.keys_lost) <= few
}

/// What the general adds to one round for its first party, less the risk to him.
fn help(field: Battlefield, as_is: &Melee) -> f32 {
    let with = led(as_is, true);
    let (won, lost) = shares(&with);
    let (won_without, lost_without) = shares(&led(as_is, false));
    let [own, other] = [0, 1].map(|party| as_is.parties[party].unit);
    let gain = (won - won_without) * cost(field, other, with.harm(1));
    let spared = (lost_without - lost) * cost(field, own, with.harm(0));
    let numbers = &data().tables.general;
    let breaks = with.harm(0).breaks(field.bp(own));
    let risk = one_in_six(if breaks { numbers.lost_when_broken } else { numbers.lost_when_hurt });
    gain + spared - lost * risk * of_general(field, field.0.side_of(own)) * PRUDENCE
}

fn led(melee: &Melee, general: bool) -> Melee {
    let mut melee = melee.clone();
    melee.parties[0].general = general;
    melee
}

/// The shares of rounds that the first party wins and loses.
fn shares(melee: &Melee) -> (f32, f32) {
    let sums = melee.tallies().map(|tally| tally.total());
    let cases = every_case(|dice| {
        let faces = melee.faces(dice)?;
        Ok(loser([sums[0] + faces[0], sums[1] + faces[1]]))
    });
    let share = |party| cases.share(|lost| *lost == Some(party)) as f32;
    (share(1), share(0))
}

/// The value of commanding the unit's division if it is not controlled (A16.1): more, the more of its units are free to
/// act, and most if the division may not move without him.
pub fn command(field: Battlefield, unit: UnitId) -> f32 {
    let Some(body) = command::leads(field, unit) else { return 0.0 };
    let led = field.0.bodies().get(body).units.iter().filter(|u| field.stands(**u) && !field.engaged(**u)).count();
    let each = if release::is_released(field, body) { LED } else { ROUSED };
    each * led as f32
}

/// The value of a rolled round for that party, in points: what it deals less what it suffers, including the risk to its
/// general.
pub fn of_round(field: Battlefield, melee: &Melee, party: usize, lost: Option<usize>) -> f32 {
    let Some(loser) = lost else { return 0.0 };
    let (unit, harm) = (melee.parties[loser].unit, melee.harm(loser));
    let numbers = &data().tables.general;
    let risk = match field.general_with(unit) {
        true if harm.breaks(field.bp(unit)) => one_in_six(numbers.lost_when_broken),
        true => one_in_six(numbers.lost_when_hurt),
        false => 0.0,
    };
    let lost = cost(field, unit, harm) + risk * of_general(field, field.0.side_of(unit));
    if loser == party { -lost } else { lost }
}

/// The mean value of a melee's next throw for that party, over all cases.
pub fn of_throw(field: Battlefield, melee: &Melee, party: usize) -> f32 {
    let (won, lost) = shares(melee);
    let [first, second] = [of_round(field, melee, party, Some(1)), of_round(field, melee, party, Some(0))];
    won * first + lost * second
}

/// What such a harm costs the unit's side, in points.
fn cost(field: Battlefield, unit: UnitId, harm: Harm) -> f32 {
    let unit_value = of_unit(field, unit);
    let bp = field.bp(unit);
    match harm {
        Harm::Loss(lost) | Harm::Depth(lost) if !harm.breaks(bp) => unit_value * f32::from(lost) / f32::from(bp.max(1)),
        _ => unit_value,
    }
}

/// The probability that a die shows at least that.
fn one_in_six(least: u8) -> f32 {
    f32::from(7_u8.saturating_sub(least)) / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::Position;

    #[test]
    fn a_general_belongs_in_an_even_fight_and_not_where_the_flank_is_taken() {
        let heavy = [("fv", "(6, 2, 1)"), ("key", "true")];
        let position = Position::new()
            .unit(South, "even", "HI", (20.0, 20.0, 0.0), &heavy)
            .unit(South, "taken", "HI", (40.0, 20.0, 0.0), &heavy)
            .unit(North, "a", "HI", (20.0, 20.0, 180.0), &heavy)
            .unit(North, "b", "HI", (40.0, 20.0, 180.0), &heavy)
            .unit(North, "horse", "HC", (42.4, 19.1, 270.0), &[("fv", "(4, 0, 0)")]);
        let staged = position.at("melee", &[]);
        let staged = staged.contact("a", (20.0, 26.0, 180.0), "even").contact("b", (40.0, 26.0, 180.0), "taken");
        let staged = staged.contact("horse", (50.0, 17.0, 270.0), "taken");
        let post = |name| post(staged.field(), staged.id(name));
        assert!(post("even") > 0.0, "{}", post("even"));
        assert!(post("taken") < 0.0, "{}", post("taken"));
    }

    #[test]
    fn a_general_stays_out_of_it_who_has_won_if_nothing_happens() {
        let of = |bp| {
            let heavy = [("fv", "(6, 2, 1)"), ("key", "true")];
            let position = Position::new()
                .command(South, "bp", bp)
                .unit(South, "even", "HI", (20.0, 20.0, 0.0), &heavy)
                .unit(North, "a", "HI", (20.0, 20.0, 180.0), &heavy)
                .holds(South);
            let staged = position.at("melee", &[]).contact("a", (20.0, 26.0, 180.0), "even");
            post(staged.field(), staged.id("even"))
        };
        assert!(of("4") > 0.0, "{}", of("4"));
        assert!(of("3") < 0.0, "{}", of("3"));
    }

    #[test]
    fn a_key_unit_is_worth_more_the_fewer_can_still_be_lost() {
        let of = |bp| {
            let position = Position::new()
                .command(South, "bp", bp)
                .unit(South, "u1", "HI", (20.0, 20.0, 0.0), &[("key", "true")])
                .unit(North, "enemy", "HI", (20.0, 40.0, 180.0), &[]);
            let staged = position.at("melee", &[]);
            of_unit(staged.field(), staged.id("u1"))
        };
        // HI 6 with PROT 1 costs 1 + 6 + 1 points; a key unit 10 more, and 20 shared among those that may be lost.
        assert!((of("1") - 38.0).abs() < 1e-4 && (of("4") - 23.0).abs() < 1e-4, "{} {}", of("1"), of("4"));
    }

    #[test]
    fn the_unit_that_the_general_is_with_is_worth_what_he_risks() {
        let key = [("key", "true"), ("bp", "2")];
        let position = Position::new()
            .command(South, "bp", "2")
            .unit(South, "u1", "HI", (20.0, 20.0, 0.0), &key)
            .unit(North, "enemy", "HI", (20.0, 40.0, 180.0), &[])
            .general(South, "scipio", "u1");
        let staged = position.at("melee", &[]);
        // One breakpoint lost, then broken: he lives in 5/6 of 4/6; a key unit of two is worth 20.
        let risk = with_general(staged.field(), staged.id("u1")) - of_unit(staged.field(), staged.id("u1"));
        assert!((risk - (1.0 - 5.0 / 6.0 * 4.0 / 6.0) * 20.0).abs() < 1e-4, "{risk}");
    }
}
