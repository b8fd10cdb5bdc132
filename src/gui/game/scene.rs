//! The table as the board draws it, from a view of the battle.

use bevy::math::Vec2;

use super::Game;
use super::place::Plan;
use crate::battle::{Ref, View};
use crate::gui::board::scene::{BodyLabel, Piece, Scene, Stand};
use crate::ids::{Side, UnitId};
use crate::table::{Footprint, Placement};

/// What that view shows; while a side places its units, as its plan has them. Of what a side has hidden from the other
/// those of `hidden` are seen.
pub fn scene(game: &Game, view: &View, plan: Option<&Plan>, hidden: Option<Side>) -> Scene {
    let setup = game.setup();
    let placement = |unit| plan.map_or_else(|| Some(view.placement(unit).clone()), |plan| plan.placement(view, unit));
    Scene {
        table: Vec2::new(setup.table.0, setup.table.1),
        terrain: view.ground().terrain().to_vec(),
        colours: game.colours(),
        pieces: view
            .roster()
            .ids()
            .filter_map(|unit| {
                let planned = plan.is_some_and(|plan| plan.hides(view, unit));
                let seen = piece(game, view, unit, &placement(unit)?).map(|p| Piece { hidden: planned, ..p });
                seen.or_else(|| lying(game, view, unit, hidden?))
            })
            .collect(),
        bodies: bodies(view),
    }
}

fn piece(game: &Game, view: &View, unit: UnitId, placement: &Placement) -> Option<Piece> {
    let feet = || Stand::Feet(placement.footprints(view.roster().base(unit)).to_vec());
    let stand = match placement {
        Placement::Off => return None,
        Placement::Token(at) => Stand::Token(*at),
        Placement::Loose(_) | Placement::Block { .. } => feet(),
    };
    let card = (game.ruleset().card)(view, unit);
    Some(Piece {
        unit,
        side: view.side_of(unit),
        name: view.roster().name(unit).to_owned(),
        body: view.body_of(unit),
        stand,
        ranks: placement.ranks_of_footprints(view.roster().base(unit)),
        glyph: card.glyph,
        figure: card.figure,
        strength: card.strength,
        counts_bases: card.counts_bases(),
        marks: card.marks,
        hidden: false,
    })
}

/// A unit that lies hidden, for the eyes of its own side alone.
fn lying(game: &Game, view: &View, unit: UnitId, side: Side) -> Option<Piece> {
    let own = view.side_of(unit) == side && !view.on_table(unit);
    let placement = own.then(|| (game.ruleset().hidden)(view, unit)).flatten()?;
    Some(Piece { hidden: true, ..piece(game, view, unit, &placement)? })
}

/// The rectangles of a unit.
pub fn prints(view: &View, unit: UnitId) -> Vec<Footprint> {
    view.feet(unit).iter().map(|foot| foot.print).collect()
}

/// The bodies that have a name of their own.
fn bodies(view: &View) -> Vec<BodyLabel> {
    let named = view.bodies().present().filter(|(_, body)| body.name.is_some());
    let names = view.names();
    named.map(|(id, body)| BodyLabel { body: id, side: body.side, name: names.name(Ref::Body(id)) }).collect()
}
