//! A ruleset: everything that the window, the players, the laboratory and the pictures know of it.

use std::sync::LazyLock;

use bevy::ecs::world::World;

use super::action::{Action, Ref};
use super::clock::TurnLimit;
use super::data_folder::DataFolder;
use super::follow::Follow;
use super::forecast::Forecast;
use super::ground_card::GroundCard;
use super::install::Handler;
use super::judgement::Judgement;
use super::nouns::Nouns;
use super::refusal::{Measured, Note, Odds, Refusal};
use super::setup::{Flaw, Setup, Step};
use super::texts::Texts;
use super::umpire::Umpire;
use super::view::View;
use super::written::Written;
use crate::cite::{Cite, HOUSE, Word};
use crate::ids::{Side, UnitId};
use crate::table::{Cdeg, Edge, Mil, Piece, Placement, Pose};

/// A ruleset, as everyone outside it sees it. Rulesets are handed from caller to callee; there is no global list of
/// them. It writes what it has and leaves the rest to [`Ruleset::NOTHING`].
#[derive(Clone, Copy)]
pub struct Ruleset {
    /// As files name it, e.g. `drill`.
    pub name: &'static str,
    /// As people name it.
    pub title: &'static str,
    /// Raised whenever the same actions and dice give another game than before. Journals record it.
    pub version: u32,
    /// Every question that it asks. Debug builds report one that is missing here as soon as it is asked.
    pub questions: &'static [Handler],
    /// Registers its state with a fresh battle world, and the values that notation must know.
    pub install: fn(&mut World),
    /// Puts the units of a setup into an installed world and begins the turn sequence, or lists every flaw and
    /// leaves the world unusable.
    pub muster: fn(&Setup, &mut World) -> Vec<Flaw>,
    /// All that is wrong in the file of an army list, at places in that file.
    pub army_list: fn(&Written) -> Vec<Flaw>,
    /// The names that its files may use: of troop types, weapons and the like.
    pub nouns: fn() -> Vec<Nouns>,
    /// The folder with its data, for who reads of them or copies an army list; none where it has no data.
    pub data: Option<DataFolder>,
    /// Puts a mustered world that has not begun at the beginning of that step, as if all before it had passed
    /// without anything happening; or says which part of the step does not exist.
    pub stage: fn(&mut World, &Step) -> Result<(), String>,
    /// Rule texts, sentences and words, read once.
    pub texts: fn() -> &'static Texts,
    /// The words of the steps at which a position may be staged.
    pub begins: fn() -> Vec<Word>,
    /// What a card may show of a unit.
    pub card_values: &'static [CardValue],
    /// The values that a score may have besides `lost` and `of`.
    pub score_values: &'static [Word],
    /// The steps of a turn of this battle in order, for the strip that shows where it stands.
    pub steps: fn(&View) -> &'static [Word],
    /// Whether bodies are ordered as one, so that whoever looks at one unit looks at all of its body.
    pub orders_bodies: bool,
    /// A unit's labelled values.
    pub card: fn(&View, UnitId) -> Card,
    /// What losing the unit would cost its side, in the points that army lists cost units in, or a like scale of the
    /// ruleset.
    pub unit_value: fn(&View, UnitId) -> f32,
    /// How much the unit can still lose before it is gone; all of it before it is placed.
    pub strength: fn(&View, UnitId) -> u8,
    /// How far and where it may charge in one move, and how far it shoots.
    pub reach: fn(&View, UnitId) -> Reach,
    /// How far it moves in one move when nothing hinders it, inches/1000: what its troop type says, whatever it does now.
    pub pace: fn(&View, UnitId) -> Mil,
    /// What people are told of a piece of ground: what it is and what it does.
    pub ground: fn(&View, &Piece) -> GroundCard,
    /// How the unit, formed as it is, may come onto that piece of ground.
    pub access: fn(&View, UnitId, &Piece) -> Access,
    /// Whether it is mounted or in chariots, so that it may ride round an enemy; none: who moves fast enough for that does.
    pub rides: fn(&View, UnitId) -> Option<bool>,
    /// The odds of the fight if `attacker` moved from where it stands now into contact with `target`, ending at `from`.
    pub melee_odds: fn(&View, attacker: UnitId, target: UnitId, from: Pose) -> Option<Odds>,
    /// The odds of what an action brings at once that its ruling does not tell, since working them out at each judging would
    /// cost players much who ask often: asked of what somebody looks at.
    pub odds: fn(&View, &Action) -> Vec<Odds>,
    /// How a fight between `attacker` and `target` would go, round by round: the one under way if they are in contact,
    /// else one in which it attacks that edge from outside. None when it may not attack so. Called often, so it must be
    /// cheap.
    pub forecast: fn(&View, attacker: UnitId, target: UnitId, upon: Edge) -> Option<Forecast>,
    /// The odds of a shot from where both stand now; none when it may not shoot at that target.
    pub shot: fn(&View, shooter: UnitId, target: UnitId) -> Option<Odds>,
    /// The line along which a unit would shoot at that target now.
    ///
    /// # Errors
    ///
    /// The rule that forbids the shot.
    pub line_of_fire: fn(&View, shooter: UnitId, target: UnitId) -> Result<[bevy::math::Vec2; 2], Refusal>,
    /// The ground in which enemies restrict a unit's moves: the zones around the unit itself or around its enemies, as
    /// the ruleset defines them.
    pub zones: fn(&View, UnitId) -> Vec<Zone>,
    /// How far a unit is commanded by whoever commands it, or commands itself: the innermost ring first.
    pub command: fn(&View, UnitId) -> Vec<CommandRing>,
    /// Where a unit stands that its own side has hidden from the other. None when it is not hidden, or when this view
    /// may not know it.
    pub hidden: fn(&View, UnitId) -> Option<Placement>,
    /// How units of a side will stand by the orders that it has written in secret so far, as that view may know of them, if
    /// nobody hinders them; those without an order are left out.
    pub intended: fn(&View, Side) -> Vec<(UnitId, Placement)>,
    /// How units of the other side will likely stand when the orders that a side writes now are half carried out, where all
    /// move together: by what that side has seen of them. Those who will likely stay are left out.
    pub expected: fn(&View, Side) -> Vec<(UnitId, Placement)>,
    /// Where a unit would be by an order when half of the time is over, if nobody hinders it and all move together; none
    /// where one moves after the other, and for an order that moves nobody.
    pub halfway: fn(&View, &Action) -> Option<(UnitId, Pose)>,
    /// How near a side is to defeat: 0 far, 1 there.
    pub danger: fn(&View, Side) -> f32,
    /// How much what is seen of a position at a glance says of who wins.
    pub judgement: fn() -> &'static Judgement,
    /// Who would win if the last turn ended now; none: a draw.
    pub favoured: fn(&View) -> Option<Side>,
    /// How much better the ruleset itself thinks a choice is than others, in the points of unit values; 0 where it has
    /// no opinion. Helps players with choices that have no visible effect.
    pub preference: fn(&View, Side, &Action) -> f32,
    /// The question to which an action leads only if a roll that it brings succeeds, with which chance, and what is at
    /// stake. None for actions that lead to no such question.
    pub follows: fn(&View, &Action) -> Option<Follow>,
    /// What an umpire may set.
    pub umpire: Umpire,
    /// What decides the battle, as counted so far.
    pub score: fn(&View, Side) -> Score,
}

