//! What terrain does to movement (6.4).

use super::data::{self, Rate, TroopType, data};
use crate::cite::Word;

/// Whether a type may be in that kind of terrain at all.
pub fn may_enter(kind: &TroopType, terrain: Word) -> bool {
    rate(kind, terrain) != Rate::None
}

/// At which rate a type moves in that kind of terrain; for a steep hill the rate uphill.
pub fn rate(kind: &TroopType, terrain: Word) -> Rate {
    let Some(terrain) = data().terrain_kind(terrain.0) else { return Rate::Full };
    match terrain.going {
        data::Ground::Open => Rate::Full,
        data::Ground::Steep => Rate::Half,
        data::Ground::Woods => kind.terrain.woods,
        data::Ground::Rough => kind.terrain.rough,
        data::Ground::Closed => Rate::None,
    }
}

/// Whether only movement uphill is slow there.
pub fn slow_uphill_only(terrain: Word) -> bool {
    data().terrain_kind(terrain.0).is_some_and(|t| t.going == data::Ground::Steep)
}

/// Whether it is woods or rough ground in the sense of 7.3, I3, X2 and 6.3.
pub fn difficult(terrain: Word) -> bool {
    data().terrain_kind(terrain.0).is_some_and(|t| t.difficult)
}
