//! Candidate marches, computed from the offer alone: where a body would end after the turns and distances that it may
//! choose from, and whom it would meet. The judge is asked only about the best of them.

use std::collections::VecDeque;

use bevy::math::{Vec2, ops};
use smallvec::SmallVec;

use super::sight::{Party, Seen, Sight};
use crate::battle::{Action, Choice, LEGS, Offer, Param, Range, Ref, Value};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::table::measure::{distance, overlap};
use crate::table::slide::meets;
use crate::table::{Cdeg, Edge, Footprint, Leg, Mil, Wheel, turned as turned_vector};

/// How many turns are tried to either side, as equal parts of the largest, and how many distances, as equal parts of the
/// farthest.
const NEAR_PARTS: i32 = 4;
/// The same for a body that is far from every enemy.
const FAR_PARTS: i32 = 2;
/// A body is far when the next enemy is so many moves away.
const FAR_MOVES: f32 = 2.5;
/// Units this near are in contact, inches.
const TOUCHING: f32 = 0.011;
/// Who would go somewhere farther off the way that he looks may face first, radians.
const ASIDE: f32 = std::f32::consts::FRAC_PI_4;
/// How far short of a friend a march stops, inches.
const SHORT: f32 = 0.1;
/// How far ahead of its neighbours a unit of a body may be, inches on the scale where foot moves six.
const AHEAD: f32 = 1.5;

/// Where each unit of a body would stand.
pub type Ends = SmallVec<[(UnitId, Footprint); 6]>;

/// A march that might be ordered.
#[derive(Clone, Debug)]
pub struct March {
    pub action: Action,
    pub ends: Ends,
    /// Which unit would come into contact with which enemy.
    pub meets: SmallVec<[(UnitId, UnitId); 4]>,
    /// Enemies that the march would overrun on its way, i.e. that are lost when reached.
    pub sweeps: SmallVec<[UnitId; 2]>,
}

/// Those who may march, the nearest to the enemy first, so that those behind can follow.
pub fn sequence(sight: &Sight, offer: &Offer) -> VecDeque<Party> {
    let mut bodies: Vec<(f32, Party)> = Vec::new();
    for choice in offer.choices.iter().filter(|c| super::is_march(c)) {
        let who = Party::from_slice(&choice.action.who);
        if who.is_empty() || bodies.iter().any(|(_, b)| *b == who) {
            continue;
        }
        let near = sight.own().filter(|s| s.is_of(&who)).map(|s| sight.to_enemy(s));
        bodies.push((near.fold(f32::INFINITY, f32::min), who));
    }
    // A group comes before each of its members alone.
    bodies.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.len().cmp(&a.1.len())));
    bodies.into_iter().map(|(_, who)| who).collect()
}

/// The marches that a body might make. If it wants to reach the place `to`, some of them lead there.
pub fn of(sight: &Sight, offer: &Offer, who: &[Ref], to: Option<Vec2>) -> Vec<March> {
    let units: SmallVec<[&Seen; 6]> = sight.own().filter(|s| s.is_of(who)).collect();
    let mut marches = Vec::new();
    let parts = if is_far(sight, &units) { FAR_PARTS } else { NEAR_PARTS };
    for choice in offer.choices.iter().filter(|c| super::is_march(c) && c.action.who == who) {
        Reckoner { sight, choice, units: &units, to, parts }.all(&mut marches);
    }
    if let [own] = units[..]
        && offer.in_pieces
        && let Some(goal) = aside(sight, own, to)
    {
        for choice in offer.choices.iter().filter(|c| c.action.who == who) {
            if let [Leg::Face(_)] = choice.action.legs() {
                Reckoner { sight, choice, units: &units, to, parts }.faced_first(goal, &mut marches);
            }
        }
    }
    marches
}

