//! The odds that the window shows and the captain uses: computed by the same functions that roll, over every case.

use std::sync::OnceLock;

use super::battlefield::Battlefield;
use super::data::data;
use super::fire::target;
use super::footing;
use super::melee::party::Stand;
use super::melee::round::{Harm, Melee, Round, loser};
use super::melee::{melee, panic};
use super::movement::evade;
use super::movement::touch::side_of_contact;
use super::state::{Contact, Counts};
use crate::battle::{Arg, Forecast, Measured, Note, Odds, OddsOutcome, Ref, RoundOdds, View};
use crate::cite::{Cite, Tally, Word};
use crate::dice::odds::{Spread, every_case};
use crate::ids::UnitId;
use crate::table::{Edge, Pose};

/// The odds of a shot from where both are now: `hit` and `miss`; none when the unit may not shoot at that target.
pub fn shot(view: &View, shooter: UnitId, at: UnitId) -> Option<Odds> {
    let field = Battlefield::of(*view);
    let line = target::judge(field, shooter, at).ok()?;
    let shot = target::shot(field, shooter, target::weapon(field, shooter).ok()?, &line);
    let cases = every_case(|dice| shot.roll(dice));
    let outcomes = vec![
        OddsOutcome::of(Word("hit"), &cases, |shooting| shooting.hit),
        OddsOutcome::of(Word("miss"), &cases, |shooting| !shooting.hit),
    ];
    Some(odds(shooter, at, outcomes, shot.tallies(), Vec::new()))
}

/// The odds of the melee between the attacker and that target: the present one, or the one if it moved from where it is
/// now and made contact at that pose. `win`, `tie` and `lose` add up to all cases; `break` is the part of `win` in
/// which the target breaks, `broken` the part of `lose` in which the attacker does.
pub fn melee_odds(view: &View, attacker: UnitId, at: UnitId, from: Pose) -> Option<Odds> {
    let field = Battlefield::of(*view);
    let foes = field.stands(attacker) && field.stands(at) && view.side_of(attacker) != view.side_of(at);
    if !foes {
        return None;
    }
    if field.contacts(attacker).iter().any(|c| c.enemy == at) {
        let (own, other) = (Stand::of(field, attacker), Stand::of(field, at));
        return Some(of_melee(field, &melee(field, (attacker, &own), (at, &other))));
    }
    if field.engaged(attacker) {
        return None;
    }
    if let Some((cite, says)) = no_melee(field, attacker, at) {
        let outcomes = ["win", "break"].map(|what| OddsOutcome { what: Word(what), cases: 1, of: 1 });
        let note = Note { cite, says, words: vec![(Word("who"), Arg::Of(Ref::Unit(at)))] };
        return Some(odds(attacker, at, outcomes.to_vec(), [Tally::default(), Tally::default()], vec![note]));
    }
    let (own, other) = arriving(field, attacker, at, from)?;
    Some(of_melee(field, &melee(field, (attacker, &own), (at, &other))))
}

/// How the melee between the attacker and that target goes round by round: the present one, or the one if it came into
/// contact with that edge.
pub fn forecast(view: &View, attacker: UnitId, at: UnitId, upon: Edge) -> Option<Forecast> {
    let field = Battlefield::of(*view);
    let foes = field.stands(attacker) && field.stands(at) && view.side_of(attacker) != view.side_of(at);
    if !foes {
        return None;
    }
    if field.contacts(attacker).iter().any(|c| c.enemy == at) {
        let (own, other) = (Stand::of(field, attacker), Stand::of(field, at));
        return Some(rounds(&melee(field, (attacker, &own), (at, &other)), false));
    }
    if field.engaged(attacker) || !may_charge(field, attacker, at, upon) {
        return None;
    }
    let slips = evade::may(field, at);
    if no_melee(field, attacker, at).is_some() {
        return Some(Forecast::overrun(slips));
    }
    let (own, other) = coming_upon(field, attacker, at, upon)?;
    Some(rounds(&melee(field, (attacker, &own), (at, &other)), slips))
}

