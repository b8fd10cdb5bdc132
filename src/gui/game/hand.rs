//! What the hand holds: a choice made concrete, with what the judge says of it at every moment.

use super::{Game, place, vary};
use crate::battle::offer::name_of;
use crate::battle::{
    Action, Arg, Ask, Choice, Fitted, Handle, Mark, Measured, Param, Range, Ref, Refusal, Ruling, Value, View, Wish,
};
use crate::cite::Word;
use crate::gui::words::to_tenth;
use crate::ids::{Side, UnitId};
use crate::lab::chronicle::units_of;
use crate::table::{Cdeg, Footprint, Leg, Mil, Pose, contact, measure};

/// A choice in the hand.
#[derive(Clone, Debug)]
pub struct Held {
    pub choice: Choice,
    pub action: Action,
    /// What cut the wish down to the action.
    pub cut: Vec<Refusal>,
    pub verdict: Result<Ruling, Refusal>,
    /// Of a plan: as it was before each of its changes, and as it was before those were taken back.
    back: Vec<Action>,
    forth: Vec<Action>,
}

impl Held {
    /// Takes a choice as it stands.
    pub fn take(game: &Game, side: Side, choice: Choice) -> Held {
        let action = choice.action.clone();
        let verdict = game.view_of(side).judge(&action);
        Held::judged(choice, action, verdict)
    }

    /// An action of that choice, of which the judge has said that.
    pub fn judged(choice: Choice, action: Action, verdict: Result<Ruling, Refusal>) -> Held {
        Held { choice, action, cut: Vec::new(), verdict, back: Vec::new(), forth: Vec::new() }
    }

    /// Puts a value of one of its params in; what is not accepted is fitted, and what cut it remembered.
    pub fn put(&mut self, game: &Game, side: Side, param: usize, value: Value) {
        let Some(param) = self.choice.params.get(param) else { return };
        let mut wished = self.spelt_out();
        param.put(&mut wished, value);
        if place::is_plan(&self.choice) {
            let before = self.action.clone();
            self.put_down(game, side, self.closed_up(&game.view_of(side), wished));
            self.remember(before);
        } else {
            self.wish(game, side, wished);
        }
    }

    /// What is held, with every leg that may be varied.
    pub fn spelt_out(&self) -> Action {
        self.choice.spelt_out(&self.action)
    }

    /// A plan of which a value was changed, as the judge closes it up: when only those move for it that the value now
    /// names or names no more, and their mates. Nobody else leaves the place where the hand has put him.
    fn closed_up(&self, view: &View, wished: Action) -> Action {
        let fitted = view.judge(&wished).is_err().then(|| view.fit(&wished).ok()).flatten();
        let closed = fitted.filter(|fitted| place::closes_up(view, &self.action, &wished, &fitted.action));
        closed.map_or(wished, |fitted| fitted.action)
    }

    /// Makes the action that, or the nearest that is accepted.
    pub fn wish(&mut self, game: &Game, side: Side, wished: Action) {
        let view = game.view_of(side);
        match view.judge(&wished) {
            Ok(ruling) => *self = Held { action: wished, cut: Vec::new(), verdict: Ok(ruling), ..self.clone() },
            Err(why) => match view.fit(&wished) {
                Ok(fitted) => self.hold(&view, fitted, Some(why)),
                Err(why) => self.verdict = Err(why),
            },
        }
    }

    /// Makes the action that, whatever the judge says of it: of a plan nothing is fitted, for its other parts are
    /// to stay where the hand has put them.
    pub fn put_down(&mut self, game: &Game, side: Side, action: Action) {
        self.verdict = game.view_of(side).judge(&action);
        self.action = action;
        self.cut.clear();
    }

    /// A plan was changed: it can be taken back to what it was before.
    pub fn remember(&mut self, before: Action) {
        if before != self.action {
            self.back.push(before);
            self.forth.clear();
        }
    }

    /// It comes into the hand in place of another plan, which it can be taken back to.
    pub fn follow(&mut self, old: Held) {
        self.back = old.back;
        self.forth = old.forth;
        self.remember(old.action);
    }

