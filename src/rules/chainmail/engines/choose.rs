//! The question of the Artillery step: at which point, along which line, by which colour.

use super::aim::{self, Aim, Colour, tenth, whole_degrees};
use super::{AT, Engine, KEY, STEP, TURNED, may_fire, strike};
use crate::battle::{
    Action, Ask, Asking, Barred, Choice, Fitted, Handle, Offer, Param, Range, Ref, Refusal, Ruling, Wish,
};
use crate::ids::UnitId;
use crate::rules::chainmail::battlefield::Battlefield;
use crate::rules::chainmail::fighting::fighting;
use crate::rules::chainmail::verb::Verb;
use crate::table::{Cdeg, Mil};

/// So many points and lines are offered for a machine, the best ones.
const OFFERED: usize = 4;

/// The aims at each enemy that are allowed.
fn aims(field: Battlefield, unit: UnitId, engine: &'static Engine) -> Vec<Aim> {
    let print = field.print(unit);
    let mut found = Vec::new();
    for enemy in field.enemies(unit) {
        let at = field.print(enemy).centre;
        if engine.stones.is_some() {
            found.push(Aim { by: unit, at: (tenth(at.x), tenth(at.y)), turned: Cdeg::ZERO, colour: None });
        }
        if engine.balls.is_some() {
            let angle = (Cdeg::towards(at - print.front()) - print.heading).turn();
            let turned = whole_degrees(angle);
            let of = |colour| Aim { by: unit, at: (Mil::ZERO, Mil::ZERO), turned, colour: Some(colour) };
            found.extend([Colour::White, Colour::Black].map(of));
        }
    }
    found.retain(|aim| aim::check(field, aim).is_ok());
    found
}

/// What an aim is worth in the mean of its dice: points of the enemies that fall less those of friends.
pub fn expected(field: Battlefield, action: &Action) -> f32 {
    let Some(aim) = aim::read(field, action) else { return 0.0 };
    let Some(engine) = field.kind(aim.by).engine.as_ref() else { return 0.0 };
    let side = field.0.side_of(aim.by);
    let worth = |unit: UnitId, figures: u16| {
        let points = f32::from(figures) * field.troop(unit).each() / 10.0;
        if field.0.side_of(unit) == side { -points } else { points }
    };
    let of = |first, second| {
        let (struck, _) = strike::lands(field, engine, &aim, first, second);
        struck.into_iter().map(|(unit, figures)| worth(unit, figures)).sum::<f32>()
    };
    match aim.colour {
        Some(_) => (1..=6).map(|face| of(face, None)).sum::<f32>() / 6.0,
        None => (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).map(|(a, b)| of(a, Some(b))).sum::<f32>() / 36.0,
    }
}

/// The choice of an aim, with what may be varied of it.
fn choice(field: Battlefield, aim: &Aim) -> Choice {
    let ground = field.0.ground();
    let (width, depth) = (Mil::measured(ground.width), Mil::measured(ground.depth));
    let params = match aim.colour {
        None => {
            let table = vec![(Mil::ZERO, Mil::ZERO), (width, Mil::ZERO), (width, depth), (Mil::ZERO, depth)];
            vec![Param { handle: Handle::Drag, ..Param::panel(AT, Range::Area(table)) }]
        }
        Some(_) => {
            let arc = fighting().foot_arc.0;
            vec![Param { handle: Handle::Turn, ..Param::panel(TURNED, Range::Angle(-arc, arc)) }]
        }
    };
    // Each colour is a choice of its own: what is allowed with one may not be with the other.
    let called = aim.colour.map(Colour::word);
    Choice { params, called, ..Choice::plain(aim::action(aim), aim.cite()) }
}

/// What is offered.
pub fn offer(asking: &Asking, ask: &Ask) -> Offer {
    let field = Battlefield::of(asking.view);
    let mut offer = Offer { question: KEY, ..Offer::default() };
    for unit in field.side(asking.side).filter(|unit| ask.wants(Ref::Unit(*unit))) {
        let engine = match may_fire(field, unit) {
            Ok(engine) => engine,
            Err(why) => {
                if ask.barred && field.kind(unit).engine.is_some() {
                    offer.barred.push(Barred { key: Verb::Fire.word(), who: vec![Ref::Unit(unit)], why });
                }
                continue;
            }
        };
        // Whose aim is written already is offered another only by name.
        if ask.who.is_empty() && asking.question.drafts(asking.side).any(|draft| draft.who == [Ref::Unit(unit)]) {
            continue;
        }
        let mut aims: Vec<(i32, Aim)> = aims(field, unit, engine)
            .into_iter()
            .map(|aim| ((-1000.0 * expected(field, &aim::action(&aim))) as i32, aim))
            .collect();
        aims.sort_by_key(|(worth, _)| *worth);
        for (_, aim) in aims.iter().take(OFFERED) {
            offer.choices.push(choice(field, aim));
        }
    }
    offer.choices.push(Choice::ending(Verb::done(asking.side), STEP));
    offer
}

