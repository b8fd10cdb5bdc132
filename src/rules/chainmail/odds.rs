//! Odds of melees for people and players: exact over the dice of the round, and how a fight would go.

use super::battlefield::Battlefield;
use super::charge_check::Charged;
use super::data::tables;
use super::melee::{self, led, of_contact};
use super::numbers::Reaction;
use super::shooting::thrown::{self, Throws};
use super::shooting::who_falls;
use super::sight::is_higher;
use super::strike::{Aspect, Blow, Pool};
use super::switches::Switch;
use crate::battle::{Forecast, Odds, OddsOutcome, Ref, RoundOdds, View};
use crate::cite::{Cite, Tally, Word};
use crate::ids::UnitId;
use crate::table::{Edge, Footprint, Pose};

/// Figures of one step of strength, as the captain counts it.
const STEP: u8 = 4;

/// So far before an edge one stands who comes upon it, inches.
const HAIR: f32 = 0.01;

/// One side of a round.
#[derive(Clone, Debug)]
struct Party {
    pools: Vec<Pool>,
    figures: i32,
    rating: i32,
    tired: bool,
    led: bool,
}

/// What a round may come to, each with its chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Chances {
    /// The other flees, surrenders or is wiped out.
    breaks: f64,
    /// The other goes back, or loses more.
    wins: f64,
    /// The same of the first.
    broken: f64,
    loses: f64,
    /// Figures that fall in the mean.
    dealt: f64,
    taken: f64,
}

/// The chance of each number of kills.
fn kills(pools: &[Pool]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for pool in pools {
        let hit = f64::from(7_u8.saturating_sub(pool.score).min(6)) / 6.0;
        for _ in 0..pool.dice {
            let mut next = vec![0.0; chances.len() + 1];
            for (n, chance) in chances.iter().enumerate() {
                next[n] += chance * (1.0 - hit);
                next[n + 1] += chance * hit;
            }
            chances = next;
        }
    }
    chances
}

/// What the sum of 10.2 makes of such losses and that face: how much the first is ahead.
fn ahead(own: &Party, other: &Party, lost: [i32; 2], face: i32, by_size: bool) -> i32 {
    let numbers = tables();
    let left = [own.figures - lost[0], other.figures - lost[1]];
    let total = |party: &Party, n: usize| {
        let tired = if party.tired { numbers.tired_die } else { 0 };
        let near = if party.led { numbers.commander_die } else { 0 };
        let die = (face + tired + near).max(1);
        let rating = party.rating + if party.tired { numbers.tired_rating } else { 0 };
        (lost[1 - n] - lost[n]).max(0) * die + (left[n] - left[1 - n]).max(0) + left[n] * rating
    };
    let difference = total(own, 0) - total(other, 1);
    let (least, most) = (own.figures.min(other.figures), own.figures.max(other.figures));
    if by_size {
        difference * numbers.doubled_below / most.max(1)
    } else if least < numbers.doubled_below {
        difference * 2
    } else {
        difference
    }
}

fn round(own: &Party, other: &Party, by_size: bool) -> Chances {
    let (dealt, taken) = (kills(&own.pools), kills(&other.pools));
    let mut sum = Chances::default();
    for (kill, a) in dealt.iter().enumerate() {
        for (fall, b) in taken.iter().enumerate() {
            let both = a * b;
            if both < 1e-7 {
                continue;
            }
            let lost = [(fall as i32).min(own.figures), (kill as i32).min(other.figures)];
            sum.dealt += both * f64::from(lost[1]);
            sum.taken += both * f64::from(lost[0]);
            match (lost[0] == own.figures, lost[1] == other.figures) {
                (false, true) => sum.breaks += both,
                (true, false) => sum.broken += both,
                (true, true) => {}
                (false, false) => {
                    for face in 1..=6 {
                        judged(&mut sum, ahead(own, other, lost, face, by_size), both / 6.0, lost);
                    }
                }
            }
        }
    }
    sum
}

