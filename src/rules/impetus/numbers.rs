//! The printed and ruled numbers (`assets/impetus/tables.ron`), as types.

use super::data::U;
use crate::battle::Deg;

crate::battle::numbers! {
    /// Every printed number that is no property of a type, a weapon or a kind of terrain.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it")]
    Tables {
        inches_per_u: f32, frontage: U, within: U, stop_short: U, touch: U, turns: u32, set_up: SetUp,
        deployment: Deployment,
        initiative: Initiative, group: Group, movement: Movement, firing: Firing, damage: Damage,
        cohesion: Cohesion, pilum: Pilum, melee: Melee, retreat: Retreat, pursuit: Pursuit, rout: Rout,
        elephants: Elephants, victory: Victory, full: Full,
    }
    /// The dice for who attacks; how many pieces of which size; from which face on there is a built-up area or a river.
    SetUp { dice: u8, pieces: (u8, u8), long: (U, U), across: (U, U), apart: U, road: U, river: U, least_roll: i32 }
    /// Where units may stand before the first turn.
    Deployment { centre: U, side: U }
    /// How many dice, and what a general adds.
    Initiative { dice: u8, general: i32 }
    /// How near units of a group stand.
    Group { facing: Deg, gap: U, corner: U }
    /// Moves.
    Movement {
        wheel: Deg, oblique: Deg, slow_share: i32, road: (i32, i32), zone: U, pivot: Deg, chariot_light: Deg,
        chariot_heavy: Deg,
    }
    /// Bands, arc, sight and the modifiers of fire.
    #[allow(dead_code, reason = "the book prints it, and no rule asks for all of it")]
    Firing {
        ranges: Ranges, arc: Deg, disordered: i32, indirect: i32, elusive: i32,
        wood_edge: i32, wagenburg: i32, stationary_chariot: i32, artillery_at_depth: i32, pavise: i32,
        wood_edge_depth: U, sight_depth: U, hill_clear: U, indirect_clear: U,
    }
    /// Bands of range; the nearest one, with what it adds to the short band; what moving costs.
    Ranges { short: U, long: U, extreme: U, point_blank: U, point_blank_more: i32, moved: i32 }
    /// What the modules of the profile FULL change (18).
    Full {
        ranges: Ranges, cohesion: FullCohesion, withdrawal: U, generals: Vec<General>, usual_general: String,
        structures: Vec<Structure>, usual_structure: String, discipline: Drill,
        more_moves: MoreMoves, doubles: Doubles, general_falls: u8, impetuous_until: (i32, i32), destiny: u8,
        reaction: Reaction,
    }
    /// How far off a charger starts whom one goes to meet; what a shot at an opportunity loses.
    Reaction { counter: U, fire: i32 }
    /// A sort of general: what he adds to the initiative, whether he loses it by a double, what his units lose with him.
    General {
        name: String, initiative: i32, falters: bool, dismay: i32, heartens: i32, flees: bool, below: Option<String>,
        above: Option<String>,
    }
    /// By which doubles generals drop and rise.
    Doubles { drops: u8, rises: u8 }
    /// How far a general of an army with that command structure commands, and what that adds to a test of discipline.
    Structure { name: String, radius: U, discipline: i32 }
    /// The test of discipline: what each class needs, the faces that pass and fail by themselves, what is added.
    Drill {
        a: i32, b: i32, c: i32, passes: u8, fails: u8, outside: i32, general: i32, again: i32, disordered: i32,
    }
    /// How many more moves there are in an activation, and how many of them light troops are spared the test for.
    MoreMoves { most: i32, free: i32 }
    /// What the cohesion test counts beside: shots from so far away and from farther, heavy foot.
    FullCohesion { from: U, to: U, near: i32, far: i32, heavy_foot: i32 }
    /// Which faces do damage.
    Damage { always: u8, paired: u8, pair: u8 }
    /// The cohesion test.
    Cohesion {
        passes: u8, fails: u8, automatic_loss: i32, disorder_loss: i32, disordered: i32, general: i32,
        shieldwall: i32,
    }
    /// Dice of pila.
    Pilum { charged: i32, charging: i32, support: i32, disordered: i32 }
    /// Dice of melee.
    Melee {
        least: i32, share_reach: U, disordered: i32, hill: i32, bad_going: i32, shieldwall: i32,
        pikes_mounted: i32, pikes_foot: i32, warband_deep: i32, spear_deep: i32, support_share: i32,
    }
    /// How far the beaten go.
    Retreat { foot_share: u8, least: U }
    /// How far a pursuer may turn.
    Pursuit { pivot: Deg }
    /// What a rout does to a friend behind.
    Rout { behind: U, loss: i32, overlap: f32 }
    /// Frightened elephants: up to which face they stay, run away, run to the left; the dice of trampling.
    Elephants { stay: u8, away: u8, left: u8, dice: i32 }
    /// The share of the demoralisation value that beats an army.
    Victory { beaten: (i32, i32) }
}
