//! What a deployment lists besides its places: who stands in another formation, in more ranks, in open order.

use super::super::action::{Action, PLACES, Ref, Value};
use super::super::install::Asking;
use super::super::offer::{Choice, Param, Range};
use super::super::refusal::Refusal;
use super::super::shape::{Takes, said_by};
use crate::cite::{Cite, Word};
use crate::ids::{Side, UnitId};
use crate::table::Place;

/// The lists of a deployment by the names of their values.
#[derive(Clone, Debug)]
pub struct Lists {
    /// The question's word, and the verb of its answer.
    pub key: Word,
    /// The rule by which is deployed.
    pub cite: Cite,
    /// Who deploys.
    pub side: Side,
    /// In the order in which they are offered.
    pub lists: Vec<List>,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct List {
    /// The name of its value.
    pub name: Word,
    /// Who may be listed.
    pub able: Vec<Ref>,
    /// Who is by his file.
    pub listed: Vec<Ref>,
    /// In which others nobody is who is in this one.
    pub excludes: Vec<Word>,
}

impl Lists {
    /// The deployment with those places that lists as the files do; lists in which nobody may be are left out.
    pub fn choice(&self, places: Vec<(UnitId, Place)>) -> Choice {
        let places = places.into_iter().map(|(unit, place)| (Ref::Unit(unit), place)).collect();
        let mut action = Action::new(Ref::Side(self.side), self.key).with(PLACES, Value::Places(places));
        let mut params = Vec::new();
        for list in self.lists.iter().filter(|list| !list.able.is_empty()) {
            action = action.with(list.name, Value::Refs(list.listed.clone()));
            let most = u8::try_from(list.able.len()).unwrap_or(u8::MAX);
            params.push(Param::panel(list.name, Range::Pick { from: list.able.clone(), least: 0, most }));
        }
        Choice { params, ..Choice::ending(action, self.cite) }
    }

    /// Where a deployment puts the units of its side, each of those that have to stand somewhere among them, when it lists only
    /// who may be.
    ///
    /// # Errors
    /// It is none, or the first unit that cannot stand so, is placed twice, or not at all.
    pub fn places(
        &self,
        asking: &Asking,
        action: &Action,
        mut all: impl Iterator<Item = UnitId>,
    ) -> Result<Vec<(UnitId, Place)>, Refusal> {
        let known = |name: Word| name == PLACES || self.lists.iter().any(|list| list.name == name);
        said_by(self.cite, action, self.key, self.side)?;
        if action.value(PLACES).is_none() || action.with.iter().any(|(name, _)| !known(*name)) {
            let lists: Vec<(Word, Takes)> = self.lists.iter().map(|list| (list.name, Takes::Refs)).collect();
            return Err(Refusal::values(self.cite, action, &[(PLACES, Takes::Places)], &lists));
        }
        for list in &self.lists {
            for who in action.refs(list.name) {
                let elsewhere = list.excludes.iter().any(|other| action.refs(*other).contains(who));
                if elsewhere || !list.able.contains(who) {
                    return Err(Refusal::new(self.cite, Word("stands-not-so")).of(*who));
                }
            }
        }
        let places = super::own_places(asking, action, self.cite)?;
        match all.find(|unit| places.iter().all(|(of, _)| of != unit)) {
            Some(unit) => Err(Refusal::new(self.cite, Word("not-placed")).of(Ref::Unit(unit))),
            None => Ok(places),
        }
    }
}