impl Ruleset {
    /// A ruleset without anything: no name, no question, no unit, no step; nobody charges, shoots, hides or is counted.
    /// Whoever is named by the battle's file has won when the turns are over.
    pub const NOTHING: Ruleset = Ruleset {
        name: "",
        title: "",
        version: 1,
        questions: &[],
        install: |_| {},
        muster: |_, _| Vec::new(),
        army_list: |_| Vec::new(),
        nouns: Vec::new,
        data: None,
        stage: |_, step| step.find(&[]).map(drop),
        texts: || {
            static TEXTS: LazyLock<Texts> = LazyLock::new(Texts::default);
            &TEXTS
        },
        begins: Vec::new,
        card_values: &[],
        score_values: &[],
        steps: |_| &[],
        orders_bodies: false,
        card: |_, _| Card::default(),
        unit_value: |_, _| 1.0,
        strength: |_, _| 1,
        reach: |_, _| Reach::default(),
        pace: |_, _| Mil::inches(6),
        ground: |_, _| GroundCard::default(),
        access: |_, _, _| Access::Free,
        rides: |_, _| None,
        melee_odds: |_, _, _, _| None,
        odds: |_, _| Vec::new(),
        forecast: |_, _, _, _| None,
        shot: |_, _, _| None,
        line_of_fire: |_, shooter, _| Err(Refusal::new(HOUSE, Word("no-missiles")).of(Ref::Unit(shooter))),
        zones: |_, _| Vec::new(),
        command: |_, _| Vec::new(),
        hidden: |_, _| None,
        intended: |_, _| Vec::new(),
        expected: |_, _| Vec::new(),
        halfway: |_, _| None,
        follows: |_, _| None,
        danger: |_, _| 0.0,
        judgement: || &Judgement::PLAIN,
        favoured: |view| view.try_battle_state::<TurnLimit>().and_then(|limit| limit.winner()),
        preference: |_, _, _| 0.0,
        umpire: Umpire::PLAIN,
        score: |_, _| Score::default(),
    };
}