/// The place that a unit wants to come to, if it does not look that way: the one that it is ordered to, or the next on its
/// way to the nearest enemy.
fn aside(sight: &Sight, own: &Seen, to: Option<Vec2>) -> Option<Vec2> {
    let way = |enemy: &Seen| distance(&own.print, &enemy.print);
    let nearest = || {
        let foes = sight.enemies().filter(|enemy| !enemy.is_slight());
        let enemy = foes.min_by(|a, b| way(a).total_cmp(&way(b)))?;
        let near = own.print.half_depth + enemy.print.radius;
        let round = sight.detour(own, own.print.centre, enemy.print.centre, near);
        Some(round.map_or(enemy.print.centre, |round| round.next))
    };
    let goal = to.or_else(nearest)?;
    (off(&own.print, goal) > ASIDE).then_some(goal)
}

/// How far off the way that it looks a place lies, radians.
fn off(print: &Footprint, to: Vec2) -> f32 {
    print.forward().angle_to(to - print.centre).abs()
}

/// Whether no enemy is so near that a body could meet him soon.
fn is_far(sight: &Sight, units: &[&Seen]) -> bool {
    let far = |own: &Seen, enemy: &Seen| {
        let reach = own.print.radius + enemy.print.radius + FAR_MOVES * own.pace.max(enemy.pace);
        own.print.centre.distance_squared(enemy.print.centre) > reach * reach
    };
    units.iter().all(|own| sight.enemies().all(|enemy| far(own, enemy)))
}

/// The march that this very action leads to.
pub fn as_said(sight: &Sight, choice: &Choice, action: &Action) -> March {
    let units: SmallVec<[&Seen; 6]> = sight.own().filter(|s| s.is_of(&action.who)).collect();
    let mut prints: SmallVec<[Footprint; 6]> = units.iter().map(|u| u.print).collect();
    let mut way = 0.0;
    for leg in action.legs() {
        match *leg {
            Leg::Face(angle) => prints = prints.iter().map(|p| p.faced(angle)).collect(),
            Leg::Wheel(angle) => prints = turned(&prints, angle).0,
            Leg::Ahead(length) => way = length.to_inches(),
            Leg::Slide(angle, length) => prints = prints.iter().map(|p| slid(p, angle, length)).collect(),
            Leg::Form(_) => {}
        }
    }
    let reckoner = Reckoner { sight, choice, units: &units, to: None, parts: NEAR_PARTS };
    let runs: SmallVec<[Run; 6]> =
        units.iter().zip(&prints).map(|(unit, print)| reckoner.run(unit, print, way)).collect();
    let mut marches = Vec::new();
    reckoner.add(action.clone(), &prints, &runs, way, &mut marches);
    marches.swap_remove(0)
}

struct Reckoner<'a, 'w> {
    sight: &'a Sight<'w>,
    choice: &'a Choice,
    units: &'a [&'a Seen],
    /// Where it wants to go, if anywhere.
    to: Option<Vec2>,
    /// How many parts of the largest turn and the farthest way are tried.
    parts: i32,
}

/// How far a unit can go straight ahead.
struct Run {
    /// How far to the first enemy in its way, and which one.
    enemy: Option<(f32, UnitId)>,
    /// How far to the first friend in its way, or to ground that it may not enter.
    stop: f32,
    /// Enemies that it would overrun, and after how many inches each.
    sweeps: SmallVec<[(f32, UnitId); 2]>,
}

impl Reckoner<'_, '_> {
    fn param(&self, name: &'static str) -> Option<&Param> {
        self.choice.params.iter().find(|p| p.name == Word(name))
    }

    fn all(&self, marches: &mut Vec<March>) {
        let about = self.choice.action.legs().iter().find_map(|leg| match leg {
            Leg::Face(angle) => Some(*angle),
            _ => None,
        });
        let faced: SmallVec<[Footprint; 6]> =
            self.units.iter().map(|u| about.map_or(u.print, |angle| u.print.faced(angle))).collect();
        if self.param("slide").is_some() {
            self.aside(&faced, marches);
            return;
        }
        let ahead = self.param("ahead");
        for angle in self.angles() {
            let (prints, price) = turned(&faced, angle);
            if angle != Cdeg::ZERO && self.is_stood_on(&prints) {
                continue;
            }
            let mut action = self.choice.action.clone();
            if let Some(wheel) = self.param("wheel") {
                wheel.put(&mut action, Value::Angle(angle));
            }
            match ahead {
                Some(ahead) => self.onward(&action, ahead, &prints, price, marches),
                None if angle != Cdeg::ZERO || about.is_some() => self.add(action, &prints, &[], 0.0, marches),
                None => {}
            }
        }
    }

