//! Evading by initiative (A6.4, W89, W129): straight away from the closest enemy that is seen, as a block, or formed anew
//! about the stand that goes first.

use bevy::ecs::system::InRef;
use bevy::ecs::world::World;
use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::battlefield::Battlefield;
use super::data::tables;
use super::forced::{bearing, confuse, direction};
use super::formation::{Formation, drawn_about, full_pace};
use super::relocate::{Relocation, away};
use super::support::engaged;
use super::terrain::may_enter;
use super::ways::{Going, Kind, on_road, ways_past};
use crate::battle::{
    Action, Arg, Effects, Fact, Job, Narration, Param, Range, Ref, Refusal, Takes, Truth, Value, alter, plain,
};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::ancientmaster::state::Acts;
use crate::table::measure::{TOUCH, overlap, range, within};
use crate::table::{Cdeg, Foot, Footprint, Mil, Piece, Pose, slide, turned};

pub const GO: Word = Word("go");
pub const FROM: Word = Word("from");
pub const FIRST: Word = Word("first");
pub const INTO: Word = Word("into");
pub const TURN: Word = Word("turn");
const RULE: Cite = Cite("A6.4");
/// Lines that differ by no more count as one.
const ALIKE: Cdeg = Cdeg(100);
/// How much shorter an evade is tried where the whole of it ends badly, inches.
const STEP: f32 = 0.1;

/// What the owner of a unit that evades may say: how far it goes, away from which of equally close enemy stands, and how it
/// faces and is formed at the end; what he does not say is as far as it can, the first, and as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    pub go: Option<Mil>,
    pub from: Option<(UnitId, u8)>,
    /// Which of its own equally close stands goes first.
    pub first: Option<u8>,
    pub into: Option<Formation>,
    pub turn: Cdeg,
}

/// An evade as it would be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub unit: UnitId,
    /// The stand that is nearest to the enemy, and the line along which it goes.
    pub line: (u8, Cdeg),
    pub far: Mil,
    /// The poses on the way of each stand.
    pub along: Vec<Vec<Pose>>,
    /// Friends it bursts through.
    pub through: Vec<UnitId>,
}

/// A line along which a unit may evade: its stand that is nearest, the enemy's, and the direction away.
pub type Line = (u8, (UnitId, u8), Cdeg);

/// A job: a unit evades, along a line that was fixed before (W3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evades {
    pub unit: UnitId,
    pub line: Option<(u8, Cdeg)>,
    pub how: How,
}

impl Job for Evades {
    const NAME: &'static str = "ancientmaster.evades";

    fn effects(&self, world: &mut World) -> Effects {
        Effects::from_system(evades, self, world)
    }
}

impl How {
    /// What an action says.
    pub fn of(action: &Action) -> How {
        let from = match action.refs(FROM) {
            [Ref::Base(unit, base)] => Some((*unit, *base)),
            _ => None,
        };
        let first = match action.refs(FIRST) {
            [Ref::Base(_, base)] => Some(*base),
            _ => None,
        };
        let into = action.word(INTO).and_then(|word| Formation::named(word.0));
        let turn = if let Some(Value::Angle(turn)) = action.value(TURN) { *turn } else { Cdeg::ZERO };
        How { go: action.length(GO), from, first, into, turn }
    }

    /// Whether an action says nothing else, and nothing that is no evade.
    pub fn is_said_by(action: &Action, but: &[Word]) -> bool {
        action.with.iter().filter(|(name, _)| !but.contains(name)).all(|(name, value)| match (*name, value) {
            (GO, Value::Length(_)) => true,
            (FIRST, Value::Refs(refs)) => matches!(refs[..], [Ref::Base(of, _)] if action.who == [Ref::Unit(of)]),
            (FROM, Value::Refs(refs)) => matches!(refs[..], [Ref::Base(..)]),
            (INTO, Value::Name(word)) => Formation::named(word.0).is_some_and(|of| Formation::DRAWN_UP.contains(&of)),
            (TURN, Value::Angle(turn)) => (-Cdeg::HALF..=Cdeg::HALF).contains(turn),
            _ => false,
        })
    }
}

