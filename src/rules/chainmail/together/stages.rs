//! An order as the ticks carry it out (3.2): its legs in pieces that cost the same all along, and what a part of them counts
//! for a unit's turn.

use serde::{Deserialize, Serialize};

use super::written::Order;
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::ground::bands;
use crate::rules::chainmail::moves::charge::{goes, runs_on};
use crate::rules::chainmail::moves::form;
use crate::rules::chainmail::moves::plan::{Plan, go};
use crate::rules::chainmail::shape::Shape;
use crate::rules::chainmail::state::{Acts, Changing};
use crate::table::together::{Course, Step};
use crate::table::{Cdeg, Leg, Mil, turned};

/// A piece of an order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    pub step: Step,
    /// Inches of its path, whatever they cost.
    pub inches: Mil,
    pub climbs: bool,
    /// The change of formation that it pays for, as it stood before.
    pub changing: Option<Changing>,
}

impl Stage {
    fn of(leg: Leg, price: Mil, inches: Mil) -> Stage {
        Stage { step: Step { leg, price, at_once: false }, inches, climbs: false, changing: None }
    }
}

/// What has been worked out so far.
struct Pieces<'a> {
    field: Battlefield<'a>,
    plan: Plan,
    charges: bool,
    /// Whether it closes with somebody.
    closes: bool,
    /// In how many files it forms, where its order says so.
    files: Option<i32>,
    stages: Vec<Stage>,
}

impl Pieces<'_> {
    /// Adds what has been gone since `before`, by that leg.
    fn add(&mut self, before: &Plan, leg: Leg) {
        let gone = Mil(self.plan.acts.gone.0 - before.acts.gone.0);
        let price = Mil(self.plan.acts.spent.0 - before.acts.spent.0);
        match leg {
            Leg::Ahead(_) | Leg::Slide(..) if self.charges => {
                self.stages.extend((gone > Mil::ZERO).then(|| Stage::of(Leg::Ahead(gone), gone, gone)));
            }
            Leg::Ahead(_) | Leg::Slide(..) => {
                let angle = if let Leg::Slide(angle, _) = leg { angle.turn() } else { Cdeg::ZERO };
                let direction = turned(before.print.forward(), angle);
                let going = before.going(angle != Cdeg::ZERO, self.closes);
                for band in bands(self.field, &going, direction, gone) {
                    let leg = if angle == Cdeg::ZERO { Leg::Ahead(band.by) } else { Leg::Slide(angle, band.by) };
                    let step = Step { leg, price: band.price, at_once: band.at_once };
                    self.stages.push(Stage { step, inches: band.by, climbs: band.climbs, changing: None });
                }
            }
            Leg::Wheel(Cdeg::ZERO) | Leg::Face(Cdeg::ZERO) => {}
            Leg::Form(to) => {
                let figures = self.field.figures(before.unit);
                let begins = || form::begins(self.field, before, Shape::named(to.0)?, self.files, figures).ok();
                let changing = before.under_way.0.or_else(begins);
                self.stages.push(Stage { changing, ..Stage::of(leg, price, Mil::ZERO) });
            }
            leg => {
                let climbs = self.plan.acts.uphill && !before.acts.uphill;
                self.stages.push(Stage { climbs, ..Stage::of(leg, price, gone) });
            }
        }
    }

    /// One leg of the order; whether it is whole.
    fn goes(&mut self, leg: Leg) -> bool {
        let before = self.plan.clone();
        let whole = if self.closes {
            goes(self.field, &mut self.plan, leg, self.charges)
        } else {
            go(self.field, &mut self.plan, leg).is_ok()
        };
        if whole || self.plan.acts.gone > before.acts.gone {
            self.add(&before, leg);
        }
        whole
    }
}

/// The pieces of a unit's order as it would carry it out alone on this ground, and its whole allowance.
pub fn stages(field: Battlefield, unit: UnitId, order: &Order) -> (Vec<Stage>, Mil) {
    let field = field.alone();
    let charges = matches!(order.closes, Some((true, _)));
    let (plan, closes) = (Plan::of(field, unit), order.closes.is_some());
    let owes = plan.under_way.0.filter(|changing| order.form.is_none() && !charges && changing.paid < changing.price);
    let files = order.form.and_then(|(_, files)| files);
    let mut pieces = Pieces { field, plan, charges, closes, files, stages: Vec::new() };
    let before = pieces.plan.clone();
    let whole = match (owes, order.form) {
        (Some(changing), _) => {
            form::pay(field, &mut pieces.plan, changing);
            pieces.add(&before, Leg::Form(changing.to.word()));
            true
        }
        (None, Some((to, files))) => match form::form(field, before.clone(), to, files) {
            Ok(plan) => {
                pieces.plan = plan;
                pieces.add(&before, Leg::Form(to));
                true
            }
            Err(_) => false,
        },
        (None, None) => true,
    };
    if whole && order.legs.iter().all(|leg| pieces.goes(*leg)) && closes {
        let before = pieces.plan.clone();
        runs_on(field, &mut pieces.plan, charges);
        pieces.add(&before, Leg::Ahead(Mil::ZERO));
    }
    let end = &pieces.plan;
    let allowance = if closes { field.allowance(unit) } else { Mil(end.acts.spent.0 + end.left(field).0) };
    (pieces.stages, allowance.max(Mil(1)))
}

/// What the part that is gone by a tick counts for its turn.
pub fn acts(base: Acts, stages: &[Stage], course: &Course, tick: u32) -> Acts {
    let mut acts = Acts { spent: base.spent.max(course.spent(tick)), ..base };
    for (stage, part) in stages.iter().zip(course.parts(tick)) {
        let share = |of: Mil| (f64::from(of.0) * part).round() as i32;
        let (whole, some) = (part >= 1.0, part > 0.0);
        match stage.step.leg {
            Leg::Ahead(_) | Leg::Slide(..) | Leg::Wheel(_) => {
                let gone = if stage.step.at_once && !whole { 0 } else { share(stage.inches) };
                acts.gone = Mil(acts.gone.0 + gone);
                acts.uphill |= stage.climbs && gone > 0;
            }
            Leg::Face(_) => {
                acts.aligned |= whole && stage.step.price == Mil::ZERO;
                acts.turning = Mil(acts.turning.0 + share(stage.step.price));
            }
            Leg::Form(_) => {
                acts.formed |= some;
                acts.turning = Mil(acts.turning.0 + share(stage.step.price));
            }
        }
        if !whole {
            break;
        }
    }
    acts
}