fn judged(sum: &mut Chances, difference: i32, chance: f64, lost: [i32; 2]) {
    let row = tables().reactions.iter().rev().find(|row| difference.abs() >= row.from);
    let flees = row.is_some_and(|row| matches!(row.is, Reaction::Retreat | Reaction::Rout | Reaction::Surrender));
    match (difference > 0, flees, row.is_some()) {
        (true, true, _) => sum.breaks += chance,
        (false, true, _) => sum.broken += chance,
        (true, false, true) => sum.wins += chance,
        (false, false, true) => sum.loses += chance,
        (_, _, false) if lost[1] > lost[0] => sum.wins += chance,
        (_, _, false) if lost[1] < lost[0] => sum.loses += chance,
        _ => {}
    }
}

fn party(field: Battlefield, unit: UnitId, pools: Vec<Pool>) -> Party {
    Party {
        pools,
        figures: field.figures(unit).into(),
        rating: field.kind(unit).rating,
        tired: field.is_tired(unit),
        led: led(field, unit),
    }
}

/// Both sides of the round that two units in contact would fight now.
fn in_contact(field: Battlefield, unit: UnitId, at: UnitId) -> Option<[Party; 2]> {
    let contacts = field.contacts();
    let joins = |n: &usize| {
        let of = &contacts[*n];
        (of.by == unit && of.at == at) || (of.by == at && of.at == unit)
    };
    let nth = (0..contacts.len()).find(joins)?;
    let both = of_contact(field, contacts, nth);
    let of = |unit| {
        let blows = both.iter().find(|blows| blows.unit == unit)?;
        Some(party(field, unit, vec![blows.opposite, blows.wrapping]))
    };
    Some([of(unit)?, of(at)?])
}

/// How two units would meet.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    unit: UnitId,
    at: UnitId,
    upon: Edge,
    /// Whether it is the first round of this contact.
    first: bool,
}

/// Both sides of that round, after so many of the first have fallen to what is thrown at them.
fn meeting(field: Battlefield, Meeting { unit, at, upon, first }: Meeting, fallen: u16) -> [Party; 2] {
    let front = |of: UnitId| u16::from(field.0.placement(of).ranks().abreast());
    let left = u16::from(field.figures(unit)).saturating_sub(fallen);
    let flank = matches!(upon, Edge::Left | Edge::Right);
    let shown = if flank { u16::from(field.0.placement(at).ranks().deep()) } else { front(at) };
    let (own, his) = (field.size(unit), field.size(at));
    let (his_width, own_width) =
        (f32::from(shown) * if flank { his.depth } else { his.width }, f32::from(front(unit)) * own.width);
    let reach = 2.0 * tables().control.to_inches();
    let may = |width: f32, base: f32, files: u16| files.min(((width + reach) / base) as u16 + 1);
    let square = field.formation(at).shape.is_square();
    let aspect = match upon {
        _ if field.flight(at).is_some() => Aspect::Rear,
        _ if square || !first => Aspect::Front,
        Edge::Front => Aspect::Front,
        Edge::Rear => Aspect::Rear,
        Edge::Left | Edge::Right => Aspect::Flank,
    };
    let charges = first && !field.before(unit).charged && field.acts(unit).gone.0 == 0;
    let (mine, theirs) = (field.print(unit).centre, field.print(at).centre);
    let blow = |of: UnitId, on: UnitId, men: u16, aspect, impetus, above| {
        let stood = first && of == at && field.acts(of).gone.0 == 0;
        Blow {
            pole_arms: field.troop(of).pole_arms,
            impetus,
            standing: stood,
            tired: field.is_tired(of),
            commander: led(field, of),
            at_horse: field.kind(of).at_horse && field.troop(of).pole_arms && field.mounted(on),
            aspect,
            target_tired: field.is_tired(on),
            target_pikes: field.has_levelled_pikes(on),
            target_above: above,
            ..Blow::plain(field.class(of), men, field.class(on))
        }
        .pool()
    };
    let men = may(his_width, own.width, front(unit)).min(left);
    let back = if aspect == Aspect::Rear { 0 } else { may(own_width, his.width, shown) };
    let first = party(field, unit, vec![blow(unit, at, men, aspect, charges, is_higher(field, theirs, mine))]);
    [
        Party { figures: left.into(), ..first },
        party(field, at, vec![blow(at, unit, back, Aspect::Front, false, is_higher(field, mine, theirs))]),
    ]
}

