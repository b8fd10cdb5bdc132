//! What a side may see of a battle, and what everyone who only looks is given.

use bevy::ecs::component::Component;
use bevy::ecs::resource::Resource;
use bevy::ecs::world::World;

use super::action::{Action, Ref};
use super::agenda::{Agenda, Question, Recipients};
use super::clock::{Clock, Ending, Outcome};
use super::door;
use super::names::NameTable;
use super::offer::{Ask, Choice, Fitted, Offer, Wish};
use super::refusal::{Refusal, Ruling};
use super::roster::{Bodies, Roster};
use crate::cite::{HOUSE, Word};
use crate::dice::{Dice, DiceRoller};
use crate::ids::{BodyId, Side, UnitId};
use crate::table::{Foot, Footprint, Ground, Layout, Placement, Pose};

/// A battle as one side sees it, or as the umpire sees it.
#[derive(Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    side: Option<Side>,
    /// What is asked again and again is looked up once; none before the world is mustered.
    resources: Option<Resources<'w>>,
}

/// The resources that every question is full of.
#[derive(Clone, Copy)]
struct Resources<'w> {
    roster: &'w Roster,
    bodies: &'w Bodies,
    layout: &'w Layout,
}

impl<'w> Resources<'w> {
    fn of(world: &'w World) -> Option<Resources<'w>> {
        Some(Resources { roster: world.get_resource()?, bodies: world.get_resource()?, layout: world.get_resource()? })
    }
}

impl<'w> View<'w> {
    /// The whole truth.
    pub fn umpire(world: &'w World) -> View<'w> {
        View { world, side: None, resources: Resources::of(world) }
    }

    /// What that side may see.
    pub fn of(world: &'w World, side: Side) -> View<'w> {
        View { world, side: Some(side), resources: Resources::of(world) }
    }

    /// Whose view it is; none is the umpire's.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// The question that is open, without the other side's sealed answer.
    pub fn question(&self) -> Option<Question> {
        let mut question = self.world.resource::<Agenda>().question()?.clone();
        if let (Recipients::EachInSecret, Some(side)) = (question.to, self.side) {
            question.answers.retain(|(s, _)| *s == side);
        }
        Some(question)
    }

    /// The question's word, the sides that must still answer it.
    pub fn waiting(&self) -> Vec<Side> {
        self.world.resource::<Agenda>().question().map(Question::waiting).unwrap_or_default()
    }

    /// What is still to be done.
    pub fn agenda(&self) -> &'w Agenda {
        self.world.resource::<Agenda>()
    }

    /// The turn and step.
    pub fn clock(&self) -> Clock {
        *self.world.resource::<Clock>()
    }

    /// How the battle ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
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
        self.world.resource::<Ground>()
    }

    /// Where a unit stands.
    pub fn placement(&self, unit: UnitId) -> &'w Placement {
        static OFF: Placement = Placement::Off;
        self.world.get::<Placement>(self.roster().entity(unit)).unwrap_or(&OFF)
    }

    /// Whether the unit is on the table.
    pub fn on_table(&self, unit: UnitId) -> bool {
        *self.placement(unit) != Placement::Off
    }

    /// The unit's footprint, when it stands as one.
    pub fn footprint(&self, unit: UnitId) -> Option<Footprint> {
        self.feet(unit).first().map(|f| f.print)
    }

    /// The unit's footprints.
    pub fn feet(&self, unit: UnitId) -> &'w [Foot] {
        self.layout().of(unit)
    }

    /// The unit's pose: the middle of its front edge; for loose stands that of the first.
    pub fn pose(&self, unit: UnitId) -> Option<Pose> {
        match self.placement(unit) {
            Placement::Off => None,
            Placement::Block { pose, .. } => Some(*pose),
            Placement::Loose(poses) => poses.first().copied(),
            Placement::Token(at) => Some(Pose { at: *at, ..Pose::default() }),
        }
    }

    /// The unit's side.
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.roster().side(unit)
    }

    /// The body that the unit is in.
    pub fn body_of(&self, unit: UnitId) -> Option<BodyId> {
        self.bodies().of(unit)
    }

    /// A component of the unit; its type is the ruleset's own.
    pub fn get<T: Component>(&self, unit: UnitId) -> Option<&'w T> {
        self.world.get::<T>(self.roster().entity(unit))
    }

    /// A component of the unit, or its default: kept values are not stored until they first change.
    pub fn unit_state<T: Component + Clone + Default>(&self, unit: UnitId) -> T {
        self.get::<T>(unit).cloned().unwrap_or_default()
    }

    /// A value of the whole battle; its type is the ruleset's own.
    ///
    /// # Panics
    /// When the ruleset in play has not put one in: rulesets ask only for their own.
    pub fn battle_state<T: Resource>(&self) -> &'w T {
        self.world.resource::<T>()
    }

    /// The same, when there is one.
    pub fn try_battle_state<T: Resource>(&self) -> Option<&'w T> {
        self.world.get_resource::<T>()
    }

    /// A hand to roll the battle's dice with.
    pub fn roller(&self) -> DiceRoller<'w> {
        let clock = self.clock();
        self.world.resource::<Dice>().roller(clock.turn, clock.step)
    }

    /// Names for everything that can be spoken of.
    pub fn names(&self) -> NameTable<'w> {
        NameTable::new(self.world)
    }

    /// The side of whatever can act.
    pub fn side_of_ref(&self, who: Ref) -> Option<Side> {
        match who {
            Ref::Side(side) => Some(side),
            Ref::Body(body) => self.bodies().0.get(body.index()).map(|b| b.side),
            Ref::Unit(unit) | Ref::Base(unit, _) => (unit.index() < self.roster().len()).then(|| self.side_of(unit)),
            Ref::Terrain(_) | Ref::Spot(..) => None,
        }
    }

    /// What its side may do now: nothing when it is not asked, nor for the umpire, who answers for nobody.
    pub fn offer(&self, ask: &Ask) -> Offer {
        self.side.map_or_else(Offer::default, |side| door::offer(self.world, side, ask))
    }

    /// What the judge says of an action of its side; of either side for the umpire.
    ///
    /// # Errors
    /// As [`door::judge`]; besides, for an action of the other side.
    pub fn judge(&self, action: &Action) -> Result<Ruling, Refusal> {
        self.own(action)?;
        door::judge(self.world, action)
    }

    /// The nearest acceptable action of its side, and what cut this one.
    ///
    /// # Errors
    /// As [`door::fit`]; besides, for an action of the other side.
    pub fn fit(&self, action: &Action) -> Result<Fitted, Refusal> {
        self.own(action)?;
        door::fit(self.world, action)
    }

    /// The action of its side nearest to a wish.
    ///
    /// # Errors
    /// As [`door::aim`]; besides, for a choice of the other side.
    pub fn aim(&self, choice: &Choice, wish: Wish) -> Result<Fitted, Refusal> {
        self.own(&choice.action)?;
        door::aim(self.world, choice, wish)
    }

    /// A side learns nothing from the judge about what the other side may do.
    fn own(&self, action: &Action) -> Result<(), Refusal> {
        let Some(side) = self.side else { return Ok(()) };
        match action.who.iter().find(|who| self.side_of_ref(**who).is_some_and(|of| of != side)) {
            Some(other) => Err(Refusal::new(HOUSE, Word("both-sides")).of(*other)),
            None => Ok(()),
        }
    }
}
