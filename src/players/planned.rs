//! A player that follows a plan: a captain that carries out standing orders and decides for itself where it has none.

use std::collections::BTreeSet;

use super::captain::{Captain, Orders, Task};
use super::{Player, Reason};
use crate::battle::notation::{read, read_ref};
use crate::battle::{Action, Ref, Ruleset, View, drafts};
use crate::ids::{Side, UnitId};
use crate::scenario::plan::{self, Order, Plan};

/// A player that follows a plan.
pub struct Planned {
    plan: Plan,
    captain: Captain,
    /// Whether the captain has been given its orders. Unit names have a meaning only once there is a battle.
    told: bool,
    /// The lines of the plan's orders that have been used: index of the order, index of the line.
    said: BTreeSet<(usize, usize)>,
    name: String,
}

impl Planned {
    /// A player for that plan under that name, for battles under that ruleset.
    pub fn new(ruleset: &Ruleset, plan: &Plan, name: &str) -> Planned {
        let captain = Captain::new(ruleset);
        Planned { plan: plan.clone(), captain, told: false, said: BTreeSet::new(), name: name.to_owned() }
    }

    /// The orders of the plan for the units of this battle.
    fn orders(&self, view: &View) -> Orders {
        let mut orders = Orders::default();
        for standing in &self.plan.orders {
            let (who, task) = match &standing.order {
                Order::To(who, task) => (who, task),
                Order::Intend(intent) => {
                    orders.intend(standing.turns.clone(), *intent);
                    continue;
                }
                Order::Say(_) => continue,
            };
            let task = match task {
                plan::Task::Free => Task::Free,
                plan::Task::Hold => Task::Hold,
                plan::Task::Go(to) => Task::Go(*to),
                plan::Task::Attack(whom) => Task::Attack(units(view, whom)),
            };
            orders.add(units(view, who), standing.turns.clone(), task);
        }
        orders
    }

    /// The next line of the plan for this turn that has not been said and that the judge accepts now, as an action. Of
    /// several orders in one line, which are sealed one by one, it is the next that is not sealed yet.
    fn next_line(&mut self, view: &View, side: Side) -> Option<Action> {
        let turn = view.clock().turn;
        for (number, standing) in self.plan.orders.iter().enumerate() {
            let Order::Say(lines) = &standing.order else { continue };
            if !standing.turns.contains(&turn) {
                continue;
            }
            for (n, line) in lines.iter().enumerate().filter(|(n, _)| !self.said.contains(&(number, *n))) {
                let Ok(action) = read(line, &view.names()) else { continue };
                let own = action.who.iter().all(|who| view.side_of_ref(*who) == Some(side));
                // Of several drafts in one line those that are sealed have been said already.
                let mut unsaid = drafts::lines(view, action);
                unsaid.retain(|line| !view.drafts(side).contains(line));
                let Some(next) = unsaid.first().filter(|next| own && view.judge(next).is_ok()) else { continue };
                if unsaid.len() == 1 {
                    self.said.insert((number, n));
                }
                return Some(next.clone());
            }
        }
        None
    }
}

/// The units of those names; for the name of a body, the units of that body.
fn units(view: &View, names: &[String]) -> Vec<UnitId> {
    let refs = names.iter().filter_map(|name| read_ref(name, &view.names()).ok());
    refs.flat_map(|of| match of {
        Ref::Unit(unit) => vec![unit],
        Ref::Body(body) => view.bodies().get(body).units.clone(),
        _ => Vec::new(),
    })
    .collect()
}

impl Player for Planned {
    fn answer(&mut self, view: &View, side: Side) -> Action {
        if !self.told {
            self.captain.obey(self.orders(view));
            self.told = true;
        }
        match self.next_line(view, side) {
            Some(action) => action,
            None => self.captain.answer(view, side),
        }
    }

    fn reason(&self) -> Option<&Reason> {
        self.captain.reason()
    }

    fn name(&self) -> &str {
        &self.name
    }
}
