//! What the captain has thought about one position: each body that may do the same is thought about once, however many
//! questions it stands in, and what its places are worth is weighed on the same scales.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Thought;
use super::sight::{Party, Sight};
use super::weigh::Scales;
use crate::battle::{Action, Choice, Param, Ref};

/// A position, and what has been thought about it.
pub struct Desk<'a, 'w> {
    pub sight: &'a Sight<'w>,
    scales: RefCell<BTreeMap<Party, Rc<Weighing<'a, 'w>>>>,
    thoughts: RefCell<BTreeMap<Party, Vec<Known>>>,
}

/// The scales of a body without orders, and the value of standing still on them.
pub struct Weighing<'a, 'w> {
    pub scales: Scales<'a, 'w>,
    pub still: f32,
}

/// What somebody could choose from, and the best of it.
struct Known {
    may: Vec<(Action, Vec<Param>)>,
    best: Option<Rc<Thought>>,
}

impl<'a, 'w> Desk<'a, 'w> {
    /// A position about which nothing has been thought yet.
    pub fn new(sight: &'a Sight<'w>) -> Desk<'a, 'w> {
        Desk { sight, scales: RefCell::default(), thoughts: RefCell::default() }
    }

    /// The scales of those who move together.
    pub fn scales(&self, who: &[Ref]) -> Rc<Weighing<'a, 'w>> {
        if let Some(known) = self.scales.borrow().get(who) {
            return Rc::clone(known);
        }
        let scales = Scales::new(self.sight, who);
        let still = scales.stand();
        let weighing = Rc::new(Weighing { scales, still });
        self.scales.borrow_mut().insert(Party::from_slice(who), Rc::clone(&weighing));
        weighing
    }

    /// The thought about those with these choices, which is thought when it is first asked for.
    pub fn thought(
        &self,
        who: &[Ref],
        may: &[&Choice],
        think: impl FnOnce() -> Option<Thought>,
    ) -> Option<Rc<Thought>> {
        let thoughts = self.thoughts.borrow();
        if let Some(known) = thoughts.get(who).and_then(|all| all.iter().find(|known| known.is_of(may))) {
            return known.best.clone();
        }
        drop(thoughts);
        let best = think().map(Rc::new);
        let may = may.iter().map(|choice| (choice.action.clone(), choice.params.clone())).collect();
        let known = Known { may, best: best.clone() };
        self.thoughts.borrow_mut().entry(Party::from_slice(who)).or_default().push(known);
        best
    }
}

impl Known {
    fn is_of(&self, may: &[&Choice]) -> bool {
        let same = |known: &Param, param: &Param| {
            let stops = known.stops.iter().map(|stop| &stop.at).eq(param.stops.iter().map(|stop| &stop.at));
            known.name == param.name && known.part == param.part && known.range == param.range && stops
        };
        let alike = |(action, params): &(Action, Vec<Param>), choice: &Choice| {
            let varied = params.len() == choice.params.len();
            *action == choice.action && varied && params.iter().zip(&choice.params).all(|(a, b)| same(a, b))
        };
        self.may.len() == may.len() && self.may.iter().zip(may).all(|(known, choice)| alike(known, choice))
    }
}
