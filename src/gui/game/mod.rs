//! A battle under way, as the window holds it: its world, its door, and views of it as plain values.

pub mod case;
pub mod ending;
pub mod follows;
pub mod hand;
pub mod letters;
pub mod mind;
pub mod sitter;
pub mod odds;
pub mod offers;
pub mod past;
pub mod place;
pub mod rollouts;
pub mod scene;
pub mod sealed;
pub mod shots;
mod snap;
pub mod terms;
pub mod throw;
pub mod thrown;
pub mod told;
pub mod vary;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bevy::ecs::world::World;

use crate::battle::narrator::Narrator;
use crate::battle::setup::{Flaw, Setup, Severity};
use crate::battle::{self, Action, Journal, Odds, Refusal, Ruleset, View, drafts};
use crate::dice::{Dice, Source};
use crate::gui::language::{self, translate_with};
use crate::ids::Side;
use crate::lab::Watcher;
use crate::lab::keeper::Keeper;
use crate::picture::palette::ArmyColour;
use crate::scenario::Opened;
use crate::scenario::journal::Header;

/// A battle under way.
pub struct Game {
    world: World,
    ruleset: Ruleset,
    setup: Setup,
    colours: [ArmyColour; 2],
    revision: u64,
    /// How many answers are taken back only to look.
    looked: usize,
    /// The moments that are marked: after how many answers each.
    marks: BTreeSet<usize>,
    recording: Recording,
    /// What keeps the battle from being kept, until it has been told.
    trouble: Option<String>,
    /// While dice are rolled by hand: the odds that were told of the last answers, each with its place in the journal.
    foreseen: Vec<(usize, Vec<Odds>)>,
}

/// The odds of so many answers are remembered.
const FORESEEN: usize = 8;

/// Where the battle is recorded.
enum Recording {
    No,
    /// In a new journal of that folder, once something is answered: a battle that is only looked at leaves none.
    Soon {
        folder: PathBuf,
        header: Box<Header>,
        seats: [&'static str; 2],
    },
    Now(Keeper),
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
    /// A battle that has begun; it is kept nowhere.
    pub fn new(opened: Opened) -> Game {
        let Opened { world, ruleset, setup, .. } = opened;
        let colours = colours(&setup);
        Game {
            world,
            ruleset,
            setup,
            colours,
            revision: 1,
            looked: 0,
            marks: BTreeSet::new(),
            recording: Recording::No,
            trouble: None,
            foreseen: Vec::new(),
        }
    }

    /// The same, kept in a new journal of that folder from its first answer on.
    #[must_use]
    pub fn kept_soon(self, folder: PathBuf, header: Header) -> Game {
        Game { recording: Recording::Soon { folder, header: Box::new(header), seats: ["", ""] }, ..self }
    }

    /// The same, with those moments marked.
    #[must_use]
    pub fn marked(self, marks: BTreeSet<usize>) -> Game {
        Game { marks, ..self }
    }

    /// The same, kept on by one who has kept it so far.
    #[must_use]
    pub fn kept_by(self, keeper: Keeper) -> Game {
        Game { recording: Recording::Now(keeper), ..self }
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
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

    /// What may be shown to whoever sees what that side has hidden; nobody: what anybody may see.
    pub fn shown_to(&self, side: Option<Side>) -> View<'_> {
        side.map_or_else(|| View::open(&self.world), |side| self.view_of(side))
    }

    /// All that was done.
    pub fn journal(&self) -> &Journal {
        self.world.resource::<Journal>()
    }

    /// Makes sentences.
    pub fn narrator(&self) -> Narrator<'_> {
        Narrator::new((self.ruleset.texts)(), self.view().names()).calling(Side::BOTH.map(|side| self.side_name(side)))
    }

    /// The colours of a side.
    pub fn colours(&self) -> [ArmyColour; 2] {
        self.colours
    }