    /// Marches that begin with the face of this choice, if the unit then looks nearer to where it wants to go, and go on straight
    /// ahead as far as the judge allows, and by parts of that.
    fn faced_first(&self, goal: Vec2, marches: &mut Vec<March>) {
        let view = &self.sight.view;
        let [own] = self.units else { return };
        let Ok(ruling) = view.judge(&self.choice.action) else { return };
        let faced = ruling.ends.first().and_then(|(unit, pose)| {
            ruling.placement(view, *unit, *pose).hull(view.roster().base(*unit)).filter(|_| *unit == own.unit)
        });
        let Some(print) = faced.filter(|print| off(print, goal) < off(&own.print, goal)) else { return };
        let along = |far: Mil| {
            let legs = self.choice.action.legs().iter().copied().chain([Leg::Ahead(far)]).collect();
            let mut action = self.choice.action.clone();
            action.set(LEGS, Value::Legs(legs));
            action
        };
        let Ok(fitted) = view.fit(&along(Mil::measured(own.pace))) else { return };
        let [Leg::Face(_), Leg::Ahead(most)] = fitted.action.legs()[..] else { return };
        let run = [self.run(own, &print, most.to_inches())];
        for part in 1..=self.parts {
            let way = Mil(most.0 * part / self.parts);
            self.add(along(way), &[print], &run, way.to_inches(), marches);
        }
    }

    /// Whether another unit stands where the body would stand.
    fn is_stood_on(&self, prints: &[Footprint]) -> bool {
        let others = self.sight.units.iter().filter(|u| !self.units.iter().any(|mate| mate.unit == u.unit));
        others.into_iter().any(|u| prints.iter().any(|print| overlap(&u.print, print)))
    }

    /// The turns to try, 0 among them.
    fn angles(&self) -> SmallVec<[Cdeg; 10]> {
        let Some(Range::Angle(low, high)) = self.param("wheel").map(|p| &p.range) else {
            return SmallVec::from_slice(&[Cdeg::ZERO]);
        };
        let of = self.parts;
        let parts = (-of..=of).map(|n| if n < 0 { Cdeg(-low.0 * n / of) } else { Cdeg(high.0 * n / of) });
        let mut angles: SmallVec<[Cdeg; 10]> = parts.collect();
        if let (Some(to), Some(lead)) = (self.to, self.units.first()) {
            let way = to - lead.print.front();
            let bearing = ops::atan2(way.dot(lead.print.right()), way.dot(lead.print.forward()));
            angles.push(Cdeg::measured(bearing.to_degrees()).clamp(*low, *high));
        }
        angles.dedup();
        angles
    }

    /// Marches back, aside or obliquely, by parts of the full distance.
    fn aside(&self, prints: &[Footprint], marches: &mut Vec<March>) {
        let Some(param) = self.param("slide") else { return };
        let Range::Length(_, most) = param.range else { return };
        let slides = |leg: &Leg| if let Leg::Slide(angle, _) = leg { Some(*angle) } else { None };
        let Some(angle) = self.choice.action.legs().iter().find_map(slides) else { return };
        for part in 1..=self.parts {
            let length = Mil(most.0 * part / self.parts);
            let mut action = self.choice.action.clone();
            param.put(&mut action, Value::Length(length));
            let ends: SmallVec<[Footprint; 6]> = prints.iter().map(|p| slid(p, angle, length)).collect();
            if !self.is_stood_on(&ends) {
                self.add(action, &ends, &[], 0.0, marches);
            }
        }
    }

