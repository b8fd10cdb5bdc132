//! One unit in a movement of all (3.2): its order by the tick, and what losses and changes of formation make of the rest.

use bevy::math::Vec2;
use serde::Serialize;

use super::numbers;
use super::stages::{Stage, acts, stages};
use super::written::Order;
use crate::battle::{Change, alter, put};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::moves::form::Formed;
use crate::rules::chainmail::state::{Acts, Changing, UnderWay};
use crate::table::together::{Course, Mover};
use crate::table::{Footprint, Leg, Mil};

/// A unit on its way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moving {
    pub mover: Mover,
    stages: Vec<Stage>,
    /// What its turn counted where its course begins, and the change of formation that was under way there.
    base: Acts,
    changing: UnderWay,
    /// Its centre when the half began (9.5).
    pub from: Vec2,
    /// Whether it charges.
    pub charges: bool,
    /// Whether its order is to march straight ahead.
    pub straight: bool,
}

impl Moving {
    /// A unit at the beginning of its order; none for one that stands.
    pub fn new(field: Battlefield, unit: UnitId, order: &Order) -> Option<Moving> {
        let (stages, allowance) = stages(field, unit, order);
        if stages.is_empty() {
            return None;
        }
        let from = field.print(unit);
        let steps = stages.iter().map(|stage| stage.step).collect();
        let course = Course { from, paid: Mil::ZERO, steps, allowance, ticks: numbers().ticks };
        let straight = order.closes.is_none() && stages.iter().all(|stage| matches!(stage.step.leg, Leg::Ahead(_)));
        Some(Moving {
            mover: Mover::new(unit, field.0.side_of(unit), order.closes.is_some(), course),
            stages,
            base: field.acts(unit),
            changing: field.under_way(unit),
            from: from.centre,
            charges: matches!(order.closes, Some((true, _))),
            straight,
        })
    }

    /// What its turn counts where it stands.
    pub fn acts(&self) -> Acts {
        let acts = acts(self.base, &self.stages, &self.mover.course, self.mover.tick);
        Acts { heading: Some(self.mover.now.heading).filter(|_| self.mover.closes), begun: true, over: true, ..acts }
    }

    /// How far the change of formation is paid.
    fn under_way(&self) -> UnderWay {
        let parts = self.mover.course.parts(self.mover.tick);
        let pays = self.stages.iter().zip(parts).find_map(|(stage, part)| Some((stage, stage.changing?, part)));
        match pays {
            Some((stage, changing, part)) if part > 0.0 => {
                let paid = (f64::from(stage.step.price.0) * part) as i32;
                UnderWay(Some(Changing { paid: Mil(changing.paid.0 + paid), ..changing }))
            }
            _ => self.changing,
        }
    }

    /// What changes of the unit that has come so far.
    pub fn changes(&self, field: Battlefield) -> Vec<Change> {
        let unit = self.mover.unit;
        let mut changes = Vec::new();
        if self.mover.now != field.print(unit) {
            changes.push(put(unit, field.0.placement(unit).with_pose(self.mover.now.pose(), field.size(unit))));
        }
        let (acts, under_way) = (self.acts(), self.under_way());
        if acts != field.acts(unit) {
            changes.push(alter(unit, move |of: &mut Acts| {
                *of = Acts { charged: of.charged, attacked: of.attacked, ..acts }
            }));
        }
        if under_way != field.under_way(unit) {
            changes.push(put(unit, under_way));
        }
        changes
    }

    /// Brings it up to what has become of the unit meanwhile; whether it still moves or stands in the others' way.
    pub fn is_there(&mut self, field: Battlefield, tick: u32) -> bool {
        let unit = self.mover.unit;
        if !field.0.on_table(unit) || field.flight(unit).is_some() || field.acts(unit).refused {
            return false;
        }
        let print = field.print(unit);
        self.mover.stopped |= field.engaged(unit);
        if self.mover.stopped {
            self.mover.now = print;
            return true;
        }
        match self.mover.course.due(tick) {
            Some(nth) if self.is_formed(field, nth) => self.after(nth, print, tick),
            // It waits where there is no room, and its legs are lost.
            Some(_) => self.mover.stopped = true,
            None if print != self.mover.now => self.resumes(print),
            None => {}
        }
        true
    }

    /// Whether the unit stands in the formation that it has paid for.
    fn is_formed(&self, field: Battlefield, nth: usize) -> bool {
        let unit = self.mover.unit;
        let formation = field.formation(unit);
        match self.stages.get(nth).map(|stage| stage.step.leg) {
            Some(Leg::Form(to)) => match Formed::named(to) {
                Some(Formed::Ranks { open }) => formation.open == open,
                Some(Formed::Shape(shape)) => field.under_way(unit).0.is_none() && formation.shape == shape,
                None => false,
            },
            _ => false,
        }
    }

    fn after(&mut self, nth: usize, print: Footprint, tick: u32) {
        self.base = acts(self.base, &self.stages[..=nth], &self.mover.course, tick);
        self.changing = UnderWay(None);
        self.mover.course = self.mover.course.after(nth, print);
        self.stages.drain(..=nth);
        self.mover.now = print;
    }

    /// It goes on from where it stands with fewer figures.
    fn resumes(&mut self, print: Footprint) {
        let tick = self.mover.tick;
        let parts: Vec<f64> = self.mover.course.parts(tick).collect();
        let done = parts.iter().position(|part| *part < 1.0).unwrap_or(parts.len());
        let rest = self.mover.course.resumed(tick, print);
        let is_cut = rest.steps.first().zip(self.stages.get(done)).is_some_and(|(step, stage)| *step != stage.step);
        let counted = if is_cut { done + 1 } else { done };
        self.base = acts(self.base, &self.stages[..counted], &self.mover.course, tick);
        self.stages.drain(..done);
        if let (Some(stage), Some(step), Some(part)) = (self.stages.first_mut(), rest.steps.first(), parts.get(done)) {
            if is_cut {
                stage.inches = Mil(stage.inches.0 - (f64::from(stage.inches.0) * part).round() as i32);
            }
            stage.step = *step;
        }
        self.mover.course = rest;
        self.mover.now = print;
    }
}