/// C5: skirmishers may charge formed troops only if those are engaged, and not on their front.
fn may_charge(field: Battlefield, attacker: UnitId, at: UnitId, upon: Edge) -> bool {
    let (own, other) = (field.kind(attacker), field.kind(at));
    let busy = field.engaged(at) && upon != Edge::Front;
    !own.artillery && (!own.skirmisher || other.skirmisher || other.skirmishers_may_charge || other.artillery || busy)
}

/// The next round of a melee and the later ones. Where a test by chariots comes first, the mean over both results.
pub fn rounds(melee: &Melee, slips: bool) -> Forecast {
    if let Some(party) = melee.untested {
        let chariot = &melee.parties[1 - party];
        let panics = every_case(|dice| panic::panics(dice, chariot.side, chariot.unit)).share(|p| *p) as f32;
        return rounds(&melee.tested(false), slips).mixed(rounds(&melee.tested(true), slips), panics);
    }
    // The dice of every melee fall in the same ways, so the cases are enumerated once.
    static THROWS: OnceLock<Spread<[i32; 2]>> = OnceLock::new();
    let throws = THROWS.get_or_init(|| every_case(|dice| melee.faces(dice)));
    let sums = melee.tallies().map(|tally| tally.total());
    let lost = |faces: &[i32; 2]| loser([sums[0] + faces[0], sums[1] + faces[1]]);
    let [lose, win] = [0, 1].map(|party| throws.share(|faces| lost(faces) == Some(party)) as f32);
    let round = |melee: &Melee| {
        let mut blows = RoundOdds::default();
        match melee.harm(1) {
            Harm::Loss(n) | Harm::Depth(n) => (blows.win, blows.deals) = (win, n),
            Harm::Impetus | Harm::Flanked => blows.breaks = win,
        }
        match melee.harm(0) {
            Harm::Loss(n) | Harm::Depth(n) => (blows.lose, blows.takes) = (lose, n),
            Harm::Impetus | Harm::Flanked => blows.broken = lose,
        }
        blows
    };
    let later = Melee { first_round: false, ..melee.clone() };
    Forecast { first: round(melee), later: round(&later), slips }
}

/// The rule by which a charge removes the target without a melee, and the sentence for it (X1, X4).
fn no_melee(field: Battlefield, attacker: UnitId, at: UnitId) -> Option<(Cite, Word)> {
    let (own, other) = (field.kind(attacker), field.kind(at));
    if other.skirmisher && own.massed && !footing::difficult(field, &field.print(at)) {
        return Some((Cite("X1"), Word("would-disperse")));
    }
    let overrun = other.removed_when_touched && !own.skirmisher && !own.artillery;
    overrun.then_some((Cite("X4"), Word("would-overrun")))
}

/// Both units as they would stand with the contact made.
fn arriving(field: Battlefield, attacker: UnitId, at: UnitId, from: Pose) -> Option<(Stand, Stand)> {
    let placement = field.0.placement_at(attacker, from);
    let print = placement.hull(field.0.roster().base(attacker))?;
    let mut other = Stand::of(field, at);
    let (counts, edge) = side_of_contact(&field.print(attacker), &print, &other.print);
    let made = Contact { enemy: at, edge: Edge::Front, counts: Counts::Front, made: true, rounds: 0 };
    other.contacts.push(Contact { enemy: attacker, edge, counts, made: false, rounds: 0 });
    Some((Stand { print, deep: placement.ranks().deep() > 1, moved: true, contacts: vec![made] }, other))
}

/// Both units as they would stand if the attacker approached that edge straight and stopped at its middle.
pub fn coming_upon(field: Battlefield, attacker: UnitId, at: UnitId, upon: Edge) -> Option<(Stand, Stand)> {
    let mut other = Stand::of(field, at);
    let placement = field.0.placement_at(attacker, other.print.against(upon));
    let print = placement.hull(field.0.roster().base(attacker))?;
    let counts = match upon {
        Edge::Front => Counts::Front,
        Edge::Right | Edge::Left => Counts::Flank,
        Edge::Rear => Counts::Rear,
    };
    let made = Contact { enemy: at, edge: Edge::Front, counts: Counts::Front, made: true, rounds: 0 };
    other.contacts.push(Contact { enemy: attacker, edge: upon, counts, made: false, rounds: 0 });
    Some((Stand { print, deep: placement.ranks().deep() > 1, moved: true, contacts: vec![made] }, other))
}

