//! A change made in a battle, and the place in the study's file of what its ruleset then finds wrong.

use super::study_change::{Change, UnitChange};
use crate::battle::setup::{Flaw, Locus, Setup, UnitSetup};
use crate::ids::Side;
use crate::nearest::instead;
use crate::table::Pose;

impl Change {
    /// The battle with this change.
    pub fn apply(&self, setup: &Setup) -> Setup {
        let mut setup = setup.clone();
        if let Some(preset) = &self.preset {
            setup.preset = Some(preset.clone());
        }
        setup.switches.extend(self.switches.iter().map(|(name, on)| (name.clone(), *on)));
        setup.limit = self.limit.unwrap_or(setup.limit);
        setup.is_limited |= self.limit.is_some();
        setup.deploy = self.deploy.unwrap_or(setup.deploy);
        for piece in &self.terrain {
            match setup.terrain.iter_mut().find(|old| old.name == piece.name) {
                Some(old) => *old = piece.clone(),
                None => setup.terrain.push(piece.clone()),
            }
        }
        setup.terrain.retain(|piece| !self.leaves_out(&piece.name));
        for (side, otherwise) in setup.sides.iter_mut().zip(&self.sides) {
            side.intent = otherwise.intent.or(side.intent);
            side.command.extend(otherwise.command.clone());
            side.fields.extend(otherwise.fields.clone());
            side.bodies.retain(|body| !self.leaves_out(&body_name(body.name.as_deref(), &body.units)));
            for body in &mut side.bodies {
                let called = body_name(body.name.as_deref(), &body.units);
                for unit in &mut body.units {
                    for (name, otherwise) in &self.units {
                        if *name == unit.name {
                            otherwise.put(unit);
                        } else if *name == called {
                            // A body has no place of its own; that it is given one is a flaw.
                            UnitChange { at: None, heading: None, ..otherwise.clone() }.put(unit);
                        }
                    }
                }
                body.units.retain(|unit| !self.leaves_out(&unit.name));
            }
            side.bodies.retain(|body| !body.units.is_empty());
        }
        setup
    }

    /// Both changes, this one first.
    #[must_use]
    pub fn then(&self, other: &Change) -> Change {
        let mut both = self.clone();
        for side in Side::BOTH {
            let n = side.index();
            both.players[n] = other.players[n].clone().or(both.players[n].take());
            both.sides[n].intent = other.sides[n].intent.or(both.sides[n].intent);
            both.sides[n].command.extend(other.sides[n].command.clone());
            both.sides[n].fields.extend(other.sides[n].fields.clone());
        }
        both.preset = other.preset.clone().or(both.preset);
        both.switches.extend(other.switches.clone());
        both.limit = other.limit.or(both.limit);
        both.deploy = other.deploy.or(both.deploy);
        both.terrain.extend(other.terrain.clone());
        both.leave_out.extend(other.leave_out.clone());
        both.units.extend(other.units.clone());
        both
    }

    /// Whether it changes nothing at all.
    pub(super) fn is_nothing(&self) -> bool {
        // A field that could not be read is told already.
        self.places.keys().all(|part| ["", "name", "note"].contains(&part.as_str()))
    }

    /// Whether the other has nothing otherwise but who plays.
    pub(super) fn differs_in_players_alone(&self, other: &Change) -> bool {
        let (players, places) = (self.players.clone(), self.places.clone());
        *self == Change { players, places, ..other.clone() }
    }