    /// Takes the last change of a plan back; tells whether there was one.
    pub fn step_back(&mut self, game: &Game, side: Side) -> bool {
        let Some(before) = self.back.pop() else { return false };
        self.forth.push(self.action.clone());
        self.put_down(game, side, before);
        true
    }

    /// Makes a change of a plan again that was taken back; tells whether there was one.
    pub fn step_forth(&mut self, game: &Game, side: Side) -> bool {
        let Some(after) = self.forth.pop() else { return false };
        self.back.push(self.action.clone());
        self.put_down(game, side, after);
        true
    }

    /// Whether a change can be taken back, and whether one can be made again.
    pub fn steps(&self) -> (bool, bool) {
        (!self.back.is_empty(), !self.forth.is_empty())
    }

    /// Aims at a dragged pose, a point or a target; `fine` takes what the hand shows, else lengths fall on tenths of
    /// the game's unit and angles on whole degrees, where that is accepted and no named stop is held.
    pub fn aim(&mut self, game: &Game, side: Side, wish: Wish, fine: bool) {
        let view = game.view_of(side);
        match view.aim(&self.choice, wish) {
            Ok(fitted) => {
                let round = if fine { None } else { self.rounded(game, &fitted.action) };
                match round.filter(|action| view.judge(action).is_ok()) {
                    Some(action) => self.hold(&view, Fitted { action, cut: fitted.cut }, None),
                    None => self.hold(&view, fitted, None),
                }
            }
            Err(why) => self.verdict = Err(why),
        }
    }

    /// Aims at a wish that lies upon an enemy: it must come into contact with him, else it is refused with how far he is.
    pub fn come_to(&mut self, game: &Game, side: Side, wish: Wish, enemy: Ref) {
        let view = game.view_of(side);
        let before = self.clone();
        let mut first = None;
        for wish in [wish, Wish::Target(enemy)] {
            self.aim(game, side, wish, true);
            match &self.verdict {
                Ok(ruling) if meets(&view, ruling, enemy) => return,
                Ok(_) => first = first.or_else(|| self.cut.first().cloned()),
                Err(why) => first = first.or_else(|| Some(why.clone())),
            }
        }
        let why = first.unwrap_or_else(|| out_of_reach(&view, &self.choice, enemy));
        *self = Held { verdict: Err(why), ..before };
    }

    /// Aims at a pose with one base of those that it places, while the others stay where the hand has put them.
    pub fn aim_base(&mut self, game: &Game, side: Side, base: Ref, wish: Pose) {
        let view = game.view_of(side);
        let choice = Choice { action: Action { who: vec![base], ..self.action.clone() }, ..self.choice.clone() };
        match view.aim(&choice, Wish::Pose(wish)) {
            Ok(fitted) => self.hold(&view, fitted, None),
            Err(why) => self.verdict = Err(why),
        }
    }

    /// Picks one of those that may be picked; where several may be, one who is picked already is picked no more.
    pub fn pick(&mut self, game: &Game, side: Side, target: Ref) {
        let Some(at) = self.choice.params.iter().position(|param| picks(param, target)) else { return };
        let param = &self.choice.params[at];
        let picked = match (&param.range, vary::value(param, &self.action)) {
            (Range::Pick { from, most: 2.., .. }, Some(Value::Refs(now))) => {
                from.iter().copied().filter(|of| now.contains(of) != (*of == target)).collect()
            }
            _ => vec![target],
        };
        self.put(game, side, at, Value::Refs(picked));
    }

    /// Sends it at a target: one of those that may be picked, else as the judge aims it.
    pub fn send(&mut self, game: &Game, side: Side, target: Ref) {
        match self.choice.params.iter().position(|param| picks(param, target)) {
            Some(param) => self.put(game, side, param, Value::Refs(vec![target])),
            None => self.aim(game, side, Wish::Target(target), true),
        }
    }

    /// Whether that is one of the targets that may be picked for it.
    pub fn may_pick(&self, target: Ref) -> bool {
        self.choice.params.iter().any(|param| picks(param, target))
    }

