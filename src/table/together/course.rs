//! A way that is gone by the tick: its pieces with their prices, and where a footprint stands at each tick.

use serde::{Deserialize, Serialize};

use crate::table::walk::stepped;
use crate::table::{Cdeg, Footprint, Leg, Mil, Wheel, turned};

/// A piece of a way that costs the same all along, or that is made all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What is gone.
    pub leg: Leg,
    /// What the whole of it costs.
    pub price: Mil,
    /// It is made in the tick that completes its price; before that nothing moves. So are turns in place and changes of
    /// formation, whatever this says.
    pub at_once: bool,
}

/// A way by the tick. Of the whole allowance each tick brings the same part, and it is spent on the steps in their order.
/// Where somebody stands is computed from the tick alone and not from tick to tick, so nothing adds up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Course {
    /// Where the steps begin.
    pub from: Footprint,
    /// What is spent before the first of them.
    pub paid: Mil,
    /// In the order in which they are gone and paid for.
    pub steps: Vec<Step>,
    /// What all ticks together bring.
    pub allowance: Mil,
    /// How many ticks that are.
    pub ticks: u32,
}

impl Course {
    /// Where it stands after so many ticks. At a change of formation it waits for whoever knows what that is.
    pub fn at(&self, tick: u32) -> Footprint {
        let mut print = self.from;
        for (step, part) in self.steps.iter().zip(self.parts(tick)) {
            print = gone(&print, step, part);
            if part < 1.0 || matches!(step.leg, Leg::Form(_)) {
                break;
            }
        }
        print
    }

    /// How much of each step is paid for after so many ticks, from 0 to 1.
    pub fn parts(&self, tick: u32) -> impl Iterator<Item = f64> {
        let brought = self.brought(tick);
        let ticks = i64::from(self.ticks.max(1));
        let mut before = i64::from(self.paid.0) * ticks;
        self.steps.iter().map(move |step| {
            let price = i64::from(step.price.0) * ticks;
            let left = brought - before;
            before += price;
            if left >= price {
                1.0
            } else if left <= 0 {
                0.0
            } else {
                left as f64 / price as f64
            }
        })
    }

    /// What is spent after so many ticks: all of the price, or what the ticks have brought, rounded down.
    pub fn spent(&self, tick: u32) -> Mil {
        let all = self.paid.0 + self.steps.iter().map(|step| step.price.0).sum::<i32>();
        let brought = self.brought(tick) / i64::from(self.ticks.max(1));
        Mil(all.min(brought as i32).max(self.paid.0))
    }

    /// The change of formation that is paid for by then and has not been made, as its place among the steps.
    pub fn due(&self, tick: u32) -> Option<usize> {
        let nth = self.steps.iter().position(|step| matches!(step.leg, Leg::Form(_)))?;
        self.parts(tick).nth(nth).filter(|part| *part >= 1.0).map(|_| nth)
    }

    /// The rest of the way after that step, from another footprint.
    #[must_use]
    pub fn after(&self, nth: usize, from: Footprint) -> Course {
        let paid = self.paid.0 + self.steps.iter().take(nth + 1).map(|step| step.price.0).sum::<i32>();
        Course { from, paid: Mil(paid), steps: self.steps.iter().skip(nth + 1).copied().collect(), ..self.clone() }
    }

    /// The same way from that tick on for a footprint that has changed its size where it stands: what is gone is gone,
    /// and the step under way is cut in two.
    #[must_use]
    pub fn resumed(&self, tick: u32, from: Footprint) -> Course {
        let parts: Vec<f64> = self.parts(tick).collect();
        let Some(nth) = parts.iter().position(|part| *part < 1.0) else {
            return Course { from, paid: self.spent(tick), steps: Vec::new(), ..self.clone() };
        };
        let (step, part) = (self.steps[nth], parts[nth]);
        let before = self.paid.0 + self.steps.iter().take(nth).map(|step| step.price.0).sum::<i32>();
        let mut rest = self.after(nth, from);
        if is_sudden(&step) {
            // What is paid of it stays paid.
            rest.paid = Mil(before);
            rest.steps.insert(0, step);
            return rest;
        }
        let paid = (f64::from(step.price.0) * part).round() as i32;
        let left = |whole: i32| whole - (f64::from(whole) * part).round() as i32;
        let leg = match step.leg {
            Leg::Ahead(by) => Leg::Ahead(Mil(left(by.0))),
            Leg::Slide(angle, by) => Leg::Slide(angle, Mil(left(by.0))),
            Leg::Wheel(angle) => Leg::Wheel(Cdeg(angle.0 - turned_by(angle, part).0)),
            other => other,
        };
        rest.paid = Mil(before + paid);
        rest.steps.insert(0, Step { leg, price: Mil(step.price.0 - paid), ..step });
        rest
    }
}

impl Course {
    /// What the ticks have brought, times their number.
    fn brought(&self, tick: u32) -> i64 {
        i64::from(self.allowance.0) * i64::from(tick.min(self.ticks))
    }
}

fn is_sudden(step: &Step) -> bool {
    step.at_once || matches!(step.leg, Leg::Face(_) | Leg::Form(_))
}

fn turned_by(angle: Cdeg, part: f64) -> Cdeg {
    Cdeg((f64::from(angle.0.abs()) * part) as i32 * angle.0.signum())
}

/// A footprint after a part of a step.
fn gone(print: &Footprint, step: &Step, part: f64) -> Footprint {
    let part = if is_sudden(step) { part.floor() } else { part };
    let inches = |by: Mil| (f64::from(by.0) * part / 1000.0) as f32;
    match step.leg {
        Leg::Ahead(by) => print.ahead(inches(by)),
        Leg::Slide(angle, by) => print.shifted(turned(print.forward(), angle) * inches(by)),
        Leg::Wheel(angle) => match Wheel::of(&[*print], angle > Cdeg::ZERO) {
            Some(wheel) => wheel.turned(print, if part >= 1.0 { angle } else { turned_by(angle, part) }),
            None => *print,
        },
        Leg::Face(_) if part < 1.0 => *print,
        leg => stepped(&[*print], leg, None).first().copied().unwrap_or(*print),
    }
}