    /// Every name in it that the battle does not have: the part of the arm, and the message.
    pub(super) fn strangers(&self, setup: &Setup) -> Vec<(String, String)> {
        let bodies = || setup.sides.iter().flat_map(|side| &side.bodies);
        let mut known: Vec<String> = bodies().map(|body| body_name(body.name.as_deref(), &body.units)).collect();
        known.extend(bodies().flat_map(|body| body.units.iter().map(|unit| unit.name.clone())));
        let stranger = |name: &str, known: &[String], what: &str| {
            let missing = !known.iter().any(|known| known == name);
            missing.then(|| {
                format!("the battle has no {what} `{name}`{}", instead(name, known.iter().map(String::as_str)))
            })
        };
        let mut found = Vec::new();
        for (name, change) in &self.units {
            let part = format!("units/{name}");
            found.extend(stranger(name, &known, "unit or body").map(|why| (part.clone(), why)));
            if (change.at.is_some() || change.heading.is_some()) && bodies().any(|b| b.name.as_ref() == Some(name)) {
                found.push((part.clone(), format!("`{name}` is a body: its units have places, one by one")));
            }
            let unplaced = |unit: &UnitSetup| unit.name == *name && unit.pose.is_none();
            if change.at.is_some() != change.heading.is_some() && bodies().flat_map(|b| &b.units).any(unplaced) {
                found.push((part, format!("`{name}` has no place yet: `at` and `heading` go together")));
            }
        }
        known.extend(setup.terrain.iter().map(|piece| piece.name.clone()));
        for name in &self.leave_out {
            let why = stranger(name, &known, "unit, body or piece of terrain");
            found.extend(why.map(|why| ("leave_out".to_owned(), why)));
        }
        let others: Vec<&String> =
            known.iter().filter(|name| !setup.terrain.iter().any(|t| t.name == **name)).collect();
        for piece in self.terrain.iter().filter(|piece| others.contains(&&piece.name)) {
            found
                .push(("terrain".to_owned(), format!("the name `{}` is already that of a unit or a body", piece.name)));
        }
        found
    }

    /// Where the part of this arm stands that a flaw of the changed battle comes from, as a byte of the file.
    pub(super) fn blame(&self, flaw: &Flaw, changed: &Setup) -> usize {
        let part = match &flaw.at {
            Locus::Top(field) => (*field).to_owned(),
            Locus::Switch(name) if self.switches.contains_key(name) => format!("switches/{name}"),
            Locus::Switch(_) => "preset".to_owned(),
            Locus::Side(side, _) | Locus::Command(side, _) => format!("sides/{}", side.name()),
            Locus::Terrain(_) => "terrain".to_owned(),
            // Where an army list is at fault, an arm can only have named it.
            Locus::List(_) => "sides".to_owned(),
            Locus::Body(side, body, _) => self.of_body(changed, *side, *body, None),
            Locus::Unit(side, body, unit, field) => self.of_body(changed, *side, *body, Some((*unit, field))),
        };
        match (self.places.contains_key(&part), self.leave_out.is_empty()) {
            // What is missing elsewhere since something was left out.
            (false, false) => self.place("leave_out"),
            _ => self.place(&part),
        }
    }

    /// The part of the arm that a flaw of a body comes from, or of a unit's field: the field itself, where the arm has it.
    fn of_body(&self, changed: &Setup, side: Side, body: usize, unit: Option<(usize, &str)>) -> String {
        let Some(body) = changed.sides[side.index()].bodies.get(body) else { return String::new() };
        let whole = format!("units/{}", body_name(body.name.as_deref(), &body.units));
        let Some((unit, field)) = unit.and_then(|(unit, field)| Some((body.units.get(unit)?, field))) else {
            return whole;
        };
        let own = format!("units/{}", unit.name);
        let parts = [format!("{own}/{field}"), format!("{whole}/{field}"), own];
        parts.into_iter().find(|part| self.places.contains_key(part)).unwrap_or(whole)
    }

    fn leaves_out(&self, name: &str) -> bool {
        self.leave_out.iter().any(|out| out == name)
    }
}

impl UnitChange {
    fn put(&self, unit: &mut UnitSetup) {
        if let Some(kind) = &self.kind {
            unit.kind.clone_from(kind);
        }
        if let Some(pose) = &mut unit.pose {
            pose.at = self.at.unwrap_or(pose.at);
            pose.heading = self.heading.unwrap_or(pose.heading);
        } else if let (Some(at), Some(heading)) = (self.at, self.heading) {
            unit.pose = Some(Pose { at, heading });
        }
        unit.fields.extend(self.fields.clone());
    }
}

/// A body's name; one without its own is called by its first unit and a plus.
fn body_name(name: Option<&str>, units: &[UnitSetup]) -> String {
    let first = || units.first().map(|unit| format!("{}+", unit.name)).unwrap_or_default();
    name.map_or_else(first, str::to_owned)
}
