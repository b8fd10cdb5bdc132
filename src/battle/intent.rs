//! What an army wants, by parts: whether its left, its centre and its right, as it looks at the enemy, go at him or let
//! him come. All together is an attack all along the line; one alone is where the decision is sought; two are an attack
//! with a wing that is refused. A plan or the battle's file names it, a general chooses it, a captain carries it out.

use bevy::ecs::resource::Resource;

use super::secret::Open;
use crate::ids::Side;

/// What a part of the army does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stance {
    /// It goes at the enemy.
    Attack,
    /// It lets him come.
    Hold,
}

/// A part of the army, as it looks at the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sector {
    /// Its left third.
    Left,
    /// Its middle third.
    Centre,
    /// Its right third.
    Right,
}

/// What the army wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Intent {
    left: Stance,
    centre: Stance,
    right: Stance,
}

impl Intent {
    /// An attack all along the line.
    pub const ATTACK: Intent = Intent::new(Stance::Attack, Stance::Attack, Stance::Attack);
    /// To let the enemy come.
    pub const HOLD: Intent = Intent::new(Stance::Hold, Stance::Hold, Stance::Hold);

    /// Every intent that there is.
    pub const ALL: [Intent; 8] = [
        Intent::ATTACK,
        Intent::HOLD,
        Intent::new(Stance::Attack, Stance::Hold, Stance::Hold),
        Intent::new(Stance::Hold, Stance::Hold, Stance::Attack),
        Intent::new(Stance::Hold, Stance::Attack, Stance::Hold),
        Intent::new(Stance::Hold, Stance::Attack, Stance::Attack),
        Intent::new(Stance::Attack, Stance::Attack, Stance::Hold),
        Intent::new(Stance::Attack, Stance::Hold, Stance::Attack),
    ];

    /// By what its left, its centre and its right do.
    pub const fn new(left: Stance, centre: Stance, right: Stance) -> Intent {
        Intent { left, centre, right }
    }

    /// What a part of the army does.
    pub fn of(self, sector: Sector) -> Stance {
        match sector {
            Sector::Left => self.left,
            Sector::Centre => self.centre,
            Sector::Right => self.right,
        }
    }

    /// The one of that word in a file.
    pub fn of_word(word: &str) -> Option<Intent> {
        Intent::ALL.into_iter().find(|intent| intent.word() == word)
    }

    /// Its word in a file.
    pub fn word(self) -> &'static str {
        use Stance::{Attack, Hold};
        match (self.left, self.centre, self.right) {
            (Attack, Attack, Attack) => "Attack",
            (Hold, Hold, Hold) => "Hold",
            (Attack, Hold, Hold) => "AttackLeft",
            (Hold, Attack, Hold) => "AttackCentre",
            (Hold, Hold, Attack) => "AttackRight",
            (Hold, Attack, Attack) => "RefuseLeft",
            (Attack, Attack, Hold) => "RefuseRight",
            (Attack, Hold, Attack) => "AttackWings",
        }
    }
}

/// What the battle's file says that north and south want; none: it says nothing. It never changes.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct ArmyIntents(pub [Option<Intent>; 2]);

impl Open for ArmyIntents {}

impl ArmyIntents {
    /// What that side wants.
    pub fn of(self, side: Side) -> Option<Intent> {
        self.0[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_intent_has_a_word_of_its_own() {
        for intent in Intent::ALL {
            assert_eq!(Intent::of_word(intent.word()), Some(intent));
        }
        assert_eq!(Intent::of_word("attack"), None);
    }
}
