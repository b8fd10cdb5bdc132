//! One base in the hand: with Alt held, a base is taken by itself where what the hand holds places a unit's bases one by
//! one. It stays in the hand with the others until all of them are placed.

use bevy::math::Vec2;

use crate::battle::Ref;
use crate::gui::board::scene::SEAM;
use crate::gui::game::hand::{self, Held};
use crate::gui::play::state::{Now, Play};
use crate::ids::{Side, UnitId};
use crate::table::Footprint;

/// Which of a unit's bases lies at a point of the table, where the hand has put it or else where it stands, and its
/// footprint; with what the hand holds once it is taken. None where none of them lies there, or where the unit's bases are not
/// placed one by one now.
pub fn taken(play: &Play, now: &Now, side: Side, unit: UnitId, at: Vec2) -> Option<(Held, u8, Footprint)> {
    let view = play.game.view_of(side);
    let held = play.hand.held();
    let choice =
        hand::for_drag(&view, &now.offers.all, unit, true, held.map(|held| &held.choice), hand::places_bases)?.clone();
    let held = match held.filter(|held| held.choice.action == choice.action) {
        Some(held) => held.clone(),
        None => Held::take(&play.game, side, choice),
    };
    let size = view.roster().base(unit);
    let (base, print) = held.action.places().iter().find_map(|(of, place)| match of {
        Ref::Base(whose, base) if *whose == unit => {
            Some((*base, size.base(place.pose()))).filter(|(_, print)| print.grown(SEAM).holds(at))
        }
        _ => None,
    })?;
    Some((held, base, print))
}