/// A unit's labelled values.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// What it is, e.g. `heavy cavalry`.
    pub kind: String,
    /// The glyph of the look that stands for it, e.g. `hc`.
    pub glyph: &'static str,
    /// The figure of the look that stands on its bases.
    pub figure: &'static str,
    /// A line below the name, e.g. `division of 2, controlled, key`.
    pub line: String,
    /// The stat line: short values.
    pub stats: Vec<Stat>,
    /// What wears down in battle, as (left, at first): `bp 2 of 3`.
    pub strength: Option<(u16, u16)>,
    /// The word for strength, e.g. `BP`.
    pub strength_word: &'static str,
    /// States that have a mark: fatigue, in melee, general, moved.
    pub marks: Vec<StateMark>,
}

impl Card {
    /// Whether its strength is how many of its own bases stand: whoever sees them sees it.
    pub fn counts_bases(&self) -> bool {
        matches!(self.strength_word, "figures" | "stands")
    }
}

/// What a card may show: a value's name, what people read for it, its rule, and whether it belongs on the short line.
#[derive(Clone, Copy, Debug)]
pub struct CardValue {
    /// As cases and programs ask for it.
    pub name: Word,
    /// As people read it.
    pub label: &'static str,
    /// The rule that it comes from.
    pub cite: Cite,
    /// Whether it belongs on the short line.
    pub short: bool,
}

impl CardValue {
    /// A value that belongs below the short line.
    pub const fn new(name: &'static str, label: &'static str, cite: &'static str) -> CardValue {
        CardValue { name: Word(name), label, cite: Cite(cite), short: false }
    }

    /// A value of the short line.
    pub const fn short(name: &'static str, label: &'static str, cite: &'static str) -> CardValue {
        CardValue { short: true, ..CardValue::new(name, label, cite) }
    }
}

impl Stat {
    /// A value of that name, one of those that a card may show.
    pub fn of(values: &[CardValue], name: &'static str, value: String) -> Stat {
        let known = values.iter().find(|value| value.name.0 == name);
        debug_assert!(known.is_some(), "a card shows `{name}`, which is not listed");
        let known = known.copied().unwrap_or(CardValue::new(name, name, "house"));
        Stat { name: known.name, label: known.label.to_owned(), value, cite: known.cite, short: known.short }
    }

