//! A battle under way, as the window holds it: its world, its door, and views of it as plain values.

pub mod hand;
pub mod mind;
pub mod odds;
pub mod offers;
pub mod scene;
pub mod told;
pub mod vary;
pub mod words;

use bevy::ecs::world::World;

use crate::battle::setup::{Flaw, Setup, Severity};
use crate::battle::tell::Teller;
use crate::battle::{self, Action, Asked, Journal, Refusal, Row, View};
use crate::dice::Dice;
use crate::ids::Side;
use crate::picture::palette::ArmyColour;

/// A battle under way.
pub struct Game {
    world: World,
    row: Row,
    setup: Setup,
    colours: [ArmyColour; 2],
    revision: u64,
}

/// Whose answer is wanted now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side's; secretly when both are asked and neither may see the other's answer.
    Of { side: Side, secret: bool },
    /// Nobody's: the battle is over.
    Over,
}

impl Game {
    /// Musters a battle and lets the rules go on until the first question.
    ///
    /// # Errors
    /// Every flaw of the setup; or one that says why the battle could not begin.
    pub fn new(row: Row, setup: Setup, dice: Dice) -> Result<Game, Vec<Flaw>> {
        let mut world = muster(&row, &setup)?;
        world.insert_resource(dice);
        let colours = colours(&setup);
        let mut game = Game { world, row, setup, colours, revision: 1 };
        match battle::begin(&mut game.world) {
            Ok(()) => Ok(game),
            Err(why) => Err(vec![Flaw::error(crate::battle::setup::Locus::Top("title"), game.teller().refusal(&why))]),
        }
    }

    /// The ruleset's row.
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// What it was mustered from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The battle's world, to be read.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The whole truth.
    pub fn view(&self) -> View<'_> {
        View::umpire(&self.world)
    }

    /// What that side may see.
    pub fn view_of(&self, side: Side) -> View<'_> {
        View::of(&self.world, side)
    }

    /// All that was done.
    pub fn journal(&self) -> &Journal {
        self.world.resource::<Journal>()
    }

    /// Makes sentences.
    pub fn teller(&self) -> Teller<'_> {
        Teller { texts: (self.row.texts)(), names: self.view().names() }
    }

    /// The colours of a side.
    pub fn colours(&self) -> [ArmyColour; 2] {
        self.colours
    }

    /// What people call a side.
    pub fn side_name(&self, side: Side) -> &str {
        let name = &self.setup.sides[side.index()].name;
        if name.is_empty() { side.name() } else { name }
    }

    /// Raised with every change; what was made from an older one is made anew.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whose answer is wanted now; of two, north's first.
    pub fn turn(&self) -> Turn {
        let view = self.view();
        match view.waiting().first() {
            Some(side) if view.ending().is_none() => {
                let secret = view.question().is_some_and(|q| q.to == Asked::EachInSecret);
                Turn::Of { side: *side, secret }
            }
            _ => Turn::Over,
        }
    }

    /// Answers for whichever side the action is of.
    ///
    /// # Errors
    /// The judge's refusal; then nothing has changed.
    pub fn submit(&mut self, action: Action) -> Result<(), Refusal> {
        battle::submit(&mut self.world, action)?;
        self.revision += 1;
        Ok(())
    }

    /// Takes the last answer back.
    pub fn undo(&mut self) -> bool {
        let done = battle::undo(&mut self.world);
        self.revision += u64::from(done);
        done
    }

    /// Does again what was taken back.
    pub fn redo(&mut self) -> bool {
        let done = battle::redo(&mut self.world);
        self.revision += u64::from(done);
        done
    }

    /// Takes back until only that many journal entries stand.
    pub fn back_to(&mut self, entries: usize) -> bool {
        let mut any = false;
        while self.journal().entries().len() > entries.max(1) && self.undo() {
            any = true;
        }
        any
    }
}

/// A world with the setup's units in it, at the beginning of the battle.
///
/// # Errors
/// Every flaw that keeps it from beginning.
pub fn muster(row: &Row, setup: &Setup) -> Result<World, Vec<Flaw>> {
    let mut world = battle::world(row);
    let flaws = (row.muster)(setup, &mut world);
    if flaws.iter().any(|f| f.severity == Severity::Error) { Err(flaws) } else { Ok(world) }
}

/// The colours that a setup names; where it names none, or twice the same row, the default of that row.
pub fn colours(setup: &Setup) -> [ArmyColour; 2] {
    let [south_default, north_default] = ArmyColour::DEFAULT;
    let named = |side: Side, other: ArmyColour| ArmyColour::named(&setup.sides[side.index()].colour).unwrap_or(other);
    let north = named(Side::North, north_default);
    let south = named(Side::South, south_default);
    if north.row == south.row {
        let other = ArmyColour::DEFAULT.into_iter().find(|c| c.row != north.row).unwrap_or(south_default);
        return [north, other];
    }
    [north, south]
}
