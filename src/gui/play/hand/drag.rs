//! A hand on the table: it takes hold of a unit or of a front corner, and every move of the pointer becomes a wish
//! that the battle aims for.

use bevy::math::Vec2;

use crate::battle::{Action, Arg, LEGS, MOVE, Ref, Refusal, Ruling, Value, View, Wish};
use crate::cite::{HOUSE, Word};
use crate::gui::board::scene::SEAM;
use crate::gui::game::hand::{self, Held};
use crate::gui::game::letters;
use crate::gui::game::offers::{Listed, offers};
use crate::gui::game::place;
use crate::gui::play::hand::{corners, plan, single};
use crate::gui::play::state::{Corner, Drag, Grip, Onto, Play};
use crate::gui::words::to_tenth;
use crate::ids::UnitId;
use crate::lab::chronicle::units_of;
use crate::table::{Cdeg, Footprint, Leg, Mil, Pose};

/// Takes hold of a unit at a point of the table; nothing when it may not act.
pub fn grab(play: &mut Play, unit: UnitId, from: Vec2, corner: Option<Corner>, alone: bool) {
    let now = play.now();
    let Some(side) = now.person else { return };
    let view = play.game.view_of(side);
    if view.side_of(unit) != side {
        return;
    }
    if let Some(plan) = now.plan.as_ref().filter(|plan| place::place_of(&plan.action, unit).is_some()) {
        let units = place::company(&view, &plan.action, unit, alone);
        let lead = lead(&view, unit, &[]);
        plan::take(play, &now);
        let plan = Some((plan.action.clone(), units));
        play.hand.take_hold(Drag { plan, ..Drag::new(unit, Grip::Place, from, lead) });
        return;
    }
    if alone
        && corner.is_none()
        && let Some((held, base, lead)) = single::taken(play, &now, side, unit, from)
    {
        play.hand.forget_refusal();
        play.hold(held.clone());
        play.hand.take_hold(Drag { before: Some(held), ..Drag::new(unit, Grip::Single(base), from, lead) });
        return;
    }
    let held = play.hand.held().map(|h| &h.choice);
    let fits = if corner.is_some() { hand::can_be_wheeled } else { hand::can_be_dragged };
    let mut choice = hand::for_drag(&view, &now.offers.all, unit, alone, held, fits).cloned();
    if !alone && corner.is_none() {
        choice = choice.map(|choice| hand::with_body(&view, choice, unit));
    }
    let who = choice.as_ref().map(|c| c.action.who.as_slice()).unwrap_or_default();
    let lead = lead(&view, unit, who);
    let same = |held: &&Held| choice.as_ref().is_some_and(|c| c.action == held.choice.action);
    let onto = play.hand.held().filter(same).and_then(|held| goes_on(&view, held, unit, from, (&lead, corner)));
    let is_token = view.feet(unit).is_empty();
    let grip = match (&choice, corner) {
        (None, _) => Grip::Aim,
        (Some(_), _) if is_token => Grip::Token,
        (Some(_), Some(corner)) => Grip::Corner(corner),
        (Some(_), None) => Grip::Base,
    };
    play.hand.forget_refusal();
    let (lead, onto) = onto.map_or((lead, None), |(lead, onto)| (lead, Some(onto)));
    if let Some(choice) = choice.filter(|_| onto.is_none()) {
        let held = Held::take(&play.game, side, choice);
        play.hold(held);
    }
    play.hand.take_hold(Drag { onto, ..Drag::new(unit, grip, from, lead) });
}