/// The odds of a melee for its first party.
fn of_melee(field: Battlefield, melee: &Melee) -> Odds {
    let [own, other] = &melee.parties;
    let bp = [own.unit, other.unit].map(|unit| field.bp(unit));
    let cases = every_case(|dice| melee.prospect(dice));
    let loses = |round: &Round, party: usize| round.lost.is_some_and(|(loser, _)| loser == party);
    let breaks =
        |round: &Round, party: usize| round.lost.is_some_and(|(loser, harm)| loser == party && harm.breaks(bp[party]));
    let mut outcomes = vec![
        OddsOutcome::of(Word("win"), &cases, |round| loses(round, 1)),
        OddsOutcome::of(Word("tie"), &cases, |round| round.lost.is_none()),
        OddsOutcome::of(Word("lose"), &cases, |round| loses(round, 0)),
        OddsOutcome::of(Word("break"), &cases, |round| breaks(round, 1)),
        OddsOutcome::of(Word("broken"), &cases, |round| breaks(round, 0)),
    ];
    outcomes.retain(|o| o.cases > 0 || ["win", "tie", "lose"].contains(&o.what.0));
    let panics = melee.untested.map(|party| may_panic(melee, party));
    let notes = [1, 0].into_iter().filter_map(|loser| note(melee, loser)).chain(panics).collect();
    odds(own.unit, other.unit, outcomes, melee.tallies(), notes)
}

/// The remark that the party may panic before the melee, and with which value it would then fight.
fn may_panic(melee: &Melee, party: usize) -> Note {
    let [who, enemy] = [party, 1 - party].map(|n| Arg::Of(Ref::Unit(melee.parties[n].unit)));
    let limit = Arg::Measured(Measured::Count(data().tables.melee.panic.into()));
    let words = vec![(Word("who"), who), (Word("enemy"), enemy), (Word("limit"), limit)];
    Note { cite: Cite("A17.1"), says: Word("may-panic"), words }
}

/// The remark what a loss would do to that party, if more than cost a breakpoint.
fn note(melee: &Melee, loser: usize) -> Option<Note> {
    let (cite, says, lost) = match melee.harm(loser) {
        Harm::Loss(_) => return None,
        Harm::Depth(lost) => (Cite("I5"), Word("outscored-depth"), i32::from(lost)),
        Harm::Impetus => (Cite("I1"), Word("outscored-impetus"), 0),
        Harm::Flanked => (Cite("7.4"), Word("outscored-flanked"), 0),
    };
    let [who, enemy] = [loser, 1 - loser].map(|n| Arg::Of(Ref::Unit(melee.parties[n].unit)));
    let lost = Arg::Measured(Measured::Count(lost));
    Some(Note { cite, says, words: vec![(Word("who"), who), (Word("enemy"), enemy), (Word("lost"), lost)] })
}

