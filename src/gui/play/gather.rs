//! Several units selected together: with Shift a click adds one or leaves it out, and a box that is drawn on the bare table
//! takes all who may act in it. What they may be given as one, such as an order to a brigade, comes into the hand.

use bevy::math::Vec2;

use crate::battle::{Action, Ask, Choice, Ref, View};
use crate::gui::game::hand::Held;
use crate::gui::play::state::{Now, Play};
use crate::ids::UnitId;
use crate::lab::chronicle::units_of;

/// Whether units can be selected together in this moment: not while a plan is made, nor where orders are written one by one.
pub fn may_gather(now: &Now) -> bool {
    now.person.is_some() && now.plan.is_none() && now.sealed.is_none()
}

/// Adds a unit to those that are selected, or leaves it out; the first is selected as by a plain click.
pub fn toggle(play: &mut Play, now: &Now, unit: UnitId) {
    let first = play.look.focus().filter(|first| now.ready.contains(first));
    let mut units: Vec<UnitId> = first.into_iter().chain(play.look.mates().iter().copied()).collect();
    match units.iter().position(|known| *known == unit) {
        Some(at) => {
            units.remove(at);
        }
        None if now.ready.contains(&unit) => units.push(unit),
        None => return,
    }
    select(play, &units);
}

/// Selects all who may act and whose middle lies in the box between two points of the table.
pub fn select_in(play: &mut Play, now: &Now, from: Vec2, to: Vec2) {
    let view = play.game.view();
    let (low, high) = (from.min(to), from.max(to));
    let inside = |unit: &&UnitId| {
        let middle = view.hull(**unit).map(|print| print.centre).or_else(|| view.pose(**unit).map(|pose| pose.at));
        middle.is_some_and(|at| at.cmpge(low).all() && at.cmple(high).all())
    };
    let units: Vec<UnitId> = now.ready.iter().filter(inside).copied().collect();
    select(play, &units);
}

/// Selects those units, the first as by a plain click, and takes in hand what they may be given as one.
fn select(play: &mut Play, units: &[UnitId]) {
    play.select(units.first().copied());
    let mates = units.get(1..).unwrap_or_default();
    if mates != play.look.mates() {
        play.let_go();
    }
    play.look.gather(mates.to_vec());
    if mates.is_empty() {
        return;
    }
    let now = play.now();
    let Some(side) = now.person else { return };
    let Some(choice) = joint(&play.game.view_of(side), &now.offers.all, units) else { return };
    let held = Held::take(&play.game, side, choice);
    match held.verdict {
        Ok(_) => play.hold(held),
        Err(why) => play.refuse(why, Vec::new()),
    }
}