/// What the hand goes on with, and the first that moves in it: where it would end, or, by a corner of where it stands, as it
/// stands. It goes on when it has taken a corner, or hold of where it would end, or when nothing but a wheel has been made of
/// it so far.
fn goes_on(
    view: &View,
    held: &Held,
    unit: UnitId,
    from: Vec2,
    (lead, corner): (&Footprint, Option<Corner>),
) -> Option<(Footprint, Onto)> {
    let ruling = held.verdict.as_ref().ok()?;
    let onto = |adds: bool| Onto { action: held.action.clone(), adds };
    if corner.is_some_and(|corner| !corner.ended) {
        return Some((*lead, onto(false)));
    }
    let taken = corner.is_some() || ghosts(view, ruling).any(|(_, print)| print.grown(SEAM).holds(from));
    let far = |leg: &Leg| matches!(leg, Leg::Ahead(far) | Leg::Slide(_, far) if *far != Mil::ZERO);
    let begun = held.action != held.choice.action;
    if corner.is_none() && (!begun || !taken && held.action.legs().iter().any(far)) {
        return None;
    }
    let first = held.action.who.first().and_then(|of| units_of(view, *of).first().copied()).unwrap_or(unit);
    let (_, pose) = ruling.ends.iter().find(|(of, _)| *of == first)?;
    let lead = Footprint::new(*pose, lead.width(), lead.depth());
    // A base that is drawn on adds a leg only where a corner has added one before it.
    let longer = held.spelt_out().legs().len() > held.choice.action.legs().len();
    let adds = (corner.is_some() || longer) && may_add(view, held);
    Some((lead, onto(adds)))
}

/// Whether a wheel may follow the way that is held, to one side or the other.
fn may_add(view: &View, held: &Held) -> bool {
    let gone = held.action.legs().iter().any(|leg| matches!(leg, Leg::Ahead(far) if *far != Mil::ZERO));
    let wheeled = |by: i32| view.judge(&with_leg(&held.action, Leg::Wheel(Cdeg(by)))).is_ok();
    gone && (wheeled(1) || wheeled(-1))
}

/// An action with one more leg; a wheel after a wheel to the same side, and a way after a way, is one with it.
fn with_leg(action: &Action, leg: Leg) -> Action {
    let mut legs = action.legs().to_vec();
    match (legs.last_mut(), leg) {
        (_, Leg::Wheel(Cdeg::ZERO) | Leg::Ahead(Mil::ZERO)) => {}
        (Some(Leg::Wheel(last)), Leg::Wheel(more)) if last.0.signum() == more.0.signum() => last.0 += more.0,
        (Some(Leg::Ahead(last)), Leg::Ahead(more)) => last.0 += more.0,
        _ => legs.push(leg),
    }
    let mut action = action.clone();
    action.set(LEGS, Value::Legs(legs));
    action
}

/// Where everybody would end by a ruling, rectangle by rectangle.
fn ghosts<'a>(view: &'a View, ruling: &'a Ruling) -> impl Iterator<Item = (UnitId, Footprint)> + 'a {
    ruling.ends.iter().flat_map(move |(unit, pose)| {
        let prints = ruling.placement(view, *unit, *pose).footprints(view.roster().base(*unit)).to_vec();
        prints.into_iter().map(move |print| (*unit, print))
    })
}

/// Whose ghost lies under a point of the table.
pub fn ghost_at(play: &Play, at: Vec2) -> Option<UnitId> {
    let ruling = play.hand.held()?.verdict.as_ref().ok()?;
    ghosts(&play.game.view(), ruling).find(|(_, print)| print.holds(at)).map(|(unit, _)| unit)
}

/// Where the token is, or would end, that the hand may ride about; none where it holds none.
fn ridden(play: &Play) -> Option<Vec2> {
    let (side, held) = (play.person()?, play.hand.held().filter(|held| hand::can_be_dragged(&held.choice))?);
    let view = play.game.view_of(side);
    let token = |of: &Ref| match of {
        Ref::Unit(unit) if view.feet(*unit).is_empty() => Some(*unit),
        _ => None,
    };
    let token = held.choice.action.who.iter().find_map(token)?;
    let ends = held.verdict.as_ref().ok().and_then(|ruling| ruling.ends.iter().find(|(of, _)| *of == token));
    ends.map(|(_, pose)| pose.at).or_else(|| view.pose(token).map(|pose| pose.at))
}

/// Shifts a token that the hand may ride about; tells whether it holds one.
pub fn rides(play: &mut Play, by: Vec2) -> bool {
    ridden(play).is_some_and(|at| puts(play, at + by))
}

