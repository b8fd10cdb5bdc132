//! The printed and ruled numbers (`assets/battlesystem/tables.ron`), as types. Lengths are inches.

crate::battle::numbers! {
    /// Every printed number that is no property of a troop type or a kind of terrain.
    Tables {
        reach: f32, gap: f32, stands: Stands, road_files: u8, deployment: f32, obstacle: f32, command: Command, charisma: Vec<(u8, i32)>, fighters: Vec<(u8, i32)>, ratios: Vec<(u8, i32)>, heroes: Heroes,
        morale: Morale, attack: Attack, moves: Moves, skirmish: Skirmish, mob: Mob, missiles: Missiles, rout: Rout, risk: Risk, victory: Victory,
        damage: Damage,
    }
    /// What a commander is of whom the file says nothing, what fighters add to their radius, how far one gets who escapes.
    /// And within what of an enemy nobody stays by himself, within what of a unit he joins it.
    Command { fighters: i32, foot: f32, horse: f32, alone: f32, joins: f32, sergeant: Leader, unit: Leader }
    /// Figures of a stand, and how far stands are apart, where open formation is by stands.
    Stands { figures: u8, gap: f32 }
    /// From which level on a hero strikes so often, and what he adds to his unit's morale.
    Heroes { level: u8, blows: u8, morale: i32 }
    /// A commander's charisma and level.
    Leader { cha: u8, level: u8 }
    /// Modifiers of a morale check, and how near a friend behind must be.
    Morale {
        half: i32, three_quarters: i32, rear: i32, out_of_command: i32, commander_lost: i32, closed: i32, behind: i32,
        charge_failed: i32,
        near: f32,
    }
    /// How far skirmishers stand apart, and how near a friend routs for them to check, inches.
    Skirmish { apart: f32, sees: f32 }
    /// What is added to a mob's attack total and to that of missiles at it, how many rows press, how far an unordered one
    /// stops from enemies, inches.
    Mob { attack: i32, shot_at: i32, press: u8, halts: f32 }
    /// Modifiers of an attack total.
    Attack { charged: i32, rear: i32, flank: i32, routed: i32, higher: i32, lower: i32, out_of_command: i32 }
    /// A withdrawal, the greatest wheel in one piece and the greatest slant (degrees), by how much routers bend and what they
    /// keep from enemies, how far they run on to be clear of friends, how far one closes up, and
    /// how far a forced march keeps from enemies; and of how many figures a hard march wears out one.
    Moves { withdrawal: f32, wheel: i32, oblique: i32, bend: i32, keeps: f32, through: f32, closing: f32,
        march_keeps: f32, wears: u8 }
    /// The arc of fire to either side (degrees), modifiers of the attack total.
    Missiles { arc: i32, medium: i32, long: i32, open: i32, skirmish: i32, routed: i32, friend_near: f32 }
    /// How much of its rate a unit runs that routs.
    Rout { share: f32 }
    /// The die of a commander in danger, and the faces up to which he is killed, wounded, and killed with his whole unit.
    Risk { die: u8, killed: u8, wounded: u8, destroyed: u8 }
    /// The share of its points whose loss ends the battle, how much more the loser has lost, and the rounds of a battle whose
    /// file names none.
    Victory { percent: i32, draw: f32, marginal: f32, rounds: u32 }
    /// The damage table (8.3), and the dice that it has columns for.
    Damage { top: i32, straight: i32, tail: Vec<i32>, dice: Vec<u8> }
}