/// How many of a unit fall, with which chance, to what is thrown at it when it comes upon that edge of another (7.2).
fn falls(field: Battlefield, Meeting { unit, at, upon, .. }: Meeting) -> Vec<(u16, f64)> {
    let size = field.print(unit);
    // Who stands exactly on the edge is in no direction from it.
    let there = Footprint::new(field.print(at).against(upon), size.width(), size.depth()).ahead(-HAIR);
    let aspect = if upon == Edge::Front { Aspect::Front } else { Aspect::Flank };
    let cases = thrown::would_kill(field, &Throws { by: at, at: unit, aspect }, &there);
    let Some(cases) = cases else { return vec![(0, 1.0)] };
    let of: u64 = cases.iter().map(|case| case.weight).sum();
    cases.iter().map(|case| (case.outcome, case.weight as f64 / of.max(1) as f64)).collect()
}

/// The first round of a meeting, with what is thrown and who runs before it: whoever has nobody left is broken.
fn first_round(field: Battlefield, meets: Meeting, by_size: bool) -> Chances {
    let mut all = Chances::default();
    let figures = field.figures(meets.unit);
    for (fallen, chance) in falls(field, meets) {
        let (fails, fought) = if fallen >= u16::from(figures) {
            (0.0, Chances { broken: 1.0, ..Chances::default() })
        } else {
            let [own, other] = meeting(field, meets, fallen);
            (runs(field, meets, fallen), round(&own, &other, by_size))
        };
        let stands = 1.0 - fails;
        all.breaks += chance * (fails + stands * fought.breaks);
        all.wins += chance * stands * fought.wins;
        all.broken += chance * stands * fought.broken;
        all.loses += chance * stands * fought.loses;
        all.dealt += chance * fought.dealt;
        all.taken += chance * (fought.taken + f64::from(fallen));
    }
    all
}

/// The chance that a unit does not stand if another charges that edge of it, of whom so many have fallen before.
fn runs(field: Battlefield, Meeting { unit: by, at, upon, .. }: Meeting, fallen: u16) -> f64 {
    let aspect = match upon {
        Edge::Front => Aspect::Front,
        Edge::Rear => Aspect::Rear,
        Edge::Left | Edge::Right => Aspect::Flank,
    };
    if field.before(by).charged || field.acts(by).gone.0 > 0 {
        return 0.0;
    }
    let charged = super::charged::of(field, by, at, aspect).map(|charged| {
        let (class, figures) = charged.by;
        Charged { by: (class, figures.saturating_sub(fallen)), ..charged }
    });
    let Some(charged) = charged.filter(Charged::checks) else { return 0.0 };
    let needs = charged.needs() - charged.modifiers().total();
    let ways: i32 = (2..=12).filter(|sum| *sum < needs).map(|sum: i32| 6 - (sum - 7).abs()).sum();
    f64::from(ways) / 36.0
}