/// Puts a token that the hand may ride about there; tells whether it holds one.
pub fn puts(play: &mut Play, to: Vec2) -> bool {
    if ridden(play).is_none() {
        return false;
    }
    let (Some(side), Some(mut held)) = (play.person(), play.hand.held().cloned()) else { return false };
    held.aim(&play.game, side, Wish::Pose(Pose { at: to, heading: Cdeg::ZERO }), false);
    play.hold(held);
    true
}

/// Lets go without effect.
pub fn cancel(play: &mut Play) {
    let taken = play.hand.take_drag().and_then(|drag| drag.plan);
    match (taken, play.person()) {
        (Some((plan, _)), Some(side)) => plan::put_down(play, side, plan),
        _ => play.let_go(),
    }
}

/// How the keys that are held change a drag.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// The heading is held.
    pub square: bool,
    /// No round values.
    pub fine: bool,
    /// How near to others what is placed is drawn into their line, inches.
    pub near: f32,
}

/// Follows the pointer to a point of the table.
pub fn follow(play: &mut Play, to: Vec2, over: Option<UnitId>, manner: Manner) {
    let now = play.now();
    let (Some(side), Some(mut drag)) = (now.person, play.hand.take_drag()) else { return };
    if let Some((plan, units)) = &drag.plan {
        let by = to - drag.from;
        let view = play.game.view_of(side);
        let by = match &now.plan {
            Some(open) if !manner.fine => open.drawn_to(&view, plan, units, (by * 10.0).round() / 10.0, manner.near),
            _ => by,
        };
        let plan = place::shifted(plan, units, by);
        plan::put_down(play, side, plan);
        play.hand.take_hold(drag);
        return;
    }
    if let Grip::Single(base) = drag.grip {
        let wished = drag.lead.shifted(to - drag.from);
        if let Some(mut held) = play.hand.take_held() {
            held.aim_base(&play.game, side, Ref::Base(drag.unit, base), wished.pose());
            play.hold(held);
        }
        drag.wished = Some(wished);
        play.hand.take_hold(drag);
        return;
    }
    let view = play.game.view_of(side);
    let enemy = over.filter(|unit| view.side_of(*unit) != side);
    drag.over = enemy;
    // What blocks nothing may be sent upon friends too: a general to the unit that he joins.
    let friend = over.filter(|unit| drag.grip == Grip::Token && *unit != drag.unit);
    let target = enemy.or(friend).map(Ref::Unit);
    let sent = target.and_then(|t| hand::for_target(&view, &now.offers.all, drag.unit, t).cloned().map(|c| (c, t)));
    if let Some((choice, target)) = sent {
        let mut held = Held::take(&play.game, side, choice);
        held.send(&play.game, side, target);
        (drag.sent, drag.wished) = (true, None);
        play.hold(held);
        play.hand.take_hold(drag);
        return;
    }
    if drag.sent && !play.hand.held().is_some_and(|held| hand::can_be_dragged(&held.choice)) {
        // It lies upon nobody any more: what the hand holds is its own way again.
        let own = hand::for_drag(&view, &now.offers.all, drag.unit, false, None, hand::can_be_dragged).cloned();
        let own = own.map(|choice| Held::take(&play.game, side, choice));
        play.hand.put_away();
        own.into_iter().for_each(|held| play.hold(held));
    }
    drag.sent = false;
    let mut held = play.hand.take_held();
    let by = held.as_ref().map_or(to - drag.from, |held| straightened(&drag, held, to - drag.from, manner));
    let (wish, wished) = wish(&drag, to, by, manner.square);
    if let Some(held) = &mut held
        && drag.grip != Grip::Aim
    {
        match (more(play, &drag, to, held, manner), drag.over) {
            (Some(More::Wheel(param, angle)), _) => held.put(&play.game, side, param, Value::Angle(angle)),
            (Some(More::Leg(wished)), _) => held.wish(&play.game, side, wished),
            (None, Some(enemy)) => held.come_to(&play.game, side, wish, Ref::Unit(enemy)),
            (None, None) => held.aim(&play.game, side, wish, manner.fine),
        }
        if let Some(other) = hand::drawn_elsewhere(&now.offers.all, held) {
            held.choice = other.clone();
        }
    }
    drag.wished = wished;
    if let Some(held) = held {
        play.hold(held);
    }
    play.hand.take_hold(drag);
}

