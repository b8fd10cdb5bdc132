//! After a round: the losers retreat (A10.6), both sides fall back from a draw (A10.7), the winners choose (A10.8), and it
//! is fought on where anybody still touches.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::fall_back::FallsBack;
use super::kernel::retreat;
use super::retreats::Retreats;
use super::round::{Fights, over};
use super::winner::Chooses;
use crate::battle::{Arg, DiceHand, Effects, Fact, Job, Measured, Narration, Ref, Truth, alter, alter_one};
use crate::cite::{Cite, Word};
use crate::dice::{Counting, Die, NeedDice, Roll};
use crate::ids::{Side, UnitId};
use crate::rules::ancientmaster::battlefield::Battlefield;
use crate::rules::ancientmaster::casualties::destroyed;
use crate::rules::ancientmaster::data::{Cm, tables};
use crate::rules::ancientmaster::forced::{Slide, Why, bearing, confuse};
use crate::rules::ancientmaster::relocate::away;
use crate::rules::ancientmaster::state::{NextRound, Phase};
use crate::rules::ancientmaster::support::{self, place};
use crate::rules::ancientmaster::troop::Sort;
use crate::table::{Edge, Foot, Footprint, Mil, Touched, contact};

const ROUND: Cite = Cite("A10.2");
const RETREAT: Cite = Cite("A10.6");
const DRAW: Cite = Cite("A10.7");
const ENGINES: Cite = Cite("A12");
/// Directions that differ by no more are one.
const ALIKE: f32 = 0.01;

/// A job: what follows a round, once casualties are taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct After {
    pub units: Vec<UnitId>,
    /// Who has won; none: a draw.
    pub winner: Option<Side>,
    pub difference: i32,
    pub round: u8,
}

/// A job: both sides have fallen back from a draw, or stood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    pub on: Fights,
}

/// A job: the winners of a round choose, one after another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Winners {
    pub units: Vec<UnitId>,
    pub losers: Vec<UnitId>,
    pub round: u8,
    /// All units of the engagement.
    pub all: Vec<UnitId>,
}

impl Job for After {
    const NAME: &'static str = "ancientmaster.after";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(after, self, world)
    }
}

impl Job for Drawn {
    const NAME: &'static str = "ancientmaster.drawn";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(after_draw, self, world)
    }
}

impl Job for Winners {
    const NAME: &'static str = "ancientmaster.winners";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(winners, self, world)
    }
}

/// The units of a side in an engagement that are still on the table.
fn left(field: Battlefield, units: &[UnitId], side: Side) -> Vec<UnitId> {
    units.iter().copied().filter(|unit| field.0.side_of(*unit) == side && field.0.on_table(*unit)).collect()
}

pub fn after(InRef(job): InRef<After>, truth: Truth, dice: DiceHand) -> Effects {
    let field = Battlefield::of(truth.view());
    let [north, south] = Side::BOTH.map(|side| left(field, &job.units, side));
    // One side wholly destroyed has lost (A10.2).
    let winner = match (north.is_empty(), south.is_empty()) {
        (true, true) => return Effects::pop(),
        (true, false) => Some(Side::South),
        (false, true) => Some(Side::North),
        (false, false) => job.winner,
    };
    let on = Fights { units: job.units.clone(), round: job.round + 1 };
    let Some(winner) = winner else { return drawn(field, job, on, [north, south], &dice) };
    let (won, lost) = if winner == Side::North { (north, south) } else { (south, north) };
    let counted = job.units.iter().filter(|unit| field.0.side_of(**unit) != winner).count();
    let far = Cm(retreat(job.difference, counted) as f32);
    let next = Winners { units: won, losers: lost.clone(), round: job.round, all: job.units.clone() };
    let mut effects = Effects::become_job(next);
    if job.winner != Some(winner) {
        let gone = Fact::new(ROUND, Narration::Said(Word("all-destroyed")));
        effects = effects.fact(gone.word(Word("who"), Arg::Of(Ref::Side(winner.other()))));
    }
    let (mut going, mut torn) = (Vec::new(), Vec::new());
    for unit in lost {
        if field.troop(unit).sort() == Sort::Artillery {
            effects = destroyed(field, unit, ENGINES, Word("overrun"), effects);
            continue;
        }
        let told = Fact::new(RETREAT, Narration::Said(Word("must-retreat")))
            .word(Word("who"), Arg::Of(Ref::Unit(unit)))
            .word(Word("way"), Arg::Measured(Measured::Length(far.mil())))
            .change(alter(unit, move |next: &mut NextRound| (next.retreated, next.open) = (far.mil().0, true)))
            .change(alter_one(|phase: &mut Phase| phase.retreats = None));
        effects = effects.fact(told);
        let ways = directions(field, unit, &job.units);
        let slide = Slide::new(unit, ways.first().copied().unwrap_or(Vec2::Y), far.pace(), Why::Retreat);
        if ways.len() > 1 {
            torn.push((unit, ways.into_iter().map(bearing).collect()));
        }
        going.push(Slide { fight: job.units.clone(), ..slide });
    }
    effects.push(Retreats { going, torn })
}

