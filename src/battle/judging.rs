//! The pure half of the door: what may be done, and what the judge says of an action. It is asked of a view and not of
//! the world, so that the same can be asked of a battle in which another question lies on top ([`View::supposing`]).

use std::borrow::Cow;

use super::action::{Action, PARTS, Ref, Value};
use super::agenda::Question;
use super::bounds;
use super::clock::{DrawOffer, Ending, Outcome};
use super::drafts;
use super::fact::{Fact, Narration};
use super::install::{Asking, Handler};
use super::offer::{Ask, Choice, Fitted, Offer, Wish};
use super::plain;
use super::refusal::{Arg, Refusal, Ruling};
use super::state::set;
use super::umpire::{self, UMPIRE};
use super::view::View;
use crate::cite::{HOUSE, Word};
use crate::ids::Side;

/// Giving the battle up.
pub const CONCEDE: Word = Word("concede");
/// Offering a draw; if the other side has offered one, this accepts it.
pub const OFFER_DRAW: Word = Word("offer-draw");

/// What that side may do now; nothing when it has no question to answer.
pub(super) fn offer(view: &View, side: Side, ask: &Ask) -> Offer {
    let Ok((question, handler)) = asking(view, side) else { return Offer::default() };
    let asking = Asking { view: view.seen_by(side), question: &question, side };
    let mut offer = (handler.offer)(&asking, ask);
    debug_assert!(
        offer.choices.iter().all(|choice| handler.verbs.contains(&choice.action.key)),
        "`{}` is answered with a verb that it does not register: {:?}",
        handler.key,
        offer.choices.iter().map(|choice| choice.action.key).collect::<Vec<_>>()
    );
    offer.choices.extend(drafts::taking_back(&question, side, ask));
    offer
}

/// What the judge says of an action.
pub(super) fn judge(view: &View, action: &Action) -> Result<Ruling, Refusal> {
    let side = actor(view, action)?;
    if needs_no_question(action) {
        return match action.key {
            UMPIRE => umpire::judge(view.world(), side, action),
            _ => facts_without_question(view, side, action).map(|_| Ruling::default()),
        };
    }
    let (question, handler) = asking(view, side)?;
    let asking = Asking { view: view.seen_by(side), question: &question, side };
    match drafts::judge(&asking, action) {
        Some(ruling) => ruling,
        None => (handler.judge)(&asking, action),
    }
}

/// The nearest acceptable action, and what cut this one.
pub(super) fn fit(view: &View, action: &Action) -> Result<Fitted, Refusal> {
    let side = actor(view, action)?;
    let as_it_is = || Fitted { action: action.clone(), cut: Vec::new() };
    if needs_no_question(action) {
        return facts_without_question(view, side, action).map(|_| as_it_is());
    }
    let (question, handler) = asking(view, side)?;
    let asking = Asking { view: view.seen_by(side), question: &question, side };
    let fitted = match drafts::judge(&asking, action) {
        Some(Ok(_)) => as_it_is(),
        Some(Err(_)) | None => (handler.fit)(&asking, action),
    };
    if let Some(kept) = view.kept() {
        kept.note_fitted(&fitted.action);
    }
    Ok(fitted)
}

/// The action nearest to a wish.
pub(super) fn aim(view: &View, choice: &Choice, wish: Wish) -> Result<Fitted, Refusal> {
    let side = actor(view, &choice.action)?;
    let (question, handler) = asking(view, side)?;
    let asking = Asking { view: view.seen_by(side), question: &question, side };
    match drafts::judge(&asking, &choice.action) {
        Some(_) => Ok(plain::as_it_stands(choice)),
        None => Ok((handler.aim)(&asking, choice, wish)),
    }
}