/// How far a base is dragged: straight ahead where that is held, or nearly meant. What slides goes where it is drawn.
fn straightened(drag: &Drag, held: &Held, by: Vec2, manner: Manner) -> Vec2 {
    let legs = held.action.legs();
    let turns =
        legs.iter().any(|leg| matches!(leg, Leg::Ahead(_))) && !legs.iter().any(|leg| matches!(leg, Leg::Slide(..)));
    if drag.grip != Grip::Base || drag.onto.is_some() || !turns {
        return by;
    }
    let forward = drag.lead.forward();
    let ahead = by.dot(forward);
    let aside = (by - forward * ahead).length();
    let meant = !manner.fine && aside <= manner.near && ahead > 2.0 * aside;
    if manner.square || meant { forward * ahead } else { by }
}

/// What a drag makes of what the hand held already.
enum More {
    /// Another value of its wheel.
    Wheel(usize, Cdeg),
    /// A leg more.
    Leg(Action),
}

/// What a drag that goes on adds: a corner wheels, and all else stays as it was when the hand took it; a base that is drawn
/// on after a wheel at the end of a way goes ahead from there. None where the whole is aimed anew.
fn more(play: &Play, drag: &Drag, to: Vec2, held: &mut Held, manner: Manner) -> Option<More> {
    let onto = drag.onto.as_ref()?;
    match drag.grip {
        Grip::Corner(corner) => {
            let (pivot, from) = corner.pivot_and_held();
            let angle = turned_by(from - pivot, to - pivot);
            let angle = if manner.fine { angle } else { Cdeg((angle.0 + 50).div_euclid(100) * 100) };
            if onto.adds {
                return Some(More::Leg(with_leg(&onto.action, Leg::Wheel(angle))));
            }
            let at = corners::wheel(held)?;
            let before = match held.choice.params[at].get(&onto.action) {
                Some(Value::Angle(before)) if corner.ended => before,
                _ => Cdeg::ZERO,
            };
            held.action = onto.action.clone();
            Some(More::Wheel(at, Cdeg(before.0 + angle.0)))
        }
        Grip::Base if onto.adds => {
            let far = Mil::measured((to - drag.from).dot(drag.lead.forward()).max(0.0));
            let unit = (play.game.ruleset().texts)().unit;
            let far = if manner.fine { far } else { to_tenth(unit.as_ref(), far) };
            Some(More::Leg(with_leg(&onto.action, Leg::Ahead(far))))
        }
        _ => None,
    }
}

fn wish(drag: &Drag, to: Vec2, by: Vec2, square: bool) -> (Wish, Option<Footprint>) {
    let lead = &drag.lead;
    match drag.grip {
        Grip::Corner(corner) => {
            // The held corner of all that wheels swings about the other one, and whoever leads goes with it.
            let (pivot, held) = corner.pivot_and_held();
            let angle = turned_by(held - pivot, to - pivot);
            let turned = lead.turned_about(pivot, angle);
            (Wish::Pose(turned.pose()), Some(turned))
        }
        Grip::Token => (Wish::Pose(Pose { at: to, heading: Cdeg::ZERO }), None),
        Grip::Base | Grip::Aim | Grip::Place | Grip::Single(_) => {
            let wished = lead.shifted(by);
            let wish =
                if square || drag.onto.is_some() { Wish::Pose(wished.pose()) } else { Wish::Toward(wished.front()) };
            (wish, Some(wished))
        }
    }
}

/// How far one direction is turned from another, positive to the right.
fn turned_by(from: Vec2, to: Vec2) -> Cdeg {
    let radians = to.angle_to(from);
    Cdeg::measured(radians.to_degrees()).turn()
}