/// What is offered to exactly those units as one; else, so that the judge says why not, what is offered to the first of them,
/// said of all.
fn joint(view: &View, offered: &[Choice], units: &[UnitId]) -> Option<Choice> {
    let all: Vec<Ref> = units.iter().map(|unit| Ref::Unit(*unit)).collect();
    let of_all = |choice: &&Choice| {
        let of: Vec<UnitId> = choice.action.who.iter().flat_map(|who| units_of(view, *who)).collect();
        of.len() == units.len() && units.iter().all(|unit| of.contains(unit))
    };
    let asked = || view.offer(&Ask::these(&all)).choices.iter().find(|choice| of_all(choice)).cloned();
    let of_first = || {
        let first = |choice: &&Choice| choice.action.who == all[..1];
        // A verb that is given to several somewhere comes first.
        let several = |choice: &&Choice| {
            offered.iter().any(|other| other.action.key == choice.action.key && other.action.who.len() > 1)
        };
        let own = || offered.iter().filter(first);
        let choice = own().find(several).or_else(|| own().next())?;
        let action = Action { who: all.clone(), ..choice.action.clone() };
        Some(Choice { action, ..choice.clone() })
    };
    offered.iter().find(of_all).cloned().or_else(asked).or_else(of_first)
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;
    use bevy_egui::egui::{Key, Modifiers};

    use crate::battle::{Choice, Ref};
    use crate::gui::game::hand;
    use crate::gui::game::sitter::Sitter::Person;
    use crate::gui::play::stage::{Stage, answer, begun};
    use crate::ids::UnitId;
    use crate::table::Leg;

    /// A battle whose units may be ordered alone or as brigades, with a brigade of two that is offered.
    fn ordering() -> (Stage, [UnitId; 2]) {
        let mut stage = Stage::sized(begun("ancientmaster/first_battle", [Person; 2]), 1280.0, 800.0);
        loop {
            let now = stage.play.now();
            let two = now.offers.all.iter().find_map(|choice| match choice.action.who[..] {
                [Ref::Unit(a), Ref::Unit(b)] => Some([a, b]),
                _ => None,
            });
            if let Some(two) = two {
                stage.rest();
                return (stage, two);
            }
            assert!(answer(&mut stage.play), "nobody is ever ordered with another");
        }
    }

    fn held(stage: &Stage) -> Vec<Ref> {
        stage.play.hand.held().map(|held| held.action.who.clone()).unwrap_or_default()
    }

    fn click(stage: &mut Stage, unit: UnitId) {
        let at = stage.on_screen(stage.middle(unit));
        stage.click(at);
    }

    #[test]
    fn a_click_with_shift_adds_one_and_another_leaves_it_out() {
        let (mut stage, [a, b]) = ordering();
        click(&mut stage, a);
        stage.hold_keys(Modifiers::SHIFT);
        click(&mut stage, b);
        let mut who = held(&stage);
        who.sort_unstable();
        assert_eq!(who, [Ref::Unit(a), Ref::Unit(b)]);
        assert_eq!((stage.play.look.focus(), stage.play.look.mates()), (Some(a), &[b][..]));
        click(&mut stage, b);
        assert!(stage.play.look.mates().is_empty() && held(&stage).is_empty());
        assert_eq!(stage.play.look.focus(), Some(a));
    }

    #[test]
    fn a_box_on_the_bare_table_takes_all_in_it_and_who_may_not_go_together_is_told_why() {
        let (mut stage, [a, b]) = ordering();
        let view = stage.play.game.view();
        let corners: Vec<Vec2> = [a, b].iter().flat_map(|unit| view.hull(*unit).unwrap().corners()).collect();
        let low = corners.iter().copied().reduce(Vec2::min).unwrap() - Vec2::splat(0.4);
        let high = corners.iter().copied().reduce(Vec2::max).unwrap() + Vec2::splat(0.4);
        let ready = stage.play.now().ready;
        let inside = |unit: &UnitId| {
            let at = stage.middle(*unit);
            at.cmpge(low).all() && at.cmple(high).all()
        };
        let wanted: Vec<UnitId> = ready.iter().copied().filter(inside).collect();
        assert!(wanted.len() >= 2, "{wanted:?}");
        let before = stage.play.look.camera();
        stage.hold_keys(Modifiers::SHIFT);
        stage.hold(low, high);
        assert!(stage.play.look.frame().is_some(), "the box is drawn");
        stage.drop_at(high);
        stage.hold_keys(Modifiers::NONE);
        assert_eq!(stage.play.look.camera(), before, "the table stays where it is");
        let mut taken: Vec<UnitId> =
            stage.play.look.focus().into_iter().chain(stage.play.look.mates().to_vec()).collect();
        taken.sort_unstable();
        assert_eq!(taken, wanted);
        stage.key(Key::Escape);
        assert!(stage.play.look.mates().is_empty() && stage.play.look.frame().is_none());
        // All of the side at once are more than a brigade may have.
        let table = stage.play.now().scene.table;
        let now = stage.play.now();
        super::select_in(&mut stage.play, &now, Vec2::ZERO, table);
        assert!(held(&stage).is_empty());
        let (why, _) = stage.play.hand.refusal().expect("it is refused");
        assert_eq!(why.cite.0, "A5.4");
    }

    #[test]
    fn a_brigade_is_drawn_straight_ahead_as_one() {
        let (mut stage, _) = ordering();
        let two = |choice: &&Choice| choice.action.who.len() == 2;
        let (units, lead) = (0..60)
            .find_map(|_| {
                let now = stage.play.now();
                let moves = now.offers.all.iter().filter(two).find(|choice| hand::can_be_dragged(choice));
                if let Some(choice) = moves {
                    let [Ref::Unit(a), _] = choice.action.who[..] else { panic!("{choice:?}") };
                    return Some((choice.action.who.clone(), a));
                }
                let order = now.offers.all.iter().find(two).map(|choice| choice.action.clone());
                match order {
                    Some(order) => stage.play.submit(order),
                    None => assert!(answer(&mut stage.play)),
                }
                None
            })
            .expect("an order to two succeeds");
        stage.rest();
        // Whichever of them is taken hold of.
        for of in &units {
            let Ref::Unit(unit) = *of else { panic!("{of:?}") };
            let from = stage.middle(unit);
            let heading = stage.play.game.view().hull(lead).unwrap().forward();
            let to = from + heading * 3.0;
            stage.hold(from, to);
            let held = stage.play.hand.held().cloned().expect("it lies in the hand").action;
            stage.drop_at(to);
            stage.key(Key::Escape);
            let [Leg::Wheel(wheel), Leg::Ahead(far)] = held.legs() else { panic!("{held:?}") };
            assert!(wheel.0 == 0 && (2700..=3000).contains(&far.0) && held.who == units, "{held:?}");
        }
    }
}