/// The side that acts, when everything the action names exists and belongs to it.
pub(super) fn actor(view: &View, action: &Action) -> Result<Side, Refusal> {
    let first = action.who.first().and_then(|who| view.side_of_ref(*who));
    // A hidden unit of the other side is treated as if it did not exist.
    let view = first.map_or_else(|| View::open(view.world()), |side| view.seen_by(side));
    if view.ending().is_some() {
        return Err(Refusal::new(HOUSE, Word("battle-over")));
    }
    bounds::check(action)?;
    check_refs(&view, action)?;
    let sides = action.who.iter().map(|who| view.side_of_ref(*who));
    let mut side = None;
    for (of, who) in sides.zip(&action.who) {
        match (of, side) {
            (None, _) => return Err(Refusal::new(HOUSE, Word("cannot-act")).of(*who)),
            (Some(_), None) => side = of,
            (Some(a), Some(b)) if a != b => return Err(Refusal::new(HOUSE, Word("both-sides")).of(*who)),
            (Some(_), Some(_)) => {}
        }
    }
    side.ok_or(Refusal::new(HOUSE, Word("nobody-acts")))
}

/// Whether everything that the action names exists.
fn check_refs(view: &View, action: &Action) -> Result<(), Refusal> {
    let exists = |of: &Ref| match of {
        Ref::Side(_) | Ref::Spot(..) => true,
        Ref::Body(b) => view.bodies().find(*b).is_some_and(|b| !b.units.is_empty()),
        Ref::Unit(u) => u.index() < view.roster().len(),
        Ref::Base(u, n) => u.index() < view.roster().len() && usize::from(*n) < view.placement(*u).base_count(),
        Ref::Terrain(t) => view.ground().piece(*t).is_some(),
    };
    let missing = |of: &Ref| Refusal::new(HOUSE, Word("no-such")).of(*of);
    if let Some(of) = action.who.iter().find(|of| !exists(of)) {
        return Err(missing(of));
    }
    for (name, value) in &action.with {
        let bad = match value {
            Value::Refs(refs) => refs.iter().find(|of| !exists(of)),
            Value::Short(stops) => stops.iter().map(|(of, _)| of).find(|of| !exists(of)),
            Value::Places(places) => places.iter().map(|(of, _)| of).find(|of| !exists(of)),
            Value::Parts(parts) if *name == PARTS => {
                parts.iter().try_for_each(|p| check_refs(view, p))?;
                None
            }
            _ => None,
        };
        if let Some(of) = bad {
            return Err(missing(of));
        }
    }
    Ok(())
}

/// The open question as that side may know it, and its handler, when that side must answer it.
fn asking<'w>(view: &View<'w>, side: Side) -> Result<(Cow<'w, Question>, Handler), Refusal> {
    if view.world().resource::<Outcome>().0.is_some() {
        return Err(Refusal::new(HOUSE, Word("battle-over")));
    }
    let none = || Refusal::new(HOUSE, Word("nothing-asked"));
    let question = view.on_top().ok_or_else(none)?;
    if !question.waiting().contains(&side) {
        return Err(Refusal::new(HOUSE, Word("not-asked")).of(Ref::Side(side)));
    }
    Ok((question.seen_by(Some(side)), question.handler))
}

/// Whether the action is one that needs no question.
pub(super) fn needs_no_question(action: &Action) -> bool {
    [CONCEDE, OFFER_DRAW, UMPIRE].contains(&action.key)
}

/// What comes of conceding, offering a draw, or an action of the umpire. None of them is ever listed among the choices.
pub(super) fn facts_without_question(view: &View, side: Side, action: &Action) -> Result<Vec<Fact>, Refusal> {
    if action.key == UMPIRE {
        return umpire::facts(view.world(), side, action);
    }
    if action.who != [Ref::Side(side)] || !action.with.is_empty() {
        return Err(Refusal::new(HOUSE, Word("side-speaks")).word(Word("key"), Arg::Word(action.key)));
    }
    let won = |winner, why| {
        let ending = Ending { winner, why };
        Fact::new(HOUSE, Narration::Won(winner)).says(why).change(set(Outcome(Some(ending))))
    };
    Ok(match (action.key, view.world().resource::<DrawOffer>().0) {
        (CONCEDE, _) => vec![won(Some(side.other()), CONCEDE)],
        (_, Some(other)) if other != side => vec![won(None, Word("draw-agreed"))],
        _ => {
            let offered = Narration::Marked { of: Ref::Side(side), what: OFFER_DRAW, on: true };
            vec![Fact::new(HOUSE, offered).change(set(DrawOffer(Some(side))))]
        }
    })
}