/// Lets go: what the judge accepts stays in the hand, so that more can be added to it, until it is confirmed. What the judge does not accept springs back and leaves its drawing.
pub fn drop(play: &mut Play) {
    let Some(drag) = play.hand.take_drag() else { return };
    if let Some((before, _)) = drag.plan {
        // A plan stays in the hand until it is answered as a whole.
        plan::settle(play, &before);
        return;
    }
    let Some(held) = play.hand.held() else {
        cannot_be_drawn(play, &drag);
        return;
    };
    let as_offered = held.action == held.choice.action;
    let still = !drag.sent
        && match &held.verdict {
            // Somebody who was drawn as far as he is offered to go has not been left where he stands.
            Ok(ruling) if drag.wished.is_some() && !ruling.ends.is_empty() => stays(&play.game.view(), ruling),
            Ok(ruling) => as_offered || stays(&play.game.view(), ruling),
            Err(_) => as_offered,
        };
    match (&held.verdict, held.cut.first()) {
        (Err(why), _) => {
            let why = why.clone();
            spring_back(play, why, &drag);
            // The bases that were placed before it stay where they are.
            if let Some(before) = drag.before.filter(|before| before.action != before.choice.action) {
                play.hold(before);
            }
        }
        // The other bases are to be placed too: it stays in the hand until it is done.
        (Ok(_), _) if matches!(drag.grip, Grip::Single(_)) => {}
        (Ok(_), Some(why)) if still => {
            let why = why.clone();
            spring_back(play, why, &drag);
        }
        (Ok(_), _) if still && drag.grip != Grip::Aim => play.let_go(),
        // It waits for the word, whoever is sent at an enemy or to a friend too.
        (Ok(_), _) => {}
    }
}

/// Tells why whoever was drawn has no move.
fn cannot_be_drawn(play: &mut Play, drag: &Drag) {
    let Some(side) = play.person() else { return };
    let offers = offers(&play.game, side, Some(drag.unit));
    let moves = |listed: &Listed| listed.choice.action.key == MOVE;
    if offers.listed.iter().any(moves) {
        return;
    }
    let why = offers.barred.into_iter().next().map(|barred| barred.why);
    let why = why.unwrap_or_else(|| {
        let who = Ref::Unit(drag.unit);
        let mut may: Vec<Word> = Vec::new();
        for listed in offers.listed.iter().filter(|listed| listed.choice.action.who.contains(&who)) {
            let word = letters::word(&listed.choice);
            if !may.contains(&word) {
                may.push(word);
            }
        }
        match may[..] {
            [] => Refusal::not_offered(HOUSE, MOVE, &[who]),
            _ => may.into_iter().fold(Refusal::new(HOUSE, Word("no-move-now")).of(who), |refusal, word| {
                refusal.word(Word("may"), Arg::Word(word))
            }),
        }
    });
    play.refuse(why, Vec::new());
}

/// Nothing lies in the hand any more, nor in the line for orders; what was wished stays drawn with what forbids it.
fn spring_back(play: &mut Play, why: Refusal, drag: &Drag) {
    play.hand.put_away();
    play.hand.write(String::new());
    play.refuse(why, drag.wished.into_iter().collect());
}

/// Whether everybody would end where he stands.
fn stays(view: &View, ruling: &Ruling) -> bool {
    const NEAR: f32 = 1e-3;
    let same = |(unit, end): &(UnitId, Pose)| {
        view.pose(*unit).is_some_and(|now| now.heading == end.heading && now.at.distance(end.at) < NEAR)
    };
    !ruling.ends.is_empty() && ruling.ends.iter().all(same)
}

/// The first of what moves with a unit: the unit that the battle aims by.
fn lead(view: &View, unit: UnitId, who: &[Ref]) -> Footprint {
    let first = who.first().and_then(|of| units_of(view, *of).first().copied()).unwrap_or(unit);
    view.hull(first).or_else(|| view.hull(unit)).unwrap_or_else(|| {
        let at = view.pose(unit).unwrap_or_default();
        Footprint::new(at, 0.0, 0.0)
    })
}

#[cfg(test)]
mod tests;