    /// The action with its params on round values, those at a named stop or at an end of their range left alone.
    fn rounded(&self, game: &Game, action: &Action) -> Option<Action> {
        let unit = (game.ruleset().texts)().unit;
        let mut round = action.clone();
        for param in &self.choice.params {
            let Some(now) = vary::value(param, action) else { continue };
            if param.stops.iter().any(|stop| stop.at == now) {
                continue;
            }
            let value = match (now, &param.range) {
                (Value::Length(l), Range::Length(low, high)) if l != *low && l != *high => {
                    Value::Length(to_tenth(unit.as_ref(), l).max(*low).min(*high))
                }
                (Value::Angle(a), Range::Angle(low, high)) if a != *low && a != *high => {
                    Value::Angle(Cdeg(to_nearest(a.0, 100)).max(*low).min(*high))
                }
                _ => continue,
            };
            param.put(&mut round, value);
        }
        (round != *action).then_some(round)
    }

    fn hold(&mut self, view: &View, fitted: Fitted, why: Option<Refusal>) {
        self.verdict = view.judge(&fitted.action);
        self.action = fitted.action;
        self.cut = fitted.cut;
        if self.cut.is_empty() {
            self.cut.extend(why);
        }
    }

    /// Whether there is something to vary or to see before it is done.
    pub fn needs_thought(&self) -> bool {
        let told = |r: &Ruling| !r.odds.is_empty() || !r.ends.is_empty() || !r.notes.is_empty();
        !self.choice.params.is_empty() || self.verdict.as_ref().is_ok_and(told)
    }

    /// Whether it is a move that could lead somewhere and, as it stands, leaves everybody where and as he is.
    pub fn moves_nobody(&self, game: &Game) -> bool {
        let far = |param: &Param| {
            matches!(param.range, Range::Length(..) | Range::Angle(..)) && param.handle != Handle::Panel
        };
        let Ok(ruling) = &self.verdict else { return false };
        let stays =
            |(unit, end): &(UnitId, Pose)| game.view().pose(*unit).is_some_and(|pose| pose.place() == end.place());
        let forms = ruling.forms.iter().any(|(unit, placement)| game.view().placement(*unit) != placement);
        self.choice.params.iter().any(far) && !ruling.ends.is_empty() && ruling.ends.iter().all(stays) && !forms
    }
}

/// Whether somebody would end in contact with that enemy.
fn meets(view: &View, ruling: &Ruling, enemy: Ref) -> bool {
    let enemies: Vec<Footprint> =
        units_of(view, enemy).into_iter().flat_map(|unit| view.feet(unit)).map(|foot| foot.print).collect();
    ruling.ends.iter().any(|(unit, pose)| {
        let prints = ruling.placement(view, *unit, *pose).footprints(view.roster().base(*unit)).to_vec();
        prints.iter().any(|own| enemies.iter().any(|other| contact(own, other).is_some()))
    })
}

/// The refusal of a move that does not come upon an enemy: how far he is, and how far the move goes.
fn out_of_reach(view: &View, choice: &Choice, enemy: Ref) -> Refusal {
    let feet = |of: Ref| units_of(view, of).into_iter().flat_map(move |unit| view.feet(unit)).map(|foot| foot.print);
    let others: Vec<Footprint> = feet(enemy).collect();
    let own = choice.action.who.iter().flat_map(|of| feet(*of));
    let far = own.flat_map(|a| others.iter().map(move |b| measure::distance(&a, b))).min_by(f32::total_cmp);
    let reach = choice.params.iter().find_map(|p| if let Range::Length(_, most) = p.range { Some(most) } else { None });
    let who = choice.action.who.first().copied().unwrap_or(enemy);
    // Whoever stands beside may be near enough, and still no wheel and way ahead leads upon him.
    let near = far.zip(reach).is_some_and(|(far, reach)| Mil::measured(far) <= reach);
    let says = if near { Word("no-way-upon") } else { Word("beyond-reach") };
    let why = Refusal::new(choice.cite, says).word(Word("who"), Arg::Of(who)).word(Word("other"), Arg::Of(enemy));
    let lengths =
        (Measured::Length(Mil::measured(far.unwrap_or_default())), Measured::Length(reach.unwrap_or(Mil::ZERO)));
    Refusal { measured: Some(lengths.0), limit: Some(lengths.1), marks: vec![Mark::Gap(who, enemy)], ..why }
}