/// The direction in which a unit retreats (A10.6): the first of those that it may choose.
pub fn direction(field: Battlefield, unit: UnitId, all: &[UnitId]) -> Vec2 {
    directions(field, unit, all).first().copied().unwrap_or(Vec2::Y)
}

/// The directions in which a unit may retreat (A10.6): away from the edge that most enemy stands touch, of the stand that
/// most of them touch; a pure supporter as a unit that it supports; nobody touching any more, away from the closest enemy
/// of the engagement. Several where as many touch one edge as another: its owner chooses (W138).
pub fn directions(field: Battlefield, unit: UnitId, all: &[UnitId]) -> Vec<Vec2> {
    let own = by_contacts(field, unit);
    if !own.is_empty() {
        return own;
    }
    let mut of_others: Vec<Vec2> = Vec::new();
    for of in support::of_unit(field, unit).into_iter().map(|support| support.of.unit).filter(|of| *of != unit) {
        for way in by_contacts(field, of) {
            if of_others.iter().all(|known| known.distance(way) >= ALIKE) {
                of_others.push(way);
            }
        }
    }
    if !of_others.is_empty() {
        return of_others;
    }
    let side = field.0.side_of(unit);
    let foes = |of: &&UnitId| field.0.side_of(**of) != side && field.0.on_table(**of);
    let mut enemies: Vec<UnitId> = all.iter().filter(foes).copied().collect();
    if enemies.is_empty() {
        enemies = field.side(side.other()).collect();
    }
    let far = |pair: &(&Foot, &Foot)| crate::table::measure::distance(&pair.0.print, &pair.1.print);
    let nearest = enemies.iter().filter_map(|enemy| field.nearest_stands(unit, *enemy));
    vec![match nearest.min_by(|a, b| far(a).total_cmp(&far(b))) {
        Some((stand, other)) => away(&stand.print, &other.print),
        None => -field.feet(unit).first().map_or(Vec2::Y, |foot| foot.print.forward()),
    }]
}

/// Away from the edges that most enemy stands touch.
fn by_contacts(field: Battlefield, unit: UnitId) -> Vec<Vec2> {
    let side = field.0.side_of(unit);
    let mut counted: Vec<(Vec2, usize)> = Vec::new();
    let touching = |foot: &Foot| field.touched_by(side, &foot.print).count();
    let most = field.feet(unit).iter().map(touching).max().unwrap_or(0);
    if most == 0 {
        return Vec::new();
    }
    let alike = field.feet(unit).windows(2).all(|pair| pair[0].print.heading == pair[1].print.heading);
    // Where its stands face otherwise, the one that most enemies touch decides.
    let decides = |foot: &&Foot| alike || touching(foot) == most;
    for foot in field.feet(unit).iter().filter(decides) {
        let mut of_stand: Vec<(Vec2, usize)> = Vec::new();
        for enemy in field.touched_by(side, &foot.print) {
            let outward = touched_edge(&foot.print, &enemy.print);
            let counted = if alike { &mut counted } else { &mut of_stand };
            match counted.iter_mut().find(|(known, _)| known.distance(outward) < ALIKE) {
                Some((_, count)) => *count += 1,
                None => counted.push((outward, 1)),
            }
        }
        // Of several stands that as many touch, each has its own say.
        let least = of_stand.iter().map(|(_, count)| *count).max().unwrap_or(0);
        for (outward, _) in of_stand.into_iter().filter(|(_, count)| *count == least) {
            if counted.iter().all(|(known, _)| known.distance(outward) >= ALIKE) {
                counted.push((outward, 1));
            }
        }
    }
    let most = counted.iter().map(|(_, count)| *count).max().unwrap_or(0);
    counted.into_iter().filter(|(_, count)| *count == most).map(|(outward, _)| -outward).collect()
}