fn odds(unit: UnitId, at: UnitId, chances: Chances) -> Odds {
    const OF: u64 = 1_000_000;
    let cases = |chance: f64| (chance * OF as f64).round() as u64;
    let win = cases(chances.wins + chances.breaks).min(OF);
    // Two halves of a case are one case together.
    let lose = cases(chances.loses + chances.broken).min(OF - win);
    let outcome = |what, cases| OddsOutcome { what: Word(what), cases, of: OF };
    Odds {
        by: Ref::Unit(unit),
        at: Ref::Unit(at),
        outcomes: vec![
            outcome("win", win),
            outcome("tie", OF - win - lose),
            outcome("lose", lose),
            outcome("break", cases(chances.breaks).min(win)),
            outcome("broken", cases(chances.broken).min(lose)),
        ],
        tallies: [Tally::default(), Tally::default()],
        simulated: None,
        notes: Vec::new(),
    }
}

/// The odds of the round that two units would fight: the one under way, or a charge at the edge that the attacker comes upon.
pub fn melee_odds(view: &View, unit: UnitId, at: UnitId, from: Pose) -> Option<Odds> {
    let field = Battlefield::of(*view);
    if view.side_of(unit) == view.side_of(at) || !view.on_table(unit) || !view.on_table(at) {
        return None;
    }
    let by_size = field.plays(Switch::BySize);
    if let Some([own, other]) = in_contact(field, unit, at) {
        return Some(odds(unit, at, round(&own, &other, by_size)));
    }
    let size = field.print(unit);
    let there = Footprint::new(from, size.width(), size.depth());
    let upon = super::staged::touched_edge(&there, &field.print(at));
    Some(odds(unit, at, first_round(field, Meeting { unit, at, upon, first: true }, by_size)))
}

/// The odds of the blows that an enemy strikes at one who leaves its melee (9.1): whether any fall, and how many in the mean.
pub fn at_leaver(field: Battlefield, by: UnitId, at: UnitId) -> Option<Odds> {
    let chances = kills(&[melee::at_leaver(field, by, at)?]);
    let most = usize::from(field.figures(at));
    let mean: f64 = chances.iter().enumerate().map(|(fall, chance)| fall.min(most) as f64 * chance).sum();
    Some(who_falls(by, at, chances[0], mean, Cite("C96")))
}

fn as_round(chances: Chances) -> RoundOdds {
    let steps = |figures: f64| ((figures / f64::from(STEP)).round() as u8).max(1);
    RoundOdds {
        win: chances.wins as f32,
        breaks: chances.breaks as f32,
        lose: chances.loses as f32,
        broken: chances.broken as f32,
        deals: steps(chances.dealt),
        takes: steps(chances.taken),
    }
}

/// How a fight would go.
pub fn forecast(view: &View, unit: UnitId, at: UnitId, upon: Edge) -> Option<Forecast> {
    let field = Battlefield::of(*view);
    if view.side_of(unit) == view.side_of(at) || !view.on_table(unit) || !view.on_table(at) {
        return None;
    }
    let by_size = field.plays(Switch::BySize);
    if let Some([own, other]) = in_contact(field, unit, at) {
        let now = as_round(round(&own, &other, by_size));
        return Some(Forecast { first: now, later: now, slips: false });
    }
    let meets = Meeting { unit, at, upon, first: true };
    let first = first_round(field, meets, by_size);
    let [own, other] = meeting(field, Meeting { first: false, ..meets }, 0);
    let later = round(&own, &other, by_size);
    Some(Forecast { first: as_round(first), later: as_round(later), slips: false })
}

/// How much a unit can still lose, in steps of four figures.
pub fn strength(view: &View, unit: UnitId) -> u8 {
    Battlefield::of(*view).figures(unit).div_ceil(STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_halves_of_a_case_are_one() {
        // 117,187.5 and 882,812.5 of a million.
        let chances = Chances { wins: 0.117_187_5, broken: 0.882_812_5, ..Chances::default() };
        let told = odds(UnitId(0), UnitId(1), chances);
        let cases: Vec<u64> = told.outcomes.iter().map(|outcome| outcome.cases).collect();
        assert_eq!(cases, [117_188, 0, 882_812, 0, 882_812]);
    }
}
