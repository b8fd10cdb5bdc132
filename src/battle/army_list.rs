//! Army lists: those that a ruleset brings, and those that stand in people's own files.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::setup::{Flaw, Locus, Setup};
use super::written::{Amiss, Written};
use crate::ids::Side;

/// What a ruleset reads from the file of an army list.
pub trait ArmyList: DeserializeOwned {
    /// Notes what is wrong beyond the form: names that nothing has, values that do not go together.
    fn check(&self, flaws: &mut ListFlaws);
}

/// The field of a list of one's own that names its ruleset. It is not the ruleset's to read.
pub const RULESET: &str = "ruleset";

/// The widths and depths that a base may have, inches.
pub const BASE: std::ops::RangeInclusive<f32> = 0.2..=24.0;

/// Why no base has that width and that depth.
pub fn no_base((width, depth): (f32, f32)) -> Option<String> {
    let (least, most) = (BASE.start(), BASE.end());
    let wrong = [width, depth].into_iter().find(|side| !BASE.contains(side))?;
    Some(format!("expected a base (width, depth) of {least} to {most} in, not {wrong}"))
}

/// Gathers what is wrong in an army list, each flaw at its place in the file.
pub struct ListFlaws<'l> {
    written: &'l Written,
    flaws: Vec<Flaw>,
}

impl ListFlaws<'_> {
    /// A flaw of a field of the list.
    pub fn flaw(&mut self, field: &str, message: impl Into<String>) {
        self.add(self.written, field, message.into());
    }

    /// A flaw of a field of that troop, by its place in the list.
    pub fn of_troop(&mut self, troop: usize, field: &str, message: impl Into<String>) {
        let troops = self.written.field("troops").map(|field| &field.value);
        let of = troops.and_then(|troops| troops.items().get(troop)).unwrap_or(self.written);
        self.add(of, field, message.into());
    }

    /// The flaw that a field of that troop names something which there is not, with the nearest of what there is.
    pub fn unknown<'n>(
        &mut self,
        troop: usize,
        field: &str,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        self.of_troop(troop, field, super::setup::unknown(what, name, known));
    }

    /// The flaw that a troop is drawn by a name by which nothing is.
    pub fn drawn<'n>(
        &mut self,
        troop: usize,
        (field, name): (&'static str, &Option<String>),
        known: impl Iterator<Item = &'n str>,
    ) {
        let Some(name) = name else { return };
        let known: Vec<&str> = known.collect();
        if !known.contains(&name.as_str()) {
            self.unknown(troop, field, field, name, known.into_iter());
        }
    }

    /// The flaw that a troop's `base` is no base: its width and its depth are beyond [`BASE`].
    pub fn base(&mut self, troop: usize, base: Option<(f32, f32)>) {
        if let Some(why) = base.and_then(no_base) {
            self.of_troop(troop, "base", why);
        }
    }

    fn add(&mut self, of: &Written, field: &str, message: String) {
        // What is not in the file stands for nothing, or for something that is missing and was told.
        if let Some(field) = of.field(field) {
            self.flaws.push(Flaw::error(Locus::List(field.value.at), message));
        }
    }
}

/// All that is wrong in a list's own file.
pub fn flaws<L: ArmyList>(written: &Written) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    read::<L>(written, &mut flaws);
    flaws
}

/// Reads a list from its file; adds all that is wrong with it to the flaws. None when it cannot be used.
pub fn read<L: ArmyList>(written: &Written, flaws: &mut Vec<Flaw>) -> Option<L> {
    let mut written = written.clone();
    if let super::written::What::Fields(fields) = &mut written.what {
        fields.retain(|field| field.name != RULESET);
    }
    let mut amiss = Vec::new();
    let list: Option<L> = written.read(&mut amiss);
    let mut found = ListFlaws { written: &written, flaws: Vec::new() };
    if let Some(list) = &list {
        list.check(&mut found);
    }
    // A value that stands in for one that could not be read is nobody's.
    let is_told = |flaw: &Flaw| amiss.iter().any(|amiss| Locus::List(amiss.at) == flaw.at);
    found.flaws.retain(|flaw| !is_told(flaw));
    let sound = amiss.is_empty() && found.flaws.is_empty();
    flaws.extend(amiss.into_iter().map(|Amiss { at, message }| Flaw::error(Locus::List(at), message)));
    flaws.append(&mut found.flaws);
    list.filter(|_| sound)
}

/// A ruleset's army lists, in the order of their names.
#[derive(Clone, Debug)]
pub struct ArmyLists<T>(pub(super) BTreeMap<&'static str, T>);

impl<T> ArmyLists<T> {
    /// Each with its name, which is that of its file.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &T)> {
        self.0.iter().map(|(name, list)| (*name, list))
    }

    /// The list of that name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.get(name)
    }
}

impl<T: ArmyList> ArmyLists<T> {
    /// The lists that the sides of a battle's file name, their own files first. A name that no list has is a flaw; what is
    /// wrong in a list's own file is told with that file, and not here.
    pub fn of_sides(&self, setup: &Setup, flaws: &mut Vec<Flaw>) -> SideLists<'_, T> {
        SideLists(Side::BOTH.map(|side| {
            let force = &setup.sides[side.index()];
            if let Some(written) = &force.list {
                return read(written, &mut Vec::new()).map_or(SideList::Unknown, |list| SideList::Own(Box::new(list)));
            }
            let Some(name) = force.army.as_deref() else { return SideList::None };
            self.get(name).map_or_else(
                || {
                    let known = self.0.keys().copied().chain(force.list_like.as_deref());
                    flaws.push(Flaw::unknown(Locus::Side(side, "army".into()), "army", name, known));
                    SideList::Unknown
                },
                SideList::Shipped,
            )
        }))
    }
}

/// The army lists of both sides of a battle.
pub struct SideLists<'l, T>([SideList<'l, T>; 2]);

enum SideList<'l, T> {
    /// The side names none.
    None,
    /// It names one that there is not, or that cannot be used.
    Unknown,
    Shipped(&'l T),
    Own(Box<T>),
}

impl<T> SideLists<'_, T> {
    /// A side's list, if it has one that can be used.
    pub fn of(&self, side: Side) -> Option<&T> {
        match &self.0[side.index()] {
            SideList::Shipped(list) => Some(list),
            SideList::Own(list) => Some(list),
            SideList::None | SideList::Unknown => None,
        }
    }

    /// Whether a side names a list that cannot be used. That is told once; nothing that follows from it is.
    pub fn is_unknown(&self, side: Side) -> bool {
        matches!(self.0[side.index()], SideList::Unknown)
    }
}
