//! What a side may see of a battle, and what everyone who only looks is given.

use std::hash::Hash;
use std::sync::Arc;

use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use super::action::{Action, Ref};
use super::agenda::{Agenda, Job, Question};
use super::clock::{Clock, Ending, Outcome};
use super::install::InPlay;
use super::judging;
use super::kept::Kept;
use super::names::NameTable;
use super::offer::{Ask, Choice, Fitted, Offer, Wish};
use super::refusal::{Odds, Refusal, Ruling};
use super::roster::{Bodies, Roster};
use super::secret::{Concealed, Eyes, Looks, Open, Seen};
use super::state::{BattleState, UnitState};
use crate::cite::{HOUSE, Word};
use crate::ids::{BodyId, Side, UnitId};
use crate::reads::{self, NamedBy, Presence};
use crate::table::{Foot, Footprint, Ground, Layout, Placement, Pose};

/// A battle as one side sees it, as anybody may see it, or as the umpire sees it. A view does not contain what is
/// secret from it ([`super::secret`]). Only code that holds the world can make the umpire's view: jobs, the enacting of
/// answers ([`Answered`](super::Answered)), and the programs that run a battle. Handlers, players and a ruleset's
/// functions are given a view and cannot get another one that shows more.
#[derive(Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    looks: Looks,
    /// Resources that are asked for again and again, looked up once; none before the world is mustered.
    resources: Option<Resources<'w>>,
    /// A question that is taken to lie on top of the agenda.
    supposed: Option<&'w Question>,
}

/// The resources that nearly every question needs.
#[derive(Clone, Copy)]
struct Resources<'w> {
    roster: &'w Roster,
    bodies: &'w Bodies,
    /// As these eyes see it.
    layout: &'w Layout,
    ground: &'w Ground,
    /// Who stands on the table unseen; none: nobody.
    concealed: Option<&'w Concealed>,
    /// What was computed before.
    kept: Option<&'w Kept>,
}

impl<'w> Resources<'w> {
    fn of(world: &'w World, looks: Looks) -> Option<Resources<'w>> {
        let concealed = world.get_resource::<Concealed>().filter(|concealed| !concealed.is_empty());
        Some(Resources {
            roster: world.get_resource()?,
            bodies: world.get_resource()?,
            ground: world.get_resource()?,
            layout: concealed.and_then(|concealed| concealed.layout(looks)).or(world.get_resource())?,
            concealed,
            kept: world.get_resource(),
        })
    }
}

impl<'w> View<'w> {
    fn new(world: &'w World, looks: Looks) -> View<'w> {
        View { world, looks, resources: Resources::of(world, looks), supposed: None }
    }

    /// The whole truth.
    pub fn umpire(world: &'w World) -> View<'w> {
        View::new(world, Looks::Umpire)
    }

    /// What that side may see.
    pub fn of(world: &'w World, side: Side) -> View<'w> {
        View::new(world, Looks::Side(side))
    }

    /// What anybody may see: nothing that a side has hidden.
    pub fn open(world: &'w World) -> View<'w> {
        View::new(world, Looks::Anybody)
    }

    /// What that side may see: from the umpire's view the side's own, from the other side's view what anybody may see.
    /// A job uses it to ask a ruleset only for what that side can know of.
    #[must_use]
    pub fn seen_by(&self, side: Side) -> View<'w> {
        let looks = self.looks.narrowed(side);
        if looks == self.looks {
            return *self;
        }
        let view = View::new(self.world, looks);
        self.supposed.map_or(view, |question| view.supposing(question))
    }

    /// The same battle as if that question lay on top of the agenda: what could be done if an order succeeded that is
    /// still to be rolled for. Everything else is as it is now, so a question that is to be supposed must carry what its
    /// handler needs to know. What is kept and read the question is not used for it, and nothing that reads it is kept.
    #[must_use]
    pub fn supposing<'s>(&self, question: &'s Question) -> View<'s>
    where
        'w: 's,
    {
        View { supposed: Some(question), ..*self }
    }

    /// The same battle as if all stood as in that layout. Only what is read from the layout is supposed; nothing is kept.
    #[must_use]
    pub fn standing<'s>(&self, layout: &'s Layout) -> View<'s>
    where
        'w: 's,
    {
        View { resources: self.resources.map(|known| Resources { layout, kept: None, ..known }), ..*self }
    }

    /// The world behind it, for the door alone.
    pub(super) fn world(&self) -> &'w World {
        self.world
    }

