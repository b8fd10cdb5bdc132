//! Questions that are supposed: what is offered to them is accepted by the judge of the same supposition, supposing
//! changes nothing, and when such a question comes and nothing has changed, the same is offered.

use bevy::ecs::world::World;
use sandtable::battle::{Action, Ask, Question, Ref, Ruleset, View, digest, offer};
use sandtable::ids::Side;

use super::At;

/// A question that was supposed before an action was submitted, and what was offered to it.
pub struct Supposed {
    side: Side,
    then: Question,
    offered: String,
    table: String,
}

/// Holds what a ruleset says to follow from the choices of a side to the door's promises.
pub fn check(ruleset: &Ruleset, world: &World, side: Side, at: &At) {
    let view = View::of(world, side);
    for choice in &view.offer(&Ask::all()).choices {
        let Some(supposed) = Supposed::of(ruleset, world, side, &choice.action, at) else { continue };
        let view = view.supposing(&supposed.then);
        let offer = view.offer(&Ask::all());
        assert!(offer.choices.iter().any(|choice| choice.ends), "{at}: nothing ends what {:?} leads to", choice.action);
        for choice in &offer.choices {
            let (judged, fitted) = (view.judge(&choice.action), view.fit(&choice.action).map(|fitted| fitted.action));
            assert!(judged.is_ok(), "{at}: supposed, {:?} is refused: {judged:?}", choice.action);
            assert_eq!(fitted.as_ref(), Ok(&choice.action), "{at}: supposed, it is fitted to something else");
        }
    }
}

impl Supposed {
    /// What would follow from that action of that side.
    pub fn of(ruleset: &Ruleset, world: &World, side: Side, action: &Action, at: &At) -> Option<Supposed> {
        let view = View::of(world, side);
        let follow = (ruleset.follows)(&view, action)?;
        let before = (digest(world), format!("{:?}", offer(world, side, &Ask::all())));
        assert!(follow.chance > 0.0 && follow.chance <= 1.0, "{at}: {action:?} with a chance of {}", follow.chance);
        let own = |of: &Ref| view.side_of_ref(*of) == Some(side) && !action.who.contains(of);
        assert!(follow.stakes.iter().all(own), "{at}: {action:?} has others at stake: {:?}", follow.stakes);
        let [side] = follow.then.waiting()[..] else { panic!("{at}: {action:?} leads to a question to both") };
        let offered = offered(&view.seen_by(side).supposing(&follow.then));
        let after = (digest(world), format!("{:?}", offer(world, side, &Ask::all())));
        assert!(before == after, "{at}: what is supposed of {action:?} changes something");
        Some(Supposed { side, then: follow.then, offered, table: table(world) })
    }

    /// Whether the question has come now; then the same is offered, if nothing has changed.
    pub fn came(&self, world: &World, at: &At) -> bool {
        let view = View::of(world, self.side);
        let came = view.question().is_some_and(|question| question == self.then);
        if came && table(world) == self.table {
            assert_eq!(offered(&view), self.offered, "{at}: another offer than was supposed");
        }
        came
    }
}

fn offered(view: &View) -> String {
    format!("{:#?}", view.offer(&Ask { barred: true, ..Ask::all() }))
}

fn table(world: &World) -> String {
    format!("{:?}", View::umpire(world).layout().feet())
}
