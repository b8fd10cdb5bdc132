//! The printed and ruled numbers (`assets/ancientmaster/tables.ron`), as types. Lengths are centimetres.

use super::data::Cm;
use crate::battle::Deg;

crate::battle::numbers! {
    /// Every printed number that is no property of a type, a character or a kind of terrain.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it yet")]
    Tables {
        inches_per_cm: f32, stand: Stand, paces: Paces, measure: Measure, setup: SetUp, command: Command, blunder: Blunder,
        evade: Evade, charge: Charge, shooting: Shooting, drive_back: DriveBack, confusion: Confusion, combat: Combat,
        warband: Warband, phalanx: Phalanx, elephants: Elephants, character: Character, edge: Edge, victory: Victory,
    }
    /// The long and the short edge of a stand.
    Stand { long: Cm, short: Cm }
    /// Full paces.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it yet")]
    Paces { infantry: Cm, cavalry: Cm, chariot: Cm, monster: Cm, artillery: Cm, character: Cm, runners: Cm }
    /// Tolerances: beyond a printed range, aside in formation, of facings, of area, of the line of sight to see and to shoot,
    /// what a plain move keeps from enemies, how far one sees in woods.
    Measure { grace: Cm, aside: Cm, facing: Deg, area: Cm, see: Cm, lane: Cm, keep: Cm, deep: Cm, obstacle: Cm }
    /// How far apart the armies begin; the length die: up to that face so many turns.
    SetUp { apart: Cm, turns: Vec<(u8, u32)> }
    /// Orders: dice; the sum from which on one always fails; the blunder; the step of distance and each penalty; how near an
    /// enemy counts; least worth trying; the largest brigade; how near an enemy must be for initiative.
    Command {
        dice: u8, fails: i32, blunder: i32, step: Cm, distance: i32, again: i32, enemy: i32, near: Cm, dense: i32, lost: i32,
        earlier: i32, least: i32, brigade: u8, initiative: Cm, warbands: u8, warband: i32,
    }
    /// The faces of a blunder: up to the first a penalty for good, away, half a move, from the last on at the enemy.
    Blunder { penalty: u8, away: u8, half: u8 }
    /// How far from enemies one who evades ends, and the least way.
    Evade { gap: Cm, least: Cm }
    /// The least length of an edge that a charger takes up, and the step back of one who finds no place in the line.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it yet")]
    Charge { least: Cm, short: Cm }
    /// Faces that hit by cover; how many stands a bolt goes through.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it yet")]
    Shooting { open: u8, defended: u8, fortified: u8, bolt: u8 }
    /// Dice less for cover, the face that confuses, the gap kept from enemies.
    DriveBack { defended: i32, fortified: i32, confuses: u8, gap: Cm }
    /// The face that confuses who makes way, is forced to or meets closed ground.
    Confusion { face: u8, attacks: i32 }
    /// Modifiers of attacks, rounds at most, retreats and advances.
    Combat {
        charge: i32, heavy_charge: i32, pursuit: i32, per: Cm, terror: i32, flank: i32, rounds: u8, retreat: i32,
        fall_back: u8, gap: Cm, advance: Cm, first_half: u8,
    }
    /// Dice of drive backs and attacks of warbands.
    Warband { fresh: i32, worn: i32, pursues: i32, pursued: i32 }
    /// Half pace, and how far aside for each way ahead.
    Phalanx { aside: f32, slack: Cm }
    /// Dice of trampling.
    Elephants { dice: u16 }
    /// How near he touches, how far he jumps, and how many may share a unit.
    Character { touch: Cm, jump: Cm, share: usize }
    /// What a die means for one who left the table: destroyed up to, gone up to, back but still up to.
    Edge { destroyed: i32, gone: i32, still: i32, along: Cm }
    /// Shares.
    Victory { draw_percent: i32, round_to: i32 }
}
