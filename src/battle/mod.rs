//! How any game is run: the door, the agenda, the journal. It knows no ruleset and draws nothing.
//!
//! Read in this order: [`action`] (what a side answers), [`offer`] (what may be done), [`refusal`] (what the judge
//! says), [`fact`] (what happened), [`agenda`] (what is still to be done), [`door`] (how they work together).

pub mod action;
pub mod agenda;
pub mod army_list;
pub mod begun;
pub mod choices;
mod bounds;
mod follow;
mod ground_card;
pub mod forecast;
pub mod greatest;
pub mod clock;
pub mod data_folder;
pub mod digest;
pub mod door;
pub mod drafts;
pub mod fact;
mod dice_by_hand;
pub mod install;
pub mod intent;
pub mod journal;
mod judging;
pub mod judgement;
pub mod kept;
mod kept_state;
pub mod state;
pub mod terrain_setup;
pub mod lexicon;
pub mod lost_update;
pub mod muster;
pub mod names;
pub mod notation;
mod nouns;
pub mod offer;
pub mod params;
pub mod placing;
pub mod plain;
pub mod refusal;
pub mod reroll;
pub mod roll_off;
pub mod roster;
pub mod ruleset;
pub mod sentence;
pub mod secret;
pub mod setup;
pub mod shape;
mod switch_set;
pub mod switches;
pub mod narrator;
mod new_value;
pub mod texts;
pub mod umpire;
pub mod view;
mod word_enum;
pub mod written;

pub use action::{Action, LEGS, MOVE, PARTS, PLACES, Ref, STOPS, Value};
pub use agenda::{Agenda, Effects, Frame, Job, Question, Recipients, Then, Work};
pub use army_list::{ArmyList, ArmyLists, ListFlaws, SideLists};
pub use choices::Choices;
pub use clock::{Clock, Ending, Outcome, TurnLimit};
pub(crate) use data_folder::numbers;
pub use data_folder::{DataFolder, Deg, In};
pub use dice_by_hand::{
    COUNT as DICE_COUNT, KEY as DICE, LEAST as DICE_LEAST, MOST as DICE_MOST, PART as DICE_PART, SETS as DICE_SETS,
    SIDES as DICE_SIDES, SUM as DICE_SUM, TOLD as TOLD_DICE, WHY as DICE_WHY, faces as told_faces, telling,
};
pub use digest::Digest;
pub use door::{
    Opening, aim, begin, begin_again, digest, digest_without_places, fit, judge, offer, redo, submit, undo,
};
pub use drafts::TAKE_BACK;
pub use fact::{Fact, HIDDEN, Narration};
pub use follow::Follow;
pub use forecast::{Forecast, RoundOdds};
pub use ground_card::GroundCard;
pub use install::{Answered, Asking, Handler, InPlay, world};
pub use intent::{ArmyIntents, Intent, Sector, Stance};
pub use journal::{Entry, Journal, Revealed};
pub use muster::{Muster, Recruit, Troops};
pub use names::NameTable;
pub use notation::{Kind, NotationError, vocabulary};
pub use nouns::Nouns;
pub use offer::{Ask, Barred, Choice, Fitted, Handle, Offer, Param, Range, Stop, Wish};
pub use params::{DiceHand, Truth};
pub use refusal::{Arg, Mark, Measured, Note, Odds, Outcome as OddsOutcome, Refusal, Ruling};
pub use roster::{Bodies, Body, Enlist, Roster, enlist};
pub use ruleset::{Access, Card, CardValue, CommandRing, Reach, Ruleset, Score, Stat, StateMark, Zone};
pub use secret::{Eyes, Open, Seen, conceal};
pub use shape::Takes;
pub use state::{
    BattleState, Change, Registered, Snapshot, UnitState, alter, alter_one, put, register_battle_state,
    register_unit_state, set,
};
pub(crate) use switch_set::switch_set;
pub use switches::InForce;
pub use texts::Texts;
pub use umpire::{Count, UMPIRE, Umpire};
pub use view::View;
pub use written::Written;