impl How {
    /// What is wrong with an action that says no evade; it needs those values besides what is said of the evade.
    pub fn refusal(action: &Action, needs: &[(Word, Takes)]) -> Refusal {
        let may = [
            (GO, Takes::Length),
            (FROM, Takes::Stand),
            (FIRST, Takes::Stand),
            (INTO, Takes::Name),
            (TURN, Takes::Angle),
        ];
        let turn = Param::panel(TURN, Range::Angle(-Cdeg::HALF, Cdeg::HALF));
        for (name, value) in &action.with {
            let wrong = match (*name, value) {
                (INTO, Value::Name(word)) => Formation::ordered(RULE, INTO, *word).err(),
                (TURN, Value::Angle(_)) => plain::within(&turn, value).err(),
                (FIRST, Value::Refs(refs)) => match refs[..] {
                    [of @ Ref::Base(unit, _)] if action.who != [Ref::Unit(unit)] => {
                        Some(Refusal::for_others(RULE, FIRST, &[of], action.who.iter().copied()))
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some(wrong) = wrong {
                return wrong;
            }
        }
        Refusal::values(RULE, action, needs, &may)
    }
}

impl Plan {
    /// The move.
    pub fn relocation(&self) -> Relocation {
        let along = self.along.clone();
        Relocation { unit: self.unit, along, cite: RULE, says: Word("evades"), leaves: true, charges: false }
    }
}

/// The lines straight away from the closest stands of those enemies: several only where stands are equally close and their
/// lines differ (A6.4).
pub fn lines(field: Battlefield, unit: UnitId, from: &[UnitId]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for line in all_lines(field, unit, from) {
        if lines.iter().all(|(.., known)| known.between(line.2) > ALIKE) {
            lines.push(line);
        }
    }
    lines
}

/// The lines away from the closest stands, one for each pair of stands that are equally close.
fn all_lines(field: Battlefield, unit: UnitId, from: &[UnitId]) -> Vec<Line> {
    let enemies = || from.iter().flat_map(|enemy| field.feet(*enemy));
    let pairs: Vec<(&Foot, &Foot, Mil)> = field
        .feet(unit)
        .iter()
        .flat_map(|foot| enemies().map(move |other| (foot, other, range(&foot.print, &other.print))))
        .collect();
    let least = pairs.iter().map(|(.., far)| *far).min().unwrap_or_default() + Mil(1);
    let line = |(foot, other, _): (&Foot, &Foot, Mil)| {
        (foot.base, (other.unit, other.base), bearing(away(&foot.print, &other.print)))
    };
    pairs.into_iter().filter(|(.., far)| *far <= least).map(line).collect()
}

/// The evade from the closest of those enemies, if there is one: along the line that is named, else the first along which it
/// can.
pub fn plan(field: Battlefield, unit: UnitId, from: &[UnitId], how: How) -> Option<Plan> {
    let all = how.first.is_some() || how.from.is_some();
    let lines = if all { all_lines(field, unit, from) } else { lines(field, unit, from) };
    let named = |line: &&Line| how.from.is_none_or(|of| of == line.1) && how.first.is_none_or(|of| of == line.0);
    lines.iter().filter(named).find_map(|(stand, _, line)| along(field, unit, (*stand, *line), how))
}

/// The longest evade along a line, or the one that goes just so far.
fn along(field: Battlefield, unit: UnitId, line: (u8, Cdeg), how: How) -> Option<Plan> {
    let way = direction(line.1);
    let full = full_pace(field.troop(unit).sort()).pace();
    let formed = how.into.is_some() || how.turn != Cdeg::ZERO;
    // Who forms anew goes behind its closest stand; the others need not all go straight.
    let going: Vec<&Foot> = field.feet(unit).iter().filter(|foot| !formed || foot.base == line.0).collect();
    let most = hindrance(field, unit, &going, way, full.to_inches());
    let least = tables().evade.least.inches();
    if let Some(go) = how.go {
        let far = go.to_inches();
        return (least - 0.001..=most + 0.001).contains(&far).then(|| lands(field, unit, line, go, how))?;
    }
    // The farthest end that keeps away from enemies and clears every friend it bursts through.
    let step = if formed { STEP * 5.0 } else { STEP };
    let steps = (most / step) as i32;
    let mut tries = (0..=steps).map(|n| most - n as f32 * step).take_while(|far| *far >= least);
    tries.find_map(|far| lands(field, unit, line, Mil::down(far), how))
}

/// How far it goes before an enemy, an engaged friend, closed ground or the edge is in the way.
fn hindrance(field: Battlefield, unit: UnitId, going: &[&Foot], way: Vec2, reach: f32) -> f32 {
    let (side, sort) = (field.0.side_of(unit), field.troop(unit).sort());
    let mut most = reach;
    for foot in going {
        let hard =
            |other: &Foot| other.unit != unit && (field.0.side_of(other.unit) != side || engaged(field, other.unit));
        if let Some(hit) = slide::hits(field.0.layout(), &foot.print, way, most, hard).first() {
            most = most.min(hit.at);
        }
        most = most.min(slide::to_table_edge(field.0.ground(), &foot.print, way) - 0.001);
        let closed = |piece: &&Piece| !may_enter(sort, piece) && !on_road(field, foot.print.centre);
        for piece in field.0.ground().pieces().iter().filter(closed) {
            if let Some((enter, _)) = piece.passages(&foot.print, way, most).first() {
                most = most.min(enter - 0.001);
            }
        }
    }
    most.max(0.0)
}

/// The evade that goes just so far, if it may end there: far enough from every enemy and combat, clear of all friends.
fn lands(field: Battlefield, unit: UnitId, line: (u8, Cdeg), far: Mil, how: How) -> Option<Plan> {
    let (size, by) = (field.size(unit), direction(line.1) * far.to_inches());
    let slid: Vec<Footprint> = field.prints(unit).iter().map(|print| print.shifted(by)).collect();
    let lead = usize::from(line.0);
    let formed = how.into.is_some() || how.turn != Cdeg::ZERO;
    let poses: Vec<Pose> = match how.into {
        Some(form) => drawn_about(size, &field.prints(unit), form, (lead, slid[lead].faced(how.turn))),
        None => {
            let turned = |print: &Footprint| {
                let at = slid[lead].centre + turned(print.centre - slid[lead].centre, how.turn);
                print.faced(how.turn).shifted(at - print.centre).pose()
            };
            slid.iter().map(turned).collect()
        }
    };
    let ends: Vec<Footprint> = poses.iter().map(|pose| size.base(*pose)).collect();
    let through = clears(field, unit, &ends, (lead, by, formed))?;
    let along = if formed {
        let full = full_pace(field.troop(unit).sort()).pace();
        let going = [Going { unit, ends: poses }];
        let found = ways_past(field, &going, &through, |_| full, Kind::Evade).ok()?;
        found.along.into_iter().next()?.1
    } else {
        field.poses(unit).into_iter().zip(poses).map(|(from, to)| vec![from, to]).collect()
    };
    Some(Plan { unit, line, far, along, through })
}

/// The friends that a unit bursts through that ends there, if it keeps away from enemies and combats and clears every friend
/// completely (A6.4). One that forms anew bursts through them where its closest stand does.
fn clears(
    field: Battlefield,
    unit: UnitId,
    ends: &[Footprint],
    (lead, by, formed): (usize, Vec2, bool),
) -> Option<Vec<UnitId>> {
    let side = field.0.side_of(unit);
    let gap = tables().evade.gap.gap();
    for print in ends {
        for other in field.0.layout().around(print, gap.to_inches() + 0.1).filter(|other| other.unit != unit) {
            let keeps = field.0.side_of(other.unit) != side || engaged(field, other.unit);
            if (keeps && within(print, &other.print, Mil(gap.0 - 1))) || overlap(print, &other.print) {
                return None;
            }
        }
    }
    let (way, far) = (by.normalize_or_zero(), by.length());
    let mut through = Vec::new();
    for foot in field.feet(unit).iter().filter(|foot| !formed || usize::from(foot.base) == lead) {
        let met = slide::hits(field.0.layout(), &foot.print, way, far, |other| other.unit != unit);
        through.extend(met.iter().map(|hit| hit.unit));
    }
    through.sort_unstable();
    through.dedup();
    // Only whom it clears completely does it burst through: who is still touched would be in the way.
    let touched = |of: &UnitId| field.feet(*of).iter().any(|o| ends.iter().any(|p| within(p, &o.print, TOUCH)));
    if through.iter().any(touched) { None } else { Some(through) }
}

pub fn evades(InRef(job): InRef<Evades>, truth: Truth) -> Effects {
    let field = Battlefield::of(truth.view());
    let unit = job.unit;
    let plan = match job.line {
        Some(line) => along(field, unit, line, job.how),
        None => {
            let reach = tables().command.initiative.range().to_inches();
            let look = if field.has(unit, super::troop::Tag::AllRound) {
                super::sight::Look::Evade
            } else {
                super::sight::Look::Charge
            };
            plan(field, unit, &super::sight::closest_seen(field, unit, look, reach), job.how)
        }
    };
    let told =
        Fact::new(Cite("A5.1"), Narration::Said(Word("by-initiative"))).word(Word("who"), Arg::Of(Ref::Unit(unit)));
    let effects = Effects::pop().fact(told.change(alter(unit, |acts: &mut Acts| acts.initiative = true)));
    let Some(plan) = plan else { return effects };
    let effects = plan.relocation().apply(field, effects);
    plan.through.iter().fold(effects, |effects, friend| confuse(field, *friend, Cite("A9.1"), effects))
}
