//! The printed and ruled numbers (`assets/chainmail/tables.ron`), as types.

use serde::Deserialize;

use crate::battle::{Deg, In};

/// A part of something: so many of so many.
pub type Share = (i32, i32);

/// Every number that is no property of a troop type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Men for whom a figure stands.
    pub men: u32,
    /// Frontage and depth of a figure on foot, inches.
    pub foot_base: (f32, f32),
    /// Frontage and depth of a mounted figure, inches.
    pub horse_base: (f32, f32),
    /// Frontage and depth of a machine's or a wagon's base.
    pub engine_base: (f32, f32),
    /// Its crew, who stand on it side by side.
    pub crew: u8,
    /// Between figures in open order, sideways and in depth.
    pub open_gap: In,
    /// How far aside of an enemy a figure still strikes at him (9.2).
    pub control: In,
    /// The combat classes (9.3), in the order of the columns of their dice.
    pub classes: Vec<ClassRow>,
    /// No modifier lowers the score that kills below this.
    pub least_score: u8,
    /// The armour groups of the fire table (7.4).
    pub armours: Vec<Armour>,
    /// Missile weapons (2.1, 7.1).
    pub weapons: Vec<Weapon>,
    /// The part of its range that a weapon has left in indirect fire.
    pub indirect_range: Share,
    /// The highest face of a die after what a weapon adds to it.
    pub top_face: u8,
    /// Up to which range an arquebusier needs which score (8.3).
    pub arquebus: Vec<(In, u8)>,
    /// From which difference on the lower side reacts how (10.2), in rising order.
    pub reactions: Vec<ReactionRow>,
    /// The difference is doubled when a side began the round with fewer figures.
    pub doubled_below: i32,
    /// What tiredness does to a morale die.
    pub tired_die: i32,
    /// What tiredness does to a unit's morale rating.
    pub tired_rating: i32,
    /// What a commander adds to a morale die.
    pub commander_die: i32,
    /// The rows of the charge check (10.3).
    pub checks: Vec<CheckRow>,
    /// Its modifiers.
    pub charge_check: ChargeCheck,
    /// The score to rally in each turn of flight (10.5); none where no die is rolled.
    pub rally: Vec<Option<u8>>,
    /// In this turn of its flight a unit that has not rallied is removed.
    pub flight_removed: u8,
    /// Up to this face a unit that is attacked in flight rallies at once.
    pub flight_attacked: u8,
    /// Prices of formations (5.3), and how many figures some of them take.
    pub formations: Formations,
    /// How many files and ranks formations have (5.1).
    pub files: Files,
    /// Prices of facings (5.4).
    pub facing: Facing,
    /// By how much the way of charging horse bends at most, and a unit turns when it is seated.
    pub curve: Deg,
    /// So many melees a unit fights in a turn.
    pub melees_a_turn: u8,
    /// What training makes of prices.
    pub drill: Drills,
    /// When units tire (6).
    pub fatigue: Fatigue,
    /// What a unit may be given besides its type (2.3).
    pub extras: Extras,
    /// Armies made from lists (12.6).
    pub armies: Armies,
    /// When an army breaks, and how great a victory is (12.4), in hundredths of an army's points.
    pub victory: Victory,
    /// The last turn of a battle that names none (12.4): of armies of so many points at most, and from so many points on.
    pub last_turn: [LastTurn; 2],
}

/// A combat class (9.3).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassRow {
    /// `LF`, `HH`.
    pub name: String,
    /// Against each class: so many dice, for so many men, and the least face that kills.
    pub dice: Vec<(u16, u16, u8)>,
    /// As which class it strikes in a flank; none: it adds one to each die instead.
    #[serde(default)]
    pub up: Option<String>,
    /// As which class it strikes when tired, and horse that stands; none: with half of its dice.
    #[serde(default)]
    pub down: Option<String>,
    /// As which class it is struck when tired; none: by one score more.
    #[serde(default)]
    pub defends_down: Option<String>,
    /// Whether a charge gives it a die more for each man.
    #[serde(default)]
    pub impetus: bool,
    /// Whether pole arms give it a die more for each man.
    #[serde(default)]
    pub pole_arms: bool,
    /// Whether it is mounted.
    #[serde(default)]
    pub mounted: bool,
    /// Its column in the charge check, when it is mounted.
    #[serde(default)]
    pub weight: Option<usize>,
}