    /// Marches straight ahead: up to each enemy that is met, level with the place it wants to reach, and by parts of
    /// the full distance.
    fn onward(&self, base: &Action, ahead: &Param, prints: &[Footprint], price: Mil, marches: &mut Vec<March>) {
        let Range::Length(_, most) = ahead.range else { return };
        let far = (most - price).max(Mil::ZERO).to_inches();
        let runs: SmallVec<[Run; 6]> =
            self.units.iter().zip(prints).map(|(unit, print)| self.run(unit, print, far)).collect();
        let held = runs.iter().map(|r| r.stop + AHEAD * self.sight.scale).fold(far, f32::min);
        let mut ways: SmallVec<[f32; 10]> = (0..=self.parts).map(|n| far * n as f32 / self.parts as f32).collect();
        ways.extend(runs.iter().filter_map(|r| r.enemy.map(|(at, _)| at)));
        let abreast = self.to.zip(prints.first()).map(|(to, print)| (to - print.front()).dot(print.forward()));
        ways.extend(abreast.filter(|way| (0.0..far).contains(way)));
        for way in &mut ways {
            *way = way.min(held);
        }
        ways.sort_by(f32::total_cmp);
        ways.dedup_by(|a, b| (*a - *b).abs() < 0.05);
        for way in ways {
            let mut action = base.clone();
            // A thousandth more than the distance to the enemy: the march still ends at him.
            ahead.put(&mut action, Value::Length(Mil::up(way).min(most - price).max(Mil::ZERO)));
            self.add(action, prints, &runs, way, marches);
        }
    }

    fn run(&self, unit: &Seen, print: &Footprint, far: f32) -> Run {
        let barred = self.sight.rounds(unit).open(&self.sight.view, print, far);
        let mut run = Run { enemy: None, stop: barred, sweeps: SmallVec::new() };
        let along = print.forward();
        for other in &self.sight.units {
            if self.units.iter().any(|mate| mate.unit == other.unit) {
                continue;
            }
            let reach = far + print.radius + other.print.radius;
            if other.print.centre.distance_squared(print.centre) > reach * reach {
                continue;
            }
            let Some(met) = meets(print, along, &other.print).filter(|met| met.enter <= far + TOUCHING) else {
                continue;
            };
            if other.side == unit.side {
                if !other.passed && !unit.passed {
                    run.stop = run.stop.min((met.enter - SHORT).max(0.0));
                }
                continue;
            }
            match self.sight.forecast(unit.unit, other.unit, Edge::Front) {
                Some(forecast) if forecast.first.breaks >= 1.0 => run.sweeps.push((met.enter, other.unit)),
                Some(_) if run.enemy.is_none_or(|(at, _)| met.enter < at) => {
                    run.enemy = Some((met.enter, other.unit));
                }
                Some(_) => {}
                None => run.stop = run.stop.min((met.enter - SHORT).max(0.0)),
            }
        }
        run
    }

    fn add(&self, action: Action, prints: &[Footprint], runs: &[Run], way: f32, marches: &mut Vec<March>) {
        let mut march = March { action, ends: SmallVec::new(), meets: SmallVec::new(), sweeps: SmallVec::new() };
        for (n, (unit, print)) in self.units.iter().zip(prints).enumerate() {
            if unit.engaged {
                march.ends.push((unit.unit, unit.print));
                continue;
            }
            let Some(run) = runs.get(n) else {
                march.ends.push((unit.unit, *print));
                continue;
            };
            let stop = run.enemy.map_or(f32::INFINITY, |(at, _)| at);
            let gone = way.min(stop).min(run.stop);
            march.ends.push((unit.unit, print.ahead(gone)));
            if let Some((at, enemy)) = run.enemy
                && gone >= at - TOUCHING
            {
                march.meets.push((unit.unit, enemy));
            }
            march.sweeps.extend(run.sweeps.iter().filter(|(at, _)| *at <= gone).map(|(_, enemy)| *enemy));
        }
        marches.push(march);
    }
}

/// A footprint shifted in a direction relative to its heading, which it keeps.
fn slid(print: &Footprint, angle: Cdeg, length: Mil) -> Footprint {
    print.shifted(turned_vector(print.forward(), angle) * length.to_inches())
}

/// A body after a wheel, and what the wheel costs.
fn turned(prints: &[Footprint], angle: Cdeg) -> (SmallVec<[Footprint; 6]>, Mil) {
    let wheel = Wheel::of(prints, angle > Cdeg::ZERO).filter(|_| angle != Cdeg::ZERO);
    match wheel {
        Some(wheel) => (prints.iter().map(|p| wheel.turned(p, angle)).collect(), wheel.price(angle)),
        None => (prints.iter().copied().collect(), Mil::ZERO),
    }
}