    /// What people call a side.
    pub fn side_name(&self, side: Side) -> &str {
        let name = &self.setup.sides[side.index()].name;
        if name.is_empty() { language::side(side) } else { name }
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
                let secret = view.question().is_some_and(|question| question.is_secret());
                Turn::Of { side: *side, secret }
            }
            _ => Turn::Over,
        }
    }

    /// Whether the question is what a die shows that somebody has rolled by hand.
    pub fn asks_for_dice(&self) -> bool {
        self.view().question().is_some_and(|question| question.key == battle::DICE)
    }

    /// Answers for whichever side the action is of.
    ///
    /// # Errors
    /// The judge's refusal; then nothing has changed.
    pub fn submit(&mut self, action: Action) -> Result<(), Refusal> {
        let lines = drafts::lines(&self.view(), action.clone());
        if lines.len() > 1 || self.is_kept_soon() {
            // What the judge refuses begins no journal, and of several lines none is answered without the others.
            battle::judge(&self.world, &action)?;
        }
        if self.is_kept_soon() {
            self.begin_to_keep();
        }
        for line in lines {
            if let Recording::Now(keeper) = &mut self.recording {
                keeper.before(&self.world, &line);
            }
            let foreseen = self.foresee(&line);
            battle::submit(&mut self.world, line)?;
            self.foreseen.extend(foreseen);
            self.forget_marks();
            self.revision += 1;
            self.note(|keeper, world| keeper.after(world));
        }
        Ok(())
    }

    /// The odds of the last answers, the latest first, where dice are rolled by hand.
    pub fn foreseen(&self) -> impl Iterator<Item = &Odds> {
        let stand = self.journal().entries().len();
        self.foreseen.iter().rev().filter(move |(at, _)| *at < stand).flat_map(|(_, odds)| odds)
    }

    /// What the judge tells of the odds of an answer that is about to be given, for when its dice are rolled by hand. What was
    /// told of answers that are taken back is forgotten.
    fn foresee(&mut self, line: &Action) -> Option<(usize, Vec<Odds>)> {
        let at = self.journal().entries().len();
        self.foreseen.retain(|(before, _)| *before < at);
        let surplus = self.foreseen.len().saturating_sub(FORESEEN - 1);
        self.foreseen.drain(..surplus);
        let by_hand = matches!(self.world.resource::<Dice>().source(), Source::ByHand(_));
        let Turn::Of { side, .. } = self.turn() else { return None };
        if !by_hand || line.key == battle::DICE {
            return None;
        }
        let odds = self.view_of(side).judge(line).ok()?.odds;
        (!odds.is_empty()).then_some((at, odds))
    }

    /// Takes the last answer back.
    pub fn undo(&mut self) -> bool {
        let done = battle::undo(&mut self.world);
        self.revision += u64::from(done);
        if done {
            self.note(Keeper::undone);
        }
        done
    }

    /// Does again what was taken back.
    pub fn redo(&mut self) -> bool {
        let done = battle::redo(&mut self.world);
        self.revision += u64::from(done);
        if done {
            self.note(Keeper::redone);
        }
        done
    }

    /// Notes in the journal who answers for north and south from here on.
    pub fn seated(&mut self, names: [&'static str; 2]) {
        if let Recording::Soon { seats, .. } = &mut self.recording {
            *seats = names;
        }
        self.note(|keeper, _| keeper.seated(names));
    }

    /// Begins the battle again in its own way; one that is kept stays as it is.
    pub fn again(&mut self, begin: impl FnOnce(&mut World) -> Result<(), Refusal>) {
        if let Recording::No = self.recording {
            self.looked = 0;
            self.revision += 1;
            if let Err(why) = begin(&mut self.world) {
                self.trouble = Some(self.narrator().refusal(&why));
            }
        }
    }

    /// What was made of the battle is to be made anew, though nothing happened in it.
    pub fn touch(&mut self) {
        self.revision += 1;
    }

    /// The journal's file, where the battle is kept.
    pub fn kept_in(&self) -> Option<&Path> {
        if let Recording::Now(keeper) = &self.recording { keeper.path() } else { None }
    }

    /// Whether it will be kept as soon as something is answered.
    pub fn is_kept_soon(&self) -> bool {
        matches!(self.recording, Recording::Soon { .. })
    }

    /// Closes the journal: nothing more is kept.
    pub fn close(&mut self) {
        self.unkept();
        self.recording = Recording::No;
    }

    /// What is not written of this battle and why, for whoever is about to leave it. It is tried once more first.
    pub fn unkept(&mut self) -> Option<String> {
        let Recording::Now(keeper) = &mut self.recording else { return None };
        keeper.retry();
        not_kept(keeper)
    }

    /// What keeps the battle from being kept, told once when it begins to, and that it is kept again.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Begins the journal, before the first answer.
    fn begin_to_keep(&mut self) {
        let Recording::Soon { folder, header, seats } = std::mem::replace(&mut self.recording, Recording::No) else {
            return;
        };
        match begin(&folder, &header, &self.world) {
            Ok(mut keeper) => {
                keeper.seated(seats);
                self.trouble = not_kept(&keeper);
                self.recording = Recording::Now(keeper);
            }
            Err(why) => self.trouble = Some(why),
        }
    }

    /// Has the journal written to; when that fails it is tried again with what comes next.
    fn note(&mut self, write: impl FnOnce(&mut Keeper, &World)) {
        let Recording::Now(keeper) = &mut self.recording else { return };
        let before = keeper.trouble().is_some();
        write(keeper, &self.world);
        match (before, not_kept(keeper)) {
            (false, Some(why)) => self.trouble = Some(why),
            (true, None) => {
                self.trouble = Some(translate_with("kept-again", &[("file", &keeper.place().display())]));
            }
            _ => {}
        }
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

/// Why a battle's last answers are not written.
fn not_kept(keeper: &Keeper) -> Option<String> {
    let why = keeper.trouble()?;
    Some(translate_with("battle-not-kept", &[("file", &keeper.place().display()), ("why", &why)]))
}

/// A world with the setup's units in it, at the beginning of the battle.
///
/// # Errors
/// Every flaw that keeps it from beginning.
pub fn muster(ruleset: &Ruleset, setup: &Setup) -> Result<World, Vec<Flaw>> {
    let mut world = battle::world(ruleset);
    let flaws = (ruleset.muster)(setup, &mut world);
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

/// Begins the journal of a battle that has begun, under a new name in that folder. What keeps it from being written now is
/// the keeper's trouble.
///
/// # Errors
/// Why it cannot be written at all.
fn begin(folder: &Path, header: &Header, world: &World) -> Result<Keeper, String> {
    let stem = Path::new(&header.scenario.path).file_stem().map_or("battle".into(), |s| s.to_string_lossy());
    Keeper::begin_in(folder, &stem, header, world)
        .map_err(|why| translate_with("battle-not-kept", &[("file", &folder.display()), ("why", &why)]))
}