/// An armour group of the fire table (7.4).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// `unarmored`, `half`, `full`.
    pub name: String,
    /// So many firers roll one die at most.
    pub most: u16,
    /// From this face on the higher kills are read.
    pub better: u8,
    /// As which group indirect fire finds it; none: it cannot be hurt.
    #[serde(default)]
    pub better_by: Option<String>,
    /// Up to so many firers: the lower and the higher kills.
    pub kills: Vec<(u16, u16, u16)>,
}

/// A missile weapon (2.1, 7.1).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// As troop types name it.
    pub name: String,
    /// As people name it.
    pub title: String,
    /// How far it reaches.
    pub range: In,
    /// Shots of a unit that has stood, that has moved up to half, and that has moved farther.
    pub shots: (u8, u8, u8),
    /// Whether it is a bow.
    #[serde(default)]
    pub bow: bool,
    /// Whether it shoots over others.
    #[serde(default)]
    pub indirect: bool,
    /// Whether it is loaded in every other turn only.
    #[serde(default)]
    pub reloads: bool,
    /// Whether it burns powder.
    #[serde(default)]
    pub powder: bool,
    /// What it adds to the die.
    #[serde(default)]
    pub die: u8,
    /// Whether it is thrown, whatever its thrower has moved.
    #[serde(default)]
    pub thrown: bool,
}

/// From which difference on a side reacts how (10.2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReactionRow {
    /// The least difference.
    pub from: i32,
    /// The reaction.
    pub is: Reaction,
}

/// What the lower side does after a melee (10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Reaction {
    /// It fights on.
    FightsOn,
    /// It goes back half a move in good order.
    BackHalf,
    /// It goes back one move in good order.
    Back,
    /// It turns and goes one move, in disorder.
    Retreat,
    /// It turns and runs one and a half moves, in disorder.
    Rout,
    /// Its figures leave play.
    Surrender,
}

/// A row of the charge check (10.3).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckRow {
    /// As troop types name it.
    pub name: String,
    /// Against light, medium and heavy horse.
    pub needs: (i32, i32, i32),
}

/// Modifiers of the charge check (10.3), and by how much more of the charged it is made from the flank or rear.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChargeCheck {
    pub flank: i32,
    pub rear: i32,
    pub tired: i32,
    pub foot_charging: i32,
    pub horse_charging: i32,
    pub two_sides: u16,
}

/// Prices of formations in moves (5.3), and how many figures a square and a hedgehog take.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formations {
    pub line_column: i32,
    pub column_square: i32,
    pub line_square: i32,
    pub order: Share,
    pub square_least: u8,
    pub hedgehog_least: u8,
}

/// How many files and ranks formations have (5.1), and below how many figures they have fewer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    pub column: u8,
    pub narrow: u8,
    pub narrow_below: u8,
    pub single: u8,
    pub single_below: u8,
    pub one_rank_below: u8,
    pub ranks: u8,
}

/// Prices of a quarter and a half turn, in moves, and the turn that is free once (5.4).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facing {
    pub quarter: Share,
    pub about: Share,
    pub free: Deg,
}

/// What training makes of prices (5.4).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drills {
    pub poor: Share,
    pub drilled: Share,
}

/// Figures of a unit of foot, horse and pikes, and the part of its points that an army has of its core (12.6).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armies {
    pub foot: (u8, u8),
    pub horse: (u8, u8),
    pub pikes: (u8, u8),
    pub core: Share,
}

/// When units tire (6).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fatigue {
    /// Moves running.
    pub moves: u8,
    /// Moves running before a charge that leads to a melee.
    pub before_charge: u8,
    /// Moves running before a charge and so many rounds:
    pub before_rounds: u8,
    /// Rounds after such a charge.
    pub rounds_after_charge: u8,
    /// Rounds running.
    pub rounds: u8,
    /// So many times all that for Swiss and Landsknechte.
    pub drilled: u8,
    /// So many times what a turn counts in heat.
    pub heat: u8,
    /// What a turn with a move uphill counts.
    pub uphill: u8,
}

/// Hundredths of an army's points (12.4).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// An army that has lost more breaks.
    pub breaks: i64,
    /// From this margin on a victory is marginal.
    pub marginal: i64,
    /// Above this margin it is decisive.
    pub decisive: i64,
}

/// The last turn of a battle between armies of so many points (12.4).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastTurn {
    pub points: i64,
    pub turn: u32,
}

/// Points of a figure for what a unit is given besides its type (2.3), and the weapons meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extras {
    pub pole_arm: i32,
    pub missile: i32,
    pub pavise: i32,
    pub stakes: i32,
    pub bow: String,
    pub light_horse_bow: String,
    pub javelin: String,
}
