//! What is aimed at: a point for stones, a line and a colour for balls, and what the rules say of it.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{AT, BALL, COLOUR, Engine, STEP, STONE, TURNED, may_fire};
use crate::battle::shape::{Saying, Takes, said_otherwise};
use crate::battle::{Action, Arg, Measured, Ref, Refusal, Value, placing};
use crate::cite::{Cite, Word};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::terrain;
use crate::rules::chainmail::verb::Verb;
use crate::rules::chainmail::weather;
use crate::table::{Cdeg, Convex, Footprint, Mil, turned};

crate::word_enum! {
    /// The sections of a ball's flight.
    pub enum Colour {
        White = "white",
        Black = "black",
    }
}

/// What a machine is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    pub by: UnitId,
    /// The point; of a line its end, and then the angle and the colour.
    pub at: (Mil, Mil),
    pub turned: Cdeg,
    pub colour: Option<Colour>,
}

impl Aim {
    /// The rule by which it is fired.
    pub fn cite(&self) -> Cite {
        if self.colour.is_some() { BALL } else { STONE }
    }

    pub fn point(&self) -> Vec2 {
        Vec2::new(self.at.0.to_inches(), self.at.1.to_inches())
    }
}

/// The aim of an action; none where it has no form.
pub fn read(field: Battlefield, action: &Action) -> Option<Aim> {
    let [Ref::Unit(by)] = action.who[..] else { return None };
    if by.index() >= field.0.roster().len() {
        return None;
    }
    match (Verb::of(action)?, action.with.len()) {
        (Verb::Throw, 1) => match action.refs(AT) {
            [Ref::Spot(x, y)] => Some(Aim { by, at: (*x, *y), turned: Cdeg::ZERO, colour: None }),
            _ => None,
        },
        (Verb::Fire, 2) => {
            let (Some(Value::Angle(turned)), Some(word)) = (action.value(TURNED), action.word(COLOUR)) else {
                return None;
            };
            Some(Aim { by, at: (Mil::ZERO, Mil::ZERO), turned: *turned, colour: Some(Colour::named(word.0)?) })
        }
        _ => None,
    }
}

/// Refuses what is no aim, or is not said as it is.
pub fn otherwise(action: &Action) -> Refusal {
    let ways: &[Saying] = match Verb::of(action) {
        Some(Verb::Throw) => &[&[(AT, Takes::Spot)]],
        Some(Verb::Fire) => &[&[(TURNED, Takes::Angle), (COLOUR, Takes::OneOf(Colour::WORDS))]],
        _ => return Refusal::not_offered(STEP, action.key, &action.who),
    };
    match action.who[..] {
        [Ref::Unit(_)] => said_otherwise(STEP, action, ways),
        _ => Refusal::not_offered(STEP, action.key, &action.who),
    }
}

/// The action of an aim.
pub fn action(aim: &Aim) -> Action {
    let who = Ref::Unit(aim.by);
    match aim.colour {
        None => Verb::Throw.by(who).with(AT, Value::Refs(vec![Ref::Spot(aim.at.0, aim.at.1)])),
        Some(colour) => {
            Verb::Fire.by(who).with(TURNED, Value::Angle(aim.turned)).with(COLOUR, Value::Name(colour.word()))
        }
    }
}

/// To a tenth of an inch.
pub fn tenth(inches: f32) -> Mil {
    Mil((inches * 10.0).round() as i32 * 100)
}

/// To a whole degree.
pub fn whole_degrees(angle: Cdeg) -> Cdeg {
    Cdeg(angle.0.saturating_add(angle.0.signum() * 50) / 100 * 100)
}

/// The pieces that a ball covers in sections of that colour, when it is aside by so much at full range to the right.
pub fn sections(print: &Footprint, engine: &Engine, turn: Cdeg, colour: Colour, aside: f32) -> Vec<Convex> {
    let Some(balls) = &engine.balls else { return Vec::new() };
    let (from, ahead) = (print.front(), turned(print.forward(), turn));
    let right = Vec2::new(ahead.y, -ahead.x);
    let half = balls.width.to_inches() / 2.0;
    let range: f32 = balls.sections.iter().map(|section| section.to_inches()).sum();
    let at = |far: f32, beside: f32| from + ahead * far + right * (aside * far / range.max(0.1) + beside);
    let mut near = 0.0;
    let mut found = Vec::new();
    for (n, section) in balls.sections.iter().enumerate() {
        let far = near + section.to_inches();
        let own = if n % 2 == 0 { Colour::White } else { Colour::Black };
        if own == colour {
            found.extend(Convex::new(vec![at(near, -half), at(far, -half), at(far, half), at(near, half)]));
        }
        near = far;
    }
    found
}