    /// What is kept of answers to the question that lies on top; none where another is supposed.
    pub(super) fn kept(&self) -> Option<&'w Kept> {
        self.resources.and_then(|resources| resources.kept).filter(|_| self.supposed.is_none())
    }

    /// The question on top, supposed or not, with every answer that is sealed.
    pub(super) fn on_top(&self) -> Option<&'w Question> {
        self.supposed.or_else(|| self.world.resource::<Agenda>().question())
    }

    /// Whose view it is; none is the umpire's, or anybody's.
    pub fn side(&self) -> Option<Side> {
        self.looks.side()
    }

    /// Whether something of the battle may be hidden from these eyes now: who stands unseen, or what is answered in secret.
    pub fn may_lack_something(&self) -> bool {
        let unseen = self.resources.is_some_and(|resources| resources.concealed.is_some());
        self.looks != Looks::Umpire && (unseen || self.on_top().is_some_and(Question::is_secret))
    }

    /// The question that is open, without an answer that is sealed for these eyes.
    pub fn question(&self) -> Option<Question> {
        reads::note_value::<Agenda>();
        let question = self.on_top()?;
        Some(match self.looks {
            Looks::Umpire => question.clone(),
            Looks::Side(side) => question.seen_by(Some(side)).into_owned(),
            Looks::Anybody => question.seen_by(None).into_owned(),
        })
    }

    /// The sides that must still answer the open question.
    pub fn waiting(&self) -> Vec<Side> {
        reads::note_value::<Agenda>();
        self.on_top().map(Question::waiting).unwrap_or_default()
    }

    /// The drafts that a side has sealed of the open question ([`super::drafts`]), in the order in which they were given;
    /// none for eyes that may not know of them.
    pub fn drafts(&self, side: Side) -> Vec<Action> {
        reads::note_value::<Agenda>();
        let question = self.on_top().filter(|_| self.looks.are_of(side));
        question.map_or_else(Vec::new, |question| question.drafts(side).cloned().collect())
    }

    /// The uppermost job of that type that is under way. Only types that both sides may know of can be asked for.
    pub fn job<J: Job + Open>(&self) -> Option<&'w J> {
        reads::note_value::<Agenda>();
        self.world.resource::<Agenda>().job()
    }

    /// The turn and step.
    pub fn clock(&self) -> Clock {
        reads::note_value::<Clock>();
        *self.world.resource::<Clock>()
    }

    /// How the battle ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        reads::note_value::<Outcome>();
        self.world.resource::<Outcome>().0
    }

    /// All units.
    pub fn roster(&self) -> &'w Roster {
        self.resources.map_or_else(|| self.world.resource::<Roster>(), |resources| resources.roster)
    }

    /// All bodies.
    pub fn bodies(&self) -> &'w Bodies {
        self.resources.map_or_else(|| self.world.resource::<Bodies>(), |resources| resources.bodies)
    }

    /// All footprints on the table.
    pub fn layout(&self) -> &'w Layout {
        self.resources.map_or_else(|| self.world.resource::<Layout>(), |resources| resources.layout)
    }

    /// The table and its terrain.
    pub fn ground(&self) -> &'w Ground {
        reads::note_value::<Ground>();
        self.resources.map_or_else(|| self.world.resource::<Ground>(), |resources| resources.ground)
    }

    /// Where a unit stands; one that is not seen is off the table.
    pub fn placement(&self, unit: UnitId) -> &'w Placement {
        reads::note_place(unit);
        self.placement_unnoted(unit)
    }

    fn placement_unnoted(&self, unit: UnitId) -> &'w Placement {
        static OFF: Placement = Placement::Off;
        if self.is_concealed(unit) {
            return &OFF;
        }
        self.world.get::<Placement>(self.roster().entity(unit)).unwrap_or(&OFF)
    }

    /// Whether the unit is on the table.
    pub fn on_table(&self, unit: UnitId) -> bool {
        reads::note_state::<Presence>(unit);
        *self.placement_unnoted(unit) != Placement::Off
    }

    /// Whether the unit is still to be placed: the turns have not begun, and it is not on the table.
    pub fn is_to_be_placed(&self, unit: UnitId) -> bool {
        self.clock().turn == 0 && !self.on_table(unit)
    }

    /// Whether the unit is on the table with a footprint, not only as a token.
    pub fn has_footprint(&self, unit: UnitId) -> bool {
        self.layout().has(unit)
    }

    /// One rectangle round all that the unit covers, as [`Placement::hull`] has it; none for what covers nothing.
    pub fn hull(&self, unit: UnitId) -> Option<Footprint> {
        self.layout().hull(unit)
    }

    /// The unit's footprints.
    pub fn feet(&self, unit: UnitId) -> &'w [Foot] {
        self.layout().of(unit)
    }

    /// The unit's pose, as [`Placement::pose`] has it: the middle of its front edge. A token faces north.
    pub fn pose(&self, unit: UnitId) -> Option<Pose> {
        match self.placement(unit) {
            Placement::Token(at) => Some(Pose { at: *at, ..Pose::default() }),
            placement => placement.pose(self.roster().base(unit)),
        }
    }

    /// How a unit would stand at that pose in the formation that it has.
    pub fn placement_at(&self, unit: UnitId, pose: Pose) -> Placement {
        self.placement(unit).with_pose(pose, self.roster().base(unit))
    }

    /// The unit's side.
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.roster().side(unit)
    }

    /// The body that the unit is in.
    pub fn body_of(&self, unit: UnitId) -> Option<BodyId> {
        self.bodies().of(unit)
    }

    /// A component of the unit, if these eyes may read it; the type itself says who may.
    pub fn get<T: Seen>(&self, unit: UnitId) -> Option<&'w T> {
        if T::BY != Eyes::Everybody {
            reads::note_state::<T>(unit);
        }
        if self.may_read::<T>(unit) { self.world.get::<T>(self.roster().entity(unit)) } else { None }
    }

    /// A component of the unit, or its default: state values are not stored until they first change.
    pub fn unit_state<T: Seen + Clone + Default>(&self, unit: UnitId) -> T {
        self.get::<T>(unit).cloned().unwrap_or_default()
    }

    /// Which of some units have a value of that type that names `unit`, in their order. Only that is read of their values.
    pub fn that_name<T: UnitState + Seen>(&self, unit: UnitId, among: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
        reads::note_state::<NamedBy<T>>(unit);
        let names = |other: &UnitId| {
            let value = self.world.get::<T>(self.roster().entity(*other));
            self.may_read::<T>(*other) && value.and_then(T::names) == Some(unit)
        };
        among.filter(names).collect()
    }

    /// Whether these eyes may read a component of the unit.
    fn may_read<T: Seen>(&self, unit: UnitId) -> bool {
        match T::BY {
            Eyes::Everybody => true,
            Eyes::WhoSeesTheUnit => !self.is_concealed(unit),
            Eyes::Side => self.looks.are_of(self.side_of(unit)),
        }
    }

    /// A value of the whole battle that both sides may know of.
    ///
    /// # Panics
    ///
    /// When the world has no such value: a ruleset may ask only for what it has registered itself.
    pub fn battle_state<T: Resource + Open>(&self) -> &'w T {
        reads::note_value::<T>();
        self.world.resource::<T>()
    }

    /// The same, of which only one numbered part is read, as [`BattleState::parts_changed`] numbers them.
    ///
    /// # Panics
    ///
    /// As [`View::battle_state`].
    pub fn battle_part<T: BattleState + Open>(&self, part: u16) -> &'w T {
        reads::note_part::<T>(part);
        self.world.resource::<T>()
    }

    /// The same, when there is one.
    pub fn try_battle_state<T: Resource + Open>(&self) -> Option<&'w T> {
        reads::note_value::<T>();
        self.world.get_resource::<T>()
    }

    /// The result of a computation by this view, kept until something changes that it was made of. `kind` names the
    /// computation and `key` holds all that it is given besides the view; so `make` must use nothing else.
    pub fn keep<K, T>(&self, kind: &'static str, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        K: Hash + Eq + Clone + Send + Sync + 'static,
        T: Send + Sync + 'static,
    {
        match self.resources.and_then(|resources| resources.kept) {
            Some(kept) => kept.result(kind, (self.looks, self.supposed.is_some()), key, make),
            None => Arc::new(make()),
        }
    }

    /// Whether the unit stands where these eyes do not see it.
    fn is_concealed(&self, unit: UnitId) -> bool {
        let concealed = self.resources.and_then(|resources| resources.concealed);
        concealed.is_some_and(|concealed| concealed.is_from(self.looks, unit))
    }

    /// Names for everything that can be spoken of.
    pub fn names(&self) -> NameTable<'w> {
        NameTable::new(self.world)
    }

    /// The side of whatever can act.
    pub fn side_of_ref(&self, who: Ref) -> Option<Side> {
        match who {
            Ref::Side(side) => Some(side),
            Ref::Body(body) => self.bodies().find(body).map(|b| b.side),
            Ref::Unit(unit) | Ref::Base(unit, _) => (unit.index() < self.roster().len()).then(|| self.side_of(unit)),
            Ref::Terrain(_) | Ref::Spot(..) => None,
        }
    }

    /// What its side may do now: nothing when it is not asked, nor for the umpire, who answers for nobody.
    pub fn offer(&self, ask: &Ask) -> Offer {
        self.side().map_or_else(Offer::default, |side| judging::offer(self, side, ask))
    }

    /// What the judge says of an action of its side; of either side for the umpire.
    ///
    /// # Errors
    /// As [`super::judge`]; besides, for an action of the other side.
    pub fn judge(&self, action: &Action) -> Result<Ruling, Refusal> {
        self.own(action)?;
        judging::judge(self, action)
    }

    /// The odds of what an accepted action brings: those of its ruling, else those that the ruleset works out for whoever
    /// looks at it.
    pub fn odds(&self, action: &Action, ruling: &Ruling) -> Vec<Odds> {
        if !ruling.odds.is_empty() {
            return ruling.odds.clone();
        }
        (self.battle_state::<InPlay>().0.odds)(self, action)
    }

    /// The nearest acceptable action of its side, and what cut this one.
    ///
    /// # Errors
    /// As [`super::fit`]; besides, for an action of the other side.
    pub fn fit(&self, action: &Action) -> Result<Fitted, Refusal> {
        self.own(action)?;
        judging::fit(self, action)
    }

    /// The action of its side nearest to a wish.
    ///
    /// # Errors
    /// As [`super::aim`]; besides, for a choice of the other side.
    pub fn aim(&self, choice: &Choice, wish: Wish) -> Result<Fitted, Refusal> {
        self.own(&choice.action)?;
        judging::aim(self, choice, wish)
    }

    /// Refuses actions of the other side, so that a side learns nothing from the judge about what the other may do.
    fn own(&self, action: &Action) -> Result<(), Refusal> {
        let Some(side) = self.side() else { return Ok(()) };
        match action.who.iter().find(|who| self.side_of_ref(**who).is_some_and(|of| of != side)) {
            Some(other) => Err(Refusal::new(HOUSE, Word("both-sides")).of(*other)),
            None => Ok(()),
        }
    }
}
