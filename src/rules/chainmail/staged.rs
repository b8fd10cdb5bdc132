//! What a file may say of a unit in the middle of a battle, for positions that are staged: losses that count, a change of
//! formation half paid, a flight, tiredness, and whom its front touches.

use bevy::ecs::bundle::Bundle;

use super::engines::Loading;
use super::fatigue::Fatigue;
use super::muster::{Recruit, of_shape};
use super::shape;
use super::state::{Before, Changing, Contact, Fired, Flight, Formation, Halted, Passed, Run, UnderWay};
use super::strike::Aspect;
use super::troop::TroopType;
use crate::battle::setup::{FieldReader, Flaw, Locus};
use crate::cite::Word;
use crate::ids::UnitId;
use crate::table::{Edge, Footprint, Mil, contact};

/// How a unit comes out of the turns before.
#[derive(Clone, Debug, Default)]
pub struct Staged {
    fatigue: Fatigue,
    flight: Flight,
    halted: Halted,
    passed: Passed,
    before: Before,
    fired: Fired,
    loading: Loading,
    /// Whom its front touches, and how it came there.
    at: Option<String>,
    charged: bool,
    aspect: Option<Aspect>,
    rounds: u8,
    above: bool,
}

impl Staged {
    /// Takes the fields of a unit.
    pub fn read(fields: &mut FieldReader) -> Staged {
        let small = |fields: &mut FieldReader, name| fields.whole(name, 0, 40).map(|n| n as u8);
        let flight = fields.text("flight");
        let turn = small(fields, "flight_turn").unwrap_or(0);
        let run = match flight.as_deref() {
            None => None,
            Some("retreat") => Some(Run { rout: false, turn }),
            Some("rout") => Some(Run { rout: true, turn }),
            Some(other) => {
                fields.unknown("flight", "flight", other, ["retreat", "rout"].into_iter());
                None
            }
        };
        let moves = small(fields, "moves").unwrap_or(0);
        let rounds = small(fields, "rounds").unwrap_or(0);
        let charge_after = small(fields, "charge_after");
        let tired = fields.flag("tired").unwrap_or(false);
        let from = fields.text("struck_from");
        let aspect = from.and_then(|word| {
            let known = Aspect::named(&word);
            if known.is_none() {
                fields.unknown("struck_from", "side of a unit", &word, Aspect::WORDS.iter().map(|word| word.0));
            }
            known
        });
        let charge = fields.text("charge");
        let attack = fields.text("attack");
        let fired = Fired {
            shots: small(fields, "shots").unwrap_or(0),
            thrown: fields.flag("thrown").unwrap_or(false),
            empty: fields.flag("empty").unwrap_or(false),
        };
        let before = Before {
            charged: fields.flag("charged_before").unwrap_or(false),
            stood: fields.flag("stood_before").unwrap_or(false),
        };
        Staged {
            fatigue: Fatigue { moves, charged: charge_after, rounds, tired },
            flight: Flight(run),
            halted: Halted(small(fields, "halted").unwrap_or(0)),
            passed: Passed(fields.flag("passed").unwrap_or(false)),
            before,
            fired,
            loading: Loading(small(fields, "loading").unwrap_or(0)),
            charged: charge.is_some(),
            at: charge.or(attack),
            aspect,
            rounds: small(fields, "fought").unwrap_or(0),
            above: fields.flag("below_him").unwrap_or(false),
        }
    }

    /// The values of its unit.
    pub fn values(self) -> impl Bundle {
        (self.fatigue, self.flight, self.halted, self.passed, self.before, self.fired, self.loading)
    }
}

/// The change of formation under way, as `changing: ("square", 9.0)` has it: to what, and how many inches are paid.
pub fn changing(fields: &mut FieldReader, kind: &TroopType, from: Formation, figures: u8) -> UnderWay {
    let asked: Option<(String, f32)> = fields.take("changing", "a formation and the inches paid");
    let Some((word, paid)) = asked else { return UnderWay(None) };
    let Some(to) = of_shape(fields, "changing", Some(word), kind, figures) else { return UnderWay(None) };
    let price = shape::price(from.shape, to, *kind.move_, kind.drill);
    let paid = Mil::measured(paid).clamp(Mil::ZERO, price);
    UnderWay(Some(Changing { to, files: shape::files(to, figures), price, paid }))
}

/// The contacts that the units of a file have, with a flaw where one names nobody whom its front touches.
pub fn contacts(recruits: &[Recruit], flaws: &mut Vec<Flaw>) -> Vec<Contact> {
    let mut found = Vec::new();
    for (i, recruit) in recruits.iter().enumerate() {
        let staged = &recruit.own.staged;
        let Some(name) = &staged.at else { continue };
        let field = if staged.charged { "charge" } else { "attack" };
        let Some((body, place)) = recruit.place else { continue };
        let at = Locus::Unit(recruit.side, body, place, field.to_owned());
        let enemies = || recruits.iter().filter(|other| other.side != recruit.side);
        let Some(other) =
            recruits.iter().position(|other| other.side != recruit.side && other.name == Word(name_of(name)))
        else {
            flaws.push(Flaw::unknown(at, "enemy", name, enemies().map(|other| other.name.0)));
            continue;
        };
        let (Some(own), Some(his)) =
            (recruit.placement.hull(recruit.base), recruits[other].placement.hull(recruits[other].base))
        else {
            flaws.push(Flaw::error(at, "one of them is not on the table"));
            continue;
        };
        let edge = touched_edge(&own, &his);
        let aspect = staged.aspect.unwrap_or(match edge {
            Edge::Front => Aspect::Front,
            Edge::Rear => Aspect::Rear,
            Edge::Left | Edge::Right => Aspect::Flank,
        });
        found.push(Contact {
            by: UnitId(i as u16),
            at: UnitId(other as u16),
            edge,
            aspect,
            charge: staged.charged,
            impetus: staged.charged,
            named: true,
            above: staged.above,
            rounds: staged.rounds,
            from: own.centre,
            mutual: false,
        });
    }
    found
}

fn name_of(name: &str) -> &'static str {
    crate::cite::intern(name)
}

/// The edge of another that a front touches or comes nearest to.
pub fn touched_edge(own: &Footprint, other: &Footprint) -> Edge {
    if let Some(touch) = contact(own, other)
        && let crate::table::Touched::Edge(edge) = touch.other
    {
        return edge;
    }
    let squarely = |edge: &Edge| -own.forward().dot(other.outward(*edge));
    let front = own.front();
    let before = |edge: &Edge| {
        let [a, b] = other.edge(*edge);
        (front - (a + b) / 2.0).dot(other.outward(*edge))
    };
    // Of the edges before which the front stands the one that faces it more squarely; of equals the front.
    let facing = Edge::ALL.into_iter().filter(|edge| before(edge) > -0.5 && squarely(edge) > 0.0);
    facing.max_by(|a, b| squarely(a).total_cmp(&(squarely(b) - 0.0001))).unwrap_or(Edge::Front)
}