/// Judges an aim (8.1, 8.2).
///
/// # Errors
/// What forbids it.
pub fn check(field: Battlefield, aim: &Aim) -> Result<(), Refusal> {
    let cite = aim.cite();
    let refuse = |says: &'static str| Refusal::new(cite, Word(says)).of(Ref::Unit(aim.by));
    let engine = may_fire(field, aim.by)?;
    let print = field.print(aim.by);
    let limit = fighting().foot_arc.0;
    match aim.colour {
        None => {
            let Some(stones) = &engine.stones else { return Err(refuse("throws-no-stones")) };
            let point = aim.point();
            if !field.0.ground().has(point) {
                let beyond = placing::beyond(&field.0, &[point]);
                return Err(refuse("aims-off-table").above(Measured::Length(beyond), Measured::Length(Mil::ZERO)));
            }
            let odd = [aim.at.0, aim.at.1].into_iter().find(|at| tenth(at.to_inches()) != *at);
            if let Some(at) = odd {
                let near = tenth(at.to_inches());
                return Err(refuse("aims-by-tenths").above(Measured::Length(at), Measured::Length(near)));
            }
            let from = print.front();
            let far = Mil::measured(from.distance(point));
            let (least, most) = (*stones.range.0, *stones.range.1);
            if far > most {
                return Err(refuse("throws-far").above(Measured::Length(far), Measured::Length(most)));
            }
            if far < least {
                return Err(refuse("throws-near").below(Measured::Length(far), Measured::Length(least)));
            }
            let aside = (Cdeg::towards(point - from) - print.heading).turn().0.abs();
            if aside > limit.0 {
                return Err(refuse("throws-aside").above(Measured::Angle(Cdeg(aside)), Measured::Angle(limit)));
            }
            let radius = Mil(stones.circle.0.0 / 2);
            let side = field.0.side_of(aim.by);
            let near = field.0.roster().ids().filter(|unit| {
                field.0.has_footprint(*unit) && (field.0.side_of(*unit) == side || field.engaged(*unit))
            });
            let within = |unit: &UnitId| Mil::measured(field.print(*unit).nearest_to(point).distance(point)) <= radius;
            match near.into_iter().find(within) {
                Some(unit) => Err(refuse("friends-under-it").word(Word("other"), Arg::Of(Ref::Unit(unit)))),
                None => Ok(()),
            }
        }
        Some(colour) => {
            if weather::rains(field) {
                return Err(refuse("wet-powder"));
            }
            if engine.balls.is_none() {
                return Err(refuse("fires-no-balls"));
            }
            let whole = whole_degrees(aim.turned);
            if aim.turned != whole {
                return Err(refuse("turns-by-degrees").above(Measured::Angle(aim.turned), Measured::Angle(whole)));
            }
            let aside = aim.turned.turn().0.abs();
            if aside > limit.0 {
                return Err(refuse("throws-aside").above(Measured::Angle(Cdeg(aside)), Measured::Angle(limit)));
            }
            let parts = sections(&print, engine, aim.turned, colour, 0.0);
            let side = field.0.side_of(aim.by);
            let meets = |unit: &UnitId| parts.iter().any(|part| part.meets(&field.print(*unit)));
            let friend = field.0.roster().ids().filter(|unit| {
                *unit != aim.by
                    && field.0.has_footprint(*unit)
                    && (field.0.side_of(*unit) == side || field.engaged(*unit))
            });
            if let Some(unit) = friend.into_iter().find(meets) {
                return Err(refuse("friends-under-it").word(Word("other"), Arg::Of(Ref::Unit(unit))));
            }
            let woods = |piece: &&crate::table::Piece| {
                terrain::kind(piece).is_some_and(|kind| kind.canopy)
                    && piece.parts().iter().any(|wood| parts.iter().any(|part| wood.distance(part) <= 0.0))
            };
            match field.0.ground().pieces().iter().find(woods) {
                Some(piece) => Err(refuse("fires-into-woods").word(Word("terrain"), Arg::Of(Ref::Terrain(piece.id)))),
                None => Ok(()),
            }
        }
    }
}