fn odds(by: UnitId, at: UnitId, outcomes: Vec<OddsOutcome>, tallies: [Tally; 2], notes: Vec<Note>) -> Odds {
    Odds { by: Ref::Unit(by), at: Ref::Unit(at), outcomes, tallies, simulated: None, notes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Side::{North, South};
    use crate::rules::armati::staged::{Position, Staged};

    fn staged(kind: &str, at: (f32, f32, f32)) -> Staged {
        let position = Position::new()
            .unit(South, "u1", "HI", (36.0, 20.0, 0.0), &[("fv", "(6, 2, 1)")])
            .unit(South, "velites", "SI", (50.0, 20.0, 0.0), &[])
            .unit(North, "enemy", kind, at, &[]);
        position.at("support", &[])
    }

    fn cases(odds: &Odds) -> Vec<(&str, u64)> {
        odds.outcomes.iter().map(|o| (o.what.0, o.cases)).collect()
    }

    fn melee_odds_at(staged: &Staged, at: &str, from: Pose) -> Option<Odds> {
        melee_odds(&staged.field().0, staged.id("enemy"), staged.id(at), from)
    }

    #[test]
    fn a_flank_attack_by_heavies_breaks_at_once() {
        // HC 4 from behind the front line against flank value 2: a difference of 2.
        let staged = staged("HC", (44.4, 17.6, 270.0));
        let odds = melee_odds_at(&staged, "u1", Pose::new(38.4, 17.6, 270.0)).unwrap();
        assert_eq!(cases(&odds), [("win", 26), ("tie", 4), ("lose", 6), ("break", 26)]);
        // With a corner ahead of the front line it strikes the front: HC 4 against HI 6, with impetus.
        let ahead = self::staged("HC", (44.4, 17.7, 270.0));
        let odds = melee_odds_at(&ahead, "u1", Pose::new(38.4, 17.7, 270.0)).unwrap();
        assert_eq!(cases(&odds), [("win", 6), ("tie", 4), ("lose", 26), ("break", 6)]);
    }

    #[test]
    fn a_bout_tells_the_first_round_from_the_later_ones() {
        let staged = staged("HC", (44.4, 17.6, 270.0));
        let (enemy, u1) = (staged.id("enemy"), staged.id("u1"));
        let of = |upon| forecast(&staged.field().0, enemy, u1, upon).unwrap();
        let part = |cases: f32| cases / 36.0;
        // HC 4 against HI 6: with impetus once; a lost round costs the horse 1.
        let front = of(Edge::Front);
        assert_eq!((front.first.breaks, front.first.win, front.first.lose), (part(6.0), 0.0, part(26.0)));
        assert_eq!((front.later.breaks, front.later.win, front.later.takes), (0.0, part(6.0), 1));
        // Against flank value 2 it breaks in every round that it wins.
        let flank = of(Edge::Left);
        assert_eq!((flank.first.breaks, flank.later.breaks), (part(26.0), part(26.0)));
        assert!(!flank.slips);
    }

    #[test]
    fn skirmishers_charge_no_front_and_are_overrun_unless_they_slip_away() {
        let staged = staged("HC", (50.0, 30.0, 180.0));
        let (enemy, velites) = (staged.id("enemy"), staged.id("velites"));
        assert!(forecast(&staged.field().0, velites, enemy, Edge::Front).is_none());
        assert_eq!(forecast(&staged.field().0, enemy, velites, Edge::Front), Some(Forecast::overrun(true)));
    }

    #[test]
    fn skirmishers_in_the_open_are_dispersed() {
        let staged = staged("HC", (50.0, 30.0, 180.0));
        let odds = melee_odds_at(&staged, "velites", Pose::new(50.0, 20.0, 180.0)).unwrap();
        assert_eq!(odds.share(Word("break")), 1.0);
        assert_eq!(odds.notes[0].cite, Cite("X1"));
    }

    #[test]
    fn the_last_breakpoint_counts_as_breaking() {
        let position = Position::new()
            .unit(South, "li", "LI", (36.0, 20.0, 0.0), &[("fv", "(3, 1, 2)"), ("bp", "1")])
            .unit(North, "enemy", "LC", (36.0, 26.0, 180.0), &[("fv", "(2, 0, 0)"), ("bp", "2")]);
        let staged = position.at("support", &[]);
        let odds = melee_odds_at(&staged, "li", Pose::new(36.0, 20.0, 180.0)).unwrap();
        assert_eq!(cases(&odds), [("win", 10), ("tie", 5), ("lose", 21), ("break", 10)]);
    }

    #[test]
    fn friends_and_engaged_attackers_have_no_clash() {
        let staged = staged("HC", (36.0, 20.0, 180.0)).contact("enemy", (36.0, 30.0, 180.0), "u1");
        assert!(melee_odds_at(&staged, "velites", Pose::new(50.0, 20.0, 180.0)).is_none());
        let (u1, velites) = (staged.id("u1"), staged.id("velites"));
        assert!(melee_odds(&staged.field().0, u1, velites, Pose::new(50.0, 20.0, 180.0)).is_none());
        assert!(melee_odds_at(&staged, "u1", Pose::new(0.0, 0.0, 0.0)).is_some(), "the melee it is in");
    }
}