/// What is accepted.
pub fn judge(asking: &Asking, action: &Action) -> Result<Ruling, Refusal> {
    if Verb::is_done(asking, action) {
        return Ok(Ruling::default());
    }
    let field = Battlefield::of(asking.view);
    let aim = aim::read(field, action).ok_or_else(|| aim::otherwise(action))?;
    if asking.view.side_of(aim.by) != asking.side {
        return Err(Refusal::not_offered(STEP, action.key, &action.who));
    }
    aim::check(field, &aim)?;
    let marks = marks(field, &aim);
    Ok(Ruling { marks, ..Ruling::default() })
}

/// What it covers if it does not miss.
fn marks(field: Battlefield, aim: &Aim) -> Vec<crate::battle::Mark> {
    let Some(engine) = field.kind(aim.by).engine.as_ref() else { return Vec::new() };
    let round = |part: &crate::table::Convex| {
        let corners = part.corners().iter().map(|at| (Mil::measured(at.x), Mil::measured(at.y)));
        crate::battle::Mark::Band(corners.collect())
    };
    match (aim.colour, &engine.stones) {
        (Some(colour), _) => {
            aim::sections(&field.print(aim.by), engine, aim.turned, colour, 0.0).iter().map(round).collect()
        }
        (None, Some(stones)) => {
            let corner = |n: i32| {
                let angle = Cdeg::degrees(n * 15).to_radians();
                let way = bevy::math::Vec2::new(bevy::math::ops::sin(angle), bevy::math::ops::cos(angle));
                let at = aim.point() + way * stones.circle.to_inches() / 2.0;
                (Mil::measured(at.x), Mil::measured(at.y))
            };
            vec![crate::battle::Mark::Band((0..24).map(corner).collect())]
        }
        _ => Vec::new(),
    }
}

/// The nearest aim that is allowed: the point or the angle rounded, else the best that is offered, else none more.
pub fn fit(asking: &Asking, action: &Action) -> Fitted {
    let Err(why) = judge(asking, action) else { return Fitted { action: action.clone(), cut: Vec::new() } };
    let field = Battlefield::of(asking.view);
    let done = || Verb::done(asking.side);
    let wished = aim::read(field, action).filter(|aim| asking.view.side_of(aim.by) == asking.side);
    let rounded = wished.map(|aim| {
        let turned = whole_degrees(aim.turned);
        Aim { at: (tenth(aim.at.0.to_inches()), tenth(aim.at.1.to_inches())), turned, ..aim }
    });
    let near = rounded.filter(|aim| aim::check(field, aim).is_ok());
    let best = || {
        let aim = wished?;
        let engine = may_fire(field, aim.by).ok()?;
        let alike = |other: &Aim| other.colour == aim.colour;
        aims(field, aim.by, engine).into_iter().find(alike)
    };
    let fitted = near.or_else(best).map_or_else(done, |aim| aim::action(&aim));
    Fitted { action: fitted, cut: vec![why] }
}

/// What a drag or a click comes to.
pub fn aimed(asking: &Asking, choice: &Choice, wish: Wish) -> Fitted {
    let field = Battlefield::of(asking.view);
    let as_it_stands = || Fitted { action: choice.action.clone(), cut: Vec::new() };
    let at = match wish {
        Wish::Pose(pose) => pose.at,
        Wish::Toward(at) => at,
        Wish::Target(Ref::Unit(unit)) => field.print(unit).centre,
        Wish::Target(_) => return as_it_stands(),
    };
    let Some(aim) = aim::read(field, &choice.action) else { return as_it_stands() };
    let print = field.print(aim.by);
    let angle = (Cdeg::towards(at - print.front()) - print.heading).turn();
    let wished = match aim.colour {
        None => Aim { at: (tenth(at.x), tenth(at.y)), ..aim },
        Some(_) => Aim { turned: angle, ..aim },
    };
    fit(asking, &aim::action(&wished))
}