/// The direction out of the edge that an enemy touches; at a corner, of the edge that is parallel to his front.
fn touched_edge(stand: &Footprint, enemy: &Footprint) -> Vec2 {
    if let (Some(touch), Some(_)) = (contact(stand, enemy), place(stand, enemy))
        && let Touched::Edge(edge) = touch.of
        && touch.length > tables().measure.aside.inches()
    {
        return stand.outward(edge);
    }
    let against = |edge: &Edge| stand.outward(*edge).dot(-enemy.forward());
    let edge = Edge::ALL.into_iter().max_by(|a, b| against(a).total_cmp(&against(b))).unwrap_or(Edge::Front);
    stand.outward(edge)
}

/// How far a side may fall back: three dice.
///
/// # Errors
/// When a die is not known yet.
pub fn fall_back_roll(roll: &mut impl Roll, side: Side) -> Result<i32, NeedDice> {
    let die = Die::d6(side, None, Word("fall-back"));
    roll.together(tables().combat.fall_back.into(), Counting::Sum, die)?;
    let mut sum = 0;
    for _ in 0..tables().combat.fall_back {
        sum += i32::from(roll.die(die)?);
    }
    Ok(sum)
}

/// A draw: each side rolls how far it may fall back, and its units do so in turn (A10.7). A die says who begins.
fn drawn(field: Battlefield, job: &After, on: Fights, sides: [Vec<UnitId>; 2], dice: &DiceHand) -> Effects {
    let mut roller = dice.roller();
    let rolled = (|| {
        let falls = [fall_back_roll(&mut roller, Side::North)?, fall_back_roll(&mut roller, Side::South)?];
        let first = roller.die(Die { sides: 6, by: None, who: None, why: Word("who-first") })?;
        Ok::<_, NeedDice>((falls, first))
    })();
    let (falls, first) = match rolled {
        Ok(rolled) => rolled,
        Err(need) => return Effects::need(need),
    };
    let active = field.0.clock().side.unwrap_or(Side::North);
    let begins = if first <= tables().combat.first_half { active } else { active.other() };
    let told = Fact::new(DRAW, Narration::Said(Word("both-fall-back")))
        .word(Word("who"), Arg::Of(Ref::Side(begins)))
        .dice(roller.rolled())
        .change(alter_one(move |phase: &mut Phase| (phase.falls, phase.stood) = (falls.map(Some), Vec::new())));
    let effects = Effects::become_job(Drawn { on }).fact(told);
    let [own, other] = [begins, begins.other()].map(|side| sides[side.index()].clone());
    let mut order: Vec<UnitId> = Vec::new();
    for n in 0..own.len().max(other.len()) {
        order.extend(own.get(n).copied());
        order.extend(other.get(n).copied());
    }
    order.into_iter().rev().fold(effects, |effects, unit| {
        effects.push(FallsBack { unit, bearing: bearing(direction(field, unit, &job.units)), draw: true })
    })
}

/// Who still touches after a draw is confused and fights another round; where all of them stand by choice, they stay
/// engaged, and nothing more comes of it in this phase (A10.7).
pub fn after_draw(InRef(job): InRef<Drawn>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let there = job.on.units.iter().copied().filter(|unit| field.0.on_table(*unit));
    let touching: Vec<UnitId> = there.filter(|unit| field.touches_enemy(*unit)).collect();
    let stood = |unit: &UnitId| field.phase().stood.contains(unit);
    if !touching.is_empty() && touching.iter().all(stood) {
        return Effects::pop().fact(over(&job.on, true, &touching));
    }
    let effects = Effects::become_job(job.on.clone());
    touching.into_iter().fold(effects, |effects, unit| confuse(field, unit, Cite("A9.1"), effects))
}

pub fn winners(InRef(job): InRef<Winners>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let on = Fights { units: job.all.clone(), round: job.round + 1 };
    let there: Vec<UnitId> = job.units.iter().copied().filter(|unit| field.0.on_table(*unit)).collect();
    // In their owner's order; the nearest to those who retreat are offered first.
    let losers: Vec<UnitId> = job.losers.iter().copied().filter(|unit| field.0.on_table(*unit)).collect();
    let far = |unit: &UnitId| losers.iter().filter_map(|of| field.distance(*unit, *of)).fold(f32::INFINITY, f32::min);
    let mut order = there;
    order.sort_by_key(|unit| (Mil::measured(far(unit)), *unit));
    Effects::become_job(on).push(Chooses { units: order, losers })
}

/// A length in centimetres as whole millimetres of the table's own unit.
pub fn centimetres(n: i32) -> Mil {
    Cm(n as f32).pace()
}