/// The multiple of `step` nearest to a value.
fn to_nearest(value: i32, step: i32) -> i32 {
    (value + step / 2).div_euclid(step) * step
}

/// The choice that an action is one of: that which leads to it, else the one of the same verb and units that is most like it.
pub fn choice_of<'a>(choices: &'a [Choice], action: &Action) -> Option<&'a Choice> {
    let same = choices.iter().filter(|choice| choice.action.key == action.key && choice.action.who == action.who);
    same.min_by_key(|choice| (!choice.makes(action), unlike(&choice.action, action)))
}

/// The choice that what is held has become by being drawn another way, such as to the left; none where it is the same.
pub fn drawn_elsewhere<'a>(choices: &'a [Choice], held: &Held) -> Option<&'a Choice> {
    if held.choice.makes(&held.spelt_out()) {
        return None;
    }
    let nearer = |other: &&Choice| unlike(&other.action, &held.action) < unlike(&held.choice.action, &held.action);
    choice_of(choices, &held.action).filter(nearer).filter(|other| can_be_dragged(other))
}

/// How much two actions of one verb differ in what no hand varies: whom they name, which legs they have, and by how many
/// hundredths of a degree these lead elsewhere.
fn unlike(a: &Action, b: &Action) -> (bool, bool, i32) {
    let whom = |action: &Action| -> Vec<Value> {
        action.with.iter().map(|(_, value)| value).filter(|value| matches!(value, Value::Refs(_))).cloned().collect()
    };
    let kinds = |action: &Action| -> Vec<Word> { action.legs().iter().map(|leg| name_of(*leg)).collect() };
    let turned = |(a, b): (&Leg, &Leg)| match (a, b) {
        (Leg::Slide(a, _), Leg::Slide(b, _)) | (Leg::Face(a), Leg::Face(b)) => a.between(*b).0,
        _ => 0,
    };
    (whom(a) != whom(b), kinds(a) != kinds(b), a.legs().iter().zip(b.legs()).map(turned).sum())
}

/// Whether a hand on the table can vary the choice.
pub fn can_be_dragged(choice: &Choice) -> bool {
    choice.params.iter().any(|p| !matches!(p.handle, Handle::Panel | Handle::Target))
}

/// Whether a hand on the table can put its bases somewhere one by one.
pub fn places_bases(choice: &Choice) -> bool {
    can_be_dragged(choice) && choice.action.places().iter().any(|(of, _)| matches!(of, Ref::Base(..)))
}

/// Whether it is a wheel, or has one in it, that a front corner varies.
pub fn can_be_wheeled(choice: &Choice) -> bool {
    choice.params.iter().any(|p| matches!(p.handle, Handle::Arc { .. }))
}

/// The first choice of that unit, or of its body unless it is `alone`, that `fits` the hand; the one already held when
/// it is its own.
pub fn for_drag<'a>(
    view: &View,
    choices: &'a [Choice],
    unit: UnitId,
    alone: bool,
    held: Option<&'a Choice>,
    fits: fn(&Choice) -> bool,
) -> Option<&'a Choice> {
    let body = view.body_of(unit).map(Ref::Body);
    let of = |choice: &&Choice| {
        let who = &choice.action.who;
        who.contains(&Ref::Unit(unit)) || (!alone && body.is_some_and(|b| who.contains(&b)))
    };
    held.filter(of).filter(|c| fits(c)).or_else(|| choices.iter().filter(of).find(|c| fits(c)))
}