    /// A value of that name that is `yes` or `no`.
    pub fn flag(values: &[CardValue], name: &'static str, is: bool) -> Stat {
        Stat::of(values, name, if is { "yes" } else { "no" }.to_owned())
    }
}

/// One labelled value of a card.
#[derive(Clone, Debug)]
pub struct Stat {
    /// The name under which a case or a program asks for it, e.g. `bp`.
    pub name: Word,
    /// What people read, e.g. `front`.
    pub label: String,
    /// As it is shown.
    pub value: String,
    /// The rule that it comes from.
    pub cite: Cite,
    /// Whether it belongs on the short stat line.
    pub short: bool,
}

/// A state that is drawn as a badge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateMark {
    /// The badge of the look, e.g. `fatigue`, `moved`, `melee`, `general`, `undressed`.
    pub mark: &'static str,
    /// What people read, e.g. `fatigue 1 of 3`.
    pub label: String,
    /// The rule that it comes from.
    pub cite: Cite,
}

impl StateMark {
    /// A mark, where the unit is in that state.
    pub fn when(is: bool, mark: &'static str, label: impl Into<String>, cite: &'static str) -> Option<StateMark> {
        is.then(|| StateMark { mark, label: label.into(), cite: Cite(cite) })
    }
}

/// How far a unit acts.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// How far it may charge, inches/1000; 0: it is in melee or cannot charge.
    pub charge: Mil,
    /// How far it may turn before it charges in the same move, to either side.
    pub turn: Cdeg,
    /// How far it may turn in a move, whatever else it may do then.
    pub pivot: Cdeg,
    /// Whether friends pass through it, as they do through skirmishers.
    pub passed: bool,
    /// Where a charge could end: a polygon in inches.
    pub area: Vec<bevy::math::Vec2>,
    /// Where a charge could be when half of the time is over, where all move together; else empty.
    pub half: Vec<bevy::math::Vec2>,
    /// The range bands of its shooting: how far, and what a shot does there.
    pub fire: Vec<(Mil, String)>,
    /// Where it may shoot: a polygon in inches, empty when it does not.
    pub arc: Vec<bevy::math::Vec2>,
}

/// How a unit may come onto a piece of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// As it likes, at whatever cost.
    Free,
    /// Not in a charge.
    NoCharge,
    /// Never.
    Barred,
}

impl Access {
    /// Free ground, unless one of these holds.
    pub fn of(barred: bool, no_charge: bool) -> Access {
        match (barred, no_charge) {
            (true, _) => Access::Barred,
            (false, true) => Access::NoCharge,
            (false, false) => Access::Free,
        }
    }
}

/// Ground in which a unit's moves are restricted by enemies.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Whose it is.
    pub of: UnitId,
    /// A polygon in inches.
    pub area: Vec<bevy::math::Vec2>,
    /// The enemy that restricts it there now; none: nobody does.
    pub by: Option<UnitId>,
    /// The rule that says so.
    pub cite: Cite,
}

/// A distance from a commander.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandRing {
    /// How far it is, inches/1000.
    pub far: Mil,
    /// All that is no farther: a polygon in inches.
    pub area: Vec<bevy::math::Vec2>,
    /// What it adds to a roll to be so far off, at most; 0: nothing.
    pub adds: i32,
    /// Whether command ends there.
    pub ends: bool,
}

/// What decides the battle, as counted so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// What is counted, e.g. `keys lost`.
    pub label: String,
    /// How many are lost.
    pub lost: u16,
    /// How many lose the battle.
    pub of: u16,
    /// What else counts, by the words that are listed for it.
    pub also: Vec<(Word, Measured)>,
    /// What the side is about to face as things stand, such as dice at the end of the turn.
    pub faces: Option<Note>,
}
