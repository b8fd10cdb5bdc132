//! The printed and ruled numbers (`assets/armati/tables.ron`), as types; the file names the rule of each.

use crate::battle::{Deg, In};
use crate::table::Edge;

crate::battle::numbers! {
    /// Every printed number that is no property of a type, a weapon or a kind of terrain.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it")]
    Tables {
        measure: Measure, table: TableSize, terrain: TerrainSetup, deployment: Deployment, division: Division,
        general: GeneralNumbers, army: ArmyNumbers, fire: Fire, movement: Movement, formation: FormationNumbers,
        melee: Melee, break_off: BreakOffNumbers, broken: Broken, breakthrough: Breakthrough, rally: Rally,
        break_check: BreakCheck, veteran: Veteran,
    }
    /// How lengths are compared (section 1).
    Measure { touch: In, graze: In, stop_short: In }
    /// The table and the number of turns.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it")]
    TableSize { size: (f32, f32), turns: u32 }
    /// Terrain before the game (3.1.1).
    TerrainSetup { largest: (f32, f32), smallest: (f32, f32), apart: In, clear_share: u8 }
    /// Zones (3.1.3).
    Deployment { depth: In, flank: In, ambush_reveal: In }
    /// Divisions (4.2 to 4.4).
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it")]
    Division { facing: Deg, side_overlap: In, end_overlap: f32, in_line: In, release: In, split_cost: i32 }
    /// The general (4.5).
    GeneralNumbers {
        r#move: In, melee: i32, lost_when_hurt: u8, lost_when_broken: u8, lost_when_touched: u8, rerolls: u8
    }
    /// Armies (4.1).
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it")]
    ArmyNumbers { keys_for_bp: u8 }
    /// Fire (section 5).
    Fire { arc: Deg, depth: In, long_range: i32, penetration: i32, surprise: i32 }
    /// Movement (section 6).
    Movement {
        wheel: In, complex_wheel: In, half_rate: i32, pin: In, support_share: i32, long_wheel: Deg,
        long_wheel_clear: In, sweep_clear: In, rear_zone: In
    }
    /// Changes of formation (A14).
    FormationNumbers { most_units: i32 }
    /// Melee (section 7).
    Melee {
        wider_share: f32, wider: i32, terrain: i32, undressed: i32, fatigued: i32, deep_pikes: i32, loss: u8,
        deep_impetus_loss: u8, fatigue: u8, panic: u8
    }
    /// Break-off (7.10).
    BreakOffNumbers { least: In, back: i32, hurt: i32, fatigued: i32, fatigue: u8 }
    /// Broken units (8.2).
    Broken { path: In, worst: u8, loss: u8, elephant_path: In, elephant_worst: u8, elephant_way: Vec<Edge> }
    /// Breakthrough (8.3).
    Breakthrough { r#move: In }
    /// Rally (8.4).
    Rally { regain: u8, regain_with_general: u8, bp: u8, fatigue: u8 }
    /// Break checks (A15).
    BreakCheck { lost: u8 }
    /// Veterans (2.2).
    Veteran { bp: u8 }
}