/// The same choice for all of the unit's body that may join in it, where it may be given to several at once.
pub fn with_body(view: &View, choice: Choice, unit: UnitId) -> Choice {
    let Some(body) = view.body_of(unit).map(|body| &view.bodies().get(body).units) else { return choice };
    let mates = choice.joiners.iter().filter(|of| matches!(of, Ref::Unit(mate) if body.contains(mate)));
    let all: Vec<Ref> = choice.action.who.iter().chain(mates).copied().collect();
    if all.len() == choice.action.who.len() {
        return choice;
    }
    let together = view
        .offer(&Ask::these(&all))
        .choices
        .iter()
        .find(|other| {
            other.action.key == choice.action.key
                && can_be_dragged(other)
                && all.iter().all(|of| other.action.who.contains(of))
        })
        .cloned();
    together.unwrap_or(choice)
}

/// Whether a target is among those that may be picked on the table.
fn picks(param: &Param, target: Ref) -> bool {
    matches!(&param.range, Range::Pick { from, .. } if param.handle == Handle::Target && from.contains(&target))
}

/// The choice by which that unit may be sent at a target.
pub fn for_target<'a>(view: &View, choices: &'a [Choice], unit: UnitId, target: Ref) -> Option<&'a Choice> {
    let body = view.body_of(unit).map(Ref::Body);
    let of = |choice: &&Choice| {
        choice.action.who.contains(&Ref::Unit(unit)) || body.is_some_and(|b| choice.action.who.contains(&b))
    };
    let names = |choice: &&Choice| {
        choice.action.with.iter().any(|(_, v)| matches!(v, Value::Refs(refs) if refs.contains(&target)))
    };
    let picks = |choice: &&Choice| choice.params.iter().any(|param| picks(param, target));
    let own: Vec<&Choice> = choices.iter().filter(of).collect();
    own.iter().copied().find(|c| names(c)).or_else(|| own.iter().copied().find(|c| picks(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundreds_are_met_from_both_sides() {
        assert_eq!(to_nearest(5409, 100), 5400);
        assert_eq!(to_nearest(5450, 100), 5500);
        assert_eq!(to_nearest(-1529, 100), -1500);
        assert_eq!(to_nearest(-1551, 100), -1600);
    }

    #[test]
    fn an_action_is_of_the_offer_that_leads_to_it_or_of_the_one_most_like_it() {
        use crate::battle::MOVE;
        use crate::cite::HOUSE;
        let who = Ref::Unit(UnitId(1));
        let shot = |at| Action::new(who, Word("shoot")).with(Word("at"), Value::Refs(vec![Ref::Unit(UnitId(at))]));
        let slid = |angle, far| Action::along(who, vec![Leg::Slide(Cdeg(angle), Mil(far))]);
        let slides = |action: Action| {
            let by = Param { handle: Handle::Drag, ..Param::panel(Word("slide"), Range::Length(Mil::ZERO, Mil(9000))) };
            Choice { params: vec![by], ..Choice::plain(action, HOUSE) }
        };
        let plain = |action| Choice::plain(action, HOUSE);
        let all =
            [plain(shot(7)), plain(shot(8)), slides(slid(9000, 9000)), slides(slid(-9000, 9000)), plain(slid(0, 1))];
        let of = |action: &Action| {
            choice_of(&all, action).and_then(|found| all.iter().position(|c| c.action == found.action))
        };
        assert_eq!([of(&shot(7)), of(&shot(8))], [Some(0), Some(1)]);
        assert_eq!(
            [of(&slid(9000, 4000)), of(&slid(-9000, 4000)), of(&slid(-8985, 9000))],
            [Some(2), Some(3), Some(3)]
        );
        assert_eq!(of(&Action::new(who, MOVE)), Some(2), "of equals the first");
        assert_eq!(of(&Action::new(who, Word("hold"))), None);
        let verdict = || Ok(Ruling::default());
        let drawn =
            |choice: &Choice, action| drawn_elsewhere(&all, &Held::judged(choice.clone(), action, verdict())).is_some();
        assert!(
            drawn(&all[2], slid(-8985, 9000))
                && !drawn(&all[2], slid(9000, 3000))
                && !drawn(&all[3], slid(-8985, 9000))
        );
    }
}
